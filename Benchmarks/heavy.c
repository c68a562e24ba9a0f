/*
 * A heavy user: many unread messages in many conversations, folders that count them by links and rules, and highlights.
 * Four figures: a total, a message beside its storage, marking all read while another account works, and opening.
 *
 *     heavy [--cpu] [FILE] [MESSAGES] [CONVERSATIONS]
 *
 * --cpu: the time of the thread that calls, for a machine with other work. It leaves out what the disk takes.
 */
#include "tally.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 2000, FOLDERS = 20, LINKED = 3000, TOTALS = 500000, OPENINGS = 5, ROUNDS = 5 };

static int messages = 1000000, conversations = 100000, posted;
static uint64_t chance = 1, highlights;
static tally_account *heavy;
static clockid_t time_of = CLOCK_MONOTONIC;

static double now(void)
{
    struct timespec time;

    clock_gettime(time_of, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void must(tally_status status, const char *what)
{
    char words[1024] = "";
    size_t length;

    if (status >= TALLY_OK)
        return;
    tally_error_message(words, sizeof words, &length);
    fprintf(stderr, "heavy: %s: %s: %s\n", what, tally_status_name(status), words);
    exit(1);
}

static void expect(uint64_t found, uint64_t expected, const char *what)
{
    if (found == expected)
        return;
    fprintf(stderr, "heavy: %s is %llu, %llu expected\n", what, (unsigned long long)found,
            (unsigned long long)expected);
    exit(1);
}

static void report(const char *what, double value, const char *unit, double goal)
{
    printf("%-62s %10.1f %-3s  goal %g %s: %s\n", what, value, unit, goal, unit, value <= goal ? "met" : "missed");
}

static unsigned draw(unsigned below)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(chance >> 33) % below;
}

/* ---- The time in SQLite ---- */

/* This function takes the place of SQLite's in libtally.so. */
int sqlite3_step(void *statement);

static __thread double in_storage;
static __thread long steps;

int sqlite3_step(void *statement)
{
    static int (*real)(void *);
    double start = now();
    int result;

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "sqlite3_step");
    result = real(statement);
    in_storage += now() - start;
    steps += 1;
    return result;
}

/* The time that measuring adds to each step, outside of it. */
static double cost_of_measuring(void)
{
    double start = now();
    int i;

    for (i = 0; i < TOTALS; i++)
        (void)now();
    return (now() - start) / TOTALS;
}

/* ---- The account ---- */

static void post_batch(tally_engine *engine)
{
    static tally_operation operations[BATCH];
    static tally_message_options options[BATCH];
    static char paths[BATCH][24], titles[BATCH][32];
    tally_engine_batch_options batch = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_item item = {.account = "heavy", .operations = operations, .count = BATCH};
    int i;

    memset(operations, 0, sizeof operations);
    for (i = 0; i < BATCH; i++) {
        int is_highlight = draw(100) == 0;

        snprintf(paths[i], sizeof paths[i], "chat.c%u", posted < messages ? (unsigned)(posted % conversations)
                                                                          : draw((unsigned)conversations));
        snprintf(titles[i], sizeof titles[i], "message %d", posted);
        options[i] = (tally_message_options){
            .struct_size = sizeof options[i], .time = INT64_C(1700000000000) + posted, .title = titles[i],
            .level = is_highlight ? TALLY_LEVEL_HIGHLIGHT : TALLY_LEVEL_NORMAL};
        operations[i] = (tally_operation){.kind = TALLY_OP_POST, .path = paths[i], .message = &options[i]};
        highlights += (uint64_t)is_highlight;
        posted += 1;
    }
    must(tally_engine_batch(engine, &item, 1, &batch), "tally_engine_batch");
}

/* Each folder counts some conversations, and every second one counts those that are lit. */
static void add_folders(void)
{
    int links = LINKED < conversations / FOLDERS ? LINKED : conversations / FOLDERS, folder, i;

    for (folder = 0; folder < FOLDERS; folder++) {
        tally_badge_rule rule = TALLY_BADGE_RULE_INIT;
        char under[24], path[24];

        snprintf(under, sizeof under, "folder.f%d", folder);
        for (i = 0; i < links; i++) {
            snprintf(path, sizeof path, "chat.c%d", i * FOLDERS + folder);
            must(tally_link_add(heavy, path, under), "tally_link_add");
        }
        rule.counting = TALLY_COUNTING_LIT;
        if (folder % 2 == 1)
            must(tally_badge_set_rule(heavy, under, &rule), "tally_badge_set_rule");
    }
}

static tally_engine *open_file(const char *file)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_account_options account = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_engine *engine;

    options.file = file;
    account.feeding = TALLY_FEEDING_UNREAD;
    must(tally_engine_open(&options, &engine), "tally_engine_open");
    must(tally_account_open(engine, "heavy", &account, &heavy), "tally_account_open");
    return engine;
}

static void close_file(tally_engine *engine)
{
    tally_account_release(heavy);
    must(tally_engine_close(engine, TALLY_NO_TIMEOUT), "tally_engine_close");
}

static void make(const char *file)
{
    tally_engine *engine;
    double start = now();

    remove(file);
    engine = open_file(file);
    add_folders();
    while (posted < messages)
        post_batch(engine);
    close_file(engine);
    printf("%d messages in %d conversations, %d folders: made in %.1f s\n", posted, conversations, FOLDERS,
           now() - start);
}

