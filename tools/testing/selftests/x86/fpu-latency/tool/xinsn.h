/* SPDX-License-Identifier: GPL-2.0 */
/* XSAVE and XRSTOR, timed one at a time */
#ifndef FPU_LATENCY_XINSN_H
#define FPU_LATENCY_XINSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum xinsn {
	/* The empty window: what is to be subtracted. */
	XINSN_NONE,
	XINSN_XSAVE,
	XINSN_XSAVEOPT,
	XINSN_XSAVEC,
	XINSN_XRSTOR,
	/* XRSTOR of a compacted image. */
	XINSN_XRSTORC,
	/* memcpy() to the buffer and from it: the yardstick. */
	XINSN_COPY_TO,
	XINSN_COPY_FROM,
	XINSNS,
};

/* Where the buffer is when the instruction begins. */
enum xinsn_buffer {
	XINSN_L1,
	XINSN_L2,
	XINSN_MEMORY,
	/* Written by another core, so dirty in its cache. */
	XINSN_REMOTE,
	XINSN_BUFFERS,
};

/* A writer on another core; it runs until @stop. All but the buffer is atomic. */
struct xinsn_remote {
	uint64_t		request;
	uint64_t		done;
	bool			stop;
	uint8_t			*buffer;
	size_t			size;
};

struct xinsn_run {
	enum xinsn		insn;
	uint64_t		rfbm;
	void			*buffer;
	/* Bytes of the buffer that are evicted, or copied. */
	size_t			size;
	size_t			copy;
	enum xinsn_buffer	where;
	/*
	 * Before each sample the registers are loaded from here, with the mask.
	 * If it is the buffer itself, the modified optimisation can work.
	 */
	void			*load;
	uint64_t		load_mask;
	/* Room for the registers of the caller; as large as the whole state. */
	void			*own;
	/* Other memory: to copy with, and to push the buffer out of the L1. */
	void			*scratch;
	const uint8_t		*evict;
	size_t			evict_size;
	struct xinsn_remote	*remote;
	uint64_t		*ticks;
	unsigned int		samples;
	/* Samples in which the TSC went back; they are not in ticks. */
	unsigned int		negative;
	/* Give up after so many ticks. */
	uint64_t		limit;
};

unsigned int xinsn_measure(struct xinsn_run *run);
void xinsn_save(enum xinsn insn, void *buffer, const void *load, uint64_t load_mask,
		uint64_t rfbm, void *own);
void *xinsn_remote_writer(void *remote);

#endif /* FPU_LATENCY_XINSN_H */
