/*
 * bench: replays the workloads with all contestants in turn. It prints what each costs, and whether goals are met.
 *
 *     bench [--quick] [--only NAMES] [--contestants NAMES] [--rounds N] [--ops N] [--json FILE] [--directory DIR]
 *           [--strict] [--spoil NAME]
 *         names divided by commas: W1 to W6, events, changes, diff, explain, links, memory, open, store, http, feeds,
 *         groups, pages, reminders, size; contestants as in the JSON
 *         --quick: everything with small sizes. It shows that all parts run and that the contestants agree. Its times
 *         mean nothing, so no goal is checked.
 *         --spoil: makes the results of one contestant wrong, to test that this is noticed; also curl, c-scan
 *     bench --single CONTESTANT --only W5 --ops N     one warm pass, in measured_pass, for instructions.sh
 *     bench --trace FILE [...]                        a trace of operations in place of the workloads (trace.h)
 *
 * Returns 1 if contestants disagree about a result (or, with --strict, if a goal is missed), 2 if it cannot measure.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "contestants.h"
#include "measures.h"
#include "trace.h"
#include "workloads.h"

#ifndef BENCH_COMPILER
#define BENCH_COMPILER "unknown"
#endif

#define MAX_CONTESTANTS 12
#define MAX_ROUNDS 100
#define SQLITE_PART 100 /* SQLite gets one operation of so many */

static const char *only, *among, *json_file, *directory, *single;
static int rounds = 5, strict, quick;
static size_t op_count = 2000000;
static int wrong, missed;

typedef struct sizes {
    uint32_t depth; /* The depth of trees with a fan-out of 10. */
    size_t requests, feeds, messages, threads, reminders;
    int plans;
} sizes;

static const sizes full_sizes = {6, 20000, 100000, 1000000, 10000, 10000, 200};
static const sizes quick_sizes = {5, 256, 500, 20000, 100, 500, 3};
static const sizes *size = &full_sizes;

/* Whether a name is in a list divided by commas; NULL lists all. */
static int is_listed(const char *list, const char *name)
{
    if (!list) return 1;
    size_t length = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += length)
        if ((p == list || p[-1] == ',') && (p[length] == 0 || p[length] == ',')) return 1;
    return 0;
}

static int wanted(const char *name) { return is_listed(only, name); }

/* --- Results
 * ---------------------------------------------------------------------------------------------------------- */

typedef struct result {
    const contestant *who;
    int measured;
    double cold, warm, warm_wall; /* ns an operation: of the processor, and on the clock */
    double cold_ratio, warm_ratio;
} result;

typedef struct table {
    int measured;
    result results[MAX_CONTESTANTS];
    size_t count;
} table;

static table tables[WORKLOAD_COUNT];

/* 0 where it was not measured. */
static double ratio_of(const char *workload, const char *name, int warm)
{
    table *t = &tables[workload[1] - '1'];
    for (size_t i = 0; t->measured && i < t->count; i++)
        if (strcmp(t->results[i].who->name, name) == 0)
            return warm ? t->results[i].warm_ratio : t->results[i].cold_ratio;
    return 0;
}

static double warm_of(const char *workload, const char *name)
{
    table *t = &tables[workload[1] - '1'];
    for (size_t i = 0; t->measured && i < t->count; i++)
        if (strcmp(t->results[i].who->name, name) == 0) return t->results[i].warm;
    return 0;
}

/* --- A pass
 * ------------------------------------------------------------------------------------------------------------ */

/* callgrind counts what happens in here, and only that. */
__attribute__((noinline)) uint64_t measured_pass(const contestant *c, void *self, const op *ops, size_t count)
{
    uint64_t answered = c->pass(self, ops, count);
    __asm__ volatile("" ::: "memory");
    return answered;
}

/* A checksum of the badges of nodes of all levels, 20,000 or all. */
static uint64_t state_checksum(const contestant *c, void *self, const workload *w)
{
    uint64_t random = 3, sum = 0, count;
    uint32_t n = w->node_count < 20000 ? w->node_count : 20000;
    for (uint32_t i = 0; i <= n; i++) {
        uint32_t level = random_below(&random, w->depth + 1);
        uint32_t node = w->level_start[level]
            + random_below(&random, w->level_start[level + 1] - w->level_start[level]);
        int shows = c->get(self, w, i ? node : 0, &count);
        sum = sum * 31 + count * 2 + (uint64_t)shows;
    }
    return sum;
}

typedef struct pass_result {
    double cold, warm, warm_wall;
    uint64_t answered, root, state;
} pass_result;

