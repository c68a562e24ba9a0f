/* needs: sqlite */
/* Messages that come without a request: pages that the host delivers, pushes, and posts. The test has a transport of
 * its own, so it sees each request, and decides when to respond. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEM(id, path, count) "{\"id\":\"" id "\",\"path\":\"" path "\",\"count\":" count "}"
#define URL "https://example.org/feed"

/* ---- Helpers ---- */

typedef struct host {
    tally_engine *engine;
    unsigned requests;
    int64_t id; /* The identifier of the last one. */
    char url[256];
} host;

static void transport(void *user_data, const tally_request *request)
{
    host *h = (host *)user_data;

    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    h->requests += 1;
    h->id = request->id;
    snprintf(h->url, sizeof h->url, "%s", request->url);
}

static tally_feed *add(world *w, const char *name, const char *url, const char *prefix)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = url, .prefix = prefix, .initial_delay = -1, .interval = -1,
    };
    tally_feed *feed;

    check_ok(tally_feed_add(w->account, name, &options, &feed));
    return feed;
}

/* Logs a world in, with a feed that has a URL, or none. */
static void begin(world *w, host *h, const char *url)
{
    memset(h, 0, sizeof *h);
    h->engine = w->engine;
    check_ok(tally_engine_set_transport(w->engine, transport, h, NULL));
    w->feed = add(w, "feed", url, NULL);
    check_ok(tally_account_log_in(w->account));
}

static tally_status deliver(world *w, const char *page)
{
    return tally_feed_deliver(w->feed, page, strlen(page));
}

#define PUSH(payload) (payload), strlen(payload)

static tally_status push(world *w, const char *payload)
{
    return tally_account_push(w->account, payload, strlen(payload));
}

static void answer_json(world *w, host *h, const char *page)
{
    check_ok(tally_transport_respond(w->engine, h->id, 200, NULL, page, strlen(page)));
    check_ok(tally_engine_step(w->engine));
}

/* Takes all events; how many SYNCED there were, and the last one. */
static int synced(world *w, tally_event *last)
{
    tally_event event;
    char text[1024];
    int count = 0;

    for (;;) {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        if (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) != TALLY_OK)
            return count;
        if (event.kind != TALLY_EVENT_SYNCED)
            continue;
        count += 1;
        *last = event;
    }
}

/* Has the feed ask, and gives the URL that it asks with. */
static const char *ask(world *w, host *h)
{
    unsigned before = h->requests;

    check_ok(tally_feed_refresh(w->feed));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h->requests, before + 1);
    return h->url;
}

static void check_counts(world *w, const char *path, uint64_t total, uint64_t unread, uint64_t unseen)
{
    uint64_t counts[3];

    check_ok(message_counts(w->account, path, TALLY_SUBTREE, &counts[0], &counts[1], &counts[2]));
    assert_int_equal(counts[0], total);
    assert_int_equal(counts[1], unread);
    assert_int_equal(counts[2], unseen);
}

/* The messages at a path and below it, as "id title body thread category argument/count state,". */
static const char *list(world *w, const char *path)
{
    static char out[2048];
    static tally_message messages[32];
    static char text[8192];
    size_t count, size, i, used = 0;

    check_ok(message_list(w->account, path, TALLY_SUBTREE, 0, 32, messages, 32, text, sizeof text, &count,
                                &size));
    out[0] = '\0';
    for (i = 0; i < count; i++)
        used += (size_t)snprintf(out + used, sizeof out - used, "%s|%s|%s|%s|%s|%s/%u|%d,",
                                 text + messages[i].id.offset, text + messages[i].title.offset,
                                 text + messages[i].body.offset, text + messages[i].thread.offset,
                                 text + messages[i].category.offset, text + messages[i].argument.offset,
                                 messages[i].argument_count, messages[i].state);
    return out;
}

/* ---- Pages ---- */

TEST(a_page_is_delivered, WORLD_SUM)
{
    host h;
    tally_event event;
    tally_feed_state feed = {.struct_size = sizeof feed};

    begin(w, &h, NULL);
    check_ok(deliver(w, PAGE("7", ITEM("1", "in", "3") "," ITEM("2", "in", "1") ",7",
                             ",\"badges\":{\"promo\":{\"count\":5}},\"title\":\"T\",\"more\":true")));
    check_badge(w->account, "in", 1, 4);
    check_badge(w->account, "promo", 1, 5);
    assert_int_equal(synced(w, &event), 1);
    assert_int_equal(event.result, TALLY_OK);
    assert_int_equal(event.added, 2);
    assert_int_equal(event.rejected, 1);
    assert_int_equal(event.next_time, 0);
    check_ok(deliver(w, PAGE("8", "", ",\"gone\":[\"1\"],\"marks\":{\"in\":{\"upto\":\"9\",\"ver\":1}}")));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(synced(w, &event), 1);
    assert_int_equal(event.removed, 1);
    check_ok(tally_feed_get(w->feed, &feed, NULL, 0, NULL));
    assert_int_equal(feed.last_success, CLOCK_START);
    assert_int_equal(feed.requests, 0);
    assert_int_equal(feed.next_time, 0);
    check_ok(tally_account_verify(w->account));
    assert_int_equal(h.requests, 0);
}

/* A delivered page with a reset is complete. */
TEST(a_delivered_snapshot, WORLD_SUM)
{
    host h;

    begin(w, &h, NULL);
    check_ok(deliver(w, "{\"epoch\":\"e\",\"cursor\":\"1\",\"items\":[" ITEM("1", "in", "1") "],"
                        "\"badges\":{\"promo\":{\"count\":5}}}"));
    check_status(deliver(w, PAGE("2", "", ",\"reset\":true,\"more\":true")), TALLY_ERROR_PROTOCOL);
    check_message("must be the only one");
    check_badge(w->account, "in", 1, 1);
    check_ok(deliver(w, PAGE("2", ITEM("2", "in", "2"), ",\"reset\":true")));
    check_badge(w->account, "in", 1, 2);
    check_badge(w->account, "promo", 0, 0);
    check_ok(deliver(w, "{\"epoch\":\"f\",\"cursor\":\"1\",\"items\":[" ITEM("3", "in", "3") "]}"));
    check_badge(w->account, "in", 1, 3);
    check_counts(w, "root", 1, 1, 1);
}

