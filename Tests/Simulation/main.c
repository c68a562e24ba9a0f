/*
 * The simulator: worlds of devices, servers and users, each from one seed.
 *
 *     simulator [--seed N] [--runs K] [--steps N] [--profile NAME] [--twice] [--verbose]
 *               [--until STEP] [--without KIND] [--shrink] [--hashes]
 *     simulator [--seed N] [--runs K] --at STEP (--save FOLDER | --load FOLDER)
 *     simulator --kills
 */
#define _GNU_SOURCE 1
#include "world.h"

#include "vfs.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static world the_world;
static options given = {.runs = 1, .steps = 250};

static void usage(void)
{
    fputs("usage: simulator [--seed N] [--runs K] [--steps N] [--profile NAME] [--until STEP] [--without KIND]\n"
          "                 [--twice] [--shrink] [--verbose] [--hashes]\n",
          stderr);
    exit(2);
}

static uint64_t kind_bit(const char *name)
{
    int kind;

    for (kind = 0; kind < step_count(); kind++) {
        if (strcmp(step_name(kind), name) == 0)
            return UINT64_C(1) << kind;
    }
    fprintf(stderr, "simulator: there is no kind of step '%s'\n", name);
    exit(2);
}

static void read_options(int count, char **arguments)
{
    profile ignored;
    int i;

    given.seed = (uint64_t)time(NULL);
    for (i = 1; i < count; i++) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;

        if (strcmp(name, "--twice") == 0) {
            given.is_twice = 1;
            continue;
        }
        if (strcmp(name, "--shrink") == 0) {
            given.shrinks = 1;
            continue;
        }
        if (strcmp(name, "--hashes") == 0) {
            given.prints_hashes = 1;
            continue;
        }
        if (strcmp(name, "--kills") == 0) {
            given.kills = 1;
            continue;
        }
        if (strcmp(name, "--verbose") == 0) {
            given.is_verbose = 1;
            continue;
        }
        if (value == NULL)
            usage();
        i += 1;
        if (strcmp(name, "--seed") == 0)
            given.seed = strtoull(value, NULL, 10);
        else if (strcmp(name, "--runs") == 0)
            given.runs = strtoull(value, NULL, 10);
        else if (strcmp(name, "--steps") == 0)
            given.steps = atoi(value);
        else if (strcmp(name, "--until") == 0)
            given.until = atoi(value);
        else if (strcmp(name, "--save") == 0)
            given.save = value;
        else if (strcmp(name, "--load") == 0)
            given.load = value;
        else if (strcmp(name, "--at") == 0)
            given.carries_at = atoi(value);
        else if (strcmp(name, "--without") == 0)
            given.without |= kind_bit(value);
        else if (strcmp(name, "--profile") == 0 && profile_find(value, &ignored))
            given.profile = value;
        else
            usage();
    }
}

/* ---- Failures ---- */

static void print_command(const world *w)
{
    int kind;

    printf("to repeat: make sim SEED=%llu STEPS=%d", (unsigned long long)w->seed, given.steps);
    if (given.profile != NULL)
        printf(" PROFILE=%s", given.profile);
    printf(" SIM='--until %d", w->step);
    for (kind = 0; kind < step_count(); kind++) {
        if (given.without >> kind & 1)
            printf(" --without %s", step_name(kind));
    }
    printf("'   (--shrink: fewer steps; --verbose: the log)\n");
}

