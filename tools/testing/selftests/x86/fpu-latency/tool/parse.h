/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of trace text to events */
#ifndef FPU_LATENCY_PARSE_H
#define FPU_LATENCY_PARSE_H

#include "event.h"

enum parse_result {
	/* Not a latency event: a header, another event, anything. */
	PARSE_OTHER,
	PARSE_EVENT,
	/* A notice of lost events. */
	PARSE_LOST,
	/* Something about the recording. */
	PARSE_META,
	/* It names a latency event and yet is not one; reason says why. */
	PARSE_BAD,
	/* A latency event with a latency that cannot be. */
	PARSE_ABSURD,
};

struct parsed {
	struct event		ev;
	/* PARSE_LOST: how many, 0 if not told; of which CPU or TALLY_NO_CPU. */
	uint64_t		lost;
	uint64_t		lost_cpu;
	/* PARSE_META */
	struct event_text	key;
	struct event_text	value;
	const char		*reason;
};

enum parse_result parse_line(const char *line, size_t len, struct parsed *parsed);
void parse_details(struct event *ev);
bool parse_time(const char *p, const char *end, int64_t *time, bool *ns);

#endif /* FPU_LATENCY_PARSE_H */
