/* Users enter reminders, move and finish them; systems arm what is planned. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

/* A reminder as a step wants it, and the moment of the call. */
typedef struct wish {
    moment at;
    reminder given;
    int which, what;
    int64_t until;
} wish;

/* Reports that may be pending after a fault belong to no call. */
static int is_ready(const seat *s) { return s->device->world->now >= s->sure_from; }

static const char *name_of(int which)
{
    static const char *const names[REMINDERS] = {"r1", "r2", "r3", "r4", "r5"};

    return names[which];
}

/* ---- Terms ---- */

static int within(dice *d, int low, int high) { return low + (int)dice_below(d, (unsigned)(high - low + 1)); }

static void draw_repetition(terms *t, dice *d, int64_t day)
{
    static const int lengths[] = {0, 1, 3, 100, 300, 500, 1000, 1500};
    int64_t start = day + within(d, -40, 20);
    int unit = dice_one_in(d, 4) ? within(d, TALLY_UNIT_MINUTE, TALLY_UNIT_HOUR)
                                 : within(d, TALLY_UNIT_DAY, TALLY_UNIT_YEAR);

    if (unit <= TALLY_UNIT_HOUR)
        start = day;
    t->smart = dice_one_in(d, 3) && t->shelf_unit == TALLY_UNIT_YEAR ? TALLY_SMART_AUTOMATIC : TALLY_SMART_OFF;
    t->repeat_unit = unit;
    t->repeat_every = unit == TALLY_UNIT_MINUTE ? within(d, 15, 200) : within(d, 1, unit == TALLY_UNIT_HOUR ? 12 : 4);
    t->start = dice_one_in(d, 3) ? 0 : number_of_day(start);
    t->end = number_of_day((start > day ? start : day) + (int64_t)dice_below(d, (unsigned)lengths[unit]));
    /* The day of entering may be long ago: then there would be too many. A clock that went back may be before it. */
    if (t->start == 0 && (day - day_of_number(t->entered) > 3 || day < day_of_number(t->entered)))
        t->start = number_of_day(day);
}

static void draw_terms(terms *t, dice *d, const moment *at, int is_new)
{
    int64_t day;

    t->zone = dice_one_in(d, 2) ? DEVICE_ZONE : (int)dice_below(d, ZONES);
    day = zone_today(t->zone == DEVICE_ZONE ? at->zone : t->zone, at->now);
    if (is_new)
        t->entered = number_of_day(day);
    t->time_of_day = dice_one_in(d, 4) ? 9000 : within(d, 0, 95) * 900 + (dice_one_in(d, 4) ? within(d, 0, 899) : 0);
    t->produced = number_of_day(day - dice_below(d, 20));
    t->shelf_life = dice_one_in(d, 3) ? within(d, 1, 3) : within(d, 1, 30);
    t->shelf_unit = TALLY_UNIT_DAY;
    t->smart = dice_one_in(d, 2) ? TALLY_SMART_AUTOMATIC : TALLY_SMART_ON;
    t->repeat_unit = t->repeat_every = t->start = t->end = 0;
    t->overdue_unit = t->overdue_every = t->overdue_limit = 0;
    if (dice_one_in(d, 4)) {
        t->shelf_life = within(d, 1, 3);
        t->shelf_unit = dice_one_in(d, 2) ? TALLY_UNIT_MONTH : TALLY_UNIT_YEAR;
        t->smart = TALLY_SMART_ON;
    }
    if (dice_one_in(d, 2))
        draw_repetition(t, d, day);
    if (dice_one_in(d, 4)) {
        t->overdue_unit = within(d, TALLY_UNIT_HOUR, TALLY_UNIT_MONTH);
        t->overdue_every = within(d, 1, 3);
        t->overdue_limit = within(d, 1, 6);
    }
}

/* ---- Calls that give terms ---- */

static void fill(tally_reminder_options *o, const reminder *of, char path[64], char title[16])
{
    const terms *t = &of->terms;

    path[0] = '\0';
    if (of->node >= 0)
        node_path(of->node, path, 64);
    snprintf(title, 16, "%d", of->title);
    o->title = title;
    o->path = path;
    o->zone = t->zone == DEVICE_ZONE ? "" : zone_name(t->zone);
    o->produced = t->produced;
    o->shelf_life = t->shelf_life;
    o->shelf_unit = t->shelf_unit;
    o->time_of_day = t->time_of_day;
    o->smart = t->smart;
    o->repeat_unit = t->repeat_unit;
    o->repeat_every = t->repeat_every;
    o->start = t->start;
    o->end = t->end;
    o->overdue_unit = t->overdue_unit;
    o->overdue_every = t->overdue_every;
    o->overdue_limit = t->overdue_limit;
}

