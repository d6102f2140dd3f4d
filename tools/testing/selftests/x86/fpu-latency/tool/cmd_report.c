// SPDX-License-Identifier: GPL-2.0
/* fpu-latency report: the figures of a trace */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "order.h"
#include "report.h"
#include "util.h"

struct registered *report_options;

struct report {
	struct reader		reader;
	struct stats_options	stats;
	const char		*sort;
	const struct view_format *format;
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
	OPT_TAIL = 1,
	OPT_NS,
	OPT_CYCLES,
	OPT_FEATURES,
	OPT_LONG,
	OPT_FORMAT,
	OPT_SORT,
	OPT_FAIL_ON_LOST,
	OPT_STRICT,
	/* Those of struct report_option, in their order. */
	OPT_OTHERS = 0x2000,
};

static const struct option options[] = {
	{ "group-by",		required_argument,	NULL, READER_OPT_GROUP_BY },
	{ "tail",		required_argument,	NULL, OPT_TAIL },
	{ "percentiles",	required_argument,	NULL, 'p' },
	{ "ns",			optional_argument,	NULL, OPT_NS },
	{ "cycles",		optional_argument,	NULL, OPT_CYCLES },
	{ "features",		no_argument,		NULL, OPT_FEATURES },
	{ "long",		no_argument,		NULL, OPT_LONG },
	{ "format",		required_argument,	NULL, OPT_FORMAT },
	{ "sort",		required_argument,	NULL, OPT_SORT },
	{ "fail-on-lost",	no_argument,		NULL, OPT_FAIL_ON_LOST },
	{ "strict",		no_argument,		NULL, OPT_STRICT },
	{ "help",		no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
{
	const struct report_option *option;
	const struct view_format *format;

	fputs("Usage: fpu-latency report [OPTION]... [TRACE|-]...\n"
	      "\n"
	      "Figures of the x86_fpu_latency events in TRACE. For each group: the number of\n"
	      "events, minimum, maximum and mean of the latency; the mean of the lowest P\n"
	      "percent, which are the floor(P/100 * CNT + 0.5) lowest values and at least one;\n"
	      "percentiles by nearest rank: value number ceil(p/100 * CNT), counted from 1, and\n"
	      "at least the first. All are exact. In the table means are rounded half up. A\n"
	      "latency that is negative or 2^40 or more is discarded as absurd and counted.\n"
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
	      "  --format FORMAT      one of these; but for the table nothing is rounded\n", out);
	for (format = registry_first(view_formats); format; format = registry_next(format))
		fprintf(out, "      %-17s%s\n", format->entry.name, format->what);
	fputs("  --sort LIST          columns: a field, count, min, max, mean, tail, stddev, p50\n"
	      "                       and so on; - before one for descending\n", out);
	for (option = registry_first(report_options); option; option = registry_next(option))
		fputs(option->help, out);
	fputs("  --fail-on-lost       exit with 1 if events were lost\n"
	      "  --strict             exit with 1 if events were lost, lines skipped or\n"
	      "                       latencies absurd, or a summary is of cut input\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "Exit status: 0; 1 if there was no event, part of the input could not be read or\n"
	      "--fail-on-lost or --strict say so; 129 for wrong usage.\n", out);
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
		report->format = view_format(optarg);
		break;
	case OPT_SORT:
		report->sort = optarg;
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

static void show(const struct report *report, const struct view *view)
{
	const struct report_option *option;

	for (option = registry_first(report_options); option; option = registry_next(option)) {
		if (option->given && option->show)
			option->show(stdout, view);
	}
	report->format->show(stdout, view);
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
	if (report->strict && report->reader.incomplete) {
		err_msg("an input was not read to its end");
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

/* The options here and those of struct report_option. */
static const struct option *all_options(void)
{
	static struct option all[32];
	struct report_option *option;
	size_t n = 0;

	for (option = registry_first(report_options); option; option = registry_next(option)) {
		all[n] = (struct option){ option->entry.name, option->has_arg, NULL,
					  OPT_OTHERS + n };
		if (++n + ARRAY_SIZE(options) > ARRAY_SIZE(all))
			fatal("too many options");
	}
	memcpy(&all[n], options, sizeof(options));
	return reader_options(all);
}

/* Option number @nr of struct report_option. */
static void set_other(int nr)
{
	struct report_option *option = registry_first(report_options);

	while (nr--)
		option = registry_next(option);
	option->given = true;
	option->set(optarg);
}

static void parse_options(struct report *report, int argc, char **argv)
{
	const struct option *all = all_options();
	int opt;

	while ((opt = reader_next_option(&report->reader, argc, argv, ":p:h", all,
					 print_help)) != -1) {
		if (opt >= OPT_OTHERS)
			set_other(opt - OPT_OTHERS);
		else
			set_option(report, opt);
	}
}

static int cmd_report(int argc, char **argv)
{
	struct report_option *option;
	struct report report = { };
	struct order order = { };
	int ret;

	reader_init(&report.reader);
	stats_default(&report.stats);
	report.format = view_format("table");
	parse_options(&report, argc, argv);
	if (report.sort && !order_parse(&order, report.sort, &report.reader.groups,
					&report.stats))
		usage_error("no list of columns of this report: %s", report.sort);
	for (option = registry_first(report_options); option; option = registry_next(option)) {
		if (option->given && option->show && report.format != view_format("table"))
			usage_error("--%s goes with the table", option->entry.name);
	}
	for (option = registry_first(report_options); option; option = registry_next(option)) {
		if (option->given && option->begin)
			option->begin(&report.reader);
	}
	read_inputs(&report, argc - optind, argv + optind);
	for (option = registry_first(report_options); option; option = registry_next(option)) {
		if (option->given && option->end)
			option->end(&report.reader);
	}
	compute_and_show(&report, &order);
	ret = status(&report);
	reader_free(&report.reader);
	return ret;
}

COMMAND(report, cmd_report, "the figures of a trace");
