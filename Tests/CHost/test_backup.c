/* needs: sqlite tsan */
/* Copies of the file that are made while it is used. */
#include "support.h"
#include "lists.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static void in_directory(const world *w, const char *name, char *path, size_t capacity)
{
    snprintf(path, capacity, "%s/%s", w->directory, name);
}

static int exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* No trace of a copy that was not finished, and nobody holds its lock. */
static void check_no_trace(const char *path)
{
    static const char *const suffixes[] = {"-partial", "-partial-journal", "-partial-wal", "-partial-lock", "-lock"};
    char name[400];
    size_t i;

    for (i = 0; i < COUNT_OF(suffixes); i++) {
        snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        assert_false(exists(name));
    }
}

/* SQLite's own judgement. */
static void check_integrity(const char *path)
{
    sqlite3 *database;
    sqlite3_stmt *statement;

    assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

static void open_copy(world *copy, const char *path)
{
    world_init(copy, WORLD_FILE | WORLD_CLOSED);
    snprintf(copy->file, sizeof copy->file, "%s", path);
    world_open(copy, WORLD_FILE);
}

static void a_copy_is_like_the_original(unsigned flags)
{
    world w, copy;
    char path[400];
    uint64_t epoch, same, revision, after;
    tally_account *other;

    world_init(&w, flags);
    in_directory(&w, "copy.db", path, sizeof path);
    check_ok(tally_badge_set(w.account, "a.b", 3));
    check_ok(tally_badge_mute(w.account, "a", TALLY_MUTE_NUMBER, TALLY_FOREVER));
    check_ok(tally_account_open(w.engine, "bo", NULL, &other));
    check_ok(tally_badge_dot(other, "x"));
    tally_account_release(other);
    world_add_feed(&w);
    world_page(&w, "{\"cursor\":\"c\",\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"count\":2}]}");
    check_ok(account_info(w.account, NULL, &revision, &epoch, NULL));
    check_ok(tally_engine_backup(w.engine, path, 0));
    check_no_trace(path);
    check_ok(tally_badge_set(w.account, "later", 1)); /* It goes on. */
    check_integrity(path);
    open_copy(&copy, path);
    check_badge(copy.account, "a.b", 1, 3);
    check_badge(copy.account, "in", 1, 2);
    check_badge(copy.account, "later", 0, 0);
    check_ok(account_info(copy.account, NULL, &after, &same, NULL));
    assert_true(same == epoch && after == revision);
    check_ok(tally_account_open(copy.engine, "bo", NULL, &other));
    check_badge(other, "x", 1, 0);
    tally_account_release(other);
    check_ok(tally_badge_set(copy.account, "c", 1));
    world_end(&copy);
    check_badge(w.account, "c", 0, 0);
    world_end(&w);
}

TEST_ALONE(copies)
{
    a_copy_is_like_the_original(WORLD_FILE);
    a_copy_is_like_the_original(WORLD_FILE | WORLD_FULL);
}

/* ---- While others write ---- */

typedef struct writer {
    tally_account *account;
    volatile int stop;
    volatile uint64_t written;
} writer;

/* The n-th batch sets "n" to n, and one of many others to n. */
static void *keep_writing(void *argument)
{
    writer *self = (writer *)argument;
    uint64_t n = 0;

    while (!__atomic_load_n(&self->stop, __ATOMIC_ACQUIRE)) {
        tally_operation operations[2];
        char key[32];

        n += 1;
        memset(operations, 0, sizeof operations);
        snprintf(key, sizeof key, "k.%d", (int)(n % 5000));
        operations[0].kind = operations[1].kind = TALLY_OP_SET;
        operations[0].path = "n";
        operations[1].path = key;
        operations[0].value = operations[1].value = (int64_t)n;
        require(tally_badge_batch(self->account, operations, 2, PLAIN_BATCH, NULL) == TALLY_OK);
        __atomic_store_n(&self->written, n, __ATOMIC_RELEASE);
    }
    return NULL;
}

/* After n batches, and no part of another. */
static void check_prefix(tally_account *account, uint64_t n)
{
    uint64_t i;
    char key[32];

    for (i = 0; i < 5000; i++) {
        uint64_t expected = n >= i ? n - (n - i) % 5000 : 0;

        snprintf(key, sizeof key, "k.%d", (int)i);
        check_badge(account, key, expected > 0, expected);
    }
}

TEST(it_is_of_one_moment, WORLD_FILE | WORLD_THREAD)
{
    writer self = {.account = w->account};
    pthread_t thread;
    int i, rounds = is_valgrind() ? 1 : 5;

    assert_int_equal(pthread_create(&thread, NULL, keep_writing, &self), 0);
    for (i = 0; i < rounds; i++) {
        world copy;
        char path[400], name[16];
        uint64_t before;
        tally_badge badge;

        snprintf(name, sizeof name, "%d.db", i);
        in_directory(w, name, path, sizeof path);
        before = __atomic_load_n(&self.written, __ATOMIC_ACQUIRE);
        check_ok(tally_engine_backup(w->engine, path, 0));
        check_integrity(path);
        open_copy(&copy, path);
        check_ok(tally_badge_get(copy.account, "n", &badge));
        assert_true(badge.count >= before);
        check_prefix(copy.account, badge.count);
        world_end(&copy);
    }
    __atomic_store_n(&self.stop, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
}

/* ---- Existing files ---- */

TEST(replacing, WORLD_FILE)
{
    world other;
    char path[400], link_path[400], side[420];
    size_t count;
    char *bytes;

    in_directory(w, "copy.db", path, sizeof path);
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_engine_backup(w->engine, path, 0));
    check_status(tally_engine_backup(w->engine, path, 0), TALLY_ERROR_EXISTS);
    check_message("backup ");
    check_message("copy.db");
    check_no_trace(path);
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_engine_backup(w->engine, path, TALLY_BACKUP_REPLACE));
    open_copy(&other, path);
    check_badge(other.account, "a", 1, 2);
    /* One that is open is nobody's to replace. */
    check_status(tally_engine_backup(w->engine, path, TALLY_BACKUP_REPLACE), TALLY_ERROR_LOCKED);
    world_end(&other);
    check_ok(tally_engine_backup(w->engine, path, TALLY_BACKUP_REPLACE));
    /* Not one that was not closed: its log would be taken for the new one's. */
    snprintf(side, sizeof side, "%s-wal", path);
    write_text(side, "something");
    check_status(tally_engine_backup(w->engine, path, TALLY_BACKUP_REPLACE), TALLY_ERROR_CONFLICT);
    check_message("backup ");
    check_message("log");
    check_no_trace(path);
    assert_int_equal(unlink(side), 0);
    /* Nor what is no file, or leads to one, or nowhere. */
    in_directory(w, "link.db", link_path, sizeof link_path);
    assert_int_equal(symlink(path, link_path), 0);
    check_status(tally_engine_backup(w->engine, link_path, TALLY_BACKUP_REPLACE), TALLY_ERROR_EXISTS);
    assert_int_equal(unlink(link_path), 0);
    assert_int_equal(symlink("/nowhere/at/all", link_path), 0);
    check_status(tally_engine_backup(w->engine, link_path, TALLY_BACKUP_REPLACE), TALLY_ERROR_EXISTS);
    check_status(tally_engine_backup(w->engine, w->directory, TALLY_BACKUP_REPLACE), TALLY_ERROR_EXISTS);
    /* A partial copy that another backup left does not prevent a backup. */
    in_directory(w, "second.db", path, sizeof path);
    snprintf(side, sizeof side, "%s-partial", path);
    write_text(side, "something that is no database, and longer than nothing");
    check_ok(tally_engine_backup(w->engine, path, 0));
    check_integrity(path);
    bytes = read_file(side, &count);
    assert_null(bytes);
    check_badge(w->account, "a", 1, 2);
}

