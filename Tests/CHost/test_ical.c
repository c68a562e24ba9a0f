/* needs: ical alone */
/* Reminders as iCalendar: libical reads what is exported, and what libical writes of it is imported again. */
#include "support.h"
#include "lists.h"

#include <libical/ical.h>
#include <stdlib.h>
#include <string.h>

#define NOW INT64_C(1767225600000) /* 2026-01-01 00:00 UTC. */
#define MILK "Milk; 2,5 %, \"fresh\"\nfrom the high meadows of the Allg\xC3\xA4u, where the cows are said to be happy"

static void set_zone(tally_engine_options *options) { options->zone = "UTC"; }

static void put(world *w, const char *id, const char *title, tally_reminder_options options)
{
    options.struct_size = sizeof options;
    options.title = title;
    check_ok(reminder_put(w->account, id, &options));
}

/* A smart one, one that recurs by the device's zone, and one that recurs on each month's last day in a zone. */
static void open_with_three(world *w)
{
    tally_reminder_options eggs = {0}, milk = {0}, rent = {0};

    w->configure = set_zone;
    w->clock.wall = NOW;
    world_open(w, 0);
    check_ok(tally_account_log_in(w->account));
    eggs.produced = 20260501;
    eggs.shelf_life = 10;
    eggs.shelf_unit = TALLY_UNIT_DAY;
    eggs.zone = "Europe/Berlin";
    put(w, "eggs", "Eggs", eggs);
    milk.produced = 20260101;
    milk.shelf_life = 3;
    milk.shelf_unit = TALLY_UNIT_MONTH;
    milk.repeat_unit = TALLY_UNIT_DAY;
    milk.repeat_every = 2;
    milk.start = 20260110;
    milk.end = 20260331;
    milk.path = "root.fridge";
    put(w, "milk", MILK, milk);
    rent = milk;
    rent.shelf_life = 1;
    rent.shelf_unit = TALLY_UNIT_YEAR;
    rent.repeat_unit = TALLY_UNIT_MONTH;
    rent.repeat_every = 1;
    rent.start = 20260131;
    rent.end = 20261231;
    rent.zone = "America/New_York";
    put(w, "rent", "Rent", rent);
}

static tally_reminder find(world *w, const char *id)
{
    tally_reminder entries[8];
    char text[4096];
    size_t count, size;

    check_ok(reminder_list(w->account, NULL, 8, entries, 8, text, sizeof text, &count, &size));
    for (size_t index = 0; index < count; index += 1)
        if (strcmp(text + entries[index].id.offset, id) == 0)
            return entries[index];
    fail_msg("there is no reminder %s", id);
    return entries[0];
}

/* The export, as libical reads it. The caller frees it. */
static icalcomponent *exported(world *w)
{
    char file[8192];
    size_t length;
    icalcomponent *calendar;

    check_ok(reminder_export(w->account, file, sizeof file, &length));
    icalerror_clear_errno();
    calendar = icalparser_parse_string(file);
    assert_non_null(calendar);
    assert_int_equal(icalerrno, ICAL_NO_ERROR);
    assert_int_equal(icalcomponent_isa(calendar), ICAL_VCALENDAR_COMPONENT);
    return calendar;
}

static icalcomponent *todo(icalcomponent *calendar, const char *uid)
{
    icalcomponent *found = icalcomponent_get_first_component(calendar, ICAL_VTODO_COMPONENT);

    while (found != NULL && strcmp(icalcomponent_get_uid(found), uid) != 0)
        found = icalcomponent_get_next_component(calendar, ICAL_VTODO_COMPONENT);
    if (found == NULL)
        fail_msg("there is no VTODO %s", uid);
    return found;
}

static void check_time(struct icaltimetype time, int day, int seconds)
{
    assert_int_equal(time.year * 10000 + time.month * 100 + time.day, day);
    assert_int_equal(time.is_date, seconds < 0);
    if (seconds >= 0)
        assert_int_equal(time.hour * 3600 + time.minute * 60 + time.second, seconds);
}

