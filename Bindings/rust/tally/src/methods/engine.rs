// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, bytes_out, call, list_out, numbers_out, text};
use crate::page::all;
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

    /// Reads or changes a limit while the engine is open.
    ///
    /// - `value`: the new value, in the range of the option; or [`sys::TALLY_LIMIT_KEEP`], which changes nothing
    ///
    /// A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from
    /// which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond
    /// it leave as soon as nothing needs them. A call that is working on an account keeps the former limit of its
    /// nodes. The limits of paths cannot change because accounts and feeds in memory have room for the longest path.
    /// An engine that was opened without max_loaded_accounts, or has no file, keeps all accounts in memory.
    ///
    /// Returns the value before the call.
    /// Errors: [`Status::ARGUMENT`] (also: an unknown limit), [`Status::RANGE`], [`Status::UNSUPPORTED`] (the limit
    /// cannot change).
    /// Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
    pub fn set_limit(&self, limit: Limit, value: i64) -> Result<i64> {
        let mut result = 0;
        done(call!(tally_engine_limit(self.as_ptr(), limit.0, value, &mut result))).map(|()| result)
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

    /// Opens an account, and creates it if it does not exist.
    ///
    /// Errors: [`Status::LIMIT`], [`Status::CONFLICT`] (another aggregation or feeding is stored;
    /// [`Account::configure`] changes the feeding), [`Status::NOT_FOUND`] (with [`AccountFlags::EXISTING`]),
    /// [`Status::IO`], [`Status::FULL`], [`Status::CORRUPT`].
    /// Cost: O(stored data of the account) the first time; O(1) with max_loaded_accounts.
    pub fn open_account_with(&self, name: &str, options: &AccountOptions) -> Result<Account> {
        let name = text(name)?;
        options.with(|options| Account::made(self.shared(), |out| call!(tally_account_open(
            self.as_ptr(), name.as_ptr(), options, out,
        ))))?
    }

    /// Finds an open account by its identifier, as events have it.
    ///
    /// - `id`: that of `AccountState`
    ///
    /// Errors: [`Status::NOT_FOUND`] (no open account has it), [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(log accounts).
    pub fn find_account(&self, id: i64) -> Result<Account> {
        Account::made(self.shared(), |out| call!(tally_account_find(self.as_ptr(), id, out)))
    }

    /// Lists the stored accounts, open or not, sorted by the bytes of their names.
    ///
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(rows).
    pub fn accounts(&self, after: Option<&str>, limit: usize) -> Result<Page<String>> {
        let after = Optional::new(after)?;
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_account_list(self.as_ptr(), 0, after, rows)))
    }

    /// All rows of [`Engine::accounts`], page by page.
    pub fn all_accounts<'a>(&'a self) -> impl Iterator<Item = Result<String>> + 'a {
        all(move |after| self.accounts(after, 1000))
    }

    /// Removes an account and everything stored for it.
    ///
    /// The removal is on the disk when the call returns. An open account is logged out, and its pending completions
    /// get [`Status::CANCELLED`]. Its observers are notified that their paths show nothing, and are never called
    /// again. Its handles fail with [`Status::NOT_FOUND`] and must still be released. A later account of this name
    /// has another identifier. If it is in memory, calls about other accounts wait meanwhile.
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    /// Cost: O(stored data of the account).
    pub fn remove_account(&self, name: &str) -> Result<()> {
        let name = text(name)?;
        done(self.shared().catching(|| call!(tally_account_remove(self.as_ptr(), name.as_ptr()))))
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
    pub fn import_account(&self, name: &str, content: &[u8]) -> Result<()> {
        let name = text(name)?;
        done(call!(tally_account_import(self.as_ptr(), name.as_ptr(), content.as_ptr().cast(), content.len())))
    }

    /// Reads the total of all accounts that are logged in: what an application's icon shows.
    ///
    /// A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total
    /// since the engine was opened.
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

    /// Returns everything that is stored for an account, so that [`Engine::import`] can put it in the same place.
    ///
    /// - `name`: the account's, which need not be open
    ///
    /// The bytes are those of [`Account::export_account`], with the keys of the account's messages and its epoch.
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::LIMIT`], [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(stored data of the account).
    pub fn export_account(&self, name: &str) -> Result<Vec<u8>> {
        let name = text(name)?;
        bytes_out(|out| call!(tally_engine_export_account(self.as_ptr(), name.as_ptr(), out)))
    }

    /// Returns how far a source was applied, and the ids that it remembers, for [`Engine::import`].
    ///
    /// Errors: [`Status::NOT_FOUND`] (no batch of this source was applied), [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(remembered ids).
    pub fn export_source(&self, source: &str) -> Result<Vec<u8>> {
        let source = text(source)?;
        bytes_out(|out| call!(tally_engine_export_source(self.as_ptr(), source.as_ptr(), out)))
    }
}
