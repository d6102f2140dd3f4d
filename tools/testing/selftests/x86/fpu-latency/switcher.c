// SPDX-License-Identifier: GPL-2.0
/* Tasks that make each other switch, with FPU state in use */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kselftest.h"

#include "cpus.h"
#include "fpregs.h"
#include "switcher.h"

/* A run takes well under a second on hardware; emulators may need some. */
#define RUN_TIMEOUT_SEC	60

#ifndef ARCH_REQ_XCOMP_PERM
#define ARCH_REQ_XCOMP_PERM	0x1023
#endif
#ifndef ARCH_SHSTK_ENABLE
#define ARCH_SHSTK_ENABLE	0x5001
#define ARCH_SHSTK_SHSTK	1
#endif

#define XFEATURE_NR_XTILEDATA	18

/* The buffers of a task. */
struct areas {
	void	*load;
	void	*initial;
	void	*after;
	void	*own;
};

#define MSEC_PER_SEC	1000
#define NSEC_PER_MSEC	1000000
#define NSEC_PER_SEC	1000000000ULL

/* In one piece, because no function returns once the shadow stack is on. */
static void __noreturn enable_shadow_stack_and_exit(void)
{
	long arg = ARCH_SHSTK_ENABLE;
	long ret;

	asm volatile("syscall\n\t"
		     "test	%%rax, %%rax\n\t"
		     "setne	%%dil\n\t"
		     "movzbl	%%dil, %%edi\n\t"
		     "mov	%[exit], %%eax\n\t"
		     "syscall"
		     : "=a" (ret), "+D" (arg)
		     : "0" ((long)SYS_arch_prctl), "S" ((long)ARCH_SHSTK_SHSTK),
		       [exit] "i" (SYS_exit_group)
		     : "rcx", "r11", "memory", "cc");
	__builtin_unreachable();
}

/* switcher_has_shadow_stack - whether a task can have one; a child tries it */
bool switcher_has_shadow_stack(void)
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid)
		enable_shadow_stack_and_exit();
	return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
	       !WEXITSTATUS(status);
}

/* Nanoseconds of a clock that nobody sets. */
static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

/* Milliseconds of the same clock. */
static uint64_t now(void)
{
	return now_ns() / NSEC_PER_MSEC;
}

/* Before each turn load the state, or the initial state every other time. */
static unsigned int add_loads(const struct switcher_role *role, const struct areas *areas,
			      struct fpregs_call *calls, unsigned int nr)
{
	if (role->back_and_forth && 2 * nr <= SWITCHER_MAX_CALLS) {
		memcpy(calls + nr, calls, nr * sizeof(*calls));
		calls[0].load = role->release ?: areas->initial;
		calls[nr].load = areas->load;
		return 2 * nr;
	}
	if (role->reload)
		calls[0].load = areas->load;
	return nr;
}

/* After a block of rounds: is there another one? Task 0 decides. */
static bool next_block(struct switcher_run *run, unsigned int self, unsigned int block,
		       uint64_t end)
{
	if (!run->plan.seconds)
		return false;
	if (!self) {
		if (now() >= end)
			__atomic_store_n(&run->last_block, true, __ATOMIC_RELEASE);
		else
			__atomic_store_n(&run->blocks, block + 1, __ATOMIC_RELEASE);
	}
	while (!__atomic_load_n(&run->last_block, __ATOMIC_ACQUIRE) &&
	       __atomic_load_n(&run->blocks, __ATOMIC_ACQUIRE) <= block)
		sched_yield();
	return __atomic_load_n(&run->blocks, __ATOMIC_ACQUIRE) > block;
}

/* Which features of @role XINUSE has wrong, of those that are known to be tracked. */
static uint64_t miscalled(const struct switcher_plan *plan, const struct switcher_role *role,
			  uint64_t in_use)
{
	if (role->initial)
		return role->features & plan->tracked & in_use;
	return role->features & ~in_use;
}

