// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of a sorted group; all in the unit of the latencies
 *
 * Everything is computed on integers: a latency is below 2^40 and a count below
 * 2^64, so that twice a sum fits 128 bits.
 */
#include "stats.h"

/* Sum of the lowest @n values. */
static unsigned __int128 sum_lowest(const struct group *group, uint64_t n)
{
	uint64_t take;
	unsigned __int128 sum = 0;
	size_t i;

	for (i = 0; n && i < group->used; i++) {
		take = group->values[i].count < n ? group->values[i].count : n;
		sum += (unsigned __int128)group->values[i].latency * take;
		n -= take;
	}
	return sum;
}

/* @sum / @n, rounded half up. */
static uint64_t mean(unsigned __int128 sum, uint64_t n)
{
	return (2 * sum + n) / (2 * (unsigned __int128)n);
}

/*
 * stats_compute - the figures of a group that has at least one event
 *
 * The tail mean is that of the v6 series' script: the mean of the lowest
 * floor(0.97 * count + 0.5) values, which is at least one.
 */
void stats_compute(const struct group *group, struct stats *stats)
{
	uint64_t low = ((unsigned __int128)STATS_TAIL_PERCENT * group->count + 50) / 100;

	stats->count = group->count;
	stats->min = group->values[0].latency;
	stats->max = group->values[group->used - 1].latency;
	stats->mean = mean(sum_lowest(group, group->count), group->count);
	stats->tail_mean = mean(sum_lowest(group, low), low);
}
