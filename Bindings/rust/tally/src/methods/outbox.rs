// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, call, list_out, numbers_out};
use crate::page::all;
use crate::status::{check, done};
use crate::times::milliseconds;
use std::time::Duration;

impl Account {
    /// Reports that the server has taken a row, and removes it, also if its lease has ended.
    ///
    /// - `id`: its identifier
    /// - `response`: its body
    ///
    /// If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
    ///
    /// Returns [`Status::OK`], or [`Status::ALREADY_APPLIED`] if the row was already removed.
    /// Errors: [`Status::NOT_FOUND`] (there was never such a row), [`Status::CONFLICT`] (it was never given out),
    /// [`Status::IO`], [`Status::FULL`].
    pub fn ack_outbox(&self, id: i64, response: &[u8]) -> Result<Status> {
        check(call!(tally_outbox_ack(self.as_ptr(), id, response.as_ptr().cast(), response.len())))
    }

    /// Reports that the server has not taken a row.
    ///
    /// - `id`: its identifier
    /// - `attempt`: as it was given out
    /// - `retry_after`: the time until it may be given out again, 0 ms to 86,400,000 ms; None: it has failed for
    ///   good
    ///
    /// Returns [`Status::OK`], or [`Status::ALREADY_APPLIED`] if the row was already removed.
    /// Errors: [`Status::RANGE`], [`Status::NOT_FOUND`], [`Status::CONFLICT`] (this is not its last attempt),
    /// [`Status::IO`], [`Status::FULL`].
    pub fn fail_outbox(&self, id: i64, attempt: i64, retry_after: Option<Duration>) -> Result<Status> {
        check(call!(tally_outbox_fail(self.as_ptr(), id, attempt, milliseconds(retry_after))))
    }

    /// Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
    ///
    /// - [`ListFlags::FOLLOW`]: whether `next` is also set at the end of the list, to continue with rows that are
    ///   added later
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    pub fn outbox(&self, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<Page<OutboxEntry>> {
        let after = Optional::new(after)?;
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_outbox_list(
            self.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Account::outbox`], page by page.
    pub fn all_outbox<'a>(&'a self, flags: ListFlags) -> impl Iterator<Item = Result<OutboxEntry>> + 'a {
        all(move |after| self.outbox(flags, after, 1000))
    }

    /// Counts the rows.
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(rows).
    pub fn outbox_counts(&self) -> Result<OutboxCounts> {
        numbers_out(|out| call!(tally_outbox_get_counts(self.as_ptr(), out)))
    }

    /// Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends too,
    /// but not a server's.
    ///
    /// - `id`: its identifier
    ///
    /// Returns 1, or 0 if it is another row.
    /// Errors: [`Status::ARGUMENT`] (id is not positive), [`Status::IO`], [`Status::FULL`].
    pub fn retry_outbox(&self, id: i64) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_outbox_retry(self.as_ptr(), id, &mut result))).map(|()| result)
    }

    /// Makes every row that waits or has failed for good due immediately, as [`Account::retry_outbox`] does for one.
    ///
    /// Returns how many rows.
    /// Errors: [`Status::IO`], [`Status::FULL`].
    /// Cost: O(rows).
    pub fn retry_all_outbox(&self) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_outbox_retry_all(self.as_ptr(), &mut result))).map(|()| result)
    }

    /// Removes a row that has failed for good.
    ///
    /// - `id`: its identifier
    ///
    /// Returns 1, or 0 if it is another row.
    /// Errors: [`Status::ARGUMENT`] (id is not positive), [`Status::IO`], [`Status::FULL`].
    pub fn remove_outbox(&self, id: i64) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_outbox_remove(self.as_ptr(), id, &mut result))).map(|()| result)
    }

    /// Removes every row that has failed for good.
    ///
    /// Returns how many.
    /// Errors: [`Status::IO`], [`Status::FULL`].
    /// Cost: O(rows).
    pub fn remove_failed_outbox(&self) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_outbox_remove_failed(self.as_ptr(), &mut result))).map(|()| result)
    }
}
