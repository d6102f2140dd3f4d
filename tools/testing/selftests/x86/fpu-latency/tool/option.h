/* SPDX-License-Identifier: GPL-2.0 */
/* Options and their values; what is none is wrong usage, which ends the program */
#ifndef FPU_LATENCY_OPTION_H
#define FPU_LATENCY_OPTION_H

#include <stdint.h>
#include <stdio.h>

struct option;

int option_next(int argc, char **argv, const char *shorts, const struct option *all,
		void (*print_help)(FILE *out));
uint64_t option_u64(const char *option, const char *text, uint64_t min, uint64_t max);
double option_seconds(const char *option, const char *text, uint64_t max);
unsigned int option_name(const char *option, const char *name, const char * const *names,
			 unsigned int nr);
unsigned int option_names(const char *option, const char *list, const char * const *names,
			  unsigned int nr);

#endif /* FPU_LATENCY_OPTION_H */
