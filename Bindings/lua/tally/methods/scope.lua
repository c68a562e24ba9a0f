-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Scope
local Scope = support.Scope

--- Observes a path. The observer is notified at most once a transaction, and only if what the path shows changed.
---
--- Observing twice with the same scope, account, path, `subtree` and function is one observer. Each registration
--- needs its own `Scope:unobserve`. This holds for all observers and widgets.
---
--- Returns a token that identifies the observer in events and for `Scope:unobserve`.
--- Raises ERROR_PATH, ERROR_LIMIT.
--- Cost: O(1); of a subtree O(badges shown below).
---
--- - `subtree`: the path itself and everything below it
--- - `initial`: the current state of the path is reported first
---@param account tally.Account an account of the same engine
---@param path string `root`, or components separated by dots
---@param observer? fun(event: tally.Event) nil: only `Engine:next_event` returns the events
---@param options? {subtree?: boolean, initial?: boolean}
---@return integer
function Scope:observe(account, path, observer, options)
    return support.observing(self, call.observe(self, account, path, support.flags_of(options,
        {subtree = constants.SUBTREE, initial = constants.OBSERVE_INITIAL}), support.callback(observer)), observer)
end

--- Observes the messages at a path; with `subtree` also those below.
---
--- The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads
--- or unreads any. The event has their numbers.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_IO, ERROR_FULL, ERROR_CORRUPT.
--- Cost: O(messages there), now and for each event.
---
--- - `subtree`: the path itself and everything below it
---@param account tally.Account an account of the same engine
---@param path string `root`, or components separated by dots
---@param observer? fun(event: tally.Event) called with each event; nil: only `Engine:next_event` returns the events
---@param options? {subtree?: boolean}
---@return integer
function Scope:observe_messages(account, path, observer, options)
    return support.observing(self, call.observe_messages(self, account, path, support.flags_of(options,
        {subtree = constants.SUBTREE}), support.callback(observer)), observer)
end

--- Observes the groups of an account.
---
--- A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
--- change. It may be gone then. `initial` reports all groups.
---
--- Raises ERROR_LIMIT, ERROR_IO, ERROR_FULL, ERROR_CORRUPT.
---
--- - `initial`: the current state of the path is reported first
---@param account tally.Account an account of the same engine
---@param observer? fun(event: tally.Event) called with each event; nil: only `Engine:next_event` returns the events
---@param options? {initial?: boolean}
---@return integer
function Scope:observe_groups(account, observer, options)
    return support.observing(self, call.observe_groups(self, account, support.flags_of(options,
        {initial = constants.OBSERVE_INITIAL}), support.callback(observer)), observer)
end

--- Observes the total over all logged-in accounts.
---
--- Raises ERROR_LIMIT.
---
--- - `initial`: the current state of the path is reported first
---@param observer? fun(event: tally.Event) called with each event; nil: only `Engine:next_event` returns the events
---@param options? {initial?: boolean}
---@return integer
function Scope:observe_total(observer, options)
    return support.observing(self, call.observe_total(self, support.flags_of(options,
        {initial = constants.OBSERVE_INITIAL}), support.callback(observer)), observer)
end

--- Observes the requests of a feed, and the pages that the host delivers.
---
--- Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
--- (max_loaded_accounts), its number is the last known one.
---
--- Raises ERROR_LIMIT, ERROR_NOT_FOUND (the feed was removed).
---@param feed tally.Feed
---@param observer? fun(event: tally.Event) called with each event; nil: only `Engine:next_event` returns the events
---@return integer
function Scope:observe_feed(feed, observer)
    return support.observing(self, call.observe_feed(self, feed, 0, support.callback(observer)), observer)
end

--- Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
---
--- The observer is called for the events that `Engine:next_event` returns without a token, before it returns them. In
--- the callback they have the observer's token.
---
--- Raises ERROR_LIMIT.
---@param observer? fun(event: tally.Event) required
---@param account? tally.Account nil: all accounts, also later ones
---@return integer
function Scope:observe_feeds(observer, account)
    return support.observing(self, call.observe_feeds(self, account, 0, support.callback(observer)), observer)
end

--- Observes the reminders of an account: the event REMINDER, as `Scope:observe_feeds` does for feeds.
---
--- Raises ERROR_LIMIT.
---@param observer? fun(event: tally.Event) required
---@param account? tally.Account nil: all accounts, also later ones
---@return integer
function Scope:observe_reminders(observer, account)
    return support.observing(self, call.observe_reminders(self, account, 0, support.callback(observer)), observer)
end

--- Draws all widgets of the scope again, for example when a window has come back.
---
--- Order: deeper paths first, then the bytes of the paths, then the order of binding.
function Scope:refresh_widgets()
    call.widget_refresh(self)
end
