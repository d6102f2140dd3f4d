/* SPDX-License-Identifier: GPL-2.0 */
/* Each distinct text once, under a number */
#ifndef FPU_LATENCY_STRINGS_H
#define FPU_LATENCY_STRINGS_H

#include "event.h"

/* The number of "no text". */
#define STRINGS_NONE	0

struct strings {
	struct event_text	*text;
	size_t			nr;
	size_t			size;
	/* Hash table of numbers; a power of two slots, 0 is free. */
	uint32_t		*slot;
	size_t			slots;
};

uint64_t strings_id(struct strings *strings, struct event_text text);
struct event_text strings_text(const struct strings *strings, uint64_t id);
void strings_free(struct strings *strings);

#endif /* FPU_LATENCY_STRINGS_H */
