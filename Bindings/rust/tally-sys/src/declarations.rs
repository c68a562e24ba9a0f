// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use std::os::raw::{c_char, c_void};

pub const TALLY_VERSION_MAJOR: i32 = 0;
pub const TALLY_VERSION_MINOR: i32 = 1;
pub const TALLY_VERSION_PATCH: i32 = 0;
pub const TALLY_VERSION: &str = "0.1.0";
/// As tally_version.
pub const TALLY_VERSION_NUMBER: i32 = 1000;
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
/// There was not enough memory.
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
/// No thread of the library's own: the host calls tally_engine_step.
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
/// An account that is not stored is not created: NOT_FOUND.
pub const TALLY_ACCOUNT_EXISTING: u32 = 1;
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
/// Nothing; so it is false in a condition.
pub const TALLY_KIND_NONE: i32 = 0;
/// A badge without a number.
pub const TALLY_KIND_DOT: i32 = 1;
/// An icon: only in a presentation.
pub const TALLY_KIND_ICON: i32 = 2;
/// A badge with a number.
pub const TALLY_KIND_NUMBER: i32 = 3;
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
/// A widget was drawn. text: its path.
pub const TALLY_EVENT_WIDGET: i32 = 6;
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
pub const TALLY_REMINDER_TITLE: u32 = 1;
pub const TALLY_REMINDER_BODY: u32 = 2;
pub const TALLY_REMINDER_PATH: u32 = 4;
pub const TALLY_REMINDER_ZONE: u32 = 8;
pub const TALLY_REMINDER_PRODUCED: u32 = 16;
/// shelf_life and shelf_unit
pub const TALLY_REMINDER_SHELF_LIFE: u32 = 32;
pub const TALLY_REMINDER_TIME: u32 = 64;
pub const TALLY_REMINDER_SMART: u32 = 128;
/// repeat_unit and repeat_every
pub const TALLY_REMINDER_REPEAT: u32 = 256;
pub const TALLY_REMINDER_START: u32 = 512;
pub const TALLY_REMINDER_END: u32 = 1024;
/// overdue_unit, overdue_every and overdue_limit
pub const TALLY_REMINDER_OVERDUE: u32 = 2048;
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
pub const TALLY_NOTE_REMOVED: i32 = 16;

pub type tally_status = i32;

pub type tally_durability = i32;

pub type tally_log_level = i32;

pub type tally_aggregation = i32;

pub type tally_feeding = i32;

pub type tally_mute_mode = i32;

pub type tally_badge_kind = i32;

pub type tally_node = u64;

pub type tally_operation_kind = i32;

pub type tally_overflow = i32;

pub type tally_event_kind = i32;

pub type tally_preset = i32;

pub type tally_request_kind = i32;

pub type tally_message_state = i32;

pub type tally_grouping = i32;

pub type tally_strings_kind = i32;

pub type tally_summary_origin = i32;

pub type tally_outbox_kind = i32;

pub type tally_outbox_state = i32;

pub type tally_unit = i32;

pub type tally_smart = i32;

pub type tally_reminder_state = i32;

pub type tally_plan_action = i32;

pub type tally_note_kind = i32;

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

/// Releases a callback's user_data: called once, when the callback can never be called again. It must not call the
/// library.
pub type tally_release_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// Clock for tests: tells the wall clock (milliseconds since 1970) and a clock that never goes back and counts sleep
/// (milliseconds since any point). Called from any thread, with locks held: it must return at once and must not call
/// the library. With TALLY_ENGINE_HOST_DRIVEN all due work follows this clock; the timeouts of a request follow the
/// system's as well.
pub type tally_clock_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, out_wall: *mut i64, out_elapsed: *mut i64)>;

/// Gets the lines of the log in their order, one call at a time, on any thread that uses the engine. No lock is held,
/// and no other thread waits for it but tally_engine_close. It may call anything but tally_engine_close and
/// tally_engine_step, which fail there with TALLY_ERROR_THREAD. Lines that come while it runs are delivered afterwards,
/// on the same thread. Up to 32,768 bytes of them are kept. If there is no room, lines are lost, and a warning says how
/// many. A callback whose own calls are logged each time is called without end. text: at most 1,023 bytes, borrowed
/// until it returns.
pub type tally_log_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, level: tally_log_level, text: *const c_char)>;

/// Gives the file of a zone (TZif) by its name, into the library's bytes, of that capacity (65,536). Answers its size;
/// 0: there is no such zone. Called from any thread, with locks held: it must return soon and must not call the library.
pub type tally_zone_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, name: *const c_char, bytes: *mut c_void, capacity: usize) -> usize>;

/// event and text are borrowed until the callback returns.
pub type tally_event_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, event: *const tally_event, text: *const c_char)>;

/// One function of a widget. path: the path that it is bound to. presentation: how to draw it. text: the number or the
/// icon's name, else empty. All of them are borrowed until it returns.
pub type tally_widget_function =
    Option<unsafe extern "C" fn(user_data: *mut c_void, path: *const c_char, presentation: *const tally_presentation, text: *const c_char)>;

/// Wakes the host's loop: see tally_engine_set_notify.
pub type tally_notify_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// Called on the loop thread (with TALLY_ENGINE_HOST_DRIVEN: within tally_engine_step), one call at a time, without a
/// lock, so it holds up everything that the loop does: it hands the request on and returns. It may call anything but
/// tally_engine_close and tally_engine_step (THREAD), and should not wait for an event; it may answer there and then.
/// CANCEL comes for a request that was sent and not answered: after log-out, cancelling and removing a feed, when its
/// time is up, and, from within tally_engine_close, when the engine ends.
pub type tally_transport_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, request: *const tally_request)>;

/// A text of a row: where it begins in the text buffer, and its length without the NUL that ends it. An absent text has
/// length 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_text {
    pub offset: u32, pub length: u32,
}

