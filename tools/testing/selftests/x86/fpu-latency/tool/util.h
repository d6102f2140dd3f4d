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
void check_stdout(void);

void *util_realloc(void *p, size_t size);
void *util_calloc(size_t n, size_t size);
char *util_strndup(const char *text, size_t len);

/* A decimal number with up to nine decimals. */
struct util_decimal {
	/* In units of 10^-9. */
	uint64_t	nano;
	/* As it was given, without needless zeros. */
	char		text[24];
};

#define UTIL_NANO	1000000000ULL

/* Room for what util_format_real() makes. */
#define UTIL_REAL_SIZE	40

bool util_parse_u64(const char *text, size_t len, uint64_t *value);
bool util_parse_decimal(const char *text, size_t len, struct util_decimal *value);
const char *util_format_real(char buf[UTIL_REAL_SIZE], double value);

#endif /* FPU_LATENCY_UTIL_H */
