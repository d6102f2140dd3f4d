/* SPDX-License-Identifier: GPL-2.0 */
/* One x86_fpu_latency event, from whatever source it came */
#ifndef FPU_LATENCY_EVENT_H
#define FPU_LATENCY_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorted by name, which is the order of the report. */
enum event_kind {
	EVENT_XFD,
	EVENT_XRSTOR,
	EVENT_XSAVE,
	EVENT_KINDS,
};

/*
 * Longer latencies are no measurement but a wrapped or an absolute time. It is
 * about seven minutes at 2.6 GHz.
 */
#define EVENT_LATENCY_LIMIT	0x10000000000ULL
#define EVENT_LATENCY_LIMIT_TEXT "2^40"

/* So many events, so that no sum overflows: stats.c. Only a histogram can have more. */
#define EVENT_COUNT_LIMIT	0x1000000000000ULL
#define EVENT_COUNT_LIMIT_TEXT	"2^48"

/* A piece of the input, valid until the next line is read; p NULL: none. */
struct event_text {
	const char	*p;
	size_t		len;
};

struct event {
	enum event_kind		kind;
	/* Is the time in nanoseconds? Else it is in units of the trace clock. */
	bool			time_ns;
	int64_t			time;
	/* Task and CPU; the name can hold any byte. */
	struct event_text	comm;
	uint64_t		pid;
	uint64_t		cpu;
	/* The text that fpstate and site are in, for parse_details(). */
	struct event_text	details;
	/* Empty where the kernel did not print them. */
	struct event_text	fpstate;
	struct event_text	site;
	/* TSC ticks, or nanoseconds from kernels with an older series. */
	uint64_t		latency;
	/* Of EVENT_XFD: the value written to the MSR, and 0. */
	uint64_t		rfbm;
	uint64_t		xinuse;
};

const char *event_name(enum event_kind kind);
bool event_name_begins(const char *text, size_t len);
bool event_kind_parse(const char *text, size_t len, enum event_kind *kind);

#endif /* FPU_LATENCY_EVENT_H */
