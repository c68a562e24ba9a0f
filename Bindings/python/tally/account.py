"""Accounts, with their badges, nodes, messages, groups, outbox, reminders and feeds."""

from __future__ import annotations

import ctypes
import datetime
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Optional,
    Tuple,
    TypeVar,
    Union,
)

from . import _declarations as declarations
from ._library import Box, Handle, answer, call, handle_box, raw, release_dropped, structure
from ._values import Day, Duration, Time, Until, day, exactly, milliseconds, pages
from ._values import duration as to_milliseconds
from .batch import Batch, BatchAnswer, NodeBatch, checked
from .changes import Changes
from .errors import StaleHandleError, Status
from .feed import Feed
from .snapshot import Snapshot
from .types import (
    AccountState,
    Badge,
    BadgeEntry,
    FeedEntry,
    Group,
    Message,
    MessageCounts,
    OutboxCounts,
    OutboxEntry,
    Page,
    PlanDifference,
    Presentation,
    Reason,
    Rejected,
    Reminder,
    ReminderNote,
    Style,
    page_of,
)

if TYPE_CHECKING:
    from .engine import Engine

T = TypeVar("T")
SUBTREE = declarations.TALLY_SUBTREE
UNREAD = declarations.TALLY_MESSAGES_UNREAD


def style_structure(style: Optional[Style]) -> Optional[declarations.tally_style]:
    """A style with the fields that it has."""
    if style is None:
        return None
    fields = 0
    members: Dict[str, Any] = {name: value for name, value in style._asdict().items() if value is not None}
    for name in members:
        fields |= getattr(declarations, f"TALLY_STYLE_FIELD_{name.upper()}")
    if "offset" in members:
        members["offset_x"], members["offset_y"] = members.pop("offset")
    return structure(declarations.tally_style, fields=fields, **members)


class _Holders:
    """Counts the objects that use an account's handle: the account and its nodes, which are collected in any order. The
    last one releases it."""

    def __init__(self, handle: int):
        self._handle, self._others = handle, [True]

    def enter(self) -> _Holders:
        self._others.append(False)
        return self

    def leave(self, _: Any = None) -> None:
        if self._others.pop():  # pop is atomic: of several threads, one gets True.
            raw.tally_account_release(self._handle)

    def leave_node(self, node: int) -> None:
        raw.tally_node_release(self._handle, node)
        self.leave()


