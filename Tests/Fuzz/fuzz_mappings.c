/* A byte that chooses a preset, a mapping, NUL, and the body of an answer: what is refused is refused with words, and
 * what a mapping makes of an answer is a page of the wire format. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of decoder.swift: the entries of the page; negative: it was refused. */
ptrdiff_t fuzz_decode(const void *data, size_t size, void (*listener)(const void *, ptrdiff_t, int32_t));

static const char *const presets[] = {NULL,   "github-notifications", "mastodon-v2",
                                      "ntfy", "message-centre",       "unread-count"};

static void hear(const void *text, ptrdiff_t size, int32_t is_identifier) {
    (void)is_identifier;
    require(size >= 0 && text_is_utf8(text, (size_t)size));
}

static void check_refusal(tally_status status) {
    char message[1024];
    size_t length;

    expect_ok(tally_error_message(message, sizeof message, &length));
    require(length > 0);
    require(status == TALLY_ERROR_ARGUMENT || status == TALLY_ERROR_MALFORMED || status == TALLY_ERROR_PROTOCOL);
    if (status == TALLY_ERROR_MALFORMED) require(strstr(message, ", at byte ") != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *preset = presets[(size > 0 ? data[0] : 0) % (sizeof presets / sizeof presets[0])];
    const uint8_t *rest = data + (size > 0), *end = data + size;
    const uint8_t *divide = rest < end ? (const uint8_t *)memchr(rest, 0, (size_t)(end - rest)) : NULL;
    size_t length = (size_t)((divide != NULL ? divide : end) - rest), needed = 0, again;
    const uint8_t *body = divide != NULL ? divide + 1 : end;
    char *mapping = (char *)allocate(length + 1), *page;
    bytes answer = bytes_copy(body, (size_t)(end - body));
    tally_status status;

    if (length > 0) memcpy(mapping, rest, length);
    mapping[length] = '\0';
    status = tally_mapping_try(preset, mapping, answer.data, answer.size, NULL, 0, &needed);
    if (status == TALLY_ERROR_BUFFER_TOO_SMALL) {
        page = (char *)allocate(needed + 1);
        expect_ok(tally_mapping_try(preset, mapping, answer.data, answer.size, page, needed + 1, &again));
        require(again == needed && strlen(page) == needed && text_is_json((const uint8_t *)page, needed));
        require(fuzz_decode(page, needed, hear) >= 0);
        free(page);
    } else {
        check_refusal(status);
    }
    bytes_free(&answer);
    free(mapping);
    return 0;
}
