/* needs: texts.h */
/* Every text that comes from outside: each parameter and member of the header, each field of a server's response. A
 * text that is not UTF-8 is rejected, or ignored in a server's headers. Whatever was taken, the file is sound
 * afterwards, an export of the account is imported into another engine, and the engine opens again. */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Hostile values ---- */

#define LONG_TEXT 70000

typedef struct hostile {
    const char *what;
    const char *text;
    size_t size;   /* 0: strlen */
    int is_broken; /* No UTF-8, or with a NUL in it. */
} hostile;

/* A very long text, and one whose last byte is broken: made by main. */
static char long_text[LONG_TEXT + 1], long_broken[LONG_TEXT + 2];

static const hostile values[] = {
    {"a continuation byte alone", "\x80", 0, 1},
    {"a continuation byte behind a letter", "a\xBF", 0, 1},
    {"U+0000 in two bytes", "\xC0\x80", 0, 1},
    {"an overlong form of two bytes", "\xC1\xBF", 0, 1},
    {"an overlong form of three bytes", "\xE0\x80\xAF", 0, 1},
    {"an overlong form of four bytes", "\xF0\x8F\xBF\xBF", 0, 1},
    {"a high surrogate", "\xED\xA0\x80", 0, 1},
    {"a low surrogate", "x\xED\xBF\xBF", 0, 1},
    {"a pair of surrogates", "\xED\xA0\xBD\xED\xB8\x80", 0, 1},
    {"U+110000", "\xF4\x90\x80\x80", 0, 1},
    {"beyond U+13FFFF", "\xF5\x80\x80\x80", 0, 1},
    {"five bytes", "\xF8\x88\x80\x80\x80", 0, 1},
    {"a byte that is never used", "a\xFF", 0, 1},
    {"a byte order mark of UTF-16", "\xFE\xFF", 0, 1},
    {"two bytes cut off", "a\xC3", 0, 1},
    {"three bytes cut off", "\xE2\x82", 0, 1},
    {"four bytes cut off", "a\xF0\x9F\x98", 0, 1},
    {"Latin-1", "caf\xE9 noir", 0, 1},
    {"behind many good ones", "abcdefghijklmnopqrstuvwxyz\xC3\xA9\x80", 0, 1},
    {"very long, and broken at its end", long_broken, 0, 1},
    {"nothing", "", 0, 0},
    {"a control character", "a\x01" "b", 0, 0},
    {"a line break", "a\r\nX-Evil: b", 0, 0},
    {"U+007F", "\x7F", 0, 0},
    {"U+0085", "\xC2\x85", 0, 0},
    {"U+FFFF", "\xEF\xBF\xBF", 0, 0},
    {"U+10FFFF", "\xF4\x8F\xBF\xBF", 0, 0},
    {"a byte order mark", "\xEF\xBB\xBF" "a", 0, 0},
    {"quotes and escapes", "\"\\'%s%n<&;,", 0, 0},
    {"very long", long_text, 0, 0},
    /* In JSON these are characters that no text may have. */
    {"an escaped NUL", "\\u0000", 0, 0},
    {"an escaped half of a pair", "\\ud800", 0, 0},
    {"an escaped pair the wrong way round", "\\udc00\\ud800", 0, 0},
    {"an escaped control character", "\\u0001\\u007f\\u0085", 0, 0},
};

/* If a size is given, the text may contain a NUL. */
static const hostile with_nul = {"a NUL", "a\0b", 3, 1};

/* A text that fits everywhere. */
static const hostile harmless = {"a letter", "v", 0, 0};

static size_t size_of(const hostile *value) { return value->size != 0 ? value->size : strlen(value->text); }

/* ---- Invariants for any input ---- */

