// SPDX-License-Identifier: GPL-2.0
/* Unit tests of sets of numbers */
#include "unit_test.h"

#include "../numset.h"

static void test_numset(void **state)
{
	struct numset set = { };
	uint64_t i;

	(void)state;
	for (i = 0; i < 1000; i++)
		assert_true(numset_add(&set, i << 40));
	assert_false(numset_add(&set, 0));
	numset_set(&set, 5ULL << 40, 55);
	assert_int_equal(numset_get(&set, 5ULL << 40), 55);
	assert_int_equal(numset_get(&set, 5), 0);
	numset_free(&set);
}

UNIT_TEST(test_numset);
