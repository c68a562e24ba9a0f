/* needs: sqlite */
/* Files that are damaged, or open already: each is a status and a message, and what is refused is left byte for
 * byte as it was. Of other programs' files see test_foreign.c, of those without room test_room.c. */
#include "storefile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Verifying ---- */

typedef struct told {
    int count;
    char first[512];
} told;

static void take_line(void *user_data, int32_t level, const char *text)
{
    told *t = (told *)user_data;

    require(level == TALLY_LOG_ERROR);
    if (t->count++ == 0)
        snprintf(t->first, sizeof t->first, "%s", text);
}

TEST(a_sound_file_is_verified, WORLD_FILE)
{
    tally_account *account;

    check_ok(tally_engine_verify(w->engine));
    make_everything(w);
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_badge_set(w->account, "not.yet.written", 5)); /* A pending change is written. */
    check_ok(tally_engine_verify(w->engine));
    check_badge(w->account, "not.yet.written", 1, 5);
    check_ok(tally_badge_clear(w->account, "not.yet.written"));
    fake_clock_advance(&w->clock, 70000);
    check_everything(w);
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE); /* With one account of two open. */
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_account_open(w->engine, "new", NULL, &account));
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(account);
    world_end(w);
    world_init(w, 0);
    check_ok(tally_badge_set(w->account, "a", 1));
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"c\",\"items\":[{\"id\":\"1\",\"path\":\"in\",\"count\":3}]}");
    check_ok(tally_engine_verify(w->engine));
    world_end(w);
    check_status(tally_engine_verify(NULL), TALLY_ERROR_ARGUMENT);
}

/* Each row that cannot be is found, and told with its table and its key. */
TEST(rows_that_cannot_be_are_found, WORLD_CLOSED)
{
    static const struct {
        const char *sql, *says;
    } cases[] = {
        {"UPDATE badge SET kind = 3 WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET kind = 0 WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET count = -1 WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET count = 4294967296 WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET expires = -1 WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET mute = 'x' WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET path = 'root..b' WHERE path = 'root.a.b'", "table badge, row 1, 'root..b'"},
        {"UPDATE badge SET path = 'a.b' WHERE path = 'root.a.b'", "table badge, row 1, 'a.b'"},
        {"UPDATE badge SET account = 9 WHERE path = 'root.q'", "there is no account 9"},
        {"UPDATE account SET name = '' WHERE id = 1", "table account, row 1"},
        {"UPDATE account SET aggregation = 3", "table account, row 1"},
        {"UPDATE account SET revision = -1", "table account, row 1"},
        {"UPDATE feed SET url = ''", "table feed, row 1"},
        {"UPDATE feed SET prefix = ''", "table feed, row 1"},
        {"UPDATE feed SET account = 7", "there is no account 7"},
        {"DELETE FROM feed", "there is no feed 1 of account 1"},
        {"UPDATE source SET name = ''", "table source, row 1, ''"},
        {"UPDATE source SET account = 6", "there is no account 6"},
        {"UPDATE batch SET id = x'00' WHERE ordinal = 1", "table batch, row 1, 1"},
        {"UPDATE batch SET ordinal = -1 WHERE ordinal = 1", "table batch, row 1, -1"},
        {"UPDATE batch SET account = 5", "there is no account 5"},
        {"UPDATE message SET state = 5 WHERE key = 3", "table message, row 3"},
        {"UPDATE message SET count = -2 WHERE key = 3", "table message, row 3"},
        {"UPDATE message SET threshold = 3 WHERE key = 3", "table message, row 3"},
        {"UPDATE message SET threshold = 2 WHERE key = 3", "does not count by the rule of its path"},
        {"UPDATE account SET feeding = 2", "does not count by the rule of its path"},
        {"UPDATE account SET feeding = 3", "table account, row 1"},
        {"INSERT INTO rule VALUES (1, 1, 'root', 3, 0)", "table rule, row 1"},
        {"INSERT INTO rule VALUES (1, 1, 'a', 1, 0)", "table rule, row 1"},
        {"INSERT INTO rule VALUES (1, 1, 'root.in', 0, 2)", "table rule, row 1"},
        {"INSERT INTO rule VALUES (1, 1, 'root.in', 0, 0)", "table rule, row 1"},
        {"INSERT INTO link VALUES (9, 1, 'a', 'root.b')", "table link, row 9"},
        {"INSERT INTO link VALUES (9, 1, 'root.a', 'b')", "table link, row 9"},
        {"INSERT INTO link VALUES (9, 1, 'root.in', 'root.in.x')", "closes a circle"},
        {"INSERT INTO link VALUES (9, 9, 'root.in', 'root.b')", "there is no account 9"},
        {"INSERT INTO rule VALUES (1, 1, 'root.in', 2, 0)", "does not count by the rule of its path"},
        {"INSERT INTO rule VALUES (1, 9, 'root.in', 2, 0)", "there is no account 9"},
        {"UPDATE message SET rank = x'00' WHERE key = 3", "table message, row 3"},
        {"UPDATE message SET rank = CAST(x'00018A00' || char(length(id)) || id AS BLOB) WHERE key = 3",
         "table message, row 3"},
        {"UPDATE message SET id = 'other' WHERE key = 3", "table message, row 3"},
        {"UPDATE message SET title = CAST(x'ff' AS TEXT) WHERE key = 3", "table message, row 3"},
        {"UPDATE outbox SET entity = CAST(x'ff' AS TEXT)", "table outbox, row 1"},
        {"UPDATE placed SET count = -1", "table placed, row 1, 'root.in.set'"},
        {"UPDATE placed SET path = 'a'", "table placed, row 1, 'a'"},
        {"UPDATE placed SET feed = 5", "there is no feed 5 of account 1"},
        {"UPDATE placed SET place = -1", "table placed, row 1, 'root.in.set', 1"},
        {"UPDATE placed SET dismissed = 2, rev = '1'", "table placed, row 1, 'root.in.set', 1"},
        {"UPDATE placed SET dismissed = 1, rev = ''", "table placed, row 1, 'root.in.set', 1"},
        {"UPDATE placed SET icon = printf('%300d', 1)", "table placed, row 1, 'root.in.set', 1"},
        {"INSERT INTO covered VALUES (9, 1, 'root.in.set', -1, 0, 1)", "table covered, row 9"},
        {"INSERT INTO covered VALUES (9, 1, 'root.in.set', 1, -1, 1)", "table covered, row 9"},
        {"INSERT INTO covered VALUES (9, 1, 'root.in.set', 1, 0, -1)", "table covered, row 9"},
        {"INSERT INTO covered VALUES (9, 7, 'root.in.set', 1, 0, 1)", "there is no account 7"},
        {"UPDATE mark SET upto = x'0001'", "table mark, row 1, 1, 'root.in.x'"},
        {"UPDATE mark SET upto = x'00018AFFFF'", "table mark, row 1, 1, 'root.in.x'"},
        {"UPDATE mark SET version = -2", "table mark, row 1, 1, 'root.in.x'"},
        {"UPDATE mark SET account = 5", "there is no feed 1 of account 5"},
        {"UPDATE forgotten SET rank = x'00'", "table forgotten, row 1, 1, 'g'"},
        {"UPDATE forgotten SET feed = 6", "there is no feed 6 of account 1"},
        {"UPDATE outbox SET idempotency = 'x'", "table outbox, row 1"},
        {"UPDATE outbox SET kind = 3", "table outbox, row 1"},
        {"UPDATE outbox SET kind = 2", "table outbox, row 1"},
        {"UPDATE outbox SET lease = -1", "table outbox, row 1"},
        {"UPDATE outbox SET feed = 4", "there is no feed 4 of account 1"},
        {"UPDATE badge SET mute_until = 5000 WHERE path = 'root.a.b'", "table badge, row 1, 'root.a.b'"},
        {"UPDATE badge SET kind = 0, count = 0, mute = 1, expires = 5000 WHERE path = 'root.a.b'",
         "table badge, row 1, 'root.a.b'"},
        {"UPDATE feed SET id = 0", "table feed, row 0"},
        {"UPDATE task SET id = 0 WHERE id = (SELECT MIN(id) FROM task)", "table task, row 0"},
        {"UPDATE batch SET ordinal = 2305843009213693953 WHERE ordinal = 1", "table batch, row 1, 2305843009213693953"},
        {"UPDATE outbox SET sequence = 2305843009213693953", "table outbox, row 2305843009213693953"},
    };
    size_t count, i;
    char *bytes, sql[400];

    bytes = make_file(w, &count);
    for (i = 0; i < COUNT_OF(cases); i++) {
        told t = {0, ""};
        tally_engine_options options = {
            .struct_size = sizeof options, .file = w->file, .flags = TALLY_ENGINE_HOST_DRIVEN, .log = take_line,
        };
        tally_engine *engine;

        write_file(w->file, bytes, count);
        run_sql(w->file, cases[i].sql);
        options.log_user_data = &t;
        if (i % 2) /* The contents of sound pages are no reason to set the file aside. */
            options.flags |= TALLY_ENGINE_SET_ASIDE;
        check_ok(tally_engine_open(&options, &engine));
        if (tally_engine_verify(engine) != TALLY_ERROR_CORRUPT)
            fail_msg("%s: not found", cases[i].sql);
        check_message(cases[i].says);
        assert_true(t.count > 0);
        assert_non_null(strstr(t.first, cases[i].says));
        check_ok(tally_engine_close(engine, -1));
    }
    /* An index that has not what its table has: a message went while nobody knew of the index. */
    write_file(w->file, bytes, count);
    snprintf(sql, sizeof sql,
             "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('index', 'message_order', 'message', %d, "
             "'CREATE INDEX message_order ON message(account, rank)');",
             (int)select_number(w->file, "SELECT rootpage FROM sqlite_master WHERE name = 'message_order'"));
    run_sql(w->file, "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'message_order';");
    run_sql(w->file, "DELETE FROM message WHERE key = 2;");
    run_sql(w->file, sql);
    check_ok(open_file(w, w->file, 0));
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_message("message_order");
    world_close(w);
    free(bytes);
}

