// SPDX-License-Identifier: GPL-2.0
/* Count the records of a run's tasks */
#include <errno.h>
#include <string.h>

#include "kselftest.h"

#include "tally.h"

/* tally_features - what XINUSE says while task @task has its state loaded */
uint64_t tally_features(const struct switcher_run *run, unsigned int task)
{
	const struct switcher_role *role = &run->plan.role[task % 2];

	return role->features | (role->shadow_stack ? FPREGS_CET_USER : 0);
}

static void count_site(struct tally *tally, struct tally_kind *kind, const char *site)
{
	if (!site[0] || !strncmp(site, "0x", 2))
		return;
	tally->with_site++;
	if (!strncmp(site, "__switch_to", 11))
		kind->at_switch++;
	else if (!strncmp(site, "fpu_clone", 9))
		kind->at_fork++;
	else if (!strncmp(site, "kernel_fpu_begin", 16))
		kind->at_kernel_use++;
}

static void count_record(const struct events_record *record, void *data)
{
	struct tally *tally = data;
	uint64_t reach = record->rfbm, features;
	struct tally_kind *kind;
	unsigned int i;

	for (i = 0; i < tally->run->nr_tasks; i++) {
		if (record->pid == tally->run->task[i].pid)
			break;
	}
	if (!record->latency)
		tally->zero_latency++;
	if (i == tally->run->nr_tasks) {
		if (record->kind < EVENTS_KINDS && record->cpu == tally->run->plan.cpu[0])
			tally->others[record->kind]++;
		return;
	}
	if (record->kind == EVENTS_XFD) {
		tally->xfd_writes[i]++;
		tally->xfd_any[i] |= record->xfd;
		return;
	}

	kind = &tally->task[i][record->kind];
	features = tally_features(tally->run, i);
	if (!kind->seen)
		kind->rfbm_each = record->rfbm;
	kind->seen++;
	kind->rfbm_any |= record->rfbm;
	kind->rfbm_each &= record->rfbm;
	kind->xinuse_any |= record->xinuse;
	count_site(tally, kind, record->site);
	if ((record->xinuse & features) == features) {
		kind->all++;
		kind->latency_all += record->latency;
	}
	if (!(record->xinuse & features)) {
		kind->none++;
		kind->latency_none += record->latency;
	}
	/*
	 * PKRU is restored by other means, so XRSTOR is not asked for it, but
	 * XSAVE has put it into the buffer.
	 */
	if (record->kind == EVENTS_XRSTOR)
		reach |= FPREGS_PKRU;
	if (record->xinuse & ~reach) {
		tally->beyond_rfbm++;
		tally->example_rfbm = record->rfbm;
		tally->example_xinuse = record->xinuse;
	}
}

/* tally_read - count what the trace has of the tasks of @run; 0, or -1 with errno */
int tally_read(struct tally *tally, const struct switcher_run *run)
{
	memset(tally, 0, sizeof(*tally));
	tally->run = run;
	return events_read(count_record, tally, &tally->summary);
}

/* tally_sane - what holds for every record; says what does not */
bool tally_sane(const struct tally *tally)
{
	bool sane = true;

	if (tally->summary.lost)
		ksft_print_msg("%lu events were lost\n", tally->summary.lost);
	if (tally->summary.malformed) {
		ksft_print_msg("%lu events have another text\n", tally->summary.malformed);
		sane = false;
	}
	if (tally->zero_latency) {
		ksft_print_msg("%lu events have latency 0\n", tally->zero_latency);
		sane = false;
	}
	if (tally->beyond_rfbm) {
		ksft_print_msg("%lu events have XINUSE beyond RFBM, one has 0x%llx and 0x%llx\n",
			       tally->beyond_rfbm, (unsigned long long)tally->example_xinuse,
			       (unsigned long long)tally->example_rfbm);
		sane = false;
	}
	return sane;
}
