"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

# flake8: noqa
from __future__ import annotations

from typing import NamedTuple

from ._open import Flags, Named, Open, shown

class Status(Named):
    """The status of a call: 0, a qualified success (above 0) or an error (below). Errors are raised; successes are
    returned."""
    OK = 0; HELD = 1; MORE = 2; RESYNC = 3; ALREADY_APPLIED = 4; NOT_MODIFIED = 5; EMPTY = 6; SET_ASIDE = 7;
    PARTIAL = 8; ERROR_ARGUMENT = -1; ERROR_NO_MEMORY = -2; ERROR_PATH = -3; ERROR_RANGE = -4; ERROR_LIMIT = -5;
    ERROR_NOT_FOUND = -6; ERROR_EXISTS = -7; ERROR_CONFLICT = -8; ERROR_BUFFER_TOO_SMALL = -9;
    ERROR_STALE_HANDLE = -10; ERROR_CLOSED = -11; ERROR_FORKED = -12; ERROR_THREAD = -13; ERROR_UNSUPPORTED = -14;
    ERROR_INTERNAL = -15; ERROR_NOT_APPLIED = -16; ERROR_MALFORMED = -17; ERROR_IO = -20; ERROR_FULL = -21;
    ERROR_LOCKED = -22; ERROR_CORRUPT = -23; ERROR_NOT_A_STORE = -24; ERROR_NEWER = -25; ERROR_READ_ONLY = -26;
    ERROR_PERMISSION = -27; ERROR_STALE_EPOCH = -28; ERROR_URL = -40; ERROR_NETWORK = -41; ERROR_TIMEOUT = -42;
    ERROR_TLS = -43; ERROR_PROTOCOL = -44; ERROR_TOO_LARGE = -45; ERROR_SERVER = -46; ERROR_UNAUTHORIZED = -47;
    ERROR_RATE_LIMITED = -48; ERROR_LOGGED_OUT = -49; ERROR_CANCELLED = -50

class Durability(Open):
    """When a change is on the disk."""
    GROUP = 0; FULL = 1

class LogLevel(Open):
    """How important a line of the log is."""
    ERROR = 1; WARNING = 2; INFO = 3

class Limit(Open):
    """The limits of an engine."""
    DEPTH = 1; PATH_BYTES = 2; NODES = 3; ACCOUNTS = 4; LOADED_ACCOUNTS = 5; FEEDS = 6; OBSERVERS = 7;
    RESPONSE_BYTES = 8; BATCH_IDS = 9; BATCH_ID_TIME = 10; REQUESTS = 11; REQUESTS_PER_ORIGIN = 12; FORGOTTEN = 13;
    MARKS = 14; FAILED_ROWS = 15; REJECTED = 16; REMINDER_LOG = 17; CACHED_GROUPS = 18; EVENTS = 19; COMPLETIONS = 20;
    LOG_LEVEL = 21; LINKS = 22

class Aggregation(Open):
    """How the number of a node is computed."""
    DEFAULT = 0; CHILDREN = 1; SUM = 2

class Counting(Open):
    """How the number of a path comes from its children."""
    DEFAULT = 0; LIT = 1

class Feeding(Open):
    """Which messages feed the badge at their path."""
    DEFAULT = 0; UNSEEN = 1; UNREAD = 2

class CredentialKind(Open):
    """The place of a credential in a request."""
    BEARER = 1; BASIC = 2; HEADER = 3; QUERY = 4

class Level(Open):
    """How much a message matters."""
    PASSIVE = -1; NORMAL = 0; HIGHLIGHT = 1; CRITICAL = 2

class Mute(Open):
    """The part of a badge that a mute hides from the parent."""
    NONE = 0; NUMBER = 1; ALL = 2; NUMBER_BUT_HIGHLIGHTS = 5; ALL_BUT_HIGHLIGHTS = 6

class BadgeFlags(Flags):
    """Why a node shows a badge."""
    OWN_COUNT = 1; OWN_DOT = 2; FED = 4; CHILDREN = 8; MUTE_NUMBER = 16; MUTE_ALL = 32; PASSES_HIGHLIGHTS = 64;
    SNOOZED = 128

