// SPDX-License-Identifier: GPL-2.0
/* Events from trace.dat, which a process of its own reads */
#include "command.h"
#include "reader.h"
#include "util.h"

#define DAT_FORMAT(read) \
	SOURCE_FORMAT(trace_dat, "\x17\x08\x44tracing", "a trace.dat", "libtracecmd", read)

#ifdef HAVE_TRACECMD

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "dat_format.h"
#include "numset.h"
#include "progress.h"
#include "spool.h"

/* The library has no way to tell its version; pkg-config has. */
#ifndef TRACECMD_VERSION
#define TRACECMD_VERSION "unknown"
#endif

/*
 * When the other process computes for so long and sends nothing, it hangs: a corrupt
 * file is read in circles. Not the time by the clock, in which it can have been
 * stopped, as by ^Z, or have waited for a disk.
 */
#define STALL_SECONDS	30

/* How often that is looked at. */
#define LOOK_MS		1000

#define IN_SIZE		(256 * 1024)

/* Larger than any trace.dat; most of it takes no space. */
#define WHOLE_SIZE	0x10000000000LL

struct dat_input {
	struct reader	*reader;
	struct source	*src;
	pid_t		child;
	int		fd;
	char		*buf;
	size_t		start;
	size_t		end;
	/* Texts by PID and by address. */
	struct strings	strings;
	struct numset	comms;
	struct numset	sites;
	uint64_t	records;
	/* When the other process sent something, in seconds of its own CPU time. */
	time_t		alive;
	bool		complete;
};

/* The version of libtracecmd that it was built with. */
static const char *dat_version(void)
{
	return TRACECMD_VERSION;
}

static noreturn void run_child(const char *path, int fd, bool ordered)
{
	int null = open("/dev/null", O_RDWR);

	/* The library prints to both; messages are this tool's business. */
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	signal(SIGINT, SIG_IGN);
	dat_child(path, fd, ordered);
}

static void start_child(struct dat_input *in, const char *path)
{
	int fd[2];

	if (pipe2(fd, O_CLOEXEC) < 0)
		fatal("pipe: %s", strerror(errno));
	fcntl(fd[0], F_SETPIPE_SZ, 1024 * 1024);
	in->child = fork();
	if (in->child < 0)
		fatal("fork: %s", strerror(errno));
	if (!in->child) {
		close(fd[0]);
		run_child(path, fd[1], in->reader->ordered);
	}
	close(fd[1]);
	in->fd = fd[0];
	in->alive = 0;
}

/* Seconds that the other process has computed; 0 if it is no longer there. */
static time_t child_seconds(const struct dat_input *in)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(in->child, &clock) || clock_gettime(clock, &ts))
		return 0;
	return ts.tv_sec;
}

/* Have @len bytes in the buffer; false at the end. */
static bool need(struct dat_input *in, size_t len)
{
	struct pollfd pfd = { .fd = in->fd, .events = POLLIN };
	ssize_t n;

	while (in->end - in->start < len) {
		memmove(in->buf, in->buf + in->start, in->end - in->start);
		in->end -= in->start;
		in->start = 0;
		if (progress_interrupted())
			return false;
		n = poll(&pfd, 1, LOOK_MS);
		if (!n && child_seconds(in) - in->alive < STALL_SECONDS)
			continue;
		if (!n) {
			kill(in->child, SIGKILL);
			in->src->error = "libtracecmd hangs on it, so it is corrupt";
			return false;
		}
		n = n > 0 ? read(in->fd, in->buf + in->end, IN_SIZE - in->end) : n;
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		in->alive = child_seconds(in);
		in->end += n;
	}
	return true;
}

static void take_event(struct dat_input *in, const struct dat_message *m)
{
	char fpstate[24];
	struct event ev = {
		.kind		= m->kind,
		.time_ns	= true,
		.time		= m->time,
		.pid		= m->pid,
		.cpu		= m->cpu,
		.latency	= m->latency,
		.rfbm		= m->rfbm,
		.xinuse		= m->xinuse,
	};

	if (m->latency >= EVENT_LATENCY_LIMIT) {
		reader_unusable(in->reader, in->src, in->records,
				"latency of " EVENT_LATENCY_LIMIT_TEXT " or more", true);
		return;
	}
	ev.comm = strings_text(&in->strings, numset_get(&in->comms, m->pid));
	if (m->site)
		ev.site = strings_text(&in->strings, numset_get(&in->sites, m->site));
	if (m->fpstate && (in->reader->sink || in->reader->groups.needs_details ||
			   in->reader->filter.needs_details)) {
		ev.fpstate.len = snprintf(fpstate, sizeof(fpstate), "0x%jx", m->fpstate);
		ev.fpstate.p = fpstate;
	}
	reader_event(in->reader, &ev);
}

