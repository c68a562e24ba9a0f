#include "reference.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 10, CHECKSUM = 8 };

void *allocate(size_t size) {
    void *block = malloc(size > 0 ? size : 1);
    require(block != NULL);
    return block;
}

bytes bytes_copy(const void *data, size_t size) {
    bytes b = {(unsigned char *)allocate(size), size};
    if (size > 0) memcpy(b.data, data, size);
    return b;
}

void bytes_free(bytes *b) {
    free(b->data);
    b->data = NULL;
    b->size = 0;
}

int bytes_equal(const bytes *a, const bytes *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* ---- Text ---- */

/* The bytes of one well-formed character at the beginning; 0: there is none. */
static size_t character(const unsigned char *text, size_t length) {
    uint32_t scalar;
    size_t count, i;

    if (length == 0) return 0;
    if (text[0] < 0x80) return 1;
    count = text[0] >= 0xF0 ? 4 : text[0] >= 0xE0 ? 3 : 2;
    if (text[0] < 0xC0 || text[0] > 0xF7 || count > length) return 0;
    scalar = text[0] & (0x7Fu >> count);
    for (i = 1; i < count; i++) {
        if ((text[i] & 0xC0) != 0x80) return 0;
        scalar = scalar << 6 | (text[i] & 0x3Fu);
    }
    if (scalar < (count == 2 ? 0x80u : count == 3 ? 0x800u : 0x10000u)) return 0;
    if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return 0;
    return count;
}

int text_is_utf8(const void *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t at = 0;

    while (at < length) {
        size_t count = character(bytes + at, length - at);
        if (count == 0) return 0;
        at += count;
    }
    return 1;
}

/* ---- JSON ---- */

typedef struct scanner {
    const char *at;
    const char *end;
} scanner;

static int value(scanner *s, int depth);

static void space(scanner *s) {
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r')) s->at += 1;
}

static int take(scanner *s, char what) {
    if (s->at == s->end || *s->at != what) return 0;
    s->at += 1;
    return 1;
}

static int word(scanner *s, const char *what) {
    while (*what != '\0') {
        if (!take(s, *what++)) return 0;
    }
    return 1;
}

static int digits(scanner *s) {
    const char *start = s->at;

    while (s->at < s->end && *s->at >= '0' && *s->at <= '9') s->at += 1;
    return s->at > start;
}

static int number(scanner *s) {
    take(s, '-');
    if (!take(s, '0') && !digits(s)) return 0;
    if (take(s, '.') && !digits(s)) return 0;
    if (!take(s, 'e') && !take(s, 'E')) return 1;
    if (!take(s, '-')) take(s, '+');
    return digits(s);
}

static int string(scanner *s) {
    if (!take(s, '"')) return 0;
    while (s->at < s->end && *s->at != '"') {
        int i;
        if ((unsigned char)*s->at < 0x20) return 0;
        if (!take(s, '\\')) {
            s->at += 1;
            continue;
        }
        if (s->at == s->end || *s->at == '\0' || strchr("\"\\/bfnrtu", *s->at) == NULL) return 0;
        if (*s->at++ != 'u') continue;
        for (i = 0; i < 4; i++) {
            if (s->at == s->end || *s->at == '\0' || strchr("0123456789abcdefABCDEF", *s->at) == NULL) return 0;
            s->at += 1;
        }
    }
    return take(s, '"');
}

/* Reads the members between brackets, after the opening one. */
static int members(scanner *s, int depth, int are_named, char closing) {
    space(s);
    if (take(s, closing)) return 1;
    do {
        space(s);
        if (are_named) {
            if (!string(s)) return 0;
            space(s);
            if (!take(s, ':')) return 0;
        }
        if (!value(s, depth)) return 0;
        space(s);
    } while (take(s, ','));
    return take(s, closing);
}

static int value(scanner *s, int depth) {
    space(s);
    if (s->at == s->end || depth == 128) return 0;
    switch (*s->at) {
    case '{': s->at += 1; return members(s, depth + 1, 1, '}');
    case '[': s->at += 1; return members(s, depth + 1, 0, ']');
    case '"': return string(s);
    case 't': return word(s, "true");
    case 'f': return word(s, "false");
    case 'n': return word(s, "null");
    default: return number(s);
    }
}

int text_is_json(const void *text, size_t length) {
    scanner s;

    s.at = (const char *)text;
    s.end = s.at + length;
    if (!text_is_utf8(text, length) || !value(&s, 0)) return 0;
    space(&s);
    return s.at == s.end;
}

/* ---- Paths ---- */

/* The bytes of one character that may stand in a component; 0: there is none. */
static size_t printable(const unsigned char *text, size_t length) {
    size_t count = character(text, length);

    if (count == 1 && (text[0] < 0x20 || text[0] == 0x7F)) return 0;
    return count == 2 && text[0] == 0xC2 && text[1] < 0xA0 ? 0 : count;
}

int path_is_name(const void *name, size_t length) {
    const unsigned char *text = (const unsigned char *)name;
    size_t at = 0;

    if (length == 0 || length > 255) return 0;
    while (at < length) {
        size_t count = printable(text + at, length - at);
        if (count == 0) return 0;
        at += count;
    }
    return 1;
}

/* How long the component at the beginning is; 0: it is not well formed. */
static size_t component(const unsigned char *text, size_t length) {
    size_t at = 0, named = 0;

    while (at < length && text[at] != '.') {
        size_t count = printable(text + at, length - at);
        if (text[at] == '\\') {
            if (at + 1 == length || (text[at + 1] != '.' && text[at + 1] != '\\')) return 0;
            at += 1;
        }
        if (count == 0) return 0;
        at += count;
        named += count;
    }
    return named > 255 ? 0 : at;
}

/* The same for components divided by dots; how many there are. */
static size_t components(const unsigned char *text, size_t length) {
    size_t at = 0, found = 0;

    while (1) {
        size_t count = component(text + at, length - at);
        if (count == 0) return 0;
        at += count;
        found += 1;
        if (at == length) return found;
        at += 1;
    }
}

int path_canonical(const void *text, size_t length, char *out, size_t *out_length, size_t *out_depth) {
    const char *path = (const char *)text;

    memcpy(out, "root", 5);
    *out_length = 4;
    *out_depth = 0;
    if (length == 4 && memcmp(path, "root", 4) == 0) return 1;
    if (length > 4 && memcmp(path, "root.", 5) == 0) {
        path += 5;
        length -= 5;
    }
    *out_depth = components((const unsigned char *)path, length);
    if (*out_depth == 0) return 0;
    out[4] = '.';
    memcpy(out + 5, path, length);
    *out_length = length + 5;
    out[*out_length] = '\0';
    return 1;
}

/* ---- What a node owns ---- */

int own_is_empty(const own *o) { return o->badge == BADGE_NONE && o->mute == 0 && o->snooze == 0; }

int own_equal(const own *a, const own *b) {
    return a->badge == b->badge && a->count == b->count && a->expires == b->expires && a->mute == b->mute
        && a->mute_until == b->mute_until && a->snooze == b->snooze;
}

/* ---- Documents ---- */

void document_init(document *d, int is_patch) {
    memset(d, 0, sizeof *d);
    d->is_patch = is_patch;
}

void document_free(document *d) {
    while (d->count > 0) document_remove(d, d->count - 1);
    free(d->entries);
    document_init(d, d->is_patch);
}

static int compare(const void *a, size_t a_length, const void *b, size_t b_length) {
    size_t shorter = a_length < b_length ? a_length : b_length;
    int order = shorter > 0 ? memcmp(a, b, shorter) : 0;

    return order != 0 ? order : a_length < b_length ? -1 : a_length > b_length;
}

static void insert(document *d, size_t index, const void *path, size_t length, const own *before, const own *after) {
    entry *e;

    if (d->count == d->capacity) {
        d->capacity = d->capacity * 2 + 8;
        d->entries = (entry *)realloc(d->entries, d->capacity * sizeof(entry));
        require(d->entries != NULL);
    }
    e = d->entries + index;
    memmove(e + 1, e, (d->count - index) * sizeof(entry));
    d->count += 1;
    e->path = bytes_copy(path, length).data;
    e->length = length;
    e->before = *before;
    e->after = *after;
}

void document_remove(document *d, size_t index) {
    free(d->entries[index].path);
    memmove(d->entries + index, d->entries + index + 1, (d->count - index - 1) * sizeof(entry));
    d->count -= 1;
}

/* The index at which a path is, or would be. */
static size_t place(const document *d, const void *path, size_t length, int *out_is_there) {
    size_t low = 0, high = d->count;

    *out_is_there = 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(d->entries[middle].path, d->entries[middle].length, path, length);
        if (order == 0) {
            *out_is_there = 1;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void document_put(document *d, const void *path, size_t length, const own *before, const own *after) {
    int is_there;
    size_t index = place(d, path, length, &is_there);

    if (is_there) {
        d->entries[index].before = *before;
        d->entries[index].after = *after;
    } else {
        insert(d, index, path, length, before, after);
    }
}

void document_copy(document *d, const document *from) {
    size_t i;

    document_init(d, from->is_patch);
    for (i = 0; i < from->count; i++) {
        const entry *e = from->entries + i;
        insert(d, i, e->path, e->length, &e->before, &e->after);
    }
}

/* ---- Reading ---- */

typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
} reader;

static int read_number(reader *r, uint64_t *out) {
    unsigned shift;

    *out = 0;
    for (shift = 0; shift < 70; shift += 7) {
        unsigned char byte;
        if (r->at == r->end) return 0;
        byte = *r->at++;
        if (shift == 63 && byte > 1) return 0;
        *out |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) return byte != 0 || shift == 0;
    }
    return 0;
}

static int read_time(reader *r, int64_t *out) {
    uint64_t number;

    if (!read_number(r, &number) || number == 0) return 0;
    *out = (int64_t)number;
    return 1;
}

static int read_own(reader *r, own *out) {
    uint64_t number = 0;
    unsigned bits;

    memset(out, 0, sizeof *out);
    if (r->at == r->end) return 0;
    bits = *r->at++;
    out->badge = bits & 3;
    out->mute = bits >> 3 & 3;
    if (out->badge == 3 || out->mute == 3 || ((bits & 64) && out->mute == 0)) return 0;
    if (bits & 64) out->mute |= MUTE_PASSES;
    if (out->badge == BADGE_COUNT) {
        if (!read_number(r, &number) || number == 0 || number > UINT32_MAX) return 0;
        out->count = (uint32_t)number;
    }
    if ((bits & 4) && (out->badge == BADGE_NONE || !read_time(r, &out->expires))) return 0;
    if ((bits & 32) && (out->mute == 0 || !read_time(r, &out->mute_until))) return 0;
    if ((bits & 128) && !read_time(r, &out->snooze)) return 0;
    return 1;
}

/* The path of an entry: `path` holds the one before it, and then this one. */
static int read_path(reader *r, unsigned char *path, size_t *length, size_t *out_shared) {
    uint64_t shared, more;

    if (!read_number(r, &shared) || !read_number(r, &more) || shared > *length) return 0;
    if (more > (uint64_t)(r->end - r->at) || shared + more > PATH_MAX_BYTES) return 0;
    memcpy(path + shared, r->at, more);
    r->at += more;
    *length = shared + more;
    *out_shared = shared;
    return 1;
}

static int read_entries(document *d, reader *r, unsigned char *path) {
    size_t length = 0, shared;

    while (r->at < r->end) {
        const entry *last = d->count > 0 ? d->entries + d->count - 1 : NULL;
        own before = {0}, after;
        if (!read_path(r, path, &length, &shared)) return 0;
        if (length > 0 && components(path, length) == 0) return 0;
        if (last != NULL) {
            if (compare(last->path, last->length, path, length) >= 0) return 0;
            if (shared < last->length && shared < length && last->path[shared] == path[shared]) return 0;
        }
        if (d->is_patch && !read_own(r, &before)) return 0;
        if (!read_own(r, &after)) return 0;
        if (d->is_patch ? own_equal(&before, &after) : own_is_empty(&after)) return 0;
        insert(d, d->count, path, length, &before, &after);
    }
    return 1;
}

static uint64_t rounded(uint64_t state, uint64_t word) {
    uint64_t mixed = state + word * UINT64_C(0xC2B2AE3D27D4EB4F);

    return (mixed << 31 | mixed >> 33) * UINT64_C(0x9E3779B185EBCA87);
}

static uint64_t hash(const unsigned char *data, size_t size) {
    uint64_t h = UINT64_C(0x27D4EB2F165667C5) + size, word = 0;
    size_t i;

    for (i = 0; i < size; i++) {
        word |= (uint64_t)data[i] << (i % 8 * 8);
        if (i % 8 == 7 || i + 1 == size) {
            h = rounded(h, word);
            word = 0;
        }
    }
    h = (h ^ h >> 33) * UINT64_C(0xC2B2AE3D27D4EB4F);
    h = (h ^ h >> 29) * UINT64_C(0x165667B19E3779F9);
    return h ^ h >> 32;
}

static void put_fixed(unsigned char *target, uint64_t number, size_t size) {
    size_t i;

    for (i = 0; i < size; i++) target[i] = (unsigned char)(number >> (8 * i));
}

static uint64_t get_fixed(const unsigned char *source, size_t size) {
    uint64_t number = 0;

    while (size-- > 0) number = number << 8 | source[size];
    return number;
}

static int is_framed(const unsigned char *data, size_t size, int is_patch) {
    if (size < HEADER + CHECKSUM || memcmp(data, is_patch ? "TLYP" : "TLYS", 4) != 0) return 0;
    if (data[4] != 1 || data[5] != 0) return 0;
    return get_fixed(data + size - CHECKSUM, CHECKSUM) == hash(data, size - CHECKSUM);
}

int document_read(document *d, const void *data, size_t size, int is_patch) {
    const unsigned char *start = (const unsigned char *)data;
    unsigned char *path;
    reader r;
    int is_good;

    document_init(d, is_patch);
    if (!is_framed(start, size, is_patch)) return 0;
    r.at = start + HEADER;
    r.end = start + size - CHECKSUM;
    path = (unsigned char *)allocate(PATH_MAX_BYTES);
    is_good = read_entries(d, &r, path) && get_fixed(start + 6, 4) == d->count;
    free(path);
    if (!is_good) document_free(d);
    return is_good;
}

uint32_t entries_count(const unsigned char *data, size_t size, int is_patch) {
    unsigned char *path = (unsigned char *)allocate(PATH_MAX_BYTES);
    reader r = {data + HEADER, data + size - CHECKSUM};
    size_t length = 0, shared;
    uint32_t count = 0;
    own o;

    while (r.at < r.end && read_path(&r, path, &length, &shared) && read_own(&r, &o)) {
        if (is_patch && !read_own(&r, &o)) break;
        count += 1;
    }
    free(path);
    return count;
}

/* ---- Writing ---- */

static unsigned char *write_number(unsigned char *at, uint64_t number) {
    for (; number >= 0x80; number >>= 7) *at++ = (unsigned char)(number | 0x80);
    *at++ = (unsigned char)number;
    return at;
}

static unsigned char *write_own(unsigned char *at, const own *o) {
    *at++ = (unsigned char)(o->badge | (o->expires != 0 ? 4u : 0u) | (o->mute & 3u) << 3 |
                            (o->mute_until != 0 ? 32u : 0u) | (o->mute & MUTE_PASSES ? 64u : 0u) |
                            (o->snooze != 0 ? 128u : 0u));
    if (o->badge == BADGE_COUNT) at = write_number(at, o->count);
    if (o->expires != 0) at = write_number(at, (uint64_t)o->expires);
    if (o->mute_until != 0) at = write_number(at, (uint64_t)o->mute_until);
    if (o->snooze != 0) at = write_number(at, (uint64_t)o->snooze);
    return at;
}

void seal(unsigned char *data, size_t size, int is_patch) {
    memcpy(data, is_patch ? "TLYP\1" : "TLYS\1", 6);
    put_fixed(data + size - CHECKSUM, hash(data, size - CHECKSUM), CHECKSUM);
}

static int skip_number(const unsigned char *data, size_t size, size_t *at, uint64_t *number) {
    unsigned shift = 0;

    *number = 0;
    while (*at < size && shift < 64) {
        *number |= (uint64_t)(data[*at] & 0x7F) << shift;
        shift += 7;
        if ((data[(*at)++] & 0x80) == 0) return 1;
    }
    return 0;
}

void seal_account(unsigned char *data, size_t size) {
    size_t at = 8;
    uint64_t number;

    memcpy(data, "TLYA", 4);
    data[4] = 1;
    data[5] &= 1;
    if (skip_number(data, size, &at, &number) && (data[5] == 0 || skip_number(data, size, &at, &number))
        && skip_number(data, size, &at, &number) && number >= HEADER + CHECKSUM && number <= size - at)
        seal(data + at, (size_t)number, 0);
    put_fixed(data + size - CHECKSUM, hash(data, size - CHECKSUM), CHECKSUM);
}

void seal_source(unsigned char *data, size_t size) {
    memcpy(data, "TLYL\1", 6);
    put_fixed(data + size - CHECKSUM, hash(data, size - CHECKSUM), CHECKSUM);
}

bytes document_write(const document *d) {
    size_t room = HEADER + CHECKSUM, i;
    bytes b, exact;
    unsigned char *at;

    for (i = 0; i < d->count; i++) room += d->entries[i].length + 80;
    b.data = (unsigned char *)allocate(room);
    at = b.data + HEADER;
    for (i = 0; i < d->count; i++) {
        const entry *e = d->entries + i, *last = i > 0 ? e - 1 : NULL;
        size_t shared = 0;
        while (last != NULL && shared < last->length && shared < e->length && last->path[shared] == e->path[shared])
            shared += 1;
        at = write_number(at, shared);
        at = write_number(at, e->length - shared);
        memcpy(at, e->path + shared, e->length - shared);
        at += e->length - shared;
        if (d->is_patch) at = write_own(at, &e->before);
        at = write_own(at, &e->after);
    }
    b.size = (size_t)(at - b.data) + CHECKSUM;
    put_fixed(b.data + 6, d->count, 4);
    seal(b.data, b.size, d->is_patch);
    exact = bytes_copy(b.data, b.size);
    bytes_free(&b);
    return exact;
}

/* ---- Differences ---- */

static const own nothing;

static const own *owned(const document *state, const entry *e) {
    int is_there;
    size_t index = place(state, e->path, e->length, &is_there);

    return is_there ? &state->entries[index].after : &nothing;
}

void document_diff(document *patch, const document *from, const document *to) {
    size_t i;

    document_init(patch, 1);
    for (i = 0; i < from->count; i++) {
        const entry *e = from->entries + i;
        const own *other = owned(to, e);
        if (!own_equal(&e->after, other)) document_put(patch, e->path, e->length, &e->after, other);
    }
    for (i = 0; i < to->count; i++) {
        const entry *e = to->entries + i;
        if (own_is_empty(owned(from, e))) document_put(patch, e->path, e->length, &nothing, &e->after);
    }
}

void document_inverse(document *patch) {
    size_t i;

    for (i = 0; i < patch->count; i++) {
        own before = patch->entries[i].before;
        patch->entries[i].before = patch->entries[i].after;
        patch->entries[i].after = before;
    }
}

const entry *document_apply(document *state, const document *patch, int force) {
    size_t i;

    for (i = 0; i < patch->count && !force; i++) {
        if (!own_equal(owned(state, patch->entries + i), &patch->entries[i].before)) return patch->entries + i;
    }
    for (i = 0; i < patch->count; i++) {
        const entry *e = patch->entries + i;
        int is_there;
        size_t index = place(state, e->path, e->length, &is_there);
        if (!own_is_empty(&e->after))
            document_put(state, e->path, e->length, &nothing, &e->after);
        else if (is_there)
            document_remove(state, index);
    }
    return NULL;
}

/* ---- The end of badges, mutes and snoozes ---- */

static const size_t no_parent = SIZE_MAX;

/* How long the path of the node above is. */
static size_t parent_length(const unsigned char *path, size_t length) {
    size_t at, last = 0;

    if (length == 0) return no_parent;
    for (at = 0; at < length; at++) {
        if (path[at] == '\\')
            at += 1;
        else if (path[at] == '.')
            last = at;
    }
    return last;
}

/* For each entry whether anything below it contributes a badge to it. */
static unsigned char *contributions(const document *state) {
    unsigned char *is_lit = (unsigned char *)allocate(state->count);
    size_t i;

    memset(is_lit, 0, state->count);
    for (i = 0; i < state->count; i++) {
        const entry *e = state->entries + i, *node = e;
        size_t length = e->length;
        if (e->after.badge == BADGE_NONE) continue;
        while (node == NULL || ((node->after.mute & 3) != MUTE_ALL && node->after.snooze == 0)) {
            int is_there;
            size_t index;
            length = parent_length(e->path, length);
            if (length == no_parent) break;
            index = place(state, e->path, length, &is_there);
            node = is_there ? state->entries + index : NULL;
            if (is_there) is_lit[index] = 1;
        }
    }
    return is_lit;
}

static void take_badge(own *o) {
    o->badge = BADGE_NONE;
    o->count = 0;
    o->expires = 0;
}

/* A badge goes with the last child that contributes one, and so on upward. */
static void clear_automatically(document *state, const unsigned char *before) {
    int goes_on = 1;

    while (goes_on) {
        unsigned char *after = contributions(state);
        size_t i;
        goes_on = 0;
        for (i = 0; i < state->count; i++) {
            own *o = &state->entries[i].after;
            if (!before[i] || after[i] || o->badge == BADGE_NONE) continue;
            take_badge(o);
            goes_on = 1;
        }
        free(after);
    }
}

/* The first instant until now at which something ends; INT64_MAX: there is none. */
static int64_t next_end(const document *state, int64_t now) {
    int64_t next = INT64_MAX;
    size_t i;

    for (i = 0; i < state->count; i++) {
        const own *o = &state->entries[i].after;
        if (o->expires != 0 && o->expires <= now && o->expires < next) next = o->expires;
        if (o->mute_until != 0 && o->mute_until <= now && o->mute_until < next) next = o->mute_until;
        if (o->snooze != 0 && o->snooze <= now && o->snooze < next) next = o->snooze;
    }
    return next;
}

/* All that ends at one instant is one operation. */
static void expire_at(document *state, int64_t now, int is_sum) {
    unsigned char *before = contributions(state);
    size_t i;

    for (i = 0; i < state->count; i++) {
        own *o = &state->entries[i].after;
        if (o->expires != 0 && o->expires <= now) take_badge(o);
        if (o->mute_until != 0 && o->mute_until <= now) {
            o->mute = 0;
            o->mute_until = 0;
        }
        if (o->snooze != 0 && o->snooze <= now) o->snooze = 0;
    }
    if (!is_sum) clear_automatically(state, before);
    free(before);
}

void document_expire(document *state, int64_t now, int is_sum) {
    int64_t next;
    size_t i;

    while ((next = next_end(state, now)) != INT64_MAX) expire_at(state, next, is_sum);
    for (i = state->count; i-- > 0;) {
        if (own_is_empty(&state->entries[i].after)) document_remove(state, i);
    }
}
