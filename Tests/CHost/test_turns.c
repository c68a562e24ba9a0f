/* needs: tsan */
/* Feeds that wait for their turn: random calls, responses and times, and after each of them no feed waits without a
 * reason that docs/concepts/feeds.md names. The clock and the transport are the test's. TALLY_SEED=N: what a failing
 * run has printed. */
#include "draws.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEEDS = 60, SERVERS = 12, STEPS = 1500, FAILURES_OF_AN_OUTAGE = 5 };
enum { NOTHING = -1, BY_TIMER, BY_REFRESH, BY_FORCE };
#define PAGE_OF_NOTHING "{\"cursor\":\"1\",\"items\":[]}"

typedef struct member {
    tally_feed *feed;
    unsigned server;
    int waits;         /* Why it waits for its turn: NOTHING, or one of the above. */
    uint64_t since;    /* It waits behind those with less. 0: unknown. */
    int64_t id;        /* Its request in flight. */
    unsigned owner;    /* The server of that request. */
    int is_doubted, is_probe, is_forced_again, is_cancelled;
} member;

typedef struct fleet {
    world w;
    member members[FEEDS];
    struct {
        int is_doubted;
        unsigned failures, last_failed;
        int64_t failed_at;
    } servers[SERVERS];
    int64_t limit, limit_per_server;
    int has_networks; /* The network may change. */
    uint64_t random, arrivals;
    int step;
} fleet;

static unsigned draw(fleet *f, unsigned below)
{
    f->random = f->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(f->random >> 33) % below;
}

static int is_out(const fleet *f, unsigned server) { return f->servers[server].failures >= FAILURES_OF_AN_OUTAGE; }

static int64_t in_flight(const fleet *f, int64_t server, int64_t *doubted, int *probes)
{
    int64_t count = 0;
    unsigned i;

    *doubted = *probes = 0;
    for (i = 0; i < FEEDS; i++) {
        const member *m = &f->members[i];

        if (m->id == 0 || m->is_cancelled)
            continue;
        *doubted += m->is_doubted;
        if (server >= 0 && m->owner != server)
            continue;
        count += 1;
        *probes += m->is_probe;
    }
    return count;
}

/* ---- Requests ---- */

static void check_begin(fleet *f, unsigned number)
{
    member *m = &f->members[number];
    int64_t doubted;
    int probes, why = m->waits == NOTHING ? BY_TIMER : m->waits;
    unsigned i;

    require(m->id == 0);
    require(in_flight(f, m->server, &doubted, &probes) < f->limit_per_server);
    require(in_flight(f, -1, &doubted, &probes) < f->limit);
    m->is_doubted = f->servers[m->server].is_doubted;
    require(!m->is_doubted || doubted < (f->limit / 2 > 1 ? f->limit / 2 : 1));
    (void)in_flight(f, m->server, &doubted, &probes);
    m->is_probe = is_out(f, m->server) && why != BY_FORCE;
    require(!m->is_probe || probes == 0);
    for (i = 0; i < FEEDS; i++) {
        const member *other = &f->members[i];

        if (i == number || other->server != m->server || other->waits == NOTHING)
            continue;
        /* Urgent ones go first, and then older ones. A new network makes a timer a refresh. */
        require(other->waits <= (f->has_networks && why < BY_REFRESH ? BY_REFRESH : why));
        require(other->waits != why || m->since == 0 || other->since == 0 || m->since < other->since);
    }
}

static void transport(void *user_data, const tally_request *request)
{
    fleet *f = (fleet *)user_data;
    unsigned server, i;

    if (request->kind == TALLY_REQUEST_KIND_CANCEL) {
        for (i = 0; i < FEEDS && f->members[i].id != request->id; i++)
            continue;
        require(i < FEEDS);
        f->members[i].id = 0;
        f->members[i].is_cancelled = 0;
        return;
    }
    require(sscanf(request->url, "https://s%u.example/%u?", &server, &i) == 2);
    require(server == f->members[i].server);
    check_begin(f, i);
    f->members[i].id = request->id;
    f->members[i].owner = server;
    f->members[i].waits = NOTHING;
}

static void respond(fleet *f, unsigned number, int is_good)
{
    member *m = &f->members[number];
    int64_t id = m->id;
    unsigned i;

    m->id = 0;
    if (m->is_forced_again) {
        m->waits = BY_FORCE;
        m->since = ++f->arrivals;
        m->is_forced_again = 0;
    }
    if (is_good) {
        f->servers[m->owner].is_doubted = 0;
        f->servers[m->owner].failures = 0;
        f->servers[m->owner].last_failed = FEEDS;
        for (i = 0; i < FEEDS; i++)
            f->members[i].is_probe &= f->members[i].owner != m->owner; /* The outage is over. */
        check_ok(tally_transport_respond(f->w.engine, id, 200, "", PAGE_OF_NOTHING, strlen(PAGE_OF_NOTHING)));
        return;
    }
    if (!is_out(f, m->owner) && f->servers[m->owner].last_failed != number)
        f->servers[m->owner].failures += 1;
    f->servers[m->owner].is_doubted = 1;
    f->servers[m->owner].last_failed = number;
    f->servers[m->owner].failed_at = f->w.clock.wall;
    check_ok(tally_transport_respond(f->w.engine, id, draw(f, 2) ? TALLY_ERROR_NETWORK : 502, "", NULL, 0));
}