class ReasonFlags(Flags):
    """The part of a node in an explanation."""
    OWN_COUNT = 1; OWN_DOT = 2; FED = 4; OVERRIDDEN = 8; MUTE_NUMBER = 16; MUTE_ALL = 32; LIGHTS = 64; MUTED = 128;
    MESSAGE = 256; LINKED = 512; COUNTING = 1024; FLAG = 2048; SNOOZED = 4096

class Op(Open):
    """The kinds of operations of a batch."""
    SET = 1; DOT = 2; ADD = 3; CLEAR = 4; CLEAR_TREE = 5; MUTE = 6; GET = 7; POST = 8; WITHDRAW = 9; READ = 10;
    REMINDER_PUT = 11; REMINDER_EDIT = 12; REMINDER_DONE = 13; REMINDER_UNDONE = 14; REMINDER_REMOVE = 15;
    REMINDER_SNOOZE = 16; REMINDER_ACKNOWLEDGE = 17

class Overflow(Open):
    """The text in place of a number above max_count."""
    PLUS = 0; ELLIPSIS = 1

class BadgeKind(Open):
    """The kind of a badge. NONE is false in a condition."""
    NONE = 0; DOT = 1; ICON = 2; NUMBER = 3

class EventKind(Open):
    """The subject of an event."""
    BADGE = 1; TOTAL = 2; SYNCED = 3; COMPLETION = 4; AUTH = 5; WIDGET = 6; MESSAGES = 7; GROUP = 8; REMINDER = 9;
    DRIFT = 10

class Polling(Open):
    """When a feed polls: the defaults of its options."""
    MESSAGE_CENTER = 0; UNREAD_COUNT = 1

class FeedEntryFlags(Flags):
    """The flags of a stored feed."""
    RUNNING = 1; CREDENTIAL = 2

class RequestKind(Open):
    """The task of a transport about a request."""
    SEND = 1; CANCEL = 2

class MessageState(Open):
    """Whether the user has seen or read a message."""
    UNSEEN = 0; SEEN = 1; READ = 2

class Grouping(Open):
    """How messages are grouped."""
    DEFAULT = 0; AUTOMATIC = 1; BY_APP = 2; OFF = 3

class OutboxMode(Open):
    """Who sends the rows of the outbox."""
    DEFAULT = 0; OFF = 1; LEASED = 2; SENT = 3

class StringsKind(Open):
    """Files of translations: .xcstrings and .stringsdict."""
    CATALOG = 1; DICTIONARY = 2

class SummaryOrigin(Open):
    """The origin of a summary."""
    NONE = 0; CATEGORY = 1; DEFAULT = 2

class OutboxKind(Open):
    """The subject of a row of the outbox."""
    MESSAGE = 1; MARK = 2; REMINDER = 3; REMOVAL = 4; SEEN = 5; SEEN_MARK = 6; MUTE = 7; FLAG = 8; SNOOZE = 9;
    DISMISSAL = 10

class OutboxState(Open):
    """The state of a row of the outbox."""
    WAITING = 0; LEASED = 1; FAILED = 2

class Unit(Open):
    """Units of time."""
    MINUTE = 1; HOUR = 2; DAY = 3; WEEK = 4; MONTH = 5; QUARTER = 6; YEAR = 7

class Smart(Open):
    """Whether the library chooses the days of a reminder."""
    AUTOMATIC = 1; ON = 2; OFF = 3

class ReminderState(Open):
    """The state of a reminder."""
    ACTIVE = 1; DONE = 2; EXPIRED = 3

class PlanAction(Open):
    """The action on a notification of the system."""
    DISARM = 1; ARM = 2

class NoteKind(Open):
    """The subject of a note in the log of reminders."""
    CREATED = 1; EDITED = 2; PLANNED = 3; ARMED = 4; FIRED = 5; MISSED = 6; SNOOZED = 7; ACKNOWLEDGED = 8;
    CANCELLED = 9; SUSPENDED = 10; RESUMED = 11; UPLOADED = 12; UPLOAD_FAILED = 13; DONE = 14; UNDONE = 15;
    REMOVED = 16

