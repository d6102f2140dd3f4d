# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# calibrate: options, formats, odd machines. No test depends on how long anything
# took; the arithmetic has unit tests, and exact times are those of icount.sh.

# shellcheck source=tools/testing/selftests/x86/fpu-latency/tool/tests/timing.sh
. ./timing.sh

# The commands that measure are there on x86-64 only.
is_x86=$("$tool" help | grep -c '^  calibrate ')
if [ "$is_x86" -eq 0 ]; then
	skip "calibrate" "not built for x86-64"
else

# Small, so that the tests are quick; --force, because the machine may be busy.
few="--force --gate-loops 2000 --loops 5 --samples 60 --interference 0.02"

# shellcheck disable=SC2086 # words
{
	run "calibrate" 0 calibrate $few
	says "calibrate: a verdict at the end" '^verdict: ' "$tmp/out"
	says "calibrate: the kernel's window is measured" '^kernel .*[0-9]%$' "$tmp/out"
	says "calibrate: the gate judges" '^stability +(good|DO NOT BENCHMARK HERE): ' "$tmp/out"
	run "calibrate --lines" 0 calibrate $few --lines --recipe kernel,6
	is "calibrate --lines: each line of two recipes" 10 \
		"$(sed '/^recipe *start/q' "$tmp/out" | grep -cE '^(6|kernel) +[0-4] ')"
	for rows in recipes lines distribution chains interference; do
		run "--rows $rows" 0 calibrate $few --format csv --rows $rows
		is_csv "--rows $rows"
		has_columns "--rows $rows" gate_ok
	done
	run "--rows recipes" 0 calibrate $few --format csv --limit 1 --strict
	has_columns "--rows recipes" mean_cycles cycles_per_tick tsc_step
	is "--rows recipes: forced data are seen to be" 0 \
		"$(awk -F, 'NR > 1 && $NF != 0 { bad++ } END { print bad + 0 }' "$tmp/out")"
	run "--rows distribution" 0 calibrate $few --format csv --rows distribution --recipe 6
	is "--rows distribution: every sample" 60 \
		"$(awk -F, 'NR > 1 { n += $3 } END { print n }' "$tmp/out")"
	run "calibrate --format json" 0 calibrate $few --format json
	is_json "JSON has the recipes with their lines" \
		'all(.recipes[]; (.lines | length) == 5 and .samples <= 60)'
	is_json "JSON: figures are in order" \
		'all(.recipes[].empty; .min <= .p50 and .p50 <= .p99 and .p99 <= .max)'
	is_json "JSON: the distribution is all samples" \
		'all(.recipes[]; .samples == ([.distribution[][1]] | add) and
			.empty.min == .distribution[0][0] and .empty.max == .distribution[-1][0])'
	is_json "JSON: chains of 10 to 1,000 adds" \
		'all(.recipes[]; .chains[0][0] == 10 and .chains[-1][0] == 1000)'
	is_json "JSON: the histogram and the gaps are all reads" \
		'.interference | ([.histogram[]] | add) + .over + .negative == .reads'
	is_json "JSON: the clocks are positive" \
		'.tsc.hz > 1e6 and .tsc.step >= 1 and .core_clock.cycles_per_tick > 0'
	run "a threshold below what is typical" 0 calibrate $few --format json --threshold 1
	is_json "steals no more than there is" \
		'.interference.stolen < 60 * .tsc.hz and .interference.over > 0'
	run "--gate" 0 calibrate $few --gate
	is "--gate: nothing else" 0 "$(grep -c '^recipe\|^verdict' "$tmp/out")"
	run "--gate --format json" 0 calibrate $few --gate --format json
	is_json "the gate alone" 'has("recipes") == false and .gate.loops == 2000'
	run "--gate-loops that take more than a second" 0 calibrate --force --gate \
		--gate-loops 8000000 --format json
	is_json "are all made" '.gate.loops == 8000000'
	run "a limit that nothing keeps" 1 calibrate --strict --limit 1 --gate-loops 100000
	says "it says not to benchmark" '^fpu-latency: do not benchmark here: .*--force' "$tmp/err"
	is "and says so once" 1 "$(wc -l <"$tmp/err" | tr -d ' ')"
	run "--force goes on" 0 calibrate $few --strict --limit 1
	run "IPIs" 0 calibrate $few --ipi 2000 --format json
	is_json "IPIs are sent, or it is said why not" '.interference_ipi | (.ipis > 0) == (.ipi_error == null)'
	run "IPIs as CSV" 0 calibrate $few --ipi 2000 --format csv --rows interference
	is_csv "IPIs as CSV"
	if command -v taskset >/dev/null; then
		cpu=$(taskset -cp $$ | sed 's/.*[:,-] *//')
		taskset -c "$cpu" "$tool" calibrate $few --ipi 2000 >"$tmp/out" 2>"$tmp/err"
		is "one CPU is allowed: status" 0 $?
		says "then there are no IPIs and it is said" 'no IPIs: only one CPU' "$tmp/out"
		says "and that CPU is taken" "^CPU +$cpu," "$tmp/out"
		taskset -c "$cpu" "$tool" calibrate $few --ipi 2000 --format csv \
			--rows interference >"$tmp/out" 2>"$tmp/err"
		is "and CSV has the quiet rows alone" 1 "$(grep -c ',max,' "$tmp/out")"
		says "and it is said" 'no IPIs: only one CPU' "$tmp/err"
	else
		skip "one CPU is allowed" "no taskset"
	fi
	if [ -w /dev/full ]; then
		"$tool" calibrate $few >/dev/full 2>/dev/null
		is "calibrate on a full disk: status" 1 $?
	fi
}

