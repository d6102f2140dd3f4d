// SPDX-License-Identifier: GPL-2.0
/* Unit tests of what fields are made of */
#include "unit_test.h"

#include <stdio.h>

#include "../cpulist.h"
#include "../features.h"
#include "../strings.h"
#include "../unit.h"

static void test_cpulists(void **state)
{
	struct core_types types = { };
	struct cpulist list;

	(void)state;
	assert_true(cpulist_parse("0,2-5,1024", 10, &list));
	assert_true(cpulist_has(&list, 0) && cpulist_has(&list, 5) && cpulist_has(&list, 1024));
	assert_false(cpulist_has(&list, 1) || cpulist_has(&list, 6));
	cpulist_free(&list);
	assert_false(cpulist_parse("", 0, &list));
	assert_false(cpulist_parse("1,", 2, &list));
	assert_false(cpulist_parse("1-", 2, &list));
	assert_true(core_types_add(&types, "P", 1, "0-3", 3));
	assert_false(core_types_add(&types, "", 0, "0-3", 3));
	assert_string_equal(core_types_name(&types, 3), "P");
	assert_null(core_types_name(&types, 4));
	core_types_free(&types);
}

static void test_features(void **state)
{
	char name[FEATURE_NAME_SIZE];
	uint64_t mask;

	(void)state;
	assert_string_equal(feature_name(18, name), "XTILEDATA");
	assert_string_equal(feature_name(63, name), "bit 63");
	assert_true(feature_parse("avx+bit 63", 10, &mask) && mask == (4 | 1ULL << 63));
	assert_false(feature_parse("avx+", 4, &mask));
	assert_false(feature_parse("bit64", 5, &mask));
}

static void test_strings(void **state)
{
	struct strings strings = { };
	char text[16];
	uint64_t i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		int len = snprintf(text, sizeof(text), "%ju", i);

		assert_int_equal(strings_id(&strings, (struct event_text){ text, len }), i + 1);
	}
	assert_int_equal(strings_id(&strings, (struct event_text){ "999", 3 }), 1000);
	assert_int_equal(strings_id(&strings, (struct event_text){ NULL, 0 }), STRINGS_NONE);
	assert_string_equal(strings_text(&strings, 8).p, "7");
	strings_free(&strings);
}

static void test_units(void **state)
{
	struct unit unit;

	(void)state;
	unit_ticks(&unit);
	assert_int_equal(unit_mean(&unit, 5, 2), 3);
	assert_true(unit_ns(&unit, "2600000"));
	assert_int_equal(unit_round(&unit, 26), 10);
	assert_int_equal(unit_round(&unit, EVENT_LATENCY_LIMIT - 1), 422889087606);
	assert_false(unit_ns(&unit, "0") || unit_cycles(&unit, "x"));
}

UNIT_TEST(test_cpulists);
UNIT_TEST(test_features);
UNIT_TEST(test_strings);
UNIT_TEST(test_units);