class Stats(NamedTuple):
    """The contents of an engine at this moment.

    accounts: open accounts
    loaded_accounts: open accounts in memory
    feeds: feeds of these accounts that were added in this run
    account_loads: how often an account was read since the engine was opened
    account_evictions: how often an account left memory for another one
    observers: observers, views and widgets
    events: pending events
    nodes: nodes of the accounts in memory
    node_bytes: bytes of these nodes and their paths
    unstored_badges: badges that are not written yet, without those that are being written
    file_size: bytes of the file
    log_size: bytes of its write-ahead log; 0: none
    commits: commits that calls waited for since the engine was opened
    committed_calls: the calls that waited for them. Several share a commit
    longest_wait_us: the longest wait for the lock of all accounts, in microseconds, since the engine was opened or
        the last `reset`
    longest_hold_us: the longest that one call used the store, measured in the same way
    waiting_calls: calls that are waiting for the store
    requests: requests of feeds in flight
    origin_requests: the most of these to one origin
    drifts: events DRIFT since the engine was opened
    """
    accounts: int; loaded_accounts: int; feeds: int; account_loads: int; account_evictions: int; observers: int;
    events: int; nodes: int; node_bytes: int; unstored_badges: int; file_size: int; log_size: int; commits: int;
    committed_calls: int; longest_wait_us: int; longest_hold_us: int; waiting_calls: int; requests: int;
    origin_requests: int; drifts: int

class Recovery(NamedTuple):
    """The numbers of things that were saved and lost.

    flags: 0, or RECOVERY_UNCERTAIN
    pages: pages of the damaged file
    damaged_pages: damaged pages: truncated, unreadable, or with a wrong checksum
    doubtful_rows: saved from damaged pages: valid, but perhaps not what was stored
    accounts_lost: their badges and messages were saved, under their name or a new one, with defaults
    badges_saved: badges that nodes own, and mutes
    feeds_lost: their messages were saved, in a feed named "recovered-" and a number
    others_saved: other rows: reminders, read marks, pending actions, words of groups
    others_lost: with the rows that belong to a missing account or feed
    """
    flags: int; pages: int; damaged_pages: int; doubtful_rows: int; accounts_saved: int; accounts_lost: int;
    badges_saved: int; badges_lost: int; feeds_saved: int; feeds_lost: int; messages_saved: int; messages_lost: int;
    others_saved: int; others_lost: int

class AccountEntry(NamedTuple):
    """An account that is stored."""
    name: str

class AccountState(NamedTuple):
    """The facts about an account, and its revision.

    logged_in: 1 or 0
    id: identifies the account in events
    revision: the revision of its badges
    epoch: identifies the series of revisions. A new store has a new epoch
    aggregation: Aggregation.CHILDREN or Aggregation.SUM
    feeding: Feeding.UNSEEN or Feeding.UNREAD
    """
    logged_in: bool; id: int; revision: int; epoch: int; aggregation: Aggregation; feeding: Feeding
    name: str

class AccountSettingsEntry(NamedTuple):
    """The settings of an account.

    outbox_request_timeout: milliseconds
    outbox_idle_timeout: milliseconds
    grouping: Grouping.AUTOMATIC …
    outbox: OutboxMode.OFF …
    feeding: Feeding.UNSEEN or Feeding.UNREAD
    language: canonical; empty: none
    outbox_url: empty: none
    push_path: canonical; empty: none
    """
    outbox_request_timeout: int; outbox_idle_timeout: int; grouping: Grouping; outbox: OutboxMode; feeding: Feeding;
    outbox_kinds: int; language: str; outbox_url: str; push_path: str