/* By whatever name, and what SQLite and the lock keep beside it. */
TEST(the_original_is_never_the_target, WORLD_FILE)
{
    static const char *const names[] = {"badges.db", "./badges.db", "badges.db-wal", "badges.db-journal",
                                        "badges.db-lock", "hard.db", "soft.db", "inner/../badges.db-wal"};
    world odd;
    char path[400];
    size_t i, flags;

    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_engine_flush(w->engine));
    in_directory(w, "inner", path, sizeof path);
    assert_int_equal(mkdir(path, 0777), 0);
    in_directory(w, "hard.db", path, sizeof path);
    assert_int_equal(link(w->file, path), 0);
    in_directory(w, "soft.db", path, sizeof path);
    assert_int_equal(symlink(w->file, path), 0);
    for (i = 0; i < COUNT_OF(names); i++) {
        for (flags = 0; flags <= TALLY_BACKUP_REPLACE; flags++) {
            in_directory(w, names[i], path, sizeof path);
            check_status(tally_engine_backup(w->engine, path, (uint32_t)flags), TALLY_ERROR_ARGUMENT);
            check_message("backup ");
            check_message("own file");
        }
    }
    /* The names that a backup uses meanwhile may not be the original's either. */
    world_init(&odd, WORLD_FILE | WORLD_CLOSED);
    in_directory(&odd, "x-partial", odd.file, sizeof odd.file);
    world_open(&odd, WORLD_FILE);
    check_ok(tally_badge_set(odd.account, "a", 1));
    in_directory(&odd, "x", path, sizeof path);
    check_status(tally_engine_backup(odd.engine, path, TALLY_BACKUP_REPLACE), TALLY_ERROR_LOCKED);
    world_close(&odd);
    in_directory(&odd, "y-lock", odd.file, sizeof odd.file);
    world_open(&odd, WORLD_FILE);
    check_ok(tally_badge_set(odd.account, "a", 2));
    check_ok(tally_engine_flush(odd.engine));
    in_directory(&odd, "y", path, sizeof path);
    check_status(tally_engine_backup(odd.engine, path, TALLY_BACKUP_REPLACE), TALLY_ERROR_EXISTS);
    world_close(&odd);
    world_open(&odd, WORLD_FILE);
    check_badge(odd.account, "a", 1, 2);
    world_end(&odd);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "a", 1, 1);
}

