#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In a guest whose kernel checks itself: the events go on and off all the time, on
# two CPUs, while tasks switch in every way that the workload and the selftest
# have, and CPU 1 comes and goes.
#
# /toggles has the number of times that each event goes on and off per CPU.
tracing=/sys/kernel/tracing
bin=/kselftest/x86/fpu-latency
toggles=$(cat /toggles)
cpu1=/sys/devices/system/cpu/cpu1/online
nr=0

# result STATUS NAME
result() {
	nr=$((nr + 1))
	if [ "$1" -eq 0 ]; then
		echo "# ok $nr $2"
	else
		echo "# not ok $nr $2"
	fi
}

# An event of the boot parameter trace_event= is on and has records.
boot_parameter() {
	grep -q 'trace_event=x86_fpu:x86_fpu_latency_xsave' /proc/cmdline &&
		[ "$(cat $tracing/events/x86_fpu/x86_fpu_latency_xsave/enable)" = 1 ] &&
		grep -q 'x86_fpu_latency_xsave:' $tracing/trace
}

# Let this process and those that it starts leave the CPUs to what waits. A toggle waits
# for kernel threads; beside loads of the same priority and hotplug it takes thrice as long.
yield_cpus() {
	read -r self rest </proc/self/stat
	renice -n 19 -p "$self" >/dev/null
}

# loads CPUS METHOD...: one workload each, until the file /tmp/stop is there.
loads() {
	cpus=$1
	shift
	for method in "$@"; do
		(
			yield_cpus
			status=0
			while [ ! -e /tmp/stop ]; do
				# What the guest's CPU lacks is skipped by status 4.
				$bin/fpu-latency-workload -m "$method" -c "$cpus" -d 2 \
					>>/tmp/load."$method" 2>&1 || status=$?
				[ $status -eq 0 ] || [ $status -eq 4 ] || break
			done
			echo "$status" >/tmp/status."$method"
		) &
	done
}

# The selftest has ptrace, exec and permission to use AMX as well. Its checks of
# events cannot hold while others turn them on and off, its register checks do.
selftests() {
	(
		yield_cpus
		while [ ! -e /tmp/stop ]; do
			(cd $bin && ./fpu_latency_test) >>/tmp/selftest 2>&1
		done
	) &
}

stop_loads() {
	touch /tmp/stop
	wait
	rm -f /tmp/stop
	for method in "$@"; do
		status=$(cat /tmp/status."$method")
		[ "$status" -ne 4 ] || status=0
		result "$status" "$method: registers stay intact while events go on and off"
		[ "$status" -eq 0 ] || tail -n 3 /tmp/load."$method"
	done
}

hotplug() {
	until [ -e /tmp/stop ]; do
		echo 0 >$cpu1 && echo 1 >$cpu1 && echo turn >>/tmp/hotplug
		# A toggle cannot be while a CPU comes or goes.
		sleep 1
	done
	echo 1 >$cpu1 2>/dev/null
}

# toggle NAME COUNT: both CPUs turn the events on and off.
toggle() {
	begin=$(cut -d. -f1 /proc/uptime)
	/toggle 0 "$2" 1 >/tmp/toggle.0 2>&1 &
	first=$!
	/toggle 1 "$2" 2 >/tmp/toggle.1 2>&1
	second=$?
	wait $first && [ $second -eq 0 ]
	result $? "$1: events on and off, $2 times each, by tracefs, an instance and perf"
	echo "guest: $1: $(($(cut -d. -f1 /proc/uptime) - begin)) s"
	sed 's/^/guest: /' /tmp/toggle.0 /tmp/toggle.1
}

boot_parameter
result $? "trace_event= turns an event on at boot"
echo 0 >$tracing/events/x86_fpu/enable
echo 2048 >$tracing/buffer_size_kb

# Of all toggles $1 per cent, those beside one kind of load. Each kind has at least 200 of
# 1000. On half of a CPU of 2020's, a second has 4 toggles of each event per CPU beside the
# pipes, 3 beside forks, and 2 beside all loads or hotplug.
share() {
	echo $((toggles * $1 / 100 > 0 ? toggles * $1 / 100 : 1))
}

loads 0,1 pipe
toggle "a load on each CPU" "$(share 40)"
stop_loads pipe

# On one CPU: the load ends with a block of forks, which takes half a minute for each.
loads 0 fork
toggle "forks" "$(share 20)"
stop_loads fork

loads 0,1 pipe yield migrate
selftests
toggle "all loads" "$(share 20)"
stop_loads pipe yield migrate

# With tasks on the CPU that stays, while the other one comes and goes.
if [ -w $cpu1 ]; then
	loads 0 signal futex crypto
	hotplug &
	toggle "CPU 1 off and on line" "$(share 20)"
	stop_loads signal futex crypto
	echo "guest: CPU 1 was off line $(grep -c . /tmp/hotplug) times"
	[ "$(grep -c . /tmp/hotplug)" -gt 0 ]
	result $? "CPU 1 went off and on line"
else
	result 1 "CPU 1 can go off line"
fi

grep -q '^ok ' /tmp/selftest && ! grep -q ' are corrupt' /tmp/selftest
result $? "selftest: no register was corrupt"

echo "guest: the selftest ran $(grep -c '^1\.\.' /tmp/selftest) times"
# Packed, because a serial line is slow here.
gzip -c $tracing/trace >&3
dmesg | grep -E 'WARNING|BUG|Oops|INFO: |possible|KASAN|kmemleak: [0-9]' | head -n 20 | sed 's/^/guest: /'
! dmesg | grep -qE 'WARNING|BUG:|Oops|INFO: (possible|suspicious|task|rcu)|kmemleak: [0-9]'
result $? "no message of lockdep or of any other check"
