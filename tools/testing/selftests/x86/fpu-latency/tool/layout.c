// SPDX-License-Identifier: GPL-2.0
/*
 * Where the state components are in a save area: Intel SDM volume 1, 13.4
 *
 * The sizes are architectural. Offsets of the standard format are those that all
 * CPUs with these components have; in the compacted format the components of
 * XCOMP_BV follow each other.
 */
#include "layout.h"

#define LEGACY_X87_SIZE	160
#define LEGACY_SSE_END	416
#define HEADER_OFFSET	512
#define HEADER_SIZE	64
#define EXTENDED_OFFSET	576

/* Components whose size is not known: no CPU that Linux 7.3 knows has them. */
static const struct {
	uint16_t	size;
	uint16_t	standard;
	bool		aligned;
} components[64] = {
	[2]	= { 256,  576 },
	[3]	= { 64,	  960 },
	[4]	= { 64,	  1024 },
	[5]	= { 64,	  1088 },
	[6]	= { 512,  1152 },
	[7]	= { 1024, 1664 },
	[8]	= { 128,  0 },
	[9]	= { 8,	  2688 },
	[10]	= { 8,	  0 },
	[11]	= { 16,	  0 },
	[12]	= { 24,	  0 },
	[15]	= { 808,  0 },
	[17]	= { 64,	  2752, true },
	[18]	= { 8192, 2816, true },
	[19]	= { 128,  960 },
};

/*
 * layout_touched - the pieces of a save area that an instruction reads or writes
 *
 * @mask are the components that the area has room for, @used those that are not
 * in their initial state. The header is always touched. Returns how many pieces
 * there are; offsets are from the begin of the area.
 */
size_t layout_touched(uint64_t mask, uint64_t used, bool compacted,
		      struct layout_piece piece[LAYOUT_PIECES])
{
	uint64_t offset = EXTENDED_OFFSET;
	unsigned int bit;
	size_t n = 0;

	piece[n++] = (struct layout_piece){ HEADER_OFFSET, HEADER_SIZE };
	if (used & 1)
		piece[n++] = (struct layout_piece){ 0, LEGACY_X87_SIZE };
	if (used & 2)
		piece[n++] = (struct layout_piece){ LEGACY_X87_SIZE,
						    LEGACY_SSE_END - LEGACY_X87_SIZE };
	for (bit = 2; bit < 64; bit++) {
		uint64_t size = components[bit].size;

		if (!size || !((mask | used) >> bit & 1))
			continue;
		if (!compacted)
			offset = components[bit].standard;
		else if (components[bit].aligned)
			offset = (offset + 63) & ~63ULL;
		/* Supervisor components have no place in the standard format. */
		if (used >> bit & 1 && offset)
			piece[n++] = (struct layout_piece){ offset, size };
		offset += size;
	}
	return n;
}
