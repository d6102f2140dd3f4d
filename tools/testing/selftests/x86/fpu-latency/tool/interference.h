/* SPDX-License-Identifier: GPL-2.0 */
/* What takes time away from a CPU that only reads its TSC, and noise for it */
#ifndef FPU_LATENCY_INTERFERENCE_H
#define FPU_LATENCY_INTERFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"

/* Threshold in ticks, where the distance of two reads is far enough below it. */
#define INTERFERENCE_THRESHOLD	200
#define INTERFERENCE_BINS	4096

struct interference {
	double		seconds;
	/* Differences below it are in the histogram, the others are gaps. */
	unsigned int	threshold;
	uint64_t	count[INTERFERENCE_BINS];
	uint64_t	total;
	uint64_t	typical;
	uint64_t	negative;
	/* Gaps: how many, the longest, and what they are longer than typical. */
	uint64_t	over;
	uint64_t	max;
	uint64_t	stolen;
	uint64_t	steal;
	/*
	 * IPIs that the noise asked the kernel for meanwhile, per second as wanted
	 * and in all. It sends none while another task has this CPU. Why there are
	 * none at all, or NULL.
	 */
	unsigned int	ipi_rate;
	uint64_t	ipis;
	const char	*ipi_error;
};

void interference_run(double seconds, unsigned int threshold, unsigned int ipi_rate,
		      const struct machine *machine, const struct tsc *tsc,
		      struct interference *result);

#endif /* FPU_LATENCY_INTERFERENCE_H */