/* One block of rounds. Returns whether the task can go on. */
static bool run_block(struct switcher_run *run, unsigned int self, const struct areas *areas,
		      unsigned int seed)
{
	const struct switcher_plan *plan = &run->plan;
	const struct switcher_role *role = &plan->role[self % 2];
	struct fpregs_call calls[SWITCHER_MAX_CALLS] = { };
	struct switcher_task *task = &run->task[self];
	struct fpregs_loop loop = {
		.query	= fpregs_can_query(),
		.mask	= plan->mask,
		.load	= areas->load,
		.after	= areas->after,
		.own	= areas->own,
		.calls	= calls,
		.rounds	= plan->rounds,
	};
	uint64_t corrupt;

	loop.nr_calls = plan->method->calls(run, self, calls, &loop.rounds);
	if (!loop.nr_calls) {
		task->error = errno ? -errno : -ENOMEM;
		return false;
	}
	loop.nr_calls = add_loads(role, areas, calls, loop.nr_calls);
	fpregs_randomize(areas->load, role->initial ? 0 : role->features, seed);
	fpregs_randomize(areas->initial, 0, 0);
	memset(areas->after, 0, fpregs_size());

	fpregs_hold(&loop);

	corrupt = fpregs_compare(areas->load, areas->after, plan->mask);
	__atomic_fetch_or(&task->corrupt, corrupt, __ATOMIC_RELAXED);
	if (loop.query)
		__atomic_fetch_or(&task->miscalled, miscalled(plan, role, loop.in_use),
				  __ATOMIC_RELAXED);
	__atomic_fetch_add(&task->checks, 1, __ATOMIC_RELAXED);
	if (plan->method->forks && !loop.result)
		_exit(!!corrupt);
	task->error = loop.result;
	return loop.result == 1;
}

/* What a task does from its start to its end. Does not return. */
static void __noreturn run_task(struct switcher_run *run, unsigned int self, int start_line)
{
	const struct switcher_plan *plan = &run->plan;
	const struct switcher_role *role = &plan->role[self % 2];
	struct areas areas = {
		.load		= fpregs_alloc(),
		.initial	= fpregs_alloc(),
		.after		= fpregs_alloc(),
		.own		= fpregs_alloc(),
	};
	struct switcher_task *task = &run->task[self];
	unsigned int block = 0;
	uint64_t end;
	long ret;
	char c;

	if (!areas.load || !areas.initial || !areas.after || !areas.own)
		goto fail;
	if (cpus_pin_all(plan->cpu, plan->method->both && plan->cpu[1] >= 0 ? 2 : 1))
		goto fail;
	if ((plan->mask & FPREGS_XTILEDATA) && (role->features & FPREGS_XTILEDATA) &&
	    syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_NR_XTILEDATA))
		goto fail;
	if (role->shadow_stack) {
		/*
		 * Not by a function, which could not return: its return
		 * address would not be on the new shadow stack.
		 */
		asm volatile("syscall"
			     : "=a" (ret)
			     : "0" ((long)SYS_arch_prctl), "D" ((long)ARCH_SHSTK_ENABLE),
			       "S" ((long)ARCH_SHSTK_SHSTK)
			     : "rcx", "r11", "memory", "cc");
		errno = -ret;
		if (ret)
			goto fail;
	}
	/* The parent closes the other end when all have been started. */
	while (read(start_line, &c, 1) < 0 && errno == EINTR)
		;
	task->begin = now_ns();
	end = now() + (uint64_t)plan->seconds * MSEC_PER_SEC;
	while (run_block(run, self, &areas, plan->seed + SWITCHER_MAX_TASKS * block + self)) {
		if (!next_block(run, self, block, end))
			break;
		block++;
	}
	task->end = now_ns();
	_exit(0);
fail:
	task->error = errno ? -errno : -ENOMEM;
	_exit(1);
}

/* The child's part between fork() and its work. */
static void __noreturn start_task(struct switcher_run *run, unsigned int self, const int *line,
				  pid_t parent)
{
	unsigned int i;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	close(line[1]);
	/* Without the others' ends a dead partner is seen as end of file. */
	for (i = 0; i < run->nr_tasks; i++) {
		if (run->pipes[i][0] >= 0 && i != self)
			close(run->pipes[i][0]);
		if (run->pipes[i][1] >= 0 && i != (self + 1) % run->nr_tasks)
			close(run->pipes[i][1]);
	}
	run_task(run, self, line[0]);
}

static void kill_tasks(struct switcher_run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr_tasks; i++) {
		if (run->task[i].pid > 0)
			kill(run->task[i].pid, SIGKILL);
	}
}

static bool fork_tasks(struct switcher_run *run, const int *line)
{
	pid_t pid, parent = getpid();
	unsigned int i;

	fflush(stdout);
	for (i = 0; i < run->nr_tasks; i++) {
		pid = fork();
		if (!pid)
			start_task(run, i, line, parent);
		if (pid < 0)
			return false;
		run->task[i].pid = pid;
	}
	return true;
}

/*
 * switcher_start - start the tasks of @plan
 *
 * Each has its own random state and makes @plan->rounds turns with it in its
 * registers. Returns the run, or NULL with KSFT_FAIL or KSFT_SKIP in @code and
 * the reason in @why.
 */
