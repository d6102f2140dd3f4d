// SPDX-License-Identifier: GPL-2.0
/* Events by the values of some fields, with an exact count of each latency */
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "util.h"

#define FIRST_SLOTS	16

/* Fibonacci hashing, Knuth, TAOCP volume 3, 6.4. */
#define GOLDEN		0x9e3779b97f4a7c15ULL

/* groups_init - no events, by event, RFBM and XINUSE */
void groups_init(struct groups *groups)
{
	memset(groups, 0, sizeof(*groups));
	groups->by[groups->nr_by++] = FIELD_EVENT;
	groups->by[groups->nr_by++] = FIELD_RFBM;
	groups->by[groups->nr_by++] = FIELD_XINUSE;
}

/*
 * groups_set_by - group by other fields, which are names with commas between
 *
 * "all" makes one group of everything. Returns false if a name is no field to
 * group by, or is there twice.
 */
bool groups_set_by(struct groups *groups, const char *names)
{
	const char *comma;
	enum field field;
	size_t len, i;

	groups->nr_by = 0;
	groups->needs_details = false;
	if (!strcmp(names, "all"))
		return true;
	for (;; names = comma + 1) {
		comma = strchr(names, ',');
		len = comma ? (size_t)(comma - names) : strlen(names);
		if (!field_parse(names, len, &field) || field >= FIELD_GROUPABLE)
			return false;
		for (i = 0; i < groups->nr_by; i++) {
			if (groups->by[i] == field)
				return false;
		}
		groups->by[groups->nr_by++] = field;
		groups->needs_details |= field_needs_details(field);
		if (!comma)
			return true;
	}
}

/* groups_by_default - is it by event, RFBM and XINUSE? */
bool groups_by_default(const struct groups *groups)
{
	return groups->nr_by == 3 && groups->by[0] == FIELD_EVENT &&
	       groups->by[1] == FIELD_RFBM && groups->by[2] == FIELD_XINUSE;
}

