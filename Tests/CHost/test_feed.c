/* Feeds: when the server is asked, what its answers do, and everything that it can get wrong; against a server in a
 * thread that answers from a script, and against the example server. The engine's clock is the test's. */
#include "support.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ITEM(id, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"ts\":" id ",\"path\":\"" path "\",\"count\":" count \
    ",\"title\":\"t" id "\"}"
#define PAGE(cursor, items, rest) "{\"cursor\":\"" cursor "\",\"items\":[" items "]" rest "}"

/* ---- Helpers ---- */

typedef struct completion {
    volatile int done;
    int released;
    int order;
    tally_event event;
    char text[512];
} completion;

static int order_of_completions;

static void complete(void *user_data, const tally_event *event, const char *text)
{
    completion *c = (completion *)user_data;

    require(event->kind == TALLY_EVENT_COMPLETION);
    c->event = *event;
    c->order = ++order_of_completions;
    snprintf(c->text, sizeof c->text, "%s", text);
    c->done += 1;
}

static void release(void *user_data)
{
    ((completion *)user_data)->released += 1;
}

static void force(world *w, completion *c)
{
    memset(c, 0, sizeof *c);
    check_ok(tally_feed_force(w->feed, complete, c, release, NULL));
}

/* Adds the world's feed at the server and logs in. -1: not by itself. */
static void add_feed(world *w, server *s, int64_t initial_delay, int64_t interval, const char *token)
{
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64];

    server_url(s, url, sizeof url);
    options.url = url;
    options.initial_delay = initial_delay;
    options.interval = interval;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account, token));
}

static tally_feed_state state_of(world *w)
{
    tally_feed_state state = {.struct_size = sizeof state};

    check_ok(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    return state;
}

/* Steps until no request is under way. */
static void settle(world *w)
{
    volatile int flag = 0;
    int32_t descriptor;
    int turns;

    check_ok(tally_descriptor(w->engine, &descriptor));
    for (turns = 0; turns < 6000 && !flag; turns++) {
        struct pollfd wait;

        check_ok(tally_step(w->engine));
        flag = state_of(w).in_flight == 0;
        wait.fd = descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        if (!flag)
            poll(&wait, 1, 10);
    }
    if (!flag)
        fail_msg("a request does not end");
}

/* Steps until the server has had so many requests. */
static void until_asked(world *w, server *s, unsigned requests)
{
    int turns;

    for (turns = 0; turns < 6000; turns++) {
        check_ok(tally_step(w->engine));
        if (server_requests(s) >= requests)
            return;
        usleep(1000);
    }
    fail_msg("the server is not asked");
}

/* The next event of a kind that waits, passing over others. */
static tally_event next_of(world *w, int32_t kind, char *text, size_t capacity)
{
    tally_event event;
    tally_status status;

    do {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        status = tally_next_event(w->engine, 0, &event, text, capacity);
        check_status(status, TALLY_OK);
    } while (event.kind != kind);
    return event;
}

static int has_header(const char *head, const char *line)
{
    char with_end[256];

    snprintf(with_end, sizeof with_end, "%s\r\n", line);
    return strstr(head, with_end) != NULL;
}

static uint64_t count_of(world *w, const char *path, int which)
{
    uint64_t counts[3];

    check_ok(tally_message_counts(w->account, path, TALLY_MESSAGES_SUBTREE, &counts[0], &counts[1], &counts[2]));
    return counts[which];
}

/* ---- When ---- */

TEST(asked_after_the_delay_and_then_at_intervals, WORLD_SERVER)
{
    server *s = w->server;
    tally_event event;
    char text[256];
    int64_t timeout;

    server_answer_json(s, PAGE("c 1&", ITEM("1", "in", "2"), ",\"title\":\"Centre\""));
    server_answer_json(s, PAGE("c2", "", ""));
    add_feed(w, s, 500, 10000, NULL);
    check_ok(tally_step(w->engine));
    check_ok(tally_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 500);
    assert_true(state_of(w).next_time == CLOCK_START + 500);
    fake_clock_advance(&w->clock, 499);
    check_ok(tally_step(w->engine));
    assert_int_equal(state_of(w).requests, 0);
    fake_clock_advance(&w->clock, 1);
    check_ok(tally_step(w->engine));
    assert_int_equal(state_of(w).requests, 1);
    assert_int_equal(state_of(w).in_flight, 1);
    settle(w);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_status(event.result, TALLY_OK);
    assert_string_equal(text, "Centre");
    assert_int_equal(event.added, 1);
    assert_int_equal(event.changed | event.removed | event.rejected, 0);
    assert_true(event.next_time == CLOCK_START + 10500);
    assert_true(event.feed == state_of(w).id);
    assert_true(state_of(w).last_success == CLOCK_START + 500);
    check_badge(w->account, "in", 1, 2);
    assert_true(strncmp(server_request(s, 0), "GET /feed?limit=200 HTTP/1.1\r\n", 30) == 0);
    assert_null(strstr(server_request(s, 0), "Authorization"));
    fake_clock_advance(&w->clock, 9999);
    check_ok(tally_step(w->engine));
    assert_int_equal(state_of(w).requests, 1);
    fake_clock_advance(&w->clock, 1);
    settle(w);
    assert_int_equal(state_of(w).requests, 2);
    assert_true(strncmp(server_request(s, 1), "GET /feed?since=c%201%26&limit=200 HTTP/1.1\r\n", 44) == 0);
    check_badge(w->account, "in", 1, 2); /* An empty answer hides nothing. */
    /* A clock that jumps: once, not once for each interval missed. */
    fake_clock_advance(&w->clock, 1000000);
    settle(w);
    assert_int_equal(state_of(w).requests, 3);
    check_ok(tally_account_log_out(w->account));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 1000000);
    check_ok(tally_step(w->engine));
    assert_int_equal(state_of(w).requests, 3);
}

