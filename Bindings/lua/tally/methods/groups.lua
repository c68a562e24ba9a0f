-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Registers a category, or replaces the one with that id.
---
--- The category is stored. summary is its format, and hidden the format for hidden previews, without arguments; nil
--- or empty: none. A format is the key of its translations and its own source text, for every count. A mere name,
--- such as "GROUP_MORE", is only a key and is never shown.
---
--- Raises ERROR_MALFORMED (a format), ERROR_TOO_LARGE (65,536 bytes), ERROR_IO, ERROR_FULL.
---@param id string its identifier
---@param summary? string
---@param hidden? string
function Account:set_category(id, summary, hidden)
    call.category_set(self, id, summary, hidden)
end

--- Removes a category; translations of its formats stay.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
---@param id string its identifier
function Account:remove_category(id)
    call.category_remove(self, id)
end

--- Sets the plural forms of a format for a language, and replaces the former ones.
---
--- Raises ERROR_MALFORMED (a form), ERROR_TOO_LARGE, ERROR_IO, ERROR_FULL.
---@param key string
---@param language? string nil or "" means the source text. They are stored
---@param forms? tally.Forms
function Account:set_strings(key, language, forms)
    call.strings_set(self, key, language, forms or {})
end

--- Removes the plural forms of a format for a language. A text is then looked up in the next language, as the
--- introduction says.
---
--- Raises ERROR_ARGUMENT (also: an invalid language), ERROR_NOT_FOUND, ERROR_TOO_LARGE, ERROR_IO, ERROR_FULL.
---@param key string
---@param language? string nil or "" means the source text
function Account:remove_strings(key, language)
    call.strings_remove(self, key, language)
end

--- Imports the formats of a file of translations, all of them or none.
---
--- A text that is not a format is skipped, but is ERROR_MALFORMED if its key is that of a category. Plural forms need
--- `other`. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md explains how catalogs
--- are used.
---
--- Returns the number of imported formats (keys in one language), and of skipped texts.
--- Raises ERROR_MALFORMED, ERROR_TOO_LARGE (max_response_bytes), ERROR_IO, ERROR_FULL.
--- Cost: O(size).
---@param kind integer
---@param bytes string
---@param language? string of a dictionary; nil for a catalog
---@return tally.ImportReport
function Account:import_strings(kind, bytes, language)
    return (call.strings_import(self, kind, bytes, language))
end

--- Lists groups, the one with the newest message first. A group's messages are read again after any change except a
--- newer message.
---
--- Raises ERROR_ARGUMENT (also: an invalid language), ERROR_IO, ERROR_CORRUPT.
--- Cost: O(n log n) in groups and messages.
---
--- - `hidden`: previews are hidden
---@param language? string of the summaries; nil or "": the account's
---@param options? {hidden?: boolean}
---@return fun(): tally.Group?
function Account:groups(language, options)
    return support.pages(function(...) return self:group_page(language, options, ...) end)
end

--- A page of `Account:groups`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_ARGUMENT (also: an invalid language), ERROR_IO, ERROR_CORRUPT.
--- Cost: O(n log n) in groups and messages.
---
--- - `hidden`: previews are hidden
---@param language? string of the summaries; nil or "": the account's
---@param options? {hidden?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Group[]
---@return integer status
function Account:group_page(language, options, after, limit)
    return call.group_list(self, language, support.flags_of(options, {hidden = constants.GROUPS_HIDDEN}), after,
        limit or 1000)
end

--- Reads one group as a row of `tally.Group`.
---
--- Raises ERROR_ARGUMENT (also: an invalid language), ERROR_NOT_FOUND (no message, or no grouping by threads),
--- ERROR_IO, ERROR_CORRUPT.
---
--- - `hidden`: previews are hidden
---@param thread? string nil means ""
---@param language? string of the summaries; nil: the account's
---@param options? {hidden?: boolean}
---@return tally.Group
function Account:group(thread, language, options)
    return call.group_get(self, thread, language, support.flags_of(options, {hidden = constants.GROUPS_HIDDEN}),
        nil)[1]
end

--- Lists the messages of a group as `Account:messages` does.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param thread? string nil means ""
---@return fun(): tally.Message?
function Account:group_messages(thread)
    return support.pages(function(...) return self:group_message_page(thread, ...) end)
end

--- A page of `Account:group_messages`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@param thread? string nil means ""
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Message[]
---@return integer status
function Account:group_message_page(thread, after, limit)
    return call.group_list_messages(self, thread, 0, after, limit or 1000)
end

--- Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the group
--- and in the badge. This is stored.
---
--- Raises ERROR_NOT_FOUND, ERROR_IO, ERROR_FULL.
--- Cost: O(messages of the group).
---@param thread? string the thread of the group; nil or "": messages without a thread
function Account:group_seen(thread)
    call.group_mark_seen(self, thread)
end

--- Dismisses a group: its messages become seen, in one transaction.
---
--- A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread
--- "" is all of them. To dismiss single messages, call `Account:mark_seen`.
---
--- Returns how many messages were unseen.
--- Raises ERROR_NOT_FOUND (the group), ERROR_IO, ERROR_FULL.
--- Cost: O(messages).
---@param thread? string nil means ""
---@return integer
function Account:dismiss(thread)
    return (call.group_dismiss(self, thread))
end
