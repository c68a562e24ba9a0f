/* How long others wait for a badge while a page is applied: `badge_get` of another account, on another thread. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <time.h>
#include <unistd.h>

#include "contestants.h"
#include "histogram.h"
#include "measures.h"

enum { PAGE = 10000, ENTRY = 96, IDLE = 0, BUSY = 1, PAUSED = 2, ENDED = 3 };

static struct {
    tally_engine *engine;
    tally_account *account, *other;
    tally_feed *feed;
    atomic_int phase;
    histogram times[2];
} bench;

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void *get_badges(void *argument)
{
    tally_badge badge;
    (void)argument;
    for (;;) {
        int phase = atomic_load(&bench.phase);
        if (phase == ENDED) return NULL;
        uint64_t start = nanoseconds();
        must_tally(tally_badge_get(bench.other, "in.a", &badge), "badge_get");
        uint64_t took = nanoseconds() - start;
        if (phase == PAUSED) continue;
        histogram_add(&bench.times[phase], took);
    }
}

static size_t write_items(char *page, size_t number)
{
    size_t at = (size_t)sprintf(page, "{\"cursor\":\"i%zu\",\"items\":[", number);
    for (size_t i = 0; i < PAGE; i++)
        at += (size_t)sprintf(page + at, "%s{\"id\":\"%zu\",\"path\":\"in.t%zu.u%zu\"}", i ? "," : "",
                              number * PAGE + i + 1, i % 100, i / 100);
    return at + (size_t)sprintf(page + at, "]}");
}

/* A mark at each path, up to what the last page of items has brought. */
static size_t write_marks(char *page, size_t number)
{
    size_t at = (size_t)sprintf(page, "{\"cursor\":\"m%zu\",\"items\":[],\"marks\":{", number);
    for (size_t i = 0; i < PAGE; i++)
        at += (size_t)sprintf(page + at, "%s\"in.t%zu.u%zu\":{\"upto\":\"%zu\",\"ver\":%zu}", i ? "," : "", i % 100,
                              i / 100, (number + 1) * PAGE, number + 1);
    return at + (size_t)sprintf(page + at, "}}");
}

static uint64_t deliver(const char *page, size_t size, int phase)
{
    uint64_t start = nanoseconds();
    atomic_store(&bench.phase, phase);
    must_tally(tally_feed_deliver(bench.feed, page, size), "feed_deliver");
    atomic_store(&bench.phase, PAUSED);
    return nanoseconds() - start;
}

static void idle(uint64_t duration)
{
    struct timespec time = {(time_t)(duration / 1000000000u), (long)(duration % 1000000000u)};
    atomic_store(&bench.phase, IDLE);
    nanosleep(&time, NULL);
    atomic_store(&bench.phase, PAUSED);
}

static void remove_store(const char *file)
{
    static const char *const suffixes[] = {"", "-wal", "-lock"};
    char name[4200];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(name, sizeof name, "%s%s", file, suffixes[i]);
        unlink(name);
    }
}

static void begin(const char *file)
{
    tally_engine_options options = {.struct_size = sizeof options};
    tally_feed_options feed = {.struct_size = sizeof feed};
    remove_store(file);
    options.file = file;
    memset(&bench, 0, sizeof bench);
    bench.phase = PAUSED;
    must_tally(tally_engine_open(&options, &bench.engine), "engine_open");
    must_tally(tally_account_open(bench.engine, "bench", NULL, &bench.account), "account_open");
    must_tally(tally_account_open(bench.engine, "other", NULL, &bench.other), "account_open");
    must_tally(tally_badge_set(bench.other, "in.a", 1), "badge_set");
    must_tally(tally_feed_add(bench.account, "feed", &feed, &bench.feed), "feed_add");
    must_tally(tally_account_log_in(bench.account), "log_in");
}

void measure_pages(const char *directory, int rounds, int has_marks, page_waits *out)
{
    char file[4100];
    char *items = malloc((size_t)PAGE * ENTRY), *marks = malloc((size_t)PAGE * ENTRY);
    pthread_t thread;
    if (!items || !marks) abort();
    snprintf(file, sizeof file, "%s/pages.db", directory);
    begin(file);
    if (pthread_create(&thread, NULL, get_badges, NULL) != 0) abort();
    for (size_t round = 0; round < (size_t)rounds; round++) {
        uint64_t took = deliver(items, write_items(items, round), has_marks ? PAUSED : BUSY);
        if (has_marks) took = deliver(marks, write_marks(marks, round), BUSY);
        idle(took);
        out->page += (double)took / 1e6 / rounds;
    }
    atomic_store(&bench.phase, ENDED);
    pthread_join(thread, NULL);
    for (int phase = IDLE; phase <= BUSY; phase++) {
        out->usual[phase] = percentile(&bench.times[phase], 0.999) * 1000;
        out->longest[phase] = (double)bench.times[phase].longest / 1000;
    }
    tally_feed_release(bench.feed);
    tally_account_release(bench.account);
    tally_account_release(bench.other);
    must_tally(tally_engine_close(bench.engine, -1), "engine_close");
    remove_store(file);
    free(items);
    free(marks);
}
