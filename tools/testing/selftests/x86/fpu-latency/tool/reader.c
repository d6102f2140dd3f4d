// SPDX-License-Identifier: GPL-2.0
/* Inputs of any kind to groups, with what became of each line */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "option.h"
#include "parallel.h"
#include "parse.h"
#include "progress.h"
#include "reader.h"
#include "util.h"
#include "zip.h"

/* Look at the clock once in so many lines. */
#define PROGRESS_LINES	65536

static const char traces_help[] =
	"TRACE is the text of tracefs' trace or trace_pipe, of 'trace-cmd report' or of\n"
	"'perf script'; or one of these, which are found from how they begin:\n";

static const char events_help[] =
	"Without TRACE, or with -, standard input is read. Several are added up.\n"
	"\n"
	"Which events:\n"
	"  --filter COND        only events for which FIELD OPERATOR VALUE holds; several\n"
	"                       have to hold all. Fields: event rfbm xinuse cpu core-type\n"
	"                       comm pid site fpstate latency. Operators: = != < <= > >=;\n"
	"                       & (all these bits of a mask are set); ~ (the text matches a\n"
	"                       shell pattern). Masks can be names: 'xinuse&AVX+opmask'\n"
	"  --cpu LIST           only events of these CPUs, such as 0,2-5\n"
	"  --time FROM,TO       only events of this time, both ends included; either may be\n"
	"                       left out. Seconds, or units of a clock without a fraction\n"
	"  --core-type NAME=LIST  CPUs of one type, for machines with several\n"
	"  --meta KEY=VALUE     something about the recording, such as tsc-khz=2600000\n"
	"  --threads N          read large texts with so many (default: one for each CPU,\n"
	"                       at most 8)\n";

/* reader_print_help - the part of a command's help that is the same for all that read */
void reader_print_help(FILE *out)
{
	const struct source_format *format;
	const struct packing *packing;

	fputs(traces_help, out);
	for (format = registry_first(source_formats); format; format = registry_next(format))
		fprintf(out, "  %s\n", format->what);
	for (packing = registry_first(packings); packing; packing = registry_next(packing))
		fprintf(out, "  text packed with %s\n", packing->entry.name);
	fputs(events_help, out);
}

/* reader_init - nothing read, nothing left out */
void reader_init(struct reader *reader)
{
	memset(reader, 0, sizeof(*reader));
	groups_init(&reader->groups);
}

static bool add_core_type(struct reader *reader, const char *arg)
{
	const char *equal = strchr(arg, '=');

	return equal && core_types_add(&reader->groups.core_types, arg, equal - arg,
				       equal + 1, strlen(equal + 1));
}

static const struct option common_options[] = {
	{ "filter",	required_argument,	NULL, READER_OPT_FILTER },
	{ "cpu",	required_argument,	NULL, READER_OPT_CPU },
	{ "time",	required_argument,	NULL, READER_OPT_TIME },
	{ "meta",	required_argument,	NULL, READER_OPT_META },
	{ "core-type",	required_argument,	NULL, READER_OPT_CORE_TYPE },
	{ "threads",	required_argument,	NULL, READER_OPT_THREADS },
};

/*
 * reader_options - the options of a command, which end with an empty one, and
 * those of all commands that read; valid until the next call
 */
const struct option *reader_options(const struct option *own)
{
	static struct option all[64];
	size_t n = ARRAY_SIZE(common_options);

	memcpy(all, common_options, sizeof(common_options));
	do
		all[n++] = *own;
	while (own++->name);
	return all;
}

/* Take an option of all commands that read; false if it is none. */
static bool take_option(struct reader *reader, int opt, const char *arg)
{
	switch (opt) {
	case READER_OPT_FILTER:
		if (!filter_add(&reader->filter, arg))
			usage_error("no condition FIELD OPERATOR VALUE: %s", arg);
		return true;
	case READER_OPT_CPU:
		if (!filter_cpus(&reader->filter, arg))
			usage_error("no list of CPUs: %s", arg);
		return true;
	case READER_OPT_TIME:
		if (!filter_time(&reader->filter, arg))
			usage_error("no time FROM,TO: %s", arg);
		return true;
	case READER_OPT_GROUP_BY:
		if (!groups_set_by(&reader->groups, arg))
			usage_error("no list of fields to group by: %s", arg);
		return true;
	case READER_OPT_META:
		if (!meta_set_option(&reader->meta, arg) ||
		    !meta_set_option(&reader->given, arg))
			usage_error("no KEY=VALUE: %s", arg);
		return true;
	case READER_OPT_CORE_TYPE:
		if (!add_core_type(reader, arg))
			usage_error("no NAME=LIST of CPUs: %s", arg);
		return true;
	case READER_OPT_THREADS:
		reader->threads = option_u64("threads", arg, 1, PARALLEL_THREADS);
		return true;
	}
	return false;
}

