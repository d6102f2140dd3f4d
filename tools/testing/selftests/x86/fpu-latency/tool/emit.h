/* SPDX-License-Identifier: GPL-2.0 */
/* Values of CSV and JSON */
#ifndef FPU_LATENCY_EMIT_H
#define FPU_LATENCY_EMIT_H

#include <stdbool.h>
#include <stdio.h>

#include "event.h"

void emit_csv_real(FILE *out, double value);
void emit_json_real(FILE *out, const char *name, double value, const char *end);
void emit_json_bool(FILE *out, const char *name, bool value, const char *end);
void emit_json_string(FILE *out, struct event_text text);
void emit_json_text(FILE *out, const char *name, const char *value, const char *end);

#endif /* FPU_LATENCY_EMIT_H */
