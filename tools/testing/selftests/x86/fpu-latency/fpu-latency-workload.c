// SPDX-License-Identifier: GPL-2.0
/*
 * fpu-latency-workload - tasks that switch with FPU state in use, as a load for
 * the x86_fpu_latency events under trace-cmd, perf or fpu-latency
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kselftest.h"

#include "cpus.h"
#include "fpregs.h"
#include "switcher.h"
#include "timing.h"

#define EXIT_USAGE	129

#define MAX_CPUS	256

/*
 * Turns of a block. A fork takes as long as many switches, and hundreds of times
 * as long on an emulated kernel that checks itself.
 */
#define ROUNDS		1000
#define FORKS		100

/* Seconds, and runs of the timing mode, if the options do not say. */
#define SECONDS		5
#define TIMED_SECONDS	1
#define TIMED_RUNS	5

static const struct {
	const char	*name;
	uint64_t	features;
} states[] = {
	{ "x87",	FPREGS_FP },
	{ "sse",	FPREGS_SSE },
	{ "avx",	FPREGS_YMM },
	{ "bndregs",	FPREGS_BNDREGS },
	{ "bndcsr",	FPREGS_BNDCSR },
	{ "opmask",	FPREGS_OPMASK },
	{ "zmm_hi256",	FPREGS_ZMM_HI256 },
	{ "hi16_zmm",	FPREGS_HI16_ZMM },
	{ "avx512",	FPREGS_YMM | FPREGS_SSE | FPREGS_AVX512 },
	{ "pkru",	FPREGS_PKRU },
	{ "apx",	FPREGS_APX },
	{ "cet_u",	FPREGS_CET_USER },
	{ "tilecfg",	FPREGS_XTILECFG },
	{ "amx",	FPREGS_XTILE },
};

struct options {
	const struct switcher_method	*method;
	uint64_t			features;
	const char			*cpus;
	unsigned int			tasks;
	/* 0 if not given */
	unsigned int			seconds;
	/* Of the timing mode; 0 without it. */
	unsigned int			timed_runs;
	unsigned int			seed;
	bool				back_and_forth;
	bool				reload;
};

static void usage(FILE *out)
{
	size_t i;

	fprintf(out,
		"Usage: fpu-latency-workload [OPTION]...\n"
		"Tasks on each CPU switch to and fro with random FPU state, and check it.\n\n"
		"  -m, --method=NAME   how they switch, pipe if not given:\n                     ");
	for (i = 0; i < switcher_nr_methods; i++)
		fprintf(out, " %s", switcher_methods[i].name);
	fprintf(out,
		"\n  -s, --states=LIST   what is in use, x87,sse,avx (of those there are) if not given;\n"
		"                      'none' for all in their initial state:\n                     ");
	for (i = 0; i < ARRAY_SIZE(states); i++)
		fprintf(out, " %s", states[i].name);
	fprintf(out,
		"\n  -b, --back-and-forth  in use in every other turn only\n"
		"  -r, --reload        write the registers before each turn\n"
		"  -t, --tasks=N       tasks on each CPU, as many as the method needs if not given;\n"
		"                      crowd and migrate have them on each two CPUs\n"
		"  -c, --cpus=LIST     for example 0,2-3; the first allowed ones if not given\n"
		"  -d, --duration=S    seconds, %d if not given; with --timing of each run, then %d\n"
		"  -T[RUNS], --timing[=RUNS]\n"
		"                      time switches in %d runs, or so many (%d to %d): ns per switch\n"
		"                      is the time of all CPUs in use over their switches. First the\n"
		"                      short stability gate of fpu-latency judges the first CPU; its\n"
		"                      verdict is in the output and does not change the status. All\n"
		"                      lines begin with '#' and can stand before a trace\n"
		"  -S, --seed=N        of the random content\n"
		"  -h, --help\n",
		SECONDS, TIMED_SECONDS, TIMED_RUNS, TIMING_MIN_RUNS, TIMING_MAX_RUNS);
}

static void __noreturn __printf(1, 2) usage_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fprintf(stderr, "fpu-latency-workload: ");
	vfprintf(stderr, fmt, args);
	fprintf(stderr, " (--help tells more)\n");
	va_end(args);
	exit(EXIT_USAGE);
}

