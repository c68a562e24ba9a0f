/* needs: disk sqlite */
/*
 * The k-th operation on the disk fails, for every k, and so does the k-th allocation; and at every k the power goes.
 * What was answered with an error has not happened; what was answered with OK is there, now or, where the disk was to
 * be written later, as soon as it can be; and after a loss of power the file holds a state that there was, no older
 * than what was promised to be on the disk.
 */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include "fault_vfs.h"

#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_STEPS 65
#define CLOSING 35 /* The steps that close the engine, and open it again. */
#define FIRST_REOPENING 36
#define STATE_CAPACITY 32768

/* ---- A state, as text ---- */

typedef struct state {
    char text[STATE_CAPACITY];
    size_t length;
} state;

static void add_text(state *s, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(s->text + s->length, sizeof s->text - s->length, format, arguments);
    va_end(arguments);
    require(length >= 0 && s->length + (size_t)length < sizeof s->text);
    s->length += (size_t)length;
}

static void add_badges(state *s, tally_account *account)
{
    tally_badge_entry entries[128];
    char text[4096];
    unsigned char bytes[2048];
    size_t count, size, i;
    uint64_t revision;

    require(badge_list(account, "root", TALLY_SUBTREE, entries, COUNT_OF(entries), text, sizeof text, &count,
                             &size, &revision)
            == TALLY_OK);
    add_text(s, "revision %llu\n", (unsigned long long)revision);
    for (i = 0; i < count; i++)
        add_text(s, "%s %d %llu %x\n", text + entries[i].path.offset, (int)entries[i].badge.kind,
                 (unsigned long long)entries[i].badge.count, (unsigned)entries[i].badge.flags);
    /* The ends are in the snapshot alone. */
    require(badge_snapshot(account, "root", bytes, sizeof bytes, &size) == TALLY_OK);
    for (i = 0; i < size; i++)
        add_text(s, "%02x", bytes[i]);
    add_text(s, "\n");
}

static void add_messages(state *s, tally_account *account)
{
    tally_message messages[64];
    char text[8192];
    size_t count, size, i;

    require(message_list(account, "root", TALLY_SUBTREE, 0, 64, messages, 64, text, sizeof text, &count,
                               &size)
            == TALLY_OK);
    for (i = 0; i < count; i++)
        add_text(s, "message %s at %s, %u, %d, '%s'\n", text + messages[i].id.offset, text + messages[i].path.offset,
                 (unsigned)messages[i].count, (int)messages[i].state, text + messages[i].title.offset);
}

static void add_outbox(state *s, tally_account *account)
{
    tally_outbox_entry rows[32];
    char text[8192];
    size_t count, size, i;

    require(outbox_list(account, 0, 32, rows, 32, text, sizeof text, &count, &size) == TALLY_OK);
    for (i = 0; i < count; i++)
        add_text(s, "row %d about '%s', given out %d times, until %lld: %s\n", (int)rows[i].id,
                 text + rows[i].entity.offset, (int)rows[i].attempt, (long long)rows[i].lease_end,
                 text + rows[i].body.offset);
}

