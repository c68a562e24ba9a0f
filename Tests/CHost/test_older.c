/* Programs that were compiled with an older header: each option structure ended earlier then, at the end of one of its
 * members, behind the first 8 bytes. What such a program says is what the same structure says with zeros behind it, and
 * nothing behind its end is read, which valgrind and AddressSanitizer see. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SEEN 8192

/* What came of a call: its status, and what can be seen of it. */
typedef struct outcome {
    tally_status status;
    size_t size;
    unsigned char seen[MAX_SEEN];
} outcome;

static void see(outcome *o, const void *bytes, size_t size)
{
    assert_true(o->size + size <= MAX_SEEN);
    memcpy(o->seen + o->size, bytes, size);
    o->size += size;
}

static void see_number(outcome *o, int64_t number) { see(o, &number, sizeof number); }

/* ---- What is done with each structure ---- */

static void ignore_log(void *user_data, int32_t level, const char *text)
{
    (void)user_data;
    (void)level;
    (void)text;
}

static void still_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    (void)user_data;
    *out_wall = CLOCK_START;
    *out_elapsed = 0;
}

static size_t no_zone(void *user_data, const char *name, void *bytes, size_t capacity)
{
    (void)user_data;
    (void)name;
    (void)bytes;
    (void)capacity;
    return 0;
}

static void fill_engine(void *options)
{
    tally_engine_options *o = (tally_engine_options *)options;

    o->flags = TALLY_ENGINE_HOST_DRIVEN;
    o->durability = TALLY_DURABILITY_FULL;
    o->max_depth = 9;
    o->max_path_bytes = 100;
    o->max_nodes = 1000;
    o->max_accounts = 11;
    o->max_feeds = 12;
    o->max_observers = 13;
    o->max_response_bytes = 14;
    o->ca_file = "/nowhere";
    o->user_agent = "older";
    o->clock = still_clock;
    o->clock_user_data = o;
    o->log = ignore_log;
    o->log_user_data = o;
    o->log_level = TALLY_LOG_INFO;
    o->seed = 7;
    o->batch_id_time = 5000;
    o->max_batch_ids = 15;
    o->max_loaded_accounts = 16;
    o->zone = "Europe/Berlin";
    o->zone_file = no_zone;
    o->zone_user_data = o;
}

static void use_engine(const void *options, outcome *o)
{
    tally_engine *engine;
    tally_limits limits;

    o->status = tally_engine_open((const tally_engine_options *)options, &engine);
    if (o->status != TALLY_OK)
        return;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    check_ok(tally_engine_limits(engine, &limits));
    see(o, &limits, sizeof limits);
    check_ok(tally_engine_close(engine, -1));
}

static void fill_account(void *options)
{
    tally_account_options *o = (tally_account_options *)options;

    o->aggregation = TALLY_AGGREGATION_SUM;
    o->feeding = TALLY_FEEDING_UNREAD;
}

static void use_account(const void *options, outcome *o)
{
    world w;
    tally_account *account;
    tally_badge badge;
    tally_message_options message;
    size_t count;

    world_init(&w, 0);
    o->status = tally_account_open(w.engine, "bo", (const tally_account_options *)options, &account);
    if (o->status == TALLY_OK) {
        memset(&message, 0, sizeof message);
        message.struct_size = sizeof message;
        check_ok(tally_badge_set(account, "a", 3));
        check_ok(tally_badge_set(account, "a.b", 2));
        check_ok(tally_message_post(account, "m", &message, NULL));
        check_ok(tally_message_read_path(account, "m", 0, &count));
        check_ok(tally_badge_get(account, "a", &badge));
        see_number(o, (int64_t)badge.count); /* By the aggregation. */
        check_ok(tally_badge_get(account, "m", &badge));
        see_number(o, badge.shows);
        tally_account_release(account);
    }
    world_end(&w);
}

