# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# c2c: who restored where, and which lines are shared.

# ev CPU PID save|rstor FPSTATE LATENCY XINUSE
ev() {
	printf '%16s-%-7d [%03d] d..2.     1.000000: x86_fpu_latency_x%s: x86/fpu: ' t "$2" "$1" "$3"
	printf 'fpstate:%s site:f+0x1/0x2 latency:%d RFBM:0x7 XINUSE:%s\n' "$4" "$5" "$6"
}
# Headers are at 64 + 512 in a buffer: lines 0x...280 and 0x...2c0, one pair.
a=ffff888100000040
b=ffff888100000080
{
	ev 0 1 rstor $a 10 0x0
	ev 0 1 save $a 20 0x0
	ev 0 1 rstor $a 30 0x0
	ev 1 1 rstor $a 50 0x0
	ev 1 2 save $a 40 0x0
	ev 1 2 rstor $a 70 0x0
	ev 2 3 save $b 100 0x0
	ev 3 3 rstor $b 200 0x0
} >"$tmp/c2c.txt"
"$tool" c2c "$tmp/c2c.txt" >"$tmp/out" 2>&1
same "c2c by line" data/c2c.out "$tmp/out"
"$tool" c2c --double-cl "$tmp/c2c.txt" >"$tmp/out" 2>&1
same "c2c by pair of lines" data/c2c-double.out "$tmp/out"
"$tool" c2c -a --cacheline-size 32 "$tmp/c2c.txt" | sed 's/32 bytes/64 bytes/' >"$tmp/got"
"$tool" c2c "$tmp/c2c.txt" >"$tmp/want"
is "two lines of 32 bytes are one of 64" "$(grep '^0x' "$tmp/want")" "$(grep '^0x' "$tmp/got")"
"$tool" c2c --top 1 data/trace-cmd-real.txt >"$tmp/out" 2>&1
same "c2c of addresses of trace-cmd" data/c2c-real.out "$tmp/out"
"$tool" c2c data/trace.txt >"$tmp/out" 2>&1
same "c2c of hashed pointers" data/c2c-hashed.out "$tmp/out"
# Of 0x2ff, compacted: 416 bytes of legacy state are 7 lines, the header and 1992 bytes
# behind it 33. Standard: 7, the header, AVX 4, MPX 2, opmask 1, Hi256 8, ZMM 16, PKRU 1.
ev 0 1 save $a 1 0x2ff | sed 's/RFBM:0x7/RFBM:0x2ff/' >"$tmp/all.txt"
is "c2c: lines of all components of AVX-512" "40 40" \
	"$("$tool" c2c --top 0 "$tmp/all.txt" | awk 'NF == 12 && /^0x/' | wc -l | tr -d ' ') $("$tool" c2c --standard --top 0 "$tmp/all.txt" | awk 'NF == 12 && /^0x/' | wc -l | tr -d ' ')"
# PKRU alone, behind AVX (576 + 256) and where the standard format has it (2688).
ev 0 1 save $a 1 0x200 | sed 's/RFBM:0x7/RFBM:0x207/' >"$tmp/pkru.txt"
is "c2c: PKRU in the compacted format" 896 \
	"$("$tool" c2c "$tmp/pkru.txt" | awk 'NF == 12 && /^0x/ && $2 != 576 { print $2 }')"
is "c2c: PKRU in the standard format" 2752 \
	"$("$tool" c2c --standard "$tmp/pkru.txt" | awk 'NF == 12 && /^0x/ && $2 != 576 { print $2 }')"
line 5 | "$tool" c2c - >/dev/null 2>"$tmp/err"
is "c2c of a trace without fpstates: status" 1 $?
# Events have to be in order of time: what is not is told.
awk '{ sub(/1.000000:/, "1.00000" NR ":"); print }' "$tmp/c2c.txt" >"$tmp/timed.txt"
{ tail -n 3 "$tmp/timed.txt"; head -n 5 "$tmp/timed.txt"; } >"$tmp/back.txt"
is "c2c: events in order" 0 "$("$tool" c2c "$tmp/timed.txt" | grep -c earlier)"
is "c2c: events out of order" 1 "$("$tool" c2c "$tmp/back.txt" | grep -c '^1 events are earlier')"
head -n 4 "$tmp/timed.txt" >"$tmp/first.txt"
tail -n 4 "$tmp/timed.txt" >"$tmp/second.txt"
is "c2c: files in the wrong order" 1 \
	"$("$tool" c2c "$tmp/second.txt" "$tmp/first.txt" | grep -c '^1 events are earlier')"
if built_with libtracecmd; then
	# The file has the CPUs one after the other; c2c needs the order of time.
	make_dat "$tmp/timed.txt" "$tmp/c2c.dat"
	"$tool" c2c "$tmp/c2c.dat" >"$tmp/out" 2>&1
	same "c2c of trace.dat" data/c2c.out "$tmp/out"
	if built_with sqlite3; then
		"$tool" export --db "$tmp/c2c.db" "$tmp/c2c.dat" >/dev/null
		"$tool" c2c "$tmp/c2c.db" >"$tmp/out" 2>&1
		same "c2c of a database of trace.dat" data/c2c.out "$tmp/out"
	fi
else
	skip "c2c of trace.dat" "no libtracecmd"
fi
usage c2c --cacheline-size 48
usage c2c --top x
"$tool" c2c --help >/dev/full 2>/dev/null
is "a full disk is an error of c2c --help" 1 $?
