/* needs: sqlite */
/* Accounts as bytes: all of it comes back, and nothing else is let in. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include "account_fields.h"
#include "recorded_account.h"
#include "reference.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEM(id, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"path\":\"" path "\",\"count\":" count ",\"title\":\"t" id \
    "\",\"body\":\"line\\nline\"}"

static bytes take(tally_account *account)
{
    bytes b;

    check_status(account_export(account, NULL, 0, &b.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    b.data = (unsigned char *)allocate(b.size);
    check_ok(account_export(account, b.data, b.size, &b.size));
    return b;
}

static void check_bytes(const bytes *actual, const void *expected, size_t size)
{
    assert_int_equal(actual->size, size);
    assert_memory_equal(actual->data, expected, size);
}

/* Adds 1 at "n". */
static tally_status add_once(tally_account *account, const char *source, uint64_t epoch, uint64_t position,
                             const char *id)
{
    tally_operation operation = {0};
    tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;

    operation.kind = TALLY_OP_ADD;
    operation.path = "n";
    operation.value = 1;
    once.source = source;
    once.epoch = epoch;
    once.position = position;
    once.id = id;
    return tally_badge_batch(account, &operation, 1, &once, NULL);
}

static size_t account_count(tally_engine *engine)
{
    tally_text names[16];
    char text[512];
    size_t count, size;

    check_ok(account_list(engine, NULL, 16, names, 16, text, sizeof text, &count, &size));
    return count;
}

/* From now on read messages are removed, except the newest one. */
static void keep_one_message(world *w)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = w->page_url, .initial_delay = -1, .interval = -1, .max_messages = 3,
    };

    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
}

/* An account with something of everything. */
/* A reminder that lights no badge. */
static void put_reminder(tally_account *account)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .title = "Milk", .path = "root.fridge", .zone = "UTC", .produced = 20231101,
        .shelf_life = 30, .shelf_unit = TALLY_UNIT_DAY,
    };

    check_ok(reminder_put(account, "milk", &options));
}

static void fill(world *w)
{
    int64_t key;
    tally_message messages[4];
    char text[512];
    size_t count, size;

    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.feeding = TALLY_FEEDING_UNREAD;
    check_ok(tally_badge_set_rule(w->account, "in", &rule));
    rule.feeding = TALLY_FEEDING_UNSEEN;
    rule.counting = TALLY_COUNTING_LIT;
    check_ok(tally_badge_set_rule(w->account, "in.x", &rule));
    check_ok(tally_link_add(w->account, "a.b", "linked"));
    check_ok(tally_link_add(w->account, "in", "linked.in"));
    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(tally_badge_dot(w->account, "a.c\\.d"));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, TALLY_FOREVER));
    check_ok(tally_badge_set_until(w->account, "u", 7, CLOCK_START + 5000));
    check_ok(tally_badge_flag(w->account, "flagged", 1));
    check_ok(tally_badge_snooze(w->account, "snoozed", CLOCK_START + 6000));
    check_ok(tally_badge_set(w->account, "covered", 7));
    check_ok(add_once(w->account, "log", 3, 41, NULL));
    check_ok(add_once(w->account, "other", UINT64_MAX, UINT64_MAX, "first"));
    check_ok(add_once(w->account, NULL, 0, 0, "second"));
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"c1\",\"title\":\"Centre\",\"items\":[" ITEM("1", "in", "2") ","
               ITEM("2", "in.x", "3") "," ITEM("10", "in", "4") "]}");
    check_ok(message_list(w->account, "in", 0, 0, 1, messages, 4, text, sizeof text, &count, &size) == TALLY_MORE
                 ? TALLY_OK
                 : TALLY_ERROR_INTERNAL);
    key = messages[0].key; /* The newest, "10". */
    check_ok(lease_outbox(w->account));
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_ok(tally_badge_clear(w->account, "in.x")); /* Seen, not read. */
    keep_one_message(w);
    check_ok(group_by(w->account, TALLY_GROUPING_AUTOMATIC, "pt-PT"));
    check_ok(tally_category_set(w->account, "c", "%u of %@", "%u"));
    check_ok(tally_category_set(w->account, "d", NULL, NULL));
    check_ok(tally_group_mark_seen(w->account, NULL));
    world_page(w, "{\"cursor\":\"c2\",\"items\":[" ITEM("0", "in", "1") "],\"marks\":{\"gone\":{\"upto\":\"7\",\"ver\":3},"
               "\"in\":{\"upto\":\"0\"}},\"badges\":{\"set\":{\"count\":5},\"dot\":{\"dot\":true,\"icon\":\"new\",\"until\":1800000000},"
               "\"covered\":{\"count\":8,\"rev\":\"2\"},\"dismissed\":{\"dismissed\":\"8\"}}}");
    world_page(w, "{\"cursor\":\"c3\",\"items\":[]}");
    put_reminder(w->account);
}


/* ---- There and back ---- */