static bytes take(tally_account *account)
{
    bytes b;

    check_status(account_export(account, NULL, 0, &b.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    b.data = (unsigned char *)allocate(b.size);
    check_ok(account_export(account, b.data, b.size, &b.size));
    return b;
}

/* The message of a call that failed is there, and is UTF-8. */
static void check_words(const char *what, const char *part)
{
    char words[1024];
    size_t length;

    check_ok(tally_error_message(words, sizeof words, &length));
    if (length == 0 || !text_is_utf8(words, length))
        fail_msg("%s: the message is empty, or not UTF-8", what);
    if (part != NULL && strstr(words, part) == NULL)
        fail_msg("%s: the message '%s' does not say '%s'", what, words, part);
}

static void check_sound(world *w, const char *what)
{
    tally_status status = tally_engine_verify(w->engine);
    char words[1024];
    size_t length;

    if (status == TALLY_OK)
        return;
    tally_error_message(words, sizeof words, &length);
    fail_msg("after %s: %s: %s", what, tally_status_name(status), words);
}

/* It restores elsewhere, and the file opens again as a sound one. */
static void check_end(world *w)
{
    world other;
    bytes whole, again;
    tally_account *account;
    uint32_t flags = w->options.flags;

    check_sound(w, "all");
    whole = take(w->account);
    world_init(&other, WORLD_FILE);
    check_ok(tally_account_import(other.engine, "other", whole.data, whole.size));
    check_ok(tally_account_open(other.engine, "other", NULL, &account));
    again = take(account);
    assert_true(bytes_equal(&whole, &again));
    check_ok(tally_engine_verify(other.engine));
    tally_account_release(account);
    bytes_free(&again);
    world_end(&other);
    world_close(w);
    w->options.flags = flags | TALLY_ENGINE_SET_ASIDE;
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    again = take(w->account);
    assert_true(bytes_equal(&whole, &again));
    bytes_free(&again);
    bytes_free(&whole);
}

/* ---- Every parameter and member of the header ---- */

/* How a text is judged. */
enum {
    PATH,      /* TALLY_ERROR_PATH. */
    WORDS,     /* ARGUMENT, and the message names it. */
    ADDRESS,   /* TALLY_ERROR_URL. */
    MAPPING,   /* MALFORMED. */
    FILE_NAME, /* The system's. */
    LINES,     /* A server's headers: judged one by one. */
    CONTENT,   /* Bytes with a size: refused with some error. */
    ANSWER,    /* A server's answer, of which nothing need be understood. */
    TOLD       /* The library says it. */
};

static tally_status drop(tally_status status) { return status; }

static tally_engine_options engine_options(void)
{
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN};

    return options;
}

static tally_status open_with(const tally_engine_options *options)
{
    tally_engine *engine;
    tally_status status = tally_engine_open(options, &engine);

    if (engine != NULL)
        check_ok(tally_engine_close(engine, -1));
    return status;
}

static tally_status open_account(world *w, const char *name)
{
    tally_account *account;
    tally_status status = tally_account_open(w->engine, name, NULL, &account);

    tally_account_release(account);
    return status;
}

static tally_status import_account(world *w, const char *name, const void *data, size_t size)
{
    bytes whole = {NULL, 0};
    tally_status status;

    if (data == NULL)
        whole = take(w->account);
    status = tally_account_import(w->engine, name, data == NULL ? whole.data : data, data == NULL ? whole.size : size);
    if (data == NULL)
        bytes_free(&whole);
    return status;
}

static tally_status import_as(world *w, const char *name, const void *data, size_t size)
{
    bytes whole = take(w->account);
    tally_import one = {.account = name, .bytes = data == NULL ? whole.data : data};
    tally_status status;

    one.size = data == NULL ? whole.size : size;
    status = tally_engine_import(w->engine, &one, 1, 0);
    bytes_free(&whole);
    return status == TALLY_PARTIAL ? one.status : status;
}

static tally_status add_feed(world *w, const char *name, const tally_feed_options *given)
{
    tally_feed *feed;
    tally_status status = tally_feed_add(w->account, name, given, &feed);

    tally_feed_release(feed);
    return status;
}

/* Well-formed names are of no feed. */
static tally_status find_feed(world *w, const char *name)
{
    tally_feed *feed;
    tally_status status = tally_feed_find(w->account, name, &feed);

    tally_feed_release(feed);
    return status == TALLY_ERROR_NOT_FOUND ? TALLY_OK : status;
}

static tally_status post(world *w, const char *path, tally_message_options options)
{
    options.struct_size = sizeof options;
    return tally_message_post(w->account, path, &options, NULL);
}

static tally_status explain_after(world *w, const char *after) {
    tally_rows rows = TALLY_ROWS_INIT;

    rows.entry_size = sizeof(tally_reason);
    return tally_badge_explain(w->account, "root", 0, after, &rows);
}

static tally_status list_after(world *w, const char *after) {
    tally_rows rows = rows_in(NULL, sizeof(tally_badge_entry), 0, 0, NULL, 0);
    tally_status status = tally_badge_list(w->account, "nobody", 0, after, &rows, NULL);
    return status;
}

static tally_status put(world *w, const char *id, tally_reminder_options options, int is_edit)
{
    options.struct_size = sizeof options;
    options.shelf_life = 10;
    options.shelf_unit = TALLY_UNIT_DAY;
    return is_edit ? reminder_edit(w->account, id, &options) : reminder_put(w->account, id, &options);
}

static tally_status batch(world *w, const char *path, tally_batch_options options)
{
    tally_operation operation = {.kind = TALLY_OP_SET, .path = path, .value = 2};

    options.struct_size = sizeof options;
    options.operation_size = sizeof operation;
    return tally_badge_batch(w->account, &operation, 1, &options, NULL);
}

static tally_status item(world *w, tally_item given, tally_operation operation, const char *source)
{
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    static uint64_t position;
    tally_status status;

    given.operations = &operation;
    given.count = 1;
    options.source = source;
    options.position = source == NULL ? 0 : ++position;
    status = tally_engine_batch(w->engine, &given, 1, &options);
    return status == TALLY_PARTIAL ? given.status : status;
}

/* In all forms of a batch, with the same result. */
static tally_status each_batch(world *w, const char *path)
{
    tally_operation operation = {.kind = TALLY_OP_SET, .path = path, .value = 2};
    tally_status together = batch(w, path, (tally_batch_options){.flags = 0});
    tally_status each = batch(w, path, (tally_batch_options){.flags = TALLY_BATCH_EACH});
    tally_status items = item(w, (tally_item){.account = "bo"}, operation, NULL);

    return together == each && each == items ? together : TALLY_ERROR_INTERNAL;
}

static tally_status forms(world *w, const char *key, const char *language, tally_forms given)
{
    given.struct_size = sizeof given;
    if (given.other == NULL)
        given.other = "%u";
    return tally_strings_set(w->account, key, language, &given);
}

static tally_status style(world *w, const char *path, tally_style given)
{
    given.struct_size = sizeof given;
    given.fields = given.icon != NULL ? TALLY_STYLE_FIELD_ICON : 0;
    return tally_style_set(w->account, path, &given);
}

static tally_status set_credential(world *w, const char *url, const char *name, const char *secret, const char *format)
{
    tally_credential credential = {.struct_size = sizeof credential, .flags = TALLY_CREDENTIAL_FLAG_PLAIN};

    credential.kind = format   ? TALLY_CREDENTIAL_KIND_HEADER
                      : name   ? TALLY_CREDENTIAL_KIND_BASIC
                               : TALLY_CREDENTIAL_KIND_BEARER;
    credential.name = name;
    credential.secret = secret;
    credential.format = format;
    return tally_account_set_credential(w->account, url, &credential);
}

/* Room for what functions put out. */
static char out[200000];
static size_t n, m;
static tally_badge badge;
static tally_badge_own owned = TALLY_BADGE_OWN_INIT;
static tally_badge_rule rule_found = TALLY_BADGE_RULE_INIT;
static uint64_t number;
static uint32_t partition;

static void nothing(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)user_data, (void)path, (void)presentation, (void)text;
}

static tally_status bind_view(world *w, const char *path)
{
    tally_widget view = {
        .struct_size = sizeof view, .show_dot = nothing, .show_number = nothing, .show_icon = nothing, .hide = nothing,
    };

    return tally_widget_bind(w->scope, w->account, path, &view, NULL, NULL, NULL);
}

static tally_status presentation_of(world *w, const char *path)
{
    tally_presentation presentation = {.struct_size = sizeof presentation};

    return tally_badge_present(w->account, path, &presentation, NULL, 0, NULL);
}

static tally_status list_from(world *w, const char *path, const char *after)
{
    tally_message message;
    char text[256];
    tally_rows rows = rows_in(&message, sizeof message, 1, 1, text, sizeof text);

    return tally_message_list_from(w->account, path, 0, 0, after, &rows);
}

static tally_status first_at(world *w, const char *path)
{
    tally_message_position first = TALLY_MESSAGE_POSITION_INIT;

    return tally_message_first(w->account, path, 0, TALLY_NO_LIMIT, &first);
}

static tally_status style_of(world *w, const char *path)
{
    tally_style found = {.struct_size = sizeof found};

    return tally_style_get(w->account, path, &found, NULL, 0, NULL);
}

static tally_status find_message(world *w, const char *id)
{
    tally_message message;
    tally_status status = message_find(w->account, 0, id, &message, out, sizeof out);

    return status == TALLY_ERROR_NOT_FOUND ? TALLY_OK : status;
}

static tally_status find_reminder(world *w, const char *id)
{
    tally_reminder reminder;

    return reminder_get(w->account, id, &reminder, out, sizeof out);
}

static tally_status group_of(world *w, const char *thread, const char *language)
{
    tally_group group;

    return group_get(w->account, thread, language, 0, &group, out, sizeof out, &n);
}

static tally_status take_snapshot(world *w, const char *path)
{
    tally_snapshot *snapshot;
    tally_status status = tally_snapshot_take(w->account, path, &snapshot);

    tally_snapshot_release(snapshot);
    return status;
}

static tally_status decode(const void *data, size_t size)
{
    tally_snapshot *snapshot;
    tally_status status = tally_snapshot_decode(data, size, &snapshot);

    tally_snapshot_release(snapshot);
    return status;
}

static tally_status list_snapshot(world *w, const char *path, const char *after)
{
    tally_snapshot *snapshot;
    tally_snapshot_entry entries[8];
    char text[4096];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_status status;

    check_ok(tally_snapshot_take(w->account, "root.chat", &snapshot));
    status = tally_snapshot_list(snapshot, path, 0, after, &rows);
    tally_snapshot_release(snapshot);
    return status;
}

/* Without bytes: a patch of the account. */
static tally_status list_patch(world *w, const void *data, size_t size, const char *path, const char *after)
{
    tally_bytes patch = TALLY_BYTES_INIT;
    tally_patch_entry entries[8];
    char text[4096];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_status status;

    if (data != NULL)
        return tally_patch_list(data, size, path, 0, after, &rows);
    check_ok(tally_badge_diff(w->account, "root.chat", w->account, "root.nowhere", &patch));
    status = tally_patch_list(patch.data, patch.size, path, 0, after, &rows);
    tally_bytes_release(&patch);
    return status;
}

