#include "contestants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <time.h>

#include "Rivals/c_handles.h"
#include "Rivals/c_strings.h"
#include "Rivals/cpp_map.h"
#include "Rivals/sqlite_tree.h"

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double cpu_seconds(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

void must_tally(int32_t status, const char *what)
{
    if (status >= 0) return;
    char text[1024] = "";
    size_t length;
    tally_error_message(text, sizeof text, &length);
    fprintf(stderr, "bench: %s: %s: %s\n", what, tally_status_name(status), text);
    exit(2);
}

/* --- Tally -------------------------------------------------------------------------------------------------------- */

#define BATCH 1000

typedef struct tally_self {
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    tally_node *nodes; /* one for each operation, in their order */
} tally_self;

const char *spoiled_contestant;

int is_spoiled(const char *name) { return spoiled_contestant && strcmp(spoiled_contestant, name) == 0; }

double last_resolve_ns;
const tally_engine_options *contestant_options;

static void *tally_create(const workload *w)
{
    (void)w;
    tally_self *s = must_allocate(sizeof *s);
    memset(s, 0, sizeof *s);
    must_tally(tally_engine_open(contestant_options, &s->engine), "engine_open");
    must_tally(tally_account_open(s->engine, "bench", NULL, &s->account), "account_open");
    return s;
}

static void *tally_create_nodes(const workload *w)
{
    tally_self *s = tally_create(w);
    tally_node *of = must_allocate(w->node_count * sizeof *of);
    memset(of, 0, w->node_count * sizeof *of);
    s->nodes = must_allocate(w->op_count * sizeof *s->nodes);
    double start = cpu_seconds();
    size_t resolved = 0;
    for (size_t i = 0; i < w->op_count; i++) {
        tally_node *node = &of[w->ops[i].node];
        if (!*node) {
            must_tally(tally_node_resolve(s->account, w->ops[i].path, node), "node_resolve");
            resolved++;
        }
        s->nodes[i] = *node;
    }
    last_resolve_ns = (cpu_seconds() - start) * 1e9 / (double)resolved;
    free(of);
    return s;
}

static void ignore_event(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)event;
    (void)text;
}

static void *tally_create_observed(const workload *w)
{
    tally_self *s = tally_create(w);
    must_tally(tally_scope_open(s->engine, &s->scope), "scope_open");
    uint64_t random = 7;
    char path[512];
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t level = 3 + i % (w->depth - 2);
        uint32_t width = w->level_start[level + 1] - w->level_start[level];
        workload_path(w, w->level_start[level] + random_below(&random, width), path);
        must_tally(tally_observe(s->scope, s->account, path, 0, ignore_event, NULL, NULL, NULL), "observe");
    }
    return s;
}

static void tally_destroy(void *self)
{
    tally_self *s = self;
    tally_scope_close(s->scope);
    tally_account_release(s->account);
    must_tally(tally_engine_close(s->engine, -1), "engine_close");
    free(s->nodes);
    free(s);
}

static int tally_get(void *self, const workload *w, uint32_t node, uint64_t *out_count)
{
    char path[512];
    tally_badge badge;
    workload_path(w, node, path);
    must_tally(tally_badge_get(((tally_self *)self)->account, path, &badge), "badge_get");
    *out_count = badge.count;
    return badge.kind != TALLY_KIND_NONE;
}

static uint64_t tally_pass_string(void *self, const op *ops, size_t count)
{
    tally_account *account = ((tally_self *)self)->account;
    uint64_t answered = 0;
    tally_status all = 0; /* becomes negative with the first that is */
    tally_badge badge;
    for (const op *o = ops, *end = o + count; o < end; o++) {
        switch (o->kind) {
        case OP_SET: all |= tally_badge_set(account, o->path, o->value); break;
        case OP_DOT: all |= tally_badge_dot(account, o->path); break;
        case OP_CLEAR: all |= tally_badge_clear(account, o->path); break;
        case OP_FORCE: all |= tally_badge_clear_tree(account, o->path); break;
        default:
            all |= tally_badge_get(account, o->path, &badge);
            answered += badge.count;
        }
    }
    must_tally(all < 0 ? TALLY_ERROR_INTERNAL : 0, "an operation");
    return answered;
}

