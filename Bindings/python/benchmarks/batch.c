/* The batch of batch.py from C: prints the nanoseconds that one takes, the median of many. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "tally.h"

enum { OPERATIONS = 1000, ROUNDS = 400 };

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int compare(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

int main(void) {
    static char paths[OPERATIONS][64];
    static tally_operation operations[OPERATIONS];
    static int64_t times[ROUNDS];
    tally_engine *engine;
    tally_account *account;
    tally_badge badge;
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    uint64_t sum = 0;

    if (tally_engine_open(NULL, &engine) || tally_account_open(engine, "ann", NULL, &account)) return 1;
    for (int index = 0; index < OPERATIONS; index++) {
        snprintf(paths[index], sizeof paths[index], "root.a%d.b%d.c%d", index % 10, index % 100, index);
    }
    for (int round = 0; round < ROUNDS; round++) {
        int64_t begin = now();
        for (int index = 0; index < OPERATIONS; index++) {
            operations[index].kind = TALLY_OP_SET;
            operations[index].path = paths[index];
            operations[index].value = 1 + (round + index) % 90;
        }
        if (tally_badge_batch(account, operations, OPERATIONS, &options, NULL)) return 1;
        times[round] = now() - begin;
    }
    for (int index = 0; index < OPERATIONS; index++) sum += (uint64_t)operations[index].value;
    if (tally_badge_get(account, "root", &badge) || badge.count != sum) return 1;
    qsort(times, ROUNDS, sizeof times[0], compare);
    printf("%" PRId64 "\n", times[ROUNDS / 2]);
    tally_account_release(account);
    return tally_engine_close(engine, -1);
}
