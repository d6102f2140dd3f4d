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

#define EXIT_USAGE	129

#define MAX_CPUS	256
#define ROUNDS		1000

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
	unsigned int			seconds;
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
		"  -d, --duration=S    seconds, 5 if not given\n"
		"  -S, --seed=N        of the random content\n"
		"  -h, --help\n");
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
		for (; first <= last; first++) {
			if (n == MAX_CPUS)
				usage_error("more than %d CPUs", MAX_CPUS);
			cpus[n++] = first;
		}
		p = *end ? end + 1 : end;
	}
	if (!n)
		usage_error("'%s' is no list of CPUs", list);
	return n;
}

/* All @nr CPUs can be used, or the program ends. Returns @nr. */
static int check_cpus(const int *cpus, int nr)
{
	cpu_set_t *allowed = cpus_alloc_set(-1);
	int i;

	if (!allowed || sched_getaffinity(0, cpus_set_size(), allowed)) {
		perror("fpu-latency-workload: CPUs");
		exit(KSFT_FAIL);
	}
	for (i = 0; i < nr; i++) {
		if (cpus_pin(cpus[i]))
			usage_error("CPU %d is off line or not allowed", cpus[i]);
	}
	sched_setaffinity(0, cpus_set_size(), allowed);
	CPU_FREE(allowed);
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
		{ "seed",		required_argument,	NULL, 'S' },
		{ "help",		no_argument,		NULL, 'h' },
		{ }
	};
	int c;

	while ((c = getopt_long(argc, argv, "m:s:brt:c:d:S:h", longs, NULL)) != -1) {
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
}

/* What all tasks of a run did, added to the totals. */
static void add(const struct switcher_run *run, unsigned long *switches, unsigned long *checks,
		unsigned long *corrupt)
{
	unsigned int i;

	for (i = 0; i < run->nr_tasks; i++) {
		*switches += run->task[i].switches;
		*checks += run->task[i].checks;
		*corrupt += !!run->task[i].corrupt;
		if (run->task[i].corrupt)
			fprintf(stderr, "fpu-latency-workload: task %u: 0x%llx is corrupt\n",
				i, (unsigned long long)run->task[i].corrupt);
	}
}

int main(int argc, char **argv)
{
	struct options options = {
		.method		= switcher_method("pipe"),
		.seconds	= 5,
		.seed		= time(NULL),
	};
	unsigned long switches = 0, checks = 0, corrupt = 0;
	static struct switcher_run *runs[MAX_CPUS];
	int cpus[MAX_CPUS], nr, step, i, code, ret = 0;
	uint64_t enabled = fpregs_enabled() ? enabled_features() : 0;
	struct switcher_plan plan = { };
	struct timespec begin, end;
	char why[256];
	double took;

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
	plan.rounds = ROUNDS;
	plan.seconds = options.seconds;
	/* Each run takes so many CPUs. */
	step = options.method->both ? 2 : 1;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (i = 0; i < nr; i += step) {
		plan.cpu[0] = cpus[i];
		plan.cpu[1] = i + 1 < nr ? cpus[i + 1] : -1;
		plan.seed = options.seed + i;
		runs[i] = switcher_start(&plan, &code, why, sizeof(why));
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
		add(runs[i], &switches, &checks, &corrupt);
		switcher_free(runs[i]);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	if (!checks)
		return ret ?: KSFT_FAIL;
	took = end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9;

	printf("%s, states 0x%llx, seed %u: ", options.method->name,
	       (unsigned long long)options.features, options.seed);
	printf("%.0f switches/s, %lu switches, %lu register checks, %lu tasks corrupt\n",
	       switches / took, switches, checks, corrupt);
	return ret ?: corrupt ? KSFT_FAIL : 0;
}
