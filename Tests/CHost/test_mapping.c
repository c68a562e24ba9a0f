/* Servers that do not speak the wire format: mappings and presets, the requests for them, and the effects of their
 * responses. The responses have the form that the servers' public documentation describes. */
#include "feeds.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

static tally_feed_options options_of(const char *url, const char *preset, const char *mapping)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = url, .initial_delay = -1, .interval = -1, .mapping_preset = preset,
        .mapping = mapping,
    };

    return options;
}

/* Adds the world's feed, which is polled only by force, and logs in. */
static void add_mapped(world *w, server *s, const char *preset, const char *mapping)
{
    char url[64];
    tally_feed_options options;

    server_url(s, url, sizeof url);
    options = options_of(url, preset, mapping);
    tally_feed_release(w->feed);
    w->feed = NULL;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

/* Whether the query of a request holds a parameter. */
static int asks(server *s, unsigned request, const char *parameter)
{
    const char *head = server_request(s, request);
    const char *found = strstr(head, parameter);

    return found != NULL && found < strstr(head, " HTTP/") && (found[-1] == '?' || found[-1] == '&')
        && strchr(" &", found[strlen(parameter)]) != NULL;
}

/* The newest message at a path. */
static tally_message newest(world *w, const char *path, char *text, size_t capacity)
{
    tally_message message;
    size_t count, size;
    tally_status status =
        message_list(w->account, path, 0, 0, 1, &message, 1, text, capacity, &count, &size);

    require(status >= 0 && count == 1);
    return message;
}

static tally_status try_mapping(const char *preset, const char *mapping, const char *body, char *page, size_t capacity)
{
    size_t length;

    return mapping_try(preset, mapping, body, strlen(body), page, capacity, &length);
}

#define LIST(item) "{\"list\":\"$.list\",\"item\":{\"id\":\"$.id\"" item "}}"

/* ---- Registration ---- */

typedef struct refusal {
    const char *mapping;
    const char *message; /* A part of it. */
} refusal;

static const refusal refusals[] = {
    {"[", "malformed JSON, at byte 1"},
    {"{\"list\":\"$\",}", "malformed JSON, at byte 12"},
    {"[]", "an object is due, at byte 0"},
    {"{\"lst\":\"$\"}", "no member of that name, at byte 1"},
    {"{\"list\":\"$\",\"item\":{\"title\":\"a\",\"colour\":\"b\"}}", "no member of that name, at byte 32"},
    {"{\"item\":{\"id\":\"$.id\"}}", "no 'list', 'lines' or 'total'"},
    {"{\"list\":\"$\"}", "no 'id'"},
    {"{\"list\":\"items\",\"item\":{\"id\":\"$.id\"}}", "begins with $ is due, at byte 9"},
    {"{\"list\":\"@\",\"item\":{\"id\":\"$.id\"}}", "begins with $ is due, at byte 9"},
    {"{\"list\":[\"$\",\"$.a\",\"$.b\"],\"item\":{\"id\":\"$.id\"}}", "in an array, at byte 8"},
    {"{\"list\":[],\"item\":{\"id\":\"$.id\"}}", "in an array, at byte 8"},
    {"{\"list\":7,\"item\":{\"id\":\"$.id\"}}", "at byte 8"},
    {"{\"list\":{},\"item\":{\"id\":\"$.id\"}}", "a text is due, at byte 8"},
    {LIST(",\"title\":\"$.\""), "not a path of JSON, at byte 48"},
    {LIST(",\"title\":\"$.a[x]\""), "not a path of JSON, at byte 50"},
    {LIST(",\"title\":\"$.a[1\""), "not a path of JSON, at byte 51"},
    {LIST(",\"title\":\"$.a[/]\""), "not a path of JSON"},
    {LIST(",\"title\":\"$.a[:]\""), "not a path of JSON"},
    {LIST(",\"title\":\"$.a[]\""), "not a path of JSON"},
    {LIST(",\"title\":\"$.a[1234567890]\""), "not a path of JSON"},
    {LIST(",\"title\":\"{a[]}\""), "not a path of JSON"},
    {LIST(",\"title\":[]"), "in an array"},
    {LIST(",\"read\":[]"), "in an array"},
    {LIST(",\"title\":\"{$x}\""), "not a path of JSON"},
    {LIST(",\"title\":\"{}\""), "not a path of JSON"},
    {LIST(",\"title\":\"{.a}\""), "not a path of JSON"},
    {LIST(",\"title\":[\"$.b\",\"$.a[]\"]"), "not a path of JSON"},
    {LIST(",\"read\":\"$.a[]\""), "not a path of JSON"},
    {LIST(",\"count\":\"$.a[]\""), "not a path of JSON"},
    {"{\"list\":\"$.a[]\",\"item\":{\"id\":\"$.id\"}}", "not a path of JSON"},
    {"{\"list\":\"$\",\"cursor\":\"$.a[]\",\"item\":{\"id\":\"$.id\"}}", "not a path of JSON"},
    {LIST(",\"title\":\"$.\\\"a\""), "not a path of JSON"},
    {LIST(",\"title\":\"$x\""), "not a path of JSON, at byte 47"},
    {LIST(",\"title\":\"$.a=b\""), "not a path of JSON, at byte 49"},
    {LIST(",\"title\":\"{a\""), "not a path of JSON, at byte 48"},
    {LIST(",\"title\":\"a}\""), "a } without a {, at byte 47"},
    {LIST(",\"path\":\"a..b\""), "component of the path is empty, at byte 47"},
    {LIST(",\"path\":\"{a}.\""), "component of the path is empty, at byte 49"},
    {LIST(",\"path\":\"\""), "component of the path is empty"},
    {LIST(",\"path\":\"a\\\\b\""), "a backslash may only stand before"},
    {LIST(",\"path\":\"a\\nb\""), "control characters"},
    {LIST(",\"read\":\"$.a!b\""), "= is due"},
    {LIST(",\"read\":\"!a\""), "begins with $ is due"},
    {LIST(",\"count\":\"many\""), "a number or a path that begins with $ is due"},
    {"{\"list\":\"$\",\"limit\":-1,\"item\":{\"id\":\"$.id\"}}", "it is none of the values"},
    {"{\"list\":\"$\",\"overlap\":1.5,\"item\":{\"id\":\"$.id\"}}", "it is none of the values"},
    {"{\"list\":\"$\",\"lines\":\"yes\",\"item\":{\"id\":\"$.id\"}}", "it is none of the values"},
    {"{\"list\":\"$\",\"ts_unit\":\"min\",\"item\":{\"id\":\"$.id\"}}", "it is none of the values"},
    {"{\"list\":\"$\",\"query\":\"a b\",\"item\":{\"id\":\"$.id\"}}", "a character that no parameter has"},
    {"{\"list\":\"$\",\"next\":\"after\",\"item\":{\"id\":\"$.id\"}}", "begins with $ is due"},
};

TEST(errors_are_rejected_with_their_place, 0)
{
    size_t i;

    for (i = 0; i < COUNT_OF(refusals); i++) {
        tally_feed_options options = options_of("http://127.0.0.1:1/", NULL, refusals[i].mapping);
        char page[8];

        check_status(tally_feed_add(w->account, "feed", &options, NULL), TALLY_ERROR_MALFORMED);
        check_message("mapping: ");
        check_message(refusals[i].message);
        check_status(try_mapping(NULL, refusals[i].mapping, "{}", page, sizeof page), TALLY_ERROR_MALFORMED);
    }
}

TEST(names_and_sizes, 0)
{
    char *text = (char *)malloc(65600);
    tally_feed_options options = options_of("http://127.0.0.1:1/", "nothing", NULL);

    check_status(tally_feed_add(w->account, "feed", &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("github-notifications");
    /* A program that was compiled before there were mappings; what stands behind its structure is not read. */
    options.struct_size = (uint32_t)offsetof(tally_feed_options, mapping_preset);
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    options = options_of("http://127.0.0.1:1/", "", "");
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    memset(text, ' ', 65599);
    text[65599] = '\0';
    options = options_of("http://127.0.0.1:1/", NULL, text);
    check_status(tally_feed_add(w->account, "feed", &options, NULL), TALLY_ERROR_MALFORMED);
    check_message("longer than 65536 bytes");
    memcpy(text, LIST(""), strlen(LIST("")));
    text[65536] = '\0';
    check_ok(tally_feed_add(w->account, "feed", &options, NULL));
    free(text);
}

/* ---- Trying one ---- */

TEST_ALONE(trying_one)
{
    const char *body = "{\"list\":[{\"id\":12345678901234567890123},{\"id\":{}},{\"id\":\"a\\\"b\",\"n\":\"\\u0001\"}]}";
    const char *mapping = LIST(",\"path\":[\"in.{n}\",\"$.p\",\"in\"],\"title\":\"<{id}>\"");
    const char *expected =
        "{\"v\":1,\"items\":[{\"read\":false,\"id\":\"12345678901234567890123\",\"path\":\"root.in\",\"title\":"
        "\"<12345678901234567890123>\"},{\"read\":false,\"id\":{},\"path\":\"root.in\"},{\"read\":false,\"id\":\"a\\\"b\","
        "\"path\":\"root.in.\\u0001\",\"title\":\"<a\\\"b>\"}],\"gone\":[],\"cursor\":\"\",\"rejected\":[{\"index\":1,"
        "\"reason\":\"it has no usable 'id'\"},{\"index\":2,\"reason\":\"it has no usable 'path'\"}]}";
    char page[1024];
    size_t length = 99;

    check_ok(mapping_try(NULL, mapping, body, strlen(body), page, sizeof page, &length));
    assert_string_equal(page, expected);
    assert_int_equal(length, strlen(expected));
    check_status(mapping_try(NULL, mapping, body, strlen(body), page, sizeof page, NULL), TALLY_ERROR_ARGUMENT);
    check_status(mapping_try(NULL, mapping, NULL, 1, page, sizeof page, &length), TALLY_ERROR_ARGUMENT);
    check_status(mapping_try(NULL, NULL, body, strlen(body), page, sizeof page, &length), TALLY_ERROR_ARGUMENT);
    check_status(mapping_try("", "", body, strlen(body), page, sizeof page, &length), TALLY_ERROR_ARGUMENT);
    check_status(mapping_try("x", NULL, body, strlen(body), page, sizeof page, &length), TALLY_ERROR_ARGUMENT);
    check_status(mapping_try("ntfy", "{", body, strlen(body), page, sizeof page, &length), TALLY_ERROR_MALFORMED);
    check_status(mapping_try(NULL, mapping, NULL, 0, page, sizeof page, &length), TALLY_ERROR_PROTOCOL);
    check_message("ends too early, at byte 0");
    check_status(try_mapping(NULL, mapping, "{\"list\":[1,}", page, sizeof page), TALLY_ERROR_PROTOCOL);
    check_message("at byte 11");
    check_status(try_mapping(NULL, mapping, "{\"lists\":[]}", page, sizeof page), TALLY_ERROR_PROTOCOL);
    check_message("'list' is not in the answer");
}

typedef struct shape {
    const char *mapping;
    const char *body;
    const char *part; /* A part of the page; NULL: the response is rejected. */
} shape;

/* The language of mappings, one thing a line. */
static const shape shapes[] = {
    {LIST(",\"path\":\"a.{p}\""), "{\"list\":[{\"id\":1,\"p\":\"x.y\\\\z\"}]}", "\"path\":\"root.a.x\\\\.y\\\\\\\\z\""},
    {LIST(",\"path\":\"{p}\""), "{\"list\":[{\"id\":1,\"p\":\"root\"}]}", "\"path\":\"root.root\""},
    {LIST(",\"path\":\"root.{p}\""), "{\"list\":[{\"id\":1,\"p\":\"a\"}]}", "\"path\":\"root.a\""},
    {LIST(",\"path\":\"$.p\""), "{\"list\":[{\"id\":1,\"p\":\"x.y\"}]}", "\"path\":\"x.y\""},
    {LIST(""), "{\"list\":[{\"id\":1}]}", "\"path\":\"root\""},
    {LIST(",\"title\":\"$.a.b[1].c\""), "{\"list\":[{\"id\":1,\"a\":{\"b\":[0,{\"c\":\"x\"}]}}]}", "\"title\":\"x\""},
    {LIST(",\"title\":\"$.a[0]\""), "{\"list\":[{\"id\":1,\"a\":[\"x\",\"y\"]}]}", "\"title\":\"x\""},
    {LIST(",\"title\":\"$.a[9]\""), "{\"list\":[{\"id\":1,\"a\":[0,1,2,3,4,5,6,7,8,\"x\",10]}]}", "\"title\":\"x\""},
    {LIST(",\"title\":\"$.a[10]\""), "{\"list\":[{\"id\":1,\"a\":[0,1,2,3,4,5,6,7,8,\"x\",10]}]}", "\"title\":\"10\""},
    {LIST(",\"title\":[\"$.a[123456789]\",\"none\"]"), "{\"list\":[{\"id\":1,\"a\":[0]}]}", "\"title\":\"none\""},
    {LIST(",\"title\":\"$.\\\"a.b\\\"\""), "{\"list\":[{\"id\":1,\"a.b\":\"x\"}]}", "\"title\":\"x\""},
    {LIST(",\"title\":\"$.ab\""), "{\"list\":[{\"id\":1,\"\\u0061b\":\"x\"}]}", "\"title\":\"x\""},
    {LIST(",\"title\":\"$.a\""), "{\"list\":[{\"id\":1,\"a\":\"x\",\"a\":\"y\"}]}", "\"title\":\"y\""},
    {LIST(",\"title\":[\"$.a\",\"$.b\"]"), "{\"list\":[{\"id\":1,\"a\":null,\"b\":true}]}", "\"title\":\"true\""},
    {LIST(",\"title\":[\"$.a\",\"$.b\",\"$.c\",\"$.d\"]"), "{\"list\":[{\"id\":1,\"d\":5}]}", "\"title\":\"5\""},
    {"{\"list\":[\"$.l\"],\"item\":{\"id\":\"$.id\"}}", "{\"l\":[{\"id\":1}]}", "\"id\":\"1\"}]"},
    {LIST(",\"title\":null,\"read\":null"), "{\"list\":[{\"id\":1}]}", "{\"read\":false,\"path\":\"root\",\"id\":\"1\"}]"},
    {"{\"list\":\"$\",\"cursor\":null,\"gone\":null,\"item\":{\"id\":\"$.id\"}}", "[{\"id\":1}]", "\"id\":\"1\"}]"},
    {LIST(",\"title\":\"{a}{b}\""), "{\"list\":[{\"id\":1,\"a\":\"x\"}]}", "\"path\":\"root\",\"id\":\"1\"}]"},
    {LIST(",\"count\":\"$.n\""), "{\"list\":[{\"id\":1,\"n\":\"17\"}]}", "\"count\":17"},
    {LIST(",\"count\":\"$.n\""), "{\"list\":[{\"id\":1,\"n\":4294967296}]}", "'count' is not within"},
    {LIST(",\"count\":0"), "{\"list\":[{\"id\":1}]}", "\"count\":0"},
    {LIST(",\"read\":\"$.u=false\""), "{\"list\":[{\"id\":1,\"u\":false}]}", "\"read\":true"},
    {LIST(",\"read\":\"$.u!=new\""), "{\"list\":[{\"id\":1}]}", "\"read\":true"},
    {LIST(",\"read\":[\"!$.u\",\"$.v\"]"), "{\"list\":[{\"id\":1,\"u\":\"0\"}]}", "\"read\":true"},
    {LIST(",\"read\":[\"!$.u\",\"$.v\"]"), "{\"list\":[{\"id\":1,\"u\":1,\"v\":0}]}", "\"read\":false"},
    {LIST(",\"read\":true"), "{\"list\":[{\"id\":1}]}", "\"read\":true"},
    {LIST(",\"deleted\":\"$.d\""), "{\"list\":[{\"id\":1,\"d\":{}}]}", "\"deleted\":true"},
    {LIST(",\"where\":\"$.w\""), "{\"list\":[{\"id\":1}]}", "\"items\":[]"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":1635528741.5}]}", "\"ts\":1635528741.500"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"1635528741\"}]}", "\"ts\":1635528741.000"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-02-29T23:59:56.007Z\"}]}", "\"ts\":1709251196.007"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-03-01T01:29:56+01:30\"}]}", "\"ts\":1709251196.000"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"1970-01-01T00:00:00Z\"}]}", "\"ts\":0.000"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-13-01T00:00:00Z\"}]}", "'ts' is not a point in time"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"yesterday\"}]}", "'ts' is not a point in time"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2A24-03-01T00:00:00Z\"}]}", "'ts' is not a point in time"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-0A-01T00:00:00Z\"}]}", "'ts' is not a point in time"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-03-01T00:00:0AZ\"}]}", "'ts' is not a point in time"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-03-01T00:00+02:00\"}]}", "'ts' is not a point in time"},
    {LIST(",\"ts\":\"$.t\""), "{\"list\":[{\"id\":1,\"t\":\"2024-02-29T23:59:56.7+15:00\"}]}", "\"ts\":1709197196.700"},
    {LIST(",\"title\":\"$.a\""), "{\"list\":[{\"id\":1,\"a\":[]}]}", "'title', 'body'"},
    {"{\"list\":\"$\",\"item\":{\"id\":\"@\",\"count\":\"$\"}}", "{\"a\":1,\"b\":2}", "{\"read\":false,\"path\":\"root\",\"id\":\"b\",\"count\":2}"},
    {"{\"list\":\"$\",\"item\":{\"id\":\"@\",\"title\":\"$\"}}", "[\"x\",\"y\"]", "{\"read\":false,\"path\":\"root\",\"id\":\"1\",\"title\":\"y\"}"},
    {"{\"list\":[\"$.rooms\",\"$.events\"],\"item\":{\"id\":\"{@@}/{@}/{n}\"}}",
     "{\"rooms\":{\"r\":{\"events\":[{\"n\":5},{\"n\":6}]},\"s\":1,\"t\":{\"events\":{\"k\":{\"n\":7}}}}}",
     "{\"read\":false,\"path\":\"root\",\"id\":\"r/1/6\"},{\"read\":false,\"path\":\"root\",\"id\":\"t/k/7\"}]"},
    {"{\"list\":\"$\",\"gone\":\"$.gone\",\"item\":{\"id\":\"$.id\"}}", "{\"gone\":[1,\"b\"]}", "\"gone\":[1,\"b\"]"},
    {"{\"list\":\"$\",\"gone\":\"$.gone\",\"item\":{\"id\":\"$.id\"}}", "{\"gone\":{\"a\":{}}}", "\"gone\":[\"a\"]"},
    {"{\"list\":\"$.l\",\"cursor\":\"$.next\",\"item\":{\"id\":\"$.id\"}}", "{\"next\":7}", "\"cursor\":\"7\",\"items\":[]"},
    {"{\"list\":\"$.l\",\"cursor\":\"$.next\",\"item\":{\"id\":\"$.id\"}}", "{\"l\":[]}", NULL},
    {"{\"list\":\"$.l\",\"epoch\":\"$.e\",\"more\":\"$.m\",\"poll\":\"$.p\",\"title\":\"$.t\",\"item\":{\"id\":\"$.id\"}}",
     "{\"l\":[],\"e\":1,\"m\":\"yes\",\"p\":60,\"t\":\"T\"}", "\"epoch\":\"1\",\"title\":\"T\",\"poll\":60,\"more\":true"},
    {"{\"list\":\"$\",\"ts_unit\":\"ms\",\"item\":{\"id\":\"$.id\",\"ts\":\"$.t\"}}", "[{\"id\":1,\"t\":1635528741123}]", "\"ts\":1635528741.123"},
    {"{\"lines\":true,\"item\":{\"id\":\"$.id\"}}", "{\"id\":1}\n\n{\"id\":2}\r\n", "\"id\":\"1\"},{\"read\":false,\"path\":\"root\",\"id\":\"2\"}]"},
    {"{\"lines\":true,\"item\":{\"id\":\"$.id\"}}", "", "\"items\":[]"},
    {"{\"lines\":true,\"item\":{\"id\":\"$.id\"}}", "{\"id\":1}\n{\"id\":", NULL},
    {"{\"list\":\"$\",\"greatest\":\"$.id\",\"item\":{\"id\":\"$.id\"}}", "[{\"id\":9},{\"id\":\"100\"},{\"id\":20}]", "\"cursor\":\"100\""},
    {"{\"total\":\"$.n\",\"path\":\"chat\"}", "{\"n\":3}", "\"path\":\"root.chat\",\"total\":3"},
    {"{\"total\":\"$.n\"}", "{\"n\":4294967296}", NULL},
    {"{\"total\":\"$.n\"}", "{\"n\":-1}", NULL},
    {"{\"total\":\"$.n\"}", "{\"n\":2.5}", NULL},
    {"{\"total\":\"$.n\"}", "{\"n\":{}}", NULL},
    {"{\"total\":\"$.n\"}", "{}", NULL},
    {"{\"list\":\"$\",\"item\":{\"total\":\"$\",\"path\":\"n.{@}\"}}", "{\"a\":3,\"b\":0,\"c\":\"x\",\"d\":null}", "\"reason\":\"its 'total' is not within 0 to 4294967295\"}]"},
};

TEST_ALONE(the_language)
{
    size_t i;

    for (i = 0; i < COUNT_OF(shapes); i++) {
        char page[2048] = "";
        tally_status status = try_mapping(NULL, shapes[i].mapping, shapes[i].body, page, sizeof page);

        if (shapes[i].part == NULL) {
            check_status(status, TALLY_ERROR_PROTOCOL);
        } else {
            check_ok(status);
            if (strstr(page, shapes[i].part) == NULL)
                fail_msg("%s\nof %s\nis %s\nwithout %s", shapes[i].mapping, shapes[i].body, page, shapes[i].part);
        }
    }
}

/* ---- Hostile answers ---- */

static char *repeated(const char *before, char byte, size_t count, const char *after)
{
    size_t head = strlen(before), tail = strlen(after);
    char *text = (char *)malloc(head + count + tail + 1);

    memcpy(text, before, head);
    memset(text + head, byte, count);
    memcpy(text + head + count, after, tail + 1);
    return text;
}

TEST(hostile_answers_change_nothing, WORLD_SERVER)
{
    static const char *const bodies[] = {
        "{\"list\":[{\"id\":NaN}]}",         "{\"list\":[{\"id\":1}",       "{\"list\":[{\"id\":\"\xff\"}]}",
        "{\"list\":[{\"id\":\"\xed\xa0\x80\"}]}", "{\"list\":7}",           "[]",
        "null",                              "{\"list\":[{\"id\":01}]}",    "{\"list\":[{\"id\":Infinity}]}",
        "<html>",                            "",
    };
    server *s = w->server;
    char *deep = repeated("{\"list\":", '[', 100000, ""), *body;
    char page[64];
    size_t i, length;

    add_mapped(w, s, "message-center", NULL);
    server_answer_json(s, "{\"list\":[{\"id\":5,\"type\":\"x\"}]}");
    check_ok(world_sync(w));
    check_badge(w->account, "messages.x", 1, 1);
    for (i = 0; i < COUNT_OF(bodies); i++) {
        server_answer_json(s, bodies[i]);
        check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
    }
    server_answer_json(s, deep);
    check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
    check_badge(w->account, "root", 1, 1);
    assert_int_equal(count_of(w, "root", 0), 1);
    free(deep);
    /* Large, but fine: one string of 8 MiB, an id beyond all numbers. */
    body = repeated("{\"list\":[{\"id\":1,\"title\":\"", 'x', 8u << 20, "\"}]}");
    check_status(mapping_try("message-center", NULL, body, strlen(body), page, sizeof page, &length),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_true(length > (8u << 20));
    free(body);
    body = repeated("{\"list\":[{\"id\":", '9', 1025, "},{\"id\":99999999999999999999}]}");
    server_answer_json(s, body);
    check_ok(world_sync(w));
    assert_int_equal(count_of(w, "root", 0), 2); /* The one whose id is longer than 1,024 bytes is set aside. */
    free(body);
}

/* ---- Presets ---- */

#define THREAD(id, unread, time, repository)                                                                       \
    "{\"id\":\"" id "\",\"unread\":" unread ",\"reason\":\"mention\",\"updated_at\":\"" time "\",\"last_read_at\":" \
    "null,\"subject\":{\"title\":\"Title " id "\",\"url\":\"https://api.example/issues/1\",\"type\":\"Issue\"},"    \
    "\"repository\":{\"id\":1,\"name\":\"n\",\"full_name\":\"" repository "\"}}"

TEST(github_notifications, WORLD_SERVER)
{
    server *s = w->server;
    tally_message message;
    char text[512], link[256];

    add_mapped(w, s, "github-notifications", NULL);
    snprintf(link, sizeof link,
             "Link: <http://127.0.0.1:%d/feed?page=1>; rel=\"prev\", <http://127.0.0.1:%d/p2?page=2>; rel=\"next\"\r\n"
             "Last-Modified: Thu, 25 Oct 2012 15:16:27 GMT\r\nX-Poll-Interval: 60\r\n",
             server_port(s), server_port(s));
    server_answer_http(s, 200, link,
                       "[" THREAD("3", "true", "2014-11-07T22:03:00Z", "octo/cat.js") ","
                           THREAD("2", "false", "2014-11-07T22:02:00Z", "octo/cat.js") "]");
    server_answer_json(s, "[" THREAD("1", "true", "2014-11-07T22:01:00Z", "octo/dog") "]");
    server_answer_http(s, 304, "X-Poll-Interval: 60\r\n", "");
    check_ok(world_sync(w));
    assert_true(asks(s, 0, "all=true") && asks(s, 0, "per_page=50") && strstr(server_request(s, 0), "since") == NULL);
    assert_true(strncmp(server_request(s, 1), "GET /p2?page=2 HTTP/1.1\r\n", 25) == 0);
    check_badge(w->account, "github.octo/cat\\.js", 1, 1); /* The other one was read there. */
    check_badge(w->account, "github.octo/dog", 1, 1);
    message = newest(w, "github.octo/cat\\.js", text, sizeof text);
    assert_string_equal(text + message.title.offset, "Title 3");
    assert_string_equal(text + message.kind.offset, "mention");
    assert_string_equal(text + message.category.offset, "Issue");
    assert_true(message.time == INT64_C(1415397780000));
    check_status(world_sync(w), TALLY_NOT_MODIFIED);
    assert_non_null(strstr(server_request(s, 2), "If-Modified-Since: Thu, 25 Oct 2012 15:16:27 GMT\r\n"));
    /* Read elsewhere, and a new one: what follows was known, so the next page is not asked for. */
    server_answer_http(s, 200, link,
                       "[" THREAD("4", "true", "2014-11-07T22:04:00Z", "octo/dog") ","
                           THREAD("3", "false", "2014-11-07T22:03:00Z", "octo/cat.js") "]");
    check_ok(world_sync(w));
    assert_int_equal(server_requests(s), 4);
    check_badge(w->account, "github.octo/cat\\.js", 0, 0);
    check_badge(w->account, "github.octo/dog", 1, 2);
    /* Activity makes a thread new again; an empty answer clears nothing. */
    server_answer_json(s, "[" THREAD("3", "true", "2014-11-07T22:05:00Z", "octo/cat.js") "]");
    server_answer_json(s, "[]");
    check_ok(world_sync(w));
    check_ok(world_sync(w));
    check_badge(w->account, "github", 1, 3);
}

/* A reference may be relative; a link may have several relations, in any case, and a line of its own. */
TEST_ALONE(a_next_page_by_a_relative_reference)
{
    static const struct {
        const char *headers, *request;
    } links[] = {
        {"Link: </p2?page=2>; rel=next\r\n", "GET /p2?page=2 "},
        {"Link: <?page=2>; rel=\"prev next\"\r\n", "GET /feed?page=2 "},
        {"Link: <more/../2#top>; REL=\"First  NEXT\"; title=\"a, \\\" <b>\"\r\n", "GET /2 "},
        {"Link: </1>; rel=prev, </0>; xrel=next; title=\"rel=next\"\r\nLink: <./3>; title=next ;rel=\"next\"\r\n",
         "GET /3 "},
        {"Link: </4>; anchor=\"/x\"; rel=next, </5>; rel=first; rel=next, </6>; rel=next\r\n", "GET /6 "},
    };
    size_t i;

    for (i = 0; i < COUNT_OF(links); i++) {
        world w;
        server *s = server_start();

        world_init(&w, 0);
        add_mapped(&w, s, "github-notifications", NULL);
        server_answer_http(s, 200, links[i].headers, "[" THREAD("2", "true", "2014-11-07T22:02:00Z", "a/b") "]");
        server_answer_json(s, "[" THREAD("1", "true", "2014-11-07T22:01:00Z", "a/b") "]");
        check_ok(world_sync(&w));
        assert_int_equal(server_requests(s), 2);
        if (strncmp(server_request(s, 1), links[i].request, strlen(links[i].request)) != 0)
            fail_msg("%s: %s", links[i].headers, server_request(s, 1));
        assert_int_equal(count_of(&w, "root", 0), 2);
        world_end(&w);
        server_stop(s);
    }
}

TEST(a_next_page_elsewhere_is_refused, WORLD_SERVER)
{
    server *s = w->server;
    static const char *const links[] = {
        "Link: <http://127.0.0.1:%d.example/x>; rel=next\r\n",
        "Link: <//localhost:%d/x>; rel=next\r\n",
        "Link: <https://127.0.0.1:%d/x>; rel=next\r\n",
    };
    char link[128];
    unsigned i;

    add_mapped(w, s, "github-notifications", NULL);
    for (i = 0; i < COUNT_OF(links); i++) {
        snprintf(link, sizeof link, links[i], server_port(s));
        server_answer_http(s, 200, link, "[" THREAD("1", "true", "2014-11-07T22:01:00Z", "a/b") "]");
        check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
        assert_int_equal(count_of(w, "root", 0), 0);
        assert_int_equal(server_requests(s), i + 1);
    }
}

#define GROUP(key, count, newest, within)                                                                    \
    "{\"group_key\":\"" key "\",\"notifications_count\":" count ",\"type\":\"favourite\","                  \
    "\"most_recent_notification_id\":" newest ",\"page_min_id\":\"" within "\",\"page_max_id\":\"" within   \
    "\",\"latest_page_notification_at\":\"2024-08-23T08:59:56.743Z\",\"sample_account_ids\":[\"16\",\"35\"]," \
    "\"status_id\":\"1130\"}"
#define GROUPS(groups) "{\"accounts\":[],\"statuses\":[],\"notification_groups\":[" groups "]}"

TEST(mastodon_v2, WORLD_SERVER)
{
    server *s = w->server;
    tally_message message;
    char text[512];

    add_mapped(w, s, "mastodon-v2", NULL);
    server_answer_json(s, GROUPS(GROUP("favourite-1", "2", "196014", "196014") "," GROUP("favourite-2", "1", "196012", "196012")));
    check_ok(world_sync(w));
    assert_true(asks(s, 0, "limit=40") && strstr(server_request(s, 0), "min_id") == NULL);
    check_badge(w->account, "mastodon.favourite", 1, 3);
    message = newest(w, "mastodon.favourite", text, sizeof text);
    assert_string_equal(text + message.id.offset, "favourite-1");
    assert_string_equal(text + message.argument.offset, "16");
    assert_true(message.time == INT64_C(1724403596743));
    check_ok(tally_badge_clear(w->account, "mastodon.favourite"));
    /* The group has grown, beyond this page: the cursor is what the page holds. */
    server_answer_json(s, GROUPS(GROUP("favourite-2", "2", "196090", "196020")));
    server_answer_json(s, GROUPS(""));
    check_ok(world_sync(w));
    assert_true(asks(s, 1, "min_id=196014"));
    check_badge(w->account, "mastodon.favourite", 1, 2);
    check_ok(world_sync(w));
    assert_true(asks(s, 2, "min_id=196020"));
    check_badge(w->account, "mastodon.favourite", 1, 2);
}

TEST(full_pages_are_followed, WORLD_SERVER)
{
    server *s = w->server;

    add_mapped(w, s, "mastodon-v2", "{\"limit\":1}");
    server_answer_json(s, GROUPS(GROUP("a", "1", "10", "10")));
    server_answer_json(s, GROUPS(GROUP("b", "1", "11", "11")));
    server_answer_json(s, GROUPS(""));
    check_ok(world_sync(w));
    assert_int_equal(server_requests(s), 3);
    assert_true(asks(s, 0, "limit=1") && asks(s, 2, "min_id=11"));
    check_badge(w->account, "mastodon", 1, 2);
}

TEST(ntfy, WORLD_SERVER)
{
    server *s = w->server;
    tally_message message;
    char text[512];

    add_mapped(w, s, "ntfy", NULL);
    server_answer_http(
        s, 200, "Content-Type: application/x-ndjson\r\n",
        "{\"id\":\"Op3n\",\"time\":1700000100,\"event\":\"open\",\"topic\":\"disk\"}\n"
        "{\"id\":\"mA\",\"time\":1700000040,\"event\":\"message\",\"topic\":\"disk\",\"message\":\"Disk full\"}\n"
        "{\"id\":\"kA\",\"time\":1700000101,\"event\":\"keepalive\",\"topic\":\"disk\"}\n"
        "{\"id\":\"mB\",\"time\":1700000050,\"event\":\"message\",\"topic\":\"a.b\",\"title\":\"Up\",\"message\":\"again\","
        "\"priority\":4,\"tags\":[\"ok\",\"x\"]}\n");
    check_ok(world_sync(w));
    assert_true(asks(s, 0, "poll=1") && strstr(server_request(s, 0), "since") == NULL);
    assert_int_equal(count_of(w, "root", 0), 2);
    check_badge(w->account, "ntfy.disk", 1, 1);
    message = newest(w, "ntfy.a\\.b", text, sizeof text);
    assert_string_equal(text + message.title.offset, "Up");
    assert_string_equal(text + message.body.offset, "again");
    assert_string_equal(text + message.category.offset, "ok");
    /* Asked again from a minute before the newest; what was there comes again, and is the same. */
    check_ok(tally_badge_clear(w->account, "ntfy.disk"));
    server_answer_json(s, "{\"id\":\"mA\",\"time\":1700000040,\"event\":\"message\",\"topic\":\"disk\",\"message\":\"Disk full\"}\n");
    server_answer_json(s, ""); /* Nothing: not even an open line. */
    check_ok(world_sync(w));
    assert_true(asks(s, 1, "since=1699999990"));
    check_badge(w->account, "ntfy.disk", 0, 0);
    check_ok(world_sync(w));
    assert_true(asks(s, 2, "since=1699999990"));
    check_badge(w->account, "ntfy", 1, 1);
}

TEST(message_center, WORLD_SERVER)
{
    server *s = w->server;
    char title[64];
    size_t length;
    tally_feed_state feed = {.struct_size = sizeof feed};

    add_mapped(w, s, "message-center", NULL);
    server_answer_json(s, "{\"title\":\"Message center\",\"list\":[{\"id\":101,\"type\":\"order\",\"title\":\"Sent\"},"
                          "{\"id\":100,\"title\":\"Hello\",\"time\":1635528741}]}");
    check_ok(world_sync(w));
    check_badge(w->account, "messages.order", 1, 1);
    check_badge(w->account, "messages", 1, 2);
    check_ok(tally_feed_get(w->feed, &feed, title, sizeof title, &length));
    assert_string_equal(title, "Message center");
    /* 99 became visible late: it is within the overlap. */
    server_answer_json(s, "{\"list\":[{\"id\":99,\"type\":\"order\"},{\"id\":101,\"type\":\"order\",\"title\":\"Sent\"}]}");
    server_answer_json(s, "{\"list\":[]}");
    check_ok(world_sync(w));
    assert_true(asks(s, 1, "since=81"));
    check_badge(w->account, "messages.order", 1, 2);
    check_ok(world_sync(w)); /* Empty: hides nothing, and the cursor stays. */
    check_ok(world_sync(w));
    assert_true(asks(s, 3, "since=81"));
    check_badge(w->account, "messages", 1, 3);
}

TEST(unread_count, WORLD_FILE | WORLD_SERVER)
{
    server *s = w->server;

    add_mapped(w, s, "unread-count", "{\"path\":\"chat\"}");
    server_answer_json(s, "{\"count\":5}");
    server_answer_json(s, "5");
    server_answer_json(s, "6");
    server_answer_http(s, 500, "", "");
    server_answer_json(s, "{\"cnt\":7}");
    server_answer_json(s, "{\"count\":0}");
    server_answer_json(s, "6");
    check_ok(world_sync(w));
    check_badge(w->account, "chat", 1, 5);
    check_ok(tally_badge_clear(w->account, "chat"));
    check_badge(w->account, "chat", 0, 0);
    check_ok(world_sync(w)); /* The number that was cleared. */
    check_badge(w->account, "chat", 0, 0);
    check_ok(world_sync(w));
    check_badge(w->account, "chat", 1, 6);
    check_status(world_sync(w), TALLY_ERROR_SERVER);
    check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
    check_badge(w->account, "chat", 1, 6);
    world_close(w); /* It is stored like everything else. */
    world_open(w, WORLD_FILE);
    check_badge(w->account, "chat", 1, 6);
    add_mapped(w, s, "unread-count", "{\"path\":\"chat\"}");
    check_badge(w->account, "chat", 1, 6);
    check_ok(tally_badge_set(w->account, "chat.bo", 2)); /* It is part of what feeds the path, beside what is below. */
    check_badge(w->account, "chat", 1, 8);
    check_ok(world_sync(w));
    check_badge(w->account, "chat", 1, 2);
    check_ok(world_sync(w)); /* It was another number in between. */
    check_badge(w->account, "chat", 1, 8);
}

/* ---- Others ---- */

static const char matrix[] =
    "{\"list\":\"$.rooms.join\",\"gone\":\"$.rooms.leave\",\"cursor\":\"$.next_batch\",\"cursor_parameter\":\"since\","
    "\"query\":\"timeout=0\",\"item\":{\"id\":\"@\",\"path\":\"matrix.{@}\","
    "\"total\":\"$.unread_notifications.notification_count\"}}";

TEST(matrix_sync, WORLD_SERVER)
{
    server *s = w->server;

    add_mapped(w, s, NULL, matrix);
    server_answer_json(
        s, "{\"next_batch\":\"s1_2\",\"presence\":{\"events\":[]},\"rooms\":{\"join\":{"
           "\"!a:x.org\":{\"timeline\":{\"events\":[{\"event_id\":\"$1\"}]},\"unread_notifications\":"
           "{\"highlight_count\":1,\"notification_count\":3}},"
           "\"!b:x.org\":{\"unread_notifications\":{\"highlight_count\":0,\"notification_count\":0}},"
           "\"!c:x.org\":{\"unread_notifications\":{\"notification_count\":2}}},\"invite\":{}}}");
    check_ok(world_sync(w));
    assert_true(asks(s, 0, "timeout=0"));
    check_badge(w->account, "matrix.!a:x\\.org", 1, 3);
    check_badge(w->account, "matrix", 1, 5);
    assert_int_equal(count_of(w, "root", 0), 2);
    /* Read elsewhere in one room, left another one; and rooms about which nothing is said. */
    server_answer_json(s, "{\"next_batch\":\"s2\",\"rooms\":{\"join\":{\"!a:x.org\":{\"unread_notifications\":"
                          "{\"notification_count\":0}},\"!d:x.org\":{\"timeline\":{}}},\"leave\":{\"!c:x.org\":{}}}}");
    server_answer_json(s, "{\"next_batch\":\"s3\"}");
    server_answer_json(s, "{\"errcode\":\"M_UNKNOWN\"}");
    check_ok(world_sync(w));
    assert_true(asks(s, 1, "since=s1_2"));
    check_badge(w->account, "matrix", 0, 0);
    check_ok(world_sync(w));
    check_status(world_sync(w), TALLY_ERROR_PROTOCOL);
    assert_true(asks(s, 3, "since=s3"));
}

TEST(a_bad_item_is_set_aside, WORLD_SERVER)
{
    server *s = w->server;
    tally_event event;
    char text[64];

    add_mapped(w, s, NULL, LIST(",\"path\":\"in.{p}\",\"count\":\"$.n\""));
    server_answer_json(s, "{\"list\":[{\"id\":1,\"p\":\"a\"},{\"id\":2},{\"p\":\"a\"},{\"id\":3,\"p\":\"\"},"
                          "{\"id\":4,\"p\":\"a\",\"n\":-1},7,{\"id\":5,\"p\":\"a\",\"n\":2}]}");
    check_ok(world_sync(w));
    check_badge(w->account, "in.a", 1, 3);
    do {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    } while (event.kind != TALLY_EVENT_SYNCED);
    assert_int_equal(event.added, 2);
    assert_int_equal(event.rejected, 5);
}

TEST(another_mapping_starts_from_scratch, WORLD_FILE | WORLD_SERVER)
{
    server *s = w->server;

    add_mapped(w, s, "message-center", NULL);
    server_answer_json(s, "{\"list\":[{\"id\":1,\"type\":\"a\"}]}");
    check_ok(world_sync(w));
    check_badge(w->account, "messages.a", 1, 1);
    add_mapped(w, s, "message-center", NULL); /* The same: goes on. */
    check_ok(world_sync(w));
    assert_true(asks(s, 1, "since=0"));
    add_mapped(w, s, "message-center", "{\"item\":{\"path\":\"news.{type}\"}}");
    check_badge(w->account, "messages.a", 1, 1); /* Until the first answer is there. */
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, 2), "since="));
    check_badge(w->account, "messages.a", 0, 0);
    check_badge(w->account, "news.a", 1, 1);
    /* Also in another run. */
    world_close(w);
    world_open(w, WORLD_FILE);
    add_mapped(w, s, "message-center", "{\"item\":{\"path\":\"news.{type}\"}}");
    check_ok(world_sync(w));
    assert_true(asks(s, 3, "since=0"));
    add_mapped(w, s, "message-center", NULL);
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, 4), "since="));
    check_badge(w->account, "messages.a", 1, 1);
    check_badge(w->account, "news.a", 0, 0);
}