static pass_result play(const contestant *c, const workload *w)
{
    pass_result r = {0};
    void *self = c->create(w);
    double n = (double)w->op_count, start = cpu_seconds();
    r.answered = c->pass(self, w->ops, w->op_count);
    r.cold = (cpu_seconds() - start) * 1e9 / n;
    if (!c->by_node) c->pass(self, w->settle, w->settle_count);
    double wall = wall_seconds();
    start = cpu_seconds();
    r.answered += measured_pass(c, self, w->again, w->op_count);
    r.warm = (cpu_seconds() - start) * 1e9 / n;
    r.warm_wall = (wall_seconds() - wall) * 1e9 / n;
    c->get(self, w, 0, &r.root);
    r.state = state_checksum(c, self, w);
    r.state += (uint64_t)is_spoiled(c->name);
    c->destroy(self);
    return r;
}

/* The results that were compared with another one's, and the contestants of all workloads. */
static size_t compared, contestants_seen, workloads_seen;

static void note_contestant(const contestant *c)
{
    static const contestant *seen[MAX_CONTESTANTS];
    for (size_t i = 0; i < contestants_seen; i++)
        if (seen[i] == c) return;
    seen[contestants_seen++] = c;
}

/* Compares a contestant's results with those of the reference, which runs first. */
static void check(const workload *w, const contestant *c, pass_result got, pass_result expected)
{
    note_contestant(c);
    compared++;
    if (got.answered == expected.answered && got.root == expected.root && got.state == expected.state) return;
    wrong = 1;
    fprintf(stderr, "bench: %s, %s: WRONG: gets %llu, root %llu, state %llx; expected %llu, %llu, %llx\n", w->name,
            c->title, (unsigned long long)got.answered, (unsigned long long)got.root, (unsigned long long)got.state,
            (unsigned long long)expected.answered, (unsigned long long)expected.root,
            (unsigned long long)expected.state);
}

static void play_sqlite(const workload *w, result *out)
{
    workload part = *w;
    part.op_count = w->op_count / SQLITE_PART;
    part.settle_count = 0;
    if (!part.op_count) return;
    pass_result got = play(&sqlite_contestant, &part);
    check(&part, &sqlite_contestant, got, play(contestant_named("c-string"), &part));
    out->warm = out->warm_wall = got.cold; /* its nodes exist from the start */
    out->measured = 1;
}

/* 0: there is none. */
static void print_cost(double cost, double ratio)
{
    if (cost > 0) printf("%9.1f ", cost);
    else printf("%9s ", "-");
    if (ratio > 0) printf("%6.2fx ", ratio);
    else printf("%7s ", "-");
}

static void play_workload(int index)
{
    static double cold[MAX_CONTESTANTS][MAX_ROUNDS], warm[MAX_CONTESTANTS][MAX_ROUNDS],
        warm_wall[MAX_CONTESTANTS][MAX_ROUNDS];
    workload w;
    table *t = &tables[index];
    workload_make(&w, index, op_count);
    for (size_t i = 0; i < contestant_count; i++)
        if (is_listed(among, contestants[i].name)) t->results[t->count++].who = &contestants[i];
    if (index == 0 && is_listed(among, tally_observed.name)) t->results[t->count++].who = &tally_observed;

    pass_result expected = {0};
    for (int round = 0; round < rounds; round++) {
        for (size_t turn = 0; turn < t->count; turn++) {
            size_t i = (turn + (size_t)round) % t->count;
            pass_result got = play(t->results[i].who, &w);
            if (round == 0 && turn == 0) expected = got;
            check(&w, t->results[i].who, got, expected);
            cold[i][round] = got.cold;
            warm[i][round] = got.warm;
            warm_wall[i][round] = got.warm_wall;
        }
    }
    for (size_t i = 0; i < t->count; i++) {
        result *r = &t->results[i];
        r->cold = r->who->by_node ? 0 : median(cold[i], (size_t)rounds);
        r->warm = median(warm[i], (size_t)rounds);
        r->warm_wall = median(warm_wall[i], (size_t)rounds);
        r->measured = 1;
    }
    if (is_listed(among, sqlite_contestant.name)) {
        result *sqlite = &t->results[t->count++];
        sqlite->who = &sqlite_contestant;
        play_sqlite(&w, sqlite);
    }

    for (size_t i = 0; i < t->count; i++) {
        result *r = &t->results[i];
        for (size_t k = 0; k < t->count; k++) {
            if (strcmp(t->results[k].who->name, r->who->reference) != 0) continue;
            r->warm_ratio = r->warm / t->results[k].warm;
            r->cold_ratio = r->cold / t->results[k].cold;
            if (r->who->by_node) r->cold_ratio = 0;
        }
    }
    t->measured = 1;
    workloads_seen++;

    printf("\n%s: %s\n", w.name, w.what);
    printf("  %-36s %9s %7s %9s %7s\n", "ns per operation", "warm", "ratio", "cold", "ratio");
    for (size_t i = 0; i < t->count; i++) {
        result *r = &t->results[i];
        if (!r->measured) continue;
        printf("  %-36s ", r->who->title);
        print_cost(r->warm, r->warm_ratio);
        print_cost(r->cold, r->cold_ratio);
        if (r->warm_wall > 1.25 * r->warm) printf("   (clock: %.1f)", r->warm_wall);
        printf("\n");
    }
    if (index == 0 && last_resolve_ns > 0) printf("  resolving a node: %.1f ns\n", last_resolve_ns);
    fflush(stdout);
    workload_free(&w);
}

