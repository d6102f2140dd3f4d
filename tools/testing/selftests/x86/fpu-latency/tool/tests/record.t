# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# record: wrong usage, and a machine where there is nothing to record. How it records is
# tested where the kernel has the events.

if ! "$tool" help | grep -q '^  record '; then
	skip "record" "not built for x86-64"
else

usage record --duration 0 true
usage record --duration x true
usage record --duration 1e9 true
usage record --buffer 0 true
usage record --buffer 1g true
usage record --events xsave,xstor true
usage record --events "" true
usage record --cpus 1- true
usage record --output "" true
usage record --nothing

# The options of the command are not those of record.
timeout 20 "$tool" record -o "$tmp/recording" true --nothing >"$tmp/out" 2>"$tmp/err" </dev/null
status=$?
if [ $status -eq 0 ]; then
	skip "record without events" "this kernel has them"
else
	is "record without events: status" 1 $status
	is "record without events: one message" 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
	is "record without events: it says what is missing" 1 \
		"$(grep -cE 'no (tracefs|event x86_fpu_latency)|without libtracefs' "$tmp/err")"
	is "record without events: no file" 1 "$(test -e "$tmp/recording"; echo $?)"
	is "record without events: nothing on standard output" 0 "$(wc -c <"$tmp/out" | tr -d ' ')"
fi

fi
