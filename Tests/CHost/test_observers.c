/* Several observers of one thing: many need room at the same moment, and those that are left after a removal keep the
 * order of their registration. */
#include "feeds.h"
#include "lists.h"

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
        int badges, totals, syncs; /* Which observers are told. */
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
