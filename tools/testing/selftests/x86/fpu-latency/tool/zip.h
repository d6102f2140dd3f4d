/* SPDX-License-Identifier: GPL-2.0 */
/* Input that is packed */
#ifndef FPU_LATENCY_ZIP_H
#define FPU_LATENCY_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "registry.h"

/* So many bytes at the beginning tell whether it is packed. */
#define ZIP_MAGIC_SIZE	4

/* An input that is being unpacked. */
struct zip {
	const struct packing	*packing;
	/* The library's own state, from packing->open(). */
	void			*state;
	/* What is not unpacked yet: packed[start..end) */
	char			*packed;
	size_t			start;
	size_t			end;
	/* Is it in the middle of a packed stream? */
	bool			open;
};

/* A way to pack; each has a file of its own, which ends with PACKING(). */
struct packing {
	struct registered	entry;
	const char		*magic;
	size_t			magic_len;
	const char		*library;
	/* Prepare to unpack; NULL without memory. */
	void			*(*open)(void);
	/*
	 * Unpack some of what is in zip->packed into @buf, move zip->start, set
	 * zip->open. Returns how much it is, which can be 0, or -1 on an error.
	 */
	ssize_t			(*unpack)(struct zip *zip, char *buf, size_t size);
	void			(*close)(void *state);
};

extern struct registered *packings;

/* PACKING - @open_, @unpack_ and @close_ are NULL if the library is not built in */
#define PACKING(name_, magic_, library_, open_, unpack_, close_)		\
	static struct packing name_##_packing;					\
	REGISTER(packings, name_##_packing)					\
	static struct packing name_##_packing = {				\
		.entry.name	= #name_,					\
		.magic		= magic_,					\
		.magic_len	= sizeof(magic_) - 1,				\
		.library	= library_,					\
		.open		= open_,					\
		.unpack		= unpack_,					\
		.close		= close_,					\
	}

typedef ssize_t (*zip_read_fn)(void *data, char *buf, size_t size);

struct zip *zip_open(const char *name, const char *begin, size_t len);
ssize_t zip_read(struct zip *zip, char *buf, size_t size, zip_read_fn read_file,
		 void *data, const char **error);
void zip_close(struct zip *zip);

#endif /* FPU_LATENCY_ZIP_H */
