/* SPDX-License-Identifier: GPL-2.0 */
/* How far the reading is, and the wish to end it */
#ifndef FPU_LATENCY_PROGRESS_H
#define FPU_LATENCY_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

void progress_begin(void);
void progress_show(uint64_t events, uint64_t done, uint64_t size);
void progress_step(const char *what, const char *name, uint64_t done, uint64_t all);
void progress_case(const char *what, const char *name, uint64_t done);
void progress_end(void);
void progress_leave(void);
bool progress_interrupted(void);

#endif /* FPU_LATENCY_PROGRESS_H */
