/* Calls that fill a tally_bytes or a structure of numbers, with a buffer or plain numbers as arguments, for tests. */
#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "tally.h"

#include <string.h>

/* Moves bytes into a buffer of the test. Text also gets its NUL. */
static inline tally_status bytes_out(tally_status status, tally_bytes *bytes, int is_text, void *buffer,
                                     size_t capacity, size_t *out_size)
{
    if (out_size != NULL)
        *out_size = bytes->size;
    if (status == TALLY_OK && bytes->size + (is_text ? 1 : 0) > (buffer == NULL ? 0 : capacity))
        status = TALLY_ERROR_BUFFER_TOO_SMALL;
    else if (status == TALLY_OK && buffer != NULL)
        memcpy(buffer, bytes->data, bytes->size + (is_text ? 1 : 0));
    tally_bytes_release(bytes);
    return status;
}

/* Without a place for the size the function gets no place for its bytes. */
#define OUTPUTS_BYTES(is_text, call) \
    tally_bytes out = TALLY_BYTES_INIT, *out_bytes = out_size == NULL ? NULL : &out; \
    return bytes_out(call, &out, is_text, buffer, capacity, out_size)

static inline tally_status account_export(tally_account *account, void *buffer, size_t capacity, size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_account_export(account, out_bytes));
}

static inline tally_status message_get_data(tally_account *account, int64_t key, void *buffer, size_t capacity,
                                        size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_message_get_data(account, key, out_bytes));
}

static inline tally_status engine_export_account(tally_engine *engine, const char *name, void *buffer, size_t capacity,
                                                 size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_engine_export_account(engine, name, out_bytes));
}

static inline tally_status engine_export_source(tally_engine *engine, const char *source, void *buffer, size_t capacity,
                                                size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_engine_export_source(engine, source, out_bytes));
}

/* An account, or a source: the other one is NULL. */
static inline tally_status engine_export(tally_engine *engine, const char *account, const char *source, void *buffer,
                                         size_t capacity, size_t *out_size)
{
    return source == NULL ? engine_export_account(engine, account, buffer, capacity, out_size)
                          : engine_export_source(engine, source, buffer, capacity, out_size);
}

static inline tally_status badge_diff(tally_account *from, const char *from_path, tally_account *to,
                                      const char *to_path, void *buffer, size_t capacity, size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_badge_diff(from, from_path, to, to_path, out_bytes));
}

static inline tally_status snapshot_encode(const tally_snapshot *snapshot, void *buffer, size_t capacity,
                                           size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_snapshot_encode(snapshot, out_bytes));
}

static inline tally_status decoded_diff(const tally_snapshot *from, const tally_snapshot *to, void *buffer,
                                        size_t capacity, size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_snapshot_diff(from, to, out_bytes));
}

static inline tally_status patch_inverse(const void *patch, size_t size, void *buffer, size_t capacity,
                                         size_t *out_size)
{
    OUTPUTS_BYTES(0, tally_patch_inverse(patch, size, out_bytes));
}

static inline tally_status reminder_export(tally_account *account, void *buffer, size_t capacity, size_t *out_size)
{
    OUTPUTS_BYTES(1, tally_reminder_export(account, out_bytes));
}

static inline tally_status mapping_try(const char *preset, const char *mapping, const void *body, size_t size,
                                       void *buffer, size_t capacity, size_t *out_size)
{
    OUTPUTS_BYTES(1, tally_mapping_try(preset, mapping, body, size, out_bytes));
}

/* Each place for a number may be NULL, and is 0 after an error. */
#define OUTPUTS_NUMBER(place, number) \
    if (place != NULL) \
        *place = number

static inline tally_status message_counts(tally_account *account, const char *path, uint32_t flags,
                                          uint64_t *out_total, uint64_t *out_unread, uint64_t *out_unseen)
{
    tally_message_counts counts = TALLY_MESSAGE_COUNTS_INIT;
    tally_status status = tally_message_get_counts(account, path, flags, &counts);

    OUTPUTS_NUMBER(out_total, counts.total);
    OUTPUTS_NUMBER(out_unread, counts.unread);
    OUTPUTS_NUMBER(out_unseen, counts.unseen);
    return status;
}

static inline tally_status outbox_counts(tally_account *account, uint64_t *out_total, uint64_t *out_leased,
                                         uint64_t *out_failed)
{
    tally_outbox_counts counts = TALLY_OUTBOX_COUNTS_INIT;
    tally_status status = tally_outbox_get_counts(account, &counts);

    OUTPUTS_NUMBER(out_total, counts.total);
    OUTPUTS_NUMBER(out_leased, counts.leased);
    OUTPUTS_NUMBER(out_failed, counts.failed);
    return status;
}

static inline tally_status account_position(tally_account *account, const char *source, uint64_t *out_epoch,
                                            uint64_t *out_position)
{
    tally_position position = TALLY_POSITION_INIT;
    tally_status status = tally_account_get_position(account, source, &position);

    OUTPUTS_NUMBER(out_epoch, position.epoch);
    OUTPUTS_NUMBER(out_position, position.position);
    return status;
}

static inline tally_status engine_position(tally_engine *engine, const char *source, uint64_t *out_epoch,
                                           uint64_t *out_position, int64_t *out_time)
{
    tally_position position = TALLY_POSITION_INIT;
    tally_status status = tally_engine_get_position(engine, source, &position);

    OUTPUTS_NUMBER(out_epoch, position.epoch);
    OUTPUTS_NUMBER(out_position, position.position);
    OUTPUTS_NUMBER(out_time, position.time);
    return status;
}

static inline tally_status strings_import(tally_account *account, tally_strings_kind kind, const void *bytes,
                                          size_t size, const char *language, size_t *out_taken, size_t *out_skipped)
{
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;
    tally_status status = tally_strings_import(account, kind, bytes, size, language, &report);

    OUTPUTS_NUMBER(out_taken, (size_t)report.taken);
    OUTPUTS_NUMBER(out_skipped, (size_t)report.skipped);
    return status;
}

static inline tally_status reminder_import(tally_account *account, const void *bytes, size_t size, size_t *out_taken,
                                           size_t *out_skipped)
{
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;
    tally_status status = tally_reminder_import(account, bytes, size, NULL, &report);

    OUTPUTS_NUMBER(out_taken, (size_t)report.taken);
    OUTPUTS_NUMBER(out_skipped, (size_t)report.skipped);
    return status;
}

#endif
