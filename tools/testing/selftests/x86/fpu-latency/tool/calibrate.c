// SPDX-License-Identifier: GPL-2.0
/* Each recipe on this CPU: overhead, spread, resolution, what it lets through */
#ifdef __x86_64__
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"
#include "samples.h"
#include "util.h"

/* The quick default may take each recipe this long. */
#define RECIPE_SECONDS		0.15
#define MIN_SAMPLES		40

/* Samples of the chains; fewer where each has a CPUID. */
#define CHAIN_SAMPLES		2000

/* Chains of recipe_chain_lengths[] that show what is hidden: 500 adds. */
#define HIDDEN_CHAIN		7

/* How many CPUIDs a window of a recipe has, in it and around it. */
static unsigned int cpuids(enum recipe recipe)
{
	if (!recipe_info[recipe].cpuid)
		return 0;
	return recipe <= RECIPE_CPUID_RDTSCP ? 2 : 1;
}

/* As many samples as fit the time, if a CPUID takes what it does here. */
static unsigned int affordable(const struct calibration *cal, enum recipe recipe,
			       unsigned int windows, unsigned int wanted)
{
	double ticks = cpuids(recipe) * cal->tsc.cpuid;
	double samples = wanted;

	if (ticks > 0)
		samples = RECIPE_SECONDS * cal->tsc.hz / windows / ticks;
	if (samples < MIN_SAMPLES)
		samples = MIN_SAMPLES;
	return samples < wanted ? samples : wanted;
}

/* One amount of work. */
static void summarize_line(const uint64_t *ticks, unsigned int n, struct calibrate_line *line)
{
	struct stats all, low;

	samples_stats(ticks, n, &all, &low);
	line->variance = all.stddev * all.stddev;
	line->variance_low = low.stddev * low.stddev;
	line->min = all.min;
	line->max = all.max;
	line->mean = low.mean;
}

/* The distinct values of the empty windows, and their figures. */
static void keep_distribution(const uint64_t *ticks, unsigned int n, struct calibrate_recipe *r)
{
	struct groups groups;
	struct group *group = samples_begin(&groups);
	struct stats stats;

	samples_add(group, ticks, n);
	samples_end(&groups, &stats, NULL);
	r->nr_values = group->used;
	r->values = util_calloc(group->used, sizeof(*r->values));
	memcpy(r->values, group->values, group->used * sizeof(*r->values));
	r->min = stats.min;
	r->p50 = stats.percentile[SAMPLES_P50];
	r->p99 = stats.percentile[SAMPLES_P99];
	r->max = stats.max;
	groups_free(&groups);
}

/*
 * The mean of @line is above that of the empty window by more than chance: three
 * standard errors of the difference.
 */
static bool mean_above(const struct calibrate_line *line, const struct calibrate_line *empty,
		       unsigned int samples)
{
	return line->mean - empty->mean >
	       3 * sqrt((line->variance_low + empty->variance_low) / samples);
}

/* What the source of the method prints after its lines. */
static void summarize_lines(struct calibrate_recipe *r, unsigned int loops)
{
	double *variances = util_calloc(loops, sizeof(*variances));
	double *minima = util_calloc(loops, sizeof(*minima));
	unsigned int i;

	for (i = 0; i < loops; i++) {
		r->negative += r->lines[i].negative;
		if (i && r->lines[i].min < r->lines[i - 1].min)
			r->spurious++;
		r->mean_variance += r->lines[i].variance / loops;
		r->mean_variance_low += r->lines[i].variance_low / loops;
		if (r->lines[i].max - r->lines[i].min > r->max_deviation)
			r->max_deviation = r->lines[i].max - r->lines[i].min;
		variances[i] = r->lines[i].variance;
		minima[i] = r->lines[i].min;
	}
	r->variance_of_variances = samples_variance(variances, loops);
	r->variance_of_minima = samples_variance(minima, loops);
	free(variances);
	free(minima);

	/* From the longest work down to the first that is not told from none. */
	for (i = loops - 1; i && r->lines[i].min > r->lines[0].min; i--)
		r->resolution = i;
	for (i = loops - 1; i; i--) {
		if (!mean_above(&r->lines[i], &r->lines[0], r->samples))
			break;
		r->resolution_mean = i;
	}
}

/* The chains inside and before the window. */
static void measure_chains(struct calibration *cal, enum recipe recipe, uint64_t *ticks)
{
	struct calibrate_recipe *r = &cal->recipe[recipe];
	struct calibrate_line line;
	unsigned int samples, i;
	double x[RECIPE_CHAINS];

	samples = affordable(cal, recipe, RECIPE_CHAINS + 2, CHAIN_SAMPLES);
	for (i = 0; i < RECIPE_CHAINS; i++) {
		r->negative += recipe_sample(recipe, RECIPE_WORK_CHAIN, i, ticks, samples);
		summarize_line(ticks, samples, &line);
		r->chain[i] = line.mean - r->mean;
		x[i] = recipe_chain_lengths[i];
	}
	linear_fit(x, r->chain, RECIPE_CHAINS, &r->line);
	r->hidden = recipe_chain_lengths[HIDDEN_CHAIN] / cal->clock.ratio -
		    r->chain[HIDDEN_CHAIN];

	r->negative += recipe_sample(recipe, RECIPE_WORK_BEFORE, 0, ticks, samples);
	summarize_line(ticks, samples, &line);
	r->leak = line.mean - r->mean;
}

