#define _GNU_SOURCE
#include "cplatform.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static void write_error(const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t written = write(STDERR_FILENO, text, left);
        if (written <= 0) return;
        text += written;
        left -= (size_t)written;
    }
}

void ctally_platform_trap(void) {
    void *frames[32];
    write_error("tally: internal error (a check in the library failed); backtrace:\n");
    backtrace_symbols_fd(frames, backtrace(frames, 32), STDERR_FILENO);
    abort();
}

typedef struct words {
    size_t count;
    char text[CTALLY_ERROR_CAPACITY];
} words;

static _Thread_local words failure, told, line;

static void clear(words *w) {
    w->count = 0;
    w->text[0] = 0;
}

static void append(words *w, const void *bytes, size_t count) {
    size_t room = CTALLY_ERROR_CAPACITY - 1 - w->count;
    size_t taken = count < room ? count : room;
    /* A message is text: what is cut off is cut off between characters. */
    if (taken < count) {
        while (taken > 0 && (((const unsigned char *)bytes)[taken] & 0xC0) == 0x80) taken -= 1;
    }
    memcpy(w->text + w->count, bytes, taken);
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

static void append_number(words *w, int64_t number) {
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%lld", (long long)number);
    append(w, digits, (size_t)count);
}

void ctally_error_clear(void) { clear(&failure); }
void ctally_error_append(const void *bytes, size_t count) { append(&failure, bytes, count); }
void ctally_error_append_text(const char *text) { append(&failure, text, strlen(text)); }
void ctally_error_append_number(int64_t number) { append_number(&failure, number); }

int32_t ctally_error_say(int32_t status, const char *text) {
    clear(&failure);
    append(&failure, text, strlen(text));
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
    memcpy(told.text, failure.text, failure.count + 1);
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

static int64_t milliseconds(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t ctally_clock_wall(void) { return milliseconds(CLOCK_REALTIME); }

int64_t ctally_clock_elapsed(void) {
#ifdef CLOCK_BOOTTIME
    return milliseconds(CLOCK_BOOTTIME);
#else
    return milliseconds(CLOCK_MONOTONIC);
#endif
}

void ctally_clock_pause(int64_t milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

uint64_t ctally_random_seed(void) {
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == (ssize_t)sizeof seed) return seed;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_nsec << 32) ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid();
}

volatile uint32_t ctally_fork_count;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void count_fork(void) { ctally_fork_count += 1; }
static void register_fork(void) { pthread_atfork(NULL, NULL, count_fork); }
void ctally_fork_watch(void) { pthread_once(&fork_once, register_fork); }

static _Thread_local void *thread_frame;
void *ctally_thread_frame(void) { return thread_frame; }
void ctally_thread_set_frame(void *frame) { thread_frame = frame; }

static void *waiting_threads;
static pthread_mutex_t waiting_threads_lock = PTHREAD_MUTEX_INITIALIZER;
void ctally_waiting_threads_lock(void) { pthread_mutex_lock(&waiting_threads_lock); }
void ctally_waiting_threads_unlock(void) { pthread_mutex_unlock(&waiting_threads_lock); }
void *ctally_waiting_threads(void) { return waiting_threads; }
void ctally_waiting_threads_set(void *first) { waiting_threads = first; }
