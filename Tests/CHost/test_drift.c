/* needs: sqlite */
/* The number that a server counts is compared with what its feed contributes. If they differ, nothing is overwritten:
 * an event tells the host, and one snapshot is requested for each difference. */
#include "draws.h"
#include "feeds.h"
#include "settings.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEN_MINUTES INT64_C(600000)

/* ---- A server that counts what it likes ---- */

typedef struct liar {
    tally_engine *engine;
    int first, count;     /* It has the messages first … first + count - 1, and has sent those up to `sent`. */
    int64_t more;         /* How many more it counts. */
    int is_silent;        /* It does not say what it counts. */
    unsigned requests;
    unsigned snapshots;
} liar;

static void respond(void *user_data, const tally_request *request)
{
    liar *l = (liar *)user_data;
    const char *since = strstr(request->url, "since=");
    char page[8000];
    int from = since == NULL ? l->first : atoi(since + 6) + 1;
    int used;

    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    l->requests += 1;
    l->snapshots += since == NULL;
    used = snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[", l->first + l->count - 1);
    for (int id = from; id < l->first + l->count; id++)
        used += snprintf(page + used, sizeof page - (size_t)used, "%s{\"id\":\"%d\",\"seq\":\"%d\",\"path\":\"chat.bo\"}",
                         id > from ? "," : "", id, id);
    if (l->is_silent)
        used += snprintf(page + used, sizeof page - (size_t)used, "]}");
    else
        used += snprintf(page + used, sizeof page - (size_t)used, "],\"check\":{\"chat\":{\"n\":%" PRId64 "}}}",
                         l->count + l->more);
    require(used < (int)sizeof page);
    require(tally_transport_respond(l->engine, request->id, 200, "", page, (size_t)used) == TALLY_OK);
}

static void add_feed_of(world *w, liar *l)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = "https://example.org/feed", .initial_delay = -1,
                                  .interval = -1};

    l->engine = w->engine;
    check_ok(tally_engine_set_transport(w->engine, respond, l, NULL));
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

/* Polls, and lets the feed do what follows from that. */
static void poll_once(world *w)
{
    check_ok(world_sync(w));
    for (int step = 0; step < 20; step++) {
        fake_clock_advance(&w->clock, 1000);
        check_ok(tally_engine_step(w->engine));
    }
}

/* ---- Helpers ---- */

static void deliver(world *w, const char *items, const char *check)
{
    static int cursor;
    char page[4000];

    (void)snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"items\":[%s],\"check\":%s}", ++cursor, items, check);
    check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
}

/* The pending events DRIFT; `out_last` and `text` are those of the last one. */
static unsigned drifts(world *w, tally_event *out_last, char *text, size_t capacity)
{
    unsigned count = 0;
    tally_event event = TALLY_EVENT_INIT;
    char words[512];

    while (tally_engine_next_event(w->engine, TALLY_NO_WAIT, &event, words, sizeof words) == TALLY_OK) {
        if (event.kind != TALLY_EVENT_DRIFT)
            continue;
        count += 1;
        *out_last = event;
        (void)snprintf(text, capacity, "%s", words);
    }
    return count;
}

static void check_drift(world *w, const char *path, uint64_t ours, uint64_t theirs)
{
    tally_event event = TALLY_EVENT_INIT;
    char text[512] = "";

    assert_int_equal(drifts(w, &event, text, sizeof text), 1);
    assert_string_equal(text, path);
    assert_int_equal(event.count, ours);
    assert_int_equal(event.total, theirs);
    assert_true(event.feed > 0 && event.account > 0);
    assert_int_equal(event.result, TALLY_OK);
}

static void check_quiet(world *w)
{
    tally_event event = TALLY_EVENT_INIT;
    char text[512];

    assert_int_equal(drifts(w, &event, text, sizeof text), 0);
}

