/* Reminders: what is planned by calendars and zones, what fires, what is missed, and what edits make of it. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)
#define CAPACITY 256
#define TEXTS 65536

/* ---- Helpers ---- */

static const char *device_zone;

static void set_zone(tally_engine_options *options) { options->zone = device_zone; }

static void open_at(world *w, const char *zone, int64_t wall, unsigned flags)
{
    device_zone = zone;
    w->configure = set_zone;
    w->clock.wall = wall;
    world_open(w, flags);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_engine_step(w->engine));
}

static tally_reminder_options options_of(int32_t produced, int32_t life, int32_t unit, int32_t time)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .produced = produced, .shelf_life = life, .shelf_unit = unit, .time_of_day = time,
    };

    return options;
}

/* One that is not smart: every `every` of a unit, from a day through another. */
static tally_reminder_options repeating(int32_t unit, int32_t every, int32_t start, int32_t end, int32_t time,
                                        const char *zone)
{
    tally_reminder_options options = options_of(20240101, 20, TALLY_UNIT_YEAR, time);

    options.smart = TALLY_SMART_OFF;
    options.repeat_unit = unit;
    options.repeat_every = every;
    options.start = start;
    options.end = end;
    options.zone = zone;
    return options;
}

static void put(world *w, const char *id, tally_reminder_options options)
{
    check_ok(reminder_put(w->account, id, &options));
}

typedef struct plan {
    tally_plan_entry entries[CAPACITY];
    char text[TEXTS];
    size_t count, size;
    size_t disarmed, armed;
    tally_plan summary;
} plan;

static plan *planned;

/* Without a confirmation. */
static plan *look_with(world *w, uint32_t flags, uint32_t limit)
{
    tally_plan_options options = {.struct_size = sizeof options, .flags = flags, .limit = limit};
    int64_t last = 0;

    if (planned == NULL)
        planned = (plan *)malloc(sizeof *planned);
    require(planned != NULL);
    memset(&planned->summary, 0, sizeof planned->summary);
    planned->summary.struct_size = sizeof planned->summary;
    check_ok(reminder_look(w->account, &options, planned->entries, CAPACITY, planned->text, TEXTS, &planned->count,
                           &planned->size, &planned->summary));
    assert_int_not_equal(planned->summary.token, 0);
    planned->disarmed = planned->armed = 0;
    for (size_t index = 0; index < planned->count; index += 1) {
        const tally_plan_entry *entry = &planned->entries[index];

        assert_true(entry->id > 0);
        if (entry->action == TALLY_PLAN_ACTION_DISARM) {
            assert_int_equal(planned->armed, 0);
            planned->disarmed += 1;
        } else {
            assert_int_equal(entry->action, TALLY_PLAN_ACTION_ARM);
            assert_true(entry->time >= last && entry->time > w->clock.wall);
            last = entry->time;
            planned->armed += 1;
        }
    }
    return planned;
}

static plan *look(world *w) { return look_with(w, 0, 0); }

static plan *make_plan_with(world *w, uint32_t flags, uint32_t limit)
{
    plan *p = look_with(w, flags, limit);

    check_ok(tally_reminder_confirm_plan(w->account, p->summary.token));
    return p;
}

static plan *make_plan(world *w) { return make_plan_with(w, 0, 0); }

static const tally_plan_entry *armed(const plan *p, size_t index) { return &p->entries[p->disarmed + index]; }

static tally_reminder find(world *w, const char *id)
{
    tally_reminder entries[8];
    char text[4096];
    size_t count, size;

    assert_true(reminder_list(w->account, NULL, 8, entries, 8, text, sizeof text, &count, &size) >= 0);
    for (size_t index = 0; index < count; index += 1)
        if (strcmp(text + entries[index].id.offset, id) == 0)
            return entries[index];
    fail_msg("there is no reminder %s", id);
    return entries[0];
}

/* Steps, and takes all events: how many REMINDER there were, and the last of them. */
static int fired(world *w, tally_event *last)
{
    tally_event event;
    char text[256];
    int count = 0;

    check_ok(tally_engine_step(w->engine));
    while (1) {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        if (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) != TALLY_OK)
            return count;
        if (event.kind != TALLY_EVENT_REMINDER)
            continue;
        count += 1;
        if (last != NULL)
            *last = event;
    }
}

static int go_to(world *w, int64_t wall, tally_event *last)
{
    fake_clock_advance(&w->clock, wall - w->clock.wall);
    return fired(w, last);
}

/* How many rows of a kind the log has. */
static int noted(world *w, int32_t kind)
{
    tally_reminder_note notes[1000];
    char text[32768];
    size_t count, size;
    int found = 0;

    check_ok(reminder_log(w->account, 0, 1000, notes, 1000, text, sizeof text, &count, &size));
    for (size_t index = 0; index < count; index += 1) {
        assert_true(index == 0 || notes[index].id == notes[index - 1].id + 1);
        if (notes[index].kind == kind)
            found += 1;
    }
    return found;
}

/* ---- The calendar ---- */

TEST(expiry_dates, WORLD_CLOSED)
{
    static const struct {
        int32_t produced, life, unit, expiry, span, is_smart;
    } cases[] = {
        {20260131, 1, TALLY_UNIT_MONTH, 20260228, 28, 1},   {20240131, 1, TALLY_UNIT_MONTH, 20240229, 29, 1},
        {20240229, 1, TALLY_UNIT_YEAR, 20250228, 365, 0},   {20240229, 4, TALLY_UNIT_YEAR, 20280229, 1461, 0},
        {20260831, 6, TALLY_UNIT_MONTH, 20270228, 181, 0},  {20260831, 18, TALLY_UNIT_MONTH, 20280229, 547, 0},
        {20261130, 90, TALLY_UNIT_DAY, 20270228, 90, 0},    {21000131, 1, TALLY_UNIT_MONTH, 21000228, 28, 1},
        {20260301, 30, TALLY_UNIT_DAY, 20260331, 30, 1},    {20260301, 31, TALLY_UNIT_DAY, 20260401, 31, 0},
        {20260201, 1, TALLY_UNIT_MONTH, 20260301, 28, 1},   {20260401, 1, TALLY_UNIT_MONTH, 20260501, 30, 1},
        {20260101, 1, TALLY_UNIT_MONTH, 20260201, 31, 0},
    };

    open_at(w, "UTC", INT64_C(1767225600000), 0);
    for (size_t index = 0; index < COUNT_OF(cases); index += 1) {
        tally_reminder_options options =
            options_of(cases[index].produced, cases[index].life, cases[index].unit, 32400);
        tally_reminder found;

        if (!cases[index].is_smart) {
            check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_ARGUMENT);
            check_message("repetition and an end");
            options.repeat_unit = TALLY_UNIT_WEEK;
            check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_ARGUMENT);
            check_message("an end has to be given");
            options.end = 21050101;
        }
        put(w, "milk", options);
        found = find(w, "milk");
        assert_int_equal(found.expiry, cases[index].expiry);
        assert_int_equal(found.span, cases[index].span);
        assert_int_equal(found.is_smart, cases[index].is_smart);
        check_ok(tally_reminder_remove(w->account, "milk"));
    }
}

typedef struct zone_case {
    const char *name, *zone;
    int32_t unit, every, start, time;
    int64_t now;
    int64_t expected[5];
} zone_case;

static const zone_case zone_cases[] = {
    {"10", "America/New_York", TALLY_UNIT_MONTH, 1, 20260131, 32400, 1769900400, {1772287200, 1774962000, 1777554000}},
    {"11", "America/New_York", TALLY_UNIT_DAY, 1, 20260301, 9000, 1772900000, {1772955000, 1773037800}},
    {"12", "America/New_York", TALLY_UNIT_DAY, 1, 20261001, 5400, 1793430000, {1793511000, 1793601000}},
    {"13", "America/New_York", TALLY_UNIT_HOUR, 1, 20261031, 84600, 1793500000,
     {1793503800, 1793507400, 1793511000, 1793514600, 1793518200}},
    {"14", "America/New_York", TALLY_UNIT_MONTH, 1, 20260208, 9000, 1774000000, {1775629800}},
    {"15", "Asia/Shanghai", TALLY_UNIT_YEAR, 1, 20240229, 32400, 1710000000,
     {1740704400, 1772240400, 1803776400, 1835398800}},
    {"16", "Europe/Berlin", TALLY_UNIT_MONTH, 3, 20251130, 32400, 1765000000, {1772265600, 1780124400, 1788073200}},
    {"17", "Australia/Lord_Howe", TALLY_UNIT_DAY, 1, 20261001, 8100, 1791000000, {1791042300, 1791126900}},
    {"18", "Pacific/Apia", TALLY_UNIT_DAY, 1, 20111228, 32400, 1325100000, {1325185200, 1325271600, 1325358000}},
};