/* The slot of @latency: where it is, or the free one where it goes. */
static struct group_value *find_value(struct group_value *values, size_t slots,
				      uint64_t latency)
{
	size_t i = (latency * GOLDEN) >> 32;

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

/* groups_add_value - count a latency @count times, which is at least once */
void groups_add_value(struct group *group, uint64_t latency, uint64_t count)
{
	struct group_value *value;

	if (group->used * 4 >= group->slots * 3)
		grow_values(group);
	value = find_value(group->values, group->slots, latency);
	if (!value->count) {
		value->latency = latency;
		group->used++;
	}
	value->count += count;
	group->count += count;
}

static uint32_t *find_slot(const struct groups *groups, const uint64_t *key)
{
	uint64_t h = 0;
	size_t i;

	for (i = 0; i < groups->nr_by; i++) {
		h = (h ^ key[i]) * GOLDEN;
		h ^= h >> 32;
	}
	for (;; h++) {
		uint32_t *slot = &groups->slot[h & (groups->slots - 1)];

		if (!*slot)
			return slot;
		for (i = 0; i < groups->nr_by; i++) {
			if (groups->group[*slot - 1].key[i] != key[i])
				break;
		}
		if (i == groups->nr_by)
			return slot;
	}
}

static void grow_slots(struct groups *groups)
{
	size_t i;

	free(groups->slot);
	groups->slots = groups->slots ? groups->slots * 2 : FIRST_SLOTS;
	groups->slot = util_calloc(groups->slots, sizeof(*groups->slot));
	for (i = 0; i < groups->nr; i++)
		*find_slot(groups, groups->group[i].key) = i + 1;
}

/*
 * groups_find - the group with these values of groups.by, new if there was none
 *
 * It is valid until the next call.
 */
struct group *groups_find(struct groups *groups, const uint64_t *key)
{
	struct group *group;
	uint32_t *slot;

	if (groups->nr * 2 >= groups->slots)
		grow_slots(groups);
	slot = find_slot(groups, key);
	if (*slot)
		return &groups->group[*slot - 1];
	if (groups->nr == groups->size) {
		groups->size = groups->size ? groups->size * 2 : 16;
		groups->group = util_realloc(groups->group, groups->size * sizeof(*group));
	}
	group = &groups->group[groups->nr++];
	*slot = groups->nr;
	memset(group, 0, sizeof(*group));
	memcpy(group->key, key, groups->nr_by * sizeof(*key));
	return group;
}

/* The value of a field as it stands in a key. */
static uint64_t key_value(struct groups *groups, const struct event *ev, enum field field)
{
	struct event_text text;

	if (field_type(field) != FIELD_TYPE_TEXT)
		return field_number(ev, field);
	text = field_text(ev, field);
	if (field == FIELD_CORE_TYPE) {
		text.p = core_types_name(&groups->core_types, ev->cpu);
		text.len = text.p ? strlen(text.p) : 0;
	}
	return strings_id(&groups->strings, text);
}

/* groups_add - count an event in its group */
void groups_add(struct groups *groups, const struct event *ev)
{
	uint64_t key[FIELD_GROUPABLE];
	size_t i;

	for (i = 0; i < groups->nr_by; i++)
		key[i] = key_value(groups, ev, groups->by[i]);
	groups_add_value(groups_find(groups, key), ev->latency, 1);
}

/* groups_merge - add all of @from; false if it is grouped by other fields */
bool groups_merge(struct groups *to, const struct groups *from)
{
	uint64_t key[FIELD_GROUPABLE];
	size_t i, j, slots;

	if (to->nr_by != from->nr_by || memcmp(to->by, from->by, to->nr_by * sizeof(to->by[0])))
		return false;
	for (i = 0; i < from->nr; i++) {
		const struct group *group = &from->group[i];
		struct group *sum;

		for (j = 0; j < from->nr_by; j++) {
			key[j] = group->key[j];
			if (field_type(from->by[j]) == FIELD_TYPE_TEXT)
				key[j] = strings_id(&to->strings,
						    strings_text(&from->strings, key[j]));
		}
		sum = groups_find(to, key);
		slots = from->sorted ? group->used : group->slots;
		for (j = 0; j < slots; j++) {
			if (group->values[j].count)
				groups_add_value(sum, group->values[j].latency,
						 group->values[j].count);
		}
	}
	return true;
}

static int compare_numbers(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

/* No text is before all texts. */
static int compare_texts(struct event_text x, struct event_text y)
{
	size_t n = x.len < y.len ? x.len : y.len;
	int c;

	if (!x.p || !y.p)
		return !y.p - !x.p;
	c = memcmp(x.p, y.p, n);
	return c ? c : compare_numbers(x.len, y.len);
}

/* groups_compare - the order of the keys of groups of one or two sets, like strcmp() */
int groups_compare(const struct groups *a, const struct group *x,
		   const struct groups *b, const struct group *y)
{
	size_t i;
	int c;

	for (i = 0; i < a->nr_by; i++) {
		if (field_type(a->by[i]) == FIELD_TYPE_TEXT)
			c = compare_texts(strings_text(&a->strings, x->key[i]),
					  strings_text(&b->strings, y->key[i]));
		else
			c = compare_numbers(x->key[i], y->key[i]);
		if (c)
			return c;
	}
	return 0;
}

static int compare_values(const void *a, const void *b)
{
	const struct group_value *x = a, *y = b;

	return compare_numbers(x->latency, y->latency);
}

static int compare_groups(const void *a, const void *b, void *groups)
{
	return groups_compare(groups, a, groups, b);
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
		qsort_r(groups->group, groups->nr, sizeof(*groups->group), compare_groups,
			groups);
	groups->sorted = true;
}

/* groups_free - give everything back */
void groups_free(struct groups *groups)
{
	size_t i;

	for (i = 0; i < groups->nr; i++)
		free(groups->group[i].values);
	free(groups->group);
	free(groups->slot);
	strings_free(&groups->strings);
	core_types_free(&groups->core_types);
	memset(groups, 0, sizeof(*groups));
}