/* A few members, or all. Returns the fields. */
static uint32_t draw_change(seat *s, dice *d, wish *w)
{
    reminder *of = &w->given;

    switch (dice_below(d, 6)) {
    case 0: of->terms.time_of_day = within(d, 0, 86399); return TALLY_REMINDER_FIELD_TIME_OF_DAY;
    case 1: of->node = draw_node(d); return TALLY_REMINDER_FIELD_PATH;
    case 2: of->title = within(d, 1, 9); return TALLY_REMINDER_FIELD_TITLE;
    case 3:
        of->terms.zone = dice_one_in(d, 3) ? DEVICE_ZONE : (int)dice_below(d, ZONES);
        return TALLY_REMINDER_FIELD_ZONE;
    default:
        draw_terms(&of->terms, d, &w->at, 0);
        of->node = dice_one_in(d, 8) ? -1 : draw_node(d);
        break;
    }
    (void)s;
    return 4095;
}

static int do_give(model *m, void *argument)
{
    const wish *w = (const wish *)argument;

    return w->what ? model_edit(m, &w->at, w->which, &w->given) : model_put(m, &w->at, w->which, &w->given);
}

/* Enters a reminder, or changes one. */
void step_remind(seat *s, dice *d)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;
    wish w = {.at = moment_of(s), .which = (int)dice_below(d, REMINDERS)};
    const reminder *there = &s->now[0].reminders[w.which];
    char path[64], title[16];
    int status;

    if (!is_ready(s))
        return;
    w.given = *there;
    w.what = there->is_there;
    if (there->is_there) {
        options.fields = draw_change(s, d, &w);
    } else {
        memset(&w.given, 0, sizeof w.given);
        draw_terms(&w.given.terms, d, &w.at, 1);
        w.given.node = dice_one_in(d, 8) ? -1 : draw_node(d);
        w.given.title = within(d, 1, 9);
        options.fields = 4095;
    }
    fill(&options, &w.given, path, title);
    tell("%s: path '%s', zone '%s', %d + %d of %d, at %d, smart %d, %d of %d from %d to %d, overdue %d of %d, %d",
         name_of(w.which), path, options.zone, options.produced, options.shelf_life, options.shelf_unit,
         options.time_of_day, options.smart, options.repeat_every, options.repeat_unit, options.start, options.end,
         options.overdue_every, options.overdue_unit, options.overdue_limit);
    status = w.what ? tally_reminder_edit(s->account, name_of(w.which), &options)
                    : tally_reminder_put(s->account, name_of(w.which), &options);
    seat_did(s, do_give, &w, status, 1, w.what ? "edit reminder" : "put reminder");
}

/* ---- Other calls ---- */

static int do_act(model *m, void *argument)
{
    const wish *w = (const wish *)argument;

    switch (w->what) {
    case 0: return model_finish(m, &w->at, w->which, 1);
    case 1: return model_finish(m, &w->at, w->which, 0);
    case 2: return model_forget(m, &w->at, w->which);
    case 3: return model_snooze(m, &w->at, w->which, w->until);
    default: return model_acknowledge(m, &w->at, w->which);
    }
}

/* The time of another occurrence, at which both are one; otherwise `time`. */
static int64_t draw_occurrence(const seat *s, dice *d, const wish *w, int64_t time)
{
    const schedule *of = schedule_of(&s->now[0].reminders[w->which].terms, w->at.zone);
    int i, skipped = (int)dice_below(d, 3);

    for (i = 0; i < of->count; i++) {
        if (of->all[i].instant > w->at.now && skipped-- == 0)
            return of->all[i].instant;
    }
    return time;
}

/* A user deals with a reminder. */
void step_heed(seat *s, dice *d)
{
    static const int kinds[] = {0, 0, 1, 1, 2, 3, 3, 3, 4, 4};
    wish w = {.at = moment_of(s), .which = (int)dice_below(d, REMINDERS), .what = kinds[dice_below(d, 10)]};
    const char *name;
    int status, i;

    if (!is_ready(s))
        return;
    for (i = 0; i < REMINDERS && !s->now[0].reminders[w.which].is_there; i++)
        w.which = (w.which + 1) % REMINDERS;
    name = name_of(w.which);
    w.until = w.at.now + 1 + (int64_t)dice_below(d, dice_one_in(d, 2) ? 7200 : 300000);
    if (dice_one_in(d, 4) && s->now[0].reminders[w.which].is_there)
        w.until = draw_occurrence(s, d, &w, w.until);
    switch (w.what) {
    case 0: status = tally_reminder_mark_done(s->account, name, 0); break;
    case 1: status = tally_reminder_mark_undone(s->account, name); break;
    case 2: status = tally_reminder_remove(s->account, name); break;
    case 3: status = tally_reminder_snooze(s->account, name, w.until * 1000); break;
    default: status = tally_reminder_acknowledge(s->account, name); break;
    }
    tell("%s: act %d, until %lld", name, w.what, (long long)w.until);
    seat_did(s, do_act, &w, status, 1, "heed reminder");
}

/* ---- Plans ---- */

typedef struct plan {
    armed entries[ARMED];
    moment at;
} plan;

static int do_confirm(model *m, void *argument)
{
    const plan *p = (const plan *)argument;

    memcpy(m->armed, p->entries, sizeof m->armed);
    return TALLY_OK;
}

static int find_armed(const armed *list, const armed *entry)
{
    int i;

    for (i = 0; i < ARMED; i++) {
        if (list[i].id == entry->id && list[i].time == entry->time)
            return 1;
    }
    return 0;
}

