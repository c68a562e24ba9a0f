#include "measures.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tally.h>
#include <unistd.h>

#include "Rivals/c_handles.h"
#include "Rivals/c_strings.h"
#include "Rivals/cpp_map.h"
#include "Rivals/sqlite_tree.h"
#include "contestants.h"
#include "lists.h"

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

#define MAX_ROUNDS 100

/* --- Events ---------------------------------------------------------------------------------------------------------
 *  */

typedef struct watched {
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
} watched;

static uint64_t delivered;

static void count_event(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)text;
    delivered += (uint64_t)event->badge_kind;
}

static watched watched_open(const workload *w, int observe)
{
    watched e = {0};
    char path[512];
    must_tally(tally_engine_open(NULL, &e.engine), "engine_open");
    must_tally(tally_account_open(e.engine, "bench", NULL, &e.account), "account_open");
    must_tally(tally_scope_open(e.engine, &e.scope), "scope_open");
    for (uint32_t i = 0; observe && i < workload_leaf_count(w); i++) {
        workload_path(w, workload_leaf(w, i), path);
        must_tally(tally_observe(e.scope, e.account, path, 0, count_event, NULL, NULL, NULL), "observe");
    }
    return e;
}

static void watched_close(watched *e)
{
    tally_scope_close(e->scope);
    tally_account_release(e->account);
    must_tally(tally_engine_close(e->engine, -1), "engine_close");
}

static void set_leaves(const watched *e, const workload *w, char (*paths)[64], int64_t value)
{
    for (uint32_t i = 0; i < workload_leaf_count(w); i++)
        must_tally(tally_badge_set(e->account, paths[i], value), "badge_set");
}

/* On the tree of W5: all 1,000 leaves observed, or none. */
void measure_events(int rounds, event_costs *out)
{
    enum { REPEATS = 200 };
    static char paths[1000][64];
    double delivery[MAX_ROUNDS], set[MAX_ROUNDS], merge[MAX_ROUNDS];
    workload w;
    workload_make(&w, 4, 0);
    for (uint32_t i = 0; i < 1000; i++) workload_path(&w, workload_leaf(&w, i), paths[i]);
    for (int round = 0; round < rounds; round++) {
        watched observed = watched_open(&w, 1), plain = watched_open(&w, 0);
        double in_dispatch = 0;
        size_t events = 0, count;
        for (int i = 0; i < REPEATS; i++) {
            set_leaves(&observed, &w, paths, 1 + i);
            double start = cpu_seconds();
            must_tally(tally_engine_dispatch(observed.engine, 0, &count), "dispatch");
            in_dispatch += cpu_seconds() - start;
            events += count;
        }
        if (events != 1000 * REPEATS) {
            fprintf(stderr, "bench: %zu events were delivered, %d expected\n", events, 1000 * REPEATS);
            exit(1);
        }
        delivery[round] = in_dispatch * 1e9 / (double)events;

        set_leaves(&plain, &w, paths, 1000);
        set_leaves(&observed, &w, paths, 1000); /* from here on each has an event that waits */
        double spent[2] = {0, 0};
        for (int i = 0; i < REPEATS * 2; i++) {
            const watched *e = i % 2 ? &observed : &plain;
            double start = cpu_seconds();
            set_leaves(e, &w, paths, 1001 + i);
            spent[i % 2] += cpu_seconds() - start;
        }
        set[round] = spent[0] * 1e9 / (1000.0 * REPEATS);
        merge[round] = (spent[1] - spent[0]) * 1e9 / (1000.0 * REPEATS);
        watched_close(&observed);
        watched_close(&plain);
    }
    workload_free(&w);
    out->delivery = median(delivery, (size_t)rounds);
    out->set = median(set, (size_t)rounds);
    out->merge = median(merge, (size_t)rounds);
}

/* --- Memory ---------------------------------------------------------------------------------------------------------
 *  */

