// SPDX-License-Identifier: GPL-2.0
/* Benchmarks of XSAVE and XRSTOR: run one case and work out its figures */
#ifdef __x86_64__
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "bench.h"
#include "util.h"

/* One case ends after so many seconds with the samples that it has. */
#define CASE_SECONDS	2

/*
 * A sample is interrupted if it is longer than four medians and this: no
 * interrupt, let alone a VM exit, is handled in less.
 */
#define INTERRUPT_SECONDS	0.000001
#define INTERRUPT_MEDIANS	4

#define EMPTY_SAMPLES	4000

#define PAGE		4096
/* Where sysfs does not know the L1, it is taken to be this large. */
#define DEFAULT_L1	(48 * 1024)

const char * const bench_insn_names[XINSNS] = {
	[XINSN_NONE] = "empty",
	[XINSN_XSAVE] = "xsave",
	[XINSN_XSAVEOPT] = "xsaveopt",
	[XINSN_XSAVEC] = "xsavec",
	[XINSN_XRSTOR] = "xrstor",
	[XINSN_XRSTORC] = "xrstorc",
	[XINSN_COPY_TO] = "memcpy",
	[XINSN_COPY_FROM] = "memcpy",
};

const char * const bench_buffer_names[XINSN_BUFFERS] = {
	[XINSN_L1] = "l1",
	[XINSN_L2] = "l2",
	[XINSN_MEMORY] = "memory",
	[XINSN_REMOTE] = "remote",
};

const char * const bench_place_names[BENCH_PLACES] = {
	[BENCH_ALIGN_128] = "128",
	[BENCH_ALIGN_64] = "64",
	[BENCH_CROSS_PAGE] = "page",
};

const char * const bench_unit_names[BENCH_UNITS] = {
	[BENCH_TICKS] = "ticks",
	[BENCH_CYCLES] = "cycles",
	[BENCH_NS] = "ns",
};

struct bench_memory {
	uint8_t		*buffer;
	uint8_t		*load;
	uint8_t		*own;
	uint8_t		*scratch;
	uint8_t		*evict;
	size_t		area;
	size_t		evict_size;
	uint64_t	*ticks;
	pthread_t	writer;
};

static uint8_t *pages(size_t size)
{
	uint8_t *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (p == MAP_FAILED)
		fatal("no memory for the areas: %s", strerror(errno));
	return p;
}

static void *start_writer(void *arg)
{
	struct bench *bench = arg;

	machine_pin(bench->remote_cpu);
	return xinsn_remote_writer(&bench->remote);
}

static void measure_empty(struct bench *bench);

/*
 * bench_start - memory, the other core, and what an empty window takes
 *
 * Wants machine, tsc and xa of @bench; the process is pinned.
 */
void bench_start(struct bench *bench, unsigned int samples)
{
	struct bench_memory *m = util_calloc(1, sizeof(*m));
	int cpu = bench->machine.cpu;
	size_t l1 = topology_cache_size(cpu, 1), most;

	bench->samples = samples;
	bench->memory = m;
	m->area = xarea_size(&bench->xa, bench->xa.permitted, false);
	m->area = (m->area + PAGE - 1) & ~(size_t)(PAGE - 1);
	m->evict_size = 2 * (l1 ? l1 : DEFAULT_L1);
	/* Room to begin anywhere in the first page and to end behind the area. */
	m->buffer = pages(m->area + 2 * PAGE);
	m->load = pages(m->area);
	m->own = pages(m->area);
	m->scratch = pages(m->area);
	m->evict = pages(m->evict_size);
	memset(m->evict, 1, m->evict_size);
	most = samples > EMPTY_SAMPLES ? samples : EMPTY_SAMPLES;
	m->ticks = util_calloc(most, sizeof(*m->ticks));
	measure_empty(bench);

	/* Another thread of this core writes to the same L1. */
	bench->remote_cpu = machine_other_core(cpu);
	if (bench->remote_cpu >= 0)
		bench->remote_shared = topology_last_cache(cpu, bench->remote_cpu);
	else if (machine_other_cpu(cpu) >= 0)
		bench->remote_why = "no CPU of another core is allowed here";
	else
		bench->remote_why = "only one CPU is allowed here";
}

/* bench_remote - what to call what the writer's CPU shares with the measuring one */
const char *bench_remote(const struct bench *bench)
{
	static const char * const names[] = {
		[TOPOLOGY_UNKNOWN] = "",
		[TOPOLOGY_APART] = "no",
		[TOPOLOGY_TOGETHER] = "yes",
	};

	return bench->remote_cpu < 0 ? "" : names[bench->remote_shared];
}

