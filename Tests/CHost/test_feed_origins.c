/* needs: tsan */
/* Feeds of many servers: who waits for whom. The engine's clock is the test's, and mostly its transport too, so rates
 * are counts of requests in hours that take no time. */
#include "support.h"

#include <netdb.h>
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_FEEDS 600
#define MINUTE 60000
#define HOUR 3600000
#define PAGE_OF_NOTHING "{\"cursor\":\"1\",\"items\":[]}"

/* ---- A fleet: its requests go through the test ---- */

enum mood { GOOD, DEAD, SILENT, HELD };

typedef struct fleet {
    world w;
    tally_feed *feeds[MAX_FEEDS];
    unsigned feed_count;
    /* The behaviour of a server, by the number in its name. */
    enum mood (*mood)(const struct fleet *f, unsigned server);
    int64_t pending[4096]; /* Requests that are to be answered by the next step. */
    enum mood moods[4096];
    unsigned pending_count;
    uint64_t held[4096];
    unsigned held_count;
    unsigned in_flight[MAX_FEEDS], greatest[MAX_FEEDS]; /* By server. */
    struct {
        int64_t id;
        unsigned server;
    } open[4096];
    unsigned open_count, greatest_open;
    unsigned requests[MAX_FEEDS]; /* By feed. */
    unsigned last;                /* The feed that was polled last. */
    unsigned slices[100];         /* Requests in each hundredth of a period, from `from` on. */
    int64_t from, period;
} fleet;

static void close_request(fleet *f, int64_t id)
{
    unsigned i;

    for (i = 0; i < f->open_count && f->open[i].id != id; i++)
        continue;
    require(i < f->open_count);
    f->in_flight[f->open[i].server] -= 1;
    f->open[i] = f->open[--f->open_count];
}

static void transport(void *user_data, const tally_request *request)
{
    fleet *f = (fleet *)user_data;
    unsigned server, feed;
    int64_t time = f->w.clock.wall - f->from;

    if (request->kind == TALLY_REQUEST_KIND_CANCEL) {
        close_request(f, request->id);
        return;
    }
    require(sscanf(request->url, "https://s%u.example/%u?", &server, &feed) == 2);
    require(f->open_count < COUNT_OF(f->open) && f->pending_count < COUNT_OF(f->pending));
    f->open[f->open_count].id = request->id;
    f->open[f->open_count++].server = server;
    f->in_flight[server] += 1;
    if (f->in_flight[server] > f->greatest[server])
        f->greatest[server] = f->in_flight[server];
    if (f->open_count > f->greatest_open)
        f->greatest_open = f->open_count;
    f->requests[feed] += 1;
    f->last = feed;
    if (f->period > 0 && time >= 0 && time < f->period)
        f->slices[time * 100 / f->period] += 1;
    switch (f->mood(f, server)) {
    case SILENT: break;
    case HELD: f->held[f->held_count++] = request->id; break;
    default:
        f->moods[f->pending_count] = f->mood(f, server);
        f->pending[f->pending_count++] = request->id;
    }
}

static void reply(fleet *f, int64_t id, enum mood mood)
{
    close_request(f, id);
    if (mood == DEAD)
        check_ok(tally_transport_respond(f->w.engine, id, TALLY_ERROR_NETWORK, "", NULL, 0));
    else
        check_ok(tally_transport_respond(f->w.engine, id, 200, "", PAGE_OF_NOTHING, strlen(PAGE_OF_NOTHING)));
}

/* Steps, and answers, until nothing more happens. */
static void settle(fleet *f)
{
    unsigned i, count;

    check_ok(tally_engine_step(f->w.engine));
    while (f->pending_count > 0) {
        count = f->pending_count;
        f->pending_count = 0;
        for (i = 0; i < count; i++)
            reply(f, f->pending[i], f->moods[i]);
        check_ok(tally_engine_step(f->w.engine));
    }
    drain(f->w.engine);
}

