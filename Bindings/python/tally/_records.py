"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import Any, Callable, Dict, Union

from . import _declarations as declarations
from . import _generated as types

Texts = Union[bytes, memoryview]


def _text(at: Any, texts: Texts) -> str:
    return str(texts[at.offset:at.offset + at.length], "utf-8")


def _stats(at: Any, texts: Texts) -> types.Stats:
    return types.Stats(at.accounts, at.loaded_accounts, at.feeds, at.account_loads, at.account_evictions,
        at.observers, at.events, at.nodes, at.node_bytes, at.unstored_badges, at.file_size, at.log_size, at.commits,
        at.committed_calls, at.longest_wait_us, at.longest_hold_us, at.waiting_calls, at.requests, at.origin_requests,
        at.drifts)


def _recovery(at: Any, texts: Texts) -> types.Recovery:
    return types.Recovery(at.flags, at.pages, at.damaged_pages, at.doubtful_rows, at.accounts_saved, at.accounts_lost,
        at.badges_saved, at.badges_lost, at.feeds_saved, at.feeds_lost, at.messages_saved, at.messages_lost,
        at.others_saved, at.others_lost)


def _account_entry(at: Any, texts: Texts) -> types.AccountEntry:
    return types.AccountEntry(_text(at.name, texts))


def _account_state(at: Any, texts: Texts) -> types.AccountState:
    return types.AccountState(bool(at.logged_in), at.id, at.revision, at.epoch, types.Aggregation(at.aggregation),
        types.Feeding(at.feeding), str(texts, "utf-8"))


def _account_settings_entry(at: Any, texts: Texts) -> types.AccountSettingsEntry:
    return types.AccountSettingsEntry(at.outbox_request_timeout, at.outbox_idle_timeout, types.Grouping(at.grouping),
        types.OutboxMode(at.outbox), types.Feeding(at.feeding), at.outbox_kinds, _text(at.language, texts),
        _text(at.outbox_url, texts), _text(at.push_path, texts))


def _badge(at: Any, texts: Texts) -> types.Badge:
    return types.Badge(at.count, at.revision, at.highlights, types.BadgeKind(at.kind), types.BadgeFlags(at.flags),
        types.Level(at.level))


def _badge_own(at: Any, texts: Texts) -> types.OwnBadge:
    return types.OwnBadge(types.BadgeKind(at.kind), at.count, at.until, at.mute_until, types.Mute(at.mute), at.flags,
        at.snoozed_until)


def _badge_rule(at: Any, texts: Texts) -> types.BadgeRule:
    return types.BadgeRule(types.Feeding(at.feeding), at.flags, types.Counting(at.counting))


def _link(at: Any, texts: Texts) -> types.Link:
    return types.Link(_text(at.path, texts), _text(at.under, texts))


def _badge_entry(at: Any, texts: Texts) -> types.BadgeEntry:
    return types.BadgeEntry(_text(at.path, texts), at.badge.count, at.badge.revision, at.badge.highlights,
        types.BadgeKind(at.badge.kind), types.BadgeFlags(at.badge.flags), types.Level(at.badge.level))


def _reason(at: Any, texts: Texts) -> types.Reason:
    return types.Reason(at.contributed, at.fed_count, at.kept_count, at.own_count, types.ReasonFlags(at.flags),
        at.message, _text(at.path, texts), _text(at.id, texts), at.highlights, types.Level(at.level))


def _message(at: Any, texts: Texts) -> types.Message:
    return types.Message(at.key, at.feed, at.time, at.count, types.MessageState(at.state), _text(at.id, texts),
        _text(at.path, texts), _text(at.kind, texts), _text(at.title, texts), _text(at.body, texts),
        _text(at.thread, texts), _text(at.category, texts), _text(at.argument, texts), at.argument_count,
        at.data_size, _text(at.link, texts), _text(at.icon, texts), _text(at.subtitle, texts), _text(at.also, texts),
        types.Level(at.level), at.snoozed_until)


