-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Adds a feed, or changes the options of one.
---
--- A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon as
--- its account is logged in. The options replace those that are stored. If the URL, prefix, mapping_preset or bytes
--- of the mapping changed, the feed requests everything again, and the response replaces its messages.
---
--- Raises ERROR_ARGUMENT (also: an unknown profile), ERROR_MALFORMED (the mapping), ERROR_URL, ERROR_PATH,
--- ERROR_RANGE, ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@param name string
---@param options? tally.FeedOptions
---@return tally.Feed
function Account:add_feed(name, options)
    return support.feed(self, name, call.feed_add(self, name, support.members(options,
        {stops_in_background = constants.FEED_OPTION_STOPS_IN_BACKGROUND,
        exact_delay = constants.FEED_OPTION_EXACT_DELAY, temporary = constants.FEED_OPTION_TEMPORARY})))
end

--- Finds a feed that runs, or that is stored with its options. It runs from now on.
---
--- Raises ERROR_NOT_FOUND, ERROR_LIMIT, ERROR_IO, ERROR_CORRUPT.
---@param name string
---@return tally.Feed
function Account:find_feed(name)
    return support.feed(self, name, call.feed_find(self, name))
end

--- Finds a feed by its identifier, as events and messages have it. It acts like `Account:find_feed`.
---
--- `Account:feeds` has the names of the identifiers.
---
--- Raises ERROR_NOT_FOUND (also: `tally.FEED_LOCAL` was not added), ERROR_LIMIT, ERROR_IO, ERROR_CORRUPT.
---@param id integer its identifier
---@return tally.Feed
function Account:find_feed_by_id(id)
    return support.feed(self, support.feed_name(self, id), call.feed_find_by_id(self, id))
end

--- Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@return fun(): tally.FeedEntry?
function Account:feeds()
    return support.pages(function(...) return self:feed_page(...) end)
end

--- A page of `Account:feeds`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.FeedEntry[]
---@return integer status
function Account:feed_page(after, limit)
    return call.feed_list(self, 0, after, limit or 1000)
end

--- Lists the rejected items of a feed by their identifiers, the oldest first.
---
--- The last max_rejected are kept until the feed requests everything again. Exports of accounts do not contain them.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param feed integer its identifier; for an unknown one the list is empty
---@return fun(): tally.Rejected?
function Account:rejected(feed)
    return support.pages(function(...) return self:rejected_page(feed, ...) end)
end

--- A page of `Account:rejected`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param feed integer its identifier; for an unknown one the list is empty
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Rejected[]
---@return integer status
function Account:rejected_page(feed, after, limit)
    return call.feed_list_rejected(self, feed, 0, after, limit or 1000)
end
