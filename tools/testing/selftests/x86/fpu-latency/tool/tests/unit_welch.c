// SPDX-License-Identifier: GPL-2.0
/* Unit tests of Welch's test */
#include "unit_test.h"

#include "../welch.h"

static void test_welch(void **state)
{
	struct welch_sample a = { 10, 20, 2 }, b = { 20, 22, 4 }, one = { 1, 20, 0 };
	struct welch_sample flat = { 5, 20, 0 }, flat2 = { 5, 21, 0 };
	struct welch result;

	(void)state;
	/* se = sqrt(0.4 + 0.8), df = 1.44 / (0.16 / 9 + 0.64 / 19) = 27.98 */
	assert_true(welch_test(&a, &b, 0.95, &result));
	assert_true(near(result.difference, 2));
	assert_true(near(result.ci, 2.04853 * 1.0954451));
	assert_true(result.p > 0.0785 && result.p < 0.0786);
	assert_false(welch_test(&a, &one, 0.95, &result));
	assert_true(welch_test(&flat, &flat, 0.95, &result) && result.p == 1);
	assert_true(welch_test(&flat, &flat2, 0.95, &result) && result.p == 0);
}

UNIT_TEST(test_welch);
