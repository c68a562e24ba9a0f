/* needs: sqlite */
/* How large the file and its log become, and what happens if the disk is full. */
#include "storefile.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static long size_of(const char *file, const char *suffix)
{
    char name[400];
    struct stat status;

    snprintf(name, sizeof name, "%s%s", file, suffix);
    return stat(name, &status) == 0 ? (long)status.st_size : -1;
}

/* Advances the clock and steps, until nothing is due. */
static void rest(world *w)
{
    int turns;

    for (turns = 0; turns < 1000; turns++) {
        int64_t timeout;

        check_ok(tally_engine_step(w->engine));
        check_ok(tally_engine_get_timeout(w->engine, &timeout));
        if (timeout < 0)
            return;
        fake_clock_advance(&w->clock, timeout);
    }
    fail_msg("it never rests");
}

/* However much is written, the log is no longer than one checkpoint. After a second without writes it is empty. */
TEST_ALONE(the_log_stays_small)
{
    const long limit = 1000 * (4096 + 24) + 32;
    const int changes = is_valgrind() ? 3000 : 20000;
    world w, copy;
    unsigned durability;

    for (durability = 0; durability < 2; durability++) {
        long longest = 0;
        int64_t timeout;
        char path[64], *bytes;
        size_t count;
        int i;

        world_init(&w, WORLD_FILE | (durability ? WORLD_FULL : 0));
        for (i = 0; i < (durability ? changes / 10 : changes); i++) {
            snprintf(path, sizeof path, "some.badge.with.a.name.%d", (i * 7919) % 5000);
            check_ok(tally_badge_set(w.account, path, i + 1));
            if (i % 50 == 0)
                check_ok(tally_engine_flush(w.engine));
            if (size_of(w.file, "-wal") > longest)
                longest = size_of(w.file, "-wal");
        }
        check_ok(tally_engine_flush(w.engine));
        assert_true(longest > 0);
        assert_true(longest < limit + 200 * (4096 + 24));
        assert_true(size_of(w.file, "-wal") > 0);
        check_ok(tally_engine_step(w.engine));
        check_ok(tally_engine_get_timeout(w.engine, &timeout));
        assert_true(timeout > 0 && timeout <= 1000);
        rest(&w);
        assert_int_equal(size_of(w.file, "-wal"), 0);
        /* All of it is in the file. */
        world_init(&copy, WORLD_CLOSED);
        bytes = read_file(w.file, &count);
        write_file(copy.file, bytes, count);
        free(bytes);
        world_open(&copy, WORLD_FILE);
        check_badge(copy.account, path, 1, (uint64_t)i);
        world_end(&copy);
        world_end(&w);
    }
}

/* The library's own thread does the same. */
TEST(the_loop_empties_the_log, WORLD_FILE | WORLD_THREAD)
{
    patience p = {0};
    int turn = 0;

    /* Once more if the loop has emptied the log before this thread looks. */
    do {
        check_ok(tally_badge_set(w->account, "a", ++turn));
        check_ok(tally_engine_flush(w->engine));
    } while (size_of(w->file, "-wal") == 0 && is_patient(&p));
    while (size_of(w->file, "-wal") > 0 && is_patient(&p))
        usleep(10000);
    assert_int_equal(size_of(w->file, "-wal"), 0);
}

