// SPDX-License-Identifier: GPL-2.0
/* Events and histograms from an SQLite database of this tool */
#include "db.h"
#include "util.h"

/* The NUL behind it belongs to it. */
#define DB_FORMAT(read) \
	SOURCE_FORMAT(database, "SQLite format 3\0", "a database of this tool", "SQLite", read)

#ifdef HAVE_SQLITE3

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"

struct db_input {
	sqlite3		*handle;
	struct reader	*reader;
	struct source	*src;
	bool		time_ns;
};

static noreturn void db_fatal(const struct db_input *in)
{
	fatal("%s: %s", in->src->name, sqlite3_errmsg(in->handle));
}

/* A query's one number; -1 if it gives no row. Of a database that was cut it cannot tell. */
static int64_t query_number(struct db_input *in, const char *sql)
{
	sqlite3_stmt *stmt;
	int64_t n = -1;
	int ret;

	if (sqlite3_prepare_v2(in->handle, sql, -1, &stmt, NULL) != SQLITE_OK)
		db_fatal(in);
	ret = sqlite3_step(stmt);
	if (ret == SQLITE_ROW)
		n = sqlite3_column_int64(stmt, 0);
	else if (ret != SQLITE_DONE)
		db_fatal(in);
	sqlite3_finalize(stmt);
	return n;
}

/* One that cannot be negative: a number of the table counts. */
static uint64_t query_count(struct db_input *in, const char *sql)
{
	int64_t n = query_number(in, sql);

	if (n >= 0)
		return n;
	in->src->error = "a number in the table counts is negative";
	return 0;
}

/*
 * Call @row for each row. A database that is corrupt further on keeps what was
 * read before.
 */
static void for_rows(struct db_input *in, const char *sql,
		     bool (*row)(struct db_input *in, sqlite3_stmt *stmt, uint64_t nr))
{
	sqlite3_stmt *stmt;
	uint64_t nr = 0;
	int ret;

	if (sqlite3_prepare_v2(in->handle, sql, -1, &stmt, NULL) != SQLITE_OK)
		db_fatal(in);
	while ((ret = sqlite3_step(stmt)) == SQLITE_ROW) {
		nr++;
		if (!row(in, stmt, nr))
			reader_unusable(in->reader, in->src, nr,
					"not a row that this tool wrote", false);
		if (!(nr % 65536))
			progress_show(nr, 0, 0);
		if (progress_interrupted())
			break;
	}
	if (ret != SQLITE_ROW && ret != SQLITE_DONE)
		in->src->error = sqlite3_errstr(ret);
	sqlite3_finalize(stmt);
}

static struct event_text column(sqlite3_stmt *stmt, int i)
{
	struct event_text text = { NULL, 0 };

	/* Of a blob without bytes SQLite gives NULL. */
	if (sqlite3_column_type(stmt, i) != SQLITE_NULL) {
		text.p = sqlite3_column_blob(stmt, i);
		text.len = sqlite3_column_bytes(stmt, i);
		if (!text.p)
			text.p = "";
	}
	return text;
}

/* The event's name and the three numbers that both tables have. */
static bool get_common(sqlite3_stmt *stmt, struct event *ev)
{
	struct event_text name = column(stmt, 0);

	memset(ev, 0, sizeof(*ev));
	if (!name.p || !event_kind_parse(name.p, name.len, &ev->kind))
		return false;
	ev->rfbm = sqlite3_column_int64(stmt, 1);
	ev->xinuse = sqlite3_column_int64(stmt, 2);
	ev->latency = sqlite3_column_int64(stmt, 3);
	return ev->latency < EVENT_LATENCY_LIMIT;
}

static bool event_row(struct db_input *in, sqlite3_stmt *stmt, uint64_t nr)
{
	struct event ev;

	(void)nr;
	if (!get_common(stmt, &ev))
		return false;
	ev.comm = column(stmt, 4);
	ev.pid = sqlite3_column_int64(stmt, 5);
	ev.cpu = sqlite3_column_int64(stmt, 6);
	ev.time = sqlite3_column_int64(stmt, 7);
	ev.time_ns = in->time_ns;
	ev.fpstate = column(stmt, 8);
	ev.site = column(stmt, 9);
	reader_event(in->reader, &ev);
	return true;
}

static bool histogram_row(struct db_input *in, sqlite3_stmt *stmt, uint64_t nr)
{
	int64_t count = sqlite3_column_int64(stmt, 4);
	struct event ev;

	(void)nr;
	if (!get_common(stmt, &ev) || count <= 0 || !reader_has_room(in->reader, count))
		return false;
	reader_count(in->reader, &ev, count);
	return true;
}

