/* SPDX-License-Identifier: GPL-2.0 */
/* What the user sees */
#ifndef FPU_LATENCY_VIEW_H
#define FPU_LATENCY_VIEW_H

#include <stdio.h>

#include "groups.h"
#include "meta.h"
#include "stats.h"
#include "table.h"
#include "tally.h"
#include "unit.h"

/* Room for the value of a field that is not a text. */
#define VIEW_VALUE_SIZE	32

/* All that a view can show. Groups are sorted; order has them as they are shown. */
struct view {
	const struct groups		*groups;
	const struct stats		*stats;
	const size_t			*order;
	const struct stats_options	*options;
	const struct tally		*tally;
	const struct meta		*meta;
	struct unit			unit;
	/* --features, --long */
	bool				features;
	bool				wide;
};

/* The scale of --hist. */
enum view_hist {
	VIEW_HIST_NONE,
	VIEW_HIST_LINEAR,
	VIEW_HIST_LOG,
};

struct event_text view_key(const struct groups *groups, const struct group *group, size_t nr,
			   char buf[VIEW_VALUE_SIZE]);
void view_key_titles(struct table *table, const struct groups *groups);
void view_key_cells(struct table *table, const struct groups *groups,
		    const struct group *group);
void view_text(FILE *out, struct event_text text);

void view_table(FILE *out, const struct view *view);
void view_hist(FILE *out, const struct view *view, enum view_hist scale);
void view_csv(FILE *out, const struct view *view);
void view_json(FILE *out, const struct view *view);
void view_openmetrics(FILE *out, const struct view *view);

#endif /* FPU_LATENCY_VIEW_H */