static void fill_batch(void *options)
{
    tally_batch_options *o = (tally_batch_options *)options;

    o->source = "log";
    o->epoch = 3;
    o->position = 7;
    o->id = "one";
}

static void use_batch(const void *options, outcome *o)
{
    world w;
    tally_operation operation;
    uint64_t epoch = 0, position = 0;

    world_init(&w, 0);
    memset(&operation, 0, sizeof operation);
    operation.kind = TALLY_OP_ADD;
    operation.path = "a";
    operation.value = 1;
    o->status = tally_badge_batch(w.account, &operation, 1, (const tally_batch_options *)options, NULL);
    see_number(o, tally_badge_batch(w.account, &operation, 1, (const tally_batch_options *)options, NULL));
    see_number(o, tally_batch_position(w.account, "log", &epoch, &position));
    see_number(o, (int64_t)epoch);
    see_number(o, (int64_t)position);
    world_end(&w);
}

static void fill_style(void *options)
{
    tally_style *o = (tally_style *)options;

    o->fields = TALLY_STYLE_DOT_RADIUS | TALLY_STYLE_MAX_COUNT | TALLY_STYLE_ICON;
    o->dot_radius = 4;
    o->max_count = 50;
    o->icon = "hot";
}

static void use_style(const void *options, outcome *o)
{
    world w;
    tally_style style;
    char icon[256];
    size_t length;

    world_init(&w, 0);
    o->status = tally_style_set(w.account, "a", (const tally_style *)options);
    memset(&style, 0, sizeof style);
    style.struct_size = sizeof style;
    check_ok(tally_style_get(w.account, "a", &style, icon, sizeof icon, &length));
    style.icon = NULL; /* It points into the buffer. */
    see(o, &style, sizeof style);
    see(o, icon, length);
    world_end(&w);
}

static void draw(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)user_data;
    (void)path;
    (void)presentation;
    (void)text;
}

static void fill_view(void *options)
{
    tally_view *o = (tally_view *)options;

    o->show_dot = o->show_number = o->show_icon = o->hide = draw;
}

static void use_view(const void *options, outcome *o)
{
    world w;

    world_init(&w, 0);
    o->status = tally_view_bind(w.scope, w.account, "a", (const tally_view *)options, NULL, NULL, NULL);
    world_end(&w);
}

static void fill_feed(void *options)
{
    tally_feed_options *o = (tally_feed_options *)options;

    o->flags = TALLY_FEED_STOPS_IN_BACKGROUND;
    o->url = "http://127.0.0.1:1/feed";
    o->prefix = "chat";
    o->initial_delay = 5000;
    o->interval = 6000;
    o->request_timeout = 7000;
    o->idle_timeout = 8000;
    o->page_limit = 50;
    o->visible_interval = 9000;
    o->tolerance = 1000;
    o->away_time = 2000;
    o->max_age = 3000;
    o->max_messages = 40;
    o->mapping_preset = "github-notifications";
    o->mapping = "";
    o->memo = "kept";
}

static void use_feed(const void *options, outcome *o)
{
    world w;
    tally_feed *feed;
    tally_feed_state state;
    tally_feed_entry entry;
    char text[1024];
    size_t count, size;

    world_init(&w, 0);
    check_ok(tally_account_log_in(w.account, NULL));
    o->status = tally_feed_add(w.account, "older", (const tally_feed_options *)options, &feed);
    if (o->status == TALLY_OK) {
        check_ok(tally_feed_list(w.account, NULL, 10, &entry, 1, text, sizeof text, &count, &size));
        assert_int_equal(count, 1);
        see(o, &entry, sizeof entry);
        see(o, text, size);
        memset(&state, 0, sizeof state);
        state.struct_size = sizeof state;
        check_ok(tally_feed_get(feed, &state, text, sizeof text, &size));
        see(o, &state, sizeof state); /* When it is asked next, too. */
        tally_feed_release(feed);
    }
    world_end(&w);
}

