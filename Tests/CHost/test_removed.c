/* Messages that the host removes, which stay removed, and messages that are posted once. */
#include "draws.h"
#include "feeds.h"
#include "lists.h"
#include "settings.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

static void deliver(world *w, const char *members)
{
    static int cursor;
    char page[2000];

    (void)snprintf(page, sizeof page, "{\"cursor\":\"%d\",%s}", ++cursor, members);
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

static int64_t key_of(world *w, int64_t feed, const char *id)
{
    tally_message message;
    char text[4096];
    tally_rows rows = {sizeof rows, sizeof message, &message, 1, text, sizeof text, 0, 0, NULL};
    tally_status status = tally_message_find(w->account, feed, id, &rows);

    return status == TALLY_OK ? message.key : 0;
}

static void remove_one(world *w, int64_t key)
{
    assert_true(key > 0);
    check_ok(tally_message_remove(w->account, &key, 1));
}

static tally_status post_once(world *w, const char *id, int64_t *key)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    options.id = id;
    options.flags = TALLY_POST_ONCE;
    return tally_message_post(w->account, "new", &options, key);
}

static int64_t post(world *w, const char *id, int64_t time)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.id = id;
    options.time = time;
    check_ok(tally_message_post(w->account, "new", &options, &key));
    return key;
}

static void reopen(world *w)
{
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_UNREAD);
}

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

#define ONE "{\"id\":\"1\",\"rev\":\"7\",\"path\":\"in\",\"count\":3}"
#define TWO "{\"id\":\"2\",\"rev\":\"7\",\"path\":\"in\"}"

/* ---- Removing ---- */

/* The same revision does not come back: in a page, a push, or an export; a greater one does. */
TEST(a_removed_message_stays_removed, WORLD_FILE | WORLD_UNREAD)
{
    static const char push[] = ONE;
    int64_t feed;

    world_add_feed(w);
    feed = state_of(w).id;
    deliver(w, "\"items\":[" ONE "," TWO "]");
    check_badge(w->account, "in", 1, 4);
    remove_one(w, key_of(w, feed, "1"));
    check_badge(w->account, "in", 1, 1);
    deliver(w, "\"items\":[" ONE "," TWO "]");
    check_ok(tally_feed_push(w->feed, push, strlen(push)));
    deliver(w, "\"items\":[{\"id\":\"1\",\"rev\":\"6\",\"path\":\"in\"},{\"id\":\"1\",\"path\":\"in\"}]");
    check_badge(w->account, "in", 1, 1);
    reopen(w);
    world_add_feed(w);
    deliver(w, "\"items\":[" ONE "]");
    check_badge(w->account, "in", 1, 1);
    assert_int_equal(count_of(w, "in", 0), 1);
    deliver(w, "\"items\":[{\"id\":\"1\",\"rev\":\"8\",\"path\":\"in\"}]");
    check_badge(w->account, "in", 1, 2);
    verify(w);
}

/* A snapshot in which it is still contained. */
TEST(a_snapshot_does_not_bring_it_back, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w, "\"items\":[" ONE "," TWO "]");
    remove_one(w, key_of(w, state_of(w).id, "1"));
    deliver(w, "\"reset\":true,\"items\":[" ONE "," TWO "]");
    check_badge(w->account, "in", 1, 1);
    deliver(w, "\"epoch\":\"b\",\"items\":[" ONE "," TWO "]");
    check_badge(w->account, "in", 1, 1);
    verify(w);
}

TEST(all_or_none_are_removed, WORLD_FILE | WORLD_UNREAD)
{
    int64_t keys[3];

    keys[0] = post(w, "1", 1);
    keys[1] = post(w, "2", 2);
    keys[2] = keys[1] + 100;
    check_status(tally_message_remove(w->account, keys, 3), TALLY_ERROR_NOT_FOUND);
    check_badge(w->account, "new", 1, 2);
    check_ok(tally_message_remove(w->account, NULL, 0));
    check_ok(tally_message_remove(w->account, keys, 2));
    check_badge(w->account, "new", 0, 0);
    assert_int_equal(count_of(w, "new", 0), 0);
    check_status(tally_message_withdraw(w->account, "1"), TALLY_ERROR_NOT_FOUND);
    /* The host may post it again. */
    post(w, "1", 1);
    check_badge(w->account, "new", 1, 1);
    verify(w);
}

