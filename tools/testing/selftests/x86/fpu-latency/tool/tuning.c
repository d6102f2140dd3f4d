// SPDX-License-Identifier: GPL-2.0
/* What root can do for a quiet CPU, and what an MSR write costs */
#ifdef __x86_64__
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"
#include "samples.h"
#include "tuning.h"
#include "util.h"

#define MSR_SAMPLES	1000

/*
 * MSRs for which writing what was read does nothing: XFD and XFD_ERR, XSS and
 * TSC_AUX. Others start something when they are written, whatever the value.
 */
static const uint32_t harmless[] = { 0x1c4, 0x1c5, 0xda0, 0xc0000103 };

/*
 * tuning_cpu_dma_latency - keep CPUs out of idle states that take longer to leave
 *
 * The request to PM QoS holds while the file is open, so it is left open until
 * this process ends. 0 keeps CPUs from idling at all.
 */
void tuning_cpu_dma_latency(uint32_t microseconds)
{
	static const char path[] = "/dev/cpu_dma_latency";
	int32_t value = microseconds;
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, &value, sizeof(value)) != sizeof(value))
		fatal("%s: %s", path, strerror(errno));
}

/* tuning_msr_known - may the MSR be written with what it holds */
bool tuning_msr_known(uint32_t msr)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(harmless); i++) {
		if (harmless[i] == msr)
			return true;
	}
	return false;
}

/*
 * tuning_msr_cost - read and write an MSR of this CPU through the msr driver
 *
 * It is written with what it holds, and this process is pinned to @cpu, so that
 * XFD holds what the kernel has put there for it. The kernel notes in its log,
 * and by a taint, that somebody writes MSRs. WRMSR takes less than the write less
 * the bare system call, because the driver's work is in it, too.
 */
void tuning_msr_cost(int cpu, uint32_t msr, struct msr_cost *cost)
{
	uint64_t ticks[MSR_SAMPLES], start, value;
	char path[64];
	unsigned int i;
	int fd;

	snprintf(path, sizeof(path), "/dev/cpu/%d/msr", cpu);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		fatal("%s: %s", path, strerror(errno));
	if (pread(fd, &cost->value, sizeof(cost->value), msr) != sizeof(cost->value))
		fatal("MSR 0x%x: cannot be read: %s", msr, strerror(errno));
	cost->msr = msr;
	cost->samples = MSR_SAMPLES;

	for (i = 0; i < MSR_SAMPLES; i++) {
		start = machine_rdtsc();
		if (lseek(fd, msr, SEEK_SET) < 0)
			fatal("%s: %s", path, strerror(errno));
		ticks[i] = machine_rdtsc() - start;
	}
	cost->syscall = samples_median(ticks, MSR_SAMPLES);
	for (i = 0; i < MSR_SAMPLES; i++) {
		start = machine_rdtsc();
		if (pread(fd, &value, sizeof(value), msr) != sizeof(value))
			fatal("MSR 0x%x: cannot be read: %s", msr, strerror(errno));
		ticks[i] = machine_rdtsc() - start;
	}
	cost->read = samples_median(ticks, MSR_SAMPLES);
	for (i = 0; i < MSR_SAMPLES; i++) {
		start = machine_rdtsc();
		if (pwrite(fd, &value, sizeof(value), msr) != sizeof(value))
			fatal("MSR 0x%x: cannot be written: %s", msr, strerror(errno));
		ticks[i] = machine_rdtsc() - start;
	}
	cost->write = samples_median(ticks, MSR_SAMPLES);
	close(fd);
}

#endif /* __x86_64__ */