TEST(a_force_completes_once, WORLD_SERVER)
{
    server *s = w->server;
    completion c = {0};
    uint64_t token;

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "2"), ""));
    add_feed(w, s, -1, -1, "secret");
    check_ok(tally_feed_force(w->feed, complete, &c, release, &token));
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
    check_ok(tally_step(w->engine));
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
    check_ok(tally_feed_refresh(w->feed)); /* What is under way will tell. */
    force(w, &c);
    check_ok(tally_step(w->engine));
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
    check_ok(tally_step(w->engine));
    assert_int_equal(a.done + b.done, 2);
    check_status(a.event.result, TALLY_ERROR_LOGGED_OUT);
    check_status(b.event.result, TALLY_ERROR_LOGGED_OUT);
    assert_int_equal(state_of(w).in_flight, 0);
    server_release(s);
    check_ok(tally_step(w->engine));
    check_badge(w->account, "in", 0, 0);
    check_ok(tally_account_log_in(w->account, "new"));
    force(w, &a);
    world_pump(w, &a.done);
    check_status(a.event.result, TALLY_OK);
    check_badge(w->account, "in", 1, 1); /* Of the second answer alone. */
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
    check_ok(tally_step(w->engine));
    assert_int_equal(a.done + b.done, 2);
    check_status(a.event.result, TALLY_ERROR_CANCELLED);
    check_status(b.event.result, TALLY_ERROR_CANCELLED);
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(count_of(w, "root", 0), 0);
    server_release(s);
    check_ok(tally_step(w->engine));
    check_badge(w->account, "in", 0, 0);
    memset(&feed, 0, sizeof feed);
    feed.struct_size = sizeof feed;
    check_status(tally_feed_get(w->feed, &feed, NULL, 0, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_refresh(w->feed), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_remove(w->feed), TALLY_ERROR_NOT_FOUND);
    b.done = 0;
    b.released = 0;
    check_status(tally_feed_force(w->feed, complete, &b, release, NULL), TALLY_ERROR_NOT_FOUND);
    assert_int_equal(b.released, 1);
    drain(w->engine);
    /* One of the same name is another one, and begins anew. */
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
        check_ok(tally_next_event(w->engine, 60000, &event, text, sizeof text));
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
    check_ok(tally_account_log_in(w->account, NULL));
    fake_clock_advance(&w->clock, 10000000);
    check_ok(tally_step(w->engine));
    add_feed(w, s, -1, -1, NULL);
    assert_int_equal(server_requests(s), 2);
    check_ok(world_sync(w));
    assert_non_null(strstr(server_request(s, 2), "since=c1&"));
    assert_true(has_header(server_request(s, 2), "If-None-Match: \"v1\""));
    check_badge(w->account, "in", 1, 2);
}