/* --- Goals
 * ------------------------------------------------------------------------------------------------------------- */

static FILE *json;
static int json_goals;

/* at_least: the measure is to be that high, else it is to be that low. A measure of 0: not measured in this run. */
static void goal(double measured, double limit, int at_least, const char *unit, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (measured == 0) return;
    int met = at_least ? measured >= limit : measured <= limit;
    missed += !met;
    printf("  %-6s  %-66s %9.2f %s (goal %s %g)\n", met ? "met" : "MISSED", text, measured, unit,
           at_least ? ">=" : "<=", limit);
    if (json)
        fprintf(json, "%s\n    {\"goal\": \"%s\", \"measured\": %.4f, \"unit\": \"%s\", \"limit\": %g, "
                "\"at_least\": %s, \"met\": %s}", json_goals++ ? "," : "", text, measured, unit, limit,
                at_least ? "true" : "false", met ? "true" : "false");
}

static struct {
    int events, changes, diffs, explain, links, open, store, http;
    event_costs event_costs;
    changes_costs changes_costs;
    diff_costs diff_costs;
    explain_costs explain_costs;
    link_costs link_costs;
    open_costs open_costs;
    store_rates rates;
    http_costs http_costs;
    double feed_bytes;
    int groups, reminders, pages;
    page_waits page_waits[2];
    group_costs group_costs;
    reminder_costs reminder_costs;
    double tally_bytes, c_bytes, handle_bytes, cpp_bytes, library;
} more;

static const char *const page_kinds[] = {"items", "marks"};

static void check_workload_goals(void)
{
    static const char *const by_string[] = {"W1", "W2", "W4", "W5", "W6"}, *const by_node[] = {"W1", "W2", "W4", "W5"};
    for (int warm = 1; warm >= 0; warm--) {
        const char *state = warm ? "" : ", cold";
        for (size_t i = 0; i < 5; i++)
            goal(ratio_of(by_string[i], "tally-string", warm), warm ? 1.25 : 1.5, 0, "x C", "%s by string%s", by_string[i],
                 state);
        goal(ratio_of("W1", "tally-batch-string", warm), warm ? 0.5 : 0.9, 0, "x C",
             "W1 by string, in batches of 1,000%s", state);
    }
    for (size_t i = 0; i < 4; i++)
        goal(ratio_of(by_node[i], "tally-node", 1), i < 3 ? 2 : 2.5, 0, "x C", "%s by node, one call each", by_node[i]);
    for (size_t i = 0; i < 4; i++)
        goal(ratio_of(by_node[i], "tally-apply-node", 1), 2, 0, "x C", "%s by node, 1,000 with `TALLY_BATCH_EACH`",
             by_node[i]);
    goal(ratio_of("W5", "tally-batch-node", 1), 2, 0, "x C", "W5 by node, in batches of 1,000");
    for (int i = 0; i < WORKLOAD_COUNT; i++) {
        double cpp = ratio_of(workload_names[i], "c++", 1), own = ratio_of(workload_names[i], "tally-string", 1);
        if (cpp > 0) goal(own / cpp, 1, 0, "x C++", "%s by string, against C++ unordered_map", workload_names[i]);
    }
    double plain = warm_of("W1", "tally-string");
    if (plain > 0)
        goal(warm_of("W1", "tally-string-observed") / plain, 1.3, 0, "x", "W1 by string, 100 nodes observed, against none");
}

static void check_tree_goals(void)
{
    if (more.events) {
        goal(more.event_costs.delivery, 60, 0, "ns", "a delivery");
        goal(more.event_costs.merge > 0.01 ? more.event_costs.merge : 0.01, 15, 0, "ns", "merging with a pending event");
    }
    for (int i = 0; more.changes && i < CHANGES_CASES; i++)
        goal(more.changes_costs.first[i], 40, 0, "ns", "changes since a revision, per node, %u of 10^%d leaves changed",
             changes_cases[i].leaves, changes_cases[i].small ? 4 : 6);
    for (int i = 0; more.diffs && i < DIFF_CASES; i++)
        goal(more.diff_costs.snapshots[i] / more.diff_costs.scan[i], 2, 0, "x C", "diff of snapshots of 10^6, %g %% %s",
             diff_cases[i].part * 100, diff_cases[i].in_runs ? "in runs of 64" : "uniform");
    for (int i = 0; more.diffs && i < DIFF_CASES; i++)
        if (diff_cases[i].part == 0.001 && diff_cases[i].in_runs)
            goal(more.diff_costs.live[i], 0.1, 0, "ms", "diff of live trees of 10^6, 0.1 %% in runs of 64");
    goal(more.tally_bytes, 110, 0, "B", "memory per node");
}

