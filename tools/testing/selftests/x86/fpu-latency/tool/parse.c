// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of trace text to events
 *
 * An event counts only if its name is in its own column, because the text of
 * other events can quote a whole line; prefix.c finds that column. Its text is
 * parsed from the right, where it is the same for all kernels.
 */
#include <string.h>

#include "parse.h"
#include "prefix.h"
#include "scan.h"
#include "tally.h"
#include "util.h"

#define EVENT_PREFIX	"x86_fpu_latency_"

/* What a recorder writes about the machine, before the events. */
#define META_PREFIX	"# fpu-latency "

#define KEY(text)	{ text, sizeof(text) - 1 }

struct key {
	const char	*text;
	size_t		len;
};

/*
 * What stands before the values: in the text of all kernels, which ends with
 * these three, and in the raw fields of `trace-cmd report -R`.
 */
struct keys {
	struct key	latency;
	struct key	rfbm;
	struct key	xinuse;
	struct key	xfd;
};

static const struct keys text_keys = {
	.latency	= KEY("latency:"),
	.rfbm		= KEY("RFBM:"),
	.xinuse		= KEY("XINUSE:"),
	.xfd		= KEY("XFD:"),
};

static const struct keys raw_keys = {
	.latency	= KEY("latency="),
	.rfbm		= KEY("rfbm="),
	.xinuse		= KEY("xinuse="),
	.xfd		= KEY("xfd="),
};

/* Take the number behind @key, which ends at *@end, and move *@end to the key. */
static bool parse_key(const char *p, const char **end, const struct key *key, uint64_t *value)
{
	const char *k = scan_find_last(p, *end, key->text, key->len), *last = *end;

	if (!k)
		return false;
	while (last > k && scan_is_space(last[-1]))
		last--;
	if (!util_parse_u64(k + key->len, last - k - key->len, value))
		return false;
	*end = k;
	return true;
}

/* Are there digits and nothing else, but for spaces at the end? */
static bool all_digits(const char *p, const char *end)
{
	while (end > p && scan_is_space(end[-1]))
		end--;
	if (p == end)
		return false;
	while (p < end && scan_is_digit(*p))
		p++;
	return p == end;
}

/* The word behind @key, with ':' or '=' after it; none if it is not there. */
static struct event_text parse_word(const char *p, const char *end, const char *key)
{
	struct event_text text = { NULL, 0 };
	const char *k = p;

	while ((k = scan_find(k, end, key))) {
		k += strlen(key);
		if (k < end && (*k == ':' || *k == '=')) {
			text.p = k + 1;
			text.len = scan_word(text.p, end, end - text.p) - text.p;
			break;
		}
	}
	return text;
}

/*
 * parse_details - fill in what most reports do not need
 *
 * These are fpstate and site; a source that knows them leaves details empty.
 */
void parse_details(struct event *ev)
{
	if (!ev->details.p)
		return;
	ev->fpstate = parse_word(ev->details.p, ev->details.p + ev->details.len, "fpstate");
	ev->site = parse_word(ev->details.p, ev->details.p + ev->details.len, "site");
}

/*
 * Is a latency event named? Its name has a colon behind it, wherever it begins, because
 * lines can be glued. What a torn line has left of it can be a word of its own. Else it
 * is of a function, such as x86_fpu_latency_xsave_reg.
 */
static bool names_event(const char *p, const char *end)
{
	const char *name = p, *q;

	for (; (name = scan_find(name, end, EVENT_PREFIX)); name = q) {
		for (q = name; q < end && *q != ':' && !scan_is_space(*q); q++)
			;
		if (q < end && *q == ':')
			return true;
		if ((name == p || name[-1] == ':' || scan_is_space(name[-1])) &&
		    event_name_begins(name, q - name))
			return true;
	}
	return false;
}

/*
 * Is there more than one event in what is before the latency? The beginning of a line can
 * be glued to the next one. Few details have a 'y', and the names of both have one.
 */
static bool is_torn(const char *p, const char *end)
{
	return memchr(p, 'y', end - p) &&
	       (names_event(p, end) || scan_find(p, end, text_keys.latency.text) ||
		scan_find(p, end, raw_keys.latency.text));
}

