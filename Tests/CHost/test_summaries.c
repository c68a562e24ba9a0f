/* Groups of messages and the line under each: the cases of Tests/Conformance/summaries.jsonl, what lists tell, what was
 * seen and dismissed, languages, files of translations, events, and bad input. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_GROUPS 16

typedef struct groups {
    tally_group entries[MAX_GROUPS];
    char text[16384];
    size_t count;
} groups;

/* ---- Helpers ---- */

static int64_t next_time = 1000;

static int64_t post(world *w, const char *id, const char *thread, const char *category, const char *argument,
                     uint32_t count)
{
    tally_message_options options = {
        .struct_size = sizeof options, .id = id, .thread = thread, .category = category, .argument = argument,
        .argument_count = count, .title = id, .time = next_time++,
    };
    int64_t key = 0;

    check_ok(tally_message_post(w->account, "in", &options, &key));
    return key;
}

static void post_many(world *w, int n, const char *category)
{
    while (n-- > 0)
        post(w, NULL, NULL, category, NULL, 0);
}

static void set_forms(world *w, const char *key, const char *language, const char *one, const char *other)
{
    tally_forms forms = {.struct_size = sizeof forms, .one = one, .other = other};

    check_ok(tally_strings_set(w->account, key, language, &forms));
}

static void define_messages(world *w)
{
    check_ok(tally_category_set(w->account, "messages", "more.messages", "all.messages"));
    set_forms(w, "more.messages", "en", "%u more message", "%u more messages");
    set_forms(w, "all.messages", "en", "%u message", "%u messages");
}

static tally_status list_from(world *w, groups *g, const char *language, uint32_t flags, const char *after,
                             size_t limit)
{
    size_t size;

    return group_list(w->account, language, flags, after, limit, g->entries, MAX_GROUPS, g->text, sizeof g->text,
                            &g->count, &size);
}

static const char *text_of(const groups *g, tally_text text) { return g->text + text.offset; }

static void get(world *w, groups *g, const char *thread, const char *language, uint32_t flags)
{
    size_t size;

    check_ok(group_get(w->account, thread, language, flags, g->entries, g->text, sizeof g->text, &size));
    g->count = 1;
}

static void check_summary_at(world *w, const char *thread, const char *language, uint32_t flags, const char *expected,
                             int32_t origin, int line)
{
    groups g;

    get(w, &g, thread, language, flags);
    if (strcmp(text_of(&g, g.entries[0].summary), expected) != 0 || g.entries[0].origin != origin)
        fail_msg("line %d: '%s' (%d)\n  and not '%s' (%d)", line, text_of(&g, g.entries[0].summary),
                 (int)g.entries[0].origin, expected, (int)origin);
}
#define check_summary(w, thread, language, flags, expected) \
    check_summary_at((w), (thread), (language), (flags), (expected), TALLY_SUMMARY_ORIGIN_CATEGORY, __LINE__)
#define check_default(w, thread, language, flags, expected) \
    check_summary_at((w), (thread), (language), (flags), (expected), TALLY_SUMMARY_ORIGIN_DEFAULT, __LINE__)

static void check_counts_at(world *w, const char *thread, uint64_t notifications, uint64_t items, uint64_t fresh,
                            int line)
{
    groups g;

    get(w, &g, thread, NULL, 0);
    if (g.entries[0].notifications != notifications || g.entries[0].items != items || g.entries[0].fresh != fresh)
        fail_msg("line %d: %d messages, %d items, %d fresh", line, (int)g.entries[0].notifications,
                 (int)g.entries[0].items, (int)g.entries[0].fresh);
}
#define check_counts(w, thread, notifications, items, fresh) \
    check_counts_at((w), (thread), (notifications), (items), (fresh), __LINE__)

static tally_status get_status(world *w, const char *thread)
{
    groups g;
    size_t size;

    return group_get(w->account, thread, NULL, 0, g.entries, g.text, sizeof g.text, &size);
}

/* ---- What lists tell ---- */

TEST(groups_are_listed_newest_first, 0)
{
    groups g;
    uint64_t a1, b1, b2, none, a2;

    check_ok(list_from(w, &g, NULL, 0, 0, 10));
    assert_int_equal(g.count, 0);
    a1 = post(w, "a1", "a", "", NULL, 2);
    b1 = post(w, "b1", "b", "", NULL, 0);
    b2 = post(w, "b2", "b", "", NULL, 3);
    none = post(w, "n", NULL, "", NULL, 0);
    a2 = post(w, "a2", "a", "", NULL, 5);

    check_ok(list_from(w, &g, NULL, 0, 0, 10));
    assert_int_equal(g.count, 3);
    assert_string_equal(text_of(&g, g.entries[0].thread), "a");
    assert_string_equal(text_of(&g, g.entries[0].title), "a2");
    assert_string_equal(text_of(&g, g.entries[0].path), "root.in");
    assert_string_equal(text_of(&g, g.entries[0].summary), "2 more notifications");
    assert_int_equal(g.entries[0].newest, a2);
    assert_int_equal(g.entries[0].oldest, a1);
    assert_int_equal(g.entries[0].items, 7);
    assert_int_equal(g.entries[0].notifications, 2);
    assert_int_equal(g.entries[0].fresh, 2);
    assert_int_equal(g.entries[0].origin, TALLY_SUMMARY_ORIGIN_DEFAULT);
    assert_string_equal(text_of(&g, g.entries[1].thread), "");
    assert_int_equal(g.entries[1].newest, none);
    assert_int_equal(g.entries[1].origin, TALLY_SUMMARY_ORIGIN_NONE);
    assert_string_equal(text_of(&g, g.entries[1].summary), "");
    assert_string_equal(text_of(&g, g.entries[1].language), "");
    assert_string_equal(text_of(&g, g.entries[2].thread), "b");
    assert_int_equal(g.entries[2].oldest, b1);

    check_status(list_from(w, &g, NULL, 0, 0, 2), TALLY_MORE);
    assert_int_equal(g.count, 2);
    check_ok(list_from(w, &g, NULL, 0, *next_of_list(), 2));
    assert_int_equal(g.count, 1);
    assert_int_equal(g.entries[0].newest, b2);
}

/* Two accounts have groups, and their messages alternate: each list has those of its account alone, page by page. */
TEST(groups_of_other_accounts_are_not_listed, 0)
{
    static const char *const threads[2][3] = {{"a1", "a2", "a3"}, {"b1", "b2", "b3"}};
    groups g;
    tally_account *accounts[2] = {w->account, NULL};
    int round, i;

    check_ok(tally_account_open(w->engine, "bo", NULL, &accounts[1]));
    for (i = 0; i < 6; i++) {
        w->account = accounts[i % 2];
        post(w, threads[i % 2][i / 2], threads[i % 2][i / 2], "", NULL, 0);
    }
    for (round = 0; round < 4; round++) {
        const char *after = NULL;

        w->account = accounts[round % 2];
        for (i = 2; i >= 0; i--) {
            check_status(list_from(w, &g, NULL, 0, after, 1), i > 0 ? TALLY_MORE : TALLY_OK);
            assert_int_equal(g.count, 1);
            assert_string_equal(text_of(&g, g.entries[0].thread), threads[round % 2][i]);
            after = *next_of_list();
        }
    }
    w->account = accounts[0];
    tally_account_release(accounts[1]);
}

