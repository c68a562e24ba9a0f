/* Reminders from iCalendar files of other programs: what becomes of their days, times, rules and zones. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOUR INT64_C(3600000)
#define DAY (24 * HOUR)
#define MAY_1 INT64_C(1777593600000) /* 2026-05-01 00:00 UTC. */
#define AT(day, hour) (MAY_1 + ((day)-1) * DAY + (hour)*HOUR)
#define MOST 64

/* The lines that the library has logged. */
static char logged[4096];

static void keep_log(void *user_data, int32_t level, const char *message)
{
    (void)user_data, (void)level;
    if (strlen(logged) + strlen(message) + 2 < sizeof logged) {
        strcat(logged, message);
        strcat(logged, "\n");
    }
}

static void check_logged(const char *part)
{
    if (strstr(logged, part) == NULL)
        fail_msg("the log has no \"%s\": %s", part, logged);
}

/* The zone of the device. It is not UTC, so that a confusion of the two is found. */
static void set_zone(tally_engine_options *options)
{
    options->zone = "Asia/Shanghai";
    options->log = keep_log;
    options->log_level = 2;
}

static void open_world(world *w)
{
    logged[0] = '\0';
    w->configure = set_zone;
    w->clock.wall = MAY_1;
    world_open(w, 0);
    check_ok(tally_account_log_in(w->account));
}

static tally_reminder find(world *w, const char *id, char *zone)
{
    tally_reminder entries[8];
    char text[4096];
    size_t count, size;

    check_ok(reminder_list(w->account, NULL, 8, entries, 8, text, sizeof text, &count, &size));
    for (size_t index = 0; index < count; index += 1) {
        if (strcmp(text + entries[index].id.offset, id) != 0)
            continue;
        if (zone != NULL)
            strcpy(zone, text + entries[index].zone.offset);
        return entries[index];
    }
    fail_msg("there is no reminder %s", id);
    return entries[0];
}

static size_t reminders(world *w)
{
    tally_reminder entries[8];
    char text[4096];
    size_t count, size;

    check_ok(reminder_list(w->account, NULL, 8, entries, 8, text, sizeof text, &count, &size));
    return count;
}

/* A file of one to-do, `task`, with these lines. */
static tally_status import(world *w, const char *lines, size_t *skipped)
{
    char file[4096];
    size_t taken;
    int length = snprintf(file, sizeof file,
                          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//X//EN\r\nBEGIN:VTODO\r\nUID:task\r\n"
                          "DTSTAMP:20260502T220000Z\r\n%sEND:VTODO\r\nEND:VCALENDAR\r\n",
                          lines);

    require(length > 0 && length < (int)sizeof file);
    return reminder_import(w->account, file, (size_t)length, &taken, skipped);
}

static void check_zone(world *w, const char *lines, const char *expected)
{
    char zone[256];

    check_ok(import(w, lines, NULL));
    find(w, "task", zone);
    assert_string_equal(zone, expected);
}

/* When it fires, in the order of time. */
static size_t firing_times(world *w, int64_t *times)
{
    tally_plan_entry entries[MOST];
    tally_plan_options options = {sizeof options, TALLY_PLAN_FLAG_FROM_SCRATCH, MOST, 0};
    char text[16384];
    size_t count, size;

    check_ok(reminder_plan(w->account, &options, entries, MOST, text, sizeof text, &count, &size, NULL));
    for (size_t index = 0; index < count; index += 1) {
        assert_int_equal(entries[index].action, TALLY_PLAN_ACTION_ARM);
        times[index] = entries[index].time;
    }
    return count;
}

/* A day that DUE names is the last good one, by whichever clock. */
TEST(due_on_a_day, WORLD_CLOSED)
{
    int64_t times[MOST];
    tally_reminder task;

    open_world(w);
    check_ok(import(w, "DTSTART;VALUE=DATE:20260501\r\nDUE;VALUE=DATE:20260511\r\n", NULL));
    task = find(w, "task", NULL);
    assert_int_equal(task.expiry, 20260511);
    assert_int_equal(task.produced, 20260501);
    assert_int_equal(task.is_smart, 1);
    assert_int_equal(task.time_of_day, 9 * 3600);
    assert_int_equal(task.expires, AT(12, -8));
    /* Ten days: from two days before. */
    assert_int_equal(firing_times(w, times), 3);
    assert_int_equal(times[0], AT(9, 1));
    assert_int_equal(times[2], AT(11, 1));
    /* Without a start, it keeps since it was last changed. */
    check_ok(import(w, "DUE;VALUE=DATE:20260511\r\n", NULL));
    task = find(w, "task", NULL);
    assert_int_equal(task.expiry, 20260511);
    assert_int_equal(task.produced, 20260502);
    assert_int_equal(firing_times(w, times), 3);
    /* The last second is no time of day to be reminded at, any other is. */
    check_ok(import(w, "DTSTART:20260501T071500\r\nDUE:20260511T235959\r\n", NULL));
    assert_int_equal(find(w, "task", NULL).expiry, 20260511);
    assert_int_equal(find(w, "task", NULL).time_of_day, 7 * 3600 + 900);
    check_ok(import(w, "DUE:20260511T235959\r\n", NULL));
    assert_int_equal(find(w, "task", NULL).time_of_day, 9 * 3600);
    check_ok(import(w, "DTSTART:20260501T071500\r\nDUE:20260511T180000\r\n", NULL));
    assert_int_equal(find(w, "task", NULL).time_of_day, 18 * 3600);
}

