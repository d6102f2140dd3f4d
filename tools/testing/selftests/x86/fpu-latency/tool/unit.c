// SPDX-License-Identifier: GPL-2.0
/* The unit in which latencies are shown */
#include <math.h>
#include <string.h>

#include "unit.h"
#include "util.h"

/* unit_ticks - as they are in the trace */
void unit_ticks(struct unit *unit)
{
	*unit = (struct unit){ "ticks", 1, 1 };
}

/* unit_ns - nanoseconds of a TSC of @khz; false if that is no rate */
bool unit_ns(struct unit *unit, const char *khz)
{
	struct util_decimal rate;

	if (!util_parse_decimal(khz, strlen(khz), &rate) || !rate.nano)
		return false;
	/* ns = ticks * 10^6 / khz, with khz in units of 10^-9. */
	*unit = (struct unit){ "ns", 1000000 * UTIL_NANO, rate.nano };
	return true;
}

/* unit_cycles - core clock cycles, @ratio of them per tick; false if it is no ratio */
bool unit_cycles(struct unit *unit, const char *ratio)
{
	struct util_decimal r;

	if (!util_parse_decimal(ratio, strlen(ratio), &r) || !r.nano)
		return false;
	*unit = (struct unit){ "cycles", r.nano, UTIL_NANO };
	return true;
}

/* unit_real - not rounded */
double unit_real(const struct unit *unit, double ticks)
{
	return unit->num == unit->den ? ticks : ticks * unit->num / unit->den;
}

/* unit_round - rounded half up */
uint64_t unit_round(const struct unit *unit, uint64_t ticks)
{
	unsigned __int128 twice = ticks;

	twice = 2 * twice * unit->num + unit->den;
	return twice / unit->den / 2;
}

/* unit_mean - @sum / @count, rounded half up; exact for ticks */
uint64_t unit_mean(const struct unit *unit, unsigned __int128 sum, uint64_t count)
{
	if (unit->num == unit->den)
		return (2 * sum + count) / count / 2;
	return floor((double)sum / count * unit->num / unit->den + 0.5);
}