static void fill_message(void *options)
{
    tally_message_options *o = (tally_message_options *)options;

    o->id = "m1";
    o->title = "title";
    o->body = "body";
    o->kind = "kind";
    o->thread = "thread";
    o->category = "category";
    o->argument = "argument";
    o->time = CLOCK_START - 5;
    o->count = 6;
    o->argument_count = 7;
}

static void use_message(const void *options, outcome *o)
{
    world w;
    tally_message message;
    char text[1024];
    size_t count, size;

    world_init(&w, 0);
    o->status = tally_message_post(w.account, "chat", (const tally_message_options *)options, NULL);
    if (o->status == TALLY_OK) {
        check_ok(tally_message_list(w.account, "chat", 0, 0, 10, &message, 1, text, sizeof text, &count, &size));
        assert_int_equal(count, 1);
        see(o, &message, sizeof message);
        see(o, text, size);
    }
    world_end(&w);
}

static void fill_forms(void *options)
{
    tally_forms *o = (tally_forms *)options;

    o->one = "%u more";
    o->other = "%u more ones";
}

static void use_forms(const void *options, outcome *o)
{
    world w;

    world_init(&w, 0);
    check_ok(tally_category_set(w.account, "c", "more", NULL));
    o->status = tally_strings_set(w.account, "more", "en", (const tally_forms *)options);
    world_end(&w);
}

static void fill_outbox(void *options)
{
    tally_outbox_options *o = (tally_outbox_options *)options;

    o->url = "http://127.0.0.1:1/outbox";
    o->request_timeout = 1000;
    o->idle_timeout = 2000;
}

static void fill_reminder(void *options)
{
    tally_reminder_options *o = (tally_reminder_options *)options;

    o->title = "Milk";
    o->body = "fresh";
    o->path = "fridge";
    o->zone = "UTC";
    o->produced = 20231110;
    o->shelf_life = 60;
    o->shelf_unit = TALLY_UNIT_DAY;
    o->time = 36000;
    o->smart = TALLY_SMART_OFF;
    o->repeat_unit = TALLY_UNIT_DAY;
    o->repeat_every = 2;
    o->end = 20231220;
    o->start = 20231111;
    o->overdue_unit = TALLY_UNIT_DAY;
    o->overdue_every = 3;
    o->overdue_limit = 4;
}

static void list_reminders(world *w, outcome *o)
{
    tally_reminder reminder;
    char text[1024];
    size_t count, size;

    check_ok(tally_reminder_list(w->account, NULL, 10, &reminder, 1, text, sizeof text, &count, &size));
    see(o, &reminder, sizeof reminder * count);
    see(o, text, size);
}

static void use_reminder(const void *options, outcome *o)
{
    world w;

    world_init(&w, 0);
    o->status = tally_reminder_put(w.account, "milk", (const tally_reminder_options *)options);
    list_reminders(&w, o);
    world_end(&w);
}

static void put_reminder(world *w, const char *id)
{
    tally_reminder_options whole;

    memset(&whole, 0, sizeof whole);
    whole.struct_size = sizeof whole;
    fill_reminder(&whole);
    whole.title = id;
    whole.time = TALLY_MIDNIGHT;
    check_ok(tally_reminder_put(w->account, id, &whole));
}

static void see_request(void *user_data, const tally_request *request)
{
    outcome *o = (outcome *)user_data;

    see_number(o, request->kind);
    see_number(o, request->request_timeout);
    see_number(o, request->idle_timeout);
    see(o, request->url, strlen(request->url));
}

/* The row of a reminder is sent where the URL says. */
static void use_outbox(const void *options, outcome *o)
{
    world w;

    world_init(&w, 0);
    check_ok(tally_transport_set(w.engine, see_request, o, NULL));
    check_ok(tally_account_log_in(w.account, NULL));
    o->status = tally_outbox_configure(w.account, (const tally_outbox_options *)options);
    put_reminder(&w, "milk");
    check_ok(tally_step(w.engine));
    fake_clock_advance(&w.clock, 5000);
    check_ok(tally_step(w.engine));
    world_end(&w);
}

