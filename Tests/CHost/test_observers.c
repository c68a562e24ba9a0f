/* Several observers of one thing: many need room at the same moment, and those that are left after a removal keep the
 * order of their registration. */
#include "feeds.h"
#include "lists.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

/* ---- Many observers of one change, which need room at the same moment ---- */

enum { MANY = 300 };

static tally_account *bo;

static void cause_log_in(world *w) { (void)w; check_ok(tally_account_log_in(bo)); }
static void cause_log_out(world *w) { check_ok(tally_account_log_out(w->account)); }
static void cause_set(world *w) { check_ok(tally_badge_set(w->account, "a", 7)); }
static void cause_clear(world *w) { check_ok(tally_badge_clear(w->account, "root.x")); }
static void cause_clear_tree(world *w) { check_ok(tally_badge_clear_tree(w->account, "root")); }
static void cause_mute(world *w) { check_ok(tally_badge_mute(w->account, "root.x", TALLY_MUTE_ALL, TALLY_FOREVER)); }
static void cause_post(world *w) { check_ok(tally_message_post(w->account, "in", NULL, NULL)); }

static void cause_end(world *w)
{
    fake_clock_advance(&w->clock, 1000);
    check_ok(tally_engine_step(w->engine));
}

static void cause_page(world *w)
{
    static const char page[] = PAGE("1", "{\"id\":\"1\",\"path\":\"in\"}", "");

    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

static void cause_batch(world *w)
{
    tally_operation o = {.kind = TALLY_OP_SET, .path = "a", .value = 7};
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

    check_ok(tally_badge_batch(w->account, &o, 1, &options, NULL));
}

static void cause_items(world *w)
{
    tally_operation o = {.kind = TALLY_OP_SET, .path = "a", .value = 7};
    tally_item item = {.account = "ann", .operations = &o, .count = 1};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;

    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
}

static void cause_restore(world *w)
{
    tally_snapshot *snapshot;

    check_ok(tally_snapshot_take(bo, "root", &snapshot));
    check_ok(tally_badge_restore(w->account, "root", snapshot));
    tally_snapshot_release(snapshot);
}

static void cause_removal(world *w) { check_ok(tally_account_remove(w->engine, "ann")); }

static void count_event(void *user_data, const tally_event *event, const char *text)
{
    (void)text;
    ((int *)user_data)[event->kind] += 1;
}

TEST_ALONE(many_observers_of_one_change)
{
    static const struct {
        void (*cause)(world *w);
        int badges, totals, syncs; /* Which observers have an event. */
    } rows[] = {
        {cause_log_in, 0, 1, 0},   {cause_log_out, 0, 1, 0}, {cause_set, 1, 1, 0},     {cause_clear, 1, 1, 0},
        {cause_clear_tree, 1, 1, 0}, {cause_mute, 1, 1, 0},  {cause_post, 1, 1, 0},    {cause_end, 1, 1, 0},
        {cause_page, 1, 1, 1},     {cause_batch, 1, 1, 0},   {cause_items, 1, 1, 0},   {cause_restore, 1, 1, 0},
        {cause_removal, 1, 1, 0},
    };
    static int told[MANY][TALLY_EVENT_REMINDER + 1];
    tally_account_options sum = {.struct_size = sizeof sum, .aggregation = TALLY_AGGREGATION_SUM};
    size_t row;
    int i;

    for (row = 0; row < 2 * COUNT_OF(rows); row++) {
        size_t r = row / 2;
        world w;

        memset(told, 0, sizeof told);
        world_init(&w, WORLD_SUM | (row % 2 ? WORLD_FILE : 0));
        world_add_feed(&w);
        check_ok(tally_account_open(w.engine, "bo", &sum, &bo));
        check_ok(tally_badge_set(bo, "a", 9));
        check_ok(tally_badge_set(w.account, "x", 3));
        check_ok(tally_badge_set_until(w.account, "y", 5, w.clock.wall + 1000));
        for (i = 0; i < MANY; i++) {
            check_ok(tally_observe(w.scope, w.account, "root", 0, count_event, told[i], NULL, NULL));
            check_ok(tally_observe_total(w.scope, 0, count_event, told[i], NULL, NULL));
            if (rows[r].syncs > 0) /* Its event has room before it comes. */
                check_ok(tally_observe_feed(w.scope, w.feed, 0, count_event, told[i], NULL, NULL));
        }
        rows[r].cause(&w);
        check_ok(tally_engine_dispatch(w.engine, TALLY_NO_LIMIT, NULL));
        for (i = 0; i < MANY; i++)
            if (told[i][TALLY_EVENT_BADGE] != rows[r].badges || told[i][TALLY_EVENT_TOTAL] != rows[r].totals ||
                told[i][TALLY_EVENT_SYNCED] != rows[r].syncs)
                fail_msg("row %d, observer %d: %d of the badge, %d of the total, %d of the feed", (int)r, i,
                         told[i][TALLY_EVENT_BADGE], told[i][TALLY_EVENT_TOTAL], told[i][TALLY_EVENT_SYNCED]);
        tally_account_release(bo);
        world_end(&w);
    }
}

/* ---- The order of registration, when the first observer has gone ---- */

static int order[8], ordered;

static void note_order(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    require(ordered < 8);
    order[ordered++] = *(int *)user_data;
}

static void draw_order(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)path;
    (void)presentation;
    note_order(user_data, NULL, text);
}

