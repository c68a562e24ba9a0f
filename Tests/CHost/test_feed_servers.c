/* needs: tsan */
/* Feeds: everything that a server can get wrong, and the example server, which gets it right. */
#include "feeds.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- What servers get wrong ---- */

TEST(a_refused_credential_stops_the_feed, WORLD_SERVER)
{
    server *s = w->server;
    completion c;
    tally_event event;
    char text[256];

    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    server_answer_http(s, 401, "", "{}");
    server_answer_json(s, PAGE("c2", ITEM("2", "in", "1"), ""));
    add_feed(w, s, 100, 1000, "old");
    fake_clock_advance(&w->clock, 100);
    settle(w);
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(c.event.http_status, 401);
    assert_true(strlen(c.text) > 0);
    event = next_of(w, TALLY_EVENT_AUTH, text, sizeof text);
    check_status(event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(event.http_status, 401);
    assert_true(event.feed == state_of(w).id && event.account != 0);
    assert_true(strlen(text) > 0);
    check_badge(w->account, "in", 1, 1);
    assert_int_equal(state_of(w).next_time, 0);
    fake_clock_advance(&w->clock, 100000000);
    check_ok(tally_engine_step(w->engine));
    force(w, &c);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(c.done, 1);
    check_status(c.event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(c.event.http_status, 0); /* Without a request. */
    assert_int_equal(state_of(w).requests, 2);
    log_in_to(w->account, s, "new");
    fake_clock_advance(&w->clock, 1000);
    settle(w);
    assert_int_equal(state_of(w).requests, 3);
    assert_int_equal(state_of(w).http_status, 200);
    assert_true(has_header(server_request(s, 2), "Authorization: Bearer new"));
    assert_non_null(strstr(server_request(s, 2), "since=c1&"));
    check_badge(w->account, "in", 1, 2);
}

TEST(a_server_that_asks_to_wait, WORLD_SERVER)
{
    server *s = w->server;
    completion c;
    tally_event event;
    char text[256];

    server_answer_http(s, 429, "Retry-After: 1000\r\n", "");
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed(w, s, -1, 5000, NULL);
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(c.event.retry_after, 1000000, 1100000);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    check_status(event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(event.retry_after, 1000000, 1100000);
    fake_clock_advance(&w->clock, 990000);
    check_ok(tally_feed_refresh(w->feed)); /* Soon, but not before it may. */
    check_ok(tally_engine_step(w->engine));
    force(w, &c);
    check_ok(tally_engine_step(w->engine));
    check_status(c.event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(c.event.retry_after, 10000, 110000);
    assert_int_equal(state_of(w).requests, 1);
    fake_clock_advance(&w->clock, 110000);
    settle(w);
    assert_int_equal(state_of(w).requests, 2);
    check_badge(w->account, "in", 1, 1);
}

typedef struct wrong {
    const char *name;
    tally_status expected;
    int status; /* 0: `body` is all of it, as it goes over the wire. */
    const char *headers;
    const char *body;
} wrong;

static const wrong wrongs[] = {
    {"500", TALLY_ERROR_SERVER, 500, "", "{}"},
    {"404", TALLY_ERROR_SERVER, 404, "", ""},
    {"418", TALLY_ERROR_SERVER, 418, "", ""},
    {"garbage", TALLY_ERROR_PROTOCOL, 200, "", "<html>Sign in to the hotel's network</html>"},
    {"nothing", TALLY_ERROR_PROTOCOL, 200, "", ""},
    {"cut JSON", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":\"x\",\"items\":[{\"id\":"},
    {"an array", TALLY_ERROR_PROTOCOL, 200, "", "[]"},
    {"a number", TALLY_ERROR_PROTOCOL, 200, "", "7"},
    {"null", TALLY_ERROR_PROTOCOL, 200, "", "null"},
    {"no cursor", TALLY_ERROR_PROTOCOL, 200, "", "{\"items\":[]}"},
    {"no items", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":\"x\"}"},
    {"cursor null", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":null,\"items\":[]}"},
    {"items an object", TALLY_ERROR_PROTOCOL, 200, "", "{\"cursor\":\"x\",\"items\":{}}"},
    {"gone a string", TALLY_ERROR_PROTOCOL, 200, "", PAGE("x", "", ",\"gone\":\"1\"")},
    {"more a string", TALLY_ERROR_PROTOCOL, 200, "", PAGE("x", "", ",\"more\":\"true\"")},
    {"badges an array", TALLY_ERROR_PROTOCOL, 200, "", PAGE("x", "", ",\"badges\":[1]")},
    {"deep", TALLY_ERROR_PROTOCOL, 200, "",
     "{\"cursor\":\"x\",\"items\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["},
    {"not HTTP", TALLY_ERROR_PROTOCOL, 0, "", "SSH-2.0-OpenSSH_9.9\r\n"},
    {"a cut body", TALLY_ERROR_NETWORK, 0, "",
     "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" PAGE("x", ITEM("9", "in", "1"), "")},
    {"a cut chunk", TALLY_ERROR_NETWORK, 0, "",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n{\"cursor\":\"x\",\"items\":[]}"},
    {"bad gzip", TALLY_ERROR_PROTOCOL, 200, "Content-Encoding: gzip\r\n", "this is not gzip at all"},
    {"a loop of redirects", TALLY_ERROR_NETWORK, 302, "Location: /feed\r\n", ""},
};

TEST_ALONE(wrong_answers_change_nothing)
{
    world w;
    size_t i;

    for (i = 0; i < COUNT_OF(wrongs); i++) {
        server *s = server_start();
        completion c;
        tally_event event;
        tally_feed_state feed;
        char text[512];
        int http;

        world_init(&w, 0);
        server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
        if (wrongs[i].status != 0)
            server_answer_http(s, wrongs[i].status, wrongs[i].headers, wrongs[i].body);
        else
            server_answer(s, wrongs[i].body);
        add_feed(&w, s, -1, 60000, NULL);
        check_ok(world_sync(&w));
        drain(w.engine);
        force(&w, &c);
        world_pump(&w, &c.done);
        settle(&w);
        if (c.event.result != wrongs[i].expected)
            print_error("answer '%s': %s: %s\n", wrongs[i].name, tally_status_name(c.event.result), c.text);
        check_status(c.event.result, wrongs[i].expected);
        assert_true(strlen(c.text) > 0);
        event = next_of(&w, TALLY_EVENT_SYNCED, text, sizeof text);
        check_status(event.result, c.event.result);
        assert_string_equal(text, c.text);
        http = wrongs[i].status != 0 ? wrongs[i].status : strncmp(wrongs[i].body, "HTTP/1.1 200", 12) == 0 ? 200 : 0;
        assert_int_equal(c.event.http_status, http);
        assert_int_equal(event.http_status, http);
        assert_int_equal(state_of(&w).http_status, http);
        check_badge(w.account, "root", 1, 1);
        feed = state_of(&w);
        assert_int_equal(feed.failures, 1);
        assert_int_equal(feed.failures_in_a_row, 1);
        check_status(feed.result, c.event.result);
        assert_true(feed.next_time > w.clock.wall); /* It is tried again. */
        assert_true(feed.last_success == CLOCK_START);
        world_end(&w);
        server_stop(s);
    }
}

TEST(no_server_at_all, 0)
{
    server *s = server_start();
    completion c;
    tally_feed_options options = {.struct_size = sizeof options, .url = w->page_url};

    add_feed(w, s, -1, 60000, NULL);
    server_stop(s); /* Its port is closed now. */
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_NETWORK);
    assert_int_equal(c.event.http_status, 0);
    assert_true(strlen(c.text) > 0);
    /* A connection that is closed without a word. */
    s = server_start();
    server_answer(s, NULL);
    tally_feed_release(w->feed);
    add_feed(w, s, -1, 60000, NULL);
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_NETWORK);
    server_stop(s);
    /* A file that is not there. */
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    force(w, &c);
    world_pump(w, &c.done);
    assert_true(c.event.result < 0);
    assert_true(strlen(c.text) > 0);
}

TEST(answers_that_are_too_large, WORLD_CLOSED | WORLD_SERVER)
{
    server *s = w->server;
    char *body = (char *)malloc(5000);

    require(body != NULL);
    snprintf(body, 5000, PAGE("c1", ITEM("1", "in", "1"), ",\"title\":\"%04000d\""), 0);
    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.flags = TALLY_ENGINE_HOST_DRIVEN;
    w->options.clock = fake_clock_tell;
    w->options.clock_user_data = &w->clock;
    w->options.max_response_bytes = 2000;
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    server_answer_json(s, body);
    add_feed(w, s, -1, -1, NULL);
    check_status(world_sync(w), TALLY_ERROR_TOO_LARGE);
    check_badge(w->account, "in", 0, 0);
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    check_ok(world_sync(w));
    check_badge(w->account, "in", 1, 1);
    world_end(w);
    free(body);
}

/* A feed that polls on request. */
static tally_feed *feed_at(world *w, server *s, const char *name)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_feed *feed;
    char url[64];

    server_url(s, url, sizeof url);
    options.url = url;
    check_ok(tally_feed_add(w->account, name, &options, &feed));
    return feed;
}

/* Polls a feed. Its server must see this header line; NULL: no Authorization at all. */
static void poll_with(world *w, tally_feed *feed, server *s, const char *line)
{
    const char *head;

    tally_feed_release(w->feed);
    w->feed = feed;
    server_answer_json(s, PAGE("c1", "", ""));
    check_ok(world_sync(w));
    head = server_request(s, server_requests(s) - 1);
    if (line == NULL)
        assert_null(strcasestr(head, "authorization"));
    else
        assert_true(has_header(head, line));
}

/* The rejection or the delay of one server does not concern another one, also if the feed moves while it rests. */
TEST(another_server_is_polled_after_a_rejection, 0)
{
    server *s = server_start(), *other = server_start();

    check_ok(tally_account_log_in(w->account));
    w->feed = feed_at(w, s, "rejected");
    server_answer_http(s, 401, "", "");
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    poll_with(w, feed_at(w, other, "rejected"), other, NULL);
    tally_feed_release(w->feed);
    w->feed = feed_at(w, s, "delayed");
    server_answer_http(s, 429, "Retry-After: 3600\r\n", "");
    check_status(world_sync(w), TALLY_ERROR_RATE_LIMITED);
    check_ok(tally_account_log_out(w->account));
    tally_feed_release(w->feed);
    w->feed = feed_at(w, other, "delayed");
    check_ok(tally_account_log_in(w->account));
    poll_with(w, feed_at(w, other, "delayed"), other, NULL);
    server_stop(s);
    server_stop(other);
}

/* Each server gets the credential that the host gave for it, and no other one. */
TEST(a_credential_goes_to_one_server, 0)
{
    tally_credential own = {
        .struct_size = sizeof own, .kind = TALLY_CREDENTIAL_KIND_HEADER, .name = "X-Api-Key", .secret = "own",
    };
    server *s = server_start(), *other = server_start();
    completion c;
    char url[64];
    unsigned requests;

    log_in_to(w->account, s, "secret");
    poll_with(w, feed_at(w, s, "b"), s, "Authorization: Bearer secret");
    poll_with(w, feed_at(w, other, "a"), other, NULL);
    poll_with(w, feed_at(w, s, "c"), s, "Authorization: Bearer secret");
    /* A server without one says so, and the user learns why. */
    tally_feed_release(w->feed);
    w->feed = feed_at(w, other, "a");
    server_answer_http(other, 401, "", "");
    force(w, &c);
    world_pump(w, &c.done);
    check_status(c.event.result, TALLY_ERROR_UNAUTHORIZED);
    assert_non_null(strstr(c.text, "there is no credential for this server"));
    /* It is fixed by the server, not by the feed: a feed that moves gets that of its new server. */
    poll_with(w, feed_at(w, other, "b"), other, NULL);
    log_in_to(w->account, other, "others");
    poll_with(w, feed_at(w, other, "b"), other, "Authorization: Bearer others");
    poll_with(w, feed_at(w, s, "c"), s, "Authorization: Bearer secret");
    /* A feed's own comes before that of the account, and does not move with the feed. */
    check_ok(tally_feed_set_credential(w->feed, &own));
    poll_with(w, feed_at(w, s, "c"), s, "X-Api-Key: own");
    assert_null(strcasestr(server_request(s, server_requests(s) - 1), "authorization"));
    poll_with(w, feed_at(w, s, "d"), s, "Authorization: Bearer secret");
    poll_with(w, feed_at(w, other, "c"), other, NULL);
    check_ok(tally_feed_remove_credential(w->feed));
    poll_with(w, feed_at(w, other, "c"), other, "Authorization: Bearer others");
    /* Taken away, and after the log-out all are forgotten: a feed that had one waits for the next. */
    server_url(other, url, sizeof url);
    check_ok(tally_account_remove_credential(w->account, url));
    poll_with(w, feed_at(w, other, "c"), other, NULL);
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_account_log_in(w->account));
    tally_feed_release(w->feed);
    w->feed = feed_at(w, s, "d");
    requests = server_requests(s);
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(server_requests(s), requests);
    server_stop(s);
    server_stop(other);
}

/* The same server by another scheme is another origin, and a file is none. */
TEST(a_token_and_other_schemes, 0)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    server *s = server_start();
    completion c;
    char url[64];

    snprintf(url, sizeof url, "https://127.0.0.1:%d/feed", server_port(s));
    log_in_at(w->account, url, "secret");
    options.url = "file:///nonexistent";
    check_ok(tally_feed_add(w->account, "file", &options, NULL));
    snprintf(url, sizeof url, "https://127.0.0.1:%d/feed", server_port(s));
    options.url = url;
    check_ok(tally_feed_add(w->account, "tls", &options, NULL));
    w->feed = feed_at(w, s, "plain");
    server_answer_json(s, PAGE("c1", "", ""));
    force(w, &c);
    world_pump(w, &c.done);
    check_ok(c.event.result);
    assert_null(strcasestr(server_request(s, 0), "authorization"));
    server_stop(s);
}

