/* Credentials: where they stand in a request, which server gets them, and those that are rejected. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "feeds.h"

#define PAGE_1 PAGE("c1", "", "")
#define CREDENTIAL(...) (&(tally_credential){.struct_size = sizeof(tally_credential), __VA_ARGS__})

static tally_status give(world *w, const tally_credential *credential)
{
    char url[64];

    server_url(w->server, url, sizeof url);
    return tally_account_set_credential(w->account, url, credential);
}

/* Polls once, and returns the head of the request. */
static const char *poll_once(world *w)
{
    server_answer_json(w->server, PAGE_1);
    check_ok(world_sync(w));
    return server_request(w->server, server_requests(w->server) - 1);
}

TEST(each_kind_has_its_place, WORLD_SERVER)
{
    const char *head;

    add_feed(w, w->server, -1, -1, NULL);
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_BEARER, .secret = "t")));
    assert_true(has_header(poll_once(w), "Authorization: Bearer t"));
    /* RFC 7617's example, and lengths that need padding. */
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_BASIC, .name = "Aladdin", .secret = "open sesame")));
    assert_true(has_header(poll_once(w), "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_BASIC, .name = "a", .secret = "b")));
    assert_true(has_header(poll_once(w), "Authorization: Basic YTpi"));
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_BASIC, .name = "", .secret = "\xC3\xBC?~")));
    assert_true(has_header(poll_once(w), "Authorization: Basic OsO8P34="));
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_HEADER, .name = "X-Api-Key", .secret = "k")));
    head = poll_once(w);
    assert_true(has_header(head, "X-Api-Key: k"));
    assert_null(strcasestr(head, "authorization"));
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_HEADER, .name = "Authorization", .secret = "k",
                                .format = "token {token}, {token}")));
    assert_true(has_header(poll_once(w), "Authorization: token k, {token}"));
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_QUERY, .name = "api key", .secret = "a&b=/\xC3\xBC~")));
    head = poll_once(w);
    assert_non_null(strstr(head, "&api%20key=a%26b%3D%2F%C3%BC~ HTTP/1.1\r\n"));
    assert_null(strcasestr(head, "authorization"));
    {
        char url[64];

        server_url(w->server, url, sizeof url);
        check_ok(tally_account_remove_credential(w->account, url));
    }
    assert_null(strstr(poll_once(w), "api%20key"));
}

/* Redirects and the pages that a server names do not take a credential to another server. */
TEST(no_other_server_learns_it, WORLD_SERVER)
{
    server *other = server_start();
    char headers[128], url[64];
    completion c;

    add_feed(w, w->server, -1, -1, "secret");
    server_url(other, url, sizeof url);
    snprintf(headers, sizeof headers, "Location: %s\r\n", url);
    server_answer_http(w->server, 302, headers, "");
    force(w, &c);
    world_pump(w, &c.done);
    assert_true(c.event.result < 0);
    assert_int_equal(server_requests(other), 0);
    check_ok(give(w, CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_QUERY, .name = "key", .secret = "secret")));
    server_answer_http(w->server, 302, headers, "");
    force(w, &c);
    world_pump(w, &c.done);
    assert_true(c.event.result < 0);
    assert_int_equal(server_requests(other), 0);
    server_stop(other);
}

/* A server sends a feed to another one, of which the account has a credential. The feed does not get it. */
TEST(no_other_feed_uses_it, WORLD_SERVER)
{
    static const char *page = "[{\"id\":\"1\",\"unread\":true,\"updated_at\":\"2014-11-07T22:03:00Z\","
                              "\"subject\":{\"title\":\"t\"},\"repository\":{\"full_name\":\"a/b\"}}]";
    server *other = server_start();
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1,
                                  .mapping_preset = "github-notifications"};
    char headers[128], url[64];
    completion c;

    server_url(other, url, sizeof url);
    check_ok(tally_account_set_credential(w->account, url,
                                          CREDENTIAL(.kind = TALLY_CREDENTIAL_KIND_BEARER, .secret = "secret")));
    snprintf(headers, sizeof headers, "Location: %s\r\n", url);
    server_url(w->server, url, sizeof url);
    options.url = url;
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    server_answer_http(w->server, 302, headers, "");
    server_answer_http(other, 200, "Link: </next>; rel=next\r\n", page);
    server_answer_json(other, "[]");
    force(w, &c);
    world_pump(w, &c.done);
    check_ok(c.event.result);
    assert_int_equal(server_requests(other), 2);
    assert_null(strcasestr(server_request(other, 0), "authorization"));
    assert_null(strcasestr(server_request(other, 1), "authorization"));
    server_stop(other);
}

