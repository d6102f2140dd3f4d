// SPDX-License-Identifier: GPL-2.0
/* The order of the rows: --sort */
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "util.h"

static const struct {
	const char	*name;
	enum order_by	by;
} figures[] = {
	{ "count",	ORDER_COUNT },
	{ "min",	ORDER_MIN },
	{ "max",	ORDER_MAX },
	{ "mean",	ORDER_MEAN },
	{ "tail",	ORDER_TAIL },
	{ "stddev",	ORDER_STDDEV },
};

static bool parse_key(struct order_key *key, const char *text, size_t len,
		      const struct groups *groups, const struct stats_options *options)
{
	struct util_decimal percent;
	enum field field;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(figures); i++) {
		if (len == strlen(figures[i].name) && !memcmp(text, figures[i].name, len)) {
			key->by = figures[i].by;
			return true;
		}
	}
	if (len > 1 && text[0] == 'p' && util_parse_decimal(text + 1, len - 1, &percent)) {
		key->by = ORDER_PERCENTILE;
		for (i = 0; i < options->nr_percents; i++) {
			if (options->percent[i].nano == percent.nano) {
				key->nr = i;
				return true;
			}
		}
		return false;
	}
	if (!field_parse(text, len, &field))
		return false;
	key->by = ORDER_FIELD;
	for (i = 0; i < groups->nr_by; i++) {
		if (groups->by[i] == field) {
			key->nr = i;
			return true;
		}
	}
	return false;
}

/*
 * order_parse - names of columns with commas between, '-' before one for descending
 *
 * Returns false if a name is no column of the report.
 */
bool order_parse(struct order *order, const char *list, const struct groups *groups,
		 const struct stats_options *options)
{
	const char *comma;
	size_t len;

	order->nr = 0;
	for (;; list = comma + 1) {
		struct order_key key = { };

		comma = strchr(list, ',');
		len = comma ? (size_t)(comma - list) : strlen(list);
		if (len && *list == '-') {
			key.descending = true;
			list++;
			len--;
		}
		if (order->nr == ORDER_KEYS || !parse_key(&key, list, len, groups, options))
			return false;
		order->key[order->nr++] = key;
		if (!comma)
			return true;
	}
}

/* What compares rows has to know. */
struct context {
	const struct order	*order;
	const struct groups	*groups;
	const struct stats	*stats;
};

static int compare(double x, double y)
{
	return x < y ? -1 : x > y;
}

static int compare_integers(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

/* Groups are sorted by all fields; this is by one. */
static int compare_field(const struct groups *groups, size_t nr, size_t x, size_t y)
{
	struct groups one = *groups;
	struct group a = { .key = { groups->group[x].key[nr] } };
	struct group b = { .key = { groups->group[y].key[nr] } };

	one.by[0] = groups->by[nr];
	one.nr_by = 1;
	return groups_compare(&one, &a, &one, &b);
}

static int compare_key(const struct context *ctx, const struct order_key *key, size_t x,
		       size_t y)
{
	const struct stats *a = &ctx->stats[x], *b = &ctx->stats[y];

	switch (key->by) {
	case ORDER_COUNT:
		return compare_integers(a->count, b->count);
	case ORDER_MIN:
		return compare_integers(a->min, b->min);
	case ORDER_MAX:
		return compare_integers(a->max, b->max);
	case ORDER_MEAN:
		return compare(a->mean, b->mean);
	case ORDER_TAIL:
		return compare(a->tail_mean, b->tail_mean);
	case ORDER_STDDEV:
		return compare(a->stddev, b->stddev);
	case ORDER_PERCENTILE:
		return compare_integers(a->percentile[key->nr], b->percentile[key->nr]);
	default:
		return compare_field(ctx->groups, key->nr, x, y);
	}
}

static int compare_rows(const void *a, const void *b, void *data)
{
	const struct context *ctx = data;
	const size_t *x = a, *y = b;
	size_t i;
	int c;

	for (i = 0; i < ctx->order->nr; i++) {
		c = compare_key(ctx, &ctx->order->key[i], *x, *y);
		if (c)
			return ctx->order->key[i].descending ? -c : c;
	}
	/* The order of the groups, so that it is the same each time. */
	return compare_integers(*x, *y);
}

/* order_rows - the numbers of the groups in the order of the rows; to be freed */
size_t *order_rows(const struct order *order, const struct groups *groups,
		   const struct stats *stats)
{
	struct context ctx = { order, groups, stats };
	size_t *row = util_calloc(groups->nr + 1, sizeof(*row)), i;

	for (i = 0; i < groups->nr; i++)
		row[i] = i;
	qsort_r(row, groups->nr, sizeof(*row), compare_rows, &ctx);
	return row;
}
