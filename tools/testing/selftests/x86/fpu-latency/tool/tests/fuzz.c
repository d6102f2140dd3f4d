// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer target: the first byte of the input chooses a parser, the rest is
 * for that. Invariants are checked, so that more than crashes are found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../filter.h"
#include "../json.h"
#include "../parse.h"
#include "../util.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

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

static void fuzz_json(const char *p, size_t len)
{
	struct json json;

	json_init(&json, p, len);
	if (json_skip(&json))
		json_end(&json);
	check(json.p >= p && json.p <= p + len);
	json_line(&json);
	json_free(&json);
}

static void fuzz_options(const char *p, size_t len)
{
	struct filter filter = { };
	struct util_decimal decimal;
	struct event ev = { };
	char *text = util_strndup(p, len);

	if (filter_add(&filter, text) | filter_cpus(&filter, text) | filter_time(&filter, text))
		filter_match(&filter, &ev, &(struct core_types){ });
	util_parse_decimal(p, len, &decimal);
	filter_free(&filter);
	free(text);
}

/* LLVMFuzzerTestOneInput - called by libFuzzer with each input */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* A copy of its own, so that a read beyond the end is seen. */
	char *copy;

	if (!size)
		return 0;
	copy = util_realloc(NULL, size - 1 ? size - 1 : 1);
	memcpy(copy, data + 1, size - 1);
	switch (data[0]) {
	case 'J':
		fuzz_json(copy, size - 1);
		break;
	case 'O':
		fuzz_options(copy, size - 1);
		break;
	default:
		fuzz_line(copy, size - 1);
		break;
	}
	free(copy);
	return 0;
}
