/* needs: sqlite tsan */
/* Calls that wait for others, and calls that do not. The disk's sync is a gate that the test opens. A call that returns
 * while the gate is closed did not wait for the disk. */
#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLERS 8

/* ---- The disk ---- */

static pthread_mutex_t gate_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_opened = PTHREAD_COND_INITIALIZER;
static int is_gate_closed;
static int fails;
static int is_disk_fast; /* A sync does nothing. */
static atomic_int syncs;
static atomic_int failures, failures_at_sync; /* Calls that have failed, now and at the last sync. */
static sem_t arrived; /* Posted by each sync that finds the gate closed. */

/* In the place of the system's, which SQLite calls. */
int fdatasync(int descriptor)
{
    int result;

    pthread_mutex_lock(&gate_mutex);
    atomic_fetch_add(&syncs, 1);
    atomic_store(&failures_at_sync, atomic_load(&failures));
    if (is_gate_closed)
        sem_post(&arrived);
    while (is_gate_closed)
        pthread_cond_wait(&gate_opened, &gate_mutex);
    result = fails ? -1 : 0;
    pthread_mutex_unlock(&gate_mutex);
    if (result != 0) {
        errno = EIO;
        return -1;
    }
    return is_disk_fast ? 0 : (int)syscall(SYS_fdatasync, descriptor);
}

static void close_gate(void)
{
    pthread_mutex_lock(&gate_mutex);
    is_gate_closed = 1;
    atomic_store(&syncs, 0);
    pthread_mutex_unlock(&gate_mutex);
}

static void open_gate(int with_failure)
{
    pthread_mutex_lock(&gate_mutex);
    is_gate_closed = 0;
    fails = with_failure;
    pthread_cond_broadcast(&gate_opened);
    pthread_mutex_unlock(&gate_mutex);
}

static void await_sync(void)
{
    while (sem_wait(&arrived) != 0)
        ;
}

/* ---- Callers ---- */

typedef struct caller {
    tally_account *account;
    const char *path;
    void (*act)(struct caller *);
    tally_status status;
    atomic_int thread;
    pthread_t id;
} caller;

static void post(caller *c)
{
    tally_message_options options = {0};

    options.struct_size = sizeof options;
    options.title = "News";
    c->status = tally_message_post(c->account, c->path, &options, NULL);
}

/* A batch that is stored before it is answered. */
static void set_once(caller *c)
{
    tally_operation operation = {0};
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

    operation.kind = TALLY_OP_SET;
    operation.path = c->path;
    operation.value = 5;
    options.id = "once";
    c->status = tally_badge_batch(c->account, &operation, 1, &options, NULL);
}

/* The engine of the callers that need one. */
static tally_engine *engine_of_callers;

static void set(caller *c)
{
    c->status = tally_badge_set(c->account, c->path, 7);
}

static void *run(void *argument)
{
    caller *c = (caller *)argument;

    atomic_store(&c->thread, thread_number());
    c->act(c);
    return NULL;
}

static void begin(caller *c, tally_account *account, const char *path, void (*act)(caller *))
{
    memset(c, 0, sizeof *c);
    c->account = account;
    c->path = path;
    c->act = act;
    assert_int_equal(pthread_create(&c->id, NULL, run, c), 0);
}

/* Until the caller waits for something. */
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

static tally_account *account_named(world *w, const char *name)
{
    tally_account *account;

    check_ok(tally_account_open(w->engine, name, NULL, &account));
    return account;
}

static void begin_disk(void)
{
    assert_int_equal(sem_init(&arrived, 0, 0), 0);
}

/* One call that waits for a sync, and others that wait behind it. */
static void begin_posts(caller *callers, tally_account *const *accounts)
{
    int i;

    close_gate();
    begin(&callers[0], accounts[0], "inbox", post);
    await_sync();
    for (i = 1; i < CALLERS; i++) {
        begin(&callers[i], accounts[i % 2], "inbox", post);
        await_waiting(&callers[i]);
    }
}

/* ---- Badges never wait for the disk ---- */