/* A number from @min to @max and nothing else. */
static unsigned int parse_number(const char *what, const char *text, unsigned long min,
				 unsigned long max)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || errno || *end || value < min || value > max)
		usage_error("%s '%s' is not a number from %lu to %lu", what, text, min, max);
	return value;
}

/* XCR0 does not have it, because XSAVE does not save it. */
static uint64_t enabled_features(void)
{
	return fpregs_enabled() | (switcher_has_shadow_stack() ? FPREGS_CET_USER : 0);
}

static uint64_t parse_states(char *list, uint64_t enabled)
{
	uint64_t features = 0;
	char *name;
	size_t i;

	if (!strcmp(list, "none"))
		return 0;
	for (name = strtok(list, ","); name; name = strtok(NULL, ",")) {
		for (i = 0; i < ARRAY_SIZE(states); i++) {
			if (!strcmp(states[i].name, name))
				break;
		}
		if (i == ARRAY_SIZE(states))
			usage_error("no state '%s'", name);
		if ((states[i].features & enabled) != states[i].features) {
			fprintf(stderr, "fpu-latency-workload: this machine has no %s\n", name);
			exit(KSFT_SKIP);
		}
		features |= states[i].features;
	}
	return features;
}

/* One twice would have its time counted twice. */
static void add_cpu(int *cpus, int *n, int cpu)
{
	int i;

	for (i = 0; i < *n; i++) {
		if (cpus[i] == cpu)
			usage_error("CPU %d is there twice", cpu);
	}
	if (*n == MAX_CPUS)
		usage_error("more than %d CPUs", MAX_CPUS);
	cpus[(*n)++] = cpu;
}

/* Fill @cpus from a list like 0,2-3. Returns their number. */
static int parse_cpus(const char *list, int *cpus)
{
	unsigned long first, last;
	const char *p = list;
	char *end;
	int n = 0;

	while (*p) {
		first = strtoul(p, &end, 10);
		last = first;
		if (end == p || *p < '0' || *p > '9')
			usage_error("'%s' is no list of CPUs", list);
		if (*end == '-') {
			p = end + 1;
			last = strtoul(p, &end, 10);
			if (end == p || *p < '0' || *p > '9')
				usage_error("'%s' is no list of CPUs", list);
		}
		if ((*end && *end != ',') || last < first || last >= CPUS_MAX)
			usage_error("'%s' is no list of CPUs", list);
		for (; first <= last; first++)
			add_cpu(cpus, &n, first);
		p = *end ? end + 1 : end;
	}
	if (!n)
		usage_error("'%s' is no list of CPUs", list);
	return n;
}

/* All @nr CPUs can be used, or the program ends. Returns @nr. */
static int check_cpus(const int *cpus, int nr)
{
	cpu_set_t *allowed = cpus_current();
	int i;

	if (!allowed) {
		perror("fpu-latency-workload: CPUs");
		exit(KSFT_FAIL);
	}
	for (i = 0; i < nr; i++) {
		if (cpus_pin(cpus[i]))
			usage_error("CPU %d is off line or not allowed", cpus[i]);
	}
	cpus_restore(allowed);
	return nr;
}

