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
		.leak = leak, .line = { .r2 = 0.9999 },
	};
}

static void test_choice(void **state)
{
	struct calibration cal = { .tsc = { .step = 4 }, .clock = { .ratio = 1 } };

	(void)state;
	/* 2 % of 500 adds at a cycle a tick are 10. */
	cal.recipe[RECIPE_LFENCE_LFENCE] = recipe(41, 40, 24, 0);
	cal.recipe[RECIPE_FENCED] = recipe(60, 47, 9, -1);
	cal.recipe[RECIPE_KERNEL] = recipe(62, 44, -9, 2);
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	assert_non_null(strstr(cal.why, "of 3 recipes 2 neither hide nor let in"));
	/* A spread that is more than a step worse counts more than overhead. */
	cal.recipe[RECIPE_KERNEL].p99 = 70;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_FENCED);
	/* Within a step of the least spread, not within one of the next. */
	cal.recipe[RECIPE_LFENCE_RDTSCP] = recipe(58, 50, 0, 0);
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
	assert_non_null(strstr(cal.why, "this one errs the least, by 11.0"));
	cal.recipe[RECIPE_FENCED].negative = 1;
	cal.recipe[RECIPE_LFENCE_LFENCE].negative = 1;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, -1);
}

/* What leaks, in either direction, and what is no line is not chosen. */
static void test_holds(void **state)
{
	struct calibration cal = { .tsc = { .step = 4 }, .clock = { .ratio = 1 } };

	(void)state;
	/* Figures of a VM in which CPUID takes 9,000 ticks, more or less. */
	cal.recipe[RECIPE_CPUID_CPUID] = recipe(41, 40, 5, -1354);
	cal.recipe[RECIPE_KERNEL] = recipe(62, 60, 2, 0);
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	assert_non_null(strstr(cal.why, "of 2 recipes 1 neither"));
	cal.recipe[RECIPE_CPUID_CPUID] = recipe(41, 40, 0, 0);
	cal.recipe[RECIPE_CPUID_CPUID].line.r2 = 0.87;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	/* Nor is it the least wrong one. */
	cal.recipe[RECIPE_KERNEL].leak = -30;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	assert_non_null(strstr(cal.why, "by 30.0 at an R2 of 0.99990"));
	/* Unless there is no other. */
	cal.recipe[RECIPE_KERNEL].measured = false;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_CPUID_CPUID);
}

/* What chance does not tell apart: the events' window, else the first. */
static void test_tie(void **state)
{
	struct calibration cal = { .tsc = { .step = 26 }, .clock = { .ratio = 1.4 } };

	(void)state;
	cal.recipe[RECIPE_LFENCE_RDTSCP] = recipe(66, 61, 3, 0);
	cal.recipe[RECIPE_FENCED] = recipe(66, 59.8, -6, 3);
	cal.recipe[RECIPE_KERNEL] = recipe(66, 63, 5, -2);
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
	assert_non_null(strstr(cal.why, "is that of the events"));
	cal.recipe[RECIPE_KERNEL].mean = 73;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_LFENCE_RDTSCP);
	/* Without a step it is the standard error. */
	cal.tsc.step = 1;
	cal.recipe[RECIPE_KERNEL].mean = 62;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_FENCED);
	cal.recipe[RECIPE_KERNEL].mean_error = 0.6;
	cal.recipe[RECIPE_FENCED].mean_error = 0.6;
	calibrate_choose(&cal);
	assert_int_equal(cal.best, RECIPE_KERNEL);
}

#define LINE(min_, mean_)							\
	.min = min_, .max = 50, .mean = mean_, .variance = 4, .variance_low = 1

/* A line that has no samples, because the TSC went back in all of them. */
static void test_negative(void **state)
{
	struct calibrate_line lines[] = {
		{ .samples = 60, LINE(40, 44) },
		{ .samples = 60, LINE(42, 45) },
		{ .negative = 60 },
		{ .samples = 59, .negative = 1, LINE(44, 46) },
	};
	struct calibrate_recipe r = { .lines = lines };

	(void)state;
	calibrate_lines(&r, 4);
	assert_int_equal(r.negative, 61);
	assert_int_equal(r.spurious, 0);
	assert_int_equal(r.resolution, 1);
	assert_int_equal(r.resolution_mean, 1);
	assert_int_equal(r.max_deviation, 10);
	assert_near(r.mean_variance, 4, 0);
	/* 40, 42 and 44. */
	assert_near(r.variance_of_minima, 4, 0.000000001);
}

UNIT_TEST(test_choice);
UNIT_TEST(test_negative);
UNIT_TEST(test_holds);
UNIT_TEST(test_tie);

#endif /* __x86_64__ */
