/* Messages: marks, reads during a request, badges that a feed has set, retention by age and number. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEM(id, rev, path, rest) \
    "{\"id\":\"" id "\",\"rev\":\"" rev "\",\"seq\":\"" id "\",\"path\":\"" path "\"" rest "}"

/* ---- Helpers ---- */

typedef struct counts {
    uint64_t total, unread, unseen;
} counts;

static void check_counts_at(tally_account *account, const char *path, uint64_t total, uint64_t unread, uint64_t unseen,
                            int line)
{
    counts c;

    check_ok(message_counts(account, path, TALLY_SUBTREE, &c.total, &c.unread, &c.unseen));
    if (c.total != total || c.unread != unread || c.unseen != unseen)
        fail_msg("line %d, %s: %d messages, %d unread, %d unseen", line, path, (int)c.total, (int)c.unread, (int)c.unseen);
}
#define check_counts(account, path, total, unread, unseen) \
    check_counts_at((account), (path), (total), (unread), (unseen), __LINE__)

static int64_t key_of(tally_account *account, const char *id)
{
    tally_message messages[32];
    char text[4096];
    size_t count, size, i;

    check_ok(message_list(account, "root", TALLY_SUBTREE, 0, 32, messages, 32, text, sizeof text, &count,
                                &size));
    for (i = 0; i < count; i++)
        if (strcmp(text + messages[i].id.offset, id) == 0)
            return messages[i].key;
    fail_msg("there is no message %s", id);
    return 0;
}

static void add_feed(world *w, const char *name, const char *url, int64_t max_age, int64_t max_messages)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = url, .initial_delay = -1, .interval = -1, .max_age = max_age,
        .max_messages = max_messages,
    };

    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, name, &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

static void complete(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    *(volatile int *)user_data = 1;
}

/* Asks, and waits until the server has the request, whose answer it holds. */
static void ask(world *w, server *s, unsigned requests, volatile int *done)
{
    *done = 0;
    check_ok(tally_feed_refresh_now(w->feed, complete, (void *)done, NULL, NULL));
    while (server_requests(s) < requests)
        check_ok(tally_engine_step(w->engine));
}

static void answer_now(world *w, server *s, volatile int *done)
{
    server_release(s);
    world_pump(w, done);
}

/* ---- Marks ---- */

