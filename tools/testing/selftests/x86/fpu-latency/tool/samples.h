/* SPDX-License-Identifier: GPL-2.0 */
/* Figures of what was timed here: those of stats.h, and what they lack */
#ifndef FPU_LATENCY_SAMPLES_H
#define FPU_LATENCY_SAMPLES_H

#include "stats.h"

/* Numbers of the percentiles in the stats of samples_stats(). */
enum {
	SAMPLES_P50,
	SAMPLES_P90,
	SAMPLES_P99,
};

/* A mean with its confidence interval, mean - half to mean + half. */
struct samples_ci {
	double	mean;
	double	half;
};

struct group *samples_begin(struct groups *groups);
void samples_add(struct group *group, const uint64_t *ticks, size_t n);
void samples_end(struct groups *groups, struct stats *all, struct stats *low);
void samples_stats(const uint64_t *ticks, size_t n, struct stats *all, struct stats *low);
uint64_t samples_median(const uint64_t *ticks, size_t n);
struct samples_ci samples_batch_ci(const uint64_t *ticks, size_t n, uint64_t limit);
double samples_variance(const double *x, size_t n);

#endif /* FPU_LATENCY_SAMPLES_H */
