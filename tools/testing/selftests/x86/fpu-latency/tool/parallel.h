/* SPDX-License-Identifier: GPL-2.0 */
/* A large text read by several threads, with the same result as by one */
#ifndef FPU_LATENCY_PARALLEL_H
#define FPU_LATENCY_PARALLEL_H

#include <stdbool.h>
#include <stdint.h>

#include "event.h"
#include "tally.h"

#define PARALLEL_THREADS	64

struct reader;
struct source;

/* What a piece of the text has that depends on the pieces before it, in order. */
struct notes {
	struct note {
		/* Of a line that was not used: its number in the piece, and why not. */
		uint64_t	line;
		const char	*reason;
		bool		absurd;
		/* Of the recording, if there is a key. */
		char		*key;
		char		*value;
	} *note;
	size_t		nr;
	size_t		size;
	/* Lines that were not used: those with a note, and how many more. */
	unsigned int	named;
	uint64_t	skipped;
	uint64_t	absurd;
};

void notes_unusable(struct notes *notes, uint64_t line, const char *reason, bool absurd);
void notes_meta(struct notes *notes, struct event_text key, struct event_text value);

bool parallel_read(struct reader *reader, struct source *src);

#endif /* FPU_LATENCY_PARALLEL_H */