/* ---- Damage ---- */

/* The statuses that a damaged file may cause, wherever the damage is found. */
static int is_damage(tally_status status)
{
    return status == TALLY_ERROR_CORRUPT || status == TALLY_ERROR_NOT_A_STORE;
}

/* Recovers and looks at the outcome, if any. */
static void recover_somehow(world *w, const char *fresh)
{
    world r;
    tally_recovery recovery;
    tally_status status;
    uint64_t before = hash_of_directory(w->directory);

    recovery.struct_size = sizeof recovery;
    status = tally_file_recover(w->file, fresh, &recovery);
    if (status < 0) {
        assert_true(is_damage(status));
        assert_true(hash_of_directory(w->directory) == before);
        return;
    }
    check_ok(status);
    r = *w;
    check_ok(open_file(&r, fresh, 0));
    check_ok(tally_engine_verify(r.engine));
    check_ok(tally_engine_close(r.engine, -1));
    require(unlink(fresh) == 0);
    assert_true(hash_of_directory(w->directory) == before); /* Nor is the damaged one changed. */
}

/* Opens what may be damaged, reads all of it, changes something, closes. Whether verify or an error found the damage.
 *  */
static int use_damaged(world *w)
{
    size_t badges, messages;
    tally_status status = open_file(w, w->file, 0);
    tally_account *accounts[2] = {NULL, NULL};
    static const char *const names[] = {"ann", "b\xC3\xB6"};
    int i, is_found = 0;

    if (status < 0) {
        assert_true(is_damage(status));
        check_message(NULL);
        assert_null(w->engine);
        return 1;
    }
    for (i = 0; i < 2; i++) {
        status = tally_account_open(w->engine, names[i], NULL, &accounts[i]);
        assert_true(status == TALLY_OK || status == TALLY_ERROR_CORRUPT);
        if (status == TALLY_OK)
            status = read_everything(accounts[i], &badges, &messages);
        assert_true(status == TALLY_OK || status == TALLY_ERROR_CORRUPT);
    }
    status = tally_engine_verify(w->engine);
    assert_true(status == TALLY_OK || status == TALLY_ERROR_CORRUPT);
    is_found = status == TALLY_ERROR_CORRUPT;
    for (i = 0; i < 2; i++) {
        if (accounts[i] != NULL)
            check_ok(tally_badge_set(accounts[i], "written.behind", 1));
        tally_account_release(accounts[i]);
    }
    status = tally_engine_close(w->engine, -1);
    w->engine = NULL;
    assert_true(status == TALLY_OK || status == TALLY_ERROR_CORRUPT);
    return is_found;
}

static uint64_t random_state;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* SQLite's counters in the header do not count, because copying a database changes them. */
static int is_neutral(size_t at)
{
    return (at >= 24 && at < 28) || (at >= 40 && at < 44) || (at >= 92 && at < 100);
}

/* Every single bit that changes, wherever it counts, is found. */
TEST(flipped_bits, WORLD_CLOSED)
{
    size_t count;
    char *bytes, *changed, fresh[320];
    int variant, variants = is_soak() ? 10000 : is_valgrind() ? 30 : 300;
    const char *seed = getenv("TALLY_SEED");

    random_state = seed != NULL ? strtoull(seed, NULL, 10) : 20240229;
    print_message("    seed %llu (TALLY_SEED), %d variants\n", (unsigned long long)random_state, variants);
    bytes = make_file(w, &count);
    changed = (char *)malloc(count);
    require(changed != NULL);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    for (variant = 0; variant < variants; variant++) {
        uint64_t before;
        int flips = variant % 4 == 3 ? 1 + (int)(next_random() % 64) : 1, i;

        memcpy(changed, bytes, count);
        for (i = 0; i < flips; i++) {
            /* Every other one in the header of some page, where most depends on it. */
            size_t at = next_random() % count;

            if (next_random() % 2)
                at = at / 4096 * 4096 + at % 24;
            if (is_neutral(at))
                continue;
            changed[at] = (char)(changed[at] ^ 1 << next_random() % 8);
        }
        if (memcmp(changed, bytes, count) == 0)
            continue; /* Two that cancelled each other out. */
        write_file(w->file, changed, count);
        before = hash_of_directory(w->directory);
        if (variant % 5 == 0)
            recover_somehow(w, fresh);
        if (open_file(w, w->file, 0) < 0) {
            assert_null(w->engine);
            assert_true(hash_of_directory(w->directory) == before);
            continue;
        }
        world_close(w);
        write_file(w->file, changed, count);
        if (!use_damaged(w))
            fail_msg("variant %d: a bit changed and nobody noticed", variant);
        unlink(w->file);
    }
    free(changed);
    free(bytes);
}

