/*
 * border: what the C border adds to a call: the header's functions beside the same calls of the engine in Swift
 * (Border.swift), linked into one program, interleaved round by round; the median of the rounds.
 *
 *     border [ROUNDS [FILE]]
 *         FILE: the numbers as JSON
 *
 * Returns 1 if the two disagree about the badges.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <time.h>

enum { LEAVES = 1000, REPEATS = 200, MAX_ROUNDS = 101 };

uint64_t border_get(tally_account *account, const char *const *paths, const size_t *lengths, size_t count);
uint64_t border_node_get(tally_account *account, const tally_node *nodes, size_t count);
uint64_t border_set(tally_account *account, const char *const *paths, const size_t *lengths, size_t count,
                    int64_t value);
uint64_t border_node_set(tally_account *account, const tally_node *nodes, size_t count, int64_t value);

static tally_account *account;
static char texts[LEAVES][32];
static const char *paths[LEAVES];
static size_t lengths[LEAVES];
static tally_node nodes[LEAVES];
static tally_badge badges[LEAVES];
static int64_t value; /* Another one for each pass, so that each set changes something. */

static uint64_t c_get(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < LEAVES; i++)
        if (tally_badge_get(account, paths[i], &badges[i]) == TALLY_OK) sum += badges[i].count;
    return sum;
}

static uint64_t c_node_get(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < LEAVES; i++)
        if (tally_node_get(account, nodes[i], &badges[i]) == TALLY_OK) sum += badges[i].count;
    return sum;
}

static uint64_t c_set(void)
{
    uint64_t done = 0;
    value++;
    for (int i = 0; i < LEAVES; i++) done += tally_badge_set(account, paths[i], value) == TALLY_OK;
    return done;
}

static uint64_t c_node_set(void)
{
    uint64_t done = 0;
    value++;
    for (int i = 0; i < LEAVES; i++) done += tally_node_set(account, nodes[i], value) == TALLY_OK;
    return done;
}

static uint64_t core_get(void) { return border_get(account, paths, lengths, LEAVES); }
static uint64_t core_node_get(void) { return border_node_get(account, nodes, LEAVES); }
static uint64_t core_set(void) { return border_set(account, paths, lengths, LEAVES, ++value); }
static uint64_t core_node_set(void) { return border_node_set(account, nodes, LEAVES, ++value); }

static const struct {
    const char *name;
    uint64_t (*c)(void), (*core)(void);
} pairs[] = {{"get, by path", c_get, core_get},
             {"get, by node", c_node_get, core_node_get},
             {"set, by path", c_set, core_set},
             {"set, by node", c_node_set, core_node_set}};

static double nanoseconds(uint64_t (*pass)(void), uint64_t *sum)
{
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (int i = 0; i < REPEATS; i++) *sum += pass();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    return ((double)(end.tv_sec - begin.tv_sec) * 1e9 + (double)(end.tv_nsec - begin.tv_nsec)) / REPEATS / LEAVES;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

static void make_tree(tally_engine **engine)
{
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .seed = 1};
    if (tally_engine_open(&options, engine) != TALLY_OK) exit(1);
    if (tally_account_open(*engine, "ann", NULL, &account) != TALLY_OK) exit(1);
    for (int i = 0; i < LEAVES; i++) {
        snprintf(texts[i], sizeof texts[i], "root.a%d.b%d.c%d", i / 100, i / 10 % 10, i % 10);
        paths[i] = texts[i];
        lengths[i] = strlen(texts[i]);
        if (tally_node_resolve(account, paths[i], &nodes[i]) != TALLY_OK) exit(1);
        if (tally_badge_set(account, paths[i], ++value) != TALLY_OK) exit(1);
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 21;
    if (rounds < 1 || rounds > MAX_ROUNDS) return 2;
    FILE *json = argc > 2 ? fopen(argv[2], "w") : NULL;
    if (argc > 2 && !json) return 2;
    tally_engine *engine;
    make_tree(&engine);
    printf("the C border: nanoseconds of the processor a call, medians of %d rounds (goal: 5 more at most)\n", rounds);
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        double c[MAX_ROUNDS], core[MAX_ROUNDS], added[MAX_ROUNDS];
        uint64_t c_sum = 0, core_sum = 0;
        for (int round = 0; round < rounds; round++) {
            c[round] = nanoseconds(pairs[p].c, &c_sum);
            core[round] = nanoseconds(pairs[p].core, &core_sum);
            added[round] = c[round] - core[round];
        }
        if (c_sum != core_sum) {
            printf("%s: the two disagree: %llu, %llu\n", pairs[p].name, (unsigned long long)c_sum,
                   (unsigned long long)core_sum);
            return 1;
        }
        double more = median(added, rounds);
        printf("  %-14s %6.1f by the header, %6.1f in Swift, %+5.1f %s\n", pairs[p].name, median(c, rounds),
               median(core, rounds), more, more <= 5 ? "met" : "MISSED");
        if (json)
            fprintf(json, "%s\n  {\"call\": \"%s\", \"added_ns\": %.2f}", p ? "," : "[", pairs[p].name, more);
    }
    if (json) fprintf(json, "\n]\n");
    tally_account_release(account);
    if (tally_engine_close(engine, -1) != TALLY_OK) return 1;
    return json && fclose(json) != 0 ? 2 : 0;
}
