/* Copies of a device's file: backups, a device that goes back to one, files that are rewritten or damaged. */
#include "steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BACKUP "backup.db"
#define FRESH "fresh.db"

/* ---- Files, as their owner handles them ---- */

static void name_file(const device *d, const char *name, char *path, size_t capacity)
{
    snprintf(path, capacity, DISK_ROOT "%d/%s", d->number, name);
}

/* Without a file of that name `to` is removed. */
static void copy_file(const char *from, const char *to)
{
    inode *source = disk_find(from), *target;
    size_t size;
    char *bytes;

    disk_remove(to);
    if (source == NULL)
        return;
    size = (size_t)inode_size(source);
    bytes = (char *)malloc(size + 1);
    if (bytes == NULL)
        simulator_die("no memory");
    inode_read(source, bytes, size, 0);
    target = disk_create(to);
    inode_write(target, bytes, size, 0);
    free(bytes);
}

/* The owner replaces the file, and what lies beside it goes. */
static void replace_file(device *d, const char *by, int keeps)
{
    char log[80];

    snprintf(log, sizeof log, "%s-wal", d->file);
    disk_remove(log);
    copy_file(by, d->file);
    if (!keeps)
        disk_remove(by);
    disk_settle(d->number);
}

static void need(device *d, int status, const char *call)
{
    char text[1024];
    size_t length;

    tell("%s: %d", call, status);
    if (status == TALLY_OK || device_is_hit(d))
        return;
    tally_error_message(text, sizeof text, &length);
    fail("%s: %d, %s", call, status, text);
}

/* ---- Backups ---- */

static void add_to_kept(kept *k, const model *m)
{
    int i;

    for (i = 0; i < k->count && memcmp(&k->models[i], m, sizeof *m) != 0; i++)
        continue;
    if (i == POSSIBLE)
        k->is_vague = 1;
    else if (i == k->count)
        k->models[k->count++] = *m;
}

/* The copy has what the device holds now; after a fault, that or what the former copy has. */
static void keep(seat *s, int is_certain)
{
    kept *k = &s->kept;
    int i;

    if (is_certain)
        memset(k, 0, sizeof *k);
    else if (k->count > 0 && k->is_logged_in != s->is_logged_in)
        k->has_doubtful_login = 1;
    for (i = 0; i < s->now_count; i++)
        add_to_kept(k, &s->now[i]);
    k->is_logged_in = s->is_logged_in;
    k->has_doubtful_login = k->has_doubtful_login || s->has_doubtful_login;
    k->is_vague = k->is_vague || s->is_vague;
}

void step_backup(seat *s, dice *d)
{
    device *of = s->device;
    uint32_t flags = dice_one_in(d, 4) ? 0 : TALLY_BACKUP_REPLACE;
    char path[64];
    int status, user, is_there;

    name_file(of, BACKUP, path, sizeof path);
    is_there = disk_find(path) != NULL;
    status = tally_engine_backup(of->engine, path, flags);
    if (is_there && flags == 0 && !device_is_hit(of)) {
        tell("tally_engine_backup without TALLY_BACKUP_REPLACE: %d", status);
        if (status != TALLY_ERROR_EXISTS)
            fail("a backup replaces another one without the flag: %d", status);
        return;
    }
    need(of, status, "tally_engine_backup");
    crowd_keep(&of->kept_crowd, &of->crowd, status == TALLY_OK);
    for (user = 0; user < USERS; user++) {
        if (of->seats[user].is_there && (status == TALLY_OK || device_is_hit(of)))
            keep(&of->seats[user], status == TALLY_OK);
    }
}

static void go_back(seat *s)
{
    const kept *k = &s->kept;

    s->now_count = s->history_count = k->count;
    memcpy(s->now, k->models, (size_t)k->count * sizeof *k->models);
    memcpy(s->history, k->models, (size_t)k->count * sizeof *k->models);
    s->is_logged_in = k->is_logged_in;
    s->has_doubtful_login = k->has_doubtful_login;
    permit_doubt(s);
    s->is_vague = s->is_vague || k->is_vague;
}

/* The device goes back in time: its file is that of the backup again. */
void step_rewind(seat *s, dice *d)
{
    device *of = s->device;
    char path[64];
    int user;

    (void)d;
    name_file(of, BACKUP, path, sizeof path);
    if (disk_find(path) == NULL)
        return;
    device_close(of);
    if (device_is_hit(of))
        return;
    replace_file(of, path, 1);
    for (user = 0; user < USERS; user++) {
        if (of->seats[user].is_there)
            go_back(&of->seats[user]);
    }
    crowd_go_back(&of->crowd, &of->kept_crowd);
    tell("device %d goes back to its backup", of->number);
    device_open(of);
}

/* ---- Files that are rewritten ---- */

/* The owner removes the files of a recovery that has failed or was killed, as the header asks for. */
static void remove_fresh(device *of, char *path, size_t capacity)
{
    char partial[80];

    name_file(of, FRESH, path, capacity);
    snprintf(partial, sizeof partial, "%s.recovering", path);
    disk_remove(path);
    disk_remove(partial);
}

