// SPDX-License-Identifier: GPL-2.0
/* State that a task has to ask for: AMX tiles and the user shadow stack */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest.h"

#include "fpu_latency_test.h"

#ifndef ARCH_GET_XCOMP_SUPP
#define ARCH_GET_XCOMP_SUPP	0x1021
#endif
#ifndef ARCH_REQ_XCOMP_PERM
#define ARCH_REQ_XCOMP_PERM	0x1023
#endif
#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ		51
#endif

#define XFEATURE_NR_XTILEDATA	18
#define CPUID_LEAF_TILE		0x1d
#define CPUID_LEAF_XSTATE	0xd

/* Exit status of a child: what it found, or that it could not find out. */
#define CHILD_OK	0
#define CHILD_WRONG	1

/* Run @fn in a child. Returns its wait status, or -1. */
static int in_child(int (*fn)(void))
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		alarm(30);
		_exit(fn());
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return status;
}

/* Load random tile data, which is the first use if it was not used before. */
static int use_tiles(void)
{
	struct fpregs_call call = { .nr = SYS_getpid };
	struct fpregs_loop loop = {
		.mask		= FPREGS_XTILE,
		.load		= fpregs_alloc(),
		.after		= fpregs_alloc(),
		.own		= fpregs_alloc(),
		.calls		= &call,
		.nr_calls	= 1,
		.rounds		= 1,
	};

	fpregs_randomize(loop.load, FPREGS_XTILE, 1);
	fpregs_hold(&loop);
	return fpregs_compare(loop.load, loop.after, FPREGS_XTILE) ? CHILD_WRONG : CHILD_OK;
}

static int request_tiles(void)
{
	return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_NR_XTILEDATA) ? errno : 0;
}

static int set_altstack(size_t size)
{
	stack_t stack = { .ss_size = size };

	stack.ss_sp = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (stack.ss_sp == MAP_FAILED)
		return errno;
	return sigaltstack(&stack, NULL) ? errno : 0;
}

/* Large enough for a frame without tile data, and too small for one with it. */
static size_t small_stack(void)
{
	uint32_t eax, ebx, ecx, edx;

	__cpuid_count(CPUID_LEAF_XSTATE, XFEATURE_NR_XTILEDATA, eax, ebx, ecx, edx);
	return getauxval(AT_MINSIGSTKSZ) - eax;
}

static int child_altstack_first(void)
{
	return !set_altstack(small_stack()) && request_tiles() == ENOSPC ? CHILD_OK : CHILD_WRONG;
}

static int child_permission_first(void)
{
	return !request_tiles() && set_altstack(small_stack()) == ENOMEM ? CHILD_OK : CHILD_WRONG;
}

static int child_permitted(void)
{
	return request_tiles() ? CHILD_WRONG : use_tiles();
}

static int run_supported(const struct test_case *tc __maybe_unused,
			 struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	uint32_t eax, ebx, ecx, edx;
	uint64_t supported = 0;

	if (syscall(SYS_arch_prctl, ARCH_GET_XCOMP_SUPP, &supported)) {
		snprintf(why, len, "ARCH_GET_XCOMP_SUPP: %s", strerror(errno));
		return KSFT_FAIL;
	}
	__cpuid_count(CPUID_LEAF_TILE, 0, eax, ebx, ecx, edx);
	if ((supported & FPREGS_XTILE) == FPREGS_XTILE && eax >= 1)
		return KSFT_PASS;
	snprintf(why, len, "supported are 0x%llx, palettes up to %u",
		 (unsigned long long)supported, eax);
	return KSFT_FAIL;
}

static int run_refused(const struct test_case *tc __maybe_unused,
		       struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	int status = in_child(use_tiles);

	if (status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGILL)
		return KSFT_PASS;
	snprintf(why, len, "wait status 0x%x, not SIGILL", status);
	return KSFT_FAIL;
}

static int run_child(int (*fn)(void), char *why, size_t len)
{
	int status = in_child(fn);

	if (status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == CHILD_OK)
		return KSFT_PASS;
	snprintf(why, len, "wait status 0x%x", status);
	return KSFT_FAIL;
}

static int run_permitted(const struct test_case *tc __maybe_unused,
			 struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	return run_child(child_permitted, why, len);
}

static int run_altstack_first(const struct test_case *tc __maybe_unused,
			      struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	return run_child(child_altstack_first, why, len);
}

static int run_permission_first(const struct test_case *tc __maybe_unused,
				struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	return run_child(child_permission_first, why, len);
}

