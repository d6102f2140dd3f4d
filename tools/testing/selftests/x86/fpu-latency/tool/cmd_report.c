// SPDX-License-Identifier: GPL-2.0
/* fpu-latency report: the figures of a trace */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "db.h"
#include "order.h"
#include "reader.h"
#include "util.h"
#include "view.h"

enum report_format {
	FORMAT_TABLE,
	FORMAT_CSV,
	FORMAT_JSON,
	FORMAT_OPENMETRICS,
};

static const char * const format_names[] = {
	[FORMAT_TABLE]		= "table",
	[FORMAT_CSV]		= "csv",
	[FORMAT_JSON]		= "json",
	[FORMAT_OPENMETRICS]	= "openmetrics",
};

struct report {
	struct reader		reader;
	struct stats_options	stats;
	const char		*db_path;
	const char		*sort;
	enum report_format	format;
	enum view_hist		hist;
	bool			ns;
	bool			cycles;
	/* The rate or ratio given with them; NULL: as recorded. */
	const char		*scale;
	bool			features;
	bool			wide;
	bool			fail_on_lost;
	bool			strict;
};

enum {
	OPT_DB = 1,
	OPT_TAIL,
	OPT_NS,
	OPT_CYCLES,
	OPT_FEATURES,
	OPT_LONG,
	OPT_FORMAT,
	OPT_SORT,
	OPT_HIST,
	OPT_FAIL_ON_LOST,
	OPT_STRICT,
};

static const struct option options[] = {
	{ "group-by",		required_argument,	NULL, READER_OPT_GROUP_BY },
	{ "db",			required_argument,	NULL, OPT_DB },
	{ "tail",		required_argument,	NULL, OPT_TAIL },
	{ "percentiles",	required_argument,	NULL, 'p' },
	{ "ns",			optional_argument,	NULL, OPT_NS },
	{ "cycles",		optional_argument,	NULL, OPT_CYCLES },
	{ "features",		no_argument,		NULL, OPT_FEATURES },
	{ "long",		no_argument,		NULL, OPT_LONG },
	{ "format",		required_argument,	NULL, OPT_FORMAT },
	{ "sort",		required_argument,	NULL, OPT_SORT },
	{ "hist",		optional_argument,	NULL, OPT_HIST },
	{ "fail-on-lost",	no_argument,		NULL, OPT_FAIL_ON_LOST },
	{ "strict",		no_argument,		NULL, OPT_STRICT },
	{ "help",		no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency report [OPTION]... [TRACE|-]...\n"
	      "\n"
	      "Figures of the x86_fpu_latency events in TRACE: text of tracefs' trace or\n"
	      "trace_pipe, of 'trace-cmd report' or of 'perf script', packed with gzip or zstd\n"
	      "or not; a trace.dat; a database or JSON of this tool. Without TRACE, or with -,\n"
	      "it is standard input. Several are added up.\n"
	      "\n"
	      "For each group: the number of events, minimum, maximum and mean of the latency;\n"
	      "the mean of the lowest P percent, which are the floor(P/100 * CNT + 0.5) lowest\n"
	      "values and at least one; percentiles by nearest rank: value number\n"
	      "ceil(p/100 * CNT), counted from 1, and at least the first. All are exact. In\n"
	      "the table means are rounded half up. A latency that is negative or 2^40 or more\n"
	      "is discarded as absurd and counted.\n"
	      "\n", out);
	reader_print_help(out);
	fputs("Which figures:\n"
	      "  --group-by LIST      of event rfbm xinuse cpu core-type comm pid site fpstate,\n"
	      "                       or all; default event,rfbm,xinuse\n"
	      "  --tail P             percent for the mean of the lowest values; default 97\n"
	      "  -p, --percentiles LIST   default 50,95,99,99.9\n"
	      "  --long               standard deviation, half the width of the 95 % confidence\n"
	      "                       interval of the mean (Student's t; the events taken as\n"
	      "                       independent) and the step of the TSC, which is the\n"
	      "                       greatest common divisor of the latencies\n"
	      "  --ns[=KHZ]           nanoseconds instead of TSC ticks, for a TSC of KHZ\n"
	      "  --cycles[=RATIO]     core clock cycles, RATIO of them per tick\n"
	      "                       (default for both: as recorded, tsc-khz and core-ratio)\n"
	      "  --features           tell the bits of RFBM and XINUSE by name, too (of event\n"
	      "                       xfd, RFBM is the value of the MSR)\n"
	      "How:\n"
	      "  --format FORMAT      table, csv, json or openmetrics; but for the table figures\n"
	      "                       are not rounded, and JSON has the histograms\n"
	      "  --sort LIST          columns: a field, count, min, max, mean, tail, stddev, p50\n"
	      "                       and so on; - before one for descending\n"
	      "  --hist[=log|linear]  a histogram of each group; default log\n"
	      "  --db FILE            keep the events in a new SQLite database, too\n"
	      "  --fail-on-lost       exit with 1 if events were lost\n"
	      "  --strict             exit with 1 if events were lost, lines skipped or\n"
	      "                       latencies absurd\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "Exit status: 0; 1 if there was no event, part of the input could not be read or\n"
	      "--fail-on-lost or --strict say so; 129 for wrong usage.\n", out);
}

static void set_format(struct report *report, const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(format_names); i++) {
		if (!strcmp(name, format_names[i])) {
			report->format = i;
			return;
		}
	}
	usage_error("no format: %s; there are table, csv, json, openmetrics", name);
}

