// SPDX-License-Identifier: GPL-2.0
/* Input that is packed with gzip or zstd */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "command.h"
#include "util.h"
#include "zip.h"

#define PACKED_SIZE	(128 * 1024)

struct zip {
	/* Unpack what is in packed[start..end) into @buf; returns < 0 on an error. */
	ssize_t	(*unpack)(struct zip *zip, char *buf, size_t size);
	char	*packed;
	size_t	start;
	size_t	end;
	/* Is it in the middle of a packed stream? */
	bool	open;
#ifdef HAVE_ZLIB
	z_stream gzip;
#endif
#ifdef HAVE_ZSTD
	struct ZSTD_DCtx_s *zstd;
#endif
};

#ifdef HAVE_ZLIB

static ssize_t unpack_gzip(struct zip *zip, char *buf, size_t size)
{
	int ret;

	/* Files that were packed one by one may follow each other. */
	if (!zip->open && zip->start < zip->end && inflateReset(&zip->gzip) != Z_OK)
		return -1;
	zip->gzip.next_in = (unsigned char *)zip->packed + zip->start;
	zip->gzip.avail_in = zip->end - zip->start;
	zip->gzip.next_out = (unsigned char *)buf;
	zip->gzip.avail_out = size;
	ret = inflate(&zip->gzip, Z_NO_FLUSH);
	zip->start = zip->end - zip->gzip.avail_in;
	if (ret != Z_OK && ret != Z_STREAM_END && ret != Z_BUF_ERROR)
		return -1;
	zip->open = ret != Z_STREAM_END;
	return size - zip->gzip.avail_out;
}

static void open_gzip(struct zip *zip, const char *name)
{
	(void)name;
	/* 16 asks for gzip's header, RFC 1952. */
	if (inflateInit2(&zip->gzip, 16 + MAX_WBITS) != Z_OK)
		fatal("out of memory");
	zip->unpack = unpack_gzip;
}

/* The version of the library, NULL without one. */
static const char *zip_gzip_version(void)
{
	return zlibVersion();
}

#else

static void open_gzip(struct zip *zip, const char *name)
{
	(void)zip;
	fatal("%s: is packed with gzip, and this fpu-latency was built without zlib", name);
}

static const char *zip_gzip_version(void)
{
	return NULL;
}

#endif

#ifdef HAVE_ZSTD

static ssize_t unpack_zstd(struct zip *zip, char *buf, size_t size)
{
	ZSTD_inBuffer in = { zip->packed, zip->end, zip->start };
	ZSTD_outBuffer out = { buf, size, 0 };
	size_t ret = ZSTD_decompressStream(zip->zstd, &out, &in);

	zip->start = in.pos;
	if (ZSTD_isError(ret))
		return -1;
	zip->open = ret != 0;
	return out.pos;
}

static void open_zstd(struct zip *zip, const char *name)
{
	(void)name;
	zip->zstd = ZSTD_createDStream();
	if (!zip->zstd)
		fatal("out of memory");
	zip->unpack = unpack_zstd;
}

/* The version of the library, NULL without one. */
static const char *zip_zstd_version(void)
{
	return ZSTD_versionString();
}

#else

static void open_zstd(struct zip *zip, const char *name)
{
	(void)zip;
	fatal("%s: is packed with zstd, and this fpu-latency was built without libzstd", name);
}

static const char *zip_zstd_version(void)
{
	return NULL;
}

#endif

/*
 * zip_open - prepare to unpack an input that begins with @begin
 *
 * Returns NULL if it is not packed. Exits with a message if it is and this tool
 * was built without the library.
 */
struct zip *zip_open(const char *name, const char *begin, size_t len)
{
	bool gzip = len >= 3 && !memcmp(begin, "\x1f\x8b\x08", 3);
	bool zstd = len >= 4 && !memcmp(begin, "\x28\xb5\x2f\xfd", 4);
	size_t size = len > PACKED_SIZE ? len : PACKED_SIZE;
	struct zip *zip;

	if (!gzip && !zstd)
		return NULL;
	zip = util_calloc(1, sizeof(*zip));
	zip->packed = util_realloc(NULL, size);
	memcpy(zip->packed, begin, len);
	zip->end = len;
	zip->open = true;
	if (gzip)
		open_gzip(zip, name);
	else
		open_zstd(zip, name);
	return zip;
}

/*
 * zip_read - unpack up to @size bytes
 *
 * @read_file gets what is packed. Returns 0 at the end; *@error is then what is
 * wrong, if it is not the right end.
 */
ssize_t zip_read(struct zip *zip, char *buf, size_t size, zip_read_fn read_file,
		 void *data, const char **error)
{
	ssize_t n;

	for (;;) {
		if (zip->start == zip->end) {
			n = read_file(data, zip->packed, PACKED_SIZE);
			if (n < 0) {
				*error = strerror(errno);
				return 0;
			}
			zip->start = 0;
			zip->end = n;
			if (!n && zip->open)
				*error = "the packed data end too early";
			if (!n)
				return 0;
		}
		n = zip->unpack(zip, buf, size);
		if (n < 0) {
			*error = "the packed data are corrupt";
			return 0;
		}
		if (n)
			return n;
	}
}

/* zip_close - give everything back */
void zip_close(struct zip *zip)
{
	if (!zip)
		return;
#ifdef HAVE_ZLIB
	inflateEnd(&zip->gzip);
#endif
#ifdef HAVE_ZSTD
	ZSTD_freeDStream(zip->zstd);
#endif
	free(zip->packed);
	free(zip);
}

LIBRARY(zlib, zip_gzip_version);
LIBRARY(libzstd, zip_zstd_version);
