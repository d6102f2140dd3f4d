// SPDX-License-Identifier: GPL-2.0
/* What takes time away from a CPU that only reads its TSC, and noise for it */
#ifdef __x86_64__
#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "interference.h"
#include "progress.h"
#include "recipe.h"
#include "samples.h"
#include "util.h"

/* Reads that tell what is typical. */
#define TYPICAL_SAMPLES	2000

/* A thread on another CPU that makes the kernel send IPIs to this one. */
struct noise {
	pthread_t	thread;
	int		cpu;
	unsigned int	rate;
	bool		stop;
	bool		failed;
	uint64_t	sent;
	/* Sent before anything was measured. */
	uint64_t	before;
};

static int membarrier(int command)
{
	return syscall(SYS_membarrier, command, 0, 0);
}

/*
 * An expedited private membarrier interrupts every CPU that runs a thread of
 * this process, which is the one that is measured and no other.
 */
static void *make_noise(void *arg)
{
	struct noise *noise = arg;
	struct timespec next;

	machine_pin(noise->cpu);
	clock_gettime(CLOCK_MONOTONIC, &next);
	while (!__atomic_load_n(&noise->stop, __ATOMIC_RELAXED)) {
		if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) {
			__atomic_store_n(&noise->failed, true, __ATOMIC_RELAXED);
			break;
		}
		__atomic_add_fetch(&noise->sent, 1, __ATOMIC_RELAXED);
		next.tv_nsec += 1000000000 / noise->rate;
		while (next.tv_nsec >= 1000000000) {
			next.tv_nsec -= 1000000000;
			next.tv_sec++;
		}
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
	return NULL;
}

/* Returns what keeps the noise from being made, or NULL. */
static const char *noise_start(struct noise *noise, int measured)
{
	unsigned int i;

	/* Another thread of the core would slow it down, but is better than none. */
	noise->cpu = machine_other_core(measured);
	if (noise->cpu < 0)
		noise->cpu = machine_other_cpu(measured);
	if (noise->cpu < 0)
		return "only one CPU is allowed here";
	if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED))
		return "the kernel has no expedited membarrier";
	if (pthread_create(&noise->thread, NULL, make_noise, noise))
		return "no thread";
	/* On a busy machine it may take a while until the other CPU runs it. */
	for (i = 0; i < 1000 && !__atomic_load_n(&noise->sent, __ATOMIC_RELAXED); i++)
		usleep(1000);
	noise->before = __atomic_load_n(&noise->sent, __ATOMIC_RELAXED);
	return NULL;
}

static uint64_t typical(void)
{
	uint64_t ticks[TYPICAL_SAMPLES];
	size_t n = recipe_sample(RECIPE_LFENCE_LFENCE, RECIPE_WORK_LOOP, 0, ticks,
				 TYPICAL_SAMPLES);

	return n ? samples_median(ticks, n) : 0;
}

/* One fenced read, so that nothing lies between the end of one and the next. */
static inline uint64_t read_once(void)
{
	uint32_t low, high;

	asm volatile("lfence\n\trdtsc" : "=a" (low), "=d" (high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/*
 * interference_run - read the TSC back to back and note every gap
 *
 * Every gap is seen, because the end of one difference is the start of the next.
 * With @ipi_rate not 0 another CPU sends so many IPIs a second. @threshold is
 * in ticks; 0 takes 200, or four times what is typical if that is more.
 */
void interference_run(double seconds, unsigned int threshold, unsigned int ipi_rate,
		      const struct machine *machine, const struct tsc *tsc,
		      struct interference *result)
{
	struct noise noise = { .rate = ipi_rate };
	uint64_t now, last, end, delta;

	memset(result, 0, sizeof(*result));
	result->seconds = seconds;
	result->typical = typical();
	result->threshold = threshold;
	if (!threshold) {
		result->threshold = INTERFERENCE_THRESHOLD;
		if (4 * result->typical > INTERFERENCE_THRESHOLD)
			result->threshold = 4 * result->typical;
	}
	if (result->threshold > INTERFERENCE_BINS)
		result->threshold = INTERFERENCE_BINS;
	result->ipi_rate = ipi_rate;
	if (ipi_rate)
		result->ipi_error = noise_start(&noise, machine->cpu);

	result->steal = machine_steal(machine->cpu);
	last = read_once();
	end = last + seconds * tsc->hz;
	while (last < end && !progress_interrupted()) {
		now = read_once();
		delta = now - last;
		result->total++;
		if (delta < result->threshold) {
			result->count[delta]++;
		} else if ((int64_t)delta < 0) {
			result->negative++;
		} else {
			result->over++;
			/* A low threshold calls gaps what is no longer than typical. */
			if (delta > result->typical)
				result->stolen += delta - result->typical;
			if (delta > result->max)
				result->max = delta;
		}
		last = now;
	}
	result->steal = machine_steal(machine->cpu) - result->steal;
	if (ipi_rate && !result->ipi_error) {
		__atomic_store_n(&noise.stop, true, __ATOMIC_RELAXED);
		pthread_join(noise.thread, NULL);
		result->ipis = noise.sent - noise.before;
		if (noise.failed)
			result->ipi_error = "membarrier failed";
	}
}

#endif /* __x86_64__ */
