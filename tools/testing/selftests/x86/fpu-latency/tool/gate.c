// SPDX-License-Identifier: GPL-2.0
/* The stability gate: is this CPU, now, one to time on */
#ifdef __x86_64__
#include <stdio.h>
#include <string.h>

#include "gate.h"
#include "progress.h"
#include "recipe.h"
#include "samples.h"

/* Rounds of the loop inside each window; the method's source has 500, too. */
#define ROUNDS		500
#define BATCH		1000

/* A CPU on which all is slow is found out in this many seconds. */
#define TIME_LIMIT	1

/* Count of system management interrupts, Intel SDM volume 4; AMD has none. */
#define MSR_SMI_COUNT	0x34

/*
 * gate_stolen - what was lost to loops that were much too long
 *
 * As a share of all the time. Both what is too long and what of it is lost go by the
 * median: what an ordinary loop takes may be far above the minimum, and is no loss.
 */
void gate_stolen(struct gate *gate, const struct group *group)
{
	uint64_t from = gate->p50 + 2 * gate->limit;
	const struct group_value *value;
	double lost = 0, all = 0;
	size_t i;

	gate->over = 0;
	for (i = 0; i < group->used; i++) {
		value = &group->values[i];
		all += (double)value->latency * value->count;
		if (value->latency <= from)
			continue;
		gate->over += value->count;
		lost += (double)(value->latency - gate->p50) * value->count;
	}
	gate->stolen_percent = all > 0 ? 100 * lost / all : 0;
}

static bool read_smi(const struct machine *machine, uint64_t *count)
{
	return !strcmp(machine->vendor, "GenuineIntel") &&
	       machine_read_msr(machine->cpu, MSR_SMI_COUNT, count);
}

/* gate_judge - set ok and reason from what is measured */
void gate_judge(struct gate *gate, const struct machine *machine)
{
	const char *what = gate->strict ? "maximum" : "99th percentile";
	uint64_t top = gate->strict ? gate->max : gate->p99;
	char *reason = gate->reason;
	size_t size = sizeof(gate->reason);

	gate->ok = false;
	if (!gate->invariant_tsc)
		snprintf(reason, size, "no invariant TSC");
	else if (gate->negative)
		snprintf(reason, size, "the TSC went back %ju times", gate->negative);
	else if (top - gate->min > gate->limit)
		snprintf(reason, size,
			 "the %s of one loop is %ju ticks above its minimum, limit %ju%s",
			 what, top - gate->min, gate->limit,
			 machine->hypervisor[0] ? ", in a VM" : "");
	else if (gate->stolen_percent > GATE_STOLEN_PERCENT)
		snprintf(reason, size, "%.2f %% of the time were taken away, limit %.0f %%",
			 gate->stolen_percent, GATE_STOLEN_PERCENT);
	else
		gate->ok = true;
	if (gate->ok)
		snprintf(reason, size,
			 "the %s of one loop is %ju ticks above its minimum, limit %ju",
			 what, top - gate->min, gate->limit);
}

/*
 * gate_run - time the same loop again and again and judge the spread
 *
 * User space cannot turn interrupts off, so that the maximum always has one: the
 * 99th percentile is judged, and besides it how much time was taken away.
 */
void gate_run(const struct gate_options *options, const struct machine *machine,
	      const struct tsc *tsc, struct gate *gate)
{
	uint64_t ticks[BATCH], steal, smi = 0, smi_end = 0, start, floor = 3 * tsc->step + 0.5;
	struct groups groups;
	struct group *group = samples_begin(&groups);
	struct stats stats;
	unsigned int n, kept;

	memset(gate, 0, sizeof(*gate));
	gate->invariant_tsc = machine->invariant_tsc;
	gate->strict = options->strict;
	gate->limit = options->limit;
	if (!gate->limit)
		gate->limit = floor > GATE_LIMIT ? floor : GATE_LIMIT;

	steal = machine_steal(machine->cpu);
	gate->smi_known = read_smi(machine, &smi);
	start = machine_rdtsc();
	while (gate->loops < options->loops && !progress_interrupted()) {
		progress_step("gate", "loops", gate->loops, options->loops);
		n = options->loops - gate->loops < BATCH ? options->loops - gate->loops : BATCH;
		kept = recipe_sample(RECIPE_LFENCE_LFENCE, RECIPE_WORK_LOOP, ROUNDS, ticks, n);
		gate->negative += n - kept;
		samples_add(group, ticks, kept);
		gate->loops += n;
		if (options->limited && machine_rdtsc() - start > TIME_LIMIT * tsc->hz)
			break;
	}
	gate->smi_known = gate->smi_known && read_smi(machine, &smi_end);
	gate->smi = smi_end - smi;
	gate->steal = machine_steal(machine->cpu) - steal;
	if (group->used) {
		samples_end(&groups, &stats, NULL);
		gate->min = stats.min;
		gate->p50 = stats.percentile[SAMPLES_P50];
		gate->p99 = stats.percentile[SAMPLES_P99];
		gate->max = stats.max;
		gate_stolen(gate, group);
	}
	groups_free(&groups);
	gate_judge(gate, machine);
}

#endif /* __x86_64__ */
