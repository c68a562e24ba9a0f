/* The outbox: what is read becomes rows, who gets them, in which order, what becomes of them; that no answer takes back
 * what was read meanwhile; and the library's own sending. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEM(id, rev, path, rest) \
    "{\"id\":\"" id "\",\"rev\":\"" rev "\",\"seq\":\"" id "\",\"path\":\"" path "\"" rest "}"
#define READ(id, rev) "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"" id "\",\"rev\":\"" rev "\",\"read\":true}]}"
#define UNREAD(id, rev) "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"" id "\",\"rev\":\"" rev "\",\"read\":false}]}"
#define MARK(path, upto, ver) \
    "{\"v\":1,\"feed\":\"feed\",\"marks\":{\"" path "\":{\"upto\":\"" upto "\",\"ver\":" ver "}}}"
#define THREE ITEM("1", "1", "in", "") "," ITEM("2", "1", "in.a", "") "," ITEM("3", "1", "in", "")
#define MAX_ROWS 16

/* ---- Helpers ---- */

typedef struct rows {
    tally_outbox_entry entries[MAX_ROWS];
    char text[8192];
    size_t count;
} rows;

static const char *text_of(const rows *r, tally_text text) { return r->text + text.offset; }

static void lease(world *w, rows *r, int64_t duration, size_t limit)
{
    size_t size;

    tally_status status = outbox_lease(w->account, duration, limit, r->entries, MAX_ROWS, r->text, sizeof r->text,
                                       &r->count, &size);

    assert_true(status == TALLY_OK || status == TALLY_MORE);
}

static void list(world *w, rows *r)
{
    size_t size;

    check_ok(outbox_list(w->account, 0, MAX_ROWS, r->entries, MAX_ROWS, r->text, sizeof r->text, &r->count, &size));
}

/* Leases one row, which has this body. */
static int64_t take_at(world *w, const char *body, int line)
{
    rows r;

    lease(w, &r, 1000, 1);
    if (r.count != 1)
        fail_msg("line %d: nothing was given out", line);
    if (strcmp(text_of(&r, r.entries[0].body), body) != 0)
        fail_msg("line %d: %s\n  and not\n%s", line, text_of(&r, r.entries[0].body), body);
    return r.entries[0].id;
}
#define take(w, body) take_at((w), (body), __LINE__)

static void check_nothing_due_at(world *w, int line)
{
    rows r;

    lease(w, &r, 1000, MAX_ROWS);
    if (r.count != 0)
        fail_msg("line %d: %s was given out", line, text_of(&r, r.entries[0].body));
}
#define check_nothing_due(w) check_nothing_due_at((w), __LINE__)

static void ack(world *w, int64_t row, const char *answer)
{
    check_ok(tally_outbox_ack(w->account, row, answer, answer == NULL ? 0 : strlen(answer)));
}

static void check_counts_at(world *w, uint64_t total, uint64_t leased, uint64_t failed, int line)
{
    uint64_t t, l, f;

    check_ok(outbox_counts(w->account, &t, &l, &f));
    if (t != total || l != leased || f != failed)
        fail_msg("line %d: %d rows, %d leased, %d failed", line, (int)t, (int)l, (int)f);
}
#define check_counts(w, total, leased, failed) check_counts_at((w), (total), (leased), (failed), __LINE__)

static int64_t key_of(tally_account *account, const char *id)
{
    tally_message messages[32];
    char text[4096];
    size_t count, size, i;

    check_ok(message_list(account, "root", TALLY_SUBTREE, 0, 32, messages, 32, text, sizeof text, &count,
                                &size));
    for (i = 0; i < count; i++)
        if (strcmp(text + messages[i].id.offset, id) == 0)
            return messages[i].key;
    fail_msg("there is no message %s", id);
    return 0;
}

static void set_read(world *w, const char *id, int is_read)
{
    int64_t key = key_of(w->account, id);
    size_t changed;

    check_ok(is_read ? tally_message_mark_read(w->account, &key, 1, &changed)
                     : tally_message_mark_unread(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
}

static uint64_t unread(world *w)
{
    uint64_t count;

    check_ok(message_counts(w->account, "root", TALLY_SUBTREE, NULL, &count, NULL));
    return count;
}

static void begin(world *w)
{
    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", THREE, ""));
}

static void reopen(world *w, unsigned flags)
{
    world_close(w);
    world_open(w, flags);
    check_ok(lease_outbox(w->account));
    world_add_feed(w);
}

/* ---- Rows ---- */

TEST(reads_become_rows, WORLD_FILE | WORLD_UNREAD)
{
    rows r;
    int64_t row;

    world_add_feed(w);
    world_page(w, PAGE("1", THREE "," ITEM("4", "1", "in", ",\"read\":true"), ""));
    set_read(w, "1", 1);
    check_counts(w, 0, 0, 0); /* Nothing sends it. */
    check_ok(lease_outbox(w->account));
    set_read(w, "2", 1);
    list(w, &r);
    assert_int_equal(r.count, 1);
    assert_string_equal(text_of(&r, r.entries[0].entity), "2");
    assert_int_equal(r.entries[0].key.length, 32);
    assert_int_equal(strspn(text_of(&r, r.entries[0].key), "0123456789abcdef"), 32);
    assert_string_equal(text_of(&r, r.entries[0].body), "");
    assert_int_equal(r.entries[0].attempt, 0);
    assert_int_equal(r.entries[0].state, TALLY_OUTBOX_STATE_WAITING);
    assert_int_equal(r.entries[0].kind, TALLY_OUTBOX_KIND_MESSAGE);
    row = take(w, READ("2", "1"));
    list(w, &r);
    assert_int_equal(r.entries[0].state, TALLY_OUTBOX_STATE_LEASED);
    assert_int_equal(r.entries[0].lease_end, w->clock.wall + 1000);
    assert_int_equal(r.entries[0].attempt, 1);
    check_counts(w, 1, 1, 0);
    ack(w, row, NULL);
    check_counts(w, 0, 0, 0);
    set_read(w, "4", 0);
    take(w, UNREAD("4", "1"));
    /* Seeing travels nowhere. */
    check_ok(tally_badge_clear(w->account, "in.a"));
    check_status(tally_badge_clear_tree(w->account, "root"), TALLY_HELD); /* By what is unread. */
    check_counts(w, 1, 1, 0);
}

/* No server knows the messages that the host has posted. */
TEST(posted_messages_are_not_sent, WORLD_UNREAD)
{
    int64_t key;
    size_t changed;

    begin(w);
    check_ok(tally_message_post(w->account, "in.own", NULL, &key));
    check_ok(tally_message_mark_read(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_ok(tally_message_mark_path_read(w->account, "in.own", 0, &changed));
    assert_int_equal(changed, 1);
    check_counts(w, 0, 0, 0);
}

TEST(rows_of_a_former_run, WORLD_FILE)
{
    rows before, after;

    begin(w);
    set_read(w, "1", 1);
    lease(w, &before, 1000, 1);
    set_read(w, "2", 1);
    check_ok(tally_account_log_out(w->account));
    check_counts(w, 2, 1, 0);
    reopen(w, WORLD_FILE);
    check_counts(w, 2, 1, 0);
    take(w, READ("2", "1"));
    fake_clock_advance(&w->clock, 1000);
    lease(w, &after, 1000, 1);
    assert_int_equal(after.entries[0].id, before.entries[0].id);
    assert_int_equal(after.entries[0].attempt, 2);
    assert_string_equal(text_of(&after, after.entries[0].key), text_of(&before, before.entries[0].key));
    check_ok(tally_engine_verify(w->engine));
    /* They go with their feed. */
    check_ok(tally_feed_remove(w->feed));
    check_counts(w, 0, 0, 0);
}

TEST(marks, WORLD_UNREAD)
{
    size_t changed;
    tally_feed_options options = {
        .struct_size = sizeof options, .url = w->page_url, .initial_delay = -1, .interval = -1, .prefix = "far.away",
    };
    int64_t row;

    begin(w);
    check_ok(tally_message_mark_read_until(w->account, "in", TALLY_SUBTREE, key_of(w->account, "2"), &changed));
    assert_int_equal(changed, 2);
    assert_int_equal(unread(w), 1);
    check_badge(w->account, "in", 1, 1);
    /* Further, before it was given out: one row. */
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, 1);
    check_counts(w, 1, 0, 0);
    row = take(w, MARK("root.in", "3", "2"));
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, 0);
    check_counts(w, 1, 1, 0);
    ack(w, row, PAGE("", "", ",\"marks\":{\"in\":{\"upto\":\"3\",\"ver\":2}}"));
    /* A late message is newer than the mark: a greater version overrules the mark. */
    world_page(w, PAGE("2", ITEM("0", "1", "in", "") "," ITEM("5", "1", "in", ""), ""));
    assert_int_equal(unread(w), 2);
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, 2);
    ack(w, take(w, MARK("root.in", "5", "4")), NULL);
    /* By exactly a path: one by one where the feed has more below it. */
    world_page(w, PAGE("3", ITEM("6", "1", "in", "") "," ITEM("7", "1", "in", "") "," ITEM("8", "1", "in.a", ""), ""));
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &changed));
    assert_int_equal(changed, 2);
    ack(w, take(w, READ("6", "1")), NULL);
    ack(w, take(w, READ("7", "1")), NULL);
    check_ok(tally_message_mark_path_read(w->account, "in.a", 0, &changed));
    ack(w, take(w, MARK("root.in.a", "8", "5")), NULL);
    /* Below a feed's prefix, and from above it. */
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    world_page(w, PAGE("9", ITEM("9", "1", "x.y", ""), ""));
    check_ok(tally_message_mark_path_read(w->account, "far.away.x", TALLY_SUBTREE, NULL));
    ack(w, take(w, MARK("root.x", "9", "1")), NULL);
}

