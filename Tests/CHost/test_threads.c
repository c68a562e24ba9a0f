/* needs: tsan */
/* Case 15: threads that write, read, observe and drain, all at the same time. In the end the tree equals a recount of
 * the operations. Nothing here waits for a time: each thread does its share and ends. */
#include "support.h"
#include "lists.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WRITERS 4
#define READERS 2
#define LEAVES 8
#define ACCOUNTS 3

typedef struct arena {
    world w;
    tally_account *accounts[ACCOUNTS];
    unsigned account_count;
    int operations;
    atomic_int writing;
    atomic_uint told;
    atomic_uint released;
    /* The counts that each writer left at its own leaves, where no other thread writes. */
    uint32_t counts[WRITERS][ACCOUNTS][LEAVES];
} arena;

typedef struct worker {
    arena *a;
    int index;
    pthread_t thread;
} worker;

static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void told(void *user_data, const tally_event *event, const char *text)
{
    arena *a = (arena *)user_data;

    require(event->text_length == strlen(text));
    require((event->badge_kind == TALLY_KIND_NUMBER) == (event->count > 0));
    atomic_fetch_add(&a->told, 1);
}

static void released(void *user_data)
{
    atomic_fetch_add(&((arena *)user_data)->released, 1);
}

static void one_write(arena *a, int index, unsigned *random)
{
    unsigned account = next_random(random) % a->account_count, leaf = next_random(random) % LEAVES;
    uint32_t *mine = &a->counts[index][account][leaf];
    tally_account *at = a->accounts[account];
    tally_operation batch[2];
    char path[48];

    snprintf(path, sizeof path, "w%d.group%u.leaf%u", index, leaf % 2, leaf);
    switch (next_random(random) % 5) {
    case 0:
        *mine = next_random(random) % 1000;
        require(tally_badge_set(at, path, *mine) == TALLY_OK);
        break;
    case 1:
        require(tally_badge_add(at, path, 3) == TALLY_OK);
        *mine += 3;
        break;
    case 2:
        require(tally_badge_clear(at, path) == TALLY_OK);
        *mine = 0;
        break;
    case 3:
        memset(batch, 0, sizeof batch);
        batch[0].kind = TALLY_OP_SET;
        batch[0].path = path;
        batch[0].value = 5;
        batch[1].kind = TALLY_OP_GET;
        batch[1].path = path;
        require(tally_badge_batch(at, batch, 2, PLAIN_BATCH, NULL) == TALLY_OK);
        require(batch[1].count == 5 && batch[1].badge_kind == TALLY_KIND_NUMBER);
        *mine = 5;
        break;
    default: {
        tally_node node;

        require(tally_node_resolve(at, path, &node) == TALLY_OK);
        require(tally_node_set(at, node, 9) == TALLY_OK);
        tally_node_release(at, node);
        *mine = 9;
    }
    }
}

static void *write_badges(void *argument)
{
    worker *me = (worker *)argument;
    unsigned random = 77u + (unsigned)me->index;
    int i;

    for (i = 0; i < me->a->operations; i++)
        one_write(me->a, me->index, &random);
    atomic_fetch_sub(&me->a->writing, 1);
    return NULL;
}

static uint64_t sum_of_list(tally_account *account, uint64_t *out_root)
{
    tally_badge_entry entries[256];
    char text[16384];
    size_t count, size, i;
    uint64_t sum = 0;

    require(badge_list(account, "root", TALLY_SUBTREE, entries, COUNT_OF(entries), text, sizeof text, &count,
                             &size, NULL)
            == TALLY_OK);
    *out_root = 0;
    for (i = 0; i < count; i++) {
        const char *path = text + entries[i].path.offset;

        if (strcmp(path, "root") == 0)
            *out_root = entries[i].badge.count;
        else if (strstr(path, ".leaf") != NULL)
            sum += entries[i].badge.count;
    }
    return sum;
}

/* A reader never sees half a transaction: the leaves of a list always sum to its root. */
static void *read_badges(void *argument)
{
    worker *me = (worker *)argument;
    unsigned random = 99u + (unsigned)me->index;
    tally_badge badge;

    do {
        tally_account *at = me->a->accounts[next_random(&random) % me->a->account_count];
        uint64_t root;

        require(sum_of_list(at, &root) == root);
        require(tally_badge_get(at, "w0.group0", &badge) == TALLY_OK);
        require((badge.kind == TALLY_KIND_NUMBER) == (badge.count > 0));
        require(tally_engine_get_total(me->a->w.engine, &badge) == TALLY_OK);
    } while (atomic_load(&me->a->writing) > 0);
    return NULL;
}

