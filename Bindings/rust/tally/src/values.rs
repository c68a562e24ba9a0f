//! Structures that the library returns, and the generated options. Their members have the names of `tally.h`.

// The macros convert members that are what they are made from.
#![allow(clippy::useless_conversion)]

use crate::ffi::{at, Numbers, Optional, Record, WithText};
use crate::status::{Result, Status};
use crate::times::Member;
use std::fmt;
use std::ops::Deref;
use std::time::{Duration, SystemTime};
use tally_sys as sys;

pub use crate::options::*;
pub use crate::page::Page;
pub use crate::times::Period;

/// The type that a method that sets a member takes: the member's, or another one that it is made from.
#[rustfmt::skip]
macro_rules! argument {
    ($kind:ty) => { $kind };
    ($kind:ty, $argument:ty) => { $argument };
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
                    $($number: Member::of(raw.$number),)*
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

/// The badge that a path shows. [`Account::get_own`](crate::Account::get_own) reads what the path owns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Badge {
    /// The number; 0 for a dot or nothing.
    pub count: u64,
    /// The revision that last changed it.
    pub revision: u64,
    /// The kind of badge.
    pub kind: BadgeKind,
    /// Why it shows, and what is muted.
    pub flags: BadgeFlags,
    /// For a later version, in which messages have levels: 0.
    pub highlights: u64,
    /// For that version: 0.
    pub level: i32,
}

impl Numbers for Badge {
    type Raw = sys::tally_badge;
    fn room() -> sys::tally_badge {
        // SAFETY: Zeroes are a value of this structure.
        unsafe { std::mem::zeroed() }
    }
    fn of(raw: &sys::tally_badge) -> Badge {
        (*raw).into()
    }
}

/// "dot", the number, or "nothing".
impl fmt::Display for Badge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&shown(self.kind, self.count))
    }
}

fn shown(kind: BadgeKind, count: u64) -> String {
    match kind {
        BadgeKind::NONE => "nothing".into(),
        BadgeKind::DOT => "dot".into(),
        _ => count.to_string(),
    }
}

impl Badge {
    /// A badge for [`present`](crate::present). A number of 0 is a dot.
    pub fn new(kind: BadgeKind, count: u64) -> Badge {
        Badge { kind, count, ..Badge::default() }
    }

    pub(crate) fn raw(&self) -> sys::tally_badge {
        let mut raw = Badge::room();
        (raw.count, raw.revision, raw.highlights) = (self.count, self.revision, self.highlights);
        (raw.kind, raw.flags, raw.level) = (self.kind.0, self.flags.bits(), self.level);
        raw
    }
}

impl From<sys::tally_badge> for Badge {
    fn from(raw: sys::tally_badge) -> Badge {
        Badge {
            count: raw.count,
            revision: raw.revision,
            kind: raw.kind.into(),
            flags: raw.flags.into(),
            highlights: raw.highlights,
            level: raw.level,
        }
    }
}

/// A row of a list of badges.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BadgeEntry {
    /// The path.
    pub path: String,
    /// The badge that it shows.
    pub badge: Badge,
}

impl Record for BadgeEntry {
    type Raw = sys::tally_badge_entry;
    fn read(raw: &Self::Raw, text: &[u8]) -> BadgeEntry {
        BadgeEntry { badge: raw.badge.into(), path: at(text, raw.path.offset, raw.path.length) }
    }
}

/// Badges, and their revision.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BadgeList {
    /// The badges.
    pub entries: Vec<BadgeEntry>,
    /// For [`Account::changes`](crate::Account::changes), which also lists what changes while a long list is read.
    pub revision: u64,
    /// Whether more badges follow.
    pub more: bool,
    /// The `after` of the next page. None: no more badges follow.
    pub next: Option<String>,
}

/// The badges that changed after a revision.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Changes {
    /// The changed badges, in any order.
    pub entries: Vec<BadgeEntry>,
    /// The revision for the next call.
    pub revision: u64,
    /// OK; MORE: call again immediately; RESYNC: list everything.
    pub status: Status,
}

/// Reads a structure that is only numbers.
macro_rules! filled {
    ($name:ident of $raw:ident { $($number:ident),* $(,)? }) => {
        impl Numbers for $name {
            type Raw = sys::$raw;
            fn room() -> sys::$raw {
                // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
                unsafe { sys::sized() }
            }
            fn of(raw: &sys::$raw) -> $name {
                $name { $($number: Member::of(raw.$number),)* }
            }
        }
    };
}

/// Makes a type of a structure that is only numbers, with the same members.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident of $raw:ident { $($(#[$each:meta])* $number:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$each])* pub $number: $kind,)*
        }

        filled! { $name of $raw { $($number),* } }
    };
}

/// A text of options as it is printed: a secret is left out, so that no log has it.
macro_rules! printed {
    (secret $text:expr) => {
        &$text.as_ref().map(|_| Hidden)
    };
    ($name:ident $text:expr) => {
        $text
    };
}

/// Stands for a secret when options are printed.
pub(crate) struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

/// Sets the members of options that say how large the structures of this crate are.
macro_rules! sizes {
    ($of:ident, tally_batch_options) => {
        $of.operation_size = std::mem::size_of::<sys::tally_operation>() as u32;
    };
    ($of:ident, tally_engine_batch_options) => {
        $of.item_size = std::mem::size_of::<sys::tally_item>() as u32;
        $of.operation_size = std::mem::size_of::<sys::tally_operation>() as u32;
    };
    ($of:ident, $other:ident) => {};
}

