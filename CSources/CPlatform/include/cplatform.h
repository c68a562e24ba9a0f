/* What Embedded Swift cannot say itself: a trap with a word, a message for each thread, the clocks. */
#ifndef CTALLY_PLATFORM_H
#define CTALLY_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/* Where the compiler sends every trap (overflow, index, precondition): prints what and where, and aborts. */
void ctally_platform_trap(void) __attribute__((noreturn));

/* The message of the calling thread's last error: at most CTALLY_ERROR_CAPACITY bytes, always ended by NUL. */
enum { CTALLY_ERROR_CAPACITY = 1024 };
void ctally_error_clear(void);
void ctally_error_append(const void *bytes, size_t count);
void ctally_error_append_text(const char *text);
void ctally_error_append_number(int64_t number);
const char *ctally_error_text(size_t *out_count);

/* Milliseconds since 1970-01-01 UTC, and milliseconds on a clock that never jumps and counts sleep. */
int64_t ctally_clock_wall(void);
int64_t ctally_clock_elapsed(void);

/* Random bits of the system, for seeds; a time-based value where the system has none. */
uint64_t ctally_random_seed(void);

/* The calling process and thread. */
int32_t ctally_process_id(void);
uint64_t ctally_thread_id(void);

#endif