/* Task 0 uses tiles, task 1 does not: only what task 0 saves grows. */
static int run_rfbm(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	uint64_t amx, plain;
	int code;

	test_plan(&plan, tc, ctx);
	/* What a task has not asked for it does not load either. */
	plan.role[1].features = FPREGS_SSE;
	code = test_switch(&plan, tc, &run, &tally, why, len);
	if (code)
		return code;
	amx = tally.task[0][EVENTS_XSAVE].rfbm_any;
	plain = tally.task[1][EVENTS_XSAVE].rfbm_any;
	if (!(amx & FPREGS_XTILEDATA) || (plain & FPREGS_XTILEDATA) ||
	    tally.task[0][EVENTS_XSAVE].all + tally.summary.lost < TEST_ROUNDS - 1) {
		snprintf(why, len, "RFBM is 0x%llx with tiles and 0x%llx without, %lu in use",
			 (unsigned long long)amx, (unsigned long long)plain,
			 tally.task[0][EVENTS_XSAVE].all);
		code = KSFT_FAIL;
	}
	switcher_free(run);
	return code;
}

static int check_xfd_event(const struct test_case *tc __maybe_unused,
			   const struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	if (events_has(EVENTS_XFD))
		return KSFT_PASS;
	snprintf(why, len, "no event x86_fpu:x86_fpu_latency_xfd");
	return KSFT_SKIP;
}

/* Task 0 may use tiles, task 1 may not: XFD is written whenever they take turns. */
static int run_xfd(const struct test_case *tc, struct test_context *ctx, char *why, size_t len)
{
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	unsigned long least;
	int code;

	test_plan(&plan, tc, ctx);
	plan.role[1].features = FPREGS_SSE;
	code = test_switch(&plan, tc, &run, &tally, why, len);
	if (code)
		return code;
	least = tally.xfd_writes[tally.xfd_writes[0] > tally.xfd_writes[1]];
	if (least + tally.summary.lost < TEST_ROUNDS - 1 || tally.xfd_any[0] ||
	    tally.xfd_any[1] != FPREGS_XTILEDATA) {
		snprintf(why, len, "%lu and %lu writes, of 0x%llx with tiles and 0x%llx without",
			 tally.xfd_writes[0], tally.xfd_writes[1],
			 (unsigned long long)tally.xfd_any[0],
			 (unsigned long long)tally.xfd_any[1]);
		code = KSFT_FAIL;
	}
	switcher_free(run);
	return code;
}

static int check_shadow_stack(const struct test_case *tc __maybe_unused,
			      const struct test_context *ctx __maybe_unused, char *why, size_t len)
{
	if (switcher_has_shadow_stack())
		return KSFT_PASS;
	snprintf(why, len, "no user shadow stack");
	return KSFT_SKIP;
}

/* Task 0 has a shadow stack, task 1 has none: CET_U is in use in task 0 only. */
static int run_shadow_stack(const struct test_case *tc, struct test_context *ctx, char *why,
			    size_t len)
{
	struct switcher_plan plan;
	static struct tally tally;
	struct switcher_run *run;
	unsigned int k;
	int code;

	test_plan(&plan, tc, ctx);
	plan.role[0].shadow_stack = true;
	code = test_switch(&plan, tc, &run, &tally, why, len);
	if (code || !tc->traced)
		goto out;
	for (k = 0; k < EVENTS_KINDS; k++) {
		const struct tally_kind *with = &tally.task[0][k], *without = &tally.task[1][k];

		if (with->all + tally.summary.lost >= TEST_ROUNDS - 1 &&
		    (with->rfbm_any & FPREGS_CET_USER) && !(without->xinuse_any & FPREGS_CET_USER))
			continue;
		snprintf(why, len, "%lu with CET_U in use, RFBM 0x%llx; the other task has 0x%llx",
			 with->all, (unsigned long long)with->rfbm_any,
			 (unsigned long long)without->xinuse_any);
		code = KSFT_FAIL;
		break;
	}
out:
	if (run)
		switcher_free(run);
	return code;
}

const struct test_case feature_cases[] = {
	{ .name = "AMX is offered", .features = FPREGS_XTILE, .run = run_supported },
	{ .name = "AMX without permission is SIGILL", .features = FPREGS_XTILE,
	  .run = run_refused },
	{ .name = "AMX with permission works", .features = FPREGS_XTILE, .run = run_permitted },
	{ .name = "AMX permission needs a large signal stack", .features = FPREGS_XTILE,
	  .run = run_altstack_first },
	{ .name = "AMX signal stack stays large", .features = FPREGS_XTILE,
	  .run = run_permission_first },
	{ .name = "AMX use enlarges what the task saves, and no other", .features = FPREGS_XTILE,
	  .traced = true, .run = run_rfbm },
	{ .name = "AMX permission makes a switch write XFD", .features = FPREGS_XTILE,
	  .traced = true, .check = check_xfd_event, .run = run_xfd },
	{ .name = "CET_U state is kept, events off", .check = check_shadow_stack,
	  .run = run_shadow_stack },
	{ .name = "CET_U state is kept and traced", .traced = true, .check = check_shadow_stack,
	  .run = run_shadow_stack },
};

const size_t nr_feature_cases = ARRAY_SIZE(feature_cases);
