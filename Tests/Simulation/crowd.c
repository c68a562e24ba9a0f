#include "crowd.h"

#include "world.h"

#include <stdio.h>
#include <string.h>

static void need(int status, const char *call)
{
    char text[1024];
    size_t length;

    tally_error_message(text, sizeof text, &length);
    if (status != TALLY_OK)
        fail("%s: %d, %s", call, status, text);
}

/* ---- The accounts of the file ---- */

static uint32_t read_badge(tally_account *account, const char *path)
{
    tally_badge badge;

    need(tally_badge_get(account, path, &badge), "tally_badge_get");
    return (uint32_t)badge.count;
}

static void look_at_account(device *d, int number, crowd_state *out)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_account *account;
    char name[16], path[16];
    uint32_t sum = 0;
    int status, i;

    options.flags = TALLY_ACCOUNT_EXISTING;
    snprintf(name, sizeof name, "crowd%d", number);
    status = tally_account_open(d->engine, name, &options, &account);
    if (status == TALLY_ERROR_NOT_FOUND)
        return;
    need(status, "tally_account_open");
    out->is_there[number] = 1;
    for (i = 0; i < CROWD_BADGES; i++) {
        snprintf(path, sizeof path, "root.%c", 'a' + i);
        out->counts[number][i] = read_badge(account, path);
        sum += out->counts[number][i];
    }
    if (read_badge(account, "root") != sum)
        fail("device %d, account %s: its root shows another number than its badges", d->number, name);
    tally_account_release(account);
}

static void look(device *d, crowd_state *out)
{
    tally_position position = TALLY_POSITION_INIT;
    int status, number;

    memset(out, 0, sizeof *out);
    disk_suspend(d->number, 1);
    for (number = 0; number < CROWD; number++)
        look_at_account(d, number, out);
    status = tally_engine_get_position(d->engine, "log", &position);
    if (status != TALLY_ERROR_NOT_FOUND)
        need(status, "tally_engine_get_position");
    out->position = position.position;
    disk_suspend(d->number, 0);
}

static void tell_difference(const device *d, const crowd_state *expected, const crowd_state *found)
{
    int number;

    for (number = 0; number < CROWD; number++) {
        const uint32_t *e = expected->counts[number], *f = found->counts[number];

        if (memcmp(e, f, sizeof expected->counts[number]) != 0
            || expected->is_there[number] != found->is_there[number])
            fail("device %d, account crowd%d: expected %d with %u %u %u, found %d with %u %u %u", d->number, number,
                 expected->is_there[number], e[0], e[1], e[2], found->is_there[number], f[0], f[1], f[2]);
    }
    fail("device %d: its log was applied until %llu, expected %llu", d->number, (unsigned long long)found->position,
         (unsigned long long)expected->position);
}

void crowd_check(device *d)
{
    crowd_state found;

    if (d->engine == NULL || disk_has_crashed(d->number))
        return;
    look(d, &found);
    if (d->crowd.is_unknown)
        d->crowd.now = found;
    d->crowd.is_unknown = 0;
    if (memcmp(&found, &d->crowd.now, sizeof found) != 0)
        tell_difference(d, &d->crowd.now, &found);
}

void crowd_reopened(device *d)
{
    crowd *c = &d->crowd;
    crowd_state found;
    int i;

    look(d, &found);
    for (i = 0; i < c->disk_count && memcmp(&found, &c->disk[i], sizeof found) != 0; i++)
        continue;
    if (!c->is_unknown && i == c->disk_count && memcmp(&found, &c->now, sizeof found) != 0)
        tell_difference(d, &c->now, &found);
    c->now = c->disk[0] = found;
    c->disk_count = 1;
    c->is_unknown = 0;
}

/* ---- Copies ---- */

void crowd_go_back(crowd *c, const crowd *kept)
{
    *c = *kept;
    /* One of several states: the accounts tell which. */
    c->is_unknown = kept->is_unknown || kept->disk_count > 1;
}

void crowd_keep(crowd *kept, const crowd *from, int is_certain)
{
    if (is_certain)
        memset(kept, 0, sizeof *kept);
    kept->now = from->now;
    kept->is_unknown = kept->is_unknown || from->is_unknown;
    if (kept->disk_count < CROWD_STATES)
        kept->disk[kept->disk_count++] = from->now;
    else
        kept->is_unknown = 1;
}
