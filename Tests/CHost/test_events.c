/* needs: tsan */
/* Watching: the ways to drain the queue, the order of what is in it, observers that come and go, and the end. */
#include "support.h"
#include "lists.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What an observer writes down ---- */

#define MAX_TOLD 256

typedef struct recorder {
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    uint64_t token;
    int count;
    int released;
    tally_event events[MAX_TOLD];
    char texts[MAX_TOLD][64];
    tally_status answer;
} recorder;

static void record(void *user_data, const tally_event *event, const char *text)
{
    recorder *r = (recorder *)user_data;

    require(event->struct_size == sizeof *event);
    require(event->text_length == strlen(text));
    if (r->count < MAX_TOLD) {
        r->events[r->count] = *event;
        snprintf(r->texts[r->count], sizeof r->texts[0], "%s", text);
    }
    r->count += 1;
}

static void released(void *user_data)
{
    ((recorder *)user_data)->released += 1;
}

static void counted(void *user_data)
{
    *(int *)user_data += 1;
}

static tally_event fresh_event(void)
{
    tally_event event;

    memset(&event, 0x55, sizeof event);
    event.struct_size = sizeof event;
    return event;
}

static int is_readable(int descriptor, int timeout)
{
    struct pollfd wait;

    wait.fd = descriptor;
    wait.events = POLLIN;
    wait.revents = 0;
    return poll(&wait, 1, timeout) == 1 && (wait.revents & POLLIN) != 0;
}

/* ---- Draining ---- */

TEST_ALONE(next_event_takes_one)
{
    world w;
    recorder r;
    tally_event event;
    char text[64];
    uint64_t plain, with_callback;
    int64_t id;
    unsigned flags[] = {0, WORLD_THREAD};
    size_t i;

    for (i = 0; i < COUNT_OF(flags); i++) {
        memset(&r, 0, sizeof r);
        world_init(&w, flags[i]);
        check_ok(account_info(w.account, &id, NULL, NULL, NULL));
        event = fresh_event();
        check_status(tally_engine_next_event(w.engine, 0, &event, text, sizeof text), TALLY_EMPTY);
        check_ok(tally_observe(w.scope, w.account, "root.a", 0, NULL, NULL, NULL, &plain));
        check_ok(tally_observe(w.scope, w.account, "root", 0, record, &r, NULL, &with_callback));
        assert_true(plain != 0 && with_callback != 0 && plain != with_callback);
        check_ok(tally_badge_set(w.account, "a.b", 3));
        check_ok(tally_engine_next_event(w.engine, 0, &event, text, sizeof text));
        assert_int_equal(event.struct_size, sizeof event);
        assert_int_equal(event.kind, TALLY_EVENT_BADGE);
        assert_true(event.token == plain);
        assert_true(event.account == id);
        assert_int_equal(event.feed, 0);
        assert_int_not_equal(event.badge_kind, TALLY_KIND_NONE);
        assert_int_equal(event.count, 3);
        assert_int_equal(event.revision, 1);
        assert_int_equal(event.text_length, 6);
        assert_int_equal(event.missed, 0);
        assert_int_equal(event.http_status, 0);
        assert_int_equal(event.level, TALLY_LEVEL_NORMAL);
        assert_int_equal(event.highlights, 0);
        assert_string_equal(text, "root.a");
        assert_int_equal(r.count, 0);
        check_ok(tally_engine_next_event(w.engine, 0, &event, text, sizeof text));
        assert_true(event.token == with_callback);
        assert_int_equal(r.count, 1);
        assert_string_equal(r.texts[0], "root");
        assert_string_equal(text, "root");
        check_status(tally_engine_next_event(w.engine, 0, &event, text, sizeof text), TALLY_EMPTY);
        world_end(&w);
    }
}

TEST(too_small_a_buffer_keeps_the_event, 0)
{
    recorder r = {0};
    tally_event event;
    char text[64];

    check_ok(tally_observe(w->scope, w->account, "root.abc", 0, record, &r, NULL, NULL));
    check_ok(tally_badge_dot(w->account, "abc"));
    memset(text, 'x', sizeof text);
    event = fresh_event();
    check_status(tally_engine_next_event(w->engine, 0, &event, text, 8), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(event.text_length, 8);
    assert_int_equal(text[0], 'x');
    check_status(tally_engine_next_event(w->engine, 0, &event, NULL, 0), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(r.count, 0);
    check_ok(tally_badge_set(w->account, "abc", 4));
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, 9));
    assert_int_equal(event.count, 4);
    assert_int_equal(r.count, 1);
    assert_int_equal(text[9], 'x');
    check_status(tally_engine_next_event(w->engine, 0, &event, text, 9), TALLY_EMPTY);
}

TEST(short_event_structures, 0)
{
    struct {
        tally_event event;
        unsigned char beyond[16];
    } room;
    char text[16];
    size_t i;

    check_ok(tally_observe(w->scope, w->account, "a", TALLY_OBSERVE_INITIAL, NULL, NULL, NULL, NULL));
    memset(&room, 0x55, sizeof room);
    room.event.struct_size = 16; /* struct_size, kind, token: an older program's */
    check_ok(tally_engine_next_event(w->engine, 0, &room.event, text, sizeof text));
    assert_int_equal(room.event.struct_size, 16);
    assert_int_equal(room.event.kind, TALLY_EVENT_BADGE);
    for (i = 16; i < sizeof room; i++)
        assert_int_equal(((unsigned char *)&room)[i], 0x55);
    room.event.struct_size = 0;
    check_status(tally_engine_next_event(w->engine, 0, &room.event, text, sizeof text), TALLY_ERROR_ARGUMENT);
}

typedef struct waiter {
    tally_engine *engine;
    int64_t timeout;
    tally_status status;
    tally_event event;
    int thread; /* Its number, as it begins. */
} waiter;

static void *wait_for_event(void *argument)
{
    waiter *w = (waiter *)argument;
    char text[64];

    __atomic_store_n(&w->thread, thread_number(), __ATOMIC_RELEASE);
    w->event.struct_size = sizeof w->event;
    w->status = tally_engine_next_event(w->engine, w->timeout, &w->event, text, sizeof text);
    return NULL;
}

