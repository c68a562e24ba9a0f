/* needs: sqlite */
/* The settings of an account: every later run has them, a call changes all or nothing, and those of a file are
 * checked. */
#include "feeds.h"
#include "settings.h"
#include "storefile.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

typedef struct settings {
    tally_account_settings_entry entry;
    char text[70000];
} settings;

static void read_settings(world *w, settings *s)
{
    memset(s, 0, sizeof *s);
    check_ok(get_settings(w->account, &s->entry, s->text, sizeof s->text, NULL));
}

static void check_settings_at(world *w, tally_account_settings expected, int line)
{
    static settings s;
    const tally_account_settings_entry *entry = &s.entry;

    read_settings(w, &s);
    if (entry->grouping != expected.grouping || entry->outbox != expected.outbox
        || entry->outbox_kinds != expected.outbox_kinds || entry->outbox_request_timeout != expected.outbox_request_timeout
        || entry->outbox_idle_timeout != expected.outbox_idle_timeout
        || strcmp(s.text + entry->language.offset, expected.language) != 0
        || strcmp(s.text + entry->outbox_url.offset, expected.outbox_url) != 0
        || strcmp(s.text + entry->push_path.offset, expected.push_path) != 0)
        fail_msg("line %d: grouping %d, outbox %d, kinds %u, timeouts %d and %d, '%s', '%s', '%s'", line,
                 entry->grouping, entry->outbox, (unsigned)entry->outbox_kinds, (int)entry->outbox_request_timeout, (int)entry->outbox_idle_timeout,
                 s.text + entry->language.offset, s.text + entry->outbox_url.offset,
                 s.text + entry->push_path.offset);
}
#define check_settings(w, expected) check_settings_at((w), (expected), __LINE__)

static const tally_account_settings first_settings = {
    .grouping = TALLY_GROUPING_AUTOMATIC, .outbox = TALLY_OUTBOX_MODE_OFF, .outbox_request_timeout = 300000,
    .outbox_idle_timeout = 60000, .outbox_kinds = TALLY_OUTBOX_READS | TALLY_OUTBOX_REMINDERS, .language = "",
    .outbox_url = "", .push_path = "",
};
static const tally_account_settings all_settings = {
    .grouping = TALLY_GROUPING_BY_APP, .outbox = TALLY_OUTBOX_MODE_SENT, .outbox_request_timeout = 5000,
    .outbox_idle_timeout = 100, .outbox_kinds = TALLY_OUTBOX_READS | TALLY_OUTBOX_SEEN, .language = "pt-PT",
    .outbox_url = "http://127.0.0.1:1/out", .push_path = "root.icon",
};

static tally_status configure(world *w, tally_account_settings given)
{
    given.struct_size = sizeof given;
    return tally_account_configure(w->account, &given);
}
#define CONFIGURE(w, ...) configure((w), (tally_account_settings){__VA_ARGS__})

static void reopen(world *w)
{
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_UNREAD);
}

static void push_number(world *w, const char *payload) { check_ok(tally_account_push(w->account, payload, strlen(payload))); }

static uint64_t rows_of(world *w)
{
    uint64_t total;

    check_ok(outbox_counts(w->account, &total, NULL, NULL));
    return total;
}

static void read_message(world *w, size_t *out_changed)
{
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, out_changed));
}

/* ---- The file keeps settings ---- */

TEST(settings_begin_with_defaults, WORLD_FILE | WORLD_UNREAD)
{
    check_settings(w, first_settings);
    check_ok(tally_account_configure(w->account, NULL));
    check_ok(CONFIGURE(w, .flags = 0));
    check_settings(w, first_settings);
    world_close(w);
    assert_int_equal(select_number(w->file, "SELECT COUNT(*) FROM setting"), 0); /* Nothing was written. */
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    check_settings(w, first_settings);
}

TEST(a_restart_keeps_settings, WORLD_FILE | WORLD_UNREAD)
{
    check_ok(configure(w, all_settings));
    check_settings(w, all_settings);
    reopen(w);
    check_settings(w, all_settings);
    check_ok(tally_engine_verify(w->engine));
    /* The same, and nothing. */
    check_ok(configure(w, all_settings));
    check_ok(tally_account_configure(w->account, NULL));
    check_settings(w, all_settings);
    check_ok(tally_account_remove(w->engine, "ann"));
    check_status(tally_account_configure(w->account, NULL), TALLY_ERROR_NOT_FOUND);
    check_status(get_settings(w->account, NULL, NULL, 0, NULL), TALLY_ERROR_NOT_FOUND);
    reopen(w);
    check_settings(w, first_settings);
}

