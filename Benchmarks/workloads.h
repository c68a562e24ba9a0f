/*
 * workloads.h: the operations that the benchmarks replay, seeded, made in memory before anything is timed.
 *
 * Every tree is regular: `depth` levels of `fan` children each; only leaves own badges. Nodes are numbered level by
 * level from the root, which is 0, so that the parent of a node is arithmetic.
 */
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include <stddef.h>
#include <stdint.h>

enum { OP_SET, OP_DOT, OP_CLEAR, OP_GET, OP_FORCE };

typedef struct op {
    const char *path; /* ended by NUL, as a host passes it */
    uint32_t node;
    uint16_t kind;  /* OP_... */
    uint16_t value; /* SET: 1 to 99 */
} op;

#define MAX_LEVELS 66

typedef struct workload {
    const char *name;
    const char *what;
    uint32_t fan, depth;
    uint32_t node_count;            /* root and inner nodes included */
    uint32_t level_start[MAX_LEVELS]; /* the first node of level i; [depth + 1] is node_count */
    /*
     * Three lists, played one after the other on a fresh tree: `ops` is the cold pass. `settle` sets and clears again
     * the few leaves that the cold pass only cleared or read, so that all exist. `again`, the warm pass, is on the
     * same nodes in the same order, but with other random operations: repeating `ops` would change nothing if a leaf
     * occurs once.
     */
    op *ops, *settle, *again;
    size_t op_count, settle_count; /* the lengths of ops and again, and of settle */
    char *text; /* ops[].path points into it */
} workload;

/* W1 to W6; index from 0. */
#define WORKLOAD_COUNT 6
extern const char *const workload_names[WORKLOAD_COUNT];

void workload_make(workload *w, int index, size_t op_count);
/* The tree alone, without operations; nothing to free. */
void workload_shape(workload *w, uint32_t fan, uint32_t depth);
void workload_free(workload *w);

static inline uint32_t workload_leaf(const workload *w, uint32_t index) { return w->level_start[w->depth] + index; }
static inline uint32_t workload_leaf_count(const workload *w) { return w->node_count - w->level_start[w->depth]; }
uint32_t workload_level(const workload *w, uint32_t node);
uint32_t workload_parent(const workload *w, uint32_t node); /* not of the root */

/* Writes the path, ended by NUL, and returns its length. 512 bytes suffice. */
size_t workload_path(const workload *w, uint32_t node, char *buffer);

/* splitmix64 */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline uint32_t random_below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)(((random_next(state) >> 32) * bound) >> 32);
}

/* For sizes that the program cannot go on without. */
void *must_allocate(size_t bytes);

#endif