static tally_status restore_snapshot(world *w, const char *path)
{
    tally_snapshot *snapshot;
    tally_status status;

    check_ok(tally_snapshot_take(w->account, "root.chat", &snapshot));
    status = tally_badge_restore(w->account, path, snapshot);
    tally_snapshot_release(snapshot);
    return status;
}

static tally_status apply_at(world *w, const char *path)
{
    unsigned char data[256];
    size_t size;

    check_ok(badge_diff(w->account, "root.chat", w->account, "root.chat", data, sizeof data, &size));
    return tally_badge_apply(w->account, path, data, size, 0);
}

/* The file's name below the world's directory. */
static const char *file_at(world *w, const char *name)
{
    static char path[sizeof w->directory + LONG_TEXT + 4];

    snprintf(path, sizeof path, "%s/x%s", w->directory, name);
    return path;
}

/* ---- A transport that answers immediately ---- */

static struct {
    tally_status status;
    const char *headers;
    const char *body;
    size_t size;
    tally_status result; /* The status of the call. */
} reply;

static void answer_at_once(void *user_data, const tally_request *request)
{
    world *w = (world *)user_data;

    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    require(text_is_utf8(request->url, strlen(request->url)));
    require(text_is_utf8(request->headers, strlen(request->headers)));
    reply.result = tally_transport_respond(w->engine, request->id, reply.status, reply.headers, reply.body, reply.size);
    if (reply.result != TALLY_OK)
        require(tally_transport_respond(w->engine, request->id, TALLY_ERROR_NETWORK, NULL, NULL, 0) == TALLY_OK);
}

/* The world's feed asks, and is answered with this; what tally_transport_respond said. */
static tally_status ask(world *w, tally_status status, const char *headers, const void *body, size_t size,
                        tally_status *out_result)
{
    tally_status result;

    reply.status = status;
    reply.headers = headers;
    reply.body = (const char *)body;
    reply.size = size;
    reply.result = TALLY_ERROR_INTERNAL;
    result = world_sync(w);
    if (out_result != NULL)
        *out_result = result;
    return reply.result;
}

/* The table: what it is called, how it is judged, and the call. t: a text; t, size: bytes. */
#define OPTIONS(type, ...) ((type){__VA_ARGS__})
#define FEED(...) \
    OPTIONS(tally_feed_options, .struct_size = sizeof(tally_feed_options), .initial_delay = -1, .interval = -1, __VA_ARGS__)
#define SETTING(place) OPTIONS(tally_operation, .kind = TALLY_OP_SET, .path = place, .value = 2)
#define REMINDER(...) OPTIONS(tally_reminder_options, .struct_size = 0, __VA_ARGS__)
#define ENGINE(member) \
    tally_engine_options options = engine_options(); \
    options.member = t; \
    return open_with(&options)

