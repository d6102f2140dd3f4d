// SPDX-License-Identifier: GPL-2.0
/* fpu-latency calibrate: how to time a short instruction on this CPU */
#ifdef __x86_64__
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"
#include "command.h"
#include "option.h"
#include "progress.h"
#include "tuning.h"
#include "util.h"

/* Limits of the options. */
#define MAX_LOOPS	100000
#define MAX_SAMPLES	10000000
#define MAX_SECONDS	86400
#define MAX_RATE	100000
#define MAX_CPU		8191

/* What the method's source uses. */
#define FULL_LOOPS	1000
#define FULL_SAMPLES	10000

#define DEFAULT_INTERFERENCE	0.2

enum {
	OPT_FORMAT = 256,
	OPT_ROWS,
	OPT_LINES,
	OPT_FULL,
	OPT_FORCE,
	OPT_GATE,
	OPT_GATE_LOOPS,
	OPT_LIMIT,
	OPT_STRICT,
	OPT_INTERFERENCE,
	OPT_THRESHOLD,
	OPT_IPI,
	OPT_DMA_LATENCY,
	OPT_MSR,
};

static const struct option options[] = {
	{ "cpu",		required_argument,	NULL, 'c' },
	{ "loops",		required_argument,	NULL, 'l' },
	{ "samples",		required_argument,	NULL, 's' },
	{ "recipe",		required_argument,	NULL, 'r' },
	{ "full",		no_argument,		NULL, OPT_FULL },
	{ "lines",		no_argument,		NULL, OPT_LINES },
	{ "format",		required_argument,	NULL, OPT_FORMAT },
	{ "rows",		required_argument,	NULL, OPT_ROWS },
	{ "force",		no_argument,		NULL, OPT_FORCE },
	{ "gate",		no_argument,		NULL, OPT_GATE },
	{ "gate-loops",		required_argument,	NULL, OPT_GATE_LOOPS },
	{ "limit",		required_argument,	NULL, OPT_LIMIT },
	{ "strict",		no_argument,		NULL, OPT_STRICT },
	{ "interference",	required_argument,	NULL, OPT_INTERFERENCE },
	{ "threshold",		required_argument,	NULL, OPT_THRESHOLD },
	{ "ipi",		required_argument,	NULL, OPT_IPI },
	{ "cpu-dma-latency",	required_argument,	NULL, OPT_DMA_LATENCY },
	{ "msr",		required_argument,	NULL, OPT_MSR },
	{ "help",		no_argument,		NULL, 'h' },
	{ }
};

enum format {
	FORMAT_TABLE,
	FORMAT_CSV,
	FORMAT_JSON,
	FORMAT_META,
};

struct settings {
	int				cpu;
	struct calibrate_options	calibrate;
	struct gate_options		gate;
	bool				gate_only;
	bool				force;
	bool				lines;
	enum format			format;
	enum calibrate_rows		rows;
	double				interference;
	unsigned int			threshold;
	unsigned int			ipi_rate;
	/* Microseconds, or -1 for no wish. */
	int64_t				dma_latency;
	/* 0 for none. */
	uint32_t			msr;
};

static const char * const format_names[] = {
	[FORMAT_TABLE]	= "table",
	[FORMAT_CSV]	= "csv",
	[FORMAT_JSON]	= "json",
	[FORMAT_META]	= "meta",
};

static const char * const row_names[] = {
	[CALIBRATE_RECIPES]	 = "recipes",
	[CALIBRATE_LINES]	 = "lines",
	[CALIBRATE_DISTRIBUTION] = "distribution",
	[CALIBRATE_CHAINS]	 = "chains",
	[CALIBRATE_INTERFERENCE] = "interference",
};

