/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. Included by conformance_calls.c. */
static const field tally_stats_fields[] = {F(tally_stats, U32, accounts), F(tally_stats, U32, loaded_accounts),
    F(tally_stats, U32, feeds), F(tally_stats, U64, account_loads), F(tally_stats, U64, account_evictions),
    F(tally_stats, U64, observers), F(tally_stats, U64, events), F(tally_stats, U64, nodes),
    F(tally_stats, U64, node_bytes), F(tally_stats, U64, unstored_badges), F(tally_stats, I64, file_size),
    F(tally_stats, I64, log_size), F(tally_stats, U64, commits), F(tally_stats, U64, committed_calls),
    F(tally_stats, U64, longest_wait_us), F(tally_stats, U64, longest_hold_us), F(tally_stats, U32, waiting_calls),
    F(tally_stats, U32, requests), F(tally_stats, U32, origin_requests), F(tally_stats, U32, drifts), END};
static const field tally_recovery_fields[] = {F(tally_recovery, U32, flags), F(tally_recovery, U64, pages),
    F(tally_recovery, U64, damaged_pages), F(tally_recovery, U64, doubtful_rows),
    F(tally_recovery, U64, accounts_saved), F(tally_recovery, U64, accounts_lost),
    F(tally_recovery, U64, badges_saved), F(tally_recovery, U64, badges_lost), F(tally_recovery, U64, feeds_saved),
    F(tally_recovery, U64, feeds_lost), F(tally_recovery, U64, messages_saved), F(tally_recovery, U64, messages_lost),
    F(tally_recovery, U64, others_saved), F(tally_recovery, U64, others_lost), END};
static const field tally_account_options_fields[] = {F(tally_account_options, U32, flags),
    F(tally_account_options, I32, aggregation), F(tally_account_options, I32, feeding), END};
static const field tally_account_entry_fields[] = {F(tally_account_entry, TEXT, name), END};
static const field tally_credential_fields[] = {F(tally_credential, U32, flags), F(tally_credential, I32, kind),
    F(tally_credential, CHARS, name), F(tally_credential, CHARS, secret), F(tally_credential, CHARS, format), END};
static const field tally_account_state_fields[] = {F(tally_account_state, I32, logged_in),
    F(tally_account_state, I64, id), F(tally_account_state, U64, revision), F(tally_account_state, U64, epoch),
    F(tally_account_state, I32, aggregation), F(tally_account_state, I32, feeding), END};
static const field tally_account_settings_fields[] = {F(tally_account_settings, U32, flags),
    F(tally_account_settings, I32, grouping), F(tally_account_settings, I32, outbox),
    F(tally_account_settings, I32, feeding), F(tally_account_settings, U32, outbox_kinds),
    F(tally_account_settings, I64, outbox_request_timeout), F(tally_account_settings, I64, outbox_idle_timeout),
    F(tally_account_settings, CHARS, language), F(tally_account_settings, CHARS, outbox_url),
    F(tally_account_settings, CHARS, push_path), END};
static const field tally_account_settings_entry_fields[] = {
    F(tally_account_settings_entry, I64, outbox_request_timeout),
    F(tally_account_settings_entry, I64, outbox_idle_timeout), F(tally_account_settings_entry, I32, grouping),
    F(tally_account_settings_entry, I32, outbox), F(tally_account_settings_entry, I32, feeding),
    F(tally_account_settings_entry, U32, outbox_kinds), F(tally_account_settings_entry, TEXT, language),
    F(tally_account_settings_entry, TEXT, outbox_url), F(tally_account_settings_entry, TEXT, push_path), END};
static const field tally_badge_fields[] = {F(tally_badge, U64, count), F(tally_badge, U64, revision),
    F(tally_badge, U64, highlights), F(tally_badge, I32, kind), F(tally_badge, U32, flags),
    F(tally_badge, I32, level), END};
static const field tally_badge_own_fields[] = {F(tally_badge_own, I32, kind), F(tally_badge_own, U64, count),
    F(tally_badge_own, I64, until), F(tally_badge_own, I64, mute_until), F(tally_badge_own, I32, mute),
    F(tally_badge_own, U32, flags), F(tally_badge_own, I64, snoozed_until), END};
static const field tally_badge_rule_fields[] = {F(tally_badge_rule, I32, feeding), F(tally_badge_rule, U32, flags),
    F(tally_badge_rule, I32, counting), END};
static const field tally_link_fields[] = {F(tally_link, TEXT, path), F(tally_link, TEXT, under), END};
static const field tally_badge_entry_fields[] = {F(tally_badge_entry, TEXT, path),
    INNER(tally_badge_entry, badge, tally_badge_fields), END};
static const field tally_reason_fields[] = {F(tally_reason, U64, contributed), F(tally_reason, U64, fed_count),
    F(tally_reason, U64, kept_count), F(tally_reason, U32, own_count), F(tally_reason, U32, flags),
    F(tally_reason, I64, message), F(tally_reason, TEXT, path), F(tally_reason, TEXT, id),
    F(tally_reason, U64, highlights), F(tally_reason, I32, level), END};
static const field tally_message_fields[] = {F(tally_message, I64, key), F(tally_message, I64, feed),
    F(tally_message, I64, time), F(tally_message, U32, count), F(tally_message, I32, state),
    F(tally_message, TEXT, id), F(tally_message, TEXT, path), F(tally_message, TEXT, kind),
    F(tally_message, TEXT, title), F(tally_message, TEXT, body), F(tally_message, TEXT, thread),
    F(tally_message, TEXT, category), F(tally_message, TEXT, argument), F(tally_message, U32, argument_count),
    F(tally_message, U32, data_size), F(tally_message, TEXT, link), F(tally_message, TEXT, icon),
    F(tally_message, TEXT, subtitle), F(tally_message, TEXT, also), F(tally_message, I32, level),
    F(tally_message, I64, snoozed_until), END};
static const field tally_message_position_fields[] = {F(tally_message_position, I64, key),
    F(tally_message_position, I64, time), F(tally_message_position, U64, matching),
    F(tally_message_position, U64, newer), F(tally_message_position, U64, older), END};
static const field tally_message_counts_fields[] = {F(tally_message_counts, U64, total),
    F(tally_message_counts, U64, unread), F(tally_message_counts, U64, unseen), END};
