/* The steps of the conformance data: what each function of the header is given, and what it gives. */
#include "conformance.h"

#include <stdlib.h>
#include <string.h>

/* What calls give is written here. Only one is under way. */
static char text[4 * MAX_BYTES];
static unsigned char bytes[MAX_BYTES];
static size_t length;

/* ---- Structures ---- */

#define MEMBER(structure, kind, name) {#name, FIELD_##kind, offsetof(structure, name), NULL}
#define INNER(structure, name, fields) {#name, FIELD_INNER, offsetof(structure, name), fields}
#define END {NULL, FIELD_I32, 0, NULL}

#define M(kind, name) MEMBER(tally_badge, kind, name)
static const field badge_fields[] = {
    M(U64, count), M(U64, revision), M(I32, shows), M(U32, flags), M(U32, manual_count), END};
#undef M

static const field badge_entry_fields[] = {
    INNER(tally_badge_entry, badge, badge_fields), {"path", FIELD_SPAN, offsetof(tally_badge_entry, path_offset), NULL},
    END};

#define M(kind, name) MEMBER(tally_reason, kind, name)
static const field reason_fields[] = {
    M(U64, contributed), M(U64, fed_count), M(U64, kept_count), M(U32, manual_count), M(U32, flags),
    {"path", FIELD_SPAN, offsetof(tally_reason, path_offset), NULL},
    {"id", FIELD_SPAN, offsetof(tally_reason, id_offset), NULL}, END};
#undef M

#define M(kind, name) MEMBER(tally_operation, kind, name)
static const field operation_in_fields[] = {M(I32, kind), M(CHARS, path), M(I64, value), M(I64, until), END};
static const field operation_out_fields[] = {M(U64, count), M(I32, shows), END};
#undef M

#define M(kind, name) MEMBER(tally_batch_options, kind, name)
static const field batch_fields[] = {M(CHARS, source), M(U64, epoch), M(U64, position), M(CHARS, id), END};
#undef M

#define M(kind, name) MEMBER(tally_style, kind, name)
static const field style_fields[] = {
    M(U32, fields), M(FLOAT, dot_radius), M(FLOAT, offset_x), M(FLOAT, offset_y), M(FLOAT, font_size),
    M(I32, font_weight), M(U32, text_color), M(U32, background_color), M(I32, overflow), M(U64, max_count),
    M(CHARS, icon), END};
#undef M

#define M(kind, name) MEMBER(tally_presentation, kind, name)
static const field presentation_fields[] = {
    M(I32, kind), M(U64, count), M(FLOAT, dot_radius), M(FLOAT, offset_x), M(FLOAT, offset_y), M(FLOAT, font_size),
    M(I32, font_weight), M(U32, text_color), M(U32, background_color), M(I32, overflow), M(U64, max_count), END};
#undef M

#define M(kind, name) MEMBER(tally_event, kind, name)
static const field event_fields[] = {
    M(I32, kind), M(U64, count), M(U64, revision), M(I32, shows), M(I64, retry_after), M(I64, next_time),
    M(U32, added), M(U32, changed), M(U32, removed), M(U32, rejected), M(U64, total), M(U64, unread), M(U64, unseen),
    END};
#undef M

#define M(kind, name) MEMBER(tally_account_options, kind, name)
static const field account_fields[] = {M(I32, aggregation), M(I32, feeding), END};
#undef M

#define M(kind, name) MEMBER(tally_feed_options, kind, name)
static const field feed_fields[] = {
    M(U32, flags), M(CHARS, url), M(CHARS, prefix), M(I64, initial_delay), M(I64, interval), M(I64, request_timeout),
    M(I64, idle_timeout), M(U32, page_limit), M(U32, preset), M(I64, visible_interval), M(I64, tolerance),
    M(I64, away_time), M(I64, max_age), M(I64, max_messages), M(CHARS, mapping_preset), M(CHARS, mapping),
    M(CHARS, memo), END};
#undef M

#define M(kind, name) MEMBER(tally_feed_entry, kind, name)
static const field feed_entry_fields[] = {
    M(I64, last_success), M(U64, rejected), M(U32, flags), M(TEXT, name), M(TEXT, url), M(TEXT, prefix),
    M(TEXT, title), M(TEXT, memo), END};
#undef M

#define M(kind, name) MEMBER(tally_rejected, kind, name)
static const field rejected_fields[] = {M(U64, number), M(I64, time), M(TEXT, reason), M(TEXT, body), END};
#undef M

#define M(kind, name) MEMBER(tally_message, kind, name)
static const field message_fields[] = {
    M(I64, time), M(U32, count), M(I32, state), M(TEXT, id), M(TEXT, path), M(TEXT, kind), M(TEXT, title),
    M(TEXT, body), M(TEXT, thread), M(TEXT, category), M(TEXT, argument), M(U32, argument_count), END};
#undef M

#define M(kind, name) MEMBER(tally_message_options, kind, name)
static const field post_fields[] = {
    M(U32, flags), M(CHARS, id), M(CHARS, title), M(CHARS, body), M(CHARS, kind), M(CHARS, thread), M(CHARS, category),
    M(CHARS, argument), M(I64, time), M(U32, count), M(U32, argument_count), END};
#undef M

#define M(kind, name) MEMBER(tally_forms, kind, name)
static const field forms_fields[] = {
    M(CHARS, zero), M(CHARS, one), M(CHARS, two), M(CHARS, few), M(CHARS, many), M(CHARS, other), END};
