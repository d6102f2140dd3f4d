/* SPDX-License-Identifier: GPL-2.0 */
/* Events in an SQLite database; the schema is in README.md */
#ifndef FPU_LATENCY_DB_H
#define FPU_LATENCY_DB_H

#include "event.h"

struct db;

const char *db_version(void);
struct db *db_create(const char *path);
void db_add(struct db *db, const struct event *ev);
void db_count(struct db *db, const char *what, uint64_t n);
void db_finish(struct db *db);

#endif /* FPU_LATENCY_DB_H */
