/* Batches with TALLY_BATCH_EACH, each operation on its own: they give what the single calls give. TALLY_SEED=N: what
 * the random test printed; TALLY_SOAK=1: its long form. */
#include "lists.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tally_node node_of(tally_account *account, const char *path)
{
    tally_node node;
    check_ok(tally_node_resolve(account, path, &node));
    return node;
}

static uint64_t revision_of(tally_account *account)
{
    uint64_t revision;
    check_ok(account_info(account, NULL, &revision, NULL, NULL));
    return revision;
}

static tally_operation operation(tally_node node, int32_t kind, int64_t value)
{
    tally_operation result = {.node = node, .value = value, .kind = kind, .status = 77, .count = 77};
    return result;
}

/* The result of a GET. */
static void check_read(const tally_operation *o, tally_badge_kind kind, uint64_t count)
{
    assert_int_equal(o->badge_kind, kind);
    assert_int_equal(o->count, count);
}

TEST(each_has_its_status, 0)
{
    tally_node a = node_of(w->account, "a"), b = node_of(w->account, "a.b"), gone = node_of(w->account, "c");
    tally_node_release(w->account, gone);
    tally_operation operations[] = {
        operation(b, TALLY_OP_SET, 5),      operation(b, TALLY_OP_SET, -1),
        operation(b, 99, 0),                operation(b, TALLY_OP_ADD, 2),
        operation(gone, TALLY_OP_SET, 1),   operation(b, TALLY_OP_GET, 0),
        operation(a, TALLY_OP_GET, 0),      operation(a, TALLY_OP_CLEAR, 0),
        operation(b, TALLY_OP_MUTE, 3),     operation(b, TALLY_OP_MUTE, TALLY_MUTE_NUMBER),
        operation(a, TALLY_OP_GET, 0),      operation(b, TALLY_OP_MUTE, TALLY_MUTE_NONE),
        operation(a, TALLY_OP_CLEAR_TREE, 0),    operation(b, TALLY_OP_GET, 0),
        operation(b, TALLY_OP_DOT, 0),      operation(b, TALLY_OP_GET, 0),
        operation(gone, TALLY_OP_GET, 0),   operation(b, TALLY_OP_SET, INT64_C(1) << 32),
        operation(b, INT32_MIN, 0),         operation(b, 0, 0),
        operation(b, TALLY_OP_SET, 4),      operation(b, TALLY_OP_ADD, INT64_MAX),
    };
    static const tally_status expected[] = {
        TALLY_OK, TALLY_ERROR_RANGE, TALLY_ERROR_ARGUMENT, TALLY_OK, TALLY_ERROR_STALE_HANDLE, TALLY_OK, TALLY_OK,
        TALLY_HELD, TALLY_ERROR_ARGUMENT, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK,
        TALLY_ERROR_STALE_HANDLE, TALLY_ERROR_RANGE, TALLY_ERROR_ARGUMENT, TALLY_ERROR_ARGUMENT, TALLY_OK,
        TALLY_ERROR_RANGE,
    };
    check_status(batch_each(w->account, operations, COUNT_OF(operations)), TALLY_ERROR_RANGE);
    check_message("a count must be");
    for (size_t i = 0; i < COUNT_OF(operations); i++) check_status(operations[i].status, expected[i]);
    check_read(&operations[4], TALLY_KIND_NONE, 0);
    check_read(&operations[5], TALLY_KIND_NUMBER, 7);
    check_read(&operations[6], TALLY_KIND_NUMBER, 7);
    check_read(&operations[10], TALLY_KIND_DOT, 0);
    check_read(&operations[13], TALLY_KIND_NONE, 0);
    check_read(&operations[15], TALLY_KIND_DOT, 0);
    check_read(&operations[20], TALLY_KIND_NONE, 0); /* It reads nothing. */
    check_badge(w->account, "a.b", 1, 4);
    check_badge(w->account, "a", 1, 4);
    check_ok(tally_account_verify(w->account));
    /* The first that is rejected is the one that the message is about. */
    check_status(batch_each(w->account, operations + 16, 2), TALLY_ERROR_STALE_HANDLE);
    check_message("the node was released");
}

