/* What the pure modules need of a machine without a C library: memory, and the four functions that compilers call.
 *
 * The allocator is the one of Kernighan and Ritchie: a list of free blocks by their addresses, the first that fits,
 * neighbours joined when a block comes back. So what was given back is used again, and trees that come and go do not
 * let the memory grow. Units of 64 bytes are the alignment that is asked for, and a block's header is one. */
#include "cmemory.h"

enum { unit = 64, page = 65536 };

typedef union block {
    struct {
        union block *next;
        size_t units; /* With the header. */
    } head;
    char bytes[unit];
} block;

extern char __heap_base;

/* The list ends with NULL. Nothing is in it twice, and no two blocks of it are neighbours. */
static block *free_blocks;
static char *heap_end;

static void give_back(block *given)
{
    block **link = &free_blocks;

    while (*link != NULL && *link < given) link = &(*link)->head.next;
    given->head.next = *link;
    if (given + given->head.units == *link) {
        given->head.units += (*link)->head.units;
        given->head.next = (*link)->head.next;
    }
    *link = given;
    for (block *before = free_blocks; before != NULL && before < given; before = before->head.next) {
        if (before + before->head.units == given) {
            before->head.units += given->head.units;
            before->head.next = given->head.next;
            return;
        }
    }
}

/* Asks the machine for so many units more. */
static int grow(size_t units)
{
    size_t current = __builtin_wasm_memory_size(0) * page;
    size_t begin = heap_end == NULL ? ((size_t)&__heap_base + unit - 1) & ~(size_t)(unit - 1) : (size_t)heap_end;
    size_t room = current - begin;
    size_t pages = units * unit > room ? (units * unit - room + page - 1) / page : 0;

    if (pages > 0 && __builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
    block *added = (block *)begin;
    added->head.units = (room + pages * page) / unit;
    heap_end = (char *)(added + added->head.units);
    give_back(added);
    return 1;
}

void *ctally_memory_allocate(size_t size)
{
    if (size > SIZE_MAX / 2) return NULL;
    size_t units = (size + unit - 1) / unit + (size == 0) + 1;

    for (;;) {
        for (block **link = &free_blocks; *link != NULL; link = &(*link)->head.next) {
            block *found = *link;
            if (found->head.units < units) continue;
            if (found->head.units == units) {
                *link = found->head.next;
            } else { /* Its beginning goes, its end stays. */
                block *rest = found + units;
                rest->head.units = found->head.units - units;
                rest->head.next = found->head.next;
                *link = rest;
                found->head.units = units;
            }
            return found + 1;
        }
        if (!grow(units)) return NULL;
    }
}

void ctally_memory_free(void *memory)
{
    if (memory != NULL) give_back((block *)memory - 1);
}

void *ctally_memory_resize(void *memory, size_t old_size, size_t new_size)
{
    void *grown = ctally_memory_allocate(new_size);

    if (grown == NULL) return NULL;
    if (memory != NULL) {
        __builtin_memcpy(grown, memory, old_size < new_size ? old_size : new_size);
        ctally_memory_free(memory);
    }
    return grown;
}

int64_t ctally_memory_fail_after(int64_t successes)
{
    (void)successes;
    return 0;
}

/* Swift's own: the few small objects, whose allocator may not say no: it traps. */
int posix_memalign(void **out_memory, size_t alignment, size_t size)
{
    *out_memory = alignment <= unit ? ctally_memory_allocate(size) : NULL;
    return *out_memory == NULL ? 12 : 0;
}

void free(void *memory) { ctally_memory_free(memory); }

/* With bulk memory these are instructions. */
void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *a, const void *b, size_t count)
{
    const unsigned char *x = a, *y = b;

    for (; count > 0; count--, x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

/* The product of two numbers of 128 bits, for which compilers call this where a machine has none of 64 by 64. */
__int128 __multi3(__int128 a, __int128 b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
    uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32), other = x0 * y1 + (uint32_t)middle;
    uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);

    high += x * (uint64_t)(b >> 64) + (uint64_t)(a >> 64) * y;
    return (__int128)((unsigned __int128)high << 64 | (other << 32 | (uint32_t)low));
}