static void parse(int argc, char **argv, uint64_t enabled, struct options *options)
{
	static const struct option longs[] = {
		{ "method",		required_argument,	NULL, 'm' },
		{ "states",		required_argument,	NULL, 's' },
		{ "back-and-forth",	no_argument,		NULL, 'b' },
		{ "reload",		no_argument,		NULL, 'r' },
		{ "tasks",		required_argument,	NULL, 't' },
		{ "cpus",		required_argument,	NULL, 'c' },
		{ "duration",		required_argument,	NULL, 'd' },
		{ "timing",		optional_argument,	NULL, 'T' },
		{ "seed",		required_argument,	NULL, 'S' },
		{ "help",		no_argument,		NULL, 'h' },
		{ }
	};
	int c;

	while ((c = getopt_long(argc, argv, "m:s:brt:c:d:T::S:h", longs, NULL)) != -1) {
		switch (c) {
		case 'm':
			options->method = switcher_method(optarg);
			if (!options->method)
				usage_error("no method '%s'", optarg);
			break;
		case 's':
			options->features = parse_states(optarg, enabled);
			break;
		case 'b':
			options->back_and_forth = true;
			break;
		case 'r':
			options->reload = true;
			break;
		case 't':
			options->tasks = parse_number("tasks", optarg, 1, SWITCHER_MAX_TASKS);
			break;
		case 'c':
			options->cpus = optarg;
			break;
		case 'd':
			options->seconds = parse_number("duration", optarg, 1, INT_MAX / 2);
			break;
		case 'T':
			options->timed_runs = optarg ? parse_number("runs", optarg, TIMING_MIN_RUNS,
								    TIMING_MAX_RUNS) : TIMED_RUNS;
			break;
		case 'S':
			options->seed = parse_number("seed", optarg, 0, UINT_MAX);
			break;
		case 'h':
			usage(stdout);
			exit(0);
		default:
			exit(EXIT_USAGE);
		}
	}
	if (optind < argc)
		usage_error("'%s' is too much", argv[optind]);
	if (options->tasks && options->tasks < options->method->min_tasks)
		usage_error("%s needs %u tasks", options->method->name, options->method->min_tasks);
	if (options->timed_runs && options->method->idle)
		usage_error("--timing of %s would time how long it sleeps", options->method->name);
	if (!options->seconds)
		options->seconds = options->timed_runs ? TIMED_SECONDS : SECONDS;
}

/* What came of the tasks of all CPUs. */
struct totals {
	unsigned long	switches;
	unsigned long	checks;
	unsigned long	corrupt;
	/* From before they are started until all have ended. */
	double		seconds;
	/* Nanoseconds of all CPUs, see switcher_cpu_time(). */
	uint64_t	cpu_time;
};

/* What all tasks of a run did, added to the totals. */
static void add(const struct switcher_run *run, struct totals *totals)
{
	unsigned int i;

	for (i = 0; i < run->nr_tasks; i++) {
		totals->switches += run->task[i].switches;
		totals->checks += run->task[i].checks;
		totals->corrupt += !!run->task[i].corrupt;
		if (run->task[i].corrupt)
			fprintf(stderr, "fpu-latency-workload: task %u: 0x%llx is corrupt\n",
				i, (unsigned long long)run->task[i].corrupt);
	}
	totals->cpu_time += switcher_cpu_time(run);
}

/*
 * Let tasks switch on all @nr CPUs at the same time, for plan->seconds
 *
 * Returns 0, or KSFT_FAIL or KSFT_SKIP when the reason has been told.
 */
