/* needs: disk sqlite */
/*
 * The library's VFS alone, below which the disk fails on command: SQLite gets the bytes that it has written, wherever
 * they are and however they are read, or an error.
 */
#include "support.h"

#include "fault_vfs.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 1024, PAGES = 9, SEAL = 12, HEADER = 32, FRAME = 24 };

static uint64_t random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % below;
}

/* A file of the VFS, and what it must contain. */
typedef struct opened {
    world w;
    sqlite3_vfs *vfs;
    sqlite3_filename name;
    sqlite3_file *file;
    unsigned char bytes[PAGES * SIZE];
} opened;

/* The first engine with a file registers the VFS. */
static void open_through(opened *o, int flags)
{
    char wal[400], journal[400];

    world_init(&o->w, WORLD_FILE);
    world_close(&o->w);
    o->vfs = sqlite3_vfs_find("tally-checksums");
    require(o->vfs != NULL);
    snprintf(wal, sizeof wal, "%s-wal", o->w.file);
    snprintf(journal, sizeof journal, "%s-journal", o->w.file);
    require(unlink(o->w.file) == 0);
    o->name = sqlite3_create_filename(o->w.file, journal, wal, 0, NULL);
    require(o->name != NULL);
    o->file = (sqlite3_file *)calloc(1, (size_t)o->vfs->szOsFile);
    require(o->file != NULL);
    memset(o->bytes, 0, sizeof o->bytes);
    if (flags & SQLITE_OPEN_MAIN_JOURNAL)
        o->name = sqlite3_filename_journal(o->name);
    else if (flags & SQLITE_OPEN_WAL)
        o->name = sqlite3_filename_wal(o->name);
    assert_int_equal(o->vfs->xOpen(o->vfs, o->name, o->file, flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL),
                     SQLITE_OK);
}

static void close_it(opened *o)
{
    assert_int_equal(o->file->pMethods->xClose(o->file), SQLITE_OK);
    free(o->file);
    sqlite3_free_filename(sqlite3_filename_database(o->name));
    remove_directory(o->w.directory);
    fault_forget();
}

static void fill(unsigned char *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        bytes[i] = (unsigned char)draw(256);
}

/* A page of SQLite: the first one has the header of a database, and the end of each is free. */
static void make_page(opened *o, int number, int reserved)
{
    unsigned char *page = o->bytes + number * SIZE;

    fill(page, SIZE - SEAL);
    memset(page + SIZE - SEAL, 0, SEAL);
    if (number != 0)
        return;
    memcpy(page, "SQLite format 3", 16);
    page[16] = SIZE >> 8;
    page[17] = SIZE & 255;
    page[18] = (unsigned char)(1 + draw(2)); /* The kind of the journal, twice. */
    page[19] = (unsigned char)(1 + draw(2));
    page[20] = (unsigned char)reserved;
}

static int write_page(opened *o, int number)
{
    return o->file->pMethods->xWrite(o->file, o->bytes + number * SIZE, SIZE, (sqlite3_int64)number * SIZE);
}

static void check_read(opened *o, int count, int offset)
{
    unsigned char found[PAGES * SIZE];

    assert_int_equal(o->file->pMethods->xRead(o->file, found, count, offset), SQLITE_OK);
    if (memcmp(found, o->bytes + offset, (size_t)count) != 0)
        fail_msg("other bytes at %d, %d of them", offset, count);
}

static void check_pages(opened *o)
{
    int i;

    for (i = 0; i < PAGES; i++)
        check_read(o, SIZE, i * SIZE);
}

