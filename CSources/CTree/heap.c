/* A heap in given memory. The free places are sorted by their addresses, the first one that fits is used, and
 * neighbours are joined when a block is freed. The caller knows the size of a block when it frees it, so a block has no
 * header. */
#include "ctree.h"

/* In each free place. Its size is the unit: the alignment of blocks. */
typedef struct ctree_free {
    struct ctree_free *next;
    size_t units;
} place;

static size_t units_of(size_t size) { return size / sizeof(place) + (size % sizeof(place) != 0); }

static void give_back(ctree_heap *heap, place *given, size_t units)
{
    place *before = NULL, *after = heap->free;

    while (after != NULL && after < given) {
        before = after;
        after = after->next;
    }
    given->units = units;
    given->next = after;
    if (after != NULL && given + units == after) {
        given->units += after->units;
        given->next = after->next;
    }
    if (before == NULL) {
        heap->free = given;
    } else if (before + before->units == given) {
        before->units += given->units;
        before->next = given->next;
    } else {
        before->next = given;
    }
}

/* Takes the beginning of a free place. */
static void *take(place **link, size_t units)
{
    place *found = *link, *next = found->next;

    if (found->units > units) {
        place *rest = found + units;
        rest->units = found->units - units;
        rest->next = next;
        next = rest;
    }
    *link = next;
    return found;
}

static void *allocate(ctree_heap *heap, size_t units)
{
    place **link;

    for (link = &heap->free; *link != NULL; link = &(*link)->next) {
        if ((*link)->units >= units) return take(link, units);
    }
    return NULL;
}

/* Extends a block by a part of the free place behind it. */
static int extend(ctree_heap *heap, place *block, size_t units, size_t wanted)
{
    place **link = &heap->free;

    while (*link != NULL && *link < block) link = &(*link)->next;
    if (*link != block + units || (*link)->units < wanted - units) return 0;
    take(link, wanted - units);
    return 1;
}

/* Grows a block over the free places before and behind it, to the beginning of which it moves. */
static void *extend_down(ctree_heap *heap, place *block, size_t units, size_t wanted, size_t size)
{
    place **link = &heap->free, *before, *next;
    size_t room = units;

    while (*link != NULL && *link < block && *link + (*link)->units != block) link = &(*link)->next;
    before = *link;
    if (before == NULL || before > block) return NULL;
    next = before->next;
    room += before->units;
    if (next == block + units) {
        room += next->units;
        next = next->next;
    }
    if (room < wanted) return NULL;
    *link = next;
    __builtin_memmove(before, block, size);
    if (room > wanted) give_back(heap, before + wanted, room - wanted);
    return before;
}

void ctree_heap_add(ctree_heap *heap, void *memory, size_t size)
{
    if (size >= sizeof(place)) give_back(heap, memory, size / sizeof(place));
}

void *ctree_heap_resize(void *user_data, void *block, size_t old_size, size_t new_size)
{
    ctree_heap *heap = user_data;
    size_t old_units = units_of(old_size), new_units = units_of(new_size);
    void *moved;

    if (block == NULL) return allocate(heap, new_units);
    if (new_units < old_units) {
        give_back(heap, (place *)block + new_units, old_units - new_units);
        return new_units == 0 ? NULL : block;
    }
    if (new_units == old_units || extend(heap, block, old_units, new_units)) return block;
    moved = extend_down(heap, block, old_units, new_units, old_size);
    if (moved != NULL) return moved;
    moved = allocate(heap, new_units);
    if (moved == NULL) return NULL;
    __builtin_memcpy(moved, block, old_size);
    give_back(heap, block, old_units);
    return moved;
}