static void everything_comes_back(unsigned flags, unsigned other_flags)
{
    world w, other;
    bytes before, after;
    tally_account *restored;
    tally_message messages[4];
    tally_feed_state feed = {.struct_size = sizeof feed};
    tally_feed_options options = {.struct_size = sizeof options};
    tally_feed *added;
    uint64_t total, unread, unseen, revision, same;
    char text[512];
    size_t count, size, length;

    world_init(&w, flags);
    fill(&w);
    before = take(w.account);
    check_ok(account_info(w.account, NULL, &revision, NULL, NULL));

    world_init(&other, other_flags);
    check_ok(tally_account_import(other.engine, "an\xC3\xA4", before.data, before.size));
    check_ok(tally_account_open(other.engine, "an\xC3\xA4", NULL, &restored));
    after = take(restored);
    check_bytes(&after, before.data, before.size);
    check_ok(tally_account_verify(restored));
    check_ok(account_info(restored, NULL, &same, NULL, NULL));
    assert_true(same == revision);
    check_badge(restored, "a.b", 1, 3);
    check_badge(restored, "in", 1, 2);
    check_badge(restored, "n", 1, 3);
    check_ok(message_counts(restored, "root", TALLY_SUBTREE, &total, &unread, &unseen));
    assert_int_equal(total, 3);
    assert_int_equal(unread, 2);
    assert_int_equal(unseen, 1);
    check_ok(message_list(restored, "root", TALLY_SUBTREE, 0, 4, messages, 4, text, sizeof text, &count,
                                &size));
    assert_string_equal(text + messages[0].id.offset, "10");
    assert_string_equal(text + messages[0].body.offset, "line\nline");
    assert_int_equal(messages[0].state, TALLY_MESSAGE_STATE_READ);
    assert_int_equal(messages[1].state, TALLY_MESSAGE_STATE_SEEN);
    assert_int_equal(messages[2].state, TALLY_MESSAGE_STATE_UNSEEN);
    /* The restored account knows the batches that were applied. */
    check_status(add_once(restored, "log", 3, 41, NULL), TALLY_ALREADY_APPLIED);
    check_status(add_once(restored, "log", 2, 99, NULL), TALLY_ERROR_STALE_EPOCH);
    check_status(add_once(restored, NULL, 0, 0, "first"), TALLY_ALREADY_APPLIED);
    check_status(add_once(restored, NULL, 0, 0, "second"), TALLY_ALREADY_APPLIED);
    check_ok(add_once(restored, "log", 3, 42, "third"));
    /* The feed goes on where it was. */
    options.url = w.page_url;
    options.initial_delay = options.interval = -1;
    check_ok(tally_feed_add(restored, "feed", &options, &added));
    check_ok(tally_feed_get(added, &feed, text, sizeof text, &length));
    assert_string_equal(text, "Centre");
    assert_int_equal(feed.last_success, CLOCK_START);
    check_ok(message_counts(restored, "root", TALLY_SUBTREE, &total, NULL, NULL));
    assert_int_equal(total, 3);
    tally_feed_release(added);
    /* Badges that expire do so. */
    fake_clock_advance(&other.clock, 5000);
    check_badge(restored, "u", 0, 0);
    tally_account_release(restored);
    if (other_flags & WORLD_FILE) {
        world_close(&other);
        world_open(&other, other_flags);
        check_ok(tally_account_open(other.engine, "an\xC3\xA4", NULL, &restored));
        check_badge(restored, "a.b", 1, 3);
        check_badge(restored, "n", 1, 4);
        tally_account_release(restored);
    }
    bytes_free(&before);
    bytes_free(&after);
    world_end(&other);
    world_end(&w);
}

TEST_ALONE(round_trips)
{
    everything_comes_back(WORLD_FILE, WORLD_FILE);
    everything_comes_back(WORLD_FILE | WORLD_SUM | WORLD_FULL, 0);
    everything_comes_back(0, WORLD_FILE | WORLD_FULL);
}

/* The example of docs/account-export-format.md. */
TEST(the_documented_bytes, WORLD_FILE)
{
    static const unsigned char documented[] = {
        0x54, 0x4C, 0x59, 0x41, 0x01, 0x00, 0x01, 0x01, 0x02, 0x17, 0x54, 0x4C, 0x59, 0x53, 0x01, 0x00, 0x01,
        0x00, 0x00, 0x00, 0x00, 0x01, 0x61, 0x02, 0x03, 0xD7, 0xBB, 0x50, 0xEF, 0x18, 0xF8, 0x63, 0x99, 0x00,
        0x01, 0x03, 0x6C, 0x6F, 0x67, 0x01, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x35, 0x45, 0xCB, 0xC5, 0xFA, 0x51, 0x08, 0x2A};
    bytes b;
    tally_operation operation = {0};
    tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;

    operation.kind = TALLY_OP_SET;
    operation.path = "a";
    operation.value = 3;
    once.source = "log";
    once.epoch = 1;
    once.position = 7;
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_badge_batch(w->account, &operation, 1, &once, NULL));
    b = take(w->account);
    check_bytes(&b, documented, sizeof documented);
    bytes_free(&b);
}

static bytes recorded(const char *const *lines, size_t count)
{
    bytes b = {NULL, 0};
    size_t i;

    b.data = (unsigned char *)allocate(count * strlen(lines[0]) / 2);
    for (i = 0; i < count; i++) {
        const char *digits = lines[i];
        unsigned value;

        for (; *digits != '\0'; digits += 2) {
            assert_int_equal(sscanf(digits, "%2x", &value), 1);
            b.data[b.size++] = (unsigned char)value;
        }
    }
    return b;
}

/* An account that an earlier build has written is read, and written again with the same bytes. */
TEST(recorded_bytes_come_back, WORLD_FILE)
{
    bytes without = recorded(recorded_without_keys, COUNT_OF(recorded_without_keys));
    bytes with = recorded(recorded_with_keys, COUNT_OF(recorded_with_keys)), again;
    tally_import one = {.account = "keys", .bytes = with.data, .size = with.size};
    tally_account *account;

    check_ok(tally_account_import(w->engine, "plain", without.data, without.size));
    check_ok(tally_account_open(w->engine, "plain", NULL, &account));
    again = take(account);
    check_bytes(&again, without.data, without.size);
    bytes_free(&again);
    tally_account_release(account);
    check_ok(tally_account_remove(w->engine, "plain"));
    check_ok(tally_engine_import(w->engine, &one, 1, 0));
    again.data = (unsigned char *)allocate(with.size);
    check_ok(engine_export(w->engine, "keys", NULL, again.data, with.size, &again.size));
    check_bytes(&again, with.data, with.size);
    bytes_free(&again);
    bytes_free(&with);
    bytes_free(&without);
}

static void a_limit(tally_engine_options *options)
{
    options->max_loaded_accounts = 1;
}

