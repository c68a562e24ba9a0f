use crate::account::Account;
use crate::callbacks::Shared;
use crate::ffi::{list_out, text, text_out, Optional};
use crate::scope::{hand_over, Token};
use crate::status::{check, Result};
use crate::values::*;
use std::ptr::{self, NonNull};
use std::sync::Arc;
use tally_sys as sys;

/// Feeds and pushes.
impl Account {
    /// Lists the stored feeds by their names, those after one.
    pub fn feeds(&self, after: Option<&str>, limit: usize) -> Result<Page<FeedEntry>> {
        let after = Optional::new(after)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe { sys::tally_feed_list(self.as_ptr(), after.as_ptr(), rows) })
    }

    /// All of them, page by page.
    pub fn all_feeds<'a>(&'a self) -> impl Iterator<Item = Result<FeedEntry>> + 'a {
        all(move |after: Option<String>| {
            let page = self.feeds(after.as_deref(), 1000)?;
            let last = page.last().map(|entry| entry.name.clone());
            Ok((page, last))
        })
    }

    /// Lists the rejected items of a feed after a number.
    pub fn rejected(&self, feed: i64, after: u64, limit: usize) -> Result<Page<Rejected>> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe { sys::tally_feed_rejected(self.as_ptr(), feed, after, rows) })
    }

    /// Applies a push.
    pub fn push(&self, payload: &[u8]) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_push(self.as_ptr(), payload.as_ptr().cast(), payload.len()) }).map(drop)
    }

    /// Sets the path whose badge follows the number for the icon in pushes; None: none.
    pub fn push_badge_path(&self, path: Option<&str>) -> Result<()> {
        let path = Optional::new(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_push_badge_path(self.as_ptr(), path.as_ptr()) }).map(drop)
    }

    /// Adds a feed, or changes the options of one.
    pub fn add_feed(&self, name: &str, options: &FeedOptions) -> Result<Feed> {
        let name = text(name)?;
        let mut raw = ptr::null_mut();
        check(
            // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
            options.with(|options| unsafe { sys::tally_feed_add(self.as_ptr(), name.as_ptr(), options, &mut raw) })?,
        )?;
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

    /// Reads the state of the feed.
    pub fn state(&self) -> Result<FeedState> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_feed_state = unsafe { sys::sized() };
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let title = text_out(|buffer, capacity, length| unsafe {
            sys::tally_feed_get(self.as_ptr(), &mut raw, buffer, capacity, length)
        })?;
        Ok(FeedState { numbers: FeedNumbers::from_raw(&raw), title })
    }

    /// Removes the feed and its messages. Its handles fail with NOT_FOUND.
    pub fn remove(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let answer = check(unsafe { sys::tally_feed_remove(self.as_ptr()) });
        self.shared.bury();
        answer.map(drop)
    }

    /// Polls soon, unless a request is in flight.
    pub fn refresh(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_refresh(self.as_ptr()) }).map(drop)
    }

    /// Cancels the request in flight.
    pub fn cancel(&self) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_cancel(self.as_ptr()) }).map(drop)
    }

    /// Reports that a page of the application, 0 to 7, is shown, and returns what is known of it.
    pub fn page_shown(&self, page: u32) -> Result<PageInfo> {
        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.
        let mut raw: sys::tally_page_info = unsafe { sys::sized() };
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_page_shown(self.as_ptr(), page, &mut raw) })?;
        Ok(PageInfo::from_raw(&raw))
    }

    /// Reports that a page of the application, 0 to 7, is no longer shown.
    pub fn page_hidden(&self, page: u32) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_page_hidden(self.as_ptr(), page) }).map(drop)
    }

    /// Pauses or resumes the feed.
    pub fn pause(&self, paused: bool) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_pause(self.as_ptr(), paused.into()) }).map(drop)
    }

    /// Sends a request immediately, and returns the token of its completion. The callback is called once, with the
    /// completion.
    pub fn refresh_now(&self, callback: Option<Callback>) -> Result<Token> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        hand_over(&self.shared, callback, |function, user_data, release, token| unsafe {
            sys::tally_feed_refresh_now(self.as_ptr(), function, user_data, release, token)
        })
    }

    /// Applies a page that the host has received in another way.
    pub fn deliver(&self, page: &[u8]) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_deliver(self.as_ptr(), page.as_ptr().cast(), page.len()) }).map(drop)
    }

    /// Applies a push about this feed.
    pub fn push(&self, payload: &[u8]) -> Result<()> {
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_feed_push(self.as_ptr(), payload.as_ptr().cast(), payload.len()) }).map(drop)
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        // SAFETY: This object owns the handle, and nobody uses it any more.
        unsafe { sys::tally_feed_release(self.as_ptr()) }
    }
}
