// SPDX-License-Identifier: GPL-2.0
/*
 * What stands before the name of an event in a line of trace text
 *
 * trace and trace_pipe (kernel/trace/trace_output.c) and `trace-cmd report`
 * (libtraceevent, event-parse.c) print
 *
 *	<comm>-<pid> [(<tgid>)] [<cpu>] [<flags>] <time>: <event>: <text>
 *
 * in their latency format, in which nothing is between CPU and flags,
 *
 *	<comm>-<pid> <cpu><flags> <time>: <event>: <text>
 *
 * and `perf script`
 *
 *	<comm> [<pid>/]<tid> [<cpu>] <time>: <system>:<event>: <text>
 *
 * The columns are told apart by what they are and where they stand, never by
 * their number: flags have 0 to 8 characters or more, the TGID may be missing,
 * and a task's name can hold spaces, brackets, digits and any other byte.
 */
#include <string.h>

#include "parse.h"
#include "prefix.h"
#include "scan.h"
#include "util.h"

/*
 * The name is printed right-aligned in 16 columns and has at most 15, so the
 * dash before the PID is in column 16 unless the line was edited.
 */
#define COMM_WIDTH	16

/* In latency format the name is cut to 8 columns. */
#define LATENCY_COMM_WIDTH 8

/* No word before the event's name is longer; no event begins further right. */
#define WORD_MOST	64
#define PREFIX_MOST	1024

/*
 * parse_time - a time stamp
 *
 * Seconds with up to 9 decimals, which gives nanoseconds, or an integer of a
 * clock that counts something else; *@ns tells which. It can be negative.
 */
bool parse_time(const char *p, const char *end, int64_t *time, bool *ns)
{
	static const int64_t power[] = {
		1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1,
	};
	bool negative = p < end && *p == '-';
	uint64_t v, fraction = 0;
	const char *point;
	int64_t t;

	p = scan_number(p + negative, end, &v);
	if (!p || v > INT64_MAX)
		return false;
	*ns = p < end && *p == '.';
	t = v;
	if (*ns) {
		point = p++;
		if (p < end) {
			p = scan_number(p, end, &fraction);
			if (!p)
				return false;
		}
		if (p - point > 10 || __builtin_mul_overflow(t, power[0], &t) ||
		    __builtin_add_overflow(t, (int64_t)fraction * power[p - point - 1], &t))
			return false;
	}
	*time = negative ? -t : t;
	return p == end;
}

/* "(  123)" or "(-------)"; returns what is behind it, or NULL. */
static const char *skip_tgid(const char *p, const char *end)
{
	const char *q = p + 1;

	while (q < end && (scan_is_space(*q) || scan_is_digit(*q) || *q == '-'))
		q++;
	return q < end && *q == ')' && q > p + 1 ? q + 1 : NULL;
}

/*
 * From the event's time to its name. Returns the name's begin and sets
 * *@name_end to the colon after it, or returns NULL.
 */
static const char *parse_name(const char *p, const char *end, const char **name_end)
{
	const char *name;

	/* trace-cmd report --ts-diff puts the distance to the last event here. */
	p = scan_spaces(p, end);
	if (end - p > 2 && p[0] == '(' && p[1] == '+') {
		p = memchr(p, ')', end - p > WORD_MOST ? WORD_MOST : end - p);
		if (!p)
			return NULL;
		p = scan_spaces(p + 1, end);
	}
	name = p;
	for (p = scan_word(p, end, 2 * WORD_MOST); p > name && p[-1] != ':'; p--)
		;
	if (p - name < 2 || (p < end && !scan_is_space(*p)))
		return NULL;
	*name_end = p - 1;
	return name;
}

/* "<time>: <event>:", perhaps with flags before it. */
static const char *parse_flags_time(const char *p, const char *end, struct event *ev,
				    const char **name_end)
{
	const char *word = scan_spaces(p, end);

	p = scan_word(word, end, WORD_MOST);
	if (p > word && p[-1] != ':') {
		word = scan_spaces(p, end);
		p = scan_word(word, end, WORD_MOST);
	}
	if (p == word || p == end || p[-1] != ':' ||
	    !parse_time(word, p - 1, &ev->time, &ev->time_ns))
		return NULL;
	return parse_name(p, end, name_end);
}

/* "[<cpu>] [<flags>] <time>: <event>:" */
static const char *parse_cpu(const char *p, const char *end, struct event *ev,
			     const char **name_end)
{
	if (p == end || *p != '[')
		return NULL;
	p = scan_number(p + 1, end, &ev->cpu);
	if (!p || p == end || *p != ']')
		return NULL;
	return parse_flags_time(p + 1, end, ev, name_end);
}

