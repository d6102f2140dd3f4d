// SPDX-License-Identifier: GPL-2.0
/* Each recipe on this CPU: overhead, spread, resolution, what it lets through */
#ifdef __x86_64__
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"
#include "progress.h"
#include "samples.h"
#include "util.h"

/* The quick default may take each recipe this long. */
#define RECIPE_SECONDS		0.15
#define MIN_SAMPLES		40

/* Samples of the chains; fewer where each has a CPUID. */
#define CHAIN_SAMPLES		2000

/* So many of them at a time, in turn with those of the others. */
#define CHAIN_ROUND		50
#define CHAIN_ROUNDS_LEAST	4

/* Chains this long and longer outlast whatever a recipe lets begin early. */
#define FAR_CHAIN		3

/* What is hidden or leaks is compared with a share of so many adds. */
#define SHARE_ADDS		500
#define SHARE			0.02

/* A recipe whose results are less of a line than this measures something else. */
#define R2_LEAST		0.999

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

/* One amount of work: @n samples of @wanted, because in the others the TSC went back. */
static void summarize_line(const uint64_t *ticks, unsigned int n, unsigned int wanted,
			   struct calibrate_line *line)
{
	struct stats all, low;

	*line = (struct calibrate_line){
		.samples = n, .negative = wanted - n, .mean = NAN, .variance = NAN,
		.variance_low = NAN,
	};
	if (!n)
		return;
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
static bool mean_above(const struct calibrate_line *line, const struct calibrate_line *empty)
{
	return line->mean - empty->mean >
	       3 * sqrt(line->variance_low / line->samples + empty->variance_low / empty->samples);
}

/*
 * calibrate_lines - what the source of the method prints after its lines
 *
 * Lines that are nothing but negative samples are in no figure but their number.
 */
void calibrate_lines(struct calibrate_recipe *r, unsigned int loops)
{
	const struct calibrate_line *line, *before = NULL, *empty = &r->lines[0];
	unsigned int n = 0;
	double *variances = util_calloc(loops, sizeof(*variances));
	double *minima = util_calloc(loops, sizeof(*minima));
	unsigned int i;

	for (i = 0; i < loops; i++) {
		line = &r->lines[i];
		r->negative += line->negative;
		if (!line->samples)
			continue;
		if (before && line->min < before->min)
			r->spurious++;
		before = line;
		if (line->max - line->min > r->max_deviation)
			r->max_deviation = line->max - line->min;
		r->mean_variance += line->variance;
		r->mean_variance_low += line->variance_low;
		variances[n] = line->variance;
		minima[n++] = line->min;
	}
	r->mean_variance /= n;
	r->mean_variance_low /= n;
	r->variance_of_variances = samples_variance(variances, n);
	r->variance_of_minima = samples_variance(minima, n);
	free(variances);
	free(minima);
	if (!empty->samples)
		return;

	/* From the longest work down to the first that is not told from none. */
	for (i = loops - 1; i; i--) {
		if (r->lines[i].samples && r->lines[i].min <= empty->min)
			break;
		r->resolution = r->lines[i].samples ? i : r->resolution;
	}
	for (i = loops - 1; i; i--) {
		if (r->lines[i].samples && !mean_above(&r->lines[i], empty))
			break;
		r->resolution_mean = r->lines[i].samples ? i : r->resolution_mean;
	}
}

/* What is measured in turn: the chains, what leaks, the empty window. */
enum {
	TURN_BEFORE = RECIPE_CHAINS,
	TURN_EMPTY,
	TURNS,
};

/* @n samples of one of them, behind those of the rounds before. */
static size_t sample_turn(enum recipe recipe, unsigned int turn, uint64_t *ticks,
			  unsigned int n)
{
	switch (turn) {
	case TURN_BEFORE:
		return recipe_sample(recipe, RECIPE_WORK_BEFORE, 0, ticks, n);
	case TURN_EMPTY:
		return recipe_sample(recipe, RECIPE_WORK_LOOP, 0, ticks, n);
	default:
		return recipe_sample(recipe, RECIPE_WORK_CHAIN, turn, ticks, n);
	}
}

/*
 * The chains inside and before the window
 *
 * The core clock drifts, by more than what is to be seen here. So all of them and the
 * empty window take turns, and what is hidden is found without a clock: it is missing
 * from each long chain alike, which leaves the slope of their line and shows in its
 * intercept. False if SIGINT came first.
 */
static bool measure_chains(struct calibration *cal, enum recipe recipe)
{
	unsigned int samples = affordable(cal, recipe, TURNS, CHAIN_SAMPLES), done, n, i;
	struct calibrate_recipe *r = &cal->recipe[recipe];
	double x[RECIPE_CHAINS], mean[TURNS];
	struct calibrate_line line;
	struct linear far;
	uint64_t *ticks[TURNS];
	size_t kept[TURNS];

	for (i = 0; i < TURNS; i++) {
		kept[i] = 0;
		ticks[i] = util_calloc(samples, sizeof(*ticks[i]));
	}
	n = samples / CHAIN_ROUNDS_LEAST < CHAIN_ROUND ? samples / CHAIN_ROUNDS_LEAST : CHAIN_ROUND;
	for (done = 0; done < samples && !progress_interrupted(); done += n) {
		if (n > samples - done)
			n = samples - done;
		for (i = 0; i < TURNS; i++)
			kept[i] += sample_turn(recipe, i, ticks[i] + kept[i], n);
	}
	for (i = 0; i < TURNS; i++) {
		summarize_line(ticks[i], kept[i], samples, &line);
		r->negative += line.negative;
		mean[i] = line.mean;
		free(ticks[i]);
	}
	if (done < samples)
		return false;

	for (i = 0; i < RECIPE_CHAINS; i++) {
		r->chain[i] = mean[i] - mean[TURN_EMPTY];
		x[i] = recipe_chain_lengths[i];
	}
	linear_fit(x, r->chain, RECIPE_CHAINS, &r->line);
	linear_fit(x + FAR_CHAIN, r->chain + FAR_CHAIN, RECIPE_CHAINS - FAR_CHAIN, &far);
	r->hidden = -far.intercept;
	r->leak = mean[TURN_BEFORE] - mean[TURN_EMPTY];
	return true;
}

static void measure_recipe(struct calibration *cal, enum recipe recipe, unsigned int samples)
{
	struct calibrate_recipe *r = &cal->recipe[recipe];
	unsigned int loops = cal->loops, i, n;
	uint64_t *ticks;

	r->samples = samples;
	if (!samples)
		r->samples = affordable(cal, recipe, loops, CALIBRATE_SAMPLES);
	r->lines = util_calloc(loops, sizeof(*r->lines));
	ticks = util_calloc(r->samples, sizeof(*ticks));
	for (i = 0; i < loops && !progress_interrupted(); i++) {
		n = recipe_sample(recipe, RECIPE_WORK_LOOP, i, ticks, r->samples);
		summarize_line(ticks, n, r->samples, &r->lines[i]);
		if (!i && n)
			keep_distribution(ticks, n, r);
		progress_step("recipe", recipe_info[recipe].name, i, loops);
	}
	free(ticks);
	if (i < loops)
		return;
	r->mean = r->lines[0].mean;
	r->mean_error = sqrt(r->lines[0].variance_low / r->lines[0].samples);
	calibrate_lines(r, loops);
	r->measured = measure_chains(cal, recipe);
}

/*
 * calibrate_recipes - the double loop of each recipe, and its chains
 *
 * Wants @cal->tsc and @cal->clock. A recipe without its instructions on this CPU
 * is left out, and so is one that SIGINT came before the end of.
 */
void calibrate_recipes(struct calibration *cal, const struct calibrate_options *options)
{
	unsigned int i;

	cal->loops = options->loops;
	for (i = 0; i < RECIPES && !progress_interrupted(); i++) {
		if ((options->recipes & 1U << i) && recipe_usable(i))
			measure_recipe(cal, i, options->samples);
	}
}

/* What a recipe gets wrong, in ticks: work that it hides, lets in, or adds to. */
static double error_of(const struct calibrate_recipe *r)
{
	return fmax(fabs(r->hidden), fabs(r->leak));
}

/* Does it go as the work goes? */
static bool is_linear(const struct calibrate_recipe *r)
{
	return r->line.r2 >= R2_LEAST;
}

/* May the recipe be chosen? */
static bool holds(const struct calibrate_recipe *r, double limit)
{
	return r->measured && !r->negative && is_linear(r) && error_of(r) <= limit;
}

/* Is @r, of two that were measured and whose clock never went back, the less wrong one? */
static bool errs_less(const struct calibrate_recipe *r, const struct calibrate_recipe *than)
{
	if (is_linear(r) != is_linear(than))
		return is_linear(r);
	return error_of(r) < error_of(than);
}

/* The one that errs least, where none holds. */
static void choose_least_wrong(struct calibration *cal, unsigned int measured, double limit)
{
	const struct calibrate_recipe *r;
	unsigned int i;

	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		if (!r->measured || r->negative)
			continue;
		if (cal->best < 0 || errs_less(r, &cal->recipe[cal->best]))
			cal->best = i;
	}
	if (!measured) {
		snprintf(cal->why, sizeof(cal->why), "none was measured to its end");
		return;
	}
	if (cal->best < 0) {
		snprintf(cal->why, sizeof(cal->why), "with each recipe the TSC went back");
		return;
	}
	r = &cal->recipe[cal->best];
	snprintf(cal->why, sizeof(cal->why),
		 "all %u recipes hide or let in work beyond %.1f ticks or are no line, this one errs the least, by %.1f at an R2 of %.5f",
		 measured, limit, error_of(r), r->line.r2);
}

