#include "compound.h"
#include "fault_vfs.h"
#include "lists.h"
#include "settings.h"
#include "storefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BADGES 60
#define STEP_TIME 10000 /* Milliseconds. */

/* A step, and the state, have the same time in each run. */
static void set_clock(session *s, int step)
{
    s->w.clock.wall = CLOCK_START + step * STEP_TIME;
    s->w.clock.elapsed = s->w.clock.wall;
}

/* ---- Opening ---- */

int compound_step_count(const compound_case *c)
{
    int count = 0;

    while (c->steps[count] != NULL)
        count += 1;
    return count;
}

static tally_status open_engine(session *s, const char *file, uint32_t flags)
{
    tally_engine_options options = {
        .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN | flags, .file = file, .seed = 7,
        .clock = fake_clock_tell, .clock_user_data = &s->w.clock,
    };

    return tally_engine_open(&options, &s->w.engine);
}

tally_status compound_close(session *s)
{
    tally_engine *engine = s->w.engine;

    tally_feed_release(s->w.feed);
    tally_account_release(s->w.account);
    s->w.feed = NULL;
    s->w.account = NULL;
    s->w.engine = NULL;
    return engine == NULL ? TALLY_OK : tally_engine_close(engine, TALLY_NO_TIMEOUT);
}

static tally_status open_account(session *s)
{
    tally_status status = tally_account_open(s->w.engine, "ann", NULL, &s->w.account);

    if (status < 0)
        compound_close(s);
    return status;
}

tally_status compound_open(session *s)
{
    int is_aside = (s->c->flags & COMPOUND_ASIDE) != 0;
    tally_status status;

    if (s->c->flags & COMPOUND_FILES)
        return TALLY_OK;
    set_clock(s, 0);
    status = open_engine(s, s->w.file, is_aside ? TALLY_ENGINE_SET_ASIDE : 0);
    if (status == TALLY_SET_ASIDE && is_aside)
        status = TALLY_OK;
    return status == TALLY_OK ? open_account(s) : status;
}

tally_status compound_step(session *s, int done)
{
    set_clock(s, done + 1);
    return s->c->steps[done](s);
}

/* ---- The state ---- */

static void add_text(compound_state *state, const char *text, size_t length)
{
    require(state->length + length < sizeof state->text);
    memcpy(state->text + state->length, text, length);
    state->length += length;
    state->text[state->length] = '\0';
}

static void add_account(session *s, const char *name, compound_state *state)
{
    tally_bytes bytes = TALLY_BYTES_INIT;
    tally_account *account;
    char line[160];
    int length = snprintf(line, sizeof line, "\n%s: ", name);

    check_ok(tally_account_open(s->w.engine, name, NULL, &account));
    check_ok(tally_account_verify(account));
    check_ok(tally_account_export(account, &bytes));
    add_text(state, line, (size_t)length);
    add_text(state, (const char *)bytes.data, bytes.size);
    tally_bytes_release(&bytes);
    tally_account_release(account);
}

