// SPDX-License-Identifier: GPL-2.0
/* State and the life of a process: exec clears it, ptrace reads and writes it */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest.h"

#include "fpu_latency_test.h"

#ifndef NT_X86_XSTATE
#define NT_X86_XSTATE	0x202
#endif

/* Stops of the traced task in which its state is looked at. */
#define STOPS		20

/* A traced task that does not stop any more is killed after that long. */
#define TIMEOUT_SEC	30

/* PKRU is not part of it: exec does not make it 0. */
#define STATES(ctx)	((ctx)->enabled & FPREGS_PLAIN)

/* Hold state, and stop or exec. Ends without a return. */
static void __noreturn traced_task(uint64_t mask, unsigned int seed, bool exec, void *result)
{
	static char * const argv[] = { "fpu_latency_test", NULL };
	struct fpregs_call call = {
		.nr	= SYS_kill,
		.args	= { getpid(), SIGSTOP },
		.allow	= 1,
	};
	struct fpregs_loop loop = {
		.mask		= mask,
		.load		= fpregs_alloc(),
		.after		= result,
		.own		= fpregs_alloc(),
		.calls		= &call,
		.nr_calls	= 1,
		.rounds		= STOPS,
	};

	if (exec)
		call = (struct fpregs_call) {
			.nr	= SYS_execve,
			.args	= { (long)"/proc/self/exe", (long)argv, 0 },
		};
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	alarm(TIMEOUT_SEC);
	if (!loop.load || !loop.own || ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(1);
	fpregs_randomize(loop.load, mask, seed);
	/* The tracer sets its options in the first stop. */
	raise(SIGSTOP);
	fpregs_hold(&loop);
	_exit(loop.result == 1 ? 0 : 1);
}

static pid_t start_traced(uint64_t mask, unsigned int seed, bool exec, void *result, char *why,
			  size_t len)
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		signal(SIGALRM, SIG_DFL);
		traced_task(mask, seed, exec, result);
	}
	if (pid < 0) {
		snprintf(why, len, "fork: %s", strerror(errno));
		return -1;
	}
	if (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status) &&
	    !ptrace(PTRACE_SETOPTIONS, pid, NULL,
		    (void *)(PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC)))
		return pid;
	snprintf(why, len, "the task cannot be traced");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return -1;
}

static void end_traced(pid_t pid)
{
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Continue to the next stop of @pid. Returns whether it came. */
static bool next_stop(pid_t pid, int *status)
{
	if (ptrace(PTRACE_CONT, pid, NULL, NULL))
		return false;
	while (waitpid(pid, status, 0) < 0) {
		if (errno != EINTR)
			return false;
	}
	return WIFSTOPPED(*status);
}

static bool regset(enum __ptrace_request request, pid_t pid, void *xbuf)
{
	struct iovec iov = { .iov_base = xbuf, .iov_len = fpregs_size() };

	return !ptrace(request, pid, (void *)NT_X86_XSTATE, &iov);
}

static int run_exec(const struct test_case *tc __maybe_unused, struct test_context *ctx, char *why,
		    size_t len)
{
	void *initial = fpregs_alloc(), *seen = fpregs_alloc();
	uint64_t differ = ~0ULL;
	int status, code = KSFT_FAIL;
	pid_t pid = -1;

	if (!initial || !seen) {
		snprintf(why, len, "no memory");
		goto out;
	}
	pid = start_traced(STATES(ctx), ctx->seed++, true, seen, why, len);
	if (pid < 0)
		goto out;
	fpregs_randomize(initial, 0, 0);
	if (!next_stop(pid, &status) || status >> 8 != (SIGTRAP | (PTRACE_EVENT_EXEC << 8)))
		snprintf(why, len, "exec did not happen");
	else if (!regset(PTRACE_GETREGSET, pid, seen))
		snprintf(why, len, "PTRACE_GETREGSET: %s", strerror(errno));
	else
		differ = fpregs_compare(initial, seen, STATES(ctx));
	if (!differ)
		code = KSFT_PASS;
	else if (differ != ~0ULL)
		snprintf(why, len, "features 0x%llx are not initial", (unsigned long long)differ);
	end_traced(pid);
out:
	free(initial);
	free(seen);
	return code;
}

/* In each stop, see the state that was set in the one before, and set another. */
static int trace_stops(pid_t pid, struct test_context *ctx, void *set, void *seen, char *why,
		       size_t len)
{
	uint64_t differ;
	int i, status;

	for (i = 0; i < STOPS; i++) {
		if (!next_stop(pid, &status) || WSTOPSIG(status) != SIGSTOP) {
			snprintf(why, len, "stop %d did not come", i);
			return KSFT_FAIL;
		}
		if (!regset(PTRACE_GETREGSET, pid, seen)) {
			snprintf(why, len, "PTRACE_GETREGSET: %s", strerror(errno));
			return KSFT_FAIL;
		}
		differ = fpregs_compare(set, seen, STATES(ctx));
		if (differ) {
			snprintf(why, len, "stop %d: features 0x%llx differ", i,
				 (unsigned long long)differ);
			return KSFT_FAIL;
		}
		fpregs_randomize(set, STATES(ctx), ctx->seed++);
		if (!regset(PTRACE_SETREGSET, pid, set)) {
			snprintf(why, len, "PTRACE_SETREGSET: %s", strerror(errno));
			return KSFT_FAIL;
		}
	}
	if (next_stop(pid, &status) || !WIFEXITED(status) || WEXITSTATUS(status)) {
		snprintf(why, len, "the task did not end well");
		return KSFT_FAIL;
	}
	return KSFT_PASS;
}

static int run_ptrace(const struct test_case *tc __maybe_unused, struct test_context *ctx,
		      char *why, size_t len)
{
	void *set = fpregs_alloc(), *seen = fpregs_alloc(), *result;
	unsigned int seed = ctx->seed++;
	int code = KSFT_FAIL;
	uint64_t differ;
	pid_t pid;

	result = mmap(NULL, fpregs_size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (!set || !seen || result == MAP_FAILED) {
		snprintf(why, len, "no memory");
		goto out;
	}
	fpregs_randomize(set, STATES(ctx), seed);
	pid = start_traced(STATES(ctx), seed, false, result, why, len);
	if (pid < 0)
		goto out;
	code = trace_stops(pid, ctx, set, seen, why, len);
	end_traced(pid);
	differ = code ? 0 : fpregs_compare(set, result, STATES(ctx));
	if (differ) {
		snprintf(why, len, "features 0x%llx are not what was set last",
			 (unsigned long long)differ);
		code = KSFT_FAIL;
	}
out:
	if (result != MAP_FAILED)
		munmap(result, fpregs_size());
	free(set);
	free(seen);
	return code;
}

const struct test_case process_cases[] = {
	{ .name = "exec clears state, events off", .run = run_exec },
	{ .name = "exec clears state, events on", .traced = true, .run = run_exec },
	{ .name = "ptrace reads and writes state, events off", .run = run_ptrace },
	{ .name = "ptrace reads and writes state, events on", .traced = true, .run = run_ptrace },
};

const size_t nr_process_cases = ARRAY_SIZE(process_cases);