/* ---- Nobody waits without a reason ---- */

static tally_feed_state state_at(const member *m)
{
    tally_feed_state state = TALLY_FEED_STATE_INIT;

    check_ok(tally_feed_get(m->feed, &state, NULL, 0, NULL));
    return state;
}

static void check_waiting(fleet *f, unsigned number, int is_network_new)
{
    member *m = &f->members[number];
    int64_t doubted, of_server, all;
    int probes, other_probes;

    all = in_flight(f, -1, &doubted, &other_probes);
    of_server = in_flight(f, m->server, &doubted, &probes);
    if (of_server >= f->limit_per_server || all >= f->limit)
        return;
    if (f->servers[m->server].is_doubted && doubted >= (f->limit / 2 > 1 ? f->limit / 2 : 1))
        return;
    /* Timers may be behind a refresh that waits for its probe. */
    if (is_out(f, m->server) && m->waits != BY_FORCE &&
        (probes > 0 || (!is_network_new && f->w.clock.wall < f->servers[m->server].failed_at + 1000)))
        return;
    fail_msg("step %d: feed %u waits (%d) for server %u with %d of %d and %d of %d requests", f->step, number, m->waits,
             m->server, (int)of_server, (int)f->limit_per_server, (int)all, (int)f->limit);
}

static void settle(fleet *f, int is_network_new)
{
    unsigned i;

    check_ok(tally_engine_step(f->w.engine));
    check_ok(tally_engine_step(f->w.engine));
    drain(f->w.engine);
    for (i = 0; i < FEEDS; i++) {
        member *m = &f->members[i];
        tally_feed_state state = state_at(m);

        if (state.in_flight && m->id == 0 && m->waits == NOTHING) {
            m->waits = BY_TIMER;
            m->since = 0;
        }
        /* A timer is postponed while the server is down. */
        if (!state.in_flight && m->waits == BY_TIMER && is_out(f, m->server))
            m->waits = NOTHING;
        assert_int_equal(state.in_flight, m->id != 0 || m->waits != NOTHING);
        if (!state.in_flight && state.next_time != 0 && state.next_time <= f->w.clock.wall)
            fail_msg("step %d: feed %u is overdue", f->step, i);
    }
    for (i = 0; i < FEEDS; i++)
        if (f->members[i].waits != NOTHING)
            check_waiting(f, i, is_network_new);
}

/* ---- Calls ---- */

static void add(fleet *f, unsigned number)
{
    static const int64_t intervals[] = {-1, -1, 100, 700, 1000, 60000};
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    member *m = &f->members[number];
    char url[64], name[16];

    m->server = number < SERVERS ? number : draw(f, SERVERS); /* One feed of each server stays. */
    m->waits = NOTHING;
    snprintf(url, sizeof url, "https://s%u.example/%u", m->server, number);
    snprintf(name, sizeof name, "%u", number);
    options.url = url;
    options.interval = intervals[draw(f, COUNT_OF(intervals))];
    options.initial_delay = options.interval;
    options.request_timeout = options.idle_timeout = INT64_MAX / 4;
    check_ok(tally_feed_add(f->w.account, name, &options, &m->feed));
}

static void call(fleet *f, unsigned number)
{
    member *m = &f->members[number];
    int urgency = (int)draw(f, 2) ? BY_REFRESH : BY_FORCE;

    if (urgency == BY_REFRESH)
        check_ok(tally_feed_refresh(m->feed));
    else
        check_ok(tally_feed_refresh_now(m->feed, NULL, NULL, NULL, NULL));
    if (m->id != 0 && urgency == BY_FORCE)
        m->is_forced_again = 1;
    if (m->id != 0 || (m->waits != NOTHING && m->waits >= urgency))
        return;
    /* A new network may have made it urgent before. */
    m->since = f->has_networks && m->waits == BY_TIMER && urgency == BY_REFRESH ? 0 : ++f->arrivals;
    m->waits = urgency;
}

static void replace(fleet *f, unsigned number)
{
    member *m = &f->members[number];

    check_ok(tally_feed_remove(m->feed));
    tally_feed_release(m->feed);
    m->is_cancelled = m->id != 0;
    check_ok(tally_engine_step(f->w.engine)); /* Its request is cancelled. */
    m->waits = NOTHING;
    m->is_forced_again = 0;
    add(f, number);
}

