/* SPDX-License-Identifier: GPL-2.0 */
/* Temporary files without a name */
#ifndef FPU_LATENCY_SPOOL_H
#define FPU_LATENCY_SPOOL_H

#include <stdbool.h>

/* Room for what spool_path() makes. */
#define SPOOL_PATH_SIZE	32

int spool_open(void);
bool spool_copy(int fd, int from);
const char *spool_path(char buf[SPOOL_PATH_SIZE], int fd);

#endif /* FPU_LATENCY_SPOOL_H */