static void add_position(state *s, tally_account *account)
{
    uint64_t epoch = 0, position = 0;
    tally_status status = account_position(account, "log", &epoch, &position);

    require(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    add_text(s, "position %llu %llu\n", (unsigned long long)epoch, (unsigned long long)position);
}

static void add_log(state *s, tally_engine *engine)
{
    uint64_t epoch = 0, position = 0;
    tally_status status = engine_position(engine, "many", &epoch, &position, NULL);

    require(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    add_text(s, "log %llu %llu\n", (unsigned long long)epoch, (unsigned long long)position);
}

/* All of an account that no step opens. */
static void add_whole(state *s, tally_engine *engine, const char *account)
{
    unsigned char bytes[4096];
    size_t size = 0, i;
    tally_status status = engine_export(engine, account, NULL, bytes, sizeof bytes, &size);

    require(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    add_text(s, "%s ", account);
    for (i = 0; status == TALLY_OK && i < size; i++)
        add_text(s, "%02x", bytes[i]);
    add_text(s, "\n");
}

static int has_third(tally_engine *engine)
{
    tally_text names[8];
    char text[256];
    size_t count, size, i;

    require(account_list(engine, NULL, 8, names, 8, text, sizeof text, &count, &size) == TALLY_OK);
    for (i = 0; i < count; i++) {
        if (strcmp(text + names[i].offset, "cy") == 0)
            return 1;
    }
    return 0;
}

/* Adds the state of a feed. Without a handle, adds its last known state. */
static void add_feed(state *s, tally_feed *feed, state *known)
{
    tally_feed_state f;
    char title[64] = "";
    size_t length;

    if (feed != NULL || known->length == 0) {
        memset(&f, 0, sizeof f);
        f.struct_size = sizeof f;
        if (feed != NULL && tally_feed_get(feed, &f, title, sizeof title, &length) != TALLY_OK)
            title[0] = '\0'; /* It was removed. */
        known->length = 0;
        add_text(known, "feed '%s' %lld\n", title, (long long)f.last_success);
    }
    add_text(s, "%s", known->text);
}

/* ---- A run ---- */

#define ACCOUNTS 2

typedef struct run {
    world w;
    unsigned durability;
    tally_account *accounts[ACCOUNTS];
    tally_feed *feeds[ACCOUNTS];
    state known_feeds[ACCOUNTS];
    state states[MAX_STEPS + 1]; /* After each step; the first one before them all. */
    int count;                   /* The number of states. */
    int promised;                /* The last of them that has to be on the disk. */
    tally_status refused;        /* The last error. */
    int first_fault;             /* The step at which something failed first; -1: none yet. */
    long faults;                 /* How many were seen, and when the last one was. */
    int64_t last_fault;
    int fails_for_good;
} run;

static const char *const account_names[ACCOUNTS] = {"ann", "bo"};

static tally_status open_engine(run *r)
{
    tally_engine_options options = {
        .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .file = r->w.file,
        .durability = (int32_t)r->durability, .seed = 7, .clock = fake_clock_tell, .clock_user_data = &r->w.clock,
    };

    return tally_engine_open(&options, &r->w.engine);
}

static tally_status open_account(run *r, int i)
{
    tally_account_options options = {.struct_size = sizeof options};

    options.aggregation = i == 0 ? TALLY_AGGREGATION_CHILDREN : TALLY_AGGREGATION_SUM;
    options.feeding = i == 0 ? TALLY_FEEDING_UNSEEN : TALLY_FEEDING_UNREAD;
    {
        tally_status status = tally_account_open(r->w.engine, account_names[i], &options, &r->accounts[i]);

        /* Once this is stored, repeating it stores nothing. */
        return status == TALLY_OK ? lease_outbox(r->accounts[i]) : status;
    }
}

static tally_status add_feed_of(run *r, int i)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = r->w.page_url, .initial_delay = -1, .interval = -1,
    };
    tally_status status;

    tally_feed_release(r->feeds[i]); /* Only if logging in has failed the first time. */
    status = tally_feed_add(r->accounts[i], "feed", &options, &r->feeds[i]);
    return status == TALLY_OK ? tally_account_log_in(r->accounts[i]) : status;
}

static void release_all(run *r)
{
    int i;

    for (i = 0; i < ACCOUNTS; i++) {
        tally_feed_release(r->feeds[i]);
        tally_account_release(r->accounts[i]);
        r->feeds[i] = NULL;
        r->accounts[i] = NULL;
    }
}

static tally_status close_engine(run *r)
{
    tally_engine *engine = r->w.engine;

    release_all(r);
    r->w.engine = NULL;
    return tally_engine_close(engine, -1);
}

/* If it is not open, nothing has changed. */
static void take_state(run *r, state *s)
{
    int i;

    if (r->w.engine == NULL || r->accounts[0] == NULL || r->accounts[1] == NULL) {
        *s = r->states[r->count > 0 ? r->count - 1 : 0];
        return;
    }
    s->length = 0;
    fault_suspend();
    for (i = 0; i < ACCOUNTS; i++) {
        add_text(s, "%s\n", account_names[i]);
        add_badges(s, r->accounts[i]);
        add_messages(s, r->accounts[i]);
        add_outbox(s, r->accounts[i]);
        add_position(s, r->accounts[i]);
        add_feed(s, r->feeds[i], &r->known_feeds[i]);
    }
    add_text(s, "third %d\n", has_third(r->w.engine));
    add_whole(s, r->w.engine, "cy");
    add_whole(s, r->w.engine, "dan");
    add_log(s, r->w.engine);
    fault_resume();
}

/* ---- The steps ---- */

/* The promise of OK about a step. `written`: the step, and all before it, is on the disk with any durability. `plain`:
 * the same, only with full durability. `in_time`: all before it is on the disk, unless something has just failed.
 * `later`: nothing. */
typedef enum promise { later, in_time, plain, written } promise;

static void completed(void *user_data, const tally_event *event, const char *text)
{
    (void)text;
    *(tally_status *)user_data = event->result;
}

static tally_status sync_page(run *r, int i, const char *json)
{
    tally_status result = TALLY_EMPTY, status;
    intptr_t descriptor;
    patience p = {0};

    write_text(r->w.page, json);
    status = tally_feed_refresh_now(r->feeds[i], completed, &result, NULL, NULL);
    if (status != TALLY_OK)
        return status;
    require(tally_engine_get_descriptor(r->w.engine, &descriptor) == TALLY_OK);
    while (result == TALLY_EMPTY && is_patient(&p)) {
        struct pollfd wait;

        require(tally_engine_step(r->w.engine) == TALLY_OK);
        wait.fd = (int)descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        if (result == TALLY_EMPTY)
            poll(&wait, 1, 1);
    }
    require(result != TALLY_EMPTY);
    return result;
}

static tally_status batch_of_sets(tally_account *account, const char *below, int count, int value)
{
    tally_operation operations[32];
    char paths[32][48];
    int i;

    memset(operations, 0, sizeof operations);
    require(count <= 32);
    for (i = 0; i < count; i++) {
        snprintf(paths[i], sizeof paths[i], "%s.some_longer_name_of_a_badge.%d", below, i);
        operations[i].kind = TALLY_OP_SET;
        operations[i].path = paths[i];
        operations[i].value = value + i;
    }
    return tally_badge_batch(account, operations, (size_t)count, PLAIN_BATCH, NULL);
}

/* Whether messages feed the path, so that a change goes through the store. */
static int is_fed(tally_account *account, const char *path)
{
    tally_badge badge;

    require(tally_badge_get(account, path, &badge) == TALLY_OK);
    return (badge.flags & TALLY_BADGE_FED) != 0;
}

static tally_status read_newest(run *r, int i, promise *p)
{
    tally_message messages[1];
    char text[1024];
    size_t count, size;
    tally_status status;

    fault_suspend();
    status = message_list(r->accounts[i], "root", TALLY_SUBTREE | TALLY_MESSAGES_UNREAD, 0, 1, messages,
                                1, text, sizeof text, &count, &size);
    fault_resume();
    require(status >= 0);
    *p = count == 0 ? later : written;
    return count == 0 ? TALLY_OK : tally_message_mark_read(r->accounts[i], &messages[0].key, 1, NULL);
}

/* Gives out the oldest row, and says what became of it: nothing yet, it was not taken, it was. */
static tally_status send_oldest(tally_account *account, int outcome, promise *p)
{
    static const char answer[] = "{\"cursor\":\"\",\"items\":[{\"id\":\"2\",\"rev\":\"9\",\"path\":\"in.x\",\"count\":2}]}";
    tally_outbox_entry row;
    char text[1024];
    size_t count, size;

    *p = written;
    if (outcome == 0)
        return outbox_lease(account, 3600000, 1, &row, 1, text, sizeof text, &count, &size);
    fault_suspend();
    require(outbox_list(account, 0, 1, &row, 1, text, sizeof text, &count, &size) >= 0);
    fault_resume();
    if (count == 0 || row.attempt == 0) {
        *p = later;
        return TALLY_OK;
    }
    return outcome == 1 ? tally_outbox_fail(account, row.id, row.attempt, 0)
                        : tally_outbox_ack(account, row.id, answer, sizeof answer - 1);
}

static tally_status move_subtree(run *r, int is_patch)
{
    unsigned char bytes[2048];
    size_t size;
    tally_status status;

    fault_suspend();
    if (is_patch)
        require(badge_diff(r->accounts[1], "a", r->accounts[0], "a", bytes, sizeof bytes, &size) == TALLY_OK);
    else
        require(badge_snapshot(r->accounts[0], "a", bytes, sizeof bytes, &size) == TALLY_OK);
    fault_resume();
    status = is_patch ? tally_badge_apply(r->accounts[1], "a", bytes, size, TALLY_APPLY_OVERWRITE)
                      : badge_restore(r->accounts[0], "copy", bytes, size);
    return status;
}

static tally_status open_third(run *r)
{
    tally_account *third;
    tally_status status = tally_account_open(r->w.engine, "cy", NULL, &third);

    if (status == TALLY_OK)
        tally_account_release(third);
    return status;
}

static tally_status drop_third(run *r, promise *p)
{
    int is_there;

    fault_suspend();
    is_there = has_third(r->w.engine);
    fault_resume();
    *p = is_there ? written : later;
    return is_there ? tally_account_remove(r->w.engine, "cy") : TALLY_OK;
}

static tally_status log_once(tally_account *account)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "logged", .value = 1};
    tally_batch_options options = BATCH_OPTIONS(.source = "log", .epoch = 1, .position = 10);

    return tally_badge_batch(account, &operation, 1, &options, NULL);
}

