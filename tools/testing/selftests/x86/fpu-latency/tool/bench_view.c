// SPDX-License-Identifier: GPL-2.0
/* What bench measured, as a table, CSV and JSON */
#ifdef __x86_64__

#include <math.h>

#include "bench.h"
#include "emit.h"
#include "table.h"

/* Is the modified optimisation ruled out? Restores have none. */
static const char *modified(const struct bench_case *what)
{
	if (what->insn == XINSN_XRSTOR || what->insn == XINSN_XRSTORC)
		return "-";
	return what->unmodified ? "no" : "yes";
}

static double nanoseconds(const struct bench *bench, double ticks)
{
	return ticks * 1e9 / bench->tsc.hz;
}

/*
 * Bytes a nanosecond are GB/s; NAN where the time is lost in that of the window, and
 * where there is next to nothing to move.
 */
static double bandwidth(const struct bench *bench, const struct bench_result *r, double ticks)
{
	if (r->what.unmodified || !(ticks > bench->tsc.step / 2))
		return NAN;
	return r->bytes / nanoseconds(bench, ticks);
}

/* How many of the unit a tick is. */
static double per_tick(const struct bench *bench, enum bench_unit unit)
{
	switch (unit) {
	case BENCH_CYCLES:
		return bench->clock.ratio;
	case BENCH_NS:
		return nanoseconds(bench, 1);
	default:
		return 1;
	}
}

static void table_row(struct table *table, const struct bench *bench,
		      const struct bench_result *r, enum bench_unit unit)
{
	const char *format = unit == BENCH_TICKS ? "%.0f" : "%.1f";
	const struct bench_figures *f = &r->insn;
	const double single[] = { f->min, f->p50, f->p90, f->p99 };
	double scale = per_tick(bench, unit);
	unsigned int i;

	table_cell(table, "%s", bench_insn_names[r->what.insn]);
	table_cell(table, "%s", r->what.set.name);
	table_cell(table, "0x%jx", r->xinuse);
	table_cell(table, "%s", bench_buffer_names[r->what.where]);
	table_cell(table, "%s", bench_place_names[r->what.place]);
	table_cell(table, "%s", modified(&r->what));
	table_cell(table, "%zu", r->bytes);
	for (i = 0; i < ARRAY_SIZE(single); i++) {
		if (f->samples)
			table_cell(table, format, single[i] * scale);
		else
			table_cell(table, "-");
	}
	table_real(table, f->mean.mean * scale);
	table_real(table, f->mean.half * scale);
	table_real(table, f->mean.mean * bench->clock.ratio);
	table_real(table, nanoseconds(bench, f->mean.mean));
	table_real(table, bandwidth(bench, r, f->mean.mean));
	table_cell(table, "%u", f->interrupted);
	table_cell(table, "%u", f->negative + r->copy.negative);
	table_real(table, r->copy.mean.mean * scale);
	table_real(table, bandwidth(bench, r, r->copy.mean.mean));
	table_end_row(table);
}

/* bench_table_remote - which CPU writes for the cases that are called remote */
void bench_table_remote(FILE *out, const struct bench *bench)
{
	if (bench->remote_cpu < 0)
		fprintf(out, "remote: none, %s\n", bench->remote_why);
	else
		fprintf(out, "remote: written by CPU %d, shares the last level cache: %s\n",
			bench->remote_cpu, *bench_remote(bench) ? bench_remote(bench) : "unknown");
}