static int run_tasks(struct switcher_plan *plan, const struct options *options, const int *cpus,
		     int nr, struct totals *totals)
{
	static struct switcher_run *runs[MAX_CPUS];
	/* Each run takes so many CPUs. */
	int step = options->method->both ? 2 : 1;
	struct timespec begin, end;
	int i, code, ret = 0;
	char why[256];

	memset(totals, 0, sizeof(*totals));
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (i = 0; i < nr; i += step) {
		plan->cpu[0] = cpus[i];
		plan->cpu[1] = i + 1 < nr ? cpus[i + 1] : -1;
		plan->seed = options->seed + i;
		runs[i] = switcher_start(plan, &code, why, sizeof(why));
		if (!runs[i]) {
			fprintf(stderr, "fpu-latency-workload: %s\n", why);
			ret = code;
			break;
		}
	}
	for (i = 0; i < nr && runs[i]; i += step) {
		if (!switcher_wait(runs[i], why, sizeof(why))) {
			fprintf(stderr, "fpu-latency-workload: CPU %d: %s\n", cpus[i], why);
			ret = KSFT_FAIL;
		}
		add(runs[i], totals);
		switcher_free(runs[i]);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	totals->seconds = end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9;
	if (!totals->checks)
		return ret ?: KSFT_FAIL;
	return ret ?: totals->corrupt ? KSFT_FAIL : 0;
}

/* A load, and how much was done; the status of the program. */
static int load(struct switcher_plan *plan, const struct options *options, const int *cpus, int nr)
{
	struct totals totals;
	int ret = run_tasks(plan, options, cpus, nr, &totals);

	if (!totals.checks)
		return ret;
	printf("%s, states 0x%llx, seed %u: ", options->method->name,
	       (unsigned long long)options->features, options->seed);
	printf("%.0f switches/s, %lu switches, %lu register checks, %lu tasks corrupt\n",
	       totals.switches / totals.seconds, totals.switches, totals.checks, totals.corrupt);
	return ret;
}

/* The load again and again, after the gate, with times; the status of the program. */
static int time_load(struct switcher_plan *plan, const struct options *options, const int *cpus,
		     int nr)
{
	static double ns[TIMING_MAX_RUNS];
	struct timing timing;
	struct totals totals;
	char why[256];
	unsigned int i;
	bool good;
	int ret;

	if (timing_gate(cpus[0], &good, why, sizeof(why))) {
		fprintf(stderr, "fpu-latency-workload: CPU %d: %s\n", cpus[0], strerror(errno));
		return KSFT_FAIL;
	}
	if (!good)
		fprintf(stderr, "fpu-latency-workload: do not benchmark here: %s\n", why);
	printf("# fpu-latency workload: %s, states 0x%llx%s%s, %u runs of %u s on %d CPU%s\n",
	       options->method->name, (unsigned long long)options->features,
	       options->back_and_forth ? ", back and forth" : "",
	       options->reload ? ", reload" : "", options->timed_runs, options->seconds,
	       nr, nr > 1 ? "s" : "");
	for (i = 0; i < options->timed_runs; i++) {
		ret = run_tasks(plan, options, cpus, nr, &totals);
		if (!ret && !totals.switches) {
			fprintf(stderr, "fpu-latency-workload: no task switched\n");
			ret = KSFT_FAIL;
		}
		if (ret)
			return ret;
		ns[i] = (double)totals.cpu_time / totals.switches;
		printf("# run %u: %.1f ns per switch, %lu switches, %lu register checks\n",
		       i + 1, ns[i], totals.switches, totals.checks);
	}
	timing_summarize(ns, options->timed_runs, &timing);
	printf("# fpu-latency ns-per-switch: min %.1f, median %.1f, max %.1f\n",
	       timing.min, timing.median, timing.max);
	return 0;
}

int main(int argc, char **argv)
{
	struct options options = {
		.method		= switcher_method("pipe"),
		.seed		= time(NULL),
	};
	uint64_t enabled = fpregs_enabled() ? enabled_features() : 0;
	struct switcher_plan plan = { };
	int cpus[MAX_CPUS], nr, i, ret;

	if (!enabled) {
		fprintf(stderr, "fpu-latency-workload: this machine has no XSAVE\n");
		return KSFT_SKIP;
	}
	options.features = (FPREGS_FP | FPREGS_SSE | FPREGS_YMM) & enabled;
	parse(argc, argv, enabled, &options);
	if (options.cpus)
		nr = check_cpus(cpus, parse_cpus(options.cpus, cpus));
	else
		nr = cpus_allowed(cpus, options.method->both ? 2 : 1);
	if (nr < 1) {
		perror("fpu-latency-workload: no CPU to run on");
		return KSFT_FAIL;
	}

	plan.method = options.method;
	plan.mask = (enabled & FPREGS_PLAIN) | (options.features & ~FPREGS_CET_USER);
	for (i = 0; i < 2; i++) {
		plan.role[i].features = options.features & ~FPREGS_CET_USER;
		plan.role[i].shadow_stack = options.features & FPREGS_CET_USER;
		plan.role[i].back_and_forth = options.back_and_forth;
		plan.role[i].reload = options.reload;
	}
	plan.nr_tasks = options.tasks;
	plan.rounds = options.method->forks ? FORKS : ROUNDS;
	plan.seconds = options.seconds;

	if (options.timed_runs)
		ret = time_load(&plan, &options, cpus, nr);
	else
		ret = load(&plan, &options, cpus, nr);
	if (fflush(stdout) || ferror(stdout)) {
		perror("fpu-latency-workload: standard output");
		return KSFT_FAIL;
	}
	return ret;
}
