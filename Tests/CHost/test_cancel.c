/* Threads that are cancelled (pthread_cancel) inside a call. The test stands in the place of the system's cancellation
 * points, and cancels its thread at the first one that a scenario of calls reaches, then at the second one, and so on.
 * The call goes on to its end, and the thread ends behind it. */
#include "support.h"
#include "lists.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- Cancellation points ---- */

static __thread int is_counted;
static atomic_int points;
static int fatal_point; /* The thread is cancelled at the point of this number; 0: at none. */

static void reach_point(void)
{
    if (!is_counted)
        return;
    if (atomic_fetch_add(&points, 1) + 1 == fatal_point)
        pthread_cancel(pthread_self());
    pthread_testcancel();
}

/* In the place of the system's, which SQLite, libuv and the library call. */

int open(const char *path, int flags, ...)
{
    va_list rest;
    int mode;

    va_start(rest, flags);
    mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    reach_point();
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    int mode;

    va_start(rest, flags);
    mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    reach_point();
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int close(int descriptor)
{
    reach_point();
    return (int)syscall(SYS_close, descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t count)
{
    reach_point();
    return (ssize_t)syscall(SYS_read, descriptor, bytes, count);
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    reach_point();
    return (ssize_t)syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset)
{
    reach_point();
    return (ssize_t)syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset)
{
    reach_point();
    return (ssize_t)syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
    reach_point();
    return (ssize_t)syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset)
{
    reach_point();
    return (ssize_t)syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

int fsync(int descriptor)
{
    reach_point();
    return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor)
{
    reach_point();
    return (int)syscall(SYS_fdatasync, descriptor);
}

int nanosleep(const struct timespec *time, struct timespec *rest)
{
    reach_point();
    return (int)syscall(SYS_nanosleep, time, rest);
}

/* The next function of that name behind this program's. */
static void find_next(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);

    require(found != NULL);
    memcpy(function, &found, sizeof found);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    int (*next)(pthread_cond_t *, pthread_mutex_t *);

    find_next("pthread_cond_wait", &next);
    reach_point();
    return next(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end)
{
    int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

    find_next("pthread_cond_timedwait", &next);
    reach_point();
    return next(condition, mutex, end);
}

/* ---- The scenario ---- */

#define SNAPSHOT 65536

typedef struct scenario {
    world *w;
    char copy[320]; /* A file for backups. */
    char other[320]; /* A second engine's. */
    tally_engine *second;
    const char *inside;   /* The call that runs. */
    atomic_int is_over;   /* For those who disturb. */
    atomic_int thread;    /* That waits. */
    uint64_t posted;      /* Calls that have returned OK. */
    int64_t set;
    char snapshot[SNAPSHOT];
    size_t size;
} scenario;

/* On any thread, where cmocka's jumps are not allowed. A pending cancellation ends the thread after the report. */
static void require_status(tally_status status, tally_status expected, const char *call)
{
    char message[1024] = "";
    size_t length;
    int state;

    if (status == expected)
        return;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    tally_error_message(message, sizeof message, &length);
    fprintf(stderr, "%s is %s, expected %s; last message: %s\n", call, tally_status_name(status),
            tally_status_name(expected), message);
    require(status == expected);
}

/* One call. A thread that was cancelled in it ends behind it. */
#define CALL(call, expected) \
    do { \
        __atomic_store_n(&s->inside, #call, __ATOMIC_SEQ_CST); \
        require_status((call), (expected), #call); \
        __atomic_store_n(&s->inside, NULL, __ATOMIC_SEQ_CST); \
    } while (0)
#define CALL_OK(call) \
    do { \
        CALL(call, TALLY_OK); \
        pthread_testcancel(); \
    } while (0)

static tally_status post(tally_account *account, const char *path)
{
    tally_message_options options = {0};

    options.struct_size = sizeof options;
    options.title = "News";
    return tally_message_post(account, path, &options, NULL);
}

static tally_status next_event(tally_engine *engine, int64_t timeout)
{
    tally_event event = {0};
    char text[256];
    tally_status status;

    event.struct_size = sizeof event;
    status = tally_engine_next_event(engine, timeout, &event, text, sizeof text);
    return status == TALLY_EMPTY ? TALLY_OK : status;
}

static void notify(void *user_data)
{
    (void)user_data;
    reach_point();
}

static void observe_all(scenario *s, uint64_t *out_token)
{
    tally_account *account = s->w->account;

    CALL_OK(tally_engine_set_notify(s->w->engine, notify, NULL, NULL));
    CALL(tally_observe(s->w->scope, account, "box", TALLY_SUBTREE, NULL, NULL, NULL, out_token), TALLY_OK);
    pthread_testcancel();
}

static void change_badges(scenario *s, int64_t value)
{
    tally_account *account = s->w->account;
    uint64_t token;

    observe_all(s, &token);
    CALL(tally_badge_set(account, "own.set", value), TALLY_OK);
    s->set = value;
    pthread_testcancel();
    CALL(post(account, "box.inbox"), TALLY_OK);
    s->posted++;
    pthread_testcancel();
    CALL_OK(next_event(s->w->engine, 5));
    CALL_OK(tally_engine_dispatch(s->w->engine, 0, NULL));
    CALL_OK(tally_engine_flush(s->w->engine));
    tally_unobserve(s->w->scope, token);
}

static void change_trees(scenario *s)
{
    tally_account *account = s->w->account;
    uint64_t token;

    CALL_OK(tally_view_begin(s->w->scope, account, "seen", 0, &token));
    CALL(post(account, "seen"), TALLY_OK);
    pthread_testcancel();
    tally_view_end(s->w->scope, token);
    CALL_OK(tally_badge_set(account, "tree.leaf", 2));
    CALL_OK(badge_snapshot(account, "tree", s->snapshot, SNAPSHOT, &s->size));
    CALL_OK(tally_badge_clear_tree(account, "tree"));
    CALL_OK(badge_restore(account, "tree", s->snapshot, s->size));
}

static void use_files(scenario *s)
{
    tally_engine_options options = {0};

    CALL_OK(tally_engine_verify(s->w->engine));
    CALL_OK(tally_engine_backup(s->w->engine, s->copy, TALLY_BACKUP_REPLACE));
    CALL_OK(account_export(s->w->account, s->snapshot, SNAPSHOT, &s->size));
    CALL_OK(tally_account_import(s->w->engine, "twin", s->snapshot, s->size));
    options.struct_size = sizeof options;
    options.file = s->other;
    CALL_OK(tally_engine_open(&options, &s->second));
    __atomic_store_n(&s->inside, "tally_engine_close", __ATOMIC_SEQ_CST);
    require_status(tally_engine_close(s->second, -1), TALLY_OK, "tally_engine_close");
    s->second = NULL;
    __atomic_store_n(&s->inside, NULL, __ATOMIC_SEQ_CST);
    pthread_testcancel();
}

static void *run_scenario(void *argument)
{
    scenario *s = (scenario *)argument;

    is_counted = 1;
    change_badges(s, fatal_point + 1);
    change_trees(s);
    use_files(s);
    is_counted = 0;
    return NULL;
}

/* Others take the locks as well, so that the scenario waits now and then. */
static void *disturb(void *argument)
{
    scenario *s = (scenario *)argument;
    int64_t turn = 0;

    while (!atomic_load(&s->is_over)) {
        require(tally_badge_set(s->w->account, "others.set", ++turn % 100) == TALLY_OK);
        require(post(s->w->account, "others.inbox") == TALLY_OK);
    }
    return NULL;
}

/* Whatever the thread left, the next one can do everything. */
static void check_all_calls(scenario *s)
{
    tally_account *account = s->w->account;
    tally_badge badge;
    tally_status removed;
    uint64_t total, token;

    check_ok(tally_badge_get(account, "own.set", &badge));
    check_ok(tally_badge_set(account, "box.after", 3));
    check_ok(post(account, "box.inbox"));
    s->posted++;
    check_ok(message_counts(account, "box.inbox", 0, &total, NULL, NULL));
    check_ok(tally_engine_set_notify(s->w->engine, NULL, NULL, NULL));
    check_ok(tally_observe(s->w->scope, account, "box", TALLY_OBSERVE_INITIAL, NULL, NULL, NULL, &token));
    check_ok(next_event(s->w->engine, 1000));
    check_ok(tally_view_begin(s->w->scope, account, "box.other", 0, NULL));
    check_ok(badge_snapshot(account, "tree", s->snapshot, SNAPSHOT, &s->size));
    check_ok(badge_restore(account, "tree", s->snapshot, s->size));
    check_ok(tally_badge_clear_tree(account, "tree"));
    check_ok(tally_engine_flush(s->w->engine));
    check_ok(tally_engine_backup(s->w->engine, s->copy, TALLY_BACKUP_REPLACE));
    check_ok(tally_engine_verify(s->w->engine));
    if (s->second != NULL)
        check_ok(tally_engine_close(s->second, -1));
    s->second = NULL;
    /* The scenario imports it, unless it ended before; the next one imports it again. */
    removed = tally_account_remove(s->w->engine, "twin");
    assert_true(removed == TALLY_OK || removed == TALLY_ERROR_NOT_FOUND);
}

/* Runs the scenario with a thread that is cancelled at that point.
 * Returns 0 where it came to its end before. */
static int cancel_at(world *w, scenario *s, int point)
{
    pthread_t cancelled, disturber;
    uint64_t total;
    void *result;

    s->w = w;
    atomic_store(&points, 0);
    atomic_store(&s->is_over, 0);
    __atomic_store_n(&s->inside, NULL, __ATOMIC_SEQ_CST);
    fatal_point = point;
    assert_int_equal(pthread_create(&disturber, NULL, disturb, s), 0);
    assert_int_equal(pthread_create(&cancelled, NULL, run_scenario, s), 0);
    assert_int_equal(pthread_join(cancelled, &result), 0);
    if (__atomic_load_n(&s->inside, __ATOMIC_SEQ_CST) != NULL) /* It ends behind its call. */
        fail_msg("point %d: the thread ended inside %s", point, __atomic_load_n(&s->inside, __ATOMIC_SEQ_CST));
    atomic_store(&s->is_over, 1);
    assert_int_equal(pthread_join(disturber, NULL), 0);
    check_all_calls(s);
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_THREAD);
    check_ok(message_counts(w->account, "box.inbox", 0, &total, NULL, NULL));
    assert_int_equal(total, s->posted);
    check_badge(w->account, "own.set", s->set > 0, (uint64_t)s->set);
    check_badge(w->account, "box.after", 1, 3);
    return result == PTHREAD_CANCELED;
}

TEST(a_thread_that_is_cancelled_finishes_its_call, WORLD_FILE | WORLD_THREAD)
{
    scenario *s = calloc(1, sizeof *s);
    int point, last = 0;

    assert_non_null(s);
    snprintf(s->copy, sizeof s->copy, "%s/copy", w->directory);
    snprintf(s->other, sizeof s->other, "%s/other", w->directory);
    /* The number of points differs between runs, because it depends on which thread waits for which. So a run may end
     * before the point that it is to be cancelled at. */
    cancel_at(w, s, 0);
    last = atomic_load(&points);
    assert_true(last > 50);
    for (point = 1; point <= last; point += is_soak() ? 1 : 1 + last / 40)
        cancel_at(w, s, point);
    free(s);
}

/* ---- What waits ---- */

static void *wait_for_event(void *argument)
{
    scenario *s = (scenario *)argument;

    atomic_store(&s->thread, thread_number());
    CALL(next_event(s->w->engine, -1), TALLY_OK);
    pthread_testcancel();
    return NULL;
}

TEST(a_thread_that_waits_for_an_event_is_cancelled_when_one_came, WORLD_THREAD)
{
    scenario *s = calloc(1, sizeof *s);
    pthread_t waiter;
    void *result;

    assert_non_null(s);
    s->w = w;
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    assert_int_equal(pthread_create(&waiter, NULL, wait_for_event, s), 0);
    while (atomic_load(&s->thread) == 0)
        sched_yield();
    await_asleep(atomic_load(&s->thread));
    assert_int_equal(pthread_cancel(waiter), 0);
    check_ok(tally_engine_interrupt(w->engine));
    assert_int_equal(pthread_join(waiter, &result), 0);
    assert_true(result == PTHREAD_CANCELED);
    assert_null(__atomic_load_n(&s->inside, __ATOMIC_SEQ_CST));
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(next_event(w->engine, 0));
    free(s);
}
