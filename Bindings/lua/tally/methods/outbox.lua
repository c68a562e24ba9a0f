-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Gives out rows that are due, in order, as many as fit.
---
--- Nobody else gets them for `duration` milliseconds (1 to 86,400,000). A row whose result is not reported by then
--- goes to the next caller. The account may be logged out. The host chooses the credential.
---
--- Raises ERROR_RANGE, ERROR_IO, ERROR_FULL.
---@param duration integer
---@param limit? integer the largest number of rows
---@return tally.OutboxEntry[]
function Account:outbox_lease(duration, limit)
    return support.leased(function(rows) return call.outbox_lease(self, duration, rows) end, limit or 100)
end

--- Reports that the server has taken a row, and removes it, also if its lease has ended.
---
--- If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
---
--- Returns `tally.OK`, or `tally.ALREADY_APPLIED` if the row was already removed.
--- Raises ERROR_NOT_FOUND (there was never such a row), ERROR_CONFLICT (it was never given out), ERROR_IO,
--- ERROR_FULL.
---@param id integer its identifier
---@param response? string its body
---@return integer status
function Account:outbox_ack(id, response)
    return call.outbox_ack(self, id, response)
end

--- Reports that the server has not taken a row.
---
--- Returns `tally.OK`, or `tally.ALREADY_APPLIED` if the row was already removed.
--- Raises ERROR_RANGE, ERROR_NOT_FOUND, ERROR_CONFLICT (this is not its last attempt), ERROR_IO, ERROR_FULL.
---
--- - `retry_after`: the time until it may be given out again, 0 ms to 86,400,000 ms; -1: it has failed for good
---@param id integer its identifier
---@param attempt integer as it was given out
---@param retry_after? integer
---@return integer status
function Account:outbox_fail(id, attempt, retry_after)
    return call.outbox_fail(self, id, attempt, retry_after or -1)
end

--- Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@return fun(): tally.OutboxEntry?
function Account:outbox()
    return support.pages(function(...) return self:outbox_page(nil, ...) end)
end

--- A page of `Account:outbox`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---
--- - `follow`: whether `next` is also set at the end of the list, to continue with rows that are added later
---@param options? {follow?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.OutboxEntry[]
---@return integer status
function Account:outbox_page(options, after, limit)
    return call.outbox_list(self, support.flags_of(options, {follow = constants.LIST_FOLLOW}), after, limit or 1000)
end

--- Counts the rows.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@return tally.OutboxCounts
function Account:outbox_counts()
    return (call.outbox_get_counts(self))
end

--- Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends too, but
--- not a server's.
---
--- Returns 1, or 0 if it is another row.
--- Raises ERROR_ARGUMENT (id is not positive), ERROR_IO, ERROR_FULL.
---@param id integer its identifier
---@return integer
function Account:outbox_retry(id)
    return (call.outbox_retry(self, id))
end

--- Makes every row that waits or has failed for good due immediately, as `Account:outbox_retry` does for one.
---
--- Returns how many rows.
--- Raises ERROR_IO, ERROR_FULL.
--- Cost: O(rows).
---@return integer
function Account:outbox_retry_all()
    return (call.outbox_retry_all(self))
end

--- Removes a row that has failed for good.
---
--- Returns 1, or 0 if it is another row.
--- Raises ERROR_ARGUMENT (id is not positive), ERROR_IO, ERROR_FULL.
---@param id integer its identifier
---@return integer
function Account:outbox_remove(id)
    return (call.outbox_remove(self, id))
end

--- Removes every row that has failed for good.
---
--- Returns how many.
--- Raises ERROR_IO, ERROR_FULL.
--- Cost: O(rows).
---@return integer
function Account:outbox_remove_failed()
    return (call.outbox_remove_failed(self))
end
