// SPDX-License-Identifier: GPL-2.0
/* The step in which a TSC counts, from differences of its readings */
#include <math.h>
#include <stdbool.h>

#include "samples.h"
#include "step.h"

/* A value has to be seen this often, so that interrupts do not make the step. */
#define SEEN	8
/* Values this near are one multiple of a step that is no whole number. */
#define JITTER	2
/* Longer differences have an interrupt in them. */
#define RANGE	4096

/* Values a tick or two wide and at equal distances. */
struct clusters {
	unsigned int	nr;
	bool		narrow;
	double		first;
	double		last;
	double		nearest;
};

static void add_cluster(struct clusters *c, uint64_t start, uint64_t end)
{
	double centre = (start + end) / 2.0;

	c->narrow = c->narrow && end - start <= JITTER;
	if (!c->nr)
		c->first = centre;
	else if (centre - c->last < c->nearest)
		c->nearest = centre - c->last;
	c->last = centre;
	c->nr++;
}

/* The distance of the clusters of sorted values; 1 if there are none. */
static double cluster_step(const struct group *group)
{
	struct clusters c = { .narrow = true, .nearest = INFINITY };
	uint64_t start = group->values[0].latency, end = start, value;
	size_t i;

	for (i = 1; i < group->used; i++) {
		value = group->values[i].latency;
		if (value - end > JITTER) {
			add_cluster(&c, start, end);
			start = value;
		}
		end = value;
	}
	add_cluster(&c, start, end);
	if (c.nr < 3 || !c.narrow || c.nearest <= 2 * JITTER)
		return 1;
	/* With the distance known roughly, all of them together give it finely. */
	return (c.last - c.first) / round((c.last - c.first) / c.nearest);
}

/*
 * step_find - what differences of the TSC are multiples of, in ticks
 *
 * Some CPUs advance the TSC in steps. Where it is not scaled they are the
 * greatest common divisor of what is seen. A hypervisor that scales it makes the
 * step a fraction, 20.97 for one: differences then come in clusters, a tick or
 * two wide and at equal distances. 1 if there is neither.
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
	if (kept->used) {
		groups_sort(&often);
		step = stats_step(&often);
		result = step > 1 ? step : cluster_step(kept);
	}
	groups_free(&all);
	groups_free(&often);
	return result;
}