class Account(Handle):
    """An account, with its own tree of badges, feeds and messages. Any thread may use it. Closing it, or dropping the
    last reference, releases the handle. The account stays open in the engine, stays logged in and continues to sync."""

    def __init__(self, engine: Engine, name: str, handle: int):
        self.engine, self.name, self._holders = engine, name, _Holders(handle)
        self._box = Box(handle, self._holders.leave, engine)

    def __repr__(self) -> str:
        return f"<Account {self.name!r}>"

    def log_in(self, token: Optional[str] = None) -> None:
        """Logs in: the feeds may send requests.

        token: sent as `Authorization: Bearer` to the server of the feed that was added first; kept in memory only.
        """
        call.account_log_in(self, token)

    def log_out(self) -> None:
        """Logs out: stops all requests and timers of the account. The badges stay."""
        call.account_log_out(self)

    @property
    def state(self) -> AccountState:
        _, name, state = call.account_get(self)
        return state._replace(name=name)

    def export_account(self) -> bytes:
        """Returns everything that is stored for the account, for Engine.import_account."""
        return call.account_export(self)[1]

    def verify(self) -> None:
        """Recounts the whole tree. Raises InternalError, which names the first wrong path."""
        call.account_verify(self)

    # --- Badges ---

    def set(self, path: str, count: int, until: Until = None) -> None:
        """Sets the node's own badge to a count. 0 removes the badge. until: when the badge ends."""
        if until is None:
            call.badge_set(self, path, count)
        else:
            call.badge_set_until(self, path, count, milliseconds(until))

    def dot(self, path: str, until: Until = None) -> None:
        """Sets the node's own badge to a dot."""
        if until is None:
            call.badge_dot(self, path)
        else:
            call.badge_dot_until(self, path, milliseconds(until))

    def add(self, path: str, delta: int) -> None:
        """Adds to the node's own count."""
        call.badge_add(self, path, delta)

    def clear(self, path: str) -> Status:
        """Clears the badge of a node, as when the user has looked. HELD: a child still lights it."""
        return call.badge_clear(self, path)

    def clear_tree(self, path: str) -> Status:
        """Clears the badges of a node and of everything below it. Returns OK, or HELD if unread messages still feed the
        node."""
        return call.badge_clear_tree(self, path)

    def mute(self, path: str, mode: int, until: Until = None) -> None:
        """Mutes a node. mode: a Mute, which says what the node does not contribute to its parent."""
        call.badge_mute(self, path, mode, milliseconds(until))

    def get(self, path: str) -> Badge:
        """Returns what a path shows. An unknown path shows nothing."""
        return call.badge_get(self, path)[1]

    def list(self, path: str = "root", *, subtree: bool = False) -> Page[BadgeEntry]:
        """Lists the nodes directly below (subtree: the node and all below it) that show a badge or are muted.
        `revision` of the list: the revision of its rows."""
        return self._badges(path, subtree, None, None)

    def list_page(self, path: str = "root", *, subtree: bool = False, after: Optional[str] = None,
                  limit: int = 1000) -> Page[BadgeEntry]:
        """Returns at most `limit` rows of `list`, after a path. Pages with the same `revision` are of one moment."""
        return self._badges(path, subtree, after, limit)

    def _badges(self, path: str, subtree: bool, after: Optional[str], limit: Optional[int]) -> Page[BadgeEntry]:
        status, entries, revision = call.badge_list(self, path, declarations.TALLY_SUBTREE * subtree, after, limit)
        page = page_of((status, entries))
        page.revision = revision
        return page

    def changes(self, since: Optional[int] = None, epoch: int = 0) -> Changes:
        """Returns what changes after a revision (None: after now), for programs that poll."""
        return Changes(self, since, epoch)

    def explain(self, path: str) -> List[Reason]:
        """Explains why a path shows what it shows."""
        return call.badge_explain(self, path, 0, None)[1]

    def digest(self, path: str = "root") -> int:
        """Returns a number that is equal for equal subtrees."""
        return call.badge_digest(self, path)[1]

    def batch(self, batch: Batch, *, source: Optional[str] = None, epoch: int = 0, position: int = 0,
              id: Optional[str] = None) -> BatchAnswer:
        """Applies a batch, all or none. With a source (a log, with its owner's epoch and a position) or an id it is
        applied once: a repeated batch returns ALREADY_APPLIED. `batch.results` has the result of each operation."""
        release_dropped()
        options = None
        if source is not None or id is not None or epoch or position:
            options = structure(declarations.tally_batch_options, source=source, epoch=epoch, position=position, id=id)
        revision = ctypes.c_uint64()
        operations = ctypes.cast(checked(batch)._memory(), ctypes.POINTER(declarations.tally_operation))
        status = raw.tally_badge_batch(handle_box(self), operations, len(batch), options, ctypes.byref(revision))
        return BatchAnswer(answer(status), revision.value)

    def apply_nodes(self, batch: NodeBatch) -> None:
        """Performs operations on nodes, each on its own. Raises the error of the first rejected one, after the others
        were performed. `batch.results` has the result of each operation."""
        release_dropped()
        operations = ctypes.cast(batch._memory(), ctypes.POINTER(declarations.tally_node_operation))
        answer(raw.tally_node_apply(handle_box(self), operations, len(batch)))

    def batch_position(self, source: str) -> Tuple[int, int]:
        """Returns the epoch and the position of the last batch of a source."""
        _, epoch, position = call.batch_position(self, source)
        return epoch, position

    def node(self, path: str) -> Node:
        """Resolves a path, so that operations need not look it up again."""
        return Node(self, call.node_resolve(self, path)[1])

    # --- Snapshots and patches ---

    def snapshot(self, path: str = "root") -> Snapshot:
        """Takes a snapshot of what the nodes of a subtree own."""
        return Snapshot(call.snapshot_take(self, path)[1])

    def diff(self, path: str, to: Account, to_path: str) -> bytes:
        """Returns the minimal patch from this subtree to another one of the same engine."""
        return call.badge_diff(self, path, to, to_path)[1]

    def apply(self, path: str, patch: bytes, *, overwrite: bool = False) -> None:
        """Applies a patch. ConflictError: the nodes are not in the state that the patch begins with."""
        call.badge_apply(self, path, patch, declarations.TALLY_APPLY_OVERWRITE * overwrite)

    # --- Presentation ---

    def set_style(self, path: str, style: Optional[Style]) -> None:
        """Replaces the style of a path. None removes it."""
        call.style_set(self, path, style_structure(style))

    def style(self, path: str) -> Style:
        """Returns the style of the path itself, without what it inherits."""
        _, icon, told = call.style_get(self, path)
        members: Dict[str, Any] = {}
        for name in Style._fields:
            if told.fields & getattr(declarations, f"TALLY_STYLE_FIELD_{name.upper()}"):
                members[name] = icon if name == "icon" else (told.offset_x, told.offset_y) if name == "offset" \
                    else getattr(told, name)
        return Style(**members)

    def present(self, path: str) -> Tuple[Presentation, str]:
        """Returns how to draw a path, and the text: the capped number, or the icon's name."""
        _, drawn, presentation = call.badge_present(self, path)
        return presentation, drawn

    # --- Pushes ---

    def push(self, payload: Union[bytes, str]) -> None:
        """Applies a push: its JSON, or the payload of an APNs notification."""
        call.push(self, payload)

    def push_badge_path(self, path: Optional[str]) -> None:
        """Sets the path whose badge follows the number for the icon in pushes. None: no path."""
        call.push_badge_path(self, path)

    # --- Rooms of their own ---

    @property
    def feeds(self) -> Feeds:
        return Feeds(self)

    @property
    def messages(self) -> Messages:
        return Messages(self)

    @property
    def groups(self) -> Groups:
        return Groups(self)

    @property
    def outbox(self) -> Outbox:
        return Outbox(self)

    @property
    def reminders(self) -> Reminders:
        return Reminders(self)


