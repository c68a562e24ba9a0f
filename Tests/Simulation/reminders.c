/* Reminders of the model: what is due, what each call makes of it, and the plan. */
#include "model.h"

#include "tally.h"

#include <stdlib.h>
#include <string.h>

static const schedule *schedule_at(const reminder *of, const moment *at) { return schedule_of(&of->terms, at->zone); }

/* ---- Due occurrences ---- */

static int counts_days(const reminder *of, const schedule *s, int64_t index)
{
    return index >= OVERDUE ? of->terms.overdue_unit > TALLY_UNIT_HOUR : s->counts_days;
}

/* A day that was reported is not reported again, even if it comes later because the device has moved west. */
static int was_told(const reminder *of, const schedule *s, const occurrence *o)
{
    return o->instant <= of->told
           || (of->told_index >= 0 && counts_days(of, s, of->told_index) && o->index <= of->told_index);
}

/* Whether the occurrence that was moved has still to fire. At the time of another one, they are one. */
static int has_moved(const reminder *of, const schedule *s)
{
    int i, is_there = 0;

    if (of->moved.index < 0 || of->moved.instant <= of->told || of->moved.instant >= s->ends)
        return 0;
    for (i = 0; i < s->count; i++) {
        if (s->all[i].index == of->moved.index)
            is_there = 1;
        else if (s->all[i].instant == of->moved.instant)
            return 0;
    }
    return is_there;
}

/* All that has still to be reported, in order. Returns the number. */
static int pending(const reminder *of, const moment *at, occurrence out[OCCURRENCES + 1])
{
    const schedule *s = schedule_at(of, at);
    int i, count = 0, is_moved = has_moved(of, s);

    for (i = 0; i < s->count; i++) {
        if (s->all[i].index == of->moved.index || was_told(of, s, &s->all[i]))
            continue;
        if (is_moved && of->moved.instant < s->all[i].instant) {
            out[count++] = of->moved;
            is_moved = 0;
        }
        out[count++] = s->all[i];
    }
    if (is_moved)
        out[count++] = of->moved;
    return count;
}

static int next_after(const reminder *of, const moment *at, int64_t instant, occurrence *out)
{
    static occurrence all[OCCURRENCES + 1];
    int count = pending(of, at, all), i;

    for (i = 0; i < count && all[i].instant <= instant; i++)
        continue;
    if (i < count)
        *out = all[i];
    return i < count;
}

/* Takes everything that is due, the newest of it for the badge. Returns how many there were. */
static int take_due(reminder *of, const moment *at)
{
    static occurrence all[OCCURRENCES + 1];
    const schedule *s = schedule_at(of, at);
    int count = pending(of, at, all), due = 0, i;

    while (due < count && all[due].instant <= at->now)
        due += 1;
    if (due == 0)
        return 0;
    of->told = at->now;
    of->is_lit = 1;
    of->lit = all[due - 1].instant;
    for (i = 0; i < s->count; i++) {
        if (s->all[i].instant <= at->now && s->all[i].index > of->told_index)
            of->told_index = s->all[i].index;
    }
    return due;
}

/* ---- Its message ---- */

static uint32_t id_of(const model *m, const reminder *of) { return 1 + (uint32_t)(of - m->reminders); }

static void unlight(model *m, const reminder *of)
{
    message *there = model_find(m, REMINDING, id_of(m, of));

    if (there != NULL)
        memset(there, 0, sizeof *there);
}

static void light(model *m, const reminder *of, int state)
{
    message *there;

    unlight(m, of);
    if (!of->is_lit || of->node < 0)
        return;
    there = model_find(m, REMINDING, 0);
    if (there == NULL || of->lit < 1700000000 || of->lit > 2500000000)
        simulator_die("the model has no room for the message of a reminder");
    *there = (message){.id = id_of(m, of), .feed = REMINDING, .node = of->node, .count = 1, .state = state};
    /* Behind everything that servers and programs have posted. */
    there->sequence = (uint32_t)(UINT32_C(3400000000) + (uint32_t)(of->lit - 1700000000));
}

