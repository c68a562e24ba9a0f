/* A host that drives the loop blocks until the descriptor is readable or the timeout has passed. Each call that gives
 * the loop something to do makes one of them due, so nothing waits for the next call of the host. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"

#include <poll.h>
#include <string.h>

static int64_t timeout_of(world *w)
{
    int64_t timeout;

    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    return timeout == TALLY_NO_TIMEOUT ? INT64_MAX : timeout;
}

static int is_due(world *w)
{
    struct pollfd wait = {.events = POLLIN};
    intptr_t descriptor;

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    wait.fd = (int)descriptor;
    return poll(&wait, 1, 0) == 1 || timeout_of(w) == 0;
}

/* Steps until there is nothing to do, without a feed also not soon. No answer of a server is on its way. */
static void rest(world *w)
{
    patience p = {0};

    while ((is_due(w) || (w->feed == NULL && timeout_of(w) <= 1000)) && is_patient(&p)) {
        if (!is_due(w))
            fake_clock_advance(&w->clock, timeout_of(w));
        check_ok(tally_engine_step(w->engine));
    }
}

/* Steps until a row of the outbox has come back from the server. */
static void until_answered(world *w)
{
    uint64_t rows, leased, failed;
    patience p = {0};

    until_asked(w, w->server, 1);
    do {
        check_ok(tally_engine_step(w->engine));
        check_ok(outbox_counts(w->account, &rows, &leased, &failed));
    } while (leased > 0 && is_patient(&p));
    assert_int_equal(leased, 0);
}

static void add(world *w, int64_t initial_delay, int64_t interval)
{
    add_feed(w, w->server, initial_delay, interval, NULL);
}

static int64_t post_read(world *w)
{
    tally_message rows[1];
    char text[256];
    size_t count, size;

    check_ok(message_list(w->account, "in", 0, 0, 1, rows, 1, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    return rows[0].key;
}

/* ---- What was there before the call ---- */

static void nothing(world *w) { (void)w; }

static void an_idle_feed(world *w)
{
    server_answer_json(w->server, PAGE("1", "", ""));
    add(w, -1, -1);
}

static void a_request_in_flight(world *w)
{
    server_hold_json(w->server, PAGE("1", "", ""));
    add(w, -1, -1);
    check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    until_asked(w, w->server, 1);
}

static void an_account_that_is_logged_out(world *w)
{
    add(w, 0, 60000);
    check_ok(tally_account_log_out(w->account));
}

static void a_paused_feed(world *w)
{
    server_answer_json(w->server, PAGE("1", "", ""));
    add(w, -1, 60000);
    check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    settle(w);
    check_ok(tally_feed_pause(w->feed, 1));
    fake_clock_advance(&w->clock, 3600000);
}

/* A message that is not read, and an outbox that the library sends. */
static void an_outbox(world *w)
{
    char url[64];

    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    server_url(w->server, url, sizeof url);
    check_ok(send_outbox(w->account, url));
}

static void a_row_in_flight(world *w)
{
    int64_t key;

    an_outbox(w);
    server_hold_json(w->server, "{}");
    key = post_read(w);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    until_asked(w, w->server, 1);
}

static void a_row_that_waits(world *w)
{
    int64_t key;

    an_outbox(w);
    server_answer_http(w->server, 500, "", "");
    key = post_read(w);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    until_answered(w);
}

static void a_row_without_an_url(world *w)
{
    int64_t key;

    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    check_ok(lease_outbox(w->account));
    key = post_read(w);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
}

static void an_outbox_that_was_refused(world *w)
{
    int64_t key;

    an_outbox(w);
    server_answer_http(w->server, 401, "", "");
    key = post_read(w);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    until_answered(w);
}

static void an_observer(world *w)
{
    check_ok(tally_observe(w->scope, w->account, "root", 0, NULL, NULL, NULL, NULL));
}

static void a_late_end(world *w) { check_ok(tally_badge_set_until(w->account, "b", 1, w->clock.wall + 3600000)); }

/* ---- The calls ---- */

static void force_it(world *w) { check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL)); }
static void refresh_it(world *w) { check_ok(tally_feed_refresh(w->feed)); }
static void cancel_it(world *w) { check_ok(tally_feed_cancel(w->feed)); }
static void remove_it(world *w) { check_ok(tally_feed_remove(w->feed)); }
static void log_in(world *w) { check_ok(tally_account_log_in(w->account)); }
static void log_out(world *w) { check_ok(tally_account_log_out(w->account)); }
static void remove_account(world *w) { check_ok(tally_account_remove(w->engine, "ann")); }
static void go_on(world *w) { check_ok(tally_feed_pause(w->feed, 0)); }
static void retry(world *w) { check_ok(tally_outbox_retry_all(w->account, NULL)); }
static void log_in_again(world *w) { log_in_to(w->account, w->server, "new"); }
static void add_one(world *w) { add(w, 0, 60000); }
static void set_one(world *w) { check_ok(tally_badge_set(w->account, "a", 1)); }
static void end_soon(world *w) { check_ok(tally_badge_set_until(w->account, "a", 1, w->clock.wall + 5000)); }
static void mute_soon(world *w) { check_ok(tally_badge_mute(w->account, "b", TALLY_MUTE_ALL, w->clock.wall + 5000)); }

