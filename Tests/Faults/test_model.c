/* needs: disk sqlite */
/*
 * Random operations of all kinds, on a disk that now and then fails, with crashes, losses of power and reopenings in
 * between, against a plain model in memory. After a crash the file must hold a state that the model had, no older than
 * what was promised to be on the disk; there the model goes on. TALLY_RECORD: the file for a record of all results, for
 * which crashes come between calls alone, and nothing fails: the k-th operation on the disk is another one in another
 * library (record.h).
 */
#include "support.h"
#include "lists.h"

#include "fault_vfs.h"
#include "model.h"
#include "record.h"

#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HISTORY 1024
#define MAX_BATCH 12

/* The visible state of an account. */
typedef struct view {
    model_shown shown[MODEL_NODES];
    unsigned flags[MODEL_NODES];
    uint32_t own_count[MODEL_NODES];
    int rules[MODEL_NODES];
    struct {
        uint64_t id;
        int node, state;
        uint32_t count;
    } messages[MODEL_MESSAGES];
    int message_count;
    uint64_t revision, position;
} view;

/* A state that the file may hold. */
typedef struct moment {
    model m;
} moment;

typedef struct trial {
    world w;
    tally_account *accounts[MODEL_ACCOUNTS];
    tally_feed *feeds[MODEL_ACCOUNTS];
    uint64_t state; /* The state of the random numbers. */
    unsigned durability, max_loaded;
    int crash_rate;
    int has_claims; /* The server lights badges, and those of the host have no ends. */
    model m;
    moment history[HISTORY]; /* From the last promise on; the last one is what is in memory. */
    int count;
    moment refused[4]; /* Changes that were rejected since, and may still be on the disk. */
    int refused_count;
    uint64_t next_id;
    uint64_t up_to, version; /* Those of the last mark. Each covers more than the one before, so that none undoes anything. */
    long operations, crashes, failures, reopenings, rewrites, found_later;
} trial;

static const char *const names[MODEL_ACCOUNTS] = {"ann", "bo"};
/* For messages. */
static const char *doing = "";
static uint64_t current_seed;

static unsigned below(trial *t, unsigned limit)
{
    t->state ^= t->state << 13;
    t->state ^= t->state >> 7;
    t->state ^= t->state << 17;
    return (unsigned)((t->state >> 33) % limit);
}

static int one_in(trial *t, unsigned n) { return below(t, n) == 0; }

/* ---- The contents of the library ---- */

static int node_of(const char *path)
{
    char candidate[64];
    int node;

    for (node = 0; node < MODEL_NODES; node++) {
        model_path(node, candidate, sizeof candidate);
        if (strcmp(candidate, path) == 0)
            return node;
    }
    fail_msg("'%s' should not be there", path);
    return -1;
}

static void view_of_messages(view *v, tally_account *account)
{
    tally_message messages[MODEL_MESSAGES];
    char text[8192];
    size_t count, size, i;

    check_ok(message_list(account, "root", TALLY_SUBTREE, 0, MODEL_MESSAGES, messages, MODEL_MESSAGES,
                                text, sizeof text, &count, &size));
    v->message_count = (int)count;
    for (i = 0; i < count; i++) {
        v->messages[i].id = strtoull(text + messages[i].id.offset, NULL, 10);
        v->messages[i].node = node_of(text + messages[i].path.offset);
        v->messages[i].state = messages[i].state;
        v->messages[i].count = messages[i].count;
    }
}

static void view_of_account(view *v, tally_account *account)
{
    int node;

    memset(v, 0, sizeof *v);
    for (node = 0; node < MODEL_NODES; node++) {
        char path[64];
        tally_badge badge;
        tally_badge_own own = TALLY_BADGE_OWN_INIT;
        tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

        model_path(node, path, sizeof path);
        check_ok(tally_badge_get(account, path, &badge));
        v->shown[node].shows = badge.kind != TALLY_KIND_NONE;
        v->shown[node].count = badge.count;
        v->shown[node].is_fed = (badge.flags & TALLY_BADGE_FED) != 0;
        v->shown[node].is_lit = (badge.flags & TALLY_BADGE_CHILDREN) != 0;
        v->flags[node] = badge.flags & ~(TALLY_BADGE_FED | TALLY_BADGE_CHILDREN);
        check_ok(tally_badge_get_own(account, path, &own));
        v->own_count[node] = (uint32_t)own.count;
        check_ok(tally_badge_get_rule(account, path, 0, &rule));
        v->rules[node] = rule.feeding;
    }
    view_of_messages(v, account);
    check_ok(account_info(account, NULL, &v->revision, NULL, NULL));
    if (account_position(account, "log", NULL, &v->position) != TALLY_OK)
        v->position = 0;
}

static unsigned flags_of(const model_own *own)
{
    static const unsigned kinds[] = {0, TALLY_BADGE_OWN_DOT, TALLY_BADGE_OWN_COUNT};
    static const unsigned mute[] = {0, TALLY_BADGE_MUTE_NUMBER, TALLY_BADGE_MUTE_ALL};

    return kinds[own->kind] | mute[own->mute];
}

