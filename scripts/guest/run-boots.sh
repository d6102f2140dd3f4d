#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In a guest with the kernel of one commit: what KUnit found at boot, which events there
# are, and what these record while tasks switch with FPU state in use.
tracing=/sys/kernel/tracing
events=$tracing/events/x86_fpu
workload=/kselftest/x86/fpu-latency/fpu-latency-workload

dmesg | grep -E '    (not )?ok|^(not )?ok' | sed 's/^/kunit: /'
for event in "$events"/x86_fpu_latency_*; do
	[ ! -d "$event" ] || echo "event: ${event##*/}"
done

echo 1 >$events/enable
$workload -m pipe -c 0 -d 1 >/tmp/workload 2>&1
status=$?
echo 0 >$events/enable
for event in "$events"/x86_fpu_latency_*; do
	[ ! -d "$event" ] || echo "records: ${event##*/} $(grep -c "${event##*/}:" $tracing/trace)"
done
if [ $status -ne 0 ]; then
	tail -n 5 /tmp/workload
	echo "guest: the workload ended with status $status"
	exit 1
fi
dmesg | grep -E 'WARNING:|BUG:|Oops|Call Trace' && exit 1
exit 0
