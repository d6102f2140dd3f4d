// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of trace text to events
 *
 * The text comes from trace and trace_pipe (kernel/trace/trace_output.c) or
 * from `trace-cmd report` (libtraceevent, event-parse.c):
 *
 *	<comm>-<pid> [(<tgid>)] [<cpu>] [<flags>] <time>: <event>: <text>
 *
 * The columns are told apart by what they are and where they stand, never by
 * their number: flags have 0 to 8 characters or more, the TGID may be missing,
 * and a task's name can hold spaces, brackets, digits and any other byte. The
 * name is printed right-aligned in 16 columns and has at most 15, so the dash
 * before the PID is in column 16 unless the line was edited; that is tried
 * first. The name of an event counts only in its own column, because the text
 * of other events can quote a whole line.
 */
#include <string.h>

#include "parse.h"
#include "util.h"

#define COMM_WIDTH	16

#define EVENT_PREFIX	"x86_fpu_latency_"

/*
 * What stands before the values: in the text of all kernels, which ends with
 * these three, and in the raw fields of `trace-cmd report -R`.
 */
struct keys {
	const char	*latency;
	const char	*rfbm;
	const char	*xinuse;
	const char	*fpstate;
	const char	*site;
};

static const struct keys text_keys = {
	.latency	= "latency:",
	.rfbm		= "RFBM:",
	.xinuse		= "XINUSE:",
	.fpstate	= "fpstate:",
	.site		= "site:",
};

static const struct keys raw_keys = {
	.latency	= "latency=",
	.rfbm		= "rfbm=",
	.xinuse		= "xinuse=",
	.fpstate	= "fpstate=",
	.site		= "site=",
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t';
}

static const char *skip_spaces(const char *p, const char *end)
{
	while (p < end && is_space(*p))
		p++;
	return p;
}

/* memmem() for short keys; NULL if @key is not between @p and @end. */
static const char *find(const char *p, const char *end, const char *key, size_t key_len)
{
	while ((size_t)(end - p) >= key_len) {
		p = memchr(p, key[0], end - p - key_len + 1);
		if (!p)
			return NULL;
		if (!memcmp(p, key, key_len))
			return p;
		p++;
	}
	return NULL;
}

/* The last occurrence of @key between @p and @end, or NULL. */
static const char *find_last(const char *p, const char *end, const char *key, size_t key_len)
{
	const char *q;

	if ((size_t)(end - p) < key_len)
		return NULL;
	for (q = end - key_len; q >= p; q--) {
		if (*q == key[0] && !memcmp(q, key, key_len))
			return q;
	}
	return NULL;
}

/*
 * A time stamp: seconds with up to 9 decimals, which gives nanoseconds, or an
 * integer of a clock that counts something else. It can be negative.
 */
static bool parse_time(const char *p, const char *end, int64_t *time)
{
	bool negative = p < end && *p == '-';
	int digits = 0, decimals = -1;
	uint64_t v = 0;

	for (p += negative; p < end; p++) {
		if (*p == '.' && decimals < 0 && digits) {
			decimals = 0;
			continue;
		}
		if (!is_digit(*p) || v > (INT64_MAX - 9) / 10)
			return false;
		v = v * 10 + (*p - '0');
		digits++;
		if (decimals >= 0)
			decimals++;
	}
	if (!digits || decimals > 9)
		return false;
	for (; decimals >= 0 && decimals < 9; decimals++) {
		if (v > INT64_MAX / 10)
			return false;
		v *= 10;
	}
	*time = negative ? -(int64_t)v : (int64_t)v;
	return true;
}

/* "(  123)" or "(-------)"; returns what is behind it, or NULL. */
static const char *skip_tgid(const char *p, const char *end)
{
	const char *q = p + 1;

	while (q < end && (is_space(*q) || is_digit(*q) || *q == '-'))
		q++;
	return q < end && *q == ')' && q > p + 1 ? q + 1 : NULL;
}

/*
 * Parse everything up to the event's name, given where the dash before the PID
 * is. Returns the name's begin and sets *@name_end to the colon after it, or
 * returns NULL if this is not how an event begins.
 */
