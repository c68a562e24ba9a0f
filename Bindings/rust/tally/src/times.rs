//! Points in time and durations, which C has as milliseconds.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A duration in options: `Duration` becomes one by `into`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Period(i64);

impl Period {
    /// The default of the option.
    pub const DEFAULT: Period = Period(0);
    /// Off: without this time. The option says whether this is allowed.
    pub const OFF: Period = Period(-1);

    /// So many milliseconds, as tally.h has them. 0 is the default, and -1 is off.
    pub const fn from_millis(milliseconds: i64) -> Period {
        Period(milliseconds)
    }

    /// The number of milliseconds, as tally.h has it.
    pub const fn as_millis(self) -> i64 {
        self.0
    }
}

impl fmt::Debug for Period {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Period::DEFAULT => formatter.write_str("default"),
            Period::OFF => formatter.write_str("off"),
            Period(milliseconds) => write!(formatter, "{milliseconds} ms"),
        }
    }
}

impl From<Duration> for Period {
    /// A fraction of a millisecond counts as a whole one.
    fn from(duration: Duration) -> Period {
        Period(milliseconds(duration))
    }
}

/// A `Duration`, or an `Option` of one, for C. Whoever waits must not wait for a shorter time, so fractions count as
/// whole milliseconds. None is -1.
pub(crate) fn milliseconds(duration: impl Into<Option<Duration>>) -> i64 {
    duration.into().map_or(-1, |duration| {
        i64::try_from(duration.as_nanos().saturating_add(999_999) / 1_000_000).unwrap_or(i64::MAX)
    })
}

/// A point in time, or an `Option` of one, for C. None is 0, so the first millisecond of 1970 is 1.
pub(crate) fn timestamp(time: impl Into<Option<SystemTime>>) -> i64 {
    time.into().map_or(0, |time| match since_1970(time) {
        0 => 1,
        milliseconds => milliseconds,
    })
}

/// A point in time in milliseconds since 1970.
pub(crate) fn since_1970(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |until| -until),
    }
}

/// A member of a structure as this crate has it, of the type that C has.
pub(crate) trait Member<R> {
    fn of(raw: R) -> Self;
    fn raw(self) -> R;
}

macro_rules! same {
    ($($kind:ty),*) => {
        $(impl Member<$kind> for $kind {
            fn of(raw: $kind) -> $kind {
                raw
            }
            fn raw(self) -> $kind {
                self
            }
        })*
    };
}
same! { i32, u32, i64, u64, f32 }

macro_rules! truth {
    ($($kind:ty),*) => {
        $(impl Member<$kind> for bool {
            fn of(raw: $kind) -> bool {
                raw != 0
            }
            fn raw(self) -> $kind {
                self.into()
            }
        })*
    };
}
truth! { i32, u32 }

impl Member<i64> for Period {
    fn of(raw: i64) -> Period {
        Period(raw)
    }
    fn raw(self) -> i64 {
        self.0
    }
}

impl Member<i64> for Duration {
    fn of(raw: i64) -> Duration {
        Duration::from_millis(raw.max(0).unsigned_abs())
    }
    fn raw(self) -> i64 {
        milliseconds(self)
    }
}

impl Member<i64> for Option<Duration> {
    fn of(raw: i64) -> Option<Duration> {
        u64::try_from(raw).ok().map(Duration::from_millis)
    }
    fn raw(self) -> i64 {
        milliseconds(self)
    }
}

impl Member<i64> for Option<SystemTime> {
    fn of(raw: i64) -> Option<SystemTime> {
        let since = Duration::from_millis(raw.unsigned_abs());
        if raw > 0 {
            UNIX_EPOCH.checked_add(since)
        } else if raw < 0 {
            UNIX_EPOCH.checked_sub(since)
        } else {
            None
        }
    }
    fn raw(self) -> i64 {
        timestamp(self)
    }
}
