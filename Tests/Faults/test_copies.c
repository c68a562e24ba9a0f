/* needs: disk sqlite */
/* A copy that another program wrote has no checksums. It gets them when it is opened, and a crash on the way loses
 * nothing. */
#include "support.h"

#include "fault_vfs.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

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

static tally_status open_file(world *w)
{
    tally_engine_options options = {
        .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .file = w->file, .clock = fake_clock_tell,
        .clock_user_data = &w->clock,
    };

    return tally_engine_open(&options, &w->engine);
}

static void check_all_is_there(world *w)
{
    char path[32];
    int i;

    check_ok(open_file(w));
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
            status = open_file(&w);
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
        if (open_file(&w) == TALLY_OK)
            tally_engine_close(w.engine, -1);
        failed += fault_disarm() > 0;
        check_all_is_there(&w);
        check_sealed(w.file);
        remove_directory(w.directory);
        fault_forget();
    }
    assert_true(failed > 10);
}

int main(void)
{
    fault_install();
    return tests_run();
}
