-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Snapshot
local Snapshot = support.Snapshot

--- Decodes the bytes of a snapshot.
---
--- Raises ERROR_MALFORMED.
--- Cost: O(size).
---@param bytes string
---@return tally.Snapshot
function Snapshot.decode(bytes)
    return support.snapshot(call.snapshot_decode(bytes))
end

--- Returns the bytes of a snapshot.
---
--- Cost: O(size).
---@return string
function Snapshot:encode()
    return (call.snapshot_encode(self))
end

--- Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
---
--- Cost: O(bytes), at the speed of comparing memory where they are equal.
---@param to tally.Snapshot
---@return string
function Snapshot:diff(to)
    return (call.snapshot_diff(self, to))
end

--- Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No engine
--- is needed.
---
--- A badge that has ended is listed too.
---
--- Raises ERROR_PATH.
--- Cost: O(nodes of the snapshot), with little work for those that are not listed.
---
--- - `subtree`: the path itself and everything below it
---@param path? string relative to the top of the snapshot; `root`, "" or nil: the top
---@param options? {subtree?: boolean}
---@return fun(): tally.SnapshotEntry?
function Snapshot:list(path, options)
    return support.pages(function(...) return self:list_page(path, options, ...) end)
end

--- A page of `Snapshot:list`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_PATH.
--- Cost: O(nodes of the snapshot), with little work for those that are not listed.
---
--- - `subtree`: the path itself and everything below it
---@param path? string relative to the top of the snapshot; `root`, "" or nil: the top
---@param options? {subtree?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.SnapshotEntry[]
---@return integer status
function Snapshot:list_page(path, options, after, limit)
    return call.snapshot_list(self, path or "root", support.flags_of(options, {subtree = constants.SUBTREE}), after,
        limit or 1000)
end
