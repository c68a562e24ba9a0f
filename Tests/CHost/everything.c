#include "everything.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILLERS 120
#define LONG_BODY 9000

static void open_second(world *w, tally_account **out_account)
{
    tally_account_options options = {
        .struct_size = sizeof options, .aggregation = TALLY_AGGREGATION_SUM, .feeding = TALLY_FEEDING_UNREAD,
    };

    check_ok(tally_account_open(w->engine, "b\xC3\xB6", &options, out_account));
}

/* ---- Making ---- */

static void filler_path(char *path, size_t capacity, int i)
{
    snprintf(path, capacity, "root.filler.group%d.badge%d", i % 7, i);
}

static void make_badges(world *w)
{
    tally_account *second;
    char path[64];
    int i;

    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(tally_badge_dot(w->account, "a.c\\.d"));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, TALLY_FOREVER));
    check_ok(tally_badge_set(w->account, "q", 4));
    check_ok(tally_link_add(w->account, "a.b", "linked"));
    check_ok(tally_link_add(w->account, "q", "linked.also"));
    check_ok(tally_badge_mute(w->account, "q", TALLY_MUTE_ALL, CLOCK_START + 60000));
    check_ok(tally_badge_set_until(w->account, "u", 7, CLOCK_START + 50000));
    check_ok(tally_badge_dot_until(w->account, "v", CLOCK_START + 50000));
    check_ok(tally_badge_set(w->account, "\xE2\x82\xAC", TALLY_MAX_COUNT));
    check_ok(tally_badge_set(w->account, "gone", 8));
    check_ok(tally_badge_clear(w->account, "gone"));
    for (i = 0; i < FILLERS; i++) {
        filler_path(path, sizeof path, i);
        check_ok(tally_badge_set(w->account, path, i + 1));
    }
    open_second(w, &second);
    check_ok(tally_badge_set(second, "a", 1));
    check_ok(tally_badge_set(second, "a.b", 2));
    tally_account_release(second);
}

static void make_batches(world *w)
{
    tally_batch_options options = BATCH_OPTIONS(.source = "log", .epoch = UINT64_MAX, .position = 42);

    check_ok(tally_badge_batch(w->account, NULL, 0, &options, NULL));
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.id = "first";
    check_ok(tally_badge_batch(w->account, NULL, 0, &options, NULL));
    options.id = "second";
    check_ok(tally_badge_batch(w->account, NULL, 0, &options, NULL));
}

/* The page of the feed: what is unseen, a dot, read, gone elsewhere; every field, and one text of several pages. */
static char *make_page(void)
{
    size_t capacity = LONG_BODY + 4096, used;
    char *page = (char *)malloc(capacity);
    int i;

    require(page != NULL);
    used = (size_t)snprintf(
        page, capacity,
        "{\"cursor\":\"c1\",\"epoch\":\"e1\",\"title\":\"Centre\",\"poll\":900,\"items\":["
        "{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"ts\":5,\"path\":\"x\",\"count\":2,\"title\":\"one\",\"kind\":\"k\","
        "\"thread\":\"t\",\"category\":\"c\",\"arg\":\"Ann\",\"arg_count\":3},"
        "{\"id\":\"2\",\"rev\":\"12\",\"seq\":\"2\",\"path\":\"dot\",\"count\":0,\"title\":\"two\"},"
        "{\"id\":\"3\",\"rev\":\"1\",\"seq\":\"3\",\"path\":\"x.y\",\"read\":true,\"title\":\"three\"},"
        "{\"id\":\"4\",\"rev\":\"1\",\"seq\":\"4\",\"path\":\"x.z\",\"count\":5,\"title\":\"four\"},"
        "{\"id\":\"5\",\"rev\":\"1\",\"seq\":\"5\",\"path\":\"seen\",\"count\":6,\"title\":\"five\"},"
        "{\"id\":\"g\",\"rev\":\"1\",\"seq\":\"0\",\"ts\":4,\"path\":\"gone\"}");
    for (i = 0; i < 20; i++)
        used += (size_t)snprintf(page + used, capacity - used,
                                 ",{\"id\":\"m%d\",\"rev\":\"1\",\"seq\":\"10%d\",\"path\":\"many\",\"title\":\"m\"}", i, i);
    used += (size_t)snprintf(page + used, capacity - used, ",{\"id\":\"l\",\"seq\":\"999\",\"path\":\"long\",\"body\":\"");
    memset(page + used, 'b', LONG_BODY);
    used += LONG_BODY;
    snprintf(page + used, capacity - used, "\"}],\"badges\":{\"set\":{\"count\":11}},\"marks\":{\"x\":{\"upto\":\"0\",\"ver\":2}}}");
    return page;
}

