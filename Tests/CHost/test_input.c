/* Mistakes of a host: each is rejected with the status and the message that the header promises, and changes nothing.
 * Also compiled as C++. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- NULL ---- */

static void check_argument_at(tally_status status, const char *what, const char *file, int line)
{
    check_status_at(status, TALLY_ERROR_ARGUMENT, what, file, line);
    check_message_at(NULL, file, line);
}

#define check_argument(call) check_argument_at((call), #call, __FILE__, __LINE__)

static void never_told(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)event;
    (void)text;
    fail_msg("an observer that was refused was called");
}

TEST(null_is_refused, 0)
{
    tally_badge badge;
    tally_node node;
    tally_account *account = NULL;
    tally_feed *found = NULL;
    tally_scope *scope = (tally_scope *)w;
    tally_event event = {.struct_size = sizeof event};
    tally_feed_state feed = {.struct_size = sizeof feed};
    tally_feed_options options = {.struct_size = sizeof options};
    tally_operation operation = {0};
    tally_message message;
    tally_message_position first = TALLY_MESSAGE_POSITION_INIT;
    size_t n = 7, m = 7;
    uint64_t u;
    intptr_t descriptor;
    int64_t timeout, key = 1;
    char b[64];
    tally_rows rows = {sizeof rows, sizeof message, &message, 1, b, sizeof b, 0, 0, NULL};

    world_add_feed(w);
    check_ok(tally_node_resolve(w->account, "a", &node));
    options.url = w->page_url;

    check_argument(tally_engine_open(NULL, NULL));
    assert_int_equal(tally_error_message(b, sizeof b, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_close(NULL, 0));
    check_argument(tally_engine_flush(NULL));
    check_argument(tally_engine_limit(NULL, TALLY_LIMIT_NODES, TALLY_LIMIT_KEEP, &timeout));
    check_argument(tally_engine_limit(w->engine, 0, TALLY_LIMIT_KEEP, &timeout));
    check_argument(tally_engine_limit(w->engine, TALLY_LIMIT_LINKS + 1, 1, &timeout));
    check_ok(tally_engine_limit(w->engine, TALLY_LIMIT_NODES, TALLY_LIMIT_KEEP, NULL));
    check_argument(tally_engine_get_total(NULL, &badge));
    check_argument(tally_engine_get_total(w->engine, NULL));
    check_argument(tally_engine_get_total_of_all(NULL, &badge));
    check_argument(tally_engine_get_total_of_all(w->engine, NULL));
    check_argument(tally_account_open(NULL, "a", NULL, &account));
    check_argument(tally_account_open(w->engine, NULL, NULL, &account));
    check_argument(tally_account_open(w->engine, "a", NULL, NULL));
    tally_account_release(NULL);
    check_argument(tally_account_log_in(NULL));
    check_argument(tally_account_log_out(NULL));
    check_argument(tally_engine_set_foreground(NULL, 1));
    check_argument(tally_engine_set_network(NULL, 1));
    check_argument(tally_engine_woke(NULL));
    check_argument(account_info(NULL, NULL, NULL, NULL, NULL));
    check_ok(account_info(w->account, NULL, NULL, NULL, NULL));

    check_argument(tally_badge_set(NULL, "a", 1));
    check_argument(tally_badge_set(w->account, NULL, 1));
    check_argument(tally_badge_dot(NULL, "a"));
    check_argument(tally_badge_dot(w->account, NULL));
    check_argument(tally_badge_set_until(NULL, "a", 1, 0));
    check_argument(tally_badge_set_until(w->account, NULL, 1, 0));
    check_argument(tally_badge_dot_until(NULL, "a", 0));
    check_argument(tally_badge_dot_until(w->account, NULL, 0));
    check_argument(tally_badge_add(NULL, "a", 1));
    check_argument(tally_badge_add(w->account, NULL, 1));
    check_argument(tally_badge_clear(NULL, "a"));
    check_argument(tally_badge_clear(w->account, NULL));
    check_argument(tally_badge_clear_tree(NULL, "a"));
    check_argument(tally_badge_clear_tree(w->account, NULL));
    check_argument(tally_badge_mute(NULL, "a", 0, 0));
    check_argument(tally_badge_mute(w->account, NULL, 0, 0));
    check_argument(tally_badge_snooze(NULL, "a", 0));
    check_argument(tally_badge_snooze(w->account, NULL, 0));
    check_argument(tally_badge_flag(NULL, "a", 0));
    check_argument(tally_badge_flag(w->account, NULL, 0));
    check_argument(tally_message_snooze(NULL, 1, 0));
    check_argument(tally_badge_get(NULL, "a", &badge));
    check_argument(tally_badge_get(w->account, NULL, &badge));
    check_argument(tally_badge_get(w->account, "a", NULL));
    check_argument(badge_list(NULL, "a", 0, NULL, 0, NULL, 0, &n, &m, NULL));
    check_argument(badge_list(w->account, NULL, 0, NULL, 0, NULL, 0, &n, &m, NULL));
    check_argument(tally_badge_list(w->account, "a", 0, NULL, NULL, NULL));
    check_argument(badge_explain(NULL, "a", NULL, 0, NULL, 0, &n, &m));
    check_argument(badge_explain(w->account, NULL, NULL, 0, NULL, 0, &n, &m));
    check_argument(tally_badge_explain(w->account, "a", 0, NULL, NULL));

    check_argument(tally_node_resolve(NULL, "a", &node));
    check_argument(tally_node_resolve(w->account, NULL, &node));
    check_argument(tally_node_resolve(w->account, "a", NULL));
    node = 0;
    check_ok(tally_node_resolve(w->account, "a", &node));
    check_argument(tally_node_get_path(NULL, node, b, sizeof b, &n));
    check_argument(tally_node_get_path(w->account, node, b, sizeof b, NULL));
    check_status(tally_node_get_path(w->account, node, NULL, 0, &n), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(n, 6);
    check_argument(tally_node_set(NULL, node, 1));
    check_argument(tally_node_dot(NULL, node));
    check_argument(tally_node_add(NULL, node, 1));
    check_argument(tally_node_clear(NULL, node));
    check_argument(tally_node_clear_tree(NULL, node));
    check_argument(tally_node_mute(NULL, node, 0, 0));
    check_argument(tally_node_get(NULL, node, &badge));
    check_argument(tally_node_get(w->account, node, NULL));

    check_argument(tally_badge_batch(NULL, NULL, 0, NULL, NULL));
    check_argument(tally_badge_batch(w->account, NULL, 1, PLAIN_BATCH, NULL));
    operation.kind = TALLY_OP_SET;
    check_argument(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL)); /* Neither path nor node. */
    check_status(operation.status, TALLY_ERROR_ARGUMENT);

    check_argument(tally_path_escape(NULL, b, sizeof b, &n));
    check_argument(tally_path_escape("a", b, sizeof b, NULL));
    check_argument(tally_path_join(NULL, "a", b, sizeof b, &n));
    check_argument(tally_path_join("a", NULL, b, sizeof b, &n));
    check_argument(tally_path_join("a", "b", b, sizeof b, NULL));
    check_argument(tally_path_parent(NULL, b, sizeof b, &n));
    check_argument(tally_path_parent("a", b, sizeof b, NULL));
    check_argument(tally_path_component(NULL, 0, b, sizeof b, &n));
    check_argument(tally_path_component("a", 0, b, sizeof b, NULL));

    check_argument(tally_scope_open(NULL, &scope));
    assert_null(scope);
    check_argument(tally_scope_open(w->engine, NULL));
    tally_scope_close(NULL);
    check_argument(tally_engine_verify(NULL));
    check_argument(tally_file_recover(NULL, "fresh", NULL));
    check_argument(tally_file_recover("damaged", NULL, NULL));
    check_argument(tally_file_vacuum(NULL));
    check_argument(tally_observe_feed(NULL, w->feed, 0, NULL, NULL, NULL, NULL));
    check_argument(tally_observe_feed(w->scope, NULL, 0, NULL, NULL, NULL, NULL));
    check_argument(tally_observe_feed(w->scope, w->feed, 1, NULL, NULL, NULL, NULL));
    check_argument(tally_observe_feeds(NULL, w->account, 0, never_told, NULL, NULL, NULL));
    check_argument(tally_observe_feeds(w->scope, w->account, 0, NULL, NULL, NULL, NULL));
    check_argument(tally_observe_feeds(w->scope, w->account, TALLY_OBSERVE_INITIAL, never_told, NULL, NULL, NULL));
    check_argument(tally_observe_reminders(NULL, w->account, 0, never_told, NULL, NULL, NULL));
    check_argument(tally_observe_reminders(w->scope, w->account, 0, NULL, NULL, NULL, NULL));
    check_argument(tally_badge_get_own(NULL, "a", NULL));
    check_argument(tally_badge_get_own(w->account, "a", NULL));
    check_argument(tally_badge_set_rule(NULL, "a", NULL));
    check_argument(tally_badge_set_rule(w->account, NULL, NULL));
    check_argument(tally_badge_get_rule(NULL, "a", 0, NULL));
    check_argument(tally_badge_get_rule(w->account, "a", 0, NULL));
    check_argument(tally_link_add(NULL, "a", "b"));
    check_argument(tally_link_add(w->account, NULL, "b"));
    check_argument(tally_link_add(w->account, "a", NULL));
    check_argument(tally_link_remove(NULL, "a", "b"));
    check_argument(tally_link_remove(w->account, NULL, "b"));
    check_argument(tally_link_remove(w->account, "a", NULL));
    check_argument(tally_link_list(w->account, "a", 0, NULL, NULL));
    check_argument(tally_drift_list(w->account, "a", 0, NULL, NULL));
    check_argument(tally_engine_next_event(NULL, 0, &event, b, sizeof b));
    check_argument(tally_engine_next_event(w->engine, 0, NULL, b, sizeof b));
    check_argument(tally_engine_dispatch(NULL, 0, NULL));
    check_argument(tally_engine_interrupt(NULL));
    check_argument(tally_engine_get_descriptor(NULL, &descriptor));
    check_argument(tally_engine_get_descriptor(w->engine, NULL));
    check_argument(tally_engine_step(NULL));
    check_argument(tally_engine_get_timeout(NULL, &timeout));
    check_argument(tally_engine_get_timeout(w->engine, NULL));

    check_argument(tally_feed_find(NULL, "f", &found));
    check_argument(tally_feed_find(w->account, NULL, &found));
    check_argument(tally_feed_find(w->account, "f", NULL));
    check_argument(tally_feed_find_by_id(NULL, 1, &found));
    check_argument(tally_feed_find_by_id(w->account, 1, NULL));
    check_argument(tally_feed_add(NULL, "f", &options, NULL));
    check_argument(tally_feed_add(w->account, NULL, &options, NULL));
    tally_feed_release(NULL);
    check_argument(tally_feed_remove(NULL));
    check_argument(tally_feed_refresh(NULL));
    check_argument(tally_feed_cancel(NULL));
    check_argument(tally_feed_pause(NULL, 1));
    check_argument(tally_feed_show_page(NULL, 0, NULL));
    check_argument(tally_feed_hide_page(NULL, 0));
    check_argument(tally_feed_get(NULL, &feed, NULL, 0, NULL));
    check_argument(tally_feed_get(w->feed, NULL, NULL, 0, NULL));

    check_argument(message_list(NULL, "a", 0, 0, 1, &message, 1, b, sizeof b, &n, &m));
    check_argument(message_list(w->account, NULL, 0, 0, 1, &message, 1, b, sizeof b, &n, &m));
    check_argument(tally_message_list_from(NULL, "a", 0, 0, NULL, &rows));
    check_argument(tally_message_list_from(w->account, NULL, 0, 0, NULL, &rows));
    check_argument(tally_message_first(NULL, "a", 0, 0, &first));
    check_argument(tally_message_first(w->account, NULL, 0, 0, &first));
    check_argument(tally_message_first(w->account, "a", 0, 0, NULL));
    check_argument(message_get(NULL, 1, &message, b, sizeof b));
    check_argument(tally_message_get(w->account, 1, NULL));
    check_argument(message_find(NULL, 0, "1", &message, b, sizeof b));
    check_argument(message_find(w->account, 0, NULL, &message, b, sizeof b));
    check_argument(tally_message_find(w->account, 0, "1", NULL));
    check_argument(message_get_data(NULL, 1, b, sizeof b, &n));
    check_argument(tally_message_remove(NULL, &key, 1));
    check_argument(tally_message_remove(w->account, NULL, 1));
    check_argument(tally_message_get_data(w->account, 1, NULL));
    check_argument(tally_reminder_get(NULL, "milk", NULL));
    check_argument(tally_reminder_get(w->account, "milk", NULL));
    check_argument(tally_reminder_confirm_plan(NULL, 1));
    check_argument(tally_reminder_confirm_plan(w->account, 0));
    check_argument(tally_category_remove(NULL, "c"));
    check_argument(tally_category_remove(w->account, NULL));
    check_argument(tally_strings_remove(NULL, "k", NULL));
    check_argument(tally_strings_remove(w->account, NULL, NULL));
    check_argument(message_counts(NULL, "a", 0, &u, NULL, NULL));
    check_argument(message_counts(w->account, NULL, 0, &u, NULL, NULL));
    check_argument(tally_message_mark_read(NULL, &key, 1, NULL));
    check_argument(tally_message_mark_read(w->account, NULL, 1, NULL));
    check_ok(tally_message_mark_read(w->account, NULL, 0, &n));
    assert_int_equal(n, 0);
    check_argument(tally_message_mark_path_read(NULL, "a", 0, NULL));
    check_argument(tally_message_mark_path_read(w->account, NULL, 0, NULL));
    check_badge(w->account, "root", 0, 0);
}

/* ---- Paths ---- */

typedef struct bad_path {
    const char *path;
    const char *says;
} bad_path;

static const bad_path bad_paths[] = {
    {"", "empty"},
    {".", "empty"},
    {"a.", "empty"},
    {".a", "byte 0"},
    {"a..b", "byte 2"},
    {"root.", "empty"},
    {"root..a", "empty"},
    {"a\\", "backslash"},
    {"a\\.", NULL /* well formed: a name "a." */},
    {"a\\x", "backslash"},
    {"a.b\nc", "control"},
    {"\x01", "control"},
    {"a\x7F", "control"},
    {"\x80", "UTF-8"},
    {"\xC3", "UTF-8"},
    {"\xC0\xAF", "UTF-8"},
    {"\xE0\x80\xAF", "UTF-8"},
    {"\xED\xA0\x80", "UTF-8"},
    {"\xF4\x90\x80\x80", "UTF-8"},
    {"\xF8\x88\x80\x80\x80", "UTF-8"},
    {"a.\xFF", "UTF-8"},
    {"\xE2\x82", "UTF-8"},
};

static void check_bad_path(world *w, const char *path, const char *says)
{
    tally_badge badge;
    tally_node node = 1;
    tally_operation operation = {.kind = TALLY_OP_GET};
    size_t n, m;
    uint64_t u;

    check_status(tally_badge_set(w->account, path, 1), TALLY_ERROR_PATH);
    check_message(says);
    check_message("path '");
    check_status(tally_badge_set(w->account, path, 0), TALLY_ERROR_PATH);
    check_status(tally_badge_dot(w->account, path), TALLY_ERROR_PATH);
    check_status(tally_badge_add(w->account, path, 0), TALLY_ERROR_PATH);
    check_status(tally_badge_clear(w->account, path), TALLY_ERROR_PATH);
    check_status(tally_badge_clear_tree(w->account, path), TALLY_ERROR_PATH);
    check_status(tally_badge_mute(w->account, path, TALLY_MUTE_NONE, 0), TALLY_ERROR_PATH);
    check_status(tally_badge_snooze(w->account, path, 0), TALLY_ERROR_PATH);
    check_status(tally_badge_flag(w->account, path, 0), TALLY_ERROR_PATH);
    check_status(tally_badge_get(w->account, path, &badge), TALLY_ERROR_PATH);
    check_message(says);
    check_status(badge_list(w->account, path, 0, NULL, 0, NULL, 0, &n, &m, NULL), TALLY_ERROR_PATH);
    check_status(badge_explain(w->account, path, NULL, 0, NULL, 0, &n, &m), TALLY_ERROR_PATH);
    check_status(tally_node_resolve(w->account, path, &node), TALLY_ERROR_PATH);
    assert_true(node == 0);
    check_status(tally_observe(w->scope, w->account, path, 0, NULL, NULL, NULL, NULL), TALLY_ERROR_PATH);
    check_status(message_counts(w->account, path, 0, &u, NULL, NULL), TALLY_ERROR_PATH);
    check_status(message_list(w->account, path, 0, 0, 1, NULL, 0, NULL, 0, &n, &m), TALLY_ERROR_PATH);
    check_status(tally_message_mark_path_read(w->account, path, 0, NULL), TALLY_ERROR_PATH);
    operation.path = path;
    check_status(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL), TALLY_ERROR_PATH);
    check_message(says);
}

