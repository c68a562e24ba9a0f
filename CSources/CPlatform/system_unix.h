/* Linux with glibc or musl, and Android. */
#include <pthread.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<execinfo.h>) && (!defined(__ANDROID__) || __ANDROID_API__ >= 33)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif
#if __has_include(<sys/random.h>)
#include <sys/random.h>
#endif
#endif

/* musl has none. */
static inline void write_backtrace(void) {
#ifdef HAS_BACKTRACE
    void *frames[32];
    backtrace_symbols_fd(frames, backtrace(frames, 32), STDERR_FILENO);
#endif
}

static inline int random_bytes(void *bytes, size_t count) {
#ifdef GRND_NONBLOCK
    return getrandom(bytes, count, GRND_NONBLOCK) == (ssize_t)count;
#else
    (void)bytes;
    (void)count;
    return 0;
#endif
}

#ifdef CLOCK_BOOTTIME
#define elapsed_clock CLOCK_BOOTTIME
#else
#define elapsed_clock CLOCK_MONOTONIC
#endif

/* Android has no cancellation. */
static inline void allow_cancellation(int is_allowed, int *state) {
#ifdef __ANDROID__
    (void)is_allowed;
    (void)state;
#else
    if (is_allowed) pthread_setcancelstate(*state, NULL);
    else pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, state);
#endif
}
