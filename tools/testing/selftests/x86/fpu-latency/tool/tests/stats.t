# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Figures against tables worked out by hand, groups and filters.

# cell COLUMN ARGUMENT...: a cell of the first row of a CSV report of standard input.
cell() {
	column=$1
	shift
	"$tool" report --format csv "$@" - 2>/dev/null | awk -F, -v c="$column" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) n = i }
		NR == 2 { print $n }'
}

# Nearest rank: value number ceil(p/100 * n) of 1..n.
while read -r n percent want; do
	is "p$percent of 1..$n" "$want" "$(numbers 1 "$n" | cell "p$percent" -p "$percent")"
done <<TABLE
1 0 1
1 50 1
1 100 1
2 50 1
2 50.1 2
3 50 2
10 0 1
10 90 9
10 90.1 10
10 95 10
33 97 33
34 97 33
99 99 99
100 99 99
100 99.9 100
101 99 100
101 50 51
1000 99.9 999
1000 99.99 1000
10000 99.99 9999
TABLE

# The mean of the lowest P percent: floor(P/100 * n + 0.5) values of 1..n, at least one.
while read -r n percent want; do
	is "mean of the lowest $percent % of 1..$n" "$want" \
		"$(numbers 1 "$n" | cell "tail_mean($percent)" --tail "$percent")"
done <<TABLE
1 0 1
10 0 1
10 50 3
10 44.9 2.5
10 45 3
10 100 5.5
200 99.5 100
TABLE

is "standard deviation of 1..5" 1.5811388300841898 "$(numbers 1 5 | cell stddev)"
is "standard deviation of one event" 0 "$(numbers 5 5 | cell stddev)"
is "standard deviation beyond 32 bits" 1.5811388300841898 \
	"$(numbers 549755813881 549755813885 | cell stddev)"
# t(0.975, 4) = 2.776445 from a printed table; s / sqrt(5) = 0.7071068.
is "95 % confidence interval of 1..5" 1.963243 \
	"$(numbers 1 5 | cell ci95 | awk '{ printf "%.6f", $1 }')"
is "step of the TSC" 26 "$(numbers 130 1300 26 | cell step)"
numbers 130 1300 26 | "$tool" report - | grep -q "multiples of 26 ticks"
is "the table tells the step" 0 $?
is "nanoseconds" 50 "$(line 130 | cell min --ns=2600000)"
is "cycles" 211.9 "$(line 130 | cell min --cycles=1.63)"
{
	echo '# fpu-latency tsc-khz: 2000000'
	line 130
} >"$tmp/khz.txt"
is "a recorded TSC rate" 65 "$(cell min --ns <"$tmp/khz.txt")"
line 130 | "$tool" report --ns - >"$tmp/out" 2>"$tmp/err"
is "no TSC rate: status" 1 $?
for args in "--ns=0" "--ns=x" "--cycles=-1"; do
	line 130 | "$tool" report "$args" - >"$tmp/out" 2>"$tmp/err"
	is "$args: status" 1 $?
done

# Groups.
for by in cpu core-type comm pid site fpstate event all "cpu,pid" "rfbm"; do
	"$tool" report --long --core-type even=0,2 --core-type odd=1,3-9 --group-by "$by" \
		data/names.txt data/tgid.txt data/trace_pipe.txt >"$tmp/out" 2>&1
	same "groups by $by" "data/by-$by.out" "$tmp/out"
done
"$tool" report --features data/v7.txt data/trace.txt >"$tmp/out" 2>&1
same "names of features" data/features.out "$tmp/out"
line 5 | sed 's/XINUSE:0x3/XINUSE:0xffffffffffffffff/' |
	"$tool" report --features - >"$tmp/out" 2>&1
same "names of all features" data/features-all.out "$tmp/out"

# Filters: each line is a number of events and the options.
while read -r want args; do
	# shellcheck disable=SC2086 # words
	"$tool" report --core-type x=1,2 $args --group-by all --format csv data/names.txt \
		data/tgid.txt data/trace_pipe.txt >"$tmp/out" 2>/dev/null
	is "$args" "$want" "$(awk -F, 'NR == 2 { print $2 }' "$tmp/out")"
done <<TABLE
21 --filter rfbm>=0
1 --filter event=xrstor
1 --filter event=x86_fpu_latency_xrstor
20 --filter event!=xrstor
3 --filter xinuse&PKRU
18 --filter xinuse=3
18 --filter xinuse=x87+sse
3 --filter rfbm&bit17
11 --filter latency>=110
10 --filter latency>110
10 --filter latency<110
11 --filter latency<=110
4 --filter pid=34
5 --filter comm=sh
1 --filter comm~Web*
1 --filter site~fpregs*
1 --filter fpstate=000000009faaa10b --filter event=xrstor
9 --cpu 1,3
9 --filter core-type=x
8 --filter cpu=0
1 --time 1.671,1.672
3 --time 2,5
1 --time ,1
TABLE
"$tool" report --filter latency=1 data/trace.txt >"$tmp/out" 2>"$tmp/err"
is "a filter that leaves nothing: status" 1 $?
"$tool" report --filter 'event=xsave' data/trace.txt >"$tmp/out" 2>&1
is "what a filter left out is counted" "28 events (12 of them not shown)" \
	"$(sed -n 's/,.*//; $p' "$tmp/out")"
for args in "--filter x" "--filter latency" "--filter latency=x" "--filter comm<x" \
	"--filter time=1" "--filter xinuse=nothing" "--filter event=x" "--cpu x" "--cpu 3-1" \
	"--time 1" "--time ," "--time x,y" "--group-by x" "--group-by cpu,cpu" \
	"--group-by latency" "-p 101" "-p x" "-p 1,,2" "--tail 100.1" "--tail -1" \
	"--meta x" "--core-type x" "--core-type x=y" "-p 1.0000000001"; do
	# shellcheck disable=SC2086 # words
	usage report $args
done

# Losses.
"$tool" report --fail-on-lost data/trace.txt >/dev/null 2>&1
is "--fail-on-lost without a loss: status" 0 $?
for name in lost overwritten; do
	"$tool" report --fail-on-lost "data/$name.txt" >"$tmp/out" 2>/dev/null
	is "--fail-on-lost $name: status" 1 $?
	same "--fail-on-lost $name: the report is there all the same" "data/$name.out" \
		"$tmp/out"
done
for name in lost bad absurd cut; do
	"$tool" report --strict "data/$name.txt" >/dev/null 2>&1
	is "--strict $name: status" 1 $?
done
"$tool" report --strict data/trace.txt >/dev/null 2>&1
is "--strict without a loss: status" 0 $?

# Properties.
"$tool" report --long data/names.txt data/trace.txt >"$tmp/want" 2>&1
awk 'BEGIN { srand(3) } { print rand() "\t" $0 }' data/names.txt data/trace.txt | sort |
	cut -f2- | "$tool" report --long - >"$tmp/out" 2>&1
same "any order of the events gives the same report" "$tmp/want" "$tmp/out"