static uint64_t tally_pass_node(void *self, const op *ops, size_t count)
{
    const tally_self *s = self;
    tally_account *account = s->account;
    uint64_t answered = 0;
    tally_status all = 0;
    tally_badge badge;
    for (size_t i = 0; i < count; i++) {
        tally_node node = s->nodes[i];
        switch (ops[i].kind) {
        case OP_SET: all |= tally_node_set(account, node, ops[i].value); break;
        case OP_DOT: all |= tally_node_dot(account, node); break;
        case OP_CLEAR: all |= tally_node_clear(account, node); break;
        case OP_FORCE: all |= tally_node_clear_tree(account, node); break;
        default:
            all |= tally_node_get(account, node, &badge);
            answered += badge.count;
        }
    }
    must_tally(all < 0 ? TALLY_ERROR_INTERNAL : 0, "an operation");
    return answered;
}

/* By the kind of an op. */
static const int32_t kinds[] = {TALLY_OP_SET, TALLY_OP_DOT, TALLY_OP_CLEAR, TALLY_OP_GET, TALLY_OP_CLEAR_TREE};

/* Runs some operations, of which the first one is that of nodes[0], and returns the sum of what it read. */
typedef uint64_t one_batch(const tally_self *s, const op *ops, const tally_node *nodes, size_t count);

static uint64_t in_batches(const tally_self *s, const op *ops, size_t count, one_batch *run)
{
    uint64_t answered = 0;
    for (size_t start = 0; start < count; start += BATCH)
        answered += run(s, ops + start, s->nodes ? s->nodes + start : NULL, count - start < BATCH ? count - start : BATCH);
    return answered;
}

/* Filling the array is the host's work, and part of what is timed. */
static uint64_t batch(const tally_self *s, const op *ops, const tally_node *nodes, size_t count, uint32_t flags)
{
    static tally_operation operations[BATCH];
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    uint64_t answered = 0;
    options.flags = flags;
    for (size_t i = 0; i < count; i++) {
        tally_operation *t = &operations[i];
        t->kind = kinds[ops[i].kind];
        t->path = nodes ? NULL : ops[i].path;
        t->node = nodes ? nodes[i] : 0;
        t->value = ops[i].value;
        t->until = TALLY_FOREVER;
    }
    must_tally(tally_badge_batch(s->account, operations, count, &options, NULL), "badge_batch");
    for (size_t i = 0; i < count; i++)
        if (operations[i].kind == TALLY_OP_GET) answered += operations[i].count;
    return answered;
}

static uint64_t badge_batch(const tally_self *s, const op *ops, const tally_node *nodes, size_t count)
{
    return batch(s, ops, nodes, count, 0);
}

static uint64_t tally_pass_batch(void *self, const op *ops, size_t count)
{
    return in_batches(self, ops, count, badge_batch);
}

/* The same, each operation on its own. */
static uint64_t badge_each(const tally_self *s, const op *ops, const tally_node *nodes, size_t count)
{
    return batch(s, ops, nodes, count, TALLY_BATCH_EACH);
}

static uint64_t tally_pass_apply(void *self, const op *ops, size_t count)
{
    return in_batches(self, ops, count, badge_each);
}

/* --- Rivals by string ----------------------------------------------------------------------------------------------
 *  */

/* The loop over the operations, for rivals whose functions are named alike. */
#define STRING_RIVAL(prefix, type)                                                                                  \
    static uint64_t prefix##_pass(void *self, const op *ops, size_t n)                                              \
    {                                                                                                               \
        type *t = self;                                                                                             \
        uint64_t answered = 0, count;                                                                               \
        for (const op *o = ops, *end = o + n; o < end; o++) {                                                       \
            switch (o->kind) {                                                                                      \
            case OP_SET: prefix##_set(t, o->path, o->value); break;                                                 \
            case OP_DOT: prefix##_dot(t, o->path); break;                                                           \
            case OP_CLEAR: prefix##_clear(t, o->path); break;                                                       \
            case OP_FORCE: prefix##_force(t, o->path); break;                                                       \
            default:                                                                                                \
                prefix##_get(t, o->path, &count);                                                                   \
                answered += count;                                                                                  \
            }                                                                                                       \
        }                                                                                                           \
        return answered;                                                                                            \
    }                                                                                                               \
    static int prefix##_get_node(void *self, const workload *w, uint32_t node, uint64_t *out_count)                 \
    {                                                                                                               \
        char path[512];                                                                                             \
        workload_path(w, node, path);                                                                               \
        return prefix##_get((type *)self, path, out_count);                                                         \
    }                                                                                                               \
    static void prefix##_destroy_self(void *self) { prefix##_destroy((type *)self); }

STRING_RIVAL(cs, cs_tree)
STRING_RIVAL(cpp, cpp_tree)
STRING_RIVAL(sq, sq_tree)