static const field tally_message_options_fields[] = {F(tally_message_options, U32, flags),
    F(tally_message_options, I64, time), F(tally_message_options, U32, count),
    F(tally_message_options, U32, argument_count), F(tally_message_options, I32, level),
    F(tally_message_options, CHARS, id), F(tally_message_options, CHARS, title),
    F(tally_message_options, CHARS, body), F(tally_message_options, CHARS, kind),
    F(tally_message_options, CHARS, thread), F(tally_message_options, CHARS, category),
    F(tally_message_options, CHARS, argument), F(tally_message_options, CHARS, link),
    F(tally_message_options, CHARS, icon), F(tally_message_options, CHARS, subtitle),
    F(tally_message_options, CHARS, data), F(tally_message_options, CHARS, also), END};
static const field tally_event_fields[] = {F(tally_event, STATUS, result), F(tally_event, I32, kind),
    F(tally_event, U64, token), F(tally_event, I64, account), F(tally_event, I64, feed),
    F(tally_event, I64, reminder), F(tally_event, U64, count), F(tally_event, U64, revision),
    F(tally_event, I32, badge_kind), F(tally_event, I64, retry_after), F(tally_event, I64, next_time),
    F(tally_event, U32, added), F(tally_event, U32, changed), F(tally_event, U32, removed),
    F(tally_event, U32, rejected), F(tally_event, I32, missed), F(tally_event, U64, total),
    F(tally_event, U64, unread), F(tally_event, U64, unseen), F(tally_event, I32, http_status),
    F(tally_event, I32, level), F(tally_event, U64, highlights), F(tally_event, U64, total_highlights), END};
static const field tally_feed_options_fields[] = {F(tally_feed_options, U32, flags),
    F(tally_feed_options, I64, initial_delay), F(tally_feed_options, I64, interval),
    F(tally_feed_options, I64, visible_interval), F(tally_feed_options, I64, request_timeout),
    F(tally_feed_options, I64, idle_timeout), F(tally_feed_options, I64, tolerance),
    F(tally_feed_options, I64, away_time), F(tally_feed_options, I64, max_age),
    F(tally_feed_options, I64, max_messages), F(tally_feed_options, U32, page_limit),
    F(tally_feed_options, I32, polling), F(tally_feed_options, CHARS, url), F(tally_feed_options, CHARS, prefix),
    F(tally_feed_options, CHARS, mapping_preset), F(tally_feed_options, CHARS, mapping),
    F(tally_feed_options, CHARS, title), END};
static const field tally_feed_entry_fields[] = {F(tally_feed_entry, I64, id), F(tally_feed_entry, I64, last_success),
    F(tally_feed_entry, U64, rejected), F(tally_feed_entry, I64, initial_delay), F(tally_feed_entry, I64, interval),
    F(tally_feed_entry, I64, visible_interval), F(tally_feed_entry, I64, request_timeout),
    F(tally_feed_entry, I64, idle_timeout), F(tally_feed_entry, I64, tolerance), F(tally_feed_entry, I64, away_time),
    F(tally_feed_entry, I64, max_age), F(tally_feed_entry, I64, max_messages), F(tally_feed_entry, U32, page_limit),
    F(tally_feed_entry, U32, options), F(tally_feed_entry, U32, flags), F(tally_feed_entry, TEXT, name),
    F(tally_feed_entry, TEXT, url), F(tally_feed_entry, TEXT, prefix), F(tally_feed_entry, TEXT, title),
    F(tally_feed_entry, TEXT, mapping_preset), F(tally_feed_entry, TEXT, mapping), END};
static const field tally_rejected_fields[] = {F(tally_rejected, I64, id), F(tally_rejected, I64, time),
    F(tally_rejected, TEXT, reason), F(tally_rejected, TEXT, body), END};
static const field tally_drift_fields[] = {F(tally_drift, U64, ours), F(tally_drift, U64, theirs),
    F(tally_drift, I64, feed), F(tally_drift, TEXT, path), F(tally_drift, U64, our_highlights),
    F(tally_drift, U64, their_highlights), END};
static const field tally_page_info_fields[] = {F(tally_page_info, U32, first), F(tally_page_info, I64, away_time),
    F(tally_page_info, U32, requested), END};
static const field tally_feed_state_fields[] = {F(tally_feed_state, STATUS, result), F(tally_feed_state, I64, id),
    F(tally_feed_state, I64, last_success), F(tally_feed_state, I64, next_time), F(tally_feed_state, U64, requests),
    F(tally_feed_state, U64, not_modified), F(tally_feed_state, U64, failures), F(tally_feed_state, U32, in_flight),
    F(tally_feed_state, U32, failures_in_a_row), F(tally_feed_state, I32, http_status), END};
static const field tally_forms_fields[] = {F(tally_forms, U32, flags), F(tally_forms, CHARS, zero),
    F(tally_forms, CHARS, one), F(tally_forms, CHARS, two), F(tally_forms, CHARS, few), F(tally_forms, CHARS, many),
    F(tally_forms, CHARS, other), END};
static const field tally_import_report_fields[] = {F(tally_import_report, U64, taken),
    F(tally_import_report, U64, skipped), END};
static const field tally_group_fields[] = {F(tally_group, I64, newest), F(tally_group, I64, oldest),
    F(tally_group, U64, items), F(tally_group, U64, notifications), F(tally_group, U64, fresh),
    F(tally_group, I64, time), F(tally_group, I32, origin), F(tally_group, TEXT, thread), F(tally_group, TEXT, path),
    F(tally_group, TEXT, title), F(tally_group, TEXT, summary), F(tally_group, TEXT, language), END};
static const field tally_outbox_entry_fields[] = {F(tally_outbox_entry, I64, id), F(tally_outbox_entry, I64, feed),
    F(tally_outbox_entry, I64, attempt), F(tally_outbox_entry, I64, next_time), F(tally_outbox_entry, I64, lease_end),
    F(tally_outbox_entry, I32, kind), F(tally_outbox_entry, I32, state), F(tally_outbox_entry, TEXT, key),
    F(tally_outbox_entry, TEXT, entity), F(tally_outbox_entry, TEXT, body), END};
static const field tally_outbox_counts_fields[] = {F(tally_outbox_counts, U64, total),
    F(tally_outbox_counts, U64, leased), F(tally_outbox_counts, U64, failed), END};
