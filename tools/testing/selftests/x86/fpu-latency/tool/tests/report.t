# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Logs in all formats of ftrace and trace-cmd, and what is wrong in them.

# Logs that are used in full.
for name in trace trace_pipe trace-cmd trace-cmd-3.2 trace-cmd-real trace-cmd-raw v7 \
	perf latency trace-cmd-latency trace-cmd-ts-diff \
	names tgid clocks quoted; do
	report "$name" 0 "data/$name.txt"
done
# Logs that hold what is lost, bad or absurd.
for name in lost overwritten bad absurd cut xfd; do
	report "$name" 0 "data/$name.txt"
done
# Logs with nothing that can be used.
for name in none allbad; do
	report "$name" 1 "data/$name.txt"
done
: >"$tmp/empty"
"$tool" report "$tmp/empty" >/dev/null 2>&1
is "an empty file: status" 1 $?

"$tool" report <data/trace.txt >"$tmp/out" 2>&1
same "standard input gives the same" data/trace.out "$tmp/out"
"$tool" report - <data/trace.txt >"$tmp/out" 2>&1
same "- is standard input" data/trace.out "$tmp/out"

# The tail: lowest floor(0.97 n + 0.5) of 1..n, worked out by hand.
while read -r n tail; do
	i=0
	while [ "$i" -lt "$n" ]; do
		i=$((i + 1))
		line "$i"
	done >"$tmp/n.txt"
	is "mean of the lowest 97 % of 1..$n" "$tail" "$(field 8 <"$tmp/n.txt")"
done <<TABLE
1 1
2 2
3 2
10 6
16 9
17 9
33 17
34 17
99 49
100 49
101 50
TABLE
is "means are rounded half up" 3 "$({ line 2; line 3; } | field 7)"
is "numbers beyond 32 bits" 549755813888 "$(line 549755813888 | field 5)"
is "their sum does not wrap" 1099511627774 \
	"$({ line 1099511627775; line 1099511627773; } | field 7)"

# Other input.
sed "s/\$/$(printf '\r')/" data/trace.txt >"$tmp/crlf.txt"
"$tool" report "$tmp/crlf.txt" >"$tmp/out" 2>&1
same "lines that end in CR LF" data/trace.out "$tmp/out"
line 5 | sed "s/            task/$(printf '     \377\376 caf\351 x')/" >"$tmp/bytes.txt"
is "a name that is not UTF-8" 5 "$(field 7 <"$tmp/bytes.txt")"
{
	line 5
	printf 'x%.0s' $(seq 70000)
	echo
	line 7
} >"$tmp/long.txt"
is "a line of 70,000 bytes is passed over" 6 "$(field 7 <"$tmp/long.txt")"
{
	line 5
	printf '\000\000 x86_fpu_latency_ \377\n'
	line 7
} >"$tmp/nul.txt"
is "NUL bytes do no harm" 6 "$(field 7 2>/dev/null <"$tmp/nul.txt")"

# Losses do not wrap.
{
	line 5
	echo "CPU:1 [LOST 18446744073709551615 EVENTS]"
	echo "CPU:1 [LOST 1 EVENTS]"
} >"$tmp/lost.txt"
"$tool" report --fail-on-lost "$tmp/lost.txt" >"$tmp/out" 2>/dev/null
is "more than 2^64 lost: status" 1 $?
is "more than 2^64 lost" "lost by CPU: 1:18446744073709551615" "$(tail -n 1 "$tmp/out")"

# Messages have no command for the terminal that the input has.
{ printf '# fpu-latency cpu: \033[31mred\n# fpu-latency cpu: blue\n'; line 5; } >"$tmp/red.txt"
is "a message with what was recorded" "cpu is 'blue', elsewhere '?[31mred', which is kept" \
	"$("$tool" report "$tmp/red.txt" 2>&1 >/dev/null | sed 's/.*: //')"

# Usage and files.
usage report --no-such-option
usage report --tail
"$tool" report "$tmp/no-such-file" >/dev/null 2>"$tmp/err"
is "no such file: status" 1 $?
is "no such file: one message" 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
"$tool" report "$tmp" >/dev/null 2>&1
is "a directory: status" 1 $?
"$tool" report --help >/dev/null
is "report --help: status" 0 $?
line 5 | "$tool" report >/dev/full 2>/dev/null
is "a full disk is an error" 1 $?

# The order of rows.
while read -r key want; do
	is "--sort $key" "$want" "$("$tool" report --sort "$key" --format csv data/trace.txt |
		awk -F, 'NR > 1 { printf "%s%s", (NR > 2 ? "," : ""), $5 }')"
done <<TABLE
count 1,11,16
-count 16,11,1
min 11,16,1
max 1,16,11
mean 1,16,11
-mean 11,16,1
tail 1,16,11
stddev 1,16,11
p50 1,16,11
event 1,11,16
-event 16,1,11
-xinuse,-count 16,11,1
TABLE
for args in "--sort x" "--sort comm" "--sort p51" "--sort mean," "--format x"; do
	# shellcheck disable=SC2086 # words
	usage report $args
done
"$tool" report --help >/dev/full 2>/dev/null
is "a full disk is an error of report --help" 1 $?