/* 0 and NULL leave a setting unchanged, and an empty text removes it. */
TEST(each_setting_changes_alone, WORLD_FILE | WORLD_UNREAD)
{
    tally_account_settings expected = all_settings;

    check_ok(configure(w, all_settings));
#define CHANGES(member, given, stored) \
    expected.member = stored; \
    check_ok(CONFIGURE(w, .member = given)); \
    check_settings(w, expected)
    CHANGES(language, "en_us", "en-US");
    CHANGES(language, "", "");
    CHANGES(grouping, TALLY_GROUPING_OFF, TALLY_GROUPING_OFF);
    CHANGES(outbox_idle_timeout, 300, 300);
    CHANGES(outbox_request_timeout, INT64_MAX, INT64_MAX);
    CHANGES(outbox_kinds, TALLY_OUTBOX_REMINDERS, TALLY_OUTBOX_REMINDERS);
    CHANGES(outbox_kinds, 0, TALLY_OUTBOX_REMINDERS);
    CHANGES(outbox_kinds, 63, 63);
    CHANGES(push_path, "root", "root");
    CHANGES(push_path, "", "");
    CHANGES(push_path, "a.b", "root.a.b");
    CHANGES(outbox_url, "https://example.org/x", "https://example.org/x");
    CHANGES(outbox, TALLY_OUTBOX_MODE_LEASED, TALLY_OUTBOX_MODE_LEASED);
    CHANGES(outbox, TALLY_OUTBOX_MODE_SENT, TALLY_OUTBOX_MODE_SENT);
    CHANGES(outbox, TALLY_OUTBOX_MODE_OFF, TALLY_OUTBOX_MODE_OFF);
    CHANGES(outbox_url, "", "");
    CHANGES(grouping, TALLY_GROUPING_AUTOMATIC, TALLY_GROUPING_AUTOMATIC);
    reopen(w);
    check_settings(w, expected);
}

/* A language needs no grouping, and the outbox is no grouping that an account's export would have. */
TEST(snapshots_have_the_grouping_alone, WORLD_FILE | WORLD_UNREAD)
{
    static char plain[4096], bytes[4096];
    tally_account_settings expected = first_settings;
    size_t plain_size, size;
    tally_account *other;

    check_ok(account_export(w->account, plain, sizeof plain, &plain_size));
    check_ok(CONFIGURE(w, .outbox = TALLY_OUTBOX_MODE_SENT, .outbox_url = "http://a/", .push_path = "icon"));
    check_ok(account_export(w->account, bytes, sizeof bytes, &size));
    assert_int_equal(size, plain_size);
    assert_memory_equal(bytes, plain, size);
    check_ok(CONFIGURE(w, .language = "de"));
    check_ok(account_export(w->account, bytes, sizeof bytes, &size));
    check_ok(tally_account_import(w->engine, "bo", bytes, size));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    tally_account_release(w->account);
    w->account = other;
    expected.language = "de";
    check_settings(w, expected);
}

/* A kind that is not asked for is not written. */
TEST(an_outbox_has_the_kinds_that_are_asked_for, WORLD_FILE | WORLD_UNREAD)
{
    static const char reminder[] = "milk";
    tally_reminder_options terms = TALLY_REMINDER_OPTIONS_INIT;
    size_t changed;

    terms.fields = TALLY_REMINDER_FIELD_SHELF_LIFE;
    terms.shelf_life = 3;
    terms.shelf_unit = TALLY_UNIT_DAY;
    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in", "1") "," ITEM("3", "in", "1"), ""));
    check_ok(CONFIGURE(w, .outbox = TALLY_OUTBOX_MODE_LEASED, .outbox_kinds = TALLY_OUTBOX_REMINDERS));
    check_ok(tally_message_mark_read(w->account, &(int64_t){1}, 1, &changed));
    check_ok(tally_message_remove(w->account, &(int64_t){2}, 1));
    assert_int_equal(rows_of(w), 0);
    read_message(w, &changed);
    assert_int_equal(rows_of(w), 0);
    check_ok(tally_reminder_put(w->account, reminder, &terms));
    assert_int_equal(rows_of(w), 1);
    reopen(w);
    check_ok(tally_reminder_remove(w->account, reminder));
    assert_int_equal(rows_of(w), 1);
    check_ok(CONFIGURE(w, .outbox_kinds = TALLY_OUTBOX_READS));
    check_ok(tally_reminder_put(w->account, "eggs", &terms));
    assert_int_equal(rows_of(w), 1);
    check_ok(tally_message_mark_unread(w->account, &(int64_t){1}, 1, &changed));
    assert_int_equal(changed, 1);
    assert_int_equal(rows_of(w), 2);
}

