/* Files of zones that a test has made: rules of a POSIX TZ string beside those of the C library, and each mistake that
 * a file may have. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000)
#define DAY INT64_C(86400)
#define BEGIN INT64_C(946684800) /* 2000-01-01 00:00 UTC. */

/* ---- A file ---- */

enum { MOST_TIMES = 4, MOST_TYPES = 3, LONGEST_NAME = 127 };

/* A file of version 2, whose part of version 1 is empty. */
typedef struct zone_file {
    int time_count, type_count, character_count, leap_count, standard_count, utc_count;
    int64_t times[MOST_TIMES];
    int indices[MOST_TIMES];
    struct {
        int32_t offset;
        int is_daylight, name;
    } types[MOST_TYPES];
    const char *rule;
    char version, second_version;
} zone_file;

static unsigned char bytes[4096];
static size_t size;
static int made; /* Each file is that of another zone, because the library keeps those that it has read. */

static void put(uint64_t value, int width)
{
    while (width-- > 0)
        bytes[size++] = (unsigned char)(value >> 8 * width);
}

static void put_header(char version, const zone_file *z)
{
    memcpy(bytes + size, "TZif", 4);
    bytes[size + 4] = (unsigned char)version;
    memset(bytes + size + 5, 0, 15);
    size += 20;
    put((uint64_t)z->utc_count, 4);
    put((uint64_t)z->standard_count, 4);
    put((uint64_t)z->leap_count, 4);
    put((uint64_t)z->time_count, 4);
    put((uint64_t)z->type_count, 4);
    put((uint64_t)z->character_count, 4);
}

static void make(const zone_file *z)
{
    static const zone_file nothing = {.type_count = 1, .character_count = 1, .version = '2'};
    int i;

    made += 1;
    size = 0;
    put_header(z->version, &nothing);
    put(0, 7);
    put_header(z->second_version ? z->second_version : z->version, z);
    for (i = 0; i < z->time_count; i++)
        put((uint64_t)z->times[i], 8);
    for (i = 0; i < z->time_count; i++)
        put((uint64_t)z->indices[i], 1);
    for (i = 0; i < z->type_count; i++) {
        put((uint64_t)z->types[i].offset, 4);
        put((uint64_t)z->types[i].is_daylight, 1);
        put((uint64_t)z->types[i].name, 1);
    }
    for (i = 0; i < z->character_count + 12 * z->leap_count + z->standard_count + z->utc_count; i++)
        put(0, 1);
    put('\n', 1);
    memcpy(bytes + size, z->rule, strlen(z->rule));
    size += strlen(z->rule);
    put('\n', 1);
}

static size_t give(void *user_data, const char *name, void *out, size_t capacity)
{
    (void)user_data, (void)name;
    require(size <= capacity);
    memcpy(out, bytes, size);
    return size;
}

/* The file as UTC's, which each test changes. */
static zone_file utc(void)
{
    zone_file z = {.type_count = 1, .character_count = 4, .version = '2', .rule = ""};

    return z;
}

static void with_zones(tally_engine_options *options)
{
    options->zone = "UTC";
    options->zone_file = give;
}

static void open_world(world *w)
{
    zone_file z = utc();

    make(&z);
    w->configure = with_zones;
    w->clock.wall = BEGIN * SECOND;
    world_open(w, 0);
    check_ok(tally_account_log_in(w->account));
}

