// SPDX-License-Identifier: GPL-2.0
/* Do the means of two samples differ? Welch's t-test */
#include <math.h>

#include "student.h"
#include "welch.h"

/*
 * welch_test - compare two samples whose variances need not be the same
 *
 * @level, such as 0.95, is that of the confidence interval. Welch, Biometrika
 * 34, 1947. Returns false if a sample has fewer than two values.
 */
bool welch_test(const struct welch_sample *a, const struct welch_sample *b, double level,
		struct welch *result)
{
	double va, vb, se, df;

	if (a->count < 2 || b->count < 2)
		return false;
	va = a->stddev * a->stddev / a->count;
	vb = b->stddev * b->stddev / b->count;
	se = sqrt(va + vb);
	result->difference = b->mean - a->mean;
	/* Without any spread each difference is one. */
	result->ci = 0;
	result->p = result->difference == 0;
	if (se > 0) {
		/* Welch's and Satterthwaite's degrees of freedom. */
		df = (va + vb) * (va + vb) /
		     (va * va / (a->count - 1) + vb * vb / (b->count - 1));
		result->ci = student_quantile(level, df) * se;
		result->p = student_p(result->difference / se, df);
	}
	return true;
}