/// What a list is written to. The library writes entry_size bytes of each row: an older program, with smaller rows, gets
/// as much as it knows; a newer one gets zeros for what this library does not know. Lists never write behind capacity
/// rows and text_capacity bytes. All texts of one call begin below 4 GiB; further rows wait for the next call.
/// Errors of every list: ARGUMENT (rows is NULL, its struct_size or entry_size is too small, or a reserved member is not
/// zero) and BUFFER_TOO_SMALL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_rows {
    /// sizeof(tally_rows)
    pub struct_size: u32,
    /// The size of one row: sizeof(tally_message), or whatever the function lists.
    pub entry_size: u32,
    /// The caller's array of rows. NULL: no room.
    pub entries: *mut c_void,
    /// How many rows it holds.
    pub capacity: usize,
    /// The caller's buffer for the texts of the rows, each ended by NUL. NULL: no room.
    pub text: *mut c_char,
    /// Its bytes.
    pub text_capacity: usize,
    /// out: rows written.
    pub count: usize,
    /// out: bytes of text written, NULs included.
    pub text_size: usize, pub reserved: [usize; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_engine_options {
    /// sizeof(tally_engine_options)
    pub struct_size: u32,
    /// TALLY_ENGINE_…
    pub flags: u32,
    /// For tests: of everything random. 0: a seed of the system's.
    pub seed: u64,
    /// How long the identifier of a batch is remembered, in milliseconds: from 1,000. Default 86,400,000, a day.
    pub batch_id_time: i64,
    /// Path of the database, created where it does not exist; NULL: in memory only.
    pub file: *const c_char,
    /// Certificate authorities in PEM form, read when a request needs them; NULL: the system's.
    pub ca_file: *const c_char,
    /// Without control characters. NULL: "tally/" and the version.
    pub user_agent: *const c_char,
    /// The name of the device's zone; NULL: what TZ says, else /etc/localtime.
    pub zone: *const c_char,
    /// NULL: the system's clocks.
    pub clock: tally_clock_callback,
    /// Borrowed until the engine is closed.
    pub clock_user_data: *mut c_void,
    /// NULL: nothing is logged.
    pub log: tally_log_callback,
    /// Borrowed until the engine is closed.
    pub log_user_data: *mut c_void,
    /// NULL: below TZDIR, else where systems have them.
    pub zone_file: tally_zone_callback,
    /// Borrowed until the engine is closed.
    pub zone_user_data: *mut c_void,
    /// TALLY_DURABILITY_…
    pub durability: tally_durability,
    /// The least important level that is told. Default TALLY_LOG_WARNING.
    pub log_level: tally_log_level,
    /// Components of a path, root not counted: 1 to 1,024. Default 64.
    pub max_depth: u32,
    /// Bytes of a path as it is put out: 4 to 65,535. Default 4,096.
    pub max_path_bytes: u32,
    /// Nodes of one account's tree, root included: 1 to 1,073,741,824. Default 16,777,216. A node goes, from time to time, when nothing at or below it is lit, muted, styled, observed or resolved; up to one in 64 may be waiting for that at the limit.
    pub max_nodes: u32,
    /// Accounts that are open: 1 to 16,777,216. Default 1,024. Releasing a handle does not close one; but see max_loaded_accounts. One that was dropped counts until its handles are released.
    pub max_accounts: u32,
    /// Accounts that are in memory at once: 1 to 16,777,216; see below. 0: all that are open.
    pub max_loaded_accounts: u32,
    /// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
    pub max_feeds: u32,
    /// Observers, views and widgets of the engine: 1 to 16,777,216. Default 1,048,576.
    pub max_observers: u32,
    /// Of one answer of a server: 1 to 1,073,741,824. Default 8 MiB.
    pub max_response_bytes: u32,
    /// Identifiers of batches that are remembered for an account, the latest ones: 1 to 1,073,741,824. Default 10,000.
    pub max_batch_ids: u32,
    /// Requests of feeds in flight: 1 to 65,535. Each one uses a socket. Default 256.
    pub max_flights: u32,
    /// Requests of feeds in flight to one origin (scheme, host and port): 1 to 65,535. Default 6.
    pub max_flights_per_origin: u32,
    /// Messages of one feed that max_age or max_messages removed, remembered so that they do not come back: 1 to 1,073,741,824. Default 4,096.
    pub max_forgotten: u32,
    /// Stored positions of one feed up to which a path was read: 1 to 1,073,741,824. Default 10,000.
    pub max_marks: u32,
    /// Outbox rows that have failed for good, of all accounts: 1 to 1,073,741,824. Default 10,000.
    pub max_failed_rows: u32,
    /// Rejected items of one feed, see tally_feed_rejected: 1 to 1,073,741,824. Default 100.
    pub max_rejected: u32,
    /// Entries of one account in tally_reminder_log: 1 to 1,073,741,824. Default 10,000.
    pub max_reminder_log: u32,
    /// Groups of one account whose summaries are kept in memory: 1 to 16,777,216. Default 65,536.
    pub max_cached_groups: u32,
    /// Pending events of observers of subtrees and groups, and of reminders: 1 to 16,777,216. Default 1,048,576. See "Watching".
    pub max_events: u32,
    /// Calls of tally_feed_refresh_now that have not ended, or whose COMPLETION is pending: 1 to 16,777,216. Default 65,536.
    pub max_completions: u32, pub reserved: [u32; 7],
}

/// What tally_engine_recover found. `lost`: as far as anything in the file speaks of it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_recovery {
    /// sizeof(tally_recovery)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    /// Of the damaged file.
    pub pages: u64,
    /// Those of them that are cut off, cannot be read, or have a wrong checksum.
    pub damaged_pages: u64,
    /// Saved from damaged pages: well-formed, but they may not be what was stored.
    pub doubtful_rows: u64, pub accounts_saved: u64,
    /// Their badges and messages were saved: under the name, where that was found, or "recovered-" and a number, with the default aggregation and feeding.
    pub accounts_lost: u64,
    /// Rows: badges that nodes own, and mutes.
    pub badges_saved: u64, pub badges_lost: u64, pub feeds_saved: u64,
    /// Their messages were saved, in a feed named "recovered-" and a number.
    pub feeds_lost: u64, pub messages_saved: u64, pub messages_lost: u64,
    /// All other rows: reminders, read marks, pending actions, how groups are worded.
    pub others_saved: u64,
    /// Includes rows that belong to a missing account or feed.
    pub others_lost: u64, pub reserved: [u64; 6],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_limits {
    /// sizeof(tally_limits)
    pub struct_size: u32, pub max_depth: u32, pub max_path_bytes: u32, pub max_nodes: u32, pub max_accounts: u32,
    pub max_feeds: u32, pub max_observers: u32, pub max_response_bytes: u32, pub max_loaded_accounts: u32,
    pub max_batch_ids: u32, pub max_flights: u32, pub max_flights_per_origin: u32, pub max_forgotten: u32,
    pub max_marks: u32, pub max_failed_rows: u32, pub max_rejected: u32, pub max_reminder_log: u32,
    pub max_cached_groups: u32, pub max_events: u32, pub max_completions: u32,
    /// Milliseconds.
    pub batch_id_time: i64,
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
    /// And views and widgets.
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
    /// That calls have waited for, since the engine was opened,
    pub commits: u64,
    /// and these calls: several share a commit.
    pub committed_calls: u64,
    /// Since the last call of this function, in microseconds: of a call for the lock of all accounts,
    pub longest_wait_us: u64,
    /// and how long one call had the store for itself.
    pub longest_hold_us: u64,
    /// That wait for the store.
    pub waiting_calls: u32,
    /// Requests of feeds in flight,
    pub flights: u32,
    /// and most of them to one origin.
    pub origin_flights: u32, pub reserved: u32,
}

/// Flags of tally_account_options.
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
    pub feeding: tally_feeding, pub reserved: [u64; 4],
}

/// A row of tally_account_list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_entry {
    pub name: tally_text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_account_state {
    /// sizeof(tally_account_state)
    pub struct_size: u32,
    /// 1 or 0.
    pub logged_in: i32,
    /// In events; never 0.
    pub id: i64,
    /// Of its badges.
    pub revision: u64,
    /// Of the revisions: another one when the store was created anew.
    pub epoch: u64,
    /// TALLY_AGGREGATION_CHILDREN or _SUM
    pub aggregation: tally_aggregation,
    /// TALLY_FEEDING_UNSEEN or _UNREAD
    pub feeding: tally_feeding,
}

/// What is shown.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge {
    /// The number; 0 where it shows a dot or nothing.
    pub count: u64,
    /// The revision that last changed what it shows; 0: none since the account was read.
    pub revision: u64,
    /// TALLY_KIND_NONE, _DOT or _NUMBER
    pub kind: tally_badge_kind,
    /// TALLY_BADGE_…
    pub flags: u32,
    /// Its own count, 0 where there is none.
    pub manual_count: u32, pub reserved: u32,
}

/// Flags of tally_badge_list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_badge_entry {
    pub badge: tally_badge, pub path: tally_text,
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
    /// MESSAGE: its key; else 0.
    pub message: u64, pub path: tally_text,
    /// MESSAGE: the server's identifier.
    pub id: tally_text,
}

