/* SPDX-License-Identifier: GPL-2.0 */
/* Load user FPU state, hold it over a loop of system calls, check it */
#ifndef __FPU_LATENCY_FPREGS_H
#define __FPU_LATENCY_FPREGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FPREGS_FP		0x00001ULL
#define FPREGS_SSE		0x00002ULL
#define FPREGS_YMM		0x00004ULL
#define FPREGS_BNDREGS		0x00008ULL
#define FPREGS_BNDCSR		0x00010ULL
#define FPREGS_OPMASK		0x00020ULL
#define FPREGS_ZMM_HI256	0x00040ULL
#define FPREGS_HI16_ZMM		0x00080ULL
#define FPREGS_PKRU		0x00200ULL
#define FPREGS_CET_USER		0x00800ULL
#define FPREGS_XTILECFG		0x20000ULL
#define FPREGS_XTILEDATA	0x40000ULL
#define FPREGS_APX		0x80000ULL

#define FPREGS_MPX	(FPREGS_BNDREGS | FPREGS_BNDCSR)
#define FPREGS_AVX512	(FPREGS_OPMASK | FPREGS_ZMM_HI256 | FPREGS_HI16_ZMM)
#define FPREGS_XTILE	(FPREGS_XTILECFG | FPREGS_XTILEDATA)

/* Components that every task may load without asking, and that cost it nothing. */
#define FPREGS_PLAIN	(FPREGS_FP | FPREGS_SSE | FPREGS_YMM | FPREGS_MPX | \
			 FPREGS_AVX512 | FPREGS_APX)

/*
 * In place of an area to load: instructions by which a program says that it is
 * done with registers. VZEROUPPER makes YMM and ZMM_Hi256 initial, TILERELEASE
 * XTILECFG and XTILEDATA. The numbers are known to the assembly.
 */
#define FPREGS_VZEROUPPER	((void *)1)
#define FPREGS_TILERELEASE	((void *)2)

/* One system call of the loop; the layout is known to the assembly. */
struct fpregs_call {
	long	nr;
	long	args[6];
	/* State to load before the call, or NULL to leave the registers alone. */
	void	*load;
	/* The loop goes on if the result plus this is above 0. */
	long	allow;
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
	/* 1 to read XINUSE by XGETBV(1) when the loop has ended, 0 where there is none. */
	uint64_t		query;
	uint64_t		in_use;
};

uint64_t fpregs_enabled(void);
size_t fpregs_size(void);
void *fpregs_alloc(void);
void fpregs_randomize(void *xbuf, uint64_t features, unsigned int seed);
void fpregs_hold(struct fpregs_loop *loop);
uint64_t fpregs_compare(const void *a, const void *b, uint64_t features);
uint64_t fpregs_in_use(const void *xbuf);
bool fpregs_can_query(void);
uint64_t fpregs_tracked(uint64_t mask, void *release);

#endif /* __FPU_LATENCY_FPREGS_H */
