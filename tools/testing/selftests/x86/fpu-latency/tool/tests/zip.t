# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Input that is packed.

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

# What was unpacked when reading failed ends at a line's end by chance.
if command -v gzip >/dev/null && built_with zlib; then
	{ line 5; line 7 | head -c -1; } | gzip -c | head -c -8 >"$tmp/cut.packed"
	"$tool" report --format csv "$tmp/cut.packed" >"$tmp/out" 2>"$tmp/err"
	is "packed, and reading fails at a line's end: status" 1 $?
	is "packed, and reading fails at a line's end" "1 1" \
		"$(awk -F, 'NR == 2 { print $17, $22 }' "$tmp/out")"
fi
