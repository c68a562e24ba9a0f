// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use std::os::raw::{c_char, c_void};

pub const TALLY_VERSION_MAJOR: i32 = 0;
pub const TALLY_VERSION_MINOR: i32 = 1;
pub const TALLY_VERSION_PATCH: i32 = 0;
pub const TALLY_VERSION: &str = "0.1.0";
/// As tally_version.
pub const TALLY_VERSION_NUMBER: i32 = 1000;
pub const TALLY_OK: i32 = 0;
/// The badge still shows, because of something below it or messages that feed it.
pub const TALLY_HELD: i32 = 1;
/// There is more: call again from where this list ends.
pub const TALLY_MORE: i32 = 2;
/// The requested changes are no longer kept: list everything instead.
pub const TALLY_RESYNC: i32 = 3;
/// This batch, or message, was applied before; nothing has changed.
pub const TALLY_ALREADY_APPLIED: i32 = 4;
/// The server had nothing new.
pub const TALLY_NOT_MODIFIED: i32 = 5;
/// Nothing arrived in time, or the wait was interrupted.
pub const TALLY_EMPTY: i32 = 6;
/// The file was damaged. It was renamed, and a new one created.
pub const TALLY_SET_ASIDE: i32 = 7;
/// Some items of the batch were rejected; all others were applied.
pub const TALLY_PARTIAL: i32 = 8;
/// NULL, an unknown flag or a value without a meaning.
pub const TALLY_ERROR_ARGUMENT: i32 = -1;
/// There was not enough memory.
pub const TALLY_ERROR_NO_MEMORY: i32 = -2;
/// An invalid path, or one that is too deep or too long.
pub const TALLY_ERROR_PATH: i32 = -3;
/// A number is out of its range.
pub const TALLY_ERROR_RANGE: i32 = -4;
/// A limit set when opening would be exceeded.
pub const TALLY_ERROR_LIMIT: i32 = -5;
/// There is no such account, feed, message or reminder.
pub const TALLY_ERROR_NOT_FOUND: i32 = -6;
/// It exists already.
pub const TALLY_ERROR_EXISTS: i32 = -7;
/// It contradicts what is stored.
pub const TALLY_ERROR_CONFLICT: i32 = -8;
/// The caller's buffer is too small; the call reports the size needed.
pub const TALLY_ERROR_BUFFER_TOO_SMALL: i32 = -9;
/// The node was released, or belongs to another account.
pub const TALLY_ERROR_STALE_HANDLE: i32 = -10;
/// The engine, or the handle's parent, was closed.
pub const TALLY_ERROR_CLOSED: i32 = -11;
/// The engine belongs to the parent process.
pub const TALLY_ERROR_FORKED: i32 = -12;
/// Not allowed on this thread, or inside a callback.
pub const TALLY_ERROR_THREAD: i32 = -13;
/// Not available in this build or mode.
pub const TALLY_ERROR_UNSUPPORTED: i32 = -14;
/// A defect of the library; please report it.
pub const TALLY_ERROR_INTERNAL: i32 = -15;
/// This operation was valid, but another one failed the batch.
pub const TALLY_ERROR_NOT_APPLIED: i32 = -16;
/// Not a valid snapshot, patch, export or mapping.
pub const TALLY_ERROR_MALFORMED: i32 = -17;
/// The file could not be read or written.
pub const TALLY_ERROR_IO: i32 = -20;
/// The disk, or the database's size limit, is full.
pub const TALLY_ERROR_FULL: i32 = -21;
/// Another process has the file open.
pub const TALLY_ERROR_LOCKED: i32 = -22;
/// The file is damaged. It was not changed.
pub const TALLY_ERROR_CORRUPT: i32 = -23;
/// Not a file of this library. It was not changed.
pub const TALLY_ERROR_NOT_A_STORE: i32 = -24;
/// Written by a newer version. It was not changed.
pub const TALLY_ERROR_NEWER: i32 = -25;
/// The file or its directory is read-only.
pub const TALLY_ERROR_READ_ONLY: i32 = -26;
/// The system does not permit access.
pub const TALLY_ERROR_PERMISSION: i32 = -27;
/// The batch comes from a former owner of its source.
pub const TALLY_ERROR_STALE_EPOCH: i32 = -28;
/// An invalid URL, or an unsupported scheme.
pub const TALLY_ERROR_URL: i32 = -40;
/// The server could not be reached, or the connection broke.
pub const TALLY_ERROR_NETWORK: i32 = -41;
/// A deadline passed.
pub const TALLY_ERROR_TIMEOUT: i32 = -42;
/// The server's certificate or the handshake was rejected.
pub const TALLY_ERROR_TLS: i32 = -43;
/// The response is not of the expected form; all of it was rejected.
pub const TALLY_ERROR_PROTOCOL: i32 = -44;
/// The response exceeds the limit; all of it was rejected.
pub const TALLY_ERROR_TOO_LARGE: i32 = -45;
/// The server responded with an error.
pub const TALLY_ERROR_SERVER: i32 = -46;
/// The server rejected the credential, or the request waits for one.
pub const TALLY_ERROR_UNAUTHORIZED: i32 = -47;
/// The server asks the client to wait.
pub const TALLY_ERROR_RATE_LIMITED: i32 = -48;
/// The account is not logged in.
pub const TALLY_ERROR_LOGGED_OUT: i32 = -49;
/// The request was cancelled, or its feed was removed.
pub const TALLY_ERROR_CANCELLED: i32 = -50;
pub const TALLY_LIST_FOLLOW: u32 = 256;
/// The default of an option.
pub const TALLY_DEFAULT: i32 = 0;
/// A time of a feed that never comes.
pub const TALLY_OFF: i32 = -1;
/// As many as there are.
pub const TALLY_NO_LIMIT: i32 = 0;
/// A timeout that has passed already.
pub const TALLY_NO_WAIT: i32 = 0;
/// A timeout that never passes.
pub const TALLY_NO_TIMEOUT: i32 = -1;
pub const TALLY_DURABILITY_GROUP: i32 = 0;
pub const TALLY_DURABILITY_FULL: i32 = 1;
/// The library has no thread of its own: the host calls tally_engine_step.
pub const TALLY_ENGINE_HOST_DRIVEN: u32 = 1;
/// Renames a damaged file and begins a new one: see tally_engine_open.
pub const TALLY_ENGINE_SET_ASIDE: u32 = 2;
/// For tools: see tally_account_log_in.
pub const TALLY_ENGINE_LOGGED_OUT: u32 = 4;
pub const TALLY_LOG_ERROR: i32 = 1;
pub const TALLY_LOG_WARNING: i32 = 2;
pub const TALLY_LOG_INFO: i32 = 3;
/// max_depth; cannot change.
pub const TALLY_LIMIT_DEPTH: i32 = 1;
/// max_path_bytes; cannot change.
pub const TALLY_LIMIT_PATH_BYTES: i32 = 2;
/// max_nodes
pub const TALLY_LIMIT_NODES: i32 = 3;
/// max_accounts
pub const TALLY_LIMIT_ACCOUNTS: i32 = 4;
/// max_loaded_accounts; 0, all accounts, cannot change.
pub const TALLY_LIMIT_LOADED_ACCOUNTS: i32 = 5;
/// max_feeds
pub const TALLY_LIMIT_FEEDS: i32 = 6;
/// max_observers
pub const TALLY_LIMIT_OBSERVERS: i32 = 7;
/// max_response_bytes
pub const TALLY_LIMIT_RESPONSE_BYTES: i32 = 8;
/// max_batch_ids
pub const TALLY_LIMIT_BATCH_IDS: i32 = 9;
/// batch_id_time, in milliseconds.
pub const TALLY_LIMIT_BATCH_ID_TIME: i32 = 10;
/// max_requests
pub const TALLY_LIMIT_REQUESTS: i32 = 11;
/// max_requests_per_origin
pub const TALLY_LIMIT_REQUESTS_PER_ORIGIN: i32 = 12;
/// max_forgotten
pub const TALLY_LIMIT_FORGOTTEN: i32 = 13;
/// max_marks
pub const TALLY_LIMIT_MARKS: i32 = 14;
/// max_failed_rows
pub const TALLY_LIMIT_FAILED_ROWS: i32 = 15;
/// max_rejected
pub const TALLY_LIMIT_REJECTED: i32 = 16;
/// max_reminder_log
pub const TALLY_LIMIT_REMINDER_LOG: i32 = 17;
/// max_cached_groups
pub const TALLY_LIMIT_CACHED_GROUPS: i32 = 18;
/// max_events
pub const TALLY_LIMIT_EVENTS: i32 = 19;
/// max_completions
pub const TALLY_LIMIT_COMPLETIONS: i32 = 20;
/// log_level: the least important level to report, TALLY_LOG_…
pub const TALLY_LIMIT_LOG_LEVEL: i32 = 21;
/// max_links
pub const TALLY_LIMIT_LINKS: i32 = 22;
/// For tally_engine_limit: only reads.
pub const TALLY_LIMIT_KEEP: i32 = -1;
/// For tally_engine_backup: replaces an existing file.
pub const TALLY_BACKUP_REPLACE: u32 = 1;
/// For tally_engine_get_stats: longest_wait_us and longest_hold_us begin again.
pub const TALLY_STATS_RESET: u32 = 1;
/// More may be lost: a page that may have contained rows says nothing about them.
pub const TALLY_RECOVERY_UNCERTAIN: u32 = 1;
/// As stored; CHILDREN for a new account.
pub const TALLY_AGGREGATION_DEFAULT: i32 = 0;
/// The number of children and messages; the node's own if they have none.
pub const TALLY_AGGREGATION_CHILDREN: i32 = 1;
/// Both together.
pub const TALLY_AGGREGATION_SUM: i32 = 2;
/// As stored, UNSEEN for a new account; in a rule, as above the path.
pub const TALLY_FEEDING_DEFAULT: i32 = 0;
pub const TALLY_FEEDING_UNSEEN: i32 = 1;
pub const TALLY_FEEDING_UNREAD: i32 = 2;
/// Fails with NOT_FOUND instead of creating the account.
pub const TALLY_ACCOUNT_EXISTING: u32 = 1;
/// `Authorization: Bearer SECRET` (RFC 6750).
pub const TALLY_CREDENTIAL_KIND_BEARER: i32 = 1;
/// `Authorization: Basic …` (RFC 7617): name is the user, secret the password.
pub const TALLY_CREDENTIAL_KIND_BASIC: i32 = 2;
/// The header `name`.
pub const TALLY_CREDENTIAL_KIND_HEADER: i32 = 3;
/// The parameter `name` of the URL.
pub const TALLY_CREDENTIAL_KIND_QUERY: i32 = 4;
/// It may also be sent over http: to another machine, where others can read it.
pub const TALLY_CREDENTIAL_FLAG_PLAIN: u32 = 1;
/// As stored; AUTOMATIC for a new account.
pub const TALLY_GROUPING_DEFAULT: i32 = 0;
/// By their threads.
pub const TALLY_GROUPING_AUTOMATIC: i32 = 1;
/// All messages of an account are the group of the thread "".
pub const TALLY_GROUPING_BY_APP: i32 = 2;
/// Each message is listed separately.
pub const TALLY_GROUPING_OFF: i32 = 3;
/// As stored; OFF for a new account.
pub const TALLY_OUTBOX_MODE_DEFAULT: i32 = 0;
/// No rows are written. Rows that exist stay, and the library does not send them.
pub const TALLY_OUTBOX_MODE_OFF: i32 = 1;
/// The host sends the rows: see tally_outbox_lease.
pub const TALLY_OUTBOX_MODE_LEASED: i32 = 2;
/// The library sends the rows to outbox_url.
pub const TALLY_OUTBOX_MODE_SENT: i32 = 3;
/// Messages that are read, unread again, or removed.
pub const TALLY_OUTBOX_READS: u32 = 1;
/// Changes of reminders.
pub const TALLY_OUTBOX_REMINDERS: u32 = 2;
/// Messages that are seen. Only with it, what other devices have seen is taken.
pub const TALLY_OUTBOX_SEEN: u32 = 4;
/// Mutes of paths. The same holds for these and for the next two.
pub const TALLY_OUTBOX_MUTES: u32 = 8;
/// Paths that are marked as unread.
pub const TALLY_OUTBOX_FLAGGED: u32 = 16;
/// Snoozes of paths and of messages.
pub const TALLY_OUTBOX_SNOOZES: u32 = 32;
/// Badges that a server has set with a revision, and that the user removes.
pub const TALLY_OUTBOX_DISMISSALS: u32 = 64;
/// The largest count that can be set: 2^32 - 1.
pub const TALLY_MAX_COUNT: i64 = 4294967295;
/// No expiry.
pub const TALLY_FOREVER: i32 = 0;
/// It shows at most a dot, whatever its count.
pub const TALLY_LEVEL_PASSIVE: i32 = -1;
pub const TALLY_LEVEL_NORMAL: i32 = 0;
/// A mention, or an answer to the user.
pub const TALLY_LEVEL_HIGHLIGHT: i32 = 1;
pub const TALLY_LEVEL_CRITICAL: i32 = 2;
/// All that the node shows.
pub const TALLY_MUTE_NONE: i32 = 0;
/// At most a dot.
pub const TALLY_MUTE_NUMBER: i32 = 1;
/// Nothing.
pub const TALLY_MUTE_ALL: i32 = 2;
/// NUMBER, but highlights pass with their number.
pub const TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS: i32 = 5;
/// ALL, but highlights pass with their number.
pub const TALLY_MUTE_ALL_BUT_HIGHLIGHTS: i32 = 6;
pub const TALLY_MUTE_PASS_HIGHLIGHTS: u32 = 4;
/// It owns a count.
pub const TALLY_BADGE_OWN_COUNT: u32 = 1;
/// It owns a dot.
pub const TALLY_BADGE_OWN_DOT: u32 = 2;
/// Messages or a flag feed it.
pub const TALLY_BADGE_FED: u32 = 4;
/// A child contributes a badge.
pub const TALLY_BADGE_CHILDREN: u32 = 8;
pub const TALLY_BADGE_MUTE_NUMBER: u32 = 16;
pub const TALLY_BADGE_MUTE_ALL: u32 = 32;
/// Its mute passes highlights.
pub const TALLY_BADGE_PASSES_HIGHLIGHTS: u32 = 64;
/// It is snoozed, so its mute does not hold.
pub const TALLY_BADGE_SNOOZED: u32 = 128;
/// No badge; false in a condition.
pub const TALLY_KIND_NONE: i32 = 0;
/// A badge without a number.
pub const TALLY_KIND_DOT: i32 = 1;
/// An icon: only in a presentation.
pub const TALLY_KIND_ICON: i32 = 2;
/// A badge with a number.
pub const TALLY_KIND_NUMBER: i32 = 3;
/// The path is marked as unread: see tally_badge_flag.
pub const TALLY_OWN_FLAGGED: u32 = 1;
/// As the account's aggregation says.
pub const TALLY_COUNTING_DEFAULT: i32 = 0;
/// The number of children, also linked ones, that contribute a number. Highlights stay a sum, which may be greater.
pub const TALLY_COUNTING_LIT: i32 = 1;
/// Reads what holds at the path, so no member is DEFAULT.
pub const TALLY_RULE_EFFECTIVE: u32 = 1;
/// Lists the links that lead to the path, sorted by where they lead.
pub const TALLY_LINK_UNDER: u32 = 2;
/// The nodes directly below.
pub const TALLY_LIST_CHILDREN: u32 = 0;
/// The path itself and everything below it.
pub const TALLY_SUBTREE: u32 = 1;
/// It owns a count.
pub const TALLY_REASON_OWN_COUNT: u32 = 1;
/// It owns a dot.
pub const TALLY_REASON_OWN_DOT: u32 = 2;
/// Messages or a flag feed it.
pub const TALLY_REASON_FED: u32 = 4;
/// CHILDREN: its own count adds nothing: its children or messages have one.
pub const TALLY_REASON_OVERRIDDEN: u32 = 8;
/// Its mute hides the number that it shows from the path.
pub const TALLY_REASON_MUTE_NUMBER: u32 = 16;
/// Its mute hides everything that it shows from the path.
pub const TALLY_REASON_MUTE_ALL: u32 = 32;
/// Its own badge, or what feeds it, reaches the path, which shows a badge.
pub const TALLY_REASON_LIGHTS: u32 = 64;
/// A mute hides its badge from the path; with LIGHTS only the number.
pub const TALLY_REASON_MUTED: u32 = 128;
/// It is a message that feeds the path.
pub const TALLY_REASON_MESSAGE: u32 = 256;
/// It, or more of it, reaches the path only by a link.
pub const TALLY_REASON_LINKED: u32 = 512;
/// It counts its children, so they contribute nothing, and it their number.
pub const TALLY_REASON_COUNTING: u32 = 1024;
/// It is the flag of the path: see tally_badge_flag.
pub const TALLY_REASON_FLAG: u32 = 2048;
/// It is snoozed, which hides everything that it shows from the path.
pub const TALLY_REASON_SNOOZED: u32 = 4096;
pub const TALLY_MESSAGE_STATE_UNSEEN: i32 = 0;
pub const TALLY_MESSAGE_STATE_SEEN: i32 = 1;
pub const TALLY_MESSAGE_STATE_READ: i32 = 2;
/// Only those that are not read.
pub const TALLY_MESSAGES_UNREAD: u32 = 2;
/// tally_message_first: only those that are not seen.
pub const TALLY_MESSAGES_UNSEEN: u32 = 4;
/// tally_message_first: the newest instead of the oldest.
pub const TALLY_MESSAGES_NEWEST: u32 = 8;
/// tally_message_list_from: newer ones instead of older ones.
pub const TALLY_MESSAGES_NEWER: u32 = 16;
/// tally_message_first: only those of level HIGHLIGHT or above.
pub const TALLY_MESSAGES_HIGHLIGHTS: u32 = 32;
/// The message feeds a dot.
pub const TALLY_POST_DOT: u32 = 1;
/// It is posted only if the user has not seen a message of its id.
pub const TALLY_POST_ONCE: u32 = 2;
/// The most bytes of a message's link.
pub const TALLY_MAX_LINK: i32 = 2048;
/// The most bytes of a message's data.
pub const TALLY_MAX_DATA: i32 = 65536;
/// The most further paths of a message.
pub const TALLY_MAX_ALSO: i32 = 8;
pub const TALLY_FEED_LOCAL: &str = "tally:local";
/// The visible badge of a path changed. text: the path.
pub const TALLY_EVENT_BADGE: i32 = 1;
/// The total over the accounts changed.
pub const TALLY_EVENT_TOTAL: i32 = 2;
/// A feed's request ended. text: the title, or the error. The number: of its prefix.
pub const TALLY_EVENT_SYNCED: i32 = 3;
/// A tally_feed_refresh_now ended; exactly one each. text: the error.
pub const TALLY_EVENT_COMPLETION: i32 = 4;
/// A server rejected the credential, or requests wait for one: set it. text: the error.
pub const TALLY_EVENT_AUTH: i32 = 5;
/// A widget was drawn. text: its path.
pub const TALLY_EVENT_WIDGET: i32 = 6;
/// Messages changed. text: the observed path.
pub const TALLY_EVENT_MESSAGES: i32 = 7;
/// A group changed. text: its thread.
pub const TALLY_EVENT_GROUP: i32 = 8;
/// A reminder has fired. text: its identifier.
pub const TALLY_EVENT_REMINDER: i32 = 9;
/// A server counts something else than its feed contributes. text: the path.
pub const TALLY_EVENT_DRIFT: i32 = 10;
/// The current state of the path is reported first.
pub const TALLY_OBSERVE_INITIAL: u32 = 2;
pub const TALLY_VIEW_READ: u32 = 2;
/// Polls always, and when the user comes back.
pub const TALLY_POLLING_MESSAGE_CENTER: i32 = 0;
/// Polls only while the user sees a page.
pub const TALLY_POLLING_UNREAD_COUNT: i32 = 1;
/// No timer polls while the application is in the background.
pub const TALLY_FEED_OPTION_STOPS_IN_BACKGROUND: u32 = 1;
/// The first request is sent after initial_delay, not at a random moment within it.
pub const TALLY_FEED_OPTION_EXACT_DELAY: u32 = 2;
/// The options are for this run; the stored ones, if there are any, stay.
pub const TALLY_FEED_OPTION_TEMPORARY: u32 = 4;
/// In this run it was added or found, or began when the account was logged in.
pub const TALLY_FEED_ENTRY_RUNNING: u32 = 1;
/// Its requests have a credential, or wait for one.
pub const TALLY_FEED_ENTRY_CREDENTIAL: u32 = 2;
pub const TALLY_MAX_FEED_PAGES: i32 = 8;
/// .xcstrings: JSON, with all languages.
pub const TALLY_STRINGS_CATALOG: i32 = 1;
/// .stringsdict: a property list (XML), of one language.
pub const TALLY_STRINGS_DICTIONARY: i32 = 2;
/// No summary: the group is its leading message.
pub const TALLY_SUMMARY_ORIGIN_NONE: i32 = 0;
/// The formats of categories.
pub const TALLY_SUMMARY_ORIGIN_CATEGORY: i32 = 1;
/// The built-in words.
pub const TALLY_SUMMARY_ORIGIN_DEFAULT: i32 = 2;
/// For tally_group_list and tally_group_get: previews are hidden.
pub const TALLY_GROUPS_HIDDEN: u32 = 1;
/// A message: entity is the server's identifier.
pub const TALLY_OUTBOX_KIND_MESSAGE: i32 = 1;
/// A path and everything below, up to a sequence: entity is the path.
pub const TALLY_OUTBOX_KIND_MARK: i32 = 2;
/// A reminder in its current state: entity is its identifier.
pub const TALLY_OUTBOX_KIND_REMINDER: i32 = 3;
/// A message that was removed: entity is the server's identifier.
pub const TALLY_OUTBOX_KIND_REMOVAL: i32 = 4;
/// A message that was seen: entity is the server's identifier.
pub const TALLY_OUTBOX_KIND_SEEN: i32 = 5;
/// A path and everything below, seen up to a sequence.
pub const TALLY_OUTBOX_KIND_SEEN_MARK: i32 = 6;
/// The mute of a path: entity is the path.
pub const TALLY_OUTBOX_KIND_MUTE: i32 = 7;
/// A path that is marked as unread, or is not any more.
pub const TALLY_OUTBOX_KIND_FLAG: i32 = 8;
/// The snooze of a path. That of a message is a MESSAGE.
pub const TALLY_OUTBOX_KIND_SNOOZE: i32 = 9;
/// A badge of the feed's server that the user has removed: entity is its path.
pub const TALLY_OUTBOX_KIND_DISMISSAL: i32 = 10;
pub const TALLY_OUTBOX_STATE_WAITING: i32 = 0;
/// Until lease_end, or until its result is reported.
pub const TALLY_OUTBOX_STATE_LEASED: i32 = 1;
/// For good.
pub const TALLY_OUTBOX_STATE_FAILED: i32 = 2;
pub const TALLY_FEED_REMINDERS: &str = "tally:reminders";
pub const TALLY_UNIT_MINUTE: i32 = 1;
pub const TALLY_UNIT_HOUR: i32 = 2;
pub const TALLY_UNIT_DAY: i32 = 3;
pub const TALLY_UNIT_WEEK: i32 = 4;
pub const TALLY_UNIT_MONTH: i32 = 5;
pub const TALLY_UNIT_QUARTER: i32 = 6;
pub const TALLY_UNIT_YEAR: i32 = 7;
/// On if it keeps for at most 30 days; decided again at each edit.
pub const TALLY_SMART_AUTOMATIC: i32 = 1;
pub const TALLY_SMART_ON: i32 = 2;
pub const TALLY_SMART_OFF: i32 = 3;
pub const TALLY_REMINDER_FIELD_TITLE: u32 = 1;
pub const TALLY_REMINDER_FIELD_BODY: u32 = 2;
pub const TALLY_REMINDER_FIELD_PATH: u32 = 4;
pub const TALLY_REMINDER_FIELD_ZONE: u32 = 8;
pub const TALLY_REMINDER_FIELD_PRODUCED: u32 = 16;
/// shelf_life and shelf_unit
pub const TALLY_REMINDER_FIELD_SHELF_LIFE: u32 = 32;
pub const TALLY_REMINDER_FIELD_TIME_OF_DAY: u32 = 64;
pub const TALLY_REMINDER_FIELD_SMART: u32 = 128;
/// repeat_unit and repeat_every
pub const TALLY_REMINDER_FIELD_REPEAT: u32 = 256;
pub const TALLY_REMINDER_FIELD_START: u32 = 512;
pub const TALLY_REMINDER_FIELD_END: u32 = 1024;
/// overdue_unit, overdue_every and overdue_limit
pub const TALLY_REMINDER_FIELD_OVERDUE: u32 = 2048;
pub const TALLY_REMINDER_STATE_ACTIVE: i32 = 1;
pub const TALLY_REMINDER_STATE_DONE: i32 = 2;
/// Active, but its last good day has ended in its zone.
pub const TALLY_REMINDER_STATE_EXPIRED: i32 = 3;
/// The system has nothing armed: lists the whole plan.
pub const TALLY_PLAN_FLAG_FROM_SCRATCH: u32 = 1;
pub const TALLY_PLAN_ACTION_DISARM: i32 = 1;
pub const TALLY_PLAN_ACTION_ARM: i32 = 2;
pub const TALLY_NOTE_CREATED: i32 = 1;
pub const TALLY_NOTE_EDITED: i32 = 2;
/// When it fires next.
pub const TALLY_NOTE_PLANNED: i32 = 3;
/// A confirmed plan has armed it.
pub const TALLY_NOTE_ARMED: i32 = 4;
pub const TALLY_NOTE_FIRED: i32 = 5;
pub const TALLY_NOTE_MISSED: i32 = 6;
pub const TALLY_NOTE_SNOOZED: i32 = 7;
pub const TALLY_NOTE_ACKNOWLEDGED: i32 = 8;
/// A confirmed plan has disarmed it.
pub const TALLY_NOTE_CANCELLED: i32 = 9;
/// The account was logged out.
pub const TALLY_NOTE_SUSPENDED: i32 = 10;
/// The account was logged in again.
pub const TALLY_NOTE_RESUMED: i32 = 11;
pub const TALLY_NOTE_UPLOADED: i32 = 12;
pub const TALLY_NOTE_UPLOAD_FAILED: i32 = 13;
pub const TALLY_NOTE_DONE: i32 = 14;
pub const TALLY_NOTE_UNDONE: i32 = 15;
pub const TALLY_NOTE_REMOVED: i32 = 16;
/// For tally_badge_apply: writes the state after the patch, whatever the state is now.
pub const TALLY_APPLY_OVERWRITE: u32 = 1;
/// value: the count
pub const TALLY_OP_SET: i32 = 1;
pub const TALLY_OP_DOT: i32 = 2;
/// value: the delta
pub const TALLY_OP_ADD: i32 = 3;
pub const TALLY_OP_CLEAR: i32 = 4;
pub const TALLY_OP_CLEAR_TREE: i32 = 5;
/// value: TALLY_MUTE_…
pub const TALLY_OP_MUTE: i32 = 6;
pub const TALLY_OP_GET: i32 = 7;
/// path, message: posts a message, as tally_message_post
pub const TALLY_OP_POST: i32 = 8;
/// id: removes a posted message, as tally_message_withdraw
pub const TALLY_OP_WITHDRAW: i32 = 9;
/// path, flags: marks messages read, as tally_message_mark_path_read
pub const TALLY_OP_READ: i32 = 10;
/// id, reminder: as tally_reminder_put
pub const TALLY_OP_REMINDER_PUT: i32 = 11;
/// id, reminder: as tally_reminder_edit
pub const TALLY_OP_REMINDER_EDIT: i32 = 12;
/// id: as tally_reminder_mark_done
pub const TALLY_OP_REMINDER_DONE: i32 = 13;
/// id: as tally_reminder_mark_undone
pub const TALLY_OP_REMINDER_UNDONE: i32 = 14;
/// id
pub const TALLY_OP_REMINDER_REMOVE: i32 = 15;
/// id, until
pub const TALLY_OP_REMINDER_SNOOZE: i32 = 16;
/// id
pub const TALLY_OP_REMINDER_ACKNOWLEDGE: i32 = 17;
/// Each operation is performed on its own: see tally_badge_batch.
pub const TALLY_BATCH_EACH: u32 = 1;
/// max_count and a plus: "99+".
pub const TALLY_OVERFLOW_PLUS: i32 = 0;
/// An ellipsis alone, U+2026.
pub const TALLY_OVERFLOW_ELLIPSIS: i32 = 1;
pub const TALLY_FONT_WEIGHT_REGULAR: i32 = 400;
pub const TALLY_FONT_WEIGHT_BOLD: i32 = 700;
pub const TALLY_STYLE_FIELD_DOT_RADIUS: u32 = 1;
/// offset_x and offset_y
pub const TALLY_STYLE_FIELD_OFFSET: u32 = 2;
pub const TALLY_STYLE_FIELD_FONT_SIZE: u32 = 4;
pub const TALLY_STYLE_FIELD_FONT_WEIGHT: u32 = 8;
pub const TALLY_STYLE_FIELD_TEXT_COLOR: u32 = 16;
pub const TALLY_STYLE_FIELD_BACKGROUND_COLOR: u32 = 32;
pub const TALLY_STYLE_FIELD_MAX_COUNT: u32 = 64;
pub const TALLY_STYLE_FIELD_OVERFLOW: u32 = 128;
pub const TALLY_STYLE_FIELD_ICON: u32 = 256;
pub const TALLY_STYLE_FIELD_HIGHLIGHT_COLOR: u32 = 512;
/// Send this, and report the response once with tally_transport_respond.
pub const TALLY_REQUEST_KIND_SEND: i32 = 1;
/// The response is no longer needed, and is ignored.
pub const TALLY_REQUEST_KIND_CANCEL: i32 = 2;
/// The request has a credential: follow redirects only within the same origin.
pub const TALLY_REQUEST_FLAG_CREDENTIAL: u32 = 1;
/// The most items of a batch, and imports of a call.
pub const TALLY_MAX_ITEMS: i32 = 65536;
/// For tally_engine_import: replaces accounts and sources that exist.
pub const TALLY_IMPORT_REPLACE: u32 = 1;
/// Badges of an account changed. text: its name.
pub const TALLY_TRACE_TRANSACTION: i32 = 1;
/// A node of the transaction before. text: its path.
pub const TALLY_TRACE_NODE: i32 = 2;
/// Messages at a path changed. text: the path.
pub const TALLY_TRACE_MESSAGE: i32 = 3;
/// Unseen messages of a thread changed. text: the thread.
pub const TALLY_TRACE_GROUP: i32 = 4;
/// A reminder has fired. text: its identifier.
pub const TALLY_TRACE_REMINDER: i32 = 5;
/// A feed's request ended, or its page was delivered. text: the title, or the error.
pub const TALLY_TRACE_SYNCED: i32 = 6;
/// A server rejected the credential. text: the error.
pub const TALLY_TRACE_AUTH: i32 = 7;
/// A line of the log that the host takes. text: the line.
pub const TALLY_TRACE_LOG: i32 = 8;
/// Something happened to an account. text: its name.
pub const TALLY_TRACE_ACCOUNT: i32 = 9;
/// A response came, or a request failed. text: URL, header lines, body.
pub const TALLY_TRACE_EXCHANGE: i32 = 10;
/// Records were dropped before this one.
pub const TALLY_TRACE_LOST: i32 = 11;
/// A call about one account.
pub const TALLY_CAUSE_CALL: i32 = 1;
/// tally_badge_batch as one transaction.
pub const TALLY_CAUSE_BATCH: i32 = 2;
/// tally_engine_batch.
pub const TALLY_CAUSE_ITEMS: i32 = 3;
/// The response to a feed's request.
pub const TALLY_CAUSE_PAGE: i32 = 4;
/// A page that the host delivered.
pub const TALLY_CAUSE_DELIVERY: i32 = 5;
/// A push that the host delivered.
pub const TALLY_CAUSE_PUSH: i32 = 6;
/// A server has accepted a row of the outbox.
pub const TALLY_CAUSE_ACKNOWLEDGEMENT: i32 = 7;
/// Something has ended by its time.
pub const TALLY_CAUSE_EXPIRY: i32 = 8;
/// A reminder has fired.
pub const TALLY_CAUSE_REMINDER: i32 = 9;
/// Accounts were imported.
pub const TALLY_CAUSE_RESTORE: i32 = 10;
/// Old messages were removed.
pub const TALLY_CAUSE_UPKEEP: i32 = 11;
pub const TALLY_CHANGE_OPENED: i32 = 1;
/// Read into memory.
pub const TALLY_CHANGE_LOADED: i32 = 2;
/// Left memory for another one.
pub const TALLY_CHANGE_EVICTED: i32 = 3;
/// Removed with its data.
pub const TALLY_CHANGE_DROPPED: i32 = 4;
pub const TALLY_CHANGE_LOGGED_IN: i32 = 5;
pub const TALLY_CHANGE_LOGGED_OUT: i32 = 6;

