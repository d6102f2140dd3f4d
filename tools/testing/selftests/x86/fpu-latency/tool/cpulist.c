// SPDX-License-Identifier: GPL-2.0
/* Lists of CPUs as the kernel writes them: 0,2-5 */
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "util.h"

/* cpulist_parse - "0,2-5"; false, and nothing to free, if it is not such a list */
bool cpulist_parse(const char *text, size_t len, struct cpulist *list)
{
	const char *end = text + len, *comma, *dash;
	struct cpulist_range range;

	memset(list, 0, sizeof(*list));
	for (; text <= end; text = comma + 1) {
		comma = memchr(text, ',', end - text);
		if (!comma)
			comma = end;
		dash = memchr(text, '-', comma - text);
		if (!util_parse_u64(text, (dash ? dash : comma) - text, &range.first))
			goto wrong;
		range.last = range.first;
		if (dash && (!util_parse_u64(dash + 1, comma - dash - 1, &range.last) ||
			     range.last < range.first))
			goto wrong;
		list->range = util_realloc(list->range, (list->nr + 1) * sizeof(range));
		list->range[list->nr++] = range;
	}
	return true;
wrong:
	cpulist_free(list);
	return false;
}

/* cpulist_has - is @cpu in the list? */
bool cpulist_has(const struct cpulist *list, uint64_t cpu)
{
	size_t i;

	for (i = 0; i < list->nr; i++) {
		if (cpu >= list->range[i].first && cpu <= list->range[i].last)
			return true;
	}
	return false;
}

/* cpulist_free - give everything back */
void cpulist_free(struct cpulist *list)
{
	free(list->range);
	memset(list, 0, sizeof(*list));
}

/* core_types_add - the CPUs of one type; false if @list is no list of CPUs */
bool core_types_add(struct core_types *types, const char *name, size_t name_len,
		    const char *list, size_t list_len)
{
	struct core_type type = { };

	if (!name_len || !cpulist_parse(list, list_len, &type.cpus))
		return false;
	type.name = util_strndup(name, name_len);
	types->type = util_realloc(types->type, (types->nr + 1) * sizeof(type));
	types->type[types->nr++] = type;
	return true;
}

/* core_types_name - the first type that has @cpu; NULL if none has */
const char *core_types_name(const struct core_types *types, uint64_t cpu)
{
	size_t i;

	for (i = 0; i < types->nr; i++) {
		if (cpulist_has(&types->type[i].cpus, cpu))
			return types->type[i].name;
	}
	return NULL;
}

/* core_types_free - give everything back */
void core_types_free(struct core_types *types)
{
	size_t i;

	for (i = 0; i < types->nr; i++) {
		free(types->type[i].name);
		cpulist_free(&types->type[i].cpus);
	}
	free(types->type);
	memset(types, 0, sizeof(*types));
}
