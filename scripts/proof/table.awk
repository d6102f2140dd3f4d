# SPDX-License-Identifier: GPL-2.0
# The table of one configuration from what compare.awk printed for its objects.

BEGIN {
	printf "  %-32s %13s %15s %12s\n", "function", "bytes", "instructions", "call targets"
	printf "  %-32s %6s %6s %7s %7s %12s\n", "", "before", "after", "before", "after", "changed"
}

$1 == "row" {
	printf "  %-32s %6d %6d %7d %7d %12s\n", $3, $4, $5, $6, $7, $9 == "-" ? $8 : $9
}

$1 == "object" {
	objects++
	functions += $3
	calls += $4
	differ += $5
}

/objects,/ { all = $1 }

END {
	printf "  %d of %d objects changed; of %d functions in them %d differ, %d call targets changed\n",
	       objects, all, functions, differ, calls
}