#undef M

#define M(kind, name) MEMBER(tally_group, kind, name)
static const field group_fields[] = {
    M(U64, items), M(U64, notifications), M(U64, fresh), M(I64, time), M(I32, origin), M(TEXT, thread), M(TEXT, path),
    M(TEXT, title), M(TEXT, summary), M(TEXT, language), END};
#undef M

#define M(kind, name) MEMBER(tally_outbox_options, kind, name)
static const field outbox_fields[] = {M(CHARS, url), M(I64, request_timeout), M(I64, idle_timeout), END};
#undef M

#define M(kind, name) MEMBER(tally_outbox_entry, kind, name)
static const field outbox_entry_fields[] = {
    M(I64, sequence), M(I64, attempt), M(I64, next_time), M(I64, lease_end), M(I32, kind), M(I32, state),
    M(TEXT, entity), M(TEXT, body), END};
#undef M

#define M(kind, name) MEMBER(tally_reminder_options, kind, name)
static const field reminder_option_fields[] = {
    M(U32, flags), M(CHARS, title), M(CHARS, body), M(CHARS, path), M(CHARS, zone), M(I32, produced),
    M(I32, shelf_life), M(I32, shelf_unit), M(I32, time), M(I32, smart), M(I32, repeat_unit), M(I32, repeat_every),
    M(I32, end), M(I32, start), M(I32, overdue_unit), M(I32, overdue_every), M(I32, overdue_limit), END};
#undef M

#define M(kind, name) MEMBER(tally_reminder, kind, name)
static const field reminder_fields[] = {
    M(I64, next_time), M(I64, due_time), M(I64, expires), M(I64, stamp), M(U32, revision), M(I32, state),
    M(I32, expiry), M(I32, span), M(I32, days_left), M(I32, is_smart), M(I32, produced), M(I32, shelf_life),
    M(I32, shelf_unit), M(I32, time), M(I32, entered), M(I32, smart), M(I32, repeat_unit), M(I32, repeat_every),
    M(I32, start), M(I32, end), M(I32, overdue_unit), M(I32, overdue_every), M(I32, overdue_limit), M(TEXT, id),
    M(TEXT, title), M(TEXT, body), M(TEXT, path), M(TEXT, zone), END};
#undef M

#define M(kind, name) MEMBER(tally_plan_options, kind, name)
static const field plan_option_fields[] = {M(U32, flags), M(U32, limit), M(U32, reserve), END};
#undef M

#define M(kind, name) MEMBER(tally_plan_entry, kind, name)
static const field plan_entry_fields[] = {
    M(I64, time), M(I64, occurrence), M(U32, revision), M(I32, action), M(TEXT, reminder), M(TEXT, title),
    M(TEXT, body), M(TEXT, path), END};
#undef M

#define M(kind, name) MEMBER(tally_plan, kind, name)
static const field plan_fields[] = {M(U32, planned), M(U64, left_out), M(I64, reach), END};
#undef M

#define M(kind, name) MEMBER(tally_reminder_note, kind, name)
static const field note_fields[] = {
    M(I64, number), M(I64, time), M(I64, occurrence_time), M(U32, revision), M(I32, kind), M(TEXT, reminder), END};
#undef M

/* ---- What calls have in common ---- */

#define ACCOUNT take_account(r, "account")
#define PATH take_text(r, "path")
#define FLAGS (uint32_t)take_unsigned(r, "flags")
#define STEP(name) static tally_status step_##name(run *r)

/* A call whose outputs count only when it was not refused. */
#define GIVE(status, statement) \
    do { \
        if ((status) >= 0) { \
            statement; \
        } \
    } while (0)

static void give_entries(run *r, const field *fields, const void *entries, size_t size, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        give_structure(give_entry(r), fields, (const char *)entries + i * size, text);
    if (count == 0)
        cJSON_AddArrayToObject(r->out, "entries");
}

static tally_status with_text(run *r, tally_status status)
{
    GIVE(status, give_text(r, "text", length > 0 ? text : ""));
    return status;
}

static tally_status with_bytes(run *r, tally_status status)
{
    GIVE(status, give_bytes(r, bytes, length));
    return status;
}

static tally_status with_badge(run *r, tally_status status, const tally_badge *badge)
{
    GIVE(status, give_structure(r->out, badge_fields, badge, NULL));
    return status;
}

static tally_status with_changed(run *r, tally_status status, size_t changed)
{
    GIVE(status, give_unsigned(r, "changed", changed));
    return status;
}

/* Messages, as several lists give them. */
static tally_message messages[MAX_ENTRIES];

/* The key of the message with an identifier; 0: there is none. */
static uint64_t key_of(tally_account *account, const char *id)
{
    static char words[MAX_BYTES];
    size_t count = 0, size, i;

    if (id == NULL)
        return 0;
    if (tally_message_list(account, "root", TALLY_MESSAGES_SUBTREE, 0, MAX_ENTRIES, messages, MAX_ENTRIES, words,
                           sizeof words, &count, &size) < 0)
        return 0;
    for (i = 0; i < count; i++)
        if (strcmp(words + messages[i].id.offset, id) == 0)
            return messages[i].key;
    return UINT64_MAX;
}

