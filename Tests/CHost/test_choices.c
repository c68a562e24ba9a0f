/* needs: sqlite */
/* Choices of the user: paths marked as unread, and paths and messages that are snoozed. */
#include "support.h"
#include "draws.h"
#include "lists.h"
#include "storefile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

static int64_t now(world *w) { return w->clock.wall; }

static void flag(world *w, const char *path, int32_t on)
{
    check_ok(tally_badge_flag(w->account, path, on));
}

static void snooze(world *w, const char *path, int64_t time)
{
    check_ok(tally_badge_snooze(w->account, path, time == 0 ? 0 : now(w) + time));
}

static void snooze_message(world *w, int64_t key, int64_t time)
{
    check_ok(tally_message_snooze(w->account, key, time == 0 ? 0 : now(w) + time));
}

static int64_t post(world *w, const char *path, const char *id, uint32_t count)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.id = id;
    options.count = count;
    check_ok(tally_message_post(w->account, path, &options, &key));
    return key;
}

static void set_rule(world *w, const char *path, tally_feeding feeding)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.feeding = feeding;
    check_ok(tally_badge_set_rule(w->account, path, &rule));
}

/* The clock goes on, and the engine does what is due. */
static void wait_for(world *w, int64_t time)
{
    fake_clock_advance(&w->clock, time);
    check_ok(tally_engine_step(w->engine));
}

static void reopen(world *w, unsigned flags)
{
    world_close(w);
    world_open(w, flags);
    check_ok(tally_engine_step(w->engine));
}

static tally_badge_own own_of(world *w, const char *path)
{
    tally_badge_own own = TALLY_BADGE_OWN_INIT;

    check_ok(tally_badge_get_own(w->account, path, &own));
    return own;
}

static uint32_t flags_of(world *w, const char *path)
{
    tally_badge badge;

    check_ok(tally_badge_get(w->account, path, &badge));
    return badge.flags;
}

static tally_message message_of(world *w, int64_t key)
{
    tally_message message;
    char text[256];
    tally_rows rows = rows_in(&message, sizeof message, 1, 1, text, sizeof text);

    check_ok(tally_message_get(w->account, key, &rows));
    return message;
}

static void check_message_is(world *w, int64_t key, tally_message_state state, int64_t snoozed_until)
{
    tally_message message = message_of(w, key);

    assert_int_equal(message.state, state);
    assert_int_equal(message.snoozed_until, snoozed_until);
}

/* The reasons for a path as `path:flags `, in pages of one row. */
static void check_reasons(world *w, const char *path, const char *wanted)
{
    tally_reason reason;
    char text[256], after[256] = "", found[512] = "";
    size_t used = 0;
    tally_rows rows = rows_in(&reason, sizeof reason, 1, 1, text, sizeof text);
    tally_status status;

    do {
        status = tally_badge_explain(w->account, path, 0, after[0] != 0 ? after : NULL, &rows);
        if (status != TALLY_MORE)
            check_ok(status);
        if (rows.count == 1)
            used += (size_t)snprintf(found + used, sizeof found - used, "%.*s:%u ", (int)reason.path.length,
                                     text + reason.path.offset, (unsigned)reason.flags);
        if (status == TALLY_MORE)
            snprintf(after, sizeof after, "%s", rows.next);
    } while (status == TALLY_MORE);
    assert_string_equal(found, wanted);
}

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Flags ---- */

TEST(a_flag_shows_at_least_a_dot, WORLD_FILE)
{
    flag(w, "chat.bo", 1);
    check_badge(w->account, "chat.bo", 1, 0);
    check_badge(w->account, "root", 1, 0);
    assert_int_equal(own_of(w, "chat.bo").flags, TALLY_OWN_FLAGGED);
    assert_int_equal(own_of(w, "chat.bo").kind, TALLY_KIND_NONE);
    assert_int_equal(own_of(w, "chat").flags, 0);
    check_ok(tally_badge_set(w->account, "chat.bo", 3));
    check_badge(w->account, "root", 1, 3);
    check_ok(tally_badge_set(w->account, "chat.bo", 0));
    check_badge(w->account, "chat.bo", 1, 0);
    check_ok(tally_badge_add(w->account, "chat.bo", 2));
    check_ok(tally_badge_add(w->account, "chat.bo", -2));
    check_badge(w->account, "chat.bo", 1, 0);
    post(w, "chat.bo", "1", 4);
    check_badge(w->account, "root", 1, 4);
    verify(w);
    flag(w, "chat.bo", 1);
    flag(w, "chat.bo", 0);
    check_badge(w->account, "root", 1, 4);
    assert_int_equal(own_of(w, "chat.bo").flags, 0);
    verify(w);
}

