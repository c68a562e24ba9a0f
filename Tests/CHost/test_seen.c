/* needs: sqlite */
/* Seen messages travel where an account asks for it: which acts write rows, what the rows say, what comes from servers,
 * and what a mark of what was seen covers. */
#include "feeds.h"
#include "settings.h"
#include "storefile.h"

#include <stdio.h>
#include <string.h>

#define NEW(id, path, rest) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"path\":\"" path "\",\"ver\":0" rest "}"
#define THREE NEW("1", "in", "") "," NEW("2", "in.a", "") "," NEW("3", "in", "")
#define SEEN(id) "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"" id "\",\"rev\":\"1\",\"seen\":true}]}"
#define SEEN_MARK(path, seen) "{\"v\":1,\"feed\":\"feed\",\"marks\":{\"" path "\":{\"seen\":\"" seen "\"}}}"
#define READ(id, ver) \
    "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"" id "\",\"rev\":\"1\",\"read\":true,\"ver\":" ver "}]}"

static void ask(world *w, uint32_t kinds)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox = TALLY_OUTBOX_MODE_LEASED;
    settings.outbox_kinds = kinds;
    check_ok(tally_account_configure(w->account, &settings));
}

/* An account that asks for everything, with three messages. */
static void begin(world *w)
{
    ask(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_SEEN);
    world_add_feed(w);
    world_page(w, PAGE("1", THREE, ""));
}

