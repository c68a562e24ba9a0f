-- Items: operations on many accounts in one call, for servers that apply a log. Engine:batch takes them.

local ffi = require("ffi")
local bit = require("bit")
local library = require("tally.library")

local constants = library.constants
local items = {}

-- Operations on one account, all or nothing. An item without an account lets time pass. `status` is OK,
-- ALREADY_APPLIED, or why the item was rejected; `results` has the status of each operation, the `key` of the message
-- that it posted, and how many messages it has `changed`. An item can be applied again.
local Item = {}
Item.__index = Item
items.Item = Item

-- options: id, a name of its own, so that the item is applied once; time, when it happened.
function items.item(account, options)
    options = options or {}
    for name in pairs(options) do
        if name ~= "id" and name ~= "time" then error("an item has no member " .. tostring(name), 0) end
    end
    return setmetatable({
        account = library.text(account, "account"), id = library.text(options.id, "id"),
        time = library.integer(options.time, "int64_t", "time"), status = constants.ERROR_NOT_APPLIED, results = {},
        count = 0, operations = {},
    }, Item)
end

-- The members of tally_message_options, of a table that may have dot: true.
function items.message_options(options)
    local members, flags = {}, options and options.flags or 0
    for name, value in pairs(options or {}) do members[name] = value end
    if members.dot then flags = bit.bor(flags, constants.POST_DOT) end
    members.dot, members.flags = nil, flags
    return members
end

-- The bit of each member of a reminder; those with a unit have one together.
local reminder_bits = {shelf = constants.REMINDER_FIELD_SHELF_LIFE}
for _, name in ipairs{
    "title", "body", "path", "zone", "produced", "time", "smart", "repeat", "start", "end", "overdue"
} do
    reminder_bits[name] = constants["REMINDER_FIELD_" .. name:upper()]
end

-- The members of tally_reminder_options, of a table of those that are given.
function items.reminder_options(options)
    local members, fields = {}, 0
    for name, value in pairs(options or {}) do
        members[name], fields = value, bit.bor(fields, reminder_bits[name:match("^%a+")] or 0)
    end
    members.fields = fields
    return members
end

-- One operation. members: those of tally_item_operation. more: the name of a structure that it points to, and the
-- structure's members.
local function append(item, kind, members, more)
    members.kind, members.status = kind, constants.ERROR_NOT_APPLIED
    local made, kept = library.structure("tally_item_operation", members)
    if more then
        local structure, texts = library.structure("tally_" .. more.name .. "_options", more.members)
        made[more.name] = structure
        kept[#kept + 1], kept[#kept + 2] = structure, texts -- The library reads them by pointers.
    end
    item.count = item.count + 1
    item.operations[item.count] = {made = made, kept = kept}
    return item
end

local function required(value, name)
    return library.integer(value, "int64_t", name)
end

function Item:set(path, count, expiry)
    return append(self, constants.OP_SET, {path = path, value = required(count, "count"), ["until"] = expiry})
end
function Item:dot(path, expiry) return append(self, constants.OP_DOT, {path = path, ["until"] = expiry}) end
function Item:add(path, delta) return append(self, constants.OP_ADD, {path = path, value = required(delta, "delta")}) end
function Item:clear(path) return append(self, constants.OP_CLEAR, {path = path}) end
function Item:clear_tree(path) return append(self, constants.OP_CLEAR_TREE, {path = path}) end
function Item:mute(path, mode, expiry)
    return append(self, constants.OP_MUTE, {path = path, value = required(mode, "mode"), ["until"] = expiry})
end

-- options: as Account:post takes them.
function Item:post(path, options)
    return append(self, constants.OP_POST, {path = path}, {name = "message", members = items.message_options(options)})
end

function Item:withdraw(id) return append(self, constants.OP_WITHDRAW, {id = id}) end

-- Marks messages read. options: subtree.
function Item:read_path(path, options)
    local flags = options and options.subtree and constants.SUBTREE or 0
    return append(self, constants.OP_READ, {path = path, flags = flags})
end

local function reminder(item, kind, id, options)
    return append(item, kind, {id = id}, {name = "reminder", members = items.reminder_options(options)})
end

-- options: as Account:put_reminder takes them.
function Item:put_reminder(id, options) return reminder(self, constants.OP_REMINDER_PUT, id, options) end
function Item:edit_reminder(id, options) return reminder(self, constants.OP_REMINDER_EDIT, id, options) end
function Item:reminder_done(id) return append(self, constants.OP_REMINDER_DONE, {id = id}) end
function Item:reminder_undone(id) return append(self, constants.OP_REMINDER_UNDONE, {id = id}) end
function Item:remove_reminder(id) return append(self, constants.OP_REMINDER_REMOVE, {id = id}) end
function Item:snooze(id, time) return append(self, constants.OP_REMINDER_SNOOZE, {id = id, ["until"] = time}) end
function Item:acknowledge(id) return append(self, constants.OP_REMINDER_ACKNOWLEDGE, {id = id}) end

-- Items as the library reads them: an array of structures, and the operations that they point to.
function items.rows(list)
    local rows, operations = ffi.new("tally_item[?]", math.max(#list, 1)), {}
    for row, item in ipairs(list) do
        if getmetatable(item) ~= Item then error("items: an item is needed, not " .. type(item), 0) end
        local own = ffi.new("tally_item_operation[?]", math.max(item.count, 1))
        for index = 1, item.count do own[index - 1] = item.operations[index].made end
        local made = rows[row - 1]
        made.account, made.id, made.time = item.account, item.id, item.time
        made.operations, made.count, made.status = own, item.count, constants.ERROR_NOT_APPLIED
        operations[row] = own
    end
    return rows, operations
end

-- Writes to each item what the library has written to its row.
function items.take(list, rows, operations)
    for row, item in ipairs(list) do
        item.status, item.results = rows[row - 1].status, {}
        for index = 1, tonumber(rows[row - 1].count) do
            local operation = operations[row][index - 1]
            item.results[index] = {status = operation.status, key = library.number(operation.key),
                changed = operation.changed}
        end
    end
end

-- The options of a batch, with the sizes of the rows.
function items.sized(options)
    local made = {item_size = ffi.sizeof("tally_item"), operation_size = ffi.sizeof("tally_item_operation")}
    for name, value in pairs(options or {}) do made[name] = value end
    return made
end

-- Accounts and sources as the library reads them. They point into the strings of the list.
function items.imports(list)
    local rows = ffi.new("tally_import[?]", math.max(#list, 1))
    for row, import in ipairs(list) do
        for name in pairs(import) do
            if name ~= "account" and name ~= "snapshot" then error("an import has no member " .. tostring(name), 0) end
        end
        local made, snapshot = rows[row - 1], import.snapshot
        if type(snapshot) ~= "string" then error("snapshot: a string is needed, not " .. type(snapshot), 0) end
        made.account, made.snapshot, made.size = library.text(import.account, "account"), snapshot, #snapshot
    end
    return rows
end

-- The status of each import.
function items.statuses(list, rows)
    local statuses = {}
    for row = 1, #list do statuses[row] = rows[row - 1].status end
    return statuses
end

return items
