/* SPDX-License-Identifier: GPL-2.0 */
/* Input as a sequence of lines of any length, whatever it is packed with */
#ifndef FPU_LATENCY_SOURCE_H
#define FPU_LATENCY_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "registry.h"

struct reader;
struct source;

/* What the input can be besides trace text; found from how it begins. */
struct source_format {
	struct registered	entry;
	const char		*magic;
	size_t			magic_len;
	/* What such a file is, for messages and the help. */
	const char		*what;
	/* The library that reading takes, NULL if it takes none. */
	const char		*library;
	/* Give all there is to @reader; NULL if the library is not built in. */
	void			(*read)(struct reader *reader, struct source *src);
};

extern struct registered *source_formats;

/* SOURCE_FORMAT - a format that begins with @magic_, a text that can have NUL bytes */
#define SOURCE_FORMAT(name_, magic_, what_, library_, read_)			\
	static struct source_format name_##_format;				\
	REGISTER(source_formats, name_##_format)				\
	static struct source_format name_##_format = {				\
		.entry.name	= #name_,					\
		.magic		= magic_,					\
		.magic_len	= sizeof(magic_) - 1,				\
		.what		= what_,					\
		.library	= library_,					\
		.read		= read_,					\
	}

struct source {
	const char	*name;
	/* NULL for standard input. */
	const char	*path;
	/* NULL for trace text. */
	const struct source_format *format;
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
	/* Only the lines that begin before this offset, and with pread(): source_part(). */
	bool		part;
	uint64_t	part_end;
	/* What went wrong; lines before it were handed out. NULL if nothing did. */
	const char	*error;
};

void source_open(struct source *src, const char *path);
void source_part(struct source *part, const struct source *whole, uint64_t from,
		 uint64_t end);
bool source_line(struct source *src, const char **line, size_t *len);
const char *source_all(struct source *src, size_t *len);
void source_close(struct source *src);

#endif /* FPU_LATENCY_SOURCE_H */
