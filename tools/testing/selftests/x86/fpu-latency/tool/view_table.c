// SPDX-License-Identifier: GPL-2.0
/* The report as a table, with the columns of the v6 series' script */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"
#include "util.h"
#include "view.h"

#define COLUMNS	8
#define CELL	32

static const char * const titles[COLUMNS] = {
	"EVENT", "RFBM", "XINUSE", "CNT", "lat_min", "lat_max", "lat_avg", "lat_avg(97%)",
};

static void fill_row(char (*row)[CELL], const struct group *group)
{
	struct stats stats;

	stats_compute(group, &stats);
	snprintf(row[0], CELL, "%s", event_name(group->kind));
	snprintf(row[1], CELL, "0x%jx", group->rfbm);
	snprintf(row[2], CELL, "0x%jx", group->xinuse);
	snprintf(row[3], CELL, "%ju", stats.count);
	snprintf(row[4], CELL, "%ju", stats.min);
	snprintf(row[5], CELL, "%ju", stats.max);
	snprintf(row[6], CELL, "%ju", stats.mean);
	snprintf(row[7], CELL, "%ju", stats.tail_mean);
}

/* view_table - print sorted groups, one row each */
void view_table(FILE *out, const struct groups *groups)
{
	char (*cells)[COLUMNS][CELL] = util_calloc(groups->nr + 1, sizeof(*cells));
	size_t width[COLUMNS], i;
	int c;

	for (c = 0; c < COLUMNS; c++)
		width[c] = strlen(titles[c]);
	for (i = 0; i < groups->nr; i++) {
		fill_row(cells[i], &groups->group[i]);
		for (c = 0; c < COLUMNS; c++) {
			if (strlen(cells[i][c]) > width[c])
				width[c] = strlen(cells[i][c]);
		}
	}
	for (c = 0; c < COLUMNS; c++)
		fprintf(out, "%-*s%s", c < COLUMNS - 1 ? (int)width[c] : 0, titles[c],
			c < COLUMNS - 1 ? "  " : "\n");
	for (c = 0; c < COLUMNS; c++) {
		for (i = 0; i < width[c]; i++)
			fputc('-', out);
		fputs(c < COLUMNS - 1 ? "  " : "\n", out);
	}
	for (i = 0; i < groups->nr; i++) {
		for (c = 0; c < COLUMNS; c++)
			fprintf(out, "%-*s%s", c < COLUMNS - 1 ? (int)width[c] : 0,
				cells[i][c], c < COLUMNS - 1 ? "  " : "\n");
	}
	free(cells);
}
