/* The calendar alone and the wording alone, on machines without an operating system. What it says must be the same on
 * every machine. */
#include <tally_calendar.h>
#include <tally_summary.h>

#include "program.h"

static char line[300];
static size_t used;

static void say(const char *text)
{
    while (*text != 0 && used < sizeof line - 2) line[used++] = *text++;
}

static void say_number(int64_t number)
{
    char digits[21];
    int at = 20;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    digits[20] = 0;
    do { digits[--at] = (char)('0' + rest % 10); } while ((rest /= 10) != 0);
    if (number < 0) say("-");
    say(digits + at);
}

static void end_line(void)
{
    line[used++] = '\n';
    line[used] = 0;
    program_say(line);
    used = 0;
}

static void failed(const char *what, int number)
{
    char message[200];
    size_t length = 0;

    used = 0;
    say("WRONG, line ");
    say_number(number);
    say(": ");
    say(what);
    if (tally_calendar_error_message(message, sizeof message, &length) == TALLY_OK && length > 0) {
        say("; calendar: ");
        say(message);
    }
    if (tally_summary_error_message(message, sizeof message, &length) == TALLY_OK && length > 0) {
        say("; summary: ");
        say(message);
    }
    end_line();
    program_end(1);
}

#define check(condition) ((condition) ? (void)0 : failed(#condition, __LINE__))
#define check_ok(call) check((call) == TALLY_OK)

static int same(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) a++, b++;
    return *a == *b;
}

static int contains(const char *text, const char *part)
{
    for (; *text != 0; text++) {
        size_t at = 0;
        while (part[at] != 0 && text[at] == part[at]) at++;
        if (part[at] == 0) return 1;
    }
    return *part == 0;
}

/* --- The calendar ------------------------------------------------------------------------------------------------ */

static const char paris_rule[] = "CET-1CEST,M3.5.0,M10.5.0/3";

/* One hour east of Greenwich, for ever: a TZif file of version 1. */
static const unsigned char file[] = {'T', 'Z', 'i', 'f', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 14, 16, 0, 0, 'C', 'E', 'T', 0};

static void test_zones(void)
{
    tally_calendar_zone zone, copy, broken = {{0}};
    tally_calendar_fields fields;
    char message[100];
    size_t length;
    int64_t time;

    check_ok(tally_calendar_zone_parse(paris_rule, &zone));
    copy = zone;
    check_ok(tally_calendar_get_fields(&copy, 1782864000999, &fields)); /* 2026-07-01 00:00:00.999 UTC, a Wednesday. */
    check(fields.date.year == 2026 && fields.date.month == 7 && fields.date.day == 1 && fields.weekday == 3);
    check(fields.time == 7200999 && fields.utc_offset == 7200);
    check_ok(tally_calendar_time(&zone, &fields, &time));
    check(time == 1782864000999);

    /* The clocks skip half past two on March 29, and show it twice on October 25. */
    fields.date.month = 3;
    fields.date.day = 29;
    fields.time = 9000000;
    check_ok(tally_calendar_time(&zone, &fields, &time));
    check(time == 1774747800000);
    fields.date.month = 10;
    fields.date.day = 25;
    check_ok(tally_calendar_time(&zone, &fields, &time));
    check(time == 1792888200000);

    check_ok(tally_calendar_zone_read(file, sizeof file, &zone));
    check_ok(tally_calendar_get_fields(&zone, -1, &fields));
    check(fields.date.year == 1970 && fields.date.day == 1 && fields.time == 3599999 && fields.utc_offset == 3600);
    check_ok(tally_calendar_get_fields(NULL, -1, &fields));
    check(fields.date.year == 1969 && fields.date.day == 31 && fields.time == 86399999 && fields.weekday == 3);
    check_ok(tally_calendar_get_fields(&zone, INT64_MIN, &fields));
    check(fields.date.year == 1);
    check_ok(tally_calendar_get_fields(&zone, INT64_MAX, &fields));
    check(fields.date.year == 9999 && fields.date.day == 31);

    /* Each truncation of the file is rejected. */
    for (size_t size = 0; size < sizeof file; size++) {
        check(tally_calendar_zone_read(file, size, &copy) == TALLY_ERROR_MALFORMED);
    }
    check(tally_calendar_zone_parse("CET-1CEST", &copy) == TALLY_ERROR_MALFORMED);
    check_ok(tally_calendar_error_message(message, sizeof message, &length));
    check(contains(message, "POSIX TZ string, at byte 9"));
    check(tally_calendar_error_message(message, 5, &length) == TALLY_ERROR_BUFFER_TOO_SMALL && length > 20);
    check(tally_calendar_get_fields(&broken, 0, &fields) == TALLY_ERROR_ARGUMENT);
    check(tally_calendar_zone_parse(NULL, &zone) == TALLY_ERROR_ARGUMENT);
    check(tally_calendar_zone_read(NULL, 4, &zone) == TALLY_ERROR_ARGUMENT);
    fields.date.month = 2;
    fields.date.day = 30;
    check(tally_calendar_time(&zone, &fields, &time) == TALLY_ERROR_RANGE);
    check(same(tally_calendar_status_name(TALLY_ERROR_RANGE), "TALLY_ERROR_RANGE"));
}

