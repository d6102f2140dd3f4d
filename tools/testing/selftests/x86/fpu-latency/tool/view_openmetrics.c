// SPDX-License-Identifier: GPL-2.0
/*
 * The report for Prometheus: OpenMetrics 1.0 that is also its older text format,
 * which the textfile collector of node_exporter reads
 *
 * Totals are gauges: a counter's name differs in the two formats, and these are
 * of a recording and do not count on.
 */
#include "util.h"
#include "view.h"

/* Bytes of the character of UTF-8 that is there, RFC 3629; 0 if it is none. */
static size_t utf8_len(const unsigned char *p, size_t len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = *p < 0x80 ? 1 : *p < 0xc0 || *p > 0xf7 ? 0 :
		   *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;
	uint32_t c = *p & (0x7f >> n);
	size_t i;

	if (n < 2)
		return n;
	if (n > len)
		return 0;
	for (i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : n;
}

/*
 * Two texts never look the same, as no series may be there twice. What is no UTF-8, or
 * not for a terminal, is \xNN, and so is a backslash before an x; as the format has it,
 * with two backslashes. An empty text is \x, because an empty label stands for none.
 */
static void print_label_text(FILE *out, struct event_text text)
{
	const unsigned char *p = (const unsigned char *)text.p, *end = p + text.len;
	size_t n;

	if (p && p == end)
		fputs("\\\\x", out);
	for (; p < end; p += n) {
		n = utf8_len(p, end - p);
		/* Control characters are of one byte, and U+0080 to U+009F. */
		if (!n || *p < ' ' || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0) ||
		    (*p == '\\' && end - p > 1 && p[1] == 'x')) {
			fprintf(out, "\\\\x%02x", *p);
			n = 1;
		} else {
			if (*p == '"' || *p == '\\')
				fputc('\\', out);
			fwrite(p, 1, n, out);
		}
	}
}

/* The labels of a group without the braces; a name has no dash in it. */
static const char *print_labels(FILE *out, const struct groups *groups,
				const struct group *group)
{
	char buf[VIEW_VALUE_SIZE];
	const char *p;
	size_t i;

	for (i = 0; i < groups->nr_by; i++) {
		fputs(i ? "," : "", out);
		for (p = field_name(groups->by[i]); *p; p++)
			fputc(*p == '-' ? '_' : *p, out);
		fputs("=\"", out);
		print_label_text(out, view_key(groups, group, i, buf));
		fputc('"', out);
	}
	return i ? "," : "";
}

static void print_sample(FILE *out, const struct view *view, size_t nr, const char *suffix,
			 double value)
{
	char buf[UTIL_REAL_SIZE];

	fprintf(out, "x86_fpu_latency_%s%s{", view->unit.name, suffix);
	print_labels(out, view->groups, &view->groups->group[nr]);
	fprintf(out, "} %s\n", util_format_real(buf, value));
}

/* The quantiles, the sum and the count of all groups. */
static void print_summary(FILE *out, const struct view *view)
{
	char buf[UTIL_REAL_SIZE];
	size_t i, j;
	double q;

	fprintf(out, "# HELP x86_fpu_latency_%s Time that XSAVE* and XRSTOR* took.\n"
		"# TYPE x86_fpu_latency_%s summary\n", view->unit.name, view->unit.name);
	for (i = 0; i < view->groups->nr; i++) {
		size_t nr = view->order[i];
		const struct stats *stats = &view->stats[nr];

		for (j = 0; j < view->options->nr_percents; j++) {
			fprintf(out, "x86_fpu_latency_%s{", view->unit.name);
			fputs(print_labels(out, view->groups, &view->groups->group[nr]), out);
			q = view->options->percent[j].nano / (100.0 * UTIL_NANO);
			fprintf(out, "quantile=\"%s\"} ", util_format_real(buf, q));
			q = unit_real(&view->unit, stats->percentile[j]);
			fprintf(out, "%s\n", util_format_real(buf, q));
		}
		print_sample(out, view, nr, "_sum", unit_real(&view->unit, (double)stats->sum));
		print_sample(out, view, nr, "_count", stats->count);
	}
}

static double figure_min(const struct stats *stats)
{
	return stats->min;
}

static double figure_max(const struct stats *stats)
{
	return stats->max;
}

static double figure_mean(const struct stats *stats)
{
	return stats->mean;
}

static double figure_tail(const struct stats *stats)
{
	return stats->tail_mean;
}

static double figure_stddev(const struct stats *stats)
{
	return stats->stddev;
}

static double figure_ci95(const struct stats *stats)
{
	return stats->ci95;
}

static const struct {
	const char	*suffix;
	const char	*help;
	double		(*figure)(const struct stats *stats);
} gauges[] = {
	{ "_min",	"Minimum.",					figure_min },
	{ "_max",	"Maximum.",					figure_max },
	{ "_mean",	"Mean.",					figure_mean },
	{ "_tail_mean",	"Mean of the lowest values.",			figure_tail },
	{ "_stddev",	"Standard deviation of the sample.",		figure_stddev },
	{ "_ci95",	"Half the 95 % confidence interval of the mean.", figure_ci95 },
};

static void print_total(FILE *out, const char *what, const char *help, uint64_t value)
{
	fprintf(out, "# HELP x86_fpu_latency_trace_%s %s\n"
		"# TYPE x86_fpu_latency_trace_%s gauge\n"
		"x86_fpu_latency_trace_%s %ju\n", what, help, what, what, value);
}

static void print_tally(FILE *out, const struct tally *tally)
{
	size_t i;

	print_total(out, "events", "Events read.", tally->events);
	print_total(out, "filtered", "Events read and not shown.", tally->filtered);
	print_total(out, "lost", "Events lost.", tally->lost);
	print_total(out, "lost_unknown", "Times that an unknown number was lost.",
		    tally->lost_unknown);
	print_total(out, "skipped", "Lines skipped.", tally->skipped);
	print_total(out, "absurd", "Latencies discarded as absurd.", tally->absurd);
	if (tally->nr_cpus)
		fputs("# HELP x86_fpu_latency_trace_cpu_lost Events lost by CPU.\n"
		      "# TYPE x86_fpu_latency_trace_cpu_lost gauge\n", out);
	for (i = 0; i < tally->nr_cpus; i++) {
		if (tally->cpu[i].cpu == TALLY_NO_CPU)
			fprintf(out, "x86_fpu_latency_trace_cpu_lost{cpu=\"\"} %ju\n",
				tally->cpu[i].lost);
		else
			fprintf(out, "x86_fpu_latency_trace_cpu_lost{cpu=\"%ju\"} %ju\n",
				tally->cpu[i].cpu, tally->cpu[i].lost);
	}
}

/* All figures and what became of the input. */
static void view_openmetrics(FILE *out, const struct view *view)
{
	const char *unit = view->unit.name;
	size_t i, j;

	print_summary(out, view);
	for (i = 0; i < ARRAY_SIZE(gauges); i++) {
		fprintf(out, "# HELP x86_fpu_latency_%s%s %s\n# TYPE x86_fpu_latency_%s%s gauge\n",
			unit, gauges[i].suffix, gauges[i].help, unit, gauges[i].suffix);
		for (j = 0; j < view->groups->nr; j++)
			print_sample(out, view, view->order[j], gauges[i].suffix,
				     unit_real(&view->unit,
					       gauges[i].figure(&view->stats[view->order[j]])));
	}
	print_tally(out, view->tally);
	fputs("# EOF\n", out);
}

VIEW(openmetrics, view_openmetrics, "for Prometheus, by node_exporter's textfile collector");
