/* needs: tsan */
/* Reports about a feed: its title, the number in SYNCED, observers of its requests and of all feeds or reminders, facts
 * about a page that is shown, and members of a page that the wire format does not know. */
#include "feeds.h"
#include "lists.h"

#include <stdio.h>
#include <string.h>

/* ---- The title ---- */

static void add_titled(world *w, server *s, const char *title)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char url[64];

    server_url(s, url, sizeof url);
    options.url = url;
    options.prefix = "in";
    options.initial_delay = options.interval = -1;
    options.title = title;
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

/* In the feed's state and in the list of feeds. */
static void check_title(world *w, const char *expected)
{
    tally_feed_state state = TALLY_FEED_STATE_INIT;
    tally_feed_entry entry;
    char title[1100], text[2000];
    size_t count, size;

    check_ok(tally_feed_get(w->feed, &state, title, sizeof title, NULL));
    assert_string_equal(title, expected);
    check_ok(feed_list(w->account, NULL, 1, &entry, 1, text, sizeof text, &count, &size));
    assert_string_equal(text + entry.title.offset, expected);
}

TEST(a_default_title_until_the_server_sends_one, WORLD_SERVER | WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_feed_entry entry;
    char text[2000], long_title[1026];
    size_t count, size;

    add_titled(w, w->server, "Messages");
    check_title(w, "Messages");
    server_answer_json(w->server, PAGE("c1", ITEM("1", "a", "2"), ""));
    check_ok(world_sync(w));
    next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    assert_string_equal(text, "Messages");
    server_answer_json(w->server, PAGE("c2", "", ",\"title\":\"Centre\""));
    check_ok(world_sync(w));
    next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    assert_string_equal(text, "Centre");
    check_title(w, "Centre");
    add_titled(w, w->server, "Other");
    check_title(w, "Centre"); /* The server's is kept. */
    server_answer_json(w->server, PAGE("c3", "", ",\"title\":\"\""));
    check_ok(world_sync(w));
    check_title(w, "Other");
    add_titled(w, w->server, NULL);
    check_title(w, "");
    /* It is stored until the feed is added with another one, as when an application changes its language. */
    add_titled(w, w->server, "Messages");
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(feed_list(w->account, NULL, 1, &entry, 1, text, sizeof text, &count, &size));
    assert_string_equal(text + entry.title.offset, "Messages");
    memset(long_title, 'x', sizeof long_title);
    long_title[1025] = 0;
    options.title = long_title;
    check_status(tally_feed_add(w->account, "feed", &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("title");
    options.title = "\xFF";
    check_status(tally_feed_add(w->account, "feed", &options, NULL), TALLY_ERROR_ARGUMENT);
    long_title[1024] = 0;
    options.title = long_title;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_title(w, long_title);
}

/* ---- The first request ---- */

TEST(a_first_request_at_an_exact_time, WORLD_SERVER)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char url[64];
    int i;

    server_answer_http(w->server, 304, "", "");
    server_url(w->server, url, sizeof url);
    options.url = url;
    options.flags = TALLY_FEED_OPTION_EXACT_DELAY;
    options.initial_delay = 5000;
    options.interval = -1;
    server_answer_json(w->server, PAGE("c1", "", ""));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    for (i = 0; i < 8; i++) {
        check_ok(tally_account_log_in(w->account));
        assert_true(state_of(w).next_time == CLOCK_START + 5000);
        check_ok(tally_account_log_out(w->account));
    }
    check_ok(tally_account_log_in(w->account));
    fake_clock_advance(&w->clock, 4999);
    settle(w);
    assert_int_equal(state_of(w).requests, 0);
    fake_clock_advance(&w->clock, 1);
    settle(w);
    assert_int_equal(state_of(w).requests, 1);
}

/* ---- The number ---- */

static void check_number(const tally_event *event, tally_badge_kind kind, uint64_t count)
{
    assert_int_equal(event->badge_kind, kind);
    assert_int_equal(event->count, count);
}

TEST(synced_has_the_number_of_the_feeds_path, WORLD_SERVER)
{
    tally_event event;
    tally_badge badge;
    char text[64];

    add_titled(w, w->server, NULL);
    check_ok(tally_badge_set(w->account, "elsewhere", 40));
    server_answer_json(w->server, PAGE("c1", "", ""));
    check_ok(world_sync(w));
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_number(&event, TALLY_KIND_NONE, 0);
    server_answer_json(w->server, PAGE("c2", ITEM("1", "a", "2") "," ITEM("2", "b", "3"), ""));
    check_ok(world_sync(w));
    check_ok(tally_badge_set(w->account, "in.c", 4)); /* The number when the event is taken. */
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_ok(tally_badge_get(w->account, "in", &badge));
    check_number(&event, badge.kind, badge.count);
    assert_true(badge.count > 0);
    assert_true(event.revision == badge.revision);
}

/* ---- Observers ---- */

typedef struct heard {
    int count, released;
    tally_event event;
    char text[64];
} heard;

static void hear(void *user_data, const tally_event *event, const char *text)
{
    heard *h = (heard *)user_data;

    h->count += 1;
    h->event = *event;
    snprintf(h->text, sizeof h->text, "%s", text);
}

static void let_go(void *user_data)
{
    ((heard *)user_data)->released += 1;
}

static void dispatch(world *w)
{
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
}

TEST(an_observer_of_a_feed, WORLD_SERVER)
{
    heard a = {0}, b = {0};
    tally_event event = {.struct_size = sizeof event};
    uint64_t token, same, other;
    char text[64];

    add_titled(w, w->server, "T");
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &a, let_go, &token));
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &a, let_go, &same));
    assert_true(token == same);
    assert_int_equal(a.released, 0); /* It is one observer. */
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &b, let_go, &other));
    assert_true(token != other);
    server_answer_json(w->server, PAGE("c1", ITEM("1", "a", "2"), ""));
    check_ok(world_sync(w));
    dispatch(w);
    assert_int_equal(a.count, 1);
    assert_int_equal(b.count, 1);
    assert_int_equal(a.event.kind, TALLY_EVENT_SYNCED);
    assert_true(a.event.token == token);
    assert_true(b.event.token == other);
    assert_int_equal(a.event.added, 1);
    assert_true(a.event.feed == state_of(w).id);
    check_number(&a.event, TALLY_KIND_NUMBER, 2);
    assert_string_equal(a.text, "T");
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text); /* Those that take events have their own. */
    assert_true(event.token == 0);
    assert_int_equal(event.added, 1);

    /* Pending ones are merged, with both counts. */
    check_ok(tally_feed_deliver(w->feed, PAGE("c2", ITEM("2", "a", "2"), ""), strlen(PAGE("c2", ITEM("2", "a", "2"), ""))));
    check_ok(tally_feed_deliver(w->feed, PAGE("c3", ITEM("3", "a", "2"), ""), strlen(PAGE("c3", ITEM("3", "a", "2"), ""))));
    dispatch(w);
    assert_int_equal(a.count, 2);
    assert_int_equal(a.event.added, 2);
    check_number(&a.event, TALLY_KIND_NUMBER, 6);

    /* A failure. */
    server_answer_http(w->server, 429, "Retry-After: 100\r\n", "");
    check_status(world_sync(w), TALLY_ERROR_RATE_LIMITED);
    dispatch(w);
    assert_int_equal(a.count, 3);
    check_status(a.event.result, TALLY_ERROR_RATE_LIMITED);
    assert_true(a.event.retry_after >= 100000);
    assert_non_null(strstr(a.text, "429"));

    /* One is removed while its event is pending. */
    check_ok(tally_feed_deliver(w->feed, PAGE("c4", "", ""), strlen(PAGE("c4", "", ""))));
    tally_unobserve(w->scope, same); /* It was added twice. */
    assert_int_equal(a.released, 0);
    tally_unobserve(w->scope, token);
    assert_int_equal(a.released, 1);
    dispatch(w);
    assert_int_equal(a.count, 3);
    assert_int_equal(b.count, 4);

    /* The feed goes, with its pending events; its observers with their scope. */
    check_ok(tally_feed_deliver(w->feed, PAGE("c5", "", ""), strlen(PAGE("c5", "", ""))));
    check_ok(tally_feed_remove(w->feed));
    dispatch(w);
    assert_int_equal(b.count, 4);
    check_status(tally_observe_feed(w->scope, w->feed, 0, hear, &a, let_go, &token), TALLY_ERROR_NOT_FOUND);
    assert_int_equal(a.released, 2); /* Those of the failed call. */
    assert_int_equal(b.released, 0);
    tally_unobserve(w->scope, other);
    assert_int_equal(b.released, 1);
    check_ok(tally_engine_verify(w->engine));
}

