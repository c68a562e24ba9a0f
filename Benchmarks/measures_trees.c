/* The cost of whole trees: changes since a revision, diffs, snapshots, explanations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>

#include "Rivals/c_scan.h"
#include "contestants.h"
#include "measures.h"
#include "workloads.h"
#include "lists.h"

#define MAX_ROUNDS 100

static void must_be(uint64_t measured, uint64_t expected, const char *what)
{
    if (measured == expected) return;
    fprintf(stderr, "bench: %s: %llu, %llu expected\n", what, (unsigned long long)measured,
            (unsigned long long)expected);
    exit(1);
}

/* --- A tree with all leaves set, and nodes resolved, so that changing it is not what takes the time --------------- */

typedef struct tree {
    tally_account *account;
    tally_node *leaves;
    uint32_t count;
} tree;

static int64_t value_of(uint32_t leaf) { return 1 + leaf % 99; }

static tree tree_open(tally_engine *engine, const char *name, const workload *w)
{
    tree t = {.count = workload_leaf_count(w)};
    char path[512];
    must_tally(tally_account_open(engine, name, NULL, &t.account), "account_open");
    t.leaves = must_allocate(t.count * sizeof *t.leaves);
    for (uint32_t i = 0; i < t.count; i++) {
        workload_path(w, workload_leaf(w, i), path);
        must_tally(tally_node_resolve(t.account, path, &t.leaves[i]), "node_resolve");
        must_tally(tally_node_set(t.account, t.leaves[i], value_of(i)), "node_set");
    }
    return t;
}

static void tree_close(tree *t)
{
    tally_account_release(t->account);
    free(t->leaves);
}

/* 0 to count - 1, in random order. */
static uint32_t *shuffled(uint32_t count, uint64_t seed)
{
    uint32_t *order = must_allocate(count * sizeof *order);
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = random_below(&seed, i), t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
    return order;
}

/* --- Changes since a revision ------------------------------------------------------------------------------------- */

const changes_case changes_cases[CHANGES_CASES] = {{1, 1000}, {0, 1000}, {0, 20000}};

enum { CHANGES_ROOM = 200000 };

/*
 * Changes leaves by their paths, and asks once, and once more for the same. ns a node that was listed: the first time,
 * as a host does that polls, and again, when all of it is in the caches.
 */
static void time_changes(const tree *t, const workload *w, uint32_t leaves, uint64_t *random, uint64_t *since,
                         double *out_first, double *out_again)
{
    static tally_badge_entry entries[CHANGES_ROOM];
    static char text[CHANGES_ROOM * 32];
    double *took[] = {out_first, out_again};
    uint64_t before = *since;
    for (uint32_t i = 0; i < leaves; i++) {
        char path[512];
        int64_t value = 1 + random_below(random, 1000000); /* hardly ever the same again */
        workload_path(w, workload_leaf(w, random_below(random, t->count)), path);
        must_tally(tally_badge_set(t->account, path, value), "badge_set");
    }
    for (int i = 0; i < 2; i++) {
        size_t count = 0;
        double start = cpu_seconds();
        tally_status status = badge_changes(t->account, before, 0, entries, CHANGES_ROOM, text, sizeof text,
                                                  &count, since);
        *took[i] = cpu_seconds() - start;
        must_tally(status, "badge_changes");
        must_be((uint64_t)status, TALLY_OK, "changes answered");
        must_be(before < *since && count > leaves / 2, 1, "changes were listed");
        *took[i] *= 1e9 / (double)count;
    }
}

