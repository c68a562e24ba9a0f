/* needs: sqlite tsan */
/* The file: what is in it after closing, after a kill, and what happens with files that are not ours. */
#include "support.h"
#include "lists.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ITEM(id, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"path\":\"" path "\",\"count\":" count ",\"title\":\"t" id "\"}"

/* ---- A picture of an account ---- */

typedef struct picture {
    tally_badge_entry entries[64];
    char text[4096];
    size_t count, size;
    uint64_t revision, epoch;
} picture;

static void take_picture(tally_account *account, picture *p)
{
    memset(p, 0, sizeof *p);
    check_ok(badge_list(account, "root", TALLY_SUBTREE, p->entries, COUNT_OF(p->entries), p->text,
                              sizeof p->text, &p->count, &p->size, &p->revision));
    check_ok(account_info(account, NULL, NULL, &p->epoch, NULL));
}

static void check_same_picture(const picture *a, const picture *b)
{
    size_t i;

    assert_int_equal(a->count, b->count);
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->text, b->text, a->size);
    for (i = 0; i < a->count; i++) {
        assert_int_equal(a->entries[i].badge.kind, b->entries[i].badge.kind);
        assert_int_equal(a->entries[i].badge.count, b->entries[i].badge.count);
        assert_int_equal(a->entries[i].badge.flags, b->entries[i].badge.flags);
    }
    assert_true(a->revision == b->revision);
    assert_true(a->epoch == b->epoch);
}

/* ---- Reopening ---- */

static void reopen_shows_the_same(unsigned flags)
{
    world w;
    picture before, after;
    tally_account *second;
    tally_account_options options = {
        .struct_size = sizeof options, .aggregation = TALLY_AGGREGATION_SUM, .feeding = TALLY_FEEDING_UNREAD,
    };
    tally_feed_state feed = {.struct_size = sizeof feed};
    char title[32];
    size_t length;
    uint64_t total, unread, unseen;

    world_init(&w, flags);
    check_ok(tally_account_open(w.engine, "second", &options, &second));
    check_ok(tally_badge_set(second, "a", 1));
    check_ok(tally_badge_set(second, "a.b", 2));
    tally_account_release(second);
    check_ok(tally_badge_set(w.account, "a.b", 3));
    check_ok(tally_badge_dot(w.account, "a.c\\.d"));
    check_ok(tally_badge_mute(w.account, "a", TALLY_MUTE_NUMBER, TALLY_FOREVER));
    check_ok(tally_badge_mute(w.account, "q", TALLY_MUTE_ALL, CLOCK_START + 60000));
    check_ok(tally_badge_set_until(w.account, "u", 7, CLOCK_START + 5000));
    check_ok(tally_badge_set_until(w.account, "v", 8, CLOCK_START + 50000));
    check_ok(tally_badge_set(w.account, "gone", 8));
    check_ok(tally_badge_clear(w.account, "gone"));
    check_ok(tally_badge_set(w.account, "\xE2\x82\xAC", TALLY_MAX_COUNT));
    world_add_feed(&w);
    world_page(&w, PAGE("c1", ITEM("1", "in", "2") "," ITEM("2", "in", "3"), ",\"title\":\"Centre\""));
    take_picture(w.account, &before);
    assert_true(before.count > 7);
    world_close(&w);

    world_open(&w, flags);
    take_picture(w.account, &after);
    check_same_picture(&before, &after);
    check_badge(w.account, "in", 1, 5);
    check_ok(message_counts(w.account, "root", TALLY_SUBTREE, &total, &unread, &unseen));
    assert_int_equal(total, 2);
    assert_int_equal(unseen, 2);
    world_add_feed(&w);
    check_ok(tally_feed_get(w.feed, &feed, title, sizeof title, &length));
    assert_string_equal(title, "Centre");
    assert_int_equal(feed.last_success, CLOCK_START);
    check_status(feed.result, TALLY_EMPTY);
    assert_int_equal(feed.requests, 0);
    check_ok(tally_account_open(w.engine, "second", NULL, &second));
    check_badge(second, "a", 1, 3); /* "sum" was stored. */
    tally_account_release(second);
    options.aggregation = TALLY_AGGREGATION_CHILDREN;
    world_close(&w);

    /* A badge that expired while nothing ran is removed before the first read. The rest will expire. */
    fake_clock_advance(&w.clock, 5000);
    world_open(&w, flags);
    check_badge(w.account, "u", 0, 0);
    check_badge(w.account, "v", 1, 8);
    fake_clock_advance(&w.clock, 45000);
    check_badge(w.account, "v", 0, 0);
    world_close(&w);
    world_open(&w, flags);
    check_badge(w.account, "v", 0, 0);
    check_badge(w.account, "a", 1, 3);
    world_end(&w);
}

