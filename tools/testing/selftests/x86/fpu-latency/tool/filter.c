// SPDX-License-Identifier: GPL-2.0
/* Which events are shown: --filter, --cpu, --time */
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "features.h"
#include "filter.h"
#include "parse.h"
#include "util.h"

static const struct {
	const char	*sign;
	enum filter_op	op;
} signs[] = {
	/* Those with two characters first. */
	{ "!=", FILTER_NE },
	{ "<=", FILTER_LE },
	{ ">=", FILTER_GE },
	{ "==", FILTER_EQ },
	{ "=",	FILTER_EQ },
	{ "<",	FILTER_LT },
	{ ">",	FILTER_GT },
	{ "&",	FILTER_BITS },
	{ "~",	FILTER_GLOB },
};

static bool parse_sign(const char **p, enum filter_op *op)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(signs); i++) {
		if (!strncmp(*p, signs[i].sign, strlen(signs[i].sign))) {
			*p += strlen(signs[i].sign);
			*op = signs[i].op;
			return true;
		}
	}
	return false;
}

/* Of an event the long and the short name are known. */
static bool parse_value(struct filter_term *term, const char *text)
{
	enum event_kind kind;
	size_t len = strlen(text);
	char name[64];
	int n;

	switch (field_type(term->field)) {
	case FIELD_TYPE_TEXT:
		term->text = util_strndup(text, len);
		return term->op == FILTER_EQ || term->op == FILTER_NE || term->op == FILTER_GLOB;
	case FIELD_TYPE_EVENT:
		n = snprintf(name, sizeof(name), "x86_fpu_latency_%s", text);
		if (!event_kind_parse(text, len, &kind) &&
		    (n >= (int)sizeof(name) || !event_kind_parse(name, n, &kind)))
			return false;
		term->number = kind;
		return term->op == FILTER_EQ || term->op == FILTER_NE;
	case FIELD_TYPE_MASK:
		return term->op != FILTER_GLOB &&
		       (util_parse_u64(text, len, &term->number) ||
			feature_parse(text, len, &term->number));
	default:
		return term->op != FILTER_GLOB && term->op != FILTER_BITS &&
		       util_parse_u64(text, len, &term->number);
	}
}

/* filter_add - a condition, FIELD OPERATOR VALUE; false if it is none */
bool filter_add(struct filter *filter, const char *text)
{
	struct filter_term term = { };
	const char *p = text;

	while ((*p >= 'a' && *p <= 'z') || *p == '-')
		p++;
	if (!field_parse(text, p - text, &term.field) || term.field == FIELD_TIME)
		return false;
	if (!parse_sign(&p, &term.op) || !parse_value(&term, p)) {
		free(term.text);
		return false;
	}
	filter->needs_details |= field_needs_details(term.field);
	filter->term = util_realloc(filter->term, (filter->nr + 1) * sizeof(term));
	filter->term[filter->nr++] = term;
	return true;
}

/* filter_cpus - only events of a list of CPUs; false if it is none */
bool filter_cpus(struct filter *filter, const char *text)
{
	cpulist_free(&filter->cpus);
	return cpulist_parse(text, strlen(text), &filter->cpus);
}

/* Seconds with a fraction are nanoseconds; without one they may be either. */
static bool parse_bound(const char *text, size_t len, struct filter_time *bound)
{
	bool ns;

	bound->set = len > 0;
	if (!len)
		return true;
	if (!parse_time(text, text + len, &bound->ns, &ns))
		return false;
	bound->raw = bound->ns;
	if (ns)
		bound->raw /= (int64_t)UTIL_NANO;
	else if (__builtin_mul_overflow(bound->ns, (int64_t)UTIL_NANO, &bound->ns))
		bound->ns = bound->ns < 0 ? INT64_MIN : INT64_MAX;
	return true;
}

/* filter_time - "FROM,TO", both included, either may be empty; false if it is not */
bool filter_time(struct filter *filter, const char *text)
{
	const char *comma = strchr(text, ',');

	return comma && (comma > text || comma[1]) &&
	       parse_bound(text, comma - text, &filter->from) &&
	       parse_bound(comma + 1, strlen(comma + 1), &filter->to);
}

/* filter_is_empty - does every event pass? */
bool filter_is_empty(const struct filter *filter)
{
	return !filter->nr && !filter->cpus.nr && !filter->from.set && !filter->to.set;
}

/* filter_only_masks - do event, RFBM, XINUSE and latency tell whether one passes? */
bool filter_only_masks(const struct filter *filter)
{
	size_t i;

	for (i = 0; i < filter->nr; i++) {
		if (filter->term[i].field > FIELD_XINUSE && filter->term[i].field != FIELD_LATENCY)
			return false;
	}
	return !filter->cpus.nr && !filter->from.set && !filter->to.set;
}

static bool match_number(const struct filter_term *term, uint64_t v)
{
	switch (term->op) {
	case FILTER_EQ:
		return v == term->number;
	case FILTER_NE:
		return v != term->number;
	case FILTER_LT:
		return v < term->number;
	case FILTER_LE:
		return v <= term->number;
	case FILTER_GT:
		return v > term->number;
	case FILTER_GE:
		return v >= term->number;
	default:
		return (v & term->number) == term->number;
	}
}

static bool match_text(const struct filter_term *term, struct event_text text)
{
	bool same;
	char *copy;

	if (term->op == FILTER_GLOB) {
		copy = util_strndup(text.p, text.len);
		same = !fnmatch(term->text, copy, 0);
		free(copy);
		return same;
	}
	same = text.len == strlen(term->text) && !memcmp(text.p ? text.p : "", term->text,
							 text.len);
	return same == (term->op == FILTER_EQ);
}

static bool match_time(const struct filter *filter, const struct event *ev)
{
	if (filter->from.set &&
	    ev->time < (ev->time_ns ? filter->from.ns : filter->from.raw))
		return false;
	return !filter->to.set ||
	       ev->time <= (ev->time_ns ? filter->to.ns : filter->to.raw);
}

/* filter_match - does the event pass? */
bool filter_match(const struct filter *filter, const struct event *ev,
		  const struct core_types *types)
{
	struct event_text text;
	size_t i;

	if (filter->cpus.nr && !cpulist_has(&filter->cpus, ev->cpu))
		return false;
	if (!match_time(filter, ev))
		return false;
	for (i = 0; i < filter->nr; i++) {
		const struct filter_term *term = &filter->term[i];

		if (field_type(term->field) != FIELD_TYPE_TEXT) {
			if (!match_number(term, field_number(ev, term->field)))
				return false;
			continue;
		}
		text = field_text(ev, term->field);
		if (term->field == FIELD_CORE_TYPE) {
			text.p = core_types_name(types, ev->cpu);
			text.len = text.p ? strlen(text.p) : 0;
		}
		if (!match_text(term, text))
			return false;
	}
	return true;
}

/* filter_free - give everything back */
void filter_free(struct filter *filter)
{
	size_t i;

	for (i = 0; i < filter->nr; i++)
		free(filter->term[i].text);
	free(filter->term);
	cpulist_free(&filter->cpus);
	memset(filter, 0, sizeof(*filter));
}
