/* SPDX-License-Identifier: GPL-2.0 */
/* XSAVE areas: their layout, and images with chosen components in use */
#ifndef FPU_LATENCY_XAREA_H
#define FPU_LATENCY_XAREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define XAREA_FP	0x00001ULL
#define XAREA_SSE	0x00002ULL
#define XAREA_AVX	0x00004ULL
#define XAREA_BNDREGS	0x00008ULL
#define XAREA_OPMASK	0x00020ULL
#define XAREA_ZMM_HI256	0x00040ULL
#define XAREA_HI16_ZMM	0x00080ULL
#define XAREA_PKRU	0x00200ULL
#define XAREA_TILECFG	0x20000ULL
#define XAREA_TILEDATA	0x40000ULL
#define XAREA_APX	0x80000ULL

#define XAREA_AMX	(XAREA_TILECFG | XAREA_TILEDATA)

/* Components that xarea_fill() can put in use. */
#define XAREA_FILLABLE	(XAREA_FP | XAREA_SSE | XAREA_AVX | XAREA_BNDREGS | XAREA_OPMASK | \
			 XAREA_ZMM_HI256 | XAREA_HI16_ZMM | XAREA_PKRU | XAREA_AMX | XAREA_APX)

struct xarea_component {
	unsigned int	size;
	/* In the standard format. */
	unsigned int	offset;
	/* In the compacted format it begins at a multiple of 64. */
	bool		aligned;
};

struct xarea {
	bool			xsave;
	bool			xsaveopt;
	bool			xsavec;
	bool			xgetbv1;
	/* User components that may be used: XCR0 less what needs permission. */
	uint64_t		features;
	/* With AMX, once permission for it was given. */
	uint64_t		permitted;
	struct xarea_component	component[64];
};

void xarea_detect(struct xarea *xa);
size_t xarea_size(const struct xarea *xa, uint64_t rfbm, bool compacted);
void xarea_fill(const struct xarea *xa, void *image, uint64_t rfbm, uint64_t in_use,
		bool compacted, unsigned int seed);
size_t xarea_bytes(const struct xarea *xa, uint64_t components);
uint64_t xarea_xstate_bv(const void *image);

#endif /* FPU_LATENCY_XAREA_H */
