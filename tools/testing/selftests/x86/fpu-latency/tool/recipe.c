// SPDX-License-Identifier: GPL-2.0
/*
 * The ways to read the TSC before and after a piece of code
 *
 * Each recipe has an instance of its own of the loops below, because a call or a
 * switch in the window would be part of every result. TIMING.md has a paragraph
 * for each of them.
 */
#ifdef __x86_64__
#include <cpuid.h>

#include "recipe.h"
#include "util.h"

#define CPUID_EXT_FEATURES	0x80000001U
#define CPUID_EXT_EDX_RDTSCP	0x08000000U

/* Rounds before the first sample: caches, predictors, the clock. */
#define WARMUP	64

const struct recipe_info recipe_info[RECIPES] = {
	[RECIPE_CPUID_CPUID] = { "0", "cpuid;rdtsc", "cpuid;rdtscp", true, true },
	[RECIPE_CPUID_RDTSCP] = { "1", "cpuid;rdtsc", "rdtscp;cpuid", true, true },
	[RECIPE_LFENCE_RDTSCP] = { "2", "lfence;rdtsc", "rdtscp;cpuid", true, true },
	[RECIPE_RDTSCP_CPUID] = { "3", "rdtscp", "rdtscp;cpuid", true, true },
	[RECIPE_RDTSCP_RDTSCP] = { "4", "rdtscp", "rdtscp", false, true },
	[RECIPE_LFENCE_LFENCE] = { "5", "lfence;rdtsc", "lfence;rdtsc", false, false },
	[RECIPE_FENCED] = { "6", "lfence;rdtsc;lfence", "lfence;rdtsc;lfence", false, false },
	[RECIPE_KERNEL] = { "kernel", "lfence;rdtsc;lfence", "lfence;rdtsc", false, false },
};

const unsigned int recipe_chain_lengths[RECIPE_CHAINS] = {
	10, 20, 50, 100, 200, 300, 400, 500, 750, 1000
};

/* recipe_usable - does this CPU have its instructions */
bool recipe_usable(enum recipe recipe)
{
	unsigned int eax, ebx, ecx, edx;

	if (!recipe_info[recipe].rdtscp)
		return true;
	return __get_cpuid(CPUID_EXT_FEATURES, &eax, &ebx, &ecx, &edx) &&
	       (edx & CPUID_EXT_EDX_RDTSCP);
}

/*
 * The two halves always go through memory: left to itself the compiler would
 * use registers in one window and the stack in another, and the windows would
 * not be the same.
 */
struct stamp {
	uint32_t	low;
	uint32_t	high;
};

#define STORE	"mov %%eax, %0\n\tmov %%edx, %1"
#define STAMP(insns, s, ...) do {					\
	struct stamp *s_ = (s);						\
									\
	asm volatile(insns STORE : "=m" (s_->low), "=m" (s_->high)	\
		     : : "eax", "edx", "memory", ##__VA_ARGS__);	\
} while (0)

static __always_inline void read_start(enum recipe recipe, struct stamp *s)
{
	switch (recipe) {
	case RECIPE_CPUID_CPUID:
	case RECIPE_CPUID_RDTSCP:
		STAMP("xor %%eax, %%eax\n\tcpuid\n\trdtsc\n\t", s, "ebx", "ecx");
		break;
	case RECIPE_LFENCE_RDTSCP:
	case RECIPE_LFENCE_LFENCE:
		STAMP("lfence\n\trdtsc\n\t", s);
		break;
	case RECIPE_RDTSCP_CPUID:
	case RECIPE_RDTSCP_RDTSCP:
		STAMP("rdtscp\n\t", s, "ecx");
		break;
	default:
		STAMP("lfence\n\trdtsc\n\tlfence\n\t", s);
		break;
	}
}

static __always_inline void read_end(enum recipe recipe, struct stamp *s)
{
	switch (recipe) {
	case RECIPE_CPUID_CPUID:
		STAMP("xor %%eax, %%eax\n\tcpuid\n\trdtscp\n\t", s, "ebx", "ecx");
		break;
	case RECIPE_CPUID_RDTSCP:
	case RECIPE_LFENCE_RDTSCP:
	case RECIPE_RDTSCP_CPUID:
		asm volatile("rdtscp\n\t" STORE "\n\txor %%eax, %%eax\n\tcpuid"
			     : "=m" (s->low), "=m" (s->high)
			     : : "eax", "ebx", "ecx", "edx", "memory");
		break;
	case RECIPE_RDTSCP_RDTSCP:
		STAMP("rdtscp\n\t", s, "ecx");
		break;
	case RECIPE_FENCED:
		STAMP("lfence\n\trdtsc\n\tlfence\n\t", s);
		break;
	default:
		STAMP("lfence\n\trdtsc\n\t", s);
		break;
	}
}

static __always_inline void do_loop(unsigned int rounds)
{
	unsigned int cell;

	asm volatile("jmp 2f\n"
		     "1:\tmov %0, %1\n\t"
		     "dec %0\n"
		     "2:\ttest %0, %0\n\t"
		     "jnz 1b"
		     : "+r" (rounds), "=m" (cell) : : "cc");
}

/*
 * A register is added, not a constant: some cores (Intel's Golden Cove is one)
 * add small constants while renaming, and the chain would not take its length.
 * And it is not a register that RDTSC writes, or the chain would have to wait for
 * the TSC where a recipe fails to make it wait.
 */
#define DO_CHAIN(length) ({						\
	asm volatile(".rept " #length "\n\tadd %%r9d, %%r8d\n\t.endr"	\
		     : : : "r8", "cc");					\
})

