/* needs: tsan */
/* Feeds: when the server is polled, where a feed continues, and what ends a request; against a server in a thread that
 * answers from a script. The engine's clock is the test's. */
#include "feeds.h"

#include <stdio.h>
#include <string.h>

/* ---- When ---- */

TEST(polled_after_the_delay_and_then_at_intervals, WORLD_SERVER)
{
    server *s = w->server;
    tally_event event;
    char text[256];
    int64_t timeout;
    int64_t first;
    int64_t second;

    server_answer_json(s, PAGE("c 1&", ITEM("1", "in", "2"), ",\"title\":\"Centre\""));
    server_answer_json(s, PAGE("c2", "", ""));
    server_answer_json(s, PAGE("c3", "", ""));
    add_feed(w, s, 500, 10000, NULL);
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    first = state_of(w).next_time;
    assert_true(first == CLOCK_START + timeout);
    assert_in_range(timeout, 1, 500); /* At random. */
    fake_clock_advance(&w->clock, timeout - 1);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(state_of(w).requests, 0);
    fake_clock_advance(&w->clock, 1);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(state_of(w).requests, 1);
    assert_int_equal(state_of(w).in_flight, 1);
    settle(w);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_status(event.result, TALLY_OK);
    assert_string_equal(text, "Centre");
    assert_int_equal(event.added, 1);
    assert_int_equal(event.changed | event.removed | event.rejected, 0);
    second = event.next_time;
    assert_in_range(second, first + 1, first + 10000); /* The first interval too. */
    assert_true(event.feed == state_of(w).id);
    assert_true(state_of(w).last_success == first);
    check_badge(w->account, "in", 1, 2);
    assert_true(strncmp(server_request(s, 0), "GET /feed?limit=200 HTTP/1.1\r\n", 30) == 0);
    assert_null(strstr(server_request(s, 0), "Authorization"));
    fake_clock_advance(&w->clock, second - first - 1);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(state_of(w).requests, 1);
    fake_clock_advance(&w->clock, 1);
    settle(w);
    assert_int_equal(state_of(w).requests, 2);
    assert_true(strncmp(server_request(s, 1), "GET /feed?since=c%201%26&limit=200 HTTP/1.1\r\n", 44) == 0);
    check_badge(w->account, "in", 1, 2); /* An empty answer hides nothing. */
    assert_true(state_of(w).next_time == second + 10000);
    fake_clock_advance(&w->clock, 9999);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(state_of(w).requests, 2);
    fake_clock_advance(&w->clock, 1);
    settle(w);
    assert_int_equal(state_of(w).requests, 3);
    /* A clock that jumps: once, not once for each interval missed. */
    fake_clock_advance(&w->clock, 1000000);
    settle(w);
    assert_int_equal(state_of(w).requests, 4);
    check_ok(tally_account_log_out(w->account));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 1000000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(state_of(w).requests, 4);
}

TEST(a_force_completes_once, WORLD_SERVER)
{
    server *s = w->server;
    completion c = {0};
    uint64_t token;

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "2"), ""));
    add_feed(w, s, -1, -1, "secret");
    check_ok(tally_feed_refresh_now(w->feed, complete, &c, release, &token));
    assert_int_equal(c.done, 0);
    world_pump(w, &c.done);
    settle(w);
    assert_int_equal(c.done, 1);
    assert_int_equal(c.released, 1);
    check_status(c.event.result, TALLY_OK);
    assert_true(c.event.token == token);
    assert_true(c.event.feed == state_of(w).id);
    check_badge(w->account, "in", 1, 2); /* There already. */
    assert_true(has_header(server_request(s, 0), "Authorization: Bearer secret"));
    check_ok(tally_account_log_out(w->account));
    check_status(tally_feed_refresh(w->feed), TALLY_ERROR_LOGGED_OUT);
    check_message("logged in");
    force(w, &c);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(c.done, 1);
    check_status(c.event.result, TALLY_ERROR_LOGGED_OUT);
    assert_int_equal(state_of(w).requests, 1);
    world_end(w);
    assert_int_equal(c.done, 1);
    assert_int_equal(c.released, 1);
}

