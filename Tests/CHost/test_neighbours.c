/* Accounts of one file, with the same names for everything: whatever one of them does, the others keep every byte, and
 * it does what it would do alone. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 65536

/* An account's export, and beside it what no export has. */
typedef struct copy {
    unsigned char bytes[ROOM];
    size_t size, rows, rejected, notes;
    tally_feed_entry feeds[4];
    tally_outbox_entry outbox[16];
    tally_rejected items[16];
    tally_group groups[16];
    char outbox_text[ROOM], rejected_text[ROOM], group_text[ROOM];
} copy;

static void add_reminder(tally_account *account, const char *id)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .title = "Milk", .path = "fridge", .zone = "UTC", .produced = 20231101,
        .shelf_life = 30, .shelf_unit = TALLY_UNIT_DAY,
    };

    check_ok(reminder_put(account, id, &options));
}

static tally_status add_once(tally_account *account, const char *source, uint64_t position, const char *id)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "n", .value = 1};
    tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;

    once.source = source;
    once.position = position;
    once.epoch = source != NULL ? 1 : 0;
    once.id = id;
    return tally_badge_batch(account, &operation, 1, &once, NULL);
}

/* Something of everything, with a number that is the account's own. */
static tally_feed *fill(tally_account *account, int number)
{
    static const char *const names[] = {"feed", "mail"};
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;
    tally_outbox_entry rows[1];
    tally_feed *feeds[2];
    char page[1024];
    size_t count, size;
    int f;

    check_ok(tally_account_log_in(account));
    check_ok(lease_outbox(account));
    check_ok(group_by(account, TALLY_GROUPING_AUTOMATIC, "pt-PT"));
    rule.feeding = TALLY_FEEDING_UNREAD;
    check_ok(tally_badge_set_rule(account, "in", &rule));
    check_ok(tally_badge_set(account, "a.b", number));
    check_ok(tally_badge_mute(account, "a", TALLY_MUTE_NUMBER, CLOCK_START + 90000 + number));
    check_ok(tally_badge_set_until(account, "u", number, CLOCK_START + 80000));
    check_ok(add_once(account, "log", 40 + (uint64_t)number, NULL));
    check_ok(add_once(account, NULL, 0, "batch"));
    check_ok(tally_category_set(account, "c", number == 1 ? "%u of %@" : "%@: %u", "%u"));
    check_ok(tally_category_set(account, number == 1 ? "d" : "e", NULL, NULL));
    check_ok(tally_category_set(account, "both", "%u", NULL));
    for (f = 0; f < 2; f++) {
        check_ok(tally_feed_add(account, names[f], &options, &feeds[f]));
        snprintf(page, sizeof page,
                 "{\"cursor\":\"%d\",\"items\":[" ITEM("1", "in", "1") "," ITEM("2", "in.x", "2") ","
                 ITEM("3", "out", "3")
                 ",{\"id\":\"4\",\"path\":\"in\",\"thread\":\"th\",\"category\":\"c\",\"title\":\"%d\"},"
                 "{\"id\":\"6\",\"path\":\"in\",\"thread\":\"tt\",\"category\":\"c\",\"arg\":\"Ann\"},"
                 "{\"id\":\"8\",\"path\":\"g\",\"thread\":\"th\",\"category\":\"c\",\"count\":3},"
                 "{\"id\":\"5\",\"path\":\"a..b\"}],"
                 "\"marks\":{\"out\":{\"upto\":\"%d\",\"ver\":%d}},\"badges\":{\"set\":{\"count\":%d}}}",
                 number, number, number, number, number);
        check_ok(tally_feed_deliver(feeds[f], page, strlen(page)));
    }
    tally_feed_release(feeds[1]);
    add_reminder(account, "milk");
    add_reminder(account, "eggs");
    check_ok(tally_reminder_mark_done(account, "eggs", 0));
    check_ok(tally_group_mark_seen(account, "th"));
    check_ok(tally_message_mark_path_read(account, "in.x", 0, NULL));
    check_status(outbox_lease(account, 1000, 1, rows, 1, page, sizeof page, &count, &size), TALLY_MORE);
    assert_int_equal(count, 1);
    check_ok(tally_outbox_fail(account, rows[0].id, rows[0].attempt, -1)); /* For good. */
    return feeds[0];
}

