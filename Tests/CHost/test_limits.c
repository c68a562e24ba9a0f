/* needs: tsan */
/* The limits of an engine that is open: each is read and changed, acts immediately, and removes nothing. */
#include "feeds.h"
#include "lists.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static int64_t change(world *w, tally_limit limit, int64_t value)
{
    int64_t old = -7;

    check_ok(tally_engine_limit(w->engine, limit, value, &old));
    assert_int_equal(limit_of(w->engine, limit), value);
    return old;
}

/* The ends of each range, in the order of tally_limit. */
static const struct {
    int64_t least, greatest;
} ranges[] = {{1, 1024}, {4, 65535}, {1, 1 << 30}, {1, 1 << 24}, {0, 1 << 24}, {1, 1000000}, {1, 1 << 24},
              {1, 1 << 30}, {1, 1 << 30}, {1000, INT64_MAX}, {1, 65535}, {1, 65535}, {1, 1 << 30}, {1, 1 << 30},
              {1, 1 << 30}, {1, 1 << 30}, {1, 1 << 30}, {1, 1 << 24}, {1, 1 << 24}, {1, 1 << 24}, {1, 3}};

TEST(each_has_a_range, 0)
{
    int64_t before, old;
    tally_limit limit;

    assert_int_equal(COUNT_OF(ranges), TALLY_LIMIT_LOG_LEVEL);
    for (limit = 1; limit <= TALLY_LIMIT_LOG_LEVEL; limit++) {
        const int64_t least = ranges[limit - 1].least, greatest = ranges[limit - 1].greatest;

        before = limit_of(w->engine, limit);
        old = 5;
        check_status(tally_engine_limit(w->engine, limit, -2, &old), TALLY_ERROR_RANGE);
        check_message("must be");
        check_status(tally_engine_limit(w->engine, limit, INT64_MIN, &old), TALLY_ERROR_RANGE);
        if (least > 0)
            check_status(tally_engine_limit(w->engine, limit, least - 1, &old), TALLY_ERROR_RANGE);
        if (greatest < INT64_MAX)
            check_status(tally_engine_limit(w->engine, limit, greatest + 1, &old), TALLY_ERROR_RANGE);
        assert_int_equal(limit_of(w->engine, limit), before);
        if (limit == TALLY_LIMIT_DEPTH || limit == TALLY_LIMIT_PATH_BYTES || limit == TALLY_LIMIT_LOADED_ACCOUNTS) {
            check_status(tally_engine_limit(w->engine, limit, greatest, &old), TALLY_ERROR_UNSUPPORTED);
            check_status(tally_engine_limit(w->engine, limit, before, &old), TALLY_ERROR_UNSUPPORTED);
            assert_int_equal(limit_of(w->engine, limit), before);
            assert_int_equal(old, 5);
            continue;
        }
        assert_int_equal(old, 5);
        assert_int_equal(change(w, limit, greatest), before);
        assert_int_equal(change(w, limit, least), greatest);
        check_ok(tally_engine_limit(w->engine, limit, before, NULL));
        assert_int_equal(limit_of(w->engine, limit), before);
    }
}

/* ---- Nodes and accounts ---- */

static tally_status add_nodes(tally_account *account, int first, int count)
{
    tally_status status = TALLY_OK;
    char path[32];
    int i;

    for (i = first; i < first + count && status == TALLY_OK; i++) {
        snprintf(path, sizeof path, "n%d", i);
        status = tally_badge_set(account, path, 1);
    }
    return status;
}

TEST(nodes, 0)
{
    tally_account *other;

    check_ok(add_nodes(w->account, 0, 20));
    change(w, TALLY_LIMIT_NODES, 5);
    check_status(add_nodes(w->account, 20, 1), TALLY_ERROR_LIMIT);
    check_badge(w->account, "root", 1, 20);
    check_ok(add_nodes(w->account, 0, 20)); /* They exist. */
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_status(add_nodes(other, 0, 9), TALLY_ERROR_LIMIT);
    change(w, TALLY_LIMIT_NODES, 30);
    check_ok(add_nodes(w->account, 20, 9));
    check_status(add_nodes(w->account, 29, 3), TALLY_ERROR_LIMIT);
    check_ok(add_nodes(other, 0, 9));
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(other);
}

static void two_in_memory(tally_engine_options *options)
{
    options->max_loaded_accounts = 2;
}

static uint32_t loaded(world *w)
{
    tally_stats stats = TALLY_STATS_INIT;

    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    return stats.loaded_accounts;
}

