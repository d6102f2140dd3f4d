/* SPDX-License-Identifier: GPL-2.0 */
/* Text in columns, each as wide as its widest cell */
#ifndef FPU_LATENCY_TABLE_H
#define FPU_LATENCY_TABLE_H

#include <stdio.h>

#include "util.h"

#define TABLE_COLUMNS	64

/* A task's name has 15 bytes, a call site can be longer; the rest is cut. */
#define TABLE_CELL	64

struct table {
	char	(*cell)[TABLE_CELL];
	size_t	cells;
	size_t	size;
	/* Columns, known when the first row, the titles, has ended. */
	size_t	columns;
	size_t	width[TABLE_COLUMNS];
	/* The column that comes next. */
	size_t	column;
};

void table_bytes(struct table *table, const char *text, size_t len);
__printf(2, 3) void table_cell(struct table *table, const char *fmt, ...);
void table_titles(struct table *table, const char * const *titles, size_t nr);
void table_real(struct table *table, double value);
void table_end_row(struct table *table);
void table_print(FILE *out, struct table *table);

#endif /* FPU_LATENCY_TABLE_H */
