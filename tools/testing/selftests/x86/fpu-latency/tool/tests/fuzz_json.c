// SPDX-License-Identifier: GPL-2.0
/* Fuzzing: the reader of JSON */
#include "fuzz.h"

#include "../json.h"

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

FUZZ_TARGET("J", fuzz_json);
