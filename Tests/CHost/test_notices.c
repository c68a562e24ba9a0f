/* needs: tsan */
/* Notify and the log: nobody waits for a host that takes its time there, and the host may call the library there. The
 * host's time is a gate that the test opens: what returns while it is closed did not wait for the host. */
#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- A host that takes its time ---- */

typedef struct gate {
    sem_t entered; /* Posted by each call. */
    sem_t opened;  /* Each call waits for it once, while `blocks`. */
    atomic_int blocks;
    atomic_int running;
    atomic_int calls;
    atomic_int thread; /* The thread of the last call. */
    atomic_int released;
} gate;

static void init_gate(gate *g, int blocks)
{
    memset(g, 0, sizeof *g);
    assert_int_equal(sem_init(&g->entered, 0, 0), 0);
    assert_int_equal(sem_init(&g->opened, 0, 0), 0);
    atomic_store(&g->blocks, blocks);
}

static void await(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        require(errno == EINTR);
}

static void pass(void *user_data)
{
    gate *g = (gate *)user_data;

    require(atomic_fetch_add(&g->running, 1) == 0); /* Calls do not overlap. */
    atomic_fetch_add(&g->calls, 1);
    atomic_store(&g->thread, thread_number());
    sem_post(&g->entered);
    if (atomic_load(&g->blocks))
        await(&g->opened);
    atomic_fetch_sub(&g->running, 1);
}

static void count_release(void *user_data)
{
    atomic_fetch_add(&((gate *)user_data)->released, 1);
}

static void open_gate(gate *g)
{
    atomic_store(&g->blocks, 0);
    sem_post(&g->opened);
}

/* ---- Another thread ---- */

typedef struct caller {
    world *w;
    void (*act)(struct caller *);
    gate *gate;
    atomic_int thread;
    tally_status status;
    pthread_t id;
} caller;

static void *run(void *argument)
{
    caller *c = (caller *)argument;

    atomic_store(&c->thread, thread_number());
    c->act(c);
    return NULL;
}

static void begin(caller *c, world *w, void (*act)(caller *), gate *g)
{
    memset(c, 0, sizeof *c);
    c->w = w;
    c->act = act;
    c->gate = g;
    assert_int_equal(pthread_create(&c->id, NULL, run, c), 0);
}

static void await_waiting(caller *c)
{
    while (atomic_load(&c->thread) == 0)
        sched_yield();
    await_asleep(atomic_load(&c->thread));
}

static void end(caller *c)
{
    assert_int_equal(pthread_join(c->id, NULL), 0);
}

static tally_status post_to(tally_account *account, const char *path)
{
    tally_message_options options = {0};

    options.struct_size = sizeof options;
    options.title = "News";
    return tally_message_post(account, path, &options, NULL);
}

static void set_a(caller *c)
{
    c->status = tally_badge_set(c->w->account, "a", 1);
}

static void post(caller *c)
{
    c->status = post_to(c->w->account, "a");
}

static void flush(caller *c)
{
    c->status = tally_engine_flush(c->w->engine);
}

static void replace_notify(caller *c)
{
    c->status = tally_engine_set_notify(c->w->engine, pass, c->gate, count_release);
}

static void ignore(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)event;
    (void)text;
}

/* All kinds of calls, of the same account and of another one. Events that wait are taken. */
static void call_everything(world *w)
{
    tally_account *other;
    tally_badge badge;
    tally_stats stats = {0};
    uint64_t total, token;

    check_ok(tally_badge_set(w->account, "a", 5));
    check_ok(tally_badge_get(w->account, "a", &badge));
    check_ok(post_to(w->account, "c.inbox"));
    check_ok(message_counts(w->account, "c", 1, &total, NULL, NULL));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_badge_set(other, "a", 2));
    check_ok(post_to(other, "a.inbox"));
    check_ok(tally_observe(w->scope, other, "a", TALLY_OBSERVE_INITIAL, ignore, NULL, NULL, &token));
    check_ok(tally_badge_clear_tree(other, "a"));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    tally_unobserve(w->scope, token);
    check_ok(tally_engine_flush(w->engine));
    check_ok(tally_engine_verify(w->engine));
    stats.struct_size = sizeof stats;
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    tally_account_release(other);
}

/* ---- Notify ---- */

static void check_nobody_waits(world *w, void (*act)(caller *))
{
    gate g;
    caller c;

    init_gate(&g, 1);
    check_ok(tally_observe(w->scope, w->account, "a", 0, ignore, NULL, NULL, NULL));
    check_ok(tally_observe(w->scope, w->account, "z", 0, ignore, NULL, NULL, NULL));
    check_ok(tally_engine_set_notify(w->engine, pass, &g, count_release));
    begin(&c, w, act, &g);
    await(&g.entered);
    call_everything(w);
    /* A call that became due meanwhile is made by the thread that is inside. */
    check_ok(tally_badge_set(w->account, "z", 9));
    assert_int_equal(atomic_load(&g.calls), 1);
    open_gate(&g);
    end(&c);
    check_ok(c.status);
    assert_int_equal(atomic_load(&g.calls), 2);
    world_end(w);
    assert_int_equal(atomic_load(&g.released), 1);
}

