// SPDX-License-Identifier: GPL-2.0
/* fpu-latency - figures from traces of the x86_fpu_latency events */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "util.h"

/*
 * Standard files that are closed would be those that are opened next, an output or a
 * database. What is put there fails when it is used, as what is closed does.
 */
static void keep_standard_files(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDONLY);
		if (fd == STDIN_FILENO) {
			close(fd);
			fd = open("/dev/null", O_WRONLY);
		}
	} while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	const struct command *command;
	int ret;

	keep_standard_files();
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