/*
 * Why is there no latency before @end? It can be negative, as older series
 * printed it, or have more than 64 bits; else the text is another one.
 */
static enum parse_result no_latency(const char *p, const char *end, const struct keys *keys,
				    const char **reason)
{
	const char *k = scan_find_last(p, end, keys->latency.text, keys->latency.len);

	if (k) {
		k += keys->latency.len;
		if (k < end && *k == '-' && all_digits(k + 1, end)) {
			*reason = "negative latency";
			return PARSE_ABSURD;
		}
		if (all_digits(k, end)) {
			*reason = "latency of " EVENT_LATENCY_LIMIT_TEXT " or more";
			return PARSE_ABSURD;
		}
	}
	*reason = "no latency before the masks";
	return PARSE_BAD;
}

/* The end of the text of xsave and xrstor. Returns how it is written, or NULL. */
static const struct keys *parse_masks(const char *p, const char **end, struct event *ev,
				      const char **reason)
{
	const struct keys *keys = &text_keys;

	if (!parse_key(p, end, &keys->xinuse, &ev->xinuse)) {
		keys = &raw_keys;
		if (!parse_key(p, end, &keys->xinuse, &ev->xinuse)) {
			*reason = "does not end in XINUSE";
			return NULL;
		}
	}
	if (!parse_key(p, end, &keys->rfbm, &ev->rfbm)) {
		*reason = "no RFBM before XINUSE";
		return NULL;
	}
	return keys;
}

/* The end of the text of xfd, likewise. */
static const struct keys *parse_xfd(const char *p, const char **end, struct event *ev,
				    const char **reason)
{
	ev->xinuse = 0;
	if (parse_key(p, end, &text_keys.xfd, &ev->rfbm))
		return &text_keys;
	if (parse_key(p, end, &raw_keys.xfd, &ev->rfbm))
		return &raw_keys;
	*reason = "does not end in XFD";
	return NULL;
}

/* Parse an event's text, from the right. */
static enum parse_result parse_text(const char *p, const char *end, struct event *ev,
				    const char **reason)
{
	const struct keys *keys;

	if (ev->kind == EVENT_XFD)
		keys = parse_xfd(p, &end, ev, reason);
	else
		keys = parse_masks(p, &end, ev, reason);
	if (!keys)
		return PARSE_BAD;
	if (!parse_key(p, &end, &keys->latency, &ev->latency))
		return no_latency(p, end, keys, reason);
	if (is_torn(p, end)) {
		*reason = "two events in one line";
		return PARSE_BAD;
	}
	ev->details = (struct event_text){ p, end - p };
	ev->fpstate = (struct event_text){ NULL, 0 };
	ev->site = ev->fpstate;
	if (ev->latency >= EVENT_LATENCY_LIMIT) {
		*reason = "latency of " EVENT_LATENCY_LIMIT_TEXT " or more";
		return PARSE_ABSURD;
	}
	return PARSE_EVENT;
}

/*
 * "# entries-in-buffer/entries-written: 100/120" in the header of the file trace:
 * the difference was overwritten. Such a trace has no other notice of it.
 */
static bool parse_overwritten(const char *p, const char *end, uint64_t *lost)
{
	static const char key[] = "# entries-in-buffer/entries-written: ";
	uint64_t kept, written;

	if ((size_t)(end - p) < sizeof(key) || memcmp(p, key, sizeof(key) - 1))
		return false;
	p = scan_number(p + sizeof(key) - 1, end, &kept);
	if (!p || p == end || *p != '/' || !scan_number(p + 1, end, &written) ||
	    written <= kept)
		return false;
	*lost = written - kept;
	return true;
}

/* Is @key what is there? */
static bool is_text(const char *p, const char *end, const char *key)
{
	return (size_t)(end - p) == strlen(key) && !memcmp(p, key, end - p);
}

/*
 * "CPU:n [LOST m EVENTS]" of the kernel, "CPU:n [m EVENTS DROPPED]" of
 * trace-cmd; both leave m out when they do not know it. Nothing else is in the
 * line: a task can be called CPU:1, and its events can have any text.
 */
