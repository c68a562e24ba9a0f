/* Years of reminders, in virtual time: users log in and out, and edit, move, finish and acknowledge their tasks. The
 * program is closed and opened, the device moves between zones, and its clock is set. A model lists every time at which
 * each task fires, by the calendar and the zones of the C library. It says what the library must report when, and what
 * the system must have armed. Both must agree after every step: nothing fires twice, nothing is missed, no plan exceeds
 * its limit, and every armed notification fires or is disarmed.
 *
 * TALLY_SOAK=1: a thousand tasks for ten years. TALLY_SEED=N: the seed that a failure printed. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000)
#define DAY INT64_C(86400)
#define BEGIN INT64_C(1777593600) /* 2026-05-01 00:00 UTC. */
#define LIMIT 64
#define OVERDUE (INT64_C(1) << 40)
#define MOST_TASKS 1000
#define ACCOUNTS 3

/* ---- Random numbers ---- */

static uint64_t seed;

static int below(int bound)
{
    uint64_t mixed = seed += UINT64_C(0x9E3779B97F4A7C15);

    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (int)((mixed ^ (mixed >> 31)) % (uint64_t)bound);
}

static int within(int low, int high) { return low + below(high - low + 1); }

static int chance(int percent) { return below(100) < percent; }

/* ---- The C library's calendar and zones ---- */

/* A day is counted from 1970-01-01. */
static int64_t day_of(int year, int month, int day)
{
    struct tm time;

    memset(&time, 0, sizeof time);
    time.tm_year = year - 1900;
    time.tm_mon = month - 1;
    time.tm_mday = day;
    return (int64_t)timegm(&time) / DAY;
}

static struct tm civil(int64_t day)
{
    time_t seconds = (time_t)(day * DAY);
    struct tm time;

    gmtime_r(&seconds, &time);
    return time;
}

static int32_t number_of(int64_t day)
{
    struct tm time = civil(day);

    return (time.tm_year + 1900) * 10000 + (time.tm_mon + 1) * 100 + time.tm_mday;
}

/* The same day so many months later, or the last one of that month. */
static int64_t months_later(int64_t day, int months)
{
    struct tm time = civil(day);
    int month = time.tm_mon + months, last = time.tm_mday;

    while (civil(day_of(time.tm_year + 1900 + month / 12, month % 12 + 1, last)).tm_mon != month % 12)
        last -= 1;
    return day_of(time.tm_year + 1900 + month / 12, month % 12 + 1, last);
}

#define ZONES 6
#define CHANGES 64

static const char *const zone_names[ZONES] = {"UTC",           "Europe/Berlin",       "America/New_York",
                                              "Asia/Shanghai", "Australia/Lord_Howe", "America/St_Johns"};

typedef struct zone {
    int64_t times[CHANGES];
    int offsets[CHANGES + 1];
    int count;
} zone;

static zone zones[ZONES];

static int system_offset(int64_t instant)
{
    time_t seconds = (time_t)instant;
    struct tm time;

    localtime_r(&seconds, &time);
    return (int)time.tm_gmtoff;
}

static void find_changes(zone *z)
{
    const int64_t end = BEGIN + 16 * 366 * DAY, step = DAY;

    z->count = 0;
    z->offsets[0] = system_offset(BEGIN - 400 * DAY);
    for (int64_t time = BEGIN - 400 * DAY; time < end; time += step) {
        int64_t low = time, high = time + step;
        int before = system_offset(low);

        if (system_offset(high) == before)
            continue;
        while (high - low > 1) {
            int64_t middle = (low + high) / 2;

            if (system_offset(middle) == before)
                low = middle;
            else
                high = middle;
        }
        require(z->count < CHANGES);
        z->times[z->count] = high;
        z->offsets[z->count + 1] = system_offset(high);
        z->count += 1;
    }
}

static void find_zones(void)
{
    char *kept = getenv("TZ") == NULL ? NULL : strdup(getenv("TZ"));

    for (int index = 0; index < ZONES; index += 1) {
        setenv("TZ", zone_names[index], 1);
        tzset();
        find_changes(&zones[index]);
    }
    if (kept == NULL)
        unsetenv("TZ");
    else
        setenv("TZ", kept, 1);
    free(kept);
    tzset();
}

static int offset_at(const zone *z, int64_t instant)
{
    int index = 0;

    while (index < z->count && z->times[index] <= instant)
        index += 1;
    return z->offsets[index];
}

/* The first instant at which the clock on the wall says so; where none does, by the offset before the gap. */
static int64_t instant_of(const zone *z, int64_t local)
{
    int before = offset_at(z, local - DAY), after = offset_at(z, local + DAY);
    int64_t early = local - (before > after ? before : after), late = local - (before > after ? after : before);

    if (offset_at(z, early) == local - early)
        return early;
    return offset_at(z, late) == local - late ? late : local - before;
}

