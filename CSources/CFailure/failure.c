#include "cfailure.h"

/* Without threads there is one copy of each message. */
#ifdef CTALLY_NO_THREADS
#define THREAD_LOCAL
#else
#define THREAD_LOCAL _Thread_local
#endif

typedef struct words {
    size_t count;
    char text[CTALLY_ERROR_CAPACITY];
} words;

static THREAD_LOCAL words failure, told, line;

static void clear(words *w) {
    w->count = 0;
    w->text[0] = 0;
}

static void append(words *w, const void *bytes, size_t count) {
    size_t room = CTALLY_ERROR_CAPACITY - 1 - w->count;
    size_t taken = count < room ? count : room;
    /* A message is text, so it is cut between characters. */
    if (taken < count) {
        while (taken > 0 && (((const unsigned char *)bytes)[taken] & 0xC0) == 0x80) taken -= 1;
    }
    __builtin_memcpy(w->text + w->count, bytes, taken);
    w->count += taken;
    w->text[w->count] = 0;
}

static void append_quoted(words *w, const void *bytes, size_t count, int is_utf8) {
    char shown[200];
    size_t shown_count = count < sizeof shown ? count : sizeof shown;
    for (size_t i = 0; i < shown_count; i++) {
        unsigned char byte = ((const unsigned char *)bytes)[i];
        int is_printable = byte >= 0x20 && byte != 0x7F && (byte < 0x80 || is_utf8);
        /* U+0080 to U+009F are control characters of two bytes. */
        unsigned char next = i + 1 < shown_count ? ((const unsigned char *)bytes)[i + 1] : 0;
        if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {
            shown[i] = '?';
            shown[++i] = '?';
            continue;
        }
        shown[i] = is_printable ? (char)byte : '?';
    }
    if (count > shown_count) {
        while (shown_count > 0 && ((unsigned char)shown[shown_count - 1] & 0x80) != 0) shown_count -= 1;
    }
    append(w, shown, shown_count);
    if (count > shown_count) append(w, "...", 3);
}

static void append_unsigned(words *w, uint64_t number) {
    char digits[20];
    size_t begin = sizeof digits;
    do {
        digits[--begin] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    append(w, digits + begin, sizeof digits - begin);
}

static void append_number(words *w, int64_t number) {
    if (number < 0) append(w, "-", 1);
    append_unsigned(w, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void ctally_error_clear(void) { clear(&failure); }
void ctally_error_append(const void *bytes, size_t count) { append(&failure, bytes, count); }
void ctally_error_append_text(const char *text) { append(&failure, text, __builtin_strlen(text)); }
void ctally_error_append_number(int64_t number) { append_number(&failure, number); }
void ctally_error_append_unsigned(uint64_t number) { append_unsigned(&failure, number); }

int32_t ctally_error_say(int32_t status, const char *text) {
    clear(&failure);
    append(&failure, text, __builtin_strlen(text));
    return status;
}

void ctally_error_append_quoted(const void *bytes, size_t count, int is_utf8) {
    append_quoted(&failure, bytes, count, is_utf8);
}

const char *ctally_error_text(size_t *out_count) {
    *out_count = failure.count;
    return failure.text;
}

void ctally_error_tell(void) {
    __builtin_memcpy(told.text, failure.text, failure.count + 1);
    told.count = failure.count;
}

const char *ctally_error_told(size_t *out_count) {
    *out_count = told.count;
    return told.text;
}

void ctally_log_clear(void) { clear(&line); }
void ctally_log_append(const void *bytes, size_t count) { append(&line, bytes, count); }
void ctally_log_append_number(int64_t number) { append_number(&line, number); }
const char *ctally_log_text(void) { return line.text; }

void ctally_log_append_quoted(const void *bytes, size_t count, int is_utf8) {
    append_quoted(&line, bytes, count, is_utf8);
}
