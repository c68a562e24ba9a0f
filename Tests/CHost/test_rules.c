/* needs: sqlite */
/* Rules: which messages feed badges at a path and below it. */
#include "support.h"
#include "lists.h"
#include "storefile.h"

#include <stdio.h>
#include <string.h>

/* ---- Helpers ---- */

static void set_rule(world *w, const char *path, tally_feeding feeding)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.feeding = feeding;
    check_ok(tally_badge_set_rule(w->account, path, &rule));
}

static tally_feeding rule_at(world *w, const char *path, uint32_t flags)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    check_ok(tally_badge_get_rule(w->account, path, flags, &rule));
    assert_int_equal(rule.flags, 0);
    return rule.feeding;
}

static void set_default(world *w, tally_feeding feeding)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.feeding = feeding;
    check_ok(tally_account_configure(w->account, &settings));
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

static uint64_t revision(world *w)
{
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;

    check_ok(tally_account_get(w->account, &state, NULL, 0, NULL));
    return state.revision;
}

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Tests ---- */

/* Mail and chats beside news, below one root. */
TEST(mail_and_news_in_one_account, WORLD_FILE)
{
    set_rule(w, "mail", TALLY_FEEDING_UNREAD);
    post(w, "mail.work", "1", 2);
    post(w, "news", "2", 3);
    check_badge(w->account, "root", 1, 5);
    check_status(tally_badge_clear(w->account, "mail.work"), TALLY_HELD);
    check_ok(tally_badge_clear(w->account, "news"));
    check_badge(w->account, "root", 1, 2);
    check_status(tally_badge_clear_tree(w->account, "root"), TALLY_HELD);
    check_badge(w->account, "mail.work", 1, 2);
    check_ok(tally_message_mark_path_read(w->account, "mail", TALLY_SUBTREE, NULL));
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

/* Existing messages follow a rule immediately: one revision, and one event of each path. */
TEST(a_rule_changes_what_feeds, WORLD_FILE)
{
    int64_t key = post(w, "mail", "1", 2);
    uint64_t before;
    tally_event event = TALLY_EVENT_INIT;
    char text[64];
    int events = 0;

    post(w, "mail.work", "2", 3);
    post(w, "mail-box", "3", 7);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_observe(w->scope, w->account, "mail", TALLY_SUBTREE, NULL, NULL, NULL, NULL));
    before = revision(w);
    set_rule(w, "mail", TALLY_FEEDING_UNREAD);
    assert_int_equal(revision(w), before + 1);
    check_badge(w->account, "mail", 1, 5);
    check_badge(w->account, "mail-box", 0, 0);
    while (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) == TALLY_OK)
        events += event.kind == TALLY_EVENT_BADGE;
    assert_int_equal(events, 2);
    set_rule(w, "mail", TALLY_FEEDING_UNREAD);
    assert_int_equal(revision(w), before + 1);
    set_rule(w, "mail.work", TALLY_FEEDING_UNSEEN);
    check_badge(w->account, "mail", 1, 2);
    check_badge(w->account, "mail.work", 0, 0);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
    check_badge(w->account, "root", 0, 0);
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_badge(w->account, "mail", 1, 2);
    check_ok(tally_badge_set_rule(w->account, "mail", NULL));
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

/* A path's own rule, and the one that holds there. */
TEST(rules_are_inherited, WORLD_FILE)
{
    tally_badge badge;
    tally_stats stats = TALLY_STATS_INIT, after = TALLY_STATS_INIT;

    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    set_rule(w, "a", TALLY_FEEDING_UNREAD);
    set_rule(w, "a.b.c", TALLY_FEEDING_UNSEEN);
    check_ok(tally_engine_get_stats(w->engine, 0, &after));
    assert_int_equal(stats.nodes, after.nodes);
    assert_int_equal(rule_at(w, "a", 0), TALLY_FEEDING_UNREAD);
    assert_int_equal(rule_at(w, "a.b", 0), TALLY_FEEDING_DEFAULT);
    assert_int_equal(rule_at(w, "a.b", TALLY_RULE_EFFECTIVE), TALLY_FEEDING_UNREAD);
    assert_int_equal(rule_at(w, "a.b.c.d", TALLY_RULE_EFFECTIVE), TALLY_FEEDING_UNSEEN);
    assert_int_equal(rule_at(w, "a\\.b", TALLY_RULE_EFFECTIVE), TALLY_FEEDING_UNSEEN);
    assert_int_equal(rule_at(w, "ab", TALLY_RULE_EFFECTIVE), TALLY_FEEDING_UNSEEN);
    set_rule(w, "root", TALLY_FEEDING_UNREAD);
    assert_int_equal(rule_at(w, "ab", TALLY_RULE_EFFECTIVE), TALLY_FEEDING_UNREAD);
    set_rule(w, "a", TALLY_FEEDING_DEFAULT);
    assert_int_equal(rule_at(w, "a", 0), TALLY_FEEDING_DEFAULT);
    check_ok(tally_badge_get(w->account, "a", &badge));
    world_close(w);
    world_open(w, WORLD_FILE);
    assert_int_equal(rule_at(w, "a.b.c", 0), TALLY_FEEDING_UNSEEN);
    assert_int_equal(rule_at(w, "root", 0), TALLY_FEEDING_UNREAD);
}

/* A message that moves counts as its new path does, whichever state it has. */
TEST(messages_that_move, WORLD_FILE)
{
    set_rule(w, "mail", TALLY_FEEDING_UNREAD);
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"news\",\"count\":4}]}");
    check_ok(tally_badge_clear(w->account, "news"));
    check_badge(w->account, "root", 0, 0);
    world_page(w, "{\"cursor\":\"2\",\"items\":[{\"id\":\"1\",\"path\":\"mail.x\",\"count\":4}]}");
    check_badge(w->account, "mail.x", 1, 4);
    world_page(w, "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"news\",\"count\":4}]}");
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

