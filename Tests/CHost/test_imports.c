/* Many accounts and sources in one import: another engine takes the place of the one that exported them, with the same
 * keys, revisions and ids; a rejected one changes nothing. */
#include "support.h"
#include "lists.h"

#include "account_fields.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCOUNTS = 5 };

/* The greatest key of a message that is kept. */
#define GREATEST_KEY (UINT64_C(1) << 48)
/* The greatest revision with which an account goes on. */
#define GREATEST_REVISION (UINT64_C(1) << 52)

static const char *const names[ACCOUNTS] = {"ann", "bo", "cy", "di", "eve"};

static bytes export_of(world *w, const char *account, const char *source)
{
    bytes b;

    check_status(engine_export(w->engine, account, source, NULL, 0, &b.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    b.data = (unsigned char *)allocate(b.size);
    check_ok(engine_export(w->engine, account, source, b.data, b.size, &b.size));
    return b;
}

static tally_import import_of(const char *account, const bytes *b)
{
    tally_import result = {.account = account, .bytes = b->data, .size = b->size};

    return result;
}

static tally_status import_one(world *w, const char *account, const bytes *b, uint32_t flags)
{
    tally_import one = import_of(account, b);
    tally_status status = tally_engine_import(w->engine, &one, 1, flags);

    if (status == TALLY_OK)
        check_ok(one.status);
    else
        check_status(status, TALLY_PARTIAL);
    return one.status;
}

/* Positions `first` to `last` of a log: each account gets messages, badges that end, ids and times. */
static void apply(world *w, uint64_t first, uint64_t last)
{
    uint64_t position;

    for (position = first; position <= last; position++) {
        tally_message_options letter = TALLY_MESSAGE_OPTIONS_INIT;
        tally_operation operations[4] = {
            {.kind = TALLY_OP_POST, .path = "in", .message = &letter},
            {.kind = TALLY_OP_ADD, .path = "a.b", .value = (int64_t)position},
            {.kind = TALLY_OP_SET, .path = "ends", .value = 1, .until = CLOCK_START + (int64_t)position * 1000 + 1500},
            {.kind = TALLY_OP_READ, .path = "in"},
        };
        char id[16], letter_id[16];
        tally_item items[2] = {
            {.account = names[position % ACCOUNTS], .operations = operations, .count = position % 3 == 0 ? 4 : 3,
             .id = id, .time = CLOCK_START + (int64_t)position * 1000},
            {.account = names[position * 3 % ACCOUNTS], .operations = operations, .count = 1, .id = "once"},
        };
        tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;

        snprintf(id, sizeof id, "i%u", (unsigned)position);
        snprintf(letter_id, sizeof letter_id, "m%u", (unsigned)(position % 7));
        letter.id = letter_id;
        letter.thread = position % 2 == 0 ? "even" : "odd";
        options.source = "log";
        options.epoch = 2;
        options.position = position;
        check_ok(tally_engine_batch(w->engine, items, 2, &options));
        assert_int_equal(items[1].status, position == 1 ? TALLY_OK : TALLY_ALREADY_APPLIED);
    }
}

/* Everything of the one engine in another one, by one call. */
static void carry(world *from, world *to, uint32_t flags)
{
    tally_import imports[ACCOUNTS + 1];
    bytes all[ACCOUNTS + 1];
    int i;

    for (i = 0; i < ACCOUNTS; i++) {
        all[i] = export_of(from, names[i], NULL);
        imports[i] = import_of(names[i], &all[i]);
    }
    all[ACCOUNTS] = export_of(from, NULL, "log");
    imports[ACCOUNTS] = import_of(NULL, &all[ACCOUNTS]);
    check_ok(tally_engine_import(to->engine, imports, ACCOUNTS + 1, flags));
    for (i = 0; i <= ACCOUNTS; i++) {
        check_ok(imports[i].status);
        bytes_free(&all[i]);
    }
}

static void check_same(world *a, world *b, const char *account, const char *source)
{
    bytes one = export_of(a, account, source), other = export_of(b, account, source);

    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.data, other.data, one.size);
    bytes_free(&one);
    bytes_free(&other);
}

static void check_all_same(world *a, world *b)
{
    int i;

    for (i = 0; i < ACCOUNTS; i++)
        check_same(a, b, names[i], NULL);
    check_same(a, b, NULL, "log");
    check_ok(tally_engine_verify(a->engine));
    check_ok(tally_engine_verify(b->engine));
}

/* So that the engine has an epoch of its own. */
static void other_seed(tally_engine_options *options)
{
    options->seed = 99;
}

static void another_engine(unsigned flags)
{
    world a, b;
    tally_account *account;
    tally_account_state one = TALLY_ACCOUNT_STATE_INIT, other = TALLY_ACCOUNT_STATE_INIT;
    uint64_t epoch, position;
    int64_t time;
    tally_badge_entry entries[4];
    size_t count, length;
    char text[256];
    uint64_t revision;

    world_init(&a, flags);
    world_init(&b, flags | WORLD_CLOSED);
    b.configure = other_seed;
    world_open(&b, flags);
    check_ok(tally_account_remove(b.engine, "ann"));
    apply(&a, 1, 40);
    carry(&a, &b, 0);
    check_all_same(&a, &b);
    check_ok(engine_position(b.engine, "log", &epoch, &position, &time));
    assert_int_equal(epoch, 2);
    assert_int_equal(position, 40);
    assert_int_equal(time, CLOCK_START + 40000);
    /* The log goes on in both, to the same keys and revisions. */
    apply(&a, 41, 60);
    apply(&b, 41, 60);
    check_all_same(&a, &b);
    /* A host that has read changes from the one goes on with the other. */
    check_ok(tally_account_get(a.account, &one, text, sizeof text, &length));
    check_ok(tally_account_open(b.engine, "ann", NULL, &account));
    check_ok(tally_account_get(account, &other, text, sizeof text, &length));
    assert_int_equal(one.epoch, other.epoch);
    assert_int_equal(one.revision, other.revision);
    check_ok(badge_changes(account, one.revision, one.epoch, entries, 4, text, sizeof text, &count, &revision));
    apply(&b, 61, 65);
    check_ok(badge_changes(account, one.revision, one.epoch, entries, 4, text, sizeof text, &count, &revision));
    assert_true(count > 0);
    tally_account_release(account);
    /* It stays so in the file. */
    if (flags & WORLD_FILE) {
        apply(&a, 61, 65);
        world_close(&b);
        world_open(&b, flags);
        check_all_same(&a, &b);
    }
    world_end(&a);
    world_end(&b);
}

/* Replaces the last byte of a value that is not in the checksum. */
static void replace_last(bytes *b, unsigned char from, unsigned char to)
{
    size_t i = b->size - 8;

    while (i > 0 && b->data[i - 1] != from)
        i -= 1;
    assert_true(i > 0);
    b->data[i - 1] = to;
}

TEST(ids_without_times_are_carried, WORLD_FILE)
{
    world target;
    tally_item item = {.account = "ann", .id = "once"};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    bytes source;

    options.source = "log";
    options.position = 1;
    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
    source = export_of(w, NULL, "log");
    world_init(&target, 0);
    check_ok(import_one(&target, NULL, &source, 0));
    options.position = 2;
    check_ok(tally_engine_batch(target.engine, &item, 1, &options));
    check_status(item.status, TALLY_ALREADY_APPLIED);
    bytes_free(&source);
    world_end(&target);
}

/* A rejected source leaves the ids that are known. */
TEST(a_rejected_source_forgets_nothing, WORLD_FILE)
{
    tally_item items[2] = {{.account = "ann", .id = "a"}, {.account = "ann", .id = "b"}};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    bytes source;
    int round;

    options.source = "log";
    options.position = 1;
    check_ok(tally_engine_batch(w->engine, items, 2, &options));
    source = export_of(w, NULL, "log");
    replace_last(&source, 'b', 'a');
    seal_source(source.data, source.size);
    for (round = 0; round < 2; round++) {
        /* In the second round nothing has used the ids since the file was opened. */
        check_status(import_one(w, NULL, &source, TALLY_IMPORT_REPLACE), TALLY_ERROR_MALFORMED);
        check_message("comes twice");
        options.position += 1;
        check_ok(tally_engine_batch(w->engine, items, 2, &options));
        check_status(items[0].status, TALLY_ALREADY_APPLIED);
        check_status(items[1].status, TALLY_ALREADY_APPLIED);
        world_close(w);
        world_open(w, WORLD_FILE);
    }
    bytes_free(&source);
}

/* As docs/account-export-format.md shows it. */
TEST(the_documented_source, 0)
{
    static const unsigned char documented[] = {
        0x54, 0x4C, 0x59, 0x4C, 0x01, 0x00, 0x03, 0x6C, 0x6F, 0x67, 0x01, 0x07, 0x05, 0x02, 0x01, 0x01, 0x61, 0x05,
        0x00, 0x1A, 0xC4, 0xF3, 0xDE, 0xA4, 0xCF, 0x67, 0x8E};
    tally_operation operations[2] = {{.kind = TALLY_OP_POST, .path = "in"}, {.kind = TALLY_OP_POST, .path = "in"}};
    tally_item item = {.account = "ann", .id = "a", .time = 5, .operations = operations, .count = 2};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    bytes b;

    options.source = "log";
    options.epoch = 1;
    options.position = 7;
    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
    b = export_of(w, NULL, "log");
    assert_int_equal(b.size, sizeof documented);
    assert_memory_equal(b.data, documented, sizeof documented);
    bytes_free(&b);
}

TEST_ALONE(another_engine_takes_its_place)
{
    another_engine(0);
    another_engine(WORLD_FILE);
    another_engine(WORLD_FILE | WORLD_FULL);
}

/* ---- Replacing ---- */

static void count_calls(void *user_data, const tally_event *event, const char *text)
{
    (void)event;
    (void)text;
    *(int *)user_data += 1;
}

static void replace_open(unsigned flags)
{
    world a, b;
    tally_account *again;
    tally_badge badge;
    uint64_t observer;
    int calls = 0;

    world_init(&a, flags);
    world_init(&b, flags);
    apply(&a, 1, 20);
    apply(&b, 1, 7);
    check_ok(tally_badge_set(b.account, "only.here", 3));
    check_ok(tally_account_log_in(b.account));
    check_ok(tally_observe(b.scope, b.account, "only.here", 0, count_calls, &calls, NULL, &observer));
    check_ok(tally_engine_get_total(b.engine, &badge));
    assert_true(badge.count >= 3);
    drain(b.engine);
    calls = 0;
    carry(&a, &b, TALLY_IMPORT_REPLACE);
    check_all_same(&a, &b);
    /* Handles of the former account are of no use; observers hear that it shows nothing. */
    check_status(tally_badge_get(b.account, "root", &badge), TALLY_ERROR_NOT_FOUND);
    check_status(tally_badge_set(b.account, "x", 1), TALLY_ERROR_NOT_FOUND);
    drain(b.engine);
    assert_int_equal(calls, 1);
    check_ok(tally_engine_get_total(b.engine, &badge));
    assert_int_equal(badge.count, 0);
    check_ok(tally_account_open(b.engine, "ann", NULL, &again));
    check_badge(again, "only.here", 0, 0);
    check_ok(tally_account_verify(again));
    check_ok(tally_badge_set(again, "later", 1));
    tally_account_release(again);
    check_ok(tally_engine_flush(b.engine));
    check_ok(tally_engine_verify(b.engine));
    /* And once more, over accounts of which some are open. */
    carry(&a, &b, TALLY_IMPORT_REPLACE);
    check_ok(tally_engine_verify(b.engine));
    apply(&a, 21, 25);
    apply(&b, 21, 25);
    check_same(&a, &b, "bo", NULL);
    check_same(&a, &b, NULL, "log");
    world_end(&a);
    world_end(&b);
}

TEST_ALONE(open_accounts_are_replaced)
{
    replace_open(0);
    replace_open(WORLD_FILE);
    replace_open(WORLD_FILE | WORLD_FULL);
}

TEST(a_revision_does_not_come_twice, WORLD_FILE)
{
    tally_account_state before = TALLY_ACCOUNT_STATE_INIT, after = TALLY_ACCOUNT_STATE_INIT;
    tally_account *account;
    bytes early;
    char text[256];
    size_t length;

    check_ok(tally_badge_set(w->account, "a", 1));
    early = export_of(w, "ann", NULL);
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_badge_set(w->account, "b", 3));
    check_ok(tally_account_get(w->account, &before, text, sizeof text, &length));
    check_ok(import_one(w, "ann", &early, TALLY_IMPORT_REPLACE));
    check_ok(tally_account_open(w->engine, "ann", NULL, &account));
    check_ok(tally_account_get(account, &after, text, sizeof text, &length));
    assert_int_equal(after.epoch, before.epoch);
    assert_int_equal(after.revision, before.revision + 1);
    check_badge(account, "root", 1, 1);
    tally_account_release(account);
    bytes_free(&early);
}

