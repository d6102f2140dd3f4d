#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What the events cost in executed instructions: a pipe round trip between two
# tasks with AVX state, on the kernels of the proof before and after the series,
# counted by QEMU (-icount shift=0,sleep=off). Emulated instructions are counts,
# not times. The table goes to build/proof/overhead.txt.
#
# The same is counted for the other approaches in scripts/alternatives/ and for
#   PEER_PATCH=FILE   a patch on the base: another way to the same end
#   ALTERNATIVES=no   leaves those in the directory out
# A second table has the cost per event: the difference divided by the events in a round
# trip, which the guest counts in its trace. When events were recorded, a probe of the
# tracing code at the next switch notes the tasks' names (option record-cmd). That is a
# fixed cost, about 480 instructions of a round trip, so two events cost less than one
# and the other. The rows "bare" are without it, and there they cost the sum.
#
# A third table has how much lies between the two timestamps of the event and
# of the function_graph tracer.
#
# Fails when, with the events off, the medians differ by 0.1 % or more.
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

work=$build/proof
before=$work/images/debug-fpu.before
after=$work/images/debug-fpu.after
src=$work/src
selftest=$LINUX_GIT/tools/testing/selftests/x86/fpu-latency

# Median of the lines "$2 $3 NUMBER" in the console log $1.
median_of() {
	awk -v word="$2" -v label="$3" '$1 == word && $2 == label { print $3 }' "$1" | sort -n |
		awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'
}

# Ticks of a round trip with label $2 in the console log $1.
median() {
	median_of "$1" pingpong "$2"
}

# Ticks between two timestamps of what $1 is.
window() {
	median_of "$work/window.log" window "$1"
}

# Boot kernel $2 and count, as name $1.
count() {
	boot_counting 300 "$2" "$work/overhead.gz" "$work/overhead-$1.log"
}

# Build the kernel of commit $2 with patch $3 in the directory of the proof, as
# name $1. The proof's own objects are made anew by its next run.
build_with() {
	local name=$1 commit=$2 patch=$3

	git -C "$src" checkout -q -f --detach "$commit"
	git -C "$src" apply "$patch" || die "$patch does not apply to $commit"
	logged "$work/$name.log" kernel_make "$src" "$work/debug-fpu" ARCH=x86_64 bzImage
	cp "$work/debug-fpu/arch/x86/boot/bzImage" "$work/$name.bzImage"
	git -C "$src" checkout -q -f --detach "$commit"
}

# Label $2 of the series' kernel: events in a round trip and instructions for each.
event_row() {
	awk -v what="$1" -v off="$(median "$work/overhead-after.log" off)" \
		-v on="$(median "$work/overhead-after.log" "$2")" \
		-v events="$(median_of "$work/overhead-after.log" events "$2")" \
		'BEGIN { printf "%-52s %10.1f %10.1f\n", what, events, events ? (on - off) / events : 0 }'
}

# "what, event, function_graph, factor" for an instruction $1 and its function $2.
window_row() {
	awk -v what="$1" -v a="$(window "$1")" -v b="$(window "$2")" \
		'BEGIN { printf "%-52s %10.1f %10.1f %7.1f\n", what, a, b, a ? b / a : 0 }'
}

[[ -f $before && -f $after ]] || die "no kernels of the proof: run 'make proof' first"
gcc -O2 -static -D_GNU_SOURCE -I"$LINUX_GIT/tools/testing/selftests" -I"$selftest" \
	-o "$work/pingpong" "$top/scripts/guest/pingpong.c" "$selftest/fpregs.c"
"$top/scripts/kselftest.sh"
"$top/scripts/guest/initramfs.sh" "$work/overhead.gz" "$top/scripts/guest/run-overhead.sh" \
	"$work/pingpong=/pingpong"
count before "$before"
count after "$after"
others=()
if [ -n "${PEER_PATCH:-}" ]; then
	patch=$(realpath "$PEER_PATCH")
	build_with peer base "$patch"
	others+=(peer)
