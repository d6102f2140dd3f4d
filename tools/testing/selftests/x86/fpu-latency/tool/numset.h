/* SPDX-License-Identifier: GPL-2.0 */
/* A set of numbers, and a value that goes with each */
#ifndef FPU_LATENCY_NUMSET_H
#define FPU_LATENCY_NUMSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct numset {
	struct numset_entry {
		uint64_t	number;
		uint64_t	value;
		bool		used;
	} *entry;
	/* A power of two. */
	size_t	slots;
	size_t	nr;
};

struct numset_entry *numset_find(struct numset *set, uint64_t number);
bool numset_add(struct numset *set, uint64_t number);
void numset_set(struct numset *set, uint64_t number, uint64_t value);
uint64_t numset_get(const struct numset *set, uint64_t number);
void numset_free(struct numset *set);

#endif /* FPU_LATENCY_NUMSET_H */