void measure_changes(int rounds, uint32_t depth, changes_costs *out)
{
    enum { REPEATS = 20 };
    static double first[CHANGES_CASES][MAX_ROUNDS * REPEATS], again[CHANGES_CASES][MAX_ROUNDS * REPEATS];
    workload small, large;
    tally_engine *engine;
    workload_shape(&small, 10, 4);
    workload_shape(&large, 10, depth);
    must_tally(tally_engine_open(NULL, &engine), "engine_open");
    tree trees[2] = {tree_open(engine, "large", &large), tree_open(engine, "small", &small)};
    uint64_t since[2] = {0, 0}, random = 11;
    for (int i = 0; i < 2; i++) {
        size_t count;
        tally_status status = badge_changes(trees[i].account, 0, 0, NULL, 0, NULL, 0, &count, &since[i]);
        must_be((uint64_t)status, TALLY_RESYNC, "the first call answered");
        must_tally(account_info(trees[i].account, NULL, &since[i], NULL, NULL), "account_info");
    }
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < CHANGES_CASES; turn++) {
            int i = (turn + round) % CHANGES_CASES, which = changes_cases[i].small;
            for (int k = round * REPEATS; k < (round + 1) * REPEATS; k++)
                time_changes(&trees[which], which ? &small : &large, changes_cases[i].leaves, &random, &since[which],
                             &first[i][k], &again[i][k]);
        }
    }
    for (int i = 0; i < CHANGES_CASES; i++) {
        out->first[i] = median(first[i], (size_t)rounds * REPEATS);
        out->again[i] = median(again[i], (size_t)rounds * REPEATS);
    }
    for (int i = 0; i < 2; i++) tree_close(&trees[i]);
    must_tally(tally_engine_close(engine, -1), "engine_close");
}

/* --- Diffs and snapshots ------------------------------------------------------------------------------------------ */

enum { RUN = 64 };

const diff_case diff_cases[DIFF_CASES] = {{0.001, 0}, {0.001, 1}, {0.01, 0}, {0.01, 1}, {0.5, 0}, {0.5, 1}};

typedef struct bytes {
    unsigned char *data;
    size_t capacity, size;
} bytes;

static bytes bytes_make(size_t capacity)
{
    bytes b = {must_allocate(capacity), capacity, 0};
    memset(b.data, 1, capacity); /* its pages are there before anything is timed */
    return b;
}

typedef struct diff_world {
    tally_engine *engine;
    tree from, to;
    scan_entry *scan_from, *scan_to;
    scan_change *scan_out;
    uint32_t *leaves, *runs; /* both in random order */
    bytes snapshot_from, snapshot_to, patch;
    tally_snapshot *decoded_from, *decoded_to;
} diff_world;

static void change(diff_world *world, const diff_case *c, int64_t by, uint32_t *out_changed)
{
    uint32_t wanted = (uint32_t)(c->part * world->to.count), changed = 0;
    for (uint32_t i = 0; changed < wanted; i++) {
        uint32_t first = c->in_runs ? world->runs[i] * RUN : world->leaves[i];
        for (uint32_t leaf = first; leaf < first + (c->in_runs ? RUN : 1); leaf++, changed++) {
            must_tally(tally_node_set(world->to.account, world->to.leaves[leaf], value_of(leaf) + by), "node_set");
            world->scan_to[leaf].value = (uint64_t)(value_of(leaf) + by);
        }
    }
    *out_changed = changed;
}

static double snapshot(tally_account *account, bytes *out)
{
    double start = cpu_seconds();
    must_tally(badge_snapshot(account, "root", out->data, out->capacity, &out->size), "badge_snapshot");
    return cpu_seconds() - start;
}

static double update_digests(diff_world *world)
{
    uint64_t digest;
    double start = cpu_seconds();
    must_tally(tally_badge_digest(world->from.account, "root", &digest), "badge_digest");
    must_tally(tally_badge_digest(world->to.account, "root", &digest), "badge_digest");
    return cpu_seconds() - start;
}

static double diff_live(diff_world *world)
{
    tally_bytes patch;
    double start = cpu_seconds();
    must_tally(tally_badge_diff(world->from.account, "root", world->to.account, "root", &patch), "badge_diff");
    world->patch.size = patch.size;
    tally_bytes_release(&patch);
    return cpu_seconds() - start;
}