/// Kinds of tally_operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_operation {
    /// TALLY_OP_…
    pub kind: tally_operation_kind,
    /// out: its own status
    pub status: tally_status,
    /// out, GET: TALLY_KIND_…, what it shows as of this operation.
    pub badge_kind: tally_badge_kind,
    /// 0
    pub flags: u32,
    /// The node, where it is not 0.
    pub node: tally_node, pub value: i64,
    /// SET, DOT, MUTE: the expiry, or TALLY_FOREVER.
    pub until: i64,
    /// out, GET: the count as of this operation.
    pub count: u64,
    /// The node, where `node` is 0. Borrowed until the call returns.
    pub path: *const c_char,
    /// NULL
    pub reserved: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_batch_options {
    /// sizeof(tally_batch_options)
    pub struct_size: u32,
    /// 0
    pub flags: u32,
    /// Of the log's owner: each new one has a greater one. Without a source: 0.
    pub epoch: u64,
    /// The batch's place in the log, an offset: rising, with gaps or without. Without a source: 0.
    pub position: u64,
    /// The log that the batch comes from: 1 to 255 bytes, as an account's name. NULL: none.
    pub source: *const c_char,
    /// A name of its own: 1 to 255 bytes, as an account's name. NULL: none.
    pub id: *const c_char, pub reserved: [u64; 3],
}

/// One operation of tally_node_apply.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_node_operation {
    /// The node to change or to read.
    pub node: tally_node,
    /// As for tally_operation. out, GET: the count, or -1 if the node shows no badge.
    pub value: i64,
    /// TALLY_OP_…. MUTE has no end.
    pub kind: tally_operation_kind,
    /// out: its own status
    pub status: tally_status,
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
    pub overflow: tally_overflow,
    /// The largest number that is written out: from 1; UINT64_MAX: each is. Default 99.
    pub max_count: u64,
    /// What the host calls it, "new", "hot": 1 to 255 bytes of UTF-8 without control characters. Default: none. Not inherited.
    pub icon: *const c_char, pub reserved: [*mut c_void; 5],
}

/// The members of a style mean what they mean there, and are never left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_presentation {
    /// sizeof(tally_presentation): set it before a call that fills one.
    pub struct_size: u32,
    /// TALLY_KIND_…. ICON: the text is the icon's name; NUMBER: the number, capped: "7", "99+".
    pub kind: tally_badge_kind,
    /// NUMBER: the number, not capped; else 0.
    pub count: u64, pub dot_radius: f32, pub offset_x: f32, pub offset_y: f32, pub font_size: f32,
    pub font_weight: i32, pub text_color: u32, pub background_color: u32, pub overflow: tally_overflow,
    pub max_count: u64, pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_event {
    /// sizeof(tally_event): set it before tally_engine_next_event
    pub struct_size: u32,
    /// TALLY_EVENT_…
    pub kind: tally_event_kind,
    /// The observer's, the widget's, the completion's, or the reminder's; else 0.
    pub token: u64,
    /// The account's identifier, or 0.
    pub account: i64,
    /// The feed's identifier, or 0.
    pub feed: i64,
    /// BADGE, TOTAL, WIDGET: the number. REMINDER: occurrences that were due.
    pub count: u64,
    /// BADGE, TOTAL, WIDGET: the revision of the change. REMINDER: its own.
    pub revision: u64,
    /// BADGE, TOTAL, WIDGET: TALLY_KIND_NONE, _DOT or _NUMBER.
    pub badge_kind: tally_badge_kind,
    /// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED, or what went wrong. BADGE, GROUP, REMINDER: OK, or RESYNC: it stands for events that there was no room for.
    pub result: tally_status,
    /// The wait that the server asked for, in milliseconds; 0: none.
    pub retry_after: i64,
    /// SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due.
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
    /// REMINDER: 1, it was missed; 0, it has fired.
    pub missed: i32,
    /// MESSAGES: how many there are,
    pub total: u64,
    /// of them not read,
    pub unread: u64,
    /// and not seen.
    pub unseen: u64, pub reserved: [u64; 1],
}

/// What a host draws with: the function that fits presentation->kind is called. All four are required.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_widget {
    /// sizeof(tally_widget), which reaches at least to `hide`.
    pub struct_size: u32,
    /// 0
    pub flags: u32, pub show_dot: tally_widget_function, pub show_number: tally_widget_function,
    pub show_icon: tally_widget_function,
    /// Nothing is shown.
    pub hide: tally_widget_function,
}

/// Flags of tally_feed_options.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_feed_options {
    /// sizeof(tally_feed_options)
    pub struct_size: u32,
    /// TALLY_FEED_…
    pub flags: u32,
    /// The longest, from 1. 0: the preset's, 1,000 and off. -1: off, no first request.
    pub initial_delay: i64,
    /// From 100. 0: the preset's, 600,000 and off. -1: off, only when something happens.
    pub interval: i64,
    /// While a page is seen: from 100. 0: the preset's, off and 60,000. -1: off.
    pub visible_interval: i64,
    /// Of a request in all, from 100. 0: the default, 300,000.
    pub request_timeout: i64,
    /// Without a byte, from 100. 0: the default, 60,000.
    pub idle_timeout: i64,
    /// Pages ask for nothing within this of the last good answer: from 1. 0: the preset's, 180,000 and none. -1: none.
    pub tolerance: i64,
    /// A page that was away for longer asks: from 1. 0: the preset's, none (each return asks) and 60,000. -1: off, no return asks.
    pub away_time: i64,
    /// Messages whose time (the server's) is longer ago go, read or not, after an answer. 0: no limit.
    pub max_age: i64,
    /// Beyond so many, the oldest of the messages go that are read; likewise. 0: no limit. The feed remembers the last max_forgotten messages that were removed, so they do not come back when the server sends them again.
    pub max_messages: i64,
    /// Items a page, 1 to 10,000, sent as `limit`. 0: the default, 200.
    pub page_limit: u32,
    /// TALLY_PRESET_…
    pub preset: tally_preset,
    /// http:, https: or file:. NULL: nothing is polled; the host delivers what there is.
    pub url: *const c_char,
    /// A path: what the feed's own paths begin at. NULL: root.
    pub prefix: *const c_char,
    /// Of a server that does not speak the wire format: the name of a mapping that ships.
    pub mapping_preset: *const c_char,
    /// How its answers are read: a mapping, as JSON text (docs/mappings.md), of up to 65,536 bytes. With mapping_preset: what it says takes the place of what that says. NULL or empty, both: the server speaks the wire format.
    pub mapping: *const c_char,
    /// Whatever the host wants kept with the feed, UTF-8, up to 65,536 bytes, for tally_feed_list. NULL: what is kept stays; empty: nothing is kept any more.
    pub memo: *const c_char, pub reserved: [*mut c_void; 5],
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
    pub flags: u32, pub name: tally_text,
    /// Empty: none; TALLY_FEED_LOCAL, where something was posted, is one of those.
    pub url: tally_text,
    /// Canonical.
    pub prefix: tally_text,
    /// What the server last gave; empty: none.
    pub title: tally_text,
    /// What tally_feed_add kept.
    pub memo: tally_text, pub reserved: u32,
}

/// An item of an answer that could not be used.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_rejected {
    /// Greater than of those before it.
    pub number: u64,
    /// When the answer came.
    pub time: i64, pub reason: tally_text,
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
    /// When it is polled next; 0: not planned.
    pub next_time: i64,
    /// In this run.
    pub requests: u64,
    /// Of these, answered with 304.
    pub not_modified: u64,
    /// Of these, failed.
    pub failures: u64,
    /// 1: a request is under way.
    pub in_flight: u32, pub failures_in_a_row: u32,
}

