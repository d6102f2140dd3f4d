// SPDX-License-Identifier: GPL-2.0
/* Histograms from a report of this tool in JSON */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "reader.h"
#include "util.h"

#define SUMMARY_VERSION	1

/* What of the summary is read so far. */
struct summary {
	struct json	json;
	struct reader	*reader;
	struct source	*src;
	/* Groups as they are in the summary, by its own fields. */
	struct groups	groups;
	bool		has_format;
	bool		has_group_by;
};

static bool is(struct event_text text, const char *name)
{
	return text.len == strlen(name) && !memcmp(text.p, name, text.len);
}

static void read_meta(struct summary *s)
{
	struct json *json = &s->json;
	struct event_text text;
	char *key;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &text)) {
		key = util_strndup(text.p, text.len);
		if (json_string(json, &text))
			reader_meta(s->reader, s->src,
				    (struct event_text){ key, strlen(key) }, text);
		free(key);
	}
}

static void read_lost(struct summary *s)
{
	uint64_t cpu = TALLY_NO_CPU, lost = 0, unknown = 0;
	struct json *json = &s->json;
	struct event_text key;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		if (is(key, "cpu"))
			cpu = json_null(json) || !json_u64(json, &cpu) ? TALLY_NO_CPU : cpu;
		else if (is(key, "lost"))
			json_u64(json, &lost);
		else if (is(key, "unknown"))
			json_u64(json, &unknown);
		else
			json_skip(json);
	}
	if (!json->error)
		tally_lost(&s->reader->tally, cpu, lost, unknown);
}

static void read_unusable(struct summary *s)
{
	struct json *json = &s->json;
	char *input = NULL, *reason = NULL;
	struct event_text key;
	uint64_t line = 0;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		char **text = is(key, "input") ? &input : is(key, "reason") ? &reason : NULL;

		if (is(key, "line")) {
			json_u64(json, &line);
		} else if (!text) {
			json_skip(json);
		} else if (json_string(json, &key)) {
			free(*text);
			*text = util_strndup(key.p, key.len);
		}
	}
	if (input && reason)
		tally_name(&s->reader->tally, input, line, reason);
	free(input);
	free(reason);
}

/* The events themselves are counted from the histograms. */
static void read_input(struct summary *s)
{
	struct tally *tally = &s->reader->tally;
	struct json *json = &s->json;
	struct event_text key;
	uint64_t n = 0;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		if (is(key, "lost_by_cpu")) {
			json_enter(json, '[');
			while (json_next(json, ']'))
				read_lost(s);
		} else if (is(key, "unusable_lines")) {
			json_enter(json, '[');
			while (json_next(json, ']'))
				read_unusable(s);
		} else if (is(key, "skipped")) {
			tally->skipped += json_u64(json, &n) ? n : 0;
		} else if (is(key, "absurd")) {
			tally->absurd += json_u64(json, &n) ? n : 0;
		} else {
			json_skip(json);
		}
	}
}

static void read_group_by(struct summary *s)
{
	struct json *json = &s->json;
	struct event_text name;
	enum field field;

	s->has_group_by = true;
	s->groups.nr_by = 0;
	json_enter(json, '[');
	while (json_next(json, ']') && json_string(json, &name)) {
		if (s->groups.nr_by == FIELD_GROUPABLE ||
		    !field_parse(name.p, name.len, &field) || field >= FIELD_GROUPABLE)
			json_fail(json, "group_by has something else than fields");
		else
			s->groups.by[s->groups.nr_by++] = field;
	}
}

/* The value of one field of a group's key. */
static bool read_key(struct summary *s, enum field by, uint64_t *value)
{
	struct event_text text;
	enum event_kind kind;

	if (field_type(by) == FIELD_TYPE_NUMBER)
		return json_u64(&s->json, value);
	if (!json_string_or_null(&s->json, &text))
		return false;
	if (field_type(by) == FIELD_TYPE_TEXT) {
		*value = strings_id(&s->groups.strings, text);
		return true;
	}
	if (text.p && field_type(by) == FIELD_TYPE_EVENT &&
	    event_kind_parse(text.p, text.len, &kind)) {
		*value = kind;
		return true;
	}
	if (text.p && field_type(by) == FIELD_TYPE_MASK &&
	    util_parse_u64(text.p, text.len, value))
		return true;
	json_fail(&s->json, "a value is none of its field");
	return false;
}

static void read_histogram(struct summary *s, struct group *group)
{
	struct json *json = &s->json;
	uint64_t latency, count;

	json_enter(json, '[');
	while (json_next(json, ']')) {
		if (!json_enter(json, '[') || !json_next(json, ']') || !json_u64(json, &latency) ||
		    !json_next(json, ']') || !json_u64(json, &count) || json_next(json, ']')) {
			json_fail(json, "not [latency, count]");
			return;
		}
		if (json->error)
			return;
		if (latency >= EVENT_LATENCY_LIMIT || !count) {
			json_fail(json, "a latency or its count is out of range");
			return;
		}
		groups_add_value(group, latency, count);
	}
}

