/* A world from its beginning to its end: the draw, the steps, and the quiet in which everybody must agree. */
#include "world.h"

#include "carry.h"
#include "memory.h"
#include "vfs.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

world *current;

static jmp_buf failed;
static char failure[1200];

void fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(failure, sizeof failure, format, arguments);
    va_end(arguments);
    longjmp(failed, 1);
}

void simulator_die(const char *what) { fail("the simulator: %s", what); }

void tell(const char *format, ...)
{
    world *w = current;
    char line[4096];
    va_list arguments;
    int count;

    va_start(arguments, format);
    count = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (count > (int)sizeof line - 2)
        count = (int)sizeof line - 2;
    line[count++] = '\n';
    w->log_hash = hash_bytes(w->log_hash, line, (size_t)count);
    w->log_lines += 1;
    if (w->options->is_verbose)
        fwrite(line, 1, (size_t)count, stdout);
}

/* ---- The beginning ---- */

static void begin_device(world *w, int number, dice *d)
{
    device *of = &w->devices[number];
    int user, owner = (int)dice_below(d, (unsigned)w->user_count), is_shared = dice_one_in(d, 3);

    of->world = w;
    of->number = number;
    of->is_online = of->is_foreground = 1;
    of->durability = dice_one_in(d, 3) ? TALLY_DURABILITY_FULL : TALLY_DURABILITY_GROUP;
    of->booted = w->now;
    snprintf(of->file, sizeof of->file, DISK_ROOT "%d/tally.db", number);
    for (user = 0; user < w->user_count; user++) {
        seat *s = &of->seats[user];

        s->device = of;
        s->user = user;
        s->is_there = user == owner || is_shared;
        s->is_logged_in = 1;
        s->now_count = 1;
        s->is_vague = w->has_foreign;
        s->now[0].is_sum = dice_one_in(d, 3);
        s->now[0].feeds_unread = dice_one_in(d, 2);
    }
    device_open(of);
}

/* Some feeds have a prefix. In some worlds servers have no versions, or a format of their own. */
static void draw_servers(world *w)
{
    dice d = dice_of(w->seed, 0, 10);
    int is_drawn = dice_one_in(&d, 6), user, feed;
    int has_foreign = w->profile.has_foreign == FOREIGN_ALWAYS || (w->profile.has_foreign && is_drawn);

    for (feed = 0; feed < w->feed_count; feed++) {
        int prefix = dice_one_in(&d, 3) ? 1 + (int)dice_below(&d, 3) : 0;
        int speech = has_foreign ? (int)dice_below(&d, 3) : SPEAKS_VERSIONS;

        model_prefix[feed] = prefix;
        for (user = 0; user < w->user_count; user++) {
            w->mailboxes[user][feed].prefix = prefix;
            w->mailboxes[user][feed].speech = speech;
        }
        tell("feed %d: prefix %d, speech %d", feed, prefix, speech);
    }
    w->has_foreign = has_foreign;
    /* Without versions, devices may differ. */
    model_sees = !has_foreign && w->seed % 2 == 0;
    /* With one device even reads must agree with such a server. */
    if (has_foreign && dice_one_in(&d, 2))
        w->device_count = 1;
}

/* Milliseconds: any moment, or one within the two days before a month ends or a summer time begins or ends. */
static int64_t draw_beginning(uint64_t seed)
{
    dice d = dice_of(seed, 0, 11);
    int year = 2024 + (int)dice_below(&d, 8), month = 1 + (int)dice_below(&d, 12), kind = (int)dice_below(&d, 4);
    int zone = (int)dice_below(&d, ZONES), is_end = (int)dice_below(&d, 2);
    int64_t first = day_of_number(year * 10000 + month * 100 + 1) * DAY_SECONDS, seconds = dice_below(&d, 2 * 86400);

    if (kind < 2 && zone_change(zone, year, is_end) != 0)
        seconds = zone_change(zone, year, is_end) - seconds;
    else if (kind == 2)
        seconds = first - seconds;
    else
        seconds = first + seconds + (int64_t)dice_below(&d, 28) * DAY_SECONDS;
    return seconds * 1000 + (int64_t)dice_below(&d, 1000);
}