/* ---- Firing ---- */

/* The clock went back by more than a day: what has fired since then fires again. */
int model_reread(model *m, const moment *at)
{
    int i, changed = 0;

    for (i = 0; i < REMINDERS; i++) {
        reminder *of = &m->reminders[i];

        if (!of->is_there || of->told <= at->now + DAY_SECONDS)
            continue;
        of->told = at->now;
        of->told_index = -1;
        changed = 1;
    }
    return changed;
}

/* reads_all: the account is logged in, or a call reads its reminders. */
static int fire(model *m, const moment *at, int reads_all, fired events[REMINDERS])
{
    int i, count = 0;

    if (reads_all)
        model_reread(m, at);
    for (i = 0; i < REMINDERS; i++) {
        reminder *of = &m->reminders[i];
        int due;

        if (!of->is_there)
            continue;
        due = at->is_in && !of->is_done ? take_due(of, at) : 0;
        if (due == 0)
            continue;
        light(m, of, UNSEEN);
        events[count++] = (fired){of->lit, (uint64_t)due, of->revision, i, of->lit <= at->since};
    }
    return count;
}

int model_fire(model *m, const moment *at, fired events[REMINDERS])
{
    shown before[NODES];
    int count;

    model_show(m, before);
    count = fire(m, at, at->is_in, events);
    if (count > 0)
        model_clear_automatically(m, before);
    return count;
}

/* ---- Calls ---- */

static model untouched;

/* Each call is one change, in which everything that is due fires first. If it fails, that stays due as well. */
static reminder *begin(model *m, const moment *at, int i, shown before[NODES])
{
    fired events[REMINDERS];

    untouched = *m;
    model_show(m, before);
    fire(m, at, 1, events);
    return &m->reminders[i];
}

static int end(model *m, const shown before[NODES], int status)
{
    if (status < 0)
        *m = untouched;
    else
        model_clear_automatically(m, before);
    return status;
}

/* Occurrences that came due while it was done count as missed, without an event. */
static void catch_up(reminder *of, const moment *at)
{
    if (of->is_done && take_due(of, at) > 0)
        of->shown_state = UNSEEN;
}

int model_put(model *m, const moment *at, int i, const reminder *given)
{
    shown before[NODES];
    reminder *of = begin(m, at, i, before);

    if (of->is_there)
        return end(m, before, TALLY_ERROR_EXISTS);
    *of = *given;
    of->is_there = 1;
    of->revision = 1;
    of->told = at->now;
    of->told_index = of->moved.index = -1;
    return end(m, before, TALLY_OK);
}

/* Past occurrences are unchanged, and none is missed because of the new members. */
int model_edit(model *m, const moment *at, int i, const reminder *given)
{
    shown before[NODES];
    reminder *of = begin(m, at, i, before);
    const schedule *s;
    int k;

    if (!of->is_there)
        return end(m, before, TALLY_ERROR_NOT_FOUND);
    if (memcmp(&of->terms, &given->terms, sizeof of->terms) == 0 && of->node == given->node
        && of->title == given->title)
        return end(m, before, TALLY_OK);
    catch_up(of, at);
    of->terms = given->terms;
    of->node = given->node;
    of->title = given->title;
    of->revision += 1;
    of->told = at->now;
    of->told_index = of->moved.index = -1;
    of->shown_state = UNSEEN;
    of->moved.instant = 0;
    s = schedule_at(of, at);
    for (k = 0; of->is_lit && k < s->count && s->all[k].instant <= at->now; k++)
        of->told_index = s->all[k].index;
    if (!of->is_done)
        light(m, of, UNSEEN);
    return end(m, before, TALLY_OK);
}