/// All of it is borrowed until the callback returns. With CANCEL it is what it was.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_request {
    /// As the library knows it.
    pub struct_size: u32,
    /// TALLY_REQUEST_SEND or _CANCEL
    pub kind: tally_request_kind,
    /// Never 0, and never used again by this engine.
    pub id: u64,
    /// An answer whose body is longer is refused.
    pub max_size: u64,
    /// The library ends the request by itself after that time, in milliseconds,
    pub request_timeout: i64,
    /// or after that without an answer or tally_transport_progress.
    pub idle_timeout: i64,
    /// "GET" or "POST"
    pub method: *const c_char, pub url: *const c_char,
    /// "Name: value", each line ended by CR and LF; empty: none. Send them as they are.
    pub headers: *const c_char,
    /// Bytes of the headers, without the NUL.
    pub headers_size: usize,
    /// Of POST; of body_size.
    pub body: *const c_void, pub body_size: usize,
    /// TALLY_REQUEST_…
    pub flags: u32, pub reserved: [u32; 3],
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
    pub state: tally_message_state,
    /// The server's.
    pub id: tally_text, pub path: tally_text, pub kind: tally_text, pub title: tally_text, pub body: tally_text,
    pub thread: tally_text, pub category: tally_text, pub argument: tally_text, pub argument_count: u32,
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
    /// It orders them. 0: now.
    pub time: i64,
    /// What it adds to the number. 0: the default, 1; with TALLY_MESSAGE_DOT: 0.
    pub count: u32, pub argument_count: u32,
    /// 1 to 255 bytes, as an account's name. NULL or empty: a new one.
    pub id: *const c_char,
    /// These: UTF-8; NULL: none.
    pub title: *const c_char, pub body: *const c_char, pub kind: *const c_char, pub thread: *const c_char,
    pub category: *const c_char, pub argument: *const c_char, pub reserved: [*mut c_void; 3],
}

/// The plural forms of a format. NULL: the language has no such form; then `other` is used.
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
    pub origin: tally_summary_origin, pub thread: tally_text,
    /// Of the leading message.
    pub path: tally_text,
    /// Of the leading message.
    pub title: tally_text,
    /// Empty: none.
    pub summary: tally_text,
    /// The one that the summary was found in; "und": the source text that tally_category_set or tally_strings_set has given. Empty: no summary.
    pub language: tally_text, pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_outbox_options {
    /// sizeof(tally_outbox_options)
    pub struct_size: u32,
    /// None yet.
    pub flags: u32,
    /// Of a request in all, from 100. 0: the default, 300,000.
    pub request_timeout: i64,
    /// Without a byte, from 100. 0: the default, 60,000.
    pub idle_timeout: i64,
    /// http: or https:, where rows are sent with POST. NULL or empty: the host leases them.
    pub url: *const c_char, pub reserved: [*mut c_void; 3],
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
    pub kind: tally_outbox_kind,
    /// TALLY_OUTBOX_WAITING …
    pub state: tally_outbox_state,
    /// To be sent as Idempotency-Key.
    pub key: tally_text, pub entity: tally_text,
    /// JSON. Empty until it is given out for the first time; from then on it stays.
    pub body: tally_text,
}

/// A member that is not given (fields) has its default in tally_reminder_put, and stays as it is in tally_reminder_edit.
/// Taken away is a text that is given as NULL or "", a start and an end that are given as 0, and a repetition or a
/// reminding of what has expired that is given with all members 0. Of members that are given together, one that is 0
/// stays as it is.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct tally_reminder_options {
    /// sizeof(tally_reminder_options)
    pub struct_size: u32,
    /// TALLY_REMINDER_…
    pub fields: u32,
    /// These: UTF-8.
    pub title: *const c_char, pub body: *const c_char,
    /// The badge that it lights. Empty: none.
    pub path: *const c_char,
    /// Empty: the device's.
    pub zone: *const c_char,
    /// A day. Default: today, in its zone.
    pub produced: i32,
    /// From 1. To be given.
    pub shelf_life: i32,
    /// TALLY_UNIT_DAY, _MONTH or _YEAR. To be given.
    pub shelf_unit: tally_unit,
    /// The time of day: seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
    pub time: i32,
    /// TALLY_SMART_…. Default AUTOMATIC.
    pub smart: tally_smart,
    /// Where it is not smart, to be given: TALLY_UNIT_…,
    pub repeat_unit: tally_unit,
    /// how many of them, to 1,000,000 (default 1),
    pub repeat_every: i32,
    /// and the last day on which it fires.
    pub end: i32,
    /// The day from which repetitions are counted. Default: that of entering.
    pub start: i32,
    /// How to remind of what has expired, from the day after the expiry or the end on: every
    pub overdue_unit: tally_unit,
    /// so many, to 1,000,000 (default 1),
    pub overdue_every: i32,
    /// so many times, to 1,000,000. Default: not at all.
    pub overdue_limit: i32, pub reserved: [u64; 4],
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
    /// When its last good day ends; 0: its zone is not available.
    pub expires: i64,
    /// When it was last changed.
    pub stamp: i64,
    /// One more with each edit, and whenever it is done or undone.
    pub revision: u32,
    /// TALLY_REMINDER_…
    pub state: tally_reminder_state,
    /// The last good day.
    pub expiry: i32,
    /// The days that it keeps,
    pub span: i32,
    /// and those that are left; negative: it has expired.
    pub days_left: i32,
    /// 1 or 0.
    pub is_smart: i32,
    /// From here on as they were given.
    pub produced: i32, pub shelf_life: i32, pub shelf_unit: tally_unit, pub time: i32, pub entered: i32,
    pub smart: tally_smart, pub repeat_unit: tally_unit, pub repeat_every: i32, pub start: i32, pub end: i32,
    pub overdue_unit: tally_unit, pub overdue_every: i32, pub overdue_limit: i32, pub id: tally_text,
    pub title: tally_text, pub body: tally_text, pub path: tally_text, pub zone: tally_text, pub reserved: i32,
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
    pub reserve: u32, pub reserved: [u64; 2],
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
    pub action: tally_plan_action,
    /// Its identifier. Of what is disarmed: empty where it was deleted.
    pub reminder: tally_text,
    /// These: of what is armed.
    pub title: tally_text, pub body: tally_text, pub path: tally_text,
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
    pub occurrence_time: i64, pub revision: u32,
    /// TALLY_NOTE_…
    pub kind: tally_note_kind,
    /// Its identifier; empty: all of the account's.
    pub reminder: tally_text,
}