static int64_t today(const zone *z, int64_t now) { return (now + offset_at(z, now)) / DAY; }

/* ---- The model: tasks and all that they fire ---- */

typedef struct occurrence {
    int64_t instant, index;
} occurrence;

typedef struct task {
    int is_there, is_done, account;
    uint64_t number;
    uint32_t revision;
    tally_reminder_options terms;
    int zone; /* -1: the device's. */
    int64_t entered, expiry, last_day;
    occurrence *all; /* As if nothing was ever moved. */
    int count, capacity;
    int64_t ends; /* Nothing is moved behind it. */
    /* The reports: all until a time, and those of days up to an index. */
    int64_t told, told_index;
    int is_lit;
    int64_t lit;
    occurrence moved; /* An index below 0: none was. */
    int cursor;       /* Everything before it was reported. */
    int64_t next;     /* The next time of all, past or future; INT64_MAX: there is none. */
} task;

typedef struct expected_event {
    int kind; /* 0: none. */
    uint64_t count, number;
    int64_t instant;
    uint32_t revision;
} expected_event;

typedef struct armed_entry {
    int64_t id;
    occurrence what;
    int task;
    uint32_t revision;
} armed_entry;

static task tasks[MOST_TASKS];
static expected_event expected[MOST_TASKS];
static int task_count, device;
static uint64_t last_number;
static struct {
    tally_account *handle;
    int is_in, is_dirty;
    int64_t since;
    armed_entry system[LIMIT];
    int armed;
    int64_t last_note;
    uint64_t noted, notes_sum; /* The log must have these numbers of fired reminders. */
} accounts[ACCOUNTS];
static struct {
    uint64_t fired, missed, occurrences, plans, armed, disarmed, system_fired, steps, changes, restarts, jumps;
} told;

static const zone *zone_of(const task *t) { return &zones[t->zone < 0 ? device : t->zone]; }

static void append(task *t, int64_t instant, int64_t index)
{
    if (t->count == t->capacity) {
        t->capacity = 2 * t->capacity + 16;
        t->all = (occurrence *)realloc(t->all, (size_t)t->capacity * sizeof *t->all);
        require(t->all != NULL);
    }
    t->all[t->count].instant = instant;
    t->all[t->count].index = index;
    t->count += 1;
}

/* Walks from the anchor, one after the other. */
static void walk(task *t, int unit, int every, int64_t anchor, int64_t end_day, int64_t limit, int64_t first_index)
{
    static const int months[] = {0, 0, 0, 0, 0, 1, 3, 12};
    const int64_t end = instant_of(zone_of(t), (end_day + 1) * DAY);
    const int64_t start = instant_of(zone_of(t), anchor * DAY + t->terms.time_of_day);

    for (int64_t k = 0; k < limit; k += 1) {
        int64_t instant;

        if (unit <= TALLY_UNIT_HOUR) {
            instant = start + k * every * (unit == TALLY_UNIT_MINUTE ? 60 : 3600);
        } else {
            int64_t day = unit == TALLY_UNIT_DAY    ? anchor + k * every
                          : unit == TALLY_UNIT_WEEK ? anchor + k * every * 7
                                                    : months_later(anchor, (int)k * every * months[unit]);

            instant = instant_of(zone_of(t), day * DAY + t->terms.time_of_day);
        }
        if (instant >= end)
            return;
        append(t, instant, first_index + k);
    }
}

static int counts_days(const task *t, int64_t index)
{
    if (index >= OVERDUE)
        return t->terms.overdue_unit > TALLY_UNIT_HOUR;
    return t->terms.smart != TALLY_SMART_OFF || t->terms.repeat_unit > TALLY_UNIT_HOUR;
}

static int was_told(const task *t, const occurrence *o)
{
    if (o->instant <= t->told)
        return 1;
    return t->told_index >= 0 && counts_days(t, t->told_index) && o->index <= t->told_index;
}

static int is_regular(const task *t, int64_t instant)
{
    for (int at = t->cursor > 0 ? t->cursor - 1 : 0; at < t->count && t->all[at].instant <= instant; at += 1)
        if (t->all[at].instant == instant && t->all[at].index != t->moved.index)
            return 1;
    return 0;
}

static int has_index(const task *t, int64_t index)
{
    for (int at = 0; at < t->count; at += 1)
        if (t->all[at].index == index)
            return 1;
    return 0;
}

/* Whether what was moved has still to fire after an instant; at the time of another one, they are one. */
static int is_moved_after(const task *t, int64_t instant)
{
    return t->moved.index >= 0 && t->moved.instant > instant && t->moved.instant > t->told &&
           t->moved.instant < t->ends && has_index(t, t->moved.index) && !is_regular(t, t->moved.instant);
}

