-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Engine
local Engine = support.Engine

--- Waits until everything that was applied before the call is on the disk.
---
--- Raises ERROR_IO, ERROR_FULL (nothing is lost: the changes stay in memory and are tried again).
function Engine:flush()
    call.engine_flush(self)
end

--- Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its references.
---
--- Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
--- problems go to the log (`tally.LOG_ERROR`), each with its page, or its table and row. The message has the first.
--- Badges can be used, except while their account is compared.
---
--- Raises ERROR_CORRUPT (the engine goes on with what can be read), ERROR_INTERNAL (only memory is wrong), ERROR_IO
--- (unreadable, but perhaps sound), ERROR_FULL.
--- Cost: O(size of the file).
function Engine:verify()
    call.engine_verify(self)
end

--- Reads or changes a limit while the engine is open.
---
--- A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from
--- which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond it
--- leave as soon as nothing needs them. A call that is working on an account keeps the former limit of its nodes. The
--- limits of paths cannot change because accounts and feeds in memory have room for the longest path. An engine that
--- was opened without max_loaded_accounts, or has no file, keeps all accounts in memory.
---
--- Returns the value before the call.
--- Raises ERROR_ARGUMENT (also: an unknown limit), ERROR_RANGE, ERROR_UNSUPPORTED (the limit cannot change).
--- Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
---@param limit integer
---@param value? integer the new value, in the range of the option; or `tally.LIMIT_KEEP`, which changes nothing
---@return integer
function Engine:limit(limit, value)
    return (call.engine_limit(self, limit, value or -1))
end

