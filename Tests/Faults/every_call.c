/* The fixture of every_call.h. */
#include "every_call.h"
#include "lists.h"
#include "settings.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANN f->w.account
#define LONG_PATH "a_new.path_with.several.new_components.that.nobody.has_used"
#define ENTRIES (void *)f->entries, MAX_ENTRIES
#define MANY_FEEDS 60
#define TEXT f->text, sizeof f->text
#define BYTES f->bytes, sizeof f->bytes

static const char first_page[] =
    "{\"cursor\":\"1\",\"title\":\"Centre\",\"items\":["
    "{\"id\":\"1\",\"seq\":\"1\",\"path\":\"a\",\"count\":2,\"title\":\"one\",\"thread\":\"t\",\"category\":\"c\","
    "\"arg\":\"Ann\",\"arg_count\":3},"
    "{\"id\":\"2\",\"seq\":\"2\",\"path\":\"b\",\"title\":\"two\",\"thread\":\"t\",\"category\":\"c\",\"arg\":\"Bo\"},"
    "{\"id\":\"3\",\"seq\":\"3\",\"path\":\"c\"}],\"badges\":{\"set\":{\"count\":11}}}";
static const char second_page[] =
    "{\"cursor\":\"2\",\"items\":[{\"id\":\"1\",\"seq\":\"4\",\"path\":\"a\",\"count\":3,\"title\":\"\\u00e9\"},"
    "{\"id\":\"4\",\"seq\":\"5\",\"path\":\"d.e\"},{\"id\":5}],\"gone\":[\"2\"],\"marks\":{\"c\":{\"upto\":\"9\",\"ver\":2}}}";
static const char push[] = "{\"feed\":\"feed\",\"path\":\"p\",\"id\":\"7\",\"aps\":{\"alert\":\"a\\u00e9\",\"badge\":3}}";
static const char catalog[] =
    "{\"sourceLanguage\":\"en\",\"version\":\"1.0\",\"strings\":{\"%u of %@\":{\"localizations\":{\"de\":{\"variations\":"
    "{\"plural\":{\"one\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%u von %@\"}},"
    "\"other\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%u alle von %@\"}}}}}}}}}";
static const char dictionary[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict><key>%u of %@</key><dict>"
    "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>"
    "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
    "<key>NSStringFormatValueTypeKey</key><string>u</string>"
    "<key>one</key><string>%u of %@</string><key>other</key><string>%u all of %@</string></dict></dict></dict></plist>";
static const char calendar[] =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:flour\r\nSUMMARY:Flour\r\n"
    "DTSTART;TZID=Europe/Berlin:20231110T090000\r\nDUE;TZID=Europe/Berlin:20231210T090000\r\nEND:VTODO\r\n"
    "BEGIN:VTODO\r\nUID:\r\nSUMMARY:skipped\r\nDUE;VALUE=DATE:20231210\r\nEND:VTODO\r\n"
    "END:VCALENDAR\r\n";

/* ---- What the calls need beside one line ---- */

/* Bytes only with a success. */
static tally_status take_output(fixture *f, tally_status status)
{
    require((f->output.data != NULL) == (status == TALLY_OK) && (status == TALLY_OK || f->output.size == 0));
    tally_bytes_release(&f->output);
    return status;
}

static tally_status import_reminders(fixture *f)
{
    tally_rows rows = rows_in(f->entries, sizeof(tally_skipped_entry), MAX_ENTRIES, MAX_ENTRIES, TEXT);

    return tally_reminder_import(ANN, calendar, sizeof calendar - 1, &rows, &f->report);
}

static void ignore(void *user_data, const tally_event *event, const char *text)
{
    fixture *f = (fixture *)user_data;

    (void)text;
    f->completed += event->kind == TALLY_EVENT_COMPLETION;
}

static void draw(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)user_data;
    (void)path;
    (void)presentation;
    (void)text;
}

static void notify(void *user_data)
{
    (void)user_data;
}

