// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use std::os::raw::{c_char, c_void};

pub const TALLY_VERSION_MAJOR: i32 = 0;
pub const TALLY_VERSION_MINOR: i32 = 1;
pub const TALLY_VERSION_PATCH: i32 = 0;
pub const TALLY_VERSION: &str = "0.1.0";
pub const TALLY_OK: i32 = 0;
/// The badge still shows, because something below it (or feeding it) does.
pub const TALLY_HELD: i32 = 1;
/// There is more: ask again from where this answer ends.
pub const TALLY_MORE: i32 = 2;
/// What was asked for is no longer kept: list everything instead.
pub const TALLY_RESYNC: i32 = 3;
/// This batch has been applied before; nothing was done.
pub const TALLY_ALREADY_APPLIED: i32 = 4;
/// The server had nothing new.
pub const TALLY_NOT_MODIFIED: i32 = 5;
/// Nothing arrived within the time, or the wait was interrupted.
pub const TALLY_EMPTY: i32 = 6;
/// The file was damaged: it was given another name, and a new one begun.
pub const TALLY_SET_ASIDE: i32 = 7;
/// NULL, an unknown flag or a value that has no meaning.
pub const TALLY_ERROR_ARGUMENT: i32 = -1;
/// Memory could not be had.
pub const TALLY_ERROR_NO_MEMORY: i32 = -2;
/// Not a well-formed path, or too deep or too long.
pub const TALLY_ERROR_PATH: i32 = -3;
/// A number is out of its range.
pub const TALLY_ERROR_RANGE: i32 = -4;
/// A limit set when opening would be exceeded.
pub const TALLY_ERROR_LIMIT: i32 = -5;
/// There is no such account, feed, message or observer.
pub const TALLY_ERROR_NOT_FOUND: i32 = -6;
/// It exists already.
pub const TALLY_ERROR_EXISTS: i32 = -7;
/// It contradicts what is stored.
pub const TALLY_ERROR_CONFLICT: i32 = -8;
/// The caller's buffer does not suffice; the size needed was told.
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
/// This operation was fine, but another one refused the batch.
pub const TALLY_ERROR_NOT_APPLIED: i32 = -16;
/// Bytes that are no snapshot, patch or mapping, or are damaged.
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
/// The batch comes from a former owner.
pub const TALLY_ERROR_STALE_EPOCH: i32 = -28;
/// Not a well-formed URL, or a scheme that is not supported.
pub const TALLY_ERROR_URL: i32 = -40;
/// The server could not be reached, or the connection broke.
pub const TALLY_ERROR_NETWORK: i32 = -41;
/// A deadline passed.
pub const TALLY_ERROR_TIMEOUT: i32 = -42;
/// The server's certificate or the handshake was refused.
pub const TALLY_ERROR_TLS: i32 = -43;
/// The answer is not of the expected form; all of it was refused.
pub const TALLY_ERROR_PROTOCOL: i32 = -44;
/// The answer exceeds the limit; all of it was refused.
pub const TALLY_ERROR_TOO_LARGE: i32 = -45;
/// The server answered with an error.
pub const TALLY_ERROR_SERVER: i32 = -46;
/// The server refused the credential.
pub const TALLY_ERROR_UNAUTHORIZED: i32 = -47;
/// The server asked to wait.
pub const TALLY_ERROR_RATE_LIMITED: i32 = -48;
/// The account is not logged in.
pub const TALLY_ERROR_LOGGED_OUT: i32 = -49;
/// It was cancelled, or its feed was removed.
pub const TALLY_ERROR_CANCELLED: i32 = -50;
pub const TALLY_DURABILITY_GROUP: i32 = 0;
pub const TALLY_DURABILITY_FULL: i32 = 1;
/// No thread of the library's own: the host calls tally_step.
pub const TALLY_ENGINE_HOST_DRIVEN: u32 = 1;
/// A damaged file is set aside, and a new one begun: see tally_engine_open.
pub const TALLY_ENGINE_SET_ASIDE: u32 = 2;
/// The file is written anew: see tally_engine_open.
pub const TALLY_ENGINE_VACUUM: u32 = 4;
pub const TALLY_LOG_ERROR: i32 = 1;
pub const TALLY_LOG_WARNING: i32 = 2;
pub const TALLY_LOG_INFO: i32 = 3;
/// A file of that name is replaced.
pub const TALLY_BACKUP_REPLACE: u32 = 1;
/// As stored; CHILDREN for a new account.
pub const TALLY_AGGREGATION_DEFAULT: i32 = 0;
pub const TALLY_AGGREGATION_CHILDREN: i32 = 1;
pub const TALLY_AGGREGATION_SUM: i32 = 2;
/// As stored; UNSEEN for a new account.
pub const TALLY_FEEDING_DEFAULT: i32 = 0;
pub const TALLY_FEEDING_UNSEEN: i32 = 1;
pub const TALLY_FEEDING_UNREAD: i32 = 2;
pub const TALLY_MAX_COUNT: i64 = 4294967295;
pub const TALLY_FOREVER: i32 = 0;
/// What it shows.
pub const TALLY_MUTE_NONE: i32 = 0;
/// A dot at most.
pub const TALLY_MUTE_NUMBER: i32 = 1;
/// Nothing.
pub const TALLY_MUTE_ALL: i32 = 2;
/// It owns a count.
pub const TALLY_BADGE_MANUAL_COUNT: u32 = 1;
/// It owns a dot.
pub const TALLY_BADGE_MANUAL_DOT: u32 = 2;
/// Messages feed it.
pub const TALLY_BADGE_FED: u32 = 4;
/// A child contributes a badge.
pub const TALLY_BADGE_CHILDREN: u32 = 8;
pub const TALLY_BADGE_MUTE_NUMBER: u32 = 16;
pub const TALLY_BADGE_MUTE_ALL: u32 = 32;
/// The nodes directly below.
pub const TALLY_LIST_CHILDREN: u32 = 0;
/// The node itself and all below it.
pub const TALLY_LIST_SUBTREE: u32 = 1;
/// It owns a count.
pub const TALLY_REASON_MANUAL_COUNT: u32 = 1;
/// It owns a dot.
pub const TALLY_REASON_MANUAL_DOT: u32 = 2;
/// Messages feed it.
pub const TALLY_REASON_FED: u32 = 4;
/// CHILDREN: the count that it owns adds nothing, because its children, or what feeds it, have a number.
pub const TALLY_REASON_OVERRIDDEN: u32 = 8;
/// Its mute keeps the number that it shows from the path.
pub const TALLY_REASON_MUTE_NUMBER: u32 = 16;
/// Its mute keeps all that it shows from the path.
pub const TALLY_REASON_MUTE_ALL: u32 = 32;
/// What it owns, or what feeds it, reaches the path, which shows a badge.
pub const TALLY_REASON_LIGHTS: u32 = 64;
/// A mute, its own or of a node between it and the path, keeps what it owns and what feeds it from the path: all of it, or, with LIGHTS, the number.
pub const TALLY_REASON_HELD_BACK: u32 = 128;
/// It is one of the messages that feed the path.
pub const TALLY_REASON_MESSAGE: u32 = 256;
/// Writes what is after, whatever is there.
pub const TALLY_APPLY_FORCE: u32 = 1;
/// value: the count
pub const TALLY_OP_SET: i32 = 1;
pub const TALLY_OP_DOT: i32 = 2;
/// value: the delta
pub const TALLY_OP_ADD: i32 = 3;
pub const TALLY_OP_CLEAR: i32 = 4;
pub const TALLY_OP_FORCE: i32 = 5;
/// value: TALLY_MUTE_…
pub const TALLY_OP_MUTE: i32 = 6;
pub const TALLY_OP_GET: i32 = 7;
/// max_count and a plus: "99+".
pub const TALLY_OVERFLOW_PLUS: i32 = 0;
/// An ellipsis alone, U+2026.
pub const TALLY_OVERFLOW_ELLIPSIS: i32 = 1;
pub const TALLY_FONT_WEIGHT_REGULAR: i32 = 400;
pub const TALLY_FONT_WEIGHT_BOLD: i32 = 700;
pub const TALLY_STYLE_DOT_RADIUS: u32 = 1;
/// offset_x and offset_y
pub const TALLY_STYLE_OFFSET: u32 = 2;
pub const TALLY_STYLE_FONT_SIZE: u32 = 4;
pub const TALLY_STYLE_FONT_WEIGHT: u32 = 8;
pub const TALLY_STYLE_TEXT_COLOR: u32 = 16;
pub const TALLY_STYLE_BACKGROUND_COLOR: u32 = 32;
pub const TALLY_STYLE_MAX_COUNT: u32 = 64;
pub const TALLY_STYLE_OVERFLOW: u32 = 128;
pub const TALLY_STYLE_ICON: u32 = 256;
/// Nothing is shown.
pub const TALLY_PRESENT_NONE: i32 = 0;
pub const TALLY_PRESENT_DOT: i32 = 1;
/// text: the icon's name.
pub const TALLY_PRESENT_ICON: i32 = 2;
/// text: the number, capped: "7", "99+".
pub const TALLY_PRESENT_NUMBER: i32 = 3;
/// What a path shows changed. text: the path.
pub const TALLY_EVENT_BADGE: i32 = 1;
/// The total over the accounts changed.
pub const TALLY_EVENT_TOTAL: i32 = 2;
/// A feed's request ended. text: the title, or what went wrong.
pub const TALLY_EVENT_SYNCED: i32 = 3;
/// A forced refresh ended; exactly one for each. text: what went wrong.
pub const TALLY_EVENT_COMPLETION: i32 = 4;
/// A server refused the credential: log in again. text: what went wrong.
pub const TALLY_EVENT_AUTH: i32 = 5;
/// A view was called. text: its path.
pub const TALLY_EVENT_VIEW: i32 = 6;
/// Messages changed. text: the path that is observed.
pub const TALLY_EVENT_MESSAGES: i32 = 7;
/// A group changed. text: its thread.
pub const TALLY_EVENT_GROUP: i32 = 8;
/// A reminder has fired. text: its identifier.
pub const TALLY_EVENT_REMINDER: i32 = 9;
/// The path and everything below it.
pub const TALLY_OBSERVE_SUBTREE: u32 = 1;
/// Told once at registration, with the current state of the path.
pub const TALLY_OBSERVE_INITIAL: u32 = 2;
/// Polls, and asks when the user comes back.
pub const TALLY_PRESET_MESSAGE_CENTRE: i32 = 0;
/// Asks while, and because, the user sees a page; else not.
pub const TALLY_PRESET_UNREAD_COUNT: i32 = 1;
/// No timer asks while the application is in the background.
pub const TALLY_FEED_STOPS_IN_BACKGROUND: u32 = 1;
/// It was added in this run.
pub const TALLY_FEED_ADDED: u32 = 1;
pub const TALLY_FEED_MAX_PAGES: i32 = 8;
/// Send this, and answer with tally_transport_answer, once.
pub const TALLY_REQUEST_SEND: i32 = 1;
/// Nobody waits for the answer any more: no answer is needed, and none is taken.
pub const TALLY_REQUEST_CANCEL: i32 = 2;
/// It carries a credential: follow redirects only within the same origin.
pub const TALLY_REQUEST_CREDENTIAL: u32 = 1;
pub const TALLY_MESSAGE_UNSEEN: i32 = 0;
pub const TALLY_MESSAGE_SEEN: i32 = 1;
pub const TALLY_MESSAGE_READ: i32 = 2;
/// At the path and everywhere below it; else at exactly the path.
pub const TALLY_MESSAGES_SUBTREE: u32 = 1;
/// Lists and reads only those not read.
pub const TALLY_MESSAGES_UNREAD: u32 = 2;
/// It feeds a dot.
pub const TALLY_MESSAGE_DOT: u32 = 1;
pub const TALLY_FEED_LOCAL: &str = "tally:local";
/// As stored; AUTOMATIC for a new account.
pub const TALLY_GROUPING_DEFAULT: i32 = 0;
/// By their threads.
pub const TALLY_GROUPING_AUTOMATIC: i32 = 1;
/// All of an account together, as the group of the thread "".
pub const TALLY_GROUPING_BY_APP: i32 = 2;
/// Each message is listed by itself.
pub const TALLY_GROUPING_OFF: i32 = 3;
/// .xcstrings: JSON, with all languages.
pub const TALLY_STRINGS_CATALOG: i32 = 1;
/// .stringsdict: a property list (XML), of one language.
pub const TALLY_STRINGS_DICTIONARY: i32 = 2;
/// There is none: the leading message is all there is.
pub const TALLY_SUMMARY_NONE: i32 = 0;
/// The formats of categories.
pub const TALLY_SUMMARY_CATEGORY: i32 = 1;
/// The built-in words.
pub const TALLY_SUMMARY_DEFAULT: i32 = 2;
/// Previews are hidden.
pub const TALLY_GROUPS_HIDDEN: u32 = 1;
/// A message: entity is the server's identifier.
pub const TALLY_OUTBOX_MESSAGE: i32 = 1;
/// A path and all below it, up to a sequence: entity is the path.
pub const TALLY_OUTBOX_MARK: i32 = 2;
/// A reminder, as it is now: entity is its identifier.
pub const TALLY_OUTBOX_REMINDER: i32 = 3;
pub const TALLY_OUTBOX_WAITING: i32 = 0;
/// Until lease_end, or somebody says what became of it.
pub const TALLY_OUTBOX_LEASED: i32 = 1;
/// For good.
pub const TALLY_OUTBOX_FAILED: i32 = 2;
pub const TALLY_FEED_REMINDERS: &str = "tally:reminders";
pub const TALLY_UNIT_MINUTE: i32 = 1;
pub const TALLY_UNIT_HOUR: i32 = 2;
pub const TALLY_UNIT_DAY: i32 = 3;
pub const TALLY_UNIT_WEEK: i32 = 4;
pub const TALLY_UNIT_MONTH: i32 = 5;
pub const TALLY_UNIT_QUARTER: i32 = 6;
pub const TALLY_UNIT_YEAR: i32 = 7;
/// By how long it keeps, decided anew with each edit.
pub const TALLY_SMART_AUTOMATIC: i32 = 1;
pub const TALLY_SMART_ON: i32 = 2;
pub const TALLY_SMART_OFF: i32 = 3;
/// The time of day 00:00.
pub const TALLY_MIDNIGHT: i32 = -1;
pub const TALLY_REMINDER_CLEAR_START: u32 = 1;
pub const TALLY_REMINDER_CLEAR_END: u32 = 2;
pub const TALLY_REMINDER_CLEAR_REPEAT: u32 = 4;
pub const TALLY_REMINDER_CLEAR_OVERDUE: u32 = 8;
pub const TALLY_REMINDER_ACTIVE: i32 = 1;
pub const TALLY_REMINDER_DONE: i32 = 2;
/// Active, and its last good day is over in its zone.
pub const TALLY_REMINDER_EXPIRED: i32 = 3;
/// The host's system has nothing armed, whatever was told before: all of the plan is told.
pub const TALLY_PLAN_ANEW: u32 = 1;
pub const TALLY_PLAN_DISARM: i32 = 1;
pub const TALLY_PLAN_ARM: i32 = 2;
pub const TALLY_NOTE_CREATED: i32 = 1;
pub const TALLY_NOTE_EDITED: i32 = 2;
/// When it fires next.
pub const TALLY_NOTE_PLANNED: i32 = 3;
pub const TALLY_NOTE_ARMED: i32 = 4;
pub const TALLY_NOTE_FIRED: i32 = 5;
pub const TALLY_NOTE_MISSED: i32 = 6;
pub const TALLY_NOTE_SNOOZED: i32 = 7;
pub const TALLY_NOTE_ACKNOWLEDGED: i32 = 8;
/// It was disarmed.
pub const TALLY_NOTE_CANCELLED: i32 = 9;
/// The account was logged out,
pub const TALLY_NOTE_SUSPENDED: i32 = 10;
/// and in again.
pub const TALLY_NOTE_RESUMED: i32 = 11;
pub const TALLY_NOTE_UPLOADED: i32 = 12;
pub const TALLY_NOTE_UPLOAD_FAILED: i32 = 13;
pub const TALLY_NOTE_DONE: i32 = 14;
pub const TALLY_NOTE_UNDONE: i32 = 15;
pub const TALLY_NOTE_DELETED: i32 = 16;

