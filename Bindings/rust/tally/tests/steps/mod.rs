// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use super::*;

kinds! { BadgeKind, Durability, LogLevel, Limit, Aggregation, Feeding, Counting, CredentialKind, MuteMode, Level,
    OperationKind, OverflowStyle, Polling, MessageState, Grouping, OutboxMode, StringsKind, SummaryOrigin, OutboxKind,
    OutboxState, Unit, SmartMode, ReminderState, PlanAction, NoteKind, EventKind, RequestKind, }
flags! { AccountFlags, EngineFlags, BackupFlags, BadgeFlags, ListFlags, ReasonFlags, ApplyFlags, BatchFlags,
    ObserveFlags, FeedFlags, FeedEntryFlags, RequestFlags, MessagesFlags, MessageFlags, GroupsFlags, PlanFlags,
    CredentialFlags, RuleFlags, ViewFlags, LinkFlags, StatsFlags, OutboxFlags, ImportFlags, OwnFlags, }
fill!(EngineOptions; flags, seed, batch_id_time, durability, log_level, max_depth, max_path_bytes, max_nodes,
    max_accounts, max_loaded_accounts, max_feeds, max_observers, max_response_bytes, max_batch_ids, max_requests,
    max_requests_per_origin, max_forgotten, max_marks, max_failed_rows, max_rejected, max_reminder_log,
    max_cached_groups, max_events, max_completions, max_links; file, ca_file, user_agent, zone; );
out!(Stats; accounts, loaded_accounts, feeds, account_loads, account_evictions, observers, events, nodes, node_bytes,
    unstored_badges, file_size, log_size, commits, committed_calls, longest_wait_us, longest_hold_us, waiting_calls,
    requests, origin_requests, drifts, );
out!(Recovery; flags, pages, damaged_pages, doubtful_rows, accounts_saved, accounts_lost, badges_saved, badges_lost,
    feeds_saved, feeds_lost, messages_saved, messages_lost, others_saved, others_lost, );
fill!(AccountOptions; flags, aggregation, feeding; ; );
fill!(Credential; flags, kind; name, secret, format; );
out!(AccountState; logged_in, id, revision, epoch, aggregation, feeding, name, );
fill!(AccountSettings; flags, grouping, outbox, feeding, outbox_kinds, outbox_request_timeout, outbox_idle_timeout;
    language, outbox_url, push_path; );
out!(AccountSettingsEntry; outbox_request_timeout, outbox_idle_timeout, grouping, outbox, feeding, outbox_kinds,
    language, outbox_url, push_path, );
out!(Badge; count, revision, highlights, kind, flags, level, );
out!(OwnBadge; kind, count, until, mute_until, mute, flags, snoozed_until, );
out!(BadgeRule; feeding, flags, counting, );
fill!(BadgeRule; feeding, flags, counting; ; );
out!(Link; path, under, );
out!(Reason; contributed, fed_count, kept_count, own_count, flags, message, path, id, highlights, level, );
out!(Message; key, feed, time, count, state, id, path, kind, title, body, thread, category, argument, argument_count,
    data_size, link, icon, subtitle, also, level, snoozed_until, );
out!(MessagePosition; key, time, matching, newer, older, );
out!(MessageCounts; total, unread, unseen, );
fill!(MessageOptions; flags, time, count, argument_count, level; id, title, body, kind, thread, category, argument,
    link, icon, subtitle, data, also; );
out!(Event; kind, token, account, feed, reminder, count, revision, badge_kind, result, retry_after, next_time, added,
    changed, removed, rejected, missed, total, unread, unseen, http_status, level, highlights, total_highlights, text,
    );
fill!(FeedOptions; flags, initial_delay, interval, visible_interval, request_timeout, idle_timeout, tolerance,
    away_time, max_age, max_messages, page_limit, polling; url, prefix, mapping_preset, mapping, title; );
out!(FeedEntry; id, last_success, rejected, initial_delay, interval, visible_interval, request_timeout, idle_timeout,
    tolerance, away_time, max_age, max_messages, page_limit, options, flags, name, url, prefix, title, mapping_preset,
    mapping, );
