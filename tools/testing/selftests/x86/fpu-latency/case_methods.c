// SPDX-License-Identifier: GPL-2.0
/* Every way to switch: state is kept, and saves and restores match the switches */
#include <stdio.h>
#include <string.h>

#include "kselftest.h"

#include "fpu_latency_test.h"

/*
 * A task's start and end have a save or a switch which the other count does not
 * have: the first restore follows no save, the last switch may come too late for
 * the count.
 */
#define SLACK	4

/* A save when a task leaves the CPU is one of its switches. */
static int check_saves(const struct tally *tally, unsigned int task, char *why, size_t len)
{
	const struct tally_kind *save = &tally->task[task][EVENTS_XSAVE];
	unsigned long switches = tally->run->task[task].switches;

	if (!tally->with_site || save->at_switch <= switches + SLACK)
		return KSFT_PASS;
	snprintf(why, len, "task %u: %lu saves in %lu switches", task, save->at_switch, switches);
	return KSFT_FAIL;
}

/* Registers that were not saved are still there, and need no restore. */
static int check_restores(const struct tally *tally, unsigned int task, char *why, size_t len)
{
	const struct tally_kind *save = &tally->task[task][EVENTS_XSAVE];
	const struct tally_kind *restore = &tally->task[task][EVENTS_XRSTOR];

	if (restore->seen <= save->seen + tally->summary.lost + SLACK)
		return KSFT_PASS;
	snprintf(why, len, "task %u: %lu restores after %lu saves", task, restore->seen,
		 save->seen);
	return KSFT_FAIL;
}

/* At least @expected records of direction @kind. */
static int check_least(const struct tally *tally, unsigned int task, enum events_kind kind,
		       unsigned long expected, char *why, size_t len)
{
	unsigned long seen = tally->task[task][kind].seen;

	if (seen + tally->summary.lost >= expected)
		return KSFT_PASS;
	snprintf(why, len, "task %u: %lu %ss, at least %lu expected", task, seen,
		 kind == EVENTS_XSAVE ? "save" : "restore", expected);
	return KSFT_FAIL;
}

/* What holds for all methods. */
static int check_common(const struct tally *tally, char *why, size_t len)
{
	unsigned int i;
	int code = KSFT_PASS;

	for (i = 0; !code && i < tally->run->nr_tasks; i++) {
		code = check_saves(tally, i, why, len);
		if (!code)
			code = check_restores(tally, i, why, len);
	}
	return code;
}

/*
 * Each turn ends with the task leaving the CPU to another one with state of its
 * own: a save, and a restore when it is back.
 */
static int check_turns(const struct tally *tally, char *why, size_t len)
{
	unsigned long turns = TEST_ROUNDS * tally->run->plan.method->leaves;
	int code = check_common(tally, why, len);
	unsigned int i;

	for (i = 0; !code && i < tally->run->nr_tasks; i++) {
		code = check_least(tally, i, EVENTS_XSAVE, turns - 1, why, len);
		if (!code)
			code = check_least(tally, i, EVENTS_XRSTOR, turns - 1, why, len);
	}
	return code;
}

/* The scheduler decides when a task leaves; between two switches it was in user space. */
static int check_yield(const struct tally *tally, char *why, size_t len)
{
	int code = check_common(tally, why, len);
	unsigned int i;

	for (i = 0; !code && i < tally->run->nr_tasks; i++)
		code = check_least(tally, i, EVENTS_XSAVE,
				   tally->run->task[i].switches / 2, why, len);
	return code;
}

/*
 * Nobody with registers of its own comes in between, but for tasks that have
 * nothing to do with the test. Each of those restores what it has.
 */
static int check_nap(const struct tally *tally, char *why, size_t len)
{
	unsigned long restores = tally->task[0][EVENTS_XRSTOR].seen;
	int code = check_common(tally, why, len);

	if (!code)
		code = check_least(tally, 0, EVENTS_XSAVE, TEST_ROUNDS - 1, why, len);
	if (!code && restores > TEST_ROUNDS / 2 + tally->others[EVENTS_XRSTOR]) {
		snprintf(why, len, "%lu restores of registers that nobody took", restores);
		code = KSFT_FAIL;
	}
	return code;
}