/* Without the lines that only Tally understands. */
static void drop_extensions(char *file)
{
    char *kept = file;

    for (char *line = file; *line != '\0';) {
        char *end = strchr(line, '\n') + 1;

        if (strncmp(line, "X-TALLY-", 8) != 0) {
            memmove(kept, line, (size_t)(end - line));
            kept += end - line;
        }
        line = end;
    }
    *kept = '\0';
}

typedef struct terms {
    const char *name, *zone;
    int32_t life, life_unit, unit, every, start, end, time;
} terms;

static const terms all_terms[] = {
    {"smart, a day", "", 1, TALLY_UNIT_DAY, 0, 0, 0, 0, 1},
    {"smart, a week", "America/New_York", 7, TALLY_UNIT_DAY, 0, 0, 0, 0, 32400},
    {"smart, a month", "Pacific/Kiritimati", 1, TALLY_UNIT_MONTH, 0, 0, 0, 0, MIDNIGHT},
    {"smart, late", "America/Los_Angeles", 20, TALLY_UNIT_DAY, 0, 0, 0, 0, 86399},
    {"daily, the end by UTC is on the day after", "America/New_York", 1, TALLY_UNIT_YEAR, TALLY_UNIT_DAY, 2, 20260505,
     20260531, 75600},
    {"daily, the end by UTC is on the day before", "Pacific/Kiritimati", 1, TALLY_UNIT_YEAR, TALLY_UNIT_DAY, 1,
     20260505, 20260531, 3600},
    {"monthly on the last day", "Europe/Berlin", 1, TALLY_UNIT_YEAR, TALLY_UNIT_MONTH, 1, 20260531, 20270501, 32400},
    {"quarterly", "", 1, TALLY_UNIT_YEAR, TALLY_UNIT_QUARTER, 1, 20260531, 20270531, 32400},
    {"hourly", "Europe/Berlin", 1, TALLY_UNIT_YEAR, TALLY_UNIT_HOUR, 5, 20260505, 20260507, 32400},
};

TEST_ALONE(extensions_are_dropped)
{
    for (size_t index = 0; index < COUNT_OF(all_terms); index += 1) {
        const terms *t = &all_terms[index];
        tally_reminder_options options = {.struct_size = sizeof options, .produced = 20260501};
        tally_reminder before, after;
        int64_t times[MOST], again[MOST];
        size_t count, length, taken;
        char file[8192];
        world w;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        options.shelf_life = t->life;
        options.shelf_unit = t->life_unit;
        options.smart = t->unit == 0 ? TALLY_SMART_ON : TALLY_SMART_OFF;
        options.repeat_unit = t->unit;
        options.repeat_every = t->every;
        options.start = t->start;
        options.end = t->end;
        options.time_of_day = t->time;
        options.zone = t->zone;
        check_ok(reminder_put(w.account, "task", &options));
        before = find(&w, "task", NULL);
        count = firing_times(&w, times);
        assert_true(count > 0);
        check_ok(reminder_export(w.account, file, sizeof file, &length));
        check_ok(tally_reminder_remove(w.account, "task"));
        drop_extensions(file);
        check_ok(reminder_import(w.account, file, strlen(file), &taken, NULL));
        assert_int_equal(taken, 1);
        after = find(&w, "task", NULL);
        if (after.expiry != before.expiry || after.expires != before.expires || after.is_smart != before.is_smart)
            fail_msg("%s: expires on %d, not %d", t->name, (int)after.expiry, (int)before.expiry);
        if (firing_times(&w, again) != count || memcmp(times, again, count * sizeof *times) != 0)
            fail_msg("%s: it fires at other times", t->name);
        world_end(&w);
    }
}