static size_t take_keys(run *r, tally_account *account, uint64_t *keys, size_t capacity)
{
    cJSON *item, *list = take(r, "keys");
    size_t count = 0;

    cJSON_ArrayForEach(item, list)
        if (count < capacity)
            keys[count++] = key_of(account, item->valuestring);
    return count;
}

/* ---- The clock ---- */

static tally_status set_clock(run *r, int is_wall_alone)
{
    int64_t to = take_signed(r, "to");

    if (!is_wall_alone)
        r->clock.elapsed += to - r->clock.wall;
    r->clock.wall = to;
    return tally_step(r->engine);
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
    return tally_step(r->engine);
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
        status = tally_next_event(r->engine, 0, &event, text, sizeof text);
        if (status != TALLY_OK)
            break;
        count++;
        entry = give_entry(r);
        give_structure(entry, event_fields, &event, NULL);
        cJSON_AddStringToObject(entry, "text", event.text_length > 0 ? text : "");
        cJSON_AddStringToObject(entry, "result", tally_status_name(event.result));
        if (event.token != 0 && name_of(&r->tokens, event.token) != NULL)
            cJSON_AddStringToObject(entry, "token", name_of(&r->tokens, event.token));
        if (event.account != 0 && name_of(&r->accounts, (uint64_t)event.account) != NULL)
            cJSON_AddStringToObject(entry, "account", name_of(&r->accounts, (uint64_t)event.account));
        if (event.feed != 0 && name_of(&r->feeds, (uint64_t)event.feed) != NULL)
            cJSON_AddStringToObject(entry, "feed", name_of(&r->feeds, (uint64_t)event.feed));
    }
    if (count == 0)
        cJSON_AddArrayToObject(r->out, "entries");
    return status == TALLY_EMPTY ? TALLY_OK : status;
}

/* ---- Engine and accounts ---- */

STEP(engine_total)
{
    tally_badge badge;
    tally_status status = tally_engine_total(r->engine, &badge);

    return with_badge(r, status, &badge);
}

STEP(engine_verify)
{
    return tally_engine_verify(r->engine);
}

STEP(account_open)
{
    tally_account_options options = {.struct_size = sizeof options};
    tally_account *account;
    const char *name = take_text(r, "account");
    int64_t id = 0;
    tally_status status;

    take_structure(r, "options", account_fields, &options);
    status = tally_account_open(r->engine, name, &options, &account);
    if (status == TALLY_OK && (status = tally_account_info(account, &id, NULL, NULL, NULL)) == TALLY_OK)
        keep_handle(r, &r->accounts, name, account, (uint64_t)id);
    return status;
}

STEP(account_log_in)
{
    return tally_account_log_in(ACCOUNT, take_text(r, "token"));
}

STEP(account_log_out)
{
    return tally_account_log_out(ACCOUNT);
}

STEP(account_info)
{
    uint64_t revision = 0;
    int32_t logged_in = 0;
    tally_status status = tally_account_info(ACCOUNT, NULL, &revision, NULL, &logged_in);

    GIVE(status, give_unsigned(r, "revision", revision); give_signed(r, "logged_in", logged_in));
    return status;
}

STEP(account_list)
{
    static tally_text names[MAX_ENTRIES];
    static const field fields[] = {{"name", FIELD_TEXT, 0, NULL}, END};
    size_t count = 0;
    tally_status status = tally_account_list(r->engine, take_text(r, "after"), take_limit(r), names, MAX_ENTRIES, text,
                                             sizeof text, &count, &length);

    GIVE(status, give_entries(r, fields, names, sizeof names[0], count));
    return status;
}

STEP(account_drop)
{
    return tally_account_drop(r->engine, take_text(r, "name"));
}

STEP(account_hash)
{
    uint32_t partition = 0;
    tally_status status =
        tally_account_hash(take_text(r, "name"), (uint32_t)take_unsigned(r, "partitions"), &partition);

    GIVE(status, give_unsigned(r, "partition", partition));
    return status;
}

STEP(account_snapshot)
{
    return with_bytes(r, tally_account_snapshot(ACCOUNT, bytes, sizeof bytes, &length));
}

STEP(account_restore)
{
    size_t size;
    const void *snapshot = take_bytes(r, "snapshot", &size);

    return tally_account_restore(r->engine, take_text(r, "name"), snapshot, size);
}

STEP(account_verify)
{
    return tally_account_verify(ACCOUNT);
}

/* ---- Badges ---- */

STEP(badge_set)
{
    return tally_badge_set(ACCOUNT, PATH, take_signed(r, "count"));
}

STEP(badge_dot)
{
    return tally_badge_dot(ACCOUNT, PATH);
}

STEP(badge_set_until)
{
    return tally_badge_set_until(ACCOUNT, PATH, take_signed(r, "count"), take_signed(r, "until"));
}

STEP(badge_dot_until)
{
    return tally_badge_dot_until(ACCOUNT, PATH, take_signed(r, "until"));
}

STEP(badge_add)
{
    return tally_badge_add(ACCOUNT, PATH, take_signed(r, "delta"));
}

STEP(badge_clear)
{
    return tally_badge_clear(ACCOUNT, PATH);
}

STEP(badge_force)
{
    return tally_badge_force(ACCOUNT, PATH);
}

STEP(badge_mute)
{
    return tally_badge_mute(ACCOUNT, PATH, (int32_t)take_signed(r, "mode"), take_signed(r, "until"));
}

