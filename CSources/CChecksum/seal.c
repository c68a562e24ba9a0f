#include "seal.h"

#include "cchecksum.h"

#include <string.h>

/* ---- The hash ---- */

/* Bytes in memory as a number, least significant first. */
static uint64_t load(const unsigned char *bytes)
{
    uint64_t word = 0;

    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static uint32_t page_number(const unsigned char *trailer)
{
    return (uint32_t)trailer[0] << 24 | (uint32_t)trailer[1] << 16 | (uint32_t)trailer[2] << 8 | trailer[3];
}

/* The parts of the first page that any SQLite program changes when it copies a database, or changes its journal. They
 * have no stored data. The journal's two bytes count, but not which of the two kinds it is. */
enum { NEUTRAL_BYTES = 104 };

static void neutralize(unsigned char header[NEUTRAL_BYTES])
{
    if (header[18] == 1 && header[19] == 1)
        header[18] = header[19] = 2;
    memset(header + 24, 0, 4); /* The counter of changes, */
    memset(header + 40, 0, 4); /* the counter of the schema, */
    memset(header + 92, 0, 8); /* and the version and change at which it was written. */
}

/* Each step is a bijection of the state for a given word, and of the word for a given state. So pages that differ in
 * only one word never have the same hash. */
static uint64_t stir(uint64_t state, const unsigned char *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i += 8) {
        state ^= load(bytes + i);
        state *= UINT64_C(0x9E3779B185EBCA87);
        state = state << 31 | state >> 33;
    }
    return state;
}

/* The hash of a page without the hash itself. */
static uint64_t hash(const unsigned char *page, size_t size, uint32_t number)
{
    size_t count = size - 8, begin = 0;
    uint64_t state = UINT64_C(0x27D4EB2F165667C5) + count;

    if (number == 1) {
        unsigned char header[NEUTRAL_BYTES];

        begin = sizeof header;
        memcpy(header, page, begin);
        neutralize(header);
        state = stir(state, header, begin);
    }
    state = stir(state, page + begin, count - begin);
    state ^= state >> 33;
    state *= UINT64_C(0xC2B2AE3D27D4EB4F);
    return state ^ state >> 29;
}

void ctally_checksum_seal(unsigned char *page, int size, uint32_t number)
{
    unsigned char *trailer = page + size - CTALLY_CHECKSUM_BYTES;
    uint64_t sum;
    int i;

    trailer[0] = (unsigned char)(number >> 24);
    trailer[1] = (unsigned char)(number >> 16);
    trailer[2] = (unsigned char)(number >> 8);
    trailer[3] = (unsigned char)number;
    sum = hash(page, (size_t)size, number);
    for (i = 0; i < 8; i++)
        trailer[4 + i] = (unsigned char)(sum >> 8 * i);
}

void ctally_checksum_unseal(unsigned char *page, int size)
{
    memset(page + size - CTALLY_CHECKSUM_BYTES, 0, CTALLY_CHECKSUM_BYTES);
}

static int is_zero(const unsigned char *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        if (bytes[i] != 0)
            return 0;
    }
    return 1;
}

int ctally_checksum_judge(const void *bytes, size_t size, uint32_t number)
{
    const unsigned char *page = bytes, *trailer = page + size - CTALLY_CHECKSUM_BYTES;

    if (page_number(trailer) == number && load(page + size - 8) == hash(page, size, number))
        return CTALLY_PAGE_RIGHT;
    if (!is_zero(trailer, CTALLY_CHECKSUM_BYTES))
        return CTALLY_PAGE_WRONG;
    return is_zero(page, size) ? CTALLY_PAGE_ZERO : CTALLY_PAGE_UNSEALED;
}

uint64_t ctally_checksum_hash(const unsigned char *page, int size)
{
    uint64_t state = stir(UINT64_C(0x27D4EB2F165667C5), page, (size_t)size);

    return state == 0 ? 1 : state;
}
