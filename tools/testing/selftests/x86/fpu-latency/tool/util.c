// SPDX-License-Identifier: GPL-2.0
/* Messages, memory and numbers */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util.h"

static void print_message(const char *fmt, va_list ap)
{
	fputs("fpu-latency: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
}

/* err_msg - tell an error on stderr, one line, and go on */
void err_msg(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
}

/* fatal - tell an error and exit with EXIT_FAILED */
void fatal(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
	exit(EXIT_FAILED);
}

/* usage_error - tell what is wrong with the command line, exit with EXIT_USAGE */
void usage_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_message(fmt, ap);
	va_end(ap);
	fputs("fpu-latency: 'fpu-latency help' tells the usage\n", stderr);
	exit(EXIT_USAGE);
}

/* util_realloc - realloc() that does not return without memory */
void *util_realloc(void *p, size_t size)
{
	void *q = realloc(p, size);

	if (!q)
		fatal("out of memory");
	return q;
}

/* util_calloc - calloc() that does not return without memory */
void *util_calloc(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p)
		fatal("out of memory");
	return p;
}

/*
 * util_parse_u64 - a decimal number, or a hexadecimal one with 0x
 *
 * All of @len characters have to be the number, which has to fit 64 bits.
 * Returns false otherwise; *@value is then untouched.
 */
bool util_parse_u64(const char *text, size_t len, uint64_t *value)
{
	const char *end = text + len;
	unsigned int digit;
	uint64_t v = 0;

	if (len > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		if (len > 2 + 16)
			return false;
		for (text += 2; text < end; text++) {
			if (*text >= '0' && *text <= '9')
				digit = *text - '0';
			else if ((*text | 0x20) >= 'a' && (*text | 0x20) <= 'f')
				digit = (*text | 0x20) - 'a' + 10;
			else
				return false;
			v = v << 4 | digit;
		}
		*value = v;
		return true;
	}
	if (!len)
		return false;
	for (; text < end; text++) {
		digit = (unsigned char)*text - '0';
		if (digit > 9 || v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*value = v;
	return true;
}
