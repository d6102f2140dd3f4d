#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What static checkers say of the kernel code of the series: the compiler with W=1
# and sparse, where a message counts that the base does not have, and coccicheck.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/apt.sh
. "$top/scripts/apt.sh"

work=$build/static
# The proof's: it checks commits out as well, and never at the same time.
src=$build/proof/src
# The code of the series and the callers that include its headers.
targets=(arch/x86/kernel/fpu/ arch/x86/kernel/process_64.o arch/x86/kernel/process.o
	arch/x86/kernel/signal.o)
# Older versions stop at what this kernel's headers have.
sparse_version=0.6.5
export PATH=/usr/bin:$PATH

# Download and build sparse from Debian's source package into $work/sparse.
build_sparse() {
	local new=$work/sparse.new

	apt_download_source sparse 'sparse_.*[.]orig[.]tar[.][a-z0-9]+' "" "$work/sparse.tar" sid ||
		return 1
	rm -rf "$new"
	mkdir "$new"
	tar -xf "$work/sparse.tar" -C "$new" --strip-components=1
	make -s -C "$new" -j"$jobs" sparse >"$work/sparse.log" 2>&1 || return 1
	mv "$new" "$work/sparse"
}

# Set $checker to a sparse that knows this kernel, or to nothing.
find_sparse() {
	local installed

	checker=
	installed=$(sparse --version 2>/dev/null || true)
	if [ -n "$installed" ] &&
		printf '%s\n' "$sparse_version" "$installed" | sort -V -C; then
		checker=sparse
	elif [ -x "$work/sparse/sparse" ] || build_sparse; then
		checker=$work/sparse/sparse
	fi
}

smake() {
	kernel_make "$src" "$work/out" ARCH=x86_64 "$@"
}

# Check the targets at commit $1; the messages go to $2, without line numbers,
# because these differ before and after, and with each repetition.
messages() {
	git -C "$src" checkout -q --detach "$1"
	rm -rf "$work/out/arch/x86/kernel"
	mkdir -p "$work/out"
	kernel_configure "$src" "$work/out" x86_64 "$top"/scripts/guest/{kernel,kunit}.config \
		>"$2.log" 2>&1 || return 1
	# Apart from the targets, so that only these are checked.
	smake prepare >>"$2.log" 2>&1 || return 1
	if ! smake W=1 ${checker:+C=2 "CHECK=$checker"} "${targets[@]}" >"$2.log" 2>&1; then
		tail -n 20 "$2.log"
		return 1
	fi
	sed -nE "s,^$src/|^[.]/,,; s/:[0-9]+(:[0-9]+)?: (warning|error|note):/: \\2:/p" "$2.log" |
		LC_ALL=C sort >"$2"
}

# There is no message with the series that the base does not have.
no_new_message() {
	messages base "$work/before" && messages "$series" "$work/after" || return 1
	# A checker that sees nothing at all does not work: the base has some.
	[ -z "$checker" ] || [ -s "$work/before" ] || {
		echo "sparse says nothing of the base: is it a working one?"
		return 1
	}
	LC_ALL=C comm -13 "$work/before" "$work/after" >"$work/new"
	cat "$work/new"
	[ ! -s "$work/new" ]
}

# Coccinelle's rules in the kernel tree find nothing in files that the series changes.
coccicheck() {
	local dir=arch/x86/kernel/fpu file line rc=0

	timeout 900 make -s -C "$src" O="$work/out" ARCH=x86_64 coccicheck MODE=report J="$jobs" \
		M="$src/$dir" >"$work/coccicheck.log" 2>&1 || true
	grep -q '^/.*spatch .*semicolon.cocci' "$work/coccicheck.log" || {
		tail -n 5 "$work/coccicheck.log"
		return 1
	}
	while IFS=: read -r file line; do
		! git -C "$src" diff --quiet base "$series" -- "$dir/$file" || continue
		echo "$dir/$file:$line"
		rc=1
	done < <(sed -nE 's,^[.]/([^ ]+:[0-9]+),\1,p' "$work/coccicheck.log")
	return "$rc"
}

mkdir -p "$work"
kernel_worktree "$src"
series=$("$top/scripts/series.sh" commits | tail -n 1)
find_sparse
if [ -z "$checker" ]; then
	tap_skip "static: sparse" "no sparse of at least $sparse_version, not installed and not on the mirror"
fi
tap_check "static: W=1${checker:+ and sparse}: no message that the base does not have" no_new_message
if command -v spatch >/dev/null; then
	tap_check "static: coccicheck reports nothing" coccicheck
else
	tap_skip "static: coccicheck" "no spatch: install coccinelle"
fi
tap_totals
