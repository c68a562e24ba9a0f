/* needs: sqlite */
/* Messages with further paths: each counts at all of its paths, and is one message. */
#include "feeds.h"
#include "lists.h"
#include "storefile.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

static tally_status try_post(world *w, const char *path, const char *also, const char *id, int64_t *out_key)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    options.also = also;
    options.id = id;
    return tally_message_post(w->account, path, &options, out_key);
}

static int64_t post(world *w, const char *path, const char *also)
{
    int64_t key = 0;

    check_ok(try_post(w, path, also, NULL, &key));
    return key;
}

static void check_all(world *w, const char *const *paths, size_t count, uint64_t number)
{
    for (size_t i = 0; i < count; i++)
        check_badge(w->account, paths[i], number > 0, number);
}
#define CHECK_ALL(w, number, ...) \
    check_all((w), (const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__})), (number))

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* The keys that a list has, in pages of `limit` rows. */
static size_t list(world *w, const char *path, uint32_t flags, size_t limit, int64_t *keys)
{
    tally_message found[16];
    char text[4096], after[512] = "";
    tally_rows rows = rows_in(found, sizeof *found, COUNT_OF(found), limit, text, sizeof text);
    tally_status status;
    size_t count = 0;

    do {
        status = tally_message_list(w->account, path, flags, after[0] != 0 ? after : NULL, &rows);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        for (size_t i = 0; i < rows.count; i++)
            keys[count++] = found[i].key;
        if (status == TALLY_MORE)
            snprintf(after, sizeof after, "%s", rows.next);
    } while (status == TALLY_MORE);
    return count;
}

static void check_also(world *w, int64_t key, const char *expected)
{
    tally_message row;
    char text[4096];

    check_ok(message_get(w->account, key, &row, text, sizeof text));
    assert_int_equal(row.also.length, strlen(expected));
    assert_memory_equal(text + row.also.offset, expected, strlen(expected) + 1);
}

static size_t read_path(world *w, const char *path, uint32_t flags)
{
    size_t changed = 0;

    check_ok(tally_message_mark_path_read(w->account, path, flags, &changed));
    return changed;
}

static void deliver(world *w, const char *page) { check_ok(tally_feed_deliver(w->feed, page, strlen(page))); }

/* ---- Counting and ending ---- */

/* A mention in a chat also belongs to `mentions`. It counts once at the root, and seeing it anywhere ends it. */
TEST(it_counts_everywhere_and_once, WORLD_FILE)
{
    int64_t key = post(w, "chat.bo", "mentions");

    CHECK_ALL(w, 1, "chat.bo", "chat", "mentions", "root");
    check_also(w, key, "root.mentions");
    verify(w);
    check_ok(tally_badge_clear(w->account, "mentions"));
    CHECK_ALL(w, 0, "chat.bo", "chat", "mentions", "root");
    post(w, "chat.bo", "mentions");
    CHECK_ALL(w, 1, "chat", "mentions", "root");
    check_ok(tally_badge_clear_tree(w->account, "chat"));
    CHECK_ALL(w, 0, "chat.bo", "chat", "mentions", "root");
    verify(w);
}

TEST(it_is_read_anywhere, WORLD_FILE | WORLD_UNREAD)
{
    int64_t keys[4];

    for (int i = 0; i < 4; i++)
        keys[i] = post(w, "chat.bo", "mentions\ninbox.all");
    CHECK_ALL(w, 4, "chat.bo", "chat", "mentions", "inbox.all", "inbox", "root");
    check_status(tally_badge_clear(w->account, "mentions"), TALLY_HELD);
    CHECK_ALL(w, 4, "chat", "mentions", "inbox", "root");
    check_ok(tally_message_mark_read(w->account, keys, 1, NULL));
    CHECK_ALL(w, 3, "chat", "mentions", "inbox", "root");
    check_ok(tally_message_mark_read_until(w->account, "mentions", 0, keys[1], NULL));
    CHECK_ALL(w, 2, "chat", "mentions", "inbox", "root");
    check_ok(tally_message_mark_unread(w->account, keys, 1, NULL));
    CHECK_ALL(w, 3, "chat", "mentions", "inbox", "root");
    assert_int_equal(read_path(w, "inbox", 0), 0);
    assert_int_equal(read_path(w, "inbox", TALLY_SUBTREE), 3);
    CHECK_ALL(w, 0, "chat", "mentions", "inbox", "root");
    assert_int_equal(count_of(w, "root", 0), 4);
    assert_int_equal(count_of(w, "mentions", 1), 0);
    verify(w);
}

