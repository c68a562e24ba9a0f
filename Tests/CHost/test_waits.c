/* Who waits for whom. The disk's sync is a gate that the test opens: what returns while it is closed did not wait for
 * the disk. */
#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALLERS 8

/* ---- The disk ---- */

static pthread_mutex_t gate_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_opened = PTHREAD_COND_INITIALIZER;
static int is_gate_closed;
static int fails;
static atomic_int syncs;
static sem_t arrived; /* Posted by each sync that finds the gate closed. */

/* In the place of the system's, which SQLite calls. */
int fdatasync(int descriptor)
{
    int result;

    pthread_mutex_lock(&gate_mutex);
    atomic_fetch_add(&syncs, 1);
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
    return (int)syscall(SYS_fdatasync, descriptor);
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
    tally_batch_options options = {0};

    operation.kind = TALLY_OP_SET;
    operation.path = c->path;
    operation.value = 5;
    options.struct_size = sizeof options;
    options.id = "once";
    c->status = tally_badge_batch(c->account, &operation, 1, &options, NULL);
}

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

/* ---- Rule 1: badges never wait for the disk ---- */

TEST(badges_are_read_and_changed_while_a_message_is_being_stored, WORLD_FILE)
{
    tally_account *other = account_named(w, "bo");
    caller poster;

    begin_disk();
    close_gate();
    begin(&poster, w->account, "inbox", post);
    await_sync();
    check_badge(w->account, "inbox", 0, 0); /* Nobody sees it before it is stored. */
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

/* ---- Rule 2: calls share syncs ---- */

TEST(calls_that_wait_for_the_disk_share_its_next_sync, WORLD_FILE)
{
    caller callers[CALLERS];
    tally_account *accounts[2];
    tally_stats stats;
    int i;

    begin_disk();
    accounts[0] = w->account;
    accounts[1] = account_named(w, "bo");
    close_gate();
    begin(&callers[0], accounts[0], "inbox", post);
    await_sync();
    for (i = 1; i < CALLERS; i++) {
        begin(&callers[i], accounts[i % 2], "inbox", post);
        await_waiting(&callers[i]);
    }
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
    check_ok(tally_engine_stats(w->engine, &stats));
    assert_int_equal(stats.commits, 2);
    assert_int_equal(stats.committed_calls, CALLERS);
    assert_int_equal(stats.waiting_calls, 0);
    assert_true(stats.longest_store_hold > 0);
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
    close_gate();
    begin(&callers[0], accounts[0], "inbox", post);
    await_sync();
    for (i = 1; i < CALLERS; i++) {
        begin(&callers[i], accounts[i % 2], "inbox", post);
        await_waiting(&callers[i]);
    }
    open_gate(1);
    for (i = 0; i < CALLERS; i++) {
        end(&callers[i]);
        check_status(callers[i].status, TALLY_ERROR_IO);
    }
    open_gate(0);
    for (i = 0; i < 2; i++) {
        check_badge(accounts[i], "inbox", 0, 0);
        check_ok(tally_message_counts(accounts[i], "inbox", 0, &total, NULL, NULL));
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
    c->status = tally_message_remove(c->account, "nobody.has.posted.it");
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

/* ---- The end of the engine, and of the process ---- */

static tally_engine *closing;

static void close_engine(caller *c)
{
    c->status = tally_engine_close(closing, -1);
}

TEST(closing_waits_for_the_calls_that_are_being_stored, WORLD_FILE)
{
    caller poster, closer;

    begin_disk();
    close_gate();
    begin(&poster, w->account, "inbox", post);
    await_sync();
    closing = w->engine;
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
    check_ok(tally_step(w->engine));
    assert_true(again.act == NULL);
    check_ok(again.status);
    check_badge(w->account, "outbox", 1, 1);
    world_end(w);
}
