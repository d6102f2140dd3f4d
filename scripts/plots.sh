#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Plots of what `fpu-latency calibrate` and `bench` measure on this machine, as PNG
# and SVG in build/plots/, with the CSV files that they are made from. TIMING.md of
# the tool tells how to read them.
#
# Usage: plots.sh [--guest] [OUTPUT]    (default: build/plots, or build/plots/guest)
# --guest draws the recipes as QEMU's emulated CPU has them, for machines that lack some:
# how a recipe behaves shows there, too, but its ticks are an emulator's.
set -euo pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

guest=
if [ "${1:-}" = --guest ]; then
	guest=1
	shift
fi
out=${1:-$build/plots${guest:+/guest}}
tool=$build/fpu-latency
where=${guest:+" on QEMU's emulated CPU (no latency)"}
recipes=(0 1 2 3 4 5 6 kernel)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

command -v gnuplot >/dev/null || die "no gnuplot: apt-get install gnuplot-nox"
[ "$(uname -m)" = x86_64 ] || die "plots are of x86-64 machines"
mkdir -p "$out"
logged "$build/consumer.log" make -s -C "$top" consumer
if [ -n "$guest" ]; then
	"$top/scripts/tree.sh"
	"$top/scripts/kselftest.sh"
	"$top/scripts/kernel.sh"
fi

# What is measured for each plot, to $out/NAME.csv. Where the machine is not to be trusted
# that is done all the same, and the tool's message says so. CPUID leaves a VM, so recipes
# with it have fewer samples.
measurements=(
	"distribution calibrate --rows distribution --samples 20000 --loops 2 --recipe 4,5,6,kernel"
	"distribution-cpuid calibrate --rows distribution --loops 2 --recipe 0,1,2,3"
	"lines calibrate --rows lines"
	"recipes calibrate --rows recipes"
	"chains calibrate --rows chains"
)
# What tells something of a real machine only.
real_measurements=(
	"interference calibrate --rows interference --interference 2 --ipi 5000 --recipe kernel --loops 2"
	"bench bench --set init,all --buffer l1,l2,memory,remote"
)

# Measure here.
measure() {
	local line words

	for line in "$@"; do
		read -ra words <<<"$line"
		"$tool" "${words[@]:1}" --force --format csv >"$out/${words[0]}.csv"
	done
}

# The same in a guest, which sends all of it, each with a line in front.
measure_in_guest() {
	local line

	mkdir -p "$tmp/tool"
	build_static_tool "$tmp/tool"
	{
		echo '#!/bin/sh'
		for line in "$@"; do
			echo "echo '== ${line%% *}' >&3"
			echo "/fpu-latency ${line#* } --force --format csv >&3 || exit"
		done
	} >"$tmp/run.sh"
	"$top/scripts/guest/initramfs.sh" "$tmp/initramfs.gz" "$tmp/run.sh" \
		"$tmp/tool/fpu-latency=fpu-latency"
	"$top/scripts/guest/boot.sh" -t 300 "$build/kernel/arch/x86/boot/bzImage" \
		"$tmp/initramfs.gz" "$out/console.log" "$tmp/data"
	grep -qx 'guest: run.sh ended with status 0' "$out/console.log" ||
		die "the guest's run failed; its console is ${out#"$top"/}/console.log"
	awk -v out="$out" '/^== / { file = out "/" $2 ".csv"; printf "" >file; next }
		{ sub(/\r$/, ""); print >file }' "$tmp/data"
}

# column CSV NAME: the number of a column of $out/CSV.csv.
column() {
	awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) print i }' \
		"$out/$1.csv"
}

# rows CSV RECIPE: rows of one recipe to a file of their own, which is printed; fails
# if there are none.
rows() {
	awk -F, -v r="$2" 'NR > 1 && $1 == r' "$out/$1.csv" >"$tmp/$1-$2"
	[ -s "$tmp/$1-$2" ] && echo "$tmp/$1-$2"
}

# curves CSV COLUMN STYLE: gnuplot's list of curves of column COLUMN over the second
# one, one for each recipe that has rows, in the same colour in every plot. A @ in the
# style becomes a number of the recipe.
curves() {
	local nr=0 recipe list=() file

	for recipe in "${recipes[@]}"; do
		nr=$((nr + 1))
		file=$(rows "$1" "$recipe") || continue
		list+=("'$file' using 2:$(column "$1" "$2") with ${3/@/$nr} lc $nr title 'recipe $recipe'")
	done
	[ "${#list[@]}" -gt 0 ] || die "no rows in $1.csv"
	(IFS=, && echo "${list[*]}")
}

