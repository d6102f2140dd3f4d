// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the reader of JSON */
#include "unit_test.h"

#include "../json.h"

static void test_json(void **state)
{
	static const char text[] =
		"{\"a\": [1, 2], \"b\": {}, \"c\": \"x\\u0041\\n\", \"d\": null}";
	struct event_text t;
	struct json json;
	uint64_t v;

	(void)state;
	json_init(&json, text, strlen(text));
	assert_true(json_enter(&json, '{'));
	assert_true(json_next(&json, '}') && json_key(&json, &t));
	assert_true(json_enter(&json, '[') && json_next(&json, ']') && json_u64(&json, &v));
	assert_true(json_next(&json, ']') && json_u64(&json, &v) && v == 2);
	assert_false(json_next(&json, ']'));
	assert_true(json_next(&json, '}') && json_key(&json, &t) && json_skip(&json));
	assert_true(json_next(&json, '}') && json_key(&json, &t) && json_string(&json, &t));
	assert_string_equal(t.p, "xA\n");
	assert_true(json_next(&json, '}') && json_key(&json, &t) && json_null(&json));
	assert_false(json_next(&json, '}'));
	json_end(&json);
	assert_null(json.error);
	json_free(&json);
}

UNIT_TEST(test_json);