--- Copies the engine's file while the engine is in use.
---
--- The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
--- applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
--- `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.
---
--- Changes of badges do not wait. A durable call waits for one megabyte at most.
---
--- Raises ERROR_EXISTS (without `replace`, or it is no regular file), ERROR_LOCKED (open in an engine),
--- ERROR_CONFLICT (not closed: its log lies beside it), ERROR_ARGUMENT (the engine's own files), ERROR_UNSUPPORTED
--- (the engine has no file), ERROR_CLOSED (also: closed during the call), ERROR_CORRUPT, ERROR_IO, ERROR_FULL,
--- ERROR_READ_ONLY, ERROR_PERMISSION.
--- Cost: O(size of the file).
---@param file string
---@param replace? boolean replaces an existing file
function Engine:backup(file, replace)
    call.engine_backup(self, file, support.flag(replace, constants.BACKUP_REPLACE))
end

--- Reads numbers about the engine, except of accounts on which a long call is working.
---
--- Cost: O(feeds, and accounts in memory).
---
--- - `reset`: longest_wait_us and longest_hold_us begin again
---@param options? {reset?: boolean}
---@return tally.Stats
function Engine:stats(options)
    return (call.engine_get_stats(self, support.flags_of(options, {reset = constants.STATS_RESET})))
end

--- Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
---
--- In the background, pages are not seen (`Feed:page_shown`), and timers of feeds with `stops_in_background` do not
--- poll. Coming to the foreground with a page shown counts as a return to that page.
---
--- Cost: O(feeds).
---@param foreground boolean
function Engine:set_foreground(foreground)
    call.engine_set_foreground(self, foreground and true or false)
end

--- Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there is.
---
--- When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
--- after a regular attempt, or after the network was lost.
---
--- Cost: O(feeds).
---@param available boolean
function Engine:set_network(available)
    call.engine_set_network(self, available and true or false)
end

--- Tells all feeds that the machine was asleep and is awake, as if the network were back.
---
--- Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due
--- during sleep is done once, also without this call.
---
--- Cost: O(feeds).
function Engine:woke()
    call.engine_woke(self)
end

--- Opens an account, and creates it if it does not exist.
---
--- Raises ERROR_LIMIT, ERROR_CONFLICT (another aggregation or feeding is stored; `Account:configure` changes the
--- feeding), ERROR_NOT_FOUND (with `existing`), ERROR_IO, ERROR_FULL, ERROR_CORRUPT.
--- Cost: O(stored data of the account) the first time; O(1) with max_loaded_accounts.
---@param name string
---@param options? tally.AccountOptions
---@return tally.Account
function Engine:account(name, options)
    return support.opened(self, name, call.account_open(self, name, support.members(options,
        {existing = constants.ACCOUNT_EXISTING})))
end

--- Finds an open account by its identifier, as events have it.
---
--- Raises ERROR_NOT_FOUND (no open account has it), ERROR_IO, ERROR_CORRUPT.
--- Cost: O(log accounts).
---@param id integer that of `tally.AccountState`
---@return tally.Account
function Engine:find_account(id)
    return support.found(self, call.account_find(self, id))
end

--- Lists the stored accounts, open or not, sorted by the bytes of their names.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@return fun(): string?
function Engine:accounts()
    return support.pages(function(...) return self:account_page(...) end)
end

--- A page of `Engine:accounts`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(rows).
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return string[]
function Engine:account_page(after, limit)
    return support.names_of(call.account_list(self, 0, after, limit or 1000))
end

--- Removes an account and everything stored for it.
---
--- The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
--- ERROR_CANCELLED. Its observers are notified that their paths show nothing, and are never called again. Its handles
--- fail with ERROR_NOT_FOUND and must still be released. A later account of this name has another identifier. If it
--- is in memory, calls about other accounts wait meanwhile.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
--- Cost: O(stored data of the account).
---@param name string
function Engine:remove_account(name)
    call.account_remove(self, name)
end

--- Creates an account, which must not exist, from exported bytes.
---
--- The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
--- messages, are new; `Engine:import` keeps those of messages. Feeds continue from their cursors when they are added.
--- The bytes may come from anywhere: all are checked.
---
--- Raises ERROR_EXISTS, ERROR_MALFORMED, ERROR_PATH, ERROR_LIMIT (of this engine), ERROR_IO, ERROR_FULL,
--- ERROR_CORRUPT.
--- Cost: O(size).
---@param name string
---@param bytes string
function Engine:import_account(name, bytes)
    call.account_import(self, name, bytes)
end

--- Reads the total of all accounts that are logged in: what an application's icon shows.
---
--- A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total since
--- the engine was opened.
---@return tally.Badge
function Engine:total()
    return (call.engine_get_total(self))
end

--- Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of each
--- account is of its own moment.
---
--- Raises ERROR_LIMIT (max_accounts), ERROR_IO, ERROR_CORRUPT.
--- Cost: O(stored accounts, and the badges of those that are not in memory).
---@return tally.Badge
function Engine:total_of_all()
    return (call.engine_get_total_of_all(self))
end

--- Returns a descriptor for poll, epoll or select.
---
--- The descriptor is readable while events are pending, or, with `host_driven`, when `Engine:step` has work. After a
--- dispatch that leaves only events without a callback, it is readable again when the next event comes. A host that
--- takes these too calls `Engine:next_event` until it returns nil. Never read from the descriptor or close it.
---@return integer
function Engine:descriptor()
    return (call.engine_get_descriptor(self))
end

--- Sets the device's zone, and plans the reminders that follow it again.
---
--- Raises ERROR_NOT_FOUND, ERROR_TOO_LARGE.
---@param name? string nil: that of the options or the system
function Engine:set_zone(name)
    call.engine_set_zone(self, name)
end

--- Reads how far a source was applied by `Engine:batch`.
---
--- Raises ERROR_NOT_FOUND (no batch of this source was applied), ERROR_IO, ERROR_CORRUPT.
---@param source string
---@return tally.Position
function Engine:position(source)
    return (call.engine_get_position(self, source))
end

--- Returns everything that is stored for an account, so that `Engine:import` can put it in the same place.
---
--- The bytes are those of `Account:export_account`, with the keys of the account's messages and its epoch.
---
--- Raises ERROR_NOT_FOUND, ERROR_LIMIT, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(stored data of the account).
---@param name string the account's, which need not be open
---@return string
function Engine:export_account(name)
    return (call.engine_export_account(self, name))
end

--- Returns how far a source was applied, and the ids that it remembers, for `Engine:import`.
---
--- Raises ERROR_NOT_FOUND (no batch of this source was applied), ERROR_IO, ERROR_CORRUPT.
--- Cost: O(remembered ids).
---@param source string
---@return string
function Engine:export_source(source)
    return (call.engine_export_source(self, source))
end
