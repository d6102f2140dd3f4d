// SPDX-License-Identifier: GPL-2.0
/* Fuzzing: a line of a trace */
#include "fuzz.h"

#include "../parse.h"

static bool inside(struct event_text text, const char *p, size_t len)
{
	return !text.p || (text.p >= p && text.len <= len && text.p + text.len <= p + len);
}

static void fuzz_line(const char *p, size_t len)
{
	struct parsed parsed = { };

	switch (parse_line(p, len, &parsed)) {
	case PARSE_EVENT:
		parse_details(&parsed.ev);
		check(parsed.ev.kind < EVENT_KINDS);
		check(parsed.ev.latency < EVENT_LATENCY_LIMIT);
		check(inside(parsed.ev.comm, p, len));
		check(inside(parsed.ev.fpstate, p, len));
		check(inside(parsed.ev.site, p, len));
		break;
	case PARSE_META:
		check(parsed.key.len && inside(parsed.key, p, len));
		check(inside(parsed.value, p, len));
		break;
	case PARSE_BAD:
	case PARSE_ABSURD:
		check(parsed.reason);
		break;
	default:
		break;
	}
}

FUZZ_TARGET("L", fuzz_line);
