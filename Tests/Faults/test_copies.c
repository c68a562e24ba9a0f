/* needs: disk sqlite */
/*
 * A copy that another program wrote has no checksums. It gets them when it is opened, and a crash on the way loses
 * nothing. A copy of the library's own is on the disk when the call has returned, and a damaged file that cannot be set
 * aside stays.
 */
#include "support.h"
#include "storefile.h"

#include "fault_vfs.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BADGES = 300 };

/* Rewrites all pages, as another program would. */
static void rewrite_by_others(const char *file)
{
    sqlite3 *database;

    fault_suspend();
    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK);
    require(sqlite3_exec(database, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; VACUUM;"
                         "PRAGMA journal_mode = WAL",
                         NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_close(database) == SQLITE_OK);
    fault_resume();
}

static void make(world *w)
{
    char path[32];
    int i;

    world_init(w, WORLD_FILE);
    for (i = 0; i < BADGES; i++) {
        snprintf(path, sizeof path, "page%d.entry", i);
        check_ok(tally_badge_set(w->account, path, i + 1));
    }
    world_close(w);
    rewrite_by_others(w->file);
}

static tally_status open_copy(world *w) { return open_file(w, w->file, 0); }

static void check_all_is_there(world *w)
{
    char path[32];
    int i;

    check_ok(open_copy(w));
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    for (i = 0; i < BADGES; i++) {
        snprintf(path, sizeof path, "page%d.entry", i);
        check_badge(w->account, path, 1, (uint32_t)i + 1);
    }
    world_close(w);
}

/* Whether each page has its checksum now. */
static void check_sealed(const char *name)
{
    static const unsigned char zeros[12];
    unsigned char page[4096];
    FILE *file = fopen(name, "rb");

    require(file != NULL);
    while (fread(page, sizeof page, 1, file) == 1)
        assert_true(memcmp(page + sizeof page - sizeof zeros, zeros, sizeof zeros) != 0);
    fclose(file);
}

TEST_ALONE(a_crash_while_it_gets_them)
{
    static const power_loss losses[] = {POWER_KEEP, POWER_DROP, POWER_TEAR, POWER_GARBLE};
    world w;
    size_t how;
    long k;

    for (how = 0; how < COUNT_OF(losses); how++) {
        for (k = 1;; k++) {
            tally_status status;
            int has_crashed;

            make(&w);
            fault_arm(FAULT_WRITE | FAULT_SYNC | FAULT_TRUNCATE, FAULT_CRASH, k, 0);
            status = open_copy(&w);
            if (status == TALLY_OK)
                tally_engine_close(w.engine, -1);
            has_crashed = fault_has_crashed();
            fault_disarm();
            if (has_crashed)
                fault_power_loss(losses[how], (unsigned long long)k);
            check_all_is_there(&w);
            check_sealed(w.file);
            remove_directory(w.directory);
            fault_forget();
            if (!has_crashed)
                break;
        }
        assert_true(k > 20);
    }
}

/* If there is no room, the file is used as it is. The next opening finds room. */
TEST_ALONE(no_room_for_them)
{
    world w;
    long k, failed = 0;

    for (k = 1; k < 60; k++) {
        make(&w);
        fault_arm(FAULT_WRITE, FAULT_FULL, k, 1);
        if (open_copy(&w) == TALLY_OK)
            tally_engine_close(w.engine, -1);
        failed += fault_disarm() > 0;
        check_all_is_there(&w);
        check_sealed(w.file);
        remove_directory(w.directory);
        fault_forget();
    }
    assert_true(failed > 10);
}

/* ---- The library's own copies ---- */

static int is_there(const char *file) { return access(file, F_OK) == 0; }

static tally_status back_up(world *w, const char *copy, uint32_t flags)
{
    tally_status status;

    fault_suspend();
    check_ok(open_copy(w));
    fault_resume();
    status = tally_engine_backup(w->engine, copy, flags);
    fault_suspend();
    check_ok(tally_engine_close(w->engine, TALLY_NO_TIMEOUT));
    fault_resume();
    return status;
}

