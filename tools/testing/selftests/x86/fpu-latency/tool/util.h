/* SPDX-License-Identifier: GPL-2.0 */
/* Messages, memory and numbers */
#ifndef FPU_LATENCY_UTIL_H
#define FPU_LATENCY_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdnoreturn.h>

#ifndef __printf
#define __printf(a, b)	__attribute((__format__(printf, a, b)))
#endif

#define ARRAY_SIZE(arr)	(sizeof(arr) / sizeof((arr)[0]))

/* Exit status: nothing usable or an error; wrong usage, as rtla and git have it. */
#define EXIT_FAILED	1
#define EXIT_USAGE	129

__printf(1, 2) void err_msg(const char *fmt, ...);
noreturn __printf(1, 2) void fatal(const char *fmt, ...);
noreturn __printf(1, 2) void usage_error(const char *fmt, ...);

void *util_realloc(void *p, size_t size);
void *util_calloc(size_t n, size_t size);

bool util_parse_u64(const char *text, size_t len, uint64_t *value);

#endif /* FPU_LATENCY_UTIL_H */
