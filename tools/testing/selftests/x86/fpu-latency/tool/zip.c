// SPDX-License-Identifier: GPL-2.0
/* Input that is packed */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"
#include "zip.h"

#define PACKED_SIZE	(128 * 1024)

struct registered *packings;

static const struct packing *find_packing(const char *begin, size_t len)
{
	const struct packing *packing;

	for (packing = registry_first(packings); packing; packing = registry_next(packing)) {
		if (len >= packing->magic_len && !memcmp(begin, packing->magic, packing->magic_len))
			return packing;
	}
	return NULL;
}

/*
 * zip_open - prepare to unpack an input that begins with @begin
 *
 * Returns NULL if it is not packed. Exits with a message if it is and this tool
 * was built without the library.
 */
struct zip *zip_open(const char *name, const char *begin, size_t len)
{
	const struct packing *packing = find_packing(begin, len);
	size_t size = len > PACKED_SIZE ? len : PACKED_SIZE;
	struct zip *zip;

	if (!packing)
		return NULL;
	if (!packing->open)
		fatal("%s: is packed with %s, and this fpu-latency was built without %s", name,
		      packing->entry.name, packing->library);
	zip = util_calloc(1, sizeof(*zip));
	zip->packing = packing;
	zip->state = packing->open();
	if (!zip->state)
		fatal("out of memory");
	zip->packed = util_realloc(NULL, size);
	memcpy(zip->packed, begin, len);
	zip->end = len;
	zip->open = true;
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
		n = zip->packing->unpack(zip, buf, size);
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
	zip->packing->close(zip->state);
	free(zip->packed);
	free(zip);
}
