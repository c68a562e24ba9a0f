#include "host.h"

#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { HEADER = 10, FRAME = 18 };

static uint64_t random_state;

static unsigned below(unsigned bound) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % bound;
}

#define PICK(array) (array)[below(sizeof(array) / sizeof((array)[0]))]

static own random_own(void) {
    static const uint32_t counts[] = {1, 2, 127, 128, 300, 16384, UINT32_MAX};
    static const int64_t times[] = {1,         -1,        127,           128,           5000, INT64_MAX, INT64_MIN,
                                    INT64_MAX - 1, 1 - INT64_MAX, INT64_C(1700000000000), INT64_C(1700000000001)};
    own o;

    memset(&o, 0, sizeof o);
    o.badge = below(3);
    o.mute = below(3) == 0 ? below(3) : 0;
    if (o.mute != 0 && below(3) == 0) o.mute |= MUTE_PASSES;
    if (o.badge == BADGE_COUNT) o.count = PICK(counts);
    if (o.badge != BADGE_NONE && below(4) == 0) o.expires = PICK(times);
    if (o.mute != 0 && below(2) == 0) o.mute_until = PICK(times);
    return o;
}

/* A path of few possible ones, so that documents meet: often one that lies beside, below or above an entry's. */
static size_t random_path(const document *d, unsigned char *path, size_t capacity) {
    static const char *const parts[] = {"a",  "b",   "x", "y",    ".a", ".b", ".x", "!",    "-",        "\\.", "\\\\",
                                        ".é", "日本", "0", "root", "a.b.c", ".longer-than-eight", "longer-than-eight!"};
    size_t length = 0;
    unsigned times = 1 + below(3);

    if (d->count > 0 && below(3) != 0) {
        const entry *e = d->entries + below((unsigned)d->count);
        length = e->length < capacity ? e->length : capacity;
        memcpy(path, e->path, length);
        if (below(3) == 0 && length > 0) length = below((unsigned)length);
    }
    while (times-- > 0) {
        const char *part = PICK(parts);
        if (length == 0 && part[0] == '.') part += 1;
        if (length + strlen(part) > capacity) break;
        memcpy(path + length, part, strlen(part));
        length += strlen(part);
    }
    return below(20) == 0 ? 0 : length;
}

/* Takes out what makes a document malformed, but for a few of them. */
static void mend(document *d) {
    char canonical[600];
    size_t i = d->count, length, depth;

    if (below(16) == 0) return;
    while (i-- > 0) {
        const entry *e = d->entries + i;
        int is_good = e->length == 0
            || (e->length < 512 && path_canonical(e->path, e->length, canonical, &length, &depth));
        if (!is_good || own_equal(&e->before, &e->after)) document_remove(d, i);
    }
}

static void edit(document *d) {
    unsigned char path[512];
    unsigned times = 1 + below(4);

    while (times-- > 0) {
        own before = random_own(), after = random_own();
        if (!d->is_patch) memset(&before, 0, sizeof before);
        if (d->count > 0 && below(4) == 0) {
            document_remove(d, below((unsigned)d->count));
        } else if (d->count > 0 && below(3) == 0) {
            entry *e = d->entries + below((unsigned)d->count);
            if (d->is_patch && below(2) == 0) e->before = before;
            e->after = after;
        } else {
            document_put(d, path, random_path(d, path, sizeof path), &before, &after);
        }
    }
    mend(d);
}

static bytes edited(const bytes *old, int is_patch) {
    document d;
    bytes b;

    document_read(&d, old->data, old->size, is_patch);
    edit(&d);
    b = document_write(&d);
    document_free(&d);
    return b;
}

/* Changes bytes somewhere between the header and the checksum, and makes these right. */
static bytes sealed(const bytes *old, size_t room, int is_patch) {
    size_t size = old->size > FRAME ? old->size - FRAME : 0, i;
    bytes b = {(unsigned char *)allocate(room + FRAME), 0};
    uint32_t count;

    memset(b.data, 0, HEADER);
    if (size > room) size = room;
    if (old->size > FRAME) memcpy(b.data, old->data, HEADER + size);
    b.size = LLVMFuzzerMutate(b.data + HEADER, size, room) + FRAME;
    seal(b.data, b.size, is_patch);
    count = entries_count(b.data, b.size, is_patch);
    for (i = 0; below(8) != 0 && i < 4; i++) b.data[6 + i] = (unsigned char)(count >> (8 * i));
    seal(b.data, b.size, is_patch);
    return b;
}

/* The patch from the snapshot to one that is a little different. */
static bytes derived(const bytes *snapshot) {
    document from, to, patch;
    bytes b;

    document_read(&from, snapshot->data, snapshot->size, 0);
    document_copy(&to, &from);
    edit(&to);
    document_diff(&patch, &from, &to);
    b = document_write(&patch);
    document_free(&from);
    document_free(&to);
    document_free(&patch);
    return b;
}

static bytes changed(const bytes *old, size_t room, int is_patch) {
    unsigned way = below(10);
    bytes b;

    if (way < 5) return edited(old, is_patch);
    if (way < 9) return sealed(old, room, is_patch);
    b.data = (unsigned char *)allocate(room + FRAME);
    b.size = old->size < room ? old->size : room;
    memcpy(b.data, old->data, b.size);
    b.size = LLVMFuzzerMutate(b.data, b.size, room);
    return b;
}

size_t mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed, int second_is_patch) {
    input in = input_split(data, size);
    bytes *part, fresh;
    size_t needed;

    random_state = seed;
    below(2);
    part = below(2) == 0 ? &in.first : &in.second;
    if (below(16) == 0) in.control ^= 1u << below(4);
    if (part == &in.second && below(3) == 0)
        fresh = second_is_patch ? derived(&in.first) : edited(&in.first, 0);
    else
        fresh = changed(part, max_size / 2 > 64 ? max_size / 2 - 64 : 0, part == &in.second && second_is_patch);
    needed = 3 + fresh.size + (part == &in.first ? in.second.size : in.first.size);
    if (needed <= max_size && fresh.size <= 65535) {
        bytes_free(part);
        *part = fresh;
        data[0] = (uint8_t)in.control;
        data[1] = (uint8_t)in.first.size;
        data[2] = (uint8_t)(in.first.size >> 8);
        memcpy(data + 3, in.first.data, in.first.size);
        memcpy(data + 3 + in.first.size, in.second.data, in.second.size);
        size = needed;
    } else {
        bytes_free(&fresh);
    }
    input_free(&in);
    return size;
}