TEST(forces_in_flight_share_one_round, WORLD_SERVER)
{
    server *s = w->server;
    completion a, b, c;

    server_hold_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    server_hold_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, -1, -1, NULL);
    force(w, &a);
    until_asked(w, s, 1);
    force(w, &b);
    check_ok(tally_feed_refresh(w->feed)); /* The request in flight is enough. */
    force(w, &c);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(state_of(w).requests, 1);
    server_release(s);
    world_pump(w, &a.done);
    assert_int_equal(b.done | c.done, 0);
    check_badge(w->account, "in", 1, 1);
    until_asked(w, s, 2);
    server_release(s);
    world_pump(w, &c.done);
    settle(w);
    assert_int_equal(a.done + b.done + c.done, 3);
    assert_int_equal(state_of(w).requests, 2);
    assert_true(b.order < c.order);
    check_badge(w->account, "in", 1, 2);
}

TEST(logging_out_ends_what_is_under_way, WORLD_SERVER)
{
    server *s = w->server;
    completion a, b;

    server_hold_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, -1, -1, "old");
    force(w, &a);
    until_asked(w, s, 1);
    force(w, &b);
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(a.done + b.done, 2);
    check_status(a.event.result, TALLY_ERROR_LOGGED_OUT);
    check_status(b.event.result, TALLY_ERROR_LOGGED_OUT);
    assert_int_equal(state_of(w).in_flight, 0);
    server_release(s);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "in", 0, 0);
    log_in_to(w->account, s, "new");
    force(w, &a);
    world_pump(w, &a.done);
    check_status(a.event.result, TALLY_OK);
    check_badge(w->account, "in", 1, 1); /* From the second response alone. */
    assert_true(has_header(server_request(s, 1), "Authorization: Bearer new"));
    assert_null(strstr(server_request(s, 1), "since="));
}

TEST(removing_in_flight_cancels, WORLD_SERVER)
{
    server *s = w->server;
    completion a, b;
    tally_feed_state feed;

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ",\"badges\":{\"promo\":{\"dot\":true}}"));
    server_hold_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    check_badge(w->account, "in", 1, 1);
    force(w, &a);
    until_asked(w, s, 2);
    force(w, &b);
    check_ok(tally_feed_remove(w->feed));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(a.done + b.done, 2);
    check_status(a.event.result, TALLY_ERROR_CANCELLED);
    check_status(b.event.result, TALLY_ERROR_CANCELLED);
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(count_of(w, "root", 0), 0);
    server_release(s);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "in", 0, 0);
    memset(&feed, 0, sizeof feed);
    feed.struct_size = sizeof feed;
    check_status(tally_feed_get(w->feed, &feed, NULL, 0, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_refresh(w->feed), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_remove(w->feed), TALLY_ERROR_NOT_FOUND);
    b.done = 0;
    b.released = 0;
    check_status(tally_feed_refresh_now(w->feed, complete, &b, release, NULL), TALLY_ERROR_NOT_FOUND);
    assert_int_equal(b.released, 1);
    drain(w->engine);
    /* A feed of the same name is another one, and starts from scratch. */
    tally_feed_release(w->feed);
    add_feed(w, s, -1, -1, NULL);
    server_answer_json(s, PAGE("c3", ITEM("3", "in", "4"), ""));
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, 2), "since="));
    check_badge(w->account, "in", 1, 4);
    world_end(w);
    assert_int_equal(a.released, 1);
}

TEST_ALONE(closing_in_flight)
{
    unsigned flags[] = {0, WORLD_THREAD, WORLD_FILE | WORLD_THREAD};
    size_t i;

    for (i = 0; i < COUNT_OF(flags); i++) {
        world w;
        server *s = server_start();
        completion a, b;

        world_init(&w, flags[i]);
        server_hold_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
        add_feed(&w, s, -1, -1, NULL);
        force(&w, &a);
        force(&w, &b);
        if (flags[i] & WORLD_THREAD)
            server_wait(s, 1);
        else
            until_asked(&w, s, 1);
        world_end(&w);
        assert_int_equal(a.done + b.done, 0);
        assert_int_equal(a.released, 1);
        assert_int_equal(b.released, 1);
        server_stop(s);
    }
}

TEST(the_loop_thread_asks_by_itself, WORLD_THREAD | WORLD_SERVER)
{
    server *s = w->server;
    tally_event event;
    char text[64];

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "3"), ",\"title\":\"T\""));
    add_feed(w, s, 1, 100, NULL);
    do {
        event.struct_size = sizeof event;
        check_ok(tally_engine_next_event(w->engine, HANG_SECONDS * 1000, &event, text, sizeof text));
    } while (event.kind != TALLY_EVENT_SYNCED);
    check_status(event.result, TALLY_OK);
    check_badge(w->account, "in", 1, 3);
    server_wait(s, 3);
}

/* ---- Going on ---- */