TEST(next_event_waits, WORLD_THREAD)
{
    waiter x = {0};
    pthread_t thread;
    tally_event event = fresh_event();
    char text[64];

    /* The time passes. */
    check_status(tally_engine_next_event(w->engine, 1, &event, text, sizeof text), TALLY_EMPTY);
    /* An interrupt before anybody waits is for the next one that would, and only for that. */
    check_ok(tally_engine_interrupt(w->engine));
    check_status(tally_engine_next_event(w->engine, -1, &event, text, sizeof text), TALLY_EMPTY);
    /* From another thread: before or while it waits, both is the same. */
    x.engine = w->engine;
    x.timeout = -1;
    require(pthread_create(&thread, NULL, wait_for_event, &x) == 0);
    check_ok(tally_engine_interrupt(w->engine));
    pthread_join(thread, NULL);
    check_status(x.status, TALLY_EMPTY);
    /* An event ends a wait, with or without a limit. */
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    require(pthread_create(&thread, NULL, wait_for_event, &x) == 0);
    check_ok(tally_badge_set(w->account, "a", 5));
    pthread_join(thread, NULL);
    check_status(x.status, TALLY_OK);
    assert_int_equal(x.event.count, 5);
    x.timeout = HANG_SECONDS * 1000;
    require(pthread_create(&thread, NULL, wait_for_event, &x) == 0);
    check_ok(tally_badge_set(w->account, "a", 6));
    pthread_join(thread, NULL);
    check_status(x.status, TALLY_OK);
    assert_int_equal(x.event.count, 6);
    x.timeout = INT64_MAX;
    require(pthread_create(&thread, NULL, wait_for_event, &x) == 0);
    check_ok(tally_engine_interrupt(w->engine));
    pthread_join(thread, NULL);
    check_status(x.status, TALLY_EMPTY);
}

/* Closing wakes those who wait. The handle is the closer's, so the waiter must be inside the call: it is, when it
 * sleeps. */
TEST(closing_ends_a_wait, WORLD_THREAD)
{
    waiter x = {.engine = w->engine, .timeout = -1};
    pthread_t thread;
    int number;

    require(pthread_create(&thread, NULL, wait_for_event, &x) == 0);
    while ((number = __atomic_load_n(&x.thread, __ATOMIC_ACQUIRE)) == 0)
        sched_yield();
    await_asleep(number);
    world_close(w);
    pthread_join(thread, NULL);
    check_status(x.status, TALLY_ERROR_CLOSED);
}

TEST(dispatch_calls_up_to_a_limit, 0)
{
    recorder r = {0};
    size_t count = 77;
    tally_event event = fresh_event();
    char text[64];

    check_ok(tally_engine_dispatch(w->engine, 0, &count));
    assert_int_equal(count, 0);
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, record, &r, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "a.b", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a.b", 3)); /* root, root.a, root.a.b, and one without a callback */
    check_status(tally_engine_dispatch(w->engine, 2, &count), TALLY_MORE);
    assert_int_equal(count, 2);
    assert_int_equal(r.count, 2);
    check_ok(tally_engine_dispatch(w->engine, 1, &count));
    assert_int_equal(count, 1);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 3);
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_string_equal(text, "root.a.b");
    check_status(tally_engine_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
}

TEST(the_descriptor_is_readable_while_events_wait, WORLD_THREAD)
{
    recorder r = {0};
    intptr_t descriptor, again;
    tally_event event = fresh_event();
    char text[64];

    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 1)); /* Before the first read of the descriptor. */
    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    check_ok(tally_engine_get_descriptor(w->engine, &again));
    assert_int_equal(descriptor, again);
    assert_true(is_readable((int)descriptor, 0));
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_false(is_readable((int)descriptor, 0));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 2));
    assert_true(is_readable((int)descriptor, 0));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);
    assert_false(is_readable((int)descriptor, 0)); /* The other one waits still, but woke the host before. */
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_false(is_readable((int)descriptor, 0));
    /* Events that no observer can take any more do not keep the descriptor readable. */
    check_ok(tally_badge_set(w->account, "a", 3));
    assert_true(is_readable((int)descriptor, 0));
    tally_scope_close(w->scope);
    w->scope = NULL;
    assert_false(is_readable((int)descriptor, 0));
}

TEST(notify_tells_once_until_drained, WORLD_THREAD)
{
    recorder r = {0};
    int notified = 0, other = 0, gone = 0;

    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "b", 0, record, &r, NULL, NULL));
    check_ok(tally_engine_set_notify(w->engine, counted, &notified, NULL));
    assert_int_equal(notified, 0);
    check_ok(tally_badge_set(w->account, "a", 1));
    assert_int_equal(notified, 1);
    check_ok(tally_badge_set(w->account, "b", 1));
    assert_int_equal(notified, 1);
    check_status(tally_engine_dispatch(w->engine, 1, NULL), TALLY_MORE);
    check_ok(tally_badge_set(w->account, "a", 2));
    assert_int_equal(notified, 1); /* Not drained yet. */
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_badge_set(w->account, "a", 3));
    assert_int_equal(notified, 2);
    /* Another one is called for the pending events, and the former one is released. */
    check_ok(tally_engine_set_notify(w->engine, counted, &other, counted));
    assert_int_equal(other, 1);
    check_ok(tally_engine_set_notify(w->engine, NULL, &gone, counted));
    assert_int_equal(other, 2); /* Its release. */
    assert_int_equal(gone, 0);
    check_ok(tally_badge_set(w->account, "a", 4));
    assert_int_equal(notified, 2);
    world_end(w);
    assert_int_equal(gone, 1);
    assert_int_equal(other, 2);
}

/* A host that only dispatches cannot take the SYNCED of its feeds. It must neither spin on the descriptor nor wait for
 * a notify that never comes. */
TEST(a_host_that_only_dispatches_rests, WORLD_THREAD)
{
    recorder r = {0}, completed = {0};
    int notified = 0;
    intptr_t descriptor;
    tally_event event = fresh_event();
    char text[64];

    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, NULL, NULL));
    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    world_add_feed(w);
    check_ok(tally_feed_refresh_now(w->feed, record, &completed, NULL, NULL));
    while (completed.count == 0) {
        assert_true(is_readable((int)descriptor, HANG_SECONDS * 1000));
        check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    }
    assert_false(is_readable((int)descriptor, 0)); /* The SYNCED is pending still. */
    check_ok(tally_engine_set_notify(w->engine, counted, &notified, NULL));
    assert_int_equal(notified, 1); /* Because of it. */
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_badge_set(w->account, "a", 1));
    assert_int_equal(notified, 2);
    assert_true(is_readable((int)descriptor, 0));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);
    assert_false(is_readable((int)descriptor, 0));
    /* Nothing is lost. */
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_SYNCED);
    /* Earlier calls of the host do not change that. */
    check_ok(tally_engine_set_notify(w->engine, NULL, NULL, NULL));
    check_ok(tally_feed_refresh_now(w->feed, record, &completed, NULL, NULL));
    while (completed.count == 1) {
        assert_true(is_readable((int)descriptor, HANG_SECONDS * 1000));
        check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    }
    assert_false(is_readable((int)descriptor, 0));
}

