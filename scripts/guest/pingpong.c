// SPDX-License-Identifier: GPL-2.0
/*
 * pingpong LABEL RUNS [ROUNDS] - TSC ticks of a pipe round trip with AVX state in use
 *
 * Two tasks on one CPU hold random x87, SSE and AVX state and wake each other by
 * pipes. Prints RUNS lines "pingpong LABEL TICKS", each a mean over ROUNDS round
 * trips, 1000 if not given. Under `qemu -icount shift=0` a tick is an executed instruction.
 */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fpregs.h"

#define WARM_UP	20

static unsigned int rounds = 1000;

static uint64_t rdtsc(void)
{
	uint32_t lo, hi;

	asm volatile("lfence; rdtsc; lfence" : "=a" (lo), "=d" (hi) : : "memory");
	return lo | (uint64_t)hi << 32;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Hold state over @times of the two calls. */
static void hold(struct fpregs_call *calls, uint64_t times)
{
	static struct fpregs_loop loop;

	if (!loop.load) {
		loop.mask = FPREGS_FP | FPREGS_SSE | FPREGS_YMM;
		loop.load = fpregs_alloc();
		loop.after = fpregs_alloc();
		loop.own = fpregs_alloc();
		if (!loop.load || !loop.after || !loop.own)
			die("memory");
		fpregs_randomize(loop.load, loop.mask, getpid());
	}
	loop.calls = calls;
	loop.nr_calls = 2;
	loop.rounds = times;
	fpregs_hold(&loop);
	if (loop.result != 1) {
		fprintf(stderr, "pingpong: system call gave %ld\n", loop.result);
		exit(1);
	}
}

static double run(void)
{
	int there[2], back[2];
	uint64_t begin, end;
	pid_t pid;
	char byte = 0;

	if (pipe(there) || pipe(back))
		die("pipe");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		struct fpregs_call calls[2] = {
			{ SYS_read, { there[0], (long)&byte, 1 } },
			{ SYS_write, { back[1], (long)&byte, 1 } },
		};

		close(there[1]);
		hold(calls, WARM_UP + rounds);
		_exit(0);
	}

	struct fpregs_call calls[2] = {
		{ SYS_write, { there[1], (long)&byte, 1 } },
		{ SYS_read, { back[0], (long)&byte, 1 } },
	};

	close(back[1]);
	hold(calls, WARM_UP);
	begin = rdtsc();
	hold(calls, rounds);
	end = rdtsc();
	waitpid(pid, NULL, 0);
	close(there[0]);
	close(there[1]);
	close(back[0]);
	return (double)(end - begin) / rounds;
}

int main(int argc, char **argv)
{
	struct sched_param param = { .sched_priority = 1 };
	cpu_set_t set;
	int i;

	if (argc == 4)
		rounds = atoi(argv[3]);
	if ((argc != 3 && argc != 4) || !rounds) {
		fprintf(stderr, "Usage: pingpong LABEL RUNS [ROUNDS]\n");
		return 129;
	}
	CPU_ZERO(&set);
	CPU_SET(0, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity");
	/* Tasks of equal real-time priority do not preempt each other. */
	if (sched_setscheduler(0, SCHED_FIFO, &param))
		die("sched_setscheduler");
	for (i = 0; i < atoi(argv[2]); i++)
		printf("pingpong %s %.1f\n", argv[1], run());
	return 0;
}