static int32_t state_of_message(world *w, const char *id, int64_t *out_key)
{
    tally_feed_state state = TALLY_FEED_STATE_INIT;
    tally_message row;
    char room[512];

    check_ok(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    check_ok(message_find(w->account, state.id, id, &row, room, sizeof room));
    if (out_key != NULL)
        *out_key = row.key;
    return row.state;
}

/* The states of the messages 1, 2, 3 …, as digits: 0 unseen, 1 seen, 2 read. */
static void check_states_at(world *w, const char *expected, int line)
{
    char id[2] = "1";

    for (; expected[id[0] - '1'] != '\0'; id[0]++)
        if (state_of_message(w, id, NULL) != expected[id[0] - '1'] - '0')
            fail_msg("line %d: message %s is in state %d", line, id, (int)state_of_message(w, id, NULL));
}
#define check_states(w, expected) check_states_at((w), (expected), __LINE__)

static void see(world *w, const char *id)
{
    int64_t key;
    size_t changed;

    state_of_message(w, id, &key);
    check_ok(tally_message_mark_seen(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
}

static void set_read(world *w, const char *id, int is_read)
{
    int64_t key;
    size_t changed;

    state_of_message(w, id, &key);
    check_ok(is_read ? tally_message_mark_read(w->account, &key, 1, &changed)
                     : tally_message_mark_unread(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
}

/* Leases all rows, which have these bodies, and acknowledges them. */
static void check_rows_at(world *w, const char *const *bodies, size_t count, int line)
{
    tally_outbox_entry entries[8];
    char text[8192];
    size_t found, size, i, taken = 0;

    do {
        check_ok(outbox_lease(w->account, 1000, 8, entries, 8, text, sizeof text, &found, &size));
        for (i = 0; i < found; i++, taken++) {
            if (taken >= count || strcmp(text + entries[i].body.offset, bodies[taken]) != 0)
                fail_msg("line %d: row %d is %s", line, (int)taken, text + entries[i].body.offset);
            check_ok(tally_outbox_ack(w->account, entries[i].id, "", 0));
        }
    } while (found > 0);
    if (taken != count)
        fail_msg("line %d: there are %d rows", line, (int)taken);
}
#define check_rows(w, ...) \
    check_rows_at((w), (const char *const[]){__VA_ARGS__}, \
                  sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), __LINE__)
#define check_no_rows(w) check_rows_at((w), NULL, 0, __LINE__)

static void deliver(world *w, const char *page) { check_ok(tally_feed_deliver(w->feed, page, strlen(page))); }

/* ---- Acts ---- */

TEST(what_is_seen_is_sent_where_it_is_asked_for, WORLD_FILE)
{
    begin(w);
    see(w, "1");
    check_rows(w, SEEN("1"));
    ask(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_REMINDERS);
    see(w, "2");
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_states(w, "111");
    check_no_rows(w);
    check_ok(tally_engine_verify(w->engine));
}

TEST(a_cleared_path_is_one_row, WORLD_FILE)
{
    begin(w);
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_states(w, "111");
    check_rows(w, SEEN_MARK("root.in", "3"));
    /* Again, with more. */
    world_page(w, PAGE("2", NEW("4", "in.a", "") "," NEW("5", "other", ""), ""));
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_states(w, "11111");
    check_rows(w, SEEN_MARK("root", "5"));
    check_ok(tally_engine_verify(w->engine));
}

/* A row that was not given out is replaced by one that says more. */
TEST(a_newer_row_replaces_one_of_the_same_path, WORLD_FILE)
{
    begin(w);
    check_ok(tally_badge_clear_tree(w->account, "in"));
    world_page(w, PAGE("2", NEW("4", "in.a", ""), ""));
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_rows(w, SEEN_MARK("root.in", "4"));
}

/* A mark would say too much of a path alone that has messages below it. */
TEST(a_path_alone_is_sent_one_by_one, WORLD_FILE)
{
    begin(w);
    (void)tally_badge_clear(w->account, "in.a");
    (void)tally_badge_clear(w->account, "in");
    check_states(w, "111");
    check_rows(w, SEEN_MARK("root.in.a", "2"), SEEN("1"), SEEN("3"));
}

TEST(a_dismissed_group_is_sent_one_by_one, WORLD_FILE)
{
    size_t changed;

    ask(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_SEEN);
    world_add_feed(w);
    world_page(w, PAGE("1", NEW("1", "in", ",\"thread\":\"a\"") "," NEW("2", "in", ",\"thread\":\"b\"") ","
                                NEW("3", "in", ",\"thread\":\"a\""), ""));
    check_ok(tally_group_dismiss(w->account, "a", &changed));
    assert_int_equal(changed, 2);
    check_rows(w, SEEN("1"), SEEN("3"));
    check_states(w, "101");
}

/* No mark reaches a message that the server has not placed, nor one at a further path. */
TEST(what_marks_do_not_reach_is_sent_one_by_one, WORLD_FILE)
{
    static const char push[] = "{\"path\":\"in\",\"id\":\"9\",\"rev\":\"1\"}";

    begin(w);
    world_page(w, PAGE("2", NEW("4", "chat", ",\"also\":[\"in\"]"), ""));
    check_ok(tally_feed_push(w->feed, push, strlen(push)));
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_states(w, "1111");
    assert_int_equal(state_of_message(w, "9", NULL), TALLY_MESSAGE_STATE_SEEN);
    check_rows(w, SEEN("9"), SEEN_MARK("root.in", "3"), SEEN("4"));
}

TEST(posted_messages_have_no_server, WORLD_FILE)
{
    int64_t key;
    size_t changed;

    ask(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_SEEN);
    check_ok(tally_message_post(w->account, "in", NULL, &key));
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_ok(tally_message_post(w->account, "in", NULL, &key));
    check_ok(tally_message_mark_seen(w->account, &key, 1, &changed));
    assert_int_equal(changed, 1);
    check_no_rows(w);
}

TEST(reading_says_that_it_was_seen, WORLD_FILE)
{
    size_t changed;

    begin(w);
    see(w, "1");
    set_read(w, "1", 1);
    check_rows(w, READ("1", "1"));
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, &changed));
    check_rows(w, "{\"v\":1,\"feed\":\"feed\",\"marks\":{\"root.in\":{\"upto\":\"3\",\"ver\":2}}}");
    /* A message that comes late is seen, although it is not read. */
    world_page(w, PAGE("2", "{\"id\":\"0\",\"rev\":\"1\",\"seq\":\"0\",\"path\":\"in\",\"ver\":9}", ""));
    assert_int_equal(state_of_message(w, "0", NULL), TALLY_MESSAGE_STATE_SEEN);
}

/* A read that is not sent sees all the same. */
TEST(reading_is_seeing_where_reads_are_not_sent, WORLD_FILE)
{
    size_t changed;

    begin(w);
    ask(w, TALLY_OUTBOX_SEEN);
    set_read(w, "1", 1);
    check_rows(w, SEEN("1"));
    set_read(w, "1", 0);
    set_read(w, "1", 1);
    check_no_rows(w);
    check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, &changed));
    assert_int_equal(changed, 2);
    check_states(w, "222");
    check_rows(w, SEEN_MARK("root.in", "3"));
}

