/* Operations on nodes, each on its own: what they give is what the single calls give. TALLY_SEED=N: what the random
 * test printed; TALLY_SOAK=1: its long form. */
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

static tally_node_operation operation(tally_node node, int32_t kind, int64_t value)
{
    tally_node_operation result = {node, value, kind, 77};
    return result;
}

TEST(each_has_its_status, 0)
{
    tally_node a = node_of(w->account, "a"), b = node_of(w->account, "a.b"), gone = node_of(w->account, "c");
    tally_node_release(w->account, gone);
    tally_node_operation operations[] = {
        operation(b, TALLY_OP_SET, 5),      operation(b, TALLY_OP_SET, -1),
        operation(b, 99, 0),                operation(b, TALLY_OP_ADD, 2),
        operation(gone, TALLY_OP_SET, 1),   operation(b, TALLY_OP_GET, 0),
        operation(a, TALLY_OP_GET, 0),      operation(a, TALLY_OP_CLEAR, 0),
        operation(b, TALLY_OP_MUTE, 3),     operation(b, TALLY_OP_MUTE, TALLY_MUTE_NUMBER),
        operation(a, TALLY_OP_GET, 0),      operation(b, TALLY_OP_MUTE, TALLY_MUTE_NONE),
        operation(a, TALLY_OP_CLEAR_TREE, 0),    operation(b, TALLY_OP_GET, 0),
        operation(b, TALLY_OP_DOT, 0),      operation(b, TALLY_OP_GET, 0),
        operation(0, TALLY_OP_GET, 0),      operation(b, TALLY_OP_SET, INT64_C(1) << 32),
        operation(b, INT32_MIN, 0),         operation(b, 0, 0),
        operation(b, TALLY_OP_SET, 4),      operation(b, TALLY_OP_ADD, INT64_MAX),
    };
    static const tally_status expected[] = {
        TALLY_OK, TALLY_ERROR_RANGE, TALLY_ERROR_ARGUMENT, TALLY_OK, TALLY_ERROR_STALE_HANDLE, TALLY_OK, TALLY_OK,
        TALLY_HELD, TALLY_ERROR_ARGUMENT, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK, TALLY_OK,
        TALLY_ERROR_STALE_HANDLE, TALLY_ERROR_RANGE, TALLY_ERROR_ARGUMENT, TALLY_ERROR_ARGUMENT, TALLY_OK,
        TALLY_ERROR_RANGE,
    };
    check_status(tally_node_apply(w->account, operations, COUNT_OF(operations)), TALLY_ERROR_RANGE);
    check_message("a count must be");
    for (size_t i = 0; i < COUNT_OF(operations); i++) check_status(operations[i].status, expected[i]);
    assert_int_equal(operations[5].value, 7);
    assert_int_equal(operations[6].value, 7);
    assert_int_equal(operations[10].value, 0);
    assert_int_equal(operations[13].value, -1);
    assert_int_equal(operations[15].value, 0);
    check_badge(w->account, "a.b", 1, 4);
    check_badge(w->account, "a", 1, 4);
    check_ok(tally_account_verify(w->account));
    /* The first that is rejected is the one that the message is about. */
    check_status(tally_node_apply(w->account, operations + 16, 2), TALLY_ERROR_STALE_HANDLE);
    check_message("the node was released");
}

