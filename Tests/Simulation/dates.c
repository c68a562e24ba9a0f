#include "dates.h"

#include "model.h"

#include "tally.h"

#include <string.h>

/* ---- Days ---- */

static int is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

typedef struct date {
    int year, month, day;
} date;

/* The day before, and the day after, many times over: from 1 January 2000. */
static date date_of(int64_t day)
{
    date d = {2000, 1, 1};

    for (day -= 10957; day < 0; day += 365 + is_leap(d.year))
        d.year -= 1;
    for (; day >= 365 + is_leap(d.year); d.year++)
        day -= 365 + is_leap(d.year);
    for (; day >= days_in(d.year, d.month); d.month++)
        day -= days_in(d.year, d.month);
    d.day += (int)day;
    return d;
}

static int64_t day_of(date d)
{
    int64_t day = 10957 + d.day - 1;
    int year, month;

    for (year = 2000; year < d.year; year++)
        day += 365 + is_leap(year);
    for (year = d.year; year < 2000; year++)
        day -= 365 + is_leap(year);
    for (month = 1; month < d.month; month++)
        day += days_in(d.year, month);
    return day;
}

int64_t day_of_number(int32_t number)
{
    return day_of((date){number / 10000, number / 100 % 100, number % 100});
}

int32_t number_of_day(int64_t day)
{
    date d = date_of(day);

    return d.year * 10000 + d.month * 100 + d.day;
}

/* ---- Zones ---- */

/* A change of a summer time: the n-th Sunday of a month, at an hour of the wall before it. */
typedef struct change {
    int month, sunday, hour;
} change;

static const struct {
    const char *name, *rule;
    int standard, summer; /* Seconds east of Greenwich; the same: there is no summer time. */
    change begin, end;
} zones[ZONES] = {
    {"UTC", "UTC0", 0, 0, {0, 0, 0}, {0, 0, 0}},
    {"Sim/East", "<+09>-9", 32400, 32400, {0, 0, 0}, {0, 0, 0}},
    {"Sim/West", "EST5EDT,M3.2.0,M11.1.0", -18000, -14400, {3, 2, 2}, {11, 1, 2}},
    {"Sim/South", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 37800, 39600, {10, 1, 2}, {4, 1, 2}},
};

const char *zone_name(int zone) { return zone >= 0 && zone < ZONES ? zones[zone].name : NULL; }
const char *zone_rule(int zone) { return zones[zone].rule; }

int zone_named(const char *name)
{
    int zone;

    for (zone = 0; zone < ZONES; zone++) {
        if (strcmp(zones[zone].name, name) == 0)
            return zone;
    }
    return -1;
}

/* 1970-01-01 was a Thursday. */
static int is_sunday(int64_t day) { return (day % 7 + 7) % 7 == 3; }

static int64_t change_instant(change c, int year, int offset)
{
    int64_t day = day_of((date){year, c.month, 1});
    int sundays = is_sunday(day);

    while (sundays < c.sunday)
        sundays += is_sunday(++day);
    return day * DAY_SECONDS + c.hour * 3600 - offset;
}

int64_t zone_change(int zone, int year, int is_end)
{
    int standard = zones[zone].standard, summer = zones[zone].summer;

    if (standard == summer)
        return 0;
    return is_end ? change_instant(zones[zone].end, year, summer) : change_instant(zones[zone].begin, year, standard);
}

int64_t zone_offset(int zone, int64_t instant)
{
    int64_t begin, end;
    int standard = zones[zone].standard, summer = zones[zone].summer, year;

    if (standard == summer)
        return standard;
    year = date_of((instant + standard) / DAY_SECONDS).year;
    begin = zone_change(zone, year, 0);
    end = zone_change(zone, year, 1);
    if (begin < end)
        return instant >= begin && instant < end ? summer : standard;
    return instant >= begin || instant < end ? summer : standard;
}

int64_t zone_instant(int zone, int64_t local)
{
    /* The greater offset gives the earlier instant. */
    int64_t early = local - zones[zone].summer, late = local - zones[zone].standard;

    if (early + zone_offset(zone, early) == local)
        return early;
    if (late + zone_offset(zone, late) == local)
        return late;
    return local - zone_offset(zone, local - 2 * DAY_SECONDS);
}

int64_t zone_today(int zone, int64_t instant) { return (instant + zone_offset(zone, instant)) / DAY_SECONDS; }

/* ---- Recurrences ---- */

static int months_of(int unit) { return unit == TALLY_UNIT_MONTH ? 1 : unit == TALLY_UNIT_QUARTER ? 3 : 12; }