static void run(fleet *f, int64_t duration)
{
    int64_t end = f->w.clock.wall + duration, timeout, left;

    settle(f);
    while ((left = end - f->w.clock.wall) > 0) {
        check_ok(tally_engine_get_timeout(f->w.engine, &timeout));
        fake_clock_advance(&f->w.clock, timeout < 0 || timeout > left ? left : timeout);
        settle(f);
    }
}

static fleet *begin(void (*configure)(tally_engine_options *), enum mood (*mood)(const fleet *, unsigned))
{
    fleet *f = (fleet *)calloc(1, sizeof *f);

    require(f != NULL);
    f->mood = mood;
    world_init(&f->w, WORLD_CLOSED);
    f->w.configure = configure;
    world_open(&f->w, 0);
    check_ok(tally_engine_set_transport(f->w.engine, transport, f, NULL));
    check_ok(tally_account_log_in(f->w.account));
    return f;
}

static void add(fleet *f, unsigned server, int64_t interval)
{
    tally_feed_options options = {.struct_size = sizeof options, .interval = interval};
    char url[64], name[16];

    snprintf(url, sizeof url, "https://s%u.example/%u", server, f->feed_count);
    snprintf(name, sizeof name, "%u", f->feed_count);
    options.url = url;
    if (interval < 0)
        options.initial_delay = -1;
    check_ok(tally_feed_add(f->w.account, name, &options, &f->feeds[f->feed_count++]));
}

static void end(fleet *f)
{
    unsigned i;

    for (i = 0; i < f->feed_count; i++)
        tally_feed_release(f->feeds[i]);
    world_end(&f->w);
    free(f);
}

static void slice(fleet *f, int64_t period)
{
    memset(f->slices, 0, sizeof f->slices);
    f->from = f->w.clock.wall;
    f->period = period;
    run(f, period);
}

static unsigned sum(const unsigned *numbers, unsigned first, unsigned count)
{
    unsigned total = 0, i;

    for (i = first; i < first + count; i++)
        total += numbers[i];
    return total;
}

static unsigned greatest_of(const unsigned *numbers, unsigned count)
{
    unsigned result = 0, i;

    for (i = 0; i < count; i++)
        result = numbers[i] > result ? numbers[i] : result;
    return result;
}

static enum mood good(const fleet *f, unsigned server)
{
    (void)f, (void)server;
    return GOOD;
}

static enum mood held(const fleet *f, unsigned server)
{
    (void)f, (void)server;
    return HELD;
}

static enum mood silent_from_10(const fleet *f, unsigned server)
{
    (void)f;
    return server < 10 ? GOOD : SILENT;
}

TEST_ALONE(silent_servers_stop_nobody)
{
    static const unsigned servers[] = {1, 200};
    unsigned i, k;

    for (k = 0; k < COUNT_OF(servers); k++) {
        fleet *f = begin(NULL, silent_from_10);

        for (i = 0; i < 100; i++)
            add(f, i % 10, MINUTE);
        for (i = 0; i < 200; i++)
            add(f, 10 + i % servers[k], MINUTE);
        run(f, 20 * MINUTE);
        assert_true(sum(f->requests, 0, 100) >= 100 * 20 * 95 / 100);
        assert_true(sum(f->requests, 100, 200) > 10);
        assert_in_range(greatest_of(f->greatest, MAX_FEEDS), 1, 6);
        end(f);
    }
}

static void few_requests(tally_engine_options *options)
{
    options->max_requests = 8;
    options->max_requests_per_origin = 3;
}

TEST_ALONE(limits_of_requests_in_flight)
{
    fleet *f = begin(few_requests, held);
    tally_stats stats = {.struct_size = sizeof stats};
    unsigned i, done;

    assert_int_equal(limit_of(f->w.engine, TALLY_LIMIT_REQUESTS), 8);
    assert_int_equal(limit_of(f->w.engine, TALLY_LIMIT_REQUESTS_PER_ORIGIN), 3);
    for (i = 0; i < 100; i++) {
        add(f, i % 5, -1);
        check_ok(tally_feed_refresh_now(f->feeds[i], NULL, NULL, NULL, NULL));
    }
    settle(f);
    check_ok(tally_engine_get_stats(f->w.engine, 0, &stats));
    assert_int_equal(stats.requests, 8);
    assert_in_range(stats.origin_requests, 2, 3);
    for (done = 0; done < 100; done++) {
        settle(f);
        assert_true(f->held_count > 0);
        reply(f, f->held[0], GOOD);
        memmove(f->held, f->held + 1, --f->held_count * sizeof *f->held);
    }
    settle(f);
    assert_int_equal(f->open_count, 0);
    for (i = 0; i < 100; i++)
        assert_int_equal(f->requests[i], 1);
    assert_int_equal(f->greatest_open, 8);
    for (i = 0; i < 5; i++)
        assert_in_range(f->greatest[i], 1, 3);
    end(f);
}

