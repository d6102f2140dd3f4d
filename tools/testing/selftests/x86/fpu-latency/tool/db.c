// SPDX-License-Identifier: GPL-2.0
/* Events and figures into an SQLite database; the schema is in README.md */
#include "command.h"
#include "db.h"
#include "util.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct db {
	sqlite3		*handle;
	sqlite3_stmt	*insert;
	const char	*path;
	/* All that goes into the table histogram. */
	struct groups	groups;
	/* Are all times nanoseconds? */
	bool		time_ns;
};

static const char schema[] =
	"CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;\n"
	"CREATE TABLE counts (what TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID;\n"
	"CREATE TABLE lost (\n"
	" cpu INTEGER,\n"
	" n INTEGER NOT NULL,\n"
	" unknown INTEGER NOT NULL);\n"
	"CREATE TABLE skipped (\n"
	" input TEXT NOT NULL,\n"
	" line INTEGER NOT NULL,\n"
	" reason TEXT NOT NULL);\n"
	"CREATE TABLE histogram (\n"
	" event TEXT NOT NULL,\n"
	" rfbm INTEGER NOT NULL,\n"
	" xinuse INTEGER NOT NULL,\n"
	" latency INTEGER NOT NULL,\n"
	" count INTEGER NOT NULL,\n"
	" PRIMARY KEY (event, rfbm, xinuse, latency)) WITHOUT ROWID;\n"
	"CREATE VIEW report AS\n"
	" SELECT event, printf('0x%x', rfbm) AS rfbm, printf('0x%x', xinuse) AS xinuse,\n"
	"  sum(count) AS cnt, min(latency) AS lat_min, max(latency) AS lat_max,\n"
	"  sum(latency * count) * 1.0 / sum(count) AS lat_avg\n"
	" FROM histogram GROUP BY event, histogram.rfbm, histogram.xinuse;\n"
	"CREATE VIEW cumulative AS\n"
	" SELECT event, rfbm, xinuse, latency, count,\n"
	"  sum(count) OVER (PARTITION BY event, rfbm, xinuse ORDER BY latency) AS so_far,\n"
	"  sum(count) OVER (PARTITION BY event, rfbm, xinuse) AS cnt\n"
	" FROM histogram;\n";

static const char events_schema[] =
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
	" xinuse INTEGER NOT NULL);\n"
	"CREATE VIEW by_cpu AS\n"
	" SELECT event, cpu, count(*) AS cnt, min(latency) AS lat_min,\n"
	"  max(latency) AS lat_max, avg(latency) AS lat_avg\n"
	" FROM events GROUP BY event, cpu;\n"
	"CREATE VIEW by_task AS\n"
	" SELECT event, CAST(comm AS TEXT) AS comm, pid, count(*) AS cnt,\n"
	"  min(latency) AS lat_min, max(latency) AS lat_max, avg(latency) AS lat_avg\n"
	" FROM events GROUP BY event, events.comm, pid;\n"
	"CREATE VIEW by_site AS\n"
	" SELECT event, site, count(*) AS cnt, min(latency) AS lat_min,\n"
	"  max(latency) AS lat_max, avg(latency) AS lat_avg\n"
	" FROM events GROUP BY event, site;\n";

/* The database that has to go when the tool ends before it is complete. */
static const char *unfinished;

/* The process that makes it; others that it begins have the same handlers. */
static pid_t maker;

static void remove_unfinished(void)
{
	const char *path = __atomic_load_n(&unfinished, __ATOMIC_ACQUIRE);

	if (path && getpid() == maker)
		unlink(path);
}

/* The signal ends the tool when the handler returns. */
static void end_by_signal(int signo)
{
	remove_unfinished();
	signal(signo, SIG_DFL);
	raise(signo);
}

static void remove_at_the_end(const char *path)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ, SIGXCPU };
	size_t i;

	__atomic_store_n(&unfinished, path, __ATOMIC_RELEASE);
	maker = getpid();
	atexit(remove_unfinished);
	for (i = 0; i < ARRAY_SIZE(signals); i++) {
		/* Whoever ignores it, such as nohup, has a reason. */
		if (signal(signals[i], SIG_IGN) != SIG_IGN)
			signal(signals[i], end_by_signal);
	}
}

