// SPDX-License-Identifier: GPL-2.0
/* The x86_fpu_latency events in a tracefs instance of the test's own */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kselftest.h"

#include "events.h"

static const char * const mounts[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

static const char * const names[EVENTS_NR] = {
	[EVENTS_XSAVE]	= "x86_fpu_latency_xsave",
	[EVENTS_XRSTOR]	= "x86_fpu_latency_xrstor",
	[EVENTS_XFD]	= "x86_fpu_latency_xfd",
};

/*
 * The instance, while @made; a signal handler uses these. They change while
 * signals are held back by a call, so that no access is moved past it.
 */
static sig_atomic_t made;
static char instance[PATH_MAX / 4];
/* Empty for an event that the kernel does not have. */
static char enable_file[EVENTS_NR][PATH_MAX / 2];
/* The tasks of a run inherit the handler, but the instance is not theirs. */
static pid_t owner;

#define INSTANCE_PREFIX	"fpu_latency_test-"

/* The signals that end a test from outside. */
static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE };

/*
 * Hold these signals back, or let them through again. An instance with an open
 * file cannot be removed, so none may arrive while there is one.
 */
static void hold_signals(int how)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&set, signals[i]);
	sigprocmask(how, &set, NULL);
}

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ssize_t len = strlen(text), n;

	if (fd < 0)
		return -1;
	n = write(fd, text, len);
	if (close(fd) || n != len)
		return -1;
	return 0;
}

/* Is the kernel locked down such that tracefs is empty, or its files open no more? */
static int locked_down(void)
{
	char mode[128] = "";
	FILE *f = fopen("/sys/kernel/security/lockdown", "r");

	if (!f)
		return 0;
	if (!fgets(mode, sizeof(mode), f))
		mode[0] = '\0';
	fclose(f);
	return !!strstr(mode, "[confidentiality]");
}

/* Take the events away again. Calls nothing that a signal handler must not. */
static void remove_instance(void)
{
	int i;

	if (!made || getpid() != owner)
		return;
	for (i = 0; i < EVENTS_NR; i++) {
		if (enable_file[i][0])
			write_file(enable_file[i], "0");
	}
	rmdir(instance);
	made = 0;
}

static void on_signal(int sig)
{
	remove_instance();
	signal(sig, SIG_DFL);
	raise(sig);
}

/* Remove instances of tests that were killed before they could do it. */
static void remove_stale(const char *tracefs)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;
	int pid;

	snprintf(path, sizeof(path), "%s/instances", tracefs);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (sscanf(entry->d_name, INSTANCE_PREFIX "%d", &pid) != 1)
			continue;
		/* The kernel disables what is enabled in an instance. */
		if (kill(pid, 0) && errno == ESRCH)
			unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
	}
	if (dir)
		closedir(dir);
}

/*
 * events_open - make a tracefs instance for the events, which are off
 *
 * Settings of the user's tracing are not touched. The instance goes away with
 * events_close(), and also when a signal ends the test.
 *
 * Returns 0, or -1 with the reason why it cannot be done in @why.
 */
int events_open(char *why, size_t len)
{
	const char *tracefs = NULL;
	bool has[EVENTS_NR];
	char path[PATH_MAX];
	size_t i;

	if (geteuid()) {
		snprintf(why, len, "not root");
		return -1;
	}
	if (locked_down()) {
		snprintf(why, len, "tracefs is locked down");
		return -1;
	}
	for (i = 0; !tracefs && i < ARRAY_SIZE(mounts); i++) {
		snprintf(path, sizeof(path), "%s/events", mounts[i]);
		if (!access(path, F_OK))
			tracefs = mounts[i];
	}
	if (!tracefs) {
		snprintf(why, len, "no tracefs in %s or %s", mounts[0], mounts[1]);
		return -1;
	}
	for (i = 0; i < EVENTS_NR; i++) {
		snprintf(path, sizeof(path), "%s/events/x86_fpu/%s", tracefs, names[i]);
		has[i] = !access(path, F_OK);
		if (!has[i] && i < EVENTS_KINDS) {
			snprintf(why, len, "no event x86_fpu:%s", names[i]);
			return -1;
		}
	}

	remove_stale(tracefs);
	owner = getpid();
	snprintf(instance, sizeof(instance), "%s/instances/" INSTANCE_PREFIX "%d", tracefs, owner);
	for (i = 0; i < EVENTS_NR; i++) {
		if (has[i])
			snprintf(enable_file[i], sizeof(enable_file[i]),
				 "%s/events/x86_fpu/%s/enable", instance, names[i]);
	}
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		signal(signals[i], on_signal);
	hold_signals(SIG_BLOCK);
	made = !mkdir(instance, 0700);
	if (!made)
		snprintf(why, len, "no tracefs instance: %s", strerror(errno));
	hold_signals(SIG_UNBLOCK);
	if (!made)
		return -1;
	atexit(events_close);
	/* A kernel that was locked down later has the files, yet opens none. */
	if (events_enable(0)) {
		snprintf(why, len, "tracefs cannot be written: %s", strerror(errno));
		events_close();
		return -1;
	}
	return 0;
}

