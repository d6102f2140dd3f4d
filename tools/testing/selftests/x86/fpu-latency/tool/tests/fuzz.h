/* SPDX-License-Identifier: GPL-2.0 */
/* Fuzzing with libFuzzer; each parser has a file, whose last line is FUZZ_TARGET() */
#ifndef FPU_LATENCY_TESTS_FUZZ_H
#define FPU_LATENCY_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../registry.h"

struct fuzz_target {
	/* One character: inputs that begin with it are for this target. */
	struct registered	entry;
	void			(*run)(const char *p, size_t len);
};

extern struct registered *fuzz_targets;

#define FUZZ_TARGET(letter_, run_)						\
	static struct fuzz_target run_##_target;				\
	REGISTER(fuzz_targets, run_##_target)					\
	static struct fuzz_target run_##_target = {				\
		.entry.name	= letter_,					\
		.run		= run_,						\
	}

/* An invariant: more than crashes are found. */
void check(bool ok);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* FPU_LATENCY_TESTS_FUZZ_H */
