// SPDX-License-Identifier: GPL-2.0
/* The ways in which tasks make each other switch */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kselftest.h"

#include "cpus.h"
#include "fpregs.h"
#include "switcher.h"

/* The kernel's signal sets are this large. */
#define SIGSET_SIZE	8

#define PIPE_SIZE	4096
/* Pages of one write, for each of which the writer sleeps in the kernel. */
#define WRITE_PAGES	64

#ifndef AF_ALG
#define AF_ALG	38
#endif

/* <linux/if_alg.h> has it, but not on every machine. */
struct alg_address {
	uint16_t	family;
	uint8_t		type[14];
	uint32_t	feat;
	uint32_t	mask;
	uint8_t		name[64];
};

static unsigned int next_of(const struct switcher_run *run, unsigned int self)
{
	return (self + 1) % run->nr_tasks;
}

/* All of the ring wait for the turn, but task 0, which has it at first. */
static unsigned int in_order(unsigned int self, struct fpregs_call *calls,
			     struct fpregs_call wait, struct fpregs_call wake)
{
	calls[0] = self ? wait : wake;
	calls[1] = self ? wake : wait;
	return 2;
}

/* Pipe: a ring of tasks passes a byte round. The numbers stay for the tasks. */
static void pipe_close(struct switcher_run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr_tasks && !run->pipes_closed; i++) {
		if (run->pipes[i][0] >= 0)
			close(run->pipes[i][0]);
		if (run->pipes[i][1] >= 0)
			close(run->pipes[i][1]);
	}
	run->pipes_closed = true;
}

static int pipe_setup(struct switcher_run *run, char *why, size_t len)
{
	unsigned int i;

	for (i = 0; i < run->nr_tasks; i++) {
		if (pipe(run->pipes[i])) {
			snprintf(why, len, "pipe: %s", strerror(errno));
			return KSFT_FAIL;
		}
	}
	return 0;
}

static unsigned int pipe_calls(struct switcher_run *run, unsigned int self,
			       struct fpregs_call *calls, uint64_t *rounds __maybe_unused)
{
	long byte = (long)&run->byte[self];
	struct fpregs_call wait = {
		.nr = SYS_read, .args = { run->pipes[self][0], byte, 1 },
	};
	struct fpregs_call wake = {
		.nr = SYS_write, .args = { run->pipes[next_of(run, self)][1], byte, 1 },
	};

	return in_order(self, calls, wait, wake);
}

/* Futex: each task has a word which is 1 when it is its turn. */
static int futex_setup(struct switcher_run *run, char *why __maybe_unused,
		       size_t len __maybe_unused)
{
	run->futex[0] = 1;
	return 0;
}

/* Set @word to @value and wake who waits for it, in one call. */
static struct fpregs_call futex_set(uint32_t *word, int value)
{
	struct fpregs_call call = {
		.nr	= SYS_futex,
		.args	= { (long)word, FUTEX_WAKE_OP, 1, 1, (long)word,
			    FUTEX_OP(FUTEX_OP_SET, value, FUTEX_OP_CMP_LT, 0) },
		.allow	= 1,
	};

	return call;
}

static unsigned int futex_calls(struct switcher_run *run, unsigned int self,
				struct fpregs_call *calls, uint64_t *rounds __maybe_unused)
{
	struct fpregs_call wait = {
		.nr	= SYS_futex,
		.args	= { (long)&run->futex[self], FUTEX_WAIT, 0, 0 },
		/* The turn may have come already. */
		.allow	= EAGAIN + 1,
	};

	calls[0] = wait;
	calls[1] = futex_set(&run->futex[self], 0);
	calls[2] = futex_set(&run->futex[next_of(run, self)], 1);
	return 3;
}

static unsigned int yield_calls(struct switcher_run *run __maybe_unused,
				unsigned int self __maybe_unused, struct fpregs_call *calls,
				uint64_t *rounds __maybe_unused)
{
	calls[0] = (struct fpregs_call) { .nr = SYS_sched_yield, .allow = 1 };
	return 1;
}

