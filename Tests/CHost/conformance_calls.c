/* The steps of the conformance data: what each function of the header is given, and what it gives. Most are generated
 * (conformance_steps.h); here is what they are made of, and the steps that make what others name. */
#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The outputs of calls. Only one call runs at a time. */
static char text[4 * MAX_BYTES];
static unsigned char bytes[MAX_BYTES];
static size_t length;

/* ---- What steps are made of ---- */

#define F(structure, kind, name) {#name, FIELD_##kind, offsetof(structure, name), NULL}
#define INNER(structure, name, fields) {#name, FIELD_INNER, offsetof(structure, name), fields}
#define END {NULL, FIELD_I32, 0, NULL}

#define STEP(name) static tally_status step_##name(run *r)
#define ENTRY(name) {#name, step_##name}
/* The call. What it gives counts only when it was not refused. */
#define CALL(...) tally_status status = (__VA_ARGS__); if (status < 0) return status

#define ACCOUNT take_account(r, "account")
#define FEED take_feed(r)
#define FEED_ID feed_id(FEED)
#define LIMIT take_limit(r)
#define TEXT(name) take_text(r, #name)
#define FILE_NAME(name) take_file(r, #name)
#define SIGNED(name) take_signed(r, #name)
#define UNSIGNED(name) take_unsigned(r, #name)
#define KEY(name) key_of(ACCOUNT, TEXT(name))
/* Handles that are numbers: the node or the token of a step. */
#define NUMBER(name) take_number(r, &r->name##s, #name)
#define BYTES(name) size_t name##_size; const void *name = take_bytes(r, #name, &name##_size)
#define KEYS int64_t keys[256]; size_t key_count = take_keys(r, keys, COUNT_OF(keys))
#define IN(type, name) type name##_room, *name##_in = take_structure(r, #name, type##_fields, SIZE_OF(name##_room))

#define SIZE_OF(structure) &structure, sizeof structure
#define LIST(type) static type entries[MAX_ENTRIES]; tally_rows rows = rows_of(r, entries, sizeof(type))
#define FIELDS options_room.fields = reminder_fields(r)
#define OUT(type, name) type name
#define SIZED(type, name) type name = {.struct_size = sizeof name}
#define ENTRIES(type) (give_entries(r, type##_fields, entries, sizeof entries[0], rows.count), give_next(r, &rows))
#define STRUCTURE(type, name) give_structure(r->out, type##_fields, &name, text)
#define GIVE_TEXT give_text(r, "text", length > 0 ? text : "")
#define GIVE_BYTES give_bytes(r, bytes, length)
#define NAME(name) const char *name##_name = TEXT(name)
#define KEEP_TOKEN keep_handle(r, &r->tokens, token_name, NULL, token)

/* Room for as many rows as the step says. */
static tally_rows rows_of(run *r, void *entries, size_t size)
{
    tally_rows rows = TALLY_ROWS_INIT;

    rows.entry_size = (uint32_t)size;
    rows.entries = entries;
    rows.capacity = r == NULL ? MAX_ENTRIES : LIMIT;
    rows.text = text;
    rows.text_capacity = sizeof text;
    return rows;
}

/* The members of a reminder's options that a step gives. */
static uint32_t reminder_fields(run *r)
{
    static const struct {
        const char *name;
        uint32_t field;
    } members[] = {{"title", TALLY_REMINDER_FIELD_TITLE}, {"body", TALLY_REMINDER_FIELD_BODY}, {"path", TALLY_REMINDER_FIELD_PATH},
                   {"zone", TALLY_REMINDER_FIELD_ZONE}, {"produced", TALLY_REMINDER_FIELD_PRODUCED},
                   {"shelf_life", TALLY_REMINDER_FIELD_SHELF_LIFE}, {"shelf_unit", TALLY_REMINDER_FIELD_SHELF_LIFE},
                   {"time_of_day", TALLY_REMINDER_FIELD_TIME_OF_DAY}, {"smart", TALLY_REMINDER_FIELD_SMART},
                   {"repeat_unit", TALLY_REMINDER_FIELD_REPEAT}, {"repeat_every", TALLY_REMINDER_FIELD_REPEAT},
                   {"start", TALLY_REMINDER_FIELD_START}, {"end", TALLY_REMINDER_FIELD_END},
                   {"overdue_unit", TALLY_REMINDER_FIELD_OVERDUE}, {"overdue_every", TALLY_REMINDER_FIELD_OVERDUE},
                   {"overdue_limit", TALLY_REMINDER_FIELD_OVERDUE}};
    cJSON *given = take(r, "options");
    uint32_t fields = 0;
    size_t i;

    for (i = 0; i < COUNT_OF(members); i++)
        if (cJSON_GetObjectItemCaseSensitive(given, members[i].name) != NULL)
            fields |= members[i].field;
    return fields;
}

