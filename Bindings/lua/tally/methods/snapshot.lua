-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
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

--- Replaces the contents of `path` and its subtree with the snapshot.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_CONFLICT, ERROR_IO, ERROR_FULL.
---@param account tally.Account an account of the same engine
---@param path? string `root`, or components separated by dots
function Snapshot:restore(account, path)
    call.snapshot_restore(self, account, path or "root")
end