STEP(badge_get)
{
    tally_badge badge;
    tally_status status = tally_badge_get(ACCOUNT, PATH, &badge);

    return with_badge(r, status, &badge);
}

static tally_badge_entry badges[MAX_ENTRIES];

STEP(badge_list)
{
    size_t count = 0;
    uint64_t revision = 0;
    tally_status status = tally_badge_list(ACCOUNT, PATH, FLAGS, badges, MAX_ENTRIES, text, sizeof text, &count,
                                           &length, &revision);

    GIVE(status, give_entries(r, badge_entry_fields, badges, sizeof badges[0], count);
         give_unsigned(r, "revision", revision));
    return status;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(text + ((const tally_badge_entry *)a)->path_offset, text + ((const tally_badge_entry *)b)->path_offset);
}

STEP(badge_changes)
{
    size_t count = 0;
    uint64_t revision = 0;
    tally_status status = tally_badge_changes(ACCOUNT, take_unsigned(r, "since"), take_unsigned(r, "epoch"), badges,
                                              take_limit(r), text, sizeof text, &count, &revision);

    qsort(badges, count, sizeof badges[0], by_path);
    GIVE(status, give_entries(r, badge_entry_fields, badges, sizeof badges[0], count);
         give_unsigned(r, "revision", revision));
    return status;
}

STEP(badge_explain)
{
    static tally_reason reasons[MAX_ENTRIES];
    size_t count = 0;
    tally_status status =
        tally_badge_explain(ACCOUNT, PATH, reasons, MAX_ENTRIES, text, sizeof text, &count, &length);

    GIVE(status, give_entries(r, reason_fields, reasons, sizeof reasons[0], count));
    return status;
}

STEP(badge_snapshot)
{
    return with_bytes(r, tally_badge_snapshot(ACCOUNT, PATH, bytes, sizeof bytes, &length));
}

STEP(badge_restore)
{
    size_t size;
    const void *snapshot = take_bytes(r, "snapshot", &size);

    return tally_badge_restore(ACCOUNT, PATH, snapshot, size);
}

STEP(badge_digest)
{
    uint64_t digest = 0;
    tally_status status = tally_badge_digest(ACCOUNT, PATH, &digest);

    GIVE(status, give_unsigned(r, "digest", digest));
    return status;
}

STEP(badge_diff)
{
    return with_bytes(r, tally_badge_diff(take_account(r, "from"), take_text(r, "from_path"), take_account(r, "to"),
                                          take_text(r, "to_path"), bytes, sizeof bytes, &length));
}

STEP(badge_apply)
{
    size_t size;
    const void *patch = take_bytes(r, "patch", &size);

    return tally_badge_apply(ACCOUNT, PATH, patch, size, FLAGS);
}

STEP(badge_batch)
{
    static tally_operation operations[MAX_ENTRIES];
    tally_batch_options options = {.struct_size = sizeof options};
    cJSON *item, *entry, *list = take(r, "operations"), *results = cJSON_AddArrayToObject(r->out, "operations");
    size_t count = 0, i;
    uint64_t revision = 0;
    tally_status status;

    take_structure(r, "options", batch_fields, &options);
    cJSON_ArrayForEach(item, list) {
        const char *node = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "node"));

        memset(&operations[count], 0, sizeof operations[0]);
        fill_structure(r, item, operation_in_fields, &operations[count]);
        for (i = 0; node != NULL && i < r->nodes.count; i++)
            if (strcmp(r->nodes.entries[i].name, node) == 0)
                operations[count].node = r->nodes.entries[i].number;
        count++;
    }
    status = tally_badge_batch(ACCOUNT, operations, count, &options, &revision);
    for (i = 0; i < count; i++) {
        entry = cJSON_CreateObject();
        give_structure(entry, operation_out_fields, &operations[i], NULL);
        cJSON_AddStringToObject(entry, "status", tally_status_name(operations[i].status));
        cJSON_AddItemToArray(results, entry);
    }
    give_unsigned(r, "revision", revision);
    return status;
}

STEP(batch_position)
{
    uint64_t epoch = 0, position = 0;
    tally_status status = tally_batch_position(ACCOUNT, take_text(r, "source"), &epoch, &position);

    GIVE(status, give_unsigned(r, "epoch", epoch); give_unsigned(r, "position", position));
    return status;
}

STEP(snapshot_diff)
{
    size_t from_size, to_size;
    const void *from = take_bytes(r, "from", &from_size), *to = take_bytes(r, "to", &to_size);

    return with_bytes(r, tally_snapshot_diff(from, from_size, to, to_size, bytes, sizeof bytes, &length));
}

STEP(patch_inverse)
{
    size_t size;
    const void *patch = take_bytes(r, "patch", &size);

    return with_bytes(r, tally_patch_inverse(patch, size, bytes, sizeof bytes, &length));
}

/* ---- Nodes ---- */

#define NODE take_number(r, &r->nodes, "node")

STEP(node_resolve)
{
    tally_node node = 0;
    tally_status status = tally_node_resolve(ACCOUNT, PATH, &node);
    const char *name = take_text(r, "node");

    GIVE(status, keep_handle(r, &r->nodes, name, NULL, node));
    return status;
}

STEP(node_release)
{
    return tally_node_release(ACCOUNT, NODE);
}