/* Task 0 sleeps many times in one call: its registers are saved before the first. */
static int check_write(const struct tally *tally, char *why, size_t len)
{
	const struct switcher_task *writer = &tally->run->task[0];
	unsigned long saves = tally->task[0][EVENTS_XSAVE].seen;
	unsigned long restores = tally->task[0][EVENTS_XRSTOR].seen;
	int code = check_common(tally, why, len);

	if (code)
		return code;
	if (writer->switches < 16 * TEST_ROUNDS / 10) {
		snprintf(why, len, "only %lu switches", writer->switches);
		return KSFT_FAIL;
	}
	if (saves * 4 > writer->switches || restores * 4 > writer->switches) {
		snprintf(why, len, "%lu saves and %lu restores in %lu switches", saves, restores,
			 writer->switches);
		return KSFT_FAIL;
	}
	return KSFT_PASS;
}

static int check_fork(const struct tally *tally, char *why, size_t len)
{
	unsigned long at_fork = tally->task[0][EVENTS_XSAVE].at_fork;
	int code = check_common(tally, why, len);

	if (!code && tally->with_site && at_fork + tally->summary.lost < TEST_ROUNDS / 10) {
		snprintf(why, len, "%lu saves by fork, %d forks", at_fork, TEST_ROUNDS / 10);
		code = KSFT_FAIL;
	}
	return code;
}

/* Which check goes with which method, and how it differs from two tasks on a CPU. */
static const struct relation {
	const char	*method;
	int		(*check)(const struct tally *tally, char *why, size_t len);
	unsigned int	divide_rounds;
} relations[] = {
	{ "pipe",	check_turns,	1 },
	{ "futex",	check_turns,	1 },
	{ "signal",	check_turns,	1 },
	{ "yield",	check_yield,	1 },
	{ "crowd",	check_yield,	1 },
	{ "migrate",	check_turns,	1 },
	{ "nap",	check_nap,	1 },
	{ "write",	check_write,	10 },
	{ "fork",	check_fork,	10 },
	{ "crypto",	check_turns,	1 },
};

static const struct relation *relation_of(const struct test_case *tc)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(relations); i++) {
		if (!strcmp(relations[i].method, tc->method))
			return &relations[i];
	}
	return NULL;
}

static int run_method(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	const struct relation *relation = relation_of(tc);
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	int code;

	test_plan(&plan, tc, ctx);
	plan.rounds /= relation->divide_rounds;
	code = test_switch(&plan, tc, &run, &tally, why, len);
	if (code)
		return code;
	if (tc->traced)
		code = relation->check(&tally, why, len);
	switcher_free(run);
	return code;
}

#define ALL_STATES	(FPREGS_FP | FPREGS_SSE)

#define KEPT(_what, _method)							\
	{ .name = _what " keep state, events off", .method = _method,		\
	  .features = ALL_STATES, .run = run_method }

#define TRACED(_what, _method)							\
	{ .name = _what " match the events", .method = _method,			\
	  .features = ALL_STATES, .traced = true, .run = run_method }

const struct test_case method_cases[] = {
	KEPT("switches by pipe", "pipe"),
	TRACED("switches by pipe", "pipe"),
	KEPT("switches by futex", "futex"),
	TRACED("switches by futex", "futex"),
	KEPT("switches by signal", "signal"),
	TRACED("switches by signal", "signal"),
	KEPT("switches by sched_yield", "yield"),
	TRACED("switches by sched_yield", "yield"),
	KEPT("switches of more tasks than CPUs", "crowd"),
	TRACED("switches of more tasks than CPUs", "crowd"),
	KEPT("migrations", "migrate"),
	TRACED("migrations", "migrate"),
	KEPT("naps of a task that stays the owner", "nap"),
	TRACED("naps of a task that stays the owner", "nap"),
	KEPT("switches without a return to user space", "write"),
	TRACED("switches without a return to user space", "write"),
	KEPT("forks", "fork"),
	TRACED("forks", "fork"),
	KEPT("uses of the FPU by the kernel", "crypto"),
	TRACED("uses of the FPU by the kernel", "crypto"),
};

const size_t nr_method_cases = ARRAY_SIZE(method_cases);