/* A page that is not all zeros ends with its seal. */
TEST(its_pages_are_sealed, WORLD_FILE)
{
    enum { SEAL = 12, MANY = 3000 };
    char path[400], badge[32];
    unsigned char *bytes;
    size_t count, size, page, i;

    for (i = 0; i < MANY; i++) {
        snprintf(badge, sizeof badge, "a.b%zu", i);
        check_ok(tally_badge_set(w->account, badge, 1));
    }
    in_directory(w, "copy.db", path, sizeof path);
    check_ok(tally_engine_backup(w->engine, path, 0));
    bytes = (unsigned char *)read_file(path, &count);
    assert_non_null(bytes);
    size = (size_t)bytes[16] << 8 | bytes[17];
    assert_int_equal(bytes[20], SEAL);
    assert_true(count / size > 10);
    for (page = 0; page < count / size; page++) {
        for (i = 0; i < SEAL && bytes[(page + 1) * size - SEAL + i] == 0; i++) {
        }
        assert_true(i < SEAL);
    }
    free(bytes);
}

TEST(it_has_the_same_rights, WORLD_FILE)
{
    char path[400];
    struct stat status;

    assert_int_equal(chmod(w->file, 0600), 0);
    in_directory(w, "copy.db", path, sizeof path);
    check_ok(tally_engine_backup(w->engine, path, 0));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

/* ---- A disk that refuses ---- */

/* The usual files, but for those of a copy: their k-th write, sync or truncation fails. */
static sqlite3_vfs failing_vfs;
static sqlite3_vfs *usual_vfs;
static sqlite3_io_methods failing_methods[2]; /* For databases and for journals, whose locks differ. */
static const sqlite3_io_methods *usual_methods;
static long calls_left;
static int failure;

static int refuses(void)
{
    return calls_left >= 0 && calls_left-- == 0;
}

static int failing_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    return refuses() ? failure : usual_methods->xWrite(file, bytes, count, offset);
}

static int failing_sync(sqlite3_file *file, int flags)
{
    return refuses() ? SQLITE_IOERR_FSYNC : usual_methods->xSync(file, flags);
}

static int failing_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return refuses() ? SQLITE_IOERR_TRUNCATE : usual_methods->xTruncate(file, size);
}

static int failing_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    int result = usual_vfs->xOpen(usual_vfs, name, file, flags, out_flags);

    (void)vfs;
    if (result == SQLITE_OK && name != NULL && strstr(name, "-partial") != NULL) {
        sqlite3_io_methods *methods = &failing_methods[flags & SQLITE_OPEN_MAIN_DB ? 0 : 1];

        usual_methods = file->pMethods;
        *methods = *usual_methods;
        methods->xWrite = failing_write;
        methods->xSync = failing_sync;
        methods->xTruncate = failing_truncate;
        file->pMethods = methods;
    }
    return result;
}