static void check_goals(void)
{
    printf("\nGoals\n");
    check_workload_goals();
    check_tree_goals();
    if (more.store) {
        goal(more.rates.group_write / more.rates.raw_write, 0.8, 1, "x C", "rate of writing, 1,000 badges per transaction");
        goal(more.rates.read / more.rates.raw_read_build, 0.7, 1, "x C", "rate of loading, each page checked");
    }
    if (more.open) {
        goal(more.open_costs.create, 5, 0, "ms", "creating a store");
        goal(more.open_costs.open, 5, 0, "ms", "opening an empty store");
    }
    for (int i = 0; more.http && i < HTTP_CASES; i++)
        goal(more.http_costs.tally[i] / more.http_costs.curl[i], i < 2 ? 0.9 : 0.6, 1, "x curl", "rate of HTTP, %s", http_cases[i]);
    goal(more.feed_bytes, 1000, 0, "B", "an idle feed, of 10^5");
    if (more.groups) {
        goal(more.group_costs.arrival, 2, 0, "us", "a message that arrives in one of 10^4 groups, without its storage");
        goal(more.group_costs.summary, 5, 0, "us", "a summary of a group");
    }
    for (int i = 0; more.pages && i < 2; i++)
        goal(more.page_waits[i].usual[1] / more.page_waits[i].usual[0], 3, 0, "x idle",
             "badge_get during pages of 10,000 %s, 99.9th percentile", page_kinds[i]);
    if (more.reminders) {
        goal(more.reminder_costs.plan, 20, 0, "ms", "planning 10^4 reminders");
        goal(more.reminder_costs.edit, 0.2, 0, "ms", "an edit of a reminder and its plan");
        goal(more.reminder_costs.next, 1, 0, "us", "when a reminder fires next");
    }
    goal(more.library / 1000, 640, 0, "kB", "stripped library");
}

/* --- The machine
 * --------------------------------------------------------------------------------------------------------- */

static void machine(char *model, size_t capacity, struct utsname *system)
{
    char line[512];
    snprintf(model, capacity, "unknown");
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(model, capacity, "%s", colon + 2);
        break;
    }
    if (f) fclose(f);
    uname(system);
}

