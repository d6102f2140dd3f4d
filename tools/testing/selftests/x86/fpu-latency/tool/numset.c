// SPDX-License-Identifier: GPL-2.0
/* A set of numbers, and a value that goes with each */
#include <stdlib.h>
#include <string.h>

#include "numset.h"
#include "util.h"

#define FIRST_SLOTS	64

static struct numset_entry *find(const struct numset *set, uint64_t number)
{
	/* Fibonacci hashing, Knuth, TAOCP volume 3, 6.4. */
	size_t i = (number * 0x9e3779b97f4a7c15ULL) >> 32;

	for (;; i++) {
		struct numset_entry *entry = &set->entry[i & (set->slots - 1)];

		if (!entry->used || entry->number == number)
			return entry;
	}
}

static void grow(struct numset *set)
{
	struct numset old = *set;
	size_t i;

	set->slots = old.slots ? old.slots * 2 : FIRST_SLOTS;
	set->entry = util_calloc(set->slots, sizeof(*set->entry));
	for (i = 0; i < old.slots; i++) {
		if (old.entry[i].used)
			*find(set, old.entry[i].number) = old.entry[i];
	}
	free(old.entry);
}

/* numset_find - the entry of a number, which is valid until the next call; new with 0 */
struct numset_entry *numset_find(struct numset *set, uint64_t number)
{
	struct numset_entry *entry;

	if (set->nr * 2 >= set->slots)
		grow(set);
	entry = find(set, number);
	if (!entry->used) {
		*entry = (struct numset_entry){ .number = number, .used = true };
		set->nr++;
	}
	return entry;
}

/* numset_add - add a number; false if it was there */
bool numset_add(struct numset *set, uint64_t number)
{
	size_t nr = set->nr;

	numset_find(set, number);
	return set->nr > nr;
}

/* numset_set - add a number with its value, or change that */
void numset_set(struct numset *set, uint64_t number, uint64_t value)
{
	numset_find(set, number)->value = value;
}

/* numset_get - the value of a number; 0 if it is not there */
uint64_t numset_get(const struct numset *set, uint64_t number)
{
	return set->slots ? find(set, number)->value : 0;
}

/* numset_free - give everything back */
void numset_free(struct numset *set)
{
	free(set->entry);
	memset(set, 0, sizeof(*set));
}
