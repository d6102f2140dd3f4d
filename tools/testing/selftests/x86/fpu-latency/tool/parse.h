/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of trace text to events */
#ifndef FPU_LATENCY_PARSE_H
#define FPU_LATENCY_PARSE_H

#include "event.h"

enum parse_result {
	/* Not a latency event: a header, another event, anything. */
	PARSE_OTHER,
	PARSE_EVENT,
	/* A notice of lost events; *lost has their number, or 0 if not told. */
	PARSE_LOST,
	/* It names a latency event and yet is not one; *reason says why. */
	PARSE_BAD,
	/* A latency event with a latency that cannot be. */
	PARSE_ABSURD,
};

enum parse_result parse_line(const char *line, size_t len, struct event *ev,
			     uint64_t *lost, const char **reason);

#endif /* FPU_LATENCY_PARSE_H */