/* Each digit of a date and of a time is one: not even the characters beside the digits are taken. */
TEST(digits_of_dates, WORLD_CLOSED)
{
    static const char good[] = "DUE:20260511T180000Z\r\n", wrong[] = "/:A +";
    char line[sizeof good];
    size_t place, i, count;

    open_world(w);
    for (place = 4; place < 19; place++) {
        for (i = 0; good[place] != 'T' && i < sizeof wrong - 1; i++) {
            memcpy(line, good, sizeof good);
            line[place] = wrong[i];
            count = 0;
            if (import(w, line, &count) == TALLY_OK && count == 0)
                fail_msg("taken: %s", line);
        }
    }
    assert_int_equal(reminders(w), 0);
    check_ok(import(w, good, NULL));
    assert_int_equal(reminders(w), 1);
}

/* A reminder that recurs after it has expired has no DUE, which would have to be later than its DTSTART. */
TEST(recurring_without_due, WORLD_CLOSED)
{
    int64_t times[MOST];
    size_t skipped;

    open_world(w);
    check_ok(import(w, "DTSTART:20260510T090000\r\nRRULE:FREQ=WEEKLY;UNTIL=20260531T235959\r\n", &skipped));
    assert_int_equal(skipped, 0);
    assert_int_equal(firing_times(w, times), 4);
    assert_int_equal(times[3], AT(31, 1));
    check_ok(import(w, "DTSTART:20260510T090000\r\nRRULE:FREQ=WEEKLY\r\n", &skipped));
    assert_int_equal(skipped, 1);
    check_logged("line 4: nothing says on which day it is due");
    /* An end before the start is taken for the start's day. */
    check_ok(import(w,
                    "DTSTART:20260510T090000\r\nDUE:20260520T090000\r\n"
                    "RRULE:FREQ=WEEKLY;UNTIL=20260401T000000Z\r\n",
                    NULL));
    assert_int_equal(firing_times(w, times), 1);
    assert_int_equal(times[0], AT(10, 1));
}

TEST(zones_by_name, WORLD_CLOSED)
{
    open_world(w);
    check_zone(w, "DUE;TZID=Europe/Berlin:20260511T180000\r\n", "Europe/Berlin");
    assert_int_equal(find(w, "task", NULL).expires, AT(12, -2));
    check_zone(w, "DUE;X-P=\"a;TZID=b\";TZID=\"America/Argentina/Buenos_Aires\":20260511T180000\r\n",
               "America/Argentina/Buenos_Aires");
    check_zone(w, "DTSTART;TZID=Europe/Berlin:20260501T180000\r\nDUE;VALUE=DATE:20260511\r\n", "Europe/Berlin");
    check_zone(w, "DUE;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260511T180000\r\n", "Europe/Berlin");
    check_zone(w, "DUE;TZID=/citadel.org/America/Argentina/Buenos_Aires:20260511T180000\r\n",
               "America/Argentina/Buenos_Aires");
    check_zone(w, "DUE:20260511T180000Z\r\n", "Etc/UTC");
    check_zone(w, "DUE:20260511T180000\r\n", "");
}

/* ---- Entries that are skipped ---- */

#define FIRST "BEGIN:VTODO\r\nUID:first\r\nDUE:20260511T180000\r\nEND:VTODO\r\n"
#define LAST "BEGIN:VTODO\r\nUID:last\r\nDUE:20260511T180000\r\nEND:VTODO\r\n"

/* An entry without its BEGIN and END, between two usable ones: it begins in line 6. Its reminder is `task`. */
static void check_skipped(world *w, const char *entry, const char *reason)
{
    char file[4096], line[512];
    tally_reminder before = find(w, "task", NULL), after;
    size_t taken = 0, skipped = 0;

    logged[0] = '\0';
    snprintf(file, sizeof file,
             "BEGIN:VCALENDAR\r\n" FIRST "BEGIN:VTODO\r\n%sEND:VTODO\r\n" LAST "END:VCALENDAR\r\n", entry);
    check_ok(reminder_import(w->account, file, strlen(file), &taken, &skipped));
    if (taken != 2 || skipped != 1)
        fail_msg("%s: %zu taken and %zu skipped", entry, taken, skipped);
    snprintf(line, sizeof line, "account 'ann': an entry was skipped, line %s\n", reason);
    assert_string_equal(logged, line);
    assert_int_equal(reminders(w), 3);
    after = find(w, "task", NULL);
    assert_int_equal(after.revision, before.revision);
    assert_int_equal(after.stamp, before.stamp);
    assert_int_equal(after.expiry, before.expiry);
    assert_int_equal(after.state, before.state);
    assert_int_equal(after.due_time, before.due_time);
    check_ok(tally_reminder_remove(w->account, "first"));
    check_ok(tally_reminder_remove(w->account, "last"));
}

