/* needs: disk sqlite */
/*
 * The k-th read of the disk fails, for every k, or returns one bit that is not on the disk: while a store is opened,
 * verified, read, recovered and backed up. A read error is no damage: nothing is ever renamed, every call succeeds or
 * says IO, and the next one finds everything. The same for each call by which the library looks at files.
 */
#include "storefile.h"

#include "fault_vfs.h"
#include "settings.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIXES = 3 };
static const char *const suffixes[SUFFIXES] = {"", "-wal", "-journal"};

/* A file, its log and its journal. */
typedef struct kept {
    char *bytes[SUFFIXES]; /* NULL: there is none. */
    size_t counts[SUFFIXES];
} kept;

static void beside(const char *file, int i, char *name, size_t capacity)
{
    require((size_t)snprintf(name, capacity, "%s%s", file, suffixes[i]) < capacity);
}

static void keep(const char *file, kept *k)
{
    char name[400];
    int i;

    for (i = 0; i < SUFFIXES; i++) {
        beside(file, i, name, sizeof name);
        k->bytes[i] = read_file(name, &k->counts[i]);
    }
}

static void put_back(const char *file, const kept *k)
{
    char name[400];
    int i;

    for (i = 0; i < SUFFIXES; i++) {
        beside(file, i, name, sizeof name);
        unlink(name);
        if (k->bytes[i] != NULL)
            write_file(name, k->bytes[i], k->counts[i]);
    }
}

static void forget(kept *k)
{
    int i;

    for (i = 0; i < SUFFIXES; i++)
        free(k->bytes[i]);
}

static int is_there(const char *file, const char *suffix)
{
    char name[400];

    snprintf(name, sizeof name, "%s%s", file, suffix);
    return access(name, F_OK) == 0;
}

static void check_not_renamed(const char *file, long k)
{
    static const char *const names[] = {".damaged", "-wal.damaged", "-journal.damaged"};
    size_t i;

    for (i = 0; i < COUNT_OF(names); i++) {
        if (is_there(file, names[i]))
            fail_msg("k = %ld: there is %s%s", k, file, names[i]);
    }
}

static void check_ok_or_io(tally_status status, const char *what, long k)
{
    char message[1024];
    size_t length;

    if (status == TALLY_OK || status == TALLY_ERROR_IO)
        return;
    require(tally_error_message(message, sizeof message, &length) == TALLY_OK);
    fail_msg("%s, k = %ld: %s (%s)", what, k, tally_status_name(status), message);
}

/* Everything is in the file, and all of it is in order. */
static void check_whole(world *w)
{
    open_recovered(w, w->file);
    check_everything(w);
    check_batches(w);
    check_reminders(w);
    world_close(w);
}

/* ---- The stores ---- */

static void make_closed(world *w, kept *k)
{
    size_t count;

    world_init(w, WORLD_CLOSED);
    free(make_file(w, &count));
    keep(w->file, k);
}

/* As a crash leaves it: much of it is in the log alone. */
static void make_with_log(world *w, kept *k)
{
    world_init(w, WORLD_FILE);
    make_everything(w);
    check_ok(tally_engine_flush(w->engine));
    keep(w->file, k);
    require(k->bytes[1] != NULL && k->counts[1] > 4096);
    world_close(w);
}

/* With a journal that a program of others has left: the transaction that it was about is to be taken back. */
static void make_with_journal(world *w, kept *k)
{
    sqlite3 *database;
    size_t count;

    world_init(w, WORLD_CLOSED);
    free(make_file(w, &count));
    require(sqlite3_open_v2(w->file, &database, SQLITE_OPEN_READWRITE, "tally-checksums") == SQLITE_OK);
    require(sqlite3_exec(database,
                         "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;"
                         "UPDATE message SET title = 'x'; UPDATE badge SET count = 9 WHERE count > 0;"
                         "PRAGMA user_version = 1; PRAGMA cache_spill = 1; CREATE TABLE t(a);"
                         "INSERT INTO t VALUES (zeroblob(200000)); DELETE FROM message;",
                         NULL, NULL, NULL) == SQLITE_OK);
    keep(w->file, k);
    require(k->bytes[2] != NULL && k->counts[2] > 0);
    require(sqlite3_close(database) == SQLITE_OK);
}

static void (*const makers[])(world *w, kept *k) = {make_closed, make_with_log, make_with_journal};
static const char *const maker_names[] = {"closed", "with a log", "with a journal"};

/* ---- Operations on the files ---- */

/* Each returns its status, and leaves nothing open. */
static tally_status do_open(world *w, uint32_t flags)
{
    tally_status status = open_file(w, w->file, flags);

    if (status >= 0) {
        fault_suspend();
        require(tally_engine_close(w->engine, -1) == TALLY_OK);
        fault_resume();
    }
    return status;
}