TEST(arguments_are_checked, 0)
{
    tally_operation operations[] = {
        operation(node_of(w->account, "a"), TALLY_OP_SET, 5), operation(node_of(w->account, "b"), TALLY_OP_GET, 5),
    };
    check_status(batch_each(NULL, operations, 1), TALLY_ERROR_ARGUMENT);
    check_status(batch_each(w->account, NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(batch_each(w->account, operations, SIZE_MAX), TALLY_ERROR_ARGUMENT);
    check_ok(batch_each(w->account, NULL, 0));
    assert_int_equal(operations[0].status, 77);
    check_badge(w->account, "a", 0, 0);
    check_ok(batch_each(w->account, operations, 2));
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    operations[0].status = operations[1].status = 77;
    check_status(batch_each(w->account, operations, 2), TALLY_ERROR_CLOSED);
    check_status(operations[0].status, TALLY_ERROR_CLOSED);
    check_status(operations[1].status, TALLY_ERROR_CLOSED);
    check_status(batch_each(w->account, NULL, 0), TALLY_ERROR_CLOSED);
}

typedef struct told {
    unsigned count;
    uint64_t shown, revision;
} told;

static void note(void *user_data, const tally_event *event, const char *text)
{
    told *t = (told *)user_data;
    (void)text;
    t->count++;
    t->shown = event->count;
    t->revision = event->revision;
}

/* One revision, one event for each badge, whether the leaf, its parent or all is observed. */
TEST(a_run_is_one_revision, 0)
{
    static told leaf, above, everything;
    tally_operation operations[3];
    tally_node a = node_of(w->account, "x.a"), b = node_of(w->account, "x.b");
    check_ok(tally_observe(w->scope, w->account, "x.a", 0, note, &leaf, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "x", 0, note, &above, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, note, &everything, NULL, NULL));
    uint64_t before = revision_of(w->account);
    operations[0] = operation(a, TALLY_OP_SET, 5);
    operations[1] = operation(b, TALLY_OP_SET, 6);
    operations[2] = operation(a, TALLY_OP_SET, 7);
    check_ok(batch_each(w->account, operations, 3));
    assert_int_equal(revision_of(w->account), before + 1);
    drain(w->engine);
    assert_int_equal(leaf.count, 1);
    assert_int_equal(leaf.shown, 7);
    assert_int_equal(leaf.revision, before + 1);
    assert_int_equal(above.count, 1);
    assert_int_equal(above.shown, 13);
    assert_int_equal(everything.count, 4); /* root, x, x.a, x.b */
    /* Operations that change nothing take no revision. */
    operations[1].kind = TALLY_OP_GET;
    check_ok(batch_each(w->account, operations + 1, 2));
    assert_int_equal(revision_of(w->account), before + 1);
    drain(w->engine);
    assert_int_equal(leaf.count, 1);
    assert_int_equal(everything.count, 4);
    world_end(w);
}

/* More than a run, of more leaves than there is room for at first, all of them observed together. */
TEST(many_make_several_runs, WORLD_FILE)
{
    enum { LEAVES = 5000 };
    static tally_operation operations[LEAVES];
    static told everything;
    char path[32];
    for (int i = 0; i < LEAVES; i++) {
        snprintf(path, sizeof path, "a%d.b%d", i % 70, i);
        operations[i] = operation(node_of(w->account, path), i % 3 == 0 ? TALLY_OP_ADD : TALLY_OP_SET, i + 1);
    }
    uint64_t before = revision_of(w->account);
    check_ok(batch_each(w->account, operations, LEAVES));
    assert_int_equal(revision_of(w->account), before + (LEAVES + 1023) / 1024);
    check_badge(w->account, "root", 1, (uint64_t)LEAVES * (LEAVES + 1) / 2);
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, note, &everything, NULL, NULL));
    check_ok(tally_engine_flush(w->engine));
    for (int i = 0; i < LEAVES; i++) operations[i] = operation(operations[i].node, TALLY_OP_SET, 1);
    check_ok(batch_each(w->account, operations, LEAVES));
    drain(w->engine);
    assert_int_equal(everything.count, LEAVES - 1 + 70 + 1); /* The first one showed 1 before. */
    check_badge(w->account, "root", 1, LEAVES);
    check_ok(tally_account_verify(w->account));
    for (int i = 0; i < LEAVES; i++) tally_node_release(w->account, operations[i].node);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "root", 1, LEAVES);
    check_badge(w->account, "a1.b4901", 1, 1);
    world_end(w);
}

