// SPDX-License-Identifier: GPL-2.0
/* The init and the modified optimisation, by XINUSE and by figures */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kselftest.h"

#include "../xstate.h"
#include "fpu_latency_test.h"

#define CPUID_D_1_EAX_XSAVEOPT	0x1
#define CPUID_D_1_EAX_XSAVES	0x8

/* What a buffer is filled with, to see what XSAVEOPT writes. */
#define POISON	0x5a

static uint32_t xsave_variants(void)
{
	uint32_t eax, ebx, ecx, edx;

	__cpuid_count(CPUID_LEAF_XSTATE, 1, eax, ebx, ecx, edx);
	return eax;
}

/* The largest component of which the CPU tells if it is in use, or 0. */
static uint64_t largest_tracked(const struct test_context *ctx)
{
	uint64_t tracked = ctx->tracked & (FPREGS_YMM | FPREGS_AVX512), best = 0;
	uint32_t size = 0;
	unsigned int nr;

	for (nr = XFEATURE_YMM; nr <= XFEATURE_Hi16_ZMM; nr++) {
		if ((tracked & (1ULL << nr)) && get_xstate_info(nr).size > size) {
			size = get_xstate_info(nr).size;
			best = 1ULL << nr;
		}
	}
	return best;
}

static int check_init(const struct test_case *tc __maybe_unused, const struct test_context *ctx,
		      char *why, size_t len)
{
	if (!(xsave_variants() & CPUID_D_1_EAX_XSAVEOPT)) {
		snprintf(why, len, "no XSAVEOPT");
		return KSFT_SKIP;
	}
	if (largest_tracked(ctx))
		return KSFT_PASS;
	snprintf(why, len, "the CPU calls initial state in use");
	return KSFT_SKIP;
}

static int check_modified(const struct test_case *tc __maybe_unused,
			  const struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	if (xsave_variants() & (CPUID_D_1_EAX_XSAVEOPT | CPUID_D_1_EAX_XSAVES))
		return KSFT_PASS;
	snprintf(why, len, "neither XSAVEOPT nor XSAVES");
	return KSFT_SKIP;
}

/* Make @feature initial and save it to a poisoned area by XSAVEOPT. */
static void save_initial(void *initial, void *area, uint64_t feature)
{
	asm volatile("xrstor64	(%0)\n\t"
		     "xsaveopt64	(%1)"
		     : : "r" (initial), "r" (area), "a" ((uint32_t)feature),
		       "d" ((uint32_t)(feature >> 32)) : "memory");
}

/* XSAVEOPT writes no byte of an initial component, and clears its bit. */
static int run_not_written(const struct test_case *tc __maybe_unused, struct test_context *ctx,
			   char *why, size_t len)
{
	uint64_t feature = largest_tracked(ctx);
	uint8_t *initial = fpregs_alloc(), *area = fpregs_alloc();
	unsigned int nr = __builtin_ctzll(feature);
	struct xstate_info info = get_xstate_info(nr);
	int code = KSFT_PASS;
	uint32_t i;

	if (!initial || !area) {
		snprintf(why, len, "no memory");
		code = KSFT_FAIL;
		goto out;
	}
	fpregs_randomize(initial, 0, 0);
	set_xstatebv((struct xsave_buffer *)area, feature);
	memset(area + info.xbuf_offset, POISON, info.size);
	save_initial(initial, area, feature);
	if (fpregs_in_use(area) & feature) {
		snprintf(why, len, "XSTATE_BV is 0x%llx",
			 (unsigned long long)fpregs_in_use(area));
		code = KSFT_FAIL;
	}
	for (i = 0; !code && i < info.size; i++) {
		if (area[info.xbuf_offset + i] != POISON) {
			snprintf(why, len, "byte %u of component %u was written", i, nr);
			code = KSFT_FAIL;
		}
	}
out:
	free(initial);
	free(area);
	return code;
}

static unsigned long mean(uint64_t sum, unsigned long n)
{
	return n ? sum / n : 0;
}

/*
 * Two runs, which differ in whether the component is in use. The figures are for
 * the reader; whether they differ is the CPU's business.
 */
static int run_init(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	uint64_t feature = largest_tracked(ctx);
	unsigned long mean_of[2][EVENTS_KINDS];
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	int code, initial, k;

	for (initial = 0; initial < 2; initial++) {
		test_plan(&plan, tc, ctx);
		plan.role[0].features = feature;
		plan.role[0].initial = initial;
		plan.role[1] = plan.role[0];
		code = test_switch(&plan, tc, &run, &tally, why, len);
		if (code)
			return code;
		for (k = 0; k < EVENTS_KINDS; k++) {
			struct tally_kind *kind = &tally.task[0][k];
			unsigned long n = initial ? kind->none : kind->all;

			mean_of[initial][k] = mean(initial ? kind->latency_none :
						   kind->latency_all, n);
			if (n + tally.summary.lost < TEST_ROUNDS - 1) {
				snprintf(why, len, "%lu records with the component %s", n,
					 initial ? "initial" : "in use");
				code = KSFT_FAIL;
			}
		}
		switcher_free(run);
		if (code || events_enable(1) || events_clear())
			return code ?: KSFT_FAIL;
	}
	ksft_print_msg("0x%llx in use: save %lu, restore %lu ticks; initial: %lu, %lu\n",
		       (unsigned long long)feature, mean_of[0][EVENTS_XSAVE],
		       mean_of[0][EVENTS_XRSTOR], mean_of[1][EVENTS_XSAVE],
		       mean_of[1][EVENTS_XRSTOR]);
	return KSFT_PASS;
}

/*
 * Two runs, which differ in whether a task writes its registers between the
 * restore and the save. XINUSE is the same, and so are the registers.
 */
static int run_modified(const struct test_case *tc, struct test_context *ctx, char *why,
			size_t len)
{
	unsigned long mean_of[2];
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	int code, modify;

	for (modify = 0; modify < 2; modify++) {
		struct tally_kind *kind = &tally.task[0][EVENTS_XSAVE];

		test_plan(&plan, tc, ctx);
		plan.role[0].reload = modify;
		plan.role[1].reload = modify;
		code = test_switch(&plan, tc, &run, &tally, why, len);
		if (code)
			return code;
		mean_of[modify] = mean(kind->latency_all, kind->all);
		if (kind->all + tally.summary.lost < TEST_ROUNDS - 1) {
			snprintf(why, len, "%lu records with the state in use", kind->all);
			code = KSFT_FAIL;
		}
		switcher_free(run);
		if (code || events_enable(1) || events_clear())
			return code ?: KSFT_FAIL;
	}
	ksft_print_msg("saves of what was not written since its restore: %lu ticks; written: %lu\n",
		       mean_of[0], mean_of[1]);
	return KSFT_PASS;
}

const struct test_case optimise_cases[] = {
	{ .name = "XSAVEOPT does not write initial state", .check = check_init,
	  .run = run_not_written },
	{ .name = "init optimisation is seen", .traced = true, .check = check_init,
	  .run = run_init },
	{ .name = "modified optimisation keeps XINUSE", .features = FPREGS_SSE,
	  .traced = true, .check = check_modified, .run = run_modified },
};

const size_t nr_optimise_cases = ARRAY_SIZE(optimise_cases);