TEST(a_restart_goes_on_at_the_cursor, WORLD_FILE | WORLD_SERVER)
{
    server *s = w->server;

    server_answer_http(s, 200, "ETag: \"v1\"\r\n", PAGE("c1", ITEM("1", "in", "1"), ""));
    server_answer_http(s, 304, "", "");
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    check_status(world_sync(w), TALLY_NOT_MODIFIED);
    assert_true(has_header(server_request(s, 1), "If-None-Match: \"v1\""));
    assert_non_null(strstr(server_request(s, 1), "since=c1&"));
    assert_int_equal(state_of(w).not_modified, 1);
    check_status(state_of(w).result, TALLY_NOT_MODIFIED);
    check_badge(w->account, "in", 1, 1);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "in", 1, 1);
    /* Stored, but not added in this run: not asked. */
    check_ok(tally_account_log_in(w->account));
    fake_clock_advance(&w->clock, 10000000);
    check_ok(tally_engine_step(w->engine));
    add_feed(w, s, -1, -1, NULL);
    assert_int_equal(server_requests(s), 2);
    check_ok(world_sync(w));
    assert_non_null(strstr(server_request(s, 2), "since=c1&"));
    assert_true(has_header(server_request(s, 2), "If-None-Match: \"v1\""));
    check_badge(w->account, "in", 1, 2);
}

/* The last good response is known in the next run, and after a log-out, also if nothing was new. */
TEST(the_last_success_is_kept, WORLD_FILE | WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {
        .struct_size = sizeof options, .tolerance = 100000, .initial_delay = -1, .interval = -1,
    };
    char url[64];
    int answer;

    server_url(s, url, sizeof url);
    options.url = url;
    for (answer = 0; answer < 4; answer++) {
        int64_t good;
        uint64_t requests;

        if (answer == 0)
            server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
        if (answer == 1)
            server_answer_json(s, PAGE("c1", "", ""));
        if (answer == 2)
            server_answer_http(s, 304, "", "");
        if (answer == 3)
            server_answer_http(s, 204, "", "");
        check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
        check_ok(tally_account_log_in(w->account));
        check_status(world_sync(w), answer < 2 ? TALLY_OK : TALLY_NOT_MODIFIED);
        good = state_of(w).last_success;
        assert_true(good == CLOCK_START + answer * 200000);
        fake_clock_advance(&w->clock, 60000);
        check_ok(tally_account_log_out(w->account));
        check_ok(tally_account_log_in(w->account));
        requests = state_of(w).requests;
        check_ok(tally_feed_show_page(w->feed, 0, NULL));
        check_ok(tally_engine_step(w->engine));
        assert_true(state_of(w).requests == requests); /* Within the tolerance. */
        world_close(w);
        world_open(w, WORLD_FILE);
        check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
        check_ok(tally_account_log_in(w->account));
        assert_true(state_of(w).last_success == good);
        check_ok(tally_feed_show_page(w->feed, 0, NULL));
        check_ok(tally_engine_step(w->engine));
        assert_int_equal(state_of(w).requests, 0);
        assert_int_equal(state_of(w).in_flight, 0);
        check_ok(tally_feed_hide_page(w->feed, 0));
        world_close(w);
        fake_clock_advance(&w->clock, 140000);
        world_open(w, WORLD_FILE);
    }
}

TEST(another_url_starts_from_scratch, WORLD_FILE | WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {.struct_size = sizeof options};
    char url[80];

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1") "," ITEM("2", "in", "1"), ""));
    server_answer_json(s, PAGE("d1", ITEM("2", "in", "5"), ""));
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    check_badge(w->account, "in", 1, 2);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/other?x=1#part", server_port(s));
    options.url = url;
    options.initial_delay = options.interval = -1;
    options.page_limit = 7;
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_badge(w->account, "in", 1, 2); /* Until the first answer is there. */
    check_ok(world_sync(w));
    assert_true(strncmp(server_request(s, 1), "GET /other?x=1&limit=7 HTTP/1.1\r\n", 33) == 0);
    check_badge(w->account, "in", 1, 5);
    assert_int_equal(count_of(w, "root", 0), 1);
    /* So does another prefix; also where the program ends before the first answer. */
    options.prefix = "below";
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    check_badge(w->account, "in", 1, 5);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "in", 1, 5);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, 2), "since="));
    check_badge(w->account, "in", 0, 0);
    check_badge(w->account, "below.in", 1, 5);
    check_ok(tally_badge_clear(w->account, "below.in"));
    check_ok(world_sync(w)); /* From now on as usual: what was seen stays seen. */
    check_badge(w->account, "below.in", 0, 0);
    assert_non_null(strstr(server_request(s, 3), "since=d1&"));
}

