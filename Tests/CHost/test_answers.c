/* Responses of a server, one per line, with the reaction of the feed and its state afterwards. The clock is the test's:
 * at the beginning of each line but those that go on with the one before, the feed has had one good answer
 * (START) and waits for its interval of 600 s. */
#include "support.h"

#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define ITEM(id, rev, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"" rev "\",\"path\":\"" path "\",\"count\":" count "}"
#undef PAGE /* Here with an epoch. */
#define PAGE(cursor, items, rest) "{\"epoch\":\"e\",\"cursor\":\"" cursor "\",\"items\":[" items "]" rest "}"
#define START \
    PAGE("10", ITEM("1", "1", "in", "1"), ",\"badges\":{\"promo\":{\"count\":5},\"ours\":{\"count\":2}}")
#define TAG "ETag: \"t\"\r\n"
#define MORE ",\"more\":true"

/* Answers that break off: within the body, within a chunk, within the header. */
#define CUT_OFF "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n" PAGE("99", "", "")
#define CUT_CHUNK "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n{\"cursor\":\"99\","
#define CUT_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define CUT_HEAD_LINE "HTTP/1.1 200 OK\r\nContent-Type: appl"

#define OK TALLY_OK
#define SAME TALLY_NOT_MODIFIED
#define PROTOCOL TALLY_ERROR_PROTOCOL
#define NETWORK TALLY_ERROR_NETWORK
#define SERVER TALLY_ERROR_SERVER
#define LIMITED TALLY_ERROR_RATE_LIMITED
#define REFUSED TALLY_ERROR_UNAUTHORIZED

/* The next request, in seconds from the response. */
#define INTERVAL 600, 600
#define FIRST 0, 600 /* Since log-in: at random. */
#define RETRY 15, 30
#define AGAIN(failures) (600 << CAPPED(failures)), (750 << CAPPED(failures))
#define CAPPED(failures) ((failures) < 3 ? (failures) - 1 : 2)
#define WAIT(seconds) seconds, (seconds) + (seconds) / 10
/* libcurl for 32-bit machines may know no date after 2038. Then it is as if the server had named none. */
#if LONG_MAX > 0x7FFFFFFF
#define FAR_DATE WAIT(86400)
#else
#define FAR_DATE 1, 33
#endif
#define NEVER 0, 0

/* The badges. */
#define LIT "in 1, mine 7, ours 3, promo 5"

/* The request: with the cursor (NULL: without one), and the ETag. */
#define TAGGED 1
#define PLAIN 0

enum { GOES_ON = 1, LOGS_IN = 2, HAS_TAG = 4, SAYS = 8, LATER = 16, SOON = 32 };

typedef struct line {
    const char *name;
    unsigned flags; /* GOES_ON: with the feed as the line before has left it. */
    int status;     /* 0: `body` is all that goes over the wire. */
    const char *headers;
    const char *body;
    const char *follow[2]; /* The bodies of further answers (200) of the same exchange. */
    const char *since;     /* In the first request. */
    int tagged;
    tally_status result;
    int64_t earliest, latest;
    const char *badges;
    const char *messages; /* Added, changed, removed, rejected. NULL: none of each. */
    const char *cursor;   /* Afterwards. */
    int auth;             /* AUTH events. */
} line;

