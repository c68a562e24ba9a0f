/* needs: sqlite */
/* Claims: each feed has one on a path's own badge, the latest one shows, and what the user has dismissed does not come
 * back with the same revision. TALLY_SEED=N: what the random test printed; TALLY_SOAK=1: its long form. */
#include "draws.h"
#include "feeds.h"
#include "views.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tally_feed *add(world *w, const char *name)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_feed *feed;

    check_ok(tally_feed_add(w->account, name, &options, &feed));
    return feed;
}

/* A page that says one thing of one path, or nothing. */
static void say_more(tally_feed *feed, const char *path, const char *badge, const char *more)
{
    static int cursor;
    char page[400];

    snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[]%s,\"badges\":{", ++cursor, more);
    if (badge != NULL)
        snprintf(page + strlen(page), sizeof page - strlen(page), "\"%s\":%s", path, badge);
    strcat(page, "}}");
    check_ok(tally_feed_deliver(feed, page, strlen(page)));
}

static void say(tally_feed *feed, const char *path, const char *badge) { say_more(feed, path, badge, ""); }

TEST(two_feeds_share_a_path, WORLD_FILE)
{
    tally_feed *shop, *news;

    check_ok(tally_account_log_in(w->account));
    shop = add(w, "shop");
    news = add(w, "news");
    say(shop, "promo", "{\"count\":3,\"icon\":\"hot\"}");
    say(news, "promo", "{\"dot\":true,\"icon\":\"new\"}");
    check_present(w->account, "promo", TALLY_KIND_ICON, "new");
    /* A null withdraws its own claim only, and the one before shows again. */
    say(news, "promo", "null");
    check_present(w->account, "promo", TALLY_KIND_NUMBER, "3");
    say(news, "promo", "null");
    check_badge(w->account, "promo", 1, 3);
    say(news, "promo", "{\"count\":7}");
    say(shop, "promo", "{\"count\":4}");
    check_badge(w->account, "promo", 1, 4);
    /* One that is covered goes unnoticed. */
    say(news, "promo", "null");
    check_badge(w->account, "promo", 1, 4);
    say(news, "promo", "{\"count\":8}");
    tally_feed_release(shop);
    tally_feed_release(news);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    shop = add(w, "shop");
    news = add(w, "news");
    check_badge(w->account, "promo", 1, 8);
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_feed_remove(news));
    tally_feed_release(news);
    check_badge(w->account, "promo", 1, 4);
    say_more(shop, "other", "{\"dot\":true}", ",\"reset\":true");
    check_badge(w->account, "promo", 0, 0);
    check_badge(w->account, "other", 1, 0);
    tally_feed_release(shop);
}

TEST(the_host_has_its_own, WORLD_FILE)
{
    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    check_ok(tally_badge_set(w->account, "promo", 5));
    say(w->feed, "promo", "{\"count\":3}");
    check_badge(w->account, "promo", 1, 3);
    say(w->feed, "promo", "{\"count\":2}");
    say(w->feed, "promo", "null");
    check_badge(w->account, "promo", 1, 5);
    say(w->feed, "promo", "null");
    check_badge(w->account, "promo", 1, 5);
    /* The host's later badge is the latest. */
    say(w->feed, "promo", "{\"count\":3}");
    check_ok(tally_badge_set(w->account, "promo", 6));
    say(w->feed, "promo", "null");
    check_badge(w->account, "promo", 1, 6);
    /* Whoever removes the badge removes all of it. */
    say(w->feed, "promo", "{\"count\":3}");
    check_ok(tally_badge_clear(w->account, "promo"));
    check_badge(w->account, "promo", 0, 0);
    say(w->feed, "promo", "null");
    check_badge(w->account, "promo", 0, 0);
    check_ok(tally_engine_verify(w->engine));
}

TEST(what_is_dismissed_stays_dismissed, WORLD_FILE)
{
    tally_feed *other;

    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    say(w->feed, "promo", "{\"dot\":true,\"rev\":9}");
    check_badge(w->account, "promo", 1, 0);
    check_ok(tally_badge_clear(w->account, "promo"));
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"9\"}");
    check_badge(w->account, "promo", 0, 0);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    say_more(w->feed, "promo", "{\"dot\":true,\"rev\":\"9\"}", ",\"reset\":true");
    check_badge(w->account, "promo", 0, 0);
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"8\"}");
    check_badge(w->account, "promo", 0, 0);
    /* It does not come back below another one either. */
    other = add(w, "other");
    say(other, "promo", "{\"count\":2}");
    say(other, "promo", "null");
    check_badge(w->account, "promo", 0, 0);
    /* A greater revision is new: the longer one is greater. */
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"10\"}");
    check_badge(w->account, "promo", 1, 0);
    /* Without a revision, each statement is new. */
    say(other, "promo", "{\"count\":2}");
    check_ok(tally_badge_clear(w->account, "promo"));
    say(other, "promo", "{\"count\":2}");
    check_badge(w->account, "promo", 1, 2);
    say(other, "promo", "null");
    check_badge(w->account, "promo", 0, 0);
    /* A null forgets what was dismissed. */
    say(w->feed, "promo", "null");
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"10\"}");
    check_badge(w->account, "promo", 1, 0);
    check_ok(tally_engine_verify(w->engine));
    tally_feed_release(other);
}