TEST(truncated_files, WORLD_CLOSED)
{
    size_t count, length;
    char *bytes, fresh[320];

    bytes = make_file(w, &count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    for (length = 0; length < count; length += length % 4096 == 0 ? 1 : 4095) {
        uint64_t before;

        write_file(w->file, bytes, length);
        before = hash_of_directory(w->directory);
        if (length == 0) { /* Nothing is a new file. */
            check_ok(open_file(w, w->file, 0));
            world_close(w);
            write_file(w->file, bytes, length);
        } else {
            tally_status status = open_file(w, w->file, 0);

            if (!is_damage(status))
                check_status(status, TALLY_ERROR_CORRUPT);
            check_message(NULL);
            assert_null(w->engine);
            assert_true(hash_of_directory(w->directory) == before);
        }
        recover_somehow(w, fresh);
    }
    free(bytes);
}

/* A damaged or cut log: the stored state is that after some transaction, or the damage is reported. */
TEST(damaged_logs, WORLD_FILE)
{
    enum { TRANSACTIONS = 20 };
    world copy;
    char from[400], to[400], *bytes, *changed;
    size_t count;
    int variant, variants = is_soak() ? 3000 : is_valgrind() ? 20 : 200, i;
    int seen[TRANSACTIONS + 1] = {0};

    random_state = 20240301;
    print_message("    seed %llu, %d variants\n", (unsigned long long)random_state, variants);
    world_init(&copy, WORLD_CLOSED);
    check_ok(tally_engine_verify(w->engine)); /* Which empties the log. */
    for (i = 1; i <= TRANSACTIONS; i++) {
        check_ok(tally_badge_set(w->account, "first", i));
        check_ok(tally_badge_set(w->account, "second", i));
        check_ok(tally_engine_flush(w->engine));
    }
    snprintf(from, sizeof from, "%s-wal", w->file);
    snprintf(to, sizeof to, "%s-wal", copy.file);
    bytes = read_file(from, &count);
    changed = (char *)malloc(count);
    require(bytes != NULL && changed != NULL);
    for (variant = 0; variant < variants; variant++) {
        size_t at = next_random() % (variant % 3 == 0 ? 64 : count), length = count;
        tally_badge first, second;
        tally_status status;

        memcpy(changed, bytes, count);
        if (variant % 2)
            length = at;
        else
            changed[at] = (char)(changed[at] ^ 1 << next_random() % 8);
        copy_file(w->file, copy.file);
        write_file(to, changed, length);
        status = open_file(&copy, copy.file, 0);
        if (status < 0) {
            assert_true(is_damage(status));
            check_message(NULL);
            continue;
        }
        check_ok(tally_account_open(copy.engine, "ann", NULL, &copy.account));
        check_ok(tally_badge_get(copy.account, "first", &first));
        check_ok(tally_badge_get(copy.account, "second", &second));
        assert_int_equal(first.count, second.count);
        assert_true(first.count <= TRANSACTIONS);
        seen[first.count] += 1;
        check_ok(tally_engine_verify(copy.engine));
        tally_account_release(copy.account);
        check_ok(tally_engine_close(copy.engine, -1));
    }
    assert_true(seen[0] > 0);
    free(changed);
    free(bytes);
    world_end(w);
    remove_directory(copy.directory);
}

/* ---- Recovering ---- */

static void recover(const char *damaged, const char *fresh, tally_recovery *out)
{
    memset(out, 0xEE, sizeof *out);
    out->struct_size = sizeof *out;
    check_ok(tally_file_recover(damaged, fresh, out));
    assert_int_equal(out->struct_size, sizeof *out);
    assert_int_equal(out->flags & ~TALLY_RECOVERY_UNCERTAIN, 0);
}

static void check_nothing_lost(const tally_recovery *r)
{
    assert_int_equal(r->flags, 0);
    assert_int_equal(r->damaged_pages, 0);
    assert_int_equal(r->doubtful_rows, 0);
    assert_int_equal(r->accounts_lost + r->badges_lost + r->feeds_lost + r->messages_lost, 0);
    assert_int_equal(r->accounts_saved, 2);
    assert_int_equal(r->feeds_saved, 1);
    assert_int_equal(r->messages_saved, 26);
    assert_true(r->badges_saved >= 129);
}

/* Each table has as many rows in one file as in the other: none is lost, and no entry of an index became one. */
static void check_same_rows(const char *file, const char *other)
{
    static const char names[] = "SELECT name FROM sqlite_schema WHERE type = 'table'";
    sqlite3 *database;
    sqlite3_stmt *statement;
    int filled = 0;

    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    require(sqlite3_prepare_v2(database, names, -1, &statement, NULL) == SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        int64_t rows, others;
        char sql[100];

        snprintf(sql, sizeof sql, "SELECT COUNT(*) FROM %s", name);
        rows = select_number(file, sql);
        others = select_number(other, sql);
        if (rows != others)
            fail_msg("%s: %d rows, %d of them recovered", name, (int)rows, (int)others);
        filled += rows > 0;
    }
    sqlite3_finalize(statement);
    require(sqlite3_close(database) == SQLITE_OK);
    assert_true(filled > 15);
}

TEST_ALONE(what_is_sound_is_recovered_whole)
{
    world w;
    tally_recovery r;
    char fresh[320];
    size_t count;
    int64_t epoch;
    int turn;

    for (turn = 0; turn < 2; turn++) {
        world_init(&w, WORLD_CLOSED);
        free(make_file(&w, &count));
        epoch = select_number(w.file, "SELECT epoch FROM meta");
        /* A key that was given out is not given out again. */
        run_sql(w.file, "UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'message'");
        run_sql(w.file, "INSERT INTO feed_wait SELECT account, id, 99, 'https://example.com' FROM feed WHERE id = 1");
        if (turn == 1)
            rebuild_without_checksums(w.file);
        snprintf(fresh, sizeof fresh, "%s/fresh.db", w.directory);
        recover(w.file, fresh, &r);
        check_nothing_lost(&r);
        check_same_rows(w.file, fresh);
        open_recovered(&w, fresh);
        check_everything(&w);
        check_batches(&w);
        check_reminders(&w);
        world_close(&w);
        assert_true(select_number(fresh, "SELECT epoch FROM meta") != epoch);
        assert_int_equal(select_number(fresh, "SELECT cursor = 'c1' FROM feed"), 1);
        assert_int_equal(select_number(fresh, "SELECT revision FROM account WHERE name = 'ann'"),
                         select_number(w.file, "SELECT revision FROM account WHERE name = 'ann'"));
        assert_int_equal(select_number(fresh, "SELECT seq FROM sqlite_sequence WHERE name = 'message'"), 1000);
        remove_directory(w.directory);
    }
}

/* A batch with an id, and an item with an id from a log. */
static tally_status apply_with_ids(tally_account *account, tally_engine *engine, const char *source, uint64_t position)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "n", .value = 1};
    tally_operation change = {.kind = TALLY_OP_ADD, .path = "n", .value = 1};
    tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;
    tally_engine_batch_options batch = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_item item = {.account = "bo", .operations = &change, .count = 1};
    char id[32];
    tally_status status;

    snprintf(id, sizeof id, "%d", (int)position);
    once.id = item.id = id;
    status = tally_badge_batch(account, &operation, 1, &once, NULL);
    batch.source = source;
    batch.position = position;
    return status != TALLY_OK ? status : tally_engine_batch(engine, &item, 1, &batch);
}

