/* needs: sqlite */
/* Links and counting: a path that counts at another one too, and a path that counts its children. */
#include "support.h"
#include "lists.h"
#include "storefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

static void link_to(world *w, const char *path, const char *under)
{
    check_ok(tally_link_add(w->account, path, under));
}

static void set(world *w, const char *path, uint32_t count)
{
    check_ok(tally_badge_set(w->account, path, count));
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

static int64_t post(world *w, const char *path, uint32_t count)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.count = count;
    check_ok(tally_message_post(w->account, path, &options, &key));
    return key;
}

static void check_all(world *w, const char *const *paths, size_t count, uint64_t number)
{
    for (size_t i = 0; i < count; i++)
        check_badge(w->account, paths[i], number > 0, number);
}
#define CHECK_ALL(w, number, ...) \
    check_all((w), (const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__})), (number))

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* The links of a list, each as `path>under `. A page has `limit` links. */
static void list_links(world *w, const char *path, uint32_t flags, size_t limit, char *out, size_t capacity)
{
    tally_link links[8];
    char text[256], after[256] = "";
    tally_rows rows = rows_in(links, sizeof *links, COUNT_OF(links), limit, text, sizeof text);
    tally_status status;
    size_t used = 0;

    out[0] = 0;
    do {
        status = tally_link_list(w->account, path, flags, after[0] != 0 ? after : NULL, &rows);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        for (size_t i = 0; i < rows.count; i++)
            used += (size_t)snprintf(out + used, capacity - used, "%.*s>%.*s ", (int)links[i].path.length,
                                     text + links[i].path.offset, (int)links[i].under.length, text + links[i].under.offset);
        if (status == TALLY_MORE)
            snprintf(after, sizeof after, "%s", rows.next);
    } while (status == TALLY_MORE);
}

#define MENTION "chat.bo.mention"

/* ---- Tests ---- */

/* A mention in a chat also belongs to `mentions`. The icon counts it once, and it passes a muted chat. */
TEST(a_mention_counts_once, WORLD_FILE)
{
    link_to(w, MENTION, "mentions");
    set(w, MENTION, 2);
    CHECK_ALL(w, 2, MENTION, "chat.bo", "chat", "mentions", "root");
    set(w, "mentions.x", 1);
    CHECK_ALL(w, 3, "mentions", "root");
    mute(w, "chat", TALLY_MUTE_ALL);
    check_badge(w->account, "chat", 1, 2);
    check_badge(w->account, "root", 1, 3);
    mute(w, "chat", TALLY_MUTE_NONE);
    check_status(tally_badge_clear(w->account, "mentions"), TALLY_HELD);
    check_ok(tally_badge_clear(w->account, MENTION));
    CHECK_ALL(w, 1, "mentions", "root");
    verify(w);
}

TEST(two_ways_meet_again, 0)
{
    link_to(w, "a.x", "b.c");
    link_to(w, "a.x", "b.d");
    set(w, "a.x", 1);
    CHECK_ALL(w, 1, "b.c", "b.d", "b", "a", "root");
    verify(w);
}

TEST(circles_are_refused, WORLD_FILE)
{
    char found[128];

    check_status(tally_link_add(w->account, "a", "a.b"), TALLY_ERROR_CONFLICT);
    check_message("root.a, which counts root.a.b");
    check_status(tally_link_add(w->account, "a", "a"), TALLY_ERROR_CONFLICT);
    check_status(tally_link_add(w->account, "root", "a"), TALLY_ERROR_CONFLICT);
    link_to(w, "a.b", "c");
    check_status(tally_link_add(w->account, "c", "a.b.d"), TALLY_ERROR_CONFLICT);
    list_links(w, "root", TALLY_SUBTREE, 8, found, sizeof found);
    assert_string_equal(found, "root.a.b>root.c ");
    link_to(w, "a.b", "a");
    link_to(w, "a.b", "root");
    set(w, "a.b", 3);
    CHECK_ALL(w, 3, "a", "c", "root");
    verify(w);
}

