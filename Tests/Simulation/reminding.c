/* Reminders of a device: what its library shows and reports is what the oracle says. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS 4096

moment moment_of(const seat *s)
{
    int64_t wall = device_wall(s->device);

    return (moment){wall / 1000, s->since, s->device->zone, s->is_logged_in};
}

void seat_enters(seat *s) { s->since = device_wall(s->device) / 1000; }

/* ---- What it shows ---- */

/* The number in "r3", from 0; -1: it is no reminder of the worlds. */
static int reminder_named(const char *name)
{
    int i = name[0] == 'r' && name[1] != '\0' ? atoi(name + 1) - 1 : -1;

    return i >= 0 && i < REMINDERS ? i : -1;
}

static void take_row(const tally_reminder *row, const char *text, int64_t out[REMINDER_VALUES])
{
    const char *path = text + row->path.offset, *title = text + row->title.offset;
    const int64_t values[REMINDER_VALUES] = {
        1, row->revision, row->state, row->next_time, row->due_time, row->expires, row->expiry, row->span,
        row->days_left, row->is_smart, row->produced, row->entered, row->shelf_life, row->shelf_unit,
        row->time_of_day, row->smart, row->repeat_unit, row->repeat_every, row->start,
        row->end, row->overdue_unit, row->overdue_every,
        row->overdue_limit, (path[0] == '\0' ? -1 : node_named(path)) * 16 + atoi(title)};

    memcpy(out, values, sizeof values);
}

void reminders_show(seat *s, int64_t out[REMINDERS][REMINDER_VALUES])
{
    tally_reminder found[REMINDERS + 1];
    char text[TEXTS];
    tally_rows rows = TALLY_ROWS(found, text);
    int status = tally_reminder_list(s->account, 0, NULL, &rows);
    size_t i;

    if (status != TALLY_OK)
        fail("tally_reminder_list: %d", status);
    memset(out, 0, REMINDERS * REMINDER_VALUES * sizeof **out);
    for (i = 0; i < rows.count; i++) {
        int which = reminder_named(text + found[i].id.offset);

        if (which < 0)
            fail("there is a reminder %s", text + found[i].id.offset);
        s->reminder_keys[which] = found[i].key;
        take_row(&found[i], text, out[which]);
    }
}

/* 0: they differ, and `out` says where. */
int reminders_compare(int64_t expected[REMINDERS][REMINDER_VALUES], int64_t found[REMINDERS][REMINDER_VALUES],
                      char *out, size_t capacity)
{
    int i, k;

    for (i = 0; i < REMINDERS; i++) {
        for (k = 0; k < REMINDER_VALUES; k++) {
            if (expected[i][k] == found[i][k])
                continue;
            snprintf(out, capacity, "reminder r%d: expected %s %lld, found %lld", i + 1, reminder_value_names[k],
                     (long long)expected[i][k], (long long)found[i][k]);
            return 0;
        }
    }
    return 1;
}

/* ---- What it reports ---- */

static void hear(void *user_data, const tally_event *event, const char *text)
{
    seat *s = (seat *)user_data;
    int which = reminder_named(text);

    s->lost_events = s->lost_events || event->result == TALLY_RESYNC;
    if (event->result == TALLY_RESYNC)
        return;
    if (which < 0 || s->heard_count == HEARD)
        fail("device %d, user %d: an event of reminder %s, or too many", s->device->number, s->user, text);
    s->heard[s->heard_count++] =
        (fired){event->next_time / 1000, event->count, (uint32_t)event->revision, which, event->missed};
    tell("device %d user %d: %s %s, %llu due, the last at %lld", s->device->number, s->user, text,
         event->missed ? "was missed" : "fires", (unsigned long long)event->count, (long long)event->next_time / 1000);
    if (s->reminder_keys[which] != 0 && event->reminder != s->reminder_keys[which])
        fail("device %d, user %d: the event of %s has another key", s->device->number, s->user, text);
}

void reminders_observe(seat *s)
{
    int status = tally_observe_reminders(s->device->scope, s->account, 0, hear, s, NULL, &s->tokens[1]);

    s->heard_count = 0;
    memset(s->reminder_keys, 0, sizeof s->reminder_keys);
    if (status != TALLY_OK && !device_is_hit(s->device))
        fail("tally_observe_reminders: %d", status);
}

static int is_same(const fired *a, const fired *b)
{
    return a->reminder == b->reminder && a->instant == b->instant && a->count == b->count
           && a->revision == b->revision && a->is_missed == b->is_missed;
}

