/* When a feed polls: the rules of feed_model.h must expect whatever follows from random calls, responses and times. The
 * clock and the transport are the test's. Times are multiples of half a second, so that limits are often met exactly.
 * TALLY_SEED=N: what a failing run has printed. */
#include "draws.h"
#include "feed_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START INT64_C(100000000000)

enum { STEPS = 600 };

typedef struct bench {
    world *w;
    feed_model m;
    uint64_t seed, random;
    int64_t wall_of_zero;
    int64_t id; /* The request in flight. */
    int has_condition, has_cursor;
    completion completions[MOST_FORCES];
    unsigned forces, checked;
    char url[64];
    int step;
} bench;

/* How often a time was in the earlier and the later half of its range, for each plan. */
static unsigned early[BY_NOT_FOUND + 1], late[BY_NOT_FOUND + 1];

static uint64_t draw(bench *b, uint64_t below)
{
    b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (b->random >> 33) % below;
}

static int64_t choice(bench *b, const int64_t *values, size_t count)
{
    return values[draw(b, count)];
}
#define ONE_OF(b, ...) \
    choice((b), (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static void transport(void *user_data, const tally_request *request)
{
    bench *b = (bench *)user_data;

    if (request->kind == TALLY_REQUEST_KIND_CANCEL) {
        require(request->id == b->id);
        b->id = 0;
        return;
    }
    require(b->id == 0);
    b->id = request->id;
    b->has_condition = strstr(request->headers, "If-None-Match:") != NULL;
    b->has_cursor = strstr(request->url, "since=") != NULL;
}

static void fail_at(bench *b, const char *what, int64_t actual, range expected)
{
    fail_msg("step %d: %s is %lld, not %lld to %lld; the plan is %d, the phase %d", b->step, what, (long long)actual,
             (long long)expected.least, (long long)expected.most, (int)b->m.plan, (int)b->m.phase);
}

/* Compares the feed with the model, which learns what was random. */
static void compare(bench *b)
{
    feed_model *m = &b->m;
    tally_feed_state state = state_of(b->w);
    range due = model_due(m);
    int64_t next = state.next_time == 0 ? NEVER : state.next_time - b->wall_of_zero;

    if (next < due.least || next > due.most)
        fail_at(b, "the next time", next, due);
    if ((int)state.in_flight != (m->phase == IN_FLIGHT) || (b->id != 0) != (m->phase == IN_FLIGHT))
        fail_at(b, "in flight", state.in_flight, exactly(m->phase == IN_FLIGHT));
    if (state.failures_in_a_row != m->failures)
        fail_at(b, "failures in a row", state.failures_in_a_row, exactly(m->failures));
    if (m->phase != IDLE || next == NEVER || next == m->pending || due.least == due.most)
        return;
    if (m->plan == AGAIN && next == m->last_start + m->floor)
        return;
    if (next < m->pending && next > m->not_before.most && due.most - due.least >= SECOND)
        (next - due.least < (due.most - due.least) / 2 ? early : late)[m->plan] += 1;
    if (m->plan == AGAIN && m->mark.least == m->not_before.least && m->mark.most == m->not_before.most)
        m->mark = m->not_before = exactly(next);
    else if (next > m->pending || next > model_timer(m).most)
        m->not_before = exactly(next);
    else if (next < m->pending && next > m->not_before.most && (m->plan == FIRST || m->plan == AGAIN))
        m->mark = exactly(next);
}

static void check_completions(bench *b)
{
    unsigned i, done = 0;

    for (i = b->checked; i < b->forces; i++)
        done += (unsigned)b->completions[i].done;
    assert_int_equal(done, b->m.ended - b->checked);
    for (; b->checked < b->m.ended; b->checked++) {
        const completion *c = &b->completions[b->checked];

        assert_int_equal(c->done, 1);
        check_status(c->event.result, b->m.ends[b->checked].status);
        if (c->event.retry_after < b->m.ends[b->checked].retry_after.least ||
            c->event.retry_after > b->m.ends[b->checked].retry_after.most)
            fail_at(b, "the wait of a completion", c->event.retry_after, b->m.ends[b->checked].retry_after);
        assert_true(b->checked == 0 || c[-1].order < c->order);
    }
    assert_int_equal(b->forces - b->m.ended, b->m.waiting + b->m.queued);
}

/* The end of each input: what is due begins or ends. The feed says what it did where a random part decides. */
static void conclude(bench *b)
{
    feed_model *m = &b->m;
    range due = model_due(m);

    if (m->phase == IN_FLIGHT && due.least <= m->now) {
        model_fail(m, TALLY_ERROR_TIMEOUT, 0);
        due = model_due(m);
    }
    if (m->phase != IDLE)
        return;
    if (m->queued > 0 || due.most <= m->now || (due.least <= m->now && state_of(b->w).in_flight))
        model_begin(m);
}

/* The feed sends its request, or notices that its time has come. */
static void step(bench *b)
{
    feed_model *m = &b->m;

    check_ok(tally_engine_step(b->w->engine));
    if (m->phase == IN_FLIGHT && m->is_sent && m->now >= least_of(m->last_byte + m->idle_timeout, m->end))
        model_fail(m, TALLY_ERROR_TIMEOUT, 0);
    conclude(b);
    if (m->phase == IN_FLIGHT && !m->is_sent) {
        m->is_sent = 1;
        m->last_start = m->last_byte = m->now;
        m->idle_timeout = m->options.idle_timeout;
        m->end = m->now + m->options.request_timeout;
        assert_int_equal(b->has_cursor, m->has_answer && m->mode != WHOLE);
        assert_int_equal(b->has_condition, m->has_answer && m->mode == CONDITIONAL);
    }
    check_ok(tally_engine_step(b->w->engine));
    compare(b);
    check_completions(b);
    drain(b->w->engine);
}

static void set_options(bench *b)
{
    tally_feed_options *o = &b->m.options;
    tally_feed *feed;

    memset(o, 0, sizeof *o);
    o->struct_size = sizeof *o;
    o->url = b->url;
    o->flags = (uint32_t)draw(b, 4); /* TALLY_FEED_OPTION_STOPS_IN_BACKGROUND, TALLY_FEED_OPTION_EXACT_DELAY */
    o->initial_delay = ONE_OF(b, -1, 1, 500, 5000, 20000, 60000, NEVER - 1);
    o->interval = ONE_OF(b, -1, 500, 5000, 5001, 30000, 30001, 60000, 360000, 500000, 7200000, NEVER - 1);
    o->visible_interval = ONE_OF(b, -1, 5000, 5001, 20000, NEVER - 1);
    o->request_timeout = ONE_OF(b, 20000, 120000);
    o->idle_timeout = ONE_OF(b, 20000, 10000);
    o->tolerance = ONE_OF(b, 500, 30000, 180000);
    o->away_time = ONE_OF(b, 500, 60000);
    check_ok(tally_feed_add(b->w->account, "feed", o, &feed));
    tally_feed_release(b->w->feed);
    b->w->feed = feed;
}

static void change_options(bench *b)
{
    feed_model *m = &b->m;
    range former = m->mark;

    set_options(b);
    if (m->phase != IDLE || m->plan != FIRST)
        return;
    model_plan_first(m);
    if (m->mark.least != NEVER)
        m->mark = (range){least_of(m->mark.least, former.least), least_of(m->mark.most, former.most)};
}

/* Another URL of the same server, or of another one. */
static void move(bench *b, int is_same_server)
{
    feed_model *m = &b->m;
    tally_feed *feed;
    char host[40];

    sscanf(b->url, "%39[^?]", host);
    if (is_same_server)
        snprintf(b->url, sizeof b->url, "%s?%d", host, b->step);
    else
        snprintf(b->url, sizeof b->url, "https://s%d.example/", b->step);
    m->options.url = b->url;
    check_ok(tally_feed_add(b->w->account, "feed", &m->options, &feed));
    tally_feed_release(b->w->feed);
    b->w->feed = feed;
    model_move(m, is_same_server);
}

static void respond(bench *b)
{
    static const struct {
        int status;
        const char *body;
        tally_status result;
    } answers[] = {
        {200, "{\"cursor\":\"1\",\"items\":[]%s}", TALLY_OK}, {200, "{\"cursor\":\"2\",\"items\":[]%s}", TALLY_OK},
        {204, "", TALLY_NOT_MODIFIED}, {304, "", TALLY_NOT_MODIFIED}, {304, "", TALLY_NOT_MODIFIED},
        {404, "", TALLY_ERROR_SERVER}, {401, "", TALLY_ERROR_UNAUTHORIZED}, {429, "", TALLY_ERROR_RATE_LIMITED},
        {503, "", TALLY_ERROR_RATE_LIMITED}, {500, "", TALLY_ERROR_SERVER}, {502, "", TALLY_ERROR_SERVER},
        {TALLY_ERROR_NETWORK, "", TALLY_ERROR_NETWORK}, {200, "{", TALLY_ERROR_PROTOCOL},
        {200, "[]", TALLY_ERROR_PROTOCOL},
    };
    feed_model *m = &b->m;
    /* For a while the server responds alike. */
    size_t usual = (size_t)(b->seed + (uint64_t)b->step / 100) % COUNT_OF(answers);
    size_t i = draw(b, 8) == 0 ? draw(b, COUNT_OF(answers)) : usual;
    int64_t poll = ONE_OF(b, -1, -1, -1, 0, 7, 90), wait = ONE_OF(b, -1, 0, 1, 100, 4000), id = b->id;
    char headers[128] = "ETag: \"e\"\r\n", body[128], members[32] = "";

    if (poll >= 0 && answers[i].result == TALLY_OK)
        snprintf(members, sizeof members, ",\"poll\":%d", (int)poll);
    else if (poll >= 0)
        snprintf(headers + strlen(headers), 40, "X-Poll-Interval: %d\r\n", (int)poll);
    if (wait >= 0)
        snprintf(headers + strlen(headers), 40, "Retry-After: %d\r\n", (int)wait);
    snprintf(body, sizeof body, answers[i].body, members);
    b->id = 0;
    check_ok(tally_transport_respond(b->w->engine, id, answers[i].status, headers, body, strlen(body)));
    check_ok(tally_engine_step(b->w->engine));
    if (answers[i].status != TALLY_ERROR_NETWORK && poll >= 0)
        m->floor = poll * SECOND;
    else if (answers[i].result == TALLY_OK)
        m->floor = 0;
    switch (answers[i].status) {
    case 204: m->not_modified = 0; model_succeed(m, BY_NO_CONTENT, TALLY_NOT_MODIFIED); break;
    case 304: m->not_modified = m->not_modified % 10 + 1; model_succeed(m, BY_INTERVAL, TALLY_NOT_MODIFIED); break;
    case 404: m->failures += 1; m->phase = IDLE; m->plan = BY_NOT_FOUND; model_end_round(m, answers[i].result); break;
    case 401: m->failures += 1; m->phase = REFUSED; model_end_all(m, answers[i].result, exactly(0)); break;
    case 429:
    case 503: model_limit(m, wait * SECOND); break;
    default:
        if (answers[i].result != TALLY_OK) {
            model_fail(m, answers[i].result, answers[i].result == TALLY_ERROR_PROTOCOL);
            break;
        }
        m->not_modified = m->malformed = 0;
        m->has_answer = 1;
        model_succeed(m, BY_INTERVAL, TALLY_OK);
    }
    conclude(b);
}

static void force_poll(bench *b)
{
    feed_model *m = &b->m;
    completion *c = &b->completions[b->forces++];

    check_ok(tally_feed_refresh_now(b->w->feed, complete, c, release, NULL));
    if (m->phase == LOGGED_OUT)
        model_expect(m, 1, TALLY_ERROR_LOGGED_OUT, exactly(0));
    else if (m->phase == REFUSED)
        model_expect(m, 1, TALLY_ERROR_UNAUTHORIZED, exactly(0));
    else if (m->phase == IDLE && m->not_before.most > m->now && !state_of(b->w).in_flight)
        model_expect(m, 1, TALLY_ERROR_RATE_LIMITED,
                     (range){m->not_before.least > NEVER / 2 ? NEVER / 2 : most_of(m->not_before.least - m->now, 1),
                             m->not_before.most - m->now});
    else if (m->phase == IN_FLIGHT && !m->is_sent)
        m->waiting += 1;
    else
        m->queued += 1;
}

static void show_page(bench *b, unsigned page)
{
    feed_model *m = &b->m;
    tally_page_info info = TALLY_PAGE_INFO_INIT;
    unsigned bit = 1u << page;
    int is_new = !(m->shown & bit) && m->is_foreground, is_there = m->phase == IDLE || m->phase == IN_FLIGHT;
    int is_first = is_new && is_there && !(m->met & bit), was_idle = m->phase == IDLE;
    int64_t away = is_new && m->left[page] != LONG_AGO ? m->now - m->left[page] : -1;

    check_ok(tally_feed_show_page(b->w->feed, page, &info));
    m->shown |= bit;
    if (is_new)
        model_see(m, bit);
    conclude(b);
    assert_int_equal(info.first, is_first);
    assert_true(info.away_time == away);
    assert_int_equal(info.requested, is_new && was_idle && m->phase == IN_FLIGHT);
}

/* Both clocks go back, against the rule for a host's clock: nothing is later for it once the feed hears of it. */
static void set_back(bench *b)
{
    int64_t by = ONE_OF(b, 1, 500, 86400000);

    check_ok(tally_feed_pause(b->w->feed, b->m.is_paused));
    b->w->clock.wall -= by;
    b->w->clock.elapsed -= by;
    b->wall_of_zero -= by;
    check_ok(tally_feed_pause(b->w->feed, b->m.is_paused));
}

static void advance(bench *b)
{
    tally_feed_state state = state_of(b->w);
    int64_t left = state.next_time == 0 ? 0 : state.next_time - b->w->clock.wall;
    int64_t by = ONE_OF(b, 500, 1000, 5000, 10000, 30000, 60000, 600000, left - 1, left, left, left, left);

    if (by <= 0 || by > 4 * HOUR)
        return;
    fake_clock_advance(&b->w->clock, by);
    b->m.now += by;
}

static void set_foreground(bench *b)
{
    feed_model *m = &b->m;

    m->is_foreground = !m->is_foreground;
    check_ok(tally_engine_set_foreground(b->w->engine, m->is_foreground));
    model_show(m);
}

static void hide_page(bench *b, unsigned page)
{
    feed_model *m = &b->m;

    check_ok(tally_feed_hide_page(b->w->feed, page));
    model_hide(m, page);
}

static void log_in_or_out(bench *b)
{
    feed_model *m = &b->m;

    if (m->phase == LOGGED_OUT) {
        check_ok(tally_account_log_in(b->w->account));
        model_log_in(m);
        return;
    }
    check_ok(tally_account_log_out(b->w->account));
    m->phase = LOGGED_OUT;
    model_end_all(m, TALLY_ERROR_LOGGED_OUT, exactly(0));
}

/* A new credential lets a feed go on that the server has rejected. */
static void set_credential(bench *b)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;

    if (b->m.phase != REFUSED)
        return;
    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = "new";
    check_ok(tally_feed_set_credential(b->w->feed, &credential));
    check_ok(tally_feed_remove_credential(b->w->feed));
    model_log_in(&b->m);
}

static void refresh(bench *b)
{
    feed_model *m = &b->m;

    check_status(tally_feed_refresh(b->w->feed), m->phase == LOGGED_OUT ? TALLY_ERROR_LOGGED_OUT : TALLY_OK);
    if (m->phase != IDLE)
        return;
    model_ask(m, m->now);
    if (m->is_paused && (m->not_before.most <= m->now ||
                         (m->not_before.least <= m->now && state_of(b->w).in_flight)))
        model_begin(m); /* A pause stops automatic polls alone. */
}

static void cancel(bench *b)
{
    feed_model *m = &b->m;

    check_ok(tally_feed_cancel(b->w->feed));
    model_cancel(m);
}

static void do_something(bench *b)
{
    feed_model *m = &b->m;
    int network;

    switch (draw(b, 60)) {
    case 0: log_in_or_out(b); break;
    case 1: set_credential(b); break;
    case 2: move(b, 1); break;
    case 3: move(b, 0); break;
    case 4: change_options(b); break;
    case 5:
        if (m->phase == IN_FLIGHT)
            return;
        set_back(b);
        break;
    case 6: cancel(b); break;
    case 7:
        m->is_paused = !m->is_paused;
        check_ok(tally_feed_pause(b->w->feed, m->is_paused));
        break;
    case 8:
    case 9: set_foreground(b); break;
    case 10:
    case 11:
    case 12: show_page(b, (unsigned)draw(b, PAGES)); return;
    case 13:
    case 14:
    case 15: hide_page(b, (unsigned)draw(b, PAGES)); break;
    case 16:
    case 17: refresh(b); break;
    case 18:
    case 19:
    case 20: force_poll(b); break;
    case 21:
        check_ok(tally_engine_woke(b->w->engine));
        m->woke = m->now;
        model_hurry(m);
        break;
    case 22:
    case 23:
        network = (int)draw(b, 2);
        check_ok(tally_engine_set_network(b->w->engine, network));
        if (network)
            model_hurry(m);
        else
            m->may_hurry = 1;
        break;
    case 24:
        if (m->phase != IN_FLIGHT || !m->is_sent)
            return;
        check_ok(tally_transport_progress(b->w->engine, b->id));
        check_ok(tally_engine_step(b->w->engine));
        m->last_byte = m->now;
        break;
    default:
        if (m->phase != IN_FLIGHT || !m->is_sent || draw(b, 8) == 0)
            advance(b);
        else
            respond(b);
        step(b);
        return;
    }
    conclude(b);
}

static void live(uint64_t seed)
{
    bench *b = (bench *)calloc(1, sizeof *b);
    world w;

    require(b != NULL);
    world_init(&w, WORLD_CLOSED);
    w.options.seed = seed;
    world_open(&w, 0);
    b->w = &w;
    b->seed = b->random = seed;
    model_init(&b->m);
    b->wall_of_zero = w.clock.wall - b->m.now;
    w.clock.elapsed = START; /* It goes back, but not below 0. */
    snprintf(b->url, sizeof b->url, "https://s.example/");
    check_ok(tally_engine_set_transport(w.engine, transport, b, NULL));
    set_options(b);
    check_ok(tally_account_log_in(w.account));
    model_log_in(&b->m);
    conclude(b);
    for (b->step = 0; b->step < STEPS; b->step++) {
        do_something(b);
        if (draw(b, 4) != 0)
            step(b);
    }
    cancel(b);
    step(b);
    world_end(&w);
    free(b);
}

TEST_ALONE(random_lives_follow_the_rules)
{
    int i;

    if (live_many(live, 150, 3, 10000) < 150)
        return;
    /* The random part is there, so that feeds do not poll together. */
    for (i = FIRST; i <= BY_INTERVAL; i++)
        if (early[i] < 5 || late[i] < 5)
            fail_msg("plan %d: %u early, %u late", i, early[i], late[i]);
}