static void begin(world *w)
{
    dice d = dice_of(w->seed, 0, 1);
    int user, feed, number;

    if (w->options->profile != NULL && strcmp(w->options->profile, "swarm") != 0)
        profile_find(w->options->profile, &w->profile);
    else
        profile_draw(&w->profile, w->seed, w->options->profile != NULL);
    disk_reset();
    check_begin();
    vfs_seed(w->seed);
    w->now = draw_beginning(w->seed);
    w->device_count = 1 + (int)dice_below(&d, (unsigned)w->profile.devices);
    w->user_count = 1 + (int)dice_below(&d, (unsigned)w->profile.users);
    w->feed_count = 1 + (int)dice_below(&d, (unsigned)w->profile.feeds);
    w->page_limit = dice_one_in(&d, 2) ? 200 : 8 + (int)dice_below(&d, 8);
    for (user = 0; user < w->user_count; user++) {
        for (feed = 0; feed < w->feed_count; feed++)
            server_begin(&w->mailboxes[user][feed], 1 + (unsigned)feed);
    }
    draw_servers(w);
    tell("seed %llu, profile %s, %d devices, %d users, %d feeds, from %d on", (unsigned long long)w->seed,
         w->profile.name, w->device_count, w->user_count, w->feed_count,
         (int)number_of_day(w->now / 1000 / DAY_SECONDS));
    for (number = 0; number < w->device_count; number++)
        begin_device(w, number, &d);
}

/* ---- Steps ---- */

static int draw_kind(const world *w, dice *d)
{
    unsigned sum = 0, at;
    int kind;

    for (kind = 0; kind < step_count(); kind++)
        sum += w->profile.weights[kind];
    at = dice_below(d, sum);
    for (kind = 0; at >= w->profile.weights[kind]; kind++)
        at -= w->profile.weights[kind];
    return kind;
}

static seat *draw_seat(world *w, dice *d)
{
    device *of = &w->devices[dice_below(d, (unsigned)w->device_count)];
    int user = (int)dice_below(d, USERS);

    return &of->seats[of->seats[user].is_there ? user : !user];
}

static void arm(const world *w, device *of, dice *d)
{
    static const unsigned kinds[] = {DISK_WRITE, DISK_SYNC, DISK_WRITE | DISK_SYNC, DISK_READ, DISK_OTHER};
    unsigned operations = kinds[dice_below(d, 5)];
    disk_fault fault = dice_one_in(d, 3) ? DISK_CRASH : dice_one_in(d, 2) ? DISK_FAIL : DISK_FULL;
    long k = 1 + (long)dice_below(d, dice_one_in(d, 2) ? 4 : 30);
    int for_ever = dice_one_in(d, 2), happens = dice_below(d, 100) < w->profile.fault_rate;

    if (fault == DISK_CRASH)
        operations = DISK_WRITE | DISK_SYNC;
    if (fault == DISK_FULL)
        operations = DISK_WRITE;
    /* After another fault it is not known what a view has cleared. */
    if (fault != DISK_CRASH && (model_is_viewed(&of->seats[0].now[0]) || model_is_viewed(&of->seats[1].now[0])))
        happens = 0;
    if (happens)
        disk_arm(of->number, operations, fault, k, for_ever);
    of->arms_sync = happens && (operations & DISK_SYNC) && fault == DISK_FAIL;
}

/* The process runs out of memory for a moment, or until the step ends. */
static void arm_memory(const world *w, const device *of)
{
    dice d = dice_of(w->seed, (uint64_t)w->step, 9);
    long k = 1 + (long)dice_below(&d, dice_one_in(&d, 2) ? 20 : 400);
    int for_ever = dice_one_in(&d, 2);

    if (dice_below(&d, 100) < w->profile.memory_rate)
        memory_arm(of->number, k, for_ever);
}

/* Whether the last opening got all handles. */
static int is_complete(const device *of)
{
    int user, feed;

    for (user = 0; user < USERS && of->engine != NULL; user++) {
        const seat *s = &of->seats[user];

        for (feed = 0; feed < of->world->feed_count && s->is_there; feed++) {
            if (s->feeds[feed] == NULL)
                return 0;
        }
    }
    return of->engine != NULL;
}