/* ---- Rejected imports ---- */

TEST(one_bad_among_many_is_rejected_alone, WORLD_FILE)
{
    world target;
    tally_import imports[6];
    bytes ann, bo, source, bad;
    tally_account *account;

    apply(w, 1, 12);
    ann = export_of(w, "ann", NULL);
    bo = export_of(w, "bo", NULL);
    source = export_of(w, NULL, "log");
    bad = bytes_copy(bo.data, bo.size);
    bad.data[bad.size / 2] ^= 1;
    world_init(&target, WORLD_FILE);
    check_ok(tally_badge_set(target.account, "kept", 5));
    imports[0] = import_of("new", &ann);
    imports[1] = import_of("bo", &bad);
    imports[2] = import_of("ann", &bo); /* Exists. */
    imports[3] = import_of("twice", &ann); /* Has the keys of the first. */
    imports[4] = import_of("bo", &bo);
    imports[5] = import_of(NULL, &source);
    check_status(tally_engine_import(target.engine, imports, 6, 0), TALLY_PARTIAL);
    check_message("import 1: ");
    check_ok(imports[0].status);
    check_status(imports[1].status, TALLY_ERROR_MALFORMED);
    check_status(imports[2].status, TALLY_ERROR_EXISTS);
    check_status(imports[3].status, TALLY_ERROR_CONFLICT);
    check_ok(imports[4].status);
    check_ok(imports[5].status);
    check_badge(target.account, "kept", 1, 5);
    check_status(import_one(&target, NULL, &source, 0), TALLY_ERROR_EXISTS);
    /* If the account that would be replaced is open, it is left unchanged. */
    check_status(import_one(&target, "ann", &bad, TALLY_IMPORT_REPLACE), TALLY_ERROR_MALFORMED);
    check_status(import_one(&target, "ann", &bo, TALLY_IMPORT_REPLACE), TALLY_ERROR_CONFLICT);
    check_badge(target.account, "kept", 1, 5);
    check_ok(tally_badge_set(target.account, "kept", 6));
    check_ok(tally_account_verify(target.account));
    check_ok(tally_engine_verify(target.engine));
    /* As a plain import, the same bytes are another account with other keys. */
    check_ok(tally_account_import(target.engine, "twice", ann.data, ann.size));
    check_ok(tally_account_open(target.engine, "twice", NULL, &account));
    check_ok(tally_account_verify(account));
    tally_account_release(account);
    check_ok(tally_engine_verify(target.engine));
    bytes_free(&ann);
    bytes_free(&bo);
    bytes_free(&source);
    bytes_free(&bad);
    world_end(&target);
}