static void give_entries(run *r, const field *fields, const void *entries, size_t size, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        give_structure(give_entry(r), fields, (const char *)entries + i * size, text);
    if (count == 0)
        cJSON_AddArrayToObject(r->out, "entries");
}

/* The key of the message with an identifier; 0: there is none. */
static void give_next(run *r, const tally_rows *rows)
{
    if (rows->next != NULL)
        give_text(r, "next", rows->next);
}

static int64_t key_of(tally_account *account, const char *id)
{
    static tally_message messages[MAX_ENTRIES];
    tally_rows rows;
    size_t i;

    if (id == NULL)
        return 0;
    rows = rows_of(NULL, messages, sizeof messages[0]);
    if (tally_message_list(account, "root", TALLY_SUBTREE, NULL, &rows) < 0)
        return 0;
    for (i = 0; i < rows.count; i++)
        if (strcmp(text + messages[i].id.offset, id) == 0)
            return messages[i].key;
    return INT64_MAX;
}

static size_t take_keys(run *r, int64_t *keys, size_t capacity)
{
    tally_account *account = ACCOUNT;
    cJSON *item, *list = take(r, "keys");
    size_t count = 0;

    cJSON_ArrayForEach(item, list)
        if (count < capacity)
            keys[count++] = key_of(account, item->valuestring);
    return count;
}

/* The identifier of a feed; 0: there is none any more. */
static int64_t feed_id(tally_feed *feed)
{
    tally_feed_state state;

    memset(&state, 0, sizeof state);
    state.struct_size = sizeof state;
    return tally_feed_get(feed, &state, NULL, 0, NULL) == TALLY_OK ? state.id : 0;
}

/* ---- The steps ---- */

static tally_status step_go(run *r), step_wall(run *r), step_step(run *r), step_events(run *r);
static tally_status step_version(run *r), step_status_name(run *r), step_status_message(run *r);
static tally_status step_widget_bind(run *r), step_drawn(run *r);
static tally_status step_engine_set_notify(run *r), step_notified(run *r);
static tally_status step_engine_set_transport(run *r), step_requests(run *r);
static tally_status step_transport_respond(run *r), step_transport_progress(run *r);
static tally_status step_account_open(run *r), step_badge_changes(run *r), step_badge_batch(run *r);
static tally_status step_engine_batch(run *r), step_engine_get_position(run *r);
static tally_status step_engine_import(run *r);
static tally_status step_node_resolve(run *r), step_feed_add(run *r), step_feed_find(run *r);
static tally_status step_feed_find_by_id(run *r), step_account_find(run *r);
static tally_status step_snapshot_take(run *r), step_badge_restore(run *r), step_snapshot_diff(run *r);
static tally_status step_snapshot_list(run *r);

#include "conformance_steps.h"

static tally_status set_clock(run *r, int is_wall_alone)
{
    int64_t to = take_signed(r, "to");

    if (!is_wall_alone)
        r->clock.elapsed += to - r->clock.wall;
    r->clock.wall = to;
    return tally_engine_step(r->engine);
}

STEP(go)
{
    return set_clock(r, 0);
}

STEP(wall)
{
    return set_clock(r, 1);
}

STEP(step)
{
    return tally_engine_step(r->engine);
}

/* Puts the name of a handle in the place of its number. */
static void name_member(cJSON *entry, const char *member, const names *handles, uint64_t number)
{
    const char *name = number != 0 ? name_of(handles, number) : NULL;

    cJSON_DeleteItemFromObjectCaseSensitive(entry, member);
    if (name != NULL)
        cJSON_AddStringToObject(entry, member, name);
}

