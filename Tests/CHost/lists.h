/* Lists, snapshots and accounts in one call each, for tests: arrays, capacities and counts as arguments. */
#ifndef LISTS_H
#define LISTS_H

#include "outputs.h"
#include "tally.h"

#include <string.h>

/* Room of the caller: `limit` rows at most, where it is less than the capacity. */
static inline tally_rows rows_in(void *entries, size_t entry_size, size_t capacity, size_t limit, char *text,
                                 size_t text_capacity)
{
    tally_rows rows = TALLY_ROWS_INIT;

    rows.entry_size = (uint32_t)entry_size;
    rows.entries = entries;
    rows.capacity = limit < capacity ? limit : capacity;
    rows.text = text;
    rows.text_capacity = text_capacity;
    return rows;
}

/* Options of a batch that say nothing but the size of its operations. */
static inline const tally_batch_options *plain_batch(void)
{
    static const tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

    return &options;
}
#define PLAIN_BATCH plain_batch()
#define BATCH_OPTIONS(...) \
    {.struct_size = sizeof(tally_batch_options), .operation_size = sizeof(tally_operation), __VA_ARGS__}

/* The operations, each on its own. */
static inline tally_status batch_each(tally_account *account, tally_operation *operations, size_t count)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

    options.flags = TALLY_BATCH_EACH;
    return tally_badge_batch(account, operations, count, &options, NULL);
}

/* Continues the last list that these functions gave this thread, from its text buffer. NULL: it has no more rows. */
static inline const char **next_of_list(void)
{
    static __thread const char *next;

    return &next;
}

/* The counts of a list that was written, as its answer. */
static inline tally_status rows_out(tally_status status, const tally_rows *rows, size_t *out_count,
                                    size_t *out_text_size)
{
    if (out_count != NULL)
        *out_count = rows->count;
    if (out_text_size != NULL)
        *out_text_size = rows->text_size;
    *next_of_list() = rows->next;
    return status;
}

#define LISTS_ROOM(limit) rows_in(entries, sizeof *entries, capacity, limit, text, text_capacity)
#define LISTS_OUT(call) rows_out(call, &rows, out_count, out_text_size)
#define LISTS_ARGUMENTS(type) \
    type *entries, size_t capacity, char *text, size_t text_capacity, size_t *out_count, size_t *out_text_size

static inline tally_status account_list(tally_engine *engine, const char *after, size_t limit,
                                        LISTS_ARGUMENTS(tally_text))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_account_list(engine, 0, after, &rows));
}

static inline tally_status badge_list(tally_account *account, const char *path, uint32_t flags,
                                      LISTS_ARGUMENTS(tally_badge_entry), uint64_t *out_revision)
{
    tally_rows rows = LISTS_ROOM(capacity);
    return LISTS_OUT(tally_badge_list(account, path, flags, NULL, &rows, out_revision));
}

static inline tally_status badge_changes(tally_account *account, uint64_t since, uint64_t epoch,
                                         tally_badge_entry *entries, size_t capacity, char *text,
                                         size_t text_capacity, size_t *out_count, uint64_t *out_revision)
{
    tally_rows rows = LISTS_ROOM(capacity);
    size_t *out_text_size = NULL;
    return LISTS_OUT(tally_badge_changes(account, since, epoch, &rows, out_revision));
}

static inline tally_status badge_explain(tally_account *account, const char *path, LISTS_ARGUMENTS(tally_reason))
{
    tally_rows rows = LISTS_ROOM(capacity);
    return LISTS_OUT(tally_badge_explain(account, path, 0, NULL, &rows));
}

static inline tally_status link_list(tally_account *account, const char *path, uint32_t flags, const char *after,
                                     size_t limit, LISTS_ARGUMENTS(tally_link))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_link_list(account, path, flags, after, &rows));
}

static inline tally_status drift_list(tally_account *account, const char *path, uint32_t flags, const char *after,
                                      size_t limit, LISTS_ARGUMENTS(tally_drift))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_drift_list(account, path, flags, after, &rows));
}

static inline tally_status feed_list(tally_account *account, const char *after, size_t limit,
                                     LISTS_ARGUMENTS(tally_feed_entry))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_feed_list(account, 0, after, &rows));
}