pub type tally_status = i32;

pub type tally_node = u64;

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
pub struct tally_snapshot {
    _private: [u8; 0],
    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
}

/// Clock for tests: tells the wall clock (milliseconds since 1970) and a clock that never goes back and counts sleep
/// (milliseconds since any point). Called from any thread, with locks held: it must return at once and must not call
/// the library. With TALLY_ENGINE_HOST_DRIVEN all due work follows this clock; the timeouts of a request follow the
/// system's as well.
pub type tally_clock_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, out_wall: *mut i64, out_elapsed: *mut i64)>;

/// Told from any thread, with locks held: it must return soon and must not call the library. text is borrowed until
/// it returns.
pub type tally_log_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, level: i32, text: *const c_char)>;

/// Gives the file of a zone (TZif) by its name, into the library's bytes, of that capacity (65,536). Answers its size;
/// 0: there is no such zone. Called from any thread, with locks held: it must return soon and must not call the library.
pub type tally_zone_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, name: *const c_char, bytes: *mut c_void, capacity: usize) -> usize>;

/// event and text are borrowed until the callback returns.
pub type tally_event_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, event: *const tally_event, text: *const c_char)>;

/// One function of a view. path: the path that it is bound to. presentation: how to draw it. text: the number or the
/// icon's name, else empty. All of them are borrowed until it returns.
pub type tally_view_function =
    Option<unsafe extern "C" fn(user_data: *mut c_void, path: *const c_char, presentation: *const tally_presentation, text: *const c_char)>;

/// Called on the loop thread (with TALLY_ENGINE_HOST_DRIVEN: within tally_step), one call at a time, without a lock, so
/// it holds up everything that the loop does: it hands the request on and returns. It may call anything but
/// tally_engine_close and tally_step (THREAD), and should not wait for an event; it may answer there and then.
/// CANCEL comes for a request that was sent and not answered: after log-out, cancelling and removing a feed, when its
/// time is up, and, from within tally_engine_close, when the engine ends.
pub type tally_transport_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, request: *const tally_request)>;

/// A text among others in a buffer: an offset, and a length without the NUL that ends it. One that is absent has
/// length 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_text {
    pub offset: u32,
    pub length: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_engine_options {
    /// sizeof(tally_engine_options)
    pub struct_size: u32,
    /// TALLY_ENGINE_…
    pub flags: u32,
    /// Path of the database, created where it does not exist; NULL: in memory only.
    pub file: *const c_char,
    /// TALLY_DURABILITY_…
    pub durability: i32,
    /// Components of a path, root not counted: 1 to 1,024. Default 64.
    pub max_depth: u32,
    /// Bytes of a path as it is put out: 4 to 65,535. Default 4,096.
    pub max_path_bytes: u32,
    /// Nodes of one account's tree, root included: 1 to 1,073,741,824. Default 16,777,216. A node goes, from time to time, when nothing at or below it is lit, muted, styled, observed or resolved; up to one in 64 may be waiting for that at the limit.
    pub max_nodes: u32,
    /// Accounts that are open: 1 to 16,777,216. Default 1,024. Releasing a handle does not close one; but see max_loaded_accounts. One that was dropped counts until its handles are released.
    pub max_accounts: u32,
    /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
    pub max_feeds: u32,
    /// Observers and views of the engine: 1 to 16,777,216. Default 1,048,576.
    pub max_observers: u32,
    /// Of one answer of a server: 1 to 1,073,741,824. Default 8 MiB.
    pub max_response_bytes: u32,
    /// Certificate authorities in PEM form, read when a request needs them; NULL: the system's.
    pub ca_file: *const c_char,
    /// Without control characters. NULL: "tally/" and the version.
    pub user_agent: *const c_char,
    /// NULL: the system's clocks.
    pub clock: tally_clock_callback,
    /// Borrowed until the engine is closed.
    pub clock_user_data: *mut c_void,
    /// NULL: nothing is logged.
    pub log: tally_log_callback,
    /// Borrowed until the engine is closed.
    pub log_user_data: *mut c_void,
    /// The least important level that is told. Default TALLY_LOG_WARNING.
    pub log_level: i32,
    pub reserved0: i32,
    /// For tests: of everything random. 0: a seed of the system's.
    pub seed: u64,
    /// How long the identifier of a batch is remembered, in milliseconds: from 1,000. Default 86,400,000, a day.
    pub batch_id_time: i64,
    /// Identifiers of batches that are remembered for an account, the latest ones: 1 to 1,073,741,824. Default 10,000.
    pub max_batch_ids: u32,
    /// Accounts that are in memory at once: 1 to 16,777,216; see below. 0: all that are open.
    pub max_loaded_accounts: u32,
    /// The name of the device's zone; NULL: what TZ says, else /etc/localtime.
    pub zone: *const c_char,
    /// NULL: below TZDIR, else where systems have them.
    pub zone_file: tally_zone_callback,
    /// Borrowed until the engine is closed.
    pub zone_user_data: *mut c_void,
    pub reserved: [u64; 3],
}

/// What tally_engine_recover found. `lost`: as far as anything in the file speaks of it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_recovery {
    /// sizeof(tally_recovery)
    pub struct_size: u32,
    pub reserved0: u32,
    /// Of the damaged file.
    pub pages: u64,
    /// Those of them that are cut off, cannot be read, or have a wrong checksum.
    pub damaged_pages: u64,
    /// Saved from damaged pages: well-formed, but they may not be what was stored.
    pub doubtful_rows: u64,
    pub accounts_saved: u64,
    /// Their badges and messages were saved: under the name, where that was found, or "recovered-" and a number, with the default aggregation and feeding.
    pub accounts_lost: u64,
    /// Rows: badges that nodes own, and mutes.
    pub badges_saved: u64,
    pub badges_lost: u64,
    pub feeds_saved: u64,
    /// Their messages were saved, in a feed named "recovered-" and a number.
    pub feeds_lost: u64,
    pub messages_saved: u64,
    pub messages_lost: u64,
    /// All other rows: reminders, read marks, pending actions, how groups are worded.
    pub others_saved: u64,
    /// Includes rows that belong to a missing account or feed.
    pub others_lost: u64,
    pub reserved: [u64; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_limits {
    /// sizeof(tally_limits)
    pub struct_size: u32,
    pub max_depth: u32,
    pub max_path_bytes: u32,
    pub max_nodes: u32,
    pub max_accounts: u32,
    pub max_feeds: u32,
    pub max_observers: u32,
    pub max_response_bytes: u32,
    pub max_loaded_accounts: u32,
    pub max_batch_ids: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_stats {
    /// sizeof(tally_stats): set it before the call.
    pub struct_size: u32,
    /// That are open.
    pub accounts: u32,
    /// Of these, in memory.
    pub loaded_accounts: u32,
    /// Of these accounts, that were added in this run.
    pub feeds: u32,
    /// How often an account was read, since the engine was opened,
    pub account_loads: u64,
    /// and made room for another one.
    pub account_evictions: u64,
    /// And views.
    pub observers: u64,
    /// That wait in the queue.
    pub events: u64,
    /// Of the accounts in memory.
    pub nodes: u64,
    /// What they take, with their paths.
    pub node_bytes: u64,
    /// That wait to be stored, but for those that are being written just now.
    pub unstored_badges: u64,
    /// Bytes of the file,
    pub file_size: i64,
    /// and of SQLite's write-ahead log beside it. 0: there is none.
    pub log_size: i64,
}

/// Which messages feed the badge at their path.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_options {
    /// sizeof(tally_account_options)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    /// TALLY_AGGREGATION_…
    pub aggregation: i32,
    /// TALLY_FEEDING_…
    pub feeding: i32,
    pub reserved: [u64; 4],
}

/// Flags of tally_badge.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge {
    /// The number; 0 where it shows a dot or nothing.
    pub count: u64,
    /// The revision that last changed what it shows; 0: none since the account was read.
    pub revision: u64,
    /// 1: a badge is shown, 0: none.
    pub shows: i32,
    /// TALLY_BADGE_…
    pub flags: u32,
    /// Its own count, 0 where there is none.
    pub manual_count: u32,
    pub reserved: u32,
}

/// Flags of tally_badge_list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge_entry {
    pub badge: tally_badge,
    /// Where its path begins in `text`; ended by NUL.
    pub path_offset: u32,
    /// Bytes, without the NUL.
    pub path_length: u32,
}

/// Flags of tally_reason. The first six mean what those of tally_badge mean, where there are such.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reason {
    /// How much of the path's count comes from what it owns and what feeds it.
    pub contributed: u64,
    /// The sum of the counts of the messages that feed it. MESSAGE: this one's.
    pub fed_count: u64,
    /// MUTE_NUMBER, MUTE_ALL: how much in number its mute keeps back; 0: a dot, or no mute.
    pub kept_count: u64,
    /// Its own count, 0 where there is none.
    pub manual_count: u32,
    /// TALLY_REASON_…
    pub flags: u32,
    /// Where its path begins in `text`; ended by NUL.
    pub path_offset: u32,
    /// Bytes, without the NUL.
    pub path_length: u32,
    /// MESSAGE: its key; else 0,
    pub message: u64,
    /// and where the server's identifier begins in `text`, like the path;
    pub id_offset: u32,
    /// and its bytes.
    pub id_length: u32,
}

/// Kinds of tally_operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_operation {
    /// TALLY_OP_…
    pub kind: i32,
    /// out: its own status
    pub status: tally_status,
    /// The node, where `node` is 0. Borrowed until the call returns.
    pub path: *const c_char,
    /// The node, where it is not 0.
    pub node: tally_node,
    pub value: i64,
    /// SET, DOT, MUTE: the expiry, or TALLY_FOREVER.
    pub until: i64,
    /// out, GET: the count as of this operation.
    pub count: u64,
    /// out, GET: whether it shows a badge as of this operation.
    pub shows: i32,
    pub reserved: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_batch_options {
    /// sizeof(tally_batch_options)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    /// The log that the batch comes from: 1 to 255 bytes, as an account's name. NULL: none.
    pub source: *const c_char,
    /// Of the log's owner: each new one has a greater one. Without a source: 0.
    pub epoch: u64,
    /// The batch's place in the log, an offset: rising, with gaps or without. Without a source: 0.
    pub position: u64,
    /// A name of its own: 1 to 255 bytes, as an account's name. NULL: none.
    pub id: *const c_char,
    pub reserved: [u64; 3],
}

/// Fields of tally_style: which members it has. The others are left out, and not looked at.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_style {
    /// sizeof(tally_style); where `fields` is not 0, it reaches at least to `icon`.
    pub struct_size: u32,
    /// TALLY_STYLE_…
    pub fields: u32,
    /// Points: finite, 0 or more. Default 3.
    pub dot_radius: f32,
    /// Of the badge's centre from the top right corner of what it is drawn upon,
    pub offset_x: f32,
    /// to the right and downwards, in points: finite. Default 0, 0.
    pub offset_y: f32,
    /// Points: finite, above 0. Default 9.
    pub font_size: f32,
    /// 1 to 1,000. Default TALLY_FONT_WEIGHT_BOLD.
    pub font_weight: i32,
    /// Default 0xFFFFFFFF, white.
    pub text_color: u32,
    /// Of the dot, and behind the number. Default 0xFF0000FF, red.
    pub background_color: u32,
    /// TALLY_OVERFLOW_… Default TALLY_OVERFLOW_PLUS.
    pub overflow: i32,
    /// The largest number that is written out: from 1; UINT64_MAX: each is. Default 99.
    pub max_count: u64,
    /// What the host calls it, "new", "hot": 1 to 255 bytes of UTF-8 without control characters. Default: none. Not inherited.
    pub icon: *const c_char,
    pub reserved: [u64; 4],
}

/// The members of a style mean what they mean there, and are never left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_presentation {
    /// sizeof(tally_presentation): set it before a call that fills one.
    pub struct_size: u32,
    /// TALLY_PRESENT_…
    pub kind: i32,
    /// NUMBER: the number, not capped; else 0.
    pub count: u64,
    pub dot_radius: f32,
    pub offset_x: f32,
    pub offset_y: f32,
    pub font_size: f32,
    pub font_weight: i32,
    pub text_color: u32,
    pub background_color: u32,
    pub overflow: i32,
    pub max_count: u64,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_event {
    /// sizeof(tally_event): set it before tally_next_event
    pub struct_size: u32,
    /// TALLY_EVENT_…
    pub kind: i32,
    /// The observer's, the view's, the completion's, or the reminder's; else 0.
    pub token: u64,
    /// The account's identifier, or 0.
    pub account: i64,
    /// The feed's identifier, or 0.
    pub feed: i64,
    /// BADGE, TOTAL, VIEW: the number. REMINDER: occurrences that were due.
    pub count: u64,
    /// BADGE, TOTAL, VIEW: the revision of the change. REMINDER: its own.
    pub revision: u64,
    /// BADGE, TOTAL, VIEW: 1 or 0. REMINDER: 1 it has fired, 0 it was missed.
    pub shows: i32,
    /// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED, or what went wrong.
    pub result: tally_status,
    /// The wait that the server asked for, in milliseconds; 0: none.
    pub retry_after: i64,
    /// SYNCED: when the feed is asked next; 0: not planned. REMINDER: when it was due.
    pub next_time: i64,
    /// SYNCED: messages that were new,
    pub added: u32,
    /// changed,
    pub changed: u32,
    /// or gone.
    pub removed: u32,
    /// SYNCED: items of the answer that could not be used.
    pub rejected: u32,
    /// Bytes of the text, without the NUL.
    pub text_length: u32,
    pub reserved0: u32,
    /// MESSAGES: how many there are,
    pub total: u64,
    /// of them not read,
    pub unread: u64,
    /// and not seen.
    pub unseen: u64,
    pub reserved: [u64; 1],
}

/// What a host draws with: the function that fits presentation->kind is called. All four are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_view {
    /// sizeof(tally_view), which reaches at least to `hide`.
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    pub show_dot: tally_view_function,
    pub show_number: tally_view_function,
    pub show_icon: tally_view_function,
    /// Nothing is shown.
    pub hide: tally_view_function,
}

