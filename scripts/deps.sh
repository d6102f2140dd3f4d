#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Check for the packages that the harness needs and install what is missing,
# as root with apt. Package names are those of Debian 12 and later.
#
# Usage: deps.sh [run|check|plots]    (default: check, which needs more)
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# For `make run`: kernel build, guest, consumer.
run_packages=(
	bc bison busybox-static ca-certificates cpio flex gcc git libc6-dev libelf-dev
	libsqlite3-dev libssl-dev libtracecmd-dev libtraceevent-dev libtracefs-dev libzstd-dev
	make perl pkg-config python3 qemu-system-x86 rsync xz-utils zlib1g-dev
)
# For `make check` in addition.
check_packages=(
	bochsbios clang coccinelle codespell g++ grub-common grub-pc-bin hyperfine jq
	libcmocka-dev mtools ocaml python3-git python3-ply python3-sphinx shellcheck sqlite3
	trace-cmd valgrind vgabios xorriso zstd
)

# For `make plots`.
plot_packages=(gcc gnuplot-nox libc6-dev make pkg-config)

missing_packages() {
	local package

	for package in "$@"; do
		[ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | cut -c1-2)" = ii ] ||
			echo "$package"
	done
}

case ${1:-check} in
run) packages=("${run_packages[@]}") ;;
check) packages=("${run_packages[@]}" "${check_packages[@]}") ;;
plots) packages=("${plot_packages[@]}") ;;
*)
	echo "Usage: deps.sh [run|check|plots]" >&2
	exit 129
	;;
esac

command -v dpkg-query >/dev/null ||
	die "not a Debian system: install the equivalents of: ${packages[*]}"
mapfile -t missing < <(missing_packages "${packages[@]}")
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
	die "missing packages; as root: apt-get install ${missing[*]}"
fi
say "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
install_missing() {
	apt-get install -y -q --no-install-recommends "${missing[@]}"
}
if ! install_missing >"$build.deps.log" 2>&1; then
	# The package lists may be missing or old.
	if ! { apt-get update -q && install_missing; } >"$build.deps.log" 2>&1; then
		tail -n 15 "$build.deps.log" >&2
		rm -f "$build.deps.log"
		die "apt could not install the packages: no network, or no such package in this release"
	fi
fi
rm -f "$build.deps.log"
