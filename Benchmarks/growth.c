/*
 * growth: walks every list of the header, and everything else that a server, a file or a host can make grow, at two
 * sizes. The larger one has four times as many rows. Under `valgrind --tool=callgrind --instr-atstart=no` it writes a
 * dump of each; check_growth.py compares the instructions of one row. The numbers repeat: the engine has no thread of
 * its own, no file, and a seed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <valgrind/callgrind.h>

enum { SMALL = 200, LARGE = 4 * SMALL, PAGE = 20 };

typedef struct world {
    tally_engine *engine;
    tally_account *account;
    tally_feed *feed;
    int n, pages;
} world;

static void must(tally_status status, const char *what)
{
    char text[1024] = "";
    size_t length;
    if (status >= TALLY_OK) return;
    tally_error_message(text, sizeof text, &length);
    fprintf(stderr, "growth: %s: %d: %s\n", what, status, text);
    exit(1);
}

#define MUST(call) must(call, #call)

/* --- Reading and applying ------------------------------------------------------------------------------------------
 * */

static char page[1 << 20];
static size_t used;

#define PUT(...) (used += (size_t)snprintf(page + used, sizeof page - used, __VA_ARGS__))

static void begin_page(world *w)
{
    used = 0;
    PUT("{\"cursor\":\"c%d\",\"items\":[", w->pages++);
}

static void deliver(world *w)
{
    PUT("}");
    MUST(tally_feed_deliver(w->feed, page, used));
}

static void put_item(const char *path, int i, int version, int is_read)
{
    PUT("%s{\"id\":\"m%d\",\"seq\":\"%d\",\"path\":\"%s\",\"thread\":\"t%d\",\"ver\":%d,\"read\":%s}",
        page[used - 1] == '[' ? "" : ",", i, i, path, i, version, is_read ? "true" : "false");
}

/* Unread messages m0 to m(n - 1) in one path. */
static void add_messages_of(world *w, int version)
{
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        for (int i = first; i < first + PAGE; i++) put_item("in", i, version, 0);
        PUT("]");
        deliver(w);
    }
}

static void add_messages(world *w) { add_messages_of(w, 5); }

static void add_newer_messages(world *w) { add_messages_of(w, 1000000); }

/* Unread messages, each in a path of its own. */
static void add_paths_of(world *w, int version)
{
    char path[64];
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        for (int i = first; i < first + PAGE; i++) {
            snprintf(path, sizeof path, "in.p%d", i * 7919 % w->n);
            put_item(path, i, version, 0);
        }
        PUT("]");
        deliver(w);
    }
}

static void add_paths(world *w) { add_paths_of(w, 5); }

static void add_newer_paths(world *w) { add_paths_of(w, 1000000); }

/* Items without an id. */
static void add_rejected(world *w)
{
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        for (int i = first; i < first + PAGE; i++) PUT("%s{\"seq\":\"%d\"}", i > first ? "," : "", i);
        PUT("]");
        deliver(w);
    }
}

/* Messages of one thread. */
static void add_thread(world *w)
{
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        for (int i = first; i < first + PAGE; i++)
            PUT("%s{\"id\":\"m%d\",\"seq\":\"%d\",\"path\":\"in\",\"thread\":\"t\",\"ver\":5}",
                i > first ? "," : "", i, i);
        PUT("]");
        deliver(w);
    }
}

/* 0 leaves a setting unchanged. */
static tally_status configure(world *w, tally_grouping grouping, tally_outbox_mode outbox)
{
    tally_account_settings settings = {.struct_size = sizeof settings, .grouping = grouping, .outbox = outbox};
    return tally_account_configure(w->account, &settings);
}

/* The same, and as many of another thread, all in one group. */
static void add_large_group(world *w)
{
    MUST(configure(w, TALLY_GROUPING_BY_APP, 0));
    add_thread(w);
    for (int i = 0; i < w->n; i++) MUST(tally_message_post(w->account, "in", NULL, NULL));
}

static void add_reminders(world *w)
{
    char name[64];
    for (int i = 0; i < w->n; i++) {
        tally_reminder_options options = {
            .struct_size = sizeof options, .fields = TALLY_REMINDER_FIELD_PRODUCED | TALLY_REMINDER_FIELD_SHELF_LIFE,
            .produced = 20231101, .shelf_life = 1, .shelf_unit = TALLY_UNIT_MONTH,
        };
        snprintf(name, sizeof name, "r%d", i * 7919 % w->n);
        MUST(tally_reminder_put(w->account, name, &options));
    }
}

static void add_badges(world *w)
{
    char path[64];
    for (int i = 0; i < w->n; i++) {
        snprintf(path, sizeof path, "b.n%d", i * 7919 % w->n);
        MUST(tally_badge_set(w->account, path, 1));
    }
}

