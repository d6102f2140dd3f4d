// SPDX-License-Identifier: GPL-2.0
/* fpu-latency record: the events of this machine, with what it is and its verdict */
#ifdef __x86_64__
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calibrate.h"
#include "command.h"
#include "cpulist.h"
#include "option.h"
#include "record.h"
#include "util.h"

#define DEFAULT_OUTPUT	"fpu-latency.txt"

/* Of each CPU: some 100,000 events, which take longer to come than to be read. */
#define BUFFER_KIB	8192
#define MAX_BUFFER_KIB	(16 * 1024 * 1024)
#define MAX_SECONDS	(7 * 86400)

/* Seconds between two looks at the buffers, and how long the command may take to end. */
#define INTERVAL	0.1
#define PATIENCE	5

struct settings {
	const char		*output;
	/* 0: until the command ends or a signal comes. */
	double			duration;
	struct record_options	record;
	struct gate_options	gate;
};

/* The command: its process, and where it tells why it could not be run. */
struct child {
	pid_t	pid;
	int	go;
	int	failure;
	bool	ended;
	int	status;
};

static const char * const kind_names[EVENT_KINDS] = {
	[EVENT_XFD]	= "xfd",
	[EVENT_XRSTOR]	= "xrstor",
	[EVENT_XSAVE]	= "xsave",
};

static const struct option options[] = {
	{ "output",	required_argument,	NULL, 'o' },
	{ "events",	required_argument,	NULL, 'e' },
	{ "cpus",	required_argument,	NULL, 'c' },
	{ "duration",	required_argument,	NULL, 'd' },
	{ "buffer",	required_argument,	NULL, 'b' },
	{ "addresses",	no_argument,		NULL, 'a' },
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static bool stopped;

static void on_signal(int signo)
{
	/* A child that ends only has to end the sleep. */
	if (signo != SIGCHLD)
		__atomic_store_n(&stopped, true, __ATOMIC_RELAXED);
}

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency record [OPTION]... [COMMAND [ARGUMENT]...]\n"
	      "\n"
	      "Record the x86_fpu_latency events of all tasks while COMMAND runs; without it, or\n"
	      "with --duration, until then or SIGINT. The recording is a text that all other\n"
	      "commands read. It begins with what the machine is, its clocks, and the verdict of\n"
	      "a short stability gate: whether this is a CPU to time on, see 'fpu-latency\n"
	      "calibrate --help'. It is recorded in any case.\n"
	      "\n"
	      "  -o, --output FILE    default " DEFAULT_OUTPUT "; one that is there is kept as\n"
	      "                       FILE.old. - for standard output; that of COMMAND then goes\n"
	      "                       to standard error\n"
	      "  -e, --events LIST    some of xsave,xrstor,xfd (default: all that the kernel has)\n"
	      "  -c, --cpus LIST      only events of these CPUs, such as 0,2-5\n"
	      "  -d, --duration S     end after so many seconds, and COMMAND, too\n"
	      "  -b, --buffer KIB     of the kernel, for each CPU (default 8192)\n"
	      "  -a, --addresses      show addresses of fpstates as they are and not hashed, which\n"
	      "                       'fpu-latency c2c' needs\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "It takes root and a kernel with the events. Buffers are read ten times a second;\n"
	      "the events of that have the comm 'fpu-latency'. Exit status: 0; 1 if nothing was\n"
	      "recorded, not all could be written or COMMAND failed; 129 for wrong usage.\n", out);
}

static void check_cpus(const char *text)
{
	struct cpulist list;

	if (!cpulist_parse(text, strlen(text), &list))
		usage_error("no list of CPUs: %s", text);
	cpulist_free(&list);
}