pub type tally_status = i32;

pub type tally_durability = i32;

pub type tally_log_level = i32;

pub type tally_limit = i32;

pub type tally_aggregation = i32;

pub type tally_feeding = i32;

pub type tally_credential_kind = i32;

pub type tally_grouping = i32;

pub type tally_outbox_mode = i32;

pub type tally_level = i32;

pub type tally_mute_mode = i32;

pub type tally_badge_kind = i32;

pub type tally_counting = i32;

pub type tally_message_state = i32;

pub type tally_event_kind = i32;

pub type tally_polling = i32;

pub type tally_strings_kind = i32;

pub type tally_summary_origin = i32;

pub type tally_outbox_kind = i32;

pub type tally_outbox_state = i32;

pub type tally_unit = i32;

pub type tally_smart = i32;

pub type tally_reminder_state = i32;

pub type tally_plan_action = i32;

pub type tally_note_kind = i32;

pub type tally_node = u64;

pub type tally_operation_kind = i32;

pub type tally_overflow = i32;

pub type tally_request_kind = i32;

pub type tally_trace_kind = i32;

pub type tally_cause = i32;

pub type tally_account_change = i32;

#[repr(C)]
pub struct tally_engine {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct tally_account {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct tally_feed {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct tally_scope {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct tally_trace {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

#[repr(C)]
pub struct tally_snapshot {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

/// Releases a callback's user_data: see "Callbacks" above.
pub type tally_release_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// A clock for tests: the wall clock in milliseconds since 1970, and a clock that never goes back and counts sleep.
///
/// With TALLY_ENGINE_HOST_DRIVEN all due work follows this clock. Timeouts of requests follow the system's clock, too.
pub type tally_clock_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, out_wall: *mut i64, out_elapsed: *mut i64)>;

/// Receives the lines of the log in order, one call at a time, on any thread that uses the engine.
///
/// text   at most 1,023 bytes, borrowed until the callback returns
///
/// Lines that arrive during a call follow on the same thread. Beyond 32,768 bytes they are lost, and a warning says how
/// many. A callback whose own calls are logged never ends.
pub type tally_log_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, level: tally_log_level, text: *const c_char)>;

/// Reads the file of a zone (TZif) by its name into `bytes`, which has room for `capacity` bytes (65,536).
///
/// Returns its size, or 0 if the zone does not exist.
pub type tally_zone_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, name: *const c_char, bytes: *mut c_void, capacity: usize) -> usize>;

/// Receives an event. event and text are borrowed until it returns.
pub type tally_event_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, event: *const tally_event, text: *const c_char)>;

/// Wakes the host's loop: see tally_engine_set_notify.
pub type tally_notify_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// One function of a widget. All arguments are borrowed until it returns.
///
/// path   what it is bound to
/// text   the number or the icon's name, otherwise empty
pub type tally_widget_function =
    Option<unsafe extern "C" fn(user_data: *mut c_void, path: *const c_char, presentation: *const tally_presentation, text: *const c_char)>;

/// Passes a request to the host, on the loop thread (with TALLY_ENGINE_HOST_DRIVEN inside tally_engine_step).
///
/// Calls come one at a time. The loop waits for it, so it should start the request and return. It may report the
/// response immediately. It should not wait for an event. CANCEL comes for a request without a response: after log-out,
/// if its feed is cancelled or removed, if its time is up, and inside tally_engine_close.
pub type tally_transport_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, request: *const tally_request)>;

/// A text of a row: where it begins in the text buffer, and its length without the NUL. An absent text has length 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_text {
    pub offset: u32, pub length: u32,
}

