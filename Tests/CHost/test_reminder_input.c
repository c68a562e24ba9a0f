/* Mistakes of users, hosts and systems about reminders: each has a status and a message, and changes nothing. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)
#define MAY_1 INT64_C(1777593600000) /* 2026-05-01 00:00 UTC. */
#define AT(day, hour) (MAY_1 + ((day)-1) * DAY + (hour)*HOUR)
#define MOST 1000

/* ---- Helpers ---- */

static void in_utc(tally_engine_options *options) { options->zone = "UTC"; }

static void open_with(world *w, void (*configure)(tally_engine_options *), unsigned flags)
{
    w->configure = configure;
    w->clock.wall = MAY_1;
    world_open(w, flags);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_engine_step(w->engine));
}

/* Smart, good through May the 11th: from the 9th on. */
static tally_reminder_options ten_days(void)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .produced = 20260501, .shelf_life = 10, .shelf_unit = TALLY_UNIT_DAY,
    };

    return options;
}

/* Daily at 9, in May. */
static tally_reminder_options daily(void)
{
    tally_reminder_options options = ten_days();

    options.smart = TALLY_SMART_OFF;
    options.repeat_unit = TALLY_UNIT_DAY;
    options.start = 20260501;
    options.end = 20260531;
    options.path = "root.fridge";
    return options;
}

/* All that can be seen of the reminders: rows with their texts, the log, and the badges. */
typedef struct picture {
    tally_reminder entries[4];
    tally_reminder_note notes[MOST];
    char text[4096], log[32768];
    size_t count, size, note_count, log_size;
    tally_badge badge;
} picture;

static void look(world *w, picture *p)
{
    memset(p, 0, sizeof *p);
    check_ok(reminder_list(w->account, NULL, 4, p->entries, 4, p->text, sizeof p->text, &p->count, &p->size));
    check_ok(reminder_log(w->account, 0, MOST, p->notes, MOST, p->log, sizeof p->log, &p->note_count,
                                &p->log_size));
    check_ok(tally_badge_get(w->account, "root", &p->badge));
}

static void check_same(world *w, const picture *before)
{
    static picture now;

    look(w, &now);
    assert_memory_equal(&now, before, sizeof now);
}

static tally_reminder find(world *w, const char *id)
{
    tally_reminder entries[4];
    char text[4096];
    size_t count, size;

    check_ok(reminder_list(w->account, NULL, 4, entries, 4, text, sizeof text, &count, &size));
    for (size_t index = 0; index < count; index += 1)
        if (strcmp(text + entries[index].id.offset, id) == 0)
            return entries[index];
    fail_msg("there is no reminder %s", id);
    return entries[0];
}

/* Steps, and takes all events: how many REMINDER there were, and how many occurrences they were about. */
static int fired(world *w, uint64_t *occurrences)
{
    tally_event event;
    char text[256];
    int count = 0;

    if (occurrences != NULL)
        *occurrences = 0;
    check_ok(tally_engine_step(w->engine));
    while (1) {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        if (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) != TALLY_OK)
            return count;
        if (event.kind != TALLY_EVENT_REMINDER)
            continue;
        count += 1;
        if (occurrences != NULL)
            *occurrences += event.count;
    }
}

static int go_to(world *w, int64_t wall, uint64_t *occurrences)
{
    fake_clock_advance(&w->clock, wall - w->clock.wall);
    return fired(w, occurrences);
}

/* ---- Input ---- */

#define KEPT(member) offsetof(tally_reminder_options, member)

typedef struct mistake {
    size_t member; /* The offset of an int32_t in tally_reminder_options. */
    int32_t value;
    tally_status status;
    const char *message;
} mistake;

