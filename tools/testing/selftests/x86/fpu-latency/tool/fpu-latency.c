// SPDX-License-Identifier: GPL-2.0
/* fpu-latency - figures from traces of the x86_fpu_latency events */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "util.h"

int main(int argc, char **argv)
{
	const struct command *command;
	int ret;

	if (argc < 2)
		usage_error("no command");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		ret = command_help(argc, argv);
	} else if (!strcmp(argv[1], "--version")) {
		ret = command_version(1, argv);
	} else {
		command = registry_find(commands, argv[1]);
		if (!command)
			usage_error("unknown command %s", argv[1]);
		ret = command->run(argc - 1, argv + 1);
	}
	check_stdout();
	return ret;
}