/* A view clears what comes while it is shown. */
TEST(a_view_sends_what_it_sees, WORLD_FILE)
{
    uint64_t token;

    begin(w);
    check_ok(tally_view_begin(w->scope, w->account, "in", TALLY_SUBTREE, &token));
    check_states(w, "111");
    world_page(w, PAGE("2", NEW("4", "in.b", ""), ""));
    check_states(w, "1111");
    check_rows(w, SEEN_MARK("root.in", "4"));
    tally_view_end(w->scope, token);
}

/* ---- From servers ---- */

TEST(a_server_says_what_was_seen, WORLD_FILE)
{
    begin(w);
    world_page(w, PAGE("2", NEW("1", "in", ",\"seen\":true") "," NEW("4", "in", ",\"seen\":true"), ""));
    check_states(w, "1001");
    world_page(w, PAGE("3", NEW("1", "in", ",\"seen\":false"), ""));
    check_states(w, "1001");
    world_page(w, PAGE("4", "", ",\"marks\":{\"in.a\":{\"seen\":\"2\"}}"));
    check_states(w, "1101");
    check_badge(w->account, "in", 1, 1);
    /* Beside a mark of what was read. */
    world_page(w, PAGE("5", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":3,\"seen\":\"9\"}}"));
    check_states(w, "2111");
    check_badge(w->account, "in", 0, 0);
    check_no_rows(w);
    check_ok(tally_engine_verify(w->engine));
}

TEST(a_server_is_not_asked, WORLD_FILE)
{
    world_add_feed(w);
    world_page(w, PAGE("1", NEW("1", "in", ",\"seen\":true") "," NEW("2", "in", ""),
                       ",\"marks\":{\"in\":{\"seen\":\"2\"}}"));
    check_states(w, "00");
    check_badge(w->account, "in", 1, 2);
    /* The marks of what was read are taken. */
    world_page(w, PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":3,\"seen\":\"9\"}}"));
    check_states(w, "20");
    /* Nothing of it is there when the account asks later. */
    ask(w, TALLY_OUTBOX_SEEN);
    world_page(w, PAGE("3", NEW("2", "in", "") "," NEW("3", "in", ""), ""));
    check_states(w, "200");
}

/* An account that sends nothing may take what others have seen, also in a later run. */
TEST(an_account_that_sends_nothing_takes_what_was_seen, WORLD_FILE)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox_kinds = TALLY_OUTBOX_SEEN;
    check_ok(tally_account_configure(w->account, &settings));
    world_close(w);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    world_page(w, PAGE("1", THREE, ",\"marks\":{\"in\":{\"seen\":\"1\"}}"));
    check_states(w, "100");
    check_ok(tally_badge_clear_tree(w->account, "in"));
    /* Its own acts are no marks, which would cover what comes late. */
    world_page(w, PAGE("2", "{\"id\":\"9\",\"rev\":\"1\",\"seq\":\"2\",\"path\":\"in\",\"ver\":0}", ""));
    assert_int_equal(state_of_message(w, "9", NULL), TALLY_MESSAGE_STATE_UNSEEN);
    check_no_rows(w);
}

/* A mark covers what comes late, also with a greater revision. To light again, it needs a greater sequence. */
TEST(a_mark_covers_what_comes_late, WORLD_FILE)
{
    begin(w);
    world_page(w, PAGE("2", "", ",\"marks\":{\"in\":{\"seen\":\"40\"}}"));
    world_page(w, PAGE("3", NEW("4", "in", "") "," NEW("5", "in.a.b", "") "," NEW("6", "other", ""), ""));
    check_states(w, "111110");
    world_page(w, PAGE("4", "{\"id\":\"1\",\"rev\":\"2\",\"seq\":\"1\",\"path\":\"in\",\"ver\":0},"
                            "{\"id\":\"3\",\"rev\":\"2\",\"seq\":\"41\",\"path\":\"in\",\"ver\":0}", ""));
    check_states(w, "110110");
    /* A smaller mark changes nothing. */
    world_page(w, PAGE("5", "", ",\"marks\":{\"in\":{\"seen\":\"7\"}}"));
    world_page(w, PAGE("6", NEW("7", "in", ""), ""));
    check_states(w, "1101101");
    world_page(w, PAGE("7", "", ",\"marks\":{\"in\":{\"seen\":\"41\"}}"));
    check_states(w, "1111101");
}

