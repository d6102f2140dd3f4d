/* SPDX-License-Identifier: GPL-2.0 */
/* What became of the input: read, lost, skipped, absurd */
#ifndef FPU_LATENCY_TALLY_H
#define FPU_LATENCY_TALLY_H

#include <stdint.h>
#include <stdio.h>

/* So many lines that could not be used are named; the others are counted. */
#define TALLY_NAMED	5

/* Losses of which the CPU is not known. */
#define TALLY_NO_CPU	UINT64_MAX

struct tally {
	/* Good events, and those of them that a filter left out. */
	uint64_t	events;
	uint64_t	filtered;
	/* Events lost, and how often an unknown number was. */
	uint64_t	lost;
	uint64_t	lost_unknown;
	uint64_t	skipped;
	uint64_t	absurd;
	/* The losses by CPU, in the order of the CPUs. */
	struct tally_lost {
		uint64_t	cpu;
		uint64_t	lost;
		uint64_t	unknown;
	} *cpu;
	size_t		nr_cpus;
	/* The first lines that were skipped or absurd. */
	struct tally_line {
		char		*input;
		uint64_t	line;
		char		*reason;
	} named[TALLY_NAMED];
	size_t		nr_named;
};

void tally_sum(uint64_t *sum, uint64_t n);
void tally_lost(struct tally *tally, uint64_t cpu, uint64_t lost, uint64_t unknown);
void tally_name(struct tally *tally, const char *input, uint64_t line, const char *reason);
void tally_print_lost(FILE *out, const struct tally_lost *lost);
void tally_print(FILE *out, const struct tally *tally);
void tally_free(struct tally *tally);

#endif /* FPU_LATENCY_TALLY_H */