/* The first one after an instant that was not told. */
static int next_after(const task *t, int64_t instant, occurrence *out)
{
    int at = t->cursor, found = 0;

    while (at < t->count &&
           (t->all[at].instant <= instant || t->all[at].index == t->moved.index || was_told(t, &t->all[at])))
        at += 1;
    if (at < t->count) {
        *out = t->all[at];
        found = 1;
    }
    if (is_moved_after(t, instant) && (!found || t->moved.instant < out->instant)) {
        *out = t->moved;
        found = 1;
    }
    return found;
}

static void look_ahead(task *t)
{
    occurrence next;

    while (t->cursor < t->count && was_told(t, &t->all[t->cursor]))
        t->cursor += 1;
    t->next = next_after(t, INT64_MIN, &next) ? next.instant : INT64_MAX;
}

/* Computes everything again after a change of the terms or the zone. */
static void list(task *t)
{
    const tally_reminder_options *o = &t->terms;
    int64_t produced = day_of(o->produced / 10000, o->produced / 100 % 100, o->produced % 100), span;
    int months = o->shelf_life * (o->shelf_unit == TALLY_UNIT_YEAR ? 12 : 1);

    t->count = t->cursor = 0;
    t->expiry = o->shelf_unit == TALLY_UNIT_DAY ? produced + o->shelf_life : months_later(produced, months);
    span = t->expiry - produced;
    if (o->smart != TALLY_SMART_OFF) {
        int64_t lead = span <= 5 ? 1 : span <= 10 ? 2 : span <= 15 ? 3 : span <= 20 ? 4 : 5;

        t->last_day = t->expiry;
        walk(t, TALLY_UNIT_DAY, 1, t->expiry - lead, t->expiry, INT64_MAX, 0);
    } else {
        int64_t start = o->start == 0 ? t->entered : day_of(o->start / 10000, o->start / 100 % 100, o->start % 100);

        t->last_day = day_of(o->end / 10000, o->end / 100 % 100, o->end % 100);
        walk(t, o->repeat_unit, o->repeat_every, start, t->last_day, INT64_MAX, 0);
    }
    t->ends = instant_of(zone_of(t), (t->last_day + 1) * DAY);
    if (o->overdue_unit != 0) {
        int64_t first = (t->last_day > t->expiry ? t->last_day : t->expiry) + 1;

        t->ends = INT64_MAX;
        walk(t, o->overdue_unit, o->overdue_every, first, first + 100000, o->overdue_limit, OVERDUE);
    }
    look_ahead(t);
}

/* ---- The model: reports ---- */

static uint64_t note_sum(int kind, int task, int64_t instant, uint32_t revision)
{
    uint64_t mixed = (uint64_t)kind * 31 + (uint64_t)task * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)instant;

    mixed = (mixed ^ (mixed >> 29)) * UINT64_C(0xBF58476D1CE4E5B9) + revision;
    return (mixed ^ (mixed >> 32)) * UINT64_C(0x94D049BB133111EB);
}

static void note_told(int index, int kind, int64_t instant)
{
    *(kind == TALLY_NOTE_FIRED ? &told.fired : &told.missed) += 1;
    accounts[tasks[index].account].noted += 1;
    accounts[tasks[index].account].notes_sum += note_sum(kind, index, instant, tasks[index].revision);
}

/* Counts all that is due of one, and takes the newest of it. */
static uint64_t take_due(task *t, int64_t now)
{
    occurrence newest = {INT64_MIN, -1};
    uint64_t count = 0;

    for (int at = t->cursor; at < t->count && t->all[at].instant <= now; at += 1) {
        if (t->all[at].index == t->moved.index || was_told(t, &t->all[at]))
            continue;
        newest = t->all[at];
        count += 1;
    }
    if (is_moved_after(t, INT64_MIN) && t->moved.instant <= now) {
        count += 1;
        if (t->moved.instant > newest.instant)
            newest = t->moved;
    }
    if (count == 0)
        return 0;
    t->told = now;
    while (t->cursor < t->count && t->all[t->cursor].instant <= now)
        t->cursor += 1;
    if (t->cursor > 0 && t->all[t->cursor - 1].index > t->told_index)
        t->told_index = t->all[t->cursor - 1].index;
    t->is_lit = 1;
    t->lit = newest.instant;
    look_ahead(t);
    return count;
}

