/* needs: tsan */
/* Feeds: what becomes of the items of an answer. */
#include "feeds.h"
#include "lists.h"

#include <stdio.h>
#include <string.h>

typedef struct listing {
    tally_message messages[16];
    char text[4096];
    size_t count, size;
    tally_status status;
} listing;

static void list(world *w, listing *l, const char *path, uint32_t flags, const char *after,
                 size_t limit)
{
    memset(l, 0, sizeof *l);
    l->status = message_list(w->account, path, flags, after, limit, l->messages, COUNT_OF(l->messages), l->text,
                                   sizeof l->text, &l->count, &l->size);
}

TEST(messages, 0)
{
    listing l, next, rest;
    int64_t keys[3];
    size_t changed = 77, count, size;
    tally_badge badge;

    world_add_feed(w);
    world_page(w,
               PAGE("c1",
                    "{\"id\":\"7\",\"rev\":\"1\",\"seq\":\"7\",\"ts\":1635528741,\"path\":\"in.a\\\\.b\",\"kind\":\"mention\","
                    "\"title\":\"\xE2\x82\xAC\",\"body\":\"B\",\"count\":2,\"thread\":\"th\",\"category\":\"ca\","
                    "\"arg\":\"Ann\",\"arg_count\":3},"
                    "{\"id\":\"10\",\"seq\":\"10\",\"path\":\"in\"},"
                    "{\"id\":\"9\",\"seq\":\"9\",\"path\":\"in\",\"read\":true},"
                    "{\"id\":\"8\",\"seq\":\"8\",\"path\":\"other\",\"count\":0},"
                    "{\"id\":11,\"path\":\"in\",\"count\":-1},{\"path\":\"in\"},{\"id\":\"12\",\"path\":\"a..b\"},17",
                    ""));
    {
        char text[64];
        tally_event event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);

        assert_int_equal(event.added, 4);
        assert_int_equal(event.rejected, 4);
    }
    check_badge(w->account, "in", 1, 3);
    check_badge(w->account, "other", 1, 0);
    /* Newest first: by the length of the sequence, then its bytes. */
    list(w, &l, "root", TALLY_SUBTREE, 0, 10);
    check_status(l.status, TALLY_OK);
    assert_int_equal(l.count, 4);
    assert_string_equal(l.text + l.messages[0].id.offset, "10");
    assert_string_equal(l.text + l.messages[1].id.offset, "9");
    assert_string_equal(l.text + l.messages[2].id.offset, "8");
    assert_string_equal(l.text + l.messages[3].id.offset, "7");
    {
        const tally_message *m = &l.messages[3];

        assert_string_equal(l.text + m->path.offset, "root.in.a\\.b");
        assert_string_equal(l.text + m->kind.offset, "mention");
        assert_string_equal(l.text + m->title.offset, "\xE2\x82\xAC");
        assert_int_equal(m->title.length, 3);
        assert_string_equal(l.text + m->body.offset, "B");
        assert_string_equal(l.text + m->thread.offset, "th");
        assert_string_equal(l.text + m->category.offset, "ca");
        assert_string_equal(l.text + m->argument.offset, "Ann");
        assert_int_equal(m->argument_count, 3);
        assert_int_equal(m->count, 2);
        assert_int_equal(m->state, TALLY_MESSAGE_STATE_UNSEEN);
        assert_true(m->time == INT64_C(1635528741000));
        assert_true(m->feed == state_of(w).id);
        assert_true(m->key != 0);
        assert_int_equal(m->data_size + m->link.length + m->icon.length + m->subtitle.length, 0);
    }
    assert_int_equal(l.messages[1].state, TALLY_MESSAGE_STATE_READ);
    assert_int_equal(l.messages[0].count, 1);
    assert_int_equal(l.messages[0].title.length, 0);
    assert_int_equal(l.messages[0].time, 0);
    /* In pieces. */
    list(w, &next, "root", TALLY_SUBTREE, 0, 3);
    check_status(next.status, TALLY_MORE);
    assert_int_equal(next.count, 3);
    list(w, &rest, "root", TALLY_SUBTREE, *next_of_list(), 3);
    check_status(rest.status, TALLY_OK);
    assert_int_equal(rest.count, 1);
    assert_true(rest.messages[0].key == l.messages[3].key);
    list(w, &next, "root", 0, 0, 3);
    assert_int_equal(next.count, 0);
    list(w, &next, "in", 0, 0, 3);
    assert_int_equal(next.count, 2);
    list(w, &next, "in", TALLY_SUBTREE | TALLY_MESSAGES_UNREAD, 0, 3);
    assert_int_equal(next.count, 2);
    list(w, &next, "in.a", TALLY_SUBTREE, 0, 3);
    assert_int_equal(next.count, 0);
    /* Too small: the first ones. */
    check_status(message_list(w->account, "root", TALLY_SUBTREE, 0, 10, next.messages, 3, next.text,
                              sizeof next.text, &count, &size),
                 TALLY_MORE);
    assert_int_equal(count, 3);
    check_ok(message_list(w->account, "root", TALLY_SUBTREE, 0, 10, next.messages, 4, next.text, l.size,
                          &count, &size));
    assert_int_equal(size, l.size);

    /* Counts. */
    assert_int_equal(count_of(w, "root", 0), 4);
    assert_int_equal(count_of(w, "root", 1), 3);
    assert_int_equal(count_of(w, "in", 2), 2);
    assert_int_equal(count_of(w, "nowhere", 0), 0);

    /* Reading: all or nothing. */
    keys[0] = l.messages[0].key;
    keys[1] = l.messages[1].key;
    keys[2] = 4711;
    check_status(tally_message_mark_read(w->account, keys, 3, &changed), TALLY_ERROR_NOT_FOUND);
    assert_int_equal(count_of(w, "root", 1), 3);
    check_badge(w->account, "in", 1, 3);
    check_ok(tally_message_mark_read(w->account, keys, 2, &changed));
    assert_int_equal(changed, 1);
    check_badge(w->account, "in", 1, 2);
    check_ok(tally_message_mark_read(w->account, keys, 2, &changed));
    assert_int_equal(changed, 0);
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &changed));
    assert_int_equal(changed, 0);
    /* Clearing: seen, not read. */
    check_status(tally_badge_clear(w->account, "in"), TALLY_HELD);
    check_ok(tally_badge_clear(w->account, "in.a\\.b"));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(count_of(w, "in", 1), 1);
    assert_int_equal(count_of(w, "in", 2), 0);
    list(w, &next, "in.a\\.b", 0, 0, 1);
    assert_int_equal(next.messages[0].state, TALLY_MESSAGE_STATE_SEEN);
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, 2);
    check_ok(tally_badge_get(w->account, "other", &badge));
    assert_int_equal(badge.kind, TALLY_KIND_NONE);
    list(w, &next, "root", TALLY_SUBTREE | TALLY_MESSAGES_UNREAD, 0, 1);
    assert_int_equal(next.count, 0);
}

