/* SPDX-License-Identifier: GPL-2.0 */
/* What the process that reads a trace.dat sends to the tool */
#ifndef FPU_LATENCY_DAT_FORMAT_H
#define FPU_LATENCY_DAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>

enum dat_type {
	DAT_EVENT,
	/* Texts: the name of task number a, the symbol at address a; b bytes follow. */
	DAT_COMM,
	DAT_SITE,
	/* b events of CPU a were lost, UINT64_MAX if it is not known how many. */
	DAT_LOST,
	/* A record of CPU a is not as its format says. */
	DAT_BAD,
	/* There was nothing else to send for a while. */
	DAT_ALIVE,
	/* The whole file was read. */
	DAT_END,
};

#define DAT_TEXT_MOST	256

struct dat_message {
	uint32_t	type;
	uint32_t	kind;
	union {
		struct {
			uint64_t	a;
			uint64_t	b;
		};
		struct {
			int64_t		time;
			uint32_t	pid;
			uint32_t	cpu;
			uint64_t	fpstate;
			uint64_t	site;
			uint64_t	latency;
			uint64_t	rfbm;
			uint64_t	xinuse;
		};
	};
};

noreturn void dat_child(const char *path, int fd, bool ordered);

#endif /* FPU_LATENCY_DAT_FORMAT_H */