static void change_limits(fleet *f)
{
    f->limit = 1 + draw(f, 12);
    f->limit_per_server = 1 + draw(f, 4);
    check_ok(tally_engine_limit(f->w.engine, TALLY_LIMIT_REQUESTS, f->limit, NULL));
    check_ok(tally_engine_limit(f->w.engine, TALLY_LIMIT_REQUESTS_PER_ORIGIN, f->limit_per_server, NULL));
}

static void advance(fleet *f)
{
    static const int64_t waits[] = {1, 100, 500, 1000, 1000, 5000, 30000, 60000};
    int64_t timeout;

    check_ok(tally_engine_get_timeout(f->w.engine, &timeout));
    if (timeout < 0 || timeout > 60000 || draw(f, 2))
        timeout = waits[draw(f, COUNT_OF(waits))];
    fake_clock_advance(&f->w.clock, timeout);
}

/* For a while, a third of the servers mostly fail, and then all. */
static int is_up(unsigned server, int mood)
{
    return mood != 3 && (int)(server % 3) != mood;
}

static void do_something(fleet *f, int mood)
{
    unsigned number = draw(f, FEEDS), i;
    int is_network_new = 0;

    switch (draw(f, 24)) {
    case 0:
        if (number >= SERVERS)
            replace(f, number);
        break;
    case 1:
        if (draw(f, 8) == 0)
            change_limits(f);
        break;
    case 2:
        check_ok(tally_feed_cancel(f->members[number].feed));
        f->members[number].waits = NOTHING;
        f->members[number].is_forced_again = 0;
        f->members[number].is_cancelled = f->members[number].id != 0;
        break;
    case 3:
        is_network_new = f->has_networks && draw(f, 4) == 0;
        if (is_network_new)
            check_ok(tally_engine_set_network(f->w.engine, 1));
        break;
    case 4:
    case 5:
    case 6: advance(f); break;
    case 7:
    case 8:
    case 9:
    case 10: call(f, number); break;
    default:
        for (i = 0; i < FEEDS && f->members[number].id == 0; i++)
            number = (number + 1) % FEEDS;
        if (f->members[number].id != 0)
            respond(f, number, is_up(f->members[number].owner, mood) ? draw(f, 10) != 0 : draw(f, 10) == 0);
    }
    settle(f, is_network_new);
}

static void live(uint64_t seed)
{
    fleet *f = (fleet *)calloc(1, sizeof *f);
    unsigned i;

    require(f != NULL);
    world_init(&f->w, WORLD_CLOSED);
    f->w.options.seed = seed;
    world_open(&f->w, 0);
    f->random = seed;
    f->has_networks = seed % 2;
    check_ok(tally_engine_set_transport(f->w.engine, transport, f, NULL));
    check_ok(tally_account_log_in(f->w.account));
    change_limits(f);
    for (i = 0; i < SERVERS; i++)
        f->servers[i].last_failed = FEEDS;
    for (i = 0; i < FEEDS; i++)
        add(f, i);
    for (f->step = 0; f->step < STEPS; f->step++)
        do_something(f, f->step / 300 % 4);
    for (i = 0; i < FEEDS; i++)
        tally_feed_release(f->members[i].feed);
    world_end(&f->w);
    free(f);
}

TEST_ALONE(nobody_waits_without_a_reason)
{
    (void)live_many(live, 10, 1, 1000);
}

/* ---- The library's own thread ---- */

static void respond_immediately(void *user_data, const tally_request *request)
{
    tally_engine *engine = *(tally_engine **)user_data;

    if (request->kind == TALLY_REQUEST_KIND_SEND)
        require(tally_transport_respond(engine, request->id, 200, "", PAGE_OF_NOTHING, strlen(PAGE_OF_NOTHING)) ==
                TALLY_OK);
}

static void one_request(tally_engine_options *options) { options->max_requests = 1; }

/* Each response frees the only place, which the next feed takes without any call. */
TEST(a_free_place_is_taken, WORLD_CLOSED)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_event event = TALLY_EVENT_INIT;
    tally_feed *feeds[FEEDS];
    char name[16], url[64], text[256];
    int i, done = 0;

    w->configure = one_request;
    world_open(w, WORLD_THREAD);
    check_ok(tally_engine_set_transport(w->engine, respond_immediately, &w->engine, NULL));
    check_ok(tally_account_log_in(w->account));
    options.initial_delay = options.interval = -1;
    options.url = url;
    for (i = 0; i < FEEDS; i++) {
        snprintf(name, sizeof name, "%d", i);
        snprintf(url, sizeof url, "https://s%d.example/", i % SERVERS);
        check_ok(tally_feed_add(w->account, name, &options, &feeds[i]));
        check_ok(tally_feed_refresh_now(feeds[i], NULL, NULL, NULL, NULL));
    }
    while (done < FEEDS) {
        check_ok(tally_engine_next_event(w->engine, HANG_SECONDS * 1000, &event, text, sizeof text));
        done += event.kind == TALLY_EVENT_COMPLETION;
        check_ok(event.result);
    }
    for (i = 0; i < FEEDS; i++)
        tally_feed_release(feeds[i]);
}