static const mistake mistakes[] = {
    {KEPT(produced), 20260230, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), 20261301, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), 20250229, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), 101, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), 20260500, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), -20260501, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), INT32_MAX, TALLY_ERROR_ARGUMENT, "a day like 20260131"},
    {KEPT(produced), 99991231, TALLY_ERROR_ARGUMENT, "after the year 9999"},
    {KEPT(start), 20260431, TALLY_ERROR_ARGUMENT, "a day is a number like 20260131"},
    {KEPT(end), 20260631, TALLY_ERROR_ARGUMENT, "a day is a number like 20260131"},
    {KEPT(end), 20260430, TALLY_ERROR_ARGUMENT, "the end is before the start"},
    {KEPT(start), 20260601, TALLY_ERROR_ARGUMENT, "the end is before the start"},
    {KEPT(shelf_life), -1, TALLY_ERROR_ARGUMENT, "a shelf life is one day, month or year, or more"},
    {KEPT(shelf_life), INT32_MIN, TALLY_ERROR_ARGUMENT, "a shelf life is one day, month or year, or more"},
    {KEPT(shelf_life), INT32_MAX, TALLY_ERROR_ARGUMENT, "after the year 9999"},
    {KEPT(shelf_unit), TALLY_UNIT_HOUR, TALLY_ERROR_ARGUMENT, "a shelf life is one day, month or year, or more"},
    {KEPT(shelf_unit), 8, TALLY_ERROR_ARGUMENT, "a shelf life and its unit are needed"},
    {KEPT(time_of_day), 86400, TALLY_ERROR_RANGE, "86,399"},
    {KEPT(time_of_day), -2, TALLY_ERROR_RANGE, "86,399"},
    {KEPT(repeat_unit), 8, TALLY_ERROR_ARGUMENT, "an unknown unit of time"},
    {KEPT(repeat_every), -1, TALLY_ERROR_ARGUMENT, "every 1 to 1,000,000 of a unit"},
    {KEPT(repeat_every), 1000001, TALLY_ERROR_ARGUMENT, "every 1 to 1,000,000 of a unit"},
    {KEPT(repeat_every), INT32_MAX, TALLY_ERROR_ARGUMENT, "every 1 to 1,000,000 of a unit"},
    {KEPT(overdue_unit), -1, TALLY_ERROR_ARGUMENT, "an unknown unit of time"},
    {KEPT(overdue_every), 1000001, TALLY_ERROR_ARGUMENT, "an overdue reminder is repeated every 1 to 1,000,000"},
    {KEPT(overdue_every), -1, TALLY_ERROR_ARGUMENT, "an overdue reminder is repeated every 1 to 1,000,000"},
    {KEPT(overdue_limit), 1000001, TALLY_ERROR_ARGUMENT, "0 to 1,000,000 times"},
    {KEPT(overdue_limit), -1, TALLY_ERROR_ARGUMENT, "0 to 1,000,000 times"},
};

/* A mistake in otherwise valid options, in a new reminder, and in an edit of one that has fired. */
static void check_refused(world *w, const tally_reminder_options *good, const mistake *m)
{
    tally_reminder_options bad = *good, change;
    static picture before;

    memset(&change, 0, sizeof change);
    change.struct_size = sizeof change;
    memcpy((char *)&bad + m->member, &m->value, sizeof m->value);
    memcpy((char *)&change + m->member, &m->value, sizeof m->value);
    look(w, &before);
    check_status(reminder_put(w->account, "other", &bad), m->status);
    check_message(m->message);
    check_same(w, &before);
    check_status(reminder_edit(w->account, "milk", &change), m->status);
    check_message(m->message);
    check_same(w, &before);
}

TEST(numbers_that_are_wrong, WORLD_CLOSED)
{
    tally_reminder_options good = daily();
    uint64_t occurrences;

    open_with(w, in_utc, 0);
    check_ok(reminder_put(w->account, "milk", &good));
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    for (size_t index = 0; index < COUNT_OF(mistakes); index += 1)
        check_refused(w, &good, &mistakes[index]);
    /* Its badge is lit, it has fired once, and goes on as before. */
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(2, 9), &occurrences), 1);
    assert_int_equal(occurrences, 1);
}

/* Members that have no effect by now are checked as well. */
TEST(limits_of_smart_ones, WORLD_CLOSED)
{
    static const size_t members[] = {KEPT(repeat_every), KEPT(overdue_every), KEPT(overdue_limit)};
    tally_reminder_options good = ten_days();

    open_with(w, in_utc, 0);
    check_ok(reminder_put(w->account, "milk", &good));
    assert_int_equal(find(w, "milk").is_smart, 1);
    for (size_t index = 0; index < COUNT_OF(members); index += 1) {
        mistake m = {members[index], 1000001, TALLY_ERROR_ARGUMENT, "1,000,000"};

        check_refused(w, &good, &m);
        m.value = -1;
        check_refused(w, &good, &m);
        good.repeat_unit = TALLY_UNIT_DAY;
        check_refused(w, &good, &m);
        good.repeat_unit = 0;
    }
    good.repeat_unit = TALLY_UNIT_DAY;
    good.repeat_every = 1000000;
    check_ok(reminder_put(w->account, "eggs", &good));
    assert_int_equal(find(w, "eggs").repeat_every, 1000000);
    assert_int_equal(find(w, "eggs").is_smart, 1);
}

