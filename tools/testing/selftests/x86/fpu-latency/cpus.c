// SPDX-License-Identifier: GPL-2.0
/* The CPUs that the test may run on */
#include <sched.h>

#include "cpus.h"

/* cpus_set_size - bytes of a set for CPUS_MAX CPUs */
size_t cpus_set_size(void)
{
	return CPU_ALLOC_SIZE(CPUS_MAX);
}

/* cpus_alloc_set - a set of @cpu alone, or an empty one for -1; NULL without memory */
cpu_set_t *cpus_alloc_set(int cpu)
{
	cpu_set_t *set = CPU_ALLOC(CPUS_MAX);

	if (!set)
		return NULL;
	CPU_ZERO_S(cpus_set_size(), set);
	if (cpu >= 0)
		CPU_SET_S(cpu, cpus_set_size(), set);
	return set;
}

/* cpus_pin - let the calling task run on @cpu only; returns 0, or -1 with errno */
int cpus_pin(int cpu)
{
	cpu_set_t *set = cpus_alloc_set(cpu);
	int ret;

	if (!set)
		return -1;
	ret = sched_setaffinity(0, cpus_set_size(), set);
	CPU_FREE(set);
	return ret;
}

/*
 * cpus_allowed - the first @max CPUs that this task may and can run on
 *
 * A CPU can go off line between the look and the try, so each is tried. Returns
 * how many were written to @cpus, or -1 with errno.
 */
int cpus_allowed(int *cpus, int max)
{
	cpu_set_t *allowed = cpus_alloc_set(-1);
	int cpu, n = 0;

	if (!allowed)
		return -1;
	if (sched_getaffinity(0, cpus_set_size(), allowed)) {
		CPU_FREE(allowed);
		return -1;
	}
	for (cpu = 0; cpu < CPUS_MAX && n < max; cpu++) {
		if (CPU_ISSET_S(cpu, cpus_set_size(), allowed) && !cpus_pin(cpu))
			cpus[n++] = cpu;
	}
	sched_setaffinity(0, cpus_set_size(), allowed);
	CPU_FREE(allowed);
	return n;
}