TEST(changed_and_gone, 0)
{
    tally_event event;
    char text[64];

    world_add_feed(w);
    world_page(w, PAGE("c1", ITEM("1", "in", "1") "," ITEM("2", "in", "1") "," ITEM("3", "in", "1"), ""));
    drain(w->engine);
    check_ok(tally_badge_clear(w->account, "in"));
    /* The same revision is nothing new; a higher one is; one that is gone goes, an unknown one does not matter. */
    world_page(w, PAGE("c2", ITEM("1", "in", "1") ",{\"id\":\"2\",\"rev\":\"2\",\"path\":\"in\",\"count\":5}",
                       ",\"gone\":[\"3\",\"99\"]"));
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    assert_int_equal(event.added, 0);
    assert_int_equal(event.changed, 1);
    assert_int_equal(event.removed, 1);
    check_badge(w->account, "in", 1, 5);
    assert_int_equal(count_of(w, "in", 0), 2);
    world_page(w, PAGE("c3", "", ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":1}}"));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(count_of(w, "in", 1), 0);
    world_page(w, PAGE("c4", "", ",\"badges\":{\"p.a\":{\"count\":4},\"p.b\":{\"dot\":true},\"p.c\":{\"count\":1}}"));
    check_badge(w->account, "p", 1, 5);
    world_page(w, PAGE("c5", "", ",\"badges\":{\"p.a\":null,\"p.c\":{\"count\":0}}"));
    check_badge(w->account, "p", 1, 0);
    world_page(w, PAGE("c6", "", ""));
    check_badge(w->account, "p", 1, 0);
}

