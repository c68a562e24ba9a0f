/* needs: tsan */
/* Traces: what the engine does and why, seen without a change for the host. */
#include "lists.h"
#include "lists.h"
#include "settings.h"
#include "support.h"

#include <ctype.h>
#include <poll.h>
#include <pthread.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

static tally_trace *open_trace(world *w, uint32_t kinds)
{
    tally_trace_options options = TALLY_TRACE_OPTIONS_INIT;
    tally_trace *trace = NULL;

    options.kinds = kinds;
    check_ok(tally_trace_open(w->engine, &options, &trace));
    return trace;
}

static uint32_t bit(tally_trace_kind kind) { return UINT32_C(1) << kind; }

/* Takes the next record, which must be of that kind and about that text. */
static tally_trace_record expect(tally_trace *trace, tally_trace_kind kind, const char *text)
{
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    char texts[8192];

    check_ok(tally_trace_next(trace, 0, &record, texts, sizeof texts));
    assert_int_equal(record.kind, kind);
    if (text != NULL) {
        assert_string_equal(texts, text);
        assert_int_equal(record.text_length, strlen(text));
    }
    return record;
}

static void expect_nothing(tally_trace *trace)
{
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    char text[64];

    check_status(tally_trace_next(trace, 0, &record, text, sizeof text), TALLY_EMPTY);
}

/* Takes records until one of that kind comes. */
static tally_trace_record find(tally_trace *trace, tally_trace_kind kind, char *texts, size_t capacity)
{
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;

    do
        check_ok(tally_trace_next(trace, 0, &record, texts, capacity));
    while (record.kind != kind);
    return record;
}

TEST(a_transaction_comes_with_each_node_before_and_after, 0)
{
    tally_trace *trace;
    tally_trace_record record, node;

    check_ok(tally_badge_set(w->account, "a.b", 2));
    trace = open_trace(w, 0);
    check_ok(tally_badge_set_until(w->account, "a.b", 5, CLOCK_START + 1000));
    record = expect(trace, TALLY_TRACE_TRANSACTION, "ann");
    assert_int_equal(record.cause, TALLY_CAUSE_CALL);
    assert_int_equal(record.time, CLOCK_START);
    node = expect(trace, TALLY_TRACE_NODE, "root.a.b");
    assert_true(node.account == record.account && node.revision == record.revision && node.cause == record.cause);
    assert_true(node.before.kind == TALLY_KIND_NUMBER && node.before.count == 2 && node.before.until == 0);
    assert_true(node.before.own_kind == TALLY_KIND_NUMBER && node.before.own_count == 2);
    assert_true(node.after.kind == TALLY_KIND_NUMBER && node.after.count == 5);
    assert_true(node.after.own_count == 5 && node.after.until == CLOCK_START + 1000);
    node = expect(trace, TALLY_TRACE_NODE, "root.a");
    assert_true(node.before.count == 2 && node.after.count == 5 && node.after.own_kind == TALLY_KIND_NONE);
    expect(trace, TALLY_TRACE_NODE, "root");
    expect_nothing(trace);
    tally_trace_close(trace);
}

TEST(a_change_that_shows_nothing_is_recorded, 0)
{
    tally_trace *trace = open_trace(w, 0);
    tally_trace_record node;

    check_ok(tally_badge_mute(w->account, "dark", TALLY_MUTE_ALL, CLOCK_START + 5));
    expect(trace, TALLY_TRACE_TRANSACTION, "ann");
    node = expect(trace, TALLY_TRACE_NODE, "root.dark");
    assert_true(node.before.mute == TALLY_MUTE_NONE && node.after.mute == TALLY_MUTE_ALL);
    assert_true(node.after.mute_until == CLOCK_START + 5 && node.after.kind == TALLY_KIND_NONE);
    expect_nothing(trace);
    tally_trace_close(trace);
}

static void expect_cause(tally_trace *trace, tally_cause cause, int64_t feed)
{
    char texts[8192];
    tally_trace_record record = find(trace, TALLY_TRACE_TRANSACTION, texts, sizeof texts);

    assert_int_equal(record.cause, cause);
    assert_int_equal(record.feed, feed);
}

