// SPDX-License-Identifier: GPL-2.0
/*
 * A large text read by several threads, with the same result as by one
 *
 * The text is cut into pieces, which the threads take one after the other. Each
 * thread counts events in groups of its own; counts add up in any order. What does
 * depend on the order, the numbers of lines and what the recording says of itself,
 * is noted with the piece and taken when all are read.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"
#include "progress.h"
#include "reader.h"
#include "util.h"

/* A piece takes some milliseconds; less than two are not worth a thread. */
#define PIECE_SIZE	(4 * 1024 * 1024)

/* 16 TiB. A sparse file can claim any size. */
#define MOST_PIECES	(4 * 1024 * 1024)

/* Of every CPU that the kernel can have. */
#define MOST_CPUS	8192

/* More threads than that wait for memory, if nobody asks for them. */
#define DEFAULT_THREADS	8

/* A thread needs less than that; with the sanitizers, too. */
#define STACK_SIZE	(1024 * 1024)

struct piece {
	struct notes	notes;
	uint64_t	lines;
};

struct parallel {
	const struct source	*src;
	struct piece		*piece;
	size_t			nr;
	/* The threads change these. */
	size_t			next;
	uint64_t		events;
	uint64_t		bytes;
	bool			failed;
};

struct worker {
	struct parallel	*parallel;
	struct reader	reader;
	struct source	part;
	pthread_t	thread;
	bool		started;
};

static struct note *add_note(struct notes *notes)
{
	if (notes->nr == notes->size) {
		notes->size = notes->size ? notes->size * 2 : 8;
		notes->note = util_realloc(notes->note, notes->size * sizeof(*notes->note));
	}
	memset(&notes->note[notes->nr], 0, sizeof(*notes->note));
	return &notes->note[notes->nr++];
}

/* notes_unusable - count a line that was not used; the first ones are named */
void notes_unusable(struct notes *notes, uint64_t line, const char *reason, bool absurd)
{
	struct note *note;

	if (notes->named == TALLY_NAMED) {
		notes->skipped += !absurd;
		notes->absurd += absurd;
		return;
	}
	notes->named++;
	note = add_note(notes);
	note->line = line;
	note->reason = reason;
	note->absurd = absurd;
}

/* notes_meta - something about the recording */
void notes_meta(struct notes *notes, struct event_text key, struct event_text value)
{
	struct note *note = add_note(notes);

	note->key = util_strndup(key.p, key.len);
	note->value = util_strndup(value.p, value.len);
}

static void free_notes(struct notes *notes)
{
	size_t i;

	for (i = 0; i < notes->nr; i++) {
		free(notes->note[i].key);
		free(notes->note[i].value);
	}
	free(notes->note);
}

/* Give the notes of a piece, which begins after line @before, to the reader. */
static void take_notes(struct notes *notes, struct reader *reader, const struct source *src,
		       uint64_t before)
{
	struct event_text key, value;
	struct note *note;
	size_t i;

	for (i = 0; i < notes->nr; i++) {
		note = &notes->note[i];
		if (note->key) {
			key = (struct event_text){ note->key, strlen(note->key) };
			value = (struct event_text){ note->value, strlen(note->value) };
			reader_meta(reader, src, key, value);
		} else {
			reader_unusable(reader, src, before + note->line, note->reason,
					note->absurd);
		}
	}
	reader->tally.skipped += notes->skipped;
	reader->tally.absurd += notes->absurd;
}

/*
 * The number of the next piece, or that of pieces if there is none.
 *
 * Pieces are taken in order, so those that were read when SIGINT comes are the
 * beginning of the text.
 */
static size_t take_piece(struct parallel *parallel)
{
	if (progress_interrupted() || __atomic_load_n(&parallel->failed, __ATOMIC_RELAXED))
		return parallel->nr;
	return __atomic_fetch_add(&parallel->next, 1, __ATOMIC_RELAXED);
}

/* Read pieces until there is none; only one of the threads shows the progress. */
static void read_pieces(struct worker *worker, bool show)
{
	struct parallel *parallel = worker->parallel;
	struct reader *reader = &worker->reader;
	uint64_t before, events, bytes;
	struct piece *piece;
	size_t i;

	while ((i = take_piece(parallel)) < parallel->nr) {
		piece = &parallel->piece[i];
		before = reader->tally.events;
		reader->notes = &piece->notes;
		/* The last one has what the file has grown by. */
		source_part(&worker->part, parallel->src, i * PIECE_SIZE,
			    i + 1 < parallel->nr ? (i + 1) * PIECE_SIZE : UINT64_MAX);
		reader_text(reader, &worker->part);
		piece->lines = worker->part.line_number;
		if (worker->part.error)
			__atomic_store_n(&parallel->failed, true, __ATOMIC_RELAXED);

		events = __atomic_add_fetch(&parallel->events, reader->tally.events - before,
					    __ATOMIC_RELAXED);
		bytes = __atomic_add_fetch(&parallel->bytes, PIECE_SIZE, __ATOMIC_RELAXED);
		if (show)
			progress_show(events, bytes, parallel->src->file_size);
	}
}

