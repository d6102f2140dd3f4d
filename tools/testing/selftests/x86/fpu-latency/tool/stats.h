/* SPDX-License-Identifier: GPL-2.0 */
/* Figures of a sorted group; all in the unit of the latencies */
#ifndef FPU_LATENCY_STATS_H
#define FPU_LATENCY_STATS_H

#include "groups.h"

/* The share of a group, in percent, that lat_avg(97%) is taken over. */
#define STATS_TAIL_PERCENT	97

struct stats {
	uint64_t	count;
	uint64_t	min;
	uint64_t	max;
	/* Mean, and mean of the lowest STATS_TAIL_PERCENT, rounded half up. */
	uint64_t	mean;
	uint64_t	tail_mean;
};

void stats_compute(const struct group *group, struct stats *stats);

#endif /* FPU_LATENCY_STATS_H */
