/* needs: sqlite */
/* Files that are other programs', newer, linked, without permission, or changed by others: each is a status and a
 * message, and what is not ours, or is refused, is left byte for byte as it was. And what others may do with ours. */
#include "storefile.h"

#include <signal.h>
#include <sqlite3.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint32_t every_flag[] = {0, TALLY_ENGINE_SET_ASIDE};

/* However it is opened, and where it is to be recovered or rewritten: the same answer, and nothing has changed, nor
 * come beside it. */
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
    check_status(tally_file_vacuum(file), expected);
    check_message(part);
    assert_true(hash_of_directory(w->directory) == before);
    snprintf(fresh, sizeof fresh, "%s/never.db", w->directory);
    check_status(tally_file_recover(file, fresh, NULL), expected);
    check_message(NULL);
    assert_true(hash_of_directory(w->directory) == before);
}

/* ---- Other programs ---- */

TEST_ALONE(databases_of_others)
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

    for (i = 0; i < COUNT_OF(scripts); i++) {
        world_init(&w, WORLD_CLOSED);
        run_sql_of_others(w.file, scripts[i]);
        check_refused(&w, w.file, TALLY_ERROR_NOT_A_STORE, NULL);
        remove_directory(w.directory);
    }
}

/* As a crash leaves it: with a log, or with a journal that SQLite would play back and remove. */
TEST_ALONE(databases_of_others_after_a_crash)
{
    static const char *const modes[] = {"WAL", "DELETE"}, *const suffixes[] = {"-wal", "-journal"};
    world w, copy;
    char sql[200], from[400], to[400];
    size_t i;

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

TEST_ALONE(what_is_no_database)
{
    world w;
    char *noise = (char *)malloc(20000);
    size_t i, k;

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

TEST(newer_files, WORLD_CLOSED)
{
    world copy;
    char from[400], to[400];
    size_t count;
    sqlite3 *database;

    free(make_file(w, &count));
    run_sql(w->file, "PRAGMA user_version = 99; CREATE TABLE more(a); INSERT INTO more VALUES (7);");
    check_refused(w, w->file, TALLY_ERROR_NEWER, "99");
    assert_int_equal(select_number(w->file, "SELECT a FROM more"), 7);
    /* That it is newer, only its log says. */
    world_init(&copy, WORLD_CLOSED);
    run_sql(w->file, "PRAGMA user_version = 1; DROP TABLE more;");
    require(sqlite3_open_v2(w->file, &database, SQLITE_OPEN_READWRITE, "tally-checksums") == SQLITE_OK);
    require(sqlite3_exec(database, "PRAGMA user_version = 99;", NULL, NULL, NULL) == SQLITE_OK);
    copy_file(w->file, copy.file);
    snprintf(from, sizeof from, "%s-wal", w->file);
    snprintf(to, sizeof to, "%s-wal", copy.file);
    copy_file(from, to);
    require(sqlite3_close(database) == SQLITE_OK);
    check_refused(&copy, copy.file, TALLY_ERROR_NEWER, "99");
    remove_directory(copy.directory);
}

/* ---- Crafted files of ours ---- */

/* Code in a file is never run, neither when the file is opened, nor later. */
TEST(other_schemas, WORLD_CLOSED)
{
#define ENDLESS "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT "
    static const struct {
        const char *sql, *says;
    } cases[] = {
        {"DROP INDEX message_order", "index message_order"},
        {"CREATE TABLE more(a)", "table more"},
        {"CREATE VIEW more AS SELECT 1", "view more"},
        {"CREATE INDEX more ON badge(count)", "index more"},
        {"CREATE TRIGGER more AFTER INSERT ON badge BEGIN DELETE FROM message; END", "trigger more"},
        {"ALTER TABLE badge ADD COLUMN more GENERATED ALWAYS AS (count + 1)", "table badge"},
        {"DROP TABLE placed", "table placed"},
        {"DROP TABLE meta; CREATE VIEW meta AS " ENDLESS "n AS id, n AS epoch FROM r WHERE n < 0", "table meta"},
        {"DROP TABLE badge; CREATE VIEW badge AS " ENDLESS
         "1 AS account, 'root.a' AS path, 1 AS kind, 0 AS count, 0 AS expires, 0 AS mute, 0 AS mute_until FROM r",
         "table badge"},
        {"DROP TABLE account; CREATE VIEW account AS " ENDLESS
         "n AS id, 'ann' AS name, 1 AS aggregation, 1 AS feeding, 0 AS revision FROM r WHERE n < 0",
         "account"},
    };
    char *bytes;
    size_t count, i, k;

    bytes = make_file(w, &count);
    for (i = 0; i < COUNT_OF(cases); i++) {
        uint64_t before;

        write_file(w->file, bytes, count);
        run_sql(w->file, cases[i].sql);
        before = hash_of_directory(w->directory);
        for (k = 0; k < COUNT_OF(every_flag); k++) {
            check_status(open_file(w, w->file, every_flag[k]), TALLY_ERROR_CORRUPT);
            check_message("its tables are not those of its version");
            check_message(cases[i].says);
            assert_true(hash_of_directory(w->directory) == before);
        }
    }
    free(bytes);
}

/* Rows that no table of ours ever had. */
TEST(impossible_numbers, WORLD_CLOSED)
{
    char *bytes;
    size_t count;
    tally_feed_options options = {.struct_size = sizeof options, .url = w->page_url};
    tally_feed *feed = NULL;

    bytes = make_file(w, &count);
    run_sql(w->file, "UPDATE feed SET id = 0; UPDATE message SET feed = 0; UPDATE placed SET feed = 0; UPDATE mark SET feed = 0;"
                     "UPDATE forgotten SET feed = 0; UPDATE outbox SET feed = 0; UPDATE note SET feed = 0;");
    check_ok(open_file(w, w->file, 0));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_status(tally_feed_add(w->account, "main", &options, &feed), TALLY_ERROR_CORRUPT);
    check_message("a row has the number 0");
    world_close(w);
    write_file(w->file, bytes, count);
    run_sql(w->file, "UPDATE task SET id = 0 WHERE id = (SELECT MIN(id) FROM task)");
    check_ok(open_file(w, w->file, 0));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    fake_clock_advance(&w->clock, INT64_C(400) * 86400000);
    check_ok(tally_engine_step(w->engine)); /* Verifying finds the row. */
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_message("table task, row 0");
    world_close(w);
    write_file(w->file, bytes, count);
    run_sql(w->file, "UPDATE badge SET mute_until = 1700000009000 WHERE path = 'root.a.b'");
    check_ok(open_file(w, w->file, 0));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_account_verify(w->account));
    check_badge(w->account, "a.b", 1, 3);
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_message("table badge, row 1, 'root.a.b'");
    world_close(w);
    free(bytes);
}

/* If the first page has a seal, every page has one, and no page that is in use is all zero. */
TEST(pages_without_their_seal, WORLD_CLOSED)
{
    enum { PAGE = 4096, SEAL = 12 };
    char *bytes, *changed;
    size_t count, page, turn;

    bytes = make_file(w, &count);
    changed = (char *)malloc(count);
    require(changed != NULL);
    for (page = 1; page < count / PAGE; page++) {
        for (turn = 0; turn < 2; turn++) {
            size_t from = turn == 0 ? PAGE - SEAL : 0;
            tally_status status;

            memcpy(changed, bytes, count);
            memset(changed + page * PAGE + from, 0, PAGE - from);
            if (memcmp(changed, bytes, count) == 0)
                continue;
            write_file(w->file, changed, count);
            status = open_file(w, w->file, 0);
            if (status == TALLY_OK) {
                status = tally_engine_verify(w->engine);
                world_close(w);
            }
            if (status != TALLY_ERROR_CORRUPT)
                fail_msg("page %d, turn %d: %s", (int)page + 1, (int)turn, tally_status_name(status));
            write_file(w->file, changed, count);
            check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_SET_ASIDE);
            world_close(w);
        }
    }
    free(changed);
    free(bytes);
}

