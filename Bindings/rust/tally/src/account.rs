use crate::callbacks::Shared;
use crate::status::{done, Result};
use std::ptr::{self, NonNull};
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
    pub(crate) fn made(
        shared: &Arc<Shared>,
        call: impl FnOnce(*mut *mut sys::tally_account) -> i32,
    ) -> Result<Account> {
        let mut raw = ptr::null_mut();
        done(call(&mut raw))?;
        Ok(Account(Arc::new(Handle { raw: NonNull::new(raw).expect("an account"), shared: shared.clone() })))
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as the account.
    pub fn as_ptr(&self) -> *mut sys::tally_account {
        self.0.raw.as_ptr()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.0.shared
    }
}
