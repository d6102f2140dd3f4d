// SPDX-License-Identifier: GPL-2.0
/* Least squares line through points */
#include <math.h>

#include "linear.h"

/*
 * linear_fit - ordinary least squares of y on x, with the coefficient of
 * determination
 *
 * slope = Sxy / Sxx and R^2 = 1 - SSres / Syy, with sums around the means so
 * that nothing cancels. All of @fit is NAN with fewer than two different x; with
 * all y the same the line is exact and R^2 is 1.
 */
void linear_fit(const double *x, const double *y, size_t n, struct linear *fit)
{
	double mx = 0, my = 0, sxx = 0, sxy = 0, syy = 0, rest = 0, d;
	size_t i;

	for (i = 0; i < n; i++) {
		mx += x[i] / n;
		my += y[i] / n;
	}
	for (i = 0; i < n; i++) {
		sxx += (x[i] - mx) * (x[i] - mx);
		sxy += (x[i] - mx) * (y[i] - my);
		syy += (y[i] - my) * (y[i] - my);
	}
	if (n < 2 || sxx <= 0) {
		fit->slope = NAN;
		fit->intercept = NAN;
		fit->r2 = NAN;
		fit->worst = NAN;
		return;
	}
	fit->slope = sxy / sxx;
	fit->intercept = my - fit->slope * mx;
	fit->worst = 0;
	for (i = 0; i < n; i++) {
		d = y[i] - (fit->intercept + fit->slope * x[i]);
		rest += d * d;
		if (fabs(d) > fit->worst)
			fit->worst = fabs(d);
	}
	fit->r2 = syy > 0 ? 1 - rest / syy : 1;
}