STEP(node_path)
{
    return with_text(r, tally_node_path(ACCOUNT, NODE, text, sizeof text, &length));
}

STEP(node_set)
{
    return tally_node_set(ACCOUNT, NODE, take_signed(r, "count"));
}

STEP(node_dot)
{
    return tally_node_dot(ACCOUNT, NODE);
}

STEP(node_add)
{
    return tally_node_add(ACCOUNT, NODE, take_signed(r, "delta"));
}

STEP(node_clear)
{
    return tally_node_clear(ACCOUNT, NODE);
}

STEP(node_force)
{
    return tally_node_force(ACCOUNT, NODE);
}

STEP(node_mute)
{
    return tally_node_mute(ACCOUNT, NODE, (int32_t)take_signed(r, "mode"), take_signed(r, "until"));
}

STEP(node_get)
{
    tally_badge badge;
    tally_status status = tally_node_get(ACCOUNT, NODE, &badge);

    return with_badge(r, status, &badge);
}

/* ---- Paths, presentation ---- */

STEP(path_escape)
{
    return with_text(r, tally_path_escape(take_text(r, "name"), text, sizeof text, &length));
}

STEP(path_join)
{
    return with_text(r, tally_path_join(PATH, take_text(r, "name"), text, sizeof text, &length));
}

STEP(path_parent)
{
    return with_text(r, tally_path_parent(PATH, text, sizeof text, &length));
}

STEP(path_component)
{
    return with_text(r, tally_path_component(PATH, (size_t)take_unsigned(r, "index"), text, sizeof text, &length));
}

static const tally_style *take_style(run *r, tally_style *style)
{
    memset(style, 0, sizeof *style);
    style->struct_size = sizeof *style;
    return take_structure(r, "style", style_fields, style) ? style : NULL;
}

STEP(style_set)
{
    tally_style style;

    return tally_style_set(ACCOUNT, PATH, take_style(r, &style));
}

STEP(style_get)
{
    tally_style style = {.struct_size = sizeof style};
    tally_status status;

    status = tally_style_get(ACCOUNT, PATH, &style, text, sizeof text, &length);
    GIVE(status, give_structure(r->out, style_fields, &style, NULL));
    return status;
}

static tally_status with_presentation(run *r, tally_status status, const tally_presentation *presentation)
{
    GIVE(status, give_structure(r->out, presentation_fields, presentation, NULL));
    return with_text(r, status);
}

STEP(badge_present)
{
    tally_presentation presentation = {.struct_size = sizeof presentation};

    return with_presentation(
        r, tally_badge_present(ACCOUNT, PATH, &presentation, text, sizeof text, &length), &presentation);
}

STEP(present)
{
    tally_presentation presentation = {.struct_size = sizeof presentation};
    tally_style style;
    const tally_style *given = take_style(r, &style);

    return with_presentation(r,
                             tally_present((int32_t)take_signed(r, "shows"), take_unsigned(r, "count"), given,
                                           &presentation, text, sizeof text, &length),
                             &presentation);
}

/* ---- Watching ---- */

static tally_status with_token(run *r, tally_status status, uint64_t token)
{
    const char *name = take_text(r, "token");

    GIVE(status, keep_handle(r, &r->tokens, name, NULL, token));
    return status;
}

STEP(observe)
{
    uint64_t token = 0;
    tally_status status = tally_observe(r->scope, ACCOUNT, PATH, FLAGS, NULL, NULL, NULL, &token);

    return with_token(r, status, token);
}

STEP(observe_messages)
{
    uint64_t token = 0;
    tally_status status = tally_observe_messages(r->scope, ACCOUNT, PATH, FLAGS, NULL, NULL, NULL, &token);

    return with_token(r, status, token);
}

STEP(observe_groups)
{
    uint64_t token = 0;
    tally_status status = tally_observe_groups(r->scope, ACCOUNT, FLAGS, NULL, NULL, NULL, &token);

    return with_token(r, status, token);
}

STEP(observe_total)
{
    uint64_t token = 0;
    tally_status status = tally_observe_total(r->scope, FLAGS, NULL, NULL, NULL, &token);

    return with_token(r, status, token);
}

STEP(unobserve)
{
    return tally_unobserve(r->scope, take_number(r, &r->tokens, "token"));
}

STEP(message_view_begin)
{
    uint64_t token = 0;
    tally_status status = tally_message_view_begin(r->scope, ACCOUNT, PATH, &token);

    return with_token(r, status, token);
}

STEP(message_view_end)
{
    return tally_message_view_end(r->scope, take_number(r, &r->tokens, "token"));
}

/* ---- Feeds ---- */

/* The identifier of a feed; 0: there is none any more. */
static int64_t feed_id(tally_feed *feed)
{
    tally_feed_state state = {.struct_size = sizeof state};

    return tally_feed_get(feed, &state, NULL, 0, NULL) == TALLY_OK ? state.id : 0;
}

STEP(feed_add)
{
    tally_feed_options options = {.struct_size = sizeof options};
    tally_feed *feed = NULL;
    const char *name = take_text(r, "feed");
    tally_status status;

    take_structure(r, "options", feed_fields, &options);
    status = tally_feed_add(ACCOUNT, name, &options, &feed);
    GIVE(status, keep_handle(r, &r->feeds, name, feed, (uint64_t)feed_id(feed)));
    return status;
}

