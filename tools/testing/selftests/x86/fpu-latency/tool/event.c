// SPDX-License-Identifier: GPL-2.0
/* One x86_fpu_latency event, from whatever source it came */
#include <string.h>

#include "event.h"

/* event_name - the name of the tracepoint */
const char *event_name(enum event_kind kind)
{
	static const char * const names[EVENT_KINDS] = {
		[EVENT_XFD]	= "x86_fpu_latency_xfd",
		[EVENT_XRSTOR]	= "x86_fpu_latency_xrstor",
		[EVENT_XSAVE]	= "x86_fpu_latency_xsave",
	};

	return names[kind];
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
		if (len == strlen(event_name(i)) && !memcmp(text, event_name(i), len)) {
			*kind = i;
			return true;
		}
	}
	return false;
}