/* Its figures are not read: they are made anew from the histogram. */
static void read_group(struct summary *s)
{
	uint64_t by[FIELD_GROUPABLE] = { };
	struct json *json = &s->json;
	struct group group = { };
	struct event_text key;
	unsigned int seen = 0;
	enum field field;
	size_t i, j;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		if (is(key, "histogram")) {
			read_histogram(s, &group);
			continue;
		}
		i = s->groups.nr_by;
		if (field_parse(key.p, key.len, &field)) {
			for (i = 0; i < s->groups.nr_by && s->groups.by[i] != field; i++)
				;
		}
		if (i == s->groups.nr_by) {
			json_skip(json);
			continue;
		}
		read_key(s, field, &by[i]);
		seen |= 1U << i;
	}
	if (!json->error && seen != (1U << s->groups.nr_by) - 1)
		json_fail(json, "a group lacks a field of group_by");
	if (!json->error) {
		struct group *to = groups_find(&s->groups, by);

		for (j = 0; j < group.slots; j++) {
			if (group.values[j].count)
				groups_add_value(to, group.values[j].latency,
						 group.values[j].count);
		}
	}
	free(group.values);
}

static void read_top(struct summary *s)
{
	struct json *json = &s->json;
	struct event_text key;
	uint64_t version;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		if (is(key, "format")) {
			s->has_format = json_string(json, &key) && is(key, "fpu-latency");
		} else if (is(key, "version")) {
			if (json_u64(json, &version) && version != SUMMARY_VERSION)
				json_fail(json, "a version that this tool does not know");
		} else if (is(key, "meta")) {
			read_meta(s);
		} else if (is(key, "input")) {
			read_input(s);
		} else if (is(key, "group_by")) {
			read_group_by(s);
		} else if (is(key, "groups") && s->has_group_by) {
			json_enter(json, '[');
			while (json_next(json, ']'))
				read_group(s);
		} else {
			json_skip(json);
		}
	}
	json_end(json);
	if (!s->has_format || !s->has_group_by)
		json_fail(json, "not a report of fpu-latency");
}

/* Take one group, by fewer fields than the summary has, or the same. */
static void take_group(struct summary *s, const struct group *group, const size_t *column)
{
	struct reader *reader = s->reader;
	uint64_t by[FIELD_GROUPABLE];
	struct event ev = { };
	size_t i, nr;

	for (i = 0; i < reader->groups.nr_by; i++) {
		by[i] = group->key[column[i]];
		if (field_type(reader->groups.by[i]) == FIELD_TYPE_TEXT)
			by[i] = strings_id(&reader->groups.strings,
					   strings_text(&s->groups.strings, by[i]));
	}
	for (nr = 0; nr < s->groups.nr_by; nr++) {
		switch (s->groups.by[nr]) {
		case FIELD_EVENT:
			ev.kind = group->key[nr];
			break;
		case FIELD_RFBM:
			ev.rfbm = group->key[nr];
			break;
		case FIELD_XINUSE:
			ev.xinuse = group->key[nr];
			break;
		default:
			break;
		}
	}
	for (i = 0; i < group->slots; i++) {
		const struct group_value *value = &group->values[i];

		if (!value->count)
			continue;
		ev.latency = value->latency;
		reader->tally.events += value->count;
		if (!filter_match(&reader->filter, &ev, &reader->groups.core_types)) {
			reader->tally.filtered += value->count;
			continue;
		}
		groups_add_value(groups_find(&reader->groups, by), value->latency, value->count);
	}
}

static bool has_field(const struct groups *groups, enum field field, size_t *column)
{
	for (*column = 0; *column < groups->nr_by; ++*column) {
		if (groups->by[*column] == field)
			return true;
	}
	return false;
}

/* Filters and groups can use only what the summary is grouped by. */
static void take_groups(struct summary *s, const struct source *src)
{
	struct reader *reader = s->reader;
	size_t column[FIELD_GROUPABLE], i, unused;

	for (i = 0; i < reader->groups.nr_by; i++) {
		if (!has_field(&s->groups, reader->groups.by[i], &column[i]))
			fatal("%s: is not grouped by %s", src->name,
			      field_name(reader->groups.by[i]));
	}
	for (i = 0; i < reader->filter.nr; i++) {
		enum field field = reader->filter.term[i].field;

		if (field != FIELD_LATENCY && !has_field(&s->groups, field, &unused))
			fatal("%s: is not grouped by %s", src->name, field_name(field));
	}
	if (reader->sink || !filter_only_masks(&reader->filter))
		fatal("%s: is a summary and has no events for that", src->name);
	for (i = 0; i < s->groups.nr; i++)
		take_group(s, &s->groups.group[i], column);
}

/* Read a report in JSON; one that is not whole is not used. */
static void summary_read(struct reader *reader, struct source *src)
{
	struct summary s = { .reader = reader, .src = src };
	const char *text;
	size_t len;

	text = source_all(src, &len);
	groups_init(&s.groups);
	json_init(&s.json, text, len);
	read_top(&s);
	if (s.json.error)
		fatal("%s:%ju: %s", src->name, json_line(&s.json), s.json.error);
	take_groups(&s, src);
	json_free(&s.json);
	groups_free(&s.groups);
}

SOURCE_FORMAT(json, "{", "JSON of 'report --format json' or merge", NULL, summary_read);