class Badge(NamedTuple):
    """The badge that a path shows. As a string: "dot", its number, or "nothing".

    count: the number; 0 for a dot or nothing
    revision: the revision that last changed what it shows; 0: none since the account was loaded
    highlights: the part of what it shows that comes from messages of level HIGHLIGHT or above
    kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    level: the greatest level among what it shows; NORMAL if it shows nothing
    """
    count: int = 0  # type: ignore[assignment]
    revision: int = 0; highlights: int = 0; kind: BadgeKind = BadgeKind.NONE;
    flags: BadgeFlags = BadgeFlags(0); level: Level = Level.NORMAL

    def __str__(self) -> str:
        return shown(self.kind, self.count)

    def __bool__(self) -> bool:
        """Whether the path shows a badge."""
        return self.kind != BadgeKind.NONE

    def __int__(self) -> int:
        """The number; 0 for a dot or nothing."""
        return self.count

class OwnBadge(NamedTuple):
    """The badge that a path owns, and its mute, with the times at which they end.

    kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    count: its own count, to MAX_COUNT; 0 for a dot or nothing
    until: when its badge ends; 0: it does not
    mute_until: when its mute ends; 0: it does not
    flags: `flagged`, or 0
    snoozed_until: when its snooze ends; 0: it is not snoozed
    """
    kind: BadgeKind
    count: int  # type: ignore[assignment]
    until: int; mute_until: int; mute: Mute; flags: int; snoozed_until: int

class BadgeRule(NamedTuple):
    """How a path counts.

    feeding: which messages feed the badge. DEFAULT: as above the path
    flags: 0
    counting: how the path's number comes from its children
    """
    feeding: Feeding; flags: int; counting: Counting

class Link(NamedTuple):
    """A path that counts at another one too."""
    path: str; under: str

class BadgeEntry(NamedTuple):
    """The badge that a path shows, in a list.

    count: the number; 0 for a dot or nothing
    revision: the revision that last changed what it shows; 0: none since the account was loaded
    highlights: the part of what it shows that comes from messages of level HIGHLIGHT or above
    kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    level: the greatest level among what it shows; NORMAL if it shows nothing
    """
    path: str
    count: int  # type: ignore[assignment]
    revision: int; highlights: int; kind: BadgeKind; flags: BadgeFlags; level: Level

    @property
    def shown(self) -> str:
        """The badge in words: "dot", its number, or "nothing"."""
        return shown(self.kind, self.count)

    def __bool__(self) -> bool:
        """Whether the path shows a badge."""
        return self.kind != BadgeKind.NONE

    def __int__(self) -> int:
        """The number; 0 for a dot or nothing."""
        return self.count

class Reason(NamedTuple):
    """One reason why a path shows what it shows.

    contributed: how much of the path's count comes from its own badge and its messages
    fed_count: the sum of its messages' counts; that of the message. A passive one counts 0
    kept_count: MUTE_NUMBER, MUTE_ALL, SNOOZED: the number that this hides; 0: a dot, or none of them
    own_count: its own count; 0: none
    message: MESSAGE: its key; otherwise 0
    id: MESSAGE: the server's identifier
    highlights: the sum of the counts of its highlights that reach the path
    level: LIGHTS: the greatest level with which it reaches the path; otherwise 0
    """
    contributed: int; fed_count: int; kept_count: int; own_count: int; flags: ReasonFlags; message: int; path: str;
    id: str; highlights: int; level: Level

class Message(NamedTuple):
    """A message.

    key: identifies it in this file
    feed: the feed's identifier
    time: the server's; 0: none
    count: added to the number. 0: a dot
    id: the server's identifier
    data_size: bytes of its data: see `Messages.data`. 0: none
    link: the URL that it opens. The library does not read it
    icon: the name of an icon
    also: its further paths, sorted by their bytes, with a line feed between two
    snoozed_until: when it becomes unseen again: see `Messages.snooze`. 0: it is not snoozed
    """
    key: int; feed: int; time: int
    count: int  # type: ignore[assignment]
    state: MessageState; id: str; path: str; kind: str; title: str;
    body: str; thread: str; category: str; argument: str; argument_count: int; data_size: int; link: str; icon: str;
    subtitle: str; also: str; level: Level; snoozed_until: int