static void view_of_model(view *v, const model_account *a)
{
    uint64_t last = UINT64_MAX;
    int node, i;

    memset(v, 0, sizeof *v);
    model_show(a, v->shown);
    for (node = 0; node < MODEL_NODES; node++) {
        v->flags[node] = flags_of(&a->own[node]);
        v->own_count[node] = a->own[node].count;
        v->rules[node] = a->rules[node];
    }
    /* Newest first. */
    for (;;) {
        const model_message *newest = NULL;

        for (i = 0; i < MODEL_MESSAGES; i++) {
            const model_message *m = &a->messages[i];

            if (m->id != 0 && m->id < last && (newest == NULL || m->id > newest->id))
                newest = m;
        }
        if (newest == NULL)
            break;
        last = newest->id;
        v->messages[v->message_count].id = newest->id;
        v->messages[v->message_count].node = newest->node;
        v->messages[v->message_count].state = newest->state;
        v->messages[v->message_count++].count = newest->count;
    }
    v->revision = a->revision;
    v->position = a->position;
}

static uint64_t number(const unsigned char **at)
{
    uint64_t value = 0;
    int shift;

    for (shift = 0; **at & 0x80; shift += 7)
        value |= (uint64_t)(*(*at)++ & 0x7F) << shift;
    return value | (uint64_t)*(*at)++ << shift;
}

static model_own own_state(const unsigned char **at)
{
    unsigned bits = *(*at)++;
    model_own own = {.kind = (int)(bits & 3)};

    own.count = own.kind == 2 ? (uint32_t)number(at) : 0;
    own.expires = bits & 4 ? (int64_t)number(at) : 0;
    own.mute = (int)(bits >> 3 & 3);
    own.mute_until = bits & 32 ? (int64_t)number(at) : 0;
    return own;
}

static int node_at(const char *path)
{
    char text[64];
    int node = 0;

    for (;; node++) {
        require(node < MODEL_NODES);
        model_path(node, text, sizeof text);
        if (strcmp(text + (node == 0 ? 4 : 5), path) == 0)
            return node;
    }
}

/* Whether an account owns what the model does, with the ends: what its snapshot says (docs/snapshot-format.md). */
static int owns(tally_account *account, const model_account *a)
{
    unsigned char bytes[4096];
    const unsigned char *at = bytes + 10;
    model_own own[MODEL_NODES];
    char path[64];
    size_t size;
    int node;

    memset(own, 0, sizeof own);
    check_ok(badge_snapshot(account, "root", bytes, sizeof bytes, &size));
    record_bytes("snapshot", bytes, size);
    while (at < bytes + size - 8) {
        size_t shared = (size_t)number(&at), length = (size_t)number(&at);

        require(shared + length < sizeof path);
        memcpy(path + shared, at, length);
        path[shared + length] = 0;
        at += length;
        own[node_at(path)] = own_state(&at);
    }
    for (node = 0; node < MODEL_NODES; node++) {
        if (!model_is_same(&own[node], &a->own[node]))
            return 0;
    }
    return 1;
}

static void print_difference(int account, const view *expected, const view *actual)
{
    int node;

    print_error("seed %llu, %s, while %s: revision %llu, expected %llu; position %llu, expected %llu; %d messages, "
                "expected %d\n",
                (unsigned long long)current_seed, names[account], doing, (unsigned long long)actual->revision,
                (unsigned long long)expected->revision, (unsigned long long)actual->position,
                (unsigned long long)expected->position, actual->message_count, expected->message_count);
    for (node = 0; node < MODEL_NODES; node++) {
        char path[64];

        if (memcmp(&expected->shown[node], &actual->shown[node], sizeof actual->shown[node]) == 0
            && expected->flags[node] == actual->flags[node] && expected->own_count[node] == actual->own_count[node]
            && expected->rules[node] == actual->rules[node])
            continue;
        model_path(node, path, sizeof path);
        print_error("  %s is (%d,%llu), flags %x, rule %d, expected (%d,%llu), flags %x, rule %d\n", path,
                    actual->shown[node].shows, (unsigned long long)actual->shown[node].count, actual->flags[node],
                    actual->rules[node], expected->shown[node].shows, (unsigned long long)expected->shown[node].count,
                    expected->flags[node], expected->rules[node]);
    }
}

static int is_there(const view actual[MODEL_ACCOUNTS], const model *m, int prints)
{
    int i;

    for (i = 0; i < MODEL_ACCOUNTS; i++) {
        view expected;

        view_of_model(&expected, &m->accounts[i]);
        if (memcmp(&expected, &actual[i], sizeof expected) == 0)
            continue;
        if (prints)
            print_difference(i, &expected, &actual[i]);
        return 0;
    }
    return 1;
}

