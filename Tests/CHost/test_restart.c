/* needs: sqlite */
/* A later run finds log-ins, the options of feeds, and which feeds wait for a credential or never had a response. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feeds.h"
#include "lists.h"
#include "settings.h"
#include "storefile.h"

#define PAGE_1 PAGE("c1", ITEM("1", "in", "2"), "")

static void open_as_tool(tally_engine_options *options) { options->flags |= TALLY_ENGINE_LOGGED_OUT; }

/* Closes and opens; the feed's handle is released. */
static void restart(world *w, void (*configure)(tally_engine_options *))
{
    world_close(w);
    w->configure = configure;
    world_open(w, WORLD_FILE);
}

static int is_logged_in(world *w)
{
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;

    check_ok(tally_account_get(w->account, &state, NULL, 0, NULL));
    return state.logged_in;
}

static uint64_t total(world *w)
{
    tally_badge badge;

    check_ok(tally_engine_get_total(w->engine, &badge));
    return badge.count;
}

static uint64_t total_of_all(world *w)
{
    tally_badge badge;

    check_ok(tally_engine_get_total_of_all(w->engine, &badge));
    assert_int_equal(badge.kind, badge.count > 0 ? TALLY_KIND_NUMBER : TALLY_KIND_NONE);
    return badge.count;
}

TEST(log_ins_are_stored, WORLD_FILE)
{
    check_ok(tally_badge_set(w->account, "a", 3));
    assert_int_equal(total(w), 0);
    assert_int_equal(total_of_all(w), 3);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_account_log_in(w->account));
    restart(w, NULL);
    assert_int_equal(is_logged_in(w), 1);
    assert_int_equal(total(w), 3);
    check_ok(tally_account_log_out(w->account));
    assert_int_equal(total(w), 0);
    restart(w, NULL);
    assert_int_equal(is_logged_in(w), 0);
    assert_int_equal(total(w), 0);
    assert_int_equal(total_of_all(w), 3);
}

/* A tool neither uses nor changes the log-ins of an application. */
TEST(a_tool_begins_logged_out, WORLD_FILE)
{
    check_ok(tally_account_log_in(w->account));
    restart(w, open_as_tool);
    assert_int_equal(is_logged_in(w), 0);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_account_log_out(w->account));
    restart(w, NULL);
    assert_int_equal(is_logged_in(w), 1);
    check_ok(tally_account_log_out(w->account));
    restart(w, open_as_tool);
    check_ok(tally_account_log_in(w->account));
    restart(w, NULL);
    assert_int_equal(is_logged_in(w), 0);
}

TEST(the_total_of_all_opens_nothing, WORLD_FILE)
{
    tally_account *other;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_badge_set(w->account, "a", 3));
    check_ok(tally_badge_set(other, "a", 4));
    check_ok(tally_account_log_in(other));
    tally_account_release(other);
    restart(w, NULL);
    assert_int_equal(total_of_all(w), 7);
    /* An account that nobody has opened is not logged in. */
    assert_int_equal(total(w), 0);
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    assert_int_equal(total(w), 4);
    tally_account_release(other);
    check_ok(tally_account_remove(w->engine, "bo"));
    assert_int_equal(total_of_all(w), 3);
    check_status(tally_engine_get_total_of_all(w->engine, NULL), TALLY_ERROR_ARGUMENT);
}

static void find(world *w)
{
    check_ok(tally_feed_find(w->account, "feed", &w->feed));
}

static tally_feed_entry entry_of(world *w, char *text, size_t capacity)
{
    tally_feed_entry entry = {0};
    size_t count = 0, size = 0;

    check_ok(feed_list(w->account, NULL, 1, &entry, 1, text, capacity, &count, &size));
    assert_int_equal(count, 1);
    return entry;
}

/* A feed that was added in an earlier run polls when its account is open. */
TEST(stored_feeds_run, WORLD_FILE | WORLD_SERVER)
{
    char text[4096];
    tally_feed_entry entry;

    server_answer_json(w->server, PAGE_1);
    add_feed(w, w->server, 1, 60000, NULL);
    fake_clock_advance(&w->clock, 1);
    until_asked(w, w->server, 1);
    settle(w);
    restart(w, NULL);
    entry = entry_of(w, text, sizeof text);
    assert_int_equal(entry.flags, TALLY_FEED_ENTRY_RUNNING);
    assert_int_equal(entry.interval, 60000);
    fake_clock_advance(&w->clock, 60001);
    until_asked(w, w->server, 2);
    find(w);
    settle(w);
    check_ok(state_of(w).result);
    check_ok(tally_account_log_out(w->account));
    restart(w, NULL);
    fake_clock_advance(&w->clock, 60001);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(entry_of(w, text, sizeof text).flags, 0);
    assert_int_equal(server_requests(w->server), 2);
    check_ok(tally_account_log_in(w->account));
    fake_clock_advance(&w->clock, 60001);
    until_asked(w, w->server, 3);
}

