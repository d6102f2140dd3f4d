// SPDX-License-Identifier: GPL-2.0
/* Load user FPU state, hold it over a loop of system calls, check it */
#include <assert.h>
#include <cpuid.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "fpregs.h"
#include "../xstate.h"

/* Offsets in the legacy region of an XSAVE area, SDM volume 1, 13.4.1. */
#define FXSAVE_FCW	0
#define FXSAVE_FTW	4
#define FXSAVE_MXCSR	24
#define FXSAVE_ST	32
#define FXSAVE_XMM	160
#define NR_ST		8
#define ST_SIZE		10
#define NR_XMM		16
#define XMM_SIZE	16

#define FCW_DEFAULT	0x37f
#define FCW_RC		0xc00
#define FTW_ALL_VALID	0xff
#define MXCSR_DEFAULT	0x1f80
/* Rounding, flush to zero, denormals are zero. */
#define MXCSR_MODES	0xe040

/* BNDCFGU: keep the bounds over branches; bit 0, which enables MPX, stays off. */
#define BNDCFGU_PRESERVE	0x2

/* Key 0 is that of all the memory here. */
#define PKRU_KEY0	0x3
#define PKRU_SIZE	4

#define CPUID_LEAF_TILE	0x1d

#define CPUID_1_ECX_OSXSAVE	0x08000000U
#define CPUID_D_1_EAX_XGETBV1	0x4

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

static uint8_t *component(const void *xbuf, unsigned int nr)
{
	return (uint8_t *)xbuf + get_xstate_info(nr).xbuf_offset;
}

/* Bytes of component @nr that are registers. PKRU's upper half is not. */
static size_t component_size(unsigned int nr)
{
	return nr == XFEATURE_PKRU ? PKRU_SIZE : get_xstate_info(nr).size;
}

static void randomize_fp(uint8_t *p, unsigned int *seed)
{
	int i;

	*(uint16_t *)(p + FXSAVE_FCW) = FCW_DEFAULT ^ (rand_r(seed) & FCW_RC);
	p[FXSAVE_FTW] = FTW_ALL_VALID;
	for (i = 0; i < NR_ST; i++)
		randomize(p + FXSAVE_ST + 16 * i, ST_SIZE, seed);
}

static void randomize_sse(uint8_t *p, unsigned int *seed)
{
	*(uint32_t *)(p + FXSAVE_MXCSR) = MXCSR_DEFAULT | (rand_r(seed) & MXCSR_MODES);
	randomize(p + FXSAVE_XMM, NR_XMM * XMM_SIZE, seed);
}

/* All tiles as large as they can be, so that all of XTILEDATA counts. */
static void randomize_tilecfg(uint8_t *p)
{
	uint32_t eax, ebx, ecx, edx, i;

	__cpuid_count(CPUID_LEAF_TILE, 1, eax, ebx, ecx, edx);
	p[0] = 1;
	for (i = 0; i < ebx >> 16; i++) {
		*(uint16_t *)(p + 16 + 2 * i) = ebx & 0xffff;
		p[48 + i] = ecx & 0xffff;
	}
}

/* Content that XRSTOR takes and that is not the initial state. */
static void randomize_component(void *xbuf, unsigned int nr, unsigned int *seed)
{
	uint8_t *p = component(xbuf, nr);

	switch (nr) {
	case XFEATURE_FP:
		randomize_fp(xbuf, seed);
		break;
	case XFEATURE_SSE:
		randomize_sse(xbuf, seed);
		break;
	case XFEATURE_BNDCSR:
		/* A canonical address of a page, and any status. */
		*(uint64_t *)p = ((uint64_t)rand_r(seed) << 12) | BNDCFGU_PRESERVE;
		randomize(p + 8, 8, seed);
		break;
	case XFEATURE_PKRU:
		randomize(p, PKRU_SIZE, seed);
		*(uint32_t *)p = (*(uint32_t *)p & ~PKRU_KEY0) | (PKRU_KEY0 << 2);
		break;
	case XFEATURE_XTILECFG:
		randomize_tilecfg(p);
		break;
	default:
		randomize(p, component_size(nr), seed);
	}
}

