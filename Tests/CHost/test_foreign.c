/* Files that are other programs', newer, linked, without permission, or changed by others: each is a status and a message,
 * and what is not ours, or is refused, is left byte for byte as it was. And what others may do with ours. */
#include "storefile.h"

#include <grp.h>
#include <signal.h>
#include <sqlite3.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint32_t every_flag[] = {0, TALLY_ENGINE_VACUUM, TALLY_ENGINE_SET_ASIDE,
                                      TALLY_ENGINE_SET_ASIDE | TALLY_ENGINE_VACUUM};

/* However it is opened, and where it is to be recovered: the same answer, and nothing has changed, nor come beside it. */
static void check_refused(world *w, const char *file, tally_status expected, const char *part)
{
    uint64_t before = hash_of_directory(w->directory);
    char fresh[320];
    size_t i;

    for (i = 0; i < COUNT_OF(every_flag); i++) {
        check_status(open_file(w, file, every_flag[i]), expected);
        check_message(part);
        assert_null(w->engine);
        assert_true(hash_of_directory(w->directory) == before);
    }
    snprintf(fresh, sizeof fresh, "%s/never.db", w->directory);
    check_status(tally_engine_recover(file, fresh, NULL), expected);
    check_message(NULL);
    assert_true(hash_of_directory(w->directory) == before);
}

/* ---- Other programs ---- */

static void databases_of_others(void **state)
{
    static const char *const scripts[] = {
        "CREATE TABLE t(a);",
        "CREATE TABLE badge(account, path, kind, count); INSERT INTO badge VALUES (1, 'root.a', 1, 0);",
        "PRAGMA application_id = 77; CREATE TABLE t(a);",
        "PRAGMA user_version = 3; CREATE TABLE t(a);",
        "PRAGMA user_version = 99; CREATE TABLE t(a);",
        "PRAGMA page_size = 512; CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(10000));",
        "PRAGMA page_size = 65536; CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(200000));",
        "PRAGMA encoding = 'UTF-16'; CREATE TABLE t(a); INSERT INTO t VALUES ('x');",
        "PRAGMA auto_vacuum = FULL; CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(10000)); DELETE FROM t;",
        "PRAGMA journal_mode = WAL; CREATE TABLE t(a);",
        "PRAGMA journal_mode = PERSIST; CREATE TABLE t(a); INSERT INTO t VALUES (1);",
    };
    world w;
    size_t i;

    (void)state;
    for (i = 0; i < COUNT_OF(scripts); i++) {
        world_init(&w, WORLD_CLOSED);
        run_sql_of_others(w.file, scripts[i]);
        check_refused(&w, w.file, TALLY_ERROR_NOT_A_STORE, NULL);
        remove_directory(w.directory);
    }
}

/* As a crash leaves it: with a log, or with a journal that SQLite would play back and remove. */
static void databases_of_others_after_a_crash(void **state)
{
    static const char *const modes[] = {"WAL", "DELETE"}, *const suffixes[] = {"-wal", "-journal"};
    world w, copy;
    char sql[200], from[400], to[400];
    size_t i;

    (void)state;
    for (i = 0; i < 2; i++) {
        sqlite3 *database;

        world_init(&w, WORLD_CLOSED);
        world_init(&copy, WORLD_CLOSED);
        require(sqlite3_open(w.file, &database) == SQLITE_OK);
        snprintf(sql, sizeof sql,
                 "PRAGMA cache_size = 2; PRAGMA journal_mode = %s; CREATE TABLE t(a); INSERT INTO t VALUES (1); BEGIN;"
                 "UPDATE t SET a = 2; INSERT INTO t VALUES (zeroblob(100000));",
                 modes[i]);
        require(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK);
        copy_file(w.file, copy.file);
        snprintf(from, sizeof from, "%s%s", w.file, suffixes[i]);
        snprintf(to, sizeof to, "%s%s", copy.file, suffixes[i]);
        copy_file(from, to);
        require(sqlite3_close(database) == SQLITE_OK);
        check_refused(&copy, copy.file, TALLY_ERROR_NOT_A_STORE, NULL);
        run_sql_of_others(copy.file, "SELECT * FROM t;"); /* It plays its journal back, as it would have. */
        assert_int_equal(select_number(copy.file, "SELECT SUM(a) FROM t"), 1);
        remove_directory(w.directory);
        remove_directory(copy.directory);
    }
}

