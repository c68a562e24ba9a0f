/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */
#ifndef TALLY_GO_CALLS_H
#define TALLY_GO_CALLS_H

#include "callbacks.h"

static inline tally_go_answer go_engine_close(tally_engine *engine, int64_t timeout) {
    return tally_go_answered(tally_engine_close(engine, timeout));
}

static inline tally_go_answer go_engine_flush(tally_engine *engine) {
    return tally_go_answered(tally_engine_flush(engine));
}

static inline tally_go_answer go_engine_verify(tally_engine *engine) {
    return tally_go_answered(tally_engine_verify(engine));
}

static inline tally_go_answer go_engine_recover(const char *damaged, const char *fresh, tally_recovery *out_recovery) {
    return tally_go_answered(tally_engine_recover(damaged, fresh, out_recovery));
}

static inline tally_go_answer go_engine_limits(tally_engine *engine, tally_limits *out_limits) {
    return tally_go_answered(tally_engine_limits(engine, out_limits));
}

static inline tally_go_answer go_engine_backup(tally_engine *engine, const char *file, uint32_t flags) {
    return tally_go_answered(tally_engine_backup(engine, file, flags));
}

static inline tally_go_answer go_engine_stats(tally_engine *engine, tally_stats *out_stats) {
    return tally_go_answered(tally_engine_stats(engine, out_stats));
}

static inline tally_go_answer go_account_open(tally_engine *engine, const char *name, const
        tally_account_options *options, tally_account **out_account) {
    return tally_go_answered(tally_account_open(engine, name, options, out_account));
}

