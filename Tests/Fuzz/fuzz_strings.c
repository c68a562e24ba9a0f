/* Files of translations: whatever they hold, they are read, or refused with a place that is within them; what they tell
 * is text. A first byte chooses the kind. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined in wire.swift. Returns the number of forms and skipped texts; -1: rejected. */
ptrdiff_t fuzz_strings(const void *data, size_t size, int32_t is_catalog,
                       void (*listener)(const void *, ptrdiff_t, int32_t));
/* The library's message of the thread. */
const char *ctally_error_text(size_t *out_count);

static void hear(const void *text, ptrdiff_t size, int32_t is_identifier) {
    (void)is_identifier;
    require(size >= 0 && text_is_utf8(text, (size_t)size));
}

/* The offset of the error in the message. */
static size_t told_position(void) {
    static const char before[] = ", at byte ";
    size_t length;
    const char *message = ctally_error_text(&length), *place = NULL, *next = message;

    while ((next = strstr(next, before)) != NULL) place = next = next + sizeof before - 1;
    require(place != NULL);
    return (size_t)strtoull(place, NULL, 10);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int is_catalog = size > 0 && (data[0] & 1) != 0;
    bytes file = bytes_copy(size > 0 ? data + 1 : data, size > 0 ? size - 1 : 0);
    ptrdiff_t found = fuzz_strings(file.data, file.size, is_catalog, hear);

    if (found < 0) {
        require(told_position() <= file.size);
        if (is_catalog && text_is_json(file.data, file.size)) {
            size_t length;
            require(strstr(ctally_error_text(&length), "malformed JSON") == NULL);
        }
    }
    bytes_free(&file);
    return 0;
}