static void add_accounts(world *w)
{
    char name[64];
    tally_account *account;
    for (int i = 0; i < w->n; i++) {
        snprintf(name, sizeof name, "account%d", i);
        MUST(tally_account_open(w->engine, name, NULL, &account));
        tally_account_release(account);
    }
}

static void add_feeds(world *w)
{
    char name[64];
    tally_feed *feed;
    for (int i = 0; i < w->n; i++) {
        tally_feed_options options = {.struct_size = sizeof options};
        snprintf(name, sizeof name, "feed%d", i);
        MUST(tally_feed_add(w->account, name, &options, &feed));
        tally_feed_release(feed);
    }
}

static int64_t keys[LARGE];

static void collect_keys(world *w)
{
    static tally_message messages[LARGE];
    static char text[1 << 20];
    tally_rows rows = TALLY_ROWS_INIT;
    rows.entry_size = sizeof messages[0];
    rows.entries = messages;
    rows.capacity = LARGE;
    rows.text = text;
    rows.text_capacity = sizeof text;
    MUST(tally_message_list(w->account, "root", TALLY_SUBTREE, NULL, &rows));
    for (size_t i = 0; i < rows.count; i++) keys[i] = messages[rows.count - 1 - i].key;
}

static void read_each(world *w)
{
    for (int i = 0; i < w->n; i++) MUST(tally_message_mark_read(w->account, &keys[i], 1, NULL));
}

/* So many rows in the outbox. */
static void add_reads(world *w)
{
    MUST(configure(w, 0, TALLY_OUTBOX_MODE_LEASED));
    add_messages(w);
    collect_keys(w);
    read_each(w);
}

static void prepare_reads(world *w)
{
    MUST(configure(w, 0, TALLY_OUTBOX_MODE_LEASED));
    add_messages(w);
    collect_keys(w);
}

static void add_nothing(world *w) { (void)w; }

/* --- Lists ---------------------------------------------------------------------------------------------------------
 * */

static const char *group;
static uint32_t only_unread;