static tally_status opens(world *w) { return do_open(w, 0); }
static tally_status opens_setting_aside(world *w) { return do_open(w, TALLY_ENGINE_SET_ASIDE); }

static tally_status verifies(world *w)
{
    tally_status status;

    fault_suspend();
    check_ok(open_file(w, w->file, 0));
    fault_resume();
    status = tally_engine_verify(w->engine);
    fault_suspend();
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_engine_close(w->engine, -1));
    fault_resume();
    return status;
}

static tally_status reads(world *w)
{
    tally_account *account = NULL;
    size_t badges, messages;
    tally_status status;

    fault_suspend();
    check_ok(open_file(w, w->file, 0));
    fault_resume();
    status = tally_account_open(w->engine, "ann", NULL, &account);
    if (status == TALLY_OK)
        status = read_everything(account, &badges, &messages);
    fault_suspend();
    tally_account_release(account);
    check_ok(tally_engine_close(w->engine, -1));
    fault_resume();
    return status;
}

static tally_status backs_up(world *w)
{
    char copy[400];
    tally_status status;

    snprintf(copy, sizeof copy, "%s/copy.db", w->directory);
    fault_suspend();
    check_ok(open_file(w, w->file, 0));
    fault_resume();
    status = tally_engine_backup(w->engine, copy, 0);
    fault_suspend();
    assert_true((status == TALLY_OK) == (access(copy, F_OK) == 0));
    unlink(copy);
    check_ok(tally_engine_close(w->engine, -1));
    fault_resume();
    return status;
}

/* All is saved, or the call fails: it verifies what it has saved. */
static tally_status recovers(world *w)
{
    char fresh[400];
    tally_recovery r = {.struct_size = sizeof r};
    tally_status status;

    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    status = tally_file_recover(w->file, fresh, &r);
    fault_suspend();
    if (status == TALLY_OK) {
        assert_int_equal(r.accounts_saved, 2);
        assert_int_equal(r.messages_saved, 26);
        assert_int_equal(r.damaged_pages + r.accounts_lost + r.messages_lost + r.badges_lost, 0);
    }
    assert_true((status == TALLY_OK) == (access(fresh, F_OK) == 0));
    unlink(fresh);
    fault_resume();
    return status;
}

typedef struct deed {
    tally_status (*perform)(world *w);
    const char *name;
    int needs_order; /* Not with a journal: salvaging looks at none. */
} deed;

static const deed deeds[] = {
    {opens, "opening", 0},      {opens_setting_aside, "opening with SET_ASIDE", 0}, {verifies, "verifying", 0},
    {reads, "reading", 0},      {backs_up, "backing up", 0},                        {recovers, "recovering", 1},
};

/* ---- The k-th read ---- */

static unsigned failing = FAULT_PREAD; /* The operations that fail. */
static int may_fail = 1;               /* Whether the call on the store may fail with them. */

/* Whether there was a k-th read. */
static int run(world *w, const kept *store, const deed *d, fault_kind kind, long k, int for_ever)
{
    uint64_t before;
    tally_status status;
    long fired;

    put_back(w->file, store);
    before = hash_of_directory(w->directory);
    fault_arm(failing, kind, k, for_ever);
    status = d->perform(w);
    fired = fault_disarm();
    if (kind == FAULT_ERROR)
        check_ok_or_io(status, d->name, k);
    assert_true(may_fail || status == TALLY_OK);
    assert_true(status != TALLY_SET_ASIDE);
    check_not_renamed(w->file, k);
    /* SQLite takes a journal back as soon as it reads. A lock file that cannot be looked at stays, and is empty. */
    if (status < 0 && store->bytes[2] == NULL && failing != FAULT_LOOK && (d->perform == opens || d->needs_order) &&
        hash_of_directory(w->directory) != before)
        fail_msg("%s, k = %ld: it failed, and has changed something", d->name, k);
    return fired > 0;
}

static void run_each(fault_kind kind, int for_ever, const char *what)
{
    long step = is_valgrind() ? 17 : 1;
    size_t i, j;

    for (i = 0; i < COUNT_OF(makers); i++) {
        world w;
        kept store;

        makers[i](&w, &store);
        for (j = 0; j < COUNT_OF(deeds); j++) {
            long k = 1;

            if (deeds[j].needs_order && store.bytes[2] != NULL)
                continue;
            /* A bit of the log or the journal that is wrong ends it. */
            if (kind == FAULT_FLIP && (store.bytes[1] != NULL || store.bytes[2] != NULL))
                continue;
            while (run(&w, &store, &deeds[j], kind, k, for_ever)) {
                if (deeds[j].perform == opens || deeds[j].perform == opens_setting_aside)
                    check_whole(&w); /* The others have opened it themselves. */
                k += step;
                assert_true(k < 100000);
            }
            assert_true(k > 1 || failing != FAULT_PREAD); /* The library itself looks at no file while it reads. */
            check_whole(&w);
            print_message("    %s, %s: %s at each of %ld calls\n", maker_names[i], deeds[j].name, what, k - 1);
        }
        forget(&store);
        remove_directory(w.directory);
    }
}

