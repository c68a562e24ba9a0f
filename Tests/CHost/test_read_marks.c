/* Marks of what was read: which of them are kept, which messages they reach, and a user who acts at the same time. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void deliver(tally_feed *feed, const char *page) { check_ok(tally_feed_deliver(feed, page, strlen(page))); }

static tally_feed *feed_named(world *w, const char *name)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_feed *feed;

    check_ok(tally_feed_add(w->account, name, &options, &feed));
    return feed;
}

static int64_t number_of(tally_feed *feed)
{
    tally_feed_state state = TALLY_FEED_STATE_INIT;

    check_ok(tally_feed_get(feed, &state, NULL, 0, NULL));
    return state.id;
}

static int32_t state_of_message(world *w, tally_feed *feed, const char *id, int64_t *out_key)
{
    tally_message row;
    char room[512];

    check_ok(message_find(w->account, number_of(feed), id, &row, room, sizeof room));
    if (out_key != NULL)
        *out_key = row.key;
    return row.state;
}

static void check_unread(world *w, tally_feed *feed, const char *id, int is_unread)
{
    int is = state_of_message(w, feed, id, NULL) != TALLY_MESSAGE_STATE_READ;

    if (is != is_unread)
        fail_msg("message %s is %s", id, is ? "unread" : "read");
}

static void keep_few(tally_engine_options *options) { options->max_marks = 4; }

/* Marks of one feed have a limit. Those that reach furthest are kept, and those of other feeds too. */
TEST(marks_that_reach_furthest_are_kept, WORLD_FILE | WORLD_CLOSED)
{
    static const int ends[] = {50, 200, 60, 100, 300, 70, 400, 80};
    tally_feed *feeds[2];
    char page[512];
    size_t i, f;

    w->configure = keep_few;
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    for (f = 0; f < 2; f++)
        feeds[f] = feed_named(w, f == 0 ? "one" : "two");
    /* Fewer than the limit, with smaller ends. */
    for (i = 0; i < 4; i++) {
        snprintf(page, sizeof page,
                 "{\"cursor\":\"%d\",\"items\":[],\"marks\":{\"p.%d\":{\"upto\":\"%d\",\"ver\":5}}}", (int)i,
                 (int)i, 10 + (int)i);
        deliver(feeds[1], page);
    }
    for (i = 0; i < COUNT_OF(ends); i++) {
        snprintf(page, sizeof page,
                 "{\"cursor\":\"%d\",\"items\":[],\"marks\":{\"p.%d\":{\"upto\":\"%d\",\"ver\":5}}}", (int)i,
                 (int)i, ends[i]);
        deliver(feeds[0], page);
    }
    for (f = 0; f < 2; f++)
        for (i = 0; i < COUNT_OF(ends); i++) {
            char id[8];

            snprintf(id, sizeof id, "%d", (int)i);
            snprintf(page, sizeof page,
                     "{\"cursor\":\"x%d\",\"items\":["
                     "{\"id\":\"%s\",\"seq\":\"5\",\"rev\":\"1\",\"path\":\"p.%s\",\"ver\":1}]}", (int)i,
                     id, id);
            deliver(feeds[f], page);
            check_unread(w, feeds[f], id, f == 0 ? ends[i] < 100 : i >= 4);
        }
    tally_feed_release(feeds[0]);
    tally_feed_release(feeds[1]);
}

/* A message that was pushed, and that no page has placed, is reached by no mark: of few and of many paths, and with few
 * and with many older messages. */
TEST(marks_do_not_reach_what_is_not_placed, WORLD_FILE)
{
    int paths, messages, versions;
    tally_feed *feed;

    check_ok(tally_account_log_in(w->account));
    feed = feed_named(w, "feed");
    for (paths = 1; paths <= 100; paths += 99)
        for (messages = 100; messages <= 400; messages += 300)
            for (versions = 0; versions <= 1; versions++) {
                static char page[65536];
                char top[32], push[160];
                size_t length;
                int i;

                snprintf(top, sizeof top, "p%d-%d-%d", paths, messages, versions);
                length = (size_t)snprintf(page, sizeof page, "{\"cursor\":\"%s\",\"items\":[", top);
                for (i = 0; i < messages; i++)
                    length += (size_t)snprintf(page + length, sizeof page - length,
                                               "%s{\"id\":\"%s-%d\",\"seq\":\"%d\",\"rev\":\"1\",\"path\":\"%s.%d\"%s}",
                                               i > 0 ? "," : "", top, i, 100 + i, top, i % paths,
                                               versions ? ",\"ver\":1" : "");
                snprintf(page + length, sizeof page - length, "]}");
                deliver(feed, page);
                snprintf(push, sizeof push,
                         "{\"path\":\"%s.0\",\"id\":\"pushed-%s\",\"rev\":\"1\",\"title\":\"a\"}", top, top);
                check_ok(tally_feed_push(feed, push, strlen(push)));
                assert_int_equal(count_of(w, top, 1), messages + 1);
                snprintf(page, sizeof page,
                         "{\"cursor\":\"%s+\",\"items\":[],\"marks\":{\"%s\":{\"upto\":\"99999999999999999999\","
                         "\"ver\":9}}}",
                         top, top);
                deliver(feed, page);
                assert_int_equal(count_of(w, top, 1), 1);
                snprintf(push, sizeof push, "pushed-%s", top);
                check_unread(w, feed, push, 1);
            }
    tally_feed_release(feed);
}