static const line lines[] = {
    /* -- 200 with content -- */
    {"200 with content", 0, 200, "", PAGE("11", ITEM("2", "1", "in", "2"), ""), {0}, "10", PLAIN, OK, INTERVAL,
     "in 3, mine 7, ours 3, promo 5", "+1 ~0 -0 !0", "11", 0},
    {"gone, marks, badges", 0, 200, "", PAGE("11", "", ",\"gone\":[\"1\"],\"badges\":{\"promo\":null}"), {0}, "10",
     PLAIN,
     OK, INTERVAL, "mine 7, ours 3", "+0 ~0 -1 !0", "11", 0},
    {"an interval of the server's", 0, 200, "", PAGE("11", "", ",\"poll\":900"), {0}, "10", PLAIN, OK, 900, 900, LIT,
     NULL,
     "11", 0},
    {"which a whole answer takes back", GOES_ON, 200, "", PAGE("11", "", ""), {0}, "11", PLAIN, OK, INTERVAL, LIT,
     NULL,
     "11", 0},
    {"in a header", 0, 304, "X-Poll-Interval: 1000\r\n", "", {0}, "10", PLAIN, SAME, 1000, 1000, LIT, NULL, "10", 0},
    {"a day at most", 0, 200, "X-Poll-Interval: 99999999999999999999\r\n", PAGE("11", "", ""), {0}, "10", PLAIN, OK,
     86400, 86400, LIT, NULL, "11", 0},
    {"not less than the client's", 0, 200, "X-Poll-Interval: -5\r\n", PAGE("11", "", ",\"poll\":0"), {0}, "10", PLAIN,
     OK,
     INTERVAL, LIT, NULL, "11", 0},
    {"three pages", 0, 200, "", PAGE("11", ITEM("2", "1", "in", "1"), MORE),
     {PAGE("12", ITEM("3", "1", "in", "1"), MORE), PAGE("13", ITEM("4", "1", "in", "1"), "")}, "10", PLAIN, OK,
     INTERVAL,
     "in 4, mine 7, ours 3, promo 5", "+3 ~0 -0 !0", "13", 0},

    /* -- 200 empty, 304: nothing is cleared -- */
    {"200 empty", 0, 200, "", PAGE("11", "", ""), {0}, "10", PLAIN, OK, INTERVAL, LIT, NULL, "11", 0},
    {"200 empty in all words", 0, 200, "", PAGE("11", "", ",\"gone\":[],\"marks\":{},\"badges\":{}"), {0}, "10", PLAIN,
     OK,
     INTERVAL, LIT, NULL, "11", 0},
    {"304, the first", HAS_TAG, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"2", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"3", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"4", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"5", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"6", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"7", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"8", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"9", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"the tenth", GOES_ON, 304, TAG, "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"which is not believed", GOES_ON, 200, TAG, PAGE("10", ITEM("1", "2", "in", "4"), ""), {0}, "10", PLAIN, OK,
     INTERVAL,
     "in 4, mine 7, ours 3, promo 5", "+0 ~1 -0 !0", "10", 0},
    {"and the ETag is used again", GOES_ON, 304, "", "", {0}, "10", TAGGED, SAME, INTERVAL,
     "in 4, mine 7, ours 3, promo 5", NULL, "10", 0},

    /* -- 204 -- */
    {"204: ten times the interval, an hour at most", 0, 204, "", "", {0}, "10", PLAIN, SAME, 3600, 3600, LIT, NULL,
     "10", 0},

    /* -- A snapshot -- */
    {"410: a snapshot", HAS_TAG, 410, "", "{\"error\":\"cursor_expired\"}",
     {PAGE("20", ITEM("2", "1", "in", "1"), MORE), PAGE("21", ITEM("3", "1", "in", "1"),
     ",\"badges\":{\"new\":{\"dot\":true}}")},
     "10", TAGGED, OK, INTERVAL, "in 2, mine 7, new *, ours 3", "+2 ~0 -1 !0", "21", 0},
    {"once in ten minutes", GOES_ON | SAYS | SOON, 410, "", "", {0}, "21", PLAIN, SERVER, RETRY,
     "in 2, mine 7, new *, ours 3",
     NULL, "21", 0},
    {"and later", GOES_ON | LATER, 410, "", "", {PAGE("30", "", ""), NULL}, "21", PLAIN, OK, INTERVAL,
     "mine 7, ours 3",
     "+0 ~0 -2 !0", "30", 0},
    {"another epoch", 0, 200, "", "{\"epoch\":\"f\",\"cursor\":\"2\",\"items\":[]}",
     {"{\"epoch\":\"f\",\"cursor\":\"3\",\"items\":[" ITEM("1", "1", "in",
     "1") "],\"badges\":{\"promo\":{\"count\":5}}}",
      NULL}, "10", PLAIN, OK, INTERVAL, LIT, NULL, "3", 0},
    {"reset", 0, 200, "", PAGE("11", "", ",\"reset\":true"), {PAGE("12", ITEM("1", "1", "out", "1"), ""), NULL}, "10",
     PLAIN, OK, INTERVAL, "in 1, mine 7, ours 3", NULL, "12", 0},
    {"a snapshot that is not complete changes nothing", SAYS, 410, "", "",
     {PAGE("20", "", MORE), "{\"cursor\":"}, "10", PLAIN, PROTOCOL, RETRY, LIT, NULL, "10", 0},
    {"a snapshot whose page has no end", SAYS, 410, "", "", {PAGE("20", "", MORE), PAGE("20", "", MORE)}, "10", PLAIN,
     PROTOCOL, RETRY, LIT, NULL, "10", 0},

    /* -- A refused credential: it stops -- */
    {"401", SAYS, 401, "", "", {0}, "10", PLAIN, REFUSED, NEVER, LIT, NULL, NULL, 1},
    {"a new one", GOES_ON | LOGS_IN, 200, "", PAGE("11", "", ""), {0}, "10", PLAIN, OK, FIRST, LIT, NULL, "11", 0},
    {"403", SAYS, 403, "X-RateLimit-Remaining: 59\r\nX-RateLimit-Reset: 1700009000\r\n", "", {0}, "10", PLAIN, REFUSED,
     NEVER, LIT, NULL, NULL, 1},

    /* -- A server that asks to wait. It is 1700000601. -- */
    {"429, seconds", SAYS, 429, "Retry-After: 1000\r\n", "", {0}, "10", PLAIN, LIMITED, WAIT(1000), LIT, NULL, "10",
     0},
    {"503, a date", SAYS, 503, "Retry-After: Tue, 14 Nov 2023 22:40:01 GMT\r\n", "", {0}, "10", PLAIN, LIMITED,
     WAIT(1000),
     LIT, NULL, "10", 0},
    {"a date that has passed", SAYS, 503, "Retry-After: Tue, 14 Nov 2000 22:40:01 GMT\r\n", "", {0}, "10", PLAIN,
     LIMITED,
     1, 33, LIT, NULL, "10", 0},
    {"a negative number", SAYS, 429, "Retry-After: -1000\r\n", "", {0}, "10", PLAIN, LIMITED, 1, 33, LIT, NULL, "10",
     0},
    {"none at all", SAYS, 503, "", "", {0}, "10", PLAIN, LIMITED, 1, 33, LIT, NULL, "10", 0},
    {"an absurd one: a day", SAYS, 429, "Retry-After: 99999999999999999999\r\n", "", {0}, "10", PLAIN, LIMITED,
     WAIT(86400),
     LIT, NULL, "10", 0},
    {"an absurd date", SAYS, 429, "Retry-After: Tue, 14 Nov 9999 22:40:01 GMT\r\n", "", {0}, "10", PLAIN, LIMITED,
     FAR_DATE, LIT, NULL, "10", 0},
    {"403, a quota that is used up", SAYS, 403, "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: 1700001601\r\n", "",
     {0},
     "10", PLAIN, LIMITED, WAIT(1000), LIT, NULL, "10", 0},
    {"403 with Retry-After", SAYS, 403, "Retry-After: 60\r\n", "", {0}, "10", PLAIN, LIMITED, WAIT(60), LIT, NULL,
     "10", 0},
    {"429 with the reset alone, ISO 8601", SAYS, 429, "X-RateLimit-Reset: 2023-11-14T22:40:01.000Z\r\n", "", {0}, "10",
     PLAIN, LIMITED, WAIT(1000), LIT, NULL, "10", 0},
    {"the greater of both", SAYS, 429,
     "Retry-After: 60\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset: 1700001601\r\n",
     "", {0}, "10", PLAIN, LIMITED, WAIT(1000), LIT, NULL, "10", 0},
    {"a reset that has passed", SAYS, 429, "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: 5\r\n", "", {0}, "10",
     PLAIN,
     LIMITED, 1, 33, LIT, NULL, "10", 0},

    /* -- 404, other 4xx, 5xx, and what is no answer -- */
    {"404: ten times the interval", SAYS, 404, "", "", {0}, "10", PLAIN, SERVER, 6000, 6000, LIT, NULL, "10", 0},
    {"400", SAYS, 400, "", "", {0}, "10", PLAIN, SERVER, RETRY, LIT, NULL, "10", 0},
    {"418, again", GOES_ON | SAYS, 418, "", "", {0}, "10", PLAIN, SERVER, AGAIN(1), LIT, NULL, "10", 0},
    {"500, again", GOES_ON | SAYS, 500, "", "", {0}, "10", PLAIN, SERVER, AGAIN(2), LIT, NULL, "10", 0},
    {"502, again", GOES_ON | SAYS, 502, "", "", {0}, "10", PLAIN, SERVER, AGAIN(3), LIT, NULL, "10", 0},
    {"back to normal", GOES_ON, 304, "", "", {0}, "10", PLAIN, SAME, INTERVAL, LIT, NULL, "10", 0},
    {"the first failure again", GOES_ON | SAYS, 500, "", "", {0}, "10", PLAIN, SERVER, RETRY, LIT, NULL, "10", 0},
    {"201 is no page", SAYS, 201, "", PAGE("99", "", ""), {0}, "10", PLAIN, SERVER, RETRY, LIT, NULL, "10", 0},
    {"nobody there", SAYS, 0, "", "", {0}, "10", PLAIN, TALLY_ERROR_NETWORK, RETRY, LIT, NULL, "10", 0},

    /* -- The connection breaks: however often, the requests stay as small as they were -- */
    {"cut off", SAYS | HAS_TAG, 0, "", CUT_OFF, {0}, "10", TAGGED, NETWORK, RETRY, LIT, NULL, "10", 0},
    {"2 times", SAYS | GOES_ON, 0, "", CUT_OFF, {0}, "10", TAGGED, NETWORK, AGAIN(1), LIT, NULL, "10", 0},
    {"3 times", SAYS | GOES_ON, 0, "", CUT_CHUNK, {0}, "10", TAGGED, NETWORK, AGAIN(2), LIT, NULL, "10", 0},
    {"4 times", SAYS | GOES_ON, 0, "", CUT_HEAD, {0}, "10", TAGGED, NETWORK, AGAIN(3), LIT, NULL, "10", 0},
    {"5 times", SAYS | GOES_ON, 0, "", CUT_HEAD_LINE, {0}, "10", TAGGED, NETWORK, AGAIN(4), LIT, NULL, "10", 0},
    {"6 times", SAYS | GOES_ON, 0, "", CUT_OFF, {0}, "10", TAGGED, NETWORK, AGAIN(5), LIT, NULL, "10", 0},
    {"the seventh is whole", GOES_ON, 304, "", "", {0}, "10", TAGGED, SAME, INTERVAL, LIT, NULL, "10", 0},

    /* -- Malformed: the whole body is refused -- */
    {"malformed", SAYS | HAS_TAG, 200, "", "<html>", {0}, "10", TAGGED, PROTOCOL, RETRY, LIT, NULL, "10", 0},
    {"twice", SAYS | GOES_ON, 200, "", PAGE("99", ITEM("9", "1", "in", "1") ",", ""), {0}, "10", TAGGED, PROTOCOL,
     AGAIN(1),
     LIT, NULL, "10", 0},
    {"wrong types", SAYS | GOES_ON, 200, "", "{\"cursor\":\"99\",\"items\":{}}", {0}, "10", TAGGED, PROTOCOL, AGAIN(2),
     LIT,
     NULL, "10", 0},
    {"without the ETag", SAYS | GOES_ON, 200, "", "{\"cursor\":true,\"items\":[]}", {0}, "10", PLAIN, PROTOCOL,
     AGAIN(3),
     LIT, NULL, "10", 0},
    {"five times", SAYS | GOES_ON, 200, "", "{", {0}, "10", PLAIN, PROTOCOL, AGAIN(4), LIT, NULL, "10", 0},
    {"a body that breaks off is not malformed", SAYS | GOES_ON, 0, "", CUT_OFF, {0}, "10", PLAIN, NETWORK, AGAIN(5),
     LIT, NULL, "10", 0},
    {"six times", SAYS | GOES_ON, 200, "", "{\"items\":[]}", {0}, "10", PLAIN, PROTOCOL, AGAIN(6), LIT, NULL, "10", 0},
    {"then a snapshot", GOES_ON, 200, "", PAGE("50", ITEM("5", "1", "in", "6"), ""), {0}, NULL, PLAIN, OK, INTERVAL,
     "in 6, mine 7, ours 3", "+1 ~0 -1 !0", "50", 0},
    {"over the limit", SAYS, 200, "", "BIG", {0}, "10", PLAIN, TALLY_ERROR_TOO_LARGE, RETRY, LIT, NULL, "10", 0},
    {"a header line over the limit", SAYS, 0, "", "LONG", {0}, "10", PLAIN, TALLY_ERROR_TOO_LARGE, RETRY, LIT, NULL,
     "10", 0},
    {"more, and the cursor is the same", SAYS, 200, "", PAGE("10", ITEM("9", "1", "in", "1"), MORE), {0}, "10", PLAIN,
     PROTOCOL,
     RETRY, LIT, NULL, "10", 0},
    {"that on the second page", SAYS, 200, "", PAGE("11", ITEM("2", "1", "in", "1"), MORE),
     {PAGE("11", ITEM("3", "1", "in", "1"), MORE), NULL}, "10", PLAIN, PROTOCOL, RETRY,
     "in 2, mine 7, ours 3, promo 5", "+1 ~0 -0 !0", "11", 0},

    /* -- Items -- */
    {"bad ones among good ones", 0, 200, "",
     PAGE("11", ITEM("2", "1", "in", "1") ",7,{\"path\":\"in\"}," ITEM("3", "1", "a..b", "1") "," ITEM("4", "1", "in",
     "-1")
          "," ITEM("5", "1", "in", "1"), ",\"badges\":{\"promo\":\"no\",\"new\":{\"dot\":true}}"), {0}, "10", PLAIN,
     OK,
     INTERVAL, "in 3, mine 7, new *, ours 3, promo 5", "+2 ~0 -0 !5", "11", 0},
    {"the same one again", 0, 200, "", PAGE("11", ITEM("1", "1", "in", "9"), ""), {0}, "10", PLAIN, OK, INTERVAL, LIT,
     NULL,
     "11", 0},
    {"an older one", GOES_ON, 200, "", PAGE("12", ITEM("1", "0", "in", "9"), ""), {0}, "11", PLAIN, OK, INTERVAL, LIT,
     NULL,
     "12", 0},
    {"a newer one (longer, then by bytes), twice", GOES_ON, 200, "",
     PAGE("13", ITEM("1", "10", "in", "8") "," ITEM("1", "9", "in", "9"), ""), {0}, "12", PLAIN, OK, INTERVAL,
     "in 8, mine 7, ours 3, promo 5", "+0 ~1 -0 !0", "13", 0},
    {"without a revision", GOES_ON, 200, "", PAGE("14", "{\"id\":\"1\",\"path\":\"in\",\"count\":6}", ""), {0}, "13",
     PLAIN, OK,
     INTERVAL, "in 6, mine 7, ours 3, promo 5", "+0 ~1 -0 !0", "14", 0},
    {"out of order", 0, 200, "", PAGE("11", ITEM("30", "1", "in", "1") "," ITEM("4", "1", "in", "1"), ""), {0}, "10",
     PLAIN, OK,
     INTERVAL, "in 3, mine 7, ours 3, promo 5", "+2 ~0 -0 !0", "11", 0},

    /* -- The cursor goes back -- */
    {"the cursor goes back", 0, 200, "", PAGE("9", ITEM("2", "1", "in", "1"), ""), {0}, "10", PLAIN, OK, INTERVAL,
     "in 2, mine 7, ours 3, promo 5", "+1 ~0 -0 !0", "9", 0},
    {"forth", GOES_ON, 200, "", PAGE("10", "", ""), {0}, "9", PLAIN, OK, INTERVAL, "in 2, mine 7, ours 3, promo 5",
     NULL,
     "10", 0},
    {"back", GOES_ON, 200, "", PAGE("8", "", ""), {0}, "10", PLAIN, OK, INTERVAL, "in 2, mine 7, ours 3, promo 5",
     NULL, "8",
     0},
    /* The second one, and the snapshot that follows immediately. */
    {"back twice running", GOES_ON, 200, "", PAGE("7", "", ""), {PAGE("70", ITEM("7", "1", "in", "9"), ""), NULL}, "8",
     PLAIN,
     OK, INTERVAL, "in 9, mine 7, ours 3", "+1 ~0 -2 !0", "70", 0},
};

