#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: what KUnit found at boot, the selftest as kselftest runs it, and
# what the selftest leaves behind when a signal ends it.
instances=/sys/kernel/tracing/instances

echo "guest: $(uname -r), $(nproc) CPU, $(grep -m1 'model name' /proc/cpuinfo)"
dmesg | grep -E 'x86/fpu: Enabled|KTAP|# (x86_fpu_latency|instruction_latency|recipes_overhead|traced_window|window_sees_no_ipi)|    (not )?ok|^(not )?ok' | sed 's/^/kunit: /'

echo "guest: selftest begins"
cd /kselftest && ./run_kselftest.sh -c x86/fpu-latency
echo "guest: selftest ends after $(cut -d. -f1 /proc/uptime) s"

# killed SIGNAL: a test that is killed leaves no instance and no event on.
killed() {
	(cd /kselftest/x86/fpu-latency && exec ./fpu_latency_test) >/dev/null 2>&1 &
	pid=$!
	i=0
	while [ $i -lt 100 ] && [ -z "$(ls $instances)" ]; do
		sleep 0.1
		i=$((i + 1))
	done
	sleep 0.3
	kill -"$1" $pid
	wait $pid
	status=$?
	if [ $i -lt 100 ] && [ -z "$(ls $instances)" ] && [ $status -gt 128 ]; then
		echo "# ok 1 a test killed by SIG$1 leaves nothing in tracefs"
	else
		echo "# not ok 1 a test killed by SIG$1 leaves nothing in tracefs"
		echo "guest: waited $i, status $status, instances: $(ls $instances)"
	fi
}

if grep -q ' xsave ' /proc/cpuinfo && [ -d $instances ]; then
	killed INT
	killed TERM
fi
dmesg | grep -E 'WARNING:|BUG:|Oops|Call Trace' && exit 1
exit 0
