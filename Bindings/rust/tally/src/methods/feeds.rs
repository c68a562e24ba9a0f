// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, call, list_out, numbers_out, text, words_out};
use crate::page::all;
use crate::scope::hand_over;
use crate::status::done;

impl Account {
    /// Adds a feed, or changes the options of one.
    ///
    /// A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as
    /// soon as its account is logged in. The options replace those that are stored. If the URL, prefix,
    /// mapping_preset or bytes of the mapping changed, the feed requests everything again, and the response replaces
    /// its messages.
    ///
    /// Errors: [`Status::ARGUMENT`] (also: an unknown profile), [`Status::MALFORMED`] (the mapping), [`Status::URL`],
    /// [`Status::PATH`], [`Status::RANGE`], [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`].
    pub fn add_feed(&self, name: &str, options: &FeedOptions) -> Result<Feed> {
        let name = text(name)?;
        options.with(|options| Feed::made(self.shared(), |out| call!(tally_feed_add(
            self.as_ptr(), name.as_ptr(), options, out,
        ))))?
    }

    /// Finds a feed that runs, or that is stored with its options. It runs from now on.
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::LIMIT`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn find_feed(&self, name: &str) -> Result<Feed> {
        let name = text(name)?;
        Feed::made(self.shared(), |out| call!(tally_feed_find(self.as_ptr(), name.as_ptr(), out)))
    }

    /// Finds a feed by its identifier, as events and messages have it. It acts like [`Account::find_feed`].
    ///
    /// - `id`: its identifier
    ///
    /// [`Account::feeds`] has the names of the identifiers.
    ///
    /// Errors: [`Status::NOT_FOUND`] (also: [`sys::TALLY_FEED_LOCAL`] was not added), [`Status::LIMIT`],
    /// [`Status::IO`], [`Status::CORRUPT`].
    pub fn find_feed_by_id(&self, id: i64) -> Result<Feed> {
        Feed::made(self.shared(), |out| call!(tally_feed_find_by_id(self.as_ptr(), id, out)))
    }

    /// Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
    ///
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(rows).
    pub fn feeds(&self, after: Option<&str>, limit: usize) -> Result<Page<FeedEntry>> {
        let after = Optional::new(after)?;
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_feed_list(self.as_ptr(), 0, after, rows)))
    }

    /// All rows of [`Account::feeds`], page by page.
    pub fn all_feeds<'a>(&'a self) -> impl Iterator<Item = Result<FeedEntry>> + 'a {
        all(move |after| self.feeds(after, 1000))
    }

    /// Lists the rejected items of a feed by their identifiers, the oldest first.
    ///
    /// - `feed`: its identifier; for an unknown one the list is empty
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// The last max_rejected are kept until the feed requests everything again. Exports of accounts do not contain
    /// them.
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    pub fn rejected(&self, feed: i64, after: Option<&str>, limit: usize) -> Result<Page<Rejected>> {
        let after = Optional::new(after)?;
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_feed_list_rejected(
            self.as_ptr(), feed, 0, after, rows,
        )))
    }

    /// All rows of [`Account::rejected`], page by page.
    pub fn all_rejected<'a>(&'a self, feed: i64) -> impl Iterator<Item = Result<Rejected>> + 'a {
        all(move |after| self.rejected(feed, after, 1000))
    }
}

impl Feed {
    /// Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
    /// before, or the host has, that one shows again.
    ///
    /// Pending completions get [`Status::CANCELLED`].
    ///
    /// Errors: [`Status::IO`], [`Status::FULL`].
    pub fn remove(&self) -> Result<()> {
        let answer = done(call!(tally_feed_remove(self.as_ptr())));
        self.shared().bury();
        answer
    }

    /// Polls soon, unless a request is in flight.
    ///
    /// Errors: [`Status::LOGGED_OUT`], [`Status::UNSUPPORTED`] (no URL).
    pub fn refresh(&self) -> Result<()> {
        done(call!(tally_feed_refresh(self.as_ptr())))
    }

    /// Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the
    /// call does nothing.
    ///
    /// - `page`: its number, below [`sys::TALLY_MAX_FEED_PAGES`]
    ///
    /// Returns -1 and zeros if the user does not begin to see the page.
    /// Errors: [`Status::RANGE`] (of the page).
    pub fn page_shown(&self, page: u32) -> Result<PageInfo> {
        numbers_out(|out| call!(tally_feed_show_page(self.as_ptr(), page, out)))
    }

    /// Reports that a page is no longer shown. Repeating the call does nothing.
    ///
    /// Errors: [`Status::RANGE`].
    pub fn page_hidden(&self, page: u32) -> Result<()> {
        done(call!(tally_feed_hide_page(self.as_ptr(), page)))
    }

    /// Cancels the request in flight and the one that waits for it, if any.
    ///
    /// Completions get [`Status::CANCELLED`], and no SYNCED follows. Pages that were applied stay. The feed goes on
    /// with its interval.
    pub fn cancel(&self) -> Result<()> {
        done(call!(tally_feed_cancel(self.as_ptr())))
    }

    /// Pauses or resumes a feed.
    ///
    /// A paused feed polls neither by timers nor because of pages. A request in flight, [`Feed::refresh`] and
    /// [`Feed::refresh_now`] work as usual. What became due meanwhile happens once. Not stored.
    pub fn pause(&self, paused: bool) -> Result<()> {
        done(call!(tally_feed_pause(self.as_ptr(), paused.into())))
    }

    /// Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other
    /// one.
    ///
    /// If the feed gets a URL of another server, the credential is not sent until it is set again.
    ///
    /// Errors: [`Status::URL`] (the feed has none), [`Status::ARGUMENT`] (as [`Account::set_credential`]),
    /// [`Status::IO`], [`Status::FULL`].
    pub fn set_credential(&self, credential: &Credential) -> Result<()> {
        credential.with(|credential| done(call!(tally_feed_set_credential(self.as_ptr(), credential))))?
    }

    /// Removes the feed's own credential: that of the account for its server counts again.
    ///
    /// Errors: [`Status::IO`], [`Status::FULL`].
    pub fn remove_credential(&self) -> Result<()> {
        done(call!(tally_feed_remove_credential(self.as_ptr())))
    }

    /// Sends a request immediately, ignoring the polling interval.
    ///
    /// - `callback`: called with each event; None: only [`Engine::next_event`] returns the events
    ///
    /// Exactly one COMPLETION follows. Its result is [`Status::OK`], [`Status::NOT_MODIFIED`],
    /// [`Status::UNAUTHORIZED`], [`Status::RATE_LIMITED`] (with retry_after), [`Status::LOGGED_OUT`],
    /// [`Status::CANCELLED`] or another error. If a request is in flight, one more follows it, which all callers
    /// share. At most max_completions calls are in progress, or have their COMPLETION pending.
    ///
    /// A callback is `Some(Box::new(|event| …))`.
    ///
    /// Returns the token of the event.
    /// Errors: [`Status::UNSUPPORTED`] (no URL), [`Status::LIMIT`] (max_completions).
    pub fn refresh_now(&self, callback: Option<Callback>) -> Result<Token> {
        hand_over(self.shared(), callback, |function, user_data, release, token| call!(tally_feed_refresh_now(
            self.as_ptr(), function, user_data, release, token,
        )))
    }

    /// Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
    pub fn state(&self) -> Result<FeedState> {
        words_out(|out, buffer, capacity, length| call!(tally_feed_get(
            self.as_ptr(), out, buffer, capacity, length,
        )))
    }

    /// Applies a page that the host received in another way.
    ///
    /// The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is
    /// one. A SYNCED event follows. Timers are unchanged.
    ///
    /// If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and
    /// must not say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A
    /// request in flight continues; if its response has news, it is repeated from this page's cursor, so the cursor
    /// never goes back.
    ///
    /// Errors: [`Status::PROTOCOL`], [`Status::TOO_LARGE`] (max_response_bytes), [`Status::LOGGED_OUT`],
    /// [`Status::CANCELLED`] (the URL has just changed), [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`].
    /// Cost: O(size).
    pub fn deliver(&self, page: &[u8]) -> Result<()> {
        done(call!(tally_feed_deliver(self.as_ptr(), page.as_ptr().cast(), page.len())))
    }

    /// Applies a push to one feed, as [`Account::push`] does. `feed` in the payload is ignored.
    ///
    /// Errors: [`Status::PROTOCOL`], [`Status::TOO_LARGE`], [`Status::LOGGED_OUT`], [`Status::LIMIT`],
    /// [`Status::IO`], [`Status::FULL`].
    pub fn push(&self, payload: &[u8]) -> Result<()> {
        done(call!(tally_feed_push(self.as_ptr(), payload.as_ptr().cast(), payload.len())))
    }
}