/* The numbers of rows are counters: without room behind them, nothing could be added to the file any more. */
TEST(numbers_of_rows_leave_room, WORLD_CLOSED)
{
    static const char *const tables[] = {"account", "feed", "message", "outbox", "task"};
    static const struct {
        const char *source, *sql;
    } cases[] = {
        {"stream", "UPDATE account SET revision = 9223372036854775807 WHERE name = 'ann'"},
        {"stream", "UPDATE account SET revision = 4611686018427387905 WHERE name = 'ann'"},
        {"stream", "UPDATE batch SET ordinal = 9223372036854775807 WHERE ordinal = (SELECT MAX(ordinal) FROM batch)"},
        {"another", "UPDATE log SET number = 9223372036854775807"},
        {"stream", "UPDATE log_item SET ordinal = 9223372036854775807"},
    };
    char sql[200], fresh[320], *bytes;
    tally_recovery r;
    int64_t key;
    uint64_t hash;
    size_t count, i;

    bytes = make_file(w, &count);
    for (i = 0; i < COUNT_OF(tables); i++) {
        write_file(w->file, bytes, count);
        snprintf(sql, sizeof sql, "UPDATE sqlite_sequence SET seq = 2305843009213693951 WHERE name = '%s'", tables[i]);
        run_sql(w->file, sql);
        open_recovered(w, w->file);
        check_ok(tally_message_post(w->account, "in.more", NULL, &key));
        assert_true(key == (i == 2 ? INT64_C(1) << 61 : key) && key <= INT64_C(1) << 61);
        check_ok(tally_engine_verify(w->engine));
        world_close(w);
        write_file(w->file, bytes, count);
        snprintf(sql, sizeof sql, "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = '%s'", tables[i]);
        run_sql(w->file, sql);
        hash = hash_of_directory(w->directory);
        check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_CORRUPT);
        check_message("a row has the number 9223372036854775807");
        assert_true(hash_of_directory(w->directory) == hash);
        /* Recovering counts on from the rows. */
        snprintf(fresh, sizeof fresh, "%s/fresh%zu.db", w->directory, i);
        recover(w->file, fresh, &r);
        check_nothing_lost(&r);
        open_recovered(w, fresh);
        check_everything(w);
        check_ok(tally_message_post(w->account, "in.more", NULL, &key));
        assert_true(key < 1000);
        world_close(w);
    }
    write_file(w->file, bytes, count);
    free(bytes);
    world_open(w, WORLD_FILE);
    check_ok(apply_with_ids(w->account, w->engine, "stream", 1));
    world_close(w);
    bytes = read_file(w->file, &count);
    for (i = 0; i < COUNT_OF(cases); i++) {
        tally_account *account = NULL;
        tally_status status;

        write_file(w->file, bytes, count);
        run_sql(w->file, cases[i].sql);
        check_ok(open_file(w, w->file, 0));
        status = tally_account_open(w->engine, "ann", NULL, &account);
        if (status == TALLY_OK)
            status = apply_with_ids(account, w->engine, cases[i].source, 2);
        check_status(status, TALLY_ERROR_CORRUPT);
        check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
        tally_account_release(account);
        check_ok(tally_engine_close(w->engine, -1));
        w->engine = NULL;
    }
    free(bytes);
}