/* A log that another program writes into the file is none the worse for that, whichever pages it has; and the pages get
 * their seals, all of them. */
TEST(a_log_that_others_write, WORLD_FILE)
{
    world copy;
    char from[400], to[400], *bytes;
    size_t count, page;
    int turn;

    make_everything(w);
    check_ok(tally_engine_verify(w->engine)); /* Which empties the log. */
    for (turn = 0; turn < 3; turn++) {
        check_ok(tally_badge_set(w->account, "logged", turn + 1)); /* One page. */
        check_ok(tally_engine_flush(w->engine));
        world_init(&copy, WORLD_CLOSED);
        copy_file(w->file, copy.file);
        snprintf(from, sizeof from, "%s-wal", w->file);
        snprintf(to, sizeof to, "%s-wal", copy.file);
        copy_file(from, to);
        run_sql_of_others(copy.file, "SELECT COUNT(*) FROM badge");
        assert_int_equal(access(to, F_OK), -1);
        check_ok(open_file(&copy, copy.file, TALLY_ENGINE_SET_ASIDE));
        check_ok(tally_engine_verify(copy.engine));
        check_ok(tally_account_open(copy.engine, "ann", NULL, &copy.account));
        check_badge(copy.account, "logged", 1, (uint64_t)turn + 1);
        check_ok(tally_badge_set(copy.account, "more", 1));
        check_ok(tally_engine_flush(copy.engine));
        tally_account_release(copy.account);
        check_ok(tally_engine_close(copy.engine, -1));
        bytes = read_file(copy.file, &count);
        require(bytes != NULL);
        for (page = 0; page < count / 4096; page++) {
            static const char nothing[12];

            assert_memory_not_equal(bytes + page * 4096 + 4084, nothing, 12);
        }
        free(bytes);
        remove_directory(copy.directory);
        check_ok(tally_engine_verify(w->engine));
    }
}

