// SPDX-License-Identifier: GPL-2.0
/* Unit tests of what CPUs share, with folders as sysfs has them */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit_test.h"

#include "../machine.h"
#include "../topology.h"

static char root[32];

/* A file of a CPU's folder, with the folders above it. */
static void put(const char *name, const char *text)
{
	char path[256];
	FILE *file;
	char *p;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	for (p = strchr(path + strlen(root) + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "%s\n", text);
	fclose(file);
}

static void expect_siblings(int cpu, int other, bool together)
{
	struct cpulist list;

	topology_siblings(cpu, &list);
	assert_int_equal(cpulist_has(&list, other), together);
	cpulist_free(&list);
}

static void test_topology(void **state)
{
	const char *real = topology_root;
	char command[64];

	(void)state;
	snprintf(root, sizeof(root), "/tmp/unit_topology-XXXXXX");
	assert_non_null(mkdtemp(root));
	topology_root = root;
	put("cpu0/topology/core_cpus_list", "0,8-9");
	put("cpu0/topology/thread_siblings_list", "0-7");
	put("cpu1/topology/thread_siblings_list", "1,5");
	put("cpu2/topology/core_cpus_list", "nonsense");
	expect_siblings(0, 9, true);
	expect_siblings(0, 5, false);
	expect_siblings(1, 5, true);
	expect_siblings(1, 0, false);
	expect_siblings(2, 3, false);
	expect_siblings(3, 3, false);

	put("cpu0/cache/index0/level", "1");
	put("cpu0/cache/index0/type", "Instruction");
	put("cpu0/cache/index0/size", "64K");
	put("cpu0/cache/index0/shared_cpu_list", "0,8-9");
	put("cpu0/cache/index1/level", "1");
	put("cpu0/cache/index1/type", "Data");
	put("cpu0/cache/index1/size", "48K");
	put("cpu0/cache/index1/shared_cpu_list", "0,8-9");
	put("cpu0/cache/index2/level", "3");
	put("cpu0/cache/index2/shared_cpu_list", "0-3,8-11");
	assert_int_equal(topology_cache_size(0, 1), 48 * 1024);
	assert_int_equal(topology_cache_size(0, 2), 0);
	assert_int_equal(topology_last_cache(0, 3), TOPOLOGY_TOGETHER);
	assert_int_equal(topology_last_cache(0, 4), TOPOLOGY_APART);
	assert_int_equal(topology_last_cache(1, 4), TOPOLOGY_UNKNOWN);

#ifdef __x86_64__
	/* A thread of the same core is another CPU, but no other core. */
	int cpu = machine_pin(-1), other = machine_other_cpu(cpu);
	char name[64];

	snprintf(name, sizeof(name), "cpu%d/topology/core_cpus_list", cpu);
	put(name, "0-8191");
	assert_int_equal(machine_other_core(cpu), -1);
	snprintf(command, sizeof(command), "%d", cpu);
	put(name, command);
	assert_int_equal(machine_other_core(cpu), other);
	machine_unpin();
#endif
	topology_root = real;
	snprintf(command, sizeof(command), "rm -r %s", root);
	assert_int_equal(system(command), 0);
}

UNIT_TEST(test_topology);