TEST(observers_of_a_feed_that_end_in_other_ways, WORLD_SERVER)
{
    heard a = {0}, b = {0}, c = {0};
    tally_scope *scope;

    /* With their scope, while events are pending. */
    add_titled(w, w->server, NULL);
    check_ok(tally_scope_open(w->engine, &scope));
    check_ok(tally_observe_feed(scope, w->feed, 0, hear, &a, let_go, NULL));
    check_ok(tally_feed_deliver(w->feed, PAGE("c1", "", ""), strlen(PAGE("c1", "", ""))));
    tally_scope_close(scope);
    assert_int_equal(a.released, 1);
    dispatch(w);
    assert_int_equal(a.count, 0);

    /* Their account is removed. */
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &b, let_go, NULL));
    check_ok(tally_feed_deliver(w->feed, PAGE("c2", "", ""), strlen(PAGE("c2", "", ""))));
    tally_feed_release(w->feed);
    w->feed = NULL;
    check_ok(tally_account_remove(w->engine, "ann"));
    dispatch(w);
    assert_int_equal(b.count, 0);

    /* The engine is closed. */
    tally_account_release(w->account);
    w->account = NULL;
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    add_titled(w, w->server, NULL);
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &c, let_go, NULL));
    check_ok(tally_feed_deliver(w->feed, PAGE("c3", "", ""), strlen(PAGE("c3", "", ""))));
    check_ok(tally_engine_verify(w->engine));
    world_end(w);
    assert_int_equal(a.released, 1);
    assert_int_equal(b.released, 1);
    assert_int_equal(c.released, 1);
    assert_int_equal(c.count, 0);
}

