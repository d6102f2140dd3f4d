// SPDX-License-Identifier: GPL-2.0
/* Student's t distribution */
#include <math.h>

#include "student.h"

/* Coefficient number @k = 1, 2, ... of the continued fraction, DLMF 8.17.23. */
static double beta_coefficient(double a, double b, double x, int k)
{
	double m = k / 2, d = a + k - 1;

	if (k % 2)
		return -(a + m) * (a + b + m) * x / (d * (d + 1));
	return m * (b - m) * x / (d * (d + 1));
}

/*
 * The continued fraction of the incomplete beta function, DLMF 8.17.22, from
 * its end. It needs O(sqrt(max(a, b))) terms; twice the depth gives the same
 * digits.
 */
static double beta_fraction(double a, double b, double x)
{
	int k = 60 + 4 * sqrt(a + b);
	double rest = 0;

	for (; k > 0; k--)
		rest = beta_coefficient(a, b, x, k) / (1 + rest);
	return 1 / (1 + rest);
}

/* The regularized incomplete beta function I_x(a, b), DLMF 8.17.2. */
static double incomplete_beta(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x >= 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	/* Where the fraction converges fast; else by symmetry, DLMF 8.17.4. */
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/*
 * Above so many degrees of freedom it is the normal distribution: the difference
 * is below 10^-7, and lgamma() loses more than that.
 */
#define NORMAL_DF	1e7

/*
 * student_p - how likely is |T| >= |@t| with @df degrees of freedom?
 *
 * Two-sided; from Abramowitz and Stegun 26.7.1 with 26.5.27.
 */
double student_p(double t, double df)
{
	if (df > NORMAL_DF)
		return erfc(fabs(t) / sqrt(2));
	return incomplete_beta(df / 2, 0.5, df / (df + t * t));
}

/* How exact a quantile is, relative to it. */
#define PRECISION	(1 / 1099511627776.0)

/* student_quantile - the t with |T| < t in @level (0..1) of all cases */
double student_quantile(double level, double df)
{
	double low = 0, high = 1, middle;
	int i;

	while (student_p(high, df) > 1 - level && high < 1e12)
		high *= 2;
	for (i = 0; i < 200 && high - low > PRECISION * high; i++) {
		middle = (low + high) / 2;
		if (student_p(middle, df) > 1 - level)
			low = middle;
		else
			high = middle;
	}
	return high;
}