/* All that is due of one task. It is reported as one event, the newest of it. */
static void fire_task(int index, int64_t now)
{
    task *t = &tasks[index];
    expected_event *event = &expected[index];
    const uint64_t count = take_due(t, now);

    if (count == 0)
        return;
    told.occurrences += count;
    event->kind = t->lit <= accounts[t->account].since ? TALLY_NOTE_MISSED : TALLY_NOTE_FIRED;
    event->count += count;
    event->instant = t->lit;
    event->number = t->number;
    event->revision = t->revision;
    note_told(index, event->kind, t->lit);
    accounts[t->account].is_dirty = 1;
}

/* Occurrences that came due while a task was done are in the log, and light the badge later. No event reports them. */
static void catch_up(int index, int64_t now)
{
    if (tasks[index].is_done && take_due(&tasks[index], now) != 0)
        note_told(index, TALLY_NOTE_MISSED, tasks[index].lit);
}

/* The reports that an account owes by now, if it is logged in. */
static void fire(int account, int64_t now)
{
    for (int index = 0; index < task_count; index += 1) {
        task *t = &tasks[index];

        if (t->account != account || !t->is_there)
            continue;
        /* A clock that went back by more than a day: it fires again. */
        if (t->told > now + DAY) {
            t->told = now;
            t->told_index = -1;
            t->cursor = 0;
            look_ahead(t);
        }
        if (accounts[account].is_in && !t->is_done && t->next <= now)
            fire_task(index, now);
    }
}

/* ---- The host ---- */

static void set_zone(tally_engine_options *options) { options->zone = zone_names[device]; }

static int64_t now_of(const world *w) { return w->clock.wall / SECOND; }

static void open_accounts(world *w)
{
    accounts[0].handle = w->account;
    check_ok(tally_account_open(w->engine, "bob", NULL, &accounts[1].handle));
    check_ok(tally_account_open(w->engine, "cat", NULL, &accounts[2].handle));
}

/* Takes all events: they are what is expected, no more and no less. */
static void settle(world *w)
{
    tally_event event;
    char text[64];

    while (1) {
        expected_event *e;
        int index;

        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        if (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) != TALLY_OK)
            break;
        if (event.kind != TALLY_EVENT_REMINDER)
            continue;
        assert_int_equal(sscanf(text, "t%d", &index), 1);
        e = &expected[index];
        if (e->kind == 0)
            fail_msg("%s fires, and should not, at %lld", text, (long long)event.next_time / SECOND);
        assert_int_equal(event.next_time, e->instant * SECOND);
        assert_int_equal(event.count, e->count);
        assert_int_equal(event.missed, e->kind != TALLY_NOTE_FIRED);
        assert_int_equal(event.reminder, e->number);
        assert_int_equal(event.revision, e->revision);
        memset(e, 0, sizeof *e);
    }
    for (int index = 0; index < task_count; index += 1)
        if (expected[index].kind != 0)
            fail_msg("t%d did not fire, and should have, for %lld", index, (long long)expected[index].instant);
}

static void step(world *w)
{
    int64_t now = now_of(w);

    check_ok(tally_engine_step(w->engine));
    for (int account = 0; account < ACCOUNTS; account += 1) {
        if (accounts[account].since > now)
            accounts[account].since = now;
        if (accounts[account].is_in)
            fire(account, now);
    }
    settle(w);
}

/* The log has each report once. */
static void check_log(int account)
{
    static tally_reminder_note notes[10000];
    static char text[200000];
    uint64_t noted = 0, sum = 0;
    size_t count, size;
    int task;

    check_ok(reminder_log(accounts[account].handle, NULL, 10000, notes, 10000, text, sizeof text, &count, &size));
    for (size_t index = 0; index < count; index += 1) {
        if (notes[index].id <= accounts[account].last_note)
            continue;
        assert_int_equal(notes[index].id, accounts[account].last_note + 1);
        accounts[account].last_note = notes[index].id;
        if (notes[index].kind != TALLY_NOTE_FIRED && notes[index].kind != TALLY_NOTE_MISSED)
            continue;
        assert_int_equal(sscanf(text + notes[index].reminder.offset, "t%d", &task), 1);
        noted += 1;
        sum += note_sum(notes[index].kind, task, notes[index].occurrence_time / SECOND, notes[index].revision);
    }
    assert_int_equal(noted, accounts[account].noted);
    assert_true(sum == accounts[account].notes_sum);
    accounts[account].noted = accounts[account].notes_sum = 0;
}

/* ---- The plan ---- */

static int by_time(const void *a, const void *b)
{
    const armed_entry *x = (const armed_entry *)a, *y = (const armed_entry *)b;

    if (x->what.instant != y->what.instant)
        return x->what.instant < y->what.instant ? -1 : 1;
    if (tasks[x->task].number != tasks[y->task].number)
        return tasks[x->task].number < tasks[y->task].number ? -1 : 1;
    return x->what.index < y->what.index ? -1 : x->what.index > y->what.index;
}

