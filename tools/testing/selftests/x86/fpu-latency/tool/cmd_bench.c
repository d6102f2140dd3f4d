// SPDX-License-Identifier: GPL-2.0
/* fpu-latency bench: XSAVE and XRSTOR in user space, timed */
#ifdef __x86_64__
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "command.h"
#include "compare.h"
#include "option.h"
#include "progress.h"
#include "tuning.h"
#include "util.h"

#define MAX_SAMPLES	10000000
#define MAX_CPU		8191

enum {
	OPT_INSN = 256,
	OPT_SET,
	OPT_BUFFER,
	OPT_PLACE,
	OPT_UNIT,
	OPT_COMPARE,
	OPT_FORMAT,
	OPT_FORCE,
	OPT_DMA_LATENCY,
};

static const struct option options[] = {
	{ "cpu",		required_argument,	NULL, 'c' },
	{ "samples",		required_argument,	NULL, 's' },
	{ "insn",		required_argument,	NULL, OPT_INSN },
	{ "set",		required_argument,	NULL, OPT_SET },
	{ "buffer",		required_argument,	NULL, OPT_BUFFER },
	{ "place",		required_argument,	NULL, OPT_PLACE },
	{ "compare",		required_argument,	NULL, OPT_COMPARE },
	{ "format",		required_argument,	NULL, OPT_FORMAT },
	{ "unit",		required_argument,	NULL, OPT_UNIT },
	{ "force",		no_argument,		NULL, OPT_FORCE },
	{ "cpu-dma-latency",	required_argument,	NULL, OPT_DMA_LATENCY },
	{ "help",		no_argument,		NULL, 'h' },
	{ }
};

enum format {
	FORMAT_TABLE,
	FORMAT_CSV,
	FORMAT_JSON,
};

struct settings {
	int		cpu;
	unsigned int	samples;
	bool		force;
	enum format	format;
	enum bench_unit	unit;
	/* Bit n for the n-th; 0 if the option was not given. */
	unsigned int	insns;
	unsigned int	buffers;
	unsigned int	places;
	/* A list of names, or NULL. */
	const char	*sets;
	/* Microseconds, or -1 for no wish. */
	int64_t		dma_latency;
	/* A trace, or NULL. */
	const char	*compare;
};

static const char * const format_names[] = {
	[FORMAT_TABLE]	= "table",
	[FORMAT_CSV]	= "csv",
	[FORMAT_JSON]	= "json",
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency bench [OPTION]...\n"
	      "\n"
	      "Time XSAVE, XSAVEOPT, XSAVEC and XRSTOR (of standard and compacted images) in the\n"
	      "window that the kernel's events use, beside memcpy() of as many bytes. What an\n"
	      "empty window takes is subtracted. Without options below 'Choose' it is each\n"
	      "instruction with each set in the L1 cache, and the largest set and the empty one\n"
	      "with each buffer and place; else all combinations of what is chosen.\n"
	      "\n"
	      "Choose, with names separated by commas:\n"
	      "      --insn LIST      xsave, xsaveopt, xsavec, xrstor, xrstorc\n"
	      "      --set LIST       sets of components in use, as in the output; or components\n"
	      "                       joined by +, as in SSE+AVX\n"
	      "      --buffer LIST    l1, l2, memory, remote (written last by another core)\n"
	      "      --place LIST     128, 64 (alignment), page (crosses one)\n"
	      "\n"
	      "      --compare TRACE  the kernel's figures of a recording of this machine, in any form\n"
	      "                       that report reads, and beside each group what user space takes\n"
	      "                       for the same components\n"
	      "\n"
	      "  -c, --cpu N          measure on this CPU (default: the one it starts on)\n"
	      "  -s, --samples N      samples of each case (default 2000)\n"
	      "      --format FORMAT  table (default), csv or json\n"
	      "      --unit UNIT      of the table's times: ticks (default), cycles or ns\n"
	      "      --force          measure where the stability gate says not to\n"
	      "      --cpu-dma-latency US  ask PM QoS for this latency meanwhile (root)\n"
	      "  -h, --help           this text\n"
	      "\n"
	      "SIGINT ends it after the case at hand, and what was measured is shown.\n"
	      "\n"
	      "Exit status: 0; 1 if nothing could be measured, part of TRACE could not be read, or\n"
	      "after SIGINT; 129 for wrong usage.\n",
	      out);
}

