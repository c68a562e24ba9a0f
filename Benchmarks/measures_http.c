/* Feeds: what one costs that waits, and requests beside curl multi alone, of the same nginx. */
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tally.h>
#include <unistd.h>

#include "../Tests/CHost/nginx.h"
#include "Rivals/curl_multi.h"
#include "contestants.h"
#include "measures.h"

const char *const http_cases[HTTP_CASES] = {"304", "200, empty and unchanged", "200 with one new item"};

enum { FEEDS = 64, MAX_ROUNDS = 100 };

typedef struct engine {
    tally_engine *engine;
    tally_account *account;
} engine;

static engine open_engine(void)
{
    engine e;
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN};
    must_tally(tally_engine_open(&options, &e.engine), "engine_open");
    must_tally(tally_account_open(e.engine, "bench", NULL, &e.account), "account_open");
    must_tally(tally_account_log_in(e.account), "log_in");
    return e;
}

static void close_engine(engine *e)
{
    tally_account_release(e->account);
    must_tally(tally_engine_close(e->engine, -1), "engine_close");
}

static tally_feed *add_feed(engine *e, const char *url, size_t number, int64_t delay)
{
    char name[32];
    tally_feed *feed;
    tally_feed_options options = {.struct_size = sizeof options, .url = url, .initial_delay = delay};
    snprintf(name, sizeof name, "feed %zu", number);
    must_tally(tally_feed_add(e->account, name, &options, &feed), "feed_add");
    return feed;
}

/* --- Idle feeds --- */

static double heap(void)
{
    struct mallinfo2 m = mallinfo2();
    return (double)(m.uordblks + m.hblkhd);
}

/* Each feed has received a response, and waits. Without a file, so what is stored of it is counted too. A feed may poll
 * again before the last one has polled: then its second response does not count. */
double measure_feed(const char *directory, size_t feeds)
{
    char file[4096], url[4200], whole[4300];
    snprintf(file, sizeof file, "%s/bench-page.json", directory);
    FILE *page = fopen(file, "w");
    if (!page || fputs("{\"epoch\":\"e7\",\"cursor\":\"1700000000123\",\"items\":[],\"title\":\"Message center\"}", page) < 0)
        exit(2);
    fclose(page);
    snprintf(url, sizeof url, "file://%s", file);
    uint8_t *has_answered = must_allocate(feeds + 1); /* By the feed's identifier, which counts from 1. */
    memset(has_answered, 0, feeds + 1);
    engine e = open_engine();
    double before = heap();
    for (size_t i = 0; i < feeds; i++) {
        snprintf(whole, sizeof whole, "%s?feed=%zu", url, i);
        tally_feed_release(add_feed(&e, whole, i, 1));
    }
    for (size_t left = feeds; left > 0;) {
        tally_event event = {.struct_size = sizeof event};
        char text[512];
        must_tally(tally_engine_step(e.engine), "step");
        while (tally_engine_next_event(e.engine, 0, &event, text, sizeof text) == TALLY_OK) {
            if (event.kind != TALLY_EVENT_SYNCED) continue;
            must_tally(event.result, text);
            if (event.feed < 1 || (size_t)event.feed > feeds) must_tally(TALLY_ERROR_INTERNAL, "a feed's identifier");
            left -= !has_answered[event.feed];
            has_answered[event.feed] = 1;
        }
    }
    double each = (heap() - before) / (double)feeds - (double)strlen(whole);
    close_engine(&e);
    free(has_answered);
    unlink(file);
    return each;
}

/* --- Requests --- */

typedef struct round {
    engine e;
    tally_feed *feeds[FEEDS];
    size_t begun, ended, total;
} round;

typedef struct asker {
    round *r;
    int feed;
} asker;

static void ask(asker *a);

static void answered(void *user_data, const tally_event *event, const char *text)
{
    asker *a = user_data;
    must_tally(event->result < 0 ? event->result : TALLY_OK, text);
    a->r->ended++;
    if (a->r->begun < a->r->total) ask(a);
}

static void ask(asker *a)
{
    a->r->begun++;
    must_tally(tally_feed_refresh_now(a->r->feeds[a->feed], answered, a, NULL, NULL), "feed_force");
}