TEST(names_and_limits, WORLD_FILE | WORLD_CLOSED)
{
    world small;
    bytes b;
    tally_bytes none;
    tally_account *account;

    w->configure = a_limit;
    world_open(w, WORLD_FILE);
    check_ok(tally_badge_set(w->account, "a.b.c.d.e", 1));
    b = take(w->account);
    check_status(tally_account_import(w->engine, "ann", b.data, b.size), TALLY_ERROR_EXISTS);
    check_message("'ann'");
    check_status(tally_account_import(w->engine, "", b.data, b.size), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_import(w->engine, NULL, b.data, b.size), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_import(NULL, "x", b.data, b.size), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_import(w->engine, "x", NULL, b.size), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_import(w->engine, "x", NULL, 0), TALLY_ERROR_MALFORMED);
    check_status(tally_account_import(w->engine, "x", b.data, 0), TALLY_ERROR_MALFORMED);
    check_status(tally_account_export(NULL, &none), TALLY_ERROR_ARGUMENT);
    check_status(account_export(w->account, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    assert_int_equal(account_count(w->engine), 1);
    /* After an account was dropped, there is room for it. */
    check_ok(tally_account_remove(w->engine, "ann"));
    check_status(tally_account_export(w->account, &none), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_account_import(w->engine, "ann", b.data, b.size));
    check_ok(tally_account_open(w->engine, "ann", NULL, &account));
    check_badge(account, "a", 1, 1);
    tally_account_release(account);

    /* An engine that could not hold it does not take it. */
    world_init(&small, WORLD_FILE);
    world_close(&small);
    small.options.max_nodes = 5;
    check_ok(tally_engine_open(&small.options, &small.engine));
    check_status(tally_account_import(small.engine, "x", b.data, b.size), TALLY_ERROR_LIMIT);
    check_ok(tally_engine_close(small.engine, -1));
    small.options.max_nodes = 0;
    small.options.max_depth = 4;
    check_ok(tally_engine_open(&small.options, &small.engine));
    check_status(tally_account_import(small.engine, "x", b.data, b.size), TALLY_ERROR_PATH);
    assert_int_equal(account_count(small.engine), 1);
    check_ok(tally_engine_close(small.engine, -1));
    remove_directory(small.directory);
    bytes_free(&b);
}

/* ---- Every table ---- */

/* The first column of the first row; 0: there is none. */
static int64_t number(sqlite3 *database, const char *query)
{
    sqlite3_stmt *statement;
    int64_t value = 0;

    if (sqlite3_prepare_v2(database, query, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", query, sqlite3_errmsg(database));
    if (sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* The columns of a table, but for those that mean something in one store only, and the settings that no snapshot has: 0
 * where none belongs to an account. */
static int list_columns(sqlite3 *database, const char *table, char *columns, size_t capacity)
{
    static const char query[] =
        "SELECT group_concat('\"' || name || '\"') FILTER (WHERE name NOT IN ('account', 'feed', 'key', 'ordinal', "
        "'snapshot', 'sequence', 'lease', 'outbox', 'outbox_url', 'request_timeout', 'idle_timeout', 'push_path', 'outbox_kinds') AND NOT (name = 'id' AND type = 'INTEGER')), sum(name = 'account') FROM pragma_table_info(?1)";
    sqlite3_stmt *statement;
    int belongs;

    assert_int_equal(sqlite3_prepare_v2(database, query, -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_text(statement, 1, table, -1, SQLITE_TRANSIENT);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    snprintf(columns, capacity, "%s", (const char *)sqlite3_column_text(statement, 0));
    belongs = sqlite3_column_int(statement, 1) > 0;
    sqlite3_finalize(statement);
    return belongs;
}

typedef void table_check(sqlite3 *database, const char *table, const char *columns);

/* Calls for each table that has an account's rows; every other one is known here. Answers how many there are. */
static int for_each_table(sqlite3 *database, table_check *check)
{
    sqlite3_stmt *statement;
    int count = 0;

    assert_int_equal(sqlite3_prepare_v2(database,
                                        "SELECT name FROM main.sqlite_schema WHERE type = 'table' "
                                        "AND name NOT LIKE 'sqlite_%' "
                                        "AND name NOT IN ('meta', 'account', 'log', 'log_item')",
                                        -1, &statement, NULL),
                     SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(statement, 0);
        char columns[700];

        if (!list_columns(database, table, columns, sizeof columns))
            fail_msg("table %s: has no column \"account\"; is it in snapshots and backups, and dropped?", table);
        check(database, table, columns);
        count += 1;
    }
    sqlite3_finalize(statement);
    return count;
}

static void check_difference(sqlite3 *database, const char *table, const char *a, const char *b)
{
    char query[4096];

    snprintf(query, sizeof query, "SELECT count(*) FROM (%s EXCEPT %s)", a, b);
    if (number(database, query) != 0)
        fail_msg("table %s: not all of it came back", table);
}

/* "bo" has what "ann" has, at least something. */
static void check_restored(sqlite3 *database, const char *table, const char *columns)
{
    char of_ann[1500], of_bo[1500], query[256];

    static const char *const here[] = {"armed", "feed_wait", "feed_option", "note", "drift"};
    size_t i;

    /* Armed entries, waits that servers have asked for, options of feeds, rejected items and differences belong to
     * their machine. */
    for (i = 0; i < COUNT_OF(here); i++)
        if (strcmp(table, here[i]) == 0)
            return;
    snprintf(query, sizeof query, "SELECT count(*) FROM \"%s\" WHERE account = (SELECT id FROM account WHERE "
                                  "name = 'ann')", table);
    if (number(database, query) == 0)
        fail_msg("table %s: fill() puts nothing into it", table);
    snprintf(of_ann, sizeof of_ann, "SELECT %s FROM \"%s\" JOIN (SELECT id AS owner FROM main.account WHERE "
                                    "name = 'ann') ON account = owner", columns, table);
    snprintf(of_bo, sizeof of_bo, "SELECT %s FROM \"%s\" JOIN (SELECT id AS owner FROM main.account WHERE "
                                  "name = 'bo') ON account = owner", columns, table);
    check_difference(database, table, of_ann, of_bo);
    check_difference(database, table, of_bo, of_ann);
}

static void check_dropped(sqlite3 *database, const char *table, const char *columns)
{
    char query[256];

    (void)columns;
    snprintf(query, sizeof query, "SELECT count(*) FROM \"%s\" WHERE account NOT IN (SELECT id FROM account)", table);
    if (number(database, query) != 0)
        fail_msg("table %s: a dropped account leaves something in it", table);
}

/* With the original at hand: not a byte is another one. */
static void check_copied(sqlite3 *database, const char *table, const char *columns)
{
    char here[256], there[256];

    (void)columns;
    snprintf(here, sizeof here, "SELECT * FROM main.\"%s\"", table);
    snprintf(there, sizeof there, "SELECT * FROM original.\"%s\"", table);
    check_difference(database, table, here, there);
    check_difference(database, table, there, here);
}

static sqlite3 *look_into(const char *path)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    return database;
}

/* A table that belongs to accounts needs code in several places. If one of them lacks it, this test fails. */
TEST(no_table_is_forgotten, WORLD_FILE)
{
    bytes b;
    char path[400], attach[500];
    sqlite3 *database;

    fill(w);
    b = take(w->account);
    check_ok(tally_account_import(w->engine, "bo", b.data, b.size));
    snprintf(path, sizeof path, "%s/both.db", w->directory);
    check_ok(tally_engine_backup(w->engine, path, 0));
    world_close(w);
    database = look_into(path);
    assert_true(for_each_table(database, check_restored) >= 5);
    assert_int_equal(number(database, "SELECT count(DISTINCT aggregation || ' ' || feeding || ' ' || revision) "
                                      "FROM account"), 1);
    snprintf(attach, sizeof attach, "ATTACH '%s' AS original", w->file);
    assert_int_equal(sqlite3_exec(database, attach, NULL, NULL, NULL), SQLITE_OK);
    for_each_table(database, check_copied);
    check_copied(database, "account", NULL);
    check_copied(database, "meta", NULL);
    sqlite3_close(database);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_remove(w->engine, "bo"));
    world_close(w);
    database = look_into(w->file);
    for_each_table(database, check_dropped);
    sqlite3_close(database);
    bytes_free(&b);
}

/* ---- One moment ---- */

typedef struct writer {
    tally_account *account;
    volatile int stop;
} writer;

/* At each moment as many at "x" as at "y". */
static void *keep_writing(void *argument)
{
    writer *self = (writer *)argument;

    while (!__atomic_load_n(&self->stop, __ATOMIC_ACQUIRE)) {
        tally_operation operations[2];

        memset(operations, 0, sizeof operations);
        operations[0].kind = operations[1].kind = TALLY_OP_ADD;
        operations[0].path = "x";
        operations[1].path = "y";
        operations[0].value = operations[1].value = 1;
        require(tally_badge_batch(self->account, operations, 2, PLAIN_BATCH, NULL) == TALLY_OK);
    }
    return NULL;
}

TEST(it_is_of_one_moment, WORLD_FILE | WORLD_THREAD)
{
    writer self;
    pthread_t thread;
    int i, rounds = is_valgrind() ? 3 : 20;

    self.account = w->account;
    self.stop = 0;
    check_ok(tally_badge_set(w->account, "x", 1));
    check_ok(tally_badge_set(w->account, "y", 1));
    assert_int_equal(pthread_create(&thread, NULL, keep_writing, &self), 0);
    for (i = 0; i < rounds; i++) {
        unsigned char snapshot[1024];
        tally_account *restored;
        tally_badge x, y;
        char name[16];
        size_t size;

        check_ok(account_export(w->account, snapshot, sizeof snapshot, &size));
        snprintf(name, sizeof name, "%d", i);
        check_ok(tally_account_import(w->engine, name, snapshot, size));
        check_ok(tally_account_open(w->engine, name, NULL, &restored));
        check_ok(tally_badge_get(restored, "x", &x));
        check_ok(tally_badge_get(restored, "y", &y));
        assert_true(x.count == y.count && x.count > 0);
        tally_account_release(restored);
    }
    __atomic_store_n(&self.stop, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
}

/* ---- Bytes from anywhere ---- */

/* Whatever it answers: it is taken whole, and means just these bytes, or nothing has changed. */
static int is_taken(world *w, const bytes *b)
{
    tally_status status = tally_account_import(w->engine, "guest", b->data, b->size);
    tally_account *account;
    bytes again;

    if (status != TALLY_OK) {
        if (status != TALLY_ERROR_PATH)
            check_status(status, TALLY_ERROR_MALFORMED);
        check_message(NULL);
        return 0;
    }
    check_ok(tally_account_open(w->engine, "guest", NULL, &account));
    check_ok(tally_account_verify(account));
    again = take(account);
    check_bytes(&again, b->data, b->size);
    bytes_free(&again);
    tally_account_release(account);
    check_ok(tally_account_remove(w->engine, "guest"));
    return 1;
}

TEST(damaged_bytes_are_refused, WORLD_FILE)
{
    world target;
    bytes whole, b;
    size_t i;
    int taken = 0;

    fill(w);
    whole = take(w->account);
    world_init(&target, 0);
    target.clock.wall = 0; /* Nothing has ended. */
    assert_true(is_taken(&target, &whole));
    for (i = 0; i < whole.size; i++) {
        b = bytes_copy(whole.data, i);
        assert_false(is_taken(&target, &b));
        if (i >= 18) {
            seal_account(b.data, b.size);
            assert_false(is_taken(&target, &b));
        }
        bytes_free(&b);
        b = bytes_copy(whole.data, whole.size);
        b.data[i] ^= 1;
        check_status(tally_account_import(target.engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
        check_message("at byte");
        bytes_free(&b);
    }
    /* With a checksum that is right again. */
    for (i = 8; i < (is_valgrind() ? 40 : whole.size - 8); i++) {
        int bit;

        for (bit = 0; bit < 8; bit++) {
            b = bytes_copy(whole.data, whole.size);
            b.data[i] = (unsigned char)(b.data[i] ^ 1 << bit);
            seal_account(b.data, b.size);
            taken += is_taken(&target, &b);
            bytes_free(&b);
        }
    }
    print_message("    %d of them are accounts all the same\n", taken);
    assert_true(taken > 0);
    assert_int_equal(account_count(target.engine), 1);
    bytes_free(&whole);
    world_end(&target);
}

/* An account of the parts behind the badges and the rules, of which there are none: those up to the feeds, and groups
 * behind them; of reminders, their log, links, covered badges and icons, there are none. */
static bytes made_of(const char *parts, size_t size, const char *groups, size_t groups_size)
{
    static const unsigned char head[] = {'T', 'L', 'Y', 'A', 1, 0, 1, 1, 0, 18, 'T', 'L', 'Y', 'S', 1, 0, 0, 0, 0, 0};
    bytes b;

    b.size = sizeof head + 8 + 1 + size + groups_size + 6 + 8;
    b.data = (unsigned char *)allocate(b.size);
    memset(b.data, 0, b.size);
    memcpy(b.data, head, sizeof head);
    memcpy(b.data + sizeof head + 8 + 1, parts, size);
    memcpy(b.data + sizeof head + 8 + 1 + size, groups, groups_size);
    seal_account(b.data, b.size);
    return b;
}

static void check_parts(world *w, const char *parts, size_t size, const char *groups, size_t groups_size,
                        const char *says)
{
    bytes b = made_of(parts, size, groups, groups_size);

    if (says == NULL) {
        assert_true(is_taken(w, &b));
    } else {
        check_status(tally_account_import(w->engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
        check_message(says);
    }
    bytes_free(&b);
}

/* No groups behind feeds, and groups behind no feeds. */
#define NO_GROUPS "\0\0\0\0\0"
#define PARTS(text, says) check_parts(w, text, sizeof(text) - 1, NO_GROUPS, 5, says)
#define GROUPS(text, says) check_parts(w, "\0\0\0", 3, text, sizeof(text) - 1, says)
#define FEED "\1\1f\11file:///a\4root\0\0\0\0\0\0\0"
/* Ends the lists of a feed: its messages, and its badges, marks, removed messages and outbox. */
#define END "\0\0\0\0\0"
#define ENTRY(name, revision, sequence, rest) "\1" name revision sequence rest
#define MESSAGE(id, rest) "\1\1" id "\0\1s\4root\0\0\0\0\0\0\0\0\0\0\0" rest
#define ALSO(paths) "\1\1i\0\1s\4root\0\0\0\0\0\0\0\0\0" paths "\0\0\1\1\0\2\0\0"

TEST(errors_are_described, 0)
{
    bytes b;

    PARTS("\0\0\0", NULL);
    PARTS("\0\0", "the bytes end too early, at byte 42");
    PARTS("\0\0\0\0", "bytes behind the end, at byte 43");
    PARTS("\2\0\0", "neither an element of a list nor its end, at byte 29");
    /* Sources. */
    PARTS("\1\1a\0\0\1\1b\0\0\0\0\0", NULL);
    PARTS("\1\1b\0\0\1\1a\0\0\0\0\0", "not in order, at byte 35");
    PARTS("\1\1a\0\0\1\1a\0\0\0\0\0", "not in order, at byte 35");
    PARTS("\1\0\0\0\0\0\0", "a name is malformed, at byte 30");
    PARTS("\1\1\n\0\0\0\0\0", "a name is malformed, at byte 30");
    PARTS("\1\1a\200\0\0\0\0\0", "not in its shortest form, at byte 32");
    PARTS("\1\1a\377\377\377\377\377\377\377\377\377\1\0\0\0\0", NULL);
    PARTS("\1\1a\377\377\377\377\377\377\377\377\377\2\0\0\0\0", "not in its shortest form, at byte 32");
    PARTS("\1\177a\0\0\0\0\0", "the bytes end too early");
    PARTS("\1\377\377\377\377\377\377\377\377\177a\0\0\0\0\0", "the bytes end too early");
    /* Batches. */
    PARTS("\0\1\1b\1\1\1a\2\0\0", NULL);
    PARTS("\0\1\1b\1\1\1b\2\0\0", "a batch comes twice, at byte 35");
    /* Feeds and messages. */
    PARTS("\0\0" FEED END "\0", NULL);
    PARTS("\0\0" FEED END FEED END "\0", "not in order");
    PARTS("\0\0\1\1f\0\4root\0\0\0\0\0\0\0\0\0", "a URL is malformed");
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\0\2\0\0") END "\0", NULL);
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\0\4\0\11") END "\0", NULL);
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\0\5") END "\0", "a number is out of range");
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\2\2\0\0") END "\0", NULL);
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\377\377\377\377\377\377\377\377\377\1\2\0\0") END "\0", NULL);
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\0\1\200\200\200\200\200\100\0") END "\0", NULL);
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\0\2\5\0") END "\0", "has invalid values");
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\3\2\0") END "\0", "a number is out of range");
    PARTS("\0\0" FEED MESSAGE("2", "\0\1\1\0\2\0\0") MESSAGE("1", "\0\1\1\0\2\0\0") END "\0", "not in order");
    PARTS("\0\0" FEED MESSAGE("1", "\0\1\1\0\2\0\0") MESSAGE("1", "\0\1\1\0\2\0\0") END "\0", "not in order");
    PARTS("\0\0" FEED MESSAGE("1", "\0\200\200\200\200\20\1\2") END "\0", "a number is out of range");
    PARTS("\0\0" FEED MESSAGE("\n", "\0\1\1\2") END "\0", "an identifier has control characters");
    PARTS("\0\0" FEED "\1\0\0\1s\4root\0\0\0\0\0\0\0\1\1\2" END "\0", "an identifier is empty");
    PARTS("\0\0" FEED "\1\1i\0\1s\1a\0\0\0\0\0\0\0\1\1\2\0\0", "not in its canonical form");
    PARTS("\0\0" FEED "\1\1i\0\1s\4root\0\1\377\0\0\0\0\0\1\1\2\0\0", "a text is not UTF-8");
    PARTS("\0\0" FEED "\1\1i\0\1s\4root\0\1\0\0\0\0\0\0\1\1\2\0\0", "a text is not UTF-8");
    PARTS("\0\0" FEED "\1\1i\0\1s\4root\0\0\0\0\0\0\1l\1i\1s\0\2\0\377\0\1\1\0\2\0\0" END "\0", NULL);
    PARTS("\0\0" FEED "\1\1i\0\1s\4root\0\0\0\0\0\0\1\n\0\0\0\0\1\1\2\0" END "\0", "a link has control characters");
    PARTS("\0\0" FEED "\1\1i\0\1s\4root\0\0\0\0\0\0\0\1\n\0\0\0\1\1\2\0" END "\0", "a name is malformed");
    PARTS("\0\0" FEED ALSO("\16\nroot.a\nroot.b") END "\0", NULL);
    PARTS("\0\0" FEED ALSO("\16\nroot.b\nroot.a") END "\0", "the further paths of a message are not in their form");
    PARTS("\0\0" FEED ALSO("\16\nroot.a\nroot.a") END "\0", "the further paths of a message are not in their form");
    PARTS("\0\0" FEED ALSO("\6root.a") END "\0", "the further paths of a message are not in their form");
    PARTS("\0\0" FEED ALSO("\1\n") END "\0", "the further paths of a message are not in their form");
    PARTS("\0\0" FEED ALSO("\10\nroot.a\n") END "\0", "the further paths of a message are not in their form");
    PARTS("\0\0" FEED ALSO("\22\n1\n2\n3\n4\n5\n6\n7\n8\n9") END "\0",
          "the further paths of a message are not in their form");
    PARTS("\0\0" FEED ALSO("\2\na") END "\0", "not in its canonical form");
    PARTS("\0\0" FEED ALSO("\5\nroot") END "\0", "has invalid values");
    /* The badges, the facts and the items of feeds. */
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\1i", "\1r", "\5\7\2\0") "\0\0\0\0\0", NULL);
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\0", "\1r", "\5\7\2\1") "\0\0\0\0\0", NULL);
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\0", "\0", "\5\7\2\1") "\0\0\0\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\0", "\1r", "\5\7\2\2") "\0\0\0\0\0", "a number is out of range");
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\0", "\0", "\200\200\200\200\20\7\2\0") "\0\0\0\0",
          "a number is out of range");
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\1\n", "\0", "\5\7\2\0") "\0\0\0\0",
          "an identifier has control characters");
    PARTS("\0\0" FEED "\0" ENTRY("\1a", "\0", "\0", "\5\7\2\0") "\0\0\0", "not in its canonical form");
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\0", "\0", "\5\7\2\0") ENTRY("\6root.a", "\0", "\0", "\5\7\2\0") "\0\0\0",
          "not in order");
    PARTS("\0\0" FEED "\0" ENTRY("\6root.a", "\0", "\0", "\5\7\2\0") "\0\0\0\0\1\1g\11file:///a\4root\0\0\0\0\0\0\0\0"
          ENTRY("\6root.a", "\0", "\0", "\5\7\4\0") "\0\0\0\0\0", NULL);
    PARTS("\0\0" FEED "\0\0" ENTRY("\6root.a", "\0", "\1s", "\5\0") "\0\0\0\0", NULL);
    PARTS("\0\0" FEED "\0\0" ENTRY("\6root.a", "\0", "\0", "\5\0") "\0\0", "an identifier is empty");
    PARTS("\0\0" FEED "\0\0" ENTRY("\6root.a", "\0", "\1s", "\5\1") "\0\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0" ENTRY("\1i", "\1r", "\1s", "\0\0") "\0\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0" ENTRY("\1i", "\1r", "\1s", "\2\0") "\0\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0" ENTRY("\1i", "\1r", "\1s", "\3\0") "\0\0", "a number is out of range");
    PARTS("\0\0" FEED "\0\0\0" ENTRY("\1i", "\1r", "\1s", "\0\1") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0" ENTRY("\0", "\1r", "\1s", "\0\0") "\0", "an identifier is empty");
    /* The outbox. */
#define KEY "\40" "0123456789abcdef0123456789abcdef"
#define ROW(kind, entity, key, rest) "\1" kind entity key rest
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\1i", KEY, "\1r\1\0\0\0\0\7") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\2", "\6root.a", KEY, "\0\5\1s\2{}\1\0\0") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\0", "\1i", KEY, "\1r\1\0\0\0\0") "\0\0", "a number is out of range");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\13", "\1i", KEY, "\1r\1\0\0\0\0") "\0\0", "a number is out of range");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\12", "\6root.a", KEY, "\1r\0\0\0\0\0\0") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\12", "\1i", KEY, "\1r\0\0\0\0\0\0") "\0\0", "not in its canonical form");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\12", "\6root.a", KEY, "\0\0\0\0\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\12", "\6root.a", KEY, "\1r\1\0\0\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\5", "\1i", KEY, "\1r\1\0\0\0\0\0") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\5", "\1i", KEY, "\1r\1\1s\0\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\6", "\6root.a", KEY, "\0\0\1s\0\0\0\0") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\6", "\1i", KEY, "\0\0\1s\0\0\0\0") "\0\0", "not in its canonical form");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\6", "\6root.a", KEY, "\0\0\0\0\0\0\0") "\0\0", "an identifier is empty");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\4", "\1i", KEY, "\1r\0\0\0\0\0\0") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\0", KEY, "\1r\1\0\0\0\0") "\0\0", "an identifier is empty");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\1i", "\1k", "\1r\1\0\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\1i", KEY, "\1r\2\0\0\0\0\0") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\4", "\1i", KEY, "\1r\2\0\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\10", "\6root.a", KEY, "\0\1\0\0\0\0\13") "\0\0", NULL);
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\10", "\1i", KEY, "\0\1\0\0\0\0\13") "\0\0", "not in its canonical form");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\10", "\6root.a", KEY, "\0\1\0\0\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\1i", KEY, "\1r\1\1s\0\0\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\1i", KEY, "\1r\1\0\0\1\0") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\2", "\1i", KEY, "\0\5\1s\0\0\0") "\0\0", "not in its canonical form");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\2", "\6root.a", KEY, "\1r\5\1s\0\0\0") "\0\0",
          "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\2", "\6root.a", KEY, "\0\5\0\0\0\0") "\0\0", "an identifier is empty");
    /* Several marks of a path, and versions of reads. */
