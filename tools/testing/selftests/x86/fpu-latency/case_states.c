// SPDX-License-Identifier: GPL-2.0
/* Every kind of state: kept over switches, and seen in XINUSE */
#include <stdio.h>
#include <string.h>

#include "kselftest.h"

#include "fpu_latency_test.h"

/* A task gives up the CPU in each round, but not for sure in the last one. */
#define EXPECTED	(TEST_ROUNDS - 1)

static const char * const kind_name[EVENTS_KINDS] = { "save", "restore" };

static int check_tracked(const struct test_case *tc, const struct test_context *ctx, char *why,
			 size_t len)
{
	uint64_t tracked = ctx->tracked;

	/* Tiles take a permission to load, and TILERELEASE makes them initial for sure. */
	if (tc->release == FPREGS_VZEROUPPER)
		tracked = fpregs_tracked(tc->features, tc->release);
	/* Of what takes a permission it is not known before. */
	if (!((tc->features & ~FPREGS_XTILEDATA) & ~tracked))
		return KSFT_PASS;
	snprintf(why, len, "the CPU calls initial state in use");
	return KSFT_SKIP;
}

/* Each task has records of both directions, in use or initial, as often as it left. */
static int check_counts(const struct tally *tally, bool in_use, bool initial, char *why,
			size_t len)
{
	unsigned int i, k, expected = EXPECTED;

	/*
	 * Each turn has a switch, but where the wakeup of the other preempts the
	 * task, the next turn has its own there, with the state of this one.
	 */
	if (in_use && initial)
		expected /= 2;

	for (i = 0; i < tally->run->nr_tasks; i++) {
		uint64_t features = tally_features(tally->run, i);

		for (k = 0; k < EVENTS_KINDS; k++) {
			const struct tally_kind *kind = &tally->task[i][k];

			/* What was lost is made up for. */
			if (in_use && kind->all + tally->summary.lost < expected) {
				snprintf(why, len, "task %u: %lu %ss in use, %u turns", i,
					 kind->all, kind_name[k], TEST_ROUNDS);
				return KSFT_FAIL;
			}
			if (initial && kind->none + tally->summary.lost < expected) {
				snprintf(why, len, "task %u: %lu %ss initial, %u turns", i,
					 kind->none, kind_name[k], TEST_ROUNDS);
				return KSFT_FAIL;
			}
			/* PKRU is restored by other means. */
			if (k == EVENTS_XRSTOR)
				features &= ~FPREGS_PKRU;
			/* The buffer grows with the first use, which does not come. */
			if (!in_use)
				features &= ~FPREGS_XTILEDATA;
			if ((kind->rfbm_any & features) != features) {
				snprintf(why, len, "RFBM of %ss never has 0x%llx", kind_name[k],
					 (unsigned long long)(features & ~kind->rfbm_any));
				return KSFT_FAIL;
			}
		}
	}
	return KSFT_PASS;
}

/* Switch by @plan and, with events, count the records in use and initial. */
static int switch_and_count(const struct switcher_plan *plan, const struct test_case *tc,
			    bool in_use, bool initial, char *why, size_t len)
{
	static struct tally tally;
	struct switcher_run *run;
	int code;

	code = test_switch(plan, tc, &run, &tally, why, len);
	if (code)
		return code;
	if (tc->traced)
		code = check_counts(&tally, in_use, initial, why, len);
	switcher_free(run);
	return code;
}

/* In use all of the time. */
static int run_in_use(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	struct switcher_plan plan;

	test_plan(&plan, tc, ctx);
	return switch_and_count(&plan, tc, true, false, why, len);
}

/* In its initial state all of the time. */
static int run_initial(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	struct switcher_plan plan;

	test_plan(&plan, tc, ctx);
	plan.role[0].initial = true;
	plan.role[1].initial = true;
	return switch_and_count(&plan, tc, false, true, why, len);
}

