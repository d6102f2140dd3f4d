/* SPDX-License-Identifier: GPL-2.0 */
/* Timing mode of the workload: what a switch takes, and whether to believe it here */
#ifndef __FPU_LATENCY_TIMING_H
#define __FPU_LATENCY_TIMING_H

#include <stdbool.h>
#include <stddef.h>

#define TIMING_MIN_RUNS		2
#define TIMING_MAX_RUNS		1000

/* Nanoseconds per switch, over the runs. */
struct timing {
	double	min;
	double	median;
	double	max;
};

int timing_gate(int cpu, bool *good, char *why, size_t len);
void timing_summarize(double *ns, unsigned int n, struct timing *timing);

#endif /* __FPU_LATENCY_TIMING_H */
