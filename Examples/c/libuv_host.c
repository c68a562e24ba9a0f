/*
 * libuv_host.c: a program with a loop of libuv's own; the library works on its own thread, and tells it through a
 * descriptor.
 *
 *     cc -std=c99 libuv_host.c -o libuv_host $(pkg-config --cflags --libs tally libuv)
 *
 * A uv_poll watches the descriptor, which is readable while events wait; then tally_engine_dispatch calls the
 * observers, here on the thread of the loop. libuv_driven.c does without the library's thread.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <uv.h>

typedef struct host {
    uv_loop_t loop;
    uv_poll_t poll;
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
} host;

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

static void check_uv(int result)
{
    if (result < 0) {
        fprintf(stderr, "%s: %s\n", uv_err_name(result), uv_strerror(result));
        exit(EXIT_FAILURE);
    }
}

static int64_t now(void)
{
    uv_timeval64_t time;

    check_uv(uv_gettimeofday(&time));
    return time.tv_sec * 1000 + time.tv_usec / 1000;
}

/* Called within tally_engine_dispatch, on the thread of the loop, without a lock: it may call anything. */
static void badge_changed(void *user_data, const tally_event *event, const char *path)
{
    host *host = user_data;

    if (event->badge_kind && event->count > 0)
        printf("%s: %" PRIu64 "\n", path, event->count);
    else
        printf("%s: %s\n", path, event->badge_kind ? "dot" : "nothing");

    if (strcmp(path, "root.promo") == 0) {
        if (event->badge_kind) /* Seen now: the badge expires after a short time. */
            check(tally_badge_dot_until(host->account, path, now() + 50));
        else
            check(tally_badge_clear(host->account, "chat.bo"));
    }
    if (strcmp(path, "root") == 0 && !event->badge_kind)
        uv_close((uv_handle_t *)&host->poll, NULL);
}

/* The descriptor is readable: events wait. What observers cause in turn is delivered by the same call. */
static void readable(uv_poll_t *poll, int status, int events)
{
    host *host = poll->data;

    (void)events;
    check_uv(status);
    check(tally_engine_dispatch(host->engine, TALLY_NO_LIMIT, NULL));
}

static void watch_engine(host *host)
{
    intptr_t descriptor;

    check(tally_engine_get_descriptor(host->engine, &descriptor)); /* Borrowed: never read from, never closed. */
    check_uv(uv_poll_init(&host->loop, &host->poll, (int)descriptor));
    host->poll.data = host;
    check_uv(uv_poll_start(&host->poll, UV_READABLE, readable));
}

int main(void)
{
    host host;

    check_uv(uv_loop_init(&host.loop));
    check(tally_engine_open(NULL, &host.engine));
    check(tally_account_open(host.engine, "ann", NULL, &host.account));
    check(tally_scope_open(host.engine, &host.scope));
    check(tally_observe(host.scope, host.account, "root", TALLY_SUBTREE, badge_changed, &host, NULL, NULL));
    watch_engine(&host);

    check(tally_badge_set(host.account, "chat.bo", 3));
    check(tally_badge_dot(host.account, "promo"));
    check_uv(uv_run(&host.loop, UV_RUN_DEFAULT)); /* Until nothing is open in it any more. */

    /* First what watches the descriptor, then the engine, whose descriptor it is. */
    check_uv(uv_loop_close(&host.loop));
    tally_scope_close(host.scope);
    tally_account_release(host.account);
    check(tally_engine_close(host.engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
