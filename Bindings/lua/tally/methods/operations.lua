-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

-- The operations of batches and items.
local support = require("tally.support")
local constants = support.constants

---@class tally.Batch
local Batch = support.Batch

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
---@param path string
---@param count integer
---@param expiry? integer
---@return tally.Item
function Item:set(path, count, expiry)
    return self:append(constants.OP_SET, path, count, expiry)
end

--- Appends an operation that does what `Account:dot` does.
---@param where string|tally.Node
---@param expiry? integer
---@return tally.Batch
function Batch:dot(where, expiry)
    return self:append(constants.OP_DOT, where, nil, expiry)
end

--- Appends an operation that does what `Account:dot` does.
---@param path string
---@param expiry? integer
---@return tally.Item
function Item:dot(path, expiry)
    return self:append(constants.OP_DOT, path, nil, expiry)
end

--- Appends an operation that does what `Account:add` does.
---@param where string|tally.Node
---@param delta integer
---@return tally.Batch
function Batch:add(where, delta)
    return self:append(constants.OP_ADD, where, delta)
end

--- Appends an operation that does what `Account:add` does.
---@param path string
---@param delta integer
---@return tally.Item
function Item:add(path, delta)
    return self:append(constants.OP_ADD, path, delta)
end

--- Appends an operation that does what `Account:clear` does.
---@param where string|tally.Node
---@return tally.Batch
function Batch:clear(where)
    return self:append(constants.OP_CLEAR, where)
end

--- Appends an operation that does what `Account:clear` does.
---@param path string
---@return tally.Item
function Item:clear(path)
    return self:append(constants.OP_CLEAR, path)
end

--- Appends an operation that does what `Account:clear_tree` does.
---@param where string|tally.Node
---@return tally.Batch
function Batch:clear_tree(where)
    return self:append(constants.OP_CLEAR_TREE, where)
end

--- Appends an operation that does what `Account:clear_tree` does.
---@param path string
---@return tally.Item
function Item:clear_tree(path)
    return self:append(constants.OP_CLEAR_TREE, path)
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
---@param path string
---@param mode integer
---@param expiry? integer
---@return tally.Item
function Item:mute(path, mode, expiry)
    return self:append(constants.OP_MUTE, path, mode, expiry)
end

--- Appends an operation that does what `Account:get` does.
---@param where string|tally.Node
---@return tally.Batch
function Batch:get(where)
    return self:append(constants.OP_GET, where)
end

--- Appends an operation that does what `Account:post` does.
---@param path string
---@param options? tally.MessageOptions
---@return tally.Item
function Item:post(path, options)
    return self:append(constants.OP_POST, path, nil, nil, {message = support.members(options,
        {dot = constants.POST_DOT, once = constants.POST_ONCE})})
end

--- Appends an operation that does what `Account:withdraw` does.
---@param id string
---@return tally.Item
function Item:withdraw(id)
    return self:append(constants.OP_WITHDRAW, nil, nil, nil, {id = id})
end

--- Appends an operation that does what `Account:read_path` does.
---@param path string
---@param options? {subtree?: boolean}
---@return tally.Item
function Item:read_path(path, options)
    return self:append(constants.OP_READ, path, nil, nil, {flags = support.flags_of(options,
        {subtree = constants.SUBTREE})})
end

--- Appends an operation that does what `Account:put_reminder` does.
---@param id string
---@param options? tally.ReminderOptions
---@return tally.Item
function Item:put_reminder(id, options)
    return self:append(constants.OP_REMINDER_PUT, nil, nil, nil, {id = id, reminder = options or {}})
end

--- Appends an operation that does what `Account:edit_reminder` does.
---@param id string
---@param options? tally.ReminderOptions
---@return tally.Item
function Item:edit_reminder(id, options)
    return self:append(constants.OP_REMINDER_EDIT, nil, nil, nil, {id = id, reminder = options or {}})
end

--- Appends an operation that does what `Account:reminder_done` does.
---@param id string
---@return tally.Item
function Item:reminder_done(id)
    return self:append(constants.OP_REMINDER_DONE, nil, nil, nil, {id = id})
end

--- Appends an operation that does what `Account:reminder_undone` does.
---@param id string
---@return tally.Item
function Item:reminder_undone(id)
    return self:append(constants.OP_REMINDER_UNDONE, nil, nil, nil, {id = id})
end

--- Appends an operation that does what `Account:remove_reminder` does.
---@param id string
---@return tally.Item
function Item:remove_reminder(id)
    return self:append(constants.OP_REMINDER_REMOVE, nil, nil, nil, {id = id})
end

--- Appends an operation that does what `Account:snooze` does.
---@param id string
---@param time integer
---@return tally.Item
function Item:snooze(id, time)
    return self:append(constants.OP_REMINDER_SNOOZE, nil, nil, time, {id = id})
end

--- Appends an operation that does what `Account:acknowledge` does.
---@param id string
---@return tally.Item
function Item:acknowledge(id)
    return self:append(constants.OP_REMINDER_ACKNOWLEDGE, nil, nil, nil, {id = id})
end
