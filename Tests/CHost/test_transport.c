/* needs: tsan */
/* The host's own transport: the requests it gets, what its responses do, and everything that it can get wrong. libcurl
 * sends no request, and is not even initialised: this program's curl_global_init replaces libcurl's. */
#include "support.h"

#include <pthread.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ITEM(id, path, count) "{\"id\":\"" id "\",\"path\":\"" path "\",\"count\":" count "}"

static int initialisations;

int curl_global_init(long flags);
int curl_global_init(long flags)
{
    (void)flags;
    initialisations += 1;
    return 2; /* CURLE_FAILED_INIT */
}

/* ---- A host ---- */

typedef struct received {
    int kind;
    int64_t id;
    char url[256];
    char headers[512];
} received;

typedef struct host {
    tally_engine *engine;
    received calls[64];
    volatile unsigned count;
    unsigned cancelled;
    int released;
    const char *at_once; /* The body that is answered from within the callback; NULL: nothing. */
    void (*also)(struct host *h, const tally_request *request);
    pthread_t thread;    /* That made the last call. */
} host;

static void transport(void *user_data, const tally_request *request)
{
    host *h = (host *)user_data;
    received *call = &h->calls[h->count];

    require(h->count < COUNT_OF(h->calls));
    require(request->struct_size == sizeof *request);
    require(request->id != 0);
    memset(call, 0, sizeof *call);
    call->kind = request->kind;
    call->id = request->id;
    h->thread = pthread_self();
    if (request->kind == TALLY_REQUEST_KIND_SEND) {
        require(strlen(request->url) < sizeof call->url && strlen(request->headers) < sizeof call->headers);
        strcpy(call->url, request->url);
        strcpy(call->headers, request->headers);
        require(strcmp(request->method, "GET") == 0);
        require(request->body_size == 0);
        require((request->flags == TALLY_REQUEST_FLAG_CREDENTIAL) == (strstr(request->headers, "Authorization") != NULL));
        require(request->request_timeout >= 100 && request->idle_timeout >= 100);
        require(request->max_size == 8 << 20);
    } else {
        require(request->kind == TALLY_REQUEST_KIND_CANCEL);
        h->cancelled += 1;
    }
    h->count += 1;
    if (h->also != NULL)
        h->also(h, request);
    if (h->at_once != NULL && request->kind == TALLY_REQUEST_KIND_SEND)
        require(tally_transport_respond(h->engine, request->id, 200, "", h->at_once, strlen(h->at_once)) == TALLY_OK);
}

static void release(void *user_data)
{
    ((host *)user_data)->released += 1;
}

/* A world whose feed polls on request. */
static void begin(world *w, host *h)
{
    memset(h, 0, sizeof *h);
    initialisations = 0;
    h->engine = w->engine;
    check_ok(tally_engine_set_transport(w->engine, transport, h, release));
}

static void add_feed(world *w, const char *token)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = "https://example.org/feed", .initial_delay = -1, .interval = -1,
    };

    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, options.url, token);
}

static void end(world *w, host *h)
{
    world_end(w);
    assert_int_equal(h->released, 1);
    assert_int_equal(initialisations, 0);
}

static tally_status reply(host *h, int64_t id, int status, const char *headers, const char *body)
{
    return tally_transport_respond(h->engine, id, status, headers, body, body == NULL ? 0 : strlen(body));
}

static const received *last(const host *h)
{
    assert_true(h->count > 0);
    return &h->calls[h->count - 1];
}

/* Has the feed ask. */
static uint64_t ask(world *w, host *h)
{
    unsigned before = h->count;

    check_ok(tally_feed_refresh(w->feed));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h->count, before + 1);
    assert_int_equal(last(h)->kind, TALLY_REQUEST_KIND_SEND);
    return last(h)->id;
}

/* The next SYNCED. */
static tally_event synced_with(world *w, char *text, size_t capacity)
{
    tally_event event;

    check_ok(tally_engine_step(w->engine));
    do {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        check_ok(tally_engine_next_event(w->engine, 0, &event, text, capacity));
    } while (event.kind != TALLY_EVENT_SYNCED);
    return event;
}

static tally_event synced(world *w)
{
    char text[2048];

    return synced_with(w, text, sizeof text);
}

/* ---- Requests and responses ---- */