static const field tally_reminder_options_fields[] = {F(tally_reminder_options, U32, fields),
    F(tally_reminder_options, I32, produced), F(tally_reminder_options, I32, shelf_life),
    F(tally_reminder_options, I32, shelf_unit), F(tally_reminder_options, I32, time_of_day),
    F(tally_reminder_options, I32, smart), F(tally_reminder_options, I32, repeat_unit),
    F(tally_reminder_options, I32, repeat_every), F(tally_reminder_options, I32, end),
    F(tally_reminder_options, I32, start), F(tally_reminder_options, I32, overdue_unit),
    F(tally_reminder_options, I32, overdue_every), F(tally_reminder_options, I32, overdue_limit),
    F(tally_reminder_options, CHARS, title), F(tally_reminder_options, CHARS, body),
    F(tally_reminder_options, CHARS, path), F(tally_reminder_options, CHARS, zone), END};
static const field tally_reminder_fields[] = {F(tally_reminder, I64, key), F(tally_reminder, I64, next_time),
    F(tally_reminder, I64, due_time), F(tally_reminder, I64, expires), F(tally_reminder, I64, stamp),
    F(tally_reminder, U32, revision), F(tally_reminder, I32, state), F(tally_reminder, I32, expiry),
    F(tally_reminder, I32, span), F(tally_reminder, I32, days_left), F(tally_reminder, I32, is_smart),
    F(tally_reminder, I32, produced), F(tally_reminder, I32, shelf_life), F(tally_reminder, I32, shelf_unit),
    F(tally_reminder, I32, time_of_day), F(tally_reminder, I32, entered), F(tally_reminder, I32, smart),
    F(tally_reminder, I32, repeat_unit), F(tally_reminder, I32, repeat_every), F(tally_reminder, I32, start),
    F(tally_reminder, I32, end), F(tally_reminder, I32, overdue_unit), F(tally_reminder, I32, overdue_every),
    F(tally_reminder, I32, overdue_limit), F(tally_reminder, TEXT, id), F(tally_reminder, TEXT, title),
    F(tally_reminder, TEXT, body), F(tally_reminder, TEXT, path), F(tally_reminder, TEXT, zone), END};
static const field tally_plan_options_fields[] = {F(tally_plan_options, U32, flags),
    F(tally_plan_options, U32, limit), F(tally_plan_options, U32, reserve), END};
static const field tally_plan_entry_fields[] = {F(tally_plan_entry, I64, id), F(tally_plan_entry, I64, time),
    F(tally_plan_entry, I64, occurrence), F(tally_plan_entry, U32, revision), F(tally_plan_entry, I32, action),
    F(tally_plan_entry, TEXT, reminder), F(tally_plan_entry, TEXT, title), F(tally_plan_entry, TEXT, body),
    F(tally_plan_entry, TEXT, path), END};
static const field tally_plan_fields[] = {F(tally_plan, U32, planned), F(tally_plan, U64, left_out),
    F(tally_plan, I64, reach), F(tally_plan, U64, token), END};
static const field tally_reminder_note_fields[] = {F(tally_reminder_note, I64, id), F(tally_reminder_note, I64, time),
    F(tally_reminder_note, I64, occurrence_time), F(tally_reminder_note, U32, revision),
    F(tally_reminder_note, I32, kind), F(tally_reminder_note, TEXT, reminder), END};
static const field tally_skipped_entry_fields[] = {F(tally_skipped_entry, I64, line),
    F(tally_skipped_entry, TEXT, uid), F(tally_skipped_entry, TEXT, reason), END};
static const field tally_snapshot_entry_fields[] = {F(tally_snapshot_entry, TEXT, path),
    F(tally_snapshot_entry, U64, count), F(tally_snapshot_entry, I64, until),
    F(tally_snapshot_entry, I64, mute_until), F(tally_snapshot_entry, I32, kind), F(tally_snapshot_entry, I32, mute),
    F(tally_snapshot_entry, I64, snoozed_until), END};
static const field tally_patch_entry_fields[] = {F(tally_patch_entry, TEXT, path),
    F(tally_patch_entry, U64, before_count), F(tally_patch_entry, I64, before_until),
    F(tally_patch_entry, I64, before_mute_until), F(tally_patch_entry, I32, before_kind),
    F(tally_patch_entry, I32, before_mute), F(tally_patch_entry, U64, after_count),
    F(tally_patch_entry, I64, after_until), F(tally_patch_entry, I64, after_mute_until),
    F(tally_patch_entry, I32, after_kind), F(tally_patch_entry, I32, after_mute),
    F(tally_patch_entry, I64, before_snoozed_until), F(tally_patch_entry, I64, after_snoozed_until), END};
static const field tally_operation_fields[] = {F(tally_operation, STATUS, status), F(tally_operation, I32, kind),
    F(tally_operation, U32, flags), F(tally_operation, I32, badge_kind), F(tally_operation, U64, node),
    F(tally_operation, I64, value), F(tally_operation, I64, until), F(tally_operation, U64, count),
    F(tally_operation, I64, key), F(tally_operation, U64, changed), F(tally_operation, CHARS, path),
    F(tally_operation, CHARS, id), END};
static const field tally_batch_options_fields[] = {F(tally_batch_options, U32, flags),
    F(tally_batch_options, U64, epoch), F(tally_batch_options, U64, position), F(tally_batch_options, CHARS, source),
    F(tally_batch_options, CHARS, id), END};
static const field tally_position_fields[] = {F(tally_position, U64, epoch), F(tally_position, U64, position),
    F(tally_position, I64, time), END};
static const field tally_style_fields[] = {F(tally_style, U32, fields), F(tally_style, FLOAT, dot_radius),
    F(tally_style, FLOAT, offset_x), F(tally_style, FLOAT, offset_y), F(tally_style, FLOAT, font_size),
    F(tally_style, I32, font_weight), F(tally_style, U32, text_color), F(tally_style, U32, background_color),
    F(tally_style, I32, overflow), F(tally_style, U64, max_count), F(tally_style, U32, highlight_color),
    F(tally_style, CHARS, icon), END};
