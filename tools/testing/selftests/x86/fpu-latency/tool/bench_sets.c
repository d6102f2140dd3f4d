// SPDX-License-Identifier: GPL-2.0
/* Which components bench has in use: the sets of this machine, and chosen ones */
#ifdef __x86_64__

#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "features.h"
#include "util.h"

static void add_set(struct bench_sets *sets, const char *name, uint64_t rfbm, uint64_t in_use)
{
	struct bench_set *set = &sets->set[sets->nr++];

	snprintf(set->name, sizeof(set->name), "%s", name);
	set->rfbm = rfbm;
	set->in_use = in_use;
}

/* What a task that has these in use has XSAVE asked for: with one of AMX both. */
static uint64_t asked_for(const struct xarea *xa, uint64_t in_use)
{
	return xa->features | in_use | (in_use & XAREA_AMX ? XAREA_AMX : 0);
}

/* A mix, if this machine has all of it. */
static void add_mix(struct bench_sets *sets, const struct xarea *xa, const char *name,
		    uint64_t mix)
{
	if (!(mix & ~xa->permitted))
		add_set(sets, name, xa->features | mix, mix);
}

/*
 * What is in use, of all that the kernel gives a task: nothing, each component
 * alone, the mixes that programs have, all. With AMX, tasks that have used it are
 * asked for the tiles, too, in use or not: XTILECFG is the set with a configuration
 * whose tiles are in their initial state, as after TILEZERO.
 */
static void make_sets(struct bench_sets *sets, const struct xarea *xa)
{
	static const uint64_t avx512 = XAREA_SSE | XAREA_AVX | XAREA_OPMASK | XAREA_ZMM_HI256 |
				       XAREA_HI16_ZMM;
	uint64_t plain = xa->features & XAREA_FILLABLE & ~(XAREA_AMX | XAREA_BNDREGS);
	char name[FEATURE_NAME_SIZE];
	unsigned int i;

	add_set(sets, "init", xa->features, 0);
	for (i = 0; i < 63; i++) {
		if (xa->permitted & XAREA_FILLABLE & 1ULL << i)
			add_set(sets, feature_name(i, name), asked_for(xa, 1ULL << i), 1ULL << i);
	}
	add_mix(sets, xa, "x87+SSE", XAREA_FP | XAREA_SSE);
	add_mix(sets, xa, "SSE+AVX", XAREA_SSE | XAREA_AVX);
	add_mix(sets, xa, "AVX-512", avx512);
	add_mix(sets, xa, "AVX-512+PKRU", avx512 | XAREA_PKRU);
	add_set(sets, "all", xa->features, plain);
	if (xa->permitted & XAREA_TILEDATA) {
		add_set(sets, "all/tiles-init", xa->permitted, plain);
		add_set(sets, "all+XTILECFG", xa->permitted, plain | XAREA_TILECFG);
		add_set(sets, "AMX", xa->permitted, XAREA_AMX);
		add_set(sets, "all+AMX", xa->permitted, plain | XAREA_AMX);
	}
}

/* Components joined by +. */
static void add_named(struct bench_sets *sets, const struct xarea *xa, const char *name,
		      size_t len)
{
	char text[BENCH_SET_NAME];
	uint64_t mask;

	if (len >= sizeof(text) || !feature_parse(name, len, &mask))
		usage_error("--set: no '%.*s'; the output of bench has the sets", (int)len, name);
	if (mask & ~(xa->permitted & XAREA_FILLABLE))
		fatal("%.*s: this machine has not all of it, or bench cannot use it", (int)len,
		      name);
	snprintf(text, sizeof(text), "%.*s", (int)len, name);
	add_set(sets, text, asked_for(xa, mask), mask);
}

/* The set of that name, or NULL. */
static const struct bench_set *find(const struct bench_sets *sets, const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < sets->nr; i++) {
		if (strlen(sets->set[i].name) == len && !strncasecmp(sets->set[i].name, name, len))
			return &sets->set[i];
	}
	return NULL;
}

/*
 * bench_sets - the sets of this machine, or those that are named in @list
 *
 * A name there is that of a set or components with + between them; case does not
 * matter. An unknown one is wrong usage, one that this machine lacks fatal.
 */
void bench_sets(struct bench_sets *sets, const struct xarea *xa, const char *list)
{
	const struct bench_set *set;
	struct bench_sets all = { };
	size_t len;

	make_sets(list ? &all : sets, xa);
	for (; list; list = list[len] ? list + len + 1 : NULL) {
		len = strcspn(list, ",");
		if (sets->nr == BENCH_SETS)
			usage_error("--set: too many");
		set = find(&all, list, len);
		if (set)
			sets->set[sets->nr++] = *set;
		else
			add_named(sets, xa, list, len);
	}
}

#endif /* __x86_64__ */
