/* SPDX-License-Identifier: GPL-2.0 */
/* Unit tests, with cmocka; each topic has a file, whose last lines are UNIT_TEST() */
#ifndef FPU_LATENCY_TESTS_UNIT_TEST_H
#define FPU_LATENCY_TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs those above. */
#include <cmocka.h>

#include "../registry.h"

struct unit_test {
	struct registered	entry;
	void			(*run)(void **state);
};

extern struct registered *unit_tests;

/* UNIT_TEST - make @run_ one of the tests */
#define UNIT_TEST(run_)								\
	static struct unit_test run_##_test;					\
	REGISTER(unit_tests, run_##_test)					\
	static struct unit_test run_##_test = {					\
		.entry.name	= #run_,					\
		.run		= run_,						\
	}

/* Is it the same, as far as printed tables go? */
static inline bool near(double x, double y)
{
	return x > y * 0.9999 && x < y * 1.0001;
}

/* cmocka 1.1 compares floats only. */
#define assert_near(got, want, within) do {					\
	double got_ = (got), want_ = (want), within_ = (within);		\
										\
	if (!(got_ - want_ <= within_ && want_ - got_ <= within_))		\
		fail_msg("%.17g is not near %.17g", got_, want_);		\
} while (0)

#endif /* FPU_LATENCY_TESTS_UNIT_TEST_H */
