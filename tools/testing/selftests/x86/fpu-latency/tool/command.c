// SPDX-License-Identifier: GPL-2.0
/* The list of commands, and those that tell of the tool itself */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "util.h"

#define VERSION	"8"

struct registered *commands;
struct registered *libraries;

/* command_version - print the version, and what is built in if that is asked for */
int command_version(int argc, char **argv)
{
	const struct library *library;

	if (argc > 2 || (argc == 2 && strcmp(argv[1], "--build-options")))
		usage_error("version takes --build-options or nothing");
	printf("fpu-latency %s\n", VERSION);
	if (argc == 1)
		return 0;
	for (library = registry_first(libraries); library; library = registry_next(library))
		printf("%s: %s\n", library->entry.name,
		       library->version ? library->version() : "no");
	return 0;
}

COMMAND(version, command_version, "the version; --build-options tells what is built in");

/* command_help - print the list of commands */
int command_help(int argc, char **argv)
{
	const struct command *command;

	(void)argc;
	(void)argv;
	puts("Usage: fpu-latency COMMAND [OPTION]... [ARGUMENT]...\n\n"
	     "Figures from traces of the events x86_fpu:x86_fpu_latency_xsave and\n"
	     "x86_fpu:x86_fpu_latency_xrstor.\n");
	for (command = registry_first(commands); command; command = registry_next(command))
		printf("  %-10s%s\n", command->entry.name, command->purpose);
	puts("\n'fpu-latency COMMAND --help' tells more about a command.");
	return 0;
}

COMMAND(help, command_help, "this text");
