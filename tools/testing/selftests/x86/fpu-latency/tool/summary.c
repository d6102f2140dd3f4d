// SPDX-License-Identifier: GPL-2.0
/* Histograms from a report of this tool in JSON */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "reader.h"
#include "util.h"

#define SUMMARY_VERSION	1

/* A number that the summary has not. */
#define NOT_TOLD	UINT64_MAX

/* Members of the summary that this tool knows. */
enum member {
	MEMBER_FORMAT,
	MEMBER_VERSION,
	MEMBER_META,
	MEMBER_INPUT,
	MEMBER_GROUP_BY,
	MEMBER_GROUPS,
	MEMBERS,
};

static const char *const members[MEMBERS] = {
	[MEMBER_FORMAT]		= "format",
	[MEMBER_VERSION]	= "version",
	[MEMBER_META]		= "meta",
	[MEMBER_INPUT]		= "input",
	[MEMBER_GROUP_BY]	= "group_by",
	[MEMBER_GROUPS]		= "groups",
};

/* What of the summary is read so far; the reader gets nothing of one that is not whole. */
struct summary {
	struct json	json;
	/* Groups as they are in the summary, by its own fields. */
	struct groups	groups;
	/* Of its events those in the groups. */
	struct tally	tally;
	struct meta	meta;
	/* A bit for each of enum member. */
	unsigned int	seen;
	bool		has_format;
	/* What the summary says that the sums are. */
	uint64_t	events;
	uint64_t	filtered;
	uint64_t	lost;
	uint64_t	lost_unknown;
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
			meta_set(&s->meta, key, strlen(key), text.p, text.len);
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
		tally_lost(&s->tally, cpu, lost, unknown);
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
		tally_name(&s->tally, input, line, reason);
	free(input);
	free(reason);
}

/* Where one of the numbers of "input" goes; NULL if it is none that is read. */
static uint64_t *input_number(struct summary *s, struct event_text key)
{
	return is(key, "events") ? &s->events : is(key, "filtered") ? &s->filtered :
	       is(key, "lost") ? &s->lost : is(key, "lost_unknown") ? &s->lost_unknown :
	       is(key, "skipped") ? &s->tally.skipped :
	       is(key, "absurd") ? &s->tally.absurd : NULL;
}

/* The events themselves are counted from the histograms, the losses from those by CPU. */
static void read_input(struct summary *s)
{
	struct json *json = &s->json;
	struct event_text key;
	uint64_t *number;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		number = input_number(s, key);
		if (number) {
			json_u64(json, number);
		} else if (is(key, "lost_by_cpu")) {
			json_enter(json, '[');
			while (json_next(json, ']'))
				read_lost(s);
		} else if (is(key, "unusable_lines")) {
			json_enter(json, '[');
			while (json_next(json, ']'))
				read_unusable(s);
		} else {
			json_skip(json);
		}
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

static void read_group_by(struct summary *s)
{
	struct json *json = &s->json;
	struct event_text name;
	enum field field;
	size_t unused;

	s->groups.nr_by = 0;
	json_enter(json, '[');
	while (json_next(json, ']') && json_string(json, &name)) {
		if (!field_parse(name.p, name.len, &field) || field >= FIELD_GROUPABLE)
			json_fail(json, "group_by has something else than fields");
		else if (has_field(&s->groups, field, &unused))
			json_fail(json, "group_by has a field twice");
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
		if (latency >= EVENT_LATENCY_LIMIT || !count ||
		    count > EVENT_COUNT_LIMIT - s->tally.events) {
			json_fail(json, "a latency or its count is out of range");
			return;
		}
		s->tally.events += count;
		groups_add_value(group, latency, count);
	}
}

/* Where the value of a member goes in a group's key; nr_by if it is none of group_by. */
static size_t key_column(const struct groups *groups, struct event_text key)
{
	enum field field;
	size_t column;

	if (!field_parse(key.p, key.len, &field))
		return groups->nr_by;
	has_field(groups, field, &column);
	return column;
}

/* Add what was read of a group, if it is all of one. */
static void add_group(struct summary *s, const struct group *group, const uint64_t *by,
		      uint64_t count)
{
	struct group *to;
	size_t i;

	if (!group->count)
		json_fail(&s->json, "a group has no histogram");
	else if (count != NOT_TOLD && count != group->count)
		json_fail(&s->json, "a group's count is not that of its histogram");
	if (s->json.error)
		return;
	to = groups_find(&s->groups, by);
	for (i = 0; i < group->slots; i++) {
		if (group->values[i].count)
			groups_add_value(to, group->values[i].latency, group->values[i].count);
	}
}

/* Its figures are made anew from the histogram; only the count is compared. */
static void read_group(struct summary *s)
{
	uint64_t by[FIELD_GROUPABLE] = { }, count = NOT_TOLD;
	struct json *json = &s->json;
	struct group group = { };
	struct event_text key;
	unsigned int seen = 0;
	size_t i;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key)) {
		if (is(key, "histogram")) {
			if (group.count)
				json_fail(json, "a group has two histograms");
			read_histogram(s, &group);
			continue;
		}
		if (is(key, "count")) {
			json_u64(json, &count);
			continue;
		}
		i = key_column(&s->groups, key);
		if (i == s->groups.nr_by) {
			json_skip(json);
			continue;
		}
		if (seen >> i & 1)
			json_fail(json, "a group has a field twice");
		read_key(s, s->groups.by[i], &by[i]);
		seen |= 1U << i;
	}
	if (seen != (1U << s->groups.nr_by) - 1)
		json_fail(json, "a group lacks a field of group_by");
	add_group(s, &group, by, count);
	free(group.values);
}

