/* needs: sqlite */
/* Levels: highlights beside numbers, passive messages, and mutes that highlights pass. */
#include "feeds.h"
#include "lists.h"
#include "storefile.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* ---- Helpers ---- */

static int64_t post(world *w, const char *path, const char *id, tally_level level)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.id = id;
    options.level = level;
    check_ok(tally_message_post(w->account, path, &options, &key));
    return key;
}

static void expect(const tally_badge *badge, tally_badge_kind kind, uint64_t count, uint64_t highlights,
                   tally_level level)
{
    assert_int_equal(badge->kind, kind);
    assert_int_equal(badge->count, count);
    assert_int_equal(badge->highlights, highlights);
    assert_int_equal(badge->level, level);
}

static void check_number(world *w, const char *path, uint64_t count, uint64_t highlights, tally_level level)
{
    tally_badge badge;

    check_ok(tally_badge_get(w->account, path, &badge));
    expect(&badge, TALLY_KIND_NUMBER, count, highlights, level);
}

static void check_dot(world *w, const char *path, tally_level level)
{
    tally_badge badge;

    check_ok(tally_badge_get(w->account, path, &badge));
    expect(&badge, TALLY_KIND_DOT, 0, 0, level);
}

static void check_nothing(world *w, const char *path)
{
    tally_badge badge;

    check_ok(tally_badge_get(w->account, path, &badge));
    expect(&badge, TALLY_KIND_NONE, 0, 0, TALLY_LEVEL_NORMAL);
}

static void mute(world *w, const char *path, tally_mute_mode mode)
{
    check_ok(tally_badge_mute(w->account, path, mode, 0));
}

static void count_lit(world *w, const char *path)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.counting = TALLY_COUNTING_LIT;
    check_ok(tally_badge_set_rule(w->account, path, &rule));
}

static void read_one(world *w, int64_t key) { check_ok(tally_message_mark_read(w->account, &key, 1, NULL)); }

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

static void reopen(world *w, int flags)
{
    world_close(w);
    world_open(w, flags);
}

/* Delivers a page of these items. */
static void deliver(world *w, const char *items)
{
    static int cursor;
    char page[2000];

    (void)snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[%s]}", ++cursor, items);
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

#define FILE_UNREAD (WORLD_FILE | WORLD_UNREAD)

/* The messages of the first cases: one of each level in two chats. The result is the key of the mention. */
static int64_t three(world *w)
{
    int64_t mention;

    post(w, "chat.bo", "m1", TALLY_LEVEL_NORMAL);
    mention = post(w, "chat.bo", "m2", TALLY_LEVEL_HIGHLIGHT);
    post(w, "chat.al", "m3", TALLY_LEVEL_PASSIVE);
    return mention;
}

/* ---- Tests ---- */

TEST(a_mention_is_counted_apart, FILE_UNREAD)
{
    three(w);
    for (int turn = 0; turn < 2; turn++) {
        check_number(w, "chat.bo", 2, 1, TALLY_LEVEL_HIGHLIGHT);
        check_dot(w, "chat.al", TALLY_LEVEL_PASSIVE);
        check_number(w, "chat", 2, 1, TALLY_LEVEL_HIGHLIGHT);
        check_number(w, "root", 2, 1, TALLY_LEVEL_HIGHLIGHT);
        verify(w);
        reopen(w, FILE_UNREAD);
    }
}

