/* SPDX-License-Identifier: GPL-2.0 */
/* The commands; each has a file of its own, which ends with COMMAND() */
#ifndef FPU_LATENCY_COMMAND_H
#define FPU_LATENCY_COMMAND_H

#include "registry.h"

struct command {
	struct registered	entry;
	/* Returns the exit status; argv[0] is the command's name. */
	int			(*run)(int argc, char **argv);
	/* For the list of commands in the help. */
	const char		*purpose;
};

extern struct registered *commands;

/* COMMAND - make @run_, an int (int argc, char **argv), the command "@name_" */
#define COMMAND(name_, run_, purpose_)						\
	static struct command name_##_command;					\
	REGISTER(commands, name_##_command)					\
	static struct command name_##_command = {				\
		.entry.name	= #name_,					\
		.run		= run_,						\
		.purpose	= purpose_,					\
	}

/* An optional library, for 'version --build-options'. */
struct library {
	struct registered	entry;
	/* NULL if the tool was built without the library. */
	const char		*(*version)(void);
};

extern struct registered *libraries;

/* LIBRARY - @version_ tells the version of the library "@name_"; NULL: it is not built in */
#define LIBRARY(name_, version_)						\
	static struct library name_##_library;					\
	REGISTER(libraries, name_##_library)					\
	static struct library name_##_library = {				\
		.entry.name	= #name_,					\
		.version	= version_,					\
	}

int command_help(int argc, char **argv);
int command_version(int argc, char **argv);

#endif /* FPU_LATENCY_COMMAND_H */