static void until_it_succeeds(int with, tally_status expected)
{
    world w, copy;
    char path[400];
    long k;
    int i;
    tally_status status = TALLY_ERROR_IO;

    world_init(&w, WORLD_FILE);
    for (i = 0; i < 300; i++) {
        char key[32];

        snprintf(key, sizeof key, "some.path.%d", i);
        check_ok(tally_badge_set(w.account, key, i + 1));
    }
    in_directory(&w, "copy.db", path, sizeof path);
    write_text(path, "what was there");
    failure = with;
    for (k = 0; status != TALLY_OK; k++) {
        char *bytes;
        size_t count;

        assert_true(k < 10000);
        calls_left = k;
        status = tally_engine_backup(w.engine, path, TALLY_BACKUP_REPLACE);
        calls_left = -1;
        check_no_trace(path);
        if (status == TALLY_OK)
            break;
        if (status != TALLY_ERROR_IO)
            check_status(status, expected);
        check_message("copy.db");
        bytes = read_file(path, &count);
        assert_non_null(bytes);
        assert_int_equal(count, strlen("what was there"));
        free(bytes);
        check_ok(tally_badge_set(w.account, "k", k + 1));
        check_ok(tally_engine_flush(w.engine));
    }
    assert_true(k > 5);
    check_integrity(path);
    open_copy(&copy, path);
    check_badge(copy.account, "k", 1, (uint64_t)k);
    check_badge(copy.account, "some.path.299", 1, 300);
    world_end(&copy);
    world_end(&w);
}

/* Before the first engine, which asks once what SQLite writes files with. */
static void install_failing_vfs(void)
{
    usual_vfs = sqlite3_vfs_find(NULL);
    failing_vfs = *usual_vfs;
    failing_vfs.zName = "failing";
    failing_vfs.xOpen = failing_open;
    calls_left = -1;
    require(sqlite3_vfs_register(&failing_vfs, 1) == SQLITE_OK);
}

TEST_ALONE(a_disk_that_refuses)
{
    until_it_succeeds(SQLITE_FULL, TALLY_ERROR_FULL);
    until_it_succeeds(SQLITE_IOERR_WRITE, TALLY_ERROR_IO);
}