TEST(a_prefix, 0)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = w->page_url, .prefix = "my.feed", .initial_delay = -1, .interval = -1,
    };

    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    world_page(w, PAGE("c1", ITEM("1", "root.in", "1") "," ITEM("2", "root", "1"), ",\"badges\":{\"x\":{\"count\":2}}"));
    check_badge(w->account, "my.feed.in", 1, 1);
    check_badge(w->account, "my.feed.x", 1, 2);
    check_badge(w->account, "my.feed", 1, 4);
    check_badge(w->account, "in", 0, 0);
}

#define VERSIONED(id, rev, version, rest) \
    "{\"id\":\"" id "\",\"rev\":\"" rev "\",\"seq\":\"" id "\",\"path\":\"in\",\"ver\":" version rest "}"

static void check_title(world *w, const char *title)
{
    listing l;

    list(w, &l, "root", TALLY_SUBTREE, 0, 10);
    assert_int_equal(l.count, 1);
    assert_string_equal(l.text + l.messages[0].title.offset, title);
}

/* The server was restored from a backup: it is believed, with a smaller revision, and with the same one of other
 * content; and so are its next revisions. What the user has seen stays seen. */
TEST(a_new_epoch_replaces_everything, 0)
{
    static const char *const versions[] = {"", ",\"ver\":0"};
    size_t i;

    world_add_feed(w);
    for (i = 0; i < COUNT_OF(versions); i++) {
        static const struct {
            const char *epoch, *rev, *title;
            int unseen;
        } pages[] = {
            {"a", "9", "nine", 1},  {"b", "3", "three", 0}, {"b", "2", "three", 0}, {"b", "4", "four", 1},
            {"c", "4", "other", 0}, {"d", "10", "ten", 1},  {"e", "1", "one", 0},   {"e", "2", "two", 1},
        };
        size_t j;

        for (j = 0; j < COUNT_OF(pages); j++) {
            char page[512];

            snprintf(page, sizeof page,
                     "{\"cursor\":\"%d\",\"epoch\":\"%s%d\",\"reset\":%s,\"items\":[{\"id\":\"x%d\",\"rev\":\"%s\","
                     "\"path\":\"in\",\"title\":\"%s\"%s}]}",
                     (int)(100 * i + j), pages[j].epoch, (int)i,
                     j > 0 && strcmp(pages[j].epoch, pages[j - 1].epoch) == 0 ? "false" : "true", (int)i, pages[j].rev,
                     pages[j].title, versions[i]);
            check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
            check_title(w, pages[j].title);
            assert_int_equal(count_of(w, "root", 2), pages[j].unseen);
            check_ok(tally_badge_clear_tree(w->account, "root"));
        }
    }
    check_ok(tally_engine_verify(w->engine));
}

/* A message that a mark has read, and that is unread again, is seen, as if it had been read singly. */
TEST(what_was_read_was_seen, 0)
{
    int by_mark;

    world_add_feed(w);
    world_page(w, PAGE("1", VERSIONED("1", "1", "0", "") "," VERSIONED("2", "1", "0", ""), ""));
    check_badge(w->account, "in", 1, 2);
    world_page(w, PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}"));
    world_page(w, PAGE("3", VERSIONED("2", "1", "1", ",\"read\":true"), ""));
    assert_int_equal(count_of(w, "in", 1), 0);
    world_page(w, PAGE("4", VERSIONED("1", "1", "2", "") "," VERSIONED("2", "1", "2", ""), ""));
    check_badge(w->account, "in", 0, 0);
    for (by_mark = 0; by_mark < 2; by_mark++) {
        listing l;

        list(w, &l, "in", 0, 0, 10);
        assert_int_equal(l.messages[by_mark].state, TALLY_MESSAGE_STATE_SEEN);
    }
    assert_int_equal(count_of(w, "in", 1), 2);
    assert_int_equal(count_of(w, "in", 2), 0);
    world_page(w, PAGE("5", VERSIONED("1", "2", "3", "") "," VERSIONED("2", "2", "3", ""), ""));
    check_badge(w->account, "in", 1, 2);
}