TEST(marks, WORLD_FILE | WORLD_UNREAD)
{
    int64_t key;
    size_t changed;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in.a", "") "," ITEM("3", "1", "in", ""),
                       ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":4}}"));
    check_counts(w->account, "root", 3, 1, 1);
    check_badge(w->account, "in", 1, 1);
    /* A mark does not cover messages that arrive later. */
    world_page(w, PAGE("2", ITEM("0", "1", "in", ""), ""));
    check_badge(w->account, "in", 1, 2);
    world_page(w, PAGE("3", ITEM("00", "1", "in", ""), ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":4}}"));
    check_badge(w->account, "in", 1, 3); /* "00" is behind "2": sequences go by length first. */
    /* Messages that another mark has read stay read. A lower version reads the others. */
    world_page(w, PAGE("4", "", ",\"marks\":{\"in\":{\"upto\":\"99\",\"ver\":3}}"));
    check_counts(w->account, "root", 5, 1, 1); /* 0, which came after the mark of version 4. */
    world_page(w, PAGE("5", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":5}}"));
    check_counts(w->account, "root", 5, 0, 0);
    /* Unread again, until a mark of a higher version than all that were known. */
    key = key_of(w->account, "1");
    check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
    check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
    assert_int_equal(changed, 0);
    check_badge(w->account, "in", 1, 1);
    world_page(w, PAGE("6", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":5}}"));
    check_counts(w->account, "root", 5, 1, 0);
    /* All of it is stored. */
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    check_counts(w->account, "root", 5, 1, 0);
    check_badge(w->account, "in", 1, 1);
    world_add_feed(w);
    /* Several marks of a path, in any order; and the path named twice. */
    world_page(w, PAGE("7", "", ",\"marks\":{\"in\":[{\"upto\":\"0\",\"ver\":9},{\"upto\":\"1\",\"ver\":6},"
                                "{\"upto\":\"1\",\"ver\":5}],\"root.in\":{\"upto\":\"0\",\"ver\":7}}"));
    check_counts(w->account, "root", 5, 0, 0);
    check_ok(tally_engine_verify(w->engine));
    /* Up to a message. */
    key = key_of(w->account, "0");
    check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
    key = key_of(w->account, "3");
    check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
    key = key_of(w->account, "2");
    check_ok(tally_message_mark_read_until(w->account, "root", TALLY_SUBTREE, key, &changed));
    assert_int_equal(changed, 1);
    check_counts(w->account, "root", 5, 1, 0);
    check_status(tally_message_mark_read_until(w->account, "root", 0, 4711, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_message_mark_read_until(w->account, "root", TALLY_SUBTREE, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_message("last must be the key of a message");
    check_status(tally_message_mark_read_until(w->account, "root", TALLY_SUBTREE, -1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_mark_read_until(w->account, "root", TALLY_SUBTREE, INT64_MIN, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_mark_read_until(w->account, "root", TALLY_SUBTREE, INT64_MAX, NULL), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, 1);
}

/* A number that is no key is no message. */
TEST(keys_are_positive, WORLD_FILE)
{
    static const int64_t strange[] = {0, -1, INT64_MIN, INT64_MIN + 1, INT64_MAX};
    int64_t keys[2];
    tally_message row;
    char text[256];

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "1", "in", ""), ""));
    keys[0] = key_of(w->account, "1");
    assert_true(keys[0] > 0);
    for (size_t i = 0; i < COUNT_OF(strange); i++) {
        keys[1] = strange[i];
        check_status(message_get(w->account, keys[1], &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
        check_status(tally_message_mark_seen(w->account, keys, 2, NULL), TALLY_ERROR_NOT_FOUND);
        check_status(tally_message_mark_read(w->account, keys, 2, NULL), TALLY_ERROR_NOT_FOUND);
        check_status(tally_message_mark_unread(w->account, keys, 2, NULL), TALLY_ERROR_NOT_FOUND);
        check_counts(w->account, "root", 1, 1, 1);
    }
    check_status(message_get(w->account, -7, &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_message("there is no message with the key -7");
}

/* A new numbering starts its versions from scratch. Read messages stay read. */
/* By its key, and by the server's identifier. */
TEST(a_message_is_found, WORLD_FILE)
{
    tally_message_options options = {.struct_size = sizeof options, .id = "1", .title = "posted"};
    tally_message row;
    tally_account *other;
    char text[256];
    int64_t posted;
    int64_t feed;

    check_status(message_find(w->account, 0, "1", &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_message("tally:local");
    world_add_feed(w);
    feed = state_of(w).id;
    world_page(w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in.a", ""), ""));
    check_ok(tally_message_post(w->account, "in", &options, &posted));
    check_ok(message_find(w->account, feed, "1", &row, text, sizeof text));
    assert_int_not_equal(row.key, posted);
    assert_int_equal(row.feed, feed);
    check_ok(message_get(w->account, row.key, &row, text, sizeof text));
    assert_string_equal(text + row.id.offset, "1");
    assert_string_equal(text + row.path.offset, "root.in");
    check_ok(message_find(w->account, 0, "1", &row, text, sizeof text));
    assert_int_equal(row.key, posted);
    assert_string_equal(text + row.title.offset, "posted");
    check_status(message_find(w->account, feed, "3", &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_status(message_find(w->account, 4711, "1", &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_message("4711");
    check_status(message_find(w->account, feed, NULL, &row, text, sizeof text), TALLY_ERROR_ARGUMENT);
    check_status(message_get(w->account, 0, &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_status(message_get(w->account, 4711, &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_status(message_find(other, feed, "1", &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_status(message_get(other, posted, &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    tally_account_release(other);
}

TEST(a_new_epoch, WORLD_SERVER)
{
    server *s = w->server;
    char url[64];

    server_url(s, url, sizeof url);
    server_answer_json(s, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in", ""),
                               ",\"epoch\":\"a\",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":40}}"));
    server_answer_json(s, PAGE("1", "", ",\"epoch\":\"b\""));
    server_answer_json(s, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in", ""), ",\"epoch\":\"b\""));
    server_answer_json(s, PAGE("2", "", ",\"epoch\":\"b\",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":1}}"));
    add_feed(w, "feed", url, 0, 0);
    check_ok(world_sync(w));
    check_counts(w->account, "root", 2, 1, 1);
    check_ok(world_sync(w));
    assert_int_equal(server_requests(s), 3);
    check_counts(w->account, "root", 2, 1, 1);
    check_ok(world_sync(w));
    check_counts(w->account, "root", 2, 0, 0);
}

/* ---- Reads do not bounce back ---- */

TEST(messages_read_meanwhile, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER)
{
    server *s = w->server;
    char url[64];
    volatile int done;
    int64_t key;

    server_url(s, url, sizeof url);
    server_answer_json(s, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in", "") "," ITEM("3", "1", "x", ""), ""));
    server_hold_json(s, PAGE("2", ITEM("1", "2", "in", ",\"title\":\"new\"") "," ITEM("3", "2", "x", ""), ""));
    server_hold_json(s, PAGE("3", ITEM("1", "3", "in", ""), ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":1}}"));
    server_answer_json(s, PAGE("4", ITEM("2", "1", "in", ",\"read\":true"), ""));
    server_answer_json(s, PAGE("5", ITEM("1", "4", "in", ""), ""));
    add_feed(w, "feed", url, 0, 0);
    check_ok(world_sync(w));
    /* The response counts for a read before the request, but not for a read during it. */
    check_ok(tally_message_mark_path_read(w->account, "x", 0, NULL));
    ask(w, s, 2, &done);
    key = key_of(w->account, "1");
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    answer_now(w, s, &done);
    check_counts(w->account, "in", 2, 1, 1);
    check_counts(w->account, "x", 1, 1, 1);
    /* Neither do those come back that were read by their path, nor go that are unread again. */
    ask(w, s, 3, &done);
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, NULL));
    key = key_of(w->account, "2");
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    answer_now(w, s, &done);
    check_counts(w->account, "in", 2, 1, 0);
    check_badge(w->account, "in", 1, 1);
    /* An answer to a request that began later says how it is. */
    check_ok(world_sync(w));
    check_counts(w->account, "in", 2, 0, 0);
    check_ok(world_sync(w));
    check_counts(w->account, "in", 2, 1, 1);
}

/* ---- Badges that feeds set ---- */

#define BADGES(a, b, c) ",\"badges\":{\"a\":" a ",\"b\":" b ",\"c\":" c "}"

TEST(badges_have_owners, WORLD_FILE | WORLD_SERVER)
{
    server *s = w->server;
    char url[64];

    server_url(s, url, sizeof url);
    server_answer_json(s, PAGE("1", "", BADGES("{\"count\":1}", "{\"count\":2}", "{\"dot\":true}")));
    server_answer_http(s, 410, "", "");
    server_answer_json(s, PAGE("2", "", ",\"badges\":{\"c\":{\"dot\":true},\"d\":{\"count\":4}}"));
    server_answer_json(s, PAGE("3", "", ",\"badges\":{\"d\":{\"count\":5,\"until\":1700000100}}"));
    add_feed(w, "feed", url, 0, 0);
    check_ok(tally_badge_set(w->account, "mine", 7));
    check_ok(world_sync(w));
    check_badge(w->account, "root", 1, 10);
    check_ok(tally_badge_set(w->account, "b", 3)); /* The host's now. */
    check_ok(world_sync(w));
    check_badge(w->account, "a", 0, 0);
    check_badge(w->account, "b", 1, 3);
    check_badge(w->account, "c", 1, 0);
    check_badge(w->account, "d", 1, 4);
    check_badge(w->account, "mine", 1, 7);
    check_ok(world_sync(w));
    check_badge(w->account, "c", 1, 0); /* No snapshot. */
    world_close(w);
    world_open(w, WORLD_FILE);
    add_feed(w, "feed", url, 0, 0);
    check_ok(tally_feed_remove(w->feed));
    check_badge(w->account, "c", 0, 0);
    check_badge(w->account, "d", 0, 0);
    check_badge(w->account, "b", 1, 3);
    check_badge(w->account, "root", 1, 10);
}

/* Another URL: what the former one had set goes when the first answer is there. */
TEST(badges_of_another_url, WORLD_SERVER)
{
    server *s = w->server;
    char url[80];

    server_url(s, url, sizeof url);
    server_answer_json(s, PAGE("1", "", BADGES("{\"count\":1}", "{\"count\":2}", "null")));
    server_answer_json(s, PAGE("1", "", ",\"badges\":{\"b\":{\"count\":2}}"));
    add_feed(w, "feed", url, 0, 0);
    check_ok(world_sync(w));
    check_badge(w->account, "root", 1, 3);
    strcat(url, "other");
    add_feed(w, "feed", url, 0, 0);
    check_badge(w->account, "root", 1, 3);
    check_ok(world_sync(w));
    check_badge(w->account, "root", 1, 2);
}

/* ---- Retention ---- */

TEST(old_messages_go, WORLD_FILE)
{
    int64_t keys[2];

    world_add_feed(w);
    add_feed(w, "feed", w->page_url, 60000, 2);
    /* The clock stands at 1700000000. */
    world_page(w, PAGE("1", ITEM("1", "1", "in", ",\"ts\":1699999939,\"count\":5") "," ITEM("2", "1", "in", ",\"ts\":1699999941")
                       "," ITEM("3", "1", "in", ",\"read\":true") "," ITEM("4", "1", "in", "") "," ITEM("5", "1", "in", ""), ""));
    check_counts(w->account, "in", 3, 3, 3); /* 1 by its age; 3 by their number, since it is read. */
    check_badge(w->account, "in", 1, 3);
    keys[0] = key_of(w->account, "4");
    keys[1] = key_of(w->account, "5");
    check_ok(tally_message_mark_read(w->account, keys, 2, NULL));
    check_counts(w->account, "in", 3, 1, 1);
    fake_clock_advance(&w->clock, 60000);
    /* Those that went are known, but for a higher revision. */
    world_page(w, PAGE("2", ITEM("1", "1", "in", "") "," ITEM("3", "1", "in", ""), ""));
    check_counts(w->account, "in", 2, 0, 0);
    check_badge(w->account, "in", 0, 0);
    world_page(w, PAGE("3", ITEM("3", "2", "in", ""), ""));
    check_counts(w->account, "in", 3, 1, 1);
    check_ok(tally_engine_verify(w->engine));
}

/* Unread messages beyond the number stay, and do not count for which of the others do. */
TEST(unread_messages_beyond_the_number, 0)
{
    int64_t key;

    world_add_feed(w);
    add_feed(w, "feed", w->page_url, 0, 2);
    world_page(w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in", "") "," ITEM("3", "1", "in", "") ","
                       ITEM("4", "1", "in", ""), ""));
    world_page(w, PAGE("2", ITEM("5", "1", "in", ""), ""));
    check_counts(w->account, "in", 5, 5, 5);
    /* 4 and 5 are within the number. */
    key = key_of(w->account, "3");
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    key = key_of(w->account, "4");
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    world_page(w, PAGE("3", ITEM("2", "2", "in", ""), ""));
    check_counts(w->account, "in", 4, 3, 3);
    assert_true(key_of(w->account, "4") == key);
    world_page(w, PAGE("4", ITEM("6", "1", "in", ""), ""));
    check_counts(w->account, "in", 4, 4, 4);
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Looking ---- */

TEST(looking_clears, WORLD_FILE)
{
    uint64_t token, second, revision, same;
    tally_operation operations[2];

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in.a", "") "," ITEM("3", "1", "out", ""), ""));
    check_ok(tally_badge_set(w->account, "out", 2));
    check_ok(tally_view_begin(w->scope, w->account, "out", 0, &token));
    check_badge(w->account, "out", 0, 0);
    check_counts(w->account, "out", 1, 1, 0); /* Seen, not read. */
    check_status(tally_view_begin(w->scope, w->account, "in", 0, &second), TALLY_HELD);
    check_badge(w->account, "in", 1, 2);
    /* A message that arrives, or a badge that is set, is cleared in the same transaction, so no reader sees a badge. */
    drain(w->engine);
    check_ok(tally_observe(w->scope, w->account, "out", 0, NULL, NULL, NULL, NULL));
    check_ok(account_info(w->account, NULL, &revision, NULL, NULL));
    check_ok(tally_badge_set(w->account, "out", 5));
    check_ok(tally_badge_dot(w->account, "out"));
    check_ok(tally_badge_add(w->account, "out", 3));
    memset(operations, 0, sizeof operations);
    operations[0].kind = operations[1].kind = TALLY_OP_SET;
    operations[0].path = "out";
    operations[1].path = "other";
    operations[0].value = 4;
    check_ok(tally_badge_batch(w->account, operations, 2, PLAIN_BATCH, NULL));
    world_page(w, PAGE("2", ITEM("4", "1", "out", ""), ",\"badges\":{\"out\":{\"count\":3}}"));
    check_badge(w->account, "out", 0, 0);
    check_counts(w->account, "out", 2, 2, 0);
    check_ok(account_info(w->account, NULL, &same, NULL, NULL));
    assert_true(same == revision);
    /* Below it is another path; and so is what holds it. */
    check_ok(tally_badge_set(w->account, "out.x", 1));
    check_badge(w->account, "out", 1, 1);
    world_page(w, PAGE("3", ITEM("5", "1", "out", ""), ""));
    check_counts(w->account, "out", 3, 3, 1);
    /* A path that a child has held back is cleared with the child. */
    check_ok(tally_badge_clear(w->account, "out.x"));
    check_badge(w->account, "out", 0, 0);
    check_counts(w->account, "out", 3, 3, 0);
    world_page(w, PAGE("4", ITEM("6", "1", "out", ""), ""));
    check_badge(w->account, "out", 0, 0);
    check_counts(w->account, "out", 4, 4, 0);
    /* Twice, and until it is ended. */
    check_ok(tally_view_begin(w->scope, w->account, "out", 0, NULL));
    tally_view_end(w->scope, token);
    check_ok(tally_badge_set(w->account, "out", 5));
    check_badge(w->account, "out", 0, 0);
    tally_view_end(w->scope, token); /* It has ended, so nothing happens to the other view. */
    check_ok(tally_badge_set(w->account, "out", 5));
    check_badge(w->account, "out", 0, 0);
    tally_scope_close(w->scope);
    check_ok(tally_scope_open(w->engine, &w->scope));
    check_ok(tally_badge_set(w->account, "out", 5));
    check_badge(w->account, "out", 1, 5);
    world_page(w, PAGE("5", ITEM("7", "1", "out", ""), ""));
    check_badge(w->account, "out", 1, 1);
    /* Not stored. */
    check_ok(tally_view_begin(w->scope, w->account, "out", 0, NULL));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "out", 0, 0);
    check_ok(tally_badge_set(w->account, "out", 5));
    check_badge(w->account, "out", 1, 5);
    /* Bad input. */
    check_status(tally_view_begin(NULL, w->account, "a", 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_view_begin(w->scope, NULL, "a", 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_view_begin(w->scope, w->account, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_view_begin(w->scope, w->account, "a..b", 0, NULL), TALLY_ERROR_PATH);
    tally_view_end(NULL, 1);
}

static uint64_t unseen_at(world *w, const char *path)
{
    uint64_t unseen;

    check_ok(message_counts(w->account, path, 0, NULL, NULL, &unseen));
    return unseen;
}

/* However the child ends: on its own, with its message, in a batch, or by another view. */
TEST_ALONE(what_is_held_back_is_cleared_later)
{
    world w;
    int64_t key;
    int way;

    for (way = 0; way < 5; way++) {
        tally_operation operation = {.kind = TALLY_OP_CLEAR, .path = "in.a.b"};

        world_init(&w, way == 1 ? WORLD_UNREAD : 0);
        world_add_feed(&w);
        world_page(&w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in.a.b", ""), ""));
        if (way == 2)
            check_ok(tally_badge_set_until(w.account, "in.x", 1, w.clock.wall + 1000));
        check_status(tally_view_begin(w.scope, w.account, "in", 0, NULL), TALLY_HELD);
        assert_int_equal(unseen_at(&w, "in"), 1);
        check_ok(tally_badge_set(w.account, "in", 4)); /* Besides, by hand. */
        key = key_of(w.account, "2");
        if (way == 0 || way == 2)
            check_ok(tally_badge_clear(w.account, "in.a.b"));
        else if (way == 1)
            check_ok(tally_message_mark_read(w.account, &key, 1, NULL));
        else if (way == 3)
            check_ok(tally_badge_batch(w.account, &operation, 1, PLAIN_BATCH, NULL));
        else
            check_ok(tally_view_begin(w.scope, w.account, "in.a.b", 0, NULL));
        if (way == 2) {
            assert_int_equal(unseen_at(&w, "in"), 1);
            fake_clock_advance(&w.clock, 1000);
            check_ok(tally_engine_step(w.engine));
        }
        if (way != 1)
            check_badge(w.account, "in", 0, 0);
        else
            check_badge(w.account, "in", 1, 1); /* Fed by what is not read. */
        assert_int_equal(unseen_at(&w, "in"), 0);
        check_ok(tally_account_verify(w.account));
        world_end(&w);
    }
}

/* Sum: also what still shows something below. */
TEST(looking_under_sum, WORLD_SUM | WORLD_FULL)
{
    check_ok(tally_badge_set(w->account, "a.x", 2));
    check_status(tally_view_begin(w->scope, w->account, "a", 0, NULL), TALLY_HELD);
    check_ok(tally_badge_set(w->account, "a", 3));
    check_badge(w->account, "a", 1, 2);
}

/* ---- Observing messages ---- */

typedef struct told {
    int count;
    uint64_t total, unread, unseen;
    char path[64];
} told;

static void tell(void *user_data, const tally_event *event, const char *text)
{
    told *t = (told *)user_data;

    assert_int_equal(event->kind, TALLY_EVENT_MESSAGES);
    t->count += 1;
    t->total = event->total;
    t->unread = event->unread;
    t->unseen = event->unseen;
    snprintf(t->path, sizeof t->path, "%s", text);
}

static void check_told_at(world *w, told *t, int count, uint64_t total, uint64_t unread, uint64_t unseen, int line)
{
    drain(w->engine);
    if (t->count != count || (count > 0 && (t->total != total || t->unread != unread || t->unseen != unseen)))
        fail_msg("line %d: told %d times: %d, %d unread, %d unseen", line, t->count, (int)t->total, (int)t->unread,
                 (int)t->unseen);
    t->count = 0;
}
#define check_told(t, count, total, unread, unseen) check_told_at(w, (t), (count), (total), (unread), (unseen), __LINE__)

TEST(messages_are_observed, WORLD_FILE)
{
    told all = {0, 0, 0, 0, ""}, in = {0, 0, 0, 0, ""};
    int64_t key;
    uint64_t token, same;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in.a", "") "," ITEM("3", "1", "in-x", ""), ""));
    check_ok(tally_observe_messages(w->scope, w->account, "root", TALLY_SUBTREE, tell, &all, NULL, NULL));
    check_ok(tally_observe_messages(w->scope, w->account, "in", 0, tell, &in, NULL, &token));
    check_ok(tally_observe_messages(w->scope, w->account, "in", TALLY_OBSERVE_INITIAL, tell, &in, NULL, &same));
    assert_true(token == same);
    check_told(&all, 1, 3, 3, 3);
    assert_string_equal(all.path, "root");
    check_told(&in, 1, 1, 1, 1);
    assert_string_equal(in.path, "root.in");
    /* Seen. */
    check_ok(tally_badge_clear(w->account, "in-x"));
    check_told(&all, 1, 3, 3, 2);
    check_told(&in, 0, 0, 0, 0);
    /* Read, which changes no badge; and unread again. */
    key = key_of(w->account, "3");
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_told(&all, 1, 3, 2, 2);
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_told(&all, 1, 3, 3, 2);
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_told(&all, 0, 0, 0, 0);
    /* A page that changes nothing; one that changes a text; one that moves, and one that takes away. */
    world_page(w, PAGE("2", ITEM("1", "1", "in", ""), ""));
    check_told(&all, 0, 0, 0, 0);
    world_page(w, PAGE("3", "{\"id\":\"1\",\"seq\":\"1\",\"path\":\"in\",\"title\":\"other\"}", ""));
    check_told(&all, 1, 3, 3, 2);
    check_told(&in, 1, 1, 1, 1);
    world_page(w, PAGE("4", ITEM("1", "2", "in.b", "") "," ITEM("4", "1", "in", ""), ",\"gone\":[\"3\"]"));
    check_told(&all, 1, 3, 3, 3);
    check_told(&in, 1, 1, 1, 1);
    /* Those that wait are merged. */
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_message_mark_path_read(w->account, "in", 0, NULL));
    check_told(&all, 1, 3, 2, 0);
    check_told(&in, 1, 1, 0, 0);
    /* A mark; nothing of another account; nothing after it has ended. */
    world_page(w, PAGE("5", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}"));
    check_told(&all, 1, 3, 1, 0);
    check_told(&in, 0, 0, 0, 0);
    tally_unobserve(w->scope, token);
    tally_unobserve(w->scope, same); /* It was added twice. */
    check_ok(tally_feed_remove(w->feed));
    check_told(&all, 1, 0, 0, 0);
    check_told(&in, 0, 0, 0, 0);
    /* Bad input. */
    check_status(tally_observe_messages(w->scope, w->account, "a", 8, tell, &in, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_messages(NULL, w->account, "a", 0, tell, &in, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_messages(w->scope, NULL, "a", 0, tell, &in, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_messages(w->scope, w->account, NULL, 0, tell, &in, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_messages(w->scope, w->account, "a..b", 0, tell, &in, NULL, NULL), TALLY_ERROR_PATH);
}

/* Messages that are seen, but not read, still light an account that counts the unread. */
TEST(force_says_what_stays_lit, WORLD_UNREAD)
{
    tally_operation operations[2];
    tally_node node;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "1", "in.a", "") "," ITEM("2", "1", "in.b", ""), ""));
    check_ok(tally_badge_set(w->account, "in.c", 4));
    check_status(tally_badge_clear_tree(w->account, "in"), TALLY_HELD);
    check_badge(w->account, "in", 1, 2);
    check_status(tally_badge_clear_tree(w->account, "in.a"), TALLY_HELD);
    check_ok(tally_badge_clear_tree(w->account, "in.c"));
    check_ok(tally_badge_clear_tree(w->account, "nowhere"));
    check_ok(tally_node_resolve(w->account, "in", &node));
    check_status(tally_node_clear_tree(w->account, node), TALLY_HELD);
    memset(operations, 0, sizeof operations);
    operations[0].kind = TALLY_OP_CLEAR_TREE;
    operations[0].path = "in";
    operations[1].kind = TALLY_OP_CLEAR_TREE;
    operations[1].path = "in.c";
    check_ok(tally_badge_batch(w->account, operations, 2, PLAIN_BATCH, NULL));
    assert_int_equal(operations[0].status, TALLY_HELD);
    assert_int_equal(operations[1].status, TALLY_OK);
    /* Whom a muted child does not light is not held by it. */
    check_ok(tally_badge_mute(w->account, "in", TALLY_MUTE_ALL, 0));
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, NULL));
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_badge(w->account, "in", 0, 0);
}

/* Messages of several feeds may have the same sequence and the same id. By pages of any size each is listed once, the
 * newest first. */
TEST(messages_with_the_same_sequence, WORLD_FILE | WORLD_UNREAD)
{
    enum { FEEDS = 3, SEQUENCES = 5 };
    static const char *const names[FEEDS] = {"a", "b", "c"};
    static const uint32_t flags[] = {0, TALLY_SUBTREE, TALLY_MESSAGES_UNREAD, TALLY_SUBTREE | TALLY_MESSAGES_UNREAD};
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    size_t f, i, page;

    check_ok(tally_account_log_in(w->account));
    for (f = 0; f < FEEDS; f++) {
        char text[1024] = "{\"cursor\":\"1\",\"items\":[";
        tally_feed *feed;

        check_ok(tally_feed_add(w->account, names[f], &options, &feed));
        for (i = 1; i <= SEQUENCES; i++)
            snprintf(text + strlen(text), 128, "%s{\"id\":\"m%d\",\"seq\":\"%d\",\"path\":\"in\"}",
                     i > 1 ? "," : "", (int)i, (int)i);
        strcat(text, "]}");
        check_ok(tally_feed_deliver(feed, text, strlen(text)));
        tally_feed_release(feed);
    }
    for (i = 0; i < COUNT_OF(flags); i++)
        for (page = 1; page <= FEEDS * SEQUENCES; page++) {
            tally_message rows[FEEDS * SEQUENCES];
            char text[4096], last = '9';
            int64_t keys[FEEDS * SEQUENCES];
            size_t count, size, all = 0;
            const char *after = NULL;
            tally_status status;

            do {
                size_t k, j;

                status = message_list(w->account, "in", flags[i], after, page, rows, page, text, sizeof text, &count,
                                      &size);
                assert_true(status == TALLY_OK || status == TALLY_MORE);
                for (k = 0; k < count; k++) {
                    const char *id = text + rows[k].id.offset;

                    assert_true(id[1] <= last);
                    last = id[1];
                    for (j = 0; j < all; j++)
                        if (keys[j] == rows[k].key)
                            fail_msg("flags %u, pages of %d: %s comes twice", flags[i], (int)page, id);
                    assert_true(all < FEEDS * SEQUENCES);
                    keys[all++] = rows[k].key;
                }
                after = *next_of_list();
            } while (status == TALLY_MORE);
            if (all != FEEDS * SEQUENCES)
                fail_msg("flags %u, pages of %d: only %d", flags[i], (int)page, (int)all);
        }
    /* So do the reasons of a badge. */
    for (page = 1; page <= FEEDS * SEQUENCES + 1; page++) {
        tally_reason reasons[FEEDS * SEQUENCES + 1];
        char text[4096];
        const char *after = NULL;
        int64_t keys[FEEDS * SEQUENCES];
        size_t all = 0, k, j;
        tally_status status;

        do {
            tally_rows rows = rows_in(reasons, sizeof *reasons, page, page, text, sizeof text);

            status = tally_badge_explain(w->account, "in", 0, after, &rows);
            assert_true(status == TALLY_OK || status == TALLY_MORE);
            for (k = 0; k < rows.count; k++) {
                if (reasons[k].message == 0)
                    continue;
                for (j = 0; j < all; j++)
                    assert_true(keys[j] != reasons[k].message);
                assert_true(all < FEEDS * SEQUENCES);
                keys[all++] = reasons[k].message;
            }
            after = rows.next;
        } while (status == TALLY_MORE);
        if (all != FEEDS * SEQUENCES)
            fail_msg("pages of %d reasons: only %d", (int)page, (int)all);
    }
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &page));
    assert_int_equal(page, FEEDS * SEQUENCES);
    check_badge(w->account, "in", 0, 0);
}