/* A feed that polled on request alone gets an interval. */
TEST(new_options_count_for_a_feed_that_runs, WORLD_FILE | WORLD_SERVER)
{
    server_answer_json(w->server, PAGE_1);
    add_feed(w, w->server, -1, -1, NULL);
    restart(w, NULL);
    fake_clock_advance(&w->clock, 600000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(server_requests(w->server), 0);
    add_feed(w, w->server, 300, 300, NULL);
    fake_clock_advance(&w->clock, 300);
    until_asked(w, w->server, 1);
    settle(w);
    fake_clock_advance(&w->clock, 300);
    until_asked(w, w->server, 2);
}

/* All options come back, as numbers: a profile's values too. */
TEST(options_are_stored, WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char text[4096];
    tally_feed_entry entry;
    int run;

    options.flags = TALLY_FEED_OPTION_STOPS_IN_BACKGROUND | TALLY_FEED_OPTION_EXACT_DELAY;
    options.polling = TALLY_POLLING_UNREAD_COUNT;
    options.interval = 1234567;
    options.request_timeout = 111;
    options.idle_timeout = 222;
    options.max_age = 333;
    options.max_messages = 444;
    options.page_limit = 55;
    options.url = "http://example.org/feed";
    options.prefix = "in.box";
    options.mapping_preset = "ntfy";
    options.mapping = "{\"limit\":{\"name\":\"n\"}}";
    options.title = "Title \xC3\xA9";
    if (tally_feed_add(w->account, "feed", &options, NULL) != TALLY_OK) {
        options.mapping = NULL;
        check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    }
    for (run = 0; run < 2; run++) {
        entry = entry_of(w, text, sizeof text);
        assert_int_equal(entry.flags, run == 0 ? TALLY_FEED_ENTRY_RUNNING : 0);
        assert_int_equal(entry.options, options.flags);
        assert_int_equal(entry.initial_delay, -1);
        assert_int_equal(entry.interval, 1234567);
        assert_int_equal(entry.visible_interval, 60000);
        assert_int_equal(entry.tolerance, -1);
        assert_int_equal(entry.away_time, 60000);
        assert_int_equal(entry.request_timeout, 111);
        assert_int_equal(entry.idle_timeout, 222);
        assert_int_equal(entry.max_age, 333);
        assert_int_equal(entry.max_messages, 444);
        assert_int_equal(entry.page_limit, 55);
        assert_string_equal(text + entry.url.offset, options.url);
        assert_string_equal(text + entry.prefix.offset, "root.in.box");
        assert_string_equal(text + entry.title.offset, options.title);
        assert_string_equal(text + entry.mapping_preset.offset, "ntfy");
        assert_string_equal(text + entry.mapping.offset, options.mapping == NULL ? "" : options.mapping);
        restart(w, NULL);
    }
}

/* Options for one run leave the stored ones as they are. */
TEST(temporary_options_are_not_stored, WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char text[4096];

    options.url = w->page_url;
    options.flags = TALLY_FEED_OPTION_TEMPORARY;
    options.interval = 5000;
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    assert_int_equal(entry_of(w, text, sizeof text).options, TALLY_FEED_OPTION_TEMPORARY);
    assert_int_equal(entry_of(w, text, sizeof text).interval, 5000);
    check_ok(tally_account_log_in(w->account));
    restart(w, NULL);
    assert_int_equal(entry_of(w, text, sizeof text).flags, 0);
    assert_int_equal(entry_of(w, text, sizeof text).interval, 0);
    check_status(tally_feed_find(w->account, "feed", &w->feed), TALLY_ERROR_NOT_FOUND);
    assert_null(w->feed);
    options.flags = 0;
    options.interval = 7000;
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    options.flags = TALLY_FEED_OPTION_TEMPORARY;
    options.interval = 5000;
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    restart(w, NULL);
    assert_int_equal(entry_of(w, text, sizeof text).interval, 7000);
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING);
    find(w);
    check_ok(tally_feed_remove(w->feed));
    tally_feed_release(w->feed);
    check_status(tally_feed_find(w->account, "feed", &w->feed), TALLY_ERROR_NOT_FOUND);
    check_status(tally_feed_find(w->account, NULL, &w->feed), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_find(w->account, "feed", NULL), TALLY_ERROR_ARGUMENT);
}

