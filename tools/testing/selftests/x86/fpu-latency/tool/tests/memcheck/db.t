# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0

if built_with sqlite3; then
	run 0 report --db "$tmp/report.db" data/lost.txt data/trace.txt
	run 0 export --db "$tmp/export.db" "$tmp/report.db"
	run 0 export --histograms --db "$tmp/histograms.db" data/bad.txt
	run 0 report --group-by cpu "$tmp/export.db"
	run 0 report "$tmp/histograms.db"
	head -c 5000 "$tmp/export.db" >"$tmp/cut.db"
	run 1 report --group-by cpu "$tmp/cut.db"
else
	run 1 export --db "$tmp/export.db" data/trace.txt
fi
