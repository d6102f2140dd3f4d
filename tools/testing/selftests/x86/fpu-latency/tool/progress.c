// SPDX-License-Identifier: GPL-2.0
/* How far the work is, and the wish to end it */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "progress.h"

/* Nanoseconds between two lines; the first comes after as much. */
#define INTERVAL	1000000000LL

static bool interrupted;
static bool terminal, shown;
static int64_t begin, last;

static void interrupt(int signo)
{
	(void)signo;
	__atomic_store_n(&interrupted, true, __ATOMIC_RELAXED);
}

static int64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

/*
 * progress_begin - from now on SIGINT ends the reading or measuring and not the tool
 *
 * A second SIGINT ends the tool. Progress is shown if stderr is a terminal.
 */
void progress_begin(void)
{
	struct sigaction sa = { .sa_handler = interrupt, .sa_flags = SA_RESETHAND };

	/* Whoever ignores it, such as nohup, has a reason. */
	if (signal(SIGINT, SIG_IGN) != SIG_IGN)
		sigaction(SIGINT, &sa, NULL);
	terminal = isatty(STDERR_FILENO);
	begin = now();
	last = begin;
}

/* Is it time for another line? */
static bool due(int64_t *t)
{
	if (!terminal)
		return false;
	*t = now();
	if (*t - last < INTERVAL)
		return false;
	last = *t;
	shown = true;
	return true;
}

/* progress_step - @done of @all of what is measured, on the way */
void progress_step(const char *what, const char *name, uint64_t done, uint64_t all)
{
	int64_t t;

	if (!due(&t))
		return;
	fprintf(stderr, "\r%s %s, %.0f %%\033[K", what, name, 100.0 * done / all);
	fflush(stderr);
}

/* progress_case - @what is measured of @name, after @done others */
void progress_case(const char *what, const char *name, uint64_t done)
{
	int64_t t;

	if (!due(&t))
		return;
	fprintf(stderr, "\r%s %s, %ju cases are done\033[K", what, name, done);
	fflush(stderr);
}

/* progress_show - @events so far, from @done of @size bytes; 0 if not known */
void progress_show(uint64_t events, uint64_t done, uint64_t size)
{
	int64_t t;

	if (!due(&t))
		return;
	fprintf(stderr, "\r%ju events, %.0f events/s", events,
		events / ((t - begin) / 1e9));
	if (size)
		fprintf(stderr, ", %.0f %%", 100.0 * done / size);
	fputs("\033[K", stderr);
	fflush(stderr);
}

/* progress_end - take the line away */
void progress_end(void)
{
	if (shown)
		fputs("\r\033[K", stderr);
	shown = false;
}

/* progress_leave - all is read: SIGINT ends the tool again, and one that came is dealt with */
void progress_leave(void)
{
	__atomic_store_n(&interrupted, false, __ATOMIC_RELAXED);
	if (signal(SIGINT, SIG_IGN) != SIG_IGN)
		signal(SIGINT, SIG_DFL);
}

/* progress_interrupted - was there a SIGINT? */
bool progress_interrupted(void)
{
	return __atomic_load_n(&interrupted, __ATOMIC_RELAXED);
}