/* ---- Doing ---- */

/* Steps until so many requests have been answered. */
static void settle(world *w, server *s, unsigned requests)
{
    intptr_t descriptor;
    patience p = {0};

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    while (is_patient(&p)) {
        struct pollfd wait;

        check_ok(tally_engine_step(w->engine));
        if (server_requests(s) >= requests && !state_of(w).in_flight)
            return;
        wait.fd = (int)descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        poll(&wait, 1, 10);
    }
    fail_msg("the request does not end");
}

static void limit_response(tally_engine_options *options)
{
    options->max_response_bytes = 100000;
}

/* ---- The host's own transport: immediate requests and waits ---- */

static int through_host;

/* Everything up to the end of the connection; how much. */
static size_t exchange(const tally_request *request, int port, const char *target, char *answer, size_t capacity)
{
    char head[2048];
    struct sockaddr_in address;
    ssize_t got;
    size_t used = 0;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0);
    snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", request->method, target,
             request->headers);
    require(send(descriptor, head, strlen(head), MSG_NOSIGNAL) == (ssize_t)strlen(head));
    while ((got = recv(descriptor, answer + used, capacity - used - 1, 0)) > 0)
        used += (size_t)got;
    close(descriptor);
    answer[used] = '\0';
    return used;
}

static void fetch(void *user_data, const tally_request *request)
{
    static char answer[400000];
    tally_engine *engine = ((world *)user_data)->engine;
    char target[512];
    const char *length;
    char *body;
    int port, status;
    size_t size;

    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    require(sscanf(request->url, "http://127.0.0.1:%d%511s", &port, target) == 2);
    size = exchange(request, port, target, answer, sizeof answer);
    body = strstr(answer, "\r\n\r\n");
    if (body == NULL || sscanf(answer, "HTTP/1.1 %d", &status) != 1) {
        check_ok(tally_transport_respond(engine, request->id, TALLY_ERROR_NETWORK, NULL, NULL, 0));
        return;
    }
    body[2] = '\0';
    body += 4;
    size -= (size_t)(body - answer);
    length = strstr(answer, "Content-Length: ");
    if ((length != NULL && (size_t)atol(length + 16) > size) || strstr(answer, "chunked") != NULL)
        check_ok(tally_transport_respond(engine, request->id, TALLY_ERROR_NETWORK, NULL, "cut off", 7));
    else
        check_ok(tally_transport_respond(engine, request->id, status, answer, body, size));
}