/* Clearing the subtree of a path takes what is linked into it away, with its messages. */
TEST(clear_tree_follows_links, WORLD_FILE)
{
    int64_t key;

    link_to(w, MENTION, "mentions");
    set(w, MENTION, 2);
    check_ok(tally_badge_clear_tree(w->account, "mentions"));
    CHECK_ALL(w, 0, MENTION, "chat", "mentions", "root");
    key = post(w, MENTION ".new", 4);
    CHECK_ALL(w, 4, MENTION, "chat", "mentions", "root");
    check_ok(tally_badge_clear_tree(w->account, "mentions"));
    CHECK_ALL(w, 0, MENTION, "chat", "mentions", "root");
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    verify(w);
}

/* A mute holds back on each way out of its path, and the other ways stay. */
TEST(mutes_hold_back_their_own_ways, 0)
{
    link_to(w, MENTION, "mentions");
    set(w, MENTION, 2);
    mute(w, "mentions", TALLY_MUTE_NUMBER);
    CHECK_ALL(w, 2, "mentions", "root");
    mute(w, "chat", TALLY_MUTE_NUMBER);
    check_badge(w->account, "root", 1, 0);
    verify(w);
}

/* A linked path is a child: it takes the place of an own number, and its end clears it. */
TEST(a_linked_path_is_a_child, 0)
{
    set(w, "mentions", 5);
    link_to(w, MENTION, "mentions");
    set(w, MENTION, 2);
    check_badge(w->account, "mentions", 1, 2);
    check_ok(tally_badge_clear(w->account, MENTION));
    check_badge(w->account, "mentions", 0, 0);
    set(w, "mentions", 5);
    set(w, MENTION, 1);
    check_ok(tally_link_remove(w->account, MENTION, "mentions"));
    check_badge(w->account, "mentions", 1, 5);
    check_status(tally_link_remove(w->account, MENTION, "mentions"), TALLY_ERROR_NOT_FOUND);
    verify(w);
}

TEST(a_linked_path_is_a_child_with_sum, WORLD_SUM)
{
    set(w, "mentions", 5);
    link_to(w, MENTION, "mentions");
    set(w, MENTION, 2);
    check_badge(w->account, "mentions", 1, 7);
    check_ok(tally_badge_clear(w->account, MENTION));
    check_badge(w->account, "mentions", 1, 5);
    verify(w);
}

/* A tab counts conversations, not messages. */
TEST(a_tab_counts_conversations, WORLD_FILE)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    count_lit(w, "chat");
    set(w, "chat.a", 5);
    post(w, "chat.b", 2);
    check_ok(tally_badge_dot(w->account, "chat.c"));
    CHECK_ALL(w, 2, "chat", "root");
    link_to(w, "work.d", "chat");
    set(w, "work.d", 9);
    check_badge(w->account, "chat", 1, 3);
    check_badge(w->account, "root", 1, 12);
    mute(w, "chat.a", TALLY_MUTE_NUMBER);
    check_badge(w->account, "chat", 1, 2);
    check_ok(tally_badge_get_rule(w->account, "chat.a", TALLY_RULE_EFFECTIVE, &rule));
    assert_int_equal(rule.counting, TALLY_COUNTING_DEFAULT);
    check_ok(tally_badge_get_rule(w->account, "chat", 0, &rule));
    assert_int_equal(rule.counting, TALLY_COUNTING_LIT);
    verify(w);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "chat", 1, 2);
    check_badge(w->account, "root", 1, 11);
    check_ok(tally_badge_set_rule(w->account, "chat", NULL));
    CHECK_ALL(w, 11, "chat", "root");
    verify(w);
}

