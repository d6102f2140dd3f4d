// SPDX-License-Identifier: GPL-2.0
/* Events by (event, RFBM, XINUSE), with an exact count of each latency */
#include <stdlib.h>

#include "groups.h"
#include "util.h"

#define FIRST_SLOTS	256

/* The slot of @latency: where it is, or the free one where it goes. */
static struct group_value *find_value(struct group_value *values, size_t slots,
				      uint64_t latency)
{
	/* Fibonacci hashing, Knuth, TAOCP volume 3, 6.4. */
	size_t i = (latency * 0x9e3779b97f4a7c15ULL) >> 32;

	for (;; i++) {
		struct group_value *value = &values[i & (slots - 1)];

		if (!value->count || value->latency == latency)
			return value;
	}
}

static void grow_values(struct group *group)
{
	size_t slots = group->slots ? group->slots * 2 : FIRST_SLOTS, i;
	struct group_value *values = util_calloc(slots, sizeof(*values));

	for (i = 0; i < group->slots; i++) {
		if (group->values[i].count)
			*find_value(values, slots, group->values[i].latency) = group->values[i];
	}
	free(group->values);
	group->values = values;
	group->slots = slots;
}

static struct group *find_group(struct groups *groups, const struct event *ev)
{
	struct group *group;
	size_t i;

	/* There are few groups, and mostly it is that of the last but one event. */
	for (i = 0; i < groups->nr; i++) {
		group = &groups->group[(groups->last + i) % groups->nr];
		if (group->kind == ev->kind && group->rfbm == ev->rfbm &&
		    group->xinuse == ev->xinuse) {
			groups->last = group - groups->group;
			return group;
		}
	}
	if (groups->nr == groups->size) {
		groups->size = groups->size ? groups->size * 2 : 16;
		groups->group = util_realloc(groups->group, groups->size * sizeof(*group));
	}
	group = &groups->group[groups->nr++];
	*group = (struct group){
		.kind	= ev->kind,
		.rfbm	= ev->rfbm,
		.xinuse	= ev->xinuse,
	};
	return group;
}

/* groups_add - count an event in its group */
void groups_add(struct groups *groups, const struct event *ev)
{
	struct group *group = find_group(groups, ev);
	struct group_value *value;

	if (group->used * 4 >= group->slots * 3)
		grow_values(group);
	value = find_value(group->values, group->slots, ev->latency);
	if (!value->count) {
		value->latency = ev->latency;
		group->used++;
	}
	value->count++;
	group->count++;
}

static int compare_values(const void *a, const void *b)
{
	const struct group_value *x = a, *y = b;

	return x->latency < y->latency ? -1 : x->latency > y->latency;
}

static int compare_groups(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->rfbm != y->rfbm)
		return x->rfbm < y->rfbm ? -1 : 1;
	return x->xinuse < y->xinuse ? -1 : x->xinuse > y->xinuse;
}

/*
 * groups_sort - bring groups and, in each, values into order
 *
 * The values are packed for that: afterwards they are values[0..used - 1], and
 * nothing can be added any more.
 */
void groups_sort(struct groups *groups)
{
	size_t i, j, n;

	for (i = 0; i < groups->nr; i++) {
		struct group *group = &groups->group[i];

		for (j = n = 0; j < group->slots; j++) {
			if (group->values[j].count)
				group->values[n++] = group->values[j];
		}
		qsort(group->values, n, sizeof(*group->values), compare_values);
	}
	if (groups->nr)
		qsort(groups->group, groups->nr, sizeof(*groups->group), compare_groups);
}

/* groups_free - give everything back */
void groups_free(struct groups *groups)
{
	size_t i;

	for (i = 0; i < groups->nr; i++)
		free(groups->group[i].values);
	free(groups->group);
}
