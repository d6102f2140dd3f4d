// SPDX-License-Identifier: GPL-2.0
/* Unit tests of reading a file in parts */
#include "unit_test.h"

#include <stdio.h>
#include <unistd.h>

#include "../source.h"

/* Lines of several kinds, the last one without its end. */
static const char text[] = "a\n\nbb\r\n\n\nccc ccc\nd\r\r\n\n e\nf";

/* Write the first @len bytes of it into a new file, whose name is put into @path. */
static void write_text(char *path, size_t len)
{
	int fd;

	strcpy(path, "/tmp/unit_source-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

/* Add the lines of @src to @out, each between brackets; a cut one is told. */
static void add_lines(struct source *src, char *out)
{
	const char *line;
	size_t len;

	while (source_line(src, &line, &len))
		sprintf(out + strlen(out), "[%.*s]", (int)len, line);
	if (src->cut)
		strcat(out, "cut");
}

/* Whatever the parts are, each line is in one of them and in order. */
static void check_parts(size_t len)
{
	char path[32], want[256] = "", got[256];
	struct source src, part = { };
	uint64_t lines, x, y;

	write_text(path, len);
	source_open(&src, path);
	add_lines(&src, want);
	for (x = 0; x <= len; x++) {
		for (y = x; y <= len + 1; y++) {
			got[0] = '\0';
			source_part(&part, &src, 0, x);
			add_lines(&part, got);
			lines = part.line_number;
			source_part(&part, &src, x, y);
			add_lines(&part, got);
			lines += part.line_number;
			source_part(&part, &src, y, UINT64_MAX);
			add_lines(&part, got);
			assert_string_equal(got, want);
			assert_int_equal(lines + part.line_number, src.line_number);
		}
	}
	source_close(&part);
	source_close(&src);
	unlink(path);
}

static void test_parts(void **state)
{
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(text); len++)
		check_parts(len);
}

/* A part in the middle of a line has none, and does not look for its end elsewhere. */
static void test_long_line(void **state)
{
	const uint64_t end = 64 << 20, part_size = 4 << 20;
	struct source src, part = { };
	char path[32];
	uint64_t from;
	const char *line;
	size_t len;

	(void)state;
	write_text(path, 1);
	assert_int_equal(truncate(path, end), 0);
	source_open(&src, path);
	for (from = part_size; from < end; from += part_size) {
		source_part(&part, &src, from, from + part_size);
		assert_false(source_line(&part, &line, &len));
		assert_int_equal(part.line_number, 0);
		assert_true(part.bytes_read < from + 2 * part_size);
	}
	source_close(&part);
	source_close(&src);
	unlink(path);
}

UNIT_TEST(test_parts);
UNIT_TEST(test_long_line);