TEST(malformed_paths, 0)
{
    char longer[6000];
    size_t i, n, m;

    for (i = 0; i < COUNT_OF(bad_paths); i++) {
        if (bad_paths[i].says != NULL)
            check_bad_path(w, bad_paths[i].path, bad_paths[i].says);
        else
            check_ok(tally_badge_set(w->account, bad_paths[i].path, 0));
    }
    memset(longer, 'a', 256); /* A component */
    longer[256] = '\0';
    check_bad_path(w, longer, "255");
    longer[255] = '\0';
    check_ok(tally_badge_set(w->account, longer, 1));
    check_ok(tally_badge_set(w->account, longer, 0));
    memset(longer, '\0', sizeof longer); /* 65 components */
    for (i = 0; i < 65; i++)
        strcat(longer, i == 0 ? "a" : ".a");
    check_bad_path(w, longer, "components");
    longer[strlen(longer) - 2] = '\0';
    check_ok(tally_badge_set(w->account, longer, 1));
    check_ok(tally_badge_set(w->account, longer, 0));
    memset(longer, 'a', sizeof longer); /* 4,096 bytes, with "root." */
    for (i = 255; i < 4091; i += 256)
        longer[i] = '.';
    longer[4092] = '\0';
    check_bad_path(w, longer, "longer");
    longer[4091] = '\0';
    check_ok(tally_badge_set(w->account, longer, 1));
    memset(longer, 'b', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    check_bad_path(w, longer, NULL);
    /* Escapes do not count as bytes of a component. */
    for (i = 0; i < 255; i++)
        memcpy(longer + 2 * i, "\\.", 2);
    longer[510] = '\0';
    check_ok(tally_badge_set(w->account, longer, 2));
    check_badge(w->account, longer, 1, 2);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(badge_list(w->account, "root", TALLY_SUBTREE, NULL, 0, NULL, 0, &n, &m, NULL));
    assert_int_equal(n, 0);
}

TEST(titles_of_feeds, 0)
{
    char longest[1026];
    tally_feed_options options = {.struct_size = sizeof options, .title = longest};

    memset(longest, 't', sizeof longest);
    longest[1025] = '\0';
    check_argument(tally_feed_add(w->account, "f", &options, NULL));
    check_message("1024");
    longest[1024] = '\0';
    check_ok(tally_feed_add(w->account, "f", &options, NULL));
    options.title = "\xFF";
    check_argument(tally_feed_add(w->account, "f", &options, NULL));
    options.title = "";
    check_ok(tally_feed_add(w->account, "f", &options, NULL));
}

TEST(names_of_accounts_and_feeds, 0)
{
    static const char *const bad[] = {"", "a\n", "\x7F", "\xFF", "\xC0\x80"};
    char longer[257];
    tally_account *account = NULL;
    tally_feed_options options = {.struct_size = sizeof options, .url = w->page_url};
    size_t i;

    for (i = 0; i < COUNT_OF(bad); i++) {
        check_argument(tally_account_open(w->engine, bad[i], NULL, &account));
        assert_null(account);
        check_argument(tally_feed_add(w->account, bad[i], &options, NULL));
    }
    memset(longer, 'n', sizeof longer);
    longer[256] = '\0';
    check_argument(tally_account_open(w->engine, longer, NULL, &account));
    check_argument(tally_feed_add(w->account, longer, &options, NULL));
    longer[255] = '\0';
    check_ok(tally_account_open(w->engine, longer, NULL, &account));
    check_ok(tally_feed_add(w->account, longer, &options, NULL));
    tally_account_release(account);
    check_ok(tally_account_open(w->engine, "a.b\\ c", NULL, &account)); /* A name, no path. */
    tally_account_release(account);
    check_ok(tally_account_log_in(w->account));
}

/* ---- Numbers and flags ---- */

TEST(numbers_out_of_range, 0)
{
    static const int64_t counts[] = {-1, TALLY_MAX_COUNT + 1, INT64_MAX, INT64_MIN};
    tally_operation operation = {.path = "a"};
    tally_feed_options feed;
    tally_message message;
    tally_message_position first = TALLY_MESSAGE_POSITION_INIT;
    char text[64];
    tally_rows rows = {sizeof rows, sizeof message, &message, 1, text, sizeof text, 0, 0, NULL};
    size_t i, n, m;

    check_ok(tally_badge_set(w->account, "a", TALLY_MAX_COUNT));
    for (i = 0; i < COUNT_OF(counts); i++) {
        check_status(tally_badge_set(w->account, "a", counts[i]), TALLY_ERROR_RANGE);
        check_message("4294967295");
        check_status(tally_badge_set(w->account, "unknown", counts[i]), TALLY_ERROR_RANGE);
        check_status(tally_badge_set_until(w->account, "a", counts[i], 0), TALLY_ERROR_RANGE);
        check_status(tally_badge_set_until(w->account, "a", counts[i], 1), TALLY_ERROR_RANGE);
    }
    check_status(tally_badge_add(w->account, "a", 1), TALLY_ERROR_RANGE);
    check_status(tally_badge_add(w->account, "a", INT64_MAX), TALLY_ERROR_RANGE);
    check_status(tally_badge_add(w->account, "a", INT64_MIN), TALLY_ERROR_RANGE);
    check_status(tally_badge_add(w->account, "a", -TALLY_MAX_COUNT - 1), TALLY_ERROR_RANGE);
    check_badge(w->account, "root", 1, TALLY_MAX_COUNT);
    check_argument(tally_badge_mute(w->account, "a", 3, 0));
    check_argument(tally_badge_mute(w->account, "a", -1, 0));
    check_argument(tally_badge_mute(w->account, "a", INT32_MAX, 0));
    check_argument(tally_badge_flag(w->account, "a", 2));
    check_argument(tally_badge_flag(w->account, "a", INT32_MIN));
    for (i = 0; i < 3; i++) {
        operation.kind = i == 0 ? 0 : i == 1 ? TALLY_OP_POST : -1;
        check_argument(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL));
        check_status(operation.status, TALLY_ERROR_ARGUMENT);
    }
    operation.kind = TALLY_OP_MUTE;
    operation.value = INT64_C(4294967297); /* Not 1. */
    check_argument(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL));
    operation.value = 1;
    operation.until = -5;
    check_status(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL), TALLY_ERROR_RANGE);
    operation.until = 0;
    operation.flags = 1;
    check_argument(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL));

    check_argument(badge_list(w->account, "a", 2, NULL, 0, NULL, 0, &n, &m, NULL));
    check_argument(message_list(w->account, "a", 4, 0, 1, NULL, 0, NULL, 0, &n, &m));
    check_argument(tally_message_list_from(w->account, "a", TALLY_MESSAGES_UNSEEN, 0, NULL, &rows));
    check_argument(tally_message_first(w->account, "a", TALLY_MESSAGES_NEWER, 0, &first));
    check_argument(tally_message_first(w->account, "a", TALLY_MESSAGES_UNREAD, 0, &first));
    check_argument(tally_view_begin(w->scope, w->account, "a", 4, NULL));
    check_argument(message_counts(w->account, "a", TALLY_MESSAGES_UNREAD, NULL, NULL, NULL));
    check_argument(tally_message_mark_path_read(w->account, "a", TALLY_MESSAGES_UNREAD, NULL));
    check_argument(tally_observe(w->scope, w->account, "a", 4, NULL, NULL, NULL, NULL));
    check_argument(tally_observe_total(w->scope, TALLY_SUBTREE, NULL, NULL, NULL, NULL));

    for (i = 0; i < 17; i++) {
        memset(&feed, 0, sizeof feed);
        feed.struct_size = sizeof feed;
        feed.url = w->page_url;
        if (i == 0)
            feed.initial_delay = -2;
        else if (i == 1)
            feed.interval = 99;
        else if (i == 2)
            feed.interval = -2;
        else if (i == 3)
            feed.request_timeout = 99;
        else if (i == 4)
            feed.request_timeout = -1;
        else if (i == 5)
            feed.idle_timeout = 99;
        else if (i == 6)
            feed.page_limit = 10001;
        else if (i == 7)
            feed.idle_timeout = INT64_MIN;
        else if (i == 8)
            feed.visible_interval = 99;
        else if (i == 9)
            feed.visible_interval = INT64_MIN;
        else if (i == 10)
            feed.tolerance = -2;
        else if (i == 11)
            feed.away_time = -2;
        else if (i == 15)
            feed.max_age = -1;
        else if (i == 16)
            feed.max_messages = -1;
        else if (i == 12)
            feed.flags = 8;
        else if (i == 13)
            feed.polling = 2;
        else
            feed.reserved = &feed;
        check_status(tally_feed_add(w->account, "f", &feed, NULL), i < 12 || i > 14 ? TALLY_ERROR_RANGE : TALLY_ERROR_ARGUMENT);
        check_message(NULL);
    }
    /* The largest that are allowed do not overflow anything. */
    memset(&feed, 0, sizeof feed);
    feed.struct_size = sizeof feed;
    feed.url = w->page_url;
    feed.initial_delay = feed.interval = feed.request_timeout = feed.idle_timeout = INT64_MAX;
    feed.visible_interval = feed.tolerance = feed.away_time = INT64_MAX;
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "f", &feed, &w->feed));
    check_status(tally_feed_show_page(w->feed, TALLY_MAX_FEED_PAGES, NULL), TALLY_ERROR_RANGE);
    check_message("0 to 7");
    check_status(tally_feed_show_page(w->feed, UINT32_MAX, NULL), TALLY_ERROR_RANGE);
    check_status(tally_feed_hide_page(w->feed, 256), TALLY_ERROR_RANGE);
    check_ok(tally_feed_hide_page(w->feed, TALLY_MAX_FEED_PAGES - 1));
    check_ok(tally_engine_step(w->engine));
    check_ok(world_sync(w) == TALLY_ERROR_INTERNAL ? TALLY_ERROR_INTERNAL : TALLY_OK);
}

