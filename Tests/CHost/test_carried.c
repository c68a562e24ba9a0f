/* needs: sqlite */
/* Messages carry a link, an icon, a subtitle and data. */
#include "support.h"
#include "feeds.h"
#include "lists.h"
#include "storefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

typedef struct carried {
    tally_message row;
    char text[8192];
} carried;

static void get(world *w, int64_t feed, const char *id, carried *c)
{
    tally_rows rows = {sizeof rows, sizeof c->row, &c->row, 1, c->text, sizeof c->text, 0, 0, NULL};

    check_ok(tally_message_find(w->account, feed, id, &rows));
    assert_int_equal(rows.count, 1);
}

static const char *text_of(const carried *c, tally_text text) { return c->text + text.offset; }

static void check_data(world *w, int64_t key, const void *data, size_t size)
{
    tally_bytes bytes = TALLY_BYTES_INIT;

    check_ok(tally_message_get_data(w->account, key, &bytes));
    assert_int_equal(bytes.size, size);
    if (size > 0)
        assert_memory_equal(bytes.data, data, size);
    tally_bytes_release(&bytes);
}

static void check_json(world *w, const char *id, const char *json)
{
    carried c;

    get(w, state_of(w).id, id, &c);
    assert_int_equal(c.row.data_size, strlen(json));
    check_data(w, c.row.key, json, strlen(json));
}

static int64_t post(world *w, const char *id, const char *data, size_t size)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.id = id;
    options.link = "app:settings?page=2";
    options.icon = "star";
    options.subtitle = "Zwischent\xC3\xA4tel";
    options.data = data;
    options.data_length = size;
    check_ok(tally_message_post(w->account, "inbox", &options, &key));
    return key;
}

static void check_posted(world *w, const char *id, const void *data, size_t size)
{
    carried c;

    get(w, 0, id, &c);
    assert_string_equal(text_of(&c, c.row.link), "app:settings?page=2");
    assert_string_equal(text_of(&c, c.row.icon), "star");
    assert_string_equal(text_of(&c, c.row.subtitle), "Zwischent\xC3\xA4tel");
    assert_int_equal(c.row.data_size, size);
    check_data(w, c.row.key, data, size);
}

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* Delivers a page with one item of id "x" that has these members. The messages that it has added or changed. */
static uint64_t deliver(world *w, const char *members)
{
    static char page[400000];
    static int cursor;
    tally_event event;
    char text[512];

    drain(w->engine);
    (void)snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[{\"id\":\"x\",\"path\":\"in\",%s}]}", ++cursor, members);
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    return event.added + event.changed;
}

/* Whether an item with these members was accepted: then it has the new count. */
static int takes(world *w, const char *members)
{
    static char whole[300000];
    static unsigned count;
    carried c;

    (void)snprintf(whole, sizeof whole, "\"count\":%u,%s", ++count, members);
    (void)deliver(w, whole);
    get(w, state_of(w).id, "x", &c);
    return c.row.count == count;
}

/* ---- Tests ---- */

TEST(a_posted_message_carries_bytes, WORLD_FILE)
{
    static const char bytes[] = "\0\xFF\x80 any\0bytes";
    int64_t key = post(w, "1", bytes, sizeof bytes);

    check_posted(w, "1", bytes, sizeof bytes);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_posted(w, "1", bytes, sizeof bytes);
    check_data(w, key, bytes, sizeof bytes);
    /* A NUL ends data without a size. Another message with the id replaces all of it. */
    post(w, "1", "{\"a\":1}", 0);
    check_posted(w, "1", "{\"a\":1}", 7);
    post(w, "1", NULL, 0);
    check_posted(w, "1", NULL, 0);
    check_status(tally_message_get_data(w->account, key + 5, &(tally_bytes){0}), TALLY_ERROR_NOT_FOUND);
    verify(w);
}

TEST(a_message_without_them_has_none, 0)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;
    carried c;

    options.id = "1";
    check_ok(tally_message_post(w->account, "inbox", &options, &key));
    get(w, 0, "1", &c);
    assert_int_equal(c.row.link.length + c.row.icon.length + c.row.subtitle.length + c.row.data_size, 0);
    check_data(w, key, NULL, 0);
}