static void cause_group(world *w)
{
    tally_message_options options = {.struct_size = sizeof options, .thread = "t"};

    check_ok(tally_message_post(w->account, "in", &options, NULL));
}

static void cause_firing(world *w)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;

    options.fields = TALLY_REMINDER_FIELD_SHELF_LIFE;
    options.shelf_life = 1;
    options.shelf_unit = TALLY_UNIT_DAY;
    check_ok(reminder_put(w->account, "r", &options));
    fake_clock_advance(&w->clock, INT64_C(3) * 86400000);
    check_ok(tally_engine_step(w->engine));
}

enum { PATH, SUBTREE, WIDGET, TOTAL, FEED, FEEDS, MESSAGES, DEEP_MESSAGES, GROUPS, REMINDERS, ALL_KINDS };

static uint64_t observe_in_order(world *w, int kind, int *number)
{
    static const tally_widget widget = {sizeof widget, 0u, draw_order, draw_order, draw_order, draw_order};
    tally_event_callback told = note_order;
    uint64_t token = 0;
    tally_status status = TALLY_OK;

    switch (kind) {
    case PATH: status = tally_observe(w->scope, w->account, "root", 0, told, number, NULL, &token); break;
    case SUBTREE: status = tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, told, number, NULL, &token); break;
    case WIDGET: status = tally_widget_bind(w->scope, w->account, "a", &widget, number, NULL, &token); break;
    case TOTAL: status = tally_observe_total(w->scope, 0, told, number, NULL, &token); break;
    case FEED: status = tally_observe_feed(w->scope, w->feed, 0, told, number, NULL, &token); break;
    case FEEDS: status = tally_observe_feeds(w->scope, w->account, 0, told, number, NULL, &token); break;
    case MESSAGES: status = tally_observe_messages(w->scope, w->account, "in", 0, told, number, NULL, &token); break;
    case DEEP_MESSAGES:
        status = tally_observe_messages(w->scope, w->account, "root", TALLY_SUBTREE, told, number, NULL, &token);
        break;
    case GROUPS: status = tally_observe_groups(w->scope, w->account, 0, told, number, NULL, &token); break;
    default: status = tally_observe_reminders(w->scope, w->account, 0, told, number, NULL, &token);
    }
    check_ok(status);
    return token;
}

TEST_ALONE(the_order_of_registration_outlives_a_removal)
{
    static void (*const causes[ALL_KINDS])(world *w) = {cause_set,  cause_set,  cause_set,  cause_set,   cause_page,
                                                        cause_page, cause_post, cause_post, cause_group, cause_firing};
    int numbers[4] = {0, 1, 2, 3}, kind, removed, i;

    for (kind = 0; kind < ALL_KINDS; kind++)
        for (removed = 0; removed < (int)COUNT_OF(numbers); removed++) {
            uint64_t tokens[4];
            world w;

            world_init(&w, WORLD_SUM);
            world_add_feed(&w);
            for (i = 0; i < (int)COUNT_OF(numbers); i++)
                tokens[i] = observe_in_order(&w, kind, &numbers[i]);
            tally_unobserve(w.scope, tokens[removed]);
            check_ok(tally_engine_dispatch(w.engine, TALLY_NO_LIMIT, NULL));
            ordered = 0;
            causes[kind](&w);
            check_ok(tally_engine_dispatch(w.engine, TALLY_NO_LIMIT, NULL));
            if (ordered != 3)
                fail_msg("kind %d: %d calls", kind, ordered);
            for (i = 0; i < ordered; i++)
                if (order[i] != i + (i >= removed))
                    fail_msg("kind %d, without %d: %d is called as number %d", kind, removed, order[i], i);
            world_end(&w);
        }
}

