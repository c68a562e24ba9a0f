/*
 * waits: how long calls about one account wait for what another account does, and how posts of several threads share
 * the syncs of a disk.
 *
 *     waits [--long] [--tiny] [--only NAMES] [--pace MICROSECONDS] [--priority] [--json FILE] [--directory DIR]
 *           [--strict]
 *         NAMES divided by commas: the names in the first column, and "threads"
 *
 * Returns 1 if a goal is missed and --strict was given.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "waits.h"

/* The goals, in milliseconds but for the ratios. */
#define USUAL_LIMIT 1.0
#define LONGEST_LIMIT 5.0
#define RATE_LIMIT 6.0
#define MEDIANS_LIMIT 4.0
#define FAIRNESS_LIMIT 0.5

enum { MOST_ROWS = 64, POSTS_DISK = 5 };

static const sizes short_form = {100000, 100000, 30000, 4096, 8000, 700 * (uint64_t)MILLISECOND, 50000};
static const sizes long_form = {1000000, 100000, 30000, 4096, 8000, 5000 * (uint64_t)MILLISECOND, 50000};
static const sizes tiny_form = {1000, 1000, 300, 64, 800, 5 * (uint64_t)MILLISECOND, 50000};

static const char *only;
static row rows[MOST_ROWS];
static size_t row_count;
static posts all_posts[16];
static size_t posts_count;
static FILE *json;
static int goals, missed;
static int is_tiny; /* Only shows that it runs: no goal is checked. */

/* Whether a name is in the list of --only; without one, each is. */
static int wanted(const char *name)
{
    if (!only) return 1;
    size_t length = strlen(name);
    for (const char *p = only; (p = strstr(p, name)); p += length)
        if ((p == only || p[-1] == ',') && (p[length] == 0 || p[length] == ',')) return 1;
    return 0;
}

/* --- The table of activities --- */

static double larger(double a, double b) { return a > b ? a : b; }

/* Whether a row holds its goals. "noise": it does not, but the thread that calls nothing was just as late. */
static const char *verdict(const row *r)
{
    const histogram *w = r->waits;
    if (is_tiny) return "-";
    double usual = larger(percentile(&w[GET], 0.999), percentile(&w[SET], 0.999));
    double longest = larger(longest_ms(&w[GET]), longest_ms(&w[SET]));
    if (r->own_limit) longest = larger(longest, longest_ms(&r->own) - r->own_limit + LONGEST_LIMIT);
    if (usual <= USUAL_LIMIT && longest <= LONGEST_LIMIT) return "held";
    int is_noise = usual <= larger(USUAL_LIMIT, percentile(&w[MACHINE], 0.999))
        && longest <= larger(LONGEST_LIMIT, longest_ms(&w[MACHINE]));
    return is_noise ? "noise" : "MISSED";
}

static double stalled(const row *r, int kind) { return (double)r->waits[kind].stalled / 1e7 / r->seconds; }

static void print_head(void)
{
    printf("\nWaits of another account's calls, ms: 99.9th percentile, longest, and the share of the time in calls "
           "over 1 ms.\n");
    printf("Goals: %g ms, %g ms. machine: how late a thread runs that calls nothing.\n", USUAL_LIMIT, LONGEST_LIMIT);
    printf("  %-10s %-31s %4s | %16s | %25s | %25s | %17s |\n", "", "", "", "the activity", "get", "set", "machine");
    printf("  %-10s %-31s %4s | %6s %9s | %8s %9s %6s | %8s %9s %6s | %8s %8s |\n", "name", "what one account does",
           "disk", "calls", "median", "99.9 %", "longest", "over", "99.9 %", "longest", "over", "99.9 %", "longest");
}

static void print_row(const row *r)
{
    printf("  %-10s %-31s %4d | %6llu %9.3f |", r->name, r->what, r->disk, (unsigned long long)r->own.count,
           percentile(&r->own, 0.5));
    for (int kind = GET; kind <= SET; kind++)
        printf(" %8.4f %9.3f %5.1f%% |", percentile(&r->waits[kind], 0.999), longest_ms(&r->waits[kind]),
               stalled(r, kind));
    printf(" %8.4f %8.3f | %s\n", percentile(&r->waits[MACHINE], 0.999), longest_ms(&r->waits[MACHINE]), verdict(r));
    fflush(stdout);
}

/* --- Goals --- */

/* at_least: the measure should be that high, otherwise that low. */
static int note_goal(double measured, double limit, int at_least, const char *unit, const char *text, const char *name)
{
    int met = at_least ? measured >= limit : measured <= limit;
    missed += !met;
    if (json)
        fprintf(json, "%s\n    {\"goal\": \"%s, %s\", \"measured\": %.4f, \"unit\": \"%s\", \"limit\": %g, "
                "\"at_least\": %s, \"met\": %s}", goals++ ? "," : "", name, text, measured, unit, limit,
                at_least ? "true" : "false", met ? "true" : "false");
    return met;
}