/* ---- Names ---- */

/* A write into a file that has lost its name would be lost. It is an error, and the change stays in memory. */
TEST_ALONE(a_file_that_is_taken_away)
{
    static const char *const suffixes[] = {"", "-wal"};
    world w;
    char name[400], elsewhere[400];
    size_t i, turn;

    for (i = 0; i < COUNT_OF(suffixes); i++) {
        for (turn = 0; turn < 3; turn++) {
            world_init(&w, WORLD_FILE | WORLD_FULL);
            check_ok(tally_badge_set(w.account, "a", 1));
            snprintf(name, sizeof name, "%s%s", w.file, suffixes[i]);
            snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", w.directory);
            require(rename(name, elsewhere) == 0);
            if (turn == 1)
                copy_file(elsewhere, name); /* Another file, the same bytes. */
            check_status(tally_badge_set(w.account, "a", 2), TALLY_ERROR_IO);
            check_message("while it was open");
            check_message(w.file);
            check_badge(w.account, "a", 1, 1);
            unlink(name);
            if (turn == 2) { /* It comes back. */
                require(rename(elsewhere, name) == 0);
                check_ok(tally_badge_set(w.account, "a", 3));
                world_close(&w);
                world_open(&w, WORLD_FILE);
                check_badge(w.account, "a", 1, 3);
            }
            world_end(&w);
        }
    }
}

