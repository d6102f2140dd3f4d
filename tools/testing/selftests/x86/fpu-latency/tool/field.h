/* SPDX-License-Identifier: GPL-2.0 */
/* The fields of an event, by name: for groups, filters and columns */
#ifndef FPU_LATENCY_FIELD_H
#define FPU_LATENCY_FIELD_H

#include "event.h"

enum field {
	FIELD_EVENT,
	FIELD_RFBM,
	FIELD_XINUSE,
	FIELD_CPU,
	FIELD_CORE_TYPE,
	FIELD_COMM,
	FIELD_PID,
	FIELD_SITE,
	FIELD_FPSTATE,
	/* Fields from here on make no groups. */
	FIELD_GROUPABLE,
	FIELD_TIME = FIELD_GROUPABLE,
	FIELD_LATENCY,
	FIELDS,
};

enum field_type {
	/* The kind of the event, shown by its name. */
	FIELD_TYPE_EVENT,
	/* A bit mask, shown in hexadecimal. */
	FIELD_TYPE_MASK,
	FIELD_TYPE_NUMBER,
	/* Any bytes. */
	FIELD_TYPE_TEXT,
};

const char *field_name(enum field field);
const char *field_title(enum field field);
enum field_type field_type(enum field field);
bool field_parse(const char *text, size_t len, enum field *field);
uint64_t field_number(const struct event *ev, enum field field);
struct event_text field_text(const struct event *ev, enum field field);
bool field_needs_details(enum field field);

#endif /* FPU_LATENCY_FIELD_H */