struct switcher_run *switcher_start(const struct switcher_plan *plan, int *code, char *why,
				    size_t len)
{
	struct switcher_run *run;
	unsigned int i;
	int line[2];
	bool ok;

	*code = KSFT_FAIL;
	run = mmap(NULL, sizeof(*run), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (run == MAP_FAILED) {
		snprintf(why, len, "mmap: %s", strerror(errno));
		return NULL;
	}
	run->plan = *plan;
	run->nr_tasks = plan->nr_tasks ?: plan->method->min_tasks;
	if (run->nr_tasks > SWITCHER_MAX_TASKS)
		run->nr_tasks = SWITCHER_MAX_TASKS;
	run->socket = -1;
	for (i = 0; i < SWITCHER_MAX_TASKS; i++)
		memset(run->pipes[i], -1, sizeof(run->pipes[i]));

	if (pipe(line)) {
		snprintf(why, len, "pipe: %s", strerror(errno));
		munmap(run, sizeof(*run));
		return NULL;
	}
	*code = plan->method->setup ? plan->method->setup(run, why, len) : 0;
	ok = !*code;
	if (ok && !fork_tasks(run, line)) {
		snprintf(why, len, "fork: %s", strerror(errno));
		*code = KSFT_FAIL;
		ok = false;
	}
	if (!ok)
		kill_tasks(run);
	close(line[0]);
	close(line[1]);
	if (ok) {
		if (plan->method->started)
			plan->method->started(run);
		return run;
	}
	for (i = 0; i < run->nr_tasks && run->task[i].pid > 0; i++)
		waitpid(run->task[i].pid, NULL, 0);
	switcher_free(run);
	return NULL;
}

/* Take the end of task @i, if it has come. Returns false while it has not. */
static bool reap(struct switcher_run *run, unsigned int i, bool *ok, char *why, size_t len)
{
	struct rusage usage;
	int status;
	pid_t got = wait4(run->task[i].pid, &status, WNOHANG, &usage);

	if (!got || (got < 0 && errno == EINTR))
		return false;
	if (got > 0) {
		run->task[i].switches = usage.ru_nvcsw + usage.ru_nivcsw;
		if (WIFSIGNALED(status) && *ok) {
			snprintf(why, len, "task %u was killed by signal %d", i, WTERMSIG(status));
			*ok = false;
		}
		if (run->task[i].error != 1 && *ok) {
			snprintf(why, len, "task %u: system call gave %ld", i, run->task[i].error);
			*ok = false;
		}
	}
	return true;
}

/*
 * switcher_wait - wait for all tasks; they are killed when they take too long
 *
 * Returns true, or false with the reason in @why. Corruption is told in the
 * tasks' results only.
 */
bool switcher_wait(struct switcher_run *run, char *why, size_t len)
{
	struct timespec pause = { .tv_nsec = 2000000 };
	unsigned int i, left = run->nr_tasks;
	bool done[SWITCHER_MAX_TASKS] = { }, ok = true;
	uint64_t end = now() + ((uint64_t)run->plan.seconds + RUN_TIMEOUT_SEC) * MSEC_PER_SEC;

	while (left) {
		for (i = 0; i < run->nr_tasks; i++) {
			if (!done[i] && reap(run, i, &ok, why, len)) {
				done[i] = true;
				left--;
			}
		}
		if (left && ok && now() > end) {
			snprintf(why, len, "no end after %u s",
				 run->plan.seconds + RUN_TIMEOUT_SEC);
			ok = false;
		}
		/* One that died takes its partners' turns away. */
		for (i = 0; !ok && i < run->nr_tasks; i++) {
			if (!done[i])
				kill(run->task[i].pid, SIGKILL);
		}
		if (left)
			nanosleep(&pause, NULL);
	}
	return ok;
}

/*
 * switcher_cpu_time - nanoseconds from the first turn to the last one, on each CPU
 *
 * The time on the clock, times the CPUs that the tasks of @run could be on, idle or
 * not; without what it takes to start the tasks and to see their end. After
 * switcher_wait(); 0 if that failed.
 */
uint64_t switcher_cpu_time(const struct switcher_run *run)
{
	const struct switcher_plan *plan = &run->plan;
	uint64_t begin = UINT64_MAX, end = 0;
	unsigned int i;

	for (i = 0; i < run->nr_tasks; i++) {
		if (!run->task[i].end)
			return 0;
		if (run->task[i].begin < begin)
			begin = run->task[i].begin;
		if (run->task[i].end > end)
			end = run->task[i].end;
	}
	return (end - begin) * (plan->method->both && plan->cpu[1] >= 0 ? 2 : 1);
}

/* switcher_free - what a run needed, when its tasks have ended */
void switcher_free(struct switcher_run *run)
{
	if (run->plan.method->teardown)
		run->plan.method->teardown(run);
	munmap(run, sizeof(*run));
}
