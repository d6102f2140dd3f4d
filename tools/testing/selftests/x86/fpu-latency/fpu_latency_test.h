/* SPDX-License-Identifier: GPL-2.0 */
/* What the test's tables of cases have in common */
#ifndef __FPU_LATENCY_TEST_H
#define __FPU_LATENCY_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "switcher.h"
#include "tally.h"

/* Enough for each task to be switched often, and few enough for an emulator. */
#define TEST_ROUNDS	250

/* What the cases need to know of the machine. */
struct test_context {
	/* Features in XCR0, and those of which the CPU tells if they are in use. */
	uint64_t	enabled;
	uint64_t	tracked;
	int		cpu[2];
	int		nr_cpus;
	unsigned int	seed;
	bool		events;
	/* Why there are no events. */
	char		no_events[256];
};

/*
 * struct test_case - one line of the result
 * @features:	what the tasks have in use
 * @method:	how they switch, "pipe" if not given
 * @release:	how they make it initial every other turn, if not by XRSTOR
 * @traced:	the events are on; the case is skipped where there are none
 * @check:	0, or KSFT_SKIP with the reason in @why
 * @run:	a KSFT_ code, and the reason for KSFT_SKIP or KSFT_FAIL in @why
 * @cleanup:	after @run, whatever came of it
 */
struct test_case {
	const char	*name;
	uint64_t	features;
	const char	*method;
	void		*release;
	bool		traced;
	int		(*check)(const struct test_case *tc, const struct test_context *ctx,
				 char *why, size_t len);
	int		(*run)(const struct test_case *tc, struct test_context *ctx, char *why,
			       size_t len);
	void		(*cleanup)(struct test_context *ctx);
};

extern const struct test_case state_cases[];
extern const size_t nr_state_cases;
extern const struct test_case method_cases[];
extern const size_t nr_method_cases;
extern const struct test_case process_cases[];
extern const size_t nr_process_cases;
extern const struct test_case feature_cases[];
extern const size_t nr_feature_cases;
extern const struct test_case optimise_cases[];
extern const size_t nr_optimise_cases;

void test_plan(struct switcher_plan *plan, const struct test_case *tc, struct test_context *ctx);
int test_switch(const struct switcher_plan *plan, const struct test_case *tc,
		struct switcher_run **run, struct tally *tally, char *why, size_t len);

#endif /* __FPU_LATENCY_TEST_H */
