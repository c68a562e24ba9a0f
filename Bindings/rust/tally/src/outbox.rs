use crate::ffi::{call, part_out};
use crate::objects::Account;
use crate::status::Result;
use crate::times::milliseconds;
use crate::values::*;
use std::time::Duration;
use tally_sys as sys;

/// The outbox: changes that the account sends to its server.
impl Account {
    /// Leases at most `limit` rows that are due. Nobody else gets them for `duration`.
    pub fn lease_outbox(&self, duration: Duration, limit: usize) -> Result<Page<OutboxEntry>> {
        let mut page = Page { entries: Vec::new(), more: true, next: None };
        while page.more && (page.is_empty() || page.len() < limit) {
            let leased = part_out(limit - page.len(), |rows| {
                call!(tally_outbox_lease(self.as_ptr(), milliseconds(duration), rows))
            });
            match leased {
                Ok((part, _)) => {
                    page.entries.extend(part.entries);
                    page.more = part.more;
                }
                // The caller keeps the leased rows, and gets the error from the next call.
                Err(_) if !page.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(page)
    }
}
