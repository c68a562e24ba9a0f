#include "callocations.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

static _Thread_local uint64_t count;

uint64_t callocations_count(void) { return count; }

#ifdef __GLIBC__

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    count++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    count++;
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *out = memory;
    return 0;
}

#endif
