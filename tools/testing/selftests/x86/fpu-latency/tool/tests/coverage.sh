#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Lines of each source file that were run, from what gcov finds in a folder.
#
# Usage: coverage.sh OBJECT-DIR LEAST-PERCENT
# The status is 1 if the total is less.
set -eu

cd "$1"
gcov -n ./*.gcda 2>/dev/null | awk -v least="$2" '
	/^File/ { file = $2; gsub("\047", "", file) }
	/^Lines executed:/ && file ~ /\.c$/ && file !~ /\// {
		sub("Lines executed:", "")
		split($0, part, "% of ")
		run += part[1] * part[2] / 100
		all += part[2]
		printf "%6.2f %% of %4d lines  %s\n", part[1], part[2], file
		file = ""
	}
	END {
		printf "%6.2f %% of %4d lines  total\n", all ? 100 * run / all : 0, all
		exit all == 0 || 100 * run / all < least
	}'