/* In use in every other turn. */
static int run_back_and_forth(const struct test_case *tc, struct test_context *ctx, char *why,
			      size_t len)
{
	struct switcher_plan plan;

	test_plan(&plan, tc, ctx);
	plan.role[0].back_and_forth = true;
	plan.role[0].release = tc->release;
	plan.role[1] = plan.role[0];
	return switch_and_count(&plan, tc, true, true, why, len);
}

/* More records than the buffer has room for: the missing ones are known. */
static int run_lost(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	int code;

	if (events_buffer_kb(1)) {
		snprintf(why, len, "the buffer's size cannot be set");
		return KSFT_SKIP;
	}
	test_plan(&plan, tc, ctx);
	plan.rounds = 8 * TEST_ROUNDS;
	code = test_switch(&plan, tc, &run, &tally, why, len);
	if (code)
		return code;
	if (!tally.summary.lost) {
		snprintf(why, len, "none was counted, %lu arrived", tally.summary.records);
		code = KSFT_FAIL;
	}
	switcher_free(run);
	return code;
}

static void restore_buffer(struct test_context *ctx __maybe_unused)
{
	events_buffer_kb(1024);
}

#define ALL_STATES	(FPREGS_FP | FPREGS_SSE | FPREGS_YMM)

#define KEPT(_name, _features)								\
	{ .name = _name " state is kept, events off", .features = (_features),		\
	  .run = run_in_use }

#define TRACED(_name, _features)							\
	{ .name = _name " state is kept and traced", .features = (_features),		\
	  .traced = true, .run = run_in_use }

#define INITIAL(_name, _features)							\
	{ .name = _name " state is initial and traced as that", .features = (_features),	\
	  .traced = true, .check = check_tracked, .run = run_initial }

#define CHANGES(_name, _features)							\
	{ .name = _name " state comes and goes and is traced", .features = (_features),	\
	  .traced = true, .check = check_tracked, .run = run_back_and_forth }

#define RELEASED(_name, _features, _how)						\
	{ .name = _name " state is released by " #_how " and is traced",		\
	  .features = (_features), .release = FPREGS_##_how, .traced = true,		\
	  .check = check_tracked, .run = run_back_and_forth }