/// The output of a list. entry_size must be the size of the row's structure. The library never writes beyond the two
/// capacities.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_rows {
    /// sizeof(tally_rows)
    pub struct_size: u32,
    /// sizeof(tally_message), or of whatever the function lists.
    pub entry_size: u32,
    /// The caller's array of rows. NULL: no room.
    pub entries: *mut c_void,
    /// Rows that fit into entries.
    pub capacity: usize,
    /// The caller's buffer for the texts of the rows, each with its NUL. NULL: no room.
    pub text: *mut c_char,
    /// Bytes that fit into text.
    pub text_capacity: usize,
    /// out: rows written.
    pub count: usize,
    /// out: bytes of text written, with the NULs and `next`.
    pub text_size: usize,
    /// out: the `after` of the next call. NULL: there are no more rows, or there is no `after`.
    pub next: *const c_char,
}

/// Bytes that the library has allocated. `data` ends with a NUL that `size` does not count.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_bytes {
    /// NULL: there are none.
    pub data: *const c_void, pub size: usize,
}

/// Options of tally_engine_open. Nothing grows with use alone: docs/concepts/durability.md lists what exists besides the
/// host's data, and which of these limits bounds it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_engine_options {
    /// sizeof(tally_engine_options)
    pub struct_size: u32,
    /// TALLY_ENGINE_…
    pub flags: u32,
    /// For tests: the seed of everything random. TALLY_DEFAULT: the system's.
    pub seed: u64,
    /// How long the id of a batch is remembered: from 1,000. Default 86,400,000, a day.
    pub batch_id_time: i64,
    /// Path of the database, created if it does not exist. NULL: in memory only.
    pub file: *const c_char,
    /// Certificate authorities in PEM form, read when needed. NULL: the system's.
    pub ca_file: *const c_char,
    /// Without control characters. NULL: "tally/" and the version.
    pub user_agent: *const c_char,
    /// The name of the device's zone. NULL: TZ, or /etc/localtime.
    pub zone: *const c_char,
    /// NULL: the system's clocks.
    pub clock: tally_clock_callback, pub clock_user_data: *mut c_void,
    /// NULL: nothing is to be released. See tally_engine_open.
    pub clock_release_user_data: tally_release_callback,
    /// NULL: nothing is logged.
    pub log: tally_log_callback, pub log_user_data: *mut c_void,
    /// The same for the log.
    pub log_release_user_data: tally_release_callback,
    /// NULL: reads below TZDIR, or where systems keep zones.
    pub zone_file: tally_zone_callback, pub zone_user_data: *mut c_void,
    /// The same for the zone files.
    pub zone_release_user_data: tally_release_callback,
    /// NULL
    pub reserved_pointer: *mut c_void,
    /// TALLY_DURABILITY_…
    pub durability: tally_durability,
    /// The least important level to report. Default TALLY_LOG_WARNING.
    pub log_level: tally_log_level,
    /// Components of a path, root not counted: 1 to 1,024. Default 64.
    pub max_depth: u32,
    /// Bytes of a path, with `root`: 4 to 65,535. Default 4,096.
    pub max_path_bytes: u32,
    /// Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216.
    pub max_nodes: u32,
    /// Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md.
    pub max_accounts: u32,
    /// Accounts in memory: 1 to 16,777,216. TALLY_NO_LIMIT: all. See "Accounts".
    pub max_loaded_accounts: u32,
    /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
    pub max_feeds: u32,
    /// Observers, views and widgets: 1 to 16,777,216. Default 1,048,576.
    pub max_observers: u32,
    /// The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB.
    pub max_response_bytes: u32,
    /// Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000.
    pub max_batch_ids: u32,
    /// Requests of feeds in flight, a socket each: 1 to 65,535. Default 256.
    pub max_requests: u32,
    /// The same to one origin (scheme, host, port): 1 to 65,535. Default 6.
    pub max_requests_per_origin: u32,
    /// Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096.
    pub max_forgotten: u32,
    /// Read positions of one feed: 1 to 1,073,741,824. Default 10,000.
    pub max_marks: u32,
    /// Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000.
    pub max_failed_rows: u32,
    /// Rejected items of one feed: 1 to 1,073,741,824. Default 100.
    pub max_rejected: u32,
    /// Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000.
    pub max_reminder_log: u32,
    /// Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536.
    pub max_cached_groups: u32,
    /// Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576.
    pub max_events: u32,
    /// Calls of tally_feed_refresh_now, see there: 1 to 16,777,216. Default 65,536.
    pub max_completions: u32,
    /// Links of one account: 1 to 1,073,741,824. Default 65,536.
    pub max_links: u32,
}

/// Numbers about an engine.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_stats {
    /// sizeof(tally_stats): set it before the call.
    pub struct_size: u32,
    /// Open accounts.
    pub accounts: u32,
    /// Open accounts in memory.
    pub loaded_accounts: u32,
    /// Feeds of these accounts that were added in this run.
    pub feeds: u32,
    /// How often an account was read since the engine was opened.
    pub account_loads: u64,
    /// How often an account left memory for another one.
    pub account_evictions: u64,
    /// Observers, views and widgets.
    pub observers: u64,
    /// Pending events.
    pub events: u64,
    /// Nodes of the accounts in memory.
    pub nodes: u64,
    /// Bytes of these nodes and their paths.
    pub node_bytes: u64,
    /// Badges that are not written yet, without those that are being written.
    pub unstored_badges: u64,
    /// Bytes of the file.
    pub file_size: i64,
    /// Bytes of its write-ahead log; 0: none.
    pub log_size: i64,
    /// Commits that calls waited for since the engine was opened.
    pub commits: u64,
    /// The calls that waited for them. Several share a commit.
    pub committed_calls: u64,
    /// The longest wait for the lock of all accounts, in microseconds, since the engine was opened or the last TALLY_STATS_RESET.
    pub longest_wait_us: u64,
    /// The longest that one call used the store, measured in the same way.
    pub longest_hold_us: u64,
    /// Calls that are waiting for the store.
    pub waiting_calls: u32,
    /// Requests of feeds in flight.
    pub requests: u32,
    /// The most of these to one origin.
    pub origin_requests: u32,
    /// Events DRIFT since the engine was opened.
    pub drifts: u32,
}

