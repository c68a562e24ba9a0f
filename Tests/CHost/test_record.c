/* needs: sqlite alone */
/* Random calls of all kinds (soak.c) in one thread, and operations on a large tree, for a record of all results
 * (record.h). Tests/Plain/compare.py compares the records of two libraries.
 *
 * TALLY_RECORD: the file. TALLY_SEED=N: the first seed; TALLY_RUNS=K: how many from there on. */
#include "lists.h"
#include "record.h"
#include "soak.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCOUNTS 4
#define CALLS 1500
#define ROUNDS 12
#define BATCH 700
#define NODES 9000

static void log_line(void *user_data, int32_t level, const char *text)
{
    (void)user_data;
    record("log %d %s", (int)level, text);
}

static void configure(tally_engine_options *options)
{
    options->log = log_line;
    options->max_batch_ids = 20;
    options->max_loaded_accounts = 3;
    options->max_events = 24;
    options->max_cached_groups = 5;
}

/* Records the hash of what a call has left in a buffer. */
static void record_buffer(const char *what, const void *bytes, size_t count)
{
    record("  %s %zu %016" PRIx64, what, count, record_hash(bytes, count));
}

static void record_state(worker *k)
{
    tally_badge badge = {0};
    uint64_t revision = 0;

    check_ok(tally_badge_get(k->account, "root", &badge));
    check_ok(account_info(k->account, NULL, &revision, NULL, NULL));
    record("  root %d %" PRIu64 ", revision %" PRIu64, (int)badge.kind, badge.count, revision);
}

/* ---- Calls of all kinds ---- */

static void call_one(worker *k)
{
    const soak_call *call = soak_choose(k);
    tally_status status;

    snprintf(k->path, sizeof k->path, soak_below(k, 2) ? "in.a%u.b%u" : "in.a%u", soak_below(k, 4), soak_below(k, 8));
    snprintf(k->name, sizeof k->name, "account%u", soak_below(k, ACCOUNTS));
    check_ok(tally_account_open(k->s->w.engine, k->name, NULL, &k->account));
    status = call->call(k);
    record("%s %s %s: %s", call->name, k->name, k->path, tally_status_name(status));
    record_buffer("entries", &k->entries, sizeof k->entries);
    record_buffer("text", k->text, sizeof k->text);
    record_buffer("bytes", k->bytes, sizeof k->bytes);
    tally_account_release(k->account);
}

/* ---- A large tree ---- */

static void name_node(char *path, size_t capacity, unsigned number)
{
    snprintf(path, capacity, "n%u.some longer name %u.%u", number % 7, number / 7 % 90, number / 630);
}

static void batch(worker *k, tally_node *nodes, unsigned number)
{
    static const tally_operation_kind kinds[] = {TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_DOT,
                                                 TALLY_OP_ADD, TALLY_OP_CLEAR, TALLY_OP_GET, TALLY_OP_MUTE};
    static tally_operation operations[BATCH];
    static char paths[BATCH][64];
    unsigned i;
    tally_status status;

    memset(operations, 0, sizeof operations);
    for (i = 0; i < BATCH; i++) {
        unsigned node = number < NODES / BATCH ? number * BATCH + i : soak_below(k, NODES);

        name_node(paths[i], sizeof paths[i], node);
        operations[i].kind = kinds[soak_below(k, COUNT_OF(kinds))];
        operations[i].node = soak_below(k, 2) ? nodes[node % 512] : 0;
        operations[i].path = paths[i];
        operations[i].value = operations[i].kind == TALLY_OP_MUTE ? soak_below(k, 3) : soak_below(k, 100);
    }
    status = soak_below(k, 2) ? batch_each(k->account, operations, BATCH)
                              : tally_badge_batch(k->account, operations, BATCH, PLAIN_BATCH, NULL);
    record("batch: %s", tally_status_name(status));
    for (i = 0; i < BATCH; i++)
        record("  %d %d %" PRIu64, (int)operations[i].status, (int)operations[i].badge_kind, operations[i].count);
}

/* All pages of the list of all badges, which change between the pages. */
static void list_all(worker *k)
{
    const char *after = NULL;
    char position[512], path[64];

    for (;;) {
        tally_rows rows = rows_in(k->entries.badges, sizeof *k->entries.badges, COUNT_OF(k->entries.badges), 300,
                                  k->text, sizeof k->text);

        record("list: %s", tally_status_name(tally_badge_list(k->account, "root", TALLY_SUBTREE, after, &rows, NULL)));
        record_buffer("list", k->text, rows.text_size);
        record_buffer("rows", k->entries.badges, rows.count * sizeof *k->entries.badges);
        if (rows.next == NULL)
            return;
        snprintf(position, sizeof position, "%s", rows.next);
        after = position;
        name_node(path, sizeof path, soak_below(k, NODES));
        if (soak_below(k, 3) == 0)
            record("clear: %s", tally_status_name(tally_badge_clear(k->account, path)));
    }
}

