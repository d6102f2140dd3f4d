// SPDX-License-Identifier: GPL-2.0
/* What CPUs share: cores and caches, as sysfs tells */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology.h"

/* A list of CPUs can be long: where every second one is in it. */
#define TEXT_SIZE	32768

const char *topology_root = "/sys/devices/system/cpu";

/* The first word of a file in the folder of @cpu; false where it is not there. */
static bool read_word(int cpu, const char *name, char text[TEXT_SIZE])
{
	char path[256];
	FILE *file;
	bool ok;

	snprintf(path, sizeof(path), "%s/cpu%d/%s", topology_root, cpu, name);
	file = fopen(path, "re");
	if (!file)
		return false;
	ok = fgets(text, TEXT_SIZE, file);
	fclose(file);
	if (ok)
		text[strcspn(text, "\n ")] = '\0';
	return ok;
}

static bool read_cache(int cpu, unsigned int index, const char *name, char text[TEXT_SIZE])
{
	char path[64];

	snprintf(path, sizeof(path), "cache/index%u/%s", index, name);
	return read_word(cpu, path, text);
}

/*
 * topology_siblings - the CPUs that are threads of the same core, with @cpu itself
 *
 * Empty if sysfs does not tell. Kernels before 5.3 have the second name.
 */
void topology_siblings(int cpu, struct cpulist *siblings)
{
	static const char * const names[] = {
		"topology/core_cpus_list", "topology/thread_siblings_list",
	};
	char text[TEXT_SIZE];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (read_word(cpu, names[i], text) &&
		    cpulist_parse(text, strlen(text), siblings))
			return;
	}
	memset(siblings, 0, sizeof(*siblings));
}

/* topology_cache_size - bytes of the data or unified cache of a level; 0: not known */
size_t topology_cache_size(int cpu, unsigned int level)
{
	char text[TEXT_SIZE];
	unsigned int index;

	for (index = 0; read_cache(cpu, index, "level", text); index++) {
		if (strtoul(text, NULL, 10) != level)
			continue;
		if (read_cache(cpu, index, "type", text) && !strcmp(text, "Instruction"))
			continue;
		/* Linux has all sizes in KiB, as in "48K". */
		if (read_cache(cpu, index, "size", text))
			return strtoul(text, NULL, 10) * 1024;
	}
	return 0;
}

/* topology_last_cache - is the last level cache of @cpu that of @other, too? */
enum topology_shared topology_last_cache(int cpu, int other)
{
	enum topology_shared shared = TOPOLOGY_UNKNOWN;
	unsigned long level, last = 0;
	char text[TEXT_SIZE];
	struct cpulist cpus;
	unsigned int index;

	for (index = 0; read_cache(cpu, index, "level", text); index++) {
		level = strtoul(text, NULL, 10);
		if (level < last || !read_cache(cpu, index, "shared_cpu_list", text) ||
		    !cpulist_parse(text, strlen(text), &cpus))
			continue;
		last = level;
		shared = cpulist_has(&cpus, other) ? TOPOLOGY_TOGETHER : TOPOLOGY_APART;
		cpulist_free(&cpus);
	}
	return shared;
}
