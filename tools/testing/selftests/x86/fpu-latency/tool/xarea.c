// SPDX-License-Identifier: GPL-2.0
/*
 * XSAVE areas: their layout, and images with chosen components in use
 *
 * Layouts are those of the Intel SDM, volume 1, chapter 13; AMD has the same.
 */
#ifdef __x86_64__
#include <asm/prctl.h>
#include <cpuid.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util.h"
#include "xarea.h"

#ifndef ARCH_REQ_XCOMP_PERM
#define ARCH_REQ_XCOMP_PERM	0x1023
#endif

#define CPUID_1_ECX_OSXSAVE	0x08000000U
#define CPUID_XSTATE		0xdU
#define XSTATE_XSAVEOPT		0x1U
#define XSTATE_XSAVEC		0x2U
#define XSTATE_XGETBV1		0x4U
#define COMPONENT_ALIGNED	0x2U

#define TILEDATA		18

/* The legacy region and the header. */
#define LEGACY_SIZE		512
#define HEADER_SIZE		64
#define FIRST_EXTENDED		(LEGACY_SIZE + HEADER_SIZE)
#define FCW			0
#define MXCSR			24
#define ST			32
#define XMM			160
#define XSTATE_BV		512
#define XCOMP_BV		520
#define XCOMP_COMPACTED		0x8000000000000000ULL

#define FCW_DEFAULT		0x37f
#define MXCSR_DEFAULT		0x1f80
/* What Linux gives every task: all keys but 0 are closed. */
#define PKRU_DEFAULT		0x55555554

#define NR_TILES		8
#define TILE_ROWS		16
#define TILE_COLUMN_BYTES	64

static uint64_t read_xcr0(void)
{
	uint32_t low, high;

	asm volatile("xgetbv" : "=a" (low), "=d" (high) : "c" (0));
	return (uint64_t)high << 32 | low;
}

/*
 * xarea_detect - what this CPU and kernel have
 *
 * Asks the kernel for the permission to use AMX tiles, which makes it give this
 * process larger buffers when it does. Without XSAVE all of @xa is 0.
 */
void xarea_detect(struct xarea *xa)
{
	unsigned int eax, ebx, ecx, edx, i;

	memset(xa, 0, sizeof(*xa));
	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & CPUID_1_ECX_OSXSAVE))
		return;
	xa->xsave = true;
	__cpuid_count(CPUID_XSTATE, 1, eax, ebx, ecx, edx);
	xa->xsaveopt = eax & XSTATE_XSAVEOPT;
	xa->xsavec = eax & XSTATE_XSAVEC;
	xa->xgetbv1 = eax & XSTATE_XGETBV1;
	xa->permitted = read_xcr0();
	if ((xa->permitted & XAREA_TILEDATA) &&
	    syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, TILEDATA))
		xa->permitted &= ~XAREA_AMX;
	xa->features = xa->permitted & ~XAREA_TILEDATA;
	for (i = 2; i < 63; i++) {
		if (!(xa->permitted & 1ULL << i))
			continue;
		__cpuid_count(CPUID_XSTATE, i, eax, ebx, ecx, edx);
		xa->component[i].size = eax;
		xa->component[i].offset = ebx;
		xa->component[i].aligned = ecx & COMPONENT_ALIGNED;
	}
}

/* Offset of a component in an image of @rfbm. */
static size_t offset_of(const struct xarea *xa, uint64_t rfbm, bool compacted,
			unsigned int component)
{
	size_t offset = FIRST_EXTENDED;
	unsigned int i;

	if (!compacted)
		return xa->component[component].offset;
	for (i = 2; i <= component; i++) {
		if (!(rfbm & 1ULL << i))
			continue;
		if (xa->component[i].aligned)
			offset = (offset + 63) & ~(size_t)63;
		if (i < component)
			offset += xa->component[i].size;
	}
	return offset;
}

