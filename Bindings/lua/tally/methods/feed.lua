-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Feed
local Feed = support.Feed

--- Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
--- before, or the host has, that one shows again.
---
--- Pending completions get ERROR_CANCELLED.
---
--- Raises ERROR_IO, ERROR_FULL.
function Feed:remove()
    call.feed_remove(self)
end

--- Polls soon, unless a request is in flight.
---
--- Raises ERROR_LOGGED_OUT, ERROR_UNSUPPORTED (no URL).
function Feed:refresh()
    call.feed_refresh(self)
end

--- Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the call
--- does nothing.
---
--- Returns -1 and zeros if the user does not begin to see the page.
--- Raises ERROR_RANGE (of the page).
---@param page integer its number, below `tally.MAX_FEED_PAGES`
---@return tally.PageInfo
function Feed:page_shown(page)
    return (call.feed_show_page(self, page))
end

--- Reports that a page is no longer shown. Repeating the call does nothing.
---
--- Raises ERROR_RANGE.
---@param page integer
function Feed:page_hidden(page)
    call.feed_hide_page(self, page)
end

--- Cancels the request in flight and the one that waits for it, if any.
---
--- Completions get ERROR_CANCELLED, and no SYNCED follows. Pages that were applied stay. The feed goes on with its
--- interval.
function Feed:cancel()
    call.feed_cancel(self)
end

--- Pauses or resumes a feed.
---
--- A paused feed polls neither by timers nor because of pages. A request in flight, `Feed:refresh` and
--- `Feed:refresh_now` work as usual. What became due meanwhile happens once. Not stored.
---@param paused? boolean
function Feed:pause(paused)
    call.feed_pause(self, paused ~= false)
end

--- Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other
--- one.
---
--- If the feed gets a URL of another server, the credential is not sent until it is set again.
---
--- Raises ERROR_URL (the feed has none), ERROR_ARGUMENT (as `Account:set_credential`), ERROR_IO, ERROR_FULL.
---@param credential tally.Credential
function Feed:set_credential(credential)
    call.feed_set_credential(self, support.members(credential, {plain = constants.CREDENTIAL_FLAG_PLAIN}))
end

--- Removes the feed's own credential: that of the account for its server counts again.
---
--- Raises ERROR_IO, ERROR_FULL.
function Feed:remove_credential()
    call.feed_remove_credential(self)
end

--- Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
---@return tally.FeedState
function Feed:info()
    return support.with_text("title", call.feed_get(self))
end

--- Applies a page that the host received in another way.
---
--- The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is
--- one. A SYNCED event follows. Timers are unchanged.
---
--- If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and must
--- not say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A request in
--- flight continues; if its response has news, it is repeated from this page's cursor, so the cursor never goes back.
---
--- Raises ERROR_PROTOCOL, ERROR_TOO_LARGE (max_response_bytes), ERROR_LOGGED_OUT, ERROR_CANCELLED (the URL has just
--- changed), ERROR_LIMIT, ERROR_IO, ERROR_FULL.
--- Cost: O(size).
---@param page string
function Feed:deliver(page)
    call.feed_deliver(self, page)
end

--- Applies a push to one feed, as `Account:push` does. `feed` in the payload is ignored.
---
--- Raises ERROR_PROTOCOL, ERROR_TOO_LARGE, ERROR_LOGGED_OUT, ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@param payload string
function Feed:push(payload)
    call.feed_push(self, payload)
end
