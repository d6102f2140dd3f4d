#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Check the patch series without building it: it is what its sources make, it
# applies, it is clean for checkpatch, and nobody's tag is in it.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LINUX_GIT=${LINUX_GIT:-$top/build/linux}
export LINUX_GIT
passed=0
failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Run "$2..." as the check named $1; its output is shown only when it fails.
check() {
	local name=$1
	shift

	if "$@" >"$tmp/log" 2>&1; then
		echo "ok - series: $name"
		passed=$((passed + 1))
	else
		echo "not ok - series: $name"
		sed 's/^/# /' "$tmp/log"
		failed=$((failed + 1))
	fi
}

patches() {
	find "$top/patches" -maxdepth 1 -name '0*.patch' ! -name '0000-*' | sort
}

# Ref $1 of the kernel tree, patched with all of the series, has the tree id $2.
applies_to() {
	local index=$tmp/index patch

	rm -f "$index"
	GIT_INDEX_FILE=$index git -C "$LINUX_GIT" read-tree "$1" || return 1
	for patch in $(patches); do
		echo "$patch"
		GIT_INDEX_FILE=$index git -C "$LINUX_GIT" apply --cached \
			--whitespace=error-all "$patch" || return 1
	done
	[ -z "${2:-}" ] || [ "$(GIT_INDEX_FILE=$index git -C "$LINUX_GIT" write-tree)" = "$2" ]
}

# The tree that 'make tree' made by git am is the one that the sources make.
tree_is_current() {
	local tip

	tip=$("$top/scripts/series.sh" commits | tail -n 1)
	[ "$(git -C "$LINUX_GIT" rev-parse 'HEAD^{tree}')" = \
		"$(git -C "$LINUX_GIT" rev-parse "$tip^{tree}")" ]
}

no_tags() {
	! grep -nE '^(Signed-off|Reviewed|Acked|Tested|Co-developed|Reported|Suggested)-by:' \
		"$top"/patches/0*.patch "$top"/patches/src/*.msg
}

# Every file that the series adds has an entry in MAINTAINERS besides THE REST.
maintained() {
	local file rc=0

	for file in $(git -C "$LINUX_GIT" diff --name-only --no-renames --diff-filter=A base HEAD); do
		if ! (cd "$LINUX_GIT" && ./scripts/get_maintainer.pl --sections --nogit \
			--nogit-fallback -f "$file") 2>/dev/null |
			grep -E '^[A-Z0-9].*[A-Z]{3}' | grep -qv 'THE REST'; then
			echo "no MAINTAINERS entry covers $file"
			rc=1
		fi
	done
	return "$rc"
}

check "patches/ is what its sources make" "$top/scripts/series.sh" check
check "applies to the base patch by patch" applies_to base
check "the tree that git am made is the series" tree_is_current
check "carries nobody's tag" no_tags
check "new files have a MAINTAINERS entry" maintained
for base in ${BASES:-}; do
	check "applies to $base" applies_to "$base"
done
for patch in $(patches); do
	check "checkpatch --strict: ${patch##*/}" "$top/scripts/checkpatch.sh" "$patch"
done

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