static void add_position(session *s, compound_state *state)
{
    tally_position position = TALLY_POSITION_INIT;
    tally_status status = tally_engine_get_position(s->w.engine, "log", &position);
    char line[96];
    int length = snprintf(line, sizeof line, "\nlog %d: %llu", status == TALLY_OK,
                          (unsigned long long)(status == TALLY_OK ? position.position : 0));

    require(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    add_text(state, line, (size_t)length);
}

/* Everything in a file. Opening it creates the account if need be, so that it is always there. */
static void add_file(session *s, const char *file, compound_state *state)
{
    int is_aside = (s->c->flags & COMPOUND_ASIDE) != 0;
    tally_text names[8];
    char text[256];
    size_t count, size, i;
    tally_status status = open_engine(s, file, is_aside ? TALLY_ENGINE_SET_ASIDE : 0);

    if (!is_aside || status != TALLY_SET_ASIDE)
        check_status(status, TALLY_OK);
    check_ok(open_account(s));
    check_ok(account_list(s->w.engine, NULL, 8, names, 8, text, sizeof text, &count, &size));
    for (i = 0; i < count; i++)
        add_account(s, text + names[i].offset, state);
    add_position(s, state);
    check_ok(tally_engine_verify(s->w.engine));
    check_ok(compound_close(s));
}

void compound_take_state(session *s, compound_state *state)
{
    session reader = *s;

    fault_suspend();
    reader.w.engine = NULL;
    reader.w.account = NULL;
    reader.w.feed = NULL;
    state->length = 0;
    set_clock(&reader, COMPOUND_STEPS + 1);
    if (!(s->c->flags & COMPOUND_DAMAGED))
        add_file(&reader, s->w.file, state);
    if (s->c->add_state != NULL)
        s->c->add_state(&reader, state);
    fault_resume();
}

static int is_there(const char *file) { return access(file, F_OK) == 0; }

static void add_second_file(session *s, compound_state *state)
{
    add_text(state, "\n\nThe other file", 16);
    if (is_there(s->second_file))
        add_file(s, s->second_file, state);
}

/* ---- Badges, messages, and time that passes ---- */

static void make_badges(session *s)
{
    char path[48];
    int i;

    for (i = 0; i < BADGES; i++) {
        snprintf(path, sizeof path, "page%d.some_longer_name_of_a_badge", i);
        check_ok(tally_badge_set(s->w.account, path, i + 1));
    }
}

static void begin_making(session *s)
{
    set_clock(s, 0);
    check_ok(open_engine(s, s->w.file, 0));
    check_ok(open_account(s));
}

static void make_file_with_badges(session *s)
{
    begin_making(s);
    make_badges(s);
    check_ok(compound_close(s));
}

static tally_status set_and_flush(session *s, const char *path)
{
    tally_status status = tally_badge_set(s->w.account, path, 5);

    return status == TALLY_OK ? tally_engine_flush(s->w.engine) : status;
}

static tally_status set_first(session *s) { return set_and_flush(s, "first"); }
static tally_status set_next(session *s) { return set_and_flush(s, "next"); }

static tally_status post(session *s)
{
    tally_message_options message = {.struct_size = sizeof message, .id = "posted", .title = "A title"};

    return tally_message_post(s->w.account, "in.box", &message, NULL);
}

static tally_status read_posted(session *s)
{
    return tally_message_mark_path_read(s->w.account, "in", TALLY_SUBTREE, NULL);
}

static tally_status withdraw(session *s) { return tally_message_withdraw(s->w.account, "posted"); }

/* Nothing was written for a while, so the log is moved into the file. */
static tally_status rest(session *s)
{
    tally_status status = set_and_flush(s, "rested");
    int i;

    for (i = 0; status == TALLY_OK && i < 3; i++) {
        fake_clock_advance(&s->w.clock, 2000);
        status = tally_engine_step(s->w.engine);
    }
    return status;
}

/* ---- A log ---- */

static tally_status apply(session *s, uint64_t position)
{
    tally_message_options message = {.struct_size = sizeof message, .id = position == 1 ? "m1" : "m2"};
    tally_operation operations[2] = {
        {.kind = TALLY_OP_ADD, .path = "logged", .value = 3},
        {.kind = TALLY_OP_POST, .path = "in.log", .message = &message},
    };
    tally_item items[2] = {
        {.account = "ann", .operations = operations, .count = 2},
        {.account = position == 1 ? "bo" : "cy", .operations = operations, .count = 1},
    };
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_status status;

    options.source = "log";
    options.epoch = 1;
    options.position = position;
    status = tally_engine_batch(s->w.engine, items, COUNT_OF(items), &options);
    return status == TALLY_PARTIAL ? TALLY_ERROR_INTERNAL : status;
}

static tally_status apply_first(session *s) { return apply(s, 1); }
static tally_status apply_next(session *s) { return apply(s, 2); }

static tally_status apply_to_one(session *s)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "logged", .value = 1};
    tally_batch_options options = BATCH_OPTIONS(.source = "one", .epoch = 1, .position = 10);

    return tally_badge_batch(s->w.account, &operation, 1, &options, NULL);
}

/* ---- A feed, and the outbox ---- */

/* The host delivers its pages. */
static tally_status add_feed(session *s)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};

    if (s->w.feed != NULL)
        return TALLY_OK;
    return tally_feed_add(s->w.account, "feed", &options, &s->w.feed);
}

static tally_status deliver(session *s, const char *page)
{
    tally_status status = add_feed(s);

    if (status == TALLY_OK)
        status = tally_account_log_in(s->w.account);
    return status == TALLY_OK ? tally_feed_deliver(s->w.feed, page, strlen(page)) : status;
}