/* Is the overhead of @r more than that of @least by more than chance and half a step? */
static bool takes_longer(const struct calibration *cal, const struct calibrate_recipe *r,
			 const struct calibrate_recipe *least)
{
	double noise = fmax(3 * hypot(r->mean_error, least->mean_error), cal->tsc.step / 2);

	return r->mean - least->mean > fmax(noise, 1);
}

/*
 * calibrate_choose - the recipe that suits this CPU, and why
 *
 * Of those whose clock never went back and whose window holds (a line, with hidden and
 * leaked work within half a step of the TSC or 2 % of 500 adds) it is that of the least
 * overhead, of all whose spread of the empty window, 99th percentile less minimum, is
 * within a step of the least one. Of those that chance does not tell apart it is the
 * one of the kernel's events, else the first. If none holds, it is the one that errs
 * least.
 */
void calibrate_choose(struct calibration *cal)
{
	double limit = fmax(cal->tsc.step / 2, SHARE * SHARE_ADDS / cal->clock.ratio);
	const struct calibrate_recipe *r, *least = NULL;
	unsigned int i, measured = 0, held = 0;
	bool suits[RECIPES] = { };
	double spread = INFINITY;

	limit = fmax(limit, 1);
	cal->best = -1;
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		measured += r->measured;
		if (!holds(r, limit))
			continue;
		held++;
		spread = fmin(spread, r->p99 - r->min);
	}
	if (!held) {
		choose_least_wrong(cal, measured, limit);
		return;
	}
	for (i = 0; i < RECIPES; i++) {
		r = &cal->recipe[i];
		suits[i] = holds(r, limit) && r->p99 - r->min <= spread + cal->tsc.step;
		if (suits[i] && (!least || r->mean < least->mean))
			least = r;
	}
	for (i = 0; i < RECIPES; i++) {
		if (!suits[i] || takes_longer(cal, &cal->recipe[i], least))
			continue;
		if (cal->best < 0 || i == RECIPE_KERNEL)
			cal->best = i;
	}
	snprintf(cal->why, sizeof(cal->why),
		 "of %u recipes %u neither hide nor let in work beyond %.1f ticks, and of these it has the best of spread and overhead%s",
		 measured, held, limit,
		 cal->best == RECIPE_KERNEL ? " or as good, and is that of the events" : "");
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