TEST_ALONE(zones_and_calendars)
{
    for (size_t index = 0; index < COUNT_OF(zone_cases); index += 1) {
        const zone_case *c = &zone_cases[index];
        world w;
        plan *p;

        world_init(&w, WORLD_CLOSED);
        open_at(&w, "UTC", c->now * SECOND, 0);
        put(&w, "milk", repeating(c->unit, c->every, c->start, 20400101, c->time, c->zone));
        p = make_plan(&w);
        for (size_t k = 0; k < 5 && c->expected[k] != 0; k += 1)
            if (armed(p, k)->time != c->expected[k] * SECOND)
                fail_msg("case %s, occurrence %zu: %lld", c->name, k, (long long)(armed(p, k)->time / SECOND));
        assert_int_equal(find(&w, "milk").next_time, c->expected[0] * SECOND);
        world_end(&w);
    }
}

TEST(plans_are_limited, WORLD_CLOSED)
{
    const int64_t noon = INT64_C(1777608000000); /* 2026-05-01 12:00 in Shanghai. */
    tally_reminder_options options = repeating(TALLY_UNIT_DAY, 1, 20260501, 20260531, 32400, NULL);
    plan *p;
    int quarters = 0;

    open_at(w, "Asia/Shanghai", noon, 0);
    put(w, "milk", options);
    assert_int_equal(look(w)->armed, 30);
    p = make_plan(w);
    assert_int_equal(p->armed, 30);
    assert_int_equal(p->summary.left_out, 0);
    assert_int_equal(p->summary.reach, 0);
    assert_int_equal(armed(p, 0)->time, INT64_C(1777683600000));
    assert_int_equal(make_plan(w)->count, 0);
    options.end = 20261231;
    check_ok(reminder_edit(w->account, "milk", &options));
    p = make_plan(w);
    assert_int_equal(p->disarmed, 30);
    assert_int_equal(p->armed, 64);
    assert_int_equal(p->summary.planned, 64);
    assert_int_equal(p->summary.left_out, 180);
    assert_int_equal(armed(p, 63)->time, INT64_C(1783126800000)); /* 07-04 09:00. */
    assert_int_equal(p->summary.reach, armed(p, 63)->time + DAY);
    assert_int_equal(make_plan_with(w, TALLY_PLAN_FLAG_FROM_SCRATCH, 0)->armed, 64);
    p = look_with(w, TALLY_PLAN_FLAG_FROM_SCRATCH, 0);
    assert_int_equal(p->armed, 64);
    assert_int_equal(p->summary.planned, 64);
    assert_int_equal(look_with(w, 0, 10)->disarmed, 54);
    assert_int_equal(make_plan_with(w, 0, 10)->disarmed, 54);
    check_ok(tally_reminder_remove(w->account, "milk"));
    assert_int_equal(make_plan(w)->disarmed, 10);
    put(w, "often", repeating(TALLY_UNIT_MINUTE, 15, 20260501, 20261231, 32400, NULL));
    put(w, "weekly", repeating(TALLY_UNIT_WEEK, 1, 20260501, 20261231, 32400, NULL));
    p = make_plan(w);
    assert_int_equal(p->armed, 64);
    for (size_t index = 0; index < 64; index += 1)
        if (strcmp(p->text + armed(p, index)->reminder.offset, "often") == 0)
            quarters += 1;
    assert_int_equal(quarters, 63);
}

/* The number of notes of a kind in the log. */
static size_t notes_of(world *w, tally_note_kind kind)
{
    tally_reminder_note notes[256];
    char text[8192];
    size_t count, size, found = 0;

    check_ok(reminder_log(w->account, NULL, 256, notes, 256, text, sizeof text, &count, &size));
    for (size_t index = 0; index < count; index += 1)
        found += notes[index].kind == kind;
    return found;
}