static void compare_states(worker *k, tally_snapshot *before)
{
    tally_bytes patch = TALLY_BYTES_INIT, inverse = TALLY_BYTES_INIT, whole = TALLY_BYTES_INIT;
    tally_snapshot *after, *again;
    uint64_t digest = 0;

    check_ok(tally_badge_digest(k->account, "root", &digest));
    record("  digest %016" PRIx64, digest);
    check_ok(tally_snapshot_take(k->account, "root", &after));
    check_ok(tally_snapshot_encode(after, &whole));
    record_buffer("snapshot", whole.data, whole.size);
    check_ok(tally_snapshot_decode(whole.data, whole.size, &again));
    check_ok(tally_snapshot_diff(before, again, &patch));
    record_buffer("patch", patch.data, patch.size);
    check_ok(tally_patch_inverse(patch.data, patch.size, &inverse));
    record_buffer("inverse", inverse.data, inverse.size);
    tally_bytes_release(&patch);
    tally_bytes_release(&inverse);
    tally_bytes_release(&whole);
    tally_snapshot_release(after);
    tally_snapshot_release(again);
}

static void change_large_tree(worker *k)
{
    static tally_node nodes[512];
    char path[64];
    unsigned round, i;

    check_ok(tally_account_open(k->s->w.engine, "large", NULL, &k->account));
    for (i = 0; i < COUNT_OF(nodes); i++) {
        name_node(path, sizeof path, i * 13 % NODES);
        check_ok(tally_node_resolve(k->account, path, &nodes[i]));
    }
    for (round = 0; round < ROUNDS + NODES / BATCH; round++) {
        tally_snapshot *before;
        uint64_t revision;
        tally_rows rows = rows_in(k->entries.badges, sizeof *k->entries.badges, COUNT_OF(k->entries.badges), 512,
                                  k->text, sizeof k->text);

        check_ok(tally_snapshot_take(k->account, "root", &before));
        check_ok(account_info(k->account, NULL, &revision, NULL, NULL));
        batch(k, nodes, round);
        record_state(k);
        record("changes: %s", tally_status_name(tally_badge_changes(k->account, revision, 0, &rows, &revision)));
        record_buffer("rows", k->entries.badges, rows.count * sizeof *k->entries.badges);
        record_buffer("text", k->text, rows.text_size);
        compare_states(k, before);
        tally_snapshot_release(before);
        if (round % 5 == 0)
            list_all(k);
    }
    check_ok(tally_account_verify(k->account));
    for (i = 0; i < COUNT_OF(nodes); i++)
        tally_node_release(k->account, nodes[i]);
    tally_account_release(k->account);
}

/* ---- Runs ---- */

static void run(uint64_t seed)
{
    static soak s;
    static worker k;
    unsigned i;

    memset(&s, 0, sizeof s);
    memset(&k, 0, sizeof k);
    record("seed %" PRIu64, seed);
    s.w.configure = configure;
    world_init(&s.w, WORLD_FILE | (seed % 2 ? WORLD_FULL : 0) | WORLD_CLOSED);
    s.clock = &s.w.clock;
    s.w.configure = configure;
    world_open(&s.w, WORLD_FILE | (seed % 2 ? WORLD_FULL : 0));
    snprintf(s.copies, sizeof s.copies, "%s/copy", s.w.directory);
    check_ok(tally_engine_set_transport(s.w.engine, soak_transport, &s, NULL));
    k.s = &s;
    k.random = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (i = 0; i < CALLS; i++) {
        call_one(&k);
        fake_clock_advance(&s.w.clock, (int64_t)soak_below(&k, soak_below(&k, 8) ? 20 : 3000));
        check_ok(tally_engine_step(s.w.engine));
        if (soak_below(&k, 3) == 0)
            check_ok(tally_engine_dispatch(s.w.engine, 1000, NULL));
    }
    change_large_tree(&k);
    for (i = 0; i < SOAK_SCOPES; i++)
        tally_scope_close((tally_scope *)atomic_exchange(&s.scopes[i], 0));
    check_ok(tally_engine_verify(s.w.engine));
    world_close(&s.w);
    record_database(s.w.file);
    world_end(&s.w);
}

int main(void)
{
    const char *seed = required_variable("TALLY_SEED"), *runs = getenv("TALLY_RUNS");
    int count = runs != NULL ? atoi(runs) : 1, i;

    required_variable("TALLY_RECORD");
    for (i = 0; i < count; i++)
        run(strtoull(seed, NULL, 10) + (uint64_t)i);
    printf("%d seeds from %s\n", count, seed);
    return 0;
}
