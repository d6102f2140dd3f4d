// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the TSC's step */
#include "unit_test.h"

#include "../step.h"

/* What a TSC that counts in steps of @step shows; the fraction depends on when. */
static double step_of(double step)
{
	uint64_t deltas[3000];
	unsigned int i, k;
	double t = 0;

	for (i = 0; i < 3000; i++) {
		k = 1 + i % 4;
		deltas[i] = (uint64_t)(t + k * step) - (uint64_t)t;
		t += 1234 * step;
	}
	/* Two interruptions, which no step explains. */
	deltas[17] = 777;
	deltas[99] = 123456789;
	return step_find(deltas, 3000);
}

static void test_step(void **state)
{
	uint64_t deltas[2000];
	unsigned int i;

	(void)state;
	assert_near(step_of(26), 26, 0);
	assert_near(step_of(20.97), 20.97, 0.3);
	assert_near(step_of(1), 1, 0);
	for (i = 0; i < 2000; i++)
		deltas[i] = 30 + i % 40;
	assert_near(step_find(deltas, 2000), 1, 0);
	memset(deltas, 0, sizeof(deltas));
	assert_near(step_find(deltas, 2000), 1, 0);
	assert_near(step_find(deltas, 1), 1, 0);
}

UNIT_TEST(test_step);