/* The listed differences, as "path ours theirs;…". */
static void check_list(world *w, const char *path, uint32_t flags, const char *expected)
{
    tally_drift found[80];
    char text[4000], words[4000] = "";
    tally_rows rows = TALLY_ROWS_INIT;
    size_t used = 0;

    rows.entry_size = sizeof found[0];
    rows.entries = found;
    rows.capacity = COUNT_OF(found);
    rows.text = text;
    rows.text_capacity = sizeof text;
    check_ok(tally_drift_list(w->account, path, flags, NULL, &rows));
    for (size_t index = 0; index < rows.count; index++)
        used += (size_t)snprintf(words + used, sizeof words - used, "%s %" PRIu64 " %" PRIu64 ";",
                                 text + found[index].path.offset, found[index].ours, found[index].theirs);
    assert_string_equal(words, expected);
}

static tally_stats stats_of(world *w)
{
    tally_stats stats = TALLY_STATS_INIT;

    check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    return stats;
}

/* ---- Tests ---- */

TEST(a_difference_is_told_once, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w, ITEM("1", "chat.bo", "2") "," ITEM("2", "chat.al", "1"), "{\"chat\":{\"n\":3},\"chat.bo\":{\"n\":2}}");
    check_quiet(w);
    check_list(w, "root", TALLY_SUBTREE, "");
    deliver(w, "", "{\"chat\":{\"n\":4},\"chat.al\":{\"n\":1}}");
    check_drift(w, "root.chat", 3, 4);
    check_badge(w->account, "chat", 1, 3);
    check_list(w, "root", TALLY_SUBTREE, "root.chat 3 4;");
    check_list(w, "chat", 0, "root.chat 3 4;");
    check_list(w, "root", 0, "");
    check_list(w, "chat.bo", TALLY_SUBTREE, "");
    deliver(w, "", "{\"chat\":{\"n\":4}}");
    check_quiet(w);
    /* Another message here and there: the difference is the same. */
    deliver(w, ITEM("3", "chat.bo", "1"), "{\"chat\":{\"n\":5}}");
    check_quiet(w);
    check_list(w, "chat", 0, "root.chat 4 5;");
    deliver(w, "", "{\"chat\":{\"n\":3}}");
    check_drift(w, "root.chat", 4, 3);
    deliver(w, "", "{\"chat\":{\"n\":4}}");
    check_quiet(w);
    check_list(w, "root", TALLY_SUBTREE, "");
    assert_int_equal(stats_of(w).drifts, 2);
    check_ok(tally_account_verify(w->account));
    check_ok(tally_engine_verify(w->engine));
}

/* Mutes, the host's own badges, other feeds and posted messages are not the feed's. */
TEST(only_what_the_feed_contributes_counts, WORLD_FILE | WORLD_UNREAD)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key;

    world_add_feed(w);
    check_ok(tally_badge_set(w->account, "chat.bo", 7));
    check_ok(tally_badge_mute(w->account, "chat.bo", TALLY_MUTE_ALL, 0));
    check_ok(tally_message_post(w->account, "chat.bo", &options, &key));
    deliver(w, ITEM("1", "chat.bo", "2") "," ITEM("2", "chat.bo", "0"), "{\"chat\":{\"n\":2},\"root\":{\"n\":2}}");
    check_quiet(w);
}

/* A passive message's count does not count, in either list of a feed's messages. */
TEST(passive_messages_do_not_count, WORLD_FILE | WORLD_UNREAD)
{
    world_add_feed(w);
    deliver(w,
            "{\"id\":\"1\",\"path\":\"chat\",\"count\":2,\"level\":\"highlight\"},"
            "{\"id\":\"2\",\"path\":\"chat.bo\",\"count\":5,\"level\":\"passive\"},"
            "{\"id\":\"3\",\"path\":\"chat.ann\",\"also\":[\"fans\"],\"count\":7,\"level\":\"passive\"},"
            "{\"id\":\"4\",\"path\":\"chat.ann\",\"also\":[\"fans\"],\"count\":4}",
            "{\"chat\":{\"n\":6},\"fans\":{\"n\":4},\"root\":{\"n\":6}}");
    check_quiet(w);
    check_badge(w->account, "root", 1, 6);
    deliver(w, "", "{\"chat.bo\":{\"n\":5}}");
    check_list(w, "root", TALLY_SUBTREE, "root.chat.bo 0 5;");
}