out!(Rejected; id, time, reason, body, );
out!(Drift; ours, theirs, feed, path, our_highlights, their_highlights, );
out!(PageInfo; first, away_time, requested, );
out!(FeedState; result, id, last_success, next_time, requests, not_modified, failures, in_flight, failures_in_a_row,
    http_status, title, );
fill!(Forms; flags; zero, one, two, few, many, other; );
out!(ImportReport; taken, skipped, );
out!(Group; newest, oldest, items, notifications, fresh, time, origin, thread, path, title, summary, language, );
out!(OutboxEntry; id, feed, attempt, next_time, lease_end, kind, state, key, entity, body, );
out!(OutboxCounts; total, leased, failed, );
fill!(ReminderOptions; ; title, body, path, zone; produced, shelf_life, shelf_unit, time_of_day, smart, repeat_unit,
    repeat_every, end, start, overdue_unit, overdue_every, overdue_limit );
out!(Reminder; key, next_time, due_time, expires, stamp, revision, state, expiry, span, days_left, is_smart, produced,
    shelf_life, shelf_unit, time_of_day, entered, smart, repeat_unit, repeat_every, start, end, overdue_unit,
    overdue_every, overdue_limit, id, title, body, path, zone, );
fill!(PlanOptions; flags, limit, reserve; ; );
out!(PlanEntry; id, time, occurrence, revision, action, reminder, title, body, path, );
out!(PlanSummary; planned, left_out, reach, token, );
out!(ReminderNote; id, time, occurrence_time, revision, kind, reminder, );
out!(SkippedEntry; line, uid, reason, );
out!(SnapshotEntry; path, count, until, mute_until, kind, mute, snoozed_until, );
out!(PatchEntry; path, before_count, before_until, before_mute_until, before_kind, before_mute, after_count,
    after_until, after_mute_until, after_kind, after_mute, before_snoozed_until, after_snoozed_until, );
fill!(BatchOptions; flags, epoch, position; source, id; );
out!(Position; epoch, position, time, );
out!(Presentation; kind, count, dot_radius, offset_x, offset_y, font_size, font_weight, text_color, background_color,
    overflow, max_count, highlighted, text, );
fill!(ItemsOptions; flags, aggregation, feeding, epoch, position; source; );

