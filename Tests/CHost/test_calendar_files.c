/* Files of iCalendar (RFC 5545) at the limits of its grammar: which are taken, skipped in part, or rejected. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAY_1 INT64_C(1777593600000) /* 2026-05-01 00:00 UTC. */
#define REJECTED (-1)

static void in_utc(tally_engine_options *options) { options->zone = "UTC"; }

static void open_world(world *w)
{
    w->configure = in_utc;
    w->clock.wall = MAY_1;
    world_open(w, 0);
    check_ok(tally_account_log_in(w->account));
}

/* Imports it into an empty account. How many entries were taken, or REJECTED. */
static int take(world *w, const char *file, size_t size, size_t *skipped)
{
    size_t taken = 0;
    tally_status status;

    (void)tally_reminder_remove(w->account, "task");
    *skipped = 0;
    status = reminder_import(w->account, file, size, &taken, skipped);
    if (status == TALLY_ERROR_ARGUMENT || status == TALLY_ERROR_MALFORMED)
        return REJECTED;
    check_ok(status);
    return (int)taken;
}

#define TODO "BEGIN:VTODO\nUID:task\nDUE:20260511T180000\n"
#define CALENDAR(lines) "BEGIN:VCALENDAR\n" lines "END:VCALENDAR\n"

TEST(lines_of_a_file, WORLD_CLOSED)
{
    static const struct {
        const char *file;
        int taken;
    } rows[] = {
        {CALENDAR(TODO "END:VTODO\n"), 1},
        {"\n\n" CALENDAR(TODO "\n\nEND:VTODO\n") "\n", 1},
        {"\r\nBEGIN:VCALENDAR\r\n" TODO "END:VTODO\r\nEND:VCALENDAR", 1},
        {"begin:vcalendar\n" TODO "end:VTODO\nEnd:VCALENDAR\n", REJECTED}, /* The same name ends it. */
        {"begin:VCALENDAR\n" TODO "end:VTODO\nEnd:VCALENDAR\n", 1},
        {CALENDAR("BEGIN:VTODO\nUID:ta\n sk\nDUE:2026\n 0511\n\tT180000\nEND:VTODO\n"), 1},
        {CALENDAR(TODO "X-A:\tb\nEND:VTODO\n"), 1},
        {CALENDAR(TODO "X-A:\x1F\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X-A:\x7F\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X-A:\x7E\nEND:VTODO\n"), 1},
        {CALENDAR(TODO "X-A:a\rb\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "END:VTODO\n") "\r", REJECTED},
        {CALENDAR(TODO "X-A\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO ":a\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO ";a:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X A:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X_A:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "azAZ09-:b\nEND:VTODO\n"), 1},
        {CALENDAR(TODO "X@:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X[:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X{:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X/:b\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "X;A=\"b:c\":d\nEND:VTODO\n"), 1},
        {CALENDAR(TODO "X;A=\"b:c\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO "END:VTODO\n") CALENDAR(TODO "END:VTODO\n"), 2},
        {CALENDAR(TODO "BEGIN:VALARM\nEND:VALARM\nEND:VTODO\n"), 1},
        {CALENDAR(TODO "BEGIN:VALARM\nUID:other\nDUE:20260512T180000\nEND:VALARM\nEND:VTODO\n"), 1},
        {CALENDAR("BEGIN:VEVENT\n" TODO "END:VTODO\nEND:VEVENT\n"), 0},
        {CALENDAR(TODO "END:VEVENT\n"), REJECTED},
        {CALENDAR(TODO "END:TODO\n"), REJECTED},
        {CALENDAR(TODO "END:VTODO\nEND:VTODO\n"), REJECTED},
        {CALENDAR(TODO), REJECTED},
        {"BEGIN:VCALENDAR\n", REJECTED},
        {"", REJECTED},
        {"\n", REJECTED},
        {"X:1\n" CALENDAR(""), REJECTED},
        {CALENDAR("") "X:1\n", REJECTED},
        {CALENDAR("BEGIN:\nEND:\n"), REJECTED},
        {CALENDAR(CALENDAR("")), REJECTED},
        {"BEGIN:VTODO\nEND:VTODO\n", REJECTED},
    };
    const char *within = "\r\n" CALENDAR(TODO "END:VTODO\n");
    size_t i, skipped;

    open_world(w);
    for (i = 0; i < COUNT_OF(rows); i++) {
        int taken = take(w, rows[i].file, strlen(rows[i].file), &skipped);

        if (taken != rows[i].taken)
            fail_msg("%d entries, not %d, of\n%s", taken, rows[i].taken, rows[i].file);
    }
    /* Nothing before the first byte belongs to the file. */
    assert_int_equal(take(w, within + 1, strlen(within + 1), &skipped), 1);
}

/* Components may be within each other until their names have more than 256 bytes. */
TEST(components_that_are_deep, WORLD_CLOSED)
{
    int depth, most;
    size_t skipped;

    open_world(w);
    for (most = 31; most <= 32; most++) {
        char file[4096] = "BEGIN:VCALENDAR\n";

        for (depth = 0; depth < most; depth++)
            strcat(file, "BEGIN:X-NAME7\n");
        for (depth = 0; depth < most; depth++)
            strcat(file, "END:X-NAME7\n");
        strcat(file, "END:VCALENDAR\n");
        /* With their semicolons, VCALENDAR has 10 bytes and each other 8: the 32nd begins behind 258. */
        assert_int_equal(take(w, file, strlen(file), &skipped), most == 31 ? 0 : REJECTED);
    }
}

TEST(rules_and_their_mistakes, WORLD_CLOSED)
{
    enum { TAKEN, SKIPPED, MALFORMED };
    static const struct {
        const char *rule;
        int result;
    } rows[] = {
        {"FREQ=DAILY", TAKEN}, {"freq=daily", TAKEN}, {"INTERVAL=2;FREQ=DAILY", TAKEN},
        {"FREQ=DAILY;INTERVAL=1", TAKEN},
        {"FREQ=DAILY;INTERVAL=0", MALFORMED}, {"FREQ=DAILY;INTERVAL=", MALFORMED},
        {"FREQ=DAILY;INTERVAL=x", MALFORMED},
        {"FREQ=DAILY;INTERVAL=1x", MALFORMED}, {"FREQ=DAILY;INTERVAL=-1", MALFORMED},
        {"FREQ=DAILY;INTERVAL=+1", MALFORMED},
        {"FREQ=", MALFORMED}, {"FREQ=DAIL", MALFORMED}, {"FREQ=DAILYX", MALFORMED}, {"", MALFORMED}, {";", MALFORMED},
        {"FREQ=DAILY;", MALFORMED}, {"FREQ=DAILY;;COUNT=2", MALFORMED}, {"INTERVAL=2", MALFORMED},
        {"FREQ", MALFORMED},
        {"FREQ=DAILY;COUNT=3", TAKEN}, {"FREQ=DAILY;COUNT=", MALFORMED}, {"FREQ=DAILY;COUNT=2x", MALFORMED},
        {"FREQ=DAILY;COUNT=0", SKIPPED}, {"FREQ=DAILY;UNTIL=20260509", TAKEN},
        {"FREQ=DAILY;UNTIL=2026050", MALFORMED},
        {"FREQ=DAILY;UNTIL=20261301", MALFORMED}, {"FREQ=DAILY;UNTIL=20260509T", MALFORMED},
        {"FREQ=DAILY;UNTIL=20260509T090000Z", TAKEN}, {"FREQ=DAILY;UNTIL=20260509T090000Zx", MALFORMED},
        {"FREQ=MINUTELY", TAKEN}, {"FREQ=HOURLY", TAKEN}, {"FREQ=WEEKLY", TAKEN},
        {"FREQ=MONTHLY", TAKEN}, {"FREQ=YEARLY", TAKEN},
        {"FREQ=WEEKLY;BYDAY=MO", TAKEN}, {"FREQ=WEEKLY;BYDAY=MO,", SKIPPED}, {"FREQ=WEEKLY;BYDAY=MOX", SKIPPED},
        {"FREQ=WEEKLY;BYDAY=M", SKIPPED}, {"FREQ=WEEKLY;BYDAY=XO", SKIPPED}, {"FREQ=WEEKLY;BYDAY=MA", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=4", TAKEN}, {"FREQ=MONTHLY;BYMONTHDAY=0", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=32", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=28", TAKEN}, {"FREQ=MONTHLY;BYMONTHDAY=29", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=4x", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=28,29", SKIPPED}, {"FREQ=MONTHLY;BYMONTHDAY=27,28;BYSETPOS=-1", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=28,29,30,31,32;BYSETPOS=-1", SKIPPED},
        {"FREQ=MONTHLY;BYMONTHDAY=28,30;BYSETPOS=-1", SKIPPED},
        {"FREQ=DAILY;COUNT=0000000003", TAKEN}, {"FREQ=DAILY;COUNT=999999999", TAKEN},
        {"FREQ=DAILY;COUNT=9999999999", MALFORMED},
        {"FREQ=DAILY;INTERVAL=1000000", TAKEN}, {"FREQ=DAILY;INTERVAL=1000001", SKIPPED},
        {"FREQ=DAILY;COUNT=/", MALFORMED},
        {"FREQ=DAILY;COUNT=:", MALFORMED},
        {"FREQ=MONTHLY;BYMONTHDAY=-2", SKIPPED}, {"FREQ=MONTHLY;BYMONTHDAY=3,4", SKIPPED},
        {"FREQ=YEARLY;BYMONTH=5", TAKEN}, {"FREQ=YEARLY;BYMONTH=0", SKIPPED}, {"FREQ=YEARLY;BYMONTH=13", SKIPPED},
        {"FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=4", TAKEN}, {"FREQ=YEARLY;BYMONTH=5x", SKIPPED},
        {"FREQ=DAILY;BYHOUR=9", TAKEN}, {"FREQ=DAILY;BYHOUR=10", SKIPPED}, {"FREQ=DAILY;BYMINUTE=1", SKIPPED},
        {"FREQ=DAILY;BYSECOND=1", SKIPPED}, {"FREQ=DAILY;BYHOUR=9x", SKIPPED}, {"FREQ=DAILY;WKST=SU", TAKEN},
        {"FREQ=DAILY;WKST=XX", SKIPPED}, {"FREQ=DAILY;BYSETPOS=1", SKIPPED}, {"FREQ=DAILY;BYSETPOS=-2", SKIPPED},
    };
    size_t i;

    open_world(w);
    for (i = 0; i < COUNT_OF(rows); i++) {
        char file[512];
        size_t skipped;
        int taken, result;

        snprintf(file, sizeof file,
                 CALENDAR("BEGIN:VTODO\nUID:task\nDTSTART:20260504T090000\nDUE:20260504T100000\nRRULE:%s\nEND:VTODO\n"),
                 rows[i].rule);
        taken = take(w, file, strlen(file), &skipped);
        result = taken == REJECTED ? MALFORMED : taken == 1 ? TAKEN : SKIPPED;
        if (result != rows[i].result)
            fail_msg("%s: %d, not %d", rows[i].rule, result, rows[i].result);
    }
}

static const char *const days[] = {"MO", "TU", "WE", "TH", "FR", "SA", "SU"};

/* The number of a day of two letters, or -1. */
static int day_of(const char *name)
{
    int day;

    for (day = 6; day >= 0 && strcmp(days[day], name) != 0; day--)
        continue;
    return day;
}

/* Every two letters: days of the week, and all others. */
TEST(names_of_days, WORLD_CLOSED)
{
    char name[3] = "AA";

    open_world(w);
    for (; name[0] <= 'Z'; name[0]++)
        for (name[1] = 'A'; name[1] <= 'Z'; name[1]++) {
            char file[512], text[1024];
            size_t skipped, count, length;
            tally_reminder entry;
            int day = day_of(name);

            /* From Monday, the 4th of May, on. */
            snprintf(file, sizeof file,
                     CALENDAR("BEGIN:VTODO\nUID:task\nDTSTART:20260504T090000\nDUE:20260504T100000\n"
                              "RRULE:FREQ=WEEKLY;BYDAY=%s\nEND:VTODO\n"),
                     name);
            if (take(w, file, strlen(file), &skipped) != (day >= 0))
                fail_msg("%s", name);
            if (day < 0)
                continue;
            check_ok(reminder_list(w->account, NULL, 1, &entry, 1, text, sizeof text, &count, &length));
            if (entry.next_time != MAY_1 + (3 + day) * INT64_C(86400000) + 9 * 3600000)
                fail_msg("%s: %lld", name, (long long)entry.next_time);
        }
}

/* A rule for the end of each month: from the 31st of May on, the days of June to August. */
TEST_ALONE(ends_of_months)
{
    static const struct {
        const char *start, *rule;
        int days[3]; /* From the 1st of May on. */
    } rows[] = {
        {"20260531", "BYMONTHDAY=-1", {31, 61, 92}},
        {"20260531", "BYMONTHDAY=28,29,30,31;BYSETPOS=-1", {31, 61, 92}},
        {"20260530", "BYMONTHDAY=28,29,30;BYSETPOS=-1", {30, 61, 91}},
        {"20260529", "BYMONTHDAY=28,29;BYSETPOS=-1", {29, 60, 90}},
        {"20260528", "BYMONTHDAY=28", {28, 59, 89}},
    };
    size_t i;
    int month;

    for (i = 0; i < COUNT_OF(rows); i++) {
        char file[512], text[1024];
        size_t skipped, count, length;
        tally_reminder entry;
        world months;

        world_init(&months, WORLD_CLOSED);
        open_world(&months);
        snprintf(file, sizeof file,
                 CALENDAR("BEGIN:VTODO\nUID:task\nDTSTART:%sT090000\nDUE:%sT100000\n"
                          "RRULE:FREQ=MONTHLY;%s\nEND:VTODO\n"),
                 rows[i].start, rows[i].start, rows[i].rule);
        assert_int_equal(take(&months, file, strlen(file), &skipped), 1);
        for (month = 0; month < 3; month++) {
            check_ok(reminder_list(months.account, NULL, 1, &entry, 1, text, sizeof text, &count, &length));
            if (entry.next_time != MAY_1 + (rows[i].days[month] - 1) * INT64_C(86400000) + 9 * 3600000)
                fail_msg("%s %s: %lld", rows[i].start, rows[i].rule, (long long)entry.next_time);
            fake_clock_advance(&months.clock, entry.next_time - months.clock.wall);
            check_ok(tally_engine_step(months.engine));
        }
        world_end(&months);
    }
}

/* An alarm shows the title if that has more than spaces and control characters, and otherwise the text. */
TEST(a_title_of_one_character, WORLD_CLOSED)
{
    char title[2] = "", expected[32], file[4096];
    size_t length;
    int c;

    open_world(w);
    for (c = 1; c < 0x80; c++) {
        tally_reminder_options options = {.struct_size = sizeof options, .produced = 20260501, .shelf_life = 10,
                                          .shelf_unit = TALLY_UNIT_DAY, .title = title, .body = "text"};
        const char *alarm;

        title[0] = (char)c;
        (void)tally_reminder_remove(w->account, "task");
        check_ok(reminder_put(w->account, "task", &options));
        check_ok(reminder_export(w->account, file, sizeof file, &length));
        alarm = strstr(file, "BEGIN:VALARM");
        assert_non_null(alarm);
        snprintf(expected, sizeof expected, "DESCRIPTION:%s%s\r\n", strchr(",;\\", c) != NULL ? "\\" : "",
                 c > 0x20 && c < 0x7F ? title : "text");
        if (strstr(alarm, expected) == NULL)
            fail_msg("%d: no %s in %s", c, expected, alarm);
    }
}
