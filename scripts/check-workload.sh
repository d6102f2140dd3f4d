#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# fpu-latency-workload, as gcc and as clang build it: options, the timing mode and its
# verdict, how it is linked.
#
# Prints "ok" and "not ok" lines and ends with "N passed, N failed, N skipped".
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

selftest=$LINUX_GIT/tools/testing/selftests/x86/fpu-latency
out=$build/check/workload
# What is tested, and the tool beside it.
workload=
tool=
allowed=$(awk '/^Cpus_allowed_list:/ { print $2 }' /proc/self/status)
last_cpu=${allowed##*[,-]}
# A task that takes time away, while there is one.
busy=

# Build into directory $1 with the variables that follow.
build_into() {
	local dir=$1
	shift

	make -s -C "$selftest" ARCH=x86_64 -j"$jobs" OUTPUT="$dir" USERCFLAGS=-Werror "$@"
}

# The optional libraries of the tool are none of the workload's.
only_libc_and_libm() {
	local needed

	needed=$(readelf -d "$workload" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
	echo "$needed"
	[ -n "$needed" ] && ! grep -qvE '^lib[cm]\.so' <<<"$needed"
}

# Nothing is made twice, but what the tool's files are is followed.
rebuilds_when_needed() {
	local dir=${workload%/*} made
	made=$(stat -c %y "$workload")

	build_into "$dir" "$@" || return 1
	[ "$(stat -c %y "$workload")" = "$made" ] || return 1
	touch "$selftest/tool/gate.c"
	build_into "$dir" "$@" || return 1
	[ "$(stat -c %y "$workload")" != "$made" ]
}

# Run it with the arguments; what it prints goes to $out/out and $out/err.
run() {
	local rc=0

	"$workload" "$@" >"$out/out" 2>"$out/err" || rc=$?
	cat "$out/out" "$out/err"
	return "$rc"
}

# A usage error: status 129, one line on stderr that says $1, and nothing on stdout.
refuses() {
	local says=$1 rc=0
	shift

	run "$@" || rc=$?
	[ "$rc" -eq 129 ] && [ ! -s "$out/out" ] && [ "$(wc -l <"$out/err")" -eq 1 ] &&
		grep -q -- "$says" "$out/err"
}

# The last output has $1 runs, one verdict, and nothing that a trace could not follow.
well_formed() {
	local verdict='^# fpu-latency stability: (good|do not benchmark here): [^ ]'

	[ "$(grep -cE '^# run [0-9]+: [0-9]+\.[0-9] ns per switch, ' "$out/out")" -eq "$1" ] &&
		[ "$(grep -cE "$verdict" "$out/out")" -eq 1 ] &&
		[ "$(grep -c '^# fpu-latency tsc-khz: ' "$out/out")" -eq 1 ] &&
		[ "$(grep -c '^# fpu-latency window: min ' "$out/out")" -eq 1 ] &&
		! grep -qv '^# ' "$out/out"
}

# A bad verdict is said on stderr once, and a good one not.
said_once() {
	local reason

	reason=$(sed -n 's/^# fpu-latency stability: do not benchmark here: //p' "$out/out")
	if [ -z "$reason" ]; then
		[ ! -s "$out/err" ]
	else
		[ "$(cat "$out/err")" = "fpu-latency-workload: do not benchmark here: $reason" ]
	fi
}

default_runs() {
	run --timing && well_formed 5 && said_once &&
		grep -q '^# fpu-latency workload: pipe, states 0x[0-9a-f]*, 5 runs of 1 s on 1 CPU$' "$out/out"
}

# Arguments $2... have $1 runs, whose figures are those of the runs.
timed_runs() {
	local runs=$1
	shift

	run "$@" && well_formed "$runs" && said_once && figures_agree
}

# Minimum, median and maximum by sort, from the lines of the runs.
figures_agree() {
	local want

	want=$(sed -n 's/^# run [0-9]*: \([0-9.]*\) ns.*/\1/p' "$out/out" | sort -n | awk '
		{ v[NR] = $1 }
		END { print v[1], (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[NR] }')
	echo "want $want"
	sed -n 's/^# fpu-latency ns-per-switch: min \(.*\), median \(.*\), max \(.*\)$/\1 \2 \3/p' \
		"$out/out" | awk -v want="$want" '
		function differ(a, b) { return a - b > 0.11 || b - a > 0.11 }
		{ split(want, w); ok = !differ($1, w[1]) && !differ($2, w[2]) && !differ($3, w[3]) }
		END { exit !ok }'
}

# The switches of a run of $2 seconds on $1 CPUs fill its time, and not more.
adds_up() {
	local cpus=$1 seconds=$2
	shift 2

	run --timing=2 --duration="$seconds" "$@" || return 1
	awk -v time="$((cpus * seconds))" '
		/^# run / { n++; sum = $4 * $8 / 1e9; ok += sum > 0.9 * time && sum < 1.8 * time }
		END { exit n != 2 || ok != 2 }' "$out/out"
}

# Where another task takes half of the time the verdict is a bad one, and the status 0.
notices_a_busy_cpu() {
	local rc=0

	taskset -c "$last_cpu" sh -c 'while :; do :; done' &
	busy=$!
	run --timing=2 -c "$last_cpu" || rc=$?
	end_busy
	[ "$rc" -eq 0 ] && well_formed 2 && said_once &&
		grep -q '^# fpu-latency stability: do not benchmark here: ' "$out/out"
}

end_busy() {
	[ -z "$busy" ] || kill "$busy" 2>/dev/null || true
	[ -z "$busy" ] || wait "$busy" 2>/dev/null || true
	busy=
}

# The gate takes one CPU; later the program may run where it could before.
restores_affinity() {
	local pid may i=0

	rm -f "$out/out"
	"$workload" --timing=2 -c "$last_cpu" >"$out/out" 2>"$out/err" &
	pid=$!
	until grep -qs stability "$out/out" || [ "$i" -eq 100 ]; do
		sleep 0.05
		i=$((i + 1))
	done
	may=$(awk '/^Cpus_allowed_list:/ { print $2 }' "/proc/$pid/status")
	echo "allowed: $may, before: $allowed"
	wait "$pid" && [ "$may" = "$allowed" ]
}

# The output and a trace are one file, with the verdict among its metadata.
stands_before_a_trace() {
	local trace=$selftest/tool/tests/data/latency.txt

	run --timing=2 --states=none || return 1
	"$tool" report "$trace" >"$out/alone"
	cat "$out/out" "$trace" >"$out/both"
	"$tool" report "$out/both" >"$out/report" 2>"$out/err" || return 1
	cmp "$out/alone" "$out/report" || return 1
	"$tool" report --format json "$out/both" >"$out/json" 2>/dev/null || return 1
	grep -qE '"stability": "(good|do not benchmark here): ' "$out/json" &&
		grep -qE '"ns-per-switch": "min [0-9.]+, median ' "$out/json"
}

full_disk() {
	local rc=0

	"$workload" "$@" >/dev/full 2>"$out/err" || rc=$?
	cat "$out/err"
	[ "$rc" -eq 1 ] && grep -q 'standard output: No space' "$out/err"
}

without_timing() {
	run --duration=1 && [ ! -s "$out/err" ] && [ "$(wc -l <"$out/out")" -eq 1 ] &&
		grep -qE '^pipe, .*, [1-9][0-9]* register checks, 0 tasks corrupt$' "$out/out"
}

# What does not depend on the compiler once it runs.
check_runs() {
	local name=$1

	tap_check "$name: without --timing" without_timing
	tap_check "$name: --timing has five runs of a second" default_runs
	tap_check "$name: -T4, figures and verdict" timed_runs 4 -T4 -s none -r
	tap_check "$name: the time of a CPU adds up" adds_up 1 2
	tap_check "$name: a busy CPU gives a bad verdict, and status 0" notices_a_busy_cpu
	if [ "$allowed" = "$last_cpu" ]; then
		tap_skip "$name: two CPUs" "one CPU only"
	else
		tap_check "$name: the time of two CPUs adds up" adds_up 2 1 -c "${allowed%%[,-]*},$last_cpu"
		tap_check "$name: the time of a method on two CPUs adds up" adds_up 2 1 --method=crowd
		tap_check "$name: the gate leaves the allowed CPUs alone" restores_affinity
	fi
	tap_check "$name: the output can stand before a trace" stands_before_a_trace
	tap_check "$name: a full disk, --timing" full_disk --timing=2
	tap_check "$name: a full disk" full_disk --duration=1
}

# Compiler $1, with the variables for make that follow.
check_build() {
	local compiler=$1 name="workload ($1)" dir=$out/$1 text rc=0
	shift

	mkdir -p "$dir"
	workload=$dir/fpu-latency-workload
	tool=$dir/fpu-latency
	tap_check "$name: builds, in parallel" build_into "$dir" "$@"
	tap_check "$name: needs no library but libc and libm" only_libc_and_libm
	tap_check "$name: is made anew when the tool is, and only then" rebuilds_when_needed "$@"
	for text in 1 0 1001 5x +3 -3 ' 5' ''; do
		tap_check "$name: --timing='$text' is refused" \
			refuses 'not a number from 2 to 1000' --timing="$text"
	done
	tap_check "$name: '-T 7' is refused" refuses "'7' is too much" -T 7
	tap_check "$name: a CPU twice is refused" refuses 'twice' -T2 -c "$last_cpu,$last_cpu"
	tap_check "$name: --timing of naps is refused" refuses 'nap' -T --method=nap
	"$workload" -d 1 >/dev/null 2>&1 || rc=$?
	if [ "$rc" -eq 4 ]; then
		tap_skip "$name: runs" "this machine has no XSAVE"
		return
	fi
	tap_check "$name: --timing=3, figures and verdict" timed_runs 3 --timing=3 -m futex
	[ "$compiler" != gcc ] || check_runs "$name"
}

trap end_busy EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
rm -rf "$out"
mkdir -p "$out"
check_build gcc
if command -v clang >/dev/null; then
	check_build clang LLVM=1
fi

tap_totals