TEST(another_url_begins_anew, WORLD_FILE | WORLD_SERVER)
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
    check_ok(tally_account_log_in(w->account, NULL));
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

/* ---- What servers get wrong ---- */

TEST(a_refused_credential_stops_the_feed, WORLD_SERVER)
{
    server *s = w->server;
    completion c;
    tally_event event;
    char text[256];

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    server_answer_http(s, 401, "", "{}");
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, 100, 1000, "old");
    fake_clock_advance(&w->clock, 100);
    settle(w);
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_true(strlen(c.text) > 0);
    event = next_of(w, TALLY_EVENT_AUTH, text, sizeof text);
    check_status(event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_true(event.feed == state_of(w).id && event.account != 0);
    assert_true(strlen(text) > 0);
    check_badge(w->account, "in", 1, 1);
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 100000000);
    check_ok(tally_step(w->engine));
    force(w, &c);
    check_ok(tally_step(w->engine));
    assert_int_equal(c.done, 1);
    check_status(c.event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(state_of(w).requests, 2);
    check_ok(tally_account_log_in(w->account, "new"));
    fake_clock_advance(&w->clock, 1000);
    settle(w);
    assert_int_equal(state_of(w).requests, 3);
    assert_true(has_header(server_request(s, 2), "Authorization: Bearer new"));
    assert_non_null(strstr(server_request(s, 2), "since=c1&"));
    check_badge(w->account, "in", 1, 2);
}

