// SPDX-License-Identifier: GPL-2.0
/* The kernel's figures from a recording, beside those of bench */
#ifdef __x86_64__

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "progress.h"
#include "util.h"

/* compare_load - the groups of a recording; one without a usable event is fatal */
void compare_load(struct compare *compare, const char *path)
{
	compare->trace = path;
	reader_init(&compare->reader);
	reader_read(&compare->reader, path);
	/* SIGINT is how a pipe ends; it is not to end the measuring as well. */
	progress_leave();
	reader_check(&compare->reader, path);
	groups_sort(&compare->reader.groups);
}

/* Clocks of one machine, measured again, differ by less than this share. */
#define SAME_CLOCK	0.01

/*
 * compare_machine - tell if the recording says that it is of another machine
 *
 * By its metadata: the CPU's signature, and the rate of the TSC, which a hypervisor
 * may scale. Nothing is told of what the recording does not know.
 */
void compare_machine(const struct compare *compare, const struct bench *bench)
{
	const char *signature = meta_get(&compare->reader.meta, META_SIGNATURE);
	const char *khz = meta_get(&compare->reader.meta, META_TSC_KHZ);
	struct util_decimal rate;
	uint64_t value;

	if (signature && (!util_parse_u64(signature, strlen(signature), &value) ||
			  value != bench->machine.signature))
		err_msg("%s: is of another machine: %s is %s, here 0x%x", compare->trace,
			META_SIGNATURE, signature, bench->machine.signature);
	if (khz && (!util_parse_decimal(khz, strlen(khz), &rate) ||
		    fabs(rate.nano * 1000.0 / UTIL_NANO / bench->tsc.hz - 1) > SAME_CLOCK))
		err_msg("%s: is of another machine: %s is %s, here %.0f", compare->trace,
			META_TSC_KHZ, khz, bench->tsc.hz / 1000);
}

/* compare_recorded - window and verdict of the recording's metadata, as numbers */
void compare_recorded(const struct compare *compare, struct compare_recorded *recorded)
{
	const char *window = meta_get(&compare->reader.meta, META_WINDOW);
	const char *verdict = meta_get(&compare->reader.meta, META_STABILITY);

	*recorded = (struct compare_recorded){ NAN, NAN, NAN, NAN };
	if (window && sscanf(window, "min %lf, mean %lf, p99 %lf ticks", &recorded->min,
			     &recorded->mean, &recorded->p99) != 3)
		*recorded = (struct compare_recorded){ NAN, NAN, NAN, NAN };
	if (verdict)
		recorded->gate_ok = !strncmp(verdict, "good:", 5);
}

/*
 * The kernel uses XSAVES and XRSTORS where there are, which are for ring 0. What
 * user space has next to them is XSAVEC and XRSTOR of a compacted image, and on a
 * CPU without these it is what the kernel uses, too. Returns false for what has no
 * such instruction: the write of an MSR.
 */
static bool insn_of(const struct xarea *xa, enum event_kind kind, enum xinsn *insn)
{
	switch (kind) {
	case EVENT_XRSTOR:
		*insn = xa->xsavec ? XINSN_XRSTORC : XINSN_XRSTOR;
		return true;
	case EVENT_XSAVE:
		*insn = xa->xsavec ? XINSN_XSAVEC : xa->xsaveopt ? XINSN_XSAVEOPT : XINSN_XSAVE;
		return true;
	default:
		return false;
	}
}

/* Net figures back to raw ones: the kernel's have the window in them, too. */
static void add_window(struct bench_figures *f, const struct bench_figures *empty)
{
	f->min += empty->p50;
	f->p50 += empty->p50;
	f->p90 += empty->p50;
	f->p99 += empty->p50;
	f->max += empty->p50;
	f->mean.mean += empty->mean.mean;
}

/* The keys of a group are those of groups_init(): event, RFBM, XINUSE. */
static void run_row(struct compare_row *row, const struct group *group, struct bench *bench)
{
	struct bench_case what = { .place = BENCH_ALIGN_128 };
	uint64_t rfbm = group->key[1], xinuse = group->key[2];
	const struct xarea *xa = &bench->xa;
	struct stats_options options;
	unsigned int where;

	stats_default(&options);
	stats_compute(group, &options, &row->kernel);
	row->comparable = insn_of(xa, group->key[0], &row->insn);
	if (!row->comparable)
		return;

	what.insn = row->insn;
	what.set.rfbm = rfbm & xa->permitted;
	what.set.in_use = xinuse & what.set.rfbm & XAREA_FILLABLE;
	snprintf(what.set.name, sizeof(what.set.name), "0x%jx", what.set.in_use);
	row->missing = (rfbm & ~what.set.rfbm) | (xinuse & ~what.set.in_use);
	for (where = 0; where < XINSN_BUFFERS && !progress_interrupted(); where++) {
		what.where = where;
		if (!bench_possible(bench, &what)) {
			bench->skipped++;
			continue;
		}
		row->user[where] = bench_run(bench, &what)->insn;
		add_window(&row->user[where], &bench->empty);
	}
}

/* compare_run - measure what each group of the recording has in use */
void compare_run(struct compare *compare, struct bench *bench)
{
	const struct groups *groups = &compare->reader.groups;
	size_t i;

	compare->rows = util_calloc(groups->nr, sizeof(*compare->rows));
	for (i = 0; i < groups->nr; i++)
		run_row(&compare->rows[i], &groups->group[i], bench);
}

/* compare_free - give everything back */
void compare_free(struct compare *compare)
{
	reader_free(&compare->reader);
	free(compare->rows);
}

#endif /* __x86_64__ */
