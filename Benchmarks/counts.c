/*
 * counts: goes the hot paths of the library, and says for each how many operations it was, and how many allocations
 * they took. Under `valgrind --tool=callgrind --instr-atstart=no` it also writes a dump of each, which has the
 * instructions; check_counts.py runs it so. Numbers that repeat: the engine has no thread of its own, and a seed.
 *
 *     counts
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <valgrind/callgrind.h>

#include <callocations.h>
#include "contestants.h"
#include "workloads.h"
#include "lists.h"

enum { LEAVES = 1000 };

static const tally_engine_options options = {
    .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .seed = 1};

/* --- Counting ------------------------------------------------------------------------------------------------------
 *  */

static uint64_t allocations;

static void begin(void)
{
    CALLGRIND_START_INSTRUMENTATION;
    allocations = callocations_count();
}

static void end(const char *name, size_t operations)
{
    allocations = callocations_count() - allocations;
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS_AT(name);
    printf("%s\t%zu\t%llu\n", name, operations, (unsigned long long)allocations);
}

/* --- The mixed operations of the workloads -------------------------------------------------------------------------
 *  */

static void count_workload(const char *name, int index, const char *contestant_name)
{
    enum { OPERATIONS = 20000 };
    const contestant *c = contestant_named(contestant_name);
    workload w;
    workload_make(&w, index, OPERATIONS);
    void *self = c->create(&w);
    c->pass(self, w.ops, w.op_count);
    if (!c->by_node) c->pass(self, w.settle, w.settle_count);
    begin();
    c->pass(self, w.again, w.op_count);
    end(name, w.op_count);
    c->destroy(self);
    workload_free(&w);
}

/* --- One kind of operation at a time, on a tree of 1,000 leaves, fan-out 10, all of them set -----------------------
 *  */

typedef struct place {
    tally_engine *engine;
    tally_account *account;
    char paths[LEAVES][32];
    tally_node nodes[LEAVES];
} place;

static void place_open(place *p)
{
    workload w;
    workload_shape(&w, 10, 3);
    must_tally(tally_engine_open(&options, &p->engine), "engine_open");
    must_tally(tally_account_open(p->engine, "counts", NULL, &p->account), "account_open");
    for (uint32_t i = 0; i < LEAVES; i++) {
        workload_path(&w, workload_leaf(&w, i), p->paths[i]);
        must_tally(tally_node_resolve(p->account, p->paths[i], &p->nodes[i]), "node_resolve");
        must_tally(tally_node_set(p->account, p->nodes[i], 1 + i), "node_set");
    }
}

static void place_close(place *p)
{
    tally_account_release(p->account);
    must_tally(tally_engine_close(p->engine, -1), "engine_close");
}

/* Each kind is gone through once beforehand: what it asks for once and keeps is not counted. */
#define COUNT_EACH(name, call)                                               \
    for (int64_t pass = 1; pass <= 2; pass++) {                              \
        if (pass == 2) begin();                                              \
        for (uint32_t i = 0; i < LEAVES; i++) must_tally(call, name);        \
        if (pass == 2) end(name, LEAVES);                                    \
    }

static void count_operations(place *p)
{
    tally_badge badge;
    COUNT_EACH("set by string", tally_badge_set(p->account, p->paths[i], 1000 * pass + i))
    COUNT_EACH("set by node", tally_node_set(p->account, p->nodes[i], 3000 * pass + i))
    COUNT_EACH("get by string", tally_badge_get(p->account, p->paths[i], &badge))
    COUNT_EACH("get by node", tally_node_get(p->account, p->nodes[i], &badge))
    COUNT_EACH("clear and set by string",
               tally_badge_clear(p->account, p->paths[i]) | tally_badge_set(p->account, p->paths[i], 5))
}

static void ignore_event(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)event;
    (void)text;
}

static void count_events(place *p)
{
    tally_scope *scope;
    size_t told;
    must_tally(tally_scope_open(p->engine, &scope), "scope_open");
    for (uint32_t i = 0; i < LEAVES; i++)
        must_tally(tally_observe(scope, p->account, p->paths[i], 0, ignore_event, NULL, NULL, NULL), "observe");
    COUNT_EACH("set, merged with an event that waits", tally_badge_set(p->account, p->paths[i], 7000 * pass + i))
    must_tally(tally_engine_dispatch(p->engine, 0, &told), "dispatch");
    for (uint32_t i = 0; i < LEAVES; i++) must_tally(tally_badge_set(p->account, p->paths[i], 9), "badge_set");
    begin();
    must_tally(tally_engine_dispatch(p->engine, 0, &told), "dispatch");
    end("delivery", told);
    tally_scope_close(scope);
}

