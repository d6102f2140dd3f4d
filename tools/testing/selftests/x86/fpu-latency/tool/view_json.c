// SPDX-License-Identifier: GPL-2.0
/* The report as JSON, with the histograms; figures are not rounded */
#include <string.h>

#include "emit.h"
#include "features.h"
#include "util.h"
#include "view.h"

static void print_chars(FILE *out, const char *text)
{
	emit_json_string(out, (struct event_text){ text, strlen(text) });
}

static void print_real(FILE *out, const char *name, double value)
{
	char buf[UTIL_REAL_SIZE];

	fprintf(out, ",\n   \"%s\": %s", name, util_format_real(buf, value));
}

static void print_meta(FILE *out, const struct meta *meta)
{
	size_t i;

	fputs(" \"meta\": {", out);
	for (i = 0; i < meta->nr; i++) {
		fputs(i ? ",\n  " : "\n  ", out);
		print_chars(out, meta->entry[i].key);
		fputs(": ", out);
		print_chars(out, meta->entry[i].value);
	}
	fputs(i ? "\n },\n" : "},\n", out);
}

static void print_tally(FILE *out, const struct tally *tally)
{
	size_t i;

	fprintf(out, " \"input\": {\n  \"events\": %ju,\n  \"filtered\": %ju,\n  \"lost\": %ju,\n"
		"  \"lost_unknown\": %ju,\n  \"lost_by_cpu\": [", tally->events, tally->filtered,
		tally->lost, tally->lost_unknown);
	for (i = 0; i < tally->nr_cpus; i++) {
		const struct tally_lost *lost = &tally->cpu[i];

		fputs(i ? ",\n   {\"cpu\": " : "\n   {\"cpu\": ", out);
		if (lost->cpu == TALLY_NO_CPU)
			fputs("null", out);
		else
			fprintf(out, "%ju", lost->cpu);
		fprintf(out, ", \"lost\": %ju, \"unknown\": %ju}", lost->lost, lost->unknown);
	}
	fprintf(out, "],\n  \"skipped\": %ju,\n  \"absurd\": %ju,\n  \"absurd_limit\": %llu,\n"
		"  \"unusable_lines\": [", tally->skipped, tally->absurd, EVENT_LATENCY_LIMIT);
	for (i = 0; i < tally->nr_named; i++) {
		fputs(i ? ",\n   {\"input\": " : "\n   {\"input\": ", out);
		print_chars(out, tally->named[i].input);
		fprintf(out, ", \"line\": %ju, \"reason\": ", tally->named[i].line);
		print_chars(out, tally->named[i].reason);
		fputc('}', out);
	}
	fputs("]\n },\n", out);
}

static void print_features(FILE *out, enum field field, uint64_t mask)
{
	char name[FEATURE_NAME_SIZE];
	const char *separator = "";
	unsigned int bit;

	fprintf(out, ",\n   \"%s_features\": [", field_name(field));
	for (bit = 0; bit < 64; bit++) {
		if (mask >> bit & 1) {
			fprintf(out, "%s\"%s\"", separator, feature_name(bit, name));
			separator = ", ";
		}
	}
	fputc(']', out);
}

static void print_key(FILE *out, const struct groups *groups, const struct group *group)
{
	char buf[VIEW_VALUE_SIZE];
	size_t i;

	for (i = 0; i < groups->nr_by; i++) {
		struct event_text key = view_key(groups, group, i, buf);

		fprintf(out, "%s   \"%s\": ", i ? ",\n" : "\n", field_name(groups->by[i]));
		if (!key.p)
			fputs("null", out);
		else if (field_type(groups->by[i]) == FIELD_TYPE_NUMBER)
			fwrite(key.p, 1, key.len, out);
		else
			emit_json_string(out, key);
		if (field_type(groups->by[i]) == FIELD_TYPE_MASK)
			print_features(out, groups->by[i], group->key[i]);
	}
	fputs(i ? ",\n" : "\n", out);
}

static void print_histogram(FILE *out, const struct group *group)
{
	size_t i;

	fputs(",\n   \"histogram\": [", out);
	for (i = 0; i < group->used; i++)
		fprintf(out, "%s[%ju, %ju]", i ? i % 8 ? ", " : ",\n    " : "",
			group->values[i].latency, group->values[i].count);
	fputs("]\n  }", out);
}

static void print_group(FILE *out, const struct view *view, size_t nr)
{
	const struct group *group = &view->groups->group[nr];
	const struct stats *stats = &view->stats[nr];
	const struct unit *unit = &view->unit;
	char buf[UTIL_REAL_SIZE];
	size_t i;

	fputs("  {", out);
	print_key(out, view->groups, group);
	fprintf(out, "   \"count\": %ju", stats->count);
	print_real(out, "min", unit_real(unit, stats->min));
	print_real(out, "max", unit_real(unit, stats->max));
	print_real(out, "mean", unit_real(unit, stats->mean));
	print_real(out, "tail_mean", unit_real(unit, stats->tail_mean));
	print_real(out, "stddev", unit_real(unit, stats->stddev));
	print_real(out, "ci95", unit_real(unit, stats->ci95));
	fprintf(out, ",\n   \"step\": %ju,\n   \"percentiles\": {", stats->step);
	for (i = 0; i < view->options->nr_percents; i++)
		fprintf(out, "%s\"%s\": %s", i ? ", " : "", view->options->percent[i].text,
			util_format_real(buf, unit_real(unit, stats->percentile[i])));
	fputc('}', out);
	print_histogram(out, group);
}

/* One object; the histograms and steps are in ticks whatever the unit is. */
static void view_json(FILE *out, const struct view *view)
{
	size_t i;

	fputs("{\n \"format\": \"fpu-latency\",\n \"version\": 1,\n", out);
	print_meta(out, view->meta);
	fprintf(out, " \"unit\": \"%s\",\n \"tail_percent\": %s,\n \"step\": %ju,\n",
		view->unit.name, view->options->tail.text, stats_step(view->groups));
	print_tally(out, view->tally);
	fputs(" \"group_by\": [", out);
	for (i = 0; i < view->groups->nr_by; i++)
		fprintf(out, "%s\"%s\"", i ? ", " : "", field_name(view->groups->by[i]));
	fputs("],\n \"groups\": [\n", out);
	for (i = 0; i < view->groups->nr; i++) {
		print_group(out, view, view->order[i]);
		fputs(i + 1 < view->groups->nr ? ",\n" : "\n", out);
	}
	fputs(" ]\n}\n", out);
}

VIEW(json, view_json, "with the histograms; this tool reads it, too");