/* A text with its number; false if the other process died in the middle of it. */
static bool take_text(struct dat_input *in, struct numset *set, const struct dat_message *m)
{
	struct event_text text = { NULL, m->b };

	if (m->b > DAT_TEXT_MOST || !need(in, m->b))
		return false;
	text.p = in->buf + in->start;
	numset_set(set, m->a, strings_id(&in->strings, text));
	in->start += m->b;
	return true;
}

/* False at the end, and on what only a process that went astray sends. */
static bool take_message(struct dat_input *in)
{
	struct dat_message m;

	if (!need(in, sizeof(m)))
		return false;
	memcpy(&m, in->buf + in->start, sizeof(m));
	in->start += sizeof(m);
	switch (m.type) {
	case DAT_EVENT:
		if (m.kind >= EVENT_KINDS)
			return false;
		if (!(++in->records % 65536))
			progress_show(in->records, 0, 0);
		take_event(in, &m);
		return true;
	case DAT_COMM:
		return take_text(in, &in->comms, &m);
	case DAT_SITE:
		return take_text(in, &in->sites, &m);
	case DAT_LOST:
		tally_lost(&in->reader->tally, m.a, m.b == UINT64_MAX ? 0 : m.b,
			   m.b == UINT64_MAX);
		return true;
	case DAT_ALIVE:
		return true;
	case DAT_BAD:
		reader_unusable(in->reader, in->src, ++in->records, "a record is too short",
				false);
		return true;
	case DAT_END:
		in->complete = true;
		return false;
	default:
		return false;
	}
}

/* How did the other process end? */
static void end_child(struct dat_input *in)
{
	int status = 0;

	/* It gets SIGPIPE if it is not at its end. */
	close(in->fd);
	while (waitpid(in->child, &status, 0) < 0 && errno == EINTR)
		;
	if (in->src->error || in->complete || progress_interrupted())
		return;
	if (WIFSIGNALED(status))
		in->src->error = "libtracecmd crashed on it, so it is corrupt";
	else if (!in->records)
		in->src->error = "libtracecmd cannot read it";
	else
		in->src->error = "libtracecmd cannot read all of it";
}

/* Take all that a process gives of the file. */
static void read_path(struct dat_input *in, const char *path)
{
	start_child(in, path);
	while (take_message(in))
		;
	end_child(in);
}

/*
 * A file that was cut has less than its header says, and the library opens none of
 * that kind. With a hole in place of what is missing it reads all that is there.
 */
static void read_cut(struct dat_input *in)
{
	char path[SPOOL_PATH_SIZE];
	const char *error = in->src->error;
	int fd = spool_open();

	if (fd < 0 || !spool_copy(fd, in->src->fd) || ftruncate(fd, WHOLE_SIZE)) {
		err_msg("%s: is cut or corrupt, and a copy to read it from fails: %s",
			in->src->name, strerror(errno));
	} else {
		in->src->error = NULL;
		in->start = 0;
		in->end = 0;
		read_path(in, spool_path(path, fd));
		if (in->records)
			in->src->error = "its end is missing, or it is corrupt";
		else
			in->src->error = error;
	}
	if (fd >= 0)
		close(fd);
}

static void free_input(struct dat_input *in)
{
	free(in->buf);
	strings_free(&in->strings);
	numset_free(&in->comms);
	numset_free(&in->sites);
}

/* Read a trace.dat; for lines that are skipped the record's number is told. */
static void dat_read(struct reader *reader, struct source *src)
{
	struct dat_input in = { .reader = reader, .src = src };

	if (!src->path || src->zip)
		fatal("%s: a trace.dat can be read only from an unpacked file", src->name);
	in.buf = util_realloc(NULL, IN_SIZE);
	read_path(&in, src->path);
	if (src->error && !in.records)
		read_cut(&in);
	free_input(&in);
}

LIBRARY(libtracecmd, dat_version);
DAT_FORMAT(dat_read);

#else /* !HAVE_TRACECMD */

LIBRARY(libtracecmd, NULL);
DAT_FORMAT(NULL);

#endif /* HAVE_TRACECMD */
