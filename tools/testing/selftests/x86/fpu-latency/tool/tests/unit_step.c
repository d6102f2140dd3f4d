// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the TSC's step */
#include "unit_test.h"

#include "../step.h"
#include "../util.h"

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

/* The step that so many values show, each seen often. */
static double step_of_values(const uint64_t *values, unsigned int nr)
{
	uint64_t deltas[1000];
	unsigned int i;

	for (i = 0; i < 1000; i++)
		deltas[i] = values[i < 8 ? nr - 1 : i % nr];
	return step_find(deltas, 1000);
}

#define STEP(...) ({								\
	const uint64_t values_[] = { __VA_ARGS__ };				\
										\
	step_of_values(values_, ARRAY_SIZE(values_));		\
})

/* A few values are multiples of something by chance. */
static void test_no_step(void **state)
{
	(void)state;
	assert_near(STEP(40), 1, 0);
	assert_near(STEP(36, 72), 1, 0);
	assert_near(STEP(24, 62, 75), 1, 0);
	assert_near(STEP(23, 24, 61, 62, 131), 1, 0);
	assert_near(STEP(24, 31, 62, 131, 262, 393), 1, 0);
	/* These are too many for that. */
	assert_near(STEP(36, 72, 108), 36, 0);
	assert_near(STEP(52, 78, 130, 208, 286), 26, 0);
	assert_near(STEP(41, 42, 62, 63, 104, 105, 188, 189, 293, 294), 20.97, 0.03);
}

UNIT_TEST(test_step);
UNIT_TEST(test_no_step);
