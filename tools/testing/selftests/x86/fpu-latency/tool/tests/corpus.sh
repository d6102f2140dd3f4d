#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Write the inputs that fuzzing begins with into a folder: each distinct shape of
# line of the tests' logs, summaries, options, packed logs, and databases.
#
# Usage: corpus.sh DIR PROGRAM
set -eu

mkdir -p "$1"
dir=$(cd "$1" && pwd)
program=$(realpath "$2")
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
# What the program makes of a few logs, as small as it can be.
for text in data/*.txt; do
	log=$(basename "$text" .txt)
	head -n 8 "$text" >"$dir/head"
	for pack in gzip zstd; do
		command -v $pack >/dev/null || continue
		{ printf Z; $pack -c "$dir/head"; } >"$dir/$log.$pack"
	done
	"$program" report --format json "$dir/head" >"$dir/json" 2>/dev/null || continue
	{ printf S; cat "$dir/json"; } >"$dir/$log.summary"
	rm -f "$dir/db"
	"$program" report --db "$dir/db" "$dir/head" >/dev/null 2>&1 || continue
	! command -v sqlite3 >/dev/null || sqlite3 "$dir/db" 'PRAGMA page_size = 512; VACUUM'
	{ printf D; cat "$dir/db"; } >"$dir/$log.database"
done
rm -f "$dir/head" "$dir/json" "$dir/db"