/// The results of tally_file_recover. A thing counts as lost if something in the file still refers to it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_recovery {
    /// sizeof(tally_recovery)
    pub struct_size: u32,
    /// 0, or TALLY_RECOVERY_UNCERTAIN.
    pub flags: u32,
    /// Pages of the damaged file.
    pub pages: u64,
    /// Damaged pages: truncated, unreadable, or with a wrong checksum.
    pub damaged_pages: u64,
    /// Saved from damaged pages: valid, but perhaps not what was stored.
    pub doubtful_rows: u64, pub accounts_saved: u64,
    /// Their badges and messages were saved, under their name or a new one, with defaults.
    pub accounts_lost: u64,
    /// Badges that nodes own, and mutes.
    pub badges_saved: u64, pub badges_lost: u64, pub feeds_saved: u64,
    /// Their messages were saved, in a feed named "recovered-" and a number.
    pub feeds_lost: u64, pub messages_saved: u64, pub messages_lost: u64,
    /// Other rows: reminders, read marks, pending actions, words of groups.
    pub others_saved: u64,
    /// With the rows that belong to a missing account or feed.
    pub others_lost: u64,
}

/// Options of tally_account_open.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_options {
    /// sizeof(tally_account_options)
    pub struct_size: u32,
    /// TALLY_ACCOUNT_EXISTING, or 0
    pub flags: u32,
    /// TALLY_AGGREGATION_…
    pub aggregation: tally_aggregation,
    /// TALLY_FEEDING_…
    pub feeding: tally_feeding,
}

/// A row of tally_account_list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_entry {
    pub name: tally_text,
}

/// A credential for a server: up to 16,384 bytes for each string, without control characters.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_credential {
    /// sizeof(tally_credential)
    pub struct_size: u32,
    /// TALLY_CREDENTIAL_FLAG_PLAIN, or 0
    pub flags: u32,
    /// TALLY_CREDENTIAL_KIND_… Required.
    pub kind: tally_credential_kind, pub reserved: u32,
    /// BASIC, HEADER, QUERY; otherwise NULL.
    pub name: *const c_char,
    /// Required.
    pub secret: *const c_char,
    /// HEADER: the value, in which {token} stands for the secret. NULL: the secret alone.
    pub format: *const c_char,
}

/// The state of an account.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_state {
    /// sizeof(tally_account_state)
    pub struct_size: u32,
    /// 1 or 0.
    pub logged_in: i32,
    /// Identifies the account in events.
    pub id: i64,
    /// The revision of its badges.
    pub revision: u64,
    /// Identifies the series of revisions. A new store has a new epoch.
    pub epoch: u64,
    /// TALLY_AGGREGATION_CHILDREN or _SUM
    pub aggregation: tally_aggregation,
    /// TALLY_FEEDING_UNSEEN or _UNREAD
    pub feeding: tally_feeding,
}

/// Settings of an account, for tally_account_configure. A member that is 0 or NULL leaves its setting unchanged.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_settings {
    /// sizeof(tally_account_settings)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    /// TALLY_GROUPING_…: how messages are grouped. At first AUTOMATIC.
    pub grouping: tally_grouping,
    /// TALLY_OUTBOX_MODE_… At first OFF.
    pub outbox: tally_outbox_mode,
    /// TALLY_FEEDING_…: which messages feed badges where no rule holds. At first that of tally_account_open.
    pub feeding: tally_feeding,
    /// TALLY_OUTBOX_…: what the outbox sends. At first READS and REMINDERS.
    pub outbox_kinds: u32,
    /// For a whole request, from 100. At first 300,000.
    pub outbox_request_timeout: i64,
    /// Without a byte, from 100. At first 60,000.
    pub outbox_idle_timeout: i64,
    /// The language of summaries. Empty: none, so built-in words are English.
    pub language: *const c_char,
    /// http: or https:, to which rows are sent with POST. SENT needs it. Empty: none.
    pub outbox_url: *const c_char,
    /// The path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the badge. `root` is the root. Empty: none.
    pub push_path: *const c_char, pub reserved_pointer: *mut c_void,
}

/// The row of tally_account_get_settings. A setting that was never changed has its first value.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_settings_entry {
    /// Milliseconds.
    pub outbox_request_timeout: i64,
    /// Milliseconds.
    pub outbox_idle_timeout: i64,
    /// TALLY_GROUPING_AUTOMATIC …
    pub grouping: tally_grouping,
    /// TALLY_OUTBOX_MODE_OFF …
    pub outbox: tally_outbox_mode,
    /// TALLY_FEEDING_UNSEEN or _UNREAD
    pub feeding: tally_feeding,
    /// TALLY_OUTBOX_…
    pub outbox_kinds: u32,
    /// Canonical; empty: none.
    pub language: tally_text,
    /// Empty: none.
    pub outbox_url: tally_text,
    /// Canonical; empty: none.
    pub push_path: tally_text,
}

/// The badge that a node shows, and why. This structure never grows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge {
    /// The number; 0 for a dot or nothing.
    pub count: u64,
    /// The revision that last changed what it shows; 0: none since the account was loaded.
    pub revision: u64,
    /// The part of what it shows that comes from messages of level HIGHLIGHT or above.
    pub highlights: u64,
    /// TALLY_KIND_NONE, _DOT or _NUMBER
    pub kind: tally_badge_kind,
    /// TALLY_BADGE_…
    pub flags: u32,
    /// The greatest level among what it shows; NORMAL if it shows nothing.
    pub level: tally_level, pub reserved: u32,
}

/// The badge that a node owns, and its mute. What its messages and children contribute is not in it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge_own {
    /// sizeof(tally_badge_own)
    pub struct_size: u32,
    /// TALLY_KIND_NONE, _DOT or _NUMBER
    pub kind: tally_badge_kind,
    /// Its own count, to TALLY_MAX_COUNT; 0 for a dot or nothing.
    pub count: u64,
    /// When its badge ends; 0: it does not.
    pub until: i64,
    /// When its mute ends; 0: it does not.
    pub mute_until: i64,
    /// TALLY_MUTE_…
    pub mute: tally_mute_mode,
    /// TALLY_OWN_FLAGGED, or 0.
    pub flags: u32,
    /// When its snooze ends; 0: it is not snoozed.
    pub snoozed_until: i64,
}

/// How a path counts. `feeding` holds at its path, and below it until another path has its own. Where none holds,
/// messages feed badges as the account's feeding says. `counting` holds at its path alone: a tab that counts
/// conversations passes this number on.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge_rule {
    /// sizeof(tally_badge_rule)
    pub struct_size: u32,
    /// TALLY_FEEDING_…: which messages feed the badge. DEFAULT: as above the path.
    pub feeding: tally_feeding,
    /// 0
    pub flags: u32,
    /// TALLY_COUNTING_…: how the path's number comes from its children.
    pub counting: tally_counting,
}

/// A row of tally_link_list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_link {
    pub path: tally_text, pub under: tally_text,
}

/// A row of tally_badge_list and tally_badge_changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge_entry {
    pub path: tally_text, pub badge: tally_badge,
}

/// A row of tally_badge_explain: a badge or a message behind what a path shows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reason {
    /// How much of the path's count comes from its own badge and its messages.
    pub contributed: u64,
    /// The sum of its messages' counts; that of the message. A passive one counts 0.
    pub fed_count: u64,
    /// MUTE_NUMBER, MUTE_ALL, SNOOZED: the number that this hides; 0: a dot, or none of them.
    pub kept_count: u64,
    /// Its own count; 0: none.
    pub own_count: u32,
    /// TALLY_REASON_…
    pub flags: u32,
    /// MESSAGE: its key; otherwise 0.
    pub message: i64, pub path: tally_text,
    /// MESSAGE: the server's identifier.
    pub id: tally_text,
    /// The sum of the counts of its highlights that reach the path.
    pub highlights: u64,
    /// LIGHTS: the greatest level with which it reaches the path; otherwise 0.
    pub level: tally_level, pub reserved: u32,
}

/// A row of tally_message_list, tally_message_get, tally_message_find and tally_group_list_messages.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_message {
    /// Identifies it in this file.
    pub key: i64,
    /// The feed's identifier.
    pub feed: i64,
    /// The server's; 0: none.
    pub time: i64,
    /// Added to the number. 0: a dot.
    pub count: u32,
    /// TALLY_MESSAGE_STATE_…
    pub state: tally_message_state,
    /// The server's identifier.
    pub id: tally_text, pub path: tally_text, pub kind: tally_text, pub title: tally_text, pub body: tally_text,
    pub thread: tally_text, pub category: tally_text, pub argument: tally_text, pub argument_count: u32,
    /// Bytes of its data: see tally_message_get_data. 0: none.
    pub data_size: u32,
    /// The URL that it opens. The library does not read it.
    pub link: tally_text,
    /// The name of an icon.
    pub icon: tally_text, pub subtitle: tally_text,
    /// Its further paths, sorted by their bytes, with a line feed between two.
    pub also: tally_text,
    /// TALLY_LEVEL_…
    pub level: tally_level, pub reserved: u32,
    /// When it becomes unseen again: see tally_message_snooze. 0: it is not snoozed.
    pub snoozed_until: i64,
}

/// The place of a message among those at its path, or in a subtree.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_message_position {
    /// sizeof(tally_message_position): set it before the call.
    pub struct_size: u32, pub reserved: u32,
    /// 0: there is no such message, and all members are 0.
    pub key: i64,
    /// The server's; 0: none.
    pub time: i64,
    /// The unread ones, or those that flags name, including this one.
    pub matching: u64,
    /// All messages that tally_message_list lists before it.
    pub newer: u64,
    /// All messages that tally_message_list lists after it.
    pub older: u64,
}

/// Numbers of messages.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_message_counts {
    /// sizeof(tally_message_counts): set it before the call.
    pub struct_size: u32, pub reserved: u32,
    /// All messages.
    pub total: u64,
    /// Those that are not read.
    pub unread: u64,
    /// Those that are not seen.
    pub unseen: u64,
}

/// A message for tally_message_post.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_message_options {
    /// sizeof(tally_message_options)
    pub struct_size: u32,
    /// TALLY_POST_…
    pub flags: u32,
    /// It orders messages. 0: now.
    pub time: i64,
    /// Added to the number. 0: 1, or 0 with TALLY_POST_DOT.
    pub count: u32, pub argument_count: u32,
    /// A name. NULL or empty: a new one.
    pub id: *const c_char,
    /// The texts are UTF-8; NULL: none.
    pub title: *const c_char, pub body: *const c_char, pub kind: *const c_char, pub thread: *const c_char,
    pub category: *const c_char, pub argument: *const c_char,
    /// A URL, up to TALLY_MAX_LINK bytes without control characters.
    pub link: *const c_char,
    /// A name.
    pub icon: *const c_char, pub subtitle: *const c_char,
    /// The host's own, such as JSON, up to TALLY_MAX_DATA bytes.
    pub data: *const c_char,
    /// Bytes of data. 0: a NUL ends them.
    pub data_length: usize,
    /// Further paths where it counts, one per line, up to TALLY_MAX_ALSO.
    pub also: *const c_char, pub reserved_pointer: *mut c_void,
    /// TALLY_LEVEL_…
    pub level: tally_level, pub reserved: u32,
}

/// An event: what has changed, or what has ended. Members that a kind does not have are 0.
///
/// ```text
///     kind         members besides kind, token and account
///     BADGE        count, badge_kind, revision: what the path shows; result
///     TOTAL        count, badge_kind, revision: of the total
///     WIDGET       count, badge_kind, revision: what the path shows
///     SYNCED       feed, result, http_status, retry_after, next_time: the next request; added, changed, removed,
///                  rejected; count, badge_kind, revision: what the feed's prefix shows
///     COMPLETION   feed, result, http_status, retry_after
///     AUTH         feed (0: the outbox), result, http_status
///     MESSAGES     total, unread, unseen
///     GROUP        result
///     REMINDER     reminder: its key; count: occurrences that were due; revision: its own; next_time: when it was due;
///                  missed; result
///     DRIFT        feed; count, highlights: what the feed contributes at the path and below;
///                  total, total_highlights: what its server counts; result
/// ```
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_event {
    /// sizeof(tally_event): set it before tally_engine_next_event.
    pub struct_size: u32,
    /// TALLY_EVENT_…
    pub kind: tally_event_kind,
    /// The observer's, widget's or completion's; otherwise 0.
    pub token: u64,
    /// The account's identifier, or 0.
    pub account: i64,
    /// The feed's identifier, or 0.
    pub feed: i64,
    /// REMINDER: the reminder's key; otherwise 0.
    pub reminder: i64,
    /// BADGE, TOTAL, WIDGET, SYNCED, DRIFT: the number. REMINDER: occurrences that were due.
    pub count: u64,
    /// BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own.
    pub revision: u64,
    /// BADGE, TOTAL, WIDGET, SYNCED: TALLY_KIND_NONE, _DOT or _NUMBER.
    pub badge_kind: tally_badge_kind,
    /// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC.
    pub result: tally_status,
    /// Milliseconds that the server asked to wait; 0: none.
    pub retry_after: i64,
    /// SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due.
    pub next_time: i64,
    /// SYNCED: new messages.
    pub added: u32,
    /// SYNCED: changed messages.
    pub changed: u32,
    /// SYNCED: removed messages.
    pub removed: u32,
    /// SYNCED: items that could not be used.
    pub rejected: u32,
    /// Bytes of the text, without the NUL.
    pub text_length: u32,
    /// REMINDER: 1, it was missed; 0, it fired.
    pub missed: i32,
    /// MESSAGES: all messages. DRIFT: what the server counts.
    pub total: u64,
    /// MESSAGES: those that are not read.
    pub unread: u64,
    /// MESSAGES: those that are not seen.
    pub unseen: u64,
    /// SYNCED, COMPLETION, AUTH: of the last response; 0: there was none.
    pub http_status: i32,
    /// BADGE, TOTAL: as of tally_badge.
    pub level: tally_level,
    /// BADGE, TOTAL: as of tally_badge. DRIFT: the part of `count` that highlights have.
    pub highlights: u64,
    /// DRIFT: the part of `total` that highlights have.
    pub total_highlights: u64,
}