static void test_recurrence(void)
{
    tally_calendar_zone zone;
    tally_calendar_rule rule = TALLY_CALENDAR_RULE_INIT;
    struct { tally_calendar_rule rule; int64_t added; } newer;
    tally_calendar_occurrence found;
    tally_calendar_date date;
    int64_t count;

    check_ok(tally_calendar_zone_parse(paris_rule, &zone));
    rule.unit = TALLY_UNIT_WEEK;
    rule.first.year = 2026;
    rule.first.month = 1;
    rule.first.day = 2;
    rule.time = 18 * 3600;
    check_ok(tally_calendar_next(&rule, &zone, 1774656000000, &found));
    check(found.time == 1775232000000 && found.index == 13); /* April 3, six in the evening by summer time. */
    check_ok(tally_calendar_next(&rule, &zone, found.time - 1, &found));
    check(found.index == 13);
    check_ok(tally_calendar_next(&rule, &zone, found.time, &found));
    check(found.index == 14);
    check_ok(tally_calendar_last(&rule, &zone, 1774656000000, &found));
    check(found.time == 1774630800000 && found.index == 12);
    check_ok(tally_calendar_at(&rule, &zone, 13, &found));
    check(found.time == 1775232000000);
    check_ok(tally_calendar_count(&rule, &zone, 1774656000000, 1775232000000, &count));
    check(count == 1);
    rule.limit = 14;
    check(tally_calendar_next(&rule, &zone, 1775232000000, &found) == TALLY_EMPTY);
    check(tally_calendar_last(&rule, &zone, 0, &found) == TALLY_EMPTY);

    rule.unit = TALLY_UNIT_MONTH;
    rule.first.day = 31;
    rule.time = 0;
    rule.limit = 0;
    check_ok(tally_calendar_at(&rule, NULL, 1, &found));
    check(found.time == 1772236800000); /* February 28. */
    check_ok(tally_calendar_at(&rule, NULL, 2, &found));
    check(found.time == 1774915200000); /* March 31. */

    date = rule.first;
    check_ok(tally_calendar_add(&date, 1, 1, &date));
    check(date.month == 3 && date.day == 1);
    check(tally_calendar_add(&date, 0, INT64_MAX, &date) == TALLY_ERROR_RANGE && date.month == 3);

    rule.every = 1000001;
    check(tally_calendar_next(&rule, NULL, 0, &found) == TALLY_ERROR_RANGE);
    rule.every = 1;
    rule.unit = 8;
    check(tally_calendar_next(&rule, NULL, 0, &found) == TALLY_ERROR_ARGUMENT);
    rule.unit = TALLY_UNIT_DAY;
    newer.rule = rule;
    newer.rule.struct_size = sizeof newer;
    newer.added = 1;
    check(tally_calendar_next(&newer.rule, NULL, 0, &found) == TALLY_ERROR_ARGUMENT);
    newer.added = 0;
    check_ok(tally_calendar_next(&newer.rule, NULL, 0, &found));
    rule.end = rule.first;
    rule.end.year = 2025;
    check(tally_calendar_next(&rule, NULL, 0, &found) == TALLY_ERROR_RANGE);
    rule.struct_size = 4;
    check(tally_calendar_next(&rule, NULL, 0, &found) == TALLY_ERROR_ARGUMENT);
}