/* ---- Handles of nodes ---- */

static void check_stale(tally_account *account, tally_node node)
{
    tally_badge badge;
    tally_operation operations[2];
    char b[64];
    size_t n;
    int32_t kind;

#define stale(call) check_status(call, TALLY_ERROR_STALE_HANDLE)
    stale(tally_node_get_path(account, node, b, sizeof b, &n));
    stale(tally_node_set(account, node, 1));
    stale(tally_node_set(account, node, 0));
    stale(tally_node_dot(account, node));
    stale(tally_node_add(account, node, 1));
    stale(tally_node_add(account, node, 0));
    stale(tally_node_clear(account, node));
    stale(tally_node_clear_tree(account, node));
    stale(tally_node_mute(account, node, TALLY_MUTE_ALL, 0));
    stale(tally_node_mute(account, node, TALLY_MUTE_NONE, 0));
    stale(tally_node_get(account, node, &badge));
    tally_node_release(account, node);
    for (kind = TALLY_OP_SET; kind <= TALLY_OP_GET && node != 0; kind++) {
        memset(operations, 0, sizeof operations);
        operations[0].kind = TALLY_OP_DOT;
        operations[0].path = "never";
        operations[1].kind = kind;
        operations[1].node = node;
        stale(tally_badge_batch(account, operations, 2, PLAIN_BATCH, NULL));
        check_status(operations[0].status, TALLY_ERROR_NOT_APPLIED);
        check_status(operations[1].status, TALLY_ERROR_STALE_HANDLE);
    }
#undef stale
}

