/* needs: tsan */
/* Feeds: the application's reports of itself, its pages, the network and sleep, and the resulting requests. */
#include "feeds.h"

#include <stdio.h>
#include <string.h>

/* As add_feed, with other options. */
static void add_feed_with(world *w, server *s, tally_feed_options *options)
{
    char url[64];

    options->struct_size = sizeof *options;
    server_url(s, url, sizeof url);
    options->url = url;
    check_ok(tally_feed_add(w->account, "feed", options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

/* Adds the feed of that URL again. */
static void move_feed(world *w, const char *url, int64_t initial_delay, int64_t interval)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = url, .initial_delay = initial_delay, .interval = interval,
    };

    tally_feed_release(w->feed);
    w->feed = NULL;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
}

/* Whether a request begins; it is waited for. */
static int asks(world *w)
{
    uint64_t before = state_of(w).requests;

    settle(w);
    assert_true(state_of(w).requests <= before + 1);
    return state_of(w).requests > before;
}

TEST(another_url_is_polled_immediately, 0)
{
    server *s = server_start(), *other = server_start();
    completion c;
    char url[64], moved[80], elsewhere[64];

    server_url(s, url, sizeof url);
    server_url(other, elsewhere, sizeof elsewhere);
    snprintf(moved, sizeof moved, "%s/2", url);
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed(w, s, 1, 600000, NULL);
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    assert_false(asks(w));
    move_feed(w, url, 1, 600000); /* The same. */
    assert_false(asks(w));
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "5"), ""));
    move_feed(w, moved, 1, 600000);
    assert_true(asks(w));
    check_badge(w->account, "in", 1, 5);
    assert_null(strstr(server_request(s, 1), "since="));
    /* Not while the same server has asked to wait; nor while the account is logged out. */
    server_answer_http(s, 429, "Retry-After: 1000\r\n", "");
    check_status(world_sync(w), TALLY_ERROR_RATE_LIMITED);
    move_feed(w, url, 1, 600000);
    assert_false(asks(w));
    server_answer_json(other, PAGE("c1", ITEM("1", "in", "7"), ""));
    move_feed(w, elsewhere, 1, 600000);
    assert_true(asks(w));
    check_badge(w->account, "in", 1, 7);
    check_ok(tally_account_log_out(w->account));
    move_feed(w, moved, 1, 600000);
    assert_false(asks(w));
    check_ok(tally_account_log_in(w->account));
    move_feed(w, elsewhere, -1, -1);
    assert_int_equal(server_requests(other), 1); /* One that never polls automatically does not do so now. */
    assert_false(asks(w));
    /* A request to the former URL is cancelled, and its waiters get the response of the new one. */
    server_hold_json(other, PAGE("c9", ITEM("9", "in", "9"), ""));
    force(w, &c);
    check_ok(tally_engine_step(w->engine));
    server_wait(other, 2);
    server_answer_json(other, PAGE("c2", ITEM("2", "in", "8"), ""));
    snprintf(moved, sizeof moved, "%s/3", elsewhere);
    move_feed(w, moved, -1, -1);
    server_release(other);
    world_pump(w, &c.done);
    check_ok(c.event.result);
    check_badge(w->account, "in", 1, 8);
    world_end(w);
    server_stop(other);
    server_stop(s);
}