impl Replay {
    pub(crate) fn call(&mut self, s: &Step) -> Answer {
        match s.text("call") {
            "engine_flush" => done(self.engine.flush()?),
            "engine_verify" => done(self.engine.verify()?),
            "engine_limit" => number("old", self.engine.set_limit(s.i32("limit").into(), s.i64("value"))?),
            "engine_backup" => done(self.engine.backup(&self.file(s, "file"), s.u32("flags").into())?),
            "engine_get_stats" => structure(&self.engine.stats(s.u32("flags").into())?),
            "engine_set_foreground" => done(self.engine.set_foreground(s.i32("foreground") != 0)?),
            "engine_set_network" => done(self.engine.set_network(s.i32("available") != 0)?),
            "engine_woke" => done(self.engine.woke()?),
            "file_recover" => structure(&Engine::recover(&self.file(s, "damaged"), &self.file(s, "fresh"))?),
            "file_vacuum" => done(Engine::vacuum(&self.file(s, "file"))?),
            "account_list" => self.page(self.engine.accounts(s.optional("after"), s.limit())?),
            "account_remove" => done(self.engine.remove_account(s.text("name"))?),
            "account_set_credential" =>
                done(self.account(s)?.set_credential(s.text("url"), &Credential::fill(s.get("credential")))?),
            "account_remove_credential" => done(self.account(s)?.remove_credential(s.text("url"))?),
            "account_log_in" => done(self.account(s)?.log_in()?),
            "account_log_out" => done(self.account(s)?.log_out()?),
            "account_get" => structure(&self.account(s)?.state()?),
            "account_configure" => done(self.account(s)?.configure(&AccountSettings::fill(s.get("settings")))?),
            "account_get_settings" => structure(&self.account(s)?.settings()?),
            "account_export" => hex(&self.account(s)?.export_account()?),
            "account_import" => done(self.engine.import_account(s.text("name"), &s.bytes("bytes"))?),
            "account_hash" => number("partition", account_hash(s.text("name"), s.u32("partitions"))?),
            "badge_set" => done(self.account(s)?.set(s.text("path"), s.i64("count"))?),
            "badge_dot" => done(self.account(s)?.dot(s.text("path"))?),
            "badge_set_until" => done(self.account(s)?.set_until(s.text("path"), s.i64("count"), s.time())?),
            "badge_dot_until" => done(self.account(s)?.dot_until(s.text("path"), s.time())?),
            "badge_add" => done(self.account(s)?.add(s.text("path"), s.i64("delta"))?),
            "badge_clear" => self.told(self.account(s)?.clear(s.text("path"))?),
            "badge_clear_tree" => self.told(self.account(s)?.clear_tree(s.text("path"))?),
            "badge_mute" => done(self.account(s)?.mute(s.text("path"), s.i32("mode").into(), s.time())?),
            "badge_snooze" => done(self.account(s)?.snooze_path(s.text("path"), s.time())?),
            "badge_flag" => done(self.account(s)?.flag(s.text("path"), s.i32("on") != 0)?),
            "badge_get" => structure(&self.account(s)?.get(s.text("path"))?),
            "badge_get_own" => structure(&self.account(s)?.get_own(s.text("path"))?),
            "badge_set_rule" => done(self.account(s)?.set_rule(s.text("path"), &BadgeRule::fill(s.get("rule")))?),
            "badge_get_rule" => structure(&self.account(s)?.get_rule(s.text("path"), s.u32("flags").into())?),
            "link_add" => done(self.account(s)?.link(s.text("path"), s.text("under"))?),
            "link_remove" => done(self.account(s)?.unlink(s.text("path"), s.text("under"))?),
            "link_list" =>
                self.page(self.account(s)?.links(s.text("path"), s.u32("flags").into(), s.optional("after"), s.limit())?),
            "engine_get_total" => structure(&self.engine.total()?),
            "engine_get_total_of_all" => structure(&self.engine.total_of_all()?),
            "badge_list" => revised(self.account(s)?.list(s.text("path"), s.u32("flags").into())?),
            "badge_explain" => self.page(self.account(s)?.explain(s.text("path"), s.optional("after"), s.limit())?),
            "message_list" =>
                self.page(self.account(s)?.messages(s.text("path"), s.u32("flags").into(), s.optional("after"), s.limit())?),
            "message_list_from" =>
                self.page(self.account(s)?.messages_from(s.text("path"), s.u32("flags").into(), self.key(s, s.get("key"))?, s.optional("after"), s.limit())?),
            "message_first" =>
                structure(&self.account(s)?.first_message(s.text("path"), s.u32("flags").into(), s.u64("most"))?),
            "message_get" => structure(&self.account(s)?.message(self.key(s, s.get("key"))?)?),
            "message_find" => structure(&self.account(s)?.find_message(self.feed_id(s)?, s.text("id"))?),
            "message_get_data" => hex(&self.account(s)?.message_data(self.key(s, s.get("key"))?)?),
            "message_get_counts" => structure(&self.account(s)?.message_counts(s.text("path"), s.u32("flags").into())?),
            "message_mark_read" => number("changed", self.account(s)?.read(&self.keys(s)?)?),
            "message_mark_path_read" =>
                number("changed", self.account(s)?.read_path(s.text("path"), s.u32("flags").into())?),
            "message_mark_read_until" =>
                number("changed", self.account(s)?.read_until(s.text("path"), s.u32("flags").into(), self.key(s, s.get("last"))?)?),
            "message_mark_unread" => number("changed", self.account(s)?.unread(&self.keys(s)?)?),
            "message_mark_seen" => number("changed", self.account(s)?.mark_seen(&self.keys(s)?)?),
            "message_snooze" => done(self.account(s)?.snooze_message(self.key(s, s.get("key"))?, s.time())?),
            "message_post" =>
                number("key", self.account(s)?.post(s.text("path"), &MessageOptions::fill(s.get("options")))?),
            "message_remove" => done(self.account(s)?.remove_messages(&self.keys(s)?)?),
            "message_withdraw" => done(self.account(s)?.withdraw(s.text("id"))?),
            "observe" =>
                self.keep(s, self.scope.watch(&self.account(s)?, s.text("path"), s.u32("flags").into(), None)?),
            "observe_messages" =>
                self.keep(s, self.scope.watch_messages(&self.account(s)?, s.text("path"), s.u32("flags").into(), None)?),
            "observe_groups" => self.keep(s, self.scope.watch_groups(&self.account(s)?, s.u32("flags").into(), None)?),
            "observe_total" => self.keep(s, self.scope.watch_total(s.u32("flags").into(), None)?),
            "observe_feed" => self.keep(s, self.scope.watch_feed(self.feed(s)?, None)?),
            "unobserve" => self.ended(s, Scope::unobserve),
            "view_begin" =>
                self.keep_view(s, self.scope.begin_view(&self.account(s)?, s.text("path"), s.u32("flags").into())?),
            "view_end" => self.ended(s, Scope::end_view),
            "engine_dispatch" => number("count", self.engine.dispatch(0)?.count as u64),
            "engine_interrupt" => done(self.engine.interrupt()?),
            "engine_get_descriptor" => number("descriptor", self.engine.descriptor()? as i64),
            "engine_get_timeout" =>
                number("timeout", self.engine.timeout()?.map_or(-1, |each| each.as_millis() as i64)),
            "feed_list" => self.page(self.account(s)?.feeds(s.optional("after"), s.limit())?),
            "feed_list_rejected" =>
                self.page(self.account(s)?.rejected(self.feed_id(s)?, s.optional("after"), s.limit())?),
            "drift_list" =>
                self.page(self.account(s)?.drifts(s.text("path"), s.u32("flags").into(), s.optional("after"), s.limit())?),
            "feed_remove" => done(self.feed(s)?.remove()?),
            "feed_refresh" => done(self.feed(s)?.refresh()?),
            "feed_show_page" => structure(&self.feed(s)?.page_shown(s.u32("page"))?),
            "feed_hide_page" => done(self.feed(s)?.page_hidden(s.u32("page"))?),
            "feed_cancel" => done(self.feed(s)?.cancel()?),
            "feed_pause" => done(self.feed(s)?.pause(s.i32("paused") != 0)?),
            "feed_set_credential" => done(self.feed(s)?.set_credential(&Credential::fill(s.get("credential")))?),
            "feed_remove_credential" => done(self.feed(s)?.remove_credential()?),
            "feed_refresh_now" => self.keep(s, self.feed(s)?.refresh_now(None)?),
            "feed_get" => self.feed_state(s),
            "feed_deliver" => done(self.feed(s)?.deliver(&s.bytes("bytes"))?),
            "account_push" => done(self.account(s)?.push(&s.bytes("payload"))?),
            "feed_push" => done(self.feed(s)?.push(&s.bytes("payload"))?),
            "mapping_try" => text(mapping_try(s.optional("preset"), s.optional("mapping"), &s.bytes("body"))?),
            "path_escape" => text(path_escape(s.text("name"))?),
            "path_join" => text(path_join(s.text("path"), s.text("name"))?),
            "path_parent" => text(path_parent(s.text("path"))?),
            "path_component" => text(path_component(s.text("path"), s.u64("index") as usize)?),
            "category_set" =>
                done(self.account(s)?.set_category(s.text("id"), s.optional("summary"), s.optional("hidden"))?),
            "category_remove" => done(self.account(s)?.remove_category(s.text("id"))?),
            "strings_set" =>
                done(self.account(s)?.set_strings(s.text("key"), s.optional("language"), &Forms::fill(s.get("forms")))?),
            "strings_remove" => done(self.account(s)?.remove_strings(s.text("key"), s.optional("language"))?),
            "strings_import" =>
                structure(&self.account(s)?.import_strings(s.i32("kind").into(), &s.bytes("bytes"), s.optional("language"))?),
            "group_list" =>
                self.page(self.account(s)?.groups(s.optional("language"), s.u32("flags").into(), s.optional("after"), s.limit())?),
            "group_get" =>
                structure(&self.account(s)?.group(s.text("thread"), s.optional("language"), s.u32("flags").into())?),
            "group_list_messages" =>
                self.page(self.account(s)?.group_messages(s.text("thread"), s.optional("after"), s.limit())?),
            "group_mark_seen" => done(self.account(s)?.group_seen(s.text("thread"))?),
            "group_dismiss" => number("changed", self.account(s)?.dismiss(s.text("thread"))?),
            "outbox_lease" =>
                self.page(self.account(s)?.lease_outbox(s.duration("duration")?.unwrap_or_default(), s.limit())?),
            "outbox_ack" => self.told(self.account(s)?.ack_outbox(s.i64("id"), &s.bytes("response"))?),
            "outbox_fail" =>
                self.told(self.account(s)?.fail_outbox(s.i64("id"), s.i64("attempt"), s.duration("retry_after")?)?),
            "outbox_list" => self.page(self.account(s)?.outbox(s.u32("flags").into(), s.optional("after"), s.limit())?),
            "outbox_get_counts" => structure(&self.account(s)?.outbox_counts()?),
            "outbox_retry" => number("count", self.account(s)?.retry_outbox(s.i64("id"))?),
            "outbox_retry_all" => number("count", self.account(s)?.retry_all_outbox()?),
            "outbox_remove" => number("count", self.account(s)?.remove_outbox(s.i64("id"))?),
            "outbox_remove_failed" => number("count", self.account(s)?.remove_failed_outbox()?),
            "reminder_put" =>
                done(self.account(s)?.put_reminder(s.text("id"), &ReminderOptions::fill(s.get("options")))?),
            "reminder_edit" =>
                done(self.account(s)?.edit_reminder(s.text("id"), &ReminderOptions::fill(s.get("options")))?),
            "reminder_mark_done" => done(self.account(s)?.reminder_done(s.text("id"))?),
            "reminder_mark_undone" => done(self.account(s)?.reminder_undone(s.text("id"))?),
            "reminder_remove" => done(self.account(s)?.remove_reminder(s.text("id"))?),
            "reminder_snooze" => done(self.account(s)?.snooze_reminder(s.text("id"), s.time().unwrap_or(UNIX_EPOCH))?),
            "reminder_acknowledge" => done(self.account(s)?.acknowledge_reminder(s.text("id"))?),
            "reminder_list" => self.page(self.account(s)?.reminders(s.optional("after"), s.limit())?),
            "reminder_get" => structure(&self.account(s)?.reminder(s.text("id"))?),
            "reminder_plan" => self.planned(s, self.account(s)?.plan_reminders(&PlanOptions::fill(s.get("options")))?),
            "reminder_confirm_plan" => self.told(self.account(s)?.confirm_plan(self.token(s))?),
            "reminder_list_notes" =>
                self.page(self.account(s)?.reminder_log(s.u32("flags").into(), s.optional("after"), s.limit())?),
            "reminder_export" => text(self.account(s)?.export_reminders()?),
            "reminder_import" => structure(&self.account(s)?.import_reminders(&s.bytes("bytes"))?.report),
            "engine_set_zone" => done(self.engine.set_zone(s.optional("name"))?),
            "badge_digest" => number("digest", self.account(s)?.digest(s.text("path"))?),
            "badge_diff" =>
                hex(&self.account_of(s, "from")?.diff(s.text("from_path"), &self.account_of(s, "to")?, s.text("to_path"))?),
            "patch_inverse" => hex(&patch_inverse(&s.bytes("patch"))?),
            "patch_list" =>
                self.page(patch_list(&s.bytes("patch"), s.text("path"), s.u32("flags").into(), s.optional("after"), s.limit())?),
            "badge_apply" => done(self.account(s)?.apply(s.text("path"), &s.bytes("patch"), s.u32("flags").into())?),
            "account_verify" => done(self.account(s)?.verify()?),
            "account_get_position" => structure(&self.account(s)?.batch_position(s.text("source"))?),
            "style_set" => done(self.account(s)?.set_style(s.text("path"), style(s.get("style"))?.as_ref())?),
            "style_get" => structure(&self.account(s)?.style(s.text("path"))?),
            "badge_present" => structure(&self.account(s)?.present(s.text("path"))?),
            "present" => structure(&present(&badge(s.get("badge")), style(s.get("style"))?.as_ref())?),
            "widget_refresh" => done(self.scope.refresh_widgets()?),
            "engine_export_account" => hex(&self.engine.export_account(s.text("name"))?),
            "engine_export_source" => hex(&self.engine.export_source(s.text("source"))?),
            name => self.by_hand(name, s),
        }
    }
}
