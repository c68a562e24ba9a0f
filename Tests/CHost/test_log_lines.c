/* The lines of the log that tell of somebody else's mistake, to the last byte: who made it, what it was, and at which
 * level. A developer who has nothing but the log finds the feed, the account or the entry by them. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char lines[4096]; /* "LEVEL TEXT\n" each */

static void take_line(void *user_data, int32_t level, const char *text)
{
    size_t used = strlen(lines);

    (void)user_data;
    snprintf(lines + used, sizeof lines - used, "%d %s\n", (int)level, text);
}

static void with_log_of(tally_engine_options *options, int32_t level)
{
    *lines = 0;
    options->log = take_line;
    options->log_level = level;
}

static void all_lines(tally_engine_options *options) { with_log_of(options, TALLY_LOG_INFO); }
static void warnings(tally_engine_options *options) { with_log_of(options, TALLY_LOG_WARNING); }
static void errors(tally_engine_options *options) { with_log_of(options, TALLY_LOG_ERROR); }

static void check_lines_at(world *w, const char *expected, int line)
{
    check_ok(tally_engine_step(w->engine));
    if (strcmp(lines, expected) != 0)
        fail_msg("line %d: the log has\n%sand not\n%s", line, lines, expected);
    *lines = 0;
}
#define check_lines(w, expected) check_lines_at((w), (expected), __LINE__)

static void begin(world *w, void (*configure)(tally_engine_options *options), unsigned flags)
{
    w->configure = configure;
    world_open(w, flags);
}

static void deliver(world *w, const char *page) { check_ok(tally_feed_deliver(w->feed, page, strlen(page))); }

static const char *const mistakes =
    PAGE("1", "{\"id\":\"1\",\"path\":\"a..b\"},{\"id\":\"2\",\"path\":\"a\",\"colour\":1}", "");

TEST(items_and_members, WORLD_CLOSED)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;

    begin(w, all_lines, 0);
    check_ok(tally_feed_add(w->account, "it's", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_lines(w, "");
    deliver(w, mistakes);
    check_lines(w, "2 feed 'it's': an item was set aside: its path is invalid\n"
                   "3 feed 'it's': the server's items have a member 'colour' that is unknown, and ignored\n");
}

/* The level of the options is the greatest of the lines. */
TEST_ALONE(levels)
{
    static void (*const configures[])(tally_engine_options *options) = {errors, warnings, all_lines};
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    size_t i;

    for (i = 0; i < COUNT_OF(configures); i++) {
        world w;

        world_init(&w, WORLD_CLOSED);
        begin(&w, configures[i], 0);
        check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
        check_ok(tally_account_log_in(w.account));
        deliver(&w, mistakes);
        check_ok(tally_engine_step(w.engine));
        assert_int_equal(strstr(lines, "2 feed 'feed': an item was set aside") != NULL, i >= 1);
        assert_int_equal(strstr(lines, "3 feed 'feed': the server's items") != NULL, i == 2);
        world_end(&w);
    }
}

TEST(headers_and_cursors, WORLD_CLOSED | WORLD_SERVER)
{
    begin(w, all_lines, 0);
    add_feed(w, w->server, -1, -1, NULL);
    server_answer_http(w->server, 200, "ETag: \"a\"\rb\r\n", PAGE("20", "", ""));
    check_ok(world_sync(w));
    check_lines(w, "2 feed 'feed': the server's header ETag was ignored: it is too long, not UTF-8, or has control "
                   "characters\n");
    server_answer_http(w->server, 200, "Last-Modified: d\xE9""cembre\r\n", PAGE("21", "", ""));
    check_ok(world_sync(w));
    check_lines(w, "2 feed 'feed': the server's header Last-Modified was ignored: it is too long, not UTF-8, or has "
                   "control characters\n");
    /* Cursors that are numbers: of fewer digits, a smaller one of as many. Equal or greater ones are usual. */
    server_answer_json(w->server, PAGE("9", "", ""));
    check_ok(world_sync(w));
    check_lines(w, "2 the cursor of a feed went back\n");
    server_answer_json(w->server, PAGE("10", "", ""));
    check_ok(world_sync(w));
    server_answer_json(w->server, PAGE("12", "", ""));
    check_ok(world_sync(w));
    check_lines(w, "");
    server_answer_json(w->server, PAGE("11", "", ""));
    check_ok(world_sync(w));
    check_lines(w, "2 the cursor of a feed went back\n");
}

/* Cursors of which one is no number cannot be compared. */
TEST(cursors_that_are_no_numbers, WORLD_CLOSED | WORLD_SERVER)
{
    static const char *const pages[] = {PAGE("29", "", ""), PAGE("1a", "", ""), PAGE("1", "", ""), PAGE("a", "", ""),
                                        PAGE("/0", "", ""), PAGE("1:", "", ""), PAGE("0", "", "")};
    size_t i;

    begin(w, all_lines, 0);
    add_feed(w, w->server, -1, -1, NULL);
    for (i = 0; i < COUNT_OF(pages); i++) {
        server_answer_json(w->server, pages[i]);
        check_ok(world_sync(w));
        check_lines(w, "");
    }
}

TEST(rows_of_the_outbox, WORLD_CLOSED | WORLD_SERVER)
{
    tally_message rows[1];
    char url[64], text[256];
    size_t count, size;
    patience p = {0};

    begin(w, all_lines, WORLD_UNREAD);
    world_add_feed(w);
    world_page(w, PAGE("1", "{\"id\":\"1\",\"rev\":\"1\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    server_url(w->server, url, sizeof url);
    check_ok(send_outbox(w->account, url));
    check_lines(w, "");
    server_answer_http(w->server, 404, "", "");
    check_ok(message_list(w->account, "in", 0, 0, 1, rows, 1, text, sizeof text, &count, &size));
    check_ok(tally_message_mark_read(w->account, &rows[0].key, 1, NULL));
    while (*lines == 0 && is_patient(&p))
        check_ok(tally_engine_step(w->engine));
    check_lines(w, "2 outbox of account 'ann': the server refused a row with status 404\n");
}

static const char calendar[] =
    "BEGIN:VCALENDAR\r\n"
    "BEGIN:VTODO\r\nUID:a\r\nDUE:20260511T180000\r\nEND:VTODO\r\n"
    "BEGIN:VTODO\r\nUID:b\r\nDUE;TZID=No/Where:20260511T180000\r\nEND:VTODO\r\n"
    "END:VCALENDAR\r\n";

static void import(world *w, const char *bytes)
{
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;

    check_ok(tally_reminder_import(w->account, bytes, strlen(bytes), NULL, &report));
}

TEST(entries_of_a_calendar, WORLD_CLOSED)
{
    begin(w, all_lines, 0);
    import(w, calendar);
    check_lines(w, "2 account 'ann': an entry was skipped, line 6: there is no zone 'No/Where'\n");
}

static void import_strings(world *w, const char *json)
{
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;

    check_ok(tally_strings_import(w->account, TALLY_STRINGS_CATALOG, json, strlen(json), NULL, &report));
}

TEST(translations_without_their_source, WORLD_CLOSED)
{
    static const char catalog[] =
        "{\"sourceLanguage\":\"en\",\"version\":\"1.0\",\"strings\":{"
        "\"used\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"Neu\"}}}},"
        "\"both\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"Neu\"}},"
        "\"en\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"New\"}}}},"
        "\"unused\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"Neu\"}}}}}}";

    begin(w, all_lines, 0);
    check_ok(tally_category_set(w->account, "c", "used", "both"));
    import_strings(w, catalog);
    check_lines(w, "2 the translations have no text in their source language for the key 'used'\n");
}