static void note_entry(armed_entry *entry, int task, occurrence what)
{
    entry->task = task;
    entry->what = what;
    entry->revision = tasks[task].revision;
}

/* Each one's next first, and then what comes after those; as many as there is room for. */
static int model_plan(int account, int64_t now, armed_entry *plan, uint64_t *left_out)
{
    static armed_entry first[MOST_TASKS], further[MOST_TASKS * LIMIT];
    int count = 0, more = 0, taken;
    uint64_t all = 0;

    for (int index = 0; index < task_count && accounts[account].is_in; index += 1) {
        task *t = &tasks[index];
        occurrence next;

        if (t->account != account || !t->is_there || t->is_done || !next_after(t, now, &next))
            continue;
        note_entry(&first[count++], index, next);
        for (int k = 1; k < LIMIT && next_after(t, next.instant, &next); k += 1)
            note_entry(&further[more++], index, next);
        for (int at = t->cursor; at < t->count; at += 1)
            all += t->all[at].instant > now && t->all[at].index != t->moved.index && !was_told(t, &t->all[at]);
        all += is_moved_after(t, now) != 0;
    }
    qsort(first, (size_t)count, sizeof *first, by_time);
    taken = count < LIMIT ? count : LIMIT;
    memcpy(plan, first, (size_t)taken * sizeof *plan);
    if (taken < LIMIT) {
        qsort(further, (size_t)more, sizeof *further, by_time);
        more = more < LIMIT - taken ? more : LIMIT - taken;
        memcpy(plan + taken, further, (size_t)more * sizeof *plan);
        taken += more;
        qsort(plan, (size_t)taken, sizeof *plan, by_time);
    }
    *left_out = all - (uint64_t)taken;
    return taken;
}

/* The system fires a notification exactly when the program receives the same event, or would have. */
static void fire_system(int account, int64_t now)
{
    for (int at = 0; at < accounts[account].armed;) {
        const armed_entry *entry = &accounts[account].system[at];

        if (entry->what.instant > now) {
            at += 1;
            continue;
        }
        told.system_fired += 1;
        accounts[account].system[at] = accounts[account].system[accounts[account].armed -= 1];
    }
}

static void take_difference(world *w, int account, const tally_plan_entry *entry, const char *text)
{
    armed_entry *system = accounts[account].system;
    int place = 0, index;

    while (place < accounts[account].armed && system[place].id != entry->id)
        place += 1;
    if (entry->action == TALLY_PLAN_ACTION_DISARM) {
        assert_true(place < accounts[account].armed);
        assert_int_equal(entry->time, system[place].what.instant * SECOND);
        told.disarmed += 1;
        system[place] = system[accounts[account].armed -= 1];
        return;
    }
    assert_true(place == accounts[account].armed && place < LIMIT && entry->time > w->clock.wall);
    assert_int_equal(sscanf(text + entry->reminder.offset, "t%d", &index), 1);
    system[place].id = entry->id;
    system[place].task = index;
    system[place].what.instant = entry->time / SECOND;
    system[place].what.index = entry->occurrence;
    system[place].revision = entry->revision;
    accounts[account].armed += 1;
    told.armed += 1;
}

/* The host takes the difference, and has then what the model has. */
static void plan(world *w, int account)
{
    static tally_plan_entry entries[2 * LIMIT];
    static char text[65536];
    static armed_entry wanted[LIMIT];
    const int64_t now = now_of(w);
    tally_plan summary = {.struct_size = sizeof summary};
    size_t count, size;
    uint64_t left_out;
    int number;

    fire_system(account, now);
    check_ok(reminder_plan(accounts[account].handle, NULL, entries, 2 * LIMIT, text, sizeof text, &count, &size,
                                 &summary));
    fire(account, now);
    told.plans += 1;
    for (size_t index = 0; index < count; index += 1)
        take_difference(w, account, &entries[index], text);
    number = model_plan(account, now, wanted, &left_out);
    assert_int_equal(summary.planned, number);
    assert_int_equal(summary.left_out, left_out);
    assert_int_equal(accounts[account].armed, number);
    qsort(accounts[account].system, (size_t)number, sizeof *wanted, by_time);
    for (int index = 0; index < number; index += 1) {
        const armed_entry *a = &accounts[account].system[index], *b = &wanted[index];

        /* A notification that a journey does not move stays armed, although its occurrence has another number then. */
        if (a->task != b->task || a->what.instant != b->what.instant || a->revision != b->revision)
            fail_msg("armed: t%d %lld (%lld), and should be t%d %lld (%lld)", a->task, (long long)a->what.instant,
                     (long long)a->what.index, b->task, (long long)b->what.instant, (long long)b->what.index);
    }
    accounts[account].is_dirty = 0;
    settle(w);
}

