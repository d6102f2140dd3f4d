/* SPDX-License-Identifier: GPL-2.0 */
/* Do the means of two samples differ? Welch's t-test */
#ifndef FPU_LATENCY_WELCH_H
#define FPU_LATENCY_WELCH_H

#include <stdbool.h>
#include <stdint.h>

struct welch_sample {
	uint64_t	count;
	double		mean;
	double		stddev;
};

struct welch {
	/* Difference of the means, second minus first, and half its interval. */
	double	difference;
	double	ci;
	/* How likely such a difference is if there is none. */
	double	p;
};

bool welch_test(const struct welch_sample *a, const struct welch_sample *b, double level,
		struct welch *result);

#endif /* FPU_LATENCY_WELCH_H */
