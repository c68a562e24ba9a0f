/*
 * The states that a device may hold. Usually that is one. After a fault it may be one of several, until the badges and
 * messages that the device shows, or the cursor that it asks with, leave one of them.
 */
#include "world.h"

#include <string.h>

static void add(model *list, int *count, int capacity, const model *m)
{
    int i;

    for (i = 0; i < *count; i++) {
        if (memcmp(&list[i], m, sizeof *m) == 0)
            return;
    }
    if (*count == capacity) {
        /* The oldest ones are the least likely; a promise in time keeps this from happening. */
        memmove(list, list + 1, (size_t)(capacity - 1) * sizeof *list);
        *count -= 1;
    }
    list[(*count)++] = *m;
}

void seat_add_history(seat *s, const model *m)
{
    s->is_vague = s->is_vague || m->is_doubtful;
    /* A state that leaves the history could be on the disk. So everything is brought there first. */
    if (s->history_count == HISTORY && !disk_has_crashed(s->device->number)) {
        if (tally_engine_flush(s->device->engine) == TALLY_OK && !device_is_hit(s->device))
            s->history_count = 0;
    }
    add(s->history, &s->history_count, HISTORY, m);
}

/* A view clears in a change of its own: the state before it may be on the disk as well. */
static int perform_in(seat *s, model *m, act perform, void *argument)
{
    if (model_is_viewed(m)) {
        model bare = *m;

        memset(bare.viewed, 0, sizeof bare.viewed);
        perform(&bare, argument);
        seat_add_history(s, &bare);
    }
    return perform(m, argument);
}

void seat_promise_alone(seat *s)
{
    int i;

    /* Nothing promises that what a view has cleared is on the disk. */
    if (s->now_count > 0 && model_is_viewed(&s->now[0]))
        return;
    s->history_count = 0;
    for (i = 0; i < s->now_count; i++)
        add(s->history, &s->history_count, HISTORY, &s->now[i]);
}

/* Everything that the device has done so far is on its disk. */
void seat_promise(seat *s)
{
    int user;

    for (user = 0; user < USERS; user++) {
        if (s->device->seats[user].is_there)
            seat_promise_alone(&s->device->seats[user]);
    }
}

static int end_what_ends(model *m, void *argument)
{
    model_expire(m, *(int64_t *)argument);
    return TALLY_OK;
}

void seat_expire(seat *s)
{
    int64_t now = device_wall(s->device);
    int i;

    for (i = 0; i < s->now_count; i++) {
        model m = s->now[i];

        model_expire(&m, now);
        if (memcmp(&m, &s->now[i], sizeof m) == 0)
            continue;
        perform_in(s, &s->now[i], end_what_ends, &now);
        seat_add_history(s, &m);
    }
}

static int is_failure_of_disk(int status)
{
    return status == TALLY_ERROR_IO || status == TALLY_ERROR_FULL || status == TALLY_ERROR_NO_MEMORY
           || status == TALLY_ERROR_CORRUPT;
}

/* Whether it changes nothing in any of the states. */
static int is_idle(const model *before, const model *after) { return memcmp(before, after, sizeof *before) == 0; }

void seat_did(seat *s, act perform, void *argument, int status, int is_durable, const char *what)
{
    model after[POSSIBLE];
    int count = 0, i, expected = 0, changes = 0, is_hit = device_is_hit(s->device);

    if (s->is_vague) {
        tell("%s: %d", what, status);
        return;
    }
    for (i = 0; i < s->now_count; i++) {
        model m = s->now[i];

        expected = perform_in(s, &m, perform, argument);
        if (!is_idle(&s->now[i], &m) && is_hit)
            seat_add_history(s, &m);
        if (expected != status)
            continue;
        changes = changes || !is_idle(&s->now[i], &m);
        after[count++] = m;
    }
    tell("%s: %d", what, status);
    if (is_hit && is_failure_of_disk(status))
        return;
    if (count == 0)
        fail("%s: expected status %d, found %d", what, expected, status);
    memcpy(s->now, after, (size_t)count * sizeof *after);
    s->now_count = count;
    for (i = 0; i < count; i++)
        seat_add_history(s, &s->now[i]);
    if ((is_durable || s->device->durability) && changes && !disk_has_crashed(s->device->number))
        seat_promise(s);
}

void seat_may_have(seat *s, act perform, void *argument)
{
    int count = s->now_count, i;

    for (i = 0; i < count; i++) {
        model m = s->now[i];

        perform_in(s, &m, perform, argument);
        seat_add_history(s, &m);
        /* Too many states: from now on only what everybody must agree on is checked. */
        if (s->now_count == POSSIBLE)
            s->is_vague = 1;
        add(s->now, &s->now_count, POSSIBLE, &m);
    }
}

/* A response without news need not wait for the disk. */
static int is_news(const model *before, const model *after)
{
    return memcmp(before->own, after->own, sizeof before->own) != 0
           || memcmp(before->messages, after->messages, sizeof before->messages) != 0
           || memcmp(before->marks, after->marks, sizeof before->marks) != 0
           || memcmp(before->reminders, after->reminders, sizeof before->reminders) != 0;
}

void seat_did_for_sure(seat *s, act perform, void *argument)
{
    int i, has_news = 0;

    for (i = 0; i < s->now_count; i++) {
        model m = s->now[i];

        perform_in(s, &m, perform, argument);
        has_news = has_news || is_news(&s->now[i], &m);
        s->now[i] = m;
        seat_add_history(s, &m);
    }
    if (has_news && !disk_has_crashed(s->device->number))
        seat_promise(s);
}

/* The device asks with a cursor, and so tells which pages it has applied. */
void seat_keep_cursors(seat *s, int feed, const char *cursor)
{
    int i, kept = 0;

    if (cursor[0] == '\0' && s->may_restart[feed])
        return;
    for (i = 0; i < s->now_count; i++) {
        if (strcmp(s->now[i].cursors[feed], cursor) == 0)
            s->now[kept++] = s->now[i];
    }
    if (kept == 0)
        fail("device %d asks feed %d from cursor '%s', expected '%s'", s->device->number, feed, cursor,
             s->now[0].cursors[feed]);
    s->now_count = kept;
}

void seat_reopened(seat *s)
{
    int i;

    memset(s->views, 0, sizeof s->views);
    for (i = 0; i < s->history_count; i++)
        memset(s->history[i].viewed, 0, sizeof s->history[i].viewed);
    for (i = 0; i < s->now_count; i++)
        memset(s->now[i].viewed, 0, sizeof s->now[i].viewed);
}
