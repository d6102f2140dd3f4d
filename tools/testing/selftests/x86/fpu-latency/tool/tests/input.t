# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# What the input is packed in; files that are cut or corrupt; large ones.

# The fields that a report by default does not show are read from all formats.
for name in perf latency trace-cmd-latency trace-cmd-ts-diff; do
	"$tool" report --format csv --group-by comm,pid,cpu,event "data/$name.txt" |
		cut -d, -f 1-16 >"$tmp/out"
	"$tool" report --format csv --group-by comm,pid,cpu,event data/trace.txt |
		cut -d, -f 1-16 >"$tmp/want"
	same "$name: tasks and CPUs" "$tmp/want" "$tmp/out"
done

# Nothing ends by a signal or hangs, whatever the file is: a status below 124.
survives() {
	timeout 60 "$tool" report "$2" >"$tmp/out" 2>"$tmp/err"
	status=$?
	echo "status $status" >"$tmp/why"
	if [ "$status" -le 1 ]; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

# packed LIBRARY PROGRAM: a log packed with it.
packed() {
	if ! command -v "$2" >/dev/null; then
		skip "$2" "no $2 program"
		return
	fi
	"$2" -c data/trace.txt >"$tmp/trace.packed"
	if ! built_with "$1"; then
		"$tool" report "$tmp/trace.packed" >/dev/null 2>"$tmp/err"
		is "without $1 a file packed with $2 is an error" "1 1" \
			"$? $(wc -l <"$tmp/err" | tr -d ' ')"
		return
	fi
	"$tool" report "$tmp/trace.packed" >"$tmp/out" 2>&1
	same "packed with $2" data/trace.out "$tmp/out"
	"$tool" report - <"$tmp/trace.packed" >"$tmp/out" 2>&1
	same "packed with $2, from standard input" data/trace.out "$tmp/out"
	head -n 10 data/trace.txt | "$2" -c >"$tmp/two.packed"
	tail -n +11 data/trace.txt | "$2" -c >>"$tmp/two.packed"
	"$tool" report "$tmp/two.packed" >"$tmp/out" 2>&1
	same "two files packed with $2, one behind the other" data/trace.out "$tmp/out"
	numbers 1 20000 | "$2" -c >"$tmp/large.packed"
	size=$(wc -c <"$tmp/large.packed")
	head -c $((size / 2)) "$tmp/large.packed" >"$tmp/cut.packed"
	timeout 20 "$tool" report --format csv "$tmp/cut.packed" >"$tmp/out" 2>"$tmp/err"
	is "packed with $2 and cut: status" 1 $?
	is "packed with $2 and cut: what is good is kept" yes \
		"$(awk -F, 'NR == 2 && $5 > 1000 { print "yes" }' "$tmp/out")"
	{ head -c $((size / 2)) "$tmp/large.packed"; echo garbage; tail -c 2000 "$tmp/large.packed"; } \
		>"$tmp/bad.packed"
	survives "packed with $2 and corrupt" "$tmp/bad.packed"
}
packed zlib gzip
packed libzstd zstd

# trace.dat, made of the text.
if ! command -v python3 >/dev/null; then
	skip "trace.dat" "no python3"
elif ! built_with libtracecmd; then
	python3 mkdat.py data/trace.txt "$tmp/trace.dat"
	"$tool" report "$tmp/trace.dat" >/dev/null 2>"$tmp/err"
	is "without libtracecmd a trace.dat is an error" "1 1" "$? $(wc -l <"$tmp/err" | tr -d ' ')"
else
	python3 mkdat.py data/trace.txt "$tmp/trace.dat"
	"$tool" report "$tmp/trace.dat" >"$tmp/out" 2>&1
	same "trace.dat" data/trace.out "$tmp/out"
	for by in comm,pid,cpu event,site; do
		# The text has the length of the function, too.
		sed 's|\(site:[^ ]*\)/0x[0-9a-f]*|\1|' data/trace.txt |
			"$tool" report --long --group-by "$by" - >"$tmp/want"
		"$tool" report --long --group-by "$by" "$tmp/trace.dat" >"$tmp/out" 2>&1
		same "trace.dat by $by" "$tmp/want" "$tmp/out"
	done
	"$tool" report --time 2.7,2.74 data/trace.txt >"$tmp/want"
	"$tool" report --time 2.7,2.74 "$tmp/trace.dat" >"$tmp/out" 2>&1
	same "trace.dat by time" "$tmp/want" "$tmp/out"
	sed 's/fpstate:0*/fpstate:0x/' data/trace.txt |
		"$tool" report --group-by fpstate - >"$tmp/want"
	"$tool" report --group-by fpstate "$tmp/trace.dat" >"$tmp/out" 2>&1
	same "trace.dat has addresses" "$tmp/want" "$tmp/out"
	python3 mkdat.py data/lost.txt "$tmp/lost.dat"
	"$tool" report "$tmp/lost.dat" | tail -n 1 >"$tmp/out"
	is "trace.dat: lost events" "lost by CPU: 1:512" "$(cat "$tmp/out")"
	"$tool" report - <"$tmp/trace.dat" >/dev/null 2>&1
	is "trace.dat from a pipe: status" 1 $?
	size=$(wc -c <"$tmp/trace.dat")
	for part in 1 2 4 8 16; do
		head -c $((size * part / 17)) "$tmp/trace.dat" >"$tmp/cut.dat"
		survives "trace.dat cut after $part of 17 parts" "$tmp/cut.dat"
	done
	for at in 20 60 700 1500 2500 4100 4112; do
		cp "$tmp/trace.dat" "$tmp/bad.dat"
		printf '\377\377\377\377\377\377\377' |
			dd of="$tmp/bad.dat" bs=1 seek="$at" conv=notrunc 2>/dev/null
		survives "trace.dat corrupt at $at" "$tmp/bad.dat"
	done
fi

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
timeout --preserve-status -s INT 1 "$tool" report "$tmp/pipe" >"$tmp/out" 2>"$tmp/err"
is "SIGINT: status" 0 $?
same "SIGINT: what was read is shown" data/trace.out "$tmp/out"
is "SIGINT: a message" 1 "$(grep -c interrupted "$tmp/err")"
wait