/* events_close - disable the events and remove the instance */
void events_close(void)
{
	remove_instance();
}

/* events_has - whether the kernel has this event; known after events_open() */
bool events_has(enum events_kind kind)
{
	return enable_file[kind][0];
}

/* events_enable - all events on or off; returns 0, or -1 with errno */
int events_enable(int on)
{
	int i, ret = 0;

	hold_signals(SIG_BLOCK);
	for (i = 0; i < EVENTS_NR; i++) {
		if (events_has(i) && write_file(enable_file[i], on ? "1" : "0"))
			ret = -1;
	}
	hold_signals(SIG_UNBLOCK);
	return ret;
}

static FILE *open_trace(const char *mode)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/trace", instance);
	return fopen(path, mode);
}

/* events_clear - empty the instance's buffer; returns 0, or -1 with errno */
int events_clear(void)
{
	FILE *f;
	int ret;

	hold_signals(SIG_BLOCK);
	f = open_trace("w");
	ret = f ? fclose(f) : -1;
	hold_signals(SIG_UNBLOCK);
	return ret;
}

/*
 * events_buffer_kb - set the size of the instance's buffer, in KiB per CPU
 *
 * Returns 0, or -1 with errno.
 */
int events_buffer_kb(unsigned int kb)
{
	char path[PATH_MAX], text[16];
	int ret;

	snprintf(path, sizeof(path), "%s/buffer_size_kb", instance);
	snprintf(text, sizeof(text), "%u", kb);
	hold_signals(SIG_BLOCK);
	ret = write_file(path, text);
	hold_signals(SIG_UNBLOCK);
	return ret;
}

/* The number after @key in @text, which has to be there. */
static int number_after(const char *text, const char *key, uint64_t *value)
{
	const char *p = strstr(text, key);
	char *end;

	if (!p)
		return -1;
	p += strlen(key);
	errno = 0;
	*value = strtoull(p, &end, 0);
	return errno || end == p ? -1 : 0;
}

/* The function in "site:function+0x12/0x34", if the text has it. */
static void parse_site(const char *text, struct events_record *record)
{
	const char *p = strstr(text, " site:");
	size_t len;

	record->site[0] = '\0';
	if (!p)
		return;
	p += strlen(" site:");
	len = strcspn(p, "+\n ");
	if (len < sizeof(record->site)) {
		memcpy(record->site, p, len);
		record->site[len] = '\0';
	}
}

/*
 * Parse one line. Returns 1 for a record, 0 for another line, -1 for a line
 * with the name of an event that is not a record of it.
 */
static int parse(char *line, struct events_record *record)
{
	char *event = NULL, *cpu, *dash, *p;
	char key[64];
	int i;

	for (i = 0; i < EVENTS_NR && !event; i++) {
		snprintf(key, sizeof(key), ": %s: ", names[i]);
		event = strstr(line, key);
		record->kind = i;
	}
	if (!event)
		return 0;
	*event = '\0';

	/* comm-pid [cpu] flags time: the comm may hold anything. */
	cpu = NULL;
	for (p = line; (p = strstr(p, " [")); p++)
		cpu = p;
	if (!cpu)
		return -1;
	*cpu = '\0';
	dash = strrchr(line, '-');
	if (!dash)
		return -1;
	record->pid = atoi(dash + 1);
	record->cpu = atoi(cpu + 2);

	event++;
	parse_site(event, record);
	if (number_after(event, " latency:", &record->latency))
		return -1;
	if (record->kind == EVENTS_XFD)
		return number_after(event, " XFD:", &record->xfd) ? -1 : 1;
	if (number_after(event, " RFBM:", &record->rfbm) ||
	    number_after(event, " XINUSE:", &record->xinuse))
		return -1;
	return 1;
}

/* Records that found no room: the header tells, or a line between the records. */
static unsigned long parse_lost(const char *line)
{
	unsigned long kept, written;
	const char *p;

	if (sscanf(line, "# entries-in-buffer/entries-written: %lu/%lu", &kept, &written) == 2)
		return written - kept;
	p = !strncmp(line, "CPU:", 4) ? strstr(line, "[LOST") : NULL;
	return p ? strtoul(p + 5, NULL, 10) ?: 1 : 0;
}

/*
 * events_read - hand each record of the instance's buffer to @fn
 *
 * Returns 0, or -1 with errno when the trace cannot be read.
 */
int events_read(events_fn fn, void *data, struct events_summary *summary)
{
	struct events_record record;
	char *line = NULL;
	size_t size = 0;
	FILE *f;
	int ret;

	memset(summary, 0, sizeof(*summary));
	hold_signals(SIG_BLOCK);
	f = open_trace("r");
	if (!f) {
		hold_signals(SIG_UNBLOCK);
		return -1;
	}
	while (getline(&line, &size, f) > 0) {
		summary->lost += parse_lost(line);
		ret = parse(line, &record);
		if (ret < 0)
			summary->malformed++;
		if (ret > 0) {
			summary->records++;
			fn(&record, data);
		}
	}
	free(line);
	ret = ferror(f);
	fclose(f);
	hold_signals(SIG_UNBLOCK);
	return ret ? -1 : 0;
}