/* One that is not in the table. */
static void goal(double measured, double limit, int at_least, const char *unit, const char *text, const char *name)
{
    int met = note_goal(measured, limit, at_least, unit, text, name);
    printf("  %-6s  %-28s %-44s %10.3f %s (goal %s %g)\n", met ? "met" : "MISSED", name, text, measured, unit,
           at_least ? ">=" : "<=", limit);
}

static void check_row(const row *r)
{
    const histogram *w = r->waits;
    note_goal(percentile(&w[GET], 0.999), USUAL_LIMIT, 0, "ms", "get, 99.9th percentile", r->name);
    note_goal(longest_ms(&w[GET]), LONGEST_LIMIT, 0, "ms", "get, longest", r->name);
    note_goal(percentile(&w[SET], 0.999), USUAL_LIMIT, 0, "ms", "set, 99.9th percentile", r->name);
    note_goal(longest_ms(&w[SET]), LONGEST_LIMIT, 0, "ms", "set, longest", r->name);
    if (r->own_limit) goal(longest_ms(&r->own), r->own_limit, 0, "ms", "its own call, longest", r->name);
}

static double rate(const posts *p) { return (double)p->times.count / p->seconds; }

/* Against one thread. */
static double rate_ratio(const posts *p) { return rate(p) / rate(&all_posts[0]); }

static double in_medians(const posts *p) { return percentile(&p->times, 0.99) / percentile(&p->times, 0.5); }

static void check_posts(const posts *p)
{
    char name[48];
    if (p->threads == 1) return;
    snprintf(name, sizeof name, "%d threads, %d account%s%s", p->threads, p->accounts, p->accounts > 1 ? "s" : "",
             p->is_mixed ? ", mixed" : "");
    if (p->threads == 8 && p->accounts > 1 && !p->is_mixed)
        goal(rate_ratio(p), RATE_LIMIT, 1, "x", "commits, against one thread", name);
    goal(in_medians(p), MEDIANS_LIMIT, 0, "x", "99th percentile, against the median", name);
    goal((double)p->fewest / (double)(p->most ? p->most : 1), FAIRNESS_LIMIT, 1, "x",
         "fewest commits of a thread, against most", name);
}

static void check_goals(void)
{
    if (is_tiny) return;
    printf("\nGoals\n");
    for (size_t i = 0; i < row_count; i++) check_row(&rows[i]);
    for (size_t i = 0; i < posts_count; i++) check_posts(&all_posts[i]);
    printf("\n%d goals missed, those of the table included.\n", missed);
}

/* --- Posts --- */

static void print_posts(const posts *p)
{
    double commits = (double)p->times.count, syncs = p->syncs ? (double)p->syncs : 1;
    printf("  %-6s %7d %8d | %9.1f %5.2fx %8.1f %6.2f | %9.3f %9.3f %9.3f %7.2fx | %6llu %6llu\n",
           p->is_mixed ? "mixed" : "posts", p->threads, p->accounts, rate(p), rate_ratio(p), syncs / p->seconds,
           commits / syncs, percentile(&p->times, 0.5), percentile(&p->times, 0.99), longest_ms(&p->times),
           in_medians(p), (unsigned long long)p->fewest, (unsigned long long)p->most);
    fflush(stdout);
}

static void play_posts(const char *directory, uint64_t duration)
{
    static const struct { int threads, accounts, is_mixed; } cases[] = {
        {1, 1, 0}, {2, 2, 0}, {4, 4, 0}, {8, 8, 0}, {2, 1, 0}, {4, 1, 0}, {8, 1, 0}, {8, 8, 1}};
    printf("\nPosts by several threads; a sync takes %d ms. mixed: batches with an id and reads of a message too\n",
           POSTS_DISK);
    printf("  %-6s %7s %8s | %9s %6s %8s %6s | %9s %9s %9s %8s | %6s %6s\n", "", "threads", "accounts", "commits/s",
           "ratio", "syncs/s", "a sync", "median ms", "99 % ms", "longest", "99 %/med", "fewest", "most");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        posts *p = &all_posts[posts_count++];
        *p = (posts){.threads = cases[i].threads, .accounts = cases[i].accounts, .is_mixed = cases[i].is_mixed};
        posts_run(directory, POSTS_DISK, duration, p);
        print_posts(p);
    }
}

/* --- JSON --- */

static void write_waits(const char *name, const histogram *h)
{
    fprintf(json, ", \"%s\": {\"calls\": %llu, \"median_ms\": %.5f, \"p99_ms\": %.5f, \"p99.9_ms\": %.5f, "
            "\"longest_ms\": %.5f, \"over_1ms_s\": %.5f}", name, (unsigned long long)h->count, percentile(h, 0.5),
            percentile(h, 0.99), percentile(h, 0.999), longest_ms(h), (double)h->stalled / 1e9);
}

