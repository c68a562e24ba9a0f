-- Items: operations on many accounts in one call, for servers that apply a log. Engine:batch takes them.

local ffi = require("ffi")
local library = require("tally.calls")

local constants = library.constants
local items = {}

-- Operations on one account, all or nothing. An item without an account lets time pass. `status` is OK,
-- ALREADY_APPLIED, or why the item was rejected; `results` has the status of each operation, the `key` of the message
-- that it posted, and how many messages it has `changed`. An item can be applied again.
local Item = require("tally.support").Item

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

-- One operation. members: those of tally_item_operation. name: of options that it points to, "message", and these.
function Item:append(kind, members, name, options)
    members.kind, members.status = kind, constants.ERROR_NOT_APPLIED
    local made, kept = library.structure("tally_item_operation", members)
    if name then
        local structure, texts = library.structure("tally_" .. name .. "_options", options)
        made[name] = structure
        kept[#kept + 1], kept[#kept + 2] = structure, texts -- The library reads them by pointers.
    end
    self.count = self.count + 1
    self.operations[self.count] = {made = made, kept = kept}
    return self
end

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