static uint32_t flying(fleet *f)
{
    tally_stats stats = TALLY_STATS_INIT;

    settle(f);
    check_ok(tally_engine_get_stats(f->w.engine, 0, &stats));
    return stats.requests;
}

static void reply_to_one(fleet *f)
{
    reply(f, f->held[0], GOOD);
    memmove(f->held, f->held + 1, --f->held_count * sizeof *f->held);
}

/* Higher limits act immediately. Requests beyond a lower one stay, and no others begin before they have ended. */
TEST_ALONE(limits_of_requests_change)
{
    fleet *f = begin(few_requests, held);
    unsigned i;

    for (i = 0; i < 100; i++) {
        add(f, i % 5, -1);
        check_ok(tally_feed_refresh_now(f->feeds[i], NULL, NULL, NULL, NULL));
    }
    assert_int_equal(flying(f), 8);
    check_ok(tally_engine_limit(f->w.engine, TALLY_LIMIT_REQUESTS, 60, NULL));
    assert_int_equal(flying(f), 15);
    check_ok(tally_engine_limit(f->w.engine, TALLY_LIMIT_REQUESTS_PER_ORIGIN, 10, NULL));
    assert_int_equal(flying(f), 50);
    check_ok(tally_engine_limit(f->w.engine, TALLY_LIMIT_REQUESTS, 4, NULL));
    for (i = 0; i < 46; i++) {
        reply_to_one(f);
        assert_int_equal(flying(f), 49 - i);
    }
    reply_to_one(f);
    assert_int_equal(flying(f), 4);
    check_ok(tally_engine_limit(f->w.engine, TALLY_LIMIT_REQUESTS_PER_ORIGIN, 1, NULL));
    while (f->open_count > 0) {
        reply_to_one(f);
        settle(f);
    }
    for (i = 0; i < 100; i++)
        assert_int_equal(f->requests[i], 1);
    end(f);
}

static void one_request(tally_engine_options *options)
{
    options->max_requests_per_origin = 1;
}

static unsigned release_one(fleet *f)
{
    reply(f, f->held[0], GOOD);
    f->held_count = 0;
    settle(f);
    return f->last;
}

TEST_ALONE(forced_polls_and_pushes_go_before_timers)
{
    fleet *f = begin(one_request, held);
    unsigned i;

    for (i = 0; i < 20; i++)
        add(f, 1, HOUR);
    run(f, MINUTE); /* All are due: one is in flight, the others wait. */
    assert_int_equal(f->held_count, 1);
    i = f->last;
    check_ok(tally_feed_push(f->feeds[(i + 3) % 20], "{}", 2));
    check_ok(tally_feed_refresh(f->feeds[(i + 4) % 20]));
    check_ok(tally_feed_refresh_now(f->feeds[(i + 5) % 20], NULL, NULL, NULL, NULL));
    check_ok(tally_feed_show_page(f->feeds[(i + 6) % 20], 0, NULL));
    assert_int_equal(release_one(f), (i + 5) % 20);
    assert_int_equal(release_one(f), (i + 3) % 20);
    assert_int_equal(release_one(f), (i + 4) % 20);
    assert_int_equal(release_one(f), (i + 6) % 20);
    for (i = 0; i < 15; i++)
        release_one(f);
    for (i = 0; i < 20; i++)
        assert_int_equal(f->requests[i], 1);
    end(f);
}