static bool meta_row(struct db_input *in, sqlite3_stmt *stmt, uint64_t nr)
{
	struct event_text key = column(stmt, 0), value = column(stmt, 1);

	(void)nr;
	if (!key.p || !value.p)
		return false;
	reader_meta(in->reader, in->src, key, value);
	return true;
}

static bool lost_row(struct db_input *in, sqlite3_stmt *stmt, uint64_t nr)
{
	int64_t lost = sqlite3_column_int64(stmt, 1), unknown = sqlite3_column_int64(stmt, 2);
	uint64_t cpu = TALLY_NO_CPU;

	(void)nr;
	if (lost < 0 || unknown < 0)
		return false;
	if (sqlite3_column_type(stmt, 0) != SQLITE_NULL)
		cpu = sqlite3_column_int64(stmt, 0);
	tally_lost(&in->reader->tally, cpu, lost, unknown);
	return true;
}

static bool skipped_row(struct db_input *in, sqlite3_stmt *stmt, uint64_t nr)
{
	const char *input = (const char *)sqlite3_column_text(stmt, 0);
	const char *reason = (const char *)sqlite3_column_text(stmt, 2);

	(void)nr;
	if (!input || !reason)
		return false;
	reader_named(in->reader, in->src, input, sqlite3_column_int64(stmt, 1), reason);
	return true;
}

/* Do event, RFBM and XINUSE suffice for the groups, the filter and the sink? */
static bool histogram_suffices(const struct reader *reader)
{
	size_t i;

	for (i = 0; i < reader->groups.nr_by; i++) {
		if (reader->groups.by[i] > FIELD_XINUSE)
			return false;
	}
	return !reader->sink && filter_only_masks(&reader->filter);
}

#define EVENTS_QUERY \
	"SELECT event, rfbm, xinuse, latency, comm, pid, cpu, time, fpstate, site FROM events"

/* Version 1 had neither histograms nor losses by CPU. */
static void read_tables(struct db_input *in, int64_t version)
{
	struct tally *tally = &in->reader->tally;
	int64_t events;
	uint64_t lost;

	events = query_number(in, "SELECT count(*) FROM sqlite_master WHERE name = 'events'");

	if (version > 1) {
		in->time_ns = query_number(in, "SELECT n FROM counts WHERE what = 'time_ns'") != 0;
		for_rows(in, "SELECT key, value FROM meta", meta_row);
		for_rows(in, "SELECT cpu, n, unknown FROM lost", lost_row);
		for_rows(in, "SELECT input, line, reason FROM skipped", skipped_row);
	} else {
		lost = query_count(in, "SELECT sum(n) FROM counts WHERE what = 'lost'");
		tally_lost(tally, TALLY_NO_CPU, lost,
			   query_count(in,
				       "SELECT sum(n) FROM counts WHERE what = 'lost_unknown'"));
	}
	tally_sum(&tally->skipped,
		  query_count(in, "SELECT sum(n) FROM counts WHERE what = 'skipped'"));
	tally_sum(&tally->absurd,
		  query_count(in, "SELECT sum(n) FROM counts WHERE what = 'absurd'"));
	if (version > 1 && histogram_suffices(in->reader))
		for_rows(in, "SELECT event, rfbm, xinuse, latency, count FROM histogram",
			 histogram_row);
	else if (events > 0)
		for_rows(in, in->reader->ordered ? EVENTS_QUERY " ORDER BY time, id" :
			 EVENTS_QUERY, event_row);
	else
		fatal("%s: has only histograms by event,rfbm,xinuse and no events for that",
		      in->src->name);
}

/* Read a database; exits with a message if it is not one of this tool. */
static void db_read(struct reader *reader, struct source *src)
{
	struct db_input in = { .reader = reader, .src = src, .time_ns = true };
	int64_t version;
	char *name;

	if (!src->path || src->zip)
		fatal("%s: a database can be read only from an unpacked file", src->name);
	name = db_file_name(src->path);
	if (sqlite3_open_v2(name, &in.handle, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
		db_fatal(&in);
	free(name);
	if (query_number(&in, "PRAGMA application_id") != DB_APPLICATION_ID)
		fatal("%s: a database, but not one of fpu-latency", src->name);
	version = query_number(&in, "PRAGMA user_version");
	if (!version)
		fatal("%s: a database that was not finished", src->name);
	if (version < 1 || version > DB_SCHEMA_VERSION)
		fatal("%s: a database with schema %jd; this fpu-latency knows 1 to %d",
		      src->name, version, DB_SCHEMA_VERSION);
	read_tables(&in, version);
	sqlite3_close(in.handle);
}

DB_FORMAT(db_read);

#else /* !HAVE_SQLITE3 */

DB_FORMAT(NULL);

#endif /* HAVE_SQLITE3 */