TEST_ALONE(group_shows_the_same)
{
    reopen_shows_the_same(WORLD_FILE);
}

TEST_ALONE(full_shows_the_same)
{
    reopen_shows_the_same(WORLD_FILE | WORLD_FULL);
}

TEST(revisions_go_on, WORLD_FILE)
{
    uint64_t before, after;
    tally_badge badge;

    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(account_info(w->account, NULL, &before, NULL, NULL));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_badge_set(w->account, "a", 3));
    check_ok(account_info(w->account, NULL, &after, NULL, NULL));
    assert_true(after == before + 1);
    check_ok(tally_badge_get(w->account, "a", &badge));
    assert_true(badge.revision == after);
}

/* Another process looks at the file's copy: what flush promised is in it. */
TEST(flush_writes, WORLD_FILE)
{
    world copy;
    char *bytes, name[320];
    size_t count;

    world_init(&copy, WORLD_FILE | WORLD_CLOSED);
    check_ok(tally_badge_set(w->account, "a", 41));
    check_ok(tally_engine_flush(w->engine));
    bytes = read_file(w->file, &count);
    write_file(copy.file, bytes, count);
    free(bytes);
    snprintf(name, sizeof name, "%s-wal", w->file);
    bytes = read_file(name, &count);
    snprintf(name, sizeof name, "%s-wal", copy.file);
    if (bytes != NULL)
        write_file(name, bytes, count);
    free(bytes);
    world_open(&copy, WORLD_FILE);
    check_badge(copy.account, "a", 1, 41);
    world_end(&copy);
    world_end(w);
    world_init(w, 0); /* In memory there is nothing to write. */
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_engine_flush(w->engine));
}

TEST(a_new_store_has_another_epoch, WORLD_FILE)
{
    uint64_t first, second;

    check_ok(account_info(w->account, NULL, NULL, &first, NULL));
    world_close(w);
    assert_int_equal(unlink(w->file), 0);
    fake_clock_advance(&w->clock, 1);
    world_open(w, WORLD_FILE);
    check_ok(account_info(w->account, NULL, NULL, &second, NULL));
    assert_true(first != second);
}

/* ---- Killing ---- */