/* Anything but a regular file gives nothing, and nobody waits for it: neither the other feeds nor closing. */
TEST(what_is_no_file, 0)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    server *s = server_start();
    char directory[] = "/tmp/tally-fifo-XXXXXX", fifo[64], urls[4][128];
    completion c;
    int i;

    assert_non_null(mkdtemp(directory));
    snprintf(fifo, sizeof fifo, "%s/a%%20fifo", directory);
    snprintf(urls[0], sizeof urls[0], "file://%s/a%%2520fifo", directory);
    snprintf(urls[1], sizeof urls[1], "file:///dev/zero");
    snprintf(urls[2], sizeof urls[2], "file://%s", directory);
    snprintf(urls[3], sizeof urls[3], "FILE://localhost%s/a%%2520fifo", directory);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    check_ok(tally_account_log_in(w->account));
    alarm(HANG_SECONDS); /* It would wait for ever. */
    for (i = 0; i < 4; i++) {
        tally_feed_release(w->feed);
        options.url = urls[i];
        check_ok(tally_feed_add(w->account, "file", &options, &w->feed));
        force(w, &c);
        world_pump(w, &c.done);
        check_status(c.event.result, TALLY_ERROR_NETWORK);
    }
    poll_with(w, feed_at(w, s, "server"), s, NULL);
    /* Closing ends it too. */
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "file", &options, &w->feed));
    check_ok(tally_feed_refresh(w->feed));
    world_end(w);
    alarm(0);
    unlink(fifo);
    rmdir(directory);
    server_stop(s);
}