class Node(Handle):
    """A resolved path. It has the methods of its account, without the path."""

    def __init__(self, account: Account, number: int):
        self.account, self._number = account, number
        self._box = Box(number, account._holders.enter().leave_node, account.engine)

    def _check(self) -> int:
        if self._box is None:
            raise StaleHandleError(Status.ERROR_STALE_HANDLE, "this Node was closed")
        return self._number

    def _open_number(self) -> int:
        """The handle of the node; 0 after it was closed."""
        return self._number if self._box is not None else 0

    def _call(self, function: Callable[..., T], *arguments: Any) -> T:
        return function(self.account, self._check(), *arguments)

    @property
    def path(self) -> str:
        return self._call(call.node_path)[1]

    def set(self, count: int, until: Until = None) -> None:
        if until is None:
            self._call(call.node_set, count)
        else:
            self._call(call.node_set_until, count, milliseconds(until))

    def dot(self, until: Until = None) -> None:
        if until is None:
            self._call(call.node_dot)
        else:
            self._call(call.node_dot_until, milliseconds(until))

    def add(self, delta: int) -> None:
        self._call(call.node_add, delta)

    def clear(self) -> Status:
        return self._call(call.node_clear)

    def clear_tree(self) -> Status:
        """Returns OK or HELD, as Account.clear_tree."""
        return self._call(call.node_clear_tree)

    def mute(self, mode: int, until: Until = None) -> None:
        self._call(call.node_mute, mode, milliseconds(until))

    def get(self) -> Badge:
        return self._call(call.node_get)[1]