/* The list and the badges. */
static void check_lists(world *w, int account)
{
    static tally_reminder entries[MOST_TASKS];
    static char text[262144];
    size_t count, size, there = 0;
    int64_t now = now_of(w);

    check_ok(reminder_list(accounts[account].handle, NULL, MOST_TASKS, entries, MOST_TASKS, text, sizeof text,
                                 &count, &size));
    for (size_t at = 0; at < count; at += 1) {
        occurrence next;
        char path[32];
        task *t;
        int index;

        assert_int_equal(sscanf(text + entries[at].id.offset, "t%d", &index), 1);
        t = &tasks[index];
        assert_true(t->is_there && t->account == account);
        assert_int_equal(entries[at].key, t->number);
        assert_int_equal(entries[at].revision, t->revision);
        assert_int_equal(entries[at].expiry, number_of(t->expiry));
        assert_int_equal(entries[at].due_time, t->is_lit && !t->is_done ? t->lit * SECOND : 0);
        assert_int_equal(entries[at].next_time, !t->is_done && next_after(t, now, &next) ? next.instant * SECOND : 0);
        snprintf(path, sizeof path, "root.t%d", index);
        check_badge(accounts[account].handle, path, t->is_lit && !t->is_done, t->is_lit && !t->is_done);
    }
    for (int index = 0; index < task_count; index += 1)
        there += tasks[index].is_there && tasks[index].account == account;
    assert_int_equal(count, there);
}

/* ---- What users do ---- */

static int64_t horizon; /* No end is behind it. */

static void choose_repetition(tally_reminder_options *o, int64_t start)
{
    static const int lengths[] = {0, 2, 4, 200, 500, 1500, 3000, 3700};
    int unit = chance(10) ? within(TALLY_UNIT_MINUTE, TALLY_UNIT_HOUR) : within(TALLY_UNIT_DAY, TALLY_UNIT_YEAR);
    int64_t end = start + below(lengths[unit]);

    o->smart = TALLY_SMART_OFF;
    o->repeat_unit = unit;
    o->repeat_every = unit == TALLY_UNIT_MINUTE ? within(15, 200) : within(1, unit == TALLY_UNIT_HOUR ? 12 : 4);
    o->end = number_of(end < horizon ? end : horizon);
}

/* Everything is given, so that an edit leaves nothing as it was. */
static tally_reminder_options choose(task *t, int64_t now)
{
    tally_reminder_options o = {.struct_size = sizeof o};
    int64_t day, start;

    t->zone = chance(40) ? -1 : below(ZONES);
    o.zone = t->zone < 0 ? "" : zone_names[t->zone];
    day = today(zone_of(t), now);
    if (!t->is_there)
        t->entered = day;
    o.time_of_day = chance(20) ? 9000 : below(96) * 900 + (chance(10) ? below(900) : 0);
    o.produced = number_of(day - below(20));
    o.shelf_life = within(1, 30);
    o.shelf_unit = TALLY_UNIT_DAY;
    o.smart = chance(50) ? TALLY_SMART_AUTOMATIC : TALLY_SMART_ON;
    if (chance(20)) {
        o.shelf_life = within(1, 3);
        o.shelf_unit = chance(70) ? TALLY_UNIT_MONTH : TALLY_UNIT_YEAR;
        o.smart = TALLY_SMART_ON;
    }
    if (chance(55)) {
        start = chance(30) ? t->entered : day + within(-40, 20);
        o.start = start == t->entered ? 0 : number_of(start);
        choose_repetition(&o, start > day ? start : day);
    }
    if (chance(25)) {
        o.overdue_unit = within(TALLY_UNIT_HOUR, TALLY_UNIT_WEEK);
        o.overdue_every = within(1, 3);
        o.overdue_limit = within(1, 6);
    }
    return o;
}

/* The call's own terms: what is not given is taken away, midnight has its name. */
static tally_status give(int index, int is_new, tally_reminder_options o)
{
    char id[16], path[32];

    snprintf(id, sizeof id, "t%d", index);
    snprintf(path, sizeof path, "root.t%d", index);
    o.path = path;
    o.title = "Something";
    if (o.time_of_day == 0)
        o.time_of_day = MIDNIGHT;
    if (is_new)
        return reminder_put(accounts[tasks[index].account].handle, id, &o);
    o.fields = TALLY_REMINDER_FIELD_START | TALLY_REMINDER_FIELD_END | TALLY_REMINDER_FIELD_REPEAT | TALLY_REMINDER_FIELD_OVERDUE;
    return reminder_edit(accounts[tasks[index].account].handle, id, &o);
}