static void ask(void *user_data, const tally_request *request)
{
    fixture *f = (fixture *)user_data;

    f->asked = request->kind == TALLY_REQUEST_KIND_SEND ? request->id : 0;
    if (f->flags & THREAD && f->asked != 0)
        tally_transport_respond(f->w.engine, f->asked, 200, "ETag: \"x\"", second_page, sizeof second_page - 1);
}

static void give_back(void *user_data)
{
    ((fixture *)user_data)->given_back += 1;
}

static tally_status close_engine(fixture *f)
{
    tally_status status = tally_engine_close(f->w.engine, -1);

    f->w.engine = NULL;
    /* Closed all the same. */
    return status == TALLY_ERROR_NO_MEMORY || status == TALLY_ERROR_IO ? TALLY_OK : status;
}

static tally_status release_account(fixture *f)
{
    tally_account_release(f->bo);
    f->bo = NULL;
    return TALLY_OK;
}

static tally_status batch(fixture *f, const char *id)
{
    tally_operation operations[3];
    tally_batch_options options = BATCH_OPTIONS(.id = id, .source = id);

    memset(operations, 0, sizeof operations);
    options.position = id != NULL;
    operations[0].kind = TALLY_OP_SET;
    operations[0].path = LONG_PATH;
    operations[0].value = 100;
    operations[1].kind = TALLY_OP_CLEAR_TREE;
    operations[1].path = "in";
    operations[2].kind = TALLY_OP_GET;
    operations[2].path = "root";
    return tally_badge_batch(f->w.account, operations, 3, &options, NULL);
}

/* One that is there, and one that is created. */
static tally_status items(fixture *f)
{
    tally_message_options message = TALLY_MESSAGE_OPTIONS_INIT;
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_operation operations[3];
    tally_item items[3];

    memset(operations, 0, sizeof operations);
    memset(items, 0, sizeof items);
    message.id = "posted with an id that is longer than a small block";
    operations[0].kind = TALLY_OP_SET;
    operations[0].path = LONG_PATH;
    operations[0].value = 100;
    operations[1].kind = TALLY_OP_POST;
    operations[1].path = LONG_PATH;
    operations[1].message = &message;
    operations[2].kind = TALLY_OP_CLEAR_TREE;
    operations[2].path = "in";
    items[0].account = "ann";
    items[0].operations = operations;
    items[0].count = 3;
    items[0].id = "one";
    items[1] = items[0];
    items[1].account = "an account that is not there yet";
    items[1].id = "two";
    items[2] = items[0];
    options.source = "many";
    options.position = 2;
    return tally_engine_batch(f->w.engine, items, 3, &options);
}

/* Two new accounts, or those that are there, and a source. */
static tally_status imports(fixture *f, uint32_t flags)
{
    tally_import imports[2];

    memset(imports, 0, sizeof imports);
    imports[0].account = flags == 0 ? "new" : "bo";
    imports[0].bytes = f->whole;
    imports[0].size = f->whole_size;
    imports[1].bytes = f->source;
    imports[1].size = f->source_size;
    if (flags == 0) {
        imports[1] = imports[0];
        imports[1].account = "newer";
    }
    return tally_engine_import(f->w.engine, imports, 2, flags);
}

/* One operation, since those before one that fails are done. Without a path it is on a node. */
static tally_status perform(fixture *f, tally_operation_kind kind, const char *path)
{
    tally_operation operation = {.kind = kind, .path = path, .value = 100};

    if (path == NULL)
        operation.node = f->node;
    if (kind == TALLY_OP_MUTE) {
        operation.value = TALLY_MUTE_ALL;
        operation.until = CLOCK_START + 5000;
    }
    return batch_each(f->w.account, &operation, 1);
}

static tally_status set_style(fixture *f)
{
    tally_style style = {.struct_size = sizeof style, .fields = TALLY_STYLE_FIELD_ICON, .icon = "an icon with a long name"};

    return tally_style_set(f->w.account, LONG_PATH, &style);
}