TEST(each_transaction_has_its_cause, WORLD_FILE)
{
    tally_trace *trace;
    tally_operation operation = {.kind = TALLY_OP_SET, .value = 1, .path = "b"};
    tally_operation on_node = {.kind = TALLY_OP_SET, .value = 4};
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;
    static const char page[] = PAGE("9", "{\"id\":\"9\",\"rev\":\"1\",\"seq\":\"9\",\"path\":\"in\"}", "");
    static const char push[] = "{\"feed\":\"feed\",\"id\":\"10\",\"rev\":\"1\",\"seq\":\"10\",\"path\":\"in\"}";

    world_add_feed(w);
    trace = open_trace(w, bit(TALLY_TRACE_TRANSACTION));
    check_ok(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL));
    expect_cause(trace, TALLY_CAUSE_BATCH, 0);
    check_ok(tally_node_resolve(w->account, "n", &on_node.node));
    check_ok(batch_each(w->account, &on_node, 1));
    expect_cause(trace, TALLY_CAUSE_CALL, 0);
    check_ok(tally_message_post(w->account, "in", &message, NULL));
    expect_cause(trace, TALLY_CAUSE_CALL, 0);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    expect_cause(trace, TALLY_CAUSE_PAGE, state_of(w).id);
    check_ok(tally_feed_deliver(w->feed, page, sizeof page - 1));
    expect_cause(trace, TALLY_CAUSE_DELIVERY, state_of(w).id);
    check_ok(tally_account_push(w->account, push, sizeof push - 1));
    expect_cause(trace, TALLY_CAUSE_PUSH, 0);
    check_ok(tally_badge_set_until(w->account, "c", 1, w->clock.wall + 1000));
    expect_cause(trace, TALLY_CAUSE_CALL, 0);
    fake_clock_advance(&w->clock, 2000);
    check_ok(tally_engine_step(w->engine));
    expect_cause(trace, TALLY_CAUSE_EXPIRY, 0);
    tally_trace_close(trace);
}

TEST(messages_and_threads_follow_their_transaction, WORLD_FILE)
{
    tally_trace *trace = open_trace(w, 0);
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;
    tally_trace_record record;
    int64_t key = 0;
    size_t changed = 0;

    message.thread = "t";
    check_ok(tally_message_post(w->account, "in", &message, &key));
    expect(trace, TALLY_TRACE_TRANSACTION, "ann");
    expect(trace, TALLY_TRACE_NODE, "root.in");
    expect(trace, TALLY_TRACE_NODE, "root");
    record = expect(trace, TALLY_TRACE_MESSAGE, "root.in");
    assert_true(record.total == 1 && record.unread == 1 && record.unseen == 1);
    expect(trace, TALLY_TRACE_GROUP, "t");
    expect_nothing(trace);
    check_ok(tally_message_mark_read(w->account, &key, 1, &changed));
    record = expect(trace, TALLY_TRACE_TRANSACTION, "ann");
    expect(trace, TALLY_TRACE_NODE, "root.in");
    expect(trace, TALLY_TRACE_NODE, "root");
    record = expect(trace, TALLY_TRACE_MESSAGE, "root.in");
    assert_true(record.total == 0 && record.unread == -1 && record.unseen == -1);
    expect(trace, TALLY_TRACE_GROUP, "t");
    expect_nothing(trace);
    tally_trace_close(trace);
}

TEST(accounts_come_and_go, WORLD_FILE)
{
    tally_trace *trace = open_trace(w, bit(TALLY_TRACE_ACCOUNT));
    tally_account *bo;

    check_ok(tally_account_open(w->engine, "bo", NULL, &bo));
    assert_int_equal(expect(trace, TALLY_TRACE_ACCOUNT, "bo").change, TALLY_CHANGE_OPENED);
    assert_int_equal(expect(trace, TALLY_TRACE_ACCOUNT, "bo").change, TALLY_CHANGE_LOADED);
    check_ok(tally_account_log_in(bo));
    assert_int_equal(expect(trace, TALLY_TRACE_ACCOUNT, "bo").change, TALLY_CHANGE_LOGGED_IN);
    check_ok(tally_account_log_out(bo));
    assert_int_equal(expect(trace, TALLY_TRACE_ACCOUNT, "bo").change, TALLY_CHANGE_LOGGED_OUT);
    check_ok(tally_account_remove(w->engine, "bo"));
    assert_int_equal(expect(trace, TALLY_TRACE_ACCOUNT, "bo").change, TALLY_CHANGE_DROPPED);
    expect_nothing(trace);
    tally_account_release(bo);
    tally_trace_close(trace);
}

