/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's figures from a recording, beside those of bench */
#ifndef FPU_LATENCY_COMPARE_H
#define FPU_LATENCY_COMPARE_H

#include <stdio.h>

#include "bench.h"
#include "reader.h"

/* What user space measures of the components of a group of the recording. */
struct compare_row {
	/* The figures of the group. */
	struct stats		kernel;
	/* Is there an instruction for user space that does the same? */
	bool			comparable;
	enum xinsn		insn;
	/* Components of the group that user space cannot have here. */
	uint64_t		missing;
	/* With each buffer, the window included as in the kernel; no samples: not run. */
	struct bench_figures	user[XINSN_BUFFERS];
};

/* What the recording says of the machine that it is from; NAN: it does not. */
struct compare_recorded {
	/* The empty window. */
	double	min;
	double	mean;
	double	p99;
	/* 1 if the gate found it good, 0 if not. */
	double	gate_ok;
};

struct compare {
	const char		*trace;
	struct reader		reader;
	/* One for each of reader.groups. */
	struct compare_row	*rows;
};

void compare_load(struct compare *compare, const char *path);
void compare_machine(const struct compare *compare, const struct bench *bench);
void compare_recorded(const struct compare *compare, struct compare_recorded *recorded);
void compare_run(struct compare *compare, struct bench *bench);
void compare_free(struct compare *compare);

void compare_table(FILE *out, const struct bench *bench, const struct compare *compare);
void compare_csv(FILE *out, const struct bench *bench, const struct compare *compare);
void compare_json(FILE *out, const struct bench *bench, const struct compare *compare);

#endif /* FPU_LATENCY_COMPARE_H */