extern "C" {
    /// The version of the library at run time: major * 1,000,000 + minor * 1,000 + patch.
    pub fn tally_version() -> u32;
    /// The same as text, "0.1.0".
    pub fn tally_version_text() -> *const c_char;
    /// The name of a status, "TALLY_ERROR_PATH"; "TALLY_UNKNOWN" for a number that is none.
    pub fn tally_status_name(status: tally_status) -> *const c_char;
    /// A sentence for people, in English, without what is special to one call.
    pub fn tally_status_message(status: tally_status) -> *const c_char;
    /// What the last failed call on this thread had to say, with the particulars: "path 'a..b': a component is empty,
    /// at byte 2".
    pub fn tally_error_message(buffer: *mut c_char, capacity: usize, out_length: *mut usize) -> tally_status;
    /// Opens an engine: reads the file, or creates it, and starts the loop thread.
    pub fn tally_engine_open(options: *const tally_engine_options,
        out_engine: *mut *mut tally_engine) -> tally_status;
    /// Ends what is under way, writes everything, closes the file and releases the handle, whatever the answer but
    /// THREAD.
    pub fn tally_engine_close(engine: *mut tally_engine, timeout: i64) -> tally_status;
    /// Waits until all that was applied before the call is on the disk.
    pub fn tally_engine_flush(engine: *mut tally_engine) -> tally_status;
    /// Reads the whole file and compares it with what it should be: the checksum of every page, the order of pages
    /// and indexes, that tables and rows are such as this library writes, that what rows refer to is there; and that
    /// the badges in memory are those of the file.
    pub fn tally_engine_verify(engine: *mut tally_engine) -> tally_status;
    /// Salvages what can be read of a file into a new one.
    pub fn tally_engine_recover(damaged: *const c_char, fresh: *const c_char,
        out_recovery: *mut tally_recovery) -> tally_status;
    /// The limits in force.
    pub fn tally_engine_limits(engine: *mut tally_engine, out_limits: *mut tally_limits) -> tally_status;
    /// Copies the engine's file into another one, while the engine is used: it holds what was applied before the
    /// call, and, of what is applied during it, all up to some moment.
    pub fn tally_engine_backup(engine: *mut tally_engine, file: *const c_char, flags: u32) -> tally_status;
    /// What the engine is made of just now, but for accounts on which a call works for long at the moment.
    pub fn tally_engine_stats(engine: *mut tally_engine, out_stats: *mut tally_stats) -> tally_status;
    /// Presence: what becomes of the application and its machine.
    pub fn tally_engine_set_foreground(engine: *mut tally_engine, foreground: i32) -> tally_status;
    /// available: 1, there is a network again, or another one; 0, it was lost.
    pub fn tally_engine_set_network(engine: *mut tally_engine, available: i32) -> tally_status;
    /// The machine slept, and is awake.
    pub fn tally_engine_woke(engine: *mut tally_engine) -> tally_status;
    /// Opens an account, creating it where there is none of that name (1 to 255 bytes of UTF-8 without control
    /// characters).
    pub fn tally_account_open(engine: *mut tally_engine, name: *const c_char, options: *const tally_account_options,
        out_account: *mut *mut tally_account) -> tally_status;
    /// Gives the handle back.
    pub fn tally_account_release(account: *mut tally_account);
    /// Lists the accounts that are stored, open or not, by the bytes of their names: those after the name `after`
    /// (NULL: from the first; it need not exist).
    pub fn tally_account_list(engine: *mut tally_engine, after: *const c_char, rows: *mut tally_rows) -> tally_status;
    /// Removes an account, with its badges, messages, feeds, positions and whatever else is stored for it, for good;
    /// when it returns, that is on the disk.
    pub fn tally_account_remove(engine: *mut tally_engine, name: *const c_char) -> tally_status;
    /// Logs in: what the account's feeds may send from now on.
    pub fn tally_account_log_in(account: *mut tally_account, token: *const c_char) -> tally_status;
    /// Logs out: stops every request and timer of the account; what still arrives is dropped.
    pub fn tally_account_log_out(account: *mut tally_account) -> tally_status;
    /// The account's state and name.
    pub fn tally_account_get(account: *mut tally_account, out_state: *mut tally_account_state, name: *mut c_char,
        name_capacity: usize, out_name_length: *mut usize) -> tally_status;
    /// All that belongs to an account, as bytes (docs/account-snapshot-format.md): how it was created, its badges,
    /// mutes and expiries, its revision, its feeds with their cursors, its messages with their states, the positions
    /// of its sources and the identifiers of its batches.
    pub fn tally_account_export(account: *mut tally_account, buffer: *mut c_void, capacity: usize,
        out_size: *mut usize) -> tally_status;
    /// Makes an account of exported bytes: see tally_account_export.
    pub fn tally_account_import(engine: *mut tally_engine, name: *const c_char, snapshot: *const c_void,
        size: usize) -> tally_status;
    /// Which of so many partitions an account of this name belongs to, 0 to partitions - 1: FNV-1a of 32 bits over
    /// the bytes of the name, modulo partitions (docs/account-hash.md has it for other languages, with examples).
    pub fn tally_account_hash(name: *const c_char, partitions: u32, out_partition: *mut u32) -> tally_status;
    /// Sets the node's own badge to a count; 0 takes it away.
    pub fn tally_badge_set(account: *mut tally_account, path: *const c_char, count: i64) -> tally_status;
    /// Sets the node's own badge to a dot.
    pub fn tally_badge_dot(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// Sets the node's own badge to a count that ends: the badge is removed at the timestamp `until`.
    pub fn tally_badge_set_until(account: *mut tally_account, path: *const c_char, count: i64,
        until: i64) -> tally_status;
    /// Sets the node's own badge to a dot that ends, as tally_badge_set_until.
    pub fn tally_badge_dot_until(account: *mut tally_account, path: *const c_char, until: i64) -> tally_status;
    /// Adds to the node's own count (a dot or nothing counts as 0); where 0 results the badge goes.
    pub fn tally_badge_add(account: *mut tally_account, path: *const c_char, delta: i64) -> tally_status;
    /// Takes the node's badge away, as when the user has looked: its own badge goes, and messages that feed it become
    /// seen.
    pub fn tally_badge_clear(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// Takes away the badges of the node and of everything below it; messages that feed them become seen.
    pub fn tally_badge_clear_tree(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// Mutes a node; until: as in tally_badge_set_until.
    pub fn tally_badge_mute(account: *mut tally_account, path: *const c_char, mode: tally_mute_mode,
        until: i64) -> tally_status;
    /// What a path shows.
    pub fn tally_badge_get(account: *mut tally_account, path: *const c_char,
        out_badge: *mut tally_badge) -> tally_status;
    /// The total over all accounts that are logged in: what an application's icon shows.
    pub fn tally_engine_total(engine: *mut tally_engine, out_badge: *mut tally_badge) -> tally_status;
    /// Lists the nodes that show a badge, or are muted, by the bytes of their paths: those after the path `after`
    /// (NULL: from the first; it need not exist).
    pub fn tally_badge_list(account: *mut tally_account, path: *const c_char, flags: u32, after: *const c_char,
        rows: *mut tally_rows, out_revision: *mut u64) -> tally_status;
    /// Lists the nodes whose badge changed after the revision `since`, each once, in no particular order, with what
    /// they show now; for hosts that poll once a frame instead of taking callbacks.
    pub fn tally_badge_changes(account: *mut tally_account, since: u64, epoch: u64, rows: *mut tally_rows,
        out_revision: *mut u64) -> tally_status;
    /// Explains why a path shows what it shows: behind each entry that messages feed (FED) come those messages, the
    /// oldest first, each an entry with MESSAGE, and LIGHTS and HELD_BACK as of its node, whose entry has what they
    /// contribute.
    pub fn tally_badge_explain(account: *mut tally_account, path: *const c_char, skip: usize,
        rows: *mut tally_rows) -> tally_status;
    /// A number that is equal for equal subtrees, and for others hardly ever; the same on every machine.
    pub fn tally_badge_digest(account: *mut tally_account, path: *const c_char, out_digest: *mut u64) -> tally_status;
    /// The minimal patch from one subtree to another, of the same engine.
    pub fn tally_badge_diff(from: *mut tally_account, from_path: *const c_char, to: *mut tally_account,
        to_path: *const c_char, buffer: *mut c_void, capacity: usize, out_size: *mut usize) -> tally_status;
    /// Decodes bytes.
    pub fn tally_snapshot_decode(bytes: *const c_void, size: usize,
        out_snapshot: *mut *mut tally_snapshot) -> tally_status;
    /// What is owned at and below a path.
    pub fn tally_snapshot_take(account: *mut tally_account, path: *const c_char,
        out_snapshot: *mut *mut tally_snapshot) -> tally_status;
    /// Gives the handle back, and the memory.
    pub fn tally_snapshot_release(snapshot: *mut tally_snapshot);
    /// Its bytes.
    pub fn tally_snapshot_encode(snapshot: *const tally_snapshot, buffer: *mut c_void, capacity: usize,
        out_size: *mut usize) -> tally_status;
    /// The minimal patch from one to another.
    pub fn tally_snapshot_diff(from: *const tally_snapshot, to: *const tally_snapshot, buffer: *mut c_void,
        capacity: usize, out_size: *mut usize) -> tally_status;
    /// Makes the path and all below it own what the snapshot says, and nothing else.
    pub fn tally_snapshot_restore(snapshot: *const tally_snapshot, account: *mut tally_account,
        path: *const c_char) -> tally_status;
    /// The patch that leads back.
    pub fn tally_patch_inverse(patch: *const c_void, size: usize, buffer: *mut c_void, capacity: usize,
        out_size: *mut usize) -> tally_status;
    /// Applies a patch at a path.
    pub fn tally_badge_apply(account: *mut tally_account, path: *const c_char, patch: *const c_void, size: usize,
        flags: u32) -> tally_status;
    /// Recounts the whole tree and compares it with what is kept: OK, or INTERNAL with the first path that is wrong
    /// in the message.
    pub fn tally_account_verify(account: *mut tally_account) -> tally_status;
    /// Resolves a path, which is created where it is unknown.
    pub fn tally_node_resolve(account: *mut tally_account, path: *const c_char,
        out_node: *mut tally_node) -> tally_status;
    /// Gives a handle back.
    pub fn tally_node_release(account: *mut tally_account, node: tally_node) -> tally_status;
    /// Writes the path of a node, which begins with root.
    pub fn tally_node_path(account: *mut tally_account, node: tally_node, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// As tally_badge_set.
    pub fn tally_node_set(account: *mut tally_account, node: tally_node, count: i64) -> tally_status;
    /// As tally_badge_dot.
    pub fn tally_node_dot(account: *mut tally_account, node: tally_node) -> tally_status;
    /// As tally_badge_set_until.
    pub fn tally_node_set_until(account: *mut tally_account, node: tally_node, count: i64,
        until: i64) -> tally_status;
    /// As tally_badge_dot_until.
    pub fn tally_node_dot_until(account: *mut tally_account, node: tally_node, until: i64) -> tally_status;
    /// As tally_badge_add.
    pub fn tally_node_add(account: *mut tally_account, node: tally_node, delta: i64) -> tally_status;
    /// As tally_badge_clear.
    pub fn tally_node_clear(account: *mut tally_account, node: tally_node) -> tally_status;
    /// As tally_badge_clear_tree.
    pub fn tally_node_clear_tree(account: *mut tally_account, node: tally_node) -> tally_status;
    /// As tally_badge_mute.
    pub fn tally_node_mute(account: *mut tally_account, node: tally_node, mode: tally_mute_mode,
        until: i64) -> tally_status;
    /// As tally_badge_get.
    pub fn tally_node_get(account: *mut tally_account, node: tally_node, out_badge: *mut tally_badge) -> tally_status;
    /// Applies operations in their order, all or nothing: one transaction, one revision, observers told at the end.
    pub fn tally_badge_batch(account: *mut tally_account, operations: *mut tally_operation, count: usize,
        options: *const tally_batch_options, out_revision: *mut u64) -> tally_status;
    /// How far a source has been applied to the account: the epoch and the position of its last batch.
    pub fn tally_batch_position(account: *mut tally_account, source: *const c_char, out_epoch: *mut u64,
        out_position: *mut u64) -> tally_status;
    /// Performs operations on nodes in their order, each on its own.
    pub fn tally_node_apply(account: *mut tally_account, operations: *mut tally_node_operation,
        count: usize) -> tally_status;
    /// Writes a name, of any bytes that a component may hold, as a component: with `\.` and `\\`.
    pub fn tally_path_escape(name: *const c_char, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Writes a path and a component below it as a path that begins with root.
    pub fn tally_path_join(path: *const c_char, name: *const c_char, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Writes the parent of a path.
    pub fn tally_path_parent(path: *const c_char, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Writes a component of a path, without escapes.
    pub fn tally_path_component(path: *const c_char, index: usize, buffer: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Gives a path a style in the place of the one that it had.
    pub fn tally_style_set(account: *mut tally_account, path: *const c_char,
        style: *const tally_style) -> tally_status;
    /// The style of the path itself, nothing inherited; no fields where it has none.
    pub fn tally_style_get(account: *mut tally_account, path: *const c_char, out_style: *mut tally_style,
        icon: *mut c_char, icon_capacity: usize, out_icon_length: *mut usize) -> tally_status;
    /// Returns how to draw a path.
    pub fn tally_badge_present(account: *mut tally_account, path: *const c_char,
        out_presentation: *mut tally_presentation, text: *mut c_char, text_capacity: usize,
        out_text_length: *mut usize) -> tally_status;
    /// The same for a count, without an engine: the total over the accounts, or a number from elsewhere.
    pub fn tally_present(kind: tally_badge_kind, count: u64, style: *const tally_style,
        out_presentation: *mut tally_presentation, text: *mut c_char, text_capacity: usize,
        out_text_length: *mut usize) -> tally_status;
    /// A scope holds observers, views and widgets, of any accounts; closing it removes all of them, so nobody has to
    /// remember to.
    pub fn tally_scope_open(engine: *mut tally_engine, out_scope: *mut *mut tally_scope) -> tally_status;
    /// Removes the scope's observers, views and widgets, as tally_unobserve does each, and releases the handle.
    pub fn tally_scope_close(scope: *mut tally_scope);
    /// Observes a path: told at most once a transaction, only where what it shows changed.
    pub fn tally_observe(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the messages at a path: told once when it is registered, and then at most once a transaction, where
    /// it added, changed or removed some, or they were seen, read or unread again; whether a badge changed or not.
    pub fn tally_observe_messages(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char,
        flags: u32, callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the groups of an account: told of each one at most once a transaction, where messages of it came,
    /// changed or went, it was seen, or the words of its summary are others (so the summary may be another, or there
    /// may be no such group any more).
    pub fn tally_observe_groups(scope: *mut tally_scope, account: *mut tally_account, flags: u32,
        callback: tally_event_callback, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Observes the total over the accounts that are logged in.
    pub fn tally_observe_total(scope: *mut tally_scope, flags: u32, callback: tally_event_callback,
        user_data: *mut c_void, release_user_data: tally_release_callback, out_token: *mut u64) -> tally_status;
    /// Removes one observer, ends one view, or unbinds one widget.
    pub fn tally_unobserve(scope: *mut tally_scope, token: u64) -> tally_status;
    /// The user looks at a path.
    pub fn tally_view_begin(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char, flags: u32,
        out_token: *mut u64) -> tally_status;
    /// Ends a view; nothing else changes.
    pub fn tally_view_end(scope: *mut tally_scope, token: u64) -> tally_status;
    /// Binds a widget to a path: it is called with the current state once it is bound, whenever what the path shows
    /// changes, and when a style changes how it looks; where callbacks are made, never inside this call.
    pub fn tally_widget_bind(scope: *mut tally_scope, account: *mut tally_account, path: *const c_char,
        widget: *const tally_widget, user_data: *mut c_void, release_user_data: tally_release_callback,
        out_token: *mut u64) -> tally_status;
    /// Has all widgets of the scope drawn once more, as when a host's window has come back: deeper paths first, then
    /// by the bytes of the path, then in the order of binding.
    pub fn tally_widget_refresh(scope: *mut tally_scope) -> tally_status;
    /// Waits for an event and takes it out of the queue.
    pub fn tally_engine_next_event(engine: *mut tally_engine, timeout: i64, out_event: *mut tally_event,
        text: *mut c_char, text_capacity: usize) -> tally_status;
    /// Calls the callbacks of the events that waited when it was called, and of what these callbacks cause, up to
    /// `limit` events (0: as many as there are).
    pub fn tally_engine_dispatch(engine: *mut tally_engine, limit: usize, out_count: *mut usize) -> tally_status;
    /// Wakes one tally_engine_next_event that waits, or the next one that would.
    pub fn tally_engine_interrupt(engine: *mut tally_engine) -> tally_status;
    /// A descriptor for poll, epoll, select: readable while events wait.
    pub fn tally_engine_descriptor(engine: *mut tally_engine, out_descriptor: *mut i32) -> tally_status;
    /// notify is called when the queue is no longer empty: once, then again only after the queue was drained.
    pub fn tally_engine_set_notify(engine: *mut tally_engine, notify: tally_notify_callback, user_data: *mut c_void,
        release_user_data: tally_release_callback) -> tally_status;
    /// With TALLY_ENGINE_HOST_DRIVEN: does what is due, without waiting, then calls callbacks as
    /// tally_engine_dispatch does.
    pub fn tally_engine_step(engine: *mut tally_engine) -> tally_status;
    /// How long the host may wait for the descriptor before tally_engine_step has something to do, in milliseconds;
    /// 0: step now; -1: as long as it likes.
    pub fn tally_engine_timeout(engine: *mut tally_engine, out_timeout: *mut i64) -> tally_status;
    /// Adds a feed, or, where the account has one of that name (1 to 255 bytes, as an account's), sets its options
    /// anew.
    pub fn tally_feed_add(account: *mut tally_account, name: *const c_char, options: *const tally_feed_options,
        out_feed: *mut *mut tally_feed) -> tally_status;
    /// Lists the feeds of an account that are stored, added in this run or not, by the bytes of their names: those
    /// after the name `after` (NULL: from the first; it need not exist).
    pub fn tally_feed_list(account: *mut tally_account, after: *const c_char, rows: *mut tally_rows) -> tally_status;
    /// Lists the rejected items of a feed's responses, the oldest first: those after a number (0: from the first).
    pub fn tally_feed_rejected(account: *mut tally_account, feed: i64, after: u64,
        rows: *mut tally_rows) -> tally_status;
    /// Gives the handle back; the feed goes on.
    pub fn tally_feed_release(feed: *mut tally_feed);
    /// Removes the feed, its messages and what they feed to badges, for good, and the manual badges that its answers
    /// have set, unless somebody has set them to something else since.
    pub fn tally_feed_remove(feed: *mut tally_feed) -> tally_status;
    /// Asks soon, unless a request is under way.
    pub fn tally_feed_refresh(feed: *mut tally_feed) -> tally_status;
    /// Registered pages: places in the host's application, numbered 0 to TALLY_FEED_MAX_PAGES - 1 as it likes, where
    /// the user sees what the feed brings.
    pub fn tally_feed_page_shown(feed: *mut tally_feed, page: u32) -> tally_status;
    /// A page is not shown any more: see tally_feed_page_shown.
    pub fn tally_feed_page_hidden(feed: *mut tally_feed, page: u32) -> tally_status;
    /// Breaks off the request under way, and the one that waits behind it; completions get TALLY_ERROR_CANCELLED, and
    /// there is no SYNCED.
    pub fn tally_feed_cancel(feed: *mut tally_feed) -> tally_status;
    /// paused: 1, the feed asks nothing by itself, neither by timers nor because of pages; a request under way goes
    /// on, and tally_feed_refresh and tally_feed_refresh_now are heard.
    pub fn tally_feed_pause(feed: *mut tally_feed, paused: i32) -> tally_status;
    /// Asks now, whatever the interval, and completes exactly once, with an event COMPLETION (its result: OK,
    /// NOT_MODIFIED, UNAUTHORIZED, RATE_LIMITED with retry_after, LOGGED_OUT, CANCELLED, or what went wrong).
    pub fn tally_feed_refresh_now(feed: *mut tally_feed, callback: tally_event_callback, user_data: *mut c_void,
        release_user_data: tally_release_callback, out_token: *mut u64) -> tally_status;
    /// The state, and the title that the server last gave (empty: none).
    pub fn tally_feed_get(feed: *mut tally_feed, out_state: *mut tally_feed_state, title: *mut c_char,
        title_capacity: usize, out_title_length: *mut usize) -> tally_status;
    /// A page that the host has by other means, from a socket, a message queue, a file: applied as an answer with
    /// status 200 would be, in one transaction: items, gone, marks, badges, cursor, title.
    pub fn tally_feed_deliver(feed: *mut tally_feed, bytes: *const c_void, size: usize) -> tally_status;
    /// A push has come.
    pub fn tally_push(account: *mut tally_account, payload: *const c_void, size: usize) -> tally_status;
    /// As tally_push, for one feed: `feed` in the payload is not looked at.
    pub fn tally_feed_push(feed: *mut tally_feed, payload: *const c_void, size: usize) -> tally_status;
    /// From now on, in this run, the number that a push has for the icon (aps.badge) is the manual badge of a path,
    /// as by tally_badge_set; 0 takes it away.
    pub fn tally_push_badge_path(account: *mut tally_account, path: *const c_char) -> tally_status;
    /// What a mapping makes of an answer, for whoever writes one.
    pub fn tally_mapping_try(preset: *const c_char, mapping: *const c_char, body: *const c_void, size: usize,
        page: *mut c_char, capacity: usize, out_length: *mut usize) -> tally_status;
    /// Requests that begin from now on go out through `callback`; NULL: by libcurl again.
    pub fn tally_engine_set_transport(engine: *mut tally_engine, callback: tally_transport_callback,
        user_data: *mut c_void, release_user_data: tally_release_callback) -> tally_status;
    /// The answer to a request, exactly once, from any thread, also from within the callback.
    pub fn tally_transport_answer(engine: *mut tally_engine, request_id: u64, status: i32, headers: *const c_char,
        body: *const c_void, size: usize) -> tally_status;
    /// Something of the answer has come, but not all of it: idle_timeout begins anew.
    pub fn tally_transport_progress(engine: *mut tally_engine, request_id: u64) -> tally_status;
    /// Lists messages, newest first (by the server's sequence, then its identifier): those after the message with the
    /// key `after` (0: from the newest).
    pub fn tally_message_list(account: *mut tally_account, path: *const c_char, flags: u32, after: u64,
        rows: *mut tally_rows) -> tally_status;
    /// How many there are at a path (or also below it).
    pub fn tally_message_counts(account: *mut tally_account, path: *const c_char, flags: u32, out_total: *mut u64,
        out_unread: *mut u64, out_unseen: *mut u64) -> tally_status;
    /// Marks messages read, all or nothing, in one transaction.
    pub fn tally_message_read(account: *mut tally_account, keys: *const u64, count: usize,
        out_changed: *mut usize) -> tally_status;
    /// The same for all messages at a path; flags: TALLY_MESSAGES_SUBTREE.
    pub fn tally_message_read_path(account: *mut tally_account, path: *const c_char, flags: u32,
        out_changed: *mut usize) -> tally_status;
    /// The same for those up to the message with the key `last`, as tally_message_list orders them: that one, and
    /// what it lists behind it.
    pub fn tally_message_read_until(account: *mut tally_account, path: *const c_char, flags: u32, last: u64,
        out_changed: *mut usize) -> tally_status;
    /// Marks messages unread again; they stay seen.
    pub fn tally_message_unread(account: *mut tally_account, keys: *const u64, count: usize,
        out_changed: *mut usize) -> tally_status;
    /// Posts a message of the host's own, unseen.
    pub fn tally_message_post(account: *mut tally_account, path: *const c_char, options: *const tally_message_options,
        out_key: *mut u64) -> tally_status;
    /// Removes the message that was posted with an id.
    pub fn tally_message_remove(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Says how the messages of an account are grouped, and in which language its summaries are where a call names
    /// none (NULL: as stored; "": in none: built-in words are English then, and names in a source text are joined by
    /// commas alone: "Ann, Bo").
    pub fn tally_group_configure(account: *mut tally_account, grouping: tally_grouping,
        language: *const c_char) -> tally_status;
    /// Registers a category (1 to 255 bytes, as an account's name), in the place of the one of that id.
    pub fn tally_category_set(account: *mut tally_account, id: *const c_char, summary: *const c_char,
        hidden: *const c_char) -> tally_status;
    /// Puts the forms of a format under a key, for a language (NULL or "": the source text), in the place of those
    /// that were there.
    pub fn tally_strings_set(account: *mut tally_account, key: *const c_char, language: *const c_char,
        forms: *const tally_forms) -> tally_status;
    /// Imports a file of translations, all of it or nothing.
    pub fn tally_strings_import(account: *mut tally_account, kind: tally_strings_kind, bytes: *const c_void,
        size: usize, language: *const c_char, out_taken: *mut usize, out_skipped: *mut usize) -> tally_status;
    /// Lists groups, the one with the newest message first: those after the one whose leading message has the key
    /// `after` (0: from the newest).
    pub fn tally_group_list(account: *mut tally_account, language: *const c_char, flags: u32, after: u64,
        rows: *mut tally_rows) -> tally_status;
    /// One group, by its thread (NULL: "").
    pub fn tally_group_get(account: *mut tally_account, thread: *const c_char, language: *const c_char, flags: u32,
        rows: *mut tally_rows) -> tally_status;
    /// Lists the messages of a group, newest first.
    pub fn tally_group_messages(account: *mut tally_account, thread: *const c_char, after: u64,
        rows: *mut tally_rows) -> tally_status;
    /// The user has seen the group: none of its messages is fresh any more.
    pub fn tally_group_seen(account: *mut tally_account, thread: *const c_char) -> tally_status;
    /// The user dismisses a group, all of it (count 0), or the messages with these keys, whose thread is not looked
    /// at.
    pub fn tally_group_dismiss(account: *mut tally_account, thread: *const c_char, keys: *const u64, count: usize,
        out_changed: *mut usize) -> tally_status;
    /// Gives the account an outbox, or another way to send it, in this run: it is not stored, so a host says so after
    /// opening the account, before anything is read.
    pub fn tally_outbox_configure(account: *mut tally_account, options: *const tally_outbox_options) -> tally_status;
    /// Gives out rows that are due, in their order, as many as fit, for `duration` milliseconds (1 to 86,400,000):
    /// until then nobody else gets them.
    pub fn tally_outbox_lease(account: *mut tally_account, duration: i64, rows: *mut tally_rows) -> tally_status;
    /// The server has taken the row, which goes.
    pub fn tally_outbox_ack(account: *mut tally_account, sequence: i64, answer: *const c_void,
        size: usize) -> tally_status;
    /// The server has not taken the row.
    pub fn tally_outbox_fail(account: *mut tally_account, sequence: i64, attempt: i64,
        retry_after: i64) -> tally_status;
    /// Lists rows in their order, those after a sequence (0: from the first), as tally_outbox_lease, but gives
    /// nothing out.
    pub fn tally_outbox_list(account: *mut tally_account, after: i64, rows: *mut tally_rows) -> tally_status;
    /// How many rows there are; of these, somebody has, and have failed for good.
    pub fn tally_outbox_counts(account: *mut tally_account, out_total: *mut u64, out_leased: *mut u64,
        out_failed: *mut u64) -> tally_status;
    /// A row (0: each) that waits for its time, or has failed for good, may be given out immediately.
    pub fn tally_outbox_retry(account: *mut tally_account, sequence: i64, out_count: *mut usize) -> tally_status;
    /// Removes a row (0: each) that has failed for good.
    pub fn tally_outbox_remove(account: *mut tally_account, sequence: i64, out_count: *mut usize) -> tally_status;
    /// Enters a reminder.
    pub fn tally_reminder_put(account: *mut tally_account, id: *const c_char,
        options: *const tally_reminder_options) -> tally_status;
    /// Changes a reminder, in one transaction: what is given of it, its revision, and what is planned of it.
    pub fn tally_reminder_edit(account: *mut tally_account, id: *const c_char,
        options: *const tally_reminder_options) -> tally_status;
    /// Marks a reminder done: it no longer fires, and its badge is removed.
    pub fn tally_reminder_done(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Reverts tally_reminder_done: see there.
    pub fn tally_reminder_undone(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Removes it; its log stays.
    pub fn tally_reminder_remove(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Moves one occurrence, the one that has fired and was not acknowledged, else the one that was moved before and
    /// has not fired, else the next one, and nothing else: one at a time is moved.
    pub fn tally_reminder_snooze(account: *mut tally_account, id: *const c_char, until: i64) -> tally_status;
    /// What has fired was seen to: its badge goes out.
    pub fn tally_reminder_acknowledge(account: *mut tally_account, id: *const c_char) -> tally_status;
    /// Lists reminders by the bytes of their identifiers, those after one (NULL: from the first).
    pub fn tally_reminder_list(account: *mut tally_account, after: *const c_char,
        rows: *mut tally_rows) -> tally_status;
    /// Plans what a system is to fire while the program is closed: one-shot notifications, the soonest ones, but each
    /// reminder's next one first.
    pub fn tally_reminder_plan(account: *mut tally_account, options: *const tally_plan_options, rows: *mut tally_rows,
        out_plan: *mut tally_plan) -> tally_status;
    /// Lists the log, those after a number (0: from the first).
    pub fn tally_reminder_log(account: *mut tally_account, after: i64, rows: *mut tally_rows) -> tally_status;
    /// Writes all reminders as iCalendar (RFC 5545, VTODO with VALARM), ended by NUL.
    pub fn tally_reminder_export(account: *mut tally_account, text: *mut c_char, capacity: usize,
        out_length: *mut usize) -> tally_status;
    /// Imports the reminders of an iCalendar file: everything that can be taken, or nothing if the call fails.
    pub fn tally_reminder_import(account: *mut tally_account, bytes: *const c_void, size: usize,
        out_taken: *mut usize, out_passed_over: *mut usize) -> tally_status;
    /// The device is in another zone, or may be: what goes by the device's zone is planned anew.
    pub fn tally_engine_set_zone(engine: *mut tally_engine, name: *const c_char) -> tally_status;
}
