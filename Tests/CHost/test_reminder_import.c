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

/* What the library has logged. */
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

/* Where the device is; not UTC, so that what takes one for the other is found out. */
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
    check_ok(tally_account_log_in(w->account, NULL));
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
static tally_status import(world *w, const char *lines, size_t *passed_over)
{
    char file[4096];
    size_t taken;
    int length = snprintf(file, sizeof file,
                          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//X//EN\r\nBEGIN:VTODO\r\nUID:task\r\n"
                          "DTSTAMP:20260502T220000Z\r\n%sEND:VTODO\r\nEND:VCALENDAR\r\n",
                          lines);

    require(length > 0 && length < (int)sizeof file);
    return tally_reminder_import(w->account, file, (size_t)length, &taken, passed_over);
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
    tally_plan_options options = {sizeof options, TALLY_PLAN_ANEW, MOST, 0, {0}};
    char text[16384];
    size_t count, size;

    check_ok(reminder_plan(w->account, &options, entries, MOST, text, sizeof text, &count, &size, NULL));
    for (size_t index = 0; index < count; index += 1) {
        assert_int_equal(entries[index].action, TALLY_PLAN_ARM);
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
    assert_int_equal(task.time, 9 * 3600);
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
    assert_int_equal(find(w, "task", NULL).time, 7 * 3600 + 900);
    check_ok(import(w, "DUE:20260511T235959\r\n", NULL));
    assert_int_equal(find(w, "task", NULL).time, 9 * 3600);
    check_ok(import(w, "DTSTART:20260501T071500\r\nDUE:20260511T180000\r\n", NULL));
    assert_int_equal(find(w, "task", NULL).time, 18 * 3600);
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
        options.time = t->time;
        options.zone = t->zone;
        check_ok(reminder_put(w.account, "task", &options));
        before = find(&w, "task", NULL);
        count = firing_times(&w, times);
        assert_true(count > 0);
        check_ok(tally_reminder_export(w.account, file, sizeof file, &length));
        check_ok(tally_reminder_remove(w.account, "task"));
        drop_extensions(file);
        check_ok(tally_reminder_import(w.account, file, strlen(file), &taken, NULL));
        assert_int_equal(taken, 1);
        after = find(&w, "task", NULL);
        if (after.expiry != before.expiry || after.expires != before.expires || after.is_smart != before.is_smart)
            fail_msg("%s: expires on %d, not %d", t->name, (int)after.expiry, (int)before.expiry);
        if (firing_times(&w, again) != count || memcmp(times, again, count * sizeof *times) != 0)
            fail_msg("%s: it fires at other times", t->name);
        world_end(&w);
    }
}

