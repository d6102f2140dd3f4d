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

cd /kselftest/x86/fpu-latency &&
	./fpu-latency record -o /tmp/trace.txt ./fpu_latency_test >/tmp/workload.log 2>/tmp/record.log
status=$?
sed 's/^/guest: /' /tmp/record.log
[ $status -eq 0 ] || exit 1
cat /tmp/trace.txt >&3
dmesg | grep -E 'WARNING:|BUG:|Oops|Call Trace' && exit 1
exit 0