TEST(files_are_read_too, 0)
{
    tally_feed_options options;

    options = options_of(w->page_url, NULL, LIST(",\"deleted\":\"$.gone\""));
    options.prefix = "below";
    write_text(w->page, "{\"list\":[{\"id\":1},{\"id\":2}]}");
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(world_sync(w));
    check_badge(w->account, "below", 1, 2);
    write_text(w->page, "{\"list\":[{\"id\":1,\"gone\":true}]}");
    check_ok(world_sync(w));
    check_badge(w->account, "below", 1, 1);
}

/* ---- Responses that would become far too long ---- */

/* A name, and a list of numbers below it: {"nnn…":[1,1,…]}. */
static char *named_list(size_t name, size_t count)
{
    char *body = (char *)malloc(name + 2 * count + 8), *at = body;

    assert_non_null(body);
    *at++ = '{';
    *at++ = '"';
    memset(at, 'n', name);
    at += name;
    memcpy(at, "\":[", 3);
    at += 3;
    while (count-- > 1) {
        memcpy(at, "1,", 2);
        at += 2;
    }
    memcpy(at, "1]}", 4);
    return body;
}

/* One value can be in every item of a list, and many times in one template. */
TEST_ALONE(a_page_has_a_limit)
{
    static char many[60000];
    const char *outer = "{\"list\":[\"$\",\"$\"],\"item\":{\"id\":\"@\",\"title\":\"{@@}\"}}";
    size_t length, i, used = 0;
    tally_bytes page;
    char *body;

    body = named_list(75000, 5000);
    check_status(mapping_try(NULL, outer, body, strlen(body), NULL, 0, &length), TALLY_ERROR_PROTOCOL);
    check_message("too long a page");
    free(body);
    /* Names of a usual length are repeated as often. */
    body = named_list(40, 5000);
    check_ok(tally_mapping_try(NULL, outer, body, strlen(body), &page));
    assert_in_range(page.size, 5000 * 40, 5000 * 200);
    tally_bytes_release(&page);
    free(body);
    used = (size_t)snprintf(many, sizeof many, "{\"list\":\"$\",\"item\":{\"id\":\"@\",\"title\":\"");
    for (i = 0; i < 10000; i++)
        used += (size_t)snprintf(many + used, sizeof many - used, "{@}");
    snprintf(many + used, sizeof many - used, "\"}}");
    body = named_list(75000, 1);
    check_status(mapping_try(NULL, many, body, strlen(body), NULL, 0, &length), TALLY_ERROR_PROTOCOL);
    check_message("too long a page");
    free(body);
}