/* Errors are described, and nothing changes. */
TEST(a_bad_page, WORLD_SUM)
{
    static const struct {
        const char *page, *message;
    } bad[] = {
        {"", "byte 0"},
        {"{", "byte 1"},
        {"[]", "not a JSON object"},
        {"{\"items\":[]}", "'cursor'"},
        {"{\"cursor\":\"1\",\"items\":{}}", "'items'"},
        {"{\"cursor\":\"1\",\"items\":[]}x", "byte 25"},
        {"{\"cursor\":\"1\",\"items\":[\xFF]}", "byte 23"},
    };
    host h;
    size_t i;
    tally_event event;
    char *big = (char *)malloc((8 << 20) + 1);

    begin(w, &h, NULL);
    check_ok(deliver(w, PAGE("7", ITEM("1", "in", "3"), "")));
    synced(w, &event);
    for (i = 0; i < COUNT_OF(bad); i++) {
        check_status(deliver(w, bad[i].page), TALLY_ERROR_PROTOCOL);
        check_message(bad[i].message);
    }
    memset(big, ' ', (8 << 20) + 1);
    check_status(tally_feed_deliver(w->feed, big, (8 << 20) + 1), TALLY_ERROR_TOO_LARGE);
    check_status(tally_account_push(w->account, big, (8 << 20) + 1), TALLY_ERROR_TOO_LARGE);
    check_status(tally_feed_deliver(w->feed, big, 8 << 20), TALLY_ERROR_PROTOCOL);
    check_status(tally_feed_deliver(w->feed, NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_deliver(w->feed, NULL, 0), TALLY_ERROR_PROTOCOL);
    check_status(tally_feed_deliver(w->feed, big, SIZE_MAX), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_deliver(NULL, "{}", 2), TALLY_ERROR_ARGUMENT);
    assert_int_equal(synced(w, &event), 0);
    check_badge(w->account, "in", 1, 3);
    check_ok(tally_account_log_out(w->account));
    check_status(deliver(w, PAGE("8", "", "")), TALLY_ERROR_LOGGED_OUT);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_remove(w->feed));
    check_status(deliver(w, PAGE("8", "", "")), TALLY_ERROR_NOT_FOUND);
    free(big);
}

/* Through a mapping, as the feed's answers. */
/* Values of a member that is unknown: all forms of JSON are read, and whatever is none makes the page malformed. */
TEST(values_of_every_form, WORLD_SUM)
{
    static const char *const good[] = {
        "0", "-0", "1", "9", "10", "-1", "-90", "0.5", "0.05", "1.25", "-9.0", "1e5", "1E5", "1e+5", "1e-05", "0e0",
        "1.5E-3", "90e09", "\"\"", "\"a b\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u00e9\\u00E9\\u0AF9\"",
        "\"\\ud83d\\ude00\"", "\"\x7F\"", "\"\xC3\xA9\"", "\"\xE2\x82\xAC\"", "\"\xF0\x9F\x98\x80\"", "\"\xF4\x8F\xBF\xBF\"",
        "true", "false", "null", "[]", "{}", "[ ]", "{ }", "[\t1 ,\n2\r]", "[[],{}]", " { \"a\" : 1 , \"b\" : [ { } ] } ",
        "{\"\":\"\"}", "{\"a\":1,\"a\":2}", "[true,false,null,\"\",0]",
    };
    static const char *const bad[] = {
        "", "00", "01", "-01", "-", "-a", "--1", "+1", ".5", "1.", "1.a", "1.e5", "1e", "1e+", "1e-", "1e+-1", "1e5.5",
        "1.5.5", "0x1", "1a", "1 1", "/", ":", "tru", "truee", "tRue", "True", "nul", "nulL", "fals", "NaN", "\"a", "'a'",
        "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u123/\"", "\"\\u:123\"", "\"\\U0041\"", "\"\x1F\"", "\"\x01\"",
        "\"\n\"", "\"\xC3\"", "\"\xFF\"", "\"\x80\"", "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "[1", "[1,]",
        "[,1]", "[,]", "[1 2]", "[1,,2]", "[1:2]", "]", "{", "{a:1}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\" 1}",
        "{\"a\",1}", "{1:1}", "{\"a\":1 \"b\":2}", "\v1", "\f1", "\xC2\xA0[1]", "[1}", "{\"a\":1]",
    };
    host h;
    char page[1024];
    size_t i;
    int depth;

    begin(w, &h, NULL);
    for (i = 0; i < COUNT_OF(good); i++) {
        snprintf(page, sizeof page, "{\"other\":%s,\"cursor\":\"1\",\"items\":[" ITEM("1", "in", "%d") "]}", good[i],
                 (int)i + 1);
        if (deliver(w, page) != TALLY_OK)
            fail_msg("rejected: %s", good[i]);
        check_badge(w->account, "in", 1, i + 1);
    }
    for (i = 0; i < COUNT_OF(bad); i++) {
        snprintf(page, sizeof page, "{\"other\":%s,\"cursor\":\"1\",\"items\":[" ITEM("1", "in", "1") "]}", bad[i]);
        if (deliver(w, page) != TALLY_ERROR_PROTOCOL)
            fail_msg("not rejected: %s", bad[i]);
        check_badge(w->account, "in", 1, COUNT_OF(good));
    }
    for (depth = 127; depth <= 128; depth++) {
        int length = snprintf(page, sizeof page, "{\"cursor\":\"1\",\"items\":[],\"other\":");

        memset(page + length, '[', (size_t)depth);
        memset(page + length + depth, ']', (size_t)depth);
        snprintf(page + length + 2 * depth, sizeof page - (size_t)(length + 2 * depth), "}");
        check_status(deliver(w, page), depth == 127 ? TALLY_OK : TALLY_ERROR_PROTOCOL);
    }
}

TEST(a_mapped_page, 0)
{
    tally_feed_options options = {.struct_size = sizeof options, .mapping_preset = "unread-count", .prefix = "mail"};

    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(deliver(w, "{\"count\":12}"));
    check_badge(w->account, "mail", 1, 12);
    check_ok(deliver(w, "3"));
    check_badge(w->account, "mail", 1, 3);
    check_ok(deliver(w, "0"));
    check_badge(w->account, "mail", 0, 0);
    check_status(deliver(w, "{\"number\":12}"), TALLY_ERROR_PROTOCOL);
}

/* A feed without a URL is never asked; with one, it is. */
TEST(without_a_url, WORLD_SUM)
{
    host h;
    int64_t timeout;

    begin(w, &h, NULL);
    check_status(tally_feed_refresh(w->feed), TALLY_ERROR_UNSUPPORTED);
    check_status(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL), TALLY_ERROR_UNSUPPORTED);
    check_ok(tally_feed_show_page(w->feed, 0, NULL));
    check_ok(push(w, "{\"feed\":\"feed\"}"));
    fake_clock_advance(&w->clock, 86400000);
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 0);
    check_ok(deliver(w, PAGE("7", ITEM("1", "in", "3"), "")));
    /* With a URL it starts from scratch. */
    tally_feed_release(w->feed);
    w->feed = add(w, "feed", URL, NULL);
    assert_string_equal(ask(w, &h), URL "?limit=200");
    answer_json(w, &h, PAGE("9", ITEM("2", "in", "1"), ""));
    check_badge(w->account, "in", 1, 1);
    /* And loses it. */
    tally_feed_release(w->feed);
    w->feed = add(w, "feed", NULL, NULL);
    check_status(tally_feed_refresh(w->feed), TALLY_ERROR_UNSUPPORTED);
    check_ok(deliver(w, PAGE("7", ITEM("3", "in", "5"), "")));
    check_badge(w->account, "in", 1, 5);
}