static void begin(world *w, const line *l)
{
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64];

    world_init(w, WORLD_CLOSED | WORLD_SERVER);
    w->configure = limit_response;
    world_open(w, 0);
    if (through_host)
        check_ok(tally_engine_set_transport(w->engine, fetch, w, NULL));
    server_answer_http(w->server, 200, l->flags & HAS_TAG ? TAG : "", START);
    server_url(w->server, url, sizeof url);
    options.url = url;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, url, "token");
    check_ok(tally_badge_set(w->account, "mine", 7));
    fake_clock_advance(&w->clock, 1000);
    settle(w, w->server, 1);
    /* The first interval is a random part of one. */
    server_answer_http(w->server, 200, l->flags & HAS_TAG ? TAG : "", START);
    fake_clock_advance(&w->clock, state_of(w).next_time - w->clock.wall);
    settle(w, w->server, 2);
    w->clock.wall = CLOCK_START + 1000; /* The lines have dates. */
    /* Somebody makes it theirs. */
    check_badge(w->account, "ours", 1, 2);
    check_ok(tally_badge_set(w->account, "ours", 3));
    drain(w->engine);
}

/* One header line that is longer than libcurl takes, and than the library takes of all of them. */
static const char *long_header(void)
{
    static char text[300100];

    memset(text, 'a', sizeof text - 1);
    memcpy(text, "HTTP/1.1 200 OK\r\nX: ", 20);
    memcpy(text + sizeof text - 24, "\r\nContent-Length: 0\r\n\r\n", 24);
    return text;
}

