/*
 * Helper of test_crash: several threads change badges and messages, until it is killed.
 *
 *     crash_writer FILE full|group BOARD PAGE
 *
 * Each lane goes on from the last number, which is on the board.
 */
#define _GNU_SOURCE 1
#include "crash.h"
#include "tally.h"
#include "lists.h"
#include "settings.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static board *b;
static tally_engine *engine;
static tally_account *ann, *bo;
static tally_feed *feed;
static const char *page;
static int is_full;

/* The exit status of the process says which condition failed. */
static void need(int condition, int number)
{
    if (!condition)
        _exit(number);
}

/* ---- The board ---- */

static void begin_operation(lane *l, uint64_t n)
{
    atomic_store(&l->begin[n % REMEMBERED], atomic_fetch_add(&b->clock, 1));
    atomic_store(&l->begun, n);
}

static void raise_to(atomic_ullong *value, unsigned long long to)
{
    unsigned long long now = atomic_load(value);

    while (now < to && !atomic_compare_exchange_weak(value, &now, to)) {
    }
}

static void end_operation(lane *l, uint64_t n)
{
    atomic_store(&l->end[n % REMEMBERED], atomic_fetch_add(&b->clock, 1));
    atomic_store(&l->answered, n);
    if (is_full)
        raise_to(&l->promised, n);
}

static void note_answered(unsigned long long answered[LANES])
{
    int i;

    for (i = 0; i < LANES; i++)
        answered[i] = atomic_load(&b->lanes[i].answered);
}

static void promise(const unsigned long long answered[LANES])
{
    int i;

    for (i = 0; i < LANES; i++)
        raise_to(&b->lanes[i].promised, answered[i]);
}

/* ---- The lanes ---- */

static void set_by_batch(uint64_t n)
{
    tally_operation operations[2];
    char key[32];

    memset(operations, 0, sizeof operations);
    snprintf(key, sizeof key, "lane0.k%d", (int)(n % KEYS));
    operations[0].kind = operations[1].kind = TALLY_OP_SET;
    operations[0].path = "lane0.n";
    operations[1].path = key;
    operations[0].value = operations[1].value = (int64_t)n;
    need(tally_badge_batch(ann, operations, 2, PLAIN_BATCH, NULL) == TALLY_OK, 10);
}

static void set_by_path(uint64_t n)
{
    char key[32];

    snprintf(key, sizeof key, "lane1.k%d", (int)(n % KEYS));
    need(tally_badge_set(ann, key, (int64_t)n) == TALLY_OK, 11);
}

static void set_by_node(uint64_t n)
{
    static tally_node nodes[KEYS];
    char key[32];

    snprintf(key, sizeof key, "lane2.k%d", (int)(n % KEYS));
    if (nodes[n % KEYS] == 0)
        need(tally_node_resolve(bo, key, &nodes[n % KEYS]) == TALLY_OK, 12);
    need(tally_node_set(bo, nodes[n % KEYS], (int64_t)n) == TALLY_OK, 13);
    need(tally_badge_dot(bo, "lane2.dot") == TALLY_OK, 14);
    need(tally_badge_clear(bo, "lane2.dot") == TALLY_OK, 15);
}

static void apply_page(uint64_t p)
{
    char fresh[512], text[512];
    uint64_t token;
    FILE *file;

    snprintf(fresh, sizeof fresh, "%s-fresh", page);
    file = fopen(fresh, "w");
    need(file != NULL, 16);
    fprintf(file,
            "{\"cursor\":\"%llu\",\"items\":[{\"id\":\"m%llu\",\"seq\":\"%llu\",\"path\":\"lane3.in\"}],"
            "\"gone\":[\"m%llu\"],\"badges\":{\"lane3.page\":{\"count\":%llu}}}",
            (unsigned long long)p, (unsigned long long)p, (unsigned long long)p,
            (unsigned long long)(p > KEYS ? p - KEYS : 0), (unsigned long long)p);
    need(fclose(file) == 0 && rename(fresh, page) == 0, 17);
    need(tally_feed_refresh_now(feed, NULL, NULL, NULL, &token) == TALLY_OK, 18);
    for (;;) {
        tally_event event;

        event.struct_size = sizeof event;
        need(tally_engine_next_event(engine, -1, &event, text, sizeof text) == TALLY_OK, 19);
        if (event.kind == TALLY_EVENT_COMPLETION && event.token == token) {
            need(event.result == TALLY_OK, 20);
            return;
        }
    }
}

