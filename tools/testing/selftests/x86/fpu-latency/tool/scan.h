/* SPDX-License-Identifier: GPL-2.0 */
/* The small steps of a parser: from @p towards @end, never beyond */
#ifndef FPU_LATENCY_SCAN_H
#define FPU_LATENCY_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline bool scan_is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

static inline bool scan_is_space(char c)
{
	return c == ' ' || c == '\t';
}

static inline const char *scan_spaces(const char *p, const char *end)
{
	while (p < end && scan_is_space(*p))
		p++;
	return p;
}

/* The end of a word, which has at most @most characters. */
static inline const char *scan_word(const char *p, const char *end, size_t most)
{
	if ((size_t)(end - p) > most)
		end = p + most;
	while (p < end && !scan_is_space(*p))
		p++;
	return p;
}

/* The same, which pays for a word as long as the name of an event. */
static inline const char *scan_long_word(const char *p, const char *end, size_t most)
{
	const char *space;

	if ((size_t)(end - p) > most)
		end = p + most;
	space = memchr(p, ' ', end - p);
	end = space ? space : end;
	space = memchr(p, '\t', end - p);
	return space ? space : end;
}

/* Decimal digits, at least one, that fit 64 bits; NULL if there are none such. */
static inline const char *scan_number(const char *p, const char *end, uint64_t *value)
{
	const char *start = p;
	uint64_t v = 0;

	for (; p < end && scan_is_digit(*p); p++) {
		/* Up to 19 digits always fit. */
		if (p - start >= 19 &&
		    (__builtin_mul_overflow(v, 10, &v) ||
		     __builtin_add_overflow(v, *p - '0', &v)))
			return NULL;
		if (p - start < 19)
			v = v * 10 + (*p - '0');
	}
	*value = v;
	return p > start ? p : NULL;
}

/* The first @key between @p and @end, or NULL. */
static inline const char *scan_find(const char *p, const char *end, const char *key)
{
	return memmem(p, end - p, key, strlen(key));
}

/* The last @key of @len characters between @p and @end, or NULL. */
static inline const char *scan_find_last(const char *p, const char *end, const char *key,
					 size_t len)
{
	const char *q;

	if ((size_t)(end - p) < len)
		return NULL;
	for (q = end - len; q >= p; q--) {
		if (*q == key[0] && !memcmp(q, key, len))
			return q;
	}
	return NULL;
}

#endif /* FPU_LATENCY_SCAN_H */
