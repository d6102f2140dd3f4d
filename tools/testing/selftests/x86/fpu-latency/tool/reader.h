/* SPDX-License-Identifier: GPL-2.0 */
/* Inputs of any kind to groups, with what became of each line */
#ifndef FPU_LATENCY_READER_H
#define FPU_LATENCY_READER_H

#include "filter.h"
#include "groups.h"
#include "meta.h"
#include "source.h"
#include "tally.h"

struct reader {
	struct filter	filter;
	struct groups	groups;
	struct tally	tally;
	struct meta	meta;
	/* What of meta the command line gave. */
	struct meta	given;
	/* Is each event wanted, with its details? Groups are made anyway. */
	void		(*sink)(void *data, const struct event *ev);
	void		*sink_data;
	/* Does the sink need the events of a recording in order of time? */
	bool		ordered;
	/* Was there an error, so that not all was read? */
	bool		failed;
	/* Was it so when a summary or database was made that was read? */
	bool		incomplete;
	/* How many threads may read; 0 for as many as there are CPUs, within reason. */
	unsigned int	threads;
	/* Of a thread that reads a piece: what is to be taken in order, see parallel.h. */
	struct notes	*notes;
	/* Lines of text of all inputs. */
	uint64_t	lines;
};

/* Options of all commands that read: what getopt_long() returns for them. */
enum {
	READER_OPT_FILTER = 0x1000,
	READER_OPT_CPU,
	READER_OPT_TIME,
	READER_OPT_GROUP_BY,
	READER_OPT_META,
	READER_OPT_CORE_TYPE,
	READER_OPT_THREADS,
};

struct option;

void reader_print_help(FILE *out);
void reader_init(struct reader *reader);
const struct option *reader_options(const struct option *own);
int reader_next_option(struct reader *reader, int argc, char **argv, const char *shorts,
		       const struct option *all, void (*print_help)(FILE *out));
void reader_event(struct reader *reader, struct event *ev);
bool reader_has_room(const struct reader *reader, uint64_t count);
void reader_count(struct reader *reader, const struct event *ev, uint64_t count);
void reader_meta(struct reader *reader, const struct source *src, struct event_text key,
		 struct event_text value);
void reader_unusable(struct reader *reader, const struct source *src, uint64_t line,
		     const char *reason, bool absurd);
void reader_named(struct reader *reader, const struct source *src, const char *input,
		  uint64_t line, const char *reason);
bool reader_needs_core_types(const struct reader *reader);
void reader_text(struct reader *reader, struct source *src);
void reader_read(struct reader *reader, const char *path);
void reader_read_all(struct reader *reader, int argc, char **argv);
void reader_check(const struct reader *reader, const char *name);
void reader_free(struct reader *reader);

#endif /* FPU_LATENCY_READER_H */