/* The URL of a mapped request, whole: what the feed's URL has, then the query, the cursor and the limit, each only if
 * the mapping names it, and nothing of a fragment. A numeric cursor goes back by the overlap, but not below 0. */
TEST_ALONE(urls_of_mapped_requests)
{
    static const char *const places[] = {"", "/a", "/a?x=1", "/a?x=1#part", "/a#part?no"};
    static const char *const queries[] = {"", "all=true", "b=1&c=2"};
    static const struct {
        const char *cursor, *sent;
    } cursors[] = {{"5", "0"},       {"20", "0"},     {"21", "1"},   {"0", "0"},
                   {"1000", "980"},  {"007", "007"},  {"-5", "-5"},  {"a b&c", "a%20b%26c"},
                   {"999999999999999999", "999999999999999979"},     {"1000000000000000000", "1000000000000000000"},
                   {"12/", "12%2F"}, {"12:", "12%3A"}};
    unsigned place, query, has_cursor, has_limit, at = 0;

    for (place = 0; place < COUNT_OF(places); place++)
        for (query = 0; query < COUNT_OF(queries); query++)
            for (has_cursor = 0; has_cursor < 2; has_cursor++)
                for (has_limit = 0; has_limit < 2; has_limit++) {
                    char url[128], mapping[512], answer[128], base[64];
                    tally_feed_options options;
                    unsigned request;
                    world w;

                    at = (at + 1) % COUNT_OF(cursors);
                    world_init(&w, WORLD_SERVER);
                    server_url(w.server, url, sizeof url);
                    snprintf(url + strlen(url), sizeof url - strlen(url), "%s", places[place]);
                    snprintf(mapping, sizeof mapping,
                             "{\"list\":\"$.list\",\"cursor\":\"$.c\",\"overlap\":20,\"item\":{\"id\":\"$.id\"}%s%s%s%s%s}",
                             *queries[query] ? ",\"query\":\"" : "", queries[query], *queries[query] ? "\"" : "",
                             has_cursor ? ",\"cursor_parameter\":\"since\"" : "",
                             has_limit ? ",\"limit_parameter\":\"n\",\"limit\":30" : "");
                    snprintf(answer, sizeof answer, "{\"list\":[],\"c\":\"%s\"}", cursors[at].cursor);
                    server_answer_json(w.server, answer);
                    options = options_of(url, NULL, mapping);
                    check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
                    check_ok(tally_account_log_in(w.account));
                    snprintf(base, sizeof base, "%.*s", (int)strcspn(places[place], "#"), places[place]);
                    for (request = 0; request < 2; request++) {
                        char expected[256], separator = strchr(base, '?') != NULL ? '&' : '?';

                        snprintf(expected, sizeof expected, "GET /feed%s", base);
#define PARAMETER(is_there, ...) \
    if (is_there) { \
        expected[strlen(expected) + 1] = 0; \
        expected[strlen(expected)] = separator; \
        separator = '&'; \
        snprintf(expected + strlen(expected), 64, __VA_ARGS__); \
    }
                        PARAMETER(*queries[query], "%s", queries[query])
                        PARAMETER(has_cursor && request == 1, "since=%s", cursors[at].sent)
                        PARAMETER(has_limit, "n=30")
                        snprintf(expected + strlen(expected), 16, " HTTP/1.1\r\n");
                        check_ok(world_sync(&w));
                        if (strncmp(server_request(w.server, request), expected, strlen(expected)) != 0)
                            fail_msg("%.100s\nand not %s", server_request(w.server, request), expected);
                    }
                    world_end(&w);
                }
}