/* Rows of one entity are leased one after the other. A row that was not leased is replaced. */
TEST(order, 0)
{
    rows r;
    int64_t row;

    begin(w);
    set_read(w, "1", 1);
    set_read(w, "1", 0);
    check_counts(w, 1, 0, 0);
    row = take(w, UNREAD("1", "1"));
    set_read(w, "1", 1);
    set_read(w, "2", 1);
    lease(w, &r, 1000, MAX_ROWS);
    assert_int_equal(r.count, 1);
    assert_string_equal(text_of(&r, r.entries[0].body), READ("2", "1"));
    /* The server's revision of the first one is what the second goes on from, and does not undo it. */
    ack(w, row, PAGE("", ITEM("1", "2", "in", ""), ""));
    assert_int_equal(unread(w), 1);
    row = take(w, READ("1", "2"));
    /* A mark waits for all before it, and all wait for a mark. */
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, NULL));
    set_read(w, "3", 0);
    check_nothing_due(w);
    ack(w, row, NULL);
    check_nothing_due(w);
    ack(w, r.entries[0].id, NULL);
    row = take(w, MARK("root", "3", "4"));
    check_nothing_due(w);
    ack(w, row, NULL);
    ack(w, take(w, UNREAD("3", "1")), NULL);
    check_counts(w, 0, 0, 0);
}

TEST(leases, WORLD_FILE)
{
    rows first, second, r;
    size_t count;

    begin(w);
    set_read(w, "1", 1);
    set_read(w, "2", 1);
    lease(w, &first, 1000, 1);
    fake_clock_advance(&w->clock, 999);
    lease(w, &r, 1000, 1);
    assert_string_equal(text_of(&r, r.entries[0].body), READ("2", "1"));
    fake_clock_advance(&w->clock, 1);
    lease(w, &second, 1000, 1);
    assert_int_equal(second.entries[0].id, first.entries[0].id);
    assert_string_equal(text_of(&second, second.entries[0].key), text_of(&first, first.entries[0].key));
    assert_string_equal(text_of(&second, second.entries[0].body), text_of(&first, first.entries[0].body));
    /* The owner of an ended lease cannot return it, but can report that the server has accepted it. */
    check_status(tally_outbox_fail(w->account, first.entries[0].id, 1, 0), TALLY_ERROR_CONFLICT);
    check_nothing_due(w);
    ack(w, first.entries[0].id, NULL);
    check_status(tally_outbox_ack(w->account, second.entries[0].id, NULL, 0), TALLY_ALREADY_APPLIED);
    check_status(tally_outbox_fail(w->account, second.entries[0].id, 2, 0), TALLY_ALREADY_APPLIED);
    /* Returned: immediately, later, never. */
    check_ok(tally_outbox_fail(w->account, r.entries[0].id, 1, 0));
    lease(w, &r, 86400000, 1);
    assert_int_equal(r.entries[0].attempt, 2);
    check_ok(tally_outbox_fail(w->account, r.entries[0].id, 2, 5000));
    check_nothing_due(w);
    list(w, &first);
    assert_int_equal(first.entries[0].next_time, w->clock.wall + 5000);
    check_ok(tally_outbox_retry_all(w->account, &count));
    assert_int_equal(count, 1);
    take(w, READ("2", "1"));
    check_ok(tally_outbox_fail(w->account, r.entries[0].id, 3, -1));
    check_counts(w, 1, 0, 1);
    fake_clock_advance(&w->clock, 100000000);
    check_nothing_due(w);
    list(w, &first);
    assert_int_equal(first.entries[0].state, TALLY_OUTBOX_STATE_FAILED);
    check_ok(tally_outbox_retry(w->account, r.entries[0].id + 1, &count));
    assert_int_equal(count, 0);
    check_ok(tally_outbox_remove(w->account, r.entries[0].id, &count));
    assert_int_equal(count, 1);
    check_status(tally_outbox_ack(w->account, r.entries[0].id, NULL, 0), TALLY_ALREADY_APPLIED);
    /* A clock that was set back must not keep a row for ever. */
    set_read(w, "3", 1);
    lease(w, &r, 86400000, 1);
    w->clock.wall -= INT64_C(400) * 86400000;
    take(w, READ("3", "1"));
    check_ok(tally_engine_verify(w->engine));
}

/* ---- What the server says meanwhile ---- */

TEST_ALONE(a_read_does_not_bounce_back)
{
    world w;
    int64_t row;
    int run;

    for (run = 0; run < 2; run++) {
        world_init(&w, WORLD_FILE | WORLD_UNREAD);
        begin(&w);
        set_read(&w, "1", 1);
        row = take(&w, READ("1", "1"));
        set_read(&w, "2", 1);
        set_read(&w, "2", 0);
        if (run == 1)
            reopen(&w, WORLD_FILE | WORLD_UNREAD); /* The mask outlives the process. */
        world_page(&w, PAGE("2", ITEM("1", "2", "in", ",\"title\":\"new\"") "," ITEM("2", "2", "in.a", ",\"read\":true"),
                            ",\"marks\":{\"in.a\":{\"upto\":\"2\",\"ver\":9}}"));
        assert_int_equal(unread(&w), 2); /* 2 and 3. */
        /* The server had a newer one: what was sent is stale, and the newer one is taken. */
        ack(&w, row, PAGE("", ITEM("1", "2", "in", ",\"title\":\"new\""), ""));
        assert_int_equal(unread(&w), 3);
        fake_clock_advance(&w.clock, 1000);
        row = take(&w, UNREAD("2", "1"));
        /* It was taken, and this is what it has led to; what comes next is what there is. */
        ack(&w, row, PAGE("", ITEM("2", "3", "in.a", ""), ""));
        assert_int_equal(unread(&w), 3);
        world_page(&w, PAGE("3", ITEM("2", "4", "in.a", ",\"read\":true"), ""));
        assert_int_equal(unread(&w), 2);
        world_end(&w);
    }
}

TEST(marks_do_not_bounce_back, WORLD_FILE | WORLD_UNREAD)
{
    int64_t row;

    begin(w);
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, NULL));
    world_page(w, PAGE("2", ITEM("1", "2", "in", ""), ""));
    assert_int_equal(unread(w), 0);
    reopen(w, WORLD_FILE | WORLD_UNREAD);
    world_page(w, PAGE("3", ITEM("3", "2", "in", ""), ""));
    assert_int_equal(unread(w), 0);
    /* Later changes are sent with it. Another mark never undoes the reads of this one. */
    row = take(w, MARK("root.in", "3", "1"));
    ack(w, row, PAGE("", ITEM("1", "3", "in", ""), ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":5}}"));
    assert_int_equal(unread(w), 1);
    /* A row that has failed for good does not mask anything any more. */
    set_read(w, "1", 1);
    row = take(w, READ("1", "3"));
    check_ok(tally_outbox_fail(w->account, row, 1, -1));
    world_page(w, PAGE("4", ITEM("1", "4", "in", ""), ""));
    assert_int_equal(unread(w), 1);
}

/* A mark that waits says nothing of a message that has moved away from it: the server's word holds, and comes once. */
TEST(a_mark_masks_no_message_that_has_moved_away, WORLD_FILE | WORLD_UNREAD)
{
    begin(w);
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, NULL));
    assert_int_equal(unread(w), 0);
    world_page(w, PAGE("2", ITEM("1", "2", "far", ",\"read\":true"), ""));
    assert_int_equal(unread(w), 0);
    world_page(w, PAGE("3", ITEM("2", "2", "far", ""), ""));
    assert_int_equal(unread(w), 1);
    check_badge(w->account, "far", 1, 1);
}

static void complete(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    *(volatile int *)user_data = 1;
}

