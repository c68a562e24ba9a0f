/* needs: sqlite */
/* Messages with further paths over restarts, exports, recovery and retention, and beside other accounts. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"
#include "storefile.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ---- */

static int64_t post_in(tally_account *account, const char *path, const char *also, const char *id, uint32_t flags)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key = 0;

    options.also = also;
    options.id = id;
    options.flags = flags;
    check_ok(tally_message_post(account, path, &options, &key));
    return key;
}

static int64_t post(world *w, const char *path, const char *also) { return post_in(w->account, path, also, NULL, 0); }

static void check_all(tally_account *account, const char *const *paths, size_t count, uint64_t number)
{
    for (size_t i = 0; i < count; i++)
        check_badge(account, paths[i], number > 0, number);
}
#define CHECK_IN(account, number, ...) \
    check_all((account), (const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__})), (number))
#define CHECK_ALL(w, number, ...) CHECK_IN((w)->account, number, __VA_ARGS__)

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

static void deliver(world *w, const char *page) { check_ok(tally_feed_deliver(w->feed, page, strlen(page))); }

static tally_account *open_account(world *w, const char *name)
{
    tally_account *account = NULL;

    check_ok(tally_account_open(w->engine, name, NULL, &account));
    return account;
}

/* ---- Tests ---- */

TEST(it_outlives_the_process, WORLD_FILE)
{
    int64_t key = post(w, "chat.bo", "mentions");

    post(w, "chat.bo", NULL);
    for (int i = 0; i < 2; i++) {
        world_close(w);
        world_open(w, WORLD_FILE);
        CHECK_ALL(w, 2, "chat.bo", "chat", "root");
        check_badge(w->account, "mentions", 1, 1);
        assert_int_equal(count_of(w, "mentions", 0), 1);
        verify(w);
    }
    check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
    CHECK_ALL(w, 0, "mentions");
    CHECK_ALL(w, 1, "chat.bo", "root");
    world_close(w);
    world_open(w, WORLD_FILE);
    CHECK_ALL(w, 0, "mentions");
    CHECK_ALL(w, 1, "chat.bo", "root");
    verify(w);
}

/* Reading an account clears nothing: what a path owns stays beside the children that show something. */
TEST(own_badges_outlive_the_process, WORLD_FILE)
{
    post(w, "chat.bo", "mentions.x");
    check_ok(tally_badge_dot(w->account, "chat"));
    check_ok(tally_badge_set(w->account, "mentions", 7));
    for (int i = 0; i < 2; i++) {
        tally_badge_own own = TALLY_BADGE_OWN_INIT;

        check_ok(tally_badge_get_own(w->account, "chat", &own));
        assert_int_equal(own.kind, TALLY_KIND_DOT);
        check_ok(tally_badge_get_own(w->account, "mentions", &own));
        assert_int_equal(own.count, 7);
        world_close(w);
        world_open(w, WORLD_FILE);
    }
    verify(w);
}

/* An account that leaves the memory and comes back; another one has the same paths. */
static void one_loaded(tally_engine_options *options) { options->max_loaded_accounts = 1; }

TEST(accounts_are_apart, WORLD_CLOSED)
{
    tally_account *other;

    w->configure = one_loaded;
    world_open(w, WORLD_FILE);
    other = open_account(w, "bo");
    for (int i = 0; i < 3; i++) {
        post(w, "a", "m");
        post_in(other, "m", "a", NULL, 0);
    }
    check_ok(tally_badge_clear(other, "a"));
    CHECK_IN(other, 0, "a", "m", "root");
    CHECK_ALL(w, 3, "a", "m", "root");
    assert_int_equal(count_of(w, "m", 2), 3);
    check_ok(tally_account_verify(other));
    tally_account_release(other);
    check_ok(tally_account_remove(w->engine, "bo"));
    CHECK_ALL(w, 3, "a", "m", "root");
    verify(w);
}

/* An export has the further paths, whether the account is new or replaced. */
TEST(it_moves_with_its_account, WORLD_FILE)
{
    tally_bytes whole = TALLY_BYTES_INIT;
    tally_account *other;
    tally_message row;
    char text[512];

    post_in(w->account, "chat.bo", "mentions\ninbox", "1", 0);
    check_ok(tally_account_export(w->account, &whole));
    check_ok(tally_account_import(w->engine, "bo", whole.data, whole.size));
    other = open_account(w, "bo");
    CHECK_IN(other, 1, "chat.bo", "mentions", "inbox", "root");
    check_ok(message_find(other, 0, "1", &row, text, sizeof text));
    assert_string_equal(text + row.also.offset, "root.inbox\nroot.mentions");
    check_ok(tally_badge_clear(other, "inbox"));
    CHECK_IN(other, 0, "chat.bo", "mentions", "inbox", "root");
    check_ok(tally_account_verify(other));
    tally_account_release(other);
    tally_bytes_release(&whole);
    verify(w);
}