static const char *parse_prefix(const char *line, const char *dash, const char *end,
				struct event *ev, const char **name_end)
{
	const char *p = dash + 1, *token;

	token = p;
	while (p < end && is_digit(*p))
		p++;
	if (!util_parse_u64(token, p - token, &ev->pid))
		return NULL;
	p = skip_spaces(p, end);
	if (p < end && *p == '(') {
		p = skip_tgid(p, end);
		if (!p)
			return NULL;
		p = skip_spaces(p, end);
	}
	if (p == end || *p != '[')
		return NULL;
	token = ++p;
	while (p < end && is_digit(*p))
		p++;
	if (p == end || *p != ']' || !util_parse_u64(token, p - token, &ev->cpu))
		return NULL;

	/* Flags if the next token does not end in a colon; then the time. */
	token = skip_spaces(p + 1, end);
	for (p = token; p < end && !is_space(*p); p++)
		;
	if (p == token || p == end)
		return NULL;
	if (p[-1] != ':') {
		token = skip_spaces(p, end);
		for (p = token; p < end && !is_space(*p); p++)
			;
		if (p == token || p == end)
			return NULL;
	}
	if (p[-1] != ':' || !parse_time(token, p - 1, &ev->time))
		return NULL;

	/* trace-cmd report --ts-diff puts the distance to the last event here. */
	p = skip_spaces(p, end);
	if (end - p > 2 && p[0] == '(' && p[1] == '+') {
		while (p < end && *p != ')')
			p++;
		if (p == end)
			return NULL;
		p = skip_spaces(p + 1, end);
	}

	token = p;
	while (p < end && !is_space(*p) && *p != ':')
		p++;
	if (p == end || *p != ':' || (p + 1 < end && !is_space(p[1])))
		return NULL;
	*name_end = p;

	p = skip_spaces(line, dash);
	ev->comm.p = p;
	ev->comm.len = dash - p;
	return token;
}

/* Find the event's name, wherever the PID is. */
static const char *find_name(const char *line, const char *end, struct event *ev,
			     const char **name_end)
{
	const char *dash, *name;

	if (end - line > COMM_WIDTH && line[COMM_WIDTH] == '-') {
		name = parse_prefix(line, line + COMM_WIDTH, end, ev, name_end);
		if (name)
			return name;
	}
	for (dash = line; (dash = memchr(dash, '-', end - dash)); dash++) {
		name = parse_prefix(line, dash, end, ev, name_end);
		if (name)
			return name;
	}
	return NULL;
}

/* Take the number behind @key, which ends at *@end, and move *@end to the key. */
static bool parse_key(const char *p, const char **end, const char *key, uint64_t *value)
{
	const char *k = find_last(p, *end, key, strlen(key)), *last = *end;

	if (!k)
		return false;
	while (last > k && is_space(last[-1]))
		last--;
	if (!util_parse_u64(k + strlen(key), last - k - strlen(key), value))
		return false;
	*end = k;
	return true;
}

/* Are there digits and nothing else, but for spaces at the end? */
static bool all_digits(const char *p, const char *end)
{
	while (end > p && is_space(end[-1]))
		end--;
	if (p == end)
		return false;
	while (p < end && is_digit(*p))
		p++;
	return p == end;
}

/* The word behind @key between @p and @end; empty if there is none. */
static struct event_text parse_word(const char *p, const char *end, const char *key)
{
	struct event_text text = { NULL, 0 };
	const char *k = find(p, end, key, strlen(key));

	if (k) {
		text.p = k + strlen(key);
		while (text.p + text.len < end && !is_space(text.p[text.len]))
			text.len++;
	}
	return text;
}

/*
 * Why is there no latency before @end? It can be negative, as older series
 * printed it, or have more than 64 bits; else the text is another one.
 */