#define ITEM(id, path) "{\"id\":\"" id "\",\"rev\":\"1\",\"path\":\"" path "\",\"count\":2,\"title\":\"t\"}"

/* Clearing a badge that messages feed makes them seen, as a single call does. The operations around it are applied. */
TEST(badges_of_messages_are_cleared, WORLD_FILE)
{
    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in.a") "," ITEM("2", "in.b"), ""));
    check_badge(w->account, "in", 1, 4);
    tally_node a = node_of(w->account, "in.a"), all = node_of(w->account, "in");
    tally_node other = node_of(w->account, "other");
    tally_operation operations[] = {
        operation(other, TALLY_OP_SET, 1), operation(a, TALLY_OP_CLEAR, 0),   operation(all, TALLY_OP_GET, 0),
        operation(other, TALLY_OP_SET, 2), operation(all, TALLY_OP_CLEAR_TREE, 0), operation(all, TALLY_OP_GET, 0),
    };
    check_ok(batch_each(w->account, operations, COUNT_OF(operations)));
    check_read(&operations[2], TALLY_KIND_NUMBER, 2);
    check_read(&operations[5], TALLY_KIND_NONE, 0);
    check_badge(w->account, "other", 1, 2);
    check_ok(tally_account_verify(w->account));
}

/* With a source or an id it would be a transaction. */
TEST(each_has_no_source, WORLD_FILE)
{
    tally_operation o = operation(0, TALLY_OP_SET, 1);
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    uint64_t revision = 0;
    o.path = "a";
    options.flags = TALLY_BATCH_EACH;
    options.id = "once";
    check_status(tally_badge_batch(w->account, &o, 1, &options, &revision), TALLY_ERROR_ARGUMENT);
    check_message("no source and no id");
    options.id = NULL;
    options.source = "log";
    check_status(tally_badge_batch(w->account, &o, 1, &options, &revision), TALLY_ERROR_ARGUMENT);
    options.source = NULL;
    options.position = 1;
    check_status(tally_badge_batch(w->account, &o, 1, &options, &revision), TALLY_ERROR_ARGUMENT);
    options.position = 0;
    options.epoch = 1;
    check_status(tally_badge_batch(w->account, &o, 1, &options, &revision), TALLY_ERROR_ARGUMENT);
    options.epoch = 0;
    check_badge(w->account, "a", 0, 0);
    assert_int_equal(revision, 0);
    o.kind = TALLY_OP_POST;
    check_status(tally_badge_batch(w->account, &o, 1, &options, &revision), TALLY_ERROR_ARGUMENT);
    check_status(o.status, TALLY_ERROR_ARGUMENT);
    o.kind = TALLY_OP_SET;
    check_ok(tally_badge_batch(w->account, &o, 1, &options, &revision));
    assert_int_equal(revision, revision_of(w->account));
    check_badge(w->account, "a", 1, 1);
}

enum { NEW_PATHS = 3000 };

