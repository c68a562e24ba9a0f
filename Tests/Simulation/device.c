/* A device: the library as it is shipped, driven by the simulator, on a disk of its own. */
#include "world.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

int64_t device_wall(const device *d) { return d->world->now + d->offset; }

static void read_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    const device *d = (const device *)user_data;

    *out_wall = device_wall(d);
    *out_elapsed = d->world->now - d->booted + 1000;
}

static void log_line(void *user_data, tally_log_level level, const char *text)
{
    const device *d = (const device *)user_data;

    tell("device %d logs %d: %s", d->number, (int)level, text);
}

/* A TZif file of version 2 whose footer alone says everything. */
static size_t read_zone(void *user_data, const char *name, void *bytes, size_t capacity)
{
    unsigned char header[44] = {'T', 'Z', 'i', 'f', '2'};
    unsigned char *at = (unsigned char *)bytes;
    size_t part;
    int zone = zone_named(name);

    (void)user_data;
    header[39] = 1; /* One type; the abbreviations have two bytes. */
    header[43] = 2;
    if (zone < 0 || capacity < 512)
        return 0;
    for (part = 0; part < 2; part++) {
        memcpy(at, header, 44);
        memset(at + 44, 0, 6);
        at[50] = 'X';
        at[51] = 0;
        at += 52;
    }
    return (size_t)(at - (unsigned char *)bytes) + (size_t)sprintf((char *)at, "\n%s\n", zone_rule(zone));
}

static const char *last_error(void)
{
    static char text[1024];
    size_t length;

    tally_error_message(text, sizeof text, &length);
    return text;
}

/* ---- Faults ---- */

/* Since the begin of the step, which arms a fault and ends it. */
int device_is_hit(device *d)
{
    return disk_fired(d->number) > 0 || disk_has_crashed(d->number) || memory_fired(d->number) > 0;
}

/* ---- Seats ---- */

void seat_add_feed(seat *s, int feed)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char name[16], url[96], prefix[64];
    int status;

    snprintf(name, sizeof name, "f%d", feed);
    snprintf(url, sizeof url, "https://s%d.example/u%d/f%d", feed, s->user, feed);
    options.url = url;
    node_path(s->device->world->mailboxes[s->user][feed].prefix, prefix, sizeof prefix);
    options.prefix = prefix;
    if (s->device->world->mailboxes[s->user][feed].speech == SPEAKS_FOREIGN)
        options.mapping = foreign_mapping;
    options.page_limit = (uint32_t)s->device->world->page_limit;
    tally_feed_release(s->feeds[feed]);
    s->feeds[feed] = NULL;
    status = tally_feed_add(s->account, name, &options, &s->feeds[feed]);
    if (status != TALLY_OK && !device_is_hit(s->device))
        fail("tally_feed_add: %d, %s", status, last_error());
}

static void configure(seat *s)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;
    char url[64];
    int status;

    snprintf(url, sizeof url, "https://outbox.example/u%d", s->user);
    settings.outbox = TALLY_OUTBOX_MODE_SENT;
    settings.outbox_url = url;
    if (model_sees)
        settings.outbox_kinds = TALLY_OUTBOX_READS | TALLY_OUTBOX_REMINDERS | TALLY_OUTBOX_SEEN;
    status = tally_account_configure(s->account, &settings);
    /* A host tries again, because until then its users' reads are not sent. */
    if (status != TALLY_OK && device_is_hit(s->device) && !disk_has_crashed(s->device->number)) {
        disk_suspend(s->device->number, 1);
        status = tally_account_configure(s->account, &settings);
        disk_suspend(s->device->number, 0);
    }
    s->lacks_settings = status != TALLY_OK;
    if (status != TALLY_OK && !disk_has_crashed(s->device->number))
        fail("tally_account_configure: %d, %s", status, last_error());
}

/* A log-in and a log-out are stored. */
static void read_login(seat *s)
{
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;
    int status = tally_account_get(s->account, &state, NULL, 0, NULL);

    if (status != TALLY_OK) {
        if (!device_is_hit(s->device))
            fail("tally_account_get: %d, %s", status, last_error());
        return;
    }
    if (!s->has_doubtful_login && state.logged_in != s->is_logged_in)
        fail("device %d, user %d: logged in %d before it was opened again, then %d", s->device->number, s->user,
             s->is_logged_in, state.logged_in);
    s->is_logged_in = state.logged_in;
    if (!device_is_hit(s->device))
        s->has_doubtful_login = 0;
}

void device_open_seat(device *d, seat *s)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    char name[16];
    int feed, status, is_first = d->run == 1 && !s->is_adopting;

    snprintf(name, sizeof name, "user%d", s->user);
    if (!s->may_lack_account)
        options.aggregation = s->now[0].is_sum ? TALLY_AGGREGATION_SUM : TALLY_AGGREGATION_CHILDREN;
    if (is_first)
        options.feeding = s->now[0].feeds_unread ? TALLY_FEEDING_UNREAD : TALLY_FEEDING_UNSEEN;
    status = tally_account_open(d->engine, name, &options, &s->account);
    if (status != TALLY_OK) {
        if (device_is_hit(d))
            return;
        fail("tally_account_open: %d, %s", status, last_error());
    }
    if (is_first || s->may_lack_account || s->is_adopting || s->lacks_settings)
        configure(s);
    for (feed = 0; feed < d->world->feed_count; feed++)
        seat_add_feed(s, feed);
    if (is_first && tally_account_log_in(s->account) != TALLY_OK && !device_is_hit(d))
        fail("tally_account_log_in: %s", last_error());
    if (!is_first) {
        read_login(s);
        permit_reopened(s);
        seat_reopened(s);
    }
    seat_enters(s);
    observe(s);
    reminders_observe(s);
    memset(&s->watched, 0, sizeof s->watched);
    if (d->world->profile.is_watched)
        watch(s, (d->run * 7 + d->number * 5 + s->user) % NODES);
}