static void answer_line(server *s, const line *l)
{
    static char big[120001];
    int i;

    if (l->status == 0) {
        server_answer(s, l->body[0] == '\0' ? NULL : strcmp(l->body, "LONG") == 0 ? long_header() : l->body);
    } else if (strcmp(l->body, "BIG") == 0) {
        memset(big, ' ', sizeof big - 1);
        server_answer_http(s, l->status, l->headers, big);
    } else {
        server_answer_http(s, l->status, l->headers, l->body);
    }
    for (i = 0; i < 2; i++)
        if (l->follow[i] != NULL)
            server_answer_http(s, 200, "", l->follow[i]);
}

/* ---- Looking ---- */

static void check_request(const line *l, const char *head, const char *since)
{
    char expected[64];

    if (since == NULL)
        snprintf(expected, sizeof expected, "GET /feed?limit=200 ");
    else
        snprintf(expected, sizeof expected, "GET /feed?since=%s&limit=200 ", since);
    if (strncmp(head, expected, strlen(expected)) != 0)
        fail_msg("%s: the request is not '%s…': %s", l->name, expected, head);
}

static void check_badges(const line *l, world *w)
{
    static const char *const paths[] = {"in", "mine", "new", "ours", "out", "promo"};
    char text[256] = "";
    size_t i, used = 0;

    for (i = 0; i < COUNT_OF(paths); i++) {
        tally_badge badge = {0};

        check_ok(tally_badge_get(w->account, paths[i], &badge));
        if (!badge.kind)
            continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s ", used > 0 ? ", " : "", paths[i]);
        used += badge.count == 0 ? (size_t)snprintf(text + used, sizeof text - used, "*")
                                 : (size_t)snprintf(text + used, sizeof text - used, "%d", (int)badge.count);
    }
    if (strcmp(text, l->badges) != 0)
        fail_msg("%s: the badges are '%s', not '%s'", l->name, text, l->badges);
}

