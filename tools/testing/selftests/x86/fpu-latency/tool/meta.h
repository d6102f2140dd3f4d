/* SPDX-License-Identifier: GPL-2.0 */
/* What is known of the machine and the kernel that a recording is from */
#ifndef FPU_LATENCY_META_H
#define FPU_LATENCY_META_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Keys that the tool itself knows; others are kept and compared, too.
 *
 * META_TSC_KHZ is a number, META_CORE_RATIO core clock cycles per TSC tick,
 * META_SIGNATURE EAX of CPUID leaf 1. META_WINDOW is what an empty window takes and
 * META_STABILITY the verdict of the gate, as calibrate_meta() has them. META_INCOMPLETE
 * is "yes" if an input was not read to its end. The CPUs of core type NAME are
 * META_CORE_TYPE NAME.
 */
#define META_TSC_KHZ	"tsc-khz"
#define META_SIGNATURE	"cpu-signature"
#define META_CORE_RATIO	"core-ratio"
#define META_WINDOW	"window"
#define META_STABILITY	"stability"
#define META_INCOMPLETE	"incomplete"
#define META_CORE_TYPE	"core-type."

struct meta {
	struct meta_entry {
		char	*key;
		char	*value;
	} *entry;
	size_t	nr;
};

void meta_set(struct meta *meta, const char *key, size_t key_len,
	      const char *value, size_t value_len);
bool meta_set_option(struct meta *meta, const char *option);
const char *meta_get(const struct meta *meta, const char *key);
void meta_free(struct meta *meta);

#endif /* FPU_LATENCY_META_H */
