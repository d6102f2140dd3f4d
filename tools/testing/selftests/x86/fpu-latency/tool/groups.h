/* SPDX-License-Identifier: GPL-2.0 */
/* Events by (event, RFBM, XINUSE), with an exact count of each latency */
#ifndef FPU_LATENCY_GROUPS_H
#define FPU_LATENCY_GROUPS_H

#include "event.h"

/* How often a latency was seen. */
struct group_value {
	uint64_t	latency;
	uint64_t	count;
};

/*
 * Latencies repeat, so a group's memory grows with the distinct values and not
 * with the events. The table has a power of two slots; count 0 means free.
 */
struct group {
	enum event_kind		kind;
	uint64_t		rfbm;
	uint64_t		xinuse;
	uint64_t		count;
	struct group_value	*values;
	size_t			slots;
	size_t			used;
};

struct groups {
	struct group	*group;
	size_t		nr;
	size_t		size;
	size_t		last;
};

void groups_add(struct groups *groups, const struct event *ev);
void groups_sort(struct groups *groups);
void groups_free(struct groups *groups);

#endif /* FPU_LATENCY_GROUPS_H */
