-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Adds a feed, or changes the options of one.
---
--- A feed is stored with its account, and continues from its cursor. If the URL, prefix, mapping_preset or bytes of
--- the mapping changed, it requests everything again, and the response replaces its messages. Stored feeds are not
--- polled until they are added again in this run. Mappings are not stored.
---
--- Raises ERROR_ARGUMENT (also: an unknown profile), ERROR_MALFORMED (the mapping), ERROR_URL, ERROR_PATH,
--- ERROR_RANGE, ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@param name string
---@param options? tally.FeedOptions
---@return tally.Feed
function Account:add_feed(name, options)
    return support.feed(self, name, call.feed_add(self, name, support.members(options,
        {stops_in_background = constants.FEED_OPTION_STOPS_IN_BACKGROUND,
        exact_delay = constants.FEED_OPTION_EXACT_DELAY})))
end

--- Lists the stored feeds of an account, added in this run or not, by the bytes of their names.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@return fun(): tally.FeedEntry?
function Account:feeds()
    return support.pages(function(...) return self:feed_page(...) end, nil, "name")
end

--- A page of `Account:feeds`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@param after? string the name of the last row of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.FeedEntry[]
---@return integer status
function Account:feed_page(after, limit)
    return call.feed_list(self, after, limit or 1000)
end

--- Lists the rejected items of a feed by their numbers, the oldest first.
---
--- The last max_rejected are kept until the feed requests everything again. Account snapshots do not contain them.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param feed integer its identifier; for an unknown one the list is empty
---@return fun(): tally.Rejected?
function Account:rejected(feed)
    return support.pages(function(...) return self:rejected_page(feed, ...) end, 0, "number")
end

--- A page of `Account:rejected`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param feed integer its identifier; for an unknown one the list is empty
---@param after? integer the number of the last row of the page before; 0: the first page
---@param limit? integer the largest number of rows
---@return tally.Rejected[]
---@return integer status
function Account:rejected_page(feed, after, limit)
    return call.feed_rejected(self, feed, after, limit or 1000)
end
