#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Build the guest's kernel from build/linux: tinyconfig plus the fragments.
#
# Usage: kernel.sh [OUTPUT FRAGMENT...]
# (default: build/kernel and the fragments kernel and kunit of scripts/guest/)
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

out=${1:-$build/kernel}
[ $# -eq 0 ] || shift
fragments=("$@")
[ $# -gt 0 ] || fragments=("$top"/scripts/guest/{kernel,kunit}.config)

kmake() {
	kernel_make "$LINUX_GIT" "$out" ARCH=x86_64 UT=1 "$@"
}

# The lines of the fragments, of each symbol the last one.
wanted() {
	cat "${fragments[@]}" | tac | awk '/^(# )?CONFIG_/ { sub(/^# /, "", $0); name = $0
		sub(/[= ].*/, "", name); if (!seen[name]++) print }' | sed -n '/=/p'
}

# tinyconfig plus fragments; die when a wanted symbol did not take.
configure() {
	local line lost=

	kernel_configure "$LINUX_GIT" "$out" x86_64 "${fragments[@]}" || return 1
	while read -r line; do
		grep -qxF "$line" "$out/.config" || lost+=" $line"
	done < <(wanted)
	if [ -n "$lost" ]; then
		echo "symbols that did not take effect:$lost"
		return 1
	fi
}

need_space "$build" 700
mkdir -p "$out"
id=$(cat "${fragments[@]}" | sha256sum)
if [ "$(cat "$out/config.id" 2>/dev/null)" != "$id" ]; then
	rm -f "$out/config.id"
	logged "$out/config.log" configure
	echo "$id" >"$out/config.id"
fi
# Nothing to do: make would need seconds to find out.
state=$(git -C "$LINUX_GIT" rev-parse HEAD)$(git -C "$LINUX_GIT" diff HEAD | sha256sum)
if [ "$(cat "$out/built" 2>/dev/null)" = "$state $id" ] && [ -f "$out/arch/x86/boot/bzImage" ]; then
	exit 0
fi
rm -f "$out/built"
say "building the kernel in ${out#"$top"/} (minutes)"
logged "$out/build.log" kmake bzImage
echo "$state $id" >"$out/built"