/*
 * The time of the latency format: "<usecs>us" and a mark for the distance to the
 * next event, or what the other format has.
 */
static const char *parse_latency_time(const char *p, const char *end, struct event *ev,
				      const char **name_end)
{
	const char *word = scan_spaces(p, end);
	uint64_t us;

	p = scan_number(word, end, &us);
	if (!p || end - p < 4 || p[0] != 'u' || p[1] != 's')
		return parse_flags_time(word, end, ev, name_end);
	/* One character for the mark, which can be a space, and the colon. */
	if (p[3] != ':' || us > INT64_MAX / 1000)
		return NULL;
	ev->time = us * 1000;
	ev->time_ns = true;
	return parse_name(p + 4, end, name_end);
}

/* "<cpu><flags> <time>: <event>:", the latency format behind the PID */
static const char *parse_latency(const char *p, const char *end, struct event *ev,
				 const char **name_end)
{
	const char *word = p;

	p = scan_number(p, end, &ev->cpu);
	if (!p || p == end || scan_is_space(*p))
		return NULL;
	/* Flags begin with a letter or a dot. */
	p = scan_word(p, end, WORD_MOST);
	if (p == word || p[-1] == ':')
		return NULL;
	return parse_latency_time(p, end, ev, name_end);
}

/* Everything up to the event's name, given where the dash before the PID is. */
static const char *parse_prefix(const char *line, const char *dash, const char *end,
				struct event *ev, const char **name_end)
{
	const char *p = scan_number(dash + 1, end, &ev->pid), *name;
	bool spaces;

	if (!p)
		return NULL;
	spaces = p < end && scan_is_space(*p);
	p = scan_spaces(p, end);
	if (p < end && *p == '(') {
		p = skip_tgid(p, end);
		if (!p)
			return NULL;
		p = scan_spaces(p, end);
	}
	if (p < end && *p == '[')
		name = parse_cpu(p, end, ev, name_end);
	else
		name = spaces ? parse_latency(p, end, ev, name_end) : NULL;
	if (!name)
		return NULL;
	ev->comm.p = scan_spaces(line, dash);
	ev->comm.len = dash - ev->comm.p;
	return name;
}

/*
 * perf script: the PID, or "PID/TID", is between the name and "[", with spaces
 * around. @bracket is where the "[" is.
 */
static const char *parse_perf(const char *line, const char *bracket, const char *end,
			      struct event *ev, const char **name_end)
{
	const char *last = bracket, *first, *slash;

	while (last > line && scan_is_space(last[-1]))
		last--;
	for (first = last; first > line && !scan_is_space(first[-1]); first--)
		;
	if (last == bracket || first == line || first == last)
		return NULL;
	slash = memchr(first, '/', last - first);
	if (!util_parse_u64(slash ? slash + 1 : first, last - (slash ? slash + 1 : first),
			    &ev->pid))
		return NULL;
	while (first > line && scan_is_space(first[-1]))
		first--;
	ev->comm.p = scan_spaces(line, first);
	ev->comm.len = first - ev->comm.p;
	return parse_cpu(bracket, end, ev, name_end);
}

/*
 * prefix_column - the event's name, if the dash before the PID is where it
 * stands in a line that nobody edited
 *
 * Returns the name's begin and sets *@name_end to the colon after it; comm, pid,
 * cpu and time of the event are set. Returns NULL if it is not so.
 */
const char *prefix_column(const char *line, const char *end, struct event *ev,
			  const char **name_end)
{
	if (end - line <= COMM_WIDTH || line[COMM_WIDTH] != '-')
		return NULL;
	return parse_prefix(line, line + COMM_WIDTH, end, ev, name_end);
}

/* prefix_anywhere - the same, wherever the PID is, in all formats */
const char *prefix_anywhere(const char *line, const char *end, struct event *ev,
			    const char **name_end)
{
	const char *last = end - line > PREFIX_MOST ? line + PREFIX_MOST : end;
	const char *p, *name;

	if (end - line > LATENCY_COMM_WIDTH && line[LATENCY_COMM_WIDTH] == '-') {
		name = parse_prefix(line, line + LATENCY_COMM_WIDTH, end, ev, name_end);
		if (name)
			return name;
	}
	for (p = line; (p = memchr(p, '-', last - p)); p++) {
		name = parse_prefix(line, p, end, ev, name_end);
		if (name)
			return name;
	}
	for (p = line; (p = memchr(p, '[', last - p)); p++) {
		name = parse_perf(line, p, end, ev, name_end);
		if (name)
			return name;
	}
	return NULL;
}
