# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# bench: cases, formats, --compare, odd machines. No test depends on how long
# anything took; icount.sh has exact times.

# shellcheck source=tools/testing/selftests/x86/fpu-latency/tool/tests/timing.sh
. ./timing.sh

# bench_json NAME ARGUMENT...: a quick run as JSON.
bench_json() {
	name=$1
	shift
	run "bench: $name" 0 bench --force --samples 70 --format json "$@"
}

# What a comparison has of the kernel; the report has the maximum, too.
kernel_columns() {
	awk '/^x86/ { print $1, $2, $3, $4, $5, $6, $7 }' "$1"
}

if ! "$tool" help | grep -q '^  bench '; then
	skip "bench" "not built for x86-64"
elif ! grep -qw xsave /proc/cpuinfo; then
	run "bench without XSAVE" 1 bench --force
	says "bench without XSAVE says so" 'no XSAVE' "$tmp/err"
else

run "bench" 0 bench --force --samples 70
says "bench: nothing in use, in the L1" '^xsave  *init .* l1  *128 ' "$tmp/out"
says "bench: everything in use, in memory" '^xrstor  *all.* memory ' "$tmp/out"
says "bench: across a page" '^xrstor  *all.* page ' "$tmp/out"
run "bench --format csv" 0 bench --force --samples 70 --format csv
is_csv "bench --format csv"
has_columns "bench --format csv" negative memcpy_negative gate_ok tsc_step empty_p50 empty_mean
# Columns 3 to 5 are masks; each digit of one has to be within that of the next.
within() {
	awk -F, -v small="$1" -v large="$2" 'NR > 1 {
		a = substr($small, 3)
		b = substr($large, 3)
		while (length(a) < 16) a = "0" a
		while (length(b) < 16) b = "0" b
		for (i = 1; i <= 16; i++) {
			x = index("0123456789abcdef", substr(a, i, 1)) - 1
			y = index("0123456789abcdef", substr(b, i, 1)) - 1
			for (bit = 1; bit < 16; bit *= 2)
				if (int(x / bit) % 2 > int(y / bit) % 2)
					bad++
		}
	} END { print (NR > 1 ? bad + 0 : "none") }' "$tmp/out"
}
is "bench: what is to be in use is in use" 0 "$(within 4 5)"
is "bench: and nothing that was not asked for" 0 "$(within 5 3)"
bench_json "JSON"
# Tracking what is in use is up to the CPU; QEMU's does not.
if grep -qw xgetbv1 /proc/cpuinfo; then
	is_json "bench: with nothing in use nothing is saved" \
		'all(.cases[] | select(.set == "init"); .xinuse == "0x0")'
else
	skip "bench: with nothing in use nothing is saved" "no XGETBV of XINUSE"
fi
is_json "bench: minimum and percentiles are in order" \
	'all(.cases[].ticks; [.min, .p50, .p90, .p99, .max] | . == sort)'
is_json "bench: negative deltas are counted" \
	'all(.cases[]; .ticks.negative >= 0 and .memcpy.negative >= 0) and .empty.negative >= 0'
is_json "bench: the mean has an interval" \
	'all(.cases[].ticks; .ci95 == null or .ci95 >= 0)'
is_json "bench: both optimisations, on and off" \
	'([.cases[].modified] | unique == ["-", "no", "yes"]) and
		(["init", "x87", "SSE", "x87+SSE", "all"] - [.cases[].set] == [])'
is_json "bench: what is not modified is not counted as moved" \
	'all(.cases[] | select(.modified == "no"); .bytes == 8 and .gb_per_s == null)'
if grep -qw xsavec /proc/cpuinfo; then
	is_json "bench: standard and compacted images" \
		'["xsave", "xsavec", "xrstor", "xrstorc"] - [.cases[].insn] == []'
fi
bench_json "a choice" --insn xsave,xrstor --set sse+x87,init --buffer l1,memory --place 64,page
is_json "bench: is the product of its parts" '.cases | length == 2 * 2 * 2 * 2'
is_json "bench: and joins components" '[.cases[].in_use] | unique == ["0x0", "0x3"]'
# The mean is there in cycles and in ns in any case, so its cell is the same then.
for unit in cycles ns; do
	run "bench --unit $unit" 0 bench --force --samples 70 --insn xsave,xrstor --unit "$unit"
	says "bench --unit $unit: is said" "^min to ci95 and memcpy are $unit;" "$tmp/out"
	is "bench --unit $unit: the mean is that of its column" 0 "$(awk -v unit="$unit" '
		$1 == "insn" { for (i = NF; i; i--) at[$i] = i }
		/^x/ { n++; bad += $at["mean"] != $at[unit] }
		END { print (n < 2 ? "no rows" : bad) }' "$tmp/out")"
