"""What the library gives and takes: enumerations, flags and records. They are called as in the header, which is where
all of it is explained; points in time are milliseconds since 1970, days are numbers like 20260131."""

from __future__ import annotations

import enum
from typing import Any, Dict, Generic, List, NamedTuple, Optional, Tuple, TypeVar

from .errors import Status

__all__ = [
    "MAX_COUNT", "MIDNIGHT", "FEED_LOCAL", "FEED_REMINDERS", "Durability", "LogLevel", "Aggregation", "Feeding",
    "Mute", "BadgeFlags", "ReasonFlags", "Op", "Overflow", "Present", "EventKind", "Preset", "FeedEntryFlags",
    "RequestKind", "MessageState", "Grouping", "StringsKind", "SummaryOrigin", "OutboxKind", "OutboxState",
    "Unit", "Smart", "Clear", "ReminderState", "PlanAction", "NoteKind", "Badge", "BadgeEntry", "Reason",
    "Presentation", "Event", "FeedEntry", "Rejected", "FeedState", "Message", "Group", "OutboxEntry",
    "Reminder", "PlanEntry", "Plan", "ReminderNote", "Recovery", "Limits", "Stats", "Style", "AccountInfo",
    "MessageCounts", "OutboxCounts", "OperationResult", "Page", "PlanDifference",
]

#: The largest count that can be set.
MAX_COUNT = 2**32 - 1

#: Midnight, as the time of day of a reminder.
MIDNIGHT = -1

#: The feeds that are there by themselves: of messages that the host posts, and of reminders.
FEED_LOCAL = "tally:local"
FEED_REMINDERS = "tally:reminders"

T = TypeVar("T")


class _Open(enum.IntEnum):
    """A newer library may answer with a number that has no name here yet; it is kept."""

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        made = int.__new__(cls, value)
        made._name_, made._value_ = f"UNKNOWN_{value}", value
        return made


class Durability(_Open):
    """When a change is on the disk."""

    GROUP = 0
    FULL = 1


class LogLevel(_Open):
    """How important what is logged is."""

    ERROR = 1
    WARNING = 2
    INFO = 3


class Aggregation(_Open):
    """How the number of a node is made."""

    DEFAULT = 0
    CHILDREN = 1
    SUM = 2


class Feeding(_Open):
    """Which messages feed the badge at their path."""

    DEFAULT = 0
    UNSEEN = 1
    UNREAD = 2


class Mute(_Open):
    """What a node keeps from its parent."""

    NONE = 0
    NUMBER = 1
    ALL = 2


class BadgeFlags(enum.IntFlag):
    """Why a node shows a badge."""

    MANUAL_COUNT = 1
    MANUAL_DOT = 2
    FED = 4
    CHILDREN = 8
    MUTE_NUMBER = 16
    MUTE_ALL = 32


class ReasonFlags(enum.IntFlag):
    """What an explanation says of a node."""

    MANUAL_COUNT = 1
    MANUAL_DOT = 2
    FED = 4
    OVERRIDDEN = 8
    MUTE_NUMBER = 16
    MUTE_ALL = 32
    LIGHTS = 64
    HELD_BACK = 128
    MESSAGE = 256


class Op(_Open):
    """What an operation of a batch does."""

    SET = 1
    DOT = 2
    ADD = 3
    CLEAR = 4
    FORCE = 5
    MUTE = 6
    GET = 7


class Overflow(_Open):
    """What stands for a number above max_count."""

    PLUS = 0
    ELLIPSIS = 1


class Present(_Open):
    """How a badge is drawn."""

    NONE = 0
    DOT = 1
    ICON = 2
    NUMBER = 3


class EventKind(_Open):
    """What an event tells."""

    BADGE = 1
    TOTAL = 2
    SYNCED = 3
    COMPLETION = 4
    AUTH = 5
    VIEW = 6
    MESSAGES = 7
    GROUP = 8
    REMINDER = 9


class Preset(_Open):
    """What a feed's options mean that are left out."""

    MESSAGE_CENTRE = 0
    UNREAD_COUNT = 1


class FeedEntryFlags(enum.IntFlag):
    """What is said of a stored feed."""

    ADDED = 1


class RequestKind(_Open):
    """What a transport is asked."""

    SEND = 1
    CANCEL = 2


class MessageState(_Open):
    """What the user has done with a message."""

    UNSEEN = 0
    SEEN = 1
    READ = 2


