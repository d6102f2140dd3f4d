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

# killed SIGNAL: a test that is killed leaves no instance and no event on.
killed() {
	(cd /kselftest/x86/fpu-latency && exec ./fpu_latency_test) >/dev/null 2>&1 &
	pid=$!
	i=0
	while [ $i -lt 100 ] && [ -z "$(ls $tracing/instances)" ]; do
		sleep 0.1
		i=$((i + 1))
	done
	sleep 0.3
	kill -"$1" $pid
	wait $pid
	status=$?
	if [ $i -lt 100 ] && [ -z "$(ls $tracing/instances)" ] && [ $status -gt 128 ]; then
		echo "# ok 1 a test killed by SIG$1 leaves nothing in tracefs"
	else
		echo "# not ok 1 a test killed by SIG$1 leaves nothing in tracefs"
		echo "guest: waited $i, status $status, instances: $(ls $tracing/instances)"
	fi
}

if grep -q ' xsave ' /proc/cpuinfo; then
	killed INT
	killed TERM
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