done
bench_json "rates" --insn xsave
is_json "bench: bandwidth is bytes a nanosecond" 'all(.cases[]; .gb_per_s == null or
	((.gb_per_s * .ticks.mean_ns / .bytes - 1) | . * . < 0.000000001))'
run "bench: one sample" 0 bench --force --samples 1 --format json --insn xsave
is_json "bench: has no interval" 'all(.cases[].ticks; .ci95 == null)'
# Threads of one core do not do.
if [ "$(cat /sys/devices/system/cpu/cpu*/topology/core_cpus_list 2>/dev/null | sort -u |
	wc -l)" -gt 1 ] && [ "$(nproc)" -gt 1 ]; then
	bench_json "a buffer of another core" --insn xrstor --set all --buffer remote
	is_json "bench: has one case" '(.cases | length == 1) and .skipped == 0'
	is_json "bench: written by a CPU that is not the measuring one" \
		'.remote | .why == null and .cpu >= 0 and (.shares_cache | . == null or . == "yes" or . == "no")'
	is_json "bench: nor is it that" '.remote.cpu != .machine.cpu'
	run "bench: a buffer of another core as CSV" 0 bench --force --samples 70 --format csv \
		--insn xrstor --buffer l1,remote --set init
	is "bench: has its writer" 1 "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && ($6 == "remote") != ($at["remote_cpu"] != "") { bad++ }
		END { print (bad ? "wrong" : NR - 2) }' "$tmp/out")"
else
	skip "bench: a buffer of another core" "one core"
fi
if command -v taskset >/dev/null; then
	cpu=$(taskset -cp $$ | sed 's/.*[:,-] *//')
	taskset -c "$cpu" "$tool" bench --force --samples 70 --insn xsave \
		--buffer l1,remote >"$tmp/out" 2>"$tmp/err"
	is "bench: one CPU is allowed: status" 0 $?
	says "bench: it is said" 'not possible on this machine; only one CPU' "$tmp/err"
	is "bench: and the rest is measured" 0 "$(grep -c " remote " "$tmp/out")"
	taskset -c "$cpu" "$tool" bench --force --samples 70 --insn xsave \
		--buffer remote >"$tmp/out" 2>"$tmp/err"
	is "bench: nothing is possible: status" 1 $?
	says "bench: it is said" 'nothing was measured' "$tmp/err"
else
	skip "bench: one CPU is allowed" "no taskset"
fi
if ! grep -qw amx_tile /proc/cpuinfo; then
	run "bench: a component that there is not" 1 bench --force --set XTILEDATA
	says "bench: it is said" 'XTILEDATA: this machine has not all of it' "$tmp/err"
fi

run "bench --compare" 0 bench --force --samples 70 --compare data/trace.txt
kernel_columns "$tmp/out" >"$tmp/got"
"$tool" report data/trace.txt >"$tmp/report" 2>/dev/null
awk '/^x86/ { print $1, $2, $3, $4, $5, $7, $8 }' "$tmp/report" >"$tmp/want"
same "bench --compare: the kernel's figures are those of the report" "$tmp/want" "$tmp/got"
says "bench --compare: what became of the recording" '^28 events, 0 lost' "$tmp/out"
run "bench --compare as CSV" 0 bench --force --samples 70 --compare data/trace.txt --format csv
is_csv "bench --compare as CSV"
run "bench --compare as JSON" 0 bench --force --samples 70 --compare data/trace.txt --format json
is_json "bench --compare: each group has figures of both" \
	'(.groups | length == 3) and
		all(.groups[]; .kernel.min > 0 and .user.l1.min > 0)'
is_json "bench --compare: and the machine, its gate and window" \
	'(.gate.ok | type == "boolean") and .empty.min > 0 and .tsc_step >= 1 and .machine.cpu >= 0
		and .recording.window.min == null'
sed 's/latency_xsave/latency_xfd/' data/trace.txt >"$tmp/xfd.txt"
run "bench --compare with an MSR" 0 bench --force --samples 70 --compare "$tmp/xfd.txt" \
	--format json
is_json "bench --compare: which has nothing beside it" \
	'all(.groups[]; (.insn == null) == (.event == "x86_fpu_latency_xfd"))'