static const field tally_presentation_fields[] = {F(tally_presentation, I32, kind), F(tally_presentation, U64, count),
    F(tally_presentation, FLOAT, dot_radius), F(tally_presentation, FLOAT, offset_x),
    F(tally_presentation, FLOAT, offset_y), F(tally_presentation, FLOAT, font_size),
    F(tally_presentation, I32, font_weight), F(tally_presentation, U32, text_color),
    F(tally_presentation, U32, background_color), F(tally_presentation, I32, overflow),
    F(tally_presentation, U64, max_count), F(tally_presentation, I32, highlighted), END};
static const field tally_engine_batch_options_fields[] = {F(tally_engine_batch_options, U32, flags),
    F(tally_engine_batch_options, I32, aggregation), F(tally_engine_batch_options, I32, feeding),
    F(tally_engine_batch_options, U64, epoch), F(tally_engine_batch_options, U64, position),
    F(tally_engine_batch_options, CHARS, source), END};

STEP(engine_flush) { return tally_engine_flush(r->engine); }
STEP(engine_verify) { return tally_engine_verify(r->engine); }
STEP(engine_limit) { int64_t old = 0; CALL(tally_engine_limit(r->engine, (int32_t)SIGNED(limit), SIGNED(value),
    &old)); give_signed(r, "old", old); return status; }
STEP(engine_backup) { return tally_engine_backup(r->engine, FILE_NAME(file), (uint32_t)UNSIGNED(flags)); }
STEP(engine_get_stats) { SIZED(tally_stats, stats); CALL(tally_engine_get_stats(r->engine, (uint32_t)UNSIGNED(flags),
    &stats)); STRUCTURE(tally_stats, stats); return status; }
STEP(engine_set_foreground) { return tally_engine_set_foreground(r->engine, (int32_t)SIGNED(foreground)); }
STEP(engine_set_network) { return tally_engine_set_network(r->engine, (int32_t)SIGNED(available)); }
STEP(engine_woke) { return tally_engine_woke(r->engine); }
STEP(file_recover) { SIZED(tally_recovery, recovery); CALL(tally_file_recover(FILE_NAME(damaged), FILE_NAME(fresh),
    &recovery)); STRUCTURE(tally_recovery, recovery); return status; }
STEP(file_vacuum) { return tally_file_vacuum(FILE_NAME(file)); }
STEP(account_list) { LIST(tally_account_entry); CALL(tally_account_list(r->engine, (uint32_t)UNSIGNED(flags),
    TEXT(after), &rows)); ENTRIES(tally_account_entry); return status; }
STEP(account_remove) { return tally_account_remove(r->engine, TEXT(name)); }
STEP(account_set_credential) { IN(tally_credential, credential); return tally_account_set_credential(ACCOUNT,
    TEXT(url), credential_in); }
STEP(account_remove_credential) { return tally_account_remove_credential(ACCOUNT, TEXT(url)); }
STEP(account_log_in) { return tally_account_log_in(ACCOUNT); }
STEP(account_log_out) { return tally_account_log_out(ACCOUNT); }
STEP(account_get) { SIZED(tally_account_state, state); CALL(tally_account_get(ACCOUNT, &state, text, sizeof text,
    &length)); STRUCTURE(tally_account_state, state); GIVE_TEXT; return status; }
STEP(account_configure) { IN(tally_account_settings, settings); return tally_account_configure(ACCOUNT,
    settings_in); }
STEP(account_get_settings) { LIST(tally_account_settings_entry); CALL(tally_account_get_settings(ACCOUNT, &rows));
    STRUCTURE(tally_account_settings_entry, entries[0]); return status; }
STEP(account_export) { CALL(account_export(ACCOUNT, bytes, sizeof bytes, &length)); GIVE_BYTES; return status; }
STEP(account_import) { BYTES(bytes); return tally_account_import(r->engine, TEXT(name), bytes, bytes_size); }
STEP(account_hash) { uint32_t partition = 0; CALL(tally_account_hash(TEXT(name), (uint32_t)UNSIGNED(partitions),
    &partition)); give_unsigned(r, "partition", partition); return status; }
STEP(badge_set) { return tally_badge_set(ACCOUNT, TEXT(path), SIGNED(count)); }
STEP(badge_dot) { return tally_badge_dot(ACCOUNT, TEXT(path)); }
STEP(badge_set_until) { return tally_badge_set_until(ACCOUNT, TEXT(path), SIGNED(count), SIGNED(until)); }
STEP(badge_dot_until) { return tally_badge_dot_until(ACCOUNT, TEXT(path), SIGNED(until)); }
STEP(badge_add) { return tally_badge_add(ACCOUNT, TEXT(path), SIGNED(delta)); }
STEP(badge_clear) { return tally_badge_clear(ACCOUNT, TEXT(path)); }
STEP(badge_clear_tree) { return tally_badge_clear_tree(ACCOUNT, TEXT(path)); }
STEP(badge_mute) { return tally_badge_mute(ACCOUNT, TEXT(path), (int32_t)SIGNED(mode), SIGNED(until)); }
STEP(badge_snooze) { return tally_badge_snooze(ACCOUNT, TEXT(path), SIGNED(until)); }
STEP(badge_flag) { return tally_badge_flag(ACCOUNT, TEXT(path), (int32_t)SIGNED(on)); }
STEP(badge_get) { OUT(tally_badge, badge); CALL(tally_badge_get(ACCOUNT, TEXT(path), &badge));
    STRUCTURE(tally_badge, badge); return status; }
STEP(badge_get_own) { SIZED(tally_badge_own, own); CALL(tally_badge_get_own(ACCOUNT, TEXT(path), &own));
    STRUCTURE(tally_badge_own, own); return status; }
STEP(badge_set_rule) { IN(tally_badge_rule, rule); return tally_badge_set_rule(ACCOUNT, TEXT(path), rule_in); }
STEP(badge_get_rule) { SIZED(tally_badge_rule, rule); CALL(tally_badge_get_rule(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), &rule)); STRUCTURE(tally_badge_rule, rule); return status; }
STEP(link_add) { return tally_link_add(ACCOUNT, TEXT(path), TEXT(under)); }
STEP(link_remove) { return tally_link_remove(ACCOUNT, TEXT(path), TEXT(under)); }
STEP(link_list) { LIST(tally_link); CALL(tally_link_list(ACCOUNT, TEXT(path), (uint32_t)UNSIGNED(flags), TEXT(after),
    &rows)); ENTRIES(tally_link); return status; }