TEST(lives_of_nothing_and_of_ages, WORLD_CLOSED)
{
    static const int32_t units[] = {TALLY_UNIT_DAY, TALLY_UNIT_MONTH, TALLY_UNIT_YEAR};
    tally_reminder_options options = ten_days();
    static picture before;

    open_with(w, in_utc, 0);
    options.end = 20260531;
    options.repeat_unit = TALLY_UNIT_DAY;
    look(w, &before);
    for (size_t index = 0; index < COUNT_OF(units); index += 1) {
        options.shelf_unit = units[index];
        options.shelf_life = 0;
        check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_ARGUMENT);
        check_message("a shelf life is one day, month or year, or more");
        options.shelf_life = units[index] == TALLY_UNIT_DAY ? 1000000000 : 1000000;
        check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_ARGUMENT);
        check_message("it would expire after the year 9999");
    }
    check_same(w, &before);
    /* A million days are not too many, nor is the calendar's last day. */
    options.shelf_unit = TALLY_UNIT_DAY;
    options.shelf_life = 1000000;
    check_ok(reminder_put(w->account, "milk", &options));
    assert_int_equal(find(w, "milk").expiry, 47640328);
    options.produced = 99991230;
    options.shelf_life = 1;
    check_ok(reminder_put(w->account, "eggs", &options));
    assert_int_equal(find(w, "eggs").expiry, 99991231);
}

/* The same life again, or none: {0, 0}, {0, DAY}, also with other members. */
TEST(edits_to_a_life_of_nothing, WORLD_CLOSED)
{
    static const int32_t units[] = {0, TALLY_UNIT_DAY, TALLY_UNIT_MONTH, TALLY_UNIT_YEAR};
    tally_reminder_options options = daily(), change;
    static picture before;

    open_with(w, in_utc, 0);
    check_ok(reminder_put(w->account, "milk", &options));
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    look(w, &before);
    for (size_t index = 0; index < COUNT_OF(units); index += 1) {
        memset(&change, 0, sizeof change);
        change.struct_size = sizeof change;
        change.fields = TALLY_REMINDER_FIELD_SHELF_LIFE;
        change.shelf_unit = units[index];
        check_status(reminder_edit(w->account, "milk", &change), TALLY_ERROR_ARGUMENT);
        check_message("a shelf life is one day, month or year, or more");
        check_same(w, &before);
        change.title = "Milk";
        check_status(reminder_edit(w->account, "milk", &change), TALLY_ERROR_ARGUMENT);
        check_same(w, &before);
    }
    /* The unit alone may stay. */
    change.shelf_unit = 0;
    change.shelf_life = 11;
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(find(w, "milk").shelf_life, 11);
    assert_int_equal(find(w, "milk").shelf_unit, TALLY_UNIT_DAY);
}

/* How many rows the outbox has, and how many notifications the next plan changes. */
static void check_idle(world *w, uint64_t rows)
{
    tally_plan_options plan = {.struct_size = sizeof plan};
    static tally_plan_entry entries[128];
    static char text[16384];
    uint64_t total, leased, failed;
    size_t count, size;

    check_ok(outbox_counts(w->account, &total, &leased, &failed));
    assert_int_equal(total, rows);
    check_ok(reminder_plan(w->account, &plan, entries, 128, text, sizeof text, &count, &size, NULL));
    assert_int_equal(count, 0);
}

/* Nothing of a reminder: no revision, no note, nothing to send, nothing to arm again. */
static void check_edits_of_nothing(world *w, const tally_reminder_options *given)
{
    static const char *const texts[] = {"title", "root.fridge", "fridge"};
    tally_plan_options plan = {.struct_size = sizeof plan};
    static tally_plan_entry entries[128];
    static char text[16384];
    tally_reminder_options change;
    static picture before;
    size_t count, size;

    check_ok(lease_outbox(w->account));
    check_ok(reminder_plan(w->account, &plan, entries, 128, text, sizeof text, &count, &size, NULL));
    look(w, &before);
    for (uint32_t field = 0; field <= TALLY_REMINDER_FIELD_OVERDUE; field = field == 0 ? 1 : field << 1) {
        change = *given;
        change.fields = field;
        check_ok(tally_reminder_edit(w->account, "milk", &change));
        check_same(w, &before);
        check_idle(w, 0);
    }
    change.fields = (TALLY_REMINDER_FIELD_OVERDUE << 1) - 1;
    check_ok(tally_reminder_edit(w->account, "milk", &change));
    check_same(w, &before);
    for (size_t index = 1; index < COUNT_OF(texts); index += 1) {
        change.path = texts[index]; /* The same path, however it is written. */
        check_ok(tally_reminder_edit(w->account, "milk", &change));
        check_same(w, &before);
    }
    check_idle(w, 0);
    change.title = texts[0];
    check_ok(tally_reminder_edit(w->account, "milk", &change));
    assert_int_equal(find(w, "milk").revision, before.entries[0].revision + 1);
}

