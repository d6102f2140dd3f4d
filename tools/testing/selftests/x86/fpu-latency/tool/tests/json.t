# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Summaries: the report in JSON, read again.

for log in trace names lost bad v7; do
	"$tool" report --long "data/$log.txt" >"$tmp/want" 2>/dev/null
	"$tool" report --format json "data/$log.txt" 2>"$tmp/err" |
		"$tool" report --long - >"$tmp/out" 2>"$tmp/err2"
	same "the report of $log and of its JSON" "$tmp/want" "$tmp/out"
	sed -i 's/standard input: of //' "$tmp/err2"
	same "the report of $log and of its JSON: messages" "$tmp/err" "$tmp/err2"
done
"$tool" report --group-by comm data/names.txt >"$tmp/want2"
"$tool" report --format json --group-by comm,pid data/names.txt >"$tmp/names.json"
"$tool" report --group-by comm "$tmp/names.json" >"$tmp/out" 2>&1
same "a summary by fewer fields; names byte for byte" "$tmp/want2" "$tmp/out"
"$tool" report --filter 'latency<110' data/names.txt >"$tmp/want2"
"$tool" report --format json data/names.txt | "$tool" report --filter 'latency<110' - >"$tmp/out"
same "a filtered summary" "$tmp/want2" "$tmp/out"
"$tool" report --format json data/trace.txt >"$tmp/trace.json"
for args in "--group-by cpu" "--cpu 0" "--time 1,2" "--filter comm=sh"; do
	# shellcheck disable=SC2086 # words
	"$tool" report $args "$tmp/trace.json" >/dev/null 2>"$tmp/err"
	is "a summary has not what '$args' needs: status" 1 $?
done

# Summaries that are none, whatever they are grouped by.
while read -r text; do
	printf '%s' "$text" >"$tmp/x.json"
	timeout 20 "$tool" report --group-by all "$tmp/x.json" >/dev/null 2>"$tmp/err"
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
{"format": "fpu-latency", "version": 1, "group_by": ["event", "event"], "groups": []}
{"format": "fpu-latency", "version": 1, "group_by": ["xinuse"], "groups": [{"xinuse": "0x123456789", "histogram": [[1,1]]}], "group_by": ["comm"]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,1]]}], "groups": [{"histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": ["pid"], "groups": [{"pid": 1, "pid": 2, "histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,1]], "histogram": [[2,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,9223372036854775808],[2,9223372036854775808]]},{"histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,18446744073709551615],[2,18446744073709551615],[3,3]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,281474976710657]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,281474976710656]]},{"histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "groups": [{"histogram": [[1,1]]}], "group_by": []}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"count": 30000}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"count": 2, "histogram": [[1,1]]}]}
{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": []}]}
{"format": "fpu-latency", "version": 1, "input": {"events": 5, "filtered": 1}, "group_by": [], "groups": [{"histogram": [[1,3]]}]}
{"format": "fpu-latency", "version": 1, "input": {"lost": 5}, "group_by": [], "groups": [{"histogram": [[1,3]]}]}
{"format": "fpu-latency", "version": 1, "x": "\u1234"}
{"format": "fpu-latency", "version": 1, "x": "\
{"x": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
TABLE
printf '{"format": "fpu-latency", "version": 1, "new": {"a": [1, {"b": null}], "c": -1.5e3},
	"group_by": [], "groups": [{"histogram": [[5,2]], "x": true}]}' >"$tmp/new.json"
is "what a summary has in addition is passed over" 2 "$("$tool" report --group-by all \
	--format csv "$tmp/new.json" | awk -F, 'NR == 2 { print $2 }')"
most='{"format": "fpu-latency", "version": 1, "group_by": [], "groups": [{"histogram": [[1,281474976710656]]}]}'
echo "$most" >"$tmp/most.json"
is "the largest count" 281474976710656 "$("$tool" report --group-by all --format csv \
	"$tmp/most.json" | awk -F, 'NR == 2 { print $2 }')"
"$tool" report --group-by all "$tmp/most.json" "$tmp/new.json" >"$tmp/out" 2>&1
is "more in all than sums are exact for: status" 1 $?
