// SPDX-License-Identifier: GPL-2.0
/* The step in which a TSC counts, from differences of its readings */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "samples.h"
#include "step.h"
#include "util.h"

/* A value has to be seen this often, so that interrupts do not make the step. */
#define SEEN	8
/* So many values have to agree, or it is no more than what these happen to be. */
#define VALUES	3
/* Values this near are one multiple of a step that is no whole number. */
#define JITTER	2
/* A multiple is rounded to one side or the other, and the step is known to half a tick. */
#define MISS	1.5
/* Clusters that fit a step by chance more often than this show none. */
#define CHANCE	0.005
/* Longer differences have an interrupt in them. */
#define RANGE	4096

/* Values a tick or two wide. */
struct clusters {
	size_t	nr;
	bool	narrow;
	double	*centre;
	double	nearest;
};

static void add_cluster(struct clusters *c, uint64_t start, uint64_t end)
{
	double centre = (start + end) / 2.0;

	c->narrow = c->narrow && end - start <= JITTER;
	if (c->nr && centre - c->centre[c->nr - 1] < c->nearest)
		c->nearest = centre - c->centre[c->nr - 1];
	c->centre[c->nr++] = centre;
}

static void find_clusters(const struct group *group, struct clusters *c)
{
	uint64_t start = group->values[0].latency, end = start, value;
	size_t i;

	for (i = 1; i < group->used; i++) {
		value = group->values[i].latency;
		if (value - end > JITTER) {
			add_cluster(c, start, end);
			start = value;
		}
		end = value;
	}
	add_cluster(c, start, end);
}

/*
 * The step that all clusters are multiples of, or 1
 *
 * From the least distance it is known roughly, and each wider one makes it finer. Few
 * clusters fit some step by chance, and the more so the smaller it is.
 */
static double fit_step(const struct clusters *c)
{
	double step = c->nearest, span, multiple;
	size_t i;

	if (c->nr < VALUES || !c->narrow || c->nearest <= 2 * JITTER)
		return 1;
	for (i = 1; i < c->nr; i++) {
		span = c->centre[i] - c->centre[0];
		step = span / round(span / step);
	}
	multiple = round(c->centre[c->nr - 1] / step);
	step = c->centre[c->nr - 1] / multiple;
	for (i = 0; i < c->nr; i++) {
		multiple = round(c->centre[i] / step);
		if (multiple < 1 || fabs(c->centre[i] - multiple * step) > MISS)
			return 1;
	}
	return pow(2 * MISS / step, c->nr - 1) < CHANCE ? step : 1;
}

static double cluster_step(const struct group *group)
{
	struct clusters c = { .narrow = true, .nearest = INFINITY };
	double step;

	c.centre = util_calloc(group->used, sizeof(*c.centre));
	find_clusters(group, &c);
	step = fit_step(&c);
	free(c.centre);
	return step;
}

/*
 * step_find - what differences of the TSC are multiples of, in ticks
 *
 * Some CPUs advance the TSC in steps. Where it is not scaled they are the
 * greatest common divisor of what is seen. A hypervisor that scales it makes the
 * step a fraction, 20.97 for one: differences then come in clusters, a tick or
 * two wide, around its multiples. 1 if there is neither, or if there are too few
 * different values to tell; so @deltas should be of work of several lengths.
 */
double step_find(const uint64_t *deltas, size_t n)
{
	struct groups all, often;
	struct group *group = samples_begin(&all), *kept = samples_begin(&often);
	uint64_t step;
	double result = 1;
	size_t i;

	samples_add(group, deltas, n);
	groups_sort(&all);
	for (i = 0; i < group->used; i++) {
		if (group->values[i].latency && group->values[i].latency < RANGE &&
		    group->values[i].count >= SEEN)
			groups_add_value(kept, group->values[i].latency, group->values[i].count);
	}
	if (kept->used >= VALUES) {
		groups_sort(&often);
		step = stats_step(&often);
		result = step > 1 ? step : cluster_step(kept);
	}
	groups_free(&all);
	groups_free(&often);
	return result;
}
