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

/* How often the TSC went back while the row was measured. */
static unsigned int negatives(const struct compare_row *row)
{
	unsigned int where, sum = 0;

	for (where = 0; where < XINSN_BUFFERS; where++)
		sum += row->user[where].negative;
	return sum;
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

/* What the recording's metadata say; nothing of what they lack. */
static void print_recorded(FILE *out, const struct compare *compare)
{
	static const char * const keys[] = { META_WINDOW, META_STABILITY };
	const char *value;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		value = meta_get(&compare->reader.meta, keys[i]);
		if (value)
			fprintf(out, "kernel: %s: %s\n", keys[i], value);
	}
}

/* compare_table - raw ticks on both sides */
void compare_table(FILE *out, const struct bench *bench, const struct compare *compare)
{
	const struct groups *groups = &compare->reader.groups;
	struct table table = { };
	uint64_t missing = 0, negative = bench->empty.negative;
	size_t i;

	fprintf(out, "kernel: %s; up to lat_avg(97%%)\n", compare->trace);
	print_recorded(out, compare);
	fprintf(out,
		"user space: CPU %d, %s, TSC %.3f MHz, step %.2f ticks; stability: %s\n"
		"ticks, with the empty window's (here min %.0f, mean %.1f)\n",
		bench->machine.cpu, bench->machine.model, bench->tsc.hz / 1e6,
		bench->tsc.step, bench->gate.ok ? "good" : "DO NOT BENCHMARK HERE",
		bench->empty.min, bench->empty.mean.mean);
	bench_table_remote(out, bench);
	fputc('\n', out);
	add_titles(&table, groups);
	for (i = 0; i < groups->nr; i++) {
		missing |= compare->rows[i].missing;
		negative += negatives(&compare->rows[i]);
		add_row(&table, groups, i, &compare->rows[i]);
	}
	table_print(out, &table);
	if (missing)
		fprintf(out, "* without components 0x%jx, which user space cannot use here\n",
			missing);
	if (negative)
		fprintf(out, "user space: the TSC went back %ju times\n", negative);
	tally_print(out, &compare->reader.tally);
}

/* What each row has of the machine here and of that of the recording. */
static void csv_machines(FILE *out, const struct bench *bench,
			 const struct compare_recorded *recorded)
{
	bench_csv_machine(out, bench);
	emit_csv_real(out, bench->clock.ratio);
	emit_csv_real(out, 1e9 / bench->tsc.hz);
	emit_csv_real(out, bench->remote_cpu < 0 ? NAN : bench->remote_cpu);
	fprintf(out, ",%s", bench_remote(bench));
	emit_csv_real(out, recorded->min);
	emit_csv_real(out, recorded->mean);
	emit_csv_real(out, recorded->p99);
	emit_csv_real(out, recorded->gate_ok);
	fputc('\n', out);
}

/* compare_csv - one row for each group; empty where nothing was measured */
void compare_csv(FILE *out, const struct bench *bench, const struct compare *compare)
{
	struct compare_recorded recorded;
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
	fputs(",negative", out);
	bench_csv_titles(out);
	fprintf(out, "%s%s",
		",cycles_per_tick,ns_per_tick,remote_cpu,remote_shares_cache,kernel_window_min,",
		"kernel_window_mean,kernel_window_p99,kernel_gate_ok\n");
	compare_recorded(compare, &recorded);
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
		fprintf(out, ",%u", negatives(row));
		csv_machines(out, bench, &recorded);
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
		if (!f->samples && !f->negative) {
			fputs("null", out);
			continue;
		}
		fputs("{ ", out);
		emit_json_real(out, "min", f->min, ", ");
		emit_json_real(out, "p50", f->p50, ", ");
		fprintf(out, "\"negative\": %u, ", f->negative);
		emit_json_real(out, "mean", f->mean.mean, " }");
	}
	fputs(" } }", out);
}

/* What its metadata say of its machine. */
static void json_recorded(FILE *out, const struct compare *compare)
{
	const char *verdict = meta_get(&compare->reader.meta, META_STABILITY);
	struct compare_recorded recorded;

	compare_recorded(compare, &recorded);
	fputs(",\n  \"recording\": { \"window\": { ", out);
	emit_json_real(out, "min", recorded.min, ", ");
	emit_json_real(out, "mean", recorded.mean, ", ");
	emit_json_real(out, "p99", recorded.p99, " }, ");
	if (verdict)
		emit_json_bool(out, "gate_ok", recorded.gate_ok > 0, ", ");
	emit_json_text(out, "stability", verdict ? verdict : "", " }");
}

/* compare_json - the machines, what became of the recording, an object for each group */
void compare_json(FILE *out, const struct bench *bench, const struct compare *compare)
{
	const struct groups *groups = &compare->reader.groups;
	const struct tally *tally = &compare->reader.tally;
	size_t i;

	fputs("{\n", out);
	bench_json_machine(out, bench);
	json_recorded(out, compare);
	fprintf(out,
		",\n  \"input\": { \"events\": %ju, \"lost\": %ju, \"lost_unknown\": %ju, \"skipped\": %ju, \"absurd\": %ju },\n  \"groups\": [",
		tally->events, tally->lost, tally->lost_unknown, tally->skipped, tally->absurd);
	for (i = 0; i < groups->nr; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_row(out, groups, i, &compare->rows[i]);
	}
	fputs("\n  ]\n}\n", out);
}

#endif /* __x86_64__ */