TEST(pages_follow_each_other, WORLD_SERVER)
{
    server *s = w->server;
    tally_event event;
    char text[64];

    server_answer_json(s, PAGE("p1", ITEM("1", "in", "1"), ",\"more\":true"));
    server_answer_json(s, PAGE("p2", ITEM("2", "in", "1"), ",\"more\":true"));
    server_answer_json(s, PAGE("p3", ITEM("3", "in", "1"), ""));
    server_answer_json(s, PAGE("p3", ITEM("4", "in", "1"), ",\"more\":true"));
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    assert_int_equal(server_requests(s), 3);
    assert_non_null(strstr(server_request(s, 2), "since=p2&"));
    check_badge(w->account, "in", 1, 3);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    assert_int_equal(event.added, 3);
    /* "More", but from the same place: refused, and not asked for ever. */
    check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
    assert_int_equal(server_requests(s), 4);
    check_badge(w->account, "in", 1, 3);
}

TEST(an_expired_cursor_is_replaced_by_a_snapshot, WORLD_SERVER)
{
    server *s = w->server;
    completion c;

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1") "," ITEM("2", "out", "1"), ""));
    server_answer_http(s, 410, "", "{\"error\":\"cursor_expired\"}");
    server_answer_json(s, PAGE("s1", ITEM("2", "out", "1"), ",\"more\":true"));
    server_hold_json(s, PAGE("s2", ITEM("3", "new", "1"), ""));
    server_answer_http(s, 410, "", "");
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    check_ok(tally_badge_clear(w->account, "out")); /* Seen here, and stays so. */
    check_ok(tally_badge_set(w->account, "mine", 3));
    force(w, &c);
    until_asked(w, s, 4);
    assert_null(strstr(server_request(s, 2), "since="));
    assert_non_null(strstr(server_request(s, 3), "since=s1&"));
    check_badge(w->account, "in", 1, 1); /* Lit until the whole of it is there. */
    check_badge(w->account, "new", 0, 0);
    server_release(s);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_OK);
    check_badge(w->account, "in", 0, 0);
    check_badge(w->account, "out", 0, 0);
    check_badge(w->account, "new", 1, 1);
    check_badge(w->account, "mine", 1, 3);
    assert_int_equal(count_of(w, "root", 0), 2);
    /* At most once in ten minutes. */
    check_status(world_sync(w), TALLY_ERROR_SERVER);
    assert_int_equal(server_requests(s), 5);
    check_badge(w->account, "new", 1, 1);
}

/* ---- Requests after strange responses ---- */

TEST(malformed_answers_lead_to_a_snapshot, WORLD_SERVER)
{
    server *s = w->server;
    int i;

    server_answer_http(s, 200, "ETag: \"e\"\r\n", PAGE("c1", ITEM("1", "in", "1") "," ITEM("2", "in", "1"), ""));
    for (i = 0; i < 6; i++)
        server_answer_json(s, "<html>");
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    for (i = 1; i <= 6; i++) {
        check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
        assert_true(has_header(server_request(s, i), "If-None-Match: \"e\"") == (i <= 3));
        assert_non_null(strstr(server_request(s, i), "since=c1&"));
    }
    check_badge(w->account, "in", 1, 2);
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, 7), "since="));
    check_badge(w->account, "in", 1, 1);
}

TEST(a_cursor_that_goes_back_twice_leads_to_a_snapshot, WORLD_SERVER)
{
    server *s = w->server;

    server_answer_json(s, PAGE("100", ITEM("1", "in", "1"), ""));
    server_answer_json(s, PAGE("99", ITEM("2", "in", "1"), ""));
    server_answer_json(s, PAGE("9", ITEM("3", "in", "1"), ""));
    server_answer_json(s, PAGE("101", ITEM("3", "in", "1"), ""));
    add_feed(w, s, -1, -1, NULL);
    check_ok(world_sync(w));
    check_ok(world_sync(w));
    settle(w);
    assert_int_equal(server_requests(s), 2);
    check_badge(w->account, "in", 1, 2); /* The data is taken, and the cursor too. */
    check_ok(world_sync(w));
    assert_non_null(strstr(server_request(s, 2), "since=99&"));
    settle(w);
    assert_int_equal(server_requests(s), 4);
    assert_null(strstr(server_request(s, 3), "since="));
    check_badge(w->account, "in", 1, 1);
}
