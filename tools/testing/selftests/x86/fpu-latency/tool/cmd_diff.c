// SPDX-License-Identifier: GPL-2.0
/* fpu-latency diff: the same groups of two or more recordings side by side */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "reader.h"
#include "util.h"
#include "view.h"
#include "welch.h"

#define INPUTS_MOST	8

/* Of so many events of one latency it is believed that they have no spread. */
#define SPREAD_EVENTS	10

struct diff_input {
	const char	*name;
	struct reader	reader;
	struct unit	unit;
};

struct diff {
	struct diff_input	input[INPUTS_MOST];
	size_t			nr;
	struct util_decimal	alpha;
	bool			ns;
	/* All groups of all inputs; their order is that of the rows. */
	struct groups		all;
	/* Comparisons made, and those with a difference. */
	size_t			tested;
	size_t			different;
};

enum {
	OPT_ALPHA = 1,
	OPT_NS,
};

static const struct option options[] = {
	{ "group-by",	required_argument,	NULL, READER_OPT_GROUP_BY },
	{ "alpha",	required_argument,	NULL, OPT_ALPHA },
	{ "ns",		no_argument,		NULL, OPT_NS },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency diff [OPTION]... A B [C]...\n"
	      "\n"
	      "The same groups of two or more recordings side by side: of other machines,\n"
	      "kernels, microcode. A, B, C are all that 'fpu-latency report' reads. First what\n"
	      "is known of the recordings and differs; then for each group count and mean of\n"
	      "each, and for B and later ones against A\n"
	      "  diff    how much the mean differs, in percent of A's mean\n"
	      "  ci      half the width of the difference's confidence interval, in percent\n"
	      "          of A's mean, at the level 1 - alpha\n"
	      "  p       how likely a difference so large is if there is none, by Welch's\n"
	      "          t-test (two-sided; variances need not be the same), which takes the\n"
	      "          events as independent: those of one recording seldom are, so that\n"
	      "          small differences of long recordings need a second recording\n"
	      "  result  slower or faster if p < alpha, else 'no difference shown'\n"
	      "Ticks become nanoseconds if the recorded TSC rates (tsc-khz) differ.\n"
	      "\n", out);
	reader_print_help(out);
	fputs("How:\n"
	      "  --group-by LIST      see 'fpu-latency report --help'\n"
	      "  --alpha P            level of the test; default 0.05\n"
	      "  --ns                 nanoseconds in any case\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "Exit status: 0, also with differences; 1 if an input has no event or could not\n"
	      "be read to its end; 129 for wrong usage.\n", out);
}

/* The letter of an input. */
static char letter(size_t nr)
{
	return 'A' + nr;
}

static const char *value_of(const struct diff *diff, size_t nr, const char *key)
{
	const char *value = meta_get(&diff->input[nr].reader.meta, key);

	return value ? value : "-";
}

/* What a recording says of itself can be anything, such as commands for a terminal. */
static void print_chars(FILE *out, const char *text)
{
	view_text(out, (struct event_text){ text, strlen(text) });
}

/* One line for each key whose value is not the same everywhere. */
static void print_meta(FILE *out, const struct diff *diff)
{
	struct meta keys = { };
	bool differs;
	size_t i, j;

	for (i = 0; i < diff->nr; i++) {
		const struct meta *meta = &diff->input[i].reader.meta;

		for (j = 0; j < meta->nr; j++)
			meta_set(&keys, meta->entry[j].key, strlen(meta->entry[j].key), "", 0);
	}
	for (j = 0; j < keys.nr; j++) {
		const char *key = keys.entry[j].key;

		differs = false;
		for (i = 1; i < diff->nr; i++)
			differs |= strcmp(value_of(diff, 0, key), value_of(diff, i, key)) != 0;
		if (!differs)
			continue;
		print_chars(out, key);
		fputc(':', out);
		for (i = 0; i < diff->nr; i++) {
			fprintf(out, "%s %c: ", i ? "," : "", letter(i));
			print_chars(out, value_of(diff, i, key));
		}
		fputc('\n', out);
	}
	meta_free(&keys);
}