static void bind_it(world *w)
{
    check_ok(tally_observe_total(w->scope, TALLY_OBSERVE_INITIAL, NULL, NULL, NULL, NULL));
}

static void read_it(world *w)
{
    int64_t key = post_read(w);

    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
}

static void read_all(world *w) { check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, NULL)); }

static void give_url(world *w)
{
    char url[64];

    server_url(w->server, url, sizeof url);
    check_ok(send_outbox(w->account, url));
}

static void remind_soon(world *w)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;

    options.fields = TALLY_REMINDER_FIELD_SHELF_LIFE;
    options.shelf_life = 1;
    options.shelf_unit = TALLY_UNIT_DAY;
    check_ok(reminder_put(w->account, "r", &options));
}

TEST_ALONE(each_call_tells_the_host)
{
    static const struct {
        const char *name;
        void (*before)(world *w), (*call)(world *w);
        int64_t within; /* The timeout is then at most this; 0: a step is due. */
    } rows[] = {
        {"refresh_now", an_idle_feed, force_it, 0},
        {"refresh", an_idle_feed, refresh_it, 60000},
        {"cancel", a_request_in_flight, cancel_it, 0},
        {"remove, in flight", a_request_in_flight, remove_it, 0},
        {"log out, in flight", a_request_in_flight, log_out, 0},
        {"remove the account, in flight", a_request_in_flight, remove_account, 0},
        {"log in", an_account_that_is_logged_out, log_in, 0},
        {"go on", a_paused_feed, go_on, 60000},
        {"add a feed", nothing, add_one, 0},
        {"read, with an outbox", an_outbox, read_it, 0},
        {"read all, with an outbox", an_outbox, read_all, 0},
        {"log out, a row in flight", a_row_in_flight, log_out, 0},
        {"remove the account, a row in flight", a_row_in_flight, remove_account, 0},
        {"retry", a_row_that_waits, retry, 0},
        {"give the outbox its URL", a_row_without_an_url, give_url, 0},
        {"another credential", an_outbox_that_was_refused, log_in_again, 0},
        {"a change that is observed", an_observer, set_one, 0},
        {"an observer with its first event", nothing, bind_it, 0},
        {"a badge that ends", nothing, end_soon, 5000},
        {"a badge that ends earlier", a_late_end, end_soon, 5000},
        {"a mute that ends earlier", a_late_end, mute_soon, 5000},
        {"a change for the file", nothing, set_one, 50},
        {"a reminder", nothing, remind_soon, INT64_C(3) * 86400000},
    };
    size_t i;

    for (i = 0; i < COUNT_OF(rows); i++) {
        int64_t before;
        world w;

        world_init(&w, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER);
        rows[i].before(&w);
        rest(&w);
        before = timeout_of(&w);
        rows[i].call(&w);
        if (!is_due(&w) && (timeout_of(&w) > rows[i].within || timeout_of(&w) >= before))
            fail_msg("%s: the host may wait for %lld ms, and before for %lld", rows[i].name, (long long)timeout_of(&w),
                     (long long)before);
        server_release(w.server);
        world_end(&w);
    }
}