static pid_t start_writer(const char *file, const char *durability, int *out_pipe)
{
    const char *writer = required_variable("TALLY_WRITER");
    int ends[2];
    pid_t child;

    require(pipe(ends) == 0);
    child = fork();
    require(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(writer, "writer", file, durability, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *out_pipe = ends[0];
    return child;
}

/* Reads until so many operations more were acknowledged, kills, and reads the rest: the last one that was. */
static long long kill_in_the_middle(pid_t child, int from, int operations)
{
    FILE *lines = fdopen(from, "r");
    char line[64];
    long long last = -1;
    int status, i;

    require(lines != NULL);
    for (i = 0; i < operations && fgets(line, sizeof line, lines) != NULL; i++)
        last = atoll(line);
    kill(child, SIGKILL);
    while (fgets(line, sizeof line, lines) != NULL) {
        if (strchr(line, '\n') != NULL)
            last = atoll(line);
    }
    fclose(lines);
    require(waitpid(child, &status, 0) == child);
    require(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return last;
}

static void check_prefix(tally_account *account, uint64_t n)
{
    uint64_t i;
    char path[32];

    for (i = 0; i < 16; i++) {
        /* The last number up to n that leaves the rest i. */
        uint64_t expected = n >= i ? n - (n - i) % 16 : 0;

        snprintf(path, sizeof path, "root.k.%d", (int)i);
        check_badge(account, path, expected != 0, expected);
    }
}

static void survive_kills(const char *durability)
{
    world w;
    tally_badge badge;
    int turn, turns = is_soak() ? 500 : 10;
    unsigned random = 12345;
    uint64_t before = 0;
    long long acknowledged;
    int is_full = strcmp(durability, "full") == 0;

    world_init(&w, WORLD_FILE | WORLD_CLOSED);
    for (turn = 0; turn < turns; turn++) {
        int from;
        pid_t child = start_writer(w.file, durability, &from);

        random = random * 1103515245u + 12345u;
        /* A group is written after 50 ms, so there have to be more of them. */
        acknowledged = kill_in_the_middle(child, from,
                                          is_full ? 1 + (int)((random >> 16) % 300)
                                                  : 100000 + (int)((random >> 16) % 100000));
        assert_true(acknowledged > 0);
        world_open(&w, WORLD_FILE);
        check_ok(tally_badge_get(w.account, "root.n", &badge));
        if (is_full) {
            /* All acknowledged changes, and at most the one in progress. */
            assert_true((long long)badge.count >= acknowledged);
        }
        assert_true((long long)badge.count <= acknowledged + 1);
        assert_true(badge.count >= before);
        before = badge.count;
        check_prefix(w.account, badge.count);
        world_close(&w);
    }
    print_message("    %s: %d kills, %llu operations stored\n", durability, turns, (unsigned long long)before);
    assert_true(before > 0);
    remove_directory(w.directory);
}

TEST_ALONE(full_keeps_all_that_was_acknowledged)
{
    survive_kills("full");
}

TEST_ALONE(group_keeps_a_prefix)
{
    survive_kills("group");
}

/* ---- Files that are not to be opened ---- */

static void check_refused(world *w, const char *file, tally_status expected, const char *part)
{
    tally_engine *engine = (tally_engine *)w;
    tally_engine_options options = {.struct_size = sizeof options, .file = file};
    size_t before_count, after_count, log_count;
    char *before, *after, log_name[400], *log;
    int was_there;

    before = read_file(file, &before_count);
    snprintf(log_name, sizeof log_name, "%s-wal", file);
    was_there = access(log_name, F_OK) == 0;
    check_status(tally_engine_open(&options, &engine), expected);
    check_message(part);
    assert_null(engine);
    after = read_file(file, &after_count);
    assert_int_equal(before == NULL, after == NULL);
    assert_int_equal(before_count, after_count);
    if (before != NULL)
        assert_memory_equal(before, after, before_count);
    /* Nor is anything left beside it. */
    log = read_file(log_name, &log_count);
    assert_int_equal(log != NULL, was_there);
    free(log);
    free(before);
    free(after);
}

/* Through the library's VFS, once it has registered it, so that the checksums of the pages stay right. */
static void run_sql(const char *file, const char *sql)
{
    sqlite3 *database;
    const char *vfs = sqlite3_vfs_find("tally-checksums") != NULL ? "tally-checksums" : NULL;

    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs) == SQLITE_OK);
    require(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_close(database) == SQLITE_OK);
}

static void make_store(world *w)
{
    char path[32];
    int i;

    world_open(w, WORLD_FILE);
    for (i = 0; i < 500; i++) {
        snprintf(path, sizeof path, "some.badge.%d", i);
        check_ok(tally_badge_set(w->account, path, i + 1));
    }
    world_close(w);
}

TEST(foreign_files, WORLD_CLOSED)
{
    char name[320];

    check_refused(w, w->directory, TALLY_ERROR_NOT_A_STORE, "directory");
    check_refused(w, "", TALLY_ERROR_ARGUMENT, "empty");
    snprintf(name, sizeof name, "%s/missing/badges.db", w->directory);
    check_refused(w, name, TALLY_ERROR_IO, "directory");
    snprintf(name, sizeof name, "%s/plain.txt", w->directory);
    write_text(name, "This is no database, but it is longer than a header of one hundred bytes, so that somebody "
                     "may take it for one if nobody looks at its first bytes.\n");
    check_refused(w, name, TALLY_ERROR_NOT_A_STORE, "not a database");
    write_text(name, "x");
    check_refused(w, name, TALLY_ERROR_NOT_A_STORE, NULL);
    write_text(name, "{}");
    check_refused(w, name, TALLY_ERROR_NOT_A_STORE, NULL);
    check_refused(w, "/dev/null", TALLY_ERROR_NOT_A_STORE, "regular");
    snprintf(name, sizeof name, "%s/other.db", w->directory);
    run_sql(name, "CREATE TABLE t(a); INSERT INTO t VALUES (1);");
    check_refused(w, name, TALLY_ERROR_NOT_A_STORE, "Tally");
    run_sql(name, "PRAGMA application_id = 77;");
    check_refused(w, name, TALLY_ERROR_NOT_A_STORE, "Tally");
    run_sql(name, "PRAGMA journal_mode = WAL; INSERT INTO t VALUES (2);");
    check_refused(w, name, TALLY_ERROR_NOT_A_STORE, NULL);
    /* A file of no bytes is a new one. */
    write_text(w->file, "");
    world_open(w, WORLD_FILE);
}

TEST(newer_and_damaged_files, WORLD_CLOSED)
{
    char *bytes;
    size_t count, cut;

    make_store(w);
    run_sql(w->file, "PRAGMA user_version = 99;");
    check_refused(w, w->file, TALLY_ERROR_NEWER, "newer");
    run_sql(w->file, "PRAGMA user_version = 1;");
    bytes = read_file(w->file, &count);
    assert_true(count > 8192);
    for (cut = 1; cut <= 4; cut++) {
        write_file(w->file, bytes, count - count / 5 * cut);
        check_refused(w, w->file, TALLY_ERROR_CORRUPT, "damaged");
    }
    /* The first page's inside: refused when opened, or, at the latest, when what is damaged is read. */
    memset(bytes + 100, 0xA5, 3000);
    write_file(w->file, bytes, count);
    check_refused(w, w->file, TALLY_ERROR_CORRUPT, NULL);
    free(bytes);
}

TEST(damage_found_when_an_account_is_opened, WORLD_CLOSED)
{
    char *bytes, *after;
    size_t count, after_count, i;
    tally_account *account;
    tally_status status;

    make_store(w);
    bytes = read_file(w->file, &count);
    /* Finds the pages that hold the text of the badges, and nothing else. */
    for (i = 4096 * 3; i + 16 < count; i++) {
        if (memcmp(bytes + i, "some.badge.", 11) == 0)
            memset(bytes + i / 4096 * 4096, 0x5A, 4096);
    }
    write_file(w->file, bytes, count);
    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.file = w->file;
    status = tally_engine_open(&w->options, &w->engine);
    if (status == TALLY_OK) {
        account = NULL;
        check_status(tally_account_open(w->engine, "ann", NULL, &account), TALLY_ERROR_CORRUPT);
        check_message(NULL);
        assert_null(account);
        world_close(w);
        after = read_file(w->file, &after_count);
        assert_int_equal(count, after_count);
        assert_memory_equal(bytes, after, count);
        free(after);
    } else {
        check_status(status, TALLY_ERROR_CORRUPT);
    }
    free(bytes);
}

TEST(locked_files, WORLD_FILE)
{
    world second;
    char other_name[400];
    int from;
    char line[32];
    pid_t child;
    FILE *lines;

    world_init(&second, WORLD_CLOSED);
    check_ok(tally_badge_set(w->account, "a", 5));
    check_ok(tally_engine_flush(w->engine));
    check_refused(&second, w->file, TALLY_ERROR_LOCKED, "another engine of this process");
    /* By another name. */
    snprintf(other_name, sizeof other_name, "%s/../%s/badges.db", w->directory, strrchr(w->directory, '/') + 1);
    check_refused(&second, other_name, TALLY_ERROR_LOCKED, NULL);
    snprintf(other_name, sizeof other_name, "%s/link.db", w->directory);
    require(symlink(w->file, other_name) == 0);
    check_refused(&second, other_name, TALLY_ERROR_LOCKED, NULL);
    check_badge(w->account, "a", 1, 5);
    check_ok(tally_badge_set(w->account, "a", 6));
    check_ok(tally_engine_flush(w->engine));
    world_close(w);
    /* By another process. */
    child = start_writer(w->file, "group", &from);
    lines = fdopen(from, "r");
    require(lines != NULL && fgets(line, sizeof line, lines) != NULL);
    {
        tally_engine *engine = (tally_engine *)w;

        memset(&w->options, 0, sizeof w->options);
        w->options.struct_size = sizeof w->options;
        w->options.file = w->file;
        check_status(tally_engine_open(&w->options, &engine), TALLY_ERROR_LOCKED);
        check_message("process");
        assert_null(engine);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    fclose(lines);
    /* Its lock went with it. */
    world_open(w, WORLD_FILE);
    check_badge(w->account, "a", 1, 6);
    world_end(w);
    remove_directory(second.directory);
}

/* Permissions of the file. See also test_foreign.c, and test_reading.c for file systems that are read-only. */
TEST(read_only_files, WORLD_CLOSED)
{
    tally_engine *engine = (tally_engine *)w;
    tally_engine_options options = {.struct_size = sizeof options, .file = w->file};

    make_store(w);
    bind_by_permissions(1);
    require(chmod(w->file, 0400) == 0);
    check_refused(w, w->file, TALLY_ERROR_READ_ONLY, NULL);
    require(chmod(w->file, 0) == 0);
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_PERMISSION);
    check_message(NULL);
    assert_null(engine);
    require(chmod(w->file, 0600) == 0);
    bind_by_permissions(0);
    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_engine_close(engine, -1));
}

