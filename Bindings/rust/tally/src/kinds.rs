// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use std::fmt;

impl Status {
    /// Success.
    pub const OK: Status = Status(sys::TALLY_OK);
    /// The badge still shows, because of something below it or messages that feed it.
    pub const HELD: Status = Status(sys::TALLY_HELD);
    /// There is more: call again from where this list ends.
    pub const MORE: Status = Status(sys::TALLY_MORE);
    /// The requested changes are no longer kept: list everything instead.
    pub const RESYNC: Status = Status(sys::TALLY_RESYNC);
    /// This batch, or message, was applied before; nothing has changed.
    pub const ALREADY_APPLIED: Status = Status(sys::TALLY_ALREADY_APPLIED);
    /// The server had nothing new.
    pub const NOT_MODIFIED: Status = Status(sys::TALLY_NOT_MODIFIED);
    /// Nothing arrived in time, or the wait was interrupted.
    pub const EMPTY: Status = Status(sys::TALLY_EMPTY);
    /// The file was damaged. It was renamed, and a new one created.
    pub const SET_ASIDE: Status = Status(sys::TALLY_SET_ASIDE);
    /// Some items of the batch were rejected; all others were applied.
    pub const PARTIAL: Status = Status(sys::TALLY_PARTIAL);
    /// None, an unknown flag or a value without a meaning.
    pub const ARGUMENT: Status = Status(sys::TALLY_ERROR_ARGUMENT);
    /// There was not enough memory.
    pub const NO_MEMORY: Status = Status(sys::TALLY_ERROR_NO_MEMORY);
    /// An invalid path, or one that is too deep or too long.
    pub const PATH: Status = Status(sys::TALLY_ERROR_PATH);
    /// A number is out of its range.
    pub const RANGE: Status = Status(sys::TALLY_ERROR_RANGE);
    /// A limit set when opening would be exceeded.
    pub const LIMIT: Status = Status(sys::TALLY_ERROR_LIMIT);
    /// There is no such account, feed, message or reminder.
    pub const NOT_FOUND: Status = Status(sys::TALLY_ERROR_NOT_FOUND);
    /// It exists already.
    pub const EXISTS: Status = Status(sys::TALLY_ERROR_EXISTS);
    /// It contradicts what is stored.
    pub const CONFLICT: Status = Status(sys::TALLY_ERROR_CONFLICT);
    /// The caller's buffer is too small; the call reports the size needed.
    pub const BUFFER_TOO_SMALL: Status = Status(sys::TALLY_ERROR_BUFFER_TOO_SMALL);
    /// The node was released, or belongs to another account.
    pub const STALE_HANDLE: Status = Status(sys::TALLY_ERROR_STALE_HANDLE);
    /// The engine, or the handle's parent, was closed.
    pub const CLOSED: Status = Status(sys::TALLY_ERROR_CLOSED);
    /// The engine belongs to the parent process.
    pub const FORKED: Status = Status(sys::TALLY_ERROR_FORKED);
    /// Not allowed on this thread, or inside a callback.
    pub const THREAD: Status = Status(sys::TALLY_ERROR_THREAD);
    /// Not available in this build or mode.
    pub const UNSUPPORTED: Status = Status(sys::TALLY_ERROR_UNSUPPORTED);
    /// A defect of the library; please report it.
    pub const INTERNAL: Status = Status(sys::TALLY_ERROR_INTERNAL);
    /// This operation was valid, but another one failed the batch.
    pub const NOT_APPLIED: Status = Status(sys::TALLY_ERROR_NOT_APPLIED);
    /// Not a valid snapshot, patch, export or mapping.
    pub const MALFORMED: Status = Status(sys::TALLY_ERROR_MALFORMED);
    /// The file could not be read or written.
    pub const IO: Status = Status(sys::TALLY_ERROR_IO);
    /// The disk, or the database's size limit, is full.
    pub const FULL: Status = Status(sys::TALLY_ERROR_FULL);
    /// Another process has the file open.
    pub const LOCKED: Status = Status(sys::TALLY_ERROR_LOCKED);
    /// The file is damaged. It was not changed.
    pub const CORRUPT: Status = Status(sys::TALLY_ERROR_CORRUPT);
    /// Not a file of this library. It was not changed.
    pub const NOT_A_STORE: Status = Status(sys::TALLY_ERROR_NOT_A_STORE);
    /// Written by a newer version. It was not changed.
    pub const NEWER: Status = Status(sys::TALLY_ERROR_NEWER);
    /// The file or its directory is read-only.
    pub const READ_ONLY: Status = Status(sys::TALLY_ERROR_READ_ONLY);
    /// The system does not permit access.
    pub const PERMISSION: Status = Status(sys::TALLY_ERROR_PERMISSION);
    /// The batch comes from a former owner of its source.
    pub const STALE_EPOCH: Status = Status(sys::TALLY_ERROR_STALE_EPOCH);
    /// An invalid URL, or an unsupported scheme.
    pub const URL: Status = Status(sys::TALLY_ERROR_URL);
    /// The server could not be reached, or the connection broke.
    pub const NETWORK: Status = Status(sys::TALLY_ERROR_NETWORK);
    /// A deadline passed.
    pub const TIMEOUT: Status = Status(sys::TALLY_ERROR_TIMEOUT);
    /// The server's certificate or the handshake was rejected.
    pub const TLS: Status = Status(sys::TALLY_ERROR_TLS);
    /// The response is not of the expected form; all of it was rejected.
    pub const PROTOCOL: Status = Status(sys::TALLY_ERROR_PROTOCOL);
    /// The response exceeds the limit; all of it was rejected.
    pub const TOO_LARGE: Status = Status(sys::TALLY_ERROR_TOO_LARGE);
    /// The server responded with an error.
    pub const SERVER: Status = Status(sys::TALLY_ERROR_SERVER);
    /// The server rejected the credential, or the request waits for one.
    pub const UNAUTHORIZED: Status = Status(sys::TALLY_ERROR_UNAUTHORIZED);
    /// The server asks the client to wait.
    pub const RATE_LIMITED: Status = Status(sys::TALLY_ERROR_RATE_LIMITED);
    /// The account is not logged in.
    pub const LOGGED_OUT: Status = Status(sys::TALLY_ERROR_LOGGED_OUT);
    /// The request was cancelled, or its feed was removed.
    pub const CANCELLED: Status = Status(sys::TALLY_ERROR_CANCELLED);
}

/// How an account is opened.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct AccountFlags(u32);