static void read_groups(struct summary *s)
{
	struct json *json = &s->json;

	if (!(s->seen >> MEMBER_GROUP_BY & 1))
		json_fail(json, "groups come before group_by");
	json_enter(json, '[');
	while (json_next(json, ']'))
		read_group(s);
}

/* Which member it is; what depends on another one could not be read anew. */
static enum member find_member(struct summary *s, struct event_text key)
{
	enum member i;

	for (i = 0; i < MEMBERS && !is(key, members[i]); i++)
		;
	if (s->seen >> i & 1)
		json_fail(&s->json, "a member is there twice");
	if (i < MEMBERS)
		s->seen |= 1U << i;
	return i;
}

static void read_member(struct summary *s, struct event_text key)
{
	struct json *json = &s->json;
	struct event_text text;
	uint64_t version;

	switch (find_member(s, key)) {
	case MEMBER_FORMAT:
		s->has_format = json_string(json, &text) && is(text, "fpu-latency");
		break;
	case MEMBER_VERSION:
		if (json_u64(json, &version) && version != SUMMARY_VERSION)
			json_fail(json, "a version that this tool does not know");
		break;
	case MEMBER_META:
		read_meta(s);
		break;
	case MEMBER_INPUT:
		read_input(s);
		break;
	case MEMBER_GROUP_BY:
		read_group_by(s);
		break;
	case MEMBER_GROUPS:
		read_groups(s);
		break;
	default:
		json_skip(json);
	}
}

/* Something taken out of the summary by hand would be missed quietly. */
static void check_sums(struct summary *s)
{
	if (s->events != NOT_TOLD && s->events - s->filtered != s->tally.events)
		json_fail(&s->json, "the groups do not have as many events as the input");
	if ((s->lost != NOT_TOLD && s->lost != s->tally.lost) ||
	    (s->lost_unknown != NOT_TOLD && s->lost_unknown != s->tally.lost_unknown))
		json_fail(&s->json, "the losses by CPU are not those of the input");
}

static void read_top(struct summary *s)
{
	struct json *json = &s->json;
	struct event_text key;

	json_enter(json, '{');
	while (json_next(json, '}') && json_key(json, &key))
		read_member(s, key);
	json_end(json);
	if (!s->has_format || !(s->seen >> MEMBER_GROUP_BY & 1))
		json_fail(json, "not a report of fpu-latency");
	check_sums(s);
}

/* Take one group, by fewer fields than the summary has, or the same. */
static void take_group(struct reader *reader, struct summary *s, const struct group *group,
		       const size_t *column)
{
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

/* Filters and groups can use only what the summary is grouped by. */
static void take_groups(struct reader *reader, struct summary *s, const struct source *src)
{
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
	if (!reader_has_room(reader, s->tally.events))
		fatal("%s: with it there are more than " EVENT_COUNT_LIMIT_TEXT " events",
		      src->name);
	for (i = 0; i < s->groups.nr; i++)
		take_group(reader, s, &s->groups.group[i], column);
}

/* Take what became of the input, and what is known of it. */
static void take_rest(struct reader *reader, const struct summary *s, const struct source *src)
{
	const struct tally *tally = &s->tally;
	size_t i;

	for (i = 0; i < s->meta.nr; i++) {
		const struct meta_entry *meta = &s->meta.entry[i];

		reader_meta(reader, src, (struct event_text){ meta->key, strlen(meta->key) },
			    (struct event_text){ meta->value, strlen(meta->value) });
	}
	for (i = 0; i < tally->nr_cpus; i++)
		tally_lost(&reader->tally, tally->cpu[i].cpu, tally->cpu[i].lost,
			   tally->cpu[i].unknown);
	tally_sum(&reader->tally.skipped, tally->skipped);
	tally_sum(&reader->tally.absurd, tally->absurd);
	for (i = 0; i < tally->nr_named; i++)
		reader_named(reader, src, tally->named[i].input, tally->named[i].line,
			     tally->named[i].reason);
}

/* Read a report in JSON; one that is not whole is not used, and others are, so go on. */
static void summary_read(struct reader *reader, struct source *src)
{
	struct summary s = { .events = NOT_TOLD, .lost = NOT_TOLD, .lost_unknown = NOT_TOLD };
	const char *text;
	size_t len;

	text = source_all(src, &len);
	groups_init(&s.groups);
	json_init(&s.json, text, len);
	read_top(&s);
	if (s.json.error) {
		err_msg("%s:%ju: %s; nothing of it is used", src->name, json_line(&s.json),
			s.json.error);
		reader->failed = true;
	} else {
		take_rest(reader, &s, src);
		take_groups(reader, &s, src);
	}
	json_free(&s.json);
	groups_free(&s.groups);
	tally_free(&s.tally);
	meta_free(&s.meta);
}

SOURCE_FORMAT(json, "{", "JSON of 'report --format json' or merge", NULL, summary_read);