/* Pages are written in any order, also before the first one, which says that they are sealed. */
TEST_ALONE(pages_and_parts_of_pages)
{
    int reserved, first, i;

    random_state = 1;
    for (reserved = 0; reserved <= SEAL; reserved += SEAL) {
        for (first = 0; first < PAGES; first++) {
            opened o;

            open_through(&o, SQLITE_OPEN_MAIN_DB);
            for (i = 0; i < PAGES; i++) {
                int number = (first + i) % PAGES;

                make_page(&o, number, reserved);
                assert_int_equal(write_page(&o, number), SQLITE_OK);
            }
            check_pages(&o);
            check_read(&o, 16, 0);
            check_read(&o, 100, 0);
            for (i = 0; i < 500; i++) {
                int offset = (int)draw(PAGES * SIZE - 1), room = SIZE - SEAL - offset % SIZE;

                if (room > 0 && offset >= SIZE)
                    check_read(&o, 1 + (int)draw((unsigned)room), offset);
                if (draw(4) == 0) {
                    make_page(&o, offset / SIZE, reserved);
                    assert_int_equal(write_page(&o, offset / SIZE), SQLITE_OK);
                }
            }
            /* The beginning of the header alone, unchanged. */
            assert_int_equal(o.file->pMethods->xWrite(o.file, o.bytes, 100, 0), SQLITE_OK);
            check_pages(&o);
            /* From now on the file is the other kind. */
            make_page(&o, 0, SEAL - reserved);
            assert_int_equal(write_page(&o, 0), SQLITE_OK);
            check_read(&o, SIZE, 0);
            close_it(&o);
        }
    }
}

/* All but the ends of pages, which are sealed. */
static void check_bytes(const unsigned char *found, const opened *o, int count, int offset)
{
    int i;

    for (i = 0; i < count; i++) {
        if ((offset + i) % SIZE < SIZE - SEAL && found[i] != o->bytes[offset + i])
            fail_msg("another byte at %d", offset + i);
    }
}

/* Ranges that are no pages come unchanged, also before the first page was read, which says the size of pages. */
TEST_ALONE(ranges_that_are_no_pages)
{
    static const struct {
        int count, offset;
    } ranges[] = {{600, 0}, {512, 100}, {600, 600}, {SIZE, SIZE / 2}, {2 * SIZE, 0}, {700, SIZE + 700}, {20, 0},
                  {23, 0}, {SIZE, SIZE + 1}};
    unsigned char found[PAGES * SIZE];
    size_t i;
    int n, reserved;

    random_state = 4;
    for (reserved = 0; reserved <= SEAL; reserved += SEAL) {
        for (i = 0; i < COUNT_OF(ranges); i++) {
            int is_first;

            for (is_first = 0; is_first < 2; is_first++) {
                opened o;

                open_through(&o, SQLITE_OPEN_MAIN_DB);
                for (n = 0; n < PAGES; n++) {
                    make_page(&o, n, reserved);
                    assert_int_equal(write_page(&o, n), SQLITE_OK);
                }
                assert_int_equal(o.file->pMethods->xClose(o.file), SQLITE_OK);
                assert_int_equal(o.vfs->xOpen(o.vfs, o.name, o.file, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, NULL),
                                 SQLITE_OK);
                if (!is_first)
                    check_read(&o, 100, 0);
                /* A page of another size is none of this file, and has no seal. */
                if (o.file->pMethods->xRead(o.file, found, ranges[i].count, ranges[i].offset) == SQLITE_OK)
                    check_bytes(found, &o, ranges[i].count, ranges[i].offset);
                else
                    assert_true(is_first && reserved == 0);
                check_read(&o, 100, 0);
                check_pages(&o);
                close_it(&o);
            }
        }
    }
}

