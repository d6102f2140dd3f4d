// SPDX-License-Identifier: GPL-2.0
/* Unit tests of figures of samples */
#include <math.h>

#include "unit_test.h"

#include "../samples.h"

/* How far floating point may be off, and figures that are given rounded. */
#define TINY	0.000000000001
#define SMALL	0.000000001

static void test_samples(void **state)
{
	static const uint64_t ticks[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	static const uint64_t absurd[] = { 0, UINT64_MAX, 1ULL << 63 };
	uint64_t many[100];
	struct stats all, low;
	unsigned int i;

	(void)state;
	samples_stats(ticks, ARRAY_SIZE(ticks), &all, NULL);
	assert_int_equal(all.min, 2);
	assert_int_equal(all.max, 9);
	assert_int_equal(all.percentile[SAMPLES_P50], 4);
	assert_int_equal(all.percentile[SAMPLES_P90], 9);
	assert_int_equal(samples_median(ticks, ARRAY_SIZE(ticks)), 4);
	/* 32 is the sum of the squares of the distances from 5. */
	assert_near(all.stddev * all.stddev, 32.0 / 7, TINY);

	/* Of a hundred the lowest 97 do not have the three that were interrupted. */
	for (i = 0; i < 100; i++)
		many[i] = i == 20 || i == 50 || i == 99 ? 1000000 : 10 + i % 2;
	samples_stats(many, 100, &all, &low);
	assert_int_equal(all.max, 1000000);
	assert_int_equal(low.count, 97);
	assert_int_equal(low.max, 11);
	assert_near(low.mean, all.tail_mean, TINY);
	assert_true(low.stddev < 1 && all.stddev > 100000);

	/* Nothing wraps. */
	samples_stats(absurd, ARRAY_SIZE(absurd), &all, NULL);
	assert_int_equal(all.min, 0);
	assert_int_equal(all.max, EVENT_LATENCY_LIMIT - 1);
	assert_near(all.mean / (EVENT_LATENCY_LIMIT - 1), 2.0 / 3, SMALL);
}

static void test_variance(void **state)
{
	static const double x[] = { 2, 4, 4, 4, 5, 5, 7, 9 }, far[] = { 0x1p60, 0x1p60 };

	(void)state;
	assert_near(samples_variance(x, ARRAY_SIZE(x)), 32.0 / 7, TINY);
	assert_near(samples_variance(far, 2), 0, 0);
	assert_near(samples_variance(x, 1), 0, 0);
	assert_near(samples_variance(x, 0), 0, 0);
}

static void test_interval(void **state)
{
	uint64_t ticks[3000];
	struct samples_ci ci;
	size_t i;

	(void)state;
	for (i = 0; i < 3000; i++)
		ticks[i] = 10;
	ticks[7] = 1000000;
	ci = samples_batch_ci(ticks, 3000, 1000);
	assert_near(ci.mean, 10, 0);
	assert_near(ci.half, 0, TINY);
	/* Batch k has the mean k: s^2 = (30^2 - 1) / 12 * 30 / 29; t is from a table. */
	for (i = 0; i < 3000; i++)
		ticks[i] = i / 100;
	ci = samples_batch_ci(ticks, 3000, UINT64_MAX);
	assert_near(ci.mean, 14.5, SMALL);
	assert_near(ci.half, 2.04523 * sqrt(899.0 / 12 * 30 / 29 / 30), 0.00001);
	assert_true(isnan(samples_batch_ci(ticks, 59, UINT64_MAX).half));
	assert_true(isnan(samples_batch_ci(ticks + 2000, 1000, 0).mean));
}

UNIT_TEST(test_samples);
UNIT_TEST(test_variance);
UNIT_TEST(test_interval);