STEP(events)
{
    tally_event event;
    tally_status status;
    cJSON *entry;
    size_t count = 0;

    for (;;) {
        memset(&event, 0, sizeof event);
        event.struct_size = sizeof event;
        status = tally_engine_next_event(r->engine, 0, &event, text, sizeof text);
        if (status != TALLY_OK)
            break;
        count++;
        entry = give_entry(r);
        give_structure(entry, tally_event_fields, &event, NULL);
        cJSON_AddStringToObject(entry, "text", event.text_length > 0 ? text : "");
        name_member(entry, "token", &r->tokens, event.token);
        name_member(entry, "account", &r->accounts, (uint64_t)event.account);
        name_member(entry, "feed", &r->feeds, (uint64_t)event.feed);
    }
    if (count == 0)
        cJSON_AddArrayToObject(r->out, "entries");
    return status == TALLY_EMPTY ? TALLY_OK : status;
}

STEP(account_open)
{
    IN(tally_account_options, options);
    tally_account *account;
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;
    CALL(tally_account_open(r->engine, TEXT(account), options_in, &account));

    status = tally_account_get(account, &state, NULL, 0, NULL);
    keep_handle(r, &r->accounts, TEXT(account), account, (uint64_t)state.id);
    return status;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(text + ((const tally_badge_entry *)a)->path.offset, text + ((const tally_badge_entry *)b)->path.offset);
}

STEP(badge_changes)
{
    LIST(tally_badge_entry);
    uint64_t revision = 0;
    CALL(tally_badge_changes(ACCOUNT, UNSIGNED(since), UNSIGNED(epoch), &rows, &revision));

    qsort(entries, rows.count, sizeof entries[0], by_path);
    ENTRIES(tally_badge_entry);
    give_unsigned(r, "revision", revision);
    return status;
}

/* The node that an object names; 0: it names none. */
static tally_node node_of(run *r, cJSON *item)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "node"));
    size_t i;

    for (i = 0; name != NULL && i < r->nodes.count; i++)
        if (strcmp(r->nodes.entries[i].name, name) == 0)
            return r->nodes.entries[i].number;
    return 0;
}

STEP(badge_batch)
{
    static tally_operation operations[MAX_ENTRIES];
    IN(tally_batch_options, options);
    cJSON *item, *entry, *list = take(r, "operations"), *results = cJSON_AddArrayToObject(r->out, "operations");
    size_t count = 0, i;
    uint64_t revision = 0;
    tally_status status;

    cJSON_ArrayForEach(item, list) {
        memset(&operations[count], 0, sizeof operations[0]);
        fill_structure(r, item, tally_operation_fields, &operations[count]);
        operations[count++].node = node_of(r, item);
    }
    if (options_in == NULL) {
        options_room = (tally_batch_options)TALLY_BATCH_OPTIONS_INIT;
        options_in = &options_room;
    }
    options_in->operation_size = sizeof operations[0];
    status = tally_badge_batch(ACCOUNT, operations, count, options_in, &revision);
    for (i = 0; i < count; i++) {
        entry = cJSON_CreateObject();
        give_structure(entry, tally_operation_fields, &operations[i], NULL);
        cJSON_AddItemToArray(results, entry);
    }
    give_unsigned(r, "revision", revision);
    return status;
}

/* ---- Many accounts ---- */

static const field item_fields[] = {F(tally_item, CHARS, account), F(tally_item, CHARS, id),
    F(tally_item, I64, time), END};
static const field item_operation_fields[] = {F(tally_operation, I32, kind), F(tally_operation, CHARS, path),
    F(tally_operation, I64, value), F(tally_operation, I64, until), END};

static void give_status(cJSON *list, tally_status status)
{
    cJSON *entry = cJSON_CreateObject();

    cJSON_AddStringToObject(entry, "status", tally_status_name(status));
    cJSON_AddItemToArray(list, entry);
}

STEP(engine_batch)
{
    static tally_item items[MAX_NAMES];
    static tally_operation operations[MAX_NAMES * MAX_NAMES];
    static const tally_engine_batch_options none = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    IN(tally_engine_batch_options, options);
    cJSON *given, *each, *results = cJSON_AddArrayToObject(r->out, "items");
    tally_item *item = items, *done;
    tally_operation *operation = operations;
    tally_status status;

    memset(items, 0, sizeof items);
    memset(operations, 0, sizeof operations);
    if (options_in == NULL) {
        options_room = none;
        options_in = &options_room;
    }
    options_in->item_size = none.item_size;
    options_in->operation_size = none.operation_size;
    cJSON_ArrayForEach(given, take(r, "items")) {
        require(item < items + MAX_NAMES);
        fill_structure(r, given, item_fields, item);
        item->operations = operation;
        cJSON_ArrayForEach(each, cJSON_GetObjectItemCaseSensitive(given, "operations")) {
            require(operation < operations + COUNT_OF(operations));
            fill_structure(r, each, item_operation_fields, operation++);
        }
        item->count = (size_t)(operation - item->operations);
        item++;
    }
    status = tally_engine_batch(r->engine, items, (size_t)(item - items), options_in);
    for (done = items; done < item; done++)
        give_status(results, done->status);
    return status;
}