static int64_t feed_id(const world *w)
{
    tally_feed_state state = {.struct_size = sizeof state};
    MUST(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    return state.id;
}

#define LIST(function, type, ...)                                                                                  \
    static void list_##function(world *w)                                                                          \
    {                                                                                                              \
        static type entries[PAGE];                                                                                 \
        static char text[PAGE * 512];                                                                              \
        tally_rows rows = TALLY_ROWS(entries, text);                                                               \
        int count = 0;                                                                                             \
        do {                                                                                                       \
            const char *after = rows.next;                                                                         \
            must(function(__VA_ARGS__), #function);                                                                \
            count += (int)rows.count;                                                                              \
        } while (rows.next != NULL);                                                                               \
        if (count < w->n) {                                                                                        \
            fprintf(stderr, "growth: %s: %d rows of %d\n", #function, count, w->n);                                \
            exit(1);                                                                                               \
        }                                                                                                          \
    }

LIST(tally_account_list, tally_account_entry, w->engine, 0, after, &rows)
LIST(tally_badge_list, tally_badge_entry, w->account, "root", TALLY_SUBTREE, after, &rows, NULL)
LIST(tally_badge_explain, tally_reason, w->account, "root", 0, after, &rows)
LIST(tally_feed_list, tally_feed_entry, w->account, 0, after, &rows)
LIST(tally_message_list, tally_message, w->account, "root", TALLY_SUBTREE | only_unread, after, &rows)
LIST(tally_group_list, tally_group, w->account, NULL, 0, after, &rows)
LIST(tally_outbox_list, tally_outbox_entry, w->account, 0, after, &rows)
LIST(tally_group_list_messages, tally_message, w->account, group, 0, after, &rows)
LIST(tally_feed_list_rejected, tally_rejected, w->account, feed_id(w), 0, after, &rows)
LIST(tally_reminder_list, tally_reminder, w->account, 0, after, &rows)
LIST(tally_reminder_list_notes, tally_reminder_note, w->account, 0, after, &rows)

static void list_unread(world *w)
{
    only_unread = TALLY_MESSAGES_UNREAD;
    list_tally_message_list(w);
    only_unread = 0;
}

static void list_thread(world *w)
{
    group = "t";
    list_tally_group_list_messages(w);
}

static void list_large_group(world *w)
{
    group = "";
    list_tally_group_list_messages(w);
}

/* The changes of badges, a page of them at a time. */
static void list_changes(world *w)
{
    static tally_badge_entry entries[PAGE];
    static char text[PAGE * 512];
    uint64_t revision = 0;
    int count = 0;
    for (int more = 1; more;) {
        tally_rows rows = TALLY_ROWS_INIT;
        rows.entry_size = sizeof entries[0];
        rows.entries = entries;
        rows.capacity = PAGE;
        rows.text = text;
        rows.text_capacity = sizeof text;
        tally_status status = tally_badge_changes(w->account, revision, 0, &rows, &revision);
        must(status, "tally_badge_changes");
        more = status == TALLY_MORE;
        count += (int)rows.count;
    }
    if (count < w->n) abort();
}

static void add_changes(world *w)
{
    tally_badge_entry entry;
    char text[64];
    uint64_t revision = 0;
    tally_rows rows = TALLY_ROWS_INIT;
    rows.entry_size = sizeof entry;
    rows.entries = &entry;
    rows.capacity = 1;
    rows.text = text;
    rows.text_capacity = sizeof text;
    MUST(tally_badge_changes(w->account, 0, 0, &rows, &revision));
    add_badges(w);
}

/* --- Pages ---------------------------------------------------------------------------------------------------------
 * */

static void pages_of_items(world *w) { add_messages(w); }

static void pages_of_items_in_turn(world *w)
{
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        for (int i = first; i < first + PAGE; i++) put_item("in", i, 5, i % 2);
        PUT("]");
        deliver(w);
    }
}

/* Each mark reaches all messages, whose versions are greater. */
static void pages_with_marks_over_all(world *w)
{
    for (int first = 0; first < w->n; first += 10) {
        begin_page(w);
        PUT("],\"marks\":{\"in\":{\"upto\":\"9999999\",\"ver\":%d}}", first + 1);
        deliver(w);
    }
}

/* All messages are there, and each mark reaches some more. */
static void pages_with_marks_that_advance(world *w)
{
    for (int first = 0; first < w->n; first += 10) {
        begin_page(w);
        PUT("],\"marks\":{\"in\":{\"upto\":\"%d\",\"ver\":%d}}", first + 9, first + 10);
        deliver(w);
    }
}

static void pages_of_gone(world *w)
{
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        PUT("],\"gone\":[");
        for (int i = first; i < first + PAGE; i++) PUT("%s\"m%d\"", i > first ? "," : "", i);
        PUT("]");
        deliver(w);
    }
}

static void pages_of_badges(world *w)
{
    for (int first = 0; first < w->n; first += PAGE) {
        begin_page(w);
        PUT("],\"badges\":{");
        for (int i = first; i < first + PAGE; i++) PUT("%s\"b.n%d\":{\"count\":5}", i > first ? "," : "", i);
        PUT("}");
        deliver(w);
    }
}

static void one_page_of_marks(world *w)
{
    begin_page(w);
    PUT("],\"marks\":{");
    for (int i = 0; i < w->n; i++)
        PUT("%s\"p%d\":{\"upto\":\"%d\",\"ver\":%d}", i > 0 ? "," : "", i, i, i + 1);
    PUT("}");
    deliver(w);
}

/* --- Loops of a host -----------------------------------------------------------------------------------------------
 * */

static int64_t leased[LARGE];

static int64_t lease(world *w)
{
    static tally_outbox_entry entry;
    static char text[4096];
    tally_rows rows = TALLY_ROWS_INIT;
    rows.entry_size = sizeof entry;
    rows.entries = &entry;
    rows.capacity = 1;
    rows.text = text;
    rows.text_capacity = sizeof text;
    MUST(tally_outbox_lease(w->account, 80000000, &rows));
    if (rows.count != 1) abort();
    return entry.id;
}

static void lease_and_acknowledge(world *w)
{
    for (int i = 0; i < w->n; i++) MUST(tally_outbox_ack(w->account, lease(w), NULL, 0));
}

static void lease_all_then_acknowledge(world *w)
{
    for (int i = 0; i < w->n; i++) leased[i] = lease(w);
    for (int i = 0; i < w->n; i++) MUST(tally_outbox_ack(w->account, leased[i], NULL, 0));
}

/* Each row fails for good. */
static void lease_and_fail(world *w)
{
    for (int i = 0; i < w->n; i++) MUST(tally_outbox_fail(w->account, lease(w), 1, -1));
}

/* Each row is to be sent again later. */
static void lease_and_postpone(world *w)
{
    for (int i = 0; i < w->n; i++) MUST(tally_outbox_fail(w->account, lease(w), 1, 3600000));
}

/* Marks, which keep all rows behind them waiting. */
static void read_each_path(world *w)
{
    char path[64];
    for (int i = 0; i < w->n; i++) {
        snprintf(path, sizeof path, "in.p%d", i);
        MUST(tally_message_mark_path_read(w->account, path, TALLY_SUBTREE, NULL));
    }
}

static void add_marks_to_send(world *w)
{
    MUST(configure(w, 0, TALLY_OUTBOX_MODE_LEASED));
    add_paths(w);
    read_each_path(w);
}

static void prepare_marks(world *w)
{
    MUST(configure(w, 0, TALLY_OUTBOX_MODE_LEASED));
    add_paths(w);
}

static void post_each(world *w)
{
    for (int i = 0; i < w->n; i++) MUST(tally_message_post(w->account, "in", NULL, NULL));
}

static void post_and_read_in_turn(world *w)
{
    for (int i = 0; i < w->n; i++) {
        MUST(tally_message_post(w->account, "in", NULL, NULL));
        if (i % 2 == 0) MUST(tally_message_mark_path_read(w->account, "in", 0, NULL));
    }
}

/* -------------------------------------------------------------------------------------------------------------------
 * */

static const struct row {
    const char *name;
    void (*prepare)(world *w);
    void (*walk)(world *w);
    int scale; /* How many times as many rows as the others have; 0: as many. */
} table[] = {
    {"list of accounts", add_accounts, list_tally_account_list},
    {"list of badges", add_badges, list_tally_badge_list},
    {"list of feeds", add_feeds, list_tally_feed_list},
    {"list of messages", add_messages, list_tally_message_list},
    {"list of groups", add_messages, list_tally_group_list},
    {"list of the outbox", add_reads, list_tally_outbox_list},
    {"list of the messages of a group", add_thread, list_thread},
    {"list of the messages of the only group", add_large_group, list_large_group},
    {"list of rejected items", add_rejected, list_tally_feed_list_rejected},
    {"list of reminders", add_reminders, list_tally_reminder_list},
    {"list of the log of reminders", add_reminders, list_tally_reminder_list_notes},
    {"list of changes", add_changes, list_changes},
    {"list of unread messages", add_messages, list_unread},
    /* The pages of up to 1,024 messages are sorted one by one, so more are needed. */
    {"list of unread messages in many paths", add_paths, list_unread, 8},
    {"explain badges", add_badges, list_tally_badge_explain},
    {"explain messages of many paths", add_paths, list_tally_badge_explain},
    {"explain messages of few paths", add_messages, list_tally_badge_explain},
    {"pages: items", add_nothing, pages_of_items},
    {"pages: items read and unread in turn", add_nothing, pages_of_items_in_turn},
    {"pages: a mark in each over all items", add_newer_messages, pages_with_marks_over_all},
    {"pages: a mark that advances in each", add_messages, pages_with_marks_that_advance},
    {"pages: a mark in each over many paths", add_newer_paths, pages_with_marks_over_all},
    {"pages: a mark that advances over many paths", add_paths, pages_with_marks_that_advance},
    {"pages: items of many paths", add_nothing, add_paths},
    {"pages: rejected items", add_nothing, add_rejected},
    {"pages: gone", add_messages, pages_of_gone},
    {"pages: badges", add_nothing, pages_of_badges},
    {"one page of marks", add_messages, one_page_of_marks},
    {"outbox: lease and acknowledge each", add_reads, lease_and_acknowledge},
    {"outbox: lease all, then acknowledge", add_reads, lease_all_then_acknowledge},
    {"outbox: lease and fail each", add_reads, lease_and_fail},
    {"outbox: lease each, and send it again later", add_reads, lease_and_postpone},
    {"outbox: lease and acknowledge each mark", add_marks_to_send, lease_and_acknowledge},
    {"read each message", prepare_reads, read_each},
    {"read each path", add_paths, read_each_path},
    {"read each path, with an outbox", prepare_marks, read_each_path},
    {"put each reminder", add_nothing, add_reminders},
    {"post each message", add_nothing, post_each},
    {"post and read in turn", add_nothing, post_and_read_in_turn},
};

static void count(const struct row *row, int n)
{
    char name[128];
    world w = {.n = n};
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .seed = 1,
                                    .max_accounts = 100000, .max_rejected = LARGE};
    tally_account_options account = {.struct_size = sizeof account, .feeding = TALLY_FEEDING_UNREAD};
    tally_feed_options feed = {.struct_size = sizeof feed, .max_messages = 1 << 30};
    MUST(tally_engine_open(&options, &w.engine));
    MUST(tally_account_open(w.engine, "growth", &account, &w.account));
    MUST(tally_account_log_in(w.account));
    MUST(tally_feed_add(w.account, "feed", &feed, &w.feed));
    row->prepare(&w);
    CALLGRIND_START_INSTRUMENTATION;
    row->walk(&w);
    CALLGRIND_STOP_INSTRUMENTATION;
    snprintf(name, sizeof name, "%s @ %d", row->name, n);
    CALLGRIND_DUMP_STATS_AT(name);
    printf("%s\t%d\t0\n", name, n);
    tally_feed_release(w.feed);
    tally_account_release(w.account);
    MUST(tally_engine_close(w.engine, -1));
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (argc > 1 && strstr(table[i].name, argv[1]) == NULL) continue;
        int scale = table[i].scale > 0 ? table[i].scale : 1;
        count(&table[i], SMALL * scale);
        count(&table[i], LARGE * scale);
    }
    return 0;
}