/* The user clears the badge, and the host sets its own immediately: the loop stores both together. */
TEST(a_badge_follows_a_dismissed_one, WORLD_FILE)
{
    tally_operation both[] = {{.kind = TALLY_OP_CLEAR, .path = "sale"},
                              {.kind = TALLY_OP_SET, .path = "sale", .value = 6}};
    tally_operation each[] = {{.kind = TALLY_OP_SET, .path = "offer", .value = 0},
                              {.kind = TALLY_OP_SET, .path = "offer", .value = 6, .until = 1700000060000}};
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    say(w->feed, "promo", "{\"count\":3,\"rev\":\"1\"}");
    say(w->feed, "sale", "{\"count\":3,\"rev\":\"1\"}");
    say(w->feed, "offer", "{\"count\":3,\"rev\":\"1\"}");
    say(w->feed, "news", "{\"count\":3,\"rev\":\"1\"}");
    check_ok(tally_badge_clear(w->account, "promo"));
    check_ok(tally_badge_set_until(w->account, "promo", 5, 1700000060000));
    check_ok(tally_badge_batch(w->account, both, COUNT_OF(both), &options, NULL));
    options.flags = TALLY_BATCH_EACH;
    check_ok(tally_badge_batch(w->account, each, COUNT_OF(each), &options, NULL));
    /* One that takes its place directly covers it. */
    check_ok(tally_badge_set_until(w->account, "news", 5, 1700000060000));
    fake_clock_advance(&w->clock, 60000);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "promo", 0, 0);
    check_badge(w->account, "sale", 1, 6);
    check_badge(w->account, "offer", 0, 0);
    check_badge(w->account, "news", 1, 3);
    say(w->feed, "sale", "{\"count\":3,\"rev\":\"1\"}");
    say(w->feed, "promo", "{\"count\":3,\"rev\":\"1\"}");
    check_badge(w->account, "promo", 0, 0);
    check_badge(w->account, "sale", 1, 6);
    check_ok(tally_engine_verify(w->engine));
}

TEST(another_device_has_dismissed_it, WORLD_FILE)
{
    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    check_ok(tally_badge_set(w->account, "promo", 5));
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"3\"}");
    say(w->feed, "promo", "{\"dismissed\":\"2\"}");
    check_badge(w->account, "promo", 1, 0);
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"3\",\"dismissed\":\"3\"}");
    check_badge(w->account, "promo", 1, 5);
    say(w->feed, "promo", "{\"dot\":true,\"rev\":\"3\"}");
    check_badge(w->account, "promo", 1, 5);
    say(w->feed, "promo", "{\"count\":4,\"rev\":\"4\",\"dismissed\":3}");
    check_badge(w->account, "promo", 1, 4);
    /* It may be known before the claim. */
    say(w->feed, "sale", "{\"dismissed\":\"7\"}");
    say(w->feed, "sale", "{\"dot\":true,\"rev\":\"7\"}");
    check_badge(w->account, "sale", 0, 0);
    say(w->feed, "sale", "{\"dot\":true,\"rev\":\"8\"}");
    check_badge(w->account, "sale", 1, 0);
    check_ok(tally_engine_verify(w->engine));
}

TEST(a_claim_ends, WORLD_FILE)
{
    tally_feed *news;

    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    news = add(w, "news");
    say(w->feed, "promo", "{\"count\":3}");
    say(news, "promo", "{\"dot\":true,\"until\":1700000060}");
    say(w->feed, "sale", "{\"count\":9,\"rev\":\"1\"}");
    say(news, "sale", "{\"dot\":true,\"until\":1700000060}");
    say(news, "late", "{\"dot\":true,\"until\":1600000000}");
    check_badge(w->account, "late", 0, 0);
    check_ok(tally_badge_clear(w->account, "sale"));
    check_badge(w->account, "promo", 1, 0);
    fake_clock_advance(&w->clock, 60000);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "promo", 1, 3);
    check_badge(w->account, "sale", 0, 0);
    /* The end of a dismissed claim does not make the server's statement news. */
    say(w->feed, "offer", "{\"dot\":true,\"rev\":\"4\",\"until\":1700000090}");
    check_ok(tally_badge_clear(w->account, "offer"));
    fake_clock_advance(&w->clock, 30000);
    check_ok(tally_engine_step(w->engine));
    say(w->feed, "offer", "{\"dot\":true,\"rev\":\"4\",\"until\":1700009000}");
    check_badge(w->account, "offer", 0, 0);
    /* The host's own badge may end as well. */
    check_ok(tally_badge_set_until(w->account, "promo", 8, 1700000100000));
    check_badge(w->account, "promo", 1, 8);
    fake_clock_advance(&w->clock, 10000);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "promo", 1, 3);
    /* While the program does not run. */
    say(news, "promo", "{\"dot\":true,\"until\":1700000120}");
    tally_feed_release(news);
    world_close(w);
    fake_clock_advance(&w->clock, 60000);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    w->feed = add(w, "shop");
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "promo", 1, 3);
    check_ok(tally_engine_verify(w->engine));
}