# SIGINT ends the measuring, and what was measured is shown; else this takes minutes.
timeout --foreground --preserve-status -s INT -k 20 4 "$tool" calibrate --force --gate-loops 2000 \
	--recipe 6,kernel --loops 3 --samples 200 --interference 500 >"$tmp/out" 2>"$tmp/err" </dev/null
is "calibrate: SIGINT: status" 1 $?
says "calibrate: SIGINT: what was measured is shown" '^verdict: recipe ' "$tmp/out"
is "calibrate: SIGINT: a message" 1 "$(grep -c interrupted "$tmp/err")"

# What a recording begins with.
run "--format meta" 0 calibrate --format meta --strict --limit 1
says "--format meta: the verdict" '^# fpu-latency stability: do not benchmark here: ' "$tmp/out"
says "--format meta: the window" '^# fpu-latency window: min [0-9]+, mean [0-9.]+, p99' "$tmp/out"
cp "$tmp/out" "$tmp/trace"
cat data/trace.txt >>"$tmp/trace"
run "a recording that begins so" 0 report --ns --strict --format csv "$tmp/trace"
is "it has nanoseconds" ns "$(awk -F, 'NR == 2 { print $4 }' "$tmp/out")"
run "a recording that begins so" 0 report --cycles --format json "$tmp/trace"
is_json "all lines are its metadata" ".meta | has(\"core-ratio\") and
	length == $(grep -c '^# fpu-latency ' "$tmp/trace")"

# Who cannot do a thing is told which.
run "a CPU that there is not" 1 calibrate --cpu 8191
says "is named" 'CPU 8191 is not one of those allowed' "$tmp/err"
if [ -w /dev/cpu/0/msr ]; then
	skip "no msr driver" "there is one"
else
	run "no msr driver" 1 calibrate --force --gate-loops 2000 --cpu 0 --msr 0x1c4
	says "is told" '/dev/cpu/0/msr: ' "$tmp/err"
fi
# As nobody, who may have to be kept from the folder that the program is in.
cp "${FPU_LATENCY##* }" "$tmp/copy" 2>/dev/null
if command -v setpriv >/dev/null && [ "$(id -u)" -eq 0 ] && chmod 711 "$tmp" &&
	setpriv --reuid=65534 --clear-groups "$tmp/copy" version >/dev/null 2>&1; then
	setpriv --reuid=65534 --clear-groups "$tmp/copy" calibrate --cpu-dma-latency 0 \
		>"$tmp/out" 2>"$tmp/err"
	is "PM QoS as nobody: status" 1 $?
	says "PM QoS as nobody is told" '^fpu-latency: /dev/cpu_dma_latency: ' "$tmp/err"
	setpriv --reuid=65534 --clear-groups "$tmp/copy" calibrate --force --gate-loops 2000 \
		--loops 5 --samples 60 --interference 0 >"$tmp/out" 2>"$tmp/err"
	is "nobody can calibrate: status" 0 $?
else
	skip "as nobody" "not root, or no setpriv"
fi
if [ -w /dev/cpu_dma_latency ]; then
	run "PM QoS" 0 calibrate --force --gate-loops 2000 --gate --cpu-dma-latency 0
else
	skip "PM QoS" "/dev/cpu_dma_latency cannot be written"
fi

for args in "x" "--no-such" "--loops" "--loops 1" "--samples 0" "--recipe 9" "--recipe ," \
	"--rows x" "--rows lines" "--format x" "--format openmetrics" "--cpu -1" "--cpu 1x" \
	"--interference -1" "--interference nan" "--limit 0" "--ipi 0" "--msr 0x10" "--msr x" \
	"--cpu-dma-latency -1" "--lines --format csv" "--gate --format csv" \
	"--threshold 5000000" "--ipi 9 --interference 0" "--ipi 9 --gate" "--ipi 9 --format meta" \
	"--format meta --recipe 6" "--format meta --loops 5" "--format meta --full" \
	"--msr 0x1c4 --gate"; do
	# shellcheck disable=SC2086 # words
	usage calibrate $args
done
run "calibrate --help" 0 calibrate --help
fi