TEST(edits_that_change_nothing, WORLD_CLOSED)
{
    tally_reminder_options given = daily();

    given.title = "Milk";
    given.body = "In the door";
    given.zone = "Europe/Berlin";
    given.time_of_day = 30600;
    given.repeat_every = 2;
    given.overdue_unit = TALLY_UNIT_DAY;
    given.overdue_every = 1;
    given.overdue_limit = 3;
    open_with(w, in_utc, 0);
    check_ok(reminder_put(w->account, "milk", &given));
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    check_badge(w->account, "root.fridge", 1, 1);
    check_edits_of_nothing(w, &given);
}

/* One that is done, and was due meanwhile: that is found out when it is undone, once. */
TEST(edits_of_nothing_of_one_that_is_done, WORLD_CLOSED)
{
    tally_reminder_options given = daily(), change = given;

    given.title = "Milk";
    given.body = "In the door";
    given.zone = "UTC";
    given.time_of_day = 32400;
    given.repeat_every = 1;
    open_with(w, in_utc, 0);
    check_ok(reminder_put(w->account, "milk", &given));
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    assert_int_equal(go_to(w, AT(2, 12), NULL), 0);
    check_edits_of_nothing(w, &given);
    check_badge(w->account, "root.fridge", 0, 0);
    check_ok(tally_reminder_mark_undone(w->account, "milk"));
    check_badge(w->account, "root.fridge", 1, 1);
    assert_int_equal(find(w, "milk").due_time, AT(2, 9));
    change.fields = 0;
    change.path = NULL;
    check_ok(tally_reminder_edit(w->account, "milk", &change));
    check_badge(w->account, "root.fridge", 1, 1);
}

/* ---- Zones ---- */

static unsigned char zone_bytes[70000];
static size_t zone_size;
static int zone_says_more;

/* Whatever its name, the zone's file that the test has made; Europe/Berlin is the real one. */
static size_t give_zone(void *user_data, const char *name, void *bytes, size_t capacity)
{
    size_t count = zone_size;
    char *file = NULL;

    (void)user_data;
    if (strcmp(name, "Europe/Berlin") == 0) {
        file = read_file("/usr/share/zoneinfo/Europe/Berlin", &count);
        require(file != NULL && count <= capacity);
        memcpy(bytes, file, count);
        free(file);
        return count;
    }
    if (count > 0)
        memcpy(bytes, zone_bytes, count < capacity ? count : capacity);
    return zone_says_more ? capacity + 1 : count;
}

static void with_zones(tally_engine_options *options)
{
    options->zone = "Europe/Berlin";
    options->zone_file = give_zone;
}

static void check_zone_refused(world *w, tally_status status, const char *message)
{
    tally_reminder_options options = ten_days(), change;
    static picture before;

    look(w, &before);
    options.zone = "Test/Zone";
    check_status(reminder_put(w->account, "other", &options), status);
    check_message("Test/Zone");
    check_message(message);
    check_same(w, &before);
    memset(&change, 0, sizeof change);
    change.struct_size = sizeof change;
    change.zone = "Test/Zone";
    check_status(reminder_edit(w->account, "milk", &change), status);
    check_same(w, &before);
    check_status(tally_engine_set_zone(w->engine, "Test/Zone"), status);
    check_message(message);
    check_same(w, &before);
}

static void load_zone(const char *name)
{
    char path[300];
    char *file;

    snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", name);
    file = read_file(path, &zone_size);
    require(file != NULL && zone_size < sizeof zone_bytes);
    memcpy(zone_bytes, file, zone_size);
    free(file);
}