static void visit(world *w, int count, uint64_t badge)
{
    tally_account *account;
    char name[16];
    int i;

    for (i = 0; i < count; i++) {
        snprintf(name, sizeof name, "a%d", i);
        check_ok(tally_account_open(w->engine, name, NULL, &account));
        check_ok(add_nodes(account, 0, (int)badge));
        check_badge(account, "root", 1, badge);
        tally_account_release(account);
        check_ok(tally_engine_flush(w->engine));
    }
}

/* An account that was read again has its nodes, also those beyond the limit. */
TEST(accounts_in_memory, WORLD_FILE | WORLD_CLOSED)
{
    tally_account *account;

    w->configure = two_in_memory;
    world_open(w, WORLD_FILE);
    visit(w, 6, 10);
    assert_true(loaded(w) <= 2);
    assert_int_equal(change(w, TALLY_LIMIT_LOADED_ACCOUNTS, 5), 2);
    visit(w, 6, 10);
    assert_true(loaded(w) > 2);
    change(w, TALLY_LIMIT_LOADED_ACCOUNTS, 1);
    assert_true(loaded(w) <= 1);
    check_status(tally_engine_limit(w->engine, TALLY_LIMIT_LOADED_ACCOUNTS, 0, NULL), TALLY_ERROR_UNSUPPORTED);
    change(w, TALLY_LIMIT_NODES, 4);
    visit(w, 6, 10);
    check_ok(tally_account_open(w->engine, "a0", NULL, &account));
    check_status(add_nodes(account, 10, 1), TALLY_ERROR_LIMIT);
    check_badge(account, "root", 1, 10);
    tally_account_release(account);
}

TEST(accounts_feeds_and_observers, 0)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_account *account = NULL;
    tally_feed *feed = NULL;

    change(w, TALLY_LIMIT_ACCOUNTS, 1);
    check_status(tally_account_open(w->engine, "bo", NULL, &account), TALLY_ERROR_LIMIT);
    change(w, TALLY_LIMIT_ACCOUNTS, 2);
    check_ok(tally_account_open(w->engine, "bo", NULL, &account));
    check_ok(tally_feed_add(w->account, "f", &options, NULL));
    change(w, TALLY_LIMIT_FEEDS, 1);
    check_ok(tally_feed_add(w->account, "f", &options, NULL));
    check_status(tally_feed_add(account, "g", &options, &feed), TALLY_ERROR_LIMIT);
    change(w, TALLY_LIMIT_FEEDS, 2);
    check_ok(tally_feed_add(account, "g", &options, NULL));
    check_ok(tally_observe(w->scope, account, "a", 0, NULL, NULL, NULL, NULL));
    change(w, TALLY_LIMIT_OBSERVERS, 1);
    check_status(tally_observe(w->scope, account, "b", 0, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    change(w, TALLY_LIMIT_OBSERVERS, 2);
    check_ok(tally_observe(w->scope, account, "b", 0, NULL, NULL, NULL, NULL));
    tally_account_release(account);
}

/* ---- What arrives, and what is remembered ---- */

TEST(responses_and_events, 0)
{
    static const char page[] = "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"in\"}]}";
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;
    tally_stats stats = TALLY_STATS_INIT;
    tally_feed *feed;

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "f", &options, &feed));
    message.title = "a title that is longer than a response";
    change(w, TALLY_LIMIT_RESPONSE_BYTES, 20);
    check_status(tally_feed_deliver(feed, page, sizeof page - 1), TALLY_ERROR_TOO_LARGE);
    check_status(tally_message_post(w->account, "in", &message, NULL), TALLY_ERROR_TOO_LARGE);
    change(w, TALLY_LIMIT_RESPONSE_BYTES, 200);
    check_ok(tally_feed_deliver(feed, page, sizeof page - 1));
    check_ok(tally_message_post(w->account, "in", &message, NULL));
    tally_feed_release(feed);
    drain(w->engine);
    check_ok(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, NULL, NULL, NULL, NULL));
    change(w, TALLY_LIMIT_EVENTS, 3);
    check_ok(add_nodes(w->account, 0, 9));
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_int_equal(stats.events, 4); /* With that of RESYNC. */
    change(w, TALLY_LIMIT_EVENTS, 9);
    check_ok(add_nodes(w->account, 20, 9));
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_int_equal(stats.events, 10);
}

static tally_status batch(world *w, const char *id)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "a", .value = 1};

    options.id = id;
    return tally_badge_batch(w->account, &operation, 1, &options, NULL);
}

