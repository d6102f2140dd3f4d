// SPDX-License-Identifier: GPL-2.0
/* Text in columns, each as wide as its widest cell */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

/* table_bytes - the next cell; what is no printable ASCII becomes '?' */
void table_bytes(struct table *table, const char *text, size_t len)
{
	char *cell;
	size_t i;

	if (table->column == TABLE_COLUMNS)
		fatal("a table with more than %d columns", TABLE_COLUMNS);
	if (table->cells == table->size) {
		table->size = table->size ? table->size * 2 : 256;
		table->cell = util_realloc(table->cell, table->size * sizeof(*table->cell));
	}
	cell = table->cell[table->cells++];
	if (len >= TABLE_CELL)
		len = TABLE_CELL - 1;
	for (i = 0; i < len; i++)
		cell[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	cell[len] = '\0';
	if (len > table->width[table->column])
		table->width[table->column] = len;
	table->column++;
}

/* table_cell - the next cell, as printf() makes it */
void table_cell(struct table *table, const char *fmt, ...)
{
	char text[TABLE_CELL];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	table_bytes(table, text, strlen(text));
}

/* table_real - the next cell, with one decimal; "-" if there is no value (NAN) */
void table_real(struct table *table, double value)
{
	if (isfinite(value))
		table_cell(table, "%.1f", value);
	else
		table_cell(table, "-");
}

/* table_end_row - all rows have as many cells as the first */
void table_end_row(struct table *table)
{
	if (!table->columns)
		table->columns = table->column;
	while (table->column < table->columns)
		table_bytes(table, "", 0);
	table->column = 0;
}

static void print_row(FILE *out, const struct table *table, size_t row)
{
	size_t c;

	for (c = 0; c < table->columns; c++) {
		const char *cell = table->cell[row * table->columns + c];

		if (c + 1 < table->columns)
			fprintf(out, "%-*s  ", (int)table->width[c], cell);
		else
			fprintf(out, "%s\n", cell);
	}
}

/* table_titles - the first row */
void table_titles(struct table *table, const char * const *titles, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		table_cell(table, "%s", titles[i]);
	table_end_row(table);
}

/* table_print - the titles, a rule, all other rows; then it is empty again */
void table_print(FILE *out, struct table *table)
{
	size_t row, c, i;

	for (row = 0; row * table->columns < table->cells; row++) {
		print_row(out, table, row);
		if (row)
			continue;
		for (c = 0; c < table->columns; c++) {
			for (i = 0; i < table->width[c]; i++)
				fputc('-', out);
			fputs(c + 1 < table->columns ? "  " : "\n", out);
		}
	}
	free(table->cell);
	memset(table, 0, sizeof(*table));
}
