/* needs: sqlite tsan */
/* Accounts as such: which there are, and how they come and go. */
#include "support.h"
#include "lists.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Partitions ---- */

static void check_partition(const char *name, uint32_t partitions, uint32_t expected)
{
    uint32_t partition = 77;

    check_ok(tally_account_hash(name, partitions, &partition));
    assert_int_equal(partition, expected);
}

/* The table of docs/account-hash.md. */
TEST_ALONE(partitions_of_names)
{
    char longest[257];
    uint32_t partition = 77;

    memset(longest, 'x', sizeof longest);
    longest[255] = '\0';
    check_partition("a", UINT32_MAX, 0xe40c292cu);
    check_partition("ann", UINT32_MAX, 0x1529cc18u);
    check_partition("foobar", UINT32_MAX, 0xbf9cf968u);
    check_partition("m\xC3\xBCller", UINT32_MAX, 0x52fa575cu);
    check_partition(longest, UINT32_MAX, 0x6318963fu);
    check_partition("a", 16, 12);
    check_partition("foobar", 100, 20);
    check_partition(longest, 2, 1);
    check_partition("ann", 1, 0);
    check_status(tally_account_hash("ann", 0, &partition), TALLY_ERROR_ARGUMENT);
    check_message("partition");
    check_status(tally_account_hash(NULL, 2, &partition), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_hash("ann", 2, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_hash("", 2, &partition), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_hash("a\tb", 2, &partition), TALLY_ERROR_ARGUMENT);
    longest[255] = 'x';
    longest[256] = '\0';
    check_status(tally_account_hash(longest, 2, &partition), TALLY_ERROR_ARGUMENT);
    assert_int_equal(partition, 77);
}

/* ---- Which there are ---- */

static void name_of(char *name, int i)
{
    snprintf(name, 32, "account-%05d", i);
}

static void open_named(world *w, const char *name, tally_account **out_account)
{
    check_ok(tally_account_open(w->engine, name, NULL, out_account));
}

/* Accounts account-00000 and so on, made in the file without the library: it waits for the disk for each. */
static void prepare_accounts(const char *file, int count)
{
    sqlite3 *database;
    char script[512];

    snprintf(script, sizeof script,
             "BEGIN; WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             " INSERT INTO account(name, aggregation, feeding, revision)"
             " SELECT printf('account-%%05d', i), 1, 1, 0 FROM n; COMMIT;",
             count - 1);
    /* Through the library's VFS, which keeps the checksums of the pages. */
    assert_int_equal(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, "tally-checksums"), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, script, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

/* How many rows of a table belong to an account of that identifier. */
static int rows(const char *file, const char *table, int64_t account)
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    char text[128];
    int count;

    snprintf(text, sizeof text, "SELECT COUNT(*) FROM %s WHERE %s = %lld", table,
             strcmp(table, "account") == 0 ? "id" : "account", (long long)account);
    assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, text, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return count;
}

static int64_t id_of(tally_account *account)
{
    int64_t id = 0;

    check_ok(account_info(account, &id, NULL, NULL, NULL));
    return id;
}

static void names_are_listed(unsigned flags)
{
    world w;
    tally_account *account;
    tally_text names[8];
    char text[128];
    size_t count, size;

    world_init(&w, flags);
    open_named(&w, "zoe", &account);
    tally_account_release(account);
    open_named(&w, "bo", &account);
    check_ok(account_list(w.engine, NULL, 10, names, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 3);
    assert_int_equal(size, 4 + 3 + 4);
    assert_string_equal(text + names[0].offset, "ann");
    assert_string_equal(text + names[1].offset, "bo");
    assert_int_equal(names[1].length, 2);
    assert_string_equal(text + names[2].offset, "zoe");
    /* In pages. */
    check_status(account_list(w.engine, NULL, 2, names, 8, text, sizeof text, &count, &size), TALLY_MORE);
    assert_int_equal(count, 2);
    check_ok(account_list(w.engine, *next_of_list(), 2, names, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_string_equal(text + names[0].offset, "zoe");
    /* Bad input, and buffers that do not suffice. */
    check_status(account_list(w.engine, NULL, 10, names, 2, text, sizeof text, &count, &size), TALLY_MORE);
    assert_int_equal(count, 2);
    check_status(account_list(w.engine, NULL, 10, names, 8, text, 100, &count, &size), TALLY_OK);
    check_status(account_list(w.engine, NULL, 10, names, 8, text, 10, &count, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(account_list(w.engine, NULL, 10, NULL, 8, NULL, 128, &count, &size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(account_list(NULL, NULL, 1, names, 8, text, 128, &count, &size), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_list(w.engine, 0, NULL, NULL), TALLY_ERROR_ARGUMENT);
    tally_account_release(account);
    world_end(&w);
}

TEST_ALONE(listing)
{
    names_are_listed(0);
    names_are_listed(WORLD_FILE);
}

/* ---- Dropping ---- */

typedef struct told {
    int events;
    tally_event last;
    int given_back;
} told;

static void tell(void *user_data, const tally_event *event, const char *text)
{
    told *t = (told *)user_data;

    (void)text;
    t->events += 1;
    t->last = *event;
}

static void give_back(void *user_data)
{
    ((told *)user_data)->given_back += 1;
}

TEST(an_open_account_is_dropped, WORLD_FILE)
{
    told path = {0}, total = {0}, completion = {0};
    tally_account *again;
    tally_badge badge;
    tally_node node;
    tally_operation operation = {.kind = TALLY_OP_DOT, .path = "d"};
    tally_batch_options once = BATCH_OPTIONS(.source = "log", .id = "x");
    tally_feed_state feed_state = {.struct_size = sizeof feed_state};
    uint64_t token, revision, digest;
    size_t n, m;
    int64_t id, newId;
    char text[64];

    id = id_of(w->account);
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"c\",\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"count\":2}]}");
    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(tally_badge_mute(w->account, "m", TALLY_MUTE_ALL, TALLY_FOREVER));
    check_ok(tally_badge_set(w->account, "m.x", 9));
    check_ok(tally_badge_set_until(w->account, "u", 1, CLOCK_START + 5000));
    check_ok(tally_badge_batch(w->account, &operation, 1, &once, NULL));
    check_ok(tally_node_resolve(w->account, "a.b", &node));
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, tell, &path, give_back, &token));
    check_ok(tally_observe_total(w->scope, 0, tell, &total, give_back, NULL));
    drain(w->engine);
    path.events = total.events = 0;
    check_ok(tally_feed_refresh_now(w->feed, tell, &completion, give_back, NULL));

    check_ok(tally_account_remove(w->engine, "ann"));
    check_ok(tally_engine_dispatch(w->engine, 0, &n));
    assert_int_equal(path.events, 8); /* in, a.b, a, m.x, m, u, d, root */
    assert_int_equal(path.last.badge_kind, TALLY_KIND_NONE);
    assert_int_equal(total.events, 1);
    assert_int_equal(total.last.badge_kind, TALLY_KIND_NONE);
    assert_int_equal(completion.events, 1);
    check_status(completion.last.result, TALLY_ERROR_CANCELLED);
    assert_int_equal(completion.given_back, 1);

    /* Every kind of call with what is left of it. */
    check_status(tally_badge_set(w->account, "a", 1), TALLY_ERROR_NOT_FOUND);
    check_message("dropped");
    check_status(tally_badge_get(w->account, "a", &badge), TALLY_ERROR_NOT_FOUND);
    check_status(tally_badge_clear_tree(w->account, "root"), TALLY_ERROR_NOT_FOUND);
    check_status(tally_node_set(w->account, node, 1), TALLY_ERROR_NOT_FOUND);
    check_status(tally_node_resolve(w->account, "a", &node), TALLY_ERROR_NOT_FOUND);
    check_status(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_badge_batch(w->account, &operation, 1, &once, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(account_position(w->account, "log", NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(badge_list(w->account, "root", 0, NULL, 0, NULL, 0, &n, &m, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(badge_changes(w->account, 0, 0, NULL, 0, NULL, 0, &n, &revision), TALLY_ERROR_NOT_FOUND);
    check_status(badge_explain(w->account, "root", NULL, 0, NULL, 0, &n, &m), TALLY_ERROR_NOT_FOUND);
    check_status(badge_snapshot(w->account, "root", NULL, 0, &n), TALLY_ERROR_NOT_FOUND);
    check_status(tally_badge_digest(w->account, "root", &digest), TALLY_ERROR_NOT_FOUND);
    check_status(badge_diff(w->account, "root", w->account, "root", NULL, 0, &n), TALLY_ERROR_NOT_FOUND);
    check_status(tally_style_set(w->account, "root", NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_badge_present(w->account, "root", NULL, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(message_counts(w->account, "root", 0, NULL, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_message_mark_path_read(w->account, "root", 0, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(account_info(w->account, NULL, NULL, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_account_log_in(w->account), TALLY_ERROR_NOT_FOUND);
    check_status(tally_account_log_out(w->account), TALLY_ERROR_NOT_FOUND);
    check_status(tally_account_verify(w->account), TALLY_ERROR_NOT_FOUND);
    check_status(tally_observe(w->scope, w->account, "root", 0, tell, &path, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_get(w->feed, &feed_state, text, sizeof text, &n), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_refresh(w->feed), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_remove(w->feed), TALLY_ERROR_NOT_FOUND);
    check_status(tally_account_remove(w->engine, "ann"), TALLY_ERROR_NOT_FOUND);
    check_ok(account_list(w->engine, NULL, 1, NULL, 0, NULL, 0, &n, &m));

    /* Another one of its name has nothing of it, and nobody of its observers. */
    open_named(w, "ann", &again);
    newId = id_of(again);
    assert_true(newId != id);
    check_badge(again, "root", 0, 0);
    check_ok(tally_account_verify(again));
    path.events = 0;
    check_ok(tally_badge_set(again, "a.b", 1));
    fake_clock_advance(&w->clock, 10000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(path.events, 0);
    check_status(account_position(again, "log", NULL, NULL), TALLY_ERROR_NOT_FOUND);
    tally_unobserve(w->scope, token);
    assert_int_equal(path.given_back, 1);
    tally_account_release(again);
    world_close(w);
    assert_int_equal(rows(w->file, "account", id), 0);
    assert_int_equal(rows(w->file, "badge", id), 0);
    assert_int_equal(rows(w->file, "message", id), 0);
    assert_int_equal(rows(w->file, "feed", id), 0);
    assert_int_equal(rows(w->file, "source", id), 0);
    assert_int_equal(rows(w->file, "batch", id), 0);
    assert_int_equal(rows(w->file, "badge", newId), 1);
}

/* A host that drops an account usually has a handle of it. When that was released, nothing is left of the account. */
TEST(accounts_that_were_dropped_are_forgotten, WORLD_FILE)
{
    tally_stats stats = {.struct_size = sizeof stats};
    tally_style style = {.struct_size = sizeof style, .fields = TALLY_STYLE_FIELD_ICON, .icon = "new"};
    tally_account *account;
    tally_node node;
    int i;

    for (i = 0; i < 50; i++) {
        check_ok(tally_account_open(w->engine, "bo", NULL, &account));
        check_ok(tally_badge_set(account, "a.b", 1));
        check_ok(tally_style_set(account, "a", &style));
        check_ok(tally_node_resolve(account, "a.b", &node));
        check_ok(tally_account_remove(w->engine, "bo"));
        tally_account_release(account);
    }
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_true(stats.accounts <= 2);
    check_ok(tally_engine_verify(w->engine));
}

static void one_in_memory(tally_engine_options *options)
{
    options->max_loaded_accounts = 1;
}

/* An account whose groups are observed stays, also where nobody has a handle of it and others need the room. */
TEST(accounts_whose_groups_are_observed_stay, WORLD_FILE | WORLD_CLOSED)
{
    static const char *const others[] = {"cy", "di", "ed"};
    tally_stats stats = {.struct_size = sizeof stats};
    tally_account *account;
    size_t i;

    w->configure = one_in_memory;
    world_open(w, WORLD_FILE);
    check_ok(tally_account_open(w->engine, "bo", NULL, &account));
    check_ok(tally_observe_groups(w->scope, account, 0, NULL, NULL, NULL, NULL));
    tally_account_release(account);
    for (i = 0; i < 8 * COUNT_OF(others); i++) {
        check_ok(tally_account_open(w->engine, others[i % COUNT_OF(others)], NULL, &account));
        check_ok(tally_badge_set(account, "a", 1));
        tally_account_release(account);
        check_ok(tally_engine_flush(w->engine));
    }
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_true(stats.accounts >= 2);
    tally_scope_close(w->scope);
    w->scope = NULL;
}

TEST(accounts_that_are_not_open_are_dropped, WORLD_FILE)
{
    tally_account *account;
    int64_t id;

    check_ok(tally_badge_set(w->account, "a", 1));
    id = id_of(w->account);
    open_named(w, "bo", &account);
    check_ok(tally_badge_set(account, "b", 2));
    tally_account_release(account);
    world_close(w);
    w->configure = NULL;
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_remove(w->engine, "ann"));
    check_status(tally_account_remove(w->engine, "ann"), TALLY_ERROR_NOT_FOUND);
    check_message("'ann'");
    check_status(tally_account_remove(w->engine, "nobody"), TALLY_ERROR_NOT_FOUND);
    check_status(tally_account_remove(w->engine, ""), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_remove(w->engine, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_remove(NULL, "ann"), TALLY_ERROR_ARGUMENT);
    open_named(w, "bo", &account);
    check_badge(account, "b", 1, 2);
    tally_account_release(account);
    world_close(w);
    assert_int_equal(rows(w->file, "badge", id), 0);
}

/* ---- Some in memory ---- */

static uint32_t limit_of_test = 10;

static void limit_loaded(tally_engine_options *options)
{
    options->max_loaded_accounts = limit_of_test;
    options->max_accounts = 1000000;
}

static void world_limited(world *w, unsigned flags, uint32_t limit)
{
    limit_of_test = limit;
    w->configure = limit_loaded;
    world_open(w, flags);
}

static int64_t size_of(const char *file, const char *suffix)
{
    char name[400];
    struct stat status;

    snprintf(name, sizeof name, "%s%s", file, suffix);
    assert_int_equal(stat(name, &status), 0);
    return (int64_t)status.st_size;
}

static tally_stats stats_of(tally_engine *engine)
{
    tally_stats stats = {.struct_size = sizeof stats};

    check_ok(tally_engine_get_stats(engine, 0, &stats));
    return stats;
}

enum { MANY = 200 };

static void open_many(world *w, tally_account **accounts)
{
    char name[32];
    int i;

    for (i = 0; i < MANY; i++) {
        name_of(name, i);
        open_named(w, name, &accounts[i]);
    }
}

static void release_many(tally_account **accounts)
{
    int i;

    for (i = 0; i < MANY; i++)
        tally_account_release(accounts[i]);
}

static void handles_outlive_the_memory(unsigned flags)
{
    world w;
    tally_account *accounts[MANY];
    tally_stats stats;
    uint64_t revision;
    int i, round;

    world_init(&w, WORLD_CLOSED);
    world_limited(&w, flags, 10);
    open_many(&w, accounts);
    stats = stats_of(w.engine);
    assert_int_equal(stats.accounts, MANY + 1);
    assert_int_equal(stats.loaded_accounts, 0); /* Opening reads nothing. */
    for (round = 0; round < 3; round++) {
        for (i = 0; i < MANY; i++) {
            check_ok(tally_badge_add(accounts[i], "a.b", 1));
            check_ok(tally_badge_set(accounts[i], "own", i + 1));
            assert_true(stats_of(w.engine).loaded_accounts <= 10);
        }
    }
    for (i = MANY - 1; i >= 0; i--) {
        check_badge(accounts[i], "root", 1, (uint64_t)i + 4);
        check_badge(accounts[i], "a", 1, 3);
        check_ok(account_info(accounts[i], NULL, &revision, NULL, NULL));
        assert_int_equal(revision, 4); /* Each add, and the first set; it goes on where it was. */
        check_ok(tally_account_verify(accounts[i]));
    }
    stats = stats_of(w.engine);
    assert_true(stats.loaded_accounts <= 10);
    assert_true(stats.account_loads >= 3 * MANY);
    assert_int_equal(stats.account_loads - stats.account_evictions, stats.loaded_accounts);
    release_many(accounts);
    world_close(&w);
    w.configure = NULL;
    world_open(&w, flags);
    open_many(&w, accounts);
    assert_int_equal(stats_of(w.engine).loaded_accounts, MANY + 1);
    for (i = 0; i < MANY; i++)
        check_badge(accounts[i], "root", 1, (uint64_t)i + 4);
    release_many(accounts);
    world_end(&w);
}

TEST_ALONE(handles)
{
    handles_outlive_the_memory(WORLD_FILE);
    handles_outlive_the_memory(WORLD_FILE | WORLD_FULL);
    handles_outlive_the_memory(WORLD_FILE | WORLD_THREAD);
}

/* An account that is used again and again stays in memory. Others make room. */
TEST(the_used_stay, WORLD_CLOSED)
{
    tally_account *accounts[MANY];
    tally_badge badge;
    uint64_t loads;
    int i;

    world_limited(w, WORLD_FILE, 20);
    open_many(w, accounts);
    check_ok(tally_badge_set(accounts[0], "a", 1));
    loads = stats_of(w->engine).account_loads;
    for (i = 1; i < MANY; i++) {
        check_ok(tally_badge_get(accounts[i], "a", &badge));
        check_badge(accounts[0], "a", 1, 1);
    }
    /* Each of the others once, and accounts[0] never again. */
    assert_int_equal(stats_of(w->engine).account_loads - loads, MANY - 1);
    release_many(accounts);
}

/* Reads all but one account, so that whatever can go goes. */
static void press(world *w, tally_account **accounts, int kept)
{
    tally_badge badge;
    int i, round;

    check_ok(tally_engine_flush(w->engine));
    for (round = 0; round < 2; round++) {
        for (i = 0; i < MANY; i++) {
            if (i != kept)
                check_ok(tally_badge_get(accounts[i], "x", &badge));
        }
    }
}

/* Whether a call of the account has to read it. */
static int is_away(world *w, tally_account *account)
{
    uint64_t before = stats_of(w->engine).account_loads;
    tally_badge badge;

    check_ok(tally_badge_get(account, "x", &badge));
    return stats_of(w->engine).account_loads != before;
}

TEST(a_needed_account_stays_in_memory, WORLD_CLOSED)
{
    tally_account *accounts[MANY];
    tally_node node, other;
    tally_style style = {.struct_size = sizeof style, .fields = TALLY_STYLE_FIELD_MAX_COUNT, .max_count = 9};
    uint64_t token;
    told path = {0};
    int i;

    world_limited(w, WORLD_FILE, 5);
    open_many(w, accounts);
    check_ok(tally_node_resolve(accounts[0], "a", &node));
    check_ok(tally_observe(w->scope, accounts[1], "a", 0, tell, &path, NULL, &token));
    check_ok(tally_style_set(accounts[2], "a", &style));
    press(w, accounts, -1);
    for (i = 0; i < 3; i++)
        assert_false(is_away(w, accounts[i]));
    assert_true(is_away(w, accounts[3]));
    check_ok(tally_node_set(accounts[0], node, 7));
    check_badge(accounts[0], "a", 1, 7);
    check_ok(tally_badge_set(accounts[1], "a", 1));
    drain(w->engine);
    assert_int_equal(path.events, 1);

    /* Without that they go; a handle that was released is none of the tree that comes after it. */
    tally_node_release(accounts[0], node);
    tally_unobserve(w->scope, token);
    check_ok(tally_style_set(accounts[2], "a", NULL));
    press(w, accounts, -1);
    for (i = 0; i < 3; i++)
        assert_true(is_away(w, accounts[i]));
    check_status(tally_node_set(accounts[0], node, 8), TALLY_ERROR_STALE_HANDLE);
    check_ok(tally_node_resolve(accounts[0], "a", &other));
    check_status(tally_node_set(accounts[0], node, 8), TALLY_ERROR_STALE_HANDLE);
    check_ok(tally_node_set(accounts[0], other, 9));
    check_badge(accounts[0], "root", 1, 9);
    tally_node_release(accounts[0], other);
    release_many(accounts);
}

TEST(changes_start_from_scratch, WORLD_CLOSED)
{
    tally_account *accounts[MANY];
    tally_badge badge;
    tally_badge_entry entries[8];
    char text[256];
    uint64_t since, digest, same;
    size_t count;

    world_limited(w, WORLD_FILE, 5);
    open_many(w, accounts);
    check_ok(tally_badge_set(accounts[0], "a", 1));
    check_status(badge_changes(accounts[0], 0, 0, entries, 8, text, sizeof text, &count, &since), TALLY_RESYNC);
    check_ok(tally_badge_set(accounts[0], "a", 2));
    check_ok(badge_changes(accounts[0], 1, 0, entries, 8, text, sizeof text, &count, &since));
    assert_int_equal(count, 2);
    check_ok(tally_badge_digest(accounts[0], "root", &digest));
    press(w, accounts, 0);
    check_ok(tally_badge_get(accounts[0], "a", &badge));
    assert_int_equal(badge.count, 2);
    assert_int_equal(badge.revision, 0);
    check_ok(tally_badge_digest(accounts[0], "root", &same));
    assert_true(digest == same);
    check_ok(badge_changes(accounts[0], since, 0, entries, 8, text, sizeof text, &count, &since));
    assert_int_equal(count, 0);
    check_status(badge_changes(accounts[0], 1, 0, entries, 8, text, sizeof text, &count, &since), TALLY_RESYNC);
    release_many(accounts);
}

TEST(expiries_are_in_time, WORLD_CLOSED)
{
    tally_account *accounts[MANY];
    tally_badge badge;
    told total = {0};
    int64_t timeout;
    uint64_t loads;

    world_limited(w, WORLD_FILE, 5);
    open_many(w, accounts);
    check_ok(tally_observe_total(w->scope, 0, tell, &total, NULL, NULL));
    check_ok(tally_badge_set_until(accounts[0], "a", 3, CLOCK_START + 5000));
    check_ok(tally_account_log_in(accounts[1]));
    check_ok(tally_badge_set_until(accounts[1], "a", 4, CLOCK_START + 6000));
    check_ok(tally_badge_set(accounts[1], "b", 1));
    press(w, accounts, -1);
    drain(w->engine);
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.count, 5);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_true(timeout >= 0 && timeout <= 6000);

    /* An account without observers is not read until it is needed. */
    fake_clock_advance(&w->clock, 5500);
    loads = stats_of(w->engine).account_loads;
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(stats_of(w->engine).account_loads, loads);
    check_badge(accounts[0], "a", 0, 0);
    check_badge(accounts[0], "root", 0, 0);

    /* The one in the total is read, and its observers hear of it. */
    total.events = 0;
    fake_clock_advance(&w->clock, 500);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 0);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(total.events, 1);
    assert_int_equal(total.last.count, 1);
    check_badge(accounts[1], "root", 1, 1);

    /* Also if the total is read before the engine has stepped. */
    check_ok(tally_badge_set_until(accounts[1], "c", 7, w->clock.wall + 1000));
    press(w, accounts, 1);
    fake_clock_advance(&w->clock, 1000);
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.count, 1);

    /* An account is read when it logs in. Nothing waits for an account that logs out. */
    check_ok(tally_badge_set_until(accounts[1], "c", 7, w->clock.wall + 1000));
    press(w, accounts, 1);
    check_ok(tally_account_log_out(accounts[1]));
    fake_clock_advance(&w->clock, 1000);
    loads = stats_of(w->engine).account_loads;
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(stats_of(w->engine).account_loads, loads);
    check_ok(tally_account_log_in(accounts[1]));
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.count, 1);
    release_many(accounts);
}

TEST(feeds_go_on, WORLD_CLOSED)
{
    tally_account *accounts[MANY];
    uint64_t unread;
    tally_stats stats;

    world_limited(w, WORLD_FILE, 5);
    open_many(w, accounts);
    world_add_feed(w); /* A feed of "ann". */
    press(w, accounts, -1);
    world_page(w, "{\"cursor\":\"c\",\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"count\":2}]}");
    press(w, accounts, -1);
    check_ok(message_counts(w->account, "in", 0, NULL, &unread, NULL));
    assert_int_equal(unread, 1);
    check_badge(w->account, "in", 1, 2);
    press(w, accounts, -1);
    check_ok(tally_badge_clear(w->account, "in"));
    check_badge(w->account, "root", 0, 0);
    press(w, accounts, -1);
    check_ok(tally_message_mark_path_read(w->account, "in", 0, NULL));
    check_badge(w->account, "root", 0, 0);
    stats = stats_of(w->engine);
    assert_int_equal(stats.feeds, 1);
    release_many(accounts);
}

TEST(two_together, WORLD_CLOSED)
{
    tally_account *accounts[MANY];
    unsigned char patch[256], snapshot[256];
    size_t size;
    int i;

    world_limited(w, WORLD_FILE, 1);
    open_many(w, accounts);
    for (i = 0; i < 20; i++)
        check_ok(tally_badge_set(accounts[i], "a", i + 1));
    for (i = 0; i + 1 < 20; i++) {
        check_ok(badge_diff(accounts[i], "root", accounts[i + 1], "root", patch, sizeof patch, &size));
        check_ok(tally_badge_apply(accounts[i], "root", patch, size, 0));
        check_badge(accounts[i], "a", 1, (uint64_t)i + 2);
        check_ok(badge_diff(accounts[i], "root", accounts[i], "root", patch, sizeof patch, &size));
    }
    check_ok(badge_snapshot(accounts[3], "root", snapshot, sizeof snapshot, &size));
    check_ok(badge_restore(accounts[100], "root", snapshot, size));
    check_badge(accounts[100], "a", 1, 5);
    assert_true(stats_of(w->engine).loaded_accounts <= 2);
    release_many(accounts);
}

/* An account of which nobody has a handle any more is not open any more. */
TEST(the_unused_are_forgotten, WORLD_CLOSED)
{
    tally_account *account;
    tally_badge badge;
    char name[32];
    int i, round;

    world_limited(w, WORLD_FILE, 10);
    for (round = 0; round < 2; round++) {
        for (i = 0; i < MANY; i++) {
            name_of(name, i);
            open_named(w, name, &account);
            check_ok(tally_badge_add(account, "a", 1));
            tally_account_release(account);
            assert_true(stats_of(w->engine).accounts <= 12);
        }
    }
    for (i = 0; i < MANY; i++) {
        name_of(name, i);
        open_named(w, name, &account);
        check_badge(account, "a", 1, 2);
        if (i % 10 == 0)
            check_ok(tally_account_log_in(account));
        tally_account_release(account);
    }
    /* An account that is logged in counts in the total, and stays open. */
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.count, 2 * MANY / 10);
    assert_true(stats_of(w->engine).accounts >= MANY / 10);
}

static void few_may_be_open(tally_engine_options *options)
{
    options->max_loaded_accounts = 2;
    options->max_accounts = 4;
}

TEST(released_handles_make_room, WORLD_FILE | WORLD_CLOSED)
{
    tally_account *accounts[5];
    char name[32];
    int i, round;

    w->configure = few_may_be_open;
    world_open(w, WORLD_FILE);
    for (round = 0; round < 3; round++) {
        for (i = 0; i < 3; i++) {
            name_of(name, 10 * round + i);
            open_named(w, name, &accounts[i]);
        }
        check_status(tally_account_open(w->engine, "one more", NULL, &accounts[4]), TALLY_ERROR_LIMIT);
        for (i = 0; i < 3; i++)
            tally_account_release(accounts[i]);
    }
}

/* The same operations on an engine with a limit, and on one without: the same in the end, and in the file. */
TEST_ALONE(as_without_a_limit)
{
    enum { ACCOUNTS = 12, OPERATIONS = 4000 };
    static const char *const paths[] = {"a", "a.b", "a.b.c", "a.d", "e", "e.f", "root"};
    world limited, free_one;
    tally_account *a[ACCOUNTS], *b[ACCOUNTS];
    uint32_t random = 20240607;
    char name[32];
    int i, k;

    print_message("    seed %u\n", (unsigned)random);
    world_init(&limited, WORLD_CLOSED);
    world_limited(&limited, WORLD_FILE, 3);
    world_init(&free_one, WORLD_FILE);
    for (i = 0; i < ACCOUNTS; i++) {
        name_of(name, i);
        open_named(&limited, name, &a[i]);
        open_named(&free_one, name, &b[i]);
    }
    for (k = 0; k < OPERATIONS; k++) {
        tally_account *x, *y;
        const char *path;
        int64_t value, until;
        tally_status one, two;
        tally_badge left, right;

        random = random * 1664525u + 1013904223u;
        i = (int)(random >> 8) % ACCOUNTS;
        path = paths[(random >> 16) % COUNT_OF(paths)];
        value = (random >> 20) % 5;
        until = (random >> 24) % 3 == 0 ? limited.clock.wall + 1 + (random >> 12) % 50 : 0;
        x = a[i];
        y = b[i];
        switch ((random >> 28) % 8) {
        case 0:
        case 1:
            one = tally_badge_set_until(x, path, value, until);
            two = tally_badge_set_until(y, path, value, until);
            break;
        case 2:
            one = tally_badge_dot_until(x, path, until);
            two = tally_badge_dot_until(y, path, until);
            break;
        case 3:
            one = tally_badge_add(x, path, value - 2);
            two = tally_badge_add(y, path, value - 2);
            break;
        case 4:
            one = tally_badge_clear(x, path);
            two = tally_badge_clear(y, path);
            break;
        case 5:
            one = tally_badge_mute(x, path, (int32_t)value % 3, until);
            two = tally_badge_mute(y, path, (int32_t)value % 3, until);
            break;
        case 6:
            one = tally_badge_clear_tree(x, path);
            two = tally_badge_clear_tree(y, path);
            break;
        default:
            fake_clock_advance(&limited.clock, value);
            fake_clock_advance(&free_one.clock, value);
            one = two = tally_engine_step(limited.engine);
            if (value == 0)
                check_ok(tally_engine_step(free_one.engine));
            break;
        }
        assert_int_equal(one, two);
        check_ok(tally_badge_get(x, path, &left));
        check_ok(tally_badge_get(y, path, &right));
        if (left.kind != right.kind || left.count != right.count || left.flags != right.flags)
            print_error("operation %d\n", k);
        assert_int_equal(left.kind, right.kind);
        assert_int_equal(left.count, right.count);
        assert_int_equal(left.flags, right.flags);
    }
    for (k = 0; k < 2; k++) {
        for (i = 0; i < ACCOUNTS; i++) {
            uint64_t one, two;

            check_ok(tally_badge_digest(a[i], "root", &one));
            check_ok(tally_badge_digest(b[i], "root", &two));
            assert_true(one == two);
            check_ok(tally_account_verify(a[i]));
            tally_account_release(a[i]);
            tally_account_release(b[i]);
        }
        if (k == 0) {
            world_close(&limited);
            world_close(&free_one);
            world_open(&limited, WORLD_FILE);
            world_open(&free_one, WORLD_FILE);
            for (i = 0; i < ACCOUNTS; i++) {
                name_of(name, i);
                open_named(&limited, name, &a[i]);
                open_named(&free_one, name, &b[i]);
            }
        }
    }
    world_end(&limited);
    world_end(&free_one);
}

/* ---- Threads ---- */

enum { THREADS = 4, SHARED = 24 };

typedef struct worker {
    tally_account **accounts;
    uint32_t random;
    int operations;
} worker;

static void *add_here_and_there(void *argument)
{
    worker *self = (worker *)argument;
    int i;

    for (i = 0; i < self->operations; i++) {
        tally_account *account;
        tally_badge badge;

        self->random = self->random * 1664525u + 1013904223u;
        account = self->accounts[(self->random >> 16) % SHARED];
        require(tally_badge_add(account, "a.b", 1) == TALLY_OK);
        require(tally_badge_get(account, "a", &badge) == TALLY_OK && badge.count > 0);
    }
    return NULL;
}

TEST(threads_share_the_room, WORLD_CLOSED)
{
    tally_account *accounts[SHARED];
    pthread_t threads[THREADS];
    worker workers[THREADS];
    int operations = is_valgrind() ? 200 : is_soak() ? 50000 : 3000;
    uint64_t sum = 0;
    char name[32];
    int i;

    world_limited(w, WORLD_FILE | WORLD_THREAD, 3);
    for (i = 0; i < SHARED; i++) {
        name_of(name, i);
        open_named(w, name, &accounts[i]);
    }
    for (i = 0; i < THREADS; i++) {
        workers[i].accounts = accounts;
        workers[i].random = (uint32_t)i * 7919u + 1;
        workers[i].operations = operations;
        assert_int_equal(pthread_create(&threads[i], NULL, add_here_and_there, &workers[i]), 0);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (i = 0; i < SHARED; i++) {
        tally_badge badge;

        check_ok(tally_badge_get(accounts[i], "root", &badge));
        sum += badge.count;
        tally_account_release(accounts[i]);
    }
    assert_true(sum == (uint64_t)THREADS * (uint64_t)operations);
}

/* ---- A hundred thousand ---- */

TEST(a_hundred_thousand, WORLD_FILE)
{
    enum { LOADED = 1000 };
    int many = is_valgrind() ? 2000 : 100000;
    tally_account **accounts;
    tally_stats stats;
    uint32_t random = 99;
    char name[32];
    int i;

    accounts = (tally_account **)calloc((size_t)many, sizeof *accounts);
    require(accounts != NULL);
    world_close(w);
    prepare_accounts(w->file, many);
    limit_of_test = LOADED;
    w->configure = limit_loaded;
    world_open(w, WORLD_FILE);
    for (i = 0; i < many; i++) {
        name_of(name, i);
        open_named(w, name, &accounts[i]);
    }
    stats = stats_of(w->engine);
    assert_int_equal(stats.accounts, many + 1);
    assert_int_equal(stats.account_loads, 0);
    for (i = 0; i < many; i++)
        check_ok(tally_badge_set(accounts[i], "a", i + 1));
    stats = stats_of(w->engine);
    assert_true(stats.loaded_accounts <= LOADED);
    assert_true(stats.nodes <= 4 * LOADED);
    assert_int_equal(stats.account_loads, many);
    /* One that is open is found, and gives the same; one that is used is not read again. */
    for (i = 0; i < 10000; i++) {
        tally_account *same;
        int k;

        random = random * 1664525u + 1013904223u;
        k = (int)((random >> 8) % (uint32_t)many);
        name_of(name, k);
        open_named(w, name, &same);
        assert_ptr_equal(same, accounts[k]);
        tally_account_release(same);
    }
    assert_int_equal(stats_of(w->engine).account_loads, many);
    for (i = 0; i < many; i += 97)
        check_badge(accounts[i], "root", 1, (uint64_t)i + 1);
    assert_true(stats_of(w->engine).loaded_accounts <= LOADED);
    for (i = 0; i < many; i++)
        tally_account_release(accounts[i]);
    free(accounts);
}

/* ---- Statistics ---- */

TEST(statistics, WORLD_FILE)
{
    tally_stats stats;
    uint64_t token;

    stats = stats_of(w->engine);
    assert_int_equal(stats.accounts, 1);
    assert_int_equal(stats.loaded_accounts, 1);
    assert_int_equal(stats.account_loads, 1);
    assert_int_equal(stats.account_evictions, 0);
    assert_int_equal(stats.nodes, 1);
    assert_true(stats.node_bytes > 0);
    assert_int_equal(stats.observers, 0);
    assert_int_equal(stats.feeds, 0);
    assert_int_equal(stats.file_size, size_of(w->file, ""));
    assert_int_equal(stats.log_size, size_of(w->file, "-wal"));
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, &token));
    world_add_feed(w);
    check_ok(tally_badge_set(w->account, "a.b", 1));
    stats = stats_of(w->engine);
    assert_int_equal(stats.observers, 1);
    assert_int_equal(stats.events, 1);
    assert_int_equal(stats.nodes, 3);
    assert_int_equal(stats.unstored_badges, 1);
    assert_int_equal(stats.feeds, 1);
    check_ok(tally_engine_flush(w->engine));
    assert_int_equal(stats_of(w->engine).unstored_badges, 0);
    /* Bad input, and an older program's structure. */
    check_status(tally_engine_get_stats(NULL, 0, &stats), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_get_stats(w->engine, 0, NULL), TALLY_ERROR_ARGUMENT);
    stats.struct_size = 0;
    check_status(tally_engine_get_stats(w->engine, 0, &stats), TALLY_ERROR_ARGUMENT);
    memset(&stats, 0x55, sizeof stats);
    stats.struct_size = offsetof(tally_stats, feeds);
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_int_equal(stats.loaded_accounts, 1);
    assert_int_equal(stats.feeds, 0x55555555);
    world_end(w);
    world_init(w, 0);
    stats = stats_of(w->engine);
    assert_int_equal(stats.file_size, 0);
    assert_int_equal(stats.log_size, 0);
}

/* Opening only what exists; what is said of an account; presence is the engine's. */
TEST(the_state_of_an_account, 0)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;
    tally_account *account = w->account;
    char name[8];
    size_t length;

    options.flags = TALLY_ACCOUNT_EXISTING;
    check_status(tally_account_open(w->engine, "nobody", &options, &account), TALLY_ERROR_NOT_FOUND);
    assert_null(account);
    check_ok(tally_account_open(w->engine, "ann", &options, &account));
    tally_account_release(account);
    options.flags = 0;
    options.aggregation = TALLY_AGGREGATION_SUM;
    options.feeding = TALLY_FEEDING_UNREAD;
    check_ok(tally_account_open(w->engine, "summing", &options, &account));
    check_ok(tally_badge_set(account, "a", 1));
    check_status(tally_account_get(account, &state, name, 7, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, strlen("summing"));
    assert_int_equal(state.aggregation, TALLY_AGGREGATION_SUM); /* It is filled all the same. */
    check_ok(tally_account_get(account, &state, name, sizeof name, &length));
    assert_string_equal(name, "summing");
    assert_int_equal(state.feeding, TALLY_FEEDING_UNREAD);
    assert_int_equal(state.revision, 1);
    assert_int_equal(state.logged_in, 0);
    assert_true(state.id > 0);
    check_ok(tally_account_get(account, &state, NULL, 0, NULL));
    state.struct_size = 4;
    check_status(tally_account_get(account, &state, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_get(account, NULL, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    tally_account_release(account);
    check_status(tally_engine_set_foreground(NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_set_network(NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_woke(NULL), TALLY_ERROR_ARGUMENT);
}

/* Every negative timeout waits as long as it takes. */
TEST_ALONE(closing_with_a_negative_timeout)
{
    static const int64_t timeouts[] = {-1, -2, INT64_MIN};
    tally_engine *engine;

    for (size_t i = 0; i < COUNT_OF(timeouts); i++) {
        check_ok(tally_engine_open(NULL, &engine));
        check_ok(tally_engine_close(engine, timeouts[i]));
    }
}