/* The other entries of a file do not suffer from one whose own contents no reminder can have. */
TEST(entries_that_are_skipped, WORLD_CLOSED)
{
    static const struct {
        const char *entry, *reason;
    } cases[] = {
        {"DUE:20260612T180000\r\n", "6: it has no UID"},
        {"UID:\r\nDUE:20260612T180000\r\n", "6: it has no UID"},
        {"UID:a\\nb\r\nDUE:20260612T180000\r\n",
         "6: the id of a reminder must be 1 to 255 bytes of UTF-8 without control characters"},
        {"UID:task\r\nDUE;TZID=\"W. Europe Standard Time\":20260612T180000\r\n", NULL},
        {"UID:task\r\nDUE;TZID=Europe/Atlantis:20260612T180000\r\n", "6: there is no zone 'Europe/Atlantis'"},
        {"UID:task\r\nDUE;TZID=/example.org/Atlantis:20260612T180000\r\n", NULL},
        {"UID:task\r\nDUE;TZID=/:20260612T180000\r\n", NULL},
        {"UID:task\r\nDUE;TZID=/../../etc/passwd:20260612T180000\r\n", NULL},
        {"UID:task\r\nDUE;TZID=../etc/passwd:20260612T180000\r\n", NULL},
        {"UID:task\r\nDUE:20260612T180000\r\nX-TALLY-BADGE:a..b\r\n", NULL},
        {"UID:task\r\nDUE:20260612T180000\r\nRRULE:FREQ=DAILY;INTERVAL=1000001\r\n", NULL},
        {"UID:task\r\nX-TALLY-PRODUCED:20260601\r\nX-TALLY-SHELF-LIFE:FREQ=WEEKLY;INTERVAL=1\r\n"
         "X-TALLY-ENTERED:20260601\r\nX-TALLY-TIME:0\r\nX-TALLY-SMART:1\r\n",
         "6: a shelf life is one day, month or year, or more"},
        {"UID:task\r\nSUMMARY:never due\r\n", "6: nothing says on which day it is due"},
    };
    char entry[1024];
    size_t kept;

    open_world(w);
    check_ok(import(w, "DTSTART:20260501T090000\r\nDUE:20260502T090000\r\nX-TALLY-BADGE:root.task\r\n", NULL));
    fake_clock_advance(&w->clock, 2 * HOUR);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "root.task", 1, 1);
    for (size_t index = 0; index < COUNT_OF(cases); index += 1) {
        char any[1024];

        if (cases[index].reason == NULL) {
            /* Whatever the reason is, it is given. */
            snprintf(entry, sizeof entry,
                     "BEGIN:VCALENDAR\r\n\r\n\r\n\r\nBEGIN:VTODO\r\n%sEND:VTODO\r\nEND:VCALENDAR\r\n",
                     cases[index].entry);
            logged[0] = '\0';
            check_ok(reminder_import(w->account, entry, strlen(entry), NULL, &kept));
            assert_int_equal(kept, 1);
            check_logged("line 5: ");
            snprintf(any, sizeof any, "6%.*s", (int)strcspn(strstr(logged, "line 5") + 6, "\n"),
                     strstr(logged, "line 5") + 6);
            assert_true(strlen(any) > 10);
            check_skipped(w, cases[index].entry, any);
        } else {
            check_skipped(w, cases[index].entry, cases[index].reason);
        }
        check_badge(w->account, "root.task", 1, 1);
    }
    /* A name of 256 bytes. */
    memset(entry, 'x', 300);
    memcpy(entry, "UID:", 4);
    strcpy(entry + 260, "\r\nDUE:20260612T180000\r\n");
    check_skipped(w, entry, "6: the id of a reminder must be 1 to 255 bytes of UTF-8 without control characters");
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Series ---- */

#define SERIES "BEGIN:VTODO\r\nUID:task\r\nDTSTART:20260504T090000\r\nDUE:20260504T100000\r\n"
#define DAILY "RRULE:FREQ=DAILY;COUNT=10\r\n"
#define DONE_INSTANCE \
    "BEGIN:VTODO\r\nUID:task\r\nRECURRENCE-ID:20260505T090000\r\nDTSTART:20260505T090000\r\n" \
    "DUE:20260505T100000\r\nSTATUS:COMPLETED\r\nEND:VTODO\r\n"

