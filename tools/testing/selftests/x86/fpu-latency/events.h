/* SPDX-License-Identifier: GPL-2.0 */
/* The x86_fpu_latency events in a tracefs instance of the test's own */
#ifndef __FPU_LATENCY_EVENTS_H
#define __FPU_LATENCY_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum events_kind {
	EVENTS_XSAVE,
	EVENTS_XRSTOR,
	/* Kinds with RFBM and XINUSE; not every kernel has the event behind them. */
	EVENTS_KINDS,
	EVENTS_XFD = EVENTS_KINDS,
	EVENTS_NR,
};

struct events_record {
	enum events_kind	kind;
	pid_t			pid;
	int			cpu;
	/* Function of the call site, empty if the text does not tell. */
	char			site[48];
	uint64_t		latency;
	uint64_t		rfbm;
	uint64_t		xinuse;
	/* Of EVENTS_XFD, which has neither RFBM nor XINUSE. */
	uint64_t		xfd;
};

/* What the trace holds besides the records that were handed out. */
struct events_summary {
	unsigned long	records;
	unsigned long	lost;
	unsigned long	malformed;
};

typedef void (*events_fn)(const struct events_record *record, void *data);

int events_open(char *why, size_t len);
void events_close(void);
bool events_has(enum events_kind kind);
int events_enable(int on);
int events_clear(void);
int events_buffer_kb(unsigned int kb);
int events_read(events_fn fn, void *data, struct events_summary *summary);

#endif /* __FPU_LATENCY_EVENTS_H */
