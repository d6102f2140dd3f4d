#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tests of fpu-latency: the program is run on small logs in data/, and what it
# prints is compared with NAME.out (and NAME.err, where there is one).
#
# FPU_LATENCY=path of the program. TAP, then "N passed, N failed, N skipped".
set -u

cd "$(dirname "$0")" || exit 1
tool=${FPU_LATENCY:?the program to test}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
nr=0
passed=0
failed=0
skipped=0

ok() {
	nr=$((nr + 1))
	passed=$((passed + 1))
	echo "ok $nr - $1"
}

not_ok() {
	nr=$((nr + 1))
	failed=$((failed + 1))
	echo "not ok $nr - $1"
	sed 's/^/# /' "$tmp/why"
}

skip() {
	nr=$((nr + 1))
	skipped=$((skipped + 1))
	echo "ok $nr - $1 # SKIP $2"
}

# same NAME EXPECTED GOT: the files are the same.
same() {
	if diff -u "$2" "$3" >"$tmp/why" 2>&1; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

# is NAME EXPECTED GOT: the words are the same.
is() {
	echo "expected '$2', got '$3'" >"$tmp/why"
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

# report NAME STATUS ARGUMENT...: run and compare status, output and messages.
report() {
	name=$1
	want=$2
	shift 2
	timeout 20 "$tool" report "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$name: status" "$want" $?
	[ ! -f "data/$name.out" ] || same "$name: output" "data/$name.out" "$tmp/out"
	[ ! -f "data/$name.err" ] || same "$name: messages" "data/$name.err" "$tmp/err"
}

# One line of a trace with latency $1.
line() {
	printf '%16s-1       [000] d..2.     1.000000: ' task
	printf 'x86_fpu_latency_xsave: x86/fpu: latency:%s RFBM:0x7 XINUSE:0x3\n' "$1"
}

# field NUMBER: a column of the first row of a report from standard input.
field() {
	"$tool" report - 2>/dev/null | awk -v n="$1" 'NR == 3 { print $n }'
}

# Logs that are used in full.
for name in trace trace_pipe trace-cmd trace-cmd-3.2 trace-cmd-real trace-cmd-raw v7 \
	names tgid clocks quoted; do
	report "$name" 0 "data/$name.txt"
done
# Logs that hold what is lost, bad or absurd.
for name in lost overwritten bad absurd cut; do
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

# Usage and files.
for args in "" "frobnicate" "report --no-such-option" "report --db" "report a b" "version x"; do
	# shellcheck disable=SC2086 # words
	"$tool" $args >/dev/null 2>"$tmp/err" </dev/null
	is "usage error: '$args'" 129 $?
done
"$tool" report "$tmp/no-such-file" >/dev/null 2>"$tmp/err"
is "no such file: status" 1 $?
is "no such file: one message" 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
"$tool" report "$tmp" >/dev/null 2>&1
is "a directory: status" 1 $?
"$tool" help >/dev/null && "$tool" report --help >/dev/null
is "help: status" 0 $?
line 5 | "$tool" report >/dev/full 2>/dev/null
is "a full disk is an error" 1 $?

# The database.
if "$tool" version --build-options | grep -q '^sqlite3: no'; then
	"$tool" report --db "$tmp/x.db" data/trace.txt >/dev/null 2>"$tmp/err"
	is "without SQLite --db is an error" 1 $?
	skip "database" "built without SQLite"
elif ! command -v sqlite3 >/dev/null; then
	skip "database" "no sqlite3 program"
else
	"$tool" report --db "$tmp/trace.db" data/trace.txt >"$tmp/out"
	same "--db prints the same report" data/trace.out "$tmp/out"
	sqlite3 "$tmp/trace.db" "SELECT * FROM report" >"$tmp/out"
	awk -v OFS='|' 'NR > 2 && /^x86/ { print $1, $2, $3, $4, $5, $6 }' \
		data/trace.out >"$tmp/want"
	sed 's/|[^|]*$//' "$tmp/out" >"$tmp/got"
	same "the database's view report has the same figures" "$tmp/want" "$tmp/got"
	is "the database is sound" ok "$(sqlite3 "$tmp/trace.db" 'PRAGMA integrity_check')"
	"$tool" report --db "$tmp/trace.db" data/trace.txt >/dev/null 2>&1
	is "an existing database is not touched: status" 1 $?
	is "an existing database is not touched" ok \
		"$(sqlite3 "$tmp/trace.db" 'PRAGMA integrity_check')"
	"$tool" report --db "$tmp/names.db" data/names.txt >/dev/null
	sqlite3 "$tmp/names.db" "SELECT hex(comm) FROM events ORDER BY id" >"$tmp/out"
	same "names are kept byte for byte" data/names.hex "$tmp/out"
	"$tool" report --db "$tmp/lost.db" data/lost.txt >/dev/null 2>&1
	sqlite3 "$tmp/lost.db" "SELECT what, n FROM counts ORDER BY what" >"$tmp/out"
	same "losses are in the database" data/lost.counts "$tmp/out"
	"$tool" report --db "$tmp/none.db" data/none.txt >/dev/null 2>&1
	is "no database is left of a trace without events" no \
		"$([ -e "$tmp/none.db" ] && echo yes || echo no)"
fi

echo "1..$nr"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
