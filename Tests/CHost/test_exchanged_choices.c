/* needs: sqlite */
/* Choices of the user on other devices: mutes, flags and snoozes are registers. They travel by the outbox and in pages.
 */
#include "support.h"
#include "lists.h"
#include "storefile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_KINDS \
    (TALLY_OUTBOX_READS | TALLY_OUTBOX_REMINDERS | TALLY_OUTBOX_MUTES | TALLY_OUTBOX_FLAGGED | TALLY_OUTBOX_SNOOZES)
/* CLOCK_START in seconds, and an hour later. */
#define START "1700000000.0"
#define LATER "1700003600.0"
#define HOUR 3600000

/* ---- Helpers ---- */

static void exchange(world *w, uint32_t kinds)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    settings.outbox = TALLY_OUTBOX_MODE_LEASED;
    settings.outbox_kinds = kinds;
    check_ok(tally_account_configure(w->account, &settings));
}

/* With a feed, and all kinds of choices. */
static void begin(world *w)
{
    world_add_feed(w);
    exchange(w, ALL_KINDS);
}

/* The bodies of the rows that wait, one in each line; the rows are accepted, with this answer. */
static void take_rows(world *w, const char *answer, char *out, size_t capacity)
{
    tally_outbox_entry entries[16];
    char text[8192];
    size_t count = 0, used = 0;

    check_ok(tally_engine_flush(w->engine));
    check_ok(outbox_lease(w->account, 1000, COUNT_OF(entries), entries, COUNT_OF(entries), text, sizeof text, &count,
                          NULL));
    out[0] = 0;
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(out + used, capacity - used, "%.*s\n", (int)entries[i].body.length,
                                 text + entries[i].body.offset);
    for (size_t i = 0; i < count; i++)
        check_ok(tally_outbox_ack(w->account, entries[i].id, answer, answer != NULL ? strlen(answer) : 0));
}

static void check_rows(world *w, const char *wanted)
{
    char found[8192];

    take_rows(w, NULL, found, sizeof found);
    assert_string_equal(found, wanted);
}

#define SETTING(part) "{\"v\":1,\"feed\":\"feed\",\"settings\":[{" part "}]}\n"

static void take_page(world *w, const char *settings)
{
    static int number;
    char page[1024];

    number++;
    snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[],\"settings\":[%s]}", number, settings);
    world_page(w, page);
}

static tally_badge_own own_of(world *w, const char *path)
{
    tally_badge_own own = TALLY_BADGE_OWN_INIT;

    check_ok(tally_badge_get_own(w->account, path, &own));
    return own;
}

static void check_mute(world *w, const char *path, tally_mute_mode mode, int64_t until)
{
    tally_badge_own own = own_of(w, path);

    assert_int_equal(own.mute, mode);
    assert_int_equal(own.mute_until, until);
}

static int64_t only_key(world *w, const char *path)
{
    tally_message message;
    char text[256];
    tally_rows rows = rows_in(&message, sizeof message, 1, 1, text, sizeof text);

    check_ok(tally_message_list(w->account, path, 0, NULL, &rows));
    assert_int_equal(rows.count, 1);
    return message.key;
}

static tally_message message_at(world *w, const char *path)
{
    tally_message message;
    char text[256];
    tally_rows rows = rows_in(&message, sizeof message, 1, 1, text, sizeof text);

    check_ok(tally_message_list(w->account, path, 0, NULL, &rows));
    return message;
}

static void wait_for(world *w, int64_t time)
{
    fake_clock_advance(&w->clock, time);
    check_ok(tally_engine_step(w->engine));
}

static void verify(world *w)
{
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* ---- Sending ---- */

TEST(choices_become_rows, WORLD_FILE)
{
    int64_t end = CLOCK_START + HOUR;

    begin(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL_BUT_HIGHLIGHTS, end));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"all\",\"pass\":true,\"until\":" LATER ",\"ver\":1"));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"number\",\"ver\":2"));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NONE, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"none\",\"ver\":3"));
    check_ok(tally_badge_flag(w->account, "a", 1));
    check_rows(w, SETTING("\"path\":\"root.a\",\"flag\":true,\"ver\":1"));
    check_ok(tally_message_mark_path_read(w->account, "root", TALLY_SUBTREE, NULL));
    check_rows(w, SETTING("\"path\":\"root.a\",\"flag\":false,\"ver\":2"));
    check_ok(tally_badge_snooze(w->account, "a", end));
    check_rows(w, SETTING("\"path\":\"root.a\",\"snooze\":" LATER ",\"ver\":1"));
    check_ok(tally_badge_snooze(w->account, "a", 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"snooze\":0.0,\"ver\":2"));
    verify(w);
}

