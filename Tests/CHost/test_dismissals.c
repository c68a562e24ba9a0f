/* needs: sqlite */
/* Dismissals of what servers have lit go to the servers, where the account asks for it. */
#include "feeds.h"
#include "lists.h"
#include "storefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void send_kinds(world *w, uint32_t kinds)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox = TALLY_OUTBOX_MODE_LEASED;
    settings.outbox_kinds = kinds;
    check_ok(tally_account_configure(w->account, &settings));
}

static tally_feed *add(world *w, const char *name, const char *prefix)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1, .prefix = prefix};
    tally_feed *feed;

    check_ok(tally_feed_add(w->account, name, &options, &feed));
    return feed;
}

static void say(tally_feed *feed, const char *badges)
{
    static int cursor;
    char page[400];

    snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[],\"badges\":{%s}}", ++cursor, badges);
    check_ok(tally_feed_deliver(feed, page, strlen(page)));
}

/* The bodies of the rows that are due, one in each line. */
static void check_rows(world *w, const char *wanted, const char *response)
{
    tally_outbox_entry entries[16];
    char text[4096], found[4096] = "";
    size_t count = 0, used = 0;

    check_ok(tally_engine_flush(w->engine));
    check_ok(outbox_lease(w->account, 1000, COUNT_OF(entries), entries, COUNT_OF(entries), text, sizeof text, &count,
                          NULL));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(entries[i].kind, TALLY_OUTBOX_KIND_DISMISSAL);
        used += (size_t)snprintf(found + used, sizeof found - used, "%.*s\n", (int)entries[i].body.length,
                                 text + entries[i].body.offset);
        check_ok(tally_outbox_ack(w->account, entries[i].id, response, strlen(response)));
    }
    assert_string_equal(found, wanted);
}

#define ROW(feed, path, revision) \
    "{\"v\":1,\"feed\":\"" feed "\",\"badges\":{\"" path "\":{\"dismissed\":\"" revision "\"}}}\n"

static void dismissals_are_sent(world *w)
{
    tally_feed *news;

    check_ok(tally_account_log_in(w->account));
    send_kinds(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_DISMISSALS);
    w->feed = add(w, "shop", NULL);
    news = add(w, "news", "root.a");
    say(w->feed, "\"a.promo\":{\"dot\":true,\"rev\":\"9\"},\"a.x\":{\"count\":3},\"a.y\":{\"dot\":true,\"rev\":\"1\"}");
    say(news, "\"promo\":{\"count\":2,\"rev\":\"z\"}");
    check_rows(w, "", "");
    check_ok(tally_badge_clear(w->account, "a.promo"));
    check_ok(tally_badge_clear(w->account, "a.x"));
    check_rows(w, ROW("shop", "root.a.promo", "9") ROW("news", "root.promo", "z"), "");
    /* A dismissed one is not dismissed again. */
    check_ok(tally_badge_set(w->account, "a.promo", 4));
    check_ok(tally_badge_clear(w->account, "a.promo"));
    check_rows(w, "", "");
    /* One that the host's badge covers has a row as well, and a newer row replaces one that nobody has seen. */
    say(w->feed, "\"a.promo\":{\"dot\":true,\"rev\":\"10\"}");
    check_ok(tally_badge_set(w->account, "a.promo", 4));
    check_ok(tally_badge_clear(w->account, "a.promo"));
    say(w->feed, "\"a.promo\":{\"dot\":true,\"rev\":\"11\"}");
    check_ok(tally_badge_clear(w->account, "a.promo"));
    check_rows(w, ROW("shop", "root.a.promo", "11"), "{\"cursor\":\"9\",\"items\":[]}");
    /* A claim that the server withdraws, or that another device dismisses, makes no row. */
    say(w->feed, "\"a.promo\":null,\"a.y\":{\"dismissed\":\"1\"}");
    check_badge(w->account, "a.y", 0, 0);
    check_rows(w, "", "");
    check_ok(tally_engine_verify(w->engine));
    tally_feed_release(news);
}

TEST(dismissals_are_sent_in_groups, WORLD_FILE) { dismissals_are_sent(w); }

TEST(dismissals_are_sent_without_a_file, 0) { dismissals_are_sent(w); }

TEST(dismissals_are_sent_immediately, WORLD_FILE | WORLD_FULL) { dismissals_are_sent(w); }

TEST(rows_survive_the_program, WORLD_FILE)
{
    tally_outbox_entry entries[4];
    char text[1024];
    size_t count = 0, size;

    check_ok(tally_account_log_in(w->account));
    send_kinds(w, TALLY_OUTBOX_DISMISSALS);
    w->feed = add(w, "shop", NULL);
    say(w->feed, "\"promo\":{\"dot\":true,\"rev\":\"9\"}");
    check_ok(tally_badge_clear_tree(w->account, "root"));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(outbox_list(w->account, 0, 4, entries, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_int_equal(entries[0].kind, TALLY_OUTBOX_KIND_DISMISSAL);
    assert_string_equal(text + entries[0].entity.offset, "root.promo");
    check_rows(w, ROW("shop", "root.promo", "9"), "{}");
}

TEST(other_accounts_send_none, WORLD_FILE)
{
    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop", NULL);
    say(w->feed, "\"promo\":{\"dot\":true,\"rev\":\"9\"}");
    send_kinds(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_SNOOZES);
    check_ok(tally_badge_clear(w->account, "promo"));
    check_rows(w, "", "");
    /* A badge that ends was not dismissed. */
    send_kinds(w, TALLY_OUTBOX_DISMISSALS);
    say(w->feed, "\"promo\":{\"dot\":true,\"rev\":\"10\",\"until\":1700000060}");
    check_badge(w->account, "promo", 1, 0);
    fake_clock_advance(&w->clock, 60000);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "promo", 0, 0);
    check_rows(w, "", "");
}