#define ITEM(id, path) "{\"id\":\"" id "\",\"seq\":\"" id "\",\"path\":\"" path "\",\"title\":\"t" id "\"}"

static tally_status deliver_first(session *s)
{
    return deliver(s, PAGE("c1", ITEM("1", "in") "," ITEM("2", "in.x") "," ITEM("3", "in.x"), ""));
}

static tally_status deliver_next(session *s)
{
    return deliver(s, PAGE("c2", ITEM("4", "in.y"), ",\"gone\":[\"1\"],\"badges\":{\"promo\":{\"dot\":true}}"));
}

static tally_status deliver_last(session *s)
{
    return deliver(s, PAGE("c3", ITEM("5", "in.z"), ",\"marks\":{\"in.x\":{\"upto\":\"3\",\"ver\":2}}"));
}

/* From here on, adding the feed and logging in change nothing in the file. */
static void make_feed(session *s)
{
    make_file_with_badges(s);
    begin_making(s);
    check_ok(add_feed(s));
    check_ok(tally_account_log_in(s->w.account));
    check_ok(compound_close(s));
}

static void make_outbox(session *s)
{
    begin_making(s);
    check_ok(lease_outbox(s->w.account));
    check_ok(deliver_first(s));
    check_ok(tally_message_mark_path_read(s->w.account, "in", TALLY_SUBTREE, NULL));
    check_ok(compound_close(s));
}

static tally_status lease(session *s)
{
    tally_outbox_entry row;
    char text[1024];
    size_t count, size;

    return outbox_lease(s->w.account, 1, 1, &row, 1, text, sizeof text, &count, &size);
}

/* The oldest row: it is there, and nothing fails while it is looked for. */
static tally_outbox_entry oldest_row(session *s)
{
    tally_outbox_entry row = {0};
    char text[1024];
    size_t count, size;

    fault_suspend();
    require(outbox_list(s->w.account, 0, 1, &row, 1, text, sizeof text, &count, &size) >= 0 && count == 1);
    fault_resume();
    return row;
}

static tally_status fail_row(session *s)
{
    tally_outbox_entry row = oldest_row(s);

    return tally_outbox_fail(s->w.account, row.id, row.attempt, 0);
}

static tally_status acknowledge_row(session *s)
{
    static const char answer[] = "{\"cursor\":\"\",\"items\":[{\"id\":\"2\",\"rev\":\"9\",\"path\":\"in.x\"}]}";

    return tally_outbox_ack(s->w.account, oldest_row(s).id, answer, sizeof answer - 1);
}

/* ---- An import ---- */

static unsigned char exported[4096];
static size_t exported_size;

static void make_export(session *s)
{
    make_file_with_badges(s);
    check_ok(open_engine(s, NULL, 0));
    check_ok(open_account(s));
    check_ok(set_first(s));
    check_ok(post(s));
    check_ok(account_export(s->w.account, exported, sizeof exported, &exported_size));
    check_ok(compound_close(s));
}

static tally_status import_new(session *s)
{
    return tally_account_import(s->w.engine, "bo", exported, exported_size);
}

static tally_status import_over(session *s)
{
    tally_import imports[2];
    tally_status status;

    memset(imports, 0, sizeof imports);
    imports[0].account = "cy";
    imports[1].account = "bo";
    imports[0].bytes = imports[1].bytes = exported;
    imports[0].size = imports[1].size = exported_size;
    status = tally_engine_import(s->w.engine, imports, COUNT_OF(imports), TALLY_IMPORT_REPLACE);
    return status == TALLY_PARTIAL ? TALLY_ERROR_INTERNAL : status;
}

static tally_status remove_imported(session *s) { return tally_account_remove(s->w.engine, "bo"); }

/* ---- Copies ---- */

static void make_old_copy(session *s)
{
    begin_making(s);
    check_ok(set_next(s));
    check_ok(tally_engine_backup(s->w.engine, s->second_file, 0));
    make_badges(s);
    check_ok(compound_close(s));
}

static tally_status back_up(session *s)
{
    return tally_engine_backup(s->w.engine, s->second_file, TALLY_BACKUP_REPLACE);
}

/* ---- Rewriting ---- */

