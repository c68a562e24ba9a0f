-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local call = support.call

---@class tally.Node
local Node = support.Node

--- Returns the path of a node. It begins with `root`.
---@return string
function Node:path()
    return (call.node_get_path(support.account_of(self), self.number))
end

--- Sets the node's own badge to `count`: see `Account:set`.
---
--- Raises ERROR_LIMIT, ERROR_RANGE.
---@param count integer
---@param expiry? integer when the badge ends; nil: it does not
function Node:set(count, expiry)
    if expiry then
        call.node_set_until(support.account_of(self), self.number, count, expiry)
    else
        call.node_set(support.account_of(self), self.number, count)
    end
end

--- Sets the node's own badge to a dot.
---
--- Raises ERROR_LIMIT.
---@param expiry? integer when the badge ends; nil: it does not
function Node:dot(expiry)
    if expiry then
        call.node_dot_until(support.account_of(self), self.number, expiry)
    else
        call.node_dot(support.account_of(self), self.number)
    end
end

--- Adds to the node's own count: see `Account:add`.
---
--- Raises ERROR_LIMIT, ERROR_RANGE.
---@param delta integer
function Node:add(delta)
    call.node_add(support.account_of(self), self.number, delta)
end

--- Clears the badge of a node: see `Account:clear`.
---
--- Returns `tally.OK` or `tally.HELD`.
--- Raises ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@return integer status
function Node:clear()
    return call.node_clear(support.account_of(self), self.number)
end

--- Clears a whole subtree: see `Account:clear_tree`.
---
--- Returns `tally.OK` or `tally.HELD`.
--- Raises ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@return integer status
function Node:clear_tree()
    return call.node_clear_tree(support.account_of(self), self.number)
end

--- Mutes a node: see `Account:mute`.
---
--- Raises ERROR_LIMIT, ERROR_ARGUMENT (an unknown mode), ERROR_RANGE.
---@param mode integer
---@param expiry? integer when it ends; nil: it does not
function Node:mute(mode, expiry)
    call.node_mute(support.account_of(self), self.number, mode, expiry)
end

--- Reads what a node shows: see `Account:get`.
---@return tally.Badge
function Node:get()
    return (call.node_get(support.account_of(self), self.number))
end