TEST(badges_are_read_and_changed_while_a_message_is_being_stored, WORLD_FILE)
{
    tally_account *other = account_named(w, "bo");
    caller poster;

    begin_disk();
    close_gate();
    begin(&poster, w->account, "inbox", post);
    await_sync();
    check_badge(w->account, "inbox", 0, 0); /* No reader sees it before it is stored. */
    check_ok(tally_badge_set(w->account, "inbox.own", 3));
    check_ok(tally_badge_add(w->account, "inbox.own", 1));
    check_badge(w->account, "inbox", 1, 4);
    check_ok(tally_badge_set(other, "inbox", 2));
    check_badge(other, "inbox", 1, 2);
    open_gate(0);
    end(&poster);
    check_ok(poster.status);
    check_badge(w->account, "inbox", 1, 5);
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(other);
}

TEST(a_badge_that_is_being_stored_is_not_seen_before, WORLD_FILE | WORLD_FULL)
{
    caller setter;

    begin_disk();
    check_ok(tally_badge_set(w->account, "a.b", 1));
    close_gate();
    begin(&setter, w->account, "a.b", set);
    await_sync();
    check_badge(w->account, "a.b", 1, 1);
    check_badge(w->account, "a", 1, 1);
    open_gate(0);
    end(&setter);
    check_ok(setter.status);
    check_badge(w->account, "a", 1, 7);
}

TEST(a_change_of_a_badge_comes_behind_one_that_is_being_stored, WORLD_FILE)
{
    tally_account *other = account_named(w, "bo");
    caller batch, setter;

    begin_disk();
    check_ok(tally_badge_set(w->account, "a", 1));
    close_gate();
    begin(&batch, w->account, "a", set_once);
    await_sync();
    begin(&setter, w->account, "a", set);
    await_waiting(&setter);
    check_badge(w->account, "a", 1, 1);
    check_ok(tally_badge_set(other, "a", 2));
    open_gate(0);
    end(&batch);
    end(&setter);
    check_ok(batch.status);
    check_ok(setter.status);
    check_badge(w->account, "a", 1, 7);
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(other);
}

static void drop(caller *c)
{
    c->status = tally_account_remove(engine_of_callers, "ann");
}

