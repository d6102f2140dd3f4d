/* SPDX-License-Identifier: GPL-2.0 */
/* The cacheline, or the pair of adjacent ones, that an address is in */
#ifndef FPU_LATENCY_CACHELINE_H
#define FPU_LATENCY_CACHELINE_H

#include <stdint.h>

/*
 * Where a prefetcher brings the adjacent line along, two lines act as one of
 * twice the size. @size is a power of two.
 */
static inline uint64_t cacheline_bytes(uint64_t size, int pair)
{
	return pair ? 2 * size : size;
}

static inline uint64_t cacheline_address(uint64_t address, uint64_t size, int pair)
{
	return address & ~(cacheline_bytes(size, pair) - 1);
}

static inline uint64_t cacheline_offset(uint64_t address, uint64_t size, int pair)
{
	return address & (cacheline_bytes(size, pair) - 1);
}

#endif /* FPU_LATENCY_CACHELINE_H */
