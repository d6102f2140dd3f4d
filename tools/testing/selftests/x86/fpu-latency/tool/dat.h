/* SPDX-License-Identifier: GPL-2.0 */
/* Events from trace.dat, by libtracecmd */
#ifndef FPU_LATENCY_DAT_H
#define FPU_LATENCY_DAT_H

#include "reader.h"

void dat_read(struct reader *reader, struct source *src);

#endif /* FPU_LATENCY_DAT_H */