TEST(a_change_of_a_badge_comes_behind_the_end_of_its_account, WORLD_FILE)
{
    caller dropper, setter;
    tally_badge total;

    begin_disk();
    check_ok(tally_account_log_in(w->account));
    close_gate();
    engine_of_callers = w->engine;
    begin(&dropper, w->account, NULL, drop);
    await_sync();
    begin(&setter, w->account, "a", set);
    await_waiting(&setter);
    open_gate(0);
    end(&dropper);
    end(&setter);
    check_ok(dropper.status);
    check_status(setter.status, TALLY_ERROR_NOT_FOUND);
    check_ok(tally_engine_get_total(w->engine, &total));
    assert_int_equal(total.kind, 0);
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Calls share syncs ---- */

TEST(calls_that_wait_for_the_disk_share_its_next_sync, WORLD_FILE)
{
    caller callers[CALLERS];
    tally_account *accounts[2];
    tally_stats stats;
    int i;

    begin_disk();
    accounts[0] = w->account;
    accounts[1] = account_named(w, "bo");
    begin_posts(callers, accounts);
    open_gate(0);
    for (i = 0; i < CALLERS; i++) {
        end(&callers[i]);
        check_ok(callers[i].status);
    }
    check_badge(accounts[0], "inbox", 1, CALLERS / 2);
    check_badge(accounts[1], "inbox", 1, CALLERS / 2);
    /* One for the first call, one for the others. */
    assert_int_equal(atomic_load(&syncs), 2);
    memset(&stats, 0, sizeof stats);
    stats.struct_size = sizeof stats;
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_int_equal(stats.commits, 2);
    assert_int_equal(stats.committed_calls, CALLERS);
    assert_int_equal(stats.waiting_calls, 0);
    assert_true(stats.longest_hold_us > 0);
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(accounts[1]);
}

TEST(all_calls_of_a_commit_that_fails_hear_of_it_and_leave_nothing, WORLD_FILE)
{
    caller callers[CALLERS];
    tally_account *accounts[2];
    uint64_t total;
    int i;

    begin_disk();
    accounts[0] = w->account;
    accounts[1] = account_named(w, "bo");
    check_ok(tally_badge_set(accounts[0], "other", 5));
    begin_posts(callers, accounts);
    open_gate(1);
    for (i = 0; i < CALLERS; i++) {
        end(&callers[i]);
        check_status(callers[i].status, TALLY_ERROR_IO);
    }
    open_gate(0);
    for (i = 0; i < 2; i++) {
        check_badge(accounts[i], "inbox", 0, 0);
        check_ok(message_counts(accounts[i], "inbox", 0, &total, NULL, NULL));
        assert_int_equal(total, 0);
    }
    check_badge(accounts[0], "other", 1, 5);
    /* And the disk is used again. */
    begin(&callers[0], accounts[0], "inbox", post);
    end(&callers[0]);
    check_ok(callers[0].status);
    check_badge(accounts[0], "inbox", 1, 1);
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(accounts[1]);
}

/* A call that is refused for itself takes nothing from those that share the commit. */
static void post_nowhere(caller *c)
{
    c->status = tally_message_withdraw(c->account, "nobody.has.posted.it");
}

TEST(a_call_that_is_refused_spares_those_that_share_its_commit, WORLD_FILE)
{
    caller callers[4];
    int i;

    begin_disk();
    close_gate();
    begin(&callers[0], w->account, "inbox", post);
    await_sync();
    for (i = 1; i < 4; i++) {
        begin(&callers[i], w->account, "inbox", i == 2 ? post_nowhere : post);
        await_waiting(&callers[i]);
    }
    open_gate(0);
    for (i = 0; i < 4; i++) {
        end(&callers[i]);
        check_status(callers[i].status, i == 2 ? TALLY_ERROR_NOT_FOUND : TALLY_OK);
    }
    check_badge(w->account, "inbox", 1, 3);
    check_ok(tally_engine_verify(w->engine));
}

/* Calls that fail as fast as they can. */
static atomic_int may_fail;

static void post_nowhere_often(caller *c)
{
    while (atomic_load(&may_fail)) {
        post_nowhere(c);
        atomic_fetch_add(&failures, 1);
    }
}

TEST(calls_that_fail_do_not_keep_a_durable_one_waiting, WORLD_FILE)
{
    caller first, second, failing[2];
    int round, i;

    begin_disk();
    for (round = 0; round < 10; round++) {
        atomic_store(&failures, 0);
        atomic_store(&may_fail, 1);
        close_gate();
        begin(&first, w->account, "inbox", post);
        await_sync();
        begin(&second, w->account, "inbox", post);
        await_waiting(&second);
        for (i = 0; i < 2; i++) {
            begin(&failing[i], w->account, "inbox", post_nowhere_often);
            await_waiting(&failing[i]);
        }
        open_gate(0);
        end(&first);
        end(&second);
        /* The commit came as soon as each of them could have failed once or twice behind the second post. */
        assert_in_range(atomic_load(&failures_at_sync), 0, 4);
        atomic_store(&may_fail, 0);
        for (i = 0; i < 2; i++)
            end(&failing[i]);
        check_ok(first.status);
        check_ok(second.status);
    }
}

/* ---- Retention ---- */

TEST(a_post_removes_many_old_messages_in_steps, WORLD_FILE)
{
    enum { OLD = 1000, STEP = 256 };
    tally_feed_options options = {0};
    tally_message_options message = {0};
    uint64_t total;
    tally_feed *feed;
    int i;

    begin_disk();
    message.struct_size = sizeof message;
    message.time = 1000;
    is_disk_fast = 1;
    for (i = 0; i < OLD; i++)
        check_ok(tally_message_post(w->account, "inbox", &message, NULL));
    options.struct_size = sizeof options;
    options.max_age = 1000;
    check_ok(tally_feed_add(w->account, TALLY_FEED_LOCAL, &options, &feed));
    atomic_store(&syncs, 0);
    message.time = 0;
    check_ok(tally_message_post(w->account, "inbox", &message, NULL));
    is_disk_fast = 0;
    /* Between two commits other accounts have their turn. */
    assert_in_range(atomic_load(&syncs), OLD / STEP, OLD);
    check_ok(message_counts(w->account, "inbox", 0, &total, NULL, NULL));
    assert_int_equal(total, 1);
    check_badge(w->account, "inbox", 1, 1);
    check_ok(tally_engine_verify(w->engine));
    tally_feed_release(feed);
}

/* ---- The end of the engine, and of the process ---- */

static void close_engine(caller *c)
{
    c->status = tally_engine_close(engine_of_callers, -1);
}

TEST(closing_waits_for_the_calls_that_are_being_stored, WORLD_FILE)
{
    caller poster, closer;

    begin_disk();
    close_gate();
    begin(&poster, w->account, "inbox", post);
    await_sync();
    engine_of_callers = w->engine;
    begin(&closer, NULL, NULL, close_engine);
    await_waiting(&closer);
    open_gate(0);
    end(&poster);
    end(&closer);
    check_ok(poster.status);
    check_ok(closer.status);
    w->engine = NULL;
    tally_account_release(w->account);
    w->account = NULL;
}

static void post_again(void *user_data, const tally_event *event, const char *text)
{
    caller *c = (caller *)user_data;

    (void)event;
    (void)text;
    c->act = NULL;
    post(c);
}

TEST(a_callback_may_call_what_waits_for_the_disk, WORLD_FILE)
{
    caller c = {0}, again = {0};

    c.account = again.account = w->account;
    c.path = "inbox";
    again.path = "outbox";
    again.act = post;
    check_ok(tally_observe(w->scope, w->account, "inbox", 0, post_again, &again, NULL, NULL));
    post(&c);
    check_ok(c.status);
    check_ok(tally_engine_step(w->engine));
    assert_true(again.act == NULL);
    check_ok(again.status);
    check_badge(w->account, "outbox", 1, 1);
    world_end(w);
}

/* ---- Everything together ---- */

#define LEAVES 1500 /* So many that work on the whole tree is done apart. */
#define TURNS 12

typedef struct worker {
    world *w;
    tally_account *accounts[2];
    void (*work)(struct worker *, int turn);
    pthread_t id;
} worker;

static void work_posting(worker *k, int turn)
{
    tally_message_options options = {0};

    options.struct_size = sizeof options;
    require(tally_message_post(k->accounts[turn % 2], "inbox", &options, NULL) == TALLY_OK);
    require(tally_badge_clear(k->accounts[turn % 2], "inbox") == TALLY_OK);
}

static void work_setting(worker *k, int turn)
{
    char path[32];
    tally_badge badge;

    snprintf(path, sizeof path, "tree.leaf%d", turn % LEAVES);
    require(tally_badge_set(k->accounts[turn % 2], path, turn + 1) == TALLY_OK);
    require(tally_badge_get(k->accounts[turn % 2], "tree", &badge) == TALLY_OK);
}

static void work_on_trees(worker *k, int turn)
{
    size_t size = 0;
    uint64_t digest;

    require(tally_account_verify(k->accounts[turn % 2]) == TALLY_OK);
    require(tally_badge_digest(k->accounts[turn % 2], "tree", &digest) == TALLY_OK);
    require(badge_diff(k->accounts[0], "tree", k->accounts[1], "tree", NULL, 0, &size) != TALLY_OK || size > 0);
}

static void work_forcing(worker *k, int turn)
{
    tally_operation operation = {0};
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    char id[32];

    require(tally_badge_clear_tree(k->accounts[turn % 2], "tree") == TALLY_OK);
    snprintf(id, sizeof id, "batch%d", turn);
    operation.kind = TALLY_OP_ADD;
    operation.path = "tree.leaf1";
    operation.value = 1;
    options.id = id;
    require(tally_badge_batch(k->accounts[turn % 2], &operation, 1, &options, NULL) == TALLY_OK);
}

static void work_verifying(worker *k, int turn)
{
    (void)turn;
    require(tally_engine_verify(k->w->engine) == TALLY_OK);
    require(tally_engine_flush(k->w->engine) == TALLY_OK);
}

static void count_events(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    atomic_fetch_add((atomic_int *)user_data, 1);
}

static void work_listening(worker *k, int turn)
{
    static atomic_int told;
    tally_scope *scope;

    require(tally_scope_open(k->w->engine, &scope) == TALLY_OK);
    require(tally_observe(scope, k->accounts[turn % 2], "tree", TALLY_SUBTREE | TALLY_OBSERVE_INITIAL,
                          count_events, &told, NULL, NULL) == TALLY_OK);
    require(tally_engine_dispatch(k->w->engine, 0, NULL) >= TALLY_OK);
    tally_scope_close(scope);
}

static void *run_worker(void *argument)
{
    worker *k = (worker *)argument;
    int turn;

    for (turn = 0; turn < (is_soak() ? 100 * TURNS : TURNS); turn++)
        k->work(k, turn);
    return NULL;
}

TEST(all_kinds_of_calls_run_together, WORLD_FILE | WORLD_THREAD)
{
    static void (*const works[])(worker *, int) = {work_posting, work_setting, work_on_trees, work_forcing,
                                                   work_verifying, work_listening, work_posting};
    worker workers[COUNT_OF(works)];
    tally_account *other = account_named(w, "bo");
    char path[32];
    size_t i;

    for (i = 0; i < LEAVES; i++) {
        snprintf(path, sizeof path, "tree.leaf%d", (int)i);
        check_ok(tally_badge_set(w->account, path, 1));
        check_ok(tally_badge_set(other, path, 1));
    }
    for (i = 0; i < COUNT_OF(works); i++) {
        workers[i].w = w;
        workers[i].accounts[0] = w->account;
        workers[i].accounts[1] = other;
        workers[i].work = works[i];
        assert_int_equal(pthread_create(&workers[i].id, NULL, run_worker, &workers[i]), 0);
    }
    for (i = 0; i < COUNT_OF(works); i++)
        assert_int_equal(pthread_join(workers[i].id, NULL), 0);
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(other);
}

/* ---- Threads that post, and are killed ---- */

typedef struct told {
    int thread;
    int count;
} told;

typedef struct killed {
    tally_account *account;
    int thread;
    int pipe;
} killed;

static void *post_until_killed(void *argument)
{
    killed *k = (killed *)argument;
    tally_message_options options = {0};
    told t = {0, 0};
    char path[32];

    snprintf(path, sizeof path, "box.t%d", k->thread);
    options.struct_size = sizeof options;
    t.thread = k->thread;
    for (;;) {
        require(tally_message_post(k->account, path, &options, NULL) == TALLY_OK);
        t.count++;
        require(write(k->pipe, &t, sizeof t) == (ssize_t)sizeof t);
    }
    return NULL;
}

static void be_killed(const char *file, int out)
{
    tally_engine_options options = {0};
    tally_engine *engine;
    killed threads[CALLERS];
    pthread_t ids[CALLERS];
    int i;

    options.struct_size = sizeof options;
    options.file = file;
    require(tally_engine_open(&options, &engine) == TALLY_OK);
    for (i = 0; i < CALLERS; i++) {
        threads[i].thread = i;
        threads[i].pipe = out;
        require(tally_account_open(engine, i % 2 ? "bo" : "ann", NULL, &threads[i].account) == TALLY_OK);
        require(pthread_create(&ids[i], NULL, post_until_killed, &threads[i]) == 0);
    }
    for (;;)
        pause();
}

/* Reads what the process's threads report until it is killed. */
static void kill_after(const char *file, int lines, int *counts)
{
    int ends[2], status, seen = 0;
    pid_t child;
    told t;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        be_killed(file, ends[1]);
        _exit(1);
    }
    close(ends[1]);
    while (read(ends[0], &t, sizeof t) == (ssize_t)sizeof t) {
        counts[t.thread] = t.count;
        if (++seen == lines)
            kill(child, SIGKILL);
    }
    close(ends[0]);
    assert_true(waitpid(child, &status, 0) == child);
    assert_true(seen >= lines && WIFSIGNALED(status));
}

TEST(acknowledged_changes_survive_a_kill, WORLD_FILE | WORLD_CLOSED)
{
    uint64_t before[CALLERS] = {0};
    unsigned random = 4711;
    int turn, i;

    for (turn = 0; turn < (is_soak() ? 1000 : 8); turn++) {
        int counts[CALLERS] = {0};
        tally_account *accounts[2];

        random = random * 1664525u + 1013904223u;
        kill_after(w->file, 1 + (int)((random >> 8) % 60), counts);
        world_open(w, WORLD_FILE);
        accounts[0] = account_named(w, "ann");
        accounts[1] = account_named(w, "bo");
        for (i = 0; i < CALLERS; i++) {
            char path[32];
            uint64_t total;

            snprintf(path, sizeof path, "box.t%d", i);
            check_ok(message_counts(accounts[i % 2], path, 0, &total, NULL, NULL));
            /* All that it has reported, and at most one more. */
            assert_true(total >= before[i] + (uint64_t)counts[i] && total <= before[i] + (uint64_t)counts[i] + 1);
            before[i] = total;
        }
        check_ok(tally_engine_verify(w->engine));
        tally_account_release(accounts[0]);
        tally_account_release(accounts[1]);
        world_close(w);
    }
}
