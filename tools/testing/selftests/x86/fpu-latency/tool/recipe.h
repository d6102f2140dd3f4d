/* SPDX-License-Identifier: GPL-2.0 */
/* The ways to read the TSC before and after a piece of code */
#ifndef FPU_LATENCY_RECIPE_H
#define FPU_LATENCY_RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbered as in the method's source; the last one is the kernel's window. */
enum recipe {
	RECIPE_CPUID_CPUID,
	RECIPE_CPUID_RDTSCP,
	RECIPE_LFENCE_RDTSCP,
	RECIPE_RDTSCP_CPUID,
	RECIPE_RDTSCP_RDTSCP,
	RECIPE_LFENCE_LFENCE,
	RECIPE_FENCED,
	RECIPE_KERNEL,
	RECIPES,
};

struct recipe_info {
	const char	*name;
	const char	*start;
	const char	*end;
	bool		cpuid;
	bool		rdtscp;
};

/*
 * What can be timed. The amount is a number of rounds of the loop, or one of
 * recipe_chain_lengths[] for the chains.
 */
enum recipe_work {
	/* Rounds of a loop that stores its counter; 0 is the empty window. */
	RECIPE_WORK_LOOP,
	/* A chain of dependent adds inside the window. */
	RECIPE_WORK_CHAIN,
	/* A chain before an empty window: what leaks in. */
	RECIPE_WORK_BEFORE,
};

#define RECIPE_CHAINS	10

extern const struct recipe_info recipe_info[RECIPES];
extern const unsigned int recipe_chain_lengths[RECIPE_CHAINS];

bool recipe_usable(enum recipe recipe);
size_t recipe_sample(enum recipe recipe, enum recipe_work work, unsigned int amount,
		     uint64_t *ticks, size_t n);
void recipe_adds_100000(void);

#endif /* FPU_LATENCY_RECIPE_H */
