/* needs: sqlite */
/* Data that grows with use has bounds, which are options. Each acts, also on a file that had a higher one before. */
#include "feeds.h"
#include "storefile.h"
#include "lists.h"
#include "settings.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

/* ---- Helpers ---- */

#define DAY INT64_C(86400000)

static tally_engine_options given;

static void configure(tally_engine_options *options)
{
    options->max_forgotten = given.max_forgotten;
    options->max_marks = given.max_marks;
    options->max_failed_rows = given.max_failed_rows;
    options->max_rejected = given.max_rejected;
    options->max_reminder_log = given.max_reminder_log;
    options->max_cached_groups = given.max_cached_groups;
    options->max_events = given.max_events;
    options->max_completions = given.max_completions;
    options->zone = "UTC";
}

static void open_with(world *w, unsigned flags, tally_engine_options limits)
{
    given = limits;
    w->configure = configure;
    world_open(w, flags);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_engine_step(w->engine));
}

static int64_t rows(world *w, const char *table)
{
    char sql[128];

    snprintf(sql, sizeof sql, "SELECT COUNT(*) FROM %s", table);
    return select_number(w->file, sql);
}

static uint64_t pending(world *w)
{
    tally_stats stats = {.struct_size = sizeof stats};

    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    return stats.events;
}

static uint64_t nodes(world *w)
{
    tally_stats stats = {.struct_size = sizeof stats};

    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    return stats.nodes;
}

static tally_status next(world *w, tally_event *event, char *text, size_t capacity)
{
    memset(event, 0, sizeof *event);
    event->struct_size = sizeof *event;
    return tally_engine_next_event(w->engine, 0, event, text, capacity);
}

static void post(world *w, const char *id, const char *thread)
{
    tally_message_options options = {.struct_size = sizeof options, .id = id, .thread = thread, .title = id};

    check_ok(tally_message_post(w->account, "in", &options, NULL));
}

/* It fires each day at nine. */
static void put(world *w, const char *id)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .produced = 20231101, .shelf_life = 20, .shelf_unit = TALLY_UNIT_YEAR,
        .smart = TALLY_SMART_OFF, .repeat_unit = TALLY_UNIT_DAY, .end = 20301231,
    };

    check_ok(reminder_put(w->account, id, &options));
}

/* ---- Events that nobody takes ---- */

TEST(changes_below_a_path_without_a_reader, WORLD_CLOSED)
{
    tally_event event;
    char path[64], text[64];
    uint64_t token, before;
    int i, resync = 0;

    open_with(w, 0, (tally_engine_options){.max_events = 8});
    check_ok(tally_observe(w->scope, w->account, "in", TALLY_SUBTREE, NULL, NULL, NULL, &token));
    before = nodes(w);
    for (i = 0; i < 20000; i++) {
        snprintf(path, sizeof path, "in.n%d", i);
        check_ok(tally_badge_set(w->account, path, 1));
        check_ok(tally_badge_clear_tree(w->account, path));
    }
    assert_int_equal(pending(w), 9);
    /* Nor do they keep what is gone in memory. */
    assert_true(nodes(w) < before + 2000);
    for (i = 0; i < 9; i++) {
        check_ok(next(w, &event, text, sizeof text));
        assert_int_equal(event.kind, TALLY_EVENT_BADGE);
        assert_true(event.token == token);
        if (event.result == TALLY_OK)
            continue;
        check_status(event.result, TALLY_RESYNC);
        assert_string_equal(text, "root.in");
        resync++;
    }
    assert_int_equal(resync, 1);
    check_status(next(w, &event, text, sizeof text), TALLY_EMPTY);
    /* There is room again. */
    check_ok(tally_badge_set(w->account, "in.a", 1));
    check_ok(next(w, &event, text, sizeof text));
    assert_int_equal(event.result, TALLY_OK);
    assert_string_equal(text, "root.in.a");
}

typedef struct told {
    int all, resync;
} told;

static void tell(void *user_data, const tally_event *event, const char *text)
{
    told *t = (told *)user_data;

    t->all += 1;
    if (event->result == TALLY_RESYNC) {
        require(strcmp(text, "root") == 0 && event->count == (t->resync == 0 ? 20 : 40));
        t->resync += 1;
    }
}

