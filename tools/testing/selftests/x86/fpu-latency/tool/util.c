// SPDX-License-Identifier: GPL-2.0
/* Messages, memory and numbers */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

/* A line, without the commands for the terminal that are in what was read. */
static void print_message(const char *fmt, va_list ap)
{
	char *text, *p;

	if (vasprintf(&text, fmt, ap) < 0) {
		fputs("fpu-latency: out of memory\n", stderr);
		return;
	}
	for (p = text; *p; p++) {
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	}
	fprintf(stderr, "fpu-latency: %s\n", text);
	free(text);
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

/* check_stdout - exit with a message if standard output did not take all: a full disk, for one */
void check_stdout(void)
{
	if (fflush(stdout) || ferror(stdout))
		fatal("standard output: %s", strerror(errno));
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

/* util_strndup - a copy of @len bytes with a NUL behind them */
char *util_strndup(const char *text, size_t len)
{
	char *copy = util_calloc(len + 1, 1);

	if (len)
		memcpy(copy, text, len);
	return copy;
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

/*
 * util_parse_decimal - a decimal number with up to nine decimals, such as 99.9
 *
 * All of @len characters have to be the number, which has to be below 10^9.
 * Returns false otherwise.
 */
bool util_parse_decimal(const char *text, size_t len, struct util_decimal *value)
{
	const char *point = memchr(text, '.', len);
	size_t whole = point ? (size_t)(point - text) : len;
	size_t decimals = point ? len - whole - 1 : 0, i;
	uint64_t n, fraction = 0;

	if (decimals > 9 || (point && !decimals) || whole > 9)
		return false;
	for (i = 0; i < len; i++) {
		if (text + i != point && (text[i] < '0' || text[i] > '9'))
			return false;
	}
	if (!util_parse_u64(text, whole, &n))
		return false;
	if (decimals)
		util_parse_u64(point + 1, decimals, &fraction);
	for (i = decimals; i < 9; i++)
		fraction *= 10;
	value->nano = n * UTIL_NANO + fraction;
	i = snprintf(value->text, sizeof(value->text), "%ju.%09ju", n, fraction);
	while (value->text[i - 1] == '0')
		value->text[--i] = '\0';
	if (value->text[i - 1] == '.')
		value->text[--i] = '\0';
	return true;
}

/*
 * util_format_real - the shortest decimal text that reads back as @value
 *
 * Integers have no point. Infinity and not-a-number do not come here.
 */
const char *util_format_real(char buf[UTIL_REAL_SIZE], double value)
{
	int digits;

	for (digits = 15; digits <= 17; digits++) {
		snprintf(buf, UTIL_REAL_SIZE, "%.*g", digits, value);
		if (strtod(buf, NULL) == value)
			break;
	}
	return buf;
}