/* Without versions, sequences need not grow with time: a mark covers what is there, and what its page has. */
TEST(without_versions_a_mark_covers_what_is_there, WORLD_FILE)
{
    ask(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_SEEN);
    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in", "1"), ""));
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_rows(w, SEEN_MARK("root.in", "2"));
    world_page(w, PAGE("2", "{\"id\":\"3\",\"rev\":\"1\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    check_states(w, "110");
    /* It repeats the mark with another message. */
    world_page(w, PAGE("3", "{\"id\":\"4\",\"rev\":\"1\",\"seq\":\"2\",\"path\":\"in\"}",
                       ",\"marks\":{\"in\":{\"seen\":\"2\"}}"));
    check_states(w, "1101");
    world_page(w, PAGE("4", "", ",\"marks\":{\"in\":{\"seen\":\"9\"}}"));
    check_states(w, "1111");
    world_page(w, PAGE("5", "{\"id\":\"1\",\"rev\":\"2\",\"seq\":\"1\",\"path\":\"in\"}", ""));
    check_states(w, "0111");
}

/* An item or mark with another value is set aside. */
TEST(values_of_another_type_are_set_aside, WORLD_FILE)
{
    begin(w);
    world_page(w, PAGE("2", NEW("1", "in", ",\"seen\":1") "," NEW("4", "in", ",\"seen\":null"),
                       ",\"marks\":{\"in\":{\"seen\":true},\"in.a\":{\"seen\":\"\"},\"other\":{\"upto\":[],"
                       "\"seen\":\"9\"},\"x\":{\"ver\":1}}"));
    check_states(w, "0000");
    world_page(w, PAGE("3", "", ",\"marks\":{\"in\":{\"upto\":null,\"seen\":9}}"));
    check_states(w, "1111");
}

/* A mapping can say so of the items of any server. */
TEST_ALONE(a_mapping_says_what_was_seen)
{
    static const char mapping[] = "{\"list\":\"$\",\"item\":{\"id\":\"$.id\",\"path\":\"in\",\"seen\":\"$.noticed\"}}";
    static const char body[] = "[{\"id\":\"1\",\"noticed\":true},{\"id\":\"2\",\"noticed\":false},{\"id\":\"3\"}]";
    tally_bytes page;

    check_ok(tally_mapping_try(NULL, mapping, body, strlen(body), &page));
    assert_non_null(strstr((const char *)page.data, "{\"read\":false,\"seen\":true,\"id\":\"1\""));
    assert_non_null(strstr((const char *)page.data, "{\"read\":false,\"id\":\"2\""));
    assert_non_null(strstr((const char *)page.data, "{\"read\":false,\"id\":\"3\""));
    tally_bytes_release(&page);
}

TEST(an_acknowledgement_is_merged, WORLD_FILE)
{
    static const char answer[] = PAGE("", NEW("2", "in.a", ",\"seen\":true") "," NEW("8", "in", ""),
                                      ",\"marks\":{\"in\":{\"seen\":\"3\"}}");
    tally_outbox_entry row;
    char text[1024];
    size_t count, size;

    begin(w);
    see(w, "1");
    check_ok(outbox_lease(w->account, 1000, 1, &row, 1, text, sizeof text, &count, &size));
    assert_int_equal(count, 1);
    assert_int_equal(row.kind, TALLY_OUTBOX_KIND_SEEN);
    check_ok(tally_outbox_ack(w->account, row.id, answer, strlen(answer)));
    check_states(w, "111");
    assert_int_equal(count_of(w, "in", 0), 3);
}

/* ---- What stays ---- */

/* A new epoch has other sequences, so the marks of the former one end. What was seen stays seen. */
TEST(a_new_epoch_ends_marks, WORLD_FILE)
{
    begin(w);
    deliver(w, PAGE("2", THREE, ",\"epoch\":\"a\""));
    check_ok(tally_badge_clear_tree(w->account, "in"));
    deliver(w, PAGE("3", NEW("0", "in", ""), ""));
    assert_int_equal(state_of_message(w, "0", NULL), TALLY_MESSAGE_STATE_SEEN);
    deliver(w, PAGE("1", THREE "," NEW("00", "in", ""), ",\"epoch\":\"b\",\"reset\":true"));
    check_states(w, "111");
    assert_int_equal(state_of_message(w, "00", NULL), TALLY_MESSAGE_STATE_UNSEEN);
    check_rows(w, SEEN_MARK("root.in", "3"));
}

/* Marks and rows are in the file, in the bytes of the account, and in what is recovered. */
TEST(marks_and_rows_are_kept, WORLD_FILE)
{
    char fresh[1024];
    tally_recovery r = {.struct_size = sizeof r};
    tally_bytes bytes;

    begin(w);
    see(w, "2");
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_account_export(w->account, &bytes));
    world_close(w);
    snprintf(fresh, sizeof fresh, "%s.fresh", w->file);
    check_ok(tally_file_recover(w->file, fresh, &r));
    for (int round = 0; round < 2; round++) {
        if (round == 0) {
            check_ok(open_file(w, fresh, 0));
            check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
        } else {
            check_ok(open_file(w, NULL, 0));
            check_ok(tally_account_import(w->engine, "ann", bytes.data, bytes.size));
            check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
            ask(w, TALLY_OUTBOX_SEEN);
        }
        check_ok(tally_account_log_in(w->account));
        check_ok(tally_engine_verify(w->engine));
        world_add_feed(w);
        deliver(w, PAGE("2", NEW("0", "in", ""), ""));
        assert_int_equal(state_of_message(w, "0", NULL), TALLY_MESSAGE_STATE_SEEN);
        check_rows(w, SEEN("2"), SEEN_MARK("root.in", "3"));
        world_close(w);
    }
    tally_bytes_release(&bytes);
    remove(fresh);
}

/* The bodies of rows that a damaged page has changed are made again from the rows. */
TEST(changed_bodies_are_made_again, WORLD_FILE)
{
    char fresh[1024];
    tally_recovery r = {.struct_size = sizeof r};
    tally_outbox_entry entries[2];
    char text[1024];
    size_t count, size;

    begin(w);
    see(w, "2");
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_ok(outbox_lease(w->account, 1000, 2, entries, 2, text, sizeof text, &count, &size));
    assert_int_equal(count, 2);
    world_close(w);
    snprintf(fresh, sizeof fresh, "%s.fresh", w->file);
    run_sql(w->file, "UPDATE outbox SET body = replace(body, '\"seen\"', '\"sewn\"')");
    check_ok(tally_file_recover(w->file, fresh, &r));
    assert_int_equal(select_number(fresh, "SELECT COUNT(*) FROM outbox WHERE body = '' AND attempts = 0"), 2);
    check_ok(open_file(w, fresh, 0));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_account_verify(w->account));
    fake_clock_advance(&w->clock, 1000);
    check_rows(w, SEEN("2"), SEEN_MARK("root.in", "3"));
    remove(fresh);
}

