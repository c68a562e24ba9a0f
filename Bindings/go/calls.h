/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */
#ifndef TALLY_GO_CALLS_H
#define TALLY_GO_CALLS_H

#include "callbacks.h"

/* A function, its parameters and its arguments. */
#define TALLY_GO(name, parameters, ...) \
    static inline tally_go_answer go_##name parameters { return tally_go_answered(tally_##name(__VA_ARGS__)); }

/* The same of a function that calls callbacks. catcher: the handle of the object that receives what they panic with. */
#define TALLY_GO_DELIVERING(name, parameters, ...) \
    static inline tally_go_answer go_##name parameters { \
        uintptr_t outer = tally_go_enter(catcher); \
        tally_go_answer answer = tally_go_answered(tally_##name(__VA_ARGS__)); \
        tally_go_enter(outer); \
        return answer; \
    }

TALLY_GO(engine_close, (tally_engine *engine, int64_t timeout), engine, timeout)
TALLY_GO(engine_flush, (tally_engine *engine), engine)
TALLY_GO(engine_verify, (tally_engine *engine), engine)
TALLY_GO(engine_limit, (tally_engine *engine, tally_limit limit, int64_t value, int64_t *out_old), engine, limit,
    value, out_old)
TALLY_GO(engine_backup, (tally_engine *engine, const char *file, uint32_t flags), engine, file, flags)
TALLY_GO(engine_get_stats, (tally_engine *engine, uint32_t flags, tally_stats *out_stats), engine, flags, out_stats)
TALLY_GO(engine_set_foreground, (tally_engine *engine, int32_t foreground), engine, foreground)
TALLY_GO(engine_set_network, (tally_engine *engine, int32_t available), engine, available)
TALLY_GO(engine_woke, (tally_engine *engine), engine)
TALLY_GO(file_recover, (const char *damaged, const char *fresh, tally_recovery *out_recovery), damaged, fresh,
    out_recovery)
TALLY_GO(file_vacuum, (const char *file), file)
TALLY_GO(account_open, (tally_engine *engine, const char *name, const tally_account_options *options,
    tally_account **out_account), engine, name, options, out_account)
TALLY_GO(account_find, (tally_engine *engine, int64_t id, tally_account **out_account), engine, id, out_account)
TALLY_GO(account_list, (tally_engine *engine, uint32_t flags, const char *after, tally_rows *rows), engine, flags,
    after, rows)
TALLY_GO(account_remove, (tally_engine *engine, const char *name), engine, name)
TALLY_GO(account_set_credential, (tally_account *account, const char *url, const tally_credential *credential),
    account, url, credential)
TALLY_GO(account_remove_credential, (tally_account *account, const char *url), account, url)
TALLY_GO(account_log_in, (tally_account *account), account)
TALLY_GO(account_log_out, (tally_account *account), account)
TALLY_GO(account_get, (tally_account *account, tally_account_state *out_state, char *name, size_t name_capacity,
    size_t *out_name_length), account, out_state, name, name_capacity, out_name_length)
TALLY_GO(account_configure, (tally_account *account, const tally_account_settings *settings), account, settings)
TALLY_GO(account_get_settings, (tally_account *account, tally_rows *rows), account, rows)
TALLY_GO(account_export, (tally_account *account, tally_bytes *out_bytes), account, out_bytes)
TALLY_GO(account_import, (tally_engine *engine, const char *name, const void *bytes, size_t size), engine, name,
    bytes, size)
TALLY_GO(account_hash, (const char *name, uint32_t partitions, uint32_t *out_partition), name, partitions,
    out_partition)
TALLY_GO(badge_set, (tally_account *account, const char *path, int64_t count), account, path, count)
TALLY_GO(badge_dot, (tally_account *account, const char *path), account, path)
TALLY_GO(badge_set_until, (tally_account *account, const char *path, int64_t count, int64_t until), account, path,
    count, until)
