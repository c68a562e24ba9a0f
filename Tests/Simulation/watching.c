/* Observers of all paths, of one path, of messages, groups and the total: the last value that each got is the value. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 5

static const char *path_of(int node)
{
    static char path[64];

    node_path(node, path, sizeof path);
    return path;
}

/* ---- The observer of all paths ---- */

/* Reads what there is, as a host does. */
static void read_all(seat *s)
{
    int node;

    for (node = 0; node < NODES; node++) {
        char path[64];
        tally_badge badge;

        node_path(node, path, sizeof path);
        if (tally_badge_get(s->account, path, &badge) != TALLY_OK)
            fail("tally_badge_get fails for %s", path);
        s->seen[node].count = badge.count;
        s->seen[node].shows = badge.kind;
    }
}

static void notice(void *user_data, const tally_event *event, const char *text)
{
    seat *s = (seat *)user_data;
    int node = node_named(text);

    if (event->result == TALLY_RESYNC) {
        read_all(s);
        return;
    }
    if (node < 0)
        return;
    s->seen[node].count = event->count;
    s->seen[node].shows = event->badge_kind;
}

void observe(seat *s)
{
    int status;

    s->tokens[0] = 0;
    disk_suspend(s->device->number, 1);
    if (!disk_has_crashed(s->device->number))
        read_all(s);
    disk_suspend(s->device->number, 0);
    status = tally_observe(s->device->scope, s->account, "root", TALLY_SUBTREE, notice, s, NULL, &s->tokens[0]);
    s->is_observed = status == TALLY_OK;
    if (status != TALLY_OK && !device_is_hit(s->device))
        fail("tally_observe: %d", status);
}

/* ---- What the others hear ---- */

static void hear_path(void *user_data, const tally_event *event, const char *text)
{
    watched *w = (watched *)user_data;

    if (node_named(text) != w->node)
        fail("an observer of node %d hears of %s", w->node, text);
    w->count = event->count;
    w->kind = event->badge_kind;
}

static void hear_messages(void *user_data, const tally_event *event, const char *text)
{
    watched *w = (watched *)user_data;

    (void)text;
    w->total = event->total;
    w->unread = event->unread;
    w->unseen = event->unseen;
}

/* The thread "" is 0, and "t0" to "t3" follow. */
static int thread_named(const char *name) { return name[0] == '\0' ? 0 : 1 + atoi(name + 1); }

static void hear_group(void *user_data, const tally_event *event, const char *text)
{
    watched *w = (watched *)user_data;
    int i;

    if (event->result == TALLY_RESYNC) {
        for (i = 0; i < THREADS; i++)
            w->has_heard[i] = 1;
    } else if (thread_named(text) < THREADS)
        w->has_heard[thread_named(text)] = 1;
}

static void hear_total(void *user_data, const tally_event *event, const char *text)
{
    device *d = (device *)user_data;

    (void)text;
    d->total_count = event->count;
    d->total_kind = event->badge_kind;
}

/* ---- Registering ---- */

static int is_well(seat *s, int status, const char *call)
{
    if (status != TALLY_OK && !device_is_hit(s->device))
        fail("%s: %d", call, status);
    return status == TALLY_OK;
}

static void read_groups(seat *s, uint64_t numbers[THREADS])
{
    tally_group groups[THREADS + 1];
    char text[4096];
    tally_rows rows = TALLY_ROWS(groups, text);
    size_t i;

    memset(numbers, 0, THREADS * sizeof *numbers);
    if (tally_group_list(s->account, NULL, 0, NULL, &rows) != TALLY_OK)
        fail("tally_group_list does not list all groups");
    for (i = 0; i < rows.count; i++)
        numbers[thread_named(text + groups[i].thread.offset)] = groups[i].notifications;
}

/* The device's total has one observer, whichever account is observed first. */
static void watch_total(seat *s)
{
    device *d = s->device;
    uint64_t token;

    if (d->total_run == d->run)
        return;
    if (is_well(s, tally_observe_total(d->scope, TALLY_OBSERVE_INITIAL, hear_total, d, NULL, &token),
                "tally_observe_total"))
        d->total_run = d->run;
}

void watch(seat *s, int node)
{
    watched *w = &s->watched;
    tally_scope *scope = s->device->scope;
    int flags = node % 2 == 0 ? TALLY_SUBTREE : 0, i;

    for (i = 0; i < WATCHERS; i++) {
        if (w->tokens[i] != 0)
            tally_unobserve(scope, w->tokens[i]);
    }
    memset(w, 0, sizeof *w);
    w->node = node;
    w->is_subtree = flags != 0;
    watch_total(s);
    is_well(s, tally_observe(scope, s->account, path_of(node), TALLY_OBSERVE_INITIAL, hear_path, w, NULL,
                             &w->tokens[0]), "tally_observe");
    is_well(s, tally_observe_messages(scope, s->account, path_of(node), (uint32_t)flags, hear_messages, w, NULL,
                                      &w->tokens[1]), "tally_observe_messages");
    is_well(s, tally_observe_groups(scope, s->account, 0, hear_group, w, NULL, &w->tokens[2]),
            "tally_observe_groups");
    disk_suspend(s->device->number, 1);
    if (!disk_has_crashed(s->device->number))
        read_groups(s, w->groups);
    disk_suspend(s->device->number, 0);
}