static tally_status add_feed(fixture *f, const char *name, const char *mapping)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = "https://example.com/a/long/path/of/a/feed", .prefix = "in.another.place",
        .initial_delay = -1, .interval = -1, .mapping = mapping,
        .title = "a title until the server sends another one",
    };

    return tally_feed_add(f->w.account, name, &options, &f->feed);
}

/* The text that continues a list is written, copied and read. */
static tally_status messages_by_page(fixture *f)
{
    char next[256] = "";
    tally_status status;

    do {
        status = message_list(ANN, "root", TALLY_SUBTREE, next, 1, ENTRIES, TEXT, &f->count, &f->size);
        if (status == TALLY_MORE)
            memcpy(next, *next_of_list(), strlen(*next_of_list()) + 1);
    } while (status == TALLY_MORE);
    return status;
}

/* One by one from a message on. */
static tally_status messages_from(fixture *f, uint32_t flags)
{
    tally_rows rows = rows_in(f->entries, sizeof(tally_message), 1, 1, TEXT);
    tally_status status;

    do
        status = tally_message_list_from(ANN, "root", flags, f->key, rows.next, &rows);
    while (status == TALLY_MORE);
    return status;
}

/* One by one, so that a list goes on. */
static tally_status entries_of(fixture *f, int is_patch)
{
    size_t size = is_patch ? sizeof(tally_patch_entry) : sizeof(tally_snapshot_entry);
    tally_rows rows = rows_in(f->entries, size, 1, 1, TEXT);
    char next[256] = "";
    tally_status status;

    do {
        status = is_patch ? tally_patch_list(f->patch, f->patch_size, NULL, TALLY_SUBTREE, next, &rows)
                          : tally_snapshot_list(f->first, NULL, TALLY_SUBTREE, next, &rows);
        if (status == TALLY_MORE)
            memcpy(next, rows.next, strlen(rows.next) + 1);
    } while (status == TALLY_MORE);
    return status;
}

static tally_status reasons_by_page(fixture *f)
{
    char next[256] = "";
    tally_rows rows = rows_in(f->entries, sizeof(tally_reason), 1, 1, TEXT);
    tally_status status;

    do {
        status = tally_badge_explain(ANN, "root", 0, next, &rows);
        if (status == TALLY_MORE)
            memcpy(next, rows.next, strlen(rows.next) + 1);
    } while (status == TALLY_MORE);
    return status;
}

/* A later run, in which the account is logged in and its feed runs. */
static tally_status open_again(fixture *f)
{
    tally_status status = tally_engine_open(&f->options, &f->w.engine);

    if (status != TALLY_OK)
        return status;
    status = tally_account_open(f->w.engine, "ann", NULL, &f->account);
    if (status != TALLY_OK) {
        require(tally_engine_close(f->w.engine, -1) == TALLY_OK);
        f->w.engine = NULL;
    }
    return status;
}

static tally_status force(fixture *f)
{
    f->given += 1;
    return tally_feed_refresh_now(f->w.feed, ignore, f, give_back, NULL);
}

static tally_status post(fixture *f)
{
    tally_message_options message = {
        .struct_size = sizeof message, .id = "mine too", .title = "a title, longer than a small block of memory is",
        .category = "c", .thread = "t", .argument = "Cy", .also = "further\nin.a",
    };

    return tally_message_post(f->w.account, "posted", &message, &f->posted);
}

static tally_status configure_all(fixture *f)
{
    tally_account_settings settings = {
        .struct_size = sizeof settings, .grouping = TALLY_GROUPING_BY_APP, .language = "de",
        .outbox = TALLY_OUTBOX_MODE_SENT, .outbox_idle_timeout = 1000,
        .outbox_url = "https://example.org/a/path/longer/than/a/small/block/of/memory",
        .push_path = "icon.of.the.application.with.a.name.that.is.long",
    };

    return tally_account_configure(f->w.account, &settings);
}