TALLY_GO(badge_dot_until, (tally_account *account, const char *path, int64_t until), account, path, until)
TALLY_GO(badge_add, (tally_account *account, const char *path, int64_t delta), account, path, delta)
TALLY_GO(badge_clear, (tally_account *account, const char *path), account, path)
TALLY_GO(badge_clear_tree, (tally_account *account, const char *path), account, path)
TALLY_GO(badge_mute, (tally_account *account, const char *path, tally_mute_mode mode, int64_t until), account, path,
    mode, until)
TALLY_GO(badge_snooze, (tally_account *account, const char *path, int64_t until), account, path, until)
TALLY_GO(badge_flag, (tally_account *account, const char *path, int32_t on), account, path, on)
TALLY_GO(badge_get, (tally_account *account, const char *path, tally_badge *out_badge), account, path, out_badge)
TALLY_GO(badge_get_own, (tally_account *account, const char *path, tally_badge_own *out_own), account, path, out_own)
TALLY_GO(badge_set_rule, (tally_account *account, const char *path, const tally_badge_rule *rule), account, path,
    rule)
TALLY_GO(badge_get_rule, (tally_account *account, const char *path, uint32_t flags, tally_badge_rule *out_rule),
    account, path, flags, out_rule)
TALLY_GO(link_add, (tally_account *account, const char *path, const char *under), account, path, under)
TALLY_GO(link_remove, (tally_account *account, const char *path, const char *under), account, path, under)
TALLY_GO(link_list, (tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows),
    account, path, flags, after, rows)
TALLY_GO(engine_get_total, (tally_engine *engine, tally_badge *out_badge), engine, out_badge)
TALLY_GO(engine_get_total_of_all, (tally_engine *engine, tally_badge *out_badge), engine, out_badge)
TALLY_GO(badge_list, (tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows,
    uint64_t *out_revision), account, path, flags, after, rows, out_revision)
TALLY_GO(badge_changes, (tally_account *account, uint64_t since, uint64_t epoch, tally_rows *rows,
    uint64_t *out_revision), account, since, epoch, rows, out_revision)
TALLY_GO(badge_explain, (tally_account *account, const char *path, uint32_t flags, const char *after,
    tally_rows *rows), account, path, flags, after, rows)
TALLY_GO(message_list, (tally_account *account, const char *path, uint32_t flags, const char *after,
    tally_rows *rows), account, path, flags, after, rows)
TALLY_GO(message_list_from, (tally_account *account, const char *path, uint32_t flags, int64_t key, const char *after,
    tally_rows *rows), account, path, flags, key, after, rows)
TALLY_GO(message_first, (tally_account *account, const char *path, uint32_t flags, uint64_t most,
    tally_message_position *out_position), account, path, flags, most, out_position)
TALLY_GO(message_get, (tally_account *account, int64_t key, tally_rows *rows), account, key, rows)
TALLY_GO(message_find, (tally_account *account, int64_t feed, const char *id, tally_rows *rows), account, feed, id,
    rows)
TALLY_GO(message_get_data, (tally_account *account, int64_t key, tally_bytes *out_bytes), account, key, out_bytes)
TALLY_GO(message_get_counts, (tally_account *account, const char *path, uint32_t flags,
    tally_message_counts *out_counts), account, path, flags, out_counts)
TALLY_GO(message_mark_read, (tally_account *account, const int64_t *keys, size_t count, size_t *out_changed), account,
    keys, count, out_changed)
TALLY_GO(message_mark_path_read, (tally_account *account, const char *path, uint32_t flags, size_t *out_changed),
    account, path, flags, out_changed)
TALLY_GO(message_mark_read_until, (tally_account *account, const char *path, uint32_t flags, int64_t last,
    size_t *out_changed), account, path, flags, last, out_changed)
TALLY_GO(message_mark_unread, (tally_account *account, const int64_t *keys, size_t count, size_t *out_changed),
    account, keys, count, out_changed)
TALLY_GO(message_mark_seen, (tally_account *account, const int64_t *keys, size_t count, size_t *out_changed), account,
    keys, count, out_changed)
TALLY_GO(message_snooze, (tally_account *account, int64_t key, int64_t until), account, key, until)
TALLY_GO(message_post, (tally_account *account, const char *path, const tally_message_options *options,
    int64_t *out_key), account, path, options, out_key)
