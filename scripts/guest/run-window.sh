#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: what lies between the two timestamps of the events, and between
# those that the function_graph tracer takes of the functions around them. Prints
# lines "window LABEL TICKS". Under `qemu -icount shift=0` a tick of the TSC and a
# nanosecond of the trace clock are one executed instruction each.
tracing=/sys/kernel/tracing
events=$tracing/events/x86_fpu

echo 8192 >$tracing/buffer_size_kb
for name in xsave xrstor; do
	echo 1 >$events/x86_fpu_latency_$name/enable
done
/pingpong warm-up 1
echo 0 >$events/enable
sed -nE 's/.* x86_fpu_latency_(xsave|xrstor): .*latency:([0-9]+) .*/window \1 \2/p' $tracing/trace |
	tail -n 2000

echo save_fpregs_to_fpstate >$tracing/set_ftrace_filter
echo restore_fpregs_from_fpstate >>$tracing/set_ftrace_filter
echo function_graph >$tracing/current_tracer
echo >$tracing/trace
/pingpong warm-up 1
echo 0 >$tracing/tracing_on
sed -nE 's/.* ([0-9]+)\.([0-9]+) us +\| +(save_fpregs_to_fpstate|restore_fpregs_from_fpstate)\(.*/\3 \1 \2/p' \
	$tracing/trace | tail -n 2000 | awk '{ print "window", $1, $2 * 1000 + $3 }'
echo nop >$tracing/current_tracer