/* A file that no process has used yet for such messages gets them by an import. */
TEST(an_import_into_an_empty_file, WORLD_FILE)
{
    tally_bytes whole = TALLY_BYTES_INIT;

    post(w, "chat.bo", "mentions");
    check_ok(tally_account_export(w->account, &whole));
    check_ok(tally_account_remove(w->engine, "ann"));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_remove(w->engine, "ann"));
    check_ok(tally_account_import(w->engine, "ann", whole.data, whole.size));
    tally_account_release(w->account);
    w->account = open_account(w, "ann");
    assert_int_equal(count_of(w, "mentions", 0), 1);
    CHECK_ALL(w, 1, "chat.bo", "mentions", "root");
    check_ok(tally_message_mark_path_read(w->account, "mentions", 0, NULL));
    CHECK_ALL(w, 0, "chat.bo", "mentions", "root");
    tally_bytes_release(&whole);
    verify(w);
}

/* Recovering a file keeps them. Further paths that are not in their form are damage. */
TEST(recovery, WORLD_FILE)
{
    static const char *const damage[] = {"x'0a' || 'root.b' || x'0a' || 'root.a'", "'root.a'", "x'0a'", "x'0a' || 'root.chat'"};
    char fresh[320], sql[256];

    post_in(w->account, "chat", "mentions", "1", 0);
    for (size_t i = 0; i < COUNT_OF(damage); i++) {
        char id[2] = {(char)('2' + i), 0};

        post_in(w->account, "chat", "mentions", id, 0);
    }
    world_close(w);
    for (size_t i = 0; i < COUNT_OF(damage); i++) {
        snprintf(sql, sizeof sql, "UPDATE message SET also = %s WHERE id = '%zu'", damage[i], i + 2);
        run_sql(w->file, sql);
    }
    w->configure = NULL;
    check_ok(open_file(w, w->file, 0));
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    world_close(w);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    check_ok(tally_file_recover(w->file, fresh, NULL));
    open_recovered(w, fresh);
    CHECK_ALL(w, 1, "chat", "mentions", "root");
    verify(w);
}

/* A removed message ends at all of its paths, whether the user or a server removes it. */
TEST(removal, WORLD_FILE)
{
    int64_t key = post_in(w->account, "a", "m", "1", TALLY_POST_ONCE);
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    check_ok(tally_badge_clear(w->account, "m"));
    check_ok(tally_message_remove(w->account, &key, 1));
    options.id = "1";
    options.also = "m";
    options.flags = TALLY_POST_ONCE;
    check_status(tally_message_post(w->account, "a", &options, NULL), TALLY_ALREADY_APPLIED);
    CHECK_ALL(w, 0, "a", "m", "root");
    post_in(w->account, "a", "m", "2", 0);
    check_ok(tally_message_withdraw(w->account, "2"));
    CHECK_ALL(w, 0, "a", "m", "root");
    assert_int_equal(count_of(w, "m", 0), 0);
    world_add_feed(w);
    deliver(w, PAGE("1", "{\"id\":\"1\",\"path\":\"a\",\"also\":[\"m\"]},{\"id\":\"2\",\"path\":\"a\",\"also\":[\"m\"]}", ""));
    CHECK_ALL(w, 2, "a", "m", "root");
    deliver(w, PAGE("2", "{\"id\":\"1\",\"deleted\":true}", ""));
    CHECK_ALL(w, 1, "a", "m", "root");
    verify(w);
    check_ok(tally_feed_remove(w->feed));
    tally_feed_release(w->feed);
    w->feed = NULL;
    CHECK_ALL(w, 0, "a", "m", "root");
    assert_int_equal(count_of(w, "m", 0), 0);
    verify(w);
}