/* Links are stored when the call returns. */
TEST(links_are_stored, WORLD_FILE)
{
    char found[256];

    link_to(w, MENTION, "mentions");
    link_to(w, "friends.new", "inbox");
    link_to(w, "friends.new", "mentions");
    set(w, MENTION, 2);
    set(w, "friends.new", 3);
    world_close(w);
    world_open(w, WORLD_FILE);
    CHECK_ALL(w, 5, "mentions", "root");
    check_badge(w->account, "inbox", 1, 3);
    check_ok(tally_link_remove(w->account, "friends.new", "mentions"));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_badge(w->account, "mentions", 1, 2);
    list_links(w, "root", TALLY_SUBTREE, 1, found, sizeof found);
    assert_string_equal(found, "root.chat.bo.mention>root.mentions root.friends.new>root.inbox ");
    verify(w);
}

/* Each page of a list continues the one before, by the path or by where the links lead. */
TEST(links_are_listed, WORLD_FILE)
{
    char found[512];
    tally_link row;
    char text[64];
    tally_rows rows = rows_in(&row, sizeof row, 1, 1, text, sizeof text);

    link_to(w, "a.x", "t.two");
    link_to(w, "a.x", "t.one");
    link_to(w, "a-b", "t.one");
    link_to(w, "a.y", "t");
    for (size_t limit = 1; limit < 5; limit++) {
        list_links(w, "a", TALLY_SUBTREE, limit, found, sizeof found);
        assert_string_equal(found, "root.a.x>root.t.one root.a.x>root.t.two root.a.y>root.t ");
        list_links(w, "t", TALLY_SUBTREE | TALLY_LINK_UNDER, limit, found, sizeof found);
        assert_string_equal(found, "root.a.y>root.t root.a-b>root.t.one root.a.x>root.t.one root.a.x>root.t.two ");
        list_links(w, "t.one", TALLY_LINK_UNDER, limit, found, sizeof found);
        assert_string_equal(found, "root.a-b>root.t.one root.a.x>root.t.one ");
        list_links(w, "a.x", 0, limit, found, sizeof found);
        assert_string_equal(found, "root.a.x>root.t.one root.a.x>root.t.two ");
    }
    list_links(w, "nothing", TALLY_SUBTREE, 1, found, sizeof found);
    assert_string_equal(found, "");
    check_status(tally_link_list(w->account, "root", 4, NULL, &rows), TALLY_ERROR_ARGUMENT);
    check_status(tally_link_list(w->account, "root", TALLY_SUBTREE, "other", &rows), TALLY_ERROR_ARGUMENT);
    check_status(tally_link_list(w->account, "a..b", 0, NULL, &rows), TALLY_ERROR_PATH);
}

static void few_links(tally_engine_options *options) { options->max_links = 2; }

/* 16 links leave a path, and an account has as many as its engine allows. */
TEST(links_have_limits, WORLD_CLOSED)
{
    char name[16];

    world_open(w, WORLD_FILE);
    for (int i = 0; i < 16; i++) {
        snprintf(name, sizeof name, "t%d", i);
        link_to(w, "a", name);
    }
    check_status(tally_link_add(w->account, "a", "t16"), TALLY_ERROR_LIMIT);
    check_message("16");
    link_to(w, "a", "t3");
    set(w, "a", 1);
    CHECK_ALL(w, 1, "t0", "t15", "root");
    world_close(w);
    w->configure = few_links;
    world_open(w, WORLD_FILE);
    CHECK_ALL(w, 1, "t0", "t15", "root");
    check_status(tally_link_add(w->account, "b", "t1"), TALLY_ERROR_LIMIT);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_LINKS), 2);
    verify(w);
}

/* Observers and revisions see what arrives by a link: one change, whichever way. */
TEST(changes_by_links_are_told, WORLD_FILE)
{
    tally_event event = TALLY_EVENT_INIT;
    tally_badge before, after;
    char text[64];
    uint64_t count = 0;
    int events = 0;

    set(w, MENTION, 2);
    check_ok(tally_observe(w->scope, w->account, "mentions", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_badge_get(w->account, "root", &before));
    link_to(w, MENTION, "mentions");
    check_ok(tally_badge_get(w->account, "root", &after));
    assert_int_equal(after.revision, before.revision);
    set(w, MENTION, 3);
    while (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) == TALLY_OK) {
        events += event.kind == TALLY_EVENT_BADGE;
        count = event.count;
    }
    assert_int_equal(events, 1);
    assert_int_equal(count, 3);
}