static tally_status make_copy(world *w, const char *copy) { return back_up(w, copy, 0); }
static tally_status replace_copy(world *w, const char *copy) { return back_up(w, copy, TALLY_BACKUP_REPLACE); }
static tally_status recover(world *w, const char *copy) { return tally_file_recover(w->file, copy, NULL); }

/* The k-th call of the system fails by which the library renames and syncs. A copy that was acknowledged survives a
 * loss of power. Otherwise there is none, or the former one. */
static void check_copies(tally_status (*perform)(world *w, const char *copy), int has_former, unsigned operation)
{
    static const char former[] = "what was there before";
    char copy[400];
    long k, fired = 1, failed = 0;

    for (k = 1; fired > 0; k++) {
        world w;
        tally_status status;

        make(&w);
        snprintf(copy, sizeof copy, "%s/copy.db", w.directory);
        if (has_former)
            write_file(copy, former, sizeof former);
        fault_arm(operation, FAULT_ERROR, k, 0);
        status = perform(&w, copy);
        fired = fault_disarm();
        if (status != TALLY_OK)
            check_status(status, TALLY_ERROR_IO);
        if (!has_former)
            assert_true(is_there(copy) == (status == TALLY_OK));
        failed += status != TALLY_OK;
        fault_power_loss(POWER_DROP, 0);
        if (status == TALLY_OK) {
            require(strlen(copy) < sizeof w.file);
            memcpy(w.file, copy, strlen(copy) + 1);
            check_all_is_there(&w);
        }
        remove_directory(w.directory);
        fault_forget();
    }
    /* At least to rename it and to sync the folder. */
    assert_true(failed >= 2);
}

TEST_ALONE(a_backup_is_on_the_disk) { check_copies(make_copy, 0, FAULT_SYSTEM); }
TEST_ALONE(a_backup_that_replaces_is_on_the_disk) { check_copies(replace_copy, 1, FAULT_SYSTEM); }
TEST_ALONE(a_recovered_file_is_on_the_disk) { check_copies(recover, 0, FAULT_SYSTEM); }

/* The same for the calls by which it looks at files. */
TEST_ALONE(a_look_fails_in_a_backup) { check_copies(make_copy, 0, FAULT_LOOK); }
TEST_ALONE(a_look_fails_in_a_backup_that_replaces) { check_copies(replace_copy, 1, FAULT_LOOK); }

/* An interrupted backup has left noise under the name of the unfinished copy, and it cannot be removed. */
TEST_ALONE(an_unfinished_copy_cannot_be_removed)
{
    char copy[400], partial[420];
    long k, fired = 1, failed = 0;

    for (k = 1; fired > 0; k++) {
        world w;
        tally_status status;

        make(&w);
        snprintf(copy, sizeof copy, "%s/copy.db", w.directory);
        snprintf(partial, sizeof partial, "%s-partial", copy);
        write_text(partial, "noise that is as long as the header of a database, and longer than that: 100 bytes and "
                            "some more of them");
        fault_arm(FAULT_SYSTEM, FAULT_ERROR, k, 0);
        status = make_copy(&w, copy);
        fired = fault_disarm();
        if (status != TALLY_OK)
            check_status(status, TALLY_ERROR_IO);
        failed += status != TALLY_OK;
        check_ok(replace_copy(&w, copy));
        remove_directory(w.directory);
        fault_forget();
    }
    assert_true(failed >= 3);
}

/* ---- A file that cannot be set aside ---- */

static void damage(world *w)
{
    size_t size;
    char *bytes;

    make(w);
    check_all_is_there(w);
    bytes = read_file(w->file, &size);
    require(bytes != NULL && size > 100);
    bytes[size - 100] ^= 0x40;
    write_file(w->file, bytes, size);
    free(bytes);
}

