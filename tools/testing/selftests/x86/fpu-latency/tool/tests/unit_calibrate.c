// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the choice of a recipe */
#ifdef __x86_64__

#include "unit_test.h"

#include "../calibrate.h"

/* A recipe that was measured, with what calibrate_choose() looks at. */
static struct calibrate_recipe recipe(uint64_t p99, double mean, double hidden, double leak)
{
	return (struct calibrate_recipe){
		.measured = true, .min = 40, .p99 = p99, .mean = mean, .hidden = hidden,
		.leak = leak,
	};
}

static void test_choice(void **state)
{
	struct calibration cal = { .tsc = { .step = 4 }, .clock = { .ratio = 1 } };

	(void)state;
	/* 2 % of 500 adds at a cycle a tick are 10. */
	cal.recipe[RECIPE_LFENCE_LFENCE] = recipe(41, 40, 24, 0);
	cal.recipe[RECIPE_FENCED] = recipe(60, 45, 9, -1);
	cal.recipe[RECIPE_KERNEL] = recipe(62, 44, -9, 2);
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	assert_non_null(strstr(cal.why, "of 3 recipes 2 neither hide nor let in"));
	/* A spread that is more than a step worse counts more than overhead. */
	cal.recipe[RECIPE_KERNEL].p99 = 70;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_FENCED);
	/* Within a step of the least spread, not within one of the next. */
	cal.recipe[RECIPE_LFENCE_RDTSCP] = recipe(58, 46, 0, 0);
	cal.recipe[RECIPE_KERNEL].p99 = 63;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_FENCED);
	cal.recipe[RECIPE_LFENCE_RDTSCP].measured = false;
	/* One that leaks is none, nor one whose clock went back. */
	cal.recipe[RECIPE_FENCED].leak = 11;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	cal.recipe[RECIPE_KERNEL].negative = 1;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_FENCED);
	assert_non_null(strstr(cal.why, "this one the least, 11.0"));
	cal.recipe[RECIPE_FENCED].negative = 1;
	cal.recipe[RECIPE_LFENCE_LFENCE].negative = 1;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, -1);
}

UNIT_TEST(test_choice);

#endif /* __x86_64__ */
