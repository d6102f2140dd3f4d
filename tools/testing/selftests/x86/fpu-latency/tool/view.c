// SPDX-License-Identifier: GPL-2.0
/* What views have in common */
#include <string.h>

#include "util.h"
#include "view.h"

struct registered *view_formats;

/* view_format - the format of this name; exits as for wrong usage if there is none */
const struct view_format *view_format(const char *name)
{
	const struct view_format *format = registry_find(view_formats, name);

	if (!format)
		usage_error("no format: %s; 'fpu-latency report --help' lists them", name);
	return format;
}

/*
 * view_key - the value of field number @nr of a group's key, as it is shown
 *
 * @buf is for values that are no text. p is NULL if there is no value.
 */
struct event_text view_key(const struct groups *groups, const struct group *group, size_t nr,
			   char buf[VIEW_VALUE_SIZE])
{
	uint64_t value = group->key[nr];

	switch (field_type(groups->by[nr])) {
	case FIELD_TYPE_TEXT:
		return strings_text(&groups->strings, value);
	case FIELD_TYPE_EVENT:
		snprintf(buf, VIEW_VALUE_SIZE, "%s", event_name(value));
		break;
	case FIELD_TYPE_MASK:
		snprintf(buf, VIEW_VALUE_SIZE, "0x%jx", value);
		break;
	default:
		snprintf(buf, VIEW_VALUE_SIZE, "%ju", value);
		break;
	}
	return (struct event_text){ buf, strlen(buf) };
}

/* view_key_titles - a column for each field of the key */
void view_key_titles(struct table *table, const struct groups *groups)
{
	size_t i;

	for (i = 0; i < groups->nr_by; i++)
		table_cell(table, "%s", field_title(groups->by[i]));
}

/* view_key_cells - the values of a group's key, "-" where there is none */
void view_key_cells(struct table *table, const struct groups *groups,
		    const struct group *group)
{
	char buf[VIEW_VALUE_SIZE];
	size_t i;

	for (i = 0; i < groups->nr_by; i++) {
		struct event_text key = view_key(groups, group, i, buf);

		table_bytes(table, key.p ? key.p : "-", key.p ? key.len : 1);
	}
}

/* view_text - print a text for a terminal: what is no printable ASCII becomes '?' */
void view_text(FILE *out, struct event_text text)
{
	size_t i;

	for (i = 0; i < text.len; i++)
		fputc(text.p[i] >= ' ' && text.p[i] <= '~' ? text.p[i] : '?', out);
}
