/* SPDX-License-Identifier: GPL-2.0 */
/* Figures of a sorted group, all in the unit of the latencies */
#ifndef FPU_LATENCY_STATS_H
#define FPU_LATENCY_STATS_H

#include "groups.h"
#include "util.h"

#define STATS_PERCENTILES	16

/* Which figures are wanted. */
struct stats_options {
	/* Percent of a group, the lowest values, that tail_mean is taken over. */
	struct util_decimal	tail;
	struct util_decimal	percent[STATS_PERCENTILES];
	size_t			nr_percents;
};

struct stats {
	uint64_t		count;
	uint64_t		min;
	uint64_t		max;
	/* The sums, exactly; tail_count is the number of values of the tail mean. */
	unsigned __int128 sum;
	unsigned __int128 tail_sum;
	uint64_t		tail_count;
	double			mean;
	double			tail_mean;
	/* Of the sample, so with count - 1; 0 for one event. */
	double			stddev;
	/* Half the width of the 95 % confidence interval of the mean; 0 for one event. */
	double			ci95;
	/* Greatest common divisor of the latencies: the step of the TSC. */
	uint64_t		step;
	uint64_t		percentile[STATS_PERCENTILES];
};

void stats_default(struct stats_options *options);
bool stats_set_percents(struct stats_options *options, const char *list);
void stats_compute(const struct group *group, const struct stats_options *options,
		   struct stats *stats);
struct stats *stats_all(const struct groups *groups, const struct stats_options *options);
uint64_t stats_step(const struct groups *groups);

#endif /* FPU_LATENCY_STATS_H */
