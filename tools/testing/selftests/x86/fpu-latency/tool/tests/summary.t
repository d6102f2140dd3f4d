# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Summaries, databases, and what is made of several: merge, export, diff.

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
"$tool" report --long "$tmp/merged.json" >"$tmp/out" 2>&1
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
"$tool" report --group-by comm data/names.txt >"$tmp/want2"
"$tool" report --format json --group-by comm,pid data/names.txt >"$tmp/names.json"
"$tool" report --group-by comm "$tmp/names.json" >"$tmp/out" 2>&1
same "a summary by fewer fields; names byte for byte" "$tmp/want2" "$tmp/out"
"$tool" report --filter 'latency<110' data/names.txt >"$tmp/want2"
"$tool" report --format json data/names.txt | "$tool" report --filter 'latency<110' - >"$tmp/out"
same "a filtered summary" "$tmp/want2" "$tmp/out"
for args in "--group-by cpu" "--cpu 0" "--time 1,2" "--filter comm=sh"; do
	# shellcheck disable=SC2086 # words
	"$tool" report $args "$tmp/merged.json" >/dev/null 2>"$tmp/err"
	is "a summary has not what '$args' needs: status" 1 $?
done

# Summaries that are none.
while read -r text; do
	printf '%s' "$text" >"$tmp/x.json"
	timeout 20 "$tool" report "$tmp/x.json" >/dev/null 2>"$tmp/err"
	is "no summary: $text" "1 1" "$? $(wc -l <"$tmp/err" | tr -d ' ')"
done <<'TABLE'
{
{}
{"format": "fpu-latency"}
{"format": "x", "version": 1, "group_by": [], "groups": []}
{"format": "fpu-latency", "version": 2, "group_by": [], "groups": []}
{"format": "fpu-latency", "version": 1, "group_by": ["event"], "groups": [{"histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,0]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,-1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1099511627776,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,1]]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,1]]}]} x
{"format": "fpu-latency", "version": 1, "group_by": ["x"], "groups": []}
{"format": "fpu-latency", "version": 1, "group_by": ["event"], "groups": [{"event": "x", "histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "x": "\u1234"}
{"format": "fpu-latency", "version": 1, "x": "\
{"x": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
TABLE
printf '{"format": "fpu-latency", "version": 1, "new": {"a": [1, {"b": null}], "c": -1.5e3},
	"group_by": [], "groups": [{"histogram": [[5,2]], "x": true}]}' >"$tmp/new.json"
is "what a summary has in addition is passed over" 2 "$("$tool" report --group-by all \
	--format csv "$tmp/new.json" | awk -F, 'NR == 2 { print $2 }')"

# diff.
numbers 100 200 >"$tmp/a.txt"
numbers 110 210 >"$tmp/b.txt"
numbers 99 201 >"$tmp/c.txt"
(cd "$tmp" && "$tool" diff --meta kernel=7.3 a.txt b.txt c.txt) >"$tmp/out" 2>&1
is "diff: status" 0 $?
same "diff of three" data/diff.out "$tmp/out"
# Welch's t of 100..200 and 110..210: t = 10 / sqrt(2 * 858.5 / 101) = 2.4254, df 200,
# p = 0.0162 and t(0.975, 200) = 1.97190 from printed tables.
is "diff: percent, interval and p" "+6.67% 5.42% 0.016 slower" \
	"$("$tool" diff "$tmp/a.txt" "$tmp/b.txt" 2>/dev/null |
		awk '/^x86/ { print $8, $9, $10, $11 }')"
is "diff with itself" "+0.00% 5.42% 1 no difference shown" \
	"$("$tool" diff "$tmp/a.txt" "$tmp/a.txt" 2>/dev/null |
		awk '/^x86/ { print $8, $9, $10, $11, $12, $13 }')"
{ echo "# fpu-latency tsc-khz: 1000000"; cat "$tmp/a.txt"; } >"$tmp/slow.txt"
{ echo "# fpu-latency tsc-khz: 2000000"; numbers 200 400 2; } >"$tmp/fast.txt"
"$tool" diff "$tmp/slow.txt" "$tmp/fast.txt" >"$tmp/out" 2>&1
is "diff normalises ticks to ns" "150.0 150.0" "$(awk '/^x86/ { print $5, $7 }' "$tmp/out")"
grep -qx 'tsc-khz: A: 1000000, B: 2000000' "$tmp/out"
is "diff lists what differs" 0 $?
"$tool" diff --group-by comm data/names.txt data/trace.txt >"$tmp/out" 2>&1
same "diff of groups that only one has" data/diff-names.out "$tmp/out"
"$tool" diff data/trace.txt data/none.txt >/dev/null 2>&1
is "diff with a recording without events: status" 1 $?
for args in "" "x" "--alpha 0 x y" "--alpha 1 x y" "a b c d e f g h i"; do
	# shellcheck disable=SC2086 # words
	usage diff $args
done
usage merge
usage merge --group-by cpu --db x y
usage export data/trace.txt

# Databases.
if ! built_with sqlite3 || ! command -v sqlite3 >/dev/null; then
	skip "export" "no SQLite or no sqlite3 program"
	return
fi
# shellcheck disable=SC2086 # words
"$tool" export --db "$tmp/all.db" --meta cpu=x $logs >"$tmp/out" 2>/dev/null
is "export: status" 0 $?
for args in "--long" "--format csv --group-by comm,cpu" "--group-by site,fpstate" \
	"--filter pid>100" "--time 1,2" "--cpu 0,1" "--filter latency<110"; do
	# The lines' reasons are in the database, too; they are not told again.
	# shellcheck disable=SC2086 # words
	"$tool" report $args $logs >"$tmp/want2" 2>/dev/null
	# shellcheck disable=SC2086 # words
	"$tool" report $args "$tmp/all.db" >"$tmp/out" 2>&1
	same "report $args of the database is that of the logs" "$tmp/want2" "$tmp/out"
done
"$tool" export --histograms --db "$tmp/hist.db" "$tmp/all.db" >/dev/null
"$tool" merge --db "$tmp/merged.db" "$tmp"/part*.json >/dev/null
for db in hist merged; do
	"$tool" report --long "$tmp/$db.db" >"$tmp/out" 2>&1
	same "report of $db.db" "$tmp/want" "$tmp/out"
	"$tool" report --group-by cpu "$tmp/$db.db" >/dev/null 2>&1
	is "$db.db has no CPUs: status" 1 $?
done
for query in ../queries/*.sql; do
	name=${query##*/}
	sqlite3 -bail "$tmp/all.db" ".read $query" >"$tmp/out" 2>&1
	is "query $name: status" 0 $?
	same "query $name" "data/query-${name%.sql}.out" "$tmp/out"
done
is "the median of the query is the tool's" \
	"$("$tool" report --format csv -p 50 "$tmp/all.db" | awk -F, 'NR > 1 { print $13 }')" \
	"$(sqlite3 "$tmp/all.db" ".read ../queries/median.sql" | cut -d'|' -f5)"
sqlite3 "$tmp/other.db" "CREATE TABLE t (x)"
"$tool" report "$tmp/other.db" >/dev/null 2>"$tmp/err"
is "a database of something else: status" 1 $?
head -c 5000 "$tmp/all.db" >"$tmp/cut.db"
timeout 20 "$tool" report --group-by cpu "$tmp/cut.db" >/dev/null 2>&1
is "a database that was cut: status" 1 $?
"$tool" report - <"$tmp/all.db" >/dev/null 2>&1
is "a database from a pipe: status" 1 $?