/* A response to a request from before the acknowledgement is ignored, and the request is repeated. */
TEST(an_answer_from_before, WORLD_UNREAD | WORLD_SERVER)
{
    server *s = w->server;
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64];
    volatile int done = 0;
    int64_t row;

    check_ok(lease_outbox(w->account));
    server_url(s, url, sizeof url);
    options.url = url;
    options.initial_delay = options.interval = -1;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    server_answer_json(s, PAGE("1", THREE, ""));
    server_hold_json(s, PAGE("2", ITEM("1", "2", "in", ""), ""));
    server_answer_json(s, PAGE("3", ITEM("1", "3", "in", ",\"read\":true"), ""));
    check_ok(world_sync(w));
    set_read(w, "1", 1);
    row = take(w, READ("1", "1"));
    check_ok(tally_feed_refresh_now(w->feed, complete, (void *)&done, NULL, NULL));
    while (server_requests(s) < 2)
        check_ok(tally_engine_step(w->engine));
    ack(w, row, NULL);
    server_release(s);
    world_pump(w, &done);
    assert_int_equal(server_requests(s), 3);
    assert_non_null(strstr(server_request(s, 2), "since=1&"));
    assert_int_equal(unread(w), 2);
}

static void add_at_server(world *w)
{
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64];

    check_ok(lease_outbox(w->account));
    server_url(w->server, url, sizeof url);
    options.url = url;
    options.initial_delay = options.interval = -1;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

/* The server took a read, but its response was lost. Then the message became unread elsewhere, and the server reports
 * that once, while the row still masks it. It sends a snapshot for it once it has responded to the row. */
static void lose_a_response(world *w, int is_mark, int is_reopened)
{
    server *s = w->server;
    unsigned requests;
    int64_t row;

    add_at_server(w);
    server_answer_json(s, PAGE("1", THREE, ""));
    server_answer_json(s, PAGE("2", ITEM("1", "3", "in", ""), ""));
    server_answer_json(s, PAGE("2", "", ""));
    server_answer_json(s, PAGE("4", ITEM("1", "3", "in", "") "," ITEM("3", "1", "in", ""), ""));
    server_answer_json(s, PAGE("4", "", ""));
    check_ok(world_sync(w));
    if (is_mark)
        check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, NULL));
    else
        set_read(w, "1", 1);
    row = is_mark ? take(w, MARK("root.in", "3", "1")) : take(w, READ("1", "1"));
    check_ok(world_sync(w));
    check_ok(world_sync(w));
    requests = server_requests(s);
    assert_non_null(strstr(server_request(s, requests - 1), "since=2&")); /* No snapshot while the row masks. */
    assert_int_equal(unread(w), is_mark ? 0 : 2);
    if (is_reopened) {
        world_close(w);
        world_open(w, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER);
        add_at_server(w);
    }
    ack(w, row, NULL);
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, requests), "since="));
    assert_int_equal(unread(w), is_mark ? 1 : 2); /* 1, and 3 unless the mark has read it. 2 is gone. */
    check_ok(world_sync(w));
    assert_non_null(strstr(server_request(s, requests + 1), "since=4&"));
}

TEST(what_a_mark_has_masked_comes_again, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER) { lose_a_response(w, 1, 0); }
TEST(what_a_row_has_masked_comes_again, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER) { lose_a_response(w, 0, 0); }
TEST(what_was_masked_comes_again_in_a_later_run, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER)
{
    lose_a_response(w, 1, 1);
}

/* ---- Versions ---- */

#define VITEM(id, rev, ver, rest) ITEM(id, rev, "in", ",\"ver\":" ver rest)
#define ACT(id, rev, read, ver) \
    "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"" id "\",\"rev\":\"" rev "\",\"read\":" read ",\"ver\":" ver "}]}"

/* The two devices of a report: one offline, the other one not; both end with what the server has. */
TEST_ALONE(devices_that_never_agreed)
{
    static const char first[] = PAGE("1", VITEM("1", "1", "0", ",\"read\":true") "," VITEM("2", "1", "0", ",\"read\":true"), "");
    static const char server[] = PAGE("2", VITEM("1", "1", "1", "") "," VITEM("2", "1", "1", ""),
                                      ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":2}}");
    world zero, one;

    world_init(&zero, WORLD_UNREAD);
    world_init(&one, WORLD_UNREAD);
    check_ok(lease_outbox(zero.account));
    check_ok(lease_outbox(one.account));
    world_add_feed(&zero);
    world_add_feed(&one);
    world_page(&zero, first);
    world_page(&one, first);
    set_read(&zero, "1", 0);
    check_ok(tally_message_mark_path_read(zero.account, "in", TALLY_SUBTREE, NULL));
    set_read(&one, "2", 0);
    ack(&one, take(&one, ACT("2", "1", "false", "1")), PAGE("", VITEM("2", "1", "1", ""), ""));
    check_ok(tally_message_mark_path_read(one.account, "in", TALLY_SUBTREE, NULL));
    ack(&one, take(&one, MARK("root.in", "2", "2")), PAGE("", "", ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":2}}"));
    /* The act of the other device arrives before its own is sent. */
    world_page(&zero, PAGE("2", VITEM("2", "1", "1", ""), ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":2}}"));
    ack(&zero, take(&zero, ACT("1", "1", "false", "1")), PAGE("", VITEM("1", "1", "1", ""), ""));
    ack(&zero, take(&zero, MARK("root.in", "1", "2")), NULL);
    world_page(&zero, server);
    world_page(&one, server);
    assert_int_equal(unread(&zero), 0);
    assert_int_equal(unread(&one), 0);
    world_end(&one);
    world_end(&zero);
}

/* The answer to what was sent comes behind the page that says that the message is gone; and another one, behind a page
 * that has it again. */
TEST(a_late_answer_brings_nothing_back, WORLD_UNREAD)
{
    int64_t row, other;
    uint64_t total;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", VITEM("1", "1", "0", "") "," ITEM("2", "1", "in", ""), ""));
    set_read(w, "1", 1);
    set_read(w, "2", 1);
    row = take(w, ACT("1", "1", "true", "1"));
    other = take(w, READ("2", "1")); /* No version, because the item came without one. */
    world_page(w, PAGE("2", "", ",\"gone\":[\"1\",\"2\"]"));
    ack(w, row, PAGE("", VITEM("1", "1", "1", ",\"read\":true") "," VITEM("9", "1", "0", ""), ""));
    check_ok(message_counts(w->account, "root", TALLY_SUBTREE, &total, NULL, NULL));
    assert_int_equal(total, 0);
    world_page(w, PAGE("3", ITEM("2", "2", "in", ""), ""));
    ack(w, other, PAGE("", "", ",\"gone\":[\"2\"]"));
    check_ok(message_counts(w->account, "root", TALLY_SUBTREE, &total, NULL, NULL));
    assert_int_equal(total, 1);
}

/* In any order, any number of times; also over a restart, and where the content has changed meanwhile. */
TEST(versions_merge, WORLD_FILE | WORLD_UNREAD)
{
    int64_t row;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", VITEM("1", "1", "0", "") "," VITEM("2", "1", "3", ""), ""));
    set_read(w, "1", 1);
    set_read(w, "2", 1);
    /* Older, the same, and newer than what was done here, which is not sent yet. */
    world_page(w, PAGE("2", VITEM("1", "1", "0", "") "," VITEM("2", "1", "4", ""), ""));
    assert_int_equal(unread(w), 0);
    world_page(w, PAGE("3", VITEM("2", "1", "5", ""), ""));
    assert_int_equal(unread(w), 1);
    reopen(w, WORLD_FILE | WORLD_UNREAD);
    world_page(w, PAGE("4", VITEM("2", "1", "4", ",\"read\":true"), ""));
    assert_int_equal(unread(w), 1);
    /* The user has not seen what it is now: he has read the former revision, and that is what is sent. */
    world_page(w, PAGE("5", VITEM("1", "2", "0", ",\"title\":\"new\""), ""));
    assert_int_equal(unread(w), 2);
    row = take(w, ACT("1", "1", "true", "1"));
    ack(w, row, PAGE("", VITEM("1", "2", "0", ""), ""));
    assert_int_equal(unread(w), 2);
    row = take(w, ACT("2", "1", "true", "4"));
    ack(w, row, PAGE("", VITEM("2", "1", "5", ""), ""));
    assert_int_equal(unread(w), 2);
    /* A mark is newer than all that it overrules. */
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, NULL));
    row = take(w, MARK("root.in", "2", "6"));
    world_page(w, PAGE("6", VITEM("1", "2", "6", "") "," VITEM("2", "1", "7", ""), ""));
    assert_int_equal(unread(w), 1);
    /* A version that cannot be one sets its item aside. */
    world_page(w, PAGE("7", VITEM("2", "1", "-1", ",\"read\":true") "," VITEM("2", "1", "\"8\"", ",\"read\":true"), ""));
    assert_int_equal(unread(w), 1);
    world_page(w, PAGE("8", VITEM("2", "1", "9007199254740991", ",\"read\":true"), ""));
    assert_int_equal(unread(w), 1);
    /* Nothing is newer than the greatest version, where reading wins. */
    world_page(w, PAGE("9", VITEM("2", "1", "9007199254740990", ""), ""));
    set_read(w, "2", 1);
    check_ok(tally_engine_verify(w->engine));
    assert_int_equal(unread(w), 0);
}

