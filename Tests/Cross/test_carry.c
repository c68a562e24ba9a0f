/* Each machine reads what every other one has written: databases with and without a log, exports of accounts,
 * snapshots of badges, patches. And what machines of 32 bits could do wrong: files above 2 GiB, times after 2038.
 *
 * TALLY_CARRY_WRITE=FOLDER/NAME: where it writes.
 * TALLY_CARRY_READ=FOLDER/NAME:FOLDER/NAME: what others have written. */
#include "everything.h"
#include "reference.h"
#include "lists.h"
#include "support.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void copy_to(const char *from, const char *from_end, const char *to, const char *to_end)
{
    char source[512], target[512];
    size_t count;
    char *bytes;

    snprintf(source, sizeof source, "%s%s", from, from_end);
    snprintf(target, sizeof target, "%s%s", to, to_end);
    bytes = read_file(source, &count);
    require(bytes != NULL);
    write_file(target, bytes, count);
    free(bytes);
}

typedef struct content {
    unsigned char bytes[65536];
    size_t size;
} content;

static void take(tally_account *account, content *c)
{
    check_ok(badge_snapshot(account, "root", c->bytes, sizeof c->bytes, &c->size));
}

static void put(const char *place, const char *end, const content *c)
{
    char name[512];

    snprintf(name, sizeof name, "%s%s", place, end);
    write_file(name, c->bytes, c->size);
}

static void get(const char *place, const char *end, content *c)
{
    char name[512], *bytes;

    snprintf(name, sizeof name, "%s%s", place, end);
    bytes = read_file(name, &c->size);
    require(bytes != NULL && c->size <= sizeof c->bytes);
    memcpy(c->bytes, bytes, c->size);
    free(bytes);
}

static void check_same(const content *a, const content *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->bytes, b->bytes, a->size);
}

static content before, after, patch, whole, now;

TEST(write_what_others_read, WORLD_FILE)
{
    const char *place = required_variable("TALLY_CARRY_WRITE");

    make_everything(w);
    check_ok(tally_engine_flush(w->engine));
    copy_to(w->file, "", place, ".logged");
    copy_to(w->file, "-wal", place, ".logged-wal");
    check_ok(account_export(w->account, whole.bytes, sizeof whole.bytes, &whole.size));
    put(place, ".account", &whole);
    take(w->account, &before);
    put(place, ".badges", &before);
    world_close(w);
    copy_to(w->file, "", place, ".db");
    world_open(w, WORLD_FILE);
    check_ok(tally_badge_set(w->account, "carried.far", INT64_C(4294967295)));
    check_ok(tally_badge_set_until(w->account, "carried.long", 3, INT64_C(4102444800000)));
    take(w->account, &after);
    check_ok(snapshot_diff(before.bytes, before.size, after.bytes, after.size, patch.bytes, sizeof patch.bytes,
                                 &patch.size));
    put(place, ".patch", &patch);
    put(place, ".after", &after);
}

static void read_file_of(const char *place, const char *end)
{
    world w;

    world_init(&w, WORLD_CLOSED);
    copy_to(place, end, w.file, "");
    if (strcmp(end, ".logged") == 0) copy_to(place, ".logged-wal", w.file, "-wal");
    world_open(&w, WORLD_FILE);
    check_everything(&w);
    check_ok(tally_engine_verify(w.engine));
    get(place, ".badges", &before);
    take(w.account, &now);
    check_same(&now, &before);
    /* It is written on this machine, and read again. */
    get(place, ".patch", &patch);
    get(place, ".after", &after);
    check_ok(tally_badge_apply(w.account, "root", patch.bytes, patch.size, 0));
    world_close(&w);
    world_open(&w, WORLD_FILE);
    take(w.account, &now);
    check_same(&now, &after);
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
}

static void read_snapshots_of(const char *place)
{
    world w;
    tally_account *moved;

    world_init(&w, 0);
    get(place, ".badges", &before);
    get(place, ".account", &whole);
    check_ok(tally_account_import(w.engine, "moved", whole.bytes, whole.size));
    check_ok(tally_account_open(w.engine, "moved", NULL, &moved));
    take(moved, &now);
    check_same(&now, &before);
    tally_account_release(moved);
    check_ok(badge_restore(w.account, "root", before.bytes, before.size));
    take(w.account, &now);
    check_same(&now, &before);
    world_end(&w);
}

TEST_ALONE(read_what_others_wrote)
{
    char *copied = strdup(required_variable("TALLY_CARRY_READ")), *place, *rest;
    int count = 0;

    require(copied != NULL);
    for (place = strtok_r(copied, ":", &rest); place != NULL; place = strtok_r(NULL, ":", &rest)) {
        printf("%s\n", place);
        read_file_of(place, ".db");
        read_file_of(place, ".logged");
        read_snapshots_of(place);
        count += 1;
    }
    assert_true(count >= 2);
    free(copied);
}

/* A file of 2 GiB and more, of which most was never written. Its first page is damaged, so that nothing says where it
 * ends: all of it is read, and what it holds is found. */
TEST(a_file_above_2_gib, WORLD_FILE)
{
    const int64_t size = (INT64_C(1) << 31) + (INT64_C(1) << 20);
    tally_recovery found = {.struct_size = sizeof found};
    world fresh;
    FILE *file;

    if (is_emulated() && sizeof(void *) > 4) {
        leave_out("it takes long, and sizes are those of this machine");
        return;
    }
    make_everything(w);
    world_close(w);
    require(truncate(w->file, (off_t)size) == 0);
    file = fopen(w->file, "r+b");
    require(file != NULL && fseek(file, 28, SEEK_SET) == 0 && fwrite("\377", 1, 1, file) == 1 && fclose(file) == 0);
    world_init(&fresh, WORLD_CLOSED);
    check_ok(tally_file_recover(w->file, fresh.file, &found));
    assert_true(found.pages >= (uint64_t)(size / 65536));
    assert_int_equal(found.accounts_saved, 2);
    assert_int_equal(found.badges_lost, 0);
    world_open(&fresh, WORLD_FILE);
    check_everything(&fresh);
    world_end(&fresh);
}

/* ---- The system's clock, which may be put ahead ---- */

static int64_t ahead;

int clock_gettime(clockid_t clock, struct timespec *out_time)
{
    union {
        void *found;
        int (*call)(clockid_t clock, struct timespec *out_time);
    } real;
    int result;

    /* The function with 64 bits has another name if time_t was 32 bits wide once. */
    real.found = dlsym(RTLD_NEXT, sizeof(void *) == 4 ? "__clock_gettime64" : "clock_gettime");
    require(real.found != NULL);
    result = real.call(clock, out_time);
    if (clock == CLOCK_REALTIME) out_time->tv_sec += ahead;
    return result;
}

TEST_ALONE(after_2038)
{
    world w;
    const int64_t seconds = INT64_C(3600) * 24 * 365;

    ahead = 30 * seconds;
    world_init(&w, WORLD_THREAD);
    check_ok(tally_badge_set_until(w.account, "past", 1, (time(NULL) + 29 * seconds) * 1000));
    check_badge(w.account, "past", 0, 0);
    check_ok(tally_badge_set_until(w.account, "future", 2, (time(NULL) + 31 * seconds) * 1000));
    check_badge(w.account, "future", 1, 2);
    world_end(&w);
    ahead = 0;
}