STEP(engine_get_total) { OUT(tally_badge, badge); CALL(tally_engine_get_total(r->engine, &badge));
    STRUCTURE(tally_badge, badge); return status; }
STEP(engine_get_total_of_all) { OUT(tally_badge, badge); CALL(tally_engine_get_total_of_all(r->engine, &badge));
    STRUCTURE(tally_badge, badge); return status; }
STEP(badge_list) { LIST(tally_badge_entry); uint64_t revision = 0; CALL(tally_badge_list(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), TEXT(after), &rows, &revision)); ENTRIES(tally_badge_entry);
    give_unsigned(r, "revision", revision); return status; }
STEP(badge_explain) { LIST(tally_reason); CALL(tally_badge_explain(ACCOUNT, TEXT(path), (uint32_t)UNSIGNED(flags),
    TEXT(after), &rows)); ENTRIES(tally_reason); return status; }
STEP(message_list) { LIST(tally_message); CALL(tally_message_list(ACCOUNT, TEXT(path), (uint32_t)UNSIGNED(flags),
    TEXT(after), &rows)); ENTRIES(tally_message); return status; }
STEP(message_list_from) { LIST(tally_message); CALL(tally_message_list_from(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), KEY(key), TEXT(after), &rows)); ENTRIES(tally_message); return status; }
STEP(message_first) { SIZED(tally_message_position, position); CALL(tally_message_first(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), UNSIGNED(most), &position)); STRUCTURE(tally_message_position, position);
    return status; }
STEP(message_get) { LIST(tally_message); CALL(tally_message_get(ACCOUNT, KEY(key), &rows));
    STRUCTURE(tally_message, entries[0]); return status; }
STEP(message_find) { LIST(tally_message); CALL(tally_message_find(ACCOUNT, TEXT(feed) == NULL ? 0 : FEED_ID, TEXT(id),
    &rows)); STRUCTURE(tally_message, entries[0]); return status; }
STEP(message_get_data) { CALL(message_get_data(ACCOUNT, KEY(key), bytes, sizeof bytes, &length)); GIVE_BYTES;
    return status; }
STEP(message_get_counts) { SIZED(tally_message_counts, counts); CALL(tally_message_get_counts(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), &counts)); STRUCTURE(tally_message_counts, counts); return status; }
STEP(message_mark_read) { KEYS; size_t changed = 0; CALL(tally_message_mark_read(ACCOUNT, keys, key_count, &changed));
    give_unsigned(r, "changed", changed); return status; }
STEP(message_mark_path_read) { size_t changed = 0; CALL(tally_message_mark_path_read(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), &changed)); give_unsigned(r, "changed", changed); return status; }
STEP(message_mark_read_until) { size_t changed = 0; CALL(tally_message_mark_read_until(ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), KEY(last), &changed)); give_unsigned(r, "changed", changed); return status; }
STEP(message_mark_unread) { KEYS; size_t changed = 0; CALL(tally_message_mark_unread(ACCOUNT, keys, key_count,
    &changed)); give_unsigned(r, "changed", changed); return status; }
STEP(message_mark_seen) { KEYS; size_t changed = 0; CALL(tally_message_mark_seen(ACCOUNT, keys, key_count, &changed));
    give_unsigned(r, "changed", changed); return status; }
STEP(message_snooze) { return tally_message_snooze(ACCOUNT, KEY(key), SIGNED(until)); }
STEP(message_post) { IN(tally_message_options, options); int64_t key = 0; CALL(tally_message_post(ACCOUNT, TEXT(path),
    options_in, &key)); give_signed(r, "key", key); return status; }
STEP(message_remove) { KEYS; return tally_message_remove(ACCOUNT, keys, key_count); }
STEP(message_withdraw) { return tally_message_withdraw(ACCOUNT, TEXT(id)); }
STEP(observe) { uint64_t token = 0; NAME(token); CALL(tally_observe(r->scope, ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), NULL, NULL, NULL, &token)); KEEP_TOKEN; return status; }
STEP(observe_messages) { uint64_t token = 0; NAME(token); CALL(tally_observe_messages(r->scope, ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), NULL, NULL, NULL, &token)); KEEP_TOKEN; return status; }
STEP(observe_groups) { uint64_t token = 0; NAME(token); CALL(tally_observe_groups(r->scope, ACCOUNT,
    (uint32_t)UNSIGNED(flags), NULL, NULL, NULL, &token)); KEEP_TOKEN; return status; }
STEP(observe_total) { uint64_t token = 0; NAME(token); CALL(tally_observe_total(r->scope, (uint32_t)UNSIGNED(flags),
    NULL, NULL, NULL, &token)); KEEP_TOKEN; return status; }
STEP(observe_feed) { uint64_t token = 0; NAME(token); CALL(tally_observe_feed(r->scope, FEED,
    (uint32_t)UNSIGNED(flags), NULL, NULL, NULL, &token)); KEEP_TOKEN; return status; }
STEP(unobserve) { tally_unobserve(r->scope, NUMBER(token)); return TALLY_OK; }
STEP(view_begin) { uint64_t token = 0; NAME(token); CALL(tally_view_begin(r->scope, ACCOUNT, TEXT(path),
    (uint32_t)UNSIGNED(flags), &token)); KEEP_TOKEN; return status; }
STEP(view_end) { tally_view_end(r->scope, NUMBER(token)); return TALLY_OK; }
STEP(engine_dispatch) { size_t count = 0; CALL(tally_engine_dispatch(r->engine, (size_t)UNSIGNED(limit), &count));
    give_unsigned(r, "count", count); return status; }
STEP(engine_interrupt) { return tally_engine_interrupt(r->engine); }
STEP(engine_get_descriptor) { intptr_t descriptor = 0; CALL(tally_engine_get_descriptor(r->engine, &descriptor));
    give_unsigned(r, "descriptor", descriptor); return status; }
STEP(engine_get_timeout) { int64_t timeout = 0; CALL(tally_engine_get_timeout(r->engine, &timeout));
    give_signed(r, "timeout", timeout); return status; }
STEP(feed_list) { LIST(tally_feed_entry); CALL(tally_feed_list(ACCOUNT, (uint32_t)UNSIGNED(flags), TEXT(after),
    &rows)); ENTRIES(tally_feed_entry); return status; }