/* An occurrence that another program has finished or moved does not end the series, wherever it is in the file. */
TEST(instances_leave_their_series, WORLD_CLOSED)
{
    static const struct {
        const char *entries;
        size_t taken;
        const char *line;
    } files[] = {
        {SERIES DAILY "END:VTODO\r\n" DONE_INSTANCE, 1, "line 10: "},
        {DONE_INSTANCE SERIES DAILY "END:VTODO\r\n", 1, "line 4: "},
        {DONE_INSTANCE, 0, "line 4: "},
        {SERIES DAILY "END:VTODO\r\nBEGIN:VTODO\r\nUID:task\r\nDUE:20260507T110000\r\nSUMMARY:later\r\n"
                      "recurrence-id;RANGE=THISANDFUTURE:20260507T090000\r\nEND:VTODO\r\n",
         1, "line 12: "},
    };
    int64_t times[MOST];

    open_world(w);
    for (size_t index = 0; index < COUNT_OF(files); index += 1) {
        char file[2048];
        size_t taken, skipped;

        logged[0] = '\0';
        snprintf(file, sizeof file, "BEGIN:VCALENDAR\r\n%sEND:VCALENDAR\r\n", files[index].entries);
        check_ok(reminder_import(w->account, file, strlen(file), &taken, &skipped));
        assert_int_equal(taken, files[index].taken);
        assert_int_equal(skipped, 1);
        check_logged("an entry was skipped, ");
        check_logged(files[index].line);
        check_logged("it changes one occurrence of a series");
        assert_int_equal(reminders(w), 1);
        assert_int_equal(find(w, "task", NULL).state, TALLY_REMINDER_STATE_ACTIVE);
        assert_int_equal(firing_times(w, times), 10);
        assert_int_equal(times[1], AT(5, 1));
        /* Each file is the same series, or nothing of it. */
        assert_int_equal(find(w, "task", NULL).revision, 1);
    }
}

/* A reminder has neither exceptions nor additions. The series is imported, and the log says what it lacks. */
TEST(exceptions_are_reported, WORLD_CLOSED)
{
    int64_t times[MOST];
    char file[2048];
    size_t taken, skipped;

    open_world(w);
    snprintf(file, sizeof file, "BEGIN:VCALENDAR\r\n%sEND:VCALENDAR\r\n",
             SERIES DAILY "EXDATE;VALUE=DATE:20260505\r\nEXDATE:20260506T090000,20260507T090000\r\n"
                          "RDATE;VALUE=PERIOD:20260601T090000/PT1H\r\nEND:VTODO\r\n" LAST);
    check_ok(reminder_import(w->account, file, strlen(file), &taken, &skipped));
    assert_int_equal(taken, 2);
    assert_int_equal(skipped, 0);
    assert_string_equal(logged,
                        "account 'ann': an entry was imported in part, line 7: the reminder also fires on the days "
                        "that EXDATE leaves out\n"
                        "account 'ann': an entry was imported in part, line 9: the reminder does not fire on the days "
                        "that RDATE adds\n");
    check_ok(tally_reminder_remove(w->account, "last"));
    assert_int_equal(firing_times(w, times), 10);
    /* Those of an entry that is skipped are no news. Those of a zone's definition are about the zone. */
    logged[0] = '\0';
    snprintf(file, sizeof file, "BEGIN:VCALENDAR\r\n%sEND:VCALENDAR\r\n",
             "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n"
             "RDATE:19701025T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
             "BEGIN:VTODO\r\nUID:other\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEXDATE:20260505\r\n"
             "END:VTODO\r\n");
    check_ok(reminder_import(w->account, file, strlen(file), &taken, &skipped));
    assert_int_equal(taken, 0);
    assert_int_equal(skipped, 1);
    assert_string_equal(logged, "account 'ann': an entry was skipped, line 9: there is no zone 'Europe/Atlantis'\n");
}

/* A file that says what is known changes nothing: no revision, no note, nothing to arm. One that says more does. */
TEST(the_same_file_again, WORLD_CLOSED)
{
    static const char *const files[] = {
        "DTSTART:20260504T090000\r\nDUE:20260511T100000\r\nSUMMARY:Cheese\r\nX-TALLY-BADGE:root.box\r\n",
        "DTSTART:20260504T090000\r\nDUE:20260504T100000\r\nRRULE:FREQ=DAILY;UNTIL=20260510T000000Z\r\n",
        /* In New York it is still the ninth. */
        ("DTSTART;TZID=America/New_York:20260504T090000\r\nDUE;TZID=America/New_York:20260504T100000\r\n"
         "RRULE:FREQ=DAILY;UNTIL=20260510T035959Z\r\n"),
        "DTSTART:20260504T090000\r\nDUE:20260511T100000\r\nSTATUS:COMPLETED\r\n",
    };
    tally_plan_entry entries[MOST];
    char text[16384];
    size_t count, size;

    open_world(w);
    for (size_t index = 0; index < COUNT_OF(files); index += 1) {
        tally_reminder_note notes[MOST];
        tally_plan_options plan = {.struct_size = sizeof plan};
        tally_reminder before, after;
        size_t noted;

        check_ok(import(w, files[index], NULL));
        check_ok(reminder_plan(w->account, &plan, entries, MOST, text, sizeof text, &count, &size, NULL));
        before = find(w, "task", NULL);
        check_ok(reminder_log(w->account, 0, MOST, notes, MOST, text, sizeof text, &noted, &size));
        fake_clock_advance(&w->clock, HOUR);
        check_ok(import(w, files[index], NULL));
        after = find(w, "task", NULL);
        assert_memory_equal(&after, &before, sizeof before);
        check_ok(reminder_plan(w->account, &plan, entries, MOST, text, sizeof text, &count, &size, NULL));
        assert_int_equal(count, 0);
        check_ok(reminder_log(w->account, 0, MOST, notes, MOST, text, sizeof text, &count, &size));
        assert_int_equal(count, noted);
    }
    assert_int_equal(find(w, "task", NULL).revision, COUNT_OF(files));
}

