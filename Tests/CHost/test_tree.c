/* needs: tree */
/* The tree alone (tally_tree.h): each function, both forms of memory, memory that runs out at each allocation, random
 * operations beside a simple model, and bytes from anywhere. */
#include "support.h"

#include "tree_model.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The checks of support.h, with the message of the tree. */
#undef check_status
#undef check_ok
#define check_status(call, expected) check_tree_at((call), (expected), #call, __LINE__)
#define check_ok(call) check_status(call, TALLY_OK)

static void check_tree_at(tally_tree_status actual, tally_tree_status expected, const char *what, int line)
{
    char text[1024];
    size_t length = 0;

    if (actual == expected) return;
    if (tally_tree_error_message(text, sizeof text, &length) != TALLY_OK) text[0] = 0;
    fail_msg("line %d: %s: %s, not %s; the last message is \"%s\"", line, what, tally_tree_status_name(actual),
             tally_tree_status_name(expected), text);
}

/* ---- Memory that counts, checks the sizes that it is given back with, and fails on request ---- */

typedef struct memory {
    size_t used, blocks;
    long remaining; /* Allocations until one fails; negative: none does. */
} memory;

typedef union block {
    size_t size;
    char unit[16];
} block;

static int may_allocate(memory *m)
{
    if (m->remaining > 0) m->remaining--;
    else if (m->remaining == 0) return 0;
    return 1;
}

static void *resize(void *user_data, void *old, size_t old_size, size_t new_size)
{
    memory *m = user_data;
    block *former = old == NULL ? NULL : (block *)old - 1, *fresh;

    require(old_size == (former == NULL ? 0 : former->size));
    if (new_size == 0) {
        require(former != NULL);
        m->used -= old_size;
        m->blocks--;
        free(former);
        return NULL;
    }
    if (new_size > old_size && !may_allocate(m)) return NULL;
    fresh = malloc(sizeof *fresh + new_size); /* It always moves, so that nobody keeps an address. */
    require(fresh != NULL);
    fresh->size = new_size;
    memset(fresh + 1, 0xA5, new_size);
    if (former != NULL) {
        memcpy(fresh + 1, old, old_size < new_size ? old_size : new_size);
        memset(old, 0x5A, old_size);
        free(former);
    }
    m->used += new_size - old_size;
    m->blocks += former == NULL;
    return fresh + 1;
}

static tally_tree *make_tree(memory *m, int32_t aggregation)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree = NULL;

    m->remaining = -1;
    options.aggregation = aggregation;
    options.memory = resize;
    options.user_data = m;
    check_ok(tally_tree_create(&options, &tree));
    return tree;
}

static void end_tree(tally_tree *tree, memory *m)
{
    m->remaining = -1;
    check_ok(tally_tree_verify(tree));
    tally_tree_release(tree);
    assert_int_equal(m->used, 0);
    assert_int_equal(m->blocks, 0);
}

static void message_has(const char *part)
{
    char text[1024];
    size_t length = 0;

    check_ok(tally_tree_error_message(text, sizeof text, &length));
    assert_int_equal(length, strlen(text));
    if (strstr(text, part) == NULL) fail_msg("the message is \"%s\", without \"%s\"", text, part);
}

static void shows(tally_tree *tree, const char *path, int expected, uint64_t count)
{
    int32_t kind = !expected ? TALLY_TREE_KIND_NONE : count == 0 ? TALLY_TREE_KIND_DOT : TALLY_TREE_KIND_NUMBER;
    tally_tree_badge badge;

    check_ok(tally_tree_get(tree, path, &badge));
    if (badge.kind != kind || badge.count != count) {
        fail_msg("%s shows %d, %" PRIu64 "; not %d, %" PRIu64, path, badge.kind, badge.count, kind, count);
    }
}

static void owns(tally_tree *tree, const char *path, int32_t kind, uint64_t count, int64_t until)
{
    tally_tree_badge_own own = TALLY_TREE_BADGE_OWN_INIT;

    check_ok(tally_tree_get_own(tree, path, &own));
    assert_int_equal(own.kind, kind);
    assert_int_equal(own.count, count);
    assert_int_equal(own.until, until);
    assert_int_equal(own.flags, 0);
}

static uint64_t revision(tally_tree *tree)
{
    tally_tree_stats stats = TALLY_TREE_STATS_INIT;

    check_ok(tally_tree_get_stats(tree, &stats));
    return stats.revision;
}

/* ---- What a tree is, to be compared ---- */

typedef struct state {
    unsigned char bytes[4096];
    size_t size;
    uint64_t revision;
} state;

static void read_state(tally_tree *tree, state *s)
{
    memset(s, 0, sizeof *s);
    check_ok(tally_tree_snapshot(tree, "root", s->bytes, sizeof s->bytes, &s->size));
    s->revision = revision(tree);
}

static void is_state(tally_tree *tree, const state *expected)
{
    state now;

    read_state(tree, &now);
    assert_int_equal(now.size, expected->size);
    assert_memory_equal(now.bytes, expected->bytes, now.size);
    assert_int_equal(now.revision, expected->revision);
}

/* ---- Each function ---- */

TEST_ALONE(badges)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_badge badge;
    tally_tree_stats stats = TALLY_TREE_STATS_INIT;

    check_ok(tally_tree_set(tree, "chat.bo", 3));
    check_ok(tally_tree_dot(tree, "root.promo"));
    shows(tree, "root", 1, 3);
    shows(tree, "nowhere", 0, 0);
    check_ok(tally_tree_add(tree, "chat.bo", -1));
    shows(tree, "chat", 1, 2);
    check_status(tally_tree_add(tree, "chat.bo", -3), TALLY_ERROR_RANGE);
    check_status(tally_tree_set(tree, "chat.bo", INT64_C(4294967296)), TALLY_ERROR_RANGE);
    check_status(tally_tree_clear(tree, "chat"), TALLY_HELD);
    check_ok(tally_tree_mute(tree, "chat.bo", TALLY_TREE_MUTE_NUMBER, 0));
    shows(tree, "chat", 1, 0);
    check_ok(tally_tree_get(tree, "chat.bo", &badge));
    assert_int_equal(badge.flags, TALLY_TREE_BADGE_OWN_COUNT | TALLY_TREE_BADGE_MUTE_NUMBER);
    assert_int_equal(badge.own_count, 2);
    check_ok(tally_tree_get(tree, "root", &badge));
    assert_int_equal(badge.flags, TALLY_TREE_BADGE_CHILDREN);
    check_status(tally_tree_mute(tree, "chat", 3, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_mute(tree, "chat", 1, -1), TALLY_ERROR_RANGE);
    check_status(tally_tree_set(tree, "a..b", 1), TALLY_ERROR_PATH);
    message_has("path 'a..b': a component is empty, at byte 2");
    check_ok(tally_tree_clear_tree(tree, "chat"));
    check_ok(tally_tree_clear(tree, "promo"));
    shows(tree, "root", 0, 0);
    check_ok(tally_tree_get_stats(tree, &stats));
    assert_int_equal(stats.nodes, 4);
    assert_true(stats.used <= m.used && stats.used + 16 * m.blocks > m.used && stats.peak >= stats.used);
    assert_string_equal(tally_tree_status_name(TALLY_ERROR_PATH), "TALLY_ERROR_PATH");
    assert_string_equal(tally_tree_status_name(1234), "TALLY_UNKNOWN");
    end_tree(tree, &m);
    tally_tree_release(NULL);
}