/// Options of tally_feed_add. Times: TALLY_DEFAULT is the profile's value (MESSAGE_CENTER's; UNREAD_COUNT's).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_options {
    /// sizeof(tally_feed_options)
    pub struct_size: u32,
    /// TALLY_FEED_OPTION_…
    pub flags: u32,
    /// The first request begins within this: from 1. Profile: 1,000; off.
    pub initial_delay: i64,
    /// Between requests: from 100. Profile: 600,000; off.
    pub interval: i64,
    /// While a page is seen: from 100. Profile: off; 60,000.
    pub visible_interval: i64,
    /// For a whole request, from 100. 0: 300,000.
    pub request_timeout: i64,
    /// Without a byte, from 100. 0: 60,000.
    pub idle_timeout: i64,
    /// A page does not poll this soon after a good response: from 1. Profile: 180,000; off.
    pub tolerance: i64,
    /// A page that returns after this polls: from 1. Profile: 0 (each return); 60,000.
    pub away_time: i64,
    /// Messages that are older by the server's time are removed, read or not. 0: no limit.
    pub max_age: i64,
    /// Beyond this number the oldest read messages are removed. 0: no limit.
    pub max_messages: i64,
    /// Items a page, 1 to 10,000, sent as `limit`. 0: 200.
    pub page_limit: u32,
    /// TALLY_POLLING_…
    pub polling: tally_polling,
    /// http:, https: or file: (a regular file). NULL: nothing is polled; the host delivers pages.
    pub url: *const c_char,
    /// The path below which the feed's own paths are. NULL: root.
    pub prefix: *const c_char,
    /// A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy", "message-center" or "unread-count".
    pub mapping_preset: *const c_char,
    /// A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset. NULL or empty, both: the wire format.
    pub mapping: *const c_char,
    /// The title until the server sends one, UTF-8, up to 1,024 bytes. NULL: none.
    pub title: *const c_char, pub reserved: *mut c_void,
}

/// A feed that is stored.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_entry {
    /// Identifies the feed in events.
    pub id: i64,
    /// When the last good response arrived; 0: never.
    pub last_success: i64,
    /// Its rejected items: see tally_feed_list_rejected.
    pub rejected: u64,
    /// Its options, as of tally_feed_options, or TALLY_OFF. All are 0 if they are not stored and it does not run.
    pub initial_delay: i64, pub interval: i64, pub visible_interval: i64, pub request_timeout: i64,
    pub idle_timeout: i64, pub tolerance: i64, pub away_time: i64, pub max_age: i64, pub max_messages: i64,
    pub page_limit: u32,
    /// TALLY_FEED_OPTION_…
    pub options: u32,
    /// TALLY_FEED_ENTRY_…
    pub flags: u32, pub reserved: u32, pub name: tally_text,
    /// Empty: none, as of TALLY_FEED_LOCAL.
    pub url: tally_text,
    /// Canonical.
    pub prefix: tally_text,
    /// The last title that the server sent, or that of the options; empty: none.
    pub title: tally_text, pub mapping_preset: tally_text, pub mapping: tally_text,
}

/// An item of a response that could not be used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_rejected {
    /// Rises in its feed. Begins again at 1 when the feed requests everything again.
    pub id: i64,
    /// When the response arrived.
    pub time: i64, pub reason: tally_text,
    /// The item's JSON, of the response or the mapping's page; its first 65,536 bytes.
    pub body: tally_text,
}

/// A path where the server of a feed counts something else than the feed contributes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_drift {
    /// The sum that the feed's messages contribute at the path and below, mutes aside.
    pub ours: u64,
    /// The number that its server counts there.
    pub theirs: u64,
    /// The feed's identifier.
    pub feed: i64, pub path: tally_text,
    /// The part of `ours` that highlights have.
    pub our_highlights: u64,
    /// That of `theirs`; as ours, if the server did not say.
    pub their_highlights: u64,
}

/// A page as tally_feed_show_page finds it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_page_info {
    /// sizeof(tally_page_info)
    pub struct_size: u32,
    /// 1: the user sees it for the first time since log-in. 0 also while logged out.
    pub first: u32,
    /// Milliseconds since the user last saw it; -1: never, or it does not come into sight now.
    pub away_time: i64,
    /// 1: the call has begun a request.
    pub requested: u32, pub reserved: u32,
}

/// The state of a feed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_state {
    /// sizeof(tally_feed_state)
    pub struct_size: u32,
    /// The result of the last request. TALLY_EMPTY: none yet in this run.
    pub result: tally_status,
    /// Identifies the feed in events.
    pub id: i64,
    /// The last good response, with news or not; 0: never. Kept across runs.
    pub last_success: i64,
    /// When it is polled next; 0: not planned.
    pub next_time: i64,
    /// In this run.
    pub requests: u64,
    /// Requests with the response 304.
    pub not_modified: u64,
    /// Requests that failed.
    pub failures: u64,
    /// 1: a request is in flight.
    pub in_flight: u32, pub failures_in_a_row: u32,
    /// The status of the last response; 0: there was none.
    pub http_status: i32, pub reserved: u32,
}

/// The plural forms of a format. NULL: the language has no such form, and `other` is used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_forms {
    /// sizeof(tally_forms)
    pub struct_size: u32,
    /// 0
    pub flags: u32, pub zero: *const c_char, pub one: *const c_char, pub two: *const c_char, pub few: *const c_char,
    pub many: *const c_char,
    /// Required.
    pub other: *const c_char,
}

/// The result of importing another program's file.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_import_report {
    /// sizeof(tally_import_report): set it before the call.
    pub struct_size: u32, pub reserved: u32,
    /// The number of imported things.
    pub taken: u64,
    /// The number of skipped things.
    pub skipped: u64,
}

/// A row of tally_group_list and tally_group_get.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_group {
    /// The key of the leading message.
    pub newest: i64,
    /// The key of the last one.
    pub oldest: i64,
    /// The sum of the argument counts of all its messages.
    pub items: u64,
    /// Its messages.
    pub notifications: u64,
    /// Its messages that arrived since tally_group_mark_seen.
    pub fresh: u64,
    /// The leading message's, by the server; 0: none.
    pub time: i64,
    /// TALLY_SUMMARY_ORIGIN_…
    pub origin: tally_summary_origin,
    /// "": messages without a thread; with BY_APP all.
    pub thread: tally_text,
    /// The path of the leading message.
    pub path: tally_text,
    /// The title of the leading message.
    pub title: tally_text,
    /// Empty: none.
    pub summary: tally_text,
    /// The language of the summary. "und": a source text of the account. Empty: no summary.
    pub language: tally_text, pub reserved: u32,
}

/// A row of tally_outbox_lease and tally_outbox_list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_outbox_entry {
    /// Identifies the row in this file, and orders the rows.
    pub id: i64,
    /// The feed's identifier.
    pub feed: i64,
    /// How often it was given out.
    pub attempt: i64,
    /// Not given out before; 0: immediately, or it has failed for good.
    pub next_time: i64,
    /// 0: it is not leased.
    pub lease_end: i64,
    /// TALLY_OUTBOX_KIND_…
    pub kind: tally_outbox_kind,
    /// TALLY_OUTBOX_STATE_WAITING …
    pub state: tally_outbox_state,
    /// Send it as Idempotency-Key.
    pub key: tally_text, pub entity: tally_text,
    /// JSON. Empty until it is first given out, and unchanged from then on.
    pub body: tally_text,
}

/// Numbers of rows of an outbox.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_outbox_counts {
    /// sizeof(tally_outbox_counts): set it before the call.
    pub struct_size: u32, pub reserved: u32,
    /// All rows.
    pub total: u64,
    /// The leased rows.
    pub leased: u64,
    /// The rows that failed for good.
    pub failed: u64,
}

/// The contents and dates of a reminder. A member that is not in `fields` has its default in tally_reminder_put, and is
/// unchanged by tally_reminder_edit. NULL or "" removes a text, and 0 a start or an end. 0 in all its members removes a
/// repetition or overdue reminding. If only some of these members are 0, or shelf_unit, those are unchanged.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder_options {
    /// sizeof(tally_reminder_options)
    pub struct_size: u32,
    /// TALLY_REMINDER_FIELD_…
    pub fields: u32,
    /// These are UTF-8.
    pub title: *const c_char, pub body: *const c_char,
    /// The path of its badge. Empty: none.
    pub path: *const c_char,
    /// Empty: the device's.
    pub zone: *const c_char,
    /// A day. Default: today, in its zone.
    pub produced: i32,
    /// From 1. Required.
    pub shelf_life: i32,
    /// TALLY_UNIT_DAY, _MONTH or _YEAR. Required.
    pub shelf_unit: tally_unit,
    /// Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
    pub time_of_day: i32,
    /// TALLY_SMART_…. Default AUTOMATIC.
    pub smart: tally_smart,
    /// TALLY_UNIT_…. Required unless it is smart.
    pub repeat_unit: tally_unit,
    /// It fires every so many units, to 1,000,000. Default 1.
    pub repeat_every: i32,
    /// The last day on which it fires. Required unless it is smart.
    pub end: i32,
    /// The day from which repetitions count. Default: the day of entering.
    pub start: i32,
    /// TALLY_UNIT_…, counted from the day after the expiry or the end.
    pub overdue_unit: tally_unit,
    /// It fires every so many of these units, to 1,000,000. Default 1.
    pub overdue_every: i32,
    /// How many times it fires then, to 1,000,000. Default: 0.
    pub overdue_limit: i32,
}

/// A row of tally_reminder_list and tally_reminder_get.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder {
    /// Identifies it in this file. It is `reminder` of its events.
    pub key: i64,
    /// When it fires next; 0: never.
    pub next_time: i64,
    /// When it fired, if not acknowledged; 0: it has not.
    pub due_time: i64,
    /// When its last good day ends; 0: its zone is not available.
    pub expires: i64,
    /// When the reminder was last changed.
    pub stamp: i64,
    /// One more with each edit, done and undone.
    pub revision: u32,
    /// TALLY_REMINDER_STATE_…
    pub state: tally_reminder_state,
    /// The last good day.
    pub expiry: i32,
    /// The days from production to expiry.
    pub span: i32,
    /// The days that are left; negative: it has expired.
    pub days_left: i32,
    /// 1 or 0.
    pub is_smart: i32,
    /// The members from here on are as they were given.
    pub produced: i32, pub shelf_life: i32, pub shelf_unit: tally_unit, pub time_of_day: i32, pub entered: i32,
    pub smart: tally_smart, pub repeat_unit: tally_unit, pub repeat_every: i32, pub start: i32, pub end: i32,
    pub overdue_unit: tally_unit, pub overdue_every: i32, pub overdue_limit: i32, pub id: tally_text,
    pub title: tally_text, pub body: tally_text, pub path: tally_text, pub zone: tally_text, pub reserved: i32,
}

/// Options of tally_reminder_plan.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_plan_options {
    /// sizeof(tally_plan_options)
    pub struct_size: u32,
    /// TALLY_PLAN_FLAG_FROM_SCRATCH or 0
    pub flags: u32,
    /// Notifications that the system accepts, to 4,096. 0: 64.
    pub limit: u32,
    /// How many of them the host needs for other things.
    pub reserve: u32,
}

/// A row of tally_reminder_plan.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_plan_entry {
    /// From 1, the same on every machine: docs/plan-identifiers.md.
    pub id: i64,
    /// When it fires, or would have.
    pub time: i64,
    /// Which occurrence of the reminder it is.
    pub occurrence: i64,
    /// The reminder's.
    pub revision: u32,
    /// TALLY_PLAN_ACTION_DISARM or _ARM.
    pub action: tally_plan_action,
    /// Its identifier. DISARM: empty if the reminder was removed.
    pub reminder: tally_text,
    /// These: ARM only.
    pub title: tally_text, pub body: tally_text, pub path: tally_text,
}

/// The plan as a whole.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_plan {
    /// sizeof(tally_plan)
    pub struct_size: u32,
    /// Entries in the plan.
    pub planned: u32,
    /// Occurrences that did not fit.
    pub left_out: u64,
    /// Everything before it is in the plan; 0: everything is.
    pub reach: i64,
    /// For tally_reminder_confirm_plan; never 0.
    pub token: u64,
}

/// A row of tally_reminder_list_notes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder_note {
    /// From 1 in each account, in order.
    pub id: i64,
    /// When it was written.
    pub time: i64,
    /// When its occurrence fires; 0: it is about none.
    pub occurrence_time: i64, pub revision: u32,
    /// TALLY_NOTE_…
    pub kind: tally_note_kind,
    /// Its identifier; empty: all of the account's.
    pub reminder: tally_text,
}

/// A row of tally_reminder_import: an entry of the file that was skipped.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_skipped_entry {
    /// The line where the entry, or the property that cannot be used, begins. From 1.
    pub line: i64,
    /// Its UID; empty if it has none, or was not read as far as that.
    pub uid: tally_text,
    /// Why, in English.
    pub reason: tally_text,
}

/// A row of tally_snapshot_list: what a node owns.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_snapshot_entry {
    /// Relative to the top of the snapshot; empty: the top itself.
    pub path: tally_text,
    /// Its own count; 0 for a dot or nothing.
    pub count: u64,
    /// When its badge ends; 0: it does not.
    pub until: i64,
    /// When its mute ends; 0: it does not.
    pub mute_until: i64,
    /// TALLY_KIND_NONE, _DOT or _NUMBER
    pub kind: tally_badge_kind,
    /// TALLY_MUTE_…
    pub mute: tally_mute_mode,
    /// When its snooze ends; 0: it is not snoozed.
    pub snoozed_until: i64,
}

/// A row of tally_patch_list: what a node owns before and after the patch. The members mean what those of
/// tally_snapshot_entry mean.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_patch_entry {
    /// Relative to the top of the patch; empty: the top itself.
    pub path: tally_text, pub before_count: u64, pub before_until: i64, pub before_mute_until: i64,
    /// TALLY_KIND_NONE, _DOT or _NUMBER
    pub before_kind: tally_badge_kind,
    /// TALLY_MUTE_…
    pub before_mute: tally_mute_mode, pub after_count: u64, pub after_until: i64, pub after_mute_until: i64,
    /// TALLY_KIND_NONE, _DOT or _NUMBER
    pub after_kind: tally_badge_kind,
    /// TALLY_MUTE_…
    pub after_mute: tally_mute_mode, pub before_snoozed_until: i64, pub after_snoozed_until: i64,
}