/* The messages that a mark of the former epoch has read are unread again, unless the mark was sent. */
TEST(a_mark_of_another_epoch, WORLD_FILE | WORLD_UNREAD)
{
    static const char page[] = PAGE("1", VITEM("1", "1", "1", ",\"read\":true"), ",\"epoch\":\"b\",\"reset\":true");

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", VITEM("1", "1", "3", ",\"read\":true"), ",\"epoch\":\"a\""));
    set_read(w, "1", 0);
    world_page(w, PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":5}}"));
    assert_int_equal(unread(w), 0);
    check_ok(tally_feed_deliver(w->feed, page, sizeof page - 1));
    assert_int_equal(unread(w), 1);
    check_badge(w->account, "in", 1, 1);
    take(w, ACT("1", "1", "false", "4"));
    check_ok(tally_engine_verify(w->engine));
}

/* A message that the user dismisses is seen, and keeps the version that it came with. */
TEST(dismissed_messages_keep_their_version, WORLD_FILE | WORLD_UNREAD)
{
    int64_t key;
    size_t changed;
    int64_t row;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", VITEM("1", "1", "5", ""), ""));
    key = key_of(w->account, "1");
    check_ok(tally_message_mark_seen(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
    check_counts(w, 0, 0, 0); /* Seeing travels nowhere. */
    set_read(w, "1", 1);
    row = take(w, ACT("1", "1", "true", "6"));
    ack(w, row, PAGE("", VITEM("1", "1", "6", ",\"read\":true"), ""));
    assert_int_equal(unread(w), 0);
    check_ok(tally_engine_verify(w->engine));
}

#define TOTAL(number) "{\"id\":\"n\",\"path\":\"chat\",\"total\":" number "}"

/* The response of a server that takes a row may be older than a page that came since. So it does not set the number
 * that the server keeps for a path. */
TEST(an_acknowledgement_sets_no_total, WORLD_FILE | WORLD_UNREAD)
{
    int64_t row;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", TOTAL("3") "," ITEM("1", "1", "in", ""), ""));
    check_badge(w->account, "chat", 1, 3);
    set_read(w, "1", 1);
    row = take(w, READ("1", "1"));
    world_page(w, PAGE("2", TOTAL("7"), ""));
    check_badge(w->account, "chat", 1, 7);
    ack(w, row, PAGE("", ITEM("1", "2", "in", ",\"read\":true") "," TOTAL("3"), ""));
    check_badge(w->account, "chat", 1, 7);
    check_badge(w->account, "in", 0, 0);
    check_ok(tally_engine_verify(w->engine));
}

/* A mark is not sent yet when a new epoch begins, in which another device has set the message unread: its version is
 * newer than the mark. So the message is unread on all devices, whenever the server takes the mark. */
TEST(unread_in_a_new_epoch, WORLD_FILE | WORLD_UNREAD)
{
    static const char page[] = PAGE("1", VITEM("1", "1", "5", ""), ",\"epoch\":\"b\",\"reset\":true");
    int64_t row;
    int order;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    for (order = 0; order < 2; order++) {
        world_page(w, order == 0 ? PAGE("1", VITEM("1", "1", "0", ""), ",\"epoch\":\"a\"")
                                 : PAGE("1", VITEM("1", "1", "0", ""), ",\"epoch\":\"c\",\"reset\":true"));
        assert_int_equal(unread(w), 1);
        check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, NULL));
        assert_int_equal(unread(w), 0);
        row = take(w, MARK("root.in", "1", "1"));
        if (order == 1)
            ack(w, row, PAGE("", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}"));
        check_ok(tally_feed_deliver(w->feed, page, sizeof page - 1));
        assert_int_equal(unread(w), 1);
        if (order == 0)
            ack(w, row, PAGE("", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}"));
        assert_int_equal(unread(w), 1);
        check_ok(tally_engine_verify(w->engine));
    }
}

/* Another epoch starts its versions from scratch; what is still to be sent keeps its own. */
TEST(versions_of_another_epoch, WORLD_FILE | WORLD_UNREAD)
{
    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", VITEM("1", "1", "8", ",\"read\":true") "," VITEM("2", "1", "8", "") "," VITEM("3", "1", "0", ""),
                       ",\"epoch\":\"a\",\"marks\":{\"in\":{\"upto\":\"3\",\"ver\":5}}"));
    assert_int_equal(unread(w), 1);
    set_read(w, "2", 1);
    check_ok(tally_feed_deliver(w->feed, PAGE("1", VITEM("1", "1", "1", "") "," VITEM("2", "1", "1", "") ","
                                              VITEM("3", "1", "0", ""), ",\"epoch\":\"b\",\"reset\":true"),
                                strlen(PAGE("1", VITEM("1", "1", "1", "") "," VITEM("2", "1", "1", "") ","
                                            VITEM("3", "1", "0", ""), ",\"epoch\":\"b\",\"reset\":true"))));
    assert_int_equal(unread(w), 2); /* 1 and 3; 2 was read here. */
    ack(w, take(w, ACT("2", "1", "true", "9")), PAGE("", VITEM("2", "1", "9", ",\"read\":true"), ""));
    assert_int_equal(unread(w), 2);
    check_ok(tally_engine_verify(w->engine));
}

/* An answer that is no page says nothing, and nothing of it stays. */
TEST(answers_that_are_none, WORLD_FILE)
{
    static const char *const answers[] = {"", "ok", "{\"ok\":true}", "[]", "{\"cursor\":\"1\",\"items\":[", "\xFF",
                                          "{\"cursor\":\"\",\"items\":[{\"id\":\"1\"}]}"};
    size_t i;

    begin(w);
    for (i = 0; i < COUNT_OF(answers); i++) {
        set_read(w, "1", i % 2 == 0);
        ack(w, take(w, i % 2 == 0 ? READ("1", "1") : UNREAD("1", "1")), answers[i]);
        assert_int_equal(unread(w), i % 2 == 0 ? 2 : 3);
    }
    check_counts(w, 0, 0, 0);
    check_ok(tally_engine_verify(w->engine));
}

/* ---- The library sends ---- */

typedef struct sending {
    world w;
    server *s;
} sending;

/* Messages are there, and the outbox goes to the server. */
static void begin_sending(sending *t, unsigned flags, const char *token)
{
    char url[64];

    world_init(&t->w, flags);
    begin(&t->w);
    t->s = server_start();
    server_url(t->s, url, sizeof url);
    check_ok(send_outbox(t->w.account, url));
    log_in_at(t->w.account, url, token);
}

static void end_sending(sending *t)
{
    world_end(&t->w);
    server_stop(t->s);
}

/* Steps until so many rows are there, of which so many have failed for good, and nobody has one. */
static void pump_at(sending *t, uint64_t total, uint64_t failed, int line)
{
    uint64_t have, leased, lost;
    patience p = {0};

    while (is_patient(&p)) {
        check_ok(tally_engine_step(t->w.engine));
        check_ok(outbox_counts(t->w.account, &have, &leased, &lost));
        if (have == total && lost == failed && leased == 0)
            return;
        (void)poll(NULL, 0, 1);
    }
    fail_msg("line %d: %d rows, %d leased, %d failed", line, (int)have, (int)leased, (int)lost);
}
#define pump(t, total, failed) pump_at((t), (total), (failed), __LINE__)

static void pump_requests(sending *t, unsigned requests)
{
    patience p = {0};

    while (server_requests(t->s) < requests && is_patient(&p)) {
        check_ok(tally_engine_step(t->w.engine));
        (void)poll(NULL, 0, 1);
    }
    assert_int_equal(server_requests(t->s), requests);
}

static void header(sending *t, unsigned index, const char *name, char *value, size_t capacity)
{
    const char *start = strstr(server_request(t->s, index), name), *end;

    value[0] = 0;
    if (start == NULL)
        return;
    start += strlen(name);
    end = strstr(start, "\r\n");
    snprintf(value, capacity, "%.*s", (int)(end - start), start);
}

TEST_ALONE(it_is_sent)
{
    sending t;
    char key[64], other[64], token[64], length[64];

    begin_sending(&t, WORLD_FILE | WORLD_UNREAD, "secret");
    server_answer_json(t.s, PAGE("", ITEM("1", "2", "in", ",\"read\":true"), ""));
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    set_read(&t.w, "2", 1);
    pump(&t, 0, 0);
    assert_int_equal(server_requests(t.s), 2);
    assert_int_equal(strncmp(server_request(t.s, 0), "POST /", 6), 0);
    header(&t, 0, "Idempotency-Key: ", key, sizeof key);
    header(&t, 1, "Idempotency-Key: ", other, sizeof other);
    header(&t, 0, "Authorization: ", token, sizeof token);
    header(&t, 0, "Content-Length: ", length, sizeof length);
    assert_int_equal(strlen(key), 32);
    assert_string_not_equal(key, other);
    assert_string_equal(token, "Bearer secret");
    assert_int_equal(atoi(length), (int)strlen(READ("1", "1")));
    assert_int_equal(unread(&t.w), 1);
    end_sending(&t);
}