/* Recovering a sound file keeps the bodies of all rows. */
TEST(sound_bodies_are_kept, WORLD_FILE)
{
    char fresh[1024], text[1024];
    tally_recovery r = {.struct_size = sizeof r};
    tally_outbox_entry entries[2];
    size_t count, size;
    int is_read;

    begin(w);
    snprintf(fresh, sizeof fresh, "%s.fresh", w->file);
    for (is_read = 0; is_read < 2; is_read++) {
        if (is_read) {
            check_ok(tally_message_mark_path_read(w->account, "in", TALLY_SUBTREE, &count));
        } else {
            see(w, "2");
            check_ok(tally_badge_clear_tree(w->account, "in"));
        }
        check_ok(outbox_lease(w->account, 1000, 2, entries, 2, text, sizeof text, &count, &size));
        assert_int_equal(count, is_read ? 1 : 2);
        check_ok(tally_engine_flush(w->engine));
        world_close(w);
        check_ok(tally_file_recover(w->file, fresh, &r));
        assert_int_equal(select_number(fresh, "SELECT COUNT(*) FROM outbox WHERE body = '' OR attempts <> 1"), 0);
        remove(fresh);
        world_open(w, WORLD_FILE);
        for (size_t i = 0; i < count; i++)
            check_ok(tally_outbox_ack(w->account, entries[i].id, "", 0));
    }
}

TEST(a_removed_feed_takes_its_marks_along, WORLD_FILE)
{
    begin(w);
    check_ok(tally_badge_clear_tree(w->account, "in"));
    check_ok(tally_feed_remove(w->feed));
    w->feed = NULL;
    check_no_rows(w);
    check_ok(tally_engine_verify(w->engine));
    world_close(w);
    assert_int_equal(select_number(w->file, "SELECT COUNT(*) FROM mark"), 0);
}
