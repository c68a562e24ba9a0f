/* contestants.h: everything that replays a workload, behind one table of functions. */
#ifndef CONTESTANTS_H
#define CONTESTANTS_H

#include "workloads.h"

typedef struct contestant {
    const char *name;
    const char *title;
    const char *reference; /* the name of the rival that it is compared with */
    int by_node;           /* nodes are resolved beforehand, so there is no cold pass */
    void *(*create)(const workload *w);          /* not timed; resolves the nodes */
    /* Returns the sum of the counts that gets answered. By node: ops or again of the workload, whole. */
    uint64_t (*pass)(void *self, const op *ops, size_t count);
    int (*get)(void *self, const workload *w, uint32_t node, uint64_t *out_count);
    void (*destroy)(void *self);
} contestant;

extern const contestant contestants[];
extern const size_t contestant_count;

/* W1 only: as "tally-string", and 100 nodes of depth >= 3 are observed and nobody drains the events. */
extern const contestant tally_observed;
/* Few operations only. */
extern const contestant sqlite_contestant;

const contestant *contestant_named(const char *name);

/* Whether the results of this contestant are to be wrong: a test that the others notice it. */
extern const char *spoiled_contestant;
int is_spoiled(const char *name);

/* The options of tally's engines; NULL: all defaults. */
struct tally_engine_options;
extern const struct tally_engine_options *contestant_options;

/* How long the last tally_node_resolve of all nodes took, ns each. */
extern double last_resolve_ns;

/* Ends the program where a status is an error. */
void must_tally(int32_t status, const char *what);

double cpu_seconds(void);  /* sums all threads of this process */
double wall_seconds(void);

#endif