TEST(the_oldest_records_make_room, 0)
{
    tally_trace_options options = TALLY_TRACE_OPTIONS_INIT;
    tally_trace *trace;
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    char text[64], wanted[64];
    uint64_t lost, taken = 0;

    options.kinds = bit(TALLY_TRACE_TRANSACTION) | bit(TALLY_TRACE_NODE);
    options.bytes = 4096;
    check_ok(tally_trace_open(w->engine, &options, &trace));
    for (int i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "n%d", i);
        check_ok(tally_badge_dot(w->account, text));
    }
    record = expect(trace, TALLY_TRACE_LOST, NULL);
    lost = record.count;
    while (tally_trace_next(trace, 0, &record, text, sizeof text) == TALLY_OK)
        taken++;
    /* Each has a transaction and its node, and the first one lights the root. The count of root stays hidden: dots. */
    assert_true(taken > 5 && lost + taken == 2 * 500 + 1);
    /* The last one is there, and what comes next is not lost. */
    snprintf(wanted, sizeof wanted, "root.n%d", 499);
    assert_string_equal(text, wanted);
    check_ok(tally_badge_dot(w->account, "next"));
    expect(trace, TALLY_TRACE_TRANSACTION, "ann");
    expect(trace, TALLY_TRACE_NODE, "root.next");
    expect_nothing(trace);
    tally_trace_close(trace);
}

TEST(a_trace_of_one_account_has_no_other, 0)
{
    tally_trace_options options = TALLY_TRACE_OPTIONS_INIT;
    tally_account *bo;
    tally_trace *trace;

    check_ok(tally_account_open(w->engine, "bo", NULL, &bo));
    options.account = bo;
    check_ok(tally_trace_open(w->engine, &options, &trace));
    check_ok(tally_badge_set(w->account, "a", 1));
    expect_nothing(trace);
    check_ok(tally_badge_set(bo, "a", 1));
    expect(trace, TALLY_TRACE_TRANSACTION, "bo");
    tally_account_release(bo);
    tally_trace_close(trace);
}

static void count_call(void *user_data) { ++*(int *)user_data; }

TEST(the_host_notices_nothing, 0)
{
    int calls = 0;
    intptr_t own, engines;
    struct pollfd wait[2];
    uint64_t token;
    size_t count;
    tally_trace *trace;

    check_ok(tally_engine_set_notify(w->engine, count_call, &calls, NULL));
    check_ok(tally_engine_get_descriptor(w->engine, &engines));
    trace = open_trace(w, 0);
    check_ok(tally_trace_get_descriptor(trace, &own));
    drain(w->engine);
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_badge_set(w->account, "a", 1));
    wait[0] = (struct pollfd){.fd = (int)own, .events = POLLIN};
    wait[1] = (struct pollfd){.fd = (int)engines, .events = POLLIN};
    assert_int_equal(poll(wait, 2, 0), 1);
    assert_true(wait[0].revents & POLLIN && calls == 0);
    while (poll(wait, 1, 0) == 1) {
        tally_trace_record record = TALLY_TRACE_RECORD_INIT;
        char text[64];

        check_ok(tally_trace_next(trace, 0, &record, text, sizeof text));
    }
    expect_nothing(trace);
    /* An observer's events are all its own. */
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, &token));
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_engine_dispatch(w->engine, 0, &count));
    tally_event event = TALLY_EVENT_INIT;
    char path[64];
    check_ok(tally_engine_next_event(w->engine, 0, &event, path, sizeof path));
    assert_true(event.kind == TALLY_EVENT_BADGE && event.token == token && event.count == 2);
    tally_trace_close(trace);
}

