-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally
local tally = {}

--- Saves the readable parts of a damaged file in a new one.
---
--- Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory rows
--- are left out and counted. If anything was lost, feeds request everything from scratch.
---
--- Returns the result.
--- Raises ERROR_EXISTS (fresh, or `<fresh>.recovering` of a killed run), ERROR_CONFLICT (a log of an earlier file
--- lies beside fresh), ERROR_NOT_A_STORE, ERROR_NEWER, ERROR_LOCKED, ERROR_CORRUPT (nothing can be read), ERROR_IO,
--- ERROR_FULL, ERROR_READ_ONLY, ERROR_PERMISSION.
--- Cost: O(size of the file).
---@param damaged string only read, as is its log; no engine may have it open
---@param fresh string must not exist; appears when it is complete and verified
---@return tally.Recovery
function tally.recover(damaged, fresh)
    return (call.file_recover(damaged, fresh))
end

--- Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it fails,
--- nothing is lost.
---
--- Raises ERROR_IO (also: there is no such file), ERROR_FULL, ERROR_LOCKED, ERROR_CORRUPT, ERROR_NOT_A_STORE,
--- ERROR_NEWER, ERROR_READ_ONLY, ERROR_PERMISSION.
--- Cost: O(size of the file).
---@param file string
function tally.vacuum(file)
    call.file_vacuum(file)
end

--- Computes the partition of an account, for hosts that divide accounts among machines.
---
--- The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the
--- same on every machine and in every version. No engine is needed.
---
--- Raises ERROR_ARGUMENT (an invalid name; partitions is 0).
---@param name string
---@param partitions integer
---@return integer
function tally.account_hash(name, partitions)
    return (call.account_hash(name, partitions))
end

--- Shows what a mapping makes of a response, as a page of the wire format.
---
--- The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
--- "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
--- "count". preset and mapping are as mapping_preset and mapping of `tally.FeedOptions`; one is required.
---
--- Raises ERROR_ARGUMENT (also: an unknown preset), ERROR_MALFORMED (the mapping), ERROR_PROTOCOL (the response).
--- Cost: O(response, times texts of the mapping).
---@param body string
---@param preset? string
---@param mapping? string
---@return string
function tally.try_mapping(body, preset, mapping)
    return (call.mapping_try(preset, mapping, body))
end

--- Returns the patch that undoes a patch. No engine is needed.
---
--- Raises ERROR_MALFORMED.
--- Cost: O(size).
---@param patch string
---@return string
function tally.inverse(patch)
    return (call.patch_inverse(patch))
end

--- Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
---
--- Each call checks the bytes again.
---
--- Raises ERROR_MALFORMED, ERROR_PATH.
--- Cost: O(size).
---
--- - `subtree`: the path itself and everything below it
---@param patch string
---@param path? string relative to the top of the patch; `root`, "" or nil: the top
---@param options? {subtree?: boolean}
---@return fun(): tally.PatchEntry?
function tally.patch_list(patch, path, options)
    return support.pages(function(...) return tally.patch_list_page(patch, path, options, ...) end)
end

--- A page of `tally:patch_list`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_MALFORMED, ERROR_PATH.
--- Cost: O(size).
---
--- - `subtree`: the path itself and everything below it
---@param patch string
---@param path? string relative to the top of the patch; `root`, "" or nil: the top
---@param options? {subtree?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.PatchEntry[]
---@return integer status
function tally.patch_list_page(patch, path, options, after, limit)
    return call.patch_list(patch, path or "root", support.flags_of(options, {subtree = constants.SUBTREE}), after,
        limit or 1000)
end

--- Reads how to draw any other badge, such as the total over the accounts. No engine is needed.
---
--- Raises ERROR_ARGUMENT (the badge, or the style), ERROR_RANGE (of the style).
---
--- - `badge`: a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
---@param badge tally.Badge|tally.BadgeEntry|{kind: integer, count?: integer}
---@param style? tally.Style nil means all defaults
---@return string text
---@return tally.Presentation presentation
function tally.present(badge, style)
    local text, record = call.present(support.badge(badge), style)
    return text, record
end

--- Returns a name as a component of a path, with `\.` and `\\`.
---
--- Raises ERROR_PATH (not a component).
---@param name string
---@return string
function tally.escape(name)
    return (call.path_escape(name))
end

--- Returns a path and a component below it, `name`, which it escapes.
---
--- Raises ERROR_PATH.
---@param path string `root`, or components separated by dots
---@param name string
---@return string
function tally.join(path, name)
    return (call.path_join(path, name))
end

--- Returns the parent of a path.
---
--- Raises ERROR_PATH, ERROR_NOT_FOUND (`root` has none).
---@param path string `root`, or components separated by dots
---@return string
function tally.parent(path)
    return (call.path_parent(path))
end

--- Returns a component of a path, without escapes.
---
--- Raises ERROR_PATH, ERROR_NOT_FOUND (beyond the last one).
---@param path string `root`, or components separated by dots
---@param index integer from 0; `root` is not counted
---@return string
function tally.component(path, index)
    return (call.path_component(path, index))
end

return tally