/* Only a confirmed plan is stored; an older one cannot be confirmed. */
TEST(plans_are_confirmed, WORLD_CLOSED)
{
    tally_reminder_options options = repeating(TALLY_UNIT_DAY, 1, 20260501, 20260505, 32400, NULL);
    uint64_t former, last;

    open_at(w, "UTC", INT64_C(1777608000000), 0);
    check_status(tally_reminder_confirm_plan(w->account, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_reminder_confirm_plan(w->account, 1), TALLY_ERROR_CONFLICT);
    put(w, "milk", options);
    assert_int_equal(look(w)->armed, 5);
    former = planned->summary.token;
    assert_int_equal(notes_of(w, TALLY_NOTE_ARMED), 0);
    assert_int_equal(look(w)->armed, 5);
    last = planned->summary.token;
    assert_int_not_equal(former, last);
    check_status(tally_reminder_confirm_plan(w->account, former), TALLY_ERROR_CONFLICT);
    check_message("plan");
    assert_int_equal(notes_of(w, TALLY_NOTE_ARMED), 0);
    check_ok(tally_reminder_confirm_plan(w->account, last));
    assert_int_equal(notes_of(w, TALLY_NOTE_ARMED), 5);
    check_status(tally_reminder_confirm_plan(w->account, last), TALLY_ALREADY_APPLIED);
    assert_int_equal(notes_of(w, TALLY_NOTE_ARMED), 5);
    assert_int_equal(look(w)->count, 0);
    check_status(tally_reminder_confirm_plan(w->account, last), TALLY_ERROR_CONFLICT);
}

/* The plan that the host was given is confirmed, whatever has changed meanwhile. */
TEST(a_plan_survives_changes, WORLD_CLOSED)
{
    tally_reminder_options options = repeating(TALLY_UNIT_DAY, 1, 20260501, 20260505, 32400, NULL);
    tally_plan_options little = TALLY_PLAN_OPTIONS_INIT;
    size_t count, size;
    uint64_t token;

    open_at(w, "UTC", INT64_C(1777608000000), 0);
    put(w, "milk", options);
    assert_int_equal(look(w)->armed, 5);
    token = planned->summary.token;
    options.end = 20260507;
    check_ok(reminder_edit(w->account, "milk", &options));
    check_ok(tally_engine_set_zone(w->engine, "Asia/Shanghai"));
    check_status(reminder_look(w->account, &little, NULL, 0, NULL, 0, &count, &size, NULL),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_ok(tally_reminder_confirm_plan(w->account, token));
    assert_int_equal(notes_of(w, TALLY_NOTE_ARMED), 5);
    look(w);
    assert_int_equal(planned->disarmed, 5); /* The former revision. */
    assert_int_equal(planned->armed, 6);
    token = planned->summary.token;
    assert_int_equal(look_with(w, TALLY_PLAN_FLAG_FROM_SCRATCH, 0)->disarmed, 0);
    assert_int_equal(planned->armed, 6);
    assert_int_equal(look(w)->disarmed, 5); /* From scratch, but not confirmed. */
    check_ok(tally_reminder_confirm_plan(w->account, planned->summary.token));
    assert_int_equal(notes_of(w, TALLY_NOTE_CANCELLED), 5);
    assert_int_equal(look(w)->count, 0);
}

/* Log-in and log-out end a plan, and so does a new run; the difference is offered again. */
TEST(a_plan_ends, WORLD_CLOSED)
{
    uint64_t token;

    open_at(w, "UTC", INT64_C(1777608000000), WORLD_FILE);
    put(w, "milk", repeating(TALLY_UNIT_DAY, 1, 20260501, 20260505, 32400, NULL));
    assert_int_equal(look(w)->armed, 5);
    check_ok(tally_account_log_out(w->account));
    check_status(tally_reminder_confirm_plan(w->account, planned->summary.token), TALLY_ERROR_CONFLICT);
    assert_int_equal(look(w)->count, 0);
    check_ok(tally_account_log_in(w->account));
    check_status(tally_reminder_confirm_plan(w->account, planned->summary.token), TALLY_ERROR_CONFLICT);
    assert_int_equal(make_plan(w)->armed, 5);
    check_ok(tally_account_log_out(w->account));
    assert_int_equal(look(w)->disarmed, 5);
    token = planned->summary.token;
    world_close(w);
    world_open(w, WORLD_FILE);
    check_status(tally_reminder_confirm_plan(w->account, token), TALLY_ERROR_CONFLICT);
    assert_int_equal(look(w)->disarmed, 5);
    check_ok(tally_reminder_confirm_plan(w->account, planned->summary.token));
    assert_int_equal(notes_of(w, TALLY_NOTE_CANCELLED), 5);
    assert_int_equal(look(w)->count, 0);
}

TEST(a_reminder_is_read_by_its_id, WORLD_CLOSED)
{
    tally_reminder row;
    char text[256];

    open_at(w, "UTC", INT64_C(1777608000000), 0);
    put(w, "eggs", repeating(TALLY_UNIT_DAY, 1, 20260501, 20260505, 32400, NULL));
    put(w, "milk", repeating(TALLY_UNIT_DAY, 1, 20260501, 20260506, 32400, NULL));
    check_ok(reminder_get(w->account, "milk", &row, text, sizeof text));
    assert_string_equal(text + row.id.offset, "milk");
    assert_int_equal(row.end, 20260506);
    assert_int_equal(row.key, find(w, "milk").key);
    check_status(reminder_get(w->account, "bread", &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    check_message("bread");
    check_status(tally_reminder_mark_done(w->account, "milk", 1), TALLY_ERROR_ARGUMENT);
    check_message("outcome");
    check_ok(reminder_get(w->account, "milk", &row, text, sizeof text));
    assert_int_equal(row.state, TALLY_REMINDER_STATE_ACTIVE);
}

TEST(the_device_moves, WORLD_CLOSED)
{
    plan *p;

    open_at(w, "Asia/Shanghai", INT64_C(1777608000000), 0);
    put(w, "milk", repeating(TALLY_UNIT_YEAR, 1, 20260510, 20260601, 32400, NULL));
    assert_int_equal(armed(make_plan(w), 0)->time, INT64_C(1778374800000));
    check_status(tally_engine_set_zone(w->engine, "Mars/Olympus"), TALLY_ERROR_NOT_FOUND);
    check_message("Mars/Olympus");
    check_status(tally_engine_set_zone(w->engine, "../etc/passwd"), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_set_zone(w->engine, "/etc/passwd"), TALLY_ERROR_ARGUMENT);
    assert_int_equal(find(w, "milk").next_time, INT64_C(1778374800000));
    check_ok(tally_engine_set_zone(w->engine, "America/New_York"));
    p = make_plan(w);
    assert_int_equal(p->disarmed, 1);
    assert_int_equal(armed(p, 0)->time, INT64_C(1778418000000));
    assert_int_equal(find(w, "milk").next_time, INT64_C(1778418000000));
}

/* 9:00 on May the 10th, in the zone of the device. */
static void check_device(world *w, const char *variable, const char *value, int64_t expected)
{
    setenv(variable, value, 1);
    open_at(w, NULL, INT64_C(1777608000000), 0);
    put(w, "milk", repeating(TALLY_UNIT_YEAR, 1, 20260510, 20260601, 32400, NULL));
    if (find(w, "milk").next_time != expected)
        fail_msg("%s=%s: %lld", variable, value, (long long)find(w, "milk").next_time);
    world_close(w);
}

/* Nothing can be planned there, and the message names the zone. */
static void check_no_device(world *w, const char *variable, const char *value, tally_status status, const char *part)
{
    tally_reminder_options options = repeating(TALLY_UNIT_YEAR, 1, 20260510, 20260601, 32400, NULL);

    setenv(variable, value, 1);
    open_at(w, NULL, INT64_C(1777608000000), 0);
    check_status(reminder_put(w->account, "milk", &options), status);
    check_message(part);
    world_close(w);
}

/* The variables that other programs also read. */
TEST(the_zone_of_the_device, WORLD_CLOSED)
{
    static const int64_t shanghai = INT64_C(1778374800000), utc = INT64_C(1778403600000);
    char *zone = getenv("TZ") == NULL ? NULL : strdup(getenv("TZ")), *folder = getenv("TZDIR"), *bytes;
    char path[400], name[5000];
    size_t count;

    unsetenv("TZDIR");
    check_device(w, "TZ", "Asia/Shanghai", shanghai);
    check_device(w, "TZ", ":Asia/Shanghai", shanghai);
    check_device(w, "TZ", "", utc);
    check_device(w, "TZ", ":", utc);
    check_device(w, "TZ", "/usr/share/zoneinfo/Asia/Shanghai", shanghai);
    check_no_device(w, "TZ", "/no/such/file", TALLY_ERROR_ARGUMENT, "/no/such/file");
    check_no_device(w, "TZ", "No/Such", TALLY_ERROR_NOT_FOUND, "No/Such");
    /* A file of the host's own, which is no zone of the system. */
    bytes = read_file("/usr/share/zoneinfo/Asia/Shanghai", &count);
    require(bytes != NULL);
    snprintf(path, sizeof path, "%s/own", w->directory);
    write_file(path, bytes, count);
    check_device(w, "TZ", path, shanghai);
    setenv("TZ", "own", 1);
    check_device(w, "TZDIR", w->directory, shanghai);
    check_no_device(w, "TZDIR", "/no/such/folder", TALLY_ERROR_NOT_FOUND, "own");
    memset(name, 'a', sizeof name);
    name[0] = '/';
    name[sizeof name - 1] = '\0';
    check_no_device(w, "TZDIR", name, TALLY_ERROR_NOT_FOUND, "own");
    /* One that is too large. */
    bytes = (char *)realloc(bytes, 70000);
    require(bytes != NULL);
    memset(bytes + count, 0, 70000 - count);
    write_file(path, bytes, 70000);
    check_no_device(w, "TZDIR", w->directory, TALLY_ERROR_TOO_LARGE, "own");
    unsetenv("TZDIR");
    check_no_device(w, "TZ", path, TALLY_ERROR_ARGUMENT, "zone");
    unsetenv("TZ");
    if (zone != NULL)
        setenv("TZ", zone, 1);
    if (folder != NULL)
        setenv("TZDIR", folder, 1);
    free(bytes);
    free(zone);
}

/* ---- Firing ---- */

#define MAY_1 INT64_C(1777593600000) /* 2026-05-01 00:00 UTC. */
#define AT(day, hour) (MAY_1 + ((day)-1) * DAY + (hour)*HOUR)

/* Daily at 9, from May the 1st through the 31st, at a path. */
static void put_daily(world *w, const char *id, const char *path)
{
    tally_reminder_options options = repeating(TALLY_UNIT_DAY, 1, 20260501, 20260531, 32400, NULL);

    options.path = path;
    options.title = "Milk";
    put(w, id, options);
}

TEST(it_fires_until_it_is_acknowledged, WORLD_CLOSED)
{
    tally_event event;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", "root.fridge");
    check_badge(w->account, "root.fridge", 0, 0);
    assert_int_equal(go_to(w, AT(1, 9) - 1, NULL), 0);
    assert_int_equal(go_to(w, AT(1, 9), &event), 1);
    assert_int_equal(event.missed, 0);
    assert_int_equal(event.count, 1);
    assert_int_equal(event.next_time, AT(1, 9));
    assert_int_equal(event.reminder, find(w, "milk").key);
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(find(w, "milk").due_time, AT(1, 9));
    assert_int_equal(fired(w, NULL), 0);
    /* Many missed occurrences make one event, and a pending event is reported once. */
    assert_int_equal(go_to(w, AT(2, 9), NULL), 1);
    check_badge(w->account, "root.fridge", 1, 1);
    check_ok(tally_reminder_acknowledge(w->account, "milk"));
    check_ok(tally_reminder_acknowledge(w->account, "milk"));
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(find(w, "milk").due_time, 0);
    assert_int_equal(go_to(w, AT(3, 9), NULL), 1);
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(find(w, "milk").state, TALLY_REMINDER_STATE_DONE);
    assert_int_equal(find(w, "milk").next_time, 0);
    assert_int_equal(go_to(w, AT(5, 10), NULL), 0);
    check_ok(tally_reminder_mark_undone(w->account, "milk"));
    assert_int_equal(fired(w, NULL), 0);
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(go_to(w, AT(6, 9), NULL), 1);
    assert_int_equal(noted(w, TALLY_NOTE_FIRED), 4);
    assert_int_equal(noted(w, TALLY_NOTE_ACKNOWLEDGED), 1);
    assert_int_equal(noted(w, TALLY_NOTE_DONE), 1);
    check_ok(tally_reminder_remove(w->account, "milk"));
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(go_to(w, AT(9, 9), NULL), 0);
    assert_int_equal(noted(w, TALLY_NOTE_REMOVED), 1);
}

TEST(a_manual_badge_is_left_alone, WORLD_CLOSED)
{
    open_at(w, "UTC", AT(1, 0), 0);
    check_ok(tally_badge_set(w->account, "root.fridge", 5));
    put_daily(w, "milk", "root.fridge");
    go_to(w, AT(1, 9), NULL);
    check_ok(tally_reminder_acknowledge(w->account, "milk"));
    check_badge(w->account, "root.fridge", 1, 5);
}

/* The badge goes from one path to another. Those above both have a lit child all the time, and keep what they own. */
TEST(an_edit_moves_a_badge_in_one_operation, WORLD_CLOSED)
{
    tally_reminder_options change = {.struct_size = sizeof change, .path = "root.shelf"};
    tally_badge badge;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", "root.fridge");
    go_to(w, AT(1, 9), NULL);
    check_ok(tally_badge_set(w->account, "root", 7));
    check_ok(reminder_edit(w->account, "milk", &change));
    check_badge(w->account, "root.fridge", 0, 0);
    check_badge(w->account, "root.shelf", 1, 1);
    check_ok(tally_badge_get(w->account, "root", &badge));
    assert_true(badge.flags & TALLY_BADGE_OWN_COUNT);
}

/* The user was logged in when it came due, and logs in once more before the engine has a step. */
TEST(another_login_misses_nothing, WORLD_CLOSED)
{
    tally_event event;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", NULL);
    fake_clock_advance(&w->clock, AT(1, 10) - w->clock.wall);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, &event), 1);
    assert_int_equal(event.missed, 0);
}

TEST(snooze_moves_one, WORLD_CLOSED)
{
    tally_reminder before, after;
    plan *p;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", "root.fridge");
    go_to(w, AT(1, 9), NULL);
    make_plan(w);
    check_status(tally_reminder_snooze(w->account, "milk", AT(1, 8)), TALLY_ERROR_RANGE);
    check_status(tally_reminder_snooze(w->account, "milk", AT(40, 8)), TALLY_ERROR_RANGE);
    check_badge(w->account, "root.fridge", 1, 1);
    before = find(w, "milk");
    check_ok(tally_reminder_snooze(w->account, "milk", AT(1, 11)));
    after = find(w, "milk");
    assert_int_equal(before.revision, after.revision);
    assert_int_equal(after.next_time, AT(1, 11));
    check_badge(w->account, "root.fridge", 0, 0);
    p = make_plan(w);
    assert_int_equal(p->count, 1);
    assert_int_equal(armed(p, 0)->time, AT(1, 11));
    assert_int_equal(go_to(w, AT(1, 11), NULL), 1);
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(find(w, "milk").next_time, AT(2, 9));
    /* The next one, where nothing has fired. */
    check_ok(tally_reminder_acknowledge(w->account, "milk"));
    check_ok(tally_reminder_snooze(w->account, "milk", AT(2, 15)));
    assert_int_equal(go_to(w, AT(2, 9), NULL), 0);
    assert_int_equal(go_to(w, AT(2, 15), NULL), 1);
    assert_int_equal(find(w, "milk").next_time, AT(3, 9));
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    check_status(tally_reminder_snooze(w->account, "milk", AT(3, 15)), TALLY_ERROR_CONFLICT);
}

/* The clock passes several times in one step. A snoozed occurrence at the time of another one counts once, with it. */
TEST_ALONE(snooze_to_the_time_of_another_one)
{
    static const struct {
        int day, hour;      /* Until when the first day's is snoozed. */
        int end;            /* The clock then goes to noon of this day. */
        uint64_t count;
    } rows[] = {{1, 10, 1, 1}, {2, 8, 2, 2}, {2, 9, 2, 1}, {2, 10, 2, 2}, {3, 9, 3, 2}, {3, 10, 3, 3}, {3, 9, 2, 1}};
    size_t i;

    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        tally_event event;
        world other;

        world_init(&other, WORLD_CLOSED);
        open_at(&other, "UTC", AT(1, 0), 0);
        put_daily(&other, "milk", "root.fridge");
        go_to(&other, AT(1, 9), NULL);
        check_ok(tally_reminder_snooze(other.account, "milk", AT(rows[i].day, rows[i].hour)));
        assert_int_equal(go_to(&other, AT(rows[i].end, 12), &event), 1);
        assert_int_equal(event.count, rows[i].count);
        world_end(&other);
    }
}

TEST(edits_keep_what_has_fired, WORLD_CLOSED)
{
    tally_reminder_options change = {.struct_size = sizeof change, .time_of_day = 36000};
    plan *p;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", "root.fridge");
    make_plan(w);
    /* Due, but not fired yet: it fires first. */
    fake_clock_advance(&w->clock, AT(1, 9) + 500 - w->clock.wall);
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(fired(w, NULL), 1);
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(find(w, "milk").revision, 2);
    assert_int_equal(find(w, "milk").smart, TALLY_SMART_OFF);
    assert_int_equal(find(w, "milk").next_time, AT(1, 10));
    p = make_plan(w);
    assert_int_equal(p->disarmed, 30);
    assert_int_equal(p->armed, 31);
    /* Another path: the badge goes with it. */
    change.time_of_day = 0;
    change.path = "root.shelf";
    check_ok(reminder_edit(w->account, "milk", &change));
    check_badge(w->account, "root.fridge", 0, 0);
    check_badge(w->account, "root.shelf", 1, 1);
    /* A time that has passed by the new terms is not missed. */
    change.time_of_day = 3600;
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(find(w, "milk").next_time, AT(2, 1));
    change.time_of_day = MIDNIGHT;
    change.path = "";
    check_ok(reminder_edit(w->account, "milk", &change));
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(find(w, "milk").next_time, AT(2, 0));
    change.fields = TALLY_REMINDER_FIELD_END;
    check_status(reminder_edit(w->account, "milk", &change), TALLY_ERROR_ARGUMENT);
    assert_int_equal(find(w, "milk").revision, 5);
    change.smart = TALLY_SMART_ON;
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(find(w, "milk").is_smart, 1);
}

TEST(missed_occurrences_are_reported_once, WORLD_CLOSED)
{
    tally_event event;

    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    put_daily(w, "milk", "root.fridge");
    go_to(w, AT(1, 9), NULL);
    make_plan(w);
    world_close(w);
    w->clock.wall = AT(4, 12);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(fired(w, &event), 1);
    assert_int_equal(event.missed, 1);
    assert_int_equal(event.count, 3);
    assert_int_equal(event.next_time, AT(4, 9));
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(noted(w, TALLY_NOTE_MISSED), 1);
    /* The system has what was armed before. */
    assert_int_equal(make_plan(w)->count, 0);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(5, 9), &event), 1);
    assert_int_equal(event.missed, 0);
    check_ok(tally_engine_verify(w->engine));
}

