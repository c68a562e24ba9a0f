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

/* libuv ends the process if it has no memory for its table of descriptors, or no descriptors for its first pipe. So
 * before it may need them, these functions look whether they are there. */

/* Whether there are `size` bytes. The compiler must not take the block away. */
static inline int ctally_uv_has_memory(size_t size) {
    void *block = malloc(size);

    __asm__ __volatile__("" : "+r"(block) : : "memory");
    free(block);
    return block != NULL;
}

/* Whether a loop can be made. 0, UV_ENOMEM or UV_EMFILE. A loop takes 6 descriptors and far less than this memory. */
static inline int ctally_uv_has_room(void) {
    int32_t reads[8], writes[8];
    int count = 0, i;

    if (!ctally_uv_has_memory(65536)) return UV_ENOMEM;
    while (count < 8 && ctally_signal_open(reads + count, writes + count) == 0) count += 1;
    for (i = 0; i < count; i++) ctally_signal_close(reads[i], writes[i]);
    return count == 8 ? 0 : UV_EMFILE;
}

/* Whether the loop can watch a descriptor. Its table doubles, and has two words more. */
static inline int ctally_uv_can_watch(const uv_loop_t *loop, int descriptor) {
    size_t size = 64 * sizeof(void *);

    if (descriptor < 0 || (unsigned)descriptor < loop->nwatchers) return 1;
    while (size / sizeof(void *) < (size_t)descriptor + 4) size *= 2;
    return ctally_uv_has_memory(2 * size);
}

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