/* ---- A full disk ---- */

/* The disk holds this many bytes of all files in a directory together, as far as SQLite writes them. */
static struct {
    const char *directory;
    off_t capacity;
    int is_met; /* Whether a write found no room. */
} disk;

static off_t bytes_on_disk(void)
{
    DIR *directory = opendir(disk.directory);
    struct dirent *entry;
    struct stat status;
    off_t sum = 0;

    require(directory != NULL);
    while ((entry = readdir(directory)) != NULL) {
        if (fstatat(dirfd(directory), entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode))
            sum += status.st_size;
    }
    closedir(directory);
    return sum;
}

/* How many of the bytes at this offset the disk still takes. A disk that is full may take a part of a write. */
static size_t taken(int file, size_t count, off_t offset)
{
    struct stat status;
    off_t growth, room;

    require(fstat(file, &status) == 0);
    growth = offset + (off_t)count - status.st_size;
    if (disk.directory == NULL || growth <= 0)
        return count;
    room = disk.capacity - bytes_on_disk();
    if (growth <= room)
        return count;
    disk.is_met = 1;
    errno = ENOSPC;
    growth -= room > 0 ? room : 0;
    return growth >= (off_t)count ? 0 : count - (size_t)growth;
}

static ssize_t full_pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    size_t room = taken(file, count, offset);

    return room == 0 && count > 0 ? -1 : pwrite(file, bytes, room, offset);
}