static void take(tally_account *account, tally_feed *feed, copy *c)
{
    tally_feed_state state = TALLY_FEED_STATE_INIT;
    tally_reminder_note notes[16];
    char text[4096];
    size_t size, count;

    memset(c, 0, sizeof *c);
    check_ok(tally_feed_get(feed, &state, NULL, 0, NULL));
    check_ok(account_export(account, c->bytes, ROOM, &c->size));
    check_ok(feed_list(account, NULL, 4, c->feeds, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 3); /* Reminders have one of their own. */
    check_ok(group_list(account, "pt-PT", 0, NULL, 16, c->groups, 16, c->group_text, ROOM, &count, &size));
    assert_true(count > 1);
    check_ok(outbox_list(account, NULL, 16, c->outbox, 16, c->outbox_text, ROOM, &c->rows, &size));
    check_ok(feed_rejected(account, state.id, NULL, 16, c->items, 16, c->rejected_text, ROOM, &c->rejected, &size));
    check_ok(reminder_log(account, NULL, 16, notes, 16, text, sizeof text, &c->notes, &size));
    assert_true(c->rejected == 1 && c->rows > 0 && c->notes > 0);
}

static void check_same(tally_account *account, tally_feed *feed, const copy *expected)
{
    static copy now;

    take(account, feed, &now);
    assert_int_equal(now.size, expected->size);
    assert_memory_equal(now.bytes, expected->bytes, now.size);
    assert_int_equal(now.rows, expected->rows);
    assert_memory_equal(now.feeds, expected->feeds, sizeof now.feeds);
    assert_memory_equal(now.outbox, expected->outbox, sizeof now.outbox);
    assert_memory_equal(now.outbox_text, expected->outbox_text, ROOM);
    assert_memory_equal(now.groups, expected->groups, sizeof now.groups);
    assert_memory_equal(now.group_text, expected->group_text, ROOM);
    assert_memory_equal(now.rejected_text, expected->rejected_text, ROOM);
    assert_int_equal(now.notes, expected->notes);
}

/* ---- Each step changes what has the same name in the other accounts ---- */

static void send_rows(tally_account *account, tally_feed *feed)
{
    tally_outbox_entry rows[16];
    char text[ROOM];
    size_t count, size, i;

    (void)feed;
    check_ok(outbox_lease(account, 1000, 16, rows, 16, text, sizeof text, &count, &size));
    assert_true(count > 0);
    for (i = 0; i < count; i++)
        check_ok(i % 2 == 0 ? tally_outbox_ack(account, rows[i].id, NULL, 0)
                            : tally_outbox_fail(account, rows[i].id, rows[i].attempt, -1));
}

/* STEP(name, call): a step that is one call. */
#define STEP(name, call) \
    static void name(tally_account *account, tally_feed *feed) \
    { \
        (void)account; \
        (void)feed; \
        check_ok(call); \
    }
static const char empty[] = "{\"cursor\":\"9\",\"reset\":true,\"items\":[]}";
static const char more[] = PAGE("8", ITEM("7", "in", "1") "," ITEM("2", "in", "2"), "");

STEP(dismiss, tally_group_dismiss(account, "th", NULL))
STEP(see_group, tally_group_mark_seen(account, "tt"))
STEP(read_path, tally_message_mark_path_read(account, "in", 0, NULL))
STEP(read_all, tally_message_mark_path_read(account, "root", TALLY_SUBTREE, NULL))
STEP(set_category, tally_category_set(account, "c", "%u", NULL))
STEP(remove_category, tally_category_remove(account, "both"))
STEP(remove_other_category, tally_category_remove(account, "d"))
STEP(remove_reminder, tally_reminder_remove(account, "milk"))
STEP(undo_reminder, tally_reminder_mark_undone(account, "eggs"))
STEP(remove_rule, tally_badge_set_rule(account, "in", NULL))
STEP(unmute, tally_badge_mute(account, "a", TALLY_MUTE_NONE, 0))
STEP(deliver_more, tally_feed_deliver(feed, more, strlen(more)))
STEP(deliver_nothing, tally_feed_deliver(feed, empty, strlen(empty)))
STEP(retry_rows, tally_outbox_retry_all(account, NULL))
STEP(remove_rows, tally_outbox_remove_failed(account, NULL))
STEP(apply_once, add_once(account, "log", 99, NULL))
STEP(remove_feed, tally_feed_remove(feed))

static void clear_path(tally_account *account, tally_feed *feed)
{
    tally_status status = tally_badge_clear(account, "out");

    (void)feed;
    assert_true(status == TALLY_OK || status == TALLY_HELD);
}

static void clear_all(tally_account *account, tally_feed *feed)
{
    tally_status status = tally_badge_clear_tree(account, "root");

    (void)feed;
    assert_true(status == TALLY_OK || status == TALLY_HELD);
}

static void add_rule(tally_account *account, tally_feed *feed)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    (void)feed;
    rule.feeding = TALLY_FEEDING_UNSEEN;
    check_ok(tally_badge_set_rule(account, "in.x", &rule));
}

static void (*const steps[])(tally_account *account, tally_feed *feed) = {
    add_rule, see_group, clear_path, dismiss, deliver_more, retry_rows, send_rows, read_path, send_rows,
    remove_rows, read_all, set_category,
    remove_category, remove_other_category, remove_reminder, undo_reminder, clear_all, remove_rule, unmute,
    deliver_nothing, apply_once, remove_feed,
};