/// Options. Members that are not set have their defaults. Each member can also be set by a method of its name.
macro_rules! options {
    ($(#[$doc:meta])* $name:ident of $raw:ident {
        $($(#[$number_doc:meta])* $number:ident: $kind:ty $(as $argument:ty)?),* $(,)?
    } {
        $($(#[$text_doc:meta])* $text:ident),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$number_doc])* pub $number: $kind,)*
            $($(#[$text_doc])* pub $text: Option<String>,)*
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .debug_struct(stringify!($name))
                    $(.field(stringify!($number), &self.$number))*
                    $(.field(stringify!($text), printed!($text &self.$text)))*
                    .finish()
            }
        }

        impl $name {
            /// All defaults.
            pub fn new() -> $name {
                $name::default()
            }

            $($(#[$number_doc])* #[must_use] pub fn $number(mut self, value: argument!($kind $(, $argument)?)) -> $name {
                self.$number = value.into();
                self
            })*
            $($(#[$text_doc])* #[must_use] pub fn $text(mut self, value: impl Into<String>) -> $name {
                self.$text = Some(value.into());
                self
            })*

            /// Lends it to C.
            pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::$raw) -> R) -> Result<R> {
                let (raw, _texts) = self.own()?;
                Ok(call(&raw))
            }

            /// With its texts, which it points to.
            pub(crate) fn own(&self) -> Result<(sys::$raw, Vec<Optional>)> {
                $(let $text = Optional::new(self.$text.as_deref())?;)*
                // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
                let mut raw: sys::$raw = unsafe { sys::sized() };
                sizes!(raw, $raw);
                $(raw.$number = Member::raw(self.$number);)*
                $(raw.$text = $text.as_ptr();)*
                Ok((raw, vec![$($text),*]))
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
                let (raw, _texts) = self.own()?;
                Ok(call(&raw))
            }

            /// With its texts, which it points to.
            pub(crate) fn own(&self) -> Result<(sys::$raw, Vec<Optional>)> {
                $(let $text = Optional::new(self.$text.as_deref())?;)*
                // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
                let mut raw: sys::$raw = unsafe { sys::sized() };
                $(if let Some(value) = self.$number {
                    raw.$number = Member::raw(value);
                    raw.fields |= sys::$number_field;
                })*
                $(if self.$text.is_some() {
                    raw.$text = $text.as_ptr();
                    raw.fields |= sys::$text_field;
                })*
                Ok((raw, vec![$($text),*]))
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

        impl WithText for $name {
            type Numbers = $numbers;
            fn of(numbers: $numbers, $text: String) -> $name {
                $name { numbers, $text }
            }
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
    /// How to draw a path.
    Presentation: Look,
    /// The number, capped, or the icon's name.
    text
}
with_text! {
    /// The state of a feed.
    FeedState: FeedNumbers,
    /// The last title that the server sent, or that of the options; empty: none.
    title
}
with_text! {
    /// An event.
    Event: EventNumbers,
    /// The path, the name or the words that it is about, by its kind.
    text
}

impl Event {
    /// The badge of a BADGE, TOTAL or SYNCED event in words: "dot", its number, or "nothing".
    pub fn shown(&self) -> String {
        shown(self.badge_kind, self.count)
    }
}

/// The state of an account.
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
    /// How children contribute.
    pub aggregation: Aggregation,
    /// Which messages feed badges.
    pub feeding: Feeding,
}

impl Numbers for AccountState {
    type Raw = sys::tally_account_state;
    fn room() -> sys::tally_account_state {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_account_state) -> AccountState {
        AccountState {
            name: String::new(),
            id: raw.id,
            revision: raw.revision,
            epoch: raw.epoch,
            logged_in: raw.logged_in != 0,
            aggregation: raw.aggregation.into(),
            feeding: raw.feeding.into(),
        }
    }
}

impl WithText for AccountState {
    type Numbers = AccountState;
    fn of(numbers: AccountState, name: String) -> AccountState {
        AccountState { name, ..numbers }
    }
}

/// Facts about a page, for its feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageInfo {
    /// The user sees it for the first time since log-in.
    pub first: bool,
    /// The time since the user last saw it. None: never, or it is seen already.
    pub away_time: Option<Duration>,
    /// The call has begun a request.
    pub requested: bool,
}

impl Numbers for PageInfo {
    type Raw = sys::tally_page_info;
    fn room() -> sys::tally_page_info {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        unsafe { sys::sized() }
    }
    fn of(raw: &sys::tally_page_info) -> PageInfo {
        PageInfo {
            first: raw.first != 0,
            away_time: u64::try_from(raw.away_time).ok().map(Duration::from_millis),
            requested: raw.requested != 0,
        }
    }
}

/// The result of an import of reminders.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportedReminders {
    /// How many reminders were imported, and how many entries were skipped.
    pub report: ImportReport,
    /// The skipped entries, in the order of the file.
    pub skipped: Vec<SkippedEntry>,
}

/// The actions of the system, in order, and the plan as a whole.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// The notifications to disarm, then those to arm.
    pub entries: Vec<PlanEntry>,
    /// The reach of the plan.
    pub summary: PlanSummary,
}

/// The result of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchResult {
    /// OK or ALREADY_APPLIED.
    pub status: Status,
    /// The revision afterwards.
    pub revision: u64,
}