TEST(a_server_that_asks_to_wait, WORLD_SERVER)
{
    server *s = w->server;
    completion c;
    tally_event event;
    char text[256];

    server_answer_http(s, 429, "Retry-After: 1000\r\n", "");
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed(w, s, -1, 5000, NULL);
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(c.event.retry_after, 1000000, 1100000);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_status(event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(event.retry_after, 1000000, 1100000);
    fake_clock_advance(&w->clock, 990000);
    check_ok(tally_feed_refresh(w->feed)); /* Soon, but not before it may. */
    check_ok(tally_step(w->engine));
    force(w, &c);
    check_ok(tally_step(w->engine));
    check_status(c.event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(c.event.retry_after, 10000, 110000);
    assert_int_equal(state_of(w).requests, 1);
    fake_clock_advance(&w->clock, 110000);
    settle(w);
    assert_int_equal(state_of(w).requests, 2);
    check_badge(w->account, "in", 1, 1);
}

typedef struct wrong {
    const char *name;
    tally_status expected;
    int status; /* 0: `body` is all of it, as it goes over the wire. */
    const char *headers;
    const char *body;
} wrong;

static const wrong wrongs[] = {
    {"500", TALLY_ERROR_SERVER, 500, "", "{}"},
    {"404", TALLY_ERROR_SERVER, 404, "", ""},
    {"418", TALLY_ERROR_SERVER, 418, "", ""},
    {"garbage", TALLY_ERROR_PROTOCOL, 200, "", "<html>Sign in to the hotel's network</html>"},
    {"nothing", TALLY_ERROR_PROTOCOL, 200, "", ""},
    {"cut JSON", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":\"x\",\"items\":[{\"id\":"},
    {"an array", TALLY_ERROR_PROTOCOL, 200, "", "[]"},
    {"a number", TALLY_ERROR_PROTOCOL, 200, "", "7"},
    {"null", TALLY_ERROR_PROTOCOL, 200, "", "null"},
    {"no cursor", TALLY_ERROR_PROTOCOL, 200, "", "{\"items\":[]}"},
    {"no items", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":\"x\"}"},
    {"cursor null", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":null,\"items\":[]}"},
    {"items an object", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":\"x\",\"items\":{}}"},
    {"gone a string", TALLY_ERROR_PROTOCOL, 200, "", PAGE("x", "", ",\"gone\":\"1\"")},
    {"more a string", TALLY_ERROR_PROTOCOL, 200, "", PAGE("x", "", ",\"more\":\"true\"")},
    {"badges an array", TALLY_ERROR_PROTOCOL, 200, "", PAGE("x", "", ",\"badges\":[1]")},
    {"deep", TALLY_ERROR_PROTOCOL, 200, "",
     "{\"cursor\":\"x\",\"items\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["},
    {"not HTTP", TALLY_ERROR_PROTOCOL, 0, "", "SSH-2.0-OpenSSH_9.9\r\n"},
    {"a cut body", TALLY_ERROR_NETWORK, 0, "",
     "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" PAGE("x", ITEM("9", "in", "1"), "")},
    {"a cut chunk", TALLY_ERROR_NETWORK, 0, "",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n{\"cursor\":\"x\",\"items\":[]}"},
    {"bad gzip", TALLY_ERROR_PROTOCOL, 200, "Content-Encoding: gzip\r\n", "this is not gzip at all"},
    {"a loop of redirects", TALLY_ERROR_NETWORK, 302, "Location: /feed\r\n", ""},
};

TEST_ALONE(wrong_answers_change_nothing)
{
    world w;
    size_t i;

    for (i = 0; i < COUNT_OF(wrongs); i++) {
        server *s = server_start();
        completion c;
        tally_event event;
        tally_feed_state feed;
        char text[512];

        world_init(&w, 0);
        server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
        if (wrongs[i].status != 0)
            server_answer_http(s, wrongs[i].status, wrongs[i].headers, wrongs[i].body);
        else
            server_answer(s, wrongs[i].body);
        add_feed(&w, s, -1, 60000, NULL);
        check_ok(world_sync(&w));
        drain(w.engine);
        force(&w, &c);
        world_pump(&w, &c.done);
        settle(&w);
        if (c.event.result != wrongs[i].expected)
            print_error("answer '%s': %s: %s\n", wrongs[i].name, tally_status_name(c.event.result), c.text);
        check_status(c.event.result, wrongs[i].expected);
        assert_true(strlen(c.text) > 0);
        event = next_of(&w, TALLY_EVENT_SYNCED, text, sizeof text);
        check_status(event.result, c.event.result);
        assert_string_equal(text, c.text);
        check_badge(w.account, "root", 1, 1);
        feed = state_of(&w);
        assert_int_equal(feed.failures, 1);
        assert_int_equal(feed.failures_in_a_row, 1);
        check_status(feed.result, c.event.result);
        assert_true(feed.next_time > w.clock.wall); /* It is tried again. */
        assert_true(feed.last_success == CLOCK_START);
        world_end(&w);
        server_stop(s);
    }
}

TEST(no_server_at_all, 0)
{
    server *s = server_start();
    completion c;
    tally_feed_options options = {.struct_size = sizeof options, .url = w->page_url};

    add_feed(w, s, -1, 60000, NULL);
    server_stop(s); /* Its port is closed now. */
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_NETWORK);
    assert_true(strlen(c.text) > 0);
    /* A connection that is closed without a word. */
    s = server_start();
    server_answer(s, NULL);
    tally_feed_release(w->feed);
    add_feed(w, s, -1, 60000, NULL);
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_NETWORK);
    server_stop(s);
    /* A file that is not there. */
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    force(w, &c);
    world_pump(w, &c.done);
    assert_true(c.event.result < 0);
    assert_true(strlen(c.text) > 0);
}

TEST(answers_that_are_too_large, WORLD_CLOSED | WORLD_SERVER)
{
    server *s = w->server;
    char *body = (char *)malloc(5000);

    require(body != NULL);
    snprintf(body, 5000, PAGE("c1", ITEM("1", "in", "1"), ",\"title\":\"%04000d\""), 0);
    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.flags = TALLY_ENGINE_HOST_DRIVEN;
    w->options.clock = fake_clock_tell;
    w->options.clock_user_data = &w->clock;
    w->options.max_response_bytes = 2000;
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    server_answer_json(s, body);
    add_feed(w, s, -1, -1, NULL);
    check_status(world_sync(w), TALLY_ERROR_TOO_LARGE);
    check_badge(w->account, "in", 0, 0);
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    check_ok(world_sync(w));
    check_badge(w->account, "in", 1, 1);
    world_end(w);
    free(body);
}

TEST(redirects, 0)
{
    server *s = server_start(), *other = server_start();
    char location[128];

    server_answer_http(s, 302, "Location: /elsewhere\r\n", "");
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed(w, s, -1, -1, "secret");
    check_ok(world_sync(w));
    check_badge(w->account, "in", 1, 1);
    assert_true(strncmp(server_request(s, 1), "GET /elsewhere HTTP/1.1\r\n", 25) == 0);
    assert_true(has_header(server_request(s, 1), "Authorization: Bearer secret"));
    /* With a credential, never to another origin. */
    snprintf(location, sizeof location, "Location: http://127.0.0.1:%d/feed\r\n", server_port(other));
    server_answer_http(s, 307, location, "");
    server_answer_json(other, PAGE("c2", ITEM("2", "in", "1"), ""));
    assert_true(world_sync(w) < 0);
    assert_int_equal(server_requests(other), 0);
    check_badge(w->account, "in", 1, 1);
    world_end(w);
    server_stop(s);
    server_stop(other);
}

TEST_ALONE(a_server_that_does_not_answer)
{
    world w;
    server *s = server_start();
    tally_feed_options options;
    completion c;
    char url[64];
    int is_idle;

    for (is_idle = 0; is_idle < 2; is_idle++) {
        unsigned before = server_requests(s);

        world_init(&w, 0);
        memset(&options, 0, sizeof options);
        options.struct_size = sizeof options;
        server_url(s, url, sizeof url);
        options.url = url;
        options.initial_delay = options.interval = -1;
        if (is_idle)
            options.idle_timeout = 150;
        else
            options.request_timeout = 150;
        check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
        check_ok(tally_account_log_in(w.account, NULL));
        server_hold_json(s, PAGE("c1", "", ""));
        force(&w, &c);
        world_pump(&w, &c.done);
        check_status(c.event.result, TALLY_ERROR_TIMEOUT);
        assert_true(server_requests(s) == before + 1);
        server_release(s);
        world_end(&w);
    }
    server_stop(s);
}

/* ---- What the application tells ---- */

/* As add_feed, with other options. */
static void add_feed_with(world *w, server *s, tally_feed_options *options)
{
    char url[64];

    options->struct_size = sizeof *options;
    server_url(s, url, sizeof url);
    options->url = url;
    check_ok(tally_feed_add(w->account, "feed", options, &w->feed));
    check_ok(tally_account_log_in(w->account, NULL));
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

TEST(another_url_is_polled_at_once, 0)
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
    check_ok(tally_account_log_in(w->account, NULL));
    move_feed(w, elsewhere, -1, -1);
    assert_int_equal(server_requests(other), 1); /* One that never polls automatically does not do so now. */
    assert_false(asks(w));
    /* A request to the former URL is cancelled, and its waiters get the response of the new one. */
    server_hold_json(other, PAGE("c9", ITEM("9", "in", "9"), ""));
    force(w, &c);
    check_ok(tally_step(w->engine));
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
    check_ok(tally_account_log_in(w->account, NULL));
    move_feed(w, moved, 1, 5000);
    fake_clock_advance(&w->clock, 1);
    assert_false(asks(w));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account, NULL));
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

