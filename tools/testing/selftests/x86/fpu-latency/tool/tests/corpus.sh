#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Write the inputs that fuzzing begins with into a folder: each distinct shape of
# line of the tests' logs, summaries, and options.
#
# Usage: corpus.sh DIR
set -eu

mkdir -p "$1"
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")"
cat data/*.txt | sort -u | awk -v dir="$dir" '{
	file = dir "/line-" NR
	printf "L%s", $0 >file
	close(file)
}'
for json in data/*.json; do
	[ -f "$json" ] || continue
	{ printf J; cat "$json"; } >"$dir/${json##*/}"
done
n=0
for text in "rfbm>=0" "xinuse&AVX+bit 20" "comm~a*" "event=xsave" "0,2-5" "1.5,2" ",-1" "99.9"; do
	n=$((n + 1))
	printf 'O%s' "$text" >"$dir/option-$n"
done
