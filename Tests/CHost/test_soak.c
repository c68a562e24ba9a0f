/* needs: tsan sqlite */
/* Everything mixed: many threads call everything at random (soak.c), on names that are few, and what the process takes
 * stays flat: its memory, its descriptors, its file.
 *
 * The first third warms up. From then on the state stays small, so the most that the last third takes is not more than
 * the most that the second third took, but for what chance makes of a maximum. Without a time it lasts as many calls as
 * that needs, however fast the machine is.
 * TALLY_SOAK=1: an hour. TALLY_SOAK_SECONDS=N: as long as that. TALLY_SEED=N: what a run has printed. */
#include "soak.h"

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ACCOUNTS 6
#define MOST_CALLS 64

static atomic_ulong called[MOST_CALLS], succeeded[MOST_CALLS];

/* ---- Measures ---- */

typedef struct measure {
    const char *name;
    int64_t (*read)(soak *s);
    /* A maximum may differ by so much in 100, and so many bytes, without growth. */
    int64_t percent, bytes;
} measure;

static int64_t resident(soak *s)
{
    long all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    (void)s;
    require(file != NULL && fscanf(file, "%ld %ld", &all, &pages) == 2);
    fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static int64_t allocated(soak *s)
{
    struct mallinfo2 info = mallinfo2();

    (void)s;
    return (int64_t)(info.uordblks + info.hblkhd);
}

static int64_t descriptors(soak *s)
{
    DIR *folder = opendir("/proc/self/fd");
    int64_t count = 0;

    (void)s;
    require(folder != NULL);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count - 3; /* ".", ".." and the folder. */
}

static int64_t size_of(const char *file, const char *suffix)
{
    char name[400];
    struct stat about;

    snprintf(name, sizeof name, "%s%s", file, suffix);
    return stat(name, &about) == 0 ? (int64_t)about.st_size : 0;
}

static int64_t file_size(soak *s)
{
    return size_of(s->w.file, "");
}

static int64_t log_size(soak *s)
{
    return size_of(s->w.file, "-wal");
}

static const measure measures[] = {
    /* A page stays as long as one block in it is used, so this goes up and down by a fifth where the bytes that are
     * allocated stay the same. */
    {"resident", resident, 20, 4 << 20},
    /* The outputs that workers have not released yet are in it, so it depends on what they do at that moment. */
    {"allocated", allocated, 10, 4 << 20},
    {"descriptors", descriptors, 0, 24}, /* Each worker may be in a backup, which opens three. */
    {"file", file_size, 10, 1 << 20},
    {"log", log_size, 10, 1 << 20},
};

typedef struct maxima {
    int64_t of[COUNT_OF(measures)];
} maxima;

/* ---- The threads ---- */

/* Errors that depend on chance: whether a name is there, and in which state. */
static int may_be(tally_status status)
{
    switch (status) {
    case TALLY_ERROR_NOT_FOUND:     /* Dropped, removed, or never there. */
    case TALLY_ERROR_EXISTS:
    case TALLY_ERROR_LOGGED_OUT:
    case TALLY_ERROR_CANCELLED:     /* The feed was changed meanwhile. */
    case TALLY_ERROR_CONFLICT:      /* A patch, a row or a reminder is about another state. */
    case TALLY_ERROR_RANGE:         /* A badge went below 0. */
    case TALLY_ERROR_UNSUPPORTED:   /* The local feed is not polled. */
    case TALLY_ERROR_BUFFER_TOO_SMALL:
        return 1;
    default:
        return status >= TALLY_OK;
    }
}

static void call_one(worker *k)
{
    const soak_call *call = soak_choose(k);
    unsigned account = soak_below(k, ACCOUNTS + (k->s->keeps_one ? 1 : 0));
    tally_status status;

    snprintf(k->path, sizeof k->path, soak_below(k, 2) ? "in.a%u.b%u" : "in.a%u", soak_below(k, 4), soak_below(k, 8));
    if (account == ACCOUNTS)
        strcpy(k->name, "ann");
    else
        snprintf(k->name, sizeof k->name, "account%u", account);
    require(tally_account_open(k->s->w.engine, k->name, NULL, &k->account) == TALLY_OK);
    status = call->call(k);
    if (!may_be(status)) {
        char text[1024];
        size_t length;

        tally_error_message(text, sizeof text, &length);
        print_error("%s: %s, %s\n", call->name, tally_status_name(status), text);
        abort();
    }
    tally_account_release(k->account);
    atomic_fetch_add(&called[call - soak_calls], 1);
    if (status >= TALLY_OK)
        atomic_fetch_add(&succeeded[call - soak_calls], 1);
}

static void *call_until_over(void *argument)
{
    worker *k = (worker *)argument;

    while (!atomic_load(&k->s->is_over))
        call_one(k);
    return NULL;
}

static void *drain_until_over(void *argument)
{
    soak *s = (soak *)argument;
    tally_event event;
    char text[512];

    while (!atomic_load(&s->is_over)) {
        tally_status status;

        event.struct_size = sizeof event;
        status = tally_engine_next_event(s->w.engine, 100, &event, text, sizeof text);
        require(status == TALLY_OK || status == TALLY_EMPTY);
    }
    return NULL;
}

static void log_line(void *user_data, int32_t level, const char *text)
{
    (void)user_data;
    if (level == TALLY_LOG_ERROR)
        print_error("log: %s\n", text);
    require(level != TALLY_LOG_ERROR);
}

static void configure(tally_engine_options *options)
{
    options->log = log_line;
    options->max_batch_ids = 100;
    options->max_loaded_accounts = 4;
}

/* ---- The time ---- */

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* 0: until CALLS are done. Sanitizers and valgrind do not look at memory, so they have a time. */
static double duration(void)
{
    const char *given = getenv("TALLY_SOAK_SECONDS");

    if (given != NULL)
        return atof(given);
    return is_soak() ? 3600 : IS_SANITIZED || is_valgrind() ? 20 : 0;
}

/* In a third of them the threads meet nearly all names, and memory grows no more. */
enum { CALLS = 60000 };

static unsigned long sum(atomic_ulong *counts)
{
    unsigned long all = 0;
    size_t i;

    for (i = 0; i < soak_call_count; i++)
        all += atomic_load(&counts[i]);
    return all;
}

static void print_maxima(const char *when, const maxima *m)
{
    size_t i;

    print_message("    %-12s %9lu calls;", when, sum(called));
    for (i = 0; i < COUNT_OF(measures); i++)
        print_message(" %s %lld", measures[i].name, (long long)m->of[i]);
    print_message("\n");
}

/* Samples until the time is over, or the calls are done; thirds gets the maxima of each third. */
static void sample(soak *s, double length, maxima thirds[3])
{
    double start = seconds_now(), pause = length / 600, shown = 60;
    maxima now;
    size_t i;

    pause = pause < 0.05 ? 0.05 : pause > 5 ? 5 : pause;
    for (;;) {
        double passed = seconds_now() - start, part = length > 0 ? passed / length : (double)sum(called) / CALLS;
        struct timespec rest = {(time_t)pause, (long)((pause - (double)(time_t)pause) * 1e9)};
        maxima *third;
        char when[32];

        if (part >= 1)
            return;
        third = &thirds[(int)(part * 3)];
        for (i = 0; i < COUNT_OF(measures); i++) {
            now.of[i] = measures[i].read(s);
            if (now.of[i] > third->of[i])
                third->of[i] = now.of[i];
        }
        if (passed >= shown) {
            snprintf(when, sizeof when, "%d s", (int)passed);
            print_maxima(when, &now);
            shown += 60;
        }
        nanosleep(&rest, NULL);
    }
}

static void check_flat(const maxima thirds[3])
{
    int grown = 0;
    size_t i;

    for (i = 0; i < COUNT_OF(measures); i++) {
        int64_t before = thirds[1].of[i], bound = before + before * measures[i].percent / 100 + measures[i].bytes;

        if (thirds[2].of[i] > bound) {
            print_error("%s: grew from %lld to %lld\n", measures[i].name, (long long)before, (long long)thirds[2].of[i]);
            grown = 1;
        }
    }
    assert_false(grown);
}

/* A call that never succeeds tests nothing. Under valgrind there are too few calls for the rare ones. */
static void check_called(void)
{
    size_t i;

    if (sum(called) < 20000)
        return;
    for (i = 0; i < soak_call_count; i++) {
        if (is_soak() || atomic_load(&succeeded[i]) == 0)
            print_message("    %-18s %9lu, %lu succeeded\n", soak_calls[i].name, atomic_load(&called[i]),
                          atomic_load(&succeeded[i]));
        assert_true(atomic_load(&succeeded[i]) > 0);
    }
}

static void begin(soak *s, double length)
{
    world_init(&s->w, WORLD_FILE | WORLD_THREAD | WORLD_CLOSED);
    s->w.configure = configure;
    world_open(&s->w, WORLD_FILE | WORLD_THREAD);
    snprintf(s->copies, sizeof s->copies, "%s/copy", s->w.directory);
    /* The data of an account that is never dropped takes minutes to reach its bounds ("Bounds" in
     * docs/dev/internals.md). */
    s->keeps_one = length >= 1800;
    check_ok(tally_engine_set_transport(s->w.engine, soak_transport, s, NULL));
}

static void end(soak *s)
{
    size_t i;

    for (i = 0; i < SOAK_SCOPES; i++)
        tally_scope_close((tally_scope *)atomic_load(&s->scopes[i]));
    check_ok(tally_engine_set_notify(s->w.engine, NULL, NULL, NULL));
    check_ok(tally_engine_verify(s->w.engine));
    world_end(&s->w);
}

TEST_ALONE(everything_mixed_stays_flat)
{
    static const char *const names[] = {"warming up", "second third", "last third"};
    const char *given = getenv("TALLY_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    double length = duration();
    soak *s = (soak *)calloc(1, sizeof *s);
    worker *workers = (worker *)calloc(SOAK_WORKERS, sizeof *workers);
    maxima thirds[3] = {0};
    pthread_t drainer;
    int i;

    require(s != NULL && workers != NULL && soak_call_count <= MOST_CALLS);
    print_message("    seed %llu (TALLY_SEED)", (unsigned long long)seed);
    if (length > 0)
        print_message(", %.0f s\n", length);
    else
        print_message(", %d calls\n", CALLS);
    begin(s, length);
    require(pthread_create(&drainer, NULL, drain_until_over, s) == 0);
    for (i = 0; i < SOAK_WORKERS; i++) {
        workers[i].s = s;
        workers[i].index = i;
        workers[i].random = (seed + 1) * 0x9e3779b97f4a7c15u + (uint64_t)i * 0xbf58476d1ce4e5b9u;
        require(pthread_create(&workers[i].thread, NULL, call_until_over, &workers[i]) == 0);
    }
    sample(s, length, thirds);
    atomic_store(&s->is_over, 1);
    for (i = 0; i < SOAK_WORKERS; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_join(drainer, NULL);
    for (i = 0; i < 3; i++)
        print_maxima(names[i], &thirds[i]);
    assert_true(atomic_load(&s->told) > 0);
    check_called();
    /* Sanitizers and valgrind keep what was freed. In a short time there are too few calls. */
    if (!IS_SANITIZED && !is_valgrind() && sum(called) >= CALLS)
        check_flat(thirds);
    end(s);
    free(workers);
    free(s);
}