static void change_all(tally_account *account, tally_feed *feed)
{
    size_t i;

    for (i = 0; i < COUNT_OF(steps); i++)
        steps[i](account, feed);
}

TEST(an_account_keeps_every_byte, WORLD_FILE)
{
    static copy kept;
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_account *bo, *cy;
    tally_feed *ann_feed, *bo_feed, *cy_feed;

    check_ok(tally_account_open(w->engine, "bo", NULL, &bo));
    check_ok(tally_account_open(w->engine, "cy", NULL, &cy));
    bo_feed = fill(bo, 2);
    take(bo, bo_feed, &kept);
    ann_feed = fill(w->account, 1);
    cy_feed = fill(cy, 1);
    check_same(bo, bo_feed, &kept);
    change_all(w->account, ann_feed);
    check_same(bo, bo_feed, &kept);
    change_all(cy, cy_feed);
    check_same(bo, bo_feed, &kept);
    tally_feed_release(ann_feed);
    tally_feed_release(cy_feed);
    tally_account_release(cy);
    check_ok(tally_engine_verify(w->engine));
    tally_feed_release(bo_feed);
    tally_account_release(bo);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_open(w->engine, "bo", NULL, &bo));
    check_ok(tally_feed_add(bo, "feed", &options, &bo_feed));
    check_same(bo, bo_feed, &kept);
    check_ok(tally_account_remove(w->engine, "cy"));
    check_same(bo, bo_feed, &kept);
    check_ok(tally_engine_verify(w->engine));
    tally_feed_release(bo_feed);
    tally_account_release(bo);
}

/* ---- What an account does is what it would do alone ---- */

/* All that it shows: badges, messages with their states, groups in words, rows of the outbox. */
static void describe(tally_account *account, char *out, size_t capacity)
{
    static char text[ROOM];
    static tally_badge_entry badges[64];
    tally_message messages[32];
    tally_group groups[16];
    tally_outbox_entry rows[16];
    size_t count, size, i, used = 0;
    uint64_t revision;

#define TELL(...) used += (size_t)snprintf(out + used, capacity - used, __VA_ARGS__)
    check_ok(badge_list(account, "root", TALLY_SUBTREE, badges, 64, text, sizeof text, &count, &size, &revision));
    for (i = 0; i < count; i++)
        TELL("%s %d %d\n", text + badges[i].path.offset, (int)badges[i].badge.kind, (int)badges[i].badge.count);
    check_ok(message_list(account, "root", TALLY_SUBTREE, 0, 32, messages, 32, text, sizeof text, &count, &size));
    for (i = 0; i < count; i++)
        TELL("%s %s %d\n", text + messages[i].id.offset, text + messages[i].path.offset, (int)messages[i].state);
    check_ok(group_list(account, "pt-PT", 0, NULL, 16, groups, 16, text, sizeof text, &count, &size));
    for (i = 0; i < count; i++)
        TELL("%s: %s\n", text + groups[i].thread.offset, text + groups[i].summary.offset);
    check_ok(outbox_list(account, NULL, 16, rows, 16, text, sizeof text, &count, &size));
    for (i = 0; i < count; i++)
        TELL("row %d %s %d\n", (int)rows[i].kind, text + rows[i].entity.offset, (int)rows[i].state);
    require(used < capacity);
}

TEST_ALONE(neighbours_change_nothing)
{
    static char alone[COUNT_OF(steps) + 1][8192], now[8192];
    int neighbours;
    size_t i;

    for (neighbours = 0; neighbours < 3; neighbours++) {
        tally_account *others[2] = {NULL, NULL};
        tally_feed *feed;
        world w;

        world_init(&w, WORLD_FILE);
        for (i = 0; i < (size_t)neighbours; i++) {
            check_ok(tally_account_open(w.engine, i == 0 ? "before" : "between", NULL, &others[i]));
            tally_feed_release(fill(others[i], i == 0 ? 2 : 1));
        }
        feed = fill(w.account, 1);
        for (i = 0; i <= COUNT_OF(steps); i++) {
            describe(w.account, neighbours == 0 ? alone[i] : now, sizeof now);
            if (neighbours > 0 && strcmp(now, alone[i]) != 0)
                fail_msg("before step %d, with %d neighbours:\n%sand alone\n%s", (int)i, neighbours, now, alone[i]);
            if (i < COUNT_OF(steps))
                steps[i](w.account, feed);
            check_ok(tally_engine_verify(w.engine));
        }
        tally_feed_release(feed);
        for (i = 0; i < (size_t)neighbours; i++)
            tally_account_release(others[i]);
        world_end(&w);
    }
}
