# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# The formats of text in full; large input; SIGINT.

# The fields that a report by default does not show are read from all formats.
for name in perf latency trace-cmd-latency trace-cmd-ts-diff; do
	"$tool" report --format csv --group-by comm,pid,cpu,event "data/$name.txt" |
		cut -d, -f 1-16 >"$tmp/out"
	"$tool" report --format csv --group-by comm,pid,cpu,event data/trace.txt |
		cut -d, -f 1-16 >"$tmp/want"
	same "$name: tasks and CPUs" "$tmp/want" "$tmp/out"
done

# Large input in little memory: 200,000 lines of 121 bytes, and one of 30 MB.
numbers 1 200000 >"$tmp/large.txt"
(
	ulimit -v 262144
	"$tool" report --group-by all --format csv "$tmp/large.txt" 2>/dev/null |
		awk -F, 'NR == 2 { print $2 }'
) >"$tmp/out"
if echo "$FPU_LATENCY" | grep -q -e valgrind -e asan; then
	skip "large input in 256 MiB" "needs address space under $FPU_LATENCY"
else
	is "large input in 256 MiB" 200000 "$(cat "$tmp/out")"
	{
		line 5
		head -c 30000000 /dev/zero | tr '\0' x
		echo
		line 7
	} >"$tmp/long.txt"
	is "a line of 30 MB in 256 MiB" 2 "$(ulimit -v 262144
		"$tool" report --format csv "$tmp/long.txt" | awk -F, 'NR == 2 { print $5 }')"
fi
# Of a line beyond the limit the end is dropped, but not what is read with its end.
{
	line 5
	head -c 30000000 /dev/zero | tr '\0' x
	echo
	line 7
	head -c 9000000 /dev/zero | tr '\0' '\n'
} >"$tmp/long.txt"
is "the line after one of 30 MB" 2 "$("$tool" report --threads 1 --format csv "$tmp/long.txt" |
	awk -F, 'NR == 2 { print $5 }')"
# Time that is not linear would show here.
{ awk 'BEGIN { for (i = 0; i < 400000; i++) printf "-1[1]-1[1](-1 (" }'; echo " x86_fpu_latency_"; } \
	>"$tmp/evil.txt"
timeout 20 "$tool" report "$tmp/evil.txt" >/dev/null 2>&1
is "a line of beginnings of prefixes" 1 $?

# SIGINT ends the reading, and what was read is shown.
mkfifo "$tmp/pipe"
{
	cat data/trace.txt
	sleep 3
} >"$tmp/pipe" &
# In the foreground: else timeout signals its group as well, and a second SIGINT ends the tool.
timeout --foreground --preserve-status -s INT 1 "$tool" report "$tmp/pipe" >"$tmp/out" 2>"$tmp/err"
is "SIGINT: status" 0 $?
same "SIGINT: what was read is shown" data/trace.out "$tmp/out"
is "SIGINT: a message" 1 "$(grep -c interrupted "$tmp/err")"
wait

# A last line without a newline can be part of one, whatever it looks like: an event, a loss,
# something about the recording.
cut="the file ends in the middle of the line"
while IFS='|' read -r name last; do
	{ line 5; printf '%s' "$last"; } >"$tmp/cut.txt"
	"$tool" report --strict --format csv "$tmp/cut.txt" >"$tmp/out" 2>"$tmp/err"
	is "cut in $name: status" 1 $?
	is "cut in $name: nothing of it is used" "1 0 1" \
		"$(awk -F, 'NR == 2 { print $17, $19, $22 }' "$tmp/out")"
	is "cut in $name: named" 1 "$(grep -c ":2: skipped: $cut" "$tmp/err")"
done <<TABLE
a mask|$(line 7 | head -c -2)
a mask, as it seems at its end|$(line 7)
a latency|$(line 7 | sed 's/ RFBM.*//')
an absurd latency|$(line 1099511627776)
what perf lost|  sh 34 [000] 1.0: PERF_RECORD_LOST lost 12
what was overwritten|# entries-in-buffer/entries-written: 28/1028
the TSC rate|# fpu-latency tsc-khz: 2600
TABLE
{ line 5; printf '  sh-1 [000] 1.0: sched_switch: x'; } >"$tmp/cut.txt"
"$tool" report --strict "$tmp/cut.txt" >/dev/null 2>&1
is "cut in another event" 0 $?
# What SIGINT cuts is no fault of the file.
{
	line 5
	line 7 | head -c -1
	sleep 3
} >"$tmp/pipe" &
timeout --foreground --preserve-status -s INT 1 "$tool" report --format csv "$tmp/pipe" \
	>"$tmp/out" 2>"$tmp/err"
is "SIGINT in a line: status" 0 $?
is "SIGINT in a line: it is left out" "1 0" "$(awk -F, 'NR == 2 { print $17, $22 }' "$tmp/out")"
is "SIGINT in a line: one message" 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
wait