/* A host that sends the requests itself gets the token for one origin only. */
TEST(a_token_goes_to_one_origin, 0)
{
    static const struct {
        const char *url;
        int has_token;
    } feeds[] = {
        {"https://example.org/feed", 1}, {"https://example.org:443/other", 1}, {"https://EXAMPLE.org/", 1},
        {"http://example.org/feed", 0}, {"https://example.org:8443/feed", 0}, {"https://example.org.evil/feed", 0},
        {"https://evil/?https://example.org/", 0},
    };
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    char name[16];
    host h;
    size_t i;

    begin(w, &h);
    log_in_at(w->account, "https://example.org", "secret");
    for (i = 0; i < COUNT_OF(feeds); i++) {
        tally_feed_release(w->feed);
        snprintf(name, sizeof name, "%d", (int)i);
        options.url = feeds[i].url;
        check_ok(tally_feed_add(w->account, name, &options, &w->feed));
        check_ok(tally_feed_refresh(w->feed));
        check_ok(tally_engine_step(w->engine));
        assert_int_equal(h.count, i + 1);
        if ((strstr(last(&h)->headers, "Authorization: Bearer secret\r\n") != NULL) != feeds[i].has_token)
            fail_msg("%s: %s", feeds[i].url, last(&h)->headers);
        check_ok(reply(&h, last(&h)->id, 200, NULL, PAGE("1", "", "")));
    }
    end(w, &h);
}

TEST(an_exchange, 0)
{
    host h;
    uint64_t first, second;

    begin(w, &h);
    add_feed(w, "secret");
    first = ask(w, &h);
    assert_string_equal(last(&h)->url, "https://example.org/feed?limit=200");
    assert_string_equal(last(&h)->headers, "Accept: application/json\r\nAuthorization: Bearer secret\r\n");
    assert_true(pthread_equal(h.thread, pthread_self()));
    check_ok(reply(&h, first, 200, "HTTP/1.1 200 OK\r\nETag: \"x\"\r\nLAST-MODIFIED:  then \n",
                    PAGE("7", ITEM("1", "in", "3"), "")));
    assert_int_equal(synced(w).added, 1);
    check_badge(w->account, "in", 1, 3);

    second = ask(w, &h);
    assert_true(second != first);
    assert_string_equal(last(&h)->url, "https://example.org/feed?since=7&limit=200");
    assert_string_equal(last(&h)->headers,
                        "Accept: application/json\r\nIf-None-Match: \"x\"\r\nIf-Modified-Since: then\r\n"
                        "Authorization: Bearer secret\r\n");
    check_ok(reply(&h, second, 304, NULL, NULL));
    assert_int_equal(synced(w).result, TALLY_NOT_MODIFIED);
    assert_int_equal(h.count, 2);
    end(w, &h);
}

/* All pages, within one step, each answered from within the callback. */
TEST(an_immediate_response, 0)
{
    static const char *const pages[] = {PAGE("1", ITEM("1", "in", "1"), ",\"more\":true"),
                                        PAGE("2", ITEM("2", "in", "1"), ",\"more\":true"),
                                        PAGE("3", ITEM("3", "in", "1"), "")};
    host h;

    begin(w, &h);
    add_feed(w, NULL);
    h.at_once = pages[2];
    check_ok(tally_feed_refresh(w->feed));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(synced(w).result, TALLY_OK);
    check_badge(w->account, "in", 1, 1);
    end(w, &h);
}

static const char *const list_of_pages[] = {PAGE("1", ITEM("1", "in", "1"), ",\"more\":true"),
                                            PAGE("2", ITEM("2", "in", "1"), ",\"more\":true"),
                                            PAGE("3", ITEM("3", "in", "1"), "")};

static void answer_with_the_next_page(host *h, const tally_request *request)
{
    require(tally_transport_respond(h->engine, request->id, 200, NULL, list_of_pages[h->count - 1],
                                   strlen(list_of_pages[h->count - 1])) == TALLY_OK);
}

TEST(many_pages, 0)
{
    host h;

    begin(w, &h);
    add_feed(w, NULL);
    h.also = answer_with_the_next_page;
    check_ok(tally_feed_refresh(w->feed));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.count, 3);
    assert_string_equal(last(&h)->url, "https://example.org/feed?since=2&limit=200");
    assert_int_equal(synced(w).added, 3);
    end(w, &h);
}

