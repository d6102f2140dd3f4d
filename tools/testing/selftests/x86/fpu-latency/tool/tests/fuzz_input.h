/* SPDX-License-Identifier: GPL-2.0 */
/* What the linker has the tool call while it is fuzzed: the Makefile has --wrap for each */
#ifndef FPU_LATENCY_TESTS_FUZZ_INPUT_H
#define FPU_LATENCY_TESTS_FUZZ_INPUT_H

#include "../source.h"

struct sqlite3;

_Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);
void __real_source_open(struct source *src, const char *path);
void __wrap_source_open(struct source *src, const char *path);
void __real_source_close(struct source *src);
void __wrap_source_close(struct source *src);
int __real_sqlite3_open_v2(const char *path, struct sqlite3 **db, int flags, const char *vfs);
int __wrap_sqlite3_open_v2(const char *path, struct sqlite3 **db, int flags, const char *vfs);
int __real_sqlite3_close(struct sqlite3 *db);
int __wrap_sqlite3_close(struct sqlite3 *db);

#endif /* FPU_LATENCY_TESTS_FUZZ_INPUT_H */
