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

/* cpus_current - those that the calling task may run on, or NULL with errno */
cpu_set_t *cpus_current(void)
{
	cpu_set_t *set = cpus_alloc_set(-1);

	if (set && sched_getaffinity(0, cpus_set_size(), set)) {
		CPU_FREE(set);
		return NULL;
	}
	return set;
}

/* cpus_restore - let the calling task run on @set again, what cpus_current() gave */
void cpus_restore(cpu_set_t *set)
{
	sched_setaffinity(0, cpus_set_size(), set);
	CPU_FREE(set);
}

/*
 * cpus_pin_all - let the calling task run on the @n CPUs of @cpus only
 *
 * Returns 0, or -1 with errno. CPUs that are off line or not allowed do not count
 * as long as there is another one.
 */
int cpus_pin_all(const int *cpus, int n)
{
	cpu_set_t *set = cpus_alloc_set(-1);
	int ret;

	if (!set)
		return -1;
	while (n-- > 0)
		CPU_SET_S(cpus[n], cpus_set_size(), set);
	ret = sched_setaffinity(0, cpus_set_size(), set);
	CPU_FREE(set);
	return ret;
}

/* cpus_pin - let the calling task run on @cpu only; returns 0, or -1 with errno */
int cpus_pin(int cpu)
{
	return cpus_pin_all(&cpu, 1);
}

/*
 * cpus_allowed - the first @max CPUs that this task may and can run on
 *
 * A CPU can go off line between the look and the try, so each is tried. Returns
 * how many were written to @cpus, or -1 with errno.
 */
int cpus_allowed(int *cpus, int max)
{
	cpu_set_t *allowed = cpus_current();
	int cpu, n = 0;

	if (!allowed)
		return -1;
	for (cpu = 0; cpu < CPUS_MAX && n < max; cpu++) {
		if (CPU_ISSET_S(cpu, cpus_set_size(), allowed) && !cpus_pin(cpu))
			cpus[n++] = cpu;
	}
	cpus_restore(allowed);
	return n;
}