TEST(a_traced_account_ends_like_any_other, 0)
{
    tally_account *bo;
    tally_trace_options options = TALLY_TRACE_OPTIONS_INIT;
    tally_trace *trace;
    unsigned seed = 1;

    check_ok(tally_account_open(w->engine, "bo", NULL, &bo));
    options.account = bo;
    check_ok(tally_trace_open(w->engine, &options, &trace));
    for (int i = 0; i < 3000; i++) {
        char path[32];
        tally_account *both[] = {w->account, bo};
        tally_status status[2];
        uint64_t digest[2];

        seed = seed * 1103515245 + 12345;
        snprintf(path, sizeof path, "a%u.b%u", seed >> 8 & 3, seed >> 12 & 3);
        for (int k = 0; k < 2; k++) {
            switch (seed >> 16 & 7) {
            case 0: status[k] = tally_badge_clear(both[k], path); break;
            case 1: status[k] = tally_badge_clear_tree(both[k], "a1"); break;
            case 2: status[k] = tally_badge_dot(both[k], path); break;
            case 3: status[k] = tally_badge_mute(both[k], path, (int32_t)(seed >> 20 & 1), 0); break;
            case 4: status[k] = tally_badge_add(both[k], path, (int32_t)(seed >> 20 & 3) - 1); break;
            default: status[k] = tally_badge_set(both[k], path, (int64_t)(seed >> 20 & 7)); break;
            }
            check_ok(tally_badge_digest(both[k], "root", &digest[k]));
        }
        assert_int_equal(status[0], status[1]);
        assert_true(digest[0] == digest[1]);
    }
    tally_account_release(bo);
    tally_trace_close(trace);
}

TEST(an_exchange_has_no_credentials, WORLD_SERVER)
{
    char url[128], texts[8192];
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_trace *trace;
    tally_trace_record record;

    server_answer_http(w->server, 200, "Set-Cookie: a=1;\r\n b=hidden\r\nETag: \"e1\"\r\nSET-COOKIE : more=hidden\r\n",
                       PAGE("1", "", ""));
    server_answer_http(w->server, 401, "", "no");
    server_url(w->server, url, sizeof url);
    options.url = url;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, url, "hidden");
    trace = open_trace(w, bit(TALLY_TRACE_EXCHANGE) | bit(TALLY_TRACE_SYNCED) | bit(TALLY_TRACE_AUTH));
    check_ok(world_sync(w));
    record = find(trace, TALLY_TRACE_EXCHANGE, texts, sizeof texts);
    assert_int_equal(record.http_status, 200);
    assert_true(record.feed == state_of(w).id && record.request != 0);
    assert_memory_equal(texts, url, strlen(url));
    assert_null(strstr(texts, "hidden"));
    assert_non_null(strstr(texts, "ETag: \"e1\""));
    assert_non_null(strstr(texts, "\"cursor\":\"1\""));
    assert_int_equal(record.text_length + record.headers_length + record.body_length, strlen(texts));
    assert_int_equal(expect(trace, TALLY_TRACE_SYNCED, NULL).result, TALLY_OK);
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(find(trace, TALLY_TRACE_EXCHANGE, texts, sizeof texts).http_status, 401);
    assert_int_equal(expect(trace, TALLY_TRACE_SYNCED, NULL).result, TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(expect(trace, TALLY_TRACE_AUTH, NULL).result, TALLY_ERROR_UNAUTHORIZED);
    tally_trace_close(trace);
}