/* Each page in turn is overwritten: what does not lie on it is saved. */
TEST(one_page_lost, WORLD_CLOSED)
{
    tally_recovery r;
    char fresh[320], *bytes;
    size_t count, page;
    int whole_accounts = 0, whole_messages = 0, whole_badges = 0;

    bytes = make_file(w, &count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    for (page = 0; page < count / 4096; page++) {
        char *changed = (char *)malloc(count);

        require(changed != NULL);
        memcpy(changed, bytes, count);
        memset(changed + page * 4096, 0x5A, 4096);
        write_file(w->file, changed, count);
        free(changed);
        recover(w->file, fresh, &r);
        assert_int_equal(r.damaged_pages, 1);
        assert_true(r.doubtful_rows <= 1); /* The one of several pages. */
        assert_int_equal(r.pages, count / 4096);
        assert_int_equal(r.messages_saved + r.messages_lost, 26);
        assert_true(r.badges_saved >= 20);
        assert_true(r.accounts_saved + r.accounts_lost == 2);
        whole_accounts += r.accounts_saved == 2;
        whole_messages += r.messages_saved == 26;
        whole_badges += r.badges_saved >= 130;
        check_ok(open_file(w, fresh, 0));
        check_ok(tally_engine_verify(w->engine));
        if (r.accounts_lost > 0) { /* The index of names still has them. */
            assert_int_equal(r.accounts_saved, 0);
            check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
            check_badge(w->account, "a.b", 1, 3);
        }
        world_close(w);
        assert_int_equal(select_number(fresh, "SELECT COUNT(*) FROM feed WHERE cursor <> ''"), 0);
        require(unlink(fresh) == 0);
    }
    assert_int_equal(whole_accounts, page - 1);
    assert_true(whole_messages >= (int)page - 6);
    assert_true(whole_badges >= (int)page - 4);
    free(bytes);
}

/* A part of each page in turn is damaged, so that rows on it cannot be read: no more is lost than there was. Rows of
 * the schema and of other tables are no messages. Where the numbers may be too small, the result says so. */
TEST(parts_of_pages_lost, WORLD_CLOSED)
{
    tally_recovery r;
    char fresh[320], *bytes;
    size_t count, page, offset;
    int certain = 0;

    bytes = make_file(w, &count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    for (page = 1; page < count / 4096; page++) {
        char *changed = (char *)malloc(count);

        require(changed != NULL);
        memcpy(changed, bytes, count);
        for (offset = 1000; offset < 3900; offset++)
            changed[page * 4096 + offset] ^= 0x5A;
        write_file(w->file, changed, count);
        free(changed);
        recover(w->file, fresh, &r);
        assert_int_equal(r.damaged_pages, 1);
        assert_int_equal(r.messages_saved + r.messages_lost, 26);
        assert_true(r.accounts_saved + r.accounts_lost == 2);
        assert_true(r.feeds_saved + r.feeds_lost == 1 || r.flags == TALLY_RECOVERY_UNCERTAIN);
        certain += r.flags == 0;
        require(unlink(fresh) == 0);
    }
    assert_true(certain > 0);
    /* Half of the pages are missing, and what was on them is unknown. */
    write_file(w->file, bytes, count / 8192 * 4096);
    recover(w->file, fresh, &r);
    assert_int_equal(r.flags, TALLY_RECOVERY_UNCERTAIN);
    free(bytes);
}

/* Every page is damaged, by one bit at its end: all rows are saved, and called doubtful. */
TEST(every_page_damaged, WORLD_CLOSED)
{
    tally_recovery r;
    char fresh[320], *bytes;
    size_t count, page;

    bytes = make_file(w, &count);
    for (page = 1; page < count / 4096; page++)
        bytes[page * 4096 + 4095] ^= 1;
    write_file(w->file, bytes, count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    recover(w->file, fresh, &r);
    assert_int_equal(r.damaged_pages, count / 4096 - 1);
    assert_int_equal(r.accounts_saved, 2);
    assert_int_equal(r.messages_saved, 26);
    assert_true(r.badges_saved >= 129);
    assert_true(r.doubtful_rows >= r.badges_saved + r.messages_saved);
    open_recovered(w, fresh);
    check_everything(w);
    check_batches(w);
    check_reminders(w);
    world_close(w);
    /* With the first page too there is nothing left that says whose file it is. */
    bytes[4095] ^= 1;
    write_file(w->file, bytes, count);
    unlink(fresh);
    check_status(tally_file_recover(w->file, fresh, NULL), TALLY_OK);
    free(bytes);
}

/* The log counts, up to the last complete transaction. */
TEST(the_log_is_recovered_too, WORLD_FILE)
{
    world copy;
    char name[400], fresh[320], *bytes;
    size_t count;
    tally_recovery r;
    int turn;

    world_init(&copy, WORLD_CLOSED);
    make_everything(w);
    check_ok(tally_engine_verify(w->engine)); /* Which empties the log. */
    check_ok(tally_badge_set(w->account, "logged", 5));
    check_ok(tally_engine_flush(w->engine));
    for (turn = 0; turn < 3; turn++) {
        snprintf(name, sizeof name, "%s%s", w->file, "-wal");
        bytes = read_file(name, &count);
        require(bytes != NULL && count > 4096);
        if (turn == 1)
            bytes[count - 100] ^= 1; /* The last transaction is torn: the one before it is what is stored. */
        snprintf(name, sizeof name, "%s%s", copy.file, "-wal");
        if (turn < 2)
            write_file(name, bytes, count);
        else
            unlink(name);
        free(bytes);
        bytes = read_file(w->file, &count);
        write_file(copy.file, bytes, count);
        free(bytes);
        snprintf(fresh, sizeof fresh, "%s/fresh.db", copy.directory);
        recover(copy.file, fresh, &r);
        check_nothing_lost(&r);
        open_recovered(&copy, fresh);
        check_everything(&copy);
        check_reminders(&copy);
        check_badge(copy.account, "logged", turn == 0, turn == 0 ? 5 : 0);
        world_close(&copy);
        unlink(fresh);
    }
    world_end(w);
    remove_directory(copy.directory);
}

TEST(files_that_are_not_recovered, WORLD_CLOSED)
{
    tally_recovery r;
    char fresh[320], other[400], *bytes;
    size_t count;
    struct {
        tally_recovery r;
        unsigned char beyond[64];
    } longer;

    bytes = make_file(w, &count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    snprintf(other, sizeof other, "%s/other.db", w->directory);
    check_status(tally_file_recover(NULL, fresh, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_file_recover(w->file, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_file_recover("", fresh, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_file_recover(w->file, "", NULL), TALLY_ERROR_ARGUMENT);
    r.struct_size = 7;
    check_status(tally_file_recover(w->file, fresh, &r), TALLY_ERROR_ARGUMENT);
    check_status(tally_file_recover(other, fresh, NULL), TALLY_ERROR_IO);
    check_message("other.db");
    check_status(tally_file_recover(w->directory, fresh, NULL), TALLY_ERROR_NOT_A_STORE);
    check_status(tally_file_recover("/dev/null", fresh, NULL), TALLY_ERROR_NOT_A_STORE);
    check_status(tally_file_recover(w->file, w->file, NULL), TALLY_ERROR_EXISTS);
    check_status(tally_file_recover(w->file, w->directory, NULL), TALLY_ERROR_EXISTS);
    snprintf(other, sizeof other, "%s/missing/fresh.db", w->directory);
    check_status(tally_file_recover(w->file, other, NULL), TALLY_ERROR_IO);
    snprintf(other, sizeof other, "%s.recovering", fresh);
    write_text(other, "somebody's");
    check_status(tally_file_recover(w->file, fresh, NULL), TALLY_ERROR_EXISTS);
    check_message("fresh.db.recovering");
    require(unlink(other) == 0);
    snprintf(other, sizeof other, "%s/other.db", w->directory);
    write_text(other, "This is no database, whichever way one looks at it.");
    check_status(tally_file_recover(other, fresh, NULL), TALLY_ERROR_NOT_A_STORE);
    write_text(other, "");
    check_status(tally_file_recover(other, fresh, NULL), TALLY_ERROR_NOT_A_STORE);
    require(unlink(other) == 0);
    {
        sqlite3 *database;

        require(sqlite3_open(other, &database) == SQLITE_OK);
        require(sqlite3_exec(database, "CREATE TABLE badge(account, path, kind, count, expires, mute, mute_until);", NULL,
                             NULL, NULL) == SQLITE_OK);
        require(sqlite3_close(database) == SQLITE_OK);
    }
    check_status(tally_file_recover(other, fresh, NULL), TALLY_ERROR_NOT_A_STORE);
    check_message("Tally");
    run_sql(w->file, "PRAGMA user_version = 99;");
    check_status(tally_file_recover(w->file, fresh, NULL), TALLY_ERROR_NEWER);
    write_file(w->file, bytes, count);
    check_ok(open_file(w, w->file, 0));
    check_status(tally_file_recover(w->file, fresh, NULL), TALLY_ERROR_LOCKED);
    check_message("another engine of this process");
    world_close(w);
    assert_int_equal(access(fresh, F_OK), -1);
    /* Structures of other lengths. */
    r.struct_size = 16;
    r.damaged_pages = 77;
    check_ok(tally_file_recover(w->file, fresh, &r));
    assert_int_equal(r.pages, count / 4096);
    assert_int_equal(r.damaged_pages, 77);
    require(unlink(fresh) == 0);
    memset(&longer, 0, sizeof longer);
    longer.r.struct_size = sizeof longer;
    check_ok(tally_file_recover(w->file, fresh, &longer.r));
    assert_int_equal(longer.r.struct_size, sizeof longer);
    check_nothing_lost(&longer.r);
    free(bytes);
}

/* One row contradicts the others, in pages that are sound: it goes or is mended, and the rest is saved. */
TEST(rows_that_contradict_are_left_out, WORLD_CLOSED)
{
    /* The lost rows: o, one of the others; a, an account; f, a feed; d, nothing, but something is doubtful; n, nothing.
     *  */
    static const struct {
        const char *sql;
        char lost;
    } cases[] = {
        {"UPDATE feed SET account = account + 8 WHERE id = 1", 'n'},
        {"UPDATE feed SET epoch = 'a' || char(0) || 'b' WHERE id = 1", 'd'},
        {"UPDATE feed SET title = CAST(x'FF' AS TEXT) WHERE id = 1", 'd'},
        {"UPDATE feed SET etag = CAST(x'FF' AS TEXT) WHERE id = 1", 'd'},
        {"UPDATE feed SET title = 'a' || char(0), cursor = char(0) WHERE id = 1", 'd'},
        {"UPDATE feed SET name = '' WHERE id = 1", 'f'},
        {"UPDATE task SET account = 9 WHERE id = (SELECT MIN(id) FROM task)", 'a'},
        {"UPDATE task SET title = char(0) WHERE id = (SELECT MIN(id) FROM task)", 'o'},
        {"INSERT INTO note VALUES (9, 1, 1, 1, 'r', x'00')", 'o'},
        {"INSERT INTO note VALUES (1, 9, 1, 1, 'r', x'00')", 'o'},
        {"INSERT INTO armed VALUES (9, 1, 1, 1, 1, 1)", 'o'},
        {"INSERT INTO notification_log VALUES (9, 1, 1, 1, 'n', 1, 1)", 'o'},
        {"INSERT INTO category VALUES (9, 'c', 's', 'h')", 'o'},
        {"INSERT INTO rule VALUES (1, 9, 'root.in', 2, 0)", 'o'},
        {"INSERT INTO rule VALUES (1, 1, 'root.in', 3, 0)", 'o'},
        {"INSERT INTO link VALUES (9, 9, 'root.in', 'root.b')", 'o'},
        {"INSERT INTO link VALUES (9, 1, 'root.in', 'root.in.x')", 'o'},
        {"INSERT INTO translation VALUES (9, 'c', 'en', x'00')", 'o'},
        {"INSERT INTO setting VALUES (9, 1, 'en', 1, '', 0, 0, '', 0, 3)", 'o'},
        {"INSERT INTO choice VALUES (9, 1, 'root.c', 1, 1)", 'o'},
        {"INSERT INTO group_seen VALUES (9, 't', 1, x'00000000')", 'o'},
        {"INSERT INTO placed VALUES (9, 'root.p', 1, 1, 0, 0, 1, '', 0, '')", 'o'},
        {"INSERT INTO placed VALUES (1, 'root.p', 1, 1, 0, 0, 1, '', 1, '')", 'o'},
        {"INSERT INTO covered VALUES (9, 9, 'root.p', 1, 0, 1)", 'o'},
        {"INSERT INTO mark VALUES (1, 9, 'root.p', 1, x'00000000')", 'o'},
        {"INSERT INTO forgotten VALUES (1, 9, 'i', '', x'0000000169', 0)", 'o'},
        {"UPDATE outbox SET feed = 9", 'o'},
        {"UPDATE message SET account = 9 WHERE key = 1", 'n'},
        {"UPDATE message SET feed = 9 WHERE key = 1", 'f'},
        {"UPDATE badge SET account = 9 WHERE path = 'root.a.b' AND account = 1", 'a'},
        {"UPDATE account SET aggregation = 3 WHERE id = 1", 'a'},
        {"UPDATE account SET name = 'recovered-9' WHERE id = 2;"
         "UPDATE badge SET account = 9 WHERE path = 'root.a.b' AND account = 1", 'a'},
        {"UPDATE feed SET name = 'recovered-9' WHERE id = 1;"
         "UPDATE message SET feed = 9 WHERE key = 1", 'f'},
    };
    char fresh[320], *bytes;
    size_t count, i;

    bytes = make_file(w, &count);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    for (i = 0; i < COUNT_OF(cases); i++) {
        tally_recovery r;
        int is_lost;

        write_file(w->file, bytes, count);
        run_sql(w->file, cases[i].sql);
        recover(w->file, fresh, &r);
        is_lost = cases[i].lost == 'o' ? r.others_lost > 0
                  : cases[i].lost == 'a' ? r.accounts_lost == 1
                  : cases[i].lost == 'f' ? r.feeds_lost == 1
                  : cases[i].lost == 'd' ? r.doubtful_rows == 1
                                         : 1;
        if (!is_lost)
            fail_msg("%s: it is not counted", cases[i].sql);
        if (r.messages_saved != 26 || r.badges_saved < 129)
            fail_msg("%s: %d messages, %d badges", cases[i].sql, (int)r.messages_saved, (int)r.badges_saved);
        assert_int_equal(r.messages_lost + r.badges_lost, 0);
        open_recovered(w, fresh);
        if (cases[i].lost == 'n' || cases[i].lost == 'd')
            assert_int_equal(select_number(w->file, "SELECT COUNT(*) FROM feed"), 1);
        world_close(w);
        if (i == 0) /* Its rows say whose it is. */
            assert_int_equal(select_number(fresh, "SELECT account FROM feed"), 1);
        require(unlink(fresh) == 0);
    }
    free(bytes);
}

/* A log or a journal that another file has left would be written into the new one. */
TEST(files_beside_the_fresh_file, WORLD_CLOSED)
{
    static const char *const suffixes[] = {"-wal", "-journal"};
    world other;
    char fresh[320], beside[400], log[400];
    size_t count, i;
    uint64_t before;

    free(make_file(w, &count));
    world_init(&other, WORLD_FILE); /* One that was not closed. */
    check_ok(tally_badge_set(other.account, "stale", 7));
    check_ok(tally_engine_flush(other.engine));
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    snprintf(log, sizeof log, "%s-wal", other.file);
    for (i = 0; i < COUNT_OF(suffixes); i++) {
        snprintf(beside, sizeof beside, "%s%s", fresh, suffixes[i]);
        copy_file(log, beside);
        before = hash_of_directory(w->directory);
        check_status(tally_file_recover(w->file, fresh, NULL), TALLY_ERROR_CONFLICT);
        check_message(beside);
        assert_true(hash_of_directory(w->directory) == before);
        require(unlink(beside) == 0 && symlink("missing", beside) == 0);
        check_status(tally_file_recover(w->file, fresh, NULL), TALLY_ERROR_CONFLICT);
        require(unlink(beside) == 0);
    }
    write_text(beside, ""); /* Nothing in it. */
    check_ok(tally_file_recover(w->file, fresh, NULL));
    open_recovered(w, fresh);
    check_everything(w);
    world_end(&other);
}

/* Another program cuts the file while it is open. */
TEST(a_file_that_is_cut_while_it_is_open, WORLD_CLOSED)
{
    size_t count;

    free(make_file(w, &count));
    check_ok(open_file(w, w->file, 0));
    check_ok(tally_engine_verify(w->engine));
    require(truncate(w->file, (off_t)count - 5000) == 0);
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    world_close(w);
}

/* A connection of the host may use the VFS of the library, and asks it for the time. */
TEST(its_vfs_knows_the_time, WORLD_FILE)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find("tally-checksums");
    double day = 0, now = 2440587.5 + (double)time(NULL) / 86400;

    check_ok(tally_engine_verify(w->engine));
    require(vfs != NULL);
    assert_int_equal(vfs->xCurrentTime(vfs, &day), SQLITE_OK);
    assert_true(day > now - 1 && day < now + 1);
}

/* ---- Setting aside ---- */

TEST(damaged_files_are_set_aside, WORLD_CLOSED)
{
    char name[400], log_name[420], *bytes, *after;
    size_t count, after_count, page;
    uint64_t before;
    tally_account *account;

    bytes = make_file(w, &count);
    snprintf(name, sizeof name, "%s.damaged", w->file);
    check_ok(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE)); /* Sound files stay. */
    check_ok(tally_account_open(w->engine, "ann", NULL, &account));
    check_badge(account, "a.b", 1, 3);
    tally_account_release(account);
    world_close(w);
    assert_int_equal(access(name, F_OK), -1);
    for (page = 0; page < count / 4096; page++) { /* Wherever the damage is, and a file that is set aside already. */
        memcpy(bytes + page * 4096 + 2000, "damage", 6);
        write_file(w->file, bytes, count);
        if (page == 0)
            snprintf(name, sizeof name, "%s.damaged", w->file);
        else
            snprintf(name, sizeof name, "%s.damaged-%d", w->file, (int)page + 1);
        if (page == 1) { /* Its log goes with it. */
            snprintf(log_name, sizeof log_name, "%s-wal", w->file);
            write_text(log_name, "a log that means nothing");
        }
        check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_SET_ASIDE);
        check_message(name);
        check_message("damaged");
        check_ok(tally_account_open(w->engine, "ann", NULL, &account));
        check_badge(account, "root", 0, 0);
        check_ok(tally_badge_set(account, "a", 1));
        tally_account_release(account);
        check_ok(tally_engine_verify(w->engine));
        world_close(w);
        after = read_file(name, &after_count);
        require(after != NULL);
        assert_int_equal(after_count, count);
        assert_memory_equal(after, bytes, count);
        free(after);
        if (page == 1) {
            snprintf(log_name, sizeof log_name, "%s-wal", name);
            assert_int_equal(access(log_name, F_OK), 0);
        }
    }
    /* New, foreign or newer files are not damaged. */
    unlink(w->file);
    check_ok(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE));
    world_close(w);
    run_sql(w->file, "PRAGMA user_version = 99;");
    before = hash_of_directory(w->directory);
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_NEWER);
    assert_true(hash_of_directory(w->directory) == before);
    write_text(w->file, "This is somebody's own file.");
    before = hash_of_directory(w->directory);
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_NOT_A_STORE);
    assert_true(hash_of_directory(w->directory) == before);
    free(bytes);
}

/* It has 1,000 names for damaged files. Once all are taken, the damaged file keeps its own. */
TEST(all_names_of_damaged_files_are_taken, WORLD_CLOSED)
{
    char name[400], *bytes, *after;
    size_t count, after_count;
    int i;

    bytes = make_file(w, &count);
    memcpy(bytes + 4096 + 2000, "damage", 6);
    write_file(w->file, bytes, count);
    for (i = 1; i <= 1000; i++) {
        if (i == 1)
            snprintf(name, sizeof name, "%s.damaged", w->file);
        else /* A log or a journal alone takes the name, too. */
            snprintf(name, sizeof name, "%s.damaged-%d%s", w->file, i, i % 3 == 0 ? "-wal" : i % 3 == 1 ? "-journal" : "");
        write_text(name, "");
    }
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_IO);
    after = read_file(w->file, &after_count);
    require(after != NULL);
    assert_int_equal(after_count, count);
    assert_memory_equal(after, bytes, count);
    free(after);
    require(unlink(name) == 0); /* The last one. */
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_SET_ASIDE);
    check_message(".damaged-1000");
    world_close(w);
    free(bytes);
}

