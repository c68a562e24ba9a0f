// Generated from include/tally.h: make update-abi.
// swift-format-ignore-file
import CTally
import Testing

/// Swift sees the structures as C has them.
@Suite struct LayoutTests {
  private func check<T>(_: T.Type, size: Int, alignment: Int, _ offsets: [(PartialKeyPath<T>, Int)]) {
    #expect(MemoryLayout<T>.size == size)
    #expect(MemoryLayout<T>.stride == size)
    #expect(MemoryLayout<T>.alignment == alignment)
    for (member, offset) in offsets {
      #expect(MemoryLayout<T>.offset(of: member) == offset, "\(member)")
    }
  }

  @Test func text() {
    check(tally_text.self, size: 8, alignment: 4, [
      (\.offset, 0), (\.length, 4),
    ])
  }

  @Test func rows() {
    check(tally_rows.self, size: 64, alignment: 8, [
      (\.struct_size, 0), (\.entry_size, 4), (\.entries, 8), (\.capacity, 16), (\.text, 24), (\.text_capacity, 32),
      (\.count, 40), (\.text_size, 48), (\.next, 56),
    ])
  }

  @Test func bytes() {
    check(tally_bytes.self, size: 16, alignment: 8, [
      (\.data, 0), (\.size, 8),
    ])
  }