TEST(removed_rows_give_their_space_back, WORLD_FILE)
{
    enum { ITEMS = 1500, BODY = 2000 };
    size_t used, capacity = (size_t)ITEMS * (BODY + 100);
    char *page = (char *)malloc(capacity), *body = (char *)malloc(BODY + 1);
    long full;
    int i;

    require(page != NULL && body != NULL);
    memset(body, 'b', BODY);
    body[BODY] = '\0';
    used = (size_t)snprintf(page, capacity, "{\"cursor\":\"c\",\"items\":[");
    for (i = 0; i < ITEMS; i++)
        used += (size_t)snprintf(page + used, capacity - used, "%s{\"id\":\"%d\",\"path\":\"in\",\"body\":\"%s\"}",
                                 i > 0 ? "," : "", i, body);
    snprintf(page + used, capacity - used, "]}");
    world_add_feed(w);
    world_page(w, page);
    rest(w);
    full = size_of(w->file, "");
    assert_true(full > (long)ITEMS * BODY);
    check_ok(tally_feed_remove(w->feed));
    rest(w);
    assert_int_equal(size_of(w->file, "-wal"), 0);
    assert_true(size_of(w->file, "") < full / 8);
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_engine_verify(w->engine));
    check_badge(w->account, "in", 0, 0);
    free(page);
    free(body);
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    require(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes == 0 ? limit.rlim_max : bytes;
    require(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* No file may grow, as on a full disk. A change that returned OK is in memory and in the file; one that failed is in
 * neither. When there is room again, everything goes on. */
static void work_without_room(unsigned flags)
{
    world w;
    tally_status status = TALLY_OK;
    tally_badge badge;
    char path[64];
    int i, done = 0, turn;

    signal(SIGXFSZ, SIG_IGN);
    world_init(&w, WORLD_FILE | flags);
    check_ok(tally_badge_set(w.account, "before", 1));
    check_ok(tally_engine_flush(w.engine));
    for (turn = 0; turn < 3; turn++) {
        limit_files(200 << 10 << turn);
        for (i = 0; i < 100000; i++) {
            snprintf(path, sizeof path, "turn%d.some.rather.long.path.%d", turn, i);
            status = tally_badge_set(w.account, path, 1);
            if (status == TALLY_OK)
                done += 1;
            if (!(flags & WORLD_FULL) && i % 500 == 0 && status == TALLY_OK)
                status = tally_engine_flush(w.engine);
            if (status != TALLY_OK)
                break;
        }
        check_status(status, TALLY_ERROR_FULL);
        check_message(NULL);
        if (flags & WORLD_FULL) /* It was refused, and is not there; else it waits. */
            check_badge(w.account, path, 0, 0);
        check_badge(w.account, "root", 1, 1 + (uint64_t)done);
        status = tally_engine_verify(w.engine);
        assert_true(status == TALLY_OK || status == TALLY_ERROR_FULL);
        status = tally_engine_flush(w.engine); /* Emptying the log may have made room. */
        assert_true(status == TALLY_OK || (status == TALLY_ERROR_FULL && !(flags & WORLD_FULL)));
        if (!(flags & WORLD_FULL)) { /* Pending changes are no reason to reject more. */
            check_ok(tally_badge_set(w.account, "waits", 1));
            check_ok(tally_badge_clear(w.account, "waits"));
        }
        limit_files(0);
        check_ok(tally_badge_set(w.account, path, 1));
        done += flags & WORLD_FULL ? 1 : 0;
        check_ok(tally_engine_flush(w.engine));
        check_ok(tally_engine_verify(w.engine));
        check_badge(w.account, "root", 1, 1 + (uint64_t)done);
    }
    world_close(&w);
    world_open(&w, WORLD_FILE);
    check_ok(tally_badge_get(w.account, "root", &badge));
    assert_int_equal(badge.count, 1 + done);
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
}

TEST_ALONE(without_room_full)
{
    work_without_room(WORLD_FULL);
}

TEST_ALONE(without_room_group)
{
    work_without_room(0);
}

typedef struct told {
    int errors, others;
} told;

static void take_line(void *user_data, int32_t level, const char *text)
{
    told *t = (told *)user_data;

    (void)text;
    *(level == TALLY_LOG_ERROR ? &t->errors : &t->others) += 1;
}

static told lines;

static void take_lines(tally_engine_options *options)
{
    options->log = take_line;
    options->log_user_data = &lines;
    options->log_level = TALLY_LOG_INFO;
}

/* Changes that cannot be written stay pending. The library tries again every second, and logs the error once. Further
 * changes succeed meanwhile. When there is room, the library writes all of them without a call. */
TEST(pending_changes_are_written_when_there_is_room, WORLD_CLOSED)
{
    const int changes = is_valgrind() ? 9000 : 30000; /* More than may wait otherwise. */
    tally_stats stats;
    tally_account *account;
    char path[64];
    int i, turn;

    signal(SIGXFSZ, SIG_IGN);
    memset(&lines, 0, sizeof lines);
    w->configure = take_lines;
    world_open(w, WORLD_FILE);
    check_ok(tally_badge_set(w->account, "before", 1));
    rest(w);
    assert_int_equal(lines.errors, 0);
    for (turn = 0; turn < 2; turn++) {
        limit_files(1024);
        for (i = 0; i < changes; i++) {
            snprintf(path, sizeof path, "turn%d.path.%d", turn, i % 12000);
            check_ok(tally_badge_set(w->account, path, i + 1));
            if (i % 100 == 0) {
                fake_clock_advance(&w->clock, 100);
                check_ok(tally_engine_step(w->engine));
            }
        }
        check_status(tally_account_open(w->engine, "other", NULL, &account), TALLY_ERROR_FULL);
        check_status(tally_engine_flush(w->engine), TALLY_ERROR_FULL);
        assert_int_equal(lines.errors, turn + 1);
        assert_int_equal(lines.others, turn);
        stats.struct_size = sizeof stats;
        check_ok(tally_engine_get_stats(w->engine, 0, &stats));
        assert_true(stats.unstored_badges >= (uint64_t)(changes < 12000 ? changes : 12000));
        limit_files(0);
        rest(w);
        assert_int_equal(lines.errors, turn + 1);
        assert_int_equal(lines.others, turn + 1);
        check_ok(tally_engine_get_stats(w->engine, 0, &stats));
        assert_int_equal(stats.unstored_badges, 0);
        assert_int_equal(size_of(w->file, "-wal"), 0);
    }
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
    w->configure = NULL;
    world_open(w, WORLD_FILE);
    check_badge(w->account, path, 1, (uint64_t)changes);
    check_ok(tally_engine_verify(w->engine));
}

/* A file without checksums is rewritten if a call requests it, and only then. If there is no room for that, nothing is
 * lost. */
TEST_ALONE(a_file_without_checksums_is_written_anew_on_request)
{
    world w;
    size_t count;

    signal(SIGXFSZ, SIG_IGN);
    world_init(&w, WORLD_CLOSED);
    free(make_file(&w, &count));
    rebuild_without_checksums(w.file);
    check_ok(open_file(&w, w.file, 0));
    check_ok(tally_engine_close(w.engine, -1));
    assert_int_equal(select_number(w.file, "PRAGMA auto_vacuum"), 0);
    limit_files(20000);
    check_status(tally_file_vacuum(w.file), TALLY_ERROR_FULL);
    check_message(NULL);
    limit_files(0);
    open_recovered(&w, w.file);
    check_everything(&w);
    world_close(&w);
    check_ok(tally_file_vacuum(w.file));
    assert_int_equal(select_number(w.file, "PRAGMA auto_vacuum"), 2);
    open_recovered(&w, w.file);
    check_everything(&w);
    world_close(&w);
    check_ok(tally_file_vacuum(w.file)); /* Once more: what has it all. */
    check_ok(open_file(&w, w.file, 0));
    check_ok(tally_engine_verify(w.engine));
    check_ok(tally_engine_close(w.engine, -1));
    remove_directory(w.directory);
}

/* Gaps are gone, everything else stays, and nobody has the file open. */
TEST(gaps_are_gone, WORLD_CLOSED)
{
    char missing[400], path[64];
    int64_t before;
    int i;

    snprintf(missing, sizeof missing, "%s/none.db", w->directory);
    check_status(tally_file_vacuum(NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_file_vacuum(""), TALLY_ERROR_ARGUMENT);
    check_status(tally_file_vacuum(missing), TALLY_ERROR_IO);
    check_message("No such file");
    check_status(tally_file_vacuum(w->directory), TALLY_ERROR_NOT_A_STORE);
    world_open(w, WORLD_FILE);
    for (i = 0; i < 3000; i++) {
        snprintf(path, sizeof path, "a long path to a place.number %d", i);
        check_ok(tally_badge_set(w->account, path, 1));
    }
    check_ok(tally_engine_flush(w->engine));
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_badge_set(w->account, "kept", 7));
    check_status(tally_file_vacuum(w->file), TALLY_ERROR_LOCKED);
    world_close(w);
    before = select_number(w->file, "PRAGMA page_count");
    check_ok(tally_file_vacuum(w->file));
    assert_true(select_number(w->file, "PRAGMA page_count") < before);
    assert_int_equal(select_number(w->file, "PRAGMA freelist_count"), 0);
    check_status(tally_file_vacuum(missing), TALLY_ERROR_IO); /* Nor was it created. */
    w->configure = NULL;
    world_open(w, WORLD_FILE);
    check_badge(w->account, "kept", 1, 7);
    check_ok(tally_engine_verify(w->engine));
}

/* If there is no room to create a file, or to recover one, none is left behind. */
TEST(nothing_is_made_without_room, WORLD_CLOSED)
{
    char fresh[320], *bytes;
    size_t count;
    rlim_t bytes_allowed;
    uint64_t before;

    signal(SIGXFSZ, SIG_IGN);
    bytes = make_file(w, &count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    before = hash_of_directory(w->directory);
    for (bytes_allowed = 1024; bytes_allowed < (rlim_t)count; bytes_allowed += 10000) {
        tally_status status;

        limit_files(bytes_allowed);
        status = tally_file_recover(w->file, fresh, NULL);
        limit_files(0);
        if (status == TALLY_OK) { /* The last pages were free. */
            assert_true(bytes_allowed + 20000 > (rlim_t)count);
            unlink(fresh);
        } else {
            check_status(status, TALLY_ERROR_FULL);
        }
        assert_true(hash_of_directory(w->directory) == before);
    }
    limit_files(1024);
    check_status(open_file(w, fresh, 0), TALLY_ERROR_FULL);
    limit_files(0);
    /* A file that was begun is begun again. */
    check_ok(open_file(w, fresh, 0));
    world_close(w);
    free(bytes);
}