static tally_status read_settings(fixture *f)
{
    tally_rows rows = rows_in(f->entries, sizeof(tally_account_settings_entry), 1, 1, TEXT);

    return tally_account_get_settings(f->w.account, &rows);
}

/* Some steps; a request of the host's transport gets its answer. */
static tally_status take_steps(fixture *f)
{
    int turn;

    for (turn = 0; turn < 12; turn++) {
        tally_status status = tally_engine_step(f->w.engine);

        if (status < 0 && status != TALLY_ERROR_NO_MEMORY)
            return status;
        if (f->asked != 0) {
            status = tally_transport_respond(f->w.engine, f->asked, 200, "ETag: \"x\"", second_page,
                                            sizeof second_page - 1);
            if (status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND)
                f->asked = 0;
        }
        if (f->waits) {
            intptr_t descriptor;

            if (tally_engine_get_descriptor(f->w.engine, &descriptor) == TALLY_OK) {
                struct pollfd wait = {.fd = (int)descriptor, .events = POLLIN};

                poll(&wait, 1, 1);
            }
        }
    }
    return TALLY_OK;
}

/* The engine's own thread asks, and the host's transport answers on it. */
static tally_status let_thread_work(fixture *f)
{
    tally_status status = force(f);
    int turn, before = f->completed;

    for (turn = 0; status == TALLY_OK && turn < 40 && f->completed == before; turn++) {
        tally_status next = tally_engine_next_event(f->w.engine, 1, &f->event, TEXT);

        if (next < 0 && next != TALLY_ERROR_NO_MEMORY)
            return next;
    }
    return status == TALLY_ERROR_NO_MEMORY ? TALLY_OK : status;
}

/* ---- The table ---- */

static const tally_badge a_dot = {.kind = TALLY_KIND_DOT};

#define CALL(function, flags, call) static tally_status PASTE(call_, __LINE__)(fixture *f) { return (void)f, call; }
#define PASTE(a, b) PASTED(a, b)
#define PASTED(a, b) a##b
#include "calls.h"
#undef CALL

#define CALL(function, flags, call) {#function, (flags), PASTE(call_, __LINE__)},
const every_call every_calls[] = {
#include "calls.h"
    {NULL, 0, NULL},
};

/* ---- A world with something of each kind ---- */

static void take_bytes(tally_status status, fixture *f, unsigned char **out_bytes, size_t *out_size)
{
    require(status == TALLY_OK);
    *out_bytes = (unsigned char *)malloc(f->size);
    require(*out_bytes != NULL);
    memcpy(*out_bytes, f->bytes, f->size);
    *out_size = f->size;
}

static void add_reminder(fixture *f)
{
    f->reminder.struct_size = sizeof f->reminder;
    f->known.struct_size = sizeof f->known;
    f->own.struct_size = sizeof f->own;
    f->rule.struct_size = sizeof f->rule;
    f->rule.feeding = TALLY_FEEDING_UNREAD;
    f->rule.counting = TALLY_COUNTING_LIT;
    f->position.struct_size = sizeof f->position;
    f->messages.struct_size = sizeof f->messages;
    f->begin.struct_size = sizeof f->begin;
    f->outbox.struct_size = sizeof f->outbox;
    f->report.struct_size = sizeof f->report;
    f->reminder.fields = TALLY_REMINDER_FIELD_TITLE | TALLY_REMINDER_FIELD_PATH | TALLY_REMINDER_FIELD_ZONE | TALLY_REMINDER_FIELD_PRODUCED |
                         TALLY_REMINDER_FIELD_SHELF_LIFE;
    f->reminder.title = "Milk, of which the title is longer than a small block of memory";
    f->reminder.path = "fridge";
    f->reminder.zone = "UTC";
    f->reminder.produced = 20231110;
    f->reminder.shelf_life = 10;
    f->reminder.shelf_unit = TALLY_UNIT_DAY;
    check_ok(reminder_put(ANN, "milk", &f->reminder));
}

