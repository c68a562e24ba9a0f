//! Structures that come out, and options that go in. Their members are called as in `tally.h`.

use crate::ffi::{at, Optional, Record};
use crate::status::{Result, Status};
use std::fmt;
use std::ops::Deref;
use tally_sys as sys;

/// Entries, and whether there are more behind the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    pub entries: Vec<T>,
    pub more: bool,
}

impl<T> Deref for Page<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.entries
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// All of a list, page by page.
pub(crate) struct All<T, K, F> {
    pub(crate) after: Option<K>,
    pub(crate) page: std::vec::IntoIter<T>,
    pub(crate) more: bool,
    pub(crate) next: F,
}

impl<T, K, F> Iterator for All<T, K, F>
where
    F: FnMut(Option<K>) -> Result<(Page<T>, Option<K>)>,
{
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        loop {
            if let Some(entry) = self.page.next() {
                return Some(Ok(entry));
            }
            if !self.more {
                return None;
            }
            match (self.next)(self.after.take()) {
                Ok((page, last)) => {
                    self.more = page.more && last.is_some();
                    self.after = last;
                    self.page = page.into_iter();
                }
                Err(error) => {
                    self.more = false;
                    return Some(Err(error));
                }
            }
        }
    }
}

pub(crate) fn all<T, K, F>(next: F) -> All<T, K, F>
where
    F: FnMut(Option<K>) -> Result<(Page<T>, Option<K>)>,
{
    All { after: None, page: Vec::new().into_iter(), more: true, next }
}

macro_rules! record {
    ($(#[$doc:meta])* $name:ident of $raw:ident { $($number:ident: $kind:ty),* $(,)? } { $($text:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $number: $kind,)*
            $(pub $text: String,)*
        }

        impl Record for $name {
            type Raw = sys::$raw;
            fn read(raw: &Self::Raw, _text: &[u8]) -> $name {
                $name {
                    $($number: raw.$number,)*
                    $($text: at(_text, raw.$text.offset, raw.$text.length),)*
                }
            }
        }
    };
}

record! {
    /// A feed that is stored.
    FeedEntry of tally_feed_entry { id: i64, last_success: i64, rejected: u64, flags: u32 }
        { name, url, prefix, title, memo }
}
record! {
    /// An item of an answer that could not be used.
    Rejected of tally_rejected { number: u64, time: i64 } { reason, body }
}
record! {
    Message of tally_message {
        key: u64, feed: i64, time: i64, count: u32, state: i32, argument_count: u32,
    } { id, path, kind, title, body, thread, category, argument }
}
record! {
    /// The unseen messages of a thread.
    Group of tally_group {
        newest: u64, oldest: u64, items: u64, notifications: u64, fresh: u64, time: i64, origin: i32,
    } { thread, path, title, summary, language }
}
record! {
    /// A row that is on its way to a server.
    OutboxEntry of tally_outbox_entry {
        sequence: i64, feed: i64, attempt: i64, next_time: i64, lease_end: i64, kind: i32, state: i32,
    } { key, entity, body }
}
record! {
    Reminder of tally_reminder {
        number: u64, next_time: i64, due_time: i64, expires: i64, stamp: i64, revision: u32, state: i32, expiry: i32,
        span: i32, days_left: i32, is_smart: i32, produced: i32, shelf_life: i32, shelf_unit: i32, time: i32,
        entered: i32, smart: i32, repeat_unit: i32, repeat_every: i32, start: i32, end: i32, overdue_unit: i32,
        overdue_every: i32, overdue_limit: i32,
    } { id, title, body, path, zone }
}
record! {
    /// What the system is to disarm or arm.
    PlanEntry of tally_plan_entry { id: i64, time: i64, occurrence: i64, revision: u32, action: i32 }
        { reminder, title, body, path }
}
record! {
    /// What has become of a reminder.
    ReminderNote of tally_reminder_note {
        number: i64, time: i64, occurrence_time: i64, revision: u32, kind: i32,
    } { reminder }
}

pub(crate) struct Name(pub(crate) String);

impl Record for Name {
    type Raw = sys::tally_text;
    fn read(raw: &Self::Raw, text: &[u8]) -> Name {
        Name(at(text, raw.offset, raw.length))
    }
}

/// What a path shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Badge {
    pub count: u64,
    pub revision: u64,
    pub shows: bool,
    pub flags: u32,
    pub manual_count: u32,
}

impl Badge {
    pub(crate) fn read(call: impl FnOnce(*mut sys::tally_badge) -> i32) -> Result<Badge> {
        let mut raw: sys::tally_badge = unsafe { std::mem::zeroed() };
        crate::status::check(call(&mut raw))?;
        Ok(raw.into())
    }
}

