#ifndef CTALLY_CUV_SHIM_H
#define CTALLY_CUV_SHIM_H

#include <stdint.h>
#include <stdlib.h>
#include <uv.h>

#include "system.h"

/* A loop with its handles in one block of memory, and the two words that other threads read. */
typedef struct ctally_loop {
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t timer;
    uv_thread_t running; /* The thread that was started. Its type differs between systems, so Swift does not see it. */
    uint64_t thread;     /* The loop thread; 0: none yet. Atomic. */
    int32_t stopping;    /* 1: the loop thread must leave. Atomic. */
} ctally_loop;

/* Swift has no stable address of a member. These functions return one. */
static inline uv_loop_t *ctally_loop_uv(ctally_loop *loop) { return &loop->loop; }
static inline uv_async_t *ctally_loop_wake(ctally_loop *loop) { return &loop->wake; }
static inline uv_timer_t *ctally_loop_timer(ctally_loop *loop) { return &loop->timer; }

/* Every kind of handle begins like a uv_handle_t. */
static inline uv_handle_t *ctally_uv_handle(void *handle) { return (uv_handle_t *)handle; }

/* All bytes zero, or NULL. */
static inline void *ctally_uv_allocate(size_t size) { return calloc(1, size); }
static inline void ctally_uv_free(void *block) { free(block); }

/* Tells the processor that the thread waits only for a moment. */
static inline void ctally_uv_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

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

/* Starts the loop's thread. It does not take the process's signals from the host's threads. 0 or a negative errno. */
static inline int ctally_loop_start(ctally_loop *loop, uv_thread_cb entry, void *argument) {
    return start_thread(&loop->running, entry, argument);
}
/* Waits until that thread has ended. */
static inline int ctally_loop_join(ctally_loop *loop) { return uv_thread_join(&loop->running); }

#endif