class _Room:
    """A group of methods of an account."""

    def __init__(self, account: Account):
        self.account = account


class Feeds(_Room):
    """The feeds of an account."""

    def add(self, name: str, url: Optional[str] = None, *, prefix: Optional[str] = None,
            initial_delay: Duration = None, interval: Duration = None,
            request_timeout: Duration = None, idle_timeout: Duration = None,
            page_limit: Optional[int] = None, polling: Optional[int] = None, visible_interval: Duration = None,
            tolerance: Duration = None, away_time: Duration = None, max_age: Duration = None,
            max_messages: Optional[int] = None, mapping_preset: Optional[str] = None, mapping: Optional[str] = None,
            memo: Optional[str] = None, title: Optional[str] = None, stops_in_background: bool = False,
            exact_delay: bool = False, flags: int = 0) -> Feed:
        """Adds a feed, or replaces its options, which are those of tally_feed_options. Durations are milliseconds,
        or timedeltas."""
        options = structure(
            declarations.tally_feed_options, url=url, prefix=prefix, initial_delay=to_milliseconds(initial_delay),
            interval=to_milliseconds(interval), request_timeout=to_milliseconds(request_timeout),
            idle_timeout=to_milliseconds(idle_timeout), page_limit=page_limit, polling=polling,
            visible_interval=to_milliseconds(visible_interval), tolerance=to_milliseconds(tolerance),
            away_time=to_milliseconds(away_time), max_age=to_milliseconds(max_age),
            max_messages=max_messages, mapping_preset=mapping_preset, mapping=mapping, memo=memo, title=title,
            flags=flags | declarations.TALLY_FEED_OPTION_STOPS_IN_BACKGROUND * stops_in_background
            | declarations.TALLY_FEED_OPTION_EXACT_DELAY * exact_delay)
        _, handle = call.feed_add(self.account, name, options)
        return Feed(self.account, name, Box(handle, raw.tally_feed_release, self.account))

    def __iter__(self) -> Iterator[FeedEntry]:
        """Lists the stored feeds, added in this run or not."""
        return pages(self.page, None, lambda entry: entry.name)

    def page(self, after: Optional[str] = None, limit: int = 1000) -> Page[FeedEntry]:
        return page_of(call.feed_list(self.account, after, limit))

    def rejected(self, feed: int) -> Iterator[Rejected]:
        """Lists the rejected items of a feed. feed: its identifier."""
        return pages(lambda after, limit: self.rejected_page(feed, after, limit), 0, lambda item: item.number)

    def rejected_page(self, feed: int, after: int = 0, limit: int = 1000) -> Page[Rejected]:
        return page_of(call.feed_rejected(self.account, feed, after, limit))


