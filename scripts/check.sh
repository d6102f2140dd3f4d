#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# All tests, part by part; a part's output is printed when it ends, and kept in
# build/check/. Parts that mostly use one CPU run beside those that build kernels.
#
# Usage: check.sh [PART...]    (default: all but bench)
# WITHOUT="PART..." leaves parts out; PROOF_CONFIGS="..." are the configurations of proof.
#   shell     shellcheck of all scripts
#   consumer  the tests of fpu-latency: unit tests and the program itself
#   sanitize  the same with the address and undefined behaviour sanitizers, those of
#             threads with the thread sanitizer, and each command and format once with
#             valgrind
#   coverage  the same with gcov; 90 % of the lines have to run
#   fuzz      each parser of fpu-latency under libFuzzer, a minute
#   bench     how fast fpu-latency is, as ratios
#   series    patches/ and its sources, git am, checkpatch
#   kselftest the make verbs of kselftest in a tree with the series, and the workload
#             that is built and installed there
#   guest     KUnit and the selftest in guests, line by line
#   icount    the timing commands in a guest where each instruction is one tick
#   static    sparse, W=1 and coccicheck on the kernel code of the series
#   stress    events on and off all the time, on a kernel that checks itself
#   proof     before and after, function by function; each patch builds
#   overhead  instructions of a round trip before and after, by QEMU's count
#   boots     the kernel of each patch that changes it boots, its tests pass
#
# The last line is "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Two lanes, each from left to right; static needs what proof makes, and overhead too.
# static and boots use the work tree of proof and must be in its lane.
lane_one=(shell consumer sanitize coverage fuzz series kselftest stress)
lane_two=(guest icount proof overhead static boots)
all_parts=("${lane_one[@]}" "${lane_two[@]}")
# Only run when named, and alone: ratios wobble on a machine that does other work.
more_parts=(bench)
# Process groups of lanes that run now.
lanes=()

# Count what a part printed and tell it: the sum of its lines with totals, or else its status.
account() {
	local part=$1 rc p f s seconds

	# A lane that was ended has parts without a status.
	read -r rc seconds <"$build/check/$part.rc" || rc=1 seconds=0
	read -r p f s < <(awk '/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ {
		p += $1; f += $3; s += $5; n++
	} END { if (n) print p, f, s; else print "none" }' "$build/check/$part.log")
	if [ "$p" != none ]; then
		# A part that died after its last test has failed all the same.
		[ "$rc" -eq 0 ] || [ "$f" -gt 0 ] || f=1
	elif [ "$rc" -eq 0 ]; then
		p=1 f=0 s=0
	else
		p=0 f=1 s=0
	fi
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + s))
	echo "== $part: $p passed, $f failed, $s skipped, in $seconds s"
}

part_shell() {
	local files

	mapfile -t files < <(repo_files '*.sh' .ci/run)
	(cd "$top" && shellcheck -x "${files[@]}" && shellcheck -s sh scripts/guest/init)
}

tool_make() {
	make -s -C "$top/tools/testing/selftests/x86/fpu-latency/tool" OUTPUT="$build" "$@"
}

part_consumer() {
	tool_make check
}

part_sanitize() {
	local rc=0

	tool_make check-asan || rc=1
	tool_make check-tsan || rc=1
	tool_make check-valgrind || rc=1
	return "$rc"
}

part_coverage() {
	tool_make coverage
}

part_fuzz() {
	tool_make fuzz
}

# The long runs over 10 and 100 million events are those of `make bench`.
part_bench() {
	LARGE=10 "$top/scripts/bench.sh"
}

part_series() {
	"$top/scripts/check-series.sh"
}

part_kselftest() {
	local rc=0

	"$top/scripts/check-kselftest.sh" || rc=1
	"$top/scripts/check-workload.sh" || rc=1
	return "$rc"
}

part_guest() {
	"$top/scripts/check-guest.sh"
}

part_icount() {
	"$top/scripts/icount.sh"
}

part_static() {
	"$top/scripts/static.sh"
}

part_stress() {
	"$top/scripts/stress.sh"
}

part_boots() {
	"$top/scripts/boots.sh"
}

part_proof() {
	local configs

	read -ra configs <<<"${PROOF_CONFIGS:-}"
	"$top/scripts/proof.sh" "${configs[@]}"
}

# Each other approach takes another kernel build; `make overhead` has them.
part_overhead() {
	ALTERNATIVES=no "$top/scripts/overhead.sh"
}

# Die unless there is a part $1.
is_part() {
	[[ " ${all_parts[*]} ${more_parts[*]} " == *" $1 "* ]] ||
		die "no part '$1'; there are: ${all_parts[*]} ${more_parts[*]}"
}

for part in "$@"; do
	is_part "$part"
done
parts=("$@")
[ $# -gt 0 ] || parts=("${all_parts[@]}")
for part in ${WITHOUT:-}; do
	is_part "$part"
	for i in "${!parts[@]}"; do
		[ "${parts[i]}" != "$part" ] || unset "parts[i]"
	done
done
mkdir -p "$build/check"
for part in "${parts[@]}"; do
	case $part in
	shell | consumer | sanitize | coverage | fuzz | bench) ;;
	*)
		"$top/scripts/tree.sh"
		break
		;;
	esac
done

# Run part $1; its output goes to its log and, at its end and in one piece, to ours.
run_part() {
	local part=$1 start=$SECONDS rc=0

	echo "== $part begins"
	"part_$part" >"$build/check/$part.log" 2>&1 </dev/null || rc=$?
	echo "$rc $((SECONDS - start))" >"$build/check/$part.rc"
	{
		echo "== $part"
		cat "$build/check/$part.log"
	} >"$build/check/$part.out"
	flock "$build/check/lock" cat "$build/check/$part.out"
	rm -f "$build/check/$part.out"
}

# The parts that were asked for, of those given, in the given order.
chosen() {
	local part

	for part in "$@"; do
		[[ " ${parts[*]} " != *" $part "* ]] || echo "$part"
	done
}

run_lane() {
	local part

	for part in $(chosen "$@"); do
		run_part "$part"
	done
}

# A lane is a process group, so that what it runs ends with it.
start_lane() {
	set -m
	run_lane "$@" &
	set +m
	lanes+=($!)
}

end_lanes() {
	local lane

	for lane in "${lanes[@]}"; do
		kill -- -"$lane" 2>/dev/null || true
	done
}

trap end_lanes EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
for part in "${parts[@]}"; do
	: >"$build/check/$part.rc"
	: >"$build/check/$part.log"
done
start_lane "${lane_one[@]}"
# With one CPU one after the other.
[ "$jobs" -gt 1 ] || wait "${lanes[0]}" || true
start_lane "${lane_two[@]}"
for lane in "${lanes[@]}"; do
	wait "$lane" || true
done
lanes=()
run_lane "${more_parts[@]}"

for part in $(chosen "${all_parts[@]}" "${more_parts[@]}"); do
	account "$part"
done
# A machine that could not be had is told once more, where it is seen.
if [[ " ${parts[*]} " == *" guest "* ]]; then
	grep -hE '^ok - bochs-[a-z-]+ # SKIP' "$build/check/guest.log" || true
fi
tap_totals
