/* SPDX-License-Identifier: GPL-2.0 */
/* Least squares line through points */
#ifndef FPU_LATENCY_LINEAR_H
#define FPU_LATENCY_LINEAR_H

#include <stddef.h>

struct linear {
	double	slope;
	double	intercept;
	/* Share of the variance that the line explains, 0 to 1. */
	double	r2;
	/* The largest distance of a point from the line, in the unit of y. */
	double	worst;
};

void linear_fit(const double *x, const double *y, size_t n, struct linear *fit);

#endif /* FPU_LATENCY_LINEAR_H */