/* Also after an edit has removed a repetition and overdue reminding: nothing of their numbers stays. */
TEST(an_own_export_changes_nothing, WORLD_CLOSED)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;
    tally_bytes file = TALLY_BYTES_INIT;

    open_world(w);
    options.fields = TALLY_REMINDER_FIELD_PRODUCED | TALLY_REMINDER_FIELD_SHELF_LIFE | TALLY_REMINDER_FIELD_SMART
                     | TALLY_REMINDER_FIELD_REPEAT | TALLY_REMINDER_FIELD_END | TALLY_REMINDER_FIELD_OVERDUE;
    options.produced = 20260501;
    options.shelf_life = 20;
    options.shelf_unit = TALLY_UNIT_DAY;
    options.smart = TALLY_SMART_OFF;
    options.repeat_unit = TALLY_UNIT_WEEK;
    options.repeat_every = 2;
    options.end = 20260701;
    options.overdue_unit = TALLY_UNIT_DAY;
    options.overdue_every = 3;
    options.overdue_limit = 4;
    check_ok(tally_reminder_put(w->account, "task", &options));
    options = (tally_reminder_options)TALLY_REMINDER_OPTIONS_INIT;
    options.fields = TALLY_REMINDER_FIELD_SMART | TALLY_REMINDER_FIELD_REPEAT | TALLY_REMINDER_FIELD_END
                     | TALLY_REMINDER_FIELD_OVERDUE;
    options.smart = TALLY_SMART_ON;
    check_ok(tally_reminder_edit(w->account, "task", &options));
    assert_int_equal(find(w, "task", NULL).repeat_every, 0);
    assert_int_equal(find(w, "task", NULL).overdue_every, 0);
    assert_int_equal(find(w, "task", NULL).overdue_limit, 0);
    check_ok(tally_reminder_export(w->account, &file));
    check_ok(tally_reminder_import(w->account, file.data, file.size, NULL, NULL));
    assert_int_equal(find(w, "task", NULL).revision, 2);
    tally_bytes_release(&file);
}

/* A reminder that is done, and has come due since, is active again if a file says so. */
TEST(a_file_activates_what_is_done, WORLD_CLOSED)
{
#define DAILY_SERIES "DTSTART:20260504T090000\r\nDUE:20260504T100000\r\nRRULE:FREQ=DAILY;UNTIL=20260530T000000Z\r\n"
    tally_plan_options plan = {.struct_size = sizeof plan};
    tally_plan_entry entries[MOST];
    char text[16384];
    size_t count, size;

    open_world(w);
    check_ok(import(w, DAILY_SERIES "STATUS:COMPLETED\r\n", NULL));
    assert_int_equal(find(w, "task", NULL).state, TALLY_REMINDER_STATE_DONE);
    fake_clock_advance(&w->clock, 6 * 24 * HOUR);
    check_ok(import(w, DAILY_SERIES, NULL));
    assert_int_equal(find(w, "task", NULL).state, TALLY_REMINDER_STATE_EXPIRED); /* It still fires. */
    check_ok(reminder_plan(w->account, &plan, entries, MOST, text, sizeof text, &count, &size, NULL));
    assert_true(count > 0);
}