TEST(no_thread_waits_for_the_notify_of_a_change, WORLD_FILE | WORLD_THREAD)
{
    check_nobody_waits(w, set_a);
}

TEST(no_thread_waits_for_the_notify_of_a_durable_change, WORLD_FILE | WORLD_THREAD | WORLD_FULL)
{
    check_nobody_waits(w, set_a);
}

TEST(no_thread_waits_for_the_notify_of_a_message, WORLD_FILE)
{
    check_nobody_waits(w, post);
}

TEST(a_notify_that_is_replaced_while_it_runs_is_waited_for, WORLD_THREAD)
{
    gate first, second;
    caller setter, replacer;

    init_gate(&first, 1);
    init_gate(&second, 0);
    check_ok(tally_observe(w->scope, w->account, "a", 0, ignore, NULL, NULL, NULL));
    check_ok(tally_engine_set_notify(w->engine, pass, &first, count_release));
    begin(&setter, w, set_a, NULL);
    await(&first.entered);
    begin(&replacer, w, replace_notify, &second);
    await_waiting(&replacer);
    assert_int_equal(atomic_load(&first.released), 0);
    check_badge(w->account, "a", 1, 1);
    open_gate(&first);
    end(&setter);
    end(&replacer);
    check_ok(replacer.status);
    assert_int_equal(atomic_load(&first.released), 1);
    /* Its successor is called for pending events, and the former one is not called again. */
    await(&second.entered);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_badge_set(w->account, "a", 2));
    assert_int_equal(atomic_load(&first.calls), 1);
    assert_int_equal(atomic_load(&second.calls), 2);
    world_end(w);
    assert_int_equal(atomic_load(&second.released), 1);
    assert_int_equal(atomic_load(&first.released), 1);
}

static void close_engine(caller *c)
{
    c->status = tally_engine_close(c->w->engine, -1);
}

TEST(closing_waits_for_a_notify_that_runs, WORLD_THREAD)
{
    gate g;
    caller setter, closer;

    init_gate(&g, 1);
    check_ok(tally_observe(w->scope, w->account, "a", 0, ignore, NULL, NULL, NULL));
    check_ok(tally_engine_set_notify(w->engine, pass, &g, count_release));
    begin(&setter, w, set_a, NULL);
    await(&g.entered);
    begin(&closer, w, close_engine, NULL);
    await_waiting(&closer);
    assert_int_equal(atomic_load(&g.released), 0);
    open_gate(&g);
    end(&setter);
    end(&closer);
    check_ok(closer.status);
    assert_int_equal(atomic_load(&g.released), 1);
    w->engine = NULL;
    tally_scope_close(w->scope);
    w->scope = NULL;
    tally_account_release(w->account);
    w->account = NULL;
}

/* ---- What a host may call there ---- */

typedef struct inside {
    world *w;
    int calls;
    int released;
    uint64_t count;
} inside;

static void call_inside(inside *i)
{
    tally_badge badge;
    uint64_t token;

    if (i->calls++ > 0)
        return;
    require(tally_badge_get(i->w->account, "a", &badge) == TALLY_OK);
    i->count = badge.count;
    require(tally_badge_set(i->w->account, "b", 4) == TALLY_OK);
    require(post_to(i->w->account, "d.inbox") == TALLY_OK);
    require(tally_observe(i->w->scope, i->w->account, "c", 0, ignore, NULL, NULL, &token) == TALLY_OK);
    require(tally_badge_set(i->w->account, "c", 1) == TALLY_OK);
    require(tally_engine_dispatch(i->w->engine, 0, NULL) == TALLY_OK);
    tally_unobserve(i->w->scope, token);
    require(tally_engine_step(i->w->engine) == TALLY_ERROR_THREAD);
    require(tally_engine_close(i->w->engine, -1) == TALLY_ERROR_THREAD);
}

static void notify_inside(void *user_data)
{
    call_inside((inside *)user_data);
}

static void release_inside(void *user_data)
{
    ((inside *)user_data)->released++;
}

TEST(a_notify_may_call_the_library, WORLD_FILE)
{
    inside i = {0};

    i.w = w;
    check_ok(tally_observe(w->scope, w->account, "a", 0, ignore, NULL, NULL, NULL));
    check_ok(tally_engine_set_notify(w->engine, notify_inside, &i, NULL));
    check_ok(tally_badge_set(w->account, "a", 3));
    assert_int_equal(i.count, 3);
    check_badge(w->account, "b", 1, 4);
    /* It has drained the queue, so it is called again for the next change. */
    assert_true(i.calls >= 1);
    i.calls = 100;
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_badge_set(w->account, "a", 4));
    assert_int_equal(i.calls, 101);
    world_end(w);
}