/* A row that nobody has leased is replaced. */
TEST(rows_of_one_choice_merge, WORLD_FILE)
{
    begin(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, 0));
    check_ok(tally_badge_flag(w->account, "a", 1));
    check_ok(tally_badge_flag(w->account, "a", 0));
    check_ok(tally_engine_flush(w->engine));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    /* A mute that was never stored was never decided. */
    check_ok(tally_badge_mute(w->account, "b", TALLY_MUTE_NUMBER, 0));
    check_ok(tally_badge_mute(w->account, "b", TALLY_MUTE_NONE, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"flag\":false,\"ver\":2")
                      SETTING("\"path\":\"root.a\",\"mute\":\"number\",\"ver\":2"));
    verify(w);
}

/* Each way to change a mute is an act: a batch, and a snapshot. Its end by its time is none. */
TEST(every_way_to_decide_is_an_act, WORLD_FILE)
{
    tally_operation operation = {.kind = TALLY_OP_MUTE, .path = "a", .value = TALLY_MUTE_ALL};
    tally_snapshot *snapshot = NULL;

    begin(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"number\",\"ver\":1"));
    check_ok(tally_snapshot_take(w->account, "root", &snapshot));
    check_ok(tally_badge_batch(w->account, &operation, 1, PLAIN_BATCH, NULL));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"all\",\"ver\":2"));
    check_ok(tally_badge_restore(w->account, "root", snapshot));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"number\",\"ver\":3"));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, CLOCK_START + HOUR));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"all\",\"until\":" LATER ",\"ver\":4"));
    wait_for(w, HOUR);
    check_mute(w, "a", TALLY_MUTE_NONE, 0);
    check_rows(w, "");
    check_ok(tally_badge_set(w->account, "a", 3));
    check_rows(w, "");
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"number\",\"ver\":5"));
    verify(w);
    tally_snapshot_release(snapshot);
}

TEST(a_kind_that_is_not_wanted_is_neither_sent_nor_taken, WORLD_FILE)
{
    begin(w);
    exchange(w, TALLY_OUTBOX_READS | TALLY_OUTBOX_FLAGGED);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, 0));
    check_ok(tally_badge_snooze(w->account, "a", CLOCK_START + HOUR));
    check_ok(tally_badge_flag(w->account, "b", 1));
    check_rows(w, SETTING("\"path\":\"root.b\",\"flag\":true,\"ver\":1"));
    take_page(w, "{\"path\":\"b\",\"mute\":\"all\",\"snooze\":" LATER ",\"flag\":false,\"ver\":2}");
    check_mute(w, "b", TALLY_MUTE_NONE, 0);
    assert_int_equal(own_of(w, "b").snoozed_until, 0);
    assert_int_equal(own_of(w, "b").flags, 0);
    /* Decisions from before the account exchanged them have the version 0. */
    exchange(w, ALL_KINDS);
    take_page(w, "{\"path\":\"a\",\"mute\":\"number\",\"ver\":1}");
    check_mute(w, "a", TALLY_MUTE_NUMBER, 0);
    check_rows(w, "");
    verify(w);
}

/* Without a server above the path, a choice stays on the device. */
TEST(choices_go_to_the_nearest_feed, WORLD_FILE)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_feed *chat = NULL;

    options.url = w->page_url;
    options.prefix = "chat";
    options.initial_delay = options.interval = TALLY_OFF;
    check_ok(tally_feed_add(w->account, "chat", &options, &chat));
    exchange(w, ALL_KINDS);
    check_ok(tally_badge_mute(w->account, "mail", TALLY_MUTE_ALL, 0));
    check_ok(tally_badge_mute(w->account, "chatter", TALLY_MUTE_ALL, 0));
    check_rows(w, "");
    check_ok(tally_badge_mute(w->account, "chat.bo", TALLY_MUTE_ALL, 0));
    check_rows(w, "{\"v\":1,\"feed\":\"chat\",\"settings\":[{\"path\":\"root.bo\",\"mute\":\"all\",\"ver\":1}]}\n");
    world_add_feed(w);
    check_ok(tally_badge_mute(w->account, "mail", TALLY_MUTE_NUMBER, 0));
    check_ok(tally_badge_flag(w->account, "chat", 1));
    check_rows(w, SETTING("\"path\":\"root.mail\",\"mute\":\"number\",\"ver\":2")
                  "{\"v\":1,\"feed\":\"chat\",\"settings\":[{\"path\":\"root\",\"flag\":true,\"ver\":1}]}\n");
    tally_feed_release(chat);
}

