/* The memory of trees, for libtally-tree. It replaces CMemory: every block comes from the memory of one tree, and knows
 * which. */
#ifndef CTALLY_TREE_MEMORY_H
#define CTALLY_TREE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "../../../include/tally_tree.h"

/* ---- The memory of a tree ---- */

typedef struct ctree_memory ctree_memory;

/* Memory from the host's function. NULL: memory ran out. */
ctree_memory *ctree_memory_create(tally_tree_memory resize, void *user_data);

/* Memory in the host's block. NULL: it is too small. */
ctree_memory *ctree_memory_create_in(void *block, size_t size);

/* All its blocks must have been freed before. */
void ctree_memory_destroy(ctree_memory *memory);

/* Sets the memory for later allocations (on this thread); NULL: allocations fail. Returns the former memory. Blocks are
 * resized and freed by their own memory. */
ctree_memory *ctree_memory_enter(ctree_memory *memory);

/* Keeps this many bytes for Swift's next object, whose allocator must not fail. 0: memory ran out. */
int ctree_memory_keep(size_t size);

size_t ctree_memory_used(const ctree_memory *memory);
size_t ctree_memory_peak(const ctree_memory *memory);

/* ---- A heap in a block of fixed size ---- */

typedef struct ctree_heap {
    struct ctree_free *free; /* The free places by their addresses. No two are neighbours. */
} ctree_heap;

/* Adds memory to a heap. Adjacent memory becomes one place. */
void ctree_heap_add(ctree_heap *heap, void *memory, size_t size);

/* A tally_tree_memory. */
void *ctree_heap_resize(void *heap, void *block, size_t old_size, size_t new_size);

/* ---- What the Swift compiler calls ---- */

/* posix_memalign and free, for objects. */
int ctree_object_allocate(void **out_memory, size_t alignment, size_t size);
void ctree_object_free(void *memory);

#endif
