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

macro_rules! statuses {
    ($($name:ident = $constant:ident),* $(,)?) => {
        impl Status {
            $(pub const $name: Status = Status(sys::$constant);)*
        }
    };
}

/// A structure with texts, each a member or a pair of members.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident of $raw:ident { $($number:ident: $kind:ty),* $(,)? } { $($text:ident),* $(,)? }
        { $($span:ident: $offset:ident $length:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(pub $number: $kind,)*
            $(pub $text: String,)*
            $(pub $span: String,)*
        }

        impl Record for $name {
            type Raw = sys::$raw;
            fn read(raw: &Self::Raw, text: &[u8]) -> $name {
                $name {
                    $($number: raw.$number,)*
                    $($text: at(text, raw.$text.offset, raw.$text.length),)*
                    $($span: at(text, raw.$offset, raw.$length),)*
                }
            }
        }
    };
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

/// Options: what is left as it is has its default.
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

include!("generated.rs");

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

// --- Styles, and what a host gives -----------------------------------------------------------------------------------

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

/// How an engine is opened. Clock, log and zone_file are called from any thread; clock and zone_file with locks held:
/// they return soon, and do not use the engine.
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
    pub max_flights: u32,
    pub max_flights_per_origin: u32,
    pub max_forgotten: u32,
    pub max_marks: u32,
    pub max_failed_rows: u32,
    pub max_rejected: u32,
    pub max_reminder_log: u32,
    pub max_cached_groups: u32,
    pub max_events: u32,
    pub max_completions: u32,
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
