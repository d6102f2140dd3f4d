// SPDX-License-Identifier: GPL-2.0
/* Input that is packed with gzip, RFC 1952 */
#include "command.h"
#include "util.h"
#include "zip.h"

#define MAGIC	"\x1f\x8b\x08"

#ifdef HAVE_ZLIB

#include <stdlib.h>
#include <zlib.h>

static void *open_gzip(void)
{
	z_stream *stream = util_calloc(1, sizeof(*stream));

	/* 16 asks for gzip's header. */
	if (inflateInit2(stream, 16 + MAX_WBITS) == Z_OK)
		return stream;
	free(stream);
	return NULL;
}

static ssize_t unpack_gzip(struct zip *zip, char *buf, size_t size)
{
	z_stream *stream = zip->state;
	int ret;

	/* Files that were packed one by one may follow each other. */
	if (!zip->open && zip->start < zip->end && inflateReset(stream) != Z_OK)
		return -1;
	stream->next_in = (unsigned char *)zip->packed + zip->start;
	stream->avail_in = zip->end - zip->start;
	stream->next_out = (unsigned char *)buf;
	stream->avail_out = size;
	ret = inflate(stream, Z_NO_FLUSH);
	zip->start = zip->end - stream->avail_in;
	if (ret != Z_OK && ret != Z_STREAM_END && ret != Z_BUF_ERROR)
		return -1;
	zip->open = ret != Z_STREAM_END;
	return size - stream->avail_out;
}

static void close_gzip(void *state)
{
	inflateEnd(state);
	free(state);
}

LIBRARY(zlib, zlibVersion);
PACKING(gzip, MAGIC, "zlib", open_gzip, unpack_gzip, close_gzip);

#else /* !HAVE_ZLIB */

LIBRARY(zlib, NULL);
PACKING(gzip, MAGIC, "zlib", NULL, NULL, NULL);

#endif /* HAVE_ZLIB */
