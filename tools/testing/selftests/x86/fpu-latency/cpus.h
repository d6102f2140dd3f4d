/* SPDX-License-Identifier: GPL-2.0 */
/* The CPUs that the test may run on */
#ifndef __FPU_LATENCY_CPUS_H
#define __FPU_LATENCY_CPUS_H

#include <sched.h>
#include <stddef.h>

/* More CPUs than any kernel can be configured for. */
#define CPUS_MAX	65536

size_t cpus_set_size(void);
cpu_set_t *cpus_alloc_set(int cpu);
cpu_set_t *cpus_current(void);
void cpus_restore(cpu_set_t *set);
int cpus_pin(int cpu);
int cpus_pin_all(const int *cpus, int n);
int cpus_allowed(int *cpus, int max);

#endif /* __FPU_LATENCY_CPUS_H */
