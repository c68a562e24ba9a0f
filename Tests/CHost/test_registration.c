/* needs: sqlite */
/* The library in a process where SQLite has less than usual below it, and where other copies of the library are. */
#include "support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OTHERS = 7 };

static sqlite3_vfs little, others[OTHERS];
static char names[OTHERS][32];

/* Before the first engine: a VFS that lacks what SQLite lets it lack, and the names that other copies have taken. */
static void install(void)
{
    int i;

    little = *sqlite3_vfs_find(NULL);
    little.zName = "little";
    little.xCurrentTime = NULL;
    little.xGetLastError = NULL;
    require(sqlite3_vfs_register(&little, 1) == SQLITE_OK);
    for (i = 0; i < OTHERS; i++) {
        others[i] = little;
        snprintf(names[i], sizeof names[i], i == 0 ? "tally-checksums" : "tally-checksums-%d", i + 1);
        others[i].zName = names[i];
        require(sqlite3_vfs_register(&others[i], 0) == SQLITE_OK);
    }
}

TEST(it_has_a_name_of_its_own, WORLD_FILE)
{
    sqlite3_vfs *own = sqlite3_vfs_find("tally-checksums-8");

    check_ok(tally_badge_set(w->account, "a", 3));
    require(own != NULL && sqlite3_vfs_find("tally-checksums") == &others[0]);
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "a", 1, 3);
}

/* SQLite may ask it for all that it asks of one. */
TEST(it_passes_on_what_is_no_file, WORLD_FILE)
{
    sqlite3_vfs *own = sqlite3_vfs_find("tally-checksums-8");
    unsigned char bytes[2][16] = {{0}};
    char message[8];
    sqlite3_file *file;
    double day = 0;

    check_ok(tally_engine_verify(w->engine));
    require(own != NULL);
    assert_int_equal(own->xCurrentTime(own, &day), SQLITE_OK);
    assert_true(day > 2440587.5 + (double)time(NULL) / 86400 - 1 && day < 2440587.5 + (double)time(NULL) / 86400 + 1);
    assert_int_equal(own->xRandomness(own, sizeof bytes[0], (char *)bytes[0]), sizeof bytes[0]);
    assert_int_equal(own->xRandomness(own, sizeof bytes[1], (char *)bytes[1]), sizeof bytes[1]);
    assert_memory_not_equal(bytes[0], bytes[1], sizeof bytes[0]);
    assert_true(own->xSleep(own, 1) >= 1);
    assert_int_equal(own->xGetLastError(own, sizeof message, message), 0);
    /* A file that is no database, no log and no journal of one. */
    file = (sqlite3_file *)calloc(1, (size_t)own->szOsFile);
    require(file != NULL);
    assert_int_equal(own->xOpen(own, NULL, file,
                                SQLITE_OPEN_TEMP_DB | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                                    SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_DELETEONCLOSE,
                                NULL),
                     SQLITE_OK);
    assert_int_equal(file->pMethods->xWrite(file, "text", 4, 0), SQLITE_OK);
    assert_int_equal(file->pMethods->xRead(file, message, 4, 0), SQLITE_OK);
    assert_memory_equal(message, "text", 4);
    assert_int_equal(file->pMethods->xClose(file), SQLITE_OK);
    free(file);
}

int main(void)
{
    install();
    return tests_run();
}
