use crate::account::Account;
use crate::ffi::{bytes_out, text};
use crate::status::{check, Result};
use std::fmt;
use std::ptr::{self, NonNull};
use tally_sys as sys;

/// The state of the nodes at and below a path. [`Account::snapshot`] takes one. It never changes, and belongs to no
/// engine.
pub struct Snapshot {
    raw: NonNull<sys::tally_snapshot>,
}

// SAFETY: A snapshot never changes, and belongs to no engine.
unsafe impl Send for Snapshot {}
// SAFETY: As of `Send`.
unsafe impl Sync for Snapshot {}

impl Snapshot {
    /// Decodes and checks the bytes of a snapshot.
    pub fn decode(bytes: &[u8]) -> Result<Snapshot> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        Snapshot::made(|out| unsafe { sys::tally_snapshot_decode(bytes.as_ptr().cast(), bytes.len(), out) })
    }

    pub(crate) fn made(call: impl FnOnce(*mut *mut sys::tally_snapshot) -> i32) -> Result<Snapshot> {
        let mut raw = ptr::null_mut();
        check(call(&mut raw))?;
        Ok(Snapshot { raw: NonNull::new(raw).expect("a snapshot") })
    }

    /// Returns the bytes of the snapshot.
    pub fn encode(&self) -> Result<Vec<u8>> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        bytes_out(|buffer, capacity, size| unsafe { sys::tally_snapshot_encode(self.as_ptr(), buffer, capacity, size) })
    }

    /// Returns the minimal patch from this snapshot to another one.
    pub fn diff(&self, to: &Snapshot) -> Result<Vec<u8>> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        bytes_out(|buffer, capacity, size| unsafe {
            sys::tally_snapshot_diff(self.as_ptr(), to.as_ptr(), buffer, capacity, size)
        })
    }

    /// Replaces the contents of the path and its subtree with the snapshot.
    pub fn restore(&self, account: &Account, path: &str) -> Result<()> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_snapshot_restore(self.as_ptr(), account.as_ptr(), path.as_ptr()) }).map(drop)
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *const sys::tally_snapshot {
        self.raw.as_ptr()
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_snapshot_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Snapshot")
    }
}

/// Returns the patch that leads back.
pub fn patch_inverse(patch: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
    bytes_out(|buffer, capacity, size| unsafe {
        sys::tally_patch_inverse(patch.as_ptr().cast(), patch.len(), buffer, capacity, size)
    })
}
