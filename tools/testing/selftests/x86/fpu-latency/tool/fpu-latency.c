// SPDX-License-Identifier: GPL-2.0
/* fpu-latency - figures from traces of the x86_fpu_latency events */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "dat.h"
#include "db.h"
#include "util.h"
#include "zip.h"

#define VERSION	"8"

static int cmd_version(int argc, char **argv);
static int cmd_help(int argc, char **argv);

struct command {
	const char	*name;
	int		(*run)(int argc, char **argv);
	const char	*purpose;
};

static const struct command commands[] = {
	{ "report",	cmd_report,	"the figures of a trace" },
	{ "diff",	cmd_diff,	"two or more recordings side by side" },
	{ "c2c",	cmd_c2c,	"save areas that move between CPUs, by cacheline" },
	{ "merge",	cmd_merge,	"several recordings or summaries into one" },
	{ "export",	cmd_export,	"events and histograms into an SQLite database" },
	{ "version",	cmd_version,	"the version; --build-options tells what is built in" },
	{ "help",	cmd_help,	"this text" },
};

static void print_library(const char *name, const char *version)
{
	printf("%s: %s\n", name, version ? version : "no");
}

static int cmd_version(int argc, char **argv)
{
	if (argc > 2 || (argc == 2 && strcmp(argv[1], "--build-options")))
		usage_error("version takes --build-options or nothing");
	printf("fpu-latency %s\n", VERSION);
	if (argc == 2) {
		print_library("sqlite3", db_version());
		print_library("zlib", zip_gzip_version());
		print_library("libzstd", zip_zstd_version());
		print_library("libtracecmd", dat_version());
	}
	return 0;
}

static int cmd_help(int argc, char **argv)
{
	size_t i;

	(void)argc;
	(void)argv;
	puts("Usage: fpu-latency COMMAND [OPTION]... [ARGUMENT]...\n\n"
	     "Figures from traces of the events x86_fpu:x86_fpu_latency_xsave and\n"
	     "x86_fpu:x86_fpu_latency_xrstor.\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		printf("  %-10s%s\n", commands[i].name, commands[i].purpose);
	puts("\n'fpu-latency COMMAND --help' tells more about a command.");
	return 0;
}

int main(int argc, char **argv)
{
	size_t i;
	int ret;

	if (argc < 2)
		usage_error("no command");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return cmd_help(argc, argv);
	if (!strcmp(argv[1], "--version"))
		return cmd_version(1, argv);
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(argv[1], commands[i].name))
			continue;
		ret = commands[i].run(argc - 1, argv + 1);
		/* A full disk, for one. */
		if (fflush(stdout) || ferror(stdout))
			fatal("standard output: %s", strerror(errno));
		return ret;
	}
	usage_error("unknown command %s", argv[1]);
}