STEP(engine_get_position)
{
    uint64_t epoch = 0, position = 0;
    int64_t time = 0;
    CALL(engine_position(r->engine, TEXT(source), &epoch, &position, &time));

    give_unsigned(r, "epoch", epoch);
    give_unsigned(r, "position", position);
    give_signed(r, "time", time);
    return status;
}

STEP(engine_import)
{
    tally_import imports[4]; /* As many bytes as take_bytes lends at a time. */
    cJSON *given, *step = r->in, *results = cJSON_AddArrayToObject(r->out, "imports");
    size_t count = 0, i;
    tally_status status;

    memset(imports, 0, sizeof imports);
    cJSON_ArrayForEach(given, take(r, "imports")) {
        require(count < COUNT_OF(imports));
        r->in = given;
        imports[count].account = TEXT(account);
        imports[count].bytes = take_bytes(r, "bytes", &imports[count].size);
        r->in = step;
        count++;
    }
    status = tally_engine_import(r->engine, imports, count, (uint32_t)UNSIGNED(flags));
    for (i = 0; i < count; i++)
        give_status(results, imports[i].status);
    return status;
}

/* ---- Handles ---- */

STEP(node_resolve)
{
    tally_node node = 0;
    NAME(node);
    CALL(tally_node_resolve(ACCOUNT, TEXT(path), &node));

    keep_handle(r, &r->nodes, node_name, NULL, node);
    return status;
}

STEP(feed_add)
{
    IN(tally_feed_options, options);
    tally_feed *feed = NULL;
    CALL(tally_feed_add(ACCOUNT, TEXT(feed), options_in, &feed));

    keep_handle(r, &r->feeds, TEXT(feed), feed, (uint64_t)feed_id(feed));
    return status;
}

STEP(feed_find)
{
    tally_feed *feed = NULL;
    CALL(tally_feed_find(ACCOUNT, TEXT(feed), &feed));

    keep_handle(r, &r->feeds, TEXT(feed), feed, (uint64_t)feed_id(feed));
    return status;
}

/* The feed of a step has a name, and is found by its identifier. */
STEP(feed_find_by_id)
{
    tally_feed *feed = NULL;
    CALL(tally_feed_find_by_id(ACCOUNT, FEED_ID, &feed));

    keep_handle(r, &r->feeds, TEXT(feed), feed, (uint64_t)feed_id(feed));
    return status;
}

STEP(account_find)
{
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;
    tally_account *account = NULL;
    CALL(tally_account_get(ACCOUNT, &state, NULL, 0, NULL));

    status = tally_account_find(r->engine, state.id, &account);
    if (status == TALLY_OK)
        keep_handle(r, &r->accounts, TEXT(account), account, 0);
    return status;
}

/* Decodes bytes into a handle. */
static tally_status decode(run *r, const char *member, tally_snapshot **snapshot)
{
    size_t size;
    const void *given = take_bytes(r, member, &size);

    return tally_snapshot_decode(given, size, snapshot);
}

STEP(snapshot_take)
{
    tally_snapshot *snapshot;
    CALL(tally_snapshot_take(ACCOUNT, TEXT(path), &snapshot));

    status = snapshot_encode(snapshot, bytes, sizeof bytes, &length);
    tally_snapshot_release(snapshot);
    GIVE_BYTES;
    return status;
}

STEP(badge_restore)
{
    tally_account *account = ACCOUNT;
    const char *path = TEXT(path);
    tally_snapshot *snapshot;
    CALL(decode(r, "snapshot", &snapshot));

    status = tally_badge_restore(account, path, snapshot);
    tally_snapshot_release(snapshot);
    return status;
}

STEP(snapshot_diff)
{
    size_t size;
    const void *given = take_bytes(r, "to", &size);
    tally_snapshot *from, *to = NULL;
    CALL(decode(r, "from", &from));

    status = tally_snapshot_decode(given, size, &to);
    if (status == TALLY_OK) {
        status = decoded_diff(from, to, bytes, sizeof bytes, &length);
        GIVE_BYTES;
    }
    tally_snapshot_release(from);
    tally_snapshot_release(to);
    return status;
}

