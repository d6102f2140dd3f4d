// SPDX-License-Identifier: GPL-2.0
/* Unit tests of what bench counts and of its sets */
#ifdef __x86_64__

#include "unit_test.h"

#include "../bench.h"

static void test_bytes(void **state)
{
	static const struct xarea xa = { .component = { [2] = { .size = 256 } } };
	struct bench_case what = { .set = { .rfbm = 0x7, .in_use = 0x2 } };

	(void)state;
	what.insn = XINSN_XSAVE;
	assert_int_equal(bench_bytes(&xa, &what), 64 + 160 + 256 + 256);
	what.insn = XINSN_XSAVEOPT;
	assert_int_equal(bench_bytes(&xa, &what), 64 + 256);
	/* Nothing was modified, so no component is written. */
	what.unmodified = true;
	assert_int_equal(bench_bytes(&xa, &what), 8);
	what.set.in_use = 0x7;
	assert_int_equal(bench_bytes(&xa, &what), 8);
}

/* Samples in which the TSC went back are a number and in no figure. */
static void test_figures(void **state)
{
	static const struct bench bench = { .tsc = { .hz = 1e9, .step = 1 } };
	static const uint64_t ticks[] = { 100, 110, 120 };
	struct bench_figures f;

	(void)state;
	bench_figures(&bench, ticks, 3, 2, &f);
	assert_int_equal(f.samples, 3);
	assert_int_equal(f.negative, 2);
	assert_near(f.min, 100, 0);
	assert_near(f.mean.mean, 110, 0.000000001);
	bench_figures(&bench, ticks, 0, 5, &f);
	assert_int_equal(f.negative, 5);
	assert_true(f.min != f.min && f.mean.mean != f.mean.mean);
}

/* The set of that name has these asked for and in use. */
static void expect_set(const struct bench_sets *sets, const char *name, uint64_t rfbm,
		       uint64_t in_use)
{
	unsigned int i;

	for (i = 0; i < sets->nr && strcmp(sets->set[i].name, name); i++)
		;
	assert_true(i < sets->nr);
	assert_int_equal(sets->set[i].rfbm, rfbm);
	assert_int_equal(sets->set[i].in_use, in_use);
}

/* A CPU with AVX and AMX, whose permission was given. */
static void test_sets(void **state)
{
	static const struct xarea xa = { .features = 0x20007, .permitted = 0x60007 };
	struct bench_sets sets = { }, chosen = { };

	(void)state;
	bench_sets(&sets, &xa, NULL);
	expect_set(&sets, "init", 0x20007, 0);
	expect_set(&sets, "AVX", 0x20007, 0x4);
	/* Each alone; with a configuration the tiles are in their initial state. */
	expect_set(&sets, "XTILECFG", 0x60007, 0x20000);
	expect_set(&sets, "XTILEDATA", 0x60007, 0x40000);
	expect_set(&sets, "AMX", 0x60007, 0x60000);
	expect_set(&sets, "all+XTILECFG", 0x60007, 0x20007);
	expect_set(&sets, "all+AMX", 0x60007, 0x60007);
	/* The largest one is last. */
	assert_string_equal(sets.set[sets.nr - 1].name, "all+AMX");
	bench_sets(&chosen, &xa, "xtilecfg,AVX+xtilecfg");
	expect_set(&chosen, "XTILECFG", 0x60007, 0x20000);
	expect_set(&chosen, "AVX+xtilecfg", 0x60007, 0x20004);
}

UNIT_TEST(test_bytes);
UNIT_TEST(test_figures);
UNIT_TEST(test_sets);

#endif /* __x86_64__ */