/* bench_stop - give all of it back */
void bench_stop(struct bench *bench)
{
	struct bench_memory *m = bench->memory;

	munmap(m->buffer, m->area + 2 * PAGE);
	munmap(m->load, m->area);
	munmap(m->own, m->area);
	munmap(m->scratch, m->area);
	munmap(m->evict, m->evict_size);
	free(m->ticks);
	free(m);
	free(bench->results);
}

/* bench_possible - has this machine what the case needs */
bool bench_possible(const struct bench *bench, const struct bench_case *what)
{
	const struct xarea *xa = &bench->xa;

	if (what->set.rfbm & ~xa->permitted)
		return false;
	if (what->where == XINSN_REMOTE && bench->remote_cpu < 0)
		return false;
	switch (what->insn) {
	case XINSN_XSAVEOPT:
		return xa->xsaveopt;
	case XINSN_XSAVEC:
	case XINSN_XRSTORC:
		return xa->xsavec;
	default:
		return true;
	}
}

/*
 * bench_figures - raw figures of @n ticks; @negative more samples were none
 *
 * Without any ticks all of them are NAN.
 */
void bench_figures(const struct bench *bench, const uint64_t *ticks, unsigned int n,
		   unsigned int negative, struct bench_figures *f)
{
	struct stats stats;
	uint64_t limit;
	unsigned int i;

	*f = (struct bench_figures){
		.samples = n, .negative = negative, .min = NAN, .p50 = NAN, .p90 = NAN, .p99 = NAN,
		.max = NAN, .mean = { NAN, NAN },
	};
	if (!n)
		return;
	samples_stats(ticks, n, &stats, NULL);
	f->min = stats.min;
	f->p50 = stats.percentile[SAMPLES_P50];
	f->p90 = stats.percentile[SAMPLES_P90];
	f->p99 = stats.percentile[SAMPLES_P99];
	f->max = stats.max;
	limit = INTERRUPT_MEDIANS * f->p50 + INTERRUPT_SECONDS * bench->tsc.hz;
	for (i = 0; i < n; i++)
		f->interrupted += ticks[i] > limit;
	f->mean = samples_batch_ci(ticks, n, limit);
}

/* Measure, and the raw figures of it. */
static void measure(const struct bench *bench, struct xinsn_run *run, struct bench_figures *f)
{
	unsigned int n = xinsn_measure(run);

	bench_figures(bench, run->ticks, n, run->negative, f);
}

/*
 * The median of the empty window comes off all that is single samples, so that
 * their order stays, its mean off the mean. The intervals of two means that do not
 * depend on each other add in squares.
 */
static void figures_net(struct bench_figures *f, const struct bench_figures *empty)
{
	f->min -= empty->p50;
	f->p50 -= empty->p50;
	f->p90 -= empty->p50;
	f->p99 -= empty->p50;
	f->max -= empty->p50;
	f->mean.mean -= empty->mean.mean;
	f->mean.half = hypot(f->mean.half, empty->mean.half);
}

static struct xinsn_run run_of(struct bench *bench)
{
	struct bench_memory *m = bench->memory;

	return (struct xinsn_run) {
		.rfbm = bench->xa.features,
		.buffer = m->buffer,
		.load = m->load,
		.load_mask = bench->xa.permitted,
		.own = m->own,
		.scratch = m->scratch,
		.evict = m->evict,
		.evict_size = m->evict_size,
		.remote = &bench->remote,
		.ticks = m->ticks,
		.samples = bench->samples,
		.limit = CASE_SECONDS * bench->tsc.hz,
	};
}

static void measure_empty(struct bench *bench)
{
	struct xinsn_run run = run_of(bench);

	run.insn = XINSN_NONE;
	run.samples = EMPTY_SAMPLES;
	xarea_fill(&bench->xa, bench->memory->load, bench->xa.permitted, 0, false, 1);
	measure(bench, &run, &bench->empty);
}

static bool is_restore(enum xinsn insn)
{
	return insn == XINSN_XRSTOR || insn == XINSN_XRSTORC;
}

static uint8_t *begin_of(const struct bench_memory *m, enum bench_place place)
{
	switch (place) {
	case BENCH_ALIGN_64:
		return m->buffer + 64;
	case BENCH_CROSS_PAGE:
		return m->buffer + PAGE - 512;
	default:
		return m->buffer;
	}
}

