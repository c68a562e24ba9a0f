/* A host that makes a mistake on purpose. `overread` passes a size that is too large. In `race` two threads write to
 * one structure. The sanitizers must report what the library then does. Otherwise they do not look at the library. */
#include "support.h"
#include "lists.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static tally_account *account;
static tally_badge shared;

static void overread(void) {
    enum { SIZE = 24 };
    char *snapshot = (char *)malloc(SIZE);

    require(snapshot != NULL);
    memset(snapshot, 0, SIZE);
    memcpy(snapshot, "TLYS\1", 6);
    badge_restore(account, "root", snapshot, SIZE + 1);
    free(snapshot);
}

static void *get(void *argument) {
    int i;

    (void)argument;
    for (i = 0; i < 1000; i++) require(tally_badge_get(account, "a", &shared) == TALLY_OK);
    return NULL;
}

static void race(void) {
    pthread_t threads[2];
    int i;

    for (i = 0; i < 2; i++) require(pthread_create(threads + i, NULL, get, NULL) == 0);
    for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

int main(int count, char **arguments) {
    tally_engine *engine;

    require(tally_engine_open(NULL, &engine) == TALLY_OK);
    require(tally_account_open(engine, "ann", NULL, &account) == TALLY_OK);
    if (count > 1 && strcmp(arguments[1], "overread") == 0) overread();
    if (count > 1 && strcmp(arguments[1], "race") == 0) race();
    tally_account_release(account);
    return tally_engine_close(engine, -1) == TALLY_OK ? 0 : 1;
}
