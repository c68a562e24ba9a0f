/*
 * libuv_driven.c: a program with a loop of libuv's own, which drives the engine too: one thread in all.
 *
 *     cc -std=c99 libuv_driven.c -o libuv_driven $(pkg-config --cflags --libs tally libuv)
 *
 * Before the loop blocks, a uv_prepare asks tally_engine_get_timeout how long it may, and sets a uv_timer: so whatever
 * any part of the program has called meanwhile is taken into account. The timer, and a uv_poll on the descriptor, call
 * tally_engine_step.
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
    uv_prepare_t prepare;
    uv_timer_t timer;
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

static void close_handles(host *host)
{
    uv_close((uv_handle_t *)&host->prepare, NULL);
    uv_close((uv_handle_t *)&host->timer, NULL);
    uv_close((uv_handle_t *)&host->poll, NULL);
}

/* Called within tally_engine_step, on the thread of the loop, without a lock: it may call anything. */
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
        close_handles(host);
}

static void step_at_time(uv_timer_t *timer)
{
    check(tally_engine_step(((host *)timer->data)->engine));
}

static void step_at_once(uv_poll_t *poll, int status, int events)
{
    (void)events;
    check_uv(status);
    check(tally_engine_step(((host *)poll->data)->engine));
}

static void before_blocking(uv_prepare_t *prepare)
{
    host *host = prepare->data;
    int64_t timeout;

    check(tally_engine_get_timeout(host->engine, &timeout));
    uv_update_time(&host->loop); /* A timer counts from the loop's own time, which stands still while it works. */
    if (timeout >= 0)
        check_uv(uv_timer_start(&host->timer, step_at_time, (uint64_t)timeout, 0));
    else
        check_uv(uv_timer_stop(&host->timer));
}

static void drive_engine(host *host)
{
    intptr_t descriptor;

    check(tally_engine_get_descriptor(host->engine, &descriptor)); /* Borrowed: never read from, never closed. */
    check_uv(uv_poll_init(&host->loop, &host->poll, (int)descriptor));
    check_uv(uv_timer_init(&host->loop, &host->timer));
    check_uv(uv_prepare_init(&host->loop, &host->prepare));
    host->poll.data = host->timer.data = host->prepare.data = host;
    check_uv(uv_poll_start(&host->poll, UV_READABLE, step_at_once));
    check_uv(uv_prepare_start(&host->prepare, before_blocking));
}

int main(void)
{
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN};
    host host;

    check_uv(uv_loop_init(&host.loop));
    check(tally_engine_open(&options, &host.engine));
    check(tally_account_open(host.engine, "ann", NULL, &host.account));
    check(tally_scope_open(host.engine, &host.scope));
    check(tally_observe(host.scope, host.account, "root", TALLY_SUBTREE, badge_changed, &host, NULL, NULL));
    drive_engine(&host);

    check(tally_badge_set(host.account, "chat.bo", 3));
    check(tally_badge_dot(host.account, "promo"));
    check_uv(uv_run(&host.loop, UV_RUN_DEFAULT)); /* Until nothing is open in it any more. */

    check_uv(uv_loop_close(&host.loop));
    tally_scope_close(host.scope);
    tally_account_release(host.account);
    check(tally_engine_close(host.engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