/* What failed, and why if that was the system's fault, such as a full disk. */
static noreturn void db_fatal(struct db *db)
{
	int error = sqlite3_system_errno(db->handle);

	fatal(error ? "%s: %s: %s" : "%s: %s", db->path, sqlite3_errmsg(db->handle),
	      strerror(error));
}

static void run(struct db *db, const char *sql)
{
	if (sqlite3_exec(db->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
		db_fatal(db);
}

/*
 * db_file_name - the path as SQLite takes it for that of a file, to be freed
 *
 * To SQLite "file:x" and ":memory:" are something else than to open().
 */
char *db_file_name(const char *path)
{
	char *name;

	if (asprintf(&name, "%s%s", *path == '/' ? "" : "./", path) < 0)
		fatal("out of memory");
	return name;
}

/*
 * db_create - a new database, with the one transaction begun
 *
 * A file that is there already is not touched: the tool exits with a message.
 * Without @with_events it has only histograms.
 */
struct db *db_create(const char *path, bool with_events)
{
	struct db *db = util_calloc(1, sizeof(*db));
	char pragmas[128], *name;
	int fd;

	/* Before SQLite does: it would open what is there. */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		fatal("%s: %s", path, errno == EEXIST ? "there is such a file; remove it first" :
		      strerror(errno));
	close(fd);
	remove_at_the_end(path);
	db->path = path;
	db->time_ns = true;
	groups_init(&db->groups);
	name = db_file_name(path);
	if (sqlite3_open(name, &db->handle) != SQLITE_OK)
		db_fatal(db);
	free(name);
	snprintf(pragmas, sizeof(pragmas), "PRAGMA application_id = %d", DB_APPLICATION_ID);
	/* A database that is not complete is removed, so no journal is needed. */
	run(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
		"PRAGMA locking_mode = EXCLUSIVE");
	run(db, pragmas);
	run(db, "BEGIN");
	run(db, schema);
	if (!with_events)
		return db;
	run(db, events_schema);
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

/* db_add - one event; a sink of struct reader */
void db_add(void *data, const struct event *ev)
{
	struct db *db = data;
	sqlite3_stmt *stmt = db->insert;
	int ret = SQLITE_OK;

	groups_add(&db->groups, ev);
	db->time_ns &= ev->time_ns;
	if (!stmt)
		return;
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

/* db_add_groups - whole histograms, which are by event, RFBM and XINUSE */
void db_add_groups(struct db *db, const struct groups *groups)
{
	if (!groups_merge(&db->groups, groups))
		fatal("%s: histograms in a database are by event,rfbm,xinuse", db->path);
}

/*
 * Insert one row: @types has a letter for each value, t text, u uint64_t, ? an
 * uint64_t of which UINT64_MAX is NULL. SQLite's integers end at 2^63 - 1.
 */
static void insert(struct db *db, const char *sql, const char *types, ...)
{
	sqlite3_stmt *stmt;
	int ret, i = 0;
	uint64_t n;
	va_list ap;

	if (sqlite3_prepare_v2(db->handle, sql, -1, &stmt, NULL) != SQLITE_OK)
		db_fatal(db);
	va_start(ap, types);
	for (; *types; types++) {
		if (*types == 't') {
			ret = sqlite3_bind_text(stmt, ++i, va_arg(ap, const char *), -1,
						SQLITE_TRANSIENT);
		} else {
			n = va_arg(ap, uint64_t);
			ret = *types == '?' && n == UINT64_MAX ? sqlite3_bind_null(stmt, ++i) :
			      sqlite3_bind_int64(stmt, ++i, n > INT64_MAX ? INT64_MAX : n);
		}
		if (ret != SQLITE_OK)
			db_fatal(db);
	}
	va_end(ap);
	if (sqlite3_step(stmt) != SQLITE_DONE)
		db_fatal(db);
	sqlite3_finalize(stmt);
}

static void insert_count(struct db *db, const char *what, uint64_t n)
{
	insert(db, "INSERT INTO counts VALUES (?, ?)", "tu", what, n);
}

static void insert_tally(struct db *db, const struct tally *tally)
{
	size_t i;

	insert_count(db, "events", tally->events - tally->filtered);
	insert_count(db, "lost", tally->lost);
	insert_count(db, "lost_unknown", tally->lost_unknown);
	insert_count(db, "skipped", tally->skipped);
	insert_count(db, "absurd", tally->absurd);
	insert_count(db, "time_ns", db->time_ns);
	for (i = 0; i < tally->nr_cpus; i++)
		insert(db, "INSERT INTO lost VALUES (?, ?, ?)", "?uu", tally->cpu[i].cpu,
		       tally->cpu[i].lost, tally->cpu[i].unknown);
	for (i = 0; i < tally->nr_named; i++)
		insert(db, "INSERT INTO skipped VALUES (?, ?, ?)", "tut",
		       tally->named[i].input, tally->named[i].line, tally->named[i].reason);
}

static void insert_histogram(struct db *db)
{
	const struct groups *groups = &db->groups;
	sqlite3_stmt *stmt;
	size_t i, j;
	int ret;

	if (sqlite3_prepare_v2(db->handle, "INSERT INTO histogram VALUES (?, ?, ?, ?, ?)", -1,
			       &stmt, NULL) != SQLITE_OK)
		db_fatal(db);
	for (i = 0; i < groups->nr; i++) {
		const struct group *group = &groups->group[i];

		for (j = 0; j < group->used; j++) {
			ret = sqlite3_bind_text(stmt, 1, event_name(group->key[0]), -1,
						SQLITE_STATIC);
			ret |= sqlite3_bind_int64(stmt, 2, group->key[1]);
			ret |= sqlite3_bind_int64(stmt, 3, group->key[2]);
			ret |= sqlite3_bind_int64(stmt, 4, group->values[j].latency);
			ret |= sqlite3_bind_int64(stmt, 5, group->values[j].count);
			if (ret != SQLITE_OK || sqlite3_step(stmt) != SQLITE_DONE ||
			    sqlite3_reset(stmt) != SQLITE_OK)
				db_fatal(db);
		}
	}
	sqlite3_finalize(stmt);
}

/* db_finish - the rest, commit, close; the database is complete only after this */
void db_finish(struct db *db, const struct tally *tally, const struct meta *meta)
{
	char pragma[64];
	size_t i;

	sqlite3_finalize(db->insert);
	for (i = 0; i < meta->nr; i++)
		insert(db, "INSERT INTO meta VALUES (?, ?)", "tt", meta->entry[i].key,
		       meta->entry[i].value);
	insert_tally(db, tally);
	groups_sort(&db->groups);
	insert_histogram(db);
	run(db, "COMMIT");
	/* Version 0 until now: what SIGKILL leaves is seen to be no whole database. */
	snprintf(pragma, sizeof(pragma), "PRAGMA user_version = %d", DB_SCHEMA_VERSION);
	run(db, pragma);
	if (sqlite3_close(db->handle) != SQLITE_OK)
		db_fatal(db);
	__atomic_store_n(&unfinished, NULL, __ATOMIC_RELEASE);
	groups_free(&db->groups);
	free(db);
}

LIBRARY(sqlite3, sqlite3_libversion);

#else /* !HAVE_SQLITE3 */

LIBRARY(sqlite3, NULL);

struct db *db_create(const char *path, bool with_events)
{
	(void)with_events;
	fatal("--db %s: this fpu-latency was built without SQLite", path);
}

void db_add(void *data, const struct event *ev)
{
	(void)data;
	(void)ev;
}

void db_add_groups(struct db *db, const struct groups *groups)
{
	(void)db;
	(void)groups;
}

void db_finish(struct db *db, const struct tally *tally, const struct meta *meta)
{
	(void)db;
	(void)tally;
	(void)meta;
}

#endif /* HAVE_SQLITE3 */