static void add_messages(fixture *f)
{
    tally_message_options message = {
        .struct_size = sizeof message, .id = "mine", .title = "posted", .also = "further\nlast.place",
    };
    tally_feed_options options = {
        .struct_size = sizeof options, .prefix = "in", .initial_delay = -1, .interval = -1,
        .url = f->flags & CURL ? f->w.page_url : "https://example.org/feed",
    };
    int64_t key;

    check_ok(lease_outbox(ANN));
    check_ok(tally_category_set(ANN, "c", "%u of %@", "%u"));
    check_ok(tally_feed_add(ANN, "feed", &options, &f->w.feed));
    check_ok(tally_account_log_in(ANN));
    check_ok(tally_feed_deliver(f->w.feed, first_page, sizeof first_page - 1));
    check_ok(tally_message_post(ANN, "posted", &message, &key));
    require(message_list(ANN, "in.c", 0, 0, 1, ENTRIES, TEXT, &f->count, &f->size) >= TALLY_OK);
    key = ((tally_message *)(void *)f->entries)->key;
    check_ok(tally_message_mark_read(ANN, &key, 1, NULL));
    check_ok(message_list(ANN, "in.a", 0, 0, 1, ENTRIES, TEXT, &f->count, &f->size));
    f->key = ((tally_message *)(void *)f->entries)->key;
    if (f->flags & LEASED) {
        check_ok(outbox_lease(ANN, 1000, 1, ENTRIES, TEXT, &f->count, &f->size));
        f->row = ((tally_outbox_entry *)(void *)f->entries)->id;
    }
}

static void watch(fixture *f)
{
    f->view = (tally_widget){sizeof f->view, 0, draw, draw, draw, draw};
    check_ok(tally_observe(f->w.scope, ANN, "chat", 0, f->flags & EVENTS ? NULL : ignore, f, NULL, &f->observer));
    check_ok(tally_observe_messages(f->w.scope, ANN, "in.a", 0, ignore, f, NULL, NULL));
    check_ok(tally_observe_groups(f->w.scope, ANN, 0, ignore, f, NULL, NULL));
    check_ok(tally_observe_feed(f->w.scope, f->w.feed, 0, ignore, f, NULL, NULL));
    check_ok(tally_observe_feeds(f->w.scope, NULL, 0, ignore, &f->w, NULL, NULL));
    check_ok(tally_observe_reminders(f->w.scope, ANN, 0, ignore, &f->w, NULL, NULL));
    check_ok(tally_widget_bind(f->w.scope, ANN, "chat.bo", &f->view, f, NULL, NULL));
    check_ok(tally_view_begin(f->w.scope, ANN, "looked.at", 0, &f->looking));
    drain(f->w.engine);
    if (f->flags & EVENTS)
        check_ok(tally_badge_set(ANN, "chat.bo", 4));
}

static void set_badges(fixture *f)
{
    tally_batch_options log = BATCH_OPTIONS(.source = "log", .position = 1);
    tally_engine_batch_options many = TALLY_ENGINE_BATCH_OPTIONS_INIT;

    check_ok(tally_badge_batch(ANN, NULL, 0, &log, NULL));
    many.source = "many";
    many.position = 1;
    check_ok(tally_engine_batch(f->w.engine, NULL, 0, &many));
    check_ok(tally_account_open(f->w.engine, "bo", NULL, &f->bo));
    check_ok(tally_badge_set(f->bo, "chat.cy", 9));
    check_ok(tally_badge_set(ANN, "chat.bo", 3));
    check_ok(tally_link_add(ANN, "chat", "tab"));
    check_ok(tally_badge_set_until(ANN, "chat.gone", 3, CLOCK_START + 3600000));
    check_ok(tally_node_resolve(ANN, "resolved.node", &f->node));
    check_ok(badge_diff(ANN, "root", f->bo, "root", BYTES, &f->size));
    take_bytes(TALLY_OK, f, &f->patch, &f->patch_size);
    take_bytes(badge_snapshot(ANN, "root", BYTES, &f->size), f, &f->snapshot, &f->snapshot_size);
    check_ok(tally_snapshot_take(ANN, "root", &f->first));
}