static void name_paths(tally_operation *operations, int first, int64_t value)
{
    static char paths[NEW_PATHS][24];
    for (int i = 0; i < NEW_PATHS; i++) {
        snprintf(paths[i], sizeof paths[i], "a%d.b%d", i % 70, first + i);
        operations[i] = operation(0, i % 3 == 0 ? TALLY_OP_ADD : TALLY_OP_SET, value);
        operations[i].path = paths[i];
    }
}

/* Many new paths in one batch, more than the tree has room for at first, are observed and stored as by single calls. */
TEST(paths_are_created, WORLD_FILE)
{
    static tally_operation operations[NEW_PATHS];
    static told everything;
    uint64_t before = revision_of(w->account);
    name_paths(operations, 0, 1);
    check_ok(batch_each(w->account, operations, NEW_PATHS));
    check_badge(w->account, "root", 1, NEW_PATHS);
    /* Only where the tree grows, a run ends. */
    assert_true(revision_of(w->account) - before < 100);
    before = revision_of(w->account);
    name_paths(operations, 0, 1);
    check_ok(batch_each(w->account, operations, NEW_PATHS));
    assert_int_equal(revision_of(w->account), before + (NEW_PATHS + 1023) / 1024);
    check_badge(w->account, "root", 1, NEW_PATHS + NEW_PATHS / 3);
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, note, &everything, NULL, NULL));
    name_paths(operations, NEW_PATHS, 1);
    check_ok(batch_each(w->account, operations, NEW_PATHS));
    drain(w->engine);
    assert_int_equal(everything.count, NEW_PATHS + 70 + 1);
    check_ok(tally_account_verify(w->account));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "root", 1, 2 * NEW_PATHS + NEW_PATHS / 3);
    check_badge(w->account, "a11.b4901", 1, 1);
    check_ok(tally_account_verify(w->account));
    world_end(w);
}

/* At the limit, a new path takes the place of cleared ones, also of those that this batch has cleared and observers
 * have not seen. */
TEST_ALONE(cleared_nodes_are_replaced)
{
    enum { MOST_NODES = 512, ROUNDS = 40 };
    static tally_operation operations[MOST_NODES];
    static char paths[MOST_NODES][24];
    static told everything;
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    options.max_nodes = MOST_NODES;
    options.flags = TALLY_ENGINE_HOST_DRIVEN;
    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_account_open(engine, "small", NULL, &account));
    check_ok(tally_scope_open(engine, &scope));
    check_ok(tally_observe(scope, account, "root", TALLY_SUBTREE, note, &everything, NULL, NULL));
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < MOST_NODES; i++) {
            int number = round * 200 + i / 2 * 2;
            snprintf(paths[i], sizeof paths[i], "r%d.n%d", number % 7, number);
            operations[i] = operation(0, i % 2 ? TALLY_OP_CLEAR : TALLY_OP_SET, 1);
            operations[i].path = paths[i];
        }
        check_ok(batch_each(account, operations, MOST_NODES));
        check_badge(account, "root", 0, 0);
        check_ok(tally_account_verify(account));
        if (round % 3 == 0) drain(engine);
    }
    tally_scope_close(scope);
    tally_account_release(account);
    check_ok(tally_engine_close(engine, -1));
}

/* ---- Sizes ---- */

typedef struct larger {
    tally_operation known;
    uint64_t unknown[2];
} larger;

