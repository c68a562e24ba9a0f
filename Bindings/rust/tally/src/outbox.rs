use crate::account::Account;
use crate::ffi::{list_out, some_out};
use crate::status::{check, Result, Status};
use crate::values::*;
use tally_sys as sys;

/// The outbox: changes that the account sends to its server.
impl Account {
    /// Gives the account an outbox in this run.
    pub fn configure_outbox(&self, options: &OutboxOptions) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(options.with(|options| unsafe { sys::tally_outbox_configure(self.as_ptr(), options) })?).map(drop)
    }

    /// Leases at most `limit` rows that are due. Nobody else gets them for `duration` milliseconds.
    pub fn lease_outbox(&self, duration: i64, limit: usize) -> Result<Page<OutboxEntry>> {
        let mut page = Page { entries: Vec::new(), more: true };
        while page.more && (page.is_empty() || page.len() < limit) {
            // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
            let leased =
                some_out(limit - page.len(), |rows| unsafe { sys::tally_outbox_lease(self.as_ptr(), duration, rows) });
            match leased {
                Ok((rows, status)) => {
                    page.entries.extend(rows);
                    page.more = status == Status::MORE;
                }
                // The caller keeps the leased rows, and gets the error from the next call.
                Err(_) if !page.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(page)
    }

    /// Reports that the server has taken a row, with the body of its response. Returns OK or ALREADY_APPLIED.
    pub fn ack_outbox(&self, sequence: i64, answer: &[u8]) -> Result<Status> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_outbox_ack(self.as_ptr(), sequence, answer.as_ptr().cast(), answer.len()) })
    }

    /// Reports that the server has not taken a row. retry_after: milliseconds; -1: never. Returns OK or
    /// ALREADY_APPLIED.
    pub fn fail_outbox(&self, sequence: i64, attempt: i64, retry_after: i64) -> Result<Status> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_outbox_fail(self.as_ptr(), sequence, attempt, retry_after) })
    }

    /// Lists the rows in order, those after a sequence.
    pub fn outbox(&self, after: i64, limit: usize) -> Result<Page<OutboxEntry>> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe { sys::tally_outbox_list(self.as_ptr(), after, rows) })
    }

    /// All of them, page by page.
    pub fn all_outbox<'a>(&'a self) -> impl Iterator<Item = Result<OutboxEntry>> + 'a {
        all(move |after: Option<i64>| {
            let page = self.outbox(after.unwrap_or(0), 1000)?;
            let last = page.last().map(|entry| entry.sequence);
            Ok((page, last))
        })
    }

    /// Numbers of rows in the outbox.
    pub fn outbox_counts(&self) -> Result<OutboxCounts> {
        let mut result = OutboxCounts::default();
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe {
            sys::tally_outbox_counts(self.as_ptr(), &mut result.total, &mut result.leased, &mut result.failed)
        })?;
        Ok(result)
    }

    /// Makes a row that waits or has failed due immediately. Returns 1, or 0 if it is another row.
    pub fn retry_outbox(&self, sequence: i64) -> Result<usize> {
        let mut count = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_outbox_retry(self.as_ptr(), sequence, &mut count) })?;
        Ok(count)
    }

    /// Makes every row that waits or has failed due immediately. Returns how many.
    pub fn retry_all_outbox(&self) -> Result<usize> {
        let mut count = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_outbox_retry_all(self.as_ptr(), &mut count) })?;
        Ok(count)
    }

    /// Removes every row that has failed for good. Returns how many.
    pub fn remove_failed_outbox(&self) -> Result<usize> {
        let mut count = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_outbox_remove_failed(self.as_ptr(), &mut count) })?;
        Ok(count)
    }

    /// Removes a row that has failed for good. Returns 1, or 0 if it is another row.
    pub fn remove_outbox(&self, sequence: i64) -> Result<usize> {
        let mut count = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_outbox_remove(self.as_ptr(), sequence, &mut count) })?;
        Ok(count)
    }
}