/* ---- Checks ---- */

static void check_path(const seat *s, const watched *w)
{
    tally_badge badge;

    if (w->tokens[0] == 0)
        return;
    if (tally_badge_get(s->account, path_of(w->node), &badge) != TALLY_OK)
        fail("tally_badge_get fails");
    if (badge.count != w->count || badge.kind != w->kind)
        fail("device %d, user %d: the observer of %s alone has %d %llu, the value is %d %llu", s->device->number,
             s->user, path_of(w->node), w->kind, (unsigned long long)w->count, badge.kind,
             (unsigned long long)badge.count);
}

static void check_messages(const seat *s, const watched *w)
{
    tally_message_counts counts = TALLY_MESSAGE_COUNTS_INIT;

    if (w->tokens[1] == 0)
        return;
    if (tally_message_get_counts(s->account, path_of(w->node), w->is_subtree ? TALLY_SUBTREE : 0, &counts) != TALLY_OK)
        fail("tally_message_get_counts fails");
    if (counts.total != w->total || counts.unread != w->unread || counts.unseen != w->unseen)
        fail("device %d, user %d: the observer of messages of %s has %llu, %llu unread, %llu unseen; there are %llu, "
             "%llu, %llu", s->device->number, s->user, path_of(w->node), (unsigned long long)w->total,
             (unsigned long long)w->unread, (unsigned long long)w->unseen, (unsigned long long)counts.total,
             (unsigned long long)counts.unread, (unsigned long long)counts.unseen);
}

/* A group is the unseen messages of a thread. */
static void check_groups(seat *s, watched *w)
{
    uint64_t numbers[THREADS], expected[THREADS] = {0};
    int i;

    if (w->tokens[2] == 0)
        return;
    read_groups(s, numbers);
    for (i = 0; i < MESSAGES && !s->is_vague; i++) {
        const message *of = &s->now[0].messages[i];

        expected[of->thread] += of->id != 0 && model_state(&s->now[0], of) == UNSEEN;
    }
    for (i = 0; i < THREADS; i++) {
        if (!s->is_vague && numbers[i] != expected[i])
            fail("device %d, user %d: the group of thread %d has %llu messages, expected %llu", s->device->number,
                 s->user, i, (unsigned long long)numbers[i], (unsigned long long)expected[i]);
        if (numbers[i] != w->groups[i] && !w->has_heard[i])
            fail("device %d, user %d: the group of thread %d had %llu messages and has %llu, and no event said so",
                 s->device->number, s->user, i, (unsigned long long)w->groups[i], (unsigned long long)numbers[i]);
        w->groups[i] = numbers[i];
        w->has_heard[i] = 0;
    }
}

/* The accounts that are logged in, together. */
static void check_sum(const device *d, const tally_badge *total)
{
    uint64_t count = 0;
    int user, shows = 0;

    for (user = 0; user < USERS; user++) {
        const seat *s = &d->seats[user];
        tally_badge badge;
        tally_badge_own own = TALLY_BADGE_OWN_INIT;
        int held, passes;

        if (s->is_there && s->has_doubtful_login)
            return;
        if (!s->is_there || !s->is_logged_in)
            continue;
        if (tally_badge_get(s->account, "root", &badge) != TALLY_OK)
            fail("tally_badge_get fails");
        if (tally_badge_get_own(s->account, "root", &own) != TALLY_OK)
            fail("tally_badge_get_own fails");
        /* A mute or a snooze of the root holds back, as any. */
        held = own.snoozed_until != 0 ? TALLY_MUTE_ALL : own.mute;
        passes = (held & TALLY_MUTE_PASS_HIGHLIGHTS) != 0;
        count += held == TALLY_MUTE_NONE ? badge.count : passes ? badge.highlights : 0;
        if ((held & 3) != TALLY_MUTE_ALL ? badge.kind != TALLY_KIND_NONE : passes && badge.level >= TALLY_LEVEL_HIGHLIGHT)
            shows = 1;
    }
    if (total->count != count || (total->kind != TALLY_KIND_NONE) != shows)
        fail("device %d: the total is %llu, kind %d; its accounts have %llu, shown %d", d->number,
             (unsigned long long)total->count, total->kind, (unsigned long long)count, shows);
}

static void check_total(const seat *s)
{
    const device *d = s->device;
    tally_badge total;

    if (d->total_run != d->run)
        return;
    if (tally_engine_get_total(d->engine, &total) != TALLY_OK)
        fail("tally_engine_get_total fails");
    if (total.count != d->total_count || total.kind != d->total_kind)
        fail("device %d: the observer of the total has %d %llu, the value is %d %llu", d->number, d->total_kind,
             (unsigned long long)d->total_count, total.kind, (unsigned long long)total.count);
    check_sum(d, &total);
}

void check_watched(seat *s)
{
    if (device_is_hit(s->device))
        return;
    check_path(s, &s->watched);
    check_messages(s, &s->watched);
    check_groups(s, &s->watched);
    check_total(s);
}