static void use_reminder_edit(const void *options, outcome *o)
{
    world w;

    world_init(&w, 0);
    put_reminder(&w, "milk");
    o->status = tally_reminder_edit(w.account, "milk", (const tally_reminder_options *)options);
    list_reminders(&w, o);
    world_end(&w);
}

static void fill_plan(void *options)
{
    tally_plan_options *o = (tally_plan_options *)options;

    o->flags = TALLY_PLAN_ANEW;
    o->limit = 5;
    o->reserve = 3;
}

static void use_plan(const void *options, outcome *o)
{
    world w;
    tally_plan_entry entries[100];
    char text[MAX_SEEN];
    size_t count, size;

    world_init(&w, 0);
    check_ok(tally_account_log_in(w.account, NULL));
    put_reminder(&w, "milk");
    put_reminder(&w, "eggs");
    o->status = tally_reminder_plan(w.account, (const tally_plan_options *)options, entries, COUNT_OF(entries), text,
                                    sizeof text, &count, &size, NULL);
    see_number(o, (int64_t)count);
    world_end(&w);
}

/* ---- The structures, and where they ended ---- */

#define END(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

static const size_t engine_ends[] = {
    END(tally_engine_options, flags), END(tally_engine_options, file), END(tally_engine_options, durability),
    END(tally_engine_options, max_depth), END(tally_engine_options, max_path_bytes),
    END(tally_engine_options, max_nodes), END(tally_engine_options, max_accounts),
    END(tally_engine_options, max_feeds), END(tally_engine_options, max_observers),
    END(tally_engine_options, max_response_bytes), END(tally_engine_options, ca_file),
    END(tally_engine_options, user_agent), END(tally_engine_options, clock),
    END(tally_engine_options, clock_user_data), END(tally_engine_options, log),
    END(tally_engine_options, log_user_data), END(tally_engine_options, log_level),
    END(tally_engine_options, reserved0), END(tally_engine_options, seed), END(tally_engine_options, batch_id_time),
    END(tally_engine_options, max_batch_ids), END(tally_engine_options, max_loaded_accounts),
    END(tally_engine_options, zone), END(tally_engine_options, zone_file), END(tally_engine_options, zone_user_data),
    END(tally_engine_options, reserved),
};
static const size_t account_ends[] = {
    END(tally_account_options, flags), END(tally_account_options, aggregation), END(tally_account_options, feeding),
    END(tally_account_options, reserved),
};
static const size_t batch_ends[] = {
    END(tally_batch_options, flags), END(tally_batch_options, source), END(tally_batch_options, epoch),
    END(tally_batch_options, position), END(tally_batch_options, id), END(tally_batch_options, reserved),
};
static const size_t style_ends[] = {
    END(tally_style, fields), END(tally_style, dot_radius), END(tally_style, offset_x), END(tally_style, offset_y),
    END(tally_style, font_size), END(tally_style, font_weight), END(tally_style, text_color),
    END(tally_style, background_color), END(tally_style, overflow), END(tally_style, max_count),
    END(tally_style, icon), END(tally_style, reserved),
};
static const size_t view_ends[] = {
    END(tally_view, flags), END(tally_view, show_dot), END(tally_view, show_number), END(tally_view, show_icon),
    END(tally_view, hide),
};
static const size_t feed_ends[] = {
    END(tally_feed_options, flags), END(tally_feed_options, url), END(tally_feed_options, prefix),
    END(tally_feed_options, initial_delay), END(tally_feed_options, interval),
    END(tally_feed_options, request_timeout), END(tally_feed_options, idle_timeout),
    END(tally_feed_options, page_limit), END(tally_feed_options, preset), END(tally_feed_options, visible_interval),
    END(tally_feed_options, tolerance), END(tally_feed_options, away_time), END(tally_feed_options, max_age),
    END(tally_feed_options, max_messages), END(tally_feed_options, reserved),
    END(tally_feed_options, mapping_preset), END(tally_feed_options, mapping), END(tally_feed_options, memo),
};
static const size_t message_ends[] = {
    END(tally_message_options, flags), END(tally_message_options, id), END(tally_message_options, title),
    END(tally_message_options, body), END(tally_message_options, kind), END(tally_message_options, thread),
    END(tally_message_options, category), END(tally_message_options, argument), END(tally_message_options, time),
    END(tally_message_options, count), END(tally_message_options, argument_count),
    END(tally_message_options, reserved),
};
static const size_t forms_ends[] = {
    END(tally_forms, flags), END(tally_forms, zero), END(tally_forms, one), END(tally_forms, two),
    END(tally_forms, few), END(tally_forms, many), END(tally_forms, other),
};
static const size_t outbox_ends[] = {
    END(tally_outbox_options, flags), END(tally_outbox_options, url), END(tally_outbox_options, request_timeout),
    END(tally_outbox_options, idle_timeout), END(tally_outbox_options, reserved),
};
static const size_t reminder_ends[] = {
    END(tally_reminder_options, flags), END(tally_reminder_options, title), END(tally_reminder_options, body),
    END(tally_reminder_options, path), END(tally_reminder_options, zone), END(tally_reminder_options, produced),
    END(tally_reminder_options, shelf_life), END(tally_reminder_options, shelf_unit),
    END(tally_reminder_options, time), END(tally_reminder_options, smart), END(tally_reminder_options, repeat_unit),
    END(tally_reminder_options, repeat_every), END(tally_reminder_options, end), END(tally_reminder_options, start),
    END(tally_reminder_options, overdue_unit), END(tally_reminder_options, overdue_every),
    END(tally_reminder_options, overdue_limit), END(tally_reminder_options, reserved),
};
static const size_t plan_ends[] = {
    END(tally_plan_options, flags), END(tally_plan_options, limit), END(tally_plan_options, reserve),
    END(tally_plan_options, reserved),
};