/* The one alarm, so many seconds from the start or the end. */
static icalcomponent *check_alarm(icalcomponent *item, int seconds, int is_from_end)
{
    icalcomponent *alarm = icalcomponent_get_first_component(item, ICAL_VALARM_COMPONENT);
    icalproperty *trigger;
    icalparameter *related;

    assert_non_null(alarm);
    assert_int_equal(icalcomponent_count_components(item, ICAL_VALARM_COMPONENT), 1);
    trigger = icalcomponent_get_first_property(alarm, ICAL_TRIGGER_PROPERTY);
    assert_non_null(trigger);
    assert_false(icaltriggertype_is_bad_trigger(icalproperty_get_trigger(trigger)));
    assert_int_equal(icaldurationtype_as_int(icalproperty_get_trigger(trigger).duration), seconds);
    related = icalproperty_get_first_parameter(trigger, ICAL_RELATED_PARAMETER);
    assert_int_equal(related != NULL && icalparameter_get_related(related) == ICAL_RELATED_END, is_from_end);
    return alarm;
}

/* The first days on which it recurs, by libical's reckoning. */
static void check_days(icalcomponent *item, icalrecurrencetype_frequency unit, int every, const int *days, size_t count)
{
    icalproperty *property = icalcomponent_get_first_property(item, ICAL_RRULE_PROPERTY);
    struct icalrecurrencetype rule;
    icalrecur_iterator *iterator;

    assert_non_null(property);
    rule = icalproperty_get_rrule(property);
    assert_int_equal(rule.freq, unit);
    assert_int_equal(rule.interval, every);
    iterator = icalrecur_iterator_new(rule, icalcomponent_get_dtstart(item));
    assert_non_null(iterator);
    for (size_t index = 0; index < count; index += 1)
        check_time(icalrecur_iterator_next(iterator), days[index], 32400);
    icalrecur_iterator_free(iterator);
}

TEST(libical_reads_it, WORLD_CLOSED)
{
    static const int every_other_day[] = {20260110, 20260112, 20260114};
    static const int last_days[] = {20260131, 20260228, 20260331, 20260430};
    icalcomponent *calendar, *item, *alarm;

    open_with_three(w);
    calendar = exported(w);
    assert_int_equal(icalcomponent_count_components(calendar, ICAL_VTODO_COMPONENT), 3);
    assert_int_equal(icalcomponent_count_components(calendar, ICAL_XLICINVALID_COMPONENT), 0);

    item = todo(calendar, "eggs");
    assert_string_equal(icalcomponent_get_summary(item), "Eggs");
    check_time(icalcomponent_get_dtstart(item), 20260501, 32400);
    check_time(icalcomponent_get_due(item), 20260511, 86399);
    assert_null(icalcomponent_get_first_property(item, ICAL_RRULE_PROPERTY));
    /* From two days before at 9, reckoned from the day's last second. */
    alarm = check_alarm(item, -(2 * 86400 + 86399 - 32400), 1);
    assert_int_equal(icalproperty_get_repeat(icalcomponent_get_first_property(alarm, ICAL_REPEAT_PROPERTY)), 2);

    item = todo(calendar, "milk");
    assert_string_equal(icalcomponent_get_summary(item), MILK);
    check_time(icalcomponent_get_due(item), 20260401, 86399);
    check_days(item, ICAL_DAILY_RECURRENCE, 2, every_other_day, COUNT_OF(every_other_day));
    check_alarm(item, 0, 0);

    item = todo(calendar, "rent");
    check_time(icalcomponent_get_due(item), 20270101, 86399);
    check_days(item, ICAL_MONTHLY_RECURRENCE, 1, last_days, COUNT_OF(last_days));
    check_alarm(item, 0, 0);

    /* libical notes in the components what it could not parse, and what the standard does not allow. */
    icalrestriction_check(calendar);
    assert_int_equal(icalcomponent_count_errors(calendar), 0);
    icalcomponent_free(calendar);
}