/* The same key at each attempt, with growing waits. A feed's request ends the wait immediately. */
TEST_ALONE(it_is_sent_again)
{
    sending t;
    char first[64], key[64];
    unsigned i;

    begin_sending(&t, WORLD_FILE, NULL);
    server_answer(t.s, NULL);
    server_answer_http(t.s, 500, "", "");
    server_answer_http(t.s, 409, "", "");
    server_answer_http(t.s, 429, "Retry-After: 100\r\n", "");
    server_answer_http(t.s, 409, "", PAGE("", ITEM("1", "2", "in", ""), ""));
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    pump(&t, 1, 0);
    check_ok(world_sync(&t.w)); /* A feed is polled, so the wait is over. */
    pump_requests(&t, 2);
    pump(&t, 1, 0);
    fake_clock_advance(&t.w.clock, 600000);
    pump_requests(&t, 3);
    pump(&t, 1, 0);
    fake_clock_advance(&t.w.clock, 600000);
    pump_requests(&t, 4);
    pump(&t, 1, 0);
    /* The server's wait holds in any case. */
    fake_clock_advance(&t.w.clock, 99000);
    check_ok(world_sync(&t.w));
    for (i = 0; i < 5; i++)
        check_ok(tally_engine_step(t.w.engine));
    assert_int_equal(server_requests(t.s), 4);
    fake_clock_advance(&t.w.clock, 600000);
    pump(&t, 0, 0);
    assert_int_equal(unread(&t.w), 3); /* The newer value. */
    header(&t, 0, "Idempotency-Key: ", first, sizeof first);
    for (i = 1; i < 5; i++) {
        header(&t, i, "Idempotency-Key: ", key, sizeof key);
        assert_string_equal(key, first);
    }
    end_sending(&t);
}

/* A request to send the rows now ends the outbox's own wait, but not the server's. */
TEST_ALONE(a_wait_ends_when_somebody_wants_it_sent)
{
    sending t;
    unsigned i;

    begin_sending(&t, WORLD_FILE, NULL);
    server_answer_http(t.s, 500, "", "");
    server_answer(t.s, NULL);
    server_answer_http(t.s, 429, "Retry-After: 100\r\n", "");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    pump(&t, 1, 0);
    check_ok(tally_outbox_retry_all(t.w.account, NULL));
    pump_requests(&t, 2);
    pump(&t, 1, 0);
    check_ok(tally_outbox_retry_all(t.w.account, NULL));
    pump_requests(&t, 3);
    pump(&t, 1, 0);
    check_ok(tally_outbox_retry_all(t.w.account, NULL));
    fake_clock_advance(&t.w.clock, 99000);
    for (i = 0; i < 5; i++)
        check_ok(tally_engine_step(t.w.engine));
    assert_int_equal(server_requests(t.s), 3);
    fake_clock_advance(&t.w.clock, 33000); /* Its own wait after a third failure is up to 120 s, and a tenth. */
    pump(&t, 0, 0);
    end_sending(&t);
}

/* A log-in, or another credential, does not end the server's wait, also not for rows of a later time. */
TEST_ALONE(a_wait_outlasts_a_log_in)
{
    sending t;
    unsigned i;

    begin_sending(&t, WORLD_FILE, "old");
    server_answer_http(t.s, 429, "Retry-After: 100\r\n", "");
    server_answer_http(t.s, 204, "", "");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    pump(&t, 1, 0);
    set_read(&t.w, "2", 1);
    log_in_to(t.w.account, t.s, "new");
    fake_clock_advance(&t.w.clock, 99000);
    for (i = 0; i < 5; i++)
        check_ok(tally_engine_step(t.w.engine));
    assert_int_equal(server_requests(t.s), 1);
    fake_clock_advance(&t.w.clock, 600000);
    pump(&t, 0, 0);
    end_sending(&t);
}

/* A server that asks for no wait, or for one that is over, does not hold the rows back. */
TEST_ALONE(a_server_that_asks_for_no_wait)
{
    static const char *const headers[] = {
        "Retry-After: 0\r\n", "Retry-After: Thu, 01 Jan 1970 00:00:00 GMT\r\n",
        "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1\r\n",
    };
    sending t;
    unsigned i;

    begin_sending(&t, WORLD_FILE, NULL);
    for (i = 0; i < COUNT_OF(headers); i++)
        server_answer_http(t.s, 503, headers[i], "");
    server_answer_http(t.s, 503, "Retry-After: 2\r\n", "");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    for (i = 1; i <= COUNT_OF(headers) + 1; i++) {
        pump_requests(&t, i);
        pump(&t, 1, 0);
        check_ok(tally_outbox_retry_all(t.w.account, NULL));
    }
    /* Its own wait is longer than the server's, and only the server's holds. */
    fake_clock_advance(&t.w.clock, 1900);
    for (i = 0; i < 5; i++)
        check_ok(tally_engine_step(t.w.engine));
    assert_int_equal(server_requests(t.s), COUNT_OF(headers) + 1);
    fake_clock_advance(&t.w.clock, 400);
    check_ok(tally_outbox_retry_all(t.w.account, NULL));
    pump(&t, 0, 0);
    end_sending(&t);
}

TEST_ALONE(it_is_refused)
{
    sending t;
    tally_event event = {.struct_size = sizeof event};
    char text[256];
    int auths = 0;

    begin_sending(&t, WORLD_FILE, "old");
    server_answer_http(t.s, 404, "", "");
    server_answer_http(t.s, 401, "", "");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    set_read(&t.w, "2", 1);
    pump_requests(&t, 2);
    pump(&t, 2, 1);
    while (tally_engine_next_event(t.w.engine, 0, &event, text, sizeof text) == TALLY_OK)
        if (event.kind == TALLY_EVENT_AUTH && event.feed == 0) {
            auths += 1;
            assert_int_equal(event.http_status, 401);
        }
    assert_int_equal(auths, 1);
    fake_clock_advance(&t.w.clock, 10000000);
    check_ok(world_sync(&t.w));
    assert_int_equal(server_requests(t.s), 2);
    log_in_to(t.w.account, t.s, "new");
    pump(&t, 1, 1);
    assert_non_null(strstr(server_request(t.s, 2), "Authorization: Bearer new\r\n"));
    check_ok(tally_outbox_retry_all(t.w.account, NULL));
    pump(&t, 0, 0);
    end_sending(&t);
}

/* The events AUTH of the outbox that are pending; the last one says that it waits. */
static int waits_for_credential(world *w)
{
    tally_event event = {.struct_size = sizeof event};
    char text[256];
    int auths = 0;

    while (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) == TALLY_OK)
        if (event.kind == TALLY_EVENT_AUTH && event.feed == 0) {
            auths++;
            assert_int_equal(event.result, TALLY_ERROR_UNAUTHORIZED);
            assert_int_equal(event.http_status, 0);
            assert_non_null(strstr(text, "the outbox waits for a credential"));
        }
    return auths;
}

/* Steps without a request, and restarts the waits of the outbox. */
static void send_nothing(sending *t, unsigned requests)
{
    int i;

    fake_clock_advance(&t->w.clock, 10000000);
    check_ok(tally_outbox_retry_all(t->w.account, NULL));
    for (i = 0; i < 20; i++)
        check_ok(tally_engine_step(t->w.engine));
    assert_int_equal(server_requests(t->s), requests);
    check_counts(&t->w, 1, 0, 0);
}

/* Credentials are not stored. An outbox whose requests had one sends no row without it, as feeds send no request. */
TEST_ALONE(it_waits_for_its_credential)
{
    sending t;
    char url[64], other[80], token[64];

    begin_sending(&t, WORLD_FILE, "old");
    server_url(t.s, url, sizeof url);
    set_read(&t.w, "1", 1);
    world_close(&t.w);
    world_open(&t.w, WORLD_FILE);
    send_nothing(&t, 0);
    assert_int_equal(waits_for_credential(&t.w), 1);
    send_nothing(&t, 0); /* It says so once. */
    assert_int_equal(waits_for_credential(&t.w), 0);
    /* Settings, another path of the server, and another log-in change nothing. */
    snprintf(other, sizeof other, "%s/outbox", url);
    check_ok(send_outbox(t.w.account, other));
    check_ok(tally_account_log_out(t.w.account));
    check_ok(tally_account_log_in(t.w.account));
    send_nothing(&t, 0);
    assert_int_equal(waits_for_credential(&t.w), 1);
    log_in_to(t.w.account, t.s, "new");
    server_answer_http(t.s, 204, "", "");
    pump(&t, 0, 0);
    header(&t, 0, "Authorization: ", token, sizeof token);
    assert_string_equal(token, "Bearer new");
    end_sending(&t);
}

