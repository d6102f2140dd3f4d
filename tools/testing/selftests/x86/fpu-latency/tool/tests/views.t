# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Views of the same figures: they agree, whatever the format.

for format in csv json openmetrics; do
	"$tool" report --format "$format" --meta cpu='a "quoted", name' data/lost.txt \
		data/trace.txt data/names.txt data/bad.txt >"$tmp/out" 2>/dev/null
	same "$format" "data/view.$format" "$tmp/out"
done
"$tool" report --format csv --features --group-by comm,rfbm,core-type data/names.txt \
	>"$tmp/out" 2>&1
same "csv with names and texts" data/view-names.csv "$tmp/out"
"$tool" report --format json --group-by comm,core-type data/names.txt >"$tmp/out" 2>&1
same "json with texts" data/view-names.json "$tmp/out"
"$tool" report --format openmetrics --ns=2600000 --group-by comm,core-type data/names.txt \
	>"$tmp/out" 2>&1
same "openmetrics with texts" data/view-names.openmetrics "$tmp/out"
for scale in log linear; do
	COLUMNS=70 "$tool" report "--hist=$scale" data/trace.txt >"$tmp/out" 2>&1
	same "$scale histogram" "data/hist-$scale.out" "$tmp/out"
	is "$scale histogram: every event is in it" 28 "$(awk '$2 == ".." { n += $4 } END { print n }' \
		"$tmp/out")"
done
{ line 0; line 1; line 2; line 1099511627775; } | "$tool" report --hist - >"$tmp/out" 2>&1
is "histogram from 0 to the limit" 4 "$(awk '$2 == ".." { n += $4 } END { print n }' "$tmp/out")"

# Table and CSV, once means are rounded half up.
"$tool" report data/trace.txt data/v7.txt | awk '/^x86/ { $1 = $1; print }' >"$tmp/want"
"$tool" report --format csv data/trace.txt data/v7.txt | awk -F, 'NR > 1 {
	print $1, $2, $3, $5, $6, $7, int($8 + .5), int($9 + .5), $13, $14, $15, $16
}' >"$tmp/got"
same "table and csv agree" "$tmp/want" "$tmp/got"
# The JSON has a line for each figure, those of the groups indented by three spaces.
"$tool" report --format csv data/trace.txt data/v7.txt | cut -d, -f 1-3,5-16 | tail -n +2 \
	>"$tmp/want"
"$tool" report --format json data/trace.txt data/v7.txt | awk '
	/^   "/ && !/_features|histogram/ {
		sub(/^[^:]*: /, "")
		gsub(/"(p[0-9.]+|[0-9.]+)": |[{}" ]/, "")
		sub(/,$/, "")
		row = row (row == "" ? "" : ",") $0
	}
	/^  }/ { print row; row = "" }' >"$tmp/got"
same "csv and json agree" "$tmp/want" "$tmp/got"
is "each event of the JSON is in a histogram" 31 "$("$tool" report --format json data/trace.txt \
	data/v7.txt | tr -d ' \n' | sed 's/"histogram":\[/\n&/g; s/\]\]/&\n/g' |
	grep '^"histogram' | grep -o '[0-9]*\]' | awk '{ n += $1 } END { print n }')"
# No series of OpenMetrics is there twice, whatever names there are.
for name in 'caf\303\251' 'caf\303\250' 'caf\351' 'caf\\xe9' 'a\033[31m'; do
	# shellcheck disable=SC2059 # it has escapes
	line 5 | sed "s/^ *task/$(printf "$name" | sed 's/\\/&&/g')/"
done >"$tmp/labels.txt"
"$tool" report --format openmetrics --group-by comm -p 50,50.0,50.00 "$tmp/labels.txt" >"$tmp/out"
is "openmetrics: names that differ" 5 "$(grep -c '^x86_fpu_latency_ticks_count' "$tmp/out")"
is "openmetrics: no series twice" "" "$(grep -v '^#' "$tmp/out" | sed 's/ [^ ]*$//' | sort | uniq -d)"
is "openmetrics: UTF-8 as it is" 2 "$(grep -a '_count' "$tmp/out" | grep -c "$(printf 'caf\303')")"
is "openmetrics: other bytes" 1 "$(grep -c '_count{comm="caf\\\\xe9"}' "$tmp/out")"
sed 's/latency:5/site: &/' "$tmp/labels.txt" | cat - "$tmp/labels.txt" |
	"$tool" report --format openmetrics --group-by site >"$tmp/out"
is "openmetrics: no site and an empty one" "2 " "$(grep -c '_count' "$tmp/out") $(
	grep -v '^#' "$tmp/out" | sed 's/ [^ ]*$//' | sort | uniq -d)"
for args in "--hist=x" "--hist --format csv"; do
	# shellcheck disable=SC2086 # words
	usage report $args
done