static double decode(const bytes *b, tally_snapshot **out)
{
    double start = cpu_seconds();
    must_tally(tally_snapshot_decode(b->data, b->size, out), "snapshot_decode");
    return cpu_seconds() - start;
}

static double diff_snapshots(diff_world *world)
{
    tally_bytes patch;
    double start = cpu_seconds();
    must_tally(tally_snapshot_diff(world->decoded_from, world->decoded_to, &patch), "snapshot_diff");
    world->patch.size = patch.size;
    tally_bytes_release(&patch);
    return cpu_seconds() - start;
}

static double diff_bytes(diff_world *world)
{
    double start = cpu_seconds();
    must_tally(snapshot_diff(world->snapshot_from.data, world->snapshot_from.size, world->snapshot_to.data,
                                   world->snapshot_to.size, world->patch.data, world->patch.capacity,
                                   &world->patch.size), "snapshot_diff");
    return cpu_seconds() - start;
}

static double diff_scan(diff_world *world, uint32_t changed)
{
    double start = cpu_seconds();
    size_t found = c_scan_diff(world->scan_from, world->from.count, world->scan_to, world->to.count, world->scan_out);
    double took = cpu_seconds() - start;
    must_be(found + (size_t)is_spoiled("c-scan"), changed, "changes that the scan found");
    return took;
}

/* Into a new account: all of its nodes are created. */
static double restore(const bytes *b, uint64_t expected)
{
    tally_engine *engine;
    tally_account *account;
    tally_badge badge;
    must_tally(tally_engine_open(NULL, &engine), "engine_open");
    must_tally(tally_account_open(engine, "bench", NULL, &account), "account_open");
    double start = cpu_seconds();
    must_tally(badge_restore(account, "root", b->data, b->size), "badge_restore");
    double took = cpu_seconds() - start;
    must_tally(tally_badge_get(account, "root", &badge), "badge_get");
    must_be(badge.count, expected, "the root of what was restored");
    tally_account_release(account);
    must_tally(tally_engine_close(engine, -1), "engine_close");
    return took;
}

/*
 * One case: changes, diffs and changes back. The kinds of diff take turns; each is called twice, and the second call
 * counts. The first diff of the live trees, right after their digests, is reported too.
 */
enum { REPEATS = 3, LIVE = 0, SNAPSHOTS, BYTES, SCAN, KINDS };

typedef struct case_times {
    double kinds[REPEATS][KINDS];
    double first_live, digests, encode, decode;
} case_times;

static double diff_by(diff_world *world, int kind, uint32_t changed)
{
    switch (kind) {
    case LIVE: return diff_live(world);
    case SNAPSHOTS: return diff_snapshots(world);
    case BYTES: return diff_bytes(world);
    default: return diff_scan(world, changed);
    }
}

static void play_case(diff_world *world, const diff_case *c, case_times *out)
{
    uint32_t changed;
    change(world, c, 100, &changed);
    out->digests = update_digests(world);
    out->first_live = diff_live(world);
    size_t live_size = world->patch.size;
    out->encode = snapshot(world->to.account, &world->snapshot_to);
    out->decode = decode(&world->snapshot_to, &world->decoded_to);
    for (int i = 0; i < REPEATS; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            diff_by(world, kind, changed);
            out->kinds[i][kind] = diff_by(world, kind, changed);
            if (kind != SCAN) must_be(world->patch.size, live_size, "bytes of the patch");
        }
    }
    tally_snapshot_release(world->decoded_to);
    change(world, c, 0, &changed);
    update_digests(world);
}

