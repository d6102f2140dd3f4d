// SPDX-License-Identifier: GPL-2.0
/*
 * The events from tracefs, as text
 *
 * They are taken from an instance of their own, so that nobody else's tracing is
 * changed, and that is removed when the tool ends. One that a killed tool left is
 * removed by the next one.
 */
#if defined(__x86_64__) && defined(HAVE_TRACEFS)
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "command.h"
#include "record.h"
#include "util.h"

#define EVENT_SYSTEM	"x86_fpu"

/* The number of the process follows. */
#define INSTANCE	"fpu-latency-"

/* The kernel gives a page or two at a time. */
#define READ_SIZE	65536

static struct tracefs_instance *instance;
static int pipe_fd = -1;
static pid_t owner;

static const char *tracefs_version(void)
{
	return TRACEFS_VERSION;
}

/*
 * record_kinds - those of the events in @wanted, 0 for all, that this kernel has
 *
 * Exits with a message if one is missing that is asked for, or if there is none.
 */
unsigned int record_kinds(unsigned int wanted)
{
	const char *who = geteuid() ? " that is to be seen; root sees all" : "";
	unsigned int kinds = 0, kind;

	if (!tracefs_tracing_dir())
		fatal("no tracefs: it takes a kernel with CONFIG_TRACING, and root");
	for (kind = 0; kind < EVENT_KINDS; kind++) {
		if (tracefs_event_file_exists(NULL, EVENT_SYSTEM, event_name(kind), "enable"))
			kinds |= 1U << kind;
		else if (wanted & 1U << kind)
			fatal("this kernel has no event %s%s", event_name(kind), who);
	}
	if (!kinds)
		fatal("this kernel has no event x86_fpu_latency_*%s (CONFIG_X86_DEBUG_FPU=y)",
		      who);
	return wanted ? wanted : kinds;
}

/* An instance begins with the options of the others' tracing; the text depends on these. */
static const struct {
	const char	*file;
	const char	*value;
} text_options[] = {
	{ "options/bin",		"0" },
	{ "options/context-info",	"1" },
	{ "options/fields",		"0" },
	{ "options/hex",		"0" },
	{ "options/raw",		"0" },
};

/* Remove the instance of a tool that is no more, though this one may have its number. */
static int remove_stale(const char *name, void *data)
{
	struct tracefs_instance *stale;
	const char *number = name + strlen(INSTANCE);
	uint64_t pid;

	(void)data;
	if (strncmp(name, INSTANCE, strlen(INSTANCE)) ||
	    !util_parse_u64(number, strlen(number), &pid) || pid < 1 || pid > INT32_MAX ||
	    (pid != (uint64_t)owner && (!kill(pid, 0) || errno != ESRCH)))
		return 0;
	stale = tracefs_instance_alloc(NULL, name);
	if (stale) {
		tracefs_instance_destroy(stale);
		tracefs_instance_free(stale);
	}
	return 0;
}

static void set(const char *file, const char *value)
{
	if (tracefs_instance_file_write(instance, file, value) < 0)
		fatal("tracefs: %s of %s: %s", value, file, strerror(errno));
}

/*
 * record_begin - make the instance, with all events off
 *
 * It is removed by record_end(), or when the tool exits.
 */