static __always_inline void do_chain(unsigned int chain)
{
	switch (chain) {
	case 0:
		DO_CHAIN(10);
		break;
	case 1:
		DO_CHAIN(20);
		break;
	case 2:
		DO_CHAIN(50);
		break;
	case 3:
		DO_CHAIN(100);
		break;
	case 4:
		DO_CHAIN(200);
		break;
	case 5:
		DO_CHAIN(300);
		break;
	case 6:
		DO_CHAIN(400);
		break;
	case 7:
		DO_CHAIN(500);
		break;
	case 8:
		DO_CHAIN(750);
		break;
	case 9:
		DO_CHAIN(1000);
		break;
	}
}

static __always_inline uint64_t stamp_value(const struct stamp *s)
{
	return (uint64_t)s->high << 32 | s->low;
}

/* The difference goes to @ticks; false, and nothing there, if the clock went back. */
static __always_inline bool store(const struct stamp *start, const struct stamp *end,
				  uint64_t *ticks)
{
	int64_t delta = stamp_value(end) - stamp_value(start);

	if (delta < 0)
		return false;
	*ticks = delta;
	return true;
}

/*
 * All but @ticks and @n are constants where this is called, and so is whether a loop
 * has rounds: the compiler leaves no condition between the two stamps.
 */
static __always_inline size_t sample_work(enum recipe recipe, enum recipe_work work,
					  bool any, unsigned int amount,
					  uint64_t *ticks, size_t n)
{
	struct stamp start, end;
	size_t i, kept = 0;

	for (i = 0; i < n; i++) {
		if (work == RECIPE_WORK_BEFORE)
			do_chain(amount);
		read_start(recipe, &start);
		if (work == RECIPE_WORK_LOOP && any)
			do_loop(amount);
		if (work == RECIPE_WORK_CHAIN)
			do_chain(amount);
		read_end(recipe, &end);
		kept += store(&start, &end, &ticks[kept]);
	}
	return kept;
}

static __always_inline size_t sample_recipe(enum recipe recipe, enum recipe_work work,
					    unsigned int amount, uint64_t *ticks,
					    size_t n)
{
	switch (work) {
	case RECIPE_WORK_LOOP:
		return amount ? sample_work(recipe, work, true, amount, ticks, n) :
				sample_work(recipe, work, false, 0, ticks, n);
	case RECIPE_WORK_CHAIN:
		switch (amount) {
		case 0:
			return sample_work(recipe, work, true, 0, ticks, n);
		case 1:
			return sample_work(recipe, work, true, 1, ticks, n);
		case 2:
			return sample_work(recipe, work, true, 2, ticks, n);
		case 3:
			return sample_work(recipe, work, true, 3, ticks, n);
		case 4:
			return sample_work(recipe, work, true, 4, ticks, n);
		case 5:
			return sample_work(recipe, work, true, 5, ticks, n);
		case 6:
			return sample_work(recipe, work, true, 6, ticks, n);
		case 7:
			return sample_work(recipe, work, true, 7, ticks, n);
		case 8:
			return sample_work(recipe, work, true, 8, ticks, n);
		case 9:
			return sample_work(recipe, work, true, 9, ticks, n);
		}
		break;
	case RECIPE_WORK_BEFORE:
		return sample_work(recipe, work, true, 3, ticks, n);
	}
	fatal("no work %d with amount %u", work, amount);
}

#define INSTANCE(recipe)							\
	static size_t sample_##recipe(enum recipe_work work, unsigned int amount,	\
				      uint64_t *ticks, size_t n)			\
	{										\
		return sample_recipe(recipe, work, amount, ticks, n);			\
	}

INSTANCE(RECIPE_CPUID_CPUID)
INSTANCE(RECIPE_CPUID_RDTSCP)
INSTANCE(RECIPE_LFENCE_RDTSCP)
INSTANCE(RECIPE_RDTSCP_CPUID)
INSTANCE(RECIPE_RDTSCP_RDTSCP)
INSTANCE(RECIPE_LFENCE_LFENCE)
INSTANCE(RECIPE_FENCED)
INSTANCE(RECIPE_KERNEL)

static size_t (* const sample[RECIPES])(enum recipe_work work, unsigned int amount,
					 uint64_t *ticks, size_t n) = {
	[RECIPE_CPUID_CPUID] = sample_RECIPE_CPUID_CPUID,
	[RECIPE_CPUID_RDTSCP] = sample_RECIPE_CPUID_RDTSCP,
	[RECIPE_LFENCE_RDTSCP] = sample_RECIPE_LFENCE_RDTSCP,
	[RECIPE_RDTSCP_CPUID] = sample_RECIPE_RDTSCP_CPUID,
	[RECIPE_RDTSCP_RDTSCP] = sample_RECIPE_RDTSCP_RDTSCP,
	[RECIPE_LFENCE_LFENCE] = sample_RECIPE_LFENCE_LFENCE,
	[RECIPE_FENCED] = sample_RECIPE_FENCED,
	[RECIPE_KERNEL] = sample_RECIPE_KERNEL,
};

/*
 * recipe_sample - time the same work @n times
 *
 * @ticks gets the raw differences in TSC ticks, the cost of the window included.
 * Some samples before the first one are dropped. Returns how many are
 * there: less than @n if the clock went back so often, and such samples are left out.
 */
size_t recipe_sample(enum recipe recipe, enum recipe_work work, unsigned int amount,
		     uint64_t *ticks, size_t n)
{
	size_t warmup = recipe_info[recipe].cpuid ? 4 : WARMUP;

	sample[recipe](work, amount, ticks, n < warmup ? n : warmup);
	return sample[recipe](work, amount, ticks, n);
}

/* recipe_adds_100000 - 100,000 adds, each of which needs the one before it */
void recipe_adds_100000(void)
{
	unsigned int i;

	for (i = 0; i < 1000; i++)
		DO_CHAIN(100);
}

#endif /* __x86_64__ */