/* One SYNCED for the exchange, and the AUTH events. */
static void check_events(const line *l, world *w)
{
    tally_event event;
    char text[512], messages[64];
    int synced = 0, auth = 0;

    for (;;) {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        if (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) != TALLY_OK)
            break;
        if (event.kind == TALLY_EVENT_AUTH)
            auth += 1;
        if (event.kind != TALLY_EVENT_SYNCED)
            continue;
        synced += 1;
        if (event.result != l->result)
            fail_msg("%s: SYNCED is %s: %s", l->name, tally_status_name(event.result), text);
        assert_int_equal((l->flags & SAYS) != 0, strlen(text) > 0);
        assert_true(event.next_time == state_of(w).next_time);
        assert_true((event.retry_after > 0) == (event.result == LIMITED));
        snprintf(messages, sizeof messages, "+%u ~%u -%u !%u", event.added, event.changed, event.removed,
     event.rejected);
        if (strcmp(messages, l->messages == NULL ? "+0 ~0 -0 !0" : l->messages) != 0)
            fail_msg("%s: the messages are '%s'", l->name, messages);
    }
    assert_int_equal(synced, 1);
    assert_int_equal(auth, l->auth);
}

static void check_timer(const line *l, world *w)
{
    int64_t next = state_of(w).next_time, wait = next - w->clock.wall;

    if (l->latest == 0)
        assert_int_equal(next, 0);
    else if (wait < l->earliest * 1000 || wait > l->latest * 1000)
        fail_msg("%s: the next poll is in %ld ms", l->name, (long)wait);
}