static void parse_options(int argc, char **argv, struct settings *s)
{
	int opt;

	/* What follows the command is its own. */
	while ((opt = option_next(argc, argv, "+:o:e:c:d:b:ah", options, print_help)) != -1) {
		switch (opt) {
		case 'o':
			s->output = optarg;
			break;
		case 'e':
			s->record.kinds = option_names("events", optarg, kind_names, EVENT_KINDS);
			break;
		case 'c':
			check_cpus(optarg);
			s->record.cpus = optarg;
			break;
		case 'd':
			s->duration = option_seconds("duration", optarg, MAX_SECONDS);
			if (s->duration <= 0)
				usage_error("--duration: more than 0 seconds are needed");
			break;
		case 'b':
			s->record.buffer_kib = option_u64("buffer", optarg, 1, MAX_BUFFER_KIB);
			break;
		case 'a':
			s->record.addresses = true;
			break;
		}
	}
	if (!*s->output)
		usage_error("--output: the name is empty");
}

/* A recording that is there is kept under another name, as perf does. */
static void keep_old(const char *path)
{
	char *old = util_calloc(strlen(path) + sizeof(".old"), 1);
	struct stat st;

	if (!stat(path, &st) && S_ISREG(st.st_mode) && st.st_size) {
		sprintf(old, "%s.old", path);
		if (rename(path, old))
			fatal("%s: cannot be kept as %s: %s", path, old, strerror(errno));
	}
	free(old);
}

static FILE *open_output(const char *path)
{
	FILE *out;

	if (!strcmp(path, "-"))
		return stdout;
	keep_old(path);
	out = fopen(path, "we");
	if (!out)
		fatal("%s: %s", path, strerror(errno));
	return out;
}

/* What the machine is, and the verdict, in front of the events. */
static void write_meta(FILE *out, struct settings *s, struct calibration *cal)
{
	struct calibrate_options calibrate = { };

	calibrate_shorten(&calibrate, &s->gate);
	calibrate_begin(cal, -1, &s->gate);
	calibrate_recipes(cal, &calibrate);
	machine_unpin();
	calibrate_meta(out, cal);
	if (!cal->gate.ok)
		err_msg("do not benchmark here: %s; recorded all the same", cal->gate.reason);
}

static void catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };
	const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD };
	struct sigaction old;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signals); i++) {
		/* Whoever ignores one, such as nohup, has a reason. */
		if (!sigaction(signals[i], NULL, &old) &&
		    (signals[i] == SIGCHLD || old.sa_handler != SIG_IGN))
			sigaction(signals[i], &sa, NULL);
	}
	/* Writing tells it. */
	signal(SIGPIPE, SIG_IGN);
}