static void write_json(const char *model, const struct utsname *system)
{
    fprintf(json, "{\n  \"machine\": {\"cpu\": \"%s\", \"cores\": %ld, \"kernel\": \"%s %s\", \"compiler\": \"%s\"},\n",
            model, sysconf(_SC_NPROCESSORS_ONLN), system->sysname, system->release, BENCH_COMPILER);
    /* A part of the run, or one with other sizes, is no source for tables. */
    int complete = !only && !among && !quick && !spoiled_contestant && op_count == 2000000 && more.http;
    fprintf(json, "  \"complete\": %s, \"rounds\": %d, \"operations\": %zu,\n  \"workloads\": [",
            complete ? "true" : "false", rounds, op_count);
    int first = 1;
    for (int i = 0; i < WORKLOAD_COUNT; i++) {
        for (size_t k = 0; tables[i].measured && k < tables[i].count; k++) {
            result *r = &tables[i].results[k];
            if (!r->measured) continue;
            fprintf(json,
                    "%s\n    {\"workload\": \"%s\", \"contestant\": \"%s\", \"reference\": \"%s\", \"warm_ns\": %.2f, "
                    "\"warm_clock_ns\": %.2f",
                    first ? "" : ",", workload_names[i], r->who->name, r->who->reference, r->warm, r->warm_wall);
            if (r->warm_ratio > 0) fprintf(json, ", \"warm_ratio\": %.4f", r->warm_ratio);
            if (r->cold > 0) fprintf(json, ", \"cold_ns\": %.2f", r->cold);
            if (r->cold_ratio > 0) fprintf(json, ", \"cold_ratio\": %.4f", r->cold_ratio);
            fprintf(json, "}");
            first = 0;
        }
    }
    fprintf(json, "\n  ],\n  \"measures\": {");
    const char *separator = "";
    char name[64];
#define MEASURE(condition, called, value)                                        \
    if (condition) {                                                             \
        fprintf(json, "%s\n    \"%s\": %.4f", separator, called, (double)(value)); \
        separator = ",";                                                         \
    }
    MEASURE(tables[0].measured && last_resolve_ns > 0, "resolve_ns", last_resolve_ns)
    MEASURE(more.events, "delivery_ns", more.event_costs.delivery)
    MEASURE(more.events, "merge_ns", more.event_costs.merge)
    for (int i = 0; i < CHANGES_CASES; i++) {
        const char *size = changes_cases[i].small ? "1e4" : "1e6";
        snprintf(name, sizeof name, "changes_%s_%u_ns", size, changes_cases[i].leaves);
        MEASURE(more.changes, name, more.changes_costs.first[i])
        snprintf(name, sizeof name, "changes_%s_%u_again_ns", size, changes_cases[i].leaves);
        MEASURE(more.changes, name, more.changes_costs.again[i])
    }
    for (int i = 0; i < DIFF_CASES; i++) {
        const double *of[] = {more.diff_costs.live, more.diff_costs.first_live, more.diff_costs.digests,
                              more.diff_costs.snapshots, more.diff_costs.bytes, more.diff_costs.scan};
        static const char *const what[] = {"diff_live", "diff_live_first", "digests", "diff_snapshots", "diff_bytes",
                                           "c_scan"};
        for (int k = 0; k < 6; k++) {
            snprintf(name, sizeof name, "%s_%g%%_%s_ms", what[k], diff_cases[i].part * 100,
                     diff_cases[i].in_runs ? "runs" : "uniform");
            MEASURE(more.diffs, name, of[k][i])
        }
    }
    MEASURE(more.diffs, "snapshot_encode_ms", more.diff_costs.encode)
    MEASURE(more.diffs, "snapshot_decode_ms", more.diff_costs.decode)
    MEASURE(more.diffs, "snapshot_restore_ms", more.diff_costs.restore)
    MEASURE(more.diffs, "snapshot_bytes", more.diff_costs.snapshot_bytes)
    MEASURE(more.explain, "explain_dense_ns", more.explain_costs.dense)
    MEASURE(more.explain, "explain_sparse_ns", more.explain_costs.sparse)
    MEASURE(more.links, "set_without_links_ns", more.link_costs.without)
    MEASURE(more.links, "set_below_a_link_ns", more.link_costs.linked)
    MEASURE(more.links, "set_beside_links_ns", more.link_costs.beside)
    MEASURE(more.tally_bytes > 0, "tally_bytes_per_node", more.tally_bytes)
    MEASURE(more.c_bytes > 0, "c_string_bytes_per_node", more.c_bytes)
    MEASURE(more.handle_bytes > 0, "c_node_bytes_per_node", more.handle_bytes)
    MEASURE(more.cpp_bytes > 0, "cpp_bytes_per_node", more.cpp_bytes)
    MEASURE(more.open, "create_store_ms", more.open_costs.create)
    MEASURE(more.open, "open_store_ms", more.open_costs.open)
    MEASURE(more.store, "c_write_per_s", more.rates.raw_write)
    MEASURE(more.store, "c_write_large_per_s", more.rates.raw_write_large)
    MEASURE(more.store, "tally_write_flushed_per_s", more.rates.group_write)
    MEASURE(more.store, "tally_write_batch_per_s", more.rates.batch_write)
    MEASURE(more.store, "tally_write_per_s", more.rates.one_write)
    MEASURE(more.store, "c_scan_per_s", more.rates.raw_read)
    MEASURE(more.store, "c_load_per_s", more.rates.raw_read_build)
    MEASURE(more.store, "tally_load_per_s", more.rates.read)
    MEASURE(more.http, "tally_http_304_per_s", more.http_costs.tally[0])
    MEASURE(more.http, "curl_http_304_per_s", more.http_costs.curl[0])
    MEASURE(more.http, "tally_http_empty_per_s", more.http_costs.tally[1])
    MEASURE(more.http, "curl_http_empty_per_s", more.http_costs.curl[1])
    MEASURE(more.http, "tally_http_item_per_s", more.http_costs.tally[2])
    MEASURE(more.http, "curl_http_item_per_s", more.http_costs.curl[2])
    MEASURE(more.feed_bytes > 0, "bytes_per_idle_feed", more.feed_bytes)
    MEASURE(more.groups, "us_group_arrival", more.group_costs.arrival)
    MEASURE(more.groups, "us_summary", more.group_costs.summary)
    MEASURE(more.pages, "us_get_during_items", more.page_waits[0].usual[1])
    MEASURE(more.pages, "us_get_during_marks", more.page_waits[1].usual[1])
    MEASURE(more.reminders, "ms_plan", more.reminder_costs.plan)
    MEASURE(more.reminders, "ms_edit_and_plan", more.reminder_costs.edit)
    MEASURE(more.reminders, "us_next_occurrence", more.reminder_costs.next)
    MEASURE(more.library > 0, "library_bytes", more.library)
    fprintf(json, "\n  },\n  \"goals\": [");
}

