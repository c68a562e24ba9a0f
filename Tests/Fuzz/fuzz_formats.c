/* A byte of flags, and texts that end with NUL: a language tag, a format, and notifications, the newest first, each a
 * byte for its count and its argument. What formats and summaries are is written here a second time, for the root
 * language. */
#include "reference.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined in formats.swift. */
ptrdiff_t fuzz_tag(const void *tag, ptrdiff_t size, void *text, ptrdiff_t room);
ptrdiff_t fuzz_compile(const void *text, ptrdiff_t size, uint8_t category, bool is_hidden, void *compiled,
                       ptrdiff_t *position);
ptrdiff_t fuzz_word(const void *tag, ptrdiff_t tag_size, const void *compiled, ptrdiff_t size, bool is_hidden,
                    const void *const *arguments, const ptrdiff_t *sizes, const uint64_t *counts, ptrdiff_t count,
                    void *text, ptrdiff_t room);

enum { MOST = 64, HIDDEN = 1, ROOT = 2, OTHER = 6 };

typedef struct group {
    const void *arguments[MOST];
    ptrdiff_t sizes[MOST];
    uint64_t counts[MOST];
    ptrdiff_t count;
} group;

/* How long a directive is; 0: it is none. */
static size_t directive(const unsigned char *text, size_t left) {
    static const char *const all[] = {"%u", "%1$u", "%@", "%2$@", "%%"};
    size_t i;

    for (i = 0; i < sizeof all / sizeof *all; i++) {
        size_t length = strlen(all[i]);
        if (length <= left && memcmp(text, all[i], length) == 0) return length;
    }
    return 0;
}

/* The offset at which the format is rejected; its size: it is valid. */
static size_t refused_at(const bytes *format, int is_hidden) {
    size_t at = 0;

    while (at < format->size) {
        size_t length = 1;
        if (format->data[at] < 0x20 && format->data[at] != '\t' && format->data[at] != '\n') break;
        if (format->data[at] == '%') {
            length = directive(format->data + at, format->size - at);
            if (length == 0 || (is_hidden && format->data[at + length - 1] == '@')) break;
        }
        at += length;
    }
    return at;
}

static void put(bytes *text, const void *data, size_t size) {
    if (size == 0) return;
    text->data = (unsigned char *)realloc(text->data, text->size + size);
    require(text->data != NULL);
    memcpy(text->data + text->size, data, size);
    text->size += size;
}

static int came_before(const group *g, ptrdiff_t first, ptrdiff_t index) {
    ptrdiff_t i;

    for (i = first; i < index; i++) {
        if (g->sizes[i] == g->sizes[index] && memcmp(g->arguments[i], g->arguments[index], (size_t)g->sizes[i]) == 0)
            return 1;
    }
    return 0;
}

static bytes joined_arguments(const group *g) {
    bytes list = {NULL, 0};
    ptrdiff_t i;

    for (i = 1; i < g->count; i++) {
        if (g->sizes[i] == 0 || came_before(g, 1, i)) continue;
        if (list.size > 0) put(&list, ", ", 2);
        put(&list, g->arguments[i], (size_t)g->sizes[i]);
    }
    return list;
}

static bytes expected_summary(const bytes *format, const group *g, int is_hidden) {
    bytes text = {NULL, 0}, list = joined_arguments(g);
    unsigned long long items = 0;
    int has_arguments = 0;
    char number[80];
    ptrdiff_t i;
    size_t at = 0;

    for (i = is_hidden ? 0 : 1; i < g->count; i++) items += g->counts[i] > 0 ? g->counts[i] : 1;
    snprintf(number, sizeof number, "%llu", items);
    while (at < format->size) {
        size_t length = format->data[at] == '%' ? directive(format->data + at, format->size - at) : 0;
        unsigned char last = length > 0 ? format->data[at + length - 1] : 0;
        if (last == 'u') put(&text, number, strlen(number));
        if (last == '@') put(&text, list.data, list.size);
        if (last == '@') has_arguments = 1;
        if (last == '%') put(&text, "%", 1);
        if (length == 0) put(&text, format->data + at, 1);
        at += length > 0 ? length : 1;
    }
    if (has_arguments && list.size == 0) {
        text.size = 0;
        snprintf(number, sizeof number, "%llu more notification%s", items, items == 1 ? "" : "s");
        put(&text, number, strlen(number));
    }
    free(list.data);
    return text;
}