TEST(zone_files_that_are_damaged, WORLD_CLOSED)
{
    tally_reminder_options options = ten_days();
    size_t whole;

    zone_size = 0;
    zone_says_more = 0;
    open_with(w, with_zones, 0);
    check_ok(reminder_put(w->account, "milk", &options));
    check_zone_refused(w, TALLY_ERROR_NOT_FOUND, "there is no zone");
    zone_says_more = 1;
    check_zone_refused(w, TALLY_ERROR_TOO_LARGE, "more than 65,536 bytes");
    zone_says_more = 0;
    zone_size = 5000;
    for (size_t index = 0; index < zone_size; index += 1)
        zone_bytes[index] = (unsigned char)(index * 151 + 7);
    check_zone_refused(w, TALLY_ERROR_ARGUMENT, "this is not a TZif file");
    memset(zone_bytes, 0, zone_size);
    check_zone_refused(w, TALLY_ERROR_ARGUMENT, "this is not a TZif file");
    /* Cut off anywhere. */
    load_zone("America/New_York");
    whole = zone_size;
    for (zone_size = 1; zone_size < whole; zone_size += zone_size < 200 ? 1 : 97)
        check_zone_refused(w, TALLY_ERROR_ARGUMENT, ": ");
    zone_size = 44;
    check_zone_refused(w, TALLY_ERROR_ARGUMENT, "the file ends too early");
    zone_size = whole - 5;
    check_zone_refused(w, TALLY_ERROR_ARGUMENT, "the file ends too early");
    zone_size = whole;
    zone_bytes[4] = '9';
    check_zone_refused(w, TALLY_ERROR_ARGUMENT, "its version is unknown");
    zone_bytes[4] = '2';
    zone_bytes[whole - 4] = '!';
    check_zone_refused(w, TALLY_ERROR_ARGUMENT, "its rule is not a POSIX TZ string");
    /* Once it is whole, it is taken; and the device is where it was. */
    load_zone("America/New_York");
    options.zone = "Test/Zone";
    check_ok(reminder_put(w->account, "eggs", &options));
    assert_int_equal(find(w, "eggs").next_time, AT(9, 13));
    assert_int_equal(find(w, "milk").next_time, AT(9, 7));
}

/* A file has a reminder whose zone is damaged when the file is opened again. It waits, and the others fire. */
TEST(a_zone_that_is_damaged_later, WORLD_CLOSED)
{
    tally_reminder_options options = daily();
    tally_reminder entry;
    uint64_t occurrences;

    zone_says_more = 0;
    load_zone("America/New_York");
    open_with(w, with_zones, WORLD_FILE);
    check_ok(reminder_put(w->account, "eggs", &options));
    options.zone = "Test/Zone";
    check_ok(reminder_put(w->account, "milk", &options));
    world_close(w);
    zone_size = 100;
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(go_to(w, AT(2, 14), &occurrences), 1);
    assert_int_equal(occurrences, 2);
    entry = find(w, "milk");
    assert_int_equal(entry.expires, 0);
    assert_int_equal(entry.produced, 20260501);
    world_close(w);
    load_zone("America/New_York");
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    /* The newest of the missed occurrences is reported once. */
    assert_int_equal(fired(w, &occurrences), 1);
    assert_int_equal(occurrences, 2);
    assert_int_equal(find(w, "milk").due_time, AT(2, 13));
    assert_int_equal(fired(w, NULL), 0);
}

TEST(zones_that_are_unknown, WORLD_CLOSED)
{
    static const char *const names[] = {"Europe/Atlantis", "GMT+25", "Europe"};
    static const char *const forbidden[] = {"../etc/passwd", "/etc/localtime", "Europe/../passwd", "Europe/",
                                            "Europe//Berlin", "a b", "\xC3\xA9"};
    tally_reminder_options options = ten_days();
    static picture before;

    open_with(w, in_utc, 0);
    look(w, &before);
    for (size_t index = 0; index < COUNT_OF(names); index += 1) {
        options.zone = names[index];
        check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_NOT_FOUND);
        check_message("there is no zone");
        check_message(names[index]);
    }
    for (size_t index = 0; index < COUNT_OF(forbidden); index += 1) {
        options.zone = forbidden[index];
        check_status(reminder_put(w->account, "milk", &options), TALLY_ERROR_ARGUMENT);
        check_message("this is not a zone's name");
    }
    check_same(w, &before);
}

/* ---- Clocks, and edits as it fires ---- */

