/* For systems with POSIX threads and descriptors: Linux, Android, Apple's systems. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>
#include <uv.h>

static inline uint64_t ctally_uv_thread_id(void) { return (uint64_t)(uintptr_t)pthread_self(); }

#ifdef __linux__
/* Garbage collectors stop the threads that have run their code by these signals: Boehm's, which Unity has, by SIGPWR
 * and SIGXCPU, and Mono's by real-time signals. The thread blocks them only if its creator does. Then a host that takes
 * them in one thread (sigwait) gets them as before. */
static inline void let_collectors_through(sigset_t *blocked, const sigset_t *before) {
    if (sigismember(before, SIGPWR) == 0) sigdelset(blocked, SIGPWR);
    if (sigismember(before, SIGXCPU) == 0) sigdelset(blocked, SIGXCPU);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        if (sigismember(before, number) == 0) sigdelset(blocked, number);
}
#endif

/* The thread leaves the process's signals to the host's threads, except the signals of its own faults and those of
 * collectors. */
static inline int start_thread(uv_thread_t *thread, uv_thread_cb entry, void *argument) {
    sigset_t blocked, before;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGSEGV);
    sigdelset(&blocked, SIGBUS);
    sigdelset(&blocked, SIGFPE);
    sigdelset(&blocked, SIGILL);
    sigdelset(&blocked, SIGTRAP);
    sigdelset(&blocked, SIGABRT);
#ifdef __linux__
    if (pthread_sigmask(SIG_SETMASK, NULL, &before) == 0) let_collectors_through(&blocked, &before);
#endif
    int masked = pthread_sigmask(SIG_SETMASK, &blocked, &before);
    int result = uv_thread_create(thread, entry, argument);
    if (masked == 0) pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

/* A full descriptor is already set. */
static inline void ctally_signal_set(int32_t write_end) {
    uint64_t one = 1;
    while (write(write_end, &one, sizeof one) < 0 && errno == EINTR) {}
}

static inline void ctally_signal_clear(int32_t read_end) {
    uint64_t words[32];
    for (;;) {
        ssize_t taken = read(read_end, words, sizeof words);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < (ssize_t)sizeof words) return;
    }
}

static inline void ctally_signal_close(int32_t read_end, int32_t write_end) {
    close(read_end);
    if (write_end != read_end) close(write_end);
}