static void diff_world_open(diff_world *world, const workload *w)
{
    must_tally(tally_engine_open(NULL, &world->engine), "engine_open");
    world->from = tree_open(world->engine, "from", w);
    world->to = tree_open(world->engine, "to", w);
    uint32_t count = world->from.count;
    world->scan_from = must_allocate(count * sizeof *world->scan_from);
    world->scan_to = must_allocate(count * sizeof *world->scan_to);
    world->scan_out = must_allocate(2 * (size_t)count * sizeof *world->scan_out);
    memset(world->scan_out, 1, 2 * (size_t)count * sizeof *world->scan_out);
    for (uint32_t i = 0; i < count; i++)
        world->scan_from[i] = world->scan_to[i] = (scan_entry){i, (uint64_t)value_of(i)};
    world->leaves = shuffled(count, 21);
    world->runs = shuffled(count / RUN, 22);
    world->snapshot_from = bytes_make(32u << 20);
    world->snapshot_to = bytes_make(32u << 20);
    world->patch = bytes_make(64u << 20);
    snapshot(world->from.account, &world->snapshot_from);
    decode(&world->snapshot_from, &world->decoded_from);
    update_digests(world);
}

static void diff_world_close(diff_world *world)
{
    tree_close(&world->from);
    tree_close(&world->to);
    tally_snapshot_release(world->decoded_from);
    must_tally(tally_engine_close(world->engine, -1), "engine_close");
    void *memory[] = {world->scan_from, world->scan_to, world->scan_out, world->leaves, world->runs,
                      world->snapshot_from.data, world->snapshot_to.data, world->patch.data};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) free(memory[i]);
}

/* The median of one member over all rounds, in ms. */
static double case_median(const case_times *times, int rounds, size_t offset)
{
    double values[MAX_ROUNDS];
    for (int i = 0; i < rounds; i++) memcpy(&values[i], (const char *)&times[i] + offset, sizeof values[i]);
    return median(values, (size_t)rounds) * 1e3;
}

static double kind_median(const case_times *times, int rounds, int kind)
{
    double values[MAX_ROUNDS * REPEATS];
    for (int i = 0; i < rounds * REPEATS; i++) values[i] = times[i / REPEATS].kinds[i % REPEATS][kind];
    return median(values, (size_t)rounds * REPEATS) * 1e3;
}

void measure_diffs(int rounds, uint32_t depth, diff_costs *out)
{
    static case_times times[DIFF_CASES][MAX_ROUNDS];
    double restored[MAX_ROUNDS];
    workload w;
    diff_world world;
    uint64_t sum = 0;
    workload_shape(&w, 10, depth);
    diff_world_open(&world, &w);
    for (uint32_t i = 0; i < world.from.count; i++) sum += (uint64_t)value_of(i);
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < DIFF_CASES; turn++) {
            int i = (turn + round) % DIFF_CASES;
            play_case(&world, &diff_cases[i], &times[i][round]);
        }
        restored[round] = restore(&world.snapshot_from, sum);
    }
    for (int i = 0; i < DIFF_CASES; i++) {
        out->live[i] = kind_median(times[i], rounds, LIVE);
        out->snapshots[i] = kind_median(times[i], rounds, SNAPSHOTS);
        out->bytes[i] = kind_median(times[i], rounds, BYTES);
        out->scan[i] = kind_median(times[i], rounds, SCAN);
        out->first_live[i] = case_median(times[i], rounds, offsetof(case_times, first_live));
        out->digests[i] = case_median(times[i], rounds, offsetof(case_times, digests));
    }
    out->encode = case_median(times[0], rounds, offsetof(case_times, encode));
    out->decode = case_median(times[0], rounds, offsetof(case_times, decode));
    out->restore = median(restored, (size_t)rounds) * 1e3;
    out->snapshot_bytes = (double)world.snapshot_from.size;
    diff_world_close(&world);
}

/* --- Links -------------------------------------------------------------------------------------------------------- */

enum { LINKED = 1000, FOLDERS = 20 };

/* Sets each `step`-th leaf from the first on, LINKED of them. */
static double time_sets(const tree *t, uint32_t first, uint32_t step, int64_t by)
{
    double start = cpu_seconds();
    for (uint32_t i = 0; i < LINKED; i++) {
        uint32_t leaf = first + i * step;
        must_tally(tally_node_set(t->account, t->leaves[leaf], value_of(leaf) + by), "node_set");
    }
    return (cpu_seconds() - start) * 1e9 / LINKED;
}

