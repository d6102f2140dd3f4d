#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, with two CPUs: the selftest where something is missing that it
# likes to have. One line for each, with the number of cases that passed and, for
# each reason, of those that were skipped.
test=/kselftest/x86/fpu-latency/fpu_latency_test
nr=0

# try NAME COMMAND...: the test passes, and has as many results as it planned.
try() {
	name=$1
	shift
	"$@" >/tmp/log 2>&1 && word=ok || word="not ok"
	planned=$(sed -n 's/^1\.\.//p' /tmp/log)
	results=$(grep -cE '^(not )?ok ' /tmp/log)
	[ "$planned" = "$results" ] || word="not ok"
	skips=$(sed -n 's/^ok .*# SKIP //p' /tmp/log | sort | uniq -c |
		awk '{ n = $1; $1 = ""; printf ", %d:%s", n, $0 }')
	nr=$((nr + 1))
	echo "# $word $nr $name: $(grep '^ok ' /tmp/log | grep -vc '# SKIP') passed$skips"
	[ "$word" = ok ] || grep -vE '^ok ' /tmp/log | sed 's/^/guest: /'
}

try "CPU 0 is not allowed" taskset 2 $test
echo 0 >/sys/devices/system/cpu/cpu1/online
try "CPU 1 is off line" $test
echo 1 >/sys/devices/system/cpu/cpu1/online
echo nobody:x:65534:65534::/:/bin/sh >/etc/passwd
try "not root" su nobody -s /bin/sh -c $test
mount -t tmpfs tmpfs /sys/kernel/tracing/events/x86_fpu
try "a kernel without the events" $test
umount /sys/kernel/tracing/events/x86_fpu
mount -o remount,ro /sys/kernel/tracing
try "tracefs cannot be written" $test
umount /sys/kernel/tracing
try "no tracefs" $test
mount -t tmpfs tmpfs /sys/kernel
mkdir -p /sys/kernel/debug/tracing
mount -t tracefs tracefs /sys/kernel/debug/tracing
mount -o remount,rw /sys/kernel/debug/tracing
try "tracefs at its old place" $test
ls /sys/kernel/debug/tracing/instances