TEST(messages_of_a_group_come_by_page, 0)
{
    tally_message messages[4];
    char text[4096];
    size_t count, size;
    int64_t keys[3];

    keys[0] = post(w, "1", "a", NULL, NULL, 0);
    post(w, "x", "b", NULL, NULL, 0);
    keys[1] = post(w, "2", "a", NULL, NULL, 0);
    keys[2] = post(w, "3", "a", NULL, NULL, 0);
    check_status(group_messages(w->account, "a", 0, 2, messages, 4, text, sizeof text, &count, &size),
                 TALLY_MORE);
    assert_int_equal(count, 2);
    assert_int_equal(messages[0].key, keys[2]);
    assert_int_equal(messages[1].key, keys[1]);
    check_ok(group_messages(w->account, "a", *next_of_list(), 2, messages, 4, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_int_equal(messages[0].key, keys[0]);
    check_ok(group_messages(w->account, "none", 0, 2, NULL, 0, NULL, 0, &count, &size));
    assert_int_equal(count, 0);
}

/* One group of so many messages that they are found by their order among all: those that were seen are not in it. */
TEST(a_large_group_has_no_seen_messages, 0)
{
    enum { MANY = 2100 };
    static tally_message messages[100];
    static char text[100 * 256];
    static int64_t keys[MANY];
    const char *after = NULL;
    size_t count, size, i;
    int next = MANY - 1;
    tally_status status;

    check_ok(group_by(w->account, TALLY_GROUPING_BY_APP, NULL));
    for (i = 0; i < MANY; i++)
        keys[i] = post(w, NULL, i % 3 ? "a" : "b", NULL, NULL, 0);
    for (i = 0; i < MANY; i += 3)
        check_ok(tally_message_mark_seen(w->account, &keys[i], 1, NULL));
    do {
        status = group_messages(w->account, "", after, 100, messages, 100, text, sizeof text, &count, &size);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        for (i = 0; i < count; i++) {
            if (next % 3 == 0)
                next--;
            assert_true(messages[i].key == keys[next]);
            assert_int_equal(messages[i].state, TALLY_MESSAGE_STATE_UNSEEN);
            next--;
        }
        after = *next_of_list();
    } while (status == TALLY_MORE);
    assert_int_equal(next, 0);
}

/* ---- Seen and dismissed ---- */

TEST(seen_messages_are_not_fresh, WORLD_FILE)
{
    post(w, "1", "a", NULL, NULL, 0);
    post(w, "2", "a", NULL, NULL, 0);
    check_counts(w, "a", 2, 2, 2);
    check_ok(tally_group_mark_seen(w->account, "a"));
    check_counts(w, "a", 2, 2, 0);
    check_badge(w->account, "in", 1, 2);
    post(w, "3", "a", NULL, NULL, 0);
    check_counts(w, "a", 3, 3, 1);
    /* A message that replaces another one is new, and counts once. */
    post(w, "1", "a", NULL, NULL, 4);
    check_counts(w, "a", 3, 6, 2);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_counts(w, "a", 3, 6, 2);
    check_status(tally_group_mark_seen(w->account, "b"), TALLY_ERROR_NOT_FOUND);
    check_message("'b'");
}

TEST(dismissed_messages_leave_group_and_badge, WORLD_FILE)
{
    groups g;
    int64_t keys[3];
    uint64_t unread, unseen;
    size_t changed;

    keys[0] = post(w, "1", "a", NULL, NULL, 0);
    keys[1] = post(w, "2", "a", NULL, NULL, 0);
    keys[2] = post(w, "3", "a", NULL, NULL, 0);
    post(w, "4", "b", NULL, NULL, 0);
    check_counts(w, "a", 3, 3, 3);
    /* The leading one goes: the next one leads. */
    check_ok(tally_message_mark_seen(w->account, &keys[2], 1, &changed));
    assert_int_equal(changed, 1);
    check_badge(w->account, "in", 1, 3);
    get(w, &g, "a", NULL, 0);
    assert_int_equal(g.entries[0].newest, keys[1]);
    /* All or nothing. */
    keys[2] = 999;
    check_status(tally_message_mark_seen(w->account, keys, 3, &changed), TALLY_ERROR_NOT_FOUND);
    check_counts(w, "a", 2, 2, 2);
    check_badge(w->account, "in", 1, 3);
    check_ok(tally_group_dismiss(w->account, "a", &changed));
    assert_int_equal(changed, 2);
    check_status(get_status(w, "a"), TALLY_ERROR_NOT_FOUND);
    check_badge(w->account, "in", 1, 1);
    check_ok(message_counts(w->account, "in", 0, NULL, &unread, &unseen));
    assert_int_equal(unread, 4);
    assert_int_equal(unseen, 1);
    check_status(tally_group_dismiss(w->account, "a", &changed), TALLY_ERROR_NOT_FOUND);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(list_from(w, &g, NULL, 0, 0, 10));
    assert_int_equal(g.count, 1);
}

TEST(a_sync_does_not_bring_back_what_was_dismissed, WORLD_FILE)
{
    static const char page[] =
        "{\"cursor\":\"1\",\"snapshot\":true,\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"thread\":\"t\"},"
        "{\"id\":\"2\",\"rev\":\"1\",\"path\":\"in\",\"thread\":\"t\",\"category\":\"c\",\"arg\":\"A\"}]}";

    world_add_feed(w);
    world_page(w, page);
    check_counts(w, "t", 2, 2, 2);
    check_ok(tally_group_dismiss(w->account, "t", NULL));
    world_page(w, page);
    check_status(get_status(w, "t"), TALLY_ERROR_NOT_FOUND);
    check_badge(w->account, "in", 0, 0);
    world_page(w, "{\"cursor\":\"2\",\"items\":[{\"id\":\"1\",\"rev\":\"2\",\"path\":\"in\",\"thread\":\"t\"}]}");
    check_counts(w, "t", 1, 1, 1);
}

TEST(groups_follow_every_change, 0)
{
    int64_t keys[4];

    keys[0] = post(w, "1", "a", "", NULL, 0);
    keys[1] = post(w, "2", "a", "", NULL, 0);
    keys[2] = post(w, "3", "a", "", NULL, 0);
    keys[3] = post(w, "4", "a", "", NULL, 0);
    check_default(w, "a", "en", 0, "3 more notifications");
    check_ok(tally_message_mark_read(w->account, &keys[3], 1, NULL));
    check_default(w, "a", "en", 0, "2 more notifications");
    check_ok(tally_message_withdraw(w->account, "2"));
    check_default(w, "a", "en", 0, "1 more notification");
    /* Into another thread. */
    post(w, "1", "b", NULL, NULL, 0);
    check_summary_at(w, "a", "en", 0, "", TALLY_SUMMARY_ORIGIN_NONE, __LINE__);
    check_counts(w, "b", 1, 1, 1);
    check_ok(tally_badge_clear(w->account, "in"));
    check_status(get_status(w, "a"), TALLY_ERROR_NOT_FOUND);
    check_status(get_status(w, "b"), TALLY_ERROR_NOT_FOUND);
}

/* A change that fails leaves what is kept as it is. */
TEST(rolled_back_messages_are_in_no_group, 0)
{
    tally_message_options options = {
        .struct_size = sizeof options, .thread = "a", .count = UINT32_MAX, .time = next_time++,
    };
    char text[4200];

    post(w, "1", "a", NULL, NULL, 0);
    check_counts(w, "a", 1, 1, 1);
    check_ok(tally_message_post(w->account, "in", &options, NULL));
    check_counts(w, "a", 2, 2, 2);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    options.id = text;
    check_status(tally_message_post(w->account, "in", &options, NULL), TALLY_ERROR_ARGUMENT);
    check_counts(w, "a", 2, 2, 2);
}

/* ---- Grouping ---- */

TEST(accounts_may_group_otherwise, WORLD_FILE)
{
    groups g;
    uint64_t second;

    define_messages(w);
    post(w, "1", "a", "messages", NULL, 0);
    second = post(w, "2", "b", "messages", NULL, 2);
    check_ok(group_by(w->account, TALLY_GROUPING_BY_APP, NULL));
    check_ok(list_from(w, &g, "en", 0, 0, 10));
    assert_int_equal(g.count, 1);
    assert_string_equal(text_of(&g, g.entries[0].thread), "");
    assert_int_equal(g.entries[0].newest, second);
    assert_string_equal(text_of(&g, g.entries[0].summary), "1 more message");
    check_status(get_status(w, "a"), TALLY_ERROR_NOT_FOUND);
    post(w, "3", "c", "messages", NULL, 0);
    check_summary(w, NULL, "en", 0, "3 more messages");
    check_ok(tally_group_mark_seen(w->account, NULL));
    check_counts(w, NULL, 3, 4, 0);

    check_ok(group_by(w->account, TALLY_GROUPING_OFF, NULL));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_status(list_from(w, &g, "en", TALLY_GROUPS_HIDDEN, 0, 2), TALLY_MORE);
    assert_int_equal(g.count, 2);
    assert_string_equal(text_of(&g, g.entries[1].thread), "b");
    assert_string_equal(text_of(&g, g.entries[1].summary), "2 messages");
    assert_int_equal(g.entries[1].fresh, 0);
    check_ok(list_from(w, &g, "en", 0, *next_of_list(), 2));
    assert_int_equal(g.count, 1);
    check_status(get_status(w, "b"), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_group_dismiss(w->account, "", NULL));
    check_badge(w->account, "in", 0, 0);
    check_ok(group_by(w->account, TALLY_GROUPING_AUTOMATIC, NULL));
    check_ok(list_from(w, &g, NULL, 0, 0, 10));
    assert_int_equal(g.count, 0);
}

/* ---- Languages ---- */

TEST(languages_fall_back, WORLD_FILE)
{
    groups g;

    define_messages(w);
    set_forms(w, "more.messages", "fr", "%u autre message", "%u autres messages");
    post_many(w, 3, "messages");
    get(w, &g, "", "fr-CA", 0);
    assert_string_equal(text_of(&g, g.entries[0].summary), "2 autres messages");
    assert_string_equal(text_of(&g, g.entries[0].language), "fr");
    /* Neither Italian nor its parents, and the account has no language. A name is no source text. */
    check_default(w, "", "it", 0, "2 altre notifiche");
    check_default(w, "", "it", TALLY_GROUPS_HIDDEN, "3 notifiche");
    check_ok(group_by(w->account, TALLY_GROUPING_DEFAULT, "fr_FR"));
    check_summary(w, "", "it", 0, "2 autres messages");
    check_summary(w, "", NULL, 0, "2 autres messages");
    check_ok(tally_category_set(w->account, "messages", NULL, NULL));
    check_default(w, "", "ru", 0, "\xD0\xB5\xD1\x89\xD1\x91 2 \xD1\x83\xD0\xB2\xD0\xB5\xD0\xB4\xD0\xBE\xD0\xBC\xD0\xBB\xD0\xB5\xD0\xBD\xD0\xB8\xD1\x8F");
    world_close(w);
    world_open(w, WORLD_FILE);
    get(w, &g, "", NULL, 0);
    assert_string_equal(text_of(&g, g.entries[0].language), "fr");
    check_ok(group_by(w->account, TALLY_GROUPING_DEFAULT, ""));
    check_default(w, "", NULL, 0, "2 more notifications");
}

static const char catalog[] =
    "{\"sourceLanguage\":\"en\",\"version\":\"1.0\",\"strings\":{"
    "\"%u more messages\":{\"localizations\":{"
    "\"en\":{\"variations\":{\"plural\":{\"one\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%lld more message\"}},"
    "\"other\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%lld more messages\"}}}}},"
    "\"de\":{\"variations\":{\"plural\":{\"one\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%lld weitere Nachricht\"}},"
    "\"other\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%lld weitere Nachrichten\"}}}}}}},"
    "\"Open %s\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%s %f \\u00f6ffnen\"}}}}}}";

static const char dictionary[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict><key>key</key><dict>"
    "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>"
    "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
    "<key>NSStringFormatValueTypeKey</key><string>d</string>"
    "<key>one</key><string>jeszcze %d</string><key>few</key><string>jeszcze %d kilka</string>"
    "<key>other</key><string>jeszcze %d wiele</string></dict></dict></dict></plist>";

/* Tags in any case, and with either separator. A malformed one is rejected. */
TEST(tags_of_languages, 0)
{
    static const char *const good[] = {
        "en", "EN_us", "zh-hant-hk", "es-419", "ca-ES-valencia", "de-1996", "en-US-u-nu-thai", "en-x-mine", "root", "und",
        "gsw", "az-AZ", "zu-zzzzz-09090", "de-1abc", "de-12345678", "zh-yue-Hant-HK", "und-Latn-DE",
    };
    static const char *const bad[] = {
        "-", "e", "en-", "-en", "en--US", "english", "x-mine", "i-klingon", "12", "e1", "en-US-", "en US", "en-U",
        "en-US-GB", "en-Latn-Cyrl", "en-u", "en-123456789", "en.UTF-8", "abcd", "roots", "rooT1", "en-US-Latn", "en-0a1",
        "de-abc1", "de-199/", "de-199:", "d@", "d[", "d`", "d{",
    };
    tally_forms forms = {.struct_size = sizeof forms, .one = "%u message", .other = "%u messages"};
    size_t i;

    for (i = 0; i < sizeof good / sizeof *good; i++)
        if (tally_strings_set(w->account, "key", good[i], &forms) != TALLY_OK)
            fail_msg("rejected: %s", good[i]);
    for (i = 0; i < sizeof bad / sizeof *bad; i++)
        if (tally_strings_set(w->account, "key", bad[i], &forms) != TALLY_ERROR_ARGUMENT)
            fail_msg("not rejected: %s", bad[i]);
}

TEST(wording_is_removed, WORLD_FILE)
{
    define_messages(w);
    set_forms(w, "more.messages", "fr", "%u autre message", "%u autres messages");
    set_forms(w, "more.messages", NULL, "%u more", "%u more");
    post_many(w, 3, "messages");
    check_summary(w, "", "fr-CA", 0, "2 autres messages");
    check_ok(tally_strings_remove(w->account, "more.messages", "FR"));
    check_summary(w, "", "fr-CA", 0, "2 more");
    check_status(tally_strings_remove(w->account, "more.messages", "fr"), TALLY_ERROR_NOT_FOUND);
    check_message("more.messages");
    check_status(tally_strings_remove(w->account, "none", NULL), TALLY_ERROR_NOT_FOUND);
    check_status(tally_strings_remove(w->account, "more.messages", "e!"), TALLY_ERROR_ARGUMENT);
    check_status(tally_strings_remove(w->account, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_strings_remove(w->account, "more.messages", ""));
    check_status(tally_strings_remove(w->account, "more.messages", NULL), TALLY_ERROR_NOT_FOUND);
    check_summary(w, "", "en", 0, "2 more messages");
    check_status(tally_category_remove(w->account, "others"), TALLY_ERROR_NOT_FOUND);
    check_message("others");
    check_status(tally_category_remove(w->account, ""), TALLY_ERROR_ARGUMENT);
    check_ok(tally_category_remove(w->account, "messages"));
    check_default(w, "", "en", 0, "2 more notifications");
    check_status(tally_category_remove(w->account, "messages"), TALLY_ERROR_NOT_FOUND);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_default(w, "", "en", 0, "2 more notifications");
    check_ok(tally_category_set(w->account, "messages", "more.messages", NULL));
    check_summary(w, "", "en", 0, "2 more messages");
}

TEST(translations_are_imported, WORLD_FILE)
{
    size_t taken, skipped;
    char bad[4096];

    post_many(w, 3, "c");
    check_ok(tally_category_set(w->account, "c", "%u more messages", NULL));
    check_ok(strings_import(w->account, TALLY_STRINGS_CATALOG, catalog, sizeof catalog - 1, NULL, &taken, &skipped));
    assert_true(taken >= 2);
    assert_true(skipped >= 1);
    check_summary(w, "", "de", 0, "2 weitere Nachrichten");
    check_ok(tally_category_set(w->account, "c", "key", NULL));
    check_ok(strings_import(w->account, TALLY_STRINGS_DICTIONARY, dictionary, sizeof dictionary - 1, "pl", &taken,
                                  &skipped));
    assert_int_equal(taken, 1);
    assert_int_equal(skipped, 0);
    check_summary(w, "", "pl", 0, "jeszcze 2 kilka");
    world_close(w);
    world_open(w, WORLD_FILE);
    check_summary(w, "", "pl", 0, "jeszcze 2 kilka");

    /* Half a file is no file. */
    check_status(strings_import(w->account, TALLY_STRINGS_DICTIONARY, dictionary, sizeof dictionary - 20, "de",
                                      &taken, &skipped),
                 TALLY_ERROR_MALFORMED);
    check_message("at byte");
    check_default(w, "", "de", 0, "2 weitere Mitteilungen");
    /* A text that no category has may be anything. */
    snprintf(bad, sizeof bad,
             "{\"sourceLanguage\":\"en\",\"strings\":{\"other\":{\"localizations\":{\"de\":{\"stringUnit\":"
             "{\"state\":\"translated\",\"value\":\"100 %% %%f\"}}}},"
             "\"key\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"noch %%u\"}}}}}}");
    check_ok(strings_import(w->account, TALLY_STRINGS_CATALOG, bad, strlen(bad), NULL, &taken, &skipped));
    check_summary(w, "", "de", 0, "noch 2");
    memcpy(strstr(bad, "noch %u"), "och %fx", 7); /* No %f, in the same room. */
    check_status(strings_import(w->account, TALLY_STRINGS_CATALOG, bad, strlen(bad), NULL, &taken, &skipped),
                 TALLY_ERROR_MALFORMED);
    check_message("at byte 4");
    check_summary(w, "", "de", 0, "noch 2");
}

/* A catalogue with one key, c.more, that a category has, and this localization of it in the source language. */
static tally_status import_source(world *w, const char *source, const char *localizations, size_t *skipped)
{
    char file[4096];
    size_t taken;
    int length = snprintf(file, sizeof file,
                          "{\"sourceLanguage\":\"%s\",\"version\":\"1.0\",\"strings\":{\"c.more\":{\"localizations\":{%s}}}}",
                          source, localizations);

    require(length > 0 && length < (int)sizeof file);
    return strings_import(w->account, TALLY_STRINGS_CATALOG, file, (size_t)length, NULL, &taken, skipped);
}

#define UNIT(text) "{\"stringUnit\":{\"state\":\"translated\",\"value\":\"" text "\"}}"
#define ENGLISH "\"en\":{\"variations\":{\"plural\":{\"one\":" UNIT("%u more") ",\"other\":" UNIT("%u others") "}}}"

/* The key of a catalogue is never shown: its source language is there for all others, and else the built-in words. */
TEST_ALONE(keys_are_not_shown)
{
    static const char *const nothing[] = {
        "\"en\":{\"variations\":{\"device\":{\"mac\":" UNIT("%u on a Mac") "}}}",
        "\"en\":{\"stringUnit\":{\"state\":\"new\",\"value\":\"\"}}",
        "\"en\":{\"variations\":{\"plural\":{\"one\":" UNIT("%u more") ",\"other\":{\"stringUnit\":{\"state\":\"new\","
        "\"value\":\"\"}}}}}",
        "",
    };
    size_t skipped;
    groups g;

    for (int is_later = 0; is_later < 2; is_later += 1) {
        world w;

        world_init(&w, WORLD_FILE);
        post_many(&w, 22, "c");
        if (!is_later)
            check_ok(tally_category_set(w.account, "c", "c.more", NULL));
        check_ok(import_source(&w, "en", ENGLISH ",\"de\":" UNIT("noch %u"), &skipped));
        if (is_later)
            check_ok(tally_category_set(w.account, "c", "c.more", NULL));
        check_summary(&w, "", "de", 0, "noch 21");
        check_summary(&w, "", "en-GB", 0, "21 others");
        /* By the rules of English: in Russian, 21 is one. */
        get(&w, &g, "", "ru", 0);
        assert_string_equal(text_of(&g, g.entries[0].summary), "21 others");
        assert_string_equal(text_of(&g, g.entries[0].language), "en");
        world_close(&w);
        world_open(&w, WORLD_FILE);
        check_summary(&w, "", "it", 0, "21 others");
        /* A source text that the host gives is used. */
        set_forms(&w, "c.more", NULL, "%u", "%u!");
        check_summary(&w, "", "it", 0, "21!");
        world_end(&w);
    }
    for (size_t index = 0; index < COUNT_OF(nothing); index += 1) {
        world w;

        world_init(&w, 0);
        post_many(&w, 3, "c");
        check_ok(tally_category_set(w.account, "c", "c.more", NULL));
        check_ok(import_source(&w, "en", nothing[index], &skipped));
        assert_int_equal(skipped, index == 1 ? 0 : 1);
        check_default(&w, "", "it", 0, "2 altre notifiche");
        check_default(&w, "", "en", 0, "2 more notifications");
        world_end(&w);
    }
}

TEST(variations_take_what_is_for_others, 0)
{
    size_t skipped;

    post_many(w, 3, "c");
    check_ok(tally_category_set(w->account, "c", "c.more", NULL));
    check_ok(import_source(w, "en",
                           "\"en\":{\"variations\":{\"device\":{\"mac\":" UNIT("%u on a Mac") ",\"other\":{\"variations\":"
                           "{\"plural\":{\"one\":" UNIT("%u more") ",\"other\":" UNIT("%u others") "}}}}}},"
                           "\"de\":{\"variations\":{\"width\":{\"20\":" UNIT("+%u") ",\"other\":" UNIT("noch %u") "}}}",
                           &skipped));
    assert_int_equal(skipped, 0);
    check_summary(w, "", "en", 0, "2 others");
    check_summary(w, "", "de", 0, "noch 2");
}

#define ENTRY(key, members) "<plist version=\"1.0\"><dict><key>" key "</key><dict>" members "</dict></dict></plist>"
#define PLURALS(one, other) \
    "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>" \
    "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>" \
    "<key>NSStringFormatValueTypeKey</key><string>d</string>" \
    "<key>one</key><string>" one "</string><key>other</key><string>" other "</string></dict>"
#define BY_DEVICE(members) "<key>NSStringDeviceSpecificRuleType</key><dict>" members "</dict>"
#define BY_WIDTH(members) "<key>NSStringVariableWidthRuleType</key><dict>" members "</dict>"

/* Nor is the key of a dictionary: users whose language it lacks get the account's, else the built-in words. */
TEST_ALONE(keys_of_dictionaries_are_not_shown)
{
    static const struct {
        const char *file;
        const char *german; /* NULL: it has no text for everybody. */
    } files[] = {
        {ENTRY("NOTIFICATION_SUMMARY", PLURALS("noch %d", "noch %d andere")), "noch 2 andere"},
        {ENTRY("NOTIFICATION_SUMMARY", BY_DEVICE("<key>mac</key><string>%d auf dem Mac</string>"
                                                 "<key>other</key><string>weitere %d</string>")), "weitere 2"},
        {ENTRY("NOTIFICATION_SUMMARY", BY_DEVICE("<key>mac</key><string>am Mac</string><key>other</key><dict>"
                                                 PLURALS("ein %d", "noch %d") "</dict>")), "noch 2"},
        {ENTRY("NOTIFICATION_SUMMARY", BY_DEVICE("<key>mac</key><string>am Mac</string>")), NULL},
        {ENTRY("NOTIFICATION_SUMMARY", BY_WIDTH("<key>20</key><string>noch %d Mitteilungen</string>"
                                                "<key>5</key><string>+%d</string>")), "noch 2 Mitteilungen"},
        {ENTRY("NOTIFICATION_SUMMARY", BY_WIDTH("")), NULL},
        {ENTRY("NOTIFICATION_SUMMARY", "<key>NSStringLocalizedFormatKey</key><string>%#@a@ %#@b@</string>"), NULL},
        {ENTRY("another", PLURALS("%d", "%d")), NULL},
    };
    size_t taken, skipped;

    for (size_t index = 0; index < COUNT_OF(files); index += 1) {
        world w;

        world_init(&w, WORLD_FILE);
        post_many(&w, 3, "c");
        check_ok(tally_category_set(w.account, "c", "NOTIFICATION_SUMMARY", "notification/summary:hidden"));
        check_default(&w, "", "fr", 0, "2 autres notifications");
        check_ok(strings_import(w.account, TALLY_STRINGS_DICTIONARY, files[index].file,
                                      strlen(files[index].file), "de", &taken, &skipped));
        /* An application registers its categories whenever it starts. */
        check_ok(tally_category_set(w.account, "c", "NOTIFICATION_SUMMARY", "notification/summary:hidden"));
        check_default(&w, "", "fr", 0, "2 autres notifications");
        check_default(&w, "", NULL, 0, "2 more notifications");
        check_default(&w, "", "de", TALLY_GROUPS_HIDDEN, "3 Mitteilungen");
        if (files[index].german != NULL)
            check_summary(&w, "", "de", 0, files[index].german);
        else
            check_default(&w, "", "de", 0, "2 weitere Mitteilungen");
        world_close(&w);
        world_open(&w, WORLD_FILE);
        check_default(&w, "", "fr", 0, "2 autres notifications");
        check_ok(group_by(w.account, TALLY_GROUPING_DEFAULT, "de"));
        if (files[index].german != NULL)
            check_summary(&w, "", "fr", 0, files[index].german);
        else
            check_default(&w, "", "fr", 0, "2 autres notifications");
        /* A source text is shown that the host gives, even if it looks like a name. */
        set_forms(&w, "NOTIFICATION_SUMMARY", NULL, "1", "More");
        check_ok(tally_category_set(w.account, "c", "NOTIFICATION_SUMMARY", NULL));
        check_ok(group_by(w.account, TALLY_GROUPING_DEFAULT, ""));
        check_summary(&w, "", "fr", 0, "More");
        world_end(&w);
    }
}

/* A format has a text for each number, or it is none. */
TEST(forms_without_other_are_refused, 0)
{
    static const char without[] = "\"en\":{\"variations\":{\"plural\":{\"one\":" UNIT("%u more") "}}}";
    static const char one[] =
        "<plist><dict><key>c.more</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key>"
        "<dict><key>one</key><string>noch %d</string></dict></dict></dict></plist>";
    size_t taken, skipped;

    post_many(w, 3, "c");
    /* One of many texts of a program. */
    check_ok(import_source(w, "en", without, &skipped));
    assert_int_equal(skipped, 1);
    check_ok(strings_import(w->account, TALLY_STRINGS_DICTIONARY, one, sizeof one - 1, "de", &taken, &skipped));
    assert_int_equal(taken, 0);
    assert_int_equal(skipped, 1);
    /* One that is shown. */
    check_ok(tally_category_set(w->account, "c", "c.more", NULL));
    check_ok(import_source(w, "en", ENGLISH, &skipped));
    check_status(import_source(w, "en", without, &skipped), TALLY_ERROR_MALFORMED);
    check_message("c.more");
    check_message("'other', at byte 1");
    check_status(strings_import(w->account, TALLY_STRINGS_DICTIONARY, one, sizeof one - 1, "de", &taken,
                                      &skipped),
                 TALLY_ERROR_MALFORMED);
    check_message("c.more");
    check_summary(w, "", "de", 0, "2 others");
}

/* ---- Events ---- */

typedef struct heard {
    int count;
    char threads[8][16];
    uint64_t token;
} heard;

static void hear(void *user_data, const tally_event *event, const char *text)
{
    heard *h = (heard *)user_data;

    require(event->kind == TALLY_EVENT_GROUP && h->count < 8);
    h->token = event->token;
    snprintf(h->threads[h->count++], sizeof h->threads[0], "%s", text);
}

TEST(changes_of_groups_are_reported, 0)
{
    heard h = {0};
    uint64_t token, again;
    int64_t key;

    post(w, "0", "a", NULL, NULL, 0);
    check_ok(tally_observe_groups(w->scope, w->account, TALLY_OBSERVE_INITIAL, hear, &h, NULL, &token));
    check_ok(tally_observe_groups(w->scope, w->account, 0, hear, &h, NULL, &again));
    assert_int_equal(token, again);
    drain(w->engine);
    assert_int_equal(h.count, 1);
    assert_string_equal(h.threads[0], "a");
    /* Merged, in the order of the latest. */
    post(w, "1", "a", NULL, NULL, 0);
    post(w, "2", "b", NULL, NULL, 0);
    post(w, "3", "a", NULL, NULL, 0);
    drain(w->engine);
    assert_int_equal(h.count, 3);
    assert_string_equal(h.threads[1], "b");
    assert_string_equal(h.threads[2], "a");
    assert_int_equal(h.token, token);
    /* A change without an effect on it is not reported. */
    check_ok(tally_badge_set(w->account, "other", 3));
    drain(w->engine);
    assert_int_equal(h.count, 3);
    check_ok(tally_group_dismiss(w->account, "b", NULL));
    drain(w->engine);
    assert_int_equal(h.count, 4);
    assert_string_equal(h.threads[3], "b");
    check_ok(tally_group_mark_seen(w->account, "a"));
    drain(w->engine);
    assert_int_equal(h.count, 5);
    /* Other words are other summaries. */
    check_ok(group_by(w->account, TALLY_GROUPING_DEFAULT, "de"));
    drain(w->engine);
    assert_int_equal(h.count, 6);
    assert_string_equal(h.threads[5], "a");
    key = post(w, "4", "a", NULL, NULL, 0);
    tally_unobserve(w->scope, token);
    tally_unobserve(w->scope, again); /* It was added twice. */
    drain(w->engine);
    assert_int_equal(h.count, 6);
    check_ok(tally_message_mark_read(w->account, &key, 1, NULL));
}

static int has_heard(const heard *h, const char *thread)
{
    for (int index = 0; index < h->count; index += 1)
        if (strcmp(h->threads[index], thread) == 0)
            return 1;
    return 0;
}

/* Observers hear of groups that begin and of groups that end, whichever way the grouping changes. */
TEST(other_grouping_reports_all_groups, WORLD_FILE)
{
    static const int32_t modes[] = {
        TALLY_GROUPING_BY_APP, TALLY_GROUPING_AUTOMATIC, TALLY_GROUPING_OFF, TALLY_GROUPING_AUTOMATIC,
    };
    heard h = {0};

    post(w, "1", "a", NULL, NULL, 0);
    post(w, "2", "b", NULL, NULL, 0);
    check_ok(tally_observe_groups(w->scope, w->account, 0, hear, &h, NULL, NULL));
    for (size_t index = 0; index < COUNT_OF(modes); index += 1) {
        h.count = 0;
        check_ok(group_by(w->account, modes[index], NULL));
        drain(w->engine);
        assert_int_equal(h.count, 3);
        assert_true(has_heard(&h, "") && has_heard(&h, "a") && has_heard(&h, "b"));
    }
    /* From one group of all to none by threads only that one changes. */
    check_ok(group_by(w->account, TALLY_GROUPING_BY_APP, NULL));
    drain(w->engine);
    h.count = 0;
    check_ok(group_by(w->account, TALLY_GROUPING_OFF, NULL));
    drain(w->engine);
    assert_int_equal(h.count, 1);
    assert_string_equal(h.threads[0], "");
}

TEST(without_a_callback_events_are_taken, 0)
{
    tally_event event = {.struct_size = sizeof event};
    char text[64];

    check_ok(tally_observe_groups(w->scope, w->account, 0, NULL, NULL, NULL, NULL));
    post(w, "1", "thread", NULL, NULL, 0);
    check_status(tally_engine_next_event(w->engine, 0, &event, text, 4), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_GROUP);
    assert_string_equal(text, "thread");
    check_status(tally_engine_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
    post(w, "2", "thread", NULL, NULL, 0);
}

TEST(a_push_says_how_it_is_summed_up, 0)
{
    static const char *const payloads[] = {
        "{\"path\":\"in\",\"id\":\"1\",\"aps\":{\"alert\":{\"title\":\"T\",\"body\":\"B\",\"summary-arg\":\"Serial\","
        "\"summary-arg-count\":3},\"thread-id\":\"t\",\"category\":\"c\"}}",
        "{\"path\":\"in\",\"id\":\"2\",\"thread-id\":\"t\",\"aps\":{\"alert\":{\"title\":\"U\",\"summary-arg\":\"Other\"},"
        "\"category\":\"c\",\"interruption-level\":\"active\",\"relevance-score\":0.5}}",
    };

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_category_set(w->account, "c", "%u more from %@", NULL));
    check_ok(tally_account_push(w->account, payloads[0], strlen(payloads[0])));
    check_ok(tally_account_push(w->account, payloads[1], strlen(payloads[1])));
    check_summary(w, "t", "en", 0, "3 more from Serial");
    check_counts(w, "t", 2, 4, 2);
}

/* Pushes an item into the thread "t". */
static void push_titled(world *w, const char *id, const char *title)
{
    char payload[200];

    snprintf(payload, sizeof payload, "{\"path\":\"in\",\"id\":\"%s\",\"title\":\"%s\",\"thread\":\"t\"}", id, title);
    check_ok(tally_account_push(w->account, payload, strlen(payload)));
}

static void push_item(world *w, const char *id) { push_titled(w, id, id); }

/* The titles of the group "t", newest first, as lists of it and of all messages have them; and the leading one. */
static void check_titles_at(world *w, const char *expected, int line)
{
    groups g;
    tally_message messages[16];
    char text[4096], found[256];
    size_t size, count;

    get(w, &g, "t", "en", 0);
    for (int is_all = 0; is_all < 2; is_all += 1) {
        int length = 0;

        check_ok(is_all ? message_list(w->account, "in", 0, 0, 16, messages, 16, text, sizeof text, &count, &size)
                        : group_messages(w->account, "t", 0, 16, messages, 16, text, sizeof text, &count, &size));
        for (size_t index = 0; index < count; index += 1)
            length += snprintf(found + length, sizeof found - (size_t)length, "%s%s", index > 0 ? " " : "",
                               text + messages[index].title.offset);
        if (strcmp(found, expected) != 0)
            fail_msg("line %d: %s\n  and not %s", line, found, expected);
        if (messages[0].key != g.entries[0].newest || messages[count - 1].key != g.entries[0].oldest)
            fail_msg("line %d: the group is led by %s", line, text_of(&g, g.entries[0].title));
    }
    check_ok(list_from(w, &g, NULL, 0, 0, MAX_GROUPS));
    if (g.count != 1 || g.entries[0].newest != messages[0].key)
        fail_msg("line %d: the list of groups has another leading message", line);
}
#define check_titles(w, expected) check_titles_at((w), (expected), __LINE__)

/* Pushes have no sequence: the newest is the one that came last, whatever its id, and whatever the clock says. */
TEST(the_newest_push_leads_its_group, WORLD_FILE)
{
    check_ok(tally_account_log_in(w->account));
    push_item(w, "zeta");
    check_titles(w, "zeta");
    push_item(w, "10");
    push_item(w, "9");
    check_titles(w, "9 10 zeta");
    push_item(w, "a-very-long-identifier");
    push_item(w, "alpha");
    check_titles(w, "alpha a-very-long-identifier 9 10 zeta");
    check_ok(tally_group_mark_seen(w->account, "t"));
    fake_clock_advance(&w->clock, 1000);
    push_item(w, "8");
    check_titles(w, "8 alpha a-very-long-identifier 9 10 zeta");
    check_counts(w, "t", 6, 6, 1);
    /* Delivered twice: it stays where it is. With other content it is the newest. */
    push_item(w, "10");
    check_titles(w, "8 alpha a-very-long-identifier 9 10 zeta");
    push_titled(w, "10", "X");
    check_titles(w, "X 8 alpha a-very-long-identifier 9 zeta");
    /* After a restart, with a clock that was set back. */
    world_close(w);
    w->clock.wall -= 86400000;
    world_open(w, WORLD_FILE);
    check_ok(tally_account_log_in(w->account));
    check_titles(w, "X 8 alpha a-very-long-identifier 9 zeta");
    push_item(w, "7");
    push_item(w, "0");
    check_titles(w, "0 7 X 8 alpha a-very-long-identifier 9 zeta");
    world_close(w);
    world_open(w, WORLD_FILE);
    check_titles(w, "0 7 X 8 alpha a-very-long-identifier 9 zeta");
}

/* Among messages of a feed and of the host it is the newest too. */
TEST(a_push_leads_messages_of_others, WORLD_FILE)
{
    static const char page[] =
        "{\"cursor\":\"1\",\"items\":["
        "{\"id\":\"i\",\"seq\":\"99999999999999999999\",\"path\":\"in\",\"title\":\"i\",\"thread\":\"t\"},"
        "{\"id\":\"j\",\"seq\":\"9d2c5680-ffff\",\"path\":\"in\",\"title\":\"j\",\"thread\":\"t\"}]}";
    tally_feed_options options = {.struct_size = sizeof options};
    tally_message_options posted = {.struct_size = sizeof posted, .id = "p", .thread = "t", .title = "p"};

    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_message_post(w->account, "in", &posted, NULL));
    push_item(w, "b");
    check_titles(w, "b p");
    check_ok(tally_feed_deliver(w->feed, page, sizeof page - 1));
    push_item(w, "a");
    check_titles(w, "a i j b p");
    check_ok(tally_feed_push(w->feed, "{\"path\":\"in\",\"title\":\"none\",\"thread\":\"t\"}", 41));
    check_titles(w, "none a i j b p");
}

/* ---- Bad input ---- */

TEST(bad_input_is_refused, 0)
{
    groups g;
    tally_forms forms = {.struct_size = sizeof forms};
    size_t count, size;
    tally_message message;

    post(w, "1", "a", NULL, NULL, 0);
    check_status(group_list(NULL, NULL, 0, 0, 1, g.entries, 1, g.text, 9, &count, &size), TALLY_ERROR_ARGUMENT);
    check_status(group_list(w->account, NULL, 2, 0, 1, g.entries, 1, g.text, 9, &count, &size), TALLY_ERROR_ARGUMENT);
    check_status(group_list(w->account, "no tag!", 0, 0, 1, g.entries, 1, g.text, 9, &count, &size),
                 TALLY_ERROR_ARGUMENT);
    check_message("no tag!");
    check_status(group_list(w->account, NULL, 0, "99", 1, g.entries, 1, g.text, 9, &count, &size),
                 TALLY_ERROR_ARGUMENT);
    check_status(group_list(w->account, NULL, 0, 0, 1, NULL, 0, NULL, 0, &count, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    check_ok(group_list(w->account, NULL, 0, 0, 1, g.entries, 1, g.text, size, &count, &size));
    check_status(group_list(w->account, NULL, 0, 0, 1, g.entries, 1, g.text, size - 1, &count, &size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(tally_group_get(w->account, "a", NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(group_get(w->account, "a", NULL, 0, g.entries, NULL, 0, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(group_get(w->account, "b", NULL, 0, g.entries, NULL, 0, &size), TALLY_ERROR_NOT_FOUND);
    check_status(group_messages(w->account, "a", 0, 1, &message, 0, g.text, 9, &count, &size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    check_status(tally_message_mark_seen(w->account, NULL, 1, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_group_mark_seen(NULL, "a"), TALLY_ERROR_ARGUMENT);
    check_status(group_by(w->account, 4, NULL), TALLY_ERROR_ARGUMENT);
    check_status(group_by(w->account, 0, "x"), TALLY_ERROR_ARGUMENT);
    check_status(tally_observe_groups(w->scope, w->account, TALLY_SUBTREE, NULL, NULL, NULL, NULL),
                 TALLY_ERROR_ARGUMENT);

    check_status(tally_category_set(w->account, NULL, "%u", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_category_set(w->account, "", "%u", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_category_set(w->account, "c", "all %d", NULL), TALLY_ERROR_MALFORMED);
    check_message("at byte 4");
    check_status(tally_category_set(w->account, "c", NULL, "from %@"), TALLY_ERROR_MALFORMED);
    check_message("hidden previews");
    check_status(tally_category_set(w->account, "c", "\xFF", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_strings_set(w->account, "k", "en", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_strings_set(w->account, "k", "en", &forms), TALLY_ERROR_ARGUMENT);
    forms.other = "%";
    check_status(tally_strings_set(w->account, "k", "en", &forms), TALLY_ERROR_MALFORMED);
    forms.other = "%u";
    check_status(tally_strings_set(w->account, "k", "e!", &forms), TALLY_ERROR_ARGUMENT);
    check_status(tally_strings_set(w->account, "", "en", &forms), TALLY_ERROR_ARGUMENT);
    forms.flags = 1;
    check_status(tally_strings_set(w->account, "k", "en", &forms), TALLY_ERROR_ARGUMENT);
    forms.flags = 0;
    forms.struct_size = 4;
    check_status(tally_strings_set(w->account, "k", "en", &forms), TALLY_ERROR_ARGUMENT);
    check_status(strings_import(w->account, 3, "{}", 2, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(strings_import(w->account, TALLY_STRINGS_DICTIONARY, "x", 1, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(strings_import(w->account, TALLY_STRINGS_CATALOG, NULL, 1, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(strings_import(w->account, TALLY_STRINGS_CATALOG, "{}", 2, NULL, NULL, NULL), TALLY_ERROR_MALFORMED);
}

TEST(an_account_that_is_dropped_takes_its_groups_along, 0)
{
    heard h = {0};

    define_messages(w);
    post(w, "1", "a", "messages", NULL, 0);
    check_counts(w, "a", 1, 1, 1);
    check_ok(tally_observe_groups(w->scope, w->account, 0, hear, &h, NULL, NULL));
    check_ok(tally_account_remove(w->engine, "ann"));
    drain(w->engine);
    assert_int_equal(h.count, 1);
    check_status(get_status(w, "a"), TALLY_ERROR_NOT_FOUND);
    tally_account_release(w->account);
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    post(w, "1", "a", "messages", NULL, 0);
    post(w, "2", "a", "messages", NULL, 0);
    check_default(w, "a", "en", 0, "1 more notification");
}

/* ---- Groups beside each other ---- */

/* A group's row, and its line. */
static void describe_group(world *w, const char *thread, char *out, size_t capacity)
{
    tally_group groups[8];
    char text[4096];
    size_t count, size, i;

    *out = 0;
    check_ok(group_list(w->account, "en", 0, NULL, 8, groups, 8, text, sizeof text, &count, &size));
    for (i = 0; i < count; i++)
        if (strcmp(text + groups[i].thread.offset, thread) == 0)
            snprintf(out, capacity, "%d messages, %d new: %s", (int)groups[i].notifications, (int)groups[i].fresh,
                     text + groups[i].summary.offset);
}

/* Whatever happens to one group, the others keep what they show and what is new in them, also in the next run. */
TEST(a_group_leaves_the_others_alone, WORLD_FILE)
{
    static const char *const threads[] = {"", "x", "y", "xy"};
    enum { SEE, DISMISS, READ_ALL_OF_PATH, POST, ACTS };
    char before[COUNT_OF(threads)][256], now[256], id[16], path[16];
    int act, number = 0;
    size_t acted, i;

    for (act = 0; act < ACTS; act++)
        for (acted = 0; acted < COUNT_OF(threads); acted++) {
            world_end(w);
            world_init(w, WORLD_FILE);
            for (i = 0; i < 3 * COUNT_OF(threads); i++) {
                tally_message_options options = {.struct_size = sizeof options, .id = id, .title = "t"};

                options.thread = threads[i % COUNT_OF(threads)];
                snprintf(id, sizeof id, "m%d", number++);
                snprintf(path, sizeof path, "p%d", (int)(i % COUNT_OF(threads)));
                check_ok(tally_message_post(w->account, path, &options, NULL));
                if (i / COUNT_OF(threads) == 1) /* Two are seen, and one is new. */
                    check_ok(tally_group_mark_seen(w->account, options.thread));
            }
            for (i = 0; i < COUNT_OF(threads); i++)
                describe_group(w, threads[i], before[i], sizeof before[i]);
            snprintf(path, sizeof path, "p%d", (int)acted);
            if (act == SEE)
                check_ok(tally_group_mark_seen(w->account, threads[acted]));
            else if (act == DISMISS)
                check_ok(tally_group_dismiss(w->account, threads[acted], NULL));
            else if (act == READ_ALL_OF_PATH)
                check_ok(tally_message_mark_path_read(w->account, path, 0, NULL));
            else {
                tally_message_options options = {.struct_size = sizeof options, .id = "another", .title = "t"};

                options.thread = threads[acted];
                check_ok(tally_message_post(w->account, path, &options, NULL));
            }
            for (number = 0; number < 2; number++) {
                for (i = 0; i < COUNT_OF(threads); i++) {
                    describe_group(w, threads[i], now, sizeof now);
                    if ((strcmp(now, before[i]) == 0) == (i == acted))
                        fail_msg("act %d on '%s': '%s' was %s, is %s", act, threads[acted], threads[i], before[i], now);
                }
                world_close(w);
                world_open(w, WORLD_FILE);
            }
        }
}

/* A group that was seen stays seen as long as it exists, however many others come and go. */
TEST(seen_groups_stay_seen, WORLD_FILE)
{
    char now[256], thread[16], id[16];
    int i;

    for (i = -1; i < 300; i++) {
        tally_message_options options = {.struct_size = sizeof options, .id = id, .title = "t", .thread = thread};

        snprintf(thread, sizeof thread, i < 0 ? "kept" : "t%d", i);
        snprintf(id, sizeof id, "m%d", i);
        check_ok(tally_message_post(w->account, "in", &options, NULL));
        check_ok(tally_group_mark_seen(w->account, thread));
        if (i >= 0)
            check_ok(tally_group_dismiss(w->account, thread, NULL));
    }
    for (i = 0; i < 2; i++) {
        describe_group(w, "kept", now, sizeof now);
        if (strncmp(now, "1 messages, 0 new", 17) != 0)
            fail_msg("run %d: %s", i, now);
        world_close(w);
        world_open(w, WORLD_FILE);
    }
}

/* The same holds for all messages together, although each has a thread of its own, after any number of calls. */
TEST(all_messages_together_stay_seen, WORLD_FILE)
{
    char now[256], expected[32], thread[16], id[16];
    int calls, i;

    for (calls = 60; calls < 70; calls++) {
        world_end(w);
        world_init(w, WORLD_FILE);
        check_ok(group_by(w->account, TALLY_GROUPING_BY_APP, NULL));
        for (i = 0; i < calls; i++) {
            tally_message_options options = {.struct_size = sizeof options, .id = id, .title = "t", .thread = thread};

            snprintf(thread, sizeof thread, "t%d", i);
            snprintf(id, sizeof id, "m%d", i);
            check_ok(tally_message_post(w->account, "in", &options, NULL));
            check_ok(tally_group_mark_seen(w->account, ""));
        }
        snprintf(expected, sizeof expected, "%d messages, 0 new", calls);
        for (i = 0; i < 2; i++) {
            describe_group(w, "", now, sizeof now);
            if (strncmp(now, expected, strlen(expected)) != 0)
                fail_msg("run %d after %d calls: %s", i, calls, now);
            world_close(w);
            world_open(w, WORLD_FILE);
        }
    }
}