/* One account of three is new the first time, and one item is rejected. */
static tally_status apply_items(run *r, uint64_t position)
{
    tally_message_options message = {.struct_size = sizeof message, .id = position == 1 ? "i1" : "i2"};
    tally_operation operations[5] = {
        {.kind = TALLY_OP_ADD, .path = "many.accounts", .value = 3},
        {.kind = TALLY_OP_CLEAR_TREE, .path = "in"},
        {.kind = TALLY_OP_POST, .path = "in.posted", .message = &message},
        {.kind = TALLY_OP_ADD, .path = "many.accounts", .value = 1},
        {.kind = TALLY_OP_ADD, .path = "many.accounts", .value = -1000},
    };
    tally_item items[5] = {
        {.account = "ann", .operations = operations, .count = 1, .id = "one"},
        {.account = "bo", .operations = operations + 1, .count = 2},
        {.account = "cy", .operations = operations, .count = 1},
        {.account = "ann", .operations = operations + 2, .count = 3},
        {.account = "ann", .operations = operations + 2, .count = 2, .id = position == 1 ? "two" : "one"},
    };
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_status status;

    options.source = "many";
    options.epoch = 1;
    options.position = position;
    status = tally_engine_batch(r->w.engine, items, COUNT_OF(items), &options);
    return status == TALLY_PARTIAL ? TALLY_OK : status;
}

