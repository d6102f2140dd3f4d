#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Main job of the guest: run the selftest as kselftest does, then record the
# events while the selftest's tasks switch, and send the trace out.
tracing=/sys/kernel/tracing

echo "guest: $(uname -r), $(nproc) CPU, $(grep -m1 'model name' /proc/cpuinfo)"
dmesg | grep -E 'x86/fpu: Enabled|KTAP|# x86_fpu_latency|    (not )?ok|^(not )?ok' | sed 's/^/kunit: /'

echo "guest: selftest begins"
cd /kselftest && ./run_kselftest.sh -c x86/fpu-latency
echo "guest: selftest ends"

if [ ! -d $tracing/events/x86_fpu/x86_fpu_latency_xsave ]; then
	echo "guest: no latency events in this kernel"
	exit 1
fi

echo 8192 >$tracing/buffer_size_kb
echo >$tracing/trace
echo 1 >$tracing/events/x86_fpu/x86_fpu_latency_xsave/enable
echo 1 >$tracing/events/x86_fpu/x86_fpu_latency_xrstor/enable
(cd /kselftest/x86/fpu-latency && ./fpu_latency_test) >/tmp/workload.log 2>&1
echo "guest: workload ended with status $?"
echo 0 >$tracing/events/x86_fpu/x86_fpu_latency_xsave/enable
echo 0 >$tracing/events/x86_fpu/x86_fpu_latency_xrstor/enable
cat $tracing/trace >&3
dmesg | grep -E 'WARNING:|BUG:|Oops|Call Trace' && exit 1
exit 0
