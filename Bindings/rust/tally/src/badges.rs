use crate::batches::Operation;
use crate::ffi::{call, part_out, text, Optional};
use crate::objects::Account;
use crate::rows::with_rows;
use crate::status::{check, done, Result};
use crate::values::*;
use tally_sys as sys;

/// Badges.
impl Account {
    /// Lists the nodes that show a badge or are muted.
    pub fn list(&self, path: &str, flags: ListFlags) -> Result<BadgeList> {
        let mut list = self.list_page(path, flags, None, usize::MAX)?;
        while list.more {
            let rest = self.list_page(path, flags, list.next.as_deref(), usize::MAX)?;
            list.entries.extend(rest.entries);
            (list.more, list.next) = (rest.more, rest.next);
        }
        Ok(list)
    }

    /// Lists at most `limit` rows of [`Account::list`], and at most 10,000, behind the `next` of the page before. A
    /// page may be shorter, with more behind it. Pages with the same revision are of one moment.
    pub fn list_page(&self, path: &str, flags: ListFlags, after: Option<&str>, limit: usize) -> Result<BadgeList> {
        let path = text(path)?;
        let after = Optional::new(after)?;
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let (page, _) = part_out(limit, |rows| unsafe {
            sys::tally_badge_list(self.as_ptr(), path.as_ptr(), flags.bits(), after.as_ptr(), rows, &mut revision)
        })?;
        Ok(BadgeList { entries: page.entries, revision, more: page.more, next: page.next })
    }

    /// Lists the badges that changed after a revision. epoch: from [`Account::state`]; 0: not compared.
    pub fn changes(&self, since: u64, epoch: u64) -> Result<Changes> {
        let mut revision = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let (page, status) = part_out(usize::MAX, |rows| unsafe {
            sys::tally_badge_changes(self.as_ptr(), since, epoch, rows, &mut revision)
        })?;
        Ok(Changes { entries: page.entries, revision, status })
    }

    /// Applies operations in one transaction, all or none; with [`BatchFlags::EACH`] each on its own. Their outputs are
    /// set, also after an error.
    ///
    /// ```
    /// # use tally::{BatchOptions, Operation, Status};
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// # let account = engine.open_account("ann")?;
    /// let mut operations = [Operation::add("chat", 2), Operation::get("root")];
    /// let options = BatchOptions::new().id("order-17");
    /// account.batch(&mut operations, &options)?;
    /// assert_eq!(operations[1].count, 2);
    /// assert_eq!(account.batch(&mut operations, &options)?.status, Status::ALREADY_APPLIED);
    /// # Ok(())
    /// # }
    /// ```
    pub fn batch(&self, operations: &mut [Operation], options: &BatchOptions) -> Result<BatchResult> {
        let mut revision = 0;
        let status = options.with(|options| {
            with_rows(operations, |rows, count| {
                check(call!(tally_badge_batch(self.as_ptr(), rows, count, options, &mut revision)))
            })
        })??;
        Ok(BatchResult { status, revision })
    }

    /// Performs operations each on its own, which is the fastest way to change many nodes. The error is that of the
    /// first rejected one; the others are performed. Their outputs are set, also after an error.
    ///
    /// ```
    /// # use tally::Operation;
    /// # fn main() -> tally::Result<()> {
    /// # let engine = tally::Engine::in_memory()?;
    /// # let account = engine.open_account("ann")?;
    /// let chat = account.resolve("chat")?;
    /// let mut operations = [Operation::set(&chat, 2), Operation::add("chat", 3), Operation::get(&chat)];
    /// account.batch_each(&mut operations)?;
    /// assert_eq!(operations[2].count, 5);
    /// # Ok(())
    /// # }
    /// ```
    pub fn batch_each(&self, operations: &mut [Operation]) -> Result<BatchResult> {
        self.batch(operations, &BatchOptions::new().flags(BatchFlags::EACH))
    }

    /// Resolves a path, so that operations need not look it up again.
    pub fn resolve(&self, path: &str) -> Result<Node> {
        let path = text(path)?;
        let mut raw = 0;
        done(call!(tally_node_resolve(self.as_ptr(), path.as_ptr(), &mut raw)))?;
        Ok(Node { account: self.clone(), raw })
    }
}

/// A resolved path. It keeps its account, and is released when it is dropped.
#[derive(Debug)]
pub struct Node {
    pub(crate) account: Account,
    raw: sys::tally_node,
}

impl Node {
    /// The handle of C.
    pub fn as_raw(&self) -> sys::tally_node {
        self.raw
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_node_release(self.account.as_ptr(), self.raw) };
    }
}