/* A newer program has more members. They must be zero. */
static void check_larger(world *w, uint32_t flags)
{
    larger operations[3];
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_node node = node_of(w->account, "n");
    memset(operations, 0, sizeof operations);
    for (int i = 0; i < 3; i++) {
        operations[i].known = operation(i == 1 ? 0 : node, TALLY_OP_ADD, 1);
        operations[i].known.path = "n";
    }
    operations[2].known.kind = TALLY_OP_GET;
    options.flags = flags;
    options.operation_size = sizeof operations[0];
    check_ok(tally_badge_set(w->account, "n", 0));
    check_ok(tally_badge_batch(w->account, &operations[0].known, 3, &options, NULL));
    check_read(&operations[2].known, TALLY_KIND_NUMBER, 2);
    operations[1].unknown[1] = 1;
    check_status(tally_badge_batch(w->account, &operations[0].known, 3, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("does not know");
    check_status(operations[0].known.status, flags ? TALLY_OK : TALLY_ERROR_NOT_APPLIED);
    check_status(operations[1].known.status, TALLY_ERROR_ARGUMENT);
    check_badge(w->account, "n", 1, flags ? 3 : 2);
}

TEST(a_newer_program_has_larger_operations, 0)
{
    check_larger(w, 0);
    check_larger(w, TALLY_BATCH_EACH);
}

TEST(sizes_are_checked, 0)
{
    static const uint32_t bad[] = {0, 1, 8, sizeof(tally_operation) - 8, sizeof(tally_operation) + 4, 65544, UINT32_MAX};
    tally_operation o[2] = {operation(0, TALLY_OP_ADD, 1), operation(0, TALLY_OP_ADD, 1)};
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    o[0].path = o[1].path = "n";
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        options.operation_size = bad[i];
        check_status(tally_badge_batch(w->account, o, 2, &options, NULL), TALLY_ERROR_ARGUMENT);
        check_message("operation_size");
    }
    check_status(tally_badge_batch(w->account, o, 2, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_message("operation_size");
    check_ok(tally_badge_batch(w->account, NULL, 0, NULL, NULL));
    options.operation_size = sizeof *o;
    check_ok(tally_badge_batch(w->account, o, 2, &options, NULL));
    check_badge(w->account, "n", 1, 2);
    check_status(tally_badge_batch(w->account, o, SIZE_MAX / 2, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_batch(w->account, o, SIZE_MAX / 2 / sizeof *o + 1, &options, NULL), TALLY_ERROR_ARGUMENT);
}

/* A mute and a badge with an end, in the middle of a run. */
TEST(they_end, 0)
{
    tally_node n = node_of(w->account, "a.n");
    int64_t end = w->clock.wall + 1000;
    tally_operation o[] = {
        operation(n, TALLY_OP_SET, 3), operation(n, TALLY_OP_MUTE, TALLY_MUTE_ALL), operation(0, TALLY_OP_DOT, 0),
        operation(0, TALLY_OP_GET, 0), operation(n, TALLY_OP_SET, 4),
    };
    o[1].until = o[2].until = end;
    o[2].path = "b.c";
    o[3].path = "root";
    check_ok(batch_each(w->account, o, COUNT_OF(o)));
    check_read(&o[3], TALLY_KIND_DOT, 0);
    check_badge(w->account, "a", 0, 0);
    check_badge(w->account, "b", 1, 0);
    fake_clock_advance(&w->clock, 1000);
    check_badge(w->account, "a", 1, 4);
    check_badge(w->account, "b", 0, 0);
    check_ok(tally_account_verify(w->account));
}

/* ---- Random ---- */

static uint64_t random_state;

static uint64_t random_below(uint64_t limit)
{
    random_state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = random_state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) % limit;
}

enum { PLACES = 40, MOST = 300 };

static void make_place(int number, char *path, size_t capacity)
{
    /* A tree of fan-out 3. */
    char names[8][4];
    int depth = 0;
    path[0] = 0;
    for (; number > 0; number = (number - 1) / 3) snprintf(names[depth++], 4, "n%d", (number - 1) % 3);
    if (depth == 0) snprintf(path, capacity, "root");
    while (depth > 0) {
        if (path[0] != 0) strcat(path, ".");
        strcat(path, names[--depth]);
    }
}

/* The same by a call of its own. */
static tally_status do_alone(tally_account *account, const tally_operation *o, tally_badge *out_shown)
{
    const char *path = o->path;
    int by_node = o->node != 0;
    int32_t mode = o->value > 7 ? 7 : (int32_t)o->value;
    memset(out_shown, 0, sizeof *out_shown);
    switch (o->kind) {
    case TALLY_OP_SET:
        return by_node ? tally_node_set_until(account, o->node, o->value, o->until)
                       : tally_badge_set_until(account, path, o->value, o->until);
    case TALLY_OP_DOT:
        return by_node ? tally_node_dot_until(account, o->node, o->until)
                       : tally_badge_dot_until(account, path, o->until);
    case TALLY_OP_ADD:
        return by_node ? tally_node_add(account, o->node, o->value) : tally_badge_add(account, path, o->value);
    case TALLY_OP_CLEAR: return by_node ? tally_node_clear(account, o->node) : tally_badge_clear(account, path);
    case TALLY_OP_CLEAR_TREE:
        return by_node ? tally_node_clear_tree(account, o->node) : tally_badge_clear_tree(account, path);
    case TALLY_OP_MUTE:
        return by_node ? tally_node_mute(account, o->node, mode, o->until)
                       : tally_badge_mute(account, path, mode, o->until);
    case TALLY_OP_GET:
        return by_node ? tally_node_get(account, o->node, out_shown) : tally_badge_get(account, path, out_shown);
    default: return TALLY_ERROR_ARGUMENT;
    }
}

/* By its node, by its path, or at a new path below it. */
static void make_random(tally_operation *o, tally_node node, const char *path, char *room, size_t capacity, int64_t now)
{
    static const int32_t kinds[] = {TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_DOT, TALLY_OP_ADD, TALLY_OP_CLEAR,
                                    TALLY_OP_CLEAR, TALLY_OP_GET, TALLY_OP_GET, TALLY_OP_MUTE, TALLY_OP_CLEAR_TREE};
    memset(o, 0, sizeof *o);
    o->kind = kinds[random_below(COUNT_OF(kinds))];
    o->node = node;
    o->value = (int64_t)random_below(o->kind == TALLY_OP_MUTE ? 3 : 9) - (o->kind == TALLY_OP_ADD ? 4 : 0);
    o->status = 77;
    o->count = 77;
    if (random_below(4) == 0) {
        o->node = 0;
        o->path = path;
        if (random_below(4) == 0) {
            snprintf(room, capacity, "%s.new%d%s", path, (int)random_below(300), random_below(9) == 0 ? "\\." : "");
            o->path = room;
        }
    }
    switch (random_below(80)) {
    case 0: o->node ^= UINT64_C(1) << (20 + random_below(44)); break;
    case 1: o->kind = (int32_t)random_below(50) - 10; break;
    case 2: o->value = -1 - (int64_t)random_below(9); break;
    case 3: o->value = INT64_C(4294967290) + (int64_t)random_below(12); break;
    case 4: case 5: case 6: case 7: o->until = now + (int64_t)random_below(1500) - 100; break;
    case 8: o->until = -1; break;
    case 9: o->flags = 1u << random_below(32); break;
    case 10:
        o->node = 0;
        o->path = random_below(2) ? "a..b" : NULL;
        break;
    default: break;
    }
}

/* Two accounts with the same history: one by calls, one by TALLY_BATCH_EACH. */
static void compare(world *w, unsigned flags, int rounds)
{
    tally_account_options options = {.struct_size = sizeof options};
    static tally_operation operations[MOST];
    const char *given = getenv("TALLY_SEED");
    char paths[PLACES][64];
    tally_node nodes[PLACES], others[PLACES];
    tally_account *other;
    static told heard, heard_other;
    random_state = given != NULL ? strtoull(given, NULL, 10) : 20261123;
    print_message("    seed %llu (TALLY_SEED)\n", (unsigned long long)random_state);
    memset(&heard, 0, sizeof heard);
    memset(&heard_other, 0, sizeof heard_other);
    options.aggregation = flags & WORLD_SUM ? TALLY_AGGREGATION_SUM : TALLY_AGGREGATION_CHILDREN;
    check_ok(tally_account_open(w->engine, "other", &options, &other));
    for (int i = 0; i < PLACES; i++) {
        make_place(i, paths[i], sizeof paths[i]);
        nodes[i] = node_of(w->account, paths[i]);
        others[i] = node_of(other, paths[i]);
    }
    check_ok(tally_observe(w->scope, w->account, paths[4], 0, note, &heard, NULL, NULL));
    check_ok(tally_observe(w->scope, other, paths[4], 0, note, &heard_other, NULL, NULL));
    for (int round = 0; round < rounds; round++) {
        size_t count = 1 + random_below(random_below(2) ? 5 : MOST);
        tally_status first = TALLY_OK, status;
        tally_status expected[MOST];
        tally_badge shown[MOST];
        static char rooms[MOST][96];
        if (random_below(6) == 0) {
            /* Something with an end: not what is usual. */
            int at = (int)random_below(PLACES);
            int64_t until = w->clock.wall + 1000;
            check_ok(tally_badge_set_until(w->account, paths[at], 3, until));
            check_ok(tally_badge_set_until(other, paths[at], 3, until));
        }
        for (size_t i = 0; i < count; i++) {
            int at = (int)random_below(PLACES);
            make_random(&operations[i], nodes[at], paths[at], rooms[i], sizeof rooms[i], w->clock.wall);
            tally_operation alone = operations[i];
            /* A handle that is no node's is none of the other account's either. */
            if (alone.node != 0) alone.node = alone.node == nodes[at] ? others[at] : UINT64_C(1) << 40;
            expected[i] = alone.flags != 0 ? TALLY_ERROR_ARGUMENT : do_alone(other, &alone, &shown[i]);
            if (expected[i] < 0 && first == TALLY_OK) first = expected[i];
        }
        status = batch_each(w->account, operations, count);
        check_status(status, first);
        for (size_t i = 0; i < count; i++) {
            check_status(operations[i].status, expected[i]);
            if (operations[i].kind != TALLY_OP_GET || expected[i] < 0) memset(&shown[i], 0, sizeof shown[i]);
            check_read(&operations[i], shown[i].kind, shown[i].count);
        }
        for (int i = 0; i < PLACES; i++) {
            tally_badge a, b;
            check_ok(tally_node_get(w->account, nodes[i], &a));
            check_ok(tally_node_get(other, others[i], &b));
            assert_int_equal(a.count, b.count);
            assert_int_equal(a.kind, b.kind);
            assert_int_equal(a.flags, b.flags);
        }
        check_ok(tally_account_verify(w->account));
        if (random_below(4) == 0) fake_clock_advance(&w->clock, (int64_t)random_below(800));
        if (random_below(4) == 0) {
            drain(w->engine);
            assert_int_equal(heard.shown, heard_other.shown);
        }
    }
    drain(w->engine);
    assert_true(heard.count > 0);
    assert_int_equal(heard.shown, heard_other.shown);
    tally_account_release(other);
    world_end(w);
}

TEST(random_operations, 0) { compare(w, 0, is_soak() ? 20000 : 400); }
TEST(random_operations_of_sums, WORLD_SUM) { compare(w, WORLD_SUM, is_soak() ? 20000 : 400); }
TEST(random_operations_on_a_file, WORLD_FILE) { compare(w, WORLD_FILE, is_soak() ? 5000 : 200); }
TEST(random_operations_each_on_the_disk, WORLD_FILE | WORLD_FULL) { compare(w, WORLD_FILE | WORLD_FULL, is_soak() ? 500 : 12); }

/* While a view is open, what is set at its path is cleared again. */
TEST(random_operations_beside_a_view, 0)
{
    uint64_t tokens[2];
    tally_account *other;
    check_ok(tally_account_open(w->engine, "other", NULL, &other));
    check_ok(tally_view_begin(w->scope, w->account, "n1.n1", 0, &tokens[0]));
    check_ok(tally_view_begin(w->scope, other, "n1.n1", 0, &tokens[1]));
    tally_account_release(other);
    compare(w, 0, is_soak() ? 5000 : 200);
}