fi
for patch in "$top"/scripts/alternatives/*.diff; do
	[ "${ALTERNATIVES:-yes}" = yes ] || break
	name=$(basename "$patch" .diff)
	build_with "$name" "$(git -C "$LINUX_GIT" rev-parse series)" "$patch"
	others+=("$name")
done
for name in "${others[@]}"; do
	count "$name" "$work/$name.bzImage"
done
build_check_kernel
"$top/scripts/guest/initramfs.sh" "$work/window.gz" "$top/scripts/guest/run-window.sh" \
	"$work/pingpong=/pingpong"
boot_counting 300 "$check_kernel/arch/x86/boot/bzImage" "$work/window.gz" "$work/window.log"

# One line of the table: what it is, the kernel, the label, and the label of the
# unpatched kernel that it is compared with.
row() {
	awk -v what="$1" -v a="$(median "$work/overhead-before.log" "$4")" \
		-v b="$(median "$work/overhead-$2.log" "$3")" \
		'BEGIN { printf "%-52s %10.1f %+10.1f\n", what, b, b - a }'
}

# With label $1 the medians before and after differ by less than 0.1 %.
same() {
	awk -v a="$(median "$work/overhead-before.log" "$1")" \
		-v b="$(median "$work/overhead-after.log" "$1")" \
		'BEGIN { d = (b - a) / a; exit !(a > 0 && b > 0 && d < 0.001 && d > -0.001) }'
}

{
	printf '%-52s %10s %10s\n' "instructions of a round trip, median of 9 runs" "count" "difference"
	row "unpatched" before off off
	row "series, events off" after off off
	row "series, xsave event on" after xsave off
	row "series, xrstor event on" after xrstor off
	row "series, both events on" after both off
	row "series, xfd event on, nothing to write" after xfd off
	row "unpatched, after another event was on" before off-again off-again
	row "series, after all three were on" after off-again off-again
	for name in "${others[@]}"; do
		row "$name, events off" "$name" off off
		if [ -n "$(median "$work/overhead-$name.log" both)" ]; then
			row "$name, both events on" "$name" both off
		fi
	done
	echo
	printf '%-52s %10s %10s\n' "instructions per event, and events in a round trip" "events" "each"
	event_row "xsave event on" xsave
	event_row "xrstor event on" xrstor
	event_row "both events on" both
	event_row "xsave event on, bare" xsave-bare
	event_row "xrstor event on, bare" xrstor-bare
	event_row "both events on, bare" both-bare
	echo
	printf '%-52s %10s %10s %7s\n' "instructions between the two timestamps, median" \
		"event" "f_graph" "factor"
	window_row xsave save_fpregs_to_fpstate
	window_row xrstor restore_fpregs_from_fpstate
} | tee "$work/overhead.txt"

same off && rc=0 || rc=1
tap_result "$rc" "overhead: events off: the medians differ by less than 0.1 %"
same off-again && rc=0 || rc=1
tap_result "$rc" "overhead: events off again: the medians differ by less than 0.1 %"
awk -v a="$(median "$work/overhead-after.log" off)" \
	-v b="$(median "$work/overhead-after.log" both)" 'BEGIN { exit !(b > a) }' && rc=0 || rc=1
tap_result "$rc" "overhead: events on: the count sees them"

awk -v off="$(median "$work/overhead-after.log" off)" \
	-v a="$(median "$work/overhead-after.log" xsave-bare)" \
	-v b="$(median "$work/overhead-after.log" xrstor-bare)" \
	-v both="$(median "$work/overhead-after.log" both-bare)" \
	'BEGIN { sum = a - off + b - off; d = both - off - sum
		exit !(sum > 0 && d < sum * 0.02 && d > -sum * 0.02) }' && rc=0 || rc=1
tap_result "$rc" "overhead: without the names of tasks both events cost what one and the other do"

# Each switch of the two tasks has one event of each kind.
awk -v a="$(median_of "$work/overhead-after.log" events xsave)" \
	-v b="$(median_of "$work/overhead-after.log" events xrstor)" \
	-v c="$(median_of "$work/overhead-after.log" events both)" \
	'function near(x, y) { return x > y - 0.1 && x < y + 0.1 }
	BEGIN { exit !(near(a, 2) && near(b, 2) && near(c, 4)) }' && rc=0 || rc=1
tap_result "$rc" "overhead: a round trip has two events of each kind"

awk -v a="$(window xsave)" -v b="$(window save_fpregs_to_fpstate)" \
	'BEGIN { exit !(a > 0 && b > a) }' && rc=0 || rc=1
tap_result "$rc" "overhead: the event's window is smaller than the function tracer's"

tap_totals
