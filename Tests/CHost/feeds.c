#include "feeds.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int order_of_completions;

void complete(void *user_data, const tally_event *event, const char *text)
{
    completion *c = (completion *)user_data;

    require(event->kind == TALLY_EVENT_COMPLETION);
    c->event = *event;
    c->order = ++order_of_completions;
    snprintf(c->text, sizeof c->text, "%s", text);
    c->done += 1;
}

void release(void *user_data)
{
    ((completion *)user_data)->released += 1;
}

void force(world *w, completion *c)
{
    memset(c, 0, sizeof *c);
    check_ok(tally_feed_refresh_now(w->feed, complete, c, release, NULL));
}

void add_feed(world *w, server *s, int64_t initial_delay, int64_t interval, const char *token)
{
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64];

    server_url(s, url, sizeof url);
    options.url = url;
    options.initial_delay = initial_delay;
    options.interval = interval;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    log_in_at(w->account, url, token);
}

void settle(world *w)
{
    intptr_t descriptor;
    patience p = {0};

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    while (is_patient(&p)) {
        struct pollfd wait;

        check_ok(tally_engine_step(w->engine));
        if (state_of(w).in_flight == 0)
            return;
        wait.fd = (int)descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        poll(&wait, 1, 10);
    }
    fail_msg("a request does not end");
}

void until_asked(world *w, server *s, unsigned requests)
{
    patience p = {0};

    while (is_patient(&p)) {
        check_ok(tally_engine_step(w->engine));
        if (server_requests(s) >= requests)
            return;
        usleep(1000);
    }
    fail_msg("the server is not asked");
}

tally_event next_of(world *w, int32_t kind, char *text, size_t capacity)
{
    tally_event event;
    tally_status status;

    do {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        status = tally_engine_next_event(w->engine, 0, &event, text, capacity);
        check_status(status, TALLY_OK);
    } while (event.kind != kind);
    return event;
}

int has_header(const char *head, const char *line)
{
    char with_end[256];

    snprintf(with_end, sizeof with_end, "%s\r\n", line);
    return strstr(head, with_end) != NULL;
}

uint64_t count_of(world *w, const char *path, int which)
{
    uint64_t counts[3];

    check_ok(message_counts(w->account, path, TALLY_SUBTREE, &counts[0], &counts[1], &counts[2]));
    return counts[which];
}
