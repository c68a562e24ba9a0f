#include "dice.h"

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

dice dice_of(uint64_t seed, uint64_t step, uint64_t salt)
{
    dice d = {mix(seed + 1) ^ mix(mix(step + UINT64_C(0x9E3779B97F4A7C15)) + salt)};

    return d;
}

/* SplitMix64. */
uint64_t dice_next(dice *d)
{
    d->state += UINT64_C(0x9E3779B97F4A7C15);
    return mix(d->state);
}

unsigned dice_below(dice *d, unsigned limit) { return (unsigned)((dice_next(d) >> 32) * limit >> 32); }

int dice_one_in(dice *d, unsigned n) { return dice_below(d, n) == 0; }

uint64_t hash_bytes(uint64_t hash, const void *bytes, unsigned long count)
{
    const unsigned char *at = (const unsigned char *)bytes;
    unsigned long i;

    for (i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}