TEST(logging_out_disarms_all, WORLD_CLOSED)
{
    tally_account *ann, *bob;
    tally_event event;
    plan *p;

    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    ann = w->account;
    put_daily(w, "milk", "root.fridge");
    assert_int_equal(make_plan(w)->armed, 31);
    check_ok(tally_account_log_out(ann));
    p = make_plan(w);
    assert_int_equal(p->disarmed, 31);
    assert_int_equal(p->armed, 0);
    check_ok(tally_account_open(w->engine, "bob", NULL, &bob));
    check_ok(tally_account_log_in(bob));
    w->account = bob;
    put_daily(w, "bread", "root.box");
    assert_int_equal(make_plan(w)->armed, 31);
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    check_badge(bob, "root.box", 1, 1);
    check_badge(ann, "root.fridge", 0, 0);
    check_ok(tally_account_log_out(bob));
    w->account = ann;
    check_ok(tally_account_log_in(ann));
    assert_int_equal(fired(w, &event), 1);
    assert_int_equal(event.missed, 1);
    assert_int_equal(make_plan(w)->armed, 30);
    assert_int_equal(noted(w, TALLY_NOTE_SUSPENDED), 1);
    assert_int_equal(noted(w, TALLY_NOTE_RESUMED), 1);
    /* Entered while it is logged out, it waits. */
    check_ok(tally_account_log_out(ann));
    put_daily(w, "eggs", NULL);
    assert_int_equal(go_to(w, AT(2, 9), NULL), 0);
    tally_account_release(bob);
}