/// Flags of tally_feed_options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_options {
    /// sizeof(tally_feed_options)
    pub struct_size: u32,
    /// TALLY_FEED_…
    pub flags: u32,
    /// http:, https: or file:. NULL: nothing is asked; the host delivers what there is.
    pub url: *const c_char,
    /// A path: what the feed's own paths begin at. NULL: root.
    pub prefix: *const c_char,
    /// From 1. 0: the preset's, 1,000 and off. -1: off, no first request by itself.
    pub initial_delay: i64,
    /// From 100. 0: the preset's, 600,000 and off. -1: off, only when something happens.
    pub interval: i64,
    /// Of a request in all, from 100. 0: the default, 300,000.
    pub request_timeout: i64,
    /// Without a byte, from 100. 0: the default, 60,000.
    pub idle_timeout: i64,
    /// Items a page, 1 to 10,000, sent as `limit`. 0: the default, 200.
    pub page_limit: u32,
    /// TALLY_PRESET_…
    pub preset: u32,
    /// While a page is seen: from 100. 0: the preset's, off and 60,000. -1: off.
    pub visible_interval: i64,
    /// Pages ask for nothing within this of the last good answer: from 1. 0: the preset's, 180,000 and none. -1: none.
    pub tolerance: i64,
    /// A page that was away for longer asks: from 1. 0: the preset's, none (each return asks) and 60,000. -1: off, no return asks.
    pub away_time: i64,
    /// Messages whose time (the server's) is longer ago go, read or not, after an answer. 0: no limit.
    pub max_age: i64,
    /// Beyond so many, the oldest of the messages go that are read; likewise. 0: no limit. What went is known when the server sends it again, for the last 4,096.
    pub max_messages: i64,
    pub reserved: [u64; 3],
    /// Of a server that does not speak the wire format: the name of a mapping that ships.
    pub mapping_preset: *const c_char,
    /// How its answers are read: a mapping, as JSON text (docs/mappings.md), of up to 65,536 bytes. With mapping_preset: what it says takes the place of what that says. NULL or empty, both: the server speaks the wire format.
    pub mapping: *const c_char,
    /// Whatever the host wants kept with the feed, UTF-8, up to 65,536 bytes, for tally_feed_list. NULL: what is kept stays; empty: nothing is kept any more.
    pub memo: *const c_char,
}

/// A feed that is stored.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_entry {
    /// In events.
    pub id: i64,
    /// When the last good answer came that brought something; 0: never.
    pub last_success: i64,
    /// Items that are set aside: see tally_feed_rejected.
    pub rejected: u64,
    /// TALLY_FEED_…
    pub flags: u32,
    pub reserved: u32,
    pub name: tally_text,
    /// Empty: none; TALLY_FEED_LOCAL, where something was posted, is one of those.
    pub url: tally_text,
    /// Canonical.
    pub prefix: tally_text,
    /// What the server last gave; empty: none.
    pub title: tally_text,
    /// What tally_feed_add kept.
    pub memo: tally_text,
}

/// An item of an answer that could not be used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_rejected {
    /// Greater than of those before it.
    pub number: u64,
    /// When the answer came.
    pub time: i64,
    pub reason: tally_text,
    /// Its JSON, as it stood in the answer, or in the page that the mapping made of that; at most the first 65,536 bytes of it.
    pub body: tally_text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_state {
    /// sizeof(tally_feed_state)
    pub struct_size: u32,
    /// Of the last request; TALLY_EMPTY: none yet in this run.
    pub result: tally_status,
    /// In events.
    pub id: i64,
    /// When the last good answer came; 0: never. Kept across runs.
    pub last_success: i64,
    /// When it is asked next; 0: not planned.
    pub next_time: i64,
    /// In this run.
    pub requests: u64,
    /// Of these, answered with 304.
    pub not_modified: u64,
    /// Of these, failed.
    pub failures: u64,
    /// 1: a request is under way.
    pub in_flight: u32,
    pub failures_in_a_row: u32,
}

/// All of it is borrowed until the callback returns. With CANCEL it is what it was.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_request {
    /// As the library knows it.
    pub struct_size: u32,
    /// TALLY_REQUEST_SEND or _CANCEL
    pub kind: i32,
    /// Never 0, and never used again by this engine.
    pub id: u64,
    /// "GET" or "POST"
    pub method: *const c_char,
    pub url: *const c_char,
    /// "Name: value", each line ended by CR and LF; empty: none. Send them as they are.
    pub headers: *const c_char,
    /// Of POST; of body_size.
    pub body: *const c_void,
    pub body_size: usize,
    /// An answer whose body is longer is refused.
    pub max_size: u64,
    /// The library ends the request by itself after that time, in milliseconds,
    pub request_timeout: i64,
    /// or after that without an answer or tally_transport_progress.
    pub idle_timeout: i64,
    /// TALLY_REQUEST_…
    pub flags: u32,
    pub reserved0: u32,
    pub reserved: [u64; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_message {
    /// Identifies it in this store, for good; never 0.
    pub key: u64,
    /// The feed's identifier.
    pub feed: i64,
    /// As the server says; 0: it does not.
    pub time: i64,
    /// What it adds to the number; 0: a dot.
    pub count: u32,
    /// TALLY_MESSAGE_…
    pub state: i32,
    /// The server's.
    pub id: tally_text,
    pub path: tally_text,
    pub kind: tally_text,
    pub title: tally_text,
    pub body: tally_text,
    pub thread: tally_text,
    pub category: tally_text,
    pub argument: tally_text,
    pub argument_count: u32,
    pub reserved: u32,
}

/// Flags of tally_message_options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_message_options {
    /// sizeof(tally_message_options)
    pub struct_size: u32,
    /// TALLY_MESSAGE_DOT, or 0
    pub flags: u32,
    /// 1 to 255 bytes, as an account's name. NULL or empty: a new one.
    pub id: *const c_char,
    /// These: UTF-8; NULL: none.
    pub title: *const c_char,
    pub body: *const c_char,
    pub kind: *const c_char,
    pub thread: *const c_char,
    pub category: *const c_char,
    pub argument: *const c_char,
    /// It orders them. 0: now.
    pub time: i64,
    /// What it adds to the number. 0: the default, 1; with TALLY_MESSAGE_DOT: 0.
    pub count: u32,
    pub argument_count: u32,
    pub reserved: [u64; 2],
}

/// The plural forms of a format. NULL: the language has no such form; then `other` is used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_forms {
    /// sizeof(tally_forms)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    pub zero: *const c_char,
    pub one: *const c_char,
    pub two: *const c_char,
    pub few: *const c_char,
    pub many: *const c_char,
    /// Required.
    pub other: *const c_char,
}

/// Where a summary comes from.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_group {
    /// The key of the leading message.
    pub newest: u64,
    /// The key of the last one.
    pub oldest: u64,
    /// The sum of the argument counts of all its messages.
    pub items: u64,
    /// How many messages there are,
    pub notifications: u64,
    /// and how many of them came since tally_group_seen.
    pub fresh: u64,
    /// Of the leading message, as the server says; 0: it does not.
    pub time: i64,
    /// TALLY_SUMMARY_…
    pub origin: i32,
    pub reserved: u32,
    pub thread: tally_text,
    /// Of the leading message.
    pub path: tally_text,
    /// Of the leading message.
    pub title: tally_text,
    /// Empty: none.
    pub summary: tally_text,
    /// The one that the summary was found in; "und": the source text that tally_category_set or tally_strings_set has given. Empty: no summary.
    pub language: tally_text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_outbox_options {
    /// sizeof(tally_outbox_options)
    pub struct_size: u32,
    /// None yet.
    pub flags: u32,
    /// http: or https:, where rows are sent with POST. NULL or empty: the host leases them.
    pub url: *const c_char,
    /// Of a request in all, from 100. 0: the default, 300,000.
    pub request_timeout: i64,
    /// Without a byte, from 100. 0: the default, 60,000.
    pub idle_timeout: i64,
    pub reserved: [u64; 2],
}

/// The state of a row.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_outbox_entry {
    /// Identifies the row in this store, for good; rows have their order by it.
    pub sequence: i64,
    /// The feed's identifier.
    pub feed: i64,
    /// How often it was given out.
    pub attempt: i64,
    /// Not given out before; 0: at once, or the row has failed for good.
    pub next_time: i64,
    /// 0: nobody has it.
    pub lease_end: i64,
    /// TALLY_OUTBOX_…
    pub kind: i32,
    /// TALLY_OUTBOX_WAITING …
    pub state: i32,
    /// To be sent as Idempotency-Key.
    pub key: tally_text,
    pub entity: tally_text,
    /// JSON. Empty until it is given out for the first time; from then on it stays.
    pub body: tally_text,
}

/// What is left out (NULL or 0) has its default in tally_reminder_put, and stays as it is in tally_reminder_edit.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder_options {
    /// sizeof(tally_reminder_options)
    pub struct_size: u32,
    /// TALLY_REMINDER_CLEAR_…, or 0
    pub flags: u32,
    /// These: UTF-8.
    pub title: *const c_char,
    pub body: *const c_char,
    /// The badge that it lights. Empty: none.
    pub path: *const c_char,
    /// Empty: the device's.
    pub zone: *const c_char,
    /// A day. Default: today, in its zone.
    pub produced: i32,
    /// From 1. To be given.
    pub shelf_life: i32,
    /// TALLY_UNIT_DAY, _MONTH or _YEAR. To be given.
    pub shelf_unit: i32,
    /// Seconds since midnight, to 86,399, or TALLY_MIDNIGHT. Default 32,400, 09:00.
    pub time: i32,
    /// TALLY_SMART_…. Default AUTOMATIC.
    pub smart: i32,
    /// Where it is not smart, to be given: TALLY_UNIT_…,
    pub repeat_unit: i32,
    /// how many of them, to 1,000,000 (default 1),
    pub repeat_every: i32,
    /// and the last day on which it fires.
    pub end: i32,
    /// The day from which repetitions are counted. Default: that of entering.
    pub start: i32,
    /// How to remind of what has expired, from the day after the expiry or the end on: every
    pub overdue_unit: i32,
    /// so many, to 1,000,000 (default 1),
    pub overdue_every: i32,
    /// so many times, to 1,000,000. Default: not at all.
    pub overdue_limit: i32,
    pub reserved: [u64; 4],
}

/// The state of a reminder.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder {
    /// Its token in events.
    pub number: u64,
    /// When it fires next; 0: no more.
    pub next_time: i64,
    /// When it fired, not acknowledged; 0: it has not.
    pub due_time: i64,
    /// When its last good day ends; 0: its zone is not to be had.
    pub expires: i64,
    /// When it was last changed.
    pub stamp: i64,
    /// One more with each edit, and whenever it is done or undone.
    pub revision: u32,
    /// TALLY_REMINDER_…
    pub state: i32,
    /// The last good day.
    pub expiry: i32,
    /// The days that it keeps,
    pub span: i32,
    /// and those that are left; negative: it has expired.
    pub days_left: i32,
    /// 1 or 0.
    pub is_smart: i32,
    /// From here on as they were given.
    pub produced: i32,
    pub shelf_life: i32,
    pub shelf_unit: i32,
    /// 0: midnight.
    pub time: i32,
    pub entered: i32,
    pub smart: i32,
    pub repeat_unit: i32,
    pub repeat_every: i32,
    pub start: i32,
    pub end: i32,
    pub overdue_unit: i32,
    pub overdue_every: i32,
    pub overdue_limit: i32,
    pub reserved0: i32,
    pub id: tally_text,
    pub title: tally_text,
    pub body: tally_text,
    pub path: tally_text,
    pub zone: tally_text,
}

