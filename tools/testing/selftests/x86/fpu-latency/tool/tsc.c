// SPDX-License-Identifier: GPL-2.0
/* The TSC and the core clock: frequency, step, cycles a tick */
#ifdef __x86_64__
#include <cpuid.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"
#include "recipe.h"
#include "samples.h"
#include "step.h"
#include "util.h"

/* Back-to-back reads of machine_tsc(); the frequency is taken over this time. */
#define STEP_SAMPLES		56000
/* An empty window, and chains of 10 to 300 adds. */
#define STEP_CHAINS		6
#define FREQUENCY_NS		50000000
#define CPUID_SAMPLES		64
#define ADDS			100000.0

static uint64_t nanoseconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC_RAW, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* The TSC and the clock at the same time: the pair with the least distance of ten. */
static uint64_t both_clocks(uint64_t *ns)
{
	uint64_t best = UINT64_MAX, before, after, t, tsc = 0;
	int i;

	for (i = 0; i < 10; i++) {
		before = machine_rdtsc();
		t = nanoseconds();
		after = machine_rdtsc();
		if (after - before < best) {
			best = after - before;
			tsc = before + best / 2;
			*ns = t;
		}
	}
	return tsc;
}

/*
 * machine_tsc - frequency, step and the cost of CPUID
 *
 * Takes about 60 ms, and more where CPUID leaves a VM.
 */
void machine_tsc(struct tsc *tsc)
{
	uint64_t *ticks = util_calloc(STEP_SAMPLES, sizeof(*ticks));
	uint64_t start, end, start_ns = 0, end_ns = 0, t;
	size_t n;
	unsigned int eax, ebx, ecx, edx, i, part = STEP_SAMPLES / (STEP_CHAINS + 1);

	start = both_clocks(&start_ns);
	n = recipe_sample(RECIPE_LFENCE_LFENCE, RECIPE_WORK_LOOP, 0, ticks, part);
	/* Work of several lengths shows multiples that an empty window does not have. */
	for (i = 0; i < STEP_CHAINS; i++)
		n += recipe_sample(RECIPE_LFENCE_LFENCE, RECIPE_WORK_CHAIN, i, ticks + n, part);
	tsc->step = step_find(ticks, n);

	for (i = 0; i < CPUID_SAMPLES; i++) {
		t = machine_rdtsc();
		__cpuid(0, eax, ebx, ecx, edx);
		ticks[i] = machine_rdtsc() - t;
	}
	tsc->cpuid = samples_median(ticks, CPUID_SAMPLES);
	free(ticks);

	while (nanoseconds() - start_ns < FREQUENCY_NS)
		;
	end = both_clocks(&end_ns);
	tsc->hz = (end - start) * 1e9 / (end_ns - start_ns);
}

static uint64_t pmu_read(int fd, const struct perf_event_mmap_page *page, bool user)
{
	uint32_t seq, index, low, high, unused;
	uint64_t count = 0, value;

	if (user) {
		do {
			seq = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
			index = page->index;
			count = page->offset;
			if (index) {
				asm volatile("rdpmc" : "=a" (low), "=d" (high)
					     : "c" (index - 1));
				/* The counter has pmc_width bits, with a sign. */
				unused = 64 - page->pmc_width;
				value = ((uint64_t)high << 32 | low) << unused;
				count += (int64_t)value >> unused;
			}
			__atomic_thread_fence(__ATOMIC_ACQUIRE);
		} while (__atomic_load_n(&page->lock, __ATOMIC_RELAXED) != seq);
		return count;
	}
	if (read(fd, &count, sizeof(count)) != sizeof(count))
		return 0;
	return count;
}

/* The least cycles that 100,000 adds take by the PMU; 0 and a reason without one. */
static double pmu_adds(const char **how)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	struct perf_event_mmap_page *page;
	uint64_t start, cycles, best = UINT64_MAX;
	bool user = false;
	int fd, i;

	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0) {
		*how = "none: perf_event_open does not offer cycles";
		return 0;
	}
	page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	if (page != MAP_FAILED)
		user = page->cap_user_rdpmc && page->index;
	*how = user ? "rdpmc" : "read()";
	for (i = 0; i < MACHINE_CLOCK_RUNS; i++) {
		start = pmu_read(fd, page, user);
		recipe_adds_100000();
		cycles = pmu_read(fd, page, user) - start;
		if (cycles < best)
			best = cycles;
	}
	if (page != MAP_FAILED)
		munmap(page, sysconf(_SC_PAGESIZE));
	close(fd);
	if (!best) {
		*how = "none: the cycle counter stands still";
		return 0;
	}
	return best;
}

/*
 * machine_core_clock - core clock against TSC, by 100,000 dependent adds
 *
 * An add takes one core cycle on every x86 of the last decades. Interruptions
 * only lengthen a run, so the ratio is that of the fastest one; the median one
 * shows how long it holds.
 */
void machine_core_clock(struct core_clock *clock)
{
	uint64_t ticks[MACHINE_CLOCK_RUNS], start;
	struct stats stats;
	unsigned int i;

	/* The first one loads the code and wakes the clock up. */
	for (i = 0; i < 10; i++)
		recipe_adds_100000();
	for (i = 0; i < MACHINE_CLOCK_RUNS; i++) {
		start = machine_rdtsc();
		recipe_adds_100000();
		ticks[i] = machine_rdtsc() - start;
	}
	samples_stats(ticks, MACHINE_CLOCK_RUNS, &stats, NULL);
	clock->min = stats.min;
	clock->p50 = stats.percentile[SAMPLES_P50];
	clock->max = stats.max;
	clock->ratio = ADDS / clock->min;
	clock->ratio_p50 = ADDS / clock->p50;
	clock->pmu_cycles = pmu_adds(&clock->pmu);
}

#endif /* __x86_64__ */
