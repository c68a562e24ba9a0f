/*
 * trace_loop.c: the console of a developer in an app. A trace has a descriptor of its own for the app's loop.
 *
 *     cc -std=c99 trace_loop.c -o trace_loop $(pkg-config --cflags --libs tally)
 *
 * The console answers why a badge is there: each change with its cause, and its effect on each node. The app drives the
 * engine, and its clock is fake, so that a minute passes in no time.
 */
#define _POSIX_C_SOURCE 200809L

#include <poll.h>

#include "example.h"

enum { ENGINE, TRACE, DESCRIPTORS };

static test_clock wall = {INT64_C(1767225600000)};

static const char *cause_name(tally_cause cause)
{
    switch (cause) {
    case TALLY_CAUSE_CALL: return "a call";
    case TALLY_CAUSE_EXPIRY: return "its time was over";
    default: return "another cause"; /* Also those of later versions. */
    }
}

/* Prints the records that have come since the last time. */
static void print_records(tally_trace *trace)
{
    tally_trace_record record = TALLY_TRACE_RECORD_INIT;
    char text[4097];

    while (check(tally_trace_next(trace, TALLY_NO_WAIT, &record, text, sizeof text)) == TALLY_OK) {
        if (record.kind == TALLY_TRACE_TRANSACTION)
            printf("  account %s, because of %s:\n", text, cause_name(record.cause));
        if (record.kind == TALLY_TRACE_NODE)
            printf("    %s: %" PRIu64 ", then %" PRIu64 "\n", text, record.before.count, record.after.count);
        if (record.kind == TALLY_TRACE_LOST)
            printf("  %" PRIu64 " records were lost\n", record.count);
    }
}

/* One turn of the app's loop. It would also watch descriptors of its own, and wait instead of polling. */
static void turn(tally_engine *engine, tally_trace *trace, struct pollfd *descriptors)
{
    if (poll(descriptors, DESCRIPTORS, 0) < 0)
        perror("poll");
    check(tally_engine_step(engine));
    if (descriptors[TRACE].revents & POLLIN)
        print_records(trace);
    else
        printf("  nothing happened\n");
}

int main(void)
{
    tally_engine *engine = open_with_clock(&wall);
    struct pollfd descriptors[DESCRIPTORS] = {{.events = POLLIN}, {.events = POLLIN}};
    tally_account *account;
    tally_trace *trace;
    intptr_t descriptor;

    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_trace_open(engine, NULL, &trace));
    check(tally_engine_get_descriptor(engine, &descriptor));
    descriptors[ENGINE].fd = (int)descriptor;
    check(tally_trace_get_descriptor(trace, &descriptor)); /* Borrowed: never read from, never closed. */
    descriptors[TRACE].fd = (int)descriptor;

    printf("a quiet moment\n");
    turn(engine, trace, descriptors);
    printf("a sale begins\n");
    check(tally_badge_set_until(account, "root.shop.sale", 5, wall.now + 60000));
    turn(engine, trace, descriptors);
    printf("a minute later\n");
    wall.now += 60000;
    check(tally_engine_step(engine));
    turn(engine, trace, descriptors);

    tally_trace_close(trace);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