/* The size that it had in each version, and the least that the header asks for: below it, the answer is ARGUMENT. */
typedef struct option_structure {
    const char *name;
    const size_t *ends;
    size_t end_count;
    size_t size;
    size_t size_0_1;
    size_t least;
    void (*fill)(void *options);
    void (*use)(const void *options, outcome *o);
} option_structure;

#define STRUCTURE(type, ends, size_0_1, least, fill, use) \
    {#type, ends, COUNT_OF(ends), sizeof(type), size_0_1, least, fill, use}

/* Where pointers have 64 bits. */
static const option_structure structures[] = {
    STRUCTURE(tally_engine_options, engine_ends, 176, 8, fill_engine, use_engine),
    STRUCTURE(tally_account_options, account_ends, 48, 8, fill_account, use_account),
    STRUCTURE(tally_batch_options, batch_ends, 64, 8, fill_batch, use_batch),
    STRUCTURE(tally_style, style_ends, 88, END(tally_style, icon), fill_style, use_style),
    STRUCTURE(tally_view, view_ends, 40, END(tally_view, hide), fill_view, use_view),
    STRUCTURE(tally_feed_options, feed_ends, 152, 8, fill_feed, use_feed),
    STRUCTURE(tally_message_options, message_ends, 96, 8, fill_message, use_message),
    STRUCTURE(tally_forms, forms_ends, 56, 8, fill_forms, use_forms),
    STRUCTURE(tally_outbox_options, outbox_ends, 48, 8, fill_outbox, use_outbox),
    STRUCTURE(tally_reminder_options, reminder_ends, 120, 8, fill_reminder, use_reminder),
    STRUCTURE(tally_reminder_options, reminder_ends, 120, 8, fill_reminder, use_reminder_edit),
    STRUCTURE(tally_plan_options, plan_ends, 32, 8, fill_plan, use_plan),
};

/* The first `size` bytes of the filled structure: alone (shorter than today's), or with zeros behind them. */
static void run(const option_structure *s, size_t size, int is_alone, outcome *o)
{
    unsigned char *whole = (unsigned char *)calloc(1, s->size);
    unsigned char *options = (unsigned char *)calloc(1, is_alone ? size : s->size);
    uint32_t struct_size = (uint32_t)(is_alone ? size : s->size);

    assert_non_null(whole);
    assert_non_null(options);
    s->fill(whole);
    memcpy(options, whole, size);
    memcpy(options, &struct_size, sizeof struct_size);
    memset(o, 0, sizeof *o);
    s->use(options, o);
    free(options);
    free(whole);
}

static void check_older(const option_structure *s, size_t size)
{
    static outcome alone, filled_up;

    run(s, size, 1, &alone);
    if (size < s->least) {
        if (alone.status != TALLY_ERROR_ARGUMENT)
            fail_msg("%s of %d bytes: %s", s->name, (int)size, tally_status_name(alone.status));
        return;
    }
    run(s, size, 0, &filled_up);
    if (alone.status != filled_up.status)
        fail_msg("%s of %d bytes: %s, but with zeros behind it %s", s->name, (int)size,
                 tally_status_name(alone.status), tally_status_name(filled_up.status));
    if (alone.size != filled_up.size || memcmp(alone.seen, filled_up.seen, alone.size) != 0)
        fail_msg("%s of %d bytes does not do the same as with zeros behind it", s->name, (int)size);
}

static void an_older_structure_is_filled_up_with_defaults(void **state)
{
    size_t i, k;

    (void)state;
    for (i = 0; i < COUNT_OF(structures); i++)
        for (k = 0; k < structures[i].end_count; k++)
            check_older(&structures[i], structures[i].ends[k]);
}

/* The lists above say where each structure ends today; what it has at its whole length is accepted. */
static void the_whole_structure_is_accepted(void **state)
{
    static outcome o;
    size_t i;

    (void)state;
    for (i = 0; i < COUNT_OF(structures); i++) {
        const option_structure *s = &structures[i];

        if (s->ends[0] != 8 || s->ends[s->end_count - 1] != s->size)
            fail_msg("%s: its members are not all listed", s->name);
        run(s, s->size, 1, &o);
        if (o.status != TALLY_OK)
            fail_msg("%s: %s", s->name, tally_status_name(o.status));
    }
}

/* Programs of each version. */
static void each_version_is_accepted(void **state)
{
    static outcome o;
    size_t i;

    (void)state;
    if (sizeof(void *) != 8)
        skip();
    for (i = 0; i < COUNT_OF(structures); i++) {
        run(&structures[i], structures[i].size_0_1, 1, &o);
        if (o.status != TALLY_OK)
            fail_msg("%s of version 0.1: %s", structures[i].name, tally_status_name(o.status));
    }
}

/* What each member says is heard: a structure that ends before it does something else, or is refused. */
static void what_is_cut_off_is_missed(void **state)
{
    static outcome least, whole;
    size_t i;

    (void)state;
    for (i = 0; i < COUNT_OF(structures); i++) {
        run(&structures[i], 8, 1, &least);
        run(&structures[i], structures[i].size, 1, &whole);
        if (least.status == whole.status && least.size == whole.size &&
            memcmp(least.seen, whole.seen, whole.size) == 0)
            fail_msg("%s: the test does not see what it says", structures[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_older_structure_is_filled_up_with_defaults),
        cmocka_unit_test(the_whole_structure_is_accepted),
        cmocka_unit_test(each_version_is_accepted),
        cmocka_unit_test(what_is_cut_off_is_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
