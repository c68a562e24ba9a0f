//! Styles, and the options that open an engine.

use crate::ffi::Optional;
use crate::status::Result;
use crate::times::Member;
use crate::values::*;
use std::time::{Duration, SystemTime};
use tally_sys as sys;

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
                    self.$plain = value.into();
                    self
                }
            )*
        }
    };
}
pub(crate) use setters;

/// How a badge looks. A member that is None is inherited.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// The radius of a dot, in points.
    pub dot_radius: Option<f32>,
    /// To the right and downwards, in points.
    pub offset: Option<(f32, f32)>,
    /// The size of the number's font, in points.
    pub font_size: Option<f32>,
    /// The weight of the number's font, 1 to 1,000.
    pub font_weight: Option<i32>,
    /// The number's colour, 0xRRGGBBAA.
    pub text_color: Option<u32>,
    /// The badge's colour, 0xRRGGBBAA.
    pub background_color: Option<u32>,
    /// How a number above `max_count` is shown.
    pub overflow: Option<OverflowStyle>,
    /// The largest number that is shown.
    pub max_count: Option<u64>,
    /// The name of an icon, in place of the number.
    pub icon: Option<String>,
}

setters! {
    Style {
        dot_radius: f32, offset: (f32, f32), font_size: f32, font_weight: i32, text_color: u32, background_color: u32,
        overflow: OverflowStyle, max_count: u64, icon: impl Into<String>,
    } {}
}

impl Style {
    /// Lends a style to C. None is NULL.
    pub(crate) fn lend<R>(style: Option<&Style>, call: impl FnOnce(*const sys::tally_style) -> R) -> Result<R> {
        match style {
            Some(style) => style.with(call),
            None => Ok(call(std::ptr::null())),
        }
    }

    fn with<R>(&self, call: impl FnOnce(*const sys::tally_style) -> R) -> Result<R> {
        let icon = Optional::new(self.icon.as_deref())?;
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_style = unsafe { sys::sized() };
        macro_rules! put {
            ($($name:ident = $field:ident),*) => {
                $(if let Some(value) = self.$name {
                    raw.$name = value.raw();
                    raw.fields |= sys::$field;
                })*
            };
        }
        put!(dot_radius = TALLY_STYLE_FIELD_DOT_RADIUS, font_size = TALLY_STYLE_FIELD_FONT_SIZE);
        put!(font_weight = TALLY_STYLE_FIELD_FONT_WEIGHT, text_color = TALLY_STYLE_FIELD_TEXT_COLOR);
        put!(background_color = TALLY_STYLE_FIELD_BACKGROUND_COLOR, overflow = TALLY_STYLE_FIELD_OVERFLOW);
        put!(max_count = TALLY_STYLE_FIELD_MAX_COUNT);
        if let Some((x, y)) = self.offset {
            raw.offset_x = x;
            raw.offset_y = y;
            raw.fields |= sys::TALLY_STYLE_FIELD_OFFSET;
        }
        if self.icon.is_some() {
            raw.icon = icon.as_ptr();
            raw.fields |= sys::TALLY_STYLE_FIELD_ICON;
        }
        Ok(call(&raw))
    }

    pub(crate) fn from_raw(raw: &sys::tally_style, icon: String) -> Style {
        fn given<T>(raw: &sys::tally_style, field: u32, value: T) -> Option<T> {
            (raw.fields & field != 0).then_some(value)
        }
        Style {
            dot_radius: given(raw, sys::TALLY_STYLE_FIELD_DOT_RADIUS, raw.dot_radius),
            offset: given(raw, sys::TALLY_STYLE_FIELD_OFFSET, (raw.offset_x, raw.offset_y)),
            font_size: given(raw, sys::TALLY_STYLE_FIELD_FONT_SIZE, raw.font_size),
            font_weight: given(raw, sys::TALLY_STYLE_FIELD_FONT_WEIGHT, raw.font_weight),
            text_color: given(raw, sys::TALLY_STYLE_FIELD_TEXT_COLOR, raw.text_color),
            background_color: given(raw, sys::TALLY_STYLE_FIELD_BACKGROUND_COLOR, raw.background_color),
            overflow: given(raw, sys::TALLY_STYLE_FIELD_OVERFLOW, raw.overflow.into()),
            max_count: given(raw, sys::TALLY_STYLE_FIELD_MAX_COUNT, raw.max_count),
            icon: given(raw, sys::TALLY_STYLE_FIELD_ICON, icon),
        }
    }
}

/// Called inside `dispatch`, `step` and `next_event`.
pub type Callback = Box<dyn FnMut(&Event) + Send>;
/// Wakes the host's loop. Called on any thread.
pub type Notify = Box<dyn Fn() + Send + Sync>;
/// The time of day, and the time since any moment, which never goes back.
pub type Clock = Box<dyn Fn() -> (SystemTime, Duration) + Send + Sync>;
/// The importance of a line of the log, and the line.
pub type Log = Box<dyn Fn(LogLevel, &str) + Send + Sync>;
/// The file of a zone (TZif), by its name.
pub type ZoneFile = Box<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;

/// The options of an engine. `clock`, `log` and `zone_file` are called on any thread, the clock and `zone_file` with
/// locks held: they must return soon, and must not use the engine. A number that is 0 means its default.
#[derive(Default)]
#[non_exhaustive]
pub struct EngineOptions {
    /// How the engine is opened, and whether the host drives it.
    pub flags: EngineFlags,
    /// None: in memory only.
    pub file: Option<String>,
    /// When a change is on the disk.
    pub durability: Durability,
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
    /// The least important level that is logged. Default: warnings.
    pub log_level: LogLevel,
    /// For tests: the seed of everything random.
    pub seed: u64,
    /// How long the identifier of a batch is remembered. Default: a day.
    pub batch_id_time: Period,
    /// How many identifiers of batches an account remembers. Default 10,000.
    pub max_batch_ids: u32,
    /// Accounts that are in memory. Default: all that are open.
    pub max_loaded_accounts: u32,
    /// Requests of feeds in flight. Default 256.
    pub max_requests: u32,
    /// Requests in flight to one origin. Default 6.
    pub max_requests_per_origin: u32,
    /// Removed messages of one feed to remember. Default 4,096.
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
    /// Calls of `refresh_now` in progress, or with a pending completion. Default 65,536.
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
        flags: EngineFlags, durability: Durability, max_depth: u32, max_path_bytes: u32, max_nodes: u32, max_accounts: u32,
        max_feeds: u32, max_observers: u32, max_response_bytes: u32, log_level: LogLevel, seed: u64, batch_id_time: impl Into<Period>,
        max_batch_ids: u32, max_loaded_accounts: u32, max_requests: u32, max_requests_per_origin: u32,
        max_forgotten: u32, max_marks: u32, max_failed_rows: u32, max_rejected: u32, max_reminder_log: u32,
        max_cached_groups: u32, max_events: u32, max_completions: u32,
    }
}

/// The result of a dispatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dispatched {
    /// How many events were delivered.
    pub count: usize,
    /// Whether the limit was reached.
    pub more: bool,
}