TEST(stale_and_foreign_handles, 0)
{
    static const tally_node invented[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
    tally_engine *elsewhere;
    tally_account *other, *distant_account;
    tally_node node, kept, foreign, distant, again;
    size_t i;

    check_ok(tally_engine_open(NULL, &elsewhere)); /* Whose seed is not the same. */
    check_ok(tally_account_open(elsewhere, "ann", NULL, &distant_account));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_node_resolve(w->account, "a.b", &node));
    check_ok(tally_node_resolve(w->account, "kept", &kept));
    check_ok(tally_node_resolve(other, "a.b", &foreign));
    check_ok(tally_node_resolve(distant_account, "a.b", &distant));
    check_stale(w->account, foreign);
    check_stale(other, node);
    check_stale(w->account, distant);
    tally_node_release(w->account, node);
    check_stale(w->account, node);
    /* Its place is used again, by the same node and by another one. */
    check_ok(tally_node_resolve(w->account, "a.b", &again));
    check_stale(w->account, node);
    tally_node_release(w->account, again);
    check_ok(tally_node_resolve(w->account, "c", &again));
    check_stale(w->account, node);
    tally_node_release(w->account, again);
    for (i = 0; i < COUNT_OF(invented); i++)
        check_stale(w->account, invented[i]);
    for (i = 0; i < 64; i++)
        check_stale(w->account, kept ^ UINT64_C(1) << i);
    check_badge(w->account, "root", 0, 0);
    check_badge(other, "root", 0, 0);
    check_ok(tally_node_set(w->account, kept, 2));
    tally_node_release(w->account, kept);
    tally_account_release(other);
    tally_account_release(distant_account);
    check_ok(tally_engine_close(elsewhere, -1));
}

static void never(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)event;
    (void)text;
    require(0);
}

TEST(handles_of_another_engine, 0)
{
    world other;
    uint64_t token = 0;

    world_init(&other, 0);
    world_add_feed(&other);
#define elsewhere(call) (check_status((call), TALLY_ERROR_ARGUMENT), check_message("another engine"))
    elsewhere(tally_observe(w->scope, other.account, "a", 0, never, NULL, NULL, &token));
    elsewhere(tally_observe_messages(w->scope, other.account, "a", 0, never, NULL, NULL, &token));
    elsewhere(tally_observe_groups(w->scope, other.account, 0, never, NULL, NULL, &token));
    elsewhere(tally_observe_reminders(w->scope, other.account, 0, never, NULL, NULL, &token));
    elsewhere(tally_observe_feeds(w->scope, other.account, 0, never, NULL, NULL, &token));
    elsewhere(tally_observe_feed(w->scope, other.feed, 0, never, NULL, NULL, &token));
    elsewhere(tally_view_begin(w->scope, other.account, "a", 0, &token));
#undef elsewhere
    assert_int_equal(token, 0);
    check_ok(tally_badge_set(other.account, "a", 1));
    check_ok(tally_engine_verify(w->engine));
    world_end(&other);
}

TEST(numbers_that_no_call_takes, 0)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine = NULL;
    tally_event event;

    memset(&event, 0, sizeof event);
    event.struct_size = sizeof event;
    check_status(tally_engine_next_event(w->engine, -2, &event, NULL, 0), TALLY_ERROR_ARGUMENT);
    check_message("timeout");
    check_status(tally_engine_next_event(w->engine, 0, &event, NULL, 10), TALLY_ERROR_ARGUMENT);
    check_message("text");
    options.log_level = TALLY_LOG_INFO + 1;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_ARGUMENT);
    check_message("log_level");
    options.log_level = -1;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_ARGUMENT);
    assert_null(engine);
    check_status(tally_badge_set_until(w->account, "a", 1, -1), TALLY_ERROR_RANGE);
    check_status(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, -1), TALLY_ERROR_RANGE);
    check_status(tally_badge_snooze(w->account, "a", -1), TALLY_ERROR_RANGE);
    check_status(tally_badge_snooze(w->account, "a", INT64_MIN), TALLY_ERROR_RANGE);
    check_status(tally_message_snooze(w->account, 1, INT64_MIN), TALLY_ERROR_RANGE);
    check_badge(w->account, "a", 0, 0);
}

/* ---- Buffers ---- */

/* An impossible capacity counts as 0: the size is reported, and nothing is written. */
TEST(capacities_that_cannot_be, 0)
{
    static const size_t sizes[] = {SIZE_MAX, (size_t)PTRDIFF_MAX + 1};
    tally_node node;
    tally_badge_entry entries[4];
    tally_message messages[4];
    tally_event event = {.struct_size = sizeof event};
    tally_feed_state feed = {.struct_size = sizeof feed};
    char b[256];
    size_t i, n, m;

    world_add_feed(w);
    world_page(w, "{\"cursor\":\"1\",\"title\":\"t\",\"items\":[{\"id\":\"1\",\"path\":\"in\"}]}");
    drain(w->engine);
    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    check_ok(tally_node_resolve(w->account, "a", &node));
    check_ok(tally_badge_set(w->account, "a", 1));
    for (i = 0; i < COUNT_OF(sizes); i++) {
        size_t size = sizes[i];
#define too_small(call) check_status(call, TALLY_ERROR_BUFFER_TOO_SMALL)
        memset(b, 0x55, sizeof b);
        too_small(tally_error_message(b, size, &n));
        too_small(badge_list(w->account, "root", 1, entries, size, b, sizeof b, &n, &m, NULL));
        too_small(badge_list(w->account, "root", 1, entries, 4, b, size, &n, &m, NULL));
        too_small(badge_list(w->account, "root", 1, NULL, 4, b, sizeof b, &n, &m, NULL));
        too_small(badge_list(w->account, "root", 1, entries, 4, NULL, sizeof b, &n, &m, NULL));
        too_small(tally_node_get_path(w->account, node, b, size, &n));
        too_small(tally_path_escape("a", b, size, &n));
        too_small(tally_path_join("a", "b", b, size, &n));
        too_small(tally_path_parent("a.b", b, size, &n));
        too_small(tally_path_component("a.b", 1, b, size, &n));
        too_small(message_list(w->account, "in", 0, 0, 9, messages, 4, b, size, &n, &m));
        too_small(message_list(w->account, "in", 0, 0, 9, NULL, 4, b, sizeof b, &n, &m));
        too_small(message_list(w->account, "in", 0, 0, 9, messages, 4, NULL, sizeof b, &n, &m));
        too_small(tally_feed_get(w->feed, &feed, b, size, &n));
        too_small(tally_feed_get(w->feed, &feed, NULL, sizeof b, &n));
        too_small(tally_engine_next_event(w->engine, 0, &event, b, size));
#undef too_small
        check_argument(tally_engine_next_event(w->engine, 0, &event, NULL, sizeof b));
        check_argument(tally_message_mark_read(w->account, (const int64_t *)(const void *)b, size, &n));
        check_argument(tally_badge_batch(w->account, (tally_operation *)(void *)&event, size, PLAIN_BATCH, NULL));
        check_argument(tally_engine_dispatch(w->engine, size, &n));
        for (n = 0; n < sizeof b; n++)
            assert_int_equal(b[n], 0x55);
    }
    check_ok(tally_engine_next_event(w->engine, 0, &event, b, sizeof b));
    assert_string_equal(b, "root.a");
}