static ssize_t full_write(int file, const void *bytes, size_t count)
{
    size_t room = taken(file, count, lseek(file, 0, SEEK_CUR));

    return room == 0 && count > 0 ? -1 : write(file, bytes, room);
}

/* SQLite's own files call these functions in place of the system's. No privilege is needed, as a mount would. */
static void replace_writes(int is_replaced)
{
    sqlite3_vfs *files = sqlite3_vfs_find(NULL);

    require(files != NULL && files->iVersion >= 3);
    require(files->xSetSystemCall(files, "pwrite", is_replaced ? (sqlite3_syscall_ptr)full_pwrite : NULL) == SQLITE_OK);
    require(files->xSetSystemCall(files, "pwrite64", is_replaced ? (sqlite3_syscall_ptr)full_pwrite : NULL) == SQLITE_OK);
    require(files->xSetSystemCall(files, "write", is_replaced ? (sqlite3_syscall_ptr)full_write : NULL) == SQLITE_OK);
}

/* The disk is full: nothing that was answered with OK is lost, and what was not has not happened. */
TEST_ALONE(a_full_disk)
{
    world w;
    tally_status status = TALLY_OK;
    char path[64];
    int i, stored = 0;
    unsigned durability;

    replace_writes(1);
    for (durability = 0; durability < 2; durability++) {
        world_init(&w, WORLD_CLOSED);
        disk.directory = w.directory;
        disk.capacity = 320 << 10;
        disk.is_met = 0;
        world_open(&w, WORLD_FILE | (durability ? WORLD_FULL : 0));
        status = TALLY_OK;
        for (i = 0, stored = 0; i < 20000 && status == TALLY_OK; i++) {
            snprintf(path, sizeof path, "some.rather.long.path.of.a.badge.%d", i);
            status = tally_badge_set(w.account, path, 1);
            if (status == TALLY_OK)
                stored += 1;
            if (!durability && i % 500 == 499 && status == TALLY_OK)
                status = tally_engine_flush(w.engine);
        }
        check_status(status, TALLY_ERROR_FULL);
        check_message(NULL);
        assert_true(disk.is_met && stored > 0);
        assert_true(bytes_on_disk() <= disk.capacity);
        check_badge(w.account, "root", 1, (uint64_t)stored);
        if (durability) {
            check_badge(w.account, path, 0, 0);
            tally_scope_close(w.scope);
            tally_account_release(w.account);
            status = tally_engine_close(w.engine, -1);
            assert_true(status == TALLY_OK || status == TALLY_ERROR_FULL);
            disk.capacity = 16 << 20;
        } else {
            /* "Nothing is lost: it stays in memory and is tried again." Room is made, and it is. */
            disk.capacity = 16 << 20;
            check_ok(tally_engine_flush(w.engine));
            tally_scope_close(w.scope);
            tally_account_release(w.account);
            check_ok(tally_engine_close(w.engine, -1));
        }
        world_open(&w, WORLD_FILE);
        check_badge(w.account, "root", 1, (uint64_t)stored);
        world_close(&w);
        disk.directory = NULL;
        remove_directory(w.directory);
    }
    replace_writes(0);
}

