/* SPDX-License-Identifier: GPL-2.0 */
/* Who saved to a buffer or a cacheline of it, and who restored from it */
#ifndef FPU_LATENCY_C2C_H
#define FPU_LATENCY_C2C_H

#include "event.h"
#include "numset.h"
#include "strings.h"

/* What was done: a restore is where the last save was, elsewhere, or before any. */
enum c2c_kind {
	C2C_SAVE,
	C2C_LOCAL,
	C2C_REMOTE,
	C2C_UNKNOWN,
	C2C_KINDS,
};

struct c2c_node {
	/* The address, or the number of the text if it is hashed; sums are of latencies. */
	uint64_t		id;
	uint64_t		count[C2C_KINDS];
	uint64_t		sum[C2C_KINDS];
	struct numset		tasks;
	struct numset		cpus;
	/* Buffers that a line is in; of a buffer there is only one. */
	struct numset		fpstates;
	/* Of a buffer: who saved last and which components it has room for. */
	uint64_t		last_cpu;
	uint64_t		mask;
	/* Of a line: its offset in the first buffer that it was seen in. */
	uint64_t		offset;
};

struct c2c_nodes {
	struct c2c_node	*node;
	size_t		nr;
	size_t		size;
	/* Numbers of nodes plus one, by id. */
	struct numset	index;
};

struct c2c {
	/* --double-cl, --cacheline-size, --standard */
	bool			pair;
	uint64_t		line_size;
	bool			compacted;
	struct c2c_nodes	fpstates;
	struct c2c_nodes	lines;
	struct strings		names;
	/* Events without a buffer, with its address, with a hash of it. */
	uint64_t		without;
	uint64_t		raw;
	uint64_t		hashed;
	/* The time of the last event; how many were earlier than the one before them. */
	int64_t			time;
	uint64_t		back;
	bool			any;
};

void c2c_add(void *data, const struct event *ev);
void c2c_sort(struct c2c_nodes *nodes);
double c2c_mean(const struct c2c_node *node, enum c2c_kind kind);
void c2c_free(struct c2c *c2c);

#endif /* FPU_LATENCY_C2C_H */