/* The fault ends: a process that did not survive it begins again. */
static void disarm(device *of)
{
    memory_disarm();
    if (disk_has_crashed(of->number)) {
        device_crash(of);
        return;
    }
    if (disk_disarm(of->number) > 0 && of->arms_sync)
        of->has_failed_sync = 1;
    if (is_complete(of))
        return;
    device_close(of);
    disk_settle(of->number);
    device_open(of);
    device_check_reopened(of);
}

static void check_device(device *of, const char *when)
{
    int user;

    for (user = 0; user < USERS; user++) {
        if (of->seats[user].is_there)
            check_seat(&of->seats[user], when);
    }
}

/* A change that found no memory waits for the next call that looks, whose events the next step of the engine has. */
static void catch_up(device *of)
{
    int user;

    for (user = 0; user < USERS; user++) {
        if (of->seats[user].is_there)
            check_seat_alone(&of->seats[user], "with memory again");
    }
    device_run(of);
}

static void step(world *w)
{
    dice d = dice_of(w->seed, (uint64_t)w->step, 2);
    int kind = draw_kind(w, &d), number, is_starved = 0;
    seat *s = draw_seat(w, &d);
    dice parameters = dice_of(w->seed, (uint64_t)w->step, 3), faults = dice_of(w->seed, (uint64_t)w->step, 4);

    w->dice = dice_of(w->seed, (uint64_t)w->step, 5);
    if ((w->options->without >> kind & 1) || (w->options->dropped != NULL && w->options->dropped[w->step]))
        return;
    tell("step %d: %s, device %d, user %d", w->step, step_name(kind), s->device->number, s->user);
    arm(w, s->device, &faults);
    arm_memory(w, s->device);
    step_perform(kind, s, &parameters);
    for (number = 0; number < w->device_count; number++) {
        if (&w->devices[number] == s->device) {
            device_run(s->device);
            is_starved = memory_fired(number) > 0;
            disarm(s->device);
            continue;
        }
        memory_suspend(1);
        device_run(&w->devices[number]);
        memory_suspend(0);
    }
    device_run(s->device);
    if (is_starved)
        catch_up(s->device);
    check_device(s->device, step_name(kind));
    if (w->step % 8 == 0)
        check_device(&w->devices[w->step / 8 % w->device_count], "now and then");
}

/* ---- The end ---- */

static int is_settled(world *w)
{
    int number, user;

    for (number = 0; number < w->device_count; number++) {
        for (user = 0; user < USERS; user++) {
            seat *s = &w->devices[number].seats[user];
            tally_outbox_counts counts = TALLY_OUTBOX_COUNTS_INIT;

            if (s->is_there && (tally_outbox_get_counts(s->account, &counts) != TALLY_OK || counts.total > 0))
                return 0;
        }
    }
    return 1;
}

static void calm_seat(seat *s, int feeds)
{
    int feed;

    if (tally_account_log_in(s->account) != TALLY_OK || tally_outbox_retry_all(s->account, NULL) != TALLY_OK)
        fail("a device without faults cannot log in");
    if (!s->is_logged_in)
        seat_enters(s);
    s->is_logged_in = 1;
    permit_logged_in(s);
    permit_grant_all(s);
    for (feed = 0; feed < feeds; feed++) {
        if (tally_feed_pause(s->feeds[feed], 0) != TALLY_OK
            || tally_feed_refresh_now(s->feeds[feed], NULL, NULL, NULL, NULL) != TALLY_OK)
            fail("a device without faults cannot poll");
    }
}

/* Faults have ended, and everything is delivered. */
static void quieten(world *w)
{
    int round, number, user;

    w->is_quiet = 1;
    w->dice = dice_of(w->seed, 0, 6);
    for (round = 0; round < 12; round++) {
        w->now += INT64_C(90000000);
        for (number = 0; number < w->device_count; number++) {
            device *of = &w->devices[number];

            of->is_online = of->is_foreground = 1;
            if (tally_engine_set_network(of->engine, 1) != TALLY_OK
                || tally_engine_set_foreground(of->engine, 1) != TALLY_OK)
                fail("a device without faults does not come back");
            device_run(of);
            for (user = 0; user < USERS; user++) {
                if (of->seats[user].is_there)
                    calm_seat(&of->seats[user], w->feed_count);
            }
            device_run(of);
        }
        if (round >= 3 && is_settled(w))
            break;
    }
    if (!is_settled(w))
        fail("the outbox of a device is not empty, although everything is delivered");
    tell("quiet after %d rounds", round);
    check_agreement(w);
}