/* A header is left out by its whole name, in any case, with the lines that continue it, and no other one is. */
TEST(headers_that_may_hold_credentials, WORLD_SERVER)
{
    static const char *const secrets[] = {"set-cookie", "cookie", "authorization", "proxy-authorization",
                                          "authentication-info"};
    char headers[4096] = "", expected[4096] = "", url[128], texts[8192];
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_trace_record record;
    tally_trace *trace;
    size_t i, k;

    for (i = 0; i < COUNT_OF(secrets); i++) {
        char loud[32] = "";
        size_t length = strlen(secrets[i]);

        for (k = 0; k < length; k++)
            loud[k] = (char)toupper((unsigned char)secrets[i][k]);
        snprintf(headers + strlen(headers), 512,
                 "%s: hidden\r\n%s:hidden\r\n hidden\r\n\thidden\r\n%s : hidden\r\n%s\t:hidden\r\n", secrets[i], loud,
                 secrets[i], loud);
        /* One letter less, one more, another one. */
        snprintf(expected + strlen(expected), 512, "%.*s: %d\r\n%s2: %d\r\nx%s: %d\r\n x%d\r\nX%s: %d\r\n",
                 (int)length - 1, secrets[i], (int)i, secrets[i], (int)i, secrets[i], (int)i, (int)i, loud + 1, (int)i);
        snprintf(headers + strlen(headers), 512, "%.*s: %d\r\n%s2: %d\r\nx%s: %d\r\n x%d\r\nX%s: %d\r\n",
                 (int)length - 1, secrets[i], (int)i, secrets[i], (int)i, secrets[i], (int)i, (int)i, loud + 1, (int)i);
    }
    server_answer_http(w->server, 200, headers, PAGE("1", "", ""));
    server_url(w->server, url, sizeof url);
    options.url = url;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    trace = open_trace(w, bit(TALLY_TRACE_EXCHANGE));
    check_ok(world_sync(w));
    record = find(trace, TALLY_TRACE_EXCHANGE, texts, sizeof texts);
    texts[record.text_length + record.headers_length] = 0;
    assert_null(strstr(texts, "hidden"));
    if (strstr(texts + record.text_length, expected) == NULL)
        fail_msg("the record has\n%sand not\n%s", texts + record.text_length, expected);
    tally_trace_close(trace);
}

/* A row of the outbox on its way, and a credential that its server rejects: both are the account's, and no feed's. */
TEST(the_outbox_is_traced, WORLD_SERVER | WORLD_UNREAD)
{
    char url[64], texts[8192];
    tally_trace_record record;
    tally_message rows[1];
    tally_trace *trace;
    size_t count, size;
    patience p = {0};
    int64_t account;

    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    server_url(w->server, url, sizeof url);
    check_ok(send_outbox(w->account, url));
    log_in_at(w->account, url, "hidden");
    check_ok(message_list(w->account, "in", 0, 0, 1, rows, 1, texts, sizeof texts, &count, &size));
    trace = open_trace(w, bit(TALLY_TRACE_EXCHANGE) | bit(TALLY_TRACE_AUTH) | bit(TALLY_TRACE_TRANSACTION));
    server_answer_http(w->server, 401, "X-Reason: old\r\n", "no");
    check_ok(tally_message_mark_read(w->account, &rows[0].key, 1, NULL));
    account = expect(trace, TALLY_TRACE_TRANSACTION, "ann").account;
    while (server_requests(w->server) == 0 && is_patient(&p))
        check_ok(tally_engine_step(w->engine));
    do {
        record = (tally_trace_record)TALLY_TRACE_RECORD_INIT;
        check_ok(tally_engine_step(w->engine));
    } while (tally_trace_next(trace, 0, &record, texts, sizeof texts) != TALLY_OK && is_patient(&p));
    assert_int_equal(record.kind, TALLY_TRACE_EXCHANGE);
    assert_true(record.account == account && record.feed == 0 && record.http_status == 401);
    assert_int_equal(record.text_length, strlen(url));
    assert_memory_equal(texts, url, strlen(url));
    assert_non_null(strstr(texts, "X-Reason: old"));
    assert_null(strstr(texts, "hidden"));
    record = expect(trace, TALLY_TRACE_AUTH, "");
    assert_true(record.account == account && record.feed == 0 && record.result == TALLY_ERROR_UNAUTHORIZED);
    expect_nothing(trace);
    tally_trace_close(trace);
}

