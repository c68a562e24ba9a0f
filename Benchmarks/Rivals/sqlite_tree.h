/*
 * Rival (d): the tree as a table of SQLite in memory, every change carried upward by a recursive UPDATE; and a plain
 * C program that writes badges to a file and reads them again, the measure for the store.
 */
#ifndef SQLITE_TREE_H
#define SQLITE_TREE_H

#include "../workloads.h"

typedef struct sq_tree sq_tree;

/* With all nodes of the workload there, or, with `whole` 0, only the root. */
sq_tree *sq_create(const workload *w, int whole);
void sq_destroy(sq_tree *tree);
void sq_set(sq_tree *tree, const char *path, uint32_t count);
void sq_dot(sq_tree *tree, const char *path);
void sq_clear(sq_tree *tree, const char *path);
void sq_force(sq_tree *tree, const char *path);
int sq_get(sq_tree *tree, const char *path, uint64_t *out_count);

/* Upserts the leaves in the given order, `rows` a transaction, with WAL and synchronous FULL, and closes the file. */
void sq_write(const char *file, const workload *w, const uint32_t *order, size_t count, size_t rows);

/* Reads all rows; where `visit` is not NULL it is called with each. Returns how many. */
size_t sq_read(const char *file, void (*visit)(void *context, const char *path, int kind, uint32_t count),
               void *context);

#endif
