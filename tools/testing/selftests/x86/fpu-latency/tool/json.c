// SPDX-License-Identifier: GPL-2.0
/* A reader of JSON, RFC 8259, in one pass without a tree */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "scan.h"
#include "util.h"

/* Values that are passed over are not nested deeper. */
#define DEPTH_MOST	64

/* json_init - begin with the text, which has to stay until json_free() */
void json_init(struct json *json, const char *text, size_t len)
{
	memset(json, 0, sizeof(*json));
	json->begin = text;
	json->p = text;
	json->end = text + len;
}

/* json_fail - remember the first error and where it is */
void json_fail(struct json *json, const char *error)
{
	if (!json->error)
		json->error = error;
}

/* json_line - the line of the text that was read last */
uint64_t json_line(const struct json *json)
{
	const char *p = json->begin;
	uint64_t line = 1;

	while ((p = memchr(p, '\n', json->p - p))) {
		line++;
		p++;
	}
	return line;
}

/* The next character that is no space; 0 at the end and after an error. */
static char peek(struct json *json)
{
	while (json->p < json->end && (scan_is_space(*json->p) || *json->p == '\n' ||
				       *json->p == '\r'))
		json->p++;
	return json->error || json->p == json->end ? '\0' : *json->p;
}

static bool expect(struct json *json, char c)
{
	if (peek(json) != c) {
		json_fail(json, json->p == json->end ? "ends too early" : "not the JSON expected");
		return false;
	}
	json->p++;
	return true;
}

/* json_enter - begin an object or an array; then call json_next() for each member */
bool json_enter(struct json *json, char open)
{
	json->first = true;
	return expect(json, open);
}

/*
 * json_next - is there another member before @close?
 *
 * It passes over commas and @close. To be called before each member.
 */
bool json_next(struct json *json, char close)
{
	bool first = json->first;

	json->first = false;
	if (peek(json) == close) {
		json->p++;
		return false;
	}
	if (!first && !expect(json, ','))
		return false;
	if (peek(json) == '\0')
		json_fail(json, "ends too early");
	return !json->error;
}

static int hex4(const char *p)
{
	uint64_t v;
	char text[7] = "0x";

	memcpy(text + 2, p, 4);
	return util_parse_u64(text, 6, &v) ? (int)v : -1;
}

static void put(struct json *json, size_t *len, char c)
{
	if (*len == json->size) {
		json->size = json->size ? json->size * 2 : 256;
		json->text = util_realloc(json->text, json->size);
	}
	json->text[(*len)++] = c;
}

/*
 * One escape, behind the backslash. Code points below 256 become one byte, as
 * view_json.c writes bytes; others have no use here.
 */
static bool put_escape(struct json *json, size_t *len)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *k;
	int code;

	if (json->p == json->end)
		return false;
	if (*json->p == 'u') {
		code = json->end - json->p > 4 ? hex4(json->p + 1) : -1;
		json->p += 5;
		put(json, len, code);
		return code >= 0 && code < 256;
	}
	k = *json->p ? strchr(from, *json->p) : NULL;
	if (!k)
		return false;
	put(json, len, to[k - from]);
	json->p++;
	return true;
}

/* json_string - the text is valid until the next string is read */
bool json_string(struct json *json, struct event_text *text)
{
	size_t len = 0;

	if (!expect(json, '"'))
		return false;
	for (;;) {
		if (json->p >= json->end || *json->p == '\n') {
			json->p = json->p > json->end ? json->end : json->p;
			json_fail(json, "a string does not end");
			return false;
		}
		if (*json->p == '"')
			break;
		if (*json->p != '\\') {
			put(json, &len, *json->p++);
			continue;
		}
		json->p++;
		if (!put_escape(json, &len)) {
			json->p = json->p > json->end ? json->end : json->p;
			json_fail(json, "an escape in a string is wrong");
			return false;
		}
	}
	json->p++;
	/* Never NULL, even if it is empty. */
	put(json, &len, '\0');
	*text = (struct event_text){ json->text, len - 1 };
	return true;
}

/* json_key - the name of an object's member and the colon */
bool json_key(struct json *json, struct event_text *key)
{
	return json_string(json, key) && expect(json, ':');
}

/* json_null - pass over "null", if it is there */
bool json_null(struct json *json)
{
	if (peek(json) != 'n' || json->end - json->p < 4 || memcmp(json->p, "null", 4))
		return false;
	json->p += 4;
	return true;
}

/* json_string_or_null - p is NULL for null */
bool json_string_or_null(struct json *json, struct event_text *text)
{
	*text = (struct event_text){ NULL, 0 };
	return json_null(json) || json_string(json, text);
}

/* json_u64 - a number without sign, fraction and exponent */
bool json_u64(struct json *json, uint64_t *value)
{
	const char *p = NULL;

	peek(json);
	if (!json->error)
		p = scan_number(json->p, json->end, value);
	if (!p || (p < json->end && *p && strchr(".eE", *p))) {
		json_fail(json, "not a number of 64 bits");
		return false;
	}
	json->p = p;
	return true;
}

static bool skip_word(struct json *json)
{
	const char *begin = json->p;

	while (json->p < json->end && *json->p &&
	       (scan_is_digit(*json->p) || strchr("+-.eEtrufalsn", *json->p)))
		json->p++;
	if (json->p == begin)
		json_fail(json, "not JSON");
	return json->p > begin;
}

/* json_skip - pass over one value of any kind */
bool json_skip(struct json *json)
{
	char close[DEPTH_MOST];
	struct event_text text;
	size_t depth = 0;
	bool ok;
	char c;

	do {
		if (depth && !json_next(json, close[depth - 1])) {
			if (json->error)
				return false;
			depth--;
			continue;
		}
		if (depth && close[depth - 1] == '}' && !json_key(json, &text))
			return false;
		c = peek(json);
		if (c == '{' || c == '[') {
			if (depth == DEPTH_MOST) {
				json_fail(json, "nested too deeply");
				return false;
			}
			close[depth++] = c == '{' ? '}' : ']';
			json_enter(json, c);
			continue;
		}
		ok = c == '"' ? json_string(json, &text) : skip_word(json);
		if (!ok)
			return false;
	} while (depth);
	return true;
}

/* json_end - nothing may follow */
void json_end(struct json *json)
{
	peek(json);
	if (json->p != json->end)
		json_fail(json, "something follows the object");
}

/* json_free - give everything back */
void json_free(struct json *json)
{
	free(json->text);
}