static void *drain_events(void *argument)
{
    worker *me = (worker *)argument;
    tally_event event;
    char text[256];

    while (atomic_load(&me->a->writing) > 0) {
        if (me->index % 2) {
            tally_status status = tally_engine_dispatch(me->a->w.engine, 100, NULL);

            require(status == TALLY_OK || status == TALLY_MORE);
        } else {
            tally_status status;

            event.struct_size = sizeof event;
            status = tally_engine_next_event(me->a->w.engine, 1, &event, text, sizeof text);
            require(status == TALLY_OK || status == TALLY_EMPTY);
        }
    }
    return NULL;
}

static void *watch_badges(void *argument)
{
    worker *me = (worker *)argument;
    unsigned random = 3;

    do {
        tally_scope *scope;
        uint64_t token;
        unsigned before;
        char path[32];

        snprintf(path, sizeof path, "w%u.group0", next_random(&random) % WRITERS);
        require(tally_scope_open(me->a->w.engine, &scope) == TALLY_OK);
        before = atomic_load(&me->a->released);
        require(tally_observe(scope, me->a->accounts[0], path, TALLY_SUBTREE | TALLY_OBSERVE_INITIAL, told, me->a,
                              released, &token)
                == TALLY_OK);
        require(tally_observe_total(scope, 0, told, me->a, released, NULL) == TALLY_OK);
        if (next_random(&random) % 2)
            tally_unobserve(scope, token);
        tally_scope_close(scope);
        require(atomic_load(&me->a->released) == before + 2);
    } while (atomic_load(&me->a->writing) > 0);
    return NULL;
}

static void *log_in_and_out(void *argument)
{
    worker *me = (worker *)argument;
    unsigned i = 0;

    do {
        tally_account *again;

        require(tally_account_log_out(me->a->accounts[i % me->a->account_count]) == TALLY_OK);
        require(tally_account_log_in(me->a->accounts[i % me->a->account_count]) == TALLY_OK);
        require(tally_account_open(me->a->w.engine, "ann", NULL, &again) == TALLY_OK);
        tally_account_release(again);
        if (i % 16 == 0)
            require(tally_engine_flush(me->a->w.engine) == TALLY_OK);
        i += 1;
    } while (atomic_load(&me->a->writing) > 0);
    return NULL;
}

static void recount(arena *a)
{
    uint64_t total = 0;
    tally_badge badge;
    unsigned account, leaf;
    int writer;

    for (account = 0; account < a->account_count; account++) {
        uint64_t sum = 0, root;

        for (writer = 0; writer < WRITERS; writer++) {
            for (leaf = 0; leaf < LEAVES; leaf++) {
                char path[48];
                uint32_t mine = a->counts[writer][account][leaf];

                snprintf(path, sizeof path, "w%d.group%u.leaf%u", writer, leaf % 2, leaf);
                check_badge(a->accounts[account], path, mine > 0, mine);
                sum += mine;
            }
        }
        check_badge(a->accounts[account], "root", sum > 0, sum);
        assert_true(sum_of_list(a->accounts[account], &root) == sum);
        total += sum;
    }
    check_ok(tally_engine_get_total(a->w.engine, &badge));
    assert_true(badge.count == total);
}