static bool parse_lost(const char *p, const char *end, struct parsed *parsed)
{
	static const char lost[] = "[LOST ";
	const char *word = scan_spaces(p, end), *text;
	bool kernel;

	if (end - word < 4 || memcmp(word, "CPU:", 4))
		return false;
	p = scan_word(word, end, end - word);
	if (!scan_number(word + 4, p, &parsed->lost_cpu))
		parsed->lost_cpu = TALLY_NO_CPU;
	p = scan_spaces(p, end);
	if (p == end || *p != '[')
		return false;
	kernel = (size_t)(end - p) > sizeof(lost) && !memcmp(p, lost, sizeof(lost) - 1);
	p += kernel ? sizeof(lost) - 1 : 1;
	text = p;
	while (text < end && scan_is_digit(*text))
		text++;
	if (!scan_number(p, text, &parsed->lost))
		parsed->lost = 0;
	return is_text(scan_spaces(text, end), end, kernel ? "EVENTS]" : "EVENTS DROPPED]");
}

/*
 * perf script --show-lost-events: "<comm> <pid> [cpu] time: PERF_RECORD_LOST lost 12".
 * Anywhere else it is the text of an event.
 */
static bool parse_perf_lost(const char *p, const char *end, struct parsed *parsed)
{
	static const char record[] = "PERF_RECORD_LOST lost ";
	const char *key = scan_find(p, end, record), *text;

	if (!key)
		return false;
	text = prefix_perf(p, end, &parsed->ev);
	if (!text || scan_spaces(text, end) != key)
		return false;
	parsed->lost_cpu = parsed->ev.cpu;
	return scan_number(key + sizeof(record) - 1, end, &parsed->lost) == end;
}

/* "# fpu-latency KEY: VALUE" */
static bool parse_meta(const char *p, const char *end, struct parsed *parsed)
{
	const char *colon;

	if ((size_t)(end - p) < sizeof(META_PREFIX) ||
	    memcmp(p, META_PREFIX, sizeof(META_PREFIX) - 1))
		return false;
	p += sizeof(META_PREFIX) - 1;
	colon = memchr(p, ':', end - p);
	if (!colon || colon == p || scan_word(p, colon, end - p) != colon)
		return false;
	parsed->key = (struct event_text){ p, colon - p };
	p = scan_spaces(colon + 1, end);
	parsed->value = (struct event_text){ p, end - p };
	return true;
}

/* A line that is no event. */
static enum parse_result parse_other(const char *line, const char *end, struct parsed *parsed)
{
	if (line == end)
		return PARSE_OTHER;
	if (*line == '#') {
		parsed->lost_cpu = TALLY_NO_CPU;
		if (parse_overwritten(line, end, &parsed->lost))
			return PARSE_LOST;
		return parse_meta(line, end, parsed) ? PARSE_META : PARSE_OTHER;
	}
	if (parse_lost(line, end, parsed) || parse_perf_lost(line, end, parsed))
		return PARSE_LOST;
	return PARSE_OTHER;
}

/*
 * parse_line - what is in a line of trace text
 *
 * @line has no newline. The event points into it for PARSE_EVENT.
 */
enum parse_result parse_line(const char *line, size_t len, struct parsed *parsed)
{
	const char *end = line + len, *name, *name_end;
	bool unsure = false;

	while (end > line && scan_is_space(end[-1]))
		end--;
	/* This is so in by far most lines, whatever event is in them. */
	name = prefix_column(line, end, &parsed->ev, &name_end);
	if (!name) {
		if (!names_event(line, end))
			return parse_other(line, end, parsed);
		name = prefix_anywhere(line, end, &parsed->ev, &name_end, &unsure);
	}
	if (!name) {
		if (*line == '#')
			return PARSE_OTHER;
		parsed->reason = "no task-pid [cpu] time: before the event";
		return PARSE_BAD;
	}
	if (unsure) {
		parsed->reason = "another event with this text, or a task with an odd name";
		return PARSE_BAD;
	}
	if (!event_kind_parse(name, name_end - name, &parsed->ev.kind))
		return PARSE_OTHER;
	return parse_text(name_end + 1, end, &parsed->ev, &parsed->reason);
}
