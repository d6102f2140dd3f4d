/* SPDX-License-Identifier: GPL-2.0 */
/* Where the state components are in a save area */
#ifndef FPU_LATENCY_LAYOUT_H
#define FPU_LATENCY_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The save area is so far from the begin of the kernel's struct fpstate. */
#define LAYOUT_FPSTATE_REGS	64

/* Pieces of an area: the header and each component. */
#define LAYOUT_PIECES	65

struct layout_piece {
	uint64_t	offset;
	uint64_t	size;
};

size_t layout_touched(uint64_t mask, uint64_t used, bool compacted,
		      struct layout_piece piece[LAYOUT_PIECES]);

#endif /* FPU_LATENCY_LAYOUT_H */
