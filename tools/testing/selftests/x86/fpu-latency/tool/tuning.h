/* SPDX-License-Identifier: GPL-2.0 */
/* What root can do for a quiet CPU, and what an MSR write costs */
#ifndef FPU_LATENCY_TUNING_H
#define FPU_LATENCY_TUNING_H

#include <stdbool.h>
#include <stdint.h>

/* Through the msr driver, in ticks; medians. */
struct msr_cost {
	uint32_t	msr;
	uint64_t	value;
	unsigned int	samples;
	/* A system call on the same file that touches no MSR. */
	uint64_t	syscall;
	uint64_t	read;
	uint64_t	write;
};

void tuning_cpu_dma_latency(uint32_t microseconds);
bool tuning_msr_known(uint32_t msr);
void tuning_msr_cost(int cpu, uint32_t msr, struct msr_cost *cost);

#endif /* FPU_LATENCY_TUNING_H */
