// SPDX-License-Identifier: GPL-2.0
/*
 * toggle - turn the x86_fpu_latency events on and off in a random order, as three
 * users: tracefs' top level, a tracefs instance of its own, and perf
 *
 * Usage: toggle CPU COUNT SEED
 *
 * Each event that there is goes on and off COUNT times. Prints how often it did;
 * status 1 with a message when a user could not be turned on or off.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRACING	"/sys/kernel/tracing"

enum { TOP, INSTANCE, PERF, NR_USERS };

static const char * const names[] = { "xsave", "xrstor", "xfd" };

struct event {
	bool	exists;
	long	todo;
	long	done;
	bool	on[NR_USERS];
	int	perf_fd;
};

static char instance[64];

static void fail(const char *what, const char *name)
{
	fprintf(stderr, "toggle: %s %s: %s\n", what, name, strerror(errno));
	exit(1);
}

static void event_file(char *path, size_t size, const char *root, const char *name,
		       const char *file)
{
	snprintf(path, size, "%s/events/x86_fpu/x86_fpu_latency_%s/%s", root, name, file);
}

static void write_enable(const char *root, const char *name, bool on)
{
	char path[256];
	int fd;

	event_file(path, sizeof(path), root, name, "enable");
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, on ? "1" : "0", 1) != 1)
		fail(on ? "turn on" : "turn off", name);
	close(fd);
}

static int perf_open(const char *name)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
	};
	char path[256], text[32] = "";
	int fd;

	event_file(path, sizeof(path), TRACING, name, "id");
	fd = open(path, O_RDONLY);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0)
		fail("read the id of", name);
	close(fd);
	attr.config = strtoul(text, NULL, 10);
	/* This task on any CPU: what is counted does not matter. */
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd < 0)
		fail("perf_event_open", name);
	return fd;
}

static void toggle(struct event *event, const char *name, int user)
{
	bool on = !event->on[user];

	switch (user) {
	case TOP:
		write_enable(TRACING, name, on);
		break;
	case INSTANCE:
		write_enable(instance, name, on);
		break;
	case PERF:
		if (on)
			event->perf_fd = perf_open(name);
		else
			close(event->perf_fd);
		break;
	}
	event->on[user] = on;
	if (!on) {
		event->done++;
		event->todo--;
	}
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	/* The CPU may be off line just now. */
	sched_setaffinity(0, sizeof(set), &set);
}

int main(int argc, char **argv)
{
	struct event events[3] = { };
	unsigned int seed;
	bool left = true;
	int cpu, i, user;
	char path[256];
	long count;

	if (argc != 4 || (count = atol(argv[2])) <= 0) {
		fprintf(stderr, "Usage: toggle CPU COUNT SEED\n");
		return 129;
	}
	cpu = atoi(argv[1]);
	seed = atoi(argv[3]);
	snprintf(instance, sizeof(instance), TRACING "/instances/toggle-%d", cpu);
	if (mkdir(instance, 0700))
		fail("make", instance);
	for (i = 0; i < 3; i++) {
		event_file(path, sizeof(path), TRACING, names[i], "enable");
		events[i].exists = !access(path, W_OK);
		events[i].todo = events[i].exists ? count : 0;
	}

	while (left) {
		pin(cpu);
		i = rand_r(&seed) % 3;
		user = rand_r(&seed) % NR_USERS;
		if (events[i].todo > 0)
			toggle(&events[i], names[i], user);
		left = false;
		for (i = 0; i < 3; i++)
			left |= events[i].todo > 0;
	}

	printf("toggle: CPU %d:", cpu);
	for (i = 0; i < 3; i++) {
		for (user = 0; user < NR_USERS; user++) {
			if (events[i].on[user])
				toggle(&events[i], names[i], user);
		}
		printf(" %s %ld", names[i], events[i].done);
	}
	printf(" times on and off\n");
	return rmdir(instance) ? 1 : 0;
}