/* How far another engine has come with the same log, and an account of it. */
enum { WITH_KEYS, WITHOUT_KEYS, SOURCE, EXPORTS };

static void export_other(unsigned char bytes[EXPORTS][4096], size_t sizes[EXPORTS])
{
    /* With a clock, so that its epoch is the same in each run. */
    fake_clock clock;
    tally_engine_options engine_options = {
        .struct_size = sizeof engine_options, .flags = TALLY_ENGINE_HOST_DRIVEN, .seed = 8,
        .clock = fake_clock_tell, .clock_user_data = &clock};
    tally_message_options message = {.struct_size = sizeof message, .id = "posted"};
    tally_operation operations[3] = {
        {.kind = TALLY_OP_SET, .path = "brought", .value = 3},
        {.kind = TALLY_OP_POST, .path = "in", .message = &message},
        {.kind = TALLY_OP_WITHDRAW, .id = "posted"},
    };
    tally_item item = {.account = "dan", .operations = operations, .count = 3, .id = "three"};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_account *account;
    tally_engine *engine;

    fake_clock_init(&clock);
    options.source = "many";
    options.epoch = 1;
    require(tally_engine_open(&engine_options, &engine) == TALLY_OK);
    /* Its message has a key that no other one has. */
    for (options.position = 3; options.position < 60; options.position++) {
        item.count = options.position == 59 ? 2 : 3;
        require(tally_engine_batch(engine, &item, 1, &options) == TALLY_OK);
        item.id = NULL;
    }
    require(engine_export(engine, "dan", NULL, bytes[WITH_KEYS], 4096, &sizes[WITH_KEYS]) == TALLY_OK);
    require(tally_account_open(engine, "dan", NULL, &account) == TALLY_OK);
    require(account_export(account, bytes[WITHOUT_KEYS], 4096, &sizes[WITHOUT_KEYS]) == TALLY_OK);
    tally_account_release(account);
    require(engine_export(engine, NULL, "many", bytes[SOURCE], 4096, &sizes[SOURCE]) == TALLY_OK);
    require(tally_engine_close(engine, -1) == TALLY_OK);
}

/* Two accounts, one of which replaces another one, and a source; one import is rejected. */
static tally_status import_many(run *r)
{
    unsigned char bytes[EXPORTS][4096];
    size_t sizes[EXPORTS];
    tally_import imports[4];
    tally_status status;

    fault_suspend();
    export_other(bytes, sizes);
    fault_resume();
    memset(imports, 0, sizeof imports);
    imports[0].account = "cy";
    imports[1].account = "bad";
    imports[2].account = "dan";
    imports[0].bytes = bytes[WITHOUT_KEYS];
    imports[0].size = sizes[WITHOUT_KEYS];
    imports[1].bytes = imports[2].bytes = bytes[WITH_KEYS];
    imports[1].size = sizes[WITH_KEYS] - 1;
    imports[2].size = sizes[WITH_KEYS];
    imports[3].bytes = bytes[SOURCE];
    imports[3].size = sizes[SOURCE];
    status = tally_engine_import(r->w.engine, imports, COUNT_OF(imports), TALLY_IMPORT_REPLACE);
    if (status == TALLY_PARTIAL) {
        require(imports[0].status == TALLY_OK && imports[1].status == TALLY_ERROR_MALFORMED);
        require(imports[2].status == TALLY_OK && imports[3].status == TALLY_OK);
        return TALLY_OK;
    }
    return status;
}

static tally_status wait_for(run *r, int64_t milliseconds)
{
    fake_clock_advance(&r->w.clock, milliseconds);
    return tally_engine_step(r->w.engine);
}

#define ITEM(id, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"path\":\"" path "\",\"count\":" count \
    ",\"title\":\"t" id "\"}"
#undef PAGE /* Here with a title. */
#define PAGE(cursor, items, rest) \
    "{\"cursor\":\"" cursor "\",\"title\":\"title " cursor "\",\"items\":[" items "]" rest "}"

