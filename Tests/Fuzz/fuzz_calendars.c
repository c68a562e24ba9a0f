/* An iCalendar file: what it tells lies in memory that is there, and what is written of it is read as the same. */
#include "host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined in calendars.swift. */
ptrdiff_t fuzz_calendar(const void *data, size_t size, void (*listener)(const void *, ptrdiff_t));

static void hear(const void *text, ptrdiff_t size) {
    const unsigned char *bytes = (const unsigned char *)text;
    ptrdiff_t at;

    /* Control characters are refused, but for those that an escape or a tabulator makes. */
    for (at = 0; at < size; at++)
        require(bytes[at] >= 0x20 ? bytes[at] != 0x7F : bytes[at] == '\n' || bytes[at] == '\t');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes exact = bytes_copy(data, size);

    require(fuzz_calendar(exact.data, size, hear) <= (ptrdiff_t)size);
    bytes_free(&exact);
    return 0;
}
