//! Structures that the library returns, and the generated options. Their members have the names of `tally.h`.

use crate::ffi::{at, Numbers, Record};
use crate::status::Status;
use std::fmt;
use tally_sys as sys;

pub use crate::generated::*;
pub use crate::kinds::*;
pub use crate::options::*;
pub use crate::page::Page;
pub use crate::times::Period;

/// The name of an account.
impl Record for String {
    type Raw = sys::tally_account_entry;
    fn read(raw: &Self::Raw, text: &[u8]) -> String {
        at(text, raw.name.offset, raw.name.length)
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
        (raw.kind, raw.flags, raw.level) = (self.kind.0, self.flags.bits(), self.level.0);
        raw
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

impl Event {
    /// The badge of a BADGE, TOTAL or SYNCED event in words: "dot", its number, or "nothing".
    pub fn shown(&self) -> String {
        shown(self.badge_kind, self.count)
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

/// Writes flags by their names, and as a number what has none.
pub(crate) fn write_flags(
    formatter: &mut fmt::Formatter<'_>,
    name: &str,
    bits: u32,
    flags: &[(&str, u32)],
) -> fmt::Result {
    let mut rest = bits;
    let mut separator = "";
    write!(formatter, "{name}(")?;
    for (flag, value) in flags.iter().filter(|(_, value)| bits & value == *value) {
        write!(formatter, "{separator}{flag}")?;
        (separator, rest) = (" | ", rest & !value);
    }
    if rest != 0 || bits == 0 {
        write!(formatter, "{separator}{rest:#x}")?;
    }
    formatter.write_str(")")
}
