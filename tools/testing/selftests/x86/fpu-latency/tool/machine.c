// SPDX-License-Identifier: GPL-2.0
/* The CPU that is measured on: what it is and where we run on it */
#ifdef __x86_64__
#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"
#include "topology.h"
#include "util.h"

#define CPUID_1_ECX_HYPERVISOR	0x80000000U
#define CPUID_HYPERVISOR	0x40000000U
#define CPUID_BRAND		0x80000002U
#define CPUID_APM		0x80000007U
#define CPUID_APM_EDX_INVARIANT	0x00000100U

/* Of every CPU that the kernel can have. */
#define MAX_CPUS		8192

/* The CPUs that were allowed before machine_pin(). */
static cpu_set_t *allowed;

static size_t set_size(void)
{
	return CPU_ALLOC_SIZE(MAX_CPUS);
}

/*
 * machine_pin - run on one CPU from now on
 *
 * @cpu has to be an allowed one; negative takes the one that this runs on now.
 * Returns the CPU.
 */
int machine_pin(int cpu)
{
	cpu_set_t *set = CPU_ALLOC(MAX_CPUS);
	int rc;

	if (!set)
		fatal("out of memory");
	if (!allowed) {
		allowed = CPU_ALLOC(MAX_CPUS);
		if (!allowed)
			fatal("out of memory");
		if (sched_getaffinity(0, set_size(), allowed))
			fatal("sched_getaffinity: %s", strerror(errno));
	}
	if (cpu < 0)
		cpu = sched_getcpu();
	if (cpu < 0 || !CPU_ISSET_S(cpu, set_size(), allowed))
		fatal("CPU %d is not one of those allowed here", cpu);
	CPU_ZERO_S(set_size(), set);
	CPU_SET_S(cpu, set_size(), set);
	rc = sched_setaffinity(0, set_size(), set);
	CPU_FREE(set);
	if (rc)
		fatal("CPU %d: %s", cpu, strerror(errno));
	return cpu;
}

/* machine_unpin - run on any CPU again that was allowed before machine_pin() */
void machine_unpin(void)
{
	if (sched_setaffinity(0, set_size(), allowed))
		fatal("sched_setaffinity: %s", strerror(errno));
}

/* The first CPU that is allowed, neither @cpu nor in @except; -1 if there is none. */
static int other_than(int cpu, const struct cpulist *except)
{
	int i;

	for (i = 0; i < MAX_CPUS; i++) {
		if (i != cpu && CPU_ISSET_S(i, set_size(), allowed) && !cpulist_has(except, i))
			return i;
	}
	return -1;
}

/* machine_other_cpu - an allowed CPU that is not @cpu, or -1; after machine_pin() */
int machine_other_cpu(int cpu)
{
	static const struct cpulist none;

	return other_than(cpu, &none);
}

/*
 * machine_other_core - an allowed CPU that is not @cpu nor another thread of its core
 *
 * Or -1; after machine_pin(). What such threads have, caches above all, is in use by
 * both.
 */
int machine_other_core(int cpu)
{
	struct cpulist siblings;
	int other;

	topology_siblings(cpu, &siblings);
	other = other_than(cpu, &siblings);
	cpulist_free(&siblings);
	return other;
}

/* Twelve characters in three registers. */
static void copy_vendor(char *to, unsigned int a, unsigned int b, unsigned int c)
{
	memcpy(to, &a, 4);
	memcpy(to + 4, &b, 4);
	memcpy(to + 8, &c, 4);
	to[12] = '\0';
}

/* Without blanks around it, and safe in CSV and JSON whatever a hypervisor says. */
static void clean_text(char *text)
{
	char *p;

	for (p = text; *p == ' '; p++)
		;
	memmove(text, p, strlen(p) + 1);
	for (p = text + strlen(text); p > text && p[-1] == ' '; p--)
		p[-1] = '\0';
	for (p = text; *p; p++) {
		if (*p < ' ' || *p > '~' || *p == '"' || *p == '\\' || *p == ',')
			*p = '?';
	}
}

