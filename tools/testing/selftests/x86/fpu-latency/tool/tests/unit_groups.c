// SPDX-License-Identifier: GPL-2.0
/* Unit tests of groups and their figures */
#include "unit_test.h"

#include "../groups.h"
#include "../stats.h"

static void test_histogram(void **state)
{
	struct stats_options options;
	struct group group = { };
	struct stats stats;
	struct groups groups = { };
	uint64_t i;

	(void)state;
	/* 10^9 events: two values, and the largest latency once. */
	groups_init(&groups);
	groups_add_value(&group, 100, 600000000);
	groups_add_value(&group, 126, 399999999);
	groups_add_value(&group, EVENT_LATENCY_LIMIT - 1, 1);
	groups.group = &group;
	groups.nr = 1;
	groups_sort(&groups);
	stats_default(&options);
	stats_compute(&group, &options, &stats);
	assert_int_equal(stats.count, 1000000000);
	assert_true(stats.sum == 100 * 600000000ULL + 126 * 399999999ULL + EVENT_LATENCY_LIMIT - 1);
	assert_int_equal(stats.percentile[0], 100);
	assert_int_equal(stats.percentile[3], 126);
	assert_int_equal(stats.tail_count, 970000000);
	/* (0.6 * 100 + 0.37 * 126) / 0.97 */
	assert_true(stats.tail_mean > 109.9175 && stats.tail_mean < 109.9176);
	free(group.values);

	/* Every value of a large table is found again. */
	group = (struct group){ };
	for (i = 0; i < 100000; i++)
		groups_add_value(&group, i * 26, 2);
	for (i = 0; i < 100000; i++)
		groups_add_value(&group, i * 26, 1);
	assert_int_equal(group.used, 100000);
	assert_int_equal(group.count, 300000);
	groups_sort(&groups);
	stats_compute(&group, &options, &stats);
	assert_int_equal(stats.step, 26);
	assert_int_equal(stats.percentile[0], 49999 * 26);
	assert_int_equal(stats_step(&groups), 26);
	free(group.values);
}

/* The order of events makes no difference, and neither does a split. */
static void test_properties(void **state)
{
	struct groups one, two, part;
	struct event ev = { };
	int i, round;

	(void)state;
	for (round = 0; round < 20; round++) {
		srand(round);
		groups_init(&one);
		groups_init(&two);
		groups_init(&part);
		for (i = 0; i < 1000; i++) {
			ev.kind = rand() % EVENT_KINDS;
			ev.rfbm = rand() % 3;
			ev.xinuse = rand() % 5;
			ev.latency = rand() % 100 * 26;
			groups_add(&one, &ev);
			groups_add(rand() % 2 ? &two : &part, &ev);
		}
		assert_true(groups_merge(&two, &part));
		groups_sort(&one);
		groups_sort(&two);
		assert_int_equal(one.nr, two.nr);
		for (i = 0; i < (int)one.nr; i++) {
			const struct group *x = &one.group[i], *y = &two.group[i];

			assert_int_equal(groups_compare(&one, x, &two, y), 0);
			assert_int_equal(x->used, y->used);
			assert_memory_equal(x->values, y->values, x->used * sizeof(*x->values));
		}
		groups_free(&one);
		groups_free(&two);
		groups_free(&part);
	}
	groups_init(&one);
	groups_init(&two);
	assert_true(groups_set_by(&two, "cpu"));
	assert_false(groups_merge(&one, &two));
	groups_free(&one);
	groups_free(&two);
}

UNIT_TEST(test_histogram);
UNIT_TEST(test_properties);