TEST(bytes_without_keys_get_new_ones, WORLD_FILE)
{
    bytes b;
    int64_t key;
    tally_account *account;

    check_ok(tally_message_post(w->account, "in", NULL, &key));
    check_status(account_export(w->account, NULL, 0, &b.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    b.data = (unsigned char *)allocate(b.size);
    check_ok(account_export(w->account, b.data, b.size, &b.size));
    check_ok(import_one(w, "copy", &b, 0));
    check_ok(tally_account_open(w->engine, "copy", NULL, &account));
    check_ok(tally_account_verify(account));
    check_badge(account, "in", 1, 1);
    check_status(tally_message_mark_read(account, &key, 1, NULL), TALLY_ERROR_NOT_FOUND);
    tally_account_release(account);
    bytes_free(&b);
}

TEST(bad_input, WORLD_FILE)
{
    bytes b = export_of(w, "ann", NULL);
    tally_import one = import_of("bo", &b);
    size_t size;

    check_status(tally_engine_import(NULL, &one, 1, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_import(w->engine, NULL, 1, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_import(w->engine, &one, TALLY_MAX_ITEMS + 1, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_import(w->engine, &one, SIZE_MAX, 0), TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_import(w->engine, NULL, 0, 0));
    check_status(tally_engine_import(w->engine, &one, 1, 2), TALLY_ERROR_ARGUMENT);
    check_status(engine_export(NULL, "ann", NULL, NULL, 0, &size), TALLY_ERROR_ARGUMENT);
    check_status(engine_export(w->engine, NULL, NULL, NULL, 0, &size), TALLY_ERROR_ARGUMENT);
    check_status(engine_export(NULL, NULL, "log", NULL, 0, &size), TALLY_ERROR_ARGUMENT);
    check_status(engine_export_source(w->engine, NULL, NULL, 0, &size), TALLY_ERROR_ARGUMENT);
    check_status(engine_export(w->engine, "ann", NULL, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(engine_export(w->engine, "bo", NULL, NULL, 0, &size), TALLY_ERROR_NOT_FOUND);
    check_status(engine_export(w->engine, NULL, "log", NULL, 0, &size), TALLY_ERROR_NOT_FOUND);
#define REJECTED(change, expected) \
    do { \
        one = import_of("bo", &b); \
        change; \
        check_status(tally_engine_import(w->engine, &one, 1, 0), TALLY_PARTIAL); \
        check_status(one.status, expected); \
    } while (0)
    REJECTED(one.account = "", TALLY_ERROR_ARGUMENT);
    REJECTED(one.account = "\xFF", TALLY_ERROR_ARGUMENT);
    REJECTED(one.account = "a\tb", TALLY_ERROR_ARGUMENT);
    REJECTED(one.account = NULL, TALLY_ERROR_MALFORMED);
    REJECTED(one.bytes = NULL, TALLY_ERROR_ARGUMENT);
    REJECTED(one.size = 0, TALLY_ERROR_MALFORMED);
    REJECTED(one.flags = 1, TALLY_ERROR_ARGUMENT);
    REJECTED(one.reserved[0] = &one, TALLY_ERROR_ARGUMENT);
    check_status(engine_export(w->engine, "bo", NULL, NULL, 0, &size), TALLY_ERROR_NOT_FOUND);
    bytes_free(&b);
}

/* ---- Bytes from anywhere ---- */

static void see_a_group(world *w)
{
    tally_message_options letter = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key;

    letter.thread = "seen";
    check_ok(tally_message_post(w->account, "in", &letter, &key));
    check_ok(tally_group_mark_seen(w->account, "seen"));
}

/* It is taken whole, and means just these bytes, or nothing has changed. */
static int is_taken_as(world *w, const bytes *b, int is_same)
{
    tally_status status = import_one(w, "guest", b, 0);
    bytes again;

    if (status != TALLY_OK) {
        if (status != TALLY_ERROR_PATH && status != TALLY_ERROR_CONFLICT)
            check_status(status, TALLY_ERROR_MALFORMED);
        check_status(engine_export(w->engine, "guest", NULL, NULL, 0, &again.size), TALLY_ERROR_NOT_FOUND);
        return 0;
    }
    again = export_of(w, "guest", NULL);
    if (is_same) {
        assert_int_equal(again.size, b->size);
        assert_memory_equal(again.data, b->data, b->size);
    }
    bytes_free(&again);
    check_ok(tally_account_remove(w->engine, "guest"));
    return 1;
}

static int is_taken(world *w, const bytes *b) { return is_taken_as(w, b, 1); }

TEST(damaged_accounts_are_rejected, WORLD_FILE)
{
    world target;
    bytes whole, b;
    size_t i;
    int taken = 0;

    apply(w, 1, 12);
    see_a_group(w);
    whole = export_of(w, "ann", NULL);
    assert_int_equal(whole.data[5], 1);
    world_init(&target, 0);
    target.clock.wall = 0; /* Nothing has ended. */
    assert_true(is_taken(&target, &whole));
    for (i = 0; i < whole.size; i++) {
        b = bytes_copy(whole.data, i);
        assert_false(is_taken(&target, &b));
        if (i >= 18) {
            seal_account(b.data, b.size);
            assert_false(is_taken(&target, &b));
        }
        bytes_free(&b);
    }
    for (i = 8; i < (is_valgrind() ? 40 : whole.size - 8); i++) {
        int bit;

        for (bit = 0; bit < 8; bit++) {
            b = bytes_copy(whole.data, whole.size);
            b.data[i] = (unsigned char)(b.data[i] ^ 1 << bit);
            seal_account(b.data, b.size);
            taken += is_taken(&target, &b);
            bytes_free(&b);
        }
    }
    print_message("    %d of them are accounts all the same\n", taken);
    assert_true(taken > 0);
    check_ok(tally_engine_verify(target.engine));
    bytes_free(&whole);
    world_end(&target);
}

TEST(keys_and_epochs_of_any_value, 0)
{
    static account_field fields[ACCOUNT_FIELDS];
    bytes whole;
    size_t count, i, j;
    unsigned tries = 0, taken = 0;

    apply(w, 1, 12);
    see_a_group(w);
    whole = export_of(w, "ann", NULL);
    check_ok(tally_account_remove(w->engine, "ann"));
    w->clock.wall = 0;
    count = account_fields(&whole, fields, ACCOUNT_FIELDS);
    for (i = 0; i < count; i++) {
        if (strcmp(fields[i].name, "kept_epoch") != 0 && strcmp(fields[i].name, "message.key") != 0
            && strcmp(fields[i].name, "seen.key") != 0)
            continue;
        for (j = 0; j < hostile_number_count; j++) {
            bytes b = account_with_number(&whole, &fields[i], hostile_numbers[j]);

            /* A key that leaves no room for others is replaced. */
            taken += (unsigned)is_taken_as(w, &b, fields[i].name[0] == 'k' || hostile_numbers[j] <= GREATEST_KEY);
            tries += 1;
            bytes_free(&b);
        }
    }
    print_message("    %u of %u values were taken\n", taken, tries);
    assert_true(taken > 0 && taken < tries);
    check_ok(tally_engine_verify(w->engine));
    bytes_free(&whole);
}

TEST(damaged_sources_are_rejected, WORLD_FILE)
{
    world target;
    bytes whole, b, again;
    size_t i;
    int taken = 0;

    apply(w, 1, 12);
    whole = export_of(w, NULL, "log");
    world_init(&target, 0);
    check_ok(import_one(&target, NULL, &whole, TALLY_IMPORT_REPLACE));
    for (i = 0; i < whole.size; i++) {
        b = bytes_copy(whole.data, i);
        check_status(import_one(&target, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_MALFORMED);
        if (i >= 14) {
            seal_source(b.data, b.size);
            check_status(import_one(&target, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_MALFORMED);
        }
        bytes_free(&b);
        b = bytes_copy(whole.data, whole.size);
        b.data[i] ^= 1;
        check_status(import_one(&target, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_MALFORMED);
        bytes_free(&b);
    }
    for (i = 6; i < whole.size - 8; i++) {
        int bit;

        for (bit = 0; bit < 8; bit++) {
            b = bytes_copy(whole.data, whole.size);
            b.data[i] = (unsigned char)(b.data[i] ^ 1 << bit);
            seal_source(b.data, b.size);
            if (import_one(&target, NULL, &b, TALLY_IMPORT_REPLACE) == TALLY_OK)
                taken += 1;
            bytes_free(&b);
        }
    }
    print_message("    %d of them are sources all the same\n", taken);
    assert_true(taken > 0);
    /* After all of that, the right one is what it was. */
    world_end(&target);
    world_init(&target, 0);
    check_ok(import_one(&target, NULL, &whole, 0));
    again = export_of(&target, NULL, "log");
    assert_int_equal(again.size, whole.size);
    assert_memory_equal(again.data, whole.data, whole.size);
    bytes_free(&again);
    bytes_free(&whole);
    world_end(&target);
}

/* ---- Numbers that leave no room ---- */

static size_t write_number(unsigned char *out, uint64_t value)
{
    size_t size = 0;

    for (; value >= 0x80; value >>= 7)
        out[size++] = (unsigned char)(value | 0x80);
    out[size++] = (unsigned char)value;
    return size;
}

/* The bytes of a source that nobody has exported. */
static bytes source_with_epoch(
    uint64_t epoch, uint64_t position, uint64_t time, uint64_t last_key, uint64_t item_time)
{
    uint64_t numbers[] = {epoch, position, time, last_key};
    unsigned char *at;
    bytes b;
    size_t i;

    b.data = (unsigned char *)allocate(100);
    memset(b.data, 0, 100);
    at = b.data + 6;
    memcpy(at, "\3log", 4);
    at += 4;
    for (i = 0; i < COUNT_OF(numbers); i++)
        at += write_number(at, numbers[i]);
    memcpy(at, "\1\1i", 3);
    at += 3;
    at += write_number(at, item_time);
    *at++ = 0;
    b.size = (size_t)(at - b.data) + 8;
    seal_source(b.data, b.size);
    return b;
}

static bytes source_of(uint64_t position, uint64_t time, uint64_t last_key, uint64_t item_time)
{
    return source_with_epoch(1, position, time, last_key, item_time);
}

static bytes with_number(const bytes *whole, const char *name, uint64_t value)
{
    static account_field fields[ACCOUNT_FIELDS];
    size_t i, count = account_fields(whole, fields, COUNT_OF(fields));

    for (i = 0; i < count && strcmp(fields[i].name, name) != 0; i++)
        continue;
    assert_true(i < count);
    return account_with_number(whole, &fields[i], value);
}

/* Whatever it has taken: its accounts go on, and another engine takes them. */
static void check_room(world *w)
{
    static const char *const accounts[] = {"ann", "taken"};
    char text[256];
    size_t i;

    for (i = 0; i < COUNT_OF(accounts); i++) {
        tally_account_state state = TALLY_ACCOUNT_STATE_INIT, other = TALLY_ACCOUNT_STATE_INIT;
        tally_account *account, *copy;
        int64_t key, copied;
        size_t length;
        world third;
        bytes b;

        check_ok(tally_account_open(w->engine, accounts[i], NULL, &account));
        check_ok(tally_message_post(account, "later", NULL, &key));
        check_ok(tally_badge_set(account, "more", 7));
        assert_true(key < INT64_C(1) << 53);
        b = export_of(w, accounts[i], NULL);
        /* Another seed gives other ids of messages. */
        world_init(&third, WORLD_CLOSED);
        third.configure = other_seed;
        world_open(&third, 0);
        check_ok(import_one(&third, "copy", &b, 0));
        check_ok(tally_account_open(third.engine, "copy", NULL, &copy));
        /* With its keys, if they leave room there. */
        if ((uint64_t)key <= GREATEST_KEY)
            check_ok(tally_message_mark_read(copy, &key, 1, NULL));
        check_ok(tally_account_get(account, &state, text, sizeof text, &length));
        check_ok(tally_account_get(copy, &other, text, sizeof text, &length));
        assert_true(state.revision < UINT64_C(1) << 53);
        if (state.revision <= GREATEST_REVISION) {
            assert_int_equal(other.epoch, state.epoch);
            assert_true(other.revision >= state.revision);
        } else {
            assert_true(other.epoch != state.epoch && other.revision < 100);
        }
        check_ok(tally_message_post(copy, "in", NULL, &copied));
        if (copied <= key && (uint64_t)key <= GREATEST_KEY)
            fail_msg("%s: %lld behind %lld", accounts[i], (long long)copied, (long long)key);
        check_ok(tally_account_import(third.engine, "plain", b.data, b.size));
        check_ok(tally_engine_verify(third.engine));
        tally_account_release(copy);
        bytes_free(&b);
        world_end(&third);
        tally_account_release(account);
    }
    check_ok(tally_engine_verify(w->engine));
}

static const uint64_t huge[] = {
    (UINT64_C(1) << 48) - 1, UINT64_C(1) << 48, (UINT64_C(1) << 48) + 1, (UINT64_C(1) << 52) - 1, UINT64_C(1) << 52,
    (UINT64_C(1) << 52) + 1, (UINT64_C(1) << 53) - 1, UINT64_C(1) << 53, (UINT64_C(1) << 53) + 1,
    (UINT64_C(1) << 62) - 1, UINT64_C(1) << 62,
};

/* The key of a message and the revision of an account are counters: what follows counts on from there. */
TEST_ALONE(an_account_leaves_room)
{
    static const char *const names_of_numbers[] = {"message.key", "revision"};
    size_t i, j;
    int64_t key;
    bytes whole;
    world w;

    world_init(&w, 0);
    check_ok(tally_message_post(w.account, "in", NULL, &key));
    whole = export_of(&w, "ann", NULL);
    world_end(&w);
    for (i = 0; i < COUNT_OF(names_of_numbers); i++) {
        for (j = 0; j < COUNT_OF(huge); j++) {
            bytes b = with_number(&whole, names_of_numbers[i], huge[j]);

            world_init(&w, WORLD_FILE);
            check_ok(import_one(&w, "taken", &b, 0));
            check_room(&w);
            world_end(&w);
            bytes_free(&b);
        }
    }
    bytes_free(&whole);
}

/* The greatest key of a source is that of its file, and raises those of the file that takes it. */
TEST_ALONE(a_source_leaves_room)
{
    size_t i;
    world w;

    for (i = 0; i < COUNT_OF(huge); i++) {
        bytes b = source_of(7, 5, huge[i], 5), again;
        tally_account *account;
        world other;

        world_init(&w, WORLD_FILE);
        check_ok(import_one(&w, NULL, &b, 0));
        check_ok(tally_account_open(w.engine, "taken", NULL, &account));
        tally_account_release(account);
        check_room(&w);
        again = export_of(&w, NULL, "log");
        world_init(&other, 0);
        check_ok(import_one(&other, NULL, &again, 0));
        world_end(&other);
        bytes_free(&again);
        bytes_free(&b);
        world_end(&w);
    }
}

static tally_status apply_from_log(world *w, uint64_t epoch, uint64_t position)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "in", .value = 1};
    tally_item item = {.account = "ann", .operations = &operation, .count = 1};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;

    options.source = "log";
    options.epoch = epoch;
    options.position = position;
    return tally_engine_batch(w->engine, &item, 1, &options);
}

/* The source has an owner, whose next epoch is greater, and goes on behind the position. */
TEST_ALONE(epochs_and_positions_of_a_source_leave_room)
{
    static const uint64_t tops[] = {(UINT64_C(1) << 62) + 1, (UINT64_C(1) << 63) - 1, UINT64_C(1) << 63, UINT64_MAX};
    const uint64_t most = UINT64_C(1) << 62;
    uint64_t epoch, position;
    bytes b, again;
    world w, other;
    size_t i;

    world_init(&w, WORLD_FILE);
    check_ok(apply_from_log(&w, 3, 7));
    for (i = 0; i < COUNT_OF(tops); i++) {
        b = source_with_epoch(tops[i], 8, 5, 5, 5);
        check_status(import_one(&w, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_RANGE);
        check_message("is above 2^62");
        bytes_free(&b);
        b = source_with_epoch(4, tops[i], 5, 5, 5);
        check_status(import_one(&w, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_RANGE);
        bytes_free(&b);
    }
    check_ok(engine_position(w.engine, "log", &epoch, &position, NULL));
    assert_true(epoch == 3 && position == 7);
    check_ok(apply_from_log(&w, 4, 8));
    /* The greatest ones are taken. A greater epoch takes the source over, and both are exported again. */
    b = source_with_epoch(most, most, 5, 5, 5);
    check_ok(import_one(&w, NULL, &b, TALLY_IMPORT_REPLACE));
    again = export_of(&w, NULL, "log");
    world_init(&other, 0);
    check_ok(import_one(&other, NULL, &again, 0));
    check_ok(apply_from_log(&other, most + 1, most + 1));
    world_end(&other);
    check_status(apply_from_log(&w, 4, most + 1), TALLY_ERROR_STALE_EPOCH);
    check_ok(apply_from_log(&w, most + 1, most + 1));
    check_ok(tally_engine_verify(w.engine));
    bytes_free(&b);
    bytes_free(&again);
    world_end(&w);
}

/* The time of a source ends badges in all accounts. No clock gets there. */
TEST(a_source_from_the_future_is_rejected, WORLD_FILE)
{
    static const int64_t times[] = {INT64_MAX, INT64_MAX - 1, INT64_C(253402300799999), CLOCK_START + INT64_C(86400001)};
    uint64_t epoch, position;
    int64_t time;
    size_t i;
    bytes b;

    check_ok(tally_badge_set_until(w->account, "ends", 1, CLOCK_START + 1000000));
    for (i = 0; i < COUNT_OF(times); i++) {
        b = source_of(7, (uint64_t)times[i], 5, 5);
        check_status(import_one(w, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_RANGE);
        check_message("more than a day ahead");
        bytes_free(&b);
        b = source_of(7, CLOCK_START, 5, (uint64_t)times[i]);
        check_status(import_one(w, NULL, &b, TALLY_IMPORT_REPLACE), TALLY_ERROR_RANGE);
        bytes_free(&b);
    }
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "ends", 1, 1);
    check_status(engine_position(w->engine, "log", &epoch, &position, &time), TALLY_ERROR_NOT_FOUND);
    /* Clocks differ a little. */
    b = source_of(7, CLOCK_START + 86400000, 5, 5);
    check_ok(import_one(w, NULL, &b, 0));
    bytes_free(&b);
}

/* 20,000 badges whose paths take 80 MB, in 0.2 MB. */
TEST(few_bytes_do_not_become_a_large_file, WORLD_FILE)
{
    static account_field fields[ACCOUNT_FIELDS];
    const size_t length = 4000;
    const unsigned count = 20000;
    bytes whole = export_of(w, "ann", NULL), b;
    unsigned char *badges = (unsigned char *)allocate(length + 20 * count), *at = badges + 10;
    char former[5] = "", suffix[16];
    unsigned i;
    size_t j;

    for (i = 0; i < count; i++) {
        size_t shared = 0;

        snprintf(suffix, sizeof suffix, "%04x", i);
        while (i > 0 && former[shared] == suffix[shared])
            shared += 1;
        at += write_number(at, i == 0 ? 0 : length - 4 + shared);
        at += write_number(at, i == 0 ? length : 4 - shared);
        for (j = 0; i == 0 && j < length - 4; j++)
            *at++ = j % 200 == 199 ? '.' : 'p';
        memcpy(at, suffix + shared, 4 - shared);
        at += 4 - shared;
        *at++ = 1;
        memcpy(former, suffix, 4);
    }
    for (j = 0; j < 4; j++)
        badges[6 + j] = (unsigned char)(count >> 8 * j);
    at += 8;
    seal(badges, (size_t)(at - badges), 0);
    for (i = 0; account_fields(&whole, fields, COUNT_OF(fields)) > i && strcmp(fields[i].name, "badges") != 0; i++)
        continue;
    b = account_with_text(&whole, &fields[i], badges, (size_t)(at - badges));
    assert_true(b.size < 250000);
    check_status(import_one(w, "large", &b, 0), TALLY_ERROR_MALFORMED);
    check_message("written out");
    free(badges);
    bytes_free(&b);
    bytes_free(&whole);
}

/* The message names the first import that was rejected, by its whole number. */
TEST(the_first_rejected_import_is_named, WORLD_FILE)
{
    static const size_t places[] = {0, 1, 9, 10, 11, 99, 100, 101};
    tally_import imports[104];
    char names[COUNT_OF(imports)][8];
    bytes good, bad;
    size_t i, k;

    check_ok(tally_badge_set(w->account, "a", 1));
    good = export_of(w, "ann", NULL);
    bad = bytes_copy(good.data, good.size);
    bad.data[bad.size / 2] ^= 1;
    for (i = 0; i < COUNT_OF(places); i++) {
        char expected[32], message[512];
        size_t length;
        world target;

        for (k = 0; k < places[i] + 3; k++) {
            snprintf(names[k], sizeof names[k], "n%d", (int)k);
            imports[k] = import_of(names[k], k < places[i] ? &good : &bad);
        }
        world_init(&target, WORLD_FILE);
        check_status(tally_engine_import(target.engine, imports, k, 0), TALLY_PARTIAL);
        check_ok(tally_error_message(message, sizeof message, &length));
        snprintf(expected, sizeof expected, "import %d: ", (int)places[i]);
        if (strncmp(message, expected, strlen(expected)) != 0)
            fail_msg("%s, and not %s", message, expected);
        for (k = 0; k < places[i] + 3; k++)
            assert_int_equal(imports[k].status, k < places[i] ? TALLY_OK : TALLY_ERROR_MALFORMED);
        world_end(&target);
    }
    bytes_free(&good);
    bytes_free(&bad);
}