static void end(world *w)
{
    int number, user;

    for (number = 0; number < w->device_count; number++) {
        device *of = &w->devices[number];

        device_close(of);
        device_open(of);
        crowd_check(of);
        for (user = 0; user < USERS; user++) {
            if (of->seats[user].is_there)
                check_after_opening(&of->seats[user]);
        }
        device_close(of);
        tell("disk %d: %llx", number, (unsigned long long)disk_hash(number));
    }
}

int world_run(const options *o, uint64_t seed, world *w, char *out_failure, size_t capacity, int *out_step)
{
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->options = o;
    w->log_hash = HASH_START;
    current = w;
    memory_reset();
    if (setjmp(failed) != 0) {
        snprintf(out_failure, capacity, "%s", failure);
        *out_step = w->step;
        return 1;
    }
    begin(w);
    w->begun = w->now;
    for (w->step = 1; w->step <= o->steps && (o->until == 0 || w->step <= o->until); w->step++) {
        step(w);
        if (o->load != NULL && w->step == o->carries_at)
            carry_in(w, o->load);
        if (o->save != NULL && w->step == o->carries_at) {
            carry_out(w, o->save);
            return 0;
        }
    }
    w->device_days = (double)(w->now - w->begun) / 86400000.0 * w->device_count;
    quieten(w);
    end(w);
    return 0;
}

/* ---- Pairs of kills ---- */

/* Acts, and dies at the k-th write. Returns whether it came as far. */
static int act_and_die(seat *s, long k, uint64_t number, int loses, dice *losing)
{
    device *of = s->device;
    dice d = dice_of(number, 0, 8);
    static const char *const acts[] = {"post", "batch", "set", "restore"};
    int kind;

    for (kind = 0; strcmp(step_name(kind), acts[number % 4]) != 0; kind++)
        continue;
    disk_arm(of->number, DISK_WRITE | DISK_SYNC, DISK_CRASH, k, 1);
    step_perform(kind, s, &d);
    if (!disk_has_crashed(of->number)) {
        disk_disarm(of->number);
        return 0;
    }
    device_die(of);
    disk_lose_power(of->number, loses, losing);
    device_open(of);
    device_check_reopened(of);
    return 1;
}

/* The first and the second kill; 0: the first act ends before it. */
static int kill_twice(world *w, long first, long second, uint64_t seed)
{
    dice losing = dice_of(seed, (uint64_t)first, (uint64_t)second);
    seat *s;
    int went_on;
    uint64_t acts;

    memset(w->devices, 0, sizeof w->devices);
    w->seed = seed;
    w->step = (int)(first * 1000 + second);
    begin(w);
    s = &w->devices[0].seats[0];
    w->devices[0].durability = TALLY_DURABILITY_FULL;
    device_close(&w->devices[0]);
    device_open(&w->devices[0]);
    /* The log is longer each time, so that its writes fall differently on the sectors. */
    for (acts = 0; acts < seed % 16; acts++)
        act_and_die(s, LONG_MAX, acts * 4, 0, &losing);
    went_on = act_and_die(s, first, seed, 0, &losing) ? 1 : 0;
    if (went_on && act_and_die(s, second, seed + 1, (int)(second % 2), &losing))
        went_on = 2;
    device_run(&w->devices[0]); /* Its observers hear of what was done last. */
    check_seat(s, "after two kills");
    device_close(&w->devices[0]);
    return went_on;
}

int world_kills(const options *o, world *w, char *out_failure, size_t capacity)
{
    static options fixed;
    uint64_t seed;
    long first, second;

    fixed = *o;
    fixed.profile = "kills";
    memset(w, 0, sizeof *w);
    w->options = &fixed;
    current = w;
    if (setjmp(failed) != 0) {
        snprintf(out_failure, capacity, "kills %d: %s", w->step, failure);
        return 1;
    }
    for (seed = 1; seed <= 3; seed++) {
        for (first = 1;; first++) {
            int went_on = 2;

            for (second = 1; went_on == 2; second++) {
                went_on = kill_twice(w, first, second, seed);
                w->crashes += 1;
            }
            if (went_on == 0)
                break;
        }
    }
    return 0;
}