static void flag_all(world *w)
{
    flag(w, "a.b", 1);
    flag(w, "a.b.c", 1);
    flag(w, "a.bc", 1);
}

TEST(a_flag_ends_when_its_path_is_cleared_or_read, WORLD_FILE)
{
    flag_all(w);
    check_status(tally_badge_clear(w->account, "a.b"), TALLY_HELD);
    check_ok(tally_badge_clear(w->account, "a.b.c"));
    check_badge(w->account, "a.b.c", 0, 0);
    check_badge(w->account, "a.b", 1, 0);
    check_ok(tally_badge_clear(w->account, "a.b"));
    check_badge(w->account, "a.b", 0, 0);
    check_badge(w->account, "a.bc", 1, 0);
    flag_all(w);
    check_ok(tally_badge_clear_tree(w->account, "a.b"));
    check_badge(w->account, "a.b", 0, 0);
    check_badge(w->account, "a", 1, 0);
    flag_all(w);
    check_ok(tally_message_mark_path_read(w->account, "a.b", 0, NULL));
    check_badge(w->account, "a.b.c", 1, 0);
    assert_int_equal(own_of(w, "a.b").flags, 0);
    check_ok(tally_message_mark_path_read(w->account, "a", TALLY_SUBTREE, NULL));
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

/* A flag is no message: clearing ends it where only reading ends what feeds. */
TEST(unread_messages_stay_when_a_flag_is_cleared, WORLD_FILE | WORLD_UNREAD)
{
    post(w, "a", "1", 2);
    flag(w, "a", 1);
    check_status(tally_badge_clear(w->account, "a"), TALLY_HELD);
    check_badge(w->account, "a", 1, 2);
    assert_int_equal(own_of(w, "a").flags, 0);
    verify(w);
}

TEST(a_view_ends_a_flag, WORLD_FILE)
{
    flag(w, "a.b", 1);
    check_ok(tally_view_begin(w->scope, w->account, "a", TALLY_SUBTREE, NULL));
    check_badge(w->account, "a", 0, 0);
    flag(w, "a.b", 1);
    check_badge(w->account, "a", 0, 0);
    assert_int_equal(own_of(w, "a.b").flags, 0);
    verify(w);
}

TEST(a_flag_counts_as_what_feeds, WORLD_FILE)
{
    check_ok(tally_badge_set(w->account, "a", 2));
    flag(w, "a.b", 1);
    check_badge(w->account, "a", 1, 2);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, 0));
    check_badge(w->account, "root", 0, 0);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    check_badge(w->account, "root", 1, 0);
    flag(w, "a.b", 0);
    check_badge(w->account, "a", 0, 0);
    check_ok(tally_link_add(w->account, "c", "d"));
    flag(w, "c", 1);
    check_badge(w->account, "d", 1, 0);
    check_badge(w->account, "root", 1, 0);
    check_ok(tally_badge_clear_tree(w->account, "d"));
    check_badge(w->account, "c", 0, 0);
    verify(w);
}

TEST(flags_are_explained, WORLD_FILE)
{
    post(w, "a", "1", 4);
    flag(w, "a", 1);
    flag(w, "a.b", 1);
    /* FED 4, LIGHTS 64, MESSAGE 256, FLAG 2048. */
    check_reasons(w, "root", "root.a:68 root.a:2112 root.a:320 root.a.b:68 root.a.b:2112 ");
    check_ok(tally_badge_mute(w->account, "a.b", TALLY_MUTE_ALL, 0));
    check_reasons(w, "a", "root.a:68 root.a:2112 root.a:320 root.a.b:164 root.a.b:2176 ");
}

