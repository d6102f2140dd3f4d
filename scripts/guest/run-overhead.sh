#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: ticks of a round trip, with the events off and on, and how many events
# there are in one.
tracing=/sys/kernel/tracing
events=$tracing/events/x86_fpu
runs=9

set_event() {
	if [ -d "$events/x86_fpu_latency_$1" ]; then
		echo "$2" >"$events/x86_fpu_latency_$1/enable"
	fi
}

# records ROUNDS: of so many round trips, and of what is around them.
records() {
	echo >$tracing/trace
	/pingpong none 1 "$1" >/dev/null
	awk '$1 == "entries:" { n += $2 } $1 == "overrun:" && $2 { lost = 1 }
		END { print lost ? "lost" : n }' $tracing/per_cpu/cpu*/stats
}

# measure LABEL: ticks of a round trip, and events in it: what 1000 more of them add.
measure() {
	/pingpong "$1" $runs
	few=$(records 1000)
	many=$(records 2000)
	echo "events $1 $few $many" | awk '{ print $1, $2, ($4 - $3) / 1000 }'
}

# measure_events SUFFIX: each event on, and both.
measure_events() {
	set_event xsave 1
	measure "xsave$1"
	set_event xrstor 1
	measure "both$1"
	set_event xsave 0
	measure "xrstor$1"
	set_event xrstor 0
}

/pingpong off $runs
if [ -d $events/x86_fpu_latency_xsave ]; then
	measure_events ''
	# No AMX, so no write of XFD: what is left is the traced restore.
	set_event xfd 1
	/pingpong xfd $runs
	set_event xfd 0
	echo 0 >$tracing/options/record-cmd
	measure_events -bare
	echo 1 >$tracing/options/record-cmd
fi
# Any event that was on once leaves something behind in the tracing code, so
# that is compared with a kernel where another event was on.
echo 1 >$events/x86_fpu_regs_activated/enable
/pingpong other $runs
echo 0 >$events/x86_fpu_regs_activated/enable
/pingpong off-again $runs
