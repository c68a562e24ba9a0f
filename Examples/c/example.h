/*
 * example.h: helpers that the examples beside it share, so that each of them shows only its topic.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <tally.h>

/* Returns 0 and positive statuses (TALLY_HELD, …), which are successes. An error ends the program. */
static inline tally_status check(tally_status status)
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

/* Prints a badge: a number, a dot, or nothing. */
static inline void print_badge(const char *name, const tally_badge *badge)
{
    if (badge->kind == TALLY_KIND_NUMBER)
        printf("%s: %" PRIu64 "\n", name, badge->count);
    else
        printf("%s: %s\n", name, badge->kind == TALLY_KIND_DOT ? "a dot" : "nothing");
}

/* Prints the badge that a path shows. */
static inline void show(tally_account *account, const char *path)
{
    tally_badge badge;

    check(tally_badge_get(account, path, &badge));
    print_badge(path, &badge);
}

/* A clock that stands still until the program moves it. Programs in which time passes give it to the engine. */
typedef struct test_clock {
    int64_t now; /* Milliseconds since 1970. */
} test_clock;

static inline void read_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    const test_clock *clock = user_data;

    *out_wall = clock->now;
    *out_elapsed = clock->now;
}

/* Opens an engine that follows the clock, and does nothing outside tally_engine_step. Days are those of UTC. */
static inline tally_engine *open_with_clock(test_clock *clock)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine;

    options.flags = TALLY_ENGINE_HOST_DRIVEN;
    options.clock = read_clock;
    options.clock_user_data = clock;
    options.seed = 1; /* Everything random is the same in each run. */
    options.zone = "UTC";
    check(tally_engine_open(&options, &engine));
    return engine;
}

#endif