/* Headers count as in a response that libcurl received. */
TEST(headers_count, 0)
{
    host h;
    tally_event event;

    begin(w, &h);
    add_feed(w, NULL);
    check_ok(reply(&h, ask(w, &h), 429, "Retry-After: 1000\r\n", "no"));
    event = synced(w);
    assert_int_equal(event.result, TALLY_ERROR_RATE_LIMITED);
    assert_in_range(event.retry_after, 1000000, 1100000);
    end(w, &h);
}

TEST(no_answer, 0)
{
    static const struct {
        int status;
        tally_status result;
        const char *words, *told;
    } cases[] = {
        {TALLY_ERROR_NETWORK, TALLY_ERROR_NETWORK, "the cable is out", "the cable is out"},
        {TALLY_ERROR_NETWORK, TALLY_ERROR_NETWORK, NULL, "the server cannot be reached"},
        {TALLY_ERROR_TLS, TALLY_ERROR_TLS, "expired", "expired"},
        {TALLY_ERROR_TIMEOUT, TALLY_ERROR_TIMEOUT, NULL, "a deadline passed"},
        {TALLY_ERROR_PROTOCOL, TALLY_ERROR_PROTOCOL, "cut off", "cut off"},
        {TALLY_ERROR_TOO_LARGE, TALLY_ERROR_TOO_LARGE, NULL, "the answer exceeds the limit"},
    };
    host h;
    size_t i;

    begin(w, &h);
    add_feed(w, NULL);
    for (i = 0; i < COUNT_OF(cases); i++) {
        char text[2048];
        tally_event event;

        check_ok(reply(&h, ask(w, &h), cases[i].status, "ignored", cases[i].words));
        event = synced_with(w, text, sizeof text);
        assert_int_equal(event.result, cases[i].result);
        assert_string_equal(text, cases[i].told);
    }
    end(w, &h);
}

TEST(too_large, 0)
{
    host h;
    char *big = (char *)malloc((8 << 20) + 1);

    memset(big, ' ', (8 << 20) + 1);
    begin(w, &h);
    add_feed(w, NULL);
    check_ok(tally_transport_respond(w->engine, ask(w, &h), 200, NULL, big, (8 << 20) + 1));
    assert_int_equal(synced(w).result, TALLY_ERROR_TOO_LARGE);
    big[300000] = '\0';
    check_ok(reply(&h, ask(w, &h), 200, big, "{}"));
    assert_int_equal(synced(w).result, TALLY_ERROR_TOO_LARGE);
    end(w, &h);
    free(big);
}

/* ---- Cancelled ---- */

static void check_cancelled(world *w, host *h, int64_t id)
{
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(last(h)->kind, TALLY_REQUEST_KIND_CANCEL);
    assert_true(last(h)->id == id);
    check_status(reply(h, id, 200, NULL, PAGE("9", ITEM("9", "in", "9"), "")), TALLY_ERROR_NOT_FOUND);
    check_message("no request waits");
    check_status(tally_transport_progress(w->engine, id), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "in", 0, 0);
}

TEST(cancelled, 0)
{
    host h;
    int64_t id;

    begin(w, &h);
    add_feed(w, NULL);
    id = ask(w, &h);
    check_ok(tally_feed_cancel(w->feed));
    check_cancelled(w, &h, id);
    id = ask(w, &h);
    check_ok(tally_account_log_out(w->account));
    check_cancelled(w, &h, id);
    check_ok(tally_account_log_in(w->account));
    id = ask(w, &h);
    check_ok(tally_feed_remove(w->feed));
    check_cancelled(w, &h, id);
    assert_int_equal(h.cancelled, 3);
    end(w, &h);
    assert_int_equal(h.cancelled, 3);
}

/* An answer that has come, but was not looked at, when it is cancelled: nobody need be told. */
TEST(cancelled_behind_its_answer, 0)
{
    host h;

    begin(w, &h);
    add_feed(w, NULL);
    check_ok(reply(&h, ask(w, &h), 200, NULL, PAGE("9", ITEM("9", "in", "9"), "")));
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(h.cancelled, 0);
    end(w, &h);
}