/* The instructions have names that can be chosen, the yardsticks do not. */
static unsigned int parse_insns(const char *list)
{
	const char *names[XINSN_COPY_TO] = { };
	unsigned int i;

	for (i = XINSN_XSAVE; i < XINSN_COPY_TO; i++)
		names[i] = bench_insn_names[i];
	return option_names("insn", list, names, XINSN_COPY_TO);
}

static void parse_options(int argc, char **argv, struct settings *s)
{
	int opt;

	while ((opt = option_next(argc, argv, ":c:s:h", options, print_help)) != -1) {
		switch (opt) {
		case 'c':
			s->cpu = option_u64("cpu", optarg, 0, MAX_CPU);
			break;
		case 's':
			s->samples = option_u64("samples", optarg, 1, MAX_SAMPLES);
			break;
		case OPT_INSN:
			s->insns = parse_insns(optarg);
			break;
		case OPT_SET:
			s->sets = optarg;
			break;
		case OPT_BUFFER:
			s->buffers = option_names("buffer", optarg, bench_buffer_names,
						  XINSN_BUFFERS);
			break;
		case OPT_PLACE:
			s->places = option_names("place", optarg, bench_place_names, BENCH_PLACES);
			break;
		case OPT_COMPARE:
			s->compare = optarg;
			break;
		case OPT_FORMAT:
			s->format = option_name("format", optarg, format_names,
						ARRAY_SIZE(format_names));
			break;
		case OPT_UNIT:
			s->unit = option_name("unit", optarg, bench_unit_names, BENCH_UNITS);
			break;
		case OPT_FORCE:
			s->force = true;
			break;
		case OPT_DMA_LATENCY:
			s->dma_latency = option_u64("cpu-dma-latency", optarg, 0, INT32_MAX);
			break;
		}
	}
	if (optind < argc)
		usage_error("bench takes no argument: %s", argv[optind]);
	if (s->compare && (s->insns || s->buffers || s->places || s->sets))
		usage_error("--compare chooses by the trace, without --insn, --set and so on");
	if (s->unit != BENCH_TICKS && (s->compare || s->format != FORMAT_TABLE))
		usage_error("--unit is for tables of bench; CSV and JSON have what a tick is");
}

static void run_case(struct bench *bench, const struct bench_case *what)
{
	if (progress_interrupted())
		return;
	progress_case(bench_insn_names[what->insn], what->set.name, bench->nr_results);
	if (bench_possible(bench, what))
		bench_run(bench, what);
	else
		bench->skipped++;
}

/* One case, and for XSAVEOPT, which can tell, that of unmodified registers. */
static void run_both(struct bench *bench, enum xinsn insn, const struct bench_set *set,
		     enum xinsn_buffer where, enum bench_place place)
{
	struct bench_case what = { insn, *set, where, place, false };

	run_case(bench, &what);
	if (insn == XINSN_XSAVEOPT) {
		what.unmodified = true;
		run_case(bench, &what);
	}
}

/* Each set in the L1, then the first set and the last with all else. */
static void run_default(struct bench *bench, const struct bench_sets *sets)
{
	unsigned int insn, set, other;

	for (insn = XINSN_XSAVE; insn <= XINSN_XRSTORC; insn++) {
		for (set = 0; set < sets->nr; set++)
			run_both(bench, insn, &sets->set[set], XINSN_L1, BENCH_ALIGN_128);
	}
	for (insn = XINSN_XSAVE; insn <= XINSN_XRSTORC; insn++) {
		for (set = 0; set < sets->nr; set++) {
			if (set && set != sets->nr - 1)
				continue;
			for (other = XINSN_L2; other < XINSN_BUFFERS; other++)
				run_both(bench, insn, &sets->set[set], other, BENCH_ALIGN_128);
			for (other = BENCH_ALIGN_64; other < BENCH_PLACES; other++)
				run_both(bench, insn, &sets->set[set], XINSN_L1, other);
		}
	}
}

