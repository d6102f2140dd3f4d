// SPDX-License-Identifier: GPL-2.0
/* The report as CSV, RFC 4180 but for the line ends; figures are not rounded */
#include <string.h>

#include "emit.h"
#include "features.h"
#include "view.h"

/* A field: in quotes if it needs them, which are doubled within. */
static void print_text(FILE *out, const char *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (strchr(",\"\r\n", p[i]))
			break;
	}
	if (i == len) {
		fwrite(p, 1, len, out);
		return;
	}
	fputc('"', out);
	for (i = 0; i < len; i++) {
		if (p[i] == '"')
			fputc('"', out);
		fputc(p[i], out);
	}
	fputc('"', out);
}

static void print_titles(FILE *out, const struct view *view)
{
	const struct groups *groups = view->groups;
	size_t i;

	for (i = 0; i < groups->nr_by; i++) {
		fprintf(out, "%s,", field_name(groups->by[i]));
		if (view->features && field_type(groups->by[i]) == FIELD_TYPE_MASK)
			fprintf(out, "%s_features,", field_name(groups->by[i]));
	}
	fprintf(out, "unit,count,min,max,mean,tail_mean(%s),stddev,ci95,step",
		view->options->tail.text);
	for (i = 0; i < view->options->nr_percents; i++)
		fprintf(out, ",p%s", view->options->percent[i].text);
	fputs(",events,filtered,lost,lost_unknown,lost_by_cpu,skipped,absurd\n", out);
}

static void print_features(FILE *out, uint64_t mask)
{
	char name[FEATURE_NAME_SIZE];
	const char *separator = "";
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		if (mask >> bit & 1) {
			fprintf(out, "%s%s", separator, feature_name(bit, name));
			separator = "+";
		}
	}
	fputc(',', out);
}

/* What became of the input is the same in each row. */
static void print_tally(FILE *out, const struct tally *tally)
{
	const char *separator = "";
	size_t i;

	fprintf(out, ",%ju,%ju,%ju,%ju,", tally->events, tally->filtered, tally->lost,
		tally->lost_unknown);
	for (i = 0; i < tally->nr_cpus; i++) {
		const struct tally_lost *lost = &tally->cpu[i];

		fputs(separator, out);
		tally_print_lost(out, lost);
		separator = " ";
	}
	fprintf(out, ",%ju,%ju\n", tally->skipped, tally->absurd);
}

static void print_row(FILE *out, const struct view *view, size_t nr)
{
	const struct groups *groups = view->groups;
	const struct group *group = &groups->group[nr];
	const struct stats *stats = &view->stats[nr];
	char buf[VIEW_VALUE_SIZE];
	size_t i;

	for (i = 0; i < groups->nr_by; i++) {
		struct event_text key = view_key(groups, group, i, buf);

		if (key.p)
			print_text(out, key.p, key.len);
		fputc(',', out);
		if (view->features && field_type(groups->by[i]) == FIELD_TYPE_MASK)
			print_features(out, group->key[i]);
	}
	fprintf(out, "%s,%ju", view->unit.name, stats->count);
	emit_csv_real(out, unit_real(&view->unit, stats->min));
	emit_csv_real(out, unit_real(&view->unit, stats->max));
	emit_csv_real(out, unit_real(&view->unit, stats->mean));
	emit_csv_real(out, unit_real(&view->unit, stats->tail_mean));
	emit_csv_real(out, unit_real(&view->unit, stats->stddev));
	emit_csv_real(out, unit_real(&view->unit, stats->ci95));
	fprintf(out, ",%ju", stats->step);
	for (i = 0; i < view->options->nr_percents; i++)
		emit_csv_real(out, unit_real(&view->unit, stats->percentile[i]));
	print_tally(out, view->tally);
}

/* A line of titles, a line for each group. */
static void view_csv(FILE *out, const struct view *view)
{
	size_t i;

	print_titles(out, view);
	for (i = 0; i < view->groups->nr; i++)
		print_row(out, view, view->order[i]);
}

VIEW(csv, view_csv, "a line for each group");