TEST(clocks_that_jump, WORLD_CLOSED)
{
    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", NULL);
    assert_int_equal(go_to(w, AT(2, 9), NULL), 1);
    /* A little back: nothing fires twice. */
    w->clock.wall = AT(2, 8);
    fake_clock_advance(&w->clock, 1000);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(2, 10), NULL), 0);
    /* Years ahead, by mistake, and back. */
    w->clock.wall = AT(4000, 0);
    fake_clock_advance(&w->clock, 60000);
    assert_int_equal(fired(w, NULL), 1);
    assert_int_equal(find(w, "milk").next_time, 0);
    w->clock.wall = AT(3, 0);
    fake_clock_advance(&w->clock, 60000);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(3, 9), NULL), 1);
    assert_int_equal(go_to(w, AT(4, 9), NULL), 1);
}

TEST(the_clock_is_looked_at, WORLD_CLOSED)
{
    int64_t timeout;

    open_at(w, "UTC", AT(1, 0), 0);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_int_equal(timeout, -1);
    put_daily(w, "milk", NULL);
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_true(timeout > 0 && timeout <= 60000);
}

/* A clock that is put right by a second just after something has fired: the system has fired it, too. */
TEST(a_clock_that_is_put_right, WORLD_CLOSED)
{
    plan *p;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", NULL);
    make_plan(w);
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    assert_int_equal(make_plan(w)->count, 0);
    w->clock.wall = AT(1, 9) - SECOND;
    p = make_plan(w);
    assert_int_equal(p->count, 0);
    assert_int_equal(p->summary.planned, 30);
    assert_int_equal(find(w, "milk").next_time, AT(2, 9));
}

/* Days ahead by mistake: also what comes seldom fires when its time comes, whatever else has fired until then. */
TEST(occurrences_that_a_wrong_clock_fired, WORLD_CLOSED)
{
    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    put(w, "eggs", repeating(TALLY_UNIT_WEEK, 1, 20260503, 20260531, 32400, NULL));
    w->clock.wall = AT(4, 0);
    fake_clock_advance(&w->clock, 60000);
    assert_int_equal(fired(w, NULL), 1);
    w->clock.wall = AT(1, 12);
    fake_clock_advance(&w->clock, 60000);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(3, 8), NULL), 0);
    /* Now the reports are less than a day ahead, and everything is read again. */
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(3, 9), NULL), 1);
}

/* A day's reminder fires once for it, wherever the device goes. */
TEST(journeys, WORLD_CLOSED)
{
    tally_event event;
    plan *p;

    open_at(w, "Asia/Shanghai", AT(1, 0), WORLD_FILE); /* 08:00. */
    put_daily(w, "milk", NULL);
    assert_int_equal(go_to(w, AT(1, 1), NULL), 1);
    /* The evening before: its 9 o'clock is still to come. */
    check_ok(tally_engine_set_zone(w->engine, "America/New_York"));
    p = make_plan(w);
    assert_int_equal(armed(p, 0)->time, AT(2, 13));
    assert_int_equal(find(w, "milk").next_time, AT(2, 13));
    check_ok(tally_reminder_acknowledge(w->account, "milk"));
    world_close(w);
    device_zone = "America/New_York";
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(go_to(w, AT(1, 14), NULL), 0);
    assert_int_equal(go_to(w, AT(2, 12), NULL), 0);
    /* The evening of the day: its 9 o'clock is over, and nothing has fired for it. */
    check_ok(tally_engine_set_zone(w->engine, "Asia/Shanghai"));
    assert_int_equal(fired(w, &event), 1);
    assert_int_equal(event.next_time, AT(2, 1));
    assert_int_equal(event.missed, 0);
    assert_int_equal(find(w, "milk").next_time, AT(3, 1));
}

/* A lit badge may belong to former terms: snoozing it removes nothing from the present ones. */
TEST(snooze_after_an_edit, WORLD_CLOSED)
{
    tally_reminder_options change = {.struct_size = sizeof change, .start = 20260504, .time_of_day = 28800};

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", NULL);
    for (int day = 1; day <= 4; day += 1)
        assert_int_equal(go_to(w, AT(day, 9), NULL), 1);
    check_ok(reminder_edit(w->account, "milk", &change));
    check_ok(tally_reminder_snooze(w->account, "milk", AT(4, 11)));
    assert_int_equal(go_to(w, AT(4, 11), NULL), 1);
    for (int day = 5; day <= 9; day += 1)
        assert_int_equal(go_to(w, AT(day, 8), NULL), 1);
}

/* One is moved at a time; again, and not another one, until it has fired. */
TEST(snooze_again, WORLD_CLOSED)
{
    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", NULL);
    check_ok(tally_reminder_snooze(w->account, "milk", AT(2, 20)));
    check_ok(tally_reminder_snooze(w->account, "milk", AT(1, 12)));
    assert_int_equal(find(w, "milk").next_time, AT(1, 12));
    assert_int_equal(go_to(w, AT(1, 9), NULL), 0);
    assert_int_equal(go_to(w, AT(1, 12), NULL), 1);
    assert_int_equal(go_to(w, AT(2, 9), NULL), 1);
    assert_int_equal(go_to(w, AT(2, 20), NULL), 0);
}

TEST(overdue_has_a_limit, WORLD_CLOSED)
{
    tally_reminder_options options = options_of(20260501, 3, TALLY_UNIT_DAY, 32400);
    int count = 0;

    open_at(w, "UTC", AT(1, 12), 0);
    options.overdue_unit = TALLY_UNIT_DAY;
    options.overdue_limit = 2;
    put(w, "milk", options);
    assert_int_equal(find(w, "milk").days_left, 3);
    /* The expiry is May the 4th; a day before it, on it, and twice after it. */
    for (int day = 2; day < 12; day += 1)
        count += go_to(w, AT(day, 9), NULL);
    assert_int_equal(count, 4);
    assert_int_equal(find(w, "milk").state, TALLY_REMINDER_STATE_EXPIRED);
    assert_int_equal(find(w, "milk").days_left, -7);
    assert_int_equal(find(w, "milk").next_time, 0);
}

/* ---- Done and undone ---- */

static void undone(world *w, const char *id) { check_ok(tally_reminder_mark_undone(w->account, id)); }

TEST(undone_restores_what_was_due, WORLD_CLOSED)
{
    tally_reminder before, after;

    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    put_daily(w, "milk", "root.fridge");
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    before = find(w, "milk");
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    check_badge(w->account, "root.fridge", 0, 0);
    assert_int_equal(find(w, "milk").due_time, 0);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "root.fridge", 0, 0);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, NULL), 0);
    undone(w, "milk");
    check_badge(w->account, "root.fridge", 1, 1);
    after = find(w, "milk");
    assert_int_equal(after.due_time, before.due_time);
    assert_int_equal(after.next_time, before.next_time);
    assert_int_equal(after.revision, before.revision + 2);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(noted(w, TALLY_NOTE_MISSED), 0);
    assert_int_equal(go_to(w, AT(2, 9), NULL), 1);
    /* An acknowledged occurrence is not due again. */
    check_ok(tally_reminder_acknowledge(w->account, "milk"));
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    undone(w, "milk");
    check_badge(w->account, "root.fridge", 0, 0);
    assert_int_equal(find(w, "milk").due_time, 0);
    /* Occurrences that come due meanwhile are in the log, and light the badge. No event reports them. */
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    assert_int_equal(go_to(w, AT(4, 12), NULL), 0);
    undone(w, "milk");
    assert_int_equal(fired(w, NULL), 0);
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(find(w, "milk").due_time, AT(4, 9));
    assert_int_equal(find(w, "milk").next_time, AT(5, 9));
    assert_int_equal(noted(w, TALLY_NOTE_MISSED), 1);
    check_ok(tally_engine_verify(w->engine));
}

