/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */

#define FUNCTIONS(X) \
    X(tally_version) X(tally_version_text) X(tally_status_name) X(tally_status_message) X(tally_error_message) \
    X(tally_bytes_release) X(tally_engine_open) X(tally_engine_close) X(tally_engine_flush) \
    X(tally_engine_verify) X(tally_engine_limit) X(tally_engine_backup) X(tally_engine_get_stats) \
    X(tally_engine_set_foreground) X(tally_engine_set_network) X(tally_engine_woke) X(tally_file_recover) \
    X(tally_file_vacuum) X(tally_account_open) X(tally_account_find) X(tally_account_release) \
    X(tally_account_list) X(tally_account_remove) X(tally_account_set_credential) \
    X(tally_account_remove_credential) X(tally_account_log_in) X(tally_account_log_out) X(tally_account_get) \
    X(tally_account_configure) X(tally_account_get_settings) X(tally_account_export) X(tally_account_import) \
    X(tally_account_hash) X(tally_badge_set) X(tally_badge_dot) X(tally_badge_set_until) \
    X(tally_badge_dot_until) X(tally_badge_add) X(tally_badge_clear) X(tally_badge_clear_tree) \
    X(tally_badge_mute) X(tally_badge_snooze) X(tally_badge_flag) X(tally_badge_get) X(tally_badge_get_own) \
    X(tally_badge_set_rule) X(tally_badge_get_rule) X(tally_link_add) X(tally_link_remove) X(tally_link_list) \
    X(tally_engine_get_total) X(tally_engine_get_total_of_all) X(tally_badge_list) X(tally_badge_changes) \
    X(tally_badge_explain) X(tally_message_list) X(tally_message_list_from) X(tally_message_first) \
    X(tally_message_get) X(tally_message_find) X(tally_message_get_data) X(tally_message_get_counts) \
    X(tally_message_mark_read) X(tally_message_mark_path_read) X(tally_message_mark_read_until) \
    X(tally_message_mark_unread) X(tally_message_mark_seen) X(tally_message_snooze) X(tally_message_post) \
    X(tally_message_remove) X(tally_message_withdraw) X(tally_scope_open) X(tally_scope_close) X(tally_observe) \
    X(tally_observe_messages) X(tally_observe_groups) X(tally_observe_total) X(tally_observe_feed) \
    X(tally_observe_feeds) X(tally_observe_reminders) X(tally_unobserve) X(tally_view_begin) X(tally_view_end) \
    X(tally_engine_next_event) X(tally_engine_dispatch) X(tally_engine_interrupt) X(tally_engine_get_descriptor) \
    X(tally_engine_set_notify) X(tally_engine_step) X(tally_engine_get_timeout) X(tally_feed_add) \
    X(tally_feed_find) X(tally_feed_find_by_id) X(tally_feed_list) X(tally_feed_list_rejected) \
    X(tally_drift_list) X(tally_feed_release) X(tally_feed_remove) X(tally_feed_refresh) X(tally_feed_show_page) \
    X(tally_feed_hide_page) X(tally_feed_cancel) X(tally_feed_pause) X(tally_feed_set_credential) \
    X(tally_feed_remove_credential) X(tally_feed_refresh_now) X(tally_feed_get) X(tally_feed_deliver) \
    X(tally_account_push) X(tally_feed_push) X(tally_mapping_try) X(tally_path_escape) X(tally_path_join) \
    X(tally_path_parent) X(tally_path_component) X(tally_category_set) X(tally_category_remove) \
    X(tally_strings_set) X(tally_strings_remove) X(tally_strings_import) X(tally_group_list) X(tally_group_get) \
    X(tally_group_list_messages) X(tally_group_mark_seen) X(tally_group_dismiss) X(tally_outbox_lease) \
    X(tally_outbox_ack) X(tally_outbox_fail) X(tally_outbox_list) X(tally_outbox_get_counts) \
    X(tally_outbox_retry) X(tally_outbox_retry_all) X(tally_outbox_remove) X(tally_outbox_remove_failed) \
    X(tally_reminder_put) X(tally_reminder_edit) X(tally_reminder_mark_done) X(tally_reminder_mark_undone) \
    X(tally_reminder_remove) X(tally_reminder_snooze) X(tally_reminder_acknowledge) X(tally_reminder_list) \
    X(tally_reminder_get) X(tally_reminder_plan) X(tally_reminder_confirm_plan) X(tally_reminder_list_notes) \
    X(tally_reminder_export) X(tally_reminder_import) X(tally_engine_set_zone) X(tally_badge_digest) \
    X(tally_badge_diff) X(tally_snapshot_decode) X(tally_snapshot_take) X(tally_snapshot_release) \
    X(tally_snapshot_encode) X(tally_snapshot_diff) X(tally_snapshot_list) X(tally_patch_inverse) \
    X(tally_patch_list) X(tally_badge_restore) X(tally_badge_apply) X(tally_account_verify) \
    X(tally_node_resolve) X(tally_node_release) X(tally_node_get_path) X(tally_node_set) X(tally_node_dot) \
    X(tally_node_set_until) X(tally_node_dot_until) X(tally_node_add) X(tally_node_clear) \
    X(tally_node_clear_tree) X(tally_node_mute) X(tally_node_get) X(tally_badge_batch) \
    X(tally_account_get_position) X(tally_style_set) X(tally_style_get) X(tally_badge_present) X(tally_present) \
    X(tally_widget_bind) X(tally_widget_refresh) X(tally_engine_set_transport) X(tally_transport_respond) \
    X(tally_transport_progress) X(tally_engine_batch) X(tally_engine_get_position) \
    X(tally_engine_export_account) X(tally_engine_export_source) X(tally_engine_import) X(tally_trace_open) \
    X(tally_trace_next) X(tally_trace_get_descriptor) X(tally_trace_close)
