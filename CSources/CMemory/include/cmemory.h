/* The one allocator for storage that grows with the host's data. Unlike Swift's own, it can say no: NULL, which
 * becomes a status. A freestanding target supplies these four functions itself; that is all it has to supply
 * beyond memcpy, memmove, memset and memcmp. */
#ifndef CTALLY_MEMORY_H
#define CTALLY_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Memory aligned to 64 bytes (16 where pointers have 32 bits), not initialised, or NULL. A size of 0 is taken as 1. */
void *ctally_memory_allocate(size_t size);

/* The block grown or shrunk to new_size with its first min(old_size, new_size) bytes kept, aligned as above,
 * or NULL, and then the old block is as it was. NULL as the old block allocates. */
void *ctally_memory_resize(void *block, size_t old_size, size_t new_size);

/* NULL is accepted. */
void ctally_memory_free(void *block);

/* For tests: after `successes` more successful calls every allocation fails, until told otherwise. A negative
 * number ends it. Returns how many calls have been made since the last time it was set. */
int64_t ctally_memory_fail_after(int64_t successes);

/* As memcmp. Inline, so that a freestanding target needs no header of a C library for them. */
static inline int ctally_memory_compare(const void *a, const void *b, size_t count) {
    return __builtin_memcmp(a, b, count);
}

/* Asks for a cache line that will be needed soon. It may be any address. */
static inline void ctally_memory_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

#endif