class Grouping(_Open):
    """How messages are grouped."""

    DEFAULT = 0
    AUTOMATIC = 1
    BY_APP = 2
    OFF = 3


class StringsKind(_Open):
    """Files of translations: .xcstrings and .stringsdict."""

    CATALOG = 1
    DICTIONARY = 2


class SummaryOrigin(_Open):
    """Where a summary comes from."""

    NONE = 0
    CATEGORY = 1
    DEFAULT = 2


class OutboxKind(_Open):
    """What a row of the outbox is about."""

    MESSAGE = 1
    MARK = 2
    REMINDER = 3


class OutboxState(_Open):
    """What has become of a row of the outbox."""

    WAITING = 0
    LEASED = 1
    FAILED = 2


class Unit(_Open):
    """Units of time."""

    MINUTE = 1
    HOUR = 2
    DAY = 3
    WEEK = 4
    MONTH = 5
    QUARTER = 6
    YEAR = 7


class Smart(_Open):
    """Whether a reminder chooses its days by itself."""

    AUTOMATIC = 1
    ON = 2
    OFF = 3


class Clear(enum.IntFlag):
    """What an edit of a reminder takes away."""

    START = 1
    END = 2
    REPEAT = 4
    OVERDUE = 8


class ReminderState(_Open):
    """The state of a reminder."""

    ACTIVE = 1
    DONE = 2
    EXPIRED = 3


class PlanAction(_Open):
    """What to do with a notification of the system."""

    DISARM = 1
    ARM = 2


class NoteKind(_Open):
    """What a note in the log of reminders tells."""

    CREATED = 1
    EDITED = 2
    PLANNED = 3
    ARMED = 4
    FIRED = 5
    MISSED = 6
    SNOOZED = 7
    ACKNOWLEDGED = 8
    CANCELLED = 9
    SUSPENDED = 10
    RESUMED = 11
    UPLOADED = 12
    UPLOAD_FAILED = 13
    DONE = 14
    UNDONE = 15
    DELETED = 16


def _shown(shows: bool, count: int) -> str:
    return str(count) if shows and count else "dot" if shows else "nothing"


class Badge(NamedTuple):
    """What a path shows. As a string: "dot", its number, or "nothing"."""

    count: int  # type: ignore[assignment]
    revision: int
    shows: bool
    flags: BadgeFlags
    manual_count: int

    def __str__(self) -> str:
        return _shown(self.shows, self.count)


class BadgeEntry(NamedTuple):
    """What a path shows, in a list."""

    path: str
    count: int  # type: ignore[assignment]
    revision: int
    shows: bool
    flags: BadgeFlags
    manual_count: int


class Reason(NamedTuple):
    """One reason why a path shows what it shows."""

    contributed: int
    fed_count: int
    kept_count: int
    manual_count: int
    flags: ReasonFlags
    path: str
    message: int
    id: str


class Presentation(NamedTuple):
    """How a badge is drawn: lengths in points, colours 0xRRGGBBAA."""

    kind: Present
    count: int  # type: ignore[assignment]
    dot_radius: float
    offset_x: float
    offset_y: float
    font_size: float
    font_weight: int
    text_color: int
    background_color: int
    overflow: Overflow
    max_count: int


class Event(NamedTuple):
    """Something that happened."""

    kind: EventKind
    token: int
    account: int
    feed: int
    count: int  # type: ignore[assignment]
    revision: int
    shows: bool
    result: Status
    retry_after: int
    next_time: int
    added: int
    changed: int
    removed: int
    rejected: int
    total: int
    unread: int
    unseen: int
    text: str

    @property
    def shown(self) -> str:
        """What the badge of a BADGE or TOTAL event shows: "dot", its number, or "nothing"."""
        return _shown(self.shows, self.count)


class FeedEntry(NamedTuple):
    """A feed that is stored."""

    id: int
    last_success: int
    rejected: int
    flags: FeedEntryFlags
    name: str
    url: str
    prefix: str
    title: str
    memo: str


class Rejected(NamedTuple):
    """An item of an answer that could not be used."""

    number: int
    time: int
    reason: str
    body: str


class FeedState(NamedTuple):
    """How a feed is getting on."""

    result: Status
    id: int
    last_success: int
    next_time: int
    requests: int
    not_modified: int
    failures: int
    in_flight: bool
    failures_in_a_row: int


class Message(NamedTuple):
    """A message."""

    key: int
    feed: int
    time: int
    count: int  # type: ignore[assignment]
    state: MessageState
    id: str
    path: str
    kind: str
    title: str
    body: str
    thread: str
    category: str
    argument: str
    argument_count: int