/* A snapshot of the server leaves out a message, and retention removes those that are too old or too many. */
TEST(snapshots_and_retention, WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char page[512];

    world_add_feed(w);
    deliver(w, PAGE("1", "{\"id\":\"1\",\"path\":\"a\",\"also\":[\"m\"]},{\"id\":\"2\",\"path\":\"m\",\"also\":[\"a\"]}", ""));
    deliver(w, PAGE("2", "{\"id\":\"2\",\"path\":\"m\",\"also\":[\"a\"]}", ",\"reset\":true"));
    CHECK_ALL(w, 1, "a", "m", "root");
    verify(w);
    check_ok(tally_feed_remove(w->feed));
    tally_feed_release(w->feed);
    options.initial_delay = options.interval = -1;
    options.max_age = 1000000;
    options.max_messages = 1;
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    snprintf(page, sizeof page, PAGE("1", "{\"id\":\"1\",\"path\":\"a\",\"also\":[\"m\"],\"ts\":%lld},"
                                          "{\"id\":\"2\",\"path\":\"a\",\"also\":[\"m\"],\"ts\":%lld},"
                                          "{\"id\":\"3\",\"path\":\"b\",\"also\":[\"m\"],\"ts\":%lld}", ""),
             (long long)(w->clock.wall / 1000 - 5000), (long long)(w->clock.wall / 1000), (long long)(w->clock.wall / 1000));
    deliver(w, page);
    CHECK_ALL(w, 2, "m", "root");
    check_badge(w->account, "a", 1, 1);
    check_ok(tally_message_mark_path_read(w->account, "a", 0, NULL));
    deliver(w, PAGE("2", "", ""));
    assert_int_equal(count_of(w, "m", 0), 1);
    CHECK_ALL(w, 1, "m", "b", "root");
    verify(w);
}

/* A path that counts unread messages keeps a message that was seen at another one: the rule is that of its own path. */
TEST(rules, WORLD_FILE)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    post(w, "chat.bo", "mentions");
    post(w, "mentions", "chat.bo");
    rule.feeding = TALLY_FEEDING_UNREAD;
    check_ok(tally_badge_set_rule(w->account, "chat", &rule));
    check_status(tally_badge_clear(w->account, "mentions"), TALLY_HELD);
    CHECK_ALL(w, 1, "chat.bo", "mentions", "root");
    check_ok(tally_badge_set_rule(w->account, "chat", NULL));
    CHECK_ALL(w, 0, "chat.bo", "mentions", "root");
    check_ok(tally_badge_set_rule(w->account, "chat", &rule));
    CHECK_ALL(w, 1, "chat.bo", "mentions", "root");
    check_ok(tally_message_mark_path_read(w->account, "mentions", 0, NULL));
    CHECK_ALL(w, 0, "chat.bo", "mentions", "root");
    verify(w);
}

/* A tab that counts conversations counts one that a message is in by a further path. */
TEST(counting_rules, WORLD_FILE)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.counting = TALLY_COUNTING_LIT;
    check_ok(tally_badge_set_rule(w->account, "chat", &rule));
    post(w, "inbox", "chat.bo");
    post(w, "inbox", "chat.bo\nchat.al");
    CHECK_ALL(w, 2, "chat.bo", "chat", "inbox");
    check_badge(w->account, "chat.al", 1, 1);
    post(w, "inbox", "chat");
    check_badge(w->account, "chat", 1, 3);
    verify(w);
}

/* Links carry it on, and it counts once where ways meet. */
TEST(links, WORLD_FILE)
{
    check_ok(tally_link_add(w->account, "mentions", "chat"));
    check_ok(tally_link_add(w->account, "chat.bo", "work"));
    post(w, "chat.bo", "mentions");
    CHECK_ALL(w, 1, "chat.bo", "chat", "mentions", "work", "root");
    check_ok(tally_link_remove(w->account, "mentions", "chat"));
    CHECK_ALL(w, 1, "chat.bo", "chat", "mentions", "work", "root");
    check_ok(tally_badge_clear_tree(w->account, "work"));
    CHECK_ALL(w, 0, "chat.bo", "chat", "mentions", "work", "root");
    verify(w);
}

/* It holds back a clear above each of its paths, and what ends beside it ends alone. */
TEST(it_holds_back_and_stays, WORLD_FILE)
{
    check_ok(tally_badge_set_until(w->account, "mentions", 5, w->clock.wall + 1000));
    post(w, "chat.bo", "mentions.x");
    CHECK_ALL(w, 1, "mentions", "chat", "root");
    check_status(tally_badge_clear(w->account, "mentions"), TALLY_HELD);
    check_status(tally_badge_clear(w->account, "chat"), TALLY_HELD);
    fake_clock_advance(&w->clock, 2000);
    CHECK_ALL(w, 1, "mentions", "mentions.x", "chat.bo", "root");
    check_ok(tally_badge_mute(w->account, "mentions.x", TALLY_MUTE_ALL, w->clock.wall + 1000));
    CHECK_ALL(w, 0, "mentions");
    CHECK_ALL(w, 1, "mentions.x", "chat", "root");
    fake_clock_advance(&w->clock, 2000);
    CHECK_ALL(w, 1, "mentions", "root");
    check_ok(tally_badge_clear(w->account, "chat.bo"));
    CHECK_ALL(w, 0, "mentions", "mentions.x", "chat", "root");
    verify(w);
}