/* --- The rest
 * ------------------------------------------------------------------------------------------------------------ */

static void print_diffs(void)
{
    const diff_costs *d = &more.diff_costs;
    measure_diffs(rounds, size->depth, &more.diff_costs);
    more.diffs = 1;
    printf("\nDiff of two trees of 10^%u leaves, ms\n  %-20s %9s %9s %9s %9s %7s %9s %7s %9s\n", size->depth, "changed", "live",
           "at first", "(digests)", "snapshots", "ratio", "bytes", "ratio", "C scan");
    for (int i = 0; i < DIFF_CASES; i++) {
        char what[64];
        snprintf(what, sizeof what, "%g %%, %s", diff_cases[i].part * 100,
                 diff_cases[i].in_runs ? "runs of 64" : "uniform");
        printf("  %-20s %9.3f %9.3f %9.3f %9.3f %6.2fx %9.3f %6.1fx %9.3f\n", what, d->live[i], d->first_live[i],
               d->digests[i], d->snapshots[i], d->snapshots[i] / d->scan[i], d->bytes[i], d->bytes[i] / d->scan[i],
               d->scan[i]);
    }
    printf("  a snapshot (%.1f MB): encoded in %.1f ms, decoded in %.1f ms, restored into a new account in %.1f ms\n",
           d->snapshot_bytes / 1e6, d->encode, d->decode, d->restore);
}

