// SPDX-License-Identifier: GPL-2.0
/* The report as a table; its first columns are those of the v6 series' script */
#include <stdlib.h>
#include <string.h>

#include "features.h"
#include "util.h"
#include "view.h"

/* Of fewer distinct latencies a common divisor says little about the TSC. */
#define STEP_VALUES	10

/* Key, count, five figures, percentiles, and three more with --long. */
#define COLUMNS	(FIELD_GROUPABLE + 6 + STATS_PERCENTILES + 3)

/* A task's name has 15 bytes, a call site can be longer. */
#define CELL	64

struct table {
	char	(*cell)[COLUMNS][CELL];
	size_t	rows;
	size_t	columns;
	size_t	width[COLUMNS];
};

static void set_cell(struct table *table, size_t row, size_t *column, const char *text,
		     size_t len)
{
	char *cell = table->cell[row][*column];
	size_t i;

	if (len >= CELL)
		len = CELL - 1;
	for (i = 0; i < len; i++)
		cell[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	cell[len] = '\0';
	if (len > table->width[*column])
		table->width[*column] = len;
	++*column;
}

static void set_text(struct table *table, size_t row, size_t *column, const char *text)
{
	set_cell(table, row, column, text, strlen(text));
}

static void set_number(struct table *table, size_t row, size_t *column, uint64_t number)
{
	char text[32];

	snprintf(text, sizeof(text), "%ju", number);
	set_text(table, row, column, text);
}

static void set_real(struct table *table, size_t row, size_t *column, double number)
{
	char text[UTIL_REAL_SIZE];

	snprintf(text, sizeof(text), "%.1f", number);
	set_text(table, row, column, text);
}

static void set_titles(struct table *table, const struct view *view)
{
	static const char * const figures[] = { "CNT", "lat_min", "lat_max", "lat_avg" };
	char title[CELL];
	size_t c = 0, i;

	for (i = 0; i < view->groups->nr_by; i++)
		set_text(table, 0, &c, field_title(view->groups->by[i]));
	for (i = 0; i < ARRAY_SIZE(figures); i++)
		set_text(table, 0, &c, figures[i]);
	snprintf(title, sizeof(title), "lat_avg(%s%%)", view->options->tail.text);
	set_text(table, 0, &c, title);
	for (i = 0; i < view->options->nr_percents; i++) {
		snprintf(title, sizeof(title), "p%s", view->options->percent[i].text);
		set_text(table, 0, &c, title);
	}
	if (view->wide) {
		set_text(table, 0, &c, "stddev");
		set_text(table, 0, &c, "ci95(+-)");
		set_text(table, 0, &c, "step");
	}
	table->columns = c;
}

static void set_row(struct table *table, size_t row, const struct view *view, size_t nr)
{
	const struct group *group = &view->groups->group[nr];
	const struct stats *stats = &view->stats[nr];
	const struct unit *unit = &view->unit;
	char buf[VIEW_VALUE_SIZE];
	size_t c = 0, i;

	for (i = 0; i < view->groups->nr_by; i++) {
		struct event_text key = view_key(view->groups, group, i, buf);

		set_cell(table, row, &c, key.p ? key.p : "-", key.p ? key.len : 1);
	}
	set_number(table, row, &c, stats->count);
	set_number(table, row, &c, unit_round(unit, stats->min));
	set_number(table, row, &c, unit_round(unit, stats->max));
	set_number(table, row, &c, unit_mean(unit, stats->sum, stats->count));
	set_number(table, row, &c, unit_mean(unit, stats->tail_sum, stats->tail_count));
	for (i = 0; i < view->options->nr_percents; i++)
		set_number(table, row, &c, unit_round(unit, stats->percentile[i]));
	if (view->wide) {
		set_real(table, row, &c, unit_real(unit, stats->stddev));
		set_real(table, row, &c, unit_real(unit, stats->ci95));
		set_number(table, row, &c, stats->step);
	}
}

static void print_line(FILE *out, const struct table *table, size_t row)
{
	size_t c;

	for (c = 0; c < table->columns; c++) {
		if (c + 1 < table->columns)
			fprintf(out, "%-*s  ", (int)table->width[c], table->cell[row][c]);
		else
			fprintf(out, "%s\n", table->cell[row][c]);
	}
}

static void print_rule(FILE *out, const struct table *table)
{
	size_t c, i;

	for (c = 0; c < table->columns; c++) {
		for (i = 0; i < table->width[c]; i++)
			fputc('-', out);
		fputs(c + 1 < table->columns ? "  " : "\n", out);
	}
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

/* view_table - one row for each group, and what became of the input */
void view_table(FILE *out, const struct view *view)
{
	struct table table = { .rows = view->groups->nr + 1 };
	size_t i;

	table.cell = util_calloc(table.rows, sizeof(*table.cell));
	set_titles(&table, view);
	for (i = 0; i < view->groups->nr; i++)
		set_row(&table, i + 1, view, view->order[i]);
	print_line(out, &table, 0);
	print_rule(out, &table);
	for (i = 1; i < table.rows; i++)
		print_line(out, &table, i);
	if (view->features)
		print_features(out, view);
	print_step(out, view->groups);
	if (view->unit.num != view->unit.den)
		fprintf(out, "unit: %s\n", view->unit.name);
	tally_print(out, view->tally);
	free(table.cell);
}
