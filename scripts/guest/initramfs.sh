#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Make an initramfs: busybox, init, a script to run, the installed kselftest
# tree, and the libraries that its programs need.
#
# Usage: initramfs.sh OUTPUT RUN_SCRIPT [FILE=PATH_IN_GUEST...]
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

if [ $# -lt 2 ]; then
	echo "Usage: initramfs.sh OUTPUT RUN_SCRIPT [FILE=PATH_IN_GUEST...]" >&2
	exit 129
fi
out=$1
run=$2
shift 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# Copy the shared libraries of the programs below $1 to where they are searched.
copy_libraries() {
	local lib

	find "$1" -type f -perm -u+x -exec sh -c 'ldd "$@" 2>/dev/null || true' _ {} + |
		grep -oE '/[^ )]+\.so[^ )]*' | sort -u | while read -r lib; do
		[ -f "$lib" ] || continue
		mkdir -p "$root${lib%/*}"
		cp -L "$lib" "$root$lib"
	done
}

mkdir -p "$root"/{bin,dev,etc,proc,sys,tmp,kselftest/x86} "${out%/*}"
cp "$(command -v busybox)" "$root/bin/busybox"
cp "$top/scripts/guest/init" "$root/init"
cp "$run" "$root/run.sh"
# The runner, and of the x86 tests those of this project.
(cd "$build/kselftest" && find . -maxdepth 1 -type f -print0 | cpio -p0dm --quiet "$root/kselftest")
cp -r "$build/kselftest/kselftest" "$root/kselftest/" 2>/dev/null || true
cp -r "$build/kselftest/x86/fpu-latency" "$root/kselftest/x86/"
for pair in "$@"; do
	mkdir -p "$root/$(dirname "${pair#*=}")"
	cp "${pair%%=*}" "$root/${pair#*=}"
done
copy_libraries "$root/kselftest"
# mktemp makes it for its owner alone, and the guest has another user, too.
chmod 755 "$root" "$root/init" "$root/run.sh"
(cd "$root" && find . -print0 | LC_ALL=C sort -z |
	cpio --null -o -H newc --reproducible --quiet) | gzip -1n >"$out.new"
mv "$out.new" "$out"