/* An alarm that shows something must say what (RFC 5545, 3.6.6): the title, otherwise the body, otherwise the name. */
TEST(an_alarm_always_has_a_text, WORLD_CLOSED)
{
    static const struct {
        const char *title, *body, *alarm;
    } cases[] = {
        {"Milk", "In the door", "Milk"}, {NULL, "In the door", "In the door"}, {NULL, NULL, "task"},
        {"", " ", "task"},               {"\x01\x7F", "", "task"},
    };

    open_world(w);
    for (size_t index = 0; index < COUNT_OF(cases); index += 1) {
        tally_reminder_options options = {
            .struct_size = sizeof options, .produced = 20260501, .shelf_life = 10, .shelf_unit = TALLY_UNIT_DAY};
        char file[4096], expected[256];
        size_t length;

        options.title = cases[index].title;
        options.body = cases[index].body;
        check_ok(reminder_put(w->account, "task", &options));
        check_ok(reminder_export(w->account, file, sizeof file, &length));
        snprintf(expected, sizeof expected, "\r\nACTION:DISPLAY\r\nDESCRIPTION:%s\r\nTRIGGER", cases[index].alarm);
        if (strstr(file, expected) == NULL)
            fail_msg("there is no alarm %s: %s", cases[index].alarm, file);
        check_ok(tally_reminder_remove(w->account, "task"));
    }
}

/* ---- Rules ---- */

/* The 4th of May 2026 is a Monday. A rule for what begins then at nine, and the first days in May on which it fires. */
static const struct {
    const char *rule;
    size_t count;
    int days[5];
} followed[] = {
    {"FREQ=WEEKLY;BYDAY=MO", 5, {4, 11, 18, 25, 32}},
    {"FREQ=WEEKLY;BYDAY=FR;WKST=SU", 5, {8, 15, 22, 29, 36}},
    {"FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", 3, {10, 24, 38}},
    {"FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU", 2, {17, 31}},
    {"FREQ=WEEKLY;COUNT=2;BYDAY=we", 2, {6, 13}},
    {"FREQ=WEEKLY;UNTIL=20260520T235959;BYDAY=WE", 3, {6, 13, 20}},
    {"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", 5, {4, 5, 6, 7, 8}},
    {"FREQ=DAILY;BYDAY=TH", 5, {7, 14, 21, 28, 35}},
    {"FREQ=DAILY;INTERVAL=3;BYDAY=SU,MO,TU,WE,TH,FR,SA", 5, {4, 7, 10, 13, 16}},
    {"FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", 5, {4, 5, 6, 7, 8}},
    {"FREQ=MONTHLY;BYMONTHDAY=4", 2, {4, 35}},
    {"FREQ=MONTHLY;BYMONTHDAY=20", 2, {20, 51}},
    {"FREQ=MONTHLY;BYMONTHDAY=1", 2, {32, 62}},
    {"FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4", 1, {4}},
    {"FREQ=WEEKLY", 5, {4, 11, 18, 25, 32}},
};

TEST_ALONE(rules_are_followed)
{
    for (size_t index = 0; index < COUNT_OF(followed); index += 1) {
        int64_t times[MOST], again[MOST];
        char lines[512], file[8192];
        size_t count, length, skipped;
        world w;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        snprintf(lines, sizeof lines, "DTSTART:20260504T090000\r\nDUE:20260504T100000\r\nRRULE:%s\r\n",
                 followed[index].rule);
        check_ok(import(&w, lines, &skipped));
        assert_int_equal(skipped, 0);
        count = firing_times(&w, times);
        if (count < followed[index].count)
            fail_msg("%s: it fires %zu times", followed[index].rule, count);
        for (size_t day = 0; day < followed[index].count; day += 1)
            if (times[day] != AT(followed[index].days[day], 1))
                fail_msg("%s: it fires at %lld, day %zu", followed[index].rule, (long long)times[day], day);
        if (strstr(followed[index].rule, "COUNT") != NULL || strstr(followed[index].rule, "UNTIL") != NULL)
            assert_int_equal(count, followed[index].count);
        /* Exported, and what only Tally understands dropped, it is the same. */
        check_ok(reminder_export(w.account, file, sizeof file, &length));
        check_ok(tally_reminder_remove(w.account, "task"));
        drop_extensions(file);
        check_ok(reminder_import(w.account, file, strlen(file), NULL, &skipped));
        assert_int_equal(skipped, 0);
        if (firing_times(&w, again) != count || memcmp(times, again, count * sizeof *times) != 0)
            fail_msg("%s: exported, it fires at other times", followed[index].rule);
        world_end(&w);
    }
}

