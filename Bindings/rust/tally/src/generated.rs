// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

statuses! {
    OK = TALLY_OK, HELD = TALLY_HELD, MORE = TALLY_MORE, RESYNC = TALLY_RESYNC,
    ALREADY_APPLIED = TALLY_ALREADY_APPLIED, NOT_MODIFIED = TALLY_NOT_MODIFIED, EMPTY = TALLY_EMPTY,
    SET_ASIDE = TALLY_SET_ASIDE, ARGUMENT = TALLY_ERROR_ARGUMENT, NO_MEMORY = TALLY_ERROR_NO_MEMORY,
    PATH = TALLY_ERROR_PATH, RANGE = TALLY_ERROR_RANGE, LIMIT = TALLY_ERROR_LIMIT, NOT_FOUND = TALLY_ERROR_NOT_FOUND,
    EXISTS = TALLY_ERROR_EXISTS, CONFLICT = TALLY_ERROR_CONFLICT, BUFFER_TOO_SMALL = TALLY_ERROR_BUFFER_TOO_SMALL,
    STALE_HANDLE = TALLY_ERROR_STALE_HANDLE, CLOSED = TALLY_ERROR_CLOSED, FORKED = TALLY_ERROR_FORKED,
    THREAD = TALLY_ERROR_THREAD, UNSUPPORTED = TALLY_ERROR_UNSUPPORTED, INTERNAL = TALLY_ERROR_INTERNAL,
    NOT_APPLIED = TALLY_ERROR_NOT_APPLIED, MALFORMED = TALLY_ERROR_MALFORMED, IO = TALLY_ERROR_IO,
    FULL = TALLY_ERROR_FULL, LOCKED = TALLY_ERROR_LOCKED, CORRUPT = TALLY_ERROR_CORRUPT,
    NOT_A_STORE = TALLY_ERROR_NOT_A_STORE, NEWER = TALLY_ERROR_NEWER, READ_ONLY = TALLY_ERROR_READ_ONLY,
    PERMISSION = TALLY_ERROR_PERMISSION, STALE_EPOCH = TALLY_ERROR_STALE_EPOCH, URL = TALLY_ERROR_URL,
    NETWORK = TALLY_ERROR_NETWORK, TIMEOUT = TALLY_ERROR_TIMEOUT, TLS = TALLY_ERROR_TLS,
    PROTOCOL = TALLY_ERROR_PROTOCOL, TOO_LARGE = TALLY_ERROR_TOO_LARGE, SERVER = TALLY_ERROR_SERVER,
    UNAUTHORIZED = TALLY_ERROR_UNAUTHORIZED, RATE_LIMITED = TALLY_ERROR_RATE_LIMITED,
    LOGGED_OUT = TALLY_ERROR_LOGGED_OUT, CANCELLED = TALLY_ERROR_CANCELLED,
}
numbers! {
    /// What was saved and lost.
    Recovery of tally_recovery { pages: u64, damaged_pages: u64, doubtful_rows: u64, accounts_saved: u64,
        accounts_lost: u64, badges_saved: u64, badges_lost: u64, feeds_saved: u64, feeds_lost: u64,
        messages_saved: u64, messages_lost: u64, others_saved: u64, others_lost: u64, }
}
numbers! {
    /// The limits in force.
    Limits of tally_limits { max_depth: u32, max_path_bytes: u32, max_nodes: u32, max_accounts: u32, max_feeds: u32,
        max_observers: u32, max_response_bytes: u32, max_loaded_accounts: u32, max_batch_ids: u32, max_flights: u32,
        max_flights_per_origin: u32, max_forgotten: u32, max_marks: u32, max_failed_rows: u32, max_rejected: u32,
        max_reminder_log: u32, max_cached_groups: u32, max_events: u32, max_completions: u32, }
}
numbers! {
    /// What an engine is made of just now.
    Stats of tally_stats { accounts: u32, loaded_accounts: u32, feeds: u32, account_loads: u64,
        account_evictions: u64, observers: u64, events: u64, nodes: u64, node_bytes: u64, unstored_badges: u64,
        file_size: i64, log_size: i64, commits: u64, committed_calls: u64, longest_wait: u64, longest_store_hold: u64,
        waiting_calls: u32, flights: u32, origin_flights: u32, }
}
options! {
    /// How an account is opened.
    AccountOptions of tally_account_options { flags: u32, aggregation: i32, feeding: i32, } { }
}
record! {
    /// One reason why a path shows what it shows.
    Reason of tally_reason { contributed: u64, fed_count: u64, kept_count: u64, manual_count: u32, flags: u32,
        message: u64, } { } { path: path_offset path_length, id: id_offset id_length, }
}
options! {
    /// What a batch is recognised by.
    BatchOptions of tally_batch_options { flags: u32, epoch: u64, position: u64, } { source, id, }
}
numbers! {
    /// How a badge is drawn: lengths in points, colours 0xRRGGBBAA.
    Look of tally_presentation { kind: i32, count: u64, dot_radius: f32, offset_x: f32, offset_y: f32, font_size: f32,
        font_weight: i32, text_color: u32, background_color: u32, overflow: i32, max_count: u64, }
}
numbers! {
    /// Something that happened.
    EventNumbers of tally_event { kind: i32, token: u64, account: i64, feed: i64, count: u64, revision: u64,
        shows: i32, result: i32, retry_after: i64, next_time: i64, added: u32, changed: u32, removed: u32,
        rejected: u32, total: u64, unread: u64, unseen: u64, }
}
options! {
    /// How a feed is polled.
    FeedOptions of tally_feed_options { flags: u32, initial_delay: i64, interval: i64, request_timeout: i64,
        idle_timeout: i64, page_limit: u32, preset: u32, visible_interval: i64, tolerance: i64, away_time: i64,
        max_age: i64, max_messages: i64, } { url, prefix, mapping_preset, mapping, memo, }
}
record! {
    /// A feed that is stored.
    FeedEntry of tally_feed_entry { id: i64, last_success: i64, rejected: u64, flags: u32, } { name, url, prefix,
        title, memo, } { }
}
record! {
    /// An item of a response that could not be used.
    Rejected of tally_rejected { number: u64, time: i64, } { reason, body, } { }
}
numbers! {
    /// What a feed is doing.
    FeedNumbers of tally_feed_state { result: i32, id: i64, last_success: i64, next_time: i64, requests: u64,
        not_modified: u64, failures: u64, in_flight: u32, failures_in_a_row: u32, }
}
record! {
    /// A message.
    Message of tally_message { key: u64, feed: i64, time: i64, count: u32, state: i32, argument_count: u32, } { id,
        path, kind, title, body, thread, category, argument, } { }
}
options! {
    /// A message that the host posts.
    MessageOptions of tally_message_options { flags: u32, time: i64, count: u32, argument_count: u32, } { id, title,
        body, kind, thread, category, argument, }
}
options! {
    /// The plural forms of a format; `other` is required.
    Forms of tally_forms { flags: u32, } { zero, one, two, few, many, other, }
}
record! {
    /// The unseen messages of a thread, and their summary.
    Group of tally_group { newest: u64, oldest: u64, items: u64, notifications: u64, fresh: u64, time: i64,
        origin: i32, } { thread, path, title, summary, language, } { }
}
options! {
    /// How the outbox is sent.
    OutboxOptions of tally_outbox_options { flags: u32, request_timeout: i64, idle_timeout: i64, } { url, }
}
record! {
    /// A row on its way to the server.
    OutboxEntry of tally_outbox_entry { sequence: i64, feed: i64, attempt: i64, next_time: i64, lease_end: i64,
        kind: i32, state: i32, } { key, entity, body, } { }
}
options! {
    /// What a user enters of a reminder. A shelf life and its unit are to be given.
    ReminderOptions of tally_reminder_options { flags: u32, produced: i32, shelf_life: i32, shelf_unit: i32,
        time: i32, smart: i32, repeat_unit: i32, repeat_every: i32, end: i32, start: i32, overdue_unit: i32,
        overdue_every: i32, overdue_limit: i32, } { title, body, path, zone, }
}
record! {
    /// A reminder.
    Reminder of tally_reminder { number: u64, next_time: i64, due_time: i64, expires: i64, stamp: i64, revision: u32,
        state: i32, expiry: i32, span: i32, days_left: i32, is_smart: i32, produced: i32, shelf_life: i32,
        shelf_unit: i32, time: i32, entered: i32, smart: i32, repeat_unit: i32, repeat_every: i32, start: i32,
        end: i32, overdue_unit: i32, overdue_every: i32, overdue_limit: i32, } { id, title, body, path, zone, } { }
}
options! {
    /// What a plan has room for.
    PlanOptions of tally_plan_options { flags: u32, limit: u32, reserve: u32, } { }
}
record! {
    /// A notification that the system is to arm or disarm.
    PlanEntry of tally_plan_entry { id: i64, time: i64, occurrence: i64, revision: u32, action: i32, } { reminder,
        title, body, path, } { }
}
numbers! {
    /// What a plan reaches.
    PlanSummary of tally_plan { planned: u32, left_out: u64, reach: i64, }
}
record! {
    /// A note in the log of reminders.
    ReminderNote of tally_reminder_note { number: i64, time: i64, occurrence_time: i64, revision: u32, kind: i32, } {
        reminder, } { }
}
