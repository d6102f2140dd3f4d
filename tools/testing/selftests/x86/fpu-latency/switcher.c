// SPDX-License-Identifier: GPL-2.0
/* Two tasks on one CPU that make each other switch, with FPU state in use */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fpregs.h"
#include "switcher.h"

/* More CPUs than any kernel can be configured for. */
#define MAX_CPUS	65536

/* A run takes well under a second on hardware; emulators may need some. */
#define RUN_TIMEOUT_SEC	60

/* What the two tasks and their parent share. */
struct shared {
	struct switcher_result	result;
	char			byte[SWITCHER_TASKS];
};

static int set_cpu(int cpu)
{
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);
	int ret;

	if (!set)
		return -1;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	ret = sched_setaffinity(0, size, set);
	CPU_FREE(set);
	return ret;
}

/*
 * switcher_pick_cpu - the first CPU that this task may and can run on
 *
 * Returns -1 if there is none, which cannot be while it runs.
 */
int switcher_pick_cpu(void)
{
	size_t size = CPU_ALLOC_SIZE(MAX_CPUS);
	cpu_set_t *allowed = CPU_ALLOC(MAX_CPUS);
	int cpu, found = -1;

	if (!allowed)
		return -1;
	CPU_ZERO_S(size, allowed);
	if (sched_getaffinity(0, size, allowed)) {
		CPU_FREE(allowed);
		return -1;
	}
	/* A CPU can go off line between the look and the try. */
	for (cpu = 0; cpu < MAX_CPUS && found < 0; cpu++) {
		if (CPU_ISSET_S(cpu, size, allowed) && !set_cpu(cpu))
			found = cpu;
	}
	sched_setaffinity(0, size, allowed);
	CPU_FREE(allowed);
	return found;
}

/* One task: take turns with the other by two pipes. Does not return. */
static void task(struct shared *shared, int self, int from, int to, uint64_t mask,
		 uint64_t features, unsigned int rounds, unsigned int seed, int cpu)
{
	struct fpregs_call wait = { SYS_read, { from, (long)&shared->byte[self], 1 } };
	struct fpregs_call wake = { SYS_write, { to, (long)&shared->byte[self], 1 } };
	struct fpregs_call calls[2] = { self ? wait : wake, self ? wake : wait };
	struct fpregs_loop loop = {
		.mask		= mask,
		.load		= fpregs_alloc(),
		.after		= fpregs_alloc(),
		.own		= fpregs_alloc(),
		.calls		= calls,
		.nr_calls	= 2,
		.rounds		= rounds,
	};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!loop.load || !loop.after || !loop.own || set_cpu(cpu)) {
		shared->result.error[self] = errno ? -errno : -ENOMEM;
		_exit(1);
	}

	fpregs_randomize(loop.load, features, seed);
	fpregs_hold(&loop);

	shared->result.error[self] = loop.result;
	shared->result.corrupt[self] = fpregs_compare(loop.load, loop.after, mask);
	_exit(0);
}

/* Wait for both tasks; after RUN_TIMEOUT_SEC they are killed. */
static bool reap(const pid_t *pid, char *why, size_t len)
{
	struct timespec pause = { .tv_nsec = 2000000 };
	bool done[SWITCHER_TASKS] = { }, ok = true;
	int i, status, left = SWITCHER_TASKS;
	time_t start = time(NULL);
	pid_t got;

	while (left) {
		for (i = 0; i < SWITCHER_TASKS; i++) {
			if (done[i])
				continue;
			got = waitpid(pid[i], &status, WNOHANG);
			if (!got || (got < 0 && errno == EINTR))
				continue;
			done[i] = true;
			left--;
			if (got > 0 && WIFSIGNALED(status) && ok) {
				snprintf(why, len, "task %d was killed by signal %d", i,
					 WTERMSIG(status));
				ok = false;
			}
		}
		if (left && time(NULL) - start > RUN_TIMEOUT_SEC) {
			snprintf(why, len, "no end after %d s", RUN_TIMEOUT_SEC);
			ok = false;
			for (i = 0; i < SWITCHER_TASKS; i++) {
				if (!done[i])
					kill(pid[i], SIGKILL);
			}
			start = time(NULL);
		}
		if (left)
			nanosleep(&pause, NULL);
	}
	return ok;
}

/*
 * switcher_run - two tasks on @cpu, each with its own random state, take turns
 *
 * @mask is what they load and check, @features are those of it that are in use;
 * the others are in their initial state. Each task leaves the CPU at least once
 * in each of @rounds, with its state in the registers.
 *
 * Returns 0, or -1 with the reason in @why. Corruption is told in @result only.
 */
int switcher_run(uint64_t mask, uint64_t features, unsigned int rounds, unsigned int seed,
		 int cpu, struct switcher_result *result, char *why, size_t len)
{
	int pipes[SWITCHER_TASKS][2], i, started = 0, ret = -1;
	struct shared *shared;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		snprintf(why, len, "mmap: %s", strerror(errno));
		return -1;
	}
	if (pipe(pipes[0])) {
		snprintf(why, len, "pipe: %s", strerror(errno));
		goto unmap;
	}
	if (pipe(pipes[1])) {
		snprintf(why, len, "pipe: %s", strerror(errno));
		goto close_first;
	}

	for (i = 0; i < SWITCHER_TASKS; i++) {
		pid_t pid = fork();

		if (!pid) {
			/* Without the other's ends a dead partner is seen as end of file. */
			close(pipes[i][0]);
			close(pipes[!i][1]);
			task(shared, i, pipes[!i][0], pipes[i][1], mask, features, rounds,
			     seed + i, cpu);
		}
		if (pid < 0) {
			snprintf(why, len, "fork: %s", strerror(errno));
			break;
		}
		shared->result.pid[i] = pid;
		started++;
	}
	for (i = 0; i < SWITCHER_TASKS; i++) {
		close(pipes[1][i]);
		close(pipes[0][i]);
	}
	if (started == SWITCHER_TASKS) {
		if (reap(shared->result.pid, why, len))
			ret = 0;
	} else if (started) {
		kill(shared->result.pid[0], SIGKILL);
		waitpid(shared->result.pid[0], NULL, 0);
	}
	*result = shared->result;
	for (i = 0; !ret && i < SWITCHER_TASKS; i++) {
		if (result->error[i] != 1) {
			snprintf(why, len, "task %d: system call gave %ld", i, result->error[i]);
			ret = -1;
		}
	}
	goto unmap;

close_first:
	close(pipes[0][0]);
	close(pipes[0][1]);
unmap:
	munmap(shared, sizeof(*shared));
	return ret;
}
