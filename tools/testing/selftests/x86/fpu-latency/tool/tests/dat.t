# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# trace.dat, made of the text.

make_dat data/trace.txt "$tmp/trace.dat"
if ! built_with libtracecmd; then
	"$tool" report "$tmp/trace.dat" >/dev/null 2>"$tmp/err"
	is "without libtracecmd a trace.dat is an error" "1 1" "$? $(wc -l <"$tmp/err" | tr -d ' ')"
else
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
	{
		echo "CPU:0 [LOST 512 EVENTS]"
		numbers 1 3
		echo "CPU:0 [LOST EVENTS]"
		numbers 4 4
	} >"$tmp/lost.txt"
	make_dat "$tmp/lost.txt" "$tmp/lost.dat"
	"$tool" report --long "$tmp/lost.txt" >"$tmp/want"
	"$tool" report --long "$tmp/lost.dat" >"$tmp/out" 2>&1
	same "trace.dat: lost events" "$tmp/want" "$tmp/out"
	is "trace.dat: lost events by CPU" "lost by CPU: 0:512+?" "$(tail -n 1 "$tmp/out")"
	line 5 | sed 's/_xsave/_xfd/; s/RFBM.*/XFD:0x40000/' >"$tmp/xfd.txt"
	line 7 >>"$tmp/xfd.txt"
	make_dat "$tmp/xfd.txt" "$tmp/xfd.dat"
	"$tool" report "$tmp/xfd.txt" >"$tmp/want"
	"$tool" report "$tmp/xfd.dat" >"$tmp/out" 2>&1
	same "trace.dat: writes of the XFD MSR" "$tmp/want" "$tmp/out"
	# Several pages, and a second that passes between two events.
	numbers 1 5000 | awk '{ sub(/1.000000/, sprintf("%d.%06d", NR / 2500, NR)); print }' \
		>"$tmp/pages.txt"
	make_dat "$tmp/pages.txt" "$tmp/pages.dat"
	for args in "--long" "--time 0,0.9 --group-by all" "--time 1,1.003 --group-by all"; do
		# shellcheck disable=SC2086 # words
		"$tool" report $args "$tmp/pages.txt" >"$tmp/want"
		# shellcheck disable=SC2086 # words
		"$tool" report $args "$tmp/pages.dat" >"$tmp/out" 2>&1
		same "trace.dat of many pages: $args" "$tmp/want" "$tmp/out"
	done
	"$tool" report - <"$tmp/trace.dat" >/dev/null 2>&1
	is "trace.dat from a pipe: status" 1 $?
	size=$(wc -c <"$tmp/trace.dat")
	for part in 1 2 4 8 16; do
		head -c $((size * part / 17)) "$tmp/trace.dat" >"$tmp/cut.dat"
		survives "trace.dat cut after $part of 17 parts" "$tmp/cut.dat"
	done
	size=$(wc -c <"$tmp/pages.dat")
	for part in 50 75 99; do
		head -c $((size * part / 100)) "$tmp/pages.dat" >"$tmp/cut.dat"
		"$tool" report --format csv --group-by all "$tmp/cut.dat" >"$tmp/out" 2>"$tmp/err"
		is "trace.dat cut at $part %: status and one message" "1 1" \
			"$? $(wc -l <"$tmp/err" | tr -d ' ')"
		n=$(awk -F, 'NR == 2 { print $2 }' "$tmp/out")
		is "trace.dat cut at $part %: what is there is read" yes \
			"$([ "${n:-0}" -gt $((5000 * (part - 30) / 100)) ] && echo yes || echo "$n")"
	done
	for at in 20 60 700 1500 2500 4100 4112; do
		cp "$tmp/trace.dat" "$tmp/bad.dat"
		printf '\377\377\377\377\377\377\377' |
			dd of="$tmp/bad.dat" bs=1 seek="$at" conv=notrunc 2>/dev/null
		survives "trace.dat corrupt at $at" "$tmp/bad.dat"
	done
fi