/* The rows are the difference of what is armed and what is planned. */
static void check_rows(const seat *s, const plan *wanted, const tally_plan_entry *rows, size_t count, int from_scratch)
{
    const armed *before = s->now[0].armed;
    int64_t now = device_wall(s->device);
    size_t row, disarmed = 0, expected = 0;
    int i;

    for (row = 0; row < count; row++) {
        armed entry = {rows[row].id, rows[row].time};
        int is_arming = rows[row].action == TALLY_PLAN_ACTION_ARM;

        disarmed += !is_arming;
        if (is_arming != find_armed(wanted->entries, &entry) || (!is_arming && !find_armed(before, &entry)))
            fail("device %d, user %d: the plan's row %d says to %s %lld at %lld", s->device->number, s->user, (int)row,
                 is_arming ? "arm" : "disarm", (long long)entry.id, (long long)entry.time);
    }
    for (i = 0; i < ARMED && !from_scratch; i++)
        expected += before[i].time > now && !find_armed(wanted->entries, &before[i]);
    if (disarmed != expected)
        fail("device %d, user %d: the plan disarms %d, expected %d", s->device->number, s->user, (int)disarmed,
             (int)expected);
    for (i = 0, expected = 0; i < ARMED; i++)
        expected += wanted->entries[i].id != 0 && (from_scratch || !find_armed(before, &wanted->entries[i]));
    if (count - disarmed != expected)
        fail("device %d, user %d: the plan arms %d, expected %d", s->device->number, s->user, (int)(count - disarmed),
             (int)expected);
}

static void expect_plan(const seat *s, plan *out, int limit, const tally_plan *found)
{
    planned entries[REMINDERS + ARMED];
    uint64_t left;
    char account[16];
    int i, count = model_plan(&s->now[0], &out->at, s->reminder_keys, limit, entries, &left);

    snprintf(account, sizeof account, "user%d", s->user);
    if (found->planned != (uint32_t)count || found->left_out != left)
        fail("device %d, user %d: the plan has %u entries and leaves out %llu, expected %d and %llu",
             s->device->number, s->user, found->planned, (unsigned long long)found->left_out, count,
             (unsigned long long)left);
    for (i = 0; i < count; i++) {
        const reminder *of = &s->now[0].reminders[entries[i].reminder];
        int zone = of->terms.zone == DEVICE_ZONE ? out->at.zone : of->terms.zone;

        out->entries[i].id = plan_id(account, name_of(entries[i].reminder), of->revision,
                                     plan_place(of, zone, &entries[i].what));
        out->entries[i].time = entries[i].what.instant * 1000;
    }
}

/* The host reads the plan, and usually confirms it. A second confirmation succeeds; that of an older plan fails. */
void step_plan(seat *s, dice *d)
{
    tally_plan_options options = TALLY_PLAN_OPTIONS_INIT;
    tally_plan found = TALLY_PLAN_INIT;
    tally_plan_entry entries[2 * ARMED];
    char text[8192];
    tally_rows rows = TALLY_ROWS(entries, text);
    plan p = {.at = moment_of(s)};
    int status, confirms = !dice_one_in(d, 4);

    options.limit = 1 + dice_below(d, ARMED);
    options.flags = s->is_plan_unknown || dice_one_in(d, 5) ? TALLY_PLAN_FLAG_FROM_SCRATCH : 0;
    if (!is_ready(s) || s->is_vague || s->now_count != 1)
        return;
    status = tally_reminder_plan(s->account, &options, &rows, &found);
    tell("plan: %d, %d rows, %u planned", status, (int)rows.count, found.planned);
    if (device_is_hit(s->device))
        return;
    expect(s, status, "tally_reminder_plan");
    expect_plan(s, &p, (int)options.limit, &found);
    check_rows(s, &p, entries, rows.count, options.flags != 0);
    if (!confirms)
        return;
    status = tally_reminder_confirm_plan(s->account, found.token);
    /* A plan of which one does not know whether it is stored: plan from scratch. */
    s->is_plan_unknown = status != TALLY_OK;
    if (device_is_hit(s->device))
        s->is_plan_unknown = 1;
    seat_did(s, do_confirm, &p, status, 1, "confirm plan");
    if (!device_is_hit(s->device) && tally_reminder_confirm_plan(s->account, found.token) != TALLY_ALREADY_APPLIED)
        fail("a plan that was confirmed is confirmed again");
}

/* ---- iCalendar ---- */

/* An export that is imported changes nothing, and gives the same export in another account. */
void step_calendar(seat *s, dice *d)
{
    tally_bytes first = TALLY_BYTES_INIT;
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;
    int status;

    (void)d;
    if (!is_ready(s) || s->is_vague)
        return;
    status = tally_reminder_export(s->account, &first);
    expect(s, status, "tally_reminder_export");
    if (status == TALLY_OK) {
        status = tally_reminder_import(s->account, first.data, first.size, NULL, &report);
        expect(s, status, "tally_reminder_import");
    }
    tally_bytes_release(&first);
}
