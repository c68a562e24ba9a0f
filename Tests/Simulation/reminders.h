/*
 * Reminders of the model: what each has reported, by docs/concepts/reminders.md. `dates.c` says when it fires.
 */
#ifndef TALLY_SIM_REMINDERS_H
#define TALLY_SIM_REMINDERS_H

#include "dates.h"

#define REMINDERS 5 /* "r1" to "r5" */
#define ARMED 6
#define REMINDER_VALUES 24

struct model;

typedef struct reminder {
    terms terms;
    int32_t is_there, is_done;
    int32_t node, title;         /* -1: it has no path. */
    int32_t is_lit, shown_state; /* It fired and was not acknowledged; the state of its message when it was done. */
    int64_t lit;                 /* The instant that fired. */
    int64_t told, told_index;    /* Everything until an instant was reported, and of days, up to an index. */
    occurrence moved;            /* An index below 0: none. */
    uint32_t revision, reserved;
} reminder;

/* A notification that a confirmed plan has armed. */
typedef struct armed {
    int64_t id, time; /* 0: none; milliseconds. */
} armed;

/* Seconds since 1970, the device's zone, and since when the account is logged in. */
typedef struct moment {
    int64_t now, since;
    int zone, is_in;
} moment;

/* An event REMINDER. */
typedef struct fired {
    int64_t instant;
    uint64_t count;
    uint32_t revision;
    int reminder, is_missed;
} fired;

typedef struct planned {
    occurrence what;
    int reminder;
} planned;

/* Reports what is due. Returns the number of events. */
int model_fire(struct model *m, const moment *at, fired events[REMINDERS]);

/* Whether anything has changed. An account that is logged out may do this at any time. */
int model_reread(struct model *m, const moment *at);
/* These return the status. Everything that is due is reported first, and `events` must be seen as well. */
int model_put(struct model *m, const moment *at, int i, const reminder *given);
/* `given` has all members as they shall be. */
int model_edit(struct model *m, const moment *at, int i, const reminder *given);
int model_finish(struct model *m, const moment *at, int i, int is_done);
int model_forget(struct model *m, const moment *at, int i);
int model_snooze(struct model *m, const moment *at, int i, int64_t until);
int model_acknowledge(struct model *m, const moment *at, int i);

/* The soonest ones, but the next one of each first. Returns their number. */
int model_plan(const struct model *m, const moment *at, const int64_t keys[REMINDERS], int limit, planned *out,
               uint64_t *out_left);
/* docs/plan-identifiers.md: the member `occurrence`, and the identifier. */
int64_t plan_place(const reminder *of, int zone, const occurrence *what);
int64_t plan_id(const char *account, const char *name, uint32_t revision, int64_t place);

/* The members of tally_reminder, in the order of `reminder_value_names`; all zero: there is none. */
void model_show_reminder(const reminder *of, const moment *at, int64_t out[REMINDER_VALUES]);
extern const char *const reminder_value_names[REMINDER_VALUES];

#endif