static void ask_all(round *r, asker *askers, size_t total)
{
    intptr_t descriptor;
    r->begun = r->ended = 0;
    r->total = total;
    must_tally(tally_engine_get_descriptor(r->e.engine, &descriptor), "descriptor");
    for (int i = 0; i < FEEDS; i++) {
        askers[i] = (asker){r, i};
        ask(&askers[i]);
    }
    while (r->ended < total) {
        int64_t timeout;
        must_tally(tally_engine_step(r->e.engine), "step");
        must_tally(tally_engine_get_timeout(r->e.engine, &timeout), "timeout");
        struct pollfd wait = {(int)descriptor, POLLIN, 0};
        if (timeout != 0) poll(&wait, 1, timeout < 0 || timeout > 100 ? 100 : (int)timeout);
        tally_event event = {.struct_size = sizeof event};
        char text[512];
        while (tally_engine_next_event(r->e.engine, 0, &event, text, sizeof text) == TALLY_OK) {}
    }
}

static double time_tally(const char *url, size_t total)
{
    round r = {.e = open_engine()};
    asker askers[FEEDS];
    for (int i = 0; i < FEEDS; i++) r.feeds[i] = add_feed(&r.e, url, (size_t)i, -1);
    ask_all(&r, askers, FEEDS); /* The connections, and the ETags. */
    double start = cpu_seconds();
    ask_all(&r, askers, total);
    double took = cpu_seconds() - start;
    for (int i = 0; i < FEEDS; i++) tally_feed_release(r.feeds[i]);
    close_engine(&r.e);
    return took;
}

/* Negative if a response is not the expected one. */
static double time_curl(const char *url, const char *const *headers, size_t total, long status)
{
    double start = cpu_seconds();
    if (cm_requests(url, headers, total, FEEDS, status) - (size_t)is_spoiled("curl") != total) return -1;
    return cpu_seconds() - start;
}

static void end_nginx(nginx *n)
{
    char command[4200];
    nginx_stop(n, SIGTERM);
    snprintf(command, sizeof command, "rm -rf %s", n->directory);
    if (system(command) != 0) perror(command);
}

/* An item comes with an id that no other one has. */
static const char configuration[] =
    "access_log off;\n"
    "location /1 { default_type application/json; return 200 '{\"cursor\":\"1\",\"items\":[]}'; }\n"
    "location /2 { default_type application/json; return 200 "
    "'{\"cursor\":\"$request_id\",\"items\":[{\"id\":\"$request_id\",\"rev\":\"1\",\"path\":\"in\",\"title\":\"One\"}]}'; }\n";

int measure_http(const char *directory, int rounds, size_t requests, http_costs *out)
{
    nginx n;
    char command[4200], url[128], lines[2][256];
    double took[2][HTTP_CASES][MAX_ROUNDS];
    if (!nginx_program()) return 0;
    memset(&n, 0, sizeof n);
    snprintf(n.directory, sizeof n.directory, "%s/nginx-%ld", directory, (long)getpid());
    snprintf(command, sizeof command, "mkdir -p %s/files && printf '{\"cursor\":\"1\",\"items\":[]}' > %s/files/0",
             n.directory, n.directory);
    if (system(command) != 0) return 0;
    nginx_start(&n, configuration);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < HTTP_CASES; i++)
            for (int turn = 0; turn < 2; turn++) {
                int who = (turn + round) % 2;
                snprintf(url, sizeof url, "http://127.0.0.1:%d/%d", n.port, i);
                const char *headers[3] = {NULL, NULL, NULL};
                for (int k = i == 0 ? cm_conditions(url, lines) : 0; k > 0; k--) headers[k - 1] = lines[k - 1];
                took[who][i][round] = who ? time_tally(url, requests)
                                          : time_curl(url, headers, requests, i == 0 ? 304 : 200);
                if (took[who][i][round] >= 0) continue;
                end_nginx(&n);
                fprintf(stderr, "bench: curl: WRONG: it received other responses\n");
                exit(1);
            }
    end_nginx(&n);
    for (int i = 0; i < HTTP_CASES; i++) {
        out->curl[i] = (double)requests / median(took[0][i], (size_t)rounds);
        out->tally[i] = (double)requests / median(took[1][i], (size_t)rounds);
    }
    return 1;
}
