// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the stability gate */
#ifdef __x86_64__

#include "unit_test.h"

#include "../gate.h"
#include "../samples.h"

/* Is there to be measured where the gate saw this, and does it say @why? */
static void expect_gate(struct gate gate, bool ok, const char *why)
{
	const struct machine machine = { };

	gate_judge(&gate, &machine);
	assert_int_equal(gate.ok, ok);
	assert_non_null(strstr(gate.reason, why));
}

static void test_gate(void **state)
{
	const struct gate good = { .invariant_tsc = true, .limit = 50, .min = 100, .p99 = 150,
				   .max = 151, .stolen_percent = 0.5 };
	struct gate gate = good;

	(void)state;
	expect_gate(gate, true, "50 ticks above its minimum, limit 50");
	gate.strict = true;
	expect_gate(gate, false, "maximum of one loop is 51 ticks above");
	gate = good;
	gate.p99 = 151;
	expect_gate(gate, false, "99th percentile of one loop is 51 ticks above");
	gate = good;
	gate.stolen_percent = 1.5;
	expect_gate(gate, false, "1.50 % of the time were taken away");
	gate = good;
	gate.negative = 2;
	expect_gate(gate, false, "went back 2 times");
	/* First of all, whatever else there is. */
	gate.invariant_tsc = false;
	expect_gate(gate, false, "no invariant TSC");
}

/* The share lost of ordinary loops and @long_ones that take ten times as long. */
static double stolen_of(uint64_t long_ones, uint64_t *over)
{
	struct gate gate = { .limit = 50, .min = 364, .p50 = 598 };
	struct groups groups;
	struct group *group = samples_begin(&groups);

	groups_add_value(group, 364, 100);
	groups_add_value(group, 490, 2000);
	groups_add_value(group, 598, 5000);
	groups_add_value(group, 698, 2000);
	if (long_ones)
		groups_add_value(group, 5980, long_ones);
	groups_sort(&groups);
	gate_stolen(&gate, group);
	groups_free(&groups);
	*over = gate.over;
	return gate.stolen_percent;
}

/* Where most loops are far above the fastest one, ordinary ones are no loss. */
static void test_stolen(void **state)
{
	uint64_t over;

	(void)state;
	assert_near(stolen_of(0, &over), 0, 0);
	assert_int_equal(over, 0);
	assert_near(stolen_of(90, &over), 100 * 90 * 5382.0 / (5402400 + 538200), 0.000000001);
	assert_int_equal(over, 90);
}

UNIT_TEST(test_gate);
UNIT_TEST(test_stolen);

#endif /* __x86_64__ */
