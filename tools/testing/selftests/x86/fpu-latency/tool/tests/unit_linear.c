// SPDX-License-Identifier: GPL-2.0
/* Unit tests of lines through points */
#include <math.h>

#include "unit_test.h"

#include "../linear.h"

/* How far floating point may be off, and figures that are given rounded. */
#define TINY	0.000000000001
#define SMALL	0.000000001
#define ROUNDED	0.000001

static void test_linear(void **state)
{
	/* Anscombe, The American Statistician 27, 1973: the first of his four sets. */
	static const double x[] = { 10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5 };
	static const double y[] = { 8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84,
				    4.82, 5.68 };
	static const double flat[] = { 3, 3, 3 }, line[] = { 21, 41, 101 }, at[] = { 10, 20, 50 };
	struct linear fit;

	(void)state;
	linear_fit(x, y, 11, &fit);
	assert_near(fit.slope, 0.5000909, ROUNDED);
	assert_near(fit.intercept, 3.0000909, ROUNDED);
	assert_near(fit.r2, 0.6665425, ROUNDED);
	linear_fit(at, line, 3, &fit);
	assert_near(fit.slope, 2, TINY);
	assert_near(fit.r2, 1, TINY);
	assert_near(fit.worst, 0, SMALL);
	linear_fit(at, flat, 3, &fit);
	assert_true(fit.slope == 0 && fit.r2 == 1);
	linear_fit(flat, at, 3, &fit);
	assert_true(isnan(fit.slope));
}

UNIT_TEST(test_linear);
