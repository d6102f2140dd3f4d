// SPDX-License-Identifier: GPL-2.0
/* Timing mode of the workload: what a switch takes, and whether to believe it here */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpus.h"
#include "timing.h"
#include "tool/calibrate.h"

/*
 * timing_gate - the short stability gate on @cpu, and its verdict on stdout
 *
 * With the machine and its clocks, in the tool's lines of metadata, so that the
 * output can be put before the text of a trace. It takes about a quarter of a second
 * and the calling task can run afterwards where it could before. Returns 0 with the
 * verdict in @good and its reason in @why, or -1 with errno if @cpu cannot be used.
 */
int timing_gate(int cpu, bool *good, char *why, size_t len)
{
	struct calibration cal = { .best = -1 };
	struct calibrate_options options = { };
	struct gate_options gate = { .limited = true };
	cpu_set_t *allowed = cpus_current();
	int error;

	if (!allowed)
		return -1;
	if (cpus_pin(cpu)) {
		error = errno;
		CPU_FREE(allowed);
		errno = error;
		return -1;
	}
	calibrate_shorten(&options, &gate);
	calibrate_begin(&cal, cpu, &gate);
	calibrate_recipes(&cal, &options);
	cpus_restore(allowed);
	calibrate_meta(stdout, &cal);
	*good = cal.gate.ok;
	snprintf(why, len, "%s", cal.gate.reason);
	calibrate_free(&cal);
	return 0;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * timing_summarize - minimum, median and maximum of @n > 0 values, which get sorted
 *
 * The median of an even number is the mean of the two in the middle.
 */
void timing_summarize(double *ns, unsigned int n, struct timing *timing)
{
	qsort(ns, n, sizeof(*ns), compare);
	timing->min = ns[0];
	timing->median = (ns[(n - 1) / 2] + ns[n / 2]) / 2;
	timing->max = ns[n - 1];
}
