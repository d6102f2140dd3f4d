// SPDX-License-Identifier: GPL-2.0
/* What became of the input: read, lost, skipped, absurd */
#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "tally.h"
#include "util.h"

/* tally_sum - add to a number that comes from a file: it stays at the most and never wraps */
void tally_sum(uint64_t *sum, uint64_t n)
{
	if (__builtin_add_overflow(*sum, n, sum))
		*sum = UINT64_MAX;
}

/* tally_lost - @lost events of @cpu were lost, and @unknown times who knows */
void tally_lost(struct tally *tally, uint64_t cpu, uint64_t lost, uint64_t unknown)
{
	size_t i;

	if (!lost && !unknown)
		return;
	tally_sum(&tally->lost, lost);
	tally_sum(&tally->lost_unknown, unknown);
	for (i = 0; i < tally->nr_cpus && tally->cpu[i].cpu < cpu; i++)
		;
	if (i == tally->nr_cpus || tally->cpu[i].cpu != cpu) {
		tally->cpu = util_realloc(tally->cpu,
					  (tally->nr_cpus + 1) * sizeof(*tally->cpu));
		memmove(&tally->cpu[i + 1], &tally->cpu[i],
			(tally->nr_cpus - i) * sizeof(*tally->cpu));
		tally->cpu[i] = (struct tally_lost){ .cpu = cpu };
		tally->nr_cpus++;
	}
	tally_sum(&tally->cpu[i].lost, lost);
	tally_sum(&tally->cpu[i].unknown, unknown);
}

/* tally_name - remember a line that was not used, if it is one of the first */
void tally_name(struct tally *tally, const char *input, uint64_t line, const char *reason)
{
	if (tally->nr_named == TALLY_NAMED)
		return;
	tally->named[tally->nr_named++] = (struct tally_line){
		.input	= util_strndup(input, strlen(input)),
		.line	= line,
		.reason	= util_strndup(reason, strlen(reason)),
	};
}

/* tally_print_lost - one CPU's losses; a question mark stands for the unknown numbers. */
void tally_print_lost(FILE *out, const struct tally_lost *lost)
{
	if (lost->cpu == TALLY_NO_CPU)
		fputs("overwritten:", out);
	else
		fprintf(out, "%ju:", lost->cpu);
	if (lost->lost || !lost->unknown)
		fprintf(out, "%ju", lost->lost);
	if (lost->unknown)
		fputs(lost->lost ? "+?" : "?", out);
}

/* tally_print - the line below a table, and one with the losses by CPU */
void tally_print(FILE *out, const struct tally *tally)
{
	size_t i;

	fprintf(out, "%ju events", tally->events);
	if (tally->filtered)
		fprintf(out, " (%ju of them not shown)", tally->filtered);
	fprintf(out, ", %ju lost", tally->lost);
	if (tally->lost_unknown)
		fprintf(out, " and %ju times an unknown number", tally->lost_unknown);
	fprintf(out, ", %ju lines skipped", tally->skipped);
	fprintf(out, ", %ju discarded as absurd", tally->absurd);
	fputs(tally->absurd ? " (negative, or " EVENT_LATENCY_LIMIT_TEXT " or more)\n" : "\n",
	      out);
	for (i = 0; i < tally->nr_cpus; i++) {
		fputs(i ? ", " : "lost by CPU: ", out);
		tally_print_lost(out, &tally->cpu[i]);
	}
	if (tally->nr_cpus)
		fputc('\n', out);
}

/* tally_free - give everything back */
void tally_free(struct tally *tally)
{
	size_t i;

	for (i = 0; i < tally->nr_named; i++) {
		free(tally->named[i].input);
		free(tally->named[i].reason);
	}
	free(tally->cpu);
	memset(tally, 0, sizeof(*tally));
}
