// SPDX-License-Identifier: GPL-2.0
/* Input as a sequence of lines of any length, whatever it is packed with */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress.h"
#include "source.h"
#include "util.h"
#include "zip.h"

/* Large enough that the system calls do not matter, and fits the L2 cache. */
#define BUFFER_SIZE	(256 * 1024)

/* No event is that long. What is beyond the limit of one line is dropped. */
#define LINE_LIMIT	(16 * 1024 * 1024)

/* A summary is smaller than that. */
#define ALL_LIMIT	(1024UL * 1024 * 1024)

/* Enough to tell the formats apart. */
#define MAGIC_MOST	16

struct registered *source_formats;

/* Read what the file has, which can be packed; < 0 with errno on an error. */
static ssize_t read_raw(struct source *src, char *buf, size_t size)
{
	ssize_t n;

	do {
		n = src->part ? pread(src->fd, buf, size, src->bytes_read) :
				read(src->fd, buf, size);
		/* A part is read to its end. */
	} while (n < 0 && errno == EINTR && (src->part || !progress_interrupted()));
	if (n < 0 && errno == EINTR)
		n = 0;
	if (n > 0)
		src->bytes_read += n;
	return n;
}

static ssize_t read_file(void *data, char *buf, size_t size)
{
	return read_raw(data, buf, size);
}

/* Get up to @size bytes of the contents, 0 at the end or on an error. */
static size_t read_contents(struct source *src, char *buf, size_t size)
{
	ssize_t n;

	if (!src->part && progress_interrupted())
		return 0;
	if (src->zip) {
		n = zip_read(src->zip, buf, size, read_file, src, &src->error);
	} else {
		n = read_raw(src, buf, size);
		if (n < 0)
			src->error = strerror(errno);
	}
	return n > 0 ? n : 0;
}

/* Fill the buffer until @least bytes are in it, if there are so many. */
static void fill_least(struct source *src, size_t least)
{
	size_t n = 1;

	while (n && src->end < least) {
		n = read_contents(src, src->buf + src->end, src->size - src->end);
		src->end += n;
	}
}

static void find_format(struct source *src)
{
	const struct source_format *format;

	for (format = registry_first(source_formats); format; format = registry_next(format)) {
		if (src->end >= format->magic_len &&
		    !memcmp(src->buf, format->magic, format->magic_len))
			src->format = format;
	}
}

/*
 * source_open - open a file, or standard input for "-"
 *
 * Exits with a message when it cannot be read.
 */
void source_open(struct source *src, const char *path)
{
	struct stat st;

	memset(src, 0, sizeof(*src));
	if (!strcmp(path, "-")) {
		src->name = "standard input";
		src->fd = STDIN_FILENO;
	} else {
		src->name = path;
		src->path = path;
		src->fd = open(path, O_RDONLY | O_CLOEXEC);
		if (src->fd < 0)
			fatal("%s: %s", path, strerror(errno));
	}
	if (!fstat(src->fd, &st)) {
		if (S_ISDIR(st.st_mode))
			fatal("%s: is a directory", src->name);
		if (S_ISREG(st.st_mode))
			src->file_size = st.st_size;
	}
	src->size = BUFFER_SIZE;
	src->buf = util_realloc(NULL, src->size);
	fill_least(src, ZIP_MAGIC_SIZE);
	src->zip = zip_open(src->name, src->buf, src->end);
	if (src->zip)
		src->end = 0;
	fill_least(src, MAGIC_MOST);
	find_format(src);
}

/* Get more input behind what is there; how many bytes, 0 at the end or on an error. */
static size_t fill(struct source *src)
{
	size_t n;

	if (src->eof)
		return 0;
	if (src->start) {
		memmove(src->buf, src->buf + src->start, src->end - src->start);
		src->end -= src->start;
		src->start = 0;
	}
	if (src->end == src->size) {
		if (src->size >= LINE_LIMIT) {
			/* Keep the head of the line, which tells what it was. */
			src->end = src->size / 2;
		} else {
			src->size *= 2;
			src->buf = util_realloc(src->buf, src->size);
		}
	}
	n = read_contents(src, src->buf + src->end, src->size - src->end);
	src->eof = !n;
	src->end += n;
	return n;
}

/*
 * Leave out what is left of a line. If it does not end in the part, no line begins in it,
 * and the rest is not read: many parts of one long line would all read it to its end.
 */
static void skip_line(struct source *part)
{
	char *nl = NULL;

	while (!nl && part->bytes_read < part->part_end && fill(part)) {
		nl = memchr(part->buf + part->start, '\n', part->end - part->start);
		part->start = nl ? (size_t)(nl + 1 - part->buf) : part->end;
	}
}

/*
 * source_part - the lines of @whole, which is a file, that begin in [@from, @end)
 *
 * @part is all zero, or another part, which ends. It has to be closed, and before
 * @whole. Its lines are counted from 1.
 */
void source_part(struct source *part, const struct source *whole, uint64_t from,
		 uint64_t end)
{
	char *buf = part->buf;

	memset(part, 0, sizeof(*part));
	part->name = whole->name;
	part->fd = whole->fd;
	part->part = true;
	part->part_end = end;
	part->size = BUFFER_SIZE;
	part->buf = util_realloc(buf, part->size);
	if (from) {
		part->bytes_read = from - 1;
		skip_line(part);
	}
}

/*
 * source_line - the next line, without its newline and carriage return
 *
 * The line is valid until the next call. Returns false at the end.
 */
bool source_line(struct source *src, const char **line, size_t *len)
{
	size_t looked = 0, n;
	char *nl;

	if (src->part && src->bytes_read - (src->end - src->start) >= src->part_end)
		return false;
	for (;;) {
		nl = memchr(src->buf + src->start + looked, '\n', src->end - src->start - looked);
		if (nl) {
			n = nl - (src->buf + src->start);
			break;
		}
		n = fill(src);
		if (n) {
			/* Of a line beyond the limit the end was dropped. */
			looked = src->end - src->start - n;
			continue;
		}
		n = src->end - src->start;
		if (!n)
			return false;
		src->cut = true;
		break;
	}
	*line = src->buf + src->start;
	src->start += n + !!nl;
	while (n && (*line)[n - 1] == '\r')
		n--;
	*len = n;
	src->line_number++;
	return true;
}

/* source_all - all that is left, which is valid until source_close() */
const char *source_all(struct source *src, size_t *len)
{
	size_t n;

	for (;;) {
		if (src->end == src->size) {
			if (src->size >= ALL_LIMIT)
				fatal("%s: too large for a summary", src->name);
			src->size *= 2;
			src->buf = util_realloc(src->buf, src->size);
		}
		n = read_contents(src, src->buf + src->end, src->size - src->end);
		if (!n)
			break;
		src->end += n;
	}
	*len = src->end - src->start;
	return src->buf + src->start;
}

/* source_close - give everything back */
void source_close(struct source *src)
{
	zip_close(src->zip);
	if (src->fd != STDIN_FILENO && !src->part)
		close(src->fd);
	free(src->buf);
	src->buf = NULL;
}
