// SPDX-License-Identifier: GPL-2.0
/* fpu-latency export: recordings into a database */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "db.h"
#include "reader.h"
#include "util.h"

enum {
	OPT_DB = 1,
	OPT_HISTOGRAMS,
};

static const struct option options[] = {
	{ "db",		required_argument,	NULL, OPT_DB },
	{ "histograms",	no_argument,		NULL, OPT_HISTOGRAMS },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
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

struct export {
	struct reader	reader;
	const char	*db_path;
	bool		histograms;
};

static void parse_options(struct export *export, int argc, char **argv)
{
	const struct option *all;
	int opt;

	all = reader_options(options);
	while ((opt = reader_next_option(&export->reader, argc, argv, ":h", all,
					 print_help)) != -1) {
		switch (opt) {
		case OPT_DB:
			export->db_path = optarg;
			break;
		case OPT_HISTOGRAMS:
			export->histograms = true;
			break;
		}
	}
}

static int cmd_export(int argc, char **argv)
{
	struct export export = { };
	struct reader *reader = &export.reader;
	struct db *db;
	bool failed;

	reader_init(reader);
	parse_options(&export, argc, argv);
	if (!export.db_path)
		usage_error("export needs --db FILE");
	db = db_create(export.db_path, !export.histograms);
	if (!export.histograms) {
		reader->sink = db_add;
		reader->sink_data = db;
	}
	reader_read_all(reader, argc - optind, argv + optind);
	reader_check(reader, optind + 1 == argc ? argv[optind] : "all input");
	if (export.histograms)
		db_add_groups(db, &reader->groups);
	db_finish(db, &reader->tally, &reader->meta);
	tally_print(stdout, &reader->tally);
	failed = reader->failed;
	reader_free(reader);
	return failed ? EXIT_FAILED : 0;
}

COMMAND(export, cmd_export, "events and histograms into an SQLite database");
