# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# What the tests have in common: sourced by run.sh and memcheck.sh, in this folder. TAP.
#
# $tool, which they set, is the program; $tmp a directory for this run's files, $HELPERS
# where the programs of this folder are.

# shellcheck disable=SC2154 # tool is set by them
: "${FPU_LATENCY:?the program to test}"
: "${HELPERS:?the folder with mkdat}"
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

# usage ARGUMENT...: it is wrong usage, told in a line and a hint.
usage() {
	"$tool" "$@" >/dev/null 2>"$tmp/err" </dev/null
	is "usage error: '$*'" "129 2" "$? $(wc -l <"$tmp/err" | tr -d ' ')"
}

# built_with LIBRARY: is it in?
built_with() {
	! "$tool" version --build-options | grep -q "^$1: no$"
}

# numbers FROM TO [STEP]: a log with these latencies.
numbers() {
	awk -v from="$1" -v to="$2" -v step="${3:-1}" 'BEGIN {
		for (i = from; i <= to; i += step)
			printf "%16s-1       [000] d..2.     1.000000: x86_fpu_latency_xsave: " \
			       "x86/fpu: latency:%.0f RFBM:0x7 XINUSE:0x3\n", "task", i
	}'
}

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

# make_dat LOG TRACE.DAT: a trace.dat of a log; see mkdat.c.
make_dat() {
	"$HELPERS/mkdat" "$1" "$2" || not_ok "make a trace.dat of $1"
}

# The end of a run: plan, totals and the status.
finish() {
	echo "1..$nr"
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" -eq 0 ]
}