static void check_every_answer(void)
{
    world w;
    server *s = NULL;
    size_t i;

    for (i = 0; i < COUNT_OF(lines); i++) {
        const line *l = lines + i;
        unsigned before, wanted = 1 + (l->follow[0] != NULL) + (l->follow[1] != NULL);
        uint64_t failures;

        if (!(l->flags & GOES_ON)) {
            if (s != NULL)
                world_end(&w);
            begin(&w, l);
            s = w.server;
        }
        before = server_requests(s);
        failures = state_of(&w).failures;
        answer_line(s, l);
        if (l->flags & LOGS_IN)
            log_in_to(w.account, s, "other");
        if (l->flags & LATER)
            fake_clock_advance(&w.clock, 600000);
        if (l->flags & SOON)
            check_ok(tally_feed_refresh(w.feed));
        else if (state_of(&w).next_time > w.clock.wall)
            fake_clock_advance(&w.clock, state_of(&w).next_time - w.clock.wall);
        settle(&w, s, before + wanted);
        if (server_requests(s) != before + wanted)
            fail_msg("%s: %u requests", l->name, server_requests(s) - before);
        check_request(l, server_request(s, before), l->since);
        if ((strstr(server_request(s, before), "If-None-Match: \"t\"\r\n") != NULL) != l->tagged)
            fail_msg("%s: the ETag: %s", l->name, server_request(s, before));
        check_badges(l, &w);
        check_events(l, &w);
        check_timer(l, &w);
        assert_int_equal(state_of(&w).failures, failures + (l->result < 0));
        check_ok(tally_account_verify(w.account));
        /* The cursor that the next request would have. */
        if (l->cursor != NULL && (i + 1 == COUNT_OF(lines) || !(lines[i + 1].flags & GOES_ON))) {
            server_answer_http(s, 304, "", "");
            fake_clock_advance(&w.clock, state_of(&w).next_time - w.clock.wall);
            settle(&w, s, before + wanted + 1);
            check_request(l, server_request(s, before + wanted), l->cursor);
        } else if (l->cursor != NULL) {
            assert_true(lines[i + 1].since == NULL || strcmp(lines[i + 1].since, l->cursor) == 0);
        }
    }
    world_end(&w);
}

TEST_ALONE(every_answer)
{
    check_every_answer();
}

/* The same answers do the same where the host has fetched them. */
TEST_ALONE(every_answer_by_the_host)
{
    through_host = 1;
    check_every_answer();
    through_host = 0;
}

/* ---- How it asks ---- */

static void add_feed(world *w, const char *url, const char *token)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = url, .initial_delay = -1, .interval = -1};

    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, url, token);
}

