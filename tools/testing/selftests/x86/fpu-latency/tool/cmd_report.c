// SPDX-License-Identifier: GPL-2.0
/* fpu-latency report: the figures of a trace */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "db.h"
#include "groups.h"
#include "parse.h"
#include "source.h"
#include "util.h"
#include "view.h"

/* So many lines that could not be used are named; the others are counted. */
#define NAMED_LINES	5

/* What became of the lines. */
struct tally {
	uint64_t	events;
	uint64_t	lost;
	uint64_t	lost_unknown;
	uint64_t	bad;
	uint64_t	absurd;
};

static const struct option options[] = {
	{ "db",		required_argument,	NULL, 'd' },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency report [--db FILE] [TRACE|-]\n"
	      "\n"
	      "Read a trace with x86_fpu_latency events: the text of tracefs' trace or\n"
	      "trace_pipe, or of 'trace-cmd report'. Without TRACE, or with -, it is standard\n"
	      "input. Print for each event, RFBM and XINUSE how many there were, and the\n"
	      "minimum, maximum and mean of the latency in TSC ticks. lat_avg(97%) is the mean\n"
	      "of the lowest floor(0.97 * CNT + 0.5) values. Means are rounded half up.\n"
	      "\n"
	      "  --db FILE   keep the events in a new SQLite database, too\n"
	      "  -h, --help  this text\n"
	      "\n"
	      "Exit status: 0, or 1 if there was no event, or 129 for wrong usage.\n", out);
}

/* Name a line that looks like an event but cannot be used. */
static void name_line(const struct source *src, uint64_t nr, const char *reason)
{
	if (nr <= NAMED_LINES)
		err_msg("%s:%ju: skipped: %s", src->name, src->line_number, reason);
}

static void read_events(struct source *src, struct groups *groups, struct db *db,
			struct tally *tally)
{
	const char *line, *reason = NULL;
	struct event ev;
	uint64_t lost;
	size_t len;

	while (source_line(src, &line, &len)) {
		switch (parse_line(line, len, &ev, &lost, &reason)) {
		case PARSE_OTHER:
			break;
		case PARSE_EVENT:
			tally->events++;
			groups_add(groups, &ev);
			if (db)
				db_add(db, &ev);
			break;
		case PARSE_LOST:
			tally->lost += lost;
			tally->lost_unknown += !lost;
			break;
		case PARSE_BAD:
			tally->bad++;
			if (src->cut)
				reason = "the file ends in the middle of the line";
			name_line(src, tally->bad + tally->absurd, reason);
			break;
		case PARSE_ABSURD:
			tally->absurd++;
			name_line(src, tally->bad + tally->absurd, reason);
			break;
		}
	}
	if (src->error)
		err_msg("%s: %s; what was read before it is used", src->name,
			strerror(src->error));
}

static void print_tally(FILE *out, const struct tally *tally)
{
	fprintf(out, "%ju events", tally->events);
	fprintf(out, ", %ju lost", tally->lost);
	if (tally->lost_unknown)
		fprintf(out, " and %ju times an unknown number", tally->lost_unknown);
	fprintf(out, ", %ju lines skipped", tally->bad);
	fprintf(out, ", %ju discarded as absurd\n", tally->absurd);
}

/* cmd_report - see print_help() */
int cmd_report(int argc, char **argv)
{
	const char *path = "-", *db_path = NULL;
	struct groups groups = { };
	struct tally tally = { };
	struct db *db = NULL;
	struct source src;
	int opt;

	opterr = 0;
	while ((opt = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		switch (opt) {
		case 'd':
			db_path = optarg;
			break;
		case 'h':
			print_help(stdout);
			return 0;
		case ':':
			usage_error("%s needs a value", argv[optind - 1]);
		default:
			usage_error("unknown option %s", argv[optind - 1]);
		}
	}
	if (argc - optind > 1)
		usage_error("more than one trace: %s", argv[optind + 1]);
	if (optind < argc)
		path = argv[optind];

	source_open(&src, path);
	if (db_path)
		db = db_create(db_path);
	read_events(&src, &groups, db, &tally);

	if (!tally.events) {
		if (tally.bad || tally.absurd)
			fatal("%s: %ju lines name a latency event and none could be used",
			      src.name, tally.bad + tally.absurd);
		fatal("%s: no x86_fpu_latency event in %ju lines", src.name,
		      src.line_number);
	}
	if (db) {
		db_count(db, "events", tally.events);
		db_count(db, "lost", tally.lost);
		db_count(db, "lost_unknown", tally.lost_unknown);
		db_count(db, "skipped", tally.bad);
		db_count(db, "absurd", tally.absurd);
		db_finish(db);
	}
	groups_sort(&groups);
	view_table(stdout, &groups);
	print_tally(stdout, &tally);
	groups_free(&groups);
	source_close(&src);
	if (fflush(stdout) || ferror(stdout))
		fatal("standard output: %s", strerror(errno));
	return src.error ? EXIT_FAILED : 0;
}