TEST_ALONE(engine_options)
{
    tally_engine_options options, zero = {.struct_size = sizeof zero};
    tally_engine *engine = (tally_engine *)&options;
    struct {
        tally_engine_options options;
        uint64_t beyond[4];
    } longer;
    size_t i;
    uint32_t *const members[] = {&options.max_depth,    &options.max_path_bytes, &options.max_nodes,
                                 &options.max_accounts, &options.max_feeds,      &options.max_observers,
                                 &options.max_response_bytes, &options.max_batch_ids,
                                 &options.max_loaded_accounts, &options.max_requests,
                                 &options.max_requests_per_origin, &options.max_forgotten, &options.max_marks,
                                 &options.max_failed_rows, &options.max_rejected, &options.max_reminder_log,
                                 &options.max_cached_groups, &options.max_events, &options.max_completions};
    static const uint32_t greatest[] = {1024, 65535, 1073741824, 16777216, 1000000, 16777216, 1073741824,
                                        1073741824, 16777216, 65535, 65535, 1073741824, 1073741824, 1073741824,
                                        1073741824, 1073741824, 16777216, 16777216, 16777216};
    /* In the order of tally_limit. */
    static const int64_t defaults[] = {64, 4096, 16777216, 1024, 0, 100000, 1048576, 8 << 20, 10000, 86400000, 256, 6,
                                       4096, 10000, 10000, 100, 10000, 65536, 1048576, 65536, TALLY_LOG_WARNING};

    for (i = 0; i < COUNT_OF(members); i++) {
        options = zero;
        *members[i] = greatest[i] + 1;
        check_status(tally_engine_open(&options, &engine), TALLY_ERROR_RANGE);
        check_message("must be");
        assert_null(engine);
        *members[i] = UINT32_MAX;
        check_status(tally_engine_open(&options, &engine), TALLY_ERROR_RANGE);
        *members[i] = greatest[i];
        check_ok(tally_engine_open(&options, &engine));
        check_ok(tally_engine_close(engine, -1));
        *members[i] = i == 1 ? 4 : 1;
        check_ok(tally_engine_open(&options, &engine));
        check_ok(tally_engine_close(engine, -1));
    }
    options = zero;
    options.max_path_bytes = 3;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_RANGE);
    for (i = 0; i < 5; i++) {
        options = zero;
        if (i == 0)
            options.flags = 0x40000000u;
        else if (i == 1)
            options.flags = 0x80000000u;
        else if (i == 2)
            options.durability = 2;
        else if (i == 3)
            options.durability = -1;
        else
            options.reserved_pointer = &options;
        check_argument(tally_engine_open(&options, &engine));
        assert_null(engine);
    }
    /* Sizes. */
    options = zero;
    options.struct_size = 0;
    check_argument(tally_engine_open(&options, &engine));
    options.struct_size = 4;
    check_argument(tally_engine_open(&options, &engine));
    options.struct_size = UINT32_MAX;
    check_argument(tally_engine_open(&options, &engine));
    memset(&options, 0xFF, sizeof options); /* An older program's structure ends before the garbage. */
    options.flags = 0;
    options.seed = 0;
    options.batch_id_time = 0;
    options.struct_size = offsetof(tally_engine_options, file);
    check_ok(tally_engine_open(&options, &engine));
    for (i = 0; i < COUNT_OF(defaults); i++)
        assert_int_equal(limit_of(engine, (tally_limit)i + 1), defaults[i]);
    check_ok(tally_engine_close(engine, -1));
    memset(&longer, 0, sizeof longer);
    longer.options.struct_size = sizeof longer;
    longer.options.max_depth = 9;
    check_ok(tally_engine_open(&longer.options, &engine));
    assert_int_equal(limit_of(engine, TALLY_LIMIT_DEPTH), 9);
    check_ok(tally_engine_close(engine, -1));
    ((unsigned char *)&longer)[sizeof longer - 1] = 1;
    check_argument(tally_engine_open(&longer.options, &engine));
    check_message("know");
    assert_null(engine);
    check_ok(tally_engine_open(NULL, &engine));
    check_ok(tally_engine_close(engine, -1));
}

TEST(other_options, 0)
{
    tally_account *account = NULL;
    struct {
        tally_account_options options;
        uint64_t beyond;
    } of_account;
    struct {
        tally_feed_options options;
        uint64_t beyond;
    } of_feed;
    struct {
        tally_batch_options options;
        uint64_t beyond;
    } of_batch;
    tally_page_info page;
    tally_feed_state feed;

    world_add_feed(w);
    memset(&of_account, 0, sizeof of_account);
    of_account.options.struct_size = sizeof of_account;
    check_ok(tally_account_open(w->engine, "x", &of_account.options, &account));
    tally_account_release(account);
    of_account.beyond = 1;
    check_argument(tally_account_open(w->engine, "y", &of_account.options, &account));
    of_account.options.struct_size = 8;
    of_account.options.aggregation = 77;
    check_ok(tally_account_open(w->engine, "x", &of_account.options, &account));
    tally_account_release(account);
    of_account.options.struct_size = 0;
    check_argument(tally_account_open(w->engine, "x", &of_account.options, &account));
    of_account.options.struct_size = sizeof of_account.options;
    of_account.options.aggregation = 0;
    of_account.options.flags = 2;
    check_argument(tally_account_open(w->engine, "x", &of_account.options, &account));
    of_account.options.flags = 0;

    memset(&of_feed, 0, sizeof of_feed);
    of_feed.options.struct_size = sizeof of_feed;
    of_feed.options.url = w->page_url;
    check_ok(tally_feed_add(w->account, "f", &of_feed.options, NULL));
    of_feed.beyond = 1;
    check_argument(tally_feed_add(w->account, "f", &of_feed.options, NULL));
    of_feed.options.struct_size = offsetof(tally_feed_options, initial_delay);
    of_feed.options.initial_delay = -77;
    check_ok(tally_feed_add(w->account, "f", &of_feed.options, NULL));
    of_feed.options.struct_size = 0;
    check_argument(tally_feed_add(w->account, "f", &of_feed.options, NULL));

    memset(&of_batch, 0, sizeof of_batch);
    of_batch.options.struct_size = sizeof of_batch;
    check_ok(tally_badge_batch(w->account, NULL, 0, &of_batch.options, NULL));
    of_batch.beyond = 1;
    check_argument(tally_badge_batch(w->account, NULL, 0, &of_batch.options, NULL));
    of_batch.options.struct_size = sizeof of_batch.options;
    of_batch.options.source = "log";
    check_ok(tally_badge_batch(w->account, NULL, 0, &of_batch.options, NULL));
    check_status(tally_badge_batch(w->account, NULL, 0, &of_batch.options, NULL), TALLY_ALREADY_APPLIED);
    of_batch.options.source = NULL;
    of_batch.options.flags = 2;
    check_argument(tally_badge_batch(w->account, NULL, 0, &of_batch.options, NULL));
    of_batch.options.flags = 0;
    of_batch.options.reserved = 1;
    check_argument(tally_badge_batch(w->account, NULL, 0, &of_batch.options, NULL));

    memset(&feed, 0x55, sizeof feed);
    feed.struct_size = 0;
    check_argument(tally_feed_get(w->feed, &feed, NULL, 0, NULL));
    feed.struct_size = offsetof(tally_feed_state, last_success);
    check_ok(tally_feed_get(w->feed, &feed, NULL, 0, NULL));
    check_status(feed.result, TALLY_EMPTY);
    assert_true(feed.last_success == INT64_C(0x5555555555555555));

    memset(&page, 0x55, sizeof page);
    page.struct_size = 0;
    check_argument(tally_feed_show_page(w->feed, 0, &page));
    page.struct_size = offsetof(tally_page_info, requested);
    check_ok(tally_feed_show_page(w->feed, 0, &page));
    assert_true(page.first <= 1);
    assert_true(page.away_time == -1);
    assert_int_equal(page.requested, 0x55555555);
}

/* ---- How long a structure of options may be ---- */

#define WITH(name, call) static tally_status name(world *w, const void *o) { return call; }

static size_t ignored;

WITH(set_style, tally_style_set(w->account, "a", (const tally_style *)o))
WITH(bind_view, tally_widget_bind(w->scope, w->account, "a", (const tally_widget *)o, NULL, NULL, NULL))
WITH(post, tally_message_post(w->account, "chat", (const tally_message_options *)o, NULL))
WITH(set_forms, tally_strings_set(w->account, "more", "en", (const tally_forms *)o))
WITH(set_rule, tally_badge_set_rule(w->account, "a", (const tally_badge_rule *)o))
WITH(configure, tally_account_configure(w->account, (const tally_account_settings *)o))
WITH(put_reminder, tally_reminder_put(w->account, "milk", (const tally_reminder_options *)o))
WITH(edit_reminder, tally_reminder_edit(w->account, "eggs", (const tally_reminder_options *)o))
WITH(plan, reminder_look(w->account, (const tally_plan_options *)o, NULL, 0, NULL, 0, &ignored, &ignored, NULL))