static void play_rest(const char *program)
{
    if (wanted("events")) {
        measure_events(rounds, &more.event_costs);
        more.events = 1;
        printf("\nEvents, tree of W5, 1,000 leaves observed\n");
        printf("  %-62s %9.1f ns\n", "a delivery by tally_engine_dispatch, callback included", more.event_costs.delivery);
        printf("  %-62s %9.1f ns\n", "a set of a leaf that nobody observes", more.event_costs.set);
        printf("  %-62s %9.1f ns more\n", "one whose event already waits: merged", more.event_costs.merge);
    }
    if (wanted("changes")) {
        measure_changes(rounds, size->depth, &more.changes_costs);
        more.changes = 1;
        printf("\nChanges since a revision, by tally_badge_changes, a node that is listed\n");
        for (int i = 0; i < CHANGES_CASES; i++)
            printf("  tree of 10^%d leaves, %6u of them changed; again %21s %9.1f ns %8.1f ns\n",
                   changes_cases[i].small ? 4 : (int)size->depth, changes_cases[i].leaves, "", more.changes_costs.first[i],
                   more.changes_costs.again[i]);
    }
    if (wanted("diff")) print_diffs();
    if (wanted("explain")) {
        measure_explain(rounds, size->depth, &more.explain_costs);
        more.explain = 1;
        printf("\nExplanation, 1,000 reasons in a tree of 10^%u leaves, per reason\n", size->depth);
        printf("  %-62s %9.1f ns\n", "of an inner node, all 1,000 leaves below it lit", more.explain_costs.dense);
        printf("  %-62s %9.1f ns\n", "of the root, 1,000 leaves lit here and there", more.explain_costs.sparse);
    }
    if (wanted("links")) {
        measure_links(rounds, 5, &more.link_costs);
        more.links = 1;
        printf("\nA set by node in a tree with 1,000 links of its leaves to 20 folders\n");
        printf("  %-62s %9.1f ns\n", "of the same leaves without links", more.link_costs.without);
        printf("  %-62s %9.1f ns\n", "below a link", more.link_costs.linked);
        printf("  %-62s %9.1f ns\n", "beside the links", more.link_costs.beside);
    }
    if (wanted("memory")) {
        more.tally_bytes = measure_memory(program, "tally", size->depth);
        more.c_bytes = measure_memory(program, "c-string", size->depth);
        more.handle_bytes = measure_memory(program, "c-node", size->depth);
        more.cpp_bytes = measure_memory(program, "c++", size->depth);
        if (more.tally_bytes == 0 || more.c_bytes == 0 || more.handle_bytes == 0 || more.cpp_bytes == 0) {
            fprintf(stderr, "bench: memory: a process printed nothing\n");
            exit(2);
        }
        printf("\nMemory, a tree of 10^%u leaves, bytes per node\n", size->depth);
        printf("  tally %.0f, C string keys %.0f, C node handles %.0f (no paths), C++ %.0f\n", more.tally_bytes,
               more.c_bytes, more.handle_bytes, more.cpp_bytes);
    }
    if (wanted("open")) {
        measure_open(directory, &more.open_costs);
        more.open = 1;
        printf("\nOpening a store: created %.2f ms, empty %.2f ms\n", more.open_costs.create, more.open_costs.open);
    }
    if (wanted("store")) {
        size_t badges = op_count / 2 < 1000000 ? op_count / 2 : 1000000;
        measure_store(directory, rounds, badges, &more.rates);
        more.store = 1;
        store_rates *s = &more.rates;
        printf("\nStore, %zu badges in random order, on the clock, badges a second\n", badges);
        printf("  %-62s %9.0f\n", "write: C, 1,000 a transaction, WAL, FULL", s->raw_write);
        printf("  %-62s %9.0f  %.2fx\n", "write: tally, batches of 1,000, each flushed", s->group_write,
               s->group_write / s->raw_write);
        /* Tally's own groups grow while the disk is busy, so these are compared with large transactions. */
        printf("  %-62s %9.0f\n", "write: C, 20,000 a transaction", s->raw_write_large);
        printf("  %-62s %9.0f  %.2fx\n", "write: tally, batches of 1,000, flushed once, own grouping", s->batch_write,
               s->batch_write / s->raw_write_large);
        printf("  %-62s %9.0f  %.2fx\n", "write: tally, one at a time, flushed once, own grouping", s->one_write,
               s->one_write / s->raw_write_large);
        printf("  %-62s %9.0f\n", "load: C, reads the rows only", s->raw_read);
        printf("  %-62s %9.0f\n", "load: C, and builds its tree of string keys", s->raw_read_build);
        printf("  %-62s %9.0f  %.2fx\n", "load: tally", s->read, s->read / s->raw_read_build);
    }
    if (wanted("http")) {
        http_costs *h = &more.http_costs;
        more.http = measure_http(directory, rounds, size->requests, h);
        if (!more.http) {
            fprintf(stderr, "bench: http: nginx is missing, or cannot start\n");
            exit(2);
        }
        printf("\nHTTP, nginx on loopback, 64 in parallel, requests a second of the processor\n");
        for (int i = 0; more.http && i < HTTP_CASES; i++)
            printf("  %-40s curl multi alone %9.0f   tally %9.0f  %.2fx\n", http_cases[i], h->curl[i], h->tally[i],
                   h->tally[i] / h->curl[i]);
    }
    if (wanted("feeds")) {
        more.feed_bytes = measure_feed(directory, size->feeds);
        printf("\nFeeds, %zu in one engine that have received a response and wait: %.0f bytes each\n", size->feeds,
               more.feed_bytes);
    }
    if (wanted("groups")) {
        measure_groups(size->messages, size->threads, &more.group_costs);
        more.groups = 1;
        printf("\nGroups, %zu messages in %zu threads: an arrival %.2f us, %+.2f us where groups are kept; a summary %.2f us\n",
               size->messages, size->threads, more.group_costs.storage, more.group_costs.arrival, more.group_costs.summary);
    }
    if (wanted("pages")) {
        more.pages = 1;
        printf("\nbadge_get of another account while pages of 10,000 are applied, beside an engine at rest\n");
        for (int i = 0; i < 2; i++) {
            page_waits *p = &more.page_waits[i];
            measure_pages(directory, rounds, i, p);
            printf("  %s: 99.9 %% within %.2f us, at rest %.2f us, %.2fx; longest %.0f us, at rest %.0f us, %.2fx; "
                   "a page %.0f ms\n",
                   page_kinds[i], p->usual[1], p->usual[0], p->usual[1] / p->usual[0], p->longest[1], p->longest[0],
                   p->longest[1] / p->longest[0], p->page);
        }
    }
    if (wanted("reminders")) {
        measure_reminders(size->reminders, size->plans, &more.reminder_costs);
        more.reminders = 1;
        printf("\nReminders, %zu: entering %.1f us; planning all %.2f ms; an edit and its plan %.3f ms; "
               "when one fires next %.2f us\n",
               size->reminders, more.reminder_costs.put, more.reminder_costs.plan, more.reminder_costs.edit, more.reminder_costs.next);
    }
    if (wanted("size")) more.library = stripped_size();
}

static const char *const parts[] = {"events", "changes", "diff", "explain", "links", "memory", "open", "store", "http", "feeds",
                                    "groups", "pages", "reminders", "size"};
enum { PARTS = sizeof parts / sizeof parts[0] };

static int usage(void)
{
    fprintf(stderr, "usage: bench [--quick] [--only W1,...,W6,events,changes,diff,explain,links,memory,open,store,http,\n"
                    "             feeds,groups,pages,reminders,size] [--contestants NAMES] [--rounds 1..%d] [--ops N] [--json FILE]\n"
                    "             [--directory DIR] [--strict] [--spoil NAME]\n"
                    "       bench --trace FILE [--aggregation children|sum] [--batch N] [--rounds 1..%d] [--dump]\n", MAX_ROUNDS,
            MAX_ROUNDS);
    return 2;
}

