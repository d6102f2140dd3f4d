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
#define COMM_MOST	15

/* In latency format the name is cut to 8 columns. */
#define LATENCY_COMM_WIDTH 8

/* No word before the event's name is longer; no event begins further right. */
#define WORD_MOST	64
#define PREFIX_MOST	1024

/*
 * parse_time - a time stamp
 *
 * Seconds with up to 9 decimals, which gives nanoseconds, or an integer of a
 * clock that counts something else; *@ns tells which. It can be negative, and the
 * kernel prints that as an unsigned number of 64 bits: an offset of trace-cmd or of a
 * guest's clock can be larger than the time.
 */
bool parse_time(const char *p, const char *end, int64_t *time, bool *ns)
{
	static const uint64_t power[] = {
		1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1,
	};
	bool negative = p < end && *p == '-';
	uint64_t t, fraction = 0;
	const char *point;

	p = scan_number(p + negative, end, &t);
	if (!p)
		return false;
	*ns = p < end && *p == '.';
	if (*ns) {
		point = p++;
		if (p < end) {
			p = scan_number(p, end, &fraction);
			if (!p)
				return false;
		}
		if (p - point > 10 || __builtin_mul_overflow(t, power[0], &t) ||
		    __builtin_add_overflow(t, fraction * power[p - point - 1], &t))
			return false;
	}
	if (negative && t > INT64_MAX)
		return false;
	*time = negative ? -(int64_t)t : (int64_t)t;
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
	for (p = scan_long_word(p, end, 2 * WORD_MOST); p > name && p[-1] != ':'; p--)
		;
	if (p - name < 2 || (p < end && !scan_is_space(*p)))
		return NULL;
	*name_end = p - 1;
	return name;
}

/* "<time>:", perhaps with flags before it; returns what is behind it, or NULL. */
static const char *parse_flags_time(const char *p, const char *end, struct event *ev)
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
	return p;
}

/* "[<cpu>] [<flags>] <time>:", likewise */
static const char *parse_cpu(const char *p, const char *end, struct event *ev)
{
	if (p == end || *p != '[')
		return NULL;
	p = scan_number(p + 1, end, &ev->cpu);
	if (!p || p == end || *p != ']')
		return NULL;
	return parse_flags_time(p + 1, end, ev);
}

/*
 * The time of the latency format: "<usecs>us" and a mark for the distance to the
 * next event, or what the other format has.
 */
static const char *parse_latency_time(const char *p, const char *end, struct event *ev)
{
	const char *word = scan_spaces(p, end);
	uint64_t us;

	p = scan_number(word, end, &us);
	if (!p || end - p < 4 || p[0] != 'u' || p[1] != 's')
		return parse_flags_time(word, end, ev);
	/* One character for the mark, which can be a space, and the colon. */
	if (p[3] != ':' || us > INT64_MAX / 1000)
		return NULL;
	ev->time = us * 1000;
	ev->time_ns = true;
	return p + 4;
}

/* "<cpu><flags> <time>:", the latency format behind the PID */
static const char *parse_latency(const char *p, const char *end, struct event *ev)
{
	const char *word = p;

	p = scan_number(p, end, &ev->cpu);
	if (!p || p == end || scan_is_space(*p))
		return NULL;
	/* Flags begin with a letter or a dot. */
	p = scan_word(p, end, WORD_MOST);
	if (p == word || p[-1] == ':')
		return NULL;
	return parse_latency_time(p, end, ev);
}

/*
 * What is behind "FILE: ", which `trace-cmd report` of several files puts in front of
 * the task's name; or NULL if nothing of the kind is there.
 */
static const char *skip_file(const char *p, const char *end)
{
	const char *file = scan_word(p, end, end - p);

	return file < end && file[-1] == ':' ? scan_spaces(file, end) : NULL;
}

/*
 * The task's name between @line and @end. Returns false if it is longer than a name can
 * be: then it is the text of an event, which quotes another line.
 */
static inline bool parse_comm(const char *line, const char *end, struct event *ev)
{
	const char *p = scan_spaces(line, end);

	if (end - p > COMM_MOST)
		p = skip_file(p, end);
	if (!p || end - p > COMM_MOST)
		return false;
	ev->comm.p = p;
	ev->comm.len = end - p;
	return true;
}

/* Everything up to the event's name, given where the dash before the PID is. */
static const char *parse_prefix(const char *line, const char *dash, const char *end,
				struct event *ev, const char **name_end)
{
	const char *p = scan_number(dash + 1, end, &ev->pid);
	bool spaces;

