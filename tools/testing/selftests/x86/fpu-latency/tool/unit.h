/* SPDX-License-Identifier: GPL-2.0 */
/* The unit in which latencies are shown */
#ifndef FPU_LATENCY_UNIT_H
#define FPU_LATENCY_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "meta.h"

/* A latency in the unit is ticks * num / den. */
struct unit {
	const char	*name;
	uint64_t	num;
	uint64_t	den;
};

void unit_ticks(struct unit *unit);
bool unit_ns(struct unit *unit, const char *khz);
bool unit_cycles(struct unit *unit, const char *ratio);
double unit_real(const struct unit *unit, double ticks);
uint64_t unit_round(const struct unit *unit, uint64_t ticks);
uint64_t unit_mean(const struct unit *unit, unsigned __int128 sum, uint64_t count);

#endif /* FPU_LATENCY_UNIT_H */