/* Whether the library takes the zone that was made, for a reminder of this day and time. */
static tally_status put_once(world *w, int32_t date, int32_t time_of_day)
{
    tally_reminder_options options = {0};
    char zone[32];
    tally_status status = tally_reminder_remove(w->account, "r");

    assert_true(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    snprintf(zone, sizeof zone, "Zone/N%d", made);
    options.struct_size = sizeof options;
    options.produced = options.start = options.end = date;
    options.shelf_life = 1;
    options.shelf_unit = options.repeat_unit = TALLY_UNIT_DAY;
    options.smart = TALLY_SMART_OFF;
    options.time_of_day = time_of_day == 0 ? MIDNIGHT : time_of_day;
    options.zone = zone;
    return reminder_put(w->account, "r", &options);
}

/* When the reminder fires, in seconds. */
static int64_t instant_of(world *w, int32_t date, int32_t time_of_day)
{
    tally_reminder entry;
    char text[512];
    size_t count, length;

    check_ok(put_once(w, date, time_of_day));
    check_ok(reminder_list(w->account, NULL, 1, &entry, 1, text, sizeof text, &count, &length));
    assert_int_equal(count, 1);
    return entry.next_time / SECOND;
}

/* ---- Rules ---- */

static int32_t date_of(int64_t local)
{
    time_t seconds = (time_t)local;
    struct tm t;

    gmtime_r(&seconds, &t);
    return (t.tm_year + 1900) * 10000 + (t.tm_mon + 1) * 100 + t.tm_mday;
}

static int64_t offset_at(int64_t instant)
{
    time_t seconds = (time_t)instant;
    struct tm t;

    localtime_r(&seconds, &t);
    return t.tm_gmtoff;
}

/* By the C library's zone: a skipped time has the offset before the gap, and of two instants it is the first. */
static int64_t expected_instant(int64_t local)
{
    int64_t before = offset_at(local - 2 * DAY), after = offset_at(local + 2 * DAY);
    int64_t first = local - before, second = local - after;
    int is_first = offset_at(first) == before, is_second = offset_at(second) == after;

    if (is_first && is_second)
        return first < second ? first : second;
    return is_second ? second : first;
}

/* A few times of each day around the changes, in common and leap years. */
static void check_rule(world *w, const char *rule)
{
    static const int years[] = {2000, 2023, 2024, 2100};
    static const int32_t times[] = {0, 3599, 3600, 7199, 7200, 9000, 10799, 10800, 86399};
    zone_file z = utc();
    size_t year, i;

    z.rule = rule;
    make(&z);
    for (year = 0; year < COUNT_OF(years); year++) {
        struct tm begin = {0};
        int64_t day, former = 0;

        begin.tm_year = years[year] - 1900;
        begin.tm_mday = 1;
        for (day = timegm(&begin); day < timegm(&begin) + 366 * DAY; day += DAY) {
            int64_t offset = offset_at(day + 2 * DAY);
            int is_near = offset != former || offset_at(day - 2 * DAY) != offset;

            former = offset;
            for (i = 0; is_near && i < COUNT_OF(times); i++) {
                int64_t local = day + times[i], actual = instant_of(w, date_of(local), times[i]);

                if (day > BEGIN + DAY && actual != expected_instant(local))
                    fail_msg("%s: %d at %d is %lld, not %lld", rule, (int)date_of(local), (int)times[i],
                             (long long)actual, (long long)expected_instant(local));
            }
        }
    }
}

TEST(rules_are_those_of_the_c_library, WORLD_CLOSED)
{
    static const char *const rules[] = {
        "ABC0", "ABC-14", "ABC+12", "<-03>3", "<+0545>-5:45", "ABC12:34:56", "<A1+>0",
        "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "AEST-10AEDT,M10.1.0,M4.1.0/3",
        "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "ABC3DEF2:30,M1.1.1/0,M12.4.6/23:59:59", "ABC0DEF,J59/1,J90/2",
        "ABC0DEF,58/1,90/2", "ABC0DEF,59,120",
        "ABC-2DEF,J2/0,J300", "ABC-2DEF,J200,J365/23", "ABC-2DEF,1/0,200", "ABC-2DEF,200,364", "ABC0DEF,M2.5.1,M8.5.2",
        "ABC0DEF,J60,J91", "ABC0DEF,M3.1.6/+1,M9.3.3/2:30", "ABC0DEF,M6.5.5,M7.1.5",
        "ABC5DEF4,M4.1.0/2,M10.5.0/2",
    };
    char *kept = getenv("TZ") == NULL ? NULL : strdup(getenv("TZ"));
    size_t i;

    open_world(w);
    for (i = 0; i < COUNT_OF(rules); i++) {
        setenv("TZ", rules[i], 1);
        tzset();
        check_rule(w, rules[i]);
    }
    if (kept == NULL)
        unsetenv("TZ");
    else
        setenv("TZ", kept, 1);
    free(kept);
    tzset();
}

TEST(rules_that_are_none, WORLD_CLOSED)
{
    static const char *const good[] = {
        "ABC24", "ABC-24:59:59", "ABC0DEF-24,0,365/167", "ABC0DEF,M1.1.0/-167,M12.5.6/167:59:59", "ABC0DEF,J1,J365",
        "<a-z>0", "ABC0000000000000001", "<09+>0", "AZaz0",
    };
    static const char *const bad[] = {
        "AB0", "ABC", "ABC25", "ABC-25", "ABC0:60", "ABC0:0:60", "ABC0:", "ABC0:0:", "ABC+-1", "ABC0DE", "ABC0DEF",
        "ABC0DEF,M3.5.0", "ABC0DEF,M3.5.0,", "ABC0DEF,M0.5.0,M10.5.0",
        "ABC0DEF,M13.5.0,M10.5.0", "ABC0DEF,M3.0.0,M10.5.0",
        "ABC0DEF,M3.6.0,M10.5.0", "ABC0DEF,M3.5.7,M10.5.0", "ABC0DEF,M3,M10.5.0", "ABC0DEF,M3.5,M10.5.0",
        "ABC0DEF,M3:5.0,M10.5.0", "ABC0DEF,M3.5:0,M10.5.0", "ABC0DEF,J0,J1", "ABC0DEF,J366,J1", "ABC0DEF,366,1",
        "ABC0DEF,-1,1", "ABC0DEF,0,1/168", "ABC0DEF,0,1/-168", "ABC0DEF,0,1/1:60", "ABC0DEF,0,1,", "ABC0DEF,0,1 ",
        "ABC0DEF;0,1", "ABC0DEF0;0,1", "<AB>0", "<ABC0", "<AB.>0", "A1C0", "AB10", "AB@0", "AB[0", "AB`0", "AB{0",
        "<AB:>0", "<AB/>0", "ABC0DEF1:,0,1", "ABC0DEF25,0,1", "ABC4294967296", "ABC1000", "ABC0DEF,0,1/",
    };
    size_t i;

    open_world(w);
    for (i = 0; i < COUNT_OF(good); i++) {
        zone_file z = utc();

        z.rule = good[i];
        make(&z);
        if (put_once(w, 20260501, 0) != TALLY_OK)
            fail_msg("%s is refused", good[i]);
    }
    for (i = 0; i < COUNT_OF(bad); i++) {
        zone_file z = utc();

        z.rule = bad[i];
        make(&z);
        if (put_once(w, 20260501, 0) != TALLY_ERROR_ARGUMENT)
            fail_msg("%s is taken", bad[i]);
        check_message("its rule is not a POSIX TZ string");
    }
}

/* Hours before the day, and days behind it, which the C library does not know. */
TEST(rules_with_many_hours, WORLD_CLOSED)
{
    zone_file z = utc();
    int hour;

    open_world(w);
    z.rule = "ABC0DEF,M3.5.0/-2,M10.5.0/50"; /* The 28th of March 2026 at 22:00, the 27th of October at 2:00. */
    make(&z);
    for (hour = 0; hour < 24; hour++) {
        int64_t march = INT64_C(1774656000) + hour * 3600, october = INT64_C(1793059200) + hour * 3600;

        /* The hour from 22:00 is skipped, and has the offset before. That from 1:00 comes twice. */
        assert_true(instant_of(w, 20260328, hour * 3600) == march - (hour >= 23 ? 3600 : 0));
        assert_true(instant_of(w, 20261027, hour * 3600) == october - (hour < 2 ? 3600 : 0));
    }
}

/* ---- The tables ---- */

static void check_file(world *w, const zone_file *z, const char *problem)
{
    make(z);
    if (problem == NULL) {
        check_ok(put_once(w, 20260501, 0));
        return;
    }
    check_status(put_once(w, 20260501, 0), TALLY_ERROR_ARGUMENT);
    check_message(problem);
}

static zone_file two_changes(void)
{
    zone_file z = {.time_count = 3, .type_count = 3, .character_count = 4, .standard_count = 3, .utc_count = 3,
                   .times = {-100, 0, 100}, .indices = {0, 2, 1}, .version = '2', .rule = ""};

    z.types[0].offset = -89999;
    z.types[1].offset = 93599;
    z.types[2].is_daylight = 1;
    z.types[2].name = 3;
    return z;
}

TEST(tables_that_are_wrong, WORLD_CLOSED)
{
    zone_file z = two_changes();

    open_world(w);
    check_file(w, &z, NULL);
    z.version = '4';
    check_file(w, &z, NULL);
    z.version = '5';
    check_file(w, &z, "its version is unknown");
    z.version = '1';
    check_file(w, &z, "its version is unknown");
    z = two_changes();
    z.second_version = '5';
    check_file(w, &z, "its version is unknown");
#define WRONG(change, problem) \
    z = two_changes(); \
    z.change; \
    check_file(w, &z, problem)
    WRONG(times[1] = -100, "its transitions");
    WRONG(times[1] = -101, "its transitions");
    WRONG(times[2] = 0, "its transitions");
    WRONG(times[2] = 1, NULL);
    WRONG(indices[0] = 3, "type");
    WRONG(indices[2] = 255, "type");
    WRONG(types[0].offset = -90000, "type");
    WRONG(types[1].offset = 93600, "type");
    WRONG(types[2].is_daylight = 2, "type");
    WRONG(types[0].name = 4, "type");
    WRONG(leap_count = 1, "leap seconds");
    WRONG(standard_count = 0, NULL);
    WRONG(standard_count = 2, ": ");
    WRONG(standard_count = 4, ": ");
    WRONG(utc_count = 0, NULL);
    WRONG(utc_count = 1, ": ");
    WRONG(character_count = 0, ": ");
    z = utc();
    z.type_count = 0;
    check_file(w, &z, ": ");
    /* The last byte of the tables, and what is behind them. */
    z = utc();
    make(&z);
    size -= 1;
    check_status(put_once(w, 20260501, 0), TALLY_ERROR_ARGUMENT);
    check_message("the file ends too early");
    size -= 1;
    check_status(put_once(w, 20260501, 0), TALLY_ERROR_ARGUMENT);
    check_message("the file ends too early");
    make(&z);
    bytes[size - 2] = ' ';
    check_status(put_once(w, 20260501, 0), TALLY_ERROR_ARGUMENT);
    check_message("its rule");
}

/* The local times on each side of three changes. One that is skipped, or comes twice, has the offset before. */
TEST(times_between_changes, WORLD_CLOSED)
{
    static const struct {
        int32_t date, time, offset;
    } rows[] = {
        {20010131, 86399, 0},     {20010201, 0, 0},       {20010201, 7199, 0},     {20010201, 7200, 7200},
        {20010228, 82799, 7200},  {20010228, 82800, 7200}, {20010301, 0, 7200},    {20010301, 7199, 7200},
        {20010301, 7200, -3600},  {20010331, 86399, -3600}, {20010401, 0, -3600},  {20010401, 10799, -3600},
        {20010401, 10800, 7200},  {20200101, 0, 7200},
    };
    static const struct {
        int32_t date;
        int64_t instant;
    } days[] = {
        {20010131, 980899200}, {20010201, 980985600}, {20010228, 983318400}, {20010301, 983404800},
        {20010331, 985996800}, {20010401, 986083200}, {20200101, 1577836800},
    };
    zone_file z = utc();
    size_t i, day;

    z.time_count = z.type_count = 3;
    z.times[0] = INT64_C(980985600); /* 2001-02-01 00:00 UTC, from 0:00 to 2:00. */
    z.times[1] = INT64_C(983404800); /* 2001-03-01 00:00 UTC, from 2:00 back to 23:00. */
    z.times[2] = INT64_C(986086800); /* 2001-04-01 01:00 UTC, from 0:00 to 3:00. */
    z.indices[0] = z.indices[2] = 1;
    z.indices[1] = 2;
    z.types[1].offset = 7200;
    z.types[2].offset = -3600;
    open_world(w);
    make(&z);
    for (i = 0; i < COUNT_OF(rows); i++) {
        int64_t actual;

        for (day = 0; days[day].date != rows[i].date; day++)
            continue;
        actual = instant_of(w, rows[i].date, rows[i].time);
        if (actual != days[day].instant + rows[i].time - rows[i].offset)
            fail_msg("%d at %d is %lld", (int)rows[i].date, (int)rows[i].time, (long long)actual);
    }
}

/* ---- Names ---- */

static int is_taken(world *w, const char *name)
{
    tally_reminder_options options = {0};
    tally_status status = tally_reminder_remove(w->account, "r");

    assert_true(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    options.struct_size = sizeof options;
    options.produced = 20260501;
    options.shelf_life = 10;
    options.shelf_unit = TALLY_UNIT_DAY;
    options.zone = name;
    status = reminder_put(w->account, "r", &options);
    if (status != TALLY_OK && status != TALLY_ERROR_ARGUMENT)
        fail_msg("%s: status %d", name, (int)status);
    return status == TALLY_OK;
}

/* A name is a path below the folder of zones, and cannot leave it. */
TEST(names_of_zones, WORLD_CLOSED)
{
    static const char *const good[] = {"UTC", "Etc/GMT+5", "Etc/GMT-14", "a/b/c/d", "A_b", "a.b", "a.b.c", "a./b"};
    static const char *const bad[] = {
        "/UTC", "Etc/", "Etc//GMT", "..", "../UTC", "a/../b", "a/..", "./a", "a/./b", ".", "/", "a..b",
    };
    char name[] = "Zone/A_b", long_name[300];
    size_t i;
    int c;

    open_world(w);
    for (c = 1; c < 0x7F; c++) {
        name[6] = (char)c;
        if (is_taken(w, name) != (strchr("+-._/", c) != NULL || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                                  (c >= 'a' && c <= 'z')))
            fail_msg("%s", name);
    }
    for (i = 0; i < COUNT_OF(good); i++)
        if (!is_taken(w, good[i]))
            fail_msg("%s is refused", good[i]);
    for (i = 0; i < COUNT_OF(bad); i++)
        if (is_taken(w, bad[i]))
            fail_msg("%s is taken", bad[i]);
    for (i = 120; i < sizeof long_name; i++) {
        memset(long_name, 'a', i);
        long_name[i] = 0;
        if (is_taken(w, long_name) != (i <= LONGEST_NAME))
            fail_msg("%d bytes", (int)i);
    }
}
