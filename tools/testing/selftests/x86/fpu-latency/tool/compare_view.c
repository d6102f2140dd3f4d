// SPDX-License-Identifier: GPL-2.0
/* Kernel and user space side by side, as a table, CSV and JSON */
#ifdef __x86_64__

#include <math.h>

#include "compare.h"
#include "emit.h"
#include "view.h"

static double mean_of(const struct bench_figures *f)
{
	return f->samples ? f->mean.mean : NAN;
}

static void add_titles(struct table *table, const struct groups *groups)
{
	unsigned int where;

	view_key_titles(table, groups);
	table_cell(table, "CNT");
	table_cell(table, "lat_min");
	table_cell(table, "lat_avg");
	table_cell(table, "lat_avg(97%%)");
	table_cell(table, "insn");
	table_cell(table, "min(l1)");
	for (where = 0; where < XINSN_BUFFERS; where++)
		table_cell(table, "mean(%s)", bench_buffer_names[where]);
	table_end_row(table);
}

static void add_row(struct table *table, const struct groups *groups, size_t nr,
		    const struct compare_row *row)
{
	const struct stats *kernel = &row->kernel;
	unsigned int where;
	struct unit unit;

	unit_ticks(&unit);
	view_key_cells(table, groups, &groups->group[nr]);
	table_cell(table, "%ju", kernel->count);
	table_cell(table, "%ju", kernel->min);
	table_cell(table, "%ju", unit_mean(&unit, kernel->sum, kernel->count));
	table_cell(table, "%ju", unit_mean(&unit, kernel->tail_sum, kernel->tail_count));
	if (!row->comparable) {
		table_end_row(table);
		return;
	}
	table_cell(table, "%s%s", bench_insn_names[row->insn], row->missing ? " *" : "");
	table_real(table, row->user[XINSN_L1].samples ? row->user[XINSN_L1].min : NAN);
	for (where = 0; where < XINSN_BUFFERS; where++)
		table_real(table, mean_of(&row->user[where]));
	table_end_row(table);
}

/* compare_table - raw ticks on both sides */
void compare_table(FILE *out, const struct bench *bench, const struct compare *compare)
{
	const struct groups *groups = &compare->reader.groups;
	struct table table = { };
	uint64_t missing = 0;
	size_t i;

	fprintf(out,
		"kernel: %s; up to lat_avg(97%%)\nuser space: CPU %d, %s, TSC %.3f MHz, step %.2f ticks; stability: %s\n"
		"ticks, with the empty window's (here min %.0f, mean %.1f)\n\n",
		compare->trace, bench->machine.cpu, bench->machine.model, bench->tsc.hz / 1e6,
		bench->tsc.step, bench->gate.ok ? "good" : "DO NOT BENCHMARK HERE",
		bench->empty.min, bench->empty.mean.mean);
	add_titles(&table, groups);
	for (i = 0; i < groups->nr; i++) {
		missing |= compare->rows[i].missing;
		add_row(&table, groups, i, &compare->rows[i]);
	}
	table_print(out, &table);
	if (missing)
		fprintf(out, "* without components 0x%jx, which user space cannot use here\n",
			missing);
	tally_print(out, &compare->reader.tally);
}

/* compare_csv - one row for each group; empty where nothing was measured */
void compare_csv(FILE *out, const struct compare *compare)
{
	const struct groups *groups = &compare->reader.groups;
	const struct compare_row *row;
	char buf[VIEW_VALUE_SIZE];
	unsigned int where;
	size_t i, k;

	for (k = 0; k < groups->nr_by; k++)
		fprintf(out, "%s,", field_name(groups->by[k]));
	fputs("missing,count,kernel_min,insn,kernel_mean,kernel_tail_mean", out);
	for (where = 0; where < XINSN_BUFFERS; where++)
		fprintf(out, ",%s_min,%s_p50,%s_mean", bench_buffer_names[where],
			bench_buffer_names[where], bench_buffer_names[where]);
	fputc('\n', out);
	for (i = 0; i < groups->nr; i++) {
		row = &compare->rows[i];
		for (k = 0; k < groups->nr_by; k++)
			fprintf(out, "%s,", view_key(groups, &groups->group[i], k, buf).p);
		fprintf(out, "0x%jx,%ju,%ju,%s", row->missing, row->kernel.count, row->kernel.min,
			row->comparable ? bench_insn_names[row->insn] : "");
		emit_csv_real(out, row->kernel.mean);
		emit_csv_real(out, row->kernel.tail_mean);
		for (where = 0; where < XINSN_BUFFERS; where++) {
			const struct bench_figures *f = &row->user[where];

			emit_csv_real(out, f->samples ? f->min : NAN);
			emit_csv_real(out, f->samples ? f->p50 : NAN);
			emit_csv_real(out, mean_of(f));
		}
		fputc('\n', out);
	}
}

static void json_row(FILE *out, const struct groups *groups, size_t nr,
		     const struct compare_row *row)
{
	char buf[VIEW_VALUE_SIZE];
	unsigned int where;
	size_t k;

	fputs("    { ", out);
	for (k = 0; k < groups->nr_by; k++)
		emit_json_text(out, field_name(groups->by[k]),
			       view_key(groups, &groups->group[nr], k, buf).p, ", ");
	fprintf(out, "\"missing\": \"0x%jx\",\n      \"kernel\": { \"count\": %ju, \"min\": %ju, ",
		row->missing, row->kernel.count, row->kernel.min);
	emit_json_real(out, "mean", row->kernel.mean, ", ");
	emit_json_real(out, "tail_mean", row->kernel.tail_mean, " },\n      ");
	emit_json_text(out, "insn", row->comparable ? bench_insn_names[row->insn] : "",
		       ", \"user\": {");
	for (where = 0; where < XINSN_BUFFERS; where++) {
		const struct bench_figures *f = &row->user[where];

		fprintf(out, "%s \"%s\": ", where ? "," : "", bench_buffer_names[where]);
		if (!f->samples) {
			fputs("null", out);
			continue;
		}
		fputs("{ ", out);
		emit_json_real(out, "min", f->min, ", ");
		emit_json_real(out, "p50", f->p50, ", ");
		emit_json_real(out, "mean", f->mean.mean, " }");
	}
	fputs(" } }", out);
}

/* compare_json - what became of the recording, and an object for each group */
void compare_json(FILE *out, const struct compare *compare)
{
	const struct groups *groups = &compare->reader.groups;
	const struct tally *tally = &compare->reader.tally;
	size_t i;

	fprintf(out,
		"{\n  \"input\": { \"events\": %ju, \"lost\": %ju, \"lost_unknown\": %ju, \"skipped\": %ju, \"absurd\": %ju },\n  \"groups\": [",
		tally->events, tally->lost, tally->lost_unknown, tally->skipped, tally->absurd);
	for (i = 0; i < groups->nr; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_row(out, groups, i, &compare->rows[i]);
	}
	fputs("\n  ]\n}\n", out);
}

#endif /* __x86_64__ */