static void write_json(const sizes *size, int is_complete)
{
    struct utsname system;
    uname(&system);
    fprintf(json, "{\n  \"machine\": {\"cores\": %ld, \"kernel\": \"%s %s\"},\n  \"complete\": %s, \"nodes\": %zu, \"messages\": %zu,\n"
            "  \"activities\": [", sysconf(_SC_NPROCESSORS_ONLN), system.sysname, system.release,
            is_complete ? "true" : "false", size->nodes, size->messages);
    for (size_t i = 0; i < row_count; i++) {
        const row *r = &rows[i];
        fprintf(json, "%s\n    {\"name\": \"%s\", \"what\": \"%s\", \"disk_ms\": %d, \"seconds\": %.3f, \"verdict\": \"%s\"",
                i ? "," : "", r->name, r->what, r->disk, r->seconds, verdict(r));
        write_waits("own", &r->own);
        write_waits("get", &r->waits[GET]);
        write_waits("set", &r->waits[SET]);
        write_waits("machine", &r->waits[MACHINE]);
        fprintf(json, "}");
    }
    fprintf(json, "\n  ],\n  \"posts\": [");
    for (size_t i = 0; i < posts_count; i++) {
        const posts *p = &all_posts[i];
        fprintf(json, "%s\n    {\"threads\": %d, \"accounts\": %d, \"mixed\": %d, \"per_s\": %.2f, \"ratio\": %.4f, "
                "\"syncs\": %llu, \"fewest\": %llu, \"most\": %llu", i ? "," : "", p->threads, p->accounts,
                p->is_mixed, rate(p), rate_ratio(p), (unsigned long long)p->syncs, (unsigned long long)p->fewest,
                (unsigned long long)p->most);
        write_waits("post", &p->times);
        fprintf(json, "}");
    }
    fprintf(json, "\n  ],\n  \"goals\": [");
}

/* --- The rest --- */

static int usage(void)
{
    fprintf(stderr, "usage: waits [--long] [--tiny] [--only NAMES] [--pace MICROSECONDS] [--priority] [--json FILE]\n"
                    "             [--directory DIR] [--strict]\n       NAMES: threads");
    for (size_t i = 0; i < activity_count; i++) fprintf(stderr, ",%s", activity_name(i));
    fprintf(stderr, "\n");
    return 2;
}

static void play(const char *directory, const sizes *size)
{
    int is_table = 0;
    for (size_t i = 0; i < activity_count; i++) {
        if (!wanted(activity_name(i))) continue;
        if (!is_table++) print_head();
        activity_run(i, directory, size, &rows[row_count]);
        print_row(&rows[row_count++]);
    }
    activities_end();
    if (wanted("threads")) play_posts(directory, size->duration * 2);
}

/* Linux divides the processors among sessions first, and within one by priority. A session of its own does not hear
 * the terminal's interrupt, so it ends with its parent. */
static void raise_priority(void)
{
    FILE *group = setsid() < 0 ? NULL : fopen("/proc/self/autogroup", "w");
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (setpriority(PRIO_PROCESS, 0, -20) != 0) perror("waits: priority");
    if (group && (fputs("-20", group) < 0 || fclose(group) != 0)) perror("waits: autogroup");
}

/* The folder that the program is in. */
static char *own_folder(void)
{
    static char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) exit(2);
    program[length] = 0;
    *strrchr(program, '/') = 0;
    return program;
}

int main(int argc, char **argv)
{
    const char *json_file = NULL, *directory = own_folder();
    sizes size = short_form;
    int strict = 0;
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(name, "--strict") == 0) strict = 1;
        else if (strcmp(name, "--long") == 0) size = long_form;
        else if (strcmp(name, "--tiny") == 0) is_tiny = 1, size = tiny_form;
        else if (strcmp(name, "--priority") == 0) raise_priority();
        else if (!value) return usage();
        else if (i++, strcmp(name, "--only") == 0) only = value;
        else if (strcmp(name, "--pace") == 0) size.pace = strtoull(value, NULL, 10) * 1000;
        else if (strcmp(name, "--json") == 0) json_file = value;
        else if (strcmp(name, "--directory") == 0) directory = value;
        else return usage();
    }
    disk_begin(directory);
    printf("%ld cores; trees of %zu leaves, accounts of %zu messages, %.1f s a row\n", sysconf(_SC_NPROCESSORS_ONLN),
           size.nodes, size.messages, (double)size.duration / 1e9);
    play(directory, &size);
    if (json_file && !(json = fopen(json_file, "w"))) {
        perror(json_file);
        return 2;
    }
    if (json) write_json(&size, !only && size.duration == short_form.duration && size.pace == short_form.pace);
    check_goals();
    if (json) fprintf(json, "\n  ]\n}\n");
    if (json && fclose(json) != 0) return 2;
    return strict && missed;
}
