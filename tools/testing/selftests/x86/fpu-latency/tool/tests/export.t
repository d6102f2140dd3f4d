# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# Databases that are read again, and the queries.

logs="data/trace.txt data/names.txt data/lost.txt data/bad.txt data/v7.txt"

usage export data/trace.txt
if ! built_with sqlite3 || ! command -v sqlite3 >/dev/null; then
	skip "export" "no SQLite or no sqlite3 program"
	return
fi
# shellcheck disable=SC2086 # words
"$tool" export --db "$tmp/all.db" --meta cpu=x $logs >"$tmp/out" 2>/dev/null
is "export: status" 0 $?
for args in "--long" "--format csv --group-by comm,cpu" "--group-by site,fpstate" \
	"--filter pid>100" "--time 1,2" "--cpu 0,1" "--filter latency<110"; do
	# The lines' reasons are in the database, too; they are not told again.
	# shellcheck disable=SC2086 # words
	"$tool" report $args $logs >"$tmp/want2" 2>/dev/null
	# shellcheck disable=SC2086 # words
	"$tool" report $args "$tmp/all.db" >"$tmp/out" 2>"$tmp/err"
	same "report $args of the database is that of the logs" "$tmp/want2" "$tmp/out"
done
# shellcheck disable=SC2086 # words
"$tool" report --long $logs >"$tmp/want" 2>/dev/null
"$tool" export --histograms --db "$tmp/hist.db" "$tmp/all.db" >/dev/null
"$tool" report --long "$tmp/hist.db" >"$tmp/out" 2>"$tmp/err"
same "report of a database of histograms" "$tmp/want" "$tmp/out"
"$tool" report --group-by cpu "$tmp/hist.db" >/dev/null 2>&1
is "a database of histograms has no CPUs: status" 1 $?
for query in ../queries/*.sql; do
	name=${query##*/}
	sqlite3 -bail "$tmp/all.db" ".read $query" >"$tmp/out" 2>&1
	is "query $name: status" 0 $?
	same "query $name" "data/query-${name%.sql}.out" "$tmp/out"
done
is "the median of the query is the tool's" \
	"$("$tool" report --format csv -p 50 "$tmp/all.db" | awk -F, 'NR > 1 { print $13 }')" \
	"$(sqlite3 "$tmp/all.db" ".read ../queries/median.sql" | cut -d'|' -f5)"
sqlite3 "$tmp/other.db" "CREATE TABLE t (x)"
"$tool" report "$tmp/other.db" >/dev/null 2>"$tmp/err"
is "a database of something else: status" 1 $?
head -c 5000 "$tmp/all.db" >"$tmp/cut.db"
timeout 20 "$tool" report --group-by cpu "$tmp/cut.db" >/dev/null 2>&1
is "a database that was cut: status" 1 $?
"$tool" report - <"$tmp/all.db" >/dev/null 2>&1
is "a database from a pipe: status" 1 $?
"$tool" export --help >/dev/full 2>/dev/null
is "a full disk is an error of export --help" 1 $?