/// "dot", the number, or "nothing".
impl fmt::Display for Badge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&shown(self.shows, self.count))
    }
}

fn shown(shows: bool, count: u64) -> String {
    match (shows, count) {
        (false, _) => "nothing".into(),
        (true, 0) => "dot".into(),
        (true, count) => count.to_string(),
    }
}

impl From<sys::tally_badge> for Badge {
    fn from(raw: sys::tally_badge) -> Badge {
        Badge {
            count: raw.count,
            revision: raw.revision,
            shows: raw.shows != 0,
            flags: raw.flags,
            manual_count: raw.manual_count,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct BadgeEntry {
    pub badge: Badge,
    pub path: String,
}

impl Record for BadgeEntry {
    type Raw = sys::tally_badge_entry;
    fn read(raw: &Self::Raw, text: &[u8]) -> BadgeEntry {
        BadgeEntry { badge: raw.badge.into(), path: at(text, raw.path_offset, raw.path_length) }
    }
}

/// Badges, and the revision that they show.
#[derive(Clone, Debug, PartialEq)]
pub struct BadgeList {
    pub entries: Vec<BadgeEntry>,
    pub revision: u64,
}

/// What changed after a revision.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    pub entries: Vec<BadgeEntry>,
    /// What to ask with next.
    pub revision: u64,
    /// OK; MORE: ask again at once; RESYNC: list everything.
    pub status: Status,
}

/// Why a path shows what it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub contributed: u64,
    pub fed_count: u64,
    pub kept_count: u64,
    pub manual_count: u32,
    pub flags: u32,
    pub path: String,
    pub message: u64,
    pub id: String,
}

impl Record for Reason {
    type Raw = sys::tally_reason;
    fn read(raw: &Self::Raw, text: &[u8]) -> Reason {
        Reason {
            contributed: raw.contributed,
            fed_count: raw.fed_count,
            kept_count: raw.kept_count,
            manual_count: raw.manual_count,
            flags: raw.flags,
            path: at(text, raw.path_offset, raw.path_length),
            message: raw.message,
            id: at(text, raw.id_offset, raw.id_length),
        }
    }
}

/// What becomes of a structure that is only numbers: the same members.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident of $raw:ident { $($number:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $name {
            $(pub $number: $kind,)*
        }

        impl $name {
            pub(crate) fn from_raw(raw: &sys::$raw) -> $name {
                $name { $($number: raw.$number,)* }
            }
        }
    };
}

numbers! {
    /// The limits in force.
    Limits of tally_limits {
        max_depth: u32, max_path_bytes: u32, max_nodes: u32, max_accounts: u32, max_feeds: u32, max_observers: u32,
        max_response_bytes: u32, max_loaded_accounts: u32, max_batch_ids: u32,
    }
}
numbers! {
    /// What the engine is made of just now.
    Stats of tally_stats {
        accounts: u32, loaded_accounts: u32, feeds: u32, account_loads: u64, account_evictions: u64, observers: u64,
        events: u64, nodes: u64, node_bytes: u64, unstored_badges: u64, file_size: i64, log_size: i64,
    }
}
numbers! {
    /// What [`crate::Engine::recover`] saved and lost.
    Recovery of tally_recovery {
        pages: u64, damaged_pages: u64, doubtful_rows: u64, accounts_saved: u64, accounts_lost: u64,
        badges_saved: u64, badges_lost: u64, feeds_saved: u64, feeds_lost: u64, messages_saved: u64,
        messages_lost: u64, others_saved: u64, others_lost: u64,
    }
}
numbers! {
    /// The plan of what a system fires while the program is closed.
    PlanSummary of tally_plan { planned: u32, left_out: u64, reach: i64 }
}
numbers! {
    FeedNumbers of tally_feed_state {
        result: i32, id: i64, last_success: i64, next_time: i64, requests: u64, not_modified: u64, failures: u64,
        in_flight: u32, failures_in_a_row: u32,
    }
}
numbers! {
    /// How a badge is drawn, but for its text.
    Look of tally_presentation {
        kind: i32, count: u64, dot_radius: f32, offset_x: f32, offset_y: f32, font_size: f32, font_weight: i32,
        text_color: u32, background_color: u32, overflow: i32, max_count: u64,
    }
}
numbers! {
    EventNumbers of tally_event {
        kind: i32, token: u64, account: i64, feed: i64, count: u64, revision: u64, shows: i32, result: i32,
        retry_after: i64, next_time: i64, added: u32, changed: u32, removed: u32, rejected: u32, total: u64,
        unread: u64, unseen: u64,
    }
}