/// Flags of tally_plan_options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_plan_options {
    /// sizeof(tally_plan_options)
    pub struct_size: u32,
    /// TALLY_PLAN_ANEW, or 0
    pub flags: u32,
    /// Notifications that the system takes, to 4,096. 0: the default, 64.
    pub limit: u32,
    /// How many of them the host needs for other things.
    pub reserve: u32,
    pub reserved: [u64; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_plan_entry {
    /// From 1. Made only of the names of account and reminder, the revision and the occurrence, so it is the same on each machine. See docs/plan-identifiers.md.
    pub id: i64,
    /// When it is to fire, or was.
    pub time: i64,
    /// Which one it is.
    pub occurrence: i64,
    /// The reminder's.
    pub revision: u32,
    /// TALLY_PLAN_DISARM or _ARM.
    pub action: i32,
    /// Its identifier. Of what is disarmed: empty where it was deleted.
    pub reminder: tally_text,
    /// These: of what is armed.
    pub title: tally_text,
    pub body: tally_text,
    pub path: tally_text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_plan {
    /// sizeof(tally_plan)
    pub struct_size: u32,
    /// Entries of the plan.
    pub planned: u32,
    /// What was left out.
    pub left_out: u64,
    /// All before it is in the plan; 0: everything is.
    pub reach: i64,
}

/// Kinds of tally_reminder_note.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder_note {
    /// From 1, in their order.
    pub number: i64,
    /// When it was written.
    pub time: i64,
    /// When what it is about fires; 0: it is about no occurrence.
    pub occurrence_time: i64,
    pub revision: u32,
    /// TALLY_NOTE_…
    pub kind: i32,
    /// Its identifier; empty: all of the account's.
    pub reminder: tally_text,
}

extern "C" {
    /// The version of the library at run time: major * 1,000,000 + minor * 1,000 + patch.
    pub fn tally_version(
    ) -> u32;
    /// The same as text, "0.1.0". Borrowed for ever.
    pub fn tally_version_text(
    ) -> *const c_char;
    /// The name of a status, "TALLY_ERROR_PATH"; "TALLY_UNKNOWN" for a number that is none. Borrowed for ever.
    pub fn tally_status_name(
        status: tally_status,
    ) -> *const c_char;
    /// A sentence for people, in English, without what is special to one call. Borrowed for ever.
    pub fn tally_status_message(
        status: tally_status,
    ) -> *const c_char;
    /// What the last failed call on this thread had to say, with the particulars: "path 'a..b': a component is empty, at
    /// byte 2". A call that succeeds leaves it unchanged, whatever fails inside, except TALLY_SET_ASIDE of
    /// tally_engine_open: its message describes what became of the file. The message is empty before the first error.
    /// Errors: TALLY_ERROR_ARGUMENT (out_length is NULL), TALLY_ERROR_BUFFER_TOO_SMALL (1,024 bytes always suffice).
    pub fn tally_error_message(
        buffer: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Opens an engine: reads the file, or creates it, and starts the loop thread.
    /// out_engine: owned, release with tally_engine_close; NULL after an error.
    ///
    /// One process, and one engine, has a file open at a time: LOCKED, and the message names the process that has it. The
    /// lock ends with the process, however it ends; what it leaves beside the file (`<file>-lock`) keeps nobody out. A copy
    /// of the file, or a backup that such a program made, may be opened and read by whoever likes, with any program for
    /// SQLite databases, and by this library. But only this library may write: what another program changes is CORRUPT,
    /// since it cannot be told from damage, and is to be had with tally_engine_recover.
    ///
    /// A file of an older version is brought to this one's, in one transaction; one of a newer version is NEWER. What is no
    /// file of this library is NOT_A_STORE, also where a link or something else lies where its log or lock file would be; a
    /// file there that is none of these is taken for a damaged log; but where nothing of its beginning is like a log's, as a
    /// loss of power may leave it before anything in it was promised, it gets the name `<its name>.damaged`, in place of a
    /// former one, and the database is opened. A damaged file is CORRUPT: where that is found when it is opened, here, else
    /// by the call that reads what is damaged, and all of it by tally_engine_verify; it can be salvaged with
    /// tally_engine_recover. A rejected file is left untouched, byte for byte. A file whose tables, indexes, views or
    /// triggers are not exactly those of its version is CORRUPT too, and nothing in it is run. If a file or log is removed,
    /// renamed or replaced while it is open, every write fails with IO until it is back.
    ///
    /// TALLY_ENGINE_SET_ASIDE: the call first compares the checksum of every page of the file. If one is wrong in two reads
    /// of the whole page, the call renames the file, together with its log, to `<file>.damaged`, or to the first free name
    /// of `<file>.damaged-2`, …, and begins a new file. It then returns TALLY_SET_ASIDE, and the message
    /// (tally_error_message) says what was wrong and the new name. The call renames a file for no other reason. If the file
    /// cannot be read, the call fails with IO. If the file was cut off, its log is damaged, or sound pages contain what this
    /// library would not have written, the call fails with CORRUPT or leaves that to tally_engine_verify, as without the
    /// flag. A file without checksums is never renamed.
    ///
    /// Room. What is written goes to SQLite's log (`<file>-wal`) first, and from there into the file: after 1,000 pages,
    /// about 4 MB, by whoever writes just then, and by the loop thread when nothing was written for a second; the log is
    /// then empty. It is never longer than that and the largest transaction. Where more than a tenth of the file is free,
    /// the loop thread then gives it back, 1 MB at a time. A file of an older version (schema 1 or 2) does not shrink, and
    /// its pages have no checksums. With TALLY_ENGINE_VACUUM the file, whichever it is, is written anew at this opening,
    /// without gaps, and has both. That takes room for two more of it, and time linear in its size; where it fails, so does
    /// the opening, and nothing is lost.
    /// Where there is no room (FULL), what a call would have written has not happened, and badges of group durability stay
    /// in memory: they are tried again every second, and the log has it once that they cannot be written (TALLY_LOG_ERROR),
    /// and once that they are (TALLY_LOG_INFO).
    ///
    /// Answers: OK, SET_ASIDE. Errors: ARGUMENT, NO_MEMORY, RANGE, IO, FULL, LOCKED, CORRUPT, NOT_A_STORE, NEWER, READ_ONLY,
    /// PERMISSION.
    /// Complexity: what is stored is read account by account, when an account is opened; with TALLY_ENGINE_SET_ASIDE
    /// and TALLY_ENGINE_VACUUM linear in the size of the file.
    pub fn tally_engine_open(
        options: *const tally_engine_options,
        out_engine: *mut *mut tally_engine,
    ) -> tally_status;
    /// Ends what is under way, writes everything, closes the file and releases the handle, whatever the answer but THREAD.
    /// Pending completions and observers are dropped; their release_user_data is called. Callbacks that run on other
    /// threads are waited for. A host's own transport is told of each request that it has not answered (CANCEL). timeout:
    /// how long writing may take, in milliseconds; -1: as long as it takes. NULL is accepted.
    /// Threads: any, but not in a callback. Other threads must not use the handle afterwards: one that waits in
    /// tally_next_event wakes with CLOSED, but one that is about to call it would come too late; so tell such a thread to
    /// end, tally_interrupt, join it, and then close.
    /// Errors: THREAD (inside a callback) and ARGUMENT (a timeout below -1): nothing was done, the engine is still open; IO,
    /// FULL or TIMEOUT: closed all the same, what could not be written is lost.
    pub fn tally_engine_close(
        engine: *mut tally_engine,
        timeout: i64,
    ) -> tally_status;
    /// Waits until all that was applied before the call is on the disk.
    /// Errors: CLOSED, FORKED, IO, FULL (nothing is lost: it stays in memory and is tried again).
    pub fn tally_engine_flush(
        engine: *mut tally_engine,
    ) -> tally_status;
    /// Reads the whole file and compares it with what it should be: the checksum of every page, the order of pages and
    /// indexes, that tables and rows are such as this library writes, that what rows refer to is there; and that the badges
    /// in memory are those of the file. Each thing that is wrong is told to the log (TALLY_LOG_ERROR), a hundred at most,
    /// with the page or the table and row; the message has the first one and how many there are. An engine without a file
    /// verifies what it has in memory.
    /// Errors: CORRUPT (the file is damaged; the engine goes on with what can be read), INTERNAL (only what is in memory is
    /// wrong), NO_MEMORY, CLOSED, FORKED, IO (something could not be read; it may be sound), FULL.
    /// Complexity: linear in the size of the file. What needs the file waits meanwhile; badges can be read and changed, but
    /// for the time in which one account is compared.
    pub fn tally_engine_verify(
        engine: *mut tally_engine,
    ) -> tally_status;
    /// Salvages what can be read of a file into a new one. `damaged` is only read, with its log, and need not even be opened
    /// by SQLite: every page is read for itself. `fresh` must not exist; it appears when it is complete, and has been
    /// verified. The names of what could be saved, keys and revisions stay; the epoch of the revisions is another one. A row
    /// that is impossible, or contradicts the others, is left out and counted. If anything was lost, feeds request
    /// everything from scratch, so that what a server still has comes back.
    /// out_recovery (may be NULL): what was saved and lost.
    /// Threads: any; neither file may be open in an engine.
    /// Errors: ARGUMENT, NO_MEMORY, EXISTS (fresh, or `<fresh>.recovering`, which a run that was killed leaves),
    /// CONFLICT (a log or journal of an earlier file lies beside `fresh`, and would be written into it), NOT_A_STORE, NEWER,
    /// LOCKED (damaged is open), CORRUPT (nothing in it can be read), IO, FULL, READ_ONLY, PERMISSION.
    /// After an error there is no `fresh`.
    /// Complexity: linear in the size of the file.
    pub fn tally_engine_recover(
        damaged: *const c_char,
        fresh: *const c_char,
        out_recovery: *mut tally_recovery,
    ) -> tally_status;
    /// The limits in force. Errors: ARGUMENT, CLOSED, FORKED.
    pub fn tally_engine_limits(
        engine: *mut tally_engine,
        out_limits: *mut tally_limits,
    ) -> tally_status;
    /// Copies the engine's file into another one, while the engine is used: it holds what was applied before the call, and,
    /// of what is applied during it, all up to some moment. The copy is a file like the original, of the same epoch and with
    /// the same rights, to be opened like it. It is on the disk when the call returns. It grows under another name, with
    /// -partial behind, so that there is never a part of it under its own; a file of that other name is taken for what is
    /// left of a backup that was broken off, and removed.
    /// It takes as long as that takes. Meanwhile who changes badges waits for nothing, and who waits for the disk anyway
    /// waits for a megabyte to be copied, at most.
    /// Where there is a file already the answer is EXISTS; with TALLY_BACKUP_REPLACE it is replaced, at once, when the copy
    /// is complete, unless it is no regular file, or a symbolic link (EXISTS), or open in an engine (LOCKED), or was not
    /// closed, so that its log lies beside it (CONFLICT). The engine's own file, by whatever name, is never replaced, nor is
    /// what belongs to it (ARGUMENT).
    /// Errors: these, UNSUPPORTED (the engine has no file), NO_MEMORY, CLOSED (also when it is closed meanwhile), FORKED,
    /// IO, FULL, READ_ONLY, PERMISSION, CORRUPT (the original is damaged). Then there is no copy, and what was there is as
    /// it was.
    /// Threads: any, also in a callback. Closing the engine breaks it off.
    pub fn tally_engine_backup(
        engine: *mut tally_engine,
        file: *const c_char,
        flags: u32,
    ) -> tally_status;
    /// What the engine is made of just now. Errors: ARGUMENT, CLOSED, FORKED. Complexity: the feeds, and the accounts in
    /// memory.
    pub fn tally_engine_stats(
        engine: *mut tally_engine,
        out_stats: *mut tally_stats,
    ) -> tally_status;
    /// Opens an account, creating it where there is none of that name (1 to 255 bytes of UTF-8 without control
    /// characters). Opening one that is open already gives the same handle once more.
    /// out_account: owned, release with tally_account_release once for each time it was opened; NULL after an error.
    /// Errors: ARGUMENT, NO_MEMORY, LIMIT, CONFLICT (aggregation or feeding differ from what is stored), CLOSED, FORKED,
    /// IO, FULL, CORRUPT.
    /// Complexity: linear in what is stored for the account, the first time; with max_loaded_accounts constant, since then
    /// the account is read by the first call that needs it.
    pub fn tally_account_open(
        engine: *mut tally_engine,
        name: *const c_char,
        options: *const tally_account_options,
        out_account: *mut *mut tally_account,
    ) -> tally_status;
    /// Gives the handle back. The account stays in the engine, stays logged in and goes on syncing.
    pub fn tally_account_release(
        account: *mut tally_account,
    );
    /// Lists the names of the accounts that are stored, open or not, by their bytes: `limit` (1 to 10,000) at most, those
    /// after the name `after` (NULL: from the first; it need not exist).
    /// Answers: OK, MORE (go on with the last name). Errors: ARGUMENT, BUFFER_TOO_SMALL, CLOSED, FORKED, NO_MEMORY, IO,
    /// CORRUPT. Complexity: what is listed.
    pub fn tally_account_list(
        engine: *mut tally_engine,
        after: *const c_char,
        limit: usize,
        names: *mut tally_text,
        name_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// Removes an account, with its badges, messages, feeds, positions and whatever else is stored for it, for good; when it
    /// returns, that is on the disk. It may be open: then it is logged out, its feeds go (outstanding completions get
    /// TALLY_ERROR_CANCELLED), its observers are told that their paths show nothing, and are never called again; and calls
    /// with its handles, and those of its feeds, answer NOT_FOUND. The handles are still to be released. An account that is
    /// opened by this name afterwards is another one, with another identifier.
    /// Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL. After an error nothing was removed.
    /// Complexity: linear in what is stored for it; calls of other accounts wait meanwhile where it is in memory.
    pub fn tally_account_drop(
        engine: *mut tally_engine,
        name: *const c_char,
    ) -> tally_status;
    /// Logs in: what the account's feeds may send from now on. token: sent as `Authorization: Bearer`, kept in memory
    /// only, never stored; NULL or empty: none. Logging in again replaces the token and starts the feeds again that were
    /// stopped because the server refused the last one. Nobody is logged in when an engine has been opened.
    /// Errors: ARGUMENT (a token with control characters), NO_MEMORY, CLOSED, FORKED.
    pub fn tally_account_log_in(
        account: *mut tally_account,
        token: *const c_char,
    ) -> tally_status;
    /// Logs out: stops every request and timer of the account; what still arrives is dropped. Outstanding completions get
    /// TALLY_ERROR_LOGGED_OUT. The badges stay and can be read; the total leaves them out.
    /// Errors: CLOSED, FORKED.
    pub fn tally_account_log_out(
        account: *mut tally_account,
    ) -> tally_status;
    /// The account's state: its identifier in events (never 0), the revision of its badges, the epoch of the revisions
    /// (another one when the store was created anew), and whether it is logged in. Each pointer may be NULL.
    /// Errors: CLOSED, FORKED.
    pub fn tally_account_info(
        account: *mut tally_account,
        out_id: *mut i64,
        out_revision: *mut u64,
        out_epoch: *mut u64,
        out_logged_in: *mut i32,
    ) -> tally_status;
    /// All that belongs to an account, as bytes (docs/account-snapshot-format.md): how it was created, its badges, mutes and
    /// expiries, its revision, its feeds with their cursors, its messages with their states, the positions of its sources
    /// and the identifiers of its batches. For moving an account to another engine, or keeping it. It is of one moment,
    /// whatever changes meanwhile: other accounts, and badges of this one, are changed without waiting for it. Styles,
    /// observers and the credential are the host's, and no part of it. Equal accounts give equal bytes.
    ///
    /// snapshot: bytes going out go into the caller's buffer; out_size tells their number in any case, and where the
    /// capacity does not suffice the answer is BUFFER_TOO_SMALL (they may be more the next time).
    /// restore: makes an account of that name, which must not exist (EXISTS); it is on the disk when it returns, and is not
    /// open. Its identifiers (of the account, of feeds and messages) are new. Bytes may come from anywhere: what is not well
    /// formed is MALFORMED, and the message says what and where; then nothing has changed. The feeds go on where they were
    /// when they are added in this engine.
    /// Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT; snapshot also NOT_FOUND, BUFFER_TOO_SMALL; restore also
    /// EXISTS, MALFORMED, FULL, PATH and LIMIT (beyond the limits of this engine).
    /// Complexity: linear in what is stored for the account.
    pub fn tally_account_snapshot(
        account: *mut tally_account,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// All that belongs to an account, as bytes (docs/account-snapshot-format.md): how it was created, its badges, mutes and
    /// expiries, its revision, its feeds with their cursors, its messages with their states, the positions of its sources
    /// and the identifiers of its batches. For moving an account to another engine, or keeping it. It is of one moment,
    /// whatever changes meanwhile: other accounts, and badges of this one, are changed without waiting for it. Styles,
    /// observers and the credential are the host's, and no part of it. Equal accounts give equal bytes.
    ///
    /// snapshot: bytes going out go into the caller's buffer; out_size tells their number in any case, and where the
    /// capacity does not suffice the answer is BUFFER_TOO_SMALL (they may be more the next time).
    /// restore: makes an account of that name, which must not exist (EXISTS); it is on the disk when it returns, and is not
    /// open. Its identifiers (of the account, of feeds and messages) are new. Bytes may come from anywhere: what is not well
    /// formed is MALFORMED, and the message says what and where; then nothing has changed. The feeds go on where they were
    /// when they are added in this engine.
    /// Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT; snapshot also NOT_FOUND, BUFFER_TOO_SMALL; restore also
    /// EXISTS, MALFORMED, FULL, PATH and LIMIT (beyond the limits of this engine).
    /// Complexity: linear in what is stored for the account.
    pub fn tally_account_restore(
        engine: *mut tally_engine,
        name: *const c_char,
        snapshot: *const c_void,
        size: usize,
    ) -> tally_status;
    /// Which of so many partitions an account of this name belongs to, 0 to partitions - 1: FNV-1a of 32 bits over the bytes
    /// of the name, modulo partitions (docs/account-hash.md has it for other languages, with examples). For hosts that
    /// divide accounts among machines. The same on every machine, for ever. Needs no engine.
    /// Errors: ARGUMENT (no name of an account; partitions is 0).
    pub fn tally_account_hash(
        name: *const c_char,
        partitions: u32,
        out_partition: *mut u32,
    ) -> tally_status;
    /// What becomes of the application and its machine: told to all feeds of the account, at once, and to those that are
    /// added later. Hosts that never tell are always in the foreground.
    ///
    /// foreground: 1, the application is in front; 0, it is in the background, where pages are not seen (see
    /// tally_feed_page_shown) and feeds with TALLY_FEED_STOPS_IN_BACKGROUND rest. Coming to the foreground with a page shown
    /// counts as a return to that page.
    /// Errors: ARGUMENT, CLOSED, FORKED, NOT_FOUND (dropped). Complexity: the feeds of the account.
    pub fn tally_account_foreground(
        account: *mut tally_account,
        foreground: i32,
    ) -> tally_status;
    /// available: 1, there is a network again, or another one; 0, it was lost. An attempt that waits after failures is made
    /// at once when it is back; where that fails too, the next time not before one was made in its time, or the network was
    /// lost. Errors and complexity: as above.
    pub fn tally_account_network_changed(
        account: *mut tally_account,
        available: i32,
    ) -> tally_status;
    /// The machine slept, and is awake. As where the network is back; moreover failures within 10 s from now are not
    /// counted, and tried again 2, 5 and 10 s from now. What became due during sleep happens once, whether this is called or
    /// not. Errors and complexity: as above.
    pub fn tally_account_woke(
        account: *mut tally_account,
    ) -> tally_status;
    /// Sets the node's own badge to a count; 0 takes it away. Error RANGE: not 0 to TALLY_MAX_COUNT.
    pub fn tally_badge_set(
        account: *mut tally_account,
        path: *const c_char,
        count: i64,
    ) -> tally_status;
    /// Sets the node's own badge to a dot.
    pub fn tally_badge_dot(
        account: *mut tally_account,
        path: *const c_char,
    ) -> tally_status;
    /// The same with an end: the badge is removed at the timestamp `until`. TALLY_FOREVER: no end. A timestamp
    /// in the past removes it immediately. Error RANGE: until is negative.
    /// Everything that ends at the same time ends in one operation. What ends at different times ends in the order of time,
    /// so the state does not depend on when the engine runs.
    pub fn tally_badge_set_until(
        account: *mut tally_account,
        path: *const c_char,
        count: i64,
        until: i64,
    ) -> tally_status;
    /// The same with an end: the badge is removed at the timestamp `until`. TALLY_FOREVER: no end. A timestamp
    /// in the past removes it immediately. Error RANGE: until is negative.
    /// Everything that ends at the same time ends in one operation. What ends at different times ends in the order of time,
    /// so the state does not depend on when the engine runs.
    pub fn tally_badge_dot_until(
        account: *mut tally_account,
        path: *const c_char,
        until: i64,
    ) -> tally_status;
    /// Adds to the node's own count (a dot or nothing counts as 0); where 0 results the badge goes. The expiry stays. A
    /// delta of 0 changes nothing.
    /// Error RANGE: the result is not 0 to TALLY_MAX_COUNT; nothing changed.
    pub fn tally_badge_add(
        account: *mut tally_account,
        path: *const c_char,
        delta: i64,
    ) -> tally_status;
    /// Takes the node's badge away, as when the user has looked: its own badge goes, and messages that feed it become seen.
    /// CHILDREN: TALLY_HELD, and nothing changes, where a child contributes a badge. Else TALLY_HELD where the node still
    /// shows one, by its children (SUM), or by messages that are not read, where those feed it.
    pub fn tally_badge_clear(
        account: *mut tally_account,
        path: *const c_char,
    ) -> tally_status;
    /// Takes away the badges of the node and of everything below it; messages that feed them become seen.
    /// Returns TALLY_HELD if the node still shows a badge, because of unread messages in an account that they feed.
    /// Complexity: what is lit below, not what exists.
    pub fn tally_badge_force(
        account: *mut tally_account,
        path: *const c_char,
    ) -> tally_status;
    /// Mutes a node; until: as in tally_badge_set_until.
    pub fn tally_badge_mute(
        account: *mut tally_account,
        path: *const c_char,
        mode: i32,
        until: i64,
    ) -> tally_status;
    /// What a path shows. An unknown path shows nothing, which is no error, and creates nothing.
    pub fn tally_badge_get(
        account: *mut tally_account,
        path: *const c_char,
        out_badge: *mut tally_badge,
    ) -> tally_status;
    /// The total over all accounts that are logged in: what an application's icon shows. flags and manual_count are 0,
    /// the revision counts the changes of the total since the engine was opened. Errors: ARGUMENT, CLOSED, FORKED.
    pub fn tally_engine_total(
        engine: *mut tally_engine,
        out_badge: *mut tally_badge,
    ) -> tally_status;
    /// Lists the nodes that show a badge, or are muted, sorted by the bytes of their paths.
    /// out_revision (may be NULL): the revision that the list shows.
    /// Errors: as above, and BUFFER_TOO_SMALL.
    pub fn tally_badge_list(
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        entries: *mut tally_badge_entry,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
        out_revision: *mut u64,
    ) -> tally_status;
    /// Lists the nodes whose badge changed after the revision `since`, each once, in no particular order, with what they
    /// show now; for hosts that poll once a frame instead of taking callbacks. (A node that changed and changed back may be
    /// listed.) since: what tally_badge_list or a former call answered in out_revision. epoch: as tally_account_info tells
    /// it; 0: not compared.
    /// out_count: how many were written. out_revision: what to ask with next.
    /// Answers: OK; MORE: they did not all fit, go on at once with out_revision; RESYNC: `since` is older than what is kept
    /// (the last 65,536 changes since the first call), is of another epoch, or lies in the future: list everything, and go
    /// on with its revision. The first call begins to keep changes.
    /// Errors: as above, and BUFFER_TOO_SMALL: not even the changes of one transaction fit. out_count is then 0, and the
    /// buffers may contain a part of these changes.
    /// Complexity: what changed, whatever the size of the tree. After the first call it needs no memory.
    pub fn tally_badge_changes(
        account: *mut tally_account,
        since: u64,
        epoch: u64,
        entries: *mut tally_badge_entry,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_revision: *mut u64,
    ) -> tally_status;
    /// Explains why a path shows what it shows: behind each entry that messages feed (FED) come those messages, the oldest
    /// first, each an entry with MESSAGE, and LIGHTS and HELD_BACK as of its node, whose entry has what they contribute.
    /// Apart from these it lists the nodes at and below it that own a badge or that messages feed,
    /// also those that a mute holds back; and the nodes below it whose mute keeps something back. Sorted by the bytes of
    /// their paths. The path's own mute is not among them: it keeps nothing from the path itself.
    /// The contributed counts add up to the count that tally_badge_get answers for the path, and it shows a badge exactly
    /// where an entry has LIGHTS. With CHILDREN a node's own count adds nothing while its children, or what feeds it, have
    /// a number: then the entry says OVERRIDDEN, and contributed has only what feeds it (0 where nothing does).
    /// An unknown path, or one that shows nothing and keeps nothing back, has no entries.
    /// Errors: as above, IO, CORRUPT, and BUFFER_TOO_SMALL.
    /// Complexity: the messages listed, the nodes below that show a badge or are muted, or once did or were, and for each
    /// entry the depth between it and the path; siblings are sorted. Takes some 64 bytes an entry during the call.
    pub fn tally_badge_explain(
        account: *mut tally_account,
        path: *const c_char,
        entries: *mut tally_reason,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// What is owned at and below a path. Complexity: linear in what is listed below.
    pub fn tally_badge_snapshot(
        account: *mut tally_account,
        path: *const c_char,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// Makes the path and all below it own what the snapshot says, and nothing else.
    pub fn tally_badge_restore(
        account: *mut tally_account,
        path: *const c_char,
        snapshot: *const c_void,
        size: usize,
    ) -> tally_status;
    /// A number that is equal for equal subtrees, and for others hardly ever; the same on every machine. Not for
    /// adversaries. Complexity: what changed since it was last asked for.
    pub fn tally_badge_digest(
        account: *mut tally_account,
        path: *const c_char,
        out_digest: *mut u64,
    ) -> tally_status;
    /// The minimal patch from one subtree to another, of the same engine. Complexity: what differs, not what exists.
    pub fn tally_badge_diff(
        from: *mut tally_account,
        from_path: *const c_char,
        to: *mut tally_account,
        to_path: *const c_char,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// The minimal patch from one snapshot to another. Needs no engine. Both are checked, at every call, which takes most of
    /// the time: who compares one more than once decodes it.
    pub fn tally_snapshot_diff(
        from: *const c_void,
        from_size: usize,
        to: *const c_void,
        to_size: usize,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// Decodes bytes. out_snapshot: owned, release with tally_snapshot_release; NULL after an error. bytes: copied.
    /// Errors: ARGUMENT, MALFORMED, NO_MEMORY. Complexity: their number.
    pub fn tally_snapshot_decode(
        bytes: *const c_void,
        size: usize,
        out_snapshot: *mut *mut tally_snapshot,
    ) -> tally_status;
    /// What is owned at and below a path, as tally_badge_snapshot and decoding. out_snapshot: as above. Errors: those of
    /// badges.
    pub fn tally_snapshot_take(
        account: *mut tally_account,
        path: *const c_char,
        out_snapshot: *mut *mut tally_snapshot,
    ) -> tally_status;
    /// Gives the handle back, and the memory. NULL is accepted. No other thread may be using it.
    pub fn tally_snapshot_release(
        snapshot: *mut tally_snapshot,
    );
    /// Its bytes. Errors: ARGUMENT, BUFFER_TOO_SMALL.
    pub fn tally_snapshot_encode(
        snapshot: *const tally_snapshot,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// The minimal patch from one to another: the same bytes as of tally_snapshot_diff.
    /// Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY (of what differs nothing is kept, so little is needed).
    /// Complexity: their bytes, at the speed of comparing memory where they are the same.
    pub fn tally_snapshot_compare(
        from: *const tally_snapshot,
        to: *const tally_snapshot,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// Makes the path and all below it own what the snapshot says, and nothing else. Errors: as of tally_badge_restore, but
    /// MALFORMED.
    pub fn tally_snapshot_restore(
        snapshot: *const tally_snapshot,
        account: *mut tally_account,
        path: *const c_char,
    ) -> tally_status;
    /// The patch that leads back. Needs no engine.
    pub fn tally_patch_inverse(
        patch: *const c_void,
        size: usize,
        buffer: *mut c_void,
        capacity: usize,
        out_size: *mut usize,
    ) -> tally_status;
    /// Applies a patch at a path. CONFLICT: what is there is not what the patch begins with; the message names the first
    /// path, and nothing has changed.
    pub fn tally_badge_apply(
        account: *mut tally_account,
        path: *const c_char,
        patch: *const c_void,
        size: usize,
        flags: u32,
    ) -> tally_status;
    /// Recounts the whole tree and compares it with what is kept: OK, or INTERNAL with the first path that is wrong in the
    /// message. For tests, and for hosts that want to be sure. Complexity: all nodes.
    pub fn tally_account_verify(
        account: *mut tally_account,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_resolve(
        account: *mut tally_account,
        path: *const c_char,
        out_node: *mut tally_node,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_release(
        account: *mut tally_account,
        node: tally_node,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_path(
        account: *mut tally_account,
        node: tally_node,
        buffer: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_set(
        account: *mut tally_account,
        node: tally_node,
        count: i64,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_dot(
        account: *mut tally_account,
        node: tally_node,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_add(
        account: *mut tally_account,
        node: tally_node,
        delta: i64,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_clear(
        account: *mut tally_account,
        node: tally_node,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_force(
        account: *mut tally_account,
        node: tally_node,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_mute(
        account: *mut tally_account,
        node: tally_node,
        mode: i32,
        until: i64,
    ) -> tally_status;
    /// Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
    /// it is released (as often as it was resolved), or the engine is closed; 0 is never one. A released or foreign handle
    /// is TALLY_ERROR_STALE_HANDLE.
    pub fn tally_node_get(
        account: *mut tally_account,
        node: tally_node,
        out_badge: *mut tally_badge,
    ) -> tally_status;
    /// Applies operations in their order, all or nothing: one transaction, one revision, observers told at the end. It
    /// gives what the operations give one by one. TALLY_HELD does not fail it. If one is refused, the answer is its error,
    /// its status says why, and the status of every other one is TALLY_ERROR_NOT_APPLIED.
    /// out_revision (may be NULL): the account's revision afterwards.
    ///
    /// Exactly once. A batch with a source or an id is recognised when it comes again; then nothing is done, and the answer,
    /// and the status of each operation, is TALLY_ALREADY_APPLIED. What it is recognised by is stored in the transaction of
    /// what it changes, with either durability: when it returns, both are on the disk; after a crash both are, or neither.
    /// So whoever is not sure whether a batch arrived sends it again.
    /// - With a source: for a host that applies a log. A batch whose position is not greater than that of the last one of
    ///   the source has been applied (the first one of a source may have any). A batch of a smaller epoch than the last one
    ///   is refused with STALE_EPOCH: its sender is no longer the log's owner. One of a greater epoch takes the log over,
    ///   also where it has been applied already; the position goes on. A batch without operations moves the position and
    ///   the epoch alone: so a new owner takes over before it begins, and one gets past a batch that is refused for good.
    ///   Accounts have positions of their own: a log that changes several accounts has one for each.
    /// - With an id: for a sender that tries again, so that an `add` counts once. The account remembers as many of the last
    ///   ones, and for as long, as max_batch_ids and batch_id_time say; an id that comes after that is new. Of an id it
    ///   matters only that it is the same: what the batch does is not compared.
    /// - With both, either recognises it; the position is noted in any case.
    ///
    /// Answers: OK, ALREADY_APPLIED. Errors: those of the operations, STALE_HANDLE; with a source or an id also ARGUMENT,
    /// STALE_EPOCH, IO, FULL.
    /// Complexity: that of the operations; with a source or an id, a transaction that waits for the disk.
    pub fn tally_badge_batch(
        account: *mut tally_account,
        operations: *mut tally_operation,
        count: usize,
        options: *const tally_batch_options,
        out_revision: *mut u64,
    ) -> tally_status;
    /// How far a source has been applied to the account: the epoch and the position of its last batch. What to read a log
    /// from. Each pointer may be NULL.
    /// Errors: ARGUMENT, NOT_FOUND (no batch of this source was ever applied), CLOSED, FORKED, NO_MEMORY, IO, CORRUPT.
    pub fn tally_batch_position(
        account: *mut tally_account,
        source: *const c_char,
        out_epoch: *mut u64,
        out_position: *mut u64,
    ) -> tally_status;
    /// Paths. escape: a name, of any bytes that a component may hold, as a component. join: a path and a component (not
    /// escaped: escape is applied) as a path, beginning with root. parent: of a path; of root, NOT_FOUND. component: the
    /// index-th one, from 0, of a path, without escapes; root itself is not counted; NOT_FOUND beyond the last.
    /// Limits are those of the defaults (64 components, 4,096 bytes). Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NOT_FOUND.
    pub fn tally_path_escape(
        name: *const c_char,
        buffer: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Paths. escape: a name, of any bytes that a component may hold, as a component. join: a path and a component (not
    /// escaped: escape is applied) as a path, beginning with root. parent: of a path; of root, NOT_FOUND. component: the
    /// index-th one, from 0, of a path, without escapes; root itself is not counted; NOT_FOUND beyond the last.
    /// Limits are those of the defaults (64 components, 4,096 bytes). Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NOT_FOUND.
    pub fn tally_path_join(
        path: *const c_char,
        name: *const c_char,
        buffer: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Paths. escape: a name, of any bytes that a component may hold, as a component. join: a path and a component (not
    /// escaped: escape is applied) as a path, beginning with root. parent: of a path; of root, NOT_FOUND. component: the
    /// index-th one, from 0, of a path, without escapes; root itself is not counted; NOT_FOUND beyond the last.
    /// Limits are those of the defaults (64 components, 4,096 bytes). Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NOT_FOUND.
    pub fn tally_path_parent(
        path: *const c_char,
        buffer: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Paths. escape: a name, of any bytes that a component may hold, as a component. join: a path and a component (not
    /// escaped: escape is applied) as a path, beginning with root. parent: of a path; of root, NOT_FOUND. component: the
    /// index-th one, from 0, of a path, without escapes; root itself is not counted; NOT_FOUND beyond the last.
    /// Limits are those of the defaults (64 components, 4,096 bytes). Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NOT_FOUND.
    pub fn tally_path_component(
        path: *const c_char,
        index: usize,
        buffer: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Gives a path a style in the place of the one that it had. NULL, or no fields: takes it away. Views whose look changes
    /// by it, at the path and below, are called again, in the order of "Watching" (deeper paths first).
    /// style: copied, the icon's name too.
    /// Errors: ARGUMENT (an unknown field or overflow, a bad icon), RANGE (a number, also NaN), PATH, NO_MEMORY, LIMIT (too
    /// many nodes), CLOSED, FORKED. Complexity: the observers of the account, times the depth of their paths.
    pub fn tally_style_set(
        account: *mut tally_account,
        path: *const c_char,
        style: *const tally_style,
    ) -> tally_status;
    /// The style of the path itself, nothing inherited; no fields where it has none. What is left out is 0.
    /// icon: the caller's buffer for the icon's name, of icon_capacity; out_style->icon points there, or is NULL where it
    /// names none, or the buffer does not suffice. out_icon_length: the name's length, 0 where there is none. Both NULL: it
    /// is not asked for. 256 bytes always suffice.
    /// Errors: ARGUMENT, PATH, NO_MEMORY, BUFFER_TOO_SMALL (icon; out_style is told), CLOSED, FORKED.
    pub fn tally_style_get(
        account: *mut tally_account,
        path: *const c_char,
        out_style: *mut tally_style,
        icon: *mut c_char,
        icon_capacity: usize,
        out_icon_length: *mut usize,
    ) -> tally_status;
    /// Returns how to draw a path. A count shows as a number. Otherwise the icon that a feed's page gave to the path's own
    /// badge shows, or, if there is none, the icon of the path's style. Otherwise a dot shows. A page's icon is removed with
    /// its badge, and when the badge is replaced. An unknown path shows nothing, and has the style that it would inherit.
    /// text: the caller's buffer, of text_capacity; out_text_length: the length of the text, 0 for a dot or nothing. Both
    /// NULL: it is not asked for. 256 bytes always suffice.
    /// Errors: ARGUMENT, PATH, NO_MEMORY, BUFFER_TOO_SMALL (text; out_presentation is told), CLOSED, FORKED.
    /// Complexity: the depth of the path.
    pub fn tally_badge_present(
        account: *mut tally_account,
        path: *const c_char,
        out_presentation: *mut tally_presentation,
        text: *mut c_char,
        text_capacity: usize,
        out_text_length: *mut usize,
    ) -> tally_status;
    /// The same for a count, without an engine: the total over the accounts, or a number from elsewhere. shows: 1, or 0 for
    /// nothing, whatever the count. style: the badge's own; what it leaves out is the default. NULL: all defaults.
    /// Errors: as of tally_badge_present and tally_style_set.
    pub fn tally_present(
        shows: i32,
        count: u64,
        style: *const tally_style,
        out_presentation: *mut tally_presentation,
        text: *mut c_char,
        text_capacity: usize,
        out_text_length: *mut usize,
    ) -> tally_status;
    /// A scope holds observers and views, of any accounts; closing it removes all of them, so nobody has to remember to.
    /// out_scope: owned, release with tally_scope_close. Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED.
    pub fn tally_scope_open(
        engine: *mut tally_engine,
        out_scope: *mut *mut tally_scope,
    ) -> tally_status;
    /// Removes the scope's observers and views, as tally_unobserve does each, and releases the handle.
    pub fn tally_scope_close(
        scope: *mut tally_scope,
    );
    /// Observes a path: told at most once a transaction, only where what it shows changed.
    /// callback: NULL where the events are to be had from tally_next_event alone.
    /// out_token (may be NULL): identifies the observer in events and for tally_unobserve. The same account, path, flags
    /// of subtree, callback (not NULL) and user_data in the same scope are not a second observer: the answer is the first
    /// one's token (and release_user_data stays the first one's: it is called once, not twice).
    /// Errors: ARGUMENT, PATH, NO_MEMORY, LIMIT, CLOSED, FORKED.
    /// Complexity: constant; of a subtree, linear in what is lit below.
    pub fn tally_observe(
        scope: *mut tally_scope,
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        callback: tally_event_callback,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        out_token: *mut u64,
    ) -> tally_status;
    /// Observes the messages at a path: told once when it is registered, and then at most once a transaction, where it
    /// added, changed or removed some, or they were seen, read or unread again; whether a badge changed or not. With
    /// TALLY_OBSERVE_SUBTREE also those below, all in one. TALLY_OBSERVE_INITIAL is implied. The event has how many there
    /// are. Else as above; errors also IO, FULL, CORRUPT. Complexity: the messages there, now and for each event.
    pub fn tally_observe_messages(
        scope: *mut tally_scope,
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        callback: tally_event_callback,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        out_token: *mut u64,
    ) -> tally_status;
    /// Observes the groups of an account: told of each one at most once a transaction, where messages of it came, changed or
    /// went, it was seen, or the words of its summary are others (so the summary may be another, or there may be no such
    /// group any more). flags: TALLY_OBSERVE_INITIAL, which tells of all groups that there are. Else as above.
    pub fn tally_observe_groups(
        scope: *mut tally_scope,
        account: *mut tally_account,
        flags: u32,
        callback: tally_event_callback,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        out_token: *mut u64,
    ) -> tally_status;
    /// Observes the total over the accounts that are logged in. flags: TALLY_OBSERVE_INITIAL. Else as above.
    pub fn tally_observe_total(
        scope: *mut tally_scope,
        flags: u32,
        callback: tally_event_callback,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        out_token: *mut u64,
    ) -> tally_status;
    /// Removes one observer, or unbinds one view. After it returns, also from inside a callback, the callback is never
    /// called again. If other threads are calling it just now, tally_unobserve waits until those calls return, so hold no
    /// lock that the callback takes. When it returns outside callbacks, no call of the callback is running.
    ///
    /// Inside a callback it does not wait for calls that could not return before it does:
    /// - the call that it is made in;
    /// - a call on a thread that is waiting, in tally_unobserve or tally_scope_close, for an observer whose callback is
    ///   running on this thread, or on a third thread that is waiting for this one in the same way.
    /// Such a call is still running when tally_unobserve returns. user_data is released when the last of them has returned.
    /// So two callbacks may remove each other's observers: the later one does not wait for the earlier one.
    ///
    /// Errors: NOT_FOUND, CLOSED, FORKED.
    pub fn tally_unobserve(
        scope: *mut tally_scope,
        token: u64,
    ) -> tally_status;
    /// Binds a view to a path: it is called with the current state once it is bound, whenever what the path shows changes,
    /// and when a style changes how it looks; where callbacks are made, never inside this call. What waits is merged, so it
    /// is called with the latest state. The scope holds it; tally_unobserve unbinds it. Unbinding does not call hide.
    /// view: copied.
    /// out_token (may be NULL): identifies it in events (VIEW) and for tally_unobserve. The same account, path, functions
    /// and user_data in the same scope are not a second view: the answer is the first one's token (and release_user_data
    /// stays the first one's).
    /// Errors: ARGUMENT (also: a function is NULL), PATH, NO_MEMORY, LIMIT (max_observers counts views too), CLOSED, FORKED.
    /// Complexity: the views and observers of this very path.
    pub fn tally_view_bind(
        scope: *mut tally_scope,
        account: *mut tally_account,
        path: *const c_char,
        view: *const tally_view,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        out_token: *mut u64,
    ) -> tally_status;
    /// Has all views of the scope called once more, as when a host's window has come back: deeper paths first, then by the
    /// bytes of the path, then in the order of binding.
    /// Errors: ARGUMENT, NO_MEMORY (none is called), CLOSED, FORKED.
    pub fn tally_view_refresh(
        scope: *mut tally_scope,
    ) -> tally_status;
    /// Waits for an event and takes it out of the queue. Where its observer or completion has a callback, it is called
    /// first, in this call. timeout: in milliseconds; 0: does not wait; -1: no limit. With TALLY_ENGINE_HOST_DRIVEN it
    /// never waits.
    /// text (of text_capacity): the event's text. out_event->struct_size must be set.
    /// Answers: OK, EMPTY (the time passed, or tally_interrupt). Errors: ARGUMENT, CLOSED (also while it waits), FORKED,
    /// BUFFER_TOO_SMALL (out_event->text_length says what is needed; the event stays first in the queue, its callback was
    /// not called).
    pub fn tally_next_event(
        engine: *mut tally_engine,
        timeout: i64,
        out_event: *mut tally_event,
        text: *mut c_char,
        text_capacity: usize,
    ) -> tally_status;
    /// Calls the callbacks of the events that waited when it was called, and of what these callbacks cause, up to `limit`
    /// events (0: as many as there are). Events without a callback stay for tally_next_event. Does not wait.
    /// out_count (may be NULL): how many were delivered. Answers: OK, MORE (the limit was reached). Errors: CLOSED, FORKED.
    pub fn tally_dispatch(
        engine: *mut tally_engine,
        limit: usize,
        out_count: *mut usize,
    ) -> tally_status;
    /// Wakes one tally_next_event that waits, or the next one that would. Not to be called in a signal handler.
    pub fn tally_interrupt(
        engine: *mut tally_engine,
    ) -> tally_status;
    /// A descriptor for poll, epoll, select: readable while events wait. With TALLY_ENGINE_HOST_DRIVEN: readable when
    /// tally_step has something to do. Never read from it, never close it: borrowed until the engine is closed.
    /// Errors: ARGUMENT, CLOSED, FORKED.
    pub fn tally_descriptor(
        engine: *mut tally_engine,
        out_descriptor: *mut i32,
    ) -> tally_status;
    /// notify is called, on whichever thread put the event there (often the library's loop thread) and with locks held,
    /// when the queue is no longer empty: once, then again only after it was drained. It must not call the library, only
    /// wake the host. NULL ends it; the call waits for a notify that is running. Errors: CLOSED, FORKED.
    pub fn tally_set_notify(
        engine: *mut tally_engine,
        notify: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
    ) -> tally_status;
    /// With TALLY_ENGINE_HOST_DRIVEN: does what is due, without waiting, then calls callbacks as tally_dispatch does. After
    /// any call of the library the host steps, or reads the timeout again, before it blocks.
    /// Threads: host's loop thread: one thread, not in a callback.
    /// Errors: UNSUPPORTED (another mode), THREAD, CLOSED, FORKED.
    pub fn tally_step(
        engine: *mut tally_engine,
    ) -> tally_status;
    /// How long the host may wait for the descriptor before tally_step has something to do, in milliseconds; 0: step now;
    /// -1: as long as it likes. Threads: host's loop thread. Errors: ARGUMENT, UNSUPPORTED, CLOSED, FORKED.
    pub fn tally_timeout(
        engine: *mut tally_engine,
        out_timeout: *mut i64,
    ) -> tally_status;
    /// Adds a feed, or, where the account has one of that name (1 to 255 bytes, as an account's), sets its options anew.
    /// It is stored with the account, and its cursor goes on where it was; unless the URL, the prefix, mapping_preset or the
    /// bytes of the mapping changed: then it asks for everything again, and the messages that it had brought go when the
    /// answer is there. Feeds that were stored, but were not added in this run, are not asked.
    /// out_feed (may be NULL): owned, release with tally_feed_release.
    /// Errors: ARGUMENT (also: there is no such preset), MALFORMED (the mapping), URL, PATH, RANGE, NO_MEMORY, LIMIT,
    /// CLOSED, FORKED, IO, FULL.
    pub fn tally_feed_add(
        account: *mut tally_account,
        name: *const c_char,
        options: *const tally_feed_options,
        out_feed: *mut *mut tally_feed,
    ) -> tally_status;
    /// Lists the feeds of an account that are stored, added in this run or not, by the bytes of their names: `limit` (1 to
    /// 10,000) at most, those after the name `after` (NULL: from the first; it need not exist).
    /// Answers: OK, MORE (go on with the last name). Errors: ARGUMENT, NOT_FOUND (the account was dropped),
    /// BUFFER_TOO_SMALL, CLOSED, FORKED, NO_MEMORY, IO, CORRUPT. Complexity: what is listed.
    pub fn tally_feed_list(
        account: *mut tally_account,
        after: *const c_char,
        limit: usize,
        entries: *mut tally_feed_entry,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// Lists what was set aside of a feed's answers, the oldest first: `limit` (1 to 10,000) at most, those after a number
    /// (0: from the first). The last 100 are kept, until the feed is asked for everything anew; they are in no snapshot of
    /// the account. feed: the identifier, from tally_feed_get, tally_feed_list or an event; of an unknown one there are
    /// none. Answers and errors: as of tally_feed_list.
    pub fn tally_feed_rejected(
        account: *mut tally_account,
        feed: i64,
        after: u64,
        limit: usize,
        items: *mut tally_rejected,
        item_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// Gives the handle back; the feed goes on.
    pub fn tally_feed_release(
        feed: *mut tally_feed,
    );
    /// Removes the feed, its messages and what they feed to badges, for good, and the manual badges that its answers have
    /// set, unless somebody has set them to something else since.
    /// Its completions get TALLY_ERROR_CANCELLED. The handle is still to be released. Errors: NOT_FOUND (removed before),
    /// CLOSED, FORKED, IO, FULL.
    pub fn tally_feed_remove(
        feed: *mut tally_feed,
    ) -> tally_status;
    /// Asks soon, unless a request is under way. Errors: NOT_FOUND, LOGGED_OUT, UNSUPPORTED (no URL), CLOSED, FORKED.
    pub fn tally_feed_refresh(
        feed: *mut tally_feed,
    ) -> tally_status;
    /// Registered pages: places in the host's application, numbered 0 to TALLY_FEED_MAX_PAGES - 1 as it likes, where the
    /// user sees what the feed brings. While one is shown, and the application is in the foreground, the user sees it.
    /// Showing one that is shown, and hiding one that is not, does nothing. One that is shown at log-in is shown for the
    /// first time then. Pages are not stored.
    /// Errors: RANGE (no such number), NOT_FOUND, CLOSED, FORKED.
    pub fn tally_feed_page_shown(
        feed: *mut tally_feed,
        page: u32,
    ) -> tally_status;
    /// Registered pages: places in the host's application, numbered 0 to TALLY_FEED_MAX_PAGES - 1 as it likes, where the
    /// user sees what the feed brings. While one is shown, and the application is in the foreground, the user sees it.
    /// Showing one that is shown, and hiding one that is not, does nothing. One that is shown at log-in is shown for the
    /// first time then. Pages are not stored.
    /// Errors: RANGE (no such number), NOT_FOUND, CLOSED, FORKED.
    pub fn tally_feed_page_hidden(
        feed: *mut tally_feed,
        page: u32,
    ) -> tally_status;
    /// Breaks off the request under way, and the one that waits behind it; completions get TALLY_ERROR_CANCELLED, and there
    /// is no SYNCED. What a page or more has changed already stays. The feed goes on by its interval. Where no request is
    /// under way nothing happens. Errors: NOT_FOUND, CLOSED, FORKED.
    pub fn tally_feed_cancel(
        feed: *mut tally_feed,
    ) -> tally_status;
    /// paused: 1, the feed asks nothing by itself, neither by timers nor because of pages; a request under way goes on, and
    /// tally_feed_refresh and tally_feed_force are heard. 0: it goes on, and what became due meanwhile happens once. Not
    /// stored. Errors: NOT_FOUND, CLOSED, FORKED.
    pub fn tally_feed_pause(
        feed: *mut tally_feed,
        paused: i32,
    ) -> tally_status;
    /// Asks now, whatever the interval, and completes exactly once, with an event COMPLETION (its result: OK,
    /// NOT_MODIFIED, UNAUTHORIZED, RATE_LIMITED with retry_after, LOGGED_OUT, CANCELLED, or what went wrong). If a request
    /// is under way, one more follows it, which all that ask meanwhile share.
    /// out_token (may be NULL): that of the event.
    /// Errors: NOT_FOUND, UNSUPPORTED (no URL), NO_MEMORY, LIMIT, CLOSED, FORKED. That the account is logged out is told by
    /// the completion.
    pub fn tally_feed_force(
        feed: *mut tally_feed,
        callback: tally_event_callback,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
        out_token: *mut u64,
    ) -> tally_status;
    /// The state, and the title that the server last gave (empty: none). title may be NULL where out_title_length is NULL
    /// too: then it is not asked for.
    /// Errors: ARGUMENT, NOT_FOUND (removed), BUFFER_TOO_SMALL (title), CLOSED, FORKED, NO_MEMORY.
    pub fn tally_feed_get(
        feed: *mut tally_feed,
        out_state: *mut tally_feed_state,
        title: *mut c_char,
        title_capacity: usize,
        out_title_length: *mut usize,
    ) -> tally_status;
    /// A page that the host has by other means, from a socket, a message queue, a file: applied as an answer with status 200
    /// would be, in one transaction: items, gone, marks, badges, cursor, title. It is read as the feed's answers are, by its
    /// mapping if it has one. Then there is a SYNCED event. What would make a request begin anew (`reset`, another epoch,
    /// the first page since the URL changed) makes this page everything that there is: what it does not hold goes, so it
    /// must not say `more`; else `more` is passed over. What the user has read or unread here while a request is under way
    /// stays. A request under way goes on; if its answer has anything new, it is asked for once more, behind this page's
    /// cursor, so that the cursor never goes back. Timers stay.
    /// bytes, size: copied. Nothing is taken while the account is logged out.
    /// Errors: ARGUMENT, PROTOCOL (what is wrong and where, in the message), TOO_LARGE (max_response_bytes), NOT_FOUND,
    /// LOGGED_OUT, CANCELLED (the feed was given another URL just now), NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL: nothing
    /// has happened. Complexity: the page.
    pub fn tally_feed_deliver(
        feed: *mut tally_feed,
        bytes: *const c_void,
        size: usize,
    ) -> tally_status;
    /// A push has come. Its bytes are a JSON object, of which everything may be missing:
    ///     {"feed":"inbox", "cursor":"196014", "spread":30,
    ///      "path":"inbox.mentions", "id":"196014", "rev":"3", "title":"…", "body":"…", "count":1, …}
    /// or the payload of an APNs notification, which may have all of these beside `aps`.
    /// - feed: the name of the feed that it is about, as it was added. tally_feed_push does not look at it. Without it all
    ///   feeds of the account are asked.
    /// - cursor: where the server is now. The one that the feed holds already: nothing is asked, and nothing taken.
    /// - spread: seconds. It is asked after a random time up to that, so that not all clients come at once. Missing: what
    ///   the feed's last page has said, or at once.
    /// - path, with the other fields of an item in a page (docs/wire-format.md): what is new, taken at once. With an id it
    ///   is that item, and stays when a snapshot does not have it; without one it counts until the feed has been asked and
    ///   has answered, with 200 or 304. Without `feed` it belongs to no feed, and needs an id. Without a path there is no
    ///   item.
    /// - aps: alert (title, body, summary-arg, summary-arg-count; or the body alone), thread-id (also beside aps) and
    ///   category are the item's title, body, argument, argument count, thread and category, where it does not say so
    ///   itself. The number for the icon, badge, is set where tally_push_badge says. Otherwise it is ignored.
    /// Unknown fields are ignored. Feeds without a URL are not polled.
    /// Members beside aps belong to the application, which may use the names above for something else. If such a member is
    /// not what its field needs (a string, a number in range, true or false), it is ignored like an unknown one. A string in
    /// `path` must be a valid path. Members of aps that are not needed are ignored too.
    /// Without aps an invalid `feed`, `cursor` or `spread`, or an invalid field of an item, is PROTOCOL.
    /// A push with neither `feed` nor `path` only makes the feeds be polled. If the account has no feed with a URL, and
    /// tally_push_badge has set no path, then a notification with an alert would be lost: tally_push returns PROTOCOL.
    /// Errors: ARGUMENT, PROTOCOL (what is wrong in the message), TOO_LARGE (max_response_bytes), NOT_FOUND (no such feed
    /// was added), LOGGED_OUT, NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL: nothing has happened, and nothing is asked.
    pub fn tally_push(
        account: *mut tally_account,
        payload: *const c_void,
        size: usize,
    ) -> tally_status;
    /// A push has come. Its bytes are a JSON object, of which everything may be missing:
    ///     {"feed":"inbox", "cursor":"196014", "spread":30,
    ///      "path":"inbox.mentions", "id":"196014", "rev":"3", "title":"…", "body":"…", "count":1, …}
    /// or the payload of an APNs notification, which may have all of these beside `aps`.
    /// - feed: the name of the feed that it is about, as it was added. tally_feed_push does not look at it. Without it all
    ///   feeds of the account are asked.
    /// - cursor: where the server is now. The one that the feed holds already: nothing is asked, and nothing taken.
    /// - spread: seconds. It is asked after a random time up to that, so that not all clients come at once. Missing: what
    ///   the feed's last page has said, or at once.
    /// - path, with the other fields of an item in a page (docs/wire-format.md): what is new, taken at once. With an id it
    ///   is that item, and stays when a snapshot does not have it; without one it counts until the feed has been asked and
    ///   has answered, with 200 or 304. Without `feed` it belongs to no feed, and needs an id. Without a path there is no
    ///   item.
    /// - aps: alert (title, body, summary-arg, summary-arg-count; or the body alone), thread-id (also beside aps) and
    ///   category are the item's title, body, argument, argument count, thread and category, where it does not say so
    ///   itself. The number for the icon, badge, is set where tally_push_badge says. Otherwise it is ignored.
    /// Unknown fields are ignored. Feeds without a URL are not polled.
    /// Members beside aps belong to the application, which may use the names above for something else. If such a member is
    /// not what its field needs (a string, a number in range, true or false), it is ignored like an unknown one. A string in
    /// `path` must be a valid path. Members of aps that are not needed are ignored too.
    /// Without aps an invalid `feed`, `cursor` or `spread`, or an invalid field of an item, is PROTOCOL.
    /// A push with neither `feed` nor `path` only makes the feeds be polled. If the account has no feed with a URL, and
    /// tally_push_badge has set no path, then a notification with an alert would be lost: tally_push returns PROTOCOL.
    /// Errors: ARGUMENT, PROTOCOL (what is wrong in the message), TOO_LARGE (max_response_bytes), NOT_FOUND (no such feed
    /// was added), LOGGED_OUT, NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL: nothing has happened, and nothing is asked.
    pub fn tally_feed_push(
        feed: *mut tally_feed,
        payload: *const c_void,
        size: usize,
    ) -> tally_status;
    /// From now on, in this run, the number that a push has for the icon (aps.badge) is the manual badge of a path, as by
    /// tally_badge_set; 0 takes it away. path: NULL: of none, as it is at first.
    /// Errors: ARGUMENT, PATH, NO_MEMORY, NOT_FOUND (the account was dropped), CLOSED, FORKED.
    pub fn tally_push_badge(
        account: *mut tally_account,
        path: *const c_char,
    ) -> tally_status;
    /// What a mapping makes of an answer, for whoever writes one. Needs no engine and no network. preset, mapping: as
    /// mapping_preset and mapping in tally_feed_options; one of them is required. body, size: the answer.
    /// page: the answer as a page of the wire format (docs/wire-format.md), JSON, into the caller's buffer; out_length tells
    /// its length in any case. Two things are added: "rejected", an array of {"index", "reason"}, the elements that could
    /// not be used, counted from 0; and an item's "total" in place of "count", where the server keeps the number.
    /// Errors: ARGUMENT (also: there is no such preset), MALFORMED (the mapping), PROTOCOL (the answer: in an exchange all
    /// of it would be refused; what and where in the message), BUFFER_TOO_SMALL, NO_MEMORY.
    /// Complexity: the answer times the texts of the mapping.
    pub fn tally_mapping_try(
        preset: *const c_char,
        mapping: *const c_char,
        body: *const c_void,
        size: usize,
        page: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Requests that begin from now on go out through `callback`; NULL: by libcurl again. Those under way end where they
    /// began, and a former callback's release_user_data is called when all of its requests have ended. Set it before the
    /// first feed is added, lest a request goes out by libcurl.
    /// Errors: ARGUMENT, CLOSED, FORKED.
    pub fn tally_transport_set(
        engine: *mut tally_engine,
        callback: tally_transport_callback,
        user_data: *mut c_void,
        release_user_data: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
    ) -> tally_status;
    /// The answer to a request, exactly once, from any thread, also from within the callback.
    /// status: of HTTP, 200 to 599, redirects followed; or what prevented an answer: TALLY_ERROR_NETWORK, TALLY_ERROR_TLS,
    /// TALLY_ERROR_TIMEOUT, TALLY_ERROR_PROTOCOL (the response is not valid HTTP) or TALLY_ERROR_TOO_LARGE. A response that
    /// breaks off is TALLY_ERROR_NETWORK: several PROTOCOL in a row make the library request everything again.
    /// headers: the answer's, "Name: value" a line, ended by CR and LF or LF; a status line is passed over. NULL: none. The
    /// library looks at ETag, Last-Modified, Retry-After, X-RateLimit-Remaining, X-RateLimit-Reset, X-Poll-Interval, Link.
    /// It ignores a value that is not UTF-8, has control characters, or is longer than 8,192 bytes, and logs a
    /// TALLY_LOG_WARNING.
    /// body, size: decompressed; NULL where size is 0. Where there is no answer: what went wrong, in words for people
    /// (UTF-8, at most 1,000 bytes), or nothing.
    /// What is wrong with an answer is no error of this call: it is told by the feed, as of any answer.
    /// Errors: ARGUMENT (also: the description of what went wrong is not UTF-8), RANGE (status), NO_MEMORY: the request is
    /// still pending; NOT_FOUND (no such request, or one that was answered or cancelled): nothing happens; CLOSED, FORKED.
    /// Complexity: the answer is copied.
    pub fn tally_transport_answer(
        engine: *mut tally_engine,
        request_id: u64,
        status: i32,
        headers: *const c_char,
        body: *const c_void,
        size: usize,
    ) -> tally_status;
    /// Something of the answer has come, but not all of it: idle_timeout begins anew. Errors: NOT_FOUND, as above, CLOSED,
    /// FORKED.
    pub fn tally_transport_progress(
        engine: *mut tally_engine,
        request_id: u64,
    ) -> tally_status;
    /// Lists messages, newest first (by the server's sequence, then its identifier), `limit` (1 to 10,000) at most, those
    /// after the message with the key `after` (0: from the newest).
    /// Answers: OK, MORE (go on with the last one's key). Errors: ARGUMENT, PATH, NOT_FOUND (after), BUFFER_TOO_SMALL,
    /// NO_MEMORY, CLOSED, FORKED, IO, CORRUPT.
    pub fn tally_message_list(
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        after: u64,
        limit: usize,
        messages: *mut tally_message,
        message_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// How many there are at a path (or also below it). Each pointer may be NULL. Errors: ARGUMENT, PATH, CLOSED, FORKED,
    /// NO_MEMORY, IO, CORRUPT.
    pub fn tally_message_counts(
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        out_total: *mut u64,
        out_unread: *mut u64,
        out_unseen: *mut u64,
    ) -> tally_status;
    /// Marks messages read, all or nothing, in one transaction. Reading what is read already is no error.
    /// out_changed (may be NULL): how many were not read before.
    /// Errors: ARGUMENT, NOT_FOUND (one of the keys), CLOSED, FORKED, NO_MEMORY, IO, FULL.
    pub fn tally_message_read(
        account: *mut tally_account,
        keys: *const u64,
        count: usize,
        out_changed: *mut usize,
    ) -> tally_status;
    /// The same for all messages at a path; flags: TALLY_MESSAGES_SUBTREE.
    pub fn tally_message_read_path(
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        out_changed: *mut usize,
    ) -> tally_status;
    /// The same for those up to the message with the key `last`, as tally_message_list orders them: that one, and what it
    /// lists behind it. 0: all. Errors: as above, and NOT_FOUND (last).
    pub fn tally_message_read_until(
        account: *mut tally_account,
        path: *const c_char,
        flags: u32,
        last: u64,
        out_changed: *mut usize,
    ) -> tally_status;
    /// The user looks at a path. The path is cleared immediately, as tally_badge_clear does. Every transaction that feeds or
    /// lights the path itself, not a path below, ends with the same, so that no badge shows. If a child holds the path back
    /// and is cleared later, or ends, the path is cleared then. The view lasts until it is ended or its scope is closed. It
    /// is not stored. A path may be looked at more than once; each view ends on its own. Ending changes
    /// nothing. out_token (may be NULL): for tally_message_view_end, which is tally_unobserve. Views count for
    /// max_observers. Answers: OK, HELD (a child contributes a badge; the view has begun all the same).
    /// Errors: ARGUMENT, PATH, NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL (then it has not begun); view_end: NOT_FOUND.
    pub fn tally_message_view_begin(
        scope: *mut tally_scope,
        account: *mut tally_account,
        path: *const c_char,
        out_token: *mut u64,
    ) -> tally_status;
    /// The user looks at a path. The path is cleared immediately, as tally_badge_clear does. Every transaction that feeds or
    /// lights the path itself, not a path below, ends with the same, so that no badge shows. If a child holds the path back
    /// and is cleared later, or ends, the path is cleared then. The view lasts until it is ended or its scope is closed. It
    /// is not stored. A path may be looked at more than once; each view ends on its own. Ending changes
    /// nothing. out_token (may be NULL): for tally_message_view_end, which is tally_unobserve. Views count for
    /// max_observers. Answers: OK, HELD (a child contributes a badge; the view has begun all the same).
    /// Errors: ARGUMENT, PATH, NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL (then it has not begun); view_end: NOT_FOUND.
    pub fn tally_message_view_end(
        scope: *mut tally_scope,
        token: u64,
    ) -> tally_status;
    /// Marks messages unread again; they stay seen. Else as tally_message_read.
    /// out_changed (may be NULL): how many were read before.
    pub fn tally_message_unread(
        account: *mut tally_account,
        keys: *const u64,
        count: usize,
        out_changed: *mut usize,
    ) -> tally_status;
    /// Posts a message of the host's own, unseen. One with an id takes the place of the one that was posted with it,
    /// whatever its state, so an id is also a key for replacing. No answer of a server changes or removes what was posted;
    /// it may be posted while the account is logged out. Those without an id that have the same time are listed in the order
    /// in which they were posted.
    /// It belongs to the feed TALLY_FEED_LOCAL, which is there by itself. A host that adds it, with that name, and without
    /// URL, prefix and mapping, may say how long its messages are kept (max_age, max_messages), and removes all of them with
    /// tally_feed_remove.
    /// out_key (may be NULL): the message's key.
    /// Errors: ARGUMENT (also: a text is not UTF-8), RANGE (time), PATH, TOO_LARGE (its texts take more than
    /// max_response_bytes), NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL.
    pub fn tally_message_post(
        account: *mut tally_account,
        path: *const c_char,
        options: *const tally_message_options,
        out_key: *mut u64,
    ) -> tally_status;
    /// Removes the message that was posted with an id. Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL.
    pub fn tally_message_remove(
        account: *mut tally_account,
        id: *const c_char,
    ) -> tally_status;
    /// Says how the messages of an account are grouped, and in which language its summaries are where a call names none
    /// (NULL: as stored; "": in none: built-in words are English then, and names in a source text are joined by commas
    /// alone: "Ann, Bo"). Stored.
    /// Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED, IO, FULL.
    pub fn tally_group_configure(
        account: *mut tally_account,
        grouping: i32,
        language: *const c_char,
    ) -> tally_status;
    /// Registers a category (1 to 255 bytes, as an account's name), in the place of the one of that id. summary: its format;
    /// hidden: the one for hidden previews, which must not have arguments. NULL or empty: none. Each is the source text,
    /// used for every count, and the key that its translations and plural forms stand under (tally_strings_set,
    /// tally_strings_import). Stored.
    /// Errors: ARGUMENT (also: not UTF-8), MALFORMED (a format; what and where in the message), TOO_LARGE (65,536 bytes),
    /// NO_MEMORY, CLOSED, FORKED, IO, FULL.
    pub fn tally_category_set(
        account: *mut tally_account,
        id: *const c_char,
        summary: *const c_char,
        hidden: *const c_char,
    ) -> tally_status;
    /// Puts the forms of a format under a key, for a language (NULL or "": the source text), in the place of those that were
    /// there. Stored. Errors: as of tally_category_set.
    pub fn tally_strings_set(
        account: *mut tally_account,
        key: *const c_char,
        language: *const c_char,
        forms: *const tally_forms,
    ) -> tally_status;
    /// Imports a file of translations, all of it or nothing. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. A
    /// text that is not a format is skipped, because such files contain all texts of a program. If a category has its key,
    /// the text is MALFORMED. Plural forms without `other` are not a format.
    ///
    /// The source language of a catalogue stands in for every language that has no text of its own, with its own rules.
    /// If it has no text for a key, summaries use the built-in words. A key of a catalogue is never shown, unless it is a
    /// source text itself: one with a space, a percent sign or the like. If a category has a key without a source text, the
    /// log callback gets a message (TALLY_LOG_WARNING) with that key. For texts that vary by device or width, the variation
    /// `other` is used.
    ///
    /// kind                    TALLY_STRINGS_...
    /// bytes, size             the file
    /// language                of a dictionary; NULL for a catalogue
    /// out_taken, out_skipped  how many formats of one key and language were taken, and how many texts were skipped; may be
    ///                         NULL
    ///
    /// Errors: ARGUMENT, MALFORMED (what and where in the message), TOO_LARGE (max_response_bytes), NO_MEMORY, CLOSED,
    /// FORKED, IO, FULL. Complexity: the file.
    pub fn tally_strings_import(
        account: *mut tally_account,
        kind: i32,
        bytes: *const c_void,
        size: usize,
        language: *const c_char,
        out_taken: *mut usize,
        out_skipped: *mut usize,
    ) -> tally_status;
    /// Lists groups, the one with the newest message first, `limit` (1 to 10,000) at most, those after the one whose leading
    /// message has the key `after` (0: from the newest). language: of the summaries; NULL or "": the account's.
    /// Answers: OK, MORE (go on with the last one's `newest`). Errors: ARGUMENT (also: no tag of a language), NOT_FOUND
    /// (after), BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT.
    /// Complexity: n log m in the account's groups and messages, and what the summaries say; and the messages of a group
    /// when it is first listed, and after something other than its newest message came, changed or went.
    pub fn tally_group_list(
        account: *mut tally_account,
        language: *const c_char,
        flags: u32,
        after: u64,
        limit: usize,
        groups: *mut tally_group,
        group_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// One group, by its thread (NULL: ""). out_group: a list of one entry.
    /// Errors: as above, and NOT_FOUND (no message, or not grouped by threads). Complexity: what the summary says, and as
    /// above.
    pub fn tally_group_get(
        account: *mut tally_account,
        thread: *const c_char,
        language: *const c_char,
        flags: u32,
        out_group: *mut tally_group,
        text: *mut c_char,
        text_capacity: usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// Lists the messages of a group, newest first. thread: NULL: "". Else as tally_message_list.
    pub fn tally_group_messages(
        account: *mut tally_account,
        thread: *const c_char,
        after: u64,
        limit: usize,
        messages: *mut tally_message,
        message_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// The user has seen the group: none of its messages is fresh any more. They stay in it, and in the badge. Stored.
    /// Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL. Complexity: the messages of the group.
    pub fn tally_group_seen(
        account: *mut tally_account,
        thread: *const c_char,
    ) -> tally_status;
    /// The user dismisses a group, all of it (count 0), or the messages with these keys, whose thread is not looked at. They
    /// are seen then, and no synchronizing brings them back, but a new revision does. Not grouped by threads, the thread ""
    /// is all of them. out_changed (may be NULL): how many were unseen. One transaction.
    /// Errors: ARGUMENT, NOT_FOUND (the group, or one of the keys: then nothing has changed), NO_MEMORY, CLOSED, FORKED, IO,
    /// FULL. Complexity: the messages.
    pub fn tally_group_dismiss(
        account: *mut tally_account,
        thread: *const c_char,
        keys: *const u64,
        count: usize,
        out_changed: *mut usize,
    ) -> tally_status;
    /// Gives the account an outbox, or another way to send it, in this run: it is not stored, so a host says so after
    /// opening the account, before anything is read. Without one nothing is noted of what is read.
    /// Built-in sending (url): leases of before end, since who had one may have been killed. From then on one row at a time,
    /// while the account is logged in, with its credential and no other account's; at once, and always before one of its
    /// feeds is asked, which does not wait for it. 2xx: it was taken; so it is with 409 and a body that says what the server
    /// has. 401, and 403 without rate-limit headers: an event AUTH, whose feed is 0, and nothing more is sent until the
    /// account is logged in again. 408, 409, 429, 5xx, and what did not reach the server: again later, at random within 30 s
    /// at first and 10 minutes in the end, and not before the server's Retry-After. Any other 4xx: that row has failed for
    /// good. Errors: ARGUMENT, URL, RANGE, NO_MEMORY, NOT_FOUND (the account was dropped), CLOSED, FORKED.
    pub fn tally_outbox_configure(
        account: *mut tally_account,
        options: *const tally_outbox_options,
    ) -> tally_status;
    /// Gives out rows that are due, in their order, `limit` (1 to 10,000) at most, for `duration` milliseconds (1 to
    /// 86,400,000): until then nobody else gets them. Whoever has not said by then what became of a row loses it to the next
    /// one who asks. Any process of the host's may do so, also while the account is logged out; which credential goes with a
    /// row is the host's to know then.
    /// Errors: ARGUMENT, RANGE, BUFFER_TOO_SMALL, NO_MEMORY, NOT_FOUND (dropped), CLOSED, FORKED, IO, FULL.
    pub fn tally_outbox_lease(
        account: *mut tally_account,
        duration: i64,
        limit: usize,
        entries: *mut tally_outbox_entry,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// The server has taken the row, which goes. It is so whoever says it, also after the lease has run out and somebody
    /// else has the row; the other one will be told ALREADY_APPLIED.
    /// answer, size: the body of the server's response. If it is a page of the wire format, what it says about existing
    /// messages is merged. It may be late, so it adds no message and removes none; only pages do. Any other body is ignored.
    /// NULL if size is 0.
    /// Answers: OK, ALREADY_APPLIED (the row had gone before). Errors: ARGUMENT, NOT_FOUND (there never was one), CONFLICT
    /// (it was never given out), CLOSED, FORKED, NO_MEMORY, IO, FULL.
    pub fn tally_outbox_ack(
        account: *mut tally_account,
        sequence: i64,
        answer: *const c_void,
        size: usize,
    ) -> tally_status;
    /// The server has not taken the row. attempt: as it was given out. retry_after: milliseconds until it may be given out
    /// again, 0 to 86,400,000; -1: never, it has failed for good.
    /// Answers: OK, ALREADY_APPLIED (the row had gone). Errors: RANGE, NOT_FOUND, CONFLICT (it was given out to somebody
    /// else since, so this says nothing of it; or to nobody), NO_MEMORY, CLOSED, FORKED, IO, FULL.
    pub fn tally_outbox_fail(
        account: *mut tally_account,
        sequence: i64,
        attempt: i64,
        retry_after: i64,
    ) -> tally_status;
    /// Lists rows in their order, those after a sequence (0: from the first), `limit` (1 to 10,000) at most, as
    /// tally_outbox_lease, but gives nothing out. A lease that has run out is told until somebody else has the row.
    /// Answers: OK, MORE. Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY, NOT_FOUND (dropped), CLOSED, FORKED, IO, CORRUPT.
    pub fn tally_outbox_list(
        account: *mut tally_account,
        after: i64,
        limit: usize,
        entries: *mut tally_outbox_entry,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// How many rows there are; of these, somebody has, and have failed for good. Each pointer may be NULL. Errors: CLOSED,
    /// FORKED, NOT_FOUND (dropped), NO_MEMORY, IO, CORRUPT. Complexity: O(n).
    pub fn tally_outbox_counts(
        account: *mut tally_account,
        out_total: *mut u64,
        out_leased: *mut u64,
        out_failed: *mut u64,
    ) -> tally_status;
    /// A row (0: each) that waits for its time, or has failed for good, may be given out immediately. If the library sends
    /// the outbox, its own wait after failures ends too; a wait that the server has asked for does not. out_count (may be
    /// NULL): how many there were. Errors: CLOSED, FORKED, NOT_FOUND (dropped), NO_MEMORY, IO, FULL.
    pub fn tally_outbox_retry(
        account: *mut tally_account,
        sequence: i64,
        out_count: *mut usize,
    ) -> tally_status;
    /// Removes a row (0: each) that has failed for good. Else as tally_outbox_retry.
    pub fn tally_outbox_purge(
        account: *mut tally_account,
        sequence: i64,
        out_count: *mut usize,
    ) -> tally_status;
    /// Enters a reminder. id: 1 to 255 bytes, as an account's name. It may be entered while the account is logged out.
    /// Where the account has an outbox, this and what changes it become rows there (TALLY_OUTBOX_REMINDER).
    /// Errors: ARGUMENT (the message names what is missing or wrong, also of a zone), RANGE (time), PATH, NOT_FOUND (the
    /// zone), EXISTS, LIMIT (100,000 reminders), TOO_LARGE, NO_MEMORY, CLOSED, FORKED, IO, FULL.
    /// Complexity: O(log n) of the account's reminders; the first call that needs them reads them.
    pub fn tally_reminder_put(
        account: *mut tally_account,
        id: *const c_char,
        options: *const tally_reminder_options,
    ) -> tally_status;
    /// Changes a reminder, in one transaction: what is given of it, its revision, and what is planned of it. What has fired
    /// stays as it is, and what would have fired before by its new terms is not missed. Errors: as above, and NOT_FOUND.
    pub fn tally_reminder_edit(
        account: *mut tally_account,
        id: *const c_char,
        options: *const tally_reminder_options,
    ) -> tally_status;
    /// Marks a reminder done: it no longer fires, and its badge is removed. tally_reminder_undone reverts that, as if the
    /// reminder had never been done: if an occurrence was due and was not acknowledged, the badge shows it again, and the
    /// reminder fires next when it would have. Occurrences that came due meanwhile light the badge too. The log records the
    /// newest of them as missed, and no event reports it. If the account is logged out, the next log-in reports them.
    /// Calling either twice is not an error.
    /// Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL.
    pub fn tally_reminder_done(
        account: *mut tally_account,
        id: *const c_char,
    ) -> tally_status;
    /// Marks a reminder done: it no longer fires, and its badge is removed. tally_reminder_undone reverts that, as if the
    /// reminder had never been done: if an occurrence was due and was not acknowledged, the badge shows it again, and the
    /// reminder fires next when it would have. Occurrences that came due meanwhile light the badge too. The log records the
    /// newest of them as missed, and no event reports it. If the account is logged out, the next log-in reports them.
    /// Calling either twice is not an error.
    /// Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL.
    pub fn tally_reminder_undone(
        account: *mut tally_account,
        id: *const c_char,
    ) -> tally_status;
    /// Removes it; its log stays. Errors: as above.
    pub fn tally_reminder_delete(
        account: *mut tally_account,
        id: *const c_char,
    ) -> tally_status;
    /// Moves one occurrence, the one that has fired and was not acknowledged, else the one that was moved before and has not
    /// fired, else the next one, and nothing else: one at a time is moved. until: a point in time to come, not behind the
    /// end. Errors: as above, RANGE, CONFLICT (it is done, or does not fire any more).
    pub fn tally_reminder_snooze(
        account: *mut tally_account,
        id: *const c_char,
        until: i64,
    ) -> tally_status;
    /// What has fired was seen to: its badge goes out. Where nothing has, that is no error. Errors: as of
    /// tally_reminder_done.
    pub fn tally_reminder_acknowledge(
        account: *mut tally_account,
        id: *const c_char,
    ) -> tally_status;
    /// Lists reminders by the bytes of their identifiers, those after one (NULL: from the first), `limit` (1 to 10,000) at
    /// most. Answers: OK, MORE. Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT.
    pub fn tally_reminder_list(
        account: *mut tally_account,
        after: *const c_char,
        limit: usize,
        entries: *mut tally_reminder,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// Plans what a system is to fire while the program is closed: one-shot notifications, the soonest ones, but each
    /// reminder's next one first. The answer is the difference to what the system has: in this order, the host disarms, then
    /// arms. It counts as done with this call. To be called after log-in and log-out (then it disarms all), each change, an
    /// event REMINDER, tally_zone_set, and when the program comes to the foreground. What fires in the program as well is
    /// for the host to tell apart. The plan of an account that is not logged in (tally_account_log_in, the token may be
    /// NULL) is empty.
    /// options, out_plan: may be NULL.
    /// Errors: ARGUMENT, RANGE, BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, FULL. Complexity: entries times log of
    /// reminders, and as many rows.
    pub fn tally_reminder_plan(
        account: *mut tally_account,
        options: *const tally_plan_options,
        entries: *mut tally_plan_entry,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
        out_plan: *mut tally_plan,
    ) -> tally_status;
    /// Lists the log, those after a number (0: from the first), `limit` (1 to 10,000) at most. The last 10,000 of an account
    /// are kept. Else as tally_reminder_list.
    pub fn tally_reminder_log(
        account: *mut tally_account,
        after: i64,
        limit: usize,
        entries: *mut tally_reminder_note,
        entry_capacity: usize,
        text: *mut c_char,
        text_capacity: usize,
        out_count: *mut usize,
        out_text_size: *mut usize,
    ) -> tally_status;
    /// Writes all reminders as iCalendar (RFC 5545, VTODO with VALARM), ended by NUL. DUE is the last second of the expiry:
    /// going by the standard's example, a day alone would be over as it begins. DTSTART is the day from which repetitions
    /// are counted, of smart ones that of production, at the time of day. Errors: ARGUMENT, NOT_FOUND (a zone is not to be
    /// had), BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO.
    pub fn tally_reminder_export(
        account: *mut tally_account,
        text: *mut c_char,
        capacity: usize,
        out_length: *mut usize,
    ) -> tally_status;
    /// Imports the reminders of an iCalendar file: everything that can be taken, or nothing if the call fails. An entry
    /// whose UID is a reminder's identifier replaces that reminder.
    ///
    /// If another program wrote an entry, or dropped its properties X-TALLY-..., the entry becomes the nearest reminder.
    /// (These properties are read with and without a backslash before semicolons: Radicale adds backslashes.)
    /// - It is good from the day of DTSTART (or else of DTSTAMP) through that of DUE (or else of RRULE's UNTIL), whether DUE
    ///   is a day or a time. So the expiry and the firing days of an exported file stay the same.
    /// - Without RRULE it is smart. With RRULE it repeats from DTSTART through UNTIL or COUNT, or without an end.
    /// - Alarms are ignored. The time of day is that of DUE. With RRULE, or if DUE is a day or its last second, it is that
    ///   of DTSTART, and 09:00 if there is none.
    /// - The zone is the one that TZID names, with or without a VTIMEZONE, also behind a prefix
    ///   (/example.org/Europe/Berlin); UTC; or the device's zone if nothing is said. If TZID names a zone that is not
    ///   available, the call fails, and the message names it.
    /// - With STATUS:COMPLETED it is done. With STATUS:CANCELLED too: it must not fire, and the host can still undo that.
    ///
    /// RRULE is followed if one repetition can say the same: one BYDAY of a week, which may move the start to the first such
    /// day; all seven days; one BYMONTHDAY of a month (one after the 28th only if DTSTART is on that day; in shorter months
    /// it fires on the last day); BYMONTH, BYHOUR and the like if they agree with DTSTART. An entry with any other rule (two
    /// weekdays, for example, or 1MO) is skipped, and so is one with neither DUE nor UNTIL. A reminder of that name is
    /// left unchanged. For each skipped entry, the log callback gets a message of level TALLY_LOG_WARNING with
    /// the line in the file and the reason.
    ///
    /// out_taken        the number of reminders taken; may be NULL
    /// out_passed_over  the number of skipped entries; may be NULL
    ///
    /// Errors: MALFORMED (the message has the line), and as of tally_reminder_put.
    pub fn tally_reminder_import(
        account: *mut tally_account,
        bytes: *const c_void,
        size: usize,
        out_taken: *mut usize,
        out_passed_over: *mut usize,
    ) -> tally_status;
    /// The device is in another zone, or may be: what goes by the device's zone is planned anew. name: NULL: what the
    /// options say, else the system. Errors: ARGUMENT, NOT_FOUND, TOO_LARGE, NO_MEMORY, CLOSED, FORKED; then the zone is the
    /// former one.
    pub fn tally_zone_set(
        engine: *mut tally_engine,
        name: *const c_char,
    ) -> tally_status;
}