/* Ticks, unless rates differ and all are known or nanoseconds are asked for. */
static void set_units(struct diff *diff)
{
	bool known = true, differs = false;
	size_t i;

	for (i = 0; i < diff->nr; i++) {
		const char *khz = meta_get(&diff->input[i].reader.meta, META_TSC_KHZ);
		const char *first = meta_get(&diff->input[0].reader.meta, META_TSC_KHZ);

		unit_ticks(&diff->input[i].unit);
		known &= !!khz;
		differs |= khz && first && strcmp(khz, first);
	}
	if (!known && (diff->ns || differs))
		fatal("%s is not recorded for all; give it with --meta to 'report --format json'",
		      META_TSC_KHZ);
	if (!diff->ns && !differs) {
		if (!known)
			err_msg("TSC rates are not recorded; ticks are compared as they are");
		return;
	}
	for (i = 0; i < diff->nr; i++) {
		const char *khz = meta_get(&diff->input[i].reader.meta, META_TSC_KHZ);

		if (!unit_ns(&diff->input[i].unit, khz))
			fatal("%s: %s is '%s', which is not a positive number",
			      diff->input[i].name, META_TSC_KHZ, khz);
	}
}

/* The group of an input with the key of one of diff->all, or NULL. */
static const struct group *find_group(const struct diff *diff, size_t nr,
				      const struct group *key)
{
	const struct groups *groups = &diff->input[nr].reader.groups;
	size_t low = 0, high = groups->nr, middle;
	int c;

	while (low < high) {
		middle = (low + high) / 2;
		c = groups_compare(groups, &groups->group[middle], &diff->all, key);
		if (!c)
			return &groups->group[middle];
		if (c < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static struct welch_sample sample(const struct diff *diff, size_t nr, const struct group *group)
{
	const struct unit *unit = &diff->input[nr].unit;
	struct stats_options figures;
	struct stats stats;

	stats_default(&figures);
	stats_compute(group, &figures, &stats);
	return (struct welch_sample){
		.count	= stats.count,
		.mean	= unit_real(unit, stats.mean),
		.stddev	= unit_real(unit, stats.stddev),
	};
}

/*
 * Do so few values differ that the variance of neither is known? A test by it would
 * take two events of one latency each, in ticks of a coarse TSC, for a certain thing.
 */
static bool no_spread(const struct welch_sample *a, const struct welch_sample *b)
{
	return a->mean != b->mean && !(a->stddev > 0) && !(b->stddev > 0) &&
	       (a->count < SPREAD_EVENTS || b->count < SPREAD_EVENTS);
}

/* Why is there no comparison? */
static const char *why_not(const struct welch_sample *a, const struct welch_sample *b)
{
	if (!a->count || !b->count)
		return "-";
	if (a->count < 2 || b->count < 2 || no_spread(a, b))
		return "too few events";
	return "mean(A) is 0";
}

/* The cells of a comparison with the first input. */
static void add_comparison(struct diff *diff, struct table *table,
			   const struct welch_sample *a, const struct welch_sample *b)
{
	double alpha = (double)diff->alpha.nano / UTIL_NANO;
	struct welch result;

	if (!welch_test(a, b, 1 - alpha, &result) || !(a->mean > 0) || no_spread(a, b)) {
		table_cell(table, "-");
		table_cell(table, "-");
		table_cell(table, "-");
		table_cell(table, "%s", why_not(a, b));
		return;
	}
	diff->tested++;
	table_cell(table, "%+.2f%%", 100 * result.difference / a->mean);
	table_cell(table, "%.2f%%", 100 * result.ci / a->mean);
	table_cell(table, "%.2g", result.p);
	if (result.p >= alpha) {
		table_cell(table, "no difference shown");
		return;
	}
	diff->different++;
	table_cell(table, result.difference > 0 ? "slower" : "faster");
}

static void add_row(struct diff *diff, struct table *table, const struct group *key)
{
	struct welch_sample first = { }, other;
	const struct group *group;
	size_t i;

	view_key_cells(table, &diff->all, key);
	for (i = 0; i < diff->nr; i++) {
		group = find_group(diff, i, key);
		other = (struct welch_sample){ };
		if (group)
			other = sample(diff, i, group);
		table_cell(table, "%ju", other.count);
		if (group)
			table_cell(table, "%.1f", other.mean);
		else
			table_cell(table, "-");
		if (i)
			add_comparison(diff, table, &first, &other);
		else
			first = other;
	}
	table_end_row(table);
}

static void add_titles(const struct diff *diff, struct table *table)
{
	size_t i;

	view_key_titles(table, &diff->all);
	for (i = 0; i < diff->nr; i++) {
		table_cell(table, "CNT(%c)", letter(i));
		table_cell(table, "mean(%c)", letter(i));
		if (i) {
			table_cell(table, "diff(%c)", letter(i));
			table_cell(table, "ci(%c)", letter(i));
			table_cell(table, "p(%c)", letter(i));
			table_cell(table, "result(%c)", letter(i));
		}
	}
	table_end_row(table);
}

static void print_diff(FILE *out, struct diff *diff)
{
	struct table table = { };
	size_t i;

	for (i = 0; i < diff->nr; i++)
		fprintf(out, "%c: %s\n", letter(i), diff->input[i].name);
	print_meta(out, diff);
	fprintf(out, "unit: %s\n", diff->input[0].unit.name);
	add_titles(diff, &table);
	for (i = 0; i < diff->all.nr; i++)
		add_row(diff, &table, &diff->all.group[i]);
	table_print(out, &table);
	fprintf(out, "%zu of %zu comparisons differ by Welch's t-test at the level %s\n",
		diff->different, diff->tested, diff->alpha.text);
	for (i = 0; i < diff->nr; i++) {
		fprintf(out, "%c: ", letter(i));
		tally_print(out, &diff->input[i].reader.tally);
	}
}

/* The options are taken anew for each input, as each has a reader of its own. */
static void parse_options(struct diff *diff, struct reader *reader, int argc, char **argv)
{
	const struct option *all;
	int opt;

	optind = 0;
	all = reader_options(options);
	while ((opt = reader_next_option(reader, argc, argv, ":h", all, print_help)) != -1) {
		switch (opt) {
		case OPT_ALPHA:
			if (!util_parse_decimal(optarg, strlen(optarg), &diff->alpha) ||
			    !diff->alpha.nano || diff->alpha.nano >= UTIL_NANO)
				usage_error("no level between 0 and 1: %s", optarg);
			break;
		case OPT_NS:
			diff->ns = true;
			break;
		}
	}
}

static int cmd_diff(int argc, char **argv)
{
	struct diff diff = { };
	bool failed = false;
	size_t i;

	util_parse_decimal("0.05", 4, &diff.alpha);
	for (i = 0; !i || i < diff.nr; i++) {
		struct diff_input *input = &diff.input[i];

		reader_init(&input->reader);
		parse_options(&diff, &input->reader, argc, argv);
		if (argc - optind < 2 || argc - optind > INPUTS_MOST)
			usage_error("diff takes 2 to %d recordings", INPUTS_MOST);
		diff.nr = argc - optind;
		input->name = argv[optind + i];
		reader_read(&input->reader, input->name);
		reader_check(&input->reader, input->name);
		failed |= input->reader.failed;
		if (!i) {
			diff.all.nr_by = input->reader.groups.nr_by;
			memcpy(diff.all.by, input->reader.groups.by, sizeof(diff.all.by));
		}
		groups_merge(&diff.all, &input->reader.groups);
		groups_sort(&input->reader.groups);
	}
	groups_sort(&diff.all);
	set_units(&diff);
	print_diff(stdout, &diff);
	for (i = 0; i < diff.nr; i++)
		reader_free(&diff.input[i].reader);
	groups_free(&diff.all);
	return failed ? EXIT_FAILED : 0;
}

COMMAND(diff, cmd_diff, "two or more recordings side by side");
