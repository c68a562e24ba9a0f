/* Random numbers: each step of a world has its own, so that a step that is left out leaves the others as they are. */
#ifndef TALLY_SIM_DICE_H
#define TALLY_SIM_DICE_H

#include <stdint.h>

typedef struct dice {
    uint64_t state;
} dice;

dice dice_of(uint64_t seed, uint64_t step, uint64_t salt);
uint64_t dice_next(dice *d);
/* 0 to limit - 1. */
unsigned dice_below(dice *d, unsigned limit);
int dice_one_in(dice *d, unsigned n);
/* FNV-1a. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, unsigned long count);
#define HASH_START UINT64_C(0xcbf29ce484222325)

#endif
