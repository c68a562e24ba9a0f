/* Answers of a server, headers and all, through the host's own transport: a control byte, the mapping, and for each
 * answer a byte that chooses its status, its header lines and its body, each ended by NUL. Whatever it says, each
 * request is completed once, an answer without content changes nothing, and what is stored is consistent. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EXCHANGES = 6, REQUESTS = 40, HOUR = 3600 * 1000 };

static const int32_t statuses[] = {
    200, 200, 200, 200, 304, 204, 206, 301, 400, 401, 403, 404, 410, 429, 500, 503,
    TALLY_ERROR_NETWORK, TALLY_ERROR_TLS, TALLY_ERROR_TIMEOUT, TALLY_ERROR_PROTOCOL, TALLY_ERROR_TOO_LARGE, 599,
};

static const char *const presets[] = {NULL,   NULL,           NULL,          "github-notifications", "mastodon-v2",
                                      "ntfy", "message-center", "unread-count"};

/* ---- The server ---- */

typedef struct input_reader {
    const uint8_t *data;
    size_t size, at;
    host *h;
    int requests, good; /* All requests of the exchange, and those with status 200. */
} input_reader;

/* The next part, ended by NUL, as a text of its own. */
static char *next_text(input_reader *in, size_t *out_size) {
    const uint8_t *end = (const uint8_t *)memchr(in->data + in->at, 0, in->size - in->at);
    size_t length = end != NULL ? (size_t)(end - in->data) - in->at : in->size - in->at;
    char *text = (char *)allocate(length + 1);

    if (length > 0) memcpy(text, in->data + in->at, length);
    text[length] = '\0';
    in->at += length + (end != NULL);
    *out_size = length;
    return text;
}

static void check_request(const tally_request *request) {
    size_t length = strlen(request->headers);

    require(request->id != 0 && strcmp(request->method, "GET") == 0 && request->body_size == 0);
    require(strncmp(request->url, "http://h/", 9) == 0);
    require(length == 0 || (length > 2 && strcmp(request->headers + length - 2, "\r\n") == 0));
    require(strpbrk(request->url, " \r\n\t") == NULL);
}

static void serve(void *user_data, const tally_request *request) {
    input_reader *in = (input_reader *)user_data;
    size_t header_size, size;
    int32_t status = TALLY_ERROR_NETWORK;
    char *headers, *body;

    check_request(request);
    if (request->kind != TALLY_REQUEST_KIND_SEND) return;
    in->requests += 1;
    require(in->requests <= REQUESTS);
    if (in->at < in->size) status = statuses[in->data[in->at++] % (sizeof statuses / sizeof statuses[0])];
    headers = next_text(in, &header_size);
    body = next_text(in, &size);
    in->good += status == 200;
    /* The body of an error is a message, which must be text. */
    if (status < 0 && (size > 1000 || !text_is_utf8(body, size))) {
        expect(tally_transport_respond(in->h->engine, request->id, status, headers, body, size), TALLY_ERROR_ARGUMENT);
        size = 0;
    }
    expect_ok(tally_transport_respond(in->h->engine, request->id, status, headers, body, size));
    expect(tally_transport_respond(in->h->engine, request->id, 200, NULL, NULL, 0), TALLY_ERROR_NOT_FOUND);
    free(headers);
    free(body);
}

/* ---- Asking ---- */

static void complete(void *user_data, const tally_event *event, const char *text) {
    require(strlen(text) == event->text_length);
    require(event->retry_after >= 0 && event->retry_after <= INT64_C(1100) * 24 * 3600);
    *(int *)user_data += 1;
}

/* A forced refresh, on a day of its own: whatever a server has asked to wait for is over. */
static void fly(input_reader *in, tally_account *account, tally_feed *feed) {
    int count = 0, turns;

    in->h->now += 27 * (int64_t)HOUR;
    in->requests = in->good = 0;
    expect_ok(tally_account_log_in(account));
    expect_ok(tally_feed_refresh_now(feed, complete, &count, NULL, NULL));
    for (turns = 0; count == 0 && turns < 1000; turns++) expect_ok(tally_engine_step(in->h->engine));
    require(count == 1);
}

static bytes state_of(tally_account *account) {
    expect_ok(tally_account_verify(account));
    return listing_of(account);
}

static tally_feed *add_feed(tally_account *account, unsigned mapping) {
    tally_feed_options options;
    tally_feed *feed;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.url = "http://h/feed";
    options.initial_delay = options.interval = -1;
    options.mapping_preset = presets[mapping % (sizeof presets / sizeof presets[0])];
    expect_ok(tally_feed_add(account, "feed", &options, &feed));
    return feed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* Paths are cut short elsewhere; what is small, and what has a file, would only slow this down. */
    host *h = host_get(size > 0 ? data[0] & (CONTROL_SUM | CONTROL_LATER | CONTROL_UNREAD) : 0u);
    tally_account *account = host_account(h);
    tally_feed *feed = add_feed(account, size > 1 ? data[1] : 0u);
    input_reader in = {data, size, size < 2 ? size : 2, h, 0, 0};
    bytes before = state_of(account);
    int exchanges;

    expect_ok(tally_engine_set_transport(h->engine, serve, &in, NULL));
    for (exchanges = 0; in.at < in.size && exchanges < EXCHANGES; exchanges++) {
        bytes after;
        fly(&in, account, feed);
        require(in.requests > 0);
        after = state_of(account);
        if (in.good == 0) require(bytes_equal(&before, &after));
        bytes_free(&before);
        before = after;
    }
    bytes_free(&before);
    expect_ok(tally_feed_remove(feed));
    expect_ok(tally_account_verify(account));
    tally_feed_release(feed);
    tally_account_release(account);
    expect_ok(tally_engine_set_transport(h->engine, NULL, NULL, NULL));
    return 0;
}