TEST(flags_outlive_the_engine, WORLD_FILE)
{
    flag(w, "a", 1);
    flag(w, "root", 1);
    flag(w, "b", 1);
    flag(w, "b", 0);
    reopen(w, WORLD_FILE);
    check_badge(w->account, "a", 1, 0);
    check_badge(w->account, "b", 0, 0);
    assert_int_equal(own_of(w, "root").flags, TALLY_OWN_FLAGGED);
    verify(w);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    reopen(w, WORLD_FILE);
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

TEST(flags_that_make_no_sense_are_rejected, WORLD_FILE)
{
    check_status(tally_badge_flag(w->account, "a", 2), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_flag(w->account, "a", -1), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_flag(w->account, "a..b", 1), TALLY_ERROR_PATH);
    check_status(tally_badge_flag(w->account, "", 0), TALLY_ERROR_PATH);
    flag(w, "never.heard.of", 0);
    check_badge(w->account, "root", 0, 0);
}

/* ---- Snoozed paths ---- */

TEST(nothing_passes_a_snoozed_path, WORLD_FILE)
{
    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(tally_badge_set(w->account, "c", 1));
    snooze(w, "a", 1000);
    check_badge(w->account, "a", 1, 3);
    check_badge(w->account, "root", 1, 1);
    assert_int_equal(own_of(w, "a").snoozed_until, now(w) + 1000);
    assert_int_equal(flags_of(w, "a"), TALLY_BADGE_CHILDREN | TALLY_BADGE_SNOOZED);
    check_ok(tally_badge_set(w->account, "a.b", 5));
    check_badge(w->account, "a", 1, 5);
    check_badge(w->account, "root", 1, 1);
    /* OWN_COUNT 1, MUTED 128, LIGHTS 64, SNOOZED 4096. */
    check_reasons(w, "root", "root.a:4096 root.a.b:129 root.c:65 ");
    verify(w);
    wait_for(w, 999);
    check_badge(w->account, "root", 1, 1);
    wait_for(w, 1);
    check_badge(w->account, "root", 1, 6);
    assert_int_equal(own_of(w, "a").snoozed_until, 0);
    verify(w);
    snooze(w, "a", 1000);
    snooze(w, "a", 0);
    check_badge(w->account, "root", 1, 6);
    verify(w);
}

TEST(a_mute_waits_beside_a_snooze, WORLD_FILE)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    options.level = TALLY_LEVEL_HIGHLIGHT;
    check_ok(tally_message_post(w->account, "a.b", &options, NULL));
    post(w, "a.b", "1", 2);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL_BUT_HIGHLIGHTS, now(w) + 5000));
    check_badge(w->account, "root", 1, 1);
    snooze(w, "a", 1000);
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(own_of(w, "a").mute, TALLY_MUTE_ALL_BUT_HIGHLIGHTS);
    assert_int_equal(own_of(w, "a").mute_until, now(w) + 5000);
    verify(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS, now(w) + 2000));
    check_badge(w->account, "root", 0, 0);
    verify(w);
    reopen(w, WORLD_FILE);
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(own_of(w, "a").mute, TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS);
    verify(w);
    wait_for(w, 1000);
    check_badge(w->account, "root", 1, 1);
    wait_for(w, 1000);
    check_badge(w->account, "root", 1, 3);
    /* A mute that ends first. */
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, now(w) + 1000));
    snooze(w, "a", 2000);
    wait_for(w, 1000);
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(own_of(w, "a").mute, TALLY_MUTE_NONE);
    wait_for(w, 1000);
    check_badge(w->account, "root", 1, 3);
    verify(w);
}

TEST(a_snooze_ends_while_nothing_runs, WORLD_FILE)
{
    check_ok(tally_badge_set(w->account, "a", 3));
    snooze(w, "a", 1000);
    snooze(w, "root", 2000);
    world_close(w);
    fake_clock_advance(&w->clock, 1500);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "root", 1, 3);
    assert_int_equal(flags_of(w, "root"), TALLY_BADGE_CHILDREN | TALLY_BADGE_SNOOZED);
    verify(w);
}

TEST(a_snoozed_root_adds_nothing_to_the_total, WORLD_FILE)
{
    tally_badge total;

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_badge_set(w->account, "a", 3));
    snooze(w, "root", 1000);
    check_ok(tally_engine_get_total(w->engine, &total));
    assert_int_equal(total.kind, TALLY_KIND_NONE);
    wait_for(w, 1000);
    check_ok(tally_engine_get_total(w->engine, &total));
    assert_int_equal(total.count, 3);
}