static tally_status do_step(run *r, int step, promise *p)
{
    tally_account *ann = r->accounts[0], *bo = r->accounts[1];
    int64_t now = r->w.clock.wall;

    *p = plain;
    switch (step) {
    case 0: *p = later; return open_engine(r);
    case 1: *p = later; return open_account(r, 0);
    case 2: *p = later; return open_account(r, 1);
    case 3: return tally_badge_set(ann, "a.b", 3);
    case 4: return tally_badge_dot(ann, "a.c");
    case 5: return tally_badge_set_until(ann, "u", 7, now + 5000);
    case 6: return batch_of_sets(ann, "many", 20, 1);
    case 7: return tally_badge_mute(ann, "a", TALLY_MUTE_NUMBER, TALLY_FOREVER);
    case 8: return tally_badge_add(bo, "a.b.c.d", 12);
    case 9: *p = in_time; return wait_for(r, 50);
    case 10: return tally_badge_set(bo, "a.b", 2);
    case 11: return tally_badge_set(ann, "a", 5);
    case 12: *p = written; return tally_engine_flush(r->w.engine);
    case 13: return batch_of_sets(bo, "many", 10, 100);
    case 14: *p = later; return add_feed_of(r, 0);
    case 15: return tally_badge_clear(ann, "a.c");
    case 16:
        *p = written;
        return sync_page(r, 0, PAGE("c1", ITEM("1", "in", "1") "," ITEM("2", "in.x", "2") "," ITEM("3", "in.x", "3"),
                                    ""));
    case 17: return tally_badge_dot_until(bo, "soon", now + 4000);
    case 18: return read_newest(r, 0, p);
    case 19: return tally_badge_clear(bo, "many");
    case 20: *p = is_fed(ann, "in.x") ? written : plain; return tally_badge_clear(ann, "in.x");
    case 21: return tally_badge_clear_tree(bo, "many");
    case 22:
        *p = written;
        return sync_page(r, 0, PAGE("c2", ITEM("4", "in.y", "4"),
                                    ",\"gone\":[\"1\"],\"badges\":{\"promo\":{\"dot\":true}}"));
    case 23: *p = written; return tally_message_mark_path_read(ann, "in.x", 0, NULL); /* Changes no badge. */
    case 24: *p = in_time; return wait_for(r, 1500);
    case 25: return tally_badge_mute(ann, "in", TALLY_MUTE_ALL, now + 4000);
    case 26: *p = in_time; return wait_for(r, 3500); /* bo's `soon` ends. */
    case 27: *p = written; return move_subtree(r, 0);
    case 28: *p = later; return add_feed_of(r, 1);
    case 29:
        *p = written;
        return sync_page(r, 1, PAGE("c3", ITEM("1", "in", "1") "," ITEM("2", "in.x", "2"),
                                    ",\"badges\":{\"p.q\":{\"count\":6}}"));
    case 30: return tally_badge_set(bo, "a.b.c.d", 0);
    case 31: *p = written; return move_subtree(r, 1);
    case 32: *p = in_time; return wait_for(r, 2000); /* ann's `u` and the mute of `in` end. */
    case 33: *p = written; return tally_engine_flush(r->w.engine);
    case 34: return tally_badge_add(ann, "a.b", 1);
    case CLOSING:
        *p = written;
        fake_clock_init(&r->w.clock); /* So that what is found in the file is what was there. */
        return close_engine(r);
    case 36: *p = later; return open_engine(r);
    case 37: *p = later; return open_account(r, 0);
    case 38: *p = later; return open_account(r, 1);
    case 39: *p = later; return add_feed_of(r, 0);
    case 40: *p = later; return add_feed_of(r, 1);
    case 41: *p = in_time; return wait_for(r, 20000); /* Badges whose end could not be stored end now. */
    case 42: return tally_badge_add(ann, "a.b", 1);
    case 43: *p = written; return tally_message_mark_path_read(bo, "in", TALLY_SUBTREE, NULL);
    case 44: return batch_of_sets(bo, "more", 30, 7);
    case 45: *p = in_time; return wait_for(r, 100);
    case 46: *p = is_fed(ann, "in.y") ? written : plain; return tally_badge_clear_tree(ann, "root");
    case 47: return tally_badge_set(ann, "last", 1);
    case 48: *p = written; return tally_feed_remove(r->feeds[0]);
    case 49: return tally_badge_set(bo, "last", 2);
    case 50: *p = in_time; return wait_for(r, 2000);
    case 51: *p = written; return open_third(r);
    case 52: *p = written; return log_once(bo);
    case 53: *p = written; return log_once(bo);
    case 54: return drop_third(r, p);
    case 55: return tally_badge_set(bo, "the_very_last", 2);
    case 56: return send_oldest(bo, 0, p);
    case 57: return send_oldest(bo, 1, p);
    case 58: return send_oldest(bo, 0, p);
    case 59: return send_oldest(bo, 2, p);
    case 60: *p = written; return apply_items(r, 1);
    case 61: *p = written; return apply_items(r, 2);
    case 62: *p = written; return import_many(r);
    case 63: *p = written; return import_many(r);
    default: return TALLY_EMPTY;
    }
}

/* Nothing goes on without them, so they are tried again. */
static int is_opening(int step)
{
    return step <= 2 || step == 14 || step == 28 || (step >= FIRST_REOPENING && step <= FIRST_REOPENING + 4);
}

/* ---- Running ---- */

static int trace;
static long plan_k; /* Which one fails. */

static run *begin_run(unsigned durability)
{
    run *r = (run *)calloc(1, sizeof *r);

    require(r != NULL);
    world_init(&r->w, WORLD_CLOSED);
    r->durability = durability;
    r->count = 1;
    r->first_fault = -1;
    return r;
}