static void one_in_memory(tally_engine_options *options)
{
    options->max_loaded_accounts = 1;
}

/* Uses other accounts until the world's is no longer in memory. */
static void use_others(world *w)
{
    static const char *const others[] = {"cy", "di", "ed"};
    tally_account *account;
    size_t i;

    for (i = 0; i < 8 * COUNT_OF(others); i++) {
        check_ok(tally_account_open(w->engine, others[i % COUNT_OF(others)], NULL, &account));
        check_ok(tally_badge_set(account, "a", 1));
        tally_account_release(account);
        check_ok(tally_engine_flush(w->engine));
    }
}

/* The account has left memory before the event is taken, or before its request. */
TEST(the_number_of_an_account_that_is_not_in_memory, WORLD_FILE | WORLD_CLOSED)
{
    server *s = server_start();
    tally_event event;
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    heard h = {0};
    char text[64];
    int i;

    w->configure = one_in_memory;
    world_open(w, WORLD_FILE);
    options.prefix = "in";
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &h, let_go, NULL));
    check_ok(tally_feed_deliver(w->feed, PAGE("c1", ITEM("1", "a", "7"), ""), strlen(PAGE("c1", ITEM("1", "a", "7"), ""))));
    use_others(w);
    dispatch(w);
    assert_int_equal(h.count, 1);
    check_number(&h.event, TALLY_KIND_NUMBER, 7);

    tally_feed_release(w->feed);
    w->feed = NULL;
    check_ok(tally_account_log_out(w->account));
    add_titled(w, s, NULL);
    server_answer_json(s, PAGE("c2", ITEM("1", "a", "7"), ""));
    check_ok(world_sync(w));
    check_ok(tally_observe_feed(w->scope, w->feed, 0, hear, &h, let_go, NULL));
    drain(w->engine);
    for (i = 0; i < 3; i++) {
        use_others(w);
        server_answer_http(s, 304, "", "");
        check_status(world_sync(w), TALLY_NOT_MODIFIED);
        event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
        check_number(&event, TALLY_KIND_NUMBER, 7);
        dispatch(w);
        check_number(&h.event, TALLY_KIND_NUMBER, 7);
    }
    world_end(w);
    server_stop(s);
}

/* ---- Pages ---- */

static tally_page_info show(world *w, uint32_t page)
{
    tally_page_info info = TALLY_PAGE_INFO_INIT;

    check_ok(tally_feed_show_page(w->feed, page, &info));
    assert_int_equal(info.struct_size, sizeof info);
    return info;
}

static void check_page(tally_page_info info, uint32_t first, int64_t away_time, uint32_t requested)
{
    assert_int_equal(info.first, first);
    assert_true(info.away_time == away_time);
    assert_int_equal(info.requested, requested);
}