static void read_newest(void)
{
    tally_message message;
    char text[1024];
    size_t count, size;
    tally_status status = message_list(ann, "lane3.in", 0, 0, 1, &message, 1, text, sizeof text, &count, &size);

    need(status >= 0 && count == 1, 21);
    need(tally_message_mark_read(ann, &message.key, 1, NULL) == TALLY_OK, 22);
}

static void *run_lane(void *argument)
{
    lane *l = (lane *)argument;
    uint64_t n;

    for (n = atomic_load(&l->answered) + 1;; n++) {
        unsigned long long answered[LANES];

        note_answered(answered);
        begin_operation(l, n);
        switch (l - b->lanes) {
        case 0: set_by_batch(n); break;
        case 1: set_by_path(n); break;
        case 2: set_by_node(n); break;
        default:
            if (n % 2)
                apply_page((n + 1) / 2);
            else
                read_newest();
            /* Whatever the durability: it is on the disk, and so is all before it. */
            answered[MESSAGES] = n;
            promise(answered);
        }
        end_operation(l, n);
    }
    return NULL;
}

/* Batches that change keys of the lanes and are then rejected, beside the durable changes of the same keys: nothing of
 * them may come into the file. */
static void *be_rejected(void *unused)
{
    unsigned turn = 0;

    (void)unused;
    for (;; turn++) {
        tally_operation operations[KEYS + 1];
        char keys[KEYS][32];
        int i;

        memset(operations, 0, sizeof operations);
        for (i = 0; i < KEYS; i++) {
            snprintf(keys[i], sizeof keys[i], "lane%u.k%d", turn % 2, i);
            operations[i].kind = i % 3 == 2 ? TALLY_OP_MUTE : TALLY_OP_ADD;
            operations[i].path = keys[i];
            operations[i].value = i % 3 == 2 ? TALLY_MUTE_ALL : 1;
        }
        operations[KEYS].kind = TALLY_OP_SET;
        operations[KEYS].path = "no..path";
        need(tally_badge_batch(ann, operations, KEYS + 1, PLAIN_BATCH, NULL) == TALLY_ERROR_PATH, 25);
        usleep(turn % 16 == 0 ? 500 : 0);
    }
    return NULL;
}

static void *flush_often(void *unused)
{
    (void)unused;
    for (;;) {
        unsigned long long answered[LANES];

        note_answered(answered);
        need(tally_engine_flush(engine) == TALLY_OK, 23);
        promise(answered);
        usleep(7000);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    tally_engine_options options = {.struct_size = sizeof options};
    tally_account_options account = {.struct_size = sizeof account, .aggregation = TALLY_AGGREGATION_SUM};
    tally_feed_options feed_options = {.struct_size = sizeof feed_options};
    pthread_t thread;
    char url[512];
    int descriptor, i;

    need(count == 5, 2);
    descriptor = open(arguments[3], O_RDWR);
    need(descriptor >= 0, 3);
    b = (board *)mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    need(b != MAP_FAILED, 4);
    is_full = strcmp(arguments[2], "full") == 0;
    page = arguments[4];

    options.file = arguments[1];
    options.durability = is_full ? TALLY_DURABILITY_FULL : TALLY_DURABILITY_GROUP;
    need(tally_engine_open(&options, &engine) == TALLY_OK, 5);
    need(tally_account_open(engine, "ann", NULL, &ann) == TALLY_OK, 6);
    need(lease_outbox(ann) == TALLY_OK, 6);
    need(tally_account_open(engine, "bo", &account, &bo) == TALLY_OK, 7);
    snprintf(url, sizeof url, "file://%s", page);
    feed_options.url = url;
    feed_options.initial_delay = feed_options.interval = -1;
    need(tally_feed_add(ann, "feed", &feed_options, &feed) == TALLY_OK, 8);
    need(tally_account_log_in(ann) == TALLY_OK, 9);

    for (i = 0; i < LANES; i++)
        need(pthread_create(&thread, NULL, run_lane, &b->lanes[i]) == 0, 24);
    need(pthread_create(&thread, NULL, be_rejected, NULL) == 0, 24);
    flush_often(NULL);
    return 0;
}
