// SPDX-License-Identifier: GPL-2.0
/* Load user FPU state, hold it over a loop of system calls, check it */
#include <assert.h>
#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

#include "fpregs.h"
#include "../xstate.h"

/* Offsets in the legacy region of an XSAVE area, SDM volume 1, 13.4.1. */
#define FXSAVE_FCW	0
#define FXSAVE_MXCSR	24
#define FXSAVE_ST	32
#define FXSAVE_XMM	160
#define NR_ST		8
#define ST_SIZE		10
#define NR_XMM		16
#define XMM_SIZE	16

#define FCW_DEFAULT	0x37f
#define MXCSR_DEFAULT	0x1f80

#define CPUID_1_ECX_OSXSAVE	0x08000000U

/*
 * fpregs_enabled - user features that the kernel has enabled in XCR0
 *
 * Returns 0 where there is no XSAVE.
 */
uint64_t fpregs_enabled(void)
{
	unsigned int eax, ebx, ecx, edx;

	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & CPUID_1_ECX_OSXSAVE))
		return 0;

	asm volatile("xgetbv" : "=a" (eax), "=d" (edx) : "c" (0));
	return eax | ((uint64_t)edx << 32);
}

/* fpregs_size - bytes of a standard format area for all enabled features */
size_t fpregs_size(void)
{
	return get_xbuf_size();
}

/* fpregs_alloc - a zeroed XSAVE area, or NULL */
void *fpregs_alloc(void)
{
	void *xbuf = alloc_xbuf();

	if (xbuf)
		memset(xbuf, 0, fpregs_size());
	return xbuf;
}

/* A byte that is never 0, so that no component is in its initial state. */
static uint8_t random_byte(unsigned int *seed)
{
	return rand_r(seed) | 1;
}

static void randomize(uint8_t *p, size_t len, unsigned int *seed)
{
	while (len--)
		*p++ = random_byte(seed);
}

/*
 * fpregs_randomize - fill an area for XRSTOR
 *
 * Of @features, x87, SSE and AVX get random content; all others of the area
 * are marked as being in their initial state.
 */
void fpregs_randomize(void *xbuf, uint64_t features, unsigned int seed)
{
	struct xstate_info ymm = get_xstate_info(XFEATURE_YMM);
	uint8_t *p = xbuf;
	int i;

	memset(xbuf, 0, fpregs_size());
	set_xstatebv(xbuf, features);

	/* The control words are loaded whether the features are in use or not. */
	*(uint16_t *)(p + FXSAVE_FCW) = FCW_DEFAULT;
	*(uint32_t *)(p + FXSAVE_MXCSR) = MXCSR_DEFAULT;

	for (i = 0; (features & FPREGS_FP) && i < NR_ST; i++)
		randomize(p + FXSAVE_ST + 16 * i, ST_SIZE, &seed);
	if (features & FPREGS_SSE)
		randomize(p + FXSAVE_XMM, NR_XMM * XMM_SIZE, &seed);
	if (features & FPREGS_YMM)
		randomize(p + ymm.xbuf_offset, ymm.size, &seed);
}

/*
 * fpregs_compare - which of @features differ between two areas
 *
 * Returns their bits. Components that XSAVE found in their initial state were
 * not written; they compare as what the area held before, which is zero.
 */
uint64_t fpregs_compare(const void *a, const void *b, uint64_t features)
{
	struct xstate_info ymm = get_xstate_info(XFEATURE_YMM);
	const uint8_t *x = a, *y = b;
	uint64_t differ = 0;
	int i;

	for (i = 0; i < NR_ST; i++) {
		if (memcmp(x + FXSAVE_ST + 16 * i, y + FXSAVE_ST + 16 * i, ST_SIZE))
			differ |= FPREGS_FP;
	}
	if (memcmp(x + FXSAVE_XMM, y + FXSAVE_XMM, NR_XMM * XMM_SIZE))
		differ |= FPREGS_SSE;
	if ((features & FPREGS_YMM) &&
	    memcmp(x + ymm.xbuf_offset, y + ymm.xbuf_offset, ymm.size))
		differ |= FPREGS_YMM;

	return differ & features;
}

/*
 * fpregs_hold - load registers, run the loop, store what they hold afterwards
 *
 * All of it is one piece of assembly, so that neither the compiler nor libc can
 * use a register of any kind between the load and the store. The registers of
 * the caller are put back at the end. The loop ends early when a call returns
 * 0 (end of file) or an error; @loop->result tells.
 */
void fpregs_hold(struct fpregs_loop *loop)
{
	register struct fpregs_loop *l asm("rbx") = loop;

	asm volatile("mov	0(%%rbx), %%eax\n\t"
		     "mov	4(%%rbx), %%edx\n\t"
		     "mov	24(%%rbx), %%rcx\n\t"
		     "xsave64	(%%rcx)\n\t"
		     "mov	8(%%rbx), %%rcx\n\t"
		     "xrstor64	(%%rcx)\n\t"
		     "mov	48(%%rbx), %%r14\n"
		     "1:\n\t"
		     "mov	32(%%rbx), %%r12\n\t"
		     "mov	40(%%rbx), %%r13\n"
		     "2:\n\t"
		     "mov	0(%%r12), %%rax\n\t"
		     "mov	8(%%r12), %%rdi\n\t"
		     "mov	16(%%r12), %%rsi\n\t"
		     "mov	24(%%r12), %%rdx\n\t"
		     "mov	32(%%r12), %%r10\n\t"
		     "mov	40(%%r12), %%r8\n\t"
		     "mov	48(%%r12), %%r9\n\t"
		     "syscall\n\t"
		     "test	%%rax, %%rax\n\t"
		     "jle	3f\n\t"
		     "add	$56, %%r12\n\t"
		     "dec	%%r13\n\t"
		     "jnz	2b\n\t"
		     "dec	%%r14\n\t"
		     "jnz	1b\n\t"
		     "mov	$1, %%eax\n"
		     "3:\n\t"
		     "mov	%%rax, 56(%%rbx)\n\t"
		     "mov	0(%%rbx), %%eax\n\t"
		     "mov	4(%%rbx), %%edx\n\t"
		     "mov	16(%%rbx), %%rcx\n\t"
		     "xsave64	(%%rcx)\n\t"
		     "mov	24(%%rbx), %%rcx\n\t"
		     "xrstor64	(%%rcx)\n\t"
		     : "+r" (l)
		     :
		     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11",
		       "r12", "r13", "r14", "memory", "cc");
}

static_assert(offsetof(struct fpregs_loop, load) == 8, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, after) == 16, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, own) == 24, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, calls) == 32, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, nr_calls) == 40, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, rounds) == 48, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, result) == 56, "known to the assembly");
static_assert(sizeof(struct fpregs_call) == 56, "known to the assembly");
