//! Functions of options beside their members.

use crate::status::Result;
use crate::values::*;
use std::fmt;
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

impl Style {
    /// Lends a style to C. None is NULL.
    pub(crate) fn lend<R>(style: Option<&Style>, call: impl FnOnce(*const sys::tally_style) -> R) -> Result<R> {
        match style {
            Some(style) => style.with(call),
            None => Ok(call(std::ptr::null())),
        }
    }
}

/// Stands for a secret when options are printed.
pub(crate) struct Hidden;

impl fmt::Debug for Hidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
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

/// The result of a dispatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dispatched {
    /// How many events were delivered.
    pub count: usize,
    /// Whether the limit was reached.
    pub more: bool,
}
