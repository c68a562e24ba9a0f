/*
 * tally_calendar.h: time zones and recurring dates, without an operating system.
 *
 * This is the calendar of Tally alone: what the time is in a zone, and when something recurs. It has no store, no
 * clock, no threads, no I/O, and it allocates no memory. It needs memcpy, memmove, memset, memcmp and strlen of the C
 * library. It is meant for microcontrollers, games and WebAssembly. The whole engine is in tally.h. Both headers can be
 * included together, in any order.
 *
 * A first program, which finds the next Friday evening in Paris:
 *
 *     tally_calendar_zone zone;
 *     tally_calendar_rule rule = TALLY_CALENDAR_RULE_INIT;
 *     tally_calendar_occurrence next;
 *
 *     tally_calendar_zone_parse("CET-1CEST,M3.5.0,M10.5.0/3", &zone);
 *     rule.unit = TALLY_UNIT_WEEK;
 *     rule.first.year = 2026;
 *     rule.first.month = 1;
 *     rule.first.day = 2;
 *     rule.time = 18 * 3600;
 *     tally_calendar_next(&rule, &zone, now, &next);          // next.time, in milliseconds
 *
 * CONVENTIONS, which hold for every function unless it says otherwise
 *
 * Status. A function that can fail returns a tally_calendar_status: 0 is TALLY_OK, a negative number an error, a
 * positive number a qualified success. The numbers are those of tally.h. Call tally_calendar_error_message for a
 * description of the error. A function that takes a pointer fails with TALLY_ERROR_ARGUMENT if a required one is NULL.
 * The comments do not repeat this error. A call that fails leaves its outputs untouched.
 *
 * Threads. All functions may be called from any thread. On a target without threads the message of an error belongs to
 * the program.
 *
 * Time. Timestamps are milliseconds since 1970-01-01 00:00 UTC. Dates are those of the Gregorian calendar, of the years
 * 1 to 9999. A timestamp outside of these years counts as their beginning or end.
 *
 * Zones. NULL in place of a zone means UTC.
 */
#ifndef TALLY_CALENDAR_H
#define TALLY_CALENDAR_H

#include <stddef.h>
#include <stdint.h>

/* Declarations begin with one of these, as in tally.h: the library exports the symbol, and the compiler warns if a
 * program ignores the status. Define TALLY_UNCHECKED before this header to turn these warnings off. */
#ifndef TALLY_API
#if defined(__GNUC__) && __GNUC__ >= 4
#define TALLY_API __attribute__((visibility("default")))
#else
#define TALLY_API
#endif
#endif
#ifndef TALLY_CHECKED
#if defined(TALLY_UNCHECKED) || !defined(__GNUC__)
#define TALLY_CHECKED TALLY_API
#else
#define TALLY_CHECKED TALLY_API __attribute__((warn_unused_result))
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------------
 * Statuses. tally.h has the same numbers under the same names.
 * ------------------------------------------------------------------------------------------------------------ */

/* The same type as tally_status of tally.h. */
typedef int32_t tally_calendar_status;

#define TALLY_OK 0
#define TALLY_EMPTY 6 /* There is no such occurrence. */

#define TALLY_ERROR_ARGUMENT (-1)         /* NULL, an unknown unit or a zone that was not read. */
#define TALLY_ERROR_RANGE (-4)            /* A number is out of its range. */
#define TALLY_ERROR_BUFFER_TOO_SMALL (-9) /* The caller's buffer is too small. */
#define TALLY_ERROR_MALFORMED (-17)       /* An invalid zone: its file or its rule. */

/* Returns the name of a status, "TALLY_ERROR_RANGE"; "TALLY_UNKNOWN" for an unknown number. Borrowed for the life of
 * the process. */
TALLY_API const char *tally_calendar_status_name(tally_calendar_status status);

/*
 * Describes the last failed call of this thread, in English: "the zone: its transitions are not in order, at byte 44".
 *
 * buffer       may be NULL if its capacity is 0; 1,024 bytes always suffice
 * out_length   set to the length without the NUL
 *
 * Returns TALLY_OK.
 * Errors: BUFFER_TOO_SMALL; the buffer is untouched, and out_length is set.
 *
 * A call that succeeds leaves the message unchanged. The message is empty before the first error.
 */