/* The longest values fit, and a byte more changes nothing. */
TEST(the_host_s_limits, WORLD_FILE)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    static char link[TALLY_MAX_LINK + 2], icon[257], data[TALLY_MAX_DATA + 1];
    carried c;

    memset(link, 'l', TALLY_MAX_LINK);
    memset(icon, 'i', 255);
    memset(data, 'd', sizeof data);
    options.id = "1";
    options.link = link;
    options.icon = icon;
    options.data = data;
    options.data_length = TALLY_MAX_DATA;
    check_ok(tally_message_post(w->account, "inbox", &options, NULL));
    get(w, 0, "1", &c);
    assert_int_equal(c.row.link.length, TALLY_MAX_LINK);
    assert_int_equal(c.row.icon.length, 255);
    assert_int_equal(c.row.data_size, TALLY_MAX_DATA);
    options.count = 7;
    options.data_length = TALLY_MAX_DATA + 1;
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_TOO_LARGE);
    check_message("65536");
    options.data_length = 1;
    link[TALLY_MAX_LINK] = 'l';
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("link");
    options.link = "a\nb";
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.link = "\x7F";
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.link = "\xFF";
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.link = NULL;
    icon[255] = 'i';
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("icon");
    options.icon = NULL;
    options.subtitle = "\xC3";
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    options.subtitle = NULL;
    options.data = NULL;
    check_status(tally_message_post(w->account, "inbox", &options, NULL), TALLY_ERROR_ARGUMENT);
    get(w, 0, "1", &c);
    assert_int_equal(c.row.count, 1);
    assert_int_equal(c.row.data_size, TALLY_MAX_DATA);
    verify(w);
}

/* A server's values: the same value has the same bytes, however it is spaced and escaped. */
TEST(a_server_s_data_are_compact_json, WORLD_FILE)
{
    static const struct { const char *sent, *kept; } forms[] = {
        {"{ \"b\" : [ 1 , 2.50e+1 ] ,\n\t\"a\": null, \"b\":true }", "{\"b\":[1,2.50e+1],\"a\":null,\"b\":true}"},
        {"\"a b\"", "\"a b\""},
        {"12345678901234567890.10", "12345678901234567890.10"},
        {"false", "false"},
        {"[ ]", "[]"},
        {"\"\\/\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\\u0022\\u005c\"", "\"/A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\\\"\\\\\""},
        {"\"\\u0000\\u0008\\u000a\\u000A\\u000d\\u0009\\u000C\\u001F\\n\\\"\\\\\"", "\"\\u0000\\b\\n\\n\\r\\t\\f\\u001f\\n\\\"\\\\\""},
        {"\"\\uDC00\\uD800x\\uD800\\u0041\\u007f\"", "\"\\udc00\\ud800x\\ud800A\x7F\""},
        {"{\"\\u0061\":\"\\\\u0061 \"}", "{\"a\":\"\\\\u0061 \"}"},
    };
    char members[256];

    world_add_feed(w);
    for (size_t i = 0; i < COUNT_OF(forms); ++i) {
        (void)snprintf(members, sizeof members, "\"data\":%s", forms[i].sent);
        assert_true(takes(w, members));
        check_json(w, "x", forms[i].kept);
        /* Its kept form is its own. */
        (void)snprintf(members, sizeof members, "\"data\":%s", forms[i].kept);
        assert_true(takes(w, members));
        check_json(w, "x", forms[i].kept);
    }
    assert_true(takes(w, "\"data\":null"));
    check_json(w, "x", "");
    verify(w);
}

/* An item whose value is invalid is set aside, as one with an invalid title. */
TEST(a_server_s_limits, WORLD_FILE)
{
    static char long_value[2 * TALLY_MAX_DATA + 100];
    carried c;

    world_add_feed(w);
    assert_true(takes(w, "\"link\":\"https:\\/\\/example.com\",\"icon\":\"bell\",\"subtitle\":\"S\\u00fc\\n\",\"data\":0"));
    get(w, state_of(w).id, "x", &c);
    assert_string_equal(text_of(&c, c.row.link), "https://example.com");
    assert_string_equal(text_of(&c, c.row.icon), "bell");
    assert_string_equal(text_of(&c, c.row.subtitle), "S\xC3\xBC\n");
    assert_false(takes(w, "\"link\":5"));
    assert_false(takes(w, "\"link\":\"a\\nb\""));
    assert_false(takes(w, "\"icon\":\"\\u0001\""));
    assert_false(takes(w, "\"icon\":[]"));
    assert_false(takes(w, "\"subtitle\":true"));
    /* Escapes do not count: each slash is sent as two bytes. */
    (void)snprintf(long_value, sizeof long_value, "\"link\":\"");
    for (int i = 0; i < TALLY_MAX_LINK; ++i)
        strcat(long_value, "\\/");
    strcat(long_value, "\"");
    assert_true(takes(w, long_value));
    long_value[strlen(long_value) - 1] = '\0';
    strcat(long_value, "x\"");
    assert_false(takes(w, long_value));
    get(w, state_of(w).id, "x", &c);
    assert_int_equal(c.row.link.length, TALLY_MAX_LINK);
    /* White space does not count. */
    memset(long_value, ' ', sizeof long_value);
    memcpy(long_value, "\"data\":", 7);
    memset(long_value + TALLY_MAX_DATA, 'd', TALLY_MAX_DATA);
    long_value[TALLY_MAX_DATA + 1] = '"';
    memcpy(long_value + 2 * TALLY_MAX_DATA, "\"", 2);
    long_value[TALLY_MAX_DATA] = ' ';
    assert_true(takes(w, long_value));
    long_value[TALLY_MAX_DATA] = '"';
    long_value[TALLY_MAX_DATA + 1] = 'd';
    assert_false(takes(w, long_value));
    get(w, state_of(w).id, "x", &c);
    assert_int_equal(c.row.data_size, TALLY_MAX_DATA);
    verify(w);
}

