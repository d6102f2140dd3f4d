#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# How fast the consumer is, as ratios to other programs on the same file in the
# same run, and how much memory it takes.
#
# Usage: bench.sh
# EVENTS=n       events of the log (default 1000000, 122 MB)
# LARGE="n n"    millions of events for the memory and the slope (default "10 100")
# PEER=FILE      the v6 series' script, to be measured on 2,000 lines
# Prints a table; the status is 1 if a ratio is beyond its limit.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

events=${EVENTS:-1000000}
read -ra large <<<"${LARGE-10 100}"
dir=$build/bench
tests=$top/tools/testing/selftests/x86/fpu-latency/tool/tests
tool=$build/fpu-latency
helpers=$build/obj/fpu-latency
failures=0
# Some rows are measured in a folder of their own.
peer=${PEER:+$(realpath -e -- "$PEER")}

# A log as trace_pipe prints it; with the same values in each run.
make_log() {
	awk -v n="$1" 'BEGIN {
		for (i = 0; i < n; i++)
			printf "%16s-%-7d [%03d] d..2. %5d.%06d: x86_fpu_latency_%s: x86/fpu: " \
			       "latency:%d RFBM:0x202e7 XINUSE:0x%s\n", "task-" i % 7,
			       1000 + i % 7, i % 4, i / 10000, i % 10000 * 100,
			       i % 2 ? "xsave" : "xrstor", 26 * (4 + i * 7919 % 400),
			       i % 3 ? "202" : "2e7"
	}'
}

# measure NAME [RUNS] COMMAND: the median of the seconds it takes.
measure() {
	local name=$1 runs=$2 command=$3

	# Not to /dev/null: grep ends at the first match if its output goes there.
	hyperfine --warmup 1 --runs "$runs" --output pipe --export-csv "$dir/$name.csv" \
		--prepare "rm -f $dir/x.db" -- "$command" >"$dir/$name.log" 2>&1 ||
		die "'$command' failed; see ${dir#"$top"/}/$name.log"
	tail -n 1 "$dir/$name.csv" | awk -F, '{ printf "%.3f\n", $(NF - 4) }'
}

row() {
	printf '%-52s %10s %8s  %s\n' "$@"
}

# ratio TITLE SECONDS RATIO at-most|at-least LIMIT: a row, and whether it is within.
ratio() {
	local word=ok

	if ! awk -v r="$3" -v l="$5" -v op="$4" \
		'BEGIN { exit !(op == "at-most" ? r <= l : r >= l) }'; then
		word="NOT OK"
		failures=$((failures + 1))
	fi
	row "$1" "$2" "$3" "$word, limit $4 $5"
}

divide() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

text_rows() {
	local grep_s awk_s report_s

	grep_s=$(measure grep 7 "grep -c latency $dir/log.txt")
	awk_s=$(measure mawk 7 "mawk '{ split(\$0, a, \"latency:\"); s += a[3] + 0 } END { print s }' $dir/log.txt")
	report_s=$(measure report 7 "$tool report --threads 1 $dir/log.txt")
	row "grep -c latency" "$grep_s" "" ""
	row "mawk, one line that sums" "$awk_s" "" ""
	ratio "report, against grep" "$report_s" "$(divide "$report_s" "$grep_s")" at-most 2.5
	ratio "report, against mawk" "$report_s" "$(divide "$report_s" "$awk_s")" at-most 1
	text_s=$report_s
}

# All rows but this one are of one thread.
thread_row() {
	local two_s

	if [ "$(nproc)" -lt 2 ]; then
		row "report, two threads" "" "" "skipped: one CPU"
		return
	fi
	two_s=$(measure threads 7 "$tool report --threads 2 $dir/log.txt")
	ratio "report, two threads, faster than one" "$two_s" "$(divide "$text_s" "$two_s")" \
		at-least 1.5
}

peer_row() {
	local start end rate peer_rate
	[ -n "$peer" ] || return 0

	head -n 2000 "$dir/log.txt" >"$dir/peer.txt"
	start=$(date +%s.%N)
	(cd "$dir" && bash "$peer" peer.txt >peer.log 2>&1) ||
		die "the peer failed; see ${dir#"$top"/}/peer.log"
	end=$(date +%s.%N)
	peer_rate=$(awk -v s="$start" -v e="$end" 'BEGIN { printf "%.1f", 2000 / (e - s) }')
	rate=$(divide "$events" "$text_s")
	row "the v6 script, events/s of 2,000" "" "$peer_rate" ""
	ratio "report, events/s against the v6 script's" "" "$(divide "$rate" "$peer_rate")" \
		at-least 10000
}

db_row() {
	local bare ours

	if ! "$tool" version --build-options | grep -q '^sqlite3: [0-9]'; then
		row "report --db" "" "" "skipped: built without SQLite"
		return
	fi
	gcc -O2 -o "$dir/insert" "$tests/insert.c" -lsqlite3
	bare=$(measure insert 3 "$dir/insert $dir/x.db $events")
	ours=$(measure db 3 "$tool report --db $dir/x.db $dir/log.txt")
	row "bare prepared-insert loop" "$bare" "" ""
	ratio "report --db, rate against the bare loop's" "$ours" "$(divide "$bare" "$ours")" \
		at-least 0.6
}

dat_rows() {
	local dat_s pipe_s

	if ! "$tool" version --build-options | grep -q '^libtracecmd: [0-9]'; then
		row "report trace.dat" "" "" "skipped: built without libtracecmd"
		return
	fi
	"$helpers/mkdat" "$dir/log.txt" "$dir/trace.dat"
	dat_s=$(measure dat 5 "$tool report $dir/trace.dat")
	pipe_s=$(measure pipe 2 "trace-cmd report $dir/trace.dat | $tool report -")
	ratio "report trace.dat, against the text" "$dat_s" "$(divide "$dat_s" "$text_s")" at-most 2
	row "trace-cmd report | report -" "$pipe_s" "" ""
	ratio "report trace.dat, faster than that" "" "$(divide "$pipe_s" "$dat_s")" at-least 5
}

# Seconds and KiB of the largest resident set, of a log that is N logs long.
run_large() {
	local logs=() i

	for ((i = 0; i < $1; i++)); do
		logs+=("$dir/log.txt")
	done
	cat "${logs[@]}" | "$helpers/usage" "$tool" report -
}

large_rows() {
	local millions seconds kib first_s="" first_m=""

	for millions in "${large[@]}"; do
		read -r seconds kib < <(run_large $((millions * 1000000 / events)))
		ratio "report, $millions million events, MiB resident" "$seconds" \
			"$(divide "$kib" 1024)" at-most 64
		if [ -n "$first_s" ]; then
			ratio "seconds for each event, against those of $first_m million" "" \
				"$(divide "$(divide "$seconds" "$millions")" \
					"$(divide "$first_s" "$first_m")")" at-most 1.25
		fi
		first_s=${first_s:-$seconds}
		first_m=${first_m:-$millions}
	done
}

command -v hyperfine mawk >/dev/null || die "hyperfine and mawk are needed: apt-get install hyperfine"
mkdir -p "$dir"
make -s -C "${tests%/*}" OUTPUT="$build" fpu-latency helpers
need_space "$dir" 1000
make_log "$events" >"$dir/log.txt"
row "$events events, $(($(wc -c <"$dir/log.txt") / 1000000)) MB" seconds ratio ""
text_rows
thread_row
peer_row
dat_rows
db_row
large_rows
rm -f "$dir"/log.txt "$dir"/trace.dat "$dir"/x.db "$dir"/peer.txt
[ "$failures" -eq 0 ] || die "$failures ratios are beyond their limits"
