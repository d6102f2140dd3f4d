# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# What the tests of the commands that measure have in common: sourced by them.

# run NAME STATUS ARGUMENT...: run the program, keep its output.
# shellcheck disable=SC2154 # set by run.sh
run() {
	name=$1
	want=$2
	shift 2
	timeout 60 "$tool" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	is "$name: status" "$want" $?
}

# says NAME PATTERN FILE
says() {
	cp "$3" "$tmp/why"
	if grep -Eq -- "$2" "$3"; then
		ok "$1"
	else
		not_ok "$1"
	fi
}

# The last output is CSV: a line of titles and rows with as many fields.
is_csv() {
	is "$1: rows with as many fields as titles" 0 "$(awk -F, 'NR == 1 { n = NF }
		NF != n { bad++ } END { print (NR < 2 || n < 3 ? "none" : bad + 0) }' "$tmp/out")"
}

# has_columns NAME TITLE...: the last output is CSV with such columns, none of them empty.
has_columns() {
	name=$1
	shift
	is "$name: columns $*" "" "$(awk -F, -v titles="$*" 'BEGIN { n = split(titles, want, " ") }
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 {
			for (i = 1; i <= n; i++)
				if (!(want[i] in at) || $at[want[i]] == "")
					bad[want[i]]
		}
		END { for (i in bad) print i }' "$tmp/out")"
}

# The last output is JSON for which jq's expression $2 holds. jq takes a NaN, JSON
# has none.
is_json() {
	if ! command -v jq >/dev/null; then
		skip "$1" "no jq"
		return
	fi
	if jq -e "$2" "$tmp/out" >"$tmp/why" 2>&1 && ! grep -qwiE 'nan|inf' "$tmp/out"; then
		ok "$1"
	else
		cat "$tmp/out" >>"$tmp/why"
		not_ok "$1"
	fi
}