static void measure_recipe(struct calibration *cal, enum recipe recipe, unsigned int samples)
{
	struct calibrate_recipe *r = &cal->recipe[recipe];
	unsigned int loops = cal->loops, i;
	uint64_t *ticks;

	r->samples = samples;
	if (!samples)
		r->samples = affordable(cal, recipe, loops, CALIBRATE_SAMPLES);
	r->lines = util_calloc(loops, sizeof(*r->lines));
	ticks = util_calloc(r->samples > CHAIN_SAMPLES ? r->samples : CHAIN_SAMPLES,
			    sizeof(*ticks));
	for (i = 0; i < loops; i++) {
		r->lines[i].negative = recipe_sample(recipe, RECIPE_WORK_LOOP, i, ticks,
						     r->samples);
		summarize_line(ticks, r->samples, &r->lines[i]);
		if (!i)
			keep_distribution(ticks, r->samples, r);
	}
	r->mean = r->lines[0].mean;
	summarize_lines(r, loops);
	measure_chains(cal, recipe, ticks);
	free(ticks);
	r->measured = true;
}

/*
 * calibrate_recipes - the double loop of each recipe, and its chains
 *
 * Wants @cal->tsc and @cal->clock. A recipe without its instructions on this CPU
 * is left out.
 */
void calibrate_recipes(struct calibration *cal, const struct calibrate_options *options)
{
	unsigned int i;

	cal->loops = options->loops;
	for (i = 0; i < RECIPES; i++) {
		if ((options->recipes & 1U << i) && recipe_usable(i))
			measure_recipe(cal, i, options->samples);
	}
}

/* What a recipe gets wrong, in ticks: work that it hides or that leaks in. */
static double error_of(const struct calibrate_recipe *r)
{
	return fmax(fabs(r->hidden), r->leak);
}

/* May the recipe be chosen? */
static bool holds(const struct calibrate_recipe *r, double limit)
{
	return r->measured && !r->negative && error_of(r) <= limit;
}

/*
 * calibrate_choose - the recipe that suits this CPU, and why
 *
 * Of those whose clock never went back and whose window holds (hidden and leaked
 * work within half a step of the TSC or 2 % of the work that was tried) it is
 * that of the least overhead, of all whose spread of the empty window, 99th
 * percentile less minimum, is within a step of the least one. If none holds, it
 * is the one that errs least.
 */
void calibrate_choose(struct calibration *cal)
{
	double expected = recipe_chain_lengths[HIDDEN_CHAIN] / cal->clock.ratio;
	double limit = fmax(cal->tsc.step / 2, 0.02 * expected), least = INFINITY;
	unsigned int i, measured = 0, held = 0;
	const struct calibrate_recipe *r;

	limit = fmax(limit, 1);
	cal->best = -1;
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		measured += r->measured;
		if (!holds(r, limit))
			continue;
		held++;
		least = fmin(least, r->p99 - r->min);
	}
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		if (!holds(r, limit) || r->p99 - r->min > least + cal->tsc.step)
			continue;
		if (cal->best < 0 || r->mean < cal->recipe[cal->best].mean)
			cal->best = i;
	}
	if (cal->best >= 0) {
		snprintf(cal->why, sizeof(cal->why),
			 "of %u recipes %u neither hide nor let in work beyond %.1f ticks, and of these it has the best of spread and overhead",
			 measured, held, limit);
		return;
	}
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		if (!r->measured || r->negative)
			continue;
		if (cal->best < 0 || error_of(r) < error_of(&cal->recipe[cal->best]))
			cal->best = i;
	}
	if (cal->best < 0)
		snprintf(cal->why, sizeof(cal->why), "with each recipe the TSC went back");
	else
		snprintf(cal->why, sizeof(cal->why),
			 "all %u recipes hide or let in work beyond %.1f ticks, this one the least, %.1f",
			 measured, limit, error_of(&cal->recipe[cal->best]));
}

/*
 * calibrate_shorten - as much as a recording is to know of its machine
 *
 * That is measured in less time than anybody minds: a short gate, unless the number
 * of its loops was asked for, and the window of the events.
 */
void calibrate_shorten(struct calibrate_options *options, struct gate_options *gate)
{
	options->loops = 2;
	options->recipes = 1U << RECIPE_KERNEL;
	if (gate->limited)
		gate->loops = GATE_LOOPS_SHORT;
}

/* calibrate_begin - stay on @cpu, negative for any; its machine, clocks and the gate */
void calibrate_begin(struct calibration *cal, int cpu, const struct gate_options *gate)
{
	machine_pin(cpu);
	machine_detect(&cal->machine);
	machine_tsc(&cal->tsc);
	machine_core_clock(&cal->clock);
	gate_run(gate, &cal->machine, &cal->tsc, &cal->gate);
}

/* calibrate_free - give everything back */
void calibrate_free(struct calibration *cal)
{
	unsigned int i;

	for (i = 0; i < RECIPES; i++) {
		free(cal->recipe[i].lines);
		free(cal->recipe[i].values);
	}
	free(cal->interference);
	free(cal->noisy);
}

#endif /* __x86_64__ */