/// A structure of numbers with a text; the numbers are had as if they were its own.
macro_rules! with_text {
    ($(#[$doc:meta])* $name:ident: $numbers:ident, $(#[$text_doc:meta])* $text:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            pub numbers: $numbers,
            $(#[$text_doc])*
            pub $text: String,
        }

        impl Deref for $name {
            type Target = $numbers;
            fn deref(&self) -> &$numbers {
                &self.numbers
            }
        }
    };
}

with_text! {
    /// How a path is drawn.
    Presentation: Look,
    /// The number, capped, or the icon's name.
    text
}
with_text! {
    /// What a feed is doing.
    FeedState: FeedNumbers,
    /// What the server last gave; empty: none.
    title
}
with_text! {
    /// Something that happened.
    Event: EventNumbers,
    text
}

impl Event {
    /// What the badge of a BADGE or TOTAL event shows: "dot", its number, or "nothing".
    pub fn shown(&self) -> String {
        shown(self.shows != 0, self.count)
    }

    /// Of SYNCED, COMPLETION and AUTH: how it ended.
    pub fn status(&self) -> Status {
        Status(self.result)
    }
}

impl Presentation {
    pub(crate) fn read(
        mut call: impl FnMut(*mut sys::tally_presentation, *mut std::os::raw::c_char, usize, *mut usize) -> i32,
    ) -> Result<Presentation> {
        let mut raw: sys::tally_presentation = unsafe { sys::sized() };
        let text = crate::ffi::text_out(|buffer, capacity, length| call(&mut raw, buffer, capacity, length))?;
        Ok(Presentation { numbers: Look::from_raw(&raw), text })
    }
}

/// What an account is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountInfo {
    pub id: i64,
    pub revision: u64,
    pub epoch: u64,
    pub logged_in: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageCounts {
    pub total: u64,
    pub unread: u64,
    pub unseen: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutboxCounts {
    pub total: u64,
    pub leased: u64,
    pub failed: u64,
}

/// How far a log has been applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchPosition {
    pub epoch: u64,
    pub position: u64,
}

/// What was taken of a file, and what was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub taken: usize,
    pub passed_over: usize,
}

/// What the system is to do, in this order, and what the plan is then.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub entries: Vec<PlanEntry>,
    pub summary: PlanSummary,
}

/// What a batch has done: `status` is OK or ALREADY_APPLIED.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchResult {
    pub status: Status,
    pub revision: u64,
}

// --- Options: what is left as it is has its default -----------------------------------------------------------------

macro_rules! options {
    ($(#[$doc:meta])* $name:ident of $raw:ident { $($number:ident: $kind:ty),* $(,)? } { $($text:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $(pub $number: $kind,)*
            $(pub $text: Option<String>,)*
        }

        impl $name {
            /// Lends it to C.
            pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::$raw) -> R) -> Result<R> {
                $(let $text = Optional::new(self.$text.as_deref())?;)*
                let mut raw: sys::$raw = unsafe { sys::sized() };
                $(raw.$number = self.$number;)*
                $(raw.$text = $text.as_ptr();)*
                Ok(call(&raw))
            }
        }
    };
}

options! {
    AccountOptions of tally_account_options { flags: u32, aggregation: i32, feeding: i32 } {}
}
options! {
    /// What a batch is recognised by.
    BatchOptions of tally_batch_options { flags: u32, epoch: u64, position: u64 } { source, id }
}
options! {
    FeedOptions of tally_feed_options {
        flags: u32, initial_delay: i64, interval: i64, request_timeout: i64, idle_timeout: i64, page_limit: u32,
        preset: u32, visible_interval: i64, tolerance: i64, away_time: i64, max_age: i64, max_messages: i64,
    } { url, prefix, mapping_preset, mapping, memo }
}
options! {
    MessageOptions of tally_message_options { flags: u32, time: i64, count: u32, argument_count: u32 }
        { id, title, body, kind, thread, category, argument }
}
options! {
    /// The plural forms of a format; `other` is required.
    Forms of tally_forms { flags: u32 } { zero, one, two, few, many, other }
}
options! {
    OutboxOptions of tally_outbox_options { flags: u32, request_timeout: i64, idle_timeout: i64 } { url }
}
options! {
    /// What a user enters of a reminder. A shelf life and its unit are to be given.
    ReminderOptions of tally_reminder_options {
        flags: u32, produced: i32, shelf_life: i32, shelf_unit: i32, time: i32, smart: i32, repeat_unit: i32,
        repeat_every: i32, end: i32, start: i32, overdue_unit: i32, overdue_every: i32, overdue_limit: i32,
    } { title, body, path, zone }
}
options! {
    PlanOptions of tally_plan_options { flags: u32, limit: u32, reserve: u32 } {}
}