/* Is @word one of the words of @line? */
static bool has_word(const char *line, const char *word)
{
	size_t len = strlen(word);
	const char *p;

	for (p = strstr(line, word); p; p = strstr(p + 1, word)) {
		if (p > line && p[-1] == ' ' && strchr("\n ", p[len]))
			return true;
	}
	return false;
}

/* What only the kernel knows, from the first CPU of /proc/cpuinfo: all are alike. */
static void read_cpuinfo(struct machine *machine)
{
	static const char * const saves[] = { "xsaves", "xsavec", "xsaveopt", "xsave", "fxsr" };
	FILE *cpuinfo = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t size = 0, i;

	machine->save_instruction = "";
	while (cpuinfo && getline(&line, &size, cpuinfo) > 1) {
		if (!strncmp(line, "microcode", 9))
			sscanf(line, "%*s : %23s", machine->microcode);
		if (strncmp(line, "flags", 5))
			continue;
		for (i = 0; i < ARRAY_SIZE(saves); i++) {
			if (has_word(line, saves[i])) {
				machine->save_instruction = saves[i];
				break;
			}
		}
	}
	free(line);
	if (cpuinfo)
		fclose(cpuinfo);
}

/* machine_detect - what CPUID and the kernel tell of the CPU that this runs on */
void machine_detect(struct machine *machine)
{
	unsigned int eax, ebx, ecx, edx, regs[4], i;

	memset(machine, 0, sizeof(*machine));
	machine->cpu = sched_getcpu();
	__cpuid(0, eax, ebx, ecx, edx);
	copy_vendor(machine->vendor, ebx, edx, ecx);
	__cpuid(1, eax, ebx, ecx, edx);
	machine->signature = eax;
	if (ecx & CPUID_1_ECX_HYPERVISOR) {
		__cpuid(CPUID_HYPERVISOR, eax, ebx, ecx, edx);
		copy_vendor(machine->hypervisor, ebx, ecx, edx);
		if (!machine->hypervisor[0])
			memcpy(machine->hypervisor, "unnamed", sizeof("unnamed"));
	}
	for (i = 0; i < 3; i++) {
		if (!__get_cpuid(CPUID_BRAND + i, &regs[0], &regs[1], &regs[2], &regs[3]))
			break;
		memcpy(machine->model + 16 * i, regs, sizeof(regs));
	}
	read_cpuinfo(machine);
	clean_text(machine->vendor);
	clean_text(machine->model);
	clean_text(machine->hypervisor);
	clean_text(machine->microcode);
	machine->invariant_tsc = __get_cpuid(CPUID_APM, &eax, &ebx, &ecx, &edx) &&
				 (edx & CPUID_APM_EDX_INVARIANT);
}

/*
 * machine_steal - time that the hypervisor took from @cpu since boot
 *
 * In clock ticks of /proc/stat (sysconf(_SC_CLK_TCK), mostly 100/s); 0 where
 * the kernel does not tell.
 */
uint64_t machine_steal(int cpu)
{
	char line[256], name[16];
	uintmax_t steal = 0;
	FILE *stat = fopen("/proc/stat", "re");

	if (!stat)
		return 0;
	snprintf(name, sizeof(name), "cpu%d ", cpu);
	while (fgets(line, sizeof(line), stat)) {
		if (strncmp(line, name, strlen(name)))
			continue;
		if (sscanf(line + strlen(name), "%*u %*u %*u %*u %*u %*u %*u %ju", &steal) != 1)
			steal = 0;
		break;
	}
	fclose(stat);
	return steal;
}

/* machine_read_msr - through the msr driver; false where that does not work */
bool machine_read_msr(int cpu, uint32_t msr, uint64_t *value)
{
	char path[64];
	bool ok;
	int fd;

	snprintf(path, sizeof(path), "/dev/cpu/%d/msr", cpu);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ok = pread(fd, value, sizeof(*value), msr) == sizeof(*value);
	close(fd);
	return ok;
}

#endif /* __x86_64__ */