/* Snoozes of paths belong to snapshots, as mutes do. */
TEST(snoozes_are_part_of_snapshots, WORLD_FILE)
{
    tally_snapshot *before = NULL, *after = NULL;
    tally_bytes patch = TALLY_BYTES_INIT;
    tally_snapshot_entry entry;
    tally_patch_entry change;
    char text[64];
    tally_rows rows = rows_in(&entry, sizeof entry, 1, 1, text, sizeof text);
    tally_rows changes = rows_in(&change, sizeof change, 1, 1, text, sizeof text);
    int64_t end = now(w) + 1000;
    uint64_t digest, other;

    check_ok(tally_snapshot_take(w->account, "root", &before));
    check_ok(tally_badge_digest(w->account, "root", &digest));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    snooze(w, "a", 1000);
    check_ok(tally_badge_digest(w->account, "root", &other));
    assert_true(digest != other);
    check_ok(tally_snapshot_take(w->account, "root", &after));
    check_ok(tally_snapshot_list(after, "root", TALLY_SUBTREE, NULL, &rows));
    assert_int_equal(entry.snoozed_until, end);
    assert_int_equal(entry.mute, TALLY_MUTE_NUMBER);
    check_ok(tally_snapshot_diff(before, after, &patch));
    check_ok(tally_patch_list(patch.data, patch.size, "root", TALLY_SUBTREE, NULL, &changes));
    assert_int_equal(change.before_snoozed_until, 0);
    assert_int_equal(change.after_snoozed_until, end);
    snooze(w, "a", 0);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NONE, 0));
    check_ok(tally_badge_apply(w->account, "root", patch.data, patch.size, 0));
    assert_int_equal(own_of(w, "a").snoozed_until, end);
    verify(w);
    tally_bytes_release(&patch);
    tally_snapshot_release(before);
    tally_snapshot_release(after);
}

TEST(snoozes_that_make_no_sense_are_rejected, WORLD_FILE)
{
    check_status(tally_badge_snooze(w->account, "a", now(w)), TALLY_ERROR_RANGE);
    check_status(tally_badge_snooze(w->account, "a", -1), TALLY_ERROR_RANGE);
    check_status(tally_badge_snooze(w->account, "a..b", 0), TALLY_ERROR_PATH);
    snooze(w, "never.heard.of", 0);
    assert_int_equal(flags_of(w, "a"), 0);
}

/* ---- Snoozed messages ---- */

static void check_snoozing(world *w)
{
    int64_t key = post(w, "a", "1", 2);
    int64_t end = now(w) + 1000;

    post(w, "a", "2", 1);
    snooze_message(w, key, 1000);
    check_badge(w->account, "root", 1, 1);
    check_message_is(w, key, TALLY_MESSAGE_STATE_SEEN, end);
    verify(w);
    wait_for(w, 999);
    check_badge(w->account, "root", 1, 1);
    wait_for(w, 1);
    check_badge(w->account, "root", 1, 3);
    check_message_is(w, key, TALLY_MESSAGE_STATE_UNSEEN, 0);
    verify(w);
    check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
    snooze_message(w, key, 1000);
    snooze_message(w, key, 0);
    check_badge(w->account, "root", 1, 3);
    check_message_is(w, key, TALLY_MESSAGE_STATE_UNSEEN, 0);
    verify(w);
}

TEST(a_snoozed_message_comes_back, WORLD_FILE) { check_snoozing(w); }
TEST(a_snoozed_unread_message_comes_back, WORLD_FILE | WORLD_UNREAD) { check_snoozing(w); }
TEST(a_snoozed_message_comes_back_without_a_file, 0) { check_snoozing(w); }

TEST(a_message_comes_back_after_the_engine_was_closed, WORLD_FILE)
{
    int64_t key = post(w, "a", "1", 2);

    snooze_message(w, key, 1000);
    reopen(w, WORLD_FILE);
    check_badge(w->account, "root", 0, 0);
    wait_for(w, 1000);
    check_badge(w->account, "root", 1, 2);
    snooze_message(w, key, 1000);
    world_close(w);
    fake_clock_advance(&w->clock, 5000);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "root", 1, 2);
    check_message_is(w, key, TALLY_MESSAGE_STATE_UNSEEN, 0);
    verify(w);
}

/* The wall clock is set, and the elapsed one says nothing of it: the engine wakes within a minute. */
TEST(a_message_comes_back_after_a_step_of_the_clock, WORLD_FILE)
{
    int64_t key = post(w, "a", "1", 2);
    int64_t timeout;

    snooze_message(w, key, 3600000);
    check_ok(tally_engine_step(w->engine));
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_in_range(timeout, 0, 60000);
    w->clock.wall += 3600000;
    w->clock.elapsed += timeout;
    check_ok(tally_engine_step(w->engine));
    check_badge(w->account, "root", 1, 2);
}