TEST_ALONE(a_sum_adds_its_own)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, TALLY_TREE_AGGREGATION_SUM);

    check_ok(tally_tree_set(tree, "a", 5));
    check_ok(tally_tree_set(tree, "a.x", 2));
    shows(tree, "a", 1, 7);
    check_status(tally_tree_clear(tree, "a"), TALLY_HELD);
    shows(tree, "a", 1, 2);
    end_tree(tree, &m);
}

TEST_ALONE(what_expires)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_stats stats = TALLY_TREE_STATS_INIT;
    tally_tree_badge_own own = TALLY_TREE_BADGE_OWN_INIT;

    check_ok(tally_tree_set_until(tree, "a", 3, 2000));
    check_ok(tally_tree_dot_until(tree, "b", 3000));
    check_ok(tally_tree_mute(tree, "a", TALLY_TREE_MUTE_ALL, 1500));
    check_ok(tally_tree_get_stats(tree, &stats));
    assert_int_equal(stats.next_expiry, 1500);
    owns(tree, "a", TALLY_TREE_KIND_NUMBER, 3, 2000);
    owns(tree, "b", TALLY_TREE_KIND_DOT, 0, 3000);
    owns(tree, "nowhere", TALLY_TREE_KIND_NONE, 0, 0);
    check_ok(tally_tree_get_own(tree, "a", &own));
    assert_int_equal(own.mute, TALLY_TREE_MUTE_ALL);
    assert_int_equal(own.mute_until, 1500);
    shows(tree, "root", 1, 0);
    check_ok(tally_tree_expire(tree, 1500));
    shows(tree, "root", 1, 3);
    check_ok(tally_tree_expire(tree, 2999));
    shows(tree, "root", 1, 0);
    check_ok(tally_tree_expire(tree, 3000));
    shows(tree, "root", 0, 0);
    check_ok(tally_tree_set_until(tree, "a", 3, 3000)); /* Over before it begins. */
    check_ok(tally_tree_dot_until(tree, "a", 1));
    shows(tree, "a", 0, 0);
    check_status(tally_tree_set_until(tree, "a", 1, -1), TALLY_ERROR_RANGE);
    check_status(tally_tree_expire(tree, -1), TALLY_ERROR_RANGE);
    check_ok(tally_tree_get_stats(tree, &stats));
    assert_int_equal(stats.next_expiry, 0);
    end_tree(tree, &m);
}

/* The paths of all rows, each followed by a space. A call has room for two rows, and writes over those of the last
 * one, where its `after` is. */
static int list_in_parts(tally_tree *tree, const char *path, char *out, uint64_t *out_revision)
{
    tally_tree_entry entries[2];
    char text[32];
    tally_tree_rows rows = TALLY_TREE_ROWS(entries, text);
    tally_tree_status status;
    int calls = 0;

    out[0] = 0;
    do {
        status = tally_tree_list(tree, path, TALLY_TREE_SUBTREE, rows.next, &rows, out_revision);
        if (status != TALLY_OK) check_status(status, TALLY_MORE);
        assert_true((rows.next != NULL) == (status == TALLY_MORE));
        for (size_t at = 0; at < rows.count; at++) {
            assert_int_equal(strlen(text + entries[at].path.offset), entries[at].path.length);
            strcat(strcat(out, text + entries[at].path.offset), " ");
        }
        calls++;
    } while (status == TALLY_MORE);
    return calls;
}

TEST_ALONE(lists)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_entry entries[8];
    char text[128], all[128];
    tally_tree_rows rows = TALLY_TREE_ROWS(entries, text);
    uint64_t at;

    check_ok(tally_tree_set(tree, "b.y", 2));
    check_ok(tally_tree_set(tree, "b.x", 1));
    check_ok(tally_tree_dot(tree, "a"));
    check_ok(tally_tree_list(tree, "root", TALLY_TREE_SUBTREE, NULL, &rows, &at));
    assert_int_equal(rows.count, 5);
    assert_int_equal(rows.text_size, sizeof "root" + sizeof "root.a" + sizeof "root.b" + 2 * sizeof "root.b.x");
    assert_null(rows.next);
    assert_string_equal(text + entries[3].path.offset, "root.b.x");
    assert_int_equal(entries[3].path.length, 8);
    assert_int_equal(entries[2].badge.count, 3);
    assert_int_equal(at, 3);
    at = 0;
    assert_int_equal(list_in_parts(tree, "root", all, &at), 3);
    assert_string_equal(all, "root root.a root.b root.b.x root.b.y ");
    assert_int_equal(at, 3);

    rows.capacity = 1;
    check_status(tally_tree_list(tree, "root", 0, NULL, &rows, NULL), TALLY_MORE);
    assert_int_equal(rows.count, 1);
    assert_string_equal(rows.next, "root.a");
    check_ok(tally_tree_clear(tree, "a")); /* The list goes on, although its last row is gone. */
    check_ok(tally_tree_list(tree, "root", 0, rows.next, &rows, NULL));
    assert_string_equal(text + entries[0].path.offset, "root.b");
    check_ok(tally_tree_list(tree, "root", 0, "root.b", &rows, NULL));
    assert_int_equal(rows.count, 0);
    rows.capacity = 0;
    memset(text, 1, sizeof text);
    check_status(tally_tree_list(tree, "b", 0, NULL, &rows, &at), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(rows.count, 2);
    assert_int_equal(rows.text_size, 2 * sizeof "root.b.x");
    assert_null(rows.next);
    assert_int_equal(text[0], 1);
    rows.capacity = 8;
    rows.text_capacity = sizeof "root.b.x" - 1;
    check_status(tally_tree_list(tree, "b", 0, "", &rows, NULL), TALLY_ERROR_BUFFER_TOO_SMALL);
    rows.text_capacity++;
    check_status(tally_tree_list(tree, "b", 0, "", &rows, NULL), TALLY_MORE);
    rows.text_capacity = sizeof text;
    check_status(tally_tree_list(tree, "root", 2, NULL, &rows, NULL), TALLY_ERROR_ARGUMENT);
    assert_int_equal(rows.count, 0);
    for (size_t wrong = 0; wrong < 3; wrong++) {
        check_status(tally_tree_list(tree, "root", 0, (const char *[]){"b", "roof.b", "roots"}[wrong], &rows, NULL),
                     TALLY_ERROR_ARGUMENT);
        message_has("after is not the text");
    }
    end_tree(tree, &m);
}

/* A newer program knows members that this library does not have, in the rows and in their list. */
TEST_ALONE(rows_of_another_version)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    struct { tally_tree_entry entry; uint64_t added; } newer[2];
    struct { tally_tree_rows rows; uint64_t added; } list = {TALLY_TREE_ROWS_INIT, 0};
    char text[32];

    check_ok(tally_tree_set(tree, "a", 1));
    check_ok(tally_tree_set(tree, "b", 2));
    memset(newer, 1, sizeof newer);
    list.rows.struct_size = sizeof list;
    list.rows.entry_size = sizeof newer[0];
    list.rows.entries = newer;
    list.rows.capacity = 2;
    list.rows.text = text;
    list.rows.text_capacity = sizeof text;
    check_ok(tally_tree_list(tree, "root", 0, NULL, &list.rows, NULL));
    assert_int_equal(newer[1].entry.badge.count, 2);
    assert_true(newer[0].added == 0 && newer[1].added == 0);
    list.added = 1;
    check_status(tally_tree_list(tree, "root", 0, NULL, &list.rows, NULL), TALLY_ERROR_ARGUMENT);
    list.added = 0;
    list.rows.entry_size = sizeof(tally_tree_entry) - 8;
    check_status(tally_tree_list(tree, "root", 0, NULL, &list.rows, NULL), TALLY_ERROR_ARGUMENT);
    end_tree(tree, &m);
}