/* Highlights are compared apart, and only if the server counts them. */
TEST(highlights_are_compared_too, WORLD_FILE | WORLD_UNREAD)
{
    tally_event event = TALLY_EVENT_INIT;
    tally_drift found;
    char text[512] = "";
    tally_rows rows = TALLY_ROWS_INIT;

    world_add_feed(w);
    deliver(w,
            "{\"id\":\"1\",\"path\":\"chat\",\"count\":2,\"level\":\"highlight\"},"
            "{\"id\":\"2\",\"path\":\"chat.bo\",\"count\":5},"
            "{\"id\":\"3\",\"path\":\"chat.ann\",\"also\":[\"fans\"],\"level\":\"critical\"}",
            "{\"chat\":{\"n\":8,\"h\":3},\"fans\":{\"n\":1,\"h\":1},\"chat.bo\":{\"n\":5,\"h\":0},\"root\":{\"n\":8,\"h\":null}}");
    check_quiet(w);
    deliver(w, "", "{\"chat\":{\"n\":8,\"h\":4}}");
    assert_int_equal(drifts(w, &event, text, sizeof text), 1);
    assert_string_equal(text, "root.chat");
    assert_true(event.count == 8 && event.total == 8 && event.highlights == 3 && event.total_highlights == 4);
    rows.entry_size = sizeof found;
    rows.entries = &found;
    rows.capacity = 1;
    rows.text = text;
    rows.text_capacity = sizeof text;
    check_ok(tally_drift_list(w->account, "chat", 0, NULL, &rows));
    assert_int_equal(rows.count, 1);
    assert_true(found.ours == 8 && found.theirs == 8 && found.our_highlights == 3 && found.their_highlights == 4);
    deliver(w, "", "{\"chat\":{\"n\":8,\"h\":4}}");
    check_quiet(w);
    /* The number differs as well now. */
    deliver(w, "", "{\"chat\":{\"n\":9,\"h\":4}}");
    check_drift(w, "root.chat", 8, 9);
    check_list(w, "root", TALLY_SUBTREE, "root.chat 8 9;");
    deliver(w, "", "{\"chat\":{\"n\":8}}");
    check_list(w, "root", TALLY_SUBTREE, "");
    check_ok(tally_engine_verify(w->engine));
}

/* Acts that the server cannot know yet are no difference. */
TEST(reads_that_are_not_sent_wait, WORLD_FILE | WORLD_UNREAD)
{
    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    deliver(w, ITEM("1", "chat", "1") "," ITEM("2", "chat", "1"), "{\"chat\":{\"n\":2}}");
    check_ok(tally_message_mark_path_read(w->account, "chat", 0, NULL));
    deliver(w, "", "{\"chat\":{\"n\":2}}");
    check_quiet(w);
    check_list(w, "root", TALLY_SUBTREE, "");
}

TEST(a_snapshot_repairs_what_was_lost, WORLD_FILE | WORLD_UNREAD)
{
    liar l = {.first = 1, .count = 3};

    add_feed_of(w, &l);
    poll_once(w);
    check_badge(w->account, "chat", 1, 3);
    assert_int_equal(l.snapshots, 1);
    /* The server has two messages that it never sent. */
    l.first = -1;
    l.count = 5;
    poll_once(w);
    check_drift(w, "root.chat", 3, 5);
    assert_int_equal(l.snapshots, 2);
    check_badge(w->account, "chat", 1, 5);
    check_list(w, "root", TALLY_SUBTREE, "");
    poll_once(w);
    check_quiet(w);
    assert_int_equal(l.snapshots, 2);
    world_end(w);
}