TEST(redirects, 0)
{
    server *s = server_start(), *other = server_start();
    char location[128];

    server_answer_http(s, 302, "Location: /elsewhere\r\n", "");
    server_answer_json(s, PAGE("c1", ITEM("1", "in", "1"), ""));
    add_feed(w, s, -1, -1, "secret");
    check_ok(world_sync(w));
    check_badge(w->account, "in", 1, 1);
    assert_true(strncmp(server_request(s, 1), "GET /elsewhere HTTP/1.1\r\n", 25) == 0);
    assert_true(has_header(server_request(s, 1), "Authorization: Bearer secret"));
    /* With a credential, never to another origin. */
    snprintf(location, sizeof location, "Location: http://127.0.0.1:%d/feed\r\n", server_port(other));
    server_answer_http(s, 307, location, "");
    server_answer_json(other, PAGE("c2", ITEM("2", "in", "1"), ""));
    assert_true(world_sync(w) < 0);
    assert_int_equal(server_requests(other), 0);
    check_badge(w->account, "in", 1, 1);
    world_end(w);
    server_stop(s);
    server_stop(other);
}

TEST_ALONE(a_server_that_does_not_answer)
{
    world w;
    server *s = server_start();
    tally_feed_options options;
    completion c;
    char url[64];
    int is_idle;

    for (is_idle = 0; is_idle < 2; is_idle++) {
        unsigned before = server_requests(s);

        world_init(&w, 0);
        memset(&options, 0, sizeof options);
        options.struct_size = sizeof options;
        server_url(s, url, sizeof url);
        options.url = url;
        options.initial_delay = options.interval = -1;
        if (is_idle)
            options.idle_timeout = 150;
        else
            options.request_timeout = 150;
        check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
        check_ok(tally_account_log_in(w.account));
        server_hold_json(s, PAGE("c1", "", ""));
        force(&w, &c);
        world_pump(&w, &c.done);
        check_status(c.event.result, TALLY_ERROR_TIMEOUT);
        assert_true(server_requests(s) == before + 1);
        server_release(s);
        world_end(&w);
    }
    server_stop(s);
}

