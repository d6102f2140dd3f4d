// SPDX-License-Identifier: GPL-2.0
/* Input as a sequence of lines of any length */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source.h"
#include "util.h"

/* Large enough that the system calls do not matter. */
#define BUFFER_SIZE	(1024 * 1024)

/* No event is that long. What is beyond the limit of one line is dropped. */
#define LINE_LIMIT	(64 * 1024 * 1024)

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
		src->fd = open(path, O_RDONLY | O_CLOEXEC);
		if (src->fd < 0)
			fatal("%s: %s", path, strerror(errno));
		if (!fstat(src->fd, &st) && S_ISDIR(st.st_mode))
			fatal("%s: is a directory", path);
	}
	src->size = BUFFER_SIZE;
	src->buf = util_realloc(NULL, src->size);
}

/* Get more input behind what is there; false at the end or on an error. */
static bool fill(struct source *src)
{
	ssize_t n;

	if (src->eof)
		return false;
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
	do {
		n = read(src->fd, src->buf + src->end, src->size - src->end);
	} while (n < 0 && errno == EINTR);
	if (n <= 0) {
		src->error = n < 0 ? errno : 0;
		src->eof = true;
		return false;
	}
	src->end += n;
	return true;
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

	for (;;) {
		nl = memchr(src->buf + src->start + looked, '\n', src->end - src->start - looked);
		if (nl) {
			n = nl - (src->buf + src->start);
			break;
		}
		looked = src->end - src->start;
		if (fill(src)) {
			if (looked > src->end)
				looked = 0;
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

/* source_close - give everything back */
void source_close(struct source *src)
{
	if (src->fd != STDIN_FILENO)
		close(src->fd);
	free(src->buf);
	src->buf = NULL;
}