static void look(trial *t, view actual[MODEL_ACCOUNTS])
{
    int i;

    fault_suspend();
    for (i = 0; i < MODEL_ACCOUNTS; i++)
        view_of_account(&actual[i], t->accounts[i]);
    fault_resume();
    record_bytes("views", actual, MODEL_ACCOUNTS * sizeof *actual);
}

static void check_all(trial *t)
{
    view actual[MODEL_ACCOUNTS];

    look(t, actual);
    if (!is_there(actual, &t->m, 1))
        fail();
}

/* ---- History ---- */

/* Looking at an account ends what is due in it, also where it was not in memory. */
static void check_owned(trial *t)
{
    int i;

    fault_suspend();
    for (i = 0; i < MODEL_ACCOUNTS; i++)
        assert_true(owns(t->accounts[i], &t->m.accounts[i]));
    fault_resume();
}

static void remember(trial *t)
{
    /* After a crash an account may not be in memory any more, and it may be impossible to open it. */
    if (!fault_has_crashed())
        check_owned(t);
    assert_true(t->count < HISTORY);
    t->history[t->count++].m = t->m;
}

/* Expires what is due, in one account after the other. The state in between may be stored. */
static void expire(trial *t)
{
    model before = t->m;
    int i;

    for (i = 0; i < MODEL_ACCOUNTS; i++) {
        moment *h = &t->history[t->count++];

        assert_true(t->count < HISTORY);
        h->m = before;
        model_expire(&h->m.accounts[i], t->w.clock.wall);
        model_expire(&t->m.accounts[i], t->w.clock.wall);
    }
}

/* Notes that the current state is on the disk. */
static void promise(trial *t)
{
    t->history[0] = t->history[t->count - 1];
    t->count = 1;
    t->refused_count = 0;
}

static int is_disk_error(tally_status status)
{
    return status == TALLY_ERROR_IO || status == TALLY_ERROR_FULL || status == TALLY_ERROR_NO_MEMORY;
}

typedef enum effect { in_memory, written } effect;

/* An operation was applied to the engine and to `next`, or it was rejected and has changed nothing. */
static void settle(trial *t, const model *next, tally_status status, tally_status expected, effect e)
{
    t->operations += 1;
    record("%s: %s", doing, tally_status_name(status));
    if (is_disk_error(status) && fault_fired() > 0) {
        t->failures += 1;
        if (t->refused_count == (int)COUNT_OF(t->refused))
            t->refused_count -= 1;
        t->refused[t->refused_count++].m = *next;
        return;
    }
    if (status != expected)
        print_error("seed %llu, while %s, operation %ld\n", (unsigned long long)current_seed, doing, t->operations);
    check_status(status, expected);
    t->m = *next;
    remember(t);
    if (status < 0 || status == TALLY_ALREADY_APPLIED || fault_has_crashed())
        return;
    if (e == written || t->durability == TALLY_DURABILITY_FULL)
        promise(t);
}

/* ---- Opening and closing ---- */

static tally_status open_all(trial *t)
{
    tally_engine_options options = {
        .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .file = t->w.file,
        .durability = (int32_t)t->durability, .clock = fake_clock_tell, .clock_user_data = &t->w.clock, .seed = 7,
        .max_loaded_accounts = t->max_loaded,
    };
    tally_account_options account = {.struct_size = sizeof account};
    tally_feed_options feed = {.struct_size = sizeof feed, .url = t->w.page_url, .initial_delay = -1, .interval = -1};
    tally_status status;
    int i;

    status = tally_engine_open(&options, &t->w.engine);
    for (i = 0; i < MODEL_ACCOUNTS && status == TALLY_OK; i++) {
        account.aggregation = i == 0 ? TALLY_AGGREGATION_CHILDREN : TALLY_AGGREGATION_SUM;
        account.feeding = i == 0 ? TALLY_FEEDING_UNSEEN : TALLY_FEEDING_UNREAD;
        status = tally_account_open(t->w.engine, names[i], &account, &t->accounts[i]);
        if (status == TALLY_OK)
            status = tally_feed_add(t->accounts[i], "feed", &feed, &t->feeds[i]);
        if (status == TALLY_OK)
            status = tally_account_log_in(t->accounts[i]);
    }
    return status;
}

static tally_status close_all(trial *t)
{
    tally_engine *engine = t->w.engine;
    int i;

    for (i = 0; i < MODEL_ACCOUNTS; i++) {
        tally_feed_release(t->feeds[i]);
        tally_account_release(t->accounts[i]);
        t->feeds[i] = NULL;
        t->accounts[i] = NULL;
    }
    t->w.engine = NULL;
    return engine == NULL ? TALLY_OK : tally_engine_close(engine, -1);
}

static int is_moment(trial *t, const moment *h, const view actual[MODEL_ACCOUNTS])
{
    int i;

    for (i = 0; i < MODEL_ACCOUNTS; i++) {
        if (!owns(t->accounts[i], &h->m.accounts[i]))
            return 0;
    }
    return is_there(actual, &h->m, 0);
}