/* xarea_size - bytes of an image of @rfbm */
size_t xarea_size(const struct xarea *xa, uint64_t rfbm, bool compacted)
{
	size_t size = FIRST_EXTENDED, end;
	unsigned int i;

	for (i = 2; i < 63; i++) {
		if (!(rfbm & 1ULL << i))
			continue;
		end = offset_of(xa, rfbm, compacted, i) + xa->component[i].size;
		if (end > size)
			size = end;
	}
	return size;
}

/* xarea_bytes - what @components are in memory, with the header and without gaps */
size_t xarea_bytes(const struct xarea *xa, uint64_t components)
{
	size_t bytes = HEADER_SIZE;
	unsigned int i;

	if (components & XAREA_FP)
		bytes += XMM;
	if (components & XAREA_SSE)
		bytes += 16 * 16;
	for (i = 2; i < 63; i++) {
		if (components & 1ULL << i)
			bytes += xa->component[i].size;
	}
	return bytes;
}

/* Bytes that are never 0, so that the component is not in its initial state. */
static void randomize(uint8_t *p, size_t size, unsigned int *seed)
{
	while (size--)
		*p++ = rand_r(seed) | 1;
}

/* Eight tiles of 16 rows of 64 bytes, palette 1: Intel SDM volume 1, 18.3. */
static void fill_tilecfg(uint8_t *p)
{
	uint16_t columns = TILE_COLUMN_BYTES;
	unsigned int i;

	p[0] = 1;
	for (i = 0; i < NR_TILES; i++) {
		memcpy(p + 16 + 2 * i, &columns, sizeof(columns));
		p[48 + i] = TILE_ROWS;
	}
}

static void fill_component(uint8_t *p, size_t size, unsigned int component,
			   unsigned int *seed)
{
	uint32_t pkru = PKRU_DEFAULT;

	switch (1ULL << component) {
	case XAREA_PKRU:
		memcpy(p, &pkru, sizeof(pkru));
		break;
	case XAREA_TILECFG:
		fill_tilecfg(p);
		break;
	default:
		randomize(p, size, seed);
	}
}

/*
 * xarea_fill - write an image that XRSTOR takes
 *
 * Of @rfbm the components of @in_use get content that is not their initial one
 * and depends on @seed; the others are marked as initial. @in_use has to be
 * within @rfbm and XAREA_FILLABLE, @image as large as xarea_size() says.
 */
void xarea_fill(const struct xarea *xa, void *image, uint64_t rfbm, uint64_t in_use,
		bool compacted, unsigned int seed)
{
	uint64_t xcomp_bv = compacted ? XCOMP_COMPACTED | rfbm : 0;
	uint32_t mxcsr = MXCSR_DEFAULT;
	uint16_t fcw = FCW_DEFAULT;
	uint8_t *p = image;
	unsigned int i;

	memset(p, 0, xarea_size(xa, rfbm, compacted));
	/* Both are loaded whether the components are in use or not. */
	memcpy(p + FCW, &fcw, sizeof(fcw));
	memcpy(p + MXCSR, &mxcsr, sizeof(mxcsr));
	memcpy(p + XSTATE_BV, &in_use, sizeof(in_use));
	memcpy(p + XCOMP_BV, &xcomp_bv, sizeof(xcomp_bv));
	for (i = 0; (in_use & XAREA_FP) && i < 8; i++)
		randomize(p + ST + 16 * i, 10, &seed);
	if (in_use & XAREA_SSE)
		randomize(p + XMM, 16 * 16, &seed);
	for (i = 2; i < 63; i++) {
		if (in_use & 1ULL << i)
			fill_component(p + offset_of(xa, rfbm, compacted, i),
				       xa->component[i].size, i, &seed);
	}
}

/* xarea_xstate_bv - the components that an image has content of */
uint64_t xarea_xstate_bv(const void *image)
{
	uint64_t value;

	memcpy(&value, (const uint8_t *)image + XSTATE_BV, sizeof(value));
	return value;
}

#endif /* __x86_64__ */