TEST(a_count_is_asked_for_while_a_page_is_seen, WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {.preset = TALLY_PRESET_UNREAD_COUNT};

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed_with(w, s, &options);
    assert_false(asks(w));
    assert_int_equal(state_of(w).next_time, 0);
    check_ok(tally_feed_page_shown(w->feed, 0));
    check_ok(tally_feed_page_shown(w->feed, 0));
    assert_true(asks(w));
    assert_true(state_of(w).next_time == CLOCK_START + 60000);
    fake_clock_advance(&w->clock, 60000);
    assert_true(asks(w));
    check_ok(tally_feed_page_hidden(w->feed, 0));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 60000);
    check_ok(tally_feed_page_shown(w->feed, 7));
    assert_true(asks(w)); /* Another page, for the first time. */
    check_ok(tally_account_foreground(w->account, 0));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 60001);
    assert_false(asks(w));
    check_ok(tally_account_foreground(w->account, 1));
    assert_true(asks(w));
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_feed_page_hidden(w->feed, 7));
    check_ok(tally_feed_page_shown(w->feed, 7));
    assert_false(asks(w));
}

TEST(a_message_centre_asks_when_the_user_comes_back, WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {.flags = TALLY_FEED_STOPS_IN_BACKGROUND, .tolerance = 100000};
    char url[64];

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed_with(w, s, &options);
    fake_clock_advance(&w->clock, 1000);
    assert_true(asks(w));
    check_ok(tally_feed_page_shown(w->feed, 1));
    assert_false(asks(w)); /* Within the tolerance. */
    check_ok(tally_account_foreground(w->account, 0));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 99999);
    check_ok(tally_account_foreground(w->account, 1));
    assert_false(asks(w));
    assert_true(state_of(w).next_time == CLOCK_START + 601000);
    check_ok(tally_account_foreground(w->account, 0));
    fake_clock_advance(&w->clock, 1);
    check_ok(tally_account_foreground(w->account, 1));
    assert_true(asks(w));
    /* One that is added in the background is there too. */
    check_ok(tally_account_foreground(w->account, 0));
    tally_feed_release(w->feed);
    server_url(s, url, sizeof url);
    options.url = url;
    options.initial_delay = 10;
    check_ok(tally_feed_add(w->account, "other", &options, &w->feed));
    assert_int_equal(state_of(w).next_time, 0);
    check_ok(tally_account_foreground(w->account, 1));
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
    check_ok(tally_step(w->engine));
    assert_int_equal(a.done + b.done, 2);
    check_status(a.event.result, TALLY_ERROR_CANCELLED);
    check_status(b.event.result, TALLY_ERROR_CANCELLED);
    event.struct_size = sizeof event;
    check_status(tally_next_event(w->engine, 0, &event, NULL, 0), TALLY_EMPTY);
    assert_int_equal(state_of(w).in_flight, 0);
    assert_true(state_of(w).next_time == CLOCK_START + 10000);
    server_release(s);
    check_ok(tally_feed_pause(w->feed, 1));
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 20000);
    check_ok(tally_feed_page_shown(w->feed, 0));
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
    check_ok(tally_account_network_changed(w->account, 0));
    assert_false(asks(w));
    fake_clock_advance(&w->clock, 999);
    check_ok(tally_account_network_changed(w->account, 1));
    assert_false(asks(w)); /* Not within a second. */
    fake_clock_advance(&w->clock, 1);
    assert_true(asks(w));
    check_ok(tally_account_network_changed(w->account, 0));
    fake_clock_advance(&w->clock, 8 * 3600000);
    check_ok(tally_account_woke(w->account));
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