/* ---- Taking ---- */

TEST(the_greater_version_wins, WORLD_FILE)
{
    begin(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    check_ok(tally_engine_flush(w->engine));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, 0));
    take_page(w, "{\"path\":\"a\",\"mute\":\"none\",\"ver\":1}");
    check_mute(w, "a", TALLY_MUTE_ALL, 0);
    take_page(w, "{\"path\":\"a\",\"mute\":\"number\",\"ver\":2}");
    check_mute(w, "a", TALLY_MUTE_ALL, 0);
    take_page(w, "{\"path\":\"a\",\"mute\":\"number\",\"pass\":true,\"until\":" LATER ",\"ver\":3}");
    check_mute(w, "a", TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS, CLOCK_START + HOUR);
    take_page(w, "{\"path\":\"a\",\"mute\":\"number\",\"pass\":true,\"ver\":3}");
    check_mute(w, "a", TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS, 0);
    take_page(w, "{\"path\":\"a\",\"mute\":\"number\",\"ver\":3}");
    check_mute(w, "a", TALLY_MUTE_NUMBER, 0);
    take_page(w, "{\"path\":\"a\",\"mute\":\"all\",\"pass\":true,\"ver\":3}");
    check_mute(w, "a", TALLY_MUTE_ALL_BUT_HIGHLIGHTS, 0);
    take_page(w, "{\"path\":\"a\",\"mute\":\"number\",\"ver\":3}");
    check_mute(w, "a", TALLY_MUTE_ALL_BUT_HIGHLIGHTS, 0);
    /* The rows from the beginning are still there. The next act is newer than all. */
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"all\",\"ver\":2"));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NONE, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"none\",\"ver\":4"));
    verify(w);
}

TEST(flags_and_snoozes_of_paths_are_taken, WORLD_FILE)
{
    begin(w);
    check_ok(tally_badge_set(w->account, "a.b", 2));
    take_page(w, "{\"path\":\"a.b\",\"flag\":true,\"ver\":1},{\"path\":\"a\",\"snooze\":" LATER ",\"ver\":2}");
    check_badge(w->account, "root", 0, 0);
    assert_int_equal(own_of(w, "a.b").flags, TALLY_OWN_FLAGGED);
    take_page(w, "{\"path\":\"a\",\"snooze\":" START ",\"ver\":2}");
    assert_int_equal(own_of(w, "a").snoozed_until, CLOCK_START + HOUR);
    wait_for(w, HOUR);
    check_badge(w->account, "root", 1, 2);
    take_page(w, "{\"path\":\"a\",\"snooze\":" LATER ",\"ver\":2}");
    assert_int_equal(own_of(w, "a").snoozed_until, 0);
    check_ok(tally_badge_set(w->account, "a.b", 0));
    check_badge(w->account, "root", 1, 0);
    take_page(w, "{\"path\":\"a.b\",\"flag\":false,\"ver\":2}");
    check_badge(w->account, "root", 0, 0);
    check_rows(w, "");
    verify(w);
}

TEST(an_acknowledgement_is_merged, WORLD_FILE)
{
    char found[1024];

    begin(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    take_rows(w, "{\"cursor\":\"\",\"items\":[],\"settings\":[{\"path\":\"a\",\"mute\":\"all\",\"ver\":7}]}", found,
              sizeof found);
    check_mute(w, "a", TALLY_MUTE_ALL, 0);
    check_rows(w, "");
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NONE, 0));
    check_rows(w, SETTING("\"path\":\"root.a\",\"mute\":\"none\",\"ver\":8"));
    verify(w);
}

