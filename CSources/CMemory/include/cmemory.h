/* The only allocator for storage that grows with the host's data. Unlike Swift's own, it can fail: NULL, which becomes
 * a status. A freestanding target supplies these four functions itself. Beyond them it needs only memcpy, memmove,
 * memset and memcmp. */
#ifndef CTALLY_MEMORY_H
#define CTALLY_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Memory aligned to 64 bytes (16 with 32-bit pointers), not initialised, or NULL. A size of 0 counts as 1. */
void *ctally_memory_allocate(size_t size);

/* Resizes a block to new_size, keeps the first min(old_size, new_size) bytes, and aligns it as above. NULL: failure,
 * and the old block is unchanged. A NULL block allocates. */
void *ctally_memory_resize(void *block, size_t old_size, size_t new_size);

/* NULL is accepted. */
void ctally_memory_free(void *block);

/* For tests: after `successes` more successful calls, every allocation fails until the next call of this function. A
 * negative number ends it. Returns the number of calls since it was last set. */
int64_t ctally_memory_fail_after(int64_t successes);

/* The same as memcmp. Inline, so that a freestanding target needs no header of a C library. */
static inline int ctally_memory_compare(const void *a, const void *b, size_t count) {
    return __builtin_memcmp(a, b, count);
}

/* As strlen. */
static inline size_t ctally_memory_text_length(const char *text) { return __builtin_strlen(text); }

/* Prefetches a cache line. The address may be any. */
#ifdef TALLY_PLAIN
static inline void ctally_memory_prefetch(const void *address) { (void)address; }
#else
static inline void ctally_memory_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }
#endif

#endif