static void end_run(run *r)
{
    fault_forget();
    remove_directory(r->w.directory);
    free(r);
}

/* The lines of one state that are not in the other. */
static void print_lines(const state *s, const state *other, const char *sign)
{
    const char *line = s->text, *end = s->text + s->length;

    while (line < end) {
        size_t length = (size_t)((const char *)memchr(line, '\n', (size_t)(end - line)) + 1 - line);

        if (memmem(other->text, other->length, line, length) == NULL)
            print_error("    %s %.*s\n", sign, length > 160 ? 160 : (int)length - 1, line);
        line += length;
    }
}

static void print_difference(const state *expected, const state *actual)
{
    print_lines(expected, actual, "-");
    print_lines(actual, expected, "+");
}

static void check_same(const state *a, const state *b, const char *what, int step)
{
    if (a->length == b->length && memcmp(a->text, b->text, a->length) == 0)
        return;
    print_error("step %d, k = %ld: %s:\n", step, plan_k, what);
    print_difference(a, b);
    fail();
}

static int is_empty(const state *s) { return s->length == 0; }

/* A state before the accounts were there is an empty text; in the file it is two accounts without anything. */
static int is_same(const state *history, const state *file)
{
    static const char *const nothing = "ann\nrevision 0\n";

    if (is_empty(history))
        return strncmp(file->text, nothing, strlen(nothing)) == 0 && strstr(file->text, "message") == NULL
               && strstr(file->text, "root") == NULL && strstr(file->text, "bo\nrevision 0\n") != NULL;
    return history->length == file->length && memcmp(history->text, file->text, file->length) == 0;
}

static int find_state(run *r, const state *file, const state *possible)
{
    int i;

    for (i = r->count - 1; i >= r->promised; i--) {
        if (is_same(&r->states[i], file))
            return i;
    }
    return possible != NULL && is_same(possible, file) ? r->count : -1;
}

static int is_allowed_error(tally_status status)
{
    return status == TALLY_ERROR_IO || status == TALLY_ERROR_FULL || status == TALLY_ERROR_NO_MEMORY;
}

static void check_allowed(tally_status status, int step)
{
    char message[1024];
    size_t length;

    if (is_allowed_error(status))
        return;
    require(tally_error_message(message, sizeof message, &length) == TALLY_OK);
    fail_msg("step %d, k = %ld: %s (%s)", step, plan_k, tally_status_name(status), message);
}

/* If the closing has failed, changes that were not promised may be missing. Then the run continues from the file. */
static void check_reopened(run *r, const state *s)
{
    int found = find_state(r, s, NULL);

    if (found < 0) {
        print_error("k = %ld: it opens with a state that there was not since state %d; from the last one to it:\n",
                    plan_k, r->promised);
        print_difference(&r->states[r->count - 1], s);
        fail();
    }
    if (found < r->count - 1)
        assert_true(r->refused != TALLY_OK);
    r->promised = r->count;
}

static void note_faults(run *r, int step)
{
    if (fault_fired() == r->faults)
        return;
    if (r->faults == 0)
        r->first_fault = step;
    r->faults = fault_fired();
    r->last_fault = r->w.clock.elapsed;
}

/* A failed write is tried again after a second. */
static int is_in_time(const run *r)
{
    return r->faults == 0 || (!r->fails_for_good && r->w.clock.elapsed >= r->last_fault + 1000);
}

/* Does the steps up to the first one that a crash ends; which one that was. What fails for once is tried again where
 * nothing can go on without it; where that fails too, it ends. */
static int do_steps(run *r)
{
    int step;

    for (step = 0;; step++) {
        promise p;
        state *before = &r->states[r->count - 1], *after = &r->states[r->count];
        tally_status status = do_step(r, step, &p);

        note_faults(r, step);
        if (status == TALLY_EMPTY)
            return step;
        if (fault_has_crashed())
            return step;
        if (status < 0 && is_opening(step)) {
            r->refused = status;
            check_allowed(status, step);
            status = do_step(r, step, &p);
        }
        if (fault_has_crashed())
            return step;
        if (trace)
            print_message("      step %d: %s\n", step, tally_status_name(status));
        take_state(r, after);
        if (step == FIRST_REOPENING + 2)
            check_reopened(r, after);
        r->count += 1;
        if (status < 0) {
            r->refused = status;
            check_allowed(status, step);
            if (is_opening(step))
                return step;
            if (step != CLOSING)
                check_same(before, after, "an error, and yet something has changed", step);
        } else if (p == in_time) {
            if (is_in_time(r))
                r->promised = r->count - 2;
        } else if (p == written || (p == plain && r->durability == TALLY_DURABILITY_FULL)) {
            r->promised = r->count - 1;
        }
    }
}

/* ---- The contents of the file ---- */

