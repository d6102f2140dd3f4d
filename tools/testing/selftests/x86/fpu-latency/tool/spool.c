// SPDX-License-Identifier: GPL-2.0
/* Temporary files without a name, which go with whoever has them open */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "spool.h"
#include "util.h"

#define COPY_SIZE	(64 * 1024)

/* spool_open - an empty file in $TMPDIR or /tmp; -1 with errno if there can be none */
int spool_open(void)
{
	const char *dir = getenv("TMPDIR");
	char *path;
	int fd;

	if (asprintf(&path, "%s/fpu-latency-XXXXXX", dir && *dir ? dir : "/tmp") < 0)
		fatal("out of memory");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	free(path);
	return fd;
}

/* Write all; false with errno on an error such as a full disk. */
static bool write_all(int fd, const char *buf, unsigned long len)
{
	ssize_t n;

	for (; len; buf += n, len -= n) {
		n = write(fd, buf, len);
		if (n < 0 && errno == EINTR)
			n = 0;
		if (n < 0)
			return false;
	}
	return true;
}

/* spool_copy - write all of the file @from; false with errno on an error */
bool spool_copy(int fd, int from)
{
	static char buf[COPY_SIZE];
	off_t at = 0;
	ssize_t n;

	while ((n = pread(from, buf, sizeof(buf), at)) > 0) {
		if (!write_all(fd, buf, n))
			return false;
		at += n;
	}
	return !n;
}

/* spool_path - a name under which this process and its children can open it */
const char *spool_path(char buf[SPOOL_PATH_SIZE], int fd)
{
	snprintf(buf, SPOOL_PATH_SIZE, "/proc/self/fd/%d", fd);
	return buf;
}