TEST(bad_input, WORLD_FILE)
{
    char path[400];

    in_directory(w, "copy.db", path, sizeof path);
    check_status(tally_engine_backup(NULL, path, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_backup(w->engine, NULL, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_backup(w->engine, "", 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_backup(w->engine, path, 2), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_backup(w->engine, path, 0x80000000u), TALLY_ERROR_ARGUMENT);
    assert_false(exists(path));
    in_directory(w, "nowhere/copy.db", path, sizeof path);
    check_status(tally_engine_backup(w->engine, path, 0), TALLY_ERROR_IO);
    check_message("backup ");
    check_message("nowhere");
    in_directory(w, "a-file", path, sizeof path);
    write_text(path, "");
    in_directory(w, "a-file/copy.db", path, sizeof path);
    check_status(tally_engine_backup(w->engine, path, 0), TALLY_ERROR_IO);
    check_message("backup ");
    check_message("a-file/copy.db");
    world_end(w);
    world_init(w, 0);
    in_directory(w, "copy.db", path, sizeof path);
    check_status(tally_engine_backup(w->engine, path, 0), TALLY_ERROR_UNSUPPORTED);
    assert_false(exists(path));
    world_end(w);
    world_init(w, WORLD_FILE);
    in_directory(w, "closed", path, sizeof path);
    assert_int_equal(mkdir(path, 0555), 0);
    in_directory(w, "closed/copy.db", path, sizeof path);
    bind_by_permissions(1);
    check_status(tally_engine_backup(w->engine, path, 0), TALLY_ERROR_PERMISSION);
    bind_by_permissions(0);
}

/* Names are those of files, whatever SQLite reads in them, and from the folder that the process is in. */
TEST(relative_names, WORLD_FILE)
{
    static const char *const names[] = {"copy.db", "file:copy.db?mode=ro", ":memory:"};
    char former[4096], path[400];
    world copy;
    size_t i;

    check_ok(tally_badge_set(w->account, "a", 3));
    require(getcwd(former, sizeof former) != NULL);
    require(chdir(w->directory) == 0);
    for (i = 0; i < COUNT_OF(names); i++) {
        check_ok(tally_engine_backup(w->engine, names[i], 0));
        check_status(tally_engine_backup(w->engine, names[i], 0), TALLY_ERROR_EXISTS);
        check_ok(tally_engine_backup(w->engine, names[i], TALLY_BACKUP_REPLACE));
        check_ok(tally_file_recover(names[i], "fresh.db", NULL));
        check_status(tally_file_recover(names[i], "fresh.db", NULL), TALLY_ERROR_EXISTS);
        in_directory(w, "fresh.db", path, sizeof path);
        open_copy(&copy, path);
        check_badge(copy.account, "a", 1, 3);
        world_end(&copy);
        require(access(path, F_OK) != 0 || unlink(path) == 0);
        in_directory(w, names[i], path, sizeof path);
        assert_true(exists(path));
    }
    check_status(tally_engine_backup(w->engine, "badges.db", 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_backup(w->engine, "badges.db-journal", 0), TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_backup(w->engine, "badges.db-copy", 0));
    require(chdir(former) == 0);
}

/* A copy on another file system, and names that are too long. */
TEST(names_elsewhere, WORLD_FILE)
{
    char name[5000];

    check_status(tally_engine_backup(w->engine, "/proc/version", 0), TALLY_ERROR_EXISTS);
    memset(name, 'a', sizeof name);
    name[0] = '/';
    snprintf(name + 4500, sizeof name - 4500, "/badges.db");
    check_status(tally_engine_backup(w->engine, name, 0), TALLY_ERROR_IO);
    check_ok(tally_engine_verify(w->engine));
}

typedef struct call {
    tally_engine *engine;
    const char *path;
    tally_status status;
} call;

static void back_up(void *user_data, const tally_event *event, const char *text)
{
    call *self = (call *)user_data;

    (void)event;
    (void)text;
    self->status = tally_engine_backup(self->engine, self->path, 0);
}

TEST(in_a_callback, WORLD_FILE)
{
    char path[400];
    call self;

    in_directory(w, "copy.db", path, sizeof path);
    self.engine = w->engine;
    self.path = path;
    self.status = TALLY_ERROR_INTERNAL;
    check_ok(tally_observe(w->scope, w->account, "a", 0, back_up, &self, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 1));
    drain(w->engine);
    check_ok(self.status);
    check_integrity(path);
}

/* ---- The end of the engine ---- */

typedef struct copier {
    tally_engine *engine;
    const char *path;
    volatile int begun, ended;
    tally_status status;
} copier;

static void *copy_it(void *argument)
{
    copier *self = (copier *)argument;

    __atomic_store_n(&self->begun, 1, __ATOMIC_RELEASE);
    self->status = tally_engine_backup(self->engine, self->path, 0);
    __atomic_store_n(&self->ended, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Either it was done before, or there is no copy; and the engine's handle is used by nobody after it is closed. */
TEST_ALONE(closing_ends_it)
{
    int i, rounds = is_valgrind() ? 2 : 10, broken = 0;
    char path[400];

    for (i = 0; i < rounds; i++) {
        world w;
        copier self = {0};
        pthread_t thread;
        int k;

        world_init(&w, WORLD_FILE | WORLD_THREAD);
        for (k = 0; k < (is_valgrind() ? 500 : 20000); k++) {
            char key[64];

            snprintf(key, sizeof key, "some.longer.path.of.a.badge.%d", k);
            check_ok(tally_badge_set(w.account, key, k + 1));
        }
        in_directory(&w, "copy.db", path, sizeof path);
        self.engine = w.engine;
        self.path = path;
        assert_int_equal(pthread_create(&thread, NULL, copy_it, &self), 0);
        while (!__atomic_load_n(&self.begun, __ATOMIC_ACQUIRE)) {
        }
        tally_scope_close(w.scope);
        tally_account_release(w.account);
        /* Only a call that has begun may run into the end; so the handle is kept until then. */
        while (!__atomic_load_n(&self.ended, __ATOMIC_ACQUIRE)) {
            char partial[420];

            snprintf(partial, sizeof partial, "%s-partial", path);
            if (exists(partial))
                break;
        }
        check_ok(tally_engine_close(w.engine, -1));
        pthread_join(thread, NULL);
        check_no_trace(path);
        if (self.status == TALLY_OK) {
            check_integrity(path);
        } else {
            check_status(self.status, TALLY_ERROR_CLOSED);
            assert_false(exists(path));
            broken += 1;
        }
        remove_directory(w.directory);
    }
    print_message("    %d of %d were broken off\n", broken, rounds);
}

int main(void)
{
    install_failing_vfs();
    return tests_run();
}