static int64_t key_at(tally_account *account, const char *path)
{
    tally_message message;
    char text[512];
    size_t count, size;

    check_ok(message_list(account, path, 0, 0, 1, &message, 1, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    return message.key;
}

/* How messages are grouped and worded, and that the newest group was seen. */
static void make_groups(world *w)
{
    tally_group group;
    char text[16384];
    size_t count, size;

    check_ok(group_by(w->account, TALLY_GROUPING_AUTOMATIC, "pt-PT"));
    check_ok(tally_category_set(w->account, "c", "%u of %@", "%u"));
    require(group_list(w->account, NULL, 0, 0, 1, &group, 1, text, sizeof text, &count, &size) >= TALLY_OK);
    check_ok(tally_group_mark_seen(w->account, text + group.thread.offset));
}

static void make_reminder(world *w, const char *id, int32_t shelf_life, const char *path)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .title = "Milk", .path = path, .zone = "UTC", .produced = 20231110,
        .shelf_life = shelf_life, .shelf_unit = TALLY_UNIT_DAY,
    };

    check_ok(reminder_put(w->account, id, &options));
}

/* Reminders that fire in days to come, in three states; the system's plan of them; and the log of all that. */
static void make_reminders(world *w)
{
    tally_plan_entry entries[64];
    char text[16384];
    size_t count, size;

    make_reminder(w, "milk", 10, "fridge");
    make_reminder(w, "eggs", 20, NULL);
    make_reminder(w, "bread", 8, "box");
    check_ok(tally_reminder_snooze(w->account, "milk", CLOCK_START + 3600000));
    check_ok(tally_reminder_mark_done(w->account, "bread", 0));
    check_ok(reminder_plan(w->account, NULL, entries, 64, text, sizeof text, &count, &size, NULL));
    assert_int_equal(count, 8);
}