/* A relative name, and names that SQLite might take for something else. */
TEST(odd_names, WORLD_CLOSED)
{
    static const char *const names[] = {"plain.db", "file:odd.db", ":memory:", "a b?mode=memory.db", "\xE2\x82\xAC.db",
                                        "file::memory:?cache=shared"};
    char here[4096];
    size_t i;

    require(getcwd(here, sizeof here) != NULL);
    require(chdir(w->directory) == 0);
    for (i = 0; i < COUNT_OF(names); i++) {
        snprintf(w->file, sizeof w->file, "%s", names[i]);
        world_open(w, WORLD_FILE);
        check_ok(tally_badge_set(w->account, "a", 1 + (int64_t)i));
        world_close(w);
        assert_int_equal(access(names[i], F_OK), 0);
        world_open(w, WORLD_FILE);
        check_badge(w->account, "a", 1, 1 + (uint64_t)i);
        world_close(w);
    }
    require(chdir(here) == 0);
}

/* ---- Memory ---- */

static int64_t most_memory_of_a_mark(world *w, int messages)
{
    static const char item[] = "%s{\"id\":\"%d\",\"seq\":\"%d\",\"path\":\"chat.c%d\",\"body\":\"%0400d\"}";
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    char *page = (char *)malloc((size_t)messages * 500 + 100);
    sqlite3_int64 before, most;
    size_t changed, at;
    int i;

    require(page != NULL);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    at = (size_t)sprintf(page, "{\"cursor\":\"1\",\"items\":[");
    for (i = 1; i <= messages; i++)
        at += (size_t)sprintf(page + at, item, i > 1 ? "," : "", i, i, i % 10, i);
    at += (size_t)sprintf(page + at, "]}");
    check_ok(tally_feed_deliver(w->feed, page, at));
    free(page);
    require(sqlite3_status64(SQLITE_STATUS_MEMORY_USED, &before, &most, 1) == SQLITE_OK);
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, messages);
    require(sqlite3_status64(SQLITE_STATUS_MEMORY_USED, &before, &most, 0) == SQLITE_OK);
    return most - before;
}

/* SQLite would copy each page that the statement changes: 6 MB here. Its cache has 2 MB. */
TEST(marking_many_messages_takes_little_memory, WORLD_FILE)
{
    int64_t most = most_memory_of_a_mark(w, 6000);

    if (most > 3000000)
        fail_msg("marking takes %lld bytes", (long long)most);
}