/* Everything is in the new file: nothing was damaged. */
static void recover(device *of)
{
    tally_recovery found = TALLY_RECOVERY_INIT;
    char path[64];
    int status;

    remove_fresh(of, path, sizeof path);
    status = tally_file_recover(of->file, path, &found);
    need(of, status, "tally_file_recover");
    if (status == TALLY_OK && !device_is_hit(of)) {
        if (found.damaged_pages + found.doubtful_rows + found.accounts_lost + found.badges_lost + found.feeds_lost
                + found.messages_lost + found.others_lost > 0 || found.flags != 0)
            fail("a sound file was recovered with %llu damaged pages, and something was lost",
                 (unsigned long long)found.damaged_pages);
        replace_file(of, path, 0);
    }
    if (disk_has_crashed(of->number))
        return;
    remove_fresh(of, path, sizeof path);
    disk_sync_directory(of->number);
}

/* The file is recovered or vacuumed while no engine has it open. */
void step_rewrite(seat *s, dice *d)
{
    device *of = s->device;
    int recovers = dice_one_in(d, 2);

    device_close(of);
    if (device_is_hit(of))
        return;
    if (recovers)
        recover(of);
    else
        need(of, tally_file_vacuum(of->file), "tally_file_vacuum");
    if (!disk_has_crashed(of->number))
        device_open(of);
}

/* ---- Damage ---- */

/* The device begins again, as if it was new. */
static void begin_again(seat *s, dice *d)
{
    int is_sum = s->now[0].is_sum;

    memset(&s->now[0], 0, sizeof s->now[0]);
    s->now[0].is_sum = is_sum;
    s->now[0].feeds_unread = dice_one_in(d, 2);
    s->now_count = 1;
    s->history_count = 0;
    s->is_logged_in = 1;
    s->has_doubtful_login = 0;
    memset(s->permits, 0, sizeof s->permits);
    /* A new engine may give the same tokens to others. */
    memset(s->views, 0, sizeof s->views);
}

/* SQLite counts changes of the file and of its schema there, and names its version. Other programs may change that. */
static int is_counter(int64_t place)
{
    return (place >= 24 && place < 28) || (place >= 40 && place < 44) || (place >= 92 && place < 100);
}

/* An engine finds the damage, and puts the file aside, or refuses it. */
static int open_damaged(device *of, int64_t place)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine = NULL;
    int status;

    device_fill_options(of, &options);
    options.flags |= TALLY_ENGINE_SET_ASIDE;
    status = tally_engine_open(&options, &engine);
    tell("a damaged file is opened: %d", status);
    if (status == TALLY_OK && !is_counter(place))
        fail("a wrong byte is not noticed: %lld", (long long)place);
    if (status >= 0)
        need(of, tally_engine_close(engine, TALLY_NO_TIMEOUT), "tally_engine_close");
    return status;
}

static void flip(const char *path, int64_t place, unsigned char bits)
{
    inode *file = disk_find(path);
    unsigned char byte;

    inode_read(file, &byte, 1, place);
    byte ^= bits;
    inode_write(file, &byte, 1, place);
}

/* The damage is undone: everything is there again. */
static void undo(device *of, const char *path, int64_t place, unsigned char bits)
{
    flip(path, place, bits);
    if (strcmp(path, of->file) != 0)
        replace_file(of, path, 0);
    disk_settle(of->number);
    device_open(of);
}

/* Everything that can be read is saved. How much that is, only the end tells. */
static void salvage(device *of, const char *path)
{
    char fresh[64];
    int user;

    remove_fresh(of, fresh, sizeof fresh);
    need(of, tally_file_recover(path, fresh, NULL), "tally_file_recover of a damaged file");
    disk_remove(path);
    replace_file(of, fresh, 0);
    of->crowd.is_unknown = 1;
    for (user = 0; user < USERS; user++) {
        of->seats[user].is_vague = 1;
        of->seats[user].has_doubtful_login = 1;
        permit_doubt(&of->seats[user]);
        of->seats[user].may_lack_account = 1;
    }
    device_open(of);
}

static void begin_device_again(device *of, const char *aside, dice *d)
{
    int user;

    disk_remove(aside);
    disk_settle(of->number);
    of->run = 0;
    memset(&of->crowd, 0, sizeof of->crowd);
    for (user = 0; user < USERS; user++) {
        if (of->seats[user].is_there)
            begin_again(&of->seats[user], d);
    }
    device_open(of);
}

/*
 * A byte of the file is wrong. An engine that may put the file aside says so, and touches no file that it refuses.
 * Afterwards the damage is undone, or everything readable is saved, or the device begins again.
 */
void step_damage(seat *s, dice *d)
{
    device *of = s->device;
    unsigned char bits = (unsigned char)(1 + dice_below(d, 255));
    unsigned place = dice_below(d, dice_one_in(d, 4) ? 100 : 1u << 30), then = dice_below(d, 3);
    char aside[80];
    int64_t at;
    int status;

    snprintf(aside, sizeof aside, "%s.damaged", of->file);
    device_close(of);
    if (device_is_hit(of))
        return;
    disk_suspend(of->number, 1);
    at = place % inode_size(disk_find(of->file));
    flip(of->file, at, bits);
    tell("byte %lld of device %d is damaged", (long long)at, of->number);
    status = open_damaged(of, at);
    if (status == TALLY_OK) {
        device_open(of);
    } else if (status != TALLY_SET_ASIDE) {
        undo(of, of->file, at, bits);
    } else if (then == 0) {
        undo(of, aside, at, bits);
    } else if (then == 1) {
        salvage(of, aside);
    } else {
        begin_device_again(of, aside, d);
    }
    disk_suspend(of->number, 0);
}
