/* SPDX-License-Identifier: GPL-2.0 */
/* The events from tracefs, as text */
#ifndef FPU_LATENCY_RECORD_H
#define FPU_LATENCY_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "event.h"

struct tracefs_instance;

struct record_options {
	/* Bit n for kind n; 0 for all that the kernel has. */
	unsigned int	kinds;
	/* Only these CPUs, as a list; NULL for all. */
	const char	*cpus;
	/* Of each CPU's buffer. */
	unsigned int	buffer_kib;
	/* Show addresses as they are, not hashed. */
	bool		addresses;
};

/* What the kernel's buffers tell when all was read. */
struct record_counts {
	uint64_t	events;
	uint64_t	lost;
};

unsigned int record_kinds(unsigned int wanted);
void record_begin(const struct record_options *options);
void record_enable(const struct record_options *options);
bool record_read(FILE *out);
void record_disable(void);
void record_count(struct record_counts *counts);
void record_end(void);

#endif /* FPU_LATENCY_RECORD_H */
