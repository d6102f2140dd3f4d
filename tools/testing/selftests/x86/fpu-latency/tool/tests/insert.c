// SPDX-License-Identifier: GPL-2.0
/*
 * A bare prepared-insert loop: the rows of scripts/bench.sh's log into an SQLite
 * database, with nothing else done. What export --db takes is compared with it.
 *
 * Usage: insert FILE ROWS
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

static struct sqlite3 *db;

static void check(int ret, int want)
{
	if (ret == want)
		return;
	fprintf(stderr, "insert: %s\n", sqlite3_errmsg(db));
	exit(1);
}

static void run(const char *sql)
{
	check(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

int main(int argc, char **argv)
{
	static const char * const names[] = {
		"x86_fpu_latency_xrstor", "x86_fpu_latency_xsave",
	};
	long rows = argc == 3 ? atol(argv[2]) : 0, i;
	sqlite3_stmt *stmt;
	char comm[16];

	if (rows <= 0) {
		fputs("Usage: insert FILE ROWS\n", stderr);
		return 129;
	}
	check(sqlite3_open(argv[1], &db), SQLITE_OK);
	run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
	run("CREATE TABLE events (\n"
	    " id INTEGER PRIMARY KEY, event TEXT NOT NULL, comm BLOB NOT NULL,\n"
	    " pid INTEGER NOT NULL, cpu INTEGER NOT NULL, time INTEGER NOT NULL,\n"
	    " fpstate TEXT, site TEXT, latency INTEGER NOT NULL,\n"
	    " rfbm INTEGER NOT NULL, xinuse INTEGER NOT NULL)");
	check(sqlite3_prepare_v2(db,
				 "INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
				 -1, &stmt, NULL), SQLITE_OK);
	for (i = 0; i < rows; i++) {
		int len = snprintf(comm, sizeof(comm), "task-%ld", i % 7);

		sqlite3_bind_text(stmt, 1, names[i % 2], -1, SQLITE_STATIC);
		sqlite3_bind_blob(stmt, 2, comm, len, SQLITE_STATIC);
		sqlite3_bind_int64(stmt, 3, 1000 + i % 7);
		sqlite3_bind_int64(stmt, 4, i % 4);
		sqlite3_bind_int64(stmt, 5, i * 100000LL);
		sqlite3_bind_null(stmt, 6);
		sqlite3_bind_null(stmt, 7);
		sqlite3_bind_int64(stmt, 8, 26 * (4 + i * 7919 % 400));
		sqlite3_bind_int64(stmt, 9, 0x202e7);
		sqlite3_bind_int64(stmt, 10, i % 3 ? 0x202 : 0x2e7);
		check(sqlite3_step(stmt), SQLITE_DONE);
		check(sqlite3_reset(stmt), SQLITE_OK);
	}
	sqlite3_finalize(stmt);
	run("COMMIT");
	check(sqlite3_close(db), SQLITE_OK);
	return 0;
}