static void what_is_no_database(void **state)
{
    world w;
    char *noise = (char *)malloc(20000);
    size_t i, k;

    (void)state;
    require(noise != NULL);
    for (i = 0; i < 20; i++) {
        uint64_t random = i + 1;

        world_init(&w, WORLD_CLOSED);
        for (k = 0; k < 20000; k++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            noise[k] = i == 0 ? 0 : (char)(random >> 56);
        }
        if (i > 10) /* It begins as one. */
            memcpy(noise, "SQLite format 3", 16);
        write_file(w.file, noise, i * i * 50 + 1);
        check_refused(&w, w.file, TALLY_ERROR_NOT_A_STORE, NULL);
        remove_directory(w.directory);
    }
    free(noise);
}

/* ---- Newer versions ---- */

static void newer_files(void **state)
{
    world w, copy;
    char from[400], to[400];
    size_t count;
    sqlite3 *database;

    (void)state;
    free(make_file(&w, &count));
    run_sql(w.file, "PRAGMA user_version = 99; CREATE TABLE more(a); INSERT INTO more VALUES (7);");
    check_refused(&w, w.file, TALLY_ERROR_NEWER, "99");
    assert_int_equal(select_number(w.file, "SELECT a FROM more"), 7);
    /* That it is newer, only its log says. */
    world_init(&copy, WORLD_CLOSED);
    run_sql(w.file, "PRAGMA user_version = 2; DROP TABLE more;");
    require(sqlite3_open_v2(w.file, &database, SQLITE_OPEN_READWRITE, "tally-checksums") == SQLITE_OK);
    require(sqlite3_exec(database, "PRAGMA user_version = 99;", NULL, NULL, NULL) == SQLITE_OK);
    copy_file(w.file, copy.file);
    snprintf(from, sizeof from, "%s-wal", w.file);
    snprintf(to, sizeof to, "%s-wal", copy.file);
    copy_file(from, to);
    require(sqlite3_close(database) == SQLITE_OK);
    check_refused(&copy, copy.file, TALLY_ERROR_NEWER, "99");
    remove_directory(w.directory);
    remove_directory(copy.directory);
}

/* ---- Names ---- */

static void symbolic_links(void **state)
{
    world w, second;
    char link[400], target[400], *bytes;
    size_t count;

    (void)state;
    world_init(&w, WORLD_CLOSED);
    snprintf(link, sizeof link, "%s/link.db", w.directory);
    require(symlink("link.db", link) == 0); /* To itself. */
    check_refused(&w, link, TALLY_ERROR_IO, "link.db");
    require(unlink(link) == 0 && symlink(w.directory, link) == 0);
    check_refused(&w, link, TALLY_ERROR_NOT_A_STORE, "directory");
    snprintf(target, sizeof target, "%s/notes.txt", w.directory);
    write_text(target, "somebody's notes");
    require(unlink(link) == 0 && symlink(target, link) == 0);
    check_refused(&w, link, TALLY_ERROR_NOT_A_STORE, NULL);
    snprintf(target, sizeof target, "%s/missing/file.db", w.directory);
    require(unlink(link) == 0 && symlink(target, link) == 0);
    check_refused(&w, link, TALLY_ERROR_IO, "symbolic link");
    remove_directory(w.directory);
    /* To a store: it is that one, and what lies beside it lies beside that one. */
    bytes = make_file(&w, &count);
    free(bytes);
    snprintf(link, sizeof link, "%s/link.db", w.directory);
    require(symlink("badges.db", link) == 0);
    open_recovered(&w, link);
    check_everything(&w);
    second = w;
    check_status(open_file(&second, w.file, 0), TALLY_ERROR_LOCKED);
    snprintf(target, sizeof target, "%s/link.db-wal", w.directory);
    assert_int_equal(access(target, F_OK), -1);
    world_end(&w);
}

/* What has the name of a log or a journal, and is none, is somebody's. */
static void what_has_the_name_of_the_log(void **state)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    world w;
    char beside[400], notes[420];
    uint64_t before;
    size_t count, i, k;

    (void)state;
    for (i = 0; i < 2; i++) {
        free(make_file(&w, &count));
        snprintf(beside, sizeof beside, "%s%s", w.file, suffixes[i]);
        snprintf(notes, sizeof notes, "%s/notes.txt", w.directory);
        write_text(notes, "somebody's notes");
        for (k = 0; k < 4; k++) {
            unlink(beside);
            if (k == 0)
                require(symlink(notes, beside) == 0);
            else if (k == 1)
                require(symlink("missing.txt", beside) == 0);
            else if (k == 2)
                require(mkfifo(beside, 0600) == 0);
            else
                write_text(beside, "more notes");
            before = hash_of_directory(w.directory);
            check_status(open_file(&w, w.file, 0), k < 3 ? TALLY_ERROR_NOT_A_STORE : TALLY_ERROR_CORRUPT);
            check_message("log or journal");
            assert_true(hash_of_directory(w.directory) == before);
        }
        require(unlink(beside) == 0);
        write_text(beside, ""); /* As a crash may leave it. */
        open_recovered(&w, w.file);
        check_everything(&w);
        world_close(&w);
        /* Noise where its beginning should be: it was not on the disk when the power went. */
        write_text(beside, "what nobody would have written, and longer than a beginning");
        snprintf(notes, sizeof notes, "%s.damaged", beside);
        open_recovered(&w, w.file);
        check_everything(&w);
        world_close(&w);
        assert_int_equal(access(notes, F_OK), 0);
        remove_directory(w.directory);
    }
}