/* What recurs after it has expired has no DUE, which would have to be later than its DTSTART. */
TEST(recurring_without_due, WORLD_CLOSED)
{
    int64_t times[MOST];
    size_t passed_over;

    open_world(w);
    check_ok(import(w, "DTSTART:20260510T090000\r\nRRULE:FREQ=WEEKLY;UNTIL=20260531T235959\r\n", &passed_over));
    assert_int_equal(passed_over, 0);
    assert_int_equal(firing_times(w, times), 4);
    assert_int_equal(times[3], AT(31, 1));
    check_ok(import(w, "DTSTART:20260510T090000\r\nRRULE:FREQ=WEEKLY\r\n", &passed_over));
    assert_int_equal(passed_over, 1);
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

/* All of the file, and nothing has changed. */
TEST(zones_that_are_unknown, WORLD_CLOSED)
{
    static const struct {
        const char *zone;
        tally_status status;
    } cases[] = {
        {"W. Europe Standard Time", TALLY_ERROR_ARGUMENT}, {"Europe/Atlantis", TALLY_ERROR_NOT_FOUND},
        {"/example.org/Atlantis", TALLY_ERROR_ARGUMENT},   {"/", TALLY_ERROR_ARGUMENT},
        {"/../../etc/passwd", TALLY_ERROR_ARGUMENT},       {"../etc/passwd", TALLY_ERROR_ARGUMENT},
    };
    tally_reminder before;

    open_world(w);
    check_ok(import(w, "DUE:20260511T180000\r\n", NULL));
    before = find(w, "task", NULL);
    for (size_t index = 0; index < COUNT_OF(cases); index += 1) {
        char file[1024];
        tally_reminder after;

        snprintf(file, sizeof file,
                 "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:first\r\nDUE:20260511T180000\r\nEND:VTODO\r\n"
                 "BEGIN:VTODO\r\nUID:task\r\nDUE;TZID=\"%s\":20260612T180000\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
                 cases[index].zone);
        check_status(tally_reminder_import(w->account, file, strlen(file), NULL, NULL), cases[index].status);
        check_message(cases[index].zone);
        assert_int_equal(reminders(w), 1);
        after = find(w, "task", NULL);
        assert_memory_equal(&after, &before, sizeof before);
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
        size_t count, length, passed_over;
        world w;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        snprintf(lines, sizeof lines, "DTSTART:20260504T090000\r\nDUE:20260504T100000\r\nRRULE:%s\r\n",
                 followed[index].rule);
        check_ok(import(&w, lines, &passed_over));
        assert_int_equal(passed_over, 0);
        count = firing_times(&w, times);
        if (count < followed[index].count)
            fail_msg("%s: it fires %zu times", followed[index].rule, count);
        for (size_t day = 0; day < followed[index].count; day += 1)
            if (times[day] != AT(followed[index].days[day], 1))
                fail_msg("%s: it fires at %lld, day %zu", followed[index].rule, (long long)times[day], day);
        if (strstr(followed[index].rule, "COUNT") != NULL || strstr(followed[index].rule, "UNTIL") != NULL)
            assert_int_equal(count, followed[index].count);
        /* Exported, and what only Tally understands dropped, it is the same. */
        check_ok(tally_reminder_export(w.account, file, sizeof file, &length));
        check_ok(tally_reminder_remove(w.account, "task"));
        drop_extensions(file);
        check_ok(tally_reminder_import(w.account, file, strlen(file), NULL, &passed_over));
        assert_int_equal(passed_over, 0);
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
        "FREQ=DAILY;BYMONTH=5",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;COUNT=0",
        "FREQ=WEEKLY;BYDAY=FR;UNTIL=20260506T090000",
        "FREQ=DAILY;BYSOMETHING=1",
    };

    for (size_t index = 0; index < COUNT_OF(rules); index += 1) {
        tally_reminder before, after;
        char file[1024];
        size_t taken, passed_over;
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
        check_ok(tally_reminder_import(w.account, file, strlen(file), &taken, &passed_over));
        if (taken != 2 || passed_over != 1)
            fail_msg("%s: %zu taken and %zu skipped", rules[index], taken, passed_over);
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
        size_t passed_over;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        snprintf(lines, sizeof lines, "DTSTART:20260504T090000\r\nDUE:20260511T100000\r\nSTATUS:%s\r\n", states[index]);
        check_ok(import(&w, lines, &passed_over));
        assert_int_equal(passed_over, 0);
        assert_int_equal(find(&w, "task", NULL).state, TALLY_REMINDER_DONE);
        assert_int_equal(firing_times(&w, times), 0);
        /* One that is there does not fire any more. */
        check_ok(import(&w, "DTSTART:20260504T090000\r\nDUE:20260511T100000\r\nSTATUS:NEEDS-ACTION\r\n", NULL));
        assert_int_equal(find(&w, "task", NULL).state, TALLY_REMINDER_ACTIVE);
        assert_true(firing_times(&w, times) > 0);
        check_ok(import(&w, lines, NULL));
        assert_int_equal(firing_times(&w, times), 0);
        world_end(&w);
    }
}

/* ---- Other programs ---- */

static char *read_recorded(const char *name)
{
    const char *folder = getenv("TALLY_FILES");
    char path[1024];
    char *text = (char *)calloc(1, 65536);
    FILE *file;

    require(text != NULL);
    snprintf(path, sizeof path, "%s/calendars/%s.ics", folder != NULL ? folder : "Tests/CHost/files", name);
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
        size_t taken, passed_over, length;
        world w;

        world_init(&w, WORLD_CLOSED);
        open_world(&w);
        check_ok(tally_reminder_import(w.account, file, strlen(file), &taken, &passed_over));
        assert_int_equal(taken, 3);
        assert_int_equal(passed_over, 0);
        assert_int_equal(find(&w, "rent;1,2", NULL).overdue_limit, 3);
        assert_int_equal(find(&w, "milk", NULL).shelf_unit, TALLY_UNIT_MONTH);
        check_ok(tally_reminder_export(w.account, index == 0 ? first : again, sizeof first, &length));
        if (index > 0)
            assert_string_equal(again, first);
        free(file);
        world_end(&w);
    }
}