TEST(bad_credentials, 0)
{
    static char huge[100001];
    tally_credential credential = {.struct_size = sizeof credential, .kind = TALLY_CREDENTIAL_KIND_BEARER, .secret = "t"};
    const tally_credential good = credential;
    tally_feed *feed;
    char url[64];
    int i;

#define REJECTED(status, change) \
    do { \
        credential = good; \
        change; \
        check_status(tally_account_set_credential(w->account, "https://example.org/", &credential), status); \
    } while (0)
    memset(huge, 'x', sizeof huge - 1);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.secret = NULL);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.secret = "");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.secret = "a\r\nX-Evil: 1");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.secret = "a\x7F");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.secret = "\xFF");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.secret = huge);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.name = "name");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.format = "{token}");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = 0);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = 5);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.flags = 2);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.reserved = 1);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.struct_size = 7);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_BASIC; credential.name = "a:b");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_HEADER);
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_HEADER; credential.name = "X Key");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_HEADER; credential.name = "X:");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_HEADER; credential.name = "Host");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_HEADER; credential.name = "content-LENGTH");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_HEADER; credential.name = "X-Key";
             credential.format = "token");
    REJECTED(TALLY_ERROR_ARGUMENT, credential.kind = TALLY_CREDENTIAL_KIND_QUERY);
    check_status(tally_account_set_credential(NULL, "https://example.org", &good), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_set_credential(w->account, "https://example.org", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_set_credential(w->account, NULL, &good), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_set_credential(w->account, "", &good), TALLY_ERROR_URL);
    check_status(tally_account_set_credential(w->account, "example.org", &good), TALLY_ERROR_URL);
    check_status(tally_account_set_credential(w->account, "file:///a", &good), TALLY_ERROR_URL);
    /* Others could read it on the way, unless the host accepts that; this machine is no other. */
    check_status(tally_account_set_credential(w->account, "http://example.org", &good), TALLY_ERROR_ARGUMENT);
    check_message("without encryption");
    credential = good;
    credential.flags = TALLY_CREDENTIAL_FLAG_PLAIN;
    check_ok(tally_account_set_credential(w->account, "http://example.org", &credential));
    check_ok(tally_account_set_credential(w->account, "http://127.0.0.1:1", &good));
    check_ok(tally_account_set_credential(w->account, "http://localhost:1", &good));
    /* A feed without a server. */
    check_status(tally_feed_set_credential(NULL, &good), TALLY_ERROR_ARGUMENT);
    check_ok(tally_feed_add(w->account, "local", NULL, &feed));
    check_status(tally_feed_set_credential(feed, &good), TALLY_ERROR_URL);
    check_status(tally_feed_remove_credential(NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_feed_remove_credential(feed));
    tally_feed_release(feed);
    /* Three servers have one. */
    for (i = 3; i < 64; i++) {
        snprintf(url, sizeof url, "https://example.org:%d/path?query", i);
        check_ok(tally_account_set_credential(w->account, url, &good));
    }
    check_ok(tally_account_set_credential(w->account, "https://example.org:3", &good));
    check_status(tally_account_set_credential(w->account, "https://example.org:64", &good), TALLY_ERROR_LIMIT);
    check_ok(tally_account_remove_credential(w->account, "https://example.org:63/"));
    check_ok(tally_account_set_credential(w->account, "https://example.org:64", &good));
    check_ok(tally_account_remove_credential(w->account, "https://example.org:99"));
    check_status(tally_account_remove_credential(w->account, "example.org"), TALLY_ERROR_URL);
}
