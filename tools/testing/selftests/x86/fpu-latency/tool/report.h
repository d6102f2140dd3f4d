/* SPDX-License-Identifier: GPL-2.0 */
/* Options of report that files of their own add */
#ifndef FPU_LATENCY_REPORT_H
#define FPU_LATENCY_REPORT_H

#include "reader.h"
#include "view.h"

/* An option; its file ends with REPORT_OPTION(). What it does not need is NULL. */
struct report_option {
	struct registered	entry;
	/* As in struct option. */
	int			has_arg;
	/* Its lines of the help. */
	const char		*help;
	/* Take the value, which is NULL if there is none; usage_error() if it is wrong. */
	void			(*set)(const char *value);
	/* If the option was given: before the input is read, and after that. */
	void			(*begin)(struct reader *reader);
	void			(*end)(struct reader *reader);
	/* If it was given: something in front of the table. */
	void			(*show)(FILE *out, const struct view *view);
	/* Was it given? */
	bool			given;
};

extern struct registered *report_options;

/* REPORT_OPTION - the option --"@name_"; then designated initialisers */
#define REPORT_OPTION(name_, ...)						\
	static struct report_option name_##_option;				\
	REGISTER(report_options, name_##_option)				\
	static struct report_option name_##_option = {				\
		.entry.name	= #name_,					\
		__VA_ARGS__							\
	}

#endif /* FPU_LATENCY_REPORT_H */
