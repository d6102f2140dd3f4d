// SPDX-License-Identifier: GPL-2.0
/*
 * Figures of what was timed here: those of stats.h, and what they lack
 *
 * Samples are put into a group, as the events of a trace are, so that all figures
 * of the tool come from one place.
 */
#include <math.h>

#include "samples.h"
#include "student.h"

/* Batches of samples_batch_ci(). */
#define BATCHES	30

/* samples_begin - one empty group in @groups; valid until samples_end() */
struct group *samples_begin(struct groups *groups)
{
	static const uint64_t key[FIELD_GROUPABLE];

	groups_init(groups);
	groups_set_by(groups, "all");
	return groups_find(groups, key);
}

/*
 * samples_add - add @n values in ticks
 *
 * What is beyond the limit of events, minutes, counts as that limit: it is no
 * measurement, and sums of squares could not be exact.
 */
void samples_add(struct group *group, const uint64_t *ticks, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		groups_add_value(group, ticks[i] < EVENT_LATENCY_LIMIT ? ticks[i] :
						 EVENT_LATENCY_LIMIT - 1, 1);
}

static void options(struct stats_options *o)
{
	stats_default(o);
	/* In the order of SAMPLES_P50 and so on. */
	stats_set_percents(o, "50,90,99");
}

/* The figures of the lowest @n values of a sorted group. */
static void low_stats(const struct group *group, uint64_t n, const struct stats_options *o,
		      struct stats *low)
{
	struct groups groups;
	struct group *part = samples_begin(&groups);
	uint64_t take;
	size_t i;

	for (i = 0; n; i++) {
		take = group->values[i].count < n ? group->values[i].count : n;
		groups_add_value(part, group->values[i].latency, take);
		n -= take;
	}
	groups_sort(&groups);
	stats_compute(part, o, low);
	groups_free(&groups);
}

/*
 * samples_end - sort the group and work out its figures, at least one value
 *
 * @low, if it is not NULL, gets those of the lowest 97 %, which interrupts do not
 * reach. The group itself is there until groups_free().
 */
void samples_end(struct groups *groups, struct stats *all, struct stats *low)
{
	struct stats_options o;

	options(&o);
	groups_sort(groups);
	stats_compute(&groups->group[0], &o, all);
	if (low)
		low_stats(&groups->group[0], all->tail_count, &o, low);
}

/* samples_stats - the figures of @n values, at least one; @low as samples_end() has it */
void samples_stats(const uint64_t *ticks, size_t n, struct stats *all, struct stats *low)
{
	struct groups groups;

	samples_add(samples_begin(&groups), ticks, n);
	samples_end(&groups, all, low);
	groups_free(&groups);
}

/* samples_median - of at least one value */
uint64_t samples_median(const uint64_t *ticks, size_t n)
{
	struct stats stats;

	samples_stats(ticks, n, &stats, NULL);
	return stats.percentile[SAMPLES_P50];
}

/*
 * samples_variance - the sample's variance of reals, by the two-pass formula
 *
 * For figures that are no ticks any more, such as variances themselves; 0 for
 * fewer than two.
 */
double samples_variance(const double *x, size_t n)
{
	double mean = 0, squares = 0;
	size_t i;

	if (n < 2)
		return 0;
	for (i = 0; i < n; i++)
		mean += x[i] / n;
	for (i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return squares / (n - 1);
}

/*
 * samples_batch_ci - mean of the values up to @limit, with its 95 % interval
 *
 * The method of batch means (Law, Simulation Modeling and Analysis, 9.5.3):
 * neighbours in time are alike, so the interval is made from the means of 30 runs
 * of consecutive values and not, as that of stats.h, from single ones. There is
 * none (NAN) with fewer than two values in each batch or a batch without any up to
 * @limit.
 */
struct samples_ci samples_batch_ci(const uint64_t *ticks, size_t n, uint64_t limit)
{
	struct samples_ci ci = { NAN, NAN };
	size_t i, batch, end, used, all = 0;
	double sum, total = 0;
	double means[BATCHES];

	for (batch = 0, i = 0; batch < BATCHES; batch++) {
		end = n * (batch + 1) / BATCHES;
		for (sum = 0, used = 0; i < end; i++) {
			if (ticks[i] > limit)
				continue;
			sum += ticks[i];
			used++;
		}
		means[batch] = used ? sum / used : NAN;
		total += sum;
		all += used;
	}
	if (!all)
		return ci;
	ci.mean = total / all;
	if (n >= 2 * BATCHES)
		ci.half = student_quantile(0.95, BATCHES - 1) *
			  sqrt(samples_variance(means, BATCHES) / BATCHES);
	return ci;
}