/* bench_table - for people; times are in @unit where nothing else is said */
void bench_table(FILE *out, const struct bench *bench, enum bench_unit unit)
{
	static const char * const titles[] = {
		"insn", "in_use", "XINUSE", "buffer", "place", "mod", "bytes", "min", "p50", "p90",
		"p99", "mean", "ci95", "cycles", "ns", "GB/s", "interrupted", "negative",
		"memcpy", "GB/s",
	};
	struct table table = { };
	size_t i;

	fprintf(out, "CPU %d, %s, %s%s%s; TSC %.3f MHz, step %.2f ticks; %.4f core cycles a tick\n",
		bench->machine.cpu, bench->machine.vendor, bench->machine.model,
		bench->machine.hypervisor[0] ? ", VM of " : "", bench->machine.hypervisor,
		bench->tsc.hz / 1e6, bench->tsc.step, bench->clock.ratio);
	fprintf(out, "stability: %s: %s\n", bench->gate.ok ? "good" : "DO NOT BENCHMARK HERE",
		bench->gate.reason);
	fprintf(out,
		"empty window: %.0f ticks (median), subtracted from min to p99; %.1f +- %.1f (mean), from the mean\n",
		bench->empty.p50, bench->empty.mean.mean, bench->empty.mean.half);
	if (bench->empty.negative)
		fprintf(out, "empty window: the TSC went back %u times\n", bench->empty.negative);
	bench_table_remote(out, bench);
	fprintf(out, "min to ci95 and memcpy are %s; cycles, ns and GB/s are of the mean\n\n",
		bench_unit_names[unit]);
	table_titles(&table, titles, ARRAY_SIZE(titles));
	for (i = 0; i < bench->nr_results; i++)
		table_row(&table, bench, &bench->results[i], unit);
	table_print(out, &table);
}

/* bench_csv_titles - the titles of what bench_csv_machine() prints, each with a comma */
void bench_csv_titles(FILE *out)
{
	fputs(",gate_ok,empty_negative,tsc_step,empty_min,empty_p50,empty_mean", out);
}

/* bench_csv_machine - what each row has of the machine: data that are forced are seen to be */
void bench_csv_machine(FILE *out, const struct bench *bench)
{
	fprintf(out, ",%d,%u", bench->gate.ok, bench->empty.negative);
	emit_csv_real(out, bench->tsc.step);
	emit_csv_real(out, bench->empty.min);
	emit_csv_real(out, bench->empty.p50);
	emit_csv_real(out, bench->empty.mean.mean);
}

static void csv_row(FILE *out, const struct bench *bench, const struct bench_result *r)
{
	const struct bench_figures *f = &r->insn;

	fprintf(out, "%s,%s,0x%jx,0x%jx,0x%jx,%s,%s,%s,%zu,%u,%u",
		bench_insn_names[r->what.insn], r->what.set.name, r->what.set.rfbm,
		r->what.set.in_use, r->xinuse, bench_buffer_names[r->what.where],
		bench_place_names[r->what.place], modified(&r->what), r->bytes, f->samples,
		f->interrupted);
	emit_csv_real(out, f->min);
	emit_csv_real(out, f->p50);
	emit_csv_real(out, f->p90);
	emit_csv_real(out, f->p99);
	emit_csv_real(out, f->max);
	emit_csv_real(out, f->mean.mean);
	emit_csv_real(out, f->mean.half);
	emit_csv_real(out, f->mean.mean * bench->clock.ratio);
	emit_csv_real(out, nanoseconds(bench, f->mean.mean));
	emit_csv_real(out, r->copy.min);
	emit_csv_real(out, r->copy.p50);
	emit_csv_real(out, r->copy.mean.mean);
	emit_csv_real(out, r->copy.mean.half);
	emit_csv_real(out, bandwidth(bench, r, f->mean.mean));
	emit_csv_real(out, bandwidth(bench, r, r->copy.mean.mean));
	emit_csv_real(out, bench->clock.ratio);
	emit_csv_real(out, nanoseconds(bench, 1));
	emit_csv_real(out, r->what.where == XINSN_REMOTE ? bench->remote_cpu : NAN);
	fprintf(out, ",%s", r->what.where == XINSN_REMOTE ? bench_remote(bench) : "");
	fprintf(out, ",%u,%u", f->negative, r->copy.negative);
	bench_csv_machine(out, bench);
	fputc('\n', out);
}

/* bench_csv - a line of titles, a row for each case; net ticks, not rounded, and what one is */
void bench_csv(FILE *out, const struct bench *bench)
{
	size_t i;

	fprintf(out, "%s%s",
		"insn,set,rfbm,in_use,xinuse,buffer,place,modified,bytes,samples,interrupted,min,p50,p90,p99,max,mean,mean_ci95,mean_cycles,mean_ns,",
		"memcpy_min,memcpy_p50,memcpy_mean,memcpy_ci95,gb_per_s,memcpy_gb_per_s,cycles_per_tick,ns_per_tick,remote_cpu,remote_shares_cache,negative,memcpy_negative");
	bench_csv_titles(out);
	fputc('\n', out);
	for (i = 0; i < bench->nr_results; i++)
		csv_row(out, bench, &bench->results[i]);
}