TEST(symbolic_links, WORLD_CLOSED)
{
    world second;
    char link[400], target[400], *bytes;
    size_t count;

    snprintf(link, sizeof link, "%s/link.db", w->directory);
    require(symlink("link.db", link) == 0); /* To itself. */
    check_refused(w, link, TALLY_ERROR_IO, "link.db");
    require(unlink(link) == 0 && symlink(w->directory, link) == 0);
    check_refused(w, link, TALLY_ERROR_NOT_A_STORE, "directory");
    snprintf(target, sizeof target, "%s/notes.txt", w->directory);
    write_text(target, "somebody's notes");
    require(unlink(link) == 0 && symlink(target, link) == 0);
    check_refused(w, link, TALLY_ERROR_NOT_A_STORE, NULL);
    snprintf(target, sizeof target, "%s/missing/file.db", w->directory);
    require(unlink(link) == 0 && symlink(target, link) == 0);
    check_refused(w, link, TALLY_ERROR_IO, "symbolic link");
    world_end(w);
    world_init(w, WORLD_CLOSED);
    /* To a store: it is that one, and what lies beside it lies beside that one. */
    bytes = make_file(w, &count);
    free(bytes);
    snprintf(link, sizeof link, "%s/link.db", w->directory);
    require(symlink("badges.db", link) == 0);
    open_recovered(w, link);
    check_everything(w);
    second = *w;
    check_status(open_file(&second, w->file, 0), TALLY_ERROR_LOCKED);
    snprintf(target, sizeof target, "%s/link.db-wal", w->directory);
    assert_int_equal(access(target, F_OK), -1);
}

/* A file with the name of a log or a journal that is none belongs to somebody. */
TEST_ALONE(what_has_the_name_of_the_log)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    world w;
    char beside[400], notes[420];
    uint64_t before;
    size_t count, i, k;

    for (i = 0; i < 2; i++) {
        world_init(&w, WORLD_CLOSED);
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

static void put_number(unsigned char *bytes, uint32_t number)
{
    int i;

    for (i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> (24 - 8 * i));
}

/* A file of noise with a log. Only a log that has the first page of a store would make it one. */
TEST(noise_with_a_log, WORLD_CLOSED)
{
    static const struct {
        uint32_t version, page_size, salt, page, count, cut;
    } logs[] = {{3007000, 4096, 7, 7, 4, 0},  {3007000, 100, 7, 7, 4, 0},   {3007000, 4096, 8, 7, 4, 0},
                {3007000, 4096, 7, 1, 4, 0},  {3007000, 4096, 7, 1, 0, 0},  {3007001, 4096, 7, 1, 4, 0},
                {3007000, 65536, 7, 1, 4, 0}, {3007000, 4096, 7, 1, 0, 2}, {3007000, 4096, 7, 1, 1, 4050}};
    unsigned char *log = (unsigned char *)calloc(5, 4096 + 24), *noise = (unsigned char *)calloc(2, 4096);
    char name[400];
    size_t i;
    uint32_t frame;

    require(log != NULL && noise != NULL);
    memset(noise, 'x', 2 * 4096);
    snprintf(name, sizeof name, "%s-wal", w->file);
    for (i = 0; i < COUNT_OF(logs); i++) {
        size_t size = 32;

        put_number(log, 0x377F0683);
        put_number(log + 4, logs[i].version);
        put_number(log + 8, logs[i].page_size);
        put_number(log + 16, 7);
        for (frame = 0; frame < logs[i].count; frame++) {
            put_number(log + size, logs[i].page);
            put_number(log + size + 8, logs[i].salt);
            size += 4096 + 24;
        }
        write_file(w->file, noise, 2 * 4096);
        write_file(name, log, size - logs[i].cut);
        check_refused(w, w->file, TALLY_ERROR_NOT_A_STORE, NULL);
        require(unlink(name) == 0);
    }
    free(log);
    free(noise);
}

TEST(no_file_but_what_has_the_name_of_its_log, WORLD_CLOSED)
{
    char beside[400];
    uint64_t before;

    snprintf(beside, sizeof beside, "%s-wal", w->file);
    write_text(beside, "somebody's notes, longer than what a log begins with");
    before = hash_of_directory(w->directory);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_CORRUPT);
    check_message("log or journal");
    require(unlink(w->file) == 0 || errno == ENOENT);
    assert_true(hash_of_directory(w->directory) == before);
}

