# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0
# The database of report --db.

if "$tool" version --build-options | grep -q '^sqlite3: no'; then
	"$tool" report --db "$tmp/x.db" data/trace.txt >/dev/null 2>"$tmp/err"
	is "without SQLite --db is an error" 1 $?
	skip "database" "built without SQLite"
elif ! command -v sqlite3 >/dev/null; then
	skip "database" "no sqlite3 program"
else
	"$tool" report --db "$tmp/trace.db" data/trace.txt >"$tmp/out"
	same "--db prints the same report" data/trace.out "$tmp/out"
	sqlite3 "$tmp/trace.db" "SELECT * FROM report" >"$tmp/out"
	awk -v OFS='|' 'NR > 2 && /^x86/ { print $1, $2, $3, $4, $5, $6 }' \
		data/trace.out >"$tmp/want"
	sed 's/|[^|]*$//' "$tmp/out" >"$tmp/got"
	same "the database's view report has the same figures" "$tmp/want" "$tmp/got"
	is "the database is sound" ok "$(sqlite3 "$tmp/trace.db" 'PRAGMA integrity_check')"
	"$tool" report --db "$tmp/trace.db" data/trace.txt >/dev/null 2>&1
	is "an existing database is not touched: status" 1 $?
	is "an existing database is not touched" ok \
		"$(sqlite3 "$tmp/trace.db" 'PRAGMA integrity_check')"
	# Names that are more than names to SQLite, which cannot touch another database.
	sqlite3 "$tmp/other.db" "CREATE TABLE t (x)"
	cp "$tmp/other.db" "$tmp/other.copy"
	log=$(pwd)/data/trace.txt
	for name in file:other.db :memory: 'file:x?mode=memory'; do
		is "a database that is called $name" "0 $(grep -c '^[^#].*latency:' data/trace.txt)" \
			"$(cd "$tmp" && "$tool" export --db "$name" "$log" >/dev/null 2>&1; echo $?
			) $("$tool" report --group-by all --format csv "$tmp/$name" |
				awk -F, 'NR == 2 { print $2 }')"
	done
	cmp -s "$tmp/other.db" "$tmp/other.copy"
	is "a database of others is not touched" 0 $?
	"$tool" export --db "$tmp/no/x.db" data/trace.txt >/dev/null 2>"$tmp/err"
	is "why a database cannot be created" "fpu-latency: $tmp/no/x.db: No such file or directory" \
		"$(cat "$tmp/err")"
	"$tool" report --db "$tmp/bad.db" data/bad.txt >/dev/null 2>"$tmp/err"
	sed 's|^fpu-latency: |&X: of |' "$tmp/err" >"$tmp/want"
	"$tool" report "$tmp/bad.db" 2>&1 >/dev/null | sed "s|$tmp/bad.db|X|" >"$tmp/out"
	same "lines that were skipped are named from a database" "$tmp/want" "$tmp/out"
	"$tool" report --db "$tmp/names.db" data/names.txt >/dev/null
	sqlite3 "$tmp/names.db" "SELECT hex(comm) FROM events ORDER BY id" >"$tmp/out"
	same "names are kept byte for byte" data/names.hex "$tmp/out"
	"$tool" report --db "$tmp/lost.db" data/lost.txt >/dev/null 2>&1
	sqlite3 "$tmp/lost.db" "SELECT what, n FROM counts ORDER BY what" >"$tmp/out"
	same "losses are in the database" data/lost.counts "$tmp/out"
	"$tool" report --db "$tmp/none.db" data/none.txt >/dev/null 2>&1
	# Numbers that are larger than those of SQLite, or negative.
	{
		echo "CPU:0 [LOST 18446744073709551615 EVENTS]"
		echo "CPU:0 [LOST 1 EVENTS]"
		line 5
	} >"$tmp/wrap.txt"
	"$tool" report --fail-on-lost --db "$tmp/wrap.db" "$tmp/wrap.txt" >"$tmp/out" 2>&1
	is "a number of lost events does not wrap" "1 1" "$? $(grep -c ' 18446744073709551615 lost' "$tmp/out")"
	is "nor is it negative in the database" 9223372036854775807 \
		"$(sqlite3 "$tmp/wrap.db" "SELECT n FROM counts WHERE what = 'lost'")"
	sqlite3 "$tmp/wrap.db" "UPDATE counts SET n = -1 WHERE what = 'skipped'"
	"$tool" report "$tmp/wrap.db" >"$tmp/out" 2>"$tmp/err"
	is "a negative count is an error" "1 1 1" \
		"$? $(wc -l <"$tmp/err" | tr -d ' ') $(grep -c ' 0 lines skipped' "$tmp/out")"
	# A signal leaves no database that is not complete.
	for signal in TERM HUP; do
		mkfifo "$tmp/fifo.$signal"
		"$tool" export --db "$tmp/$signal.db" "$tmp/fifo.$signal" >/dev/null 2>&1 &
		pid=$!
		exec 9>"$tmp/fifo.$signal"
		line 5 >&9
		is "there is a database before SIG$signal" yes \
			"$([ -e "$tmp/$signal.db" ] && echo yes || echo no)"
		kill -s "$signal" "$pid"
		wait "$pid"
		exec 9>&-
		is "there is none after SIG$signal" no \
			"$([ -e "$tmp/$signal.db" ] && echo yes || echo no)"
	done
	cp "$tmp/trace.db" "$tmp/part.db"
	sqlite3 "$tmp/part.db" "PRAGMA user_version = 0; DROP TABLE counts"
	"$tool" report "$tmp/part.db" >/dev/null 2>"$tmp/err"
	is "what SIGKILL leaves is called so" "1 fpu-latency: $tmp/part.db: a database that was not finished" \
		"$? $(cat "$tmp/err")"
	# Version 1 had no histograms.
	sqlite3 "$tmp/v1.db" "PRAGMA application_id = 0x6670756c; PRAGMA user_version = 1;
		CREATE TABLE counts (what TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;
		CREATE TABLE events (id INTEGER PRIMARY KEY, event TEXT NOT NULL,
			comm BLOB NOT NULL, pid INTEGER NOT NULL, cpu INTEGER NOT NULL,
			time INTEGER NOT NULL, fpstate TEXT, site TEXT,
			latency INTEGER NOT NULL, rfbm INTEGER NOT NULL, xinuse INTEGER NOT NULL);
		ATTACH '$tmp/trace.db' AS new;
		INSERT INTO events SELECT * FROM new.events;
		INSERT INTO counts VALUES ('lost', 0), ('lost_unknown', 0), ('skipped', 0);"
	"$tool" report "$tmp/v1.db" >"$tmp/out" 2>&1
	same "a database of version 1" data/trace.out "$tmp/out"
	head -c 9000 "$tmp/trace.db" >"$tmp/cut.db"
	"$tool" report "$tmp/cut.db" >/dev/null 2>"$tmp/err"
	is "a database that was cut is called so" "1 fpu-latency: $tmp/cut.db: database disk image is malformed" \
		"$? $(cat "$tmp/err")"
	sqlite3 "$tmp/trace.db" "UPDATE histogram SET count = 9223372036854775807
		WHERE latency = (SELECT min(latency) FROM histogram)"
	timeout 20 "$tool" report "$tmp/trace.db" >"$tmp/out" 2>"$tmp/err"
	is "a count that no sum is exact for is skipped" "0 skipped: not a row that this tool wrote" \
		"$? $(sed -n '1s/.*: skipped/skipped/p' "$tmp/err")"
	is "no database is left of a trace without events" no \
		"$([ -e "$tmp/none.db" ] && echo yes || echo no)"
fi
usage report --db