STEP(feed_list_rejected) { LIST(tally_rejected); CALL(tally_feed_list_rejected(ACCOUNT, FEED_ID,
    (uint32_t)UNSIGNED(flags), TEXT(after), &rows)); ENTRIES(tally_rejected); return status; }
STEP(drift_list) { LIST(tally_drift); CALL(tally_drift_list(ACCOUNT, TEXT(path), (uint32_t)UNSIGNED(flags),
    TEXT(after), &rows)); ENTRIES(tally_drift); return status; }
STEP(feed_remove) { return tally_feed_remove(FEED); }
STEP(feed_refresh) { return tally_feed_refresh(FEED); }
STEP(feed_show_page) { SIZED(tally_page_info, info); CALL(tally_feed_show_page(FEED, (uint32_t)UNSIGNED(page),
    &info)); STRUCTURE(tally_page_info, info); return status; }
STEP(feed_hide_page) { return tally_feed_hide_page(FEED, (uint32_t)UNSIGNED(page)); }
STEP(feed_cancel) { return tally_feed_cancel(FEED); }
STEP(feed_pause) { return tally_feed_pause(FEED, (int32_t)SIGNED(paused)); }
STEP(feed_set_credential) { IN(tally_credential, credential); return tally_feed_set_credential(FEED, credential_in); }
STEP(feed_remove_credential) { return tally_feed_remove_credential(FEED); }
STEP(feed_refresh_now) { uint64_t token = 0; NAME(token); CALL(tally_feed_refresh_now(FEED, NULL, NULL, NULL,
    &token)); KEEP_TOKEN; return status; }
STEP(feed_get) { SIZED(tally_feed_state, state); CALL(tally_feed_get(FEED, &state, text, sizeof text, &length));
    STRUCTURE(tally_feed_state, state); GIVE_TEXT; return status; }
STEP(feed_deliver) { BYTES(bytes); return tally_feed_deliver(FEED, bytes, bytes_size); }
STEP(account_push) { BYTES(payload); return tally_account_push(ACCOUNT, payload, payload_size); }
STEP(feed_push) { BYTES(payload); return tally_feed_push(FEED, payload, payload_size); }
STEP(mapping_try) { BYTES(body); CALL(mapping_try(TEXT(preset), TEXT(mapping), body, body_size,
    text, sizeof text, &length)); GIVE_TEXT; return status; }
STEP(path_escape) { CALL(tally_path_escape(TEXT(name), text, sizeof text, &length)); GIVE_TEXT; return status; }
STEP(path_join) { CALL(tally_path_join(TEXT(path), TEXT(name), text, sizeof text, &length)); GIVE_TEXT;
    return status; }
STEP(path_parent) { CALL(tally_path_parent(TEXT(path), text, sizeof text, &length)); GIVE_TEXT; return status; }
STEP(path_component) { CALL(tally_path_component(TEXT(path), (size_t)UNSIGNED(index), text, sizeof text, &length));
    GIVE_TEXT; return status; }
STEP(category_set) { return tally_category_set(ACCOUNT, TEXT(id), TEXT(summary), TEXT(hidden)); }
STEP(category_remove) { return tally_category_remove(ACCOUNT, TEXT(id)); }
STEP(strings_set) { IN(tally_forms, forms); return tally_strings_set(ACCOUNT, TEXT(key), TEXT(language), forms_in); }
STEP(strings_remove) { return tally_strings_remove(ACCOUNT, TEXT(key), TEXT(language)); }
STEP(strings_import) { BYTES(bytes); SIZED(tally_import_report, report); CALL(tally_strings_import(ACCOUNT,
    (int32_t)SIGNED(kind), bytes, bytes_size, TEXT(language), &report)); STRUCTURE(tally_import_report, report);
    return status; }
STEP(group_list) { LIST(tally_group); CALL(tally_group_list(ACCOUNT, TEXT(language), (uint32_t)UNSIGNED(flags),
    TEXT(after), &rows)); ENTRIES(tally_group); return status; }
STEP(group_get) { LIST(tally_group); CALL(tally_group_get(ACCOUNT, TEXT(thread), TEXT(language),
    (uint32_t)UNSIGNED(flags), &rows)); STRUCTURE(tally_group, entries[0]); return status; }
STEP(group_list_messages) { LIST(tally_message); CALL(tally_group_list_messages(ACCOUNT, TEXT(thread),
    (uint32_t)UNSIGNED(flags), TEXT(after), &rows)); ENTRIES(tally_message); return status; }
STEP(group_mark_seen) { return tally_group_mark_seen(ACCOUNT, TEXT(thread)); }
STEP(group_dismiss) { size_t changed = 0; CALL(tally_group_dismiss(ACCOUNT, TEXT(thread), &changed));
    give_unsigned(r, "changed", changed); return status; }
STEP(outbox_lease) { LIST(tally_outbox_entry); CALL(tally_outbox_lease(ACCOUNT, SIGNED(duration), &rows));
    ENTRIES(tally_outbox_entry); return status; }
STEP(outbox_ack) { BYTES(response); return tally_outbox_ack(ACCOUNT, SIGNED(id), response, response_size); }
STEP(outbox_fail) { return tally_outbox_fail(ACCOUNT, SIGNED(id), SIGNED(attempt), SIGNED(retry_after)); }
STEP(outbox_list) { LIST(tally_outbox_entry); CALL(tally_outbox_list(ACCOUNT, (uint32_t)UNSIGNED(flags), TEXT(after),
    &rows)); ENTRIES(tally_outbox_entry); return status; }
STEP(outbox_get_counts) { SIZED(tally_outbox_counts, counts); CALL(tally_outbox_get_counts(ACCOUNT, &counts));
    STRUCTURE(tally_outbox_counts, counts); return status; }
STEP(outbox_retry) { size_t count = 0; CALL(tally_outbox_retry(ACCOUNT, SIGNED(id), &count));
    give_unsigned(r, "count", count); return status; }
STEP(outbox_retry_all) { size_t count = 0; CALL(tally_outbox_retry_all(ACCOUNT, &count));
    give_unsigned(r, "count", count); return status; }
STEP(outbox_remove) { size_t count = 0; CALL(tally_outbox_remove(ACCOUNT, SIGNED(id), &count));
    give_unsigned(r, "count", count); return status; }
