// SPDX-License-Identifier: GPL-2.0
/* The report as a table; its first columns are those of the v6 series' script */
#include <stdlib.h>

#include "features.h"
#include "table.h"
#include "util.h"
#include "view.h"

/* Of fewer distinct latencies a common divisor says little about the TSC. */
#define STEP_VALUES	10

static void add_titles(struct table *table, const struct view *view)
{
	static const char * const figures[] = { "CNT", "lat_min", "lat_max", "lat_avg" };
	size_t i;

	view_key_titles(table, view->groups);
	for (i = 0; i < ARRAY_SIZE(figures); i++)
		table_cell(table, "%s", figures[i]);
	table_cell(table, "lat_avg(%s%%)", view->options->tail.text);
	for (i = 0; i < view->options->nr_percents; i++)
		table_cell(table, "p%s", view->options->percent[i].text);
	if (view->wide) {
		table_cell(table, "stddev");
		table_cell(table, "ci95(+-)");
		table_cell(table, "step");
	}
	table_end_row(table);
}

static void add_row(struct table *table, const struct view *view, size_t nr)
{
	const struct stats *stats = &view->stats[nr];
	const struct unit *unit = &view->unit;
	size_t i;

	view_key_cells(table, view->groups, &view->groups->group[nr]);
	table_cell(table, "%ju", stats->count);
	table_cell(table, "%ju", unit_round(unit, stats->min));
	table_cell(table, "%ju", unit_round(unit, stats->max));
	table_cell(table, "%ju", unit_mean(unit, stats->sum, stats->count));
	table_cell(table, "%ju", unit_mean(unit, stats->tail_sum, stats->tail_count));
	for (i = 0; i < view->options->nr_percents; i++)
		table_cell(table, "%ju", unit_round(unit, stats->percentile[i]));
	if (view->wide) {
		table_cell(table, "%.1f", unit_real(unit, stats->stddev));
		table_cell(table, "%.1f", unit_real(unit, stats->ci95));
		table_cell(table, "%ju", stats->step);
	}
	table_end_row(table);
}

static int compare_masks(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The masks of all rows by the names of their bits, each mask once. */
static void print_features(FILE *out, const struct view *view)
{
	const struct groups *groups = view->groups;
	uint64_t *mask = util_calloc(groups->nr * groups->nr_by + 1, sizeof(*mask));
	char name[FEATURE_NAME_SIZE];
	unsigned int bit;
	size_t i, j, n = 0;

	for (i = 0; i < groups->nr; i++) {
		for (j = 0; j < groups->nr_by; j++) {
			if (field_type(groups->by[j]) == FIELD_TYPE_MASK)
				mask[n++] = groups->group[i].key[j];
		}
	}
	qsort(mask, n, sizeof(*mask), compare_masks);
	for (i = 0; i < n; i++) {
		const char *separator = "";

		if (i && mask[i] == mask[i - 1])
			continue;
		fprintf(out, "0x%jx: ", mask[i]);
		for (bit = 0; bit < 64; bit++) {
			if (mask[i] >> bit & 1) {
				fprintf(out, "%s%s", separator, feature_name(bit, name));
				separator = ", ";
			}
		}
		fputs(mask[i] ? "\n" : "none\n", out);
	}
	free(mask);
}

static void print_step(FILE *out, const struct groups *groups)
{
	uint64_t step = stats_step(groups);
	size_t values = 0, i;

	for (i = 0; i < groups->nr; i++)
		values += groups->group[i].used;
	if (step > 1 && values >= STEP_VALUES)
		fprintf(out, "all latencies are multiples of %ju ticks, the step of the TSC\n",
			step);
}

/* One row for each group, and what became of the input. */
static void view_table(FILE *out, const struct view *view)
{
	struct table table = { };
	size_t i;

	add_titles(&table, view);
	for (i = 0; i < view->groups->nr; i++)
		add_row(&table, view, view->order[i]);
	table_print(out, &table);
	if (view->features)
		print_features(out, view);
	print_step(out, view->groups);
	if (view->unit.num != view->unit.den)
		fprintf(out, "unit: %s\n", view->unit.name);
	tally_print(out, view->tally);
}

VIEW(table, view_table, "rounded, for a reader; the default");