/* ---- A later run uses settings ---- */

TEST(a_restarted_account_has_its_outbox, WORLD_FILE | WORLD_UNREAD)
{
    size_t changed;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in", "1"), ""));
    check_ok(lease_outbox(w->account));
    reopen(w);
    read_message(w, &changed);
    assert_int_equal(changed, 1);
    assert_int_equal(rows_of(w), 1);
    check_ok(CONFIGURE(w, .outbox = TALLY_OUTBOX_MODE_OFF));
    reopen(w);
    world_add_feed(w);
    world_page(w, PAGE("2", ITEM("1", "in", "1") "," ITEM("2", "in", "1"), ""));
    read_message(w, &changed);
    assert_int_equal(changed, 1);
    /* Only the former row. */
    assert_int_equal(rows_of(w), 1);
}

TEST(a_restarted_account_has_its_push_path, WORLD_FILE | WORLD_UNREAD)
{
    check_ok(push_to(w->account, "icon"));
    reopen(w);
    check_ok(tally_account_log_in(w->account));
    push_number(w, "{\"aps\":{\"badge\":7}}");
    check_badge(w->account, "icon", 1, 7);
    check_ok(push_to(w->account, "root"));
    reopen(w);
    check_ok(tally_account_log_in(w->account));
    push_number(w, "{\"aps\":{\"badge\":5}}");
    check_badge(w->account, "icon", 1, 7);
    check_ok(push_to(w->account, ""));
    push_number(w, "{\"aps\":{\"badge\":9}}");
    check_badge(w->account, "icon", 1, 7);
}

static void step_until_sent(world *w, uint64_t left)
{
    patience p = {0};

    while (rows_of(w) != left && is_patient(&p)) {
        check_ok(tally_engine_step(w->engine));
        (void)poll(NULL, 0, 1);
    }
    assert_int_equal(rows_of(w), left);
}

/* It begins with the log-in, and ends leases of the former run. */
TEST(a_restarted_account_sends_its_outbox, WORLD_FILE | WORLD_UNREAD | WORLD_SERVER)
{
    tally_outbox_entry row;
    char url[256], text[1024];
    size_t changed, count, size;

    server_answer_json(w->server, "{}");
    server_url(w->server, url, sizeof url);
    check_ok(send_outbox(w->account, url));
    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in.a", "1"), ""));
    check_ok(tally_account_log_out(w->account));
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &changed));
    check_ok(outbox_lease(w->account, 86400000, 1, &row, 1, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    reopen(w);
    for (int step = 0; step < 5; step++)
        check_ok(tally_engine_step(w->engine));
    assert_int_equal(rows_of(w), 1);
    check_ok(tally_account_log_in(w->account));
    step_until_sent(w, 0);
    check_ok(tally_message_mark_path_read(w->account, "in.a", 0, &changed));
    step_until_sent(w, 0);
    assert_int_equal(server_requests(w->server), 2);
    /* The host sends now, or nobody does. */
    check_ok(lease_outbox(w->account));
    check_ok(tally_message_mark_unread(w->account, &(int64_t){1}, 1, &changed));
    for (int step = 0; step < 5; step++)
        check_ok(tally_engine_step(w->engine));
    assert_int_equal(rows_of(w), 1);
    check_ok(CONFIGURE(w, .outbox = TALLY_OUTBOX_MODE_SENT));
    step_until_sent(w, 0);
    check_ok(CONFIGURE(w, .outbox = TALLY_OUTBOX_MODE_OFF));
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &changed));
    assert_int_equal(changed, 1);
    assert_int_equal(rows_of(w), 0);
    assert_int_equal(server_requests(w->server), 3);
}

/* ---- Accounts that are not in memory ---- */

static void keep_one(tally_engine_options *options)
{
    options->max_loaded_accounts = 1;
    options->max_accounts = 3;
}