/* Two feeds of an account share a path: a mark of one of them does not reach the messages of the other. */
TEST(a_mark_is_its_feeds, 0)
{
    static const char mark[] = PAGE("1", VERSIONED("9", "1", "0", ""), ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":5}}");
    static const char other[] = PAGE("1", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}");
    static const char items[] = PAGE("2", VERSIONED("1", "1", "0", "") "," VERSIONED("2", "1", "0", ""), "");
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_feed *feed;

    world_add_feed(w);
    check_ok(tally_feed_add(w->account, "other", &options, &feed));
    check_ok(tally_feed_deliver(w->feed, mark, sizeof mark - 1));
    assert_int_equal(count_of(w, "in", 1), 0);
    check_ok(tally_feed_deliver(feed, other, sizeof other - 1));
    /* Its own mark reads the first one. */
    check_ok(tally_feed_deliver(feed, items, sizeof items - 1));
    assert_int_equal(count_of(w, "in", 0), 3);
    assert_int_equal(count_of(w, "in", 1), 1);
    check_badge(w->account, "in", 1, 1);
    tally_feed_release(feed);
}

/* A server that gives no versions: a mark reads what came in its page, but nothing that came after a later mark. */
TEST(a_mark_reads_what_came_with_it, 0)
{
    world_add_feed(w);
    world_page(w, PAGE("1", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":1}}"));
    world_page(w, PAGE("2", ITEM("5", "in", "1"), ""));
    assert_int_equal(count_of(w, "in", 1), 1);
    world_page(w, PAGE("3", ITEM("6", "in", "1") "," ITEM("7", "in", "1"),
                       ",\"marks\":{\"in\":{\"upto\":\"6\",\"ver\":0}}"));
    assert_int_equal(count_of(w, "in", 0), 3);
    assert_int_equal(count_of(w, "in", 1), 2);
    check_badge(w->account, "in", 1, 2);
    world_page(w, PAGE("4", "", ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":2}}"));
    assert_int_equal(count_of(w, "in", 1), 0);
    check_ok(tally_engine_verify(w->engine));
}

/* A feed gets another URL. The marks of the server before read no message of the new one. */
TEST(marks_end_with_their_server, 0)
{
    static const char mark[] = PAGE("1", VERSIONED("1", "1", "0", ""), ",\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":5}}");
    static const char items[] = PAGE("1", VERSIONED("1", "1", "0", "") "," VERSIONED("2", "1", "0", ""), "");
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};

    options.url = "https://one.example/feed";
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_deliver(w->feed, mark, sizeof mark - 1));
    assert_int_equal(count_of(w, "in", 0), 1);
    assert_int_equal(count_of(w, "in", 1), 0);
    tally_feed_release(w->feed);
    options.url = "https://two.example/feed";
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_feed_deliver(w->feed, items, sizeof items - 1));
    assert_int_equal(count_of(w, "in", 0), 2);
    assert_int_equal(count_of(w, "in", 1), 2);
}

/* The texts that identify a message may have 1,024 bytes, and no more. */
TEST(identifiers_at_their_limit, 0)
{
    static const struct {
        const char *member, *reason;
    } rows[] = {{"id", "its 'id' is too long"}, {"rev", "its 'rev' is not usable"}, {"seq", "its 'seq' is not usable"}};
    tally_rejected rejected[4];
    char text[8192], long_text[1026], page[2048];
    size_t i, count, size;
    int more;

    world_add_feed(w);
    for (i = 0; i < COUNT_OF(rows); i++) {
        for (more = 0; more <= 1; more++) {
            char id[16] = "";

            if (i > 0)
                snprintf(id, sizeof id, "\"id\":\"%d\",", (int)i);
            memset(long_text, 'x', sizeof long_text);
            long_text[1024 + more] = '\0';
            snprintf(page, sizeof page, "{\"cursor\":\"1\",\"items\":[{%s\"path\":\"in\",\"%s\":\"%s\"}]}", id,
                     rows[i].member, long_text);
            check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
            assert_int_equal(count_of(w, "in", 0), i + 1);
            check_ok(feed_rejected(w->account, state_of(w).id, 0, 4, rejected, 4, text, sizeof text, &count, &size));
            assert_int_equal(count, i + (size_t)more);
            if (more)
                assert_string_equal(text + rejected[count - 1].reason.offset, rows[i].reason);
        }
    }
}

