/*
 * The work of a server: items of many accounts from a log, each with an id, on the disk when the call returns. The same
 * by one batch for each item, and without ids, runs in turns, so that the machine is the same for all.
 *
 *     items [FILE] [SECONDS]
 */
#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BATCH 512
#define MOST_ACCOUNTS 10000
#define ROUNDS 5

typedef struct place {
    tally_engine *engine;
    tally_account **accounts;
    uint64_t position;
    uint64_t random;
    double seconds; /* As they passed, */
    double work;    /* and of the processor. */
    long items;
    uint32_t expected[MOST_ACCOUNTS]; /* Items of each account. */
} place;

static char names[MOST_ACCOUNTS][16];

static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void must(tally_status status, const char *what)
{
    char words[1024] = "";
    size_t length;

    if (status == TALLY_OK)
        return;
    tally_error_message(words, sizeof words, &length);
    fprintf(stderr, "items: %s: %s: %s\n", what, tally_status_name(status), words);
    exit(1);
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static void open_place(place *p, const char *file, int accounts, int has_handles)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    int i;

    memset(p, 0, sizeof *p);
    p->random = 1;
    unlink(file);
    options.file = file;
    options.max_accounts = MOST_ACCOUNTS + 1;
    options.max_batch_ids = 100000;
    must(tally_engine_open(&options, &p->engine), "engine_open");
    if (!has_handles)
        return;
    p->accounts = (tally_account **)calloc((size_t)accounts, sizeof *p->accounts);
    for (i = 0; i < accounts; i++)
        must(tally_account_open(p->engine, names[i], NULL, &p->accounts[i]), "account_open");
}

static void close_place(place *p, int accounts)
{
    int i;

    for (i = 0; p->accounts != NULL && i < accounts; i++)
        tally_account_release(p->accounts[i]);
    free(p->accounts);
    must(tally_engine_close(p->engine, -1), "engine_close");
}

/* One batch of items. */
static void apply(place *p, int accounts, int has_ids, int width)
{
    static tally_operation operations[BATCH * 16];
    static tally_item items[BATCH];
    static char ids[BATCH][24], paths[16][24];
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    double start, work;
    uint32_t account;
    int i, j;

    memset(items, 0, sizeof items);
    memset(operations, 0, sizeof operations);
    for (j = 0; j < width; j++)
        snprintf(paths[j], sizeof paths[j], "chat.room%d", j);
    for (i = 0; i < BATCH; i++) {
        for (j = 0; j < width; j++) {
            operations[i * width + j].kind = TALLY_OP_ADD;
            operations[i * width + j].path = paths[j];
            operations[i * width + j].value = 1;
        }
        account = next_random(&p->random) % (uint32_t)accounts;
        p->expected[account]++;
        items[i].account = names[account];
        items[i].operations = operations + i * width;
        items[i].count = (size_t)width;
        p->position++;
        if (has_ids) {
            snprintf(ids[i], sizeof ids[i], "%016llx", (unsigned long long)(p->position * 0x9E3779B97F4A7C15u));
            items[i].id = ids[i];
        }
    }
    options.source = "log";
    options.position = p->position;
    start = now(CLOCK_MONOTONIC);
    work = now(CLOCK_PROCESS_CPUTIME_ID);
    must(tally_engine_batch(p->engine, items, BATCH, &options), "engine_batch");
    p->seconds += now(CLOCK_MONOTONIC) - start;
    p->work += now(CLOCK_PROCESS_CPUTIME_ID) - work;
    p->items += BATCH;
}

/* Each account counts its items, each of them once. */
static void check_counts(place *p, const char *name, int accounts, int width)
{
    tally_account *account;
    tally_badge badge;
    int i;

    for (i = 0; i < accounts; i++) {
        uint64_t expected = (uint64_t)p->expected[i] * (uint64_t)(width ? width : 1);

        if (expected == 0)
            continue; /* Opening it would create it. */
        must(tally_account_open(p->engine, names[i], NULL, &account), "account_open");
        must(tally_badge_get(account, "chat", &badge), "badge_get");
        tally_account_release(account);
        if (badge.count == expected)
            continue;
        fprintf(stderr, "items: %s: %s counts %llu, %llu expected\n", name, names[i], (unsigned long long)badge.count,
                (unsigned long long)expected);
        exit(1);
    }
}

/* The same items, a few, each by a call of its own. */
static void apply_one_by_one(place *p, int accounts)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "chat.room0", .value = 1};
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    double start = now(CLOCK_MONOTONIC), work = now(CLOCK_PROCESS_CPUTIME_ID);
    int i;

    for (i = 0; i < 64; i++) {
        uint32_t account = next_random(&p->random) % (uint32_t)accounts;

        options.source = "log";
        options.position = ++p->position;
        p->expected[account]++;
        must(tally_badge_batch(p->accounts[account], &operation, 1, &options, NULL), "badge_batch");
    }
    p->seconds += now(CLOCK_MONOTONIC) - start;
    p->work += now(CLOCK_PROCESS_CPUTIME_ID) - work;
    p->items += 64;
}

int main(int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : "items.db";
    double seconds = argc > 2 ? atof(argv[2]) : 2;
    static const struct { const char *name; int accounts, has_ids, width; } cases[] = {
        {"a call for each item, 1,000 accounts", 1000, 0, 0},
        {"512 items of 1,000 accounts, with ids", 1000, 1, 1},
        {"512 items of 1,000 accounts, without ids", 1000, 0, 1},
        {"512 items of 10,000 accounts, with ids", 10000, 1, 1},
        {"512 items of 1,000 accounts, 16 operations, with ids", 1000, 1, 16},
    };
    static place places[sizeof cases / sizeof cases[0]];
    char path[4096];
    size_t i;
    int round;

    for (i = 0; i < MOST_ACCOUNTS; i++)
        snprintf(names[i], sizeof names[i], "user%d", (int)i);
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(path, sizeof path, "%s-%d", file, (int)i);
        open_place(&places[i], path, cases[i].accounts, cases[i].width == 0);
    }
    /* The first round creates the accounts. */
    for (round = 0; round <= ROUNDS; round++) {
        for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            double end = now(CLOCK_MONOTONIC) + seconds / ROUNDS;

            if (round == 1)
                places[i].seconds = places[i].work = places[i].items = 0;
            while (now(CLOCK_MONOTONIC) < end) {
                if (cases[i].width == 0)
                    apply_one_by_one(&places[i], cases[i].accounts);
                else
                    apply(&places[i], cases[i].accounts, cases[i].has_ids, cases[i].width);
            }
        }
    }
    printf("Items of many accounts, on the disk when the call returns\n");
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double rate = (double)places[i].items / places[i].seconds;

        printf("  %-54s %9.0f items/s %7.2fx %8.1f us of work an item\n", cases[i].name, rate,
               rate / ((double)places[0].items / places[0].seconds), places[i].work * 1e6 / (double)places[i].items);
        check_counts(&places[i], cases[i].name, cases[i].accounts, cases[i].width);
        close_place(&places[i], cases[i].accounts);
        snprintf(path, sizeof path, "%s-%d", file, (int)i);
        unlink(path);
        strcat(path, "-lock");
        unlink(path);
    }
    return 0;
}