static void check_tag(const bytes *tag) {
    char text[16], again[16];
    ptrdiff_t size = fuzz_tag(tag->data, (ptrdiff_t)tag->size, text, sizeof text);

    if (size < 0) return;
    require(size >= 2 && size <= 12);
    require(fuzz_tag(text, size, again, sizeof again) == size && memcmp(text, again, (size_t)size) == 0);
}

static void check_summary(const bytes *tag, const bytes *format, const bytes *compiled, const group *g, int flags) {
    int is_hidden = flags & HIDDEN;
    bytes root = {NULL, 0}, expected;
    const bytes *language = flags & ROOT ? &root : tag;
    ptrdiff_t size = fuzz_word(language->data, (ptrdiff_t)language->size, compiled->data, (ptrdiff_t)compiled->size,
                               is_hidden, g->arguments, g->sizes, g->counts, g->count, NULL, 0);
    unsigned char *text;

    require((size < 0) == (g->count < (is_hidden ? 1 : 2)));
    if (size < 0) return;
    text = (unsigned char *)allocate((size_t)size + 1);
    require(fuzz_word(language->data, (ptrdiff_t)language->size, compiled->data, (ptrdiff_t)compiled->size, is_hidden,
                      g->arguments, g->sizes, g->counts, g->count, text, size) == size);
    if (flags & ROOT) {
        expected = expected_summary(format, g, is_hidden);
        require(expected.size == (size_t)size && (size == 0 || memcmp(expected.data, text, expected.size) == 0));
        free(expected.data);
    }
    free(text);
}

/* The text up to NUL, or to the end, in memory of its own. */
static bytes next_text(const uint8_t **data, size_t *size) {
    const uint8_t *start = *data, *end = *size > 0 ? (const uint8_t *)memchr(start, 0, *size) : NULL;
    size_t length = end != NULL ? (size_t)(end - start) : *size;

    *data += end != NULL ? length + 1 : length;
    *size -= end != NULL ? length + 1 : length;
    return bytes_copy(start, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int flags = size > 0 ? *data : 0;
    bytes tag, format, compiled, texts[MOST];
    size_t refusal;
    ptrdiff_t position = -1, result;
    group g;
    ptrdiff_t i;

    data += size > 0;
    size -= size > 0;
    tag = next_text(&data, &size);
    format = next_text(&data, &size);
    for (g.count = 0; size > 0 && g.count < MOST; g.count++) {
        bytes text = texts[g.count] = next_text(&data, &size);
        g.counts[g.count] = text.size > 0 ? text.data[0] & 7 : 0;
        g.arguments[g.count] = text.size > 0 ? text.data + 1 : NULL;
        g.sizes[g.count] = text.size > 0 ? (ptrdiff_t)text.size - 1 : 0;
    }
    check_tag(&tag);
    compiled = bytes_copy(NULL, 0);
    compiled.data = (unsigned char *)realloc(compiled.data, format.size + 1);
    result = fuzz_compile(format.data, (ptrdiff_t)format.size, OTHER, flags & HIDDEN, compiled.data, &position);
    refusal = refused_at(&format, flags & HIDDEN);
    require((result < 0) == (refusal < format.size));
    if (result < 0) {
        require((size_t)position == refusal);
        /* Nor does what is no compiled format do harm. */
        compiled.size = format.size;
        if (format.size > 0) memcpy(compiled.data, format.data, format.size);
        fuzz_word(tag.data, (ptrdiff_t)tag.size, compiled.data, (ptrdiff_t)compiled.size, flags & HIDDEN, g.arguments,
                  g.sizes, g.counts, g.count, NULL, 0);
    } else {
        compiled.size = (size_t)result;
        check_summary(&tag, &format, &compiled, &g, flags);
    }
    for (i = 0; i < g.count; i++) bytes_free(&texts[i]);
    bytes_free(&tag);
    bytes_free(&format);
    bytes_free(&compiled);
    return 0;
}