/* One instruction and set with all chosen buffers and places. */
static void run_product(struct bench *bench, enum xinsn insn, const struct bench_set *set,
			unsigned int buffers, unsigned int places)
{
	unsigned int where, place;

	for (where = 0; where < XINSN_BUFFERS; where++) {
		for (place = 0; place < BENCH_PLACES; place++) {
			if ((buffers & 1U << where) && (places & 1U << place))
				run_both(bench, insn, set, where, place);
		}
	}
}

static void run_chosen(struct bench *bench, const struct settings *s, const struct bench_sets *sets)
{
	unsigned int insns = s->insns ? s->insns : ~0U, places = s->places ? s->places : 1;
	unsigned int buffers = s->buffers ? s->buffers : 1;
	unsigned int insn, set;

	for (insn = XINSN_XSAVE; insn <= XINSN_XRSTORC; insn++) {
		for (set = 0; (insns & 1U << insn) && set < sets->nr; set++)
			run_product(bench, insn, &sets->set[set], buffers, places);
	}
}

static void run_all(struct bench *bench, const struct settings *s, const struct bench_sets *sets)
{
	if (s->insns || s->buffers || s->places || s->sets)
		run_chosen(bench, s, sets);
	else
		run_default(bench, sets);
}

static void view(const struct settings *s, const struct bench *bench,
		 const struct compare *compare)
{
	switch (s->format) {
	case FORMAT_TABLE:
		if (s->compare)
			compare_table(stdout, bench, compare);
		else
			bench_table(stdout, bench, s->unit);
		break;
	case FORMAT_CSV:
		if (s->compare)
			compare_csv(stdout, bench, compare);
		else
			bench_csv(stdout, bench);
		break;
	case FORMAT_JSON:
		if (s->compare)
			compare_json(stdout, bench, compare);
		else
			bench_json(stdout, bench);
		break;
	}
}

/* Pin, look at the machine, and stop where it is none to measure on. */
static void begin(struct bench *bench, struct settings *s, struct bench_sets *sets)
{
	struct gate_options gate = { .loops = GATE_LOOPS_SHORT, .limited = true };

	if (s->dma_latency >= 0)
		tuning_cpu_dma_latency(s->dma_latency);
	machine_pin(s->cpu);
	machine_detect(&bench->machine);
	xarea_detect(&bench->xa);
	if (!bench->xa.xsave)
		fatal("this CPU has no XSAVE, or the kernel does not enable it");
	bench_sets(sets, &bench->xa, s->sets);
	machine_tsc(&bench->tsc);
	machine_core_clock(&bench->clock);
	gate_run(&gate, &bench->machine, &bench->tsc, &bench->gate);
	if (bench->gate.ok)
		return;
	if (!s->force)
		fatal("do not benchmark here: %s (--force goes on)", bench->gate.reason);
	err_msg("do not benchmark here: %s", bench->gate.reason);
}

static int cmd_bench(int argc, char **argv)
{
	struct settings s = { .cpu = -1, .samples = BENCH_SAMPLES, .dma_latency = -1 };
	struct compare compare = { };
	struct bench bench = { };
	struct bench_sets sets = { };
	bool failed, interrupted;

	parse_options(argc, argv, &s);
	if (s.compare)
		compare_load(&compare, s.compare);

	progress_begin();
	begin(&bench, &s, &sets);
	if (s.compare)
		compare_machine(&compare, &bench);
	bench_start(&bench, s.samples);
	if (s.compare)
		compare_run(&compare, &bench);
	else
		run_all(&bench, &s, &sets);
	progress_end();
	if (bench.skipped)
		err_msg("%u cases are not possible on this machine%s%s", bench.skipped,
			bench.remote_why ? "; " : "", bench.remote_why ? bench.remote_why : "");
	interrupted = progress_interrupted();
	if (!bench.nr_results)
		fatal(interrupted ? "interrupted; nothing was measured" : "nothing was measured");
	view(&s, &bench, &compare);
	bench_stop(&bench);
	/* Part of a recording has figures, but not those of all of it. */
	failed = compare.reader.failed;
	if (s.compare)
		compare_free(&compare);
	if (interrupted)
		err_msg("interrupted; what was measured before it is shown");
	return failed || interrupted ? EXIT_FAILED : 0;
}

COMMAND(bench, cmd_bench, "XSAVE and XRSTOR in user space, timed");

#endif /* __x86_64__ */