/* The disk or memory fails at any point: the call fails, and once repeated it succeeds. */
TEST_ALONE(the_disk_fails_below_it)
{
    static const unsigned operations[] = {FAULT_READ, FAULT_WRITE, FAULT_OTHER, FAULT_MEMORY};
    size_t i;

    random_state = 2;
    for (i = 0; i < COUNT_OF(operations); i++) {
        long k, fired = 1;

        for (k = 1; fired > 0; k++) {
            unsigned char part[100];
            opened o;
            int n, result;

            open_through(&o, SQLITE_OPEN_MAIN_DB);
            fault_arm(operations[i], FAULT_ERROR, k, 0);
            for (n = PAGES - 1; n >= 0; n--) {
                make_page(&o, n, SEAL);
                result = write_page(&o, n);
                if (result != SQLITE_OK) {
                    assert_true(fault_fired() > 0);
                    assert_int_equal(write_page(&o, n), SQLITE_OK);
                }
            }
            for (n = 0; n < PAGES; n++) {
                result = o.file->pMethods->xRead(o.file, part, 8, n * SIZE + 40);
                if (result == SQLITE_OK)
                    assert_memory_equal(part, o.bytes + n * SIZE + 40, 8);
                else
                    assert_true(fault_fired() > 0);
            }
            assert_int_equal(o.file->pMethods->xClose(o.file), SQLITE_OK);
            result = o.vfs->xOpen(o.vfs, o.name, o.file, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, NULL);
            if (result != SQLITE_OK) {
                if (o.file->pMethods != NULL)
                    o.file->pMethods->xClose(o.file);
                result = o.vfs->xOpen(o.vfs, o.name, o.file, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, NULL);
            }
            assert_int_equal(result, SQLITE_OK);
            if (o.file->pMethods->xRead(o.file, part, 100, 0) != SQLITE_OK)
                assert_int_equal(o.file->pMethods->xRead(o.file, part, 100, 0), SQLITE_OK);
            make_page(&o, 0, SEAL);
            if (write_page(&o, 0) != SQLITE_OK) {
                assert_true(fault_fired() > 0);
                assert_int_equal(write_page(&o, 0), SQLITE_OK);
            }
            fired = fault_disarm();
            check_pages(&o);
            close_it(&o);
        }
        assert_true(k > 2);
    }
}

/* A page that lost its seal is never returned, whatever fails while the VFS finds out whether all have one. */
TEST_ALONE(a_page_that_lost_its_seal)
{
    static const unsigned operations[] = {FAULT_READ, FAULT_MEMORY};
    size_t i;

    random_state = 5;
    for (i = 0; i < COUNT_OF(operations); i++) {
        long k, fired = 1;

        for (k = 1; fired > 0; k++) {
            unsigned char page[SIZE];
            opened o;
            FILE *file;
            int n;

            open_through(&o, SQLITE_OPEN_MAIN_DB);
            for (n = 0; n < PAGES; n++) {
                make_page(&o, n, SEAL);
                assert_int_equal(write_page(&o, n), SQLITE_OK);
            }
            assert_int_equal(o.file->pMethods->xClose(o.file), SQLITE_OK);
            file = fopen(o.w.file, "r+b");
            require(file != NULL && fseek(file, 3 * SIZE - SEAL, SEEK_SET) == 0);
            memset(page, 0, sizeof page);
            require(fwrite(page, SEAL, 1, file) == 1 && fclose(file) == 0);
            assert_int_equal(o.vfs->xOpen(o.vfs, o.name, o.file, SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE, NULL),
                             SQLITE_OK);
            check_read(&o, 100, 0);
            fault_arm(operations[i], FAULT_ERROR, k, 0);
            assert_int_not_equal(o.file->pMethods->xRead(o.file, page, SIZE, 2 * SIZE), SQLITE_OK);
            fired = fault_disarm();
            assert_int_equal(o.file->pMethods->xRead(o.file, page, SIZE, 2 * SIZE), SQLITE_IOERR_DATA);
            check_read(&o, SIZE, SIZE);
            close_it(&o);
        }
        assert_true(k > 2);
    }
}

/* ---- A log ---- */

enum { LOG_PAGE = 512, FRAMES = 20, LOG_BYTES = HEADER + FRAMES * (FRAME + LOG_PAGE) };

typedef struct log {
    sqlite3_file *file;
    unsigned char bytes[LOG_BYTES];
    int size; /* The was written of it. */
} log;

/* A log that belongs to no database. */
static void open_log(log *l)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find("tally-checksums");

    memset(l, 0, sizeof *l);
    require(vfs != NULL);
    l->file = (sqlite3_file *)calloc(1, (size_t)vfs->szOsFile);
    require(l->file != NULL);
    assert_int_equal(vfs->xOpen(vfs, NULL, l->file,
                                SQLITE_OPEN_WAL | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
                                    SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_DELETEONCLOSE,
                                NULL),
                     SQLITE_OK);
}

