/*
 * Rival (b), the reference "C": a tree in C whose nodes are found by their paths, in a table of its own with open
 * addressing. The semantics are those of c_handles.h; nodes come into being when they are first set.
 * Rival (b2) is cs_batch: the same tree, sixteen operations at a time, with what they will touch fetched in advance.
 */
#ifndef C_STRINGS_H
#define C_STRINGS_H

#include "../workloads.h"

typedef struct cs_tree cs_tree;

cs_tree *cs_create(void);
void cs_destroy(cs_tree *tree);
void cs_set(cs_tree *tree, const char *path, uint32_t count);
void cs_dot(cs_tree *tree, const char *path);
void cs_clear(cs_tree *tree, const char *path);
void cs_force(cs_tree *tree, const char *path);
int cs_get(const cs_tree *tree, const char *path, uint64_t *out_count);

/* Returns the sum of the counts that the gets among them answered. */
uint64_t cs_batch(cs_tree *tree, const op *ops, size_t count);

#endif