STEP(outbox_remove_failed) { size_t count = 0; CALL(tally_outbox_remove_failed(ACCOUNT, &count));
    give_unsigned(r, "count", count); return status; }
STEP(reminder_put) { IN(tally_reminder_options, options); FIELDS; return tally_reminder_put(ACCOUNT, TEXT(id),
    options_in); }
STEP(reminder_edit) { IN(tally_reminder_options, options); FIELDS; return tally_reminder_edit(ACCOUNT, TEXT(id),
    options_in); }
STEP(reminder_mark_done) { return tally_reminder_mark_done(ACCOUNT, TEXT(id), (uint32_t)UNSIGNED(outcome)); }
STEP(reminder_mark_undone) { return tally_reminder_mark_undone(ACCOUNT, TEXT(id)); }
STEP(reminder_remove) { return tally_reminder_remove(ACCOUNT, TEXT(id)); }
STEP(reminder_snooze) { return tally_reminder_snooze(ACCOUNT, TEXT(id), SIGNED(until)); }
STEP(reminder_acknowledge) { return tally_reminder_acknowledge(ACCOUNT, TEXT(id)); }
STEP(reminder_list) { LIST(tally_reminder); CALL(tally_reminder_list(ACCOUNT, (uint32_t)UNSIGNED(flags), TEXT(after),
    &rows)); ENTRIES(tally_reminder); return status; }
STEP(reminder_get) { LIST(tally_reminder); CALL(tally_reminder_get(ACCOUNT, TEXT(id), &rows));
    STRUCTURE(tally_reminder, entries[0]); return status; }
STEP(reminder_plan) { IN(tally_plan_options, options); LIST(tally_plan_entry); SIZED(tally_plan, plan); NAME(token);
    CALL(tally_reminder_plan(ACCOUNT, options_in, &rows, &plan)); ENTRIES(tally_plan_entry);
    STRUCTURE(tally_plan, plan); keep_handle(r, &r->tokens, token_name, NULL, plan.token); return status; }
STEP(reminder_confirm_plan) { return tally_reminder_confirm_plan(ACCOUNT, NUMBER(token)); }
STEP(reminder_list_notes) { LIST(tally_reminder_note); CALL(tally_reminder_list_notes(ACCOUNT,
    (uint32_t)UNSIGNED(flags), TEXT(after), &rows)); ENTRIES(tally_reminder_note); return status; }
STEP(reminder_export) { CALL(reminder_export(ACCOUNT, text, sizeof text, &length)); GIVE_TEXT; return status; }
STEP(reminder_import) { BYTES(bytes); LIST(tally_skipped_entry); SIZED(tally_import_report, report);
    CALL(tally_reminder_import(ACCOUNT, bytes, bytes_size, &rows, &report)); ENTRIES(tally_skipped_entry);
    STRUCTURE(tally_import_report, report); return status; }
STEP(engine_set_zone) { return tally_engine_set_zone(r->engine, TEXT(name)); }
STEP(badge_digest) { uint64_t digest = 0; CALL(tally_badge_digest(ACCOUNT, TEXT(path), &digest));
    give_unsigned(r, "digest", digest); return status; }
STEP(badge_diff) { CALL(badge_diff(take_account(r, "from"), TEXT(from_path), take_account(r, "to"), TEXT(to_path),
    bytes, sizeof bytes, &length)); GIVE_BYTES; return status; }
STEP(patch_inverse) { BYTES(patch); CALL(patch_inverse(patch, patch_size, bytes, sizeof bytes, &length)); GIVE_BYTES;
    return status; }
STEP(patch_list) { BYTES(patch); LIST(tally_patch_entry); CALL(tally_patch_list(patch, patch_size, TEXT(path),
    (uint32_t)UNSIGNED(flags), TEXT(after), &rows)); ENTRIES(tally_patch_entry); return status; }
STEP(badge_apply) { BYTES(patch); return tally_badge_apply(ACCOUNT, TEXT(path), patch, patch_size,
    (uint32_t)UNSIGNED(flags)); }
STEP(account_verify) { return tally_account_verify(ACCOUNT); }
STEP(node_release) { tally_node_release(ACCOUNT, NUMBER(node)); return TALLY_OK; }
STEP(node_get_path) { CALL(tally_node_get_path(ACCOUNT, NUMBER(node), text, sizeof text, &length)); GIVE_TEXT;
    return status; }
STEP(node_set) { return tally_node_set(ACCOUNT, NUMBER(node), SIGNED(count)); }
STEP(node_dot) { return tally_node_dot(ACCOUNT, NUMBER(node)); }
STEP(node_set_until) { return tally_node_set_until(ACCOUNT, NUMBER(node), SIGNED(count), SIGNED(until)); }
STEP(node_dot_until) { return tally_node_dot_until(ACCOUNT, NUMBER(node), SIGNED(until)); }
STEP(node_add) { return tally_node_add(ACCOUNT, NUMBER(node), SIGNED(delta)); }
STEP(node_clear) { return tally_node_clear(ACCOUNT, NUMBER(node)); }
STEP(node_clear_tree) { return tally_node_clear_tree(ACCOUNT, NUMBER(node)); }
STEP(node_mute) { return tally_node_mute(ACCOUNT, NUMBER(node), (int32_t)SIGNED(mode), SIGNED(until)); }
STEP(node_get) { OUT(tally_badge, badge); CALL(tally_node_get(ACCOUNT, NUMBER(node), &badge));
    STRUCTURE(tally_badge, badge); return status; }
STEP(account_get_position) { SIZED(tally_position, position); CALL(tally_account_get_position(ACCOUNT, TEXT(source),
    &position)); STRUCTURE(tally_position, position); return status; }
STEP(style_set) { IN(tally_style, style); return tally_style_set(ACCOUNT, TEXT(path), style_in); }
STEP(style_get) { SIZED(tally_style, style); CALL(tally_style_get(ACCOUNT, TEXT(path), &style, text, sizeof text,
    &length)); STRUCTURE(tally_style, style); return status; }
STEP(badge_present) { SIZED(tally_presentation, presentation); CALL(tally_badge_present(ACCOUNT, TEXT(path),
    &presentation, text, sizeof text, &length)); STRUCTURE(tally_presentation, presentation); GIVE_TEXT;
    return status; }