TEST_ALONE(changes_and_reasons)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_entry entries[8];
    tally_tree_reason reasons[8];
    char text[128];
    tally_tree_rows rows = TALLY_TREE_ROWS(entries, text), why = TALLY_TREE_ROWS(reasons, text);
    uint64_t at = 3, next;

    check_ok(tally_tree_set(tree, "b.y", 2));
    check_ok(tally_tree_set(tree, "b.x", 1));
    check_ok(tally_tree_dot(tree, "a"));
    check_status(tally_tree_changes(tree, 0, &rows, &next), TALLY_RESYNC);
    check_ok(tally_tree_changes(tree, at, &rows, &next));
    assert_int_equal(rows.count, 0);
    check_ok(tally_tree_add(tree, "b.x", 1));
    check_ok(tally_tree_clear(tree, "a"));
    rows.capacity = 3;
    check_status(tally_tree_changes(tree, at, &rows, &next), TALLY_MORE);
    assert_int_equal(rows.count, 3);
    assert_int_equal(rows.text_size, sizeof "root" + sizeof "root.b" + sizeof "root.b.x");
    assert_null(rows.next);
    check_ok(tally_tree_changes(tree, next, &rows, &next));
    assert_int_equal(rows.count, 1);
    assert_string_equal(text + entries[0].path.offset, "root.a");
    assert_int_equal(next, revision(tree));
    rows.capacity = 1;
    check_status(tally_tree_changes(tree, at, &rows, &next), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(rows.count, 2);
    assert_int_equal(next, revision(tree));

    check_ok(tally_tree_mute(tree, "b.x", TALLY_TREE_MUTE_ALL, 0));
    check_ok(tally_tree_set(tree, "b", 9));
    check_ok(tally_tree_explain(tree, "b", 0, NULL, &why));
    assert_int_equal(why.count, 3);
    assert_int_equal(reasons[0].flags, TALLY_TREE_REASON_OWN_COUNT | TALLY_TREE_REASON_OVERRIDDEN |
                                           TALLY_TREE_REASON_LIGHTS);
    assert_int_equal(reasons[1].flags, TALLY_TREE_REASON_OWN_COUNT | TALLY_TREE_REASON_MUTE_ALL |
                                           TALLY_TREE_REASON_MUTED);
    assert_int_equal(reasons[1].kept_count, 2);
    assert_int_equal(reasons[2].contributed, 2);
    assert_string_equal(text + reasons[2].path.offset, "root.b.y");
    why.capacity = 2;
    check_status(tally_tree_explain(tree, "b", 0, NULL, &why), TALLY_MORE);
    assert_string_equal(why.next, "root.b.x");
    check_ok(tally_tree_explain(tree, "b", 0, why.next, &why));
    assert_int_equal(why.count, 1);
    assert_string_equal(text + reasons[0].path.offset, "root.b.y");
    check_ok(tally_tree_explain(tree, "nowhere", 0, NULL, &why));
    assert_int_equal(why.count, 0);
    check_status(tally_tree_explain(tree, "b", 1, NULL, &why), TALLY_ERROR_ARGUMENT);
    end_tree(tree, &m);
}