/*
 * reader_next_option - the next option that is the command's own; -1 after the last
 *
 * As option_next() with @all from reader_options(). The options of all commands that
 * read are taken on the way.
 */
int reader_next_option(struct reader *reader, int argc, char **argv, const char *shorts,
		       const struct option *all, void (*print_help)(FILE *out))
{
	int opt;

	do {
		opt = option_next(argc, argv, shorts, all, print_help);
	} while (take_option(reader, opt, optarg));
	return opt;
}

/* reader_event - take a good event from any source */
void reader_event(struct reader *reader, struct event *ev)
{
	reader->tally.events++;
	if (reader->sink || reader->groups.needs_details || reader->filter.needs_details)
		parse_details(ev);
	if (!filter_is_empty(&reader->filter) &&
	    !filter_match(&reader->filter, ev, &reader->groups.core_types)) {
		reader->tally.filtered++;
		return;
	}
	groups_add(&reader->groups, ev);
	if (reader->sink)
		reader->sink(reader->sink_data, ev);
}

/* reader_has_room - can @count events be added without an overflow of any sum? */
bool reader_has_room(const struct reader *reader, uint64_t count)
{
	return count <= EVENT_COUNT_LIMIT - reader->tally.events;
}

/* reader_count - take @count events that are the same, from a histogram; there is room for them */
void reader_count(struct reader *reader, const struct event *ev, uint64_t count)
{
	uint64_t key[] = { ev->kind, ev->rfbm, ev->xinuse };
	struct groups *groups = &reader->groups;
	uint64_t by[FIELD_GROUPABLE];
	size_t i;

	reader->tally.events += count;
	if (!filter_match(&reader->filter, ev, &groups->core_types)) {
		reader->tally.filtered += count;
		return;
	}
	for (i = 0; i < groups->nr_by; i++)
		by[i] = key[groups->by[i]];
	groups_add_value(groups_find(groups, by), ev->latency, count);
}

/* reader_unusable - name and count something that looks like an event and is none */
void reader_unusable(struct reader *reader, const struct source *src, uint64_t line,
		     const char *reason, bool absurd)
{
	struct tally *tally = &reader->tally;

	if (reader->notes) {
		notes_unusable(reader->notes, line, reason, absurd);
		return;
	}
	if (absurd)
		tally->absurd++;
	else
		tally->skipped++;
	if (tally->nr_named < TALLY_NAMED)
		err_msg("%s:%ju: skipped: %s", src->name, line, reason);
	tally_name(tally, src->name, line, reason);
}

/* reader_named - take a line that was named when a summary or database was made */
void reader_named(struct reader *reader, const struct source *src, const char *input,
		  uint64_t line, const char *reason)
{
	if (reader->tally.nr_named < TALLY_NAMED)
		err_msg("%s: of %s:%ju: skipped: %s", src->name, input, line, reason);
	tally_name(&reader->tally, input, line, reason);
}

/*
 * reader_meta - take what is known of the recording
 *
 * The command line knows better. Of several inputs that differ the first
 * counts, and a message says so: figures of different machines are added up.
 */
void reader_meta(struct reader *reader, const struct source *src, struct event_text key,
		 struct event_text value)
{
	const size_t prefix = strlen(META_CORE_TYPE);
	const char *there;
	char *k, *v;

	if (reader->notes) {
		notes_meta(reader->notes, key, value);
		return;
	}
	k = util_strndup(key.p, key.len);
	v = util_strndup(value.p, value.len);
	there = meta_get(&reader->meta, k);
	if (!strcmp(k, META_INCOMPLETE) && !meta_get(&reader->given, k)) {
		err_msg("%s: is of an input that was not read to its end", src->name);
		reader->incomplete = true;
	}
	if (!there) {
		meta_set(&reader->meta, k, key.len, v, value.len);
		if (!strncmp(k, META_CORE_TYPE, prefix))
			core_types_add(&reader->groups.core_types, k + prefix,
				       strlen(k + prefix), v, strlen(v));
	} else if (strcmp(there, v) && !meta_get(&reader->given, k)) {
		err_msg("%s: %s is '%s', elsewhere '%s', which is kept", src->name, k, v, there);
	}
	free(k);
	free(v);
}