/* The library has ended the process. */
static void on_signal(int number)
{
    const world *w = current;

    if (w != NULL && !given.shrinks) {
        printf("seed %llu, profile %s, step %d: signal %d\n", (unsigned long long)w->seed, w->profile.name, w->step,
               number);
        print_command(w);
        fflush(stdout);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* ---- Shrinking ---- */

/* Failures are the same if their first letters are: numbers and paths may differ. */
static int is_same(const char *a, const char *b)
{
    int letters = 0;

    for (; letters < 24 && *a != '\0' && *b != '\0'; a++, b++) {
        while (*a != '\0' && !(*a >= 'a' && *a <= 'z'))
            a++;
        while (*b != '\0' && !(*b >= 'a' && *b <= 'z'))
            b++;
        if (*a != *b)
            return 0;
        letters += 1;
    }
    return 1;
}

/* Whether a world fails in a process of its own, which the library may end. */
static int fails_in_child(const options *o, uint64_t seed, char *shared, size_t capacity)
{
    int status;
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child < 0)
        abort();
    if (child == 0) {
        int step;

        snprintf(shared, capacity, "the process ended");
        _exit(world_run(o, seed, &the_world, shared, capacity, &step) == 0 ? 0 : 1);
    }
    if (waitpid(child, &status, 0) != child)
        abort();
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* Drops steps, first many, then few, while the world still fails. */
static int shrink(uint64_t seed)
{
    options o = given;
    char first[1200];
    char *shared = (char *)mmap(NULL, 2048, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned char *dropped = (unsigned char *)calloc((size_t)given.steps + 2, 1);
    int size, at, i, left = 0, last = given.until > 0 && given.until < given.steps ? given.until : given.steps;

    if (shared == MAP_FAILED || dropped == NULL)
        abort();
    o.is_verbose = 0;
    o.dropped = dropped;
    if (!fails_in_child(&o, seed, shared, 2048))
        return 0;
    printf("seed %llu: %s\n", (unsigned long long)seed, shared);
    snprintf(first, sizeof first, "%s", shared);
    for (size = last; size >= 1; size /= 2) {
        for (at = 1; at <= last; at += size) {
            unsigned char before[4096];
            int count = at + size > last + 1 ? last + 1 - at : size;

            if (count > (int)sizeof before)
                continue;
            memcpy(before, dropped + at, (size_t)count);
            if (memchr(before, 0, (size_t)count) == NULL) /* All of them are dropped already. */
                continue;
            memset(dropped + at, 1, (size_t)count);
            if (!fails_in_child(&o, seed, shared, 2048) || !is_same(first, shared))
                memcpy(dropped + at, before, (size_t)count);
        }
    }
    for (i = 1; i <= last; i++)
        left += !dropped[i];
    printf("shrunk to %d steps:\n", left);
    fflush(stdout);
    o.is_verbose = 1;
    fails_in_child(&o, seed, shared, 2048);
    printf("%s\n", shared);
    return 1;
}

/* ---- Runs ---- */

static int run_seed(uint64_t seed)
{
    world *w = &the_world;
    char failure[1200];
    uint64_t first;
    int step;

    if (given.shrinks)
        return shrink(seed);
    if (world_run(&given, seed, w, failure, sizeof failure, &step) != 0) {
        printf("seed %llu, profile %s, step %d: %s\n", (unsigned long long)seed, w->profile.name, step, failure);
        print_command(w);
        return 1;
    }
    first = w->log_hash;
    if (given.prints_hashes)
        printf("seed %llu has the log %016llx\n", (unsigned long long)seed, (unsigned long long)first);
    if (!given.is_twice)
        return 0;
    if (world_run(&given, seed, w, failure, sizeof failure, &step) != 0 || w->log_hash != first) {
        printf("seed %llu: the second run has another log; compare two with --verbose\n", (unsigned long long)seed);
        return 1;
    }
    return 0;
}

static int run_kills(void)
{
    char failure[1300];

    if (world_kills(&given, &the_world, failure, sizeof failure) != 0) {
        printf("%s\n", failure);
        return 1;
    }
    printf("%ld pairs of kills\n", the_world.crashes);
    return 0;
}

int main(int count, char **arguments)
{
    static long checks, crashes, reopenings, exchanges, lines;
    static double days;
    uint64_t i, failures = 0;
    struct timespec start, end;

    read_options(count, arguments);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!vfs_install()) {
        fputs("simulator: the disk cannot be registered\n", stderr);
        return 2;
    }
    signal(SIGABRT, on_signal);
    signal(SIGSEGV, on_signal);
    signal(SIGILL, on_signal);
    signal(SIGTRAP, on_signal);
    if (given.kills)
        return run_kills();
    printf("simulator: seed %llu, %llu runs\n", (unsigned long long)given.seed, (unsigned long long)given.runs);
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (i = 0; i < given.runs && failures == 0; i++) {
        failures += (uint64_t)run_seed(given.seed + i);
        checks += the_world.checks;
        crashes += the_world.crashes;
        reopenings += the_world.reopenings;
        exchanges += the_world.exchanges;
        lines += the_world.log_lines;
        days += the_world.device_days;
    }
    current = NULL;
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%llu worlds, %llu failed: %ld checks, %ld crashes, %ld reopenings, %ld exchanges, %ld lines, "
           "%.0f days of a device, %.1f s\n",
           (unsigned long long)i, (unsigned long long)failures, checks, crashes, reopenings, exchanges, lines,
           days, (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return failures > 0;
}
