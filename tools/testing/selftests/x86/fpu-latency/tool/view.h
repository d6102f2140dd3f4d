/* SPDX-License-Identifier: GPL-2.0 */
/* What the user sees */
#ifndef FPU_LATENCY_VIEW_H
#define FPU_LATENCY_VIEW_H

#include <stdio.h>

#include "groups.h"

void view_table(FILE *out, const struct groups *groups);

#endif /* FPU_LATENCY_VIEW_H */