def _message_position(at: Any, texts: Texts) -> types.MessagePosition:
    return types.MessagePosition(at.key, at.time, at.matching, at.newer, at.older)


def _message_counts(at: Any, texts: Texts) -> types.MessageCounts:
    return types.MessageCounts(at.total, at.unread, at.unseen)


def _event(at: Any, texts: Texts) -> types.Event:
    return types.Event(types.EventKind(at.kind), at.token, at.account, at.feed, at.reminder, at.count, at.revision,
        types.BadgeKind(at.badge_kind), types.Status(at.result), at.retry_after, at.next_time, at.added, at.changed,
        at.removed, at.rejected, bool(at.missed), at.total, at.unread, at.unseen, at.http_status,
        types.Level(at.level), at.highlights, at.total_highlights, str(texts, "utf-8"))


def _feed_entry(at: Any, texts: Texts) -> types.FeedEntry:
    return types.FeedEntry(at.id, at.last_success, at.rejected, at.initial_delay, at.interval, at.visible_interval,
        at.request_timeout, at.idle_timeout, at.tolerance, at.away_time, at.max_age, at.max_messages, at.page_limit,
        at.options, types.FeedEntryFlags(at.flags), _text(at.name, texts), _text(at.url, texts),
        _text(at.prefix, texts), _text(at.title, texts), _text(at.mapping_preset, texts), _text(at.mapping, texts))


def _rejected(at: Any, texts: Texts) -> types.Rejected:
    return types.Rejected(at.id, at.time, _text(at.reason, texts), _text(at.body, texts))


def _drift(at: Any, texts: Texts) -> types.Drift:
    return types.Drift(at.ours, at.theirs, at.feed, _text(at.path, texts), at.our_highlights, at.their_highlights)


def _page_info(at: Any, texts: Texts) -> types.PageInfo:
    return types.PageInfo(bool(at.first), at.away_time, bool(at.requested))


def _feed_state(at: Any, texts: Texts) -> types.FeedState:
    return types.FeedState(types.Status(at.result), at.id, at.last_success, at.next_time, at.requests,
        at.not_modified, at.failures, bool(at.in_flight), at.failures_in_a_row, at.http_status)


def _import_report(at: Any, texts: Texts) -> types.ImportReport:
    return types.ImportReport(at.taken, at.skipped)


def _group(at: Any, texts: Texts) -> types.Group:
    return types.Group(at.newest, at.oldest, at.items, at.notifications, at.fresh, at.time,
        types.SummaryOrigin(at.origin), _text(at.thread, texts), _text(at.path, texts), _text(at.title, texts),
        _text(at.summary, texts), _text(at.language, texts))


def _outbox_entry(at: Any, texts: Texts) -> types.OutboxEntry:
    return types.OutboxEntry(at.id, at.feed, at.attempt, at.next_time, at.lease_end, types.OutboxKind(at.kind),
        types.OutboxState(at.state), _text(at.key, texts), _text(at.entity, texts), _text(at.body, texts))


def _outbox_counts(at: Any, texts: Texts) -> types.OutboxCounts:
    return types.OutboxCounts(at.total, at.leased, at.failed)


def _reminder(at: Any, texts: Texts) -> types.Reminder:
    return types.Reminder(at.key, at.next_time, at.due_time, at.expires, at.stamp, at.revision,
        types.ReminderState(at.state), at.expiry, at.span, at.days_left, bool(at.is_smart), at.produced,
        at.shelf_life, at.shelf_unit, at.time_of_day, at.entered, types.Smart(at.smart), at.repeat_unit,
        at.repeat_every, at.start, at.end, at.overdue_unit, at.overdue_every, at.overdue_limit, _text(at.id, texts),
        _text(at.title, texts), _text(at.body, texts), _text(at.path, texts), _text(at.zone, texts))