TEST(a_wait_outlives_the_program, WORLD_FILE)
{
    server *s = server_start(), *other = server_start();
    char url[64], moved[80], elsewhere[64];

    server_url(s, url, sizeof url);
    server_url(other, elsewhere, sizeof elsewhere);
    snprintf(moved, sizeof moved, "%s/2", url);
    add_feed(w, s, 1, 5000, NULL);
    server_answer_http(s, 503, "Retry-After: 1000\r\n", "");
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    world_close(w);
    fake_clock_advance(&w->clock, 990000);
    world_open(w, WORLD_FILE);
    check_ok(tally_engine_verify(w->engine));
    add_feed(w, s, 1, 5000, NULL);
    fake_clock_advance(&w->clock, 5000);
    assert_false(asks(w));
    check_status(world_sync(w), TALLY_ERROR_RATE_LIMITED);
    assert_true(state_of(w).next_time >= CLOCK_START + 1000000);
    world_close(w);
    /* Another URL of the same server, then of another one. */
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    move_feed(w, moved, 1, 5000);
    fake_clock_advance(&w->clock, 1);
    assert_false(asks(w));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    server_answer_json(other, PAGE("c1", ITEM("1", "in", "1"), ""));
    move_feed(w, elsewhere, 1, 5000);
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    world_close(w);
    /* Its time is over. */
    fake_clock_advance(&w->clock, 1100000);
    world_open(w, WORLD_FILE);
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "4"), ""));
    add_feed(w, s, 1, 5000, NULL);
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    check_badge(w->account, "in", 1, 4);
    check_ok(tally_feed_remove(w->feed));
    check_ok(tally_engine_verify(w->engine));
    world_end(w);
    server_stop(other);
    server_stop(s);
}

TEST(a_count_is_polled_while_a_page_is_visible, WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {.polling = TALLY_POLLING_UNREAD_COUNT};

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed_with(w, s, &options);
    assert_false(asks(w));
    assert_int_equal(state_of(w).next_time, 0);
    check_ok(tally_feed_show_page(w->feed, 0, NULL));
    check_ok(tally_feed_show_page(w->feed, 0, NULL));
    assert_true(asks(w));
    assert_in_range(state_of(w).next_time, CLOCK_START + 1, CLOCK_START + 60000); /* The first time at random. */
    fake_clock_advance(&w->clock, 60000);
    assert_true(asks(w));
    assert_true(state_of(w).next_time == CLOCK_START + 120000);
    check_ok(tally_feed_hide_page(w->feed, 0));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 60000);
    check_ok(tally_feed_show_page(w->feed, 7, NULL));
    assert_true(asks(w)); /* Another page, for the first time. */
    check_ok(tally_engine_set_foreground(w->engine, 0));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 60001);
    assert_false(asks(w));
    check_ok(tally_engine_set_foreground(w->engine, 1));
    assert_true(asks(w));
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_feed_hide_page(w->feed, 7));
    check_ok(tally_feed_show_page(w->feed, 7, NULL));
    assert_false(asks(w));
}

enum { NO_PAGE, PAGE_IN_BACKGROUND, PAGE_VISIBLE };