/* The feed has begun a request. */
static void begin_request(fixture *f)
{
    check_ok(force(f));
    if (!(f->flags & CURL)) {
        check_ok(tally_engine_step(f->w.engine));
        require(f->asked != 0);
    }
}

/* Others take its place in memory. */
static void send_away(fixture *f)
{
    tally_stats stats = {.struct_size = sizeof stats};
    uint64_t evictions;
    int turn;

    tally_scope_close(f->w.scope);
    f->w.scope = NULL;
    tally_node_release(ANN, f->node);
    check_ok(tally_engine_flush(f->w.engine));
    check_ok(tally_engine_get_stats(f->w.engine, 0, &stats));
    evictions = stats.account_evictions;
    for (turn = 0; turn < 8 && stats.account_evictions == evictions; turn++) {
        check_badge(f->bo, "chat", 1, 9);
        check_ok(tally_engine_get_stats(f->w.engine, 0, &stats));
    }
    check_badge(f->bo, "chat", 1, 9);
}

/* More than a share of the reserve has blocks for. */
static void add_many(fixture *f)
{
    char name[32];
    int i;

    for (i = 0; i < MANY_FEEDS; i++) {
        tally_feed *feed;

        snprintf(name, sizeof name, "more%d", i);
        check_ok(add_feed(f, name, NULL));
        feed = f->feed;
        f->feed = NULL;
        f->given += 2;
        check_ok(tally_feed_refresh_now(feed, ignore, f, give_back, NULL));
        check_ok(tally_feed_refresh_now(feed, ignore, f, give_back, NULL));
        tally_feed_release(feed);
        check_ok(reminder_put(ANN, name, &f->reminder));
    }
    if (!(f->flags & DUE))
        check_ok(tally_engine_step(f->w.engine));
}

static void fill_world(fixture *f)
{
    if (!(f->flags & CURL))
        check_ok(tally_engine_set_transport(f->w.engine, ask, f, NULL));
    set_badges(f);
    add_messages(f);
    add_reminder(f);
    take_bytes(account_export(ANN, BYTES, &f->size), f, &f->whole, &f->whole_size);
    take_bytes(engine_export(f->w.engine, NULL, "many", BYTES, &f->size), f, &f->source, &f->source_size);
    if (f->flags & RESTS)
        check_ok(tally_account_log_out(ANN));
    if (!(f->flags & AWAY)) {
        watch(f);
        f->plan.struct_size = sizeof f->plan;
        check_ok(reminder_look(ANN, NULL, ENTRIES, TEXT, &f->count, &f->size, &f->plan));
    }
    check_ok(tally_account_get(ANN, &f->known, NULL, 0, NULL));
    check_ok(tally_feed_get(f->w.feed, &f->state, NULL, 0, NULL));
    if (f->flags & SENDS)
        check_ok(send_outbox(ANN, "https://example.org/outbox"));
    if (f->flags & BUSY)
        begin_request(f);
    if (f->flags & TRACED) {
        check_ok(tally_trace_open(f->w.engine, NULL, &f->trace));
        check_ok(tally_badge_set(ANN, "traced", 1));
    }
    if (f->flags & MANY)
        add_many(f);
    if (f->flags & DUE)
        fake_clock_advance(&f->w.clock, INT64_C(20) * 86400000);
}

static void limit_accounts(tally_engine_options *options)
{
    options->max_loaded_accounts = 1;
}

