use crate::callbacks::Shared;
use crate::status::{done, Result};
use std::ptr::{self, NonNull};
use std::sync::Arc;
use tally_sys as sys;

/// A feed, which polls a server for messages. Dropping it releases the handle; the feed continues.
#[derive(Debug)]
pub struct Feed {
    raw: NonNull<sys::tally_feed>,
    shared: Arc<Shared>,
}

// SAFETY: tally.h allows every call with a feed on any thread.
unsafe impl Send for Feed {}
// SAFETY: As of `Send`.
unsafe impl Sync for Feed {}

impl Feed {
    pub(crate) fn made(shared: &Arc<Shared>, call: impl FnOnce(*mut *mut sys::tally_feed) -> i32) -> Result<Feed> {
        let mut raw = ptr::null_mut();
        done(call(&mut raw))?;
        Ok(Feed { raw: NonNull::new(raw).expect("a feed"), shared: shared.clone() })
    }

    /// The handle of C, for functions of [`sys`]. Valid as long as this object.
    pub fn as_ptr(&self) -> *mut sys::tally_feed {
        self.raw.as_ptr()
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_feed_release(self.as_ptr()) }
    }
}
