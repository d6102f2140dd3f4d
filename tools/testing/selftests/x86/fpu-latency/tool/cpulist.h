/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of CPUs as the kernel writes them: 0,2-5 */
#ifndef FPU_LATENCY_CPULIST_H
#define FPU_LATENCY_CPULIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpulist {
	struct cpulist_range {
		uint64_t	first;
		uint64_t	last;
	} *range;
	size_t	nr;
};

/* Which CPUs are of which type, on a machine with several. */
struct core_types {
	struct core_type {
		char		*name;
		struct cpulist	cpus;
	} *type;
	size_t	nr;
};

bool cpulist_parse(const char *text, size_t len, struct cpulist *list);
bool cpulist_has(const struct cpulist *list, uint64_t cpu);
void cpulist_free(struct cpulist *list);

bool core_types_add(struct core_types *types, const char *name, size_t name_len,
		    const char *list, size_t list_len);
const char *core_types_name(const struct core_types *types, uint64_t cpu);
void core_types_free(struct core_types *types);

#endif /* FPU_LATENCY_CPULIST_H */