TALLY_GO(message_remove, (tally_account *account, const int64_t *keys, size_t count), account, keys, count)
TALLY_GO(message_withdraw, (tally_account *account, const char *id), account, id)
TALLY_GO(scope_open, (tally_engine *engine, tally_scope **out_scope), engine, out_scope)
TALLY_GO(observe, (tally_scope *scope, tally_account *account, const char *path, uint32_t flags, uintptr_t user_data,
    uint64_t *out_token), scope, account, path, flags, user_data ? tally_go_on_event : NULL, (void *)user_data,
    user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(observe_messages, (tally_scope *scope, tally_account *account, const char *path, uint32_t flags,
    uintptr_t user_data, uint64_t *out_token), scope, account, path, flags, user_data ? tally_go_on_event : NULL,
    (void *)user_data, user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(observe_groups, (tally_scope *scope, tally_account *account, uint32_t flags, uintptr_t user_data,
    uint64_t *out_token), scope, account, flags, user_data ? tally_go_on_event : NULL, (void *)user_data,
    user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(observe_total, (tally_scope *scope, uint32_t flags, uintptr_t user_data, uint64_t *out_token), scope, flags,
    user_data ? tally_go_on_event : NULL, (void *)user_data, user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(observe_feed, (tally_scope *scope, tally_feed *feed, uint32_t flags, uintptr_t user_data,
    uint64_t *out_token), scope, feed, flags, user_data ? tally_go_on_event : NULL, (void *)user_data,
    user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(observe_feeds, (tally_scope *scope, tally_account *account, uint32_t flags, uintptr_t user_data,
    uint64_t *out_token), scope, account, flags, user_data ? tally_go_on_event : NULL, (void *)user_data,
    user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(observe_reminders, (tally_scope *scope, tally_account *account, uint32_t flags, uintptr_t user_data,
    uint64_t *out_token), scope, account, flags, user_data ? tally_go_on_event : NULL, (void *)user_data,
    user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(view_begin, (tally_scope *scope, tally_account *account, const char *path, uint32_t flags,
    uint64_t *out_token), scope, account, path, flags, out_token)
TALLY_GO_DELIVERING(engine_next_event, (tally_engine *engine, int64_t timeout, tally_event *out_event, char *text,
    size_t text_capacity, uintptr_t catcher), engine, timeout, out_event, text, text_capacity)
TALLY_GO_DELIVERING(engine_dispatch, (tally_engine *engine, size_t limit, size_t *out_count, uintptr_t catcher),
    engine, limit, out_count)
TALLY_GO(engine_interrupt, (tally_engine *engine), engine)
TALLY_GO(engine_get_descriptor, (tally_engine *engine, intptr_t *out_descriptor), engine, out_descriptor)
TALLY_GO(engine_set_notify, (tally_engine *engine, uintptr_t user_data), engine,
    user_data ? tally_go_on_notify : NULL, (void *)user_data, user_data ? tally_go_on_release : NULL)
TALLY_GO_DELIVERING(engine_step, (tally_engine *engine, uintptr_t catcher), engine)
TALLY_GO(engine_get_timeout, (tally_engine *engine, int64_t *out_timeout), engine, out_timeout)
TALLY_GO(feed_add, (tally_account *account, const char *name, const tally_feed_options *options,
    tally_feed **out_feed), account, name, options, out_feed)
TALLY_GO(feed_find, (tally_account *account, const char *name, tally_feed **out_feed), account, name, out_feed)
TALLY_GO(feed_find_by_id, (tally_account *account, int64_t id, tally_feed **out_feed), account, id, out_feed)
TALLY_GO(feed_list, (tally_account *account, uint32_t flags, const char *after, tally_rows *rows), account, flags,
    after, rows)
TALLY_GO(feed_list_rejected, (tally_account *account, int64_t feed, uint32_t flags, const char *after,
    tally_rows *rows), account, feed, flags, after, rows)
TALLY_GO(drift_list, (tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows),
    account, path, flags, after, rows)
TALLY_GO(feed_remove, (tally_feed *feed), feed)
TALLY_GO(feed_refresh, (tally_feed *feed), feed)
TALLY_GO(feed_show_page, (tally_feed *feed, uint32_t page, tally_page_info *out_info), feed, page, out_info)
TALLY_GO(feed_hide_page, (tally_feed *feed, uint32_t page), feed, page)
TALLY_GO(feed_cancel, (tally_feed *feed), feed)
TALLY_GO(feed_pause, (tally_feed *feed, int32_t paused), feed, paused)
TALLY_GO(feed_set_credential, (tally_feed *feed, const tally_credential *credential), feed, credential)
TALLY_GO(feed_remove_credential, (tally_feed *feed), feed)
TALLY_GO(feed_refresh_now, (tally_feed *feed, uintptr_t user_data, uint64_t *out_token), feed,
    user_data ? tally_go_on_event : NULL, (void *)user_data, user_data ? tally_go_on_release : NULL, out_token)
TALLY_GO(feed_get, (tally_feed *feed, tally_feed_state *out_state, char *title, size_t title_capacity,
    size_t *out_title_length), feed, out_state, title, title_capacity, out_title_length)
TALLY_GO(feed_deliver, (tally_feed *feed, const void *bytes, size_t size), feed, bytes, size)
TALLY_GO(account_push, (tally_account *account, const void *payload, size_t size), account, payload, size)
TALLY_GO(feed_push, (tally_feed *feed, const void *payload, size_t size), feed, payload, size)
TALLY_GO(mapping_try, (const char *preset, const char *mapping, const void *body, size_t size,
    tally_bytes *out_bytes), preset, mapping, body, size, out_bytes)
TALLY_GO(path_escape, (const char *name, char *buffer, size_t capacity, size_t *out_length), name, buffer, capacity,
    out_length)
TALLY_GO(path_join, (const char *path, const char *name, char *buffer, size_t capacity, size_t *out_length), path,
    name, buffer, capacity, out_length)
TALLY_GO(path_parent, (const char *path, char *buffer, size_t capacity, size_t *out_length), path, buffer, capacity,
    out_length)
TALLY_GO(path_component, (const char *path, size_t index, char *buffer, size_t capacity, size_t *out_length), path,
    index, buffer, capacity, out_length)
TALLY_GO(category_set, (tally_account *account, const char *id, const char *summary, const char *hidden), account, id,
    summary, hidden)
TALLY_GO(category_remove, (tally_account *account, const char *id), account, id)
TALLY_GO(strings_set, (tally_account *account, const char *key, const char *language, const tally_forms *forms),
    account, key, language, forms)
TALLY_GO(strings_remove, (tally_account *account, const char *key, const char *language), account, key, language)
TALLY_GO(strings_import, (tally_account *account, tally_strings_kind kind, const void *bytes, size_t size,
    const char *language, tally_import_report *out_report), account, kind, bytes, size, language, out_report)
TALLY_GO(group_list, (tally_account *account, const char *language, uint32_t flags, const char *after,
    tally_rows *rows), account, language, flags, after, rows)
TALLY_GO(group_get, (tally_account *account, const char *thread, const char *language, uint32_t flags,
    tally_rows *rows), account, thread, language, flags, rows)
TALLY_GO(group_list_messages, (tally_account *account, const char *thread, uint32_t flags, const char *after,
    tally_rows *rows), account, thread, flags, after, rows)
TALLY_GO(group_mark_seen, (tally_account *account, const char *thread), account, thread)
TALLY_GO(group_dismiss, (tally_account *account, const char *thread, size_t *out_changed), account, thread,
    out_changed)
TALLY_GO(outbox_lease, (tally_account *account, int64_t duration, tally_rows *rows), account, duration, rows)
TALLY_GO(outbox_ack, (tally_account *account, int64_t id, const void *response, size_t size), account, id, response,
    size)
TALLY_GO(outbox_fail, (tally_account *account, int64_t id, int64_t attempt, int64_t retry_after), account, id,
    attempt, retry_after)
TALLY_GO(outbox_list, (tally_account *account, uint32_t flags, const char *after, tally_rows *rows), account, flags,
    after, rows)
TALLY_GO(outbox_get_counts, (tally_account *account, tally_outbox_counts *out_counts), account, out_counts)
TALLY_GO(outbox_retry, (tally_account *account, int64_t id, size_t *out_count), account, id, out_count)
TALLY_GO(outbox_retry_all, (tally_account *account, size_t *out_count), account, out_count)
TALLY_GO(outbox_remove, (tally_account *account, int64_t id, size_t *out_count), account, id, out_count)
TALLY_GO(outbox_remove_failed, (tally_account *account, size_t *out_count), account, out_count)
TALLY_GO(reminder_put, (tally_account *account, const char *id, const tally_reminder_options *options), account, id,
    options)
TALLY_GO(reminder_edit, (tally_account *account, const char *id, const tally_reminder_options *options), account, id,
    options)
TALLY_GO(reminder_mark_done, (tally_account *account, const char *id, uint32_t outcome), account, id, outcome)
TALLY_GO(reminder_mark_undone, (tally_account *account, const char *id), account, id)
TALLY_GO(reminder_remove, (tally_account *account, const char *id), account, id)
TALLY_GO(reminder_snooze, (tally_account *account, const char *id, int64_t until), account, id, until)
TALLY_GO(reminder_acknowledge, (tally_account *account, const char *id), account, id)
TALLY_GO(reminder_list, (tally_account *account, uint32_t flags, const char *after, tally_rows *rows), account, flags,
    after, rows)
TALLY_GO(reminder_get, (tally_account *account, const char *id, tally_rows *rows), account, id, rows)
TALLY_GO(reminder_plan, (tally_account *account, const tally_plan_options *options, tally_rows *rows,
    tally_plan *out_plan), account, options, rows, out_plan)
TALLY_GO(reminder_confirm_plan, (tally_account *account, uint64_t token), account, token)
TALLY_GO(reminder_list_notes, (tally_account *account, uint32_t flags, const char *after, tally_rows *rows), account,
    flags, after, rows)
TALLY_GO(reminder_export, (tally_account *account, tally_bytes *out_bytes), account, out_bytes)
TALLY_GO(reminder_import, (tally_account *account, const void *bytes, size_t size, tally_rows *rows,
    tally_import_report *out_report), account, bytes, size, rows, out_report)
TALLY_GO(engine_set_zone, (tally_engine *engine, const char *name), engine, name)
TALLY_GO(badge_digest, (tally_account *account, const char *path, uint64_t *out_digest), account, path, out_digest)
TALLY_GO(badge_diff, (tally_account *from, const char *from_path, tally_account *to, const char *to_path,
    tally_bytes *out_bytes), from, from_path, to, to_path, out_bytes)
TALLY_GO(snapshot_decode, (const void *bytes, size_t size, tally_snapshot **out_snapshot), bytes, size, out_snapshot)
TALLY_GO(snapshot_take, (tally_account *account, const char *path, tally_snapshot **out_snapshot), account, path,
    out_snapshot)
TALLY_GO(snapshot_encode, (const tally_snapshot *snapshot, tally_bytes *out_bytes), snapshot, out_bytes)
TALLY_GO(snapshot_diff, (const tally_snapshot *from, const tally_snapshot *to, tally_bytes *out_bytes), from, to,
    out_bytes)
TALLY_GO(snapshot_list, (const tally_snapshot *snapshot, const char *path, uint32_t flags, const char *after,
    tally_rows *rows), snapshot, path, flags, after, rows)
TALLY_GO(patch_inverse, (const void *patch, size_t size, tally_bytes *out_bytes), patch, size, out_bytes)
TALLY_GO(patch_list, (const void *patch, size_t size, const char *path, uint32_t flags, const char *after,
    tally_rows *rows), patch, size, path, flags, after, rows)
TALLY_GO(badge_restore, (tally_account *account, const char *path, const tally_snapshot *snapshot), account, path,
    snapshot)
TALLY_GO(badge_apply, (tally_account *account, const char *path, const void *patch, size_t size, uint32_t flags),
    account, path, patch, size, flags)
TALLY_GO(account_verify, (tally_account *account), account)
TALLY_GO(node_resolve, (tally_account *account, const char *path, tally_node *out_node), account, path, out_node)
TALLY_GO(node_get_path, (tally_account *account, tally_node node, char *buffer, size_t capacity, size_t *out_length),
    account, node, buffer, capacity, out_length)
TALLY_GO(node_set, (tally_account *account, tally_node node, int64_t count), account, node, count)
TALLY_GO(node_dot, (tally_account *account, tally_node node), account, node)
TALLY_GO(node_set_until, (tally_account *account, tally_node node, int64_t count, int64_t until), account, node,
    count, until)
TALLY_GO(node_dot_until, (tally_account *account, tally_node node, int64_t until), account, node, until)
TALLY_GO(node_add, (tally_account *account, tally_node node, int64_t delta), account, node, delta)
TALLY_GO(node_clear, (tally_account *account, tally_node node), account, node)
TALLY_GO(node_clear_tree, (tally_account *account, tally_node node), account, node)
TALLY_GO(node_mute, (tally_account *account, tally_node node, tally_mute_mode mode, int64_t until), account, node,
    mode, until)
TALLY_GO(node_get, (tally_account *account, tally_node node, tally_badge *out_badge), account, node, out_badge)
TALLY_GO(badge_batch, (tally_account *account, tally_operation *operations, size_t count,
    const tally_batch_options *options, uint64_t *out_revision), account, operations, count, options, out_revision)
TALLY_GO(account_get_position, (tally_account *account, const char *source, tally_position *out_position), account,
    source, out_position)
TALLY_GO(style_set, (tally_account *account, const char *path, const tally_style *style), account, path, style)
TALLY_GO(style_get, (tally_account *account, const char *path, tally_style *out_style, char *icon,
    size_t icon_capacity, size_t *out_icon_length), account, path, out_style, icon, icon_capacity, out_icon_length)
TALLY_GO(badge_present, (tally_account *account, const char *path, tally_presentation *out_presentation, char *text,
    size_t text_capacity, size_t *out_text_length), account, path, out_presentation, text, text_capacity,
    out_text_length)
TALLY_GO(present, (const tally_badge *badge, const tally_style *style, tally_presentation *out_presentation,
    char *text, size_t text_capacity, size_t *out_text_length), badge, style, out_presentation, text, text_capacity,
    out_text_length)
TALLY_GO(widget_refresh, (tally_scope *scope), scope)
TALLY_GO(engine_set_transport, (tally_engine *engine, uintptr_t user_data), engine,
    user_data ? tally_go_on_request : NULL, (void *)user_data, user_data ? tally_go_on_release : NULL)
TALLY_GO(transport_respond, (tally_engine *engine, int64_t request_id, int32_t status, const char *headers,
    const void *body, size_t size), engine, request_id, status, headers, body, size)
TALLY_GO(transport_progress, (tally_engine *engine, int64_t request_id), engine, request_id)
TALLY_GO(engine_batch, (tally_engine *engine, tally_item *items, size_t count,
    const tally_engine_batch_options *options), engine, items, count, options)
TALLY_GO(engine_get_position, (tally_engine *engine, const char *source, tally_position *out_position), engine,
    source, out_position)
TALLY_GO(engine_export_account, (tally_engine *engine, const char *name, tally_bytes *out_bytes), engine, name,
    out_bytes)
TALLY_GO(engine_export_source, (tally_engine *engine, const char *source, tally_bytes *out_bytes), engine, source,
    out_bytes)
TALLY_GO(engine_import, (tally_engine *engine, tally_import *imports, size_t count, uint32_t flags), engine, imports,
    count, flags)
TALLY_GO(trace_open, (tally_engine *engine, const tally_trace_options *options, tally_trace **out_trace), engine,
    options, out_trace)
TALLY_GO(trace_next, (tally_trace *trace, int64_t timeout, tally_trace_record *out_record, char *text,
    size_t text_capacity), trace, timeout, out_record, text, text_capacity)
TALLY_GO(trace_get_descriptor, (tally_trace *trace, intptr_t *out_descriptor), trace, out_descriptor)

#endif