/* reader_needs_core_types - do filter or groups need the type of a CPU's core? */
bool reader_needs_core_types(const struct reader *reader)
{
	size_t i;

	for (i = 0; i < reader->groups.nr_by; i++) {
		if (reader->groups.by[i] == FIELD_CORE_TYPE)
			return true;
	}
	for (i = 0; i < reader->filter.nr; i++) {
		if (reader->filter.term[i].field == FIELD_CORE_TYPE)
			return true;
	}
	return false;
}

/*
 * What is in the last line if it has no newline. An event can end in a number, and so
 * can a part of one: that it looks whole does not tell that it is. Of what was left out
 * on SIGINT there is a message anyway.
 */
static enum parse_result parse_cut(const struct source *src, enum parse_result result,
				   const char **reason)
{
	if (result == PARSE_OTHER || (!src->part && progress_interrupted()))
		return PARSE_OTHER;
	*reason = src->error ? "reading failed in the middle of the line" :
			       "the file ends in the middle of the line";
	return PARSE_BAD;
}

/* reader_text - take all lines of a trace text, or of a part of one */
void reader_text(struct reader *reader, struct source *src)
{
	struct tally *tally = &reader->tally;
	enum parse_result result;
	struct parsed parsed;
	const char *line;
	size_t len;

	while (source_line(src, &line, &len)) {
		if (!reader->notes && !(src->line_number % PROGRESS_LINES))
			progress_show(tally->events, src->bytes_read, src->file_size);
		result = parse_line(line, len, &parsed);
		if (src->cut)
			result = parse_cut(src, result, &parsed.reason);
		switch (result) {
		case PARSE_OTHER:
			break;
		case PARSE_EVENT:
			reader_event(reader, &parsed.ev);
			break;
		case PARSE_LOST:
			tally_lost(tally, parsed.lost_cpu, parsed.lost, !parsed.lost);
			break;
		case PARSE_META:
			reader_meta(reader, src, parsed.key, parsed.value);
			break;
		case PARSE_BAD:
			reader_unusable(reader, src, src->line_number, parsed.reason, false);
			break;
		case PARSE_ABSURD:
			reader_unusable(reader, src, src->line_number, parsed.reason, true);
			break;
		}
	}
	reader->lines += src->line_number;
}

/*
 * reader_read - read a file, or standard input for "-"
 *
 * Exits with a message if it cannot be opened. What goes wrong later is told,
 * and what was read before is kept; reader->failed is then set.
 */
void reader_read(struct reader *reader, const char *path)
{
	struct source src;

	progress_begin();
	source_open(&src, path);
	if (!src.format) {
		if (!parallel_read(reader, &src))
			reader_text(reader, &src);
	} else if (src.format->read) {
		src.format->read(reader, &src);
	} else {
		fatal("%s: is %s, and this fpu-latency was built without %s", src.name,
		      src.format->what, src.format->library);
	}
	progress_end();
	if (src.error)
		err_msg("%s: %s; what was read before it is used", src.name, src.error);
	reader->failed |= !!src.error;
	if (progress_interrupted()) {
		err_msg("interrupted; what was read before it is used");
		/* A pipe such as trace_pipe has no other end. */
		reader->failed |= src.file_size != 0;
	}
	/* For those who read what is made of it. */
	if (reader->failed)
		meta_set(&reader->meta, META_INCOMPLETE, strlen(META_INCOMPLETE), "yes", 3);
	source_close(&src);
}

/* reader_read_all - add all of these inputs; standard input if there is none */
void reader_read_all(struct reader *reader, int argc, char **argv)
{
	int i;

	if (!argc)
		reader_read(reader, "-");
	for (i = 0; i < argc; i++)
		reader_read(reader, argv[i]);
}

/* reader_check - exit if there was nothing usable, with a message if none told why */
void reader_check(const struct reader *reader, const char *name)
{
	const struct tally *tally = &reader->tally;

	if (tally->events > tally->filtered)
		return;
	if (tally->events)
		fatal("%s: none of %ju events is among those asked for", name, tally->events);
	if (tally->skipped || tally->absurd)
		fatal("%s: %ju lines name a latency event and none could be used", name,
		      tally->skipped + tally->absurd);
	if (reader->failed)
		exit(EXIT_FAILED);
	fatal("%s: no x86_fpu_latency event in %ju lines", name, reader->lines);
}

/* reader_free - give everything back */
void reader_free(struct reader *reader)
{
	filter_free(&reader->filter);
	groups_free(&reader->groups);
	tally_free(&reader->tally);
	meta_free(&reader->meta);
	meta_free(&reader->given);
}
