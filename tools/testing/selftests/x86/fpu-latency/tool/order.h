/* SPDX-License-Identifier: GPL-2.0 */
/* The order of the rows: --sort */
#ifndef FPU_LATENCY_ORDER_H
#define FPU_LATENCY_ORDER_H

#include "groups.h"
#include "stats.h"

#define ORDER_KEYS	8

struct order {
	struct order_key {
		enum order_by {
			ORDER_FIELD,
			ORDER_COUNT,
			ORDER_MIN,
			ORDER_MAX,
			ORDER_MEAN,
			ORDER_TAIL,
			ORDER_STDDEV,
			ORDER_PERCENTILE,
		}		by;
		/* Which of groups.by, or of the percentiles. */
		size_t		nr;
		bool		descending;
	} key[ORDER_KEYS];
	size_t	nr;
};

bool order_parse(struct order *order, const char *list, const struct groups *groups,
		 const struct stats_options *options);
size_t *order_rows(const struct order *order, const struct groups *groups,
		   const struct stats *stats);

#endif /* FPU_LATENCY_ORDER_H */