# plot NAME: the gnuplot commands on standard input, once for each format.
plot() {
	local commands log=$tmp/gnuplot.log terminal

	commands=$(cat)
	for terminal in png:pngcairo svg:svg; do
		gnuplot >"$log" 2>&1 <<-GNUPLOT || { cat "$log" >&2; die "gnuplot failed for $1"; }
			set terminal ${terminal#*:} size 1100,600
			set output '$out/$1.${terminal%:*}'
			set datafile separator ','
			set key outside right; set grid; set style fill solid 0.6
			$commands
		GNUPLOT
	done
	say "${out#"$top"/}/$1.png and .svg"
}

# One picture for each recipe: how the empty window is distributed, and what the
# growing loop adds to it.
plot_recipe() {
	local distribution lines name=$1

	distribution=$(rows distribution "$name") || return 0
	lines=$(rows lines "$name")
	plot "recipe-$name" <<-GNUPLOT
		set multiplot layout 1,2 title "Recipe $name: $(awk -F, -v r="$name" '
			$1 == r { print $2 " ... " $3 }' "$out/recipes.csv")$where"
		set key inside top left
		set title "Empty window"
		set xlabel "TSC ticks"; set ylabel "samples"
		set logscale y; set yrange [0.5:*]; set xrange [0:*]
		# What an interrupt made long is no part of the picture.
		limit = $(awk -F, -v r="$name" '$1 == r { print 2 * $8 }' "$out/recipes.csv")
		set xrange [0:limit]
		plot '$distribution' using 2:3 with impulses lw 5 notitle
		unset logscale; set yrange [0:*]; set xrange [0:*]
		set title "Growing loop"
		set xlabel "rounds of the loop"; set ylabel "TSC ticks, raw"
		plot '$lines' using 2:$(column lines mean) with lines lw 2 title 'mean of the lowest 97 %', \
			'$lines' using 2:$(column lines min) with points pt 7 ps 0.6 title 'minimum'
		unset multiplot
	GNUPLOT
}

plot_recipes() {
	local recipe

	tail -n +2 "$out/distribution-cpuid.csv" >>"$out/distribution.csv"
	rm "$out/distribution-cpuid.csv"
	for recipe in "${recipes[@]}"; do
		plot_recipe "$recipe"
	done
}

plot_distribution() {
	plot distribution <<-GNUPLOT
		set title "Empty window: how often it takes so many ticks$where"
		set xlabel "TSC ticks"; set ylabel "samples"
		set logscale xy; set yrange [0.5:*]
		plot $(curves distribution count 'points pt @ ps 2 lw 2')
	GNUPLOT
}

plot_linear() {
	plot linear <<-GNUPLOT
		set title "Chains of dependent adds, overhead subtracted, against the core clock$where"
		set xlabel "adds"; set ylabel "TSC ticks, net"
		set key top left inside
		plot $(curves chains ticks 'linespoints pt 7'), \
			'$out/chains.csv' every ::1 using 2:$(column chains expected) with lines dt 2 lc 'black' title '100,000 adds / 100,000'
	GNUPLOT
}

plot_interference() {
	awk -F, 'NR > 1 && $2 ~ /^[0-9]+$/ && $1 == 0' "$out/interference.csv" >"$tmp/quiet"
	awk -F, 'NR > 1 && $2 ~ /^[0-9]+$/ && $1 != 0' "$out/interference.csv" >"$tmp/ipi"
	# With one CPU nobody sends IPIs.
	[ -s "$tmp/ipi" ] || cp "$tmp/quiet" "$tmp/ipi"
	awk -F, 'NR > 1 && $2 == "over" { print ($1 ? "with " $1 " IPIs" : "alone") "," $3 }' \
		"$out/interference.csv" >"$tmp/over"
	plot interference <<-GNUPLOT
		set multiplot layout 1,2 title "Back-to-back reads of the TSC for 2 s"
		set key inside top right
		set title "Below the threshold"
		set xlabel "TSC ticks"; set ylabel "reads"
		set logscale y; set yrange [0.5:*]; set xrange [0:*]
		plot '$tmp/quiet' using 2:3 with impulses lw 6 title 'alone', \
			'$tmp/ipi' using (\$2 + 2):3 with impulses lw 6 title 'with IPIs'
		unset logscale; set yrange [0:*]; set xrange [-0.7:1.7]; set boxwidth 0.6
		set title "Not below it"
		set xlabel ""; set ylabel "gaps"
		plot '$tmp/over' using 0:2:xtic(1) with boxes notitle
		unset multiplot
	GNUPLOT
}

# The sets with nothing and with everything in use, one bar for each instruction and
# buffer: the mean with its interval.
plot_bench() {
	awk -F, -v mean="$(column bench mean)" -v ci="$(column bench mean_ci95)" \
		-v copy="$(column bench memcpy_mean)" 'NR > 1 && $8 != "no" {
			print $1 " " $2 " " $6 "," $mean "," $ci "," $copy
		}' "$out/bench.csv" >"$tmp/bench"
	plot bench <<-GNUPLOT
		set title "XSAVE and XRSTOR, nothing and everything in use, by where the buffer is (net mean)"
		set ylabel "TSC ticks"; set yrange [0:*]; set xtics rotate by -60 font ',8'
		set bmargin 9; set rmargin 6; set offsets 1,1,0,0; set boxwidth 0.8; set key top left inside
		plot '$tmp/bench' using 0:2:3:xtic(1) with boxerrorbars title 'instruction', \
			'' using 0:4 with points pt 7 lc 'red' title 'memcpy of as many bytes'
	GNUPLOT
}

if [ -n "$guest" ]; then
	measure_in_guest "${measurements[@]}"
else
	measure "${measurements[@]}" "${real_measurements[@]}"
fi
plot_recipes
plot_distribution
plot_linear
[ -z "$guest" ] || exit 0
plot_interference
plot_bench