TEST(bad_claims_are_rejected, WORLD_FILE)
{
    static const char *const bad[] = {"{\"dot\":true,\"rev\":\"\"}", "{\"dot\":true,\"rev\":true}", "{\"dismissed\":\"\"}",
                                      "{\"dismissed\":[]}", "{\"rev\":\"1\"}", "{\"dot\":true,\"rev\":\"a\\nb\"}", "{}"};
    tally_event event;
    char text[256];

    world_add_feed(w);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        say(w->feed, "promo", bad[i]);
        event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
        assert_int_equal(event.rejected, 1);
        check_badge(w->account, "promo", 0, 0);
    }
}

/* ---- Random statements, against a model ---- */

enum { FEEDS = 3, PATHS = 2 };

typedef struct claim {
    int place;     /* 0: there is none. */
    int revision;  /* 0: it has none. */
    int dismissed;
    uint32_t count;
} claim;

typedef struct model {
    claim claims[PATHS][FEEDS + 1]; /* The last one is the host's. */
    int places;
} model;

static claim *shown(model *m, int path)
{
    claim *top = NULL;

    for (int i = 0; i <= FEEDS; i++) {
        claim *c = &m->claims[path][i];
        if (c->place != 0 && !c->dismissed && (top == NULL || c->place > top->place))
            top = c;
    }
    return top;
}

static void act(world *w, model *m, tally_feed **feeds)
{
    static const char *const paths[] = {"promo", "promo.sale"};
    int path = (int)random_below(PATHS), feed = (int)random_below(FEEDS);
    claim *of = m->claims[path], *c = &of[feed];
    uint32_t count = 1 + random_below(1000000);
    int revision = random_below(2) ? (int)random_below(4) : 0;
    char badge[120];

    switch (random_below(6)) {
    case 0:
        say(feeds[feed], paths[path], "null");
        memset(c, 0, sizeof *c);
        break;
    case 1:
        check_ok(tally_badge_set(w->account, paths[path], count));
        of[FEEDS] = (claim){.place = ++m->places, .count = count};
        break;
    case 2:
        if (tally_badge_set(w->account, paths[path], 0) != TALLY_OK)
            fail();
        for (int i = 0; i <= FEEDS; i++)
            if (of[i].revision != 0)
                of[i].dismissed = 1;
            else
                memset(&of[i], 0, sizeof of[i]);
        break;
    case 3:
        snprintf(badge, sizeof badge, "{\"dismissed\":\"%d\"}", revision + 1);
        say(feeds[feed], paths[path], badge);
        if (c->place == 0)
            *c = (claim){.place = ++m->places, .revision = revision + 1, .dismissed = 1};
        else if (c->revision != 0 && c->revision <= revision + 1)
            c->dismissed = 1, c->revision = revision + 1;
        break;
    default:
        snprintf(badge, sizeof badge, revision ? "{\"count\":%u,\"rev\":\"%d\"}" : "{\"count\":%u}", count, revision);
        say(feeds[feed], paths[path], badge);
        if (c->place == 0 || revision == 0 || c->revision == 0 || revision > c->revision)
            *c = (claim){.place = ++m->places, .revision = revision, .count = count};
    }
}

static void try_random_claims(world *w, unsigned flags)
{
    static const char *const names[FEEDS] = {"a", "b", "c"};
    tally_feed *feeds[FEEDS];
    model m = {0};
    int steps = is_soak() ? 100000 : is_valgrind() ? 60 : 1500;

    seed();
    check_ok(tally_account_log_in(w->account));
    for (int i = 0; i < FEEDS; i++)
        feeds[i] = add(w, names[i]);
    for (int step = 0; step < steps; step++) {
        act(w, &m, feeds);
        for (int path = 0; path < PATHS; path++) {
            tally_badge_own own = {.struct_size = sizeof own};
            const claim *top = shown(&m, path);

            check_ok(tally_badge_get_own(w->account, path ? "promo.sale" : "promo", &own));
            assert_int_equal(own.count, top == NULL ? 0 : top->count);
        }
        if ((flags & WORLD_FILE) != 0 && random_below(50) == 0) {
            for (int i = 0; i < FEEDS; i++)
                tally_feed_release(feeds[i]);
            world_close(w);
            world_open(w, flags);
            check_ok(tally_account_log_in(w->account));
            for (int i = 0; i < FEEDS; i++)
                feeds[i] = add(w, names[i]);
        }
    }
    check_ok(tally_engine_verify(w->engine));
    for (int i = 0; i < FEEDS; i++)
        tally_feed_release(feeds[i]);
}

TEST(random_claims, WORLD_FILE | WORLD_SUM) { try_random_claims(w, WORLD_FILE | WORLD_SUM); }

TEST(random_claims_in_memory, WORLD_SUM) { try_random_claims(w, WORLD_SUM); }

TEST(random_claims_with_full_durability, WORLD_FILE | WORLD_FULL | WORLD_SUM)
{
    try_random_claims(w, WORLD_FILE | WORLD_FULL | WORLD_SUM);
}