static inline tally_status feed_rejected(tally_account *account, int64_t feed, const char *after, size_t limit,
                                         LISTS_ARGUMENTS(tally_rejected))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_feed_list_rejected(account, feed, 0, after, &rows));
}

static inline tally_status message_list(tally_account *account, const char *path, uint32_t flags, const char *after,
                                        size_t limit, LISTS_ARGUMENTS(tally_message))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_message_list(account, path, flags, after, &rows));
}

static inline tally_status group_list(tally_account *account, const char *language, uint32_t flags, const char *after,
                                      size_t limit, LISTS_ARGUMENTS(tally_group))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_group_list(account, language, flags, after, &rows));
}

static inline tally_status group_get(tally_account *account, const char *thread, const char *language, uint32_t flags,
                                     tally_group *entries, char *text, size_t text_capacity, size_t *out_text_size)
{
    tally_rows rows = rows_in(entries, sizeof *entries, 1, 1, text, text_capacity);
    return rows_out(tally_group_get(account, thread, language, flags, &rows), &rows, NULL, out_text_size);
}

/* One row, of a message or a reminder. */
#define LISTS_ROW(row) rows_in(row, sizeof *(row), 1, 1, text, text_capacity)

static inline tally_status message_get(tally_account *account, int64_t key, tally_message *row, char *text,
                                       size_t text_capacity)
{
    tally_rows rows = LISTS_ROW(row);
    return tally_message_get(account, key, &rows);
}

static inline tally_status message_find(tally_account *account, int64_t feed, const char *id, tally_message *row,
                                        char *text, size_t text_capacity)
{
    tally_rows rows = LISTS_ROW(row);
    return tally_message_find(account, feed, id, &rows);
}

static inline tally_status reminder_get(tally_account *account, const char *id, tally_reminder *row, char *text,
                                        size_t text_capacity)
{
    tally_rows rows = LISTS_ROW(row);
    return tally_reminder_get(account, id, &rows);
}

static inline tally_status group_messages(tally_account *account, const char *thread, const char *after, size_t limit,
                                          LISTS_ARGUMENTS(tally_message))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_group_list_messages(account, thread, 0, after, &rows));
}

static inline tally_status outbox_lease(tally_account *account, int64_t duration, size_t limit,
                                        LISTS_ARGUMENTS(tally_outbox_entry))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_outbox_lease(account, duration, &rows));
}

static inline tally_status outbox_list(tally_account *account, const char *after, size_t limit,
                                       LISTS_ARGUMENTS(tally_outbox_entry))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_outbox_list(account, 0, after, &rows));
}

static inline tally_status reminder_list(tally_account *account, const char *after, size_t limit,
                                         LISTS_ARGUMENTS(tally_reminder))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_reminder_list(account, 0, after, &rows));
}

static inline tally_status reminder_look(tally_account *account, const tally_plan_options *options,
                                         LISTS_ARGUMENTS(tally_plan_entry), tally_plan *out_plan)
{
    tally_rows rows = LISTS_ROOM(capacity);
    return LISTS_OUT(tally_reminder_plan(account, options, &rows, out_plan));
}

/* The same, and confirms the plan. */
static inline tally_status reminder_plan(tally_account *account, const tally_plan_options *options,
                                         LISTS_ARGUMENTS(tally_plan_entry), tally_plan *out_plan)
{
    tally_plan plan = TALLY_PLAN_INIT;
    tally_status status = reminder_look(account, options, entries, capacity, text, text_capacity, out_count,
                                        out_text_size, out_plan != NULL ? out_plan : &plan);

    if (status != TALLY_OK)
        return status;
    return tally_reminder_confirm_plan(account, out_plan != NULL ? out_plan->token : plan.token);
}

static inline tally_status reminder_log(tally_account *account, const char *after, size_t limit,
                                        LISTS_ARGUMENTS(tally_reminder_note))
{
    tally_rows rows = LISTS_ROOM(limit);
    return LISTS_OUT(tally_reminder_list_notes(account, 0, after, &rows));
}

