/* SPDX-License-Identifier: GPL-2.0 */
/* Each recipe on this CPU: overhead, spread, resolution, what it lets through */
#ifndef FPU_LATENCY_CALIBRATE_H
#define FPU_LATENCY_CALIBRATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gate.h"
#include "groups.h"
#include "interference.h"
#include "linear.h"
#include "machine.h"
#include "recipe.h"
#include "tuning.h"

/* Quick defaults; the source of the method has 1000 loops of 10000 samples. */
#define CALIBRATE_LOOPS		64
#define CALIBRATE_SAMPLES	4000

struct calibrate_options {
	unsigned int	loops;
	/* 0: CALIBRATE_SAMPLES, or fewer where CPUID is slow. */
	unsigned int	samples;
	/* Bit n for recipe n. */
	unsigned int	recipes;
};

/* One amount of work, over all samples but those in which the TSC went back; in ticks. */
struct calibrate_line {
	/* 0: min and max are none, the reals NAN. */
	unsigned int	samples;
	double		variance;
	/* Of the lowest 97 %, which interrupts do not reach; as is the mean. */
	double		variance_low;
	uint64_t	min;
	uint64_t	max;
	double		mean;
	uint64_t	negative;
};

struct calibrate_recipe {
	bool			measured;
	unsigned int		samples;
	/* One for each amount of work, 0 to loops - 1. */
	struct calibrate_line	*lines;

	/* The empty window. */
	uint64_t		min;
	uint64_t		p50;
	uint64_t		p99;
	uint64_t		max;
	double			mean;
	/* Its standard error. */
	double			mean_error;
	/* How often each value of it was seen. */
	struct group_value	*values;
	size_t			nr_values;

	/* Over all lines, as the method's source has them. */
	uint64_t		negative;
	unsigned int		spurious;
	double			mean_variance;
	double			mean_variance_low;
	uint64_t		max_deviation;
	double			variance_of_variances;
	double			variance_of_minima;

	/*
	 * Rounds from which on the minimum, and the mean, stays above that of
	 * the empty window; 0 if it never does.
	 */
	unsigned int		resolution;
	unsigned int		resolution_mean;

	/*
	 * Ticks that are missing from each long chain: the intercept of the line
	 * through those of 100 adds and more, with the other sign.
	 */
	double			hidden;
	/* What a chain of 100 adds before an empty window adds to it. */
	double			leak;

	/* Net ticks (mean less that of the empty window) of each chain. */
	double			chain[RECIPE_CHAINS];
	struct linear		line;
};

struct calibration {
	struct machine		machine;
	struct tsc		tsc;
	struct core_clock	clock;
	struct gate		gate;
	unsigned int		loops;
	struct calibrate_recipe	recipe[RECIPES];
	/* The one that suits, or -1, and why. */
	int			best;
	char			why[256];
	struct interference	*interference;
	/* The same with IPIs, if they were asked for. */
	struct interference	*noisy;
	/* No samples if it was not asked for. */
	struct msr_cost		msr;
};

void calibrate_shorten(struct calibrate_options *options, struct gate_options *gate);
void calibrate_begin(struct calibration *cal, int cpu, const struct gate_options *gate);
void calibrate_recipes(struct calibration *cal, const struct calibrate_options *options);
void calibrate_lines(struct calibrate_recipe *r, unsigned int loops);
void calibrate_choose(struct calibration *cal);
void calibrate_free(struct calibration *cal);

/* Which rows CSV has. */
enum calibrate_rows {
	CALIBRATE_RECIPES,
	CALIBRATE_LINES,
	CALIBRATE_DISTRIBUTION,
	CALIBRATE_CHAINS,
	CALIBRATE_INTERFERENCE,
};

void calibrate_table(FILE *out, const struct calibration *cal, bool lines);
void calibrate_csv(FILE *out, const struct calibration *cal, enum calibrate_rows rows);
void calibrate_json(FILE *out, const struct calibration *cal);
void calibrate_meta(FILE *out, const struct calibration *cal);

#endif /* FPU_LATENCY_CALIBRATE_H */
