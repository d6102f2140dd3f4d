/* SPDX-License-Identifier: GPL-2.0 */
/* Load user FPU state, hold it over a loop of system calls, check it */
#ifndef __FPU_LATENCY_FPREGS_H
#define __FPU_LATENCY_FPREGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FPREGS_FP	0x001ULL
#define FPREGS_SSE	0x002ULL
#define FPREGS_YMM	0x004ULL
#define FPREGS_PKRU	0x200ULL

/* One system call of the loop; the layout is known to the assembly. */
struct fpregs_call {
	long	nr;
	long	args[6];
};

/* What a task does with its registers; the layout is known to the assembly. */
struct fpregs_loop {
	uint64_t		mask;
	void			*load;
	void			*after;
	void			*own;
	struct fpregs_call	*calls;
	uint64_t		nr_calls;
	uint64_t		rounds;
	/* Result of the call that ended the loop early, or 1. */
	long			result;
};

uint64_t fpregs_enabled(void);
size_t fpregs_size(void);
void *fpregs_alloc(void);
void fpregs_randomize(void *xbuf, uint64_t features, unsigned int seed);
void fpregs_hold(struct fpregs_loop *loop);
uint64_t fpregs_compare(const void *a, const void *b, uint64_t features);

#endif /* __FPU_LATENCY_FPREGS_H */
