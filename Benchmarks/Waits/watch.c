/* Histograms, and the threads that call get and set of an account while others are busy with another one. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "waits.h"

/* --- Time --- */

uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void sleep_until(uint64_t end)
{
    struct timespec time = {(time_t)(end / 1000000000u), (long)(end % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
}

void pause_for(uint64_t duration) { sleep_until(nanoseconds() + duration); }

/* The thread's file of what the scheduler did; 0: not opened yet, -1: there is none. */
static __thread int schedstat;

/* Since the thread began; 0: not known. */
static uint64_t scheduler_delay(void)
{
    char line[96];
    unsigned long long ran, delayed;
    if (!schedstat) schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    ssize_t size = schedstat < 0 ? -1 : pread(schedstat, line, sizeof line - 1, 0);
    if (size <= 0) return 0;
    line[size] = 0;
    return sscanf(line, "%llu %llu", &ran, &delayed) == 2 ? delayed : 0;
}

timing timing_begin(void)
{
    uint64_t delayed = scheduler_delay();
    return (timing){nanoseconds(), delayed};
}

uint64_t timing_end(timing t)
{
    uint64_t took = nanoseconds() - t.start;
    if (took < MILLISECOND / 20) return took;
    uint64_t delayed = scheduler_delay() - t.delayed;
    return took > delayed ? took - delayed : 0;
}

void timing_close(void)
{
    if (schedstat > 0) close(schedstat);
    schedstat = 0;
}

void histogram_merge(histogram *into, const histogram *from)
{
    for (size_t i = 0; i < POWERS * CLASSES; i++) into->calls[i] += from->calls[i];
    into->count += from->count;
    into->stalled += from->stalled;
    if (from->longest > into->longest) into->longest = from->longest;
}

void must(tally_status status, const char *what)
{
    char message[1024] = "";
    size_t length;
    if (status >= 0) return;
    tally_error_message(message, sizeof message, &length);
    fprintf(stderr, "waits: %s: %s: %s\n", what, tally_status_name(status), message);
    exit(2);
}

/* --- Watchers --- */

/* turn is odd while calls are measured, even while they pause, and ENDED at last. A thread reads it before each call,
 * and shows in `seen` what it read. */
enum { ENDED = -1 };

typedef struct watcher {
    pthread_t thread;
    atomic_int seen;
    histogram times;
} watcher;

static struct {
    tally_account *account;
    uint64_t pace;
    atomic_int turn;
    watcher watchers[WATCHERS];
} watch;

/* How long a call took; of the machine, how much later than planned the thread runs. */
static uint64_t measure(int kind, uint64_t planned, int64_t number)
{
    tally_badge badge;
    if (kind == MACHINE) return nanoseconds() - planned;
    timing t = timing_begin();
    if (kind == GET) must(tally_badge_get(watch.account, "in.a", &badge), "badge_get");
    else must(tally_badge_set(watch.account, "in.b", 1 + number % 9), "badge_set");
    return timing_end(t);
}

static void *watch_calls(void *argument)
{
    int kind = (int)(intptr_t)argument, turn;
    watcher *w = &watch.watchers[kind];
    prctl(PR_SET_TIMERSLACK, 1000);
    for (int64_t number = 0; (turn = atomic_load(&watch.turn)) != ENDED; number++) {
        uint64_t planned = nanoseconds() + (turn % 2 ? watch.pace : MILLISECOND / 2);
        atomic_store(&w->seen, turn);
        sleep_until(planned);
        if (turn % 2) histogram_add(&w->times, measure(kind, planned, number));
    }
    timing_close();
    return NULL;
}

static void take_turn(int odd)
{
    int turn = atomic_load(&watch.turn);
    if (turn % 2 == odd) return;
    atomic_store(&watch.turn, turn + 1);
    for (int i = 0; i < WATCHERS; i++)
        while (atomic_load(&watch.watchers[i].seen) != turn + 1) pause_for(MILLISECOND / 20);
}

void watch_resume(void) { take_turn(1); }

void watch_pause(void) { take_turn(0); }

void watch_begin(tally_account *account, uint64_t pace)
{
    memset(&watch, 0, sizeof watch);
    watch.account = account;
    watch.pace = pace;
    must(tally_badge_set(account, "in.a", 1), "badge_set");
    for (intptr_t i = 0; i < WATCHERS; i++)
        if (pthread_create(&watch.watchers[i].thread, NULL, watch_calls, (void *)i) != 0) abort();
}

void watch_end(histogram of[WATCHERS])
{
    atomic_store(&watch.turn, ENDED);
    for (int i = 0; i < WATCHERS; i++) {
        pthread_join(watch.watchers[i].thread, NULL);
        of[i] = watch.watchers[i].times;
    }
}