/* An outbox keeps no account open that nobody uses. */
TEST(accounts_out_of_memory_keep_settings, WORLD_CLOSED)
{
    tally_account *account, *ann;
    char name[8];

    w->configure = keep_one;
    world_open(w, WORLD_FILE);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 10; i++) {
            snprintf(name, sizeof name, "n%d", i);
            check_ok(tally_account_open(w->engine, name, NULL, &account));
            ann = w->account;
            w->account = account;
            if (round == 0)
                check_ok(configure(w, all_settings));
            check_settings(w, all_settings);
            check_ok(tally_badge_add(account, "a", 1));
            w->account = ann;
            tally_account_release(account);
            check_badge(ann, "root", 0, 0);
        }
    check_settings(w, first_settings);
}

/* ---- Invalid settings ---- */

TEST(bad_settings_change_nothing, WORLD_FILE | WORLD_UNREAD)
{
    static const struct {
        tally_account_settings given;
        tally_status status;
        const char *message;
    } bad[] = {
        {{.flags = 1}, TALLY_ERROR_ARGUMENT, "unknown flags"},
        {{.outbox_kinds = 1u << 30}, TALLY_ERROR_ARGUMENT, "kinds"},
        {{.outbox_kinds = TALLY_OUTBOX_READS | 0x80000000u}, TALLY_ERROR_ARGUMENT, "kinds"},
        {{.reserved_pointer = (void *)"x"}, TALLY_ERROR_ARGUMENT, "reserved"},
        {{.grouping = 4}, TALLY_ERROR_ARGUMENT, "grouping"},
        {{.grouping = -1}, TALLY_ERROR_ARGUMENT, "grouping"},
        {{.outbox = 4}, TALLY_ERROR_ARGUMENT, "outbox"},
        {{.outbox = -1}, TALLY_ERROR_ARGUMENT, "outbox"},
        {{.outbox_request_timeout = 99}, TALLY_ERROR_RANGE, "timeout"},
        {{.outbox_request_timeout = -1}, TALLY_ERROR_RANGE, "timeout"},
        {{.outbox_idle_timeout = 99}, TALLY_ERROR_RANGE, "timeout"},
        {{.outbox_idle_timeout = INT64_MIN}, TALLY_ERROR_RANGE, "timeout"},
        {{.language = "x"}, TALLY_ERROR_ARGUMENT, "BCP 47"},
        {{.language = "\xff"}, TALLY_ERROR_ARGUMENT, "language"},
        {{.outbox_url = "file:///tmp/x"}, TALLY_ERROR_URL, "http:"},
        {{.outbox_url = "FILE:/x"}, TALLY_ERROR_URL, ""},
        {{.outbox_url = "ftp://x/"}, TALLY_ERROR_URL, "http:"},
        {{.outbox_url = "x"}, TALLY_ERROR_URL, ""},
        {{.outbox_url = "http://"}, TALLY_ERROR_URL, "malformed"},
        {{.outbox_url = "http://a b/"}, TALLY_ERROR_URL, "malformed"},
        {{.outbox_url = "http://\xff/"}, TALLY_ERROR_URL, ""},
        {{.outbox_url = ""}, TALLY_ERROR_ARGUMENT, "outbox_url"}, /* It is sent. */
        {{.push_path = "a..b"}, TALLY_ERROR_PATH, "a..b"},
        {{.push_path = "\xff"}, TALLY_ERROR_PATH, ""},
    };
    tally_account_settings given;
    size_t i;

    check_status(tally_account_configure(NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(CONFIGURE(w, .outbox = TALLY_OUTBOX_MODE_SENT, .language = "de"), TALLY_ERROR_ARGUMENT);
    check_message("outbox_url");
    check_settings(w, first_settings);
    check_ok(configure(w, all_settings));
    for (i = 0; i < COUNT_OF(bad); i++) {
        /* Alone, and beside others that are valid. */
        for (int round = 0; round < 2; round++) {
            given = bad[i].given;
            if (round == 1) {
                given.grouping = given.grouping == 0 ? TALLY_GROUPING_OFF : given.grouping;
                given.outbox_idle_timeout = given.outbox_idle_timeout == 0 ? 777 : given.outbox_idle_timeout;
                given.language = given.language == NULL ? "fr" : given.language;
                given.outbox_url = given.outbox_url == NULL ? "http://b/" : given.outbox_url;
                given.push_path = given.push_path == NULL ? "elsewhere" : given.push_path;
            }
            check_status(configure(w, given), bad[i].status);
            check_message(bad[i].message);
        }
        check_settings(w, all_settings);
    }
    given = (tally_account_settings){.struct_size = 7};
    check_status(tally_account_configure(w->account, &given), TALLY_ERROR_ARGUMENT);
    given.struct_size = 8;
    check_ok(tally_account_configure(w->account, &given));
    check_status(tally_account_get_settings(w->account, NULL), TALLY_ERROR_ARGUMENT);
    reopen(w);
    check_settings(w, all_settings);
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    check_status(configure(w, all_settings), TALLY_ERROR_CLOSED);
    check_status(get_settings(w->account, NULL, NULL, 0, NULL), TALLY_ERROR_CLOSED);
}

/* A file may have anything. Verifying finds it, or reading does, and recovering leaves it out. */
TEST(stored_settings_are_checked, WORLD_FILE | WORLD_UNREAD)
{
    static const struct {
        const char *sql;
        int opens, verifies;
    } cases[] = {
        {"grouping = 4", 0, 0},
        {"grouping = -1", 0, 0},
        {"outbox = 0", 0, 0},
        {"outbox = 4", 0, 0},
        {"outbox = 4294967297", 0, 0},
        {"outbox_kinds = 0", 0, 0},
        {"outbox_kinds = 1073741824", 0, 0},
        {"outbox_kinds = 4294967297", 0, 0},
        {"request_timeout = 99", 0, 0},
        {"idle_timeout = -1", 0, 0},
        {"outbox_url = ''", 0, 0},
        {"outbox_url = 'ftp://x/'", 1, 1},
        {"outbox_url = 'http://a b/'", 1, 1},
        {"outbox_url = CAST(x'FF' AS TEXT)", 1, 0},
        {"outbox = 2, outbox_url = 'nonsense'", 1, 1},
        {"push_path = 'icon'", 0, 0},
        {"push_path = 'root.a..b'", 0, 0},
        {"push_path = CAST(x'FF' AS TEXT)", 0, 0},
        {"language = 'not a language'", 1, 1},
        {"outbox = 1, push_path = '', language = 'not a language'", 1, 1},
        {"grouping = 0", 1, 0},
    };
    char sql[256];
    settings s;
    size_t i;

    check_ok(configure(w, all_settings));
    for (i = 0; i < COUNT_OF(cases); i++) {
        tally_account *account = NULL;
        tally_status status;

        world_close(w);
        snprintf(sql, sizeof sql,
                 "UPDATE setting SET grouping = 2, language = 'pt-PT', outbox = 3, request_timeout = 5000, idle_timeout "
                 "= 100, outbox_url = 'http://a/', push_path = 'root.icon', outbox_kinds = 5; UPDATE setting SET %s", cases[i].sql);
        run_sql(w->file, sql);
        check_ok(open_file(w, w->file, 0));
        status = tally_account_open(w->engine, "ann", NULL, &account);
        if (!cases[i].opens != (status < 0))
            fail_msg("%s: %s", cases[i].sql, tally_status_name(status));
        if (account != NULL) {
            status = get_settings(account, &s.entry, s.text, sizeof s.text, NULL);
            if (status != TALLY_OK && status != TALLY_ERROR_CORRUPT)
                fail_msg("%s: %s", cases[i].sql, tally_status_name(status));
            tally_account_release(account);
        }
        status = tally_engine_verify(w->engine);
        if (!cases[i].verifies != (status == TALLY_ERROR_CORRUPT))
            fail_msg("%s is verified: %s", cases[i].sql, tally_status_name(status));
    }
}

/* The URL of an outbox has a wrong byte, as in a file that was recovered. The badges are there; another URL helps. */
TEST(an_account_opens_without_the_url_of_its_outbox, WORLD_FILE)
{
    tally_badge badge;
    settings s;

    check_ok(configure(w, all_settings));
    check_ok(tally_badge_set(w->account, "inbox", 3));
    world_close(w);
    run_sql(w->file, "UPDATE setting SET outbox = 3, outbox_url = 'http://a b/'");
    check_ok(open_file(w, w->file, 0));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_badge_get(w->account, "inbox", &badge));
    assert_int_equal(badge.count, 3);
    check_status(get_settings(w->account, &s.entry, s.text, sizeof s.text, NULL), TALLY_ERROR_CORRUPT);
    check_ok(CONFIGURE(w, .outbox_url = "http://a/"));
    check_ok(get_settings(w->account, &s.entry, s.text, sizeof s.text, NULL));
}

int main(void) { return tests_run(); }