TEST(arguments_are_checked, 0)
{
    tally_node_operation operations[] = {
        operation(node_of(w->account, "a"), TALLY_OP_SET, 5), operation(node_of(w->account, "b"), TALLY_OP_GET, 5),
    };
    check_status(tally_node_apply(NULL, operations, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_node_apply(w->account, NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_node_apply(w->account, operations, SIZE_MAX), TALLY_ERROR_ARGUMENT);
    check_ok(tally_node_apply(w->account, NULL, 0));
    assert_int_equal(operations[0].status, 77);
    check_badge(w->account, "a", 0, 0);
    check_ok(tally_node_apply(w->account, operations, 2));
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    operations[0].status = operations[1].status = 77;
    check_status(tally_node_apply(w->account, operations, 2), TALLY_ERROR_CLOSED);
    check_status(operations[0].status, TALLY_ERROR_CLOSED);
    check_status(operations[1].status, TALLY_ERROR_CLOSED);
    check_status(tally_node_apply(w->account, NULL, 0), TALLY_ERROR_CLOSED);
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
    tally_node_operation operations[3];
    tally_node a = node_of(w->account, "x.a"), b = node_of(w->account, "x.b");
    check_ok(tally_observe(w->scope, w->account, "x.a", 0, note, &leaf, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "x", 0, note, &above, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, note, &everything, NULL, NULL));
    uint64_t before = revision_of(w->account);
    operations[0] = operation(a, TALLY_OP_SET, 5);
    operations[1] = operation(b, TALLY_OP_SET, 6);
    operations[2] = operation(a, TALLY_OP_SET, 7);
    check_ok(tally_node_apply(w->account, operations, 3));
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
    check_ok(tally_node_apply(w->account, operations + 1, 2));
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
    static tally_node_operation operations[LEAVES];
    static told everything;
    char path[32];
    for (int i = 0; i < LEAVES; i++) {
        snprintf(path, sizeof path, "a%d.b%d", i % 70, i);
        operations[i] = operation(node_of(w->account, path), i % 3 == 0 ? TALLY_OP_ADD : TALLY_OP_SET, i + 1);
    }
    uint64_t before = revision_of(w->account);
    check_ok(tally_node_apply(w->account, operations, LEAVES));
    assert_int_equal(revision_of(w->account), before + (LEAVES + 1023) / 1024);
    check_badge(w->account, "root", 1, (uint64_t)LEAVES * (LEAVES + 1) / 2);
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, note, &everything, NULL, NULL));
    check_ok(tally_engine_flush(w->engine));
    for (int i = 0; i < LEAVES; i++) operations[i] = operation(operations[i].node, TALLY_OP_SET, 1);
    check_ok(tally_node_apply(w->account, operations, LEAVES));
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
    tally_node_operation operations[] = {
        operation(other, TALLY_OP_SET, 1), operation(a, TALLY_OP_CLEAR, 0),   operation(all, TALLY_OP_GET, 0),
        operation(other, TALLY_OP_SET, 2), operation(all, TALLY_OP_CLEAR_TREE, 0), operation(all, TALLY_OP_GET, 0),
    };
    check_ok(tally_node_apply(w->account, operations, COUNT_OF(operations)));
    assert_int_equal(operations[2].value, 2);
    assert_int_equal(operations[5].value, -1);
    check_badge(w->account, "other", 1, 2);
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
static tally_status do_alone(tally_account *account, const tally_node_operation *o, int64_t *out_shown)
{
    tally_badge badge;
    tally_status status;
    switch (o->kind) {
    case TALLY_OP_SET: return tally_node_set(account, o->node, o->value);
    case TALLY_OP_DOT: return tally_node_dot(account, o->node);
    case TALLY_OP_ADD: return tally_node_add(account, o->node, o->value);
    case TALLY_OP_CLEAR: return tally_node_clear(account, o->node);
    case TALLY_OP_CLEAR_TREE: return tally_node_clear_tree(account, o->node);
    case TALLY_OP_MUTE: return tally_node_mute(account, o->node, o->value > 3 ? 3 : (int32_t)o->value, TALLY_FOREVER);
    case TALLY_OP_GET:
        status = tally_node_get(account, o->node, &badge);
        *out_shown = badge.kind != TALLY_KIND_NONE ? (int64_t)badge.count : -1;
        return status;
    default: return TALLY_ERROR_ARGUMENT;
    }
}

static void make_random(tally_node_operation *o, tally_node node)
{
    static const int32_t kinds[] = {TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_DOT, TALLY_OP_ADD, TALLY_OP_CLEAR,
                                    TALLY_OP_CLEAR, TALLY_OP_GET, TALLY_OP_GET, TALLY_OP_MUTE, TALLY_OP_CLEAR_TREE};
    o->kind = kinds[random_below(COUNT_OF(kinds))];
    o->node = node;
    o->value = (int64_t)random_below(o->kind == TALLY_OP_MUTE ? 3 : 9) - (o->kind == TALLY_OP_ADD ? 4 : 0);
    o->status = 77;
    switch (random_below(60)) {
    case 0: o->node ^= UINT64_C(1) << (20 + random_below(44)); break;
    case 1: o->kind = (int32_t)random_below(50) - 10; break;
    case 2: o->value = -1 - (int64_t)random_below(9); break;
    case 3: o->value = INT64_C(4294967290) + (int64_t)random_below(12); break;
    default: break;
    }
}

/* Two accounts with the same history: one by calls, one by tally_node_apply. */
static void compare(world *w, unsigned flags, int rounds)
{
    tally_account_options options = {.struct_size = sizeof options};
    static tally_node_operation operations[MOST];
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
        int64_t shown[MOST];
        if (random_below(6) == 0) {
            /* Something with an end: not what is usual. */
            int at = (int)random_below(PLACES);
            int64_t until = w->clock.wall + 1000;
            check_ok(tally_badge_set_until(w->account, paths[at], 3, until));
            check_ok(tally_badge_set_until(other, paths[at], 3, until));
        }
        for (size_t i = 0; i < count; i++) {
            int at = (int)random_below(PLACES);
            make_random(&operations[i], nodes[at]);
            tally_node_operation alone = operations[i];
            /* A handle that is no node's is none of the other account's either. */
            alone.node = operations[i].node == nodes[at] ? others[at] : 0;
            expected[i] = do_alone(other, &alone, &shown[i]);
            if (expected[i] < 0 && first == TALLY_OK) first = expected[i];
        }
        status = tally_node_apply(w->account, operations, count);
        check_status(status, first);
        for (size_t i = 0; i < count; i++) {
            check_status(operations[i].status, expected[i]);
            if (operations[i].kind == TALLY_OP_GET && expected[i] >= 0)
                assert_int_equal(operations[i].value, shown[i]);
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
