// SPDX-License-Identifier: GPL-2.0
/* Unit tests of reading with several threads: a file of which a part cannot be read */
#include "unit_test.h"

#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../reader.h"

/* Two events, a loss and a line that cannot be used. */
static const char lines[] =
	"task-1 [000] d..2. 1.000001: x86_fpu_latency_xsave: x86/fpu: latency:5 RFBM:0x7 XINUSE:0x1\n"
	"task-1 [001] d..2. 1.000002: x86_fpu_latency_xrstor: x86/fpu: latency:7 RFBM:0x7 XINUSE:0x3\n"
	"CPU:1 [LOST 3 EVENTS]\n"
	"task-1 [000] d..2. 1.000003: x86_fpu_latency_xsave: x86/fpu: latency:1 RFBM:0x7\n";

/* So many bytes from this offset on cannot be read; 0 if all can. */
#define BAD_SIZE	4096
static off_t bad_from;

/* How many of @size bytes at @offset can be read; < 0 with errno if none. */
static ssize_t readable(off_t offset, size_t size)
{
	if (!bad_from || offset >= bad_from + BAD_SIZE || offset + (off_t)size <= bad_from)
		return size;
	if (offset < bad_from)
		return bad_from - offset;
	errno = EIO;
	return -1;
}

/* Instead of libc's, for the threads. */
ssize_t pread(int fd, void *buf, size_t size, off_t offset)
{
	ssize_t n = readable(offset, size);

	return n < 0 ? n : syscall(SYS_pread64, fd, buf, n, offset);
}

/* And for one. */
ssize_t read(int fd, void *buf, size_t size)
{
	ssize_t n = bad_from ? readable(lseek(fd, 0, SEEK_CUR), size) : (ssize_t)size;

	return n < 0 ? n : syscall(SYS_read, fd, buf, n);
}

static void read_with(unsigned int threads, const char *path, struct reader *reader)
{
	reader_init(reader);
	reader->threads = threads;
	reader_read(reader, path);
	groups_sort(&reader->groups);
}

/* Two threads read what one reads: all up to the part that fails, and nothing else. */
static void test_read_error(void **state)
{
	char path[] = "/tmp/unit_parallel-XXXXXX";
	struct reader one, two;
	FILE *file;
	size_t i;

	(void)state;
	file = fdopen(mkstemp(path), "w");
	assert_non_null(file);
	for (i = 0; i < 80000; i++)
		fputs(lines, file);
	fclose(file);

	for (i = 0; i < 3; i++) {
		bad_from = 9000000 * i;
		read_with(1, path, &one);
		read_with(2, path, &two);
		assert_int_equal(one.failed, i != 0);
		assert_int_equal(two.failed, one.failed);
		assert_int_equal(two.lines, one.lines);
		assert_int_equal(two.tally.events, one.tally.events);
		assert_int_equal(two.tally.lost, one.tally.lost);
		assert_int_equal(two.tally.skipped, one.tally.skipped);
		assert_int_equal(two.groups.nr, one.groups.nr);
		assert_int_equal(two.groups.group[0].count, one.groups.group[0].count);
		reader_free(&one);
		reader_free(&two);
	}
	bad_from = 0;
	unlink(path);
}

UNIT_TEST(test_read_error);