/* As events have them: an open account, and a feed that runs from then on. */
TEST(found_by_number, WORLD_FILE)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = "https://example.org/feed"};
    tally_account *account, *other;
    tally_feed *feed;
    tally_feed_state state = TALLY_FEED_STATE_INIT;
    int64_t id;
    char text[1024];

    check_ok(account_info(w->account, &id, NULL, NULL, NULL));
    check_ok(tally_account_find(w->engine, id, &account));
    check_ok(tally_badge_set(account, "a", 3));
    check_badge(w->account, "a", 1, 3);
    tally_account_release(account);
    check_status(tally_account_find(w->engine, id + 1, &account), TALLY_ERROR_NOT_FOUND);
    check_message("no open account");
    assert_null(account);
    check_status(tally_account_find(w->engine, id, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_find(NULL, id, &account), TALLY_ERROR_ARGUMENT);
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    restart(w, NULL);
    tally_account_release(other);
    check_status(tally_account_find(w->engine, id + 1, &account), TALLY_ERROR_NOT_FOUND); /* Stored, but not open. */
    id = entry_of(w, text, sizeof text).id;
    check_ok(tally_feed_find_by_id(w->account, id, &feed));
    check_ok(tally_feed_get(feed, &state, NULL, 0, NULL));
    assert_int_equal(state.id, id);
    assert_int_equal(state.http_status, 0);
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING);
    check_status(tally_feed_find_by_id(w->account, id, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_find_by_id(w->account, id + 1, &w->feed), TALLY_ERROR_NOT_FOUND);
    assert_null(w->feed);
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_status(tally_feed_find_by_id(other, id, &w->feed), TALLY_ERROR_NOT_FOUND);
    tally_account_release(other);
    check_ok(tally_account_remove(w->engine, "bo"));
    check_ok(tally_feed_remove(feed));
    tally_feed_release(feed);
    check_status(tally_feed_find_by_id(w->account, id, &w->feed), TALLY_ERROR_NOT_FOUND);
}

static void give(world *w, const char *secret)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;
    char url[64];

    server_url(w->server, url, sizeof url);
    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = secret;
    check_ok(tally_account_set_credential(w->account, url, &credential));
}

/* The next event AUTH, which says that the feed waits. */
static void expect_waiting(world *w)
{
    char text[256];
    tally_event event;
    patience p = {0};

    do {
        check_ok(tally_engine_step(w->engine));
        fake_clock_advance(&w->clock, 10);
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
    } while ((tally_engine_next_event(w->engine, 0, &event, text, sizeof text) != TALLY_OK
              || event.kind != TALLY_EVENT_AUTH) && is_patient(&p));
    assert_int_equal(event.kind, TALLY_EVENT_AUTH);
    assert_int_equal(event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_non_null(strstr(text, "waits for a credential"));
}

/* Credentials are not stored. A feed whose requests had one sends none without. */
TEST(a_feed_waits_for_its_credential, WORLD_FILE | WORLD_SERVER)
{
    char text[4096], url[64];
    completion c;

    server_answer_json(w->server, PAGE_1);
    add_feed(w, w->server, 1, 60000, "secret");
    fake_clock_advance(&w->clock, 1);
    until_asked(w, w->server, 1);
    settle(w);
    restart(w, NULL);
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING | TALLY_FEED_ENTRY_CREDENTIAL);
    fake_clock_advance(&w->clock, 60000);
    expect_waiting(w);
    assert_int_equal(server_requests(w->server), 1);
    find(w);
    force(w, &c);
    world_pump(w, &c.done);
    assert_int_equal(c.event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(server_requests(w->server), 1);
    give(w, "fresh");
    fake_clock_advance(&w->clock, 60000);
    until_asked(w, w->server, 2);
    assert_true(has_header(server_request(w->server, 1), "Authorization: Bearer fresh"));
    settle(w);
    /* After log-out it waits too. */
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_account_log_in(w->account));
    fake_clock_advance(&w->clock, 60000);
    expect_waiting(w);
    /* Without its credential it needs none. */
    server_url(w->server, url, sizeof url);
    check_ok(tally_account_remove_credential(w->account, url));
    fake_clock_advance(&w->clock, 60000);
    until_asked(w, w->server, 3);
    assert_null(strcasestr(server_request(w->server, 2), "authorization"));
    settle(w);
    restart(w, NULL);
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING);
}

