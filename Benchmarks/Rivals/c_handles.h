/*
 * Rival (a): a tree in C whose nodes are numbers, as a structure of arrays.
 *
 * The semantics that the workloads need: set, dot, clear, get, force, aggregation "children". Badges are owned by
 * leaves; so sums go up to the root as they are. `lit` counts the leaves that show a badge.
 */
#ifndef C_HANDLES_H
#define C_HANDLES_H

#include <stddef.h>
#include <stdint.h>

#define CH_NONE UINT32_MAX

typedef struct ch_tree ch_tree;

ch_tree *ch_create(void); /* with the root, node 0 */
void ch_destroy(ch_tree *tree);
uint32_t ch_add_child(ch_tree *tree, uint32_t parent);
void ch_set(ch_tree *tree, uint32_t node, uint32_t count);
void ch_dot(ch_tree *tree, uint32_t node);
void ch_clear(ch_tree *tree, uint32_t node);
void ch_force(ch_tree *tree, uint32_t node);
int ch_get(const ch_tree *tree, uint32_t node, uint64_t *out_count); /* 1: it shows a badge */

#endif