/* Snapshots of badges have what the paths own, so messages go on feeding them. */
TEST(snapshots_of_badges, WORLD_FILE)
{
    tally_snapshot *snapshot = NULL;

    check_ok(tally_badge_dot(w->account, "mentions.x"));
    check_ok(tally_snapshot_take(w->account, "root", &snapshot));
    post(w, "chat.bo", "mentions");
    check_ok(tally_badge_set(w->account, "mentions.x", 4));
    check_ok(tally_badge_restore(w->account, "root", snapshot));
    CHECK_ALL(w, 1, "chat.bo", "mentions", "root");
    check_badge(w->account, "mentions.x", 1, 0);
    tally_snapshot_release(snapshot);
    verify(w);
}

/* The first such message of a file comes with an item that is rejected, and another one within the same call. */
TEST(the_first_one_is_rolled_back, WORLD_FILE)
{
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;

    message.also = "m";
    for (int first = 0; first < 2; first++) {
        tally_operation good[] = {{.kind = TALLY_OP_POST, .path = "a", .message = &message}};
        tally_operation bad[] = {
            {.kind = TALLY_OP_POST, .path = "a", .message = &message}, {.kind = TALLY_OP_SET, .path = "a..b", .value = 1},
        };
        tally_operation read[] = {{.kind = TALLY_OP_READ, .path = "m"}};
        tally_item items[] = {
            {.account = "ann", .operations = good, .count = 1}, {.account = "ann", .operations = bad, .count = 2},
            {.account = "ann", .operations = read, .count = 1},
        };

        world_close(w);
        remove(w->file);
        world_open(w, WORLD_FILE);
        /* The bad one alone, before or after the good one. */
        check_status(tally_engine_batch(w->engine, items + first, 1, &options), first == 0 ? TALLY_OK : TALLY_PARTIAL);
        CHECK_ALL(w, first == 0 ? 1 : 0, "a", "m", "root");
        check_status(tally_engine_batch(w->engine, items, 2, &options), TALLY_PARTIAL);
        CHECK_ALL(w, first == 0 ? 2 : 1, "a", "m", "root");
        check_status(tally_engine_batch(w->engine, items, 3, &options), TALLY_PARTIAL);
        CHECK_ALL(w, 0, "a", "m", "root");
        assert_int_equal(count_of(w, "m", 0), first == 0 ? 3 : 2);
        verify(w);
    }
}

static void few_nodes(tally_engine_options *options) { options->max_nodes = 8; }

/* Nothing is posted if one of its paths finds no room. */
TEST(no_room_for_all_paths, WORLD_CLOSED)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    w->configure = few_nodes;
    world_open(w, WORLD_FILE);
    post(w, "a", "m");
    options.also = "m\nb\nc.d.e.f.g";
    check_status(tally_message_post(w->account, "a", &options, NULL), TALLY_ERROR_LIMIT);
    CHECK_ALL(w, 1, "a", "m", "root");
    assert_int_equal(count_of(w, "root", 0), 1);
    verify(w);
    options.also = "m\nb";
    check_ok(tally_message_post(w->account, "a", &options, NULL));
    CHECK_ALL(w, 2, "a", "m", "root");
    check_badge(w->account, "b", 1, 1);
    verify(w);
}

/* A backup and a rewritten file have them. */
TEST(backups, WORLD_FILE)
{
    char copy[320];

    post(w, "a", "m");
    snprintf(copy, sizeof copy, "%s/copy.db", w->directory);
    check_ok(tally_engine_backup(w->engine, copy, 0));
    world_close(w);
    check_ok(tally_file_vacuum(copy));
    open_recovered(w, copy);
    CHECK_ALL(w, 1, "a", "m", "root");
    check_ok(tally_badge_clear(w->account, "m"));
    CHECK_ALL(w, 0, "a", "m", "root");
    verify(w);
}

/* Reading at a further path is sent as the message's own read. Marks are of the path that messages belong to. */
TEST(reads_are_sent, WORLD_FILE | WORLD_UNREAD)
{
    tally_outbox_entry entries[4];
    char text[4096];
    size_t count, size, changed = 0;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    deliver(w, PAGE("1", "{\"id\":\"1\",\"path\":\"a\",\"also\":[\"m\"]},{\"id\":\"2\",\"path\":\"m\",\"also\":[\"a\"]}", ""));
    check_ok(tally_message_mark_path_read(w->account, "m", 0, &changed));
    assert_int_equal(changed, 2);
    CHECK_ALL(w, 0, "a", "m", "root");
    check_ok(outbox_list(w->account, NULL, 4, entries, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(text + entries[i].entity.offset, entries[i].kind == TALLY_OUTBOX_KIND_MARK ? "root.m" : "1");
    assert_int_not_equal(entries[0].kind, entries[1].kind);
    CHECK_ALL(w, 0, "a", "m", "root");
    verify(w);
}
