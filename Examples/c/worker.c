/*
 * worker.c: a thread of the program's own waits for events, and ends when the program wants it to.
 *
 *     cc -std=c99 -pthread worker.c -o worker $(pkg-config --cflags --libs tally)
 *
 * tally_engine_interrupt wakes the thread. It may be called before the thread waits: then the next wait returns
 * immediately, so the request to end is never lost.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "example.h"

/* The lock guards the two numbers, and the condition reports that one has changed. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int is_stopping;
    uint64_t drawn; /* The number that the worker has drawn last. */
} shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static int is_stopping(void)
{
    int result;

    pthread_mutex_lock(&shared.lock);
    result = shared.is_stopping;
    pthread_mutex_unlock(&shared.lock);
    return result;
}

/* The thread. TALLY_EMPTY means that somebody has interrupted the wait, so it looks whether it should end. */
static void *work(void *argument)
{
    tally_engine *engine = argument;
    tally_event event = TALLY_EVENT_INIT;
    char path[4097];

    while (!is_stopping()) {
        if (check(tally_engine_next_event(engine, TALLY_NO_TIMEOUT, &event, path, sizeof path)) == TALLY_EMPTY)
            continue;
        if (event.kind != TALLY_EVENT_BADGE) /* Later versions may add kinds. */
            continue;
        printf("worker: %s: %" PRIu64 "\n", path, event.count);
        pthread_mutex_lock(&shared.lock);
        shared.drawn = event.count;
        pthread_cond_signal(&shared.changed);
        pthread_mutex_unlock(&shared.lock);
    }
    printf("worker: ends\n");
    return NULL;
}

static void set_and_wait(tally_account *account, uint64_t count)
{
    printf("main: sets %" PRIu64 "\n", count);
    fflush(stdout);
    check(tally_badge_set(account, "root.chat", (int64_t)count));
    pthread_mutex_lock(&shared.lock);
    while (shared.drawn != count)
        pthread_cond_wait(&shared.changed, &shared.lock);
    pthread_mutex_unlock(&shared.lock);
}

int main(void)
{
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    pthread_t worker;

    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_scope_open(engine, &scope));
    check(tally_observe(scope, account, "root.chat", 0, NULL, NULL, NULL, NULL)); /* Without a callback. */
    if (pthread_create(&worker, NULL, work, engine) != 0)
        return EXIT_FAILURE;
    set_and_wait(account, 1);
    set_and_wait(account, 2);

    /* In this order: the thread ends, and only then the engine is closed. */
    printf("main: stops the worker\n");
    pthread_mutex_lock(&shared.lock);
    shared.is_stopping = 1;
    pthread_mutex_unlock(&shared.lock);
    check(tally_engine_interrupt(engine));
    pthread_join(worker, NULL);
    tally_scope_close(scope);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
