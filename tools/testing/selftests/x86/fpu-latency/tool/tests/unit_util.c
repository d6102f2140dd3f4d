// SPDX-License-Identifier: GPL-2.0
/* Unit tests of numbers, and lists of what registers itself */
#include "unit_test.h"

#include "../registry.h"
#include "../util.h"

static void test_numbers(void **state)
{
	struct util_decimal d;
	char buf[UTIL_REAL_SIZE];
	uint64_t v = 7;

	(void)state;
	assert_true(util_parse_u64("18446744073709551615", 20, &v) && v == UINT64_MAX);
	assert_true(util_parse_u64("0xFf", 4, &v) && v == 255);
	assert_false(util_parse_u64("18446744073709551616", 20, &v));
	assert_false(util_parse_u64("0x", 2, &v));
	assert_false(util_parse_u64("", 0, &v));
	assert_false(util_parse_u64("1 ", 2, &v));
	assert_false(util_parse_u64("-1", 2, &v));
	assert_int_equal(v, 255);
	assert_true(util_parse_decimal("99.90", 5, &d));
	assert_string_equal(d.text, "99.9");
	assert_true(util_parse_decimal("100", 3, &d) && d.nano == 100 * UTIL_NANO);
	assert_string_equal(d.text, "100");
	assert_false(util_parse_decimal("1.", 2, &d));
	assert_false(util_parse_decimal(".5", 2, &d));
	assert_false(util_parse_decimal("1.1.1", 5, &d));
	assert_false(util_parse_decimal("1234567890", 10, &d));
	assert_string_equal(util_format_real(buf, 0.1), "0.1");
	assert_string_equal(util_format_real(buf, 1099511627775), "1099511627775");
	assert_string_equal(util_format_real(buf, 130.5), "130.5");
}

/* The order of registering makes no difference. */
static void test_registry(void **state)
{
	struct registered a = { "a" }, b = { "b" }, c = { "c" }, *list = NULL;

	(void)state;
	registry_add(&list, &b);
	registry_add(&list, &c);
	registry_add(&list, &a);
	assert_ptr_equal(list, &a);
	assert_ptr_equal(a.next, &b);
	assert_ptr_equal(b.next, &c);
	assert_null(c.next);
	assert_ptr_equal(registry_find(list, "c"), &c);
	assert_null(registry_find(list, "d"));
	assert_null(registry_find(NULL, "a"));
}

UNIT_TEST(test_numbers);
UNIT_TEST(test_registry);
