/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the state components in RFBM and XINUSE */
#ifndef FPU_LATENCY_FEATURES_H
#define FPU_LATENCY_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Long enough for the name of any component. */
#define FEATURE_NAME_SIZE	16

const char *feature_name(unsigned int bit, char name[FEATURE_NAME_SIZE]);
bool feature_parse(const char *text, size_t len, uint64_t *mask);

#endif /* FPU_LATENCY_FEATURES_H */