static void all_at_once(unsigned flags, unsigned account_count)
{
    static const char *const names[ACCOUNTS] = {"ann", "bo", "cy"};
    arena *a = (arena *)calloc(1, sizeof *a);
    worker workers[WRITERS + READERS + 5];
    tally_scope *scope;
    size_t count = 0, i;

    require(a != NULL);
    world_init(&a->w, flags | WORLD_THREAD);
    a->account_count = account_count;
    for (i = 0; i < account_count; i++) {
        check_ok(tally_account_open(a->w.engine, names[i], NULL, &a->accounts[i]));
        check_ok(tally_account_log_in(a->accounts[i]));
    }
    check_ok(tally_scope_open(a->w.engine, &scope));
    check_ok(tally_observe(scope, a->accounts[0], "root", TALLY_SUBTREE, told, a, NULL, NULL));
    check_ok(tally_observe(scope, a->accounts[0], "w0", 0, NULL, NULL, NULL, NULL));
    a->operations = is_soak() ? 200000 : is_valgrind() ? 100 : 4000;
    if (flags & WORLD_FULL)
        a->operations /= 40;
    atomic_store(&a->writing, WRITERS);
    for (i = 0; i < COUNT_OF(workers); i++) {
        static void *(*const others[])(void *) = {drain_events, drain_events, watch_badges, log_in_and_out, drain_events};
        worker *me = &workers[count++];
        void *(*body)(void *) = i < WRITERS ? write_badges : i < WRITERS + READERS ? read_badges
                                                                                   : others[i - WRITERS - READERS];

        me->a = a;
        me->index = (int)i;
        require(pthread_create(&me->thread, NULL, body, me) == 0);
    }
    for (i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
    recount(a);
    check_ok(tally_engine_dispatch(a->w.engine, 0, NULL));
    assert_true(atomic_load(&a->told) > 0);
    /* And once more from the file. */
    for (i = 0; i < account_count; i++)
        tally_account_release(a->accounts[i]);
    tally_scope_close(scope);
    if (flags & WORLD_FILE) {
        world_close(&a->w);
        world_open(&a->w, flags | WORLD_THREAD);
        for (i = 0; i < account_count; i++) {
            check_ok(tally_account_open(a->w.engine, names[i], NULL, &a->accounts[i]));
            check_ok(tally_account_log_in(a->accounts[i]));
        }
        recount(a);
        for (i = 0; i < account_count; i++)
            tally_account_release(a->accounts[i]);
    }
    world_end(&a->w);
    free(a);
}

TEST_ALONE(one_account)
{
    all_at_once(0, 1);
}

TEST_ALONE(several_accounts)
{
    all_at_once(0, ACCOUNTS);
}

TEST_ALONE(several_accounts_in_a_file)
{
    all_at_once(WORLD_FILE, ACCOUNTS);
}

TEST_ALONE(written_in_full)
{
    all_at_once(WORLD_FILE | WORLD_FULL, ACCOUNTS);
}

/* ---- Verifying beside changes ---- */

/* An account is verified while other threads set badges, have batches rejected, and work on its large tree alone.
 * Nothing that was answered is lost, and the engine is always sound. */
#define LEDGERS 2
#define CROWD 700 /* More nodes than a call works on without giving the lock to others. */

typedef struct ledger_writer {
    struct ledger *l;
    int index;
    int64_t last[LEAVES];
    pthread_t thread;
} ledger_writer;

typedef struct ledger {
    world w;
    int rounds;
    atomic_int writing;
    ledger_writer writers[LEDGERS];
} ledger;

static void *keep_ledger(void *argument)
{
    ledger_writer *me = (ledger_writer *)argument;
    tally_account *at = me->l->w.account;
    int64_t n;
    char path[32];

    for (n = 1; n <= me->l->rounds; n++) {
        snprintf(path, sizeof path, "ledger.w%d.k%d", me->index, (int)(n % LEAVES));
        if (n % 3 == 0) {
            tally_operation operations[2] = {{.path = path, .value = n, .kind = TALLY_OP_SET},
                                             {.path = "fed", .kind = TALLY_OP_CLEAR}};

            /* Clearing what messages feed goes through the store, with any durability. */
            require(tally_message_post(at, "fed", NULL, NULL) == TALLY_OK);
            require(tally_badge_batch(at, operations, 2, PLAIN_BATCH, NULL) == TALLY_OK);
        } else {
            require(tally_badge_set(at, path, n) == TALLY_OK);
        }
        me->last[n % LEAVES] = n;
    }
    atomic_fetch_sub(&me->l->writing, 1);
    return NULL;
}

/* Batches change the writers' keys, and also what messages feed, before their last operation is rejected. */
static void *be_rejected(void *argument)
{
    ledger *l = (ledger *)argument;
    unsigned turn = 0;

    while (atomic_load(&l->writing) > 0) {
        tally_operation operations[LEAVES + 2];
        char paths[LEAVES][32];
        int i;

        memset(operations, 0, sizeof operations);
        for (i = 0; i < LEAVES; i++) {
            snprintf(paths[i], sizeof paths[i], "ledger.w%u.k%d", turn % LEDGERS, i);
            operations[i].kind = i % 2 ? TALLY_OP_MUTE : TALLY_OP_ADD;
            operations[i].path = paths[i];
            operations[i].value = 1;
        }
        operations[LEAVES].kind = turn % 3 == 0 ? TALLY_OP_CLEAR : TALLY_OP_GET;
        operations[LEAVES].path = "fed";
        operations[LEAVES + 1].kind = TALLY_OP_SET;
        operations[LEAVES + 1].path = "a..b";
        require(tally_badge_batch(l->w.account, operations, LEAVES + 2, PLAIN_BATCH, NULL) == TALLY_ERROR_PATH);
        turn += 1;
    }
    return NULL;
}

/* Takes a snapshot, clears it all, and restores it: each works on many nodes. */
static void *work_alone(void *argument)
{
    ledger *l = (ledger *)argument;
    tally_snapshot *snapshot;

    require(tally_snapshot_take(l->w.account, "crowd", &snapshot) == TALLY_OK);
    while (atomic_load(&l->writing) > 0) {
        tally_snapshot *again;
        uint64_t digest;

        require(tally_badge_clear_tree(l->w.account, "crowd") == TALLY_OK);
        require(tally_badge_digest(l->w.account, "crowd", &digest) == TALLY_OK);
        require(tally_badge_restore(l->w.account, "crowd", snapshot) == TALLY_OK);
        require(tally_snapshot_take(l->w.account, "crowd", &again) == TALLY_OK);
        tally_snapshot_release(again);
    }
    tally_snapshot_release(snapshot);
    return NULL;
}

static void *verify_often(void *argument)
{
    ledger *l = (ledger *)argument;

    do
        require(tally_engine_verify(l->w.engine) == TALLY_OK);
    while (atomic_load(&l->writing) > 0);
    return NULL;
}

static void check_ledger(ledger *l)
{
    int writer, i;
    char path[32];

    for (writer = 0; writer < LEDGERS; writer++) {
        for (i = 0; i < LEAVES; i++) {
            snprintf(path, sizeof path, "ledger.w%d.k%d", writer, i);
            check_badge(l->w.account, path, 1, (uint64_t)l->writers[writer].last[i]);
        }
    }
    check_ok(tally_engine_verify(l->w.engine));
}

static void verify_beside_changes(unsigned flags)
{
    static void *(*const others[])(void *) = {be_rejected, work_alone, verify_often};
    ledger *l = (ledger *)calloc(1, sizeof *l);
    pthread_t threads[COUNT_OF(others)];
    char path[32];
    size_t i;

    require(l != NULL);
    world_init(&l->w, flags | WORLD_THREAD);
    for (i = 0; i < CROWD; i++) {
        snprintf(path, sizeof path, "crowd.n%d", (int)i);
        check_ok(tally_badge_set(l->w.account, path, 1));
    }
    check_ok(tally_message_post(l->w.account, "fed", NULL, NULL));
    l->rounds = is_soak() ? 100000 : is_valgrind() || IS_SANITIZED ? 200 : 2000;
    if (flags & WORLD_FULL)
        l->rounds /= 4;
    atomic_store(&l->writing, LEDGERS);
    for (i = 0; i < LEDGERS; i++) {
        l->writers[i].l = l;
        l->writers[i].index = (int)i;
        require(pthread_create(&l->writers[i].thread, NULL, keep_ledger, &l->writers[i]) == 0);
    }
    for (i = 0; i < COUNT_OF(others); i++)
        require(pthread_create(&threads[i], NULL, others[i], l) == 0);
    for (i = 0; i < LEDGERS; i++)
        pthread_join(l->writers[i].thread, NULL);
    for (i = 0; i < COUNT_OF(others); i++)
        pthread_join(threads[i], NULL);
    check_ledger(l);
    world_close(&l->w);
    world_open(&l->w, flags | WORLD_THREAD);
    check_ledger(l);
    world_end(&l->w);
    free(l);
}

TEST_ALONE(verifying_beside_changes)
{
    verify_beside_changes(WORLD_FILE);
}

TEST_ALONE(verifying_beside_changes_in_full)
{
    verify_beside_changes(WORLD_FILE | WORLD_FULL);
}

/* A thread closes the engine while others change badges. Each change that returned OK before is in the file. A thread
 * that never rests keeps neither the closing thread nor the loop from the locks for good. */
typedef struct late {
    tally_account *account;
    char path[8];
    int uses_batches;
    int64_t acknowledged;
    tally_status last;
    pthread_t thread;
} late;

static void *write_until_closed(void *argument)
{
    late *me = (late *)argument;
    int64_t n;

    for (n = 1;; n++) {
        tally_operation operation = {0};

        operation.kind = TALLY_OP_SET;
        operation.path = me->path;
        operation.value = n;
        if (me->uses_batches)
            me->last = tally_badge_batch(me->account, &operation, 1, PLAIN_BATCH, NULL);
        else
            me->last = tally_badge_set(me->account, me->path, n);
        if (me->last != TALLY_OK)
            return NULL;
        me->acknowledged = n;
    }
}

static void close_while_others_write(unsigned flags, int writers)
{
    int turn, i;

    for (turn = 0; turn < (is_soak() ? 200 : is_valgrind() ? 3 : 20); turn++) {
        world w;
        late all[WRITERS];
        tally_badge badge;

        world_init(&w, flags | WORLD_THREAD);
        memset(all, 0, sizeof all);
        for (i = 0; i < writers; i++) {
            all[i].account = w.account;
            all[i].uses_batches = i % 2;
            snprintf(all[i].path, sizeof all[i].path, "n%d", i);
            require(pthread_create(&all[i].thread, NULL, write_until_closed, &all[i]) == 0);
        }
        for (i = 0; i < writers; i++) {
            do
                check_ok(tally_badge_get(w.account, all[i].path, &badge));
            while (badge.count < (flags & WORLD_FULL ? 3 : 100));
        }
        tally_scope_close(w.scope);
        check_ok(tally_engine_close(w.engine, -1));
        for (i = 0; i < writers; i++) {
            pthread_join(all[i].thread, NULL);
            check_status(all[i].last, TALLY_ERROR_CLOSED);
        }
        tally_account_release(w.account);
        world_open(&w, WORLD_FILE);
        for (i = 0; i < writers; i++)
            check_badge(w.account, all[i].path, 1, (uint64_t)all[i].acknowledged);
        world_end(&w);
    }
}

TEST_ALONE(closing_while_another_writes)
{
    close_while_others_write(WORLD_FILE, 1);
}

TEST_ALONE(closing_while_several_write)
{
    close_while_others_write(WORLD_FILE, WRITERS);
}

TEST_ALONE(closing_while_several_write_in_full)
{
    close_while_others_write(WORLD_FILE | WORLD_FULL, WRITERS);
}

/* An account with reminders is restored while others log in and out, which look whether there may be any. */
typedef struct restoring {
    world w;
    atomic_int is_over;
    atomic_int rounds;
} restoring;

static void *look_for_reminders(void *argument)
{
    restoring *r = (restoring *)argument;

    do {
        require(tally_account_log_in(r->w.account) == TALLY_OK);
        require(tally_account_log_out(r->w.account) == TALLY_OK);
        atomic_fetch_add(&r->rounds, 1);
    } while (!atomic_load(&r->is_over));
    return NULL;
}

TEST_ALONE(restoring_while_another_logs_in)
{
    restoring r = {0};
    world former;
    tally_reminder_options reminder = {
        .struct_size = sizeof reminder, .path = "a", .smart = TALLY_SMART_ON, .produced = 20240101, .shelf_life = 20,
        .shelf_unit = TALLY_UNIT_YEAR, .zone = "UTC",
    };
    unsigned char snapshot[4096];
    size_t size;
    pthread_t thread;

    world_init(&former, 0);
    check_ok(reminder_put(former.account, "r", &reminder));
    check_ok(account_export(former.account, snapshot, sizeof snapshot, &size));
    world_end(&former);
    /* An engine that has seen no reminder yet. */
    world_init(&r.w, WORLD_THREAD);
    require(pthread_create(&thread, NULL, look_for_reminders, &r) == 0);
    while (atomic_load(&r.rounds) == 0)
        check_ok(tally_engine_flush(r.w.engine));
    check_ok(tally_account_import(r.w.engine, "restored", snapshot, size));
    atomic_store(&r.is_over, 1);
    pthread_join(thread, NULL);
    world_end(&r.w);
}
/* ---- A host's loop ---- */

static void *read_timeouts(void *engine)
{
    int i;
    int64_t timeout;

    for (i = 0; i < 2000; i++) {
        require(tally_engine_get_timeout(engine, &timeout) == TALLY_OK);
        require(timeout >= -1);
    }
    return NULL;
}

/* Any thread may read the timeout while another one steps. */
TEST(timeouts_while_another_steps, WORLD_FILE)
{
    pthread_t thread;
    int i;

    world_add_feed(w);
    check_ok(tally_account_log_in(w->account));
    require(pthread_create(&thread, NULL, read_timeouts, w->engine) == 0);
    for (i = 0; i < 500; i++) {
        check_ok(tally_badge_set(w->account, "a", i + 1));
        check_ok(tally_engine_step(w->engine));
    }
    require(pthread_join(thread, NULL) == 0);
}