TEST(a_lie_costs_one_snapshot, WORLD_FILE | WORLD_UNREAD)
{
    liar l = {.first = 1, .count = 3};

    add_feed_of(w, &l);
    poll_once(w);
    l.more = 1;
    poll_once(w);
    assert_int_equal(l.snapshots, 2);
    check_list(w, "root", TALLY_SUBTREE, "root.chat 3 4;");
    for (int hours = 0; hours < 5; hours++) {
        fake_clock_advance(&w->clock, INT64_C(3600000));
        l.count += 1;
        poll_once(w);
    }
    assert_int_equal(l.snapshots, 2);
    /* It goes away, and comes again. */
    l.more = 0;
    poll_once(w);
    l.more = 1;
    poll_once(w);
    assert_int_equal(l.snapshots, 2);
    /* Another one costs another. A third within ten minutes waits. */
    l.more = 2;
    poll_once(w);
    assert_int_equal(l.snapshots, 3);
    l.more = 3;
    poll_once(w);
    poll_once(w);
    assert_int_equal(l.snapshots, 3);
    fake_clock_advance(&w->clock, TEN_MINUTES);
    poll_once(w);
    assert_int_equal(l.snapshots, 4);
    check_badge(w->account, "chat", 1, 8);
    assert_int_equal(stats_of(w).drifts, 4);
    world_end(w);
}

TEST(a_later_run_knows_the_differences, WORLD_FILE | WORLD_UNREAD)
{
    liar l = {.first = 1, .count = 3, .more = 2};

    add_feed_of(w, &l);
    poll_once(w);
    poll_once(w);
    assert_int_equal(l.snapshots, 1); /* The first response had everything already. */
    world_close(w);
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    check_list(w, "root", TALLY_SUBTREE, "root.chat 3 5;");
    fake_clock_advance(&w->clock, TEN_MINUTES);
    add_feed_of(w, &l);
    poll_once(w);
    check_quiet(w);
    assert_int_equal(l.snapshots, 1);
    assert_int_equal(stats_of(w).drifts, 0);
    check_ok(tally_feed_remove(w->feed));
    check_list(w, "root", TALLY_SUBTREE, "");
    world_end(w);
}

TEST(bad_checks_are_rejected, WORLD_FILE | WORLD_UNREAD)
{
    static const char *const bad[] = {"{\"chat\":{}}",          "{\"chat\":4}",          "{\"chat\":{\"n\":-1}}",
                                      "{\"chat\":{\"n\":1.5}}", "{\"chat\":{\"n\":1e99}}", "{\"chat\":{\"n\":\"4\"}}",
                                      "{\"chat\":{\"n\":null}}", "{\"a..b\":{\"n\":1}}",   "{\"\":{\"n\":1}}",
                                      "{\"chat\":{\"h\":1}}", "{\"chat\":{\"n\":0,\"h\":-1}}",
                                      "{\"chat\":{\"n\":0,\"h\":\"1\"}}"};
    char many[4000] = "{";
    tally_event event;
    char text[512];

    world_add_feed(w);
    for (size_t index = 0; index < COUNT_OF(bad); index++) {
        deliver(w, "", bad[index]);
        event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
        assert_int_equal(event.result, TALLY_OK);
        assert_int_equal(event.rejected, 1);
    }
    check_status(tally_feed_deliver(w->feed, "{\"cursor\":\"x\",\"items\":[],\"check\":[]}", 37), TALLY_ERROR_PROTOCOL);
    for (int index = 0; index < 70; index++)
        (void)snprintf(many + strlen(many), sizeof many - strlen(many), "%s\"p%d\":{\"n\":1}", index > 0 ? "," : "", index);
    strcat(many, "}");
    deliver(w, "", many);
    event = next_of(w, TALLY_EVENT_SYNCED, text, sizeof text);
    assert_int_equal(event.rejected, 6);
    assert_int_equal(stats_of(w).drifts, 64);
}

static void with_room_for_few(tally_engine_options *options) { options->max_events = 5; }

TEST(a_host_that_takes_no_events_is_told_to_list, WORLD_CLOSED)
{
    char check[4000] = "{";
    tally_event event = TALLY_EVENT_INIT;
    char text[512];

    w->configure = with_room_for_few;
    world_open(w, WORLD_FILE | WORLD_UNREAD);
    world_add_feed(w);
    for (int index = 0; index < 40; index++)
        (void)snprintf(check + strlen(check), sizeof check - strlen(check), "%s\"p%d\":{\"n\":1}", index > 0 ? "," : "",
                       index);
    strcat(check, "}");
    deliver(w, "", check);
    assert_in_range(drifts(w, &event, text, sizeof text), 1, 6);
    assert_int_equal(event.result, TALLY_RESYNC);
    assert_string_equal(text, "");
    assert_true(event.feed == 0 && event.account == 0);
    /* One that waits has the latest numbers. */
    deliver(w, "", "{\"p0\":{\"n\":2}}");
    deliver(w, "", "{\"p0\":{\"n\":3}}");
    check_drift(w, "root.p0", 0, 3);
}