  @Test func engineOptions() {
    check(tally_engine_options.self, size: 224, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.seed, 8), (\.batch_id_time, 16), (\.file, 24), (\.ca_file, 32),
      (\.user_agent, 40), (\.zone, 48), (\.clock, 56), (\.clock_user_data, 64), (\.clock_release_user_data, 72),
      (\.log, 80), (\.log_user_data, 88), (\.log_release_user_data, 96), (\.zone_file, 104), (\.zone_user_data, 112),
      (\.zone_release_user_data, 120), (\.reserved_pointer, 128), (\.durability, 136), (\.log_level, 140),
      (\.max_depth, 144), (\.max_path_bytes, 148), (\.max_nodes, 152), (\.max_accounts, 156),
      (\.max_loaded_accounts, 160), (\.max_feeds, 164), (\.max_observers, 168), (\.max_response_bytes, 172),
      (\.max_batch_ids, 176), (\.max_requests, 180), (\.max_requests_per_origin, 184), (\.max_forgotten, 188),
      (\.max_marks, 192), (\.max_failed_rows, 196), (\.max_rejected, 200), (\.max_reminder_log, 204),
      (\.max_cached_groups, 208), (\.max_events, 212), (\.max_completions, 216), (\.max_links, 220),
    ])
  }

  @Test func stats() {
    check(tally_stats.self, size: 136, alignment: 8, [
      (\.struct_size, 0), (\.accounts, 4), (\.loaded_accounts, 8), (\.feeds, 12), (\.account_loads, 16),
      (\.account_evictions, 24), (\.observers, 32), (\.events, 40), (\.nodes, 48), (\.node_bytes, 56),
      (\.unstored_badges, 64), (\.file_size, 72), (\.log_size, 80), (\.commits, 88), (\.committed_calls, 96),
      (\.longest_wait_us, 104), (\.longest_hold_us, 112), (\.waiting_calls, 120), (\.requests, 124),
      (\.origin_requests, 128), (\.drifts, 132),
    ])
  }

  @Test func recovery() {
    check(tally_recovery.self, size: 112, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.pages, 8), (\.damaged_pages, 16), (\.doubtful_rows, 24),
      (\.accounts_saved, 32), (\.accounts_lost, 40), (\.badges_saved, 48), (\.badges_lost, 56), (\.feeds_saved, 64),
      (\.feeds_lost, 72), (\.messages_saved, 80), (\.messages_lost, 88), (\.others_saved, 96), (\.others_lost, 104),
    ])
  }

  @Test func accountOptions() {
    check(tally_account_options.self, size: 16, alignment: 4, [
      (\.struct_size, 0), (\.flags, 4), (\.aggregation, 8), (\.feeding, 12),
    ])
  }

  @Test func accountEntry() {
    check(tally_account_entry.self, size: 8, alignment: 4, [
      (\.name, 0),
    ])
  }

  @Test func credential() {
    check(tally_credential.self, size: 40, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.kind, 8), (\.reserved, 12), (\.name, 16), (\.secret, 24), (\.format, 32),
    ])
  }

  @Test func accountState() {
    check(tally_account_state.self, size: 40, alignment: 8, [
      (\.struct_size, 0), (\.logged_in, 4), (\.id, 8), (\.revision, 16), (\.epoch, 24), (\.aggregation, 32),
      (\.feeding, 36),
    ])
  }

  @Test func accountSettings() {
    check(tally_account_settings.self, size: 72, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.grouping, 8), (\.outbox, 12), (\.feeding, 16), (\.outbox_kinds, 20),
      (\.outbox_request_timeout, 24), (\.outbox_idle_timeout, 32), (\.language, 40), (\.outbox_url, 48),
      (\.push_path, 56), (\.reserved_pointer, 64),
    ])
  }

  @Test func accountSettingsEntry() {
    check(tally_account_settings_entry.self, size: 56, alignment: 8, [
      (\.outbox_request_timeout, 0), (\.outbox_idle_timeout, 8), (\.grouping, 16), (\.outbox, 20), (\.feeding, 24),
      (\.outbox_kinds, 28), (\.language, 32), (\.outbox_url, 40), (\.push_path, 48),
    ])
  }

  @Test func badge() {
    check(tally_badge.self, size: 40, alignment: 8, [
      (\.count, 0), (\.revision, 8), (\.highlights, 16), (\.kind, 24), (\.flags, 28), (\.level, 32), (\.reserved, 36),
    ])
  }

  @Test func badgeOwn() {
    check(tally_badge_own.self, size: 48, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.count, 8), (\.until, 16), (\.mute_until, 24), (\.mute, 32), (\.flags, 36),
      (\.snoozed_until, 40),
    ])
  }

  @Test func badgeRule() {
    check(tally_badge_rule.self, size: 16, alignment: 4, [
      (\.struct_size, 0), (\.feeding, 4), (\.flags, 8), (\.counting, 12),
    ])
  }

  @Test func link() {
    check(tally_link.self, size: 16, alignment: 4, [
      (\.path, 0), (\.under, 8),
    ])
  }

  @Test func badgeEntry() {
    check(tally_badge_entry.self, size: 48, alignment: 8, [
      (\.path, 0), (\.badge, 8),
    ])
  }

  @Test func reason() {
    check(tally_reason.self, size: 72, alignment: 8, [
      (\.contributed, 0), (\.fed_count, 8), (\.kept_count, 16), (\.own_count, 24), (\.flags, 28), (\.message, 32),
      (\.path, 40), (\.id, 48), (\.highlights, 56), (\.level, 64), (\.reserved, 68),
    ])
  }

  @Test func message() {
    check(tally_message.self, size: 152, alignment: 8, [
      (\.key, 0), (\.feed, 8), (\.time, 16), (\.count, 24), (\.state, 28), (\.id, 32), (\.path, 40), (\.kind, 48),
      (\.title, 56), (\.body, 64), (\.thread, 72), (\.category, 80), (\.argument, 88), (\.argument_count, 96),
      (\.data_size, 100), (\.link, 104), (\.icon, 112), (\.subtitle, 120), (\.also, 128), (\.level, 136),
      (\.reserved, 140), (\.snoozed_until, 144),
    ])
  }

  @Test func messagePosition() {
    check(tally_message_position.self, size: 48, alignment: 8, [
      (\.struct_size, 0), (\.reserved, 4), (\.key, 8), (\.time, 16), (\.matching, 24), (\.newer, 32), (\.older, 40),
    ])
  }

  @Test func messageCounts() {
    check(tally_message_counts.self, size: 32, alignment: 8, [
      (\.struct_size, 0), (\.reserved, 4), (\.total, 8), (\.unread, 16), (\.unseen, 24),
    ])
  }

  @Test func messageOptions() {
    check(tally_message_options.self, size: 144, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.time, 8), (\.count, 16), (\.argument_count, 20), (\.id, 24), (\.title, 32),
      (\.body, 40), (\.kind, 48), (\.thread, 56), (\.category, 64), (\.argument, 72), (\.link, 80), (\.icon, 88),
      (\.subtitle, 96), (\.data, 104), (\.data_length, 112), (\.also, 120), (\.reserved_pointer, 128), (\.level, 136),
      (\.reserved, 140),
    ])
  }

  @Test func event() {
    check(tally_event.self, size: 152, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.token, 8), (\.account, 16), (\.feed, 24), (\.reminder, 32), (\.count, 40),
      (\.revision, 48), (\.badge_kind, 56), (\.result, 60), (\.retry_after, 64), (\.next_time, 72), (\.added, 80),
      (\.changed, 84), (\.removed, 88), (\.rejected, 92), (\.text_length, 96), (\.missed, 100), (\.total, 104),
      (\.unread, 112), (\.unseen, 120), (\.http_status, 128), (\.level, 132), (\.highlights, 136),
      (\.total_highlights, 144),
    ])
  }

  @Test func feedOptions() {
    check(tally_feed_options.self, size: 136, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.initial_delay, 8), (\.interval, 16), (\.visible_interval, 24),
      (\.request_timeout, 32), (\.idle_timeout, 40), (\.tolerance, 48), (\.away_time, 56), (\.max_age, 64),
      (\.max_messages, 72), (\.page_limit, 80), (\.polling, 84), (\.url, 88), (\.prefix, 96), (\.mapping_preset, 104),
      (\.mapping, 112), (\.title, 120), (\.reserved, 128),
    ])
  }

  @Test func feedEntry() {
    check(tally_feed_entry.self, size: 160, alignment: 8, [
      (\.id, 0), (\.last_success, 8), (\.rejected, 16), (\.initial_delay, 24), (\.interval, 32),
      (\.visible_interval, 40), (\.request_timeout, 48), (\.idle_timeout, 56), (\.tolerance, 64), (\.away_time, 72),
      (\.max_age, 80), (\.max_messages, 88), (\.page_limit, 96), (\.options, 100), (\.flags, 104), (\.reserved, 108),
      (\.name, 112), (\.url, 120), (\.prefix, 128), (\.title, 136), (\.mapping_preset, 144), (\.mapping, 152),
    ])
  }

  @Test func rejected() {
    check(tally_rejected.self, size: 32, alignment: 8, [
      (\.id, 0), (\.time, 8), (\.reason, 16), (\.body, 24),
    ])
  }

  @Test func drift() {
    check(tally_drift.self, size: 48, alignment: 8, [
      (\.ours, 0), (\.theirs, 8), (\.feed, 16), (\.path, 24), (\.our_highlights, 32), (\.their_highlights, 40),
    ])
  }

  @Test func pageInfo() {
    check(tally_page_info.self, size: 24, alignment: 8, [
      (\.struct_size, 0), (\.first, 4), (\.away_time, 8), (\.requested, 16), (\.reserved, 20),
    ])
  }

  @Test func feedState() {
    check(tally_feed_state.self, size: 72, alignment: 8, [
      (\.struct_size, 0), (\.result, 4), (\.id, 8), (\.last_success, 16), (\.next_time, 24), (\.requests, 32),
      (\.not_modified, 40), (\.failures, 48), (\.in_flight, 56), (\.failures_in_a_row, 60), (\.http_status, 64),
      (\.reserved, 68),
    ])
  }

  @Test func forms() {
    check(tally_forms.self, size: 56, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.zero, 8), (\.one, 16), (\.two, 24), (\.few, 32), (\.many, 40),
      (\.other, 48),
    ])
  }

  @Test func importReport() {
    check(tally_import_report.self, size: 24, alignment: 8, [
      (\.struct_size, 0), (\.reserved, 4), (\.taken, 8), (\.skipped, 16),
    ])
  }

  @Test func group() {
    check(tally_group.self, size: 96, alignment: 8, [
      (\.newest, 0), (\.oldest, 8), (\.items, 16), (\.notifications, 24), (\.fresh, 32), (\.time, 40), (\.origin, 48),
      (\.thread, 52), (\.path, 60), (\.title, 68), (\.summary, 76), (\.language, 84), (\.reserved, 92),
    ])
  }

  @Test func outboxEntry() {
    check(tally_outbox_entry.self, size: 72, alignment: 8, [
      (\.id, 0), (\.feed, 8), (\.attempt, 16), (\.next_time, 24), (\.lease_end, 32), (\.kind, 40), (\.state, 44),
      (\.key, 48), (\.entity, 56), (\.body, 64),
    ])
  }

  @Test func outboxCounts() {
    check(tally_outbox_counts.self, size: 32, alignment: 8, [
      (\.struct_size, 0), (\.reserved, 4), (\.total, 8), (\.leased, 16), (\.failed, 24),
    ])
  }

  @Test func reminderOptions() {
    check(tally_reminder_options.self, size: 88, alignment: 8, [
      (\.struct_size, 0), (\.fields, 4), (\.title, 8), (\.body, 16), (\.path, 24), (\.zone, 32), (\.produced, 40),
      (\.shelf_life, 44), (\.shelf_unit, 48), (\.time_of_day, 52), (\.smart, 56), (\.repeat_unit, 60),
      (\.repeat_every, 64), (\.end, 68), (\.start, 72), (\.overdue_unit, 76), (\.overdue_every, 80),
      (\.overdue_limit, 84),
    ])
  }

  @Test func reminder() {
    check(tally_reminder.self, size: 160, alignment: 8, [
      (\.key, 0), (\.next_time, 8), (\.due_time, 16), (\.expires, 24), (\.stamp, 32), (\.revision, 40), (\.state, 44),
      (\.expiry, 48), (\.span, 52), (\.days_left, 56), (\.is_smart, 60), (\.produced, 64), (\.shelf_life, 68),
      (\.shelf_unit, 72), (\.time_of_day, 76), (\.entered, 80), (\.smart, 84), (\.repeat_unit, 88),
      (\.repeat_every, 92), (\.start, 96), (\.end, 100), (\.overdue_unit, 104), (\.overdue_every, 108),
      (\.overdue_limit, 112), (\.id, 116), (\.title, 124), (\.body, 132), (\.path, 140), (\.zone, 148),
      (\.reserved, 156),
    ])
  }

  @Test func planOptions() {
    check(tally_plan_options.self, size: 16, alignment: 4, [
      (\.struct_size, 0), (\.flags, 4), (\.limit, 8), (\.reserve, 12),
    ])
  }

  @Test func planEntry() {
    check(tally_plan_entry.self, size: 64, alignment: 8, [
      (\.id, 0), (\.time, 8), (\.occurrence, 16), (\.revision, 24), (\.action, 28), (\.reminder, 32), (\.title, 40),
      (\.body, 48), (\.path, 56),
    ])
  }

  @Test func plan() {
    check(tally_plan.self, size: 32, alignment: 8, [
      (\.struct_size, 0), (\.planned, 4), (\.left_out, 8), (\.reach, 16), (\.token, 24),
    ])
  }

  @Test func reminderNote() {
    check(tally_reminder_note.self, size: 40, alignment: 8, [
      (\.id, 0), (\.time, 8), (\.occurrence_time, 16), (\.revision, 24), (\.kind, 28), (\.reminder, 32),
    ])
  }

  @Test func skippedEntry() {
    check(tally_skipped_entry.self, size: 24, alignment: 8, [
      (\.line, 0), (\.uid, 8), (\.reason, 16),
    ])
  }

  @Test func snapshotEntry() {
    check(tally_snapshot_entry.self, size: 48, alignment: 8, [
      (\.path, 0), (\.count, 8), (\.until, 16), (\.mute_until, 24), (\.kind, 32), (\.mute, 36), (\.snoozed_until, 40),
    ])
  }

  @Test func patchEntry() {
    check(tally_patch_entry.self, size: 88, alignment: 8, [
      (\.path, 0), (\.before_count, 8), (\.before_until, 16), (\.before_mute_until, 24), (\.before_kind, 32),
      (\.before_mute, 36), (\.after_count, 40), (\.after_until, 48), (\.after_mute_until, 56), (\.after_kind, 64),
      (\.after_mute, 68), (\.before_snoozed_until, 72), (\.after_snoozed_until, 80),
    ])
  }

  @Test func operation() {
    check(tally_operation.self, size: 96, alignment: 8, [
      (\.kind, 0), (\.status, 4), (\.flags, 8), (\.badge_kind, 12), (\.node, 16), (\.value, 24), (\.until, 32),
      (\.count, 40), (\.path, 48), (\.id, 56), (\.key, 64), (\.changed, 72), (\.message, 80), (\.reminder, 88),
    ])
  }

  @Test func batchOptions() {
    check(tally_batch_options.self, size: 48, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.operation_size, 8), (\.reserved, 12), (\.epoch, 16), (\.position, 24),
      (\.source, 32), (\.id, 40),
    ])
  }

  @Test func position() {
    check(tally_position.self, size: 32, alignment: 8, [
      (\.struct_size, 0), (\.reserved, 4), (\.epoch, 8), (\.position, 16), (\.time, 24),
    ])
  }

  @Test func style() {
    check(tally_style.self, size: 72, alignment: 8, [
      (\.struct_size, 0), (\.fields, 4), (\.dot_radius, 8), (\.offset_x, 12), (\.offset_y, 16), (\.font_size, 20),
      (\.font_weight, 24), (\.text_color, 28), (\.background_color, 32), (\.overflow, 36), (\.max_count, 40),
      (\.icon, 48), (\.reserved, 56), (\.highlight_color, 64), (\.reserved_2, 68),
    ])
  }

  @Test func presentation() {
    check(tally_presentation.self, size: 64, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.count, 8), (\.dot_radius, 16), (\.offset_x, 20), (\.offset_y, 24),
      (\.font_size, 28), (\.font_weight, 32), (\.text_color, 36), (\.background_color, 40), (\.overflow, 44),
      (\.max_count, 48), (\.highlighted, 56), (\.reserved, 60),
    ])
  }

  @Test func widget() {
    check(tally_widget.self, size: 40, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.show_dot, 8), (\.show_number, 16), (\.show_icon, 24), (\.hide, 32),
    ])
  }

  @Test func request() {
    check(tally_request.self, size: 96, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.id, 8), (\.max_size, 16), (\.request_timeout, 24), (\.idle_timeout, 32),
      (\.method, 40), (\.url, 48), (\.headers, 56), (\.headers_size, 64), (\.body, 72), (\.body_size, 80),
      (\.flags, 88), (\.reserved, 92),
    ])
  }

  @Test func item() {
    check(tally_item.self, size: 48, alignment: 8, [
      (\.account, 0), (\.id, 8), (\.time, 16), (\.operations, 24), (\.count, 32), (\.status, 40), (\.flags, 44),
    ])
  }

  @Test func engineBatchOptions() {
    check(tally_engine_batch_options.self, size: 56, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.item_size, 8), (\.operation_size, 12), (\.aggregation, 16),
      (\.feeding, 20), (\.epoch, 24), (\.position, 32), (\.source, 40), (\.reserved, 48),
    ])
  }

  @Test func `import`() {
    check(tally_import.self, size: 48, alignment: 8, [
      (\.account, 0), (\.bytes, 8), (\.size, 16), (\.status, 24), (\.flags, 28), (\.reserved, 32),
    ])
  }

  @Test func traceOptions() {
    check(tally_trace_options.self, size: 32, alignment: 8, [
      (\.struct_size, 0), (\.kinds, 4), (\.bytes, 8), (\.account, 16), (\.reserved, 24),
    ])
  }

  @Test func traceState() {
    check(tally_trace_state.self, size: 40, alignment: 8, [
      (\.count, 0), (\.until, 8), (\.mute_until, 16), (\.kind, 24), (\.own_kind, 28), (\.own_count, 32), (\.mute, 36),
    ])
  }

  @Test func traceRecord() {
    check(tally_trace_record.self, size: 208, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.account, 8), (\.feed, 16), (\.revision, 24), (\.time, 32), (\.cause, 40),
      (\.request, 44), (\.change, 48), (\.level, 52), (\.result, 56), (\.http_status, 60), (\.missed, 64),
      (\.text_length, 68), (\.headers_length, 72), (\.body_length, 76), (\.count, 80), (\.total, 88), (\.unread, 96),
      (\.unseen, 104), (\.added, 112), (\.changed, 116), (\.removed, 120), (\.rejected, 124), (\.before, 128),
      (\.after, 168),
    ])
  }
}
