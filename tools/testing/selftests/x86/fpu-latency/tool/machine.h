/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU that is measured on: what it is, its TSC, its core clock */
#ifndef FPU_LATENCY_MACHINE_H
#define FPU_LATENCY_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Runs of 100,000 adds of machine_core_clock(). */
#define MACHINE_CLOCK_RUNS	50

struct machine {
	char		vendor[13];
	char		model[49];
	unsigned int	signature;
	/* Vendor string of the hypervisor, empty on bare metal. */
	char		hypervisor[13];
	/* As the kernel shows it, empty if it does not. */
	char		microcode[24];
	/* What the kernel saves with: the best of XSAVE* that it uses here. */
	const char	*save_instruction;
	bool		invariant_tsc;
	int		cpu;
};

struct tsc {
	double		hz;
	/* The TSC counts in steps of this many ticks; 1 if no step is seen. */
	double		step;
	/* Mean of a CPUID in ticks: a VM exit makes it thousands. */
	double		cpuid;
};

/* Core cycles against TSC ticks. */
struct core_clock {
	/* Ticks of 100,000 dependent adds, over the runs. */
	uint64_t	min;
	uint64_t	p50;
	uint64_t	max;
	/* Core cycles a tick, of the fastest and of the median run. */
	double		ratio;
	double		ratio_p50;
	/* The same adds in cycles of the PMU; 0 where there is none. */
	double		pmu_cycles;
	/* How the PMU was read, or why not. */
	const char	*pmu;
};

int machine_pin(int cpu);
void machine_unpin(void);
int machine_other_cpu(int cpu);
int machine_other_core(int cpu);
void machine_detect(struct machine *machine);
uint64_t machine_steal(int cpu);
bool machine_read_msr(int cpu, uint32_t msr, uint64_t *value);

void machine_tsc(struct tsc *tsc);
void machine_core_clock(struct core_clock *clock);

static inline uint64_t machine_rdtsc(void)
{
	uint32_t low, high;

	asm volatile("lfence\n\trdtsc\n\tlfence" : "=a" (low), "=d" (high) : : "memory");
	return (uint64_t)high << 32 | low;
}

#endif /* FPU_LATENCY_MACHINE_H */
