// SPDX-License-Identifier: GPL-2.0
/*
 * Run a command with this standard input; print the seconds it took and the KiB of
 * its largest resident set. Its own output is thrown away.
 *
 * Usage: usage COMMAND [ARGUMENT]...
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	double begin = now();
	struct rusage usage;
	int status, null;
	pid_t child;

	if (argc < 2) {
		fputs("Usage: usage COMMAND [ARGUMENT]...\n", stderr);
		return 129;
	}
	child = fork();
	if (!child) {
		null = open("/dev/null", O_WRONLY);
		dup2(null, STDOUT_FILENO);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child || status) {
		fprintf(stderr, "usage: %s failed\n", argv[1]);
		return 1;
	}
	printf("%.2f %ld\n", now() - begin, usage.ru_maxrss);
	return 0;
}