/* Only a page whose checksum is wrong is reason enough. */
TEST(files_that_are_not_set_aside, WORLD_CLOSED)
{
    char *bytes, beside[400];
    size_t count;
    uint64_t before;

    bytes = make_file(w, &count);
    write_file(w->file, bytes, count - 4096); /* It was cut off. */
    before = hash_of_directory(w->directory);
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_CORRUPT);
    check_message("should have");
    assert_true(hash_of_directory(w->directory) == before);
    write_file(w->file, bytes, count); /* Its log is damaged. */
    snprintf(beside, sizeof beside, "%s-wal", w->file);
    write_text(beside, "no log");
    before = hash_of_directory(w->directory);
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_CORRUPT);
    check_message("log or journal");
    assert_true(hash_of_directory(w->directory) == before);
    require(unlink(beside) == 0);
    run_sql(w->file, "DELETE FROM meta"); /* Sound pages say what cannot be. */
    before = hash_of_directory(w->directory);
    check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_CORRUPT);
    assert_true(hash_of_directory(w->directory) == before);
    free(bytes);
}

/* ---- One process a file ---- */

static pid_t start_writer(const char *file, FILE **out_lines)
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
        execl(writer, "writer", file, "group", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *out_lines = fdopen(ends[0], "r");
    require(*out_lines != NULL);
    return child;
}

