// SPDX-License-Identifier: GPL-2.0
/* Options and their values; what is none is wrong usage, which ends the program */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "option.h"
#include "util.h"

/*
 * option_next - the next option of a command; -1 after the last
 *
 * @shorts and @all are those of getopt_long(); its optarg and optind tell the rest.
 * Exits after the help, and with a message if an option is unknown or lacks its value.
 */
int option_next(int argc, char **argv, const char *shorts, const struct option *all,
		void (*print_help)(FILE *out))
{
	int opt;

	opterr = 0;
	opt = getopt_long(argc, argv, shorts, all, NULL);
	switch (opt) {
	case 'h':
		print_help(stdout);
		check_stdout();
		exit(0);
	case ':':
		usage_error("%s needs a value", argv[optind - 1]);
	case '?':
		usage_error("unknown option %s", argv[optind - 1]);
	}
	return opt;
}

/* option_u64 - the number of option --@option, from @min to @max */
uint64_t option_u64(const char *option, const char *text, uint64_t min, uint64_t max)
{
	uint64_t value;

	if (!util_parse_u64(text, strlen(text), &value) || value < min || value > max)
		usage_error("--%s takes a number from %ju to %ju, not '%s'", option, min, max,
			    text);
	return value;
}

/* option_seconds - up to @max seconds, with decimals */
double option_seconds(const char *option, const char *text, uint64_t max)
{
	struct util_decimal value;

	if (!util_parse_decimal(text, strlen(text), &value) || value.nano > max * UTIL_NANO)
		usage_error("--%s takes seconds from 0 to %ju, not '%s'", option, max, text);
	return (double)value.nano / UTIL_NANO;
}

static unsigned int find(const char *option, const char *name, size_t len,
			 const char * const *names, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (names[i] && strlen(names[i]) == len && !strncmp(name, names[i], len))
			return i;
	}
	usage_error("--%s: no '%.*s'; see --help", option, (int)len, name);
}

/* option_name - the number of @name among @names, of which some may be NULL */
unsigned int option_name(const char *option, const char *name, const char * const *names,
			 unsigned int nr)
{
	return find(option, name, strlen(name), names, nr);
}

/* option_names - bit n for name number n, of a @list with commas between them */
unsigned int option_names(const char *option, const char *list, const char * const *names,
			  unsigned int nr)
{
	unsigned int mask = 0;
	size_t len;

	for (;; list += len + 1) {
		len = strcspn(list, ",");
		mask |= 1U << find(option, list, len, names, nr);
		if (!list[len])
			return mask;
	}
}
