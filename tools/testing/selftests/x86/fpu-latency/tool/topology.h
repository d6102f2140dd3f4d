/* SPDX-License-Identifier: GPL-2.0 */
/* What CPUs share: cores and caches, as sysfs tells */
#ifndef FPU_LATENCY_TOPOLOGY_H
#define FPU_LATENCY_TOPOLOGY_H

#include <stddef.h>

#include "cpulist.h"

enum topology_shared {
	TOPOLOGY_UNKNOWN,
	TOPOLOGY_APART,
	TOPOLOGY_TOGETHER,
};

/* The folder with one for each CPU; tests have another. */
extern const char *topology_root;

void topology_siblings(int cpu, struct cpulist *siblings);
size_t topology_cache_size(int cpu, unsigned int level);
enum topology_shared topology_last_cache(int cpu, int other);

#endif /* FPU_LATENCY_TOPOLOGY_H */