void record_begin(const struct record_options *options)
{
	char text[32];
	size_t i;

	owner = getpid();
	tracefs_instances_walk(remove_stale, NULL);
	snprintf(text, sizeof(text), INSTANCE "%d", owner);
	atexit(record_end);
	instance = tracefs_instance_create(text);
	if (!instance)
		fatal("tracefs: cannot make the instance %s: %s", text, strerror(errno));
	snprintf(text, sizeof(text), "%u", options->buffer_kib);
	set("buffer_size_kb", text);
	for (i = 0; i < ARRAY_SIZE(text_options); i++) {
		/* Older kernels lack some. */
		if (tracefs_file_exists(instance, text_options[i].file))
			set(text_options[i].file, text_options[i].value);
	}
	set("options/hash-ptr", options->addresses ? "0" : "1");
	if (options->cpus && tracefs_instance_set_affinity(instance, options->cpus) < 0)
		fatal("tracefs: CPUs %s: %s", options->cpus, strerror(errno));
	pipe_fd = tracefs_instance_file_open(instance, "trace_pipe",
					     O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (pipe_fd < 0)
		fatal("tracefs: trace_pipe: %s", strerror(errno));
}

/* record_enable - turn the events on */
void record_enable(const struct record_options *options)
{
	unsigned int kind;

	for (kind = 0; kind < EVENT_KINDS; kind++) {
		if (options->kinds & 1U << kind &&
		    tracefs_event_enable(instance, EVENT_SYSTEM, event_name(kind)))
			fatal("tracefs: cannot turn on %s: %s", event_name(kind),
			      strerror(errno));
	}
}

/* record_read - write out some of what was traced; false if there is none, or on an error */
bool record_read(FILE *out)
{
	static char buf[READ_SIZE];
	ssize_t n = read(pipe_fd, buf, sizeof(buf));

	if (n < 0 && errno != EAGAIN && errno != EINTR)
		fatal("tracefs: trace_pipe: %s; what came before it is kept",
		      strerror(errno));
	return n > 0 && fwrite(buf, 1, n, out) == (size_t)n;
}

/* record_disable - turn the events off; what is in the buffers can still be read */
void record_disable(void)
{
	unsigned int kind;

	for (kind = 0; kind < EVENT_KINDS; kind++) {
		if (tracefs_event_file_exists(instance, EVENT_SYSTEM, event_name(kind), "enable"))
			tracefs_event_disable(instance, EVENT_SYSTEM, event_name(kind));
	}
}

/* The number behind @name in @stats; 0 if there is none. */
static uint64_t find_stat(const char *stats, const char *name)
{
	const char *p = strstr(stats, name);

	return p ? strtoull(p + strlen(name), NULL, 10) : 0;
}

/* record_count - how many events were read and lost, by the kernel's count */
void record_count(struct record_counts *counts)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF), cpu;
	char file[64], *stats;

	memset(counts, 0, sizeof(*counts));
	for (cpu = 0; cpu < cpus; cpu++) {
		snprintf(file, sizeof(file), "per_cpu/cpu%ld/stats", cpu);
		stats = tracefs_instance_file_read(instance, file, NULL);
		if (!stats)
			continue;
		counts->events += find_stat(stats, "\nread events: ");
		/* Of a buffer that is overwritten, and of one that is not. */
		counts->lost += find_stat(stats, "\noverrun: ");
		counts->lost += find_stat(stats, "\ndropped events: ");
		free(stats);
	}
}

/* record_end - remove the instance */
void record_end(void)
{
	if (!instance || getpid() != owner)
		return;
	if (pipe_fd >= 0)
		close(pipe_fd);
	pipe_fd = -1;
	record_disable();
	if (tracefs_instance_destroy(instance))
		err_msg("tracefs: the instance %s is left over: %s",
			tracefs_instance_get_name(instance), strerror(errno));
	tracefs_instance_free(instance);
	instance = NULL;
}

LIBRARY(libtracefs, tracefs_version);

#else /* !HAVE_TRACEFS */

#include "command.h"
#include "record.h"
#include "util.h"

unsigned int record_kinds(unsigned int wanted)
{
	(void)wanted;
	fatal("this fpu-latency was built without libtracefs");
}

/* Nobody comes as far as these. */
void record_begin(const struct record_options *options)
{
	(void)options;
}

void record_enable(const struct record_options *options)
{
	(void)options;
}

bool record_read(FILE *out)
{
	(void)out;
	return false;
}

void record_disable(void)
{
}

void record_count(struct record_counts *counts)
{
	*counts = (struct record_counts){ };
}

void record_end(void)
{
}

LIBRARY(libtracefs, NULL);

#endif
