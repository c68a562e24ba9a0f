"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

# ruff: noqa: E501
from __future__ import annotations

from ctypes import Structure, byref, c_int64, c_size_t, c_ssize_t, c_uint32, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, Iterable, Optional, Tuple, Union

from . import _declarations as declarations
from ._generated import (
    AccountEntry,
    AccountSettingsEntry,
    AccountState,
    Badge,
    BadgeEntry,
    BadgeRule,
    Drift,
    FeedEntry,
    FeedState,
    Group,
    ImportReport,
    Link,
    Message,
    MessageCounts,
    MessagePosition,
    OutboxCounts,
    OutboxEntry,
    OwnBadge,
    PageInfo,
    PatchEntry,
    Plan,
    PlanEntry,
    Position,
    Presentation,
    Reason,
    Recovery,
    Rejected,
    Reminder,
    ReminderNote,
    SkippedEntry,
    SnapshotEntry,
    Stats,
    Status,
)
from ._inputs import (
    account_of,
    any_account,
    engine_of,
    feed_of,
    int32,
    int64,
    keys_of,
    scope_of,
    size,
    sized,
    snapshot_of,
    text,
    uint32,
    uint64,
)
from ._library import answer, filled, in_pages, listed, owned, raw, record_of, release_dropped, written
from ._values import Data, Text
from .types import Page

if TYPE_CHECKING:
    from ._account import AccountMethods
    from ._engine import EngineMethods
    from ._feed import FeedMethods
    from ._scope import ScopeMethods
    from ._snapshot import SnapshotMethods


def engine_flush(engine: EngineMethods, /) -> Status:
    return answer(raw.tally_engine_flush(engine_of(engine)))


def engine_verify(engine: EngineMethods, /) -> Status:
    return answer(raw.tally_engine_verify(engine_of(engine)))


def engine_limit(engine: EngineMethods, limit: int, value: int, /) -> Tuple[Status, int]:
    out_old = c_int64()
    result = answer(raw.tally_engine_limit(engine_of(engine), int32(limit), int64(value), byref(out_old)))
    return result, out_old.value


def engine_backup(engine: EngineMethods, file: Text, flags: int, /) -> Status:
    return answer(raw.tally_engine_backup(engine_of(engine), text(file), uint32(flags)))


def engine_get_stats(engine: EngineMethods, flags: int, /) -> Tuple[Status, Stats]:
    out_stats = filled(declarations.tally_stats)
    result = answer(raw.tally_engine_get_stats(engine_of(engine), uint32(flags), byref(out_stats)))
    return result, record_of(out_stats)


def engine_set_foreground(engine: EngineMethods, foreground: int, /) -> Status:
    return answer(raw.tally_engine_set_foreground(engine_of(engine), int32(foreground)))


def engine_set_network(engine: EngineMethods, available: int, /) -> Status:
    return answer(raw.tally_engine_set_network(engine_of(engine), int32(available)))


def engine_woke(engine: EngineMethods, /) -> Status:
    return answer(raw.tally_engine_woke(engine_of(engine)))


def file_recover(damaged: Text, fresh: Text, /) -> Tuple[Status, Recovery]:
    release_dropped()
    out_recovery = filled(declarations.tally_recovery)
    result = answer(raw.tally_file_recover(text(damaged), text(fresh), byref(out_recovery)))
    return result, record_of(out_recovery)


def file_vacuum(file: Text, /) -> Status:
    release_dropped()
    return answer(raw.tally_file_vacuum(text(file)))


def account_open(engine: EngineMethods, name: Text, options: Optional[Structure], /) -> Tuple[Status, int]:
    out_account = c_void_p()
    result = answer(raw.tally_account_open(engine_of(engine), text(name), options, byref(out_account)))
    return result, out_account.value or 0


def account_find(engine: EngineMethods, id: int, /) -> Tuple[Status, int]:
    out_account = c_void_p()
    result = answer(raw.tally_account_find(engine_of(engine), int64(id), byref(out_account)))
    return result, out_account.value or 0