/* In the child: wait for the events to be on, and become the command. */
static noreturn void run_command(char **argv, int go, int failure, bool to_stderr)
{
	char byte;
	int error;

	signal(SIGPIPE, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	if (read(go, &byte, 1) != 1)
		_exit(EXIT_FAILED);
	if (to_stderr)
		dup2(STDERR_FILENO, STDOUT_FILENO);
	execvp(argv[0], argv);
	error = errno;
	if (write(failure, &error, sizeof(error)) < 0)
		_exit(EXIT_FAILED);
	_exit(EXIT_FAILED);
}

/* Start the command, which waits until let_go(). */
static void start_command(char **argv, struct child *child, bool to_stderr)
{
	int go[2], failure[2];

	if (pipe2(go, O_CLOEXEC) || pipe2(failure, O_CLOEXEC))
		fatal("pipe: %s", strerror(errno));
	fflush(stdout);
	child->pid = fork();
	if (child->pid < 0)
		fatal("fork: %s", strerror(errno));
	if (!child->pid) {
		close(go[1]);
		close(failure[0]);
		run_command(argv, go[0], failure[1], to_stderr);
	}
	close(go[0]);
	close(failure[1]);
	child->go = go[1];
	child->failure = failure[0];
}

static void let_go(struct child *child, const char *name)
{
	ssize_t n;
	int error;

	if (write(child->go, "", 1) != 1)
		fatal("%s: %s", name, strerror(errno));
	close(child->go);
	/* The pipe is closed when the command runs. */
	do {
		n = read(child->failure, &error, sizeof(error));
	} while (n < 0 && errno == EINTR);
	if (n == sizeof(error))
		fatal("cannot run %s: %s", name, strerror(error));
	close(child->failure);
}

static bool has_ended(struct child *child)
{
	if (child->pid && !child->ended)
		child->ended = waitpid(child->pid, &child->status, WNOHANG) == child->pid;
	return child->ended;
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static void wait_a_moment(void)
{
	struct timespec ts = { .tv_nsec = INTERVAL * 1e9 };

	nanosleep(&ts, NULL);
}

static bool is_stopped(void)
{
	return __atomic_load_n(&stopped, __ATOMIC_RELAXED);
}

/*
 * Write the events out as they come, until it is time to end, or there is no room. A
 * command that still runs then is told so, and recorded until it has ended; if it does
 * not, it is killed. Returns whether it was not the command that ended it: of a signal
 * to both, such as that of a terminal, the command may be gone before we look.
 */
static bool pump(struct child *child, double duration, FILE *out)
{
	double end = duration > 0 ? now() + duration : 0, patience = 0;
	bool asked = false;

	while (!has_ended(child)) {
		if (is_stopped() || (end && now() >= end) || ferror(out)) {
			asked = true;
			if (!child->pid)
				break;
			if (!patience) {
				kill(child->pid, SIGTERM);
				patience = now() + PATIENCE;
			} else if (now() >= patience) {
				kill(child->pid, SIGKILL);
			}
		}
		if (!record_read(out))
			wait_a_moment();
	}
	return asked || is_stopped();
}

/* How the command ended, if that is worth a word; the exit status for it. */
static int judge_command(const struct child *child, const char *name, bool asked)
{
	if (!child->ended || asked)
		return 0;
	if (WIFSIGNALED(child->status)) {
		err_msg("%s was ended by signal %d", name, WTERMSIG(child->status));
		return EXIT_FAILED;
	}
	if (WEXITSTATUS(child->status)) {
		err_msg("%s ended with status %d", name, WEXITSTATUS(child->status));
		return EXIT_FAILED;
	}
	return 0;
}

/* Close the output and tell what is in it; the exit status. */
static int finish(FILE *out, const struct settings *s, const struct calibration *cal)
{
	const char *name = strcmp(s->output, "-") ? s->output : "standard output";
	struct record_counts counts;

	record_count(&counts);
	record_end();
	if (ferror(out) || fflush(out) || (out != stdout && fclose(out)))
		fatal("%s: not all could be written; what was, is kept", name);
	if (!counts.events) {
		err_msg("%s: no event was recorded", name);
		return EXIT_FAILED;
	}
	err_msg("%s: %ju events, %ju lost%s; stability: %s", name, counts.events, counts.lost,
		counts.lost ? " (--buffer)" : "", cal->gate.ok ? "good" : "do not benchmark here");
	return 0;
}

static int cmd_record(int argc, char **argv)
{
	struct settings s = {
		.output = DEFAULT_OUTPUT,
		.record = { .buffer_kib = BUFFER_KIB },
		.gate = { .limited = true },
	};
	struct calibration cal = { .best = -1 };
	struct child child = { };
	bool asked;
	FILE *out;
	int ret;

	parse_options(argc, argv, &s);
	argv += optind;
	s.record.kinds = record_kinds(s.record.kinds);
	catch_signals();
	/* An old recording makes way only for one that can be made. */
	record_begin(&s.record);
	out = open_output(s.output);
	write_meta(out, &s, &cal);
	if (*argv)
		start_command(argv, &child, out == stdout);
	record_enable(&s.record);
	if (*argv)
		let_go(&child, *argv);

	asked = pump(&child, s.duration, out);
	record_disable();
	while (record_read(out))
		;
	ret = judge_command(&child, *argv, asked);
	ret |= finish(out, &s, &cal);
	calibrate_free(&cal);
	return ret;
}

COMMAND(record, cmd_record, "record the events of this machine");

#endif /* __x86_64__ */
