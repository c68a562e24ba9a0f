#include "c_scan.h"

size_t c_scan_diff(const scan_entry *a, size_t a_count, const scan_entry *b, size_t b_count, scan_change *out)
{
    const scan_entry *a_end = a + a_count, *b_end = b + b_count;
    scan_change *next = out;
    while (a < a_end && b < b_end) {
        if (a->key == b->key) {
            if (a->value != b->value) *next++ = (scan_change){a->key, a->value, b->value};
            a++;
            b++;
        } else if (a->key < b->key) {
            *next++ = (scan_change){a->key, a->value, 0};
            a++;
        } else {
            *next++ = (scan_change){b->key, 0, b->value};
            b++;
        }
    }
    for (; a < a_end; a++) *next++ = (scan_change){a->key, a->value, 0};
    for (; b < b_end; b++) *next++ = (scan_change){b->key, 0, b->value};
    return (size_t)(next - out);
}
