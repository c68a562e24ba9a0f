/* A message that the user sent on another device is read, and reads what came before it at its path. */
#include "feeds.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* ---- Helpers ---- */

/* Delivers a page of these items. */
static void deliver(world *w, const char *items)
{
    static int cursor;
    char page[2000];

    (void)snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[%s]}", ++cursor, items);
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

#define THREE ITEM("1", "chat.bo", "1") "," ITEM("2", "chat.bo", "1") "," ITEM("4", "chat.bo", "1")
#define OWN "{\"id\":\"m\",\"seq\":\"3\",\"path\":\"chat.bo\",\"own\":true"

/* ---- Tests ---- */

/* An answer from another device clears the conversation up to it. */
TEST(an_answer_reads_what_came_before, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w, THREE "," ITEM("20", "chat.al", "1"));
    check_badge(w->account, "chat", 1, 4);
    deliver(w, OWN "}");
    check_badge(w->account, "chat.bo", 1, 1);
    check_badge(w->account, "chat", 1, 2);
    assert_int_equal(count_of(w, "chat.bo", 0), 4);
    assert_int_equal(count_of(w, "chat.bo", 1), 1);
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    check_badge(w->account, "chat", 1, 2);
}

/* In the same page, before or behind what it covers; and where messages that are not seen feed. */
TEST(an_answer_beside_what_it_covers, WORLD_FILE)
{
    world_add_feed(w);
    deliver(w, OWN "}," THREE);
    check_badge(w->account, "chat.bo", 1, 1);
    deliver(w, ITEM("5", "chat.bo", "1") ",{\"id\":\"n\",\"seq\":\"6\",\"path\":\"chat.bo\",\"own\":true,\"read\":false}");
    check_badge(w->account, "chat.bo", 0, 0);
    assert_int_equal(count_of(w, "chat.bo", 1), 0);
}

/* A message that comes late was read as well, also below the path. */
TEST(what_comes_late_is_read, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w, OWN ",\"ver\":4}");
    deliver(w, "{\"id\":\"1\",\"path\":\"chat.bo.thread\",\"ver\":2},{\"id\":\"2\",\"path\":\"chat.bo\",\"ver\":4}");
    check_badge(w->account, "chat", 0, 0);
    /* A change after the answer stays unread. */
    deliver(w, "{\"id\":\"1\",\"path\":\"chat.bo.thread\",\"ver\":5}");
    check_badge(w->account, "chat", 1, 1);
    deliver(w, OWN ",\"ver\":4}");
    check_badge(w->account, "chat", 1, 1);
}

/* The user's own later act holds, however often the page comes. */
TEST(it_may_be_unread_again, WORLD_FILE | WORLD_UNREAD)
{
    tally_rows rows = TALLY_ROWS_INIT;
    tally_message message;
    char text[2048];

    world_add_feed(w);
    deliver(w, THREE "," OWN "}");
    rows = (tally_rows){sizeof rows, sizeof message, &message, 1, text, sizeof text, 0, 0, NULL};
    check_ok(tally_message_find(w->account, state_of(w).id, "1", &rows));
    check_ok(tally_message_mark_unread(w->account, &message.key, 1, NULL));
    check_badge(w->account, "chat.bo", 1, 2);
    deliver(w, THREE "," OWN "}");
    check_badge(w->account, "chat.bo", 1, 2);
}

/* A push has a place in the order if it has a sequence. */
TEST(an_answer_in_a_push, WORLD_FILE | WORLD_UNREAD)
{
    static const char without[] = "{\"id\":\"m\",\"path\":\"chat.bo\",\"own\":true}";
    static const char with[] = "{\"id\":\"n\",\"seq\":\"3\",\"path\":\"chat.bo\",\"own\":true}";

    world_add_feed(w);
    deliver(w, THREE);
    check_ok(tally_feed_push(w->feed, without, strlen(without)));
    check_badge(w->account, "chat.bo", 1, 3);
    check_ok(tally_feed_push(w->feed, with, strlen(with)));
    check_badge(w->account, "chat.bo", 1, 1);
    assert_int_equal(count_of(w, "chat.bo", 1), 1);
}

TEST(own_is_true_or_false, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w, "{\"id\":\"1\",\"path\":\"in\",\"own\":1},{\"id\":\"2\",\"path\":\"in\",\"own\":false},"
               "{\"id\":\"3\",\"path\":\"in\",\"own\":null}");
    assert_int_equal(count_of(w, "in", 0), 2);
    check_badge(w->account, "in", 1, 2);
}
