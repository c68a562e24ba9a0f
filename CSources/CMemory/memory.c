#include "cmemory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif

/* A cache line. Small machines need the memory more. */
enum { alignment = sizeof(void *) > 4 ? 64 : 16 };

/* Negative: no test failure. */
static _Atomic int64_t remaining = -1;
static _Atomic int64_t calls = 0;

static int may_allocate(void) {
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    int64_t left = atomic_load_explicit(&remaining, memory_order_relaxed);
    while (left > 0) {
        if (atomic_compare_exchange_weak(&remaining, &left, left - 1)) return 1;
    }
    return left < 0;
}

/* Blocks are rounded up to their alignment. AddressSanitizer must know the requested end. */
static void *end_at(void *block, size_t size, size_t rounded) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    if (block != NULL) __asan_poison_memory_region((char *)block + size, rounded - size);
#endif
#endif
    (void)size;
    (void)rounded;
    return block;
}

int64_t ctally_memory_fail_after(int64_t successes) {
    atomic_store(&remaining, successes < 0 ? -1 : successes);
    return atomic_exchange(&calls, 0);
}

void *ctally_memory_allocate(size_t size) {
    if (!may_allocate() || size > SIZE_MAX - alignment) return NULL;
    size_t rounded = ((size ? size : 1) + alignment - 1) & ~(size_t)(alignment - 1);
    return end_at(aligned_alloc(alignment, rounded), size, rounded);
}

void *ctally_memory_resize(void *block, size_t old_size, size_t new_size) {
    void *grown = ctally_memory_allocate(new_size);
    if (grown == NULL) return NULL;
    if (block != NULL) {
        memcpy(grown, block, old_size < new_size ? old_size : new_size);
        free(block);
    }
    return grown;
}

void ctally_memory_free(void *block) { free(block); }
