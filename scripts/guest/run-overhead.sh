#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: ticks of a round trip, with the events off and on.
events=/sys/kernel/tracing/events/x86_fpu
runs=9

set_event() {
	if [ -d "$events/x86_fpu_latency_$1" ]; then
		echo "$2" >"$events/x86_fpu_latency_$1/enable"
	fi
}

/pingpong off $runs
if [ -d $events/x86_fpu_latency_xsave ]; then
	set_event xsave 1
	/pingpong xsave $runs
	set_event xrstor 1
	/pingpong both $runs
	set_event xsave 0
	/pingpong xrstor $runs
	set_event xrstor 0
fi
# Any event that was on once leaves something behind in the tracing code, so
# that is compared with a kernel where another event was on.
echo 1 >$events/x86_fpu_regs_activated/enable
/pingpong other $runs
echo 0 >$events/x86_fpu_regs_activated/enable
/pingpong off-again $runs