const struct test_case state_cases[] = {
	KEPT("x87", FPREGS_FP),
	TRACED("x87", FPREGS_FP),
	INITIAL("x87", FPREGS_FP),
	CHANGES("x87", FPREGS_FP),
	KEPT("SSE", FPREGS_SSE),
	TRACED("SSE", FPREGS_SSE),
	INITIAL("SSE", FPREGS_SSE),
	CHANGES("SSE", FPREGS_SSE),
	KEPT("AVX", FPREGS_YMM),
	TRACED("AVX", FPREGS_YMM),
	INITIAL("AVX", FPREGS_YMM),
	CHANGES("AVX", FPREGS_YMM),
	KEPT("SSE and AVX", FPREGS_SSE | FPREGS_YMM),
	TRACED("SSE and AVX", FPREGS_SSE | FPREGS_YMM),
	INITIAL("SSE and AVX", FPREGS_SSE | FPREGS_YMM),
	CHANGES("SSE and AVX", FPREGS_SSE | FPREGS_YMM),
	KEPT("x87, SSE and AVX", ALL_STATES),
	TRACED("x87, SSE and AVX", ALL_STATES),
	INITIAL("x87, SSE and AVX", ALL_STATES),
	CHANGES("x87, SSE and AVX", ALL_STATES),
	KEPT("MPX bounds", FPREGS_BNDREGS),
	TRACED("MPX bounds", FPREGS_BNDREGS),
	INITIAL("MPX bounds", FPREGS_BNDREGS),
	CHANGES("MPX bounds", FPREGS_BNDREGS),
	KEPT("MPX", FPREGS_MPX),
	TRACED("MPX", FPREGS_MPX),
	INITIAL("MPX", FPREGS_MPX),
	CHANGES("MPX", FPREGS_MPX),
	KEPT("AVX-512 opmask", FPREGS_OPMASK),
	TRACED("AVX-512 opmask", FPREGS_OPMASK),
	INITIAL("AVX-512 opmask", FPREGS_OPMASK),
	CHANGES("AVX-512 opmask", FPREGS_OPMASK),
	KEPT("AVX-512 ZMM_Hi256", FPREGS_ZMM_HI256),
	TRACED("AVX-512 ZMM_Hi256", FPREGS_ZMM_HI256),
	INITIAL("AVX-512 ZMM_Hi256", FPREGS_ZMM_HI256),
	CHANGES("AVX-512 ZMM_Hi256", FPREGS_ZMM_HI256),
	KEPT("AVX-512 Hi16_ZMM", FPREGS_HI16_ZMM),
	TRACED("AVX-512 Hi16_ZMM", FPREGS_HI16_ZMM),
	INITIAL("AVX-512 Hi16_ZMM", FPREGS_HI16_ZMM),
	CHANGES("AVX-512 Hi16_ZMM", FPREGS_HI16_ZMM),
	KEPT("AVX-512", ALL_STATES | FPREGS_AVX512),
	TRACED("AVX-512", ALL_STATES | FPREGS_AVX512),
	INITIAL("AVX-512", ALL_STATES | FPREGS_AVX512),
	CHANGES("AVX-512", ALL_STATES | FPREGS_AVX512),
	KEPT("AVX and opmask", FPREGS_SSE | FPREGS_YMM | FPREGS_OPMASK),
	TRACED("AVX and opmask", FPREGS_SSE | FPREGS_YMM | FPREGS_OPMASK),
	INITIAL("AVX and opmask", FPREGS_SSE | FPREGS_YMM | FPREGS_OPMASK),
	CHANGES("AVX and opmask", FPREGS_SSE | FPREGS_YMM | FPREGS_OPMASK),
	RELEASED("AVX", FPREGS_YMM, VZEROUPPER),
	RELEASED("AVX-512 ZMM_Hi256", FPREGS_YMM | FPREGS_ZMM_HI256, VZEROUPPER),
	KEPT("PKRU", FPREGS_PKRU),
	TRACED("PKRU", FPREGS_PKRU),
	INITIAL("PKRU", FPREGS_PKRU),
	CHANGES("PKRU", FPREGS_PKRU),
	KEPT("APX", FPREGS_APX),
	TRACED("APX", FPREGS_APX),
	INITIAL("APX", FPREGS_APX),
	CHANGES("APX", FPREGS_APX),
	KEPT("AMX tile configuration", FPREGS_XTILECFG),
	TRACED("AMX tile configuration", FPREGS_XTILECFG),
	INITIAL("AMX tile configuration", FPREGS_XTILECFG),
	CHANGES("AMX tile configuration", FPREGS_XTILECFG),
	KEPT("AMX tile", FPREGS_XTILE),
	TRACED("AMX tile", FPREGS_XTILE),
	INITIAL("AMX tile", FPREGS_XTILE),
	CHANGES("AMX tile", FPREGS_XTILE),
	RELEASED("AMX tile", FPREGS_XTILE, TILERELEASE),
	KEPT("AVX-512 and AMX tile", ALL_STATES | FPREGS_AVX512 | FPREGS_XTILE),
	TRACED("AVX-512 and AMX tile", ALL_STATES | FPREGS_AVX512 | FPREGS_XTILE),
	INITIAL("AVX-512 and AMX tile", ALL_STATES | FPREGS_AVX512 | FPREGS_XTILE),
	CHANGES("AVX-512 and AMX tile", ALL_STATES | FPREGS_AVX512 | FPREGS_XTILE),
	{ .name = "events that find no room are counted", .features = FPREGS_SSE,
	  .traced = true, .run = run_lost, .cleanup = restore_buffer },
	{ .name = "x87, SSE and AVX state is kept, events off again", .features = ALL_STATES,
	  .run = run_in_use },
};

const size_t nr_state_cases = ARRAY_SIZE(state_cases);