static double resident(void)
{
    long size = 0, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &size, &pages) != 2) pages = 0;
    if (f) fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void print_memory(const char *name, uint32_t depth)
{
    workload w;
    workload_shape(&w, 10, depth);
    char path[512];
    uint32_t leaves = workload_leaf_count(&w);
    double before = resident();
#define SET_LEAVES(call)                                \
    for (uint32_t i = 0; i < leaves; i++) {             \
        workload_path(&w, workload_leaf(&w, i), path);  \
        call;                                           \
    }
    if (strcmp(name, "tally") == 0) {
        tally_engine *engine;
        tally_account *account;
        must_tally(tally_engine_open(NULL, &engine), "engine_open");
        must_tally(tally_account_open(engine, "bench", NULL, &account), "account_open");
        SET_LEAVES(must_tally(tally_badge_set(account, path, 1 + i % 99), "badge_set"))
    } else if (strcmp(name, "c-string") == 0) {
        cs_tree *t = cs_create();
        SET_LEAVES(cs_set(t, path, 1 + i % 99))
    } else if (strcmp(name, "c++") == 0) {
        cpp_tree *t = cpp_create();
        SET_LEAVES(cpp_set(t, path, 1 + i % 99))
    } else {
        ch_tree *t = ch_create();
        for (uint32_t node = 1; node < w.node_count; node++) ch_add_child(t, workload_parent(&w, node));
        for (uint32_t i = 0; i < leaves; i++) ch_set(t, workload_leaf(&w, i), 1 + i % 99);
    }
    malloc_trim(0); /* memory that was freed while the tree grew is not the tree's */
    printf("%.1f\n", (resident() - before) / w.node_count);
}

double measure_memory(const char *program, const char *name, uint32_t depth)
{
    char command[4400];
    double bytes = 0;
    snprintf(command, sizeof command, "'%s' --memory %s --depth %u", program, name, depth);
    FILE *f = popen(command, "r");
    if (!f || fscanf(f, "%lf", &bytes) != 1) bytes = 0;
    if (f) pclose(f);
    return bytes;
}

/* --- Files ----------------------------------------------------------------------------------------------------------
 *  */

static void remove_store(const char *file)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal", "-lock", ".lock"};
    char name[4200];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(name, sizeof name, "%s%s", file, suffixes[i]);
        unlink(name);
    }
}

static tally_engine *open_engine(const char *file)
{
    tally_engine *engine;
    tally_engine_options options = {.struct_size = sizeof options, .file = file};
    must_tally(tally_engine_open(&options, &engine), file);
    return engine;
}

void measure_open(const char *directory, open_costs *out)
{
    enum { TIMES = 15 };
    double create[TIMES], open[TIMES];
    char file[4096];
    snprintf(file, sizeof file, "%s/bench-open.db", directory);
    for (int i = 0; i < TIMES; i++) {
        for (int exists = 0; exists < 2; exists++) {
            if (!exists) remove_store(file);
            double start = wall_seconds();
            tally_engine *engine = open_engine(file);
            (exists ? open : create)[i] = (wall_seconds() - start) * 1e3;
            must_tally(tally_engine_close(engine, -1), "engine_close");
        }
    }
    remove_store(file);
    out->create = median(create, TIMES);
    out->open = median(open, TIMES);
}

static void write_tally(const char *file, const workload *w, const uint32_t *order, size_t badges, int batches,
                        int flush_each)
{
    enum { BATCH = 1000 };
    static char paths[BATCH][64];
    static tally_operation operations[BATCH];
    tally_account *account;
    tally_engine *engine = open_engine(file);
    must_tally(tally_account_open(engine, "bench", NULL, &account), "account_open");
    for (size_t i = 0; i < badges; i++) {
        char *path = paths[i % BATCH];
        workload_path(w, workload_leaf(w, order[i]), path);
        if (!batches) {
            must_tally(tally_badge_set(account, path, 1 + (int64_t)(i % 99)), "badge_set");
            continue;
        }
        operations[i % BATCH] = (tally_operation){.kind = TALLY_OP_SET, .path = path, .value = 1 + (int64_t)(i % 99)};
        if (i % BATCH != BATCH - 1 && i != badges - 1) continue;
        must_tally(tally_badge_batch(account, operations, i % BATCH + 1, PLAIN_BATCH, NULL), "badge_batch");
        if (flush_each) must_tally(tally_engine_flush(engine), "engine_flush");
    }
    must_tally(tally_engine_flush(engine), "engine_flush");
    tally_account_release(account);
    must_tally(tally_engine_close(engine, -1), "engine_close");
}