TEST(a_mention_passes_a_muted_number, FILE_UNREAD)
{
    three(w);
    mute(w, "chat.bo", TALLY_MUTE_NUMBER);
    check_number(w, "chat.bo", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    check_dot(w, "chat", TALLY_LEVEL_NORMAL);
    mute(w, "chat.bo", TALLY_MUTE_NUMBER | TALLY_MUTE_PASS_HIGHLIGHTS);
    check_number(w, "chat", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
    reopen(w, FILE_UNREAD);
    check_number(w, "chat", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    mute(w, "chat.bo", TALLY_MUTE_NONE);
    check_number(w, "chat", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
}

TEST(a_mention_passes_a_muted_chat, FILE_UNREAD)
{
    int64_t mention = three(w);

    mute(w, "chat.bo", TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS);
    check_number(w, "chat", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "root", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    read_one(w, mention);
    check_number(w, "chat.bo", 1, 0, TALLY_LEVEL_NORMAL);
    check_dot(w, "chat", TALLY_LEVEL_PASSIVE);
    verify(w);
    reopen(w, FILE_UNREAD);
    check_dot(w, "chat", TALLY_LEVEL_PASSIVE);
    check_ok(tally_message_mark_unread(w->account, &mention, 1, NULL));
    check_number(w, "chat", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
}

/* A path that counts its conversations has the sum of their highlights. */
TEST(highlights_stay_a_sum_where_children_count, FILE_UNREAD)
{
    three(w);
    count_lit(w, "chat");
    check_number(w, "chat", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    post(w, "chat.bo", "m4", TALLY_LEVEL_CRITICAL);
    check_number(w, "chat", 1, 2, TALLY_LEVEL_CRITICAL);
    check_number(w, "root", 1, 2, TALLY_LEVEL_CRITICAL);
    verify(w);
}

/* A mention that also belongs to `mentions` counts once at the icon. */
TEST(a_linked_mention_counts_once, FILE_UNREAD)
{
    check_ok(tally_link_add(w->account, "chat.bo.mention", "mentions"));
    post(w, "chat.bo.mention", "m", TALLY_LEVEL_HIGHLIGHT);
    post(w, "chat.bo", "n", TALLY_LEVEL_NORMAL);
    check_number(w, "mentions", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "root", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    mute(w, "chat", TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS);
    check_number(w, "root", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
    reopen(w, FILE_UNREAD);
    check_number(w, "root", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_badge_clear_tree(w->account, "nothing"));
    check_ok(tally_link_remove(w->account, "chat.bo.mention", "mentions"));
    check_nothing(w, "mentions");
    check_number(w, "root", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
}

/* Seen, cleared, removed and replaced messages take their part away. */
TEST(what_goes_takes_its_highlights_along, WORLD_FILE)
{
    int64_t key = post(w, "a.b", "1", TALLY_LEVEL_CRITICAL);

    post(w, "a.b", "2", TALLY_LEVEL_HIGHLIGHT);
    post(w, "a.c", "3", TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "a", 3, 3, TALLY_LEVEL_CRITICAL);
    check_ok(tally_message_remove(w->account, &key, 1));
    check_number(w, "a", 2, 2, TALLY_LEVEL_HIGHLIGHT);
    post(w, "a.b", "2", TALLY_LEVEL_NORMAL);
    check_number(w, "a", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_badge_clear(w->account, "a.c"));
    check_number(w, "a", 1, 0, TALLY_LEVEL_NORMAL);
    post(w, "a.b", "2", TALLY_LEVEL_PASSIVE);
    check_dot(w, "root", TALLY_LEVEL_PASSIVE);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_nothing(w, "root");
    verify(w);
}

/* An own badge is of the normal level, and covers what is passive. */
TEST(an_own_badge_is_normal, WORLD_FILE)
{
    post(w, "a.b", "1", TALLY_LEVEL_PASSIVE);
    check_dot(w, "a", TALLY_LEVEL_PASSIVE);
    check_ok(tally_badge_dot(w->account, "a.b"));
    check_dot(w, "root", TALLY_LEVEL_NORMAL);
    check_ok(tally_badge_set(w->account, "a.b", 0));
    check_dot(w, "root", TALLY_LEVEL_PASSIVE);
    check_ok(tally_badge_set(w->account, "a.c", 2));
    check_number(w, "root", 2, 0, TALLY_LEVEL_NORMAL);
    verify(w);
}

/* A page names levels or gives their numbers. An item with another one is set aside. */
TEST(levels_of_items, FILE_UNREAD)
{
    tally_message rows[8];
    char text[1024];
    tally_rows list = rows_in(rows, sizeof *rows, COUNT_OF(rows), COUNT_OF(rows), text, sizeof text);

    world_add_feed(w);
    deliver(w, "{\"id\":\"1\",\"path\":\"a\",\"level\":\"highlight\",\"count\":3},"
               "{\"id\":\"2\",\"path\":\"a\",\"level\":2},{\"id\":\"3\",\"path\":\"b\",\"level\":\"passive\",\"count\":9},"
               "{\"id\":\"4\",\"path\":\"b\",\"level\":-1},{\"id\":\"5\",\"path\":\"b\",\"level\":null},"
               "{\"id\":\"6\",\"path\":\"a\",\"level\":\"urgent\"},{\"id\":\"7\",\"path\":\"a\",\"level\":3}");
    check_number(w, "a", 4, 4, TALLY_LEVEL_CRITICAL);
    check_number(w, "b", 1, 0, TALLY_LEVEL_NORMAL);
    check_ok(tally_message_list(w->account, "root", TALLY_SUBTREE, NULL, &list));
    assert_int_equal(list.count, 5);
    assert_int_equal(rows[0].level, TALLY_LEVEL_NORMAL);
    assert_int_equal(rows[2].level, TALLY_LEVEL_PASSIVE);
    assert_int_equal(rows[2].count, 9);
    assert_int_equal(rows[3].level, TALLY_LEVEL_CRITICAL);
    deliver(w, "{\"id\":\"2\",\"path\":\"a\",\"level\":\"normal\"}");
    check_number(w, "a", 4, 3, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
    check_ok(tally_message_mark_path_read(w->account, "b", 0, NULL));
    check_nothing(w, "b");
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, NULL));
    check_nothing(w, "root");
    verify(w);
}

/* A mark, retention and the end of a feed are no exception. */
TEST(all_ways_out, FILE_UNREAD)
{
    world_add_feed(w);
    deliver(w, "{\"id\":\"1\",\"path\":\"a\",\"level\":1},{\"id\":\"2\",\"path\":\"a\",\"level\":1},"
               "{\"id\":\"3\",\"path\":\"a\",\"level\":-1},{\"id\":\"4\",\"path\":\"c\",\"level\":2}");
    check_number(w, "a", 2, 2, TALLY_LEVEL_HIGHLIGHT);
    deliver(w, "{\"id\":\"m\",\"seq\":\"1\",\"path\":\"a\",\"own\":true}");
    check_number(w, "a", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    deliver(w, "{\"id\":\"2\",\"path\":\"a\",\"level\":1,\"deleted\":true}");
    check_dot(w, "a", TALLY_LEVEL_PASSIVE);
    check_number(w, "root", 1, 1, TALLY_LEVEL_CRITICAL);
    verify(w);
    check_ok(tally_feed_remove(w->feed));
    check_nothing(w, "root");
    verify(w);
}

/* The total of all accounts has their highlights. */
TEST(the_total_has_highlights, 0)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_account *other;
    tally_badge badge;
    tally_event event = TALLY_EVENT_INIT;
    char text[64];

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_observe_total(w->scope, 0, NULL, NULL, NULL, NULL));
    post(w, "a", "1", TALLY_LEVEL_PASSIVE);
    check_ok(tally_engine_get_total(w->engine, &badge));
    expect(&badge, TALLY_KIND_DOT, 0, 0, TALLY_LEVEL_PASSIVE);
    post(w, "a", "2", TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_account_open(w->engine, "other", &options, &other));
    check_ok(tally_account_log_in(other));
    check_ok(tally_badge_set(other, "x", 5));
    check_ok(tally_engine_get_total(w->engine, &badge));
    expect(&badge, TALLY_KIND_NUMBER, 6, 1, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_engine_get_total_of_all(w->engine, &badge));
    expect(&badge, TALLY_KIND_NUMBER, 6, 1, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_TOTAL);
    assert_int_equal(event.highlights, 1);
    assert_int_equal(event.level, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_engine_get_total(w->engine, &badge));
    expect(&badge, TALLY_KIND_NUMBER, 5, 0, TALLY_LEVEL_NORMAL);
    tally_account_release(other);
}

/* A change of the level alone is a change of the badge, with a revision and an event. */
/* A mute of `root` holds back what the account adds to the total, as any mute holds back from a parent. */
TEST(a_muted_account, FILE_UNREAD)
{
    tally_badge total;

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_badge_set(w->account, "a", 3));
    post(w, "a", "m", TALLY_LEVEL_HIGHLIGHT);
    post(w, "a", "n", TALLY_LEVEL_NORMAL);
    mute(w, "root", TALLY_MUTE_NUMBER);
    check_ok(tally_engine_get_total(w->engine, &total));
    expect(&total, TALLY_KIND_DOT, 0, 0, TALLY_LEVEL_NORMAL);
    check_number(w, "root", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    mute(w, "root", TALLY_MUTE_ALL);
    check_ok(tally_engine_get_total(w->engine, &total));
    expect(&total, TALLY_KIND_NONE, 0, 0, TALLY_LEVEL_NORMAL);
    check_ok(tally_engine_get_total_of_all(w->engine, &total));
    expect(&total, TALLY_KIND_NONE, 0, 0, TALLY_LEVEL_NORMAL);
    mute(w, "root", TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS);
    check_ok(tally_engine_get_total(w->engine, &total));
    expect(&total, TALLY_KIND_NUMBER, 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_badge_mute(w->account, "root", TALLY_MUTE_ALL, w->clock.wall + 1000));
    fake_clock_advance(&w->clock, 2000);
    check_ok(tally_engine_get_total(w->engine, &total));
    expect(&total, TALLY_KIND_NUMBER, 2, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
}

/* A mention that counts at `mentions` as well counts once above both. */
TEST(a_mention_at_several_paths, FILE_UNREAD)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key;

    post(w, "chat.bo", "m1", TALLY_LEVEL_NORMAL);
    options.id = "m2";
    options.level = TALLY_LEVEL_HIGHLIGHT;
    options.also = "mentions";
    check_ok(tally_message_post(w->account, "chat.bo", &options, &key));
    post(w, "chat.al", "m3", TALLY_LEVEL_PASSIVE);
    check_number(w, "mentions", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "chat", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "root", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    mute(w, "chat", TALLY_MUTE_ALL);
    check_number(w, "root", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    mute(w, "chat", TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS);
    check_number(w, "root", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
    world_close(w);
    world_open(w, FILE_UNREAD);
    check_number(w, "mentions", 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "chat", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    read_one(w, key);
    check_nothing(w, "mentions");
    check_dot(w, "chat.al", TALLY_LEVEL_PASSIVE);
    check_number(w, "chat", 1, 0, TALLY_LEVEL_NORMAL);
    verify(w);
}

TEST(observers_are_notified_of_levels, 0)
{
    tally_event event = TALLY_EVENT_INIT;
    tally_badge before, after;
    char text[64];

    post(w, "a", "1", TALLY_LEVEL_NORMAL);
    check_ok(tally_observe(w->scope, w->account, "root", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_badge_get(w->account, "root", &before));
    post(w, "a", "1", TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_badge_get(w->account, "root", &after));
    assert_int_equal(after.revision, before.revision + 1);
    expect(&after, TALLY_KIND_NUMBER, 1, 1, TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_BADGE);
    assert_int_equal(event.highlights, 1);
    assert_int_equal(event.level, TALLY_LEVEL_HIGHLIGHT);
    post(w, "a", "1", TALLY_LEVEL_HIGHLIGHT);
    check_status(tally_engine_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
}

static const tally_reason *reason_of(const tally_rows *list, const tally_reason *rows, const char *text, const char *path,
                                     uint32_t flag)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(text + rows[i].path.offset, path) == 0 && (rows[i].flags & TALLY_REASON_MESSAGE) == flag)
            return &rows[i];
    fail_msg("no reason %s", path);
    return NULL;
}

TEST(reasons_have_levels, FILE_UNREAD)
{
    tally_reason rows[8];
    char text[512];
    tally_rows list = rows_in(rows, sizeof *rows, COUNT_OF(rows), COUNT_OF(rows), text, sizeof text);
    const tally_reason *reason;

    three(w);
    mute(w, "chat.bo", TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS);
    check_ok(tally_badge_explain(w->account, "root", 0, NULL, &list));
    assert_int_equal(list.count, 5);
    reason = reason_of(&list, rows, text, "root.chat.bo", 0);
    assert_int_equal(reason->contributed, 1);
    assert_int_equal(reason->fed_count, 2);
    assert_int_equal(reason->kept_count, 1);
    assert_int_equal(reason->highlights, 1);
    assert_int_equal(reason->level, TALLY_LEVEL_HIGHLIGHT);
    assert_int_equal(reason->flags, TALLY_REASON_FED | TALLY_REASON_LIGHTS | TALLY_REASON_MUTED | TALLY_REASON_MUTE_ALL);
    reason = reason_of(&list, rows, text, "root.chat.al", 0);
    assert_int_equal(reason->level, TALLY_LEVEL_PASSIVE);
    /* The messages, oldest first: the normal one is held back. */
    reason = reason_of(&list, rows, text, "root.chat.bo", TALLY_REASON_MESSAGE);
    assert_int_equal(reason->flags, TALLY_REASON_MESSAGE | TALLY_REASON_MUTED);
    assert_int_equal(reason[1].flags, TALLY_REASON_MESSAGE | TALLY_REASON_LIGHTS);
    assert_int_equal(reason[1].level, TALLY_LEVEL_HIGHLIGHT);
    assert_int_equal(reason[1].highlights, 1);
}

/* The highlights that pass a mute are part of snapshots, batches and lists. */
TEST(the_flag_of_a_mute_is_kept, WORLD_FILE)
{
    const tally_mute_mode passing = TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS;
    tally_badge_own own = TALLY_BADGE_OWN_INIT;
    tally_badge badge;
    tally_operation operation = {.kind = TALLY_OP_MUTE, .path = "b", .value = passing};
    tally_batch_options batch = TALLY_BATCH_OPTIONS_INIT;
    tally_snapshot *snapshot;

    mute(w, "a", passing);
    check_ok(tally_badge_get(w->account, "a", &badge));
    assert_int_equal(badge.flags, TALLY_BADGE_MUTE_ALL | TALLY_BADGE_PASSES_HIGHLIGHTS);
    check_ok(tally_badge_get_own(w->account, "a", &own));
    assert_int_equal(own.mute, passing);
    check_ok(tally_badge_batch(w->account, &operation, 1, &batch, NULL));
    check_ok(tally_badge_get_own(w->account, "b", &own));
    assert_int_equal(own.mute, passing);
    check_ok(tally_snapshot_take(w->account, "root", &snapshot));
    mute(w, "a", TALLY_MUTE_NUMBER);
    check_ok(tally_badge_restore(w->account, "root", snapshot));
    check_ok(tally_badge_get_own(w->account, "a", &own));
    assert_int_equal(own.mute, passing);
    tally_snapshot_release(snapshot);
    check_status(tally_badge_mute(w->account, "a", 3, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_mute(w->account, "a", 8 | TALLY_MUTE_ALL, 0), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_mute(w->account, "a", TALLY_MUTE_PASS_HIGHLIGHTS, 0), TALLY_ERROR_ARGUMENT);
    verify(w);
}

TEST(invalid_levels, 0)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    for (int level = -3; level < 5; level++) {
        options.level = level;
        check_status(tally_message_post(w->account, "a", &options, NULL),
                     level >= -1 && level <= 2 ? TALLY_OK : TALLY_ERROR_ARGUMENT);
    }
    options.level = 0;
    options.reserved = 1;
    check_status(tally_message_post(w->account, "a", &options, NULL), TALLY_ERROR_ARGUMENT);
}

/* ---- The counters of a chat list, of one tree ---- */

/* Messages arrive at `chat.NAME.in`. A chat is muted at `chat.NAME`, so what is linked from below it is not. */
static void add_chat(world *w, const char *name)
{
    char inbox[64], chat[64];

    (void)snprintf(chat, sizeof chat, "list.chat.%s", name);
    (void)snprintf(inbox, sizeof inbox, "list.chat.%s.in", name);
    check_ok(tally_link_add(w->account, inbox, "all.messages"));
    check_ok(tally_link_add(w->account, inbox, "all.chats"));
    check_ok(tally_link_add(w->account, chat, "list.unmuted"));
}

/* Unread messages and mentions of a chat; messages and chats of the list, each also without the muted ones; and the
 * total of mentions. */
TEST(the_counters_of_a_chat_list, FILE_UNREAD)
{
    count_lit(w, "all.chats");
    count_lit(w, "list.unmuted");
    add_chat(w, "bo");
    add_chat(w, "al");
    add_chat(w, "cy");
    mute(w, "list.chat.bo", TALLY_MUTE_ALL | TALLY_MUTE_PASS_HIGHLIGHTS);
    mute(w, "list.chat.cy", TALLY_MUTE_ALL);
    post(w, "list.chat.bo.in", "1", TALLY_LEVEL_NORMAL);
    post(w, "list.chat.bo.in", "2", TALLY_LEVEL_HIGHLIGHT);
    post(w, "list.chat.al.in", "3", TALLY_LEVEL_NORMAL);
    post(w, "list.chat.cy.in", "4", TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "list.chat.bo", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "list.chat.al", 1, 0, TALLY_LEVEL_NORMAL);
    check_number(w, "all.messages", 4, 2, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "all.chats", 3, 2, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "list.chat", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    check_number(w, "list.unmuted", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
    reopen(w, FILE_UNREAD);
    check_number(w, "list.unmuted", 2, 1, TALLY_LEVEL_HIGHLIGHT);
    mute(w, "list.chat.bo", TALLY_MUTE_ALL);
    check_number(w, "list.chat", 1, 0, TALLY_LEVEL_NORMAL);
    check_number(w, "list.unmuted", 1, 0, TALLY_LEVEL_NORMAL);
    check_number(w, "all.messages", 4, 2, TALLY_LEVEL_HIGHLIGHT);
    verify(w);
}

/* ---- Drawing ---- */

/* A style may have another background for badges with highlights. */
TEST(highlights_have_a_background, 0)
{
    tally_style style = TALLY_STYLE_INIT;
    tally_presentation shown = TALLY_PRESENTATION_INIT;
    tally_badge badge;
    char text[8];

    post(w, "a.b", "1", TALLY_LEVEL_NORMAL);
    style.fields = TALLY_STYLE_FIELD_BACKGROUND_COLOR;
    style.background_color = 0x111111FFu;
    check_ok(tally_style_set(w->account, "root", &style));
    check_ok(tally_badge_present(w->account, "a.b", &shown, text, sizeof text, NULL));
    assert_int_equal(shown.highlighted, 0);
    post(w, "a.b", "2", TALLY_LEVEL_HIGHLIGHT);
    check_ok(tally_badge_present(w->account, "a.b", &shown, text, sizeof text, NULL));
    assert_int_equal(shown.highlighted, 1);
    assert_int_equal(shown.background_color, 0x111111FFu);
    style.fields |= TALLY_STYLE_FIELD_HIGHLIGHT_COLOR;
    style.highlight_color = 0x2222FFFFu;
    check_ok(tally_style_set(w->account, "a", &style));
    check_ok(tally_badge_present(w->account, "a.b", &shown, text, sizeof text, NULL));
    assert_int_equal(shown.background_color, 0x2222FFFFu);
    check_ok(tally_badge_present(w->account, "root", &shown, text, sizeof text, NULL));
    assert_int_equal(shown.background_color, 0x111111FFu);
    assert_int_equal(shown.highlighted, 1);
    /* The total, and any other badge. */
    check_ok(tally_badge_get(w->account, "root", &badge));
    check_ok(tally_present(&badge, &style, &shown, text, sizeof text, NULL));
    assert_int_equal(shown.background_color, 0x2222FFFFu);
    badge.level = TALLY_LEVEL_NORMAL;
    check_ok(tally_present(&badge, &style, &shown, text, sizeof text, NULL));
    assert_int_equal(shown.background_color, 0x111111FFu);
    badge.level = 3;
    check_status(tally_present(&badge, &style, &shown, text, sizeof text, NULL), TALLY_ERROR_ARGUMENT);
    style = (tally_style)TALLY_STYLE_INIT;
    check_ok(tally_style_get(w->account, "a", &style, NULL, 0, NULL));
    assert_int_equal(style.fields, TALLY_STYLE_FIELD_BACKGROUND_COLOR | TALLY_STYLE_FIELD_HIGHLIGHT_COLOR);
    assert_int_equal(style.highlight_color, 0x2222FFFFu);
}