/* Without its credential, or at another server, the outbox needs none, in this run and in the next ones. */
TEST_ALONE(it_needs_no_credential_any_more)
{
    sending t;
    char url[64], token[64];
    int turn;

    for (turn = 0; turn < 3; turn++) {
        begin_sending(&t, WORLD_FILE, "old");
        server_url(t.s, url, sizeof url);
        set_read(&t.w, "1", 1);
        if (turn == 0)
            check_ok(tally_account_remove_credential(t.w.account, url));
        if (turn == 1) /* The credential stays, but the rows are for another server. */
            check_ok(send_outbox(t.w.account, "https://example.org/outbox"));
        world_close(&t.w);
        world_open(&t.w, WORLD_FILE);
        if (turn == 1)
            check_ok(send_outbox(t.w.account, url));
        if (turn == 2)
            check_ok(tally_account_remove_credential(t.w.account, url));
        server_answer_http(t.s, 204, "", "");
        pump(&t, 0, 0);
        header(&t, 0, "Authorization: ", token, sizeof token);
        assert_string_equal(token, "");
        assert_int_equal(waits_for_credential(&t.w), 0);
        end_sending(&t);
    }
}

/* A credential is for one server. The outbox's server is another one. */
TEST_ALONE(the_credential_of_another_server)
{
    sending t;
    server *other = server_start();
    char url[64], token[64];

    begin_sending(&t, WORLD_FILE, NULL);
    server_url(other, url, sizeof url);
    log_in_at(t.w.account, url, "secret");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    pump(&t, 0, 0);
    header(&t, 0, "Authorization: ", token, sizeof token);
    assert_string_equal(token, "");
    log_in_to(t.w.account, t.s, "its own");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "2", 1);
    pump(&t, 0, 0);
    header(&t, 1, "Authorization: ", token, sizeof token);
    assert_string_equal(token, "Bearer its own");
    server_stop(other);
    end_sending(&t);
}

/* Nothing goes out while nobody is logged in, and what is on its way is broken off. */
TEST_ALONE(logged_out)
{
    sending t;
    int i;

    begin_sending(&t, WORLD_FILE, "a");
    server_hold_json(t.s, "{}");
    server_answer_http(t.s, 204, "", "");
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    check_ok(tally_account_log_out(t.w.account));
    pump(&t, 1, 0);
    fake_clock_advance(&t.w.clock, 10000000);
    for (i = 0; i < 5; i++)
        check_ok(tally_engine_step(t.w.engine));
    assert_int_equal(server_requests(t.s), 1);
    server_release(t.s);
    log_in_to(t.w.account, t.s, "b");
    pump(&t, 0, 0);
    assert_non_null(strstr(server_request(t.s, 1), "Authorization: Bearer b\r\n"));
    end_sending(&t);
}