/* Each event came once, and no other one. */
static int is_heard(const seat *s, const fired *events, int count)
{
    int i, k;

    for (i = 0; i < count; i++) {
        for (k = 0; k < s->heard_count && !is_same(&events[i], &s->heard[k]); k++)
            continue;
        if (k == s->heard_count)
            return 0;
    }
    return count == s->heard_count;
}

/* ---- The states that follow ---- */

typedef struct states {
    model list[POSSIBLE];
    int count, is_full;
} states;

static void add(states *to, const model *m)
{
    int i;

    for (i = 0; i < to->count; i++) {
        if (memcmp(&to->list[i], m, sizeof *m) == 0)
            return;
    }
    if (to->count == POSSIBLE)
        to->is_full = 1;
    else
        to->list[to->count++] = *m;
}

static void describe(const seat *s, const fired *events, int count)
{
    const fired *none = NULL, *first = count > 0 ? events : none, *heard = s->heard_count > 0 ? s->heard : none;

    fail("device %d, user %d: expected %d events of reminders (r%d, %llu due, the last at %lld, missed %d), found %d "
         "(r%d, %llu due, the last at %lld, missed %d)",
         s->device->number, s->user, count, first == NULL ? 0 : first->reminder + 1,
         first == NULL ? 0 : (unsigned long long)first->count, first == NULL ? 0 : (long long)first->instant,
         first == NULL ? 0 : first->is_missed, s->heard_count, heard == NULL ? 0 : heard->reminder + 1,
         heard == NULL ? 0 : (unsigned long long)heard->count, heard == NULL ? 0 : (long long)heard->instant,
         heard == NULL ? 0 : heard->is_missed);
}

/* Whether reminders may have fired: otherwise there is nothing to do. */
static int has_news(const seat *s, const moment *at)
{
    fired events[REMINDERS];
    int i, k, has_any;

    for (i = 0; i < s->now_count; i++) {
        static model m;

        for (k = has_any = 0; k < REMINDERS; k++)
            has_any = has_any || s->now[i].reminders[k].is_there;
        if (!has_any)
            continue;
        m = s->now[i];
        model_fire(&m, at, events);
        model_reread(&m, at);
        if (memcmp(&m, &s->now[i], sizeof m) != 0)
            return 1;
    }
    return s->heard_count > 0;
}

/* Badges that end and reminders that fire come in any order. */
static void follow(seat *s, const moment *at, int is_unsure, int lost, states *next)
{
    fired events[REMINDERS];
    int i, order, count = 0;

    for (i = 0; i < s->now_count; i++) {
        for (order = 0; order < 2; order++) {
            model m = s->now[i];

            if (model_is_viewed(&m)) {
                memset(m.viewed, 0, sizeof m.viewed);
                model_fire(&m, at, events);
                seat_add_history(s, &m);
                m = s->now[i];
            }
            if (order == 1)
                model_expire(&m, device_wall(s->device));
            count = model_fire(&m, at, events);
            model_expire(&m, device_wall(s->device));
            if (is_unsure || lost || is_heard(s, events, count))
                add(next, &m);
        }
        if (is_unsure)
            add(next, &s->now[i]);
        if (!at->is_in) {
            model m = s->now[i];

            model_expire(&m, device_wall(s->device));
            model_reread(&m, at);
            add(next, &m);
        }
    }
    if (next->count == 0)
        describe(s, events, count);
}

void seat_fire(seat *s)
{
    static states next;
    moment at;
    int i, is_hit = device_is_hit(s->device), is_unsure, lost;

    /* The clock went back: what comes now is not missed. */
    if (s->since > moment_of(s).now)
        s->since = moment_of(s).now;
    at = moment_of(s);

    /* A report that could not be stored is tried again some seconds later. */
    if (is_hit)
        s->sure_from = s->device->world->now + 5000;
    is_unsure = s->device->world->now < s->sure_from;
    lost = s->lost_events;
    s->lost_events = 0;
    if (s->is_vague || !has_news(s, &at)) {
        s->heard_count = 0;
        return;
    }
    next.count = next.is_full = 0;
    follow(s, &at, is_unsure, lost, &next);
    if (next.is_full)
        s->is_vague = 1;
    memcpy(s->now, next.list, (size_t)next.count * sizeof *next.list);
    s->now_count = next.count;
    s->heard_count = 0;
    for (i = 0; i < s->now_count; i++)
        seat_add_history(s, &s->now[i]);
    if (!is_unsure && !disk_has_crashed(s->device->number))
        seat_promise(s);
}
