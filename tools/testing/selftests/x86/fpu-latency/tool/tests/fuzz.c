// SPDX-License-Identifier: GPL-2.0
/*
 * What libFuzzer calls: the first byte of the input chooses a target, the rest is
 * for that. FUZZ_TARGET in the environment, such a byte, takes only those of one.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "../util.h"

struct registered *fuzz_targets;

void check(bool ok)
{
	if (!ok)
		abort();
}

/* LLVMFuzzerTestOneInput - called by libFuzzer with each input; -1: not for the corpus */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char letter[2] = { size ? data[0] : '\0' };
	const struct fuzz_target *target = registry_find(fuzz_targets, letter);
	const char *only = getenv("FUZZ_TARGET");
	/* A copy of its own, so that a read beyond the end is seen. */
	char *copy;

	if (!target || (only && strcmp(only, letter)))
		return -1;
	copy = util_realloc(NULL, size - 1 ? size - 1 : 1);
	memcpy(copy, data + 1, size - 1);
	target->run(copy, size - 1);
	free(copy);
	return 0;
}