/* ---- The example server ---- */

typedef struct example {
    pid_t process;
    int port;
} example;

static example start_example(const char *directory)
{
    const char *script = required_variable("TALLY_FEED_SERVER"), *python = required_variable("PYTHON");
    char port_file[320], log_file[320];
    example e;
    patience p = {0};
    size_t count;

    snprintf(port_file, sizeof port_file, "%s/port", directory);
    snprintf(log_file, sizeof log_file, "%s/server.log", directory);
    e.port = 0;
    e.process = fork();
    require(e.process >= 0);
    if (e.process == 0) {
        int log = open(log_file, O_WRONLY | O_CREAT | O_TRUNC, 0600);

        unsetenv("LD_PRELOAD"); /* Valgrind's is not for it. */
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execlp(python, "python3", script, "--port", "0", "--port-file", port_file, "--token", "secret", (char *)NULL);
        _exit(127);
    }
    while (e.port == 0 && is_patient(&p)) {
        char *text = read_file(port_file, &count); /* The server renames it into place. */

        if (text != NULL)
            e.port = atoi(text);
        free(text);
        usleep(10000);
    }
    require(e.port > 0);
    return e;
}

static void stop_example(example e)
{
    int status;

    kill(e.process, SIGTERM);
    require(waitpid(e.process, &status, 0) == e.process);
}

