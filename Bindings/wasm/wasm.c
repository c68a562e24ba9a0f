/* The parts of a WebAssembly module for libtally-tree: memory that grows, and the functions that compilers call. */
#include "ctree.h"

enum { unit = 16, page = 65536 };

extern char __heap_base;

static ctree_heap heap;
static size_t end;

/* Asks the machine for more memory, which continues what there was. */
static int grow(size_t size)
{
    size_t current = __builtin_wasm_memory_size(0) * page;
    size_t begin = end == 0 ? ((size_t)&__heap_base + unit - 1) / unit * unit : end;
    size_t pages = end == 0 && current - begin > size ? 0 : size / page + 1;

    if (pages > 0 && __builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
    end = current + pages * page;
    ctree_heap_add(&heap, (void *)begin, end - begin);
    return 1;
}

static void *resize(void *user_data, void *block, size_t old_size, size_t new_size)
{
    void *resized = ctree_heap_resize(&heap, block, old_size, new_size);

    (void)user_data;
    if (resized != NULL || new_size == 0 || new_size > SIZE_MAX / 2 || !grow(new_size + unit)) return resized;
    return ctree_heap_resize(&heap, block, old_size, new_size);
}

/* For JavaScript: a block that it puts texts and bytes into. */
void *memory_resize(void *block, size_t old_size, size_t new_size) { return resize(NULL, block, old_size, new_size); }

/* A tree with the module's memory; NULL: there is none. */
tally_tree *tree_create(int32_t aggregation, uint32_t depth, uint32_t path_bytes, uint32_t nodes, uint64_t seed)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;

    options.aggregation = aggregation;
    options.max_depth = depth;
    options.max_path_bytes = path_bytes;
    options.max_nodes = nodes;
    options.max_changes = 65536;
    options.seed = seed;
    options.memory = resize;
    return tally_tree_create(&options, &tree) == TALLY_OK ? tree : NULL;
}

/* Swift's own: objects. */
int posix_memalign(void **out_memory, size_t alignment, size_t size)
{
    return ctree_object_allocate(out_memory, alignment, size);
}

void free(void *memory) { ctree_object_free(memory); }

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

size_t strlen(const char *text)
{
    const char *at = text;

    while (*at != 0) at++;
    return (size_t)(at - text);
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