def account_list(engine: EngineMethods, flags: int, after: Text, limit: Optional[int],
                 /) -> Tuple[Status, Page[AccountEntry]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[AccountEntry]]:
        return listed(
            declarations.tally_account_entry, limit, lambda rows: raw.tally_account_list(engine_of(engine),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def account_remove(engine: EngineMethods, name: Text, /) -> Status:
    return answer(raw.tally_account_remove(engine_of(engine), text(name)))


def account_set_credential(account: AccountMethods, url: Text, credential: Optional[Structure], /) -> Status:
    return answer(raw.tally_account_set_credential(account_of(account), text(url), credential))


def account_remove_credential(account: AccountMethods, url: Text, /) -> Status:
    return answer(raw.tally_account_remove_credential(account_of(account), text(url)))


def account_log_in(account: AccountMethods, /) -> Status:
    return answer(raw.tally_account_log_in(account_of(account)))


def account_log_out(account: AccountMethods, /) -> Status:
    return answer(raw.tally_account_log_out(account_of(account)))


def account_get(account: AccountMethods, /) -> Tuple[Status, str, AccountState]:
    out_state = filled(declarations.tally_account_state)
    result = written(
        lambda buffer, capacity, length: raw.tally_account_get(account_of(account), byref(out_state), buffer,
        capacity, length))
    return *result, record_of(out_state)


def account_configure(account: AccountMethods, settings: Optional[Structure], /) -> Status:
    return answer(raw.tally_account_configure(account_of(account), settings))


def account_get_settings(account: AccountMethods, limit: Optional[int],
                         /) -> Tuple[Status, Page[AccountSettingsEntry]]:
    return listed(
        declarations.tally_account_settings_entry, limit,
        lambda rows: raw.tally_account_get_settings(account_of(account), rows))


def account_export(account: AccountMethods, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_account_export(account_of(account), out))


def account_import(engine: EngineMethods, name: Text, bytes: Data, /) -> Status:
    return answer(raw.tally_account_import(engine_of(engine), text(name), *sized(bytes)))


def account_hash(name: Text, partitions: int, /) -> Tuple[Status, int]:
    release_dropped()
    out_partition = c_uint32()
    result = answer(raw.tally_account_hash(text(name), uint32(partitions), byref(out_partition)))
    return result, out_partition.value


def badge_set(account: AccountMethods, path: Text, count: int, /) -> Status:
    return answer(raw.tally_badge_set(account_of(account), text(path), int64(count)))


def badge_dot(account: AccountMethods, path: Text, /) -> Status:
    return answer(raw.tally_badge_dot(account_of(account), text(path)))


def badge_set_until(account: AccountMethods, path: Text, count: int, until: int, /) -> Status:
    return answer(raw.tally_badge_set_until(account_of(account), text(path), int64(count), int64(until)))


def badge_dot_until(account: AccountMethods, path: Text, until: int, /) -> Status:
    return answer(raw.tally_badge_dot_until(account_of(account), text(path), int64(until)))


def badge_add(account: AccountMethods, path: Text, delta: int, /) -> Status:
    return answer(raw.tally_badge_add(account_of(account), text(path), int64(delta)))


def badge_clear(account: AccountMethods, path: Text, /) -> Status:
    return answer(raw.tally_badge_clear(account_of(account), text(path)))


def badge_clear_tree(account: AccountMethods, path: Text, /) -> Status:
    return answer(raw.tally_badge_clear_tree(account_of(account), text(path)))


def badge_mute(account: AccountMethods, path: Text, mode: int, until: int, /) -> Status:
    return answer(raw.tally_badge_mute(account_of(account), text(path), int32(mode), int64(until)))


def badge_snooze(account: AccountMethods, path: Text, until: int, /) -> Status:
    return answer(raw.tally_badge_snooze(account_of(account), text(path), int64(until)))


def badge_flag(account: AccountMethods, path: Text, on: int, /) -> Status:
    return answer(raw.tally_badge_flag(account_of(account), text(path), int32(on)))


def badge_get(account: AccountMethods, path: Text, /) -> Tuple[Status, Badge]:
    out_badge = filled(declarations.tally_badge)
    result = answer(raw.tally_badge_get(account_of(account), text(path), byref(out_badge)))
    return result, record_of(out_badge)


def badge_get_own(account: AccountMethods, path: Text, /) -> Tuple[Status, OwnBadge]:
    out_own = filled(declarations.tally_badge_own)
    result = answer(raw.tally_badge_get_own(account_of(account), text(path), byref(out_own)))
    return result, record_of(out_own)


def badge_set_rule(account: AccountMethods, path: Text, rule: Optional[Structure], /) -> Status:
    return answer(raw.tally_badge_set_rule(account_of(account), text(path), rule))


def badge_get_rule(account: AccountMethods, path: Text, flags: int, /) -> Tuple[Status, BadgeRule]:
    out_rule = filled(declarations.tally_badge_rule)
    result = answer(raw.tally_badge_get_rule(account_of(account), text(path), uint32(flags), byref(out_rule)))
    return result, record_of(out_rule)


def link_add(account: AccountMethods, path: Text, under: Text, /) -> Status:
    return answer(raw.tally_link_add(account_of(account), text(path), text(under)))


def link_remove(account: AccountMethods, path: Text, under: Text, /) -> Status:
    return answer(raw.tally_link_remove(account_of(account), text(path), text(under)))


def link_list(account: AccountMethods, path: Text, flags: int, after: Text, limit: Optional[int],
              /) -> Tuple[Status, Page[Link]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Link]]:
        return listed(
            declarations.tally_link, limit, lambda rows: raw.tally_link_list(account_of(account), text(path),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def engine_get_total(engine: EngineMethods, /) -> Tuple[Status, Badge]:
    out_badge = filled(declarations.tally_badge)
    result = answer(raw.tally_engine_get_total(engine_of(engine), byref(out_badge)))
    return result, record_of(out_badge)


def engine_get_total_of_all(engine: EngineMethods, /) -> Tuple[Status, Badge]:
    out_badge = filled(declarations.tally_badge)
    result = answer(raw.tally_engine_get_total_of_all(engine_of(engine), byref(out_badge)))
    return result, record_of(out_badge)


def badge_list(account: AccountMethods, path: Text, flags: int, after: Text, limit: Optional[int],
               /) -> Tuple[Status, Page[BadgeEntry], int]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[BadgeEntry], int]:
        out_revision = c_uint64()
        result = listed(
            declarations.tally_badge_entry, limit, lambda rows: raw.tally_badge_list(account_of(account), text(path),
            uint32(flags), text(after), rows, byref(out_revision)))
        return *result, out_revision.value
    return in_pages(part, after, limit)


def badge_changes(account: AccountMethods, since: int, epoch: int, limit: Optional[int],
                  /) -> Tuple[Status, Page[BadgeEntry], int]:
    out_revision = c_uint64()
    result = listed(
        declarations.tally_badge_entry, limit, lambda rows: raw.tally_badge_changes(account_of(account),
        uint64(since), uint64(epoch), rows, byref(out_revision)))
    return *result, out_revision.value


def badge_explain(account: AccountMethods, path: Text, flags: int, after: Text, limit: Optional[int],
                  /) -> Tuple[Status, Page[Reason]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Reason]]:
        return listed(
            declarations.tally_reason, limit, lambda rows: raw.tally_badge_explain(account_of(account), text(path),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def message_list(account: AccountMethods, path: Text, flags: int, after: Text, limit: Optional[int],
                 /) -> Tuple[Status, Page[Message]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Message]]:
        return listed(
            declarations.tally_message, limit, lambda rows: raw.tally_message_list(account_of(account), text(path),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def message_list_from(account: AccountMethods, path: Text, flags: int, key: int, after: Text, limit: Optional[int],
                      /) -> Tuple[Status, Page[Message]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Message]]:
        return listed(
            declarations.tally_message, limit, lambda rows: raw.tally_message_list_from(account_of(account),
            text(path), uint32(flags), int64(key), text(after), rows))
    return in_pages(part, after, limit)


def message_first(account: AccountMethods, path: Text, flags: int, most: int, /) -> Tuple[Status, MessagePosition]:
    out_position = filled(declarations.tally_message_position)
    result = answer(
        raw.tally_message_first(account_of(account), text(path), uint32(flags), uint64(most),
        byref(out_position)))
    return result, record_of(out_position)


def message_get(account: AccountMethods, key: int, limit: Optional[int], /) -> Tuple[Status, Page[Message]]:
    return listed(
        declarations.tally_message, limit, lambda rows: raw.tally_message_get(account_of(account), int64(key),
        rows))


def message_find(account: AccountMethods, feed: int, id: Text, limit: Optional[int],
                 /) -> Tuple[Status, Page[Message]]:
    return listed(
        declarations.tally_message, limit, lambda rows: raw.tally_message_find(account_of(account), int64(feed),
        text(id), rows))


def message_get_data(account: AccountMethods, key: int, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_message_get_data(account_of(account), int64(key), out))


def message_get_counts(account: AccountMethods, path: Text, flags: int, /) -> Tuple[Status, MessageCounts]:
    out_counts = filled(declarations.tally_message_counts)
    result = answer(
        raw.tally_message_get_counts(account_of(account), text(path), uint32(flags), byref(out_counts)))
    return result, record_of(out_counts)


def message_mark_read(account: AccountMethods, keys: Union[int, Iterable[int]], /) -> Tuple[Status, int]:
    out_changed = c_size_t()
    result = answer(raw.tally_message_mark_read(account_of(account), *keys_of(keys), byref(out_changed)))
    return result, out_changed.value


def message_mark_path_read(account: AccountMethods, path: Text, flags: int, /) -> Tuple[Status, int]:
    out_changed = c_size_t()
    result = answer(
        raw.tally_message_mark_path_read(account_of(account), text(path), uint32(flags), byref(out_changed)))
    return result, out_changed.value


def message_mark_read_until(account: AccountMethods, path: Text, flags: int, last: int, /) -> Tuple[Status, int]:
    out_changed = c_size_t()
    result = answer(
        raw.tally_message_mark_read_until(account_of(account), text(path), uint32(flags), int64(last),
        byref(out_changed)))
    return result, out_changed.value


def message_mark_unread(account: AccountMethods, keys: Union[int, Iterable[int]], /) -> Tuple[Status, int]:
    out_changed = c_size_t()
    result = answer(raw.tally_message_mark_unread(account_of(account), *keys_of(keys), byref(out_changed)))
    return result, out_changed.value


def message_mark_seen(account: AccountMethods, keys: Union[int, Iterable[int]], /) -> Tuple[Status, int]:
    out_changed = c_size_t()
    result = answer(raw.tally_message_mark_seen(account_of(account), *keys_of(keys), byref(out_changed)))
    return result, out_changed.value


def message_snooze(account: AccountMethods, key: int, until: int, /) -> Status:
    return answer(raw.tally_message_snooze(account_of(account), int64(key), int64(until)))


def message_post(account: AccountMethods, path: Text, options: Optional[Structure], /) -> Tuple[Status, int]:
    out_key = c_int64()
    result = answer(raw.tally_message_post(account_of(account), text(path), options, byref(out_key)))
    return result, out_key.value


def message_remove(account: AccountMethods, keys: Union[int, Iterable[int]], /) -> Status:
    return answer(raw.tally_message_remove(account_of(account), *keys_of(keys)))


def message_withdraw(account: AccountMethods, id: Text, /) -> Status:
    return answer(raw.tally_message_withdraw(account_of(account), text(id)))


def scope_open(engine: EngineMethods, /) -> Tuple[Status, int]:
    out_scope = c_void_p()
    result = answer(raw.tally_scope_open(engine_of(engine), byref(out_scope)))
    return result, out_scope.value or 0


def observe(scope: ScopeMethods, account: AccountMethods, path: Text, flags: int, callback: Any, user_data: Any,
            release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe(scope_of(scope), account_of(account), text(path), uint32(flags), callback, user_data,
        release_user_data, byref(out_token)))
    return result, out_token.value


def observe_messages(scope: ScopeMethods, account: AccountMethods, path: Text, flags: int, callback: Any,
                     user_data: Any, release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe_messages(scope_of(scope), account_of(account), text(path), uint32(flags), callback,
        user_data, release_user_data, byref(out_token)))
    return result, out_token.value


def observe_groups(scope: ScopeMethods, account: AccountMethods, flags: int, callback: Any, user_data: Any,
                   release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe_groups(scope_of(scope), account_of(account), uint32(flags), callback, user_data,
        release_user_data, byref(out_token)))
    return result, out_token.value


def observe_total(scope: ScopeMethods, flags: int, callback: Any, user_data: Any, release_user_data: Any,
                  /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe_total(scope_of(scope), uint32(flags), callback, user_data, release_user_data,
        byref(out_token)))
    return result, out_token.value


def observe_feed(scope: ScopeMethods, feed: FeedMethods, flags: int, callback: Any, user_data: Any,
                 release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe_feed(scope_of(scope), feed_of(feed), uint32(flags), callback, user_data,
        release_user_data, byref(out_token)))
    return result, out_token.value


def observe_feeds(scope: ScopeMethods, account: Optional[AccountMethods], flags: int, callback: Any, user_data: Any,
                  release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe_feeds(scope_of(scope), any_account(account), uint32(flags), callback, user_data,
        release_user_data, byref(out_token)))
    return result, out_token.value


def observe_reminders(scope: ScopeMethods, account: Optional[AccountMethods], flags: int, callback: Any,
                      user_data: Any, release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_observe_reminders(scope_of(scope), any_account(account), uint32(flags), callback, user_data,
        release_user_data, byref(out_token)))
    return result, out_token.value


def unobserve(scope: ScopeMethods, token: int, /) -> None:
    raw.tally_unobserve(scope_of(scope), uint64(token))


def view_begin(scope: ScopeMethods, account: AccountMethods, path: Text, flags: int, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_view_begin(scope_of(scope), account_of(account), text(path), uint32(flags), byref(out_token)))
    return result, out_token.value


def view_end(scope: ScopeMethods, token: int, /) -> None:
    raw.tally_view_end(scope_of(scope), uint64(token))


def engine_dispatch(engine: EngineMethods, limit: int, /) -> Tuple[Status, int]:
    out_count = c_size_t()
    result = answer(raw.tally_engine_dispatch(engine_of(engine), size(limit), byref(out_count)))
    return result, out_count.value


def engine_get_descriptor(engine: EngineMethods, /) -> Tuple[Status, int]:
    out_descriptor = c_ssize_t()
    result = answer(raw.tally_engine_get_descriptor(engine_of(engine), byref(out_descriptor)))
    return result, out_descriptor.value


def engine_set_notify(engine: EngineMethods, notify: Any, user_data: Any, release_user_data: Any, /) -> Status:
    return answer(raw.tally_engine_set_notify(engine_of(engine), notify, user_data, release_user_data))


def engine_step(engine: EngineMethods, /) -> Status:
    return answer(raw.tally_engine_step(engine_of(engine)))


def engine_get_timeout(engine: EngineMethods, /) -> Tuple[Status, int]:
    out_timeout = c_int64()
    result = answer(raw.tally_engine_get_timeout(engine_of(engine), byref(out_timeout)))
    return result, out_timeout.value


def feed_add(account: AccountMethods, name: Text, options: Optional[Structure], /) -> Tuple[Status, int]:
    out_feed = c_void_p()
    result = answer(raw.tally_feed_add(account_of(account), text(name), options, byref(out_feed)))
    return result, out_feed.value or 0


def feed_find(account: AccountMethods, name: Text, /) -> Tuple[Status, int]:
    out_feed = c_void_p()
    result = answer(raw.tally_feed_find(account_of(account), text(name), byref(out_feed)))
    return result, out_feed.value or 0


def feed_find_by_id(account: AccountMethods, id: int, /) -> Tuple[Status, int]:
    out_feed = c_void_p()
    result = answer(raw.tally_feed_find_by_id(account_of(account), int64(id), byref(out_feed)))
    return result, out_feed.value or 0


def feed_list(account: AccountMethods, flags: int, after: Text, limit: Optional[int],
              /) -> Tuple[Status, Page[FeedEntry]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[FeedEntry]]:
        return listed(
            declarations.tally_feed_entry, limit, lambda rows: raw.tally_feed_list(account_of(account), uint32(flags),
            text(after), rows))
    return in_pages(part, after, limit)


def feed_list_rejected(account: AccountMethods, feed: int, flags: int, after: Text, limit: Optional[int],
                       /) -> Tuple[Status, Page[Rejected]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Rejected]]:
        return listed(
            declarations.tally_rejected, limit, lambda rows: raw.tally_feed_list_rejected(account_of(account),
            int64(feed), uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def drift_list(account: AccountMethods, path: Text, flags: int, after: Text, limit: Optional[int],
               /) -> Tuple[Status, Page[Drift]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Drift]]:
        return listed(
            declarations.tally_drift, limit, lambda rows: raw.tally_drift_list(account_of(account), text(path),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def feed_remove(feed: FeedMethods, /) -> Status:
    return answer(raw.tally_feed_remove(feed_of(feed)))


def feed_refresh(feed: FeedMethods, /) -> Status:
    return answer(raw.tally_feed_refresh(feed_of(feed)))


def feed_show_page(feed: FeedMethods, page: int, /) -> Tuple[Status, PageInfo]:
    out_info = filled(declarations.tally_page_info)
    result = answer(raw.tally_feed_show_page(feed_of(feed), uint32(page), byref(out_info)))
    return result, record_of(out_info)


def feed_hide_page(feed: FeedMethods, page: int, /) -> Status:
    return answer(raw.tally_feed_hide_page(feed_of(feed), uint32(page)))


def feed_cancel(feed: FeedMethods, /) -> Status:
    return answer(raw.tally_feed_cancel(feed_of(feed)))


def feed_pause(feed: FeedMethods, paused: int, /) -> Status:
    return answer(raw.tally_feed_pause(feed_of(feed), int32(paused)))


def feed_set_credential(feed: FeedMethods, credential: Optional[Structure], /) -> Status:
    return answer(raw.tally_feed_set_credential(feed_of(feed), credential))


def feed_remove_credential(feed: FeedMethods, /) -> Status:
    return answer(raw.tally_feed_remove_credential(feed_of(feed)))


def feed_refresh_now(feed: FeedMethods, callback: Any, user_data: Any, release_user_data: Any,
                     /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_feed_refresh_now(feed_of(feed), callback, user_data, release_user_data, byref(out_token)))
    return result, out_token.value


def feed_get(feed: FeedMethods, /) -> Tuple[Status, str, FeedState]:
    out_state = filled(declarations.tally_feed_state)
    result = written(
        lambda buffer, capacity, length: raw.tally_feed_get(feed_of(feed), byref(out_state), buffer, capacity,
        length))
    return *result, record_of(out_state)


def feed_deliver(feed: FeedMethods, bytes: Data, /) -> Status:
    return answer(raw.tally_feed_deliver(feed_of(feed), *sized(bytes)))


def account_push(account: AccountMethods, payload: Data, /) -> Status:
    return answer(raw.tally_account_push(account_of(account), *sized(payload)))


def feed_push(feed: FeedMethods, payload: Data, /) -> Status:
    return answer(raw.tally_feed_push(feed_of(feed), *sized(payload)))


def mapping_try(preset: Text, mapping: Text, body: Data, /) -> Tuple[Status, bytes]:
    release_dropped()
    return owned(lambda out: raw.tally_mapping_try(text(preset), text(mapping), *sized(body), out))


def path_escape(name: Text, /) -> Tuple[Status, str]:
    release_dropped()
    return written(lambda buffer, capacity, length: raw.tally_path_escape(text(name), buffer, capacity, length))


def path_join(path: Text, name: Text, /) -> Tuple[Status, str]:
    release_dropped()
    return written(
        lambda buffer, capacity, length: raw.tally_path_join(text(path), text(name), buffer, capacity, length))


def path_parent(path: Text, /) -> Tuple[Status, str]:
    release_dropped()
    return written(lambda buffer, capacity, length: raw.tally_path_parent(text(path), buffer, capacity, length))


def path_component(path: Text, index: int, /) -> Tuple[Status, str]:
    release_dropped()
    return written(
        lambda buffer, capacity, length: raw.tally_path_component(text(path), size(index), buffer, capacity,
        length))


def category_set(account: AccountMethods, id: Text, summary: Text, hidden: Text, /) -> Status:
    return answer(raw.tally_category_set(account_of(account), text(id), text(summary), text(hidden)))


def category_remove(account: AccountMethods, id: Text, /) -> Status:
    return answer(raw.tally_category_remove(account_of(account), text(id)))


def strings_set(account: AccountMethods, key: Text, language: Text, forms: Optional[Structure], /) -> Status:
    return answer(raw.tally_strings_set(account_of(account), text(key), text(language), forms))


def strings_remove(account: AccountMethods, key: Text, language: Text, /) -> Status:
    return answer(raw.tally_strings_remove(account_of(account), text(key), text(language)))


def strings_import(account: AccountMethods, kind: int, bytes: Data, language: Text, /) -> Tuple[Status, ImportReport]:
    out_report = filled(declarations.tally_import_report)
    result = answer(
        raw.tally_strings_import(account_of(account), int32(kind), *sized(bytes), text(language),
        byref(out_report)))
    return result, record_of(out_report)


def group_list(account: AccountMethods, language: Text, flags: int, after: Text, limit: Optional[int],
               /) -> Tuple[Status, Page[Group]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Group]]:
        return listed(
            declarations.tally_group, limit, lambda rows: raw.tally_group_list(account_of(account), text(language),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def group_get(account: AccountMethods, thread: Text, language: Text, flags: int, limit: Optional[int],
              /) -> Tuple[Status, Page[Group]]:
    return listed(
        declarations.tally_group, limit, lambda rows: raw.tally_group_get(account_of(account), text(thread),
        text(language), uint32(flags), rows))


def group_list_messages(account: AccountMethods, thread: Text, flags: int, after: Text, limit: Optional[int],
                        /) -> Tuple[Status, Page[Message]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Message]]:
        return listed(
            declarations.tally_message, limit, lambda rows: raw.tally_group_list_messages(account_of(account),
            text(thread), uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def group_mark_seen(account: AccountMethods, thread: Text, /) -> Status:
    return answer(raw.tally_group_mark_seen(account_of(account), text(thread)))


def group_dismiss(account: AccountMethods, thread: Text, /) -> Tuple[Status, int]:
    out_changed = c_size_t()
    result = answer(raw.tally_group_dismiss(account_of(account), text(thread), byref(out_changed)))
    return result, out_changed.value


def outbox_lease(account: AccountMethods, duration: int, limit: Optional[int], /) -> Tuple[Status, Page[OutboxEntry]]:
    return listed(
        declarations.tally_outbox_entry, limit, lambda rows: raw.tally_outbox_lease(account_of(account),
        int64(duration), rows))


def outbox_ack(account: AccountMethods, id: int, response: Data, /) -> Status:
    return answer(raw.tally_outbox_ack(account_of(account), int64(id), *sized(response)))


def outbox_fail(account: AccountMethods, id: int, attempt: int, retry_after: int, /) -> Status:
    return answer(raw.tally_outbox_fail(account_of(account), int64(id), int64(attempt), int64(retry_after)))


def outbox_list(account: AccountMethods, flags: int, after: Text, limit: Optional[int],
                /) -> Tuple[Status, Page[OutboxEntry]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[OutboxEntry]]:
        return listed(
            declarations.tally_outbox_entry, limit, lambda rows: raw.tally_outbox_list(account_of(account),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def outbox_get_counts(account: AccountMethods, /) -> Tuple[Status, OutboxCounts]:
    out_counts = filled(declarations.tally_outbox_counts)
    result = answer(raw.tally_outbox_get_counts(account_of(account), byref(out_counts)))
    return result, record_of(out_counts)


def outbox_retry(account: AccountMethods, id: int, /) -> Tuple[Status, int]:
    out_count = c_size_t()
    result = answer(raw.tally_outbox_retry(account_of(account), int64(id), byref(out_count)))
    return result, out_count.value


def outbox_retry_all(account: AccountMethods, /) -> Tuple[Status, int]:
    out_count = c_size_t()
    result = answer(raw.tally_outbox_retry_all(account_of(account), byref(out_count)))
    return result, out_count.value


def outbox_remove(account: AccountMethods, id: int, /) -> Tuple[Status, int]:
    out_count = c_size_t()
    result = answer(raw.tally_outbox_remove(account_of(account), int64(id), byref(out_count)))
    return result, out_count.value


def outbox_remove_failed(account: AccountMethods, /) -> Tuple[Status, int]:
    out_count = c_size_t()
    result = answer(raw.tally_outbox_remove_failed(account_of(account), byref(out_count)))
    return result, out_count.value


def reminder_put(account: AccountMethods, id: Text, options: Optional[Structure], /) -> Status:
    return answer(raw.tally_reminder_put(account_of(account), text(id), options))


def reminder_edit(account: AccountMethods, id: Text, options: Optional[Structure], /) -> Status:
    return answer(raw.tally_reminder_edit(account_of(account), text(id), options))


def reminder_mark_done(account: AccountMethods, id: Text, outcome: int, /) -> Status:
    return answer(raw.tally_reminder_mark_done(account_of(account), text(id), uint32(outcome)))


def reminder_mark_undone(account: AccountMethods, id: Text, /) -> Status:
    return answer(raw.tally_reminder_mark_undone(account_of(account), text(id)))


def reminder_remove(account: AccountMethods, id: Text, /) -> Status:
    return answer(raw.tally_reminder_remove(account_of(account), text(id)))


def reminder_snooze(account: AccountMethods, id: Text, until: int, /) -> Status:
    return answer(raw.tally_reminder_snooze(account_of(account), text(id), int64(until)))


def reminder_acknowledge(account: AccountMethods, id: Text, /) -> Status:
    return answer(raw.tally_reminder_acknowledge(account_of(account), text(id)))


def reminder_list(account: AccountMethods, flags: int, after: Text, limit: Optional[int],
                  /) -> Tuple[Status, Page[Reminder]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[Reminder]]:
        return listed(
            declarations.tally_reminder, limit, lambda rows: raw.tally_reminder_list(account_of(account),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def reminder_get(account: AccountMethods, id: Text, limit: Optional[int], /) -> Tuple[Status, Page[Reminder]]:
    return listed(
        declarations.tally_reminder, limit, lambda rows: raw.tally_reminder_get(account_of(account), text(id),
        rows))


def reminder_plan(account: AccountMethods, options: Optional[Structure], limit: Optional[int],
                  /) -> Tuple[Status, Page[PlanEntry], Plan]:
    out_plan = filled(declarations.tally_plan)
    result = listed(
        declarations.tally_plan_entry, limit, lambda rows: raw.tally_reminder_plan(account_of(account), options,
        rows, byref(out_plan)))
    return *result, record_of(out_plan)


def reminder_confirm_plan(account: AccountMethods, token: int, /) -> Status:
    return answer(raw.tally_reminder_confirm_plan(account_of(account), uint64(token)))


def reminder_list_notes(account: AccountMethods, flags: int, after: Text, limit: Optional[int],
                        /) -> Tuple[Status, Page[ReminderNote]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[ReminderNote]]:
        return listed(
            declarations.tally_reminder_note, limit, lambda rows: raw.tally_reminder_list_notes(account_of(account),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def reminder_export(account: AccountMethods, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_reminder_export(account_of(account), out))


def reminder_import(account: AccountMethods, bytes: Data, limit: Optional[int],
                    /) -> Tuple[Status, Page[SkippedEntry], ImportReport]:
    out_report = filled(declarations.tally_import_report)
    result = listed(
        declarations.tally_skipped_entry, limit, lambda rows: raw.tally_reminder_import(account_of(account),
        *sized(bytes), rows, byref(out_report)))
    return *result, record_of(out_report)


def engine_set_zone(engine: EngineMethods, name: Text, /) -> Status:
    return answer(raw.tally_engine_set_zone(engine_of(engine), text(name)))


def badge_digest(account: AccountMethods, path: Text, /) -> Tuple[Status, int]:
    out_digest = c_uint64()
    result = answer(raw.tally_badge_digest(account_of(account), text(path), byref(out_digest)))
    return result, out_digest.value


def badge_diff(from_: AccountMethods, from_path: Text, to: AccountMethods, to_path: Text, /) -> Tuple[Status, bytes]:
    return owned(
        lambda out: raw.tally_badge_diff(account_of(from_), text(from_path), account_of(to), text(to_path), out))


def snapshot_decode(bytes: Data, /) -> Tuple[Status, int]:
    release_dropped()
    out_snapshot = c_void_p()
    result = answer(raw.tally_snapshot_decode(*sized(bytes), byref(out_snapshot)))
    return result, out_snapshot.value or 0


def snapshot_take(account: AccountMethods, path: Text, /) -> Tuple[Status, int]:
    out_snapshot = c_void_p()
    result = answer(raw.tally_snapshot_take(account_of(account), text(path), byref(out_snapshot)))
    return result, out_snapshot.value or 0


def snapshot_encode(snapshot: SnapshotMethods, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_snapshot_encode(snapshot_of(snapshot), out))


def snapshot_diff(from_: SnapshotMethods, to: SnapshotMethods, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_snapshot_diff(snapshot_of(from_), snapshot_of(to), out))


def snapshot_list(snapshot: SnapshotMethods, path: Text, flags: int, after: Text, limit: Optional[int],
                  /) -> Tuple[Status, Page[SnapshotEntry]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[SnapshotEntry]]:
        return listed(
            declarations.tally_snapshot_entry, limit, lambda rows: raw.tally_snapshot_list(snapshot_of(snapshot),
            text(path), uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def patch_inverse(patch: Data, /) -> Tuple[Status, bytes]:
    release_dropped()
    return owned(lambda out: raw.tally_patch_inverse(*sized(patch), out))


def patch_list(patch: Data, path: Text, flags: int, after: Text, limit: Optional[int],
               /) -> Tuple[Status, Page[PatchEntry]]:
    def part(after: Text, limit: Optional[int]) -> Tuple[Status, Page[PatchEntry]]:
        release_dropped()
        return listed(
            declarations.tally_patch_entry, limit, lambda rows: raw.tally_patch_list(*sized(patch), text(path),
            uint32(flags), text(after), rows))
    return in_pages(part, after, limit)


def badge_restore(account: AccountMethods, path: Text, snapshot: SnapshotMethods, /) -> Status:
    return answer(raw.tally_badge_restore(account_of(account), text(path), snapshot_of(snapshot)))


def badge_apply(account: AccountMethods, path: Text, patch: Data, flags: int, /) -> Status:
    return answer(raw.tally_badge_apply(account_of(account), text(path), *sized(patch), uint32(flags)))


def account_verify(account: AccountMethods, /) -> Status:
    return answer(raw.tally_account_verify(account_of(account)))


def node_resolve(account: AccountMethods, path: Text, /) -> Tuple[Status, int]:
    out_node = c_uint64()
    result = answer(raw.tally_node_resolve(account_of(account), text(path), byref(out_node)))
    return result, out_node.value


def node_get_path(account: AccountMethods, node: int, /) -> Tuple[Status, str]:
    return written(
        lambda buffer, capacity, length: raw.tally_node_get_path(account_of(account), uint64(node), buffer,
        capacity, length))


def node_set(account: AccountMethods, node: int, count: int, /) -> Status:
    return answer(raw.tally_node_set(account_of(account), uint64(node), int64(count)))


def node_dot(account: AccountMethods, node: int, /) -> Status:
    return answer(raw.tally_node_dot(account_of(account), uint64(node)))


def node_set_until(account: AccountMethods, node: int, count: int, until: int, /) -> Status:
    return answer(raw.tally_node_set_until(account_of(account), uint64(node), int64(count), int64(until)))


def node_dot_until(account: AccountMethods, node: int, until: int, /) -> Status:
    return answer(raw.tally_node_dot_until(account_of(account), uint64(node), int64(until)))


def node_add(account: AccountMethods, node: int, delta: int, /) -> Status:
    return answer(raw.tally_node_add(account_of(account), uint64(node), int64(delta)))


def node_clear(account: AccountMethods, node: int, /) -> Status:
    return answer(raw.tally_node_clear(account_of(account), uint64(node)))


def node_clear_tree(account: AccountMethods, node: int, /) -> Status:
    return answer(raw.tally_node_clear_tree(account_of(account), uint64(node)))


def node_mute(account: AccountMethods, node: int, mode: int, until: int, /) -> Status:
    return answer(raw.tally_node_mute(account_of(account), uint64(node), int32(mode), int64(until)))


def node_get(account: AccountMethods, node: int, /) -> Tuple[Status, Badge]:
    out_badge = filled(declarations.tally_badge)
    result = answer(raw.tally_node_get(account_of(account), uint64(node), byref(out_badge)))
    return result, record_of(out_badge)


def account_get_position(account: AccountMethods, source: Text, /) -> Tuple[Status, Position]:
    out_position = filled(declarations.tally_position)
    result = answer(raw.tally_account_get_position(account_of(account), text(source), byref(out_position)))
    return result, record_of(out_position)


def style_set(account: AccountMethods, path: Text, style: Optional[Structure], /) -> Status:
    return answer(raw.tally_style_set(account_of(account), text(path), style))


def style_get(account: AccountMethods, path: Text, /) -> Tuple[Status, str, declarations.tally_style]:
    out_style = filled(declarations.tally_style)
    result = written(
        lambda buffer, capacity, length: raw.tally_style_get(account_of(account), text(path), byref(out_style),
        buffer, capacity, length))
    return *result, out_style


def badge_present(account: AccountMethods, path: Text, /) -> Tuple[Status, str, Presentation]:
    out_presentation = filled(declarations.tally_presentation)
    result = written(
        lambda buffer, capacity, length: raw.tally_badge_present(account_of(account), text(path),
        byref(out_presentation), buffer, capacity, length))
    return *result, record_of(out_presentation)


def present(badge: Optional[Structure], style: Optional[Structure], /) -> Tuple[Status, str, Presentation]:
    release_dropped()
    out_presentation = filled(declarations.tally_presentation)
    result = written(
        lambda buffer, capacity, length: raw.tally_present(badge, style, byref(out_presentation), buffer,
        capacity, length))
    return *result, record_of(out_presentation)


def widget_bind(scope: ScopeMethods, account: AccountMethods, path: Text, widget: Optional[Structure], user_data: Any,
                release_user_data: Any, /) -> Tuple[Status, int]:
    out_token = c_uint64()
    result = answer(
        raw.tally_widget_bind(scope_of(scope), account_of(account), text(path), widget, user_data,
        release_user_data, byref(out_token)))
    return result, out_token.value


def widget_refresh(scope: ScopeMethods, /) -> Status:
    return answer(raw.tally_widget_refresh(scope_of(scope)))


def engine_set_transport(engine: EngineMethods, callback: Any, user_data: Any, release_user_data: Any, /) -> Status:
    return answer(raw.tally_engine_set_transport(engine_of(engine), callback, user_data, release_user_data))


def transport_respond(engine: EngineMethods, request_id: int, status: int, headers: Text, body: Data, /) -> Status:
    return answer(
        raw.tally_transport_respond(engine_of(engine), int64(request_id), int32(status), text(headers),
        *sized(body)))


def transport_progress(engine: EngineMethods, request_id: int, /) -> Status:
    return answer(raw.tally_transport_progress(engine_of(engine), int64(request_id)))


def engine_get_position(engine: EngineMethods, source: Text, /) -> Tuple[Status, Position]:
    out_position = filled(declarations.tally_position)
    result = answer(raw.tally_engine_get_position(engine_of(engine), text(source), byref(out_position)))
    return result, record_of(out_position)


def engine_export_account(engine: EngineMethods, name: Text, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_engine_export_account(engine_of(engine), text(name), out))


def engine_export_source(engine: EngineMethods, source: Text, /) -> Tuple[Status, bytes]:
    return owned(lambda out: raw.tally_engine_export_source(engine_of(engine), text(source), out))
