// SPDX-License-Identifier: GPL-2.0
/*
 * fpu_latency_test - context switches keep FPU state, and the x86_fpu_latency
 * events tell what XSAVE and XRSTOR had to do for it
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kselftest.h"

#include "cpus.h"
#include "events.h"
#include "fpregs.h"
#include "fpu_latency_test.h"

/* test_plan - two tasks on one CPU, each with its own state of @tc->features */
void test_plan(struct switcher_plan *plan, const struct test_case *tc, struct test_context *ctx)
{
	memset(plan, 0, sizeof(*plan));
	plan->method = switcher_method(tc->method ?: "pipe");
	plan->mask = (ctx->enabled & FPREGS_PLAIN) | tc->features;
	plan->role[0].features = tc->features;
	plan->role[1].features = tc->features;
	plan->rounds = TEST_ROUNDS;
	plan->tracked = ctx->tracked;
	plan->seed = ctx->seed;
	plan->cpu[0] = ctx->cpu[0];
	plan->cpu[1] = ctx->cpu[1];
	ctx->seed += SWITCHER_MAX_TASKS;
}

/* The registers of all tasks are as they were, and XGETBV(1) tells which are in use. */
static bool is_intact(const struct switcher_run *run)
{
	bool intact = true;
	unsigned int i;

	for (i = 0; i < run->nr_tasks; i++) {
		const struct switcher_task *task = &run->task[i];

		if (task->corrupt)
			ksft_print_msg("task %u: features 0x%llx are corrupt\n", i,
				       (unsigned long long)task->corrupt);
		if (task->miscalled)
			ksft_print_msg("task %u: XGETBV(1) has features 0x%llx wrong\n", i,
				       (unsigned long long)task->miscalled);
		if (task->corrupt || task->miscalled)
			intact = false;
	}
	return intact;
}

/*
 * test_switch - run @plan with the events as @tc wants them, check the registers
 *
 * Where the events are on, @tally has their records, which are sane; where they
 * are off, there are none. Returns KSFT_PASS and the run, which the caller
 * frees, or another code with the reason in @why.
 */
int test_switch(const struct switcher_plan *plan, const struct test_case *tc,
		struct switcher_run **run, struct tally *tally, char *why, size_t len)
{
	bool ok;
	int code;

	*run = switcher_start(plan, &code, why, len);
	ok = *run && switcher_wait(*run, why, len);
	if (tc->traced && events_enable(0)) {
		snprintf(why, len, "tracefs: %s", strerror(errno));
		ok = false;
	}
	if (!*run)
		return code;

	if (ok && !is_intact(*run)) {
		snprintf(why, len, "registers are not what they were");
		ok = false;
	}
	if (ok && tc->traced) {
		if (tally_read(tally, *run)) {
			snprintf(why, len, "reading the trace: %s", strerror(errno));
			ok = false;
		} else if (!tally_sane(tally)) {
			snprintf(why, len, "records are wrong");
			ok = false;
		}
	}
	if (ok)
		return KSFT_PASS;
	switcher_free(*run);
	*run = NULL;
	return KSFT_FAIL;
}

static void ignore_record(const struct events_record *record __maybe_unused,
			  void *data __maybe_unused)
{
}

/* While the events are off, nothing arrives. */
static int check_silence(char *why, size_t len)
{
	struct events_summary summary;

	if (events_read(ignore_record, NULL, &summary)) {
		snprintf(why, len, "reading the trace: %s", strerror(errno));
		return KSFT_FAIL;
	}
	if (!summary.records && !summary.malformed && !summary.lost)
		return KSFT_PASS;
	snprintf(why, len, "events are off, yet %lu arrived",
		 summary.records + summary.malformed + summary.lost);
	return KSFT_FAIL;
}

/* Run one case and report it as one test result. */
static void run_case(const struct test_case *tc, struct test_context *ctx)
{
	char why[256] = "";
	int code = KSFT_PASS;

	if ((tc->features & ctx->enabled) != tc->features) {
		snprintf(why, sizeof(why), "no such state");
		code = KSFT_SKIP;
	} else if (tc->traced && !ctx->events) {
		snprintf(why, sizeof(why), "%s", ctx->no_events);
		code = KSFT_SKIP;
	} else if (tc->check) {
		code = tc->check(tc, ctx, why, sizeof(why));
	}
	if (!code && ctx->events && !tc->traced && events_clear()) {
		snprintf(why, sizeof(why), "tracefs: %s", strerror(errno));
		code = KSFT_FAIL;
	}
	if (!code) {
		if (tc->traced && (events_enable(1) || events_clear())) {
			snprintf(why, sizeof(why), "tracefs: %s", strerror(errno));
			code = KSFT_FAIL;
		} else {
			code = tc->run(tc, ctx, why, sizeof(why));
		}
		if (tc->traced)
			events_enable(0);
		if (!code && ctx->events && !tc->traced)
			code = check_silence(why, sizeof(why));
		if (tc->cleanup)
			tc->cleanup(ctx);
	}
	if (code == KSFT_FAIL)
		ksft_print_msg("%s\n", why);
	ksft_test_result_code(code, tc->name, code == KSFT_SKIP ? "%s" : NULL, why);
}

int main(void)
{
	static const struct {
		const struct test_case	*cases;
		const size_t		*nr;
	} tables[] = {
		{ state_cases,	&nr_state_cases },
		{ method_cases,	&nr_method_cases },
		{ process_cases, &nr_process_cases },
		{ feature_cases, &nr_feature_cases },
		{ optimise_cases, &nr_optimise_cases },
	};
	struct test_context ctx = { .seed = time(NULL), .cpu = { -1, -1 } };
	unsigned int plan = 0;
	size_t i, j;

	ksft_print_header();

	ctx.enabled = fpregs_enabled();
	if (!ctx.enabled)
		ksft_exit_skip("no XSAVE\n");
	ctx.nr_cpus = cpus_allowed(ctx.cpu, ARRAY_SIZE(ctx.cpu));
	if (ctx.nr_cpus < 1)
		ksft_exit_fail_msg("no CPU to run on: %s\n", strerror(errno));
	ctx.tracked = fpregs_tracked(ctx.enabled & ~FPREGS_XTILEDATA, NULL);

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		plan += *tables[i].nr;
	ksft_set_plan(plan);
	ksft_print_msg("CPU %d, features 0x%llx, of which 0x%llx tell if in use, seed %u\n",
		       ctx.cpu[0], (unsigned long long)ctx.enabled,
		       (unsigned long long)ctx.tracked, ctx.seed);
	ctx.events = !events_open(ctx.no_events, sizeof(ctx.no_events));
	if (!ctx.events)
		ksft_print_msg("without events: %s\n", ctx.no_events);

	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		for (j = 0; j < *tables[i].nr; j++)
			run_case(&tables[i].cases[j], &ctx);
	}

	ksft_finished();
}