/* The server sends no versions. The user makes a message unread, which is to be sent: a mark that comes meanwhile reads
 * the others. A later mark with a lower version still reads those that it is the first to reach. */
TEST(what_is_unread_by_the_user_stays_so, WORLD_FILE)
{
    int64_t key;
    size_t changed;

    check_ok(lease_outbox(w->account));
    check_ok(tally_account_log_in(w->account));
    w->feed = feed_named(w, "feed");
    deliver(w->feed, PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in", "1") "," ITEM("3", "other", "1"), ""));
    state_of_message(w, w->feed, "1", &key);
    check_ok(tally_message_mark_read(w->account, &key, 1, &changed));
    check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
    deliver(w->feed, PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":5}}"));
    check_unread(w, w->feed, "1", 1);
    check_unread(w, w->feed, "2", 0);
    deliver(w->feed, PAGE("3", "", ",\"marks\":{\"other\":{\"upto\":\"9\",\"ver\":1}}"));
    check_unread(w, w->feed, "3", 0);
    /* The same marks again, and lower ones. */
    deliver(w->feed,
            PAGE("4", ITEM("4", "in", "1"),
                 ",\"marks\":{\"in\":[{\"upto\":\"9\",\"ver\":5},{\"upto\":\"8\",\"ver\":3}]}"));
    check_unread(w, w->feed, "1", 1);
    deliver(w->feed, PAGE("5", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":6}}"));
    check_unread(w, w->feed, "1", 1);
}

/* Takes the only row that waits, and says that the server has it. */
static void check_sent(world *w, const char *body)
{
    tally_outbox_entry row;
    char room[1024];
    size_t count, size;

    check_ok(outbox_lease(w->account, 1000, 1, &row, 1, room, sizeof room, &count, &size));
    assert_int_equal(count, 1);
    assert_string_equal(room + row.body.offset, body);
    check_ok(tally_outbox_ack(w->account, row.id, NULL, 0));
}

/* When the server has the unread, the same mark still does not read the message, whatever comes with it. */
TEST(what_was_unread_by_the_user_stays_so, WORLD_FILE)
{
    int64_t key;
    size_t changed;

    check_ok(lease_outbox(w->account));
    check_ok(tally_account_log_in(w->account));
    w->feed = feed_named(w, "feed");
    deliver(w->feed, PAGE("1", ITEM("1", "in", "1"), ""));
    state_of_message(w, w->feed, "1", &key);
    check_ok(tally_message_mark_read(w->account, &key, 1, &changed));
    check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
    deliver(w->feed, PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":5}}"));
    check_sent(w, "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"read\":false}]}");
    fake_clock_advance(&w->clock, 1000);
    deliver(w->feed, PAGE("3", "", ""));
    deliver(w->feed, PAGE("4", ITEM("2", "in", "1"), ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":5}}"));
    check_unread(w, w->feed, "1", 1);
    check_unread(w, w->feed, "2", 0);
    deliver(w->feed, PAGE("5", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":6}}"));
    check_unread(w, w->feed, "1", 0);
}

/* The user's read or unread is still to be sent when a newer revision comes. If that contradicts the user, the row
 * names the revision that the user saw, and the server decides. */
TEST(the_server_decides_about_contradictions, WORLD_FILE)
{
    int is_read, says_read;

    check_ok(lease_outbox(w->account));
    check_ok(tally_account_log_in(w->account));
    w->feed = feed_named(w, "feed");
    for (is_read = 0; is_read <= 1; is_read++)
        for (says_read = 0; says_read <= 1; says_read++) {
            char id[8], page[256], body[256];
            int64_t key;
            size_t changed;

            snprintf(id, sizeof id, "%d", 1 + 2 * is_read + says_read);
            snprintf(page, sizeof page,
                     "{\"cursor\":\"a%s\",\"items\":[{\"id\":\"%s\",\"rev\":\"1\",\"path\":\"in\"}]}", id, id);
            deliver(w->feed, page);
            state_of_message(w, w->feed, id, &key);
            check_ok(tally_message_mark_read(w->account, &key, 1, &changed));
            if (!is_read)
                check_ok(tally_message_mark_unread(w->account, &key, 1, &changed));
            snprintf(page, sizeof page,
                     "{\"cursor\":\"b%s\",\"items\":[{\"id\":\"%s\",\"rev\":\"2\",\"path\":\"in\",\"read\":%s}]}", id,
                     id,
                     says_read ? "true" : "false");
            deliver(w->feed, page);
            check_unread(w, w->feed, id, !is_read);
            snprintf(body, sizeof body,
                     "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"%s\",\"rev\":\"%s\",\"read\":%s}]}", id,
                     is_read == says_read ? "2" : "1", is_read ? "true" : "false");
            check_sent(w, body);
        }
}
