/* The steps of the conformance data: what each function of the header is given, and what it gives. Most are generated
 * (conformance_steps.h); here is what they are made of, and the steps that make what others name. */
#include "conformance.h"

#include <stdlib.h>
#include <string.h>

/* What calls give is written here. Only one is under way. */
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
#define SIGNED(name) take_signed(r, #name)
#define UNSIGNED(name) take_unsigned(r, #name)
#define KEY(name) key_of(ACCOUNT, TEXT(name))
/* Handles that are numbers: the node or the token of a step. */
#define NUMBER(name) take_number(r, &r->name##s, #name)
#define BYTES(name) size_t name##_size; const void *name = take_bytes(r, #name, &name##_size)
#define KEYS uint64_t keys[256]; size_t key_count = take_keys(r, keys, COUNT_OF(keys))
#define IN(type, name) type name##_room, *name##_in = take_structure(r, #name, type##_fields, SIZE_OF(name##_room))

#define SIZE_OF(structure) &structure, sizeof structure
#define LIST(type) static type entries[MAX_ENTRIES]; tally_rows rows = rows_of(r, entries, sizeof(type))
#define FIELDS options_room.fields = reminder_fields(r)
#define OUT(type, name) type name
#define SIZED(type, name) type name = {.struct_size = sizeof name}
#define ENTRIES(type) give_entries(r, type##_fields, entries, sizeof entries[0], rows.count)
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
    } members[] = {{"title", TALLY_REMINDER_TITLE}, {"body", TALLY_REMINDER_BODY}, {"path", TALLY_REMINDER_PATH},
                   {"zone", TALLY_REMINDER_ZONE}, {"produced", TALLY_REMINDER_PRODUCED},
                   {"shelf_life", TALLY_REMINDER_SHELF_LIFE}, {"shelf_unit", TALLY_REMINDER_SHELF_LIFE},
                   {"time", TALLY_REMINDER_TIME}, {"smart", TALLY_REMINDER_SMART},
                   {"repeat_unit", TALLY_REMINDER_REPEAT}, {"repeat_every", TALLY_REMINDER_REPEAT},
                   {"start", TALLY_REMINDER_START}, {"end", TALLY_REMINDER_END},
                   {"overdue_unit", TALLY_REMINDER_OVERDUE}, {"overdue_every", TALLY_REMINDER_OVERDUE},
                   {"overdue_limit", TALLY_REMINDER_OVERDUE}};
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
static uint64_t key_of(tally_account *account, const char *id)
{
    static tally_message messages[MAX_ENTRIES];
    tally_rows rows;
    size_t i;

    if (id == NULL)
        return 0;
    rows = rows_of(NULL, messages, sizeof messages[0]);
    if (tally_message_list(account, "root", TALLY_MESSAGES_SUBTREE, 0, &rows) < 0)
        return 0;
    for (i = 0; i < rows.count; i++)
        if (strcmp(text + messages[i].id.offset, id) == 0)
            return messages[i].key;
    return UINT64_MAX;
}

static size_t take_keys(run *r, uint64_t *keys, size_t capacity)
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
static tally_status step_account_open(run *r), step_badge_changes(run *r), step_badge_batch(run *r);
static tally_status step_node_resolve(run *r), step_feed_add(run *r);
static tally_status step_snapshot_take(run *r), step_snapshot_restore(run *r), step_snapshot_diff(run *r);

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

STEP(badge_batch)
{
    static tally_operation operations[MAX_ENTRIES];
    IN(tally_batch_options, options);
    cJSON *item, *entry, *list = take(r, "operations"), *results = cJSON_AddArrayToObject(r->out, "operations");
    size_t count = 0, i;
    uint64_t revision = 0;
    tally_status status;

    cJSON_ArrayForEach(item, list) {
        const char *node = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "node"));

        memset(&operations[count], 0, sizeof operations[0]);
        fill_structure(r, item, tally_operation_fields, &operations[count]);
        for (i = 0; node != NULL && i < r->nodes.count; i++)
            if (strcmp(r->nodes.entries[i].name, node) == 0)
                operations[count].node = r->nodes.entries[i].number;
        count++;
    }
    status = tally_badge_batch(ACCOUNT, operations, count, options_in, &revision);
    for (i = 0; i < count; i++) {
        entry = cJSON_CreateObject();
        give_structure(entry, tally_operation_fields, &operations[i], NULL);
        cJSON_AddItemToArray(results, entry);
    }
    give_unsigned(r, "revision", revision);
    return status;
}

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

/* What bytes say, as a handle. */
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

    status = tally_snapshot_encode(snapshot, bytes, sizeof bytes, &length);
    tally_snapshot_release(snapshot);
    GIVE_BYTES;
    return status;
}

STEP(snapshot_restore)
{
    tally_account *account = ACCOUNT;
    const char *path = TEXT(path);
    tally_snapshot *snapshot;
    CALL(decode(r, "snapshot", &snapshot));

    status = tally_snapshot_restore(snapshot, account, path);
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
        status = tally_snapshot_diff(from, to, bytes, sizeof bytes, &length);
        GIVE_BYTES;
    }
    tally_snapshot_release(from);
    tally_snapshot_release(to);
    return status;
}

step_function find_call(const char *name)
{
    size_t i;

    for (i = 0; i < COUNT_OF(calls); i++)
        if (strcmp(calls[i].name, name) == 0)
            return calls[i].function;
    return NULL;
}