/* Prints the results of each unit at many times, and how often they occur. */
static void compare_recurrence(void)
{
    tally_calendar_zone zone;
    uint64_t random = 7;

    check_ok(tally_calendar_zone_parse(paris_rule, &zone));
    for (int32_t unit = TALLY_UNIT_MINUTE; unit <= TALLY_UNIT_YEAR; unit++) {
        uint64_t hash = 0;
        for (int round = 0; round < 300; round++) {
            tally_calendar_rule rule = TALLY_CALENDAR_RULE_INIT;
            tally_calendar_occurrence next = {0, 0}, last = {0, 0}, again = {0, 0};
            int64_t after, count;

            random = random * 6364136223846793005u + 1442695040888963407u;
            rule.unit = unit;
            rule.every = (int32_t)(random >> 33) % 40 + 1;
            rule.first.year = 1970 + (int32_t)(random >> 40) % 100;
            rule.first.month = 1 + (int32_t)(random >> 45) % 12;
            rule.first.day = 1 + (int32_t)(random >> 50) % 28;
            rule.time = (int32_t)(random >> 34) % 86400;
            after = (int64_t)(random >> 20) % 6311433600000;
            check_ok(tally_calendar_next(&rule, &zone, after, &next));
            check(next.time > after);
            check_ok(tally_calendar_at(&rule, &zone, next.index, &again));
            check(again.time == next.time);
            if (tally_calendar_last(&rule, &zone, after, &last) == TALLY_OK) check(last.time <= after && last.index < next.index);
            check_ok(tally_calendar_count(&rule, &zone, after, after + 86400000, &count));
            hash = hash * 31 + (uint64_t)next.time + (uint64_t)next.index * 7 + (uint64_t)last.time * 3 + (uint64_t)count;
        }
        say("unit ");
        say_number(unit);
        say(": ");
        say_number((int64_t)(hash >> 1));
        end_line();
    }
}

/* --- The wording -------------------------------------------------------------------------------------------------- */

static char room[16384];

static tally_summary *make(size_t size)
{
    tally_summary_options options = TALLY_SUMMARY_OPTIONS_INIT;
    tally_summary *summary;

    options.block = room;
    options.block_size = size;
    check_ok(tally_summary_create(&options, &summary));
    check_ok(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_ONE, "%u more message from %@", 0));
    check_ok(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, "%u more messages from %@", 0));
    check_ok(tally_summary_set_format(summary, "chat", "ru", TALLY_PLURAL_FEW, "ещё %u сообщения", 0));
    check_ok(tally_summary_set_format(summary, "chat", "ru", TALLY_PLURAL_OTHER, "ещё %u сообщений", 0));
    check_ok(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, "%u messages", TALLY_SUMMARY_HIDDEN));
    return summary;
}

static const char *worded(tally_summary *summary, const char *language, uint32_t flags)
{
    static char text[300];
    size_t length;

    check_ok(tally_summary_get(summary, language, flags, text, sizeof text, &length));
    check(text[length] == 0);
    return text;
}