impl AccountFlags {
    /// No flag.
    pub const NONE: AccountFlags = AccountFlags(0);
    /// Fails with [`Status::NOT_FOUND`] instead of creating the account.
    pub const EXISTING: AccountFlags = AccountFlags(sys::TALLY_ACCOUNT_EXISTING);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> AccountFlags {
        AccountFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: AccountFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for AccountFlags {
    type Output = AccountFlags;
    fn bitor(self, other: AccountFlags) -> AccountFlags {
        AccountFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for AccountFlags {
    fn bitor_assign(&mut self, other: AccountFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for AccountFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "AccountFlags", self.0, &[("EXISTING", sys::TALLY_ACCOUNT_EXISTING)])
    }
}

impl From<u32> for AccountFlags {
    fn from(number: u32) -> AccountFlags {
        AccountFlags(number)
    }
}

impl From<AccountFlags> for u32 {
    fn from(value: AccountFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for AccountFlags {
    fn of(raw: u32) -> AccountFlags {
        AccountFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How an engine is opened.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EngineFlags(u32);

impl EngineFlags {
    /// No flag.
    pub const NONE: EngineFlags = EngineFlags(0);
    /// The library has no thread of its own: the host calls [`Engine::step`].
    pub const HOST_DRIVEN: EngineFlags = EngineFlags(sys::TALLY_ENGINE_HOST_DRIVEN);
    /// Renames a damaged file and begins a new one: see [`Engine::open`].
    pub const SET_ASIDE: EngineFlags = EngineFlags(sys::TALLY_ENGINE_SET_ASIDE);
    /// For tools: see [`Account::log_in`].
    pub const LOGGED_OUT: EngineFlags = EngineFlags(sys::TALLY_ENGINE_LOGGED_OUT);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> EngineFlags {
        EngineFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: EngineFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for EngineFlags {
    type Output = EngineFlags;
    fn bitor(self, other: EngineFlags) -> EngineFlags {
        EngineFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for EngineFlags {
    fn bitor_assign(&mut self, other: EngineFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for EngineFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "EngineFlags", self.0, &[("HOST_DRIVEN", sys::TALLY_ENGINE_HOST_DRIVEN), ("SET_ASIDE", sys::TALLY_ENGINE_SET_ASIDE), ("LOGGED_OUT", sys::TALLY_ENGINE_LOGGED_OUT)])
    }
}

impl From<u32> for EngineFlags {
    fn from(number: u32) -> EngineFlags {
        EngineFlags(number)
    }
}

impl From<EngineFlags> for u32 {
    fn from(value: EngineFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for EngineFlags {
    fn of(raw: u32) -> EngineFlags {
        EngineFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How a file is copied.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BackupFlags(u32);

impl BackupFlags {
    /// No flag.
    pub const NONE: BackupFlags = BackupFlags(0);
    /// Replaces an existing file.
    pub const REPLACE: BackupFlags = BackupFlags(sys::TALLY_BACKUP_REPLACE);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> BackupFlags {
        BackupFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: BackupFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for BackupFlags {
    type Output = BackupFlags;
    fn bitor(self, other: BackupFlags) -> BackupFlags {
        BackupFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for BackupFlags {
    fn bitor_assign(&mut self, other: BackupFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for BackupFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "BackupFlags", self.0, &[("REPLACE", sys::TALLY_BACKUP_REPLACE)])
    }
}

impl From<u32> for BackupFlags {
    fn from(number: u32) -> BackupFlags {
        BackupFlags(number)
    }
}

impl From<BackupFlags> for u32 {
    fn from(value: BackupFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for BackupFlags {
    fn of(raw: u32) -> BackupFlags {
        BackupFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// The reasons why a path shows a badge, and its mutes.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BadgeFlags(u32);

impl BadgeFlags {
    /// No flag.
    pub const NONE: BadgeFlags = BadgeFlags(0);
    /// It owns a count.
    pub const OWN_COUNT: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_OWN_COUNT);
    /// It owns a dot.
    pub const OWN_DOT: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_OWN_DOT);
    /// Messages or a flag feed it.
    pub const FED: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_FED);
    /// A child contributes a badge.
    pub const CHILDREN: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_CHILDREN);
    /// Mute number.
    pub const MUTE_NUMBER: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_MUTE_NUMBER);
    /// Mute all.
    pub const MUTE_ALL: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_MUTE_ALL);
    /// Its mute passes highlights.
    pub const PASSES_HIGHLIGHTS: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_PASSES_HIGHLIGHTS);
    /// It is snoozed, so its mute does not hold.
    pub const SNOOZED: BadgeFlags = BadgeFlags(sys::TALLY_BADGE_SNOOZED);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> BadgeFlags {
        BadgeFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: BadgeFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for BadgeFlags {
    type Output = BadgeFlags;
    fn bitor(self, other: BadgeFlags) -> BadgeFlags {
        BadgeFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for BadgeFlags {
    fn bitor_assign(&mut self, other: BadgeFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for BadgeFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "BadgeFlags", self.0, &[("OWN_COUNT", sys::TALLY_BADGE_OWN_COUNT), ("OWN_DOT", sys::TALLY_BADGE_OWN_DOT), ("FED", sys::TALLY_BADGE_FED), ("CHILDREN", sys::TALLY_BADGE_CHILDREN), ("MUTE_NUMBER", sys::TALLY_BADGE_MUTE_NUMBER), ("MUTE_ALL", sys::TALLY_BADGE_MUTE_ALL), ("PASSES_HIGHLIGHTS", sys::TALLY_BADGE_PASSES_HIGHLIGHTS), ("SNOOZED", sys::TALLY_BADGE_SNOOZED)])
    }
}

impl From<u32> for BadgeFlags {
    fn from(number: u32) -> BadgeFlags {
        BadgeFlags(number)
    }
}

impl From<BadgeFlags> for u32 {
    fn from(value: BadgeFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for BadgeFlags {
    fn of(raw: u32) -> BadgeFlags {
        BadgeFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// Which nodes are listed, and whether the list can be continued from its end.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ListFlags(u32);

impl ListFlags {
    /// No flag.
    pub const NONE: ListFlags = ListFlags(0);
    /// The nodes directly below.
    pub const CHILDREN: ListFlags = ListFlags(sys::TALLY_LIST_CHILDREN);
    /// The path itself and everything below it.
    pub const SUBTREE: ListFlags = ListFlags(sys::TALLY_SUBTREE);
    /// Follow.
    pub const FOLLOW: ListFlags = ListFlags(sys::TALLY_LIST_FOLLOW);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> ListFlags {
        ListFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: ListFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for ListFlags {
    type Output = ListFlags;
    fn bitor(self, other: ListFlags) -> ListFlags {
        ListFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ListFlags {
    fn bitor_assign(&mut self, other: ListFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for ListFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "ListFlags", self.0, &[("SUBTREE", sys::TALLY_SUBTREE), ("FOLLOW", sys::TALLY_LIST_FOLLOW)])
    }
}

impl From<u32> for ListFlags {
    fn from(number: u32) -> ListFlags {
        ListFlags(number)
    }
}

impl From<ListFlags> for u32 {
    fn from(value: ListFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for ListFlags {
    fn of(raw: u32) -> ListFlags {
        ListFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// The contribution of a reason, and its kind.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ReasonFlags(u32);

impl ReasonFlags {
    /// No flag.
    pub const NONE: ReasonFlags = ReasonFlags(0);
    /// It owns a count.
    pub const OWN_COUNT: ReasonFlags = ReasonFlags(sys::TALLY_REASON_OWN_COUNT);
    /// It owns a dot.
    pub const OWN_DOT: ReasonFlags = ReasonFlags(sys::TALLY_REASON_OWN_DOT);
    /// Messages or a flag feed it.
    pub const FED: ReasonFlags = ReasonFlags(sys::TALLY_REASON_FED);
    /// CHILDREN: its own count adds nothing: its children or messages have one.
    pub const OVERRIDDEN: ReasonFlags = ReasonFlags(sys::TALLY_REASON_OVERRIDDEN);
    /// Its mute hides the number that it shows from the path.
    pub const MUTE_NUMBER: ReasonFlags = ReasonFlags(sys::TALLY_REASON_MUTE_NUMBER);
    /// Its mute hides everything that it shows from the path.
    pub const MUTE_ALL: ReasonFlags = ReasonFlags(sys::TALLY_REASON_MUTE_ALL);
    /// Its own badge, or what feeds it, reaches the path, which shows a badge.
    pub const LIGHTS: ReasonFlags = ReasonFlags(sys::TALLY_REASON_LIGHTS);
    /// A mute hides its badge from the path; with LIGHTS only the number.
    pub const MUTED: ReasonFlags = ReasonFlags(sys::TALLY_REASON_MUTED);
    /// It is a message that feeds the path.
    pub const MESSAGE: ReasonFlags = ReasonFlags(sys::TALLY_REASON_MESSAGE);
    /// It, or more of it, reaches the path only by a link.
    pub const LINKED: ReasonFlags = ReasonFlags(sys::TALLY_REASON_LINKED);
    /// It counts its children, so they contribute nothing, and it their number.
    pub const COUNTING: ReasonFlags = ReasonFlags(sys::TALLY_REASON_COUNTING);
    /// It is the flag of the path: see [`Account::flag`].
    pub const FLAG: ReasonFlags = ReasonFlags(sys::TALLY_REASON_FLAG);
    /// It is snoozed, which hides everything that it shows from the path.
    pub const SNOOZED: ReasonFlags = ReasonFlags(sys::TALLY_REASON_SNOOZED);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> ReasonFlags {
        ReasonFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: ReasonFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for ReasonFlags {
    type Output = ReasonFlags;
    fn bitor(self, other: ReasonFlags) -> ReasonFlags {
        ReasonFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ReasonFlags {
    fn bitor_assign(&mut self, other: ReasonFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for ReasonFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "ReasonFlags", self.0, &[("OWN_COUNT", sys::TALLY_REASON_OWN_COUNT), ("OWN_DOT", sys::TALLY_REASON_OWN_DOT), ("FED", sys::TALLY_REASON_FED), ("OVERRIDDEN", sys::TALLY_REASON_OVERRIDDEN), ("MUTE_NUMBER", sys::TALLY_REASON_MUTE_NUMBER), ("MUTE_ALL", sys::TALLY_REASON_MUTE_ALL), ("LIGHTS", sys::TALLY_REASON_LIGHTS), ("MUTED", sys::TALLY_REASON_MUTED), ("MESSAGE", sys::TALLY_REASON_MESSAGE), ("LINKED", sys::TALLY_REASON_LINKED), ("COUNTING", sys::TALLY_REASON_COUNTING), ("FLAG", sys::TALLY_REASON_FLAG), ("SNOOZED", sys::TALLY_REASON_SNOOZED)])
    }
}

impl From<u32> for ReasonFlags {
    fn from(number: u32) -> ReasonFlags {
        ReasonFlags(number)
    }
}

impl From<ReasonFlags> for u32 {
    fn from(value: ReasonFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for ReasonFlags {
    fn of(raw: u32) -> ReasonFlags {
        ReasonFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How a patch is applied.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ApplyFlags(u32);

impl ApplyFlags {
    /// No flag.
    pub const NONE: ApplyFlags = ApplyFlags(0);
    /// Writes the state after the patch, whatever the state is now.
    pub const OVERWRITE: ApplyFlags = ApplyFlags(sys::TALLY_APPLY_OVERWRITE);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> ApplyFlags {
        ApplyFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: ApplyFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for ApplyFlags {
    type Output = ApplyFlags;
    fn bitor(self, other: ApplyFlags) -> ApplyFlags {
        ApplyFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ApplyFlags {
    fn bitor_assign(&mut self, other: ApplyFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for ApplyFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "ApplyFlags", self.0, &[("OVERWRITE", sys::TALLY_APPLY_OVERWRITE)])
    }
}

impl From<u32> for ApplyFlags {
    fn from(number: u32) -> ApplyFlags {
        ApplyFlags(number)
    }
}

impl From<ApplyFlags> for u32 {
    fn from(value: ApplyFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for ApplyFlags {
    fn of(raw: u32) -> ApplyFlags {
        ApplyFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How a batch is performed.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BatchFlags(u32);

impl BatchFlags {
    /// No flag.
    pub const NONE: BatchFlags = BatchFlags(0);
    /// Each operation is performed on its own: see [`Account::batch`].
    pub const EACH: BatchFlags = BatchFlags(sys::TALLY_BATCH_EACH);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> BatchFlags {
        BatchFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: BatchFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for BatchFlags {
    type Output = BatchFlags;
    fn bitor(self, other: BatchFlags) -> BatchFlags {
        BatchFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for BatchFlags {
    fn bitor_assign(&mut self, other: BatchFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for BatchFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "BatchFlags", self.0, &[("EACH", sys::TALLY_BATCH_EACH)])
    }
}

impl From<u32> for BatchFlags {
    fn from(number: u32) -> BatchFlags {
        BatchFlags(number)
    }
}

impl From<BatchFlags> for u32 {
    fn from(value: BatchFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for BatchFlags {
    fn of(raw: u32) -> BatchFlags {
        BatchFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// The changes of which an observer is notified.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ObserveFlags(u32);

impl ObserveFlags {
    /// No flag.
    pub const NONE: ObserveFlags = ObserveFlags(0);
    /// The path itself and everything below it.
    pub const SUBTREE: ObserveFlags = ObserveFlags(sys::TALLY_SUBTREE);
    /// The current state of the path is reported first.
    pub const INITIAL: ObserveFlags = ObserveFlags(sys::TALLY_OBSERVE_INITIAL);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> ObserveFlags {
        ObserveFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: ObserveFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for ObserveFlags {
    type Output = ObserveFlags;
    fn bitor(self, other: ObserveFlags) -> ObserveFlags {
        ObserveFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ObserveFlags {
    fn bitor_assign(&mut self, other: ObserveFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for ObserveFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "ObserveFlags", self.0, &[("SUBTREE", sys::TALLY_SUBTREE), ("INITIAL", sys::TALLY_OBSERVE_INITIAL)])
    }
}

impl From<u32> for ObserveFlags {
    fn from(number: u32) -> ObserveFlags {
        ObserveFlags(number)
    }
}

impl From<ObserveFlags> for u32 {
    fn from(value: ObserveFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for ObserveFlags {
    fn of(raw: u32) -> ObserveFlags {
        ObserveFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How a feed is polled.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FeedFlags(u32);

impl FeedFlags {
    /// No flag.
    pub const NONE: FeedFlags = FeedFlags(0);
    /// No timer polls while the application is in the background.
    pub const STOPS_IN_BACKGROUND: FeedFlags = FeedFlags(sys::TALLY_FEED_OPTION_STOPS_IN_BACKGROUND);
    /// The first request is sent after initial_delay, not at a random moment within it.
    pub const EXACT_DELAY: FeedFlags = FeedFlags(sys::TALLY_FEED_OPTION_EXACT_DELAY);
    /// The options are for this run; the stored ones, if there are any, stay.
    pub const TEMPORARY: FeedFlags = FeedFlags(sys::TALLY_FEED_OPTION_TEMPORARY);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> FeedFlags {
        FeedFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: FeedFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for FeedFlags {
    type Output = FeedFlags;
    fn bitor(self, other: FeedFlags) -> FeedFlags {
        FeedFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for FeedFlags {
    fn bitor_assign(&mut self, other: FeedFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for FeedFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "FeedFlags", self.0, &[("STOPS_IN_BACKGROUND", sys::TALLY_FEED_OPTION_STOPS_IN_BACKGROUND), ("EXACT_DELAY", sys::TALLY_FEED_OPTION_EXACT_DELAY), ("TEMPORARY", sys::TALLY_FEED_OPTION_TEMPORARY)])
    }
}

impl From<u32> for FeedFlags {
    fn from(number: u32) -> FeedFlags {
        FeedFlags(number)
    }
}

impl From<FeedFlags> for u32 {
    fn from(value: FeedFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for FeedFlags {
    fn of(raw: u32) -> FeedFlags {
        FeedFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// The properties of a stored feed.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FeedEntryFlags(u32);

impl FeedEntryFlags {
    /// No flag.
    pub const NONE: FeedEntryFlags = FeedEntryFlags(0);
    /// In this run it was added or found, or began when the account was logged in.
    pub const RUNNING: FeedEntryFlags = FeedEntryFlags(sys::TALLY_FEED_ENTRY_RUNNING);
    /// Its requests have a credential, or wait for one.
    pub const CREDENTIAL: FeedEntryFlags = FeedEntryFlags(sys::TALLY_FEED_ENTRY_CREDENTIAL);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> FeedEntryFlags {
        FeedEntryFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: FeedEntryFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for FeedEntryFlags {
    type Output = FeedEntryFlags;
    fn bitor(self, other: FeedEntryFlags) -> FeedEntryFlags {
        FeedEntryFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for FeedEntryFlags {
    fn bitor_assign(&mut self, other: FeedEntryFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for FeedEntryFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "FeedEntryFlags", self.0, &[("RUNNING", sys::TALLY_FEED_ENTRY_RUNNING), ("CREDENTIAL", sys::TALLY_FEED_ENTRY_CREDENTIAL)])
    }
}

impl From<u32> for FeedEntryFlags {
    fn from(number: u32) -> FeedEntryFlags {
        FeedEntryFlags(number)
    }
}

impl From<FeedEntryFlags> for u32 {
    fn from(value: FeedEntryFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for FeedEntryFlags {
    fn of(raw: u32) -> FeedEntryFlags {
        FeedEntryFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How a request is sent.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RequestFlags(u32);

impl RequestFlags {
    /// No flag.
    pub const NONE: RequestFlags = RequestFlags(0);
    /// The request has a credential: follow redirects only within the same origin.
    pub const CREDENTIAL: RequestFlags = RequestFlags(sys::TALLY_REQUEST_FLAG_CREDENTIAL);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> RequestFlags {
        RequestFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: RequestFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for RequestFlags {
    type Output = RequestFlags;
    fn bitor(self, other: RequestFlags) -> RequestFlags {
        RequestFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for RequestFlags {
    fn bitor_assign(&mut self, other: RequestFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for RequestFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "RequestFlags", self.0, &[("CREDENTIAL", sys::TALLY_REQUEST_FLAG_CREDENTIAL)])
    }
}

impl From<u32> for RequestFlags {
    fn from(number: u32) -> RequestFlags {
        RequestFlags(number)
    }
}

impl From<RequestFlags> for u32 {
    fn from(value: RequestFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for RequestFlags {
    fn of(raw: u32) -> RequestFlags {
        RequestFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// Which messages are meant.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MessagesFlags(u32);

impl MessagesFlags {
    /// No flag.
    pub const NONE: MessagesFlags = MessagesFlags(0);
    /// The path itself and everything below it.
    pub const SUBTREE: MessagesFlags = MessagesFlags(sys::TALLY_SUBTREE);
    /// Only those that are not read.
    pub const UNREAD: MessagesFlags = MessagesFlags(sys::TALLY_MESSAGES_UNREAD);
    /// [`Account::first_message`]: only those that are not seen.
    pub const UNSEEN: MessagesFlags = MessagesFlags(sys::TALLY_MESSAGES_UNSEEN);
    /// [`Account::first_message`]: the newest instead of the oldest.
    pub const NEWEST: MessagesFlags = MessagesFlags(sys::TALLY_MESSAGES_NEWEST);
    /// [`Account::messages_from`]: newer ones instead of older ones.
    pub const NEWER: MessagesFlags = MessagesFlags(sys::TALLY_MESSAGES_NEWER);
    /// [`Account::first_message`]: only those of level HIGHLIGHT or above.
    pub const HIGHLIGHTS: MessagesFlags = MessagesFlags(sys::TALLY_MESSAGES_HIGHLIGHTS);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> MessagesFlags {
        MessagesFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: MessagesFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for MessagesFlags {
    type Output = MessagesFlags;
    fn bitor(self, other: MessagesFlags) -> MessagesFlags {
        MessagesFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for MessagesFlags {
    fn bitor_assign(&mut self, other: MessagesFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for MessagesFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "MessagesFlags", self.0, &[("SUBTREE", sys::TALLY_SUBTREE), ("UNREAD", sys::TALLY_MESSAGES_UNREAD), ("UNSEEN", sys::TALLY_MESSAGES_UNSEEN), ("NEWEST", sys::TALLY_MESSAGES_NEWEST), ("NEWER", sys::TALLY_MESSAGES_NEWER), ("HIGHLIGHTS", sys::TALLY_MESSAGES_HIGHLIGHTS)])
    }
}

impl From<u32> for MessagesFlags {
    fn from(number: u32) -> MessagesFlags {
        MessagesFlags(number)
    }
}

impl From<MessagesFlags> for u32 {
    fn from(value: MessagesFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for MessagesFlags {
    fn of(raw: u32) -> MessagesFlags {
        MessagesFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How a message is posted.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MessageFlags(u32);

impl MessageFlags {
    /// No flag.
    pub const NONE: MessageFlags = MessageFlags(0);
    /// The message feeds a dot.
    pub const DOT: MessageFlags = MessageFlags(sys::TALLY_POST_DOT);
    /// It is posted only if the user has not seen a message of its id.
    pub const ONCE: MessageFlags = MessageFlags(sys::TALLY_POST_ONCE);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> MessageFlags {
        MessageFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: MessageFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for MessageFlags {
    type Output = MessageFlags;
    fn bitor(self, other: MessageFlags) -> MessageFlags {
        MessageFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for MessageFlags {
    fn bitor_assign(&mut self, other: MessageFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for MessageFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "MessageFlags", self.0, &[("DOT", sys::TALLY_POST_DOT), ("ONCE", sys::TALLY_POST_ONCE)])
    }
}

impl From<u32> for MessageFlags {
    fn from(number: u32) -> MessageFlags {
        MessageFlags(number)
    }
}

impl From<MessageFlags> for u32 {
    fn from(value: MessageFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for MessageFlags {
    fn of(raw: u32) -> MessageFlags {
        MessageFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How groups are summarised.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct GroupsFlags(u32);

impl GroupsFlags {
    /// No flag.
    pub const NONE: GroupsFlags = GroupsFlags(0);
    /// Previews are hidden.
    pub const HIDDEN: GroupsFlags = GroupsFlags(sys::TALLY_GROUPS_HIDDEN);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> GroupsFlags {
        GroupsFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: GroupsFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for GroupsFlags {
    type Output = GroupsFlags;
    fn bitor(self, other: GroupsFlags) -> GroupsFlags {
        GroupsFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for GroupsFlags {
    fn bitor_assign(&mut self, other: GroupsFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for GroupsFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "GroupsFlags", self.0, &[("HIDDEN", sys::TALLY_GROUPS_HIDDEN)])
    }
}

impl From<u32> for GroupsFlags {
    fn from(number: u32) -> GroupsFlags {
        GroupsFlags(number)
    }
}

impl From<GroupsFlags> for u32 {
    fn from(value: GroupsFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for GroupsFlags {
    fn of(raw: u32) -> GroupsFlags {
        GroupsFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How notifications are planned.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PlanFlags(u32);

impl PlanFlags {
    /// No flag.
    pub const NONE: PlanFlags = PlanFlags(0);
    /// The system has nothing armed: lists the whole plan.
    pub const FROM_SCRATCH: PlanFlags = PlanFlags(sys::TALLY_PLAN_FLAG_FROM_SCRATCH);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> PlanFlags {
        PlanFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: PlanFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for PlanFlags {
    type Output = PlanFlags;
    fn bitor(self, other: PlanFlags) -> PlanFlags {
        PlanFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for PlanFlags {
    fn bitor_assign(&mut self, other: PlanFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for PlanFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "PlanFlags", self.0, &[("FROM_SCRATCH", sys::TALLY_PLAN_FLAG_FROM_SCRATCH)])
    }
}

impl From<u32> for PlanFlags {
    fn from(number: u32) -> PlanFlags {
        PlanFlags(number)
    }
}

impl From<PlanFlags> for u32 {
    fn from(value: PlanFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for PlanFlags {
    fn of(raw: u32) -> PlanFlags {
        PlanFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// Where a credential may be sent.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CredentialFlags(u32);

impl CredentialFlags {
    /// No flag.
    pub const NONE: CredentialFlags = CredentialFlags(0);
    /// It may also be sent over http: to another machine, where others can read it.
    pub const PLAIN: CredentialFlags = CredentialFlags(sys::TALLY_CREDENTIAL_FLAG_PLAIN);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> CredentialFlags {
        CredentialFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: CredentialFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for CredentialFlags {
    type Output = CredentialFlags;
    fn bitor(self, other: CredentialFlags) -> CredentialFlags {
        CredentialFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for CredentialFlags {
    fn bitor_assign(&mut self, other: CredentialFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for CredentialFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "CredentialFlags", self.0, &[("PLAIN", sys::TALLY_CREDENTIAL_FLAG_PLAIN)])
    }
}

impl From<u32> for CredentialFlags {
    fn from(number: u32) -> CredentialFlags {
        CredentialFlags(number)
    }
}

impl From<CredentialFlags> for u32 {
    fn from(value: CredentialFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for CredentialFlags {
    fn of(raw: u32) -> CredentialFlags {
        CredentialFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// Which rule is read.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RuleFlags(u32);

impl RuleFlags {
    /// No flag.
    pub const NONE: RuleFlags = RuleFlags(0);
    /// Reads what holds at the path, so no member is DEFAULT.
    pub const EFFECTIVE: RuleFlags = RuleFlags(sys::TALLY_RULE_EFFECTIVE);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> RuleFlags {
        RuleFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: RuleFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for RuleFlags {
    type Output = RuleFlags;
    fn bitor(self, other: RuleFlags) -> RuleFlags {
        RuleFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for RuleFlags {
    fn bitor_assign(&mut self, other: RuleFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for RuleFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "RuleFlags", self.0, &[("EFFECTIVE", sys::TALLY_RULE_EFFECTIVE)])
    }
}

impl From<u32> for RuleFlags {
    fn from(number: u32) -> RuleFlags {
        RuleFlags(number)
    }
}

impl From<RuleFlags> for u32 {
    fn from(value: RuleFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for RuleFlags {
    fn of(raw: u32) -> RuleFlags {
        RuleFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// What a view clears.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ViewFlags(u32);

impl ViewFlags {
    /// No flag.
    pub const NONE: ViewFlags = ViewFlags(0);
    /// The path itself and everything below it.
    pub const SUBTREE: ViewFlags = ViewFlags(sys::TALLY_SUBTREE);
    /// Read.
    pub const READ: ViewFlags = ViewFlags(sys::TALLY_VIEW_READ);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> ViewFlags {
        ViewFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: ViewFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for ViewFlags {
    type Output = ViewFlags;
    fn bitor(self, other: ViewFlags) -> ViewFlags {
        ViewFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ViewFlags {
    fn bitor_assign(&mut self, other: ViewFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for ViewFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "ViewFlags", self.0, &[("SUBTREE", sys::TALLY_SUBTREE), ("READ", sys::TALLY_VIEW_READ)])
    }
}

impl From<u32> for ViewFlags {
    fn from(number: u32) -> ViewFlags {
        ViewFlags(number)
    }
}

impl From<ViewFlags> for u32 {
    fn from(value: ViewFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for ViewFlags {
    fn of(raw: u32) -> ViewFlags {
        ViewFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// Which links are listed.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LinkFlags(u32);

impl LinkFlags {
    /// No flag.
    pub const NONE: LinkFlags = LinkFlags(0);
    /// The path itself and everything below it.
    pub const SUBTREE: LinkFlags = LinkFlags(sys::TALLY_SUBTREE);
    /// Lists the links that lead to the path, sorted by where they lead.
    pub const UNDER: LinkFlags = LinkFlags(sys::TALLY_LINK_UNDER);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> LinkFlags {
        LinkFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: LinkFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for LinkFlags {
    type Output = LinkFlags;
    fn bitor(self, other: LinkFlags) -> LinkFlags {
        LinkFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for LinkFlags {
    fn bitor_assign(&mut self, other: LinkFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for LinkFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "LinkFlags", self.0, &[("SUBTREE", sys::TALLY_SUBTREE), ("UNDER", sys::TALLY_LINK_UNDER)])
    }
}

impl From<u32> for LinkFlags {
    fn from(number: u32) -> LinkFlags {
        LinkFlags(number)
    }
}

impl From<LinkFlags> for u32 {
    fn from(value: LinkFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for LinkFlags {
    fn of(raw: u32) -> LinkFlags {
        LinkFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How the numbers about an engine are read.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct StatsFlags(u32);

impl StatsFlags {
    /// No flag.
    pub const NONE: StatsFlags = StatsFlags(0);
    /// longest_wait_us and longest_hold_us begin again.
    pub const RESET: StatsFlags = StatsFlags(sys::TALLY_STATS_RESET);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> StatsFlags {
        StatsFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: StatsFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for StatsFlags {
    type Output = StatsFlags;
    fn bitor(self, other: StatsFlags) -> StatsFlags {
        StatsFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for StatsFlags {
    fn bitor_assign(&mut self, other: StatsFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for StatsFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "StatsFlags", self.0, &[("RESET", sys::TALLY_STATS_RESET)])
    }
}

impl From<u32> for StatsFlags {
    fn from(number: u32) -> StatsFlags {
        StatsFlags(number)
    }
}

impl From<StatsFlags> for u32 {
    fn from(value: StatsFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for StatsFlags {
    fn of(raw: u32) -> StatsFlags {
        StatsFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// The changes that an outbox sends.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct OutboxFlags(u32);

impl OutboxFlags {
    /// No flag.
    pub const NONE: OutboxFlags = OutboxFlags(0);
    /// Messages that are read, unread again, or removed.
    pub const READS: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_READS);
    /// Changes of reminders.
    pub const REMINDERS: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_REMINDERS);
    /// Messages that are seen. Only with it, what other devices have seen is taken.
    pub const SEEN: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_SEEN);
    /// Mutes of paths. The same holds for these and for the next two.
    pub const MUTES: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_MUTES);
    /// Paths that are marked as unread.
    pub const FLAGGED: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_FLAGGED);
    /// Snoozes of paths and of messages.
    pub const SNOOZES: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_SNOOZES);
    /// Badges that a server has set with a revision, and that the user removes.
    pub const DISMISSALS: OutboxFlags = OutboxFlags(sys::TALLY_OUTBOX_DISMISSALS);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> OutboxFlags {
        OutboxFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: OutboxFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for OutboxFlags {
    type Output = OutboxFlags;
    fn bitor(self, other: OutboxFlags) -> OutboxFlags {
        OutboxFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for OutboxFlags {
    fn bitor_assign(&mut self, other: OutboxFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for OutboxFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "OutboxFlags", self.0, &[("READS", sys::TALLY_OUTBOX_READS), ("REMINDERS", sys::TALLY_OUTBOX_REMINDERS), ("SEEN", sys::TALLY_OUTBOX_SEEN), ("MUTES", sys::TALLY_OUTBOX_MUTES), ("FLAGGED", sys::TALLY_OUTBOX_FLAGGED), ("SNOOZES", sys::TALLY_OUTBOX_SNOOZES), ("DISMISSALS", sys::TALLY_OUTBOX_DISMISSALS)])
    }
}

impl From<u32> for OutboxFlags {
    fn from(number: u32) -> OutboxFlags {
        OutboxFlags(number)
    }
}

impl From<OutboxFlags> for u32 {
    fn from(value: OutboxFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for OutboxFlags {
    fn of(raw: u32) -> OutboxFlags {
        OutboxFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// How accounts and sources are imported.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ImportFlags(u32);

impl ImportFlags {
    /// No flag.
    pub const NONE: ImportFlags = ImportFlags(0);
    /// Replaces accounts and sources that exist.
    pub const REPLACE: ImportFlags = ImportFlags(sys::TALLY_IMPORT_REPLACE);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> ImportFlags {
        ImportFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: ImportFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for ImportFlags {
    type Output = ImportFlags;
    fn bitor(self, other: ImportFlags) -> ImportFlags {
        ImportFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for ImportFlags {
    fn bitor_assign(&mut self, other: ImportFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for ImportFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "ImportFlags", self.0, &[("REPLACE", sys::TALLY_IMPORT_REPLACE)])
    }
}

impl From<u32> for ImportFlags {
    fn from(number: u32) -> ImportFlags {
        ImportFlags(number)
    }
}

impl From<ImportFlags> for u32 {
    fn from(value: ImportFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for ImportFlags {
    fn of(raw: u32) -> ImportFlags {
        ImportFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// The properties of a path that are no badge.
/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct OwnFlags(u32);

impl OwnFlags {
    /// No flag.
    pub const NONE: OwnFlags = OwnFlags(0);
    /// The path is marked as unread: see [`Account::flag`].
    pub const FLAGGED: OwnFlags = OwnFlags(sys::TALLY_OWN_FLAGGED);

    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> OwnFlags {
        OwnFlags(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: OwnFlags) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for OwnFlags {
    type Output = OwnFlags;
    fn bitor(self, other: OwnFlags) -> OwnFlags {
        OwnFlags(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for OwnFlags {
    fn bitor_assign(&mut self, other: OwnFlags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for OwnFlags {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "OwnFlags", self.0, &[("FLAGGED", sys::TALLY_OWN_FLAGGED)])
    }
}

impl From<u32> for OwnFlags {
    fn from(number: u32) -> OwnFlags {
        OwnFlags(number)
    }
}

impl From<OwnFlags> for u32 {
    fn from(value: OwnFlags) -> u32 {
        value.0
    }
}

impl crate::times::Member<u32> for OwnFlags {
    fn of(raw: u32) -> OwnFlags {
        OwnFlags(raw)
    }
    fn raw(self) -> u32 {
        self.0
    }
}

/// A badge kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct BadgeKind(pub i32);

impl BadgeKind {
    /// No badge; false in a condition.
    pub const NONE: BadgeKind = BadgeKind(sys::TALLY_KIND_NONE);
    /// A badge without a number.
    pub const DOT: BadgeKind = BadgeKind(sys::TALLY_KIND_DOT);
    /// An icon: only in a presentation.
    pub const ICON: BadgeKind = BadgeKind(sys::TALLY_KIND_ICON);
    /// A badge with a number.
    pub const NUMBER: BadgeKind = BadgeKind(sys::TALLY_KIND_NUMBER);
}

impl fmt::Debug for BadgeKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BadgeKind::NONE => formatter.write_str("BadgeKind::NONE"),
            BadgeKind::DOT => formatter.write_str("BadgeKind::DOT"),
            BadgeKind::ICON => formatter.write_str("BadgeKind::ICON"),
            BadgeKind::NUMBER => formatter.write_str("BadgeKind::NUMBER"),
            BadgeKind(number) => write!(formatter, "BadgeKind({number})"),
        }
    }
}

impl From<i32> for BadgeKind {
    fn from(number: i32) -> BadgeKind {
        BadgeKind(number)
    }
}

impl From<BadgeKind> for i32 {
    fn from(value: BadgeKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for BadgeKind {
    fn of(raw: i32) -> BadgeKind {
        BadgeKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A durability: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Durability(pub i32);

impl Durability {
    /// Badges are written in groups, within about 50 ms.
    pub const GROUP: Durability = Durability(sys::TALLY_DURABILITY_GROUP);
    /// Each call waits for the disk.
    pub const FULL: Durability = Durability(sys::TALLY_DURABILITY_FULL);
}

impl fmt::Debug for Durability {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Durability::GROUP => formatter.write_str("Durability::GROUP"),
            Durability::FULL => formatter.write_str("Durability::FULL"),
            Durability(number) => write!(formatter, "Durability({number})"),
        }
    }
}

impl From<i32> for Durability {
    fn from(number: i32) -> Durability {
        Durability(number)
    }
}

impl From<Durability> for i32 {
    fn from(value: Durability) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Durability {
    fn of(raw: i32) -> Durability {
        Durability(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A log level: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct LogLevel(pub i32);

impl LogLevel {
    /// Error.
    pub const ERROR: LogLevel = LogLevel(sys::TALLY_LOG_ERROR);
    /// Warning.
    pub const WARNING: LogLevel = LogLevel(sys::TALLY_LOG_WARNING);
    /// Info.
    pub const INFO: LogLevel = LogLevel(sys::TALLY_LOG_INFO);
}

impl fmt::Debug for LogLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LogLevel::ERROR => formatter.write_str("LogLevel::ERROR"),
            LogLevel::WARNING => formatter.write_str("LogLevel::WARNING"),
            LogLevel::INFO => formatter.write_str("LogLevel::INFO"),
            LogLevel(number) => write!(formatter, "LogLevel({number})"),
        }
    }
}

impl From<i32> for LogLevel {
    fn from(number: i32) -> LogLevel {
        LogLevel(number)
    }
}

impl From<LogLevel> for i32 {
    fn from(value: LogLevel) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for LogLevel {
    fn of(raw: i32) -> LogLevel {
        LogLevel(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A limit: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Limit(pub i32);

impl Limit {
    /// max_depth; cannot change.
    pub const DEPTH: Limit = Limit(sys::TALLY_LIMIT_DEPTH);
    /// max_path_bytes; cannot change.
    pub const PATH_BYTES: Limit = Limit(sys::TALLY_LIMIT_PATH_BYTES);
    /// max_nodes.
    pub const NODES: Limit = Limit(sys::TALLY_LIMIT_NODES);
    /// max_accounts.
    pub const ACCOUNTS: Limit = Limit(sys::TALLY_LIMIT_ACCOUNTS);
    /// max_loaded_accounts; 0, all accounts, cannot change.
    pub const LOADED_ACCOUNTS: Limit = Limit(sys::TALLY_LIMIT_LOADED_ACCOUNTS);
    /// max_feeds.
    pub const FEEDS: Limit = Limit(sys::TALLY_LIMIT_FEEDS);
    /// max_observers.
    pub const OBSERVERS: Limit = Limit(sys::TALLY_LIMIT_OBSERVERS);
    /// max_response_bytes.
    pub const RESPONSE_BYTES: Limit = Limit(sys::TALLY_LIMIT_RESPONSE_BYTES);
    /// max_batch_ids.
    pub const BATCH_IDS: Limit = Limit(sys::TALLY_LIMIT_BATCH_IDS);
    /// batch_id_time, in milliseconds.
    pub const BATCH_ID_TIME: Limit = Limit(sys::TALLY_LIMIT_BATCH_ID_TIME);
    /// max_requests.
    pub const REQUESTS: Limit = Limit(sys::TALLY_LIMIT_REQUESTS);
    /// max_requests_per_origin.
    pub const REQUESTS_PER_ORIGIN: Limit = Limit(sys::TALLY_LIMIT_REQUESTS_PER_ORIGIN);
    /// max_forgotten.
    pub const FORGOTTEN: Limit = Limit(sys::TALLY_LIMIT_FORGOTTEN);
    /// max_marks.
    pub const MARKS: Limit = Limit(sys::TALLY_LIMIT_MARKS);
    /// max_failed_rows.
    pub const FAILED_ROWS: Limit = Limit(sys::TALLY_LIMIT_FAILED_ROWS);
    /// max_rejected.
    pub const REJECTED: Limit = Limit(sys::TALLY_LIMIT_REJECTED);
    /// max_reminder_log.
    pub const REMINDER_LOG: Limit = Limit(sys::TALLY_LIMIT_REMINDER_LOG);
    /// max_cached_groups.
    pub const CACHED_GROUPS: Limit = Limit(sys::TALLY_LIMIT_CACHED_GROUPS);
    /// max_events.
    pub const EVENTS: Limit = Limit(sys::TALLY_LIMIT_EVENTS);
    /// max_completions.
    pub const COMPLETIONS: Limit = Limit(sys::TALLY_LIMIT_COMPLETIONS);
    /// log_level: the least important level to report, a log level.
    pub const LOG_LEVEL: Limit = Limit(sys::TALLY_LIMIT_LOG_LEVEL);
    /// max_links.
    pub const LINKS: Limit = Limit(sys::TALLY_LIMIT_LINKS);
}

impl fmt::Debug for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Limit::DEPTH => formatter.write_str("Limit::DEPTH"),
            Limit::PATH_BYTES => formatter.write_str("Limit::PATH_BYTES"),
            Limit::NODES => formatter.write_str("Limit::NODES"),
            Limit::ACCOUNTS => formatter.write_str("Limit::ACCOUNTS"),
            Limit::LOADED_ACCOUNTS => formatter.write_str("Limit::LOADED_ACCOUNTS"),
            Limit::FEEDS => formatter.write_str("Limit::FEEDS"),
            Limit::OBSERVERS => formatter.write_str("Limit::OBSERVERS"),
            Limit::RESPONSE_BYTES => formatter.write_str("Limit::RESPONSE_BYTES"),
            Limit::BATCH_IDS => formatter.write_str("Limit::BATCH_IDS"),
            Limit::BATCH_ID_TIME => formatter.write_str("Limit::BATCH_ID_TIME"),
            Limit::REQUESTS => formatter.write_str("Limit::REQUESTS"),
            Limit::REQUESTS_PER_ORIGIN => formatter.write_str("Limit::REQUESTS_PER_ORIGIN"),
            Limit::FORGOTTEN => formatter.write_str("Limit::FORGOTTEN"),
            Limit::MARKS => formatter.write_str("Limit::MARKS"),
            Limit::FAILED_ROWS => formatter.write_str("Limit::FAILED_ROWS"),
            Limit::REJECTED => formatter.write_str("Limit::REJECTED"),
            Limit::REMINDER_LOG => formatter.write_str("Limit::REMINDER_LOG"),
            Limit::CACHED_GROUPS => formatter.write_str("Limit::CACHED_GROUPS"),
            Limit::EVENTS => formatter.write_str("Limit::EVENTS"),
            Limit::COMPLETIONS => formatter.write_str("Limit::COMPLETIONS"),
            Limit::LOG_LEVEL => formatter.write_str("Limit::LOG_LEVEL"),
            Limit::LINKS => formatter.write_str("Limit::LINKS"),
            Limit(number) => write!(formatter, "Limit({number})"),
        }
    }
}

impl From<i32> for Limit {
    fn from(number: i32) -> Limit {
        Limit(number)
    }
}

impl From<Limit> for i32 {
    fn from(value: Limit) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Limit {
    fn of(raw: i32) -> Limit {
        Limit(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An aggregation: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Aggregation(pub i32);

impl Aggregation {
    /// As stored; CHILDREN for a new account.
    pub const DEFAULT: Aggregation = Aggregation(sys::TALLY_AGGREGATION_DEFAULT);
    /// The number of children and messages; the node's own if they have none.
    pub const CHILDREN: Aggregation = Aggregation(sys::TALLY_AGGREGATION_CHILDREN);
    /// Both together.
    pub const SUM: Aggregation = Aggregation(sys::TALLY_AGGREGATION_SUM);
}

impl fmt::Debug for Aggregation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Aggregation::DEFAULT => formatter.write_str("Aggregation::DEFAULT"),
            Aggregation::CHILDREN => formatter.write_str("Aggregation::CHILDREN"),
            Aggregation::SUM => formatter.write_str("Aggregation::SUM"),
            Aggregation(number) => write!(formatter, "Aggregation({number})"),
        }
    }
}

impl From<i32> for Aggregation {
    fn from(number: i32) -> Aggregation {
        Aggregation(number)
    }
}

impl From<Aggregation> for i32 {
    fn from(value: Aggregation) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Aggregation {
    fn of(raw: i32) -> Aggregation {
        Aggregation(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A feeding: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Feeding(pub i32);

impl Feeding {
    /// As stored, UNSEEN for a new account; in a rule, as above the path.
    pub const DEFAULT: Feeding = Feeding(sys::TALLY_FEEDING_DEFAULT);
    /// Unseen.
    pub const UNSEEN: Feeding = Feeding(sys::TALLY_FEEDING_UNSEEN);
    /// Unread.
    pub const UNREAD: Feeding = Feeding(sys::TALLY_FEEDING_UNREAD);
}

impl fmt::Debug for Feeding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Feeding::DEFAULT => formatter.write_str("Feeding::DEFAULT"),
            Feeding::UNSEEN => formatter.write_str("Feeding::UNSEEN"),
            Feeding::UNREAD => formatter.write_str("Feeding::UNREAD"),
            Feeding(number) => write!(formatter, "Feeding({number})"),
        }
    }
}

impl From<i32> for Feeding {
    fn from(number: i32) -> Feeding {
        Feeding(number)
    }
}

impl From<Feeding> for i32 {
    fn from(value: Feeding) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Feeding {
    fn of(raw: i32) -> Feeding {
        Feeding(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A counting: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Counting(pub i32);

impl Counting {
    /// As the account's aggregation says.
    pub const DEFAULT: Counting = Counting(sys::TALLY_COUNTING_DEFAULT);
    /// The number of children, also linked ones, that contribute a number. Highlights stay a sum, which may be
    /// greater.
    pub const LIT: Counting = Counting(sys::TALLY_COUNTING_LIT);
}

impl fmt::Debug for Counting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Counting::DEFAULT => formatter.write_str("Counting::DEFAULT"),
            Counting::LIT => formatter.write_str("Counting::LIT"),
            Counting(number) => write!(formatter, "Counting({number})"),
        }
    }
}

impl From<i32> for Counting {
    fn from(number: i32) -> Counting {
        Counting(number)
    }
}

impl From<Counting> for i32 {
    fn from(value: Counting) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Counting {
    fn of(raw: i32) -> Counting {
        Counting(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A credential kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct CredentialKind(pub i32);

impl CredentialKind {
    /// `Authorization: Bearer SECRET` (RFC 6750).
    pub const BEARER: CredentialKind = CredentialKind(sys::TALLY_CREDENTIAL_KIND_BEARER);
    /// `Authorization: Basic …` (RFC 7617): name is the user, secret the password.
    pub const BASIC: CredentialKind = CredentialKind(sys::TALLY_CREDENTIAL_KIND_BASIC);
    /// The header `name`.
    pub const HEADER: CredentialKind = CredentialKind(sys::TALLY_CREDENTIAL_KIND_HEADER);
    /// The parameter `name` of the URL.
    pub const QUERY: CredentialKind = CredentialKind(sys::TALLY_CREDENTIAL_KIND_QUERY);
}

impl fmt::Debug for CredentialKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            CredentialKind::BEARER => formatter.write_str("CredentialKind::BEARER"),
            CredentialKind::BASIC => formatter.write_str("CredentialKind::BASIC"),
            CredentialKind::HEADER => formatter.write_str("CredentialKind::HEADER"),
            CredentialKind::QUERY => formatter.write_str("CredentialKind::QUERY"),
            CredentialKind(number) => write!(formatter, "CredentialKind({number})"),
        }
    }
}

impl From<i32> for CredentialKind {
    fn from(number: i32) -> CredentialKind {
        CredentialKind(number)
    }
}

impl From<CredentialKind> for i32 {
    fn from(value: CredentialKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for CredentialKind {
    fn of(raw: i32) -> CredentialKind {
        CredentialKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A mute mode: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct MuteMode(pub i32);

impl MuteMode {
    /// All that the node shows.
    pub const NONE: MuteMode = MuteMode(sys::TALLY_MUTE_NONE);
    /// At most a dot.
    pub const NUMBER: MuteMode = MuteMode(sys::TALLY_MUTE_NUMBER);
    /// Nothing.
    pub const ALL: MuteMode = MuteMode(sys::TALLY_MUTE_ALL);
    /// NUMBER, but highlights pass with their number.
    pub const NUMBER_BUT_HIGHLIGHTS: MuteMode = MuteMode(sys::TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS);
    /// ALL, but highlights pass with their number.
    pub const ALL_BUT_HIGHLIGHTS: MuteMode = MuteMode(sys::TALLY_MUTE_ALL_BUT_HIGHLIGHTS);
}

impl fmt::Debug for MuteMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MuteMode::NONE => formatter.write_str("MuteMode::NONE"),
            MuteMode::NUMBER => formatter.write_str("MuteMode::NUMBER"),
            MuteMode::ALL => formatter.write_str("MuteMode::ALL"),
            MuteMode::NUMBER_BUT_HIGHLIGHTS => formatter.write_str("MuteMode::NUMBER_BUT_HIGHLIGHTS"),
            MuteMode::ALL_BUT_HIGHLIGHTS => formatter.write_str("MuteMode::ALL_BUT_HIGHLIGHTS"),
            MuteMode(number) => write!(formatter, "MuteMode({number})"),
        }
    }
}

impl From<i32> for MuteMode {
    fn from(number: i32) -> MuteMode {
        MuteMode(number)
    }
}

impl From<MuteMode> for i32 {
    fn from(value: MuteMode) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for MuteMode {
    fn of(raw: i32) -> MuteMode {
        MuteMode(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A level: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Level(pub i32);

impl Level {
    /// It shows at most a dot, whatever its count.
    pub const PASSIVE: Level = Level(sys::TALLY_LEVEL_PASSIVE);
    /// Normal.
    pub const NORMAL: Level = Level(sys::TALLY_LEVEL_NORMAL);
    /// A mention, or an answer to the user.
    pub const HIGHLIGHT: Level = Level(sys::TALLY_LEVEL_HIGHLIGHT);
    /// Critical.
    pub const CRITICAL: Level = Level(sys::TALLY_LEVEL_CRITICAL);
}

impl fmt::Debug for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Level::PASSIVE => formatter.write_str("Level::PASSIVE"),
            Level::NORMAL => formatter.write_str("Level::NORMAL"),
            Level::HIGHLIGHT => formatter.write_str("Level::HIGHLIGHT"),
            Level::CRITICAL => formatter.write_str("Level::CRITICAL"),
            Level(number) => write!(formatter, "Level({number})"),
        }
    }
}

impl From<i32> for Level {
    fn from(number: i32) -> Level {
        Level(number)
    }
}

impl From<Level> for i32 {
    fn from(value: Level) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Level {
    fn of(raw: i32) -> Level {
        Level(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An operation kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct OperationKind(pub i32);

impl OperationKind {
    /// Value: the count.
    pub const SET: OperationKind = OperationKind(sys::TALLY_OP_SET);
    /// Dot.
    pub const DOT: OperationKind = OperationKind(sys::TALLY_OP_DOT);
    /// Value: the delta.
    pub const ADD: OperationKind = OperationKind(sys::TALLY_OP_ADD);
    /// Clear.
    pub const CLEAR: OperationKind = OperationKind(sys::TALLY_OP_CLEAR);
    /// Clear tree.
    pub const CLEAR_TREE: OperationKind = OperationKind(sys::TALLY_OP_CLEAR_TREE);
    /// Value: a mute mode.
    pub const MUTE: OperationKind = OperationKind(sys::TALLY_OP_MUTE);
    /// Get.
    pub const GET: OperationKind = OperationKind(sys::TALLY_OP_GET);
    /// Path, message: posts a message, as [`Account::post`].
    pub const POST: OperationKind = OperationKind(sys::TALLY_OP_POST);
    /// Id: removes a posted message, as [`Account::withdraw`].
    pub const WITHDRAW: OperationKind = OperationKind(sys::TALLY_OP_WITHDRAW);
    /// Path, flags: marks messages read, as [`Account::read_path`].
    pub const READ: OperationKind = OperationKind(sys::TALLY_OP_READ);
    /// Id, reminder: as [`Account::put_reminder`].
    pub const REMINDER_PUT: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_PUT);
    /// Id, reminder: as [`Account::edit_reminder`].
    pub const REMINDER_EDIT: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_EDIT);
    /// Id: as [`Account::reminder_done`].
    pub const REMINDER_DONE: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_DONE);
    /// Id: as [`Account::reminder_undone`].
    pub const REMINDER_UNDONE: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_UNDONE);
    /// Id.
    pub const REMINDER_REMOVE: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_REMOVE);
    /// Id, until.
    pub const REMINDER_SNOOZE: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_SNOOZE);
    /// Id.
    pub const REMINDER_ACKNOWLEDGE: OperationKind = OperationKind(sys::TALLY_OP_REMINDER_ACKNOWLEDGE);
}

impl fmt::Debug for OperationKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OperationKind::SET => formatter.write_str("OperationKind::SET"),
            OperationKind::DOT => formatter.write_str("OperationKind::DOT"),
            OperationKind::ADD => formatter.write_str("OperationKind::ADD"),
            OperationKind::CLEAR => formatter.write_str("OperationKind::CLEAR"),
            OperationKind::CLEAR_TREE => formatter.write_str("OperationKind::CLEAR_TREE"),
            OperationKind::MUTE => formatter.write_str("OperationKind::MUTE"),
            OperationKind::GET => formatter.write_str("OperationKind::GET"),
            OperationKind::POST => formatter.write_str("OperationKind::POST"),
            OperationKind::WITHDRAW => formatter.write_str("OperationKind::WITHDRAW"),
            OperationKind::READ => formatter.write_str("OperationKind::READ"),
            OperationKind::REMINDER_PUT => formatter.write_str("OperationKind::REMINDER_PUT"),
            OperationKind::REMINDER_EDIT => formatter.write_str("OperationKind::REMINDER_EDIT"),
            OperationKind::REMINDER_DONE => formatter.write_str("OperationKind::REMINDER_DONE"),
            OperationKind::REMINDER_UNDONE => formatter.write_str("OperationKind::REMINDER_UNDONE"),
            OperationKind::REMINDER_REMOVE => formatter.write_str("OperationKind::REMINDER_REMOVE"),
            OperationKind::REMINDER_SNOOZE => formatter.write_str("OperationKind::REMINDER_SNOOZE"),
            OperationKind::REMINDER_ACKNOWLEDGE => formatter.write_str("OperationKind::REMINDER_ACKNOWLEDGE"),
            OperationKind(number) => write!(formatter, "OperationKind({number})"),
        }
    }
}

impl From<i32> for OperationKind {
    fn from(number: i32) -> OperationKind {
        OperationKind(number)
    }
}

impl From<OperationKind> for i32 {
    fn from(value: OperationKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for OperationKind {
    fn of(raw: i32) -> OperationKind {
        OperationKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An overflow style: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct OverflowStyle(pub i32);

impl OverflowStyle {
    /// max_count and a plus: "99+".
    pub const PLUS: OverflowStyle = OverflowStyle(sys::TALLY_OVERFLOW_PLUS);
    /// An ellipsis alone, U+2026.
    pub const ELLIPSIS: OverflowStyle = OverflowStyle(sys::TALLY_OVERFLOW_ELLIPSIS);
}

impl fmt::Debug for OverflowStyle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OverflowStyle::PLUS => formatter.write_str("OverflowStyle::PLUS"),
            OverflowStyle::ELLIPSIS => formatter.write_str("OverflowStyle::ELLIPSIS"),
            OverflowStyle(number) => write!(formatter, "OverflowStyle({number})"),
        }
    }
}

impl From<i32> for OverflowStyle {
    fn from(number: i32) -> OverflowStyle {
        OverflowStyle(number)
    }
}

impl From<OverflowStyle> for i32 {
    fn from(value: OverflowStyle) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for OverflowStyle {
    fn of(raw: i32) -> OverflowStyle {
        OverflowStyle(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A polling: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Polling(pub i32);

impl Polling {
    /// Polls always, and when the user comes back.
    pub const MESSAGE_CENTER: Polling = Polling(sys::TALLY_POLLING_MESSAGE_CENTER);
    /// Polls only while the user sees a page.
    pub const UNREAD_COUNT: Polling = Polling(sys::TALLY_POLLING_UNREAD_COUNT);
}

impl fmt::Debug for Polling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Polling::MESSAGE_CENTER => formatter.write_str("Polling::MESSAGE_CENTER"),
            Polling::UNREAD_COUNT => formatter.write_str("Polling::UNREAD_COUNT"),
            Polling(number) => write!(formatter, "Polling({number})"),
        }
    }
}

impl From<i32> for Polling {
    fn from(number: i32) -> Polling {
        Polling(number)
    }
}

impl From<Polling> for i32 {
    fn from(value: Polling) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Polling {
    fn of(raw: i32) -> Polling {
        Polling(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A message state: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct MessageState(pub i32);

impl MessageState {
    /// Unseen.
    pub const UNSEEN: MessageState = MessageState(sys::TALLY_MESSAGE_STATE_UNSEEN);
    /// Seen.
    pub const SEEN: MessageState = MessageState(sys::TALLY_MESSAGE_STATE_SEEN);
    /// Read.
    pub const READ: MessageState = MessageState(sys::TALLY_MESSAGE_STATE_READ);
}

impl fmt::Debug for MessageState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MessageState::UNSEEN => formatter.write_str("MessageState::UNSEEN"),
            MessageState::SEEN => formatter.write_str("MessageState::SEEN"),
            MessageState::READ => formatter.write_str("MessageState::READ"),
            MessageState(number) => write!(formatter, "MessageState({number})"),
        }
    }
}

impl From<i32> for MessageState {
    fn from(number: i32) -> MessageState {
        MessageState(number)
    }
}

impl From<MessageState> for i32 {
    fn from(value: MessageState) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for MessageState {
    fn of(raw: i32) -> MessageState {
        MessageState(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A grouping: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Grouping(pub i32);

impl Grouping {
    /// As stored; AUTOMATIC for a new account.
    pub const DEFAULT: Grouping = Grouping(sys::TALLY_GROUPING_DEFAULT);
    /// By their threads.
    pub const AUTOMATIC: Grouping = Grouping(sys::TALLY_GROUPING_AUTOMATIC);
    /// All messages of an account are the group of the thread "".
    pub const BY_APP: Grouping = Grouping(sys::TALLY_GROUPING_BY_APP);
    /// Each message is listed separately.
    pub const OFF: Grouping = Grouping(sys::TALLY_GROUPING_OFF);
}

impl fmt::Debug for Grouping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Grouping::DEFAULT => formatter.write_str("Grouping::DEFAULT"),
            Grouping::AUTOMATIC => formatter.write_str("Grouping::AUTOMATIC"),
            Grouping::BY_APP => formatter.write_str("Grouping::BY_APP"),
            Grouping::OFF => formatter.write_str("Grouping::OFF"),
            Grouping(number) => write!(formatter, "Grouping({number})"),
        }
    }
}

impl From<i32> for Grouping {
    fn from(number: i32) -> Grouping {
        Grouping(number)
    }
}

impl From<Grouping> for i32 {
    fn from(value: Grouping) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Grouping {
    fn of(raw: i32) -> Grouping {
        Grouping(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An outbox mode: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct OutboxMode(pub i32);

impl OutboxMode {
    /// As stored; OFF for a new account.
    pub const DEFAULT: OutboxMode = OutboxMode(sys::TALLY_OUTBOX_MODE_DEFAULT);
    /// No rows are written. Rows that exist stay, and the library does not send them.
    pub const OFF: OutboxMode = OutboxMode(sys::TALLY_OUTBOX_MODE_OFF);
    /// The host sends the rows: see [`Account::lease_outbox`].
    pub const LEASED: OutboxMode = OutboxMode(sys::TALLY_OUTBOX_MODE_LEASED);
    /// The library sends the rows to outbox_url.
    pub const SENT: OutboxMode = OutboxMode(sys::TALLY_OUTBOX_MODE_SENT);
}

impl fmt::Debug for OutboxMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OutboxMode::DEFAULT => formatter.write_str("OutboxMode::DEFAULT"),
            OutboxMode::OFF => formatter.write_str("OutboxMode::OFF"),
            OutboxMode::LEASED => formatter.write_str("OutboxMode::LEASED"),
            OutboxMode::SENT => formatter.write_str("OutboxMode::SENT"),
            OutboxMode(number) => write!(formatter, "OutboxMode({number})"),
        }
    }
}

impl From<i32> for OutboxMode {
    fn from(number: i32) -> OutboxMode {
        OutboxMode(number)
    }
}

impl From<OutboxMode> for i32 {
    fn from(value: OutboxMode) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for OutboxMode {
    fn of(raw: i32) -> OutboxMode {
        OutboxMode(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A strings kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct StringsKind(pub i32);

impl StringsKind {
    /// .xcstrings: JSON, with all languages.
    pub const CATALOG: StringsKind = StringsKind(sys::TALLY_STRINGS_CATALOG);
    /// .stringsdict: a property list (XML), of one language.
    pub const DICTIONARY: StringsKind = StringsKind(sys::TALLY_STRINGS_DICTIONARY);
}

impl fmt::Debug for StringsKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            StringsKind::CATALOG => formatter.write_str("StringsKind::CATALOG"),
            StringsKind::DICTIONARY => formatter.write_str("StringsKind::DICTIONARY"),
            StringsKind(number) => write!(formatter, "StringsKind({number})"),
        }
    }
}

impl From<i32> for StringsKind {
    fn from(number: i32) -> StringsKind {
        StringsKind(number)
    }
}

impl From<StringsKind> for i32 {
    fn from(value: StringsKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for StringsKind {
    fn of(raw: i32) -> StringsKind {
        StringsKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A summary origin: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct SummaryOrigin(pub i32);

impl SummaryOrigin {
    /// No summary: the group is its leading message.
    pub const NONE: SummaryOrigin = SummaryOrigin(sys::TALLY_SUMMARY_ORIGIN_NONE);
    /// The formats of categories.
    pub const CATEGORY: SummaryOrigin = SummaryOrigin(sys::TALLY_SUMMARY_ORIGIN_CATEGORY);
    /// The built-in words.
    pub const DEFAULT: SummaryOrigin = SummaryOrigin(sys::TALLY_SUMMARY_ORIGIN_DEFAULT);
}

impl fmt::Debug for SummaryOrigin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SummaryOrigin::NONE => formatter.write_str("SummaryOrigin::NONE"),
            SummaryOrigin::CATEGORY => formatter.write_str("SummaryOrigin::CATEGORY"),
            SummaryOrigin::DEFAULT => formatter.write_str("SummaryOrigin::DEFAULT"),
            SummaryOrigin(number) => write!(formatter, "SummaryOrigin({number})"),
        }
    }
}

impl From<i32> for SummaryOrigin {
    fn from(number: i32) -> SummaryOrigin {
        SummaryOrigin(number)
    }
}

impl From<SummaryOrigin> for i32 {
    fn from(value: SummaryOrigin) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for SummaryOrigin {
    fn of(raw: i32) -> SummaryOrigin {
        SummaryOrigin(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An outbox kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct OutboxKind(pub i32);

impl OutboxKind {
    /// A message: entity is the server's identifier.
    pub const MESSAGE: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_MESSAGE);
    /// A path and everything below, up to a sequence: entity is the path.
    pub const MARK: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_MARK);
    /// A reminder in its current state: entity is its identifier.
    pub const REMINDER: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_REMINDER);
    /// A message that was removed: entity is the server's identifier.
    pub const REMOVAL: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_REMOVAL);
    /// A message that was seen: entity is the server's identifier.
    pub const SEEN: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_SEEN);
    /// A path and everything below, seen up to a sequence.
    pub const SEEN_MARK: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_SEEN_MARK);
    /// The mute of a path: entity is the path.
    pub const MUTE: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_MUTE);
    /// A path that is marked as unread, or is not any more.
    pub const FLAG: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_FLAG);
    /// The snooze of a path. That of a message is a MESSAGE.
    pub const SNOOZE: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_SNOOZE);
    /// A badge of the feed's server that the user has removed: entity is its path.
    pub const DISMISSAL: OutboxKind = OutboxKind(sys::TALLY_OUTBOX_KIND_DISMISSAL);
}

impl fmt::Debug for OutboxKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OutboxKind::MESSAGE => formatter.write_str("OutboxKind::MESSAGE"),
            OutboxKind::MARK => formatter.write_str("OutboxKind::MARK"),
            OutboxKind::REMINDER => formatter.write_str("OutboxKind::REMINDER"),
            OutboxKind::REMOVAL => formatter.write_str("OutboxKind::REMOVAL"),
            OutboxKind::SEEN => formatter.write_str("OutboxKind::SEEN"),
            OutboxKind::SEEN_MARK => formatter.write_str("OutboxKind::SEEN_MARK"),
            OutboxKind::MUTE => formatter.write_str("OutboxKind::MUTE"),
            OutboxKind::FLAG => formatter.write_str("OutboxKind::FLAG"),
            OutboxKind::SNOOZE => formatter.write_str("OutboxKind::SNOOZE"),
            OutboxKind::DISMISSAL => formatter.write_str("OutboxKind::DISMISSAL"),
            OutboxKind(number) => write!(formatter, "OutboxKind({number})"),
        }
    }
}

impl From<i32> for OutboxKind {
    fn from(number: i32) -> OutboxKind {
        OutboxKind(number)
    }
}

impl From<OutboxKind> for i32 {
    fn from(value: OutboxKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for OutboxKind {
    fn of(raw: i32) -> OutboxKind {
        OutboxKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An outbox state: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct OutboxState(pub i32);

impl OutboxState {
    /// Waiting.
    pub const WAITING: OutboxState = OutboxState(sys::TALLY_OUTBOX_STATE_WAITING);
    /// Until lease_end, or until its result is reported.
    pub const LEASED: OutboxState = OutboxState(sys::TALLY_OUTBOX_STATE_LEASED);
    /// For good.
    pub const FAILED: OutboxState = OutboxState(sys::TALLY_OUTBOX_STATE_FAILED);
}

impl fmt::Debug for OutboxState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OutboxState::WAITING => formatter.write_str("OutboxState::WAITING"),
            OutboxState::LEASED => formatter.write_str("OutboxState::LEASED"),
            OutboxState::FAILED => formatter.write_str("OutboxState::FAILED"),
            OutboxState(number) => write!(formatter, "OutboxState({number})"),
        }
    }
}

impl From<i32> for OutboxState {
    fn from(number: i32) -> OutboxState {
        OutboxState(number)
    }
}

impl From<OutboxState> for i32 {
    fn from(value: OutboxState) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for OutboxState {
    fn of(raw: i32) -> OutboxState {
        OutboxState(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An unit: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Unit(pub i32);

impl Unit {
    /// Minute.
    pub const MINUTE: Unit = Unit(sys::TALLY_UNIT_MINUTE);
    /// Hour.
    pub const HOUR: Unit = Unit(sys::TALLY_UNIT_HOUR);
    /// Day.
    pub const DAY: Unit = Unit(sys::TALLY_UNIT_DAY);
    /// Week.
    pub const WEEK: Unit = Unit(sys::TALLY_UNIT_WEEK);
    /// Month.
    pub const MONTH: Unit = Unit(sys::TALLY_UNIT_MONTH);
    /// Quarter.
    pub const QUARTER: Unit = Unit(sys::TALLY_UNIT_QUARTER);
    /// Year.
    pub const YEAR: Unit = Unit(sys::TALLY_UNIT_YEAR);
}

impl fmt::Debug for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Unit::MINUTE => formatter.write_str("Unit::MINUTE"),
            Unit::HOUR => formatter.write_str("Unit::HOUR"),
            Unit::DAY => formatter.write_str("Unit::DAY"),
            Unit::WEEK => formatter.write_str("Unit::WEEK"),
            Unit::MONTH => formatter.write_str("Unit::MONTH"),
            Unit::QUARTER => formatter.write_str("Unit::QUARTER"),
            Unit::YEAR => formatter.write_str("Unit::YEAR"),
            Unit(number) => write!(formatter, "Unit({number})"),
        }
    }
}

impl From<i32> for Unit {
    fn from(number: i32) -> Unit {
        Unit(number)
    }
}

impl From<Unit> for i32 {
    fn from(value: Unit) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for Unit {
    fn of(raw: i32) -> Unit {
        Unit(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A smart mode: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct SmartMode(pub i32);

impl SmartMode {
    /// On if it keeps for at most 30 days; decided again at each edit.
    pub const AUTOMATIC: SmartMode = SmartMode(sys::TALLY_SMART_AUTOMATIC);
    /// On.
    pub const ON: SmartMode = SmartMode(sys::TALLY_SMART_ON);
    /// Off.
    pub const OFF: SmartMode = SmartMode(sys::TALLY_SMART_OFF);
}

impl fmt::Debug for SmartMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SmartMode::AUTOMATIC => formatter.write_str("SmartMode::AUTOMATIC"),
            SmartMode::ON => formatter.write_str("SmartMode::ON"),
            SmartMode::OFF => formatter.write_str("SmartMode::OFF"),
            SmartMode(number) => write!(formatter, "SmartMode({number})"),
        }
    }
}

impl From<i32> for SmartMode {
    fn from(number: i32) -> SmartMode {
        SmartMode(number)
    }
}

impl From<SmartMode> for i32 {
    fn from(value: SmartMode) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for SmartMode {
    fn of(raw: i32) -> SmartMode {
        SmartMode(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A reminder state: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct ReminderState(pub i32);

impl ReminderState {
    /// Active.
    pub const ACTIVE: ReminderState = ReminderState(sys::TALLY_REMINDER_STATE_ACTIVE);
    /// Done.
    pub const DONE: ReminderState = ReminderState(sys::TALLY_REMINDER_STATE_DONE);
    /// Active, but its last good day has ended in its zone.
    pub const EXPIRED: ReminderState = ReminderState(sys::TALLY_REMINDER_STATE_EXPIRED);
}

impl fmt::Debug for ReminderState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ReminderState::ACTIVE => formatter.write_str("ReminderState::ACTIVE"),
            ReminderState::DONE => formatter.write_str("ReminderState::DONE"),
            ReminderState::EXPIRED => formatter.write_str("ReminderState::EXPIRED"),
            ReminderState(number) => write!(formatter, "ReminderState({number})"),
        }
    }
}

impl From<i32> for ReminderState {
    fn from(number: i32) -> ReminderState {
        ReminderState(number)
    }
}

impl From<ReminderState> for i32 {
    fn from(value: ReminderState) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for ReminderState {
    fn of(raw: i32) -> ReminderState {
        ReminderState(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A plan action: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct PlanAction(pub i32);

impl PlanAction {
    /// Disarm.
    pub const DISARM: PlanAction = PlanAction(sys::TALLY_PLAN_ACTION_DISARM);
    /// Arm.
    pub const ARM: PlanAction = PlanAction(sys::TALLY_PLAN_ACTION_ARM);
}

impl fmt::Debug for PlanAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanAction::DISARM => formatter.write_str("PlanAction::DISARM"),
            PlanAction::ARM => formatter.write_str("PlanAction::ARM"),
            PlanAction(number) => write!(formatter, "PlanAction({number})"),
        }
    }
}

impl From<i32> for PlanAction {
    fn from(number: i32) -> PlanAction {
        PlanAction(number)
    }
}

impl From<PlanAction> for i32 {
    fn from(value: PlanAction) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for PlanAction {
    fn of(raw: i32) -> PlanAction {
        PlanAction(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A note kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct NoteKind(pub i32);

impl NoteKind {
    /// Created.
    pub const CREATED: NoteKind = NoteKind(sys::TALLY_NOTE_CREATED);
    /// Edited.
    pub const EDITED: NoteKind = NoteKind(sys::TALLY_NOTE_EDITED);
    /// When it fires next.
    pub const PLANNED: NoteKind = NoteKind(sys::TALLY_NOTE_PLANNED);
    /// A confirmed plan has armed it.
    pub const ARMED: NoteKind = NoteKind(sys::TALLY_NOTE_ARMED);
    /// Fired.
    pub const FIRED: NoteKind = NoteKind(sys::TALLY_NOTE_FIRED);
    /// Missed.
    pub const MISSED: NoteKind = NoteKind(sys::TALLY_NOTE_MISSED);
    /// Snoozed.
    pub const SNOOZED: NoteKind = NoteKind(sys::TALLY_NOTE_SNOOZED);
    /// Acknowledged.
    pub const ACKNOWLEDGED: NoteKind = NoteKind(sys::TALLY_NOTE_ACKNOWLEDGED);
    /// A confirmed plan has disarmed it.
    pub const CANCELLED: NoteKind = NoteKind(sys::TALLY_NOTE_CANCELLED);
    /// The account was logged out.
    pub const SUSPENDED: NoteKind = NoteKind(sys::TALLY_NOTE_SUSPENDED);
    /// The account was logged in again.
    pub const RESUMED: NoteKind = NoteKind(sys::TALLY_NOTE_RESUMED);
    /// Uploaded.
    pub const UPLOADED: NoteKind = NoteKind(sys::TALLY_NOTE_UPLOADED);
    /// Upload failed.
    pub const UPLOAD_FAILED: NoteKind = NoteKind(sys::TALLY_NOTE_UPLOAD_FAILED);
    /// Done.
    pub const DONE: NoteKind = NoteKind(sys::TALLY_NOTE_DONE);
    /// Undone.
    pub const UNDONE: NoteKind = NoteKind(sys::TALLY_NOTE_UNDONE);
    /// Removed.
    pub const REMOVED: NoteKind = NoteKind(sys::TALLY_NOTE_REMOVED);
}

impl fmt::Debug for NoteKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            NoteKind::CREATED => formatter.write_str("NoteKind::CREATED"),
            NoteKind::EDITED => formatter.write_str("NoteKind::EDITED"),
            NoteKind::PLANNED => formatter.write_str("NoteKind::PLANNED"),
            NoteKind::ARMED => formatter.write_str("NoteKind::ARMED"),
            NoteKind::FIRED => formatter.write_str("NoteKind::FIRED"),
            NoteKind::MISSED => formatter.write_str("NoteKind::MISSED"),
            NoteKind::SNOOZED => formatter.write_str("NoteKind::SNOOZED"),
            NoteKind::ACKNOWLEDGED => formatter.write_str("NoteKind::ACKNOWLEDGED"),
            NoteKind::CANCELLED => formatter.write_str("NoteKind::CANCELLED"),
            NoteKind::SUSPENDED => formatter.write_str("NoteKind::SUSPENDED"),
            NoteKind::RESUMED => formatter.write_str("NoteKind::RESUMED"),
            NoteKind::UPLOADED => formatter.write_str("NoteKind::UPLOADED"),
            NoteKind::UPLOAD_FAILED => formatter.write_str("NoteKind::UPLOAD_FAILED"),
            NoteKind::DONE => formatter.write_str("NoteKind::DONE"),
            NoteKind::UNDONE => formatter.write_str("NoteKind::UNDONE"),
            NoteKind::REMOVED => formatter.write_str("NoteKind::REMOVED"),
            NoteKind(number) => write!(formatter, "NoteKind({number})"),
        }
    }
}

impl From<i32> for NoteKind {
    fn from(number: i32) -> NoteKind {
        NoteKind(number)
    }
}

impl From<NoteKind> for i32 {
    fn from(value: NoteKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for NoteKind {
    fn of(raw: i32) -> NoteKind {
        NoteKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// An event kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct EventKind(pub i32);

impl EventKind {
    /// The visible badge of a path changed. text: the path.
    pub const BADGE: EventKind = EventKind(sys::TALLY_EVENT_BADGE);
    /// The total over the accounts changed.
    pub const TOTAL: EventKind = EventKind(sys::TALLY_EVENT_TOTAL);
    /// A feed's request ended. text: the title, or the error. The number: of its prefix.
    pub const SYNCED: EventKind = EventKind(sys::TALLY_EVENT_SYNCED);
    /// A [`Feed::refresh_now`] ended; exactly one each. text: the error.
    pub const COMPLETION: EventKind = EventKind(sys::TALLY_EVENT_COMPLETION);
    /// A server rejected the credential, or requests wait for one: set it. text: the error.
    pub const AUTH: EventKind = EventKind(sys::TALLY_EVENT_AUTH);
    /// A widget was drawn. text: its path.
    pub const WIDGET: EventKind = EventKind(sys::TALLY_EVENT_WIDGET);
    /// Messages changed. text: the observed path.
    pub const MESSAGES: EventKind = EventKind(sys::TALLY_EVENT_MESSAGES);
    /// A group changed. text: its thread.
    pub const GROUP: EventKind = EventKind(sys::TALLY_EVENT_GROUP);
    /// A reminder has fired. text: its identifier.
    pub const REMINDER: EventKind = EventKind(sys::TALLY_EVENT_REMINDER);
    /// A server counts something else than its feed contributes. text: the path.
    pub const DRIFT: EventKind = EventKind(sys::TALLY_EVENT_DRIFT);
}

impl fmt::Debug for EventKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EventKind::BADGE => formatter.write_str("EventKind::BADGE"),
            EventKind::TOTAL => formatter.write_str("EventKind::TOTAL"),
            EventKind::SYNCED => formatter.write_str("EventKind::SYNCED"),
            EventKind::COMPLETION => formatter.write_str("EventKind::COMPLETION"),
            EventKind::AUTH => formatter.write_str("EventKind::AUTH"),
            EventKind::WIDGET => formatter.write_str("EventKind::WIDGET"),
            EventKind::MESSAGES => formatter.write_str("EventKind::MESSAGES"),
            EventKind::GROUP => formatter.write_str("EventKind::GROUP"),
            EventKind::REMINDER => formatter.write_str("EventKind::REMINDER"),
            EventKind::DRIFT => formatter.write_str("EventKind::DRIFT"),
            EventKind(number) => write!(formatter, "EventKind({number})"),
        }
    }
}

impl From<i32> for EventKind {
    fn from(number: i32) -> EventKind {
        EventKind(number)
    }
}

impl From<EventKind> for i32 {
    fn from(value: EventKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for EventKind {
    fn of(raw: i32) -> EventKind {
        EventKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}

/// A request kind: one of these constants, or one of a newer library.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct RequestKind(pub i32);

impl RequestKind {
    /// Send this, and report the response once with [`Responder::respond`].
    pub const SEND: RequestKind = RequestKind(sys::TALLY_REQUEST_KIND_SEND);
    /// The response is no longer needed, and is ignored.
    pub const CANCEL: RequestKind = RequestKind(sys::TALLY_REQUEST_KIND_CANCEL);
}

impl fmt::Debug for RequestKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RequestKind::SEND => formatter.write_str("RequestKind::SEND"),
            RequestKind::CANCEL => formatter.write_str("RequestKind::CANCEL"),
            RequestKind(number) => write!(formatter, "RequestKind({number})"),
        }
    }
}

impl From<i32> for RequestKind {
    fn from(number: i32) -> RequestKind {
        RequestKind(number)
    }
}

impl From<RequestKind> for i32 {
    fn from(value: RequestKind) -> i32 {
        value.0
    }
}

impl crate::times::Member<i32> for RequestKind {
    fn of(raw: i32) -> RequestKind {
        RequestKind(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}
