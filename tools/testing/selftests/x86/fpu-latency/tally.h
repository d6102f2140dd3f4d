/* SPDX-License-Identifier: GPL-2.0 */
/* Count the records of a run's tasks */
#ifndef __FPU_LATENCY_TALLY_H
#define __FPU_LATENCY_TALLY_H

#include <stdint.h>

#include "events.h"
#include "switcher.h"

/* The records of one task and one direction. */
struct tally_kind {
	unsigned long	seen;
	/* XINUSE has all, or none, of the features of the task's role. */
	unsigned long	all;
	unsigned long	none;
	uint64_t	latency_all;
	uint64_t	latency_none;
	/* Of RFBM: bits that any record, and that all records had. */
	uint64_t	rfbm_any;
	uint64_t	rfbm_each;
	uint64_t	xinuse_any;
	/* By call site, where the text tells. */
	unsigned long	at_switch;
	unsigned long	at_fork;
	unsigned long	at_kernel_use;
};

struct tally {
	const struct switcher_run	*run;
	struct events_summary		summary;
	struct tally_kind		task[SWITCHER_MAX_TASKS][EVENTS_KINDS];
	/* Of others on the first CPU of the plan. */
	unsigned long			others[EVENTS_KINDS];
	/* Writes of XFD before a restore of the task, and the bits that were set. */
	unsigned long			xfd_writes[SWITCHER_MAX_TASKS];
	uint64_t			xfd_any[SWITCHER_MAX_TASKS];
	unsigned long			with_site;
	unsigned long			zero_latency;
	unsigned long			beyond_rfbm;
	uint64_t			example_rfbm;
	uint64_t			example_xinuse;
};

int tally_read(struct tally *tally, const struct switcher_run *run);
bool tally_sane(const struct tally *tally);
uint64_t tally_features(const struct switcher_run *run, unsigned int task);

#endif /* __FPU_LATENCY_TALLY_H */