static void json_figures(FILE *out, const struct bench *bench, const char *name,
			 const struct bench_figures *f)
{
	fprintf(out, "\"%s\": { \"samples\": %u, \"interrupted\": %u, \"negative\": %u, ", name,
		f->samples, f->interrupted, f->negative);
	emit_json_real(out, "min", f->min, ", ");
	emit_json_real(out, "p50", f->p50, ", ");
	emit_json_real(out, "p90", f->p90, ", ");
	emit_json_real(out, "p99", f->p99, ", ");
	emit_json_real(out, "max", f->max, ", ");
	emit_json_real(out, "mean", f->mean.mean, ", ");
	emit_json_real(out, "ci95", f->mean.half, ", ");
	emit_json_real(out, "mean_cycles", f->mean.mean * bench->clock.ratio, ", ");
	emit_json_real(out, "mean_ns", nanoseconds(bench, f->mean.mean), " }");
}

static void json_case(FILE *out, const struct bench *bench, const struct bench_result *r)
{
	fprintf(out,
		"    { \"insn\": \"%s\", \"set\": \"%s\", \"rfbm\": \"0x%jx\", \"in_use\": \"0x%jx\", \"xinuse\": \"0x%jx\", ",
		bench_insn_names[r->what.insn], r->what.set.name, r->what.set.rfbm,
		r->what.set.in_use, r->xinuse);
	fprintf(out,
		"\"buffer\": \"%s\", \"place\": \"%s\", \"modified\": \"%s\", \"bytes\": %zu,\n      ",
		bench_buffer_names[r->what.where], bench_place_names[r->what.place],
		modified(&r->what), r->bytes);
	json_figures(out, bench, "ticks", &r->insn);
	fputs(",\n      ", out);
	json_figures(out, bench, "memcpy", &r->copy);
	fputs(",\n      ", out);
	emit_json_real(out, "gb_per_s", bandwidth(bench, r, r->insn.mean.mean), ", ");
	emit_json_real(out, "memcpy_gb_per_s", bandwidth(bench, r, r->copy.mean.mean), " }");
}

static void json_remote(FILE *out, const struct bench *bench)
{
	fputs(",\n  \"remote\": { ", out);
	emit_json_real(out, "cpu", bench->remote_cpu < 0 ? NAN : bench->remote_cpu, ", ");
	emit_json_text(out, "shares_cache", bench_remote(bench), ", ");
	emit_json_text(out, "why", bench->remote_why ? bench->remote_why : "", " }");
}

/* bench_json_machine - members for the machine, its gate, and the empty window (raw) */
void bench_json_machine(FILE *out, const struct bench *bench)
{
	const struct machine *m = &bench->machine;

	fprintf(out, "  \"machine\": { \"cpu\": %d, \"signature\": %u, ", m->cpu, m->signature);
	emit_json_text(out, "vendor", m->vendor, ", ");
	emit_json_text(out, "model", m->model, ", ");
	emit_json_text(out, "microcode", m->microcode, ", ");
	emit_json_text(out, "hypervisor", m->hypervisor, " },\n  ");
	emit_json_real(out, "tsc_hz", bench->tsc.hz, ", ");
	emit_json_real(out, "tsc_step", bench->tsc.step, ", ");
	emit_json_real(out, "cycles_per_tick", bench->clock.ratio, ",\n  \"gate\": { ");
	emit_json_bool(out, "ok", bench->gate.ok, ", ");
	emit_json_text(out, "reason", bench->gate.reason, " },\n  ");
	json_figures(out, bench, "empty", &bench->empty);
	json_remote(out, bench);
}

/* bench_json - one object; "empty" is raw, all other figures are net ticks */
void bench_json(FILE *out, const struct bench *bench)
{
	size_t i;

	fputs("{\n", out);
	bench_json_machine(out, bench);
	fprintf(out, ",\n  \"skipped\": %u,\n  \"cases\": [", bench->skipped);
	for (i = 0; i < bench->nr_results; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_case(out, bench, &bench->results[i]);
	}
	fputs("\n  ]\n}\n", out);
}

#endif /* __x86_64__ */
