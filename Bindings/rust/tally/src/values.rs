//! Structures that come out, and options that go in. Their members are called as in `tally.h`.

// The macros convert members that are flags; numbers become what they are.
#![allow(clippy::useless_conversion)]

use crate::ffi::{at, Optional, Record};
use crate::status::{Result, Status};
use std::fmt;
use std::ops::Deref;
use tally_sys as sys;

/// Entries, and whether there are more behind the last one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The entries, in their order.
    pub entries: Vec<T>,
    /// Whether there are more: ask again from the last entry.
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

macro_rules! statuses {
    ($($(#[$doc:meta])* $name:ident = $constant:ident),* $(,)?) => {
        impl Status {
            $($(#[$doc])* pub const $name: Status = Status(sys::$constant);)*
        }
    };
}

/// A structure with texts.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident of $raw:ident {
        $($(#[$number_doc:meta])* $number:ident: $kind:ty),* $(,)?
    } {
        $($(#[$text_doc:meta])* $text:ident),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$number_doc])* pub $number: $kind,)*
            $($(#[$text_doc])* pub $text: String,)*
        }

        impl Record for $name {
            type Raw = sys::$raw;
            fn read(raw: &Self::Raw, text: &[u8]) -> $name {
                $name {
                    $($number: raw.$number.into(),)*
                    $($text: at(text, raw.$text.offset, raw.$text.length),)*
                }
            }
        }
    };
}

pub(crate) struct Name(pub(crate) String);

impl Record for Name {
    type Raw = sys::tally_account_entry;
    fn read(raw: &Self::Raw, text: &[u8]) -> Name {
        Name(at(text, raw.name.offset, raw.name.length))
    }
}

/// What a path shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Badge {
    /// The number; 0 where it shows a dot, or nothing.
    pub count: u64,
    /// The revision that last changed it.
    pub revision: u64,
    /// What the path shows: `TALLY_KIND_NONE`, `_DOT` or `_NUMBER`.
    pub kind: i32,
    /// Why it shows, and what is muted.
    pub flags: BadgeFlags,
    /// The count that it owns.
    pub manual_count: u32,
}

impl Badge {
    pub(crate) fn read(call: impl FnOnce(*mut sys::tally_badge) -> i32) -> Result<Badge> {
        // SAFETY: Zeroes are a value of this structure.
        let mut raw: sys::tally_badge = unsafe { std::mem::zeroed() };
        crate::status::check(call(&mut raw))?;
        Ok(raw.into())
    }
}

/// "dot", the number, or "nothing".
impl fmt::Display for Badge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&shown(self.kind, self.count))
    }
}

fn shown(kind: i32, count: u64) -> String {
    match kind {
        sys::TALLY_KIND_NONE => "nothing".into(),
        sys::TALLY_KIND_DOT => "dot".into(),
        _ => count.to_string(),
    }
}

impl From<sys::tally_badge> for Badge {
    fn from(raw: sys::tally_badge) -> Badge {
        Badge {
            count: raw.count,
            revision: raw.revision,
            kind: raw.kind,
            flags: raw.flags.into(),
            manual_count: raw.manual_count,
        }
    }
}

/// What a path shows, in a list.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BadgeEntry {
    /// What it shows.
    pub badge: Badge,
    /// The path.
    pub path: String,
}

impl Record for BadgeEntry {
    type Raw = sys::tally_badge_entry;
    fn read(raw: &Self::Raw, text: &[u8]) -> BadgeEntry {
        BadgeEntry { badge: raw.badge.into(), path: at(text, raw.path.offset, raw.path.length) }
    }
}

/// Badges, and the revision that they show.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BadgeList {
    /// The badges.
    pub entries: Vec<BadgeEntry>,
    /// The revision that they show.
    pub revision: u64,
}

/// What changed after a revision.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Changes {
    /// What changed, in no order.
    pub entries: Vec<BadgeEntry>,
    /// What to ask with next.
    pub revision: u64,
    /// OK; MORE: ask again immediately; RESYNC: list everything.
    pub status: Status,
}