TEST(reading_ends_a_snooze, WORLD_FILE | WORLD_UNREAD)
{
    int64_t key = post(w, "a", "1", 2);

    snooze_message(w, key, 1000);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_message_is(w, key, TALLY_MESSAGE_STATE_READ, 0);
    check_status(tally_message_snooze(w->account, key, now(w) + 1000), TALLY_ERROR_CONFLICT);
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_badge(w->account, "root", 1, 2);
    snooze_message(w, key, 1000);
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, NULL));
    wait_for(w, 1000);
    check_badge(w->account, "root", 0, 0);
    check_message_is(w, key, TALLY_MESSAGE_STATE_READ, 0);
    verify(w);
    key = post(w, "a", "2", 3);
    snooze_message(w, key, 1000);
    check_ok(tally_message_remove(w->account, &key, 1));
    wait_for(w, 1000);
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

TEST(clearing_leaves_a_snooze, WORLD_FILE)
{
    int64_t key = post(w, "a", "1", 2);

    snooze_message(w, key, 1000);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
    wait_for(w, 1000);
    check_badge(w->account, "root", 1, 2);
}

/* Rules say how a message counts after its snooze. */
TEST(rules_change_while_a_message_is_snoozed, WORLD_FILE)
{
    int64_t key = post(w, "a", "1", 2);

    snooze_message(w, key, 1000);
    set_rule(w, "a", TALLY_FEEDING_UNREAD);
    check_badge(w->account, "root", 0, 0);
    verify(w);
    wait_for(w, 1000);
    check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
    check_badge(w->account, "root", 1, 2);
    snooze_message(w, key, 1000);
    set_rule(w, "a", TALLY_FEEDING_UNSEEN);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

/* Without a revision an item keeps the snooze; a new revision ends it. */
TEST(a_new_revision_ends_a_snooze, WORLD_FILE)
{
    tally_rows rows;
    tally_message message;
    char text[256];
    int64_t key;

    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"m\",\"rev\":1,\"path\":\"in\",\"count\":2,\"seq\":1}", ""));
    rows = rows_in(&message, sizeof message, 1, 1, text, sizeof text);
    check_ok(tally_message_list(w->account, "in", 0, NULL, &rows));
    key = message.key;
    snooze_message(w, key, 1000);
    world_page(w, PAGE("2", "{\"id\":\"m\",\"rev\":1,\"path\":\"in\",\"count\":2,\"seq\":1}", ""));
    check_badge(w->account, "root", 0, 0);
    check_message_is(w, key, TALLY_MESSAGE_STATE_SEEN, now(w) + 1000);
    world_page(w, PAGE("3", "{\"id\":\"m\",\"rev\":2,\"path\":\"up\",\"count\":3,\"seq\":2}", ""));
    check_badge(w->account, "root", 1, 3);
    check_message_is(w, key, TALLY_MESSAGE_STATE_UNSEEN, 0);
    verify(w);
    snooze_message(w, key, 1000);
    world_page(w, PAGE("4", "{\"id\":\"m\",\"rev\":2,\"path\":\"up\",\"count\":3,\"seq\":2,\"read\":true}", ""));
    check_message_is(w, key, TALLY_MESSAGE_STATE_READ, 0);
    verify(w);
}

TEST(snoozed_messages_leave_their_groups, WORLD_FILE)
{
    tally_group groups[4];
    char text[512];
    size_t count;
    int64_t key = post(w, "a", "1", 2);

    check_ok(group_list(w->account, NULL, 0, NULL, 4, groups, 4, text, sizeof text, &count, NULL));
    assert_int_equal(count, 1);
    snooze_message(w, key, 1000);
    check_ok(group_list(w->account, NULL, 0, NULL, 4, groups, 4, text, sizeof text, &count, NULL));
    assert_int_equal(count, 0);
    wait_for(w, 1000);
    check_ok(group_list(w->account, NULL, 0, NULL, 4, groups, 4, text, sizeof text, &count, NULL));
    assert_int_equal(count, 1);
}

TEST(a_snoozed_message_feeds_none_of_its_paths, WORLD_FILE)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.also = "b";
    check_ok(tally_message_post(w->account, "a", &options, &key));
    snooze_message(w, key, 1000);
    check_badge(w->account, "b", 0, 0);
    verify(w);
    wait_for(w, 1000);
    check_badge(w->account, "b", 1, 1);
    check_badge(w->account, "root", 1, 1);
    verify(w);
    snooze_message(w, key, 1000);
    check_ok(tally_message_mark_path_read(w->account, "b", 0, NULL));
    check_message_is(w, key, TALLY_MESSAGE_STATE_READ, 0);
    verify(w);
}

