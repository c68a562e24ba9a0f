/*
 * The oracle of dates: on which instants a reminder fires, by docs/concepts/reminders.md and RFC 5545. A recurrence is
 * found by looking at every day from its start, and a time of day by trying the offsets of the zone. Nothing here is
 * the library's.
 */
#ifndef TALLY_SIM_DATES_H
#define TALLY_SIM_DATES_H

#include <stdint.h>

#define ZONES 4
#define DEVICE_ZONE (-1)
#define DAY_SECONDS INT64_C(86400)
#define OVERDUE (INT64_C(1) << 40)
#define OCCURRENCES 700

/* The terms of a reminder. Days are numbers like 20260131. */
typedef struct terms {
    int32_t produced, entered, shelf_life, shelf_unit, time_of_day, smart;
    int32_t repeat_unit, repeat_every, start, end;
    int32_t overdue_unit, overdue_every, overdue_limit;
    int32_t zone; /* DEVICE_ZONE, or one of the zones. */
} terms;

/* Seconds since 1970, and its place: from 0, those that are overdue from OVERDUE. */
typedef struct occurrence {
    int64_t instant, index;
} occurrence;

/* Everything that follows from terms in a zone. */
typedef struct schedule {
    occurrence all[OCCURRENCES];
    int count, is_smart, counts_days;
    int64_t expiry, last_day, span; /* Days since 1970; the span in days. */
    int64_t expires; /* The instant. */
    int64_t ends;    /* No occurrence may be moved to it or behind it. */
} schedule;

/* NULL: there is no such zone. */
const char *zone_name(int zone);
int zone_named(const char *name); /* -1: none. */
/* As the footer of a TZif file has it. */
const char *zone_rule(int zone);
int64_t zone_offset(int zone, int64_t instant);
/* The first instant at which a clock on the wall says so. In a gap the offset before it counts. */
int64_t zone_instant(int zone, int64_t local);
/* The instant at which the summer time of a year begins or ends; 0: the zone has none. */
int64_t zone_change(int zone, int year, int is_end);
/* Days since 1970. */
int64_t zone_today(int zone, int64_t instant);
int64_t day_of_number(int32_t number);
int32_t number_of_day(int64_t day);

int terms_are_smart(const terms *t);
/* Borrowed until the next hundred calls or so. */
const schedule *schedule_of(const terms *t, int device_zone);

#endif
