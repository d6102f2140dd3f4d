// SPDX-License-Identifier: GPL-2.0
/* Events in an SQLite database; the schema is in README.md */
#include "db.h"
#include "util.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "fpul", so that file(1) and the tool itself know such a database. */
#define APPLICATION_ID	"0x6670756c"
#define SCHEMA_VERSION	"1"

struct db {
	sqlite3		*handle;
	sqlite3_stmt	*insert;
	const char	*path;
};

/* The database that has to go when the tool ends before it is complete. */
static const char *unfinished;

static void remove_unfinished(void)
{
	if (unfinished)
		unlink(unfinished);
}

static noreturn void db_fatal(struct db *db)
{
	fatal("%s: %s", db->path, sqlite3_errmsg(db->handle));
}

static void run(struct db *db, const char *sql)
{
	if (sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
		db_fatal(db);
}

/* db_version - the version of the SQLite that is used */
const char *db_version(void)
{
	return sqlite3_libversion();
}

/*
 * db_create - a new database, with the one transaction begun
 *
 * A file that is there already is not touched: the tool exits with a message.
 */
struct db *db_create(const char *path)
{
	struct db *db = util_calloc(1, sizeof(*db));
	int fd;

	/* Before SQLite does: it would open what is there. */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		fatal(errno == EEXIST ? "%s: there is such a file; remove it first" :
		      "%s: cannot be created", path);
	close(fd);
	unfinished = path;
	atexit(remove_unfinished);

	db->path = path;
	if (sqlite3_open(path, &db->handle) != SQLITE_OK)
		db_fatal(db);
	/* A database that is not complete is removed, so no journal is needed. */
	run(db, "PRAGMA journal_mode = OFF");
	run(db, "PRAGMA synchronous = OFF");
	run(db, "PRAGMA application_id = " APPLICATION_ID);
	run(db, "PRAGMA user_version = " SCHEMA_VERSION);
	run(db, "BEGIN");
	run(db,
	    "CREATE TABLE counts (what TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID");
	run(db,
	    "CREATE TABLE events (\n"
	    " id INTEGER PRIMARY KEY,\n"
	    " event TEXT NOT NULL,\n"
	    " comm BLOB NOT NULL,\n"
	    " pid INTEGER NOT NULL,\n"
	    " cpu INTEGER NOT NULL,\n"
	    " time INTEGER NOT NULL,\n"
	    " fpstate TEXT,\n"
	    " site TEXT,\n"
	    " latency INTEGER NOT NULL,\n"
	    " rfbm INTEGER NOT NULL,\n"
	    " xinuse INTEGER NOT NULL)\n");
	run(db,
	    "CREATE VIEW report AS\n"
	    " SELECT event, printf('0x%x', rfbm) AS rfbm, printf('0x%x', xinuse) AS xinuse,\n"
	    "  count(*) AS cnt, min(latency) AS lat_min, max(latency) AS lat_max,\n"
	    "  avg(latency) AS lat_avg\n"
	    " FROM events GROUP BY event, events.rfbm, events.xinuse\n");
	if (sqlite3_prepare_v2(db->handle,
			       "INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			       -1, &db->insert, NULL) != SQLITE_OK)
		db_fatal(db);
	return db;
}

/* An empty text, which the kernel did not print, becomes NULL. */
static int bind_text(sqlite3_stmt *stmt, int n, const struct event_text *text)
{
	if (!text->p)
		return sqlite3_bind_null(stmt, n);
	return sqlite3_bind_text(stmt, n, text->p, text->len, SQLITE_STATIC);
}

/* db_add - one event */
void db_add(struct db *db, const struct event *ev)
{
	sqlite3_stmt *stmt = db->insert;
	int ret = SQLITE_OK;

	ret |= sqlite3_bind_text(stmt, 1, event_name(ev->kind), -1, SQLITE_STATIC);
	/* A task's name need not be UTF-8. */
	ret |= sqlite3_bind_blob(stmt, 2, ev->comm.len ? ev->comm.p : "", ev->comm.len,
				 SQLITE_STATIC);
	ret |= sqlite3_bind_int64(stmt, 3, ev->pid);
	ret |= sqlite3_bind_int64(stmt, 4, ev->cpu);
	ret |= sqlite3_bind_int64(stmt, 5, ev->time);
	ret |= bind_text(stmt, 6, &ev->fpstate);
	ret |= bind_text(stmt, 7, &ev->site);
	ret |= sqlite3_bind_int64(stmt, 8, ev->latency);
	ret |= sqlite3_bind_int64(stmt, 9, ev->rfbm);
	ret |= sqlite3_bind_int64(stmt, 10, ev->xinuse);
	if (ret != SQLITE_OK || sqlite3_step(stmt) != SQLITE_DONE ||
	    sqlite3_reset(stmt) != SQLITE_OK)
		db_fatal(db);
}

/* db_count - how many of @what there were, such as lost events */
void db_count(struct db *db, const char *what, uint64_t n)
{
	sqlite3_stmt *stmt;

	if (sqlite3_prepare_v2(db->handle, "INSERT INTO counts VALUES (?, ?)", -1, &stmt,
			       NULL) != SQLITE_OK ||
	    sqlite3_bind_text(stmt, 1, what, -1, SQLITE_STATIC) != SQLITE_OK ||
	    sqlite3_bind_int64(stmt, 2, n) != SQLITE_OK ||
	    sqlite3_step(stmt) != SQLITE_DONE)
		db_fatal(db);
	sqlite3_finalize(stmt);
}

/* db_finish - index, commit, close; the database is complete only after this */
void db_finish(struct db *db)
{
	sqlite3_finalize(db->insert);
	run(db, "CREATE INDEX events_group ON events (event, rfbm, xinuse, latency)");
	run(db, "COMMIT");
	if (sqlite3_close(db->handle) != SQLITE_OK)
		db_fatal(db);
	unfinished = NULL;
	free(db);
}

#else /* !HAVE_SQLITE3 */

const char *db_version(void)
{
	return NULL;
}

struct db *db_create(const char *path)
{
	fatal("--db %s: this fpu-latency was built without SQLite", path);
}

void db_add(struct db *db, const struct event *ev)
{
	(void)db;
	(void)ev;
}

void db_count(struct db *db, const char *what, uint64_t n)
{
	(void)db;
	(void)what;
	(void)n;
}

void db_finish(struct db *db)
{
	(void)db;
}

#endif /* HAVE_SQLITE3 */