/* Whether each name of --only is known: one that is not would measure nothing. */
static int knows_names(void)
{
    size_t known = 0, named = 1;
    for (const char *p = only; p && *p; p++) named += *p == ',';
    for (int i = 0; i < WORKLOAD_COUNT; i++) known += (size_t)wanted(workload_names[i]);
    for (int i = 0; i < PARTS; i++) known += (size_t)wanted(parts[i]);
    return !only || known == named;
}

static int can_spoil(const char *name)
{
    return contestant_named(name) || strcmp(name, sqlite_contestant.name) == 0 || strcmp(name, "curl") == 0 || strcmp(name, "c-scan") == 0;
}

/* The last line: the numbers of what agreed. */
static void conclude(void)
{
    size_t ran = 0;
    for (int i = 0; i < PARTS; i++) ran += (size_t)wanted(parts[i]);
    printf("\n");
    if (!quick) printf("%d goals missed. ", missed);
    if (wrong) printf("RESULTS DIFFER.\n");
    else
        printf("All contestants agree on all results: %zu contestants, %zu workloads, %zu results; %zu other parts ran.\n",
               contestants_seen, workloads_seen, compared, ran);
}

static int run_single(void)
{
    const contestant *c = contestant_named(single);
    if (!c || !only) return usage();
    for (int i = 0; i < WORKLOAD_COUNT; i++) {
        if (strcmp(only, workload_names[i]) != 0) continue;
        workload w;
        workload_make(&w, i, op_count);
        void *self = c->create(&w);
        c->pass(self, w.ops, w.op_count);
        if (!c->by_node) c->pass(self, w.settle, w.settle_count);
        measured_pass(c, self, w.again, w.op_count);
        c->destroy(self);
        workload_free(&w);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *memory = NULL;
    uint32_t depth = full_sizes.depth;
    if (argc > 1 && strcmp(argv[1], "--trace") == 0) return replay_trace(argc - 2, argv + 2);
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--strict") == 0) {
            strict = 1;
            continue;
        }
        if (strcmp(name, "--quick") == 0) {
            quick = 1;
            rounds = 1;
            op_count = 2000;
            size = &quick_sizes;
            continue;
        }
        if (i + 1 == argc) return usage();
        const char *value = argv[++i];
        if (strcmp(name, "--only") == 0) only = value;
        else if (strcmp(name, "--memory") == 0) memory = value;
        else if (strcmp(name, "--depth") == 0) depth = (uint32_t)strtoul(value, NULL, 10);
        else if (strcmp(name, "--spoil") == 0) spoiled_contestant = value;
        else if (strcmp(name, "--contestants") == 0) among = value;
        else if (strcmp(name, "--json") == 0) json_file = value;
        else if (strcmp(name, "--directory") == 0) directory = value;
        else if (strcmp(name, "--single") == 0) single = value;
        else if (strcmp(name, "--rounds") == 0) rounds = atoi(value);
        else if (strcmp(name, "--ops") == 0) op_count = strtoul(value, NULL, 10);
        else return usage();
    }
    if (memory) return print_memory(memory, depth), 0;
    if (rounds < 1 || rounds > MAX_ROUNDS || op_count < 1 || !knows_names()) return usage();
    if (spoiled_contestant && !can_spoil(spoiled_contestant)) return usage();
    if (single) return run_single();

    char program[4096], model[256];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return 2;
    program[length] = 0;
    char *here = strdup(program);
    *strrchr(here, '/') = 0;
    if (!directory) directory = here;
    struct utsname system;
    machine(model, sizeof model, &system);
    printf("%s, %ld cores, %s %s, %s\n", model, sysconf(_SC_NPROCESSORS_ONLN), system.sysname, system.release,
           BENCH_COMPILER);
    printf("%zu operations, %d rounds in rotated order, medians; processor time of all threads; ratios against C\n"
           "(string keys; for rows by node: node handles). SQLite: one operation of %d, once.\n",
           op_count, rounds, SQLITE_PART);
    fflush(stdout);

    for (int i = 0; i < WORKLOAD_COUNT; i++)
        if (wanted(workload_names[i])) play_workload(i);
    play_rest(program);
    if (json_file) {
        json = fopen(json_file, "w");
        if (!json) {
            perror(json_file);
            return 2;
        }
        write_json(model, &system);
    }
    if (!quick) check_goals();
    if (json) {
        fprintf(json, "\n  ],\n  \"agree\": %s\n}\n", wrong ? "false" : "true");
        fclose(json);
    }
    conclude();
    free(here);
    return wrong || (strict && missed);
}
