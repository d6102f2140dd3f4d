/* SPDX-License-Identifier: GPL-2.0 */
/* Input that is packed with gzip or zstd */
#ifndef FPU_LATENCY_ZIP_H
#define FPU_LATENCY_ZIP_H

#include <stddef.h>
#include <sys/types.h>

/* So many bytes at the beginning tell whether it is packed. */
#define ZIP_MAGIC_SIZE	4

struct zip;

typedef ssize_t (*zip_read_fn)(void *data, char *buf, size_t size);

struct zip *zip_open(const char *name, const char *begin, size_t len);
ssize_t zip_read(struct zip *zip, char *buf, size_t size, zip_read_fn read_file,
		 void *data, const char **error);
void zip_close(struct zip *zip);

#endif /* FPU_LATENCY_ZIP_H */