static void test_wording(void)
{
    tally_summary *summary = make(sizeof room);
    char text[40];
    size_t length;

    check(tally_summary_get(summary, "en", 0, text, sizeof text, &length) == TALLY_EMPTY && length == 0);
    check_ok(tally_summary_add(summary, "chat", "Ann", 2));
    check_ok(tally_summary_add(summary, "chat", "Bo", 1));
    check_ok(tally_summary_add(summary, "chat", "Ann", 1));
    check(same(worded(summary, "en", 0), "3 more messages from Bo and Ann"));
    check(same(worded(summary, "en-AU", 0), "3 more messages from Bo and Ann"));
    check(same(worded(summary, "ru", 0), "ещё 3 сообщения"));
    check(same(worded(summary, "en", TALLY_SUMMARY_HIDDEN), "4 messages"));
    check(tally_summary_get(summary, "en", 0, text, 31, &length) == TALLY_ERROR_BUFFER_TOO_SMALL && length == 31);
    check_ok(tally_summary_get(summary, "en", 0, text, 32, &length));
    check(tally_summary_get(summary, "e", 0, text, sizeof text, &length) == TALLY_ERROR_ARGUMENT);
    check(tally_summary_get(summary, "en", 2, text, sizeof text, &length) == TALLY_ERROR_ARGUMENT);

    /* A form is replaced, the others stay; a format without forms is none. */
    check_ok(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, "%u from %@", 0));
    check(same(worded(summary, "en", 0), "3 from Bo and Ann"));
    check_ok(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, NULL, 0));
    say(worded(summary, "en", 0));
    end_line();
    check(!same(worded(summary, "en", 0), "3 from Bo and Ann"));
    check(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, "%d", 0) == TALLY_ERROR_MALFORMED);
    check(tally_summary_set_format(summary, "chat", "en", 7, "%u", 0) == TALLY_ERROR_RANGE);
    check(tally_summary_set_format(summary, "chat", "en", TALLY_PLURAL_OTHER, "\xFF", 0) == TALLY_ERROR_ARGUMENT);
    check(tally_summary_set_format(summary, "c", "en", TALLY_PLURAL_OTHER, "%@", TALLY_SUMMARY_HIDDEN) ==
          TALLY_ERROR_MALFORMED);
    check(tally_summary_add(summary, "chat", "Ann", -1) == TALLY_ERROR_RANGE);

    /* No person is named twice, whatever comes in between. */
    check_ok(tally_summary_clear(summary));
    for (int number = 0; number < 40; number++) {
        check_ok(tally_summary_add(summary, NULL, number % 2 == 0 ? "Ann" : "Bo", number));
    }
    say(worded(summary, "de", 0));
    end_line();
    tally_summary_release(summary);
}

static void test_plurals(void)
{
    static const char *const languages[] = {"en", "ru", "ar", "ja", "pl", "cy", "pt-PT", "xx"};
    int32_t form;

    for (size_t at = 0; at < sizeof languages / sizeof *languages; at++) {
        say(languages[at]);
        for (int64_t number = 0; number < 25; number++) {
            check_ok(tally_summary_plural(languages[at], number, &form));
            say(" ");
            say_number(form);
        }
        end_line();
    }
    check_ok(tally_summary_plural("ru", 3, &form));
    check(form == TALLY_PLURAL_FEW);
    check(tally_summary_plural("en", -1, &form) == TALLY_ERROR_RANGE);
    check(tally_summary_plural("-", 1, &form) == TALLY_ERROR_ARGUMENT);
}

/* A block of any size either suffices, or the call fails and changes nothing. */
static void test_memory(void)
{
    tally_summary_options options = TALLY_SUMMARY_OPTIONS_INIT;
    tally_summary *summary;
    int added = 0;
    char before[300];

    check(tally_summary_create(&options, &summary) == TALLY_ERROR_ARGUMENT && summary == NULL);
    options.block = room;
    for (size_t size = 1; size < 600; size += 7) {
        tally_summary_status status;
        options.block_size = size;
        status = tally_summary_create(&options, &summary);
        check(status == TALLY_OK || (status == TALLY_ERROR_NO_MEMORY && summary == NULL));
        tally_summary_release(summary);
    }
    summary = make(5000);
    for (;;) {
        static char name[100];
        tally_summary_status status;
        size_t at = 0;
        for (; at < 90; at++) name[at] = (char)('a' + (added + (int)at) % 26);
        status = tally_summary_add(summary, "chat", name, 1);
        if (status == TALLY_ERROR_NO_MEMORY) break;
        check_ok(status);
        check(++added < 1000);
        if (added > 2) {
            size_t length;
            status = tally_summary_get(summary, "ru", 0, before, sizeof before, &length);
            check(status == TALLY_OK || status == TALLY_ERROR_NO_MEMORY);
        }
    }
    check(added > 2 && same(worded(summary, "ru", 0), before));
    tally_summary_release(summary);
}

int main(void)
{
    test_zones();
    test_recurrence();
    compare_recurrence();
    test_wording();
    test_plurals();
    test_memory();
    program_say("done\n");
    return 0;
}
