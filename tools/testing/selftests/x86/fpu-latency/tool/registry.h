/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of commands, formats and views, which put themselves there */
#ifndef FPU_LATENCY_REGISTRY_H
#define FPU_LATENCY_REGISTRY_H

/* What such a list consists of; the first member of what is in it. */
struct registered {
	const char		*name;
	struct registered	*next;
};

/*
 * REGISTER - put @object, a variable that begins with struct registered, into @list
 *
 * That is done before main(), as kselftest_harness.h does it with its tests. So a
 * new command, format or view is one new file, and no other file names it.
 */
#define REGISTER(list, object)							\
	static void __attribute__((constructor)) register_##object(void)	\
	{									\
		registry_add(&(list), &(object).entry);				\
	}

void registry_add(struct registered **list, struct registered *entry);
void *registry_first(struct registered *list);
void *registry_next(const void *object);
void *registry_find(struct registered *list, const char *name);

#endif /* FPU_LATENCY_REGISTRY_H */
