/* SPDX-License-Identifier: GPL-2.0 */
/* Input as a sequence of lines of any length, whatever it is packed with */
#ifndef FPU_LATENCY_SOURCE_H
#define FPU_LATENCY_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the input is; found from how it begins. */
enum source_kind {
	SOURCE_TEXT,
	/* trace.dat of trace-cmd */
	SOURCE_DAT,
	/* A database of this tool, or any other SQLite database. */
	SOURCE_DB,
	/* A report of this tool in JSON. */
	SOURCE_JSON,
};

struct source {
	const char	*name;
	/* NULL for standard input. */
	const char	*path;
	enum source_kind kind;
	int		fd;
	struct zip	*zip;
	char		*buf;
	size_t		size;
	size_t		start;
	size_t		end;
	bool		eof;
	/* The last line ended without a newline: the file may have been cut. */
	bool		cut;
	uint64_t	line_number;
	/* Bytes read, before they are unpacked, and the file's size or 0. */
	uint64_t	bytes_read;
	uint64_t	file_size;
	/* What went wrong; lines before it were handed out. NULL if nothing did. */
	const char	*error;
};

void source_open(struct source *src, const char *path);
bool source_line(struct source *src, const char **line, size_t *len);
const char *source_all(struct source *src, size_t *len);
void source_close(struct source *src);

#endif /* FPU_LATENCY_SOURCE_H */
