/* Batches of items: many accounts in one transaction, each item all or nothing, each applied once, and the same state
 * whenever a log is replayed. */
#include "support.h"
#include "lists.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static tally_operation op(tally_operation_kind kind, const char *path, int64_t value)
{
    tally_operation operation = {.kind = kind, .path = path, .value = value};

    return operation;
}

static tally_item item(const char *account, tally_operation *operations, size_t count)
{
    tally_item result = {.account = account, .operations = operations, .count = count};

    return result;
}

static const tally_engine_batch_options plain = TALLY_ENGINE_BATCH_OPTIONS_INIT;

static tally_engine_batch_options from(const char *source, uint64_t epoch, uint64_t position)
{
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;

    options.source = source;
    options.epoch = epoch;
    options.position = position;
    return options;
}

static tally_account *account_of(world *w, const char *name)
{
    tally_account *account;

    check_ok(tally_account_open(w->engine, name, NULL, &account));
    return account;
}

static void check_in(world *w, const char *name, const char *path, int shows, uint64_t count)
{
    tally_account *account = account_of(w, name);

    check_badge(account, path, shows, count);
    check_ok(tally_account_verify(account));
    tally_account_release(account);
}

static int exists(world *w, const char *name)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_account *account;
    tally_status status;

    options.flags = TALLY_ACCOUNT_EXISTING;
    status = tally_account_open(w->engine, name, &options, &account);
    if (status == TALLY_OK)
        tally_account_release(account);
    else
        check_status(status, TALLY_ERROR_NOT_FOUND);
    return status == TALLY_OK;
}

static void check_position(world *w, const char *source, uint64_t epoch, uint64_t position, int64_t time)
{
    uint64_t stored_epoch = 77, stored_position = 77;
    int64_t stored_time = 77;

    check_ok(engine_position(w->engine, source, &stored_epoch, &stored_position, &stored_time));
    assert_int_equal(stored_epoch, epoch);
    assert_int_equal(stored_position, position);
    assert_int_equal(stored_time, time);
    check_ok(engine_position(w->engine, source, NULL, NULL, NULL));
}

static tally_reminder_options milk(void)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;

    options.fields = TALLY_REMINDER_FIELD_SHELF_LIFE | TALLY_REMINDER_FIELD_PATH | TALLY_REMINDER_FIELD_ZONE;
    options.shelf_life = 10;
    options.shelf_unit = TALLY_UNIT_DAY;
    options.path = "fridge";
    options.zone = "UTC";
    return options;
}

/* ---- What an item does ---- */