/* An event without a callback wakes the host once. */
TEST(an_event_without_a_callback_makes_the_descriptor_readable_once, WORLD_THREAD)
{
    intptr_t descriptor;

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "b", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 1));
    assert_true(is_readable(descriptor, 0));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_false(is_readable((int)descriptor, 0));
    check_ok(tally_badge_set(w->account, "b", 1));
    assert_true(is_readable((int)descriptor, 0));
}

/* An event that is dropped must not leave the host waiting for a notify that was already called. */
TEST(notify_tells_again_after_an_observer_went, WORLD_THREAD)
{
    recorder r = {0};
    int notified = 0;
    uint64_t token;

    check_ok(tally_engine_set_notify(w->engine, counted, &notified, NULL));
    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, record, &r, NULL, &token));
    check_ok(tally_badge_set(w->account, "a.b", 1));
    assert_int_equal(notified, 1);
    tally_unobserve(w->scope, token);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a.b", 2));
    assert_int_equal(notified, 2);
}

TEST_ALONE(host_driven)
{
    world w;
    recorder r = {0};
    int64_t timeout;
    intptr_t descriptor;
    tally_event event = fresh_event();
    char text[64];

    world_init(&w, 0);
    check_ok(tally_engine_step(w.engine));
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, -1);
    check_ok(tally_engine_get_descriptor(w.engine, &descriptor));
    check_ok(tally_observe(w.scope, w.account, "a", 0, record, &r, NULL, NULL));
    check_ok(tally_badge_set(w.account, "a", 1));
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, 0);
    check_ok(tally_engine_step(w.engine));
    assert_int_equal(r.count, 1);
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, -1);
    assert_false(is_readable((int)descriptor, 0));
    /* Never waits. */
    check_status(tally_engine_next_event(w.engine, -1, &event, text, sizeof text), TALLY_EMPTY);
    world_end(&w);

    /* A group is written when the clock says so. */
    world_init(&w, WORLD_FILE);
    check_ok(tally_badge_set(w.account, "a", 1));
    check_ok(tally_engine_step(w.engine));
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, 50);
    fake_clock_advance(&w.clock, 50);
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, 0);
    check_ok(tally_engine_step(w.engine));
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, 1000); /* Then the log is emptied. */
    fake_clock_advance(&w.clock, 1000);
    check_ok(tally_engine_step(w.engine));
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    assert_int_equal(timeout, -1);
    world_end(&w);

    world_init(&w, WORLD_THREAD);
    check_status(tally_engine_step(w.engine), TALLY_ERROR_UNSUPPORTED);
    check_status(tally_engine_get_timeout(w.engine, &timeout), TALLY_ERROR_UNSUPPORTED);
    check_message(NULL);
    world_end(&w);
}

static void *set_from_another_thread(void *argument)
{
    require(tally_badge_set((tally_account *)argument, "a", 9) == TALLY_OK);
    return NULL;
}

TEST(the_hosts_descriptor_tells_of_other_threads, 0)
{
    recorder r = {0};
    intptr_t descriptor;
    pthread_t thread;

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, NULL, NULL));
    check_ok(tally_engine_step(w->engine));
    require(pthread_create(&thread, NULL, set_from_another_thread, w->account) == 0);
    assert_true(is_readable((int)descriptor, HANG_SECONDS * 1000));
    check_ok(tally_engine_step(w->engine));
    pthread_join(thread, NULL);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(r.count, 1);
    assert_false(is_readable((int)descriptor, 0));
}

/* ---- Order and merging ---- */

static void check_told(const recorder *r, const char *const *expected, size_t count)
{
    size_t i;

    assert_int_equal(r->count, count);
    for (i = 0; i < count; i++)
        assert_string_equal(r->texts[i], expected[i]);
}

TEST(order_of_events, 0)
{
    static const char *const expected[] = {"root.a.x", "root.a.y", "root.b.c", "root.a", "root.b", "root"};
    recorder r = {0}, first = {0}, second = {0};
    tally_operation batch[3];

    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, record, &r, NULL, NULL));
    memset(batch, 0, sizeof batch);
    batch[0].kind = batch[1].kind = batch[2].kind = TALLY_OP_SET;
    batch[0].path = "b.c";
    batch[1].path = "a.y";
    batch[2].path = "a.x";
    batch[0].value = batch[1].value = batch[2].value = 1;
    check_ok(tally_badge_batch(w->account, batch, 3, PLAIN_BATCH, NULL));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_told(&r, expected, COUNT_OF(expected));
    /* Transactions in their order; one that waits takes the place of its latest change: root goes behind. */
    r.count = 0;
    check_ok(tally_badge_set(w->account, "b", 1)); /* Shows its child's 1: no event. */
    check_ok(tally_badge_set(w->account, "b.c", 0));
    check_ok(tally_badge_set(w->account, "a.x", 5));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_string_equal(r.texts[0], "root.b.c");
    assert_string_equal(r.texts[1], "root.b");
    assert_string_equal(r.texts[2], "root.a.x");
    assert_string_equal(r.texts[3], "root.a");
    assert_string_equal(r.texts[4], "root");
    assert_int_equal(r.count, 5);
    /* Observers of one path are called in the order of registration. */
    check_ok(tally_observe(w->scope, w->account, "z", 0, record, &first, NULL, &first.token));
    check_ok(tally_observe(w->scope, w->account, "z", TALLY_SUBTREE, record, &second, NULL, &second.token));
    r.count = 0;
    check_ok(tally_badge_set(w->account, "z", 1));
    check_status(tally_engine_dispatch(w->engine, 2, NULL), TALLY_MORE);
    assert_int_equal(r.count, 1);
    assert_int_equal(first.count, 1);
    assert_int_equal(second.count, 0);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(second.count, 1);
}