class MessagePosition(NamedTuple):
    """The place of a message among those at its path, or in a subtree.

    key: 0: there is no such message, and all members are 0
    time: the server's; 0: none
    matching: the unread ones, or those that flags name, including this one
    newer: all messages that `Messages.list` lists before it
    older: all messages that `Messages.list` lists after it
    """
    key: int; time: int; matching: int; newer: int; older: int

class MessageCounts(NamedTuple):
    """Numbers of messages.

    total: all messages
    unread: those that are not read
    unseen: those that are not seen
    """
    total: int; unread: int; unseen: int

class Event(NamedTuple):
    """Something that happened.

    token: the observer's, widget's or completion's; otherwise 0
    account: the account's identifier, or 0
    feed: the feed's identifier, or 0
    reminder: REMINDER: the reminder's key; otherwise 0
    count: BADGE, TOTAL, WIDGET, SYNCED, DRIFT: the number. REMINDER: occurrences that were due
    revision: BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own
    badge_kind: BADGE, TOTAL, WIDGET, SYNCED: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    result: SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC
    retry_after: milliseconds that the server asked to wait; 0: none
    next_time: SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due
    added: SYNCED: new messages
    changed: SYNCED: changed messages
    removed: SYNCED: removed messages
    rejected: SYNCED: items that could not be used
    missed: REMINDER: 1, it was missed; 0, it fired
    total: MESSAGES: all messages. DRIFT: what the server counts
    unread: MESSAGES: those that are not read
    unseen: MESSAGES: those that are not seen
    http_status: SYNCED, COMPLETION, AUTH: of the last response; 0: there was none
    level: BADGE, TOTAL: as of Badge
    highlights: BADGE, TOTAL: as of Badge. DRIFT: the part of `count` that highlights have
    total_highlights: DRIFT: the part of `total` that highlights have
    """
    kind: EventKind; token: int; account: int; feed: int; reminder: int
    count: int  # type: ignore[assignment]
    revision: int;
    badge_kind: BadgeKind; result: Status; retry_after: int; next_time: int; added: int; changed: int; removed: int;
    rejected: int; missed: bool; total: int; unread: int; unseen: int; http_status: int; level: Level;
    highlights: int; total_highlights: int
    text: str

    @property
    def shown(self) -> str:
        """The badge of a BADGE, TOTAL or SYNCED event in words: "dot", its number, or "nothing"."""
        return shown(self.badge_kind, self.count)

class FeedEntry(NamedTuple):
    """A feed that is stored.

    id: identifies the feed in events
    last_success: when the last good response arrived; 0: never
    rejected: its rejected items: see `Feeds.rejected`
    initial_delay: its options, as of FeedOptions, or -1. All are 0 if they are not stored and it does not run
    url: empty: none, as of FEED_LOCAL
    prefix: canonical
    title: the last title that the server sent, or that of the options; empty: none
    """
    id: int; last_success: int; rejected: int; initial_delay: int; interval: int; visible_interval: int;
    request_timeout: int; idle_timeout: int; tolerance: int; away_time: int; max_age: int; max_messages: int;
    page_limit: int; options: int; flags: FeedEntryFlags; name: str; url: str; prefix: str; title: str;
    mapping_preset: str; mapping: str

class Rejected(NamedTuple):
    """An item of a response that could not be used.

    id: rises in its feed. Begins again at 1 when the feed requests everything again
    time: when the response arrived
    body: the item's JSON, of the response or the mapping's page; its first 65,536 bytes
    """
    id: int; time: int; reason: str; body: str

class Drift(NamedTuple):
    """A path where the server of a feed counts something else than the feed contributes.

    ours: the sum that the feed's messages contribute at the path and below, mutes aside
    theirs: the number that its server counts there
    feed: the feed's identifier
    our_highlights: the part of `ours` that highlights have
    their_highlights: that of `theirs`; as ours, if the server did not say
    """
    ours: int; theirs: int; feed: int; path: str; our_highlights: int; their_highlights: int

class PageInfo(NamedTuple):
    """Facts about a page, for its feed.

    first: 1: the user sees it for the first time since log-in. 0 also while logged out
    away_time: milliseconds since the user last saw it; -1: never, or it does not come into sight now
    requested: 1: the call has begun a request
    """
    first: bool; away_time: int; requested: bool