/* Whether a day is one of every so many units from a start. A month that is too short has it on its last day. */
static int recurs_on(int64_t day, int64_t start, int unit, int every)
{
    date d, first;
    int months;

    if (unit == TALLY_UNIT_DAY || unit == TALLY_UNIT_WEEK)
        return (day - start) % ((int64_t)every * (unit == TALLY_UNIT_WEEK ? 7 : 1)) == 0;
    d = date_of(day);
    first = date_of(start);
    months = (d.year - first.year) * 12 + d.month - first.month;
    return months % (every * months_of(unit)) == 0
           && d.day == (first.day < days_in(d.year, d.month) ? first.day : days_in(d.year, d.month));
}

static void append(schedule *s, int64_t instant, int64_t index)
{
    if (s->count == OCCURRENCES)
        simulator_die("a reminder has too many occurrences");
    s->all[s->count++] = (occurrence){instant, index};
}

/* From a day through another one, at most so many. */
static void list_all(schedule *s, int zone, int time, int unit, int every, int64_t start, int64_t last, int64_t limit,
                     int64_t index)
{
    int64_t end = zone_instant(zone, (last + 1) * DAY_SECONDS), day, count = 0, instant;

    if (unit <= TALLY_UNIT_HOUR) {
        instant = zone_instant(zone, start * DAY_SECONDS + time);
        for (; instant < end && count < limit; instant += (int64_t)every * (unit == TALLY_UNIT_HOUR ? 3600 : 60))
            append(s, instant, index + count++);
        return;
    }
    for (day = start; day <= last && count < limit; day++) {
        if (recurs_on(day, start, unit, every))
            append(s, zone_instant(zone, day * DAY_SECONDS + time), index + count++);
    }
}

/* The same day so many months later, or the last one of that month. */
static int64_t months_later(int64_t day, int months)
{
    date d = date_of(day);
    int dom = d.day;

    for (; months > 0; months--)
        d.month == 12 ? (d.month = 1, d.year++) : d.month++;
    d.day = dom < days_in(d.year, d.month) ? dom : days_in(d.year, d.month);
    return day_of(d);
}

static int64_t expiry_of(const terms *t)
{
    int64_t produced = day_of_number(t->produced);

    if (t->shelf_unit == TALLY_UNIT_DAY)
        return produced + t->shelf_life;
    return months_later(produced, t->shelf_life * (t->shelf_unit == TALLY_UNIT_YEAR ? 12 : 1));
}

int terms_are_smart(const terms *t)
{
    if (t->smart == TALLY_SMART_AUTOMATIC)
        return expiry_of(t) - day_of_number(t->produced) <= 30;
    return t->smart == TALLY_SMART_ON;
}

static void compute(schedule *s, const terms *t, int zone)
{
    int64_t fifth, after;

    memset(s, 0, sizeof *s);
    s->expiry = s->last_day = expiry_of(t);
    s->span = s->expiry - day_of_number(t->produced);
    s->is_smart = terms_are_smart(t);
    s->counts_days = s->is_smart || t->repeat_unit > TALLY_UNIT_HOUR;
    if (s->is_smart) {
        fifth = (s->span + 4) / 5;
        fifth = fifth < 1 ? 1 : fifth > 5 ? 5 : fifth;
        list_all(s, zone, t->time_of_day, TALLY_UNIT_DAY, 1, s->expiry - fifth, s->expiry, INT64_MAX, 0);
    } else {
        s->last_day = day_of_number(t->end);
        list_all(s, zone, t->time_of_day, t->repeat_unit, t->repeat_every,
                 day_of_number(t->start == 0 ? t->entered : t->start), s->last_day, INT64_MAX, 0);
    }
    s->ends = zone_instant(zone, (s->last_day + 1) * DAY_SECONDS);
    s->expires = zone_instant(zone, (s->expiry + 1) * DAY_SECONDS);
    if (t->overdue_unit == 0)
        return;
    after = (s->last_day > s->expiry ? s->last_day : s->expiry) + 1;
    s->ends = INT64_MAX;
    list_all(s, zone, t->time_of_day, t->overdue_unit, t->overdue_every, after, after + 20000, t->overdue_limit, OVERDUE);
}

/* ---- Schedules are kept, because states of one account share them ---- */

#define KEPT 128

static struct {
    terms terms;
    int zone, is_used;
    schedule schedule;
} kept[KEPT];
static unsigned next_kept;

const schedule *schedule_of(const terms *t, int device_zone)
{
    int zone = t->zone == DEVICE_ZONE ? device_zone : t->zone, i;

    for (i = 0; i < KEPT; i++) {
        if (kept[i].is_used && kept[i].zone == zone && memcmp(&kept[i].terms, t, sizeof *t) == 0)
            return &kept[i].schedule;
    }
    i = (int)(next_kept++ % KEPT);
    kept[i].terms = *t;
    kept[i].zone = zone;
    kept[i].is_used = 1;
    compute(&kept[i].schedule, t, zone);
    return &kept[i].schedule;
}