/// What becomes of a structure that is only numbers: the same members.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident of $raw:ident { $($(#[$each:meta])* $number:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$each])* pub $number: $kind,)*
        }

        impl $name {
            pub(crate) fn from_raw(raw: &sys::$raw) -> $name {
                $name { $($number: raw.$number.into(),)* }
            }
        }
    };
}

/// Options: what is left as it is has its default. Each member can also be set by a method of its name.
macro_rules! options {
    ($(#[$doc:meta])* $name:ident of $raw:ident {
        $($(#[$number_doc:meta])* $number:ident: $kind:ty),* $(,)?
    } {
        $($(#[$text_doc:meta])* $text:ident),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$number_doc])* pub $number: $kind,)*
            $($(#[$text_doc])* pub $text: Option<String>,)*
        }

        impl $name {
            /// All defaults.
            pub fn new() -> $name {
                $name::default()
            }

            $($(#[$number_doc])* #[must_use] pub fn $number(mut self, value: $kind) -> $name {
                self.$number = value;
                self
            })*
            $($(#[$text_doc])* #[must_use] pub fn $text(mut self, value: impl Into<String>) -> $name {
                self.$text = Some(value.into());
                self
            })*

            /// Lends it to C.
            pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::$raw) -> R) -> Result<R> {
                $(let $text = Optional::new(self.$text.as_deref())?;)*
                // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
                let mut raw: sys::$raw = unsafe { sys::sized() };
                $(raw.$number = self.$number.into();)*
                $(raw.$text = $text.as_ptr();)*
                Ok(call(&raw))
            }
        }
    };
}

/// Options of which each member is given, or not, with the bit of `fields` that says so.
macro_rules! given {
    ($(#[$doc:meta])* $name:ident of $raw:ident {
        $($(#[$number_doc:meta])* $number:ident: $kind:ty = $number_field:ident),* $(,)?
    } {
        $($(#[$text_doc:meta])* $text:ident = $text_field:ident),* $(,)?
    }) => {
        $(#[$doc])*
        ///
        /// A member that is None is not given. 0 or an empty text is given.
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$number_doc])* pub $number: Option<$kind>,)*
            $($(#[$text_doc])* pub $text: Option<String>,)*
        }

        impl $name {
            /// Nothing is given.
            pub fn new() -> $name {
                $name::default()
            }

            $($(#[$number_doc])* #[must_use] pub fn $number(mut self, value: $kind) -> $name {
                self.$number = Some(value);
                self
            })*
            $($(#[$text_doc])* #[must_use] pub fn $text(mut self, value: impl Into<String>) -> $name {
                self.$text = Some(value.into());
                self
            })*

            /// Lends it to C.
            pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::$raw) -> R) -> Result<R> {
                $(let $text = Optional::new(self.$text.as_deref())?;)*
                // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
                let mut raw: sys::$raw = unsafe { sys::sized() };
                $(if let Some(value) = self.$number {
                    raw.$number = value;
                    raw.fields |= sys::$number_field;
                })*
                $(if self.$text.is_some() {
                    raw.$text = $text.as_ptr();
                    raw.fields |= sys::$text_field;
                })*
                Ok(call(&raw))
            }
        }
    };
}

include!("generated.rs");

/// A structure of numbers with a text; the numbers are had as if they were its own.
macro_rules! with_text {
    ($(#[$doc:meta])* $name:ident: $numbers:ident, $(#[$text_doc:meta])* $text:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            /// The numbers, which can also be read as members of this.
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
    /// What it is about, by its kind.
    text
}

impl Event {
    /// What the badge of a BADGE or TOTAL event shows: "dot", its number, or "nothing".
    pub fn shown(&self) -> String {
        shown(self.badge_kind, self.count)
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
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_presentation = unsafe { sys::sized() };
        let text = crate::ffi::text_out(|buffer, capacity, length| call(&mut raw, buffer, capacity, length))?;
        Ok(Presentation { numbers: Look::from_raw(&raw), text })
    }
}

/// What an account is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccountState {
    /// Its name.
    pub name: String,
    /// Its identifier in events.
    pub id: i64,
    /// The latest revision.
    pub revision: u64,
    /// The epoch of the revisions.
    pub epoch: u64,
    /// Whether it is logged in.
    pub logged_in: bool,
    /// `TALLY_AGGREGATION_CHILDREN` or `_SUM`.
    pub aggregation: i32,
    /// `TALLY_FEEDING_UNSEEN` or `_UNREAD`.
    pub feeding: i32,
}

impl AccountState {
    pub(crate) fn from_raw(raw: &sys::tally_account_state, name: String) -> AccountState {
        AccountState {
            name,
            id: raw.id,
            revision: raw.revision,
            epoch: raw.epoch,
            logged_in: raw.logged_in != 0,
            aggregation: raw.aggregation,
            feeding: raw.feeding,
        }
    }
}

/// How many messages there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageCounts {
    /// All of them.
    pub total: u64,
    /// Those not read.
    pub unread: u64,
    /// Those not seen.
    pub unseen: u64,
}

/// How many rows the outbox has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutboxCounts {
    /// All rows.
    pub total: u64,
    /// Rows that are given out.
    pub leased: u64,
    /// Rows that have failed for good.
    pub failed: u64,
}

/// How far a log has been applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchPosition {
    /// The epoch of the source.
    pub epoch: u64,
    /// The last position that was applied.
    pub position: u64,
}

/// What was taken of a file, and what was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imported {
    /// Entries that were taken.
    pub taken: usize,
    /// Entries that were skipped.
    pub passed_over: usize,
}

/// What the system is to do, in this order, and what the plan is then.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// What to disarm, then what to arm.
    pub entries: Vec<PlanEntry>,
    /// What the plan reaches.
    pub summary: PlanSummary,
}

/// What a batch has done: `status` is OK or ALREADY_APPLIED.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchResult {
    /// OK or ALREADY_APPLIED.
    pub status: Status,
    /// The revision afterwards.
    pub revision: u64,
}