void measure_links(int rounds, uint32_t depth, link_costs *out)
{
    enum { TIMES = 50, CASES = 3 };
    static double took[CASES][MAX_ROUNDS * TIMES];
    workload w;
    tally_engine *engine;
    char path[512], folder[32];
    workload_shape(&w, 10, depth);
    must_tally(tally_engine_open(NULL, &engine), "engine_open");
    tree plain = tree_open(engine, "plain", &w), linked = tree_open(engine, "linked", &w);
    uint32_t step = linked.count / LINKED;
    for (uint32_t i = 0; i < LINKED; i++) {
        workload_path(&w, workload_leaf(&w, i * step), path);
        snprintf(folder, sizeof folder, "folders.f%u", i % FOLDERS);
        must_tally(tally_link_add(linked.account, path, folder), "link_add");
    }
    for (int i = 0; i < rounds * TIMES; i++) {
        took[0][i] = time_sets(&plain, 0, step, 1 + i % 2);
        took[1][i] = time_sets(&linked, 0, step, 1 + i % 2);
        took[2][i] = time_sets(&linked, 1, step, 1 + i % 2);
    }
    tally_badge a, b;
    must_tally(tally_badge_get(plain.account, "root", &a), "badge_get");
    must_tally(tally_badge_get(linked.account, "root", &b), "badge_get");
    must_be(b.count, a.count + LINKED * (rounds * TIMES % 2 ? 1 : 2), "the total with links");
    out->without = median(took[0], (size_t)rounds * TIMES);
    out->linked = median(took[1], (size_t)rounds * TIMES);
    out->beside = median(took[2], (size_t)rounds * TIMES);
    tree_close(&plain);
    tree_close(&linked);
    must_tally(tally_engine_close(engine, -1), "engine_close");
}

/* --- Explanations ------------------------------------------------------------------------------------------------- */

enum { LIT = 1000 };

static double time_explain(tally_account *account, const char *path)
{
    static tally_reason reasons[LIT];
    static char text[LIT * 32];
    size_t count = 0, size = 0;
    double start = cpu_seconds();
    must_tally(badge_explain(account, path, reasons, LIT, text, sizeof text, &count, &size), "badge_explain");
    double took = cpu_seconds() - start;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += reasons[i].contributed;
    must_be(count, LIT, "reasons");
    tally_badge badge;
    must_tally(tally_badge_get(account, path, &badge), "badge_get");
    must_be(sum, badge.count, "what the reasons add up to");
    return took * 1e9 / LIT;
}

void measure_explain(int rounds, uint32_t depth, explain_costs *out)
{
    enum { TIMES = 20, CASES = 2 };
    static double took[CASES][MAX_ROUNDS * TIMES];
    workload w;
    tally_engine *engine;
    char dense[512];
    workload_shape(&w, 10, depth);
    workload_path(&w, w.level_start[depth - 3], dense); /* 1,000 leaves are below it. */
    must_tally(tally_engine_open(NULL, &engine), "engine_open");
    tree whole = tree_open(engine, "whole", &w), sparse = tree_open(engine, "sparse", &w);
    uint32_t *order = shuffled(sparse.count, 31);
    must_tally(tally_badge_clear_tree(sparse.account, "root"), "badge_clear_tree");
    for (uint32_t i = 0; i < LIT; i++)
        must_tally(tally_node_set(sparse.account, sparse.leaves[order[i]], value_of(i)), "node_set");
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < TIMES; i++) {
            took[0][round * TIMES + i] = time_explain(whole.account, dense);
            took[1][round * TIMES + i] = time_explain(sparse.account, "root");
        }
    }
    out->dense = median(took[0], (size_t)rounds * TIMES);
    out->sparse = median(took[1], (size_t)rounds * TIMES);
    free(order);
    tree_close(&whole);
    tree_close(&sparse);
    must_tally(tally_engine_close(engine, -1), "engine_close");
}