void make_everything(world *w)
{
    server *s = server_start();
    tally_feed_options options = {.struct_size = sizeof options};
    char url[64], *page = make_page();
    int64_t key;

    make_badges(w);
    make_batches(w);
    server_url(s, url, sizeof url);
    options.url = url;
    options.prefix = "in";
    options.initial_delay = options.interval = -1;
    options.max_age = CLOCK_START - 5000;
    server_answer_http(s, 200, "Content-Type: application/json\r\nETag: \"e-1\"\r\n", page);
    check_ok(tally_feed_add(w->account, "main", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(world_sync(w));
    make_groups(w);
    make_reminders(w);
    key = key_at(w->account, "in.x.z");
    check_ok(lease_outbox(w->account));
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_ok(tally_badge_clear(w->account, "in.seen"));
    check_ok(tally_account_log_out(w->account));
    server_stop(s);
    free(page);
    check_everything(w);
    check_batches(w);
    check_reminders(w);
    check_ok(tally_engine_flush(w->engine));
}

/* ---- Checking ---- */

static void check_messages(tally_account *account)
{
    tally_message message;
    uint64_t total, unread, unseen;
    size_t count, size;
    char *text = (char *)malloc(2 * LONG_BODY);

    require(text != NULL);
    check_ok(message_counts(account, "root", TALLY_SUBTREE, &total, &unread, &unseen));
    assert_int_equal(total, 26);
    assert_int_equal(unread, 24);
    assert_int_equal(unseen, 23);
    check_ok(message_list(account, "in.x", 0, 0, 1, &message, 1, text, 2 * LONG_BODY, &count, &size));
    assert_int_equal(message.state, TALLY_MESSAGE_STATE_UNSEEN);
    assert_int_equal(message.count, 2);
    assert_int_equal(message.time, 5000);
    assert_int_equal(message.argument_count, 3);
    assert_string_equal(text + message.id.offset, "1");
    assert_string_equal(text + message.path.offset, "root.in.x");
    assert_string_equal(text + message.kind.offset, "k");
    assert_string_equal(text + message.title.offset, "one");
    assert_string_equal(text + message.thread.offset, "t");
    assert_string_equal(text + message.category.offset, "c");
    assert_string_equal(text + message.argument.offset, "Ann");
    check_ok(message_list(account, "in.long", 0, 0, 1, &message, 1, text, 2 * LONG_BODY, &count, &size));
    assert_int_equal(message.body.length, LONG_BODY);
    assert_int_equal(text[message.body.offset + LONG_BODY / 2], 'b');
    check_ok(message_list(account, "in.x.z", 0, 0, 1, &message, 1, text, 2 * LONG_BODY, &count, &size));
    assert_int_equal(message.state, TALLY_MESSAGE_STATE_READ);
    check_ok(message_list(account, "in.seen", 0, 0, 1, &message, 1, text, 2 * LONG_BODY, &count, &size));
    assert_int_equal(message.state, TALLY_MESSAGE_STATE_SEEN);
    free(text);
}

void check_everything(world *w)
{
    tally_account *second;
    tally_badge badge;
    char path[64];
    int i;
    int64_t now = w->clock.wall - CLOCK_START;

    check_badge(w->account, "a.b", 1, 3);
    check_badge(w->account, "a.c\\.d", 1, 0);
    check_badge(w->account, "a", 1, 3);
    check_ok(tally_badge_get(w->account, "a", &badge));
    assert_int_equal(badge.flags & (TALLY_BADGE_MUTE_NUMBER | TALLY_BADGE_MUTE_ALL), TALLY_BADGE_MUTE_NUMBER);
    check_badge(w->account, "q", 1, 4);
    check_ok(tally_badge_get(w->account, "q", &badge));
    assert_int_equal(badge.flags & TALLY_BADGE_MUTE_ALL, now < 60000 ? TALLY_BADGE_MUTE_ALL : 0);
    check_badge(w->account, "u", now < 50000, now < 50000 ? 7 : 0);
    check_badge(w->account, "v", now < 50000, 0);
    check_badge(w->account, "\xE2\x82\xAC", 1, TALLY_MAX_COUNT);
    check_badge(w->account, "gone", 0, 0);
    for (i = 0; i < FILLERS; i++) {
        filler_path(path, sizeof path, i);
        check_badge(w->account, path, 1, (uint64_t)i + 1);
    }
    check_badge(w->account, "in.x", 1, 2);
    check_badge(w->account, "in.dot", 1, 0);
    check_badge(w->account, "in.x.y", 0, 0);
    check_badge(w->account, "in.x.z", 0, 0);
    check_badge(w->account, "in.seen", 0, 0);
    check_badge(w->account, "in.set", 1, 11);
    check_badge(w->account, "in", 1, 2 + 20 + 1 + 11);
    check_messages(w->account);
    open_second(w, &second);
    check_badge(second, "a", 1, 3);
    check_badge(second, "root", 1, 3);
    tally_account_release(second);
}

void check_batches(world *w)
{
    tally_batch_options options = BATCH_OPTIONS(.id = "first");
    uint64_t epoch, position;

    check_ok(account_position(w->account, "log", &epoch, &position));
    assert_true(epoch == UINT64_MAX);
    assert_int_equal(position, 42);
    check_status(tally_badge_batch(w->account, NULL, 0, &options, NULL), TALLY_ALREADY_APPLIED);
    options.id = "second";
    check_status(tally_badge_batch(w->account, NULL, 0, &options, NULL), TALLY_ALREADY_APPLIED);
}

void check_reminders(world *w)
{
    static const char *const ids[] = {"bread", "eggs", "milk"};
    static const int32_t expiries[] = {20231118, 20231130, 20231120};
    tally_reminder entries[8];
    tally_reminder_note notes[64];
    char text[4096];
    size_t count, size, i;

    check_ok(reminder_list(w->account, NULL, 8, entries, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, COUNT_OF(ids));
    for (i = 0; i < count; i++) {
        assert_string_equal(text + entries[i].id.offset, ids[i]);
        assert_string_equal(text + entries[i].title.offset, "Milk");
        assert_int_equal(entries[i].expiry, expiries[i]);
        assert_int_equal(entries[i].state, i == 0 ? TALLY_REMINDER_STATE_DONE : TALLY_REMINDER_STATE_ACTIVE);
    }
    assert_int_equal(entries[2].next_time, CLOCK_START + 3600000);
    check_ok(reminder_log(w->account, 0, 64, notes, 64, text, sizeof text, &count, &size));
    assert_true(count >= 3 + 3 + 1 + 1 + 8);
    assert_int_equal(notes[0].kind, TALLY_NOTE_CREATED);
}

/* ---- Reading what may be damaged ---- */

/* The reminders. */
static tally_status read_reminders(tally_account *account)
{
    tally_reminder entries[8];
    tally_reminder_note notes[64];
    char *text = (char *)malloc(1 << 18);
    size_t count, size;
    tally_status status;

    require(text != NULL);
    status = reminder_list(account, NULL, 8, entries, 8, text, 1 << 18, &count, &size);
    if (status >= 0)
        status = reminder_log(account, 0, 64, notes, 64, text, 1 << 18, &count, &size);
    free(text);
    return status < 0 && status != TALLY_ERROR_BUFFER_TOO_SMALL ? status : TALLY_OK;
}

static tally_status read_messages(tally_account *account, size_t *out_messages)
{
    enum { PAGE = 8 };
    tally_message messages[PAGE];
    size_t capacity = 1 << 17, count, size;
    char after[2048] = "";
    char *text = (char *)malloc(capacity);
    tally_status status;

    require(text != NULL);
    do {
        status = message_list(account, "root", TALLY_SUBTREE, after, PAGE, messages, PAGE, text, capacity,
                                    &count, &size);
        if (status == TALLY_ERROR_BUFFER_TOO_SMALL && size <= 64u << 20) {
            capacity = size;
            text = (char *)realloc(text, capacity);
            require(text != NULL);
            status = TALLY_MORE;
            continue;
        }
        if (status < 0)
            break;
        *out_messages += count;
        snprintf(after, sizeof after, "%s", status == TALLY_MORE ? *next_of_list() : "");
    } while (status == TALLY_MORE && *out_messages < 1000);
    free(text);
    return status < 0 ? status : TALLY_OK;
}

tally_status read_everything(tally_account *account, size_t *out_badges, size_t *out_messages)
{
    size_t capacity = 4096, text_capacity = 1 << 18, text_size;
    tally_badge_entry *entries = (tally_badge_entry *)calloc(capacity, sizeof *entries);
    char *text = (char *)malloc(text_capacity);
    uint64_t total, unread, unseen;
    tally_status status;

    require(entries != NULL && text != NULL);
    *out_badges = *out_messages = 0;
    status = badge_list(account, "root", TALLY_SUBTREE, entries, capacity, text, text_capacity, out_badges,
                              &text_size, NULL);
    free(entries);
    free(text);
    if (status < 0)
        return status;
    status = message_counts(account, "root", TALLY_SUBTREE, &total, &unread, &unseen);
    if (status >= 0)
        status = read_messages(account, out_messages);
    return status < 0 ? status : read_reminders(account);
}