/* The same for a feed's own credential, and one that is added when its server has one. */
TEST(own_credentials_are_needed_again, WORLD_FILE | WORLD_SERVER)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;
    char text[4096];

    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = "own";
    add_feed(w, w->server, 1, 60000, NULL);
    check_ok(tally_feed_set_credential(w->feed, &credential));
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING | TALLY_FEED_ENTRY_CREDENTIAL);
    check_ok(tally_feed_remove_credential(w->feed));
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING);
    check_ok(tally_feed_set_credential(w->feed, &credential));
    give(w, "shared");
    check_ok(tally_feed_remove_credential(w->feed));
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING | TALLY_FEED_ENTRY_CREDENTIAL);
    check_ok(tally_feed_remove(w->feed));
    tally_feed_release(w->feed);
    add_feed(w, w->server, 1, 60000, NULL);
    assert_int_equal(entry_of(w, text, sizeof text).flags, TALLY_FEED_ENTRY_RUNNING | TALLY_FEED_ENTRY_CREDENTIAL);
}

/* ---- A feed whose server has not responded yet ---- */

#define PUSHED(id, path) "{\"id\":\"" id "\",\"seq\":\"" id "\",\"path\":\"" path "\",\"ver\":0}"
#define EMPTY_PAGE PAGE("1", "", "")

static void push(world *w, const char *payload)
{
    check_ok(tally_feed_push(w->feed, payload, strlen(payload)));
}

static void deliver(world *w, const char *page)
{
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

/* Two messages are unread, and a mark has read the ninth at another path. */
static void push_and_read(world *w)
{
    check_ok(lease_outbox(w->account)); /* Otherwise reading makes no mark. */
    push(w, PUSHED("3", "in"));
    push(w, "{\"id\":\"4\",\"path\":\"in\",\"ver\":0}");
    push(w, PUSHED("9", "out"));
    check_ok(tally_message_mark_path_read(w->account, "out", TALLY_SUBTREE, NULL));
    check_badge(w->account, "root", 1, 2);
}

/* The messages stay, and so does the mark: it reads a message that comes later, and is older. */
static void expect_kept(world *w)
{
    check_badge(w->account, "in", 1, 2);
    assert_int_equal(count_of(w, "root", 0), 3);
    deliver(w, PAGE("2", PUSHED("8", "out") "," PUSHED("10", "out"), ""));
    assert_int_equal(count_of(w, "out", 0), 3);
    assert_int_equal(count_of(w, "out", 1), 1);
    check_badge(w->account, "root", 1, 3);
    check_ok(tally_engine_verify(w->engine));
}

/* An empty response never hides a badge: neither if it is polled, nor if the host delivers it. */
TEST(the_first_response_keeps_what_was_pushed_before, WORLD_FILE)
{
    int is_polled, run;

    for (is_polled = 0; is_polled < 2; is_polled++) {
        world_add_feed(w);
        push_and_read(w);
        /* It has no response in several runs, and in one the program adds it again. */
        for (run = 0; run < 3; run++) {
            restart(w, NULL);
            if (run == 1)
                world_add_feed(w);
            else
                find(w);
            assert_int_equal(state_of(w).last_success, 0);
        }
        if (is_polled)
            world_page(w, EMPTY_PAGE);
        else
            deliver(w, EMPTY_PAGE);
        expect_kept(w);
        assert_int_equal(state_of(w).last_success, CLOCK_START);
        check_ok(tally_feed_remove(w->feed));
        tally_feed_release(w->feed);
        w->feed = NULL;
    }
}

/* The data of another place is replaced, also by an empty response, and also if no response ever came. */
TEST(the_first_response_replaces_what_another_place_had, WORLD_FILE)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    int had_response;

    for (had_response = 0; had_response < 2; had_response++) {
        options.url = w->page_url;
        options.prefix = NULL;
        world_add_feed(w);
        if (had_response)
            deliver(w, PAGE("0", "", ""));
        push_and_read(w);
        options.prefix = "below";
        check_ok(tally_feed_add(w->account, "feed", &options, NULL));
        restart(w, NULL);
        restart(w, NULL);
        find(w);
        assert_int_equal(state_of(w).last_success, 0);
        check_badge(w->account, "in", 1, 2);
        world_page(w, EMPTY_PAGE);
        check_badge(w->account, "root", 0, 0);
        assert_int_equal(count_of(w, "root", 0), 0);
        /* The mark has gone as well. */
        options.prefix = NULL;
        check_ok(tally_feed_add(w->account, "feed", &options, NULL));
        deliver(w, PAGE("2", PUSHED("8", "out"), ""));
        check_badge(w->account, "out", 1, 1);
        check_ok(tally_feed_remove(w->feed));
        tally_feed_release(w->feed);
        w->feed = NULL;
    }
}