TEST_ALONE(an_origin_with_a_place_does_not_wait)
{
    fleet *f = begin(one_request, held);
    unsigned i;

    for (i = 0; i < 400; i++)
        add(f, 1, HOUR);
    run(f, MINUTE);
    add(f, 2, -1);
    check_ok(tally_feed_refresh(f->feeds[400]));
    settle(f);
    assert_int_equal(f->requests[400], 1);
    end(f);
}

TEST_ALONE(feeds_fill_their_interval)
{
    fleet *f = begin(NULL, good);
    unsigned i, round;

    for (i = 0; i < 500; i++)
        add(f, 1, 10 * MINUTE);
    run(f, 10 * MINUTE);
    for (round = 0; round < 3; round++) {
        slice(f, 10 * MINUTE);
        assert_in_range(sum(f->slices, 0, 100), 499, 501);
        assert_true(greatest_of(f->slices, 100) <= 25);
    }
    end(f);
}

static enum mood dead_for_a_while(const fleet *f, unsigned server)
{
    int64_t time = f->w.clock.wall - CLOCK_START;

    return server == 1 && time >= HOUR && time < 3 * HOUR ? DEAD : GOOD;
}

TEST_ALONE(an_outage)
{
    fleet *f = begin(NULL, dead_for_a_while);
    unsigned i, before;

    for (i = 0; i < 300; i++)
        add(f, 1, 5 * MINUTE);
    for (i = 0; i < 10; i++)
        add(f, 2, 5 * MINUTE);
    run(f, HOUR);
    before = sum(f->requests, 0, 300);
    run(f, 2 * HOUR);
    /* Not 300 in each interval, but a probe from time to time; every feed far less often than before. */
    assert_true(sum(f->requests, 0, 300) - before < 600);
    assert_in_range(sum(f->requests, 300, 10), 360, 380);
    /* They come back evenly. */
    run(f, 31000);
    before = sum(f->requests, 0, 300);
    slice(f, 5 * MINUTE);
    assert_true(sum(f->requests, 0, 300) - before >= 285);
    assert_true(greatest_of(f->slices, 100) <= 15);
    end(f);
}

TEST_ALONE(another_network_probes)
{
    fleet *f = begin(NULL, dead_for_a_while);
    unsigned i, before;

    for (i = 0; i < 30; i++)
        add(f, 1, 10 * MINUTE);
    run(f, 3 * HOUR - 1);
    before = sum(f->requests, 0, 30);
    fake_clock_advance(&f->w.clock, 1001);
    check_ok(tally_engine_set_network(f->w.engine, 1));
    run(f, 1000);
    assert_true(sum(f->requests, 0, 30) - before >= 29);
    end(f);
}

static enum mood dead_after_waking(const fleet *f, unsigned server)
{
    int64_t time = f->w.clock.wall - CLOCK_START;

    (void)server;
    return time >= HOUR && time < HOUR + 6000 ? DEAD : GOOD;
}

/* A machine that has just woken has no network yet, which says nothing about the origin. */
TEST_ALONE(after_waking_nobody_waits_for_an_interval)
{
    fleet *f = begin(NULL, dead_after_waking);
    unsigned i, before;

    for (i = 0; i < 30; i++)
        add(f, 1, 30 * MINUTE);
    run(f, 10 * MINUTE);
    fake_clock_advance(&f->w.clock, 50 * MINUTE);
    check_ok(tally_engine_woke(f->w.engine));
    run(f, 6000);
    before = sum(f->requests, 0, 30);
    run(f, 10000);
    assert_int_equal(sum(f->requests, 0, 30) - before, 30);
    end(f);
}

/* ---- Real connections ---- */

static void three_per_origin(tally_engine_options *options)
{
    options->max_requests_per_origin = 3;
    options->max_requests = 100;
}

/* Accepts and says nothing. */
static int listen_silently(char *url, size_t capacity)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    require(listener >= 0 && bind(listener, (struct sockaddr *)&address, size) == 0 && listen(listener, 128) == 0);
    require(getsockname(listener, (struct sockaddr *)&address, &size) == 0);
    snprintf(url, capacity, "http://127.0.0.1:%d/", ntohs(address.sin_port));
    return listener;
}

