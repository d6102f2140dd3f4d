// SPDX-License-Identifier: GPL-2.0
/* Input that is packed with zstd, RFC 8878 */
#include "command.h"
#include "zip.h"

#define MAGIC	"\x28\xb5\x2f\xfd"

#ifdef HAVE_ZSTD

#include <zstd.h>

static void *open_zstd(void)
{
	return ZSTD_createDStream();
}

static ssize_t unpack_zstd(struct zip *zip, char *buf, size_t size)
{
	ZSTD_inBuffer in = { zip->packed, zip->end, zip->start };
	ZSTD_outBuffer out = { buf, size, 0 };
	size_t ret = ZSTD_decompressStream(zip->state, &out, &in);

	zip->start = in.pos;
	if (ZSTD_isError(ret))
		return -1;
	zip->open = ret != 0;
	return out.pos;
}

static void close_zstd(void *state)
{
	ZSTD_freeDStream(state);
}

LIBRARY(libzstd, ZSTD_versionString);
PACKING(zstd, MAGIC, "libzstd", open_zstd, unpack_zstd, close_zstd);

#else /* !HAVE_ZSTD */

LIBRARY(libzstd, NULL);
PACKING(zstd, MAGIC, "libzstd", NULL, NULL, NULL);

#endif /* HAVE_ZSTD */
