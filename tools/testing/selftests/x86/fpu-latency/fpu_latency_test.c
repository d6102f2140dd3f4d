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

#include "events.h"
#include "fpregs.h"
#include "switcher.h"

/* Enough for each task to be switched often, and few enough for an emulator. */
#define ROUNDS		250

#define ALL_STATES	(FPREGS_FP | FPREGS_SSE | FPREGS_YMM)

/* What the cases need to know of the machine. */
struct context {
	uint64_t	enabled;
	int		cpu;
	unsigned int	seed;
	char		no_events[256];
};

/* The records of the two tasks of a run. */
struct tally {
	const struct switcher_result	*tasks;
	uint64_t			features;
	unsigned long			seen[EVENTS_NR];
	unsigned long			in_use[EVENTS_NR][SWITCHER_TASKS];
	unsigned long			zero_latency;
	unsigned long			beyond_rfbm;
	uint64_t			example_rfbm;
	uint64_t			example_xinuse;
};

struct test_case {
	const char	*name;
	/* Features that are in use; of ALL_STATES the rest stays in its initial state. */
	uint64_t	features;
	int		traced;
};

static const struct test_case cases[] = {
	{ "x87 state is kept, events off",		FPREGS_FP,	0 },
	{ "SSE state is kept, events off",		FPREGS_SSE,	0 },
	{ "AVX state is kept, events off",		FPREGS_YMM,	0 },
	{ "x87, SSE and AVX state is kept, events off",	ALL_STATES,	0 },
	{ "x87 state is kept and traced",		FPREGS_FP,	1 },
	{ "SSE state is kept and traced",		FPREGS_SSE,	1 },
	{ "AVX state is kept and traced",		FPREGS_YMM,	1 },
	{ "x87, SSE and AVX state is kept and traced",	ALL_STATES,	1 },
	{ "x87, SSE and AVX state is kept, events off again", ALL_STATES, 0 },
};

static void count_record(const struct events_record *record, void *data)
{
	struct tally *tally = data;
	uint64_t reach = record->rfbm;
	int i, task = -1;

	for (i = 0; i < SWITCHER_TASKS; i++) {
		if (record->pid == tally->tasks->pid[i])
			task = i;
	}
	if (task < 0)
		return;

	tally->seen[record->kind]++;
	if (!record->latency)
		tally->zero_latency++;
	/*
	 * PKRU is restored by other means, so XRSTOR is not asked for it, but
	 * XSAVE has put it into the buffer.
	 */
	if (record->kind == EVENTS_XRSTOR)
		reach |= FPREGS_PKRU;
	if (record->xinuse & ~reach) {
		tally->beyond_rfbm++;
		tally->example_rfbm = record->rfbm;
		tally->example_xinuse = record->xinuse;
	}
	if ((record->xinuse & tally->features) == tally->features)
		tally->in_use[record->kind][task]++;
}

/* Check what the events said about a run. Returns 0 if all is as it should be. */
static int check_events(const struct test_case *tc, const struct switcher_result *tasks)
{
	struct tally tally = { .tasks = tasks, .features = tc->features };
	static const char * const kind[EVENTS_NR] = { "save", "restore" };
	struct events_summary summary;
	int i, k, failed = 0;

	if (events_read(count_record, &tally, &summary)) {
		ksft_print_msg("reading the trace: %s\n", strerror(errno));
		return 1;
	}
	if (!tc->traced) {
		if (summary.records || summary.malformed || summary.lost)
			ksft_print_msg("events are off, yet %lu arrived\n", summary.records);
		return summary.records || summary.malformed || summary.lost;
	}

	if (summary.lost)
		ksft_print_msg("%lu events were lost\n", summary.lost);
	if (summary.malformed) {
		ksft_print_msg("%lu events have another text\n", summary.malformed);
		failed = 1;
	}
	if (tally.zero_latency) {
		ksft_print_msg("%lu events have latency 0\n", tally.zero_latency);
		failed = 1;
	}
	if (tally.beyond_rfbm) {
		ksft_print_msg("%lu events have XINUSE beyond RFBM, one has 0x%llx and 0x%llx\n",
			       tally.beyond_rfbm, (unsigned long long)tally.example_xinuse,
			       (unsigned long long)tally.example_rfbm);
		failed = 1;
	}
	for (k = 0; k < EVENTS_NR; k++) {
		if (!tally.seen[k]) {
			ksft_print_msg("no %s event arrived\n", kind[k]);
			failed = 1;
			continue;
		}
		/*
		 * A task gives up the CPU in each round, but not for sure in
		 * the last one. What was lost is made up for.
		 */
		for (i = 0; i < SWITCHER_TASKS; i++) {
			if (tally.in_use[k][i] + summary.lost >= ROUNDS - 1)
				continue;
			ksft_print_msg("task %d: %lu %s events with the state in use, %d rounds\n",
				       i, tally.in_use[k][i], kind[k], ROUNDS);
			failed = 1;
		}
	}
	ksft_print_msg("%lu saves, %lu restores\n", tally.seen[EVENTS_XSAVE],
		       tally.seen[EVENTS_XRSTOR]);
	return failed;
}

/* Run one case and report it as one test result. */
static void run_case(const struct test_case *tc, struct context *ctx)
{
	struct switcher_result result = { };
	int have_events = !ctx->no_events[0];
	int i, failed = 0, ran;
	char why[256] = "";

	if ((tc->features & ctx->enabled) != tc->features) {
		ksft_test_result_skip("%s: no such state\n", tc->name);
		return;
	}
	if (tc->traced && !have_events) {
		ksft_test_result_skip("%s: %s\n", tc->name, ctx->no_events);
		return;
	}
	if (have_events && (events_enable(tc->traced) || events_clear())) {
		ksft_print_msg("tracefs: %s\n", strerror(errno));
		failed = 1;
	}

	ran = !switcher_run(ALL_STATES & ctx->enabled, tc->features, ROUNDS, ctx->seed,
			    ctx->cpu, &result, why, sizeof(why));
	ctx->seed += SWITCHER_TASKS;

	if (have_events && tc->traced && events_enable(0)) {
		ksft_print_msg("tracefs: %s\n", strerror(errno));
		failed = 1;
	}
	if (!ran) {
		ksft_print_msg("%s\n", why);
		failed = 1;
	}
	for (i = 0; i < SWITCHER_TASKS; i++) {
		if (!result.corrupt[i])
			continue;
		ksft_print_msg("task %d: features 0x%llx are corrupt\n", i,
			       (unsigned long long)result.corrupt[i]);
		failed = 1;
	}
	if (ran && have_events && check_events(tc, &result))
		failed = 1;

	ksft_test_result(!failed, "%s\n", tc->name);
}

int main(void)
{
	struct context ctx = { .seed = time(NULL) };
	size_t i;

	ksft_print_header();

	ctx.enabled = fpregs_enabled();
	if (!ctx.enabled)
		ksft_exit_skip("no XSAVE\n");
	ctx.cpu = switcher_pick_cpu();
	if (ctx.cpu < 0)
		ksft_exit_fail_msg("no CPU to run on: %s\n", strerror(errno));

	ksft_set_plan(ARRAY_SIZE(cases));
	ksft_print_msg("CPU %d, features 0x%llx, seed %u\n", ctx.cpu,
		       (unsigned long long)ctx.enabled, ctx.seed);
	if (events_open(ctx.no_events, sizeof(ctx.no_events)))
		ksft_print_msg("without events: %s\n", ctx.no_events);

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		run_case(&cases[i], &ctx);

	ksft_finished();
}