/*
 * fpregs_randomize - fill an area for XRSTOR
 *
 * @features get random content; all others of the area are marked as being in
 * their initial state.
 */
void fpregs_randomize(void *xbuf, uint64_t features, unsigned int seed)
{
	unsigned int nr;
	uint8_t *p = xbuf;

	memset(xbuf, 0, fpregs_size());
	set_xstatebv(xbuf, features);

	/* The control words are loaded whether the features are in use or not. */
	*(uint16_t *)(p + FXSAVE_FCW) = FCW_DEFAULT;
	*(uint32_t *)(p + FXSAVE_MXCSR) = MXCSR_DEFAULT;

	for (nr = 0; nr < XFEATURE_MAX; nr++) {
		if (features & (1ULL << nr))
			randomize_component(xbuf, nr, &seed);
	}
}

/* FCW and the tags belong to x87, FIP and FDP are lost on some CPUs by design. */
static bool differ_fp(const uint8_t *a, const uint8_t *b)
{
	int i;

	if (memcmp(a + FXSAVE_FCW, b + FXSAVE_FCW, sizeof(uint16_t)) ||
	    a[FXSAVE_FTW] != b[FXSAVE_FTW])
		return true;
	for (i = 0; i < NR_ST; i++) {
		if (memcmp(a + FXSAVE_ST + 16 * i, b + FXSAVE_ST + 16 * i, ST_SIZE))
			return true;
	}
	return false;
}

static bool differ_sse(const uint8_t *a, const uint8_t *b)
{
	return memcmp(a + FXSAVE_MXCSR, b + FXSAVE_MXCSR, sizeof(uint32_t)) ||
	       memcmp(a + FXSAVE_XMM, b + FXSAVE_XMM, NR_XMM * XMM_SIZE);
}

/*
 * fpregs_compare - which of @features differ between two areas
 *
 * Returns their bits. A component in its initial state compares by its content,
 * which XSAVE writes and fpregs_randomize() has put there.
 */
uint64_t fpregs_compare(const void *a, const void *b, uint64_t features)
{
	uint64_t differ = 0;
	unsigned int nr;
	bool differs;

	for (nr = 0; nr < XFEATURE_MAX; nr++) {
		if (!(features & (1ULL << nr)))
			continue;
		if (nr == XFEATURE_FP)
			differs = differ_fp(a, b);
		else if (nr == XFEATURE_SSE)
			differs = differ_sse(a, b);
		else
			differs = memcmp(component(a, nr), component(b, nr), component_size(nr));
		if (differs)
			differ |= 1ULL << nr;
	}
	return differ;
}

/* fpregs_in_use - XSTATE_BV of an area: what was not in its initial state */
uint64_t fpregs_in_use(const void *xbuf)
{
	return *(const uint64_t *)((const uint8_t *)xbuf + XSAVE_HDR_OFFSET);
}

/* fpregs_can_query - whether XGETBV(1) tells what is in use */
bool fpregs_can_query(void)
{
	unsigned int eax, ebx, ecx, edx;

	__cpuid_count(CPUID_LEAF_XSTATE, 1, eax, ebx, ecx, edx);
	return eax & CPUID_D_1_EAX_XGETBV1;
}

/*
 * fpregs_tracked - of which components of @mask the CPU tells if they are in use
 *
 * A CPU may call a component in use although it is in its initial state, and
 * emulators do that. Returns the bits of those that are initial after XRSTOR, or
 * the instruction @release if that is not NULL, has made them so. It is XGETBV(1)
 * that tells, or the XSTATE_BV of XSAVE where there is none.
 */