TEST(invalid_settings_are_set_aside, WORLD_FILE)
{
    begin(w);
    take_page(w, "1,{},{\"path\":\"a\"},{\"path\":\"a\",\"flag\":1,\"ver\":1},{\"path\":\"a\",\"mute\":\"some\",\"ver\":1},"
                 "{\"path\":\"a..b\",\"flag\":true,\"ver\":1},{\"path\":\"a\",\"flag\":true,\"ver\":-1},"
                 "{\"path\":\"a\",\"snooze\":\"x\",\"ver\":1},{\"path\":\"a\",\"mute\":\"all\",\"until\":\"x\",\"ver\":1},"
                 "{\"path\":\"b\",\"flag\":true,\"ver\":1,\"unknown\":[]},{\"path\":\"a\",\"ver\":1},"
                 "{\"path\":\"a\",\"flag\":true,\"ver\":0}");
    check_badge(w->account, "a", 0, 0);
    check_badge(w->account, "b", 1, 0);
    check_mute(w, "a", TALLY_MUTE_NONE, 0);
    verify(w);
}

/* ---- Messages ---- */

#define ITEM(rest) "{\"id\":\"m\",\"rev\":1,\"path\":\"in\",\"seq\":1" rest "}"

TEST(a_snooze_is_an_act_on_the_message, WORLD_FILE | WORLD_UNREAD)
{
    int64_t key;

    begin(w);
    world_page(w, PAGE("1", ITEM(",\"ver\":3"), ""));
    key = only_key(w, "in");
    check_ok(tally_message_snooze(w->account, key, CLOCK_START + HOUR));
    check_rows(w, "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"m\",\"rev\":\"1\",\"read\":false,\"ver\":4,\"snooze\":" LATER
                  "}]}\n");
    world_page(w, PAGE("2", ITEM(",\"ver\":4,\"snooze\":" LATER), ""));
    assert_int_equal(message_at(w, "in").snoozed_until, CLOCK_START + HOUR);
    world_page(w, PAGE("3", ITEM(",\"ver\":3"), ""));
    check_badge(w->account, "in", 0, 0);
    world_page(w, PAGE("4", ITEM(",\"ver\":5"), ""));
    check_badge(w->account, "in", 1, 1);
    assert_int_equal(message_at(w, "in").snoozed_until, 0);
    check_ok(tally_message_snooze(w->account, key, CLOCK_START + HOUR));
    check_ok(tally_message_snooze(w->account, key, 0));
    check_rows(w, "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"m\",\"rev\":\"1\",\"read\":false,\"ver\":7,\"snooze\":" START
                  "}]}\n");
    verify(w);
}

/* Another device that had the snooze shows the message again, and what was seen before does not count. */
TEST(a_snooze_that_is_ended_early_ends_everywhere, WORLD_FILE)
{
    int64_t key;

    begin(w);
    exchange(w, ALL_KINDS | TALLY_OUTBOX_SEEN);
    world_page(w, PAGE("1", ITEM(",\"ver\":3,\"seen\":true,\"snooze\":" LATER), ""));
    check_badge(w->account, "in", 0, 0);
    world_page(w, PAGE("2", ITEM(",\"ver\":4,\"seen\":true,\"snooze\":" START), ""));
    wait_for(w, 1);
    check_badge(w->account, "in", 1, 1);
    /* The device that has ended it gets its own act back. */
    key = only_key(w, "in");
    check_ok(tally_message_snooze(w->account, key, CLOCK_START + HOUR));
    check_ok(tally_message_snooze(w->account, key, 0));
    check_badge(w->account, "in", 1, 1);
    world_page(w, PAGE("3", ITEM(",\"ver\":6,\"seen\":true,\"snooze\":1700000000.001"), ""));
    check_badge(w->account, "in", 1, 1);
    verify(w);
}

/* Each way to see a message that has woken is an act, so other devices hear of it. */
TEST(dismissing_what_has_woken_is_an_act, WORLD_FILE)
{
    int64_t key;

    begin(w);
    exchange(w, ALL_KINDS | TALLY_OUTBOX_SEEN);
    world_page(w, PAGE("1", ITEM(",\"ver\":3,\"snooze\":" LATER), ""));
    wait_for(w, HOUR);
    key = only_key(w, "in");
    check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
    check_rows(w, "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"m\",\"rev\":\"1\",\"read\":false,\"ver\":4}]}\n");
    verify(w);
}