/* ---- A scope whose observers come and go ---- */

enum { LIVING = 90 };

static struct visitor {
    uint64_t token;
    int calls, released;
} visitors[LIVING];

static void visit(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    ((struct visitor *)user_data)->calls++;
}

static void count_release(void *user_data) { ((struct visitor *)user_data)->released++; }

/* However many came and went before, closing the scope ends those that are left, and each one's data is released. */
TEST(a_scope_ends_all_of_its_observers, 0)
{
    uint64_t state = 1;
    tally_stats stats = TALLY_STATS_INIT;
    tally_scope *scope;
    int turn, i, living = 0;

    check_ok(tally_scope_open(w->engine, &scope));
    for (turn = 0; turn < 3000; turn++) {
        struct visitor *v;

        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        v = &visitors[(state >> 33) % LIVING];
        if (v->token == 0) {
            v->calls = v->released = 0;
            check_ok(tally_observe(scope, w->account, "a", 0, visit, v, count_release, &v->token));
            living++;
        } else if (living > LIVING / 3 || turn % 2 == 0) {
            tally_unobserve(scope, v->token);
            v->token = 0;
            living--;
            assert_int_equal(v->released, 1);
        }
    }
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_engine_dispatch(w->engine, TALLY_NO_LIMIT, NULL));
    for (i = 0; i < LIVING; i++)
        assert_true(visitors[i].token == 0 || (visitors[i].calls == 1 && visitors[i].released == 0));
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_int_equal(stats.observers, living);
    tally_scope_close(scope);
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_engine_dispatch(w->engine, TALLY_NO_LIMIT, NULL));
    for (i = 0; i < LIVING; i++)
        assert_true(visitors[i].token == 0 || (visitors[i].calls == 1 && visitors[i].released == 1));
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_int_equal(stats.observers, 0);
    memset(visitors, 0, sizeof visitors);
}

/* ---- Which observers are the same ---- */

static void draw_other(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    draw_order(user_data, path, presentation, text);
}

/* The same user data, but another function, path, flag, account or scope: another observer. */
TEST(what_makes_an_observer_another_one, 0)
{
    static const tally_widget widgets[] = {
        {sizeof(tally_widget), 0u, draw_order, draw_order, draw_order, draw_order},
        {sizeof(tally_widget), 0u, draw_other, draw_order, draw_order, draw_order},
        {sizeof(tally_widget), 0u, draw_order, draw_other, draw_order, draw_order},
        {sizeof(tally_widget), 0u, draw_order, draw_order, draw_other, draw_order},
        {sizeof(tally_widget), 0u, draw_order, draw_order, draw_order, draw_other},
    };
    uint64_t tokens[16], again;
    tally_account *other;
    tally_scope *scope;
    int numbers[2] = {0}, *number = numbers;
    size_t count = 0, i, k;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_scope_open(w->engine, &scope));
    for (i = 0; i < COUNT_OF(widgets); i++)
        check_ok(tally_widget_bind(w->scope, w->account, "a", &widgets[i], number, NULL, &tokens[count++]));
    check_ok(tally_widget_bind(scope, w->account, "a", &widgets[0], number, NULL, &tokens[count++]));
    check_ok(tally_widget_bind(w->scope, other, "a", &widgets[0], number, NULL, &tokens[count++]));
    check_ok(tally_widget_bind(w->scope, w->account, "b", &widgets[0], number, NULL, &tokens[count++]));
    check_ok(tally_observe(w->scope, w->account, "a", 0, note_order, number, NULL, &tokens[count++]));
    check_ok(tally_observe(w->scope, w->account, "a", TALLY_SUBTREE, note_order, number, NULL, &tokens[count++]));
    check_ok(tally_observe(w->scope, w->account, "a", 0, note_order, &numbers[1], NULL, &tokens[count++]));
    check_ok(tally_observe_messages(w->scope, w->account, "a", 0, note_order, number, NULL, &tokens[count++]));
    check_ok(tally_observe_total(w->scope, 0, note_order, number, NULL, &tokens[count++]));
    for (i = 0; i < count; i++)
        for (k = 0; k < i; k++)
            assert_true(tokens[i] != tokens[k]);
    for (i = 0; i < COUNT_OF(widgets); i++) {
        check_ok(tally_widget_bind(w->scope, w->account, "a", &widgets[i], number, NULL, &again));
        assert_true(again == tokens[i]);
    }
    /* Without a callback each one is another. */
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, &tokens[0]));
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, &again));
    assert_true(again != tokens[0]);
    tally_scope_close(scope);
    tally_account_release(other);
}

