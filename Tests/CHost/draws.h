/* Random numbers for tests. They print the seed of a run, and TALLY_SEED=N repeats it. */
#ifndef TALLY_TEST_DRAWS_H
#define TALLY_TEST_DRAWS_H

#include "support.h"

#include <stdlib.h>
#include <time.h>

static uint64_t random_state;

static inline unsigned random_below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

/* Each run begins with the same seed, so that it is the same in every build. */
static inline void seed(void)
{
    const char *given = getenv("TALLY_SEED");

    random_state = given != NULL ? strtoull(given, NULL, 10) : 20261130;
    print_message("    seed %llu (TALLY_SEED)\n", (unsigned long long)random_state);
}

/* Runs `live` so many times, from a seed on that differs from run to run; with TALLY_SEED once. Returns how often. */
static inline int live_many(void (*live)(uint64_t seed), int usual, int under_valgrind, int soak)
{
    const char *given = getenv("TALLY_SEED");
    uint64_t first = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    int lives = given != NULL ? 1 : is_soak() ? soak : is_valgrind() ? under_valgrind : usual, i;

    for (i = 0; i < lives; i++) {
        print_message("    seed %llu (TALLY_SEED)\n", (unsigned long long)(first + (uint64_t)i));
        live(first + (uint64_t)i);
    }
    return lives;
}

#endif
