#define _GNU_SOURCE
#include "cplatform.h"
#include "system.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
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
    write_error("tally: internal error (a check in the library failed); backtrace:\n");
    write_backtrace();
    abort();
}

static int64_t milliseconds(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t ctally_clock_wall(void) { return milliseconds(CLOCK_REALTIME); }

int64_t ctally_clock_elapsed(void) { return milliseconds(elapsed_clock); }

void ctally_clock_pause(int64_t milliseconds) {
    struct timespec time = {(time_t)(milliseconds / 1000), (long)(milliseconds % 1000 * 1000000)};
    nanosleep(&time, NULL);
}

uint64_t ctally_random_seed(void) {
    uint64_t seed = 0;
    if (random_bytes(&seed, sizeof seed)) return seed;
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
void **ctally_thread_frames(void) { return &thread_frame; }

static _Thread_local struct {
    uint32_t shields, holds;
    int cancellation; /* The state before the first shield. */
} thread;

void ctally_thread_shield(void) {
    thread.shields += 1;
    if (thread.shields == 1) allow_cancellation(0, &thread.cancellation);
}

void ctally_thread_unshield(void) {
    thread.shields -= 1;
    if (thread.shields == 0) allow_cancellation(1, &thread.cancellation);
}

void ctally_thread_hold(void) {
    thread.holds += 1;
    ctally_thread_shield();
}

void ctally_thread_unhold(void) {
    thread.holds -= 1;
    ctally_thread_unshield();
}

int ctally_thread_holds(void) { return thread.holds > 0; }

static void *waiting_threads;
static pthread_mutex_t waiting_threads_lock = PTHREAD_MUTEX_INITIALIZER;
void ctally_waiting_threads_lock(void) { pthread_mutex_lock(&waiting_threads_lock); }
void ctally_waiting_threads_unlock(void) { pthread_mutex_unlock(&waiting_threads_lock); }
void *ctally_waiting_threads(void) { return waiting_threads; }
void ctally_waiting_threads_set(void *first) { waiting_threads = first; }