TEST(what_is_known_of_a_page, WORLD_SERVER)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .polling = TALLY_POLLING_UNREAD_COUNT, .away_time = 5000, .tolerance = 1000,
    };
    tally_page_info too_short = {.struct_size = 4};
    char url[64];

    server_url(w->server, url, sizeof url);
    options.url = url;
    server_answer_json(w->server, PAGE("c1", "", ""));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_page(show(w, 0), 0, -1, 0); /* No account is logged in. */
    check_ok(tally_feed_hide_page(w->feed, 0));
    fake_clock_advance(&w->clock, 100);
    check_ok(tally_account_log_in(w->account));
    check_page(show(w, 0), 1, 100, 1);
    check_page(show(w, 0), 0, -1, 0); /* It is shown already. */
    settle(w);
    check_page(show(w, 1), 1, -1, 0); /* The last response is recent enough. */
    check_ok(tally_feed_hide_page(w->feed, 0));
    fake_clock_advance(&w->clock, 5000);
    check_page(show(w, 0), 0, 5000, 0); /* Not longer than that. */
    check_ok(tally_feed_hide_page(w->feed, 0));
    fake_clock_advance(&w->clock, 5001);
    check_page(show(w, 0), 0, 5001, 1);
    settle(w);
    check_ok(tally_engine_set_foreground(w->engine, 0));
    check_page(show(w, 2), 0, -1, 0); /* The user does not see it. */
    check_ok(tally_engine_set_foreground(w->engine, 1));
    check_status(tally_feed_show_page(w->feed, 3, &too_short), TALLY_ERROR_ARGUMENT);
    check_page(show(w, 3), 1, -1, 0); /* The wrong call did nothing. */
}

/* ---- Unknown members ---- */

typedef struct lines {
    int count;
    char text[8192];
} lines;

static lines logged;

static void take_line(void *user_data, int32_t level, const char *text)
{
    lines *l = (lines *)user_data;
    size_t used = strlen(l->text);

    if (strstr(text, "unknown") == NULL)
        return;
    require(level == TALLY_LOG_INFO);
    l->count += 1;
    snprintf(l->text + used, sizeof l->text - used, "%s\n", text);
}

static void with_log(tally_engine_options *options)
{
    options->log = take_line;
    options->log_user_data = &logged;
    options->log_level = TALLY_LOG_INFO;
}

static void check_lines(world *w, int count, const char *part)
{
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(logged.count, count);
    if (part != NULL && strstr(logged.text, part) == NULL)
        fail_msg("no line has '%s':\n%s", part, logged.text);
}

