# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

# pack LIBRARY PROGRAM
pack() {
	if ! command -v "$2" >/dev/null; then
		skip "memcheck: $2" "no $2 program"
		return
	fi
	"$2" -c data/trace.txt >"$tmp/packed"
	if built_with "$1"; then
		run 0 report "$tmp/packed"
		head -c 300 "$tmp/packed" >"$tmp/cut.packed"
		run 1 report "$tmp/cut.packed"
	else
		run 1 report "$tmp/packed"
	fi
}
pack zlib gzip
pack libzstd zstd