static void no_file_but_what_has_the_name_of_its_log(void **state)
{
    world w;
    char beside[400];
    uint64_t before;

    (void)state;
    world_init(&w, WORLD_CLOSED);
    snprintf(beside, sizeof beside, "%s-wal", w.file);
    write_text(beside, "somebody's notes, longer than what a log begins with");
    before = hash_of_directory(w.directory);
    check_status(open_file(&w, w.file, 0), TALLY_ERROR_CORRUPT);
    check_message("log or journal");
    require(unlink(w.file) == 0 || errno == ENOENT);
    assert_true(hash_of_directory(w.directory) == before);
    remove_directory(w.directory);
}

/* ---- Permissions ---- */

/* Opens as somebody whom permissions bind, in a process of its own; the status, and whether there was a message. */
static tally_status open_as_nobody(world *w, const char *file)
{
    int ends[2];
    pid_t child;
    tally_status status;

    require(pipe(ends) == 0);
    child = fork();
    require(child >= 0);
    if (child == 0) {
        size_t length = 0;

        if (geteuid() == 0 && (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0))
            _exit(1);
        status = open_file(w, file, 0);
        if (status >= 0)
            tally_engine_close(w->engine, -1);
        else if (tally_error_message(NULL, 0, &length) != TALLY_ERROR_BUFFER_TOO_SMALL || length == 0)
            status = 77;
        _exit(write(ends[1], &status, sizeof status) == (ssize_t)sizeof status ? 0 : 1);
    }
    close(ends[1]);
    require(read(ends[0], &status, sizeof status) == (ssize_t)sizeof status);
    close(ends[0]);
    require(waitpid(child, NULL, 0) == child);
    return status;
}

static void give_to_nobody(const char *path)
{
    if (geteuid() == 0)
        require(chown(path, 65534, 65534) == 0);
}

static void without_permission(void **state)
{
    world w;
    char fresh[400];
    size_t count;
    uint64_t before;

    (void)state;
    free(make_file(&w, &count));
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w.directory);
    give_to_nobody(w.directory);
    give_to_nobody(w.file);
    check_ok(open_as_nobody(&w, w.file));
    before = hash_of_directory(w.directory);
    require(chmod(w.file, 0400) == 0);
    check_status(open_as_nobody(&w, w.file), TALLY_ERROR_READ_ONLY);
    require(chmod(w.file, 0) == 0);
    check_status(open_as_nobody(&w, w.file), TALLY_ERROR_PERMISSION);
    require(chmod(w.file, 0600) == 0 && chmod(w.directory, 0500) == 0);
    check_status(open_as_nobody(&w, w.file), TALLY_ERROR_PERMISSION); /* No lock can be made, and no log. */
    check_status(open_as_nobody(&w, fresh), TALLY_ERROR_READ_ONLY);
    require(chmod(w.directory, 0) == 0);
    check_status(open_as_nobody(&w, w.file), TALLY_ERROR_PERMISSION);
    require(chmod(w.directory, 0700) == 0);
    assert_true(hash_of_directory(w.directory) == before);
    check_ok(open_as_nobody(&w, w.file));
    remove_directory(w.directory);
}

/* ---- What others may do ---- */