static void *cs_create_self(const workload *w) { return (void)w, cs_create(); }
static void *cpp_create_self(const workload *w) { return (void)w, cpp_create(); }
static void *sq_create_self(const workload *w) { return sq_create(w, 1); }
static uint64_t cs_pass_groups(void *self, const op *ops, size_t n) { return cs_batch(self, ops, n); }

/* --- The rival by node ---------------------------------------------------------------------------------------------
 *  */

typedef struct ch_self {
    ch_tree *tree;
    uint32_t *of;    /* the tree's number of a workload's node */
    uint32_t *nodes; /* one for each operation, in their order */
} ch_self;

static uint32_t ch_resolve(ch_self *s, const workload *w, uint32_t node)
{
    if (s->of[node] == CH_NONE)
        s->of[node] = ch_add_child(s->tree, ch_resolve(s, w, workload_parent(w, node)));
    return s->of[node];
}

/* In the order of the operations, as tally's nodes and those of the rivals by string come into being. */
static void *ch_create_self(const workload *w)
{
    ch_self *s = must_allocate(sizeof *s);
    s->tree = ch_create();
    s->of = must_allocate(w->node_count * sizeof *s->of);
    s->nodes = must_allocate(w->op_count * sizeof *s->nodes);
    memset(s->of, 0xff, w->node_count * sizeof *s->of);
    s->of[0] = 0;
    for (size_t i = 0; i < w->op_count; i++) s->nodes[i] = ch_resolve(s, w, w->ops[i].node);
    return s;
}

static uint64_t ch_pass(void *self, const op *ops, size_t n)
{
    const ch_self *s = self;
    ch_tree *t = s->tree;
    uint64_t answered = 0, count;
    for (size_t i = 0; i < n; i++) {
        uint32_t node = s->nodes[i];
        switch (ops[i].kind) {
        case OP_SET: ch_set(t, node, ops[i].value); break;
        case OP_DOT: ch_dot(t, node); break;
        case OP_CLEAR: ch_clear(t, node); break;
        case OP_FORCE: ch_force(t, node); break;
        default:
            ch_get(t, node, &count);
            answered += count;
        }
    }
    return answered;
}

static int ch_get_node(void *self, const workload *w, uint32_t node, uint64_t *out_count)
{
    const ch_self *s = self;
    (void)w;
    *out_count = 0;
    return s->of[node] != CH_NONE && ch_get(s->tree, s->of[node], out_count);
}

static void ch_destroy_self(void *self)
{
    ch_self *s = self;
    ch_destroy(s->tree);
    free(s->of);
    free(s->nodes);
    free(s);
}

/* --- The table ------------------------------------------------------------------------------------------------------
 *  */

const contestant contestants[] = {
    {"tally-string", "tally, by string", "c-string", 0, tally_create, tally_pass_string, tally_get, tally_destroy},
    {"tally-batch-string", "tally, by string, batches of 1,000", "c-string", 0, tally_create, tally_pass_batch,
     tally_get, tally_destroy},
    {"c-string", "C, string keys", "c-string", 0, cs_create_self, cs_pass, cs_get_node, cs_destroy_self},
    {"c-string-16", "C, string keys, 16 at a time", "c-string", 0, cs_create_self, cs_pass_groups, cs_get_node,
     cs_destroy_self},
    {"c++", "C++ unordered_map", "c-string", 0, cpp_create_self, cpp_pass, cpp_get_node, cpp_destroy_self},
    {"tally-node", "tally, by node", "c-node", 1, tally_create_nodes, tally_pass_node, tally_get, tally_destroy},
    {"tally-batch-node", "tally, by node, batches of 1,000", "c-node", 1, tally_create_nodes, tally_pass_batch,
     tally_get, tally_destroy},
    {"tally-apply-node", "tally, by node, 1,000 each on its own", "c-node", 1, tally_create_nodes, tally_pass_apply,
     tally_get, tally_destroy},
    {"c-node", "C, node handles", "c-node", 1, ch_create_self, ch_pass, ch_get_node, ch_destroy_self},
};
const size_t contestant_count = sizeof contestants / sizeof contestants[0];

const contestant tally_observed = {"tally-string-observed", "tally, by string, 100 nodes observed", "c-string", 0,
                                   tally_create_observed, tally_pass_string, tally_get, tally_destroy};
const contestant sqlite_contestant = {"sqlite", "SQLite in memory, recursive UPDATE", "c-string", 0, sq_create_self,
                                      sq_pass, sq_get_node, sq_destroy_self};

const contestant *contestant_named(const char *name)
{
    for (size_t i = 0; i < contestant_count; i++)
        if (strcmp(contestants[i].name, name) == 0) return &contestants[i];
    return strcmp(name, tally_observed.name) == 0 ? &tally_observed : NULL;
}
