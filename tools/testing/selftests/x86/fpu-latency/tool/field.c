// SPDX-License-Identifier: GPL-2.0
/* The fields of an event, by name: for groups, filters and columns */
#include <string.h>

#include "field.h"

static const struct {
	const char	*name;
	const char	*title;
	enum field_type	type;
} fields[FIELDS] = {
	[FIELD_EVENT]		= { "event",	 "EVENT",   FIELD_TYPE_EVENT },
	[FIELD_RFBM]		= { "rfbm",	 "RFBM",    FIELD_TYPE_MASK },
	[FIELD_XINUSE]		= { "xinuse",	 "XINUSE",  FIELD_TYPE_MASK },
	[FIELD_CPU]		= { "cpu",	 "CPU",	    FIELD_TYPE_NUMBER },
	[FIELD_CORE_TYPE]	= { "core-type", "CORE",    FIELD_TYPE_TEXT },
	[FIELD_COMM]		= { "comm",	 "COMM",    FIELD_TYPE_TEXT },
	[FIELD_PID]		= { "pid",	 "PID",	    FIELD_TYPE_NUMBER },
	[FIELD_SITE]		= { "site",	 "SITE",    FIELD_TYPE_TEXT },
	[FIELD_FPSTATE]		= { "fpstate",	 "FPSTATE", FIELD_TYPE_TEXT },
	[FIELD_TIME]		= { "time",	 "TIME",    FIELD_TYPE_NUMBER },
	[FIELD_LATENCY]		= { "latency",	 "LATENCY", FIELD_TYPE_NUMBER },
};

/* field_name - as it is given in options and in CSV and JSON */
const char *field_name(enum field field)
{
	return fields[field].name;
}

/* field_title - the title of its column */
const char *field_title(enum field field)
{
	return fields[field].title;
}

/* field_type - how its values are compared and shown */
enum field_type field_type(enum field field)
{
	return fields[field].type;
}

/* field_parse - the field with a name; false if there is none */
bool field_parse(const char *text, size_t len, enum field *field)
{
	int i;

	for (i = 0; i < FIELDS; i++) {
		if (strlen(fields[i].name) == len && !memcmp(fields[i].name, text, len)) {
			*field = i;
			return true;
		}
	}
	return false;
}

/* field_number - the value of a field that is not a text */
uint64_t field_number(const struct event *ev, enum field field)
{
	switch (field) {
	case FIELD_EVENT:
		return ev->kind;
	case FIELD_RFBM:
		return ev->rfbm;
	case FIELD_XINUSE:
		return ev->xinuse;
	case FIELD_CPU:
		return ev->cpu;
	case FIELD_PID:
		return ev->pid;
	case FIELD_TIME:
		return ev->time;
	default:
		return ev->latency;
	}
}

/* field_text - the value of a text field that the event itself has */
struct event_text field_text(const struct event *ev, enum field field)
{
	switch (field) {
	case FIELD_COMM:
		return ev->comm;
	case FIELD_SITE:
		return ev->site;
	case FIELD_FPSTATE:
		return ev->fpstate;
	default:
		return (struct event_text){ NULL, 0 };
	}
}

/* field_needs_details - has parse_details() to be called before it is used? */
bool field_needs_details(enum field field)
{
	return field == FIELD_SITE || field == FIELD_FPSTATE;
}