TEST(waiting_changes_are_merged, 0)
{
    recorder r = {0};
    int i;

    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, record, &r, NULL, NULL));
    for (i = 1; i <= 1000; i++)
        check_ok(tally_badge_set(w->account, "a.b", i));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 2);
    assert_int_equal(r.events[0].count, 1000);
    assert_int_equal(r.events[0].revision, 1000);
    assert_string_equal(r.texts[0], "root.a.b");
    assert_string_equal(r.texts[1], "root.a");
    /* Each observer of a subtree is notified only of that subtree. */
    check_ok(tally_badge_set(w->account, "ab", 1));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 2);
}

TEST(initial_tells_once, 0)
{
    recorder r = {0};

    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(tally_observe(w->scope, w->account, "a", TALLY_OBSERVE_INITIAL, record, &r, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "nowhere", TALLY_OBSERVE_INITIAL, record, &r, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "other", 0, record, &r, NULL, NULL));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 2);
    assert_string_equal(r.texts[0], "root.a");
    assert_int_equal(r.events[0].count, 3);
    assert_string_equal(r.texts[1], "root.nowhere");
    assert_int_equal(r.events[1].badge_kind, TALLY_KIND_NONE);
    /* Merged with a change that comes before its delivery. */
    check_ok(tally_observe(w->scope, w->account, "a", TALLY_OBSERVE_INITIAL | TALLY_SUBTREE, record, &r, NULL,
                           NULL));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 3); /* "Once, with the current state of the path": not of all below. */
}

TEST(duplicates_are_one, 0)
{
    recorder r = {0}, other = {0};
    uint64_t first, again, subtree, elsewhere, for_other, total, total_again;
    tally_scope *scope;

    check_ok(tally_scope_open(w->engine, &scope));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, NULL, &first));
    check_ok(tally_observe(w->scope, w->account, "root.a", TALLY_OBSERVE_INITIAL, record, &r, NULL, &again));
    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, record, &r, NULL, &subtree));
    check_ok(tally_observe(scope, w->account, "a", 0, record, &r, NULL, &elsewhere));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &other, NULL, &for_other));
    assert_true(first == again);
    assert_true(subtree != first && elsewhere != first && for_other != first && elsewhere != subtree);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 0);
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 3);
    assert_int_equal(other.count, 1);
    check_ok(tally_observe_total(w->scope, 0, record, &r, NULL, &total));
    check_ok(tally_observe_total(w->scope, 0, record, &r, NULL, &total_again));
    assert_true(total == total_again);
    /* Another scope's token is none of ours. */
    tally_unobserve(w->scope, elsewhere);
    /* It was added twice, so it stays until it is removed twice. */
    tally_unobserve(w->scope, first);
    check_ok(tally_badge_set(w->account, "a", 3));
    r.count = 0;
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 3);
    tally_unobserve(w->scope, first);
    tally_unobserve(w->scope, first); /* It is not there any more, which changes nothing. */
    tally_unobserve(w->scope, total);
    tally_unobserve(w->scope, total);
    check_status(tally_badge_set(w->account, "a..b", 1), TALLY_ERROR_PATH);
    tally_unobserve(w->scope, total);
    tally_unobserve(w->scope, 0);
    tally_unobserve(NULL, 1);
    check_message("a..b");
    check_ok(tally_badge_set(w->account, "a", 2));
    tally_scope_close(scope); /* The pending events of its observers are dropped with it. */
    r.count = 0;
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);
    assert_true(r.events[0].token == subtree);
}

static void removed_twice(world *w, int *released, uint64_t token, uint64_t again)
{
    assert_true(token == again);
    tally_unobserve(w->scope, token);
    assert_int_equal(*released, 0);
    tally_unobserve(w->scope, token);
    assert_int_equal(*released, 1);
    tally_unobserve(w->scope, token);
    assert_int_equal(*released, 1);
    *released = 0;
}

TEST(each_addition_needs_its_own_removal, 0)
{
    int n = 0;
    uint64_t token, again;
    tally_scope *scope;

    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, record, &n, counted, &token));
    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, record, &n, counted, &again));
    removed_twice(w, &n, token, again);
    check_ok(tally_observe_messages(w->scope, w->account, "a", 0, record, &n, counted, &token));
    check_ok(tally_observe_messages(w->scope, w->account, "a", 0, record, &n, counted, &again));
    removed_twice(w, &n, token, again);
    check_ok(tally_observe_groups(w->scope, w->account, 0, record, &n, counted, &token));
    check_ok(tally_observe_groups(w->scope, w->account, 0, record, &n, counted, &again));
    removed_twice(w, &n, token, again);
    check_ok(tally_observe_total(w->scope, 0, record, &n, counted, &token));
    check_ok(tally_observe_total(w->scope, 0, record, &n, counted, &again));
    removed_twice(w, &n, token, again);
    /* A scope that is closed ends it, however often it was added. */
    check_ok(tally_scope_open(w->engine, &scope));
    check_ok(tally_observe(scope, w->account, "a", 0, record, &n, counted, &token));
    check_ok(tally_observe(scope, w->account, "a", 0, record, &n, counted, &again));
    tally_scope_close(scope);
    assert_int_equal(n, 1);
}

/* ---- Release, exactly once ---- */

