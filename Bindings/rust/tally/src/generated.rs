// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

statuses! {
    /// Success.
    OK = TALLY_OK,
    /// The badge still shows, because of something below it or messages that feed it.
    HELD = TALLY_HELD,
    /// There is more: call again from where this list ends.
    MORE = TALLY_MORE,
    /// The requested changes are no longer kept: list everything instead.
    RESYNC = TALLY_RESYNC,
    /// This batch was applied before; it changed nothing.
    ALREADY_APPLIED = TALLY_ALREADY_APPLIED,
    /// The server had nothing new.
    NOT_MODIFIED = TALLY_NOT_MODIFIED,
    /// Nothing arrived in time, or the wait was interrupted.
    EMPTY = TALLY_EMPTY,
    /// The file was damaged. It was renamed, and a new one created.
    SET_ASIDE = TALLY_SET_ASIDE,
    /// Some items of the batch were rejected; all others were applied.
    PARTIAL = TALLY_PARTIAL,
    /// None, an unknown flag or a value without a meaning.
    ARGUMENT = TALLY_ERROR_ARGUMENT,
    /// There was not enough memory.
    NO_MEMORY = TALLY_ERROR_NO_MEMORY,
    /// An invalid path, or one that is too deep or too long.
    PATH = TALLY_ERROR_PATH,
    /// A number is out of its range.
    RANGE = TALLY_ERROR_RANGE,
    /// A limit set when opening would be exceeded.
    LIMIT = TALLY_ERROR_LIMIT,
    /// There is no such account, feed, message or reminder.
    NOT_FOUND = TALLY_ERROR_NOT_FOUND,
    /// It exists already.
    EXISTS = TALLY_ERROR_EXISTS,
    /// It contradicts what is stored.
    CONFLICT = TALLY_ERROR_CONFLICT,
    /// The caller's buffer is too small; the call reports the size needed.
    BUFFER_TOO_SMALL = TALLY_ERROR_BUFFER_TOO_SMALL,
    /// The node was released, or belongs to another account.
    STALE_HANDLE = TALLY_ERROR_STALE_HANDLE,
    /// The engine, or the handle's parent, was closed.
    CLOSED = TALLY_ERROR_CLOSED,
    /// The engine belongs to the parent process.
    FORKED = TALLY_ERROR_FORKED,
    /// Not allowed on this thread, or inside a callback.
    THREAD = TALLY_ERROR_THREAD,
    /// Not available in this build or mode.
    UNSUPPORTED = TALLY_ERROR_UNSUPPORTED,
    /// A defect of the library; please report it.
    INTERNAL = TALLY_ERROR_INTERNAL,
    /// This operation was valid, but another one failed the batch.
    NOT_APPLIED = TALLY_ERROR_NOT_APPLIED,
    /// Not a valid snapshot, patch, export or mapping.
    MALFORMED = TALLY_ERROR_MALFORMED,
    /// The file could not be read or written.
    IO = TALLY_ERROR_IO,
    /// The disk, or the database's size limit, is full.
    FULL = TALLY_ERROR_FULL,
    /// Another process has the file open.
    LOCKED = TALLY_ERROR_LOCKED,
    /// The file is damaged. It was not changed.
    CORRUPT = TALLY_ERROR_CORRUPT,
    /// Not a file of this library. It was not changed.
    NOT_A_STORE = TALLY_ERROR_NOT_A_STORE,
    /// Written by a newer version. It was not changed.
    NEWER = TALLY_ERROR_NEWER,
    /// The file or its directory is read-only.
    READ_ONLY = TALLY_ERROR_READ_ONLY,
    /// The system does not permit access.
    PERMISSION = TALLY_ERROR_PERMISSION,
    /// The batch comes from a former owner of its source.
    STALE_EPOCH = TALLY_ERROR_STALE_EPOCH,
    /// An invalid URL, or an unsupported scheme.
    URL = TALLY_ERROR_URL,
    /// The server could not be reached, or the connection broke.
    NETWORK = TALLY_ERROR_NETWORK,
    /// A deadline passed.
    TIMEOUT = TALLY_ERROR_TIMEOUT,
    /// The server's certificate or the handshake was rejected.
    TLS = TALLY_ERROR_TLS,
    /// The response is not of the expected form; all of it was rejected.
    PROTOCOL = TALLY_ERROR_PROTOCOL,
    /// The response exceeds the limit; all of it was rejected.
    TOO_LARGE = TALLY_ERROR_TOO_LARGE,
    /// The server responded with an error.
    SERVER = TALLY_ERROR_SERVER,
    /// The server rejected the credential, or the request waits for one.
    UNAUTHORIZED = TALLY_ERROR_UNAUTHORIZED,
    /// The server asks the client to wait.
    RATE_LIMITED = TALLY_ERROR_RATE_LIMITED,
    /// The account is not logged in.
    LOGGED_OUT = TALLY_ERROR_LOGGED_OUT,
    /// The request was cancelled, or its feed was removed.
    CANCELLED = TALLY_ERROR_CANCELLED,
}
flags! {
    /// How an account is opened.
    AccountFlags {
        /// Fails with [`Status::NOT_FOUND`] instead of creating the account.
        EXISTING = TALLY_ACCOUNT_EXISTING,
    }
}
flags! {
    /// How an engine is opened.
    EngineFlags {
        /// The library has no thread of its own: the host calls [`Engine::step`](crate::Engine::step).
        HOST_DRIVEN = TALLY_ENGINE_HOST_DRIVEN,
        /// Renames a damaged file and begins a new one: see [`Engine::open`](crate::Engine::open).
        SET_ASIDE = TALLY_ENGINE_SET_ASIDE,
        /// For tools: see [`Account::log_in`](crate::Account::log_in).
        LOGGED_OUT = TALLY_ENGINE_LOGGED_OUT,
    }
}
flags! {
    /// How a file is copied.
    BackupFlags {
        /// Replaces an existing file.
        REPLACE = TALLY_BACKUP_REPLACE,
    }
}
flags! {
    /// The reasons why a path shows a badge, and its mutes.
    BadgeFlags {
        /// It owns a count.
        OWN_COUNT = TALLY_BADGE_OWN_COUNT,
        /// It owns a dot.
        OWN_DOT = TALLY_BADGE_OWN_DOT,
        /// Messages feed it.
        FED = TALLY_BADGE_FED,
        /// A child contributes a badge.
        CHILDREN = TALLY_BADGE_CHILDREN,
        /// Mute number.
        MUTE_NUMBER = TALLY_BADGE_MUTE_NUMBER,
        /// Mute all.
        MUTE_ALL = TALLY_BADGE_MUTE_ALL,
    }
}
flags! {
    /// Which nodes are listed, and whether the list can be continued from its end.
    ListFlags {
        /// The nodes directly below.
        CHILDREN = TALLY_LIST_CHILDREN,
        /// The path itself and everything below it.
        SUBTREE = TALLY_SUBTREE,
        /// Follow.
        FOLLOW = TALLY_LIST_FOLLOW,
    }
}
flags! {
    /// The contribution of a reason, and its kind.
    ReasonFlags {
        /// It owns a count.
        OWN_COUNT = TALLY_REASON_OWN_COUNT,
        /// It owns a dot.
        OWN_DOT = TALLY_REASON_OWN_DOT,
        /// Messages feed it.
        FED = TALLY_REASON_FED,
        /// CHILDREN: its own count adds nothing: its children or messages have one.
        OVERRIDDEN = TALLY_REASON_OVERRIDDEN,
        /// Its mute hides the number that it shows from the path.
        MUTE_NUMBER = TALLY_REASON_MUTE_NUMBER,
        /// Its mute hides everything that it shows from the path.
        MUTE_ALL = TALLY_REASON_MUTE_ALL,
        /// Its own badge, or what feeds it, reaches the path, which shows a badge.
        LIGHTS = TALLY_REASON_LIGHTS,
        /// A mute hides its badge from the path; with LIGHTS only the number.
        MUTED = TALLY_REASON_MUTED,
        /// It is a message that feeds the path.
        MESSAGE = TALLY_REASON_MESSAGE,
    }
}
flags! {
    /// How a patch is applied.
    ApplyFlags {
        /// Writes the state after the patch, whatever the state is now.
        OVERWRITE = TALLY_APPLY_OVERWRITE,
    }
}
flags! {
    /// How a batch is performed.
    BatchFlags {
        /// Each operation is performed on its own: see [`Account::batch`](crate::Account::batch).
        EACH = TALLY_BATCH_EACH,
    }
}
flags! {
    /// The changes of which an observer is notified.
    ObserveFlags {
        /// The path itself and everything below it.
        SUBTREE = TALLY_SUBTREE,
        /// The current state of the path is reported first.
        INITIAL = TALLY_OBSERVE_INITIAL,
    }
}
flags! {
    /// How a feed is polled.
    FeedFlags {
        /// No timer polls while the application is in the background.
        STOPS_IN_BACKGROUND = TALLY_FEED_OPTION_STOPS_IN_BACKGROUND,
        /// The first request is sent after initial_delay, not at a random moment within it.
        EXACT_DELAY = TALLY_FEED_OPTION_EXACT_DELAY,
        /// The options are for this run; the stored ones, if there are any, stay.
        TEMPORARY = TALLY_FEED_OPTION_TEMPORARY,
    }
}
flags! {
    /// The properties of a stored feed.
    FeedEntryFlags {
        /// In this run it was added or found, or began when the account was logged in.
        RUNNING = TALLY_FEED_ENTRY_RUNNING,
        /// Its requests have a credential, or wait for one.
        CREDENTIAL = TALLY_FEED_ENTRY_CREDENTIAL,
    }
}
flags! {
    /// How a request is sent.
    RequestFlags {
        /// The request has a credential: follow redirects only within the same origin.
        CREDENTIAL = TALLY_REQUEST_FLAG_CREDENTIAL,
    }
}
flags! {
    /// Which messages are meant.
    MessagesFlags {
        /// The path itself and everything below it.
        SUBTREE = TALLY_SUBTREE,
        /// Only those that are not read.
        UNREAD = TALLY_MESSAGES_UNREAD,
    }
}
flags! {
    /// The badge of a message.
    MessageFlags {
        /// The message feeds a dot.
        DOT = TALLY_POST_DOT,
    }
}
flags! {
    /// How groups are summarised.
    GroupsFlags {
        /// Previews are hidden.
        HIDDEN = TALLY_GROUPS_HIDDEN,
    }
}
flags! {
    /// How notifications are planned.
    PlanFlags {
        /// The system has nothing armed: lists the whole plan.
        FROM_SCRATCH = TALLY_PLAN_FLAG_FROM_SCRATCH,
    }
}
flags! {
    /// Where a credential may be sent.
    CredentialFlags {
        /// It may also be sent over http: to another machine, where others can read it.
        PLAIN = TALLY_CREDENTIAL_FLAG_PLAIN,
    }
}
flags! {
    /// Which rule is read.
    RuleFlags {
        /// Reads what holds at the path, so no member is DEFAULT.
        EFFECTIVE = TALLY_RULE_EFFECTIVE,
    }
}
flags! {
    /// How the numbers about an engine are read.
    StatsFlags {
        /// longest_wait_us and longest_hold_us begin again.
        RESET = TALLY_STATS_RESET,
    }
}
flags! {
    /// How accounts and sources are imported.
    ImportFlags {
        /// Replaces accounts and sources that exist.
        REPLACE = TALLY_IMPORT_REPLACE,
    }
}
kinds! {
    /// A badge kind: one of these constants, or one of a newer library.
    BadgeKind {
        /// No badge; false in a condition.
        NONE = TALLY_KIND_NONE,
        /// A badge without a number.
        DOT = TALLY_KIND_DOT,
        /// An icon: only in a presentation.
        ICON = TALLY_KIND_ICON,
        /// A badge with a number.
        NUMBER = TALLY_KIND_NUMBER,
    }
}
kinds! {
    /// A durability: one of these constants, or one of a newer library.
    Durability {
        /// Badges are written in groups, within about 50 ms.
        GROUP = TALLY_DURABILITY_GROUP,
        /// Each call waits for the disk.
        FULL = TALLY_DURABILITY_FULL,
    }
}
kinds! {
    /// A log level: one of these constants, or one of a newer library.
    LogLevel {
        /// Error.
        ERROR = TALLY_LOG_ERROR,
        /// Warning.
        WARNING = TALLY_LOG_WARNING,
        /// Info.
        INFO = TALLY_LOG_INFO,
    }
}
kinds! {
    /// A limit: one of these constants, or one of a newer library.
    Limit {
        /// max_depth; cannot change.
        DEPTH = TALLY_LIMIT_DEPTH,
        /// max_path_bytes; cannot change.
        PATH_BYTES = TALLY_LIMIT_PATH_BYTES,
        /// max_nodes.
        NODES = TALLY_LIMIT_NODES,
        /// max_accounts.
        ACCOUNTS = TALLY_LIMIT_ACCOUNTS,
        /// max_loaded_accounts; 0, all accounts, cannot change.
        LOADED_ACCOUNTS = TALLY_LIMIT_LOADED_ACCOUNTS,
        /// max_feeds.
        FEEDS = TALLY_LIMIT_FEEDS,
        /// max_observers.
        OBSERVERS = TALLY_LIMIT_OBSERVERS,
        /// max_response_bytes.
        RESPONSE_BYTES = TALLY_LIMIT_RESPONSE_BYTES,
        /// max_batch_ids.
        BATCH_IDS = TALLY_LIMIT_BATCH_IDS,
        /// batch_id_time, in milliseconds.
        BATCH_ID_TIME = TALLY_LIMIT_BATCH_ID_TIME,
        /// max_requests.
        REQUESTS = TALLY_LIMIT_REQUESTS,
        /// max_requests_per_origin.
        REQUESTS_PER_ORIGIN = TALLY_LIMIT_REQUESTS_PER_ORIGIN,
        /// max_forgotten.
        FORGOTTEN = TALLY_LIMIT_FORGOTTEN,
        /// max_marks.
        MARKS = TALLY_LIMIT_MARKS,
        /// max_failed_rows.
        FAILED_ROWS = TALLY_LIMIT_FAILED_ROWS,
        /// max_rejected.
        REJECTED = TALLY_LIMIT_REJECTED,
        /// max_reminder_log.
        REMINDER_LOG = TALLY_LIMIT_REMINDER_LOG,
        /// max_cached_groups.
        CACHED_GROUPS = TALLY_LIMIT_CACHED_GROUPS,
        /// max_events.
        EVENTS = TALLY_LIMIT_EVENTS,
        /// max_completions.
        COMPLETIONS = TALLY_LIMIT_COMPLETIONS,
        /// log_level: the least important level to report, a log level.
        LOG_LEVEL = TALLY_LIMIT_LOG_LEVEL,
    }
}
kinds! {
    /// An aggregation: one of these constants, or one of a newer library.
    Aggregation {
        /// As stored; CHILDREN for a new account.
        DEFAULT = TALLY_AGGREGATION_DEFAULT,
        /// The number of children and messages; the node's own if they have none.
        CHILDREN = TALLY_AGGREGATION_CHILDREN,
        /// Both together.
        SUM = TALLY_AGGREGATION_SUM,
    }
}
kinds! {
    /// A feeding: one of these constants, or one of a newer library.
    Feeding {
        /// As stored, UNSEEN for a new account; in a rule, as above the path.
        DEFAULT = TALLY_FEEDING_DEFAULT,
        /// Unseen.
        UNSEEN = TALLY_FEEDING_UNSEEN,
        /// Unread.
        UNREAD = TALLY_FEEDING_UNREAD,
    }
}
kinds! {
    /// A credential kind: one of these constants, or one of a newer library.
    CredentialKind {
        /// `Authorization: Bearer SECRET` (RFC 6750).
        BEARER = TALLY_CREDENTIAL_KIND_BEARER,
        /// `Authorization: Basic …` (RFC 7617): name is the user, secret the password.
        BASIC = TALLY_CREDENTIAL_KIND_BASIC,
        /// The header `name`.
        HEADER = TALLY_CREDENTIAL_KIND_HEADER,
        /// The parameter `name` of the URL.
        QUERY = TALLY_CREDENTIAL_KIND_QUERY,
    }
}
kinds! {
    /// A mute mode: one of these constants, or one of a newer library.
    MuteMode {
        /// All that the node shows.
        NONE = TALLY_MUTE_NONE,
        /// At most a dot.
        NUMBER = TALLY_MUTE_NUMBER,
        /// Nothing.
        ALL = TALLY_MUTE_ALL,
    }
}
kinds! {
    /// An operation kind: one of these constants, or one of a newer library.
    OperationKind {
        /// Value: the count.
        SET = TALLY_OP_SET,
        /// Dot.
        DOT = TALLY_OP_DOT,
        /// Value: the delta.
        ADD = TALLY_OP_ADD,
        /// Clear.
        CLEAR = TALLY_OP_CLEAR,
        /// Clear tree.
        CLEAR_TREE = TALLY_OP_CLEAR_TREE,
        /// Value: a mute mode.
        MUTE = TALLY_OP_MUTE,
        /// Get.
        GET = TALLY_OP_GET,
        /// Path, message: posts a message, as [`Account::post`](crate::Account::post).
        POST = TALLY_OP_POST,
        /// Id: removes a posted message, as [`Account::withdraw`](crate::Account::withdraw).
        WITHDRAW = TALLY_OP_WITHDRAW,
        /// Path, flags: marks messages read, as [`Account::read_path`](crate::Account::read_path).
        READ = TALLY_OP_READ,
        /// Id, reminder: as [`Account::put_reminder`](crate::Account::put_reminder).
        REMINDER_PUT = TALLY_OP_REMINDER_PUT,
        /// Id, reminder: as [`Account::edit_reminder`](crate::Account::edit_reminder).
        REMINDER_EDIT = TALLY_OP_REMINDER_EDIT,
        /// Id: as [`Account::reminder_done`](crate::Account::reminder_done).
        REMINDER_DONE = TALLY_OP_REMINDER_DONE,
        /// Id: as [`Account::reminder_undone`](crate::Account::reminder_undone).
        REMINDER_UNDONE = TALLY_OP_REMINDER_UNDONE,
        /// Id.
        REMINDER_REMOVE = TALLY_OP_REMINDER_REMOVE,
        /// Id, until.
        REMINDER_SNOOZE = TALLY_OP_REMINDER_SNOOZE,
        /// Id.
        REMINDER_ACKNOWLEDGE = TALLY_OP_REMINDER_ACKNOWLEDGE,
    }
}
kinds! {
    /// An overflow style: one of these constants, or one of a newer library.
    OverflowStyle {
        /// max_count and a plus: "99+".
        PLUS = TALLY_OVERFLOW_PLUS,
        /// An ellipsis alone, U+2026.
        ELLIPSIS = TALLY_OVERFLOW_ELLIPSIS,
    }
}
kinds! {
    /// A polling: one of these constants, or one of a newer library.
    Polling {
        /// Polls always, and when the user comes back.
        MESSAGE_CENTER = TALLY_POLLING_MESSAGE_CENTER,
        /// Polls only while the user sees a page.
        UNREAD_COUNT = TALLY_POLLING_UNREAD_COUNT,
    }
}
kinds! {
    /// A message state: one of these constants, or one of a newer library.
    MessageState {
        /// Unseen.
        UNSEEN = TALLY_MESSAGE_STATE_UNSEEN,
        /// Seen.
        SEEN = TALLY_MESSAGE_STATE_SEEN,
        /// Read.
        READ = TALLY_MESSAGE_STATE_READ,
    }
}
kinds! {
    /// A grouping: one of these constants, or one of a newer library.
    Grouping {
        /// As stored; AUTOMATIC for a new account.
        DEFAULT = TALLY_GROUPING_DEFAULT,
        /// By their threads.
        AUTOMATIC = TALLY_GROUPING_AUTOMATIC,
        /// All messages of an account are the group of the thread "".
        BY_APP = TALLY_GROUPING_BY_APP,
        /// Each message is listed separately.
        OFF = TALLY_GROUPING_OFF,
    }
}
kinds! {
    /// An outbox mode: one of these constants, or one of a newer library.
    OutboxMode {
        /// As stored; OFF for a new account.
        DEFAULT = TALLY_OUTBOX_MODE_DEFAULT,
        /// No rows are written. Rows that exist stay, and the library does not send them.
        OFF = TALLY_OUTBOX_MODE_OFF,
        /// The host sends the rows: see [`Account::lease_outbox`](crate::Account::lease_outbox).
        LEASED = TALLY_OUTBOX_MODE_LEASED,
        /// The library sends the rows to outbox_url.
        SENT = TALLY_OUTBOX_MODE_SENT,
    }
}
kinds! {
    /// A strings kind: one of these constants, or one of a newer library.
    StringsKind {
        /// .xcstrings: JSON, with all languages.
        CATALOG = TALLY_STRINGS_CATALOG,
        /// .stringsdict: a property list (XML), of one language.
        DICTIONARY = TALLY_STRINGS_DICTIONARY,
    }
}
kinds! {
    /// A summary origin: one of these constants, or one of a newer library.
    SummaryOrigin {
        /// No summary: the group is its leading message.
        NONE = TALLY_SUMMARY_ORIGIN_NONE,
        /// The formats of categories.
        CATEGORY = TALLY_SUMMARY_ORIGIN_CATEGORY,
        /// The built-in words.
        DEFAULT = TALLY_SUMMARY_ORIGIN_DEFAULT,
    }
}
kinds! {
    /// An outbox kind: one of these constants, or one of a newer library.
    OutboxKind {
        /// A message: entity is the server's identifier.
        MESSAGE = TALLY_OUTBOX_KIND_MESSAGE,
        /// A path and everything below, up to a sequence: entity is the path.
        MARK = TALLY_OUTBOX_KIND_MARK,
        /// A reminder in its current state: entity is its identifier.
        REMINDER = TALLY_OUTBOX_KIND_REMINDER,
    }
}
kinds! {
    /// An outbox state: one of these constants, or one of a newer library.
    OutboxState {
        /// Waiting.
        WAITING = TALLY_OUTBOX_STATE_WAITING,
        /// Until lease_end, or until its result is reported.
        LEASED = TALLY_OUTBOX_STATE_LEASED,
        /// For good.
        FAILED = TALLY_OUTBOX_STATE_FAILED,
    }
}
kinds! {
    /// An unit: one of these constants, or one of a newer library.
    Unit {
        /// Minute.
        MINUTE = TALLY_UNIT_MINUTE,
        /// Hour.
        HOUR = TALLY_UNIT_HOUR,
        /// Day.
        DAY = TALLY_UNIT_DAY,
        /// Week.
        WEEK = TALLY_UNIT_WEEK,
        /// Month.
        MONTH = TALLY_UNIT_MONTH,
        /// Quarter.
        QUARTER = TALLY_UNIT_QUARTER,
        /// Year.
        YEAR = TALLY_UNIT_YEAR,
    }
}
kinds! {
    /// A smart mode: one of these constants, or one of a newer library.
    SmartMode {
        /// On if it keeps for at most 30 days; decided again at each edit.
        AUTOMATIC = TALLY_SMART_AUTOMATIC,
        /// On.
        ON = TALLY_SMART_ON,
        /// Off.
        OFF = TALLY_SMART_OFF,
    }
}
kinds! {
    /// A reminder state: one of these constants, or one of a newer library.
    ReminderState {
        /// Active.
        ACTIVE = TALLY_REMINDER_STATE_ACTIVE,
        /// Done.
        DONE = TALLY_REMINDER_STATE_DONE,
        /// Active, but its last good day has ended in its zone.
        EXPIRED = TALLY_REMINDER_STATE_EXPIRED,
    }
}
kinds! {
    /// A plan action: one of these constants, or one of a newer library.
    PlanAction {
        /// Disarm.
        DISARM = TALLY_PLAN_ACTION_DISARM,
        /// Arm.
        ARM = TALLY_PLAN_ACTION_ARM,
    }
}
kinds! {
    /// A note kind: one of these constants, or one of a newer library.
    NoteKind {
        /// Created.
        CREATED = TALLY_NOTE_CREATED,
        /// Edited.
        EDITED = TALLY_NOTE_EDITED,
        /// When it fires next.
        PLANNED = TALLY_NOTE_PLANNED,
        /// A confirmed plan has armed it.
        ARMED = TALLY_NOTE_ARMED,
        /// Fired.
        FIRED = TALLY_NOTE_FIRED,
        /// Missed.
        MISSED = TALLY_NOTE_MISSED,
        /// Snoozed.
        SNOOZED = TALLY_NOTE_SNOOZED,
        /// Acknowledged.
        ACKNOWLEDGED = TALLY_NOTE_ACKNOWLEDGED,
        /// A confirmed plan has disarmed it.
        CANCELLED = TALLY_NOTE_CANCELLED,
        /// The account was logged out.
        SUSPENDED = TALLY_NOTE_SUSPENDED,
        /// The account was logged in again.
        RESUMED = TALLY_NOTE_RESUMED,
        /// Uploaded.
        UPLOADED = TALLY_NOTE_UPLOADED,
        /// Upload failed.
        UPLOAD_FAILED = TALLY_NOTE_UPLOAD_FAILED,
        /// Done.
        DONE = TALLY_NOTE_DONE,
        /// Undone.
        UNDONE = TALLY_NOTE_UNDONE,
        /// Removed.
        REMOVED = TALLY_NOTE_REMOVED,
    }
}
kinds! {
    /// An event kind: one of these constants, or one of a newer library.
    EventKind {
        /// The visible badge of a path changed. text: the path.
        BADGE = TALLY_EVENT_BADGE,
        /// The total over the accounts changed.
        TOTAL = TALLY_EVENT_TOTAL,
        /// A feed's request ended. text: the title, or the error. The number: of its prefix.
        SYNCED = TALLY_EVENT_SYNCED,
        /// A [`Feed::refresh_now`](crate::Feed::refresh_now) ended; exactly one each. text: the error.
        COMPLETION = TALLY_EVENT_COMPLETION,
        /// A server rejected the credential, or requests wait for one: set it. text: the error.
        AUTH = TALLY_EVENT_AUTH,
        /// A widget was drawn. text: its path.
        WIDGET = TALLY_EVENT_WIDGET,
        /// Messages changed. text: the observed path.
        MESSAGES = TALLY_EVENT_MESSAGES,
        /// A group changed. text: its thread.
        GROUP = TALLY_EVENT_GROUP,
        /// A reminder has fired. text: its identifier.
        REMINDER = TALLY_EVENT_REMINDER,
    }
}
kinds! {
    /// A request kind: one of these constants, or one of a newer library.
    RequestKind {
        /// Send this, and report the response once with [`Responder::respond`](crate::Responder::respond).
        SEND = TALLY_REQUEST_KIND_SEND,
        /// The response is no longer needed, and is ignored.
        CANCEL = TALLY_REQUEST_KIND_CANCEL,
    }
}
numbers! {
    /// The contents of an engine at this moment.
    Stats of tally_stats {
        /// Open accounts.
        accounts: u32,
        /// Open accounts in memory.
        loaded_accounts: u32,
        /// Feeds of these accounts that were added in this run.
        feeds: u32,
        /// How often an account was read since the engine was opened.
        account_loads: u64,
        /// How often an account left memory for another one.
        account_evictions: u64,
        /// Observers, views and widgets.
        observers: u64,
        /// Pending events.
        events: u64,
        /// Nodes of the accounts in memory.
        nodes: u64,
        /// Bytes of these nodes and their paths.
        node_bytes: u64,
        /// Badges that are not written yet, without those that are being written.
        unstored_badges: u64,
        /// Bytes of the file.
        file_size: i64,
        /// Bytes of its write-ahead log; 0: none.
        log_size: i64,
        /// Commits that calls waited for since the engine was opened.
        commits: u64,
        /// The calls that waited for them. Several share a commit.
        committed_calls: u64,
        /// The longest wait for the lock of all accounts, in microseconds, since the engine was opened or the last
        /// [`StatsFlags::RESET`].
        longest_wait_us: u64,
        /// The longest that one call used the store, measured in the same way.
        longest_hold_us: u64,
        /// Calls that are waiting for the store.
        waiting_calls: u32,
        /// Requests of feeds in flight.
        requests: u32,
        /// The most of these to one origin.
        origin_requests: u32,
    }
}
numbers! {
    /// The numbers of things that were saved and lost.
    Recovery of tally_recovery {
        /// 0, or [`sys::TALLY_RECOVERY_UNCERTAIN`].
        flags: u32,
        /// Pages of the damaged file.
        pages: u64,
        /// Damaged pages: truncated, unreadable, or with a wrong checksum.
        damaged_pages: u64,
        /// Saved from damaged pages: valid, but perhaps not what was stored.
        doubtful_rows: u64,
        /// The accounts saved.
        accounts_saved: u64,
        /// Their badges and messages were saved, under their name or a new one, with defaults.
        accounts_lost: u64,
        /// Badges that nodes own, and mutes.
        badges_saved: u64,
        /// The badges lost.
        badges_lost: u64,
        /// The feeds saved.
        feeds_saved: u64,
        /// Their messages were saved, in a feed named "recovered-" and a number.
        feeds_lost: u64,
        /// The messages saved.
        messages_saved: u64,
        /// The messages lost.
        messages_lost: u64,
        /// Other rows: reminders, read marks, pending actions, words of groups.
        others_saved: u64,
        /// With the rows that belong to a missing account or feed.
        others_lost: u64,
    }
}
options! {
    /// How an account is opened.
    AccountOptions of tally_account_options {
        /// [`AccountFlags::EXISTING`], or 0.
        flags: AccountFlags,
        /// The aggregation.
        aggregation: Aggregation,
        /// The feeding.
        feeding: Feeding,
    } {
    }
}
options! {
    /// A credential for a server.
    Credential of tally_credential {
        /// [`CredentialFlags::PLAIN`], or 0.
        flags: CredentialFlags,
        /// The credential kind.
        kind: CredentialKind,
    } {
        /// BASIC, HEADER, QUERY; otherwise None.
        name,
        /// The secret.
        secret,
        /// HEADER: the value, in which {token} stands for the secret. None: the secret alone.
        format,
    }
}
options! {
    /// Settings of an account. Those that are left out stay unchanged.
    AccountSettings of tally_account_settings {
        /// 0.
        flags: u32,
        /// How messages are grouped. At first AUTOMATIC.
        grouping: Grouping,
        /// At first OFF.
        outbox: OutboxMode,
        /// Which messages feed badges where no rule holds. At first that of
        /// [`Engine::open_account_with`](crate::Engine::open_account_with).
        feeding: Feeding,
        /// For a whole request, from 100 ms. At first 300,000 ms.
        outbox_request_timeout: Period as impl Into<Period>,
        /// Without a byte, from 100 ms. At first 60,000 ms.
        outbox_idle_timeout: Period as impl Into<Period>,
    } {
        /// The language of summaries. Empty: none, so built-in words are English.
        language,
        /// http: or https:, to which rows are sent with POST. SENT needs it. Empty: none.
        outbox_url,
        /// The path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the badge.
        /// `root` is the root. Empty: none.
        push_path,
    }
}
record! {
    /// The settings of an account.
    AccountSettingsEntry of tally_account_settings_entry {
        /// Milliseconds.
        outbox_request_timeout: Option<Duration>,
        /// Milliseconds.
        outbox_idle_timeout: Option<Duration>,
        /// [`Grouping::AUTOMATIC`] ….
        grouping: Grouping,
        /// [`OutboxMode::OFF`] ….
        outbox: OutboxMode,
        /// [`Feeding::UNSEEN`] or [`Feeding::UNREAD`].
        feeding: Feeding,
    } {
        /// Canonical; empty: none.
        language,
        /// Empty: none.
        outbox_url,
        /// Canonical; empty: none.
        push_path,
    }
}
numbers! {
    /// The badge that a path owns, and its mute, with the times at which they end.
    OwnBadge of tally_badge_own {
        /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
        kind: BadgeKind,
        /// Its own count, to [`sys::TALLY_MAX_COUNT`]; 0 for a dot or nothing.
        count: u64,
        /// When its badge ends; None: it does not.
        until: Option<SystemTime>,
        /// When its mute ends; None: it does not.
        mute_until: Option<SystemTime>,
        /// The mute mode.
        mute: MuteMode,
        /// 0.
        flags: u32,
    }
}
options! {
    /// How a path counts. Members that are left out are those above the path.
    BadgeRule of tally_badge_rule {
        /// Which messages feed the badge. DEFAULT: as above the path.
        feeding: Feeding,
        /// 0.
        flags: u32,
    } {
    }
}
filled! {
    BadgeRule of tally_badge_rule { feeding, flags }
}
record! {
    /// One reason why a path shows what it shows.
    Reason of tally_reason {
        /// How much of the path's count comes from its own badge and its messages.
        contributed: u64,
        /// The sum of its messages' counts. MESSAGE: the message's count.
        fed_count: u64,
        /// MUTE_NUMBER, MUTE_ALL: the number that its mute hides; 0: a dot, or no mute.
        kept_count: u64,
        /// Its own count; 0: none.
        own_count: u32,
        /// The contribution of a reason, and its kind.
        flags: ReasonFlags,
        /// MESSAGE: its key; otherwise 0.
        message: i64,
    } {
        /// The path.
        path,
        /// MESSAGE: the server's identifier.
        id,
    }
}
record! {
    /// A message.
    Message of tally_message {
        /// Identifies it in this file.
        key: i64,
        /// The feed's identifier.
        feed: i64,
        /// The server's; None: none.
        time: Option<SystemTime>,
        /// Added to the number. 0: a dot.
        count: u32,
        /// The message state.
        state: MessageState,
        /// The argument count.
        argument_count: u32,
    } {
        /// The server's identifier.
        id,
        /// The path.
        path,
        /// The kind.
        kind,
        /// The title.
        title,
        /// The body.
        body,
        /// The thread.
        thread,
        /// The category.
        category,
        /// The argument.
        argument,
    }
}
numbers! {
    /// Numbers of messages.
    MessageCounts of tally_message_counts {
        /// All messages.
        total: u64,
        /// Those that are not read.
        unread: u64,
        /// Those that are not seen.
        unseen: u64,
    }
}
options! {
    /// A message that the host posts.
    MessageOptions of tally_message_options {
        /// [`MessageFlags::DOT`], or 0.
        flags: MessageFlags,
        /// It orders messages. None: now.
        time: Option<SystemTime> as impl Into<Option<SystemTime>>,
        /// Added to the number. 0: 1, or 0 with [`MessageFlags::DOT`].
        count: u32,
        /// The argument count.
        argument_count: u32,
    } {
        /// A name. None: a new one.
        id,
        /// The title.
        title,
        /// The text below the title.
        body,
        /// The kind of thing, a word of the host's.
        kind,
        /// The thread: messages with the same one are a group.
        thread,
        /// The category, whose format summaries have.
        category,
        /// The name in place of `%@` in the format of a summary.
        argument,
    }
}
numbers! {
    /// Something that happened.
    EventNumbers of tally_event {
        /// What happened.
        kind: EventKind,
        /// The observer's, widget's, completion's or reminder's; otherwise 0.
        token: u64,
        /// The account's identifier, or 0.
        account: i64,
        /// The feed's identifier, or 0.
        feed: i64,
        /// BADGE, TOTAL, WIDGET, SYNCED: the number. REMINDER: occurrences that were due.
        count: u64,
        /// BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own.
        revision: u64,
        /// BADGE, TOTAL, WIDGET, SYNCED: [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
        badge_kind: BadgeKind,
        /// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC.
        result: Status,
        /// The time that the server asked to wait; 0: none.
        retry_after: Option<Duration>,
        /// SYNCED: when the feed is polled next; None: not planned. REMINDER: when it was due.
        next_time: Option<SystemTime>,
        /// SYNCED: new messages.
        added: u32,
        /// SYNCED: changed messages.
        changed: u32,
        /// SYNCED: removed messages.
        removed: u32,
        /// SYNCED: items that could not be used.
        rejected: u32,
        /// REMINDER: whether it was missed; otherwise it fired.
        missed: bool,
        /// MESSAGES: all messages.
        total: u64,
        /// MESSAGES: those that are not read.
        unread: u64,
        /// MESSAGES: those that are not seen.
        unseen: u64,
        /// SYNCED, COMPLETION, AUTH: of the last response; 0: there was none.
        http_status: i32,
    }
}
options! {
    /// How a feed is polled. `Period::DEFAULT` is the value of the polling profile (MESSAGE_CENTER's;
    /// UNREAD_COUNT's), and `Period::OFF` is off.
    FeedOptions of tally_feed_options {
        /// How a feed is polled.
        flags: FeedFlags,
        /// The first request begins within this: from 1 ms. Profile: 1,000 ms; off.
        initial_delay: Period as impl Into<Period>,
        /// Between requests: from 100 ms. Profile: 600,000 ms; off.
        interval: Period as impl Into<Period>,
        /// While a page is seen: from 100 ms. Profile: off; 60,000 ms.
        visible_interval: Period as impl Into<Period>,
        /// For a whole request, from 100 ms. Default: 300,000 ms.
        request_timeout: Period as impl Into<Period>,
        /// Without a byte, from 100 ms. Default: 60,000 ms.
        idle_timeout: Period as impl Into<Period>,
        /// A page does not poll this soon after a good response: from 1 ms. Profile: 180,000 ms; off.
        tolerance: Period as impl Into<Period>,
        /// A page that returns after this polls: from 1 ms. Profile: 0 ms (each return); 60,000 ms.
        away_time: Period as impl Into<Period>,
        /// Messages that are older by the server's time are removed, read or not. Default: no limit.
        max_age: Period as impl Into<Period>,
        /// Beyond this number the oldest read messages are removed. 0: no limit.
        max_messages: i64,
        /// Items a page, 1 to 10,000, sent as `limit`. 0: 200.
        page_limit: u32,
        /// The polling.
        polling: Polling,
    } {
        /// http:, https: or file: (a regular file). None: nothing is polled; the host delivers pages.
        url,
        /// The path below which the feed's own paths are. None: root.
        prefix,
        /// A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
        /// "message-center" or "unread-count".
        mapping_preset,
        /// A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset. None
        /// or empty, both: the wire format.
        mapping,
        /// The title until the server sends one, UTF-8, up to 1,024 bytes. None: none.
        title,
    }
}
record! {
    /// A feed that is stored.
    FeedEntry of tally_feed_entry {
        /// Identifies the feed in events.
        id: i64,
        /// When the last good response arrived; None: never.
        last_success: Option<SystemTime>,
        /// Its rejected items: see [`Account::rejected`](crate::Account::rejected).
        rejected: u64,
        /// Its options, as of `FeedOptions`, or [`sys::TALLY_OFF`]. All are 0 ms if they are not stored and it does not
        /// run.
        initial_delay: Option<Duration>,
        /// The interval.
        interval: Option<Duration>,
        /// The visible interval.
        visible_interval: Option<Duration>,
        /// The request timeout.
        request_timeout: Option<Duration>,
        /// The idle timeout.
        idle_timeout: Option<Duration>,
        /// The tolerance.
        tolerance: Option<Duration>,
        /// The away time.
        away_time: Option<Duration>,
        /// The max age.
        max_age: Option<Duration>,
        /// The max messages.
        max_messages: i64,
        /// The page limit.
        page_limit: u32,
        /// How a feed is polled.
        options: FeedFlags,
        /// The properties of a stored feed.
        flags: FeedEntryFlags,
    } {
        /// The name.
        name,
        /// Empty: none, as of [`sys::TALLY_FEED_LOCAL`].
        url,
        /// Canonical.
        prefix,
        /// The last title that the server sent, or that of the options; empty: none.
        title,
        /// The mapping preset.
        mapping_preset,
        /// The mapping.
        mapping,
    }
}
record! {
    /// An item of a response that could not be used.
    Rejected of tally_rejected {
        /// Rises in its feed. Begins again at 1 when the feed requests everything again.
        id: i64,
        /// When the response arrived.
        time: Option<SystemTime>,
    } {
        /// The reason.
        reason,
        /// The item's JSON, of the response or the mapping's page; its first 65,536 bytes.
        body,
    }
}
numbers! {
    /// The state of a feed.
    FeedNumbers of tally_feed_state {
        /// The result of the last request. [`Status::EMPTY`]: none yet in this run.
        result: Status,
        /// Identifies the feed in events.
        id: i64,
        /// The last good response, with news or not; None: never. Kept across runs.
        last_success: Option<SystemTime>,
        /// When it is polled next; None: not planned.
        next_time: Option<SystemTime>,
        /// In this run.
        requests: u64,
        /// Requests with the response 304.
        not_modified: u64,
        /// Requests that failed.
        failures: u64,
        /// Whether a request is in flight.
        in_flight: bool,
        /// The failures in a row.
        failures_in_a_row: u32,
        /// The status of the last response; 0: there was none.
        http_status: i32,
    }
}
options! {
    /// The plural forms of a format; `other` is required.
    Forms of tally_forms {
        /// 0.
        flags: u32,
    } {
        /// The form for the plural category `zero`.
        zero,
        /// The form for the plural category `one`.
        one,
        /// The form for the plural category `two`.
        two,
        /// The form for the plural category `few`.
        few,
        /// The form for the plural category `many`.
        many,
        /// The form for the plural category `other`.
        other,
    }
}
numbers! {
    /// The result of importing another program's file.
    ImportReport of tally_import_report {
        /// The number of imported things.
        taken: u64,
        /// The number of skipped things.
        skipped: u64,
    }
}
record! {
    /// The unseen messages of a thread, and their summary.
    Group of tally_group {
        /// The key of the leading message.
        newest: i64,
        /// The key of the last one.
        oldest: i64,
        /// The sum of the argument counts of all its messages.
        items: u64,
        /// Its messages.
        notifications: u64,
        /// Its messages that arrived since [`Account::group_seen`](crate::Account::group_seen).
        fresh: u64,
        /// The leading message's, by the server; None: none.
        time: Option<SystemTime>,
        /// The summary origin.
        origin: SummaryOrigin,
    } {
        /// "": messages without a thread; with BY_APP all.
        thread,
        /// The path of the leading message.
        path,
        /// The title of the leading message.
        title,
        /// Empty: none.
        summary,
        /// The language of the summary. "und": a source text of the account. Empty: no summary.
        language,
    }
}
record! {
    /// A row on its way to the server.
    OutboxEntry of tally_outbox_entry {
        /// Identifies the row in this file, and orders the rows.
        id: i64,
        /// The feed's identifier.
        feed: i64,
        /// How often it was given out.
        attempt: i64,
        /// Not given out before; None: immediately, or it has failed for good.
        next_time: Option<SystemTime>,
        /// None: it is not leased.
        lease_end: Option<SystemTime>,
        /// The outbox kind.
        kind: OutboxKind,
        /// [`OutboxState::WAITING`] ….
        state: OutboxState,
    } {
        /// Send it as Idempotency-Key.
        key,
        /// The entity.
        entity,
        /// JSON. Empty until it is first given out, and unchanged from then on.
        body,
    }
}
numbers! {
    /// Numbers of rows of an outbox.
    OutboxCounts of tally_outbox_counts {
        /// All rows.
        total: u64,
        /// The leased rows.
        leased: u64,
        /// The rows that failed for good.
        failed: u64,
    }
}
given! {
    /// The terms of a reminder that a user enters. A shelf life and its unit are required.
    ReminderOptions of tally_reminder_options {
        /// A day. Default: today, in its zone.
        produced: i32 = TALLY_REMINDER_FIELD_PRODUCED,
        /// From 1.
        shelf_life: i32 = TALLY_REMINDER_FIELD_SHELF_LIFE,
        /// [`Unit::DAY`], [`Unit::MONTH`] or [`Unit::YEAR`].
        shelf_unit: Unit = TALLY_REMINDER_FIELD_SHELF_LIFE,
        /// Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
        time_of_day: i32 = TALLY_REMINDER_FIELD_TIME_OF_DAY,
        /// Default AUTOMATIC.
        smart: SmartMode = TALLY_REMINDER_FIELD_SMART,
        /// Required unless it is smart.
        repeat_unit: Unit = TALLY_REMINDER_FIELD_REPEAT,
        /// It fires every so many units, to 1,000,000. Default 1.
        repeat_every: i32 = TALLY_REMINDER_FIELD_REPEAT,
        /// The last day on which it fires. Required unless it is smart.
        end: i32 = TALLY_REMINDER_FIELD_END,
        /// The day from which repetitions count. Default: the day of entering.
        start: i32 = TALLY_REMINDER_FIELD_START,
        /// Counted from the day after the expiry or the end.
        overdue_unit: Unit = TALLY_REMINDER_FIELD_OVERDUE,
        /// It fires every so many of these units, to 1,000,000. Default 1.
        overdue_every: i32 = TALLY_REMINDER_FIELD_OVERDUE,
        /// How many times it fires then, to 1,000,000. Default: 0.
        overdue_limit: i32 = TALLY_REMINDER_FIELD_OVERDUE,
    } {
        /// The title.
        title = TALLY_REMINDER_FIELD_TITLE,
        /// The text below the title.
        body = TALLY_REMINDER_FIELD_BODY,
        /// The path of its badge. Empty: none.
        path = TALLY_REMINDER_FIELD_PATH,
        /// Empty: the device's.
        zone = TALLY_REMINDER_FIELD_ZONE,
    }
}
record! {
    /// A reminder.
    Reminder of tally_reminder {
        /// Identifies it in this file. It is the token of its events.
        key: i64,
        /// When it fires next; None: never.
        next_time: Option<SystemTime>,
        /// When it fired, if not acknowledged; None: it has not.
        due_time: Option<SystemTime>,
        /// When its last good day ends; None: its zone is not available.
        expires: Option<SystemTime>,
        /// When the reminder was last changed.
        stamp: Option<SystemTime>,
        /// One more with each edit, done and undone.
        revision: u32,
        /// The reminder state.
        state: ReminderState,
        /// The last good day.
        expiry: i32,
        /// The days from production to expiry.
        span: i32,
        /// The days that are left; negative: it has expired.
        days_left: i32,
        /// Whether it picks its own days now.
        is_smart: bool,
        /// The members from here on are as they were given.
        produced: i32,
        /// The shelf life.
        shelf_life: i32,
        /// The unit.
        shelf_unit: Unit,
        /// The time of day.
        time_of_day: i32,
        /// The entered.
        entered: i32,
        /// The smart mode.
        smart: SmartMode,
        /// The unit.
        repeat_unit: Unit,
        /// The repeat every.
        repeat_every: i32,
        /// The start.
        start: i32,
        /// The end.
        end: i32,
        /// The unit.
        overdue_unit: Unit,
        /// The overdue every.
        overdue_every: i32,
        /// The overdue limit.
        overdue_limit: i32,
    } {
        /// The id.
        id,
        /// The title.
        title,
        /// The body.
        body,
        /// The path.
        path,
        /// The zone.
        zone,
    }
}
options! {
    /// The limits of a plan.
    PlanOptions of tally_plan_options {
        /// [`PlanFlags::FROM_SCRATCH`] or 0.
        flags: PlanFlags,
        /// Notifications that the system accepts, to 4,096. 0: 64.
        limit: u32,
        /// How many of them the host needs for other things.
        reserve: u32,
    } {
    }
}
record! {
    /// A notification that the system is to arm or disarm.
    PlanEntry of tally_plan_entry {
        /// From 1, the same on every machine: docs/plan-identifiers.md.
        id: i64,
        /// When it fires, or would have.
        time: Option<SystemTime>,
        /// Which occurrence of the reminder it is.
        occurrence: i64,
        /// The reminder's.
        revision: u32,
        /// [`PlanAction::DISARM`] or [`PlanAction::ARM`].
        action: PlanAction,
    } {
        /// Its identifier. DISARM: empty if the reminder was removed.
        reminder,
        /// These: ARM only.
        title,
        /// The body.
        body,
        /// The path.
        path,
    }
}
numbers! {
    /// The reach of a plan.
    PlanSummary of tally_plan {
        /// Entries in the plan.
        planned: u32,
        /// Occurrences that did not fit.
        left_out: u64,
        /// Everything before it is in the plan; None: everything is.
        reach: Option<SystemTime>,
        /// For [`Account::confirm_plan`](crate::Account::confirm_plan); never 0.
        token: u64,
    }
}
record! {
    /// A note in the log of reminders.
    ReminderNote of tally_reminder_note {
        /// From 1 in each account, in order.
        id: i64,
        /// When it was written.
        time: Option<SystemTime>,
        /// When its occurrence fires; None: it is about none.
        occurrence_time: Option<SystemTime>,
        /// The revision.
        revision: u32,
        /// The note kind.
        kind: NoteKind,
    } {
        /// Its identifier; empty: all of the account's.
        reminder,
    }
}
record! {
    /// An entry of an imported file that was skipped.
    SkippedEntry of tally_skipped_entry {
        /// The line where the entry, or the property that cannot be used, begins. From 1.
        line: i64,
    } {
        /// Its UID; empty if it has none, or was not read as far as that.
        uid,
        /// Why, in English.
        reason,
    }
}
record! {
    /// What a node of a snapshot owns.
    SnapshotEntry of tally_snapshot_entry {
        /// Its own count; 0 for a dot or nothing.
        count: u64,
        /// When its badge ends; None: it does not.
        until: Option<SystemTime>,
        /// When its mute ends; None: it does not.
        mute_until: Option<SystemTime>,
        /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
        kind: BadgeKind,
        /// The mute mode.
        mute: MuteMode,
    } {
        /// Relative to the top of the snapshot; empty: the top itself.
        path,
    }
}
record! {
    /// What a node owns before and after a patch.
    PatchEntry of tally_patch_entry {
        /// The before count.
        before_count: u64,
        /// The before until.
        before_until: Option<SystemTime>,
        /// The before mute until.
        before_mute_until: Option<SystemTime>,
        /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
        before_kind: BadgeKind,
        /// The mute mode.
        before_mute: MuteMode,
        /// The after count.
        after_count: u64,
        /// The after until.
        after_until: Option<SystemTime>,
        /// The after mute until.
        after_mute_until: Option<SystemTime>,
        /// [`BadgeKind::NONE`], [`BadgeKind::DOT`] or [`BadgeKind::NUMBER`].
        after_kind: BadgeKind,
        /// The mute mode.
        after_mute: MuteMode,
    } {
        /// Relative to the top of the patch; empty: the top itself.
        path,
    }
}
options! {
    /// How a batch is performed, and the marks by which it is recognised.
    BatchOptions of tally_batch_options {
        /// How a batch is performed.
        flags: BatchFlags,
        /// The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
        epoch: u64,
        /// The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.
        position: u64,
    } {
        /// A name: the log that the batch comes from. None: none.
        source,
        /// A name of the batch itself. None: none.
        id,
    }
}
numbers! {
    /// How far the batches of a source were applied.
    Position of tally_position {
        /// As in `BatchOptions`.
        epoch: u64,
        /// The position of the last batch.
        position: u64,
        /// The time of the last item of [`Engine::batch`](crate::Engine::batch). None: there is none.
        time: Option<SystemTime>,
    }
}
numbers! {
    /// How a badge is drawn: lengths in points, colours 0xRRGGBBAA.
    Look of tally_presentation {
        /// Text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty.
        kind: BadgeKind,
        /// NUMBER: the number, not capped; otherwise 0.
        count: u64,
        /// The dot radius.
        dot_radius: f32,
        /// The offset x.
        offset_x: f32,
        /// The offset y.
        offset_y: f32,
        /// The font size.
        font_size: f32,
        /// The font weight.
        font_weight: i32,
        /// The text color.
        text_color: u32,
        /// The background color.
        background_color: u32,
        /// The overflow style.
        overflow: OverflowStyle,
        /// The max count.
        max_count: u64,
    }
}
options! {
    /// The source of items, and the options of accounts that they create.
    ItemsOptions of tally_engine_batch_options {
        /// 0.
        flags: u32,
        /// For accounts that the batch creates.
        aggregation: Aggregation,
        /// The same.
        feeding: Feeding,
        /// As in `BatchOptions`.
        epoch: u64,
        /// The place of the last item in the log, rising with each batch. Without a source: 0.
        position: u64,
    } {
        /// The log: 1 to 255 bytes, as an account's name. None: none.
        source,
    }
}
