/* Apple's systems. Never compiled so far: docs/platforms.md. */
#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static inline void write_backtrace(void) {
    void *frames[32];
    backtrace_symbols_fd(frames, backtrace(frames, 32), STDERR_FILENO);
}

static inline int random_bytes(void *bytes, size_t count) {
    arc4random_buf(bytes, count);
    return 1;
}

/* On Apple's systems this clock counts sleep. */
#define elapsed_clock CLOCK_MONOTONIC

static inline void allow_cancellation(int is_allowed, int *state) {
    if (is_allowed) pthread_setcancelstate(*state, NULL);
    else pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, state);
}
