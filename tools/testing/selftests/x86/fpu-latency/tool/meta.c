// SPDX-License-Identifier: GPL-2.0
/* What is known of the machine and the kernel that a recording is from */
#include <stdlib.h>
#include <string.h>

#include "meta.h"
#include "util.h"

/* meta_set - set or replace one value; entries are kept sorted by key */
void meta_set(struct meta *meta, const char *key, size_t key_len,
	      const char *value, size_t value_len)
{
	char *k = util_strndup(key, key_len), *v = util_strndup(value, value_len);
	size_t i;

	for (i = 0; i < meta->nr && strcmp(meta->entry[i].key, k) < 0; i++)
		;
	if (i < meta->nr && !strcmp(meta->entry[i].key, k)) {
		free(k);
		free(meta->entry[i].value);
		meta->entry[i].value = v;
		return;
	}
	meta->entry = util_realloc(meta->entry, (meta->nr + 1) * sizeof(*meta->entry));
	memmove(&meta->entry[i + 1], &meta->entry[i], (meta->nr - i) * sizeof(*meta->entry));
	meta->entry[i] = (struct meta_entry){ k, v };
	meta->nr++;
}

/* meta_set_option - set what "KEY=VALUE" says; false if it does not look so */
bool meta_set_option(struct meta *meta, const char *option)
{
	const char *equal = strchr(option, '=');

	if (!equal || equal == option)
		return false;
	meta_set(meta, option, equal - option, equal + 1, strlen(equal + 1));
	return true;
}

/* meta_get - a value, or NULL if it is not known */
const char *meta_get(const struct meta *meta, const char *key)
{
	size_t i;

	for (i = 0; i < meta->nr; i++) {
		if (!strcmp(meta->entry[i].key, key))
			return meta->entry[i].value;
	}
	return NULL;
}

/* meta_free - give everything back */
void meta_free(struct meta *meta)
{
	size_t i;

	for (i = 0; i < meta->nr; i++) {
		free(meta->entry[i].key);
		free(meta->entry[i].value);
	}
	free(meta->entry);
	memset(meta, 0, sizeof(*meta));
}