static void count_reading(place *p)
{
    static tally_badge_entry entries[2 * LEAVES];
    static tally_reason reasons[LEAVES];
    static char text[2 * LEAVES * 32];
    uint64_t since = 0, revision;
    size_t listed = 0, size;
    badge_changes(p->account, 0, 0, NULL, 0, NULL, 0, &listed, &since); /* from here on they are kept */
    must_tally(account_info(p->account, NULL, &since, NULL, NULL), "account_info");
    for (int pass = 1; pass <= 2; pass++) {
        for (uint32_t i = 0; i < LEAVES; i++) must_tally(tally_badge_set(p->account, p->paths[i], pass), "badge_set");
        if (pass == 2) begin();
        must_tally(badge_changes(p->account, since, 0, entries, 2 * LEAVES, text, sizeof text, &listed,
                                       &revision), "badge_changes");
        if (pass == 2) end("changes since, a node", listed);
        since = revision;
    }
    for (int pass = 1; pass <= 2; pass++) {
        if (pass == 2) begin();
        must_tally(badge_list(p->account, "root", TALLY_SUBTREE, entries, 2 * LEAVES, text, sizeof text,
                                    &listed, &size, NULL), "badge_list");
        if (pass == 2) end("list, a node", listed);
    }
    for (int pass = 1; pass <= 2; pass++) {
        if (pass == 2) begin();
        must_tally(badge_explain(p->account, "root", reasons, LEAVES, text, sizeof text, &listed, &size),
                   "badge_explain");
        if (pass == 2) end("explanation, a reason", listed);
    }
}

/* Every tenth leaf of one of two like trees is changed. */
static void count_diffs(place *p)
{
    static unsigned char from[65536], to[65536], patch[65536];
    size_t from_size, to_size, size;
    uint64_t digest;
    tally_account *other;
    tally_bytes between;
    must_tally(tally_account_open(p->engine, "other", NULL, &other), "account_open");
    must_tally(badge_snapshot(p->account, "root", from, sizeof from, &from_size), "badge_snapshot");
    must_tally(badge_restore(other, "root", from, from_size), "badge_restore");
    for (int pass = 1; pass <= 2; pass++) {
        must_tally(tally_badge_digest(other, "root", &digest), "badge_digest");
        must_tally(tally_badge_digest(p->account, "root", &digest), "badge_digest");
        for (uint32_t i = 0; i < LEAVES; i += 10) must_tally(tally_badge_set(p->account, p->paths[i], 50 + pass), "set");
        if (pass == 2) begin();
        must_tally(tally_badge_digest(p->account, "root", &digest), "badge_digest");
        if (pass == 2) end("digest, a changed leaf", LEAVES / 10);
        if (pass == 2) begin();
        must_tally(tally_badge_diff(other, "root", p->account, "root", &between), "badge_diff");
        tally_bytes_release(&between);
        if (pass == 2) end("diff of live trees, a changed leaf of ten", LEAVES / 10);
        if (pass == 2) begin();
        must_tally(badge_snapshot(p->account, "root", to, sizeof to, &to_size), "badge_snapshot");
        if (pass == 2) end("snapshot, an entry", LEAVES);
        if (pass == 2) begin();
        must_tally(snapshot_diff(from, from_size, to, to_size, patch, sizeof patch, &size), "snapshot_diff");
        if (pass == 2) end("diff of snapshots, an entry", LEAVES);
    }
    tally_account_release(other);
}

int main(void)
{
    static place p;
    contestant_options = &options;
    count_workload("W5 by string", 4, "tally-string");
    count_workload("W5 by string, batches of 1,000", 4, "tally-batch-string");
    count_workload("W5 by node", 4, "tally-node");
    count_workload("W5 by node, batches of 1,000", 4, "tally-batch-node");
    count_workload("W5 by node, 1,000 each on its own", 4, "tally-apply-node");
    count_workload("W3 by string", 2, "tally-string");
    place_open(&p);
    count_operations(&p);
    count_events(&p);
    count_reading(&p);
    count_diffs(&p);
    place_close(&p);
    return 0;
}