/* An exchange that began before a delivery does not take the cursor back, nor anything else. */
TEST(a_delivery_during_an_exchange, WORLD_SUM)
{
    host h;
    tally_event event;

    begin(w, &h, URL);
    ask(w, &h);
    answer_json(w, &h, PAGE("7", ITEM("1", "in", "1"), ""));
    assert_string_equal(ask(w, &h), URL "?since=7&limit=200");
    check_ok(deliver(w, PAGE("9", ITEM("2", "in", "1") "," ITEM("3", "in", "1"), "")));
    /* As of before the delivery: asked once more, from behind it. */
    answer_json(w, &h, PAGE("8", ITEM("2", "in", "9"), ""));
    assert_int_equal(h.requests, 3);
    assert_string_equal(h.url, URL "?since=9&limit=200");
    check_badge(w->account, "in", 1, 3);
    answer_json(w, &h, PAGE("10", "", ""));
    assert_true(synced(w, &event) >= 1);
    assert_int_equal(event.result, TALLY_OK);
    assert_string_equal(ask(w, &h), URL "?since=10&limit=200");
    /* "Nothing new" says nothing of the cursor. */
    check_ok(deliver(w, PAGE("12", "", "")));
    check_ok(tally_transport_respond(w->engine, h.id, 304, NULL, NULL, 0));
    check_ok(tally_engine_step(w->engine));
    assert_string_equal(ask(w, &h), URL "?since=12&limit=200");
    assert_int_equal(h.requests, 5);
    /* A host that delivers all the time does not keep it asking for ever. */
    for (; h.requests < 24;) {
        check_ok(deliver(w, PAGE("13", "", "")));
        answer_json(w, &h, PAGE("12", "", ""));
    }
    check_ok(deliver(w, PAGE("14", "", "")));
    answer_json(w, &h, PAGE("12", "", ""));
    assert_int_equal(h.requests, 24);
    synced(w, &event);
    assert_true(event.result == TALLY_ERROR_CANCELLED);
}

/* Nor does a snapshot that is being collected take away what was delivered meanwhile. */
TEST(a_delivery_during_a_snapshot, WORLD_SUM)
{
    host h;

    begin(w, &h, URL);
    ask(w, &h);
    answer_json(w, &h, PAGE("7", ITEM("1", "in", "1"), ""));
    ask(w, &h);
    check_ok(tally_transport_respond(w->engine, h.id, 410, NULL, NULL, 0));
    check_ok(tally_engine_step(w->engine));
    answer_json(w, &h, PAGE("20", ITEM("4", "in", "1"), ",\"more\":true"));
    assert_string_equal(h.url, URL "?since=20&limit=200");
    check_ok(deliver(w, PAGE("21", ITEM("5", "in", "1"), "")));
    answer_json(w, &h, PAGE("20.5", ITEM("6", "in", "1"), ""));
    /* From the beginning. */
    assert_string_equal(h.url, URL "?limit=200");
    check_badge(w->account, "in", 1, 2);
    answer_json(w, &h, PAGE("22", ITEM("4", "in", "1") "," ITEM("5", "in", "1") "," ITEM("6", "in", "1"), ""));
    check_badge(w->account, "in", 1, 3);
    assert_int_equal(strncmp(list(w, "in"), "6|", 2), 0);
}

/* A message that was read here during a request stays read, whatever a page says that is delivered meanwhile. */
TEST(a_read_does_not_bounce, WORLD_SUM)
{
    host h;
    size_t changed;

    begin(w, &h, URL);
    check_ok(deliver(w, PAGE("1", "{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\"}", "")));
    ask(w, &h);
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &changed));
    assert_int_equal(changed, 1);
    check_ok(deliver(w, PAGE("2", "{\"id\":\"1\",\"rev\":\"2\",\"path\":\"in\"}", "")));
    check_counts(w, "in", 1, 0, 0);
}

/* ---- Pushes ---- */

TEST(a_push_asks, WORLD_SUM)
{
    host h;
    int64_t timeout;
    int i;

    begin(w, &h, URL);
    check_ok(push(w, "{\"feed\":\"feed\"}"));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 1);
    answer_json(w, &h, PAGE("7", "", ""));
    /* The cursor that is held costs nothing. */
    check_ok(push(w, "{\"feed\":\"feed\",\"cursor\":\"7\",\"path\":\"in\"}"));
    check_ok(tally_feed_push(w->feed, "{\"cursor\":7}", 12));
    check_ok(push(w, "{\"cursor\":\"7\"}"));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 1);
    check_badge(w->account, "in", 0, 0);
    check_ok(push(w, "{\"cursor\":\"8\"}"));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 2);
    /* During an exchange: once more, behind it. */
    for (i = 0; i < 3; i++)
        check_ok(push(w, "{}"));
    answer_json(w, &h, PAGE("8", "", ",\"spread\":1000"));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 3);
    answer_json(w, &h, PAGE("9", "", ",\"spread\":1000"));
    /* A push without a member of its own has that of the page. */
    check_ok(push(w, "{}"));
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_in_range(timeout, 1, 1000000);
    assert_int_equal(h.requests, 3);
    check_ok(push(w, "{\"spread\":0}"));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 4);
    answer_json(w, &h, PAGE("10", "", ""));
    check_ok(push(w, "{\"spread\":100}"));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 4);
    fake_clock_advance(&w->clock, 100000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 5);
}

/* One with an id is that item; one without counts until the feed has answered. */
TEST(a_push_brings, WORLD_SUM)
{
    host h;
    uint64_t before;

    begin(w, &h, URL);
    ask(w, &h);
    answer_json(w, &h, PAGE("7", "", ""));
    before = h.requests;
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"5\",\"rev\":\"1\",\"title\":\"a\",\"count\":2}"));
    check_badge(w->account, "in", 1, 2);
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"count\":10}"));
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"count\":20}"));
    check_badge(w->account, "in", 1, 32);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, before + 1);
    /* This one came after the request: its answer does not know of it. */
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"count\":100}"));
    answer_json(w, &h, PAGE("8", "{\"id\":\"5\",\"rev\":\"1\",\"path\":\"in\",\"count\":2}", ""));
    check_badge(w->account, "in", 1, 102);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, before + 2);
    check_ok(tally_transport_respond(w->engine, h.id, 304, NULL, NULL, 0));
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "in", 1, 2);
    check_counts(w, "root", 1, 1, 1);
    /* A failure is no answer. */
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\"}"));
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_transport_respond(w->engine, h.id, 500, NULL, NULL, 0));
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "in", 1, 3);
    check_ok(deliver(w, PAGE("9", "", "")));
    check_badge(w->account, "in", 1, 2);
    /* Going, and numbers that the server keeps. */
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"5\",\"deleted\":true}"));
    check_badge(w->account, "in", 0, 0);
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"mail\",\"total\":7}"));
    check_badge(w->account, "mail", 1, 7);
    check_ok(tally_account_verify(w->account));
}