int model_finish(model *m, const moment *at, int i, int is_done)
{
    shown before[NODES];
    reminder *of = begin(m, at, i, before);
    const message *there = model_find(m, REMINDING, id_of(m, of));

    if (!of->is_there)
        return end(m, before, TALLY_ERROR_NOT_FOUND);
    if (of->is_done == is_done)
        return end(m, before, TALLY_OK);
    if (is_done) {
        of->shown_state = there == NULL ? UNSEEN : model_state(m, there);
        unlight(m, of);
    } else {
        if (at->is_in)
            catch_up(of, at);
        light(m, of, of->shown_state);
    }
    of->is_done = is_done;
    of->revision += 1;
    return end(m, before, TALLY_OK);
}

int model_forget(model *m, const moment *at, int i)
{
    shown before[NODES];
    reminder *of = begin(m, at, i, before);

    if (!of->is_there)
        return end(m, before, TALLY_ERROR_NOT_FOUND);
    unlight(m, of);
    memset(of, 0, sizeof *of);
    return end(m, before, TALLY_OK);
}

int model_acknowledge(model *m, const moment *at, int i)
{
    shown before[NODES];
    reminder *of = begin(m, at, i, before);

    if (!of->is_there)
        return end(m, before, TALLY_ERROR_NOT_FOUND);
    catch_up(of, at);
    of->is_lit = 0;
    unlight(m, of);
    return end(m, before, TALLY_OK);
}

/* The occurrence that a snooze moves; below 0: there is none. */
static int64_t chosen(const reminder *of, const moment *at)
{
    const schedule *s = schedule_at(of, at);
    int64_t index = -1;
    occurrence next;
    int i;

    if (of->is_lit)
        index = of->moved.index >= 0 && of->lit == of->moved.instant ? of->moved.index : of->told_index;
    if (index >= 0)
        return index;
    for (i = 0; i < s->count; i++) {
        if (s->all[i].index == of->moved.index && of->moved.index >= 0 && of->moved.instant > of->told
            && of->moved.instant < s->ends)
            return of->moved.index;
    }
    return next_after(of, at, at->now, &next) ? next.index : -1;
}

int model_snooze(model *m, const moment *at, int i, int64_t until)
{
    shown before[NODES];
    reminder *of = begin(m, at, i, before);
    int64_t index;

    if (!of->is_there)
        return end(m, before, TALLY_ERROR_NOT_FOUND);
    index = of->is_done ? -1 : chosen(of, at);
    if (index < 0)
        return end(m, before, TALLY_ERROR_CONFLICT);
    if (until >= schedule_at(of, at)->ends)
        return end(m, before, TALLY_ERROR_RANGE);
    of->moved = (occurrence){until, index};
    of->is_lit = 0;
    if (at->is_in && of->told < at->now)
        of->told = at->now;
    unlight(m, of);
    return end(m, before, TALLY_OK);
}

/* ---- The plan ---- */

static const int64_t *sorting_keys;

static int by_time(const void *a, const void *b)
{
    const planned *x = (const planned *)a, *y = (const planned *)b;
    int64_t kx = sorting_keys[x->reminder], ky = sorting_keys[y->reminder];

    if (x->what.instant != y->what.instant)
        return x->what.instant < y->what.instant ? -1 : 1;
    if (kx != ky)
        return kx < ky ? -1 : 1;
    return x->what.index < y->what.index ? -1 : x->what.index > y->what.index;
}

