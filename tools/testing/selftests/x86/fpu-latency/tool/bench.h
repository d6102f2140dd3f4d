/* SPDX-License-Identifier: GPL-2.0 */
/* Benchmarks of XSAVE and XRSTOR: what is run, and its figures */
#ifndef FPU_LATENCY_BENCH_H
#define FPU_LATENCY_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gate.h"
#include "machine.h"
#include "samples.h"
#include "topology.h"
#include "xarea.h"
#include "xinsn.h"

#define BENCH_SAMPLES	2000

/* What times are shown in. */
enum bench_unit {
	BENCH_TICKS,
	BENCH_CYCLES,
	BENCH_NS,
	BENCH_UNITS,
};

/* Where the area begins in memory. */
enum bench_place {
	/* At a multiple of 128: pairs of lines are fetched together. */
	BENCH_ALIGN_128,
	/* At an odd multiple of 64. */
	BENCH_ALIGN_64,
	/* A page ends 512 bytes behind the beginning, where the header is. */
	BENCH_CROSS_PAGE,
	BENCH_PLACES,
};

#define BENCH_SET_NAME	48

/* Components in use, of those that the instruction is asked for. */
struct bench_set {
	char		name[BENCH_SET_NAME];
	uint64_t	rfbm;
	uint64_t	in_use;
};

#define BENCH_SETS	40

struct bench_sets {
	struct bench_set	set[BENCH_SETS];
	unsigned int		nr;
};

struct bench_case {
	enum xinsn		insn;
	struct bench_set	set;
	enum xinsn_buffer	where;
	enum bench_place	place;
	/* The registers were loaded from the buffer and not modified since. */
	bool			unmodified;
};

/* Net figures in TSC ticks: those of the empty window are subtracted. */
struct bench_figures {
	unsigned int		samples;
	/* So long that something else ran meanwhile; not in the mean. */
	unsigned int		interrupted;
	/* In which the TSC went back: an error, and in no other figure. */
	unsigned int		negative;
	double			min;
	double			p50;
	double			p90;
	double			p99;
	double			max;
	struct samples_ci	mean;
};

struct bench_result {
	struct bench_case	what;
	/* What XSTATE_BV says, which the CPU decides. */
	uint64_t		xinuse;
	/* What is moved at least, see bench_bytes(). */
	size_t			bytes;
	struct bench_figures	insn;
	struct bench_figures	copy;
};

struct bench {
	struct machine		machine;
	struct tsc		tsc;
	struct core_clock	clock;
	struct gate		gate;
	struct xarea		xa;
	unsigned int		samples;
	/* Raw figures of the empty window. */
	struct bench_figures	empty;
	/*
	 * The CPU of the remote writer, on another core, and whether its last level cache
	 * is that of the measuring one; or -1 and why. And its thread's data.
	 */
	int			remote_cpu;
	enum topology_shared	remote_shared;
	const char		*remote_why;
	struct xinsn_remote	remote;
	struct bench_memory	*memory;
	struct bench_result	*results;
	size_t			nr_results;
	size_t			size_results;
	/* Cases that this machine cannot run. */
	unsigned int		skipped;
};

extern const char * const bench_insn_names[XINSNS];
extern const char * const bench_buffer_names[XINSN_BUFFERS];
extern const char * const bench_place_names[BENCH_PLACES];
extern const char * const bench_unit_names[BENCH_UNITS];

void bench_start(struct bench *bench, unsigned int samples);
void bench_stop(struct bench *bench);
const char *bench_remote(const struct bench *bench);
bool bench_possible(const struct bench *bench, const struct bench_case *what);
void bench_figures(const struct bench *bench, const uint64_t *ticks, unsigned int n,
		   unsigned int negative, struct bench_figures *f);
size_t bench_bytes(const struct xarea *xa, const struct bench_case *what);
struct bench_result *bench_run(struct bench *bench, const struct bench_case *what);

void bench_sets(struct bench_sets *sets, const struct xarea *xa, const char *list);

void bench_table_remote(FILE *out, const struct bench *bench);
void bench_csv_titles(FILE *out);
void bench_csv_machine(FILE *out, const struct bench *bench);
void bench_json_machine(FILE *out, const struct bench *bench);
void bench_table(FILE *out, const struct bench *bench, enum bench_unit unit);
void bench_csv(FILE *out, const struct bench *bench);
void bench_json(FILE *out, const struct bench *bench);

#endif /* FPU_LATENCY_BENCH_H */