static void end_notify(void *user_data)
{
    inside *i = (inside *)user_data;

    i->calls++;
    require(tally_engine_set_notify(i->w->engine, NULL, NULL, NULL) == TALLY_OK);
    require(i->released == 0); /* It is still running. */
}

TEST(a_notify_may_end_itself, WORLD_THREAD)
{
    inside i = {0};

    i.w = w;
    check_ok(tally_observe(w->scope, w->account, "a", 0, ignore, NULL, NULL, NULL));
    check_ok(tally_engine_set_notify(w->engine, end_notify, &i, release_inside));
    check_ok(tally_badge_set(w->account, "a", 3));
    assert_int_equal(i.calls, 1);
    assert_int_equal(i.released, 1);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_badge_set(w->account, "a", 4));
    world_end(w);
    assert_int_equal(i.calls, 1);
    assert_int_equal(i.released, 1);
}

/* ---- Nothing is lost ---- */

#define WRITERS 4
#define ROUNDS 400

static struct stress {
    world *w;
    sem_t notified;
    atomic_int finished;
    struct {
        const char *path;
        sem_t seen;
        atomic_llong shown;
    } writers[WRITERS];
} stress;

static void post_notified(void *user_data)
{
    sem_post((sem_t *)user_data);
}

/* Each change is made when the former one has come, so an event that is not announced stops the test. */
static void *change_and_wait(void *argument)
{
    int number = (int)(intptr_t)argument, round;
    int rounds = is_soak() ? 50 * ROUNDS : ROUNDS;

    for (round = 1; round <= rounds; round++) {
        const char *path = stress.writers[number].path;

        if (number == 0)
            require(post_to(stress.w->account, path) == TALLY_OK);
        else
            require(tally_badge_add(stress.w->account, path, 1) == TALLY_OK);
        await(&stress.writers[number].seen);
    }
    atomic_fetch_add(&stress.finished, 1);
    sem_post(&stress.notified);
    return NULL;
}

static void *consume(void *argument)
{
    char path[64];
    int i;

    (void)argument;
    while (atomic_load(&stress.finished) < WRITERS) {
        tally_event event = {0};

        await(&stress.notified);
        event.struct_size = sizeof event;
        while (tally_engine_next_event(stress.w->engine, 0, &event, path, sizeof path) == TALLY_OK) {
            for (i = 0; i < WRITERS; i++) {
                if (strcmp(path, stress.writers[i].path) == 0)
                    sem_post(&stress.writers[i].seen);
            }
        }
    }
    return NULL;
}

TEST(no_event_waits_unannounced, WORLD_FILE | WORLD_THREAD)
{
    static const char *const paths[WRITERS] = {"root.a", "root.b", "root.c", "root.d"};
    pthread_t writers[WRITERS], consumer;
    int i;

    stress.w = w;
    atomic_store(&stress.finished, 0);
    assert_int_equal(sem_init(&stress.notified, 0, 0), 0);
    for (i = 0; i < WRITERS; i++) {
        stress.writers[i].path = paths[i];
        assert_int_equal(sem_init(&stress.writers[i].seen, 0, 0), 0);
        check_ok(tally_observe(w->scope, w->account, paths[i], 0, NULL, NULL, NULL, NULL));
    }
    check_ok(tally_engine_set_notify(w->engine, post_notified, &stress.notified, NULL));
    assert_int_equal(pthread_create(&consumer, NULL, consume, NULL), 0);
    for (i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&writers[i], NULL, change_and_wait, (void *)(intptr_t)i), 0);
    for (i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_join(writers[i], NULL), 0);
    assert_int_equal(pthread_join(consumer, NULL), 0);
    check_ok(tally_engine_verify(w->engine));
}

/* ---- The log ---- */

static atomic_int fails;

/* In the place of the system's, which SQLite calls. */
int fdatasync(int descriptor)
{
    if (atomic_load(&fails)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, descriptor);
}

static gate log_gate;
static char *lines[4096];
static int line_count;

/* Calls do not overlap, so `lines` needs no lock. */
static void keep_line(void *user_data, int32_t level, const char *text)
{
    (void)user_data;
    require(level >= TALLY_LOG_ERROR && level <= TALLY_LOG_INFO);
    require(line_count < 4096);
    lines[line_count++] = strdup(text);
    pass(&log_gate);
}

static void configure_log(tally_engine_options *options)
{
    options->log = keep_line;
    options->log_level = TALLY_LOG_INFO;
}

