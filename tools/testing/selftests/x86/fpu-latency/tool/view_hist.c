// SPDX-License-Identifier: GPL-2.0
/* report --hist: a histogram of each group that fits the terminal */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report.h"
#include "util.h"

/* When the terminal does not tell its width. */
#define DEFAULT_WIDTH	80

/* Room for the bounds, the count and the share of a row. */
#define TEXT_WIDTH	48
#define LEAST_BAR	8

/* Rows of a linear histogram. */
#define LINEAR_ROWS	20

static bool linear;

/* One row: latencies in [first, last]. */
struct bucket {
	uint64_t	first;
	uint64_t	last;
	uint64_t	count;
};

static size_t bar_width(FILE *out)
{
	const char *columns = getenv("COLUMNS");
	struct winsize ws;
	uint64_t width;

	if (!ioctl(fileno(out), TIOCGWINSZ, &ws) && ws.ws_col)
		width = ws.ws_col;
	else if (!columns || !util_parse_u64(columns, strlen(columns), &width) || width > 1000)
		width = DEFAULT_WIDTH;
	return width > TEXT_WIDTH + LEAST_BAR ? width - TEXT_WIDTH : LEAST_BAR;
}

/*
 * The bucket after the one that is there; after one that ends with UINT64_MAX it
 * begins with 0. On the log scale there are four per power of two, as far as
 * integers allow.
 */
static void next_bucket(struct bucket *bucket, uint64_t step)
{
	uint64_t power = 1, first = bucket->last + 1;

	bucket->first = first;
	bucket->count = 0;
	if (linear) {
		bucket->last = first + step - 1;
		return;
	}
	while (power * 2 <= first)
		power *= 2;
	step = power >= 4 ? power / 4 : 1;
	bucket->last = (first / step + 1) * step - 1;
}

static void print_bucket(FILE *out, const struct view *view, const struct bucket *bucket,
			 uint64_t total, uint64_t most, size_t width)
{
	size_t n = (bucket->count * width + most - 1) / most, i;

	fprintf(out, "%12ju .. %-12ju %10ju %5.1f%% ", unit_round(&view->unit, bucket->first),
		unit_round(&view->unit, bucket->last), bucket->count,
		100.0 * bucket->count / total);
	for (i = 0; i < n; i++)
		fputc('#', out);
	fputc('\n', out);
}

/* Go through the buckets of a group; print them, or only find the largest count. */
static uint64_t walk_buckets(FILE *out, const struct view *view, const struct group *group,
			     uint64_t most)
{
	uint64_t min = group->values[0].latency, max = group->values[group->used - 1].latency;
	uint64_t step = (max - min) / LINEAR_ROWS + 1, largest = 0;
	struct bucket bucket = { .last = min - 1 };
	size_t i = 0, gap = 0;

	/* A linear one begins at the minimum, a log one at the bucket that has it. */
	if (!linear) {
		bucket.last = UINT64_MAX;
		do
			next_bucket(&bucket, step);
		while (bucket.last < min);
		bucket.last = bucket.first - 1;
	}
	while (i < group->used) {
		next_bucket(&bucket, step);
		for (; i < group->used && group->values[i].latency <= bucket.last; i++)
			bucket.count += group->values[i].count;
		if (bucket.count > largest)
			largest = bucket.count;
		if (!out)
			continue;
		/* A gap is one row, however long it is. */
		gap = bucket.count ? 0 : gap + 1;
		if (!gap)
			print_bucket(out, view, &bucket, group->count, most, bar_width(out));
		else if (gap == 1)
			fprintf(out, "%12s\n", "...");
	}
	return largest;
}

/* One after the other; every event is in one of the rows. */
static void print_histograms(FILE *out, const struct view *view)
{
	const struct groups *groups = view->groups;
	char buf[VIEW_VALUE_SIZE];
	uint64_t most;
	size_t i, j;

	for (i = 0; i < groups->nr; i++) {
		const struct group *group = &groups->group[view->order[i]];

		for (j = 0; j < groups->nr_by; j++) {
			struct event_text key = view_key(groups, group, j, buf);

			fprintf(out, "%s%s ", j ? "  " : "", field_title(groups->by[j]));
			if (key.p)
				view_text(out, key);
			else
				fputc('-', out);
		}
		fprintf(out, "%slatency in %s\n", j ? "  " : "", view->unit.name);
		most = walk_buckets(NULL, view, group, 0);
		walk_buckets(out, view, group, most);
		fputc('\n', out);
	}
}

static void set_scale(const char *scale)
{
	if (scale && strcmp(scale, "log") && strcmp(scale, "linear"))
		usage_error("no scale of a histogram: %s; there are log and linear", scale);
	linear = scale && !strcmp(scale, "linear");
}

REPORT_OPTION(hist,
	      .has_arg = optional_argument,
	      .help = "  --hist[=log|linear]  a histogram of each group; default log\n",
	      .set = set_scale,
	      .show = print_histograms);