/* Noise of each size. Beside a store or an empty file it was its log. Without a file it is somebody's, unless it
 * consists of sectors. A file that is set aside is kept. */
TEST_ALONE(noise_of_each_size)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    static const size_t sizes[] = {1, 27, 28, 511, 512, 513, 1024, 1536, 4095, 4096, 8224};
    enum { NO_FILE, EMPTY, STORE, FILES };
    size_t file, suffix, size;

    for (file = NO_FILE; file < FILES; file++)
        for (suffix = 0; suffix < COUNT_OF(suffixes); suffix++)
            for (size = 0; size < COUNT_OF(sizes); size++) {
                int is_refused = sizes[size] < 28 || (file == NO_FILE && sizes[size] % 512 != 0);
                char beside[400], aside[420], *noise = (char *)malloc(sizes[size]), *kept;
                size_t count;
                world w;

                require(noise != NULL);
                memset(noise, 'x', sizes[size]);
                world_init(&w, WORLD_CLOSED);
                if (file == STORE)
                    free(make_file(&w, &count));
                if (file == EMPTY)
                    write_text(w.file, "");
                snprintf(beside, sizeof beside, "%s%s", w.file, suffixes[suffix]);
                snprintf(aside, sizeof aside, "%s.damaged", beside);
                write_file(beside, noise, sizes[size]);
                if (is_refused) {
                    check_status(open_file(&w, w.file, 0), TALLY_ERROR_CORRUPT);
                    check_message("its log or journal is invalid");
                } else {
                    open_recovered(&w, w.file);
                    if (file == STORE)
                        check_everything(&w);
                    world_close(&w);
                }
                kept = read_file(is_refused ? beside : aside, &count);
                if (kept == NULL || count != sizes[size] || memcmp(kept, noise, count) != 0)
                    fail_msg("%s of %d bytes beside %d is not kept", suffixes[suffix], (int)sizes[size], (int)file);
                free(kept);
                free(noise);
                remove_directory(w.directory);
            }
}

/* Noise that cannot be set aside stays, and so does the store beside it. */
TEST_ALONE(noise_that_cannot_be_set_aside)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    size_t i, count;

    for (i = 0; i < COUNT_OF(suffixes); i++) {
        char beside[400], aside[420];
        uint64_t before;
        world w;

        world_init(&w, WORLD_CLOSED);
        free(make_file(&w, &count));
        snprintf(beside, sizeof beside, "%s%s", w.file, suffixes[i]);
        snprintf(aside, sizeof aside, "%s.damaged", beside);
        write_text(beside, "what nobody would have written, and longer than a beginning");
        require(mkdir(aside, 0700) == 0);
        before = hash_of_directory(w.directory);
        assert_true(open_file(&w, w.file, 0) < 0);
        check_message("its log or journal cannot be set aside");
        assert_true(hash_of_directory(w.directory) == before);
        require(rmdir(aside) == 0);
        open_recovered(&w, w.file);
        check_everything(&w);
        world_close(&w);
        remove_directory(w.directory);
    }
}

/* ---- Permissions ---- */

/* Opens in a process of its own that permissions bind, also if root runs it; the status, and whether there was a
 * message. */