TEST(ids_of_batches, 0)
{
    check_ok(batch(w, "1"));
    check_ok(batch(w, "2"));
    check_ok(batch(w, "3"));
    check_status(batch(w, "1"), TALLY_ALREADY_APPLIED);
    change(w, TALLY_LIMIT_BATCH_IDS, 2);
    check_status(batch(w, "3"), TALLY_ALREADY_APPLIED);
    check_ok(batch(w, "4"));
    check_ok(batch(w, "1"));
    change(w, TALLY_LIMIT_BATCH_ID_TIME, 1000);
    check_status(batch(w, "1"), TALLY_ALREADY_APPLIED);
    fake_clock_advance(&w->clock, 1001);
    check_ok(batch(w, "1"));
}

TEST(forced_refreshes, 0)
{
    world_add_feed(w);
    change(w, TALLY_LIMIT_COMPLETIONS, 1);
    check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    check_status(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    change(w, TALLY_LIMIT_COMPLETIONS, 2);
    check_ok(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
}

/* ---- The log ---- */

static atomic_int lines;

static void count_line(void *user_data, tally_log_level level, const char *text)
{
    (void)user_data;
    (void)text;
    require(level <= TALLY_LOG_INFO);
    atomic_fetch_add(&lines, 1);
}

static void with_log(tally_engine_options *options)
{
    options->log = count_line;
}

/* A page of a feed that says the same again, and a setback of its cursor, which is a warning. */
static void set_back(world *w)
{
    world_page(w, PAGE("5", "", ",\"seq\":5"));
    world_page(w, PAGE("1", "{\"id\":\"1\",\"path\":\"in\"}", ",\"rev\":1"));
}

TEST(the_level_of_the_log, WORLD_CLOSED)
{
    int before;

    w->configure = with_log;
    world_open(w, 0);
    world_add_feed(w);
    change(w, TALLY_LIMIT_LOG_LEVEL, TALLY_LOG_ERROR);
    before = atomic_load(&lines);
    set_back(w);
    assert_int_equal(atomic_load(&lines), before);
    change(w, TALLY_LIMIT_LOG_LEVEL, TALLY_LOG_INFO);
    set_back(w);
    set_back(w);
    assert_true(atomic_load(&lines) > before);
}

/* ---- Threads ---- */

typedef struct others {
    world *w;
    atomic_int running;
} others;

/* Changes each limit up and down while other threads work. */
static void *change_all(void *argument)
{
    others *o = (others *)argument;
    tally_limit limit;

    while (atomic_load(&o->running) > 0) {
        for (limit = TALLY_LIMIT_NODES; limit <= TALLY_LIMIT_LOG_LEVEL; limit++) {
            const int64_t value = limit_of(o->w->engine, limit);

            if (limit == TALLY_LIMIT_LOADED_ACCOUNTS)
                continue;
            require(tally_engine_limit(o->w->engine, limit, value - 1, NULL) == TALLY_OK);
            require(tally_engine_limit(o->w->engine, limit, value, NULL) == TALLY_OK);
        }
    }
    return NULL;
}

static void *work(void *argument)
{
    others *o = (others *)argument;
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;
    const int count = is_valgrind() ? 20 : 200;
    char path[32];
    int i;

    message.title = "t";
    for (i = 0; i < count; i++) {
        snprintf(path, sizeof path, "in.n%d", i);
        require(tally_badge_set(o->w->account, path, 1) == TALLY_OK);
        require(tally_message_post(o->w->account, path, &message, NULL) == TALLY_OK);
        /* So many nodes that a thread works on them alone. */
        if (i % 20 == 0) {
            tally_bytes bytes = TALLY_BYTES_INIT;
            tally_snapshot *snapshot;

            require(tally_snapshot_take(o->w->account, "big", &snapshot) == TALLY_OK);
            require(tally_snapshot_encode(snapshot, &bytes) == TALLY_OK);
            require(tally_badge_clear_tree(o->w->account, "big") >= TALLY_OK);
            tally_bytes_release(&bytes);
            tally_snapshot_release(snapshot);
        }
    }
    atomic_fetch_sub(&o->running, 1);
    return NULL;
}

TEST(while_other_threads_work, WORLD_FILE | WORLD_THREAD)
{
    others o = {.w = w};
    pthread_t threads[3];
    char path[32];
    size_t i;

    for (i = 0; i < 2000; i++) {
        snprintf(path, sizeof path, "big.n%zu", i);
        check_ok(tally_badge_set(w->account, path, 1));
    }
    atomic_store(&o.running, 2);
    for (i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, i == 0 ? change_all : work, &o), 0);
    for (i = 0; i < COUNT_OF(threads); i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_NODES), 16777216);
    check_ok(tally_engine_verify(w->engine));
}