"$tool" report --format json data/trace.txt >"$tmp/summary.json" 2>/dev/null
run "bench --compare with a summary" 0 bench --force --samples 70 --compare "$tmp/summary.json"
kernel_columns "$tmp/out" >"$tmp/got"
same "bench --compare with a summary: the same figures" "$tmp/want" "$tmp/got"
# Figures are shown, and that they are not those of all of the recording.
gzip -c data/trace.txt 2>/dev/null | head -c 300 >"$tmp/cut.gz"
if "$tool" version --build-options | grep -q '^zlib.*[0-9]' && [ -s "$tmp/cut.gz" ]; then
	run "bench --compare with half a recording" 1 bench --force --samples 70 \
		--compare "$tmp/cut.gz"
	says "bench --compare with half a recording: its figures" '^x86_fpu_latency_xsave ' \
		"$tmp/out"
else
	skip "bench --compare with half a recording" "no zlib, or no gzip"
fi
"$tool" calibrate --format meta 2>/dev/null | cat - data/trace.txt >"$tmp/here.txt"
run "bench --compare with this machine" 0 bench --force --samples 70 --compare "$tmp/here.txt"
is "bench --compare with this machine: no complaint" 0 "$(grep -c 'another machine' "$tmp/err")"
says "bench --compare with this machine: the recording's window" \
	'^kernel: window: min [0-9]+, mean ' "$tmp/out"
says "bench --compare with this machine: the recording's verdict" '^kernel: stability: ' "$tmp/out"
{
	echo "# fpu-latency window: min 40, mean 41.5, p99 60 ticks"
	echo "# fpu-latency stability: do not benchmark here: no invariant TSC"
	cat data/trace.txt
} >"$tmp/window.txt"
run "bench --compare with a window" 0 bench --force --samples 70 --compare "$tmp/window.txt" \
	--format json
is_json "bench --compare with a window: JSON has it and the verdict" \
	'.recording | .window == { min: 40, mean: 41.5, p99: 60 } and .gate_ok == false and
		.stability == "do not benchmark here: no invariant TSC"'
run "bench --compare with a window as CSV" 0 bench --force --samples 70 --format csv \
	--compare "$tmp/window.txt"
is_csv "bench --compare with a window as CSV"
has_columns "bench --compare with a window" gate_ok tsc_step empty_min empty_mean ns_per_tick
says "bench --compare with a window: CSV has it and the verdict" ',40,41.5,60,0$' "$tmp/out"
{
	echo "# fpu-latency cpu-signature: 0x1"
	echo "# fpu-latency tsc-khz: 1"
	cat data/trace.txt
} >"$tmp/other.txt"
run "bench --compare with another machine" 0 bench --force --samples 70 \
	--compare "$tmp/other.txt"
says "bench --compare with another machine: its CPU" \
	'other.txt: is of another machine: cpu-signature is 0x1, here 0x' "$tmp/err"
says "bench --compare with another machine: its clock" 'tsc-khz is 1, here' "$tmp/err"
# One SIGINT is enough; without it this takes a minute. It ends after the case, which takes
# two seconds for each of its loops.
timeout --foreground --preserve-status -s INT -k 20 5 "$tool" bench --force --samples 10000000 \
	>"$tmp/out" 2>"$tmp/err" </dev/null
is "bench: SIGINT: status" 1 $?
says "bench: SIGINT: what was measured is shown" '^xsave  *init ' "$tmp/out"
is "bench: SIGINT: a message" 1 "$(grep -c interrupted "$tmp/err")"
timeout --foreground -s INT -k 20 1 "$tool" bench --force --samples 10000000 --compare data/trace.txt \
	>"$tmp/out" 2>"$tmp/err"
is "bench --compare: SIGINT ends it" 124 $?
run "bench --compare without events" 1 bench --force --compare data/none.txt
says "bench --compare without events: it is said" 'none.txt: ' "$tmp/err"
run "bench --compare without the file" 1 bench --force --compare "$tmp/no-such"

run "bench --cpu-dma-latency" "$(if [ -w /dev/cpu_dma_latency ]; then echo 0; else echo 1; fi)" \
	bench --force --samples 70 --insn xsave --cpu-dma-latency 0
if [ -w /dev/full ]; then
	"$tool" bench --force --samples 70 --insn xsave >/dev/full 2>/dev/null
	is "bench on a full disk: status" 1 $?
fi

for args in "x" "--no-such" "--samples" "--insn xsaves" "--insn memcpy" "--insn empty" "--insn ," \
	"--buffer l3" "--place 3" "--set" "--set nonsense" "--set ," "--samples 0" "--cpu x" \
	"--format x" "--unit x" "--unit ns --format csv" "--compare x --insn xsave" "--cpu-dma-latency x"; do
	# shellcheck disable=SC2086 # words
	usage bench $args
done
run "bench --help" 0 bench --help
fi
