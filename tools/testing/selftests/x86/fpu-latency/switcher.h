/* SPDX-License-Identifier: GPL-2.0 */
/* Tasks that make each other switch, with FPU state in use */
#ifndef __FPU_LATENCY_SWITCHER_H
#define __FPU_LATENCY_SWITCHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "fpregs.h"

#define SWITCHER_MAX_TASKS	256
#define SWITCHER_MAX_CALLS	8

/* What a task has in its registers. Task i has the role i % 2. */
struct switcher_role {
	/* In use; all others of the plan's mask are in their initial state. */
	uint64_t	features;
	/* Not in use either; the features are what is looked for. */
	bool		initial;
	/* Loaded before each turn, and before the next all are initial. */
	bool		back_and_forth;
	/* By this instruction, NULL for XRSTOR of all features of the mask. */
	void		*release;
	/* Loaded again before each turn. */
	bool		reload;
	/* With a user shadow stack. */
	bool		shadow_stack;
};

/* What came of a task. */
struct switcher_task {
	pid_t		pid;
	/* Result of the system call that ended it early, or 1. */
	long		error;
	/* Features whose registers were not what had been loaded. */
	uint64_t	corrupt;
	/* Features that XGETBV(1) told were in use, or not, although they had to be not. */
	uint64_t	miscalled;
	unsigned long	checks;
	/* Times that it left a CPU, from its first to its last instruction. */
	unsigned long	switches;
	/* Nanoseconds of CLOCK_MONOTONIC before its first and after its last turn. */
	uint64_t	begin;
	uint64_t	end;
};

struct switcher_plan {
	const struct switcher_method	*method;
	/* What the tasks load and check. */
	uint64_t			mask;
	struct switcher_role		role[2];
	/* 0: as many as the method needs at least */
	unsigned int			nr_tasks;
	unsigned int			rounds;
	/* Features of which the CPU tells that they are initial. */
	uint64_t			tracked;
	/* 0: the rounds once; otherwise again and again for that long */
	unsigned int			seconds;
	unsigned int			seed;
	/* The second is used by some methods only; -1 where there is none. */
	int				cpu[2];
};

/* Memory that the tasks and their parent share. */
struct switcher_run {
	struct switcher_plan	plan;
	unsigned int		nr_tasks;
	int			pipes[SWITCHER_MAX_TASKS][2];
	bool			pipes_closed;
	int			socket;
	/* Blocks of rounds that task 0 has begun; the others follow. */
	unsigned int		blocks;
	bool			last_block;
	char			byte[SWITCHER_MAX_TASKS];
	uint32_t		futex[SWITCHER_MAX_TASKS];
	struct switcher_task	task[SWITCHER_MAX_TASKS];
};

struct switcher_method {
	const char	*name;
	unsigned int	min_tasks;
	/* Tasks may run on both CPUs of the plan, if there are two. */
	bool		both;
	/* Times that a task leaves the CPU in a round, at least; 0 if not known. */
	unsigned int	leaves;
	/* Calls that return 0 are those of a child that has to check its state. */
	bool		forks;
	/* The tasks sleep for a time of their own: it tells nothing of switches. */
	bool		idle;

	/* Before the tasks start. 0, or KSFT_SKIP or KSFT_FAIL with a reason. */
	int		(*setup)(struct switcher_run *run, char *why, size_t len);
	/* In a task: which calls make a round. Returns their number, 0 if that fails. */
	unsigned int	(*calls)(struct switcher_run *run, unsigned int self,
				 struct fpregs_call *calls, uint64_t *rounds);
	/* In the parent when all tasks have started. */
	void		(*started)(struct switcher_run *run);
	void		(*teardown)(struct switcher_run *run);
};

extern const struct switcher_method switcher_methods[];
extern const size_t switcher_nr_methods;

bool switcher_has_shadow_stack(void);
const struct switcher_method *switcher_method(const char *name);
struct switcher_run *switcher_start(const struct switcher_plan *plan, int *code, char *why,
				    size_t len);
bool switcher_wait(struct switcher_run *run, char *why, size_t len);
uint64_t switcher_cpu_time(const struct switcher_run *run);
void switcher_free(struct switcher_run *run);

#endif /* __FPU_LATENCY_SWITCHER_H */