/* Signal: the handler has registers of its own, and the return puts them back. */
static void *signal_area;
static uint64_t signal_mask;
static struct sigaction signal_old;
static sigset_t signal_empty;

static void signal_handler(int sig __maybe_unused)
{
	asm volatile("xrstor64 (%0)"
		     : : "r" (signal_area), "a" ((uint32_t)signal_mask),
		       "d" ((uint32_t)(signal_mask >> 32)) : "memory");
}

static void signal_block(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(how, &set, NULL);
}

static void signal_teardown(struct switcher_run *run __maybe_unused)
{
	sigaction(SIGUSR1, &signal_old, NULL);
	signal_block(SIG_UNBLOCK);
	free(signal_area);
	signal_area = NULL;
}

static int signal_setup(struct switcher_run *run, char *why, size_t len)
{
	struct sigaction action = { .sa_handler = signal_handler };

	signal_mask = run->plan.mask & ~FPREGS_PKRU;
	signal_area = fpregs_alloc();
	if (!signal_area) {
		snprintf(why, len, "no memory");
		return KSFT_FAIL;
	}
	fpregs_randomize(signal_area, 0, 0);
	sigemptyset(&signal_empty);
	signal_block(SIG_BLOCK);
	sigaction(SIGUSR1, &action, &signal_old);
	return 0;
}

static unsigned int signal_calls(struct switcher_run *run, unsigned int self,
				 struct fpregs_call *calls, uint64_t *rounds __maybe_unused)
{
	struct fpregs_call wait = {
		.nr	= SYS_rt_sigsuspend,
		.args	= { (long)&signal_empty, SIGSET_SIZE },
		.allow	= EINTR + 1,
	};
	struct fpregs_call wake = {
		.nr	= SYS_kill,
		.args	= { run->task[next_of(run, self)].pid, SIGUSR1 },
		.allow	= 1,
	};

	return in_order(self, calls, wait, wake);
}

/* Migration: to and fro between two CPUs. */
static int migrate_setup(struct switcher_run *run, char *why, size_t len)
{
	if (run->plan.cpu[1] >= 0)
		return 0;
	snprintf(why, len, "one CPU only");
	return KSFT_SKIP;
}

static unsigned int migrate_calls(struct switcher_run *run, unsigned int self __maybe_unused,
				  struct fpregs_call *calls, uint64_t *rounds __maybe_unused)
{
	static cpu_set_t *set[2];
	int i;

	for (i = 0; i < 2; i++) {
		if (!set[i])
			set[i] = cpus_alloc_set(run->plan.cpu[!i]);
		if (!set[i])
			return 0;
		calls[i] = (struct fpregs_call) {
			.nr	= SYS_sched_setaffinity,
			.args	= { 0, (long)cpus_set_size(), (long)set[i] },
			.allow	= 1,
		};
	}
	return 2;
}

/* Nap: the task sleeps alone, and finds its registers where it left them. */
static unsigned int nap_calls(struct switcher_run *run __maybe_unused,
			      unsigned int self __maybe_unused, struct fpregs_call *calls,
			      uint64_t *rounds __maybe_unused)
{
	static const struct timespec nap = { .tv_nsec = 100000 };

	calls[0] = (struct fpregs_call) {
		.nr	= SYS_clock_nanosleep,
		.args	= { CLOCK_MONOTONIC, 0, (long)&nap, 0 },
		.allow	= 1,
	};
	return 1;
}

/* Write: task 0 sleeps in one write for each page that task 1 takes away. */
static char write_buffer[2][PIPE_SIZE * WRITE_PAGES];

static int write_setup(struct switcher_run *run, char *why, size_t len)
{
	run->nr_tasks = 2;
	memset(write_buffer, 1, sizeof(write_buffer));
	if (pipe_setup(run, why, len))
		return KSFT_FAIL;
	if (fcntl(run->pipes[1][1], F_SETPIPE_SZ, PIPE_SIZE) != PIPE_SIZE) {
		snprintf(why, len, "no pipe of %d bytes", PIPE_SIZE);
		return KSFT_SKIP;
	}
	return 0;
}

