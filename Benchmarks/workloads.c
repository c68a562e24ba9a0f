#include "workloads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct shape {
    const char *name, *what;
    uint32_t fan, depth;
    int zipf, forces;
} shapes[WORKLOAD_COUNT] = {
    {"W1", "fan-out 10, depth 6, 10^6 leaves, uniform", 10, 6, 0, 0},
    {"W2", "fan-out 10, depth 6, 10^6 leaves, Zipf 1.1", 10, 6, 1, 0},
    {"W3", "one chain of 64, all on its tip", 1, 64, 0, 0},
    {"W4", "10^6 children of one parent", 1000000, 1, 0, 0},
    {"W5", "fan-out 10, depth 3, 1,000 leaves", 10, 3, 0, 0},
    {"W6", "W1 with 1 % force-clears of inner nodes", 10, 6, 0, 1},
};

const char *const workload_names[WORKLOAD_COUNT] = {"W1", "W2", "W3", "W4", "W5", "W6"};

void *must_allocate(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "bench: out of memory\n");
        exit(2);
    }
    return memory;
}

uint32_t workload_level(const workload *w, uint32_t node)
{
    uint32_t level = 0;
    while (node >= w->level_start[level + 1]) level++;
    return level;
}

uint32_t workload_parent(const workload *w, uint32_t node)
{
    uint32_t level = workload_level(w, node);
    return w->level_start[level - 1] + (node - w->level_start[level]) / w->fan;
}

size_t workload_path(const workload *w, uint32_t node, char *buffer)
{
    uint32_t digits[MAX_LEVELS];
    uint32_t level = workload_level(w, node), at = node - w->level_start[level];
    for (uint32_t i = level; i > 0; i--) {
        digits[i] = at % w->fan;
        at /= w->fan;
    }
    char *p = buffer;
    memcpy(p, "root", 4);
    p += 4;
    for (uint32_t i = 1; i <= level; i++) {
        *p++ = '.';
        *p++ = (char)('a' + (i - 1) % 26);
        char reversed[12];
        int n = 0;
        uint32_t d = digits[i];
        do reversed[n++] = (char)('0' + d % 10); while (d /= 10);
        while (n) *p++ = reversed[--n];
    }
    *p = 0;
    return (size_t)(p - buffer);
}

/* The leaves in random order, and the cumulated weight of the ranks. */
typedef struct zipf {
    uint32_t *leaf_of_rank;
    double *cumulated;
    uint32_t count;
} zipf;

static void zipf_make(zipf *z, uint32_t count, double exponent, uint64_t *random)
{
    z->count = count;
    z->leaf_of_rank = must_allocate(count * sizeof *z->leaf_of_rank);
    z->cumulated = must_allocate(count * sizeof *z->cumulated);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        z->leaf_of_rank[i] = i;
        z->cumulated[i] = sum += pow(i + 1, -exponent);
    }
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = random_below(random, i), t = z->leaf_of_rank[i - 1];
        z->leaf_of_rank[i - 1] = z->leaf_of_rank[j];
        z->leaf_of_rank[j] = t;
    }
}

static uint32_t zipf_draw(const zipf *z, uint64_t *random)
{
    double x = (double)(random_next(random) >> 11) * 0x1p-53 * z->cumulated[z->count - 1];
    uint32_t low = 0, high = z->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (z->cumulated[middle] <= x) low = middle + 1;
        else high = middle;
    }
    return z->leaf_of_rank[low];
}

static op drawn(uint32_t node, uint64_t *random)
{
    uint32_t dice = random_below(random, 100), value = 1 + random_below(random, 99);
    uint16_t kind = dice < 70 ? OP_SET : dice < 80 ? OP_DOT : dice < 95 ? OP_CLEAR : OP_GET;
    return (op){.node = node, .kind = kind, .value = (uint16_t)value};
}