/* A snapshot does not take away what a push has brought and no answer had; one that an answer had, it does. */
TEST(a_snapshot_leaves_what_was_pushed, WORLD_SUM)
{
    host h;

    begin(w, &h, NULL);
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"5\",\"count\":1}"));
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"6\",\"count\":2}"));
    check_ok(deliver(w, PAGE("1", ITEM("6", "in", "2") "," ITEM("7", "in", "4"), "")));
    check_badge(w->account, "in", 1, 7);
    check_ok(deliver(w, PAGE("2", "", ",\"reset\":true")));
    check_badge(w->account, "in", 1, 1);
    check_ok(deliver(w, PAGE("3", ITEM("5", "in", "1"), ",\"reset\":true")));
    check_ok(deliver(w, PAGE("4", "", ",\"reset\":true")));
    check_badge(w->account, "in", 0, 0);
}

TEST(pushed_messages_are_kept, WORLD_FILE | WORLD_SUM)
{
    w->feed = add(w, "feed", NULL, NULL);
    check_ok(tally_account_log_in(w->account));
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"5\",\"count\":2}"));
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"count\":10}"));
    check_ok(tally_message_post(w->account, "in", NULL, NULL));
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_SUM);
    check_badge(w->account, "in", 1, 13);
    w->feed = add(w, "feed", NULL, NULL);
    check_ok(tally_account_log_in(w->account));
    check_ok(deliver(w, PAGE("1", "", "")));
    /* The first answer ever replaces nothing, but it is a good one: what was pushed without an id no longer counts. */
    check_badge(w->account, "in", 1, 3);
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"count\":10}"));
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_SUM);
    w->feed = add(w, "feed", NULL, NULL);
    check_ok(tally_account_log_in(w->account));
    check_badge(w->account, "in", 1, 13);
    check_ok(deliver(w, PAGE("2", "", "")));
    check_badge(w->account, "in", 1, 3);
    check_ok(tally_engine_verify(w->engine));
}

/* The least interval that a server asks for is kept within what the file may have. */
TEST_ALONE(a_poll_without_end)
{
    static const char *const pages[] = {
        PAGE("2", "", ",\"poll\":1e300"),
        PAGE("3", "", ",\"poll\":2e12"),
        PAGE("4", "", ",\"poll\":9223372036854775807"),
    };
    static char bytes[65536];
    world w, other;
    host h;
    tally_account *restored;
    size_t size, i;

    for (i = 0; i < COUNT_OF(pages); i++) {
        memset(&h, 0, sizeof h);
        world_init(&w, WORLD_FILE | WORLD_SUM);
        h.engine = w.engine;
        check_ok(tally_engine_set_transport(w.engine, transport, &h, NULL));
        w.feed = add(&w, "feed", URL, NULL);
        check_ok(tally_account_log_in(w.account));
        check_ok(deliver(&w, PAGE("1", ITEM("1", "in", "2"), "")));
        if (i % 2 == 0) {
            check_ok(deliver(&w, pages[i]));
        } else {
            ask(&w, &h);
            answer_json(&w, &h, pages[i]);
        }
        check_ok(tally_engine_verify(w.engine));
        check_ok(account_export(w.account, bytes, sizeof bytes, &size));
        world_init(&other, WORLD_FILE);
        check_ok(tally_account_import(other.engine, "copy", bytes, size));
        check_ok(tally_account_open(other.engine, "copy", NULL, &restored));
        check_badge(restored, "in", 1, 2);
        check_ok(tally_engine_verify(other.engine));
        tally_account_release(restored);
        world_end(&other);
        world_end(&w);
    }
}

TEST(a_notification, WORLD_SUM)
{
    host h;

    begin(w, &h, NULL);
    check_ok(push(w,
                  "{\"aps\":{\"alert\":{\"title\":\"T\",\"subtitle\":\"S\",\"body\":\"B \\u00e9\",\"summary-arg\":\"Ann\","
                  "\"summary-arg-count\":3},\"thread-id\":\"t1\",\"category\":\"msg\",\"badge\":7,\"sound\":\"default\"},"
                  "\"feed\":\"feed\",\"path\":\"in\",\"id\":\"1\",\"acme\":[1,{\"x\":null}]}"));
    assert_string_equal(list(w, "in"), "1|T|B \xC3\xA9|t1|msg|Ann/3|0,");
    /* Its own words come first; thread-id beside aps; an alert that is a text. */
    check_ok(push(w, "{\"feed\":\"feed\",\"path\":\"x\",\"id\":\"2\",\"title\":\"own\",\"thread-id\":\"t2\","
                     "\"aps\":{\"alert\":\"words\"}}"));
    assert_string_equal(list(w, "x"), "2|own|words|t2||/0|0,");
    /* Without a feed it belongs to none, and no feed's snapshot takes it away. */
    check_ok(push(w, "{\"aps\":{\"alert\":\"hello\"},\"path\":\"y\",\"id\":\"2\"}"));
    assert_string_equal(list(w, "y"), "2||hello|||/0|0,");
    check_ok(deliver(w, PAGE("3", "", ",\"reset\":true")));
    check_badge(w->account, "y", 1, 1);
    check_ok(tally_message_withdraw(w->account, "2"));
    check_badge(w->account, "y", 0, 0);
}

/* Members beside `aps` are the application's. One that is no value of the field with its name is not taken for it. */
TEST_ALONE(members_of_the_application)
{
    static const char *const payloads[] = {
        ("{\"aps\":{\"alert\":{\"title\":\"T\"}},\"path\":\"in\",\"id\":\"1\",\"title\":{\"key\":\"x\"},\"body\":7,"
         "\"kind\":[],\"thread\":1,\"category\":{},\"arg\":true,\"arg_count\":\"x\",\"ts\":\"now\",\"rev\":{},\"seq\":[],"
         "\"count\":\"many\",\"total\":{},\"read\":\"no\",\"deleted\":0,\"feed\":{\"name\":\"x\"},\"cursor\":[],"
         "\"spread\":\"wide\",\"thread-id\":9,\"ver\":\"2.3.1\"}"),
        ("{\"aps\":{\"alert\":{\"title\":\"T\",\"body\":{},\"summary-arg\":1,\"summary-arg-count\":\"2\"},\"badge\":\"x\","
         "\"category\":3,\"thread-id\":[]},\"path\":\"in\",\"id\":\"1\"}"),
        "{\"aps\":{\"alert\":{\"title\":\"T\"}},\"path\":\"in\",\"id\":\"1\",\"feed\":null,\"acme\":{\"path\":7}}",
    };
    world w;
    host h;
    size_t i;

    for (i = 0; i < COUNT_OF(payloads); i++) {
        world_init(&w, WORLD_SUM);
        begin(&w, &h, URL);
        check_ok(push(&w, payloads[i]));
        assert_string_equal(list(&w, "in"), "1|T||||/0|0,");
        check_badge(w.account, "in", 1, 1);
        world_end(&w);
    }
    /* No item, but a reason to ask; and an item of a feed, whose id is not one. */
    world_init(&w, WORLD_SUM);
    begin(&w, &h, URL);
    check_ok(push(&w, "{\"aps\":{\"content-available\":1},\"path\":{\"a\":1},\"id\":[],\"count\":\"x\"}"));
    check_ok(push(&w, "{\"aps\":{\"alert\":\"a\"},\"path\":\"\"}"));
    check_ok(push(&w, "{\"aps\":{\"badge\":-1}}"));
    check_counts(&w, "root", 0, 0, 0);
    check_ok(tally_feed_push(w.feed, PUSH("{\"aps\":{},\"path\":\"in\",\"id\":{\"a\":1}}")));
    check_counts(&w, "in", 1, 1, 1);
    /* Fields that are needed are checked. */
    check_status(push(&w, "{\"aps\":{},\"path\":\"in\",\"id\":{\"a\":1}}"), TALLY_ERROR_PROTOCOL);
    check_message("no 'id'");
    check_status(push(&w, "{\"aps\":{},\"path\":\"a..b\",\"id\":\"1\"}"), TALLY_ERROR_PROTOCOL);
    check_message("a..b");
    world_end(&w);
}