/* ---- Figures ---- */

static void measure_opening(const char *file)
{
    double least = 1e9;
    int i;

    for (i = 0; i < OPENINGS; i++) {
        double start = now(), took;
        tally_engine *engine = open_file(file);
        tally_badge badge;

        must(tally_badge_get(heavy, "chat", &badge), "tally_badge_get");
        took = now() - start;
        least = took < least ? took : least;
        expect(badge.count, (uint64_t)posted, "the number of unread messages");
        expect(badge.highlights, highlights, "the number of highlights");
        close_file(engine);
    }
    report("opening, the best", least * 1e3, "ms", 50);
}

static void measure_totals(tally_engine *engine)
{
    char folders[FOLDERS][24];
    tally_badge badge;
    double start, took, longest = 0;
    int way, i;

    for (i = 0; i < FOLDERS; i++)
        snprintf(folders[i], sizeof folders[i], "folder.f%d", i);
    for (way = 0; way < 3; way++) {
        start = now();
        for (i = 0; i < TOTALS; i++)
            must(way == 2 ? tally_engine_get_total(engine, &badge)
                          : tally_badge_get(heavy, way == 1 ? "root" : folders[i % FOLDERS], &badge), "a total");
        took = (now() - start) / TOTALS;
        longest = took > longest ? took : longest;
    }
    report("a total: of a folder, of the account, or of all accounts", longest * 1e9, "ns", 100);
}

static void measure_messages(tally_engine *engine)
{
    double least = 1e9, storage = 0, cost = cost_of_measuring();
    int round, i, batches = messages / BATCH < 10 ? messages / BATCH : 10;

    for (round = 0; round < ROUNDS; round++) {
        double start = now(), took;

        in_storage = 0;
        steps = 0;
        for (i = 0; i < batches; i++)
            post_batch(engine);
        took = now() - start - in_storage - (double)steps * cost;
        if (took < least)
            least = took, storage = in_storage;
    }
    report("a message beside its storage", least / (batches * BATCH) * 1e6, "us", 5);
    printf("its storage %56.1f us\n", storage / (batches * BATCH) * 1e6);
}

/* ---- Another account, while all is marked read ---- */

typedef struct other {
    tally_account *account;
    atomic_int is_done;
    double longest;
    long calls;
} other;

/* The seconds for which this thread was ready, and had no processor. */
static double waited_for_processor(int file)
{
    char line[100] = "";
    unsigned long long ran, waited = 0;

    if (file >= 0 && pread(file, line, sizeof line - 1, 0) > 0)
        (void)sscanf(line, "%llu %llu", &ran, &waited);
    return (double)waited / 1e9;
}

static void *use(void *context)
{
    other *o = (other *)context;
    int file = time_of == CLOCK_MONOTONIC ? open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) : -1;

    while (!atomic_load(&o->is_done)) {
        double without = waited_for_processor(file), start = now(), took;
        tally_badge badge;

        must(tally_badge_set(o->account, "a.b", ++o->calls), "tally_badge_set");
        must(tally_badge_get(o->account, "a", &badge), "tally_badge_get");
        took = now() - start;
        took -= waited_for_processor(file) - without;
        o->longest = took > o->longest ? took : o->longest;
        expect(badge.count, (uint64_t)o->calls, "the other account");
        usleep(50);
    }
    if (file >= 0)
        close(file);
    return NULL;
}

static void measure_mark(tally_engine *engine)
{
    other o = {.calls = 0};
    pthread_t thread;
    tally_badge badge;
    size_t changed = 0;
    double start, took;

    must(tally_account_open(engine, "other", NULL, &o.account), "tally_account_open");
    if (pthread_create(&thread, NULL, use, &o) != 0)
        exit(1);
    start = now();
    must(tally_message_mark_path_read(heavy, "root", TALLY_SUBTREE, &changed), "tally_message_mark_path_read");
    took = now() - start;
    atomic_store(&o.is_done, 1);
    pthread_join(thread, NULL);
    expect(changed, (uint64_t)posted, "the number of messages that were marked");
    must(tally_badge_get(heavy, "root", &badge), "tally_badge_get");
    expect(badge.count, 0, "the number of unread messages");
    report("marking all read", took, "s", 1);
    report("the longest wait of another account meanwhile", o.longest * 1e3, "ms", 1);
    tally_account_release(o.account);
}

int main(int count, char **arguments)
{
    const char *file;
    tally_engine *engine;

    if (count > 1 && strcmp(arguments[1], "--cpu") == 0) {
        time_of = CLOCK_THREAD_CPUTIME_ID;
        count -= 1;
        arguments += 1;
    }
    file = count > 1 ? arguments[1] : "heavy.db";
    if (count > 2)
        messages = atoi(arguments[2]);
    if (count > 3)
        conversations = atoi(arguments[3]);
    if (messages < BATCH || messages % BATCH != 0 || conversations < FOLDERS) {
        fputs("usage: heavy [--cpu] [FILE] [MESSAGES (a multiple of 2000)] [CONVERSATIONS (at least 20)]\n", stderr);
        return 2;
    }
    make(file);
    measure_opening(file);
    engine = open_file(file);
    measure_totals(engine);
    measure_messages(engine);
    measure_mark(engine);
    close_file(engine);
    remove(file);
    return 0;
}