class Messages(_Room):
    """The messages of an account, newest first."""

    def __iter__(self) -> Iterator[Message]:
        return self.list(subtree=True)

    def list(self, path: str = "root", *, subtree: bool = False, unread: bool = False) -> Iterator[Message]:
        """Lists the messages at a path (subtree: also below it)."""
        return pages(lambda after, limit: self.page(path, subtree=subtree, unread=unread, after=after, limit=limit),
                     0, lambda message: message.key)

    def page(self, path: str = "root", *, subtree: bool = False, unread: bool = False, after: int = 0,
             limit: int = 1000) -> Page[Message]:
        return page_of(call.message_list(self.account, path, SUBTREE * subtree | UNREAD * unread, after, limit))

    def counts(self, path: str = "root", *, subtree: bool = False) -> MessageCounts:
        return MessageCounts(*call.message_counts(self.account, path, SUBTREE * subtree)[1:])

    def read(self, keys: Iterable[int]) -> int:
        """Marks messages as read, all or none. Returns how many were not read before."""
        return call.message_read(self.account, keys)[1]

    def read_path(self, path: str, *, subtree: bool = False) -> int:
        return call.message_read_path(self.account, path, SUBTREE * subtree)[1]

    def read_until(self, path: str, last: int, *, subtree: bool = False) -> int:
        """Marks the message with the key `last` as read, and those that lists have after it."""
        return call.message_read_until(self.account, path, SUBTREE * subtree, last)[1]

    def unread(self, keys: Iterable[int]) -> int:
        return call.message_unread(self.account, keys)[1]

    def mark_seen(self, keys: Iterable[int]) -> int:
        """Marks messages as seen, all or none. Returns how many were unseen."""
        return call.message_mark_seen(self.account, keys)[1]

    def post(self, path: str, *, id: Optional[str] = None, title: Optional[str] = None, body: Optional[str] = None,
             kind: Optional[str] = None, thread: Optional[str] = None, category: Optional[str] = None,
             argument: Optional[str] = None, argument_count: Optional[int] = None, time: Time = None,
             count: Optional[int] = None, dot: bool = False, flags: int = 0) -> int:
        """Posts a message of the host's own, and returns its key. It replaces the message with the same id."""
        options = message_structure(
            id=id, title=title, body=body, kind=kind, thread=thread, category=category, argument=argument,
            argument_count=argument_count, time=time, count=count, dot=dot, flags=flags)
        return call.message_post(self.account, path, options)[1]

    def withdraw(self, id: str) -> None:
        """Removes the message that was posted with an id."""
        call.message_withdraw(self.account, id)


class Groups(_Room):
    """The unseen messages of an account, grouped by their threads. The group with the newest message comes first."""

    def configure(self, grouping: int = 0, language: Optional[str] = None) -> None:
        call.group_configure(self.account, grouping, language)

    def set_category(self, id: str, summary: Optional[str] = None, hidden: Optional[str] = None) -> None:
        call.category_set(self.account, id, summary, hidden)

    def set_strings(self, key: str, language: Optional[str] = None, *, other: Optional[str] = None,
                    zero: Optional[str] = None, one: Optional[str] = None, two: Optional[str] = None,
                    few: Optional[str] = None, many: Optional[str] = None) -> None:
        """Sets the plural forms of a format."""
        forms = structure(declarations.tally_forms, zero=zero, one=one, two=two, few=few, many=many, other=other)
        call.strings_set(self.account, key, language, forms)

    def import_strings(self, kind: int, content: Union[bytes, str], language: Optional[str] = None) -> Tuple[int, int]:
        """Imports a file of translations. Returns how many formats were taken, and how many texts were skipped."""
        _, taken, skipped = call.strings_import(self.account, kind, content, language)
        return taken, skipped

    def __iter__(self) -> Iterator[Group]:
        return self.list()

    def list(self, language: Optional[str] = None, *, hidden: bool = False) -> Iterator[Group]:
        return pages(lambda after, limit: self.page(language, hidden=hidden, after=after, limit=limit), 0,
                     lambda group: group.newest)

    def page(self, language: Optional[str] = None, *, hidden: bool = False, after: int = 0,
             limit: int = 1000) -> Page[Group]:
        return page_of(call.group_list(self.account, language, declarations.TALLY_GROUPS_HIDDEN * hidden, after, limit))

    def get(self, thread: Optional[str], language: Optional[str] = None, *, hidden: bool = False) -> Group:
        return call.group_get(self.account, thread, language, declarations.TALLY_GROUPS_HIDDEN * hidden, None)[1][0]

    def messages(self, thread: Optional[str]) -> Iterator[Message]:
        return pages(lambda after, limit: self.messages_page(thread, after, limit), 0, lambda message: message.key)

    def messages_page(self, thread: Optional[str], after: int = 0, limit: int = 1000) -> Page[Message]:
        return page_of(call.group_messages(self.account, thread, after, limit))

    def seen(self, thread: Optional[str]) -> None:
        """Reports that the user has seen a group: none of its messages is fresh any more."""
        call.group_seen(self.account, thread)

    def dismiss(self, thread: Optional[str]) -> int:
        """Dismisses a group. Returns how many of its messages were unseen."""
        return call.group_dismiss(self.account, thread)[1]