/* A new numbering of the server comes with a snapshot, which keeps what only a push has brought. */
TEST(a_first_response_that_resets_keeps_what_was_pushed, WORLD_FILE)
{
    world_add_feed(w);
    push_and_read(w);
    restart(w, NULL);
    find(w);
    deliver(w, PAGE("1", "", ",\"epoch\":\"e1\",\"reset\":true"));
    expect_kept(w);
    deliver(w, PAGE("1", PUSHED("1", "in"), ",\"epoch\":\"e2\""));
    check_badge(w->account, "in", 1, 3);
    check_badge(w->account, "out", 0, 0);
    check_ok(tally_engine_verify(w->engine));
}

/* Replaces the account by a copy of itself. */
static void copy(world *w, const tally_feed_options *options)
{
    tally_bytes bytes;

    check_ok(tally_account_export(w->account, &bytes));
    tally_feed_release(w->feed);
    tally_account_release(w->account);
    check_ok(tally_account_remove(w->engine, "ann"));
    check_ok(tally_account_import(w->engine, "ann", bytes.data, bytes.size));
    tally_bytes_release(&bytes);
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "feed", options, &w->feed));
}

/* An export carries that no response has come, and whether the next one replaces what another place had. */
TEST(exports_say_what_the_next_response_does, WORLD_FILE)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};

    world_add_feed(w);
    push_and_read(w);
    options.url = w->page_url;
    copy(w, &options);
    copy(w, &options);
    deliver(w, EMPTY_PAGE);
    expect_kept(w);
    options.url = "https://example.org/other";
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    copy(w, &options);
    copy(w, &options);
    check_badge(w->account, "in", 1, 2);
    deliver(w, EMPTY_PAGE);
    check_badge(w->account, "root", 0, 0);
    check_ok(tally_engine_verify(w->engine));
}

/* Damages a bit of each page but the first, and recovers the file. */
static void damage_and_recover(world *w)
{
    char fresh[sizeof w->file + 8], *bytes;
    size_t count, page;

    world_close(w);
    bytes = read_file(w->file, &count);
    require(bytes != NULL && count >= 2 * 4096);
    for (page = 1; page < count / 4096; page++)
        bytes[page * 4096 + 4095] ^= 1;
    write_file(w->file, bytes, count);
    free(bytes);
    snprintf(fresh, sizeof fresh, "%s.fresh", w->file);
    check_ok(tally_file_recover(w->file, fresh, NULL));
    require(rename(fresh, w->file) == 0);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
}

/* A feed of a recovered file requests everything, which replaces what the file had, unless no response ever came. */
TEST(a_recovered_feed, WORLD_FILE)
{
    world_add_feed(w);
    push_and_read(w);
    damage_and_recover(w);
    deliver(w, EMPTY_PAGE);
    expect_kept(w);
    damage_and_recover(w);
    check_badge(w->account, "in", 1, 2);
    deliver(w, EMPTY_PAGE);
    check_badge(w->account, "root", 0, 0);
}

/* A file that does not distinguish them has 0, and its next response replaces: the feed may have had another URL. */
TEST(a_file_that_may_have_data_of_another_place, WORLD_FILE)
{
    world_add_feed(w);
    push_and_read(w);
    world_close(w);
    run_sql(w->file, "UPDATE feed SET last_success = 0");
    world_open(w, WORLD_FILE);
    check_badge(w->account, "in", 1, 2);
    find(w);
    deliver(w, EMPTY_PAGE);
    check_badge(w->account, "root", 0, 0);
}

static int warnings;

static void count_warning(void *user_data, tally_log_level level, const char *text)
{
    (void)user_data;
    (void)level;
    if (strstr(text, "does not run") != NULL)
        warnings++;
}

static void allow_one_feed(tally_engine_options *options)
{
    options->max_feeds = 1;
    options->log = count_warning;
}

/* A feed that has no room does not keep the account from being logged in. */
TEST(a_stored_feed_without_room_is_logged, WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;

    check_ok(tally_feed_add(w->account, "a", &options, NULL));
    check_ok(tally_feed_add(w->account, "b", &options, NULL));
    check_ok(tally_account_log_in(w->account));
    warnings = 0;
    restart(w, allow_one_feed);
    assert_int_equal(is_logged_in(w), 1);
    assert_int_equal(warnings, 1);
    check_status(tally_feed_find(w->account, "b", &w->feed), TALLY_ERROR_LIMIT);
    assert_null(w->feed);
    check_ok(tally_feed_find(w->account, "a", &w->feed));
}
