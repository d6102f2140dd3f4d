// SPDX-License-Identifier: GPL-2.0
/* Fuzzing: what the user gives: filters, CPUs, times, numbers */
#include "fuzz.h"

#include <stdlib.h>

#include "../filter.h"
#include "../util.h"

static void fuzz_options(const char *p, size_t len)
{
	struct filter filter = { };
	struct util_decimal decimal;
	struct event ev = { };
	char *text = util_strndup(p, len);

	if (filter_add(&filter, text) | filter_cpus(&filter, text) | filter_time(&filter, text))
		filter_match(&filter, &ev, &(struct core_types){ });
	util_parse_decimal(p, len, &decimal);
	filter_free(&filter);
	free(text);
}

FUZZ_TARGET("O", fuzz_options);