TEST(libical_writes_it, WORLD_CLOSED)
{
    static const char *const ids[] = {"eggs", "milk", "rent"};
    tally_reminder before[COUNT_OF(ids)];
    icalcomponent *calendar;
    size_t taken, skipped;
    char *file;

    open_with_three(w);
    calendar = exported(w);
    file = icalcomponent_as_ical_string_r(calendar);
    assert_non_null(file);
    for (size_t index = 0; index < COUNT_OF(ids); index += 1) {
        before[index] = find(w, ids[index]);
        check_ok(tally_reminder_remove(w->account, ids[index]));
    }
    check_ok(reminder_import(w->account, file, strlen(file), &taken, &skipped));
    assert_int_equal(taken, COUNT_OF(ids));
    assert_int_equal(skipped, 0);
    for (size_t index = 0; index < COUNT_OF(ids); index += 1) {
        tally_reminder after = find(w, ids[index]);

        assert_int_equal(after.expiry, before[index].expiry);
        assert_int_equal(after.expires, before[index].expires);
        assert_int_equal(after.is_smart, before[index].is_smart);
        assert_int_equal(after.next_time, before[index].next_time);
        assert_int_equal(after.title.length, before[index].title.length);
    }
    icalmemory_free_buffer(file);
    icalcomponent_free(calendar);
}

/* A program that keeps only what the standard has. */
static void drop_extensions(icalcomponent *calendar)
{
    icalcomponent *item = icalcomponent_get_first_component(calendar, ICAL_VTODO_COMPONENT);

    for (; item != NULL; item = icalcomponent_get_next_component(calendar, ICAL_VTODO_COMPONENT)) {
        icalproperty *extension;

        while ((extension = icalcomponent_get_first_property(item, ICAL_X_PROPERTY)) != NULL) {
            icalcomponent_remove_property(item, extension);
            icalproperty_free(extension);
        }
    }
}

/* The days and times of firing, as far as the plan goes. */
static size_t firing_times(world *w, const char *id, int64_t *times)
{
    static tally_plan_entry entries[4096];
    static char text[1 << 20];
    tally_plan_options options = {sizeof options, TALLY_PLAN_FLAG_FROM_SCRATCH, 4096, 0};
    size_t count, size, found = 0;

    check_ok(reminder_plan(w->account, &options, entries, 4096, text, sizeof text, &count, &size, NULL));
    for (size_t index = 0; index < count; index += 1)
        if (entries[index].action == TALLY_PLAN_ACTION_ARM && strcmp(text + entries[index].reminder.offset, id) == 0)
            times[found++] = entries[index].time;
    return found;
}

TEST(extensions_are_dropped, WORLD_CLOSED)
{
    static const char *const ids[] = {"eggs", "milk", "rent"};
    static int64_t before[COUNT_OF(ids)][4096], after[4096];
    size_t counts[COUNT_OF(ids)];
    tally_reminder was[COUNT_OF(ids)];
    icalcomponent *calendar;
    size_t taken, skipped;
    char *file;

    open_with_three(w);
    calendar = exported(w);
    drop_extensions(calendar);
    file = icalcomponent_as_ical_string_r(calendar);
    assert_non_null(file);
    assert_null(strstr(file, "X-TALLY"));
    for (size_t index = 0; index < COUNT_OF(ids); index += 1) {
        was[index] = find(w, ids[index]);
        counts[index] = firing_times(w, ids[index], before[index]);
        assert_true(counts[index] > 2);
    }
    for (size_t index = 0; index < COUNT_OF(ids); index += 1)
        check_ok(tally_reminder_remove(w->account, ids[index]));
    check_ok(reminder_import(w->account, file, strlen(file), &taken, &skipped));
    assert_int_equal(taken, COUNT_OF(ids));
    assert_int_equal(skipped, 0);
    for (size_t index = 0; index < COUNT_OF(ids); index += 1) {
        tally_reminder is = find(w, ids[index]);

        assert_int_equal(is.expiry, was[index].expiry);
        assert_int_equal(is.expires, was[index].expires);
        assert_int_equal(is.is_smart, was[index].is_smart);
        assert_int_equal(firing_times(w, ids[index], after), counts[index]);
        assert_memory_equal(after, before[index], counts[index] * sizeof *after);
    }
    icalmemory_free_buffer(file);
    icalcomponent_free(calendar);
}