/* While the account is logged out nothing fires. Log-in reports what came due as missed. */
TEST(undone_while_logged_out, WORLD_CLOSED)
{
    tally_event event;

    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    put_daily(w, "milk", "root.fridge");
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    check_ok(tally_account_log_out(w->account));
    world_close(w);
    w->clock.wall = AT(3, 12);
    world_open(w, WORLD_FILE);
    undone(w, "milk");
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(find(w, "milk").due_time, AT(1, 9));
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, &event), 1);
    assert_int_equal(event.missed, 1);
    assert_int_equal(event.count, 2);
    assert_int_equal(event.next_time, AT(3, 9));
    check_badge(w->account, "root.fridge", 1, 1);
}

/* The export of an account has what is due of what is done. */
TEST(undone_on_another_machine, WORLD_CLOSED)
{
    static unsigned char snapshot[65536];
    tally_account *ann;
    size_t size;

    open_at(w, "UTC", AT(1, 0), 0);
    ann = w->account;
    put_daily(w, "milk", "root.fridge");
    put_daily(w, "eggs", "root.box");
    assert_int_equal(go_to(w, AT(1, 9), NULL), 2);
    check_ok(tally_badge_clear(w->account, "root.box"));
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    check_ok(tally_reminder_mark_done(w->account, "eggs", 0));
    check_ok(account_export(ann, snapshot, sizeof snapshot, &size));
    check_ok(tally_account_import(w->engine, "bob", snapshot, size));
    check_ok(tally_account_open(w->engine, "bob", NULL, &w->account));
    check_ok(tally_account_log_in(w->account));
    undone(w, "milk");
    undone(w, "eggs");
    check_badge(w->account, "root.fridge", 1, 1);
    check_badge(w->account, "root.box", 0, 0);
    assert_int_equal(find(w, "eggs").due_time, AT(1, 9));
    tally_account_release(w->account);
    w->account = ann;
    check_ok(tally_engine_verify(w->engine));
}

/* One of the letters, of both reminders: noon of the next day, acknowledged, moved, seen, read, edited, the program
 * closed for a day, the account logged out for one. */
static const char twin_steps[] = "dasvreCO";

static void twin_step(world *w, char what)
{
    static const char *const ids[] = {"milk", "twin"}, *const paths[] = {"root.milk", "root.twin"};
    const int64_t noon = w->clock.wall + DAY;
    tally_reminder_options change = {.struct_size = sizeof change, .title = "Oat milk"};

    switch (what) {
    case 'C':
        world_close(w);
        w->clock.wall = noon;
        world_open(w, WORLD_FILE);
        check_ok(tally_account_log_in(w->account));
        break;
    case 'O':
        check_ok(tally_account_log_out(w->account));
        fake_clock_advance(&w->clock, DAY);
        check_ok(tally_account_log_in(w->account));
        break;
    case 'd': fake_clock_advance(&w->clock, DAY); break;
    default: break;
    }
    for (size_t index = 0; index < 2; index += 1) {
        tally_status status = TALLY_OK;

        switch (what) {
        case 'a': status = tally_reminder_acknowledge(w->account, ids[index]); break;
        case 's': status = tally_reminder_snooze(w->account, ids[index], w->clock.wall + 7 * HOUR); break;
        case 'v': status = tally_badge_clear(w->account, paths[index]); break;
        case 'r': status = tally_message_mark_path_read(w->account, paths[index], 0, NULL); break;
        case 'e': status = reminder_edit(w->account, ids[index], &change); break;
        default: break;
        }
        check_ok(status);
    }
    (void)fired(w, NULL);
}

static void check_twins(world *w, const char *steps)
{
    tally_reminder milk = find(w, "milk"), twin = find(w, "twin");
    tally_badge a, b;

    check_ok(tally_badge_get(w->account, "root.milk", &a));
    check_ok(tally_badge_get(w->account, "root.twin", &b));
    if (milk.due_time != twin.due_time || milk.next_time != twin.next_time || a.kind != b.kind || a.count != b.count)
        fail_msg("%s: due %lld and %lld, next %lld and %lld, badge %d and %d", steps, (long long)milk.due_time,
                 (long long)twin.due_time, (long long)milk.next_time, (long long)twin.next_time, a.kind, b.kind);
}

/* Two steps, done, two more, undone: then and a day later it is as its twin, which never was done. */
TEST_ALONE(undone_is_as_if_it_never_was_done)
{
    const size_t all = sizeof twin_steps - 1;
    char steps[5] = "";

    for (size_t number = 0; number < all * all * all * all; number += is_valgrind() ? 331 : 7) {
        size_t left = number;
        world w;

        for (size_t at = 0; at < 4; at += 1, left /= all)
            steps[at] = twin_steps[left % all];
        /* A reminder that is done cannot be moved, and has no message to be seen or read. */
        if (strpbrk(steps + 2, "svr") != NULL)
            continue;
        world_init(&w, WORLD_CLOSED);
        open_at(&w, "UTC", AT(1, 12), WORLD_FILE);
        put_daily(&w, "milk", "root.milk");
        put_daily(&w, "twin", "root.twin");
        twin_step(&w, steps[0]);
        twin_step(&w, steps[1]);
        check_ok(tally_reminder_mark_done(w.account, "milk", 0));
        twin_step(&w, steps[2]);
        twin_step(&w, steps[3]);
        check_badge(w.account, "root.milk", 0, 0);
        undone(&w, "milk");
        check_twins(&w, steps);
        twin_step(&w, 'd');
        check_twins(&w, steps);
        world_end(&w);
    }
}

/* ---- Identifiers ---- */

static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

/* As docs/plan-identifiers.md has it. */
static int64_t identifier(const char *account, const char *reminder, uint32_t revision, int64_t occurrence)
{
    uint64_t key = UINT64_C(14695981039346656037), id;

    for (; *account != 0; account += 1)
        key = (key ^ (unsigned char)*account) * UINT64_C(1099511628211);
    key *= UINT64_C(1099511628211);
    for (; *reminder != 0; reminder += 1)
        key = (key ^ (unsigned char)*reminder) * UINT64_C(1099511628211);
    id = mix(mix(mix(key) ^ revision) ^ (uint64_t)occurrence) & INT64_MAX;
    return id == 0 ? 1 : (int64_t)id;
}

/* The table of the document. */
TEST_ALONE(identifiers_are_documented)
{
    static const struct {
        const char *account, *reminder;
        uint32_t revision;
        int64_t occurrence, id;
    } table[] = {
        {"ann", "milk", 1, 0, INT64_C(3762628864481499467)},
        {"ann", "milk", 1, 1, INT64_C(3610593676093216056)},
        {"ann", "milk", 2, 0, INT64_C(7208048101943337049)},
        {"bob", "milk", 1, 0, INT64_C(2500667016352896665)},
        {"ann", "eggs", 1, INT64_C(1099511627776), INT64_C(7440817188090851351)},
        {"m\303\274ller", "K\303\244se", 3, 7, INT64_C(9025253375456835737)},
        {"ann", "tea", 1, INT64_C(2200800849152), INT64_C(1595431982961630435)},
    };

    for (size_t index = 0; index < COUNT_OF(table); index += 1)
        assert_true(identifier(table[index].account, table[index].reminder, table[index].revision,
                               table[index].occurrence) == table[index].id);
}

static void check_identifiers(const plan *p, const char *account)
{
    assert_true(p->armed > 0);
    for (size_t index = 0; index < p->count; index += 1) {
        const tally_plan_entry *entry = &p->entries[index];

        assert_true(entry->id ==
                    identifier(account, p->text + entry->reminder.offset, entry->revision, entry->occurrence));
    }
}

