#include "c_strings.h"

#include <stdlib.h>
#include <string.h>

enum { NOTHING, DOT, COUNT };

#define NONE UINT32_MAX

typedef struct node {
    uint64_t sum; /* the sum of the counts below */
    uint32_t lit; /* badges below */
    uint32_t own;
    uint32_t parent, first_child, next_sibling;
    uint32_t text; /* offset of the path */
    uint16_t length;
    uint8_t kind;
} node;

typedef struct slot {
    uint32_t hash;
    uint32_t node; /* + 1; 0: free */
} slot;

struct cs_tree {
    node *nodes;
    slot *slots;
    char *text;
    uint32_t count, capacity;
    uint32_t mask;
    uint32_t text_size, text_capacity;
};

/* --- Hash: wyhash's way ---------------------------------------------------------------------------------------- */

static inline uint64_t mix(uint64_t a, uint64_t b)
{
    __uint128_t r = (__uint128_t)a * b;
    return (uint64_t)r ^ (uint64_t)(r >> 64);
}

static inline uint64_t read8(const char *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
    return v;
}

static inline uint64_t read4(const char *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

static inline uint32_t hash_of(const char *p, size_t length)
{
    const uint64_t s0 = 0xa0761d6478bd642fu, s1 = 0xe7037ed1a0b428dbu;
    uint64_t seed = s0, a, b;
    if (length <= 16) {
        if (length >= 4) {
            size_t step = (length >> 3) << 2;
            a = read4(p) << 32 | read4(p + step);
            b = read4(p + length - 4) << 32 | read4(p + length - 4 - step);
        } else if (length) {
            a = (uint64_t)(uint8_t)p[0] << 16 | (uint64_t)(uint8_t)p[length >> 1] << 8 | (uint8_t)p[length - 1];
            b = 0;
        } else {
            a = b = 0;
        }
    } else {
        size_t i = length;
        for (; i > 16; i -= 16, p += 16) seed = mix(read8(p) ^ s1, read8(p + 8) ^ seed);
        a = read8(p + i - 16);
        b = read8(p + i - 8);
    }
    uint64_t h = mix(s1 ^ length, mix(a ^ s1, b ^ seed));
    return (uint32_t)(h ^ h >> 32);
}

/* --- Table ------------------------------------------------------------------------------------------------------ */

static void *resized(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (!memory) abort();
    return memory;
}

static inline uint32_t find(const cs_tree *t, const char *path, size_t length, uint32_t hash)
{
    for (uint32_t i = hash & t->mask;; i = (i + 1) & t->mask) {
        slot s = t->slots[i];
        if (!s.node) return NONE;
        if (s.hash == hash) {
            const node *n = &t->nodes[s.node - 1];
            if (n->length == length && memcmp(t->text + n->text, path, length) == 0) return s.node - 1;
        }
    }
}

static void put(cs_tree *t, uint32_t hash, uint32_t index)
{
    uint32_t i = hash & t->mask;
    while (t->slots[i].node) i = (i + 1) & t->mask;
    t->slots[i] = (slot){hash, index + 1};
}

static void grow_table(cs_tree *t)
{
    slot *old = t->slots;
    uint32_t old_size = t->mask + 1;
    t->mask = old_size * 2 - 1;
    t->slots = calloc((size_t)old_size * 2, sizeof *t->slots);
    if (!t->slots) abort();
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i].node) put(t, old[i].hash, old[i].node - 1);
    free(old);
}

static uint32_t find_or_add(cs_tree *t, const char *path, size_t length, uint32_t hash)
{
    uint32_t index = find(t, path, length, hash);
    if (index != NONE) return index;

    uint32_t parent = NONE;
    size_t cut = length;
    while (cut && path[cut - 1] != '.') cut--;
    if (cut) parent = find_or_add(t, path, cut - 1, hash_of(path, cut - 1));

    if (t->count == t->capacity) {
        t->capacity *= 2;
        t->nodes = resized(t->nodes, t->capacity * sizeof *t->nodes);
    }
    if (t->text_capacity - t->text_size < length) {
        t->text_capacity = t->text_capacity * 2 + (uint32_t)length;
        t->text = resized(t->text, t->text_capacity);
    }
    if ((uint64_t)t->count * 3 >= ((uint64_t)t->mask + 1) * 2) grow_table(t);
    index = t->count++;
    node *n = &t->nodes[index];
    *n = (node){.parent = parent, .first_child = NONE, .next_sibling = NONE, .text = t->text_size,
                .length = (uint16_t)length};
    memcpy(t->text + t->text_size, path, length);
    t->text_size += (uint32_t)length;
    if (parent != NONE) {
        n->next_sibling = t->nodes[parent].first_child;
        t->nodes[parent].first_child = index;
    }
    put(t, hash, index);
    return index;
}

cs_tree *cs_create(void)
{
    cs_tree *t = calloc(1, sizeof *t);
    if (!t) abort();
    t->capacity = 64;
    t->nodes = resized(NULL, t->capacity * sizeof *t->nodes);
    t->mask = 127;
    t->slots = calloc(128, sizeof *t->slots);
    t->text_capacity = 4096;
    t->text = resized(NULL, t->text_capacity);
    if (!t->slots) abort();
    return t;
}

void cs_destroy(cs_tree *t)
{
    free(t->nodes);
    free(t->slots);
    free(t->text);
    free(t);
}

