// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of a sorted group, all in the unit of the latencies
 *
 * Sums are integers: a latency is below 2^40 and a count at most 2^48, so that a
 * sum of squares fits 128 bits. Nothing drifts with the number of events.
 */
#include <math.h>
#include <string.h>

#include "stats.h"
#include "student.h"
#include "util.h"

/* stats_default - what is shown when nothing else is asked for */
void stats_default(struct stats_options *options)
{
	memset(options, 0, sizeof(*options));
	util_parse_decimal("97", 2, &options->tail);
	stats_set_percents(options, "50,95,99,99.9");
}

static bool has_percent(const struct stats_options *options, uint64_t nano)
{
	size_t i;

	for (i = 0; i < options->nr_percents; i++) {
		if (options->percent[i].nano == nano)
			return true;
	}
	return false;
}

/*
 * stats_set_percents - "50,99.9"; false if one is no percentage or there are too many
 *
 * One that is there twice, such as 50 and 50.0, counts once.
 */
bool stats_set_percents(struct stats_options *options, const char *list)
{
	struct util_decimal percent;
	const char *comma;
	size_t len;

	options->nr_percents = 0;
	for (;; list = comma + 1) {
		comma = strchr(list, ',');
		len = comma ? (size_t)(comma - list) : strlen(list);
		if (!util_parse_decimal(list, len, &percent) || percent.nano > 100 * UTIL_NANO)
			return false;
		if (!has_percent(options, percent.nano)) {
			if (options->nr_percents == STATS_PERCENTILES)
				return false;
			options->percent[options->nr_percents++] = percent;
		}
		if (!comma)
			return true;
	}
}

/* Sum of the lowest @n values. */
static unsigned __int128 sum_lowest(const struct group *group, uint64_t n)
{
	uint64_t take;
	unsigned __int128 sum = 0;
	size_t i;

	for (i = 0; n && i < group->used; i++) {
		take = group->values[i].count < n ? group->values[i].count : n;
		sum += (unsigned __int128)group->values[i].latency * take;
		n -= take;
	}
	return sum;
}

/* The quotient, of which the whole part is exact. */
static double mean(unsigned __int128 sum, uint64_t n)
{
	return (double)(uint64_t)(sum / n) + (double)(uint64_t)(sum % n) / n;
}

/*
 * The sample's standard deviation, by the two-pass formula with the correction
 * for the rounded mean (Chan, Golub, LeVeque, The American Statistician 37,
 * 1983, formula 1.7), of which both sums are exact.
 */
static double stddev(const struct group *group, unsigned __int128 sum)
{
	uint64_t n = group->count, middle = sum / n, d;
	/* Of the distances from the mean, which is rounded down: not negative. */
	unsigned __int128 first = sum - (unsigned __int128)middle * n, squares = 0;
	size_t i;

	if (n < 2)
		return 0;
	for (i = 0; i < group->used; i++) {
		d = group->values[i].latency > middle ? group->values[i].latency - middle :
		    middle - group->values[i].latency;
		squares += (unsigned __int128)d * d * group->values[i].count;
	}
	/* No long double, whose precision differs between machines. */
	return sqrt(((double)squares - (double)first * ((double)first / n)) / (n - 1));
}

/* The value of nearest rank: number ceil(percent / 100 * n), at least number 1. */
static uint64_t percentile(const struct group *group, uint64_t percent_nano)
{
	const unsigned __int128 whole = 100 * (unsigned __int128)UTIL_NANO;
	uint64_t rank = ((unsigned __int128)percent_nano * group->count + whole - 1) / whole;
	size_t i;

	if (!rank)
		rank = 1;
	for (i = 0; rank > group->values[i].count; i++)
		rank -= group->values[i].count;
	return group->values[i].latency;
}

/* Euclid, Elements, book VII. */
static uint64_t gcd(uint64_t a, uint64_t b)
{
	uint64_t r;

	while (b) {
		r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static uint64_t group_step(const struct group *group, uint64_t step)
{
	size_t i;

	for (i = 0; i < group->used && step != 1; i++)
		step = gcd(step, group->values[i].latency);
	return step;
}

/*
 * stats_compute - the figures of a group that has at least one event
 *
 * The tail mean is that of the v6 series' script: the mean of the lowest
 * floor(tail / 100 * count + 0.5) values, and of at least one.
 */
void stats_compute(const struct group *group, const struct stats_options *options,
		   struct stats *stats)
{
	const unsigned __int128 whole = 100 * (unsigned __int128)UTIL_NANO;
	uint64_t n = group->count;
	size_t i;

	memset(stats, 0, sizeof(*stats));
	stats->count = n;
	stats->min = group->values[0].latency;
	stats->max = group->values[group->used - 1].latency;
	stats->sum = sum_lowest(group, n);
	stats->mean = mean(stats->sum, n);
	stats->tail_count = ((unsigned __int128)options->tail.nano * n + whole / 2) / whole;
	if (!stats->tail_count)
		stats->tail_count = 1;
	stats->tail_sum = sum_lowest(group, stats->tail_count);
	stats->tail_mean = mean(stats->tail_sum, stats->tail_count);
	stats->stddev = stddev(group, stats->sum);
	if (n > 1)
		stats->ci95 = student_quantile(0.95, n - 1) * stats->stddev / sqrt(n);
	stats->step = group_step(group, 0);
	for (i = 0; i < options->nr_percents; i++)
		stats->percentile[i] = percentile(group, options->percent[i].nano);
}

/* stats_step - the step of the TSC that all groups together show; 0 if none */
uint64_t stats_step(const struct groups *groups)
{
	uint64_t step = 0;
	size_t i;

	for (i = 0; i < groups->nr; i++)
		step = group_step(&groups->group[i], step);
	return step;
}

/* stats_all - the figures of all groups, in their order; to be freed */
struct stats *stats_all(const struct groups *groups, const struct stats_options *options)
{
	struct stats *stats = util_calloc(groups->nr + 1, sizeof(*stats));
	size_t i;

	for (i = 0; i < groups->nr; i++)
		stats_compute(&groups->group[i], options, &stats[i]);
	return stats;
}