static void set_hist(struct report *report, const char *scale)
{
	if (!scale || !strcmp(scale, "log"))
		report->hist = VIEW_HIST_LOG;
	else if (!strcmp(scale, "linear"))
		report->hist = VIEW_HIST_LINEAR;
	else
		usage_error("no scale of a histogram: %s; there are log and linear", scale);
}

static void set_tail(struct report *report, const char *text)
{
	if (!util_parse_decimal(text, strlen(text), &report->stats.tail) ||
	    report->stats.tail.nano > 100 * UTIL_NANO)
		usage_error("no percentage: %s", text);
}

/* One option; those with a value in optarg. */
static void set_option(struct report *report, int opt)
{
	switch (opt) {
	case OPT_DB:
		report->db_path = optarg;
		break;
	case OPT_TAIL:
		set_tail(report, optarg);
		break;
	case 'p':
		if (!stats_set_percents(&report->stats, optarg))
			usage_error("no list of at most %d percentages: %s", STATS_PERCENTILES,
				    optarg);
		break;
	case OPT_NS:
	case OPT_CYCLES:
		report->ns = opt == OPT_NS;
		report->cycles = opt == OPT_CYCLES;
		report->scale = optarg;
		break;
	case OPT_FEATURES:
		report->features = true;
		break;
	case OPT_LONG:
		report->wide = true;
		break;
	case OPT_FORMAT:
		set_format(report, optarg);
		break;
	case OPT_SORT:
		report->sort = optarg;
		break;
	case OPT_HIST:
		set_hist(report, optarg);
		break;
	case OPT_FAIL_ON_LOST:
		report->fail_on_lost = true;
		break;
	case OPT_STRICT:
		report->strict = true;
		break;
	}
}

/* Is what was given or recorded usable? */
static void set_unit(const struct report *report, struct unit *unit)
{
	const char *key = report->ns ? META_TSC_KHZ : META_CORE_RATIO;
	const char *value = report->scale ? report->scale : meta_get(&report->reader.meta, key);

	unit_ticks(unit);
	if (!report->ns && !report->cycles)
		return;
	if (!value)
		fatal("%s is not recorded; give it with %s", key,
		      report->ns ? "--ns=KHZ" : "--cycles=RATIO");
	if (!(report->ns ? unit_ns(unit, value) : unit_cycles(unit, value)))
		fatal("%s is '%s', which is not a positive number", key, value);
}

static void show(struct report *report, const struct view *view)
{
	switch (report->format) {
	case FORMAT_TABLE:
		if (report->hist)
			view_hist(stdout, view, report->hist);
		view_table(stdout, view);
		break;
	case FORMAT_CSV:
		view_csv(stdout, view);
		break;
	case FORMAT_JSON:
		view_json(stdout, view);
		break;
	case FORMAT_OPENMETRICS:
		view_openmetrics(stdout, view);
		break;
	}
}

static void compute_and_show(struct report *report, const struct order *order)
{
	struct groups *groups = &report->reader.groups;
	struct stats *stats;
	struct view view = {
		.groups		= groups,
		.options	= &report->stats,
		.tally		= &report->reader.tally,
		.meta		= &report->reader.meta,
		.features	= report->features,
		.wide		= report->wide,
	};
	size_t *rows;

	set_unit(report, &view.unit);
	groups_sort(groups);
	stats = stats_all(groups, &report->stats);
	rows = order_rows(order, groups, stats);
	view.stats = stats;
	view.order = rows;
	show(report, &view);
	free(rows);
	free(stats);
}

/* The exit status that the losses are worth. */
static int status(const struct report *report)
{
	const struct tally *tally = &report->reader.tally;
	bool lost = tally->lost || tally->lost_unknown;

	if (report->reader.failed)
		return EXIT_FAILED;
	if (lost && (report->fail_on_lost || report->strict)) {
		err_msg("events were lost");
		return EXIT_FAILED;
	}
	if (report->strict && (tally->skipped || tally->absurd)) {
		err_msg("lines were skipped or latencies absurd");
		return EXIT_FAILED;
	}
	return 0;
}

static void read_inputs(struct report *report, int argc, char **argv)
{
	reader_read_all(&report->reader, argc, argv);
	reader_check(&report->reader, argc == 1 && strcmp(argv[0], "-") ? argv[0] :
		     argc > 1 ? "all traces" : "standard input");
}

static int cmd_report(int argc, char **argv)
{
	struct report report = { };
	struct order order = { };
	const struct option *all;
	struct db *db = NULL;
	int opt, ret;

	reader_init(&report.reader);
	stats_default(&report.stats);
	all = reader_options(options);
	opterr = 0;
	while ((opt = getopt_long(argc, argv, ":p:h", all, NULL)) != -1) {
		if (opt == 'h') {
			print_help(stdout);
			return 0;
		}
		if (opt == ':')
			usage_error("%s needs a value", argv[optind - 1]);
		if (opt == '?')
			usage_error("unknown option %s", argv[optind - 1]);
		if (!reader_option(&report.reader, opt, optarg))
			set_option(&report, opt);
	}
	if (report.sort && !order_parse(&order, report.sort, &report.reader.groups,
					&report.stats))
		usage_error("no list of columns of this report: %s", report.sort);
	if (report.hist && report.format != FORMAT_TABLE)
		usage_error("--hist goes with the table");
	if (report.db_path) {
		db = db_create(report.db_path, true);
		report.reader.sink = db_add;
		report.reader.sink_data = db;
	}
	read_inputs(&report, argc - optind, argv + optind);
	if (db)
		db_finish(db, &report.reader.tally, &report.reader.meta);
	compute_and_show(&report, &order);
	ret = status(&report);
	reader_free(&report.reader);
	return ret;
}

COMMAND(report, cmd_report, "the figures of a trace");
