#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Check the patch series without building a kernel: it is what its sources make, it
# applies, it is clean for checkpatch, and nobody's tag is in it; and after each patch
# that changes tools/ the tool builds without a warning and passes its tests, and the
# selftest builds.
#
# Usage: check-series.sh [steps]    (steps: only what is built; default: all)
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail

# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

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

# What the series adds has an entry in MAINTAINERS besides THE REST: one file of each
# directory and suffix is looked up, because each takes half a second.
maintained() {
	local file rc=0

	for file in $(git -C "$LINUX_GIT" diff --name-only --no-renames --diff-filter=A base HEAD |
		awk '{ key = $0; sub(/[^\/]*$/, "", key); suffix = $0; sub(/.*[.\/]/, "", suffix) }
			!seen[key suffix]++'); do
		if ! (cd "$LINUX_GIT" && ./scripts/get_maintainer.pl --sections --nogit \
			--nogit-fallback -f "$file") 2>/dev/null |
			grep -E '^[A-Z0-9].*[A-Z]{3}' | grep -qv 'THE REST'; then
			echo "no MAINTAINERS entry covers $file"
			rc=1
		fi
	done
	return "$rc"
}

# The numbers of patches in the cover letter are those of the files.
numbers_are_right() {
	local text

	text=$(tr '\n' ' ' <"$top/patches/src/cover-letter.msg")
	cd "$top/patches"
	named() {
		find . -name "00[0-9][0-9]-$1" -printf '%f' | cut -c3-4 | sed 's/^0//'
	}
	expect() {
		grep -qiF -- "$1" <<<"$text" || { echo "the cover letter does not say: $1"; return 1; }
	}
	expect "patches 4 and $(named '*-how-an-instruction-is-tim*') their KUnit tests" &&
		expect "patches $(named '*-Begin-a-tool-*') to $(named '*-Describe-fpu-latency.patch') add the tool" &&
		expect "patch $(named '*-Add-a-test-of-the-FPU-*') adds the selftest" &&
		expect "patch $(named '*-Describe-the-FPU-latency-even*') the document" &&
		expect "patch $(named '*-write-of-th*'), the event for the XFD MSR"
}

# The cover letter lists who get_maintainer.pl names for the patches.
recipients_are_listed() {
	mapfile -t files < <(patches)
	(cd "$LINUX_GIT" && ./scripts/get_maintainer.pl --no-rolestats --nogit --nogit-fallback \
		"${files[@]}") | LC_ALL=C sort -u >"$tmp/recipients"
	sed '1,/^Recipients, by/d' "$top/patches/src/cover-letter.msg" | sed -n 's/^  //p' |
		LC_ALL=C sort -u | diff - "$tmp/recipients"
}

# The document builds without a message, and its table of contents has it.
document_builds() {
	local html=$build/check/htmldocs/Documentation/output/arch/x86/fpu-latency.html

	# Sphinx tells the warnings of a file only when it reads it anew.
	rm -rf "$build/check/htmldocs"
	mkdir -p "$build/check/htmldocs"
	if ! PATH=/usr/bin:$PATH timeout 600 make -s -C "$LINUX_GIT" O="$build/check/htmldocs" \
		htmldocs SPHINXDIRS=arch/x86 >"$build/check/htmldocs.log" 2>&1; then
		tail -n 5 "$build/check/htmldocs.log"
		return 1
	fi
	! grep 'fpu-latency' "$build/check/htmldocs.log" && grep -q '</html>' "$html" &&
		grep -q 'fpu-latency.html' "${html%/*}/index.html"
}

# What commit $1 has of the tool and the selftest builds with -Werror and passes.
step_builds() {
	local commit=$1 totals dir

	dir=$tmp/step/tools/testing/selftests/x86/fpu-latency
	rm -rf "$tmp/step"
	mkdir -p "$tmp/step/out"
	git -C "$LINUX_GIT" archive "$commit" tools/testing/selftests/x86 \
		tools/testing/selftests/lib.mk tools/testing/selftests/kselftest.h \
		tools/testing/selftests/kselftest_harness.h tools/testing/selftests/kselftest \
		tools/scripts tools/include scripts/subarch.include | tar -xf - -C "$tmp/step"
	make -s -C "$dir/tool" -j"$jobs" OUTPUT="$tmp/step/out" CFLAGS="-O2 -g -Werror" check \
		>"$tmp/step/log" 2>&1 || { tail -n 30 "$tmp/step/log"; return 1; }
	totals=$(grep -E '^[0-9]+ passed, 0 failed, [0-9]+ skipped$' "$tmp/step/log") ||
		{ echo "the tests printed no totals"; return 1; }
	[ "${totals%% *}" -gt 0 ] || { echo "no test was run"; return 1; }
	[ -f "$dir/Makefile" ] || return 0
	# From the environment, to which lib.mk adds what it needs.
	CFLAGS=-Werror make -s -C "$dir" ARCH=x86_64 OUTPUT="$tmp/step/out" all
}

# Each commit of the series that changes tools/.
check_steps() {
	local commit

	for commit in $("$top/scripts/series.sh" commits); do
		git -C "$LINUX_GIT" diff --quiet "$commit^" "$commit" -- tools || tap_check \
			"series: tool and tests at \"$(git -C "$LINUX_GIT" log -1 --format=%s "$commit")\"" \
			step_builds "$commit"
	done
}

if [ "${1:-}" = steps ]; then
	check_steps
	tap_totals
	exit
fi
tap_check "series: patches/ is what its sources make" "$top/scripts/series.sh" check
tap_check "series: applies to the base patch by patch" applies_to base
tap_check "series: the tree that git am made is the series" tree_is_current
tap_check "series: carries nobody's tag" no_tags
tap_check "series: new files have a MAINTAINERS entry" maintained
tap_check "series: the cover letter lists the recipients" recipients_are_listed
tap_check "series: the cover letter numbers the patches" numbers_are_right
tap_check "series: htmldocs of arch/x86 have the document, without a warning" document_builds
for base in ${BASES:-}; do
	tap_check "series: applies to $base" applies_to "$base"
done
for patch in $(patches); do
	tap_check "series: checkpatch --strict: ${patch##*/}" "$top/scripts/checkpatch.sh" "$patch"
done
check_steps

tap_totals
