/*
 * transport.c: a program that sends the library's requests itself. Here nothing is sent: the answers are in this file.
 *
 *     cc -std=c99 -Iinclude Examples/c/transport.c -Lbuild -ltally -Wl,-rpath,build -o transport
 *     ./transport
 *
 * A real one hands the request to whatever it uses for HTTP, and calls tally_transport_answer, from any thread, when
 * that is done; and gives up what TALLY_REQUEST_CANCEL names.
 */
#include <inttypes.h>
#include <stdio.h>
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

static void transport(void *user_data, const tally_request *request)
{
    tally_engine *engine = *(tally_engine **)user_data;
    size_t length = strlen(request->url);

    if (request->kind != TALLY_REQUEST_SEND)
        return;
    printf("%s %s\n%s", request->method, request->url, request->headers);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        size_t end = strlen(answers[i].end_of_url);
        if (length > end && strcmp(request->url + length - end, answers[i].end_of_url) == 0) {
            tally_transport_answer(engine, request->id, 200, "ETag: \"canned\"\r\n", answers[i].body,
                                   strlen(answers[i].body));
            return;
        }
    }
    /* No answer at all would be TALLY_ERROR_NETWORK, with what went wrong in the place of the body. */
    tally_transport_answer(engine, request->id, 404, NULL, NULL, 0);
}

static void print_badge(void *user_data, const tally_event *event, const char *path)
{
    (void)user_data;
    if (event->shows)
        printf("%s: %" PRIu64 "\n", path, event->count);
}

int main(void)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = "https://example.org/feed"};
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    tally_feed *feed;
    tally_event event;
    char text[256];
    uint64_t token;

    if (tally_engine_open(NULL, &engine) != TALLY_OK)
        return 1;
    tally_transport_set(engine, transport, &engine, NULL);
    tally_account_open(engine, "ann", NULL, &account);
    tally_scope_open(engine, &scope);
    tally_observe(scope, account, "root", TALLY_OBSERVE_SUBTREE, print_badge, NULL, NULL, NULL);
    tally_feed_add(account, "feed", &options, &feed);
    tally_account_log_in(account, "secret");

    tally_feed_force(feed, NULL, NULL, NULL, &token);
    do {
        event.struct_size = sizeof event;
        if (tally_next_event(engine, 10000, &event, text, sizeof text) != TALLY_OK)
            return 1;
    } while (event.kind != TALLY_EVENT_COMPLETION || event.token != token);
    printf("%s\n", tally_status_name(event.result));

    tally_feed_release(feed);
    tally_scope_close(scope);
    tally_account_release(account);
    return tally_engine_close(engine, -1) == TALLY_OK && event.result == TALLY_OK ? 0 : 1;
}