/* A notification that would be lost: it is not stored, no host waits for its number, and there is no feed to poll. */
TEST(a_push_for_nothing, WORLD_SUM)
{
    static const char *const payloads[] = {
        "{\"aps\":{\"alert\":{\"title\":\"T\",\"body\":\"B\"},\"sound\":\"default\"}}",
        "{\"aps\":{\"alert\":\"words\"},\"path\":7,\"feed\":{}}",
        "{\"aps\":{\"badge\":7,\"alert\":\"words\"},\"id\":\"5\"}",
    };
    /* With nothing to lose. */
    static const char *const hints[] = {
        "{\"aps\":{\"content-available\":1},\"id\":{\"a\":1},\"count\":\"x\"}",
        "{\"aps\":{\"badge\":7},\"id\":\"5\"}",
        "{\"cursor\":\"9\",\"title\":\"a\"}",
        "{}",
    };
    host h;
    size_t i;

    begin(w, &h, NULL);
    for (i = 0; i < COUNT_OF(payloads); i++) {
        check_status(push(w, payloads[i]), TALLY_ERROR_PROTOCOL);
        check_message("no 'path'");
    }
    for (i = 0; i < COUNT_OF(hints); i++)
        check_ok(push(w, hints[i]));
    check_counts(w, "root", 0, 0, 0);
    /* One that says which feed it is about reaches that feed, though it is not asked. */
    check_ok(push(w, "{\"feed\":\"feed\"}"));
    check_ok(tally_feed_push(w->feed, PUSH(payloads[0])));
    /* Somebody wants the number. */
    check_ok(push_to(w->account, "icon"));
    check_ok(push(w, payloads[2]));
    check_badge(w->account, "icon", 1, 7);
    check_ok(push(w, payloads[0]));
    check_badge(w->account, "icon", 1, 7);
    check_ok(tally_account_log_out(w->account));
    check_status(push(w, payloads[0]), TALLY_ERROR_LOGGED_OUT);
    world_end(w);
    world_init(w, WORLD_SUM);
    /* With a feed to ask each of them is a reason to do so. */
    begin(w, &h, URL);
    for (i = 0; i < COUNT_OF(payloads); i++)
        check_ok(push(w, payloads[i]));
}

/* The number for the icon goes where the host says, with all of the push or not at all. */
TEST(a_number_for_the_icon, WORLD_SUM)
{
    host h;

    begin(w, &h, NULL);
    check_ok(push(w, "{\"aps\":{\"badge\":7}}"));
    check_badge(w->account, "root", 0, 0);
    check_ok(push_to(w->account, "icon"));
    check_ok(push(w, "{\"aps\":{\"badge\":7}}"));
    check_badge(w->account, "icon", 1, 7);
    check_ok(push(w, "{\"aps\":{\"badge\":8},\"feed\":\"feed\",\"path\":\"in\",\"id\":\"1\"}"));
    check_badge(w->account, "icon", 1, 8);
    check_badge(w->account, "in", 1, 1);
    check_ok(push(w, "{\"aps\":{\"badge\":9},\"path\":\"own\",\"id\":\"1\"}"));
    check_badge(w->account, "icon", 1, 9);
    check_badge(w->account, "own", 1, 1);
    check_status(push(w, "{\"aps\":{\"badge\":3},\"path\":\"a..b\",\"id\":\"1\"}"), TALLY_ERROR_PROTOCOL);
    check_status(push(w, "{\"aps\":{\"badge\":-1}}"), TALLY_ERROR_PROTOCOL);
    check_status(push(w, "{\"aps\":{\"badge\":3},\"feed\":\"other\"}"), TALLY_ERROR_NOT_FOUND);
    check_badge(w->account, "icon", 1, 9);
    check_ok(push(w, "{\"aps\":{\"alert\":\"no number\"}}"));
    check_badge(w->account, "icon", 1, 9);
    check_ok(push(w, "{\"aps\":{\"badge\":0}}"));
    check_badge(w->account, "icon", 0, 0);
    check_ok(push_to(w->account, ""));
    check_ok(push(w, "{\"aps\":{\"badge\":7}}"));
    check_badge(w->account, "icon", 0, 0);
    check_status(push_to(w->account, "a..b"), TALLY_ERROR_PATH);
    check_status(push_to(NULL, "a"), TALLY_ERROR_ARGUMENT);
}