class Outbox(_Room):
    """Reads and changes that the account sends to its server."""

    def configure(self, url: Optional[str] = None, *, request_timeout: Duration = None,
                  idle_timeout: Duration = None) -> None:
        """Configures the account's outbox for this run. url: where rows are sent; None: the program leases them."""
        call.outbox_configure(self.account, structure(declarations.tally_outbox_options, url=url,
                                                      request_timeout=to_milliseconds(request_timeout),
                                                      idle_timeout=to_milliseconds(idle_timeout)))

    def lease(self, duration: Union[int, datetime.timedelta], limit: int = 100) -> Page[OutboxEntry]:
        """Leases rows that are due. Nobody else gets them for `duration`: milliseconds, or a timedelta. `more`: others
        may be due."""
        status, rows = call.outbox_lease(self.account, exactly(duration), limit)
        while status == Status.MORE and len(rows) < limit:  # Their texts did not fit.
            status, more = call.outbox_lease(self.account, exactly(duration), limit - len(rows))
            rows += more
        return page_of((status, rows))

    def ack(self, sequence: int, body: Union[bytes, str, None] = None) -> Status:
        """Reports that the server has taken a row. body: of its response. Returns OK or ALREADY_APPLIED."""
        return call.outbox_ack(self.account, sequence, body)

    def fail(self, sequence: int, attempt: int, retry_after: Union[int, datetime.timedelta] = -1) -> Status:
        """Reports that the server has not taken a row. retry_after: milliseconds or a timedelta; -1: never.
        Returns OK or ALREADY_APPLIED."""
        return call.outbox_fail(self.account, sequence, attempt, exactly(retry_after))

    def __iter__(self) -> Iterator[OutboxEntry]:
        return pages(self.page, 0, lambda entry: entry.sequence)

    def page(self, after: int = 0, limit: int = 1000) -> Page[OutboxEntry]:
        return page_of(call.outbox_list(self.account, after, limit))

    def counts(self) -> OutboxCounts:
        return OutboxCounts(*call.outbox_counts(self.account)[1:])

    def retry(self, sequence: int) -> int:
        """Makes a row that waits or has failed due immediately. Returns 1, or 0 if it is another row."""
        return call.outbox_retry(self.account, sequence)[1]

    def retry_all(self) -> int:
        """Makes every row that waits or has failed due immediately. Returns how many."""
        return call.outbox_retry_all(self.account)[1]

    def remove(self, sequence: int) -> int:
        """Removes a row that has failed for good. Returns 1, or 0 if it is another row."""
        return call.outbox_remove(self.account, sequence)[1]

    def remove_failed(self) -> int:
        """Removes every row that has failed for good. Returns how many."""
        return call.outbox_remove_failed(self.account)[1]