/* From the start of a request to the next one, by the interval and the response. */
TEST(the_interval_follows_the_response, WORLD_SERVER)
{
    static const struct {
        int64_t interval;
        int64_t visible_interval;
        int page;
        int status;
        const char *members;
        int64_t wait;
    } rows[] = {
        {10000, 0, NO_PAGE, 200, "", 10000},
        {10000, 0, NO_PAGE, 200, ",\"poll\":10", 10000},
        {10000, 0, NO_PAGE, 200, ",\"poll\":11", 11000},
        {10000, 0, NO_PAGE, 204, NULL, 100000},
        {10000, 0, NO_PAGE, 404, NULL, 100000},
        /* Without content at most an hour, unless the interval is longer. */
        {359999, 0, NO_PAGE, 204, NULL, 3599990},
        {360001, 0, NO_PAGE, 204, NULL, 3600000},
        {3600000, 0, NO_PAGE, 204, NULL, 3600000},
        {3600001, 0, NO_PAGE, 204, NULL, 3600001},
        {3600000, 0, NO_PAGE, 404, NULL, 36000000},
        /* The interval of a visible page holds while the user sees it, and only if it is shorter. */
        {10000, 5000, NO_PAGE, 200, "", 10000},
        {10000, 5000, PAGE_IN_BACKGROUND, 200, "", 10000},
        {10000, 5000, PAGE_VISIBLE, 200, "", 5000},
        {10000, 5000, PAGE_VISIBLE, 204, NULL, 50000},
        {10000, 5000, PAGE_VISIBLE, 404, NULL, 50000},
        {10000, 5000, PAGE_IN_BACKGROUND, 204, NULL, 100000},
        {10000, 5000, PAGE_IN_BACKGROUND, 404, NULL, 100000},
        {10000, 15000, PAGE_VISIBLE, 200, "", 10000},
    };
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        tally_feed_options options = {.interval = rows[i].interval, .visible_interval = rows[i].visible_interval,
                                      .initial_delay = 1};
        char body[128];
        int64_t start;

        server_answer_json(w->server, PAGE("c1", "", ""));
        snprintf(body, sizeof body, "{\"cursor\":\"c2\",\"items\":[]%s}", rows[i].members ? rows[i].members : "");
        add_feed_with(w, w->server, &options);
        fake_clock_advance(&w->clock, 1);
        assert_true(asks(w));
        if (rows[i].page != NO_PAGE)
            check_ok(tally_feed_show_page(w->feed, 0, NULL));
        settle(w);
        check_ok(tally_engine_set_foreground(w->engine, rows[i].page != PAGE_IN_BACKGROUND));
        if (rows[i].members != NULL)
            server_answer_json(w->server, body);
        else
            server_answer_http(w->server, rows[i].status, "", "");
        start = state_of(w).next_time;
        fake_clock_advance(&w->clock, start - w->clock.wall);
        assert_true(asks(w));
        if (state_of(w).next_time != start + rows[i].wait)
            fail_msg("row %d: after %d ms", (int)i, (int)(state_of(w).next_time - start));
        check_ok(tally_engine_set_foreground(w->engine, 1));
        check_ok(tally_feed_remove(w->feed));
        tally_feed_release(w->feed);
        w->feed = NULL;
    }
}

/* The wait for another attempt, which a random part makes longer or shorter: failure after failure. */
TEST(each_failure_makes_the_wait_longer, WORLD_SERVER)
{
    enum { FAILURES = 7 };
    static const struct {
        int64_t interval;
        int page;
        struct {
            int64_t least, most;
        } waits[FAILURES];
    } rows[] = {
        /* An early attempt, and then the interval, doubled twice. */
        {60000, NO_PAGE, {{15000, 30000}, {60000, 75000}, {120000, 150000}, {240000, 300000}, {240000, 300000}}},
        {60000, PAGE_VISIBLE, {{2500, 5000}, {60000, 75000}, {120000, 150000}, {240000, 300000}, {240000, 300000}}},
        {60000, PAGE_IN_BACKGROUND, {{15000, 30000}, {60000, 75000}}},
        /* Without an early attempt. */
        {10000, NO_PAGE, {{10000, 12500}, {20000, 25000}, {40000, 50000}, {40000, 50000}}},
        {30000, NO_PAGE, {{30000, 37500}, {60000, 75000}}},
        {5000, PAGE_VISIBLE, {{5000, 6250}, {10000, 12500}, {20000, 25000}, {20000, 25000}}},
        {100, NO_PAGE, {{1000, 1250}, {1000, 1250}}},
        /* An hour at most, unless the interval is longer. */
        {1000000, NO_PAGE, {{15000, 30000}, {1000000, 1250000}, {2000000, 2500000}, {3600000, 4500000}}},
        {7200000, NO_PAGE, {{15000, 30000}, {7200000, 9000000}, {7200000, 9000000}}},
        /* By hand: ten minutes at most. */
        {-1, NO_PAGE, {{15000, 30000}, {30000, 60000}, {60000, 120000}, {120000, 240000}, {240000, 480000},
                       {300000, 600000}, {300000, 600000}}},
    };
    size_t i;
    int failure;

    server_answer_http(w->server, 500, "", "");
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        tally_feed_options options = {.interval = rows[i].interval, .visible_interval = -1, .initial_delay = 1};

        add_feed_with(w, w->server, &options);
        if (rows[i].page != NO_PAGE)
            check_ok(tally_feed_show_page(w->feed, 0, NULL));
        check_ok(tally_engine_set_foreground(w->engine, rows[i].page != PAGE_IN_BACKGROUND));
        for (failure = 0; failure < FAILURES && rows[i].waits[failure].least > 0; failure++) {
            int64_t wait;

            if (state_of(w).failures_in_a_row == (uint32_t)failure) {
                fake_clock_advance(&w->clock, state_of(w).next_time - w->clock.wall);
                assert_true(asks(w));
            }
            assert_int_equal(state_of(w).failures_in_a_row, failure + 1);
            wait = state_of(w).next_time - w->clock.wall;
            if (wait < rows[i].waits[failure].least || wait > rows[i].waits[failure].most)
                fail_msg("row %d, failure %d: %d ms", (int)i, failure, (int)wait);
        }
        check_ok(tally_engine_set_foreground(w->engine, 1));
        check_ok(tally_feed_remove(w->feed));
        tally_feed_release(w->feed);
        w->feed = NULL;
    }
}

