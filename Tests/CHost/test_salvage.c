/* needs: sqlite */
/* Recovery reads rows of every size: those that fit into a page, those that just do not, and those that need many. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"
#include "storefile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM (1u << 20)
#define MOST 5000

/* One message of each length in its body, from `first` to `last`, and a badge whose path has about as many bytes. */
static void fill(world *w, int first, int last)
{
    static char page[8 * ROOM];
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    size_t length = (size_t)snprintf(page, sizeof page, "{\"cursor\":\"1\",\"items\":[");
    int i;

    for (i = first; i <= last; i++) {
        length += (size_t)snprintf(page + length, sizeof page - length,
                                   "%s{\"id\":\"%d\",\"path\":\"in\",\"body\":\"%*d\"}",
                                   i > first ? "," : "", i, i, i);
    }
    snprintf(page + length, sizeof page - length, "]}");
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

static void add_paths(world *w, int first, int last)
{
    char path[1100];
    int i, k;

    for (i = first; i <= last; i++) {
        for (k = 0; k < i; k++)
            path[k] = k % 200 == 199 && k + 1 < i ? '.' : 'a';
        path[i] = '\0';
        check_ok(tally_badge_set(w->account, path, i));
    }
}

static void check_messages(world *w, int first, int last)
{
    static tally_message rows[MOST];
    static char text[16 * ROOM];
    size_t count, size, i;

    check_ok(message_list(w->account, "in", 0, NULL, MOST, rows, MOST, text, sizeof text, &count, &size));
    assert_int_equal(count, last - first + 1);
    for (i = 0; i < count; i++) {
        int length = atoi(text + rows[i].id.offset);

        assert_int_equal(rows[i].body.length, length);
        assert_int_equal(atoi(text + rows[i].body.offset), length);
    }
}

static void check_recovered(world *w, int first, int last)
{
    tally_recovery r = {.struct_size = sizeof r};
    unsigned char *before = malloc(ROOM), *after = malloc(ROOM);
    char fresh[320];
    size_t size, others;

    require(before != NULL && after != NULL);
    check_ok(badge_snapshot(w->account, "root", before, ROOM, &size));
    world_close(w);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    check_ok(tally_file_recover(w->file, fresh, &r));
    assert_int_equal(r.damaged_pages, 0);
    open_recovered(w, fresh);
    check_ok(badge_snapshot(w->account, "root", after, ROOM, &others));
    assert_int_equal(size, others);
    assert_memory_equal(before, after, size);
    check_messages(w, first, last);
    free(before);
    free(after);
}

/* A row with 4,053 bytes or so is the largest that fits into a page. */
TEST(rows_about_as_large_as_a_page, WORLD_FILE)
{
    fill(w, 3900, 4150);
    check_recovered(w, 3900, 4150);
}

TEST(rows_about_as_large_as_two_pages, WORLD_FILE)
{
    fill(w, 8000, 8250);
    check_recovered(w, 8000, 8250);
}

/* A key of an index fits if a page can have four of them. */
TEST(keys_about_as_large_as_a_quarter_of_a_page, WORLD_FILE)
{
    fill(w, 10, 20);
    add_paths(w, 850, 1020);
    check_recovered(w, 10, 20);
}

static void count_line(void *user_data, int32_t level, const char *text)
{
    (void)text;
    *(int *)user_data += level == TALLY_LOG_ERROR;
}

/* Verifying tells a hundred problems, and no more. */
TEST(a_hundred_problems_are_told, WORLD_FILE)
{
    static const int wrong[] = {99, 100, 101, 150};
    size_t i;

    fill(w, 10, 209);
    world_close(w);
    for (i = 0; i < COUNT_OF(wrong); i++) {
        tally_engine_options options = {
            .struct_size = sizeof options, .file = w->file, .flags = TALLY_ENGINE_HOST_DRIVEN, .log = count_line,
        };
        tally_engine *engine;
        char sql[100];
        int told = 0;

        options.log_user_data = &told;
        snprintf(sql, sizeof sql, "UPDATE message SET count = -1 WHERE key <= %d", wrong[i]);
        run_sql(w->file, sql);
        assert_int_equal(select_number(w->file, "SELECT COUNT(*) FROM message WHERE count = -1"), wrong[i]);
        check_ok(tally_engine_open(&options, &engine));
        check_status(tally_engine_verify(engine), TALLY_ERROR_CORRUPT);
        assert_int_equal(told, wrong[i] < 100 ? wrong[i] : 100);
        check_ok(tally_engine_close(engine, -1));
    }
}

/* ---- Requests ---- */

enum { ROWS = 4 };

/* Gives out the row of the outbox, and copies its body. */
static void lease_body(world *w, char *body, size_t capacity)
{
    tally_outbox_entry rows[ROWS];
    char text[4000];
    size_t count, size;

    fake_clock_advance(&w->clock, 100000);
    check_ok(outbox_lease(w->account, 1000, ROWS, rows, ROWS, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    snprintf(body, capacity, "%s", text + rows[0].body.offset);
}

/* The export of the account can be imported. */
static void check_copy(world *w)
{
    static char bytes[65536];
    size_t size;

    check_ok(account_export(w->account, bytes, sizeof bytes, &size));
    check_ok(tally_account_import(w->engine, "copy", bytes, size));
}

/* A body is made once, and a damaged page may have changed it. It is made again where it does not say what its row
 * says, so no server gets what it cannot understand. */
static void damage_bodies(world *w, void (*act)(world *w, int64_t key))
{
    static const char page[] = PAGE("1", ITEM("1", "in", "1"), "");
    static const char *const damages[] = {
        "body", "replace(body, 'upto', 'uptor')", "replace(body, '\"upto\":', '\"uptor:')", "replace(body, 'true', 'false')",
        "replace(body, 'ver', 'vev')", "replace(body, 'deleted', 'celeted')", "replace(body, '\"id\":\"1', '\"id\":\"2')",
        "replace(body, ':\"feed', ':\"fees')", "replace(body, 'in', 'im')", "substr(body, 2)", "'x'"};
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1, .prefix = "news"};
    char before[2000], after[2000], damaged[320], fresh[320], sql[400], text[4000];
    tally_message messages[ROWS];
    size_t count, size;

    check_ok(lease_outbox(w->account));
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
    check_ok(message_list(w->account, "news", TALLY_SUBTREE, NULL, ROWS, messages, ROWS, text, sizeof text, &count, &size));
    act(w, messages[0].key);
    lease_body(w, before, sizeof before);
    world_close(w);
    snprintf(damaged, sizeof damaged, "%s/damaged.db", w->directory);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    for (size_t i = 0; i < COUNT_OF(damages); i++) {
        tally_recovery r = {.struct_size = sizeof r};

        copy_file(w->file, damaged);
        snprintf(sql, sizeof sql, "UPDATE outbox SET body = %s", damages[i]);
        run_sql(damaged, sql);
        check_ok(tally_file_recover(damaged, fresh, &r));
        if (i == 0) /* Nothing is damaged. */
            assert_int_equal(select_number(fresh, "SELECT COUNT(*) FROM outbox WHERE body <> '' AND attempts = 1"), 1);
        open_recovered(w, fresh);
        check_copy(w);
        lease_body(w, after, sizeof after);
        assert_string_equal(before, after);
        world_close(w);
        remove(fresh);
    }
}

static void read_message(world *w, int64_t key) { check_ok(tally_message_mark_read(w->account, &key, 1, NULL)); }
static void remove_message(world *w, int64_t key) { check_ok(tally_message_remove(w->account, &key, 1)); }
static void read_below(world *w, int64_t key)
{
    (void)key;
    check_ok(tally_message_mark_path_read(w->account, "news.in", TALLY_SUBTREE, NULL));
}

TEST(a_damaged_request_about_a_message_is_made_again, WORLD_FILE) { damage_bodies(w, read_message); }
TEST(a_damaged_request_about_a_removal_is_made_again, WORLD_FILE) { damage_bodies(w, remove_message); }
TEST(a_damaged_request_about_a_path_is_made_again, WORLD_FILE) { damage_bodies(w, read_below); }