TEST(bad_pushes, WORLD_SUM)
{
    static const struct {
        const char *payload;
        tally_status status;
        const char *message;
    } bad[] = {
        {"", TALLY_ERROR_PROTOCOL, "byte 0"},
        {"null", TALLY_ERROR_PROTOCOL, "not a JSON object"},
        {"{\"feed\":\"other\"}", TALLY_ERROR_NOT_FOUND, "no feed 'other'"},
        {"{\"feed\":7}", TALLY_ERROR_PROTOCOL, "not a string"},
        {"{\"feed\":\"feed\",\"cursor\":[]}", TALLY_ERROR_PROTOCOL, "'cursor'"},
        {"{\"feed\":\"feed\",\"spread\":\"7\"}", TALLY_ERROR_PROTOCOL, "'spread'"},
        {"{\"path\":\"in\"}", TALLY_ERROR_PROTOCOL, "no 'id'"},
        {"{\"path\":\"a..b\",\"id\":\"1\"}", TALLY_ERROR_PROTOCOL, "a..b"},
        {"{\"feed\":\"feed\",\"path\":\"a..b\",\"id\":\"1\"}", TALLY_ERROR_PROTOCOL, "a..b"},
        {"{\"feed\":\"feed\",\"path\":7}", TALLY_ERROR_PROTOCOL, "'path'"},
        {"{\"feed\":\"feed\",\"path\":\"\"}", TALLY_ERROR_PROTOCOL, "'path'"},
        {"{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"\"}", TALLY_ERROR_PROTOCOL, "'id'"},
        {"{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"\\u0001\"}", TALLY_ERROR_PROTOCOL, "'id'"},
        {"{\"feed\":\"feed\",\"path\":\"in\",\"count\":-1}", TALLY_ERROR_PROTOCOL, "'count'"},
        {"{\"feed\":\"feed\",\"path\":\"in\",\"title\":[]}", TALLY_ERROR_PROTOCOL, "'title'"},
        {"{\"aps\":{\"badge\":-1}}", TALLY_ERROR_PROTOCOL, "number"},
        {"{\"aps\":{\"badge\":\"7\"},\"path\":\"in\",\"id\":\"1\"}", TALLY_ERROR_PROTOCOL, "number"},
        {"{\"aps\":{\"badge\":4294967296}}", TALLY_ERROR_PROTOCOL, "number"},
    };
    host h;
    size_t i;
    char deep[1200];

    begin(w, &h, URL);
    check_ok(push_to(w->account, "icon"));
    for (i = 0; i < COUNT_OF(bad); i++) {
        tally_status status = push(w, bad[i].payload);

        if (status != bad[i].status)
            fail_msg("%s: %s", bad[i].payload, tally_status_name(status));
        check_message(bad[i].message);
    }
    memset(deep, '[', sizeof deep);
    memcpy(deep, "{\"x\":", 5);
    check_status(tally_account_push(w->account, deep, sizeof deep), TALLY_ERROR_PROTOCOL);
    check_status(tally_account_push(NULL, "{}", 2), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_push(w->account, NULL, 2), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_push(w->account, "{}", SIZE_MAX), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_push(NULL, "{}", 2), TALLY_ERROR_ARGUMENT);
    check_status(tally_feed_push(w->feed, NULL, 2), TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.requests, 0);
    check_counts(w, "root", 0, 0, 0);
    check_ok(tally_account_log_out(w->account));
    check_status(push(w, "{}"), TALLY_ERROR_LOGGED_OUT);
    check_status(push(w, "{\"feed\":\"feed\",\"path\":\"in\",\"id\":\"1\"}"), TALLY_ERROR_LOGGED_OUT);
    check_status(push(w, "{\"path\":\"in\",\"id\":\"1\"}"), TALLY_ERROR_LOGGED_OUT);
    check_status(tally_feed_push(w->feed, "{}", 2), TALLY_ERROR_LOGGED_OUT);
    check_counts(w, "root", 0, 0, 0);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_remove(w->feed));
    check_status(tally_feed_push(w->feed, "{}", 2), TALLY_ERROR_NOT_FOUND);
    check_status(push(w, "{\"feed\":\"feed\"}"), TALLY_ERROR_NOT_FOUND);
}

/* ---- Messages of the host's own ---- */

static tally_status post(world *w, const char *path, const char *id, const char *title, uint32_t count, int64_t *key)
{
    tally_message_options options = {.struct_size = sizeof options, .id = id, .title = title, .count = count};

    return tally_message_post(w->account, path, &options, key);
}

static void count_events(void *user_data, const tally_event *event, const char *text)
{
    (void)text;
    ((tally_event *)user_data)[0] = *event;
    ((tally_event *)user_data)[0].revision += 1;
}

TEST(posted, WORLD_SUM)
{
    host h;
    tally_message_options options = {
        .struct_size = sizeof options, .id = "a", .title = "T", .body = "B", .kind = "k", .thread = "t",
        .category = "c", .argument = "Ann", .argument_count = 2, .count = 3,
    };
    tally_event seen = {0};
    int64_t first, second, third;

    begin(w, &h, NULL);
    check_ok(tally_observe_messages(w->scope, w->account, "in", 0, count_events, &seen, NULL, NULL));
    drain(w->engine);
    check_ok(tally_message_post(w->account, "in", &options, &first));
    drain(w->engine);
    assert_int_equal(seen.kind, TALLY_EVENT_MESSAGES);
    assert_int_equal(seen.unseen, 1);
    assert_string_equal(list(w, "in"), "a|T|B|t|c|Ann/2|0,");
    check_badge(w->account, "in", 1, 3);
    /* Again: in its place, unseen again, and the newest. */
    fake_clock_advance(&w->clock, 1);
    check_ok(post(w, "in", "b", "second", 0, &second));
    check_ok(tally_badge_clear(w->account, "in"));
    check_badge(w->account, "in", 0, 0);
    fake_clock_advance(&w->clock, 1);
    check_ok(post(w, "in", "a", "again", 5, &third));
    assert_true(third == first);
    assert_string_equal(list(w, "in"), "a|again||||/0|0,b|second||||/0|1,");
    check_badge(w->account, "in", 1, 5);
    /* Read, and posted again. */
    check_ok(tally_message_mark_read(w->account, &first, 1, NULL));
    check_ok(post(w, "other", "a", "moved", 1, NULL));
    check_badge(w->account, "in", 0, 0);
    check_badge(w->account, "other", 1, 1);
    /* No answer takes it away. */
    check_ok(deliver(w, PAGE("1", "", ",\"reset\":true,\"gone\":[\"a\"]")));
    check_badge(w->account, "other", 1, 1);
    /* Nor log-out. */
    check_ok(tally_account_log_out(w->account));
    check_ok(post(w, "other", NULL, "anonymous", 1, &second));
    check_ok(post(w, "other", NULL, "anonymous", 1, &third));
    assert_true(second != third);
    check_badge(w->account, "other", 1, 3);
    check_ok(tally_message_withdraw(w->account, "a"));
    check_status(tally_message_withdraw(w->account, "a"), TALLY_ERROR_NOT_FOUND);
    check_message("'a'");
    check_badge(w->account, "other", 1, 2);
    options.id = "dot";
    options.count = 0;
    options.flags = TALLY_POST_DOT;
    check_ok(tally_message_post(w->account, "dot", &options, NULL));
    check_badge(w->account, "dot", 1, 0);
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* As any message, of a path that is looked at. */
TEST(posted_where_somebody_looks, WORLD_SUM)
{
    host h;

    begin(w, &h, NULL);
    check_ok(tally_view_begin(w->scope, w->account, "in", 0, NULL));
    check_ok(post(w, "in", "a", "T", 1, NULL));
    check_badge(w->account, "in", 0, 0);
    check_counts(w, "in", 1, 1, 0);
}

/* The feed that they belong to may be added, to say how long they are kept. */
TEST(kept_for_a_while, WORLD_SUM)
{
    host h;
    tally_feed_options options = {.struct_size = sizeof options, .max_age = 1000};
    tally_feed *local;

    begin(w, &h, NULL);
    check_ok(post(w, "in", "a", "old", 1, NULL));
    check_ok(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, &local));
    check_badge(w->account, "in", 1, 1);
    fake_clock_advance(&w->clock, 2000);
    check_ok(post(w, "in", "b", "new", 1, NULL));
    assert_string_equal(list(w, "in"), "b|new||||/0|0,");
    /* A removed message may be posted again. */
    check_ok(post(w, "in", "a", "back", 1, NULL));
    check_badge(w->account, "in", 1, 2);
    options.url = URL;
    check_status(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, NULL), TALLY_ERROR_ARGUMENT);
    options.url = NULL;
    options.prefix = "x";
    check_status(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, NULL), TALLY_ERROR_ARGUMENT);
    options.prefix = NULL;
    options.mapping_preset = "ntfy";
    check_status(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_feed_remove(local));
    check_badge(w->account, "in", 0, 0);
    check_ok(post(w, "in", "c", "fresh", 1, NULL));
    check_badge(w->account, "in", 1, 1);
    tally_feed_release(local);
}