/* ---- How it is asked after strange answers ---- */

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

/* ---- Messages ---- */

typedef struct listing {
    tally_message messages[16];
    char text[4096];
    size_t count, size;
    tally_status status;
} listing;

static void list(world *w, listing *l, const char *path, uint32_t flags, uint64_t after, size_t limit)
{
    memset(l, 0, sizeof *l);
    l->status = tally_message_list(w->account, path, flags, after, limit, l->messages, COUNT_OF(l->messages), l->text,
                                   sizeof l->text, &l->count, &l->size);
}

TEST(messages, 0)
{
    listing l, next;
    uint64_t keys[3];
    size_t changed = 77, count, size, i;
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
    list(w, &l, "root", TALLY_MESSAGES_SUBTREE, 0, 10);
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
        assert_int_equal(m->state, TALLY_MESSAGE_UNSEEN);
        assert_true(m->time == INT64_C(1635528741000));
        assert_true(m->feed == state_of(w).id);
        assert_true(m->key != 0);
        assert_int_equal(m->reserved, 0);
    }
    assert_int_equal(l.messages[1].state, TALLY_MESSAGE_READ);
    assert_int_equal(l.messages[0].count, 1);
    assert_int_equal(l.messages[0].title.length, 0);
    assert_int_equal(l.messages[0].time, 0);
    /* In pieces. */
    list(w, &next, "root", TALLY_MESSAGES_SUBTREE, 0, 3);
    check_status(next.status, TALLY_MORE);
    assert_int_equal(next.count, 3);
    list(w, &next, "root", TALLY_MESSAGES_SUBTREE, next.messages[2].key, 3);
    check_status(next.status, TALLY_OK);
    assert_int_equal(next.count, 1);
    assert_true(next.messages[0].key == l.messages[3].key);
    list(w, &next, "root", TALLY_MESSAGES_SUBTREE, l.messages[3].key, 3);
    check_status(next.status, TALLY_OK);
    assert_int_equal(next.count, 0);
    list(w, &next, "root", TALLY_MESSAGES_SUBTREE, 4711, 3);
    check_status(next.status, TALLY_ERROR_NOT_FOUND);
    list(w, &next, "root", 0, 0, 3);
    assert_int_equal(next.count, 0);
    list(w, &next, "in", 0, 0, 3);
    assert_int_equal(next.count, 2);
    list(w, &next, "in", TALLY_MESSAGES_SUBTREE | TALLY_MESSAGES_UNREAD, 0, 3);
    assert_int_equal(next.count, 2);
    list(w, &next, "in.a", TALLY_MESSAGES_SUBTREE, 0, 3);
    assert_int_equal(next.count, 0);
    /* Too small: the need is told, and nothing is written. */
    memset(&next, 0x55, sizeof next);
    check_status(tally_message_list(w->account, "root", TALLY_MESSAGES_SUBTREE, 0, 10, next.messages, 3, next.text,
                                    sizeof next.text, &count, &size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 4);
    assert_int_equal(size, l.size);
    check_status(tally_message_list(w->account, "root", TALLY_MESSAGES_SUBTREE, 0, 10, next.messages, 4, next.text,
                                    size - 1, &count, &size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    for (i = 0; i < sizeof next.messages; i++)
        assert_int_equal(((unsigned char *)next.messages)[i], 0x55);
    assert_int_equal(next.text[0], 0x55);
    check_ok(tally_message_list(w->account, "root", TALLY_MESSAGES_SUBTREE, 0, 10, next.messages, 4, next.text, size,
                                &count, &size));

    /* Counts. */
    assert_int_equal(count_of(w, "root", 0), 4);
    assert_int_equal(count_of(w, "root", 1), 3);
    assert_int_equal(count_of(w, "in", 2), 2);
    assert_int_equal(count_of(w, "nowhere", 0), 0);

    /* Reading: all or nothing. */
    keys[0] = l.messages[0].key;
    keys[1] = l.messages[1].key;
    keys[2] = 4711;
    check_status(tally_message_read(w->account, keys, 3, &changed), TALLY_ERROR_NOT_FOUND);
    assert_int_equal(count_of(w, "root", 1), 3);
    check_badge(w->account, "in", 1, 3);
    check_ok(tally_message_read(w->account, keys, 2, &changed));
    assert_int_equal(changed, 1);
    check_badge(w->account, "in", 1, 2);
    check_ok(tally_message_read(w->account, keys, 2, &changed));
    assert_int_equal(changed, 0);
    check_ok(tally_message_read_path(w->account, "in", 0, &changed));
    assert_int_equal(changed, 0);
    /* Clearing: seen, not read. */
    check_status(tally_badge_clear(w->account, "in"), TALLY_HELD);
    check_ok(tally_badge_clear(w->account, "in.a\\.b"));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(count_of(w, "in", 1), 1);
    assert_int_equal(count_of(w, "in", 2), 0);
    list(w, &next, "in.a\\.b", 0, 0, 1);
    assert_int_equal(next.messages[0].state, TALLY_MESSAGE_SEEN);
    check_ok(tally_message_read_path(w->account, "root", TALLY_MESSAGES_SUBTREE, &changed));
    assert_int_equal(changed, 2);
    check_ok(tally_badge_get(w->account, "other", &badge));
    assert_int_equal(badge.shows, 0);
    list(w, &next, "root", TALLY_MESSAGES_SUBTREE | TALLY_MESSAGES_UNREAD, 0, 1);
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
    check_ok(tally_account_log_in(w->account, NULL));
    world_page(w, PAGE("c1", ITEM("1", "root.in", "1") "," ITEM("2", "root", "1"), ",\"badges\":{\"x\":{\"count\":2}}"));
    check_badge(w->account, "my.feed.in", 1, 1);
    check_badge(w->account, "my.feed.x", 1, 2);
    check_badge(w->account, "my.feed", 1, 4);
    check_badge(w->account, "in", 0, 0);
}

/* ---- The example server ---- */

typedef struct example {
    pid_t process;
    int port;
} example;

static example start_example(const char *directory)
{
    const char *script = getenv("TALLY_FEED_SERVER"), *python = getenv("PYTHON");
    char port_file[320], log_file[320];
    example e;
    int turns;
    size_t count;

    snprintf(port_file, sizeof port_file, "%s/port", directory);
    snprintf(log_file, sizeof log_file, "%s/server.log", directory);
    e.port = 0;
    e.process = fork();
    require(e.process >= 0);
    if (e.process == 0) {
        int log = open(log_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);

        unsetenv("LD_PRELOAD"); /* Valgrind's is not for it. */
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execlp(python != NULL ? python : "python3", "python3",
               script != NULL ? script : "Examples/feed-server/feed_server.py", "--port", "0", "--port-file", port_file,
               "--token", "secret", (char *)NULL);
        _exit(127);
    }
    for (turns = 0; turns < 3000 && e.port == 0; turns++) {
        char *text = read_file(port_file, &count);

        if (text != NULL && count > 0 && text[count - 1] == '\n')
            e.port = atoi(text);
        else if (text != NULL && count > 0 && turns > 100)
            e.port = atoi(text);
        free(text);
        usleep(10000);
    }
    require(e.port > 0);
    return e;
}

static void stop_example(example e)
{
    int status;

    kill(e.process, SIGTERM);
    require(waitpid(e.process, &status, 0) == e.process);
}

/* Sends one request and gives the answer's status. */
static int tell_example(example e, const char *method, const char *path, const char *body)
{
    struct sockaddr_in address;
    char buffer[4096];
    int connection = socket(AF_INET, SOCK_STREAM, 0), status = 0;
    ssize_t got;
    size_t used = 0;

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)e.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
    snprintf(buffer, sizeof buffer,
             "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer secret\r\n"
             "Content-Type: application/json\r\nContent-Length: %lu\r\n\r\n%s",
             method, path, (unsigned long)strlen(body), body);
    require(send(connection, buffer, strlen(buffer), MSG_NOSIGNAL) == (ssize_t)strlen(buffer));
    while (used < sizeof buffer - 1 && (got = read(connection, buffer + used, sizeof buffer - 1 - used)) > 0)
        used += (size_t)got;
    buffer[used] = '\0';
    close(connection);
    sscanf(buffer, "HTTP/%*s %d", &status);
    return status;
}

TEST(the_example_server, WORLD_FILE)
{
    example e;
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64], item[256];
    int i;

    e = start_example(w->directory);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/feed", e.port);
    options.url = url;
    options.initial_delay = options.interval = -1;
    options.page_limit = 10;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account, "wrong"));
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    check_ok(tally_account_log_in(w->account, "secret"));
    check_ok(world_sync(w)); /* Nothing is there. */
    for (i = 0; i < 35; i++) {
        snprintf(item, sizeof item, "{\"path\":\"inbox.m%d\",\"title\":\"T%d\",\"count\":2}", i % 5, i);
        assert_in_range(tell_example(e, "POST", "/messages", item), 200, 201);
    }
    assert_in_range(tell_example(e, "PUT", "/badges/promo.item", "{\"count\":5}"), 200, 204);
    check_ok(world_sync(w));
    check_badge(w->account, "inbox", 1, 70);
    check_badge(w->account, "promo", 1, 5);
    check_ok(world_sync(w)); /* An ETag is of one URL, and the cursor is in it. */
    check_status(world_sync(w), TALLY_NOT_MODIFIED);
    /* A restart, and what happened meanwhile. */
    world_close(w);
    assert_in_range(tell_example(e, "POST", "/messages", "{\"path\":\"inbox.m0\",\"title\":\"later\"}"), 200, 201);
    assert_in_range(tell_example(e, "DELETE", "/messages/1", ""), 200, 204);
    assert_in_range(tell_example(e, "DELETE", "/badges/promo.item", ""), 200, 204);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "inbox", 1, 70);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account, "secret"));
    check_ok(world_sync(w));
    check_badge(w->account, "inbox", 1, 69);
    check_badge(w->account, "promo", 0, 0);
    /* All cursors expire: a snapshot that brings the same changes nothing. */
    assert_in_range(tell_example(e, "POST", "/admin/expire", ""), 200, 204);
    check_ok(world_sync(w));
    check_badge(w->account, "inbox", 1, 69);
    assert_int_equal(count_of(w, "root", 0), 35);
    assert_in_range(tell_example(e, "POST", "/marks", "{\"inbox.m0\":{\"upto\":\"99999\",\"ver\":1}}"), 200, 204);
    check_ok(world_sync(w));
    check_badge(w->account, "inbox.m0", 0, 0);
    /* The server goes away. */
    stop_example(e);
    check_status(world_sync(w), TALLY_ERROR_NETWORK);
    assert_true(count_of(w, "root", 0) == 35);
}
