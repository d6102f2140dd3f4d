#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Exact tests of the timing, for a guest of 'qemu -icount shift=0,sleep=off': there
# one executed instruction is one tick of the TSC, so that what is known to have so
# many instructions has to take as many ticks, and not about as many.
#
# FPU_LATENCY=path of the program. TAP, then "N passed, N failed, N skipped".
set -u

tool=${FPU_LATENCY:?the program to test}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
nr=0
passed=0
failed=0
options="--force --gate-loops 1000 --loops 12 --samples 300 --interference 0"

# result STATUS NAME: show $tmp/why if it failed.
result() {
	nr=$((nr + 1))
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $nr - icount: $2"
	else
		failed=$((failed + 1))
		echo "not ok $nr - icount: $2"
		sed 's/^/# /' "$tmp/why" | head -n 20
	fi
}

# each NAME FILE COLUMNS RECIPE ROWS CONDITION: in rows of the recipe, all if it is
# empty, the awk condition holds for c["COLUMN"]; there are at least ROWS of them.
each() {
	awk -F, -v columns="$3" -v recipe="$4" -v rows="$5" '
		NR == 1 {
			n = split(columns, names, " ")
			for (i = 1; i <= n; i++)
				for (k = 1; k <= NF; k++)
					if ($k == names[i])
						at[names[i]] = k
			for (i = 1; i <= n; i++)
				if (!(names[i] in at))
					print "no column " names[i]
			next
		}
		recipe != "" && $1 != recipe { next }
		{
			for (i = 1; i <= n; i++)
				c[names[i]] = $at[names[i]] + 0
			seen++
		}
		!('"$6"') { print }
		END { if (seen < rows) print "only " seen + 0 " rows" }' "$2" >"$tmp/why"
	[ ! -s "$tmp/why" ]
	result $? "$1"
}

# What user space can know of the machine: this one has no TSC to measure with.
"$tool" calibrate --gate --gate-loops 1000 >"$tmp/gate" 2>"$tmp/why"
[ $? -eq 1 ] && grep -q '^stability .* HERE: no invariant TSC$' "$tmp/gate" &&
	grep -q 'do not benchmark here: no invariant TSC' "$tmp/why"
result $? "the gate wants an invariant TSC"

for rows in chains recipes lines; do
	# shellcheck disable=SC2086 # words
	"$tool" calibrate $options --format csv --rows $rows >"$tmp/$rows" 2>"$tmp/why"
	result $? "calibrate --rows $rows"
done
for recipe in 0 1 2 3 4 5 6 kernel; do
	# The overhead is subtracted.
	each "recipe $recipe: chains of 10 to 1,000 adds take 10 to 1,000 ticks" "$tmp/chains" \
		"adds ticks" $recipe 10 'c["ticks"] == c["adds"]'
	each "recipe $recipe: slope 1, intercept 0, R^2 1" "$tmp/recipes" "slope intercept r2" \
		$recipe 1 'c["slope"] == 1 && c["intercept"]^2 < 1e-18 && c["r2"] == 1'
	# Nothing but an interrupt changes a sample, and the least has none.
	each "recipe $recipe: no spurious minimum, nothing hidden, no leak" "$tmp/recipes" \
		"spurious hidden leak negative" $recipe 1 \
		'c["spurious"] + c["hidden"]^2 + c["leak"]^2 + c["negative"] == 0'
	# A round is four instructions (store, dec, test, jnz); jmp, test and jnz come
	# once, with a move or two of the compiler; the empty window has none.
	each "recipe $recipe: a round of the loop takes 4 ticks" "$tmp/lines" "loops min" \
		$recipe 12 '(!c["loops"] && (empty = c["min"])) ||
		(c["loops"] == 1 && (one = c["min"]) >= empty + 7 && one <= empty + 9) ||
		c["min"] == one + 4 * (c["loops"] - 1)'
done

"$tool" bench --force --samples 100 --format csv >"$tmp/bench" 2>"$tmp/why"
result $? "bench --format csv"
each "bench: every XSAVE and XRSTOR takes the tick of one instruction" "$tmp/bench" \
	"min p50" "" 20 'c["min"] == 1 && c["p50"] == 1'

echo "1..$nr"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
