// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{call, text};
use crate::scope::hand_over;
use crate::status::done;

impl Scope {
    /// Observes a path. The observer is notified at most once a transaction, and only if what the path shows changed.
    ///
    /// - `account`: an account of the same engine
    /// - `path`: `root`, or components separated by dots
    /// - `callback`: None: only [`Engine::next_event`] returns the events
    /// - [`ObserveFlags::SUBTREE`]: the path itself and everything below it
    /// - [`ObserveFlags::INITIAL`]: the current state of the path is reported first
    ///
    /// Observing twice with the same scope, account, path, `SUBTREE` flag and callback, which is not None, is one
    /// observer. Each registration needs its own [`Scope::unobserve`]. This holds for all observers and widgets.
    ///
    /// Returns a token that identifies the observer in events and for [`Scope::unobserve`].
    /// Errors: [`Status::PATH`], [`Status::LIMIT`].
    /// Cost: O(1); of a subtree O(badges shown below).
    pub fn watch(
        &self,
        account: &Account,
        path: &str,
        flags: ObserveFlags,
        callback: Option<Callback>,
    ) -> Result<Token> {
        let path = text(path)?;
        hand_over(self.shared(), callback, |function, user_data, release, token| call!(tally_observe(
            self.as_ptr(), account.as_ptr(), path.as_ptr(), flags.bits(), function, user_data, release, token,
        )))
    }

    /// Observes the messages at a path; with `SUBTREE` also those below.
    ///
    /// - `account`: an account of the same engine
    /// - `path`: `root`, or components separated by dots
    /// - `callback`: called with each event; None: only [`Engine::next_event`] returns the events
    /// - [`ObserveFlags::SUBTREE`]: the path itself and everything below it
    ///
    /// The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees,
    /// reads or unreads any. The event has their numbers.
    ///
    /// Errors: [`Status::PATH`], [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`], [`Status::CORRUPT`].
    /// Cost: O(messages there), now and for each event.
    pub fn watch_messages(
        &self,
        account: &Account,
        path: &str,
        flags: ObserveFlags,
        callback: Option<Callback>,
    ) -> Result<Token> {
        let path = text(path)?;
        hand_over(self.shared(), callback, |function, user_data, release, token| call!(tally_observe_messages(
            self.as_ptr(), account.as_ptr(), path.as_ptr(), flags.bits(), function, user_data, release, token,
        )))
    }

    /// Observes the groups of an account.
    ///
    /// - `account`: an account of the same engine
    /// - `callback`: called with each event; None: only [`Engine::next_event`] returns the events
    /// - [`ObserveFlags::INITIAL`]: the current state of the path is reported first
    ///
    /// A group is reported at most once a transaction: if its messages change, it is seen, or the words of its
    /// summary change. It may be gone then. [`ObserveFlags::INITIAL`] reports all groups.
    ///
    /// Errors: [`Status::LIMIT`], [`Status::IO`], [`Status::FULL`], [`Status::CORRUPT`].
    pub fn watch_groups(&self, account: &Account, flags: ObserveFlags, callback: Option<Callback>) -> Result<Token> {
        hand_over(self.shared(), callback, |function, user_data, release, token| call!(tally_observe_groups(
            self.as_ptr(), account.as_ptr(), flags.bits(), function, user_data, release, token,
        )))
    }

    /// Observes the total over all logged-in accounts.
    ///
    /// - `callback`: called with each event; None: only [`Engine::next_event`] returns the events
    /// - [`ObserveFlags::INITIAL`]: the current state of the path is reported first
    ///
    /// Errors: [`Status::LIMIT`].
    pub fn watch_total(&self, flags: ObserveFlags, callback: Option<Callback>) -> Result<Token> {
        hand_over(self.shared(), callback, |function, user_data, release, token| call!(tally_observe_total(
            self.as_ptr(), flags.bits(), function, user_data, release, token,
        )))
    }

    /// Observes the requests of a feed, and the pages that the host delivers.
    ///
    /// - `callback`: called with each event; None: only [`Engine::next_event`] returns the events
    ///
    /// Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
    /// (max_loaded_accounts), its number is the last known one.
    ///
    /// Errors: [`Status::LIMIT`], [`Status::NOT_FOUND`] (the feed was removed).
    pub fn watch_feed(&self, feed: &Feed, callback: Option<Callback>) -> Result<Token> {
        hand_over(self.shared(), callback, |function, user_data, release, token| call!(tally_observe_feed(
            self.as_ptr(), feed.as_ptr(), 0, function, user_data, release, token,
        )))
    }

    /// Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
    ///
    /// - `callback`: required
    /// - `account`: None: all accounts, also later ones
    ///
    /// The observer is called for the events that [`Engine::next_event`] returns without a token, before it returns
    /// them. In the callback they have the observer's token.
    ///
    /// Errors: [`Status::LIMIT`].
    pub fn observe_feeds(
        &self,
        account: Option<&Account>,
        callback: impl FnMut(&Event) + Send + 'static,
    ) -> Result<Token> {
        let callback: Callback = Box::new(callback);
        hand_over(self.shared(), Some(callback), |function, user_data, release, token| call!(tally_observe_feeds(
            self.as_ptr(), account.map_or(std::ptr::null_mut(), Account::as_ptr), 0, function, user_data, release,
            token,
        )))
    }

    /// Observes the reminders of an account: the event REMINDER, as [`Scope::observe_feeds`] does for feeds.
    ///
    /// - `callback`: required
    /// - `account`: None: all accounts, also later ones
    ///
    /// Errors: [`Status::LIMIT`].
    pub fn observe_reminders(
        &self,
        account: Option<&Account>,
        callback: impl FnMut(&Event) + Send + 'static,
    ) -> Result<Token> {
        let callback: Callback = Box::new(callback);
        hand_over(self.shared(), Some(callback), |function, user_data, release, token| call!(tally_observe_reminders(
            self.as_ptr(), account.map_or(std::ptr::null_mut(), Account::as_ptr), 0, function, user_data, release,
            token,
        )))
    }

    /// Draws all widgets of the scope again, for example when a window has come back.
    ///
    /// Order: deeper paths first, then the bytes of the paths, then the order of binding.
    pub fn refresh_widgets(&self) -> Result<()> {
        done(call!(tally_widget_refresh(self.as_ptr())))
    }
}
