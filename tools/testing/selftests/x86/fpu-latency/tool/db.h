/* SPDX-License-Identifier: GPL-2.0 */
/* Events and figures in an SQLite database; the schema is in README.md */
#ifndef FPU_LATENCY_DB_H
#define FPU_LATENCY_DB_H

#include "meta.h"
#include "reader.h"
#include "tally.h"

/* "fpul", so that file(1) and the tool itself know such a database. */
#define DB_APPLICATION_ID	0x6670756c
#define DB_SCHEMA_VERSION	2

struct db;

char *db_file_name(const char *path);
struct db *db_create(const char *path, bool with_events);
void db_add(void *data, const struct event *ev);
void db_add_groups(struct db *db, const struct groups *groups);
void db_finish(struct db *db, const struct tally *tally, const struct meta *meta);

#endif /* FPU_LATENCY_DB_H */
