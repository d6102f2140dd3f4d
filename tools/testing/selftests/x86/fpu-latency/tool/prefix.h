/* SPDX-License-Identifier: GPL-2.0 */
/* What stands before the name of an event in a line of trace text */
#ifndef FPU_LATENCY_PREFIX_H
#define FPU_LATENCY_PREFIX_H

#include "event.h"

const char *prefix_column(const char *line, const char *end, struct event *ev,
			  const char **name_end);
const char *prefix_anywhere(const char *line, const char *end, struct event *ev,
			    const char **name_end, bool *unsure);
const char *prefix_perf(const char *line, const char *end, struct event *ev);

#endif /* FPU_LATENCY_PREFIX_H */