static void check_damaged_files_stay(unsigned operations)
{
    char aside[400];
    long k, fired = 1, failed = 0;

    for (k = 1; fired > 0; k++) {
        world w;
        tally_status status;
        int is_aside;

        damage(&w);
        fault_arm(operations, FAULT_ERROR, k, 0);
        status = open_file(&w, w.file, TALLY_ENGINE_SET_ASIDE);
        fired = fault_disarm();
        if (status >= 0)
            check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
        else
            check_status(status, TALLY_ERROR_IO);
        failed += status < 0;
        snprintf(aside, sizeof aside, "%s.damaged", w.file);
        is_aside = is_there(aside);
        if (is_aside) /* Also where the new file could not be opened. */
            check_message(aside);
        check_status(open_file(&w, w.file, TALLY_ENGINE_SET_ASIDE), is_aside ? TALLY_OK : TALLY_SET_ASIDE);
        check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
        remove_directory(w.directory);
        fault_forget();
    }
    assert_true(failed > 0);
}

TEST_ALONE(a_damaged_file_cannot_be_set_aside) { check_damaged_files_stay(FAULT_SYSTEM); }
TEST_ALONE(a_damaged_file_cannot_be_looked_at) { check_damaged_files_stay(FAULT_LOOK); }

/* ---- File systems that can do less ---- */

/* Some have no links, and some sync no folders. Everything else works as usual. */
TEST_ALONE(file_systems_that_can_do_less)
{
    static const struct {
        unsigned operation;
        int error;
    } lacks[] = {{FAULT_LINK, EPERM}, {FAULT_LINK, EOPNOTSUPP}, {FAULT_FOLDER, EINVAL}, {FAULT_FOLDER, ENOTSUP},
                 {FAULT_FOLDER, EROFS}, {FAULT_OPEN_FOLDER, EACCES}, {FAULT_OPEN_FOLDER, EPERM}};
    static const char former[] = "what was there before";
    char copy[400], *bytes;
    size_t i, count;

    for (i = 0; i < COUNT_OF(lacks); i++) {
        world w;

        make(&w);
        snprintf(copy, sizeof copy, "%s/copy.db", w.directory);
        fault_set_error(lacks[i].error);
        fault_arm(lacks[i].operation, FAULT_ERROR, 1, 1);
        write_file(copy, former, sizeof former);
        check_status(make_copy(&w, copy), TALLY_ERROR_EXISTS);
        bytes = read_file(copy, &count);
        require(bytes != NULL && count == sizeof former && memcmp(bytes, former, count) == 0);
        free(bytes);
        require(unlink(copy) == 0);
        check_ok(make_copy(&w, copy));
        check_ok(replace_copy(&w, copy));
        assert_true(fault_fired() > 0);
        require(rename(copy, w.file) == 0);
        check_all_is_there(&w);
        remove_directory(w.directory);
        fault_forget();
        damage(&w);
        check_status(open_file(&w, w.file, TALLY_ENGINE_SET_ASIDE), TALLY_SET_ASIDE);
        check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
        snprintf(copy, sizeof copy, "%s.damaged", w.file);
        assert_true(is_there(copy));
        fault_disarm();
        fault_set_error(0);
        remove_directory(w.directory);
        fault_forget();
    }
}