static void force_at(fleet *f, const char *url)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = url, .initial_delay = -1, .interval = -1};
    char name[16];

    snprintf(name, sizeof name, "%u", f->feed_count);
    check_ok(tally_feed_add(f->w.account, name, &options, &f->feeds[f->feed_count]));
    check_ok(tally_feed_refresh_now(f->feeds[f->feed_count++], NULL, NULL, NULL, NULL));
}

static unsigned in_flight(const fleet *f)
{
    unsigned i, count = 0;

    for (i = 0; i < f->feed_count; i++) {
        tally_feed_state state = {.struct_size = sizeof state};

        check_ok(tally_feed_get(f->feeds[i], &state, NULL, 0, NULL));
        count += state.requests > 0;
    }
    return count;
}

static void pump_until_done(fleet *f, tally_feed *feed)
{
    tally_feed_state state = {.struct_size = sizeof state};
    patience p = {0};

    while (is_patient(&p)) {
        struct pollfd wait = {.events = POLLIN};
        intptr_t descriptor;

        check_ok(tally_engine_step(f->w.engine));
        check_ok(tally_feed_get(feed, &state, NULL, 0, NULL));
        if (state.last_success != 0)
            return;
        check_ok(tally_engine_get_descriptor(f->w.engine, &descriptor));
        wait.fd = (int)descriptor;
        poll(&wait, 1, 10);
    }
    fail_msg("the good server's feed waits");
}

static fleet *begin_with_sockets(void)
{
    fleet *f = begin(three_per_origin, good);

    check_ok(tally_engine_set_transport(f->w.engine, NULL, NULL, NULL));
    return f;
}

TEST_ALONE(silent_connections)
{
    fleet *f = begin_with_sockets();
    server *s = server_start();
    char silent[64], url[64];
    int listener = listen_silently(silent, sizeof silent), connections = 0, connection;
    int accepted[64];
    unsigned i;

    for (i = 0; i < 40; i++)
        force_at(f, silent);
    server_url(s, url, sizeof url);
    server_answer_json(s, PAGE_OF_NOTHING);
    force_at(f, url);
    pump_until_done(f, f->feeds[40]);
    while ((connection = accept(listener, NULL, NULL)) >= 0)
        accepted[connections++] = connection;
    assert_int_equal(connections, 3);
    assert_int_equal(in_flight(f), 4);
    for (i = 0; i < 3; i++)
        close(accepted[i]);
    close(listener);
    end(f);
    server_stop(s);
}

/* Names that end in .slow are looked up until the test says so. */
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t names_change = PTHREAD_COND_INITIALIZER;
static int names_are_there = 1;
static unsigned names_asked;

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
    size_t length = name == NULL ? 0 : strlen(name);

    (void)service, (void)hints;
    *result = NULL;
    if (length > 5 && strcmp(name + length - 5, ".slow") == 0) {
        pthread_mutex_lock(&names_lock);
        names_asked += 1;
        while (!names_are_there)
            pthread_cond_wait(&names_change, &names_lock);
        pthread_mutex_unlock(&names_lock);
    }
    return EAI_NONAME;
}

TEST_ALONE(names_that_resolve_slowly)
{
    fleet *f = begin_with_sockets();
    server *s = server_start();
    char url[64];
    unsigned i;

    names_are_there = 0;
    for (i = 0; i < 80; i++) {
        snprintf(url, sizeof url, "http://name%u.slow/", i);
        force_at(f, url);
    }
    check_ok(tally_engine_step(f->w.engine));
    assert_int_equal(in_flight(f), 80);
    server_url(s, url, sizeof url);
    server_answer_json(s, PAGE_OF_NOTHING);
    force_at(f, url);
    pump_until_done(f, f->feeds[80]);
    check_ok(tally_feed_cancel(f->feeds[0])); /* Does not wait for the name. */
    check_ok(tally_engine_step(f->w.engine));
    pthread_mutex_lock(&names_lock);
    assert_true(names_asked > 0);
    names_are_there = 1;
    pthread_cond_broadcast(&names_change);
    pthread_mutex_unlock(&names_lock);
    end(f);
    server_stop(s);
}
