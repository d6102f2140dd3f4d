/* SPDX-License-Identifier: GPL-2.0 */
/* Which events are shown: --filter, --cpu, --time */
#ifndef FPU_LATENCY_FILTER_H
#define FPU_LATENCY_FILTER_H

#include "cpulist.h"
#include "field.h"

enum filter_op {
	FILTER_EQ,
	FILTER_NE,
	FILTER_LT,
	FILTER_LE,
	FILTER_GT,
	FILTER_GE,
	/* All bits of a mask are set; the text matches a pattern. */
	FILTER_BITS,
	FILTER_GLOB,
};

struct filter_term {
	enum field	field;
	enum filter_op	op;
	/* The value: for texts, or as a number. */
	char		*text;
	uint64_t	number;
};

/* A time in both units; which one counts, the event tells. */
struct filter_time {
	bool	set;
	int64_t	ns;
	int64_t	raw;
};

/* All of it has to hold. */
struct filter {
	struct filter_term	*term;
	size_t			nr;
	struct cpulist		cpus;
	struct filter_time	from;
	struct filter_time	to;
	/* Is a term about a field that needs parse_details()? */
	bool			needs_details;
};

bool filter_add(struct filter *filter, const char *text);
bool filter_cpus(struct filter *filter, const char *text);
bool filter_time(struct filter *filter, const char *text);
bool filter_is_empty(const struct filter *filter);
bool filter_only_masks(const struct filter *filter);
bool filter_match(const struct filter *filter, const struct event *ev,
		  const struct core_types *types);
void filter_free(struct filter *filter);

#endif /* FPU_LATENCY_FILTER_H */
