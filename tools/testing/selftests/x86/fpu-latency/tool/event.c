// SPDX-License-Identifier: GPL-2.0
/* One x86_fpu_latency event, from whatever source it came */
#include "event.h"

/* event_name - the name of the tracepoint */
const char *event_name(enum event_kind kind)
{
	static const char * const names[EVENT_KINDS] = {
		[EVENT_XRSTOR]	= "x86_fpu_latency_xrstor",
		[EVENT_XSAVE]	= "x86_fpu_latency_xsave",
	};

	return names[kind];
}