int model_plan(const model *m, const moment *at, const int64_t keys[REMINDERS], int limit, planned *out,
               uint64_t *out_left)
{
    static occurrence all[OCCURRENCES + 1];
    static planned further[REMINDERS * OCCURRENCES];
    int i, k, count = 0, more = 0, room;

    sorting_keys = keys;
    for (i = 0; i < REMINDERS && at->is_in; i++) {
        const reminder *of = &m->reminders[i];
        int left = of->is_there && !of->is_done ? pending(of, at, all) : 0, is_first = 1;

        for (k = 0; k < left; k++) {
            planned entry = {all[k], i};

            if (all[k].instant <= at->now)
                continue;
            if (is_first)
                out[count++] = entry;
            else
                further[more++] = entry;
            is_first = 0;
        }
    }
    *out_left = (uint64_t)(count + more);
    qsort(out, (size_t)count, sizeof *out, by_time);
    qsort(further, (size_t)more, sizeof *further, by_time);
    count = count < limit ? count : limit;
    room = limit - count < more ? limit - count : more;
    memcpy(out + count, further, (size_t)room * sizeof *out);
    count += room;
    qsort(out, (size_t)count, sizeof *out, by_time);
    *out_left -= (uint64_t)count;
    return count;
}

int64_t plan_place(const reminder *of, int zone, const occurrence *what)
{
    const schedule *s = schedule_of(&of->terms, zone);
    int i;

    if (counts_days(of, s, what->index))
        return what->index;
    for (i = 0; i < s->count && s->all[i].index != what->index; i++)
        continue;
    return s->all[i].instant + (INT64_C(1) << 41);
}

static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

int64_t plan_id(const char *account, const char *name, uint32_t revision, int64_t place)
{
    uint64_t key = UINT64_C(14695981039346656037), id;
    size_t i, length = strlen(account);

    for (i = 0; i <= length; i++)
        key = (key ^ (unsigned char)account[i]) * UINT64_C(1099511628211);
    for (i = 0; i < strlen(name); i++)
        key = (key ^ (unsigned char)name[i]) * UINT64_C(1099511628211);
    id = mix(mix(mix(key) ^ revision) ^ (uint64_t)place) & INT64_MAX;
    return id == 0 ? 1 : (int64_t)id;
}

/* ---- What the list shows ---- */

const char *const reminder_value_names[REMINDER_VALUES] = {
    "its presence", "revision", "state", "next_time", "due_time", "expires", "expiry", "span", "days_left", "is_smart",
    "produced", "entered", "shelf_life", "shelf_unit", "time_of_day", "smart", "repeat_unit", "repeat_every", "start",
    "end", "overdue_unit", "overdue_every", "overdue_limit", "path and title"};

void model_show_reminder(const reminder *of, const moment *at, int64_t out[REMINDER_VALUES])
{
    const terms *t = &of->terms;
    const schedule *s;
    occurrence next;
    int zone = t->zone == DEVICE_ZONE ? at->zone : t->zone, i = 0;

    memset(out, 0, REMINDER_VALUES * sizeof *out);
    if (!of->is_there)
        return;
    s = schedule_at(of, at);
    out[i++] = 1;
    out[i++] = of->revision;
    out[i++] = of->is_done              ? TALLY_REMINDER_STATE_DONE
               : at->now >= s->expires ? TALLY_REMINDER_STATE_EXPIRED
                                       : TALLY_REMINDER_STATE_ACTIVE;
    out[i++] = !of->is_done && next_after(of, at, at->now, &next) ? next.instant * 1000 : 0;
    out[i++] = of->is_lit && !of->is_done ? of->lit * 1000 : 0;
    out[i++] = s->expires * 1000;
    out[i++] = number_of_day(s->expiry);
    out[i++] = s->span;
    out[i++] = s->expiry - zone_today(zone, at->now);
    out[i++] = s->is_smart;
    out[i++] = t->produced;
    out[i++] = t->entered;
    out[i++] = t->shelf_life;
    out[i++] = t->shelf_unit;
    out[i++] = t->time_of_day;
    out[i++] = t->smart;
    out[i++] = t->repeat_unit;
    out[i++] = t->repeat_every;
    out[i++] = t->start;
    out[i++] = t->end;
    out[i++] = t->overdue_unit;
    out[i++] = t->overdue_every;
    out[i++] = t->overdue_limit;
    out[i] = of->node * 16 + of->title;
}
