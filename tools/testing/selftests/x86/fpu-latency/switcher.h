/* SPDX-License-Identifier: GPL-2.0 */
/* Two tasks on one CPU that make each other switch, with FPU state in use */
#ifndef __FPU_LATENCY_SWITCHER_H
#define __FPU_LATENCY_SWITCHER_H

#include <stdint.h>
#include <sys/types.h>

#define SWITCHER_TASKS	2

/* What came of a run, task by task. */
struct switcher_result {
	pid_t		pid[SWITCHER_TASKS];
	/* Result of the system call that failed, or 1. */
	long		error[SWITCHER_TASKS];
	/* Features whose registers were not what had been loaded. */
	uint64_t	corrupt[SWITCHER_TASKS];
};

int switcher_pick_cpu(void);
int switcher_run(uint64_t mask, uint64_t features, unsigned int rounds, unsigned int seed,
		 int cpu, struct switcher_result *result, char *why, size_t len);

#endif /* __FPU_LATENCY_SWITCHER_H */
