use crate::callbacks::Shared;
use crate::ffi::{bytes_out, text_out, Optional};
use crate::status::{check, Result};
use crate::values::AccountState;
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

    /// Logs in: the feeds may send requests. token: sent as a bearer token to the server of the first
    /// feed; None: no token.
    pub fn log_in(&self, token: Option<&str>) -> Result<()> {
        let token = Optional::new(token)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_account_log_in(self.as_ptr(), token.as_ptr()) }).map(drop)
    }

    /// Logs out: stops all requests and timers of the account, and drops the token.
    pub fn log_out(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let answer = check(unsafe { sys::tally_account_log_out(self.as_ptr()) });
        self.shared().bury();
        answer.map(drop)
    }

    /// Reads the state of the account.
    pub fn state(&self) -> Result<AccountState> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_account_state = unsafe { sys::sized() };
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let name = text_out(|buffer, capacity, length| unsafe {
            sys::tally_account_get(self.as_ptr(), &mut raw, buffer, capacity, length)
        })?;
        Ok(AccountState::from_raw(&raw, name))
    }

    /// Returns everything that is stored for the account, for [`crate::Engine::import_account`].
    pub fn export_account(&self) -> Result<Vec<u8>> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        bytes_out(|buffer, capacity, size| unsafe { sys::tally_account_export(self.as_ptr(), buffer, capacity, size) })
    }

    /// Recounts the whole tree. INTERNAL: a path is wrong.
    pub fn verify(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_account_verify(self.as_ptr()) }).map(drop)
    }
}