/* Two machines, where the same was entered in another order, and other accounts are. */
TEST_ALONE(identifiers_are_the_same_on_each_machine)
{
    tally_reminder_options overdue = options_of(20260501, 3, TALLY_UNIT_DAY, 32400);
    tally_account *ann, *bob;
    world w;

    overdue.overdue_unit = TALLY_UNIT_WEEK;
    overdue.overdue_limit = 3;
    for (int machine = 0; machine < 2; machine += 1) {
        world_init(&w, WORLD_CLOSED);
        open_at(&w, machine == 0 ? "UTC" : "Asia/Shanghai", AT(1, 0), 0);
        ann = w.account;
        check_ok(tally_account_open(w.engine, "bob", NULL, &bob));
        check_ok(tally_account_log_in(bob));
        if (machine == 0)
            put(&w, "eggs", overdue);
        put_daily(&w, "milk", NULL);
        if (machine == 1)
            put(&w, "eggs", overdue);
        check_identifiers(make_plan(&w), "ann");
        w.account = bob;
        put_daily(&w, "milk", NULL);
        check_identifiers(make_plan(&w), "bob");
        /* Moved, it is the same one. */
        check_ok(tally_reminder_snooze(bob, "milk", AT(2, 20)));
        check_identifiers(make_plan_with(&w, TALLY_PLAN_FLAG_FROM_SCRATCH, 0), "bob");
        tally_account_release(bob);
        w.account = ann;
        world_end(&w);
    }
}

/* Its name is gone, and its identifiers are known. */
TEST(deleted_reminders_are_disarmed, WORLD_CLOSED)
{
    plan *p;

    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    put_daily(w, "milk", NULL);
    assert_int_equal(make_plan(w)->armed, 31);
    check_ok(tally_reminder_remove(w->account, "milk"));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    p = make_plan(w);
    assert_int_equal(p->disarmed, 31);
    for (size_t index = 0; index < p->count; index += 1)
        assert_true(p->entries[index].id == identifier("ann", "milk", 1, p->entries[index].occurrence));
}

/* Every hour, wherever the device is: what is still to come in the west has fired in the east, by another name. */
TEST(hours_of_a_journey, WORLD_CLOSED)
{
    int64_t before[64];
    size_t count;
    plan *p;

    open_at(w, "Asia/Shanghai", AT(1, 0) - 8 * HOUR - SECOND, 0);
    put(w, "tea", repeating(TALLY_UNIT_HOUR, 1, 20260501, 20260502, MIDNIGHT, NULL));
    p = make_plan(w);
    count = p->armed;
    assert_int_equal(count, 48);
    for (size_t index = 0; index < count; index += 1)
        before[index] = p->entries[index].id;
    go_to(w, AT(1, 4), NULL); /* 13 of them have fired. */
    check_ok(tally_engine_set_zone(w->engine, "America/New_York"));
    p = make_plan(w);
    assert_true(p->armed > 0);
    for (size_t index = p->disarmed; index < p->count; index += 1)
        for (size_t other = 0; other < 13; other += 1)
            assert_true(p->entries[index].id != before[other]);
    /* Those at hours that both places have stay armed. */
    for (size_t index = p->disarmed; index < p->count; index += 1)
        for (size_t other = 0; other < p->disarmed; other += 1)
            assert_true(p->entries[index].id != p->entries[other].id);
    assert_int_equal(p->disarmed, 0);
    assert_int_equal(p->armed, 12);
}

/* ---- Zones, files, the outbox ---- */

static size_t no_zone(void *user_data, const char *name, void *bytes, size_t capacity)
{
    (void)name, (void)bytes, (void)capacity;
    *(int *)user_data += 1;
    return 0;
}

static int asked;

static void set_zone_file(tally_engine_options *options)
{
    options->zone_file = no_zone;
    options->zone_user_data = &asked;
    options->zone = "Etc/Nowhere";
}

TEST(an_unknown_zone_is_refused, WORLD_CLOSED)
{
    tally_reminder_options options = options_of(20260501, 3, TALLY_UNIT_DAY, 0);

    w->configure = set_zone_file;
    asked = 0;
    world_open(w, 0);
    check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_NOT_FOUND);
    check_message("Etc/Nowhere");
    options.zone = "Europe/Berlin";
    check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_NOT_FOUND);
    options.zone = "../Berlin";
    check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_ARGUMENT);
    assert_int_equal(asked, 2);
    check_status(tally_reminder_mark_done(w->account, "milk", 0), TALLY_ERROR_NOT_FOUND);
}

TEST(files_for_other_programs, WORLD_CLOSED)
{
    tally_reminder_options options = options_of(20260501, 10, TALLY_UNIT_DAY, 32400);
    char file[8192], again[8192];
    size_t length, taken, skipped;

    open_at(w, "UTC", AT(1, 0), 0);
    put_daily(w, "milk", "root.fridge");
    options.zone = "Europe/Berlin";
    put(w, "eggs", options);
    check_ok(reminder_export(w->account, file, sizeof file, &length));
    assert_int_equal(strlen(file), length);
    assert_non_null(strstr(file, "BEGIN:VTODO"));
    check_ok(tally_reminder_remove(w->account, "milk"));
    check_ok(reminder_import(w->account, file, length, &taken, &skipped));
    assert_int_equal(taken, 2);
    assert_int_equal(skipped, 0);
    assert_int_equal(find(w, "milk").next_time, AT(1, 9));
    /* An edit that changes nothing leaves it unchanged. */
    assert_int_equal(find(w, "eggs").revision, 1);
    assert_int_equal(find(w, "eggs").expiry, 20260511);
    /* All or none. */
    check_ok(tally_reminder_remove(w->account, "milk"));
    memcpy(again, file, length);
    check_status(reminder_import(w->account, again, length - 20, NULL, NULL), TALLY_ERROR_MALFORMED);
    check_message("line ");
    check_status(tally_reminder_mark_done(w->account, "milk", 0), TALLY_ERROR_NOT_FOUND);
    check_status(reminder_import(w->account, NULL, 0, NULL, NULL), TALLY_ERROR_ARGUMENT);
}