static void make_with_gaps(session *s)
{
    begin_making(s);
    make_badges(s);
    check_ok(tally_engine_flush(s->w.engine));
    check_ok(tally_badge_clear_tree(s->w.account, "page1"));
    check_ok(compound_close(s));
}

static tally_status vacuum(session *s) { return tally_file_vacuum(s->w.file); }

/* Another program has written all pages, without checksums. Opening the file rewrites it. */
static void make_unsealed(session *s)
{
    make_file_with_badges(s);
    run_sql_of_others(s->w.file, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; VACUUM;"
                                 "PRAGMA journal_mode = WAL");
}

/* ---- A damaged file ---- */

static char *damaged;
static size_t damaged_size;

/* The last page has a byte that was not written there. */
static void make_damaged(session *s)
{
    make_file_with_badges(s);
    free(damaged);
    damaged = read_file(s->w.file, &damaged_size);
    require(damaged != NULL && damaged_size >= 2 * 4096);
    damaged[damaged_size - 100] ^= 0x40;
    write_file(s->w.file, damaged, damaged_size);
}

static int is_damaged_file(const char *file)
{
    size_t size;
    char *bytes = read_file(file, &size);
    int is_same = bytes != NULL && size == damaged_size && memcmp(bytes, damaged, size) == 0;

    free(bytes);
    return is_same;
}

/* The damaged file is there, under its name or a new one, and no other file was set aside. */
static void check_set_aside(session *s)
{
    char name[400];
    int found = is_damaged_file(s->w.file), i;

    for (i = 1; i < 5; i++) {
        int length = snprintf(name, sizeof name, "%s.damaged", s->w.file);

        if (i > 1)
            snprintf(name + length, sizeof name - (size_t)length, "-%d", i);
        if (is_there(name)) {
            assert_true(is_damaged_file(name));
            found += 1;
        }
    }
    assert_true(found > 0);
}

/* A killed run leaves a draft, which the host removes. */
static void remove_draft(session *s)
{
    static const char *const suffixes[] = {"", "-wal", "-journal", "-lock"};
    char name[400];
    size_t i;

    fault_suspend();
    for (i = 0; i < COUNT_OF(suffixes); i++) {
        snprintf(name, sizeof name, "%s.recovering%s", s->second_file, suffixes[i]);
        if (is_there(name))
            require(unlink(name) == 0);
    }
    fault_resume();
}

static tally_status recover(session *s)
{
    tally_status status = tally_file_recover(s->w.file, s->second_file, NULL);

    if (status != TALLY_ERROR_EXISTS || is_there(s->second_file))
        return status;
    remove_draft(s);
    return tally_file_recover(s->w.file, s->second_file, NULL);
}

static void check_still_damaged(session *s) { assert_true(is_damaged_file(s->w.file)); }

/* ---- All of them ---- */

const compound_case compound_cases[] = {
    {"creating", 0, NULL, {set_first, set_next}, NULL, NULL},
    {"badges", 0, make_file_with_badges, {set_first, rest, set_next}, NULL, NULL},
    {"messages", COMPOUND_LARGE, make_file_with_badges, {post, read_posted, rest, withdraw}, NULL, NULL},
    {"a log", COMPOUND_LARGE, make_file_with_badges, {apply_first, apply_to_one, apply_next}, NULL, NULL},
    {"a feed", COMPOUND_LARGE, make_feed, {deliver_first, deliver_next, deliver_last}, NULL, NULL},
    {"the outbox", COMPOUND_LARGE, make_outbox, {lease, fail_row, lease, acknowledge_row}, NULL, NULL},
    {"imports", COMPOUND_LARGE, make_export, {import_new, import_over, remove_imported}, NULL, NULL},
    {"a backup", COMPOUND_LARGE, make_old_copy, {set_first, back_up}, add_second_file, NULL},
    {"a vacuum", COMPOUND_FILES, make_with_gaps, {vacuum}, NULL, NULL},
    {"sealing", 0, make_unsealed, {set_first}, NULL, NULL},
    {"setting aside", COMPOUND_ASIDE, make_damaged, {set_first}, NULL, check_set_aside},
    {"recovering", COMPOUND_FILES | COMPOUND_DAMAGED, make_damaged, {recover}, add_second_file, check_still_damaged},
};
const size_t compound_case_count = COUNT_OF(compound_cases);