/* A mention passes a muted chat, because it has another way. */
TEST(mutes_hold_back_their_own_ways, 0)
{
    post(w, "chat.bo", "mentions");
    check_ok(tally_badge_mute(w->account, "chat", TALLY_MUTE_ALL, 0));
    CHECK_ALL(w, 1, "chat", "mentions", "root");
    check_ok(tally_badge_mute(w->account, "mentions", TALLY_MUTE_NUMBER, 0));
    CHECK_ALL(w, 1, "chat", "mentions");
    check_badge(w->account, "root", 1, 0);
    verify(w);
}

/* An own number beside it: with children, what feeds a path takes its place. Clearing takes both. */
TEST(it_takes_the_place_of_an_own_number, WORLD_FILE)
{
    check_ok(tally_badge_set(w->account, "mentions", 5));
    post(w, "chat.bo", "mentions");
    CHECK_ALL(w, 1, "mentions", "chat.bo", "root");
    check_ok(tally_badge_clear(w->account, "chat.bo"));
    CHECK_ALL(w, 5, "mentions", "root");
    check_badge(w->account, "chat", 0, 0);
    post(w, "chat.bo", "mentions");
    check_ok(tally_badge_clear(w->account, "mentions"));
    CHECK_ALL(w, 0, "mentions", "chat.bo", "root");
    check_ok(tally_badge_set(w->account, "mentions.x", 2));
    post(w, "chat.bo", "mentions");
    check_badge(w->account, "root", 1, 3);
    check_status(tally_badge_clear(w->account, "mentions"), TALLY_HELD);
    check_badge(w->account, "mentions", 1, 3);
    check_ok(tally_badge_clear(w->account, "chat.bo"));
    CHECK_ALL(w, 2, "mentions", "root");
    verify(w);
}

TEST(it_adds_to_an_own_number_with_sum, WORLD_SUM)
{
    check_ok(tally_badge_set(w->account, "mentions", 5));
    post(w, "chat.bo", "mentions");
    CHECK_ALL(w, 6, "mentions", "root");
    check_badge(w->account, "chat", 1, 1);
    verify(w);
}

/* The path itself and an ancestor are allowed. The message counts there anyway, and is listed there as well. */
TEST(paths_that_change_no_number, WORLD_FILE)
{
    int64_t keys[4], key = post(w, "chat.bo", "root.chat.bo\nmentions\nchat\nroot.mentions\n");

    CHECK_ALL(w, 1, "chat.bo", "chat", "mentions", "root");
    check_also(w, key, "root.chat\nroot.mentions");
    check_also(w, post(w, "a", "a\na"), "");
    assert_int_equal(list(w, "chat", 0, 4, keys), 1);
    assert_int_equal(list(w, "chat", TALLY_SUBTREE, 4, keys), 1);
    check_status(tally_badge_clear(w->account, "chat"), TALLY_HELD);
    check_ok(tally_badge_clear(w->account, "mentions"));
    CHECK_ALL(w, 0, "chat.bo", "chat", "mentions");
    verify(w);
}

TEST(bad_paths, WORLD_FILE)
{
    int64_t key = 0;

    check_status(try_post(w, "a", "b\n\nc", "1", &key), TALLY_ERROR_PATH);
    check_status(try_post(w, "a", "b\nc..d", "1", &key), TALLY_ERROR_PATH);
    check_status(try_post(w, "a", "b\tc", "1", &key), TALLY_ERROR_PATH);
    check_status(try_post(w, "a", "\xFF", "1", &key), TALLY_ERROR_ARGUMENT);
    check_status(try_post(w, "a", "1\n2\n3\n4\n5\n6\n7\n8\n9", "1", &key), TALLY_ERROR_LIMIT);
    check_message("8");
    CHECK_ALL(w, 0, "a", "b", "1", "root");
    check_ok(try_post(w, "a", "1\n2\n3\n4\n5\n6\n7\n8", "1", &key));
    CHECK_ALL(w, 1, "a", "1", "8", "root");
    check_ok(try_post(w, "a", "", "1", &key));
    CHECK_ALL(w, 1, "a", "root");
    CHECK_ALL(w, 0, "1", "8");
    verify(w);
}