/* A subtree's snapshot as bytes. */
static inline tally_status badge_snapshot(tally_account *account, const char *path, void *buffer, size_t capacity,
                                          size_t *out_size)
{
    tally_snapshot *snapshot;
    tally_status status = tally_snapshot_take(account, path, &snapshot);

    if (out_size != NULL)
        *out_size = 0;
    if (status == TALLY_OK)
        status = snapshot_encode(snapshot, buffer, capacity, out_size);
    tally_snapshot_release(snapshot);
    return status;
}

/* Makes a subtree own what bytes say. */
static inline tally_status badge_restore(tally_account *account, const char *path, const void *bytes, size_t size)
{
    tally_snapshot *snapshot;
    tally_status status = tally_snapshot_decode(bytes, size, &snapshot);

    if (status == TALLY_OK)
        status = tally_badge_restore(account, path, snapshot);
    tally_snapshot_release(snapshot);
    return status;
}

/* The patch between two snapshots given as bytes. */
static inline tally_status snapshot_diff(const void *from, size_t from_size, const void *to, size_t to_size,
                                         void *buffer, size_t capacity, size_t *out_size)
{
    tally_snapshot *a, *b = NULL;
    tally_status status = tally_snapshot_decode(from, from_size, &a);

    if (out_size != NULL)
        *out_size = 0;
    if (status == TALLY_OK)
        status = tally_snapshot_decode(to, to_size, &b);
    if (status == TALLY_OK)
        status = decoded_diff(a, b, buffer, capacity, out_size);
    tally_snapshot_release(a);
    tally_snapshot_release(b);
    return status;
}

/* The facts that a test reads about an account. Each pointer may be NULL. */
static inline tally_status account_info(tally_account *account, int64_t *out_id, uint64_t *out_revision,
                                        uint64_t *out_epoch, int32_t *out_logged_in)
{
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;
    tally_status status = tally_account_get(account, &state, NULL, 0, NULL);

    if (out_id != NULL)
        *out_id = state.id;
    if (out_revision != NULL)
        *out_revision = state.revision;
    if (out_epoch != NULL)
        *out_epoch = state.epoch;
    if (out_logged_in != NULL)
        *out_logged_in = state.logged_in;
    return status;
}

/* Midnight, where 0 is "not given". */
#define MIDNIGHT (-1)

/* A reminder's options, in which the members that are not 0 are given, and those that `fields` names. */
static inline tally_reminder_options reminder_given(const tally_reminder_options *options)
{
    tally_reminder_options given = *options;

    given.fields |= (options->title != NULL ? TALLY_REMINDER_FIELD_TITLE : 0) |
                    (options->body != NULL ? TALLY_REMINDER_FIELD_BODY : 0) |
                    (options->path != NULL ? TALLY_REMINDER_FIELD_PATH : 0) |
                    (options->zone != NULL ? TALLY_REMINDER_FIELD_ZONE : 0) |
                    (options->produced != 0 ? TALLY_REMINDER_FIELD_PRODUCED : 0) |
                    (options->shelf_life != 0 || options->shelf_unit != 0 ? TALLY_REMINDER_FIELD_SHELF_LIFE : 0) |
                    (options->time_of_day != 0 ? TALLY_REMINDER_FIELD_TIME_OF_DAY : 0) | (options->smart != 0 ? TALLY_REMINDER_FIELD_SMART : 0) |
                    (options->repeat_unit != 0 || options->repeat_every != 0 ? TALLY_REMINDER_FIELD_REPEAT : 0) |
                    (options->start != 0 ? TALLY_REMINDER_FIELD_START : 0) | (options->end != 0 ? TALLY_REMINDER_FIELD_END : 0) |
                    (options->overdue_unit != 0 || options->overdue_every != 0 || options->overdue_limit != 0
                         ? TALLY_REMINDER_FIELD_OVERDUE
                         : 0);
    if (given.time_of_day == MIDNIGHT)
        given.time_of_day = 0;
    return given;
}

static inline tally_status reminder_put(tally_account *account, const char *id, const tally_reminder_options *options)
{
    tally_reminder_options given = reminder_given(options);

    return tally_reminder_put(account, id, &given);
}

static inline tally_status reminder_edit(tally_account *account, const char *id, const tally_reminder_options *options)
{
    tally_reminder_options given = reminder_given(options);

    return tally_reminder_edit(account, id, &given);
}

#endif
