/* SPDX-License-Identifier: GPL-2.0 */
/* Input as a sequence of lines of any length */
#ifndef FPU_LATENCY_SOURCE_H
#define FPU_LATENCY_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source {
	const char	*name;
	int		fd;
	char		*buf;
	size_t		size;
	size_t		start;
	size_t		end;
	bool		eof;
	/* The last line ended without a newline: the file may have been cut. */
	bool		cut;
	uint64_t	line_number;
	/* errno of a read that failed; lines before it were handed out. */
	int		error;
};

void source_open(struct source *src, const char *path);
bool source_line(struct source *src, const char **line, size_t *len);
void source_close(struct source *src);

#endif /* FPU_LATENCY_SOURCE_H */
