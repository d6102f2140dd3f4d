/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms from a report of this tool in JSON */
#ifndef FPU_LATENCY_SUMMARY_H
#define FPU_LATENCY_SUMMARY_H

#include "reader.h"

void summary_read(struct reader *reader, struct source *src);

#endif /* FPU_LATENCY_SUMMARY_H */
