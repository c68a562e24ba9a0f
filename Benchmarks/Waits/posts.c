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
    int number, is_mixed;
    int64_t posted; /* The key of the last message. */
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

static void post(poster *p)
{
    tally_message_options options = {.struct_size = sizeof options, .title = "A message", .kind = "note"};
    must(tally_message_post(p->account, "in.posts", &options, &p->posted), "message_post");
}

static void send_batch(poster *p)
{
    char id[48];
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "in.sum", .value = 1};
    snprintf(id, sizeof id, "%d-%llu", p->number, (unsigned long long)p->times.count);
    options.id = id;
    must(tally_badge_batch(p->account, &operation, 1, &options, NULL), "badge_batch");
}

static void read_posted(poster *p) { must(tally_message_mark_read(p->account, &p->posted, 1, NULL), "message_read"); }

static void *post_often(void *argument)
{
    static void (*const calls[])(poster *) = {post, send_batch, read_posted};
    poster *p = argument;
    while (atomic_load(&state) == 0) pause_for(MILLISECOND / 10);
    while (atomic_load(&state) == 1) {
        uint64_t start = nanoseconds();
        calls[p->is_mixed ? p->times.count % 3 : 0](p);
        histogram_add(&p->times, nanoseconds() - start);
    }
    return NULL;
}

/* Lets them post for that long, and what they have begun. */
static void let_post(poster *all, uint64_t duration, posts *out)
{
    atomic_store(&state, 0);
    for (int i = 0; i < out->threads; i++)
        if (pthread_create(&all[i].thread, NULL, post_often, &all[i]) != 0) abort();
    uint64_t syncs = disk_syncs(), start = nanoseconds();
    atomic_store(&state, 1);
    pause_for(duration);
    atomic_store(&state, 2);
    for (int i = 0; i < out->threads; i++) pthread_join(all[i].thread, NULL);
    out->seconds = (double)(nanoseconds() - start) / 1e9;
    out->syncs = disk_syncs() - syncs;
}

void posts_run(const char *folder, int disk, uint64_t duration, posts *out)
{
    char file[4100], name[32];
    poster *all = calloc(MOST_THREADS, sizeof *all);
    tally_engine *engine;
    tally_engine_options options = {.struct_size = sizeof options, .file = file};
    if (!all || out->threads > MOST_THREADS) abort();
    snprintf(file, sizeof file, "%s/posts.db", folder);
    remove_store(file);
    must(tally_engine_open(&options, &engine), "engine_open");
    for (int i = 0; i < out->threads; i++) {
        snprintf(name, sizeof name, "poster%d", i % out->accounts);
        all[i].number = i;
        all[i].is_mixed = out->is_mixed;
        must(tally_account_open(engine, name, NULL, &all[i].account), "account_open");
    }
    disk_set(disk);
    let_post(all, duration, out);
    disk_set(0);
    for (int i = 0; i < out->threads; i++) {
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
