/* SPDX-License-Identifier: GPL-2.0 */
/* What the user sees */
#ifndef FPU_LATENCY_VIEW_H
#define FPU_LATENCY_VIEW_H

#include <stdio.h>

#include "groups.h"
#include "meta.h"
#include "registry.h"
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

/* A way to show a report; each has a file of its own, which ends with VIEW(). */
struct view_format {
	struct registered	entry;
	/* For the help of report. */
	const char		*what;
	void			(*show)(FILE *out, const struct view *view);
};

extern struct registered *view_formats;

/* VIEW - make @show_ what 'report --format "@name_"' shows */
#define VIEW(name_, show_, what_)						\
	static struct view_format name_##_view;					\
	REGISTER(view_formats, name_##_view)					\
	static struct view_format name_##_view = {				\
		.entry.name	= #name_,					\
		.what		= what_,					\
		.show		= show_,					\
	}

const struct view_format *view_format(const char *name);
struct event_text view_key(const struct groups *groups, const struct group *group, size_t nr,
			   char buf[VIEW_VALUE_SIZE]);
void view_key_titles(struct table *table, const struct groups *groups);
void view_key_cells(struct table *table, const struct groups *groups,
		    const struct group *group);
void view_text(FILE *out, struct event_text text);

#endif /* FPU_LATENCY_VIEW_H */