void every_call_begin(fixture *f, unsigned flags)
{
    unsigned world = (flags & ON_FILE ? WORLD_FILE : 0) | (flags & FULL ? WORLD_FULL : 0)
        | (flags & THREAD ? WORLD_THREAD : 0);

    memset(f, 0, sizeof *f);
    f->flags = flags;
    f->waits = (flags & CURL) != 0;
    f->stats.struct_size = sizeof f->stats;
    f->style.struct_size = sizeof f->style;
    f->presentation.struct_size = sizeof f->presentation;
    f->event.struct_size = sizeof f->event;
    f->record.struct_size = sizeof f->record;
    f->state.struct_size = sizeof f->state;
    f->page.struct_size = sizeof f->page;
    f->credential = (tally_credential){.struct_size = sizeof f->credential, .flags = TALLY_CREDENTIAL_FLAG_PLAIN,
                                       .kind = TALLY_CREDENTIAL_KIND_QUERY, .name = "key", .secret = "a b"};
    f->forms = (tally_forms){.struct_size = sizeof f->forms, .one = "%u of %@", .other = "%u all of %@"};
    world_init(&f->w, WORLD_CLOSED);
    f->w.configure = flags & AWAY ? limit_accounts : NULL;
    write_text(f->w.page, second_page);
    snprintf(f->other_file, sizeof f->other_file, "%s/other.db", f->w.directory);
    if (flags & AGAIN) {
        world_open(&f->w, world);
        fill_world(f);
        tally_account_release(f->bo);
        tally_snapshot_release(f->first);
        world_close(&f->w);
        f->bo = NULL;
        f->first = NULL;
    }
    f->options.struct_size = sizeof f->options;
    f->options.flags = TALLY_ENGINE_HOST_DRIVEN | (flags & CHECKED ? TALLY_ENGINE_SET_ASIDE : 0);
    f->options.file = flags & ON_FILE ? f->w.file : NULL;
    f->options.user_agent = "a user agent, longer than a small block of memory is";
    if (flags & (CLOSED | PURE))
        return;
    world_open(&f->w, world);
    fill_world(f);
}

void every_call_end(fixture *f)
{
    tally_snapshot_release(f->first);
    tally_snapshot_release(f->second);
    tally_scope_close(f->scope);
    tally_trace_close(f->trace);
    tally_trace_close(f->opened);
    tally_feed_release(f->feed);
    tally_account_release(f->account);
    tally_account_release(f->bo);
    free(f->patch);
    free(f->snapshot);
    free(f->whole);
    free(f->source);
    world_end(&f->w);
    require(f->given_back == f->given);
    require(f->completed <= f->given);
}

/* ---- Whether anything has changed ---- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    size_t i;

    for (i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t every_call_state(fixture *f)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), revision = 0;
    tally_account *accounts[2];
    tally_badge total;
    tally_stats stats = {.struct_size = sizeof stats};
    int32_t logged_in = 0;
    size_t size;
    int i;

    if (f->w.engine == NULL)
        return 0;
    accounts[0] = f->w.account;
    accounts[1] = f->bo;
    check_ok(tally_engine_get_total(f->w.engine, &total));
    check_ok(tally_engine_get_stats(f->w.engine, 0, &stats));
    hash = mix(hash, &total, sizeof total);
    hash = mix(hash, &stats.accounts, sizeof stats.accounts);
    hash = mix(hash, &stats.feeds, sizeof stats.feeds);
    hash = mix(hash, &stats.observers, sizeof stats.observers);
    hash = mix(hash, &stats.events, sizeof stats.events);
    for (i = 0; i < 2 && accounts[i] != NULL; i++) {
        check_ok(account_export(accounts[i], BYTES, &size));
        check_ok(account_info(accounts[i], NULL, &revision, NULL, &logged_in));
        hash = mix(hash, f->bytes, size);
        hash = mix(hash, &revision, sizeof revision);
        hash = mix(hash, &logged_in, sizeof logged_in);
    }
    if (f->w.feed != NULL) {
        tally_status status = tally_feed_get(f->w.feed, &f->state, NULL, 0, NULL);

        hash = mix(hash, &status, sizeof status);
        hash = mix(hash, &f->state, sizeof f->state);
    }
    return hash;
}

void every_call_part(fixture *f)
{
    if (f->flags & AWAY)
        send_away(f);
}