def _plan_entry(at: Any, texts: Texts) -> types.PlanEntry:
    return types.PlanEntry(at.id, at.time, at.occurrence, at.revision, types.PlanAction(at.action),
        _text(at.reminder, texts), _text(at.title, texts), _text(at.body, texts), _text(at.path, texts))


def _plan(at: Any, texts: Texts) -> types.Plan:
    return types.Plan(at.planned, at.left_out, at.reach, at.token)


def _reminder_note(at: Any, texts: Texts) -> types.ReminderNote:
    return types.ReminderNote(at.id, at.time, at.occurrence_time, at.revision, types.NoteKind(at.kind),
        _text(at.reminder, texts))


def _skipped_entry(at: Any, texts: Texts) -> types.SkippedEntry:
    return types.SkippedEntry(at.line, _text(at.uid, texts), _text(at.reason, texts))


def _snapshot_entry(at: Any, texts: Texts) -> types.SnapshotEntry:
    return types.SnapshotEntry(_text(at.path, texts), at.count, at.until, at.mute_until, types.BadgeKind(at.kind),
        types.Mute(at.mute), at.snoozed_until)


def _patch_entry(at: Any, texts: Texts) -> types.PatchEntry:
    return types.PatchEntry(_text(at.path, texts), at.before_count, at.before_until, at.before_mute_until,
        types.BadgeKind(at.before_kind), types.Mute(at.before_mute), at.after_count, at.after_until,
        at.after_mute_until, types.BadgeKind(at.after_kind), types.Mute(at.after_mute), at.before_snoozed_until,
        at.after_snoozed_until)


def _position(at: Any, texts: Texts) -> types.Position:
    return types.Position(at.epoch, at.position, at.time)


def _presentation(at: Any, texts: Texts) -> types.Presentation:
    return types.Presentation(types.BadgeKind(at.kind), at.count, at.dot_radius, at.offset_x, at.offset_y,
        at.font_size, at.font_weight, at.text_color, at.background_color, types.Overflow(at.overflow), at.max_count,
        bool(at.highlighted))


def _operation(at: Any, texts: Texts) -> types.OperationResult:
    return types.OperationResult(types.Status(at.status), types.BadgeKind(at.badge_kind), at.count, at.key,
        at.changed)


MAKERS: Dict[Any, Callable[[Any, Texts], Any]] = {
    declarations.tally_stats: _stats, declarations.tally_recovery: _recovery,
    declarations.tally_account_entry: _account_entry, declarations.tally_account_state: _account_state,
    declarations.tally_account_settings_entry: _account_settings_entry, declarations.tally_badge: _badge,
    declarations.tally_badge_own: _badge_own, declarations.tally_badge_rule: _badge_rule,
    declarations.tally_link: _link, declarations.tally_badge_entry: _badge_entry, declarations.tally_reason: _reason,
    declarations.tally_message: _message, declarations.tally_message_position: _message_position,
    declarations.tally_message_counts: _message_counts, declarations.tally_event: _event,
    declarations.tally_feed_entry: _feed_entry, declarations.tally_rejected: _rejected,
    declarations.tally_drift: _drift, declarations.tally_page_info: _page_info,
    declarations.tally_feed_state: _feed_state, declarations.tally_import_report: _import_report,
    declarations.tally_group: _group, declarations.tally_outbox_entry: _outbox_entry,
    declarations.tally_outbox_counts: _outbox_counts, declarations.tally_reminder: _reminder,
    declarations.tally_plan_entry: _plan_entry, declarations.tally_plan: _plan,
    declarations.tally_reminder_note: _reminder_note, declarations.tally_skipped_entry: _skipped_entry,
    declarations.tally_snapshot_entry: _snapshot_entry, declarations.tally_patch_entry: _patch_entry,
    declarations.tally_position: _position, declarations.tally_presentation: _presentation,
    declarations.tally_operation: _operation,
}
