/* Files of stores, and what is done with them from outside. */
#ifndef TALLY_TEST_STOREFILE_H
#define TALLY_TEST_STOREFILE_H

#include "everything.h"

/* A directory's names and bytes, as one hash. */
uint64_t hash_of_directory(const char *directory);

/* Opens a file host-driven, with the world's clock and these flags besides. */
tally_status open_file(world *w, const char *file, uint32_t flags);

/* A file with everything in it, closed; its bytes. The caller frees. */
char *make_file(world *w, size_t *out_count);

/* Opens what was recovered: it is in order. */
void open_recovered(world *w, const char *file);

/* With SQLite itself, which knows nothing of checksums; creates nothing. */
int64_t select_number(const char *file, const char *sql);

/* Runs SQL on a file with SQLite itself: keeping the checksums of the pages, or as another program does. */
void run_sql(const char *file, const char *sql);
void run_sql_of_others(const char *file, const char *sql);

/* As another program does that puts the same tables and rows into a file of its own (the sqlite3 program's .recover):
 * without room for checksums, and without what tells of each page what it is. */
void rebuild_without_checksums(const char *file);

void copy_file(const char *from, const char *to);

#endif
