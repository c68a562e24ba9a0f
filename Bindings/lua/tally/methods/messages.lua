-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a sequence
--- is the newest when it arrives.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
--- - `unread`: only those that are not read
---@param path? string `root`, or components separated by dots; nil: all messages
---@param options? {subtree?: boolean, unread?: boolean}
---@return fun(): tally.Message?
function Account:messages(path, options)
    return support.pages(function(...) return self:message_page(path, options, ...) end)
end

--- A page of `Account:messages`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
--- - `unread`: only those that are not read
---@param path? string `root`, or components separated by dots; nil: all messages
---@param options? {subtree?: boolean, unread?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Message[]
---@return integer status
function Account:message_page(path, options, after, limit)
    return call.message_list(self, path or "root", support.flags_of(support.everything(path, options),
        {subtree = constants.SUBTREE, unread = constants.MESSAGES_UNREAD}), after, limit or 1000)
end

--- Lists messages from one of them on: first that message, then the older ones, newest first.
---
--- A chat that opens at a message makes two calls, one of them with `newer`. Each has the room for its part of the
--- screen. To continue either list, call with `next` and the same key, even if that message is gone.
---
--- Raises ERROR_PATH, ERROR_ARGUMENT (key is negative), ERROR_NOT_FOUND (key), ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
--- - `unread`: only those that are not read
--- - `newer`: `Account:messages_from`: newer ones instead of older ones
---@param path string `root`, or components separated by dots
---@param key? integer the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
---@param options? {subtree?: boolean, unread?: boolean, newer?: boolean}
---@return fun(): tally.Message?
function Account:messages_from(path, key, options)
    return support.pages(function(...) return self:messages_from_page(path, key, options, ...) end)
end

--- A page of `Account:messages_from`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_PATH, ERROR_ARGUMENT (key is negative), ERROR_NOT_FOUND (key), ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
--- - `unread`: only those that are not read
--- - `newer`: `Account:messages_from`: newer ones instead of older ones
---@param path string `root`, or components separated by dots
---@param key? integer the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
---@param options? {subtree?: boolean, unread?: boolean, newer?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Message[]
---@return integer status
function Account:messages_from_page(path, key, options, after, limit)
    return call.message_list_from(self, path, support.flags_of(options, {subtree = constants.SUBTREE,
        unread = constants.MESSAGES_UNREAD, newer = constants.MESSAGES_NEWER}), key, after, limit or 1000)
end

--- Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a further
--- one are read.
---
--- "9 unread since yesterday" is `matching` and the `time` of the oldest one.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(log messages) for each path that is searched, and the sum of the numbers.
---
--- - `most`: the largest value of each number, which bounds the cost; `tally.NO_LIMIT`: the numbers are complete
--- - `subtree`: the path itself and everything below it
--- - `unseen`: `Account:first_message`: only those that are not seen
--- - `newest`: `Account:first_message`: the newest instead of the oldest
--- - `highlights`: `Account:first_message`: only those of level HIGHLIGHT or above
---@param path string `root`, or components separated by dots
---@param most? integer
---@param options? {subtree?: boolean, unseen?: boolean, newest?: boolean, highlights?: boolean}
---@return tally.MessagePosition
function Account:first_message(path, most, options)
    return (call.message_first(self, path, support.flags_of(options, {subtree = constants.SUBTREE,
        unseen = constants.MESSAGES_UNSEEN, newest = constants.MESSAGES_NEWEST,
        highlights = constants.MESSAGES_HIGHLIGHTS}), most))
end

--- Reads one message as a row of `tally.Message`.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_CORRUPT.
---@param key integer
---@return tally.Message
function Account:message(key)
    return call.message_get(self, key, nil)[1]
end

--- Reads the message that a server knows by an identifier, as a notification has it, as a row of `tally.Message`.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(log messages).
---@param id string any text
---@param feed? integer the feed's identifier; 0: that of `tally.FEED_LOCAL`, which has the posted messages
---@return tally.Message
function Account:find_message(id, feed)
    return call.message_find(self, feed, id, nil)[1]
end

--- Reads the data of a message. Lists leave them out, because they can be long.
---
--- The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without the
--- escapes that JSON does not need. Members keep their order, and numbers their digits.
---
--- Returns the data; none: 0 bytes.
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_CORRUPT.
---@param key integer that of the message
---@return string
function Account:message_data(key)
    return (call.message_get_data(self, key))
end

--- Counts the messages at a path, or also below it.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
---@param path? string `root`, or components separated by dots; nil: all messages
---@param options? {subtree?: boolean}
---@return tally.MessageCounts
function Account:message_counts(path, options)
    return (call.message_get_counts(self, path or "root", support.flags_of(support.everything(path, options),
        {subtree = constants.SUBTREE})))
end

--- Marks messages as read.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
---@param keys integer[] the keys of messages
---@return integer
function Account:read(keys)
    return (call.message_mark_read(self, keys))
end

--- Marks messages at a path as read.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_FULL.
---
--- - `subtree`: the path itself and everything below it
---@param path string `root`, or components separated by dots
---@param options? {subtree?: boolean}
---@return integer
function Account:read_path(path, options)
    return (call.message_mark_path_read(self, path, support.flags_of(options, {subtree = constants.SUBTREE})))
end

--- Marks a message as read, and those that `Account:messages` lists after it.
---
--- Raises ERROR_PATH, ERROR_ARGUMENT (last is not positive), ERROR_NOT_FOUND (last), ERROR_IO, ERROR_FULL.
---
--- - `subtree`: the path itself and everything below it
---@param path string `root`, or components separated by dots
---@param last integer its key
---@param options? {subtree?: boolean}
---@return integer
function Account:read_until(path, last, options)
    return (call.message_mark_read_until(self, path, support.flags_of(options, {subtree = constants.SUBTREE}), last))
end

--- Marks messages as unread again; they stay seen.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
---@param keys integer[] the keys of messages
---@return integer
function Account:unread(keys)
    return (call.message_mark_unread(self, keys))
end

--- Marks messages as seen, in one transaction, as when a user dismisses single notifications.
---
--- Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys the
--- call changes nothing.
---
--- Returns how many were unseen.
--- Raises ERROR_NOT_FOUND (a key), ERROR_IO, ERROR_FULL.
--- Cost: O(messages).
---@param keys integer[] the keys of messages
---@return integer
function Account:mark_seen(keys)
    return (call.message_mark_seen(self, keys))
end

--- Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
---
--- Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
--- `Account:first_message` have it, as any message that is seen and unread. A call replaces an earlier snooze. The
--- snooze also ends when the message is read, removed, or changed by the server with a new revision. Then no time
--- brings it back. A snooze whose time comes while the engine is closed has ended when the account is opened. The
--- snooze is on the disk when the call returns. It is part of an account's export.
---
--- Raises ERROR_RANGE (`expiry` is over, or negative), ERROR_NOT_FOUND (key), ERROR_CONFLICT (the message is read),
--- ERROR_IO, ERROR_FULL, ERROR_CORRUPT.
---@param key integer
---@param expiry integer when it ends; 0: now
function Account:snooze_message(key, expiry)
    call.message_snooze(self, key, expiry)
end

--- Posts a message of the host's own, unseen.
---
--- The message replaces the one that was posted with the same id, whatever its state. No response changes or removes
--- it. The account may be logged out. Messages without an id and with the same time are listed in the order of
--- posting.
---
--- With `once` the call changes nothing if the account has a message of the id, or had one that the user has seen. It
--- is then `tally.ALREADY_APPLIED`: a dot for a new feature shows once, over restarts and retention. The last
--- max_forgotten removed messages, in the order of lists, are remembered until the feed is removed.
---
--- A message with further paths counts at each of them, and once at every path above them, whichever ways lead there.
--- It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at all. It
--- belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further path that occurs
--- twice, or is `path` itself, has no effect.
---
--- Returns its key; 0 with `tally.ALREADY_APPLIED`.
--- Raises ERROR_ARGUMENT (also: ONCE without an id), ERROR_RANGE (time), ERROR_PATH (one of them), ERROR_TOO_LARGE
--- (the data; all texts together exceed max_response_bytes), ERROR_LIMIT (also: more than `tally.MAX_ALSO` further
--- paths), ERROR_IO, ERROR_FULL.
---@param path string `root`, or components separated by dots
---@param options? tally.MessageOptions
---@return integer
function Account:post(path, options)
    return (call.message_post(self, path, support.members(options, {dot = constants.POST_DOT,
        once = constants.POST_ONCE})))
end

--- Removes messages of any feed, or posted ones, as when a user deletes them.
---
--- A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
--- back. An account with an outbox gets a row of `tally.OUTBOX_KIND_REMOVAL`, so that the server removes it as well.
--- The last max_forgotten removed messages of a feed are remembered. Without keys the call changes nothing.
---
--- Raises ERROR_NOT_FOUND (a key), ERROR_IO, ERROR_FULL.
--- Cost: O(log n) in the messages, for each one.
---@param keys integer[] the keys of messages
function Account:remove_messages(keys)
    call.message_remove(self, keys)
end

--- Removes the message that was posted with an id.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
---@param id string its identifier
function Account:withdraw(id)
    call.message_withdraw(self, id)
end