static void enter(int index, int64_t now)
{
    task *t = &tasks[index];

    t->terms = choose(t, now);
    check_ok(give(index, 1, t->terms));
    t->is_there = 1;
    t->is_done = t->is_lit = 0;
    t->number = last_number += 1;
    t->revision = 1;
    t->told = now;
    t->told_index = t->moved.index = -1;
    list(t);
}

/* The occurrence that set the badge counts as the newest one of the new terms. */
static void edit(int index, int64_t now)
{
    task *t = &tasks[index];

    catch_up(index, now);
    t->terms = choose(t, now);
    check_ok(give(index, 0, t->terms));
    t->revision += 1;
    t->told = now;
    t->told_index = t->moved.index = -1;
    list(t);
    for (int at = 0; t->is_lit && at < t->count && t->all[at].instant <= now; at += 1)
        t->told_index = t->all[at].index;
    look_ahead(t);
}

static void snooze(int index, int64_t now, const char *id)
{
    task *t = &tasks[index];
    int64_t until = now + within(1, chance(50) ? 7200 : 300000);
    const int is_moved = t->moved.index >= 0 && t->lit == t->moved.instant;
    int64_t chosen = !t->is_lit ? -1 : is_moved ? t->moved.index : t->told_index;
    tally_status status = tally_reminder_snooze(accounts[t->account].handle, id, until * SECOND);
    occurrence next;

    if (chosen < 0 && t->moved.index >= 0 && t->moved.instant > t->told && t->moved.instant < t->ends &&
        has_index(t, t->moved.index))
        chosen = t->moved.index;
    if (chosen < 0 && next_after(t, now, &next))
        chosen = next.index;
    if (t->is_done || chosen < 0) {
        check_status(status, TALLY_ERROR_CONFLICT);
    } else if (until >= t->ends) {
        check_status(status, TALLY_ERROR_RANGE);
    } else {
        check_ok(status);
        t->is_lit = 0;
        t->moved.instant = until;
        t->moved.index = chosen;
        if (accounts[t->account].is_in && t->told < now)
            t->told = now;
        t->cursor = 0;
        look_ahead(t);
    }
}

static void finish(int index, int64_t now, const char *id, int is_done)
{
    task *t = &tasks[index];
    tally_account *account = accounts[t->account].handle;

    check_ok(is_done ? tally_reminder_mark_done(account, id, 0) : tally_reminder_mark_undone(account, id));
    if (t->is_done == is_done)
        return;
    if (accounts[t->account].is_in)
        catch_up(index, now);
    t->is_done = is_done;
    t->revision += 1;
    look_ahead(t);
}

/* One change, of one task; what is due of its account fires before it. */
static void change(world *w, int64_t now)
{
    int index = below(task_count), what = below(100);
    task *t = &tasks[index];
    char id[16];

    snprintf(id, sizeof id, "t%d", index);
    told.changes += 1;
    accounts[t->account].is_dirty = 1;
    if (what < 20) { /* If it fails, the reminders that are due stay due. */
        step(w);
        plan(w, t->account);
    }
    fire(t->account, now);
    if (!t->is_there) {
        enter(index, now);
    } else if (what < 20) {
        snooze(index, now, id);
    } else if (what < 55) {
        edit(index, now);
    } else if (what < 78) {
        check_ok(tally_reminder_acknowledge(accounts[t->account].handle, id));
        catch_up(index, now);
        t->is_lit = 0;
    } else if (what < 95) {
        finish(index, now, id, what < 84);
    } else {
        check_ok(tally_reminder_remove(accounts[t->account].handle, id));
        t->is_there = 0;
    }
    settle(w);
}

static void log_in_or_out(world *w, int account)
{
    told.changes += 1;
    accounts[account].is_dirty = 1;
    if (accounts[account].is_in) {
        check_ok(tally_account_log_out(accounts[account].handle));
        accounts[account].is_in = 0;
    } else {
        check_ok(tally_account_log_in(accounts[account].handle));
        accounts[account].is_in = 1;
        accounts[account].since = now_of(w);
    }
}

static void move_device(int to)
{
    device = to;
    for (int index = 0; index < task_count; index += 1)
        if (tasks[index].is_there && tasks[index].zone < 0)
            list(&tasks[index]);
    for (int account = 0; account < ACCOUNTS; account += 1)
        accounts[account].is_dirty = 1;
}

/* Closed for a while, perhaps on a journey; who was logged in is so again. */
static void restart(world *w)
{
    told.restarts += 1;
    for (int account = 1; account < ACCOUNTS; account += 1)
        tally_account_release(accounts[account].handle);
    world_close(w);
    fake_clock_advance(&w->clock, below(chance(20) ? 400000 : 4000) * SECOND);
    if (chance(20))
        move_device(below(ZONES));
    world_open(w, WORLD_FILE);
    open_accounts(w);
    for (int account = 0; account < ACCOUNTS; account += 1) {
        if (!accounts[account].is_in)
            continue;
        accounts[account].is_in = 0;
        log_in_or_out(w, account);
    }
}

