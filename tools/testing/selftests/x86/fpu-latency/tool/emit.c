// SPDX-License-Identifier: GPL-2.0
/* Values of CSV and JSON */
#include <math.h>
#include <string.h>

#include "emit.h"
#include "util.h"

/* emit_csv_real - a comma and the value, or nothing behind it if there is none (NAN) */
void emit_csv_real(FILE *out, double value)
{
	char buf[UTIL_REAL_SIZE];

	fprintf(out, ",%s", isfinite(value) ? util_format_real(buf, value) : "");
}

/* emit_json_real - a member and what comes behind it; null if there is no value */
void emit_json_real(FILE *out, const char *name, double value, const char *end)
{
	char buf[UTIL_REAL_SIZE];

	fprintf(out, "\"%s\": %s%s", name, isfinite(value) ? util_format_real(buf, value) : "null",
		end);
}

/* emit_json_bool - a member that is true or false */
void emit_json_bool(FILE *out, const char *name, bool value, const char *end)
{
	fprintf(out, "\"%s\": %s%s", name, value ? "true" : "false", end);
}

/*
 * emit_json_string - a text as JSON's string
 *
 * Bytes that are no ASCII become the code points of
 * the same number (Latin 1), so that a name that is not UTF-8 comes back as it
 * was; summary.c knows that.
 */
void emit_json_string(FILE *out, struct event_text text)
{
	size_t i;

	fputc('"', out);
	for (i = 0; i < text.len; i++) {
		unsigned char c = text.p[i];

		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < ' ' || c > '~')
			fprintf(out, "\\u%04x", c);
		else
			fputc(c, out);
	}
	fputc('"', out);
}

/* emit_json_text - a member that is a text; null if empty */
void emit_json_text(FILE *out, const char *name, const char *value, const char *end)
{
	fprintf(out, "\"%s\": ", name);
	if (*value)
		emit_json_string(out, (struct event_text){ value, strlen(value) });
	else
		fputs("null", out);
	fputs(end, out);
}