TEST_ALONE(more_changes_than_are_kept)
{
    memory m = {0};
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;
    tally_tree_entry entries[1];
    char text[64];
    tally_tree_rows rows = TALLY_TREE_ROWS(entries, text);
    uint64_t next;

    m.remaining = -1;
    options.memory = resize;
    options.user_data = &m;
    options.max_changes = 3; /* So 4. */
    check_ok(tally_tree_create(&options, &tree));
    check_ok(tally_tree_changes(tree, 0, &rows, &next));
    for (int at = 0; at < 4; at++) check_ok(tally_tree_dot(tree, (const char *[]){"a", "b", "c", "d"}[at]));
    check_status(tally_tree_changes(tree, 0, &rows, &next), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_ok(tally_tree_dot(tree, "e"));
    check_status(tally_tree_changes(tree, 0, &rows, &next), TALLY_RESYNC);
    end_tree(tree, &m);
}

TEST_ALONE(transactions_and_batches)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_operation batch[4];
    tally_tree_node node;
    state before;
    uint64_t at;

    check_ok(tally_tree_set(tree, "a", 1));
    read_state(tree, &before);
    check_ok(tally_tree_begin(tree));
    check_status(tally_tree_begin(tree), TALLY_ERROR_ARGUMENT);
    check_ok(tally_tree_set(tree, "a", 2));
    check_status(tally_tree_add(tree, "a", -3), TALLY_ERROR_RANGE);
    shows(tree, "root", 1, 2);
    check_ok(tally_tree_verify(tree));
    check_status(tally_tree_batch(tree, batch, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_tree_rollback(tree));
    check_status(tally_tree_rollback(tree), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_commit(tree), TALLY_ERROR_ARGUMENT);
    is_state(tree, &before);
    check_ok(tally_tree_begin(tree));
    check_ok(tally_tree_set(tree, "a", 2));
    check_ok(tally_tree_dot(tree, "b"));
    check_ok(tally_tree_commit(tree));
    assert_int_equal(revision(tree), before.revision + 1);

    check_ok(tally_tree_node_resolve(tree, "n", &node));
    memset(batch, 0, sizeof batch);
    batch[0].kind = TALLY_TREE_OP_SET, batch[0].node = node, batch[0].value = 4;
    batch[1].kind = TALLY_TREE_OP_GET, batch[1].path = "root";
    batch[2].kind = TALLY_TREE_OP_CLEAR, batch[2].path = "root";
    batch[3].kind = TALLY_TREE_OP_ADD, batch[3].path = "n", batch[3].value = 1;
    check_ok(tally_tree_batch(tree, batch, 4, &at));
    assert_int_equal(at, revision(tree));
    assert_int_equal(batch[1].count, 6);
    assert_int_equal(batch[1].badge_kind, TALLY_TREE_KIND_NUMBER);
    assert_int_equal(batch[2].status, TALLY_HELD);
    read_state(tree, &before);
    batch[3].value = -6;
    check_status(tally_tree_batch(tree, batch, 4, &at), TALLY_ERROR_RANGE);
    assert_int_equal(batch[0].status, TALLY_ERROR_NOT_APPLIED);
    assert_int_equal(batch[3].status, TALLY_ERROR_RANGE);
    is_state(tree, &before);
    batch[3].kind = 8;
    check_status(tally_tree_batch(tree, batch, 4, &at), TALLY_ERROR_ARGUMENT);
    is_state(tree, &before);
    batch[3].kind = TALLY_TREE_OP_ADD, batch[3].value = 1, batch[3].flags = 1;
    check_status(tally_tree_batch(tree, batch, 4, &at), TALLY_ERROR_ARGUMENT);
    batch[3].flags = 0, batch[3].reserved = batch;
    check_status(tally_tree_batch(tree, batch, 4, &at), TALLY_ERROR_ARGUMENT);
    is_state(tree, &before);
    tally_tree_node_release(tree, node);
    end_tree(tree, &m);
}

TEST_ALONE(nodes)
{
    memory m = {0}, n = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *other;
    tally_tree_node node, twice;
    tally_tree_badge badge;
    char path[64];
    size_t length;

    check_ok(tally_tree_node_resolve(tree, "a.b", &node));
    check_ok(tally_tree_node_resolve(tree, "root.a.b", &twice));
    assert_true(node != 0 && node == twice);
    check_ok(tally_tree_node_get_path(tree, node, path, sizeof path, &length));
    assert_string_equal(path, "root.a.b");
    check_status(tally_tree_node_get_path(tree, node, path, 8, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 8);
    check_ok(tally_tree_node_set(tree, node, 3));
    check_ok(tally_tree_node_add(tree, node, 2));
    check_ok(tally_tree_node_mute(tree, node, TALLY_TREE_MUTE_NUMBER, 0));
    check_ok(tally_tree_node_get(tree, node, &badge));
    assert_int_equal(badge.count, 5);
    shows(tree, "a", 1, 0);
    check_ok(tally_tree_node_dot(tree, node));
    shows(tree, "a.b", 1, 0);
    check_ok(tally_tree_node_clear(tree, node));
    check_ok(tally_tree_node_dot(tree, node));
    check_ok(tally_tree_node_clear_tree(tree, node));
    shows(tree, "root", 0, 0);
    check_ok(tally_tree_node_set_until(tree, node, 4, 100));
    owns(tree, "a.b", TALLY_TREE_KIND_NUMBER, 4, 100);
    check_ok(tally_tree_node_dot_until(tree, node, 200));
    owns(tree, "a.b", TALLY_TREE_KIND_DOT, 0, 200);
    check_status(tally_tree_node_set_until(tree, node, 4, -1), TALLY_ERROR_RANGE);
    check_status(tally_tree_node_dot_until(tree, node, -1), TALLY_ERROR_RANGE);
    check_ok(tally_tree_expire(tree, 200));
    shows(tree, "root", 0, 0);

    n.remaining = -1;
    options.memory = resize;
    options.user_data = &n;
    options.seed = 77;
    check_ok(tally_tree_create(&options, &other));
    check_ok(tally_tree_set(other, "a.b", 1));
    check_status(tally_tree_node_set(other, node, 3), TALLY_ERROR_STALE_HANDLE);
    tally_tree_node_release(tree, node);
    check_ok(tally_tree_node_set(tree, node, 1));
    tally_tree_node_release(tree, node);
    check_status(tally_tree_node_set(tree, node, 1), TALLY_ERROR_STALE_HANDLE);
    message_has("node");
    tally_tree_node_release(tree, node);
    tally_tree_node_release(tree, 0);
    tally_tree_node_release(NULL, node);
    message_has("node"); /* That of the failed call: these change nothing. */
    check_status(tally_tree_node_get(tree, 0, &badge), TALLY_ERROR_STALE_HANDLE);
    end_tree(other, &n);
    end_tree(tree, &m);
}

/* All notices as text: "2 root.a.x 3; ". */
static void take_notices(tally_tree *tree, char *text, size_t capacity)
{
    tally_tree_notice notice = TALLY_TREE_NOTICE_INIT;
    char path[64];
    tally_tree_status status;

    for (text[0] = 0; (status = tally_tree_next_notice(tree, &notice, path, sizeof path)) == TALLY_OK;) {
        size_t used = strlen(text);
        snprintf(text + used, capacity - used, "%u %s %" PRIu64 "; ", (unsigned)notice.observer, path, notice.badge.count);
        assert_int_equal(notice.path_length, strlen(path));
    }
    check_status(status, TALLY_EMPTY);
}

TEST_ALONE(observers)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_notice notice = TALLY_TREE_NOTICE_INIT;
    uint32_t below, at;
    char text[256], path[64];

    check_ok(tally_tree_observe(tree, "root", TALLY_TREE_SUBTREE, &below));
    check_ok(tally_tree_observe(tree, "a", 0, &at));
    assert_true(below == 1 && at == 2);
    check_ok(tally_tree_set(tree, "a.x", 3));
    take_notices(tree, text, sizeof text);
    assert_string_equal(text, "1 root.a.x 3; 1 root.a 3; 2 root.a 3; 1 root 3; ");
    check_ok(tally_tree_set(tree, "a.x", 3));
    take_notices(tree, text, sizeof text);
    assert_string_equal(text, "");
    check_ok(tally_tree_begin(tree));
    check_ok(tally_tree_add(tree, "a.x", 1));
    check_ok(tally_tree_dot(tree, "b"));
    take_notices(tree, text, sizeof text);
    assert_string_equal(text, "");
    check_status(tally_tree_observe(tree, "c", 0, &at), TALLY_ERROR_ARGUMENT);
    check_ok(tally_tree_commit(tree));
    check_status(tally_tree_next_notice(tree, &notice, path, 3), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(notice.path_length, strlen("root.a.x"));
    check_ok(tally_tree_next_notice(tree, &notice, path, sizeof path));
    tally_tree_unobserve(tree, 2);
    take_notices(tree, text, sizeof text);
    assert_string_equal(text, "1 root.a 4; 1 root.b 0; 1 root 4; ");
    tally_tree_unobserve(tree, 2); /* It is gone, and nothing happens. */
    tally_tree_unobserve(tree, 0);
    tally_tree_unobserve(NULL, 1);
    check_ok(tally_tree_dot_until(tree, "c", 50));
    check_ok(tally_tree_set(tree, "d", 1)); /* Events that were not taken are dropped. */
    check_ok(tally_tree_expire(tree, 50));
    take_notices(tree, text, sizeof text);
    assert_string_equal(text, "1 root.c 0; ");
    tally_tree_unobserve(tree, 1);
    check_ok(tally_tree_clear_tree(tree, "root"));
    take_notices(tree, text, sizeof text);
    assert_string_equal(text, "");
    end_tree(tree, &m);
}

TEST_ALONE(snapshots_and_patches)
{
    memory m = {0}, n = {0};
    tally_tree *tree = make_tree(&m, 0), *other = make_tree(&n, TALLY_TREE_AGGREGATION_SUM);
    unsigned char first[512], second[512], patch[512], again[512];
    size_t first_size, second_size, patch_size, again_size, size;
    tally_tree_snapshot_entry own[4];
    char text[64];
    tally_tree_rows rows = TALLY_TREE_ROWS(own, text);
    uint64_t a, b;

    check_ok(tally_tree_set_until(tree, "a.x", 3, 900));
    check_ok(tally_tree_mute(tree, "a", TALLY_TREE_MUTE_ALL, 0));
    check_ok(tally_tree_dot(tree, "a"));
    check_ok(tally_tree_snapshot(tree, "a", first, sizeof first, &first_size));
    check_status(tally_tree_snapshot(tree, "a", second, first_size - 1, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(size, first_size);
    check_ok(tally_tree_snapshot_decode(tree, first, first_size, NULL, &rows));
    assert_int_equal(rows.count, 2);
    assert_int_equal(own[0].kind, TALLY_TREE_KIND_DOT);
    assert_int_equal(own[0].mute, TALLY_TREE_MUTE_ALL);
    assert_string_equal(text + own[0].path.offset, "root");
    assert_int_equal(own[0].path.length, 4);
    assert_int_equal(own[1].kind, TALLY_TREE_KIND_NUMBER);
    assert_int_equal(own[1].count, 3);
    assert_int_equal(own[1].until, 900);
    assert_string_equal(text + own[1].path.offset, "root.x");
    assert_int_equal(own[1].path.length, 6);
    rows.capacity = 1;
    check_status(tally_tree_snapshot_decode(tree, first, first_size, NULL, &rows), TALLY_MORE);
    assert_string_equal(rows.next, "root");
    check_ok(tally_tree_snapshot_decode(tree, first, first_size, rows.next, &rows));
    assert_int_equal(rows.count, 1);
    assert_string_equal(text + own[0].path.offset, "root.x");
    check_ok(tally_tree_snapshot_decode(tree, first, first_size, "root.x", &rows));
    assert_int_equal(rows.count, 0);
    check_status(tally_tree_snapshot_decode(tree, first, first_size, "x", &rows), TALLY_ERROR_ARGUMENT);
    rows.text_capacity = 4;
    check_status(tally_tree_snapshot_decode(tree, first, first_size, NULL, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(rows.count, 2);
    assert_int_equal(rows.text_size, sizeof "root" + sizeof "root.x");
    rows.text_capacity = sizeof text;
    check_status(tally_tree_snapshot_decode(tree, first, first_size - 1, NULL, &rows), TALLY_ERROR_MALFORMED);
    assert_int_equal(rows.count, 0);

    check_ok(tally_tree_set(other, "k", 7));
    check_ok(tally_tree_merge(other, "root", first, first_size));
    shows(other, "k", 1, 7);
    shows(other, "x", 1, 3);
    check_ok(tally_tree_restore(other, "root", first, first_size));
    shows(other, "k", 0, 0);
    check_ok(tally_tree_digest(tree, "a", &a));
    check_ok(tally_tree_digest(other, "root", &b));
    assert_int_equal(a, b);
    check_ok(tally_tree_digest(tree, "nowhere", &b));
    assert_int_equal(b, 0);

    check_ok(tally_tree_set(other, "y", 5));
    check_ok(tally_tree_snapshot(other, "root", second, sizeof second, &second_size));
    check_ok(tally_tree_diff(tree, "a", other, "root", patch, sizeof patch, &patch_size));
    check_ok(tally_tree_diff_snapshot(tree, "a", second, second_size, again, sizeof again, &again_size));
    assert_int_equal(again_size, patch_size);
    assert_memory_equal(again, patch, patch_size);
    check_ok(tally_tree_snapshot_diff(tree, first, first_size, second, second_size, again, sizeof again, &again_size));
    assert_int_equal(again_size, patch_size);
    assert_memory_equal(again, patch, patch_size);
    check_ok(tally_tree_apply(tree, "a", patch, patch_size, 0));
    shows(tree, "a.y", 1, 5);
    check_status(tally_tree_apply(tree, "a", patch, patch_size, 0), TALLY_ERROR_CONFLICT);
    message_has("first at 'y' below");
    check_ok(tally_tree_apply(tree, "a", patch, patch_size, TALLY_TREE_APPLY_OVERWRITE));
    check_status(tally_tree_apply(tree, "a", patch, patch_size, 2), TALLY_ERROR_ARGUMENT);
    check_ok(tally_tree_patch_inverse(tree, patch, patch_size, again, sizeof again, &again_size));
    check_ok(tally_tree_apply(tree, "a", again, again_size, 0));
    shows(tree, "a.y", 0, 0);
    check_status(tally_tree_restore(tree, "a", patch, patch_size), TALLY_ERROR_MALFORMED);
    check_status(tally_tree_restore(tree, "a", NULL, 0), TALLY_ERROR_MALFORMED);

    check_ok(tally_tree_begin(tree)); /* As parts of a transaction. */
    check_ok(tally_tree_restore(tree, "z", second, second_size));
    check_ok(tally_tree_apply(tree, "a", patch, patch_size, 0));
    check_ok(tally_tree_rollback(tree));
    shows(tree, "z", 0, 0);
    shows(tree, "a.y", 0, 0);
    end_tree(tree, &m);
    end_tree(other, &n);
}

TEST_ALONE(presentation_and_styles)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    tally_tree_presentation shown = TALLY_TREE_PRESENTATION_INIT;
    tally_tree_style style = TALLY_TREE_STYLE_INIT, found = TALLY_TREE_STYLE_INIT;
    tally_tree_badge badge = {100, 0, TALLY_TREE_KIND_NUMBER, 0, 0, 0};
    char text[256];
    size_t length;

    check_ok(tally_tree_set(tree, "a.b", 150));
    check_ok(tally_tree_present(tree, "a.b", &shown, text, sizeof text, &length));
    assert_int_equal(shown.kind, TALLY_TREE_KIND_NUMBER);
    assert_int_equal(shown.count, 150);
    assert_string_equal(text, "99+");
    style.fields = TALLY_TREE_STYLE_FIELD_MAX_COUNT | TALLY_TREE_STYLE_FIELD_DOT_RADIUS;
    style.max_count = 999;
    style.dot_radius = 5;
    check_ok(tally_tree_style_set(tree, "a", &style));
    check_ok(tally_tree_present(tree, "a.b", &shown, text, sizeof text, &length));
    assert_string_equal(text, "150");
    assert_true(shown.dot_radius == 5 && shown.font_size == 9);
    style.fields = TALLY_TREE_STYLE_FIELD_ICON;
    style.icon = "new";
    check_ok(tally_tree_style_set(tree, "a.i", &style));
    check_ok(tally_tree_dot(tree, "a.i"));
    check_ok(tally_tree_present(tree, "a.i", &shown, text, sizeof text, &length));
    assert_int_equal(shown.kind, TALLY_TREE_KIND_ICON);
    assert_string_equal(text, "new");
    check_ok(tally_tree_style_get(tree, "a.i", &found, text, sizeof text, &length));
    assert_int_equal(found.fields, TALLY_TREE_STYLE_FIELD_ICON);
    assert_string_equal(found.icon, "new");
    check_ok(tally_tree_style_set(tree, "a.i", NULL));
    check_ok(tally_tree_present(tree, "a.i", &shown, NULL, 0, NULL));
    assert_int_equal(shown.kind, TALLY_TREE_KIND_DOT);
    check_ok(tally_tree_present(tree, "a.unknown", &shown, NULL, 0, NULL));
    assert_int_equal(shown.kind, TALLY_TREE_KIND_NONE);
    assert_true(shown.dot_radius == 5);
    style.icon = "";
    check_status(tally_tree_style_set(tree, "a", &style), TALLY_ERROR_ARGUMENT);
    style.fields = 512;
    check_status(tally_tree_style_set(tree, "a", &style), TALLY_ERROR_ARGUMENT);
    style.fields = TALLY_TREE_STYLE_FIELD_FONT_WEIGHT;
    check_status(tally_tree_style_set(tree, "a", &style), TALLY_ERROR_RANGE);
    style.fields = TALLY_TREE_STYLE_FIELD_OVERFLOW;
    style.overflow = TALLY_TREE_OVERFLOW_ELLIPSIS;
    check_ok(tally_tree_present_badge(tree, &badge, &style, &shown, text, sizeof text, &length));
    assert_string_equal(text, "\xE2\x80\xA6");
    check_ok(tally_tree_present_badge(tree, &badge, NULL, &shown, text, sizeof text, &length));
    assert_string_equal(text, "99+");
    badge.kind = TALLY_TREE_KIND_DOT;
    check_ok(tally_tree_present_badge(tree, &badge, NULL, &shown, text, sizeof text, &length));
    assert_int_equal(shown.kind, TALLY_TREE_KIND_DOT);
    badge.kind = TALLY_TREE_KIND_NONE;
    check_ok(tally_tree_present_badge(tree, &badge, NULL, &shown, text, sizeof text, &length));
    assert_int_equal(shown.kind, TALLY_TREE_KIND_NONE);
    for (badge.kind = -1; badge.kind <= 4; badge.kind += badge.kind == -1 ? 3 : 2)
        check_status(tally_tree_present_badge(tree, &badge, NULL, &shown, text, sizeof text, &length),
                     TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_present_badge(tree, NULL, NULL, &shown, text, sizeof text, &length), TALLY_ERROR_ARGUMENT);
    style.fields = 0;
    style.reserved = &style;
    check_status(tally_tree_style_set(tree, "a", &style), TALLY_ERROR_ARGUMENT);
    message_has("reserved");
    end_tree(tree, &m);
}

TEST_ALONE(paths)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    char text[64];
    size_t length;

    check_ok(tally_tree_path_escape(tree, "a.b", text, sizeof text, &length));
    assert_string_equal(text, "a\\.b");
    check_ok(tally_tree_path_join(tree, "chat", "a.b", text, sizeof text, &length));
    assert_string_equal(text, "root.chat.a\\.b");
    check_ok(tally_tree_path_component(tree, text, 1, text, sizeof text, &length));
    assert_string_equal(text, "a.b");
    check_ok(tally_tree_path_parent(tree, "chat.a", text, sizeof text, &length));
    assert_string_equal(text, "root.chat");
    check_status(tally_tree_path_parent(tree, "root", text, sizeof text, &length), TALLY_ERROR_NOT_FOUND);
    check_status(tally_tree_path_component(tree, "chat", 1, text, sizeof text, &length), TALLY_ERROR_NOT_FOUND);
    check_status(tally_tree_path_escape(tree, "", text, sizeof text, &length), TALLY_ERROR_PATH);
    check_status(tally_tree_path_parent(tree, "a.b", text, 6, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 6);
    end_tree(tree, &m);
}

TEST_ALONE(what_is_missing_or_wrong)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0), *none;
    tally_tree_options options = {0};
    tally_tree_stats stats = {0};
    tally_tree_badge badge;
    tally_tree_badge_own own = {0};
    tally_tree_rows rows = TALLY_TREE_ROWS_INIT, small = {0};
    char bytes[512], long_path[600];
    size_t size;

    check_status(tally_tree_create(NULL, &none), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_ARGUMENT);
    options.struct_size = sizeof options;
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_ARGUMENT);
    message_has("either memory or block");
    options.memory = resize;
    options.user_data = &m;
    check_status(tally_tree_create(&options, NULL), TALLY_ERROR_ARGUMENT);
    options.block = bytes;
    options.block_size = sizeof bytes;
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_ARGUMENT);
    options.memory = NULL;
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_NO_MEMORY);
    assert_null(none);
    options.block_size = 7;
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_NO_MEMORY);
    options.max_depth = 1025;
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_RANGE);
    options.max_depth = 0;
    options.aggregation = 3;
    check_status(tally_tree_create(&options, &none), TALLY_ERROR_ARGUMENT);

    check_status(tally_tree_set(NULL, "a", 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_set(tree, NULL, 1), TALLY_ERROR_ARGUMENT);
    message_has("path must not be NULL");
    check_status(tally_tree_get(tree, "a", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_get(tree, "\xC3", &badge), TALLY_ERROR_PATH);
    check_status(tally_tree_get_stats(tree, &stats), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_batch(tree, NULL, 1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_restore(tree, "a", NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_diff(tree, "a", NULL, "a", NULL, 0, &size), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_snapshot(tree, "a", NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_list(tree, "a", 0, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_list(tree, "a", 0, NULL, &small, NULL), TALLY_ERROR_ARGUMENT);
    message_has("struct_size of the rows");
    check_status(tally_tree_list(tree, "a", 0, NULL, &rows, NULL), TALLY_ERROR_ARGUMENT);
    message_has("entry_size");
    rows.entry_size = sizeof(tally_tree_entry);
    rows.count = rows.text_size = 5;
    rows.next = "root";
    check_status(tally_tree_list(NULL, "a", 0, NULL, &rows, NULL), TALLY_ERROR_ARGUMENT);
    assert_true(rows.count == 0 && rows.text_size == 0 && rows.next == NULL);
    check_ok(tally_tree_list(tree, "a", 0, NULL, &rows, NULL));
    check_status(tally_tree_get_own(tree, "a", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_tree_get_own(tree, "a", &own), TALLY_ERROR_ARGUMENT);
    memset(long_path, 'a', sizeof long_path);
    long_path[sizeof long_path - 1] = 0;
    check_status(tally_tree_dot(tree, long_path), TALLY_ERROR_PATH);
    message_has("a component is longer than 255 bytes");
    check_status(tally_tree_error_message(NULL, 0, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_true(size > 200 && size < 1024);
    check_status(tally_tree_error_message(bytes, sizeof bytes, NULL), TALLY_ERROR_ARGUMENT);
    end_tree(tree, &m);
}

/* Compiled programs rely on it; and the WebAssembly face has offsets of those without pointers. */
TEST_ALONE(layout)
{
    assert_int_equal(sizeof(tally_tree_badge), 32);
    assert_int_equal(sizeof(tally_tree_badge_own), 40);
    assert_int_equal(sizeof(tally_tree_entry), 40);
    assert_int_equal(offsetof(tally_tree_entry, badge), 8);
    assert_int_equal(sizeof(tally_tree_reason), 32);
    assert_int_equal(sizeof(tally_tree_snapshot_entry), 40);
    assert_int_equal(sizeof(tally_tree_notice), 48);
    assert_int_equal(offsetof(tally_tree_notice, badge), 8);
    assert_int_equal(offsetof(tally_tree_notice, path_length), 40);
    assert_int_equal(sizeof(tally_tree_stats), 40);
    assert_int_equal(offsetof(tally_tree_stats, next_expiry), 16);
    assert_int_equal(sizeof(tally_tree_presentation), 56);
    if (sizeof(void *) != 8) return;
    assert_int_equal(sizeof(tally_tree_rows), 64);
    assert_int_equal(sizeof(tally_tree_operation), 64);
    assert_int_equal(sizeof(tally_tree_options), 64);
    assert_int_equal(sizeof(tally_tree_style), 64);
}

/* ---- Memory ---- */

/* A block that is used up may have no room to clear everything in one call. Then it is cleared branch by branch. */
static void clear_all(tally_tree *tree, int round)
{
    tally_tree_status status = tally_tree_clear_tree(tree, "root");
    char path[32];

    for (int branch = 0; status == TALLY_ERROR_NO_MEMORY && branch < 7; branch++) {
        snprintf(path, sizeof path, "r%d.g%d", round, branch);
        check_ok(tally_tree_clear_tree(tree, path));
    }
    if (status != TALLY_OK) status = tally_tree_clear_tree(tree, "root");
    check_ok(status);
}

TEST_ALONE(a_block_of_fixed_size_is_used_up_and_used_again)
{
    enum { GUARD = 64, SIZE = 48 * 1024 };
    static unsigned char room[SIZE + 2 * GUARD];
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    char path[32];

    for (int shift = 0; shift < 16; shift += 3) { /* For every alignment. */
        tally_tree *tree;
        tally_tree_stats stats = TALLY_TREE_STATS_INIT;
        int made[2] = {0, 0};

        memset(room, 0xEE, sizeof room);
        options.block = room + GUARD + shift;
        options.block_size = SIZE - (size_t)shift;
        options.max_path_bytes = 256;
        check_ok(tally_tree_create(&options, &tree));
        for (int round = 0; round < 2; round++) {
            tally_tree_status status = TALLY_OK;
            for (int at = 0; status == TALLY_OK; at++) {
                snprintf(path, sizeof path, "r%d.g%d.n%d", round, at % 7, at);
                status = tally_tree_set(tree, path, 1);
                made[round] += status == TALLY_OK;
            }
            check_status(status, TALLY_ERROR_NO_MEMORY);
            shows(tree, path, 0, 0);
            shows(tree, "root", 1, (uint64_t)made[round]);
            clear_all(tree, round);
            shows(tree, "root", 0, 0);
            status = tally_tree_verify(tree); /* Needs memory too. */
            if (status != TALLY_ERROR_NO_MEMORY) check_ok(status);
        }
        assert_true(made[0] >= 100 && made[1] >= 100); /* Others take the place of nodes that were cleared. */
        check_ok(tally_tree_get_stats(tree, &stats));
        assert_true(stats.peak <= SIZE && stats.used <= stats.peak);
        tally_tree_release(tree);
        for (int at = 0; at < GUARD; at++) assert_true(room[at] == 0xEE && room[SIZE + GUARD + at] == 0xEE);
        check_ok(tally_tree_create(&options, &tree)); /* All of it is free again. */
        tally_tree_release(tree);
    }
}

/* A thread has a tree, its memory and its message for itself. */
static void *use_a_tree(void *name)
{
    static char rooms[4][1 << 16];
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;
    tally_tree_badge badge;
    char path[64], message[1024], expected[80];
    size_t length;

    options.block = rooms[*(const char *)name - 'a'];
    options.block_size = sizeof rooms[0];
    for (int round = 0; round < 50; round++) {
        require(tally_tree_create(&options, &tree) == TALLY_OK);
        for (int at = 0; at < 100; at++) {
            snprintf(path, sizeof path, "%s.n%d", (const char *)name, at);
            require(tally_tree_set(tree, path, at + 1) == TALLY_OK);
        }
        snprintf(path, sizeof path, "%s..wrong", (const char *)name);
        require(tally_tree_set(tree, path, 1) == TALLY_ERROR_PATH);
        snprintf(expected, sizeof expected, "path '%s'", path);
        require(tally_tree_error_message(message, sizeof message, &length) == TALLY_OK);
        require(strstr(message, expected) != NULL);
        require(tally_tree_get(tree, "root", &badge) == TALLY_OK && badge.count == 5050);
        tally_tree_release(tree);
    }
    return NULL;
}

TEST_ALONE(trees_of_several_threads)
{
    static char names[4][2] = {"a", "b", "c", "d"};
    pthread_t threads[4];

    for (int at = 0; at < 4; at++) assert_int_equal(pthread_create(&threads[at], NULL, use_a_tree, names[at]), 0);
    for (int at = 0; at < 4; at++) assert_int_equal(pthread_join(threads[at], NULL), 0);
}

/* The calls that may allocate, one after the other on one tree. Bytes for them are made before. */
typedef struct bytes {
    unsigned char snapshot[256], patch[256];
    size_t snapshot_size, patch_size;
} bytes;

static tally_tree_status call_number(int number, tally_tree *tree, tally_tree *other, const bytes *b)
{
    unsigned char out[1024];
    char text[256];
    tally_tree_entry entries[16];
    tally_tree_reason reasons[16];
    tally_tree_snapshot_entry own[16];
    tally_tree_rows rows = TALLY_TREE_ROWS(entries, text), why = TALLY_TREE_ROWS(reasons, text);
    tally_tree_rows decoded = TALLY_TREE_ROWS(own, text);
    tally_tree_badge badge = {5, 0, TALLY_TREE_KIND_NUMBER, 0, 0, 0};
    tally_tree_presentation shown = TALLY_TREE_PRESENTATION_INIT;
    tally_tree_style style = TALLY_TREE_STYLE_INIT;
    tally_tree_operation batch[2];
    tally_tree_node node;
    size_t size;
    uint64_t wide;
    uint32_t observer;

    style.fields = TALLY_TREE_STYLE_FIELD_ICON;
    style.icon = "an icon with a name";
    memset(batch, 0, sizeof batch);
    batch[0].kind = TALLY_TREE_OP_DOT, batch[0].path = "batch.a", batch[0].until = 5;
    batch[1].kind = TALLY_TREE_OP_SET, batch[1].path = "batch.b.c.d", batch[1].value = 3;
    switch (number) {
    case 0: return tally_tree_set(tree, "a.very.deep.path.that.nobody.knows", 3);
    case 1: return tally_tree_observe(tree, "a", TALLY_TREE_SUBTREE, &observer);
    case 2: return tally_tree_dot_until(tree, "a.dot.with.an.end", 100);
    case 3: return tally_tree_mute(tree, "a.muted", TALLY_TREE_MUTE_ALL, 200);
    case 4: return tally_tree_batch(tree, batch, 2, NULL);
    case 5: return tally_tree_node_resolve(tree, "handles.are.made", &node);
    case 6: return tally_tree_changes(tree, 0, &rows, &wide);
    case 7: rows.capacity = 0; return tally_tree_list(tree, "root", 1, NULL, &rows, NULL);
    case 8: return tally_tree_explain(tree, "root", 0, NULL, &why);
    case 9: return tally_tree_snapshot(tree, "root", out, sizeof out, &size);
    case 10: return tally_tree_restore(tree, "restored", b->snapshot, b->snapshot_size);
    case 11: return tally_tree_merge(tree, "merged", b->snapshot, b->snapshot_size);
    case 12: return tally_tree_digest(tree, "root", &wide);
    case 13: return tally_tree_diff(other, "root", tree, "root", out, sizeof out, &size);
    case 14: return tally_tree_diff(tree, "root", other, "root", out, sizeof out, &size);
    case 15: return tally_tree_diff_snapshot(tree, "root", b->snapshot, b->snapshot_size, out, sizeof out, &size);
    case 16: return tally_tree_snapshot_diff(tree, b->snapshot, b->snapshot_size, b->snapshot, b->snapshot_size, out,
                                             sizeof out, &size);
    case 17: return tally_tree_patch_inverse(tree, b->patch, b->patch_size, out, sizeof out, &size);
    case 18: return tally_tree_apply(tree, "applied", b->patch, b->patch_size, 0);
    case 19: return tally_tree_snapshot_decode(tree, b->snapshot, b->snapshot_size, NULL, &decoded);
    case 20: return tally_tree_style_set(tree, "styled", &style);
    case 21: return tally_tree_present(tree, "a", &shown, text, sizeof text, &size);
    case 22: return tally_tree_present_badge(tree, &badge, &style, &shown, text, sizeof text, &size);
    case 23: return tally_tree_path_join(tree, "a.b.c", "d.e", text, sizeof text, &size);
    case 24: return tally_tree_path_component(tree, "a.b.c", 1, text, sizeof text, &size);
    case 25: return tally_tree_path_escape(tree, "a.b", text, sizeof text, &size);
    case 26: return tally_tree_clear_tree(tree, "a");
    case 27: return tally_tree_expire(tree, 1000);
    case 28: return tally_tree_verify(tree);
    case 29: return tally_tree_set(tree, "the.last.one.of.all", 4);
    default: return TALLY_EMPTY;
    }
}

/* Makes each allocation of each call fail, and returns how often one failed. A call that fails changes nothing, also
 * within a transaction. */
static int fail_each(tally_tree *tree, memory *m, tally_tree *other, memory *n, int is_in_transaction)
{
    bytes b;
    int failures = 0;

    check_ok(tally_tree_snapshot(other, "root", b.snapshot, sizeof b.snapshot, &b.snapshot_size));
    check_ok(tally_tree_diff(tree, "applied", other, "root", b.patch, sizeof b.patch, &b.patch_size));
    for (int number = 0;; number++) {
        tally_tree_status status = TALLY_ERROR_NO_MEMORY;
        for (long k = 0; status == TALLY_ERROR_NO_MEMORY; k++) {
            state before, others;
            read_state(tree, &before);
            read_state(other, &others);
            m->remaining = n->remaining = k;
            status = call_number(number, tree, other, &b);
            m->remaining = n->remaining = -1;
            if (status != TALLY_ERROR_NO_MEMORY) break;
            message_has("memory");
            failures++;
            is_state(tree, &before);
            is_state(other, &others);
            check_ok(tally_tree_verify(tree));
        }
        if (status == TALLY_EMPTY) return failures;
        if (status == TALLY_ERROR_ARGUMENT && is_in_transaction) continue;
        if (status != TALLY_OK && status != TALLY_ERROR_BUFFER_TOO_SMALL && status != TALLY_RESYNC) {
            fail_msg("call %d: %s", number, tally_tree_status_name(status));
        }
    }
}

/* Badges that end at many times, within a transaction that goes on after each failure. */
static int expire_without_memory(memory *m)
{
    tally_tree *tree = make_tree(m, 0);
    tally_tree_status status = TALLY_ERROR_NO_MEMORY;
    int failures = 0;

    for (int i = 0; i < 100; i++) {
        char path[32];
        snprintf(path, sizeof path, "p%d.a.b.c.d.e", i);
        check_ok(tally_tree_set_until(tree, path, 1, 1 + i));
    }
    check_ok(tally_tree_begin(tree));
    for (long k = 0; status == TALLY_ERROR_NO_MEMORY; k++) {
        state before;
        read_state(tree, &before);
        m->remaining = k;
        status = tally_tree_expire(tree, 1000);
        m->remaining = -1;
        if (status == TALLY_OK) break;
        check_status(status, TALLY_ERROR_NO_MEMORY);
        is_state(tree, &before);
        failures++;
    }
    shows(tree, "root", 0, 0);
    check_ok(tally_tree_commit(tree));
    end_tree(tree, m);
    return failures;
}

TEST_ALONE(each_allocation_fails_once)
{
    memory m = {0}, n = {0};
    tally_tree *tree = make_tree(&m, 0), *other = make_tree(&n, 0);
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    int failures;

    check_ok(tally_tree_set(other, "x.y", 3));
    failures = fail_each(tree, &m, other, &n, 0);
    end_tree(tree, &m);
    tree = make_tree(&m, 0);
    check_ok(tally_tree_begin(tree));
    assert_true(fail_each(tree, &m, other, &n, 1) > 30);
    check_ok(tally_tree_commit(tree));
    end_tree(tree, &m);
    failures += expire_without_memory(&m);
    tree = make_tree(&m, 0);
    /* A transaction that cannot end has not happened. */
    for (long k = 0;; k++) {
        tally_tree_status status;
        state before;
        read_state(tree, &before);
        check_ok(tally_tree_begin(tree));
        check_ok(tally_tree_set(tree, "a.b.c", 1 + k));
        check_ok(tally_tree_set(tree, "the.last.one", 2 + k));
        m.remaining = 0;
        status = tally_tree_commit(tree);
        m.remaining = -1;
        if (status == TALLY_OK) break;
        check_status(status, TALLY_ERROR_NO_MEMORY);
        is_state(tree, &before);
        failures++;
    }
    end_tree(tree, &m);
    end_tree(other, &n);
    options.memory = resize;
    options.user_data = &m;
    for (long k = 0;; k++) {
        tally_tree_status status;
        m.remaining = k;
        status = tally_tree_create(&options, &tree);
        if (status == TALLY_OK) break;
        check_status(status, TALLY_ERROR_NO_MEMORY);
        assert_true(tree == NULL && m.blocks == 0 && m.used == 0);
        failures++;
    }
    end_tree(tree, &m);
    assert_true(failures > 60);
}

/* ---- Random operations, beside a model that knows no shortcut (tree_model.c) ---- */

void tree_model_failed(const char *what, int line) { fail_msg("tree_model.c:%d: %s", line, what); }

TEST_ALONE(random_operations)
{
    static char room[1 << 17];
    const char *given = getenv("TALLY_SEED");
    int rounds = is_soak() ? 2000 : 20;

    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);

    tree_model_seed(seed);
    printf("TALLY_SEED=%" PRIu64 "\n", seed);
    for (int round = 0; round < rounds; round++) {
        int32_t aggregation = 1 + round % 2;
        memory m = {0};
        tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
        tally_tree *tree, *copy = make_tree(&m, aggregation);

        options.aggregation = aggregation;
        options.block = room;
        options.block_size = sizeof room;
        options.seed = seed + (uint64_t)round;
        check_ok(tally_tree_create(&options, &tree));
        tree_model_run(tree, copy, aggregation, 150);
        tally_tree_release(tree);
        end_tree(copy, &m);
    }
}

/* ---- Bytes from anywhere ---- */

static void try_bytes(tally_tree *tree, const unsigned char *given, size_t size)
{
    unsigned char out[1024];
    tally_tree_snapshot_entry own[64];
    char text[1024];
    tally_tree_rows rows = TALLY_TREE_ROWS(own, text);
    size_t count;
    tally_tree_status all[6];

    all[0] = tally_tree_snapshot_decode(tree, given, size, NULL, &rows);
    all[1] = tally_tree_diff_snapshot(tree, "root", given, size, out, sizeof out, &count);
    all[2] = tally_tree_patch_inverse(tree, given, size, out, sizeof out, &count);
    all[3] = tally_tree_restore(tree, "in.here", given, size);
    all[4] = tally_tree_merge(tree, "in.there", given, size);
    all[5] = tally_tree_apply(tree, "in.here", given, size, tree_model_random(2));
    for (size_t at = 0; at < COUNT_OF(all); at++) {
        if (all[at] != TALLY_OK && all[at] != TALLY_ERROR_MALFORMED && all[at] != TALLY_ERROR_CONFLICT &&
            all[at] != TALLY_ERROR_BUFFER_TOO_SMALL && all[at] != TALLY_ERROR_PATH && all[at] != TALLY_ERROR_LIMIT) {
            fail_msg("call %zu: %s", at, tally_tree_status_name(all[at]));
        }
    }
    check_ok(tally_tree_clear_tree(tree, "in"));
}

TEST_ALONE(bytes_from_anywhere)
{
    memory m = {0};
    tally_tree *tree = make_tree(&m, 0);
    const char *given = getenv("TALLY_SEED");
    unsigned char whole[2][1024], changed[1100];
    size_t sizes[2];
    int rounds = is_soak() ? 200000 : 4000;

    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);

    tree_model_seed(seed);
    printf("TALLY_SEED=%" PRIu64 "\n", seed);
    for (int node = 0; node < TREE_MODEL_NODES; node++) check_ok(tally_tree_set_until(tree, tree_model_places[node], node + 1, node * 99));
    check_ok(tally_tree_mute(tree, "a", 1, 7));
    check_ok(tally_tree_snapshot(tree, "root", whole[0], sizeof whole[0], &sizes[0]));
    check_ok(tally_tree_diff(tree, "a", tree, "b", whole[1], sizeof whole[1], &sizes[1]));
    for (int round = 0; round < rounds; round++) {
        size_t which = tree_model_random(2), size = sizes[which];
        memcpy(changed, whole[which], size);
        switch (tree_model_random(4)) {
        case 0: size = tree_model_random((unsigned)size); break; /* Cut off. */
        case 1: /* Other bytes, of which the checksum knows. */
            for (unsigned count = 1 + tree_model_random(3); count > 0; count--)
                changed[tree_model_random((unsigned)size)] = (unsigned char)tree_model_random(256);
            break;
        case 2: /* Noise. */
            for (size_t at = tree_model_random(16); at < size; at++) changed[at] = (unsigned char)tree_model_random(256);
            break;
        default: memset(changed + size, 0, 8), size += tree_model_random(9); break; /* Too long. */
        }
        try_bytes(tree, changed, size);
    }
    end_tree(tree, &m);
}