/* Ten years later in the same run, due occurrences are reported once. Back again, none is reported twice. */
TEST(a_clock_that_jumps_by_years, WORLD_CLOSED)
{
    tally_reminder_options options = daily();
    uint64_t occurrences;

    open_with(w, in_utc, WORLD_FILE);
    options.end = 20351231;
    check_ok(reminder_put(w->account, "milk", &options));
    assert_int_equal(go_to(w, AT(1, 9), NULL), 1);
    w->clock.wall = AT(1 + 3650, 0);
    fake_clock_advance(&w->clock, 60 * SECOND);
    assert_int_equal(fired(w, &occurrences), 1);
    assert_true(occurrences > 3000);
    assert_int_equal(fired(w, NULL), 0);
    check_badge(w->account, "root.fridge", 1, 1);
    /* Put right: of the days that come none is lost, and each fires once. */
    w->clock.wall = AT(1, 12);
    fake_clock_advance(&w->clock, 60 * SECOND);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(find(w, "milk").next_time, AT(2, 9));
    for (int day = 2; day <= 5; day += 1) {
        assert_int_equal(go_to(w, AT(day, 9), &occurrences), 1);
        assert_int_equal(occurrences, 1);
        assert_int_equal(fired(w, NULL), 0);
    }
    /* The same with the program closed in between. */
    world_close(w);
    w->clock.wall = AT(1 + 3650, 0);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, &occurrences), 1);
    world_close(w);
    w->clock.wall = AT(5, 12);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(go_to(w, AT(6, 9), &occurrences), 1);
    assert_int_equal(occurrences, 1);
    check_ok(tally_engine_verify(w->engine));
}

/* Behind the calendar, and before 1970: it answers, and goes on once it is right. */
TEST(a_clock_that_cannot_be, WORLD_CLOSED)
{
    static const int64_t times[] = {INT64_C(300000000000000), -INT64_C(300000000000000), INT64_MAX / 2, INT64_MIN / 2};
    tally_reminder_options options = daily();

    open_with(w, in_utc, 0);
    options.end = 20351231;
    check_ok(reminder_put(w->account, "milk", &options));
    for (size_t index = 0; index < COUNT_OF(times); index += 1) {
        w->clock.wall = times[index];
        fake_clock_advance(&w->clock, 60 * SECOND);
        fired(w, NULL);
        assert_int_equal(find(w, "milk").revision, 1);
        w->clock.wall = AT((int)index + 1, 10);
        fake_clock_advance(&w->clock, 60 * SECOND);
        fired(w, NULL);
        assert_int_equal(find(w, "milk").next_time, AT((int)index + 2, 9));
        assert_int_equal(go_to(w, AT((int)index + 2, 9), NULL), 1);
    }
}

/* At the instant at which it fires, before and after the loop has noticed, and with its event not taken yet. */
TEST(an_edit_of_what_has_just_fired, WORLD_CLOSED)
{
    tally_reminder_options options = daily(), change;
    uint64_t occurrences;
    int64_t timeout;

    open_with(w, in_utc, 0);
    check_ok(reminder_put(w->account, "milk", &options));
    memset(&change, 0, sizeof change);
    change.struct_size = sizeof change;
    change.title = "Other";
    fake_clock_advance(&w->clock, AT(1, 9) - w->clock.wall);
    check_ok(reminder_edit(w->account, "milk", &change));
    check_badge(w->account, "root.fridge", 1, 1);
    check_ok(tally_engine_step(w->engine));
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(fired(w, &occurrences), 1);
    assert_int_equal(occurrences, 1);
    check_badge(w->account, "root.fridge", 1, 1);
    /* To a minute ago, to this instant, and to the next minute: only the last is to come. */
    change.time_of_day = 9 * 3600 - 60;
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(fired(w, NULL), 0);
    change.time_of_day = 9 * 3600;
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(find(w, "milk").next_time, AT(2, 9));
    change.time_of_day = 9 * 3600 + 60;
    check_ok(reminder_edit(w->account, "milk", &change));
    assert_int_equal(go_to(w, AT(1, 9) + 60 * SECOND, &occurrences), 1);
    assert_int_equal(occurrences, 1);
    /* One that is refused as it is due leaves it to the loop, which comes back to it soon. */
    fake_clock_advance(&w->clock, AT(2, 10) - w->clock.wall);
    change.end = 20260430;
    check_status(reminder_edit(w->account, "milk", &change), TALLY_ERROR_ARGUMENT);
    check_message("the end is before the start");
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_true(timeout >= 0 && timeout <= 10 * SECOND);
    assert_int_equal(go_to(w, w->clock.wall + timeout, &occurrences), 1);
    assert_int_equal(occurrences, 1);
    assert_int_equal(fired(w, NULL), 0);
    assert_int_equal(find(w, "milk").due_time, AT(2, 9) + 60 * SECOND);
    check_badge(w->account, "root.fridge", 1, 1);
}
