-- Items: operations on many accounts in one call, for servers that apply a log. Engine:batch takes them.

local ffi = require("ffi")
local library = require("tally.calls")
local operations = require("tally.operations")

local constants = library.constants
local items = {}

-- Operations on one account, all or nothing. An item without an account lets time pass. `status` is OK,
-- ALREADY_APPLIED, or why the item was rejected. An item can be applied again.
local Item = require("tally.support").Item

-- options: id, a name of its own, so that it is applied once; time, when it happened.
function items.item(account, options)
    options = options or {}
    for name in pairs(options) do
        if name ~= "id" and name ~= "time" then library.misused("an item has no member " .. tostring(name)) end
    end
    return operations.begin(Item, {
        account = library.text(account, "account"), id = library.text(options.id, "id"),
        time = library.integer(options.time, "int64_t", "time"), status = constants.ERROR_NOT_APPLIED,
    })
end

-- Items as the library reads them: an array of structures.
function items.rows(list)
    local rows = ffi.new("tally_item[?]", math.max(#list, 1))
    for row, item in ipairs(list) do
        if getmetatable(item) ~= Item then library.misused("items: an item is needed, not " .. type(item)) end
        local made = rows[row - 1]
        made.account, made.id, made.time = item.account, item.id, item.time
        -- A call that fails early leaves the results untouched: they are not those of an earlier call.
        for index = 0, item.count - 1 do item.operations[index].status = constants.ERROR_NOT_APPLIED end
        made.operations, made.count, made.status = item.operations, item.count, constants.ERROR_NOT_APPLIED
    end
    return rows
end

-- Accounts and sources as the library reads them. They point into the strings of the list.
function items.imports(list)
    local rows = ffi.new("tally_import[?]", math.max(#list, 1))
    for row, import in ipairs(list) do
        for name in pairs(import) do
            if name ~= "account" and name ~= "bytes" then library.misused("an import has no member " .. tostring(name)) end
        end
        local made, bytes = rows[row - 1], import.bytes
        if type(bytes) ~= "string" then library.misused("bytes: a string is needed, not " .. type(bytes)) end
        made.account, made.bytes, made.size = library.text(import.account, "account"), bytes, #bytes
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
