/* A byte that chooses a preset, a mapping, NUL, and the body of an answer: what is refused is refused with words, and
 * what a mapping makes of an answer is a page of the wire format. */
#include "reference.h"
#include "tally.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined in wire.swift. Returns the entries of the page; negative: it was rejected. */
ptrdiff_t fuzz_decode(const void *data, size_t size, void (*listener)(const void *, ptrdiff_t, int32_t));
/* Defined in wire.swift. Returns the status. Sizes of 0 mean none. */
int32_t fuzz_map(const void *preset, size_t preset_size, const void *mapping, size_t mapping_size, const void *body,
                 size_t size, void (*take)(const void *, size_t));
/* The library's message of the thread. */
const char *ctally_error_text(size_t *out_count);

static const char *const presets[] = {NULL,   "github-notifications", "mastodon-v2",
                                      "ntfy", "message-center",       "unread-count"};

static void hear(const void *text, ptrdiff_t size, int32_t is_identifier) {
    (void)is_identifier;
    require(size >= 0 && text_is_utf8(text, (size_t)size));
}

static void take(const void *page, size_t size) {
    require(text_is_json(page, size));
    require(fuzz_decode(page, size, hear) >= 0);
}

static void check_refusal(tally_status status) {
    size_t length;
    const char *message = ctally_error_text(&length);

    require(length > 0);
    require(status == TALLY_ERROR_ARGUMENT || status == TALLY_ERROR_MALFORMED || status == TALLY_ERROR_PROTOCOL);
    if (status == TALLY_ERROR_MALFORMED) require(strstr(message, ", at byte ") != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *preset = presets[(size > 0 ? data[0] : 0) % (sizeof presets / sizeof presets[0])];
    const uint8_t *rest = data + (size > 0), *end = data + size;
    const uint8_t *divide = rest < end ? (const uint8_t *)memchr(rest, 0, (size_t)(end - rest)) : NULL;
    bytes mapping = bytes_copy(rest, (size_t)((divide != NULL ? divide : end) - rest));
    const uint8_t *body = divide != NULL ? divide + 1 : end;
    bytes answer = bytes_copy(body, (size_t)(end - body));
    tally_status status = fuzz_map(preset, preset != NULL ? strlen(preset) : 0, mapping.data, mapping.size, answer.data,
                                   answer.size, take);

    if (status != TALLY_OK) check_refusal(status);
    bytes_free(&answer);
    bytes_free(&mapping);
    return 0;
}
