/*
 * transport.c: a program that sends the library's requests itself. Here nothing is sent: the answers are in this file.
 *
 *     cc -std=c99 -Iinclude Examples/c/transport.c -Lbuild -ltally -Wl,-rpath,build -o transport
 *     ./transport
 *
 * A real one hands the request to whatever it uses for HTTP, and calls tally_transport_respond, from any thread, when
 * that is done; and gives up what TALLY_REQUEST_KIND_CANCEL names.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>

static const struct {
    const char *end_of_url, *body;
} answers[] = {
    {"?limit=200", "{\"cursor\":\"2\", \"more\":true, \"items\":["
                   "{\"id\":\"1\", \"path\":\"chat.bo\", \"title\":\"Hello\"},"
                   "{\"id\":\"2\", \"path\":\"chat.cy\", \"title\":\"Are you there?\", \"count\":2}]}"},
    {"?since=2&limit=200", "{\"cursor\":\"3\", \"items\":[{\"id\":\"3\", \"path\":\"news\", \"title\":\"It works\"}]}"},
};

/* Returns 0 and positive statuses (TALLY_HELD, …), which are successes. An error ends this program. */
static tally_status check(tally_status status)
{
    char message[1024] = "";
    size_t length;

    if (status < 0) {
        tally_error_message(message, sizeof message, &length);
        fprintf(stderr, "%s: %s\n", tally_status_name(status), message);
        exit(EXIT_FAILURE);
    }
    return status;
}

static void transport(void *user_data, const tally_request *request)
{
    tally_engine *engine = *(tally_engine **)user_data;
    size_t length = strlen(request->url);

    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    printf("%s %s\n%s", request->method, request->url, request->headers);
    check(tally_transport_progress(engine, request->id)); /* Bytes arrive: a slow response is not given up. */
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        size_t end = strlen(answers[i].end_of_url);
        if (length > end && strcmp(request->url + length - end, answers[i].end_of_url) == 0) {
            check(tally_transport_respond(engine, request->id, 200, "ETag: \"canned\"\r\n", answers[i].body,
                                         strlen(answers[i].body)));
            return;
        }
    }
    /* No answer at all would be TALLY_ERROR_NETWORK, with what went wrong in the place of the body. */
    check(tally_transport_respond(engine, request->id, 404, NULL, NULL, 0));
}

static void print_badge(tally_account *account, const char *path)
{
    tally_badge badge;

    check(tally_badge_get(account, path, &badge));
    printf("%s: %" PRIu64 "\n", path, badge.count);
}

int main(void)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = "https://example.org/feed"};
    tally_credential credential = {
        .struct_size = sizeof credential, .kind = TALLY_CREDENTIAL_KIND_BEARER, .secret = "secret"};
    tally_engine *engine;
    tally_account *account;
    tally_feed *feed;
    tally_event event;
    char text[256];
    uint64_t token;

    check(tally_engine_open(NULL, &engine));
    check(tally_engine_set_transport(engine, transport, &engine, NULL));
    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_feed_add(account, "feed", &options, &feed));
    check(tally_account_set_credential(account, options.url, &credential));
    check(tally_account_log_in(account));

    check(tally_feed_refresh_now(feed, NULL, NULL, NULL, &token));
    do {
        event.struct_size = sizeof event;
        if (check(tally_engine_next_event(engine, 10000, &event, text, sizeof text)) == TALLY_EMPTY)
            return EXIT_FAILURE;
    } while (event.kind != TALLY_EVENT_COMPLETION || event.token != token);
    printf("%s\n", tally_status_name(event.result));
    print_badge(account, "root.chat");
    print_badge(account, "root.news");
    print_badge(account, "root");

    tally_feed_release(feed);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return event.result == TALLY_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