static const moment *find_moment(trial *t)
{
    view actual[MODEL_ACCOUNTS];
    int i;

    look(t, actual);
    for (i = t->count - 1; i >= 0; i--) {
        if (is_moment(t, &t->history[i], actual))
            return &t->history[i];
    }
    for (i = t->refused_count - 1; i >= 0; i--) {
        if (is_moment(t, &t->refused[i], actual)) {
            t->found_later += 1;
            return &t->refused[i];
        }
    }
    doing = "reading the file";
    print_error("none of %d states is in the file; the last one promised, and the last one:\n", t->count);
    is_there(actual, &t->history[0].m, 1);
    is_there(actual, &t->history[t->count - 1].m, 1);
    fail();
    return NULL;
}

/* Finds out what is in the file, and goes on from there. It is opened at a time when nothing in it has ended yet. */
static void go_on_from_file(trial *t)
{
    int64_t now = t->w.clock.wall;
    int i;

    t->w.clock.wall = CLOCK_START;
    check_ok(open_all(t));
    t->m = find_moment(t)->m;
    for (i = 0; i < MODEL_ACCOUNTS; i++)
        check_ok(tally_account_verify(t->accounts[i]));
    t->count = 0;
    remember(t);
    promise(t);
    t->w.clock.wall = now;
    expire(t);
    check_ok(tally_engine_step(t->w.engine));
    remember(t);
}

/* When nothing in the file has ended yet: so nothing but its version can change. */
static void crash_while_opening(trial *t)
{
    int64_t now = t->w.clock.wall;

    t->w.clock.wall = CLOCK_START;
    fault_arm(FAULT_ALL, FAULT_CRASH, 1 + (long)below(t, 150), 0);
    open_all(t);
    fault_crash();
    t->w.clock.wall = now;
}

/* As often as it crashes while it is opened. */
static void recover(trial *t)
{
    close_all(t);
    for (;;) {
        fault_disarm();
        fault_power_loss((power_loss)below(t, 4), below(t, 1000000));
        t->crashes += 1;
        if (is_recording() || !one_in(t, 4))
            break;
        crash_while_opening(t);
        close_all(t);
    }
    go_on_from_file(t);
}