/* ---- Lists ---- */

/* Lists, counts and positions have it at each path, in its place, and once in a subtree that has several. */
TEST(it_is_listed_everywhere, WORLD_FILE)
{
    static const char *const also[] = {"m", NULL, "m\nm.x", "o.a\no.b", NULL, "m", NULL, "chat"};
    int64_t keys[8], found[8];
    tally_message_position position = TALLY_MESSAGE_POSITION_INIT;

    for (int i = 0; i < 8; i++) {
        fake_clock_advance(&w->clock, 1000);
        keys[i] = post(w, i % 2 == 0 ? "chat" : "m", also[i]);
    }
    for (size_t limit = 1; limit < 8; limit++) {
        static const int in_chat[] = {7, 6, 4, 2, 0}, in_m[] = {7, 5, 3, 2, 1, 0};

        assert_int_equal(list(w, "chat", 0, limit, found), 5);
        for (int i = 0; i < 5; i++)
            assert_int_equal(found[i], keys[in_chat[i]]);
        for (int subtree = 0; subtree < 2; subtree++) {
            assert_int_equal(list(w, "m", subtree ? TALLY_SUBTREE : 0, limit, found), 6);
            for (int i = 0; i < 6; i++)
                assert_int_equal(found[i], keys[in_m[i]]);
        }
        assert_int_equal(list(w, "m.x", 0, limit, found), 1);
        assert_int_equal(list(w, "o", TALLY_SUBTREE, limit, found), 1);
        assert_int_equal(list(w, "o", 0, limit, found), 0);
        assert_int_equal(list(w, "root", TALLY_SUBTREE, limit, found), 8);
    }
    assert_int_equal(count_of(w, "o", 0), 1);
    check_ok(tally_message_first(w->account, "chat", 0, TALLY_NO_LIMIT, &position));
    assert_int_equal(position.key, keys[0]);
    assert_int_equal(position.matching, 5);
    assert_int_equal(position.newer, 4);
    check_ok(tally_message_mark_read(w->account, keys, 1, NULL));
    check_ok(tally_message_first(w->account, "m", 0, TALLY_NO_LIMIT, &position));
    assert_int_equal(position.key, keys[1]);
    assert_int_equal(position.matching, 5);
    assert_int_equal(position.older, 1);
    assert_int_equal(list(w, "m", TALLY_MESSAGES_UNREAD, 3, found), 5);
    check_ok(tally_message_first(w->account, "o.b", TALLY_MESSAGES_NEWEST, TALLY_NO_LIMIT, &position));
    assert_int_equal(position.key, keys[3]);
}

