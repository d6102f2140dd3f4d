// SPDX-License-Identifier: GPL-2.0
/* Each distinct text once, under a number */
#include <stdlib.h>
#include <string.h>

#include "strings.h"
#include "util.h"

/* FNV-1a, 64 bits, draft-eastlake-fnv. */
static uint64_t hash_text(struct event_text text)
{
	uint64_t h = 0xcbf29ce484222325ULL;
	size_t i;

	for (i = 0; i < text.len; i++)
		h = (h ^ (unsigned char)text.p[i]) * 0x100000001b3ULL;
	return h;
}

static uint32_t *find_slot(const struct strings *strings, struct event_text text)
{
	size_t i = hash_text(text);

	for (;; i++) {
		uint32_t *slot = &strings->slot[i & (strings->slots - 1)];

		if (!*slot)
			return slot;
		if (strings->text[*slot].len == text.len &&
		    !memcmp(strings->text[*slot].p, text.p, text.len))
			return slot;
	}
}

static void grow_slots(struct strings *strings)
{
	size_t i;

	free(strings->slot);
	strings->slots = strings->slots ? strings->slots * 2 : 64;
	strings->slot = util_calloc(strings->slots, sizeof(*strings->slot));
	for (i = 1; i < strings->nr; i++)
		*find_slot(strings, strings->text[i]) = i;
}

/*
 * strings_id - the number of a text, a new one if it was not seen before
 *
 * The text is copied. No text (p NULL) is STRINGS_NONE.
 */
uint64_t strings_id(struct strings *strings, struct event_text text)
{
	uint32_t *slot;
	char *copy;

	if (!text.p)
		return STRINGS_NONE;
	if (strings->nr * 2 >= strings->slots)
		grow_slots(strings);
	slot = find_slot(strings, text);
	if (*slot)
		return *slot;
	if (strings->nr + 1 >= strings->size) {
		strings->size = strings->size ? strings->size * 2 : 64;
		strings->text = util_realloc(strings->text,
					     strings->size * sizeof(*strings->text));
	}
	if (!strings->nr)
		strings->text[strings->nr++] = (struct event_text){ NULL, 0 };
	/* A terminating NUL, for those who print it. */
	copy = util_calloc(text.len + 1, 1);
	memcpy(copy, text.p, text.len);
	strings->text[strings->nr] = (struct event_text){ copy, text.len };
	*slot = strings->nr++;
	return *slot;
}

/* strings_text - the text of a number; it lives as long as @strings */
struct event_text strings_text(const struct strings *strings, uint64_t id)
{
	if (id == STRINGS_NONE)
		return (struct event_text){ NULL, 0 };
	return strings->text[id];
}

/* strings_free - give everything back */
void strings_free(struct strings *strings)
{
	size_t i;

	for (i = 1; i < strings->nr; i++)
		free((char *)strings->text[i].p);
	free(strings->text);
	free(strings->slot);
	memset(strings, 0, sizeof(*strings));
}
