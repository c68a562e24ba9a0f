use crate::account::Account;
use crate::callbacks::Shared;
use crate::ffi::{call, text};
use crate::status::{done, Result};
use crate::values::FeedOptions;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use tally_sys as sys;

impl Account {
    /// Adds a feed, or changes the options of one.
    pub fn add_feed(&self, name: &str, options: &FeedOptions) -> Result<Feed> {
        let name = text(name)?;
        let mut raw = ptr::null_mut();
        options.with(|options| done(call!(tally_feed_add(self.as_ptr(), name.as_ptr(), options, &mut raw))))??;
        Ok(Feed { raw: NonNull::new(raw).expect("a feed"), shared: self.shared().clone() })
    }

    /// Finds a feed that runs, or that is stored with its options. It runs from now on.
    pub fn find_feed(&self, name: &str) -> Result<Feed> {
        let name = text(name)?;
        let mut raw = ptr::null_mut();
        done(call!(tally_feed_find(self.as_ptr(), name.as_ptr(), &mut raw)))?;
        Ok(Feed { raw: NonNull::new(raw).expect("a feed"), shared: self.shared().clone() })
    }

    /// Finds a feed by its identifier, as events and messages have it. It acts like [`Account::find_feed`].
    pub fn feed_with_id(&self, id: i64) -> Result<Feed> {
        let mut raw = ptr::null_mut();
        done(call!(tally_feed_with_id(self.as_ptr(), id, &mut raw)))?;
        Ok(Feed { raw: NonNull::new(raw).expect("a feed"), shared: self.shared().clone() })
    }
}

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
