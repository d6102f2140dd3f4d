// SPDX-License-Identifier: GPL-2.0
/* Numbers in CSV and JSON where there may be none */
#include <math.h>

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

/* emit_json_text - a member that is a text without quotes and the like; null if empty */
void emit_json_text(FILE *out, const char *name, const char *value, const char *end)
{
	if (*value)
		fprintf(out, "\"%s\": \"%s\"%s", name, value, end);
	else
		fprintf(out, "\"%s\": null%s", name, end);
}
