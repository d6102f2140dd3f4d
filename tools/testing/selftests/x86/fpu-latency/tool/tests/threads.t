# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# A large text read by several threads gives what one gives, messages too.

# Pieces have 4 MiB; here are nine of them, with all that can be between two events: lines
# that are no events or bad ones, losses, what a recording says of itself, NUL bytes, a
# line longer than a piece, and an end in the middle of a line.
{
	awk 'BEGIN {
		for (i = 1; i <= 280000; i++) {
			if (i % 20011 == 0)
				print "CPU:" i % 3 " [LOST " i " EVENTS]"
			if (i % 30011 == 0)
				print "x86_fpu_latency_xsave: x86/fpu: latency:1 RFBM:0x7"
			if (i % 40009 == 0)
				print "# fpu-latency cpu: number " int(i / 100000)
			if (i == 150000) {
				for (j = 0; j < 600000; j++)
					printf "0123456789"
				print ""
			}
			printf "task %d-%d [%03d] d..2. %d.%06d: x86_fpu_latency_%s: x86/fpu: " \
			       "latency:%d RFBM:0x7 XINUSE:0x%x%s\n", i % 5, i % 7, i % 3, i / 1000, i,
			       i % 2 ? "xsave" : "xrstor", i % 50021 == 0 ? 2 ^ 41 : i % 997, i % 4,
			       i % 3 ? "" : "\r"
			if (i % 60013 == 0)
				printf "%c%c\n", 0, 0
		}
	}'
	line 5 | head -c 90
} >"$tmp/large"

# threads N ARGUMENT...: output and messages into files for N threads.
threads() {
	n=$1
	shift
	"$tool" report --threads "$n" "$@" "$tmp/large" >"$tmp/out.$n" 2>"$tmp/err.$n"
	echo $? >>"$tmp/out.$n"
}

for args in "--long" "--group-by comm,pid,cpu,event --format json" \
	"--filter latency<100 --time 20, --strict --format csv" \
	"--group-by core-type --core-type a=0 --format csv"; do
	for n in 1 2 5; do
		# shellcheck disable=SC2086 # words
		threads $n $args
	done
	for n in 2 5; do
		same "$n threads, $args: output" "$tmp/out.1" "$tmp/out.$n"
		same "$n threads, $args: messages" "$tmp/err.1" "$tmp/err.$n"
	done
done
threads 1
# The rest can be the same and wrong: all lines are in it.
is "all events are counted" 280000 "$(sed -nE \
	's/^([0-9]+) events, .* ([0-9]+) discarded .*/\1 \2/p' "$tmp/out.1" | awk '{ print $1 + $2 }')"
is "five lines are named, each once" 5 "$(sort -u "$tmp/err.5" | grep -c ': skipped: ')"
usage report --threads 0 data/trace.txt
usage report --threads 65 data/trace.txt
usage report --threads 2x data/trace.txt