TEST(each_observer_learns_that_it_missed_events, WORLD_CLOSED)
{
    told first = {0}, second = {0}, exact = {0};
    char path[64];
    uint64_t token;
    int i;

    open_with(w, 0, (tally_engine_options){.max_events = 5});
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, tell, &first, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, tell, &second, NULL, &token));
    check_ok(tally_observe(w->scope, w->account, "n7", 0, tell, &exact, NULL, NULL));
    for (i = 0; i < 20; i++) {
        snprintf(path, sizeof path, "n%d", i);
        check_ok(tally_badge_set(w->account, path, 1));
    }
    assert_int_equal(pending(w), 5 + 2 + 1);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(first.all + second.all, 7);
    assert_int_equal(first.resync, 1);
    assert_int_equal(second.resync, 1);
    assert_int_equal(exact.all, 1);
    for (i = 0; i < 20; i++) {
        snprintf(path, sizeof path, "n%d", i);
        check_ok(tally_badge_set(w->account, path, 2));
    }
    /* With an observer its events go, also that one. */
    tally_unobserve(w->scope, token);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(pending(w), 0);
    assert_int_equal(second.resync, 1);
    check_ok(tally_account_verify(w->account));
    world_end(w);
}

TEST(groups_without_a_reader, WORLD_CLOSED)
{
    tally_event event;
    char text[64];
    uint64_t token;
    int i, round, resync;

    open_with(w, 0, (tally_engine_options){.max_events = 4, .max_cached_groups = 2});
    check_ok(tally_observe_groups(w->scope, w->account, 0, NULL, NULL, NULL, NULL));
    for (round = 0; round < 2; round++) {
        for (i = 0; i < 30; i++) {
            snprintf(text, sizeof text, "%d", 100 * round + i);
            post(w, text, text);
        }
        assert_int_equal(pending(w), 5);
        for (i = resync = 0; i < 5; i++) {
            check_ok(next(w, &event, text, sizeof text));
            assert_int_equal(event.kind, TALLY_EVENT_GROUP);
            assert_int_equal(strlen(text) > 0, event.result == TALLY_OK);
            resync += event.result == TALLY_RESYNC;
        }
        assert_int_equal(resync, 1);
        check_status(next(w, &event, text, sizeof text), TALLY_EMPTY);
    }
    /* There are more groups than there may be events. */
    check_ok(tally_observe_groups(w->scope, w->account, TALLY_OBSERVE_INITIAL, NULL, NULL, NULL, &token));
    assert_int_equal(pending(w), 5);
    for (i = 0; i < 5; i++)
        check_ok(next(w, &event, text, sizeof text));
    assert_int_equal(event.result, TALLY_RESYNC);
    assert_true(event.token == token);
}

TEST(reminders_without_a_reader, WORLD_CLOSED)
{
    tally_event event;
    char text[64];
    int i, round;

    open_with(w, 0, (tally_engine_options){.max_events = 5});
    for (i = 0; i < 20; i++) {
        snprintf(text, sizeof text, "r%d", i);
        put(w, text);
    }
    for (round = 0; round < 3; round++) {
        fake_clock_advance(&w->clock, DAY);
        check_ok(tally_engine_step(w->engine));
        assert_int_equal(pending(w), 6);
    }
    for (i = 0; i < 6; i++) {
        check_ok(next(w, &event, text, sizeof text));
        assert_int_equal(event.kind, TALLY_EVENT_REMINDER);
        assert_int_equal(event.result, i < 5 ? TALLY_OK : TALLY_RESYNC);
        assert_true(event.token == 0);
        assert_int_equal(event.reminder != 0 && event.account != 0 && strlen(text) > 0, i < 5);
    }
    check_status(next(w, &event, text, sizeof text), TALLY_EMPTY);
    fake_clock_advance(&w->clock, DAY);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(pending(w), 6);
    /* They go with their account. */
    tally_account_release(w->account);
    w->account = NULL;
    check_ok(tally_account_remove(w->engine, "ann"));
    while (next(w, &event, text, sizeof text) == TALLY_OK)
        assert_int_equal(event.result, TALLY_RESYNC);
}

