#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run each command and each format of the input once under valgrind's memcheck.
# What is run is in memcheck/, a file for each topic; a command that none of them
# runs is an error.
#
# FPU_LATENCY=path of the program
# HELPERS=folder with the programs of this folder, such as mkdat.
# TAP, then "N passed, N failed, N skipped".
set -u

cd "$(dirname "$0")" || exit 1
# shellcheck source=tools/testing/selftests/x86/fpu-latency/tool/tests/engine.sh
. ./engine.sh
# The tests' helpers run the program itself, to see what is built in.
tool=$FPU_LATENCY

# run STATUS ARGUMENT...: valgrind says nothing, of no process, and the status is right.
run() {
	want=$1
	shift
	echo "$1" >>"$tmp/commands"
	rm -f "$tmp"/valgrind.*
	timeout 60 valgrind -q --leak-check=full --errors-for-leak-kinds=definite \
		--log-file="$tmp/valgrind.%p" "$tool" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	{
		echo "status $status instead of $want"
		cat "$tmp"/valgrind.*
	} >"$tmp/why"
	if [ "$status" -eq "$want" ] && [ -z "$(cat "$tmp"/valgrind.*)" ]; then
		ok "memcheck: $*"
	else
		not_ok "memcheck: $*"
	fi
}

for file in memcheck/*.t; do
	# shellcheck disable=SC1090 # it is not known which
	. "./$file"
done
"$tool" help | awk '/^  / { print $1 }' | sort >"$tmp/all"
sort -u "$tmp/commands" >"$tmp/run"
same "memcheck: each command was run" "$tmp/all" "$tmp/run"

finish
