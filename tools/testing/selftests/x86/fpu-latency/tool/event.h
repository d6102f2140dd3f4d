/* SPDX-License-Identifier: GPL-2.0 */
/* One x86_fpu_latency event, from whatever source it came */
#ifndef FPU_LATENCY_EVENT_H
#define FPU_LATENCY_EVENT_H

#include <stddef.h>
#include <stdint.h>

/* Sorted by name, which is the order of the report. */
enum event_kind {
	EVENT_XRSTOR,
	EVENT_XSAVE,
	EVENT_KINDS,
};

/*
 * Longer latencies are no measurement but a wrapped or an absolute time. It is
 * about seven minutes at 2.6 GHz.
 */
#define EVENT_LATENCY_LIMIT	0x10000000000ULL

/* A piece of the input, valid until the next line is read. */
struct event_text {
	const char	*p;
	size_t		len;
};

struct event {
	enum event_kind		kind;
	/* Task and CPU; the name can hold any byte. */
	struct event_text	comm;
	uint64_t		pid;
	uint64_t		cpu;
	/* Nanoseconds for clocks with a fraction, else units of the trace clock. */
	int64_t			time;
	/* Empty where the kernel did not print them. */
	struct event_text	fpstate;
	struct event_text	site;
	/* TSC ticks, or nanoseconds from kernels with an older series. */
	uint64_t		latency;
	uint64_t		rfbm;
	uint64_t		xinuse;
};

const char *event_name(enum event_kind kind);

#endif /* FPU_LATENCY_EVENT_H */