/* A list from a message on goes both ways through those that are there by a further path. */
TEST(lists_from_a_message, WORLD_FILE)
{
    tally_message found[8];
    char text[2048];
    int64_t keys[5];
    tally_rows rows = TALLY_ROWS(found, text);

    for (int i = 0; i < 5; i++) {
        fake_clock_advance(&w->clock, 1000);
        keys[i] = post(w, i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "b" : NULL);
    }
    check_ok(tally_message_list_from(w->account, "b", 0, keys[2], NULL, &rows));
    assert_int_equal(rows.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(found[i].key, keys[2 - i]);
    check_ok(tally_message_list_from(w->account, "b", TALLY_MESSAGES_NEWER, keys[1], NULL, &rows));
    assert_int_equal(rows.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(found[i].key, keys[2 + i]);
}

/* A reason is listed once, under its own path, with the messages that reach the explained one. */
TEST(reasons, 0)
{
    tally_reason reasons[8];
    char text[512];
    size_t count, size;

    post(w, "chat.bo", NULL);
    post(w, "chat.bo", "mentions");
    post(w, "chat.bo", "mentions");
    check_ok(badge_explain(w->account, "mentions", reasons, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 3);
    assert_string_equal(text + reasons[0].path.offset, "root.chat.bo");
    assert_int_equal(reasons[0].flags, TALLY_REASON_FED | TALLY_REASON_LIGHTS | TALLY_REASON_LINKED);
    assert_int_equal(reasons[0].contributed, 2);
    for (size_t i = 1; i < count; i++)
        assert_int_equal(reasons[i].flags, TALLY_REASON_MESSAGE | TALLY_REASON_LIGHTS | TALLY_REASON_LINKED);
    check_ok(tally_badge_mute(w->account, "chat", TALLY_MUTE_ALL, 0));
    check_ok(badge_explain(w->account, "root", reasons, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 5);
    assert_string_equal(text + reasons[0].path.offset, "root.chat");
    assert_int_equal(reasons[1].contributed, 2);
    assert_int_equal(reasons[2].flags, TALLY_REASON_MESSAGE | TALLY_REASON_MUTED);
    assert_int_equal(reasons[3].flags, TALLY_REASON_MESSAGE | TALLY_REASON_LIGHTS | TALLY_REASON_LINKED);
    check_badge(w->account, "root", 1, 2);
}

/* ---- Views, observers, groups ---- */

/* A view of a further path ends what arrives there. */
TEST(views, WORLD_FILE)
{
    uint64_t token = 0;

    check_ok(tally_view_begin(w->scope, w->account, "mentions", 0, &token));
    post(w, "chat.bo", "mentions");
    CHECK_ALL(w, 0, "chat.bo", "mentions", "root");
    assert_int_equal(count_of(w, "chat.bo", 2), 0);
    post(w, "chat.bo", NULL);
    tally_view_end(w->scope, token);
    post(w, "chat.bo", "mentions");
    check_badge(w->account, "chat.bo", 1, 2);
    verify(w);
}

TEST(a_view_that_reads, WORLD_FILE | WORLD_UNREAD)
{
    uint64_t token = 0;

    check_ok(tally_view_begin(w->scope, w->account, "m", TALLY_SUBTREE | TALLY_VIEW_READ, &token));
    post(w, "chat.bo", "m.x");
    CHECK_ALL(w, 0, "chat.bo", "m", "root");
    assert_int_equal(count_of(w, "chat.bo", 1), 0);
    verify(w);
}

/* An observer of the messages at a further path is notified, and one of a subtree counts each message once. */
TEST(observers, WORLD_FILE)
{
    tally_event event = TALLY_EVENT_INIT;
    uint64_t tokens[2], totals[2] = {9, 9}, unseen[2] = {9, 9};
    char text[64];
    int64_t key;

    check_ok(tally_observe_messages(w->scope, w->account, "m", 0, NULL, NULL, NULL, &tokens[0]));
    check_ok(tally_observe_messages(w->scope, w->account, "root", TALLY_SUBTREE, NULL, NULL, NULL, &tokens[1]));
    drain(w->engine);
    key = post(w, "a", "m\nb");
    post(w, "a", NULL);
    check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
    while (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) == TALLY_OK) {
        int which = event.token == tokens[1];

        if (event.kind == TALLY_EVENT_MESSAGES)
            (totals[which] = event.total, unseen[which] = event.unseen);
    }
    assert_int_equal(totals[0], 1);
    assert_int_equal(unseen[0], 0);
    assert_int_equal(totals[1], 2);
    assert_int_equal(unseen[1], 1);
}

/* A trace names each of its paths. */
TEST(traces, 0)
{
    tally_trace_options options = TALLY_TRACE_OPTIONS_INIT;
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    tally_trace *trace = NULL;
    char text[256];

    options.kinds = UINT32_C(1) << TALLY_TRACE_MESSAGE;
    check_ok(tally_trace_open(w->engine, &options, &trace));
    post(w, "a", "m");
    check_ok(tally_trace_next(trace, 0, &record, text, sizeof text));
    assert_string_equal(text, "root.a");
    check_ok(tally_trace_next(trace, 0, &record, text, sizeof text));
    assert_string_equal(text, "root.m");
    assert_int_equal(record.unseen, 1);
    check_status(tally_trace_next(trace, 0, &record, text, sizeof text), TALLY_EMPTY);
    tally_trace_close(trace);
}

/* ---- Feeds ---- */

/* An item names further paths below its feed's prefix. A change of them is a change of the message. */
TEST(items, WORLD_FILE)
{
    char text[512];

    world_add_feed(w);
    deliver(w, PAGE("1", "{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":3,\"also\":[\"mentions\",\"m\\u0069x\"]}", ""));
    CHECK_ALL(w, 3, "chat.bo", "mentions", "mix", "root");
    deliver(w, PAGE("2", "{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":2,\"also\":[\"mentions\"]}", ""));
    CHECK_ALL(w, 2, "chat.bo", "mentions", "root");
    check_badge(w->account, "mix", 0, 0);
    drain(w->engine);
    deliver(w, PAGE("3", "{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":2,\"also\":[\"mentions\",\"mentions\",\"chat.bo\"]}", ""));
    assert_int_equal(next_of(w, TALLY_EVENT_SYNCED, text, sizeof text).changed, 0);
    deliver(w, PAGE("4", "{\"id\":\"1\",\"path\":\"mentions\",\"count\":2,\"also\":[\"chat.bo\"]}", ""));
    CHECK_ALL(w, 2, "chat.bo", "mentions", "root");
    verify(w);
    deliver(w, PAGE("5", "{\"id\":\"1\",\"path\":\"chat.al\",\"count\":2}", ""));
    CHECK_ALL(w, 2, "chat.al", "root");
    CHECK_ALL(w, 0, "chat.bo", "mentions");
    deliver(w, PAGE("6", "{\"id\":\"1\",\"path\":\"chat.al\",\"count\":2,\"also\":[\"x\"]}", ""));
    deliver(w, PAGE("7", "", ",\"gone\":[\"1\"]"));
    CHECK_ALL(w, 0, "chat.al", "x", "root");
    verify(w);
}

/* A feed's prefix holds for further paths, too. */
TEST(prefixes, WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;

    options.initial_delay = options.interval = -1;
    options.prefix = "work";
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    deliver(w, PAGE("1", "{\"id\":\"1\",\"path\":\"chat\",\"also\":[\"mentions\",\"root.mix\"]}", ""));
    CHECK_ALL(w, 1, "work.chat", "work.mentions", "work.mix", "work", "root");
    CHECK_ALL(w, 0, "mentions", "mix");
    verify(w);
}

/* An item with further paths that are not usable is set aside. */
TEST(invalid_items, WORLD_FILE)
{
    static const char *const invalid[] = {
        "\"m\"", "[1]", "[\"\"]", "[\"a..b\"]", "[\"a\\u0001b\"]", "[\"a\",[]]", "{}",
        "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]",
    };
    tally_rejected rows[16];
    char page[256], text[4096];
    size_t count, size;

    world_add_feed(w);
    for (size_t i = 0; i < COUNT_OF(invalid); i++) {
        snprintf(page, sizeof page, PAGE("1", "{\"id\":\"%zu\",\"path\":\"a\",\"also\":%s}", ""), i, invalid[i]);
        deliver(w, page);
    }
    check_ok(feed_rejected(w->account, state_of(w).id, NULL, 16, rows, 16, text, sizeof text, &count, &size));
    assert_int_equal(count, COUNT_OF(invalid));
    deliver(w, PAGE("2", "{\"id\":\"x\",\"path\":\"a\",\"also\":[]},{\"id\":\"y\",\"path\":\"a\",\"also\":null}", ""));
    CHECK_ALL(w, 2, "a", "root");
    CHECK_ALL(w, 0, "m", "1");
    verify(w);
}

/* Marks hold for the path that a message belongs to. */
TEST(marks_do_not_reach_further_paths, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w, PAGE("1", "{\"id\":\"1\",\"path\":\"a\",\"also\":[\"m\"]},{\"id\":\"2\",\"path\":\"m\",\"also\":[\"a\"]}", ""));
    CHECK_ALL(w, 2, "a", "m", "root");
    deliver(w, PAGE("2", "", ",\"marks\":{\"m\":{\"upto\":\"9\",\"ver\":1}}"));
    CHECK_ALL(w, 1, "a", "m", "root");
    assert_int_equal(read_path(w, "m", 0), 1);
    CHECK_ALL(w, 0, "a", "m", "root");
    verify(w);
}

TEST(pushes, WORLD_FILE)
{
    static const char plain[] = "{\"id\":\"1\",\"path\":\"a\",\"also\":[\"m\"]}";
    static const char odd[] = "{\"id\":\"2\",\"path\":\"a\",\"also\":7,\"aps\":{\"alert\":\"T\"}}";
    static const char bad[] = "{\"id\":\"3\",\"path\":\"a\",\"also\":7}";

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_account_push(w->account, plain, strlen(plain)));
    CHECK_ALL(w, 1, "a", "m", "root");
    check_ok(tally_account_push(w->account, odd, strlen(odd)));
    check_badge(w->account, "a", 1, 2);
    check_badge(w->account, "m", 1, 1);
    check_status(tally_account_push(w->account, bad, strlen(bad)), TALLY_ERROR_PROTOCOL);
    verify(w);
}