TEST(user_data_is_released_once, 0)
{
    int removed = 0, closed = 0, failed = 0, pending = 0, total = 0, at_end = 0, only_token = 0;
    uint64_t token;
    tally_scope *scope, *left;

    check_ok(tally_scope_open(w->engine, &scope));
    check_ok(tally_scope_open(w->engine, &left));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &removed, counted, &token));
    tally_unobserve(w->scope, token);
    assert_int_equal(removed, 1);
    check_ok(tally_observe(scope, w->account, "a", 0, record, &closed, counted, NULL));
    check_ok(tally_observe_total(scope, 0, record, &total, counted, NULL));
    /* Without a callback too. */
    check_ok(tally_observe(scope, w->account, "b", 0, NULL, &only_token, counted, NULL));
    tally_scope_close(scope);
    assert_int_equal(closed, 1);
    assert_int_equal(total, 1);
    assert_int_equal(only_token, 1);

    check_status(tally_observe(w->scope, w->account, "a..b", 0, record, &failed, counted, NULL), TALLY_ERROR_PATH);
    assert_int_equal(failed, 1);
    check_status(tally_observe(w->scope, w->account, NULL, 0, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe(w->scope, NULL, "a", 0, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe(NULL, w->account, "a", 0, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe(w->scope, w->account, "a", 64, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_total(w->scope, TALLY_SUBTREE, record, &failed, counted, NULL),
                 TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_total(NULL, 0, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_set_notify(NULL, counted, &failed, counted), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_refresh_now(NULL, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    assert_int_equal(failed, 9);

    check_ok(tally_observe(left, w->account, "a", TALLY_OBSERVE_INITIAL, record, &pending, counted, NULL));
    check_ok(tally_observe_total(left, 0, record, &at_end, counted, NULL));
    world_close(w);
    assert_int_equal(pending, 1);
    assert_int_equal(at_end, 1);
    tally_scope_close(left);
    assert_int_equal(pending, 1);
    assert_int_equal(removed + closed + total, 3);
}

/* A completion's too: delivered by any way, with a callback or without, or never. */
TEST(completions_release_once, 0)
{
    int without = 0, dropped = 0, dropped_plain = 0;
    tally_event event = fresh_event();
    char text[256];
    uint64_t token;

    world_add_feed(w);
    check_ok(tally_account_log_out(w->account)); /* So each ends immediately. */
    check_ok(tally_feed_refresh_now(w->feed, NULL, &without, counted, &token));
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_COMPLETION);
    assert_true(event.token == token);
    check_status(event.result, TALLY_ERROR_LOGGED_OUT);
    assert_int_equal(without, 1);
    check_ok(tally_feed_refresh_now(w->feed, NULL, &dropped_plain, counted, NULL));
    check_ok(tally_feed_refresh_now(w->feed, record, &dropped, counted, NULL));
    world_end(w);
    assert_int_equal(dropped_plain, 1);
    assert_int_equal(dropped, 1);
    assert_int_equal(without, 1);
}

TEST(a_completion_with_a_callback, 0)
{
    recorder r = {0};
    int64_t id, account;
    tally_feed_state feed = {0};

    world_add_feed(w);
    feed.struct_size = sizeof feed;
    check_ok(tally_feed_get(w->feed, &feed, NULL, 0, NULL));
    id = feed.id;
    check_ok(account_info(w->account, &account, NULL, NULL, NULL));
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_feed_refresh_now(w->feed, record, &r, released, &r.token));
    assert_int_equal(r.count, 0);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);
    assert_int_equal(r.released, 1);
    assert_int_equal(r.events[0].kind, TALLY_EVENT_COMPLETION);
    assert_true(r.events[0].token == r.token);
    assert_true(r.events[0].feed == id);
    assert_true(r.events[0].account == account);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    world_end(w);
    assert_int_equal(r.count, 1);
    assert_int_equal(r.released, 1);
}

/* ---- Callbacks that do things ---- */

static void unobserve_itself(void *user_data, const tally_event *event, const char *text)
{
    recorder *r = (recorder *)user_data;

    record(user_data, event, text);
    tally_unobserve(r->scope, event->token);
    require(r->released == 0); /* The callback runs still. */
    require(tally_badge_add(r->account, "a", 1) == TALLY_OK);
}

static void close_own_scope(void *user_data, const tally_event *event, const char *text)
{
    recorder *r = (recorder *)user_data;

    record(user_data, event, text);
    tally_scope_close(r->scope);
    require(r->released == 0);
}

TEST(unobserving_inside_the_callback, 0)
{
    recorder r = {.account = w->account, .scope = w->scope};

    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, unobserve_itself, &r, released, NULL));
    check_ok(tally_badge_set(w->account, "a.b", 1)); /* Two events: the second is not told any more. */
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);
    assert_int_equal(r.released, 1);
    check_ok(tally_badge_set(w->account, "a.b", 2));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);

    r.count = r.released = 0;
    check_ok(tally_scope_open(w->engine, &r.scope));
    check_ok(tally_observe(r.scope, w->account, "a", TALLY_SUBTREE, close_own_scope, &r, released, NULL));
    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 1);
    assert_int_equal(r.released, 1);
    world_end(w);
    assert_int_equal(r.released, 1);
}

/* Two threads meet inside a callback. */
typedef struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int is_inside;
    int may_leave;
    int has_left;
    int unobserved;
    int released_after;
    tally_scope *scope;
    tally_engine *engine;
    uint64_t token;
} meeting;

static void meeting_init(meeting *m)
{
    memset(m, 0, sizeof *m);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
}