static enum parse_result no_latency(const char *p, const char *end, const struct keys *keys,
				    const char **reason)
{
	const char *k = find_last(p, end, keys->latency, strlen(keys->latency));

	if (k) {
		k += strlen(keys->latency);
		if (k < end && *k == '-' && all_digits(k + 1, end)) {
			*reason = "negative latency";
			return PARSE_ABSURD;
		}
		if (all_digits(k, end)) {
			*reason = "latency of 2^40 or more";
			return PARSE_ABSURD;
		}
	}
	*reason = "no latency before RFBM";
	return PARSE_BAD;
}

/* Parse an event's text, from the right. */
static enum parse_result parse_text(const char *p, const char *end, struct event *ev,
				    const char **reason)
{
	const struct keys *keys = &text_keys;

	if (!parse_key(p, &end, keys->xinuse, &ev->xinuse)) {
		keys = &raw_keys;
		if (!parse_key(p, &end, keys->xinuse, &ev->xinuse)) {
			*reason = "does not end in XINUSE";
			return PARSE_BAD;
		}
	}
	if (!parse_key(p, &end, keys->rfbm, &ev->rfbm)) {
		*reason = "no RFBM before XINUSE";
		return PARSE_BAD;
	}
	if (!parse_key(p, &end, keys->latency, &ev->latency))
		return no_latency(p, end, keys, reason);
	ev->fpstate = parse_word(p, end, keys->fpstate);
	ev->site = parse_word(p, end, keys->site);
	if (ev->latency >= EVENT_LATENCY_LIMIT) {
		*reason = "latency of 2^40 or more";
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
	const char *slash, *last;
	uint64_t kept, written;

	if ((size_t)(end - p) < sizeof(key) || memcmp(p, key, sizeof(key) - 1))
		return false;
	p += sizeof(key) - 1;
	slash = memchr(p, '/', end - p);
	if (!slash)
		return false;
	for (last = slash + 1; last < end && is_digit(*last); last++)
		;
	if (!util_parse_u64(p, slash - p, &kept) ||
	    !util_parse_u64(slash + 1, last - slash - 1, &written) || written <= kept)
		return false;
	*lost = written - kept;
	return true;
}

/*
 * "CPU:n [LOST m EVENTS]" of the kernel, "CPU:n [m EVENTS DROPPED]" of
 * trace-cmd; both leave m out when they do not know it.
 */
static bool parse_lost(const char *p, const char *end, uint64_t *lost)
{
	const char *open;

	p = skip_spaces(p, end);
	if (end - p < 4 || memcmp(p, "CPU:", 4))
		return false;
	open = memchr(p, '[', end - p);
	if (!open || !find(open, end, "EVENTS", 6))
		return false;
	if (!find(open, end, "LOST", 4) && !find(open, end, "DROPPED", 7))
		return false;
	*lost = 0;
	for (p = open; p < end && !is_digit(*p); p++)
		;
	for (open = p; p < end && is_digit(*p); p++)
		;
	if (p > open && !util_parse_u64(open, p - open, lost))
		*lost = 0;
	return true;
}

/*
 * parse_line - what is in a line of trace text
 *
 * @line has no newline. *@ev points into it for PARSE_EVENT.
 */
enum parse_result parse_line(const char *line, size_t len, struct event *ev,
			     uint64_t *lost, const char **reason)
{
	const char *end = line + len, *name, *name_end, *mention;
	int kind;

	while (end > line && is_space(end[-1]))
		end--;
	/* By far most lines of a mixed trace end here. */
	mention = find(line, end, EVENT_PREFIX, strlen(EVENT_PREFIX));
	if (!mention)
		return parse_lost(line, end, lost) || parse_overwritten(line, end, lost) ?
		       PARSE_LOST : PARSE_OTHER;

	name = find_name(line, end, ev, &name_end);
	if (!name) {
		if (*line == '#')
			return PARSE_OTHER;
		*reason = "no task-pid [cpu] time: before the event";
		return PARSE_BAD;
	}
	for (kind = 0; kind < EVENT_KINDS; kind++) {
		const char *want = event_name(kind);

		if ((size_t)(name_end - name) == strlen(want) &&
		    !memcmp(name, want, name_end - name)) {
			ev->kind = kind;
			return parse_text(name_end + 1, end, ev, reason);
		}
	}
	return PARSE_OTHER;
}