// --- Styles, and what a host gives -----------------------------------------------------------------------------------

/// Methods that set members, by their names: of those that may be left out, and of others.
macro_rules! setters {
    ($name:ident { $($given:ident: $given_kind:ty),* $(,)? } { $($plain:ident: $plain_kind:ty),* $(,)? }) => {
        impl $name {
            /// All defaults.
            pub fn new() -> $name {
                $name::default()
            }

            $(
                #[doc = concat!("Sets `", stringify!($given), "`.")]
                #[must_use]
                pub fn $given(mut self, value: $given_kind) -> $name {
                    self.$given = Some(value.into());
                    self
                }
            )*
            $(
                #[doc = concat!("Sets `", stringify!($plain), "`.")]
                #[must_use]
                pub fn $plain(mut self, value: $plain_kind) -> $name {
                    self.$plain = value;
                    self
                }
            )*
        }
    };
}

/// How badges look; what is left out is inherited.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// The radius of a dot, in points.
    pub dot_radius: Option<f32>,
    /// To the right and downwards, in points.
    pub offset: Option<(f32, f32)>,
    /// The size of the number's font, in points.
    pub font_size: Option<f32>,
    /// The weight of the number's font, 100 to 900.
    pub font_weight: Option<i32>,
    /// The number's colour, 0xRRGGBBAA.
    pub text_color: Option<u32>,
    /// The badge's colour, 0xRRGGBBAA.
    pub background_color: Option<u32>,
    /// How a number above `max_count` is shown: `TALLY_OVERFLOW_…`.
    pub overflow: Option<i32>,
    /// The largest number that is shown.
    pub max_count: Option<u64>,
    /// The name of an icon, in place of the number.
    pub icon: Option<String>,
}

setters! {
    Style {
        dot_radius: f32, offset: (f32, f32), font_size: f32, font_weight: i32, text_color: u32, background_color: u32,
        overflow: i32, max_count: u64, icon: impl Into<String>,
    } {}
}