/* The account's own feeding can be changed, and a rule is stronger. */
TEST(the_feeding_of_an_account_changes, WORLD_FILE)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;
    tally_account *again = NULL;
    uint64_t before;

    post(w, "mail", "1", 2);
    post(w, "news", "2", 3);
    set_rule(w, "news", TALLY_FEEDING_UNSEEN);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    before = revision(w);
    set_default(w, TALLY_FEEDING_UNREAD);
    assert_int_equal(revision(w), before + 1);
    check_badge(w->account, "root", 1, 2);
    check_ok(tally_account_get(w->account, &state, NULL, 0, NULL));
    assert_int_equal(state.feeding, TALLY_FEEDING_UNREAD);
    options.feeding = TALLY_FEEDING_UNSEEN;
    check_status(tally_account_open(w->engine, "ann", &options, &again), TALLY_ERROR_CONFLICT);
    post(w, "other", "3", 1);
    check_status(tally_badge_clear(w->account, "other"), TALLY_HELD);
    verify(w);
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    check_badge(w->account, "root", 1, 3);
    set_default(w, TALLY_FEEDING_UNSEEN);
    check_badge(w->account, "root", 0, 0);
    verify(w);
}

/* Views, groups and explanations follow the rule of the path. */
TEST(everything_follows_the_rule, 0)
{
    tally_reason reasons[8];
    char text[256];
    size_t count, size;
    int64_t key = post(w, "mail", "1", 2);
    uint64_t view;

    set_rule(w, "mail", TALLY_FEEDING_UNREAD);
    check_status(tally_view_begin(w->scope, w->account, "mail", 0, &view), TALLY_HELD);
    check_badge(w->account, "mail", 1, 2);
    check_ok(badge_explain(w->account, "root", reasons, 8, text, sizeof text, &count, &size));
    assert_int_equal(count, 2);
    assert_int_equal(reasons[1].message, key);
    set_rule(w, "mail", TALLY_FEEDING_UNSEEN);
    check_badge(w->account, "mail", 0, 0);
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    post(w, "mail", "2", 1);
    check_badge(w->account, "mail", 0, 0);
    tally_view_end(w->scope, view);
    set_rule(w, "chat", TALLY_FEEDING_UNREAD);
    post(w, "chat", "3", 5);
    post(w, "news", "4", 6);
    check_ok(tally_group_dismiss(w->account, "", NULL));
    check_badge(w->account, "root", 1, 5);
    verify(w);
}

/* Invalid rules change nothing. */
TEST(invalid_rules, 0)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.feeding = 3;
    check_status(tally_badge_set_rule(w->account, "a", &rule), TALLY_ERROR_ARGUMENT);
    rule.feeding = -1;
    check_status(tally_badge_set_rule(w->account, "a", &rule), TALLY_ERROR_ARGUMENT);
    rule.feeding = TALLY_FEEDING_UNREAD;
    rule.flags = 1;
    check_status(tally_badge_set_rule(w->account, "a", &rule), TALLY_ERROR_ARGUMENT);
    rule.flags = 0;
    rule.counting = 2;
    check_status(tally_badge_set_rule(w->account, "a", &rule), TALLY_ERROR_ARGUMENT);
    rule.counting = -1;
    check_status(tally_badge_set_rule(w->account, "a", &rule), TALLY_ERROR_ARGUMENT);
    rule.counting = TALLY_COUNTING_DEFAULT;
    check_status(tally_badge_set_rule(w->account, "a..b", &rule), TALLY_ERROR_PATH);
    check_status(tally_badge_get_rule(w->account, "a", 2, &rule), TALLY_ERROR_ARGUMENT);
    assert_int_equal(rule_at(w, "a", 0), TALLY_FEEDING_DEFAULT);
}

/* 65,536 rules fit, and no more. */
TEST(the_most_rules, WORLD_FILE)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    check_ok(tally_badge_set_rule(w->account, "x", NULL));
    world_close(w);
    run_sql(w->file, "INSERT INTO rule(account, path, feeding, counting) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                     "WHERE i < 65535) SELECT 1, 'root.n' || i, 2, 0 FROM n");
    world_open(w, WORLD_FILE);
    rule.feeding = TALLY_FEEDING_UNREAD;
    check_ok(tally_badge_set_rule(w->account, "last", &rule));
    check_status(tally_badge_set_rule(w->account, "more", &rule), TALLY_ERROR_LIMIT);
    check_message("65,536");
    rule.feeding = TALLY_FEEDING_UNSEEN;
    check_ok(tally_badge_set_rule(w->account, "last", &rule));
    check_ok(tally_badge_set_rule(w->account, "last", NULL));
    check_ok(tally_badge_set_rule(w->account, "more", &rule));
    verify(w);
}

/* A rule that cannot be read is damage, and is not taken for another one. */
TEST(a_rule_from_elsewhere, WORLD_FILE)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    set_rule(w, "a", TALLY_FEEDING_UNREAD);
    world_close(w);
    run_sql(w->file, "UPDATE rule SET feeding = 3");
    world_open(w, WORLD_FILE);
    check_status(tally_badge_get_rule(w->account, "a", 0, &rule), TALLY_ERROR_CORRUPT);
    check_status(tally_message_post(w->account, "a.b", &options, NULL), TALLY_ERROR_CORRUPT);
    check_ok(tally_message_post(w->account, "b", &options, NULL));
}