static void deliver(world *w, const char *page)
{
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

TEST(unknown_members_are_logged_once, WORLD_CLOSED)
{
    static const char all[] =
        "{\"v\":1,\"cursor\":\"%d\",\"epoch\":\"e\",\"more\":false,\"reset\":false,\"title\":\"t\",\"poll\":1,"
        "\"spread\":0,\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"ts\":1,\"path\":\"a\",\"kind\":\"k\","
        "\"title\":\"t\",\"body\":\"b\",\"count\":1,\"read\":false,\"ver\":1,\"thread\":\"t\",\"category\":\"c\","
        "\"arg\":\"x\",\"arg_count\":1,\"deleted\":false},{\"id\":\"2\",\"path\":\"l\",\"total\":4}],\"gone\":[\"9\"],"
        "\"marks\":{\"a\":{\"upto\":\"0\",\"ver\":1}},"
        "\"badges\":{\"p\":{\"count\":5,\"dot\":true,\"icon\":\"new\",\"until\":1}}}";
    char page[8192], name[24];
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    size_t used;
    int i;

    memset(&logged, 0, sizeof logged);
    w->configure = with_log;
    world_open(w, 0);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    snprintf(page, sizeof page, all, 1);
    deliver(w, page);
    check_lines(w, 0, NULL); /* All of the format's own. */

    deliver(w, "{\"cursor\":\"2\",\"items\":[{\"id\":\"3\",\"path\":\"a\",\"colour\":1},{\"id\":\"4\",\"path\":\"a\",\"colour\":2}],"
               "\"marks\":{\"a\":[{\"upto\":\"0\",\"by\":\"x\"}]},\"badges\":{\"p\":{\"dot\":true,\"blink\":1}},\"next\":3}");
    check_lines(w, 4, "feed 'feed': the server's items have a member 'colour' that is unknown, and ignored");
    check_lines(w, 4, "marks have a member 'by'");
    check_lines(w, 4, "badges have a member 'blink'");
    check_lines(w, 4, "pages have a member 'next'");
    deliver(w, "{\"cursor\":\"3\",\"items\":[{\"id\":\"5\",\"path\":\"a\",\"colour\":1}],\"next\":3,\"colour\":1}");
    check_lines(w, 5, "pages have a member 'colour'"); /* The others are known by now. */

    /* Another feed has its own. What a mapping does not name is nobody's mistake. */
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "other", &options, &w->feed));
    deliver(w, "{\"cursor\":\"2\",\"items\":[],\"next\":3}");
    check_lines(w, 6, "feed 'other': the server's pages have a member 'next'");
    tally_feed_release(w->feed);
    options.mapping_preset = "message-center";
    check_ok(tally_feed_add(w->account, "mapped", &options, &w->feed));
    deliver(w, "{\"title\":\"t\",\"more\":3,\"list\":[{\"id\":1,\"title\":\"x\",\"odd\":1}]}");
    check_lines(w, 6, NULL);

    /* A hostile server: no endless lines, and names are quoted. */
    tally_feed_release(w->feed);
    options.mapping_preset = NULL;
    check_ok(tally_feed_add(w->account, "hostile", &options, &w->feed));
    used = (size_t)snprintf(page, sizeof page, "{\"cursor\":\"1\",\"items\":[],\"%0100d\":1,\"\\u0007bell\":1", 0);
    for (i = 0; i < 200; i++) {
        snprintf(name, sizeof name, ",\"m%d\":0", i);
        used += (size_t)snprintf(page + used, sizeof page - used, "%s", name);
    }
    snprintf(page + used, sizeof page - used, "}");
    deliver(w, page);
    check_lines(w, 6 + 32, NULL);
    assert_null(strchr(logged.text, 7));
}

/* ---- All feeds ---- */

static int was_refused(const heard *h) { return h->event.kind == TALLY_EVENT_AUTH; }

TEST(all_feeds_by_callbacks_alone, WORLD_SERVER)
{
    heard all = {0}, mine = {0}, others = {0};
    tally_account *other;
    tally_event event = {.struct_size = sizeof event};
    uint64_t token, same;
    char text[64];

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_status(tally_observe_feeds(w->scope, NULL, 0, NULL, &all, let_go, &token), TALLY_ERROR_ARGUMENT);
    check_message("callback");
    check_status(tally_observe_feeds(w->scope, NULL, 2, hear, &all, let_go, &token), TALLY_ERROR_ARGUMENT);
    all.released = 0;
    add_titled(w, w->server, "T");
    check_ok(tally_feed_deliver(w->feed, PAGE("c1", "", ""), strlen(PAGE("c1", "", ""))));
    /* An event that is pending already has a callback from now on. */
    check_ok(tally_observe_feeds(w->scope, NULL, 0, hear, &all, let_go, &token));
    check_ok(tally_observe_feeds(w->scope, NULL, 0, hear, &all, let_go, &same));
    assert_true(token == same);
    check_ok(tally_observe_feeds(w->scope, w->account, 0, hear, &mine, let_go, NULL));
    check_ok(tally_observe_feeds(w->scope, other, 0, hear, &others, let_go, NULL));
    dispatch(w);
    assert_int_equal(all.count, 1);
    assert_int_equal(mine.count, 1);
    assert_int_equal(others.count, 0);
    assert_int_equal(all.event.kind, TALLY_EVENT_SYNCED);
    assert_true(all.event.token == token && mine.event.token != token);
    assert_true(all.event.feed == state_of(w).id);
    assert_string_equal(all.text, "T");
    check_status(tally_engine_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY); /* It is taken. */

    server_answer_http(w->server, 401, "", "");
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    dispatch(w);
    assert_true(was_refused(&all) || was_refused(&mine));
    assert_int_equal(all.count, 3); /* SYNCED and AUTH. */
    assert_int_equal(mine.count, 3);
    assert_int_equal(others.count, 0);

    /* tally_engine_next_event calls them, too. */
    check_ok(tally_feed_deliver(w->feed, PAGE("c2", "", ""), strlen(PAGE("c2", "", ""))));
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    assert_true(event.token == 0);
    assert_int_equal(all.count, 4);

    /* Each registration needs its end. Without an observer the event stays for the host. */
    tally_unobserve(w->scope, token);
    check_ok(tally_feed_deliver(w->feed, PAGE("c3", "", ""), strlen(PAGE("c3", "", ""))));
    tally_unobserve(w->scope, same);
    assert_int_equal(all.released, 1);
    dispatch(w);
    assert_int_equal(all.count, 4);
    assert_int_equal(mine.count, 5);
    tally_account_release(other);
    check_ok(tally_engine_verify(w->engine));
    world_end(w);
    assert_int_equal(mine.released, 1);
    assert_int_equal(others.released, 1);
}

