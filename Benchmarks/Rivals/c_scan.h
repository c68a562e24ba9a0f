/*
 * Rival (e): the diff of two states that are kept as sorted arrays, by looking at all of both. Sixteen bytes an entry,
 * with a number in place of a path; no encoding, no checksum, no validation.
 */
#ifndef C_SCAN_H
#define C_SCAN_H

#include <stddef.h>
#include <stdint.h>

typedef struct scan_entry {
    uint64_t key;
    uint64_t value;
} scan_entry;

typedef struct scan_change {
    uint64_t key;
    uint64_t old_value, new_value; /* 0: not there */
} scan_change;

/* Both sorted by key. `out` has room for all of both. Returns how many changes there are. */
size_t c_scan_diff(const scan_entry *a, size_t a_count, const scan_entry *b, size_t b_count, scan_change *out);

#endif