static void meeting_set(meeting *m, int *flag)
{
    pthread_mutex_lock(&m->lock);
    *flag = 1;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

static void meeting_wait(meeting *m, const int *flag)
{
    pthread_mutex_lock(&m->lock);
    while (!*flag)
        pthread_cond_wait(&m->changed, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

static void stay_inside(void *user_data, const tally_event *event, const char *text)
{
    meeting *m = (meeting *)user_data;

    (void)event;
    (void)text;
    meeting_set(m, &m->is_inside);
    meeting_wait(m, &m->may_leave);
    meeting_set(m, &m->has_left);
}

static void released_after_leaving(void *user_data)
{
    meeting *m = (meeting *)user_data;

    require(m->has_left);
    m->released_after += 1;
}

static void *unobserve_elsewhere(void *argument)
{
    meeting *m = (meeting *)argument;

    meeting_wait(m, &m->is_inside);
    /* From here on the callback may leave, now or later. */
    meeting_set(m, &m->may_leave);
    tally_unobserve(m->scope, m->token);
    require(m->has_left); /* It waited. */
    meeting_set(m, &m->unobserved);
    return NULL;
}

static void *close_scope_elsewhere(void *argument)
{
    meeting *m = (meeting *)argument;

    meeting_wait(m, &m->is_inside);
    meeting_set(m, &m->may_leave);
    tally_scope_close(m->scope);
    require(m->has_left);
    meeting_set(m, &m->unobserved);
    return NULL;
}

TEST_ALONE(unobserving_from_another_thread)
{
    world w;
    meeting m;
    pthread_t thread;
    int turn;

    for (turn = 0; turn < 20; turn++) {
        meeting_init(&m);
        world_init(&w, WORLD_THREAD);
        check_ok(tally_scope_open(w.engine, &m.scope));
        check_ok(tally_observe(m.scope, w.account, "a", 0, stay_inside, &m, released_after_leaving, &m.token));
        require(pthread_create(&thread, NULL, turn % 2 ? unobserve_elsewhere : close_scope_elsewhere, &m) == 0);
        check_ok(tally_badge_set(w.account, "a", 1));
        check_ok(tally_engine_dispatch(w.engine, 0, NULL));
        pthread_join(thread, NULL);
        assert_int_equal(m.unobserved, 1);
        assert_int_equal(m.released_after, 1);
        if (turn % 2)
            tally_scope_close(m.scope);
        world_end(&w);
        assert_int_equal(m.released_after, 1);
    }
}

/* Threads that are all inside callbacks, each of its own observer, and then remove the next one's. */
#define CROSSING 3

typedef struct crossing crossing;

typedef struct crosser {
    crossing *all;
    world *w;
    tally_scope *scope;
    uint64_t token;
    pthread_t thread;
    int calls;
    int released;
    int is_inside;
} crosser;

struct crossing {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned size;
    unsigned inside;
    unsigned ended;
    int closes_scopes;
    crosser crossers[CROSSING];
};

/* A deadlock fails the test instead of hanging it. */
static void crossing_wait(crossing *all, const unsigned *number)
{
    struct timespec end = hang_end();

    while (*number < all->size)
        require(pthread_cond_timedwait(&all->changed, &all->lock, &end) == 0);
}

static void crossing_add(crossing *all, unsigned *number)
{
    *number += 1;
    pthread_cond_broadcast(&all->changed);
}

static void remove_the_next(void *user_data, const tally_event *event, const char *text)
{
    crosser *me = (crosser *)user_data;
    crossing *all = me->all;
    crosser *next = &all->crossers[((size_t)(me - all->crossers) + 1) % all->size];

    (void)event;
    (void)text;
    pthread_mutex_lock(&all->lock);
    me->calls++;
    me->is_inside = 1;
    crossing_add(all, &all->inside);
    crossing_wait(all, &all->inside);
    pthread_mutex_unlock(&all->lock);
    if (all->closes_scopes)
        tally_scope_close(next->scope);
    else
        tally_unobserve(next->scope, next->token);
    pthread_mutex_lock(&all->lock);
    require(me->released == 0);
    me->is_inside = 0;
    pthread_mutex_unlock(&all->lock);
}

static void crosser_released(void *user_data)
{
    crosser *me = (crosser *)user_data;

    pthread_mutex_lock(&me->all->lock);
    require(!me->is_inside);
    me->released++;
    pthread_mutex_unlock(&me->all->lock);
}

static void *dispatch_one(void *argument)
{
    crosser *me = (crosser *)argument;

    require(tally_engine_dispatch(me->w->engine, 1, NULL) == TALLY_OK);
    pthread_mutex_lock(&me->all->lock);
    crossing_add(me->all, &me->all->ended);
    pthread_mutex_unlock(&me->all->lock);
    return NULL;
}

/* Each observer has an engine of its own, or all of them have one. */
static void cross(unsigned size, unsigned engines, int closes_scopes)
{
    world worlds[CROSSING];
    crossing all = {0};
    unsigned i;

    pthread_mutex_init(&all.lock, NULL);
    pthread_cond_init(&all.changed, NULL);
    all.size = size;
    all.closes_scopes = closes_scopes;
    for (i = 0; i < engines; i++)
        world_init(&worlds[i], WORLD_THREAD);
    for (i = 0; i < size; i++) {
        crosser *one = &all.crossers[i];
        char path[8];

        one->all = &all;
        one->w = &worlds[i % engines];
        snprintf(path, sizeof path, "a%u", i);
        check_ok(tally_scope_open(one->w->engine, &one->scope));
        check_ok(tally_observe(one->scope, one->w->account, path, 0, remove_the_next, one, crosser_released,
                               &one->token));
        check_ok(tally_badge_set(one->w->account, path, 1));
    }
    for (i = 0; i < size; i++)
        require(pthread_create(&all.crossers[i].thread, NULL, dispatch_one, &all.crossers[i]) == 0);
    pthread_mutex_lock(&all.lock);
    crossing_wait(&all, &all.ended);
    pthread_mutex_unlock(&all.lock);
    for (i = 0; i < size; i++) {
        char path[8];

        pthread_join(all.crossers[i].thread, NULL);
        assert_int_equal(all.crossers[i].calls, 1);
        assert_int_equal(all.crossers[i].released, 1);
        snprintf(path, sizeof path, "a%u", i);
        check_ok(tally_badge_set(all.crossers[i].w->account, path, 2));
    }
    for (i = 0; i < engines; i++)
        check_ok(tally_engine_dispatch(worlds[i].engine, 0, NULL));
    for (i = 0; i < size; i++) {
        assert_int_equal(all.crossers[i].calls, 1);
        if (!closes_scopes)
            tally_scope_close(all.crossers[i].scope);
    }
    for (i = 0; i < engines; i++)
        world_end(&worlds[i]);
    pthread_cond_destroy(&all.changed);
    pthread_mutex_destroy(&all.lock);
}

TEST_ALONE(callbacks_that_remove_each_others_observers)
{
    int turn;

    for (turn = 0; turn < 20; turn++) {
        cross(2, 1, turn % 2);
        cross(3, 1, turn % 2);
        cross(2, 2, turn % 2);
    }
}

/* Inside a callback it still waits for a call that can return. */
typedef struct patient {
    meeting m;
    int seen;
} patient;

static void unobserve_the_other(void *user_data, const tally_event *event, const char *text)
{
    patient *p = (patient *)user_data;

    (void)event;
    (void)text;
    meeting_wait(&p->m, &p->m.is_inside);
    meeting_set(&p->m, &p->m.may_leave);
    tally_unobserve(p->m.scope, p->m.token);
    p->seen = p->m.has_left;
}

static void *dispatch_one_elsewhere(void *argument)
{
    require(tally_engine_dispatch(((meeting *)argument)->engine, 1, NULL) == TALLY_OK);
    return NULL;
}

TEST_ALONE(unobserving_another_inside_a_callback_waits)
{
    world w;
    patient p;
    pthread_t thread;
    int turn;

    for (turn = 0; turn < 20; turn++) {
        memset(&p, 0, sizeof p);
        meeting_init(&p.m);
        world_init(&w, WORLD_THREAD);
        p.m.engine = w.engine;
        p.m.scope = w.scope;
        check_ok(tally_observe(w.scope, w.account, "a", 0, stay_inside, &p.m, released_after_leaving, &p.m.token));
        check_ok(tally_badge_set(w.account, "a", 1));
        require(pthread_create(&thread, NULL, dispatch_one_elsewhere, &p.m) == 0);
        meeting_wait(&p.m, &p.m.is_inside);
        check_ok(tally_observe(w.scope, w.account, "b", 0, unobserve_the_other, &p, NULL, NULL));
        check_ok(tally_badge_set(w.account, "b", 1));
        check_ok(tally_engine_dispatch(w.engine, 0, NULL));
        pthread_join(thread, NULL);
        assert_int_equal(p.seen, 1);
        assert_int_equal(p.m.released_after, 1);
        world_end(&w);
    }
}

static void *close_engine_elsewhere(void *argument)
{
    meeting *m = (meeting *)argument;

    meeting_wait(m, &m->is_inside);
    meeting_set(m, &m->may_leave);
    require(tally_engine_close(m->engine, -1) == TALLY_OK);
    require(m->has_left); /* It waited for the callback. */
    return NULL;
}

static void *dispatch_elsewhere(void *argument)
{
    meeting *m = (meeting *)argument;
    tally_status status = tally_engine_dispatch(m->engine, 0, NULL);

    require(status == TALLY_OK || status == TALLY_ERROR_CLOSED);
    return NULL;
}

/* Closing waits for callbacks on other threads, and gives everything back once, also what somebody is just removing. */
TEST_ALONE(closing_while_a_callback_runs)
{
    world w;
    meeting m;
    pthread_t closer, dispatcher;
    int turn;

    for (turn = 0; turn < 20; turn++) {
        meeting_init(&m);
        world_init(&w, WORLD_THREAD);
        m.engine = w.engine;
        m.scope = w.scope;
        check_ok(tally_observe(m.scope, w.account, "a", 0, stay_inside, &m, released_after_leaving, &m.token));
        check_ok(tally_badge_set(w.account, "a", 1));
        require(pthread_create(&dispatcher, NULL, dispatch_elsewhere, &m) == 0);
        meeting_wait(&m, &m.is_inside);
        require(pthread_create(&closer, NULL, close_engine_elsewhere, &m) == 0);
        if (turn % 2)
            tally_unobserve(m.scope, m.token);
        pthread_join(closer, NULL);
        pthread_join(dispatcher, NULL);
        assert_int_equal(m.released_after, 1);
        tally_account_release(w.account);
        tally_scope_close(w.scope);
        assert_int_equal(m.released_after, 1);
        remove_directory(w.directory);
    }
}

/* Case 14. */
static void set_again(void *user_data, const tally_event *event, const char *text)
{
    recorder *r = (recorder *)user_data;

    record(user_data, event, text);
    if (!event->badge_kind)
        require(tally_badge_set(r->account, "a.x", 7) == TALLY_OK);
}

TEST(a_callback_that_sets_again, 0)
{
    recorder r = {0}, other = {0};

    r.account = w->account;
    check_ok(tally_badge_set(w->account, "a.x", 1));
    check_ok(tally_observe(w->scope, w->account, "a", 0, set_again, &r, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &other, NULL, NULL));
    check_ok(tally_badge_clear(w->account, "a.x"));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(r.count, 2);
    assert_int_equal(r.events[0].badge_kind, TALLY_KIND_NONE);
    assert_int_equal(r.events[1].count, 7);
    assert_true(other.count >= 1);
    assert_int_equal(other.events[other.count - 1].count, 7); /* Never a stale 0 last. */
    assert_true(r.events[1].revision > r.events[0].revision);
    check_badge(w->account, "a", 1, 7);
}

static void drain_inside(void *user_data, const tally_event *event, const char *text)
{
    recorder *r = (recorder *)user_data;
    tally_event inner = fresh_event();
    char buffer[64];
    size_t count;

    record(user_data, event, text);
    if (r->count > 1)
        return;
    require(tally_badge_set(r->account, "b", 5) == TALLY_OK);
    require(tally_engine_dispatch(r->engine, 1, &count) == TALLY_OK && count == 1);
    require(tally_badge_set(r->account, "b", 6) == TALLY_OK);
    require(tally_engine_next_event(r->engine, -1, &inner, buffer, sizeof buffer) == TALLY_OK);
    require(r->count == 3);
    require(tally_engine_step(r->engine) == TALLY_ERROR_THREAD);
    r->answer = tally_engine_close(r->engine, -1);
}

TEST(closing_inside_a_callback, 0)
{
    recorder r = {.engine = w->engine, .account = w->account};

    check_ok(tally_observe(w->scope, w->account, "root", 0, drain_inside, &r, released, NULL));
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_engine_step(w->engine));
    check_status(r.answer, TALLY_ERROR_THREAD);
    assert_int_equal(r.count, 3);
    check_badge(w->account, "a", 1, 1); /* Open still. */
    assert_int_equal(r.released, 0);
    world_end(w);
    assert_int_equal(r.released, 1);
}

/* ---- After the end ---- */

TEST_ALONE(what_is_left_over_answers_closed)
{
    world w;
    recorder r = {0};
    tally_badge badge;
    tally_feed_state feed;
    tally_feed_options options = {0};
    tally_node node;
    tally_operation operation = {0};
    uint64_t revision, token;
    int64_t id;
    size_t count, size;
    int failed = 0, order;

    for (order = 0; order < 3; order++) {
        failed = 0;
        world_init(&w, order == 1 ? WORLD_THREAD | WORLD_FILE : WORLD_FILE);
        world_add_feed(&w);
        check_ok(tally_node_resolve(w.account, "a", &node));
        check_ok(tally_observe(w.scope, w.account, "a", 0, record, &r, NULL, &token));
        check_ok(tally_engine_close(w.engine, -1));
        check_status(tally_badge_set(w.account, "a", 1), TALLY_ERROR_CLOSED);
        check_message("closed");
        check_status(tally_badge_get(w.account, "a", &badge), TALLY_ERROR_CLOSED);
        check_status(tally_node_set(w.account, node, 1), TALLY_ERROR_CLOSED);
        tally_node_release(w.account, node);
        operation.kind = TALLY_OP_DOT;
        operation.path = "a";
        check_status(tally_badge_batch(w.account, &operation, 1, PLAIN_BATCH, NULL), TALLY_ERROR_CLOSED);
        check_status(badge_list(w.account, "a", 0, NULL, 0, NULL, 0, &count, &size, NULL), TALLY_ERROR_CLOSED);
        check_status(badge_changes(w.account, 0, 0, NULL, 0, NULL, 0, &count, &revision), TALLY_ERROR_CLOSED);
        check_status(badge_snapshot(w.account, "a", NULL, 0, &count), TALLY_ERROR_CLOSED);
        check_status(tally_badge_apply(w.account, "a", NULL, 0, 0), TALLY_ERROR_CLOSED);
        check_status(tally_badge_digest(w.account, "a", &revision), TALLY_ERROR_CLOSED);
        check_status(badge_diff(w.account, "a", w.account, "b", NULL, 0, &count), TALLY_ERROR_CLOSED);
        check_status(tally_account_verify(w.account), TALLY_ERROR_CLOSED);
        check_status(account_info(w.account, &id, NULL, NULL, NULL), TALLY_ERROR_CLOSED);
        check_status(tally_account_log_in(w.account), TALLY_ERROR_CLOSED);
        check_status(tally_account_log_out(w.account), TALLY_ERROR_CLOSED);
        check_status(tally_engine_set_foreground(w.engine, 1), TALLY_ERROR_CLOSED);
        check_status(tally_engine_set_network(w.engine, 1), TALLY_ERROR_CLOSED);
        check_status(tally_engine_woke(w.engine), TALLY_ERROR_CLOSED);
        check_status(message_counts(w.account, "a", 0, NULL, NULL, NULL), TALLY_ERROR_CLOSED);
        check_status(message_list(w.account, "a", 0, 0, 10, NULL, 0, NULL, 0, &count, &size), TALLY_ERROR_CLOSED);
        check_status(tally_message_mark_read(w.account, &(int64_t){1}, 1, NULL), TALLY_ERROR_CLOSED);
        check_status(tally_message_mark_path_read(w.account, "a", 0, NULL), TALLY_ERROR_CLOSED);
        options.struct_size = sizeof options;
        options.url = w.page_url;
        check_status(tally_feed_add(w.account, "f", &options, NULL), TALLY_ERROR_CLOSED);
        check_status(tally_feed_refresh(w.feed), TALLY_ERROR_CLOSED);
        check_status(tally_feed_cancel(w.feed), TALLY_ERROR_CLOSED);
        check_status(tally_feed_pause(w.feed, 1), TALLY_ERROR_CLOSED);
        check_status(tally_feed_show_page(w.feed, 0, NULL), TALLY_ERROR_CLOSED);
        check_status(tally_feed_hide_page(w.feed, 0), TALLY_ERROR_CLOSED);
        check_status(tally_feed_refresh_now(w.feed, record, &failed, counted, NULL), TALLY_ERROR_CLOSED);
        feed.struct_size = sizeof feed;
        check_status(tally_feed_get(w.feed, &feed, NULL, 0, NULL), TALLY_ERROR_CLOSED);
        check_status(tally_feed_remove(w.feed), TALLY_ERROR_CLOSED);
        check_status(tally_observe(w.scope, w.account, "a", 0, record, &failed, counted, NULL), TALLY_ERROR_CLOSED);
        check_status(tally_observe_total(w.scope, 0, record, &failed, counted, NULL), TALLY_ERROR_CLOSED);
        tally_unobserve(w.scope, token);
        assert_int_equal(failed, 3);
        if (order == 0)
            tally_account_release(w.account);
        tally_feed_release(w.feed);
        if (order == 1)
            tally_account_release(w.account);
        tally_scope_close(w.scope);
        if (order == 2)
            tally_account_release(w.account);
        remove_directory(w.directory);
    }
}

/* Handles may go while the engine is open, in any order; the account stays, and its observers. */
TEST(handles_go_in_any_order, 0)
{
    recorder r = {0};
    tally_account *again;

    world_add_feed(w);
    check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, released, NULL));
    check_ok(tally_badge_set(w->account, "a", 1));
    tally_account_release(w->account);
    tally_feed_release(w->feed);
    w->account = NULL;
    w->feed = NULL;
    check_ok(tally_account_open(w->engine, "ann", NULL, &again));
    check_badge(again, "a", 1, 1);
    check_ok(tally_badge_set(again, "a", 2));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(r.count, 1);
    assert_int_equal(r.events[0].count, 2);
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    tally_account_release(again);
    world_end(w);
    assert_int_equal(r.released, 1);
}