static inline tally_go_answer go_account_list(tally_engine *engine, const char *after, size_t limit, tally_text *names,
        size_t name_capacity, char *text, size_t text_capacity, size_t *out_count, size_t *out_text_size) {
    return tally_go_answered(tally_account_list(engine, after, limit, names, name_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_account_drop(tally_engine *engine, const char *name) {
    return tally_go_answered(tally_account_drop(engine, name));
}

static inline tally_go_answer go_account_log_in(tally_account *account, const char *token) {
    return tally_go_answered(tally_account_log_in(account, token));
}

static inline tally_go_answer go_account_log_out(tally_account *account) {
    return tally_go_answered(tally_account_log_out(account));
}

static inline tally_go_answer go_account_info(tally_account *account, int64_t *out_id, uint64_t *out_revision,
        uint64_t *out_epoch, int32_t *out_logged_in) {
    return tally_go_answered(tally_account_info(account, out_id, out_revision, out_epoch, out_logged_in));
}

static inline tally_go_answer go_account_snapshot(tally_account *account, void *buffer, size_t capacity,
        size_t *out_size) {
    return tally_go_answered(tally_account_snapshot(account, buffer, capacity, out_size));
}

static inline tally_go_answer go_account_restore(tally_engine *engine, const char *name, const void *snapshot, size_t
        size) {
    return tally_go_answered(tally_account_restore(engine, name, snapshot, size));
}

static inline tally_go_answer go_account_hash(const char *name, uint32_t partitions, uint32_t *out_partition) {
    return tally_go_answered(tally_account_hash(name, partitions, out_partition));
}

static inline tally_go_answer go_account_foreground(tally_account *account, int32_t foreground) {
    return tally_go_answered(tally_account_foreground(account, foreground));
}

static inline tally_go_answer go_account_network_changed(tally_account *account, int32_t available) {
    return tally_go_answered(tally_account_network_changed(account, available));
}

static inline tally_go_answer go_account_woke(tally_account *account) {
    return tally_go_answered(tally_account_woke(account));
}

static inline tally_go_answer go_badge_set(tally_account *account, const char *path, int64_t count) {
    return tally_go_answered(tally_badge_set(account, path, count));
}

static inline tally_go_answer go_badge_dot(tally_account *account, const char *path) {
    return tally_go_answered(tally_badge_dot(account, path));
}

static inline tally_go_answer go_badge_set_until(tally_account *account, const char *path, int64_t count, int64_t until)
        {
    return tally_go_answered(tally_badge_set_until(account, path, count, until));
}

static inline tally_go_answer go_badge_dot_until(tally_account *account, const char *path, int64_t until) {
    return tally_go_answered(tally_badge_dot_until(account, path, until));
}

static inline tally_go_answer go_badge_add(tally_account *account, const char *path, int64_t delta) {
    return tally_go_answered(tally_badge_add(account, path, delta));
}

static inline tally_go_answer go_badge_clear(tally_account *account, const char *path) {
    return tally_go_answered(tally_badge_clear(account, path));
}

static inline tally_go_answer go_badge_force(tally_account *account, const char *path) {
    return tally_go_answered(tally_badge_force(account, path));
}

static inline tally_go_answer go_badge_mute(tally_account *account, const char *path, int32_t mode, int64_t until) {
    return tally_go_answered(tally_badge_mute(account, path, mode, until));
}

static inline tally_go_answer go_badge_get(tally_account *account, const char *path, tally_badge *out_badge) {
    return tally_go_answered(tally_badge_get(account, path, out_badge));
}

static inline tally_go_answer go_engine_total(tally_engine *engine, tally_badge *out_badge) {
    return tally_go_answered(tally_engine_total(engine, out_badge));
}

static inline tally_go_answer go_badge_list(tally_account *account, const char *path, uint32_t flags,
        tally_badge_entry *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size, uint64_t *out_revision) {
    return tally_go_answered(tally_badge_list(account, path, flags, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size, out_revision));
}

static inline tally_go_answer go_badge_changes(tally_account *account, uint64_t since, uint64_t epoch,
        tally_badge_entry *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        uint64_t *out_revision) {
    return tally_go_answered(tally_badge_changes(account, since, epoch, entries, entry_capacity, text, text_capacity,
            out_count, out_revision));
}

static inline tally_go_answer go_badge_explain(tally_account *account, const char *path, tally_reason *entries, size_t
        entry_capacity, char *text, size_t text_capacity, size_t *out_count, size_t *out_text_size) {
    return tally_go_answered(tally_badge_explain(account, path, entries, entry_capacity, text, text_capacity, out_count,
            out_text_size));
}

static inline tally_go_answer go_badge_snapshot(tally_account *account, const char *path, void *buffer, size_t capacity,
        size_t *out_size) {
    return tally_go_answered(tally_badge_snapshot(account, path, buffer, capacity, out_size));
}

static inline tally_go_answer go_badge_restore(tally_account *account, const char *path, const void *snapshot, size_t
        size) {
    return tally_go_answered(tally_badge_restore(account, path, snapshot, size));
}

static inline tally_go_answer go_badge_digest(tally_account *account, const char *path, uint64_t *out_digest) {
    return tally_go_answered(tally_badge_digest(account, path, out_digest));
}

static inline tally_go_answer go_badge_diff(tally_account *from, const char *from_path, tally_account *to, const
        char *to_path, void *buffer, size_t capacity, size_t *out_size) {
    return tally_go_answered(tally_badge_diff(from, from_path, to, to_path, buffer, capacity, out_size));
}

static inline tally_go_answer go_snapshot_diff(const void *from, size_t from_size, const void *to, size_t to_size,
        void *buffer, size_t capacity, size_t *out_size) {
    return tally_go_answered(tally_snapshot_diff(from, from_size, to, to_size, buffer, capacity, out_size));
}

static inline tally_go_answer go_snapshot_decode(const void *bytes, size_t size, tally_snapshot **out_snapshot) {
    return tally_go_answered(tally_snapshot_decode(bytes, size, out_snapshot));
}

static inline tally_go_answer go_snapshot_take(tally_account *account, const char *path, tally_snapshot **out_snapshot)
        {
    return tally_go_answered(tally_snapshot_take(account, path, out_snapshot));
}

static inline tally_go_answer go_snapshot_encode(const tally_snapshot *snapshot, void *buffer, size_t capacity,
        size_t *out_size) {
    return tally_go_answered(tally_snapshot_encode(snapshot, buffer, capacity, out_size));
}

static inline tally_go_answer go_snapshot_compare(const tally_snapshot *from, const tally_snapshot *to, void *buffer,
        size_t capacity, size_t *out_size) {
    return tally_go_answered(tally_snapshot_compare(from, to, buffer, capacity, out_size));
}

static inline tally_go_answer go_snapshot_restore(const tally_snapshot *snapshot, tally_account *account, const
        char *path) {
    return tally_go_answered(tally_snapshot_restore(snapshot, account, path));
}

static inline tally_go_answer go_patch_inverse(const void *patch, size_t size, void *buffer, size_t capacity,
        size_t *out_size) {
    return tally_go_answered(tally_patch_inverse(patch, size, buffer, capacity, out_size));
}

static inline tally_go_answer go_badge_apply(tally_account *account, const char *path, const void *patch, size_t size,
        uint32_t flags) {
    return tally_go_answered(tally_badge_apply(account, path, patch, size, flags));
}

static inline tally_go_answer go_account_verify(tally_account *account) {
    return tally_go_answered(tally_account_verify(account));
}

static inline tally_go_answer go_node_resolve(tally_account *account, const char *path, tally_node *out_node) {
    return tally_go_answered(tally_node_resolve(account, path, out_node));
}

static inline tally_go_answer go_node_release(tally_account *account, tally_node node) {
    return tally_go_answered(tally_node_release(account, node));
}

static inline tally_go_answer go_node_path(tally_account *account, tally_node node, char *buffer, size_t capacity,
        size_t *out_length) {
    return tally_go_answered(tally_node_path(account, node, buffer, capacity, out_length));
}

static inline tally_go_answer go_node_set(tally_account *account, tally_node node, int64_t count) {
    return tally_go_answered(tally_node_set(account, node, count));
}

static inline tally_go_answer go_node_dot(tally_account *account, tally_node node) {
    return tally_go_answered(tally_node_dot(account, node));
}

static inline tally_go_answer go_node_add(tally_account *account, tally_node node, int64_t delta) {
    return tally_go_answered(tally_node_add(account, node, delta));
}

static inline tally_go_answer go_node_clear(tally_account *account, tally_node node) {
    return tally_go_answered(tally_node_clear(account, node));
}

static inline tally_go_answer go_node_force(tally_account *account, tally_node node) {
    return tally_go_answered(tally_node_force(account, node));
}

static inline tally_go_answer go_node_mute(tally_account *account, tally_node node, int32_t mode, int64_t until) {
    return tally_go_answered(tally_node_mute(account, node, mode, until));
}

static inline tally_go_answer go_node_get(tally_account *account, tally_node node, tally_badge *out_badge) {
    return tally_go_answered(tally_node_get(account, node, out_badge));
}

static inline tally_go_answer go_badge_batch(tally_account *account, tally_operation *operations, size_t count, const
        tally_batch_options *options, uint64_t *out_revision) {
    return tally_go_answered(tally_badge_batch(account, operations, count, options, out_revision));
}

static inline tally_go_answer go_batch_position(tally_account *account, const char *source, uint64_t *out_epoch,
        uint64_t *out_position) {
    return tally_go_answered(tally_batch_position(account, source, out_epoch, out_position));
}

static inline tally_go_answer go_path_escape(const char *name, char *buffer, size_t capacity, size_t *out_length) {
    return tally_go_answered(tally_path_escape(name, buffer, capacity, out_length));
}

static inline tally_go_answer go_path_join(const char *path, const char *name, char *buffer, size_t capacity,
        size_t *out_length) {
    return tally_go_answered(tally_path_join(path, name, buffer, capacity, out_length));
}

static inline tally_go_answer go_path_parent(const char *path, char *buffer, size_t capacity, size_t *out_length) {
    return tally_go_answered(tally_path_parent(path, buffer, capacity, out_length));
}

static inline tally_go_answer go_path_component(const char *path, size_t index, char *buffer, size_t capacity,
        size_t *out_length) {
    return tally_go_answered(tally_path_component(path, index, buffer, capacity, out_length));
}

static inline tally_go_answer go_style_set(tally_account *account, const char *path, const tally_style *style) {
    return tally_go_answered(tally_style_set(account, path, style));
}

static inline tally_go_answer go_style_get(tally_account *account, const char *path, tally_style *out_style, char *icon,
        size_t icon_capacity, size_t *out_icon_length) {
    return tally_go_answered(tally_style_get(account, path, out_style, icon, icon_capacity, out_icon_length));
}

static inline tally_go_answer go_badge_present(tally_account *account, const char *path,
        tally_presentation *out_presentation, char *text, size_t text_capacity, size_t *out_text_length) {
    return tally_go_answered(tally_badge_present(account, path, out_presentation, text, text_capacity,
            out_text_length));
}

static inline tally_go_answer go_present(int32_t shows, uint64_t count, const tally_style *style,
        tally_presentation *out_presentation, char *text, size_t text_capacity, size_t *out_text_length) {
    return tally_go_answered(tally_present(shows, count, style, out_presentation, text, text_capacity,
            out_text_length));
}

static inline tally_go_answer go_scope_open(tally_engine *engine, tally_scope **out_scope) {
    return tally_go_answered(tally_scope_open(engine, out_scope));
}

static inline tally_go_answer go_observe(tally_scope *scope, tally_account *account, const char *path, uint32_t flags,
        uintptr_t user_data, uint64_t *out_token) {
    return tally_go_answered(tally_observe(scope, account, path, flags, user_data ? tally_go_on_event : NULL,
            (void *)user_data, user_data ? tally_go_release : NULL, out_token));
}

static inline tally_go_answer go_observe_messages(tally_scope *scope, tally_account *account, const char *path, uint32_t
        flags, uintptr_t user_data, uint64_t *out_token) {
    return tally_go_answered(tally_observe_messages(scope, account, path, flags, user_data ? tally_go_on_event : NULL,
            (void *)user_data, user_data ? tally_go_release : NULL, out_token));
}

static inline tally_go_answer go_observe_groups(tally_scope *scope, tally_account *account, uint32_t flags, uintptr_t
        user_data, uint64_t *out_token) {
    return tally_go_answered(tally_observe_groups(scope, account, flags, user_data ? tally_go_on_event : NULL,
            (void *)user_data, user_data ? tally_go_release : NULL, out_token));
}

static inline tally_go_answer go_observe_total(tally_scope *scope, uint32_t flags, uintptr_t user_data,
        uint64_t *out_token) {
    return tally_go_answered(tally_observe_total(scope, flags, user_data ? tally_go_on_event : NULL, (void *)user_data,
            user_data ? tally_go_release : NULL, out_token));
}

static inline tally_go_answer go_unobserve(tally_scope *scope, uint64_t token) {
    return tally_go_answered(tally_unobserve(scope, token));
}

static inline tally_go_answer go_view_refresh(tally_scope *scope) {
    return tally_go_answered(tally_view_refresh(scope));
}

static inline tally_go_answer go_interrupt(tally_engine *engine) {
    return tally_go_answered(tally_interrupt(engine));
}

static inline tally_go_answer go_descriptor(tally_engine *engine, int32_t *out_descriptor) {
    return tally_go_answered(tally_descriptor(engine, out_descriptor));
}

static inline tally_go_answer go_set_notify(tally_engine *engine, uintptr_t user_data) {
    return tally_go_answered(tally_set_notify(engine, user_data ? tally_go_on_notify : NULL, (void *)user_data,
            user_data ? tally_go_release : NULL));
}

static inline tally_go_answer go_timeout(tally_engine *engine, int64_t *out_timeout) {
    return tally_go_answered(tally_timeout(engine, out_timeout));
}

static inline tally_go_answer go_feed_add(tally_account *account, const char *name, const tally_feed_options *options,
        tally_feed **out_feed) {
    return tally_go_answered(tally_feed_add(account, name, options, out_feed));
}

static inline tally_go_answer go_feed_list(tally_account *account, const char *after, size_t limit,
        tally_feed_entry *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_feed_list(account, after, limit, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_feed_rejected(tally_account *account, int64_t feed, uint64_t after, size_t limit,
        tally_rejected *items, size_t item_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_feed_rejected(account, feed, after, limit, items, item_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_feed_remove(tally_feed *feed) {
    return tally_go_answered(tally_feed_remove(feed));
}

static inline tally_go_answer go_feed_refresh(tally_feed *feed) {
    return tally_go_answered(tally_feed_refresh(feed));
}

static inline tally_go_answer go_feed_page_shown(tally_feed *feed, uint32_t page) {
    return tally_go_answered(tally_feed_page_shown(feed, page));
}

static inline tally_go_answer go_feed_page_hidden(tally_feed *feed, uint32_t page) {
    return tally_go_answered(tally_feed_page_hidden(feed, page));
}

static inline tally_go_answer go_feed_cancel(tally_feed *feed) {
    return tally_go_answered(tally_feed_cancel(feed));
}

static inline tally_go_answer go_feed_pause(tally_feed *feed, int32_t paused) {
    return tally_go_answered(tally_feed_pause(feed, paused));
}

static inline tally_go_answer go_feed_force(tally_feed *feed, uintptr_t user_data, uint64_t *out_token) {
    return tally_go_answered(tally_feed_force(feed, user_data ? tally_go_on_event : NULL, (void *)user_data, user_data ?
            tally_go_release : NULL, out_token));
}

static inline tally_go_answer go_feed_get(tally_feed *feed, tally_feed_state *out_state, char *title, size_t
        title_capacity, size_t *out_title_length) {
    return tally_go_answered(tally_feed_get(feed, out_state, title, title_capacity, out_title_length));
}

static inline tally_go_answer go_feed_deliver(tally_feed *feed, const void *bytes, size_t size) {
    return tally_go_answered(tally_feed_deliver(feed, bytes, size));
}

static inline tally_go_answer go_push(tally_account *account, const void *payload, size_t size) {
    return tally_go_answered(tally_push(account, payload, size));
}

static inline tally_go_answer go_feed_push(tally_feed *feed, const void *payload, size_t size) {
    return tally_go_answered(tally_feed_push(feed, payload, size));
}

static inline tally_go_answer go_push_badge(tally_account *account, const char *path) {
    return tally_go_answered(tally_push_badge(account, path));
}

static inline tally_go_answer go_mapping_try(const char *preset, const char *mapping, const void *body, size_t size,
        char *page, size_t capacity, size_t *out_length) {
    return tally_go_answered(tally_mapping_try(preset, mapping, body, size, page, capacity, out_length));
}

static inline tally_go_answer go_transport_set(tally_engine *engine, uintptr_t user_data) {
    return tally_go_answered(tally_transport_set(engine, user_data ? tally_go_on_request : NULL, (void *)user_data,
            user_data ? tally_go_release : NULL));
}

static inline tally_go_answer go_transport_answer(tally_engine *engine, uint64_t request_id, int32_t status, const
        char *headers, const void *body, size_t size) {
    return tally_go_answered(tally_transport_answer(engine, request_id, status, headers, body, size));
}

static inline tally_go_answer go_transport_progress(tally_engine *engine, uint64_t request_id) {
    return tally_go_answered(tally_transport_progress(engine, request_id));
}

static inline tally_go_answer go_message_list(tally_account *account, const char *path, uint32_t flags, uint64_t after,
        size_t limit, tally_message *messages, size_t message_capacity, char *text, size_t text_capacity,
        size_t *out_count, size_t *out_text_size) {
    return tally_go_answered(tally_message_list(account, path, flags, after, limit, messages, message_capacity, text,
            text_capacity, out_count, out_text_size));
}

static inline tally_go_answer go_message_counts(tally_account *account, const char *path, uint32_t flags,
        uint64_t *out_total, uint64_t *out_unread, uint64_t *out_unseen) {
    return tally_go_answered(tally_message_counts(account, path, flags, out_total, out_unread, out_unseen));
}

static inline tally_go_answer go_message_read(tally_account *account, const uint64_t *keys, size_t count,
        size_t *out_changed) {
    return tally_go_answered(tally_message_read(account, keys, count, out_changed));
}

static inline tally_go_answer go_message_read_path(tally_account *account, const char *path, uint32_t flags,
        size_t *out_changed) {
    return tally_go_answered(tally_message_read_path(account, path, flags, out_changed));
}

static inline tally_go_answer go_message_read_until(tally_account *account, const char *path, uint32_t flags, uint64_t
        last, size_t *out_changed) {
    return tally_go_answered(tally_message_read_until(account, path, flags, last, out_changed));
}

static inline tally_go_answer go_message_view_begin(tally_scope *scope, tally_account *account, const char *path,
        uint64_t *out_token) {
    return tally_go_answered(tally_message_view_begin(scope, account, path, out_token));
}

static inline tally_go_answer go_message_view_end(tally_scope *scope, uint64_t token) {
    return tally_go_answered(tally_message_view_end(scope, token));
}

static inline tally_go_answer go_message_unread(tally_account *account, const uint64_t *keys, size_t count,
        size_t *out_changed) {
    return tally_go_answered(tally_message_unread(account, keys, count, out_changed));
}

static inline tally_go_answer go_message_post(tally_account *account, const char *path, const
        tally_message_options *options, uint64_t *out_key) {
    return tally_go_answered(tally_message_post(account, path, options, out_key));
}

static inline tally_go_answer go_message_remove(tally_account *account, const char *id) {
    return tally_go_answered(tally_message_remove(account, id));
}

static inline tally_go_answer go_group_configure(tally_account *account, int32_t grouping, const char *language) {
    return tally_go_answered(tally_group_configure(account, grouping, language));
}

static inline tally_go_answer go_category_set(tally_account *account, const char *id, const char *summary, const
        char *hidden) {
    return tally_go_answered(tally_category_set(account, id, summary, hidden));
}

static inline tally_go_answer go_strings_set(tally_account *account, const char *key, const char *language, const
        tally_forms *forms) {
    return tally_go_answered(tally_strings_set(account, key, language, forms));
}

static inline tally_go_answer go_strings_import(tally_account *account, int32_t kind, const void *bytes, size_t size,
        const char *language, size_t *out_taken, size_t *out_skipped) {
    return tally_go_answered(tally_strings_import(account, kind, bytes, size, language, out_taken, out_skipped));
}

static inline tally_go_answer go_group_list(tally_account *account, const char *language, uint32_t flags, uint64_t
        after, size_t limit, tally_group *groups, size_t group_capacity, char *text, size_t text_capacity,
        size_t *out_count, size_t *out_text_size) {
    return tally_go_answered(tally_group_list(account, language, flags, after, limit, groups, group_capacity, text,
            text_capacity, out_count, out_text_size));
}

static inline tally_go_answer go_group_get(tally_account *account, const char *thread, const char *language, uint32_t
        flags, tally_group *out_group, char *text, size_t text_capacity, size_t *out_text_size) {
    return tally_go_answered(tally_group_get(account, thread, language, flags, out_group, text, text_capacity,
            out_text_size));
}

static inline tally_go_answer go_group_messages(tally_account *account, const char *thread, uint64_t after, size_t
        limit, tally_message *messages, size_t message_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_group_messages(account, thread, after, limit, messages, message_capacity, text,
            text_capacity, out_count, out_text_size));
}

static inline tally_go_answer go_group_seen(tally_account *account, const char *thread) {
    return tally_go_answered(tally_group_seen(account, thread));
}

static inline tally_go_answer go_group_dismiss(tally_account *account, const char *thread, const uint64_t *keys, size_t
        count, size_t *out_changed) {
    return tally_go_answered(tally_group_dismiss(account, thread, keys, count, out_changed));
}

static inline tally_go_answer go_outbox_configure(tally_account *account, const tally_outbox_options *options) {
    return tally_go_answered(tally_outbox_configure(account, options));
}

static inline tally_go_answer go_outbox_lease(tally_account *account, int64_t duration, size_t limit,
        tally_outbox_entry *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_outbox_lease(account, duration, limit, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_outbox_ack(tally_account *account, int64_t sequence, const void *answer, size_t size) {
    return tally_go_answered(tally_outbox_ack(account, sequence, answer, size));
}

static inline tally_go_answer go_outbox_fail(tally_account *account, int64_t sequence, int64_t attempt, int64_t
        retry_after) {
    return tally_go_answered(tally_outbox_fail(account, sequence, attempt, retry_after));
}

static inline tally_go_answer go_outbox_list(tally_account *account, int64_t after, size_t limit,
        tally_outbox_entry *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_outbox_list(account, after, limit, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_outbox_counts(tally_account *account, uint64_t *out_total, uint64_t *out_leased,
        uint64_t *out_failed) {
    return tally_go_answered(tally_outbox_counts(account, out_total, out_leased, out_failed));
}

static inline tally_go_answer go_outbox_retry(tally_account *account, int64_t sequence, size_t *out_count) {
    return tally_go_answered(tally_outbox_retry(account, sequence, out_count));
}

static inline tally_go_answer go_outbox_purge(tally_account *account, int64_t sequence, size_t *out_count) {
    return tally_go_answered(tally_outbox_purge(account, sequence, out_count));
}

static inline tally_go_answer go_reminder_put(tally_account *account, const char *id, const
        tally_reminder_options *options) {
    return tally_go_answered(tally_reminder_put(account, id, options));
}

static inline tally_go_answer go_reminder_edit(tally_account *account, const char *id, const
        tally_reminder_options *options) {
    return tally_go_answered(tally_reminder_edit(account, id, options));
}

static inline tally_go_answer go_reminder_done(tally_account *account, const char *id) {
    return tally_go_answered(tally_reminder_done(account, id));
}

static inline tally_go_answer go_reminder_undone(tally_account *account, const char *id) {
    return tally_go_answered(tally_reminder_undone(account, id));
}

static inline tally_go_answer go_reminder_delete(tally_account *account, const char *id) {
    return tally_go_answered(tally_reminder_delete(account, id));
}

static inline tally_go_answer go_reminder_snooze(tally_account *account, const char *id, int64_t until) {
    return tally_go_answered(tally_reminder_snooze(account, id, until));
}

static inline tally_go_answer go_reminder_acknowledge(tally_account *account, const char *id) {
    return tally_go_answered(tally_reminder_acknowledge(account, id));
}

static inline tally_go_answer go_reminder_list(tally_account *account, const char *after, size_t limit,
        tally_reminder *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_reminder_list(account, after, limit, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_reminder_plan(tally_account *account, const tally_plan_options *options,
        tally_plan_entry *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size, tally_plan *out_plan) {
    return tally_go_answered(tally_reminder_plan(account, options, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size, out_plan));
}

static inline tally_go_answer go_reminder_log(tally_account *account, int64_t after, size_t limit,
        tally_reminder_note *entries, size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
        size_t *out_text_size) {
    return tally_go_answered(tally_reminder_log(account, after, limit, entries, entry_capacity, text, text_capacity,
            out_count, out_text_size));
}

static inline tally_go_answer go_reminder_export(tally_account *account, char *text, size_t capacity,
        size_t *out_length) {
    return tally_go_answered(tally_reminder_export(account, text, capacity, out_length));
}

static inline tally_go_answer go_reminder_import(tally_account *account, const void *bytes, size_t size,
        size_t *out_taken, size_t *out_passed_over) {
    return tally_go_answered(tally_reminder_import(account, bytes, size, out_taken, out_passed_over));
}

static inline tally_go_answer go_zone_set(tally_engine *engine, const char *name) {
    return tally_go_answered(tally_zone_set(engine, name));
}

#endif