/// How badges look; what is left out is inherited.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Style {
    pub dot_radius: Option<f32>,
    /// To the right and downwards.
    pub offset: Option<(f32, f32)>,
    pub font_size: Option<f32>,
    pub font_weight: Option<i32>,
    pub text_color: Option<u32>,
    pub background_color: Option<u32>,
    pub overflow: Option<i32>,
    pub max_count: Option<u64>,
    pub icon: Option<String>,
}

impl Style {
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_style) -> R) -> Result<R> {
        let icon = Optional::new(self.icon.as_deref())?;
        let mut raw: sys::tally_style = unsafe { sys::sized() };
        macro_rules! put {
            ($($name:ident = $field:ident),*) => {
                $(if let Some(value) = self.$name {
                    raw.$name = value;
                    raw.fields |= sys::$field;
                })*
            };
        }
        put!(dot_radius = TALLY_STYLE_DOT_RADIUS, font_size = TALLY_STYLE_FONT_SIZE);
        put!(font_weight = TALLY_STYLE_FONT_WEIGHT, text_color = TALLY_STYLE_TEXT_COLOR);
        put!(background_color = TALLY_STYLE_BACKGROUND_COLOR, overflow = TALLY_STYLE_OVERFLOW);
        put!(max_count = TALLY_STYLE_MAX_COUNT);
        if let Some((x, y)) = self.offset {
            raw.offset_x = x;
            raw.offset_y = y;
            raw.fields |= sys::TALLY_STYLE_OFFSET;
        }
        if self.icon.is_some() {
            raw.icon = icon.as_ptr();
            raw.fields |= sys::TALLY_STYLE_ICON;
        }
        Ok(call(&raw))
    }

    pub(crate) fn from_raw(raw: &sys::tally_style, icon: String) -> Style {
        fn given<T>(raw: &sys::tally_style, field: u32, value: T) -> Option<T> {
            (raw.fields & field != 0).then_some(value)
        }
        Style {
            dot_radius: given(raw, sys::TALLY_STYLE_DOT_RADIUS, raw.dot_radius),
            offset: given(raw, sys::TALLY_STYLE_OFFSET, (raw.offset_x, raw.offset_y)),
            font_size: given(raw, sys::TALLY_STYLE_FONT_SIZE, raw.font_size),
            font_weight: given(raw, sys::TALLY_STYLE_FONT_WEIGHT, raw.font_weight),
            text_color: given(raw, sys::TALLY_STYLE_TEXT_COLOR, raw.text_color),
            background_color: given(raw, sys::TALLY_STYLE_BACKGROUND_COLOR, raw.background_color),
            overflow: given(raw, sys::TALLY_STYLE_OVERFLOW, raw.overflow),
            max_count: given(raw, sys::TALLY_STYLE_MAX_COUNT, raw.max_count),
            icon: given(raw, sys::TALLY_STYLE_ICON, icon),
        }
    }
}

/// Called inside a dispatch, a step or when the next event is taken.
pub type Callback = Box<dyn FnMut(&Event) + Send>;
/// Wakes the host, on whichever thread.
pub type Notify = Box<dyn Fn() + Send + Sync>;
/// Wall clock and elapsed time, in milliseconds.
pub type Clock = Box<dyn Fn() -> (i64, i64) + Send + Sync>;
/// A level, `TALLY_LOG_…`, and a text.
pub type Log = Box<dyn Fn(i32, &str) + Send + Sync>;
/// The file of a zone (TZif), by its name.
pub type ZoneFile = Box<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// How an engine is opened. Clock, log and zone_file are called from any thread, with locks held: they return soon, and
/// do not use the engine.
#[derive(Default)]
pub struct EngineOptions {
    pub flags: u32,
    /// None: in memory only.
    pub file: Option<String>,
    pub durability: i32,
    pub max_depth: u32,
    pub max_path_bytes: u32,
    pub max_nodes: u32,
    pub max_accounts: u32,
    pub max_feeds: u32,
    pub max_observers: u32,
    pub max_response_bytes: u32,
    pub ca_file: Option<String>,
    pub user_agent: Option<String>,
    pub clock: Option<Clock>,
    pub log: Option<Log>,
    pub log_level: i32,
    pub seed: u64,
    pub batch_id_time: i64,
    pub max_batch_ids: u32,
    pub max_loaded_accounts: u32,
    pub zone: Option<String>,
    pub zone_file: Option<ZoneFile>,
}

/// What a dispatch did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dispatched {
    /// How many events were delivered.
    pub count: usize,
    /// Whether the limit was reached.
    pub more: bool,
}