/* A shorter one is filled up with zeros, and what lies behind it is not read; of a longer one the rest must be zeros.
 *  */
TEST(sizes_of_options, 0)
{
    static const struct {
        tally_status (*use)(world *w, const void *options);
        size_t size, least; /* A view has all its functions. */
    } cases[] = {
        {set_style, sizeof(tally_style), 8},
        {bind_view, sizeof(tally_widget), sizeof(tally_widget)},
        {post, sizeof(tally_message_options), 8},
        {set_forms, sizeof(tally_forms), 8},
        {configure, sizeof(tally_account_settings), 8},
        {set_rule, sizeof(tally_badge_rule), 8},
        {put_reminder, sizeof(tally_reminder_options), 8},
        {edit_reminder, sizeof(tally_reminder_options), 8},
        {plan, sizeof(tally_plan_options), 8},
    };
    uint64_t room[32];
    unsigned char *options = (unsigned char *)room;
    size_t i;

    for (i = 0; i < COUNT_OF(cases); i++) {
        size_t size = cases[i].size, least = cases[i].least;
        tally_status status;

        assert_true(size + 8 <= sizeof room);
        memset(room, 0, sizeof room);
        *(uint32_t *)room = (uint32_t)size;
        status = cases[i].use(w, options);
        *(uint32_t *)room = (uint32_t)size + 8;
        check_status(cases[i].use(w, options), status);
        options[size + 7] = 1;
        check_argument(cases[i].use(w, options));
        check_message("know");
        memset(options + least, 0xFF, sizeof room - least);
        *(uint32_t *)room = (uint32_t)least;
        check_status(cases[i].use(w, options), status);
        *(uint32_t *)room = (uint32_t)least - 1;
        check_argument(cases[i].use(w, options));
    }
}

/* Numbers of 32 bits, on machines whose sizes have no more. */
TEST(limits_without_end, 0)
{
    tally_plan_options options = {0};

    options.struct_size = sizeof options;
    options.limit = UINT32_MAX;
    check_status(plan(w, &options), TALLY_ERROR_RANGE);
    options.limit = 0;
    options.reserve = UINT32_MAX;
    check_status(plan(w, &options), TALLY_ERROR_RANGE);
}

TEST(urls, 0)
{
    static const char *const bad[] = {"",          "x",        "http:",       "http://",     "ftp://h/",    "://h",
                                      "http//h",   "gopher:x", "javascript:1", "http://h h/", "http://h/\n", "http://[::1/",
                                      "file:",     "httpss://h/", "http://h:99999/", "http://h:x/"};
    tally_feed_options options = {.struct_size = sizeof options};
    size_t i;

    for (i = 0; i < COUNT_OF(bad); i++) {
        options.url = bad[i];
        if (tally_feed_add(w->account, "f", &options, &w->feed) != TALLY_ERROR_URL)
            print_error("URL '%s' is accepted\n", bad[i]);
        check_status(tally_feed_add(w->account, "f", &options, &w->feed), TALLY_ERROR_URL);
        check_message("URL '");
        assert_null(w->feed);
    }
    options.url = w->page_url;
    options.prefix = "a..b";
    check_status(tally_feed_add(w->account, "f", &options, &w->feed), TALLY_ERROR_PATH);
    check_message("a..b");
}

/* ---- Statuses ---- */

/* Every constant of the header, by reading the header. */
TEST_ALONE(every_status_has_a_name)
{
    const char *header = required_variable("TALLY_HEADER");
    char *text, *line, *rest, name[64];
    size_t count;
    int found = 0, value;

    text = read_file(header, &count);
    assert_non_null(text);
    rest = strstr(text, "typedef int32_t tally_status;");
    assert_non_null(rest);
    *strstr(rest, "const char *tally_status_name") = '\0';
    while ((line = strsep(&rest, "\n")) != NULL) {
        if (sscanf(line, "#define %63s (%d)", name, &value) != 2 && sscanf(line, "#define %63s %d", name, &value) != 2)
            continue;
        found += 1;
        if (strcmp(tally_status_name(value), name) != 0)
            print_error("%s is named %s\n", name, tally_status_name(value));
        assert_string_equal(tally_status_name(value), name);
        assert_true(strlen(tally_status_message(value)) > 2);
        if (value != 0)
            assert_string_not_equal(tally_status_message(value), tally_status_message(TALLY_OK));
        assert_string_not_equal(tally_status_message(value), tally_status_message(4711));
    }
    assert_int_equal(found, 46);
    free(text);
    for (value = -100; value < 100; value++)
        assert_true(strlen(tally_status_name(value)) > 0 && strlen(tally_status_message(value)) > 0);
    assert_string_equal(tally_status_name(4711), "TALLY_UNKNOWN");
    assert_string_equal(tally_status_name(-51), "TALLY_UNKNOWN");
    assert_string_equal(tally_status_name(INT32_MIN), "TALLY_UNKNOWN");
    assert_string_equal(tally_version_text(), TALLY_VERSION);
    assert_int_equal(tally_version(),
                     TALLY_VERSION_MAJOR * 1000000 + TALLY_VERSION_MINOR * 1000 + TALLY_VERSION_PATCH);
}

static void *first_message_of_a_thread(void *argument)
{
    char b[8] = "xxxxxxx";
    size_t n = 77;

    (void)argument;
    require(tally_error_message(b, sizeof b, &n) == TALLY_OK);
    require(n == 0 && b[0] == '\0');
    require(tally_engine_flush(NULL) == TALLY_ERROR_ARGUMENT);
    require(tally_error_message(NULL, 0, &n) == TALLY_ERROR_BUFFER_TOO_SMALL && n > 0);
    return NULL;
}