TEST(an_engines_account_is_not_anothers, 0)
{
    world v;
    int failed = 0;

    world_init(&v, 0);
    check_status(tally_observe(w->scope, v.account, "a", 0, record, &failed, counted, NULL), TALLY_ERROR_ARGUMENT);
    assert_int_equal(failed, 1);
    world_end(&v);
}

TEST_ALONE(closing_takes_a_timeout)
{
    world w;
    tally_badge badge;
    tally_account *account;
    int64_t timeouts[] = {0, 1, HANG_SECONDS * 1000, INT64_MAX};
    size_t i;

    check_ok(tally_engine_close(NULL, -1));
    for (i = 0; i < COUNT_OF(timeouts); i++) {
        world_init(&w, WORLD_FILE | (i % 2 ? WORLD_THREAD : 0));
        check_ok(tally_badge_set(w.account, "a", 3));
        tally_scope_close(w.scope);
        account = w.account;
        w.scope = NULL;
        {
            tally_status status = tally_engine_close(w.engine, timeouts[i]);

            assert_true(status == TALLY_OK || (timeouts[i] <= 1 && status == TALLY_ERROR_TIMEOUT));
        }
        /* Whatever the answer, it is closed. */
        check_status(tally_badge_get(account, "a", &badge), TALLY_ERROR_CLOSED);
        tally_account_release(account);
        remove_directory(w.directory);
    }
}

/* Observers that come and go in a scope that stays leave nothing behind. */
TEST(scopes_do_not_grow, 0)
{
    recorder r = {0};
    uint64_t token, first = 0;
    int i;

    for (i = 0; i < (is_valgrind() ? 1000 : 100000); i++) {
        check_ok(tally_observe(w->scope, w->account, "a", 0, record, &r, released, &token));
        assert_true(token != first);
        first = token;
        tally_unobserve(w->scope, token);
        assert_int_equal(r.released, i + 1);
    }
    world_end(w);
    assert_int_equal(r.released, i);
    assert_int_equal(r.count, 0);
}