/* An entry that no reminder can hold is skipped, and the rest is taken. An existing reminder of its name stays. */
TEST_ALONE(rules_that_cannot_be_followed)
{
    static const char *const rules[] = {
        "FREQ=WEEKLY;BYDAY=MO,WE,FR",
        "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
        "FREQ=MONTHLY;BYDAY=1MO",
        "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYDAY=MO",
        "FREQ=MONTHLY;BYMONTHDAY=1,15",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31",
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1",
        "FREQ=YEARLY;BYMONTHDAY=4",
        "FREQ=YEARLY;BYMONTH=6",
        "FREQ=YEARLY;BYMONTH=5,11",
        "FREQ=YEARLY;BYWEEKNO=20",
        "FREQ=DAILY;BYHOUR=9,17",
        "FREQ=DAILY;BYHOUR=17",
        "FREQ=HOURLY;BYHOUR=9",
        "FREQ=MINUTELY;BYMINUTE=0",
        "FREQ=DAILY;BYMONTH=5",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;COUNT=0",
        "FREQ=WEEKLY;BYDAY=FR;UNTIL=20260506T090000",
        "FREQ=DAILY;BYSOMETHING=1",
    };

    for (size_t index = 0; index < COUNT_OF(rules); index += 1) {
        tally_reminder before, after;
        char file[1024];
        size_t taken, skipped;
        world w;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        check_ok(import(&w, "DUE:20260511T180000\r\n", NULL));
        before = find(&w, "task", NULL);
        snprintf(file, sizeof file,
                 "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:first\r\nDUE:20260511T180000\r\nEND:VTODO\r\n"
                 "BEGIN:VTODO\r\nUID:task\r\nDTSTART:20260504T090000\r\nDUE:20260504T100000\r\nRRULE:%s\r\n"
                 "END:VTODO\r\nBEGIN:VTODO\r\nUID:last\r\nDUE:20260511T180000\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
                 rules[index]);
        check_ok(reminder_import(w.account, file, strlen(file), &taken, &skipped));
        if (taken != 2 || skipped != 1)
            fail_msg("%s: %zu taken and %zu skipped", rules[index], taken, skipped);
        check_logged("line 10: a reminder cannot recur as its rule says");
        after = find(&w, "task", NULL);
        assert_int_equal(after.revision, before.revision);
        assert_int_equal(after.expiry, before.expiry);
        assert_int_equal(after.smart, before.smart);
        assert_int_equal(reminders(&w), 3);
        world_end(&w);
    }
}

TEST_ALONE(what_is_called_off_does_not_fire)
{
    static const char *const states[] = {"CANCELLED", "cancelled", "COMPLETED"};
    world w;

    for (size_t index = 0; index < COUNT_OF(states); index += 1) {
        char lines[256];
        int64_t times[MOST];
        size_t skipped;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        snprintf(lines, sizeof lines, "DTSTART:20260504T090000\r\nDUE:20260511T100000\r\nSTATUS:%s\r\n", states[index]);
        check_ok(import(&w, lines, &skipped));
        assert_int_equal(skipped, 0);
        assert_int_equal(find(&w, "task", NULL).state, TALLY_REMINDER_STATE_DONE);
        assert_int_equal(firing_times(&w, times), 0);
        /* One that is there does not fire any more. */
        check_ok(import(&w, "DTSTART:20260504T090000\r\nDUE:20260511T100000\r\nSTATUS:NEEDS-ACTION\r\n", NULL));
        assert_int_equal(find(&w, "task", NULL).state, TALLY_REMINDER_STATE_ACTIVE);
        assert_true(firing_times(&w, times) > 0);
        check_ok(import(&w, lines, NULL));
        assert_int_equal(firing_times(&w, times), 0);
        world_end(&w);
    }
}

/* ---- Other programs ---- */

static char *read_recorded(const char *name)
{
    const char *folder = required_variable("TALLY_FILES");
    char path[1024];
    char *text = (char *)calloc(1, 65536);
    FILE *file;

    require(text != NULL);
    snprintf(path, sizeof path, "%s/calendars/%s.ics", folder, name);
    file = fopen(path, "rb");
    require(file != NULL);
    require(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

/* Files that real programs have made of tally.ics, which Tally has exported: Radicale 3.9.0 has stored it and given it
 * out again; vobject 0.9.9 and icalendar 7.3.0 have read and written it. All say the same. */
TEST_ALONE(what_other_programs_stored)
{
    static const char *const names[] = {"tally", "radicale", "vobject", "icalendar"};
    static char first[16384], again[16384];

    for (size_t index = 0; index < COUNT_OF(names); index += 1) {
        char *file = read_recorded(names[index]);
        size_t taken, skipped, length;
        world w;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        check_ok(reminder_import(w.account, file, strlen(file), &taken, &skipped));
        assert_int_equal(taken, 3);
        assert_int_equal(skipped, 0);
        assert_int_equal(find(&w, "rent;1,2", NULL).overdue_limit, 3);
        assert_int_equal(find(&w, "milk", NULL).shelf_unit, TALLY_UNIT_MONTH);
        check_ok(reminder_export(w.account, index == 0 ? first : again, sizeof first, &length));
        if (index > 0)
            assert_string_equal(again, first);
        free(file);
        world_end(&w);
    }
}