/* An event that waits takes only the newer numbers of its own feed. */
TEST(feeds_that_differ_at_one_path_are_told_apart, WORLD_FILE | WORLD_UNREAD)
{
    static const char pages[][80] = {"{\"cursor\":\"1\",\"items\":[],\"check\":{\"chat\":{\"n\":8}}}",
                                     "{\"cursor\":\"2\",\"items\":[],\"check\":{\"chat\":{\"n\":7}}}"};
    tally_feed *other;
    tally_event event = TALLY_EVENT_INIT;
    char text[512];
    uint64_t total = 0;

    world_add_feed(w);
    check_ok(tally_feed_add(w->account, "other", NULL, &other));
    deliver(w, "", "{\"chat\":{\"n\":9}}");
    check_ok(tally_feed_deliver(other, pages[0], strlen(pages[0])));
    check_ok(tally_feed_deliver(other, pages[1], strlen(pages[1])));
    while (tally_engine_next_event(w->engine, TALLY_NO_WAIT, &event, text, sizeof text) == TALLY_OK)
        if (event.kind == TALLY_EVENT_DRIFT)
            total = 10 * total + event.total;
    assert_int_equal(total, 97);
    tally_feed_release(other);
}

/* The observer of all feeds is called. */
static void observe(void *user_data, const tally_event *event, const char *text)
{
    if (event->kind != TALLY_EVENT_DRIFT)
        return;
    require(strcmp(text, "root.chat") == 0 && event->total == 9);
    *(int *)user_data += 1;
}

TEST(observers_of_feeds_are_told, WORLD_FILE | WORLD_UNREAD)
{
    int calls = 0;
    uint64_t token;

    world_add_feed(w);
    check_ok(tally_observe_feeds(w->scope, w->account, 0, observe, &calls, NULL, &token));
    deliver(w, "", "{\"chat\":{\"n\":9}}");
    check_ok(tally_engine_dispatch(w->engine, TALLY_NO_LIMIT, NULL));
    assert_int_equal(calls, 1);
    world_end(w);
}

/* A server that lies for ever, in many ways: each difference costs one snapshot, and there are ten minutes between two.
 */
static void lie(void)
{
    world w;
    liar l = {.first = 1, .count = 1};
    int64_t last = -TEN_MINUTES;
    unsigned differences = 0, seen[16] = {0}, was;

    world_init(&w, WORLD_UNREAD);
    add_feed_of(&w, &l);
    poll_once(&w);
    for (int turn = 0; turn < 40; turn++) {
        unsigned kind = random_below(6);

        if (kind == 0)
            l.more = (int64_t)random_below(5);
        else if (kind == 1)
            l.count += 1;
        else if (kind == 2)
            fake_clock_advance(&w.clock, (int64_t)random_below(1200000));
        else if (kind == 3)
            l.is_silent = !l.is_silent;
        was = l.snapshots;
        poll_once(&w);
        if (!l.is_silent && l.more > 0 && !seen[l.more]) {
            seen[l.more] = 1;
            differences += 1;
        }
        assert_in_range(l.snapshots - was, 0, 1);
        if (l.snapshots > was) {
            /* A poll takes twenty seconds here. */
            assert_true(w.clock.elapsed - last >= TEN_MINUTES - 20000);
            last = w.clock.elapsed;
        }
    }
    assert_true(l.snapshots <= 1 + differences);
    check_badge(w.account, "chat", 1, (uint64_t)l.count);
    world_end(&w);
}

TEST_ALONE(a_server_that_lies_for_ever)
{
    int runs = is_soak() ? 10000 : IS_SANITIZED || is_valgrind() ? 5 : 200;

    seed();
    for (int run = 0; run < runs; run++)
        lie();
}
