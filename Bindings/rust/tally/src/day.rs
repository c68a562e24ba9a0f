//! Days of the calendar, which C has as numbers like 20260131.

use crate::times::Member;
use std::fmt;

/// A day of the calendar, without a zone. The library rejects one that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Day(i32);

impl Day {
    /// A day: `Day::new(2026, 1, 31)`.
    pub const fn new(year: u16, month: u8, day: u8) -> Day {
        Day(year as i32 * 10_000 + month as i32 * 100 + day as i32)
    }

    /// A day as `tally.h` has it: 20260131.
    pub const fn from_number(number: i32) -> Day {
        Day(number)
    }

    /// The number that `tally.h` has for it.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// The year, the month and the day of the month, each from 1.
    pub const fn date(self) -> (i32, i32, i32) {
        (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Debug for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Member<i32> for Day {
    fn of(raw: i32) -> Day {
        Day(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

impl Member<i32> for Option<Day> {
    fn of(raw: i32) -> Option<Day> {
        (raw > 0).then_some(Day(raw))
    }
    fn raw(self) -> i32 {
        self.map_or(0, Day::number)
    }
}