#define TEXTS(X) \
    X(tally_file_recover, damaged, FILE_NAME, return tally_file_recover(file_at(w, t), w->page, NULL)) \
    X(tally_file_recover, fresh, FILE_NAME, return tally_file_recover(w->page, file_at(w, t), NULL)) \
    X(tally_file_vacuum, file, FILE_NAME, return tally_file_vacuum(file_at(w, t))) \
    X(tally_engine_backup, file, FILE_NAME, return tally_engine_backup(w->engine, file_at(w, t), 0)) \
    X(tally_engine_options, file, FILE_NAME, \
      tally_engine_options options = engine_options(); options.file = file_at(w, t); return open_with(&options)) \
    X(tally_engine_options, ca_file, FILE_NAME, ENGINE(ca_file)) \
    X(tally_engine_options, user_agent, WORDS, ENGINE(user_agent)) \
    X(tally_engine_options, zone, WORDS, ENGINE(zone)) \
    X(tally_account_open, name, WORDS, return open_account(w, t)) \
    X(tally_account_list, after, WORDS, return drop(account_list(w->engine, t, 1, NULL, 0, NULL, 0, &n, &m))) \
    X(tally_account_remove, name, WORDS, return tally_account_remove(w->engine, t)) \
    X(tally_account_set_credential, url, ADDRESS, return set_credential(w, t, NULL, "t", NULL)) \
    X(tally_account_remove_credential, url, ADDRESS, return tally_account_remove_credential(w->account, t)) \
    X(tally_credential, name, WORDS, return set_credential(w, w->page_url, t, "t", NULL)) \
    X(tally_credential, secret, WORDS, return set_credential(w, w->page_url, NULL, t, NULL)) \
    X(tally_credential, format, WORDS, return set_credential(w, w->page_url, "X", "t", t)) \
    X(tally_account_settings, language, WORDS, return group_by(w->account, 0, t)) \
    X(tally_account_settings, outbox_url, ADDRESS, return send_outbox(w->account, t)) \
    X(tally_account_settings, push_path, PATH, return push_to(w->account, t)) \
    X(tally_account_import, name, WORDS, return import_account(w, t, NULL, 0)) \
    X(tally_account_import, bytes, CONTENT, return import_account(w, "guest", t, size)) \
    X(tally_engine_export_account, name, WORDS, return drop(engine_export(w->engine, t, NULL, NULL, 0, &n))) \
    X(tally_engine_export_source, source, WORDS, return drop(engine_export(w->engine, NULL, t, NULL, 0, &n))) \
    X(tally_import, account, WORDS, return import_as(w, t, NULL, 0)) \
    X(tally_import, bytes, CONTENT, return import_as(w, "guest", t, size)) \
    X(tally_account_hash, name, WORDS, return tally_account_hash(t, 7, &partition)) \
    X(tally_badge_set, path, PATH, return tally_badge_set(w->account, t, 1)) \
    X(tally_badge_dot, path, PATH, return tally_badge_dot(w->account, t)) \
    X(tally_badge_set_until, path, PATH, return tally_badge_set_until(w->account, t, 1, 0)) \
    X(tally_badge_dot_until, path, PATH, return tally_badge_dot_until(w->account, t, 0)) \
    X(tally_badge_add, path, PATH, return tally_badge_add(w->account, t, 1)) \
    X(tally_badge_clear, path, PATH, return tally_badge_clear(w->account, t)) \
    X(tally_badge_clear_tree, path, PATH, return tally_badge_clear_tree(w->account, t)) \
    X(tally_badge_mute, path, PATH, return tally_badge_mute(w->account, t, TALLY_MUTE_ALL, 0)) \
    X(tally_badge_snooze, path, PATH, return tally_badge_snooze(w->account, t, w->clock.wall + 1)) \
    X(tally_badge_flag, path, PATH, return tally_badge_flag(w->account, t, 1)) \
    X(tally_badge_get, path, PATH, return tally_badge_get(w->account, t, &badge)) \
    X(tally_badge_set_rule, path, PATH, return tally_badge_set_rule(w->account, t, NULL)) \
    X(tally_badge_get_rule, path, PATH, return tally_badge_get_rule(w->account, t, 0, &rule_found)) \
    X(tally_link_add, path, PATH, return tally_link_add(w->account, t, "linked")) \
    X(tally_link_add, under, PATH, return tally_link_add(w->account, "linked.a", t)) \
    X(tally_link_remove, path, PATH, return tally_link_remove(w->account, t, "linked")) \
    X(tally_link_remove, under, PATH, return tally_link_remove(w->account, "linked.a", t)) \
    X(tally_link_list, path, PATH, return link_list(w->account, t, 0, NULL, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_link_list, after, WORDS, return link_list(w->account, "a", 0, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_drift_list, path, PATH, return drift_list(w->account, t, 0, NULL, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_drift_list, after, WORDS, return drift_list(w->account, "a", 0, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_badge_get_own, path, PATH, return tally_badge_get_own(w->account, t, &owned)) \
    X(tally_badge_list, path, PATH, \
      return badge_list(w->account, t, 0, NULL, 0, NULL, 0, &n, &m, NULL)) \
    X(tally_badge_list, after, WORDS, return list_after(w, t)) \
    X(tally_badge_explain, after, WORDS, return explain_after(w, t)) \
    X(tally_badge_explain, path, PATH, return badge_explain(w->account, t, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_badge_digest, path, PATH, return tally_badge_digest(w->account, t, &number)) \
    X(tally_badge_diff, from_path, PATH, \
      return badge_diff(w->account, t, w->account, "a", out, sizeof out, &n)) \
    X(tally_badge_diff, to_path, PATH, \
      return badge_diff(w->account, "a", w->account, t, out, sizeof out, &n)) \
    X(tally_snapshot_decode, bytes, CONTENT, return decode(t, size)) \
    X(tally_snapshot_take, path, PATH, return take_snapshot(w, t)) \
    X(tally_badge_restore, path, PATH, return restore_snapshot(w, t)) \
    X(tally_snapshot_list, path, PATH, return list_snapshot(w, t, NULL)) \
    X(tally_snapshot_list, after, WORDS, return list_snapshot(w, "root", t)) \
    X(tally_patch_list, patch, CONTENT, return list_patch(w, t, size, "root", NULL)) \
    X(tally_patch_list, path, PATH, return list_patch(w, NULL, 0, t, NULL)) \
    X(tally_patch_list, after, WORDS, return list_patch(w, NULL, 0, "root", t)) \
    X(tally_patch_inverse, patch, CONTENT, return patch_inverse(t, size, out, sizeof out, &n)) \
    X(tally_badge_apply, path, PATH, return apply_at(w, t)) \
    X(tally_badge_apply, patch, CONTENT, return tally_badge_apply(w->account, "a", t, size, 0)) \
    X(tally_node_resolve, path, PATH, return tally_node_resolve(w->account, t, &number)) \
    X(tally_batch_options, source, WORDS, \
      return batch(w, "a", OPTIONS(tally_batch_options, .source = t, .epoch = 1, .position = 1))) \
    X(tally_batch_options, id, WORDS, return batch(w, "a", OPTIONS(tally_batch_options, .id = t))) \
    X(tally_item, account, WORDS, return item(w, OPTIONS(tally_item, .account = t), SETTING("a"), NULL)) \
    X(tally_item, id, WORDS, \
      return item(w, OPTIONS(tally_item, .account = "bo", .id = t), SETTING("a"), "log")) \
    X(tally_operation, path, PATH, return each_batch(w, t)) \
    X(tally_operation, id, WORDS, \
      return item(w, OPTIONS(tally_item, .account = "bo"), \
                  OPTIONS(tally_operation, .kind = TALLY_OP_WITHDRAW, .id = t), NULL)) \
    X(tally_engine_batch_options, source, WORDS, \
      return item(w, OPTIONS(tally_item, .account = "bo"), SETTING("a"), t)) \
    X(tally_engine_get_position, source, WORDS, \
      return engine_position(w->engine, t, &number, &number, NULL)) \
    X(tally_account_get_position, source, WORDS, return account_position(w->account, t, &number, &number)) \
    X(tally_path_escape, name, PATH, return tally_path_escape(t, out, sizeof out, &n)) \
    X(tally_path_join, path, PATH, return tally_path_join(t, "a", out, sizeof out, &n)) \
    X(tally_path_join, name, PATH, return tally_path_join("a", t, out, sizeof out, &n)) \
    X(tally_path_parent, path, PATH, return tally_path_parent(t, out, sizeof out, &n)) \
    X(tally_path_component, path, PATH, return tally_path_component(t, 0, out, sizeof out, &n)) \
    X(tally_style_set, path, PATH, return style(w, t, OPTIONS(tally_style, .icon = "new"))) \
    X(tally_style, icon, WORDS, return style(w, "a", OPTIONS(tally_style, .icon = t))) \
    X(tally_style_get, path, PATH, return style_of(w, t)) \
    X(tally_badge_present, path, PATH, return presentation_of(w, t)) \
    X(tally_observe, path, PATH, return tally_observe(w->scope, w->account, t, 0, NULL, NULL, NULL, NULL)) \
    X(tally_observe_messages, path, PATH, \
      return tally_observe_messages(w->scope, w->account, t, 0, NULL, NULL, NULL, NULL)) \
    X(tally_widget_bind, path, PATH, return bind_view(w, t)) \
    X(tally_feed_find, name, WORDS, return find_feed(w, t)) \
    X(tally_feed_add, name, WORDS, return add_feed(w, t, &FEED(.url = w->page_url))) \
    X(tally_feed_options, url, ADDRESS, return add_feed(w, "url", &FEED(.url = t))) \
    X(tally_feed_options, prefix, PATH, return add_feed(w, "prefix", &FEED(.url = w->page_url, .prefix = t))) \
    X(tally_feed_options, mapping_preset, WORDS, \
      return add_feed(w, "preset", &FEED(.url = w->page_url, .mapping_preset = t))) \
    X(tally_feed_options, mapping, MAPPING, \
      return add_feed(w, "mapping", &FEED(.url = w->page_url, .mapping = t))) \
    X(tally_feed_options, title, WORDS, return add_feed(w, "title", &FEED(.url = w->page_url, .title = t))) \
    X(tally_feed_list, after, WORDS, \
      return drop(feed_list(w->account, t, 1, NULL, 0, NULL, 0, &n, &m))) \
    X(tally_feed_list_rejected, after, WORDS, return feed_rejected(w->account, 1, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_feed_deliver, bytes, CONTENT, return tally_feed_deliver(w->feed, t, size)) \
    X(tally_account_push, payload, CONTENT, return tally_account_push(w->account, t, size)) \
    X(tally_feed_push, payload, CONTENT, return tally_feed_push(w->feed, t, size)) \
    X(tally_mapping_try, preset, WORDS, return mapping_try(t, NULL, "1", 1, out, sizeof out, &n)) \
    X(tally_mapping_try, mapping, MAPPING, return mapping_try(NULL, t, "1", 1, out, sizeof out, &n)) \
    X(tally_mapping_try, body, CONTENT, return mapping_try("ntfy", NULL, t, size, out, sizeof out, &n)) \
    X(tally_request, method, TOLD, return (tally_status)*t) \
    X(tally_rows, next, TOLD, return (tally_status)*t) \
    X(tally_bytes, data, TOLD, return (tally_status)*t) \
    X(tally_request, url, TOLD, return (tally_status)*t) \
    X(tally_request, headers, TOLD, return (tally_status)*t) \
    X(tally_request, body, TOLD, return (tally_status)*t) \
    X(tally_transport_respond, headers, LINES, return ask(w, 200, t, "{\"cursor\":\"c\",\"items\":[]}", 25, NULL)) \
    X(tally_transport_respond, body, ANSWER, return ask(w, 200, NULL, t, size, NULL)) \
    X(tally_message_list, path, PATH, \
      return message_list(w->account, t, 0, 0, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_message_list, after, WORDS, \
      return message_list(w->account, "root", 0, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_message_list_from, path, PATH, return list_from(w, t, NULL)) \
    X(tally_message_list_from, after, WORDS, return list_from(w, "root", t)) \
    X(tally_message_first, path, PATH, return first_at(w, t)) \
    X(tally_message_get_counts, path, PATH, return message_counts(w->account, t, 0, &number, NULL, NULL)) \
    X(tally_message_mark_path_read, path, PATH, return tally_message_mark_path_read(w->account, t, 0, NULL)) \
    X(tally_message_mark_read_until, path, PATH, return tally_message_mark_read_until(w->account, t, 0, 1, NULL)) \
    X(tally_view_begin, path, PATH, return tally_view_begin(w->scope, w->account, t, 0, NULL)) \
    X(tally_message_post, path, PATH, return post(w, t, OPTIONS(tally_message_options, .id = "p"))) \
    X(tally_message_options, id, WORDS, return post(w, "a", OPTIONS(tally_message_options, .id = t))) \
    X(tally_message_options, title, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "title", .title = t))) \
    X(tally_message_options, body, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "body", .body = t))) \
    X(tally_message_options, kind, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "kind", .kind = t))) \
    X(tally_message_options, thread, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "thread", .thread = t))) \
    X(tally_message_options, category, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "category", .category = t))) \
    X(tally_message_options, argument, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "argument", .argument = t))) \
    X(tally_message_options, link, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "link", .link = t))) \
    X(tally_message_options, icon, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "icon", .icon = t))) \
    X(tally_message_options, subtitle, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "subtitle", .subtitle = t))) \
    X(tally_message_options, also, WORDS, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "also", .also = t))) \
    X(tally_message_options, data, ANSWER, \
      return post(w, "a", OPTIONS(tally_message_options, .id = "data", .data = t, .data_length = size))) \
    X(tally_message_withdraw, id, WORDS, return tally_message_withdraw(w->account, t)) \
    X(tally_message_find, id, WORDS, return find_message(w, t)) \
    X(tally_category_set, id, WORDS, return tally_category_set(w->account, t, "%u", NULL)) \
    X(tally_category_set, summary, WORDS, return tally_category_set(w->account, "c", t, NULL)) \
    X(tally_category_set, hidden, WORDS, return tally_category_set(w->account, "c", NULL, t)) \
    X(tally_category_remove, id, WORDS, return tally_category_remove(w->account, t)) \
    X(tally_strings_remove, key, WORDS, return tally_strings_remove(w->account, t, "fr")) \
    X(tally_strings_remove, language, WORDS, return tally_strings_remove(w->account, "%u", t)) \
    X(tally_strings_set, key, WORDS, return forms(w, t, "de", OPTIONS(tally_forms, .one = NULL))) \
    X(tally_strings_set, language, WORDS, return forms(w, "%u", t, OPTIONS(tally_forms, .one = NULL))) \
    X(tally_forms, zero, WORDS, return forms(w, "%u", "ar", OPTIONS(tally_forms, .zero = t))) \
    X(tally_forms, one, WORDS, return forms(w, "%u", "ar", OPTIONS(tally_forms, .one = t))) \
    X(tally_forms, two, WORDS, return forms(w, "%u", "ar", OPTIONS(tally_forms, .two = t))) \
    X(tally_forms, few, WORDS, return forms(w, "%u", "ar", OPTIONS(tally_forms, .few = t))) \
    X(tally_forms, many, WORDS, return forms(w, "%u", "ar", OPTIONS(tally_forms, .many = t))) \
    X(tally_forms, other, WORDS, return forms(w, "%u", "ar", OPTIONS(tally_forms, .other = t))) \
    X(tally_strings_import, bytes, CONTENT, \
      return strings_import(w->account, TALLY_STRINGS_CATALOG, t, size, NULL, NULL, NULL)) \
    X(tally_strings_import, language, WORDS, \
      return strings_import(w->account, TALLY_STRINGS_DICTIONARY, "<plist><dict></dict></plist>", 28, t, NULL, \
                                  NULL)) \
    X(tally_group_list, language, WORDS, \
      return drop(group_list(w->account, t, 0, 0, 1, NULL, 0, NULL, 0, &n, &m))) \
    X(tally_group_list, after, WORDS, return group_list(w->account, NULL, 0, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_group_get, thread, WORDS, return group_of(w, t, NULL)) \
    X(tally_group_get, language, WORDS, return group_of(w, NULL, t)) \
    X(tally_group_list_messages, thread, WORDS, \
      return drop(group_messages(w->account, t, 0, 1, NULL, 0, NULL, 0, &n, &m))) \
    X(tally_group_list_messages, after, WORDS, \
      return group_messages(w->account, "t", t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_group_mark_seen, thread, WORDS, return tally_group_mark_seen(w->account, t)) \
    X(tally_group_dismiss, thread, WORDS, return tally_group_dismiss(w->account, t, NULL)) \
    X(tally_outbox_ack, response, ANSWER, return tally_outbox_ack(w->account, 1, t, size)) \
    X(tally_outbox_list, after, WORDS, return outbox_list(w->account, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_reminder_put, id, WORDS, return put(w, t, REMINDER(.title = "t"), 0)) \
    X(tally_reminder_edit, id, WORDS, return put(w, t, REMINDER(.title = "t"), 1)) \
    X(tally_reminder_options, title, WORDS, return put(w, "milk", REMINDER(.title = t), 1)) \
    X(tally_reminder_options, body, WORDS, return put(w, "milk", REMINDER(.body = t), 1)) \
    X(tally_reminder_options, path, PATH, return put(w, "milk", REMINDER(.path = t), 1)) \
    X(tally_reminder_options, zone, WORDS, return put(w, "milk", REMINDER(.zone = t), 1)) \
    X(tally_reminder_mark_done, id, WORDS, return tally_reminder_mark_done(w->account, t, 0)) \
    X(tally_reminder_mark_undone, id, WORDS, return tally_reminder_mark_undone(w->account, t)) \
    X(tally_reminder_remove, id, WORDS, return tally_reminder_remove(w->account, t)) \
    X(tally_reminder_snooze, id, WORDS, return tally_reminder_snooze(w->account, t, CLOCK_START + 60000)) \
    X(tally_reminder_acknowledge, id, WORDS, return tally_reminder_acknowledge(w->account, t)) \
    X(tally_reminder_get, id, WORDS, return find_reminder(w, t)) \
    X(tally_reminder_list, after, WORDS, \
      return drop(reminder_list(w->account, t, 1, NULL, 0, NULL, 0, &n, &m))) \
    X(tally_reminder_list_notes, after, WORDS, return reminder_log(w->account, t, 1, NULL, 0, NULL, 0, &n, &m)) \
    X(tally_reminder_import, bytes, CONTENT, return reminder_import(w->account, t, size, NULL, NULL)) \
    X(tally_engine_set_zone, name, WORDS, return tally_engine_set_zone(w->engine, t))

#define FUNCTION(owner, name, judged, ...) \
    static tally_status give_##owner##_##name(world *w, const char *t, size_t size) \
    { \
        (void)w, (void)size; \
        __VA_ARGS__; \
    }
TEXTS(FUNCTION)

typedef struct text {
    const char *owner;
    const char *name;
    int judged;
    tally_status (*give)(world *w, const char *t, size_t size);
} text;

#define ROW(owner, name, judged, ...) {#owner, #name, judged, give_##owner##_##name},
static const text table[] = {TEXTS(ROW)};

/* The rows that Tests/c.mk generates from the header. */
typedef struct listed {
    const char *owner;
    const char *name;
} listed;

#define TEXT(owner, name) {#owner, #name},
static const listed header[] = {
#include "texts.h"
};

TEST_ALONE(no_text_is_forgotten)
{
    size_t i, j;

    for (i = 0; i < COUNT_OF(header); i++) {
        for (j = 0; j < COUNT_OF(table); j++)
            if (strcmp(header[i].owner, table[j].owner) == 0 && strcmp(header[i].name, table[j].name) == 0)
                break;
        if (j == COUNT_OF(table))
            fail_msg("%s of %s has no row in the table of test_texts.c", header[i].name, header[i].owner);
    }
    assert_int_equal(COUNT_OF(table), COUNT_OF(header));
    assert_true(COUNT_OF(values) >= 24);
}

/* An account with something of what texts are about. */
static void begin(world *w)
{
    check_ok(tally_engine_set_transport(w->engine, answer_at_once, w, NULL));
    check_ok(tally_feed_add(w->account, "feed", &FEED(.url = "https://example.org/feed"), &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(tally_badge_set(w->account, "root.chat.bo", 3));
    check_ok(put(w, "milk", REMINDER(.title = "Milk"), 0));
    check_ok(post(w, "a", OPTIONS(tally_message_options, .id = "m", .thread = "t", .category = "c")));
}

static void check_refusal(const text *row, tally_status status, const char *what)
{
    static const tally_status wanted[] = {TALLY_ERROR_PATH, TALLY_ERROR_ARGUMENT, TALLY_ERROR_URL,
                                          TALLY_ERROR_MALFORMED};

    switch (row->judged) {
    case PATH: case WORDS: case ADDRESS: case MAPPING:
        if (status != wanted[row->judged])
            fail_msg("%s: %s", what, tally_status_name(status));
        check_words(what, row->judged == WORDS ? row->name : NULL);
        return;
    case CONTENT:
        if (status >= 0)
            fail_msg("%s: %s", what, tally_status_name(status));
        check_words(what, NULL);
        return;
    case LINES:
        check_status(status, TALLY_OK);
        return;
    default:
        if (status < 0)
            check_words(what, NULL);
    }
}

static void give(world *w, const text *row, const hostile *value)
{
    /* A copy whose memory ends where it ends, so that reading on is noticed. */
    bytes copy = bytes_copy(value->text, size_of(value) + 1), before, after;
    char what[200];
    tally_status status;

    snprintf(what, sizeof what, "%s.%s, %s", row->owner, row->name, value->what);
    copy.data[copy.size - 1] = '\0';
    before = take(w->account);
    status = row->give(w, (const char *)copy.data, copy.size - 1);
    if (value->is_broken && row->judged != TOLD)
        check_refusal(row, status, what);
    else if (status < 0 && row->judged != TOLD)
        check_words(what, NULL);
    if (status < 0 && row->judged != TOLD) {
        after = take(w->account);
        if (!bytes_equal(&before, &after))
            fail_msg("%s: it was refused, but something has changed", what);
        bytes_free(&after);
    }
    bytes_free(&before);
    bytes_free(&copy);
}

/* Under valgrind, which is slow, fewer values for each. */
TEST(every_text_of_the_header, WORLD_FILE)
{
    size_t i, j, step = is_valgrind() ? 5 : 1;

    begin(w);
    for (i = 0; i < COUNT_OF(table); i++) {
        int has_size = table[i].judged == CONTENT || table[i].judged == ANSWER;

        for (j = i % step; j < COUNT_OF(values); j += step)
            give(w, &table[i], &values[j]);
        if (has_size)
            give(w, &table[i], &with_nul);
        check_sound(w, table[i].owner);
        drain(w->engine);
    }
    check_end(w);
}

/* ---- Every field of what a server says ---- */

/* Puts a value in the place of each '@'. */
static bytes fill(const char *form, const hostile *value)
{
    size_t size = 0, length = size_of(value);
    const char *at;
    bytes b;

    for (at = form; *at != '\0'; at++)
        size += *at == '@' ? length : 1;
    b.data = (unsigned char *)allocate(size + 1);
    b.size = 0;
    for (at = form; *at != '\0'; at++) {
        memcpy(b.data + b.size, *at == '@' ? value->text : at, *at == '@' ? length : 1);
        b.size += *at == '@' ? length : 1;
    }
    b.data[b.size] = '\0';
    return b;
}

typedef tally_status deliverer(world *w, const bytes *b);

static void check_field(world *w, const char *form, const hostile *value, deliverer *deliver, tally_status refused)
{
    bytes b = fill(form, value), before = take(w->account), after;
    char what[300];
    tally_status status = deliver(w, &b);

    snprintf(what, sizeof what, "%.200s with %s", form, value->what);
    if (value->is_broken && refused != TALLY_OK && status != refused)
        fail_msg("%s: %s", what, tally_status_name(status));
    if (status < 0) {
        check_words(what, NULL);
        after = take(w->account);
        if (!bytes_equal(&before, &after))
            fail_msg("%s: it was refused, but something has changed", what);
        bytes_free(&after);
    }
    bytes_free(&before);
    bytes_free(&b);
}

/* refused: with which status a broken one is; OK: it need not be. */
static void check_fields(world *w, const char *const *forms_of, size_t count, deliverer *deliver,
                         tally_status refused)
{
    size_t i, j, step = is_valgrind() ? 5 : 1;

    for (i = 0; i < count; i++) {
        bytes plain = fill(forms_of[i], &harmless);

        /* The data around the field is valid, but a feed or zone of that name need not exist. */
        if (strcmp(forms_of[i] + strlen(forms_of[i]) - 2, "}@") != 0) {
            tally_status status = deliver(w, &plain);

            if (status < 0)
                check_status(status, TALLY_ERROR_NOT_FOUND);
        }
        bytes_free(&plain);
        for (j = i % step; j < COUNT_OF(values); j += step)
            check_field(w, forms_of[i], &values[j], deliver, refused);
        check_field(w, forms_of[i], &with_nul, deliver, refused);
        check_sound(w, forms_of[i]);
        drain(w->engine);
    }
}

#define CHECK_FIELDS(w, list, deliver, refused) check_fields((w), (list), COUNT_OF(list), (deliver), (refused))

static const char *const page_fields[] = {
    "{\"cursor\":\"@\",\"items\":[]}",
    "{\"cursor\":\"1\",\"epoch\":\"@\",\"items\":[]}",
    "{\"cursor\":\"1\",\"title\":\"@\",\"items\":[]}",
    "{\"cursor\":\"1\",\"@\":1,\"items\":[]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"@\",\"path\":\"in\",\"count\":1}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"rev\":\"@\",\"path\":\"in\",\"count\":1}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"seq\":\"@\",\"path\":\"in\",\"count\":1}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"@\",\"count\":1}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"kind\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"title\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"body\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"thread\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"category\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"arg\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"link\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"icon\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"subtitle\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"data\":\"@\"}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":\"i\",\"path\":\"in\",\"data\":{\"@\":[\"@\"]}}]}",
    "{\"cursor\":\"1\",\"items\":[{\"id\":5,\"path\":\"in\",\"x\":\"@\"}]}",
    "{\"cursor\":\"1\",\"gone\":[\"@\"],\"items\":[]}",
    "{\"cursor\":\"1\",\"marks\":{\"@\":{\"upto\":\"7\",\"ver\":1}},\"items\":[]}",
    "{\"cursor\":\"1\",\"marks\":{\"in\":{\"upto\":\"@\",\"ver\":1}},\"items\":[]}",
    "{\"cursor\":\"1\",\"badges\":{\"@\":{\"count\":1}},\"items\":[]}",
    "{\"cursor\":\"1\",\"items\":[]}@",
};

static const char *const push_fields[] = {
    "{\"feed\":\"@\"}",
    "{\"cursor\":\"@\"}",
    "{\"path\":\"@\",\"id\":\"p\"}",
    "{\"path\":\"in\",\"id\":\"@\"}",
    "{\"path\":\"in\",\"id\":\"p\",\"rev\":\"@\",\"seq\":\"@\"}",
    "{\"path\":\"in\",\"id\":\"p\",\"title\":\"@\",\"body\":\"@\",\"kind\":\"@\"}",
    "{\"path\":\"in\",\"id\":\"p\",\"thread\":\"@\",\"category\":\"@\",\"arg\":\"@\"}",
    "{\"path\":\"in\",\"id\":\"p\",\"link\":\"@\",\"icon\":\"@\",\"subtitle\":\"@\",\"data\":\"@\"}",
    "{\"path\":\"in\",\"id\":\"p\",\"link\":\"@\",\"icon\":\"@\",\"data\":\"@\",\"aps\":{\"alert\":{\"subtitle\":\"@\"}}}",
    "{\"path\":\"in\",\"id\":\"p\",\"aps\":{\"alert\":{\"title\":\"@\",\"body\":\"@\",\"summary-arg\":\"@\"}}}",
    "{\"path\":\"in\",\"id\":\"p\",\"aps\":{\"alert\":\"@\",\"thread-id\":\"@\",\"category\":\"@\"}}",
    "{\"path\":\"in\",\"id\":\"p\",\"thread-id\":\"@\",\"x\":\"@\"}",
};

static tally_status deliver_page(world *w, const bytes *b) { return tally_feed_deliver(w->feed, b->data, b->size); }
static tally_status deliver_push(world *w, const bytes *b) { return tally_feed_push(w->feed, b->data, b->size); }

static tally_status deliver_free_push(world *w, const bytes *b)
{
    return tally_account_push(w->account, b->data, b->size);
}

/* In an exchange, where this is not an error of the host. */
static tally_status deliver_response(world *w, const bytes *b)
{
    tally_status result;

    check_ok(ask(w, 200, "ETag: \"1\"\r\n", b->data, b->size, &result));
    if (result < 0)
        check_status(tally_path_parent("", out, sizeof out, &n), TALLY_ERROR_PATH); /* There is a message. */
    return result;
}

TEST(every_field_of_a_page, WORLD_FILE)
{
    begin(w);
    CHECK_FIELDS(w, page_fields, deliver_page, TALLY_ERROR_PROTOCOL);
    check_end(w);
}

TEST(every_field_of_a_response, WORLD_FILE)
{
    begin(w);
    CHECK_FIELDS(w, page_fields, deliver_response, TALLY_ERROR_PROTOCOL);
    check_end(w);
}

TEST(every_field_of_a_push, WORLD_FILE)
{
    begin(w);
    CHECK_FIELDS(w, push_fields, deliver_push, TALLY_ERROR_PROTOCOL);
    CHECK_FIELDS(w, push_fields, deliver_free_push, TALLY_ERROR_PROTOCOL);
    check_end(w);
}

/* The texts that a mapping makes of a server's own JSON. */
TEST(every_field_of_a_mapped_answer, WORLD_FILE)
{
    static const char *const fields[] = {
        "{\"title\":\"@\",\"list\":[]}",
        "{\"title\":\"t\",\"list\":[{\"id\":\"@\",\"title\":\"x\"}]}",
        "{\"title\":\"t\",\"list\":[{\"id\":\"1\",\"title\":\"@\",\"body\":\"@\",\"text\":\"@\"}]}",
        "{\"title\":\"t\",\"list\":[{\"id\":2,\"@\":\"@\"}]}",
        "{\"title\":\"t\",\"list\":[{\"id\":3,\"x\":{\"y\":[\"@\"]}}]}",
    };

    begin(w);
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "mapped",
                            &FEED(.url = "https://example.org/mapped", .mapping_preset = "message-center"), &w->feed));
    CHECK_FIELDS(w, fields, deliver_page, TALLY_ERROR_PROTOCOL);
    CHECK_FIELDS(w, fields, deliver_response, TALLY_ERROR_PROTOCOL);
    check_end(w);
}

static tally_status deliver_mapping(world *w, const bytes *b)
{
    /* A C string: a NUL ends it, and what is left is no JSON. */
    return add_feed(w, "mapping", &FEED(.url = "https://example.org/x", .mapping = (const char *)b->data));
}

TEST(every_text_of_a_mapping, WORLD_FILE)
{
    static const char *const fields[] = {
        "{\"list\":\"$.@\",\"item\":{\"id\":\"$.id\"}}",
        "{\"list\":\"$.list\",\"item\":{\"id\":\"$.@\",\"path\":\"in\"}}",
        "{\"list\":\"$.list\",\"item\":{\"id\":\"$.id\",\"path\":\"@\"}}",
        "{\"list\":\"$.list\",\"item\":{\"id\":\"$.id\",\"title\":[\"@\",\"x\"]}}",
        ("{\"list\":\"$.list\",\"query\":\"@\",\"cursor_parameter\":\"@\",\"limit_parameter\":\"@\","
         "\"item\":{\"id\":\"$.id\"}}"),
        "{\"list\":\"$.list\",\"item\":{\"id\":\"$.id\",\"read\":\"$.x=@\"}}",
    };

    begin(w);
    CHECK_FIELDS(w, fields, deliver_mapping, TALLY_ERROR_MALFORMED);
    check_end(w);
}

/* A header that cannot be used is as good as absent: the page is taken all the same. */
TEST(every_header_of_a_response, WORLD_FILE)
{
    static const char *const headers[] = {
        "ETag: @\r\n",          "ETag: \"@\"\r\nLast-Modified: @\r\n", "Last-Modified: @\r\n", "Link: <@>; rel=next\r\n",
        "Link: <https://example.org/@>; rel=\"@\"\r\n", "Retry-After: @\r\n", "X-Poll-Interval: @\r\n",
        "X-RateLimit-Remaining: @\r\nX-RateLimit-Reset: @\r\n", "@: @\r\n", "X-Other: @\r\n@",
    };
    size_t i, j;
    int turn = 0;

    begin(w);
    for (i = 0; i < COUNT_OF(headers); i++) {
        for (j = 0; j < COUNT_OF(values); j++) {
            bytes b = fill(headers[i], &values[j]);
            char page[128], title[16];
            tally_feed_state feed = {.struct_size = sizeof feed};
            tally_status result;

            /* Something new each time, so that it is stored. */
            snprintf(page, sizeof page, "{\"cursor\":\"%d\",\"title\":\"%d\",\"items\":[]}", turn, turn);
            check_ok(ask(w, 200, (const char *)b.data, page, strlen(page), &result));
            if (result != TALLY_OK)
                fail_msg("%s with %s: %s", headers[i], values[j].what, tally_status_name(result));
            check_ok(tally_feed_get(w->feed, &feed, title, sizeof title, &n));
            assert_int_equal(atoi(title), turn);
            turn += 1;
            bytes_free(&b);
        }
        check_sound(w, headers[i]);
    }
    /* The description of an error, for people. */
    for (j = 0; j < COUNT_OF(values); j++) {
        tally_status status = ask(w, TALLY_ERROR_TLS, NULL, values[j].text, strlen(values[j].text), NULL);

        check_status(status, values[j].is_broken || strlen(values[j].text) > 1000 ? TALLY_ERROR_ARGUMENT : TALLY_OK);
    }
    check_end(w);
}

/* Nothing of an unusable header is kept; the log reports it. */
static char last_log[2000];

static void take_log(void *user_data, int32_t level, const char *words)
{
    (void)user_data, (void)level;
    snprintf(last_log, sizeof last_log, "%s", words);
}

static char last_headers[2000];

static void note_headers(void *user_data, const tally_request *request)
{
    if (request->kind == TALLY_REQUEST_KIND_SEND)
        snprintf(last_headers, sizeof last_headers, "%s", request->headers);
    answer_at_once(user_data, request);
}

static void log_to_us(tally_engine_options *options) { options->log = take_log; }

TEST(an_unusable_header_is_absent, WORLD_CLOSED)
{
    tally_status result;

    w->configure = log_to_us;
    world_open(w, WORLD_FILE);
    check_ok(tally_engine_set_transport(w->engine, note_headers, w, NULL));
    check_ok(tally_feed_add(w->account, "feed", &FEED(.url = "https://example.org/feed"), &w->feed));
    check_ok(tally_account_log_in(w->account));
    check_ok(ask(w, 200, "ETag: \"good\"\r\nLast-Modified: then\r\n", "{\"cursor\":\"1\",\"items\":[]}", 25, &result));
    check_ok(ask(w, 200, "ETag: \"caf\xE9\"\r\nLast-Modified: then\r\n", "{\"cursor\":\"2\",\"items\":[]}", 25, &result));
    assert_non_null(strstr(last_headers, "If-None-Match: \"good\""));
    assert_non_null(strstr(last_log, "ETag"));
    assert_non_null(strstr(last_log, "'feed'"));
    check_ok(result);
    check_ok(ask(w, 200, NULL, "{\"cursor\":\"3\",\"items\":[]}", 25, &result));
    assert_null(strstr(last_headers, "If-None-Match"));
    assert_non_null(strstr(last_headers, "If-Modified-Since: then"));
    check_end(w);
}

/* ---- Files of other programs ---- */

static tally_status import_calendar(world *w, const bytes *b)
{
    return reminder_import(w->account, b->data, b->size, NULL, NULL);
}

static tally_status import_catalog(world *w, const bytes *b)
{
    return strings_import(w->account, TALLY_STRINGS_CATALOG, b->data, b->size, NULL, NULL, NULL);
}

static tally_status import_dictionary(world *w, const bytes *b)
{
    return strings_import(w->account, TALLY_STRINGS_DICTIONARY, b->data, b->size, "de", NULL, NULL);
}

#define TODO(lines) \
    "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:task\r\nDTSTAMP:20231101T000000Z\r\nDUE:20231201\r\n" lines \
    "END:VTODO\r\nEND:VCALENDAR\r\n"

TEST(every_text_of_a_calendar, WORLD_FILE)
{
    static const char *const kept[] = {
        TODO("SUMMARY:@\r\n"),
        TODO("DESCRIPTION:@\r\n"),
        TODO("UID:@\r\n"),
        TODO("X-TALLY-BADGE:@\r\n"),
    };
    static const char *const others[] = {
        TODO("DTSTART;TZID=@:20231101T000000\r\n"),
        TODO("X-OTHER:@\r\n"),
        TODO("X-\x41@:x\r\n"),
    };
    /* A character may be folded, and is whole all the same. */
    static const char folded[] = TODO("SUMMARY:caf\xC3\r\n \xA9\r\n");
    static const char broken[] = TODO("SUMMARY:caf\xC3\r\n x\r\n");
    tally_reminder reminder;

    begin(w);
    CHECK_FIELDS(w, kept, import_calendar, TALLY_ERROR_MALFORMED);
    CHECK_FIELDS(w, others, import_calendar, TALLY_OK);
    check_status(reminder_import(w->account, broken, strlen(broken), NULL, NULL), TALLY_ERROR_MALFORMED);
    check_message("line 6: the text is not UTF-8");
    check_ok(reminder_import(w->account, folded, strlen(folded), NULL, NULL));
    check_status(reminder_list(w->account, NULL, 1, &reminder, 1, out, sizeof out, &n, &m), TALLY_MORE);
    while (strcmp(out + reminder.title.offset, "caf\xC3\xA9") != 0) {
        require(*next_of_list() != NULL);
        check_ok(reminder_list(w->account, *next_of_list(), 1, &reminder, 1, out, sizeof out, &n, &m) < TALLY_OK);
    }
    check_end(w);
}

TEST(every_text_of_translations, WORLD_FILE)
{
    static const char *const catalogs[] = {
        "{\"sourceLanguage\":\"@\",\"strings\":{\"k\":{\"localizations\":{\"de\":{\"stringUnit\":{\"value\":\"x\"}}}}}}",
        "{\"sourceLanguage\":\"en\",\"strings\":{\"@\":{\"localizations\":{\"de\":{\"stringUnit\":{\"value\":\"x\"}}}}}}",
        "{\"sourceLanguage\":\"en\",\"strings\":{\"k\":{\"localizations\":{\"@\":{\"stringUnit\":{\"value\":\"x\"}}}}}}",
        "{\"sourceLanguage\":\"en\",\"strings\":{\"k\":{\"localizations\":{\"de\":{\"stringUnit\":{\"value\":\"@\"}}}}}}",
    };
    static const char *const dictionaries[] = {
        "<plist><dict><key>@</key><dict><key>NSStringLocalizedFormatKey</key><string>x</string></dict></dict></plist>",
        "<plist><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>@</string></dict></dict></plist>",
        ("<plist><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string><![CDATA[@]]></string></dict>"
         "</dict></plist>"),
    };

    begin(w);
    CHECK_FIELDS(w, catalogs, import_catalog, TALLY_ERROR_MALFORMED);
    CHECK_FIELDS(w, dictionaries, import_dictionary, TALLY_ERROR_MALFORMED);
    check_end(w);
}

/* Texts are cut between characters: one of these has half a character at the limit. */
TEST(a_long_rejected_item_is_text, WORLD_FILE)
{
    char *page = (char *)allocate(67000);
    int shift;

    begin(w);
    for (shift = 0; shift < 2; shift++) {
        tally_rejected items[2], *item = &items[shift];
        size_t length, count;

        snprintf(page, 67000, "{\"cursor\":\"%d\",\"items\":[{\"x\":\"%s", shift, shift == 0 ? "" : "a");
        for (length = strlen(page); length < 66000; length += 2)
            memcpy(page + length, "\xC3\xA9", 2);
        strcpy(page + length, "\"}]}");
        check_ok(tally_feed_deliver(w->feed, page, strlen(page)));
        check_ok(feed_rejected(w->account, 1, NULL, 2, items, 2, out, sizeof out, &count, &m));
        assert_int_equal(count, shift + 1);
        assert_true(text_is_utf8(out + item->body.offset, item->body.length));
        assert_int_equal(item->body.length, 65536 - (shift == 0 ? 0 : 1));
    }
    free(page);
    check_end(w);
}

int main(void)
{
    memset(long_text, 'a', LONG_TEXT);
    memset(long_broken, 'a', LONG_TEXT);
    long_broken[LONG_TEXT] = (char)0x80;
    return tests_run();
}
