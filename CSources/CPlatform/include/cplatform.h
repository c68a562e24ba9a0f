/* Functions that Embedded Swift lacks: a trap with a message, the clocks. */
#ifndef CTALLY_PLATFORM_H
#define CTALLY_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/* The compiler's function for every trap (overflow, index, precondition): prints a message and the place, and
 * aborts. */
void ctally_platform_trap(void) __attribute__((noreturn));

/* Milliseconds since 1970-01-01 UTC, and milliseconds on a clock that never jumps and counts sleep. */
int64_t ctally_clock_wall(void);
int64_t ctally_clock_elapsed(void);

/* Sleeps for a number of milliseconds. */
void ctally_clock_pause(int64_t milliseconds);

/* Random bits of the system for seeds. A value from the time if the system has none. */
uint64_t ctally_random_seed(void);

/* How often this process is a forked child since the first call of ctally_fork_watch. It changes in the child of a
 * fork. */
extern volatile uint32_t ctally_fork_count;
void ctally_fork_watch(void);
static inline uint32_t ctally_fork_generation(void) { return ctally_fork_count; }

/* The length of a C string. */
static inline size_t ctally_text_length(const char *text) { return __builtin_strlen(text); }

/* A pointer for each thread: the chain of its running callbacks. And its address. */
void *ctally_thread_frame(void);
void **ctally_thread_frames(void);

/* Between these two, pthread_cancel does not end the calling thread. They nest. So a cancelled thread leaves no lock
 * held and no change half done, and ends at its first cancellation point after the call. */
void ctally_thread_shield(void);
void ctally_thread_unshield(void);

/* The same while the calling thread holds something that other threads wait for. Such a thread also does not call the
 * host. */
void ctally_thread_hold(void);
void ctally_thread_unhold(void);
int ctally_thread_holds(void);

/* The chain of the threads, of all engines, that wait inside a callback for the end of another callback, and its lock.
 * No other lock is taken under it. */
void ctally_waiting_threads_lock(void);
void ctally_waiting_threads_unlock(void);
void *ctally_waiting_threads(void);
void ctally_waiting_threads_set(void *first);

#endif
