// SPDX-License-Identifier: GPL-2.0
/*
 * XSAVE and XRSTOR, timed one at a time
 *
 * Between the loading of the registers and the timed instruction nothing may use
 * one of them, so all functions here are compiled for general registers only.
 */
#ifdef __x86_64__
#include <string.h>

#include "xinsn.h"

/* Samples before the first one that counts. */
#define WARMUP	32

#define LINE	64

#define GENERAL_REGS	__attribute__((target("general-regs-only")))

static inline GENERAL_REGS uint64_t rdtsc(void)
{
	uint32_t low, high;

	asm volatile("lfence\n\trdtsc" : "=a" (low), "=d" (high) : : "memory");
	return (uint64_t)high << 32 | low;
}

static inline GENERAL_REGS void xrstor(const void *image, uint64_t mask)
{
	asm volatile("xrstor64 (%0)" : : "r" (image), "a" ((uint32_t)mask),
		     "d" ((uint32_t)(mask >> 32)) : "memory");
}

static inline GENERAL_REGS void xsave(void *image, uint64_t mask)
{
	asm volatile("xsave64 (%0)" : : "r" (image), "a" ((uint32_t)mask),
		     "d" ((uint32_t)(mask >> 32)) : "memory");
}

/*
 * The window of the kernel's events. The mask is where the instruction wants it
 * before the second fence, so that nothing is left to be done behind it.
 */
#define WINDOW(insn, run, delta) do {						\
	const struct xinsn_run *run_ = (run);					\
	uint64_t start_ = 0, end_, mask_ = run_->rfbm;				\
										\
	asm volatile("lfence\n\t"						\
		     "rdtsc\n\t"						\
		     "shl	$32, %%rdx\n\t"					\
		     "or	%%rdx, %%rax\n\t"				\
		     "mov	%%rax, %[start]\n\t"				\
		     "mov	%k[mask], %%eax\n\t"				\
		     "mov	%[mask], %%rdx\n\t"				\
		     "shr	$32, %%rdx\n\t"					\
		     "lfence\n\t"						\
		     insn "\n\t"						\
		     "lfence\n\t"						\
		     "rdtsc\n\t"						\
		     "shl	$32, %%rdx\n\t"					\
		     "or	%%rdx, %%rax\n\t"				\
		     : "=&a" (end_), [start] "=&r" (start_)			\
		     : [mask] "r" (mask_), [buf] "r" (run_->buffer)		\
		     : "rdx", "cc", "memory");					\
	(delta) = end_ - start_;						\
} while (0)

/* A read that the compiler does not leave out. */
static inline GENERAL_REGS void touch(const uint8_t *p)
{
	asm volatile("" : : "r" (*p) : "memory");
}

/* Bring the buffer to where it is wanted. */
static inline GENERAL_REGS void place(const struct xinsn_run *run)
{
	struct xinsn_remote *remote = run->remote;
	uint8_t *p = run->buffer;
	size_t i;

	switch (run->where) {
	case XINSN_L1:
		for (i = 0; i < run->size; i += LINE)
			touch(&p[i]);
		break;
	case XINSN_L2:
		for (i = 0; i < run->size; i += LINE)
			touch(&p[i]);
		for (i = 0; i < run->evict_size; i += LINE)
			touch(&run->evict[i]);
		break;
	case XINSN_MEMORY:
		for (i = 0; i < run->size; i += LINE)
			asm volatile("clflush %0" : "+m" (p[i]));
		asm volatile("mfence" : : : "memory");
		break;
	default:
		remote->buffer = p;
		remote->size = run->size;
		__atomic_store_n(&remote->request, remote->request + 1, __ATOMIC_RELEASE);
		while (__atomic_load_n(&remote->done, __ATOMIC_ACQUIRE) != remote->request)
			asm volatile("pause");
	}
}

/* A write of what is there, for which the core needs the line for itself. */
static inline GENERAL_REGS void rewrite(uint8_t *p)
{
	asm volatile("movb %0, %%al\n\tmovb %%al, %0" : "+m" (*p) : : "al");
}

/*
 * xinsn_remote_writer - a thread that writes each line of the buffer on request
 *
 * What it writes is what was there.
 */
