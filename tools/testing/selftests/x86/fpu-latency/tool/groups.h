/* SPDX-License-Identifier: GPL-2.0 */
/* Events by the values of some fields, with an exact count of each latency */
#ifndef FPU_LATENCY_GROUPS_H
#define FPU_LATENCY_GROUPS_H

#include "cpulist.h"
#include "field.h"
#include "strings.h"

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
	/* The values of groups.by; of texts their number in groups.strings. */
	uint64_t		key[FIELD_GROUPABLE];
	uint64_t		count;
	struct group_value	*values;
	size_t			slots;
	size_t			used;
};

struct groups {
	enum field		by[FIELD_GROUPABLE];
	size_t			nr_by;
	/* Has parse_details() to be called for these fields? */
	bool			needs_details;
	struct strings		strings;
	struct core_types	core_types;
	struct group		*group;
	size_t			nr;
	size_t			size;
	/* Hash table of numbers of groups plus one; a power of two slots. */
	uint32_t		*slot;
	size_t			slots;
	bool			sorted;
};

void groups_init(struct groups *groups);
bool groups_set_by(struct groups *groups, const char *names);
bool groups_by_default(const struct groups *groups);
void groups_add(struct groups *groups, const struct event *ev);
struct group *groups_find(struct groups *groups, const uint64_t *key);
void groups_add_value(struct group *group, uint64_t latency, uint64_t count);
bool groups_merge(struct groups *to, const struct groups *from);
void groups_sort(struct groups *groups);
int groups_compare(const struct groups *a, const struct group *x,
		   const struct groups *b, const struct group *y);
void groups_free(struct groups *groups);

#endif /* FPU_LATENCY_GROUPS_H */