TEST(deadlines, 0)
{
    host h;
    int64_t id;
    int64_t timeout;
    int i;

    begin(w, &h);
    add_feed(w, NULL);
    id = ask(w, &h);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_in_range(timeout, 1, 60000);
    fake_clock_advance(&w->clock, 59999);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(h.cancelled, 0);
    fake_clock_advance(&w->clock, 1);
    check_cancelled(w, &h, id);
    assert_int_equal(synced(w).result, TALLY_ERROR_TIMEOUT);

    /* With progress: 300 s in all. */
    id = ask(w, &h);
    for (i = 0; i < 9; i++) {
        fake_clock_advance(&w->clock, 33000);
        check_ok(tally_transport_progress(w->engine, id));
        check_ok(tally_engine_step(w->engine));
    }
    assert_int_equal(h.cancelled, 1);
    fake_clock_advance(&w->clock, 3000);
    check_cancelled(w, &h, id);
    assert_int_equal(synced(w).result, TALLY_ERROR_TIMEOUT);
    end(w, &h);
}

static void answer_while_it_ends(host *h, const tally_request *request)
{
    if (request->kind == TALLY_REQUEST_KIND_CANCEL)
        require(tally_transport_respond(h->engine, request->id, 200, NULL, "{}", 2) == TALLY_ERROR_NOT_FOUND);
}

TEST(closed_with_requests_under_way, 0)
{
    host h;

    begin(w, &h);
    add_feed(w, NULL);
    h.also = answer_while_it_ends;
    ask(w, &h);
    end(w, &h);
    assert_int_equal(h.cancelled, 1);
}

/* ---- Set, and set again ---- */

TEST(replaced, 0)
{
    host first, second = {.engine = w->engine};
    int64_t id;

    begin(w, &first);
    add_feed(w, NULL);
    id = ask(w, &first);
    check_ok(tally_engine_set_transport(w->engine, transport, &second, release));
    check_ok(tally_engine_step(w->engine));
    /* It has not answered yet. */
    assert_int_equal(first.released, 0);
    check_ok(reply(&first, id, 200, NULL, PAGE("1", ITEM("1", "in", "1"), "")));
    assert_int_equal(synced(w).result, TALLY_OK);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(first.released, 1);
    ask(w, &second);
    assert_int_equal(first.count, 1);
    /* Back to libcurl, which this program does not let be initialised. */
    check_ok(tally_engine_set_transport(w->engine, NULL, &first, release));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(first.released, 2);
    assert_int_equal(second.released, 0);
    check_ok(reply(&second, last(&second)->id, 304, NULL, NULL));
    assert_int_equal(synced(w).result, TALLY_NOT_MODIFIED);
    assert_int_equal(second.released, 1);
    assert_int_equal(initialisations, 0);
    check_ok(tally_feed_refresh(w->feed));
    assert_int_equal(synced(w).result, TALLY_ERROR_NETWORK);
    assert_true(initialisations > 0);
}

/* ---- What a host must not do ---- */

static void misuse_within(host *h, const tally_request *request)
{
    tally_event event = {.struct_size = sizeof event};

    (void)request;
    require(tally_engine_close(h->engine, -1) == TALLY_ERROR_THREAD);
    require(tally_engine_step(h->engine) == TALLY_ERROR_THREAD);
    require(tally_engine_next_event(h->engine, 0, &event, NULL, 0) != TALLY_ERROR_THREAD);
}

