// SPDX-License-Identifier: GPL-2.0
/* What calibrate found, as CSV: RFC 4180 but for the line ends */
#ifdef __x86_64__
#include <math.h>

#include "calibrate.h"
#include "emit.h"

/* Every row has the verdict of the gate, so that forced data are seen to be. */
static void end_row(FILE *out, const struct calibration *cal)
{
	fprintf(out, ",%d\n", cal->gate.ok);
}

static void csv_recipe(FILE *out, const struct calibration *cal, unsigned int nr)
{
	const struct calibrate_recipe *r = &cal->recipe[nr];

	fprintf(out, "%s,%s,%s,%u,%u,%ju,%ju,%ju,%ju", recipe_info[nr].name,
		recipe_info[nr].start, recipe_info[nr].end, r->samples, cal->loops, r->min, r->p50,
		r->p99, r->max);
	emit_csv_real(out, r->mean);
	fprintf(out, ",%u,%u", r->resolution, r->resolution_mean);
	emit_csv_real(out, r->hidden);
	emit_csv_real(out, r->leak);
	emit_csv_real(out, r->line.slope);
	emit_csv_real(out, r->line.intercept);
	emit_csv_real(out, r->line.r2);
	fprintf(out, ",%u", r->spurious);
	emit_csv_real(out, r->mean_variance);
	emit_csv_real(out, r->mean_variance_low);
	fprintf(out, ",%ju", r->max_deviation);
	emit_csv_real(out, r->variance_of_variances);
	emit_csv_real(out, r->variance_of_minima);
	fprintf(out, ",%ju,%d", r->negative, (int)nr == cal->best);
	emit_csv_real(out, r->mean * cal->clock.ratio);
	emit_csv_real(out, cal->clock.ratio);
	emit_csv_real(out, cal->tsc.step);
	end_row(out, cal);
}

static void csv_recipes(FILE *out, const struct calibration *cal)
{
	unsigned int i;

	fprintf(out, "%s%s",
		"recipe,start,end,samples,loops,min,p50,p99,max,mean,resolution,resolution_mean,hidden,leak,slope,intercept,r2,spurious,",
		"mean_variance,mean_variance_low,max_deviation,variance_of_variances,variance_of_minima,negative,best,mean_cycles,cycles_per_tick,tsc_step,gate_ok\n");
	for (i = 0; i < RECIPES; i++) {
		if (cal->recipe[i].measured)
			csv_recipe(out, cal, i);
	}
}

static void csv_lines(FILE *out, const struct calibration *cal)
{
	const struct calibrate_line *line;
	unsigned int i, k;

	fputs("recipe,loops,max_deviation,min,negative,mean,variance,variance_low,gate_ok\n", out);
	for (i = 0; i < RECIPES; i++) {
		for (k = 0; cal->recipe[i].measured && k < cal->loops; k++) {
			line = &cal->recipe[i].lines[k];
			fprintf(out, "%s,%u", recipe_info[i].name, k);
			emit_csv_real(out, line->samples ? line->max - line->min : NAN);
			emit_csv_real(out, line->samples ? line->min : NAN);
			fprintf(out, ",%ju", line->negative);
			emit_csv_real(out, line->mean);
			emit_csv_real(out, line->variance);
			emit_csv_real(out, line->variance_low);
			end_row(out, cal);
		}
	}
}

static void csv_distribution(FILE *out, const struct calibration *cal)
{
	unsigned int i;
	size_t k;

	fputs("recipe,ticks,count,gate_ok\n", out);
	for (i = 0; i < RECIPES; i++) {
		for (k = 0; cal->recipe[i].measured && k < cal->recipe[i].nr_values; k++) {
			fprintf(out, "%s,%ju,%ju", recipe_info[i].name,
				cal->recipe[i].values[k].latency, cal->recipe[i].values[k].count);
			end_row(out, cal);
		}
	}
}

static void csv_chains(FILE *out, const struct calibration *cal)
{
	unsigned int i, k;

	fputs("recipe,adds,ticks,expected,gate_ok\n", out);
	for (i = 0; i < RECIPES; i++) {
		for (k = 0; cal->recipe[i].measured && k < RECIPE_CHAINS; k++) {
			fprintf(out, "%s,%u", recipe_info[i].name, recipe_chain_lengths[k]);
			emit_csv_real(out, cal->recipe[i].chain[k]);
			emit_csv_real(out, recipe_chain_lengths[k] / cal->clock.ratio);
			end_row(out, cal);
		}
	}
}

static void csv_gap(FILE *out, const struct calibration *cal, const struct interference *in,
		    const char *what, uint64_t count)
{
	fprintf(out, "%ju,%s,%ju", in->ipis, what, count);
	end_row(out, cal);
}

static void csv_gaps(FILE *out, const struct calibration *cal, const struct interference *in)
{
	char ticks[16];
	unsigned int i;

	for (i = 0; i < in->threshold; i++) {
		snprintf(ticks, sizeof(ticks), "%u", i);
		if (in->count[i])
			csv_gap(out, cal, in, ticks, in->count[i]);
	}
	csv_gap(out, cal, in, "over", in->over);
	csv_gap(out, cal, in, "max", in->max);
	csv_gap(out, cal, in, "stolen", in->stolen);
}

static void csv_interference(FILE *out, const struct calibration *cal)
{
	fputs("ipis,ticks,count,gate_ok\n", out);
	if (cal->interference)
		csv_gaps(out, cal, cal->interference);
	/* Without IPIs these would be rows of the quiet run again. */
	if (cal->noisy && !cal->noisy->ipi_error)
		csv_gaps(out, cal, cal->noisy);
}

/* calibrate_csv - one kind of rows below a line of titles; ticks, not rounded */
void calibrate_csv(FILE *out, const struct calibration *cal, enum calibrate_rows rows)
{
	switch (rows) {
	case CALIBRATE_RECIPES:
		csv_recipes(out, cal);
		break;
	case CALIBRATE_LINES:
		csv_lines(out, cal);
		break;
	case CALIBRATE_DISTRIBUTION:
		csv_distribution(out, cal);
		break;
	case CALIBRATE_CHAINS:
		csv_chains(out, cal);
		break;
	case CALIBRATE_INTERFERENCE:
		csv_interference(out, cal);
		break;
	}
}

#endif /* __x86_64__ */