static void visit_row(void *context, const char *path, int kind, uint32_t count)
{
    if (kind == 2) cs_set(context, path, count);
    else cs_dot(context, path);
}

void measure_store(const char *directory, int rounds, size_t badges, store_rates *out)
{
    if (rounds > 3) rounds = 3;
    workload w;
    workload_make(&w, 0, 0);
    uint32_t leaves = workload_leaf_count(&w), *order = must_allocate(leaves * sizeof *order);
    uint64_t random = 5, sum = 0;
    for (uint32_t i = 0; i < leaves; i++) order[i] = i;
    for (uint32_t i = leaves; i > 1; i--) {
        uint32_t j = random_below(&random, i), t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
    if (badges > leaves) badges = leaves;
    for (size_t i = 0; i < badges; i++) sum += 1 + i % 99;

    enum { WRITERS = 5 };
    double took[WRITERS + 3][MAX_ROUNDS];
    char raw[4096], file[4096];
    snprintf(raw, sizeof raw, "%s/bench-raw.db", directory);
    snprintf(file, sizeof file, "%s/bench-store.db", directory);
    for (int round = 0; round < rounds; round++) {
        for (int turn = 0; turn < WRITERS; turn++) {
            int who = (turn + round) % WRITERS;
            remove_store(who < 2 ? raw : file);
            double start = wall_seconds();
            if (who < 2) sq_write(raw, &w, order, badges, who ? 20000 : 1000);
            else write_tally(file, &w, order, badges, who < 4, who == 2);
            took[who][round] = wall_seconds() - start;
        }
        for (int turn = 0; turn < 3; turn++) {
            int who = (turn + round) % 3;
            uint64_t count = sum;
            double start = wall_seconds(), end;
            if (who == 0) {
                if (sq_read(raw, NULL, NULL) != badges) count = 0;
                end = wall_seconds();
            } else if (who == 1) {
                cs_tree *t = cs_create();
                sq_read(raw, visit_row, t);
                cs_get(t, "root", &count);
                end = wall_seconds();
                cs_destroy(t);
            } else {
                tally_badge badge;
                tally_account *account;
                tally_engine *engine = open_engine(file);
                must_tally(tally_account_open(engine, "bench", NULL, &account), "account_open");
                must_tally(tally_badge_get(account, "root", &badge), "badge_get");
                count = badge.count;
                end = wall_seconds();
                tally_account_release(account);
                must_tally(tally_engine_close(engine, -1), "engine_close");
            }
            took[WRITERS + who][round] = end - start;
            if (count != sum) {
                fprintf(stderr, "bench: read back a root of %llu, %llu expected\n", (unsigned long long)count,
                        (unsigned long long)sum);
                exit(1);
            }
        }
    }
    remove_store(raw);
    remove_store(file);
    free(order);
    workload_free(&w);
    double *rates[] = {&out->raw_write, &out->raw_write_large, &out->group_write, &out->batch_write, &out->one_write,
                       &out->raw_read, &out->raw_read_build, &out->read};
    for (int i = 0; i < WRITERS + 3; i++) *rates[i] = (double)badges / median(took[i], (size_t)rounds);
}

double stripped_size(void)
{
    Dl_info info;
    struct stat s;
    char command[9000], out[64];
    if (!dladdr((void *)(size_t)tally_version, &info) || !info.dli_fname) return 0;
    snprintf(out, sizeof out, "/tmp/tally-bench-%ld.so", (long)getpid());
    snprintf(command, sizeof command, "strip -o %s '%s' 2>/dev/null", out, info.dli_fname);
    double size = system(command) == 0 && stat(out, &s) == 0 ? (double)s.st_size : 0;
    unlink(out);
    return size;
}