TEST(bad_input, 0)
{
    world other;
    host h;
    int64_t id;
    char words[1002];

    memset(words, 'x', sizeof words);
    begin(w, &h);
    add_feed(w, NULL);
    h.also = misuse_within;
    id = ask(w, &h);
    check_status(tally_transport_respond(NULL, id, 200, NULL, NULL, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_transport_respond(w->engine, id, 200, NULL, NULL, 1), TALLY_ERROR_ARGUMENT);
    check_status(tally_transport_respond(w->engine, id, 200, NULL, "x", SIZE_MAX), TALLY_ERROR_ARGUMENT);
    check_status(tally_transport_respond(w->engine, 0, 200, NULL, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_transport_respond(w->engine, id + 1, 200, NULL, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_transport_respond(w->engine, id | INT64_MIN, 200, NULL, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_transport_respond(w->engine, -1, 200, NULL, NULL, 0), TALLY_ERROR_NOT_FOUND);
    check_status(reply(&h, id, 0, NULL, NULL), TALLY_ERROR_RANGE);
    check_status(reply(&h, id, 199, NULL, NULL), TALLY_ERROR_RANGE);
    check_status(reply(&h, id, 600, NULL, NULL), TALLY_ERROR_RANGE);
    check_status(reply(&h, id, INT32_MAX, NULL, NULL), TALLY_ERROR_RANGE);
    check_status(reply(&h, id, INT32_MIN, NULL, NULL), TALLY_ERROR_RANGE);
    check_status(reply(&h, id, TALLY_ERROR_FULL, NULL, NULL), TALLY_ERROR_RANGE);
    check_status(tally_transport_respond(w->engine, id, TALLY_ERROR_NETWORK, NULL, words, 1001), TALLY_ERROR_ARGUMENT);
    check_status(tally_transport_progress(NULL, id), TALLY_ERROR_ARGUMENT);
    check_status(tally_transport_progress(w->engine, 0), TALLY_ERROR_NOT_FOUND);
    check_status(tally_transport_progress(w->engine, id | INT64_MIN), TALLY_ERROR_NOT_FOUND);
    check_message("-92233720368547758");
    check_ok(tally_transport_progress(w->engine, id));
    check_status(tally_engine_set_transport(NULL, transport, &h, release), TALLY_ERROR_ARGUMENT);
    assert_int_equal(h.released, 1);
    h.released = 0;
    /* Another engine's request. */
    world_init(&other, 0);
    check_status(tally_transport_respond(other.engine, id, 200, NULL, NULL, 0), TALLY_ERROR_NOT_FOUND);
    world_end(&other);
    check_status(tally_transport_respond(w->engine, id, TALLY_ERROR_NETWORK, NULL, "a\0b", 3), TALLY_ERROR_ARGUMENT);
    check_status(reply(&h, id, TALLY_ERROR_NETWORK, NULL, "caf\xE9"), TALLY_ERROR_ARGUMENT);
    check_message("what went wrong is not UTF-8, at byte 3");
    /* It waits all the same; and then not any more. */
    check_ok(reply(&h, id, TALLY_ERROR_NETWORK, NULL, "a"));
    check_status(reply(&h, id, 200, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(reply(&h, id, TALLY_ERROR_NETWORK, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    assert_int_equal(synced(w).result, TALLY_ERROR_NETWORK);
    /* Header lines of all sorts. */
    check_ok(reply(&h, ask(w, &h), 200, ":\r\n: \nETag\nETag:\r\n\r\nRetry-After: x\n\n\nLink: <\n\xFF\xFE: \xFF",
                    PAGE("1", "", "")));
    assert_int_equal(synced(w).result, TALLY_OK);
    end(w, &h);
}

TEST(forked, 0)
{
    host h;
    int64_t id;
    pid_t child;
    int status;

    if (is_emulated()) {
        leave_out("qemu 7.2 ends the child of a program that has threads");
        return;
    }
    begin(w, &h);
    add_feed(w, NULL);
    id = ask(w, &h);
    child = fork();
    if (child == 0) {
        int is_refused = reply(&h, id, 200, NULL, "{}") == TALLY_ERROR_FORKED
            && tally_transport_progress(w->engine, id) == TALLY_ERROR_FORKED
            && tally_engine_set_transport(w->engine, NULL, NULL, NULL) == TALLY_ERROR_FORKED;

        tally_engine_close(w->engine, -1);
        /* The parent's engine is not given back in the child, by intention: exec, so that no leak is found. */
        execlp(is_refused && h.cancelled == 0 && h.released == 0 ? "true" : "false", "child", (char *)NULL);
        _exit(2);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    check_ok(reply(&h, id, 200, NULL, PAGE("1", ITEM("1", "in", "1"), "")));
    assert_int_equal(synced(w).result, TALLY_OK);
    end(w, &h);
}

/* ---- Threads: the engine's own loop, requests answered by others, each twice, some cancelled meanwhile ---- */

enum { WORKERS = 3, FEEDS = 8 };

typedef struct pool {
    tally_engine *engine;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t waiting[256];
    unsigned count;
    int ends;
    unsigned answered, refused, cancelled;
    pthread_t threads[WORKERS];
} pool;

static void queue_request(void *user_data, const tally_request *request)
{
    pool *p = (pool *)user_data;

    pthread_mutex_lock(&p->lock);
    if (request->kind == TALLY_REQUEST_KIND_CANCEL)
        p->cancelled += 1;
    else if (p->count < COUNT_OF(p->waiting))
        p->waiting[p->count++] = request->id;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *argument)
{
    static const char page[] = PAGE("1", ITEM("1", "in", "1"), "");
    pool *p = (pool *)argument;

    pthread_mutex_lock(&p->lock);
    for (;;) {
        int64_t id;
        tally_status status, again;

        while (p->count == 0 && !p->ends)
            pthread_cond_wait(&p->changed, &p->lock);
        if (p->count == 0)
            break;
        id = p->waiting[--p->count];
        pthread_mutex_unlock(&p->lock);
        tally_transport_progress(p->engine, id);
        status = tally_transport_respond(p->engine, id, 200, "ETag: \"x\"\r\n", page, sizeof page - 1);
        again = tally_transport_respond(p->engine, id, 200, NULL, page, sizeof page - 1);
        require(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
        require(again == TALLY_ERROR_NOT_FOUND);
        pthread_mutex_lock(&p->lock);
        if (status == TALLY_OK)
            p->answered += 1;
        else
            p->refused += 1;
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

TEST(answered_by_others, WORLD_THREAD)
{
    static const char a_push[] = "{\"feed\":\"feed1\",\"path\":\"in\"}";
    pool p = {0};
    tally_feed *feeds[FEEDS];
    int i, round, rounds = is_valgrind() ? 20 : 200;

    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    p.engine = w->engine;
    check_ok(tally_engine_set_transport(w->engine, queue_request, &p, NULL));
    for (i = 0; i < FEEDS; i++) {
        tally_feed_options options = {
            .struct_size = sizeof options, .url = "https://example.org/", .initial_delay = -1, .interval = -1,
        };
        char name[16];

        snprintf(name, sizeof name, "feed%d", i);
        check_ok(tally_feed_add(w->account, name, &options, &feeds[i]));
    }
    check_ok(tally_account_log_in(w->account));
    for (i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&p.threads[i], NULL, work, &p), 0);
    for (round = 0; round < rounds; round++) {
        tally_status status = tally_feed_refresh(feeds[round % FEEDS]);

        require(status == TALLY_OK);
        if (round % 7 == 3)
            check_ok(tally_feed_cancel(feeds[(round + FEEDS - 1) % FEEDS]));
        /* Calls that need no request, at the same time. */
        check_ok(tally_message_post(w->account, "mine", NULL, NULL));
        check_ok(tally_account_push(w->account, a_push, sizeof a_push - 1));
        check_ok(tally_feed_deliver(feeds[round % FEEDS], list_of_pages[2], strlen(list_of_pages[2])));
        if (round % 50 == 49)
            check_ok(tally_engine_set_transport(w->engine, queue_request, &p, NULL));
        drain(w->engine);
    }
    /* One refresh of each that is answered. */
    for (i = 0; i < FEEDS; i++) {
        tally_event event;
        char text[256];
        uint64_t token;

        check_ok(tally_feed_refresh_now(feeds[i], NULL, NULL, NULL, &token));
        do {
            memset(&event, 0, sizeof event);
            event.struct_size = sizeof event;
            check_ok(tally_engine_next_event(w->engine, HANG_SECONDS * 1000, &event, text, sizeof text));
        } while (event.token != token);
        assert_true(event.result == TALLY_OK);
    }
    pthread_mutex_lock(&p.lock);
    p.ends = 1;
    pthread_cond_broadcast(&p.changed);
    pthread_mutex_unlock(&p.lock);
    for (i = 0; i < WORKERS; i++)
        pthread_join(p.threads[i], NULL);
    assert_true(p.answered >= FEEDS);
    /* The rejected caller has received its status. */
    assert_true(p.refused <= p.cancelled);
    for (i = 0; i < FEEDS; i++)
        tally_feed_release(feeds[i]);
    world_end(w);
    pthread_mutex_destroy(&p.lock);
    pthread_cond_destroy(&p.changed);
}