TEST(error_messages, 0)
{
    char b[1024], again[1024], longest[6000];
    size_t n, m;
    pthread_t thread;

    check_status(tally_badge_set(w->account, "a..b", 1), TALLY_ERROR_PATH);
    check_ok(tally_error_message(b, sizeof b, &n));
    assert_int_equal(n, strlen(b));
    check_ok(tally_badge_set(w->account, "a", 1)); /* Leaves it as it was. */
    memset(again, 'x', sizeof again);
    assert_int_equal(tally_error_message(again, n, &m), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(m, n);
    assert_int_equal(again[0], 'x');
    check_ok(tally_error_message(again, n + 1, &m));
    assert_string_equal(again, b);
    assert_int_equal(tally_error_message(NULL, 0, &m), TALLY_ERROR_BUFFER_TOO_SMALL);
    /* Another thread's is another one. */
    require(pthread_create(&thread, NULL, first_message_of_a_thread, NULL) == 0);
    pthread_join(thread, NULL);
    check_ok(tally_error_message(again, sizeof again, &m));
    assert_string_equal(again, b);
    /* 1,024 bytes always suffice; what is cut off is cut off between characters. */
    for (n = 0; n + 4 < sizeof longest; n += 3)
        memcpy(longest + n, "\xE2\x82\xAC", 4);
    check_status(tally_badge_set(w->account, longest, 1), TALLY_ERROR_PATH);
    check_ok(tally_error_message(b, sizeof b, &n));
    assert_non_null(strstr(b, "255"));
    for (n = 0; b[n] != '\0'; n++) {
        if ((b[n] & 0xF0) == 0xE0)
            assert_true((b[n + 1] & 0xC0) == 0x80 && (b[n + 2] & 0xC0) == 0x80);
    }
    /* Bytes that are no text do not come out as they are. */
    check_status(tally_badge_set(w->account, "a\xFF\x1B[31m", 1), TALLY_ERROR_PATH);
    check_ok(tally_error_message(b, sizeof b, &n));
    assert_null(strchr(b, '\x1B'));
    assert_null(strchr(b, '\xFF'));
}

/* Fails a call, does one that succeeds, and looks whether the message is still the failed one's. */
static void check_kept_at(tally_status status, const char *what, int line)
{
    char b[1024];
    size_t n;

    check_status_at(status < 0 ? status : TALLY_OK, TALLY_OK, what, __FILE__, line);
    check_ok(tally_error_message(b, sizeof b, &n));
    if (strcmp(b, "engine must not be NULL") != 0)
        fail_msg("line %d: after %s the message is '%s'", line, what, b);
}

#define KEEPS(call) (check_argument(tally_engine_flush(NULL)), check_kept_at((call), #call, __LINE__))

static void count_line(void *user_data, int32_t level, const char *text)
{
    require(level <= TALLY_LOG_INFO && text[0] != '\0');
    *(int *)user_data += 1;
}

static int log_lines;

static void log_everything(tally_engine_options *options)
{
    options->log = count_line;
    options->log_user_data = &log_lines;
    options->log_level = TALLY_LOG_INFO;
}

/* Calls that write log lines, and calls that handle failures within. */
static void keep_while_feeding(world *w)
{
    static const char page[] =
        "{\"cursor\":\"1\",\"items\":[7,{\"id\":\"1\",\"path\":\"a..b\"},{\"id\":\"2\",\"path\":\"in\"}],\"gone\":[\"9\",{}],"
        "\"marks\":{\"a..b\":{\"upto\":\"1\"},\"in\":7},\"badges\":{\"a..b\":{\"dot\":true},\"x\":{\"count\":\"y\"}}}";
    static const char apns[] = "{\"aps\":{\"alert\":7,\"badge\":\"x\"},\"path\":[],\"feed\":\"feed\"}";
    tally_feed_state state = {.struct_size = sizeof state};
    tally_event event = {.struct_size = sizeof event};
    char text[1024];
    int before = log_lines, i;

    KEEPS(tally_feed_deliver(w->feed, page, sizeof page - 1));
    assert_true(log_lines > before);
    KEEPS(tally_account_push(w->account, apns, sizeof apns - 1));
    /* Its file is not there, then it is no page. */
    KEEPS(tally_feed_refresh(w->feed));
    for (i = 0; i < 20; i++)
        KEEPS(tally_engine_step(w->engine));
    write_text(w->page, "{\"cursor\":");
    KEEPS(tally_feed_refresh(w->feed));
    for (i = 0; i < 20; i++)
        KEEPS(tally_engine_step(w->engine));
    KEEPS(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    assert_int_equal(state.failures, 2);
    while (tally_engine_next_event(w->engine, 0, &event, text, sizeof text) == TALLY_OK)
        KEEPS(tally_engine_dispatch(w->engine, 0, NULL));
    KEEPS(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
}

static void keep_while_changing(world *w)
{
    static const char catalogue[] =
        "{\"version\":\"1.0\",\"sourceLanguage\":\"en\",\"strings\":{\"bad\":{\"localizations\":{\"en\":{\"stringUnit\":"
        "{\"state\":\"new\",\"value\":\"%y\"}}}}}}";
    tally_account *account;
    tally_badge badge;
    tally_node node;
    tally_reminder_options reminder = {
        .struct_size = sizeof reminder, .title = "milk", .path = "milk", .shelf_life = 3, .shelf_unit = TALLY_UNIT_DAY,
    };
    int64_t key;
    uint64_t token;
    size_t n;

    /* A new one, and one that is there. */
    KEEPS(tally_account_open(w->engine, "bo", NULL, &account));
    tally_account_release(account);
    KEEPS(tally_account_open(w->engine, "bo", NULL, &account));
    tally_account_release(account);
    KEEPS(tally_badge_set(w->account, "a.b", 3));
    KEEPS(tally_badge_get(w->account, "nowhere", &badge));
    KEEPS(tally_badge_clear(w->account, "a")); /* HELD */
    KEEPS(tally_badge_clear_tree(w->account, "nowhere"));
    KEEPS(tally_node_resolve(w->account, "a", &node));
    KEEPS(tally_node_set(w->account, node, 0));
    KEEPS(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, &token));
    KEEPS((tally_unobserve(w->scope, token), TALLY_OK));
    KEEPS(lease_outbox(w->account));
    KEEPS(tally_message_mark_path_read(w->account, "in", 0, &n));
    KEEPS(tally_message_post(w->account, "in", NULL, &key));
    KEEPS(message_list(w->account, "nowhere", 0, 0, 1, NULL, 0, NULL, 0, &n, &n));
    KEEPS(strings_import(w->account, TALLY_STRINGS_CATALOG, catalogue, sizeof catalogue - 1, NULL, NULL, &n));
    KEEPS(reminder_put(w->account, "milk", &reminder));
    fake_clock_advance(&w->clock, INT64_C(10) * 86400000);
    KEEPS(tally_engine_step(w->engine));
    KEEPS(tally_reminder_mark_done(w->account, "milk", 0));
    KEEPS(tally_account_verify(w->account));
    KEEPS(tally_engine_flush(w->engine));
    KEEPS(tally_engine_verify(w->engine));
    KEEPS(tally_account_log_out(w->account));
    KEEPS(tally_account_log_in(w->account));
    KEEPS(tally_feed_remove(w->feed));
}

TEST(a_call_that_succeeds_leaves_the_message, WORLD_FILE | WORLD_CLOSED)
{
    w->configure = log_everything;
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    keep_while_feeding(w);
    keep_while_changing(w);
    world_close(w);
    /* A file that is there. */
    world_open(w, WORLD_FILE);
    KEEPS(tally_badge_set(w->account, "a", 1));
}

/* ---- Fork ---- */

static int child_of(world *w)
{
    tally_badge badge;
    tally_badge_own own = TALLY_BADGE_OWN_INIT;
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;
    tally_event event = {.struct_size = sizeof event};
    tally_feed_state feed = {.struct_size = sizeof feed};
    tally_operation operation = {.kind = TALLY_OP_DOT, .path = "a"};
    tally_node node;
    size_t n, m;
    int failed = 0;
    intptr_t descriptor;
    char b[16] = "";
    tally_feed_options options = {.struct_size = sizeof options, .url = w->page_url};
    tally_scope *scope;
    tally_account *account;
    tally_feed *found;
    tally_message_position first = TALLY_MESSAGE_POSITION_INIT;
    int64_t key = 1;
    uint64_t revision;

#define forked(call) failed += (call) != TALLY_ERROR_FORKED && fprintf(stderr, "not FORKED: %s\n", #call) > 0
    forked(tally_badge_set(w->account, "a", 2));
    forked(tally_badge_get(w->account, "a", &badge));
    forked(tally_badge_clear_tree(w->account, "a"));
    forked(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL));
    forked(badge_list(w->account, "a", 0, NULL, 0, NULL, 0, &n, &m, NULL));
    forked(tally_node_resolve(w->account, "a", &node));
    forked(tally_node_set(w->account, 1, 1));
    forked(tally_node_get_path(w->account, 1, b, sizeof b, &n));
    forked(badge_changes(w->account, 0, 0, NULL, 0, NULL, 0, &n, &revision));
    forked(badge_snapshot(w->account, "a", NULL, 0, &n));
    forked(tally_badge_apply(w->account, "a", b, sizeof b, 0));
    forked(tally_badge_digest(w->account, "a", &revision));
    forked(badge_diff(w->account, "a", w->account, "b", NULL, 0, &n));
    forked(tally_account_verify(w->account));
    forked(account_info(w->account, NULL, NULL, NULL, NULL));
    forked(tally_account_log_in(w->account));
    forked(tally_account_log_out(w->account));
    forked(tally_engine_set_foreground(w->engine, 0));
    forked(tally_engine_set_network(w->engine, 0));
    forked(tally_engine_woke(w->engine));
    forked(tally_account_open(w->engine, "b", NULL, &account));
    forked(tally_engine_flush(w->engine));
    forked(tally_engine_verify(w->engine));
    forked(tally_engine_get_total(w->engine, &badge));
    forked(tally_engine_get_total_of_all(w->engine, &badge));
    forked(tally_engine_limit(w->engine, TALLY_LIMIT_NODES, TALLY_LIMIT_KEEP, NULL));
    forked(tally_engine_limit(w->engine, TALLY_LIMIT_NODES, 7, NULL));
    forked(tally_scope_open(w->engine, &scope));
    forked(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    forked(tally_observe_total(w->scope, 0, NULL, NULL, NULL, NULL));
    forked(tally_observe_feed(w->scope, w->feed, 0, NULL, NULL, NULL, NULL));
    forked(tally_observe_feeds(w->scope, NULL, 0, never_told, NULL, NULL, NULL));
    forked(tally_observe_reminders(w->scope, w->account, 0, never_told, NULL, NULL, NULL));
    forked(tally_badge_get_own(w->account, "a", &own));
    forked(tally_badge_set_rule(w->account, "a", &rule));
    forked(tally_badge_get_rule(w->account, "a", 0, &rule));
    forked(tally_link_add(w->account, "a", "b"));
    forked(tally_link_remove(w->account, "a", "b"));
    tally_unobserve(w->scope, 1);
    tally_node_release(w->account, 1);
    forked(tally_engine_next_event(w->engine, -1, &event, b, sizeof b));
    forked(tally_engine_dispatch(w->engine, 0, NULL));
    forked(tally_engine_interrupt(w->engine));
    forked(tally_engine_get_descriptor(w->engine, &descriptor));
    forked(tally_engine_set_notify(w->engine, NULL, NULL, NULL));
    forked(tally_feed_add(w->account, "g", &options, NULL));
    forked(tally_feed_find(w->account, "g", &found));
    forked(tally_feed_find_by_id(w->account, 1, &found));
    forked(tally_account_find(w->engine, 1, &account));
    forked(tally_reminder_confirm_plan(w->account, 1));
    forked(tally_feed_refresh(w->feed));
    forked(tally_feed_cancel(w->feed));
    forked(tally_feed_pause(w->feed, 0));
    forked(tally_feed_show_page(w->feed, 0, NULL));
    forked(tally_feed_hide_page(w->feed, 0));
    forked(tally_feed_refresh_now(w->feed, NULL, NULL, NULL, NULL));
    forked(tally_feed_get(w->feed, &feed, NULL, 0, NULL));
    forked(tally_feed_remove(w->feed));
    forked(message_list(w->account, "a", 0, 0, 1, NULL, 0, NULL, 0, &n, &m));
    forked(message_counts(w->account, "a", 0, NULL, NULL, NULL));
    forked(tally_message_first(w->account, "a", 0, 0, &first));
    forked(tally_message_mark_read(w->account, &key, 1, NULL));
    forked(tally_message_mark_path_read(w->account, "a", 0, NULL));
#undef forked
    tally_scope_close(w->scope);
    tally_feed_release(w->feed);
    tally_engine_close(w->engine, -1);
    tally_account_release(w->account);
    /* A new one of its own works. */
    failed += tally_engine_open(NULL, &w->engine) != TALLY_OK;
    failed += tally_account_open(w->engine, "c", NULL, &w->account) != TALLY_OK;
    failed += tally_badge_set(w->account, "a", 2) != TALLY_OK;
    tally_account_release(w->account);
    failed += tally_engine_close(w->engine, -1) != TALLY_OK;
    return failed;
}

TEST_ALONE(after_fork)
{
    world w;
    unsigned flags[] = {WORLD_FILE, WORLD_FILE | WORLD_THREAD, WORLD_FILE | WORLD_FULL | WORLD_THREAD};
    size_t i;

    if (is_emulated()) {
        leave_out("qemu 7.2 ends the child of a program that has threads");
        return;
    }
    for (i = 0; i < COUNT_OF(flags); i++) {
        pid_t child;
        int status;

        world_init(&w, flags[i]);
        world_add_feed(&w);
        check_ok(tally_observe(w.scope, w.account, "a", 0, NULL, NULL, NULL, NULL));
        check_ok(tally_badge_set(w.account, "a", 5));
        fflush(NULL);
        child = fork();
        require(child >= 0);
        if (child == 0) {
            /* The parent's engine is not given back in the child, by intention: exec, so that no leak is found. */
            execlp(child_of(&w) == 0 ? "true" : "false", "child", (char *)NULL);
            _exit(2);
        }
        require(waitpid(child, &status, 0) == child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        /* The parent goes on, and its file, log and lock are as they were. */
        check_badge(w.account, "a", 1, 5);
        check_ok(tally_badge_set(w.account, "b", 6));
        check_ok(tally_engine_flush(w.engine));
        {
            tally_engine_options options = {.struct_size = sizeof options};
            tally_engine *second = NULL;

            options.file = w.file;
            check_status(tally_engine_open(&options, &second), TALLY_ERROR_LOCKED);
        }
        world_close(&w);
        world_open(&w, WORLD_FILE);
        check_badge(w.account, "root", 1, 11);
        world_end(&w);
    }
}

/* ---- Structures of a newer program ---- */

#define TAIL 64

/* A structure, and a part behind it that this version does not know. */
typedef union longer {
    uint32_t struct_size;
    tally_rows rows;
    unsigned char bytes[512 + TAIL];
    void *aligned;
} longer;

enum { LISTS = 19, OPTIONS = 15 };

/* Calls a function of the header with its rows or options. */
static tally_status call_longer(world *w, int function, longer *l)
{
    tally_rows *rows = &l->rows;
    tally_account *a = w->account;

    switch (function) {
    case 0: return tally_account_list(w->engine, 0, NULL, rows);
    case 1: return tally_badge_list(a, "root", 0, NULL, rows, NULL);
    case 2: return tally_badge_changes(a, 0, 0, rows, NULL);
    case 3: return tally_badge_explain(a, "root", 0, NULL, rows);
    case 4: return tally_feed_list(a, 0, NULL, rows);
    case 5: return tally_feed_list_rejected(a, 1, 0, NULL, rows);
    case 6: return tally_message_list(a, "root", 0, NULL, rows);
    case 7: return tally_group_list(a, NULL, 0, NULL, rows);
    case 8: return tally_group_get(a, NULL, NULL, 0, rows);
    case 9: return tally_group_list_messages(a, NULL, 0, NULL, rows);
    case 10: return tally_outbox_lease(a, 1000, rows);
    case 11: return tally_outbox_list(a, 0, NULL, rows);
    case 12: return tally_reminder_list(a, 0, NULL, rows);
    case 13: return tally_reminder_plan(a, NULL, rows, NULL);
    case 14: return tally_reminder_list_notes(a, 0, NULL, rows);
    case 15: return tally_account_get_settings(a, rows);
    case 16: return tally_message_get(a, 1, rows);
    case 17: return tally_message_find(a, 0, "1", rows);
    case 18: return tally_reminder_get(a, "milk", rows);
    case 19: {
        tally_engine *engine = NULL;
        return tally_engine_open((const tally_engine_options *)l, &engine);
    }
    case 20: {
        tally_account *other = NULL;
        return tally_account_open(w->engine, "other", (const tally_account_options *)l, &other);
    }
    case 21: return tally_badge_batch(a, NULL, 0, (const tally_batch_options *)l, NULL);
    case 22: return tally_style_set(a, "a", (const tally_style *)l);
    case 23: {
        tally_presentation out = TALLY_PRESENTATION_INIT;
        const tally_badge dot = {.kind = TALLY_KIND_DOT};
        return tally_present(&dot, (const tally_style *)l, &out, NULL, 0, NULL);
    }
    case 24: return tally_widget_bind(w->scope, a, "a", (const tally_widget *)l, NULL, NULL, NULL);
    case 25: {
        tally_feed *feed = NULL;
        return tally_feed_add(a, "f", (const tally_feed_options *)l, &feed);
    }
    case 26: return tally_message_post(a, "a", (const tally_message_options *)l, NULL);
    case 27: return tally_strings_set(a, "key", NULL, (const tally_forms *)l);
    case 28: return tally_account_configure(a, (const tally_account_settings *)l);
    case 29: return tally_reminder_put(a, "r", (const tally_reminder_options *)l);
    case 30: return tally_reminder_edit(a, "r", (const tally_reminder_options *)l);
    case 31: {
        tally_rows plan = TALLY_ROWS_INIT;
        plan.entry_size = sizeof(tally_plan_entry);
        return tally_reminder_plan(a, (const tally_plan_options *)l, &plan, NULL);
    }
    case 32: return tally_badge_set_rule(a, "a", (const tally_badge_rule *)l);
    default: return tally_engine_batch(w->engine, NULL, 0, (const tally_engine_batch_options *)l);
    }
}

/* All functions with rows or options, each length of an unknown part, and each byte of it that is not zero. */
TEST(what_a_newer_program_asks_for_is_refused, 0)
{
    static const size_t entry_sizes[LISTS] = {
        sizeof(tally_account_entry), sizeof(tally_badge_entry), sizeof(tally_badge_entry), sizeof(tally_reason),
        sizeof(tally_feed_entry), sizeof(tally_rejected), sizeof(tally_message), sizeof(tally_group),
        sizeof(tally_group), sizeof(tally_message), sizeof(tally_outbox_entry), sizeof(tally_outbox_entry),
        sizeof(tally_reminder), sizeof(tally_plan_entry), sizeof(tally_reminder_note),
        sizeof(tally_account_settings_entry), sizeof(tally_message), sizeof(tally_message), sizeof(tally_reminder),
    };
    static const size_t sizes[OPTIONS] = {
        sizeof(tally_engine_options), sizeof(tally_account_options), sizeof(tally_batch_options), sizeof(tally_style),
        sizeof(tally_style), sizeof(tally_widget), sizeof(tally_feed_options), sizeof(tally_message_options),
        sizeof(tally_forms), sizeof(tally_account_settings), sizeof(tally_reminder_options),
        sizeof(tally_reminder_options), sizeof(tally_plan_options), sizeof(tally_badge_rule),
        sizeof(tally_engine_batch_options),
    };
    int function;

    for (function = 0; function < LISTS + OPTIONS; function++) {
        size_t known = function < LISTS ? sizeof(tally_rows) : sizes[function - LISTS], length, byte;

        assert_true(known <= 512);
        for (length = 1; length <= TAIL; length++) {
            for (byte = 0; byte < length; byte++) {
                longer l;
                tally_status status;

                memset(&l, 0, sizeof l);
                if (function < LISTS) {
                    tally_rows rows = TALLY_ROWS_INIT;

                    rows.entry_size = (uint32_t)entry_sizes[function];
                    l.rows = rows;
                }
                l.struct_size = (uint32_t)(known + length);
                l.bytes[known + byte] = 1;
                status = call_longer(w, function, &l);
                if (status != TALLY_ERROR_ARGUMENT)
                    fail_msg("function %d, %d bytes more, byte %d: %s", function, (int)length, (int)byte,
                             tally_status_name(status));
            }
        }
    }
    check_ok(tally_engine_verify(w->engine));
}
