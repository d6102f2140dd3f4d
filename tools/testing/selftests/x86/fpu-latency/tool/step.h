/* SPDX-License-Identifier: GPL-2.0 */
/* The step in which a TSC counts, from differences of its readings */
#ifndef FPU_LATENCY_STEP_H
#define FPU_LATENCY_STEP_H

#include <stddef.h>
#include <stdint.h>

double step_find(const uint64_t *deltas, size_t n);

#endif /* FPU_LATENCY_STEP_H */