/* Something else takes the name, or the file is gone, between two calls. */
TEST_ALONE(names_that_change_meanwhile)
{
    char copy[400];
    world w;

    make(&w);
    snprintf(copy, sizeof copy, "%s/copy.db", w.directory);
    fault_set_error(EEXIST);
    fault_arm(FAULT_LINK, FAULT_ERROR, 1, 0);
    check_status(make_copy(&w, copy), TALLY_ERROR_EXISTS);
    assert_int_equal(fault_disarm(), 1);
    assert_false(is_there(copy));
    remove_directory(w.directory);
    fault_forget();
    damage(&w);
    fault_set_error(ENOENT);
    fault_arm(FAULT_LINK, FAULT_ERROR, 1, 1);
    check_status(open_file(&w, w.file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_IO);
    assert_true(fault_disarm() > 0);
    fault_set_error(0);
    check_status(open_file(&w, w.file, TALLY_ENGINE_SET_ASIDE), TALLY_SET_ASIDE);
    check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
    remove_directory(w.directory);
    fault_forget();
}

/* A copy in another folder may have the same name. */
TEST_ALONE(the_same_name_in_another_folder)
{
    char folder[300], copy[400];
    world w;

    make(&w);
    snprintf(folder, sizeof folder, "%s/folder", w.directory);
    snprintf(copy, sizeof copy, "%s/badges.db", folder);
    require(mkdir(folder, 0700) == 0);
    check_ok(make_copy(&w, copy));
    assert_true(is_there(copy));
    snprintf(copy, sizeof copy, "%s/badges.db-lock", folder);
    check_ok(make_copy(&w, copy));
    check_all_is_there(&w);
    remove_directory(w.directory);
    fault_forget();
}

/* Another user's process has the lock: it is alive, although it must not be asked. */
TEST_ALONE(the_lock_of_another_user)
{
    char lock[400];
    world w;

    make(&w);
    snprintf(lock, sizeof lock, "%s-lock", w.file);
    write_text(lock, "99999999\n");
    fault_set_error(EWOULDBLOCK);
    fault_arm(FAULT_LOCK, FAULT_ERROR, 1, 1);
    check_status(open_copy(&w), TALLY_ERROR_LOCKED);
    check_message("99999999");
    assert_int_equal(fault_disarm(), 2); /* The lock, and the process. */
    fault_set_error(0);
    check_all_is_there(&w);
    remove_directory(w.directory);
    fault_forget();
}

/* A log of noise is set aside, which may fail. What was in the file stays. */
TEST_ALONE(noise_that_cannot_be_set_aside)
{
    char log[400];
    long k, fired = 1, failed = 0;

    for (k = 1; fired > 0; k++) {
        world w;
        tally_status status;

        make(&w);
        snprintf(log, sizeof log, "%s-wal", w.file);
        write_file(log, "\0\1\2\3 noise that is as long as the beginning of a log", 50);
        fault_arm(FAULT_SYSTEM, FAULT_ERROR, k, 0);
        status = open_copy(&w);
        fired = fault_disarm();
        if (status >= 0)
            check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
        else
            check_status(status, TALLY_ERROR_IO);
        failed += status < 0;
        check_all_is_there(&w);
        remove_directory(w.directory);
        fault_forget();
    }
    assert_true(failed > 0);
}

/* A signal interrupts the lock, which is taken again. If signals never end, the call ends. */
TEST_ALONE(taking_the_lock_is_interrupted)
{
    world w;

    make(&w);
    fault_set_error(EINTR);
    fault_arm(FAULT_LOCK, FAULT_ERROR, 1, 0);
    check_ok(open_copy(&w));
    assert_int_equal(fault_disarm(), 1);
    check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
    fault_arm(FAULT_LOCK, FAULT_ERROR, 1, 1);
    check_status(open_copy(&w), TALLY_ERROR_IO);
    fault_disarm();
    fault_set_error(0);
    check_all_is_there(&w);
    remove_directory(w.directory);
    fault_forget();
}

/* While the machine starts there may be no random bytes yet. */
TEST_ALONE(there_are_no_random_bytes)
{
    world w;

    make(&w);
    fault_arm(FAULT_RANDOM, FAULT_ERROR, 1, 1);
    check_all_is_there(&w);
    require(unlink(w.file) == 0);
    check_ok(open_copy(&w));
    assert_true(fault_disarm() > 0);
    check_ok(tally_engine_verify(w.engine));
    check_ok(tally_engine_close(w.engine, TALLY_NO_TIMEOUT));
    remove_directory(w.directory);
    fault_forget();
}

int main(void)
{
    fault_install();
    return tests_run();
}