class Group(NamedTuple):
    """The unseen messages of a thread, and their summary."""

    newest: int
    oldest: int
    items: int
    notifications: int
    fresh: int
    time: int
    origin: SummaryOrigin
    thread: str
    path: str
    title: str
    summary: str
    language: str


class OutboxEntry(NamedTuple):
    """A row on its way to the server."""

    sequence: int
    feed: int
    attempt: int
    next_time: int
    lease_end: int
    kind: OutboxKind
    state: OutboxState
    key: str
    entity: str
    body: str


class Reminder(NamedTuple):
    """A reminder."""

    number: int
    next_time: int
    due_time: int
    expires: int
    stamp: int
    revision: int
    state: ReminderState
    expiry: int
    span: int
    days_left: int
    is_smart: bool
    produced: int
    shelf_life: int
    shelf_unit: int
    time: int
    entered: int
    smart: Smart
    repeat_unit: int
    repeat_every: int
    start: int
    end: int
    overdue_unit: int
    overdue_every: int
    overdue_limit: int
    id: str
    title: str
    body: str
    path: str
    zone: str


class PlanEntry(NamedTuple):
    """A notification that the system is to arm or disarm."""

    id: int
    time: int
    occurrence: int
    revision: int
    action: PlanAction
    reminder: str
    title: str
    body: str
    path: str


class Plan(NamedTuple):
    """What a plan reaches."""

    planned: int
    left_out: int
    reach: int


class ReminderNote(NamedTuple):
    """A note in the log of reminders."""

    number: int
    time: int
    occurrence_time: int
    revision: int
    kind: NoteKind
    reminder: str


class Recovery(NamedTuple):
    """What was saved and lost."""

    pages: int
    damaged_pages: int
    doubtful_rows: int
    accounts_saved: int
    accounts_lost: int
    badges_saved: int
    badges_lost: int
    feeds_saved: int
    feeds_lost: int
    messages_saved: int
    messages_lost: int
    others_saved: int
    others_lost: int


class Limits(NamedTuple):
    """The limits in force."""

    max_depth: int
    max_path_bytes: int
    max_nodes: int
    max_accounts: int
    max_feeds: int
    max_observers: int
    max_response_bytes: int
    max_loaded_accounts: int
    max_batch_ids: int


class Stats(NamedTuple):
    """What an engine is made of just now."""

    accounts: int
    loaded_accounts: int
    feeds: int
    account_loads: int
    account_evictions: int
    observers: int
    events: int
    nodes: int
    node_bytes: int
    unstored_badges: int
    file_size: int
    log_size: int


class Style(NamedTuple):
    """How a path is drawn; what is None is left out, and so inherited."""

    dot_radius: Optional[float] = None
    offset: Optional[Tuple[float, float]] = None
    font_size: Optional[float] = None
    font_weight: Optional[int] = None
    text_color: Optional[int] = None
    background_color: Optional[int] = None
    max_count: Optional[int] = None
    overflow: Optional[int] = None
    icon: Optional[str] = None


class AccountInfo(NamedTuple):
    """The state of an account."""

    id: int
    revision: int
    epoch: int
    logged_in: bool


class MessageCounts(NamedTuple):
    """How many messages there are."""

    total: int
    unread: int
    unseen: int


class OutboxCounts(NamedTuple):
    """How many rows there are."""

    total: int
    leased: int
    failed: int


class OperationResult(NamedTuple):
    """What one operation of a batch answered; count and shows: of GET."""

    status: Status
    count: int  # type: ignore[assignment]
    shows: bool


class Page(List[T], Generic[T]):
    """A list of what was asked for. `more`: there is more behind it. `revision`: which the list shows, of badges."""

    more: bool = False
    revision: int = 0


class PlanDifference(List[PlanEntry]):
    """What to disarm, then to arm, and what the plan reaches."""

    plan: Plan


RECORDS: Dict[str, Any] = {
    "badge": Badge, "badge_entry": BadgeEntry, "reason": Reason, "presentation": Presentation, "event": Event,
    "feed_entry": FeedEntry, "rejected": Rejected, "feed_state": FeedState, "message": Message, "group": Group,
    "outbox_entry": OutboxEntry, "reminder": Reminder, "plan_entry": PlanEntry, "plan": Plan, "reminder_note":
    ReminderNote, "recovery": Recovery, "limits": Limits, "stats": Stats,
}