/* The user sets the clock back by a year: the feed is polled no later than it would have been. */
TEST(a_clock_that_is_set_back, WORLD_SERVER)
{
    tally_feed_options options = {.interval = 10000, .initial_delay = 1};
    int64_t year = INT64_C(365) * 86400000, next;
    int i;

    server_answer_json(w->server, PAGE("c1", "", ""));
    add_feed_with(w, w->server, &options);
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    fake_clock_advance(&w->clock, state_of(w).next_time - w->clock.wall);
    assert_true(asks(w));
    for (i = 0; i < 2; i++) {
        fake_clock_advance(&w->clock, 4000);
        assert_false(asks(w));
        next = state_of(w).next_time;
        assert_true(next == w->clock.wall + 6000);
        w->clock.wall -= year;
        assert_false(asks(w));
        assert_true(state_of(w).next_time == w->clock.wall + 6000);
        fake_clock_advance(&w->clock, 6000);
        assert_true(asks(w));
        assert_true(state_of(w).next_time == w->clock.wall + 10000);
    }
}

TEST(a_message_centre_asks_when_the_user_comes_back, WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {.flags = TALLY_FEED_OPTION_STOPS_IN_BACKGROUND, .tolerance = 100000};
    char url[64];

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed_with(w, s, &options);
    fake_clock_advance(&w->clock, 1000);
    assert_true(asks(w));
    check_ok(tally_feed_show_page(w->feed, 1, NULL));
    assert_false(asks(w)); /* Within the tolerance. */
    check_ok(tally_engine_set_foreground(w->engine, 0));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 99999);
    check_ok(tally_engine_set_foreground(w->engine, 1));
    assert_false(asks(w));
    assert_in_range(state_of(w).next_time, CLOCK_START + 101000, CLOCK_START + 601000);
    check_ok(tally_engine_set_foreground(w->engine, 0));
    fake_clock_advance(&w->clock, 1);
    check_ok(tally_engine_set_foreground(w->engine, 1));
    assert_true(asks(w));
    /* One that is added in the background is there too. */
    check_ok(tally_engine_set_foreground(w->engine, 0));
    tally_feed_release(w->feed);
    server_url(s, url, sizeof url);
    options.url = url;
    options.initial_delay = 10;
    check_ok(tally_feed_add(w->account, "other", &options, &w->feed));
    assert_int_equal(state_of(w).next_time, 0);
    check_ok(tally_engine_set_foreground(w->engine, 1));
    fake_clock_advance(&w->clock, 10);
    assert_true(asks(w));
}