TEST(the_holder_is_named, WORLD_CLOSED)
{
    char line[64], words[64], lock[400], copy[400];
    FILE *lines;
    pid_t child;
    char *bytes;
    size_t count;
    int turn;

    snprintf(lock, sizeof lock, "%s-lock", w->file);
    snprintf(copy, sizeof copy, "%s/copy.db", w->directory);
    for (turn = 0; turn < 3; turn++) {
        child = start_writer(w->file, &lines);
        require(fgets(line, sizeof line, lines) != NULL);
        snprintf(words, sizeof words, "process %ld has it open", (long)child);
        check_status(open_file(w, w->file, 0), TALLY_ERROR_LOCKED);
        check_message(words);
        check_status(open_file(w, w->file, TALLY_ENGINE_SET_ASIDE), TALLY_ERROR_LOCKED);
        check_status(tally_file_recover(w->file, copy, NULL), TALLY_ERROR_LOCKED);
        check_message(words);
        if (turn > 0) { /* A copy has the stored part. */
            bytes = read_file(w->file, &count);
            require(bytes != NULL);
            write_file(copy, bytes, count);
            free(bytes);
            check_ok(open_file(w, copy, 0));
            world_close(w);
            assert_int_equal(select_number(copy, "SELECT COUNT(*) FROM account"), 1);
            require(unlink(copy) == 0);
        }
        kill(child, SIGKILL);
        require(waitpid(child, NULL, 0) == child);
        fclose(lines);
        /* The files that it left lock no process out, and the next one removes them. */
        assert_int_equal(access(lock, F_OK), 0);
        check_ok(open_file(w, w->file, 0));
        check_ok(tally_engine_verify(w->engine));
        world_close(w);
        assert_int_equal(access(lock, F_OK), -1);
    }
}

