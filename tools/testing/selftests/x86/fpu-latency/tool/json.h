/* SPDX-License-Identifier: GPL-2.0 */
/* A reader of JSON, RFC 8259, in one pass without a tree */
#ifndef FPU_LATENCY_JSON_H
#define FPU_LATENCY_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

struct json {
	const char	*p;
	const char	*begin;
	const char	*end;
	/* What is wrong with the text; all calls fail from then on. */
	const char	*error;
	/* Is the next member of an object or array its first? */
	bool		first;
	/* The last string, unescaped. */
	char		*text;
	size_t		size;
};

void json_init(struct json *json, const char *text, size_t len);
void json_fail(struct json *json, const char *error);
uint64_t json_line(const struct json *json);
bool json_enter(struct json *json, char open);
bool json_next(struct json *json, char close);
bool json_key(struct json *json, struct event_text *key);
bool json_string(struct json *json, struct event_text *text);
bool json_string_or_null(struct json *json, struct event_text *text);
bool json_u64(struct json *json, uint64_t *value);
bool json_null(struct json *json);
bool json_skip(struct json *json);
void json_end(struct json *json);
void json_free(struct json *json);

#endif /* FPU_LATENCY_JSON_H */