/* A new epoch has the server's registers alone, and a snooze that is lost loses no dot. */
TEST(a_new_epoch_ends_snoozes, WORLD_FILE)
{
    begin(w);
    world_page(w, "{\"epoch\":\"a\",\"cursor\":\"1\",\"items\":[" ITEM(",\"ver\":3,\"snooze\":" LATER) "]}");
    check_badge(w->account, "in", 0, 0);
    world_page(w, "{\"epoch\":\"b\",\"cursor\":\"1\",\"items\":[" ITEM(",\"ver\":1") "]}");
    check_badge(w->account, "in", 1, 1);
    assert_int_equal(message_at(w, "in").snoozed_until, 0);
    verify(w);
}

/* An account that sends nothing takes them in every run. */
TEST(choices_are_taken_after_reopening, WORLD_FILE)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;

    begin(w);
    settings.outbox = TALLY_OUTBOX_MODE_OFF;
    settings.outbox_kinds = TALLY_OUTBOX_MUTES;
    check_ok(tally_account_configure(w->account, &settings));
    world_close(w);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    take_page(w, "{\"path\":\"in\",\"mute\":\"all\",\"ver\":1}");
    check_mute(w, "in", TALLY_MUTE_ALL, 0);
}

TEST(a_memory_without_a_file_keeps_its_own, 0)
{
    begin(w);
    check_ok(tally_badge_mute(w->account, "in", TALLY_MUTE_ALL, TALLY_FOREVER));
    take_page(w, "{\"path\":\"in\",\"mute\":\"none\",\"flag\":true,\"snooze\":" LATER ",\"ver\":1}");
    check_mute(w, "in", TALLY_MUTE_ALL, 0);
    assert_int_equal(own_of(w, "in").flags, TALLY_OWN_FLAGGED);
    assert_int_equal(own_of(w, "in").snoozed_until, CLOCK_START + HOUR);
}

TEST(a_snooze_of_another_device_is_taken, WORLD_FILE | WORLD_UNREAD)
{
    begin(w);
    world_page(w, PAGE("1", ITEM(",\"ver\":3,\"snooze\":" LATER), ""));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(message_at(w, "in").snoozed_until, CLOCK_START + HOUR);
    verify(w);
    wait_for(w, HOUR);
    check_badge(w->account, "in", 1, 1);
    check_ok(tally_badge_clear(w->account, "x"));
    /* The same again, which has come to its end, changes nothing: the user may have seen the message. */
    check_ok(tally_message_mark_seen(w->account, (int64_t[]){only_key(w, "in")}, 1, NULL));
    world_page(w, PAGE("2", ITEM(",\"ver\":3,\"snooze\":" LATER ",\"title\":\"x\""), ""));
    wait_for(w, 1);
    assert_int_equal(message_at(w, "in").state, TALLY_MESSAGE_STATE_SEEN);
    world_page(w, PAGE("3", ITEM(",\"ver\":4,\"snooze\":1800000000"), ""));
    check_badge(w->account, "in", 0, 0);
    world_page(w, PAGE("4", ITEM(",\"ver\":4,\"read\":true"), ""));
    assert_int_equal(message_at(w, "in").state, TALLY_MESSAGE_STATE_READ);
    assert_int_equal(message_at(w, "in").snoozed_until, 0);
    verify(w);
}

/* A statement from before a snooze ended says nothing of what woke. */
TEST(what_has_woken_is_unseen_until_it_is_seen_again, WORLD_FILE)
{
#define SEEN_MARK ",\"marks\":{\"in\":{\"seen\":\"1\"}}"

    begin(w);
    exchange(w, ALL_KINDS | TALLY_OUTBOX_SEEN);
    world_page(w, PAGE("1", ITEM(",\"ver\":3,\"seen\":true,\"snooze\":" LATER), ""));
    check_badge(w->account, "in", 0, 0);
    wait_for(w, HOUR);
    check_badge(w->account, "in", 1, 1);
    world_page(w, PAGE("2", ITEM(",\"ver\":3,\"seen\":true,\"snooze\":" LATER), SEEN_MARK));
    check_badge(w->account, "in", 1, 1);
    world_page(w, PAGE("3", ITEM(",\"ver\":3,\"title\":\"x\",\"snooze\":" LATER), SEEN_MARK));
    check_badge(w->account, "in", 1, 1);
    verify(w);
    check_ok(tally_badge_clear(w->account, "in"));
    check_badge(w->account, "in", 0, 0);
    check_rows(w, "{\"v\":1,\"feed\":\"feed\",\"items\":[{\"id\":\"m\",\"rev\":\"1\",\"read\":false,\"ver\":4}]}\n"
                  "{\"v\":1,\"feed\":\"feed\",\"marks\":{\"root.in\":{\"seen\":\"1\"}}}\n");
    world_page(w, PAGE("4", ITEM(",\"ver\":4,\"seen\":true"), SEEN_MARK));
    check_badge(w->account, "in", 0, 0);
    verify(w);
}