static tally_status open_bound(world *w, const char *file)
{
    int ends[2];
    pid_t child;
    tally_status status;

    require(pipe(ends) == 0);
    child = fork();
    require(child >= 0);
    if (child == 0) {
        size_t length = 0;

        bind_by_permissions(1);
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

TEST(without_permission, WORLD_CLOSED)
{
    char fresh[400];
    size_t count;
    uint64_t before;

    free(make_file(w, &count));
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    check_ok(open_bound(w, w->file));
    before = hash_of_directory(w->directory);
    require(chmod(w->file, 0400) == 0);
    check_status(open_bound(w, w->file), TALLY_ERROR_READ_ONLY);
    require(chmod(w->file, 0) == 0);
    check_status(open_bound(w, w->file), TALLY_ERROR_PERMISSION);
    require(chmod(w->file, 0600) == 0 && chmod(w->directory, 0500) == 0);
    check_status(open_bound(w, w->file), TALLY_ERROR_PERMISSION); /* No lock can be made, and no log. */
    check_status(open_bound(w, fresh), TALLY_ERROR_READ_ONLY);
    require(chmod(w->directory, 0) == 0);
    check_status(open_bound(w, w->file), TALLY_ERROR_PERMISSION);
    require(chmod(w->directory, 0700) == 0);
    assert_true(hash_of_directory(w->directory) == before);
    check_ok(open_bound(w, w->file));
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
TEST(copies_and_backups, WORLD_CLOSED)
{
    world copy;
    char sql[400];
    size_t count;
    int way;

    free(make_file(w, &count));
    for (way = 0; way < 5; way++) {
        world_init(&copy, WORLD_CLOSED);
        snprintf(sql, sizeof sql, "VACUUM INTO '%s';", copy.file);
        if (way == 0)
            back_up(w->file, copy.file);
        else if (way == 1)
            run_sql_of_others(w->file, sql);
        else
            copy_file(w->file, copy.file);
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
}

/* While it is open and used: a copy of the file and its log. */
TEST(a_copy_of_an_open_file, WORLD_FILE)
{
    world copy;
    char from[400], to[400];

    world_init(&copy, WORLD_CLOSED);
    make_everything(w);
    check_ok(tally_engine_flush(w->engine));
    copy_file(w->file, copy.file);
    snprintf(from, sizeof from, "%s-wal", w->file);
    snprintf(to, sizeof to, "%s-wal", copy.file);
    copy_file(from, to);
    open_recovered(&copy, copy.file);
    check_everything(&copy);
    world_end(&copy);
}

/* A change by another program is reported as damage, because its page has no valid seal. Recovering the file keeps the
 * change. */
TEST(errors_of_other_programs_files_are_reported, WORLD_CLOSED)
{
    char fresh[320];
    size_t count;
    tally_recovery recovery;

    free(make_file(w, &count));
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    run_sql_of_others(w->file, "UPDATE badge SET count = 12 WHERE path = 'root.a.b'");
    check_ok(open_file(w, w->file, 0));
    check_status(tally_account_open(w->engine, "ann", NULL, &w->account), TALLY_ERROR_CORRUPT);
    check_message("another program");
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_message("another program");
    world_close(w);
    recovery.struct_size = sizeof recovery;
    check_ok(tally_file_recover(w->file, fresh, &recovery));
    assert_true(recovery.damaged_pages > 0);
    assert_true(recovery.doubtful_rows > 0);
    assert_int_equal(recovery.badges_lost + recovery.messages_lost + recovery.accounts_lost, 0);
    open_recovered(w, fresh);
    check_badge(w->account, "a.b", 1, 12);
}

/* Another program that reads keeps us out until it has ended: so no reader ever keeps the log from being emptied. */
TEST(a_reader_of_others, WORLD_CLOSED)
{
    size_t count;
    sqlite3 *database;

    free(make_file(w, &count));
    require(sqlite3_open_v2(w->file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK);
    require(sqlite3_exec(database, "BEGIN; SELECT COUNT(*) FROM badge;", NULL, NULL, NULL) == SQLITE_OK);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_LOCKED);
    check_message(NULL);
    require(sqlite3_exec(database, "SELECT COUNT(*) FROM message; COMMIT;", NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_close(database) == SQLITE_OK);
    open_recovered(w, w->file);
    check_everything(w);
    /* And we them. */
    require(sqlite3_open_v2(w->file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "SELECT COUNT(*) FROM badge;", NULL, NULL, NULL), SQLITE_BUSY);
    require(sqlite3_close(database) == SQLITE_OK);
}