TEST_ALONE(a_read_fails_once)
{
    run_each(FAULT_ERROR, 0, "an error");
}

TEST_ALONE(reads_fail_from_then_on)
{
    run_each(FAULT_ERROR, 1, "errors from then on");
}

TEST_ALONE(a_read_is_wrong_once)
{
    run_each(FAULT_FLIP, 0, "a wrong bit");
}

/* ---- The k-th look at a file ---- */

TEST_ALONE(a_look_at_a_file_fails)
{
    failing = FAULT_LOOK;
    run_each(FAULT_ERROR, 0, "an error");
    run_each(FAULT_ERROR, 1, "errors from then on");
    failing = FAULT_PREAD;
}

/* The zone of the device cannot be looked up: the call says so, and the next one finds it. */
TEST_ALONE(a_look_at_the_zone_fails)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;
    int for_ever;

    unsetenv("TZ");
    options.produced = 20231114;
    options.shelf_life = 10;
    options.shelf_unit = TALLY_UNIT_DAY;
    for (for_ever = 0; for_ever < 2; for_ever++) {
        long k, fired = 1;

        for (k = 1; fired > 0; k++) {
            world w;
            tally_status status;

            world_init(&w, 0);
            fault_arm(FAULT_LOOK, FAULT_ERROR, k, for_ever);
            status = reminder_put(w.account, "milk", &options);
            fired = fault_disarm();
            if (status != TALLY_OK)
                assert_true(fired > 0 && (status == TALLY_ERROR_NOT_FOUND || status == TALLY_ERROR_ARGUMENT));
            check_ok(reminder_put(w.account, "eggs", &options));
            world_end(&w);
        }
        assert_true(k > 2);
    }
}

/* A signal of the host may interrupt each read. The library repeats it. */
TEST_ALONE(a_read_is_interrupted)
{
    failing = FAULT_OWN_PREAD;
    fault_set_error(EINTR);
    may_fail = 0;
    run_each(FAULT_ERROR, 0, "an interruption");
    may_fail = 1;
    fault_set_error(0);
    failing = FAULT_PREAD;
}

/* ---- A file system that is read-only ---- */

/* Nothing can be created or changed: EROFS. Or the system forbids to change the file alone: EPERM, as of a file that
 * chattr has made immutable. */
static void check_read_only(world *w, const char *place, int error, const char *words)
{
    static const uint32_t flags[] = {0, TALLY_ENGINE_SET_ASIDE};
    uint64_t before = hash_of_directory(w->directory);
    size_t i;

    fault_read_only(place, error);
    for (i = 0; i < COUNT_OF(flags); i++) {
        check_status(open_file(w, w->file, flags[i]), TALLY_ERROR_READ_ONLY);
        check_message(words);
        assert_null(w->engine);
    }
    check_status(tally_file_vacuum(w->file), TALLY_ERROR_READ_ONLY);
    check_message(words);
    fault_read_only("", 0);
    assert_true(hash_of_directory(w->directory) == before);
}

TEST_ALONE(nothing_can_be_written)
{
    char fresh[400], folder[300], copy[400];
    size_t i;

    for (i = 0; i < COUNT_OF(makers); i++) {
        world w;
        kept store;

        makers[i](&w, &store);
        put_back(w.file, &store);
        check_read_only(&w, w.directory, EROFS, "the lock file beside it cannot be made: Read-only file system");
        check_read_only(&w, w.file, EROFS, "the file is read-only");
        check_read_only(&w, w.file, EPERM, "the file is read-only");
        snprintf(fresh, sizeof fresh, "%s/fresh.db", w.directory);
        fault_read_only(w.directory, EROFS);
        check_status(open_file(&w, fresh, 0), TALLY_ERROR_READ_ONLY);
        check_message("its directory is read-only");
        check_status(tally_file_recover(w.file, fresh, NULL), TALLY_ERROR_READ_ONLY);
        fault_read_only("", 0);
        assert_false(is_there(fresh, ""));
        if (store.bytes[2] == NULL) {
            check_ok(open_file(&w, w.file, 0));
            snprintf(folder, sizeof folder, "%s/folder", w.directory);
            snprintf(copy, sizeof copy, "%s/copy.db", folder);
            require(mkdir(folder, 0700) == 0);
            fault_read_only(folder, EROFS);
            check_status(tally_engine_backup(w.engine, copy, 0), TALLY_ERROR_READ_ONLY);
            fault_read_only("", 0);
            require(rmdir(folder) == 0); /* Nothing is left in it. */
            check_ok(tally_engine_close(w.engine, -1));
        }
        assert_false(is_there(fresh, ""));
        check_whole(&w);
        forget(&store);
        remove_directory(w.directory);
    }
}
