#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest, with two CPUs: fpu-latency record. How it ends in each way, what is in
# the recording, and that it leaves nothing in tracefs.
tracing=/sys/kernel/tracing
cd /kselftest/x86/fpu-latency || exit 1
nr=0

# check NAME WANTED GOT
check() {
	nr=$((nr + 1))
	if [ "$2" = "$3" ]; then
		echo "# ok $nr record: $1"
	else
		echo "# not ok $nr record: $1"
		echo "guest: expected '$2', got '$3'"
		sed 's/^/guest: /' /tmp/err
	fi
}

# record STATUS ARGUMENT...: record, and leave nothing behind.
record() {
	want=$1
	shift
	./fpu-latency record "$@" >/tmp/out 2>/tmp/err
	check "$*: status" "$want" $?
	check "$*: nothing is left" "0 0" "$(instances) $(cat $tracing/events/enable)"
}

instances() {
	find $tracing/instances -mindepth 1 -maxdepth 1 | wc -l
}

# How many of FILE's events, by a filter, report counts.
events() {
	./fpu-latency report --group-by all --format csv "$@" 2>/tmp/err |
		awk -F, 'NR == 2 { print $2 }'
}

load="./fpu-latency-workload -d 1"

# shellcheck disable=SC2086 # words
{
	record 0 -o /tmp/a $load
	check "what it tells is what report reads" \
		"$(sed -nE 's/.*: ([0-9]+) events, 0 lost.*/\1/p' /tmp/err)" "$(events /tmp/a)"
	check "machine, clocks and verdict come first" "cpu cpu-signature tsc-khz core-ratio window stability" \
		"$(sed '/^#/!q' /tmp/a | sed -nE 's/^# fpu-latency ([a-z-]+): .*/\1/p' |
			grep -E '^(cpu|cpu-signature|tsc-khz|core-ratio|window|stability)$' | tr '\n' ' ' | sed 's/ $//')"
	check "both events are there" 2 "$(./fpu-latency report --group-by event --format csv /tmp/a |
		awk -F, '/xsave|xrstor/ { n++ } END { print n }')"
	check "report takes the rate from it" 0 "$(./fpu-latency report --ns /tmp/a >/dev/null 2>&1; echo $?)"
	record 0 -o /tmp/a -e xsave -c 1 -a $load -c 0,1
	check "the old one is kept" 0 "$(test -s /tmp/a.old; echo $?)"
	check "of one event and CPU alone" "$(events /tmp/a)" \
		"$(events --cpu 1 --filter event=xsave /tmp/a)"
	check "with addresses for c2c" 0 "$(./fpu-latency c2c /tmp/a >/tmp/out 2>/tmp/err; echo $?)"
	record 1 -o /tmp/b sh -c 'exit 3'
	check "the status of the command is told" 1 "$(grep -c 'sh ended with status 3' /tmp/err)"
	record 1 -o /tmp/b sh -c 'kill -9 $$'
	record 1 -o /tmp/b /nonexistent/command
	check "no such command: one message" 1 "$(grep -c 'cannot run .*No such file' /tmp/err)"
	record 1 -o /nonexistent/file true
	record 1 -o /tmp/b -c 99 $load
	record 0 -o /tmp/b -b 1 $load
	check "a small buffer loses events, and both say how many" \
		"$(sed -nE 's/.* ([0-9]+) lost.*/\1/p' /tmp/err | sed 's/^0$/none/')" \
		"$(./fpu-latency report /tmp/b 2>/dev/null | sed -nE 's/.* events, ([0-9]+) lost.*/\1/p')"
	record 0 -o - -e xrstor $load
	check "standard output: the recording alone" 0 "$(grep -c switches/s /tmp/out)"
	check "and what the command says is not lost" 1 "$(grep -c switches/s /tmp/err)"
	record 0 -o /tmp/b -d 0.5
	./fpu-latency record -o /tmp/b -d 0.5 >&- 2>&-
	check "no standard output or error: no message in the recording" "0 0" \
		"$? $(grep -c '^fpu-latency: ' /tmp/b)"
	record 0 -o /tmp/b -d 0.5 ./fpu-latency-workload -d 60
	record 0 -o /tmp/b -d 0.5 sh -c 'trap "" TERM; while :; do sleep 1; done'
	record 1 -o /dev/full $load
	check "a full disk: it is told once" 1 "$(grep -c 'not all could be written' /tmp/err)"
	record 1 -o /dev/full ./fpu-latency-workload -d 60
	check "a full disk ends the command" 0 "$(pidof fpu-latency-workload | wc -w)"
	killall fpu-latency-workload 2>/dev/null
	# A recording that cannot be made takes no other's place, however often it is tried.
	record 0 -o /tmp/e -d 0.5
	was=$(events /tmp/e)
	record 1 -o /tmp/e -c 99 true
	record 1 -o /tmp/e -b 16777216 true
	check "the old one stays where none can be made" "$was" "$(events /tmp/e)"
	# An instance inherits options of the top level that change the text.
	for option in raw hex bin fields nocontext-info nohash-ptr; do
		echo $option >$tracing/trace_options
	done
	record 0 -o /tmp/b -d 0.5
	for option in noraw nohex nobin nofields context-info hash-ptr; do
		echo $option >$tracing/trace_options
	done
	check "the options of others' tracing do not matter" yes "$([ "$(events /tmp/b)" -gt 0 ] && echo yes)"
}

