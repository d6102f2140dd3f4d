// SPDX-License-Identifier: GPL-2.0
/* What calibrate found, as a table for people */
#ifdef __x86_64__

#include "calibrate.h"
#include "table.h"

static void print_gate(FILE *out, const struct gate *gate)
{
	fprintf(out, "stability    %s: %s\n", gate->ok ? "good" : "DO NOT BENCHMARK HERE",
		gate->reason);
	fprintf(out,
		"             %u timed loops: min %ju, p50 %ju, p99 %ju, max %ju ticks; %ju interrupted, %.3f %% of the time\n",
		gate->loops, gate->min, gate->p50, gate->p99, gate->max, gate->over,
		gate->stolen_percent);
	fprintf(out, "             invariant TSC %s, steal %ju ticks of /proc/stat, ",
		gate->invariant_tsc ? "yes" : "no", gate->steal);
	if (gate->smi_known)
		fprintf(out, "%ju SMIs\n", gate->smi);
	else
		fprintf(out, "SMI count not readable\n");
}

/* The machine and whether to measure on it. */
static void print_machine(FILE *out, const struct calibration *cal)
{
	const struct core_clock *clock = &cal->clock;

	fprintf(out, "CPU          %d, %s, %s, signature 0x%x, ", cal->machine.cpu,
		cal->machine.vendor, cal->machine.model, cal->machine.signature);
	if (cal->machine.hypervisor[0])
		fprintf(out, "VM of %s\n", cal->machine.hypervisor);
	else
		fputs("no hypervisor\n", out);
	fprintf(out, "TSC          %.3f MHz, step %.2f ticks, CPUID takes %.0f ticks\n",
		cal->tsc.hz / 1e6, cal->tsc.step, cal->tsc.cpuid);
	fprintf(out,
		"core clock   %.4f cycles a tick (100,000 dependent adds: min %ju, p50 %ju, max %ju ticks)\n",
		clock->ratio, clock->min, clock->p50, clock->max);
	if (clock->pmu_cycles > 0)
		fprintf(out, "PMU          %.0f cycles for the same adds, by %s\n",
			clock->pmu_cycles, clock->pmu);
	else
		fprintf(out, "PMU          %s\n", clock->pmu);
	print_gate(out, &cal->gate);
}

static void print_lines(FILE *out, const struct calibration *cal)
{
	static const char * const titles[] = {
		"recipe", "loops", "variance", "variance(97%)", "max_dev", "min", "mean(97%)",
		"negative",
	};
	const struct calibrate_line *line;
	struct table table = { };
	unsigned int i, k;

	table_titles(&table, titles, ARRAY_SIZE(titles));
	for (i = 0; i < RECIPES; i++) {
		for (k = 0; cal->recipe[i].measured && k < cal->loops; k++) {
			line = &cal->recipe[i].lines[k];
			table_cell(&table, "%s", recipe_info[i].name);
			table_cell(&table, "%u", k);
			table_cell(&table, "%.1f", line->variance);
			table_cell(&table, "%.1f", line->variance_low);
			table_cell(&table, "%ju", line->max - line->min);
			table_cell(&table, "%ju", line->min);
			table_cell(&table, "%.1f", line->mean);
			table_cell(&table, "%ju", line->negative);
			table_end_row(&table);
		}
	}
	fputc('\n', out);
	table_print(out, &table);
}

static void resolution_cell(struct table *table, unsigned int rounds)
{
	if (rounds)
		table_cell(table, "%u", rounds);
	else
		table_cell(table, "-");
}

/* The recipes that this CPU has not the instructions for. */
static void print_unusable(FILE *out)
{
	const char *before = "no RDTSCP on this CPU, so no recipe";
	unsigned int i;

	for (i = 0; i < RECIPES; i++) {
		if (recipe_usable(i))
			continue;
		fprintf(out, "%s %s", before, recipe_info[i].name);
		before = ",";
	}
	if (*before == ',')
		fputc('\n', out);
}

