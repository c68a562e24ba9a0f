/* The body of an answer: the decoder takes what is JSON, and nothing else, and what it tells is text. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined in wire.swift. Returns the entries of the page; negative: it was rejected. */
ptrdiff_t fuzz_decode(const void *data, size_t size, void (*listener)(const void *, ptrdiff_t, int32_t));
/* The library's message of the thread. */
const char *ctally_error_text(size_t *out_count);

static void hear(const void *text, ptrdiff_t size, int32_t is_identifier) {
    const unsigned char *bytes = (const unsigned char *)text;
    ptrdiff_t at;

    require(size >= 0 && text_is_utf8(text, (size_t)size));
    for (at = 0; is_identifier && at < size; at++) require(bytes[at] >= 0x20 && bytes[at] != 0x7F);
}

/* Whether the body was refused because it is no JSON; else because it is no page. */
static int is_syntax_error(void) {
    size_t length;
    const char *message = ctally_error_text(&length);

    return strstr(message, "malformed JSON") != NULL || strstr(message, "ends too early") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes body = bytes_copy(data, size);
    ptrdiff_t entries = fuzz_decode(body.data, size, hear);

    require((entries >= 0 || !is_syntax_error()) == text_is_json(data, size));
    bytes_free(&body);
    return 0;
}