TEST(cancelling_and_pausing, WORLD_SERVER)
{
    server *s = w->server;
    completion a, b;
    tally_event event;

    server_hold_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "2"), ""));
    add_feed(w, s, -1, 10000, NULL);
    check_ok(tally_feed_cancel(w->feed)); /* There is nothing. */
    force(w, &a);
    until_asked(w, s, 1);
    force(w, &b);
    check_ok(tally_feed_cancel(w->feed));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(a.done + b.done, 2);
    check_status(a.event.result, TALLY_ERROR_CANCELLED);
    check_status(b.event.result, TALLY_ERROR_CANCELLED);
    event.struct_size = sizeof event;
    check_status(tally_engine_next_event(w->engine, 0, &event, NULL, 0), TALLY_EMPTY);
    assert_int_equal(state_of(w).in_flight, 0);
    assert_in_range(state_of(w).next_time, CLOCK_START + 1, CLOCK_START + 10000);
    server_release(s);
    check_ok(tally_feed_pause(w->feed, 1));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 20000);
    check_ok(tally_feed_show_page(w->feed, 0, NULL));
    assert_false(asks(w));
    check_badge(w->account, "in", 0, 0);
    force(w, &a);
    world_pump(w, &a.done);
    check_status(a.event.result, TALLY_OK);
    check_ok(tally_feed_refresh(w->feed));
    assert_true(asks(w));
    fake_clock_advance(&w->clock, 100000);
    assert_false(asks(w));
    check_ok(tally_feed_pause(w->feed, 0));
    assert_true(asks(w));
    check_badge(w->account, "in", 1, 2);
}

TEST(networks_and_sleep, WORLD_SERVER)
{
    server *s = w->server;
    int i;

    for (i = 0; i < 5; i++)
        server_answer(s, NULL);
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed(w, s, 1, -1, NULL);
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    assert_int_equal(state_of(w).failures_in_a_row, 1);
    check_ok(tally_engine_set_network(w->engine, 0));
    assert_false(asks(w));
    fake_clock_advance(&w->clock, 999);
    check_ok(tally_engine_set_network(w->engine, 1));
    assert_false(asks(w)); /* Not within a second. */
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    check_ok(tally_engine_set_network(w->engine, 0));
    fake_clock_advance(&w->clock, 8 * 3600000);
    check_ok(tally_engine_woke(w->engine));
    assert_true(asks(w));
    assert_int_equal(state_of(w).failures_in_a_row, 2); /* The last one is not counted. */
    for (i = 2; i <= 5; i += 3) {
        assert_true(state_of(w).next_time == w->clock.wall + (i == 2 ? 2000 : 3000));
        fake_clock_advance(&w->clock, i == 2 ? 2000 : 3000);
        assert_true(asks(w));
    }
    assert_int_equal(state_of(w).failures_in_a_row, 2);
    fake_clock_advance(&w->clock, 5000);
    assert_true(asks(w));
    assert_int_equal(state_of(w).failures_in_a_row, 0);
    check_badge(w->account, "in", 1, 1);
}

/* The HTTP client's clock stands still while the machine sleeps; the engine's does not. */
TEST(a_request_that_slept, WORLD_SERVER)
{
    server *s = w->server;
    completion a, b;
    tally_event event;
    char text[256];

    server_hold_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "2"), ""));
    add_feed(w, s, -1, -1, NULL);
    force(w, &a);
    until_asked(w, s, 1);
    force(w, &b);
    fake_clock_advance(&w->clock, 3600000);
    world_pump(w, &a.done);
    check_status(a.event.result, TALLY_ERROR_TIMEOUT);
    assert_true(strlen(a.text) > 0);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_status(event.result, TALLY_ERROR_TIMEOUT);
    server_release(s);
    world_pump(w, &b.done);
    check_status(b.event.result, TALLY_OK);
    assert_int_equal(state_of(w).failures, 1);
    check_badge(w->account, "in", 1, 2);
}
