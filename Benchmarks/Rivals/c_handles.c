#include "c_handles.h"

#include <stdlib.h>
#include <string.h>

enum { NOTHING, DOT, COUNT };

struct ch_tree {
    uint32_t *parent, *first_child, *next_sibling;
    uint8_t *kind;
    uint32_t *own;
    uint64_t *sum; /* the sum of the counts below */
    uint32_t *lit; /* badges below */
    uint32_t count, capacity;
};

static void *resized(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (!memory) abort();
    return memory;
}

static uint32_t add(ch_tree *t, uint32_t parent)
{
    if (t->count == t->capacity) {
        size_t n = t->capacity = t->capacity ? t->capacity * 2 : 64;
        t->parent = resized(t->parent, n * sizeof *t->parent);
        t->first_child = resized(t->first_child, n * sizeof *t->first_child);
        t->next_sibling = resized(t->next_sibling, n * sizeof *t->next_sibling);
        t->kind = resized(t->kind, n * sizeof *t->kind);
        t->own = resized(t->own, n * sizeof *t->own);
        t->sum = resized(t->sum, n * sizeof *t->sum);
        t->lit = resized(t->lit, n * sizeof *t->lit);
    }
    uint32_t node = t->count++;
    t->parent[node] = parent;
    t->first_child[node] = CH_NONE;
    t->next_sibling[node] = CH_NONE;
    t->kind[node] = NOTHING;
    t->own[node] = 0;
    t->sum[node] = 0;
    t->lit[node] = 0;
    return node;
}

ch_tree *ch_create(void)
{
    ch_tree *t = calloc(1, sizeof *t);
    if (!t) abort();
    add(t, CH_NONE);
    return t;
}

void ch_destroy(ch_tree *t)
{
    free(t->parent);
    free(t->first_child);
    free(t->next_sibling);
    free(t->kind);
    free(t->own);
    free(t->sum);
    free(t->lit);
    free(t);
}

uint32_t ch_add_child(ch_tree *t, uint32_t parent)
{
    uint32_t node = add(t, parent);
    t->next_sibling[node] = t->first_child[parent];
    t->first_child[parent] = node;
    return node;
}

static void change(ch_tree *t, uint32_t node, uint8_t kind, uint32_t own)
{
    uint64_t count_delta = (uint64_t)own - t->own[node];
    uint32_t lit_delta = (uint32_t)(kind != NOTHING) - (uint32_t)(t->kind[node] != NOTHING);
    t->kind[node] = kind;
    t->own[node] = own;
    if (!count_delta && !lit_delta) return;
    for (uint32_t p = t->parent[node]; p != CH_NONE; p = t->parent[p]) {
        t->sum[p] += count_delta;
        t->lit[p] += lit_delta;
    }
}

void ch_set(ch_tree *t, uint32_t node, uint32_t count) { change(t, node, count ? COUNT : NOTHING, count); }
void ch_dot(ch_tree *t, uint32_t node) { change(t, node, DOT, 0); }
void ch_clear(ch_tree *t, uint32_t node) { change(t, node, NOTHING, 0); }

static void wipe(ch_tree *t, uint32_t node)
{
    t->kind[node] = NOTHING;
    t->own[node] = 0;
    if (!t->lit[node]) return;
    t->sum[node] = 0;
    t->lit[node] = 0;
    for (uint32_t c = t->first_child[node]; c != CH_NONE; c = t->next_sibling[c])
        if (t->lit[c] || t->kind[c]) wipe(t, c);
}

void ch_force(ch_tree *t, uint32_t node)
{
    uint64_t count = t->sum[node] + t->own[node];
    uint32_t lit = t->lit[node] + (t->kind[node] != NOTHING);
    if (!lit) return;
    wipe(t, node);
    for (uint32_t p = t->parent[node]; p != CH_NONE; p = t->parent[p]) {
        t->sum[p] -= count;
        t->lit[p] -= lit;
    }
}

int ch_get(const ch_tree *t, uint32_t node, uint64_t *out_count)
{
    *out_count = t->sum[node] ? t->sum[node] : t->own[node];
    return t->kind[node] != NOTHING || t->lit[node] != 0;
}