#define MARK_OF(end, version) ENTRY("\6root.a", "\0", end, version "\0")
    PARTS("\0\0" FEED "\0\0" MARK_OF("\1s", "\5") MARK_OF("\2rr", "\4") "\0\0\0\0", NULL);
#define SEEN "\377\377\377\377\377\377\377\377\377\1"
    PARTS("\0\0" FEED "\0\0" MARK_OF("\1s", "\5") MARK_OF("\2rr", SEEN) "\0\0\0\0", NULL);
    PARTS("\0\0" FEED "\0\0" MARK_OF("\1s", SEEN) MARK_OF("\2rr", "\5") "\0\0\0\0", "marks of a path are not in order");
    PARTS("\0\0" FEED "\0\0" MARK_OF("\1s", "\376\377\377\377\377\377\377\377\377\1") "\0\0\0\0",
          "a number is out of range");
    PARTS("\0\0" FEED "\0\0" MARK_OF("\1s", "\5") MARK_OF("\2rr", "\5") "\0\0\0\0", "marks of a path are not in order");
    PARTS("\0\0" FEED "\0\0" MARK_OF("\1s", "\5") MARK_OF("\1r", "\4") "\0\0\0\0", "marks of a path are not in order");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\1", "\1i", KEY, "\1r\1\0\0\0\0\2") "\0\0", "has invalid values");
    PARTS("\0\0" FEED "\0\0\0\0" ROW("\2", "\6root.a", KEY, "\0\5\1s\0\0\0\1") "\0\0", "has invalid values");
    /* Groups. */
    GROUPS("\0\0\0\0\0", NULL);
    GROUPS("\2\2de\1\1c\1k\0\0\1\1k\0\2\6x\1\1k\2de\2\6y\0\1\0\6\0\1s\0\1i\0", NULL);
    GROUPS("\2\2de\1\1c\1k\0\0\0\1\0\4\0\0\0\0\0", "no place of a message");
    GROUPS("\2\2de\1\1c\1k\0\0\0\1\0\6\0\2s\0\1i\0", "no place of a message");
    GROUPS("\4\0\0\0\0", "a number is out of range");
    GROUPS("\0\2de\0\0\0", "no configuration");
    GROUPS("\1\2DE\0\0\0", "canonical form");
    GROUPS("\1\3und\0\0\0", "canonical form");
    GROUPS("\1\0\1\1c\0\0\1\1c\0\0\0\0\0", "not in order");
    GROUPS("\1\0\0\1\0\0\1x\0\0", "has invalid values");
    GROUPS("\1\0\0\1\1k\2de\1x\1\1k\2de\1x\0\0", "not in order");
    GROUPS("\1\0\0\0\1\1t\3abc\0", "no place of a message");
    GROUPS("\1\0\0\0\1\1t\6\0\1s\0\1i\1\1t\6\0\1s\0\1i\0", "not in order");
    GROUPS("\1\0\0\0\0\0", "bytes behind the end");
    GROUPS(NO_GROUPS "\0\0\0\0\0\1\6root.a\1i", "an icon has no badge");
    /* The head. */
    b = made_of("\0\0\0", 3, NO_GROUPS, 5);
    b.data[6] = 3;
    seal_account(b.data, b.size);
    check_status(tally_account_import(w->engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
    check_message("an unknown aggregation or feeding, at byte 6");
    b.data[6] = 2;
    b.data[7] = 0;
    seal_account(b.data, b.size);
    check_status(tally_account_import(w->engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
    check_message("at byte 7");
    b.data[4] = 2;
    check_status(tally_account_import(w->engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
    check_message("an unknown version, at byte 4");
    b.data[0] = 'X';
    check_status(tally_account_import(w->engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
    check_message("not the export of an account, at byte 0");
    bytes_free(&b);
    /* Those of badges, with the place in the whole. */
    b = made_of("\0\0\0", 3, NO_GROUPS, 5);
    b.data[16] = 1;
    seal_account(b.data, b.size);
    check_status(tally_account_import(w->engine, "guest", b.data, b.size), TALLY_ERROR_MALFORMED);
    check_message("the number of entries is wrong, at byte 16");
    bytes_free(&b);
    assert_int_equal(account_count(w->engine), 1);
}

/* ---- Each field, each value, and everything that a host may do then ---- */

static void advance(void *user_data, int64_t milliseconds)
{
    fake_clock_advance(&((world *)user_data)->clock, milliseconds);
}

/* Whatever the checksum says, no field may hold what the library would not have written: it is refused, or everything
 * that comes later is done with it. */
static int try_field(world *w, const bytes *b, const account_field *field, const char *value)
{
    tally_status status = tally_account_import(w->engine, "guest", b->data, b->size);
    fake_clock clock = w->clock;

    if (status != TALLY_OK) {
        if (status != TALLY_ERROR_PATH && status != TALLY_ERROR_MALFORMED)
            fail_msg("%s = %s: %s", field->name, value, tally_status_name(status));
        check_message(NULL);
        return 0;
    }
    snprintf(account_trial, sizeof account_trial, "%.47s = %.39s", field->name, value);
    account_exercise(w->engine, "guest", advance, w);
    check_ok(tally_account_remove(w->engine, "guest"));
    w->clock = clock;
    drain(w->engine);
    return 1;
}

/* Something in each list, of each kind that it may have. */
static bytes filled(void)
{
    world w;
    tally_reminder_options options = {
        .struct_size = sizeof options, .zone = "UTC", .path = "root.due", .shelf_life = 3,
        .shelf_unit = TALLY_UNIT_MONTH, .smart = TALLY_SMART_OFF, .repeat_unit = TALLY_UNIT_HOUR, .repeat_every = 5,
        .end = 20231231, .overdue_unit = TALLY_UNIT_DAY, .overdue_limit = 3,
    };
    int64_t key;
    bytes whole;

    world_init(&w, WORLD_FILE);
    fill(&w);
    check_ok(reminder_put(w.account, "hourly", &options));
    options.repeat_unit = TALLY_UNIT_WEEK;
    options.overdue_unit = 0;
    check_ok(reminder_put(w.account, "weekly", &options));
    check_ok(tally_account_log_in(w.account));
    fake_clock_advance(&w.clock, INT64_C(86400000));
    check_ok(tally_engine_step(w.engine));
    check_ok(tally_reminder_snooze(w.account, "weekly", w.clock.wall + 3600000));
    check_ok(group_by(w.account, TALLY_GROUPING_AUTOMATIC, "de"));
    check_ok(tally_message_post(w.account, "in", NULL, &key));
    check_ok(tally_group_mark_seen(w.account, NULL));
    whole = take(w.account);
    world_end(&w);
    return whole;
}

/* Whether there is one of that name before it. */
static int is_known(const account_field *fields, size_t index)
{
    size_t i;

    for (i = 0; i < index && strcmp(fields[i].name, fields[index].name) != 0; i++)
        ;
    return i < index;
}

TEST(every_field_with_every_value, 0)
{
    static account_field fields[ACCOUNT_FIELDS];
    static const char *const wanted[] = {
        "rule.feeding", "source.epoch", "batch.time", "feed.poll", "message.state", "placed.place", "mark.number", "outbox.attempts",
        "category.hidden", "format.format", "seen.rank", "reminder.snoozed_index", "log.instant",
        "link.target", "message.snooze", "choice.version", "covered.place", "icon.name"};
    bytes whole = filled();
    size_t count = account_fields(&whole, fields, ACCOUNT_FIELDS), i, j, tries = 0, taken = 0;
    /* With TALLY_EACH=1 each value in each field, otherwise some, and others in the next field. */
    size_t step = is_valgrind() ? 61 : getenv("TALLY_EACH") != NULL ? 1 : IS_SANITIZED ? 13 : 3;
    char value[40];

    /* The description here is that of the library, and the account has a field of each. */
    for (i = 0; i < COUNT_OF(wanted); i++) {
        for (j = 0; j < count && strcmp(fields[j].name, wanted[i]) != 0; j++)
            ;
        if (j == count)
            fail_msg("the account has no field %s (of %u)", wanted[i], (unsigned)count);
    }
    for (i = 0; i < count; i++) {
        /* Reminders and rows of the outbox are of several kinds; of other lists one element is like another. */
        int is_one_more = strncmp(fields[i].name, "reminder.", 9) != 0 && strncmp(fields[i].name, "outbox.", 7) != 0
            && is_known(fields, i);
        size_t values = is_one_more ? 0 : fields[i].is_text ? hostile_text_count : hostile_number_count;

        for (j = i % step; j < values; j += step) {
            bytes b = fields[i].is_text
                ? account_with_text(&whole, &fields[i], hostile_texts[j], strlen(hostile_texts[j]))
                : account_with_number(&whole, &fields[i], hostile_numbers[j]);

            if (fields[i].is_text)
                snprintf(value, sizeof value, "text %u", (unsigned)j);
            else
                snprintf(value, sizeof value, "%lld", (long long)hostile_numbers[j]);
            taken += (size_t)try_field(w, &b, &fields[i], value);
            tries += 1;
            bytes_free(&b);
        }
    }
    print_message("    %u of %u values of %u fields were taken\n", (unsigned)taken, (unsigned)tries, (unsigned)count);
    assert_true(taken > 0);
    check_ok(tally_engine_verify(w->engine));
    bytes_free(&whole);
}

/* ---- The same in a crafted file with correct checksums ---- */

typedef struct column {
    char table[40];
    char name[40];
} column;

/* The numbers of all tables, but for those that name another row. */
static size_t list_numbers(const char *file, column *columns, size_t capacity)
{
    static const char query[] =
        "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' "
        "AND t.name NOT LIKE 'sqlite_%' AND c.type = 'INTEGER' AND c.name NOT IN ('account', 'feed', 'key', 'id', "
        "'ordinal', 'sequence', 'task') AND NOT (t.name = 'notification_log' AND c.name = 'number')";
    sqlite3_stmt *statement;
    sqlite3 *database;
    size_t count = 0;

    assert_int_equal(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, "tally-checksums"), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, query, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW && count < capacity) {
        snprintf(columns[count].table, sizeof columns->table, "%s", (const char *)sqlite3_column_text(statement, 0));
        snprintf(columns[count].name, sizeof columns->name, "%s", (const char *)sqlite3_column_text(statement, 1));
        count += 1;
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return count;
}

static void set_column(const char *file, const column *at, int64_t value)
{
    sqlite3 *database;
    char sql[200];

    snprintf(sql, sizeof sql, "UPDATE OR IGNORE \"%.39s\" SET \"%.39s\" = %lld", at->table, at->name, (long long)value);
    assert_int_equal(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, "tally-checksums"), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    sqlite3_close(database);
}

TEST(a_crafted_file_causes_no_trap, WORLD_FILE)
{
    static const int64_t numbers[] = {-1, 259, (int64_t)INT32_MAX, INT64_C(1) << 41 | 1, INT64_MAX, INT64_MIN};
    static column columns[200];
    bytes whole;
    char *file;
    /* With TALLY_EACH=1 each number in each column, otherwise some; under valgrind, in some columns. */
    size_t step = is_valgrind() ? 61 : getenv("TALLY_EACH") != NULL ? 1 : IS_SANITIZED ? 2 * COUNT_OF(numbers) : 3;
    size_t size, count, i, j, tries = 0, refused = 0;

    whole = filled();
    check_ok(tally_account_import(w->engine, "guest", whole.data, whole.size));
    world_close(w);
    file = read_file(w->file, &size);
    count = list_numbers(w->file, columns, COUNT_OF(columns));
    assert_true(count > 50);
    for (i = 0; i < count; i++) {
        for (j = i % step; j < COUNT_OF(numbers); j += step) {
            tally_status status;

            tries += 1;
            write_file(w->file, file, size);
            set_column(w->file, &columns[i], numbers[j]);
            fake_clock_init(&w->clock);
            snprintf(account_trial, sizeof account_trial, "%.39s.%.39s = %lld", columns[i].table, columns[i].name,
                     (long long)numbers[j]);
            if (tally_engine_open(&w->options, &w->engine) != TALLY_OK)
                continue;
            status = tally_engine_verify(w->engine);
            refused += status == TALLY_ERROR_CORRUPT;
            account_exercise_crafted(w->engine, "guest", advance, w);
            tally_engine_close(w->engine, -1);
            w->engine = NULL;
        }
    }
    print_message("    %u of %u were found by verifying\n", (unsigned)refused, (unsigned)tries);
    assert_true(refused > tries / 8);
    free(file);
    bytes_free(&whole);
}
