// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

statuses! {
    /// Success.
    OK = TALLY_OK,
    /// The badge still shows, because something below it (or feeding it) does.
    HELD = TALLY_HELD,
    /// There is more: ask again from where this answer ends.
    MORE = TALLY_MORE,
    /// What was asked for is no longer kept: list everything instead.
    RESYNC = TALLY_RESYNC,
    /// This batch has been applied before; nothing was done.
    ALREADY_APPLIED = TALLY_ALREADY_APPLIED,
    /// The server had nothing new.
    NOT_MODIFIED = TALLY_NOT_MODIFIED,
    /// Nothing arrived within the time, or the wait was interrupted.
    EMPTY = TALLY_EMPTY,
    /// The file was damaged: it was given another name, and a new one begun.
    SET_ASIDE = TALLY_SET_ASIDE,
    /// NULL, an unknown flag or a value that has no meaning.
    ARGUMENT = TALLY_ERROR_ARGUMENT,
    /// There was not enough memory.
    NO_MEMORY = TALLY_ERROR_NO_MEMORY,
    /// Not a well-formed path, or too deep or too long.
    PATH = TALLY_ERROR_PATH,
    /// A number is out of its range.
    RANGE = TALLY_ERROR_RANGE,
    /// A limit set when opening would be exceeded.
    LIMIT = TALLY_ERROR_LIMIT,
    /// There is no such account, feed, message or observer.
    NOT_FOUND = TALLY_ERROR_NOT_FOUND,
    /// It exists already.
    EXISTS = TALLY_ERROR_EXISTS,
    /// It contradicts what is stored.
    CONFLICT = TALLY_ERROR_CONFLICT,
    /// The caller's buffer does not suffice; the size needed was told.
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
    /// This operation was fine, but another one refused the batch.
    NOT_APPLIED = TALLY_ERROR_NOT_APPLIED,
    /// Bytes that are no snapshot, patch or mapping, or are damaged.
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
    /// The batch comes from a former owner.
    STALE_EPOCH = TALLY_ERROR_STALE_EPOCH,
    /// Not a well-formed URL, or a scheme that is not supported.
    URL = TALLY_ERROR_URL,
    /// The server could not be reached, or the connection broke.
    NETWORK = TALLY_ERROR_NETWORK,
    /// A deadline passed.
    TIMEOUT = TALLY_ERROR_TIMEOUT,
    /// The server's certificate or the handshake was refused.
    TLS = TALLY_ERROR_TLS,
    /// The answer is not of the expected form; all of it was refused.
    PROTOCOL = TALLY_ERROR_PROTOCOL,
    /// The answer exceeds the limit; all of it was refused.
    TOO_LARGE = TALLY_ERROR_TOO_LARGE,
    /// The server answered with an error.
    SERVER = TALLY_ERROR_SERVER,
    /// The server refused the credential.
    UNAUTHORIZED = TALLY_ERROR_UNAUTHORIZED,
    /// The server asked to wait.
    RATE_LIMITED = TALLY_ERROR_RATE_LIMITED,
    /// The account is not logged in.
    LOGGED_OUT = TALLY_ERROR_LOGGED_OUT,
    /// It was cancelled, or its feed was removed.
    CANCELLED = TALLY_ERROR_CANCELLED,
}
flags! {
    /// How an account is opened.
    AccountFlags {
        /// An account that is not stored is not created: NOT_FOUND.
        EXISTING = TALLY_ACCOUNT_EXISTING,
    }
}
flags! {
    /// How an engine is opened.
    EngineFlags {
        /// No thread of the library's own: the host calls tally_engine_step.
        HOST_DRIVEN = TALLY_ENGINE_HOST_DRIVEN,
        /// A damaged file is set aside, and a new one begun: see tally_engine_open.
        SET_ASIDE = TALLY_ENGINE_SET_ASIDE,
        /// The file is written anew: see tally_engine_open.
        VACUUM = TALLY_ENGINE_VACUUM,
    }
}
flags! {
    /// How a file is copied.
    BackupFlags {
        /// A file of that name is replaced.
        REPLACE = TALLY_BACKUP_REPLACE,
    }
}
flags! {
    /// What makes a path show a badge, and what is muted.
    BadgeFlags {
        /// It owns a count.
        MANUAL_COUNT = TALLY_BADGE_MANUAL_COUNT,
        /// It owns a dot.
        MANUAL_DOT = TALLY_BADGE_MANUAL_DOT,
        /// Messages feed it.
        FED = TALLY_BADGE_FED,
        /// A child contributes a badge.
        CHILDREN = TALLY_BADGE_CHILDREN,
        /// See `TALLY_BADGE_MUTE_NUMBER` in tally.h.
        MUTE_NUMBER = TALLY_BADGE_MUTE_NUMBER,
        /// See `TALLY_BADGE_MUTE_ALL` in tally.h.
        MUTE_ALL = TALLY_BADGE_MUTE_ALL,
    }
}
flags! {
    /// Which nodes are listed.
    ListFlags {
        /// The nodes directly below.
        CHILDREN = TALLY_LIST_CHILDREN,
        /// The node itself and all below it.
        SUBTREE = TALLY_LIST_SUBTREE,
    }
}
flags! {
    /// What a reason contributes, and how.
    ReasonFlags {
        /// It owns a count.
        MANUAL_COUNT = TALLY_REASON_MANUAL_COUNT,
        /// It owns a dot.
        MANUAL_DOT = TALLY_REASON_MANUAL_DOT,
        /// Messages feed it.
        FED = TALLY_REASON_FED,
        /// CHILDREN: the count that it owns adds nothing, because its children, or what feeds it, have a number.
        OVERRIDDEN = TALLY_REASON_OVERRIDDEN,
        /// Its mute keeps the number that it shows from the path.
        MUTE_NUMBER = TALLY_REASON_MUTE_NUMBER,
        /// Its mute keeps all that it shows from the path.
        MUTE_ALL = TALLY_REASON_MUTE_ALL,
        /// What it owns, or what feeds it, reaches the path, which shows a badge.
        LIGHTS = TALLY_REASON_LIGHTS,
        /// A mute, its own or of a node between it and the path, keeps what it owns and what feeds it from the path:
        /// all of it, or, with LIGHTS, the number.
        HELD_BACK = TALLY_REASON_HELD_BACK,
        /// It is one of the messages that feed the path.
        MESSAGE = TALLY_REASON_MESSAGE,
    }
}
flags! {
    /// How a patch is applied.
    ApplyFlags {
        /// Writes what is after, whatever is there.
        OVERWRITE = TALLY_APPLY_OVERWRITE,
    }
}
flags! {
    /// What an observer is notified of.
    ObserveFlags {
        /// The path and everything below it.
        SUBTREE = TALLY_OBSERVE_SUBTREE,
        /// Told once at registration, with the current state of the path.
        INITIAL = TALLY_OBSERVE_INITIAL,
    }
}
flags! {
    /// How a feed is polled.
    FeedFlags {
        /// No timer asks while the application is in the background.
        STOPS_IN_BACKGROUND = TALLY_FEED_STOPS_IN_BACKGROUND,
    }
}
flags! {
    /// What a stored feed is.
    FeedEntryFlags {
        /// It was added in this run.
        ADDED = TALLY_FEED_ADDED,
    }
}
flags! {
    /// How a request is sent.
    RequestFlags {
        /// It carries a credential: follow redirects only within the same origin.
        CREDENTIAL = TALLY_REQUEST_CREDENTIAL,
    }
}
flags! {
    /// Which messages are meant.
    MessagesFlags {
        /// At the path and everywhere below it; else at exactly the path.
        SUBTREE = TALLY_MESSAGES_SUBTREE,
        /// Lists and reads only those not read.
        UNREAD = TALLY_MESSAGES_UNREAD,
    }
}
flags! {
    /// What a message shows.
    MessageFlags {
        /// It feeds a dot.
        DOT = TALLY_MESSAGE_DOT,
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
        /// The host's system has nothing armed, whatever was told before: all of the plan is told.
        ANEW = TALLY_PLAN_ANEW,
    }
}
numbers! {
    /// What was saved and lost.
    Recovery of tally_recovery {
        /// 0
        flags: u32,
        /// Of the damaged file.
        pages: u64,
        /// Those of them that are cut off, cannot be read, or have a wrong checksum.
        damaged_pages: u64,
        /// Saved from damaged pages: well-formed, but they may not be what was stored.
        doubtful_rows: u64,
        /// See `tally_recovery` in tally.h.
        accounts_saved: u64,
        /// Their badges and messages were saved: under the name, where that was found, or "recovered-" and a number,
        /// with the default aggregation and feeding.
        accounts_lost: u64,
        /// Rows: badges that nodes own, and mutes.
        badges_saved: u64,
        /// See `tally_recovery` in tally.h.
        badges_lost: u64,
        /// See `tally_recovery` in tally.h.
        feeds_saved: u64,
        /// Their messages were saved, in a feed named "recovered-" and a number.
        feeds_lost: u64,
        /// See `tally_recovery` in tally.h.
        messages_saved: u64,
        /// See `tally_recovery` in tally.h.
        messages_lost: u64,
        /// All other rows: reminders, read marks, pending actions, how groups are worded.
        others_saved: u64,
        /// Includes rows that belong to a missing account or feed.
        others_lost: u64,
    }
}
numbers! {
    /// The limits in force.
    Limits of tally_limits {
        /// See `tally_limits` in tally.h.
        max_depth: u32,
        /// See `tally_limits` in tally.h.
        max_path_bytes: u32,
        /// See `tally_limits` in tally.h.
        max_nodes: u32,
        /// See `tally_limits` in tally.h.
        max_accounts: u32,
        /// See `tally_limits` in tally.h.
        max_feeds: u32,
        /// See `tally_limits` in tally.h.
        max_observers: u32,
        /// See `tally_limits` in tally.h.
        max_response_bytes: u32,
        /// See `tally_limits` in tally.h.
        max_loaded_accounts: u32,
        /// See `tally_limits` in tally.h.
        max_batch_ids: u32,
        /// See `tally_limits` in tally.h.
        max_flights: u32,
        /// See `tally_limits` in tally.h.
        max_flights_per_origin: u32,
        /// See `tally_limits` in tally.h.
        max_forgotten: u32,
        /// See `tally_limits` in tally.h.
        max_marks: u32,
        /// See `tally_limits` in tally.h.
        max_failed_rows: u32,
        /// See `tally_limits` in tally.h.
        max_rejected: u32,
        /// See `tally_limits` in tally.h.
        max_reminder_log: u32,
        /// See `tally_limits` in tally.h.
        max_cached_groups: u32,
        /// See `tally_limits` in tally.h.
        max_events: u32,
        /// See `tally_limits` in tally.h.
        max_completions: u32,
        /// Milliseconds.
        batch_id_time: i64,
    }
}
numbers! {
    /// What an engine is made of just now.
    Stats of tally_stats {
        /// That are open.
        accounts: u32,
        /// Of these, in memory.
        loaded_accounts: u32,
        /// Of these accounts, that were added in this run.
        feeds: u32,
        /// How often an account was read, since the engine was opened,
        account_loads: u64,
        /// and made room for another one.
        account_evictions: u64,
        /// And views and widgets.
        observers: u64,
        /// That wait in the queue.
        events: u64,
        /// Of the accounts in memory.
        nodes: u64,
        /// What they take, with their paths.
        node_bytes: u64,
        /// That wait to be stored, but for those that are being written just now.
        unstored_badges: u64,
        /// Bytes of the file,
        file_size: i64,
        /// and of SQLite's write-ahead log beside it. 0: there is none.
        log_size: i64,
        /// That calls have waited for, since the engine was opened,
        commits: u64,
        /// and these calls: several share a commit.
        committed_calls: u64,
        /// Since the last call of this function, in microseconds: of a call for the lock of all accounts,
        longest_wait_us: u64,
        /// and how long one call had the store for itself.
        longest_hold_us: u64,
        /// That wait for the store.
        waiting_calls: u32,
        /// Requests of feeds in flight,
        flights: u32,
        /// and most of them to one origin.
        origin_flights: u32,
    }
}
options! {
    /// How an account is opened.
    AccountOptions of tally_account_options {
        /// TALLY_ACCOUNT_EXISTING, or 0
        flags: AccountFlags,
        /// TALLY_AGGREGATION_…
        aggregation: i32,
        /// TALLY_FEEDING_…
        feeding: i32,
    } {
    }
}
record! {
    /// One reason why a path shows what it shows.
    Reason of tally_reason {
        /// How much of the path's count comes from what it owns and what feeds it.
        contributed: u64,
        /// The sum of the counts of the messages that feed it. MESSAGE: this one's.
        fed_count: u64,
        /// MUTE_NUMBER, MUTE_ALL: how much in number its mute keeps back; 0: a dot, or no mute.
        kept_count: u64,
        /// Its own count, 0 where there is none.
        manual_count: u32,
        /// TALLY_REASON_…
        flags: ReasonFlags,
        /// MESSAGE: its key; else 0.
        message: u64,
    } {
        /// See `tally_reason` in tally.h.
        path,
        /// MESSAGE: the server's identifier.
        id,
    }
}
options! {
    /// What a batch is recognised by.
    BatchOptions of tally_batch_options {
        /// 0
        flags: u32,
        /// Of the log's owner: each new one has a greater one. Without a source: 0.
        epoch: u64,
        /// The batch's place in the log, an offset: rising, with gaps or without. Without a source: 0.
        position: u64,
    } {
        /// The log that the batch comes from: 1 to 255 bytes, as an account's name. NULL: none.
        source,
        /// A name of its own: 1 to 255 bytes, as an account's name. NULL: none.
        id,
    }
}
numbers! {
    /// How a badge is drawn: lengths in points, colours 0xRRGGBBAA.
    Look of tally_presentation {
        /// TALLY_KIND_…. ICON: the text is the icon's name; NUMBER: the number, capped: "7", "99+".
        kind: i32,
        /// NUMBER: the number, not capped; else 0.
        count: u64,
        /// See `tally_presentation` in tally.h.
        dot_radius: f32,
        /// See `tally_presentation` in tally.h.
        offset_x: f32,
        /// See `tally_presentation` in tally.h.
        offset_y: f32,
        /// See `tally_presentation` in tally.h.
        font_size: f32,
        /// See `tally_presentation` in tally.h.
        font_weight: i32,
        /// See `tally_presentation` in tally.h.
        text_color: u32,
        /// See `tally_presentation` in tally.h.
        background_color: u32,
        /// See `tally_presentation` in tally.h.
        overflow: i32,
        /// See `tally_presentation` in tally.h.
        max_count: u64,
    }
}
numbers! {
    /// Something that happened.
    EventNumbers of tally_event {
        /// TALLY_EVENT_…
        kind: i32,
        /// The observer's, the widget's, the completion's, or the reminder's; else 0.
        token: u64,
        /// The account's identifier, or 0.
        account: i64,
        /// The feed's identifier, or 0.
        feed: i64,
        /// BADGE, TOTAL, WIDGET: the number. REMINDER: occurrences that were due.
        count: u64,
        /// BADGE, TOTAL, WIDGET: the revision of the change. REMINDER: its own.
        revision: u64,
        /// BADGE, TOTAL, WIDGET: TALLY_KIND_NONE, _DOT or _NUMBER.
        badge_kind: i32,
        /// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED, or what went wrong. BADGE, GROUP, REMINDER: OK, or RESYNC: it
        /// stands for events that there was no room for.
        result: i32,
        /// The wait that the server asked for, in milliseconds; 0: none.
        retry_after: i64,
        /// SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due.
        next_time: i64,
        /// SYNCED: messages that were new,
        added: u32,
        /// changed,
        changed: u32,
        /// or gone.
        removed: u32,
        /// SYNCED: items of the answer that could not be used.
        rejected: u32,
        /// REMINDER: 1, it was missed; 0, it has fired.
        missed: i32,
        /// MESSAGES: how many there are,
        total: u64,
        /// of them not read,
        unread: u64,
        /// and not seen.
        unseen: u64,
    }
}
options! {
    /// How a feed is polled.
    FeedOptions of tally_feed_options {
        /// TALLY_FEED_…
        flags: FeedFlags,
        /// The longest, from 1. 0: the preset's, 1,000 and off. -1: off, no first request.
        initial_delay: i64,
        /// From 100. 0: the preset's, 600,000 and off. -1: off, only when something happens.
        interval: i64,
        /// While a page is seen: from 100. 0: the preset's, off and 60,000. -1: off.
        visible_interval: i64,
        /// Of a request in all, from 100. 0: the default, 300,000.
        request_timeout: i64,
        /// Without a byte, from 100. 0: the default, 60,000.
        idle_timeout: i64,
        /// Pages ask for nothing within this of the last good answer: from 1. 0: the preset's, 180,000 and none. -1:
        /// none.
        tolerance: i64,
        /// A page that was away for longer asks: from 1. 0: the preset's, none (each return asks) and 60,000. -1: off,
        /// no return asks.
        away_time: i64,
        /// Messages whose time (the server's) is longer ago go, read or not, after an answer. 0: no limit.
        max_age: i64,
        /// Beyond so many, the oldest of the messages go that are read; likewise. 0: no limit. The feed remembers the
        /// last max_forgotten messages that were removed, so they do not come back when the server sends them again.
        max_messages: i64,
        /// Items a page, 1 to 10,000, sent as `limit`. 0: the default, 200.
        page_limit: u32,
        /// TALLY_PRESET_…
        preset: i32,
    } {
        /// http:, https: or file:. NULL: nothing is polled; the host delivers what there is.
        url,
        /// A path: what the feed's own paths begin at. NULL: root.
        prefix,
        /// Of a server that does not speak the wire format: the name of a mapping that ships.
        mapping_preset,
        /// How its answers are read: a mapping, as JSON text (docs/mappings.md), of up to 65,536 bytes. With
        /// mapping_preset: what it says takes the place of what that says. NULL or empty, both: the server speaks the
        /// wire format.
        mapping,
        /// Whatever the host wants kept with the feed, UTF-8, up to 65,536 bytes, for tally_feed_list. NULL: what is
        /// kept stays; empty: nothing is kept any more.
        memo,
    }
}
record! {
    /// A feed that is stored.
    FeedEntry of tally_feed_entry {
        /// In events.
        id: i64,
        /// When the last good answer came that brought something; 0: never.
        last_success: i64,
        /// Items that are set aside: see tally_feed_rejected.
        rejected: u64,
        /// TALLY_FEED_…
        flags: FeedEntryFlags,
    } {
        /// See `tally_feed_entry` in tally.h.
        name,
        /// Empty: none; TALLY_FEED_LOCAL, where something was posted, is one of those.
        url,
        /// Canonical.
        prefix,
        /// What the server last gave; empty: none.
        title,
        /// What tally_feed_add kept.
        memo,
    }
}
record! {
    /// An item of a response that could not be used.
    Rejected of tally_rejected {
        /// Greater than of those before it.
        number: u64,
        /// When the answer came.
        time: i64,
    } {
        /// See `tally_rejected` in tally.h.
        reason,
        /// Its JSON, as it stood in the answer, or in the page that the mapping made of that; at most the first 65,536
        /// bytes of it.
        body,
    }
}
numbers! {
    /// What a feed is doing.
    FeedNumbers of tally_feed_state {
        /// Of the last request; TALLY_EMPTY: none yet in this run.
        result: i32,
        /// In events.
        id: i64,
        /// When the last good answer came; 0: never. Kept across runs.
        last_success: i64,
        /// When it is polled next; 0: not planned.
        next_time: i64,
        /// In this run.
        requests: u64,
        /// Of these, answered with 304.
        not_modified: u64,
        /// Of these, failed.
        failures: u64,
        /// 1: a request is under way.
        in_flight: u32,
        /// See `tally_feed_state` in tally.h.
        failures_in_a_row: u32,
    }
}
record! {
    /// A message.
    Message of tally_message {
        /// Identifies it in this store, for good; never 0.
        key: u64,
        /// The feed's identifier.
        feed: i64,
        /// As the server says; 0: it does not.
        time: i64,
        /// What it adds to the number; 0: a dot.
        count: u32,
        /// TALLY_MESSAGE_…
        state: i32,
        /// See `tally_message` in tally.h.
        argument_count: u32,
    } {
        /// The server's.
        id,
        /// See `tally_message` in tally.h.
        path,
        /// See `tally_message` in tally.h.
        kind,
        /// See `tally_message` in tally.h.
        title,
        /// See `tally_message` in tally.h.
        body,
        /// See `tally_message` in tally.h.
        thread,
        /// See `tally_message` in tally.h.
        category,
        /// See `tally_message` in tally.h.
        argument,
    }
}
options! {
    /// A message that the host posts.
    MessageOptions of tally_message_options {
        /// TALLY_MESSAGE_DOT, or 0
        flags: MessageFlags,
        /// It orders them. 0: now.
        time: i64,
        /// What it adds to the number. 0: the default, 1; with TALLY_MESSAGE_DOT: 0.
        count: u32,
        /// See `tally_message_options` in tally.h.
        argument_count: u32,
    } {
        /// 1 to 255 bytes, as an account's name. NULL or empty: a new one.
        id,
        /// These: UTF-8; NULL: none.
        title,
        /// See `tally_message_options` in tally.h.
        body,
        /// See `tally_message_options` in tally.h.
        kind,
        /// See `tally_message_options` in tally.h.
        thread,
        /// See `tally_message_options` in tally.h.
        category,
        /// See `tally_message_options` in tally.h.
        argument,
    }
}
options! {
    /// The plural forms of a format; `other` is required.
    Forms of tally_forms {
        /// 0
        flags: u32,
    } {
        /// See `tally_forms` in tally.h.
        zero,
        /// See `tally_forms` in tally.h.
        one,
        /// See `tally_forms` in tally.h.
        two,
        /// See `tally_forms` in tally.h.
        few,
        /// See `tally_forms` in tally.h.
        many,
        /// Required.
        other,
    }
}
record! {
    /// The unseen messages of a thread, and their summary.
    Group of tally_group {
        /// The key of the leading message.
        newest: u64,
        /// The key of the last one.
        oldest: u64,
        /// The sum of the argument counts of all its messages.
        items: u64,
        /// How many messages there are,
        notifications: u64,
        /// and how many of them came since tally_group_seen.
        fresh: u64,
        /// Of the leading message, as the server says; 0: it does not.
        time: i64,
        /// TALLY_SUMMARY_…
        origin: i32,
    } {
        /// See `tally_group` in tally.h.
        thread,
        /// Of the leading message.
        path,
        /// Of the leading message.
        title,
        /// Empty: none.
        summary,
        /// The one that the summary was found in; "und": the source text that tally_category_set or tally_strings_set
        /// has given. Empty: no summary.
        language,
    }
}
options! {
    /// How the outbox is sent.
    OutboxOptions of tally_outbox_options {
        /// None yet.
        flags: u32,
        /// Of a request in all, from 100. 0: the default, 300,000.
        request_timeout: i64,
        /// Without a byte, from 100. 0: the default, 60,000.
        idle_timeout: i64,
    } {
        /// http: or https:, where rows are sent with POST. NULL or empty: the host leases them.
        url,
    }
}
record! {
    /// A row on its way to the server.
    OutboxEntry of tally_outbox_entry {
        /// Identifies the row in this store, for good; rows have their order by it.
        sequence: i64,
        /// The feed's identifier.
        feed: i64,
        /// How often it was given out.
        attempt: i64,
        /// Not given out before; 0: at once, or the row has failed for good.
        next_time: i64,
        /// 0: nobody has it.
        lease_end: i64,
        /// TALLY_OUTBOX_…
        kind: i32,
        /// TALLY_OUTBOX_WAITING …
        state: i32,
    } {
        /// To be sent as Idempotency-Key.
        key,
        /// See `tally_outbox_entry` in tally.h.
        entity,
        /// JSON. Empty until it is given out for the first time; from then on it stays.
        body,
    }
}
given! {
    /// What a user enters of a reminder. A shelf life and its unit are to be given.
    ReminderOptions of tally_reminder_options {
        /// A day. Default: today, in its zone.
        produced: i32 = TALLY_REMINDER_PRODUCED,
        /// From 1. To be given.
        shelf_life: i32 = TALLY_REMINDER_SHELF_LIFE,
        /// TALLY_UNIT_DAY, _MONTH or _YEAR. To be given.
        shelf_unit: i32 = TALLY_REMINDER_SHELF_LIFE,
        /// The time of day: seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
        time: i32 = TALLY_REMINDER_TIME,
        /// TALLY_SMART_…. Default AUTOMATIC.
        smart: i32 = TALLY_REMINDER_SMART,
        /// Where it is not smart, to be given: TALLY_UNIT_…,
        repeat_unit: i32 = TALLY_REMINDER_REPEAT,
        /// how many of them, to 1,000,000 (default 1),
        repeat_every: i32 = TALLY_REMINDER_REPEAT,
        /// and the last day on which it fires.
        end: i32 = TALLY_REMINDER_END,
        /// The day from which repetitions are counted. Default: that of entering.
        start: i32 = TALLY_REMINDER_START,
        /// How to remind of what has expired, from the day after the expiry or the end on: every
        overdue_unit: i32 = TALLY_REMINDER_OVERDUE,
        /// so many, to 1,000,000 (default 1),
        overdue_every: i32 = TALLY_REMINDER_OVERDUE,
        /// so many times, to 1,000,000. Default: not at all.
        overdue_limit: i32 = TALLY_REMINDER_OVERDUE,
    } {
        /// These: UTF-8.
        title = TALLY_REMINDER_TITLE,
        /// See `tally_reminder_options` in tally.h.
        body = TALLY_REMINDER_BODY,
        /// The badge that it lights. Empty: none.
        path = TALLY_REMINDER_PATH,
        /// Empty: the device's.
        zone = TALLY_REMINDER_ZONE,
    }
}
record! {
    /// A reminder.
    Reminder of tally_reminder {
        /// Its token in events.
        number: u64,
        /// When it fires next; 0: no more.
        next_time: i64,
        /// When it fired, not acknowledged; 0: it has not.
        due_time: i64,
        /// When its last good day ends; 0: its zone is not available.
        expires: i64,
        /// When it was last changed.
        stamp: i64,
        /// One more with each edit, and whenever it is done or undone.
        revision: u32,
        /// TALLY_REMINDER_…
        state: i32,
        /// The last good day.
        expiry: i32,
        /// The days that it keeps,
        span: i32,
        /// and those that are left; negative: it has expired.
        days_left: i32,
        /// 1 or 0.
        is_smart: i32,
        /// From here on as they were given.
        produced: i32,
        /// See `tally_reminder` in tally.h.
        shelf_life: i32,
        /// See `tally_reminder` in tally.h.
        shelf_unit: i32,
        /// See `tally_reminder` in tally.h.
        time: i32,
        /// See `tally_reminder` in tally.h.
        entered: i32,
        /// See `tally_reminder` in tally.h.
        smart: i32,
        /// See `tally_reminder` in tally.h.
        repeat_unit: i32,
        /// See `tally_reminder` in tally.h.
        repeat_every: i32,
        /// See `tally_reminder` in tally.h.
        start: i32,
        /// See `tally_reminder` in tally.h.
        end: i32,
        /// See `tally_reminder` in tally.h.
        overdue_unit: i32,
        /// See `tally_reminder` in tally.h.
        overdue_every: i32,
        /// See `tally_reminder` in tally.h.
        overdue_limit: i32,
    } {
        /// See `tally_reminder` in tally.h.
        id,
        /// See `tally_reminder` in tally.h.
        title,
        /// See `tally_reminder` in tally.h.
        body,
        /// See `tally_reminder` in tally.h.
        path,
        /// See `tally_reminder` in tally.h.
        zone,
    }
}
options! {
    /// What a plan has room for.
    PlanOptions of tally_plan_options {
        /// TALLY_PLAN_ANEW, or 0
        flags: PlanFlags,
        /// Notifications that the system takes, to 4,096. 0: the default, 64.
        limit: u32,
        /// How many of them the host needs for other things.
        reserve: u32,
    } {
    }
}
record! {
    /// A notification that the system is to arm or disarm.
    PlanEntry of tally_plan_entry {
        /// From 1. Made only of the names of account and reminder, the revision and the occurrence, so it is the same
        /// on each machine. See docs/plan-identifiers.md.
        id: i64,
        /// When it is to fire, or was.
        time: i64,
        /// Which one it is.
        occurrence: i64,
        /// The reminder's.
        revision: u32,
        /// TALLY_PLAN_DISARM or _ARM.
        action: i32,
    } {
        /// Its identifier. Of what is disarmed: empty where it was deleted.
        reminder,
        /// These: of what is armed.
        title,
        /// See `tally_plan_entry` in tally.h.
        body,
        /// See `tally_plan_entry` in tally.h.
        path,
    }
}
numbers! {
    /// What a plan reaches.
    PlanSummary of tally_plan {
        /// Entries of the plan.
        planned: u32,
        /// What was left out.
        left_out: u64,
        /// All before it is in the plan; 0: everything is.
        reach: i64,
    }
}
record! {
    /// A note in the log of reminders.
    ReminderNote of tally_reminder_note {
        /// From 1, in their order.
        number: i64,
        /// When it was written.
        time: i64,
        /// When what it is about fires; 0: it is about no occurrence.
        occurrence_time: i64,
        /// See `tally_reminder_note` in tally.h.
        revision: u32,
        /// TALLY_NOTE_…
        kind: i32,
    } {
        /// Its identifier; empty: all of the account's.
        reminder,
    }
}
