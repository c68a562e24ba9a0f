#ifndef CTALLY_CUV_SHIM_H
#define CTALLY_CUV_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

#ifdef __linux__
#include <sys/eventfd.h>
#endif

/* A loop with its handles in one block of memory, and the two words that other threads read. */
typedef struct ctally_loop {
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t timer;
    uint64_t thread;  /* The loop thread; 0: none yet. Atomic. */
    int32_t stopping; /* 1: the loop thread is asked to leave. Atomic. */
} ctally_loop;

/* Swift has no lasting address of a member: these have. */
static inline uv_loop_t *ctally_loop_uv(ctally_loop *loop) { return &loop->loop; }
static inline uv_async_t *ctally_loop_wake(ctally_loop *loop) { return &loop->wake; }
static inline uv_timer_t *ctally_loop_timer(ctally_loop *loop) { return &loop->timer; }

/* Every kind of handle begins as a uv_handle_t does. */
static inline uv_handle_t *ctally_uv_handle(void *handle) { return (uv_handle_t *)handle; }

/* All bytes zero, or NULL. */
static inline void *ctally_uv_allocate(size_t size) { return calloc(1, size); }
static inline void ctally_uv_free(void *block) { free(block); }

/* Tells the processor that the thread is only waiting for a moment. */
static inline void ctally_uv_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/* The calling thread; never 0. */
static inline uint64_t ctally_uv_thread_id(void) { return (uint64_t)(uintptr_t)pthread_self(); }

static inline uint64_t ctally_loop_thread(const ctally_loop *loop) {
    return __atomic_load_n(&loop->thread, __ATOMIC_ACQUIRE);
}
static inline void ctally_loop_set_thread(ctally_loop *loop, uint64_t thread) {
    __atomic_store_n(&loop->thread, thread, __ATOMIC_RELEASE);
}
static inline int32_t ctally_loop_stopping(const ctally_loop *loop) {
    return __atomic_load_n(&loop->stopping, __ATOMIC_ACQUIRE);
}
static inline void ctally_loop_set_stopping(ctally_loop *loop, int32_t stopping) {
    __atomic_store_n(&loop->stopping, stopping, __ATOMIC_RELEASE);
}

/* A thread that leaves the process's signals to the host's threads. Those of its own faults it keeps. */
static inline int ctally_uv_thread_create(uv_thread_t *thread, uv_thread_cb entry, void *argument) {
    sigset_t blocked, before;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGSEGV);
    sigdelset(&blocked, SIGBUS);
    sigdelset(&blocked, SIGFPE);
    sigdelset(&blocked, SIGILL);
    sigdelset(&blocked, SIGTRAP);
    sigdelset(&blocked, SIGABRT);
    int masked = pthread_sigmask(SIG_SETMASK, &blocked, &before);
    int result = uv_thread_create(thread, entry, argument);
    if (masked == 0) pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

/* A descriptor that is readable while it is set: an eventfd, where there is one (then both ends are the same), else a
 * pipe. Neither end ever blocks. Answers 0 or a negative errno. */
static inline int ctally_signal_open(int32_t *read_end, int32_t *write_end) {
#ifdef __linux__
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    *read_end = *write_end = descriptor;
    return 0;
#else
    int ends[2];
    if (pipe(ends) != 0) return -errno;
    for (int index = 0; index < 2; index += 1) {
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        fcntl(ends[index], F_SETFL, O_NONBLOCK);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
#endif
}

/* Where it is full already it is set already. */
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

#endif
