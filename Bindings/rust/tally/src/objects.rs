// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::callbacks::Shared;
use crate::status::done;
use crate::*;
use std::ptr::NonNull;
use std::sync::Arc;

#[derive(Debug)]
struct AccountHandle {
    raw: NonNull<sys::tally_account>,
    shared: Arc<Shared>,
}

// SAFETY: tally.h allows every call with it on any thread.
unsafe impl Send for AccountHandle {}
// SAFETY: As of `Send`.
unsafe impl Sync for AccountHandle {}

impl Drop for AccountHandle {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_account_release(self.raw.as_ptr()) };
    }
}

/// An account, with its own tree of badges, feeds, messages and reminders. A clone is the same account.
/// Dropping the last one releases the handle; the account stays open in the engine.
#[derive(Clone, Debug)]
pub struct Account(Arc<AccountHandle>);

impl Account {
    pub(crate) fn made(shared: &Arc<Shared>, call: impl FnOnce(*mut *mut sys::tally_account) -> i32) -> Result<Account> {
        let mut raw = std::ptr::null_mut();
        done(call(&mut raw))?;
        let raw = NonNull::new(raw).expect("a handle");
        Ok(Account(Arc::new(AccountHandle { raw, shared: shared.clone() })))
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *mut sys::tally_account {
        self.0.raw.as_ptr()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.0.shared
    }
}

/// A feed, which polls a server for messages. Dropping it releases the handle; the feed continues.
#[derive(Debug)]
pub struct Feed {
    raw: NonNull<sys::tally_feed>,
    shared: Arc<Shared>,
}

// SAFETY: tally.h allows every call with it on any thread.
unsafe impl Send for Feed {}
// SAFETY: As of `Send`.
unsafe impl Sync for Feed {}

impl Drop for Feed {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_feed_release(self.raw.as_ptr()) };
    }
}

impl Feed {
    pub(crate) fn made(shared: &Arc<Shared>, call: impl FnOnce(*mut *mut sys::tally_feed) -> i32) -> Result<Feed> {
        let mut raw = std::ptr::null_mut();
        done(call(&mut raw))?;
        let raw = NonNull::new(raw).expect("a handle");
        Ok(Feed { raw, shared: shared.clone() })
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *mut sys::tally_feed {
        self.raw.as_ptr()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

/// Holds observers, views and widgets of any accounts. Dropping it removes all of them.
#[derive(Debug)]
pub struct Scope {
    raw: NonNull<sys::tally_scope>,
    shared: Arc<Shared>,
}

// SAFETY: tally.h allows every call with it on any thread.
unsafe impl Send for Scope {}
// SAFETY: As of `Send`.
unsafe impl Sync for Scope {}

impl Drop for Scope {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_scope_close(self.raw.as_ptr()) };
        self.shared.bury();
    }
}

impl Scope {
    pub(crate) fn made(shared: &Arc<Shared>, call: impl FnOnce(*mut *mut sys::tally_scope) -> i32) -> Result<Scope> {
        let mut raw = std::ptr::null_mut();
        done(call(&mut raw))?;
        let raw = NonNull::new(raw).expect("a handle");
        Ok(Scope { raw, shared: shared.clone() })
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *mut sys::tally_scope {
        self.raw.as_ptr()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

/// The state of the nodes at and below a path. [`crate::Account::snapshot`] takes one. It never changes, and
/// belongs to no engine.
#[derive(Debug)]
pub struct Snapshot {
    raw: NonNull<sys::tally_snapshot>,
}

// SAFETY: tally.h allows every call with it on any thread.
unsafe impl Send for Snapshot {}
// SAFETY: As of `Send`.
unsafe impl Sync for Snapshot {}

impl Drop for Snapshot {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_snapshot_release(self.raw.as_ptr()) };
    }
}

impl Snapshot {
    pub(crate) fn made(call: impl FnOnce(*mut *mut sys::tally_snapshot) -> i32) -> Result<Snapshot> {
        let mut raw = std::ptr::null_mut();
        done(call(&mut raw))?;
        let raw = NonNull::new(raw).expect("a handle");
        Ok(Snapshot { raw })
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *mut sys::tally_snapshot {
        self.raw.as_ptr()
    }
}