static void check_integrity(const char *file)
{
    sqlite3 *database;
    sqlite3_stmt *statement;

    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, fault_plain_vfs()) == SQLITE_OK);
    require(sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK);
    require(sqlite3_step(statement) == SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

/* Opens the file as it is, long before anything in it ends, and takes its state. */
static void state_of_file(run *r, state *s)
{
    int i;

    fault_suspend();
    fake_clock_init(&r->w.clock);
    check_ok(open_engine(r));
    for (i = 0; i < ACCOUNTS; i++)
        check_ok(open_account(r, i));
    for (i = 0; i < ACCOUNTS; i++)
        check_ok(add_feed_of(r, i));
    take_state(r, s);
    for (i = 0; i < ACCOUNTS; i++)
        check_ok(tally_account_verify(r->accounts[i]));
    /* And it goes on. */
    check_ok(tally_badge_set(r->accounts[0], "afterwards", 1));
    check_ok(close_engine(r));
    check_integrity(r->w.file);
    fault_resume();
}

/* possible: what may be there too. */
static void check_prefix(run *r, const state *possible, const char *what, long k)
{
    state file;
    int i;

    state_of_file(r, &file);
    if (find_state(r, &file, possible) >= 0)
        return;
    print_error("%s, k = %ld: of the states %d to %d none is in the file", what, k, r->promised, r->count - 1);
    for (i = 0; i < r->count; i++) {
        if (is_same(&r->states[i], &file))
            print_error(", but state %d is", i);
    }
    print_error("; from the last one to it:\n");
    print_difference(&r->states[r->count - 1], &file);
    fail();
}

/* ---- The k-th operation fails ---- */

typedef enum ending {
    once,          /* It fails once. */
    outage,        /* From it on all fail, until the last step is done. */
    for_good,      /* Also the closing. */
    once_and_kill, /* It fails once, and after the last step the process is killed. */
    once_and_power /* Or the power goes. */
} ending;

static const char *const ending_names[] = {"once", "from then on", "for good", "once, and then a kill",
                                            "once, and then the power"};

/* Nothing fails any more, so all that was answered with OK gets into the file, and nothing else. */
static void check_exact(run *r, const char *what, long k)
{
    state file;

    check_ok(tally_engine_flush(r->w.engine));
    check_ok(close_engine(r));
    state_of_file(r, &file);
    if (is_same(&r->states[r->count - 1], &file))
        return;
    print_error("%s, k = %ld: from what is to be in the file to what is:\n", what, k);
    print_difference(&r->states[r->count - 1], &file);
    fail();
}

/* The state after each step if nothing fails. */
static state golden[MAX_STEPS + 1];

static void make_golden(unsigned durability)
{
    run *r = begin_run(durability);
    int i;

    fault_arm(FAULT_ALL, FAULT_ERROR, FAULT_NEVER, 0);
    do_steps(r);
    for (i = 0; i < r->count; i++)
        golden[i] = r->states[i];
    fault_disarm();
    check_exact(r, "nothing fails", 0);
    end_run(r);
}

/* How many operations failed. */
static long run_with_fault(unsigned durability, unsigned operations, fault_kind kind, long k, ending end)
{
    run *r = begin_run(durability);
    const char *what = ending_names[end];
    long fired;

    plan_k = k;
    r->fails_for_good = end == outage || end == for_good;
    fault_arm(operations, kind, k, r->fails_for_good);
    do_steps(r);
    if (end >= once_and_kill)
        fault_crash();
    if (r->w.engine != NULL && end >= for_good) {
        tally_status status = close_engine(r);

        assert_true(status == TALLY_OK || is_allowed_error(status));
    }
    fired = fault_disarm();
    if (end >= once_and_kill)
        fault_power_loss(end == once_and_kill ? POWER_KEEP : POWER_DROP, 0);
    if (r->w.engine != NULL && r->accounts[0] != NULL && r->accounts[1] != NULL) {
        check_exact(r, what, k);
    } else {
        if (r->w.engine != NULL)
            check_ok(close_engine(r));
        /* A transaction that SQLite wrote, and could not sync, is whole unless something was written over it since.
         * So the first one that failed may turn out to be there. */
        check_prefix(r, r->promised <= r->first_fault ? &golden[r->first_fault + 1] : NULL, what, k);
    }
    end_run(r);
    return fired;
}

#define SEVENTH 7

/* A sweep takes every seventh operation, with TALLY_EACH=1 each one. Of the allocations, which are tens of thousands,
 * and under valgrind, which is slow, it takes fewer: a prime, so that they are others than in the next loop of the
 * workload. */
static long stride(unsigned operations)
{
    if (getenv("TALLY_K") != NULL || (is_soak() && !is_valgrind()))
        return 1;
    return (operations & FAULT_MEMORY ? 61 : getenv("TALLY_EACH") != NULL ? 1 : SEVENTH) * (is_valgrind() ? 37 : 1);
}

/* The next sweep begins one later, so that seven sweeps together take each operation. */
static long first_k(void)
{
    static long sweeps;
    const char *text = getenv("TALLY_K");

    return text == NULL ? 1 + sweeps++ % SEVENTH : atol(text);
}

static void fail_each(unsigned durability, unsigned operations, fault_kind kind, ending end, const char *name)
{
    long k = first_k(), step = stride(operations), runs = 0;

    trace = getenv("TALLY_TRACE") != NULL;
    make_golden(durability);
    while (run_with_fault(durability, operations, kind, k, end) > 0) {
        if (getenv("TALLY_K") != NULL)
            return;
        k += step;
        runs += 1;
        assert_true(k < 1000000);
    }
    assert_true(runs > 0);
    print_message("    %s, %s, %s: %ld runs\n", durability == TALLY_DURABILITY_FULL ? "full" : "group", name,
                  ending_names[end], runs);
}

static const unsigned durabilities[] = {TALLY_DURABILITY_GROUP, TALLY_DURABILITY_FULL};

static void fail_each_way(unsigned operations, fault_kind kind, const char *name)
{
    static const ending endings[] = {once, outage, for_good};
    size_t i, j;

    for (i = 0; i < COUNT_OF(durabilities); i++) {
        for (j = 0; j < COUNT_OF(endings); j++)
            fail_each(durabilities[i], operations, kind, endings[j], name);
    }
}

TEST_ALONE(the_disk_fails)
{
    fail_each_way(FAULT_ALL, FAULT_ERROR, "any operation on the disk");
}

TEST_ALONE(the_disk_is_full)
{
    fail_each_way(FAULT_WRITE, FAULT_FULL, "a write on a full disk");
}

TEST_ALONE(writes_are_short)
{
    fail_each_way(FAULT_WRITE, FAULT_SHORT, "a write of which half is done");
}

TEST_ALONE(the_system_does_half)
{
    size_t i;

    for (i = 0; i < COUNT_OF(durabilities); i++)
        fail_each(durabilities[i], FAULT_READ | FAULT_WRITE, FAULT_HALVES, once, "a read or write done in halves");
}

TEST_ALONE(memory_fails)
{
    fail_each_way(FAULT_MEMORY, FAULT_ERROR, "an allocation of SQLite's");
}

TEST_ALONE(memory_of_the_library_fails)
{
    if (!fault_has_library_memory())
        fail_msg("fail_allocation.so is not preloaded: LD_PRELOAD must name it");
    fail_each_way(FAULT_LIBRARY_MEMORY, FAULT_ERROR, "an allocation of the library's");
}

TEST_ALONE(something_fails_and_then_it_ends)
{
    size_t i;

    for (i = 0; i < COUNT_OF(durabilities); i++) {
        fail_each(durabilities[i], FAULT_ALL, FAULT_ERROR, once_and_kill, "any operation on the disk");
        fail_each(durabilities[i], FAULT_ALL, FAULT_ERROR, once_and_power, "any operation on the disk");
    }
}

/* ---- At the k-th operation the power goes ---- */

static long run_with_crash(unsigned durability, long k, power_loss how, unsigned seed, long *promises)
{
    run *r = begin_run(durability);
    long fired;
    int step;

    plan_k = k;
    fault_arm(FAULT_ALL, FAULT_CRASH, k, 0);
    step = do_steps(r);
    *promises += r->promised;
    if (r->w.engine != NULL)
        close_engine(r);
    fired = fault_disarm();
    fault_power_loss(how, seed);
    check_prefix(r, fired > 0 ? &golden[step + 1] : NULL, "a crash", k);
    end_run(r);
    return fired;
}

static void crash_at_each(unsigned durability, power_loss how, unsigned seed, const char *name)
{
    long k = first_k(), step = stride(FAULT_ALL), runs = 0, promises = 0;

    trace = getenv("TALLY_TRACE") != NULL;
    make_golden(durability);
    while (run_with_crash(durability, k, how, seed, &promises) > 0) {
        if (getenv("TALLY_K") != NULL)
            return;
        k += step;
        runs += 1;
    }
    print_message("    %s: %ld crashes, %s (seed %u): %ld promised steps were there\n",
                  durability == TALLY_DURABILITY_FULL ? "full" : "group", runs, name, seed, promises);
}

TEST_ALONE(the_process_ends)
{
    size_t i;

    for (i = 0; i < COUNT_OF(durabilities); i++)
        crash_at_each(durabilities[i], POWER_KEEP, 0, "all is there that was written");
}

TEST_ALONE(the_power_goes)
{
    unsigned seed, seeds = is_soak() && !is_valgrind() ? 20 : 1;
    size_t i;

    for (i = 0; i < COUNT_OF(durabilities); i++) {
        crash_at_each(durabilities[i], POWER_DROP, 0, "nothing is there that was not synced");
        for (seed = 1; seed <= seeds; seed++) {
            crash_at_each(durabilities[i], POWER_TEAR, seed, "what was not synced is torn");
            crash_at_each(durabilities[i], POWER_GARBLE, seed, "what was not synced is garbled");
        }
    }
}

int main(void)
{
    fault_install();
    return tests_run();
}