static void every_kind(unsigned flags)
{
    tally_message_options letter = TALLY_MESSAGE_OPTIONS_INIT;
    tally_reminder_options reminder = milk();
    tally_operation ann[8], bo[4], cy[8];
    tally_item items[4];
    tally_account *account;
    tally_reminder rows[4];
    char text[1024];
    size_t count, size;
    world w;

    world_init(&w, flags);
    check_ok(tally_badge_set(w.account, "before", 1));
    letter.id = "one";
    ann[0] = op(TALLY_OP_SET, "a", 3);
    ann[1] = op(TALLY_OP_DOT, "b.c", 0);
    ann[2] = op(TALLY_OP_ADD, "a", 4);
    ann[3] = op(TALLY_OP_MUTE, "b", TALLY_MUTE_ALL);
    ann[4] = op(TALLY_OP_CLEAR, "before", 0);
    bo[0] = op(TALLY_OP_POST, "in", 0);
    bo[0].message = &letter;
    bo[1] = op(TALLY_OP_POST, "in.x", 0);
    bo[2] = op(TALLY_OP_POST, "out", 0);
    cy[0] = op(TALLY_OP_REMINDER_PUT, NULL, 0);
    cy[0].id = "milk";
    cy[0].reminder = &reminder;
    cy[1] = cy[0];
    cy[1].id = "bread";
    cy[2] = op(TALLY_OP_REMINDER_DONE, NULL, 0);
    cy[2].id = "bread";
    items[0] = item("ann", ann, 5);
    items[1] = item("bo", bo, 3);
    items[2] = item("cy", cy, 3);
    check_ok(tally_engine_batch(w.engine, items, 3, &plain));
    assert_int_equal(items[0].status, TALLY_OK);
    assert_int_not_equal(bo[0].key, 0);
    assert_int_not_equal(bo[1].key, bo[0].key);
    check_in(&w, "ann", "a", 1, 7);
    check_in(&w, "ann", "before", 0, 0);
    check_in(&w, "ann", "root", 1, 7);
    check_in(&w, "bo", "root", 1, 3);
    /* Badges that messages feed are cleared, read and removed, and an item sees those before it. */
    bo[0] = op(TALLY_OP_READ, "in", 0);
    bo[0].flags = TALLY_SUBTREE;
    bo[1] = op(TALLY_OP_CLEAR, "out", 0);
    bo[2] = op(TALLY_OP_WITHDRAW, NULL, 0);
    bo[2].id = "one";
    cy[0] = op(TALLY_OP_REMINDER_EDIT, NULL, 0);
    cy[0].id = "milk";
    reminder.fields = TALLY_REMINDER_FIELD_TITLE;
    reminder.title = "Milk";
    cy[0].reminder = &reminder;
    cy[1] = op(TALLY_OP_REMINDER_UNDONE, NULL, 0);
    cy[1].id = "bread";
    cy[2] = op(TALLY_OP_REMINDER_REMOVE, NULL, 0);
    cy[2].id = "bread";
    cy[3] = op(TALLY_OP_REMINDER_SNOOZE, NULL, 0);
    cy[3].id = "milk";
    cy[3].until = (flags & WORLD_THREAD ? (int64_t)time(NULL) * 1000 : w.clock.wall) + 3600000;
    cy[4] = op(TALLY_OP_REMINDER_ACKNOWLEDGE, NULL, 0);
    cy[4].id = "milk";
    items[0] = item("bo", bo, 1);
    items[1] = item("cy", cy, 5);
    items[2] = item("bo", bo + 1, 2);
    check_ok(tally_engine_batch(w.engine, items, 3, &plain));
    assert_int_equal(bo[0].changed, 2);
    check_in(&w, "bo", "root", 0, 0);
    account = account_of(&w, "cy");
    check_ok(reminder_list(account, NULL, 4, rows, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_string_equal(text + rows[0].title.offset, "Milk");
    tally_account_release(account);
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
}

TEST_ALONE(items_do_every_kind_of_operation)
{
    every_kind(0);
    every_kind(WORLD_FILE);
    every_kind(WORLD_FILE | WORLD_FULL);
    every_kind(WORLD_FILE | WORLD_THREAD);
}

TEST(a_held_badge_is_no_rejection, WORLD_FILE)
{
    tally_operation operations[2];
    tally_item one = item("ann", operations, 2);

    operations[0] = op(TALLY_OP_SET, "a.b", 1);
    operations[1] = op(TALLY_OP_CLEAR, "a", 0);
    check_ok(tally_engine_batch(w->engine, &one, 1, &plain));
    assert_int_equal(one.status, TALLY_OK);
    assert_int_equal(operations[1].status, TALLY_HELD);
}

/* ---- Rejection ---- */

TEST(a_rejected_item_changes_nothing, WORLD_FILE)
{
    tally_reminder_options reminder = milk();
    tally_operation good[2], bad[5], last[1], fresh[2];
    tally_item items[5];
    tally_message rows[4];
    tally_account *account;
    char text[1024];
    size_t count, size;
    tally_engine_batch_options options = from("log", 0, 1);

    check_ok(tally_badge_set(w->account, "kept", 9));
    good[0] = op(TALLY_OP_SET, "a", 1);
    good[1] = op(TALLY_OP_POST, "in", 0);
    bad[0] = op(TALLY_OP_SET, "a", 50);
    bad[1] = op(TALLY_OP_POST, "in", 0);
    bad[2] = op(TALLY_OP_REMINDER_PUT, NULL, 0);
    bad[2].id = "milk";
    bad[2].reminder = &reminder;
    bad[3] = op(TALLY_OP_CLEAR_TREE, "root", 0);
    bad[4] = op(TALLY_OP_ADD, "kept", -10);
    last[0] = op(TALLY_OP_ADD, "a", 1);
    fresh[0] = op(TALLY_OP_SET, "x", 1);
    fresh[1] = op(TALLY_OP_SET, "a..b", 1);
    items[0] = item("ann", good, 2);
    items[1] = item("ann", bad, 5);
    items[2] = item("", last, 1);
    items[3] = item("new", fresh, 2);
    items[4] = item("ann", last, 1);
    check_status(tally_engine_batch(w->engine, items, 5, &options), TALLY_PARTIAL);
    check_message("item 1");
    check_ok(items[0].status);
    check_status(items[1].status, TALLY_ERROR_RANGE);
    check_status(bad[0].status, TALLY_ERROR_NOT_APPLIED);
    check_status(bad[4].status, TALLY_ERROR_RANGE);
    check_status(items[2].status, TALLY_ERROR_ARGUMENT);
    check_status(items[3].status, TALLY_ERROR_PATH);
    check_status(fresh[1].status, TALLY_ERROR_PATH);
    check_ok(items[4].status);
    check_badge(w->account, "a", 1, 2);
    check_badge(w->account, "kept", 1, 9);
    check_badge(w->account, "in", 1, 1);
    check_ok(message_list(w->account, "root", TALLY_SUBTREE, 0, 4, rows, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    check_status(tally_reminder_mark_done(w->account, "milk", 0), TALLY_ERROR_NOT_FOUND);
    assert_false(exists(w, "new"));
    check_position(w, "log", 0, 1, 0);
    check_ok(tally_engine_verify(w->engine));
    /* The file says the same. */
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "a", 1, 2);
    check_badge(w->account, "kept", 1, 9);
    assert_false(exists(w, "new"));
    account = account_of(w, "new");
    check_badge(account, "x", 0, 0);
    tally_account_release(account);
}

/* ---- Applied once ---- */

static tally_status add_item(world *w, const char *account, const char *id, int64_t time,
                             tally_engine_batch_options options)
{
    tally_operation operation = op(TALLY_OP_ADD, "n", 1);
    tally_item one = item(account, &operation, 1);
    tally_status status;

    one.id = id;
    one.time = time;
    status = tally_engine_batch(w->engine, &one, 1, &options);
    return status == TALLY_OK ? one.status : status;
}

TEST(positions_and_epochs, WORLD_FILE)
{
    check_status(engine_position(w->engine, "log", NULL, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_message("'log'");
    check_ok(add_item(w, "ann", NULL, 0, from("log", 1, 10)));
    check_status(add_item(w, "bo", NULL, 0, from("log", 1, 10)), TALLY_ALREADY_APPLIED);
    check_status(add_item(w, "bo", NULL, 0, from("log", 1, 9)), TALLY_ALREADY_APPLIED);
    check_status(add_item(w, "bo", NULL, 0, from("log", 0, 11)), TALLY_ERROR_STALE_EPOCH);
    assert_false(exists(w, "bo"));
    /* A new owner, also where the position was reached. */
    check_status(add_item(w, "bo", NULL, 0, from("log", 2, 10)), TALLY_ALREADY_APPLIED);
    check_position(w, "log", 2, 10, 0);
    check_status(add_item(w, "bo", NULL, 0, from("log", 1, 11)), TALLY_ERROR_STALE_EPOCH);
    check_ok(tally_engine_batch(w->engine, NULL, 0, &(tally_engine_batch_options){
        .struct_size = sizeof(tally_engine_batch_options), .source = "log", .epoch = 3, .position = 20}));
    check_position(w, "log", 3, 20, 0);
    /* Another source, and the sources of an account. */
    check_ok(add_item(w, "ann", NULL, 0, from("other", 0, 0)));
    check_status(account_position(w->account, "log", NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_ok(add_item(w, "ann", NULL, 0, from(NULL, 0, 0)));
    check_badge(w->account, "n", 1, 3);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_position(w, "log", 3, 20, 0);
    check_status(add_item(w, "bo", NULL, 0, from("log", 3, 20)), TALLY_ALREADY_APPLIED);
    check_ok(add_item(w, "ann", NULL, 0, from("log", UINT64_MAX, UINT64_MAX)));
    check_position(w, "log", UINT64_MAX, UINT64_MAX, 0);
}

TEST(ids_belong_to_a_source, WORLD_FILE)
{
    tally_operation add = op(TALLY_OP_ADD, "n", 1), bad = op(TALLY_OP_ADD, "n", -100), again = add;
    tally_item items[4];
    tally_engine_batch_options options = from("log", 0, 3);

    check_ok(add_item(w, "ann", "1", 0, from("log", 0, 1)));
    check_status(add_item(w, "ann", "1", 0, from("log", 0, 2)), TALLY_ALREADY_APPLIED);
    /* One that was rejected may come again; one that comes twice in a batch is applied once, whatever its account. */
    items[0] = item("ann", &bad, 1);
    items[1] = item("ann", &add, 1);
    items[2] = item("bo", &again, 1);
    items[3] = item("ann", &add, 1);
    items[0].id = items[1].id = items[2].id = "2";
    items[3].id = "1";
    check_status(tally_engine_batch(w->engine, items, 4, &options), TALLY_PARTIAL);
    check_status(items[0].status, TALLY_ERROR_RANGE);
    check_ok(items[1].status);
    check_status(items[2].status, TALLY_ALREADY_APPLIED);
    check_status(again.status, TALLY_ALREADY_APPLIED);
    check_status(items[3].status, TALLY_ALREADY_APPLIED);
    check_badge(w->account, "n", 1, 2);
    assert_false(exists(w, "bo"));
    check_ok(add_item(w, "ann", "1", 0, from("other", 0, 1)));
    check_badge(w->account, "n", 1, 3);
    check_ok(tally_engine_verify(w->engine));
}

static tally_status apply_one(world *w, tally_operation *operation, const char *id,
                              tally_engine_batch_options options)
{
    tally_item one = item("ann", operation, 1);
    tally_status status;

    one.id = id;
    status = tally_engine_batch(w->engine, &one, 1, &options);
    return status == TALLY_PARTIAL ? one.status : status;
}

/* Two logs count their items alike. The id of an item that was rejected is forgotten in its own log alone. */
TEST(a_rejected_id_is_forgotten_in_its_log_alone, WORLD_FILE)
{
    tally_operation bad = op(TALLY_OP_ADD, "n", -100);

    check_ok(add_item(w, "ann", "1", 0, from("log", 0, 1)));
    check_status(apply_one(w, &bad, "1", from("other", 0, 1)), TALLY_ERROR_RANGE);
    check_status(add_item(w, "ann", "1", 0, from("log", 0, 2)), TALLY_ALREADY_APPLIED);
    check_ok(add_item(w, "ann", "1", 0, from("other", 0, 2)));
    check_badge(w->account, "n", 1, 2);
}

/* A message that is posted without an id gets one from its item, which differs from those of other sources' items, and
 * may be longer than the item's. */
TEST(messages_get_ids_from_their_items, WORLD_FILE)
{
    tally_operation post = {.kind = TALLY_OP_POST, .path = "in"}, remove = {.kind = TALLY_OP_WITHDRAW};
    char id[256], message[270];

    memset(id, 'i', 255);
    id[255] = 0;
    snprintf(message, sizeof message, "%s.0.other", id);
    check_ok(apply_one(w, &post, id, from("log", 0, 1)));
    check_ok(apply_one(w, &post, id, from("other", 0, 1)));
    check_badge(w->account, "in", 1, 2);
    remove.id = message;
    check_ok(apply_one(w, &remove, NULL, from("log", 0, 2)));
    check_badge(w->account, "in", 1, 1);
    check_ok(tally_engine_verify(w->engine));
}

static void few_ids(tally_engine_options *options)
{
    options->max_batch_ids = 3;
    options->batch_id_time = 1000;
}

TEST(the_window_of_ids_goes_by_the_log, WORLD_CLOSED | WORLD_FILE)
{
    char id[2] = "a";
    uint64_t position = 0;
    int64_t time = 1000000;

    w->configure = few_ids;
    world_open(w, WORLD_FILE);
    for (; id[0] < 'e'; id[0]++)
        check_ok(add_item(w, "ann", id, time, from("log", 0, ++position)));
    /* The last three are b, c and d. */
    check_status(add_item(w, "ann", "b", time, from("log", 0, ++position)), TALLY_ALREADY_APPLIED);
    check_ok(add_item(w, "ann", "a", time, from("log", 0, ++position)));
    check_ok(add_item(w, "ann", "b", time, from("log", 0, ++position)));
    /* By time, however late the clock is. */
    fake_clock_advance(&w->clock, 1000000);
    check_status(add_item(w, "ann", "b", time + 999, from("log", 0, ++position)), TALLY_ALREADY_APPLIED);
    check_ok(add_item(w, "ann", "b", time + 1000, from("log", 0, ++position)));
    check_badge(w->account, "n", 1, 7);
    check_position(w, "log", 0, position, time + 1000);
}

/* ---- Time ---- */

#define USERS 5

typedef struct entry {
    char account[8], id[16], path[16];
    tally_operation operation;
    int64_t time;
} entry;

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static void make_entry(entry *e, uint64_t *random, int number, int64_t *time)
{
    static const char *const paths[] = {"a", "a.b", "a.b.c", "d", "in", "in.x"};
    static const tally_operation_kind kinds[] = {
        TALLY_OP_SET, TALLY_OP_ADD, TALLY_OP_ADD, TALLY_OP_ADD, TALLY_OP_DOT, TALLY_OP_CLEAR, TALLY_OP_CLEAR_TREE,
        TALLY_OP_POST, TALLY_OP_POST, TALLY_OP_READ, TALLY_OP_MUTE,
    };

    *time += next_random(random) % 400;
    snprintf(e->account, sizeof e->account, "u%d", (int)(next_random(random) % USERS));
    /* Some come again, inside of the window and outside of it. */
    snprintf(e->id, sizeof e->id, "%d", next_random(random) % 4 == 0 ? number / 3 : number);
    snprintf(e->path, sizeof e->path, "%s", paths[next_random(random) % COUNT_OF(paths)]);
    e->operation = op(kinds[next_random(random) % COUNT_OF(kinds)], e->path, next_random(random) % 3);
    if (next_random(random) % 2 == 0 && e->operation.kind != TALLY_OP_ADD)
        e->operation.until = *time + next_random(random) % 1000;
    /* Clocks of senders go back now and then. */
    e->time = *time - (next_random(random) % 8 == 0 ? 100 : 0);
}

/* Applies a log, in batches of up to so many entries. The clock of a live engine follows the log. */
static void replay(world *w, entry *log, int count, uint64_t *random, int most, int is_live)
{
    tally_item items[64];
    tally_status status;
    int i = 0, j, taken;

    while (i < count) {
        tally_engine_batch_options options;

        taken = 1 + (int)(next_random(random) % (uint32_t)most);
        if (taken > count - i)
            taken = count - i;
        for (j = 0; j < taken; j++) {
            items[j] = item(log[i + j].account, &log[i + j].operation, 1);
            items[j].id = log[i + j].id;
            items[j].time = log[i + j].time;
        }
        if (is_live && log[i].time > w->clock.wall)
            fake_clock_advance(&w->clock, log[i].time - w->clock.wall);
        i += taken;
        options = from("log", 0, (uint64_t)i);
        status = tally_engine_batch(w->engine, items, (size_t)taken, &options);
        assert_true(status == TALLY_OK || status == TALLY_PARTIAL);
        check_ok(tally_engine_step(w->engine));
        if (next_random(random) % 16 == 0) {
            world_close(w);
            world_open(w, WORLD_FILE);
        }
    }
}

/* The badges of the accounts, and their messages. */
static size_t describe(world *w, char *out, size_t capacity)
{
    tally_message rows[128];
    static char text[65536];
    size_t length = 0, count, size, i, j;

    for (i = 0; i < USERS; i++) {
        char name[8];
        tally_account *account;
        tally_snapshot *snapshot;

        snprintf(name, sizeof name, "u%d", (int)i);
        account = account_of(w, name);
        check_ok(tally_account_verify(account));
        check_ok(tally_snapshot_take(account, "root", &snapshot));
        check_ok(snapshot_encode(snapshot, out + length, capacity - length, &size));
        length += size;
        tally_snapshot_release(snapshot);
        assert_true(message_list(account, "root", TALLY_SUBTREE, 0, 128, rows, 128, text, sizeof text, &count,
                                 &size) >= 0);
        for (j = 0; j < count; j++)
            length += (size_t)snprintf(out + length, capacity - length, "%s at %s, %d\n", text + rows[j].id.offset,
                                       text + rows[j].path.offset, (int)rows[j].state);
        tally_account_release(account);
    }
    return length;
}

static void window_of_replay(tally_engine_options *options)
{
    options->max_batch_ids = 40;
    options->batch_id_time = 5000;
}

TEST_ALONE(a_log_gives_the_same_state_whenever_it_is_replayed)
{
    static entry log[600];
    static char live[262144], later[262144];
    const char *given = getenv("TALLY_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)getpid(), random;
    int turn, turns = is_soak() ? 100 : 4, count = COUNT_OF(log), i;
    size_t size, other_size;

    for (turn = 0; turn < turns; turn++, seed++) {
        int64_t time = CLOCK_START;
        world w, other;

        print_message("    TALLY_SEED=%llu\n", (unsigned long long)seed);
        random = seed;
        for (i = 0; i < count; i++)
            make_entry(&log[i], &random, i, &time);
        world_init(&w, WORLD_CLOSED);
        w.configure = window_of_replay;
        world_open(&w, WORLD_FILE);
        replay(&w, log, count, &random, 1, 1);
        size = describe(&w, live, sizeof live);
        world_init(&other, WORLD_CLOSED);
        other.configure = window_of_replay;
        fake_clock_advance(&other.clock, INT64_C(400) * 86400000);
        world_open(&other, WORLD_FILE);
        replay(&other, log, count, &random, 64, 0);
        other_size = describe(&other, later, sizeof later);
        assert_int_equal(size, other_size);
        assert_memory_equal(live, later, size);
        check_ok(tally_engine_verify(other.engine));
        world_end(&w);
        world_end(&other);
    }
}

TEST(badges_end_by_the_time_of_the_log, WORLD_FILE)
{
    tally_operation set = op(TALLY_OP_SET, "a", 1);
    tally_item one = item("ann", &set, 1), time = item(NULL, NULL, 0);
    tally_engine_batch_options options = from("log", 0, 1);
    int64_t now = 1000000; /* Long ago. */

    set.until = now + 500;
    one.time = now;
    check_ok(tally_engine_batch(w->engine, &one, 1, &options));
    check_badge(w->account, "a", 1, 1);
    check_ok(tally_engine_step(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "a", 1, 1);
    time.time = now + 499;
    options = from("log", 0, 2);
    check_ok(tally_engine_batch(w->engine, &time, 1, &options));
    check_badge(w->account, "a", 1, 1);
    time.time = now + 500;
    options = from("log", 0, 3);
    check_ok(tally_engine_batch(w->engine, &time, 1, &options));
    check_badge(w->account, "a", 0, 0);
    check_position(w, "log", 0, 3, now + 500);
}

/* ---- Accounts ---- */

static void few_loaded(tally_engine_options *options)
{
    options->max_loaded_accounts = 2;
    options->max_accounts = 60;
}

TEST(more_accounts_than_may_be_loaded, WORLD_CLOSED | WORLD_FILE)
{
    static char names[100][8];
    static tally_operation operations[100];
    static tally_item items[100];
    tally_stats stats = TALLY_STATS_INIT;
    int i, turn;

    w->configure = few_loaded;
    world_open(w, WORLD_FILE);
    for (i = 0; i < 100; i++) {
        snprintf(names[i], sizeof names[i], "u%d", i);
        operations[i] = op(TALLY_OP_ADD, "n", 1);
        items[i] = item(names[i], &operations[i], 1);
    }
    for (turn = 0; turn < 3; turn++)
        check_ok(tally_engine_batch(w->engine, items, 50, &plain));
    check_in(w, "u0", "n", 1, 3);
    check_in(w, "u49", "n", 1, 3);
    /* As many as may be open: all of it fails, and nothing was created. */
    check_status(tally_engine_batch(w->engine, items, 100, &plain), TALLY_ERROR_LIMIT);
    check_status(items[0].status, TALLY_ERROR_NOT_APPLIED);
    check_status(operations[99].status, TALLY_ERROR_NOT_APPLIED);
    assert_false(exists(w, "u99"));
    assert_false(exists(w, "u50"));
    check_in(w, "u0", "n", 1, 3);
    for (i = 0; i < 50; i++)
        check_in(w, names[i], "n", 1, 3);
    /* Those that were too many go when others are read. */
    for (i = 90; i < 100; i++)
        check_in(w, names[i], "n", 0, 0);
    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    assert_true(stats.loaded_accounts <= 4);
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Others ---- */

static void count_event(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    *(int *)user_data += 1;
}

TEST(observers_hear_once_and_of_what_is_stored, WORLD_FILE)
{
    tally_operation operations[2] = {op(TALLY_OP_ADD, "a", 1), op(TALLY_OP_POST, "in", 0)};
    tally_item items[2] = {item("ann", operations, 2), item("ann", operations, 1)};
    tally_account_state before = TALLY_ACCOUNT_STATE_INIT, after = TALLY_ACCOUNT_STATE_INIT;
    uint64_t token;
    int heard = 0;

    check_ok(tally_observe(w->scope, w->account, "root", 0, count_event, &heard, NULL, &token));
    drain(w->engine);
    heard = 0;
    check_ok(tally_account_get(w->account, &before, NULL, 0, NULL));
    check_ok(tally_engine_batch(w->engine, items, 2, &plain));
    drain(w->engine);
    assert_int_equal(heard, 1);
    check_ok(tally_account_get(w->account, &after, NULL, 0, NULL));
    assert_int_equal(after.revision, before.revision + 1);
    check_badge(w->account, "root", 1, 3);
    world_end(w);
}

typedef struct crowd {
    tally_engine *engine;
    tally_account *account;
    int turns;
} crowd;

static void *add_alone(void *argument)
{
    crowd *c = (crowd *)argument;
    tally_badge badge;
    int i;

    for (i = 0; i < c->turns; i++) {
        require(tally_badge_add(c->account, "mine", 1) == TALLY_OK);
        require(tally_badge_get(c->account, "both", &badge) == TALLY_OK);
        require(badge.count % 2 == 0); /* An item is never half done. */
        if (i % 16 == 0)
            require(tally_message_post(c->account, "in", NULL, NULL) == TALLY_OK);
    }
    return NULL;
}

TEST(others_go_on_meanwhile, WORLD_FILE | WORLD_THREAD)
{
    crowd c = {w->engine, w->account, 2000};
    pthread_t thread;
    int i;

    assert_int_equal(pthread_create(&thread, NULL, add_alone, &c), 0);
    for (i = 0; i < 100; i++) {
        tally_operation operations[3] = {
            op(TALLY_OP_ADD, "both", 1), op(TALLY_OP_ADD, "mine", 1), op(TALLY_OP_ADD, "both", 1)};
        tally_operation bad = op(TALLY_OP_ADD, "both", -1000);
        tally_item items[3] = {item("ann", operations, 3), item("bo", operations, 3), item("ann", &bad, 1)};

        check_status(tally_engine_batch(w->engine, items, 3, &plain), TALLY_PARTIAL);
    }
    pthread_join(thread, NULL);
    check_badge(w->account, "mine", 1, 2100);
    check_badge(w->account, "both", 1, 200);
    check_badge(w->account, "in", 1, 125);
    check_in(w, "bo", "both", 1, 200);
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* ---- The process ends ---- */

#define CROWD 7

/* Applies a log for ever: entry n adds 1 to the account n modulo CROWD. */
static void apply_for_ever(const char *file, int to)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine;
    uint64_t position = 0;
    char names[20][8], ids[20][24];

    options.file = file;
    require(tally_engine_open(&options, &engine) == TALLY_OK);
    require(engine_position(engine, "log", NULL, &position, NULL) != TALLY_ERROR_IO);
    for (;;) {
        tally_operation operations[20];
        tally_item items[20];
        tally_engine_batch_options batch;
        int i;

        for (i = 0; i < 20; i++) {
            position++;
            snprintf(names[i], sizeof names[i], "u%d", (int)(position % CROWD));
            snprintf(ids[i], sizeof ids[i], "%llu", (unsigned long long)position);
            operations[i] = op(TALLY_OP_ADD, "n", 1);
            items[i] = item(names[i], &operations[i], 1);
            items[i].id = ids[i];
        }
        batch = from("log", 0, position);
        require(tally_engine_batch(engine, items, 20, &batch) == TALLY_OK);
        require(write(to, &position, sizeof position) == (ssize_t)sizeof position);
    }
}

TEST(kills_lose_and_repeat_nothing, WORLD_FILE | WORLD_CLOSED)
{
    uint64_t random = 4711, position = 0, told = 0;
    int turn, turns = is_soak() ? 200 : 8;

    for (turn = 0; turn < turns; turn++) {
        int ends[2], reports = 1 + (int)(next_random(&random) % 40), i;
        uint64_t sum = 0;
        pid_t child;

        assert_int_equal(pipe(ends), 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            apply_for_ever(w->file, ends[1]);
        }
        close(ends[1]);
        for (i = 0; i < reports; i++)
            assert_int_equal(read(ends[0], &told, sizeof told), sizeof told);
        kill(child, SIGKILL);
        while (read(ends[0], &told, sizeof told) == (ssize_t)sizeof told)
            ;
        close(ends[0]);
        assert_true(waitpid(child, NULL, 0) == child);
        world_open(w, WORLD_FILE);
        check_ok(engine_position(w->engine, "log", NULL, &position, NULL));
        assert_true(position >= told);
        for (i = 0; i < CROWD; i++) {
            char name[8];
            tally_account *account;
            tally_badge badge;

            snprintf(name, sizeof name, "u%d", i);
            account = account_of(w, name);
            check_ok(tally_badge_get(account, "n", &badge));
            sum += badge.count;
            tally_account_release(account);
        }
        assert_int_equal(sum, position);
        check_ok(tally_engine_verify(w->engine));
        world_close(w);
    }
}

/* Applies `count` items with ids of their own, from two sources in turns; counts those that were new. */
static int apply_ids(world *w, uint64_t position, int count)
{
    static tally_item items[500];
    static char ids[500][16];
    int i, j, applied = 0;

    for (i = 0; i < count; i += 500) {
        tally_engine_batch_options options = from(i / 500 % 2 == 0 ? "even" : "odd", 0, position + (uint64_t)i);

        for (j = 0; j < 500; j++) {
            snprintf(ids[j], sizeof ids[j], "%d", i + j);
            items[j] = item("ann", NULL, 0);
            items[j].id = ids[j];
        }
        check_ok(tally_engine_batch(w->engine, items, 500, &options));
        for (j = 0; j < 500; j++)
            applied += items[j].status == TALLY_OK;
    }
    return applied;
}

/* However many they are, and also after the next opening. */
TEST(many_ids_are_known, WORLD_FILE)
{
    assert_int_equal(apply_ids(w, 1, 6000), 6000);
    assert_int_equal(apply_ids(w, 10000, 6000), 0);
    world_close(w);
    world_open(w, WORLD_FILE);
    assert_int_equal(apply_ids(w, 20000, 6000), 0);
    assert_int_equal(apply_ids(w, 30000, 8000), 2000);
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Bad input ---- */

TEST(bad_input, WORLD_FILE)
{
    tally_operation operation = op(TALLY_OP_SET, "a", 1);
    tally_item one = item("bo", &operation, 1), empty = item(NULL, NULL, 0);
    tally_engine_batch_options options = from("log", 0, 1);

    check_status(tally_engine_batch(NULL, &one, 1, &plain), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_batch(w->engine, NULL, 1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_batch(w->engine, &one, TALLY_MAX_ITEMS + 1, &plain), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_batch(w->engine, &one, SIZE_MAX, &plain), TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_batch(w->engine, NULL, 0, NULL));
    check_status(tally_engine_batch(w->engine, &one, 1, NULL), TALLY_ERROR_ARGUMENT); /* Without the sizes. */
    options.operation_size = 0;
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    options.operation_size = sizeof operation;
    options.flags = 1;
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    options = from(NULL, 0, 1);
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    options = from("", 0, 1);
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    options = from("log", 0, 1);
    options.item_size = 8;
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    options = from("log", 0, 1);
    options.aggregation = 3;
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    options = from("log", 0, 1);
    options.reserved = &one;
    check_status(tally_engine_batch(w->engine, &one, 1, &options), TALLY_ERROR_ARGUMENT);
    check_status(engine_position(w->engine, "log", NULL, NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(engine_position(w->engine, NULL, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(engine_position(NULL, "log", NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    assert_false(exists(w, "bo"));

    /* A malformed member rejects the item. */
#define REJECTED(change, expected) \
    do { \
        one = item("bo", &operation, 1); \
        operation = op(TALLY_OP_SET, "a", 1); \
        change; \
        check_status(tally_engine_batch(w->engine, &one, 1, &plain), TALLY_PARTIAL); \
        check_status(one.status, expected); \
        assert_false(exists(w, "bo")); \
    } while (0)
    REJECTED(one.account = NULL, TALLY_ERROR_ARGUMENT);
    REJECTED(one.account = "\xFF", TALLY_ERROR_ARGUMENT);
    REJECTED(one.id = "x", TALLY_ERROR_ARGUMENT);
    REJECTED(one.time = 5, TALLY_ERROR_ARGUMENT);
    REJECTED(one.time = -5, TALLY_ERROR_RANGE);
    REJECTED(one.time = INT64_MAX, TALLY_ERROR_RANGE);
    REJECTED(one.time = INT64_C(253402300800000), TALLY_ERROR_RANGE);
    REJECTED(one.flags = 1, TALLY_ERROR_ARGUMENT);
    REJECTED(one.operations = NULL, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.kind = 0, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.kind = TALLY_OP_GET, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.kind = 18, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.flags = 1, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.node = 1, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.path = NULL, TALLY_ERROR_ARGUMENT);
    REJECTED(operation.path = "a..b", TALLY_ERROR_PATH);
    REJECTED(operation.value = -1, TALLY_ERROR_RANGE);
    REJECTED(operation.until = -1, TALLY_ERROR_RANGE);
    REJECTED((operation.kind = TALLY_OP_MUTE, operation.value = 7), TALLY_ERROR_ARGUMENT);
    REJECTED(operation.kind = TALLY_OP_WITHDRAW, TALLY_ERROR_ARGUMENT);
    REJECTED((operation.kind = TALLY_OP_WITHDRAW, operation.id = "none"), TALLY_ERROR_NOT_FOUND);
    REJECTED((operation.kind = TALLY_OP_READ, operation.flags = 2), TALLY_ERROR_ARGUMENT);
    REJECTED((operation.kind = TALLY_OP_REMINDER_PUT, operation.id = "r"), TALLY_ERROR_ARGUMENT);
    REJECTED((operation.kind = TALLY_OP_REMINDER_DONE, operation.id = "r"), TALLY_ERROR_NOT_FOUND);
    check_status(tally_engine_batch(w->engine, &empty, 1, &plain), TALLY_PARTIAL);
    check_status(empty.status, TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
}

/* The message names the first item that was rejected, by its whole number. */
TEST(the_first_rejected_item_is_named, WORLD_FILE)
{
    static const size_t places[] = {0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 9999, 10000, 65535};
    enum { MOST = 65536 };
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_operation good = {.kind = TALLY_OP_SET, .path = "a", .value = 1};
    tally_operation bad = {.kind = TALLY_OP_SET, .path = "a..b", .value = 1};
    tally_item *items = (tally_item *)calloc(MOST, sizeof *items);
    size_t i, k;

    require(items != NULL);
    for (i = 0; i < COUNT_OF(places); i++) {
        size_t count = places[i] + 3 < MOST ? places[i] + 3 : MOST;
        char expected[32], message[512];
        size_t length;

        for (k = 0; k < count; k++)
            items[k] = (tally_item){.account = "ann", .count = 1, .operations = k < places[i] ? &good : &bad};
        check_status(tally_engine_batch(w->engine, items, count, &options), TALLY_PARTIAL);
        check_ok(tally_error_message(message, sizeof message, &length));
        snprintf(expected, sizeof expected, "item %d: ", (int)places[i]);
        if (strncmp(message, expected, strlen(expected)) != 0)
            fail_msg("%s, and not %s", message, expected);
    }
    free(items);
}