/* A child that was forked and lives on does not keep the file of a parent that is dead. */
TEST(a_forked_child_keeps_no_lock, WORLD_CLOSED)
{
    int ends[2];
    pid_t parent, child;

    require(pipe(ends) == 0);
    parent = fork();
    require(parent >= 0);
    if (parent == 0) {
        if (open_file(w, w->file, 0) != TALLY_OK)
            _exit(1);
        child = fork();
        if (child != 0)
            require(write(ends[1], &child, sizeof child) == (ssize_t)sizeof child);
        for (;;)
            pause();
    }
    require(read(ends[0], &child, sizeof child) == (ssize_t)sizeof child);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_LOCKED);
    kill(parent, SIGKILL);
    require(waitpid(parent, NULL, 0) == parent);
    assert_int_equal(kill(child, 0), 0);
    check_ok(open_file(w, w->file, 0));
    world_close(w);
    kill(child, SIGKILL);
    close(ends[0]);
    close(ends[1]);
}

/* Many processes open, add one, close: one at a time, and nothing is lost. */
TEST(processes_take_turns, WORLD_FILE)
{
    enum { CHILDREN = 4 };
    const int turns = is_valgrind() ? 3 : 25;
    pid_t children[CHILDREN];
    tally_badge badge;
    int i, status;

    world_close(w);
    for (i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        require(children[i] >= 0);
        if (children[i] == 0) {
            int turn = 0;

            while (turn < turns) {
                tally_account *account;
                tally_status opened = open_file(w, w->file, 0);

                if (opened == TALLY_ERROR_LOCKED)
                    continue;
                if (opened != TALLY_OK || tally_account_open(w->engine, "ann", NULL, &account) != TALLY_OK ||
                    tally_badge_add(account, "count", 1) != TALLY_OK)
                    _exit(1);
                tally_account_release(account);
                if (tally_engine_close(w->engine, -1) != TALLY_OK)
                    _exit(2);
                turn += 1;
            }
            _exit(0);
        }
    }
    for (i = 0; i < CHILDREN; i++) {
        require(waitpid(children[i], &status, 0) == children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    world_open(w, WORLD_FILE);
    check_ok(tally_badge_get(w->account, "count", &badge));
    assert_int_equal(badge.count, CHILDREN * turns);
    check_ok(tally_engine_verify(w->engine));
}

/* A process may hold the lock without a number in the file, or with that of a process that has ended. */
TEST(a_holder_that_is_unknown, WORLD_FILE)
{
    static const char *const numbers[] = {"", "99999999\n", "0\n"};
    char lock[400];
    size_t i;

    world_close(w);
    snprintf(lock, sizeof lock, "%s-lock", w->file);
    for (i = 0; i < COUNT_OF(numbers); i++) {
        int file;

        write_text(lock, numbers[i]);
        file = open(lock, O_RDWR | O_CLOEXEC);
        require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0);
        check_status(open_file(w, w->file, 0), TALLY_ERROR_LOCKED);
        close(file);
        check_ok(open_file(w, w->file, 0));
        world_close(w);
    }
}

/* A message has room for 1,023 bytes, and ends between two characters. */
TEST(long_names_in_messages, WORLD_CLOSED)
{
    char *bytes, message[1100], name[520];
    size_t count, length, i, cut = 0;

    bytes = make_file(w, &count);
    memcpy(bytes + 4096 + 2000, "damage", 6);
    for (i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s/%.*s", w->directory, (int)i, "ab");
        while (strlen(name) < 260)
            strcat(name, "\xE2\x82\xAC");
        require(mkdir(name, 0700) == 0);
        strcat(name, "/");
        while (strlen(name) < 482)
            strcat(name, "\xE2\x82\xAC");
        strcat(name, ".db");
        write_file(name, bytes, count);
        check_status(open_file(w, name, TALLY_ENGINE_SET_ASIDE), TALLY_SET_ASIDE);
        check_ok(tally_error_message(message, sizeof message, &length));
        assert_true(length < 1024);
        cut += length > 1020;
        while (length > 0 && ((unsigned char)message[length - 1] & 0xC0) == 0x80)
            length -= 1;
        assert_true(length == 0 || (unsigned char)message[length - 1] != 0xE2 || message[length + 1] != '\0');
        world_close(w);
    }
    assert_int_equal(cut, 3);
    free(bytes);
}

static void make_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int made = socket(AF_UNIX, SOCK_STREAM, 0);

    require(made >= 0 && strlen(path) < sizeof address.sun_path);
    strcpy(address.sun_path, path);
    require(bind(made, (struct sockaddr *)&address, sizeof address) == 0);
    close(made);
}

/* A file with the lock file's name that is no lock file is left alone. One that a crash left is used again. */
TEST(files_with_the_name_of_the_lock, WORLD_FILE)
{
    static const char *const foreign[] = {"notes of somebody's", "12 monkeys", "-1\n", "1234567890123456789012345678\n"};
    static const char *const ours[] = {"", "99999999\n", "123", "1", "00000\n", "123456789012345678\n"};
    char lock[400], other[400];
    uint64_t before;
    size_t i;

    world_close(w);
    snprintf(lock, sizeof lock, "%s-lock", w->file);
    snprintf(other, sizeof other, "%s/other", w->directory);
    for (i = 0; i < COUNT_OF(foreign); i++) {
        write_text(lock, foreign[i]);
        before = hash_of_directory(w->directory);
        check_status(open_file(w, w->file, 0), TALLY_ERROR_NOT_A_STORE);
        check_message("lock file");
        assert_true(hash_of_directory(w->directory) == before);
    }
    require(unlink(lock) == 0 && mkdir(lock, 0700) == 0);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_NOT_A_STORE);
    require(rmdir(lock) == 0 && mkfifo(lock, 0600) == 0);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_NOT_A_STORE);
    write_text(other, "");
    require(unlink(lock) == 0 && symlink(other, lock) == 0);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_NOT_A_STORE);
    require(unlink(lock) == 0);
    make_socket(lock);
    check_status(open_file(w, w->file, 0), TALLY_ERROR_NOT_A_STORE);
    assert_int_equal(access(other, F_OK), 0);
    require(unlink(lock) == 0);
    for (i = 0; i < COUNT_OF(ours); i++) {
        write_text(lock, ours[i]);
        check_ok(open_file(w, w->file, 0));
        world_close(w);
        assert_int_equal(access(lock, F_OK), -1);
    }
    write_file(lock, "12\0\0\0", 5);
    check_ok(open_file(w, w->file, 0));
    world_close(w);
    /* The mark of the log is noise. */
    write_file(lock, "12\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0tallylog, and then no mark of a log.", 56);
    check_ok(open_file(w, w->file, 0));
    world_close(w);
    assert_int_equal(access(lock, F_OK), -1);
}

int main(void)
{
    /* Thousands of files are made, and none has to outlast the machine. */
    if (getenv("TMPDIR") == NULL && access("/dev/shm", R_OK | W_OK | X_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1);
    return tests_run();
}