impl Style {
    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::tally_style) -> R) -> Result<R> {
        let icon = Optional::new(self.icon.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
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

/// How an engine is opened. Clock, log and zone_file are called from any thread; clock and zone_file with locks held:
/// they return soon, and do not use the engine. A number that is 0 means its default.
#[derive(Default)]
#[non_exhaustive]
pub struct EngineOptions {
    /// How it is opened, and who drives it.
    pub flags: EngineFlags,
    /// None: in memory only.
    pub file: Option<String>,
    /// `TALLY_DURABILITY_…`.
    pub durability: i32,
    /// Components of a path, root not counted: 1 to 1,024. Default 64.
    pub max_depth: u32,
    /// Bytes of a path: 4 to 65,535. Default 4,096.
    pub max_path_bytes: u32,
    /// Nodes of one account's tree. Default 16,777,216.
    pub max_nodes: u32,
    /// Accounts that are open. Default 1,024.
    pub max_accounts: u32,
    /// Feeds of all open accounts. Default 100,000.
    pub max_feeds: u32,
    /// Observers, views and widgets. Default 1,048,576.
    pub max_observers: u32,
    /// Bytes of one response of a server. Default 8 MiB.
    pub max_response_bytes: u32,
    /// Certificate authorities in PEM form. None: the system's.
    pub ca_file: Option<String>,
    /// None: "tally/" and the version.
    pub user_agent: Option<String>,
    /// None: the system's clocks. For tests.
    pub clock: Option<Clock>,
    /// None: nothing is logged.
    pub log: Option<Log>,
    /// The least important level that is logged, `TALLY_LOG_…`. Default: warnings.
    pub log_level: i32,
    /// For tests: of everything random.
    pub seed: u64,
    /// How long the identifier of a batch is remembered, in milliseconds. Default: a day.
    pub batch_id_time: i64,
    /// How many identifiers of batches an account remembers. Default 10,000.
    pub max_batch_ids: u32,
    /// Accounts that are in memory. Default: all that are open.
    pub max_loaded_accounts: u32,
    /// Requests of feeds in flight. Default 256.
    pub max_flights: u32,
    /// Requests in flight to one origin. Default 6.
    pub max_flights_per_origin: u32,
    /// Messages of one feed that retention removed, remembered. Default 4,096.
    pub max_forgotten: u32,
    /// Read positions of paths of one feed. Default 10,000.
    pub max_marks: u32,
    /// Outbox rows that have failed for good. Default 10,000.
    pub max_failed_rows: u32,
    /// Rejected items of one feed. Default 100.
    pub max_rejected: u32,
    /// Entries of one account in the log of reminders. Default 10,000.
    pub max_reminder_log: u32,
    /// Groups of one account whose summaries are kept in memory. Default 65,536.
    pub max_cached_groups: u32,
    /// Pending events of subtrees, groups and reminders. Default 1,048,576.
    pub max_events: u32,
    /// Forced refreshes that have not ended, or whose completion is pending. Default 65,536.
    pub max_completions: u32,
    /// The name of the device's zone. None: the system's.
    pub zone: Option<String>,
    /// Files of zones. None: the system's.
    pub zone_file: Option<ZoneFile>,
}

setters! {
    EngineOptions {
        file: impl Into<String>, ca_file: impl Into<String>, user_agent: impl Into<String>, zone: impl Into<String>,
        clock: Clock, log: Log, zone_file: ZoneFile,
    } {
        flags: EngineFlags, durability: i32, max_depth: u32, max_path_bytes: u32, max_nodes: u32, max_accounts: u32,
        max_feeds: u32, max_observers: u32, max_response_bytes: u32, log_level: i32, seed: u64, batch_id_time: i64,
        max_batch_ids: u32, max_loaded_accounts: u32, max_flights: u32, max_flights_per_origin: u32,
        max_forgotten: u32, max_marks: u32, max_failed_rows: u32, max_rejected: u32, max_reminder_log: u32,
        max_cached_groups: u32, max_events: u32, max_completions: u32,
    }
}

/// What a dispatch did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dispatched {
    /// How many events were delivered.
    pub count: usize,
    /// Whether the limit was reached.
    pub more: bool,
}