static unsigned int write_calls(struct switcher_run *run, unsigned int self,
				struct fpregs_call *calls, uint64_t *rounds)
{
	calls[0] = (struct fpregs_call) {
		.nr	= self ? SYS_read : SYS_write,
		.args	= { run->pipes[1][self ? 0 : 1], (long)write_buffer[self],
			    self ? PIPE_SIZE : PIPE_SIZE * WRITE_PAGES },
	};
	if (self)
		*rounds *= WRITE_PAGES;
	return 1;
}

/* Fork: the child has the state of its parent. */
static unsigned int fork_calls(struct switcher_run *run __maybe_unused,
			       unsigned int self __maybe_unused, struct fpregs_call *calls,
			       uint64_t *rounds __maybe_unused)
{
	calls[0] = (struct fpregs_call) { .nr = SYS_fork };
	calls[1] = (struct fpregs_call) { .nr = SYS_wait4, .args = { -1 } };
	return 2;
}

/* Crypto: the kernel uses the FPU between load and switch. */
static int crypto_setup(struct switcher_run *run, char *why, size_t len)
{
	struct alg_address address = { .family = AF_ALG, .type = "hash", .name = "sha256" };

	run->socket = socket(AF_ALG, SOCK_SEQPACKET, 0);
	if (run->socket < 0 ||
	    bind(run->socket, (struct sockaddr *)&address, sizeof(address))) {
		snprintf(why, len, "no AF_ALG with sha256: %s", strerror(errno));
		return KSFT_SKIP;
	}
	return pipe_setup(run, why, len);
}

static void crypto_teardown(struct switcher_run *run)
{
	if (run->socket >= 0)
		close(run->socket);
	pipe_close(run);
}

static unsigned int crypto_calls(struct switcher_run *run, unsigned int self,
				 struct fpregs_call *calls, uint64_t *rounds)
{
	static char digest[32];
	int fd = accept(run->socket, NULL, NULL);

	if (fd < 0)
		return 0;
	calls[0] = (struct fpregs_call) {
		.nr	= SYS_write,
		.args	= { fd, (long)write_buffer[0], PIPE_SIZE },
	};
	calls[1] = (struct fpregs_call) {
		.nr	= SYS_read,
		.args	= { fd, (long)digest, sizeof(digest) },
	};
	return 2 + pipe_calls(run, self, calls + 2, rounds);
}

const struct switcher_method switcher_methods[] = {
	{
		.name = "pipe", .min_tasks = 2, .leaves = 1,
		.setup = pipe_setup, .calls = pipe_calls,
		.started = pipe_close, .teardown = pipe_close,
	}, {
		.name = "futex", .min_tasks = 2, .leaves = 1,
		.setup = futex_setup, .calls = futex_calls,
	}, {
		.name = "signal", .min_tasks = 2, .leaves = 1,
		.setup = signal_setup, .calls = signal_calls, .teardown = signal_teardown,
	}, {
		.name = "yield", .min_tasks = 2, .calls = yield_calls,
	}, {
		.name = "crowd", .min_tasks = 5, .both = true, .calls = yield_calls,
	}, {
		.name = "migrate", .min_tasks = 1, .leaves = 2, .both = true,
		.setup = migrate_setup, .calls = migrate_calls,
	}, {
		.name = "nap", .min_tasks = 1, .leaves = 1, .idle = true, .calls = nap_calls,
	}, {
		.name = "write", .min_tasks = 2,
		.setup = write_setup, .calls = write_calls,
		.started = pipe_close, .teardown = pipe_close,
	}, {
		.name = "fork", .min_tasks = 1, .forks = true, .calls = fork_calls,
	}, {
		.name = "crypto", .min_tasks = 2, .leaves = 1,
		.setup = crypto_setup, .calls = crypto_calls,
		.started = pipe_close, .teardown = crypto_teardown,
	},
};

const size_t switcher_nr_methods = ARRAY_SIZE(switcher_methods);

/* switcher_method - by its name, or NULL */
const struct switcher_method *switcher_method(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(switcher_methods); i++) {
		if (!strcmp(switcher_methods[i].name, name))
			return &switcher_methods[i];
	}
	return NULL;
}
