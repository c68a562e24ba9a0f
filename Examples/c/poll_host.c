/*
 * poll_host.c: a program with nothing but poll() drives the engine itself: no thread of the library's.
 *
 *     cc -std=c99 poll_host.c -o poll_host $(pkg-config --cflags --libs tally)
 *
 * Before it blocks it asks tally_engine_get_timeout how long it may; when that time is over, or the descriptor is
 * readable, or anything else has woken it, it calls tally_engine_step, which does what is due and calls the observers.
 * Descriptors of the program's own go into the same array.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <time.h>

typedef struct host {
    tally_account *account;
    int done;
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

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
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
        host->done = 1;
}

/* Sleeps until the engine, or a descriptor of the program's own, has something to do. */
static void wait_for_work(tally_engine *engine, struct pollfd *descriptors, nfds_t count)
{
    int64_t timeout;

    check(tally_engine_get_timeout(engine, &timeout)); /* -1: as long as it likes, which poll() says in the same way. */
    if (poll(descriptors, count, timeout > INT_MAX ? INT_MAX : (int)timeout) < 0 && errno != EINTR) {
        perror("poll");
        exit(EXIT_FAILURE);
    }
}

int main(void)
{
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN};
    struct pollfd descriptor = {.events = POLLIN};
    host host = {NULL, 0};
    tally_engine *engine;
    tally_scope *scope;
    intptr_t fd;

    check(tally_engine_open(&options, &engine));
    check(tally_account_open(engine, "ann", NULL, &host.account));
    check(tally_scope_open(engine, &scope));
    check(tally_observe(scope, host.account, "root", TALLY_SUBTREE, badge_changed, &host, NULL, NULL));
    check(tally_badge_set(host.account, "chat.bo", 3));
    check(tally_badge_dot(host.account, "promo"));

    check(tally_engine_get_descriptor(engine, &fd)); /* Borrowed: never read from, never closed. */
    descriptor.fd = (int)fd;
    while (!host.done) {
        wait_for_work(engine, &descriptor, 1);
        check(tally_engine_step(engine)); /* It costs next to nothing where nothing is due, so it need not be asked
                                   what. */
    }

    tally_scope_close(scope);
    tally_account_release(host.account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