/* Sends one request and gives the answer's status. */
static int tell_example(example e, const char *method, const char *path, const char *body)
{
    struct sockaddr_in address;
    char buffer[4096];
    int connection = socket(AF_INET, SOCK_STREAM, 0), status = 0;
    ssize_t got;
    size_t used = 0;

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)e.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
    snprintf(buffer, sizeof buffer,
             "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer secret\r\n"
             "Content-Type: application/json\r\nContent-Length: %lu\r\n\r\n%s",
             method, path, (unsigned long)strlen(body), body);
    require(send(connection, buffer, strlen(buffer), MSG_NOSIGNAL) == (ssize_t)strlen(buffer));
    while (used < sizeof buffer - 1 && (got = read(connection, buffer + used, sizeof buffer - 1 - used)) > 0)
        used += (size_t)got;
    buffer[used] = '\0';
    close(connection);
    sscanf(buffer, "HTTP/%*s %d", &status);
    return status;
}

TEST(the_example_server, WORLD_FILE)
{
    example e;
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64], item[256];
    int i;

    e = start_example(w->directory);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/feed", e.port);
    options.url = url;
    options.initial_delay = options.interval = -1;
    options.page_limit = 10;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, url, "wrong");
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    log_in_at(w->account, url, "secret");
    check_ok(world_sync(w)); /* Nothing is there. */
    for (i = 0; i < 35; i++) {
        snprintf(item, sizeof item, "{\"path\":\"inbox.m%d\",\"title\":\"T%d\",\"count\":2}", i % 5, i);
        assert_in_range(tell_example(e, "POST", "/messages", item), 200, 201);
    }
    assert_in_range(tell_example(e, "PUT", "/badges/promo.item", "{\"count\":5}"), 200, 204);
    check_ok(world_sync(w));
    check_badge(w->account, "inbox", 1, 70);
    check_badge(w->account, "promo", 1, 5);
    check_ok(world_sync(w)); /* An ETag is of one URL, and the cursor is in it. */
    check_status(world_sync(w), TALLY_NOT_MODIFIED);
    /* A restart, and what happened meanwhile. */
    world_close(w);
    assert_in_range(tell_example(e, "POST", "/messages", "{\"path\":\"inbox.m0\",\"title\":\"later\"}"), 200, 201);
    assert_in_range(tell_example(e, "DELETE", "/messages/1", ""), 200, 204);
    assert_in_range(tell_example(e, "DELETE", "/badges/promo.item", ""), 200, 204);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "inbox", 1, 70);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, url, "secret");
    check_ok(world_sync(w));
    check_badge(w->account, "inbox", 1, 69);
    check_badge(w->account, "promo", 0, 0);
    /* All cursors expire: a snapshot that brings the same changes nothing. */
    assert_in_range(tell_example(e, "POST", "/admin/expire", ""), 200, 204);
    check_ok(world_sync(w));
    check_badge(w->account, "inbox", 1, 69);
    assert_int_equal(count_of(w, "root", 0), 35);
    assert_in_range(tell_example(e, "POST", "/marks", "{\"inbox.m0\":{\"upto\":\"99999\",\"ver\":1}}"), 200, 204);
    check_ok(world_sync(w));
    check_badge(w->account, "inbox.m0", 0, 0);
    /* The server goes away. */
    stop_example(e);
    check_status(world_sync(w), TALLY_ERROR_NETWORK);
    assert_true(count_of(w, "root", 0) == 35);
}