/* Why an item was set aside. */
TEST(an_invalid_path_says_so, 0)
{
    tally_rejected rejected[4];
    char text[1024];
    size_t count, size;

    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"path\":\"a..b\"}", ""));
    check_ok(feed_rejected(w->account, state_of(w).id, 0, 4, rejected, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_string_equal(text + rejected[0].reason.offset, "its path is invalid");
}

/* JSON has four kinds of blanks, and a push may have them anywhere. */
TEST(a_push_with_blanks, 0)
{
    static const char blanks[] = {' ', '\t', '\r', '\n'};
    size_t i;

    world_add_feed(w);
    for (i = 0; i < COUNT_OF(blanks); i++) {
        char push[128], c = blanks[i];

        snprintf(push, sizeof push, "%c{%c\"path\"%c:%c\"in\"%c,%c\"id\":%c\"%d\",\"rev\":\"1\",\"title\":\"a\"%c}%c%c", c, c, c, c, c,
                 c, c, (int)i, c, c, c);
        check_ok(tally_feed_push(w->feed, push, strlen(push)));
        assert_int_equal(count_of(w, "in", 0), i + 1);
    }
}

static void deliver(world *w, const char *page) { check_ok(tally_feed_deliver(w->feed, page, strlen(page))); }

/* A snapshot removes the badges that the feed has set before. From then on these paths are the user's. */
TEST(a_snapshot_gives_up_its_badges, WORLD_FILE)
{
    world_add_feed(w);
    deliver(w, PAGE("1", "", ",\"badges\":{\"x\":{\"count\":2},\"y\":{\"count\":3}}"));
    check_badge(w->account, "x", 1, 2);
    deliver(w, PAGE("2", "", ",\"reset\":true,\"badges\":{\"y\":{\"count\":4}}"));
    check_badge(w->account, "x", 0, 0);
    check_badge(w->account, "y", 1, 4);
    /* Even with the number that the feed had set. */
    check_ok(tally_badge_set(w->account, "x", 2));
    deliver(w, PAGE("3", "", ",\"reset\":true,\"badges\":{\"z\":{\"count\":1}}"));
    check_badge(w->account, "x", 1, 2);
    check_badge(w->account, "y", 0, 0);
    check_badge(w->account, "z", 1, 1);
    check_ok(tally_engine_verify(w->engine));
}

/* Another feed's badges, and those of another account at the same path, stay with these feeds. */
TEST(a_snapshot_gives_up_no_others, WORLD_FILE)
{
    static const char first[] = PAGE("1", "", ",\"badges\":{\"x\":{\"count\":2}}");
    static const char other[] = PAGE("1", "", ",\"badges\":{\"t\":{\"count\":7}}");
    static const char last[] = PAGE("2", "", ",\"reset\":true,\"badges\":{\"z\":{\"count\":1}}");
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_account *account;
    tally_feed *feed, *second;

    check_ok(tally_account_open(w->engine, "bo", NULL, &account));
    check_ok(tally_account_log_in(account));
    check_ok(tally_feed_add(account, "feed", &options, &feed));
    world_add_feed(w);
    check_ok(tally_feed_add(w->account, "second", &options, &second));
    check_ok(tally_feed_deliver(feed, first, sizeof first - 1));
    check_ok(tally_feed_deliver(second, other, sizeof other - 1));
    deliver(w, first);
    deliver(w, last);
    check_badge(w->account, "x", 0, 0);
    check_badge(w->account, "t", 1, 7);
    check_badge(account, "x", 1, 2);
    check_ok(tally_feed_deliver(second, last, sizeof last - 1));
    check_badge(w->account, "t", 0, 0);
    check_ok(tally_feed_deliver(feed, last, sizeof last - 1));
    check_badge(account, "x", 0, 0);
    tally_feed_release(feed);
    tally_feed_release(second);
    tally_account_release(account);
}
