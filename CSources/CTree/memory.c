/* CMemory's functions, with the memory of the hosts of trees. */
#include "ctree.h"

#include "cmemory.h"

/* Without threads (CTALLY_NO_THREADS) there is one copy of each thread's data. */
#ifdef CTALLY_NO_THREADS
#define THREAD_LOCAL
#else
#define THREAD_LOCAL _Thread_local
#endif

struct ctree_memory {
    tally_tree_memory resize;
    void *user_data;
    size_t used, peak;
    void *kept;
    size_t kept_size;
};

/* Comes before each block. Its size is the alignment of a block. */
typedef struct header {
    ctree_memory *owner;
    size_t size; /* Includes the header. */
} header;

_Static_assert(sizeof(header) == 2 * sizeof(void *), "blocks are aligned as their headers end");

static THREAD_LOCAL ctree_memory *current;

ctree_memory *ctree_memory_enter(ctree_memory *memory)
{
    ctree_memory *former = current;

    current = memory;
    return former;
}

static void take(ctree_memory *memory, size_t added, size_t removed)
{
    memory->used = memory->used - removed + added;
    if (memory->used > memory->peak) memory->peak = memory->used;
}

ctree_memory *ctree_memory_create(tally_tree_memory resize, void *user_data)
{
    ctree_memory *memory = resize(user_data, NULL, 0, sizeof *memory);

    if (memory == NULL) return NULL;
    memory->resize = resize;
    memory->user_data = user_data;
    memory->used = memory->peak = sizeof *memory;
    memory->kept = NULL;
    memory->kept_size = 0;
    return memory;
}

ctree_memory *ctree_memory_create_in(void *block, size_t size)
{
    size_t skipped = (0 - (uintptr_t)block) % sizeof(header);
    ctree_heap *heap = (ctree_heap *)((char *)block + skipped);

    if (size < skipped + 2 * sizeof(header)) return NULL;
    heap->free = NULL;
    ctree_heap_add(heap, (char *)heap + sizeof(header), size - skipped - sizeof(header));
    return ctree_memory_create(ctree_heap_resize, heap);
}

void ctree_memory_destroy(ctree_memory *memory)
{
    if (memory->kept != NULL) {
        void *kept = memory->kept;
        memory->kept = NULL;
        ctally_memory_free(kept);
    }
    memory->resize(memory->user_data, memory, sizeof *memory, 0);
}

size_t ctree_memory_used(const ctree_memory *memory) { return memory->used; }
size_t ctree_memory_peak(const ctree_memory *memory) { return memory->peak; }

int ctree_memory_keep(size_t size)
{
    void *kept = ctally_memory_allocate(size);

    if (kept == NULL) return 0;
    current->kept = kept;
    current->kept_size = size;
    return 1;
}

void *ctally_memory_allocate(size_t size)
{
    header *block;

    if (current == NULL || size > SIZE_MAX / 2) return NULL;
    size = (size ? size : 1) + sizeof *block;
    block = current->resize(current->user_data, NULL, 0, size);
    if (block == NULL) return NULL;
    block->owner = current;
    block->size = size;
    take(current, size, 0);
    return block + 1;
}

void ctally_memory_free(void *memory)
{
    header *block;

    if (memory == NULL) return;
    block = (header *)memory - 1;
    take(block->owner, 0, block->size);
    block->owner->resize(block->owner->user_data, block, block->size, 0);
}

void *ctally_memory_resize(void *memory, size_t old_size, size_t new_size)
{
    header *block;
    ctree_memory *owner;
    size_t size;

    (void)old_size;
    if (memory == NULL) return ctally_memory_allocate(new_size);
    if (new_size > SIZE_MAX / 2) return NULL;
    block = (header *)memory - 1;
    owner = block->owner;
    size = block->size;
    new_size = (new_size ? new_size : 1) + sizeof *block;
    block = owner->resize(owner->user_data, block, size, new_size);
    if (block == NULL) return NULL;
    block->size = new_size;
    take(owner, new_size, size);
    return block + 1;
}

int ctree_object_allocate(void **out_memory, size_t alignment, size_t size)
{
    *out_memory = NULL;
    if (alignment <= sizeof(header) || alignment <= _Alignof(max_align_t)) {
        if (current != NULL && current->kept != NULL && size <= current->kept_size) {
            *out_memory = current->kept;
            current->kept = NULL;
        } else {
            *out_memory = ctally_memory_allocate(size);
        }
    }
    return *out_memory == NULL ? 12 : 0;
}

void ctree_object_free(void *memory) { ctally_memory_free(memory); }
