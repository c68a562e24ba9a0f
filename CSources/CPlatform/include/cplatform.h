/* What Embedded Swift cannot say itself: a trap with a word, a message for each thread, the clocks. */
#ifndef CTALLY_PLATFORM_H
#define CTALLY_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/* Where the compiler sends every trap (overflow, index, precondition): prints what and where, and aborts. */
void ctally_platform_trap(void) __attribute__((noreturn));

/* The words of the failure that the calling thread handles at the moment: at most CTALLY_ERROR_CAPACITY bytes, always
 * ended by NUL. Much of what fails inside is handled there, so a host sees them only after ctally_error_tell. */
enum { CTALLY_ERROR_CAPACITY = 1024 };
void ctally_error_clear(void);
void ctally_error_append(const void *bytes, size_t count);
void ctally_error_append_text(const char *text);
/* A whole message; returns status, so that a failure is one call. */
int32_t ctally_error_say(int32_t status, const char *text);
void ctally_error_append_number(int64_t number);
const char *ctally_error_text(size_t *out_count);

/* A call of the host's fails: from now on the words are the thread's last error. */
void ctally_error_tell(void);
const char *ctally_error_told(size_t *out_count);

/* A line for the log, built in a text of its own: it must not take the words from a failure that is being handled. */
void ctally_log_clear(void);
void ctally_log_append(const void *bytes, size_t count);
void ctally_log_append_quoted(const void *bytes, size_t count, int is_utf8);
void ctally_log_append_number(int64_t number);
const char *ctally_log_text(void);

/* Bytes from outside, made fit to be shown: control characters, and whatever is not ASCII where `is_utf8` is 0, appear
 * as '?'; what exceeds 200 bytes as an ellipsis. */
void ctally_error_append_quoted(const void *bytes, size_t count, int is_utf8);

/* Milliseconds since 1970-01-01 UTC, and milliseconds on a clock that never jumps and counts sleep. */
int64_t ctally_clock_wall(void);
int64_t ctally_clock_elapsed(void);

/* Sleeps so many milliseconds. */
void ctally_clock_pause(int64_t milliseconds);

/* Random bits of the system, for seeds; a time-based value where the system has none. */
uint64_t ctally_random_seed(void);

/* How often this process is a forked child since the library was first asked: changes in the child of a fork. */
extern volatile uint32_t ctally_fork_count;
void ctally_fork_watch(void);
static inline uint32_t ctally_fork_generation(void) { return ctally_fork_count; }

/* The length of a C string. */
static inline size_t ctally_text_length(const char *text) { return __builtin_strlen(text); }

/* A pointer that each thread has for itself: the chain of callbacks that it is in. */
void *ctally_thread_frame(void);
void ctally_thread_set_frame(void *frame);

/* The chain of the threads that wait inside a callback until another callback has ended, of all engines, and its lock.
 * Nothing else is locked while it is held. */
void ctally_waiting_threads_lock(void);
void ctally_waiting_threads_unlock(void);
void *ctally_waiting_threads(void);
void ctally_waiting_threads_set(void *first);

#endif
