/*
 * reminders.c: a reminder is entered, edited, moved, done and undone, and goes to a calendar program and back.
 *
 *     cc -std=c99 reminders.c -o reminders $(pkg-config --cflags --libs tally)
 *
 * The clock belongs to this program, so weeks pass in no time.
 */
#include "example.h"

#define HOUR (INT64_C(3600) * 1000)
#define DAY (24 * HOUR)

static test_clock wall = {INT64_C(1767225600000)}; /* 2026-01-01 00:00 UTC */

/* Called when a reminder of the account has fired. */
static void fired(void *user_data, const tally_event *event, const char *id)
{
    (void)user_data;
    printf("  reminder %s fires%s\n", id, event->missed ? ", late" : "");
}

static void later(tally_engine *engine, int64_t duration)
{
    wall.now += duration;
    check(tally_engine_step(engine));
}

/* Prints a reminder with the time at which it fires next, as days and hours since the program began. */
static void print_reminder(tally_account *account, const char *id)
{
    const int64_t start = INT64_C(1767225600000);
    tally_reminder reminder[1];
    char text[512];
    tally_rows rows = TALLY_ROWS(reminder, text);
    int64_t next;

    check(tally_reminder_get(account, id, &rows));
    next = reminder[0].next_time;
    printf("  %s, good through %" PRId32 ", ", text + reminder[0].title.offset, reminder[0].expiry);
    if (next == 0)
        printf("fires no more\n");
    else
        printf("fires on day %d at %02d:00 UTC\n", (int)((next - start) / DAY) + 1, (int)((next - start) % DAY / HOUR));
}

/* Prints how often the log of the reminders has each kind of note. */
static void print_log(tally_account *account)
{
    static const struct {
        tally_note_kind kind;
        const char *name;
    } names[] = {{TALLY_NOTE_CREATED, "created"}, {TALLY_NOTE_EDITED, "edited"}, {TALLY_NOTE_FIRED, "fired"},
                 {TALLY_NOTE_SNOOZED, "snoozed"}, {TALLY_NOTE_DONE, "done"}, {TALLY_NOTE_UNDONE, "undone"}};
    tally_reminder_note notes[4]; /* The list comes in parts of at most four notes. */
    char text[512];
    tally_rows rows = TALLY_ROWS(notes, text);
    tally_status status;

    do {
        status = check(tally_reminder_list_notes(account, 0, rows.next, &rows));
        for (size_t i = 0; i < rows.count; i++)
            for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
                if (notes[i].kind == names[j].kind)
                    printf("  %s %s\n", text + notes[i].reminder.offset, names[j].name);
    } while (status == TALLY_MORE);
}

static void enter_milk(tally_account *account)
{
    tally_reminder_options milk = TALLY_REMINDER_OPTIONS_INIT;

    milk.fields = TALLY_REMINDER_FIELD_TITLE | TALLY_REMINDER_FIELD_PATH | TALLY_REMINDER_FIELD_SHELF_LIFE;
    milk.title = "Milk";
    milk.path = "root.fridge";
    milk.shelf_life = 5;
    milk.shelf_unit = TALLY_UNIT_DAY;
    check(tally_reminder_put(account, "milk", &milk));
}

/* An edit names the members that it changes. All others stay as they are. */
static void edit_milk(tally_account *account)
{
    tally_reminder_options change = TALLY_REMINDER_OPTIONS_INIT;

    change.fields = TALLY_REMINDER_FIELD_TITLE | TALLY_REMINDER_FIELD_TIME_OF_DAY;
    change.title = "Milk for the cat";
    change.time_of_day = 18 * 3600;
    check(tally_reminder_edit(account, "milk", &change));
}

/* Copies the reminders of one account to another one through iCalendar, as a file of another program would arrive. */
static void copy_reminders(tally_account *from, tally_account *to)
{
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;
    tally_bytes calendar;

    check(tally_reminder_export(from, &calendar));
    check(tally_reminder_import(to, calendar.data, calendar.size, NULL, &report));
    tally_bytes_release(&calendar);
    printf("  %" PRIu64 " taken, %" PRIu64 " skipped\n", report.taken, report.skipped);
}

int main(void)
{
    tally_engine *engine = open_with_clock(&wall);
    tally_account *ann, *bo;
    tally_scope *scope;

    check(tally_account_open(engine, "ann", NULL, &ann));
    check(tally_account_open(engine, "bo", NULL, &bo));
    check(tally_account_log_in(ann));
    check(tally_scope_open(engine, &scope));
    check(tally_observe_reminders(scope, ann, 0, fired, NULL, NULL, NULL));

    printf("day 1: milk is bought\n");
    enter_milk(ann);
    print_reminder(ann, "milk");
    printf("it is for the evening\n");
    edit_milk(ann);
    print_reminder(ann, "milk");
    printf("ann is in New York, where the evening is later\n");
    check(tally_engine_set_zone(engine, "America/New_York"));
    print_reminder(ann, "milk");
    check(tally_engine_set_zone(engine, NULL)); /* Back to the zone of the options. */

    printf("day 5, in the evening\n");
    later(engine, 4 * DAY + 18 * HOUR);
    show(ann, "root.fridge");
    printf("remind me in three hours\n");
    check(tally_reminder_snooze(ann, "milk", wall.now + 3 * HOUR));
    show(ann, "root.fridge");
    later(engine, 3 * HOUR);
    show(ann, "root.fridge");

    printf("the milk is used up; no, it is not\n");
    check(tally_reminder_mark_done(ann, "milk", 0));
    show(ann, "root.fridge");
    check(tally_reminder_mark_undone(ann, "milk"));
    show(ann, "root.fridge");

    printf("bo gets the reminders of ann\n");
    copy_reminders(ann, bo);
    print_reminder(bo, "milk");
    printf("the log of ann\n");
    print_log(ann);

    tally_scope_close(scope);
    tally_account_release(ann);
    tally_account_release(bo);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