/// One operation of a batch or of an item. Its kind ignores members that do not name it. Later versions add members at
/// the end, and the options of a batch say how large the program's structure is.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_operation {
    /// TALLY_OP_…
    pub kind: tally_operation_kind,
    /// out: the operation's own status
    pub status: tally_status,
    /// READ: TALLY_SUBTREE, or 0. All others: 0.
    pub flags: u32,
    /// out, GET: TALLY_KIND_…, what the node shows as of this operation
    pub badge_kind: tally_badge_kind,
    /// The node; 0: `path` names it. Items: 0.
    pub node: tally_node,
    /// SET: the count. ADD: the delta. MUTE: TALLY_MUTE_…
    pub value: i64,
    /// SET, DOT, MUTE: the expiry, or TALLY_FOREVER. SNOOZE: the new time.
    pub until: i64,
    /// out, GET: the count as of this operation
    pub count: u64,
    /// The badge if `node` is 0, or where the message is.
    pub path: *const c_char,
    /// The id of the message to remove, or of the reminder.
    pub id: *const c_char,
    /// out, POST: the message's key
    pub key: i64,
    /// out, READ: messages that were not read before
    pub changed: u64,
    /// POST. NULL: all defaults.
    pub message: *const tally_message_options,
    /// REMINDER_PUT, REMINDER_EDIT.
    pub reminder: *const tally_reminder_options,
}

/// Options of tally_badge_batch.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_batch_options {
    /// sizeof(tally_batch_options)
    pub struct_size: u32,
    /// TALLY_BATCH_…
    pub flags: u32,
    /// sizeof(tally_operation)
    pub operation_size: u32, pub reserved: u32,
    /// The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
    pub epoch: u64,
    /// The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.
    pub position: u64,
    /// A name: the log that the batch comes from. NULL: none.
    pub source: *const c_char,
    /// A name of the batch itself. NULL: none.
    pub id: *const c_char,
}

/// How far the batches of a source were applied: where to continue reading the log.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_position {
    /// sizeof(tally_position): set it before the call.
    pub struct_size: u32, pub reserved: u32,
    /// As in tally_batch_options.
    pub epoch: u64,
    /// The position of the last batch.
    pub position: u64,
    /// The time of the last item of tally_engine_batch. 0: there is none.
    pub time: i64,
}

/// How to draw a badge, as the host sets it for a path.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_style {
    /// sizeof(tally_style); with fields it must reach at least to `icon`.
    pub struct_size: u32,
    /// TALLY_STYLE_FIELD_…
    pub fields: u32,
    /// Points: finite, 0 or more. Default 3.
    pub dot_radius: f32,
    /// From the top right corner of the view that has the badge to the badge's center,
    pub offset_x: f32,
    /// to the right and down, in points: finite. Default 0, 0.
    pub offset_y: f32,
    /// Points: finite, above 0. Default 9.
    pub font_size: f32,
    /// 1 to 1,000. Default TALLY_FONT_WEIGHT_BOLD.
    pub font_weight: i32,
    /// Default 0xFFFFFFFF, white.
    pub text_color: u32,
    /// The color of the dot, and behind the number. Default 0xFF0000FF, red.
    pub background_color: u32,
    /// TALLY_OVERFLOW_… Default TALLY_OVERFLOW_PLUS.
    pub overflow: tally_overflow,
    /// The largest number to write out: from 1; UINT64_MAX: all. Default 99.
    pub max_count: u64,
    /// The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.
    pub icon: *const c_char, pub reserved: *mut c_void,
    /// The background of a badge whose level is HIGHLIGHT or above. Default: the same.
    pub highlight_color: u32, pub reserved_2: u32,
}

/// How to draw a badge now. The members of a style have the same meaning there, with all defaults filled in.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_presentation {
    /// sizeof(tally_presentation): set it before a call that fills one.
    pub struct_size: u32,
    /// TALLY_KIND_…. text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty.
    pub kind: tally_badge_kind,
    /// NUMBER: the number, not capped; otherwise 0.
    pub count: u64, pub dot_radius: f32, pub offset_x: f32, pub offset_y: f32, pub font_size: f32,
    pub font_weight: i32, pub text_color: u32, pub background_color: u32, pub overflow: tally_overflow,
    pub max_count: u64,
    /// 1: its level is HIGHLIGHT or above, and background_color is the style's highlight_color.
    pub highlighted: i32, pub reserved: u32,
}

/// How a host draws: the function that fits presentation->kind is called. All four are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_widget {
    /// sizeof(tally_widget); it must reach at least to `hide`.
    pub struct_size: u32,
    /// 0
    pub flags: u32, pub show_dot: tally_widget_function, pub show_number: tally_widget_function,
    pub show_icon: tally_widget_function,
    /// Nothing is shown.
    pub hide: tally_widget_function,
}

/// An HTTP request for the host's transport. Borrowed until the callback returns. CANCEL repeats the members of SEND.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_request {
    /// The library's size of it.
    pub struct_size: u32,
    /// TALLY_REQUEST_KIND_SEND or _CANCEL
    pub kind: tally_request_kind,
    /// Rises until the engine is closed.
    pub id: i64,
    /// A longer body is rejected.
    pub max_size: u64,
    /// Milliseconds after which the library ends the request.
    pub request_timeout: i64,
    /// Milliseconds without a response or tally_transport_progress after which it does.
    pub idle_timeout: i64,
    /// "GET" or "POST"
    pub method: *const c_char, pub url: *const c_char,
    /// "Name: value", each line with CR and LF; empty: none. Send them unchanged.
    pub headers: *const c_char,
    /// Bytes of headers, without the NUL.
    pub headers_size: usize,
    /// The body of a POST.
    pub body: *const c_void, pub body_size: usize,
    /// TALLY_REQUEST_FLAG_…
    pub flags: u32, pub reserved: u32,
}

/// Operations on one account, all or nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_item {
    /// Its name; created if it does not exist. NULL: the item has only a time.
    pub account: *const c_char,
    /// 1 to 255 bytes, as an account's name. NULL: none. Needs a source.
    pub id: *const c_char,
    /// When it happened, to the year 9999. 0: not given. Needs a source.
    pub time: i64,
    /// In their order; all kinds but GET.
    pub operations: *mut tally_operation,
    /// The number of operations.
    pub count: usize,
    /// out: OK, ALREADY_APPLIED, or why it was rejected
    pub status: tally_status,
    /// 0
    pub flags: u32,
}

/// Options of tally_engine_batch.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_engine_batch_options {
    /// sizeof(tally_engine_batch_options)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    /// sizeof(tally_item)
    pub item_size: u32,
    /// sizeof(tally_operation)
    pub operation_size: u32,
    /// For accounts that the batch creates.
    pub aggregation: tally_aggregation,
    /// The same.
    pub feeding: tally_feeding,
    /// As in tally_batch_options.
    pub epoch: u64,
    /// The place of the last item in the log, rising with each batch. Without a source: 0.
    pub position: u64,
    /// The log: 1 to 255 bytes, as an account's name. NULL: none.
    pub source: *const c_char,
    /// NULL
    pub reserved: *mut c_void,
}

/// One account, or how far one source was applied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_import {
    /// Its name. NULL: a source, whose name is in the bytes.
    pub account: *const c_char,
    /// From tally_engine_export_account, tally_engine_export_source or tally_account_export.
    pub bytes: *const c_void,
    /// The number of bytes.
    pub size: usize,
    /// out: OK, or why it was rejected
    pub status: tally_status,
    /// 0
    pub flags: u32,
    /// NULL
    pub reserved: [*mut c_void; 2],
}

/// Options of tally_trace_open.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_trace_options {
    /// sizeof(tally_trace_options)
    pub struct_size: u32,
    /// The sum of 1u << TALLY_TRACE_… of the kinds that are wanted. Default: all but EXCHANGE.
    pub kinds: u32,
    /// The size of the ring, 4,096 to 2^30. Default 1,048,576.
    pub bytes: u64,
    /// NULL: all accounts.
    pub account: *mut tally_account, pub reserved: *mut c_void,
}

/// The badge that a node owns, and the one that it shows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_trace_state {
    /// The number that it shows; 0 for a dot or nothing.
    pub count: u64,
    /// When its own badge ends; 0: it does not.
    pub until: i64,
    /// When its mute ends; 0: it does not.
    pub mute_until: i64,
    /// Shown: TALLY_KIND_NONE, _DOT or _NUMBER.
    pub kind: tally_badge_kind,
    /// Owned: TALLY_KIND_NONE, _DOT or _NUMBER.
    pub own_kind: tally_badge_kind,
    /// Its own count; 0: none.
    pub own_count: u32,
    /// TALLY_MUTE_…
    pub mute: tally_mute_mode,
}

/// A record of a trace. Members that its kind does not name are 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_trace_record {
    /// sizeof(tally_trace_record): set it before tally_trace_next.
    pub struct_size: u32,
    /// TALLY_TRACE_…
    pub kind: tally_trace_kind,
    /// The account's identifier, or 0.
    pub account: i64,
    /// SYNCED, AUTH, EXCHANGE: the feed's identifier; 0: the outbox. TRANSACTION, NODE: the cause's, or 0.
    pub feed: i64,
    /// TRANSACTION, NODE: of the account afterwards. REMINDER: its own.
    pub revision: u64,
    /// When it happened, by the wall clock. REMINDER: when it was due.
    pub time: i64,
    /// TRANSACTION, NODE: TALLY_CAUSE_…
    pub cause: tally_cause,
    /// EXCHANGE: its number in its feed. With CAUSE_PAGE: that of the exchange.
    pub request: u32,
    /// ACCOUNT: TALLY_CHANGE_…
    pub change: tally_account_change,
    /// LOG: TALLY_LOG_…
    pub level: tally_log_level,
    /// SYNCED, AUTH: the result.
    pub result: tally_status,
    /// EXCHANGE: of the response; 0: there was none.
    pub http_status: i32,
    /// REMINDER: 1, it was missed; 0, it fired.
    pub missed: i32,
    /// Bytes of the text, without the NUL. EXCHANGE: of the URL.
    pub text_length: u32,
    /// EXCHANGE: bytes of the response's header lines, which follow the URL.
    pub headers_length: u32,
    /// EXCHANGE: bytes of the body that follow, at most 4,096.
    pub body_length: u32,
    /// LOST: records. REMINDER: occurrences that were due.
    pub count: u64,
    /// MESSAGE: the change of the number of all messages.
    pub total: i64,
    /// MESSAGE: of those that are not read.
    pub unread: i64,
    /// MESSAGE: of those that are not seen.
    pub unseen: i64,
    /// SYNCED: new messages.
    pub added: u32,
    /// SYNCED: changed messages.
    pub changed: u32,
    /// SYNCED: removed messages.
    pub removed: u32,
    /// SYNCED: items that could not be used.
    pub rejected: u32,
    /// NODE: before the transaction.
    pub before: tally_trace_state,
    /// NODE: after it.
    pub after: tally_trace_state,
}