static void back_up(const char *from, const char *to)
{
    sqlite3 *source, *target;
    sqlite3_backup *backup;

    require(sqlite3_open_v2(from, &source, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    require(sqlite3_open(to, &target) == SQLITE_OK);
    backup = sqlite3_backup_init(target, "main", source, "main");
    require(backup != NULL && sqlite3_backup_step(backup, -1) == SQLITE_DONE);
    require(sqlite3_backup_finish(backup) == SQLITE_OK);
    require(sqlite3_close(target) == SQLITE_OK && sqlite3_close(source) == SQLITE_OK);
}

/* Copies and backups, however they were made, are read by anybody, and opened by us. */
static void copies_and_backups(void **state)
{
    world w, copy;
    char sql[400];
    size_t count;
    int way;

    (void)state;
    free(make_file(&w, &count));
    for (way = 0; way < 5; way++) {
        world_init(&copy, WORLD_CLOSED);
        snprintf(sql, sizeof sql, "VACUUM INTO '%s';", copy.file);
        if (way == 0)
            back_up(w.file, copy.file);
        else if (way == 1)
            run_sql_of_others(w.file, sql);
        else
            copy_file(w.file, copy.file);
        if (way == 2)
            run_sql_of_others(copy.file, "VACUUM;");
        if (way == 3)
            run_sql_of_others(copy.file, "PRAGMA journal_mode = DELETE;");
        assert_int_equal(select_number(copy.file, "SELECT COUNT(*) FROM message"), 26);
        open_recovered(&copy, copy.file);
        check_everything(&copy);
        check_batches(&copy);
        check_ok(tally_badge_set(copy.account, "more", 1));
        check_ok(tally_engine_verify(copy.engine));
        world_close(&copy);
        check_ok(open_file(&copy, copy.file, TALLY_ENGINE_SET_ASIDE)); /* All of it is in order. */
        check_ok(tally_engine_close(copy.engine, -1));
        remove_directory(copy.directory);
    }
    remove_directory(w.directory);
}

/* While it is open and used: a copy of the file and its log. */
static void a_copy_of_an_open_file(void **state)
{
    world w, copy;
    char from[400], to[400];

    (void)state;
    world_init(&w, WORLD_FILE);
    world_init(&copy, WORLD_CLOSED);
    make_everything(&w);
    check_ok(tally_engine_flush(w.engine));
    copy_file(w.file, copy.file);
    snprintf(from, sizeof from, "%s-wal", w.file);
    snprintf(to, sizeof to, "%s-wal", copy.file);
    copy_file(from, to);
    open_recovered(&copy, copy.file);
    check_everything(&copy);
    world_end(&copy);
    world_end(&w);
}

/* What another program changes is no longer what was stored, and says so; it is had all the same. */
static void what_others_write_is_told(void **state)
{
    world w;
    char fresh[320];
    size_t count;
    tally_recovery recovery;

    (void)state;
    free(make_file(&w, &count));
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w.directory);
    run_sql_of_others(w.file, "UPDATE badge SET count = 12 WHERE path = 'root.a.b'");
    check_ok(open_file(&w, w.file, 0));
    check_status(tally_account_open(w.engine, "ann", NULL, &w.account), TALLY_ERROR_CORRUPT);
    check_message("another program");
    check_status(tally_engine_verify(w.engine), TALLY_ERROR_CORRUPT);
    check_message("another program");
    check_ok(tally_engine_close(w.engine, -1));
    recovery.struct_size = sizeof recovery;
    check_ok(tally_engine_recover(w.file, fresh, &recovery));
    assert_true(recovery.damaged_pages > 0);
    assert_true(recovery.doubtful_rows > 0);
    assert_int_equal(recovery.badges_lost + recovery.messages_lost + recovery.accounts_lost, 0);
    open_recovered(&w, fresh);
    check_badge(w.account, "a.b", 1, 12);
    world_end(&w);
}

/* Another program that reads keeps us out until it has ended: so no reader ever keeps the log from being emptied. */
static void a_reader_of_others(void **state)
{
    world w;
    size_t count;
    sqlite3 *database;

    (void)state;
    free(make_file(&w, &count));
    require(sqlite3_open_v2(w.file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK);
    require(sqlite3_exec(database, "BEGIN; SELECT COUNT(*) FROM badge;", NULL, NULL, NULL) == SQLITE_OK);
    check_status(open_file(&w, w.file, 0), TALLY_ERROR_LOCKED);
    check_message(NULL);
    require(sqlite3_exec(database, "SELECT COUNT(*) FROM message; COMMIT;", NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_close(database) == SQLITE_OK);
    open_recovered(&w, w.file);
    check_everything(&w);
    /* And we them. */
    require(sqlite3_open_v2(w.file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "SELECT COUNT(*) FROM badge;", NULL, NULL, NULL), SQLITE_BUSY);
    require(sqlite3_close(database) == SQLITE_OK);
    world_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(databases_of_others),
        cmocka_unit_test(databases_of_others_after_a_crash),
        cmocka_unit_test(what_is_no_database),
        cmocka_unit_test(newer_files),
        cmocka_unit_test(symbolic_links),
        cmocka_unit_test(what_has_the_name_of_the_log),
        cmocka_unit_test(no_file_but_what_has_the_name_of_its_log),
        cmocka_unit_test(without_permission),
        cmocka_unit_test(copies_and_backups),
        cmocka_unit_test(a_copy_of_an_open_file),
        cmocka_unit_test(what_others_write_is_told),
        cmocka_unit_test(a_reader_of_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