static void print_help(FILE *out)
{
	fputs("Usage: fpu-latency calibrate [OPTION]...\n"
	      "\n"
	      "Find out how a short instruction is timed on this CPU. Seven ways to read the TSC\n"
	      "before and after it, and the window of the kernel's events, time nothing, a loop\n"
	      "of growing length, and chains of dependent adds. Ends with the recipe that suits\n"
	      "and the overhead to subtract. TIMING.md explains each column. All times are TSC\n"
	      "ticks.\n"
	      "\n"
	      "  -c, --cpu N          measure on this CPU (default: the one it starts on)\n"
	      "  -l, --loops N        lengths of the loop, 0 to N - 1 (default 64)\n"
	      "  -s, --samples N      samples of each (default 4000, fewer where CPUID is slow)\n"
	      "      --full           --loops 1000 --samples 10000; hours where CPUID leaves a VM\n"
	      "  -r, --recipe LIST    some of 0,1,2,3,4,5,6,kernel\n"
	      "      --lines          show each length of the loop, too\n"
	      "      --format FORMAT  table (default), csv, json; or meta, see below\n"
	      "      --rows KIND      what CSV has: recipes (default), lines, distribution, chains\n"
	      "                       or interference\n"
	      "\n"
	      "First comes the stability gate, 3,000,000 timed loops or as many as a second has.\n"
	      "If it says not to benchmark here, nothing else is measured and the status is 1.\n"
	      "\n"
	      "      --force          go on all the same\n"
	      "      --gate           the gate alone\n"
	      "      --gate-loops N   another number of loops, however long they take\n"
	      "      --limit TICKS    how far the 99th percentile may be above the minimum\n"
	      "                       (default 50, or three steps of the TSC)\n"
	      "      --strict         judge the maximum: for CPUs that nothing interrupts\n"
	      "\n"
	      "For recordings that 'fpu-latency record' does not make, '--format meta' prints\n"
	      "the lines that it begins them with: machine, clocks, what the events' window\n"
	      "takes, and the verdict of a short gate of 100,000 loops. It takes a quarter of a\n"
	      "second and the status is 0 in any case:\n"
	      "\n"
	      "  fpu-latency calibrate --format meta >FILE\n"
	      "  (record) cat /sys/kernel/tracing/trace >>FILE\n"
	      "\n"
	      "Last comes what takes time away: the TSC is read back to back.\n"
	      "\n"
	      "      --interference SECONDS  for so long (default 0.2; 0 leaves it out)\n"
	      "      --threshold TICKS       what is a gap (default 200, more where reads are slow)\n"
	      "      --ipi RATE              again with so many IPIs a second from another CPU\n"
	      "\n"
	      "      --cpu-dma-latency US    ask PM QoS for this latency meanwhile (root)\n"
	      "      --msr NUMBER            what writing this MSR costs through /dev/cpu/N/msr: XFD\n"
	      "                              (0x1c4), XFD_ERR, XSS or TSC_AUX, with what it holds\n"
	      "                              (root; the kernel is marked as tainted)\n"
	      "  -h, --help                  this text\n"
	      "\n"
	      "SIGINT ends it, what was measured is shown, and the status is 1.\n",
	      out);
}

static unsigned int parse_recipes(const char *list)
{
	const char *names[RECIPES];
	unsigned int i;

	for (i = 0; i < RECIPES; i++)
		names[i] = recipe_info[i].name;
	return option_names("recipe", list, names, RECIPES);
}

static void parse_options(int argc, char **argv, struct settings *s)
{
	bool rows = false, chosen = false;
	int opt;

	while ((opt = option_next(argc, argv, ":c:l:s:r:h", options, print_help)) != -1) {
		switch (opt) {
		case 'c':
			s->cpu = option_u64("cpu", optarg, 0, MAX_CPU);
			break;
		case 'l':
			s->calibrate.loops = option_u64("loops", optarg, 2, MAX_LOOPS);
			chosen = true;
			break;
		case 's':
			s->calibrate.samples = option_u64("samples", optarg, 1, MAX_SAMPLES);
			break;
		case 'r':
			s->calibrate.recipes = parse_recipes(optarg);
			chosen = true;
			break;
		case OPT_FULL:
			s->calibrate.loops = FULL_LOOPS;
			s->calibrate.samples = FULL_SAMPLES;
			chosen = true;
			break;
		case OPT_LINES:
			s->lines = true;
			break;
		case OPT_FORMAT:
			s->format = option_name("format", optarg, format_names,
						ARRAY_SIZE(format_names));
			break;
		case OPT_ROWS:
			s->rows = option_name("rows", optarg, row_names, ARRAY_SIZE(row_names));
			rows = true;
			break;
		case OPT_FORCE:
			s->force = true;
			break;
		case OPT_GATE:
			s->gate_only = true;
			break;
		case OPT_GATE_LOOPS:
			s->gate.loops = option_u64("gate-loops", optarg, 100, UINT32_MAX);
			s->gate.limited = false;
			break;
		case OPT_LIMIT:
			s->gate.limit = option_u64("limit", optarg, 1, UINT32_MAX);
			break;
		case OPT_STRICT:
			s->gate.strict = true;
			break;
		case OPT_INTERFERENCE:
			s->interference = option_seconds("interference", optarg, MAX_SECONDS);
			break;
		case OPT_THRESHOLD:
			s->threshold = option_u64("threshold", optarg, 1, INTERFERENCE_BINS);
			break;
		case OPT_IPI:
			s->ipi_rate = option_u64("ipi", optarg, 1, MAX_RATE);
			break;
		case OPT_DMA_LATENCY:
			s->dma_latency = option_u64("cpu-dma-latency", optarg, 0, INT32_MAX);
			break;
		case OPT_MSR:
			s->msr = option_u64("msr", optarg, 1, UINT32_MAX);
			if (!tuning_msr_known(s->msr))
				usage_error("--msr: writing 0x%x may do more than take time",
					    s->msr);
			break;
		}
	}
	if (optind < argc)
		usage_error("calibrate takes no argument: %s", argv[optind]);
	if (rows && s->format != FORMAT_CSV)
		usage_error("--rows is for --format csv");
	if (s->lines && s->format != FORMAT_TABLE)
		usage_error("--lines is for tables; CSV has --rows lines and JSON has them always");
	if (s->gate_only && s->format == FORMAT_CSV)
		usage_error("--gate has no rows for CSV");
	if (s->ipi_rate && (s->interference <= 0 || s->gate_only || s->format == FORMAT_META))
		usage_error("--ipi needs the measurement of interference, which is left out");
	if (chosen && s->format == FORMAT_META)
		usage_error("--recipe, --loops and --full do not go with --format meta");
	if (s->msr && s->gate_only)
		usage_error("--gate leaves --msr out");
}