/* The descriptor is the same in each call, and is readable while there are records, also those from before. */
TEST(a_descriptor_is_readable_while_there_are_records, 0)
{
    tally_trace *trace = open_trace(w, bit(TALLY_TRACE_NODE));
    tally_trace_record record;
    struct pollfd poll_of = {.events = POLLIN};
    char texts[1024];
    intptr_t first = -1, again = -1;

    memset(&record, 0, sizeof record);
    record.struct_size = sizeof record;
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_trace_get_descriptor(trace, &first));
    check_ok(tally_trace_get_descriptor(trace, &again));
    assert_int_equal(first, again);
    poll_of.fd = (int)first;
    assert_int_equal(poll(&poll_of, 1, 0), 1);
    while (tally_trace_next(trace, 0, &record, texts, sizeof texts) == TALLY_OK)
        assert_int_equal(record.kind, TALLY_TRACE_NODE);
    assert_int_equal(poll(&poll_of, 1, 0), 0);
    /* A wait with a limit ends without a record. */
    check_status(tally_trace_next(trace, 1, &record, texts, sizeof texts), TALLY_EMPTY);
    check_ok(tally_badge_set(w->account, "a", 2));
    assert_int_equal(poll(&poll_of, 1, 0), 1);
    tally_trace_close(trace);
}

static void *wait_for_end(void *trace)
{
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    char text[256];
    tally_status status;

    do
        status = tally_trace_next((tally_trace *)trace, -1, &record, text, sizeof text);
    while (status == TALLY_OK);
    require(status == TALLY_ERROR_CLOSED);
    return NULL;
}

TEST(closing_ends_a_wait, WORLD_THREAD)
{
    pthread_t thread;
    tally_trace *trace = open_trace(w, 0), *other = open_trace(w, 0);
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;

    require(pthread_create(&thread, NULL, wait_for_end, trace) == 0);
    check_ok(tally_badge_set(w->account, "a", 1));
    world_close(w);
    require(pthread_join(thread, NULL) == 0);
    check_status(tally_trace_next(other, 0, &record, NULL, 0), TALLY_ERROR_CLOSED);
    tally_trace_close(trace);
    tally_trace_close(other);
    tally_trace_close(NULL);
    world_open(w, WORLD_THREAD);
}

TEST(threads_trace_while_others_change, WORLD_FILE | WORLD_THREAD)
{
    pthread_t thread;
    tally_trace *trace = open_trace(w, 0);
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;

    require(pthread_create(&thread, NULL, wait_for_end, trace) == 0);
    for (int i = 0; i < 200; i++) {
        check_ok(tally_badge_add(w->account, "a", 1));
        if (i % 20 == 0)
            check_ok(tally_message_post(w->account, "in", &message, NULL));
        if (i % 50 == 0)
            tally_trace_close(open_trace(w, bit(TALLY_TRACE_NODE)));
    }
    check_badge(w->account, "a", 1, 200);
    world_close(w);
    require(pthread_join(thread, NULL) == 0);
    tally_trace_close(trace);
    world_open(w, WORLD_THREAD);
}

TEST(wrong_arguments_are_rejected, 0)
{
    tally_trace_options options = TALLY_TRACE_OPTIONS_INIT;
    tally_trace *trace = NULL;
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    char text[4];

    options.kinds = 1;
    check_status(tally_trace_open(w->engine, &options, &trace), TALLY_ERROR_ARGUMENT);
    options.kinds = 0;
    options.bytes = 4095;
    check_status(tally_trace_open(w->engine, &options, &trace), TALLY_ERROR_RANGE);
    options.bytes = (UINT64_C(1) << 30) + 1;
    check_status(tally_trace_open(w->engine, &options, &trace), TALLY_ERROR_RANGE);
    assert_null(trace);
    check_status(tally_trace_open(NULL, NULL, &trace), TALLY_ERROR_ARGUMENT);
    check_ok(tally_trace_open(w->engine, NULL, &trace));
    check_status(tally_trace_next(trace, -2, &record, NULL, 0), TALLY_ERROR_ARGUMENT);
    check_ok(tally_badge_set(w->account, "long", 1));
    check_status(tally_trace_next(trace, 0, &record, text, 3), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_true(record.kind == TALLY_TRACE_TRANSACTION && record.text_length == 3);
    expect(trace, TALLY_TRACE_TRANSACTION, "ann");
    tally_trace_close(trace);
}
