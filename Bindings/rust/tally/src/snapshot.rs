use crate::status::{check, Result};
use std::fmt;
use std::ptr::{self, NonNull};
use tally_sys as sys;

/// The state of the nodes at and below a path. [`crate::Account::snapshot`] takes one. It never changes, and belongs to
/// no engine.
pub struct Snapshot {
    raw: NonNull<sys::tally_snapshot>,
}

// SAFETY: A snapshot never changes, and belongs to no engine.
unsafe impl Send for Snapshot {}
// SAFETY: As of `Send`.
unsafe impl Sync for Snapshot {}

impl Snapshot {
    pub(crate) fn made(call: impl FnOnce(*mut *mut sys::tally_snapshot) -> i32) -> Result<Snapshot> {
        let mut raw = ptr::null_mut();
        check(call(&mut raw))?;
        Ok(Snapshot { raw: NonNull::new(raw).expect("a snapshot") })
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