STEP(snapshot_list)
{
    tally_snapshot *snapshot;
    LIST(tally_snapshot_entry);
    CALL(decode(r, "snapshot", &snapshot));

    status = tally_snapshot_list(snapshot, TEXT(path), (uint32_t)UNSIGNED(flags), TEXT(after), &rows);
    tally_snapshot_release(snapshot);
    ENTRIES(tally_snapshot_entry);
    return status;
}

/* ---- What the library calls ---- */

static void draw(void *user_data, const char *function, const char *path, const char *shown)
{
    cJSON *entry = cJSON_CreateObject();

    cJSON_AddStringToObject(entry, "function", function);
    cJSON_AddStringToObject(entry, "path", path);
    cJSON_AddStringToObject(entry, "text", shown);
    cJSON_AddItemToArray(((run *)user_data)->drawn, entry);
}

#define DRAWS(name)                                                                                     \
    static void name(void *user_data, const char *path, const tally_presentation *look, const char *shown) \
    {                                                                                                   \
        (void)look;                                                                                     \
        draw(user_data, #name, path, shown);                                                            \
    }
DRAWS(show_dot)
DRAWS(show_number)
DRAWS(show_icon)
DRAWS(hide)

STEP(widget_bind)
{
    tally_widget widget = {sizeof widget, 0, show_dot, show_number, show_icon, hide};
    uint64_t token = 0;
    NAME(token);
    CALL(tally_widget_bind(r->scope, ACCOUNT, TEXT(path), &widget, r, NULL, &token));

    KEEP_TOKEN;
    return status;
}

STEP(drawn)
{
    give_gathered(r, &r->drawn);
    return TALLY_OK;
}

static void count_notice(void *user_data)
{
    ((run *)user_data)->notices++;
}

STEP(engine_set_notify)
{
    return tally_engine_set_notify(r->engine, SIGNED(on) != 0 ? count_notice : NULL, r, NULL);
}

STEP(notified)
{
    give_signed(r, "count", r->notices);
    r->notices = 0;
    return TALLY_OK;
}

/* Requests are named in the order in which they are sent: r1, r2, … */
static void note_request(void *user_data, const tally_request *request)
{
    static char sent[MAX_NAMES][8];
    run *r = (run *)user_data;
    cJSON *entry = cJSON_CreateObject();

    if (request->kind == TALLY_REQUEST_KIND_SEND) {
        char *name = sent[r->sent.count % MAX_NAMES];

        snprintf(name, sizeof sent[0], "r%u", (unsigned)(r->sent.count + 1) % 1000000);
        keep_handle(r, &r->sent, name, NULL, request->id);
    }
    cJSON_AddNumberToObject(entry, "kind", request->kind);
    cJSON_AddStringToObject(entry, "method", request->method);
    cJSON_AddStringToObject(entry, "url", request->url);
    name_member(entry, "request", &r->sent, request->id);
    cJSON_AddItemToArray(r->requests, entry);
}

STEP(engine_set_transport)
{
    return tally_engine_set_transport(r->engine, SIGNED(on) != 0 ? note_request : NULL, r, NULL);
}

STEP(requests)
{
    give_gathered(r, &r->requests);
    return TALLY_OK;
}

STEP(transport_respond)
{
    BYTES(body);
    return tally_transport_respond(r->engine, take_number(r, &r->sent, "request"), (int32_t)SIGNED(code), TEXT(headers),
                                  body, body_size);
}

STEP(transport_progress)
{
    return tally_transport_progress(r->engine, take_number(r, &r->sent, "request"));
}

/* ---- What needs no engine ---- */

STEP(version)
{
    give_unsigned(r, "number", tally_version());
    give_text(r, "text", tally_version_text());
    return TALLY_OK;
}

STEP(status_name)
{
    give_text(r, "text", tally_status_name((tally_status)SIGNED(number)));
    return TALLY_OK;
}

STEP(status_message)
{
    give_text(r, "text", tally_status_message((tally_status)SIGNED(number)));
    return TALLY_OK;
}

step_function find_call(const char *name)
{
    size_t i;

    for (i = 0; i < COUNT_OF(calls); i++)
        if (strcmp(calls[i].name, name) == 0)
            return calls[i].function;
    return NULL;
}