TEST(the_outbox_has_them, WORLD_CLOSED)
{
    tally_outbox_entry entries[8];
    char text[8192];
    size_t count, size;

    open_at(w, "UTC", AT(1, 0), 0);
    check_ok(lease_outbox(w->account));
    put_daily(w, "milk", "root.fridge");
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    check_ok(outbox_lease(w->account, 1000, 8, entries, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_int_equal(entries[0].kind, TALLY_OUTBOX_KIND_REMINDER);
    assert_string_equal(text + entries[0].entity.offset, "milk");
    assert_non_null(strstr(text + entries[0].body.offset, "\"state\":\"done\""));
    check_ok(tally_outbox_ack(w->account, entries[0].id, NULL, 0));
    assert_int_equal(noted(w, TALLY_NOTE_UPLOADED), 1);
    check_ok(tally_reminder_remove(w->account, "milk"));
    check_ok(outbox_lease(w->account, 1000, 8, entries, 8, text, sizeof text, &count, &size));
    assert_non_null(strstr(text + entries[0].body.offset, "\"state\":\"deleted\""));
    check_ok(tally_outbox_fail(w->account, entries[0].id, 1, -1));
    assert_int_equal(noted(w, TALLY_NOTE_UPLOAD_FAILED), 1);
    check_ok(tally_engine_verify(w->engine));
}

/* A number of a row's body. */
static int64_t sent(const char *body, const char *member)
{
    char name[64];
    const char *found;

    snprintf(name, sizeof name, "\"%s\":", member);
    found = strstr(body, name);
    if (found == NULL)
        fail_msg("%s has no %s", body, member);
    found += strlen(name);
    require(*found == '-' || (*found >= '0' && *found <= '9'));
    return strtoll(found, NULL, 10);
}

/* The row that was leased last sends a reminder to a server with the header's numbers, as given. */
static void check_sent(world *w, const tally_reminder_options *given)
{
    tally_outbox_entry row;
    tally_reminder listed = find(w, "milk");
    char text[4096];
    const char *body = text;
    size_t count, size;

    check_ok(outbox_lease(w->account, 1000, 1, &row, 1, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    body += row.body.offset;
    assert_int_equal(sent(body, "smart"), given->smart);
    assert_int_equal(sent(body, "shelf_life"), given->shelf_life);
    assert_int_equal(sent(body, "shelf_unit"), given->shelf_unit);
    assert_int_equal(sent(body, "repeat_unit"), given->repeat_unit);
    assert_int_equal(sent(body, "repeat_every"), given->repeat_every);
    assert_int_equal(sent(body, "overdue_unit"), given->overdue_unit);
    assert_int_equal(sent(body, "overdue_every"), given->overdue_every);
    assert_int_equal(sent(body, "overdue_limit"), given->overdue_limit);
    assert_int_equal(sent(body, "produced"), given->produced);
    assert_int_equal(sent(body, "time"), given->time_of_day);
    assert_int_equal(sent(body, "start"), given->start);
    assert_int_equal(sent(body, "end"), given->end);
    assert_int_equal(sent(body, "entered"), listed.entered);
    assert_int_equal(sent(body, "rev"), listed.revision);
    check_ok(tally_outbox_ack(w->account, row.id, NULL, 0));
}

TEST(the_outbox_has_the_numbers_of_the_header, WORLD_CLOSED)
{
    static const tally_smart smarts[] = {TALLY_SMART_AUTOMATIC, TALLY_SMART_ON, TALLY_SMART_OFF};
    static const tally_unit lives[] = {TALLY_UNIT_DAY, TALLY_UNIT_MONTH, TALLY_UNIT_YEAR};
    static const tally_unit units[] = {TALLY_UNIT_MINUTE, TALLY_UNIT_HOUR, TALLY_UNIT_DAY, TALLY_UNIT_WEEK,
                                       TALLY_UNIT_MONTH, TALLY_UNIT_QUARTER, TALLY_UNIT_YEAR};
    tally_reminder_options given = {
        .struct_size = sizeof given, .produced = 20260430, .shelf_life = 20, .time_of_day = 30600, .repeat_every = 2,
        .start = 20260501, .end = 20260531, .overdue_every = 3, .overdue_limit = 4,
    };

    open_at(w, "UTC", AT(1, 0), 0);
    check_ok(lease_outbox(w->account));
    for (size_t index = 0; index < COUNT_OF(units); index += 1) {
        given.smart = smarts[index % COUNT_OF(smarts)];
        given.shelf_unit = lives[index / COUNT_OF(lives) % COUNT_OF(lives)];
        given.repeat_unit = units[index];
        given.overdue_unit = units[COUNT_OF(units) - 1 - index];
        check_ok(index == 0 ? reminder_put(w->account, "milk", &given) : reminder_edit(w->account, "milk", &given));
        check_sent(w, &given);
    }
}

/* No server knows of the messages that fire here. Where there is an outbox, those read by their path are read too. */
TEST(read_by_path_where_there_is_an_outbox, WORLD_CLOSED)
{
    static char bytes[65536];
    tally_message message;
    char text[1024];
    size_t count, size, changed;

    open_at(w, "UTC", AT(1, 0), WORLD_FILE);
    check_ok(lease_outbox(w->account));
    put_daily(w, "milk", "root.fridge");
    make_plan(w);
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    check_ok(message_list(w->account, "root.fridge", TALLY_SUBTREE, 0, 1, &message, 1, text, sizeof text,
                                &count, &size));
    assert_int_equal(count, 1);
    check_ok(tally_message_mark_read_until(w->account, "root.fridge", TALLY_SUBTREE, message.key, &changed));
    assert_int_equal(changed, 1);
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(find(w, "milk").state, TALLY_REMINDER_STATE_DONE);
    make_plan(w);
    check_ok(account_export(w->account, bytes, sizeof bytes, &size));
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_reminder_mark_undone(w->account, "milk"));
    check_badge(w->account, "root.fridge", 0, 0);
    assert_int_equal(go_to(w, AT(2, 9), NULL), 1);
}

/* ---- Bad input ---- */

TEST(bad_input, WORLD_CLOSED)
{
    tally_reminder_options options = options_of(20260501, 3, TALLY_UNIT_DAY, 32400);
    tally_reminder_options bad;
    tally_feed_options feed;
    tally_reminder entry;
    tally_plan_options plan_options;
    char text[16];
    size_t count, size;

    open_at(w, "UTC", AT(1, 0), 0);
#define REFUSED(member, value, status)                                       \
    do {                                                                     \
        bad = options;                                                       \
        bad.member = (value);                                                \
        check_status(reminder_put(w->account, "milk", &bad), (status)); \
    } while (0)
    REFUSED(struct_size, 4, TALLY_ERROR_ARGUMENT);
    REFUSED(fields, 4096, TALLY_ERROR_ARGUMENT);
    REFUSED(smart, 4, TALLY_ERROR_ARGUMENT);
    REFUSED(smart, -1, TALLY_ERROR_ARGUMENT);
    REFUSED(time_of_day, 86400, TALLY_ERROR_RANGE);
    REFUSED(time_of_day, -2, TALLY_ERROR_RANGE);
    REFUSED(produced, 20260230, TALLY_ERROR_ARGUMENT);
    REFUSED(produced, -1, TALLY_ERROR_ARGUMENT);
    REFUSED(start, 7, TALLY_ERROR_ARGUMENT);
    REFUSED(shelf_life, 0, TALLY_ERROR_ARGUMENT);
    REFUSED(shelf_life, -3, TALLY_ERROR_ARGUMENT);
    REFUSED(shelf_life, INT32_MAX, TALLY_ERROR_ARGUMENT);
    REFUSED(shelf_unit, TALLY_UNIT_WEEK, TALLY_ERROR_ARGUMENT);
    REFUSED(shelf_unit, 99, TALLY_ERROR_ARGUMENT);
    REFUSED(repeat_unit, 257, TALLY_ERROR_ARGUMENT);
    REFUSED(overdue_unit, -1, TALLY_ERROR_ARGUMENT);
    REFUSED(title, "\xFF", TALLY_ERROR_ARGUMENT);
    REFUSED(path, "root..a", TALLY_ERROR_PATH);
#undef REFUSED
    check_status(reminder_put(NULL, "milk", &options), TALLY_ERROR_ARGUMENT);
    check_status(reminder_put(w->account, NULL, &options), TALLY_ERROR_ARGUMENT);
    check_status(reminder_put(w->account, "", &options), TALLY_ERROR_ARGUMENT);
    check_status(tally_reminder_put(w->account, "milk", NULL), TALLY_ERROR_ARGUMENT);
    check_status(reminder_edit(w->account, "milk", &options), TALLY_ERROR_NOT_FOUND);
    check_status(tally_reminder_mark_undone(w->account, "milk"), TALLY_ERROR_NOT_FOUND);
    check_status(tally_reminder_remove(w->account, "milk"), TALLY_ERROR_NOT_FOUND);
    check_status(tally_reminder_snooze(w->account, "milk", AT(9, 0)), TALLY_ERROR_NOT_FOUND);
    check_status(tally_reminder_acknowledge(w->account, "milk"), TALLY_ERROR_NOT_FOUND);
    put(w, "milk", options);
    check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_EXISTS);
    check_status(reminder_list(w->account, NULL, 9, &entry, 1, text, 4, &count, &size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    check_status(reminder_log(w->account, 0, 9, NULL, 0, NULL, 0, &count, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    memset(&plan_options, 0, sizeof plan_options);
    plan_options.struct_size = sizeof plan_options;
    check_status(reminder_plan(w->account, &plan_options, NULL, 0, NULL, 0, &count, &size, NULL),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 2);
    plan_options.limit = 5000;
    check_status(reminder_plan(w->account, &plan_options, NULL, 0, NULL, 0, &count, &size, NULL),
                 TALLY_ERROR_RANGE);
    plan_options.flags = 4;
    check_status(reminder_plan(w->account, &plan_options, NULL, 0, NULL, 0, &count, &size, NULL),
                 TALLY_ERROR_ARGUMENT);
    assert_int_equal(make_plan(w)->armed, 2);
    memset(&feed, 0, sizeof feed);
    feed.struct_size = sizeof feed;
    check_status(tally_feed_add(w->account, TALLY_FEED_REMINDERS, &feed, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_set_zone(NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_set_zone(w->engine, ""), TALLY_ERROR_ARGUMENT);
}

int main(void)
{
    int failed = tests_run();

    free(planned);
    return failed;
}