static void *worker_main(void *worker)
{
	read_pieces(worker, false);
	return NULL;
}

static void worker_init(struct worker *worker, struct parallel *parallel,
			const struct reader *reader)
{
	struct groups *groups = &worker->reader.groups;

	memset(worker, 0, sizeof(*worker));
	worker->parallel = parallel;
	worker->reader.filter = reader->filter;
	groups_init(groups);
	memcpy(groups->by, reader->groups.by, sizeof(groups->by));
	groups->nr_by = reader->groups.nr_by;
	groups->needs_details = reader->groups.needs_details;
}

/* Add what a thread counted. */
static void take_counts(struct worker *worker, struct reader *reader)
{
	struct tally *from = &worker->reader.tally, *to = &reader->tally;
	size_t i;

	groups_merge(&reader->groups, &worker->reader.groups);
	to->events += from->events;
	to->filtered += from->filtered;
	for (i = 0; i < from->nr_cpus; i++)
		tally_lost(to, from->cpu[i].cpu, from->cpu[i].lost, from->cpu[i].unknown);
	reader->lines += worker->reader.lines;
}

/* Free what a thread had. The filter is not its own. */
static void worker_free(struct worker *worker)
{
	groups_free(&worker->reader.groups);
	tally_free(&worker->reader.tally);
	source_close(&worker->part);
}

/* The CPUs that the tool may run on, at least one. */
static unsigned int count_cpus(void)
{
	size_t size = CPU_ALLOC_SIZE(MOST_CPUS);
	cpu_set_t *allowed = CPU_ALLOC(MOST_CPUS);
	unsigned int n = 1;

	if (allowed && !sched_getaffinity(0, size, allowed))
		n = CPU_COUNT_S(size, allowed);
	CPU_FREE(allowed);
	return n;
}

/* How many threads are worth it: 1 if the order of the lines matters. */
static unsigned int count_threads(const struct reader *reader, const struct source *src)
{
	uint64_t pieces = src->file_size / PIECE_SIZE, threads = reader->threads;

	if (!src->path || src->zip || pieces > MOST_PIECES || reader->sink ||
	    reader_needs_core_types(reader))
		return 1;
	if (!threads) {
		threads = count_cpus();
		if (threads > DEFAULT_THREADS)
			threads = DEFAULT_THREADS;
	}
	return pieces < 2 ? 1 : pieces < threads ? pieces : threads;
}

/* Where a thread cannot be had, there are fewer; this one reads, too. */
static void run(struct worker *worker, unsigned int threads)
{
	pthread_attr_t attr;
	unsigned int i;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	for (i = 1; i < threads; i++)
		worker[i].started = !pthread_create(&worker[i].thread, &attr, worker_main,
						    &worker[i]);
	pthread_attr_destroy(&attr);
	read_pieces(&worker[0], true);
	for (i = 1; i < threads; i++) {
		if (worker[i].started)
			pthread_join(worker[i].thread, NULL);
	}
}

/*
 * parallel_read - read trace text with several threads
 *
 * Returns false, with nothing read, if one thread is to do it: for a small file, or
 * if somebody wants each event, or if what the recording says of itself decides
 * about the events after it, as types of cores do; or if part of the file cannot be
 * read: what is before that part counts and what is behind does not.
 */
bool parallel_read(struct reader *reader, struct source *src)
{
	struct parallel parallel = { .src = src };
	unsigned int threads = count_threads(reader, src), i;
	struct worker *workers;
	uint64_t lines = 0;
	size_t piece;

	if (threads < 2)
		return false;
	parallel.nr = (src->file_size + PIECE_SIZE - 1) / PIECE_SIZE;
	parallel.piece = util_calloc(parallel.nr, sizeof(*parallel.piece));
	workers = util_calloc(threads, sizeof(*workers));
	for (i = 0; i < threads; i++)
		worker_init(&workers[i], &parallel, reader);
	run(workers, threads);

	for (piece = 0; piece < parallel.nr; piece++) {
		if (!parallel.failed)
			take_notes(&parallel.piece[piece].notes, reader, src, lines);
		lines += parallel.piece[piece].lines;
		free_notes(&parallel.piece[piece].notes);
	}
	for (i = 0; i < threads; i++) {
		if (!parallel.failed)
			take_counts(&workers[i], reader);
		worker_free(&workers[i]);
	}
	free(workers);
	free(parallel.piece);
	return !parallel.failed;
}
