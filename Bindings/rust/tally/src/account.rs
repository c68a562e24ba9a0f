use crate::callbacks::Shared;
use std::ptr::NonNull;
use std::sync::Arc;
use tally_sys as sys;

#[derive(Debug)]
struct Handle {
    raw: NonNull<sys::tally_account>,
    shared: Arc<Shared>,
}

// SAFETY: tally.h allows every call with an account on any thread.
unsafe impl Send for Handle {}
// SAFETY: As of `Send`.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_account_release(self.raw.as_ptr()) }
    }
}

/// An account, with its own tree of badges, feeds, messages and reminders. A clone is the same account. Dropping it
/// releases the handle; the account stays open in the engine.
#[derive(Clone, Debug)]
pub struct Account(Arc<Handle>);

impl Account {
    pub(crate) fn new(raw: *mut sys::tally_account, shared: Arc<Shared>) -> Account {
        Account(Arc::new(Handle { raw: NonNull::new(raw).expect("an account"), shared }))
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as the account.
    pub fn as_ptr(&self) -> *mut sys::tally_account {
        self.0.raw.as_ptr()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.0.shared
    }
}
