/* Threads that post as fast as they can: how many commits share a sync, and whether each thread has its turn. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "waits.h"

enum { MOST_THREADS = 64 };

typedef struct poster {
    pthread_t thread;
    tally_account *account;
    histogram times;
} poster;

static atomic_int state; /* 0: wait, 1: post, 2: end. */

void remove_store(const char *file)
{
    static const char *const suffixes[] = {"", "-wal", "-lock", ".copy", ".copy-wal", ".copy-lock", ".copy-partial"};
    char name[4200];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(name, sizeof name, "%s%s", file, suffixes[i]);
        unlink(name);
    }
}

static void *post(void *argument)
{
    poster *p = argument;
    tally_message_options options = {.struct_size = sizeof options, .title = "A message", .kind = "note"};
    while (atomic_load(&state) == 0) pause_for(MILLISECOND / 10);
    while (atomic_load(&state) == 1) {
        uint64_t start = nanoseconds();
        must(tally_message_post(p->account, "in.posts", &options, NULL), "message_post");
        histogram_add(&p->times, nanoseconds() - start);
    }
    return NULL;
}

/* Lets them post for that long, and at least until each has posted once. */
static void let_post(poster *all, int threads, uint64_t duration, posts *out)
{
    atomic_store(&state, 0);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&all[i].thread, NULL, post, &all[i]) != 0) abort();
    uint64_t syncs = disk_syncs(), start = nanoseconds();
    atomic_store(&state, 1);
    pause_for(duration);
    atomic_store(&state, 2);
    for (int i = 0; i < threads; i++) pthread_join(all[i].thread, NULL);
    out->seconds = (double)(nanoseconds() - start) / 1e9;
    out->syncs = disk_syncs() - syncs;
}

void posts_run(const char *folder, int threads, int accounts, int disk, uint64_t duration, posts *out)
{
    char file[4100], name[32];
    poster *all = calloc(MOST_THREADS, sizeof *all);
    tally_engine *engine;
    tally_engine_options options = {.struct_size = sizeof options, .file = file};
    if (!all || threads > MOST_THREADS) abort();
    memset(out, 0, sizeof *out);
    out->threads = threads;
    out->accounts = accounts;
    snprintf(file, sizeof file, "%s/posts.db", folder);
    remove_store(file);
    must(tally_engine_open(&options, &engine), "engine_open");
    for (int i = 0; i < threads; i++) {
        snprintf(name, sizeof name, "poster%d", i % accounts);
        must(tally_account_open(engine, name, NULL, &all[i].account), "account_open");
    }
    disk_set(disk);
    let_post(all, threads, duration, out);
    disk_set(0);
    for (int i = 0; i < threads; i++) {
        uint64_t count = all[i].times.count;
        if (i == 0 || count < out->fewest) out->fewest = count;
        if (count > out->most) out->most = count;
        histogram_merge(&out->times, &all[i].times);
        tally_account_release(all[i].account);
    }
    must(tally_engine_close(engine, -1), "engine_close");
    remove_store(file);
    free(all);
}