GENERAL_REGS void *xinsn_remote_writer(void *arg)
{
	struct xinsn_remote *remote = arg;
	uint64_t served = 0;
	size_t i;

	while (!__atomic_load_n(&remote->stop, __ATOMIC_RELAXED)) {
		if (__atomic_load_n(&remote->request, __ATOMIC_ACQUIRE) == served) {
			asm volatile("pause");
			continue;
		}
		for (i = 0; i < remote->size; i += LINE)
			rewrite(&remote->buffer[i]);
		served++;
		__atomic_store_n(&remote->done, served, __ATOMIC_RELEASE);
	}
	return NULL;
}

/* Keep a sample; one of a clock that went back is counted and left out. */
static inline GENERAL_REGS unsigned int keep(struct xinsn_run *run, unsigned int n,
					     uint64_t delta)
{
	if ((int64_t)delta < 0) {
		run->negative++;
		return n;
	}
	run->ticks[n] = delta;
	return n + 1;
}

/* One loop for each instruction; how many samples there are is returned. */
#define DEFINE_LOOP(name, insn)							\
static GENERAL_REGS __attribute_noinline__					\
unsigned int loop_##name(struct xinsn_run *run, unsigned int samples, uint64_t until)	\
{										\
	unsigned int i, n = 0;							\
	uint64_t delta;								\
										\
	for (i = 0; i < samples && rdtsc() < until; i++) {			\
		xrstor(run->load, run->load_mask);				\
		place(run);							\
		WINDOW(insn, run, delta);					\
		n = keep(run, n, delta);					\
	}									\
	return n;								\
}

DEFINE_LOOP(none, "")
DEFINE_LOOP(xsave, "xsave64 (%[buf])")
DEFINE_LOOP(xsaveopt, "xsaveopt64 (%[buf])")
DEFINE_LOOP(xsavec, "xsavec64 (%[buf])")
DEFINE_LOOP(xrstor, "xrstor64 (%[buf])")

/* The library's memcpy() may use any register; the caller's are put back later. */
static GENERAL_REGS __attribute_noinline__
unsigned int loop_copy(struct xinsn_run *run, unsigned int samples, uint64_t until)
{
	bool to = run->insn == XINSN_COPY_TO;
	void *dest = to ? run->buffer : run->scratch;
	void *src = to ? run->scratch : run->buffer;
	unsigned int i, n = 0;
	uint64_t start, delta;

	for (i = 0; i < samples && rdtsc() < until; i++) {
		place(run);
		start = rdtsc();
		asm volatile("lfence" : : : "memory");
		memcpy(dest, src, run->copy);
		delta = rdtsc() - start;
		n = keep(run, n, delta);
	}
	return n;
}

static GENERAL_REGS unsigned int loop(struct xinsn_run *run, unsigned int samples)
{
	uint64_t until = rdtsc() + run->limit;

	switch (run->insn) {
	case XINSN_XSAVE:
		return loop_xsave(run, samples, until);
	case XINSN_XSAVEOPT:
		return loop_xsaveopt(run, samples, until);
	case XINSN_XSAVEC:
		return loop_xsavec(run, samples, until);
	case XINSN_XRSTOR:
	case XINSN_XRSTORC:
		return loop_xrstor(run, samples, until);
	case XINSN_COPY_TO:
	case XINSN_COPY_FROM:
		return loop_copy(run, samples, until);
	default:
		return loop_none(run, samples, until);
	}
}

/*
 * xinsn_measure - time one instruction again and again
 *
 * run->ticks gets raw ticks, the window included, and run->negative how often the TSC
 * went back. Returns how many samples fit the limit, without those. The registers of
 * the caller are as before.
 */
GENERAL_REGS unsigned int xinsn_measure(struct xinsn_run *run)
{
	unsigned int n;

	xsave(run->own, run->load_mask);
	loop(run, run->samples < WARMUP ? run->samples : WARMUP);
	run->negative = 0;
	n = loop(run, run->samples);
	xrstor(run->own, run->load_mask);
	return n;
}

/* xinsn_save - load the registers from @load and save them to @buffer once */
GENERAL_REGS void xinsn_save(enum xinsn insn, void *buffer, const void *load,
			     uint64_t load_mask, uint64_t rfbm, void *own)
{
	xsave(own, load_mask);
	xrstor(load, load_mask);
	switch (insn) {
	case XINSN_XSAVEC:
		asm volatile("xsavec64 (%0)" : : "r" (buffer), "a" ((uint32_t)rfbm),
			     "d" ((uint32_t)(rfbm >> 32)) : "memory");
		break;
	default:
		xsave(buffer, rfbm);
	}
	xrstor(own, load_mask);
}

#endif /* __x86_64__ */
