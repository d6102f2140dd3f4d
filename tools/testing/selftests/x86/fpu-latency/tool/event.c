// SPDX-License-Identifier: GPL-2.0
/* One x86_fpu_latency event, from whatever source it came */
#include <string.h>

#include "event.h"

#define NAME(text)	{ text, sizeof(text) - 1 }

static const struct event_text names[EVENT_KINDS] = {
	[EVENT_XFD]	= NAME("x86_fpu_latency_xfd"),
	[EVENT_XRSTOR]	= NAME("x86_fpu_latency_xrstor"),
	[EVENT_XSAVE]	= NAME("x86_fpu_latency_xsave"),
};

/* event_name - the name of the tracepoint */
const char *event_name(enum event_kind kind)
{
	return names[kind].p;
}

/* event_name_begins - does the name of a latency event begin so, or is it that? */
bool event_name_begins(const char *text, size_t len)
{
	int i;

	for (i = 0; i < EVENT_KINDS; i++) {
		if (len <= names[i].len && !memcmp(text, names[i].p, len))
			return true;
	}
	return false;
}

/*
 * event_kind_parse - the kind of the event that is called @text
 *
 * perf puts the system and a colon before the name. Returns false if it is
 * none of the latency events.
 */
bool event_kind_parse(const char *text, size_t len, enum event_kind *kind)
{
	static const char system[] = "x86_fpu:";
	int i;

	if (len > sizeof(system) - 1 && !memcmp(text, system, sizeof(system) - 1)) {
		text += sizeof(system) - 1;
		len -= sizeof(system) - 1;
	}
	for (i = 0; i < EVENT_KINDS; i++) {
		if (len == names[i].len && !memcmp(text, names[i].p, len)) {
			*kind = i;
			return true;
		}
	}
	return false;
}