/* The other side: the act of the other device forgets the snooze, so what it has seen counts. */
TEST(what_has_woken_is_seen_on_another_device, WORLD_FILE)
{
    begin(w);
    exchange(w, ALL_KINDS | TALLY_OUTBOX_SEEN);
    world_page(w, PAGE("1", ITEM(",\"ver\":3,\"snooze\":" LATER), ""));
    wait_for(w, HOUR);
    check_badge(w->account, "in", 1, 1);
    world_page(w, PAGE("2", ITEM(",\"ver\":4,\"seen\":true"), ""));
    check_badge(w->account, "in", 0, 0);
    assert_int_equal(message_at(w, "in").state, TALLY_MESSAGE_STATE_SEEN);
    verify(w);
}

/* A mark that covers the snooze reads the message. */
TEST(a_mark_ends_a_snooze, WORLD_FILE | WORLD_UNREAD)
{
    begin(w);
    world_page(w, PAGE("1", ITEM(",\"ver\":3,\"snooze\":" LATER), ""));
    world_page(w, PAGE("2", "", ",\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":3}}"));
    assert_int_equal(message_at(w, "in").state, TALLY_MESSAGE_STATE_READ);
    world_page(w, PAGE("3", ITEM(",\"ver\":3,\"snooze\":" LATER), ""));
    assert_int_equal(message_at(w, "in").state, TALLY_MESSAGE_STATE_READ);
    assert_int_equal(message_at(w, "in").snoozed_until, 0);
    wait_for(w, HOUR);
    check_badge(w->account, "in", 0, 0);
    verify(w);
}

TEST(snoozes_are_not_taken_without_versions_or_wish, WORLD_FILE | WORLD_UNREAD)
{
    begin(w);
    world_page(w, PAGE("1", ITEM(",\"snooze\":" LATER), ""));
    check_badge(w->account, "in", 1, 1);
    exchange(w, TALLY_OUTBOX_READS);
    world_page(w, PAGE("2", "{\"id\":\"n\",\"path\":\"n\",\"ver\":3,\"snooze\":" LATER "}", ""));
    check_badge(w->account, "n", 1, 1);
    check_ok(tally_message_snooze(w->account, only_key(w, "n"), CLOCK_START + HOUR));
    check_rows(w, "");
    check_badge(w->account, "n", 0, 0);
    verify(w);
}

TEST(registers_are_part_of_an_account, WORLD_FILE)
{
    tally_bytes bytes = TALLY_BYTES_INIT;

    begin(w);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
    check_ok(tally_engine_flush(w->engine));
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, 0));
    check_ok(tally_badge_flag(w->account, "b", 1));
    check_ok(tally_badge_flag(w->account, "b", 0));
    check_ok(tally_account_export(w->account, &bytes));
    verify(w);
    check_ok(tally_account_import(w->engine, "copy", bytes.data, bytes.size));
    tally_feed_release(w->feed);
    tally_account_release(w->account);
    w->feed = NULL;
    w->account = NULL;
    check_ok(tally_account_open(w->engine, "copy", NULL, &w->account));
    begin(w);
    take_page(w, "{\"path\":\"a\",\"mute\":\"none\",\"ver\":1},{\"path\":\"b\",\"flag\":true,\"ver\":1}");
    check_mute(w, "a", TALLY_MUTE_ALL, 0);
    check_badge(w->account, "b", 0, 0);
    verify(w);
    tally_bytes_release(&bytes);
}
