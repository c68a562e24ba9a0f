/*
 * notify.c: the loop of a program is woken by a callback, where it cannot watch a descriptor of the library.
 *
 *     cc -std=c99 notify.c -o notify $(pkg-config --cflags --libs tally)
 *
 * The callback runs on any thread, so it only posts a wake-up to the loop. The loop then calls tally_engine_dispatch,
 * which calls the observers on its thread. Here the wake-up is a byte in a pipe; a toolkit has a function for it.
 */
#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "example.h"

enum { READ, WRITE };

/* Called once when the queue of events is no longer empty, and again only after it was drained. */
static void wake(void *user_data)
{
    const int *ends = user_data;

    if (write(ends[WRITE], "!", 1) != 1)
        perror("write");
}

/* Called when the library cannot call `wake` any more. */
static void forget(void *user_data)
{
    const int *ends = user_data;

    printf("the callback is removed\n");
    close(ends[WRITE]);
}

static void changed(void *user_data, const tally_event *event, const char *path)
{
    (void)user_data;
    printf("  %s: %" PRIu64 "\n", path, event->count);
}

/* Waits for a wake-up, as a loop does in which nothing else happens, and handles what is pending. */
static void turn(tally_engine *engine, const int *ends)
{
    char byte;
    size_t count;

    if (read(ends[READ], &byte, 1) != 1)
        perror("read");
    check(tally_engine_dispatch(engine, TALLY_NO_LIMIT, &count));
    printf("  %zu events in one turn of the loop\n", count);
}

int main(void)
{
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    int ends[2];

    if (pipe(ends) != 0) {
        perror("pipe");
        return EXIT_FAILURE;
    }
    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_scope_open(engine, &scope));
    check(tally_observe(scope, account, "root", TALLY_SUBTREE, changed, NULL, NULL, NULL));
    check(tally_engine_set_notify(engine, wake, ends, forget));

    printf("one change\n");
    check(tally_badge_set(account, "root.chat", 1));
    turn(engine, ends);
    printf("many changes before the loop comes to them: one wake-up, and the latest state\n");
    for (int i = 0; i < 100; i++)
        check(tally_badge_add(account, "root.chat", 1));
    turn(engine, ends);

    check(tally_engine_set_notify(engine, NULL, NULL, NULL)); /* Before the loop goes away. */
    tally_scope_close(scope);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    close(ends[READ]);
    return EXIT_SUCCESS;
}