typedef struct leaver {
    world *w;
    uint64_t token, next;
    int count;
} leaver;

static void leave(void *user_data, const tally_event *event, const char *text)
{
    leaver *l = (leaver *)user_data;

    (void)event;
    (void)text;
    l->count += 1;
    tally_unobserve(l->w->scope, l->next);
    tally_unobserve(l->w->scope, l->token);
}

/* The first observer removes the second one and itself while the event goes to both. */
TEST(observers_of_all_feeds_that_end_in_a_callback, WORLD_SERVER)
{
    leaver l = {.w = w};
    heard second = {0}, third = {0};

    add_titled(w, w->server, NULL);
    check_ok(tally_observe_feeds(w->scope, NULL, 0, leave, &l, NULL, &l.token));
    check_ok(tally_observe_feeds(w->scope, NULL, 0, hear, &second, let_go, &l.next));
    check_ok(tally_observe_feeds(w->scope, NULL, 0, hear, &third, let_go, NULL));
    check_ok(tally_feed_deliver(w->feed, PAGE("c1", "", ""), strlen(PAGE("c1", "", ""))));
    dispatch(w);
    assert_int_equal(l.count, 1);
    assert_int_equal(second.count, 0);
    assert_int_equal(second.released, 1);
    assert_int_equal(third.count, 1);
    check_ok(tally_engine_verify(w->engine));
    world_end(w);
    assert_int_equal(third.released, 1);
}

/* ---- Reminders ---- */

TEST(reminders_by_callbacks_alone, WORLD_SERVER)
{
    tally_reminder_options options = {.struct_size = sizeof options, .produced = 20240101, .shelf_life = 20,
                                      .shelf_unit = TALLY_UNIT_YEAR, .smart = TALLY_SMART_OFF, .time_of_day = 3600,
                                      .repeat_unit = TALLY_UNIT_DAY, .repeat_every = 1, .end = 20401231};
    heard all = {0}, mine = {0}, others = {0};
    tally_account *other;
    tally_reminder milk;
    char text[256];
    uint64_t token;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_account_log_in(w->account));
    check_ok(reminder_put(w->account, "milk", &options));
    check_status(tally_observe_reminders(w->scope, NULL, 0, NULL, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_observe_reminders(w->scope, NULL, 0, hear, &all, let_go, &token));
    check_ok(tally_observe_reminders(w->scope, w->account, 0, hear, &mine, let_go, NULL));
    check_ok(tally_observe_reminders(w->scope, other, 0, hear, &others, let_go, NULL));
    fake_clock_advance(&w->clock, INT64_C(24) * 3600 * 1000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(all.count, 1);
    assert_int_equal(mine.count, 1);
    assert_int_equal(others.count, 0);
    assert_int_equal(all.event.kind, TALLY_EVENT_REMINDER);
    assert_string_equal(all.text, "milk");
    assert_true(all.event.token == token && mine.event.token != token && mine.event.token != 0);
    check_ok(reminder_get(w->account, "milk", &milk, text, sizeof text));
    assert_true(all.event.reminder == milk.key && mine.event.reminder == milk.key);
    tally_unobserve(w->scope, token);
    fake_clock_advance(&w->clock, INT64_C(24) * 3600 * 1000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(all.count, 1);
    assert_int_equal(mine.count, 2);
    tally_account_release(other);
    /* An account that is removed fires nothing any more. */
    tally_account_release(w->account);
    w->account = NULL;
    check_ok(tally_account_remove(w->engine, "ann"));
    fake_clock_advance(&w->clock, INT64_C(24) * 3600 * 1000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(mine.count, 2);
    check_ok(tally_engine_verify(w->engine));
    world_end(w);
    assert_int_equal(mine.released, 1);
    assert_int_equal(others.released, 1);
}