void workload_shape(workload *w, uint32_t fan, uint32_t depth)
{
    memset(w, 0, sizeof *w);
    w->fan = fan;
    w->depth = depth;
    uint32_t width = 1;
    for (uint32_t level = 0; level <= w->depth; level++, width *= w->fan)
        w->level_start[level + 1] = w->level_start[level] + width;
    w->node_count = w->level_start[w->depth + 1];
}

void workload_make(workload *w, int index, size_t op_count)
{
    const struct shape *shape = &shapes[index];
    uint64_t random = 1000u + (uint64_t)(shape->forces ? 0 : index); /* W6 draws what W1 draws */
    workload_shape(w, shape->fan, shape->depth);
    w->name = shape->name;
    w->what = shape->what;

    w->op_count = op_count;
    w->ops = must_allocate(op_count * sizeof *w->ops);
    uint32_t leaves = workload_leaf_count(w), inner = w->level_start[w->depth];
    uint8_t *state = must_allocate(w->node_count); /* 1: touched, 2: set */
    memset(state, 0, w->node_count);
    zipf z = {0};
    if (shape->zipf) zipf_make(&z, leaves, 1.1, &random);
    uint64_t force_random = 99;
    for (size_t i = 0; i < op_count; i++) {
        op *o = &w->ops[i];
        uint32_t leaf = shape->zipf ? zipf_draw(&z, &random) : random_below(&random, leaves);
        *o = drawn(workload_leaf(w, leaf), &random);
        if (shape->forces && random_below(&force_random, 100) == 0) {
            o->kind = OP_FORCE;
            o->node = random_below(&force_random, inner);
        } else {
            state[o->node] |= o->kind == OP_SET || o->kind == OP_DOT ? 3 : 1;
        }
    }
    for (uint32_t node = 0; node < w->node_count; node++) w->settle_count += state[node] == 1 ? 2 : 0;
    w->settle = must_allocate(w->settle_count * sizeof *w->settle);
    size_t settled = 0;
    free(z.leaf_of_rank);
    free(z.cumulated);

    /*
     * The texts. Of a small tree there is one of each, as a host has its own few names at hand. Of a large one they
     * lie in the order of the operations, as in the buffer that a host has just read.
     */
    char path[512];
    if (w->node_count <= 4096) {
        size_t *offset = must_allocate(w->node_count * sizeof *offset), size = 0;
        for (uint32_t node = 0; node < w->node_count; node++) size += workload_path(w, node, path) + 1;
        w->text = must_allocate(size);
        size = 0;
        for (uint32_t node = 0; node < w->node_count; node++) {
            offset[node] = size;
            size += workload_path(w, node, w->text + size) + 1;
        }
        for (size_t i = 0; i < op_count; i++) w->ops[i].path = w->text + offset[w->ops[i].node];
        free(offset);
    } else {
        size_t size = 0;
        for (size_t i = 0; i < op_count; i++) size += workload_path(w, w->ops[i].node, path) + 1;
        w->text = must_allocate(size);
        size = 0;
        for (size_t i = 0; i < op_count; i++) {
            w->ops[i].path = w->text + size;
            size += workload_path(w, w->ops[i].node, w->text + size) + 1;
        }
    }

    w->again = must_allocate(op_count * sizeof *w->again);
    for (size_t i = 0; i < op_count; i++) {
        const op *o = &w->ops[i];
        w->again[i] = o->kind == OP_FORCE ? *o : drawn(o->node, &random);
        w->again[i].path = o->path;
        if (state[o->node] != 1 || o->kind == OP_FORCE) continue;
        state[o->node] = 3;
        w->settle[settled++] = (op){.path = o->path, .node = o->node, .kind = OP_SET, .value = 1};
        w->settle[settled++] = (op){.path = o->path, .node = o->node, .kind = OP_CLEAR};
    }
    free(state);
}

void workload_free(workload *w)
{
    free(w->ops);
    free(w->settle);
    free(w->again);
    free(w->text);
    memset(w, 0, sizeof *w);
}
