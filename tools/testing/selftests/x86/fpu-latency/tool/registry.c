// SPDX-License-Identifier: GPL-2.0
/* Lists of commands, formats and views, which put themselves there */
#include <stddef.h>
#include <string.h>

#include "registry.h"

/* registry_add - put an entry where its name belongs; no name is there twice */
void registry_add(struct registered **list, struct registered *entry)
{
	while (*list && strcmp((*list)->name, entry->name) < 0)
		list = &(*list)->next;
	entry->next = *list;
	*list = entry;
}

/* registry_first - what is first by name, or NULL */
void *registry_first(struct registered *list)
{
	return list;
}

/* registry_next - what follows @object by name, or NULL */
void *registry_next(const void *object)
{
	const struct registered *entry = object;

	return entry->next;
}

/* registry_find - what has this name, or NULL */
void *registry_find(struct registered *list, const char *name)
{
	while (list && strcmp(list->name, name))
		list = list->next;
	return list;
}