	if (!p || !parse_comm(line, dash, ev))
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
		p = parse_cpu(p, end, ev);
	else
		p = spaces ? parse_latency(p, end, ev) : NULL;
	return p ? parse_name(p, end, name_end) : NULL;
}

/*
 * perf script: the PID, or "PID/TID", is between the name and "[", with spaces
 * around. @bracket is where the "[" is. Returns what is behind the time.
 *
 * What perf itself reports can be of no task, which is -1; @any_task allows that.
 */
static const char *parse_perf(const char *line, const char *bracket, const char *end,
			      struct event *ev, bool any_task)
{
	const char *last = bracket, *first, *slash;

	while (last > line && scan_is_space(last[-1]))
		last--;
	for (first = last; first > line && !scan_is_space(first[-1]); first--)
		;
	if (last == bracket || first == line || first == last)
		return NULL;
	slash = memchr(first, '/', last - first);
	if (slash)
		first = slash + 1;
	if (!util_parse_u64(first, last - first, &ev->pid) &&
	    !(any_task && last - first == 2 && !memcmp(first, "-1", 2)))
		return NULL;
	while (first > line && !scan_is_space(first[-1]))
		first--;
	while (first > line && scan_is_space(first[-1]))
		first--;
	return parse_comm(line, first, ev) ? parse_cpu(bracket, end, ev) : NULL;
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

/*
 * The same for the latency format, and for perf script, which has a space in the
 * place of the dash and the "[" as the next thing behind the PID.
 */
static const char *other_column(const char *line, const char *end, struct event *ev,
				const char **name_end)
{
	const char *name = NULL, *p;

	if (end - line > LATENCY_COMM_WIDTH && line[LATENCY_COMM_WIDTH] == '-')
		name = parse_prefix(line, line + LATENCY_COMM_WIDTH, end, ev, name_end);
	if (name || end - line <= COMM_WIDTH || line[COMM_WIDTH] != ' ' ||
	    line[COMM_WIDTH - 1] == ' ')
		return name;
	p = scan_spaces(line + COMM_WIDTH, end);
	p = scan_spaces(scan_word(p, end, WORD_MOST), end);
	if (p < end && *p == '[')
		p = parse_perf(line, p, end, ev, false);
	else
		p = NULL;
	return p ? parse_name(p, end, name_end) : NULL;
}

/* The same, given the dash before the PID or the "[" before the CPU. */
static const char *parse_at(const char *line, const char *p, const char *end, struct event *ev,
			    const char **name_end)
{
	if (*p == '-')
		return parse_prefix(line, p, end, ev, name_end);
	if (*p != '[')
		return NULL;
	p = parse_perf(line, p, end, ev, false);
	return p ? parse_name(p, end, name_end) : NULL;
}

/*
 * prefix_anywhere - the same, wherever the PID is, in all formats
 *
 * What begins first counts, as all behind it is the event's text. But a task can be
 * called like the beginning of a line. *@unsure tells that another event is returned
 * and that with such a name it would be a latency event.
 */
const char *prefix_anywhere(const char *line, const char *end, struct event *ev,
			    const char **name_end, bool *unsure)
{
	const char *last = end - line > PREFIX_MOST ? line + PREFIX_MOST : end;
	const char *p, *name, *next, *next_end;
	struct event other = *ev;

	*unsure = false;
	name = other_column(line, end, ev, name_end);
	if (name)
		return name;
	for (p = line; p < last; p++) {
		next = parse_at(line, p, end, &other, &next_end);
		if (!next)
			continue;
		*unsure = event_kind_parse(next, next_end - next, &other.kind);
		if (name && *unsure)
			return name;
		if (name)
			continue;
		name = next;
		*name_end = next_end;
		*ev = other;
		if (*unsure)
			break;
	}
	*unsure = false;
	return name;
}

/*
 * prefix_perf - what is behind the time in a line of perf script, or NULL
 *
 * Comm, pid, cpu and time of @ev are set; the task need not be known.
 */
const char *prefix_perf(const char *line, const char *end, struct event *ev)
{
	const char *last = end - line > PREFIX_MOST ? line + PREFIX_MOST : end;
	const char *p, *text;

	for (p = line; (p = memchr(p, '[', last - p)); p++) {
		text = parse_perf(line, p, end, ev, true);
		if (text)
			return text;
	}
	return NULL;
}