/* A push has them too. Beside `aps` an application has members of its own, so an invalid value is one of those. */
TEST(a_push_carries_them, WORLD_FILE)
{
    static const char plain[] =
        "{\"id\":\"1\",\"path\":\"in\",\"link\":\"l\",\"icon\":\"i\",\"subtitle\":\"s\",\"data\":{ \"k\" : 1 }}";
    static const char odd[] = "{\"id\":\"2\",\"path\":\"in\",\"link\":7,\"icon\":\"\\n\",\"data\":[ ],"
                              "\"aps\":{\"alert\":{\"title\":\"T\",\"subtitle\":\"S\"}}}";
    static const char bad[] = "{\"id\":\"3\",\"path\":\"in\",\"icon\":\"\\n\"}";
    carried c;

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_account_push(w->account, plain, strlen(plain)));
    get(w, 0, "1", &c);
    assert_string_equal(text_of(&c, c.row.link), "l");
    assert_string_equal(text_of(&c, c.row.icon), "i");
    assert_string_equal(text_of(&c, c.row.subtitle), "s");
    check_data(w, c.row.key, "{\"k\":1}", 7);
    check_ok(tally_account_push(w->account, odd, strlen(odd)));
    get(w, 0, "2", &c);
    assert_int_equal(c.row.link.length + c.row.icon.length, 0);
    assert_string_equal(text_of(&c, c.row.subtitle), "S");
    check_data(w, c.row.key, "[]", 2);
    check_status(tally_account_push(w->account, bad, strlen(bad)), TALLY_ERROR_PROTOCOL);
}

/* Without a revision, other content is stored, and the same content is not a change. */
TEST(they_are_content, WORLD_FILE)
{
    world_add_feed(w);
    assert_int_equal(deliver(w, "\"data\":[1, 2],\"link\":\"a\",\"icon\":\"b\",\"subtitle\":\"c\""), 1);
    assert_int_equal(deliver(w, "\"data\":[1,2],\"link\":\"a\",\"icon\":\"b\",\"subtitle\":\"c\""), 0);
    assert_int_equal(deliver(w, "\"data\":[1,3],\"link\":\"a\",\"icon\":\"b\",\"subtitle\":\"c\""), 1);
    check_json(w, "x", "[1,3]");
    assert_int_equal(deliver(w, "\"link\":\"a\",\"icon\":\"b\",\"subtitle\":\"c\""), 1);
    check_json(w, "x", "");
    assert_int_equal(deliver(w, "\"link\":\"\",\"icon\":\"b\",\"subtitle\":\"c\""), 1);
    assert_int_equal(deliver(w, "\"icon\":\"\",\"subtitle\":\"c\""), 1);
    assert_int_equal(deliver(w, "\"subtitle\":null"), 1);
    assert_int_equal(deliver(w, "\"icon\":null"), 0);
}

/* An export has all of it, and an account that is made from it as well. */
TEST(an_export_has_them, WORLD_FILE)
{
    static const char bytes[] = "\0\xFF";
    tally_bytes whole = TALLY_BYTES_INIT, again = TALLY_BYTES_INIT;
    tally_account *own = w->account, *other = NULL;

    post(w, "1", bytes, sizeof bytes);
    check_ok(tally_account_export(w->account, &whole));
    check_ok(tally_account_import(w->engine, "bo", whole.data, whole.size));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    w->account = other;
    check_posted(w, "1", bytes, sizeof bytes);
    check_ok(tally_account_export(other, &again));
    w->account = own;
    tally_bytes_release(&again);
    tally_bytes_release(&whole);
    tally_account_release(other);
    verify(w);
}

/* Recovering a file keeps them, and what is too long for the library is damage. */
TEST(recovery_keeps_them, WORLD_FILE)
{
    static const char bytes[] = "\0\xFF";
    char fresh[320];
    tally_recovery recovery = TALLY_RECOVERY_INIT;
    tally_rows rows = TALLY_ROWS_INIT;

    post(w, "1", bytes, sizeof bytes);
    post(w, "2", bytes, sizeof bytes);
    world_close(w);
    run_sql(w->file, "UPDATE message SET link = printf('%.3000c', 'x') WHERE id = '2'");
    world_open(w, WORLD_FILE);
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    world_close(w);
    (void)snprintf(fresh, sizeof fresh, "%s.new", w->file);
    check_ok(tally_file_recover(w->file, fresh, &recovery));
    check_ok(rename(fresh, w->file));
    world_open(w, WORLD_FILE);
    check_posted(w, "1", bytes, sizeof bytes);
    rows.entry_size = sizeof(tally_message);
    check_status(tally_message_find(w->account, 0, "2", &rows), TALLY_ERROR_NOT_FOUND);
    verify(w);
}
