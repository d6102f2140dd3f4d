/* SPDX-License-Identifier: GPL-2.0 */
/* The stability gate: is this CPU, now, one to time on */
#ifndef FPU_LATENCY_GATE_H
#define FPU_LATENCY_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "groups.h"
#include "machine.h"

/* Timed loops of the whole gate and of the short form for recordings. */
#define GATE_LOOPS		3000000U
#define GATE_LOOPS_SHORT	100000U

/* Default limit of the spread, in ticks; at least three steps of the TSC. */
#define GATE_LIMIT		50

/* More than this share of the time taken away, in percent, is too much. */
#define GATE_STOLEN_PERCENT	1.0

struct gate_options {
	unsigned int	loops;
	/* End after a second with as many loops as were made? */
	bool		limited;
	/* Ticks that the 99th percentile may be above the minimum; 0 is the default. */
	uint64_t	limit;
	/* Judge the maximum instead: right where nothing can interrupt. */
	bool		strict;
};

struct gate {
	bool		ok;
	/* Why not, or why it is. */
	char		reason[200];
	bool		invariant_tsc;
	unsigned int	loops;
	uint64_t	limit;
	bool		strict;
	uint64_t	negative;
	/* Ticks of one timed loop. */
	uint64_t	min;
	uint64_t	p50;
	uint64_t	p99;
	uint64_t	max;
	/* Loops longer than the median and twice the limit, and what they lost. */
	uint64_t	over;
	double		stolen_percent;
	/* Clock ticks of /proc/stat that the hypervisor took meanwhile. */
	uint64_t	steal;
	/* System management interrupts meanwhile; only Intel counts them. */
	bool		smi_known;
	uint64_t	smi;
};

void gate_stolen(struct gate *gate, const struct group *group);
void gate_judge(struct gate *gate, const struct machine *machine);
void gate_run(const struct gate_options *options, const struct machine *machine,
	      const struct tsc *tsc, struct gate *gate);

#endif /* FPU_LATENCY_GATE_H */
