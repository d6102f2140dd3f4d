// SPDX-License-Identifier: GPL-2.0
/* fpu-latency merge: recordings and summaries into one */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "db.h"
#include "order.h"
#include "reader.h"
#include "util.h"
#include "view.h"

struct merge {
	struct reader	reader;
	const char	*db_path;
};

enum {
	OPT_DB = 1,
};

static const struct option options[] = {
	{ "group-by",	required_argument,	NULL, READER_OPT_GROUP_BY },
	{ "db",		required_argument,	NULL, OPT_DB },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency merge [OPTION]... FILE...\n"
	      "\n"
	      "Add up databases, summaries ('fpu-latency report --format json') or anything else\n"
	      "that 'fpu-latency report' reads: histograms, losses and skipped lines add, so\n"
	      "that all figures of the sum are exact. It is written as JSON to standard output,\n"
	      "or with --db into a database with histograms and without events. Of what is\n"
	      "known of the recordings and differs the first value is kept, with a message.\n"
	      "\n", out);
	reader_print_help(out);
	fputs("How:\n"
	      "  --group-by LIST      see 'fpu-latency report --help'; not with --db\n"
	      "  --db FILE            the database, which must not exist\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "Exit status: 0; 1 if there was no event or part of the input could not be read;\n"
	      "129 for wrong usage.\n", out);
}

static void parse_options(struct merge *merge, int argc, char **argv)
{
	const struct option *all;
	int opt;

	all = reader_options(options);
	while ((opt = reader_next_option(&merge->reader, argc, argv, ":h", all,
					 print_help)) != -1) {
		switch (opt) {
		case OPT_DB:
			merge->db_path = optarg;
			break;
		}
	}
}

static void print_json(struct reader *reader)
{
	struct order by_key = { };
	struct stats_options figures;
	struct stats *stats;
	struct view view = {
		.groups		= &reader->groups,
		.options	= &figures,
		.tally		= &reader->tally,
		.meta		= &reader->meta,
	};
	size_t *rows;

	stats_default(&figures);
	unit_ticks(&view.unit);
	groups_sort(&reader->groups);
	stats = stats_all(&reader->groups, &figures);
	rows = order_rows(&by_key, &reader->groups, stats);
	view.stats = stats;
	view.order = rows;
	view_format("json")->show(stdout, &view);
	free(rows);
	free(stats);
}

static int cmd_merge(int argc, char **argv)
{
	struct merge merge = { };
	struct reader *reader = &merge.reader;
	struct db *db = NULL;
	bool failed;

	reader_init(reader);
	parse_options(&merge, argc, argv);
	if (optind == argc)
		usage_error("merge needs a file");
	if (merge.db_path && !groups_by_default(&reader->groups))
		usage_error("histograms in a database are by event,rfbm,xinuse");
	if (merge.db_path)
		db = db_create(merge.db_path, false);
	reader_read_all(reader, argc - optind, argv + optind);
	reader_check(reader, optind + 1 == argc ? argv[optind] : "all files");
	if (db) {
		db_add_groups(db, &reader->groups);
		db_finish(db, &reader->tally, &reader->meta);
		tally_print(stdout, &reader->tally);
	} else {
		print_json(reader);
	}
	failed = reader->failed;
	reader_free(reader);
	return failed ? EXIT_FAILED : 0;
}

COMMAND(merge, cmd_merge, "several recordings or summaries into one");