STEP(feed_list)
{
    static tally_feed_entry feeds[MAX_ENTRIES];
    size_t count = 0;
    tally_status status = tally_feed_list(ACCOUNT, take_text(r, "after"), take_limit(r), feeds, MAX_ENTRIES, text,
                                          sizeof text, &count, &length);

    GIVE(status, give_entries(r, feed_entry_fields, feeds, sizeof feeds[0], count));
    return status;
}

STEP(feed_remove)
{
    return tally_feed_remove(take_feed(r));
}

STEP(feed_refresh)
{
    return tally_feed_refresh(take_feed(r));
}

STEP(feed_deliver)
{
    size_t size;
    const void *page = take_bytes(r, "bytes", &size);

    return tally_feed_deliver(take_feed(r), page, size);
}

STEP(feed_push)
{
    size_t size;
    const void *payload = take_bytes(r, "payload", &size);

    return tally_feed_push(take_feed(r), payload, size);
}

STEP(feed_rejected)
{
    static tally_rejected items[MAX_ENTRIES];
    size_t count = 0;
    tally_status status = tally_feed_rejected(ACCOUNT, feed_id(take_feed(r)), take_unsigned(r, "after"), take_limit(r),
                                              items, MAX_ENTRIES, text, sizeof text, &count, &length);

    GIVE(status, give_entries(r, rejected_fields, items, sizeof items[0], count));
    return status;
}

STEP(push)
{
    size_t size;
    const void *payload = take_bytes(r, "payload", &size);

    return tally_push(ACCOUNT, payload, size);
}

STEP(push_badge)
{
    return tally_push_badge(ACCOUNT, PATH);
}

STEP(mapping_try)
{
    size_t size;
    const void *body = take_bytes(r, "body", &size);

    return with_text(r, tally_mapping_try(take_text(r, "preset"), take_text(r, "mapping"), body, size, text,
                                          sizeof text, &length));
}

/* ---- Messages ---- */

STEP(message_post)
{
    tally_message_options options = {.struct_size = sizeof options};

    take_structure(r, "options", post_fields, &options);
    return tally_message_post(ACCOUNT, PATH, &options, NULL);
}

STEP(message_remove)
{
    return tally_message_remove(ACCOUNT, take_text(r, "id"));
}

STEP(message_list)
{
    tally_account *account = ACCOUNT;
    uint64_t after = key_of(account, take_text(r, "after"));
    size_t count = 0;
    tally_status status = tally_message_list(account, PATH, FLAGS, after, take_limit(r), messages, MAX_ENTRIES, text,
                                             sizeof text, &count, &length);

    GIVE(status, give_entries(r, message_fields, messages, sizeof messages[0], count));
    return status;
}

STEP(message_counts)
{
    uint64_t total = 0, unread = 0, unseen = 0;
    tally_status status = tally_message_counts(ACCOUNT, PATH, FLAGS, &total, &unread, &unseen);

    GIVE(status, give_unsigned(r, "total", total); give_unsigned(r, "unread", unread);
         give_unsigned(r, "unseen", unseen));
    return status;
}

static tally_status read_keys(run *r, tally_status (*function)(tally_account *, const uint64_t *, size_t, size_t *))
{
    uint64_t keys[256];
    tally_account *account = ACCOUNT;
    size_t count = take_keys(r, account, keys, COUNT_OF(keys)), changed = 0;
    tally_status status = function(account, keys, count, &changed);

    return with_changed(r, status, changed);
}

STEP(message_read)
{
    return read_keys(r, tally_message_read);
}

STEP(message_unread)
{
    return read_keys(r, tally_message_unread);
}

STEP(message_read_path)
{
    size_t changed = 0;
    tally_status status = tally_message_read_path(ACCOUNT, PATH, FLAGS, &changed);

    return with_changed(r, status, changed);
}

STEP(message_read_until)
{
    tally_account *account = ACCOUNT;
    uint64_t last = key_of(account, take_text(r, "last"));
    size_t changed = 0;
    tally_status status = tally_message_read_until(account, PATH, FLAGS, last, &changed);

    return with_changed(r, status, changed);
}

/* ---- Groups ---- */

STEP(group_configure)
{
    return tally_group_configure(ACCOUNT, (int32_t)take_signed(r, "grouping"), take_text(r, "language"));
}

STEP(group_list)
{
    static tally_group groups[MAX_ENTRIES];
    tally_account *account = ACCOUNT;
    uint64_t after = key_of(account, take_text(r, "after"));
    size_t count = 0;
    tally_status status = tally_group_list(account, take_text(r, "language"), FLAGS, after, take_limit(r), groups,
                                           MAX_ENTRIES, text, sizeof text, &count, &length);

    GIVE(status, give_entries(r, group_fields, groups, sizeof groups[0], count));
    return status;
}

STEP(group_get)
{
    tally_group group;
    tally_status status = tally_group_get(ACCOUNT, take_text(r, "thread"), take_text(r, "language"), FLAGS, &group,
                                          text, sizeof text, &length);

    GIVE(status, give_structure(r->out, group_fields, &group, text));
    return status;
}

STEP(group_messages)
{
    tally_account *account = ACCOUNT;
    uint64_t after = key_of(account, take_text(r, "after"));
    size_t count = 0;
    tally_status status = tally_group_messages(account, take_text(r, "thread"), after, take_limit(r), messages,
                                               MAX_ENTRIES, text, sizeof text, &count, &length);

    GIVE(status, give_entries(r, message_fields, messages, sizeof messages[0], count));
    return status;
}