/* ---- The engine ---- */

void device_fill_options(device *d, tally_engine_options *out)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;

    options.flags = TALLY_ENGINE_HOST_DRIVEN;
    options.seed = d->world->seed * 64 + (uint64_t)d->number * 8 + 1 + (uint64_t)d->run * 1000003;
    options.file = d->file;
    options.zone = "UTC";
    options.clock = read_clock;
    options.clock_user_data = d;
    options.log = log_line;
    options.log_user_data = d;
    options.zone_file = read_zone;
    options.zone_user_data = d;
    options.durability = d->durability;
    options.max_loaded_accounts = d->number % 2 == 1 ? 1 : TALLY_NO_LIMIT;
    *out = options;
}

static int try_open(device *d)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    int status;

    device_fill_options(d, &options);
    /* libuv ends the process if it finds no memory for the table of a loop, which the library has looked for before. */
    memory_suspend(1);
    status = tally_engine_open(&options, &d->engine);
    memory_suspend(0);
    if (status == TALLY_OK)
        status = tally_engine_set_transport(d->engine, network_transport, d, NULL);
    if (status == TALLY_OK)
        status = tally_scope_open(d->engine, &d->scope);
    return status;
}

void device_open(device *d)
{
    int status, user;

    d->run += 1;
    d->zone = 0;
    /* They belong to an engine that is gone. The number of the run may have begun again. */
    d->total_run = 0;
    memset(d->limit_runs, 0, sizeof d->limit_runs);
    check_forget(d);
    status = try_open(d);
    tell("device %d opens, durability %d: %d", d->number, d->durability, status);
    if (status != TALLY_OK) {
        if (!device_is_hit(d))
            fail("a store that was not damaged is refused: %d, %s", status, last_error());
        return;
    }
    for (user = 0; user < USERS; user++) {
        if (d->seats[user].is_there)
            device_open_seat(d, &d->seats[user]);
    }
    if (d->run == 1) {
        for (user = 0; user < USERS; user++) {
            if (d->seats[user].is_there)
                seat_promise(&d->seats[user]);
        }
    }
}

static void release(device *d)
{
    int user, feed;

    for (user = 0; user < USERS; user++) {
        seat *s = &d->seats[user];

        for (feed = 0; feed < FEEDS; feed++) {
            tally_feed_release(s->feeds[feed]);
            s->feeds[feed] = NULL;
            s->staged_count[feed] = 0;
            s->is_paused[feed] = 0;
        }
        tally_account_release(s->account);
        s->account = NULL;
    }
    tally_scope_close(d->scope);
    d->scope = NULL;
}

void device_close(device *d)
{
    int status, user;

    if (d->engine == NULL)
        return;
    for (user = 0; user < USERS; user++) {
        if (d->seats[user].is_there)
            seat_expire(&d->seats[user]);
    }
    release(d);
    status = tally_engine_close(d->engine, TALLY_NO_TIMEOUT);
    d->engine = NULL;
    network_drop(d);
    tell("device %d closes: %d", d->number, status);
    if (status != TALLY_OK && !device_is_hit(d))
        fail("tally_engine_close: %d, %s", status, last_error());
    if (status == TALLY_OK && !disk_has_crashed(d->number)) {
        for (user = 0; user < USERS; user++) {
            if (d->seats[user].is_there)
                seat_promise(&d->seats[user]);
        }
    }
}

void device_die(device *d)
{
    disk_arm(d->number, ~0u, DISK_CRASH, 1, 1);
    disk_fails(d->number, DISK_OTHER);
    if (d->engine != NULL) {
        release(d);
        (void)tally_engine_close(d->engine, TALLY_NO_WAIT);
        d->engine = NULL;
    }
    network_drop(d);
}

void device_check_reopened(device *d)
{
    int user;

    disk_disarm(d->number);
    /* The system has forgotten what a failed sync has lost: the machine begins again with what is there. */
    if (d->has_failed_sync)
        disk_settle(d->number);
    d->has_failed_sync = 0;
    crowd_reopened(d);
    for (user = 0; user < USERS; user++) {
        if (!d->seats[user].is_there)
            continue;
        d->seats[user].now_count = 0;
        permit_doubt(&d->seats[user]);
        check_after_opening(&d->seats[user]);
    }
}

void device_crash(device *d)
{
    int attempt;
    dice *dice = &d->world->dice;

    d->world->crashes += 1;
    memory_disarm();
    for (attempt = 0; attempt < 10; attempt++) {
        device_die(d);
        disk_lose_power(d->number, !d->has_failed_sync && dice_one_in(dice, 2), dice);
        if (attempt < 8 && dice_one_in(dice, 4))
            disk_arm(d->number, DISK_WRITE | DISK_SYNC | DISK_REMOVE, DISK_CRASH, 1 + dice_below(dice, 12), 1);
        device_open(d);
        if (d->engine != NULL && !device_is_hit(d))
            break;
    }
    device_check_reopened(d);
}

void device_run(device *d)
{
    int rounds, user;

    for (rounds = 0; d->engine != NULL && rounds < 200; rounds++) {
        int status = tally_engine_step(d->engine);

        if (status != TALLY_OK && !device_is_hit(d))
            fail("tally_engine_step: %d, %s", status, last_error());
        for (user = 0; user < USERS; user++) {
            if (!d->seats[user].is_there)
                continue;
            seat_fire(&d->seats[user]);
            seat_expire(&d->seats[user]);
        }
        if (!network_run(d) || disk_has_crashed(d->number))
            return;
    }
}