static void open_with_log(world *w, unsigned flags, int blocks)
{
    init_gate(&log_gate, blocks);
    line_count = 0;
    w->configure = configure_log;
    world_open(w, flags);
}

static void forget_lines(void)
{
    while (line_count > 0)
        free(lines[--line_count]);
}

TEST(no_thread_waits_for_the_log, WORLD_FILE | WORLD_CLOSED)
{
    caller c;

    open_with_log(w, WORLD_FILE, 1);
    check_ok(tally_badge_set(w->account, "a", 1));
    atomic_store(&fails, 1);
    begin(&c, w, flush, NULL);
    await(&log_gate.entered);
    atomic_store(&fails, 0);
    call_everything(w);
    open_gate(&log_gate);
    end(&c);
    check_status(c.status, TALLY_ERROR_IO);
    /* The failure, and that it is over; the second line came while the first one was delivered. */
    assert_int_equal(line_count, 2);
    assert_non_null(strstr(lines[1], "pending changes were written"));
    world_end(w);
    forget_lines();
}

#define ENTRIES 1200

/* A calendar with nothing that can be taken: each entry is a line of the log. */
static char *bad_calendar(void)
{
    char *text = malloc(ENTRIES * 80 + 200);
    size_t length;
    int i;

    assert_non_null(text);
    length = (size_t)sprintf(text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n");
    for (i = 0; i < ENTRIES; i++)
        length += (size_t)sprintf(text + length, "BEGIN:VTODO\r\nUID:u%d\r\nSUMMARY:s\r\nEND:VTODO\r\n", i);
    sprintf(text + length, "END:VCALENDAR\r\n");
    return text;
}

TEST(lines_come_in_their_order_and_those_without_room_are_counted, WORLD_FILE | WORLD_CLOSED)
{
    caller c;
    char *calendar = bad_calendar();
    size_t taken, skipped;
    int i, lost = 0, last = 0;

    open_with_log(w, WORLD_FILE, 1);
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_badge_set(w->account, "a", 1));
    atomic_store(&fails, 1);
    begin(&c, w, flush, NULL);
    await(&log_gate.entered);
    atomic_store(&fails, 0);
    check_ok(tally_engine_flush(w->engine));
    check_ok(reminder_import(w->account, calendar, strlen(calendar), &taken, &skipped));
    assert_int_equal(taken, 0);
    assert_int_equal(skipped, ENTRIES);
    open_gate(&log_gate);
    end(&c);
    /* In front of the entries: the failure, and that it is over. */
    assert_true(line_count > 100 && line_count < ENTRIES);
    for (i = 2; i < line_count - 1; i++) {
        const char *number = strstr(lines[i], "skipped, line ");
        int line;

        assert_non_null(number);
        line = atoi(number + strlen("skipped, line "));
        assert_true(line > last);
        last = line;
    }
    assert_int_equal(sscanf(lines[line_count - 1], "%d lines of the log", &lost), 1);
    assert_int_equal(line_count - 3 + lost, ENTRIES);
    /* And there is room again. */
    i = line_count;
    check_ok(reminder_import(w->account, calendar, strlen(calendar), &taken, &skipped));
    assert_int_equal(line_count, i + ENTRIES);
    world_end(w);
    forget_lines();
    free(calendar);
}

static void call_inside_log(void *user_data, int32_t level, const char *text)
{
    (void)level;
    (void)text;
    call_inside((inside *)user_data);
}

static inside inside_log;

static void configure_inside(tally_engine_options *options)
{
    options->log = call_inside_log;
    options->log_user_data = &inside_log;
}

TEST(the_log_may_call_the_library, WORLD_FILE | WORLD_CLOSED)
{
    memset(&inside_log, 0, sizeof inside_log);
    inside_log.w = w;
    w->configure = configure_inside;
    world_open(w, WORLD_FILE);
    check_ok(tally_badge_set(w->account, "a", 6));
    atomic_store(&fails, 1);
    /* The disk works again before the callback stores something. */
    inside_log.calls = 1;
    check_status(tally_engine_flush(w->engine), TALLY_ERROR_IO);
    atomic_store(&fails, 0);
    assert_int_equal(inside_log.calls, 2);
    check_ok(tally_engine_flush(w->engine));
    inside_log.calls = 0;
    {
        static const char calendar[] = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:u\r\n"
                                       "SUMMARY:s\r\nEND:VTODO\r\nEND:VCALENDAR\r\n";
        size_t taken, skipped;

        check_ok(tally_account_log_in(w->account));
        check_ok(reminder_import(w->account, calendar, sizeof calendar - 1, &taken, &skipped));
        assert_int_equal(skipped, 1);
    }
    assert_int_equal(inside_log.calls, 1);
    assert_int_equal(inside_log.count, 6);
    check_badge(w->account, "b", 1, 4);
    world_end(w);
}