STEP(group_seen)
{
    return tally_group_seen(ACCOUNT, take_text(r, "thread"));
}

STEP(group_dismiss)
{
    uint64_t keys[256];
    tally_account *account = ACCOUNT;
    size_t count = take_keys(r, account, keys, COUNT_OF(keys)), changed = 0;
    tally_status status =
        tally_group_dismiss(account, take_text(r, "thread"), count > 0 ? keys : NULL, count, &changed);

    return with_changed(r, status, changed);
}

STEP(category_set)
{
    return tally_category_set(ACCOUNT, take_text(r, "id"), take_text(r, "summary"), take_text(r, "hidden"));
}

STEP(strings_set)
{
    tally_forms forms = {.struct_size = sizeof forms};

    take_structure(r, "forms", forms_fields, &forms);
    return tally_strings_set(ACCOUNT, take_text(r, "key"), take_text(r, "language"), &forms);
}

STEP(strings_import)
{
    size_t size, taken = 0, skipped = 0;
    const void *file = take_bytes(r, "bytes", &size);
    tally_status status = tally_strings_import(ACCOUNT, (int32_t)take_signed(r, "kind"), file, size,
                                               take_text(r, "language"), &taken, &skipped);

    GIVE(status, give_unsigned(r, "taken", taken); give_unsigned(r, "skipped", skipped));
    return status;
}

/* ---- Outbox ---- */

static tally_outbox_entry rows[MAX_ENTRIES];

static tally_status with_rows(run *r, tally_status status, size_t count)
{
    GIVE(status, give_entries(r, outbox_entry_fields, rows, sizeof rows[0], count));
    return status;
}

static tally_status with_count(run *r, tally_status status, size_t count)
{
    GIVE(status, give_unsigned(r, "count", count));
    return status;
}

STEP(outbox_configure)
{
    tally_outbox_options options = {.struct_size = sizeof options};

    take_structure(r, "options", outbox_fields, &options);
    return tally_outbox_configure(ACCOUNT, &options);
}

STEP(outbox_lease)
{
    size_t count = 0;
    tally_status status = tally_outbox_lease(ACCOUNT, take_signed(r, "duration"), take_limit(r), rows, MAX_ENTRIES,
                                             text, sizeof text, &count, &length);

    return with_rows(r, status, count);
}

STEP(outbox_list)
{
    size_t count = 0;
    tally_status status = tally_outbox_list(ACCOUNT, take_signed(r, "after"), take_limit(r), rows, MAX_ENTRIES, text,
                                            sizeof text, &count, &length);

    return with_rows(r, status, count);
}

STEP(outbox_ack)
{
    size_t size;
    const void *answer = take_bytes(r, "answer", &size);

    return tally_outbox_ack(ACCOUNT, take_signed(r, "sequence"), answer, size);
}

STEP(outbox_fail)
{
    return tally_outbox_fail(ACCOUNT, take_signed(r, "sequence"), take_signed(r, "attempt"),
                             take_signed(r, "retry_after"));
}

STEP(outbox_counts)
{
    uint64_t total = 0, leased = 0, failed = 0;
    tally_status status = tally_outbox_counts(ACCOUNT, &total, &leased, &failed);

    GIVE(status, give_unsigned(r, "total", total); give_unsigned(r, "leased", leased);
         give_unsigned(r, "failed", failed));
    return status;
}

STEP(outbox_retry)
{
    size_t count = 0;
    tally_status status = tally_outbox_retry(ACCOUNT, take_signed(r, "sequence"), &count);

    return with_count(r, status, count);
}

STEP(outbox_purge)
{
    size_t count = 0;
    tally_status status = tally_outbox_purge(ACCOUNT, take_signed(r, "sequence"), &count);

    return with_count(r, status, count);
}

/* ---- Reminders ---- */

#define ID take_text(r, "id")

static const tally_reminder_options *take_reminder(run *r)
{
    static tally_reminder_options options;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    take_structure(r, "options", reminder_option_fields, &options);
    return &options;
}

STEP(reminder_put)
{
    return tally_reminder_put(ACCOUNT, ID, take_reminder(r));
}

STEP(reminder_edit)
{
    return tally_reminder_edit(ACCOUNT, ID, take_reminder(r));
}

STEP(reminder_done)
{
    return tally_reminder_done(ACCOUNT, ID);
}

STEP(reminder_undone)
{
    return tally_reminder_undone(ACCOUNT, ID);
}

STEP(reminder_delete)
{
    return tally_reminder_delete(ACCOUNT, ID);
}

STEP(reminder_snooze)
{
    return tally_reminder_snooze(ACCOUNT, ID, take_signed(r, "until"));
}

STEP(reminder_acknowledge)
{
    return tally_reminder_acknowledge(ACCOUNT, ID);
}

STEP(reminder_list)
{
    static tally_reminder reminders[MAX_ENTRIES];
    size_t count = 0;
    tally_status status = tally_reminder_list(ACCOUNT, take_text(r, "after"), take_limit(r), reminders, MAX_ENTRIES,
                                              text, sizeof text, &count, &length);

    GIVE(status, give_entries(r, reminder_fields, reminders, sizeof reminders[0], count));
    return status;
}