# One that a killed tool left can have the number of this process.
# shellcheck disable=SC2016 # for the inner shell
sh -c 'left=$1/instances/fpu-latency-$$
	mkdir $left && echo 1 >$left/events/sched/sched_switch/enable
	exec ./fpu-latency record -o /tmp/b -d 0.5' sh $tracing >/tmp/out 2>/tmp/err
check "one left with this number: status" 0 $?
check "one left with this number: nothing else is recorded" 0 "$(grep -c sched_switch: /tmp/b)"

# Until the recording has begun, 20 seconds at most.
await_instance() {
	tries=200
	while [ $tries -gt 0 ] && [ "$(instances)" -eq 0 ]; do
		sleep 0.1
		tries=$((tries - 1))
	done
}

# Signals end a recording, which is good, and a command with it.
for signal in INT TERM HUP; do
	if [ $signal = INT ]; then
		# It is ignored in the background.
		timeout -s INT 5 ./fpu-latency record -o /tmp/c >/tmp/out 2>/tmp/err
	else
		./fpu-latency record -o /tmp/c ./fpu-latency-workload -d 60 >/tmp/out 2>/tmp/err &
		pid=$!
		await_instance
		sleep 0.5
		kill -$signal $pid
		wait $pid
	fi
	check "SIG$signal: status" 0 $?
	check "SIG$signal: nothing is left" "0 0" "$(instances) $(pidof fpu-latency-workload | wc -w)"
	check "SIG$signal: there are events" yes "$([ "$(events /tmp/c)" -gt 0 ] && echo yes)"
done
# A terminal's signal goes to both, and the command can be gone first.
./fpu-latency record -o /tmp/c sleep 60 >/tmp/out 2>/tmp/err &
pid=$!
await_instance
sleep 1.5
kill -STOP $pid
kill -TERM $pid "$(pidof sleep)"
sleep 0.2
kill -CONT $pid
wait $pid
check "a signal to the command, too: status" 0 $?
./fpu-latency record -o /tmp/c >/tmp/out 2>/tmp/err &
pid=$!
await_instance
kill -KILL $pid
wait $pid
check "SIGKILL leaves an instance" 1 "$(instances)"
record 0 -o /tmp/c -d 0.5
echo nobody:x:65534:65534::/:/bin/sh >/etc/passwd
su nobody -s /bin/sh -c './fpu-latency record -o /tmp/d true' >/tmp/out 2>/tmp/err
check "not root: status" 1 $?
check "not root: it says so" 1 "$(grep -c root /tmp/err)"
mount -t tmpfs tmpfs $tracing/events/x86_fpu
./fpu-latency record -o /tmp/d true >/tmp/out 2>/tmp/err
check "a kernel without the events: status and message" "1 1" "$? $(grep -c 'no event x86_fpu_latency' /tmp/err)"
check "and no file" 1 "$(test -e /tmp/d; echo $?)"
umount $tracing/events/x86_fpu
cat /tmp/a >&3
dmesg | grep -E 'WARNING:|BUG:|Oops|Call Trace' && exit 1
exit 0
