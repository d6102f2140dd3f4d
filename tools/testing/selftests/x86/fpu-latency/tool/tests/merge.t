# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# What is made of several: merge.

logs="data/trace.txt data/names.txt data/lost.txt data/bad.txt data/v7.txt"

# shellcheck disable=SC2086 # words
"$tool" report --long $logs >"$tmp/want" 2>/dev/null
n=0
for log in $logs; do
	n=$((n + 1))
	"$tool" report --format json "$log" >"$tmp/part$n.json" 2>/dev/null
done
"$tool" merge "$tmp"/part*.json >"$tmp/merged.json" 2>"$tmp/err"
is "merge: status" 0 $?
"$tool" report --long "$tmp/merged.json" >"$tmp/out" 2>"$tmp/err"
same "the sum of parts is the report of the whole" "$tmp/want" "$tmp/out"
# shellcheck disable=SC2086 # words
"$tool" report --format json $logs >"$tmp/whole.json" 2>/dev/null
same "and the same JSON" "$tmp/whole.json" "$tmp/merged.json"
"$tool" merge "$tmp/merged.json" >"$tmp/again.json"
same "merging one changes nothing" "$tmp/merged.json" "$tmp/again.json"

# Split a log anywhere, merge, get the same.
for at in 1 7 20 27; do
	head -n "$at" data/trace.txt >"$tmp/head.txt"
	tail -n +$((at + 1)) data/trace.txt >"$tmp/tail.txt"
	"$tool" report --format json --group-by comm,cpu,event "$tmp/head.txt" >"$tmp/a.json"
	"$tool" report --format json --group-by comm,cpu,event "$tmp/tail.txt" >"$tmp/b.json"
	"$tool" merge --group-by comm,cpu,event "$tmp/a.json" "$tmp/b.json" >"$tmp/out"
	"$tool" report --format json --group-by comm,cpu,event data/trace.txt >"$tmp/want2"
	same "split after line $at, merged" "$tmp/want2" "$tmp/out"
done
head -c 500 "$tmp/part1.json" >"$tmp/cut.json"
"$tool" merge "$tmp/part2.json" >"$tmp/want3" 2>/dev/null
"$tool" merge "$tmp/cut.json" "$tmp/part2.json" >"$tmp/out" 2>"$tmp/err"
is "merge with a summary that was cut: status and one message" "1 1" \
	"$? $(grep -c cut.json "$tmp/err")"
is "merge with a summary that was cut has the other" "$(grep -c latency "$tmp/want3")" \
	"$(grep -c latency "$tmp/out")"
"$tool" report "$tmp/out" >/dev/null 2>"$tmp/err"
is "and says that it is not all" "0 1" "$? $(grep -c 'not read to its end' "$tmp/err")"
"$tool" report --strict "$tmp/out" >/dev/null 2>&1
is "and --strict fails: status" 1 $?
usage merge
usage merge --group-by cpu --db x y

if ! built_with sqlite3; then
	skip "merge --db" "no SQLite"
	return
fi
"$tool" merge --db "$tmp/merged.db" "$tmp"/part*.json >/dev/null
"$tool" report --long "$tmp/merged.db" >"$tmp/out" 2>"$tmp/err"
same "report of a database of sums" "$tmp/want" "$tmp/out"
"$tool" report --group-by cpu "$tmp/merged.db" >/dev/null 2>&1
is "a database of sums has no CPUs: status" 1 $?
"$tool" merge --help >/dev/full 2>/dev/null
is "a full disk is an error of merge --help" 1 $?