extern "C" {
    /// Returns the library's version at run time: major * 1,000,000 + minor * 1,000 + patch.
    pub fn tally_version() -> u32;
    /// Returns the version as text, "0.1.0".
    pub fn tally_version_text() -> *const c_char;
    /// Returns the name of a status, "TALLY_ERROR_PATH", or "TALLY_UNKNOWN" for an unknown number.
    pub fn tally_status_name(status: tally_status) -> *const c_char;
    /// Returns an English sentence that describes a status in general.
    pub fn tally_status_message(status: tally_status) -> *const c_char;
    /// Describes the last failed call of this thread: "path 'a..b': a component is empty, at byte 2".
    pub fn tally_error_message(buffer: *mut c_char, capacity: usize, out_length: *mut usize) -> tally_status;
    /// Frees the bytes, and sets both members to zero.
    pub fn tally_bytes_release(bytes: *mut tally_bytes);
    /// Opens an engine: reads or creates the file, and starts the loop.
    pub fn tally_engine_open(options: *const tally_engine_options,
        out_engine: *mut *mut tally_engine) -> tally_status;
    /// Ends all work in progress, writes everything, closes the file and releases the handle.
    pub fn tally_engine_close(engine: *mut tally_engine, timeout: i64) -> tally_status;
    /// Waits until everything that was applied before the call is on the disk.
    pub fn tally_engine_flush(engine: *mut tally_engine) -> tally_status;
    /// Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its
    /// references.
    pub fn tally_engine_verify(engine: *mut tally_engine) -> tally_status;
    /// Reads or changes a limit while the engine is open.
    pub fn tally_engine_limit(engine: *mut tally_engine, limit: tally_limit, value: i64,
        out_old: *mut i64) -> tally_status;
    /// Copies the engine's file while the engine is in use.
    pub fn tally_engine_backup(engine: *mut tally_engine, file: *const c_char, flags: u32) -> tally_status;
    /// Reads numbers about the engine, except of accounts on which a long call is working.
    pub fn tally_engine_get_stats(engine: *mut tally_engine, flags: u32, out_stats: *mut tally_stats) -> tally_status;
    /// Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
    pub fn tally_engine_set_foreground(engine: *mut tally_engine, foreground: i32) -> tally_status;
    /// Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there
    /// is.
    pub fn tally_engine_set_network(engine: *mut tally_engine, available: i32) -> tally_status;
    /// Tells all feeds that the machine was asleep and is awake, as if the network were back.
    pub fn tally_engine_woke(engine: *mut tally_engine) -> tally_status;
    /// Saves the readable parts of a damaged file in a new one.
    pub fn tally_file_recover(damaged: *const c_char, fresh: *const c_char,
        out_recovery: *mut tally_recovery) -> tally_status;
    /// Rewrites a file without gaps, with checksums on every page.
    pub fn tally_file_vacuum(file: *const c_char) -> tally_status;
    /// Opens an account, and creates it if it does not exist.
    pub fn tally_account_open(engine: *mut tally_engine, name: *const c_char, options: *const tally_account_options,
        out_account: *mut *mut tally_account) -> tally_status;
    /// Finds an open account by its identifier, as events have it.
    pub fn tally_account_find(engine: *mut tally_engine, id: i64,
        out_account: *mut *mut tally_account) -> tally_status;
    /// Releases a handle.
    pub fn tally_account_release(account: *mut tally_account);
    /// Lists the stored accounts, open or not, sorted by the bytes of their names.
    pub fn tally_account_list(engine: *mut tally_engine, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Removes an account and everything stored for it.
    pub fn tally_account_remove(engine: *mut tally_engine, name: *const c_char) -> tally_status;
    /// Gives the account a credential for one server, or replaces it.
    pub fn tally_account_set_credential(account: *mut tally_account, url: *const c_char,
        credential: *const tally_credential) -> tally_status;
    /// Removes the account's credential for the server of `url`, if there is one.
    pub fn tally_account_remove_credential(account: *mut tally_account, url: *const c_char) -> tally_status;
    /// Logs in: the feeds of the account may send requests from now on.
    pub fn tally_account_log_in(account: *mut tally_account) -> tally_status;
    /// Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
    pub fn tally_account_log_out(account: *mut tally_account) -> tally_status;
    /// Reads the account's state and name.
    pub fn tally_account_get(account: *mut tally_account, out_state: *mut tally_account_state, name: *mut c_char,
        name_capacity: usize, out_name_length: *mut usize) -> tally_status;
    /// Changes settings of an account, all or none.
    pub fn tally_account_configure(account: *mut tally_account,
        settings: *const tally_account_settings) -> tally_status;
    /// Reads the settings of an account.
    pub fn tally_account_get_settings(account: *mut tally_account, rows: *mut tally_rows) -> tally_status;
    /// Writes everything that is stored for an account, to keep it or to import it into another engine: see
    /// docs/account-export-format.md.
    pub fn tally_account_export(account: *mut tally_account, out_bytes: *mut tally_bytes) -> tally_status;
    /// Creates an account, which must not exist, from exported bytes.
    pub fn tally_account_import(engine: *mut tally_engine, name: *const c_char, bytes: *const c_void,
        size: usize) -> tally_status;
    /// Computes the partition of an account, for hosts that divide accounts among machines.
    pub fn tally_account_hash(name: *const c_char, partitions: u32, out_partition: *mut u32) -> tally_status;
    /// Sets the node's own badge to `count`.
    pub fn tally_badge_set(account: *mut tally_account, path: *const c_char, count: i64) -> tally_status;
    /// Sets the node's own badge to a dot.
    pub fn tally_badge_dot(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// Sets the node's own badge to `count`, and removes it at the timestamp `until`.
    pub fn tally_badge_set_until(account: *mut tally_account, path: *const c_char, count: i64,
        until: i64) -> tally_status;
    /// Sets the node's own badge to a dot with an end, as tally_badge_set_until.
    pub fn tally_badge_dot_until(account: *mut tally_account, path: *const c_char, until: i64) -> tally_status;
    /// Adds `delta` to the node's own count; a dot or no badge counts as 0.
    pub fn tally_badge_add(account: *mut tally_account, path: *const c_char, delta: i64) -> tally_status;
    /// Clears the badge of a node, because the user has looked.
    pub fn tally_badge_clear(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// Clears the badges of a node and of everything below it.
    pub fn tally_badge_clear_tree(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// Mutes a node until a timestamp, as tally_badge_set_until.
    pub fn tally_badge_mute(account: *mut tally_account, path: *const c_char, mode: tally_mute_mode,
        until: i64) -> tally_status;
    /// Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
    pub fn tally_badge_snooze(account: *mut tally_account, path: *const c_char, until: i64) -> tally_status;
    /// Marks a path as unread, or ends that: a flagged path shows at least a dot.
    pub fn tally_badge_flag(account: *mut tally_account, path: *const c_char, on: i32) -> tally_status;
    /// Reads what a path shows.
    pub fn tally_badge_get(account: *mut tally_account, path: *const c_char,
        out_badge: *mut tally_badge) -> tally_status;
    /// Reads what a path owns, with the times at which it ends.
    pub fn tally_badge_get_own(account: *mut tally_account, path: *const c_char,
        out_own: *mut tally_badge_own) -> tally_status;
    /// Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
    /// chats.
    pub fn tally_badge_set_rule(account: *mut tally_account, path: *const c_char,
        rule: *const tally_badge_rule) -> tally_status;
    /// Reads the rule that a path has of its own, or, with TALLY_RULE_EFFECTIVE, what holds there.
    pub fn tally_badge_get_rule(account: *mut tally_account, path: *const c_char, flags: u32,
        out_rule: *mut tally_badge_rule) -> tally_status;
    /// Links a path under another one: it counts there too, as if it were a child.
    pub fn tally_link_add(account: *mut tally_account, path: *const c_char, under: *const c_char) -> tally_status;
    /// Removes a link.
    pub fn tally_link_remove(account: *mut tally_account, path: *const c_char, under: *const c_char) -> tally_status;
    /// Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
    pub fn tally_link_list(account: *mut tally_account, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Reads the total of all accounts that are logged in: what an application's icon shows.
    pub fn tally_engine_get_total(engine: *mut tally_engine, out_badge: *mut tally_badge) -> tally_status;
    /// Reads the total of all stored accounts, logged in or not, open or not.
    pub fn tally_engine_get_total_of_all(engine: *mut tally_engine, out_badge: *mut tally_badge) -> tally_status;
    /// Lists the nodes that show a badge, are muted or are snoozed, sorted by the bytes of their paths.
    pub fn tally_badge_list(account: *mut tally_account, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows, out_revision: *mut u64) -> tally_status;
    /// Lists the nodes whose badge changed after a revision, each once, in any order, with what they show now.
    pub fn tally_badge_changes(account: *mut tally_account, since: u64, epoch: u64, rows: *mut tally_rows,
        out_revision: *mut u64) -> tally_status;
    /// Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags.
    pub fn tally_badge_explain(account: *mut tally_account, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Lists messages, the newest first, sorted by the server's sequence, then its identifier.
    pub fn tally_message_list(account: *mut tally_account, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Lists messages from one of them on: first that message, then the older ones, newest first.
    pub fn tally_message_list_from(account: *mut tally_account, path: *const c_char, flags: u32, key: i64,
        after: *const c_char, rows: *mut tally_rows) -> tally_status;
    /// Finds where to begin reading: the oldest unread message at a path.
    pub fn tally_message_first(account: *mut tally_account, path: *const c_char, flags: u32, most: u64,
        out_position: *mut tally_message_position) -> tally_status;
    /// Reads one message as a row of tally_message.
    pub fn tally_message_get(account: *mut tally_account, key: i64, rows: *mut tally_rows) -> tally_status;
    /// Reads the message that a server knows by an identifier, as a notification has it, as a row of tally_message.
    pub fn tally_message_find(account: *mut tally_account, feed: i64, id: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Reads the data of a message.
    pub fn tally_message_get_data(account: *mut tally_account, key: i64, out_bytes: *mut tally_bytes) -> tally_status;
    /// Counts the messages at a path, or also below it.
    pub fn tally_message_get_counts(account: *mut tally_account, path: *const c_char, flags: u32,
        out_counts: *mut tally_message_counts) -> tally_status;
    /// Marks messages as read.
    pub fn tally_message_mark_read(account: *mut tally_account, keys: *const i64, count: usize,
        out_changed: *mut usize) -> tally_status;
    /// Marks messages at a path as read.
    pub fn tally_message_mark_path_read(account: *mut tally_account, path: *const c_char, flags: u32,
        out_changed: *mut usize) -> tally_status;
    /// Marks a message as read, and those that tally_message_list lists after it.
    pub fn tally_message_mark_read_until(account: *mut tally_account, path: *const c_char, flags: u32, last: i64,
        out_changed: *mut usize) -> tally_status;
    /// Marks messages as unread again; they stay seen.
    pub fn tally_message_mark_unread(account: *mut tally_account, keys: *const i64, count: usize,
        out_changed: *mut usize) -> tally_status;
    /// Marks messages as seen, in one transaction, as when a user dismisses single notifications.
    pub fn tally_message_mark_seen(account: *mut tally_account, keys: *const i64, count: usize,
        out_changed: *mut usize) -> tally_status;
    /// Snoozes a message until a timestamp.
    pub fn tally_message_snooze(account: *mut tally_account, key: i64, until: i64) -> tally_status;
    /// Posts a message of the host's own, unseen.
    pub fn tally_message_post(account: *mut tally_account, path: *const c_char, options: *const tally_message_options,
        out_key: *mut i64) -> tally_status;
    /// Removes messages of any feed, or posted ones, as when a user deletes them.
    pub fn tally_message_remove(account: *mut tally_account, keys: *const i64, count: usize) -> tally_status;
    /// Removes the message that was posted with an id.
    pub fn tally_message_withdraw(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Opens a scope.
    pub fn tally_scope_open(engine: *mut tally_engine, out_scope: *mut *mut tally_scope) -> tally_status;
    /// Removes the scope's observers, views and widgets, as tally_unobserve does, and releases the handle.
    pub fn tally_scope_close(scope: *mut tally_scope);
    /// Observes a path.
    pub fn tally_observe(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the messages at a path; with TALLY_SUBTREE also those below.
    pub fn tally_observe_messages(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char,
        flags: u32, callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the groups of an account.
    pub fn tally_observe_groups(scope: *mut tally_scope, account: *mut tally_account, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the total over all logged-in accounts.
    pub fn tally_observe_total(scope: *mut tally_scope, flags: u32, callback: tally_event_callback,
        user_data: *mut c_void, release_user_data: tally_release_callback, out_token: *mut u64) -> tally_status;
    /// Observes the requests of a feed, and the pages that the host delivers.
    pub fn tally_observe_feed(scope: *mut tally_scope, feed: *mut tally_feed, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
    pub fn tally_observe_feeds(scope: *mut tally_scope, account: *mut tally_account, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the reminders of an account: the event REMINDER, as tally_observe_feeds does for feeds.
    pub fn tally_observe_reminders(scope: *mut tally_scope, account: *mut tally_account, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Removes an observer, ends a view, or unbinds a widget.
    pub fn tally_unobserve(scope: *mut tally_scope, token: u64);
    /// Reports that the user is looking at a path, or also at everything below it.
    pub fn tally_view_begin(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char, flags: u32,
        out_token: *mut u64) -> tally_status;
    /// Ends a view; nothing else changes.
    pub fn tally_view_end(scope: *mut tally_scope, token: u64);
    /// Waits for an event, and takes it from the queue.
    pub fn tally_engine_next_event(engine: *mut tally_engine, timeout: i64, out_event: *mut tally_event,
        text: *mut c_char, text_capacity: usize) -> tally_status;
    /// Calls the callbacks of the pending events, and of events that these callbacks cause, without waiting.
    pub fn tally_engine_dispatch(engine: *mut tally_engine, limit: usize, out_count: *mut usize) -> tally_status;
    /// Wakes one tally_engine_next_event that waits, or the next one that would.
    pub fn tally_engine_interrupt(engine: *mut tally_engine) -> tally_status;
    /// Returns a descriptor for poll, epoll or select.
    pub fn tally_engine_get_descriptor(engine: *mut tally_engine, out_descriptor: *mut isize) -> tally_status;
    /// Sets the callback that wakes the host's loop; NULL removes it.
    pub fn tally_engine_set_notify(engine: *mut tally_engine, notify: tally_notify_callback, user_data: *mut c_void,
        release_user_data: tally_release_callback) -> tally_status;
    /// Does all due work without waiting, and then calls callbacks as tally_engine_dispatch does.
    pub fn tally_engine_step(engine: *mut tally_engine) -> tally_status;
    /// Reads how long the host may wait for the descriptor before tally_engine_step has work, in milliseconds.
    pub fn tally_engine_get_timeout(engine: *mut tally_engine, out_timeout: *mut i64) -> tally_status;
    /// Adds a feed, or changes the options of one.
    pub fn tally_feed_add(account: *mut tally_account, name: *const c_char, options: *const tally_feed_options,
        out_feed: *mut *mut tally_feed) -> tally_status;
    /// Finds a feed that runs, or that is stored with its options.
    pub fn tally_feed_find(account: *mut tally_account, name: *const c_char,
        out_feed: *mut *mut tally_feed) -> tally_status;
    /// Finds a feed by its identifier, as events and messages have it.
    pub fn tally_feed_find_by_id(account: *mut tally_account, id: i64,
        out_feed: *mut *mut tally_feed) -> tally_status;
    /// Lists the stored feeds of an account, by the bytes of their names.
    pub fn tally_feed_list(account: *mut tally_account, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Lists the rejected items of a feed by their identifiers, the oldest first.
    pub fn tally_feed_list_rejected(account: *mut tally_account, feed: i64, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
    /// feeds.
    pub fn tally_drift_list(account: *mut tally_account, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Releases a handle; the feed continues.
    pub fn tally_feed_release(feed: *mut tally_feed);
    /// Removes a feed, its messages, and the badges that its responses have set.
    pub fn tally_feed_remove(feed: *mut tally_feed) -> tally_status;
    /// Polls soon, unless a request is in flight.
    pub fn tally_feed_refresh(feed: *mut tally_feed) -> tally_status;
    /// Reports that a page is shown.
    pub fn tally_feed_show_page(feed: *mut tally_feed, page: u32, out_info: *mut tally_page_info) -> tally_status;
    /// Reports that a page is no longer shown.
    pub fn tally_feed_hide_page(feed: *mut tally_feed, page: u32) -> tally_status;
    /// Cancels the request in flight and the one that waits for it, if any.
    pub fn tally_feed_cancel(feed: *mut tally_feed) -> tally_status;
    /// Pauses or resumes a feed.
    pub fn tally_feed_pause(feed: *mut tally_feed, paused: i32) -> tally_status;
    /// Gives a feed a credential of its own, or replaces it.
    pub fn tally_feed_set_credential(feed: *mut tally_feed, credential: *const tally_credential) -> tally_status;
    /// Removes the feed's own credential: that of the account for its server counts again.
    pub fn tally_feed_remove_credential(feed: *mut tally_feed) -> tally_status;
    /// Sends a request immediately, ignoring the polling interval.
    pub fn tally_feed_refresh_now(feed: *mut tally_feed, callback: tally_event_callback, user_data: *mut c_void,
        release_user_data: tally_release_callback, out_token: *mut u64) -> tally_status;
    /// Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
    pub fn tally_feed_get(feed: *mut tally_feed, out_state: *mut tally_feed_state, title: *mut c_char,
        title_capacity: usize, out_title_length: *mut usize) -> tally_status;
    /// Applies a page that the host received in another way.
    pub fn tally_feed_deliver(feed: *mut tally_feed, bytes: *const c_void, size: usize) -> tally_status;
    /// Applies a push: polls its feeds, and adds the message that it contains.
    pub fn tally_account_push(account: *mut tally_account, payload: *const c_void, size: usize) -> tally_status;
    /// Applies a push to one feed, as tally_account_push does.
    pub fn tally_feed_push(feed: *mut tally_feed, payload: *const c_void, size: usize) -> tally_status;
    /// Shows what a mapping makes of a response, as a page of the wire format.
    pub fn tally_mapping_try(preset: *const c_char, mapping: *const c_char, body: *const c_void, size: usize,
        out_bytes: *mut tally_bytes) -> tally_status;
    /// Writes a name as a component of a path, with `\.` and `\\`.
    pub fn tally_path_escape(name: *const c_char, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Writes a path and a component below it, `name`, which it escapes.
    pub fn tally_path_join(path: *const c_char, name: *const c_char, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Writes the parent of a path.
    pub fn tally_path_parent(path: *const c_char, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Writes a component of a path, without escapes.
    pub fn tally_path_component(path: *const c_char, index: usize, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Registers a category, or replaces the one with that id.
    pub fn tally_category_set(account: *mut tally_account, id: *const c_char, summary: *const c_char,
        hidden: *const c_char) -> tally_status;
    /// Removes a category; translations of its formats stay.
    pub fn tally_category_remove(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Sets the plural forms of a format for a language, and replaces the former ones.
    pub fn tally_strings_set(account: *mut tally_account, key: *const c_char, language: *const c_char,
        forms: *const tally_forms) -> tally_status;
    /// Removes the plural forms of a format for a language.
    pub fn tally_strings_remove(account: *mut tally_account, key: *const c_char,
        language: *const c_char) -> tally_status;
    /// Imports the formats of a file of translations, all of them or none.
    pub fn tally_strings_import(account: *mut tally_account, kind: tally_strings_kind, bytes: *const c_void,
        size: usize, language: *const c_char, out_report: *mut tally_import_report) -> tally_status;
    /// Lists groups, the one with the newest message first.
    pub fn tally_group_list(account: *mut tally_account, language: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Reads one group as a row of tally_group.
    pub fn tally_group_get(account: *mut tally_account, thread: *const c_char, language: *const c_char, flags: u32,
        rows: *mut tally_rows) -> tally_status;
    /// Lists the messages of a group as tally_message_list does.
    pub fn tally_group_list_messages(account: *mut tally_account, thread: *const c_char, flags: u32,
        after: *const c_char, rows: *mut tally_rows) -> tally_status;
    /// Reports that the user has seen the group: none of its messages is fresh any more.
    pub fn tally_group_mark_seen(account: *mut tally_account, thread: *const c_char) -> tally_status;
    /// Dismisses a group: its messages become seen, in one transaction.
    pub fn tally_group_dismiss(account: *mut tally_account, thread: *const c_char,
        out_changed: *mut usize) -> tally_status;
    /// Gives out rows that are due, in order, as many as fit.
    pub fn tally_outbox_lease(account: *mut tally_account, duration: i64, rows: *mut tally_rows) -> tally_status;
    /// Reports that the server has taken a row, and removes it, also if its lease has ended.
    pub fn tally_outbox_ack(account: *mut tally_account, id: i64, response: *const c_void,
        size: usize) -> tally_status;
    /// Reports that the server has not taken a row.
    pub fn tally_outbox_fail(account: *mut tally_account, id: i64, attempt: i64, retry_after: i64) -> tally_status;
    /// Lists rows in order, and gives nothing out.
    pub fn tally_outbox_list(account: *mut tally_account, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Counts the rows.
    pub fn tally_outbox_get_counts(account: *mut tally_account, out_counts: *mut tally_outbox_counts) -> tally_status;
    /// Makes a row that waits or has failed for good due immediately.
    pub fn tally_outbox_retry(account: *mut tally_account, id: i64, out_count: *mut usize) -> tally_status;
    /// Makes every row that waits or has failed for good due immediately, as tally_outbox_retry does for one.
    pub fn tally_outbox_retry_all(account: *mut tally_account, out_count: *mut usize) -> tally_status;
    /// Removes a row that has failed for good.
    pub fn tally_outbox_remove(account: *mut tally_account, id: i64, out_count: *mut usize) -> tally_status;
    /// Removes every row that has failed for good.
    pub fn tally_outbox_remove_failed(account: *mut tally_account, out_count: *mut usize) -> tally_status;
    /// Enters a reminder, also while the account is logged out.
    pub fn tally_reminder_put(account: *mut tally_account, id: *const c_char,
        options: *const tally_reminder_options) -> tally_status;
    /// Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
    /// they were.
    pub fn tally_reminder_edit(account: *mut tally_account, id: *const c_char,
        options: *const tally_reminder_options) -> tally_status;
    /// Marks a reminder as done: it no longer fires, and its badge is removed.
    pub fn tally_reminder_mark_done(account: *mut tally_account, id: *const c_char, outcome: u32) -> tally_status;
    /// Reverts tally_reminder_mark_done, as if it had never been called.
    pub fn tally_reminder_mark_undone(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Removes a reminder; its log stays.
    pub fn tally_reminder_remove(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was
    /// moved before, else the next one.
    pub fn tally_reminder_snooze(account: *mut tally_account, id: *const c_char, until: i64) -> tally_status;
    /// Acknowledges what has fired: its badge is removed.
    pub fn tally_reminder_acknowledge(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Lists reminders, sorted by the bytes of their identifiers.
    pub fn tally_reminder_list(account: *mut tally_account, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Reads one reminder as a row of tally_reminder.
    pub fn tally_reminder_get(account: *mut tally_account, id: *const c_char, rows: *mut tally_rows) -> tally_status;
    /// Plans the notifications that the system fires while the program is closed: the soonest ones, but each
    /// reminder's next one first.
    pub fn tally_reminder_plan(account: *mut tally_account, options: *const tally_plan_options, rows: *mut tally_rows,
        out_plan: *mut tally_plan) -> tally_status;
    /// Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and
    /// CANCELLED.
    pub fn tally_reminder_confirm_plan(account: *mut tally_account, token: u64) -> tally_status;
    /// Lists the log by the identifiers of its notes.
    pub fn tally_reminder_list_notes(account: *mut tally_account, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Writes all reminders as iCalendar (RFC 5545, VTODO with VALARM).
    pub fn tally_reminder_export(account: *mut tally_account, out_bytes: *mut tally_bytes) -> tally_status;
    /// Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
    pub fn tally_reminder_import(account: *mut tally_account, bytes: *const c_void, size: usize,
        rows: *mut tally_rows, out_report: *mut tally_import_report) -> tally_status;
    /// Sets the device's zone, and plans the reminders that follow it again.
    pub fn tally_engine_set_zone(engine: *mut tally_engine, name: *const c_char) -> tally_status;
    /// Computes a number that is equal for equal subtrees, and hardly ever equal for others.
    pub fn tally_badge_digest(account: *mut tally_account, path: *const c_char, out_digest: *mut u64) -> tally_status;
    /// Writes the minimal patch from one subtree to another, of the same engine.
    pub fn tally_badge_diff(from: *mut tally_account, from_path: *const c_char, to: *mut tally_account,
        to_path: *const c_char, out_bytes: *mut tally_bytes) -> tally_status;
    /// Decodes the bytes of a snapshot, and copies them.
    pub fn tally_snapshot_decode(bytes: *const c_void, size: usize,
        out_snapshot: *mut *mut tally_snapshot) -> tally_status;
    /// Takes a snapshot of a path.
    pub fn tally_snapshot_take(account: *mut tally_account, path: *const c_char,
        out_snapshot: *mut *mut tally_snapshot) -> tally_status;
    /// Releases a snapshot and its memory.
    pub fn tally_snapshot_release(snapshot: *mut tally_snapshot);
    /// Writes the bytes of a snapshot.
    pub fn tally_snapshot_encode(snapshot: *const tally_snapshot, out_bytes: *mut tally_bytes) -> tally_status;
    /// Writes the minimal patch from one snapshot to another.
    pub fn tally_snapshot_diff(from: *const tally_snapshot, to: *const tally_snapshot,
        out_bytes: *mut tally_bytes) -> tally_status;
    /// Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths.
    pub fn tally_snapshot_list(snapshot: *const tally_snapshot, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Writes the patch that undoes a patch.
    pub fn tally_patch_inverse(patch: *const c_void, size: usize, out_bytes: *mut tally_bytes) -> tally_status;
    /// Lists the nodes that a patch changes, sorted by the bytes of their paths.
    pub fn tally_patch_list(patch: *const c_void, size: usize, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Replaces the contents of `path` and its subtree with a snapshot.
    pub fn tally_badge_restore(account: *mut tally_account, path: *const c_char,
        snapshot: *const tally_snapshot) -> tally_status;
    /// Applies a patch at a path.
    pub fn tally_badge_apply(account: *mut tally_account, path: *const c_char, patch: *const c_void, size: usize,
        flags: u32) -> tally_status;
    /// Recounts the whole tree, and compares the result with the stored sums.
    pub fn tally_account_verify(account: *mut tally_account) -> tally_status;
    /// Resolves a path, and creates it if it does not exist.
    pub fn tally_node_resolve(account: *mut tally_account, path: *const c_char,
        out_node: *mut tally_node) -> tally_status;
    /// Releases a node handle once.
    pub fn tally_node_release(account: *mut tally_account, node: tally_node);
    /// Writes the path of a node.
    pub fn tally_node_get_path(account: *mut tally_account, node: tally_node, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Sets the node's own badge to `count`: see tally_badge_set.
    pub fn tally_node_set(account: *mut tally_account, node: tally_node, count: i64) -> tally_status;
    /// Sets the node's own badge to a dot.
    pub fn tally_node_dot(account: *mut tally_account, node: tally_node) -> tally_status;
    /// Sets the node's own badge with an end: see tally_badge_set_until.
    pub fn tally_node_set_until(account: *mut tally_account, node: tally_node, count: i64,
        until: i64) -> tally_status;
    /// Sets the node's own badge to a dot with an end: see tally_badge_dot_until.
    pub fn tally_node_dot_until(account: *mut tally_account, node: tally_node, until: i64) -> tally_status;
    /// Adds to the node's own count: see tally_badge_add.
    pub fn tally_node_add(account: *mut tally_account, node: tally_node, delta: i64) -> tally_status;
    /// Clears the badge of a node: see tally_badge_clear.
    pub fn tally_node_clear(account: *mut tally_account, node: tally_node) -> tally_status;
    /// Clears a whole subtree: see tally_badge_clear_tree.
    pub fn tally_node_clear_tree(account: *mut tally_account, node: tally_node) -> tally_status;
    /// Mutes a node: see tally_badge_mute.
    pub fn tally_node_mute(account: *mut tally_account, node: tally_node, mode: tally_mute_mode,
        until: i64) -> tally_status;
    /// Reads what a node shows: see tally_badge_get.
    pub fn tally_node_get(account: *mut tally_account, node: tally_node, out_badge: *mut tally_badge) -> tally_status;
    /// Applies operations in order: all or none, or each on its own.
    pub fn tally_badge_batch(account: *mut tally_account, operations: *mut tally_operation, count: usize,
        options: *const tally_batch_options, out_revision: *mut u64) -> tally_status;
    /// Reads how far a source was applied by tally_badge_batch.
    pub fn tally_account_get_position(account: *mut tally_account, source: *const c_char,
        out_position: *mut tally_position) -> tally_status;
    /// Replaces the style of a path.
    pub fn tally_style_set(account: *mut tally_account, path: *const c_char,
        style: *const tally_style) -> tally_status;
    /// Reads the style of the path itself, without what it inherits.
    pub fn tally_style_get(account: *mut tally_account, path: *const c_char, out_style: *mut tally_style,
        icon: *mut c_char, icon_capacity: usize, out_icon_length: *mut usize) -> tally_status;
    /// Reads how to draw a path.
    pub fn tally_badge_present(account: *mut tally_account, path: *const c_char,
        out_presentation: *mut tally_presentation, text: *mut c_char, text_capacity: usize,
        out_text_length: *mut usize) -> tally_status;
    /// Reads how to draw any other badge, such as the total over the accounts.
    pub fn tally_present(badge: *const tally_badge, style: *const tally_style,
        out_presentation: *mut tally_presentation, text: *mut c_char, text_capacity: usize,
        out_text_length: *mut usize) -> tally_status;
    /// Binds a widget to a path.
    pub fn tally_widget_bind(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char,
        widget: *const tally_widget, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Draws all widgets of the scope again, for example when a window has come back.
    pub fn tally_widget_refresh(scope: *mut tally_scope) -> tally_status;
    /// Sends requests through `callback` from now on; NULL: by libcurl again.
    pub fn tally_engine_set_transport(engine: *mut tally_engine, callback: tally_transport_callback,
        user_data: *mut c_void, release_user_data: tally_release_callback) -> tally_status;
    /// Reports the response to a request, once, from any thread, also inside the callback.
    pub fn tally_transport_respond(engine: *mut tally_engine, request_id: i64, status: i32, headers: *const c_char,
        body: *const c_void, size: usize) -> tally_status;
    /// Reports that a part of the response has arrived, so that idle_timeout starts again.
    pub fn tally_transport_progress(engine: *mut tally_engine, request_id: i64) -> tally_status;
    /// Applies items to many accounts, in order, in one transaction, which is on the disk when the call returns.
    pub fn tally_engine_batch(engine: *mut tally_engine, items: *mut tally_item, count: usize,
        options: *const tally_engine_batch_options) -> tally_status;
    /// Reads how far a source was applied by tally_engine_batch.
    pub fn tally_engine_get_position(engine: *mut tally_engine, source: *const c_char,
        out_position: *mut tally_position) -> tally_status;
    /// Writes everything that is stored for an account, so that tally_engine_import can put it in the same place.
    pub fn tally_engine_export_account(engine: *mut tally_engine, name: *const c_char,
        out_bytes: *mut tally_bytes) -> tally_status;
    /// Writes how far a source was applied, and the ids that it remembers, for tally_engine_import.
    pub fn tally_engine_export_source(engine: *mut tally_engine, source: *const c_char,
        out_bytes: *mut tally_bytes) -> tally_status;
    /// Imports accounts and sources in one transaction, which is on the disk when the call returns.
    pub fn tally_engine_import(engine: *mut tally_engine, imports: *mut tally_import, count: usize,
        flags: u32) -> tally_status;
    /// Opens a trace.
    pub fn tally_trace_open(engine: *mut tally_engine, options: *const tally_trace_options,
        out_trace: *mut *mut tally_trace) -> tally_status;
    /// Waits for a record and takes it.
    pub fn tally_trace_next(trace: *mut tally_trace, timeout: i64, out_record: *mut tally_trace_record,
        text: *mut c_char, text_capacity: usize) -> tally_status;
    /// Returns a descriptor for poll, epoll or select that is readable while there are records.
    pub fn tally_trace_get_descriptor(trace: *mut tally_trace, out_descriptor: *mut isize) -> tally_status;
    /// Ends a trace, and releases the handle.
    pub fn tally_trace_close(trace: *mut tally_trace);
}
