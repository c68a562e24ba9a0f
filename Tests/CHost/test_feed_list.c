/* Facts about feeds for people: the list of stored feeds, and the rejected items. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 300000 };

typedef struct feeds {
    tally_feed_entry entries[8];
    size_t count, size;
    char text[TEXT];
} feeds;

static tally_status list(world *w, const char *after, size_t limit, feeds *f)
{
    return feed_list(w->account, after, limit, f->entries, COUNT_OF(f->entries), f->text, sizeof f->text, &f->count,
                           &f->size);
}

static void add(world *w, const char *name, const char *title)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = w->page_url, .prefix = "in.box", .initial_delay = -1, .interval = -1,
        .title = title,
    };

    check_ok(tally_feed_add(w->account, name, &options, NULL));
}

TEST(feeds_are_listed, WORLD_FILE)
{
    static feeds f;

    check_ok(list(w, NULL, 8, &f));
    assert_int_equal(f.count, 0);
    assert_int_equal(f.size, 0);
    add(w, "b", "News");
    add(w, "a", NULL);
    add(w, "c", "");
    check_ok(list(w, NULL, 3, &f));
    assert_int_equal(f.count, 3);
    assert_string_equal(f.text + f.entries[0].name.offset, "a");
    assert_string_equal(f.text + f.entries[1].name.offset, "b");
    assert_string_equal(f.text + f.entries[1].url.offset, w->page_url);
    assert_string_equal(f.text + f.entries[1].prefix.offset, "root.in.box");
    assert_string_equal(f.text + f.entries[1].title.offset, "News");
    assert_int_equal(f.entries[1].title.length, 4);
    assert_int_equal(f.entries[2].title.length, 0);
    assert_int_equal(f.entries[0].flags, TALLY_FEED_ENTRY_RUNNING);
    assert_int_equal(f.entries[0].last_success, 0);
    assert_true(f.entries[0].id != f.entries[1].id);
    check_status(list(w, NULL, 2, &f), TALLY_MORE);
    check_ok(list(w, *next_of_list(), 2, &f));
    assert_int_equal(f.count, 1);

    /* After a restart no feed runs: the account is logged out. Options replace the stored ones. */
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(list(w, NULL, 8, &f));
    assert_string_equal(f.text + f.entries[1].title.offset, "News");
    assert_int_equal(f.entries[1].flags, 0);
    add(w, "b", NULL);
    check_ok(list(w, NULL, 8, &f));
    assert_int_equal(f.entries[1].title.length, 0);

    /* Bad input. */
    check_status(list(w, NULL, 0, &f), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(feed_list(NULL, NULL, 1, f.entries, 1, f.text, 1, &f.count, &f.size), TALLY_ERROR_ARGUMENT);
    check_status(feed_list(w->account, NULL, 8, f.entries, 2, f.text, TEXT, &f.count, &f.size), TALLY_MORE);
    assert_int_equal(f.count, 2);
    check_status(feed_list(w->account, NULL, 8, NULL, 0, NULL, 0, &f.count, &f.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_ok(list(w, NULL, 8, &f));
    assert_int_equal(f.count, 3);
    check_ok(feed_list(w->account, NULL, 8, f.entries, 3, f.text, f.size, &f.count, &f.size));
}

typedef struct aside {
    tally_rejected items[128];
    size_t count, size;
    char text[TEXT];
} aside;

static tally_status rejected(world *w, int64_t feed, const char *after, size_t limit, aside *a)
{
    return feed_rejected(w->account, feed, after, limit, a->items, COUNT_OF(a->items), a->text, sizeof a->text,
                               &a->count, &a->size);
}

static int64_t id_of(tally_feed *feed)
{
    tally_feed_state state = {.struct_size = sizeof state};

    check_ok(tally_feed_get(feed, &state, NULL, 0, NULL));
    return state.id;
}

#define BAD "{\"id\":\"7\", \"path\":7 , \"x\":\"\xC3\xA9\"}"

TEST(rejected_items_are_kept, WORLD_FILE)
{
    static aside a;
    static feeds f;
    int64_t feed;
    char page[256];
    int i;

    world_add_feed(w);
    feed = id_of(w->feed);
    world_page(w, "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"a\"}," BAD ",{\"id\":\"2\",\"path\":\"b..c\"},5]}");
    check_badge(w->account, "a", 1, 1);
    check_ok(rejected(w, feed, 0, 128, &a));
    assert_int_equal(a.count, 3);
    assert_string_equal(a.text + a.items[0].body.offset, BAD);
    assert_true(a.items[0].reason.length > 0);
    assert_int_equal(a.items[0].time, w->clock.wall);
    assert_string_equal(a.text + a.items[1].body.offset, "{\"id\":\"2\",\"path\":\"b..c\"}");
    assert_string_equal(a.text + a.items[2].body.offset, "5");
    assert_true(0 < a.items[0].id && a.items[0].id < a.items[1].id && a.items[1].id < a.items[2].id);
    check_status(rejected(w, feed, 0, 1, &a), TALLY_MORE);
    check_status(rejected(w, feed, *next_of_list(), 1, &a), TALLY_MORE);
    assert_string_equal(a.text + a.items[0].body.offset, "{\"id\":\"2\",\"path\":\"b..c\"}");
    check_ok(list(w, NULL, 8, &f));
    assert_int_equal(f.entries[0].rejected, 3);

    /* The last hundred stay, and over a restart. */
    for (i = 0; i < 101; i++) {
        snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[%d]}", i + 2, i);
        world_page(w, page);
    }
    check_ok(tally_account_log_out(w->account));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(rejected(w, feed, 0, 128, &a));
    assert_int_equal(a.count, 100);
    assert_string_equal(a.text + a.items[0].body.offset, "1");
    assert_string_equal(a.text + a.items[99].body.offset, "100");

    /* A long item is cut. A snapshot starts again. */
    {
        char *large = (char *)malloc(100100);

        require(large != NULL);
        strcpy(large, "{\"cursor\":\"9\",\"epoch\":\"e\",\"reset\":true,\"items\":[\"");
        memset(large + strlen(large), 'l', 100000 - strlen(large));
        strcpy(large + 99998, "\"]}");
        world_add_feed(w);
        world_page(w, large);
        free(large);
    }
    check_ok(rejected(w, feed, 0, 128, &a));
    assert_int_equal(a.count, 1);
    assert_int_equal(a.items[0].body.length, 65536);

    /* Bad input. */
    check_ok(rejected(w, feed + 99, 0, 1, &a));
    assert_int_equal(a.count, 0);
    check_status(rejected(w, feed, "x", 1, &a), TALLY_ERROR_ARGUMENT);
    check_status(rejected(w, feed, 0, 0, &a), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(feed_rejected(NULL, feed, 0, 1, a.items, 1, a.text, 1, &a.count, &a.size), TALLY_ERROR_ARGUMENT);
    check_status(feed_rejected(w->account, feed, 0, 1, NULL, 0, NULL, 0, &a.count, &a.size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(a.count, 1);

    /* The data that is removed with a feed. */
    check_ok(tally_feed_remove(w->feed));
    check_ok(rejected(w, feed, 0, 128, &a));
    assert_int_equal(a.count, 0);
    check_ok(list(w, NULL, 8, &f));
    assert_int_equal(f.count, 0);
    check_ok(tally_engine_verify(w->engine));
}