/* --- Operations ------------------------------------------------------------------------------------------------- */

static inline void change(cs_tree *t, uint32_t index, uint8_t kind, uint32_t own)
{
    node *nodes = t->nodes, *n = &nodes[index];
    uint64_t count_delta = (uint64_t)own - n->own;
    uint32_t lit_delta = (uint32_t)(kind != NOTHING) - (uint32_t)(n->kind != NOTHING);
    n->kind = kind;
    n->own = own;
    if (!count_delta && !lit_delta) return;
    for (uint32_t p = n->parent; p != NONE; p = nodes[p].parent) {
        nodes[p].sum += count_delta;
        nodes[p].lit += lit_delta;
    }
}

static void wipe(cs_tree *t, uint32_t index)
{
    node *n = &t->nodes[index];
    n->kind = NOTHING;
    n->own = 0;
    if (!n->lit) return;
    n->sum = 0;
    n->lit = 0;
    for (uint32_t c = n->first_child; c != NONE; c = t->nodes[c].next_sibling)
        if (t->nodes[c].lit || t->nodes[c].kind) wipe(t, c);
}

static void force(cs_tree *t, uint32_t index)
{
    node *n = &t->nodes[index];
    uint64_t count = n->sum + n->own;
    uint32_t lit = n->lit + (n->kind != NOTHING);
    if (!lit) return;
    wipe(t, index);
    for (uint32_t p = n->parent; p != NONE; p = t->nodes[p].parent) {
        t->nodes[p].sum -= count;
        t->nodes[p].lit -= lit;
    }
}

static inline int shown(const node *n, uint64_t *out_count)
{
    *out_count = n->sum ? n->sum : n->own;
    return n->kind != NOTHING || n->lit != 0;
}

void cs_set(cs_tree *t, const char *path, uint32_t count)
{
    size_t length = strlen(path);
    uint32_t hash = hash_of(path, length);
    uint32_t index = count ? find_or_add(t, path, length, hash) : find(t, path, length, hash);
    if (index != NONE) change(t, index, count ? COUNT : NOTHING, count);
}

void cs_dot(cs_tree *t, const char *path)
{
    size_t length = strlen(path);
    change(t, find_or_add(t, path, length, hash_of(path, length)), DOT, 0);
}

void cs_clear(cs_tree *t, const char *path)
{
    size_t length = strlen(path);
    uint32_t index = find(t, path, length, hash_of(path, length));
    if (index != NONE) change(t, index, NOTHING, 0);
}

void cs_force(cs_tree *t, const char *path)
{
    size_t length = strlen(path);
    uint32_t index = find(t, path, length, hash_of(path, length));
    if (index != NONE) force(t, index);
}

int cs_get(const cs_tree *t, const char *path, uint64_t *out_count)
{
    size_t length = strlen(path);
    uint32_t index = find(t, path, length, hash_of(path, length));
    *out_count = 0;
    return index != NONE && shown(&t->nodes[index], out_count);
}

/* --- Sixteen at a time ------------------------------------------------------------------------------------------ */

#define GROUP 16

uint64_t cs_batch(cs_tree *t, const op *ops, size_t count)
{
    uint64_t answered = 0;
    for (size_t start = 0; start < count; start += GROUP) {
        size_t n = count - start < GROUP ? count - start : GROUP;
        const op *group = ops + start;
        uint32_t hash[GROUP], guess[GROUP];
        uint16_t length[GROUP];
        for (size_t i = 0; i < n; i++) {
            length[i] = (uint16_t)strlen(group[i].path);
            hash[i] = hash_of(group[i].path, length[i]);
            __builtin_prefetch(&t->slots[hash[i] & t->mask]);
        }
        for (size_t i = 0; i < n; i++) {
            uint32_t at = hash[i] & t->mask;
            while (t->slots[at].node && t->slots[at].hash != hash[i]) at = (at + 1) & t->mask;
            guess[i] = t->slots[at].node ? t->slots[at].node - 1 : NONE;
            if (guess[i] != NONE) __builtin_prefetch(&t->nodes[guess[i]], 1);
        }
        for (size_t i = 0; i < n; i++) {
            if (guess[i] == NONE) continue;
            const node *g = &t->nodes[guess[i]];
            __builtin_prefetch(t->text + g->text);
            if (g->parent != NONE) __builtin_prefetch(&t->nodes[g->parent], 1);
        }
        for (size_t i = 0; i < n; i++) {
            const op *o = &group[i];
            uint32_t index = guess[i];
            if (index == NONE || t->nodes[index].length != length[i]
                || memcmp(t->text + t->nodes[index].text, o->path, length[i]) != 0) {
                index = o->kind == OP_SET || o->kind == OP_DOT ? find_or_add(t, o->path, length[i], hash[i])
                                                               : find(t, o->path, length[i], hash[i]);
                if (index == NONE) continue;
            }
            uint64_t c;
            switch (o->kind) {
            case OP_SET: change(t, index, COUNT, o->value); break;
            case OP_DOT: change(t, index, DOT, 0); break;
            case OP_CLEAR: change(t, index, NOTHING, 0); break;
            case OP_FORCE: force(t, index); break;
            default:
                shown(&t->nodes[index], &c);
                answered += c;
            }
        }
    }
    return answered;
}