uint64_t fpregs_tracked(uint64_t mask, void *release)
{
	struct fpregs_call call = { .nr = SYS_getpid, .load = release };
	struct fpregs_loop loop = {
		.query		= fpregs_can_query(),
		.mask		= mask,
		.load		= fpregs_alloc(),
		.after		= fpregs_alloc(),
		.own		= fpregs_alloc(),
		.calls		= &call,
		.nr_calls	= 1,
		.rounds		= 1,
	};
	uint64_t tracked = 0;

	if (loop.load && loop.after && loop.own) {
		fpregs_randomize(loop.load, release ? mask : 0, 0);
		fpregs_hold(&loop);
		tracked = mask & ~(loop.query ? loop.in_use : fpregs_in_use(loop.after));
	}
	free(loop.load);
	free(loop.after);
	free(loop.own);
	return tracked;
}

/*
 * fpregs_hold - load registers, run the loop, store what they hold afterwards
 *
 * All of it is one piece of assembly, so that neither the compiler nor libc can
 * use a register of any kind between the load and the store. The registers of
 * the caller are put back at the end. The loop ends early when a call returns
 * 0 (end of file) or an error, unless the call allows for that; @loop->result
 * tells. A call can have state of its own to load before it. The instructions
 * that not every assembler knows are given by their bytes.
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
		     "mov	56(%%r12), %%rcx\n\t"
		     "test	%%rcx, %%rcx\n\t"
		     "jz	4f\n\t"
		     "cmp	$2, %%rcx\n\t"
		     "jb	5f\n\t"
		     "je	6f\n\t"
		     "mov	0(%%rbx), %%eax\n\t"
		     "mov	4(%%rbx), %%edx\n\t"
		     "xrstor64	(%%rcx)\n"
		     "4:\n\t"
		     "mov	0(%%r12), %%rax\n\t"
		     "mov	8(%%r12), %%rdi\n\t"
		     "mov	16(%%r12), %%rsi\n\t"
		     "mov	24(%%r12), %%rdx\n\t"
		     "mov	32(%%r12), %%r10\n\t"
		     "mov	40(%%r12), %%r8\n\t"
		     "mov	48(%%r12), %%r9\n\t"
		     "syscall\n\t"
		     "mov	64(%%r12), %%rcx\n\t"
		     "add	%%rax, %%rcx\n\t"
		     "jle	3f\n\t"
		     "add	$72, %%r12\n\t"
		     "dec	%%r13\n\t"
		     "jnz	2b\n\t"
		     "dec	%%r14\n\t"
		     "jnz	1b\n\t"
		     "mov	$1, %%eax\n"
		     "3:\n\t"
		     "mov	%%rax, 56(%%rbx)\n\t"
		     "mov	64(%%rbx), %%rcx\n\t"
		     "jrcxz	7f\n\t"
		     "xgetbv\n\t"
		     "mov	%%eax, 72(%%rbx)\n\t"
		     "mov	%%edx, 76(%%rbx)\n"
		     "7:\n\t"
		     "mov	0(%%rbx), %%eax\n\t"
		     "mov	4(%%rbx), %%edx\n\t"
		     "mov	16(%%rbx), %%rcx\n\t"
		     "xsave64	(%%rcx)\n\t"
		     "mov	24(%%rbx), %%rcx\n\t"
		     "xrstor64	(%%rcx)\n\t"
		     "jmp	8f\n"
		     "5:\n\t"
		     /* VZEROUPPER */
		     ".byte	0xc5, 0xf8, 0x77\n\t"
		     "jmp	4b\n"
		     "6:\n\t"
		     /* TILERELEASE */
		     ".byte	0xc4, 0xe2, 0x78, 0x49, 0xc0\n\t"
		     "jmp	4b\n"
		     "8:\n\t"
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
static_assert(offsetof(struct fpregs_loop, query) == 64, "known to the assembly");
static_assert(offsetof(struct fpregs_loop, in_use) == 72, "known to the assembly");
static_assert(offsetof(struct fpregs_call, load) == 56, "known to the assembly");
static_assert(offsetof(struct fpregs_call, allow) == 64, "known to the assembly");
static_assert(sizeof(struct fpregs_call) == 72, "known to the assembly");