/* A clock may show any time: before 1970, and the last one that there is. */
TEST(clocks_at_their_limits, WORLD_FILE)
{
    tally_feed_options options = {.struct_size = sizeof options, .max_age = INT64_MAX};
    tally_message_options message = {.struct_size = sizeof message};
    unsigned char snapshot[1024];
    tally_feed *feed;
    size_t size;

    check_ok(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, &feed));
    w->clock.wall = INT64_MIN;
    check_ok(tally_message_post(w->account, "in", &message, NULL));
    check_badge(w->account, "in", 1, 1);
    check_ok(account_export(w->account, snapshot, sizeof snapshot, &size));
    check_ok(tally_account_import(w->engine, "copy", snapshot, size));
    w->clock.wall = w->clock.elapsed = INT64_MAX;
    check_ok(tally_badge_set(w->account, "a", 3));
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_engine_flush(w->engine));
    check_badge(w->account, "a", 1, 3);
    tally_feed_release(feed);
}

TEST(bad_posts, WORLD_SUM)
{
    host h;
    tally_message_options options = {0};
    char name[300];
    char *big;
    int64_t key = 7;

    begin(w, &h, NULL);
    memset(name, 'x', sizeof name);
    name[256] = '\0';
    check_status(tally_message_post(w->account, "in", &options, &key), TALLY_ERROR_ARGUMENT);
    assert_int_equal(key, 0);
    options.struct_size = 7;
    check_status(tally_message_post(w->account, "in", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.struct_size = UINT32_MAX;
    check_status(tally_message_post(w->account, "in", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.struct_size = sizeof options;
    options.flags = 4;
    check_status(tally_message_post(w->account, "in", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.flags = TALLY_POST_DOT;
    options.count = 1;
    check_status(tally_message_post(w->account, "in", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.flags = options.count = 0;
    options.time = -1;
    check_status(tally_message_post(w->account, "in", &options, NULL), TALLY_ERROR_RANGE);
    options.time = 0;
    check_status(tally_message_post(NULL, "in", &options, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_post(w->account, NULL, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_post(w->account, "a..b", &options, NULL), TALLY_ERROR_PATH);
    check_status(post(w, "in", name, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(post(w, "in", "a\nb", NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(post(w, "in", "\xFF", NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(post(w, "in", "a", "\xC3(", 0, NULL), TALLY_ERROR_ARGUMENT);
    big = (char *)malloc((8 << 20) + 2);
    memset(big, 'x', (8 << 20) + 1);
    big[(8 << 20) + 1] = '\0';
    check_status(post(w, "in", "a", big, 0, NULL), TALLY_ERROR_TOO_LARGE);
    free(big);
    check_status(tally_message_withdraw(w->account, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_withdraw(NULL, "a"), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_withdraw(w->account, ""), TALLY_ERROR_NOT_FOUND);
    check_counts(w, "root", 0, 0, 0);
    /* A short structure, and none. */
    options.struct_size = 8;
    check_ok(tally_message_post(w->account, "in", &options, NULL));
    check_ok(tally_message_post(w->account, "in", NULL, &key));
    assert_true(key != 0);
    check_badge(w->account, "in", 1, 2);
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    check_status(tally_message_post(w->account, "in", NULL, NULL), TALLY_ERROR_CLOSED);
    check_status(tally_message_withdraw(w->account, "a"), TALLY_ERROR_CLOSED);
    check_status(push(w, "{}"), TALLY_ERROR_CLOSED);
    check_status(deliver(w, PAGE("1", "", "")), TALLY_ERROR_CLOSED);
    check_status(tally_feed_push(w->feed, "{}", 2), TALLY_ERROR_CLOSED);
}

/* Messages posted without an id at the same time are listed in the order of their arrival, newest first. */
TEST(posted_in_their_order, WORLD_FILE)
{
    enum { COUNT = 30 };
    tally_message_options options = {.struct_size = sizeof options, .title = "one of many", .time = 1000};
    tally_message messages[COUNT];
    int64_t keys[COUNT];
    char text[8192];
    size_t count, size;

    for (int i = 0; i < COUNT; i++)
        check_ok(tally_message_post(w->account, "in", &options, &keys[i]));
    check_ok(message_list(w->account, "in", 0, 0, COUNT, messages, COUNT, text, sizeof text, &count, &size));
    assert_int_equal(count, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(messages[i].key, keys[COUNT - 1 - i]);
}

/* A feed without options has all defaults: no URL, the paths of its pages as they are. */
TEST(no_options, WORLD_FILE)
{
    static const char page[] = "{\"cursor\":\"1\",\"items\":[{\"id\":\"m1\",\"path\":\"a.b\",\"count\":2}]}";
    tally_feed *feed;
    tally_badge badge;

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "plain", NULL, &feed));
    check_status(tally_feed_refresh(feed), TALLY_ERROR_UNSUPPORTED);
    check_ok(tally_feed_deliver(feed, page, strlen(page)));
    check_ok(tally_badge_get(w->account, "root.a.b", &badge));
    assert_int_equal(badge.count, 2);
    tally_feed_release(feed);
}

/* ---- In the midst of a page ---- */

/* The function to call when a rejected item is written down. */
static void (*in_the_midst)(void);

static int see_statement(unsigned kind, void *user_data, void *statement, void *text)
{
    (void)user_data;
    (void)text;
    if (kind == SQLITE_TRACE_STMT && strstr(sqlite3_sql((sqlite3_stmt *)statement), "INSERT INTO note(") != NULL)
        in_the_midst();
    return 0;
}

static int see_connection(sqlite3 *connection, char **message, const void *functions)
{
    (void)message;
    (void)functions;
    return sqlite3_trace_v2(connection, SQLITE_TRACE_STMT, see_statement, NULL);
}

/* Engines that are opened from now on call the function, until this is called with NULL. */
static void call_in_the_midst(void (*function)(void))
{
    if (function == NULL) {
        require(sqlite3_cancel_auto_extension((void (*)(void))see_connection) == 1);
        return;
    }
    in_the_midst = function;
    require(sqlite3_auto_extension((void (*)(void))see_connection) == SQLITE_OK);
}

/* ---- Nobody waits for a page who only reads or changes badges ---- */

/* SQLite calls this while a page is applied, and the engine calls it at the end. Another thread then reads a badge of
 * another account, and the call waits for it. If the page held the badges' lock, neither could continue. The wait is
 * bounded, so the test fails then. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    fake_clock *clock;
    tally_account *other;
    int asked;
    int answered;
    int is_over;
    int is_armed; /* The next look at the clock is the one at the end of the page's work. */
    int in_store;
    int in_clock;
} working = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void *use_other_badges(void *argument)
{
    tally_badge badge;

    (void)argument;
    pthread_mutex_lock(&working.lock);
    while (!working.is_over) {
        if (working.answered == working.asked) {
            pthread_cond_wait(&working.changed, &working.lock);
            continue;
        }
        pthread_mutex_unlock(&working.lock);
        require(tally_badge_get(working.other, "a", &badge) == TALLY_OK);
        require(badge.count == 7);
        require(tally_badge_set(working.other, "b", 8) == TALLY_OK);
        pthread_mutex_lock(&working.lock);
        working.answered += 1;
        pthread_cond_broadcast(&working.changed);
    }
    pthread_mutex_unlock(&working.lock);
    return NULL;
}

static void other_badges_are_free(void)
{
    struct timespec end = hang_end();

    pthread_mutex_lock(&working.lock);
    working.asked += 1;
    pthread_cond_broadcast(&working.changed);
    while (working.answered < working.asked)
        require(pthread_cond_timedwait(&working.changed, &working.lock, &end) == 0);
    pthread_mutex_unlock(&working.lock);
}

static void look_in_the_store(void)
{
    other_badges_are_free();
    working.in_store += 1;
    working.is_armed = 1;
}

static void look_in_the_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    (void)user_data;
    fake_clock_tell(working.clock, out_wall, out_elapsed);
    if (!working.is_armed)
        return;
    working.is_armed = 0;
    other_badges_are_free();
    working.in_clock += 1;
}

static void look_while_it_works(tally_engine_options *options)
{
    options->clock = look_in_the_clock;
}

#define BAD_ITEM "{\"id\":\"bad\",\"path\":\"..\"}"

static void check_that_badges_are_free(world *w, unsigned flags)
{
    static const char first[] = PAGE("c1", ITEM("1", "a.x", "1") "," ITEM("2", "a.y", "1") "," BAD_ITEM,
                                     ",\"badges\":{\"p\":{\"count\":3}}");
    static const char second[] = PAGE("c2", ITEM("3", "b", "1") "," BAD_ITEM,
                                      ",\"gone\":[\"1\"],\"marks\":{\"a.y\":{\"upto\":\"9\",\"ver\":1}},"
                                      "\"badges\":{\"q\":{\"count\":4}}");
    host h = {0};
    tally_event event;
    pthread_t thread;
    tally_feed_options options = {
        .struct_size = sizeof options, .url = URL, .initial_delay = -1, .interval = -1, .max_age = 1000,
    };

    world_init(w, WORLD_CLOSED);
    working.clock = &w->clock;
    working.asked = working.answered = working.is_over = working.is_armed = working.in_store = working.in_clock = 0;
    w->configure = look_while_it_works;
    world_open(w, WORLD_SUM | flags);
    h.engine = w->engine;
    check_ok(tally_engine_set_transport(w->engine, transport, &h, NULL));
    w->feed = add(w, "feed", URL, NULL);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_account_open(w->engine, "other", NULL, &working.other));
    check_ok(tally_badge_set(working.other, "a", 7));
    require(pthread_create(&thread, NULL, use_other_badges, NULL) == 0);
    /* As the answer to a request, */
    ask(w, &h);
    answer_json(w, &h, first);
    assert_int_equal(working.in_store, 1);
    assert_int_equal(working.in_clock, 1);
    check_badge(w->account, "root", 1, 5);
    synced(w, &event);
    /* delivered, */
    check_ok(deliver(w, second));
    assert_int_equal(working.in_store, 2);
    assert_int_equal(working.in_clock, 2);
    synced(w, &event);
    assert_int_equal(event.rejected, 1);
    /* and one that takes the place of all, where messages grow old. */
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(deliver(w, PAGE("c3", ITEM("4", "c", "2") "," BAD_ITEM, ",\"reset\":true")));
    assert_int_equal(working.in_store, 3);
    assert_int_equal(working.in_clock, 3);
    pthread_mutex_lock(&working.lock);
    working.is_over = 1;
    pthread_cond_broadcast(&working.changed);
    pthread_mutex_unlock(&working.lock);
    pthread_join(thread, NULL);
    check_badge(working.other, "b", 1, 8);
}

TEST_ALONE(badges_are_free_while_a_page_works)
{
    world w;

    call_in_the_midst(look_in_the_store);
    check_that_badges_are_free(&w, 0);
    tally_account_release(working.other);
    world_end(&w);
    /* The changes that another account made meanwhile are in the file, with the page or before it. */
    check_that_badges_are_free(&w, WORLD_FILE);
    call_in_the_midst(NULL);
    tally_account_release(working.other);
    world_close(&w);
    w.configure = NULL;
    world_open(&w, WORLD_FILE | WORLD_SUM);
    check_ok(tally_account_open(w.engine, "other", NULL, &working.other));
    check_badge(working.other, "root", 1, 15);
    tally_account_release(working.other);
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
}

/* ---- A page behind another one ---- */

/* One thread delivers the first page of another epoch, which stands for all that there is, and is held where it sets an
 * item aside. Another one delivers the next page meanwhile, and sleeps when it has to wait for the first one. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    world *w;
    int is_held;
    int second; /* The other thread's number, as it begins. */
    int may_go_on;
} behind = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void note(int *place, int value)
{
    pthread_mutex_lock(&behind.lock);
    *place = value;
    pthread_cond_broadcast(&behind.changed);
    pthread_mutex_unlock(&behind.lock);
}

static void wait_for(const int *place)
{
    struct timespec end = hang_end();

    pthread_mutex_lock(&behind.lock);
    while (*place == 0)
        require(pthread_cond_timedwait(&behind.changed, &behind.lock, &end) == 0);
    pthread_mutex_unlock(&behind.lock);
}

static void hold_the_first(void)
{
    note(&behind.is_held, 1);
    wait_for(&behind.may_go_on);
}

static void *deliver_the_first(void *argument)
{
    (void)argument;
    require(deliver(behind.w, PAGE("2", ITEM("2", "b", "1") "," BAD_ITEM, ",\"epoch\":\"f\"")) == TALLY_OK);
    return NULL;
}

static void *deliver_the_second(void *argument)
{
    (void)argument;
    note(&behind.second, thread_number());
    require(deliver(behind.w, PAGE("3", ITEM("3", "c", "1"), ",\"epoch\":\"f\"")) == TALLY_OK);
    return NULL;
}

/* The second page is read again when the first one has been applied: its epoch is then no other one. */
TEST(a_page_behind_another_one, WORLD_CLOSED)
{
    pthread_t first, second;

    behind.w = w;
    call_in_the_midst(hold_the_first);
    world_open(w, WORLD_SUM);
    call_in_the_midst(NULL);
    w->feed = add(w, "feed", NULL, NULL);
    check_ok(tally_account_log_in(w->account));
    check_ok(deliver(w, PAGE("1", ITEM("1", "a", "1"), ",\"epoch\":\"e\"")));
    require(pthread_create(&first, NULL, deliver_the_first, NULL) == 0);
    wait_for(&behind.is_held);
    require(pthread_create(&second, NULL, deliver_the_second, NULL) == 0);
    wait_for(&behind.second);
    await_asleep(behind.second);
    note(&behind.may_go_on, 1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    check_badge(w->account, "a", 0, 0);
    check_badge(w->account, "b", 1, 1);
    check_badge(w->account, "c", 1, 1);
}
