// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing: whole inputs that are no plain text, as a command reads them
 *
 * A trace.dat is not among them: libtracecmd reads it in a process of its own, which may
 * die of it. See dat_child.c.
 */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SQLITE3
#include <sqlite3.h>
#endif

#include "fuzz.h"
#include "fuzz_input.h"

#include "../reader.h"
#include "../stats.h"

/* Where to go on when the tool tells an error and exits, and what is open then. */
static jmp_buf at_exit;
static bool running;
static struct source *current;

void __wrap_source_open(struct source *src, const char *path)
{
	__real_source_open(src, path);
	current = src;
}

void __wrap_source_close(struct source *src)
{
	current = NULL;
	__real_source_close(src);
}

void __wrap_exit(int status)
{
	if (!running)
		__real_exit(status);
	if (current)
		source_close(current);
	longjmp(at_exit, 1);
}

#ifdef HAVE_SQLITE3
/* The one that is open, which an exit leaves behind. */
static struct sqlite3 *opened;

int __wrap_sqlite3_open_v2(const char *path, struct sqlite3 **db, int flags, const char *vfs)
{
	int ret = __real_sqlite3_open_v2(path, db, flags, vfs);

	opened = *db;
	return ret;
}

int __wrap_sqlite3_close(struct sqlite3 *db)
{
	opened = NULL;
	return __real_sqlite3_close(db);
}

static void close_database(void)
{
	sqlite3_stmt *statement;

	while (opened && (statement = sqlite3_next_stmt(opened, NULL)))
		sqlite3_finalize(statement);
	if (opened)
		sqlite3_close(opened);
}
#else
static void close_database(void)
{
}
#endif

/* What is read is within limits, and figures can be had of it. */
static void check_groups(struct reader *reader)
{
	struct stats_options options;
	uint64_t count = 0;
	struct stats *stats;
	size_t i;

	groups_sort(&reader->groups);
	stats_default(&options);
	stats = stats_all(&reader->groups, &options);
	for (i = 0; i < reader->groups.nr; i++) {
		check(stats[i].count && stats[i].min <= stats[i].max);
		check(stats[i].mean >= stats[i].min && stats[i].mean <= stats[i].max);
		count += stats[i].count;
	}
	check(count <= EVENT_COUNT_LIMIT);
	free(stats);
}

static void fuzz_input(const char *p, size_t len)
{
	static struct reader reader;
	/* A file with a name: SQLite opens no other. */
	char path[] = "input-XXXXXX";
	int fd = mkstemp(path);

	check(fd >= 0 && write(fd, p, len) == (ssize_t)len);
	memset(&reader, 0, sizeof(reader));
	running = true;
	if (!setjmp(at_exit)) {
		reader_init(&reader);
		reader.threads = 1;
		reader_read(&reader, path);
		check_groups(&reader);
	}
	running = false;
	unlink(path);
	close_database();
	reader_free(&reader);
	/* Those that were opened meanwhile, and are not closed after an exit. */
	close_range(fd, ~0U, 0);
}

static void fuzz_summary(const char *p, size_t len)
{
	if (len && p[0] == '{')
		fuzz_input(p, len);
}

static void fuzz_packed(const char *p, size_t len)
{
	if (len > 4 && (!memcmp(p, "\x1f\x8b", 2) || !memcmp(p, "\x28\xb5\x2f\xfd", 4)))
		fuzz_input(p, len);
}

static void fuzz_database(const char *p, size_t len)
{
	if (len > 16 && !memcmp(p, "SQLite format 3", 16))
		fuzz_input(p, len);
}

FUZZ_TARGET("S", fuzz_summary);
FUZZ_TARGET("Z", fuzz_packed);
FUZZ_TARGET("D", fuzz_database);