/* The clock is set: a little, by days, or by months, and most of that is taken back. */
static void set_clock(world *w)
{
    static int64_t debt;
    int64_t by = within(-7200, 7200);

    told.jumps += 1;
    if (debt != 0 && chance(80)) {
        by = -debt;
        debt = 0;
    } else if (chance(30)) {
        by = chance(50) ? within(1, 400000) : -within(1, 400000);
        debt += by;
    }
    w->clock.wall += by * SECOND;
    fake_clock_advance(&w->clock, 61 * SECOND);
    for (int account = 0; account < ACCOUNTS; account += 1)
        accounts[account].is_dirty = 1;
    step(w);
}

static void something_happens(world *w)
{
    int what = below(1000);

    if (what < 30) {
        log_in_or_out(w, below(ACCOUNTS));
    } else if (what < 38) {
        restart(w);
    } else if (what < 44) {
        int to = below(ZONES);

        check_ok(tally_engine_set_zone(w->engine, zone_names[to]));
        move_device(to);
    } else if (what < 50) {
        set_clock(w);
    }
}

/* ---- The years ---- */

static void populate(world *w)
{
    for (int index = 0; index < task_count; index += 1) {
        tasks[index].account = index % 50 == 0 ? 2 : index % 10 == 0 ? 1 : 0;
        enter(index, now_of(w));
    }
    step(w);
}

static void pass(world *w)
{
    fake_clock_advance(&w->clock, within(60, 7140) * SECOND + below(1000));
    told.steps += 1;
    if (chance(50)) /* Before the due occurrences have fired. */
        change(w, now_of(w));
    step(w);
    something_happens(w);
    step(w);
    for (int changes = below(3); changes > 0; changes -= 1)
        change(w, now_of(w));
    for (int account = 0; account < ACCOUNTS; account += 1) {
        fire_system(account, now_of(w));
        if (accounts[account].is_dirty)
            plan(w, account);
    }
    if (told.steps % 16 == 0)
        for (int account = 0; account < ACCOUNTS; account += 1)
            check_log(account);
    if (told.steps % 256 == 0)
        for (int account = 0; account < ACCOUNTS; account += 1)
            check_lists(w, account);
}

static void report(const char *when, int64_t days)
{
    print_message("%s: %lld days, %llu steps, %llu changes, %llu restarts, %llu settings of the clock; %llu fired and "
                  "%llu missed, of %llu occurrences; %llu plans, %llu armed, %llu disarmed, %llu fired by the system\n",
                  when, (long long)days, (unsigned long long)told.steps, (unsigned long long)told.changes,
                  (unsigned long long)told.restarts, (unsigned long long)told.jumps, (unsigned long long)told.fired,
                  (unsigned long long)told.missed, (unsigned long long)told.occurrences,
                  (unsigned long long)told.plans, (unsigned long long)told.armed, (unsigned long long)told.disarmed,
                  (unsigned long long)told.system_fired);
}

TEST(years_of_reminders, WORLD_CLOSED)
{
    const char *given = getenv("TALLY_SEED");
    const int64_t days = is_soak() ? 3653 : is_valgrind() ? 8 : 200;
    int64_t year = 0;

    task_count = is_soak() ? MOST_TASKS : is_valgrind() ? 30 : 60;
    seed = given != NULL ? strtoull(given, NULL, 10) : 2026;
    print_message("TALLY_SEED=%llu\n", (unsigned long long)seed);
    horizon = BEGIN / DAY + days + 60;
    device = 1;
    find_zones();
    w->configure = set_zone;
    w->clock.wall = BEGIN * SECOND;
    world_open(w, WORLD_FILE);
    open_accounts(w);
    for (int account = 0; account < ACCOUNTS; account += 1)
        log_in_or_out(w, account);
    populate(w);
    while (now_of(w) < BEGIN + days * DAY) {
        pass(w);
        if (now_of(w) - BEGIN < (year + 1) * 365 * DAY)
            continue;
        year += 1;
        report("so far", (now_of(w) - BEGIN) / DAY);
    }
    check_ok(tally_engine_verify(w->engine));
    report("in all", days);
    assert_true(told.fired > 0 && told.missed > 0 && told.disarmed > 0 && told.system_fired > 0);
    for (int account = 1; account < ACCOUNTS; account += 1)
        tally_account_release(accounts[account].handle);
    world_end(w);
    for (int index = 0; index < task_count; index += 1)
        free(tasks[index].all);
}