class FeedState(NamedTuple):
    """The state of a feed.

    result: the result of the last request. Status.EMPTY: none yet in this run
    id: identifies the feed in events
    last_success: the last good response, with news or not; 0: never. Kept across runs
    next_time: when it is polled next; 0: not planned
    requests: in this run
    not_modified: requests with the response 304
    failures: requests that failed
    in_flight: 1: a request is in flight
    http_status: the status of the last response; 0: there was none
    """
    result: Status; id: int; last_success: int; next_time: int; requests: int; not_modified: int; failures: int;
    in_flight: bool; failures_in_a_row: int; http_status: int

class ImportReport(NamedTuple):
    """The result of importing another program's file.

    taken: the number of imported things
    skipped: the number of skipped things
    """
    taken: int; skipped: int

class Group(NamedTuple):
    """The unseen messages of a thread, and their summary.

    newest: the key of the leading message
    oldest: the key of the last one
    items: the sum of the argument counts of all its messages
    notifications: its messages
    fresh: its messages that arrived since `Groups.seen`
    time: the leading message's, by the server; 0: none
    thread: "": messages without a thread; with BY_APP all
    path: the path of the leading message
    title: the title of the leading message
    summary: empty: none
    language: the language of the summary. "und": a source text of the account. Empty: no summary
    """
    newest: int; oldest: int; items: int; notifications: int; fresh: int; time: int; origin: SummaryOrigin;
    thread: str; path: str; title: str; summary: str; language: str

class OutboxEntry(NamedTuple):
    """A row on its way to the server.

    id: identifies the row in this file, and orders the rows
    feed: the feed's identifier
    attempt: how often it was given out
    next_time: not given out before; 0: immediately, or it has failed for good
    lease_end: 0: it is not leased
    state: OutboxState.WAITING …
    key: send it as Idempotency-Key
    body: JSON. Empty until it is first given out, and unchanged from then on
    """
    id: int; feed: int; attempt: int; next_time: int; lease_end: int; kind: OutboxKind; state: OutboxState; key: str;
    entity: str; body: str

class OutboxCounts(NamedTuple):
    """Numbers of rows of an outbox.

    total: all rows
    leased: the leased rows
    failed: the rows that failed for good
    """
    total: int; leased: int; failed: int

class Reminder(NamedTuple):
    """A reminder.

    key: identifies it in this file. It is `reminder` of its events
    next_time: when it fires next; 0: never
    due_time: when it fired, if not acknowledged; 0: it has not
    expires: when its last good day ends; 0: its zone is not available
    stamp: when the reminder was last changed
    revision: one more with each edit, done and undone
    expiry: the last good day
    span: the days from production to expiry
    days_left: the days that are left; negative: it has expired
    is_smart: 1 or 0
    produced: the members from here on are as they were given
    """
    key: int; next_time: int; due_time: int; expires: int; stamp: int; revision: int; state: ReminderState;
    expiry: int; span: int; days_left: int; is_smart: bool; produced: int; shelf_life: int; shelf_unit: int;
    time_of_day: int; entered: int; smart: Smart; repeat_unit: int; repeat_every: int; start: int; end: int;
    overdue_unit: int; overdue_every: int; overdue_limit: int; id: str; title: str; body: str; path: str; zone: str

class PlanEntry(NamedTuple):
    """A notification that the system is to arm or disarm.

    id: from 1, the same on every machine: docs/plan-identifiers.md
    time: when it fires, or would have
    occurrence: which occurrence of the reminder it is
    revision: the reminder's
    action: PlanAction.DISARM or PlanAction.ARM
    reminder: its identifier. DISARM: empty if the reminder was removed
    title: these: ARM only
    """
    id: int; time: int; occurrence: int; revision: int; action: PlanAction; reminder: str; title: str; body: str;
    path: str

