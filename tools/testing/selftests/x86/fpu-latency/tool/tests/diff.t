# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Recordings side by side.

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
numbers 0 0 >"$tmp/zero.txt"
cat "$tmp/zero.txt" "$tmp/zero.txt" >"$tmp/zeros.txt"
is "diff with a mean of 0" "mean(A) is 0" "$("$tool" diff "$tmp/zeros.txt" "$tmp/b.txt" \
	2>/dev/null | awk '/^x86/ { print $11, $12, $13 }')"
{ line 5; line 5; } >"$tmp/five.txt"
{ line 6; line 6; } >"$tmp/six.txt"
is "diff of two events without spread" "- too few events" \
	"$("$tool" diff "$tmp/five.txt" "$tmp/six.txt" 2>/dev/null |
		awk '/^x86/ { print $10, $11, $12, $13 }')"
is "diff of two events that are the same" "1 no difference shown" \
	"$("$tool" diff "$tmp/five.txt" "$tmp/five.txt" 2>/dev/null |
		awk '/^x86/ { print $10, $11, $12, $13 }')"
{ printf '# fpu-latency cpu: \033[31mred\n'; cat "$tmp/a.txt"; } >"$tmp/red.txt"
is "diff prints no command for the terminal" "cpu: A: ?[31mred, B: -" \
	"$("$tool" diff "$tmp/red.txt" "$tmp/a.txt" 2>/dev/null | grep '^cpu')"
"$tool" diff data/trace.txt data/none.txt >/dev/null 2>&1
is "diff with a recording without events: status" 1 $?
for args in "" "x" "--alpha 0 x y" "--alpha 1 x y" "a b c d e f g h i"; do
	# shellcheck disable=SC2086 # words
	usage diff $args
done
"$tool" diff --help >/dev/full 2>/dev/null
is "a full disk is an error of diff --help" 1 $?
