-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

-- The operations of batches, nodes' batches and items.
local support = require("tally.support")
local constants = support.constants

---@class tally.Batch
local Batch = support.Batch

---@class tally.NodeBatch
local NodeBatch = support.NodeBatch

---@class tally.Item
local Item = support.Item

--- Appends an operation that does what `Account:set` does.
---@param where string|tally.Node
---@param count integer
---@param expiry? integer
---@return tally.Batch
function Batch:set(where, count, expiry)
    return self:append(constants.OP_SET, where, count, expiry)
end

--- Appends an operation that does what `Account:set` does.
---@param node tally.Node
---@param count integer
---@return tally.NodeBatch
function NodeBatch:set(node, count)
    return self:append(constants.OP_SET, node, count)
end

--- Appends an operation that does what `Account:set` does.
---@param path string
---@param count integer
---@param expiry? integer
---@return tally.Item
function Item:set(path, count, expiry)
    return self:append(constants.OP_SET, {path = path, value = support.required(count, "count"), ["until"] = expiry})
end

--- Appends an operation that does what `Account:dot` does.
---@param where string|tally.Node
---@param expiry? integer
---@return tally.Batch
function Batch:dot(where, expiry)
    return self:append(constants.OP_DOT, where, 0, expiry)
end

--- Appends an operation that does what `Account:dot` does.
---@param node tally.Node
---@return tally.NodeBatch
function NodeBatch:dot(node)
    return self:append(constants.OP_DOT, node)
end

--- Appends an operation that does what `Account:dot` does.
---@param path string
---@param expiry? integer
---@return tally.Item
function Item:dot(path, expiry)
    return self:append(constants.OP_DOT, {path = path, ["until"] = expiry})
end

--- Appends an operation that does what `Account:add` does.
---@param where string|tally.Node
---@param delta integer
---@return tally.Batch
function Batch:add(where, delta)
    return self:append(constants.OP_ADD, where, delta)
end

--- Appends an operation that does what `Account:add` does.
---@param node tally.Node
---@param delta integer
---@return tally.NodeBatch
function NodeBatch:add(node, delta)
    return self:append(constants.OP_ADD, node, delta)
end

--- Appends an operation that does what `Account:add` does.
---@param path string
---@param delta integer
---@return tally.Item
function Item:add(path, delta)
    return self:append(constants.OP_ADD, {path = path, value = support.required(delta, "delta")})
end

--- Appends an operation that does what `Account:clear` does.
---@param where string|tally.Node
---@return tally.Batch
function Batch:clear(where)
    return self:append(constants.OP_CLEAR, where)
end

--- Appends an operation that does what `Account:clear` does.
---@param node tally.Node
---@return tally.NodeBatch
function NodeBatch:clear(node)
    return self:append(constants.OP_CLEAR, node)
end

--- Appends an operation that does what `Account:clear` does.
---@param path string
---@return tally.Item
function Item:clear(path)
    return self:append(constants.OP_CLEAR, {path = path})
end

--- Appends an operation that does what `Account:clear_tree` does.
---@param where string|tally.Node
---@return tally.Batch
function Batch:clear_tree(where)
    return self:append(constants.OP_CLEAR_TREE, where)
end

--- Appends an operation that does what `Account:clear_tree` does.
---@param node tally.Node
---@return tally.NodeBatch
function NodeBatch:clear_tree(node)
    return self:append(constants.OP_CLEAR_TREE, node)
end

--- Appends an operation that does what `Account:clear_tree` does.
---@param path string
---@return tally.Item
function Item:clear_tree(path)
    return self:append(constants.OP_CLEAR_TREE, {path = path})
end

--- Appends an operation that does what `Account:mute` does.
---@param where string|tally.Node
---@param mode integer
---@param expiry? integer
---@return tally.Batch
function Batch:mute(where, mode, expiry)
    return self:append(constants.OP_MUTE, where, mode, expiry)
end

--- Appends an operation that does what `Account:mute` does.
---@param node tally.Node
---@param mode integer
---@return tally.NodeBatch
function NodeBatch:mute(node, mode)
    return self:append(constants.OP_MUTE, node, mode)
end

--- Appends an operation that does what `Account:mute` does.
---@param path string
---@param mode integer
---@param expiry? integer
---@return tally.Item
function Item:mute(path, mode, expiry)
    return self:append(constants.OP_MUTE, {path = path, value = support.required(mode, "mode"), ["until"] = expiry})
end

--- Appends an operation that does what `Account:get` does.
---@param where string|tally.Node
---@return tally.Batch
function Batch:get(where)
    return self:append(constants.OP_GET, where)
end

--- Appends an operation that does what `Account:get` does.
---@param node tally.Node
---@return tally.NodeBatch
function NodeBatch:get(node)
    return self:append(constants.OP_GET, node)
end

--- Appends an operation that does what `Account:post` does.
---@param path string
---@param options? tally.MessageOptions
---@return tally.Item
function Item:post(path, options)
    return self:append(constants.OP_POST, {path = path}, "message", support.members(options,
        {dot = constants.POST_DOT}))
end

--- Appends an operation that does what `Account:withdraw` does.
---@param id string
---@return tally.Item
function Item:withdraw(id)
    return self:append(constants.OP_WITHDRAW, {id = id})
end

--- Appends an operation that does what `Account:read_path` does.
---@param path string
---@param options? {subtree?: boolean}
---@return tally.Item
function Item:read_path(path, options)
    return self:append(constants.OP_READ, {path = path, flags = support.flags_of(options,
        {subtree = constants.SUBTREE})})
end

--- Appends an operation that does what `Account:put_reminder` does.
---@param id string
---@param options? tally.ReminderOptions
---@return tally.Item
function Item:put_reminder(id, options)
    return self:append(constants.OP_REMINDER_PUT, {id = id}, "reminder", support.reminder_options(options))
end

--- Appends an operation that does what `Account:edit_reminder` does.
---@param id string
---@param options? tally.ReminderOptions
---@return tally.Item
function Item:edit_reminder(id, options)
    return self:append(constants.OP_REMINDER_EDIT, {id = id}, "reminder", support.reminder_options(options))
end

--- Appends an operation that does what `Account:reminder_done` does.
---@param id string
---@return tally.Item
function Item:reminder_done(id)
    return self:append(constants.OP_REMINDER_DONE, {id = id})
end

--- Appends an operation that does what `Account:reminder_undone` does.
---@param id string
---@return tally.Item
function Item:reminder_undone(id)
    return self:append(constants.OP_REMINDER_UNDONE, {id = id})
end

--- Appends an operation that does what `Account:remove_reminder` does.
---@param id string
---@return tally.Item
function Item:remove_reminder(id)
    return self:append(constants.OP_REMINDER_REMOVE, {id = id})
end

--- Appends an operation that does what `Account:snooze` does.
---@param id string
---@param time integer
---@return tally.Item
function Item:snooze(id, time)
    return self:append(constants.OP_REMINDER_SNOOZE, {id = id, ["until"] = time})
end

--- Appends an operation that does what `Account:acknowledge` does.
---@param id string
---@return tally.Item
function Item:acknowledge(id)
    return self:append(constants.OP_REMINDER_ACKNOWLEDGE, {id = id})
end