TEST(completions_without_a_reader, WORLD_CLOSED)
{
    tally_event event;
    char text[256];
    int i, released = 0;

    open_with(w, 0, (tally_engine_options){.max_completions = 3});
    world_add_feed(w);
    check_ok(tally_account_log_out(w->account)); /* So each ends immediately. */
    for (i = 0; i < 3; i++)
        check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    for (i = 0; i < 1000; i++)
        check_status(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    check_message("completions");
    assert_int_equal(pending(w), 3);
    check_ok(next(w, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_COMPLETION);
    check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    check_status(tally_feed_refresh_now(w->feed, NULL, &released, NULL, NULL), TALLY_ERROR_LIMIT);
    for (i = 0; i < 3; i++)
        check_ok(next(w, &event, text, sizeof text));
    check_status(next(w, &event, text, sizeof text), TALLY_EMPTY);
    /* Those that have not ended count too. */
    check_ok(tally_account_log_in(w->account));
    for (i = 0; i < 3; i++)
        check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    check_status(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    check_ok(tally_feed_cancel(w->feed));
    for (i = 0; i < 3; i++)
        check_ok(next(w, &event, text, sizeof text));
}

TEST(refusals_go_with_their_feed, WORLD_SERVER)
{
    int i;

    server_answer_http(w->server, 401, "", "");
    for (i = 0; i < 10; i++) {
        add_feed(w, w->server, -1, -1, "token");
        check_ok(tally_feed_refresh(w->feed));
        until_asked(w, w->server, (unsigned)i + 1);
        settle(w);
        assert_int_equal(pending(w), 2); /* AUTH, SYNCED */
        check_ok(tally_feed_remove(w->feed));
        assert_int_equal(pending(w), 0);
        tally_feed_release(w->feed);
        w->feed = NULL;
    }
}

TEST(an_outbox_tells_once_that_it_was_refused, WORLD_CLOSED | WORLD_SERVER)
{
    tally_event event;
    char url[256], text[256];
    unsigned i;

    open_with(w, 0, (tally_engine_options){0});
    server_answer_http(w->server, 401, "", "");
    server_url(w->server, url, sizeof url);
    check_ok(send_outbox(w->account, url));
    put(w, "a");
    for (i = 1; i <= 5; i++) {
        log_in_at(w->account, url, i % 2 ? "odd" : "even");
        until_asked(w, w->server, i);
    }
    while (pending(w) == 0)
        check_ok(tally_engine_step(w->engine));
    check_ok(next(w, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_AUTH);
    /* The last rejection need not be known yet. */
    assert_int_equal(pending(w), 0);
}

/* ---- What the file keeps ---- */

TEST(removed_messages_that_are_remembered, WORLD_CLOSED)
{
    static const uint32_t limits[] = {40, 8};
    tally_feed_options options = {
        .struct_size = sizeof options, .initial_delay = -1, .interval = -1, .max_messages = 1,
    };
    char page[512];
    int i, round, number = 0;

    for (round = 0; round < 2; round++) {
        open_with(w, WORLD_FILE, (tally_engine_options){.max_forgotten = limits[round]});
        options.url = w->page_url;
        check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
        for (i = 0; i < 60; i++, number++) {
            snprintf(page, sizeof page,
                     "{\"cursor\":\"%d\",\"items\":[{\"id\":\"%d\",\"rev\":\"1\",\"seq\":\"%d\",\"path\":\"in\",\"read\":true}]}",
                     number, number, number);
            world_page(w, page);
        }
        world_close(w);
        assert_in_range(rows(w, "forgotten"), limits[round], limits[round] + limits[round] / 4);
    }
}

TEST(positions_up_to_which_paths_were_read, WORLD_CLOSED)
{
    static const uint32_t limits[] = {40, 8};
    char page[256];
    int i, round, number = 0;

    for (round = 0; round < 2; round++) {
        open_with(w, WORLD_FILE, (tally_engine_options){.max_marks = limits[round]});
        world_add_feed(w);
        for (i = 0; i < 60; i++, number++) {
            snprintf(page, sizeof page,
                     "{\"cursor\":\"%d\",\"items\":[],\"marks\":{\"p%d\":{\"upto\":\"%d\",\"ver\":%d}}}", number, number,
                     number, number + 1);
            world_page(w, page);
        }
        world_close(w);
        assert_in_range(rows(w, "mark"), limits[round], limits[round] + limits[round] / 4);
        assert_int_equal(select_number(w->file, "SELECT MAX(version) FROM mark"), number);
    }
}

static void fail_rows(world *w, int from, int count)
{
    tally_outbox_entry entry;
    char text[4096];
    size_t found, size;
    int i;

    check_ok(lease_outbox(w->account));
    for (i = from; i < from + count; i++) {
        snprintf(text, sizeof text, "r%d", i);
        put(w, text);
        check_ok(outbox_lease(w->account, 1000, 1, &entry, 1, text, sizeof text, &found, &size));
        assert_int_equal(found, 1);
        check_ok(tally_outbox_fail(w->account, entry.id, entry.attempt, -1));
    }
}

TEST(rows_of_the_outbox_that_failed_for_good, WORLD_CLOSED)
{
    uint64_t total, leased, failed;

    open_with(w, WORLD_FILE, (tally_engine_options){.max_failed_rows = 8});
    fail_rows(w, 0, 30);
    check_ok(outbox_counts(w->account, &total, &leased, &failed));
    assert_in_range(failed, 8, 10);
    assert_int_equal(total, failed);
    world_close(w);
    /* In each run the first one that fails may be the one too many. */
    open_with(w, WORLD_FILE, (tally_engine_options){.max_failed_rows = 4});
    fail_rows(w, 30, 1);
    check_ok(outbox_counts(w->account, &total, &leased, &failed));
    assert_int_equal(failed, 4);
    /* Those that wait are not limited. */
    put(w, "a");
    put(w, "b");
    check_ok(outbox_counts(w->account, &total, &leased, &failed));
    assert_int_equal(total, 6);
}

TEST(rejected_items, WORLD_CLOSED)
{
    static const uint32_t limits[] = {5, 2};
    char page[256];
    int i, round, number = 0;

    for (round = 0; round < 2; round++) {
        open_with(w, WORLD_FILE, (tally_engine_options){.max_rejected = limits[round]});
        world_add_feed(w);
        for (i = 0; i < 10; i++, number++) {
            snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[{\"id\":\"%d\",\"path\":7}]}", number, number);
            world_page(w, page);
        }
        world_close(w);
        assert_int_equal(rows(w, "note WHERE number > 0"), limits[round]);
    }
}

TEST(the_log_of_reminders, WORLD_CLOSED)
{
    static const uint32_t limits[] = {7, 3};
    tally_reminder_note notes[16];
    char id[16], text[4096];
    size_t count, size;
    int i, round, number = 0;

    for (round = 0; round < 2; round++) {
        open_with(w, WORLD_FILE, (tally_engine_options){.max_reminder_log = limits[round]});
        for (i = 0; i < 20; i++, number++) {
            snprintf(id, sizeof id, "r%d", number);
            put(w, id);
        }
        check_ok(reminder_log(w->account, 0, 16, notes, 16, text, sizeof text, &count, &size));
        assert_int_equal(count, limits[round]);
        assert_string_equal(text + notes[count - 1].reminder.offset, id);
        world_close(w);
    }
}

/* Allocated by malloc; 0 with tools that have an allocator of their own. */
static size_t allocated(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

static void ignore(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data, (void)event, (void)text;
}

/* Languages with garbage collection release handles late, and do not know how much memory hangs on them. */
TEST(a_closed_engine_keeps_little_for_its_handles, WORLD_CLOSED)
{
    enum { ROUNDS = 20, NODES = 1000 };
    static struct {
        tally_account *account;
        tally_scope *scope;
        tally_feed *feed;
    } kept[ROUNDS];
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_engine *engine;
    tally_badge badge;
    size_t before = 0, open = 0;
    uint64_t token;
    char path[32];
    int round, node;

    (void)w;
    options.url = "http://127.0.0.1:1/";
    for (round = 0; round < ROUNDS; round++) {
        if (round == 1) /* The process now has the memory that it keeps beyond engines. */
            before = allocated();
        check_ok(tally_engine_open(NULL, &engine));
        check_ok(tally_account_open(engine, "ann", NULL, &kept[round].account));
        check_ok(tally_scope_open(engine, &kept[round].scope));
        check_ok(tally_observe(kept[round].scope, kept[round].account, "root", TALLY_SUBTREE, ignore, NULL,
                               NULL, &token));
        check_ok(tally_feed_add(kept[round].account, "f", &options, &kept[round].feed));
        for (node = 0; node < NODES; node++) {
            snprintf(path, sizeof path, "root.a%d.b%d", node % 10, node);
            check_ok(tally_badge_set(kept[round].account, path, 1));
        }
        if (round == 1)
            open = allocated() - before;
        check_ok(tally_engine_close(engine, -1));
        check_status(tally_badge_get(kept[round].account, "root", &badge), TALLY_ERROR_CLOSED);
    }
    /* An open engine of this test has some 300 kB. */
    assert_true(open == 0 || allocated() - before < ROUNDS * (size_t)30000);
    for (round = 0; round < ROUNDS; round++) {
        check_status(tally_badge_set(kept[round].account, "root.a", 1), TALLY_ERROR_CLOSED);
        tally_account_release(kept[round].account);
        tally_scope_close(kept[round].scope);
        tally_feed_release(kept[round].feed);
    }
}