STEP(reminder_plan)
{
    static tally_plan_entry entries[MAX_ENTRIES];
    tally_plan_options options = {.struct_size = sizeof options};
    tally_plan plan = {.struct_size = sizeof plan};
    size_t count = 0;
    tally_status status;

    take_structure(r, "options", plan_option_fields, &options);
    status = tally_reminder_plan(ACCOUNT, &options, entries, MAX_ENTRIES, text, sizeof text, &count, &length, &plan);
    GIVE(status, give_entries(r, plan_entry_fields, entries, sizeof entries[0], count);
         give_structure(r->out, plan_fields, &plan, NULL));
    return status;
}

STEP(reminder_log)
{
    static tally_reminder_note notes[MAX_ENTRIES];
    size_t count = 0;
    tally_status status = tally_reminder_log(ACCOUNT, take_signed(r, "after"), take_limit(r), notes, MAX_ENTRIES, text,
                                             sizeof text, &count, &length);

    GIVE(status, give_entries(r, note_fields, notes, sizeof notes[0], count));
    return status;
}

STEP(reminder_export)
{
    return with_text(r, tally_reminder_export(ACCOUNT, text, sizeof text, &length));
}

STEP(reminder_import)
{
    size_t size, taken = 0, passed_over = 0;
    const void *file = take_bytes(r, "bytes", &size);
    tally_status status = tally_reminder_import(ACCOUNT, file, size, &taken, &passed_over);

    GIVE(status, give_unsigned(r, "taken", taken); give_unsigned(r, "passed_over", passed_over));
    return status;
}

STEP(zone_set)
{
    return tally_zone_set(r->engine, take_text(r, "name"));
}

/* ---- All of them ---- */

#define ENTRY(name) {#name, step_##name}

static const struct {
    const char *name;
    step_function function;
} calls[] = {
    ENTRY(go), ENTRY(wall), ENTRY(step), ENTRY(events),
    ENTRY(engine_total), ENTRY(engine_verify),
    ENTRY(account_open), ENTRY(account_log_in), ENTRY(account_log_out), ENTRY(account_info), ENTRY(account_list),
    ENTRY(account_drop), ENTRY(account_hash), ENTRY(account_snapshot), ENTRY(account_restore), ENTRY(account_verify),
    ENTRY(badge_set), ENTRY(badge_dot), ENTRY(badge_set_until), ENTRY(badge_dot_until), ENTRY(badge_add),
    ENTRY(badge_clear), ENTRY(badge_force), ENTRY(badge_mute), ENTRY(badge_get), ENTRY(badge_list),
    ENTRY(badge_changes), ENTRY(badge_explain), ENTRY(badge_snapshot), ENTRY(badge_restore), ENTRY(badge_digest),
    ENTRY(badge_diff), ENTRY(badge_apply), ENTRY(badge_batch), ENTRY(badge_present), ENTRY(batch_position),
    ENTRY(snapshot_diff), ENTRY(patch_inverse), ENTRY(present), ENTRY(style_set), ENTRY(style_get),
    ENTRY(node_resolve), ENTRY(node_release), ENTRY(node_path), ENTRY(node_set), ENTRY(node_dot), ENTRY(node_add),
    ENTRY(node_clear), ENTRY(node_force), ENTRY(node_mute), ENTRY(node_get),
    ENTRY(path_escape), ENTRY(path_join), ENTRY(path_parent), ENTRY(path_component),
    ENTRY(observe), ENTRY(observe_messages), ENTRY(observe_groups), ENTRY(observe_total), ENTRY(unobserve),
    ENTRY(message_view_begin), ENTRY(message_view_end),
    ENTRY(feed_add), ENTRY(feed_list), ENTRY(feed_remove), ENTRY(feed_refresh), ENTRY(feed_deliver), ENTRY(feed_push),
    ENTRY(feed_rejected), ENTRY(push), ENTRY(push_badge), ENTRY(mapping_try),
    ENTRY(message_post), ENTRY(message_remove), ENTRY(message_list), ENTRY(message_counts), ENTRY(message_read),
    ENTRY(message_read_path), ENTRY(message_read_until), ENTRY(message_unread),
    ENTRY(group_configure), ENTRY(group_list), ENTRY(group_get), ENTRY(group_messages), ENTRY(group_seen),
    ENTRY(group_dismiss), ENTRY(category_set), ENTRY(strings_set), ENTRY(strings_import),
    ENTRY(outbox_configure), ENTRY(outbox_lease), ENTRY(outbox_ack), ENTRY(outbox_fail), ENTRY(outbox_list),
    ENTRY(outbox_counts), ENTRY(outbox_retry), ENTRY(outbox_purge),
    ENTRY(reminder_put), ENTRY(reminder_edit), ENTRY(reminder_done), ENTRY(reminder_undone), ENTRY(reminder_delete),
    ENTRY(reminder_snooze), ENTRY(reminder_acknowledge), ENTRY(reminder_list), ENTRY(reminder_plan),
    ENTRY(reminder_log), ENTRY(reminder_export), ENTRY(reminder_import), ENTRY(zone_set)};

step_function find_call(const char *name)
{
    size_t i;

    for (i = 0; i < COUNT_OF(calls); i++)
        if (strcmp(calls[i].name, name) == 0)
            return calls[i].function;
    return NULL;
}
