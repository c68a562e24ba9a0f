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

  @Test func engineOptions() {
    check(tally_engine_options.self, size: 208, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.file, 8), (\.durability, 16), (\.max_depth, 20), (\.max_path_bytes, 24),
      (\.max_nodes, 28), (\.max_accounts, 32), (\.max_feeds, 36), (\.max_observers, 40), (\.max_response_bytes, 44),
      (\.ca_file, 48), (\.user_agent, 56), (\.clock, 64), (\.clock_user_data, 72), (\.log, 80), (\.log_user_data, 88),
      (\.log_level, 96), (\.reserved0, 100), (\.seed, 104), (\.batch_id_time, 112), (\.max_batch_ids, 120),
      (\.max_loaded_accounts, 124), (\.zone, 128), (\.zone_file, 136), (\.zone_user_data, 144), (\.max_flights, 152),
      (\.max_flights_per_origin, 156), (\.max_forgotten, 160), (\.max_marks, 164), (\.max_failed_rows, 168),
      (\.max_rejected, 172), (\.max_reminder_log, 176), (\.max_cached_groups, 180), (\.max_events, 184),
      (\.max_completions, 188), (\.reserved, 192),
    ])
  }

  @Test func recovery() {
    check(tally_recovery.self, size: 160, alignment: 8, [
      (\.struct_size, 0), (\.reserved0, 4), (\.pages, 8), (\.damaged_pages, 16), (\.doubtful_rows, 24),
      (\.accounts_saved, 32), (\.accounts_lost, 40), (\.badges_saved, 48), (\.badges_lost, 56), (\.feeds_saved, 64),
      (\.feeds_lost, 72), (\.messages_saved, 80), (\.messages_lost, 88), (\.others_saved, 96), (\.others_lost, 104),
      (\.reserved, 112),
    ])
  }

  @Test func limits() {
    check(tally_limits.self, size: 80, alignment: 4, [
      (\.struct_size, 0), (\.max_depth, 4), (\.max_path_bytes, 8), (\.max_nodes, 12), (\.max_accounts, 16),
      (\.max_feeds, 20), (\.max_observers, 24), (\.max_response_bytes, 28), (\.max_loaded_accounts, 32),
      (\.max_batch_ids, 36), (\.max_flights, 40), (\.max_flights_per_origin, 44), (\.max_forgotten, 48),
      (\.max_marks, 52), (\.max_failed_rows, 56), (\.max_rejected, 60), (\.max_reminder_log, 64),
      (\.max_cached_groups, 68), (\.max_events, 72), (\.max_completions, 76),
    ])
  }

  @Test func stats() {
    check(tally_stats.self, size: 136, alignment: 8, [
      (\.struct_size, 0), (\.accounts, 4), (\.loaded_accounts, 8), (\.feeds, 12), (\.account_loads, 16),
      (\.account_evictions, 24), (\.observers, 32), (\.events, 40), (\.nodes, 48), (\.node_bytes, 56),
      (\.unstored_badges, 64), (\.file_size, 72), (\.log_size, 80), (\.commits, 88), (\.committed_calls, 96),
      (\.longest_wait, 104), (\.longest_store_hold, 112), (\.waiting_calls, 120), (\.flights, 124),
      (\.origin_flights, 128), (\.reserved, 132),
    ])
  }

  @Test func accountOptions() {
    check(tally_account_options.self, size: 48, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.aggregation, 8), (\.feeding, 12), (\.reserved, 16),
    ])
  }

  @Test func badge() {
    check(tally_badge.self, size: 32, alignment: 8, [
      (\.count, 0), (\.revision, 8), (\.shows, 16), (\.flags, 20), (\.manual_count, 24), (\.reserved, 28),
    ])
  }

  @Test func badgeEntry() {
    check(tally_badge_entry.self, size: 40, alignment: 8, [
      (\.badge, 0), (\.path_offset, 32), (\.path_length, 36),
    ])
  }

  @Test func reason() {
    check(tally_reason.self, size: 56, alignment: 8, [
      (\.contributed, 0), (\.fed_count, 8), (\.kept_count, 16), (\.manual_count, 24), (\.flags, 28),
      (\.path_offset, 32), (\.path_length, 36), (\.message, 40), (\.id_offset, 48), (\.id_length, 52),
    ])
  }

  @Test func operation() {
    check(tally_operation.self, size: 56, alignment: 8, [
      (\.kind, 0), (\.status, 4), (\.path, 8), (\.node, 16), (\.value, 24), (\.until, 32), (\.count, 40),
      (\.shows, 48), (\.reserved, 52),
    ])
  }

  @Test func batchOptions() {
    check(tally_batch_options.self, size: 64, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.source, 8), (\.epoch, 16), (\.position, 24), (\.id, 32), (\.reserved, 40),
    ])
  }

  @Test func nodeOperation() {
    check(tally_node_operation.self, size: 24, alignment: 8, [
      (\.node, 0), (\.value, 8), (\.kind, 16), (\.status, 20),
    ])
  }

  @Test func style() {
    check(tally_style.self, size: 88, alignment: 8, [
      (\.struct_size, 0), (\.fields, 4), (\.dot_radius, 8), (\.offset_x, 12), (\.offset_y, 16), (\.font_size, 20),
      (\.font_weight, 24), (\.text_color, 28), (\.background_color, 32), (\.overflow, 36), (\.max_count, 40),
      (\.icon, 48), (\.reserved, 56),
    ])
  }

  @Test func presentation() {
    check(tally_presentation.self, size: 88, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.count, 8), (\.dot_radius, 16), (\.offset_x, 20), (\.offset_y, 24),
      (\.font_size, 28), (\.font_weight, 32), (\.text_color, 36), (\.background_color, 40), (\.overflow, 44),
      (\.max_count, 48), (\.reserved, 56),
    ])
  }

  @Test func event() {
    check(tally_event.self, size: 128, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.token, 8), (\.account, 16), (\.feed, 24), (\.count, 32), (\.revision, 40),
      (\.shows, 48), (\.result, 52), (\.retry_after, 56), (\.next_time, 64), (\.added, 72), (\.changed, 76),
      (\.removed, 80), (\.rejected, 84), (\.text_length, 88), (\.reserved0, 92), (\.total, 96), (\.unread, 104),
      (\.unseen, 112), (\.reserved, 120),
    ])
  }

  @Test func view() {
    check(tally_view.self, size: 40, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.show_dot, 8), (\.show_number, 16), (\.show_icon, 24), (\.hide, 32),
    ])
  }

  @Test func feedOptions() {
    check(tally_feed_options.self, size: 152, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.url, 8), (\.prefix, 16), (\.initial_delay, 24), (\.interval, 32),
      (\.request_timeout, 40), (\.idle_timeout, 48), (\.page_limit, 56), (\.preset, 60), (\.visible_interval, 64),
      (\.tolerance, 72), (\.away_time, 80), (\.max_age, 88), (\.max_messages, 96), (\.reserved, 104),
      (\.mapping_preset, 128), (\.mapping, 136), (\.memo, 144),
    ])
  }

  @Test func feedEntry() {
    check(tally_feed_entry.self, size: 72, alignment: 8, [
      (\.id, 0), (\.last_success, 8), (\.rejected, 16), (\.flags, 24), (\.reserved, 28), (\.name, 32), (\.url, 40),
      (\.prefix, 48), (\.title, 56), (\.memo, 64),
    ])
  }

  @Test func rejected() {
    check(tally_rejected.self, size: 32, alignment: 8, [
      (\.number, 0), (\.time, 8), (\.reason, 16), (\.body, 24),
    ])
  }

  @Test func feedState() {
    check(tally_feed_state.self, size: 64, alignment: 8, [
      (\.struct_size, 0), (\.result, 4), (\.id, 8), (\.last_success, 16), (\.next_time, 24), (\.requests, 32),
      (\.not_modified, 40), (\.failures, 48), (\.in_flight, 56), (\.failures_in_a_row, 60),
    ])
  }

  @Test func request() {
    check(tally_request.self, size: 104, alignment: 8, [
      (\.struct_size, 0), (\.kind, 4), (\.id, 8), (\.method, 16), (\.url, 24), (\.headers, 32), (\.body, 40),
      (\.body_size, 48), (\.max_size, 56), (\.request_timeout, 64), (\.idle_timeout, 72), (\.flags, 80),
      (\.reserved0, 84), (\.reserved, 88),
    ])
  }

  @Test func message() {
    check(tally_message.self, size: 104, alignment: 8, [
      (\.key, 0), (\.feed, 8), (\.time, 16), (\.count, 24), (\.state, 28), (\.id, 32), (\.path, 40), (\.kind, 48),
      (\.title, 56), (\.body, 64), (\.thread, 72), (\.category, 80), (\.argument, 88), (\.argument_count, 96),
      (\.reserved, 100),
    ])
  }

  @Test func messageOptions() {
    check(tally_message_options.self, size: 96, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.id, 8), (\.title, 16), (\.body, 24), (\.kind, 32), (\.thread, 40),
      (\.category, 48), (\.argument, 56), (\.time, 64), (\.count, 72), (\.argument_count, 76), (\.reserved, 80),
    ])
  }

  @Test func forms() {
    check(tally_forms.self, size: 56, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.zero, 8), (\.one, 16), (\.two, 24), (\.few, 32), (\.many, 40),
      (\.other, 48),
    ])
  }

  @Test func group() {
    check(tally_group.self, size: 96, alignment: 8, [
      (\.newest, 0), (\.oldest, 8), (\.items, 16), (\.notifications, 24), (\.fresh, 32), (\.time, 40), (\.origin, 48),
      (\.reserved, 52), (\.thread, 56), (\.path, 64), (\.title, 72), (\.summary, 80), (\.language, 88),
    ])
  }

  @Test func outboxOptions() {
    check(tally_outbox_options.self, size: 48, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.url, 8), (\.request_timeout, 16), (\.idle_timeout, 24), (\.reserved, 32),
    ])
  }

  @Test func outboxEntry() {
    check(tally_outbox_entry.self, size: 72, alignment: 8, [
      (\.sequence, 0), (\.feed, 8), (\.attempt, 16), (\.next_time, 24), (\.lease_end, 32), (\.kind, 40),
      (\.state, 44), (\.key, 48), (\.entity, 56), (\.body, 64),
    ])
  }

  @Test func reminderOptions() {
    check(tally_reminder_options.self, size: 120, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.title, 8), (\.body, 16), (\.path, 24), (\.zone, 32), (\.produced, 40),
      (\.shelf_life, 44), (\.shelf_unit, 48), (\.time, 52), (\.smart, 56), (\.repeat_unit, 60), (\.repeat_every, 64),
      (\.end, 68), (\.start, 72), (\.overdue_unit, 76), (\.overdue_every, 80), (\.overdue_limit, 84),
      (\.reserved, 88),
    ])
  }

  @Test func reminder() {
    check(tally_reminder.self, size: 160, alignment: 8, [
      (\.number, 0), (\.next_time, 8), (\.due_time, 16), (\.expires, 24), (\.stamp, 32), (\.revision, 40),
      (\.state, 44), (\.expiry, 48), (\.span, 52), (\.days_left, 56), (\.is_smart, 60), (\.produced, 64),
      (\.shelf_life, 68), (\.shelf_unit, 72), (\.time, 76), (\.entered, 80), (\.smart, 84), (\.repeat_unit, 88),
      (\.repeat_every, 92), (\.start, 96), (\.end, 100), (\.overdue_unit, 104), (\.overdue_every, 108),
      (\.overdue_limit, 112), (\.reserved0, 116), (\.id, 120), (\.title, 128), (\.body, 136), (\.path, 144),
      (\.zone, 152),
    ])
  }

  @Test func planOptions() {
    check(tally_plan_options.self, size: 32, alignment: 8, [
      (\.struct_size, 0), (\.flags, 4), (\.limit, 8), (\.reserve, 12), (\.reserved, 16),
    ])
  }

  @Test func planEntry() {
    check(tally_plan_entry.self, size: 64, alignment: 8, [
      (\.id, 0), (\.time, 8), (\.occurrence, 16), (\.revision, 24), (\.action, 28), (\.reminder, 32), (\.title, 40),
      (\.body, 48), (\.path, 56),
    ])
  }

  @Test func plan() {
    check(tally_plan.self, size: 24, alignment: 8, [
      (\.struct_size, 0), (\.planned, 4), (\.left_out, 8), (\.reach, 16),
    ])
  }

  @Test func reminderNote() {
    check(tally_reminder_note.self, size: 40, alignment: 8, [
      (\.number, 0), (\.time, 8), (\.occurrence_time, 16), (\.revision, 24), (\.kind, 28), (\.reminder, 32),
    ])
  }
}