/* A validator of a response is sent back byte for byte, if it is text. */
TEST(conditional_requests, WORLD_SERVER)
{
    static const char *const tags[] = {"W/\"a, b\"", "not quoted at all", "\"\xC3\xA9\t\\\"", "\"\"", "*"};
    server *s = w->server;
    char url[64], headers[256], expected[256];
    size_t i;

    server_url(s, url, sizeof url);
    add_feed(w, url, NULL);
    for (i = 0; i < COUNT_OF(tags); i++) {
        snprintf(headers, sizeof headers, "eTaG:   %s \r\nLast-Modified: yesterday, %u o'clock\r\n", tags[i], (unsigned)i);
        server_answer_http(s, 200, headers, PAGE("1", "", ""));
        check_ok(world_sync(w));
        server_answer_http(s, 304, "ETag: \"another\"\r\n", ""); /* Is that of the same answer. */
        check_status(world_sync(w), TALLY_NOT_MODIFIED);
        check_status(world_sync(w), TALLY_NOT_MODIFIED);
        snprintf(expected, sizeof expected, "\r\nIf-None-Match: %s\r\nIf-Modified-Since: yesterday, %u o'clock\r\n",
                 tags[i], (unsigned)i);
        assert_non_null(strstr(server_request(s, (unsigned)i * 3 + 1), expected));
        assert_non_null(strstr(server_request(s, (unsigned)i * 3 + 2), expected));
    }
    /* An answer without takes them back. */
    server_answer_http(s, 200, "", PAGE("1", "", ""));
    check_ok(world_sync(w));
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, (unsigned)i * 3 + 1), "If-"));
    /* And one that could not be sent back is none: else nothing could be asked any more. */
    server_answer_http(s, 200, "ETag: \"a\"\rb\r\n", PAGE("1", "", ""));
    check_ok(world_sync(w));
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, (unsigned)i * 3 + 3), "If-"));
    server_answer_http(s, 200, "ETag: \"\xE9\"\r\nLast-Modified: d\xE9""cembre\r\n", PAGE("1", "", ""));
    check_ok(world_sync(w));
    check_ok(world_sync(w));
    assert_null(strstr(server_request(s, (unsigned)i * 3 + 5), "If-"));
}

/* A refusal of a credential that was replaced meanwhile says nothing of the new one. */
TEST(a_credential_that_is_replaced, WORLD_SERVER)
{
    static const answer refusal = {"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", 0, 1};
    server *s = w->server;
    char url[64];

    server_url(s, url, sizeof url);
    add_feed(w, url, "old");
    server_answer_with(s, refusal);
    server_answer_http(s, 200, "", PAGE("1", ITEM("1", "1", "in", "2"), ""));
    check_ok(tally_feed_refresh(w->feed));
    while (server_requests(s) < 1)
        check_ok(tally_engine_step(w->engine));
    log_in_at(w->account, url, "new");
    server_release(s);
    settle(w, s, 2);
    assert_non_null(strstr(server_request(s, 0), "\r\nAuthorization: Bearer old\r\n"));
    assert_non_null(strstr(server_request(s, 1), "\r\nAuthorization: Bearer new\r\n"));
    check_status(state_of(w).result, TALLY_OK);
    check_badge(w->account, "in", 1, 2);
    /* The new one is refused too: that holds. */
    server_answer_http(s, 401, "", "");
    check_status(world_sync(w), TALLY_ERROR_UNAUTHORIZED);
    assert_int_equal(server_requests(s), 3);
}

/* Answers, keeps the connection, closes it when the next request lies in it unread, which resets it, and answers that
 * over the next connection. */
static void *reset_a_kept_connection(void *argument)
{
    static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\n{\"cursor\":1,\"items\":[]}";
    struct pollfd wait;
    char request[4096];
    int listener = *(int *)argument, i;

    for (i = 0; i < 2; i++) {
        int connection = accept(listener, NULL, NULL);

        require(connection >= 0 && read(connection, request, sizeof request) > 0);
        require(write(connection, text, sizeof text - 1) > 0);
        wait.fd = connection;
        wait.events = POLLIN;
        require(poll(&wait, 1, HANG_SECONDS * 1000) == 1);
        shutdown(connection, SHUT_WR);
        close(connection);
    }
    return NULL;
}

TEST(a_kept_connection_that_is_reset, 0)
{
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    pthread_t thread;
    char url[64];
    int listener = socket(AF_INET, SOCK_STREAM, 0);

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(listener, 4) | getsockname(listener, (struct sockaddr *)&address, &size), 0);
    assert_int_equal(pthread_create(&thread, NULL, reset_a_kept_connection, &listener), 0);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", ntohs(address.sin_port));
    add_feed(w, url, NULL);
    check_ok(world_sync(w));
    check_ok(world_sync(w)); /* Nothing changes. */
    assert_int_equal(state_of(w).failures, 0);
    world_end(w);
    pthread_join(thread, NULL);
    close(listener);
}

/* As libcurl has them, from the environment. */
TEST(proxies, WORLD_SERVER)
{
    server *s = w->server;
    char proxy[64];

    snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", server_port(s));
    setenv("http_proxy", proxy, 1);
    server_answer_http(s, 200, "", PAGE("1", "", ""));
    add_feed(w, "http://feeds.invalid/a?b=c", NULL);
    check_ok(world_sync(w));
    assert_ptr_equal(strstr(server_request(s, 0), "GET http://feeds.invalid/a?b=c&limit=200 HTTP/1.1\r\n"),
                     server_request(s, 0));
    unsetenv("http_proxy");
}