/* ---- Events that are dropped ---- */

static int is_readable(world *w)
{
    struct pollfd wait = {.events = POLLIN};
    intptr_t descriptor;

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    wait.fd = (int)descriptor;
    return poll(&wait, 1, 0) == 1;
}

/* A descriptor is readable while events are pending. When the last one is dropped, it no longer is, and the next one
 * makes it readable again. */
TEST_ALONE(without_its_last_event_a_descriptor_is_quiet)
{
    enum { UNOBSERVED, CLOSED, FEED_REMOVED, TAKEN, DISPATCHED, WAYS };
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_event event = TALLY_EVENT_INIT;
    char text[64];
    int way, number = 0;

    for (way = 0; way < WAYS; way++) {
        uint64_t token;
        tally_scope *scope;
        world w;

        world_init(&w, WORLD_THREAD);
        check_ok(tally_scope_open(w.engine, &scope));
        options.url = w.page_url;
        check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
        check_ok(tally_account_log_in(w.account));
        assert_false(is_readable(&w));
        ordered = 0;
        if (way == FEED_REMOVED)
            cause_page(&w);
        else
            check_ok(tally_observe(scope, w.account, "a", TALLY_OBSERVE_INITIAL, way == DISPATCHED ? note_order : NULL,
                                   way == DISPATCHED ? &number : NULL, NULL, &token));
        assert_true(is_readable(&w));
        if (way == UNOBSERVED)
            tally_unobserve(scope, token);
        else if (way == FEED_REMOVED)
            check_ok(tally_feed_remove(w.feed));
        else if (way == TAKEN)
            check_ok(tally_engine_next_event(w.engine, TALLY_NO_WAIT, &event, text, sizeof text));
        else if (way == DISPATCHED)
            check_ok(tally_engine_dispatch(w.engine, TALLY_NO_LIMIT, NULL));
        if (way == CLOSED)
            tally_scope_close(scope);
        if (is_readable(&w))
            fail_msg("way %d: the descriptor is readable", way);
        check_ok(tally_observe_total(w.scope, TALLY_OBSERVE_INITIAL, NULL, NULL, NULL, NULL));
        assert_true(is_readable(&w));
        if (way != CLOSED)
            tally_scope_close(scope);
        world_end(&w);
    }
}

/* ---- Nodes ---- */

/* An observer of a path without a badge keeps its node, and no longer than it lives: nodes do not become more. */
TEST_ALONE(nodes_go_with_their_observers)
{
    enum { AT_PATH, BELOW, DRAWN, OF_MESSAGES, OF_DEEP_MESSAGES, VIEWED, WAYS };
    static const tally_widget widget = {sizeof widget, 0u, draw_order, draw_order, draw_order, draw_order};
    int way, i;

    for (way = 0; way < WAYS; way++) {
        tally_stats stats = TALLY_STATS_INIT;
        world w;

        world_init(&w, WORLD_FILE);
        for (i = 0; i < 4000; i++) {
            uint64_t token = 0;
            char path[32];
            int number = 0;

            snprintf(path, sizeof path, "some.p%d.deep", i);
            switch (way) {
            case AT_PATH: check_ok(tally_observe(w.scope, w.account, path, 0, NULL, NULL, NULL, &token)); break;
            case BELOW:
                check_ok(tally_observe(w.scope, w.account, path, TALLY_SUBTREE, NULL, NULL, NULL, &token));
                break;
            case DRAWN: check_ok(tally_widget_bind(w.scope, w.account, path, &widget, &number, NULL, &token)); break;
            case VIEWED: check_ok(tally_view_begin(w.scope, w.account, path, 0, &token)); break;
            default:
                check_ok(tally_observe_messages(w.scope, w.account, path, way == OF_MESSAGES ? 0 : TALLY_SUBTREE, NULL,
                                                NULL, NULL, &token));
            }
            tally_unobserve(w.scope, token);
        }
        check_ok(tally_engine_get_stats(w.engine, 0, &stats));
        if (stats.nodes > 2500 || stats.events != 0 || stats.observers != 0)
            fail_msg("way %d: %d nodes, %d events, %d observers", way, (int)stats.nodes, (int)stats.events,
                     (int)stats.observers);
        world_end(&w);
    }
}
