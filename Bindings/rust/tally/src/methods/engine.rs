// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, call, numbers_out, text};
use crate::status::done;

impl Engine {
    /// Waits until everything that was applied before the call is on the disk.
    ///
    /// Errors: [`Status::IO`], [`Status::FULL`] (nothing is lost: the changes stay in memory and are tried again).
    pub fn flush(&self) -> Result<()> {
        done(call!(tally_engine_flush(self.as_ptr())))
    }

    /// Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its
    /// references.
    ///
    /// Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
    /// problems go to the log ([`LogLevel::ERROR`]), each with its page, or its table and row. The message has the
    /// first. Badges can be used, except while their account is compared.
    ///
    /// Errors: [`Status::CORRUPT`] (the engine goes on with what can be read), [`Status::INTERNAL`] (only memory is
    /// wrong), [`Status::IO`] (unreadable, but perhaps sound), [`Status::FULL`].
    /// Cost: O(size of the file).
    pub fn verify(&self) -> Result<()> {
        done(call!(tally_engine_verify(self.as_ptr())))
    }

    /// Reads the limits in force.
    pub fn limits(&self) -> Result<Limits> {
        numbers_out(|out| call!(tally_engine_limits(self.as_ptr(), out)))
    }

    /// Copies the engine's file while the engine is in use.
    ///
    /// - [`BackupFlags::REPLACE`]: replaces an existing file
    ///
    /// The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
    /// applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
    /// `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.
    ///
    /// Changes of badges do not wait. A durable call waits for one megabyte at most.
    ///
    /// Errors: [`Status::EXISTS`] (without [`BackupFlags::REPLACE`], or it is no regular file), [`Status::LOCKED`]
    /// (open in an engine), [`Status::CONFLICT`] (not closed: its log lies beside it), [`Status::ARGUMENT`] (the
    /// engine's own files), [`Status::UNSUPPORTED`] (the engine has no file), [`Status::CLOSED`] (also: closed during
    /// the call), [`Status::CORRUPT`], [`Status::IO`], [`Status::FULL`], [`Status::READ_ONLY`],
    /// [`Status::PERMISSION`].
    /// Cost: O(size of the file).
    pub fn backup(&self, file: &str, flags: BackupFlags) -> Result<()> {
        let file = text(file)?;
        done(call!(tally_engine_backup(self.as_ptr(), file.as_ptr(), flags.bits())))
    }

    /// Reads numbers about the engine, except of accounts on which a long call is working.
    ///
    /// - [`StatsFlags::RESET`]: longest_wait_us and longest_hold_us begin again
    ///
    /// Cost: O(feeds, and accounts in memory).
    pub fn stats(&self, flags: StatsFlags) -> Result<Stats> {
        numbers_out(|out| call!(tally_engine_get_stats(self.as_ptr(), flags.bits(), out)))
    }

    /// Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
    ///
    /// In the background, pages are not seen ([`Feed::page_shown`]), and timers of feeds with
    /// [`FeedFlags::STOPS_IN_BACKGROUND`] do not poll. Coming to the foreground with a page shown counts as a return
    /// to that page.
    ///
    /// Cost: O(feeds).
    pub fn set_foreground(&self, foreground: bool) -> Result<()> {
        done(call!(tally_engine_set_foreground(self.as_ptr(), foreground.into())))
    }

    /// Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there
    /// is.
    ///
    /// When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again
    /// only after a regular attempt, or after the network was lost.
    ///
    /// Cost: O(feeds).
    pub fn set_network(&self, available: bool) -> Result<()> {
        done(call!(tally_engine_set_network(self.as_ptr(), available.into())))
    }

    /// Tells all feeds that the machine was asleep and is awake, as if the network were back.
    ///
    /// Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due
    /// during sleep is done once, also without this call.
    ///
    /// Cost: O(feeds).
    pub fn woke(&self) -> Result<()> {
        done(call!(tally_engine_woke(self.as_ptr())))
    }

    /// Creates an account, which must not exist, from exported bytes.
    ///
    /// The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
    /// messages, are new; [`Engine::import`] keeps those of messages. Feeds continue from their cursors when they are
    /// added. The bytes may come from anywhere: all are checked.
    ///
    /// Errors: [`Status::EXISTS`], [`Status::MALFORMED`], [`Status::PATH`], [`Status::LIMIT`] (of this engine),
    /// [`Status::IO`], [`Status::FULL`], [`Status::CORRUPT`].
    /// Cost: O(size).
    pub fn import_account(&self, name: &str, snapshot: &[u8]) -> Result<()> {
        let name = text(name)?;
        done(call!(tally_account_import(self.as_ptr(), name.as_ptr(), snapshot.as_ptr().cast(), snapshot.len())))
    }

    /// Reads the total of all accounts that are logged in: what an application's icon shows.
    ///
    /// Flags are 0. The revision counts the changes of the total since the engine was opened.
    pub fn total(&self) -> Result<Badge> {
        numbers_out(|out| call!(tally_engine_get_total(self.as_ptr(), out)))
    }

    /// Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of
    /// each account is of its own moment.
    ///
    /// Errors: [`Status::LIMIT`] (max_accounts), [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(stored accounts, and the badges of those that are not in memory).
    pub fn total_of_all(&self) -> Result<Badge> {
        numbers_out(|out| call!(tally_engine_get_total_of_all(self.as_ptr(), out)))
    }

    /// Returns a descriptor for poll, epoll or select.
    ///
    /// The descriptor is readable while events are pending, or, with [`EngineFlags::HOST_DRIVEN`], when
    /// [`Engine::step`] has work. After a dispatch that leaves only events without a callback, it is readable again
    /// when the next event comes. A host that takes these too calls [`Engine::next_event`] until it returns None.
    /// Never read from the descriptor or close it.
    pub fn descriptor(&self) -> Result<isize> {
        let mut result = 0;
        done(call!(tally_engine_get_descriptor(self.as_ptr(), &mut result))).map(|()| result)
    }

    /// Sets the device's zone, and plans the reminders that follow it again.
    ///
    /// - `name`: None: that of the options or the system
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::TOO_LARGE`].
    pub fn set_zone(&self, name: Option<&str>) -> Result<()> {
        let name = Optional::new(name)?;
        done(call!(tally_engine_set_zone(self.as_ptr(), name.as_ptr())))
    }

    /// Reads how far a source was applied by [`Engine::batch`].
    ///
    /// Errors: [`Status::NOT_FOUND`] (no batch of this source was applied), [`Status::IO`], [`Status::CORRUPT`].
    pub fn position(&self, source: &str) -> Result<Position> {
        let source = text(source)?;
        numbers_out(|out| call!(tally_engine_get_position(self.as_ptr(), source.as_ptr(), out)))
    }
}