/* Buffer and registers as they are wanted, with the run to measure. */
static void prepare(struct bench *bench, const struct bench_case *what, struct xinsn_run *run)
{
	bool compacted = what->insn == XINSN_XRSTORC || what->insn == XINSN_XSAVEC;
	struct bench_memory *m = bench->memory;
	struct xarea *xa = &bench->xa;

	run->insn = what->insn;
	run->rfbm = what->set.rfbm;
	run->where = what->where;
	run->buffer = begin_of(m, what->place);
	run->size = xarea_size(xa, what->set.rfbm, compacted);

	memset(m->buffer, 0, m->area + 2 * PAGE);
	xarea_fill(xa, m->load, xa->permitted, what->set.in_use, false, 1);
	if (is_restore(what->insn)) {
		/* Other content than what is in the registers. */
		xarea_fill(xa, run->buffer, what->set.rfbm, what->set.in_use, compacted, 2);
		return;
	}
	xinsn_save(what->insn, run->buffer, m->load, run->load_mask, run->rfbm, m->own);
	if (what->unmodified)
		run->load = run->buffer;
}

/*
 * bench_bytes - what the instruction moves at least
 *
 * XSAVE writes all that it is asked for, the others what is in use, and XSAVEOPT none of
 * it that is unmodified since it was restored from there: Intel SDM volume 1, 13.9. Of
 * the header it writes XSTATE_BV; a CPU may write more, the optimisation is up to it.
 */
size_t bench_bytes(const struct xarea *xa, const struct bench_case *what)
{
	if (what->insn == XINSN_XSAVE)
		return xarea_bytes(xa, what->set.rfbm);
	if (what->unmodified)
		return sizeof(uint64_t);
	return xarea_bytes(xa, what->set.in_use);
}

/* The same number of bytes by memcpy(), the buffer in the same place. */
static void measure_copy(struct bench *bench, const struct xinsn_run *insn,
			 struct bench_result *result)
{
	struct xinsn_run run = *insn;

	run.insn = is_restore(insn->insn) ? XINSN_COPY_FROM : XINSN_COPY_TO;
	run.copy = result->bytes;
	measure(bench, &run, &result->copy);
	figures_net(&result->copy, &bench->empty);
}

static void start_remote(struct bench *bench)
{
	memset(&bench->remote, 0, sizeof(bench->remote));
	if (pthread_create(&bench->memory->writer, NULL, start_writer, bench))
		fatal("no thread for the other core");
}

static void stop_remote(struct bench *bench)
{
	__atomic_store_n(&bench->remote.stop, true, __ATOMIC_RELAXED);
	pthread_join(bench->memory->writer, NULL);
}

/*
 * XINUSE of @run. Some CPUs call more in use when an interrupt has come between load and
 * save, as in the last sample it may have: what all of a few saves have is in use.
 */
static uint64_t in_use_by(const struct bench *bench, const struct xinsn_run *run)
{
	uint64_t in_use = xarea_xstate_bv(run->buffer);
	unsigned int i;

	for (i = 0; i < 3 && !is_restore(run->insn); i++) {
		xinsn_save(run->insn, run->buffer, run->load, run->load_mask, run->rfbm,
			   bench->memory->own);
		in_use &= xarea_xstate_bv(run->buffer);
	}
	return in_use;
}

/*
 * bench_run - measure a case that bench_possible() has found possible
 *
 * The result is valid until the next one.
 */
struct bench_result *bench_run(struct bench *bench, const struct bench_case *what)
{
	struct xinsn_run run = run_of(bench);
	struct bench_result *result;

	if (bench->nr_results == bench->size_results) {
		bench->size_results = 2 * bench->size_results + 64;
		bench->results = util_realloc(bench->results,
					      bench->size_results * sizeof(*bench->results));
	}
	result = &bench->results[bench->nr_results++];
	memset(result, 0, sizeof(*result));
	result->what = *what;

	prepare(bench, what, &run);
	if (what->where == XINSN_REMOTE)
		start_remote(bench);
	measure(bench, &run, &result->insn);
	figures_net(&result->insn, &bench->empty);
	result->xinuse = in_use_by(bench, &run);
	result->bytes = bench_bytes(&bench->xa, what);
	measure_copy(bench, &run, result);
	if (what->where == XINSN_REMOTE)
		stop_remote(bench);
	return result;
}

#endif /* __x86_64__ */
