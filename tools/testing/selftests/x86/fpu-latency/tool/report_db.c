// SPDX-License-Identifier: GPL-2.0
/* report --db: keep the events that are reported */
#include <getopt.h>

#include "db.h"
#include "report.h"

static const char *path;
static struct db *db;

static void set_path(const char *value)
{
	path = value;
}

static void begin(struct reader *reader)
{
	db = db_create(path, true);
	reader->sink = db_add;
	reader->sink_data = db;
}

static void end(struct reader *reader)
{
	db_finish(db, &reader->tally, &reader->meta);
}

REPORT_OPTION(db,
	      .has_arg = required_argument,
	      .help = "  --db FILE            keep the events in a new SQLite database, too\n",
	      .set = set_path,
	      .begin = begin,
	      .end = end);