class Reminders(_Room):
    """The reminders of an account. Days are dates, or numbers like 20260131."""

    def put(self, id: str, *, shelf_life: int, shelf_unit: int, title: Optional[str] = None,
            body: Optional[str] = None, path: Optional[str] = None, zone: Optional[str] = None,
            produced: Day = None, time: Union[int, datetime.time, None] = None, smart: Optional[int] = None,
            repeat_unit: Optional[int] = None, repeat_every: Optional[int] = None, start: Day = None, end: Day = None,
            overdue_unit: Optional[int] = None, overdue_every: Optional[int] = None,
            overdue_limit: Optional[int] = None) -> None:
        """Enters a reminder. produced: the day of production. shelf_life: how long it keeps, in units (a Unit)."""
        members = {name: value for name, value in locals().items() if name not in ("self", "id")}
        call.reminder_put(self.account, id, reminder_structure(members))

    def edit(self, id: str, **members: Any) -> None:
        """Changes the given members of a reminder; None: unchanged. 0 or "" removes a member. Give a unit and its
        numbers (shelf_, repeat_, overdue_) together."""
        call.reminder_edit(self.account, id, reminder_structure(members))

    def done(self, id: str) -> None:
        call.reminder_done(self.account, id)

    def undone(self, id: str) -> None:
        call.reminder_undone(self.account, id)

    def remove(self, id: str) -> None:
        call.reminder_remove(self.account, id)

    def snooze(self, id: str, until: Until) -> None:
        """Moves one occurrence to a timestamp in the future."""
        call.reminder_snooze(self.account, id, milliseconds(until))

    def acknowledge(self, id: str) -> None:
        """Acknowledges what has fired: its badge is removed."""
        call.reminder_acknowledge(self.account, id)

    def __iter__(self) -> Iterator[Reminder]:
        return pages(self.page, None, lambda reminder: reminder.id)

    def page(self, after: Optional[str] = None, limit: int = 1000) -> Page[Reminder]:
        return page_of(call.reminder_list(self.account, after, limit))

    def plan(self, *, limit: Optional[int] = None, reserve: Optional[int] = None, from_scratch: bool = False) -> PlanDifference:
        """Plans the notifications that the system fires while the program is closed. The rows say what to disarm, then
        what to arm."""
        options = structure(declarations.tally_plan_options, flags=declarations.TALLY_PLAN_FLAG_FROM_SCRATCH * from_scratch, limit=limit,
                            reserve=reserve)
        _, entries, plan = call.reminder_plan(self.account, options, None)
        difference = PlanDifference(entries)
        difference.plan = plan
        return difference

    def log(self) -> Iterator[ReminderNote]:
        return pages(self.log_page, 0, lambda note: note.number)

    def log_page(self, after: int = 0, limit: int = 1000) -> Page[ReminderNote]:
        return page_of(call.reminder_log(self.account, after, limit))

    def export(self) -> str:
        """Returns all reminders as iCalendar."""
        return call.reminder_export(self.account)[1]

    def import_calendar(self, content: Union[bytes, str]) -> Tuple[int, int]:
        """Imports the reminders of an iCalendar file. Returns how many were taken and how many were skipped."""
        _, taken, skipped = call.reminder_import(self.account, content)
        return taken, skipped


# The bit of each member; those with a unit have one together.
_REMINDER_FIELDS = {
    name: getattr(declarations, f"TALLY_REMINDER_FIELD_{name.upper()}")
    for name in ("title", "body", "path", "zone", "produced", "shelf_life", "time", "smart", "repeat", "start", "end",
                 "overdue")
}
_REMINDER_FIELDS["shelf"] = _REMINDER_FIELDS.pop("shelf_life")


def message_structure(*, time: Time = None, dot: bool = False, flags: int = 0,
                      **members: Any) -> declarations.tally_message_options:
    """Makes the structure of a message that the host posts."""
    return structure(declarations.tally_message_options, flags=flags | declarations.TALLY_POST_DOT * dot,
                     time=milliseconds(time), **members)


def reminder_structure(members: Dict[str, Any]) -> declarations.tally_reminder_options:
    for name in ("produced", "start", "end"):
        members[name] = day(members.get(name))
    time = members.get("time")
    if isinstance(time, datetime.time):
        members["time"] = time.hour * 3600 + time.minute * 60 + time.second
    known = {field[0] for field in declarations.tally_reminder_options._fields_} - {"struct_size", "fields", "reserved"}
    unknown = set(members) - known
    if unknown:
        raise TypeError(f"a reminder has no {', '.join(sorted(unknown))}")
    fields = 0
    for name, value in members.items():
        if value is not None:
            fields |= _REMINDER_FIELDS.get(name) or _REMINDER_FIELDS[name.partition("_")[0]]
    return structure(declarations.tally_reminder_options, fields=fields, **members)
