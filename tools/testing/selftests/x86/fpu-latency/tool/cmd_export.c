// SPDX-License-Identifier: GPL-2.0
/* fpu-latency export and merge: recordings into a database or a summary */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "db.h"
#include "order.h"
#include "reader.h"
#include "util.h"
#include "view.h"

enum {
	OPT_DB = 1,
	OPT_HISTOGRAMS,
};

static const struct option export_options[] = {
	{ "db",		required_argument,	NULL, OPT_DB },
	{ "histograms",	no_argument,		NULL, OPT_HISTOGRAMS },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static const struct option merge_options[] = {
	{ "group-by",	required_argument,	NULL, READER_OPT_GROUP_BY },
	{ "db",		required_argument,	NULL, OPT_DB },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static void export_help(FILE *out)
{
	fputs("Usage: fpu-latency export --db FILE [OPTION]... [TRACE|-]...\n"
	      "\n"
	      "Put the events of all that 'fpu-latency report' reads, their histograms and what\n"
	      "is known of the recording into a new SQLite database. Its schema is in the\n"
	      "README.md of the tool, queries are in the folder queries next to it.\n"
	      "\n", out);
	reader_print_help(out);
	fputs("How:\n"
	      "  --db FILE            the database, which must not exist\n"
	      "  --histograms         only histograms by event, RFBM and XINUSE, no events\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "Exit status: 0; 1 if there was no event or part of the input could not be read;\n"
	      "129 for wrong usage.\n", out);
}

static void merge_help(FILE *out)
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

struct export {
	struct reader	reader;
	const char	*db_path;
	bool		histograms;
};

static void parse_options(struct export *export, int argc, char **argv,
			  const struct option *options, void (*help)(FILE *out))
{
	const struct option *all;
	int opt;

	all = reader_options(options);
	opterr = 0;
	while ((opt = getopt_long(argc, argv, ":h", all, NULL)) != -1) {
		switch (opt) {
		case 'h':
			help(stdout);
			exit(0);
		case ':':
			usage_error("%s needs a value", argv[optind - 1]);
		case '?':
			usage_error("unknown option %s", argv[optind - 1]);
		case OPT_DB:
			export->db_path = optarg;
			break;
		case OPT_HISTOGRAMS:
			export->histograms = true;
			break;
		default:
			reader_option(&export->reader, opt, optarg);
		}
	}
}

static void print_json(struct reader *reader)
{
	struct order by_key = { };
	struct stats_options options;
	struct stats *stats;
	struct view view = {
		.groups		= &reader->groups,
		.options	= &options,
		.tally		= &reader->tally,
		.meta		= &reader->meta,
	};
	size_t *rows;

	stats_default(&options);
	unit_ticks(&view.unit);
	groups_sort(&reader->groups);
	stats = stats_all(&reader->groups, &options);
	rows = order_rows(&by_key, &reader->groups, stats);
	view.stats = stats;
	view.order = rows;
	view_json(stdout, &view);
	free(rows);
	free(stats);
}

static int finish(struct export *export)
{
	bool failed = export->reader.failed;

	reader_free(&export->reader);
	return failed ? EXIT_FAILED : 0;
}

static int cmd_export(int argc, char **argv)
{
	struct export export = { };
	struct db *db;

	reader_init(&export.reader);
	parse_options(&export, argc, argv, export_options, export_help);
	if (!export.db_path)
		usage_error("export needs --db FILE");
	db = db_create(export.db_path, !export.histograms);
	if (!export.histograms) {
		export.reader.sink = db_add;
		export.reader.sink_data = db;
	}
	reader_read_all(&export.reader, argc - optind, argv + optind);
	reader_check(&export.reader, optind + 1 == argc ? argv[optind] : "all input");
	if (export.histograms)
		db_add_groups(db, &export.reader.groups);
	db_finish(db, &export.reader.tally, &export.reader.meta);
	tally_print(stdout, &export.reader.tally);
	return finish(&export);
}

COMMAND(export, cmd_export, "events and histograms into an SQLite database");

static int cmd_merge(int argc, char **argv)
{
	struct export export = { };
	struct db *db = NULL;

	reader_init(&export.reader);
	parse_options(&export, argc, argv, merge_options, merge_help);
	if (optind == argc)
		usage_error("merge needs a file");
	if (export.db_path && !groups_by_default(&export.reader.groups))
		usage_error("histograms in a database are by event,rfbm,xinuse");
	if (export.db_path)
		db = db_create(export.db_path, false);
	reader_read_all(&export.reader, argc - optind, argv + optind);
	reader_check(&export.reader, optind + 1 == argc ? argv[optind] : "all files");
	if (db) {
		db_add_groups(db, &export.reader.groups);
		db_finish(db, &export.reader.tally, &export.reader.meta);
		tally_print(stdout, &export.reader.tally);
	} else {
		print_json(&export.reader);
	}
	return finish(&export);
}

COMMAND(merge, cmd_merge, "several recordings or summaries into one");