/* Closing, and dropping, while a row is on its way. */
TEST_ALONE(ends)
{
    sending t;

    begin_sending(&t, WORLD_FILE, NULL);
    server_hold_json(t.s, "{}");
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    reopen(&t.w, WORLD_FILE);
    check_counts(&t.w, 1, 0, 0);
    server_stop(t.s);
    world_end(&t.w);
    begin_sending(&t, WORLD_FILE, NULL);
    server_hold_json(t.s, "{}");
    server_answer_json(t.s, "{}");
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    check_ok(tally_account_remove(t.w.engine, "ann"));
    check_status(outbox_counts(t.w.account, NULL, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(lease_outbox(t.w.account), TALLY_ERROR_NOT_FOUND);
    server_release(t.s);
    check_ok(tally_engine_step(t.w.engine));
    end_sending(&t);
}

/* ---- What cannot be ---- */

TEST(bad_input, WORLD_FILE)
{
    rows r;
    size_t count = 7, size;
    int64_t row;

    begin(w);
    set_read(w, "1", 1);
    set_read(w, "2", 1);
#define LEASE(account, duration, limit, entries, rows_capacity, text_capacity, out_count, out_size) \
    outbox_lease((account), (duration), (limit), (entries), (rows_capacity), r.text, (text_capacity), (out_count), \
                       (out_size))
    check_status(LEASE(NULL, 1, 1, r.entries, 1, sizeof r.text, &count, &size), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_lease(w->account, 1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(LEASE(w->account, 0, 1, r.entries, 1, sizeof r.text, &count, &size), TALLY_ERROR_RANGE);
    check_status(LEASE(w->account, 86400001, 1, r.entries, 1, sizeof r.text, &count, &size), TALLY_ERROR_RANGE);
    /* A row that does not fit is not leased (test_lists.c has buffers of every size). */
    check_status(LEASE(w->account, 1, 2, NULL, 0, 0, &count, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    check_status(LEASE(w->account, 1, 2, r.entries, 2, size - 1, &count, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_counts(w, 2, 0, 0);
    lease(w, &r, 1000, 1);
    assert_int_equal(r.entries[0].attempt, 1);
    row = r.entries[0].id;

    check_status(outbox_list(w->account, 0, 1, NULL, 0, NULL, 0, &count, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(outbox_list(w->account, 0, 1, r.entries, 1, r.text, sizeof r.text, &count, &size), TALLY_MORE);
    assert_int_equal(count, 1);
    check_ok(outbox_list(w->account, *next_of_list(), 1, r.entries, 1, r.text, sizeof r.text, &count, &size));
    assert_true(r.entries[0].id > row);
    check_status(outbox_list(w->account, "9", 1, r.entries, 1, r.text, sizeof r.text, &count, &size),
                 TALLY_ERROR_ARGUMENT);

    check_status(tally_outbox_ack(NULL, row, NULL, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_ack(w->account, row, NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_ack(w->account, row, "x", (size_t)-1), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_ack(w->account, row + 1, NULL, 0), TALLY_ERROR_CONFLICT);
    check_status(tally_outbox_ack(w->account, 0, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_outbox_ack(w->account, -1, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_outbox_ack(w->account, row + 2, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_outbox_fail(w->account, row + 2, 1, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_outbox_fail(w->account, row + 1, 0, 0), TALLY_ERROR_CONFLICT);
    check_status(tally_outbox_fail(w->account, row, 2, 0), TALLY_ERROR_CONFLICT);
    check_status(tally_outbox_fail(w->account, row, 1, -2), TALLY_ERROR_RANGE);
    check_status(tally_outbox_fail(w->account, row, 1, 86400001), TALLY_ERROR_RANGE);
    check_status(tally_outbox_fail(NULL, row, 1, 0), TALLY_ERROR_ARGUMENT);
    check_status(outbox_counts(NULL, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_retry(NULL, 1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_remove(NULL, 1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_retry_all(NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_remove_failed(NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_retry(w->account, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_message("the id must be that of a row");
    check_status(tally_outbox_retry(w->account, INT64_MIN, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_remove(w->account, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_remove(w->account, -1, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_outbox_remove(w->account, INT64_MAX, NULL));
    check_counts(w, 2, 1, 0);
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    check_status(lease_outbox(w->account), TALLY_ERROR_CLOSED);
    check_status(tally_outbox_ack(w->account, row, NULL, 0), TALLY_ERROR_CLOSED);
    check_status(tally_outbox_retry(w->account, 1, NULL), TALLY_ERROR_CLOSED);
    check_status(outbox_list(w->account, 0, 1, NULL, 0, NULL, 0, &count, &size), TALLY_ERROR_CLOSED);
}

/* Another account's row is none of this one's. */
TEST(of_another_account, WORLD_FILE)
{
    tally_account *other;
    rows r;
    size_t count, size;

    begin(w);
    set_read(w, "1", 1);
    lease(w, &r, 1000, 1);
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(outbox_lease(other, 1000, 1, NULL, 0, NULL, 0, &count, &size));
    assert_int_equal(count, 0);
    check_status(tally_outbox_ack(other, r.entries[0].id, NULL, 0), TALLY_ALREADY_APPLIED);
    check_status(tally_outbox_fail(other, r.entries[0].id, 1, 0), TALLY_ALREADY_APPLIED);
    check_counts(w, 1, 1, 0);
    tally_account_release(other);
}

/* ---- When nothing is sent ---- */

enum { LOGGED_OUT, LEASED, OFF, REASONS };

static void set_mode(world *w, tally_outbox_mode mode, const char *url)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox = mode;
    settings.outbox_url = url;
    check_ok(tally_account_configure(w->account, &settings));
}

static void stop_sending(sending *t, int reason)
{
    if (reason == LOGGED_OUT)
        check_ok(tally_account_log_out(t->w.account));
    else
        set_mode(&t->w, reason == LEASED ? TALLY_OUTBOX_MODE_LEASED : TALLY_OUTBOX_MODE_OFF, NULL);
}

static void resume_sending(sending *t, int reason)
{
    char url[64];

    server_url(t->s, url, sizeof url);
    if (reason == LOGGED_OUT)
        check_ok(tally_account_log_in(t->w.account));
    else
        set_mode(&t->w, TALLY_OUTBOX_MODE_SENT, url);
}

static void check_silent(sending *t, unsigned requests)
{
    int i;

    for (i = 0; i < 6; i++) {
        check_ok(tally_outbox_retry_all(t->w.account, NULL));
        check_ok(tally_engine_step(t->w.engine));
        fake_clock_advance(&t->w.clock, 600000);
        check_ok(tally_engine_step(t->w.engine));
    }
    assert_int_equal(server_requests(t->s), requests);
}

/* Rows that are new, and rows that wait after a failure, stay until sending goes on, and are then sent once. */
TEST_ALONE(nothing_is_sent_meanwhile)
{
    int reason, has_failed, reopens;

    for (reason = 0; reason < REASONS; reason++)
        for (has_failed = 0; has_failed < 2; has_failed++)
            for (reopens = 0; reopens < 2; reopens++) {
                char first[64] = "", key[64];
                unsigned before = has_failed ? 1 : 0;
                sending t;

                begin_sending(&t, WORLD_FILE, NULL);
                if (has_failed) {
                    server_answer_http(t.s, 500, "", "");
                    set_read(&t.w, "1", 1);
                    pump_requests(&t, 1);
                    pump(&t, 1, 0);
                    header(&t, 0, "Idempotency-Key: ", first, sizeof first);
                    stop_sending(&t, reason);
                } else { /* Without an outbox there would be no row. */
                    stop_sending(&t, reason == OFF ? LEASED : reason);
                    set_read(&t.w, "1", 1);
                    stop_sending(&t, reason);
                }
                check_silent(&t, before);
                if (reopens) {
                    world_close(&t.w);
                    world_open(&t.w, WORLD_FILE);
                    check_silent(&t, before);
                }
                check_counts(&t.w, 1, 0, 0);
                server_answer_http(t.s, 204, "", "");
                resume_sending(&t, reason);
                pump(&t, 0, 0);
                header(&t, before, "Idempotency-Key: ", key, sizeof key);
                assert_true(!has_failed || strcmp(key, first) == 0);
                check_silent(&t, before + 1);
                end_sending(&t);
            }
}

/* ---- Refusals, waits and ends, again and again ---- */

static int auths_of(world *w)
{
    tally_event event = {.struct_size = sizeof event};
    char text[256];
    int auths = 0;

    while (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) == TALLY_OK)
        if (event.kind == TALLY_EVENT_AUTH && event.feed == 0) {
            assert_int_equal(event.http_status, 401);
            auths++;
        }
    return auths;
}

/* Each credential that a server rejects is reported once, and the next one is tried. */
TEST_ALONE(each_credential_is_refused_once)
{
    unsigned turn;
    sending t;

    begin_sending(&t, WORLD_FILE, "0");
    set_read(&t.w, "1", 1);
    for (turn = 1; turn <= 3; turn++) {
        char name[8], token[64], expected[32];

        server_answer_http(t.s, 401, "", "");
        pump_requests(&t, turn);
        pump(&t, 1, 0);
        header(&t, turn - 1, "Authorization: ", token, sizeof token);
        snprintf(expected, sizeof expected, "Bearer %u", turn - 1);
        assert_string_equal(token, expected);
        assert_int_equal(auths_of(&t.w), 1);
        check_silent(&t, turn);
        assert_int_equal(auths_of(&t.w), 0);
        snprintf(name, sizeof name, "%u", turn);
        log_in_to(t.w.account, t.s, name);
    }
    server_answer_http(t.s, 204, "", "");
    pump(&t, 0, 0);
    assert_int_equal(auths_of(&t.w), 0);
    end_sending(&t);
}

/* The clock goes on until there is another request; how long that took. */
static int64_t until_next(sending *t, unsigned requests)
{
    int64_t start = t->w.clock.elapsed, timeout;
    patience p = {0};

    while (server_requests(t->s) < requests && is_patient(&p)) {
        check_ok(tally_engine_step(t->w.engine));
        check_ok(tally_engine_get_timeout(t->w.engine, &timeout));
        if (timeout > 0 && timeout < 3600000 && server_requests(t->s) < requests) {
            uint64_t rows, leased, failed;

            check_ok(outbox_counts(t->w.account, &rows, &leased, &failed));
            if (leased == 0)
                fake_clock_advance(&t->w.clock, timeout);
        }
    }
    assert_int_equal(server_requests(t->s), requests);
    return t->w.clock.elapsed - start;
}

#define FIRST_WAIT INT64_C(30000) /* The most after the first failure. */

/* The sender's own waits may be twice as long with each failure, and begin again behind a row that was accepted. */
TEST_ALONE(waits_grow_and_begin_again)
{
    int64_t waits[12];
    unsigned round, i, requests = 0;
    sending t;

    begin_sending(&t, WORLD_FILE, NULL);
    for (round = 0; round < 2; round++) {
        set_read(&t.w, round == 0 ? "1" : "2", 1);
        for (i = 0; i < COUNT_OF(waits); i++) {
            server_answer_http(t.s, 500, "", "");
            waits[i] = until_next(&t, ++requests);
            pump(&t, 1, 0);
        }
        for (i = 1; i < COUNT_OF(waits); i++)
            assert_true(waits[i] > 0 && waits[i] <= FIRST_WAIT << (i - 1));
        for (i = 6; i < COUNT_OF(waits) && waits[i] <= 2 * FIRST_WAIT; i++) {}
        assert_true(i < COUNT_OF(waits)); /* A random wait may be short, but not all of them. */
        server_answer_http(t.s, 204, "", "");
        until_next(&t, ++requests);
        pump(&t, 0, 0);
    }
    end_sending(&t);
}

/* A wait that a server has requested is known in the next run, and nothing is looked for before its end. */
TEST_ALONE(a_stored_wait_is_planned)
{
    int64_t timeout = 0;
    sending t;
    int i;

    begin_sending(&t, WORLD_FILE, NULL);
    server_answer_http(t.s, 503, "Retry-After: 1000\r\n", "");
    set_read(&t.w, "1", 1);
    pump_requests(&t, 1);
    pump(&t, 1, 0);
    world_close(&t.w);
    world_open(&t.w, WORLD_FILE);
    for (i = 0; i < 4; i++) { /* The file is written soon, too. */
        check_ok(tally_engine_step(t.w.engine));
        fake_clock_advance(&t.w.clock, 1000);
    }
    check_ok(tally_engine_step(t.w.engine));
    check_ok(tally_engine_get_timeout(t.w.engine, &timeout));
    if (timeout < 900000 || timeout > 1100000)
        fail_msg("the next step is after %d ms", (int)timeout);
    assert_int_equal(server_requests(t.s), 1);
    fake_clock_advance(&t.w.clock, timeout);
    server_answer_http(t.s, 204, "", "");
    pump(&t, 0, 0);
    assert_int_equal(server_requests(t.s), 2);
    end_sending(&t);
}

/* Accounts whose users leave at the same time: each one's request is broken off, and its row is free again. */
TEST_ALONE(several_leave_at_the_same_time)
{
    enum { USERS = 3 };
    static const char *const names[USERS] = {"bo", "cy", "di"};
    tally_account_options options = {.struct_size = sizeof options, .feeding = TALLY_FEEDING_UNREAD};
    tally_feed_options feed_options = {.struct_size = sizeof feed_options, .initial_delay = -1, .interval = -1};
    tally_account *accounts[USERS];
    server *servers[USERS];
    char url[64];
    patience p = {0};
    int turn, i, busy;
    world w;

    for (turn = 0; turn < 2; turn++) { /* With the library's thread, too. */
        world_init(&w, WORLD_FILE | WORLD_UNREAD | (turn ? WORLD_THREAD : 0));
        for (i = 0; i < USERS; i++) {
            static const char page[] = PAGE("1", ITEM("1", "1", "in", ""), "");
            tally_feed *feed;
            int64_t key;

            servers[i] = server_start();
            server_url(servers[i], url, sizeof url);
            check_ok(tally_account_open(w.engine, names[i], &options, &accounts[i]));
            check_ok(tally_account_log_in(accounts[i]));
            feed_options.url = w.page_url;
            check_ok(tally_feed_add(accounts[i], "feed", &feed_options, &feed));
            check_ok(tally_feed_deliver(feed, page, strlen(page)));
            check_ok(send_outbox(accounts[i], url));
            server_hold_json(servers[i], "{}");
            key = key_of(accounts[i], "1");
            check_ok(tally_message_mark_read(accounts[i], &key, 1, NULL));
            while (server_requests(servers[i]) < 1 && is_patient(&p)) {
                if (!turn)
                    check_ok(tally_engine_step(w.engine));
                (void)poll(NULL, 0, 1);
            }
            assert_int_equal(server_requests(servers[i]), 1);
            tally_feed_release(feed);
        }
        for (i = 0; i < USERS; i++)
            check_ok(tally_account_log_out(accounts[i]));
        do {
            uint64_t rows, leased, failed;

            for (busy = i = 0; i < USERS; i++) {
                check_ok(outbox_counts(accounts[i], &rows, &leased, &failed));
                assert_int_equal(rows, 1);
                busy += (int)leased;
            }
            if (!turn)
                check_ok(tally_engine_step(w.engine));
            (void)poll(NULL, 0, 1);
        } while (busy > 0 && is_patient(&p));
        assert_int_equal(busy, 0);
        for (i = 0; i < USERS; i++)
            tally_account_release(accounts[i]);
        world_end(&w);
        for (i = 0; i < USERS; i++)
            server_stop(servers[i]);
    }
}

/* A message may have the id that is a path. What the user has done to one masks nothing that the server says of the
 * other: neither before its row is sent, nor while it is on its way. */
TEST_ALONE(a_message_with_the_name_of_a_path)
{
    int is_leased, is_mark;

    for (is_mark = 0; is_mark < 2; is_mark++)
        for (is_leased = 0; is_leased < 2; is_leased++) {
            rows r;
            world w;

            world_init(&w, WORLD_FILE | WORLD_UNREAD);
            check_ok(lease_outbox(w.account));
            world_add_feed(&w);
            world_page(&w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in", "") ","
                                     "{\"id\":\"root.in\",\"rev\":\"1\",\"seq\":\"3\",\"path\":\"x\"}", ""));
            if (is_mark)
                check_ok(tally_message_mark_path_read(w.account, "in", TALLY_SUBTREE, NULL));
            else
                set_read(&w, "root.in", 1);
            check_counts(&w, 1, 0, 0);
            if (is_leased)
                lease(&w, &r, 1000, 1);
            assert_int_equal(unread(&w), is_mark ? 1 : 2);
            /* The server has read the other, and unreads what the user has read, which stays. */
            world_page(&w, is_mark ? PAGE("2", "{\"id\":\"root.in\",\"rev\":\"2\",\"seq\":\"3\",\"path\":\"x\",\"read\":true},"
                                               ITEM("1", "2", "in", ",\"read\":false"), "")
                                   : PAGE("2", "{\"id\":\"root.in\",\"rev\":\"2\",\"seq\":\"3\",\"path\":\"x\"}",
                                          ",\"marks\":{\"in\":{\"upto\":\"2\",\"ver\":5}}"));
            assert_int_equal(unread(&w), 0);
            check_counts(&w, 1, is_leased, 0);
            world_end(&w);
        }
}

/* Whether messages 1 and 2 are read, as two digits. */
static int reads_of(world *w)
{
    tally_message messages[8];
    char text[2048];
    size_t count, size, i;
    int reads = 0;

    check_ok(message_list(w->account, "root", TALLY_SUBTREE, 0, 8, messages, 8, text, sizeof text, &count, &size));
    for (i = 0; i < count; i++) {
        const char *id = text + messages[i].id.offset;

        if (messages[i].state == TALLY_MESSAGE_STATE_READ && (*id == '1' || *id == '2'))
            reads += *id == '1' ? 10 : 1;
    }
    return reads;
}

/* Rows of other messages, and marks of other paths, change nothing for a message, whatever its server says of it. */
TEST_ALONE(rows_of_others_change_nothing)
{
    static const char *const pages[] = {
        PAGE("2", ITEM("1", "2", "in", "") "," ITEM("2", "1", "in", ""), ""),
        PAGE("2", ITEM("1", "2", "in", ",\"read\":false") "," ITEM("2", "2", "in", ",\"read\":true"), ""),
        PAGE("2", ITEM("1", "2", "y", "") "," ITEM("2", "1", "y", ""), ""),
        PAGE("2", ITEM("1", "2", "y", ",\"read\":false") "," ITEM("2", "2", "y", ",\"read\":true"), ""),
        PAGE("2", ITEM("1", "2", "y", "") "," ITEM("2", "1", "y", ""), ",\"marks\":{\"y\":{\"upto\":\"1\",\"ver\":3}}"),
        PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":9}}"),
        PAGE("2", "", ",\"gone\":[\"1\"]"),
    };
    static const char *const later = PAGE("3", ITEM("1", "3", "in", "") "," ITEM("2", "3", "z", ""), "");
    enum { ONE, MARK_OF_PATH, BOTH, ACTS };
    size_t page;
    int act, others, step;

    for (page = 0; page < COUNT_OF(pages); page++)
        for (act = 0; act < ACTS; act++) {
            int seen[3][4];

            for (others = 0; others < 3; others++) {
                rows r;
                world w;
                size_t i;

                world_init(&w, WORLD_FILE | WORLD_UNREAD);
                check_ok(lease_outbox(w.account));
                world_add_feed(&w);
                world_page(&w, PAGE("1", ITEM("1", "1", "in", "") "," ITEM("2", "1", "in", "") ","
                                         ITEM("3", "1", "x", "") "," ITEM("4", "1", "x.y", ""), ""));
                if (act != MARK_OF_PATH)
                    set_read(&w, "1", 1);
                if (act != ONE)
                    check_ok(tally_message_mark_path_read(w.account, "in", TALLY_SUBTREE, NULL));
                if (others == 1)
                    set_read(&w, "3", 1);
                if (others == 2)
                    check_ok(tally_message_mark_path_read(w.account, "x", TALLY_SUBTREE, NULL));
                seen[others][0] = reads_of(&w);
                world_page(&w, pages[page]);
                seen[others][1] = reads_of(&w);
                do {
                    lease(&w, &r, 1000, MAX_ROWS);
                    for (i = 0; i < r.count; i++)
                        ack(&w, r.entries[i].id, NULL);
                } while (r.count > 0);
                seen[others][2] = reads_of(&w);
                world_page(&w, later);
                seen[others][3] = reads_of(&w);
                world_end(&w);
            }
            for (others = 1; others < 3; others++)
                for (step = 0; step < 4; step++)
                    if (seen[others][step] != seen[0][step])
                        fail_msg("page %d, act %d, others %d, step %d: %d and not %d", (int)page, act, others, step,
                                 seen[others][step], seen[0][step]);
        }
}

/* A row that has failed for good masks nothing: it is the same whether the host removes it or lets it be. */
TEST_ALONE(a_row_that_failed_is_like_none)
{
#define EPOCH(epoch, cursor, items, rest) \
    "{\"epoch\":\"" epoch "\",\"cursor\":\"" cursor "\",\"items\":[" items "]" rest "}"
    static const char *const pages[] = {
        EPOCH("e", "2", ITEM("1", "1", "in", ",\"read\":false"), ""),
        EPOCH("e", "2", ITEM("1", "2", "in", ",\"read\":false"), ""),
        EPOCH("e", "2", ITEM("1", "2", "y", ""), ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}"),
        EPOCH("f", "2", ITEM("1", "1", "in", ",\"read\":false") "," ITEM("2", "1", "in", ""), ""),
        EPOCH("f", "2", ITEM("1", "0", "in", ",\"read\":false,\"ver\":1") "," ITEM("2", "0", "in", ",\"ver\":1"), ""),
        EPOCH("f", "2", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":1}}"),
    };
    static const char *const later[] = {
        EPOCH("f", "3", ITEM("1", "2", "in", ",\"read\":false,\"ver\":2") "," ITEM("2", "2", "in", ",\"ver\":2"), ""),
        EPOCH("f", "3", ITEM("1", "1", "in", ",\"read\":false,\"ver\":9") "," ITEM("2", "1", "in", ",\"ver\":9"), ""),
    };
    enum { ONE, MARK_OF_PATH, ONE_BEHIND_MARK, ACTS };
    size_t page, next;
    int act, is_removed, step;

    for (page = 0; page < COUNT_OF(pages); page++)
        for (next = 0; next < COUNT_OF(later); next++)
            for (act = 0; act < ACTS; act++) {
                int seen[2][3];

                for (is_removed = 0; is_removed < 2; is_removed++) {
                    rows r;
                    world w;
                    size_t i;

                    world_init(&w, WORLD_FILE | WORLD_UNREAD);
                    check_ok(lease_outbox(w.account));
                    world_add_feed(&w);
                    world_page(&w, EPOCH("e", "1", ITEM("1", "1", "in", ",\"ver\":5") ","
                                         ITEM("2", "1", "in", ",\"ver\":5"), ""));
                    if (act != ONE)
                        check_ok(tally_message_mark_path_read(w.account, "in", TALLY_SUBTREE, NULL));
                    if (act == ONE_BEHIND_MARK)
                        set_read(&w, "1", 0);
                    if (act != MARK_OF_PATH)
                        set_read(&w, "1", 1);
                    do {
                        lease(&w, &r, 1000, MAX_ROWS);
                        for (i = 0; i < r.count; i++)
                            check_ok(tally_outbox_fail(w.account, r.entries[i].id, r.entries[i].attempt, -1));
                    } while (r.count > 0);
                    if (is_removed)
                        check_ok(tally_outbox_remove_failed(w.account, NULL));
                    seen[is_removed][0] = reads_of(&w);
                    world_page(&w, pages[page]);
                    seen[is_removed][1] = reads_of(&w);
                    world_page(&w, later[next]);
                    seen[is_removed][2] = reads_of(&w);
                    check_ok(tally_engine_verify(w.engine));
                    world_end(&w);
                }
                for (step = 0; step < 3; step++)
                    if (seen[0][step] != seen[1][step])
                        fail_msg("page %d, later %d, act %d, step %d: %d with the row, %d without", (int)page, (int)next,
                                 act, step, seen[0][step], seen[1][step]);
            }
}