/* The outbox has a row for a server's message. A read that was not sent yet is dropped. */
TEST(the_server_removes_it_too, WORLD_FILE | WORLD_UNREAD)
{
    tally_outbox_entry entries[4];
    char text[4096];
    size_t count, size;
    int64_t key;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    deliver(w, "\"items\":[" ONE ",{\"id\":\"2\",\"path\":\"in\"}]");
    key = key_of(w, state_of(w).id, "1");
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    remove_one(w, key);
    remove_one(w, key_of(w, state_of(w).id, "2"));
    remove_one(w, post(w, "p", 1));
    check_ok(outbox_lease(w->account, 1000, 4, entries, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 2);
    assert_int_equal(entries[0].kind, TALLY_OUTBOX_KIND_REMOVAL);
    assert_string_equal(text + entries[0].entity.offset, "1");
    assert_string_equal(text + entries[0].body.offset,
                        "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"1\",\"rev\":\"7\",\"deleted\":true}]}");
    assert_string_equal(text + entries[1].body.offset,
                        "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"2\",\"deleted\":true}]}");
    check_ok(tally_outbox_ack(w->account, entries[0].id, ONE, 0));
    deliver(w, "\"items\":[" ONE "]");
    check_badge(w->account, "in", 0, 0);
    check_ok(tally_outbox_fail(w->account, entries[1].id, entries[1].attempt, -1));
    verify(w);
    /* An account with such rows moves. */
    {
        tally_bytes whole = TALLY_BYTES_INIT;

        check_ok(tally_account_export(w->account, &whole));
        check_ok(tally_account_import(w->engine, "bo", whole.data, whole.size));
        tally_bytes_release(&whole);
    }
    verify(w);
}

/* ---- Posting once ---- */

TEST(once_for_each_id, WORLD_FILE | WORLD_UNREAD)
{
    int64_t key = 0, other = 7;

    check_ok(post_once(w, "feature", &key));
    assert_true(key > 0);
    check_status(post_once(w, "feature", &other), TALLY_ALREADY_APPLIED);
    assert_int_equal(other, 0);
    check_badge(w->account, "new", 1, 1);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_status(post_once(w, "feature", NULL), TALLY_ALREADY_APPLIED);
    check_badge(w->account, "new", 0, 0);
    check_ok(post_once(w, "feature 2", NULL));
    check_badge(w->account, "new", 1, 1);
    check_status(post_once(w, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(post_once(w, "", NULL), TALLY_ERROR_ARGUMENT);
    /* Without the flag it is posted again. */
    post(w, "feature", 0);
    check_badge(w->account, "new", 1, 2);
}

/* Withdrawn or removed, seen or not, in this run and in the next, and in a copy of the account. */
TEST(what_was_seen_is_remembered, WORLD_FILE | WORLD_UNREAD)
{
    static const char *const ids[] = {"seen", "read", "unseen", "removed", "removed unseen"};
    tally_bytes whole = TALLY_BYTES_INIT;
    int round;

    for (size_t i = 0; i < COUNT_OF(ids); ++i)
        check_ok(post_once(w, ids[i], NULL));
    {
        int64_t seen[] = {key_of(w, 0, "seen"), key_of(w, 0, "removed")}, read = key_of(w, 0, "read");

        check_ok(tally_message_mark_seen(w->account, seen, 2, NULL));
        check_ok(tally_message_mark_read(w->account, &read, 1, NULL));
    }
    for (size_t i = 0; i < 3; ++i)
        check_ok(tally_message_withdraw(w->account, ids[i]));
    remove_one(w, key_of(w, 0, "removed"));
    remove_one(w, key_of(w, 0, "removed unseen"));
    check_ok(tally_account_export(w->account, &whole));
    for (round = 0; round < 3; ++round) {
        for (size_t i = 0; i < COUNT_OF(ids); ++i) {
            int is_new = strstr(ids[i], "unseen") != NULL;

            check_status(post_once(w, ids[i], NULL), is_new ? TALLY_OK : TALLY_ALREADY_APPLIED);
            if (is_new)
                check_ok(tally_message_withdraw(w->account, ids[i]));
        }
        verify(w);
        if (round == 0)
            reopen(w);
        if (round == 1) {
            check_ok(tally_account_remove(w->engine, "ann"));
            tally_account_release(w->account);
            check_ok(tally_account_import(w->engine, "ann", whole.data, whole.size));
            check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
        }
    }
    tally_bytes_release(&whole);
    /* A push of a withdrawn message is still taken. */
    check_ok(tally_account_log_in(w->account));
    {
        static const char push[] = "{\"id\":\"seen\",\"path\":\"new\"}";

        check_ok(tally_account_push(w->account, push, strlen(push)));
        assert_true(key_of(w, 0, "seen") > 0);
    }
}

/* Retention removes what is old: only what was not seen may be posted again. */
TEST(retention_does_not_forget, WORLD_FILE | WORLD_UNREAD)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_feed *feed = NULL;
    int64_t key;

    options.max_age = 1000;
    check_ok(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, &feed));
    check_ok(post_once(w, "a", NULL));
    check_ok(post_once(w, "b", &key));
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    fake_clock_advance(&w->clock, 5000);
    post(w, "later", 0);
    assert_int_equal(count_of(w, "new", 0), 1);
    check_status(post_once(w, "b", NULL), TALLY_ALREADY_APPLIED);
    check_ok(post_once(w, "a", NULL));
    /* With the feed, its memory ends. */
    check_ok(tally_feed_remove(feed));
    tally_feed_release(feed);
    check_ok(post_once(w, "b", NULL));
    verify(w);
}

/* An operation of an item. */
TEST(once_in_an_item, WORLD_FILE | WORLD_UNREAD)
{
    tally_message_options message = {.struct_size = sizeof message, .flags = TALLY_POST_ONCE, .id = "1"};
    tally_operation operation = {.kind = TALLY_OP_POST, .path = "new", .message = &message};
    tally_item item = {.account = "ann", .operations = &operation, .count = 1};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;

    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
    check_status(operation.status, TALLY_OK);
    assert_true(operation.key > 0);
    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
    check_status(operation.status, TALLY_ALREADY_APPLIED);
    assert_int_equal(operation.key, 0);
    check_badge(w->account, "new", 1, 1);
}

/* ---- The limit of what is remembered ---- */

static void few(tally_engine_options *options) { options->max_forgotten = 8; }

/* The oldest are forgotten first. */
TEST(the_last_ones_are_remembered, WORLD_FILE | WORLD_UNREAD | WORLD_CLOSED)
{
    char id[16];
    int i, known = 0;

    w->configure = few;
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    for (i = 0; i < 100; ++i) {
        int64_t key;

        (void)snprintf(id, sizeof id, "m%d", i);
        key = post(w, id, 1000 + i);
        check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
        if (i % 2 == 0)
            check_ok(tally_message_withdraw(w->account, id));
        else
            remove_one(w, key);
    }
    for (i = 99; i >= 0; --i) {
        (void)snprintf(id, sizeof id, "m%d", i);
        if (post_once(w, id, NULL) != TALLY_ALREADY_APPLIED)
            break;
        known += 1;
    }
    assert_in_range(known, 8, 10);
    verify(w);
}

/* Pages, removals and reopened files at random, against a list. */
TEST(removals_at_random, WORLD_FILE | WORLD_UNREAD)
{
    enum { MOST = 12 };
    int rev[MOST] = {0}, gone[MOST] = {0}, there[MOST] = {0};
    int step;

    seed();
    world_add_feed(w);
    for (step = 0; step < 400; ++step) {
        int i = (int)random_below(MOST), action = (int)random_below(8);
        uint64_t sum = 0;
        char page[300], id[8];

        (void)snprintf(id, sizeof id, "%d", 10 + i);
        if (action < 4) {
            int next = 1 + rev[i] - (int)random_below(2) + (action == 0);

            if (next < 1)
                next = 1;
            (void)snprintf(page, sizeof page, "\"items\":[{\"id\":\"%s\",\"rev\":\"%d\",\"path\":\"in\"}]", id, 1000 + next);
            deliver(w, page);
            if (next > rev[i]) {
                rev[i] = next;
                gone[i] = 0;
                there[i] = 1;
            } else if (!gone[i]) {
                there[i] = 1;
            }
        } else if (action < 6 && there[i]) {
            remove_one(w, key_of(w, state_of(w).id, id));
            gone[i] = 1;
            there[i] = 0;
        } else if (action == 6 && random_below(20) == 0) {
            reopen(w);
            world_add_feed(w);
        }
        for (i = 0; i < MOST; ++i)
            sum += (uint64_t)there[i];
        check_badge(w->account, "in", sum > 0, sum);
    }
    verify(w);
}
