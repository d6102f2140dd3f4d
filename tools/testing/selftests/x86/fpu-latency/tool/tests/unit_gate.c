// SPDX-License-Identifier: GPL-2.0
/* Unit tests of the stability gate */
#ifdef __x86_64__

#include "unit_test.h"

#include "../gate.h"

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

UNIT_TEST(test_gate);

#endif /* __x86_64__ */