TEST(message_snoozes_that_make_no_sense_are_rejected, WORLD_FILE)
{
    int64_t key = post(w, "a", "1", 2);

    check_status(tally_message_snooze(w->account, key, now(w)), TALLY_ERROR_RANGE);
    check_status(tally_message_snooze(w->account, key, -5), TALLY_ERROR_RANGE);
    check_status(tally_message_snooze(w->account, key + 1, now(w) + 1), TALLY_ERROR_NOT_FOUND);
    check_status(tally_message_snooze(w->account, 0, 0), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_message_snooze(w->account, key, 0));
    check_message_is(w, key, TALLY_MESSAGE_STATE_UNSEEN, 0);
}

/* ---- Whole accounts ---- */

TEST(choices_are_part_of_an_account, WORLD_FILE)
{
    tally_bytes bytes = TALLY_BYTES_INIT, again = TALLY_BYTES_INIT;
    tally_account *copy = NULL;
    int64_t key = post(w, "m", "1", 2);

    flag(w, "a", 1);
    flag(w, "b.c", 1);
    check_ok(tally_badge_set(w->account, "d", 1));
    snooze(w, "d", 1000);
    snooze_message(w, key, 1000);
    check_ok(tally_account_export(w->account, &bytes));
    check_ok(tally_account_import(w->engine, "copy", bytes.data, bytes.size));
    check_ok(tally_account_open(w->engine, "copy", NULL, &copy));
    check_ok(tally_account_export(copy, &again));
    assert_int_equal(bytes.size, again.size);
    assert_memory_equal(bytes.data, again.data, bytes.size);
    check_badge(copy, "a", 1, 0);
    check_badge(copy, "d", 1, 1);
    check_badge(copy, "root", 1, 0);
    check_ok(tally_engine_verify(w->engine));
    wait_for(w, 1000);
    check_badge(copy, "m", 1, 2);
    check_badge(copy, "root", 1, 3);
    check_ok(tally_engine_verify(w->engine));
    tally_account_release(copy);
    tally_bytes_release(&bytes);
    tally_bytes_release(&again);
}

/* ---- A random run ---- */

#define STEPS 400
#define MESSAGES 12

static const char *const places[] = {"root", "a", "a.b", "a.b.c", "a.d", "e", "e.f"};

static void step_once(world *w, int64_t *keys)
{
    const char *path = places[random_below(COUNT_OF(places))];
    int64_t *key = &keys[random_below(MESSAGES)];
    int64_t time = 1 + (int64_t)random_below(2000);
    char id[16];
    tally_status status = TALLY_OK;

    switch (random_below(13)) {
    case 0: flag(w, path, (int32_t)random_below(2)); break;
    case 1: snooze(w, path, random_below(3) == 0 ? 0 : time); break;
    case 2:
    case 3:
        if (*key != 0)
            status = tally_message_snooze(w->account, *key, random_below(4) == 0 ? 0 : now(w) + time);
        break;
    case 4:
    case 5:
        snprintf(id, sizeof id, "%d", (int)(key - keys));
        *key = post(w, path, id, 1 + random_below(3));
        break;
    case 6:
        if (*key != 0)
            check_ok(tally_message_mark_read(w->account, key, 1, NULL));
        break;
    case 7:
        if (*key != 0)
            check_ok(tally_message_mark_unread(w->account, key, 1, NULL));
        break;
    case 8: check_ok(tally_message_mark_path_read(w->account, path, TALLY_SUBTREE * random_below(2), NULL)); break;
    case 9: status = random_below(2) == 0 ? tally_badge_clear(w->account, path) : tally_badge_clear_tree(w->account, path); break;
    case 10: check_ok(tally_badge_mute(w->account, path, (tally_mute_mode)random_below(3), random_below(2) * (now(w) + time))); break;
    case 11: set_rule(w, path, (tally_feeding)random_below(3)); break;
    case 12: wait_for(w, time); break;
    }
    assert_true(status == TALLY_OK || status == TALLY_HELD || status == TALLY_ERROR_CONFLICT);
}

TEST(memory_agrees_with_the_file_after_each_step, WORLD_FILE)
{
    int64_t keys[MESSAGES] = {0};

    seed();
    for (int i = 0; i < STEPS; i++) {
        step_once(w, keys);
        verify(w);
    }
    wait_for(w, 10000);
    reopen(w, WORLD_FILE);
    for (int i = 0; i < MESSAGES; i++)
        if (keys[i] != 0)
            assert_int_equal(message_of(w, keys[i]).snoozed_until, 0);
    verify(w);
}