class Plan(NamedTuple):
    """The reach of a plan.

    planned: entries in the plan
    left_out: occurrences that did not fit
    reach: everything before it is in the plan; 0: everything is
    token: for `Reminders.confirm_plan`; never 0
    """
    planned: int; left_out: int; reach: int; token: int

class ReminderNote(NamedTuple):
    """A note in the log of reminders.

    id: from 1 in each account, in order
    time: when it was written
    occurrence_time: when its occurrence fires; 0: it is about none
    reminder: its identifier; empty: all of the account's
    """
    id: int; time: int; occurrence_time: int; revision: int; kind: NoteKind; reminder: str

class SkippedEntry(NamedTuple):
    """An entry of an imported file that was skipped.

    line: the line where the entry, or the property that cannot be used, begins. From 1
    uid: its UID; empty if it has none, or was not read as far as that
    reason: why, in English
    """
    line: int; uid: str; reason: str

class SnapshotEntry(NamedTuple):
    """What a node of a snapshot owns.

    path: relative to the top of the snapshot; empty: the top itself
    count: its own count; 0 for a dot or nothing
    until: when its badge ends; 0: it does not
    mute_until: when its mute ends; 0: it does not
    kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    snoozed_until: when its snooze ends; 0: it is not snoozed
    """
    path: str
    count: int  # type: ignore[assignment]
    until: int; mute_until: int; kind: BadgeKind; mute: Mute; snoozed_until: int

class PatchEntry(NamedTuple):
    """What a node owns before and after a patch.

    path: relative to the top of the patch; empty: the top itself
    before_kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    after_kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER
    """
    path: str; before_count: int; before_until: int; before_mute_until: int; before_kind: BadgeKind;
    before_mute: Mute; after_count: int; after_until: int; after_mute_until: int; after_kind: BadgeKind;
    after_mute: Mute; before_snoozed_until: int; after_snoozed_until: int

class Position(NamedTuple):
    """How far the batches of a source were applied.

    epoch: as in BatchOptions
    position: the position of the last batch
    time: the time of the last item of `Engine.batch`. 0: there is none
    """
    epoch: int; position: int; time: int

class Presentation(NamedTuple):
    """How a badge is drawn: lengths in points, colours 0xRRGGBBAA.

    kind: text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty
    count: NUMBER: the number, not capped; otherwise 0
    highlighted: 1: its level is HIGHLIGHT or above, and background_color is the style's highlight_color
    """
    kind: BadgeKind
    count: int  # type: ignore[assignment]
    dot_radius: float; offset_x: float; offset_y: float; font_size: float;
    font_weight: int; text_color: int; background_color: int; overflow: Overflow; max_count: int; highlighted: bool

class OperationResult(NamedTuple):
    """The result of an operation of a batch or an item.

    status: the operation's own status
    badge_kind: what the node shows as of this operation
    count: the count as of this operation
    key: the message's key
    changed: messages that were not read before
    """
    status: Status; badge_kind: BadgeKind
    count: int  # type: ignore[assignment]
    key: int; changed: int


__all__ = ["Durability", "LogLevel", "Limit", "Aggregation", "Counting", "Feeding", "CredentialKind", "Level", "Mute",
    "BadgeFlags", "ReasonFlags", "Op", "Overflow", "BadgeKind", "EventKind", "Polling", "FeedEntryFlags",
    "RequestKind", "MessageState", "Grouping", "OutboxMode", "StringsKind", "SummaryOrigin", "OutboxKind",
    "OutboxState", "Unit", "Smart", "ReminderState", "PlanAction", "NoteKind", "Stats", "Recovery", "AccountEntry",
    "AccountState", "AccountSettingsEntry", "Badge", "OwnBadge", "BadgeRule", "Link", "BadgeEntry", "Reason",
    "Message", "MessagePosition", "MessageCounts", "Event", "FeedEntry", "Rejected", "Drift", "PageInfo", "FeedState",
    "ImportReport", "Group", "OutboxEntry", "OutboxCounts", "Reminder", "PlanEntry", "Plan", "ReminderNote",
    "SkippedEntry", "SnapshotEntry", "PatchEntry", "Position", "Presentation", "OperationResult",
]