STEP(present) { IN(tally_badge, badge); IN(tally_style, style); SIZED(tally_presentation, presentation);
    CALL(tally_present(badge_in, style_in, &presentation, text, sizeof text, &length));
    STRUCTURE(tally_presentation, presentation); GIVE_TEXT; return status; }
STEP(widget_refresh) { return tally_widget_refresh(r->scope); }
STEP(engine_export_account) { CALL(engine_export_account(r->engine, TEXT(name), bytes, sizeof bytes, &length));
    GIVE_BYTES; return status; }
STEP(engine_export_source) { CALL(engine_export_source(r->engine, TEXT(source), bytes, sizeof bytes, &length));
    GIVE_BYTES; return status; }

static const struct {
    const char *name;
    step_function function;
} calls[] = {ENTRY(go), ENTRY(wall), ENTRY(step), ENTRY(events), ENTRY(account_open), ENTRY(account_find),
    ENTRY(badge_changes), ENTRY(badge_batch), ENTRY(node_resolve), ENTRY(engine_batch), ENTRY(engine_get_position),
    ENTRY(engine_import), ENTRY(feed_add), ENTRY(feed_find), ENTRY(feed_find_by_id), ENTRY(snapshot_take),
    ENTRY(badge_restore), ENTRY(snapshot_diff), ENTRY(snapshot_list), ENTRY(widget_bind), ENTRY(drawn),
    ENTRY(engine_set_notify), ENTRY(notified), ENTRY(engine_set_transport), ENTRY(requests), ENTRY(transport_respond),
    ENTRY(transport_progress), ENTRY(version), ENTRY(status_name), ENTRY(status_message), ENTRY(engine_flush),
    ENTRY(engine_verify), ENTRY(engine_limit), ENTRY(engine_backup), ENTRY(engine_get_stats),
    ENTRY(engine_set_foreground), ENTRY(engine_set_network), ENTRY(engine_woke), ENTRY(file_recover),
    ENTRY(file_vacuum), ENTRY(account_list), ENTRY(account_remove), ENTRY(account_set_credential),
    ENTRY(account_remove_credential), ENTRY(account_log_in), ENTRY(account_log_out), ENTRY(account_get),
    ENTRY(account_configure), ENTRY(account_get_settings), ENTRY(account_export), ENTRY(account_import),
    ENTRY(account_hash), ENTRY(badge_set), ENTRY(badge_dot), ENTRY(badge_set_until), ENTRY(badge_dot_until),
    ENTRY(badge_add), ENTRY(badge_clear), ENTRY(badge_clear_tree), ENTRY(badge_mute), ENTRY(badge_snooze),
    ENTRY(badge_flag), ENTRY(badge_get), ENTRY(badge_get_own), ENTRY(badge_set_rule), ENTRY(badge_get_rule),
    ENTRY(link_add), ENTRY(link_remove), ENTRY(link_list), ENTRY(engine_get_total), ENTRY(engine_get_total_of_all),
    ENTRY(badge_list), ENTRY(badge_explain), ENTRY(message_list), ENTRY(message_list_from), ENTRY(message_first),
    ENTRY(message_get), ENTRY(message_find), ENTRY(message_get_data), ENTRY(message_get_counts),
    ENTRY(message_mark_read), ENTRY(message_mark_path_read), ENTRY(message_mark_read_until),
    ENTRY(message_mark_unread), ENTRY(message_mark_seen), ENTRY(message_snooze), ENTRY(message_post),
    ENTRY(message_remove), ENTRY(message_withdraw), ENTRY(observe), ENTRY(observe_messages), ENTRY(observe_groups),
    ENTRY(observe_total), ENTRY(observe_feed), ENTRY(unobserve), ENTRY(view_begin), ENTRY(view_end),
    ENTRY(engine_dispatch), ENTRY(engine_interrupt), ENTRY(engine_get_descriptor), ENTRY(engine_get_timeout),
    ENTRY(feed_list), ENTRY(feed_list_rejected), ENTRY(drift_list), ENTRY(feed_remove), ENTRY(feed_refresh),
    ENTRY(feed_show_page), ENTRY(feed_hide_page), ENTRY(feed_cancel), ENTRY(feed_pause), ENTRY(feed_set_credential),
    ENTRY(feed_remove_credential), ENTRY(feed_refresh_now), ENTRY(feed_get), ENTRY(feed_deliver), ENTRY(account_push),
    ENTRY(feed_push), ENTRY(mapping_try), ENTRY(path_escape), ENTRY(path_join), ENTRY(path_parent),
    ENTRY(path_component), ENTRY(category_set), ENTRY(category_remove), ENTRY(strings_set), ENTRY(strings_remove),
    ENTRY(strings_import), ENTRY(group_list), ENTRY(group_get), ENTRY(group_list_messages), ENTRY(group_mark_seen),
    ENTRY(group_dismiss), ENTRY(outbox_lease), ENTRY(outbox_ack), ENTRY(outbox_fail), ENTRY(outbox_list),
    ENTRY(outbox_get_counts), ENTRY(outbox_retry), ENTRY(outbox_retry_all), ENTRY(outbox_remove),
    ENTRY(outbox_remove_failed), ENTRY(reminder_put), ENTRY(reminder_edit), ENTRY(reminder_mark_done),
    ENTRY(reminder_mark_undone), ENTRY(reminder_remove), ENTRY(reminder_snooze), ENTRY(reminder_acknowledge),
    ENTRY(reminder_list), ENTRY(reminder_get), ENTRY(reminder_plan), ENTRY(reminder_confirm_plan),
    ENTRY(reminder_list_notes), ENTRY(reminder_export), ENTRY(reminder_import), ENTRY(engine_set_zone),
    ENTRY(badge_digest), ENTRY(badge_diff), ENTRY(patch_inverse), ENTRY(patch_list), ENTRY(badge_apply),
    ENTRY(account_verify), ENTRY(node_release), ENTRY(node_get_path), ENTRY(node_set), ENTRY(node_dot),
    ENTRY(node_set_until), ENTRY(node_dot_until), ENTRY(node_add), ENTRY(node_clear), ENTRY(node_clear_tree),
    ENTRY(node_mute), ENTRY(node_get), ENTRY(account_get_position), ENTRY(style_set), ENTRY(style_get),
    ENTRY(badge_present), ENTRY(present), ENTRY(widget_refresh), ENTRY(engine_export_account),
    ENTRY(engine_export_source)};