/* Rewrites all pages without checksums, as another program would. */
static void rewrite_by_others(trial *t)
{
    sqlite3 *database;

    fault_suspend();
    require(sqlite3_open_v2(t->w.file, &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK);
    require(sqlite3_exec(database, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; VACUUM;"
                         "PRAGMA journal_mode = WAL;",
                         NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_close(database) == SQLITE_OK);
    fault_resume();
    t->rewrites += 1;
}

static void reopen(trial *t)
{
    tally_status status = close_all(t);

    if (fault_has_crashed())
        return;
    t->reopenings += 1;
    if (is_disk_error(status) && fault_fired() > 0) {
        fault_disarm();
        /* Changes that could not be synced are dropped from the system's memory too. Otherwise SQLite would take them
         * for committed, and later promises could not be kept. */
        fault_power_loss(POWER_KEEP, 0);
        go_on_from_file(t);
        return;
    }
    check_ok(status);
    fault_disarm();
    promise(t);
    if (one_in(t, 2)) {
        rewrite_by_others(t);
        if (!is_recording() && one_in(t, 3)) {
            crash_while_opening(t);
            return;
        }
    }
    if (!is_recording() && one_in(t, 3))
        fault_arm(FAULT_ALL, FAULT_ERROR, 1 + (long)below(t, 60), 0);
    status = open_all(t);
    if (status != TALLY_OK) {
        assert_true(is_disk_error(status) && fault_fired() > 0);
        fault_disarm();
        close_all(t);
        check_ok(open_all(t));
    }
    fault_disarm();
    check_all(t);
}

/* ---- Operations ---- */

static int64_t some_end(trial *t)
{
    return one_in(t, 4) ? t->w.clock.wall + (int64_t)below(t, 5000) - 500 : TALLY_FOREVER;
}

static model_operation some_operation(trial *t)
{
    static const int kinds[] = {TALLY_OP_SET, TALLY_OP_SET, TALLY_OP_DOT, TALLY_OP_ADD, TALLY_OP_CLEAR, TALLY_OP_CLEAR,
                                TALLY_OP_MUTE, TALLY_OP_CLEAR_TREE};
    model_operation o = {0};

    o.kind = kinds[below(t, COUNT_OF(kinds))];
    o.node = (int)below(t, MODEL_NODES);
    switch (o.kind) {
    case TALLY_OP_SET: o.value = one_in(t, 40) ? -1 : one_in(t, 20) ? TALLY_MAX_COUNT : (int64_t)below(t, 6); break;
    case TALLY_OP_ADD: o.value = (int64_t)below(t, 7) - 2; break;
    case TALLY_OP_MUTE: o.value = one_in(t, 40) ? 3 : (int64_t)below(t, 3); break;
    case TALLY_OP_CLEAR_TREE: o.node = one_in(t, 6) ? 0 : o.node; break;
    default: break;
    }
    if (o.kind == TALLY_OP_SET || o.kind == TALLY_OP_DOT || o.kind == TALLY_OP_MUTE)
        o.until = some_end(t);
    if (t->has_claims && o.kind != TALLY_OP_MUTE)
        o.until = 0;
    return o;
}

static tally_status call_by_path(tally_account *account, const model_operation *o)
{
    char path[64];

    model_path(o->node, path, sizeof path);
    switch (o->kind) {
    case TALLY_OP_SET:
        return o->until == 0 ? tally_badge_set(account, path, o->value)
                             : tally_badge_set_until(account, path, o->value, o->until);
    case TALLY_OP_DOT:
        return o->until == 0 ? tally_badge_dot(account, path) : tally_badge_dot_until(account, path, o->until);
    case TALLY_OP_ADD: return tally_badge_add(account, path, o->value);
    case TALLY_OP_CLEAR: return tally_badge_clear(account, path);
    case TALLY_OP_CLEAR_TREE: return tally_badge_clear_tree(account, path);
    default: return tally_badge_mute(account, path, (int32_t)o->value, o->until);
    }
}

/* Makes an operation without an end by a node's handle. */
static tally_status call_by_node(tally_account *account, const model_operation *o)
{
    char path[64];
    tally_node node;
    tally_status status;

    model_path(o->node, path, sizeof path);
    status = tally_node_resolve(account, path, &node);
    if (status != TALLY_OK)
        return status;
    switch (o->kind) {
    case TALLY_OP_SET: status = tally_node_set(account, node, o->value); break;
    case TALLY_OP_DOT: status = tally_node_dot(account, node); break;
    case TALLY_OP_ADD: status = tally_node_add(account, node, o->value); break;
    case TALLY_OP_CLEAR: status = tally_node_clear(account, node); break;
    case TALLY_OP_CLEAR_TREE: status = tally_node_clear_tree(account, node); break;
    default: status = tally_node_mute(account, node, (int32_t)o->value, o->until); break;
    }
    tally_node_release(account, node);
    return status;
}

static void operate(trial *t)
{
    int i = (int)below(t, MODEL_ACCOUNTS), expected;
    model_operation o = some_operation(t);
    model next = t->m;
    int has_node = (o.until == 0 || o.kind == TALLY_OP_MUTE) && one_in(t, 3);

    doing = "operating on a badge";
    expected = model_operate(&next.accounts[i], &o, t->w.clock.wall);
    settle(t, &next, has_node ? call_by_node(t->accounts[i], &o) : call_by_path(t->accounts[i], &o), expected,
           in_memory);
}

static void batch(trial *t)
{
    int i = (int)below(t, MODEL_ACCOUNTS), count = 1 + (int)below(t, MAX_BATCH), j;
    model_operation operations[MAX_BATCH];
    tally_operation calls[MAX_BATCH];
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    char paths[MAX_BATCH][64];
    int statuses[MAX_BATCH];
    model_shown got[MAX_BATCH];
    model next = t->m;
    int is_once = one_in(t, 3), is_known;
    tally_status status, expected;

    doing = "applying a batch";
    memset(calls, 0, sizeof calls);
    for (j = 0; j < count; j++) {
        operations[j] = some_operation(t);
        if (one_in(t, 4))
            operations[j].kind = TALLY_OP_GET;
        model_path(operations[j].node, paths[j], sizeof paths[j]);
        calls[j].kind = operations[j].kind;
        calls[j].path = paths[j];
        calls[j].value = operations[j].value;
        calls[j].until = operations[j].until;
    }
    if (is_once) {
        options.source = "log";
        options.epoch = 1;
        options.position = next.accounts[i].position + below(t, 3);
    }
    is_known = is_once && options.position <= next.accounts[i].position && next.accounts[i].position > 0;
    expected = is_known ? TALLY_ALREADY_APPLIED
                        : model_batch(&next.accounts[i], operations, count, t->w.clock.wall, statuses, got);
    if (expected == TALLY_OK && is_once)
        next.accounts[i].position = options.position;
    if (is_once && options.position == 0)
        return; /* The first position may be any, but the model takes 0 for none. */
    status = tally_badge_batch(t->accounts[i], calls, (size_t)count, is_once ? &options : PLAIN_BATCH, NULL);
    settle(t, &next, status, expected, is_once ? written : in_memory);
    for (j = 0; j < count && !is_known && status == expected; j++) {
        check_status(calls[j].status, statuses[j]);
        if (calls[j].kind == TALLY_OP_GET && status == TALLY_OK) {
            assert_int_equal(calls[j].badge_kind != TALLY_KIND_NONE, got[j].shows);
            assert_true(calls[j].count == got[j].count);
        }
    }
}

/* ---- Messages ---- */

static void read_some(trial *t)
{
    int i = (int)below(t, MODEL_ACCOUNTS), j, wanted = 1 + (int)below(t, 3);
    tally_message messages[MODEL_MESSAGES];
    char text[8192];
    int64_t keys[3];
    uint64_t ids[3];
    size_t count, size;
    model next = t->m;

    doing = "reading messages";
    fault_suspend();
    check_ok(message_list(t->accounts[i], "root", TALLY_SUBTREE, 0, MODEL_MESSAGES, messages,
                                MODEL_MESSAGES, text, sizeof text, &count, &size));
    fault_resume();
    if (count == 0)
        return;
    for (j = 0; j < wanted; j++) {
        const tally_message *m = &messages[below(t, (unsigned)count)];

        keys[j] = m->key;
        ids[j] = strtoull(text + m->id.offset, NULL, 10);
    }
    model_read(&next.accounts[i], ids, wanted);
    settle(t, &next, tally_message_mark_read(t->accounts[i], keys, (size_t)wanted, NULL), TALLY_OK, written);
}

static void read_place(trial *t)
{
    int i = (int)below(t, MODEL_ACCOUNTS), node = (int)below(t, MODEL_NODES), is_subtree = one_in(t, 2), changed;
    char path[64];
    size_t told = 0;
    model next = t->m;
    tally_status status;

    doing = "reading what is at a place";
    model_path(node, path, sizeof path);
    changed = model_read_at(&next.accounts[i], node, is_subtree, UINT64_MAX);
    status = tally_message_mark_path_read(t->accounts[i], path, is_subtree ? TALLY_SUBTREE : 0, &told);
    settle(t, &next, status, TALLY_OK, written);
    if (status == TALLY_OK)
        assert_int_equal(told, changed);
}

static void set_rule(trial *t)
{
    static const tally_feeding feedings[] = {TALLY_FEEDING_DEFAULT, TALLY_FEEDING_UNSEEN, TALLY_FEEDING_UNREAD};
    int i = (int)below(t, MODEL_ACCOUNTS), node = (int)below(t, one_in(t, 2) ? 4 : MODEL_NODES);
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;
    char path[64];
    model next = t->m;

    doing = "setting a rule";
    rule.feeding = feedings[below(t, COUNT_OF(feedings))];
    model_path(node, path, sizeof path);
    model_set_rule(&next.accounts[i], node, rule.feeding);
    settle(t, &next, tally_badge_set_rule(t->accounts[i], path, &rule), TALLY_OK, written);
}

static void completed(void *user_data, const tally_event *event, const char *text)
{
    (void)text;
    *(tally_status *)user_data = event->result;
}

static tally_status sync_feed(trial *t, int i)
{
    tally_status result = TALLY_EMPTY;
    intptr_t descriptor;
    patience p = {0};

    check_ok(tally_feed_refresh_now(t->feeds[i], completed, &result, NULL, NULL));
    check_ok(tally_engine_get_descriptor(t->w.engine, &descriptor));
    while (result == TALLY_EMPTY && is_patient(&p)) {
        struct pollfd wait;

        check_ok(tally_engine_step(t->w.engine));
        wait.fd = (int)descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        if (result == TALLY_EMPTY)
            poll(&wait, 1, 1);
    }
    assert_true(result != TALLY_EMPTY);
    /* The library polls again after a rejected page, and the response may come at any time. */
    write_text(t->w.page, "{\"cursor\":\"nothing new\",\"items\":[]}");
    return result;
}

static void add_items(trial *t, FILE *file, model_page *p)
{
    int count = (int)below(t, 4), j;
    char path[64];

    for (j = 0; j < count; j++) {
        model_message *known = one_in(t, 2) ? &p->account->messages[below(t, MODEL_MESSAGES)] : NULL;
        int is_known = known != NULL && known->id != 0, node = (int)below(t, MODEL_NODES), is_read = one_in(t, 5);
        uint64_t id = is_known ? known->id : t->next_id;
        unsigned revision = is_known ? known->revision + below(t, 3) - 1 : 10;
        uint32_t number = below(t, 4);

        if (!is_known && model_free_message(p->account) == NULL)
            continue;
        if (is_known && revision == known->revision) {
            node = known->node; /* The same revision is the same message. */
            number = known->count;
        }
        t->next_id += !is_known;
        model_path(node, path, sizeof path);
        fprintf(file, "%s{\"id\":%llu,\"seq\":%llu,\"rev\":%u,\"path\":\"%s\",\"count\":%u%s}",
                ftell(file) > 0 ? "," : "", (unsigned long long)id, (unsigned long long)id, revision, path, number,
                is_read ? ",\"read\":true" : "");
        model_page_item(p, id, revision, node, number, is_read);
    }
}

static void add_gone(trial *t, FILE *file, model_page *p)
{
    const model_message *m = &p->account->messages[below(t, MODEL_MESSAGES)];
    uint64_t id = m->id != 0 ? m->id : 999999999;

    fprintf(file, ",\"gone\":[%llu]", (unsigned long long)id);
    model_page_gone(p, id);
}

static void add_mark(trial *t, FILE *file, model_page *p)
{
    int node = (int)below(t, MODEL_NODES);
    uint64_t up_to = t->next_id > 20 ? t->next_id - below(t, 20) : 1;
    char path[64];

    if (up_to > t->up_to)
        t->up_to = up_to;
    t->version += 1;
    model_path(node, path, sizeof path);
    fprintf(file, ",\"marks\":{\"%s\":{\"upto\":%llu,\"ver\":%llu}}", path, (unsigned long long)t->up_to,
            (unsigned long long)t->version);
    model_page_mark(p, node, t->up_to);
}

static void add_badge(trial *t, FILE *file, model_page *p)
{
    int node = (int)below(t, MODEL_NODES);
    unsigned kind = below(t, 3), count = 1 + below(t, 5);
    char path[64];

    model_path(node, path, sizeof path);
    if (kind == 0)
        fprintf(file, ",\"badges\":{\"%s\":null}", path);
    else if (kind == 1)
        fprintf(file, ",\"badges\":{\"%s\":{\"dot\":true}}", path);
    else
        fprintf(file, ",\"badges\":{\"%s\":{\"count\":%u}}", path, count);
    model_page_badge(p, node, (int)kind, count);
}

static void page(trial *t)
{
    int i = (int)below(t, MODEL_ACCOUNTS);
    model next = t->m;
    model_page p;
    char items[2048] = "", rest[512] = "", whole[3000];
    FILE *file;

    doing = "applying a page";
    model_page_begin(&p, &next.accounts[i]);
    file = fmemopen(items, sizeof items, "w");
    require(file != NULL);
    add_items(t, file, &p);
    fclose(file);
    file = fmemopen(rest, sizeof rest, "w");
    require(file != NULL);
    if (one_in(t, 2))
        add_gone(t, file, &p);
    if (one_in(t, 4))
        add_mark(t, file, &p);
    if (t->has_claims && one_in(t, 2))
        add_badge(t, file, &p);
    fclose(file);
    model_page_end(&p);
    snprintf(whole, sizeof whole, "{\"cursor\":\"c%llu\",\"items\":[%s]%s}", (unsigned long long)t->next_id++, items,
             rest);
    write_text(t->w.page, whole);
    settle(t, &next, sync_feed(t, i), TALLY_OK, written);
}

/* ---- Snapshots and patches ---- */

/* Two nodes of one depth, but not the root, or the root twice. */
static int some_node_like(trial *t, int node)
{
    int other;

    do
        other = (int)below(t, MODEL_NODES);
    while (model_depth(other) != model_depth(node));
    return other;
}

static void restore(trial *t)
{
    int from = (int)below(t, MODEL_ACCOUNTS), to = (int)below(t, MODEL_ACCOUNTS);
    int top = one_in(t, 3) ? (int)below(t, 4) : (int)below(t, MODEL_NODES), place = some_node_like(t, top);
    unsigned char bytes[4096];
    size_t size;
    char path[64];
    model next = t->m;

    doing = "restoring a snapshot";
    model_path(top, path, sizeof path);
    fault_suspend();
    check_ok(badge_snapshot(t->accounts[from], path, bytes, sizeof bytes, &size));
    fault_resume();
    model_path(place, path, sizeof path);
    model_restore(&next.accounts[to], place, &t->m.accounts[from], top);
    settle(t, &next, badge_restore(t->accounts[to], path, bytes, size), TALLY_OK, written);
}

static void patch(trial *t)
{
    int from = (int)below(t, MODEL_ACCOUNTS), to = (int)below(t, MODEL_ACCOUNTS), at;
    int before = (int)below(t, MODEL_NODES), after = some_node_like(t, before), place;
    int is_forced = one_in(t, 3), is_inverse = one_in(t, 3), is_elsewhere = one_in(t, 3), expected;
    unsigned char bytes[4096], inverse[4096];
    size_t size;
    char path[64], other[64];
    model next = t->m;

    doing = "applying a patch";
    model_path(before, path, sizeof path);
    model_path(after, other, sizeof other);
    fault_suspend();
    check_ok(badge_diff(t->accounts[from], path, t->accounts[to], other, bytes, sizeof bytes, &size));
    fault_resume();
    if (is_inverse) {
        int swapped = before;

        check_ok(patch_inverse(bytes, size, inverse, sizeof inverse, &size));
        memcpy(bytes, inverse, size);
        before = after;
        after = swapped;
        swapped = from;
        from = to;
        to = swapped;
    }
    at = is_elsewhere ? (int)below(t, MODEL_ACCOUNTS) : from;
    place = is_elsewhere ? some_node_like(t, before) : before;
    expected = model_apply(&next.accounts[at], place, &t->m.accounts[from], before, &t->m.accounts[to], after,
                           is_forced);
    model_path(place, path, sizeof path);
    settle(t, &next, tally_badge_apply(t->accounts[at], path, bytes, size, is_forced ? TALLY_APPLY_OVERWRITE : 0), expected,
           written);
}

/* ---- Time, and the disk ---- */

static void wait_a_while(trial *t)
{
    doing = "waiting";
    fake_clock_advance(&t->w.clock, (int64_t)below(t, one_in(t, 3) ? 3000 : 60));
    expire(t);
    check_ok(tally_engine_step(t->w.engine));
    remember(t);
}

static void flush(trial *t)
{
    model same = t->m;

    doing = "flushing";
    settle(t, &same, tally_engine_flush(t->w.engine), TALLY_OK, written);
}

static void arm(trial *t)
{
    static const fault_kind kinds[] = {FAULT_ERROR, FAULT_FULL, FAULT_SHORT, FAULT_ERROR};
    static const unsigned operations[] = {FAULT_ALL, FAULT_WRITE, FAULT_WRITE, FAULT_MEMORY};
    unsigned which = below(t, COUNT_OF(kinds));

    if (is_recording())
        return;
    if (one_in(t, (unsigned)t->crash_rate))
        fault_arm(FAULT_ALL, FAULT_CRASH, 1 + (long)below(t, 40), 0);
    else if (one_in(t, 60))
        fault_arm(operations[which], kinds[which], 1 + (long)below(t, which == 3 ? 60 : 12), one_in(t, 3));
    else if (one_in(t, 10))
        fault_disarm();
}

static void act(trial *t)
{
    unsigned choice = below(t, 100);

    if (choice < 45)
        operate(t);
    else if (choice < 48)
        set_rule(t);
    else if (choice < 57)
        batch(t);
    else if (choice < 69)
        page(t);
    else if (choice < 73)
        read_some(t);
    else if (choice < 77)
        read_place(t);
    else if (choice < 80)
        restore(t);
    else if (choice < 83)
        patch(t);
    else if (choice < 95)
        wait_a_while(t);
    else
        flush(t);
}

static void run(trial *t, uint64_t seed, int actions)
{
    static const int crash_rates[] = {30, 150, 1000};
    int i;

    memset(t, 0, sizeof *t);
    current_seed = seed;
    record("seed %llu", (unsigned long long)seed);
    t->state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    t->durability = seed % 2 ? TALLY_DURABILITY_FULL : TALLY_DURABILITY_GROUP;
    t->max_loaded = seed % 3 == 2;
    t->has_claims = seed / 6 % 2;
    t->crash_rate = crash_rates[seed / 2 % 3];
    t->next_id = 1;
    world_init(&t->w, WORLD_CLOSED);
    model_init(&t->m);
    check_ok(open_all(t));
    remember(t);
    check_ok(tally_engine_flush(t->w.engine));
    promise(t);
    for (i = 0; i < actions; i++) {
        arm(t);
        if (t->count > HISTORY - 8) {
            fault_disarm();
            flush(t);
        }
        act(t);
        if (one_in(t, 200) && !fault_has_crashed())
            reopen(t);
        if (one_in(t, 4 * (unsigned)t->crash_rate))
            fault_crash();
        if (fault_has_crashed())
            recover(t);
        else if (i % 8 == 0)
            check_all(t);
    }
    fault_disarm();
    doing = "closing";
    check_all(t);
    check_ok(close_all(t));
    record_database(t->w.file);
    remove_directory(t->w.directory);
    fault_forget();
}

TEST_ALONE(as_the_model_says)
{
    const char *given = getenv("TALLY_SEED"), *runs = getenv("TALLY_RUNS");
    uint64_t first = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    int seeds = runs != NULL ? atoi(runs) : given != NULL ? 1 : is_valgrind() ? 12 : is_soak() ? 600 : 24;
    int actions = is_valgrind() ? 200 : is_soak() ? 4000 : 800, i;
    long operations = 0, crashes = 0, failures = 0, reopenings = 0, rewrites = 0, found_later = 0;
    trial *t = (trial *)malloc(sizeof *t);

    require(t != NULL);
    print_message("    seeds from %llu (TALLY_SEED=N runs one; TALLY_RUNS=K, K from there on)\n", (unsigned long long)first);
    for (i = 0; i < seeds; i++) {
        run(t, first + (uint64_t)i, actions);
        operations += t->operations;
        crashes += t->crashes;
        failures += t->failures;
        reopenings += t->reopenings;
        rewrites += t->rewrites;
        found_later += t->found_later;
    }
    print_message("    %ld operations, of which the disk refused %ld; %ld crashes and %ld reopenings, %ld of files "
                  "without checksums; after %ld of them there was what had been refused\n",
                  operations, failures, crashes, reopenings, rewrites, found_later);
    free(t);
}

int main(void)
{
    fault_install();
    return tests_run();
}