/* A range that SQLite writes or reads: the header, that of a frame, its page, both, or any other. */
static int draw_range(int *out_offset)
{
    int frame = HEADER + (int)draw(FRAMES) * (FRAME + LOG_PAGE);

    *out_offset = frame;
    switch (draw(6)) {
    case 0:
        *out_offset = 0;
        return draw(4) == 0 ? 8 : HEADER;
    case 1: return draw(4) == 0 ? 8 : FRAME;
    case 2:
        *out_offset = frame + FRAME;
        return draw(4) == 0 ? 100 : LOG_PAGE;
    case 3: return FRAME + LOG_PAGE;
    case 4:
        *out_offset = 8;
        return HEADER;
    default:
        *out_offset = (int)draw(LOG_BYTES - 1);
        return 1 + (int)draw((unsigned)(LOG_BYTES - *out_offset));
    }
}

static void write_log(log *l)
{
    unsigned char bytes[LOG_BYTES];
    int offset, count = draw_range(&offset);

    fill(bytes, (size_t)count);
    if (offset == 0 && count >= 12) { /* The size of pages; rarely one that is invalid. */
        memset(bytes + 8, 0, 4);
        bytes[10] = draw(8) == 0 ? 3 : LOG_PAGE >> 8;
    }
    if (draw(2) == 0 && count >= 8)
        memset(bytes + 4, 0, 4); /* No commit. */
    if (l->file->pMethods->xWrite(l->file, bytes, count, offset) != SQLITE_OK) {
        assert_true(fault_fired() > 0);
        return;
    }
    memcpy(l->bytes + offset, bytes, (size_t)count);
    l->size = offset + count > l->size ? offset + count : l->size;
}

static void read_log(log *l)
{
    unsigned char found[LOG_BYTES];
    int offset, count = draw_range(&offset);
    int result = l->file->pMethods->xRead(l->file, found, count, offset);

    if (offset + count > l->size)
        assert_true(result == SQLITE_IOERR_SHORT_READ || fault_fired() > 0);
    else if (result != SQLITE_OK)
        assert_true(fault_fired() > 0);
    else
        assert_memory_equal(found, l->bytes + offset, (size_t)count);
}

static void cut_log(log *l)
{
    int size = draw(3) == 0 ? 0 : (int)draw((unsigned)l->size + 1);

    if (l->file->pMethods->xTruncate(l->file, size) != SQLITE_OK) {
        assert_true(fault_fired() > 0);
        return;
    }
    memset(l->bytes + size, 0, (size_t)(LOG_BYTES - size));
    l->size = size;
}

static void run_log(unsigned operation, long k)
{
    world w;
    log l;
    int i;

    world_init(&w, WORLD_FILE);
    world_end(&w);
    open_log(&l);
    for (i = 0; i < 2000; i++) {
        if (i == (k % 2 == 0 ? 200 : 0))
            fault_arm(operation, FAULT_ERROR, k, 0);
        if (draw(40) == 0)
            cut_log(&l);
        else if (draw(20) == 0)
            assert_true(l.file->pMethods->xSync(l.file, SQLITE_SYNC_NORMAL) == SQLITE_OK || fault_fired() > 0);
        else if (draw(2) == 0)
            write_log(&l);
        else
            read_log(&l);
    }
    fault_disarm();
    assert_int_equal(l.file->pMethods->xClose(l.file), SQLITE_OK);
    free(l.file);
    fault_forget();
}

/* Bytes written into a log, in any order, come back. A call that fails changes nothing. */
TEST_ALONE(a_log_returns_what_was_written)
{
    static const unsigned operations[] = {FAULT_READ, FAULT_WRITE, FAULT_TRUNCATE, FAULT_SYNC, FAULT_MEMORY};
    size_t i;
    long k;

    random_state = 3;
    for (i = 0; i < COUNT_OF(operations); i++) {
        for (k = 1; k < 12; k++)
            run_log(operations[i], k);
        for (k = 0; k < 10; k++) /* The first ones, whether they are of a read or a write. */
            run_log(operations[i], 1);
    }
}

int main(void)
{
    fault_install();
    return tests_run();
}