/* An end in time clears a linked badge everywhere. */
TEST(linked_badges_expire, WORLD_FILE)
{
    link_to(w, MENTION, "mentions");
    check_ok(tally_badge_set_until(w->account, MENTION, 2, w->clock.wall + 1000));
    set(w, "mentions", 7);
    check_badge(w->account, "mentions", 1, 2);
    fake_clock_advance(&w->clock, 2000);
    CHECK_ALL(w, 0, MENTION, "mentions", "chat", "root");
    verify(w);
}

/* A page is one change. */
TEST(a_page_with_links, WORLD_FILE)
{
    link_to(w, "chat.bo", "inbox");
    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":4},{\"id\":\"2\",\"path\":\"inbox\"}", ""));
    CHECK_ALL(w, 5, "inbox", "root");
    world_page(w, PAGE("2", "", ",\"gone\":[\"1\"]"));
    CHECK_ALL(w, 1, "inbox", "root");
    check_badge(w->account, "chat", 0, 0);
    verify(w);
}

/* A reason is listed once, below its own path, and says that it arrives by a link. */
TEST(reasons_by_links, 0)
{
    tally_reason reasons[8];
    char text[256];
    size_t count, size;

    link_to(w, MENTION, "mentions");
    count_lit(w, "chat");
    post(w, MENTION, 2);
    check_ok(badge_explain(w->account, "mentions", reasons, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 2);
    assert_int_equal(reasons[0].flags, TALLY_REASON_FED | TALLY_REASON_LIGHTS | TALLY_REASON_LINKED);
    assert_int_equal(reasons[0].contributed, 2);
    assert_int_equal(reasons[1].flags, TALLY_REASON_MESSAGE | TALLY_REASON_LIGHTS | TALLY_REASON_LINKED);
    check_ok(badge_explain(w->account, "chat", reasons, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 3);
    assert_int_equal(reasons[0].flags, TALLY_REASON_COUNTING);
    assert_int_equal(reasons[0].contributed, 1);
    assert_int_equal(reasons[1].contributed, 0);
    check_badge(w->account, "root", 1, 3);
}

/* An export has links and rules, and an import that would close a circle is refused. */
TEST(links_move_with_their_account, WORLD_FILE)
{
    tally_bytes bytes = TALLY_BYTES_INIT;
    tally_account *other = NULL;

    link_to(w, MENTION, "mentions");
    count_lit(w, "chat");
    set(w, MENTION, 2);
    check_ok(tally_account_export(w->account, &bytes));
    check_ok(tally_account_import(w->engine, "bo", bytes.data, bytes.size));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_badge(other, "mentions", 1, 2);
    check_badge(other, "chat", 1, 1);
    check_badge(other, "root", 1, 3);
    tally_account_release(other);
    tally_bytes_release(&bytes);
    verify(w);
}

/* A file whose links close a circle is damaged. Recovery leaves out the link that closes it. */
TEST(circles_in_a_file, WORLD_FILE)
{
    char fresh[320];
    tally_account *account = NULL;

    link_to(w, "a", "b");
    set(w, "a", 1);
    world_close(w);
    run_sql(w->file, "INSERT INTO link(account, path, target) VALUES (1, 'root.b', 'root.a.c')");
    w->configure = NULL;
    check_ok(open_file(w, w->file, 0));
    check_status(tally_account_open(w->engine, "ann", NULL, &account), TALLY_ERROR_CORRUPT);
    check_message("close a circle");
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_message("closes a circle");
    world_close(w);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    check_ok(tally_file_recover(w->file, fresh, NULL));
    open_recovered(w, fresh);
    check_ok(tally_account_open(w->engine, "ann", NULL, &account));
    check_badge(account, "b", 1, 1);
    tally_account_release(account);
}

/* A batch with links is one change, and gives what its operations give one by one. */
TEST(a_batch_with_links, WORLD_FILE)
{
    tally_operation operations[] = {
        {.kind = TALLY_OP_SET, .path = MENTION, .value = 2}, {.kind = TALLY_OP_SET, .path = "mentions.x", .value = 1},
        {.kind = TALLY_OP_CLEAR, .path = MENTION}, {.kind = TALLY_OP_DOT, .path = MENTION},
    };
    tally_account_state before = TALLY_ACCOUNT_STATE_INIT, after = TALLY_ACCOUNT_STATE_INIT;

    link_to(w, MENTION, "mentions");
    set(w, "mentions", 9);
    check_ok(tally_account_get(w->account, &before, NULL, 0, NULL));
    check_ok(tally_badge_batch(w->account, operations, COUNT_OF(operations), PLAIN_BATCH, NULL));
    check_ok(tally_account_get(w->account, &after, NULL, 0, NULL));
    assert_int_equal(after.revision, before.revision + 1);
    CHECK_ALL(w, 1, "mentions", "root");
    check_badge(w->account, "chat", 1, 0);
    check_ok(tally_badge_clear_tree(w->account, "mentions"));
    CHECK_ALL(w, 0, "mentions", "chat", "root");
    verify(w);
}

/* The changes since a revision have what arrives by a link. */
TEST(changes_since_have_links, 0)
{
    tally_badge_entry entries[16];
    char text[256];
    uint64_t since = 0;
    size_t count = 0;
    int found = 0;

    link_to(w, MENTION, "mentions");
    check_ok(badge_changes(w->account, 0, 0, entries, 16, text, sizeof text, &count, &since));
    set(w, MENTION, 2);
    check_ok(badge_changes(w->account, since, 0, entries, 16, text, sizeof text, &count, &since));
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++)
        found += strcmp(text + entries[i].path.offset, "root.mentions") == 0 && entries[i].badge.count == 2;
    assert_int_equal(found, 1);
}

/* A snapshot has what the paths own, and a restored one counts by the links that are there. */
TEST(snapshots_have_no_links, 0)
{
    tally_snapshot *snapshot = NULL;
    tally_account *other = NULL;

    link_to(w, MENTION, "mentions");
    set(w, MENTION, 2);
    check_ok(tally_snapshot_take(w->account, "root", &snapshot));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_badge_restore(other, "root", snapshot));
    check_badge(other, "chat", 1, 2);
    check_badge(other, "mentions", 0, 0);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_badge_restore(w->account, "root", snapshot));
    CHECK_ALL(w, 2, MENTION, "mentions", "root");
    tally_snapshot_release(snapshot);
    tally_account_release(other);
    verify(w);
}

/* Room for the second path of a link may come from removing unused ones. The first path is none of those. */
TEST(linking_while_unused_paths_are_removed, 0)
{
    char name[16], path[32];

    for (unsigned count = 1000; count < 1030; count++) {
        tally_account *account = NULL;

        snprintf(name, sizeof name, "a%u", count);
        check_ok(tally_account_open(w->engine, name, NULL, &account));
        for (unsigned i = 0; i < count; i++) {
            snprintf(path, sizeof path, "old%u", i);
            check_ok(tally_badge_set(account, path, 1));
            check_ok(tally_badge_set(account, path, 0));
        }
        check_ok(tally_link_add(account, "chat.bo", "mentions.all"));
        check_ok(tally_badge_set(account, "chat.bo", 2));
        check_badge(account, "mentions", 1, 2);
        check_badge(account, "root", 1, 2);
        check_ok(tally_account_verify(account));
        tally_account_release(account);
    }
    verify(w);
}