TALLY_API tally_calendar_status tally_calendar_error_message(char *buffer, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Zones and dates
 * ------------------------------------------------------------------------------------------------------------ */

/* A time zone, in the caller's memory. It may be copied, and needs no release. Its members belong to the library. */
typedef struct tally_calendar_zone {
    uint64_t opaque[24];
} tally_calendar_zone;

/*
 * Reads a zone from the bytes of a TZif file (RFC 9636, versions 1 to 4), as /usr/share/zoneinfo has them.
 *
 * bytes   borrowed as long as the zone, or a copy of it, is used; they must not change
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED, with the byte.
 * Cost: O(size).
 *
 * All bytes are checked. A file that counts leap seconds is rejected.
 */
TALLY_CHECKED tally_calendar_status tally_calendar_zone_read(const void *bytes, size_t size,
                                                             tally_calendar_zone *out_zone);

/*
 * Reads a zone from a TZ string of POSIX with the extensions of RFC 9636: "EST5EDT,M3.2.0,M11.1.0".
 *
 * text   borrowed during the call
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED, with the byte; also where daylight saving time has no rules.
 *
 * No file is needed. The rule holds for all years.
 */
TALLY_CHECKED tally_calendar_status tally_calendar_zone_parse(const char *text, tally_calendar_zone *out_zone);

typedef struct tally_calendar_date {
    int32_t year;  /* 1 to 9999. */
    int32_t month; /* 1 to 12. */
    int32_t day;   /* 1 to 31. */
} tally_calendar_date;

/* The date and the time that a calendar and a clock on the wall show. */
typedef struct tally_calendar_fields {
    tally_calendar_date date;
    int32_t time;       /* Milliseconds since midnight: 0 to 86,399,999. */
    int32_t weekday;    /* 1 (Monday) to 7 (Sunday). Ignored by tally_calendar_time. */
    int32_t utc_offset; /* Seconds east of Greenwich. Ignored by tally_calendar_time. */
} tally_calendar_fields;

/* Writes what a calendar and a clock in a zone show at a timestamp. Returns TALLY_OK. Cost: O(log transitions). */
TALLY_CHECKED tally_calendar_status tally_calendar_get_fields(const tally_calendar_zone *zone, int64_t time,
                                                              tally_calendar_fields *out_fields);

/*
 * Writes the timestamp of a date and time in a zone.
 *
 * Returns TALLY_OK.
 * Errors: RANGE (no such date or time).
 * Cost: O(log transitions).
 *
 * If clocks skip that time, the offset before the gap applies. If they show it twice, the first one counts.
 */
TALLY_CHECKED tally_calendar_status tally_calendar_time(const tally_calendar_zone *zone,
                                                        const tally_calendar_fields *fields, int64_t *out_time);

/*
 * Adds months and then days to a date.
 *
 * Returns TALLY_OK.
 * Errors: RANGE (no such date, or a result outside of the years).
 *
 * If the month is too short for the day, the last day of the month counts.
 */
TALLY_CHECKED tally_calendar_status tally_calendar_add(const tally_calendar_date *date, int64_t months, int64_t days,
                                                       tally_calendar_date *out_date);

/* --------------------------------------------------------------------------------------------------------------
 * Recurrence
 *
 * Occurrence k is the first one plus k times the step. Days, weeks, months, quarters and years are counted on the
 * calendar. If a month is too short, its last day counts: monthly from January 31 gives February 28 and March 31.
 * Minutes and hours are counted as time that passes. Each function computes its result directly, whatever the number of
 * occurrences in between.
 *
 * Errors of all functions: ARGUMENT (struct_size, an unknown unit, a reserved member), RANGE (every, time, a date, or
 * an end before the first date).
 * Cost: a few look-ups in the zone.
 * ------------------------------------------------------------------------------------------------------------ */

/* Units, with the numbers of tally.h. */
#define TALLY_UNIT_MINUTE 1
#define TALLY_UNIT_HOUR 2
#define TALLY_UNIT_DAY 3
#define TALLY_UNIT_WEEK 4
#define TALLY_UNIT_MONTH 5
#define TALLY_UNIT_QUARTER 6
#define TALLY_UNIT_YEAR 7
typedef int32_t tally_calendar_unit;

typedef struct tally_calendar_rule {
    uint32_t struct_size;      /* sizeof(tally_calendar_rule) */
    tally_calendar_unit unit;  /* TALLY_UNIT_… Required. */
    int32_t every;             /* The step: 1 to 1,000,000 units. 0 means 1. */
    int32_t time;              /* When, on the clock on the wall: seconds since midnight, 0 to 86,399. */
    tally_calendar_date first; /* The first date. Required. */
    tally_calendar_date end;   /* The last day. All zero: there is none. */
    int64_t limit;             /* How many occurrences at most, 1 or more. 0: no limit. */
} tally_calendar_rule;

#define TALLY_CALENDAR_RULE_INIT {sizeof(tally_calendar_rule), 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0}

typedef struct tally_calendar_occurrence {
    int64_t time;  /* When it is. */
    int64_t index; /* 0 for the first one. */
} tally_calendar_occurrence;

/* Finds the next occurrence after a timestamp, and not at it. Returns TALLY_OK, or TALLY_EMPTY if there is none. */
TALLY_CHECKED tally_calendar_status tally_calendar_next(const tally_calendar_rule *rule,
                                                        const tally_calendar_zone *zone, int64_t after,
                                                        tally_calendar_occurrence *out_occurrence);

/* Finds the last occurrence before a timestamp, or at it. Returns TALLY_OK, or TALLY_EMPTY if there is none. */
TALLY_CHECKED tally_calendar_status tally_calendar_last(const tally_calendar_rule *rule,
                                                        const tally_calendar_zone *zone, int64_t through,
                                                        tally_calendar_occurrence *out_occurrence);

/*
 * Finds an occurrence by its index. Returns TALLY_OK, or TALLY_EMPTY if there is none. A zone that skipped a whole day
 * has two indices for the day after it; the second one is empty.
 */
TALLY_CHECKED tally_calendar_status tally_calendar_at(const tally_calendar_rule *rule, const tally_calendar_zone *zone,
                                                      int64_t index, tally_calendar_occurrence *out_occurrence);

/* Counts the occurrences after a timestamp, up to another one or at it. Returns TALLY_OK. */
TALLY_CHECKED tally_calendar_status tally_calendar_count(const tally_calendar_rule *rule,
                                                         const tally_calendar_zone *zone, int64_t after,
                                                         int64_t through, int64_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