/* Empty windows and chains: what each recipe takes and gets wrong. */
static void print_windows(FILE *out, const struct calibration *cal)
{
	static const char * const titles[] = {
		"recipe", "start", "end", "samples", "min", "p99", "mean(97%)", "seen(min)",
		"seen(mean)", "hidden", "leak", "R2", "slope", "off",
	};
	const struct calibrate_recipe *r;
	struct table table = { };
	unsigned int i;

	table_titles(&table, titles, ARRAY_SIZE(titles));
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		if (!r->measured)
			continue;
		table_cell(&table, "%s", recipe_info[i].name);
		table_cell(&table, "%s", recipe_info[i].start);
		table_cell(&table, "%s", recipe_info[i].end);
		table_cell(&table, "%u", r->samples);
		table_cell(&table, "%ju", r->min);
		table_cell(&table, "%ju", r->p99);
		table_cell(&table, "%.1f", r->mean);
		resolution_cell(&table, r->resolution);
		resolution_cell(&table, r->resolution_mean);
		table_cell(&table, "%.1f", r->hidden);
		table_cell(&table, "%.1f", r->leak);
		table_cell(&table, "%.5f", r->line.r2);
		table_cell(&table, "%.4f", r->line.slope);
		table_cell(&table, "%+.1f%%", 100 * (r->line.slope * cal->clock.ratio - 1));
		table_end_row(&table);
	}
	fputc('\n', out);
	table_print(out, &table);
}

/* What the source of the method has below its lines. */
static void print_totals(FILE *out, const struct calibration *cal)
{
	static const char * const titles[] = {
		"recipe", "spurious", "variance", "variance(97%)", "max_dev", "var(variance)",
		"var(min)", "negative",
	};
	const struct calibrate_recipe *r;
	struct table table = { };
	unsigned int i;

	table_titles(&table, titles, ARRAY_SIZE(titles));
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		if (!r->measured)
			continue;
		table_cell(&table, "%s", recipe_info[i].name);
		table_cell(&table, "%u", r->spurious);
		table_cell(&table, "%.1f", r->mean_variance);
		table_cell(&table, "%.1f", r->mean_variance_low);
		table_cell(&table, "%ju", r->max_deviation);
		table_cell(&table, "%.4g", r->variance_of_variances);
		table_cell(&table, "%.1f", r->variance_of_minima);
		table_cell(&table, "%ju", r->negative);
		table_end_row(&table);
	}
	fputc('\n', out);
	table_print(out, &table);
}

static void print_interference(FILE *out, const struct interference *in)
{
	uint64_t below = in->total - in->over - in->negative;
	unsigned int i;

	fprintf(out,
		"\ninterference over %.2f s%s: %ju reads, %ju below and %ju not below %u ticks, max %ju\n",
		in->seconds, in->ipi_rate ? " with IPIs" : "", in->total, below, in->over,
		in->threshold, in->max);
	fprintf(out, "  stolen %ju ticks, steal %ju ticks of /proc/stat", in->stolen,
		in->steal);
	if (in->negative)
		fprintf(out, ", the TSC went back %ju times", in->negative);
	if (in->ipi_error)
		fprintf(out, ", no IPIs: %s", in->ipi_error);
	else if (in->ipi_rate)
		fprintf(out, ", %ju IPIs asked for", in->ipis);
	fputs("\n ", out);
	for (i = 0; i < in->threshold; i++) {
		if (in->count[i])
			fprintf(out, " %u:%ju", i, in->count[i]);
	}
	fputc('\n', out);
}

static void print_verdict(FILE *out, const struct calibration *cal)
{
	const struct calibrate_recipe *r;

	if (cal->best < 0) {
		fprintf(out, "\nverdict: no recipe: %s\n", cal->why);
		return;
	}
	r = &cal->recipe[cal->best];
	fprintf(out,
		"\nverdict: recipe %s (%s | %s): %s; subtract %.1f ticks or %.1f core cycles (min %ju, spread %ju ticks)\n",
		recipe_info[cal->best].name, recipe_info[cal->best].start,
		recipe_info[cal->best].end, cal->why, r->mean, r->mean * cal->clock.ratio, r->min,
		r->p99 - r->min);
}

/*
 * calibrate_table - all of it; with @lines each line of the double loop
 *
 * Times are TSC ticks, variances their squares. Without recipes (the gate alone) it
 * ends after the gate.
 */
void calibrate_table(FILE *out, const struct calibration *cal, bool lines)
{
	print_machine(out, cal);
	if (!cal->loops)
		return;
	if (lines)
		print_lines(out, cal);
	print_windows(out, cal);
	print_unusable(out);
	print_totals(out, cal);
	if (cal->interference)
		print_interference(out, cal->interference);
	if (cal->noisy)
		print_interference(out, cal->noisy);
	if (cal->msr.samples)
		fprintf(out,
			"\nMSR 0x%x, by the msr driver, p50 of %u: read %ju, write %ju, a bare system call %ju ticks\n",
			cal->msr.msr, cal->msr.samples, cal->msr.read, cal->msr.write,
			cal->msr.syscall);
	print_verdict(out, cal);
}

#endif /* __x86_64__ */