static void view(const struct settings *s, const struct calibration *cal)
{
	switch (s->format) {
	case FORMAT_TABLE:
		calibrate_table(stdout, cal, s->lines);
		break;
	case FORMAT_CSV:
		calibrate_csv(stdout, cal, s->rows);
		break;
	case FORMAT_JSON:
		calibrate_json(stdout, cal);
		break;
	case FORMAT_META:
		calibrate_meta(stdout, cal);
		break;
	}
}

static void measure(const struct settings *s, struct calibration *cal)
{
	if (s->msr)
		tuning_msr_cost(cal->machine.cpu, s->msr, &cal->msr);
	calibrate_recipes(cal, &s->calibrate);
	calibrate_choose(cal);
	if (s->interference > 0 && !progress_interrupted()) {
		cal->interference = util_calloc(1, sizeof(*cal->interference));
		interference_run(s->interference, s->threshold, 0, &cal->machine, &cal->tsc,
				 cal->interference);
		if (s->ipi_rate && !progress_interrupted()) {
			cal->noisy = util_calloc(1, sizeof(*cal->noisy));
			interference_run(s->interference, s->threshold, s->ipi_rate,
					 &cal->machine, &cal->tsc, cal->noisy);
		}
	}
}

static int cmd_calibrate(int argc, char **argv)
{
	struct calibration cal = { .best = -1 };
	struct settings s = {
		.cpu = -1,
		.dma_latency = -1,
		.calibrate = { .loops = CALIBRATE_LOOPS, .recipes = ~0U },
		.gate = { .loops = GATE_LOOPS, .limited = true },
		.interference = DEFAULT_INTERFERENCE,
	};

	parse_options(argc, argv, &s);
	if (s.format == FORMAT_META) {
		s.force = true;
		s.interference = 0;
		calibrate_shorten(&s.calibrate, &s.gate);
	}

	progress_begin();
	if (s.dma_latency >= 0)
		tuning_cpu_dma_latency(s.dma_latency);
	calibrate_begin(&cal, s.cpu, &s.gate);
	if (!s.gate_only && (cal.gate.ok || s.force) && !progress_interrupted())
		measure(&s, &cal);
	progress_end();
	view(&s, &cal);
	/* The table and JSON tell it themselves. */
	if (s.format == FORMAT_CSV && cal.noisy && cal.noisy->ipi_error)
		err_msg("no IPIs: %s", cal.noisy->ipi_error);
	if (!cal.gate.ok)
		err_msg("do not benchmark here: %s%s", cal.gate.reason,
			s.force || s.gate_only ? "" : " (--force goes on)");

	calibrate_free(&cal);
	if (progress_interrupted()) {
		err_msg("interrupted; what was measured before it is shown");
		return EXIT_FAILED;
	}
	return cal.gate.ok || s.force ? 0 : EXIT_FAILED;
}

COMMAND(calibrate, cmd_calibrate, "how to time a short instruction on this CPU");

#endif /* __x86_64__ */
